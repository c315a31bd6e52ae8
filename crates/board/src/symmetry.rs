//! The eight symmetries of the board: four rotations and four reflections.
//!
//! A square board keeps its shape under all eight, any other board only under the four that do not turn rows into
//! columns. A [`Symmetry`] can still be applied to any board: it then gives a board of the turned size.

use crate::{Cell, Point, Size};
use alloc::vec::Vec;

/// A rotation or reflection of the board. Rotations are clockwise.
// The number is a small program: bit 2 transposes, then bit 0 mirrors the columns and bit 1 the rows of what came out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Symmetry {
    /// Nothing changes.
    Identity = 0,
    /// Left and right change places.
    MirrorColumns = 1,
    /// Top and bottom change places.
    MirrorRows = 2,
    /// A half turn.
    Rotate180 = 3,
    /// Rows become columns: reflection in the diagonal ╲.
    Transpose = 4,
    /// A quarter turn.
    Rotate90 = 5,
    /// Three quarter turns.
    Rotate270 = 6,
    /// Reflection in the diagonal ╱.
    AntiTranspose = 7,
}

const MIRROR_COLUMNS: u8 = 1;
const MIRROR_ROWS: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// All eight, in the order of their numbers: the identity first, then those that keep the size of every board.
    pub const ALL: [Symmetry; 8] = {
        use Symmetry::*;
        [Identity, MirrorColumns, MirrorRows, Rotate180, Transpose, Rotate90, Rotate270, AntiTranspose]
    };

    /// The two that leave "down" down, for games with gravity.
    pub const UPRIGHT: [Symmetry; 2] = [Symmetry::Identity, Symmetry::MirrorColumns];

    /// The symmetries that keep the shape of a board of `size`: eight if it is square, else four.
    pub const fn keeping(size: Size) -> &'static [Symmetry] {
        if size.is_square() { &Symmetry::ALL } else { Symmetry::ALL.split_at(4).0 }
    }

    const fn has(self, bit: u8) -> bool {
        self as u8 & bit != 0
    }

    /// The size of a board of `size` after this symmetry.
    #[inline]
    pub const fn turn(self, size: Size) -> Size {
        if self.has(TRANSPOSE) { size.transposed() } else { size }
    }

    /// Where `point`, on a board of `size`, comes to lie on the board of size [`turn(size)`](Symmetry::turn).
    ///
    /// ```
    /// use tengen_board::{Point, Size, Symmetry};
    /// let size = Size::square(19)?;
    /// assert_eq!(Symmetry::Rotate90.apply(Point::new(0, 3), size), Point::new(3, 18));
    /// # Ok::<(), tengen_board::SizeError>(())
    /// ```
    #[inline]
    pub const fn apply(self, point: Point, size: Size) -> Point {
        let Point { mut row, mut col } = point;
        if self.has(TRANSPOSE) {
            (row, col) = (col, row);
        }
        let after = self.turn(size);
        if self.has(MIRROR_COLUMNS) {
            col = after.cols() as u8 - 1 - col;
        }
        if self.has(MIRROR_ROWS) {
            row = after.rows() as u8 - 1 - row;
        }
        Point::new(row, col)
    }

    /// This symmetry and then `next`, as one.
    pub const fn then(self, next: Symmetry) -> Symmetry {
        // A transposition passes a mirror by turning it from columns to rows or back.
        let mirrors = if next.has(TRANSPOSE) { self.swapped_mirrors() } else { self as u8 & !TRANSPOSE };
        let transpose = (self as u8 ^ next as u8) & TRANSPOSE;
        Symmetry::ALL[(transpose | (mirrors ^ (next as u8 & !TRANSPOSE))) as usize]
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.has(TRANSPOSE) { Symmetry::ALL[(TRANSPOSE | self.swapped_mirrors()) as usize] } else { self }
    }

    const fn swapped_mirrors(self) -> u8 {
        (if self.has(MIRROR_COLUMNS) { MIRROR_ROWS } else { 0 })
            | (if self.has(MIRROR_ROWS) { MIRROR_COLUMNS } else { 0 })
    }

    /// The board after this symmetry: `cells` are those of a board of `size` in reading order, and so is the result,
    /// on the board of size [`turn(size)`](Symmetry::turn).
    ///
    /// # Panics
    /// Unless there is a cell for each point of `size`.
    pub fn apply_to_cells<T: Copy>(self, cells: &[T], size: Size) -> Vec<T> {
        assert_eq!(cells.len(), size.area(), "a cell for each point");
        let (after, back) = (self.turn(size), self.inverse());
        after.points().map(|p| cells[size.index(back.apply(p, after))]).collect()
    }
}

/// The canonical form of a board: of all boards that the symmetries `among` make of it, the one whose cells in reading
/// order are smallest, with the first symmetry that leads to it. Boards that are the same but for one of these
/// symmetries have the same canonical form.
///
/// `cells` are those of a board of `size` in reading order; `among` is a group, such as [`Symmetry::keeping`] gives.
///
/// ```
/// use tengen_board::{Diagram, Size, Symmetry, symmetry::canonical};
/// let a: Diagram = "X O .\n. . .\n. . .".parse()?;
/// let b: Diagram = ". . .\n. . O\n. . X".parse()?;
/// let all = Symmetry::keeping(a.size);
/// assert_eq!(canonical(&a.cells, a.size, all).0, canonical(&b.cells, b.size, all).0);
/// # Ok::<(), tengen_board::DiagramError>(())
/// ```
///
/// # Panics
/// Unless there is a cell for each point of `size`, every symmetry keeps it, and `among` is not empty.
pub fn canonical(cells: &[Cell], size: Size, among: &[Symmetry]) -> (Vec<Cell>, Symmetry) {
    let mut best: Option<(Vec<Cell>, Symmetry)> = None;
    for &symmetry in among {
        assert_eq!(symmetry.turn(size), size, "{symmetry:?} does not keep a {size} board");
        let turned = symmetry.apply_to_cells(cells, size);
        if best.as_ref().is_none_or(|(b, _)| turned < *b) {
            best = Some((turned, symmetry));
        }
    }
    best.expect("at least one symmetry")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board that no symmetry but the identity leaves as it is.
    fn numbered(size: Size) -> Vec<usize> {
        (0..size.area()).collect()
    }

    const SIZES: [Size; 5] =
        [Size::of(1, 1), Size::of(2, 3), Size::of(6, 7), Size::of(8, 8), Size::of(25, 1)];

    #[test]
    fn names_mean_what_they_say() {
        // 0 1 2
        // 3 4 5
        let size = Size::of(2, 3);
        let turned = |s: Symmetry| s.apply_to_cells(&numbered(size), size);
        assert_eq!(turned(Symmetry::Identity), [0, 1, 2, 3, 4, 5]);
        assert_eq!(turned(Symmetry::MirrorColumns), [2, 1, 0, 5, 4, 3]);
        assert_eq!(turned(Symmetry::MirrorRows), [3, 4, 5, 0, 1, 2]);
        assert_eq!(turned(Symmetry::Rotate180), [5, 4, 3, 2, 1, 0]);
        assert_eq!(turned(Symmetry::Transpose), [0, 3, 1, 4, 2, 5]);
        assert_eq!(turned(Symmetry::Rotate90), [3, 0, 4, 1, 5, 2]);
        assert_eq!(turned(Symmetry::Rotate270), [2, 5, 1, 4, 0, 3]);
        assert_eq!(turned(Symmetry::AntiTranspose), [5, 2, 4, 1, 3, 0]);
    }

    #[test]
    fn they_are_a_group() {
        for size in SIZES {
            let cells = numbered(size);
            for a in Symmetry::ALL {
                assert_eq!(a as usize, Symmetry::ALL.iter().position(|&s| s == a).unwrap());
                assert_eq!(a.then(a.inverse()), Symmetry::Identity);
                assert_eq!(a.inverse().then(a), Symmetry::Identity);
                for b in Symmetry::ALL {
                    let in_two = b.apply_to_cells(&a.apply_to_cells(&cells, size), a.turn(size));
                    assert_eq!(a.then(b).apply_to_cells(&cells, size), in_two, "{a:?} then {b:?} on {size}");
                    for p in size.points() {
                        assert_eq!(a.then(b).apply(p, size), b.apply(a.apply(p, size), a.turn(size)));
                    }
                }
            }
        }
        assert_eq!(Symmetry::Rotate90.then(Symmetry::Rotate90), Symmetry::Rotate180);
    }

    #[test]
    fn keeping_keeps() {
        for size in SIZES {
            for s in Symmetry::ALL {
                assert_eq!(Symmetry::keeping(size).contains(&s), s.turn(size) == size);
            }
        }
    }

    #[test]
    fn every_turn_of_a_board_has_one_canonical_form() {
        for size in [Size::of(3, 3), Size::of(3, 4), Size::of(1, 5)] {
            let group = Symmetry::keeping(size);
            let mut state = 1u32;
            for _ in 0..200 {
                let cells: Vec<Cell> = (0..size.area())
                    .map(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        [Cell::Empty, Cell::Black, Cell::White][(state >> 16) as usize % 3]
                    })
                    .collect();
                let (form, way) = canonical(&cells, size, group);
                assert_eq!(way.apply_to_cells(&cells, size), form);
                for &s in group {
                    let turned = s.apply_to_cells(&cells, size);
                    assert!(form <= turned);
                    assert_eq!(canonical(&turned, size, group).0, form);
                }
            }
        }
    }

    #[test]
    fn the_boards_of_tic_tac_toe_fall_into_2862_classes() {
        // All 3⁹ fillings under eight symmetries: Burnside's lemma gives
        // (3⁹ + 3⁵ + 2·3³ + 4·3⁶) / 8 = 2862.
        let size = Size::of(3, 3);
        let mut forms = std::collections::HashSet::new();
        for n in 0..3usize.pow(9) {
            let cells: Vec<Cell> =
                (0..9).map(|i| [Cell::Empty, Cell::Black, Cell::White][n / 3usize.pow(i) % 3]).collect();
            forms.insert(canonical(&cells, size, &Symmetry::ALL).0);
        }
        assert_eq!(forms.len(), 2862);
    }
}
