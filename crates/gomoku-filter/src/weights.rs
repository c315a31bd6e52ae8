//! The article's evaluation of a point: a weight for each of the four directions, and one number K for all of them.
//!
//! The weight of a direction depends on the four points on either side:
//!
//! - it begins at 2.
//! - every own stone adds 1.
//! - stones of the opponent subtract 1, once.
//! - an edge of the board subtracts 1, once.
//!
//! So a weight is 0 to 10; from 5 on it counts as 5, because the filters for fours and fives decide there. K is `Σ
//! aᵢ·4ⁱ`, where `aᵢ` is the number of directions with the weight `i`, 0 to 5. The strongest direction decides, then
//! the next.
//!
//! Four equal directions overflow the base-4 digit: 4·4ⁱ is 4ⁱ⁺¹, so four directions of weight `i` count as one of
//! weight `i + 1` alone. The article has it so.

use crate::window::{MIDDLE, Window};

/// The largest weight that K distinguishes.
pub(crate) const MAX_WEIGHT: u32 = 5;

/// Four points on either side of the middle.
const NEAR: u32 = 0b011_1111_1110 & !MIDDLE;

/// The weight of one direction.
#[inline]
pub(crate) fn weight(window: Window) -> u32 {
    let own = (window.own & NEAR).count_ones();
    let opposed = u32::from(window.other & NEAR != 0);
    let edge = u32::from(!window.inside & NEAR != 0);
    2 + own - opposed - edge
}

/// The share of one direction in K.
#[inline]
pub(crate) fn share(weight: u32) -> u32 {
    1 << (2 * weight.min(MAX_WEIGHT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::lines_of;
    use tengen_board::layout::Layout;
    use tengen_board::random::SplitMix64;
    use tengen_board::{AXES, Cell, Color, DIRECTIONS, Point, Size};
    use tengen_games::{Game, gomoku};

    /// The article's board: a 2-D array with a rim, read cell by cell.
    struct Matrix(Vec<Vec<i8>>);

    const EMPTY: i8 = 0;
    const RIM: i8 = 9;

    impl Matrix {
        fn of(position: &gomoku::Position) -> Matrix {
            let size = position.size();
            let mut cells = vec![vec![RIM; size.cols() + 8]; size.rows() + 8];
            for p in size.points() {
                cells[p.row as usize + 4][p.col as usize + 4] = match position.at(p) {
                    Cell::Empty => EMPTY,
                    Cell::White => 1,
                    Cell::Black => 2,
                };
            }
            Matrix(cells)
        }

        fn weight(&self, point: Point, direction: usize, own: i8) -> u32 {
            let (mut weight, mut opposed, mut edge) = (2, false, false);
            for way in [DIRECTIONS[direction], DIRECTIONS[direction + 4]] {
                for n in 1..=4 {
                    let row = i32::from(point.row) + 4 + n * i32::from(way.d_row);
                    let col = i32::from(point.col) + 4 + n * i32::from(way.d_col);
                    match self.0[row as usize][col as usize] {
                        EMPTY => {}
                        RIM => edge = true,
                        stone if stone == own => weight += 1,
                        _ => opposed = true,
                    }
                }
            }
            weight - i32::from(opposed) as u32 - i32::from(edge) as u32
        }

        fn k(&self, point: Point, own: i8) -> u32 {
            let mut a = [0; 6];
            for direction in 0..4 {
                a[self.weight(point, direction, own).min(5) as usize] += 1;
            }
            (0..6).map(|i| a[i] * 4u32.pow(i as u32)).sum()
        }
    }

    #[test]
    fn weights_and_k_agree_with_a_plain_walk() {
        for side in [5, 8, 15, 19, 22] {
            let rules = gomoku::Rules { size: Size::of(side, side), ..gomoku::Rules::FREESTYLE };
            for seed in 0..10 {
                let mut rng = SplitMix64(seed);
                let mut position = gomoku::Position::new(&rules);
                for _ in 0..rng.below(side * side * 3 / 4) {
                    position.play_random(&mut || rng.next_u32());
                }
                let (lines, matrix) = (lines_of(&position), Matrix::of(&position));
                for point in rules.size.points().filter(|&p| position.at(p).is_empty()) {
                    for (color, own) in [(Color::White, 1), (Color::Black, 2)] {
                        let mut k = 0;
                        for axis in AXES {
                            let here = weight(Window::around(&lines, lines.index(point), axis, color));
                            assert_eq!(here, matrix.weight(point, axis as usize, own), "{point:?} {axis:?}");
                            k += share(here);
                        }
                        assert_eq!(k, matrix.k(point, own), "{point:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_rules_of_the_article_one_by_one() {
        // The point is the middle of eleven; the outermost two are out of reach.
        for (text, expected) in [
            (".....*.....", 2),
            (".....*...X.", 3),
            ("X....*....X", 2),
            ("...XX*X....", 5),
            (".XXXX*XXXX.", 10),
            (".....*..O..", 1),
            (".O.OO*OOOO.", 1),
            ("##...*.....", 1),
            ("#....*.....", 2),
            ("####.*..###", 1),
            ("###.O*X..O.", 1),
            ("###.O*...O.", 0),
        ] {
            assert_eq!(weight(Window::drawn(text)), expected, "{text}");
        }
    }

    #[test]
    fn the_strongest_direction_decides_but_for_four_of_the_next() {
        let k = |weights: [u32; 4]| weights.into_iter().map(share).sum::<u32>();
        for strong in 1..=5 {
            // Up to three directions of the next weight do not reach one of this.
            assert!(k([strong, 0, 0, 0]) > k([strong - 1, strong - 1, strong - 1, 0]), "{strong}");
            assert!(k([strong, strong, 0, 0]) > k([strong, strong - 1, strong - 1, strong - 1]));
            // Four of them equal it, if the other directions have no weight.
            assert_eq!(k([strong - 1; 4]), share(strong));
        }
        assert_eq!(k([5, 5, 5, 5]), k([6, 7, 8, 10]));
    }
}
