//! The position against everything worked out anew, after random play and taking back, and against the rules of
//! `tengen_games`.

use super::*;
use crate::with_rule;
use tengen_board::random::SplitMix64;
use tengen_board::{AXES, zobrist};
use tengen_games::gomoku::{Rules, Variant};
use tengen_games::{EndReason, SetUp};

/// What the rules' own position says of the same stones, with `color` to move.
fn game_of<R: Rule>(position: &Position<R>, color: Color) -> Option<gomoku::Position> {
    let rules = Rules { size: position.size(), variant: R::VARIANT, ..Rules::FREESTYLE };
    let cells = position.size().points().map(|p| (p, position.at(position.spot(p)))).collect();
    gomoku::Position::set_up(&rules, &SetUp { cells, to_move: color }).ok()
}

/// Everything that is kept, against the same worked out from the stones alone.
fn check_all<R: Rule>(position: &Position<R>) {
    let mut value = 0;
    let mut near = Spots::NONE;
    let size = position.size();
    for point in size.points() {
        let spot = position.spot(point);
        if !position.at(spot).is_empty() {
            assert!(!position.is_empty(spot) && position.codes[usize::from(spot)] == 0);
            for other in size.points() {
                let (r, c) = (point.row.abs_diff(other.row), point.col.abs_diff(other.col));
                if r.max(c) <= 2 || r.max(c) == 3 && (r == 0 || c == 0 || r == c) {
                    near.insert(position.spot(other));
                }
            }
            continue;
        }
        for color in Color::BOTH {
            for axis in AXES {
                let pattern = R::patterns().pattern(position.window(spot, axis), color);
                assert_eq!(position.pattern(color, spot, axis), pattern);
            }
            let patterns = position.patterns(color, spot);
            let class = Threat::of_patterns(R::VARIANT, color, patterns);
            assert_eq!(position.class(color, spot), class);
            for kept in Threat::kept() {
                assert_eq!(position.points(color, kept).contains(spot), kept == class);
            }
            let worth = i32::from(position.values().weights().worth(color, patterns));
            value += if color == Color::Black { worth } else { -worth };
        }
    }
    for color in Color::BOTH {
        for kept in Threat::kept() {
            assert_eq!(position.count(color, kept), position.points(color, kept).len());
        }
        let four = |s: Spot| (Threat::Four..=Threat::OpenFour).contains(&position.class(color, s));
        let fours: Spots = position.empties().iter().filter(|&s| four(s)).collect();
        assert_eq!(position.fours(color), fours);
        assert_eq!(position.has_four(color), !fours.is_empty());
    }
    assert_eq!(position.value(), value);
    assert_eq!(position.candidates(), near - position.occupied());
    assert_eq!(position.empty_count(), position.empties().len());
}

/// What the rules say of each empty point: whether it wins, and whether it is forbidden.
fn check_rules<R: Rule>(position: &Position<R>) {
    for color in Color::BOTH {
        let Some(game) = game_of(position, color).filter(|game| !game.is_over()) else { continue };
        assert_eq!(
            game.hash(),
            position.key() ^ if position.to_move() == color { 0 } else { zobrist::WHITE_TO_MOVE }
        );
        for spot in position.empties() {
            let mv = Move::Place(position.point(spot));
            assert_eq!(game.is_legal(mv), position.may_play(color, spot), "{color} {mv:?} {position:?}");
            if game.is_legal(mv) {
                let mut after = game.clone();
                after.play_unchecked(mv);
                let wins =
                    after.outcome().is_some_and(|o| o.winner == Some(color) && o.reason == EndReason::Line);
                assert_eq!(wins, position.class(color, spot) == Threat::Five, "{color} {mv:?} {position:?}");
            }
        }
    }
}

/// A random empty point, more often than not near the stones, so that rows arise.
fn draw<R: Rule>(position: &Position<R>, rng: &mut SplitMix64) -> Spot {
    let near = position.candidates();
    let from = if near.is_empty() || rng.below(10) == 0 { position.empties() } else { near };
    from.iter().nth(rng.below(from.len())).expect("the board is not full")
}

fn random_games<R: Rule>() {
    let mut rng = SplitMix64(2026);
    for (n, &(rows, cols)) in
        [(5, 5), (6, 5), (7, 22), (22, 5), (10, 10), (15, 15), (15, 15), (20, 20), (22, 22)]
            .iter()
            .enumerate()
    {
        let mut position = Position::<R>::new(Size::of(rows, cols));
        let mut past = vec![];
        for step in 0..400 {
            if position.empty_count() > 0 && (past.is_empty() || rng.below(5) > 0) {
                past.push(position.clone());
                if rng.below(30) == 0 {
                    position.pass();
                } else {
                    let spot = draw(&position, &mut rng);
                    let key = position.key_after(spot);
                    position.play(spot);
                    assert_eq!((position.last_move(), position.key()), (Some(spot), key));
                }
            } else if let Some(before) = past.pop() {
                position.undo();
                assert!(position == before, "undo left a trace");
                assert_eq!((position.key(), position.ply()), (before.key(), before.ply()));
            }
            if (step + n) % 7 == 0 {
                check_all(&position);
            }
            if (step + n) % 23 == 0 {
                check_rules(&position);
            }
        }
        if let Some(game) = game_of(&position, position.to_move()) {
            assert!(Position::<R>::from_game(&game) == position);
        }
        while let Some(before) = past.pop() {
            position.undo();
            assert!(position == before);
        }
    }
}

#[test]
fn freestyle_positions_keep_what_the_board_says() {
    random_games::<crate::rule::Freestyle>();
}

#[test]
fn standard_positions_keep_what_the_board_says() {
    random_games::<crate::rule::Standard>();
}

#[test]
fn renju_positions_keep_what_the_board_says() {
    random_games::<crate::rule::Renju>();
}

#[test]
fn caro_positions_keep_what_the_board_says() {
    random_games::<crate::rule::Caro>();
    random_games::<crate::rule::StandardCaro>();
}

/// The defences on a line, by trying every point of it.
#[test]
fn defences_are_the_points_where_a_stone_takes_the_pattern_away() {
    let mut rng = SplitMix64(5);
    for variant in Variant::ALL {
        with_rule!(variant, R => {
            let mut position = Position::<R>::new(Size::of(12, 12));
            let mut seen = 0;
            for _ in 0..70 {
                let spot = draw(&position, &mut rng);
                position.play(spot);
                for color in Color::BOTH {
                    position.set_to_move(color.opponent());
                    for spot in position.fives(color) | position.points(color, Threat::OpenFour) {
                        for axis in AXES {
                            let now = position.pattern(color, spot, axis);
                            if now < Pattern::OpenFour {
                                continue;
                            }
                            let mut expected = Spots::one(spot);
                            let point = position.point(spot);
                            for other in position.empties().iter().filter(|&s| s != spot) {
                                let there = position.point(other);
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
                                    position.play(other);
                                    if position.pattern(color, spot, axis) < now {
                                        expected.insert(other);
                                    }
                                    position.undo();
                                }
                            }
                            assert_eq!(position.defences(color, spot, axis), expected);
                            seen += 1;
                        }
                    }
                }
                position.set_to_move(Color::BOTH[rng.below(2)]);
            }
            assert!(seen > 20, "{variant}: {seen}");
        });
    }
}

/// `../shared/truth/gomoku/renju-forbidden*.txt`: black stones, white stones, and every forbidden point.
#[test]
fn forbidden_points_are_those_of_the_published_lists() {
    let Some(truth) = std::env::var_os("TENGEN_TRUTH") else {
        return println!("skipped: forbidden_points_are_those_of_the_published_lists (no TENGEN_TRUTH)");
    };
    let folder = std::path::Path::new(&truth).join("gomoku");
    let mut lines = 0;
    for file in ["renju-forbidden.txt", "renju-forbidden-hard.txt"] {
        let text = std::fs::read_to_string(folder.join(file)).expect("a list of forbidden points");
        for line in text.lines().filter(|line| line.contains('|')) {
            let mut position = Position::<crate::rule::Renju>::new(Size::of(15, 15));
            let points = |part: &str| -> Vec<Spot> {
                let one = |xy: &str| {
                    let (x, y) = xy.split_once(',').expect("x,y");
                    position.spot(Point::new(y.parse().expect("y"), x.parse().expect("x")))
                };
                part.split_whitespace().map(one).collect()
            };
            let parts: Vec<Vec<Spot>> = line.split('|').map(points).collect();
            for (color, stones) in Color::BOTH.into_iter().zip(&parts) {
                for &spot in stones {
                    position.set_to_move(color);
                    position.play(spot);
                }
            }
            let found: Spots = position.empties().iter().filter(|&s| position.is_forbidden(s)).collect();
            assert_eq!(found, parts[2].iter().copied().collect(), "{line}");
            lines += 1;
        }
    }
    assert_eq!(lines, 4000);
}

#[test]
fn a_smoothed_evaluation_counts_the_mean_of_two_plies() {
    let mut rng = SplitMix64(41);
    let plain = crate::Weights::by_hand(Variant::Renju);
    let mut smooth = plain.clone();
    smooth.set_smooth(true);
    let [mut plain, mut smooth] = [plain, smooth].map(|weights| {
        Position::<crate::rule::Renju>::with_values(Size::of(15, 15), Arc::new(Values::new(weights)))
    });
    let mut differ = 0;
    for _ in 0..40 {
        let before = plain.value();
        let spot = plain.empties().iter().nth(rng.below(plain.empty_count())).expect("there is room");
        plain.play(spot);
        smooth.play(spot);
        let mean = (before + plain.value()) / 2 - plain.value();
        let more = if plain.to_move() == Color::Black { mean } else { -mean };
        assert_eq!(smooth.evaluate(), plain.evaluate() + more);
        differ += usize::from(more != 0);
    }
    assert!(differ > 10);
    // After a pass it is the same sum twice.
    let now = (plain.value(), smooth.value());
    plain.pass();
    smooth.pass();
    assert_eq!((plain.value(), smooth.value()), now);
    assert_eq!(plain.evaluate(), smooth.evaluate());
}

#[test]
fn a_stone_outside_the_zone_of_a_foul_changes_nothing() {
    let mut rng = SplitMix64(43);
    let (mut outside, mut changed, mut far) = (0, 0, 0);
    for _ in 0..400 {
        let mut position = Position::<crate::rule::Renju>::new(Size::of(15, 15));
        // Black stones close together, so that threes hang on one another.
        for color in [Color::Black, Color::White] {
            for _ in 0..9 + rng.below(8) {
                let point = Point::new(3 + rng.below(9) as u8, 3 + rng.below(9) as u8);
                let spot = position.spot(point);
                if position.is_empty(spot) {
                    position.set_to_move(color);
                    position.play(spot);
                }
            }
        }
        let doubtful = |&spot: &Spot| position.info(Color::Black, spot).is_doubtful();
        let doubtful: Vec<Spot> = position.empties().iter().filter(doubtful).collect();
        for spot in doubtful {
            let (before, zone) = (position.is_forbidden(spot), position.foul_zone(spot));
            let mut seen = Spots::one(spot);
            position.windows_around(spot, |spot, _, _| seen.insert(spot));
            assert!((seen - zone).is_empty());
            for other in (position.empties() - Spots::one(spot)).iter() {
                for color in Color::BOTH {
                    position.set_to_move(color);
                    position.play(other);
                    let after = position.is_forbidden(spot);
                    position.undo();
                    assert!(before == after || zone.contains(other), "{spot} {other} {position:?}");
                    outside += usize::from(!zone.contains(other));
                    changed += usize::from(before != after);
                    far += usize::from(before != after && !seen.contains(other));
                }
            }
        }
    }
    assert!(outside > 10_000 && changed > 1000 && far > 10, "{outside} {changed} {far}");
}
