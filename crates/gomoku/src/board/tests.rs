//! The board against everything computed from scratch, after random moves and undos, and against the rules of
//! `tengen_games`.

use super::*;
use crate::with_rule;
use tengen_board::random::SplitMix64;
use tengen_board::{AXES, zobrist};
use tengen_games::gomoku::{Rules, Variant};
use tengen_games::{EndReason, SetUp};

/// The same stones as a position of the rules, with `color` to move.
fn game_of<R: RuleSet>(board: &Board<R>, color: Color) -> Option<gomoku::Position> {
    let rules = Rules { size: board.size(), variant: R::VARIANT, ..Rules::FREESTYLE };
    let cells = board.size().points().map(|p| (p, board.at(board.square(p)))).collect();
    gomoku::Position::set_up(&rules, &SetUp { cells, to_move: color }).ok()
}

/// A term for each code that is unlike the others; 0 for four dead patterns.
fn term(color: Color, patterns: [Pattern; 4]) -> i16 {
    let number = patterns.iter().fold(0_i32, |number, &pattern| number * 17 + pattern as i32);
    (number * if color == Color::Black { 31 } else { 53 } % 9_973) as i16
}

/// Everything the board keeps, against the same computed from the stones.
fn check_all<R: RuleSet>(board: &Board<R>) {
    let mut sum = 0;
    let mut near = SquareSet::EMPTY;
    let size = board.size();
    for point in size.points() {
        let square = board.square(point);
        if !board.at(square).is_empty() {
            assert!(!board.is_empty(square) && board.codes[usize::from(square)] == 0);
            for other in size.points() {
                let (r, c) = (point.row.abs_diff(other.row), point.col.abs_diff(other.col));
                if r.max(c) <= 2 || r.max(c) == 3 && (r == 0 || c == 0 || r == c) {
                    near.insert(board.square(other));
                }
            }
            continue;
        }
        for color in Color::BOTH {
            for axis in AXES {
                let pattern = R::patterns().pattern(board.window(square, axis), color);
                assert_eq!(board.pattern(color, square, axis), pattern);
            }
            let patterns = board.patterns(color, square);
            let class = Threat::of_patterns(R::VARIANT, color, patterns);
            assert_eq!(board.class(color, square), class);
            for kept in Threat::tracked() {
                assert_eq!(board.points(color, kept).contains(square), kept == class);
            }
            let term = i32::from(term(color, patterns));
            sum += if color == Color::Black { term } else { -term };
        }
    }
    for color in Color::BOTH {
        for kept in Threat::tracked() {
            assert_eq!(board.count(color, kept), board.points(color, kept).len());
        }
        let four = |s: Square| (Threat::Four..=Threat::OpenFour).contains(&board.class(color, s));
        let fours: SquareSet = board.empties().iter().filter(|&s| four(s)).collect();
        assert_eq!(board.fours(color), fours);
        assert_eq!(board.has_four(color), !fours.is_empty());
    }
    assert_eq!(board.sum(), sum);
    assert_eq!(board.candidates(), near - board.occupied());
    assert_eq!(board.empty_count(), board.empties().len());
}

/// The rules' verdict on each empty square: if it wins, and if it is forbidden.
fn check_rules<R: RuleSet>(board: &Board<R>) {
    for color in Color::BOTH {
        let Some(game) = game_of(board, color).filter(|game| !game.is_over()) else { continue };
        assert_eq!(
            game.hash(),
            board.key() ^ if board.to_move() == color { 0 } else { zobrist::WHITE_TO_MOVE }
        );
        for square in board.empties() {
            let mv = Move::Place(board.point(square));
            assert_eq!(game.is_legal(mv), board.may_play(color, square), "{color} {mv:?} {board:?}");
            if game.is_legal(mv) {
                let mut after = game.clone();
                after.play_unchecked(mv);
                let wins =
                    after.outcome().is_some_and(|o| o.winner == Some(color) && o.reason == EndReason::Line);
                assert_eq!(wins, board.class(color, square) == Threat::Five, "{color} {mv:?} {board:?}");
            }
        }
    }
}

/// A random empty square, mostly near the stones, so that rows arise.
fn draw<R: RuleSet>(board: &Board<R>, rng: &mut SplitMix64) -> Square {
    let near = board.candidates();
    let from = if near.is_empty() || rng.below(10) == 0 { board.empties() } else { near };
    from.iter().nth(rng.below(from.len())).expect("the board is not full")
}

fn random_games<R: RuleSet>() {
    let mut rng = SplitMix64(2026);
    for (n, &(rows, cols)) in
        [(5, 5), (6, 5), (7, 22), (22, 5), (10, 10), (15, 15), (15, 15), (20, 20), (22, 22)]
            .iter()
            .enumerate()
    {
        let table = Arc::new(CodeTable::new(R::VARIANT, term));
        let mut board = Board::<R>::with_table(Size::of(rows, cols), table.clone());
        let mut past = vec![];
        for step in 0..400 {
            if board.empty_count() > 0 && (past.is_empty() || rng.below(5) > 0) {
                past.push(board.clone());
                if rng.below(30) == 0 {
                    board.pass();
                } else {
                    let square = draw(&board, &mut rng);
                    let key = board.key_after(square);
                    board.play(square);
                    assert_eq!((board.last_move(), board.key()), (Some(square), key));
                }
            } else if let Some(before) = past.pop() {
                board.undo();
                assert!(board == before, "undo left a trace");
                assert_eq!((board.key(), board.ply()), (before.key(), before.ply()));
            }
            if (step + n) % 7 == 0 {
                check_all(&board);
            }
            if (step + n) % 23 == 0 {
                check_rules(&board);
            }
        }
        if let Some(game) = game_of(&board, board.to_move()) {
            assert!(Board::<R>::from_game_with(&game, table) == board);
        }
        while let Some(before) = past.pop() {
            board.undo();
            assert!(board == before);
        }
    }
}

#[test]
fn freestyle_positions_keep_what_the_board_says() {
    random_games::<crate::board::rule_set::Freestyle>();
}

#[test]
fn standard_positions_keep_what_the_board_says() {
    random_games::<crate::board::rule_set::Standard>();
}

#[test]
fn renju_positions_keep_what_the_board_says() {
    random_games::<crate::board::rule_set::Renju>();
}

#[test]
fn caro_positions_keep_what_the_board_says() {
    random_games::<crate::board::rule_set::Caro>();
    random_games::<crate::board::rule_set::StandardCaro>();
}

/// The defences on a line, by trying every square of it.
#[test]
fn defences_are_the_points_where_a_stone_takes_the_pattern_away() {
    let mut rng = SplitMix64(5);
    for variant in Variant::ALL {
        with_rule!(variant, R => {
            let mut board = Board::<R>::new(Size::of(12, 12));
            let mut seen = 0;
            for _ in 0..70 {
                let square = draw(&board, &mut rng);
                board.play(square);
                for color in Color::BOTH {
                    board.set_to_move(color.opponent());
                    for square in board.fives(color) | board.points(color, Threat::OpenFour) {
                        for axis in AXES {
                            let now = board.pattern(color, square, axis);
                            if now < Pattern::OpenFour {
                                continue;
                            }
                            let mut expected = SquareSet::one(square);
                            let point = board.point(square);
                            for other in board.empties().iter().filter(|&s| s != square) {
                                let there = board.point(other);
                                let (r, c) = (
                                    i32::from(there.row) - i32::from(point.row),
                                    i32::from(there.col) - i32::from(point.col),
                                );
                                let on_line = match axis {
                                    Axis::Row => r == 0,
                                    Axis::Column => c == 0,
                                    Axis::Diagonal => r == c,
                                    Axis::AntiDiagonal => r == -c,
                                };
                                if on_line {
                                    board.play(other);
                                    if board.pattern(color, square, axis) < now {
                                        expected.insert(other);
                                    }
                                    board.undo();
                                }
                            }
                            assert_eq!(board.defences(color, square, axis), expected);
                            seen += 1;
                        }
                    }
                }
                board.set_to_move(Color::BOTH[rng.below(2)]);
            }
            assert!(seen > 20, "{variant}: {seen}");
        });
    }
}

/// Black stones, white stones, and every forbidden point, a line: those of the facts and of the outside truth.
#[test]
fn forbidden_points_are_those_of_the_published_lists() {
    assert_eq!(check_forbidden(&tengen_truth::fact_lines("renju-forbidden.txt").join("\n")), 54);
    for (name, lines) in [("gomoku/renju-forbidden.txt", 3951), ("gomoku/renju-forbidden-hard.txt", 49)] {
        let Some(text) = tengen_truth::text(name) else { return };
        assert_eq!(check_forbidden(&text), lines, "{name}");
    }
}

/// Checks every line and returns their number.
fn check_forbidden(text: &str) -> usize {
    let mut lines = 0;
    for line in text.lines().filter(|line| line.contains('|')) {
        let mut board = Board::<crate::board::rule_set::Renju>::new(Size::of(15, 15));
        let points = |part: &str| -> Vec<Square> {
            let one = |xy: &str| {
                let (x, y) = xy.split_once(',').expect("x,y");
                board.square(Point::new(y.parse().expect("y"), x.parse().expect("x")))
            };
            part.split_whitespace().map(one).collect()
        };
        let parts: Vec<Vec<Square>> = line.split('|').map(points).collect();
        for (color, stones) in Color::BOTH.into_iter().zip(&parts) {
            for &square in stones {
                board.set_to_move(color);
                board.play(square);
            }
        }
        let found: SquareSet = board.empties().iter().filter(|&s| board.is_forbidden(s)).collect();
        assert_eq!(found, parts[2].iter().copied().collect(), "{line}");
        lines += 1;
    }
    lines
}

#[test]
fn a_stone_outside_the_zone_of_a_foul_changes_nothing() {
    let mut rng = SplitMix64(43);
    let (mut outside, mut changed, mut far) = (0, 0, 0);
    for _ in 0..400 {
        let mut board = Board::<crate::board::rule_set::Renju>::new(Size::of(15, 15));
        // Black stones close together, so that threes depend on each other.
        for color in [Color::Black, Color::White] {
            for _ in 0..9 + rng.below(8) {
                let point = Point::new(3 + rng.below(9) as u8, 3 + rng.below(9) as u8);
                let square = board.square(point);
                if board.is_empty(square) {
                    board.set_to_move(color);
                    board.play(square);
                }
            }
        }
        let doubtful = |&square: &Square| board.info(Color::Black, square).is_doubtful();
        let doubtful: Vec<Square> = board.empties().iter().filter(doubtful).collect();
        for square in doubtful {
            let (before, zone) = (board.is_forbidden(square), board.foul_zone(square));
            let mut seen = SquareSet::one(square);
            board.windows_around(square, |square, _, _| seen.insert(square));
            assert!((seen - zone).is_empty());
            for other in (board.empties() - SquareSet::one(square)).iter() {
                for color in Color::BOTH {
                    board.set_to_move(color);
                    board.play(other);
                    let after = board.is_forbidden(square);
                    board.undo();
                    assert!(before == after || zone.contains(other), "{square} {other} {board:?}");
                    outside += usize::from(!zone.contains(other));
                    changed += usize::from(before != after);
                    far += usize::from(before != after && !seen.contains(other));
                }
            }
        }
    }
    assert!(outside > 10_000 && changed > 1000 && far > 10, "{outside} {changed} {far}");
}
