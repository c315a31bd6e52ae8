//! Positions with an obvious move, games against random play, and openings.

use super::best;
use super::go_support::diagram as position;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point, Size};
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::go::{Position, Rules};
use tengen_games::{Game, Move};
use tengen_go::Player;

#[test]
fn captures_the_chain_that_decides_the_race() {
    // Three white stones and three black ones are both in atari: the side that captures first wins the game.
    let rows = [".XO.X", "XXOOX", "OOXXX", ".OOOX", "....."];
    for (color, taking) in [(Color::Black, "D5"), (Color::White, "A5")] {
        let game = position("chinese,komi=0", color, &rows);
        let mv = game.parse_move(taking).unwrap();
        assert_eq!(game.clone().play(mv).unwrap().captured.len(), 3);
        assert_eq!(best(&game, 500), taking);
    }
}

#[test]
fn saves_its_own_chain() {
    // Black's corner is in atari. A2 connects it to the living stones below; white captures it by the same move.
    let rows = ["XXO.O", "XXOOO", "XOO.O", ".XXXX", ".X.X."];
    for color in Color::BOTH {
        let game = position("chinese,komi=0", color, &rows);
        assert!(game.board().in_atari(game.board().vertex(Point::new(0, 0))));
        assert_eq!(best(&game, 500), "A2", "{color}");
    }
}

#[test]
fn atari_go_is_won_by_the_first_capture() {
    // White's stone on b3 has one liberty left.
    let game = position("atari-go", Color::Black, &[".....", ".X...", "XOX..", "..X..", "....O"]);
    let mv = best(&game, 400);
    assert_eq!(mv, "B2", "black captures b3");
    let mut after = game.clone();
    after.play(after.parse_move(&mv).unwrap()).unwrap();
    assert_eq!(after.outcome().and_then(|outcome| outcome.winner), Some(Color::Black));
    // White to move has the same stone in atari and nothing to capture: it extends.
    let game = position("atari-go", Color::White, &[".....", ".X...", "XOX..", ".....", "....."]);
    assert_eq!(best(&game, 800), "B2", "white saves b3");
    // From the start it beats random moves.
    for seed in 0..4 {
        let own = if seed % 2 == 0 { Color::Black } else { Color::White };
        let mut rng = SplitMix64(seed);
        let rules = Rules { size: Size::of(5, 5), ..Rules::ATARI_GO };
        let mut game = Position::new(&rules);
        while !game.is_over() {
            if game.to_move() == own {
                let limits = Limits { seed, ..Limits::nodes(150) };
                let analysis = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
                game.play(analysis.best.unwrap()).unwrap();
            } else {
                game.play_random(&mut || rng.next_u32());
            }
        }
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(own), "seed {seed}");
    }
}

#[test]
fn makes_the_second_eye() {
    // Black's corner has a straight three. The middle is the vital point for both, and with this komi it decides.
    let rows = ["...XO", "XXXXO", "OOOOO", ".O.O.", "OOOOO"];
    for color in Color::BOTH {
        assert_eq!(best(&position("chinese,komi=-12", color, &rows), 500), "B5", "{color}");
    }
}

#[test]
fn wins_against_random_moves() {
    for (size, rules, playouts) in [("5", "tromp-taylor", 150), ("7", "japanese", 150), ("9", "chinese", 100)]
    {
        for seed in 0..4 {
            let own = if seed % 2 == 0 { Color::Black } else { Color::White };
            let mut rng = SplitMix64(seed);
            let rules = Rules::named(rules, Some(size.parse().unwrap())).unwrap();
            let mut game = Position::new(&rules);
            let mut player = Player::new();
            while !game.is_over() && game.ply() < 400 {
                if game.to_move() == own {
                    let limits = Limits { seed, ..Limits::nodes(playouts) };
                    let analysis = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
                    game.play(analysis.best.unwrap()).unwrap();
                } else {
                    game.play_random(&mut || rng.next_u32());
                }
            }
            // A random player may pass early; the player decides which of the stones left are dead.
            let limits = Limits { seed, ..Limits::nodes(400) };
            let found = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
            let dead = if rules.scoring == tengen_games::go::Scoring::Area {
                Vec::new()
            } else {
                game.dead_stones(&found.ownership)
            };
            let outcome = game.outcome_with(&dead);
            assert_eq!(outcome.winner, Some(own), "{rules} seed {seed}: {:?} {outcome:?}", game.board());
        }
    }
}

#[test]
fn keeps_superko() {
    // Random positions after many captures on a small board, where repetitions are frequent.
    let mut rng = SplitMix64(99);
    let mut refused = 0;
    for _ in 0..200 {
        let rules = Rules::named("new-zealand,passes=0", Some(Size::of(2, 2))).unwrap();
        let mut game = Position::new(&rules);
        for _ in 0..rng.below(30) {
            if game.play_random(&mut || rng.next_u32()).is_none() {
                break;
            }
        }
        refused += game
            .size()
            .points()
            .filter(|&p| {
                matches!(
                    game.check(Move::Place(p)).map_err(|e| e.reason),
                    Err(tengen_games::Reason::Superko { .. })
                )
            })
            .count();
        if let Some(mv) = Player::new().analyze(&game, &Limits::nodes(30), &Stop::new(), &mut |_| ()).best {
            game.play(mv).unwrap();
        } else {
            assert!(game.is_over());
        }
    }
    assert!(refused > 10, "superko forbids a move only {refused} times");
}

#[test]
fn plays_on_the_smallest_boards_and_in_the_opening_phase() {
    for (rules, size) in
        [("tromp-taylor", "1"), ("japanese", "2x1"), ("chinese,handicap=5", "3x2"), ("ing", "25x1")]
    {
        let mut game = Position::new(&Rules::named(rules, Some(size.parse().unwrap())).unwrap());
        while !game.is_over() && game.ply() < 60 {
            let mv =
                Player::new().analyze(&game, &Limits::nodes(20), &Stop::new(), &mut |_| ()).best.unwrap();
            game.play(mv).unwrap();
        }
    }
}

/// The first two moves on a large board take two corners.
#[test]
fn begins_in_the_corners_of_a_large_board() {
    for seed in 0..3 {
        let mut game = Position::new(&Rules::named("chinese", Some(Size::of(19, 19))).unwrap());
        let mut corners = Vec::new();
        for _ in 0..2 {
            let limits = Limits { seed, ..Limits::nodes(200) };
            let found = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
            let point = found.best.and_then(|mv| mv.point()).unwrap();
            let line = |at: u8| at.min(18 - at) + 1;
            assert!(
                [point.row, point.col].iter().all(|&at| (3..=5).contains(&line(at))),
                "{point:?}, {seed}"
            );
            corners.push((point.row < 9, point.col < 9));
            game.play(Move::Place(point)).unwrap();
        }
        assert_ne!(corners[0], corners[1], "seed {seed}");
    }
}
