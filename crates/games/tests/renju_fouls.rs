//! Black's forbidden points in renju against outside truth, and against the rule written out slowly.

mod support;

use support::{Plain, foul, makes_five, set_up};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::gomoku::{Extension, FoulKind, Position, Rules, Shapes, Variant};
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

/// Checks each `black | white | forbidden points`, and every `every`-th line with the slow transcription too.
fn agrees_with<'l>(lines: impl IntoIterator<Item = &'l str>, every: usize) -> usize {
    let mut count = 0;
    for line in lines {
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
        if count % every == 0 {
            assert!(slow.eq(expected.iter().copied()), "the slow transcription: {line}");
        }
        count += 1;
    }
    count
}

#[test]
fn forbidden_points_of_the_facts() {
    let lines = tengen_truth::fact_lines("renju-forbidden.txt");
    assert_eq!(agrees_with(lines.iter().map(String::as_str), 3), 54);
}

#[test]
fn forbidden_points_of_random_positions() {
    let Some(text) = tengen_truth::text("gomoku/renju-forbidden.txt") else { return };
    assert_eq!(agrees_with(text.lines(), 20), 3951);
}

#[test]
fn forbidden_points_of_hard_positions() {
    let Some(text) = tengen_truth::text("gomoku/renju-forbidden-hard.txt") else { return };
    assert_eq!(agrees_with(text.lines(), 20), 49);
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
            let found = position.foul(p);
            assert_eq!(found.as_ref().map(|foul| foul.kind), expected, "{p:?} of {position:?}");
            let shapes = position.renju_shapes(p).expect("an empty point");
            assert_eq!(shapes.foul(), expected, "{p:?} of {position:?}");
            explained(&board, &shapes);
            if let Some(foul) = found {
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

/// Every reason that is given holds, as far down as reasons go.
fn explained(board: &Plain, shapes: &Shapes) {
    let mut after = board.clone();
    after.set(shapes.point, Cell::Black);
    for four in &shapes.fours {
        assert!(four.stones.len() == 4 && four.stones.contains(&shapes.point));
        assert!(!four.next.is_empty());
        for &p in &four.next {
            assert!(makes_five(&after, p), "{p:?} makes no five of {four:?}");
        }
    }
    for three in &shapes.threes {
        assert!(three.stones.len() == 3 && three.stones.contains(&shapes.point));
        assert!(!three.extensions.is_empty());
        for (p, extension) in &three.extensions {
            match extension {
                Extension::Five => assert!(makes_five(&after, *p)),
                Extension::Sound => assert!(!makes_five(&after, *p) && foul(&after, *p).is_none()),
                Extension::Forbidden(reason) => {
                    assert!(foul(&after, *p).is_some());
                    explained(&after, &reason.shapes);
                }
            }
        }
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
fn a_row_that_is_no_three_is_said_not_to_be() {
    // e5, c3 and b2 could only be made a straight four at d4, which would be two fours.
    let double = diagram(&[
        ".........",
        ".........",
        "..X......",
        ".........",
        ".........",
        "....XXX..",
        "..X......",
        ".X..X....",
        ".........",
    ]);
    assert_eq!(
        refusal(&double, "e5"),
        "double three: e5-e4-e2 (straight four at e3) and c7-e5-f4 (straight four at d6); e5-c3-b2 is no three, \
         because d4 is forbidden (double four: d4-e4-f4-g4 (five at c4 or h4) and e5-d4-c3-b2 (five at f6 or a1))"
    );
    // Of two rows of three one does not count, for the same reason, so the point is free.
    let single = diagram(&[
        ".........",
        ".........",
        "......X..",
        "...XX..X.",
        ".........",
        "...X.....",
        "....X....",
        ".........",
        ".........",
    ]);
    assert_eq!(refusal(&single, "e5"), "legal");
    // Here the straight four of e5, g5 and h5 would come with a five on the column f.
    let five = diagram(&[
        ".........",
        ".....X...",
        "..X..X...",
        ".....X...",
        "......XX.",
        ".....X...",
        ".........",
        ".........",
        ".........",
    ]);
    assert_eq!(refusal(&five, "e5"), "legal");
    for position in [single, five] {
        let Move::Place(e5) = position.parse_move("e5").unwrap() else { panic!("a point") };
        let threes = position.renju_shapes(e5).unwrap().threes;
        assert_eq!(threes.iter().map(|three| three.counts()).filter(|counts| *counts).count(), 1);
        assert_eq!(threes.len(), 2);
    }
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
        p.legal_moves_into(&mut out);
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

#[test]
fn a_foul_that_a_record_ends_with_loses_the_game() {
    use tengen_games::{EndReason, Outcome};
    let mut position = Position::new(&Rules::RENJU);
    for text in ["g8", "a1", "i8", "c1", "h7", "e1", "h9", "g1"] {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    let before = position.clone();
    let foul: Move = position.parse_move("h8").unwrap();
    let refused = position.play(foul).unwrap_err();
    assert!(matches!(refused.reason, Reason::Forbidden(_)), "{refused}");
    let played = position.play_or_foul(foul).unwrap();
    let lost = Outcome { winner: Some(Color::White), reason: EndReason::Foul };
    assert_eq!((played.outcome, position.outcome()), (Some(lost), Some(lost)));
    assert_eq!(played.placed, foul.point().map(|p| (p, Color::Black)));
    assert_eq!((position.ply(), position.legal_moves().len()), (9, 0));
    // Nothing follows, and undo gives the position before it.
    assert!(position.play_or_foul(position.parse_move("a15").unwrap()).is_err());
    assert_eq!(position.undo(), Some(foul));
    assert_eq!((&position, position.hash()), (&before, before.hash()));
    // Any other illegal move is refused, and a legal one is simply played.
    assert!(position.play_or_foul(position.parse_move("g8").unwrap()).is_err());
    assert!(position.play_or_foul(position.parse_move("a15").unwrap()).unwrap().outcome.is_none());
}
