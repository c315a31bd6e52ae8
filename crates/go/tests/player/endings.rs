//! The end of a game: passes, owners, the score, and dead stones.

use super::go_support::diagram as position;
use super::{analysis, best, open_search};
use std::time::Duration;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point, Size};
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::go::{Position, Rules, Scoring};
use tengen_games::{Game, Move};
use tengen_go::Player;

#[test]
fn two_players_end_the_game_and_agree_on_it() {
    for rules in ["chinese", "japanese", "tromp-taylor", "aga", "new-zealand,handicap=3,komi=0.5"] {
        let rules = Rules::named(rules, Some(Size::of(7, 7))).unwrap();
        let mut game = Position::new(&rules);
        let mut player = Player::new();
        let mut expected = None;
        while !game.is_over() {
            assert!(game.ply() < 200, "{rules}: no end: {:?}", game.board());
            let limits = Limits { seed: 11, ..Limits::nodes(250) };
            let analysis = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
            let mv = analysis.best.unwrap();
            let fills =
                mv.point().is_some_and(|p| game.board().is_eye(game.board().vertex(p), game.to_move()));
            assert!(!fills, "{rules}: {} fills an eye: {:?}", game.format_move(mv), game.board());
            let ahead = analysis.score().unwrap().win() > 0.5;
            expected = Some(if ahead { game.to_move() } else { !game.to_move() });
            game.play(mv).unwrap();
        }
        let dead = match rules.scoring {
            Scoring::Area => Vec::new(),
            Scoring::Territory => {
                let limits = Limits { seed: 11, ..Limits::nodes(250) };
                game.dead_stones(&player.analyze(&game, &limits, &Stop::new(), &mut |_| ()).ownership)
            }
        };
        assert_eq!(game.outcome_with(&dead).winner, expected, "{rules}: {:?}", game.board());
    }
}

/// Black owns the right and white the left; only passes are left.
const FINISHED: [&str; 7] = [".O.OX.X", "OOOOXXX", ".O.OX..", "OOOOX.X", ".OOOXXX", "OOOOX.X", ".O.OXX."];

#[test]
fn passes_when_the_opponent_has_passed_and_the_count_is_won() {
    // White has 28 points of 49 and wins with or without komi.
    let mut game = position("chinese", Color::Black, &FINISHED);
    game.play(Move::Pass).unwrap();
    assert_eq!(best(&game, 50), "pass");
    let game = position("japanese", Color::White, &FINISHED);
    assert_eq!(best(&game, 2000), "pass");
}

/// With few playouts on a large board few moves have two visits. The forced passes must not make the pass the most
/// visited move.
#[test]
fn does_not_pass_in_the_opening() {
    for size in [9, 13, 19] {
        let game = Position::new(&Rules::named("chinese", Some(Size::of(size, size))).unwrap());
        for playouts in [0, 1, 100, 400] {
            assert_ne!(best(&game, playouts), "pass", "{size}, {playouts} playouts");
        }
    }
    // After nine handicap stones all points are likely to become Black's, and White plays on.
    let game = Position::new(
        &Rules::named("chinese,handicap=9,placement=fixed,komi=0.5", Some(Size::of(9, 9))).unwrap(),
    );
    for seed in [0, 1, 3] {
        let limits = Limits { seed, ..Limits::nodes(1_000) };
        let found = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
        assert_ne!(found.best, Some(Move::Pass), "handicap, seed {seed}");
    }
}

/// After two passes there is no move, but the owners and the score are still there, by area and by territory.
#[test]
fn a_finished_game_has_owners_and_a_score() {
    // A dead white stone is in black's corner.
    let rows = ["O.X.O..", "..XOO.O", "XXXOOO.", ".XXO.O.", "XXXXOOO", ".X.XO.O", "XXXXOO."];
    for rules in ["chinese,komi=0", "japanese,komi=0", "aga,komi=0", "tromp-taylor,komi=0"] {
        let mut game = position(rules, Color::Black, &rows);
        while !game.is_over() {
            game.play(Move::Pass).unwrap();
        }
        let found = analysis(&game, 400);
        let corner = Point::new(0, 0);
        assert_eq!(game.likely_dead(&found.ownership), [corner], "{rules}");
        assert_eq!(found.best, None);
        let off: &[Point] = if rules.starts_with("tromp") { &[] } else { &[corner] };
        assert_eq!(game.dead_stones(&found.ownership), off, "{rules}");
        let margin = game.score(off).margin();
        let own = if game.to_move() == Color::Black { margin } else { -margin };
        let tengen_engine::Score::Estimate { value, win } = found.score().unwrap() else { panic!("{rules}") };
        assert_eq!((value, win > 0.5), (own, own > 0.0), "{rules}");
        assert!(found.ownership.iter().all(|x| (-1.0..=1.0).contains(x)), "{rules}");
    }
}

/// What lives whatever happens is owned for certain. A seki is owned for certain by neither side.
#[test]
fn living_groups_are_certain_and_a_seki_kills_nobody() {
    let found = analysis(&position("chinese", Color::Black, &FINISHED), 200);
    let last = FINISHED.len() * FINISHED.len() - 1;
    assert_eq!((found.ownership[0], found.ownership[last]), (-1.0, 1.0));
    // Two chains in the middle share their two liberties: the side that plays there first dies.
    for rules in ["japanese", "chinese"] {
        let mut game = position(rules, Color::Black, &[".XO.XO.", "XXOXXOO", ".XO.XO."]);
        while !game.is_over() {
            game.play(Move::Pass).unwrap();
        }
        let found = analysis(&game, 1_000);
        assert_eq!(game.dead_stones(&found.ownership), [], "{rules}: {:?}", found.ownership);
    }
}

/// A side that is ahead by the win rate is not behind by the score.
#[test]
fn score_and_win_rate_fit_together() {
    let mut rng = SplitMix64(8);
    let mut compared = 0;
    for round in 0..24 {
        let rules = ["chinese", "japanese"][round % 2];
        let mut game = Position::new(&Rules::named(rules, Some(Size::of(7, 7))).unwrap());
        for _ in 0..rng.below(40) {
            game.play_random(&mut || rng.next_u32());
        }
        if game.is_over() {
            continue;
        }
        for line in analysis(&game, 300).lines {
            let tengen_engine::Score::Estimate { value, win } = line.score else { panic!() };
            assert!(value == 0.0 || win == 0.5 || (value > 0.0) == (win > 0.5), "{value} and {win}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// A pass in the opening is answered with a move, although by area the stones and the komi already count as won.
#[test]
fn an_early_pass_is_answered_with_a_move() {
    // White has more points by the count, and large areas are open.
    let rows = [
        ".........",
        "..X...O..",
        "...X.....",
        "......O..",
        "..X......",
        ".....XO..",
        "..XX.XO..",
        "....O.O..",
        ".........",
    ];
    for rules in ["chinese", "tromp-taylor", "aga", "japanese"] {
        let mut game = position(rules, Color::Black, &rows);
        game.play(Move::Pass).unwrap();
        let found = analysis(&game, 600);
        assert_ne!(found.best, Some(Move::Pass), "{rules}");
        // A list with the pass at 100 % would contradict the move.
        let area = game.rules().scoring == Scoring::Area;
        assert!(!area || found.lines.iter().all(|line| line.moves[0] != Move::Pass), "{rules}");
        // The same with a tree that is kept, in which the pass was a reply.
        let mut player = Player::new();
        let before = position(rules, Color::Black, &rows);
        open_search(&mut player, &before, 1, 1_024);
        let limits = Limits { time: Some(Duration::from_millis(30)), ..Limits::default() };
        let found = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
        assert_ne!(found.best, Some(Move::Pass), "{rules}, kept");
    }
    let mut game = Position::new(&Rules::named("chinese", Some(Size::of(9, 9))).unwrap());
    game.play(Move::Pass).unwrap();
    assert_ne!(best(&game, 300), "pass");
}

/// Where nothing is left to play, a pass is answered with a pass: won or lost, and with dead stones on the board.
#[test]
fn a_pass_on_a_finished_board_is_answered_with_a_pass() {
    // White wins by seven points without komi; black has nothing left to do.
    for (color, rules) in [(Color::Black, "chinese,komi=0"), (Color::White, "chinese,komi=0")] {
        let mut game = position(rules, color, &FINISHED);
        game.play(Move::Pass).unwrap();
        for playouts in [200, 1_000] {
            assert_eq!(best(&game, playouts), "pass", "{rules}, {color} passed first");
        }
    }
    // A dead white stone in black's corner. Black wins by the count in either case.
    let rows = ["O.X.O..", "..XOO.O", "XXXOOO.", ".XXO.O.", "XXXXOOO", ".X.XO.O", "XXXXOO."];
    let mut game = position("chinese,komi=-9", Color::White, &rows);
    game.play(Move::Pass).unwrap();
    assert_eq!(best(&game, 1_000), "pass");
    // Two chains in the middle share two liberties: neither side gains by a move there.
    let mut game = position("chinese,komi=-3.5", Color::White, &[".XO.XO.", "XXOXXOO", ".XO.XO."]);
    game.play(Move::Pass).unwrap();
    assert_eq!(best(&game, 1_000), "pass");
}

/// Where every stone counts, an opponent that only passes keeps its dead stones until they are captured.
#[test]
fn dead_stones_are_captured_before_a_pass_that_they_would_lose() {
    // White's corner stones are dead. Black has 25 points of 49 once they are off and the point between the sides is
    // its own, and wins by half a point; as long as they stand there it loses.
    let rows = ["O.X.O..", "O.XOO.O", "XXXOOO.", ".XXO.O.", "XXXXOOO", ".X.XO.O", "XXXXOO."];
    for rules in ["tromp-taylor", "chinese"] {
        let rules = format!("{rules},komi=0.5");
        let mut game = position(&rules, Color::White, &rows);
        let mut passes = 0;
        while !game.is_over() {
            assert!(game.ply() < 60, "{rules}: no end: {:?}", game.board());
            let mv = match game.to_move() {
                Color::White => Move::Pass,
                Color::Black => analysis(&game, 300).best.unwrap(),
            };
            passes += usize::from(game.to_move() == Color::Black && mv == Move::Pass);
            game.play(mv).unwrap();
        }
        assert_eq!((game.score(&[]).outcome().winner, passes), (Some(Color::Black), 1), "{rules}");
    }
}
