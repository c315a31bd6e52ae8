//! Patterns: small sets of squares whose discs are looked up as one number.
//!
//! A pattern is one of fifteen classes of squares, seen in up to eight orientations: lines, diagonals, corner and edge
//! blocks, after M. Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello"
//! (1997). Its number is a sum of powers of three, with +1 for a disc of the side to move, -1 for a disc of the
//! opponent and 0 for an empty square. Balanced digits make a change of sides a negation.
//!
//! [`Indices`] holds the numbers of all patterns of a position. A move updates them by additions of whole vectors,
//! which the compiler turns into the vector instructions of the backend.

use tengen_games::othello::Bits;

/// The number of patterns on a board.
pub const PATTERNS: usize = 62;
/// The patterns and two unused lanes: four vectors of sixteen numbers.
const LANES: usize = 64;

/// The squares of each class in one orientation; the first is the lowest digit. Square 0 is a1, 7 is h1, 63 is h8.
const CLASSES: [&[u8]; 15] = [
    &[8, 9, 10, 11, 12, 13, 14, 15],       // row 2
    &[16, 17, 18, 19, 20, 21, 22, 23],     // row 3
    &[24, 25, 26, 27, 28, 29, 30, 31],     // row 4
    &[0, 9, 18, 27, 36, 45, 54, 63],       // diagonal of 8
    &[1, 10, 19, 28, 37, 46, 55],          // diagonal of 7
    &[2, 11, 20, 29, 38, 47],              // diagonal of 6
    &[3, 12, 21, 30, 39],                  // diagonal of 5
    &[4, 13, 22, 31],                      // diagonal of 4
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],      // edge and both X squares
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],      // corner of 3×3
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],    // corner of 5×2
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],   // triangle
    &[32, 24, 16, 8, 0, 9, 1, 2, 3, 4],    // corner, X square and four squares of each edge
    &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13],   // edge without C squares, and the block above
    &[0, 9, 18, 27, 1, 10, 19, 8, 17, 26], // half diagonal and its neighbours
];

/// The number of classes.
pub const CLASS_COUNT: usize = CLASSES.len();

/// Squares of the class.
pub const fn class_len(class: usize) -> usize {
    CLASSES[class].len()
}

/// Configurations of the class.
pub const fn class_size(class: usize) -> usize {
    3usize.pow(class_len(class) as u32)
}

/// `square` under one of the eight symmetries: bit 0 mirrors the columns, bit 1 the rows, bit 2 swaps both.
const fn transform(square: u8, symmetry: usize) -> u8 {
    let (mut row, mut col) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        col = 7 - col;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 { 8 * col + row } else { 8 * row + col }
}

/// The squares of `class` under a symmetry as a set.
const fn area(class: usize, symmetry: usize) -> u64 {
    let (squares, mut set, mut i) = (CLASSES[class], 0, 0);
    while i < squares.len() {
        set |= 1 << transform(squares[i], symmetry);
        i += 1;
    }
    set
}

/// A class and one of its orientations.
#[derive(Clone, Copy)]
struct Pattern {
    class: usize,
    symmetry: usize,
}

/// The patterns on a board: for each class one symmetry for each different area.
const ALL: [Pattern; PATTERNS] = {
    let mut all = [Pattern { class: 0, symmetry: 0 }; PATTERNS];
    let (mut n, mut class) = (0, 0);
    while class < CLASS_COUNT {
        let mut symmetry = 0;
        while symmetry < 8 {
            let (mut known, mut other) = (false, 0);
            while other < symmetry {
                known |= area(class, other) == area(class, symmetry);
                other += 1;
            }
            if !known {
                all[n] = Pattern { class, symmetry };
                n += 1;
            }
            symmetry += 1;
        }
        class += 1;
    }
    assert!(n == PATTERNS);
    all
};

/// What a disc on a square adds to the number of each pattern.
static PLACE: [Lanes; 64] = {
    let mut table = [Lanes([0; LANES]); 64];
    let mut n = 0;
    while n < PATTERNS {
        let Pattern { class, symmetry } = ALL[n];
        let mut i = 0;
        while i < CLASSES[class].len() {
            table[transform(CLASSES[class][i], symmetry) as usize].0[n] = 3i16.pow(i as u32);
            i += 1;
        }
        n += 1;
    }
    table
};

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Lanes([i16; LANES]);

/// The part of the board that a pattern describes, as people speak of it: a corner, or the first and the last square of
/// an edge, a line or a diagonal.
pub(crate) fn area_of(pattern: usize) -> Vec<u8> {
    let Pattern { class, symmetry } = ALL[pattern];
    let squares = area(class, symmetry);
    let corners: Vec<u8> = [0, 7, 56, 63].into_iter().filter(|corner| squares >> corner & 1 != 0).collect();
    if corners.is_empty() {
        // Only rows, columns and diagonals have no corner.
        return vec![squares.trailing_zeros() as u8, 63 - squares.leading_zeros() as u8];
    }
    corners
}

/// The squares of a pattern as a set.
#[cfg(test)]
pub(crate) fn squares_of(pattern: usize) -> u64 {
    area(ALL[pattern].class, ALL[pattern].symmetry)
}

/// The class of each pattern.
pub const fn class_of(pattern: usize) -> usize {
    ALL[pattern].class
}

/// The patterns of a class, one after the other.
pub(super) const fn patterns_of(class: usize) -> std::ops::Range<usize> {
    let mut first = 0;
    while class_of(first) < class {
        first += 1;
    }
    let mut end = first;
    while end < PATTERNS && class_of(end) == class {
        end += 1;
    }
    first..end
}

/// The mirror images of a class's configurations: the same discs seen from the other side of the class's axis of
/// symmetry.
#[derive(Clone, Debug)]
pub(super) struct Mirror {
    /// The power of three of each square's mirror image. A class without an axis maps each square to itself.
    powers: Vec<usize>,
}

impl Mirror {
    pub(super) fn of(class: usize) -> Mirror {
        let squares = CLASSES[class];
        let symmetry = (1..8).find(|&symmetry| area(class, symmetry) == area(class, 0)).unwrap_or(0);
        let place = |image| squares.iter().position(|&square| square == image).expect("the area is the same");
        let powers = squares.iter().map(|&square| 3usize.pow(place(transform(square, symmetry)) as u32));
        Mirror { powers: powers.collect() }
    }

    /// The mirror image of configuration `index`, both from 0 to [`class_size`].
    pub(super) fn image(&self, index: usize) -> usize {
        let mut rest = index;
        let digits = self.powers.iter().map(|power| {
            let digit = rest % 3;
            rest /= 3;
            digit * power
        });
        digits.sum()
    }
}

/// A number for each configuration of these classes, class by class: mirror images share one, in the order of the lower
/// configuration.
pub(super) fn numbered(classes: &[usize]) -> Vec<u32> {
    let mut numbers = Vec::new();
    let mut count = 0;
    for &class in classes {
        let first = numbers.len();
        let mirror = Mirror::of(class);
        for index in 0..class_size(class) {
            let image = mirror.image(index);
            numbers.push(if image < index { numbers[first + image] } else { count });
            count += u32::from(image >= index);
        }
    }
    numbers
}

/// The numbers of all patterns of a position, from the side to move.
#[derive(Clone, Copy)]
pub struct Indices(Lanes);

impl Indices {
    /// The numbers of a position on 8×8.
    pub fn new(own: u64, opp: u64) -> Indices {
        let mut lanes = Lanes([0; LANES]);
        for square in own.squares() {
            lanes.add(square);
        }
        for square in opp.squares() {
            lanes.subtract(square);
        }
        Indices(lanes)
    }

    /// The numbers after the side to move places a disc on `square` and turns `flips` over, from the other side.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: usize, flips: u64) -> Indices {
        // The opponent's view of an own disc is -1, of a disc that was the opponent's and is turned over +1 - 2.
        let mut next = self.passed();
        next.0.subtract(square);
        let mut turned = Lanes([0; LANES]);
        for flip in flips.squares() {
            turned.add(flip);
        }
        for (sum, turned) in next.0.0.iter_mut().zip(turned.0) {
            *sum = sum.wrapping_sub(turned.wrapping_mul(2));
        }
        next
    }

    /// The numbers after a pass.
    #[inline(always)]
    #[must_use]
    pub fn passed(&self) -> Indices {
        Indices(Lanes(self.0.0.map(i16::wrapping_neg)))
    }

    /// The number of a pattern: 0 for an empty board, else from `-(class_size - 1) / 2` to `(class_size - 1) / 2`.
    #[inline(always)]
    pub fn get(&self, pattern: usize) -> i16 {
        self.0.0[pattern]
    }
}

impl Lanes {
    #[inline(always)]
    fn add(&mut self, square: usize) {
        for (sum, power) in self.0.iter_mut().zip(&PLACE[square & 63].0) {
            *sum = sum.wrapping_add(*power);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, square: usize) {
        for (sum, power) in self.0.iter_mut().zip(&PLACE[square & 63].0) {
            *sum = sum.wrapping_sub(*power);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_games::othello::{Position, Rules};
    use tengen_games::{Game, Move};

    /// The reference: the digits of a pattern one by one.
    fn number(pattern: usize, own: u64, opp: u64) -> i16 {
        let Pattern { class, symmetry } = ALL[pattern];
        let digits = CLASSES[class].iter().map(|&square| {
            let bit = 1 << transform(square, symmetry);
            i16::from(own & bit != 0) - i16::from(opp & bit != 0)
        });
        digits.rev().fold(0, |number, digit| 3 * number + digit)
    }

    #[test]
    fn moves_and_passes_update_the_numbers() {
        for seed in 0..50 {
            let mut rng = SplitMix64(seed);
            let mut game = Position::new(&Rules::STANDARD);
            let start = game.narrow().unwrap();
            let mut indices = Indices::new(start.own, start.opp);
            loop {
                let board = game.narrow().unwrap();
                for pattern in 0..PATTERNS {
                    assert_eq!(
                        indices.get(pattern),
                        number(pattern, board.own, board.opp),
                        "pattern {pattern}"
                    );
                }
                indices = match game.play_random(&mut || rng.next_u32()) {
                    Some(Move::Place(point)) => {
                        let square = tengen_games::othello::Board::<u64>::square(point);
                        indices.after(square, board.flips(square))
                    }
                    Some(_) => indices.passed(),
                    None => break,
                };
            }
        }
    }

    /// A mirrored board gives the same configurations: each pattern's number or its mirror image, in another
    /// orientation.
    #[test]
    fn mirror_images_are_what_the_symmetries_of_the_board_give() {
        let canonical = |own: u64, opp: u64| {
            let indices = Indices::new(own, opp);
            let mut found: Vec<_> = (0..PATTERNS)
                .map(|pattern| {
                    let class = class_of(pattern);
                    let index =
                        (i32::from(indices.get(pattern)) + (class_size(class) as i32 - 1) / 2) as usize;
                    let mirror = Mirror::of(class);
                    assert_eq!(mirror.image(mirror.image(index)), index);
                    (class, index.min(mirror.image(index)))
                })
                .collect();
            found.sort_unstable();
            found
        };
        let image = |set: u64, symmetry| {
            set.squares().fold(0, |image, s| image | 1u64 << transform(s as u8, symmetry))
        };
        let mut rng = SplitMix64(7);
        for _ in 0..100 {
            let (own, other) = (rng.next_u64(), rng.next_u64());
            let opp = other & !own;
            for symmetry in 1..8 {
                assert_eq!(canonical(own, opp), canonical(image(own, symmetry), image(opp, symmetry)));
            }
        }
    }

    #[test]
    fn every_square_lies_in_a_pattern() {
        let all = (0..PATTERNS).fold(0, |set, n| set | area(ALL[n].class, ALL[n].symmetry));
        assert_eq!(all, !0);
    }
}
