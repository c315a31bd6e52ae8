//! Which rows of five win, by each rule set, against runs counted the article's way.

mod support;

use std::collections::HashSet;
use support::{Plain, set_up};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Variant};
use tengen_games::{EndReason, Game, SetUpError};

/// Whether a row wins, said plainly.
fn row_wins(plain: &Plain, point: Point, axis: usize, variant: Variant, color: Color) -> bool {
    let length = plain.runs(point)[axis];
    let other = Some(Cell::from(color.opponent()));
    let blocked = plain.ends(point, axis) == [other, other];
    match variant {
        Variant::Freestyle => length >= 5,
        Variant::Standard => length == 5,
        Variant::Renju => {
            if color == Color::Black {
                length == 5
            } else {
                length >= 5
            }
        }
        Variant::Caro => length >= 6 || length == 5 && !blocked,
        Variant::StandardCaro => length == 5 && !blocked,
    }
}

#[test]
fn wins_are_those_that_counting_runs_finds() {
    let mut rng = SplitMix64(5);
    for variant in Variant::ALL {
        let mut ends = [0, 0];
        for round in 0..250 {
            // Small boards fill up without a winner now and then.
            let more = if round % 2 == 0 { 18 } else { 3 };
            let size = Size::of(5 + rng.below(more), 5 + rng.below(more));
            let mut position = Position::new(&Rules { size, variant, opening: OpeningRule::None });
            let mut plain = Plain::new(size);
            while position.outcome().is_none() {
                let color = position.to_move();
                let mv = position.play_random(&mut || rng.next_u32()).expect("the game goes on");
                let point = mv.point().expect("a stone");
                assert!(plain.at(point).is_empty());
                plain.set(point, color.into());
                let rows: Vec<usize> =
                    (0..4).filter(|&axis| row_wins(&plain, point, axis, variant, color)).collect();
                match position.outcome().map(|o| (o.winner, o.reason)) {
                    Some((winner, EndReason::Line)) => {
                        assert!(!rows.is_empty() && winner == Some(color), "{position:?}");
                        position.undo();
                        let line: HashSet<Point> = position.play(mv).unwrap().line.into_iter().collect();
                        let expected: HashSet<Point> =
                            rows.iter().flat_map(|&axis| plain.row(point, axis)).collect();
                        assert_eq!(line, expected);
                        ends[0] += 1;
                    }
                    Some((winner, _)) => {
                        assert!(rows.is_empty() && winner != Some(Color::Black));
                        ends[1] += 1;
                    }
                    None => assert_eq!(rows, [0; 0], "{position:?}"),
                }
            }
        }
        assert!(ends[0] > 50 && ends[1] > 5, "{variant}: {ends:?}");
    }
}

/// Plays black's last stone at `point` of a one-row diagram in the middle of a board.
fn row(variant: Variant, text: &str, col: u8) -> bool {
    let mut plain = Plain::new(Size::of(5, text.len()));
    for (i, c) in text.chars().enumerate() {
        plain.cells[2][i] = match c {
            'X' => Cell::Black,
            'O' => Cell::White,
            _ => Cell::Empty,
        };
    }
    let rules = Rules { size: plain.size, variant, opening: OpeningRule::None };
    let mut position = Position::set_up(&rules, &set_up(&plain, Color::Black)).unwrap();
    position.play(Point::new(2, col).into()).unwrap();
    position.is_over()
}

/// How the Gomocup manager reads rule 8 (caro) and 8 + 1: see docs/rules/gomoku.md.
#[test]
fn caro_wants_an_open_end_unless_the_row_is_longer() {
    use Variant::{Caro, Freestyle, Standard, StandardCaro};
    for (text, col, winners) in [
        (".XX.XX.", 3, vec![Freestyle, Standard, Caro, StandardCaro]),
        ("OXX.XX.", 3, vec![Freestyle, Standard, Caro, StandardCaro]),
        ("OXX.XXO", 3, vec![Freestyle, Standard]),
        // The edge blocks nothing.
        ("XX.XXO", 2, vec![Freestyle, Standard, Caro, StandardCaro]),
        ("OXX.XX", 3, vec![Freestyle, Standard, Caro, StandardCaro]),
        ("XX.XX", 2, vec![Freestyle, Standard, Caro, StandardCaro]),
        // Six between two stones still win by rule 8 alone.
        ("OXX.XXXO", 3, vec![Freestyle, Caro]),
        (".XX.XXX.", 3, vec![Freestyle, Caro]),
    ] {
        for variant in [Freestyle, Standard, Caro, StandardCaro] {
            assert_eq!(row(variant, text, col), winners.contains(&variant), "{variant}: {text}");
        }
    }
}

#[test]
fn a_wrong_set_up_is_named() {
    let mut plain = Plain::new(Size::of(15, 15));
    for col in 0..5 {
        plain.set(Point::new(0, col), Cell::White);
    }
    let at = |board: &Plain, rules: &Rules, to_move| Position::set_up(rules, &set_up(board, to_move));
    assert_eq!(at(&plain, &Rules::FREESTYLE, Color::White), Err(SetUpError::AlreadyWon(Color::White)));
    let won = at(&plain, &Rules::FREESTYLE, Color::Black).unwrap();
    assert_eq!(won.outcome().and_then(|o| o.winner), Some(Color::White));
    for col in 0..5 {
        plain.set(Point::new(7, col), Cell::White);
    }
    assert_eq!(at(&plain, &Rules::FREESTYLE, Color::Black), Err(SetUpError::AlreadyWon(Color::White)));
    // Nine in a row can be joined by one stone; of ten, five were there before.
    for (length, joined) in [(9, true), (10, false)] {
        let mut plain = Plain::new(Size::of(15, 15));
        for col in 0..length {
            plain.set(Point::new(3, col), Cell::White);
        }
        assert_eq!(at(&plain, &Rules::FREESTYLE, Color::Black).is_ok(), joined);
    }
    let swap2 = Rules { opening: OpeningRule::Swap2, ..Rules::FREESTYLE };
    assert_eq!(at(&Plain::new(Size::of(15, 15)), &swap2, Color::Black), Err(SetUpError::Opening));
}
