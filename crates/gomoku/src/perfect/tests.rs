//! Games of the perfect player: it wins within its bound, or claims nothing.

use super::*;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Symmetry};
use tengen_games::gomoku::OpeningRule;

fn after(moves: &str) -> Position {
    let mut game = Position::new(&Rules::STANDARD);
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

/// Plays Black's win against `white` and checks each bound. Returns the game.
fn win(player: &mut PerfectPlayer, mut game: Position, white: &mut dyn FnMut(&Position) -> Move) -> Position {
    let (mut most, mut seen) = (PerfectPlayer::PLIES, game.ply());
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

/// The cheapest win that is searched: White's stones are far away.
const START: &str = "h8 n1 g9 b15";

#[test]
fn it_wins_within_its_bound_against_random_replies_and_the_usual_engine() {
    let mut player = PerfectPlayer::new();
    let mut random = SplitMix64(3);
    let mut at_random = |game: &Position| {
        let legal = game.legal_moves();
        legal[random.below(legal.len())]
    };
    for reply in ["n1", "o1"] {
        win(&mut player, after(&format!("h8 {reply}")), &mut at_random);
    }
    let mut usual = Player::new();
    let mut engine =
        |game: &Position| usual.analyze(game, &Limits::nodes(2_000), &Stop::new(), &mut |_| ()).best.unwrap();
    let game = win(&mut player, after(START), &mut engine);
    // The same win is followed again without a search.
    let mut again = after(START);
    while again.ply() < game.ply() {
        if again.to_move() == Color::Black {
            let found = analyze(&mut player, &again, &Limits::nodes(1));
            assert!(bound(&found).is_some() && found.best == game.move_at(again.ply()), "{again:?}");
        }
        again.play(game.move_at(again.ply()).unwrap()).unwrap();
    }
}

#[test]
fn symmetries_transpositions_and_undo_are_followed() {
    let mut player = PerfectPlayer::new();
    let found = analyze(&mut player, &after(START), &Limits::default());
    let (first, plies) = (found.best.unwrap(), bound(&found).unwrap());
    for symmetry in Symmetry::ALL {
        let mut game = Position::new(&Rules::STANDARD);
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
        after("h8"),
        after("h8 n1 g9"),
        after("a1 h8 b2 i9"),
        // By other rules.
        Position::new(&Rules::FREESTYLE),
        Position::new(&Rules { size: tengen_board::Size::square(19).unwrap(), ..Rules::STANDARD }),
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
    let game = after("h8 n1");
    let best = analyze(&mut player, &game, &Limits::nodes(1_000)).best.unwrap();
    let other =
        analyze(&mut player, &game, &Limits { avoid: vec![best.point().unwrap()], ..Limits::nodes(1_000) });
    assert!(other.best.is_some() && other.best != Some(best));
}

#[test]
fn limits_end_the_search_of_a_win_and_nothing_is_claimed() {
    let mut player = PerfectPlayer::new();
    let game = after(START);
    let few = analyze(&mut player, &game, &Limits::nodes(5_000));
    assert!(few.best.is_some() && bound(&few).is_none() && few.nodes <= 6_000, "{few:?}");
    let short = analyze(&mut player, &game, &Limits::playing(Duration::from_millis(10)));
    assert!(short.best.is_some() && bound(&short).is_none(), "{short:?}");
    let stop = Stop::new();
    stop.raise();
    assert!(player.analyze(&game, &Limits::default(), &stop, &mut |_| ()).best.is_some());
    assert!(bound(&analyze(&mut player, &game, &Limits::default())).is_some());
}

/// Each move of the strategy is claimed with the bound of the whole; the ends of random branches must agree with it.
#[test]
fn no_branch_of_the_strategy_exceeds_its_bound() {
    let mut player = PerfectPlayer::new();
    let mut random = SplitMix64(11);
    let mut ends = 0;
    while ends < 2 {
        let mut game = after("h8");
        loop {
            let replies = game.legal_moves();
            game.play(replies[random.below(replies.len())]).unwrap();
            let found = analyze(&mut player, &game, &Limits::nodes(1));
            let Some(plies) = bound(&found) else { break };
            assert_eq!(plies, PerfectPlayer::PLIES - game.ply() as u32, "{game:?}");
            game.play(found.best.unwrap()).unwrap();
        }
        // Searches of far more nodes are for `tengen prove --sample`.
        let found = analyze(&mut player, &game, &Limits::nodes(1_000_000));
        if let Some(plies) = bound(&found) {
            assert!(plies + game.ply() as u32 <= PerfectPlayer::PLIES, "{plies} {game:?}");
            ends += 1;
        }
    }
}
