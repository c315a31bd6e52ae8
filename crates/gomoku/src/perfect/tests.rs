//! Games of the perfect player: it wins within its bound, or claims nothing.

use super::*;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Size, Symmetry};
use tengen_games::gomoku::OpeningRule;

fn after(rules: &Rules, moves: &str) -> Position {
    let mut game = Position::new(rules);
    for mv in moves.split_whitespace() {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    game
}

fn analyze(player: &mut PerfectPlayer, game: &Position, limits: &Limits) -> Analysis {
    player.analyze(game, limits, &Stop::new(), &mut |_| ())
}

/// The bound of a proven win.
fn bound(found: &Analysis) -> Option<u32> {
    match found.score() {
        Some(Score::Proven(Proof::Win(plies))) => Some(plies),
        _ => None,
    }
}

/// The bound of the strategy by these rules.
fn plies_by(rules: &Rules) -> u32 {
    ProvenStrategy::of(rules).unwrap().plies()
}

/// Plays Black's win against `white` and checks each bound. Returns the game.
fn win(player: &mut PerfectPlayer, mut game: Position, white: &mut dyn FnMut(&Position) -> Move) -> Position {
    let (mut most, mut seen) = (plies_by(&game.rules()), game.ply());
    while !game.is_over() {
        let mv = if game.to_move() == Color::White {
            white(&game)
        } else {
            let found = analyze(player, &game, &Limits::default());
            let plies = bound(&found).unwrap_or_else(|| panic!("no win: {game:?}"));
            assert!(
                plies % 2 == 1 && plies <= most.saturating_sub((game.ply() - seen) as u32),
                "{plies} {game:?}"
            );
            // The rest of the line can be played.
            let mut line = game.clone();
            found.lines[0].moves.iter().for_each(|&mv| line.play(mv).map(|_| ()).unwrap());
            (most, seen) = (plies, game.ply());
            found.best.unwrap()
        };
        game.play(mv).unwrap();
    }
    assert_eq!(game.outcome().unwrap().winner, Some(Color::Black));
    game
}

/// The strategies on 15×15, whose positions the tests name.
fn on_15() -> impl Iterator<Item = Rules> {
    ProvenStrategy::RULES.into_iter().filter(|rules| rules.size == Rules::FREESTYLE.size)
}

/// Reading the records of a strategy takes time, so those of rules that are not played are not read.
#[test]
fn the_strategy_of_the_rules_played_alone_is_read() {
    let mut player = PerfectPlayer::new();
    player.warm_up(&Stop::new());
    assert!(player.guides.is_empty());
    analyze(&mut player, &Position::new(&Rules::STANDARD), &Limits::nodes(1));
    assert!(player.guides.len() == 1 && player.guides[0].is_for(&Rules::STANDARD));
}

/// The cheapest win that is searched, by either rules: White's stones are far away.
const START: &str = "h8 n1 g9 b15";

#[test]
fn it_wins_within_its_bound_against_random_replies_and_the_usual_engine() {
    // One player plays by both rules, one game after the other.
    let mut player = PerfectPlayer::new();
    for rules in on_15() {
        let mut random = SplitMix64(3);
        let mut at_random = |game: &Position| {
            let legal = game.legal_moves();
            legal[random.below(legal.len())]
        };
        for reply in ["n1", "o1"] {
            win(&mut player, after(&rules, &format!("h8 {reply}")), &mut at_random);
        }
        for mut usual in [Player::at_level(3), Player::new()] {
            let mut engine = |game: &Position| {
                usual.analyze(game, &Limits::nodes(2_000), &Stop::new(), &mut |_| ()).best.unwrap()
            };
            let game = win(&mut player, after(&rules, START), &mut engine);
            // The same win is followed again without a search.
            let mut again = after(&rules, START);
            while again.ply() < game.ply() {
                if again.to_move() == Color::Black {
                    let found = analyze(&mut player, &again, &Limits::nodes(1));
                    assert!(bound(&found).is_some() && found.best == game.move_at(again.ply()), "{again:?}");
                }
                again.play(game.move_at(again.ply()).unwrap()).unwrap();
            }
        }
    }
}

#[test]
fn it_wins_on_13x13_within_its_bound() {
    let mut player = PerfectPlayer::new();
    let rules = Rules { size: Size::of(13, 13), ..Rules::FREESTYLE };
    let mut random = SplitMix64(4);
    let mut at_random = |game: &Position| {
        let legal = game.legal_moves();
        legal[random.below(legal.len())]
    };
    // The centre and the answer to a far reply need no search.
    let first = analyze(&mut player, &Position::new(&rules), &Limits::nodes(1));
    assert_eq!(bound(&first), Some(plies_by(&rules)));
    win(&mut player, after(&rules, "g7 m1"), &mut at_random);
    let mut usual = Player::at_level(3);
    let mut engine =
        |game: &Position| usual.analyze(game, &Limits::nodes(2_000), &Stop::new(), &mut |_| ()).best.unwrap();
    win(&mut player, after(&rules, "g7 m1 f8 a13"), &mut engine);
}

/// The same board, by the other rules, is another win: h7 is answered by another move, and a win that was found is not
/// followed there.
#[test]
fn a_win_by_other_rules_is_not_followed() {
    let mut player = PerfectPlayer::new();
    for (rules, other, answer) in
        [(Rules::STANDARD, Rules::FREESTYLE, "i9"), (Rules::FREESTYLE, Rules::STANDARD, "i7")]
    {
        let game = after(&rules, "h8 h7");
        let found = analyze(&mut player, &game, &Limits::nodes(1));
        assert_eq!(bound(&found), Some(plies_by(&rules) - 2));
        let mut answered = game.clone();
        answered.play(found.best.unwrap()).unwrap();
        // Its mirror image is as good.
        let mirrored = |p| {
            Symmetry::ALL.iter().any(|s| game.parse_move(answer) == Ok(Move::Place(s.apply(p, game.size()))))
        };
        assert!(mirrored(found.best.unwrap().point().unwrap()), "{found:?}");
        assert!(bound(&analyze(&mut player, &after(&rules, START), &Limits::default())).is_some());
        if rules == Rules::STANDARD {
            assert_eq!(bound(&analyze(&mut player, &after(&other, START), &Limits::nodes(500))), None);
        }
    }
}

#[test]
fn symmetries_transpositions_and_undo_are_followed() {
    for rules in on_15() {
        symmetries_transpositions_and_undo_are_followed_by(&rules);
    }
}

fn symmetries_transpositions_and_undo_are_followed_by(rules: &Rules) {
    let after = |moves: &str| after(rules, moves);
    let mut player = PerfectPlayer::new();
    let found = analyze(&mut player, &after(START), &Limits::default());
    let (first, plies) = (found.best.unwrap(), bound(&found).unwrap());
    for symmetry in Symmetry::ALL {
        let mut game = Position::new(rules);
        for mv in after(START).moves() {
            game.play(Move::Place(symmetry.apply(mv.point().unwrap(), game.size()))).unwrap();
        }
        let found = analyze(&mut player, &game, &Limits::nodes(1));
        assert_eq!(bound(&found), Some(plies), "{symmetry:?}");
        let back = symmetry.inverse().apply(found.best.unwrap().point().unwrap(), game.size());
        assert_eq!(Move::Place(back), first, "{symmetry:?}");
    }
    // The same stones in another order.
    let other = after("g9 b15 h8 n1");
    assert_eq!(bound(&analyze(&mut player, &other, &Limits::nodes(1))), Some(plies));
    // Taken back, and another reply than before.
    let mut game = after(START);
    game.play(first).unwrap();
    let replies = game.legal_moves();
    for reply in [replies[0], replies[100], replies[200]] {
        game.play(reply).unwrap();
        let found = analyze(&mut player, &game, &Limits::nodes(1));
        assert!(bound(&found).is_some_and(|left| left <= plies - 2), "{game:?}");
        game.undo().unwrap();
    }
    // A player that has not seen the game finds its win again, from its last moves.
    game.play(replies[0]).unwrap();
    let fresh = analyze(&mut PerfectPlayer::new(), &game, &Limits::default());
    assert_eq!(fresh.lines[0].moves, analyze(&mut player, &game, &Limits::nodes(1)).lines[0].moves);
}

#[test]
fn where_the_strategy_has_no_win_it_is_the_usual_engine() {
    let limits = Limits::nodes(3_000);
    let games = [
        // As White, and after another first move than the strategy's.
        after(&Rules::STANDARD, "h8"),
        after(&Rules::FREESTYLE, "h8 n1 g9"),
        after(&Rules::STANDARD, "a1 h8 b2 i9"),
        after(&Rules::FREESTYLE, "a1 h8 b2 i9"),
        // By other rules.
        Position::new(&Rules::RENJU),
        Position::new(&Rules::CARO),
        Position::new(&Rules { size: tengen_board::Size::square(19).unwrap(), ..Rules::FREESTYLE }),
        Position::new(&Rules { opening: OpeningRule::Swap2, ..Rules::STANDARD }),
    ];
    for game in games {
        let found = analyze(&mut PerfectPlayer::new(), &game, &limits);
        let usual = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
        assert_eq!(
            (found.best, found.score(), found.nodes),
            (usual.best, usual.score(), usual.nodes),
            "{game:?}"
        );
    }
    // Points that must be avoided are.
    let mut player = PerfectPlayer::new();
    let game = after(&Rules::FREESTYLE, "h8 n1");
    let best = analyze(&mut player, &game, &Limits::nodes(1_000)).best.unwrap();
    let other =
        analyze(&mut player, &game, &Limits { avoid: vec![best.point().unwrap()], ..Limits::nodes(1_000) });
    assert!(other.best.is_some() && other.best != Some(best));
}

/// Six in a row win in freestyle: off the strategy White threatens them, and Black answers before it wins. By the
/// standard rules they are no threat.
#[test]
fn a_row_of_six_of_white_is_a_threat_in_freestyle_alone() {
    let six = "h8 a1 i8 b1 j8 c1 a15 e1 o13 f1";
    let found =
        |rules: &Rules| analyze(&mut PerfectPlayer::new(), &after(rules, six), &Limits::nodes(10_000));
    let freestyle = found(&Rules::FREESTYLE);
    let game = after(&Rules::FREESTYLE, six);
    assert_eq!(freestyle.best, Some(game.parse_move("d1").unwrap()), "{freestyle:?}");
    let standard = found(&Rules::STANDARD);
    assert!(bound(&standard) == Some(3) && standard.best != freestyle.best, "{standard:?}");
}

#[test]
fn limits_end_the_search_of_a_win_and_nothing_is_claimed() {
    for rules in on_15() {
        limits_end_the_search_by(&rules);
    }
}

fn limits_end_the_search_by(rules: &Rules) {
    let mut player = PerfectPlayer::new();
    let game = after(rules, START);
    let few = analyze(&mut player, &game, &Limits::nodes(5_000));
    assert!(few.best.is_some() && bound(&few).is_none() && few.nodes <= 6_000, "{few:?}");
    let short = analyze(&mut player, &game, &Limits::playing(Duration::from_millis(10)));
    assert!(short.best.is_some() && bound(&short).is_none(), "{short:?}");
    let stop = Stop::new();
    stop.raise();
    assert!(player.analyze(&game, &Limits::default(), &stop, &mut |_| ()).best.is_some());
    assert!(bound(&analyze(&mut player, &game, &Limits::default())).is_some());
}

/// Each move of a strategy is claimed with the bound of the whole; the ends of random branches must agree with it.
#[test]
fn no_branch_of_a_strategy_exceeds_its_bound() {
    let mut player = PerfectPlayer::new();
    for rules in on_15() {
        let most = plies_by(&rules);
        let mut random = SplitMix64(11);
        let mut ends = 0;
        while ends < 2 {
            let mut game = after(&rules, "h8");
            loop {
                let replies = game.legal_moves();
                game.play(replies[random.below(replies.len())]).unwrap();
                let found = analyze(&mut player, &game, &Limits::nodes(1));
                let Some(plies) = bound(&found) else { break };
                assert_eq!(plies, most - game.ply() as u32, "{game:?}");
                game.play(found.best.unwrap()).unwrap();
            }
            // Searches of far more nodes are for `tengen prove --sample`.
            let found = analyze(&mut player, &game, &Limits::nodes(1_000_000));
            if let Some(plies) = bound(&found) {
                assert!(plies + game.ply() as u32 <= most, "{plies} {game:?}");
                ends += 1;
            }
        }
    }
}
