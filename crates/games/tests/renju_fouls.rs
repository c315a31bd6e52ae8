//! Black's forbidden points in renju against outside truth, and against the rule written out slowly.

mod support;

use support::{Plain, foul, set_up, truth};
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::conformance::SplitMix64;
use tengen_games::gomoku::{FoulKind, Position, Rules, Variant};
use tengen_games::{Game, Move, Reason};

fn points(text: &str) -> Vec<Point> {
    let mut points: Vec<Point> = text
        .split_whitespace()
        .map(|word| {
            let (x, y) = word.split_once(',').expect("x,y");
            Point::new(y.parse().expect("a number"), x.parse().expect("a number"))
        })
        .collect();
    points.sort();
    points
}

fn agrees_with(name: &str, lines: usize) {
    let Some(text) = truth(name) else { return };
    let mut count = 0;
    for line in text.lines() {
        let mut parts = line.split('|');
        let mut board = Plain::new(Size::of(15, 15));
        for (cell, part) in [(Cell::Black, parts.next()), (Cell::White, parts.next())] {
            for p in points(part.expect("three parts")) {
                board.set(p, cell);
            }
        }
        let expected = points(parts.next().expect("three parts"));
        let position =
            Position::set_up(&Rules::RENJU, &set_up(&board, Color::Black)).expect("a legal set-up");
        assert_eq!(position.forbidden_points(), expected, "{line}");
        for p in board.size.points() {
            assert_eq!(position.foul(p).is_some(), expected.contains(&p), "{p:?} of {line}");
        }
        let slow = board.size.points().filter(|&p| board.at(p).is_empty() && foul(&board, p).is_some());
        if count % 20 == 0 {
            assert!(slow.eq(expected.iter().copied()), "the slow judge: {line}");
        }
        count += 1;
    }
    assert_eq!(count, lines);
}

#[test]
fn random_positions_of_others() {
    agrees_with("gomoku/renju-forbidden.txt", 3951);
}

#[test]
fn hard_positions_of_others() {
    agrees_with("gomoku/renju-forbidden-hard.txt", 49);
}

/// A random board, dense enough for nested threes, most of its stones in a small region.
fn random_board(rng: &mut SplitMix64) -> Plain {
    let side = 7 + rng.below(9);
    let mut board = Plain::new(Size::of(side, side + rng.below(3)));
    let (black, white) = (10 + rng.below(30), 2 + rng.below(20));
    let points: Vec<Point> = board.size.points().collect();
    for p in points {
        let roll = rng.below(100);
        if roll < black {
            board.set(p, Cell::Black);
        } else if roll < black + white {
            board.set(p, Cell::White);
        }
    }
    board
}

#[test]
fn the_fast_judge_is_the_slow_one() {
    let mut rng = SplitMix64(3);
    let mut seen = std::collections::HashMap::new();
    for _ in 0..1000 {
        let board = random_board(&mut rng);
        let rules = Rules { size: board.size, variant: Variant::Renju, ..Rules::RENJU };
        // With white to move a finished five of black is the last stone's; any other is no position of the game.
        let Ok(position) = Position::set_up(&rules, &set_up(&board, Color::White)) else { continue };
        for p in board.size.points().filter(|&p| board.at(p).is_empty()) {
            let expected = foul(&board, p).map(|foul| match foul {
                support::Foul::Overline => FoulKind::Overline,
                support::Foul::DoubleFour => FoulKind::DoubleFour,
                support::Foul::DoubleThree => FoulKind::DoubleThree,
            });
            let told = position.foul(p);
            assert_eq!(told.as_ref().map(|foul| foul.kind), expected, "{p:?} of {position:?}");
            assert_eq!(position.shapes(p).expect("an empty point").foul(), expected, "{p:?} of {position:?}");
            if let Some(foul) = told {
                let lines = foul.lines();
                assert!(lines.len() >= if foul.kind == FoulKind::Overline { 1 } else { 2 });
                assert!(lines.iter().all(|line| line.contains(&p)));
                assert!(!foul.to_string().contains('\n'));
                *seen.entry(foul.kind).or_insert(0) += 1;
            }
        }
    }
    for kind in [FoulKind::Overline, FoulKind::DoubleFour, FoulKind::DoubleThree] {
        assert!(seen[&kind] > 100, "too few cases to mean anything: {seen:?}");
    }
}

/// A diagram of `X`, `O` and `.`, set up with black to move.
fn diagram(rows: &[&str]) -> Position {
    let mut board = Plain::new(Size::of(rows.len(), rows[0].len()));
    for (row, text) in rows.iter().enumerate() {
        for (col, c) in text.chars().enumerate() {
            let cell = match c {
                'X' => Cell::Black,
                'O' => Cell::White,
                _ => Cell::Empty,
            };
            board.set(Point::new(row as u8, col as u8), cell);
        }
    }
    let rules = Rules { size: board.size, ..Rules::RENJU };
    Position::set_up(&rules, &set_up(&board, Color::Black)).unwrap()
}

fn refusal(position: &Position, point: &str) -> String {
    let mv = position.parse_move(point).unwrap();
    match position.check(mv) {
        Ok(()) => "legal".into(),
        Err(illegal) => match illegal.reason {
            Reason::Forbidden(foul) => foul.to_string(),
            other => panic!("{other:?}"),
        },
    }
}

#[test]
fn a_refusal_shows_the_lines() {
    let overline = diagram(&["........", "XXX.XX..", "........", "........", "........", "........"]);
    assert_eq!(refusal(&overline, "d5"), "overline: a5-b5-c5-d5-e5-f5");
    // Two fours on one line: each is four of the five stones around the point.
    let fours = diagram(&[".........", ".X.X.XX..", ".........", ".........", "........."]);
    assert_eq!(refusal(&fours, "e4"), "legal", "b4-d4-e4-f4-g4 is one four with a gap at c4");
    let fours = diagram(&[".........", ".X.X.X.X.", ".........", ".........", "........."]);
    assert_eq!(refusal(&fours, "e4"), "double four: b4-d4-e4-f4 (five at c4) and d4-e4-f4-h4 (five at g4)");
    let threes = diagram(&[
        ".........",
        ".........",
        "....X....",
        "....X....",
        ".........",
        "..XX.....",
        ".........",
        ".........",
        ".........",
    ]);
    assert_eq!(
        refusal(&threes, "e4"),
        "double three: c4-d4-e4 (straight four at b4 or f4) and e7-e6-e4 (straight four at e5)"
    );
}

#[test]
fn a_five_outranks_every_foul() {
    let five = diagram(&[
        "....X....",
        "....X....",
        "....X....",
        "....X....",
        "XXXX.XX..",
        ".........",
        ".........",
        ".........",
        ".........",
    ]);
    assert_eq!(refusal(&five, "e5"), "legal");
    let mut five = five;
    let mv = five.parse_move("e5").unwrap();
    let played = five.play(mv).unwrap();
    assert_eq!(played.line.len(), 5);
    assert_eq!(five.outcome().and_then(|o| o.winner), Some(Color::Black));
}

#[test]
fn white_may_do_all_that_and_wins_with_six() {
    let mut position = diagram(&["XX.......", "OOO.OO...", ".........", ".........", "........."]);
    position.play(position.parse_move("a1").unwrap()).unwrap();
    let played = position.play(position.parse_move("d4").unwrap()).unwrap();
    assert_eq!(played.line.len(), 6);
    assert_eq!(position.outcome().and_then(|o| o.winner), Some(Color::White));
}

#[test]
fn black_without_a_free_point_has_lost() {
    // The only empty points make overlines of black; white's last stone leaves black nothing.
    let mut position = diagram(&["XXX.XX", "OXOXOO", "OOXOXO", "XOXOX.", "OXOXO."]);
    let moves = |p: &Position| {
        let mut out = Vec::new();
        p.legal_moves(&mut out);
        out
    };
    assert_eq!(moves(&position).len(), 2);
    position.play(position.parse_move("f1").unwrap()).unwrap();
    let last: Move = position.parse_move("f2").unwrap();
    position.play(last).unwrap();
    assert_eq!(
        position.outcome().map(|o| (o.winner, o.reason)),
        Some((Some(Color::White), tengen_games::EndReason::OnlyForbidden))
    );
    assert_eq!(moves(&position), []);
    assert_eq!(position.undo(), Some(last));
    assert_eq!(position.outcome(), None);
}
