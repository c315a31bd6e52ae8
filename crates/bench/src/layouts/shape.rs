//! What a line is worth, judged from its two words: the part of the search that is the same for every layout.
//!
//! A *window* is five points in a row. It can still become a five of a colour that has stones in it when nothing stands
//! against that colour there, and it is worth the more the more stones are in it.

use tengen_board::{Color, LineWord};

/// What a window with so many stones is worth. A lone stone is worth nothing, so that most lines are soon judged.
const WINDOW: [i32; 6] = [0, 0, 4, 24, 160, 20_000];

/// What all windows of a line are worth to black, less what they are worth to white.
#[inline]
pub(super) fn line_value(line: LineWord) -> i32 {
    if line.occupied == 0 {
        return 0;
    }
    windows_value(line, Color::Black) - windows_value(line, Color::White)
}

/// What all windows of a line are worth to `color`.
#[inline]
fn windows_value(line: LineWord, color: Color) -> i32 {
    let (own, free) = (line.stones(color), !line.against(color));
    if own & (own >> 1 | own >> 2 | own >> 3 | own >> 4) == 0 {
        return 0; // no two stones within one window
    }
    // Bit i of each word below is the window of bits i to i+4.
    let open = free & free >> 1 & free >> 2 & free >> 3 & free >> 4;
    // How many of the five are own stones, added up for all windows at once: ones, twos and fours.
    let (ones, carry) = add(own, own >> 1, own >> 2);
    let (ones, carry_2) = add(ones, own >> 3, own >> 4);
    let (twos, fours) = (carry ^ carry_2, carry & carry_2);
    let mut rest = open & (twos | fours);
    let mut value = 0;
    while rest != 0 {
        let i = rest.trailing_zeros();
        let stones = (ones >> i & 1) + 2 * (twos >> i & 1) + 4 * (fours >> i & 1);
        value += WINDOW[stones as usize];
        rest &= rest - 1;
    }
    value
}

/// The sum of three bits, for 32 triples at once: the ones and the twos.
#[inline]
fn add(a: u32, b: u32, c: u32) -> (u32, u32) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// What a window through an empty point with so many stones is worth to a move there. An own five outranks all else.
const THROUGH: [u16; 5] = [0, 2, 14, 90, 12_000];

/// What a stone on an empty point is worth as a move, by the eight points around it on an axis: a table of all cases.
///
/// For each window through the point that is still open to a colour, the point is worth [`THROUGH`] of the colour's
/// stones there; stopping the opponent is worth half of making the same oneself.
pub(super) struct PointValues {
    /// By the colour's stones (low byte) and the points where nothing stands against it (high byte), the point itself
    /// left out of both.
    table: Box<[u16; 1 << 16]>,
}

impl PointValues {
    pub(super) fn new() -> PointValues {
        let mut table = Box::new([0; 1 << 16]);
        let with_center = |byte: usize| byte & 0xF | 1 << 4 | (byte & 0xF0) << 1;
        for (case, value) in table.iter_mut().enumerate() {
            let (stones, free) = (with_center(case & 0xFF), with_center(case >> 8));
            for first in 0..5 {
                if free >> first & 0b11111 == 0b11111 {
                    *value += THROUGH[(stones >> first & 0b11111).count_ones() as usize - 1];
                }
            }
        }
        PointValues { table }
    }

    /// The worth of the point on bit 4 of `around`, which is empty, as a move of `own`.
    #[inline]
    pub(super) fn value(&self, around: LineWord, own: Color) -> i32 {
        if around.occupied == 0 {
            return 0;
        }
        let of = |color: Color| {
            let without_center = |bits: u32| bits & 0xF | bits >> 1 & 0xF0;
            let (stones, free) = (around.stones(color), !around.against(color));
            i32::from(self.table[(without_center(stones) | without_center(free) << 8) as usize])
        };
        of(own) + of(!own) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Cell;

    /// Every line of up to 9 points between walls, as cells.
    fn all_lines() -> impl Iterator<Item = Vec<Cell>> {
        (0..=9u32).flat_map(|length| {
            (0..3usize.pow(length)).map(move |n| {
                (0..length).map(|i| [Cell::Empty, Cell::Black, Cell::White][n / 3usize.pow(i) % 3]).collect()
            })
        })
    }

    fn word(cells: &[Cell], first: u32) -> LineWord {
        let mut word = LineWord::WALL;
        for (i, &cell) in cells.iter().enumerate() {
            word.set(first + i as u32, cell);
        }
        word
    }

    fn count(window: &[Cell], cell: Cell) -> usize {
        window.iter().filter(|&&c| c == cell).count()
    }

    #[test]
    fn a_line_is_worth_the_sum_of_its_windows() {
        for cells in all_lines() {
            let mut expected = 0;
            for window in cells.windows(5) {
                match (count(window, Cell::Black), count(window, Cell::White)) {
                    (black, 0) => expected += WINDOW[black],
                    (0, white) => expected -= WINDOW[white],
                    _ => {}
                }
            }
            for first in [1, 7] {
                assert_eq!(line_value(word(&cells, first)), expected, "{cells:?}");
            }
        }
    }

    #[test]
    fn a_move_is_worth_the_sum_of_the_windows_through_it() {
        let values = PointValues::new();
        for cells in all_lines().filter(|c| c.len() == 9 && c[4].is_empty()) {
            for own in Color::BOTH {
                let worth = |color: Color| -> i32 {
                    let open = cells.windows(5).filter(|w| count(w, (!color).into()) == 0);
                    open.map(|w| i32::from(THROUGH[count(w, color.into())])).sum()
                };
                assert_eq!(values.value(word(&cells, 0), own), worth(own) + worth(!own) / 2, "{cells:?}");
            }
        }
    }

    #[test]
    fn no_window_reaches_over_a_wall() {
        // An empty point at the edge, and a stone beside it.
        let mut around = LineWord::empty_at(0b1_1111_0000);
        around.set(5, Cell::Black);
        // Of the five windows through bit 4 only the one that goes up from it is on the board.
        assert_eq!(PointValues::new().value(around, Color::Black), 2);
    }
}
