//! 3×3 patterns of good moves: hane, cuts, and blocks at the edge; and the symmetries of the eight cells.
//!
//! The kinds of pattern are those of S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in
//! Monte-Carlo Go", 2006. Each is drawn once. Its rotations, reflections and colour exchanges fill a table with one bit
//! for every state of the eight neighbours.

use std::sync::LazyLock;
use tengen_board::Color;

/// The patterns, rows from the top, the move in the middle. `X` and `O` are stones of the two colours, `.` is empty,
/// `#` is off the board, `*` the move. `x` is anything but X, `o` anything but O, `?` anything on the board.
const PATTERNS: [&str; 10] = [
    "XOX .*. ???", // hane that encloses
    "XO. .*. ?.?", // hane that does not cut
    "XO? X*. o.?", // hane that turns
    ".O. X*. ...", // cap on the shoulder
    "XO? O*x ?x?", // cut of two stones, not protected
    "?X? O*O ooo", // cut between two stones
    "X.? O*? ###", // chase along the edge
    "OX? o*O ###", // block at the edge
    "?XO o*o ###", // hane at the edge
    "?OX X*O ###", // cut at the edge
];

/// Index in the drawing of each of the eight neighbours, in the board's order: left, right, above, below, diagonals.
const ORDER: [usize; 8] = [3, 5, 1, 7, 0, 2, 6, 8];

static TABLE: LazyLock<Box<[u64; 1024]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 1024]);
    for pattern in PATTERNS {
        let mut cells: Vec<u8> = pattern.bytes().filter(|c| *c != b' ').collect();
        for _ in 0..2 {
            for _ in 0..4 {
                mark(&cells, 0, 0, &mut table);
                let exchanged: Vec<u8> = cells.iter().map(|&c| exchange(c)).collect();
                mark(&exchanged, 0, 0, &mut table);
                // A quarter turn.
                cells = (0..9).map(|n| cells[3 * (2 - n % 3) + n / 3]).collect();
            }
            cells = (0..9).map(|n| cells[3 * (n / 3) + 2 - n % 3]).collect();
        }
    }
    table
});

/// Marks every code that matches the drawing from the `n`th neighbour on.
fn mark(cells: &[u8], n: usize, code: u16, table: &mut [u64; 1024]) {
    if n == ORDER.len() {
        table[usize::from(code >> 6)] |= 1 << (code & 63);
        return;
    }
    let allowed: &[u16] = match cells[ORDER[n]] {
        b'.' => &[0],
        b'X' => &[1],
        b'O' => &[2],
        b'#' => &[3],
        b'x' => &[0, 2],
        b'o' => &[0, 1],
        _ => &[0, 1, 2],
    };
    for &cell in allowed {
        mark(cells, n + 1, code | cell << (2 * n), table);
    }
}

fn exchange(c: u8) -> u8 {
    match c {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        c => c,
    }
}

/// True if a move in the middle of these eight cells, packed as [`Board::around`](crate::board::Board::around) does,
/// matches a pattern.
#[inline]
pub(crate) fn matches(code: u16) -> bool {
    TABLE[usize::from(code >> 6)] >> (code & 63) & 1 == 1
}

/// The rotations and reflections of the eight cells around a black move, and the same with the colours exchanged.
pub(crate) fn for_each_image(code: u16, mut each: impl FnMut(u16, Color)) {
    let mut cells = [0; 9];
    for (n, &index) in ORDER.iter().enumerate() {
        cells[index] = code >> (2 * n) & 3;
    }
    let packed = |cells: &[u16; 9]| ORDER.iter().rev().fold(0, |code, &index| code << 2 | cells[index]);
    for _ in 0..2 {
        for _ in 0..4 {
            each(packed(&cells), Color::Black);
            let other = cells.map(|cell| if cell == 1 || cell == 2 { 3 - cell } else { cell });
            each(packed(&other), Color::White);
            // A quarter turn.
            cells = std::array::from_fn(|n| cells[3 * (2 - n % 3) + n / 3]);
        }
        cells = std::array::from_fn(|n| cells[3 * (n / 3) + 2 - n % 3]);
    }
}

/// The least code of the eight cells around a move in all symmetries, as black to move.
pub(crate) fn canonical(code: u16, color: Color) -> u16 {
    let mut least = u16::MAX;
    for_each_image(code, |image, side| {
        // For white the exchanged images are those of black.
        if side == color {
            least = least.min(image);
        }
    });
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_board::{Cell, Point, Size};
    use tengen_games::{Game, SetUp, go};

    fn matches_at(rows: &[&str], row: u8, col: u8) -> bool {
        let size = Size::new(rows.len(), rows[0].len()).unwrap();
        let mut cells = Vec::new();
        for (r, line) in rows.iter().enumerate() {
            for (c, stone) in line.chars().enumerate() {
                let cell = match stone {
                    'X' => Cell::Black,
                    'O' => Cell::White,
                    _ => Cell::Empty,
                };
                cells.push((Point::new(r as u8, c as u8), cell));
            }
        }
        let rules = go::Rules::named("chinese", Some(size)).unwrap();
        let game =
            go::Position::set_up(&rules, &SetUp { cells, to_move: tengen_board::Color::Black }).unwrap();
        matches(game.board().surroundings(game.board().vertex(Point::new(row, col))))
    }

    #[test]
    fn rotations_and_colour_exchanges_match() {
        // A cut between two stones, in all four directions and both colours.
        assert!(matches_at(&[".....", "..X..", ".O.O.", ".....", "....."], 2, 2));
        assert!(matches_at(&[".....", "..O..", ".X.X.", ".....", "....."], 2, 2));
        assert!(matches_at(&[".....", "..O..", "...X.", "..O..", "....."], 2, 2));
        assert!(matches_at(&[".....", ".....", ".O.O.", "..X..", "....."], 2, 2));
        // The point behind is protected: no cut.
        assert!(!matches_at(&[".....", "..X..", ".O.O.", "..O..", "....."], 2, 2));
        // No stone, or a single one, nearby.
        assert!(!matches_at(&[".....", ".....", ".....", ".....", "....."], 2, 2));
        assert!(!matches_at(&[".....", "..X..", ".....", ".....", "....."], 2, 2));
        // At the edge: black to the left, white beside, along the lower and the left side.
        assert!(matches_at(&["....", "....", "X...", "O..."], 3, 1));
        assert!(matches_at(&["....", "....", "..XO", "...."], 3, 2));
    }

    #[test]
    fn few_neighbourhoods_match() {
        let marked: u32 = TABLE.iter().map(|word| word.count_ones()).sum();
        // Of 65,536 codes; most of those with three or more stones match nothing.
        assert!((500..12_000).contains(&marked), "{marked}");
    }

    /// The code of three rows, `X` black, `O` white, `#` off the board.
    fn code(rows: &str) -> u16 {
        let cells: Vec<u16> = rows
            .bytes()
            .filter(|c| *c != b' ')
            .map(|c| match c {
                b'X' => 1,
                b'O' => 2,
                b'#' => 3,
                _ => 0,
            })
            .collect();
        ORDER.iter().rev().fold(0, |code, &index| code << 2 | cells[index])
    }

    #[test]
    fn rotations_and_colours_have_one_pattern() {
        let cut = canonical(code(".X. O*O ..."), Color::Black);
        for same in [".O. .*X .O.", "... O*O .X.", ".O. X*. .O."] {
            assert_eq!(canonical(code(same), Color::Black), cut, "{same}");
        }
        assert_eq!(canonical(code(".O. X*X ..."), Color::White), cut);
        for other in [".O. X*X ...", ".X. O*O .X.", ".X. O*O ###"] {
            assert_ne!(canonical(code(other), Color::Black), cut, "{other}");
        }
    }

    #[test]
    fn images_are_those_with_the_same_pattern() {
        let mut rng = SplitMix64(3);
        for _ in 0..500 {
            let code = rng.next_u32() as u16;
            for_each_image(code, |image, color| {
                assert_eq!(canonical(image, color), canonical(code, Color::Black));
            });
        }
    }
}
