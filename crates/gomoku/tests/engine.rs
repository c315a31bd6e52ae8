//! What the engine guarantees: legal moves to the end of every game, limits, reproducible answers, and proofs that
//! hold.

use std::collections::HashSet;
use std::time::Duration;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point, Size};
use tengen_engine::{Analysis, Engine, Fact, FactKind, Leveled, Limits, Proof, Score, Shape, Stop};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Variant};
use tengen_games::{Game, Move};
use tengen_gomoku::Player;

fn rules(variant: Variant, rows: usize, cols: usize) -> Rules {
    Rules { size: Size::of(rows, cols), variant, opening: OpeningRule::None }
}

fn small(level: u8) -> Player {
    let mut player = Player::at_level(level);
    player.set_memory(1 << 20);
    player
}

fn look(player: &mut Player, game: &Position, limits: &Limits) -> Analysis {
    let found = player.analyze(game, limits, &Stop::new(), &mut |_| ());
    let first = found.lines.first().and_then(|line| line.moves.first()).copied();
    assert_eq!(found.best, first, "the move chosen is the first of the first line");
    assert!(found.best.is_none_or(|mv| game.is_legal(mv)), "{:?} {game:?}", found.best);
    assert_eq!(found.best.is_none(), game.is_over());
    found
}

/// A few random stones near each other.
fn opened(rules: &Rules, stones: usize, rng: &mut SplitMix64) -> Position {
    let mut game = Position::new(rules);
    while game.ply() < stones && !game.is_over() {
        let mut legal = Vec::new();
        game.legal_moves_into(&mut legal);
        let center = rules.size.center();
        let near = |mv: &Move| {
            mv.point().is_some_and(|p| {
                p.row.abs_diff(center.row).max(p.col.abs_diff(center.col)) <= 2 + u8::from(stones < 9)
            })
        };
        legal.retain(near);
        if legal.is_empty() {
            break;
        }
        game.play_unchecked(legal[rng.below(legal.len())]);
    }
    game
}

#[test]
fn games_are_played_to_their_end_on_every_board_by_every_rule() {
    let mut rng = SplitMix64(1);
    for (rows, cols) in [(5, 5), (5, 22), (6, 7), (9, 9), (22, 5), (15, 15), (22, 22)] {
        for variant in Variant::ALL {
            let mut player = small(10);
            let mut game = opened(&rules(variant, rows, cols), 3, &mut rng);
            while !game.is_over() {
                let nodes = [1, 2, 50, 300][rng.below(4)];
                let best = look(&mut player, &game, &Limits::nodes(nodes)).best.expect("the game goes on");
                game.play(best).unwrap_or_else(|e| panic!("{e}"));
            }
            assert!(look(&mut player, &game, &Limits::nodes(100)).lines.is_empty());
        }
    }
}

#[test]
fn a_node_limit_is_kept_and_the_answer_repeats() {
    let mut rng = SplitMix64(2);
    for variant in [Variant::Freestyle, Variant::Renju] {
        let game = opened(&rules(variant, 15, 15), 6, &mut rng);
        for nodes in [0, 1, 700, 5_000] {
            let [a, b] = [(); 2].map(|()| look(&mut small(10), &game, &Limits::nodes(nodes)));
            assert!(a.nodes <= nodes, "{} nodes of {nodes}", a.nodes);
            assert_eq!((a.best, a.nodes, a.depth, &a.lines), (b.best, b.nodes, b.depth, &b.lines));
        }
    }
}

#[test]
fn what_was_played_before_another_game_does_not_matter_after_new_game() {
    let mut rng = SplitMix64(3);
    let game = opened(&Rules::FREESTYLE, 5, &mut rng);
    let fresh = look(&mut small(10), &game, &Limits::nodes(3_000));
    let mut used = small(10);
    look(&mut used, &opened(&Rules::FREESTYLE, 8, &mut rng), &Limits::nodes(3_000));
    used.new_game();
    let again = look(&mut used, &game, &Limits::nodes(3_000));
    assert_eq!((again.best, again.lines), (fresh.best, fresh.lines));
    // The table's entries of this game must not be used on another size or variant.
    look(&mut used, &opened(&rules(Variant::Renju, 15, 15), 8, &mut rng), &Limits::nodes(3_000));
    let back = look(&mut used, &game, &Limits::nodes(3_000));
    assert_eq!((back.best, back.nodes), (fresh.best, fresh.nodes));
}

#[test]
fn time_and_the_stop_flag_end_a_search_on_any_number_of_threads() {
    let game = opened(&Rules::FREESTYLE, 4, &mut SplitMix64(4));
    for threads in [1, 3] {
        let mut player = small(10);
        let limits = Limits { threads, ..Limits::time(Duration::from_millis(60)) };
        assert!(look(&mut player, &game, &limits).best.is_some());
        assert!(look(&mut player, &game, &Limits { threads, ..Limits::time(Duration::ZERO) }).best.is_some());
        let stop = Stop::new();
        stop.raise_in(Duration::from_millis(50));
        let found = player.analyze(&game, &Limits { threads, ..Limits::default() }, &stop, &mut |_| ());
        assert!(found.best.is_some());
        let raised = Stop::new();
        raised.raise();
        let found = player.analyze(&game, &Limits { threads, ..Limits::default() }, &raised, &mut |_| ());
        assert!(found.best.is_some_and(|mv| game.is_legal(mv)));
    }
}

#[test]
fn only_a_move_of_a_game_is_answered_before_its_bounds_are_reached() {
    // White's four has one open end: black has one move, and the rest of the game is open.
    let mut game = Position::new(&Rules::STANDARD);
    for mv in ["d4", "g8", "f8", "h8", "l4", "i8", "d11", "j8"] {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    let bounds = Limits { nodes: Some(20_000), ..Limits::time(Duration::from_secs(600)) };
    let played = look(&mut small(10), &game, &Limits { playing: true, ..bounds.clone() });
    assert!(played.nodes < 20_000 && played.depth >= 6, "{} nodes", played.nodes);
    let studied = look(&mut small(10), &game, &bounds);
    assert!(studied.nodes == 20_000 || studied.score().unwrap().is_proof(), "{} nodes", studied.nodes);
    assert_eq!((studied.best, played.best), (played.best, Some(game.parse_move("k8").unwrap())));
}

#[test]
fn lines_are_different_moves_ranked_by_their_scores() {
    let game = opened(&Rules::STANDARD, 5, &mut SplitMix64(5));
    for lines in [2, 5, 300] {
        let found = look(&mut small(10), &game, &Limits { lines, ..Limits::depth(2) });
        let moves: HashSet<Move> = found.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(moves.len(), found.lines.len());
        assert_eq!(found.lines.len(), lines.min(220), "a line for every point at the most");
        assert!(found.lines.windows(2).all(|pair| pair[0].score.win() >= pair[1].score.win()));
        for line in &found.lines {
            let mut after = game.clone();
            line.moves.iter().for_each(|&mv| drop(after.play(mv).expect("a line is legal to its end")));
        }
    }
}

/// A forced win that the engine claims is won against every answer.
#[test]
fn claimed_wins_are_won_against_any_answer() {
    let mut rng = SplitMix64(6);
    let mut claimed = 0;
    for n in 0..60 {
        let variant = Variant::ALL[n % 5];
        let mut game = opened(&rules(variant, 13, 13), 10 + n % 4, &mut rng);
        if game.is_over() {
            continue;
        }
        let mut player = small(10);
        let found = look(&mut player, &game, &Limits::nodes(4_000));
        let Some(Score::Proven(Proof::Win(plies))) = found.score() else { continue };
        claimed += 1;
        let winner = game.to_move();
        let mut played = 0;
        while !game.is_over() {
            let mv = if game.to_move() == winner {
                let found = look(&mut player, &game, &Limits::nodes(20_000));
                assert!(matches!(found.score(), Some(Score::Proven(Proof::Win(_)))), "{variant} {game:?}");
                found.best.expect("the game goes on")
            } else if rng.below(2) == 0 {
                look(&mut small(10), &game, &Limits::nodes(500)).best.expect("the game goes on")
            } else {
                let mut legal = Vec::new();
                game.legal_moves_into(&mut legal);
                legal[rng.below(legal.len())]
            };
            game.play(mv).expect("a legal move");
            played += 1;
        }
        assert_eq!(
            game.outcome().and_then(|o| o.winner),
            Some(winner),
            "{variant} {plies} {played} {game:?}"
        );
    }
    assert!(claimed > 10, "only {claimed}");
}

/// A loss claimed for the side to move is a win for the opponent after every move.
#[test]
fn claimed_losses_are_lost_whatever_is_played() {
    let mut rng = SplitMix64(7);
    let mut claimed = 0;
    for n in 0..80 {
        let variant = Variant::ALL[n % 5];
        let game = opened(&rules(variant, 9, 9), 11 + n % 5, &mut rng);
        if game.is_over() {
            continue;
        }
        let found = look(&mut small(10), &game, &Limits::nodes(4_000));
        let Some(Score::Proven(Proof::Loss(_))) = found.score() else { continue };
        claimed += 1;
        let mut legal = Vec::new();
        game.legal_moves_into(&mut legal);
        let mut player = small(10);
        for mv in legal {
            let mut after = game.clone();
            after.play_unchecked(mv);
            let answer = look(&mut player, &after, &Limits::nodes(60_000)).score();
            assert!(
                matches!(answer, Some(Score::Proven(Proof::Win(_)))),
                "{variant} {mv:?} {answer:?} {game:?}"
            );
        }
    }
    assert!(claimed > 4, "only {claimed}");
}

#[test]
fn every_level_makes_its_five_and_stops_the_other() {
    for level in 1..=Player::MAX_LEVEL {
        for seed in 0..8 {
            let limits = Limits { seed, ..Limits::nodes(2_000) };
            let mut game = Position::new(&Rules::FREESTYLE);
            for mv in ["h8", "a1", "i8", "a3", "j8", "g8", "k8"] {
                game.play(game.parse_move(mv).unwrap()).unwrap();
            }
            let stop = look(&mut small(level), &game, &limits).best;
            assert_eq!(stop, Some(game.parse_move("l8").unwrap()), "level {level}");
            game.play(game.parse_move("o15").unwrap()).unwrap();
            assert_eq!(game.to_move(), Color::Black);
            assert_eq!(look(&mut small(level), &game, &limits).best, stop, "level {level}");
        }
        assert!(!Player::describe_level(level).is_empty());
    }
}

#[test]
fn a_table_is_written_and_read_back() {
    let game = opened(&Rules::RENJU, 6, &mut SplitMix64(8));
    let mut player = small(10);
    look(&mut player, &game, &Limits::nodes(5_000));
    let mut bytes = Vec::new();
    let written = player.save_table(&game.spec(), &mut bytes).expect("it holds something");
    assert!(written > 100);
    let mut other = small(10);
    let read = other.load_table(&game.spec(), &mut std::io::Cursor::new(&bytes)).expect("what was written");
    assert_eq!(read, written);
    let freestyle = Rules::FREESTYLE.into();
    assert!(player.save_table(&freestyle, &mut Vec::new()).is_err());
    assert!(other.load_table(&freestyle, &mut std::io::Cursor::new(&bytes)).is_err());
}

#[test]
fn lines_stay_in_order_when_an_iteration_is_cut_short() {
    let mut rng = SplitMix64(11);
    for nodes in (1..40).map(|n| n * 700) {
        let game = opened(&Rules::FREESTYLE, 6, &mut rng);
        let found = look(&mut small(10), &game, &Limits { lines: 4, ..Limits::nodes(nodes) });
        let wins: Vec<f32> = found.lines.iter().map(|line| line.score.win()).collect();
        assert!(wins.windows(2).all(|pair| pair[0] >= pair[1]), "{nodes} nodes: {wins:?}");
    }
}

#[test]
fn points_to_avoid_are_left_out_and_what_remains_is_judged_by_itself() {
    let rules = rules(Variant::Freestyle, 15, 15);
    // Black to move has four in a row with both ends open.
    let mut game = Position::new(&rules);
    for mv in ["g8", "g7", "h8", "h7", "i8", "i7", "j8", "a1"] {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    let at = |name: &str| game.parse_move(name).unwrap().point().unwrap();
    for threads in [1, 2] {
        let mut player = small(Player::MAX_LEVEL);
        let mut best = |avoid: Vec<tengen_board::Point>| {
            let limits = Limits { nodes: Some(20_000), threads, avoid, lines: 2, ..Limits::default() };
            look(&mut player, &game, &limits)
        };
        let both = best(vec![]);
        assert!([at("f8"), at("k8")].contains(&both.best.unwrap().point().unwrap()));
        let other = best(vec![at("f8")]);
        assert_eq!(other.best.unwrap().point(), Some(at("k8")));
        assert_eq!(other.score(), Some(Score::Proven(Proof::Win(1))));
        assert!(other.lines.iter().all(|line| line.moves[0].point() != Some(at("f8"))));
        // Neither five: the rest is evaluated without them, and does not win at once.
        let none = best(vec![at("f8"), at("k8")]);
        assert!(![at("f8"), at("k8")].contains(&none.best.unwrap().point().unwrap()));
        assert_ne!(none.score(), Some(Score::Proven(Proof::Win(1))));
        // The value without these points is not stored for the position.
        assert_eq!(best(vec![]).score(), Some(Score::Proven(Proof::Win(1))));
    }
    // If all points are to be avoided, the rules still ask for a move.
    let mut all = Vec::new();
    game.legal_moves_into(&mut all);
    let avoid = all.iter().filter_map(|mv| mv.point()).collect();
    let limits = Limits { nodes: Some(2_000), avoid, ..Limits::default() };
    assert!(look(&mut small(Player::MAX_LEVEL), &game, &limits).best.is_some());
}

/// The centre is the only candidate of an empty board. Without it a search looks near it first, not at the edge.
#[test]
fn without_the_centre_the_first_stone_is_near_it() {
    for variant in [Variant::Freestyle, Variant::Renju] {
        let game = Position::new(&rules(variant, 15, 15));
        let center = game.size().center();
        for lines in [1, 2] {
            let limits = Limits { avoid: vec![center], lines, ..Limits::nodes(500) };
            let found = look(&mut small(Player::MAX_LEVEL), &game, &limits);
            for line in &found.lines {
                let point = line.moves[0].point().unwrap();
                let away = point.row.abs_diff(center.row).max(point.col.abs_diff(center.col));
                assert!((1..=4).contains(&away), "{variant:?}, {lines} lines: {point:?}");
            }
        }
    }
}

/// A child: it makes its fives and open fours, stops fives, builds its own rows, and sees nothing else.
fn child(game: &Position, rng: &mut SplitMix64) -> Move {
    let (side, facts) = (game.to_move(), game.facts());
    let at = |own: bool, shape| {
        let makes = |fact: &&Fact| fact.kind == FactKind::CanMake(shape) && (fact.side == side) == own;
        facts.iter().find(makes).and_then(|fact| fact.points.first()).map(|&point| Move::Place(point))
    };
    let threat = at(true, Shape::Five)
        .or_else(|| at(false, Shape::Five))
        .or_else(|| at(true, Shape::OpenFour))
        .or_else(|| at(true, Shape::OpenThree));
    let near = |&mv: &Move| {
        let point = mv.point().unwrap();
        let beside = |p: Point| p.row.abs_diff(point.row).max(p.col.abs_diff(point.col)) == 1;
        game.stones().any(|(p, color)| beside(p) && (color == side || game.ply() < 2))
    };
    threat.unwrap_or_else(|| {
        let legal = game.legal_moves();
        let good: Vec<Move> = legal.iter().copied().filter(near).collect();
        let choices = if good.is_empty() { &legal } else { &good };
        choices[rng.below(choices.len())]
    })
}

#[test]
fn level_1_overlooks_open_threes_and_a_child_beats_it() {
    let mut stopped = 0;
    for seed in 0..40 {
        let mut game = Position::new(&Rules::FREESTYLE);
        for mv in ["h8", "a1", "h9", "c3", "h10"] {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        let best = look(&mut small(1), &game, &Limits { seed, ..Limits::nodes(4_000) }).best.unwrap();
        stopped += usize::from(["h6", "h7", "h11", "h12"].contains(&game.format_move(best).as_str()));
    }
    assert!((4..=28).contains(&stopped), "it stops {stopped} of 40 open threes");
    let (mut points, mut games, mut seen) = (0.0, 0.0, HashSet::new());
    for seed in 0..40u64 {
        let mut rng = SplitMix64(seed);
        let (mut game, mut player) = (Position::new(&Rules::FREESTYLE), small(1));
        let own = if seed % 2 == 0 { Color::Black } else { Color::White };
        while !game.is_over() {
            let mv = if game.to_move() == own {
                child(&game, &mut rng)
            } else {
                let limits = Limits { seed: seed << 16 | game.ply() as u64, ..Limits::nodes(4_000) };
                look(&mut player, &game, &limits).best.unwrap()
            };
            game.play(mv).unwrap();
        }
        points += game.outcome().unwrap().winner.map_or(0.5, |winner| f64::from(winner == own));
        games += 1.0;
        seen.insert(game.moves().collect::<Vec<_>>());
    }
    assert_eq!(seen.len(), 40, "no two games are alike");
    assert!(points >= 0.5 * games, "the child has {points} of {games}");
}
