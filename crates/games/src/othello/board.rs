//! Two sets of discs: what a search copies from ply to ply.

use super::Bits;
use tengen_board::{Point, Size};

/// The discs on the board, seen from the side to move, without colours or past.
///
/// ```
/// use tengen_board::Size;
/// use tengen_games::othello::{Bits, Board};
/// let start = Board::<u64>::start(Size::of(8, 8));
/// assert_eq!(start.moves().squares().collect::<Vec<_>>(), [19, 26, 37, 44]); // d3, c4, f5, e6
/// assert_eq!(start.place(37).moves().count(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<B> {
    /// The discs of the side to move.
    pub own: B,
    /// The discs of the other side.
    pub opp: B,
    /// The points of the board within the grid of `B`.
    pub cells: B,
}

impl<B: Bits> Board<B> {
    /// A board without discs. Neither side may be longer than [`Bits::STRIDE`].
    ///
    /// # Panics
    /// If the board does not fit.
    pub fn empty(size: Size) -> Board<B> {
        assert!(
            size.rows() <= B::STRIDE && size.cols() <= B::STRIDE,
            "a {size} board does not fit in a {0}x{0} grid",
            B::STRIDE
        );
        let cells = size.points().fold(B::EMPTY, |cells, p| cells | B::bit(Self::square(p)));
        Board { own: B::EMPTY, opp: B::EMPTY, cells }
    }

    /// The start of a game with black, the side to move, at the centre's top-right and bottom-left. Both sides of
    /// the board must be even.
    ///
    /// # Panics
    /// If the board does not fit.
    pub fn start(size: Size) -> Board<B> {
        let (row, col) = (size.rows() / 2, size.cols() / 2);
        let square = |row: usize, col: usize| B::bit(B::STRIDE * row + col);
        Board {
            own: square(row - 1, col) | square(row, col - 1),
            opp: square(row - 1, col - 1) | square(row, col),
            ..Board::empty(size)
        }
    }

    /// The square of a point in the grid. The point must be on the board.
    #[inline]
    pub const fn square(point: Point) -> usize {
        B::STRIDE * point.row as usize + point.col as usize
    }

    /// The point of a square of the grid.
    #[inline]
    pub const fn point(square: usize) -> Point {
        Point::new((square / B::STRIDE) as u8, (square % B::STRIDE) as u8)
    }

    /// The disc on `point`: `Some(true)` for the side to move, `Some(false)` for the other side, `None` without a disc.
    #[inline]
    pub fn at(&self, point: Point) -> Option<bool> {
        let square = Self::square(point);
        if self.own.has(square) { Some(true) } else { self.opp.has(square).then_some(false) }
    }

    /// The board with this on `point`, in the words of [`at`](Board::at).
    #[must_use]
    pub fn with(&self, point: Point, disc: Option<bool>) -> Board<B> {
        let bit = B::bit(Self::square(point));
        let put = |set: B, here: bool| if here { set | bit } else { set & !bit };
        Board { own: put(self.own, disc == Some(true)), opp: put(self.opp, disc == Some(false)), ..*self }
    }

    /// Where the side to move may place a disc.
    #[inline]
    pub fn moves(&self) -> B {
        B::moves(self.own, self.opp) & self.cells
    }

    /// Where the other side could place a disc if it were to move.
    #[inline]
    pub fn opponent_moves(&self) -> B {
        B::moves(self.opp, self.own) & self.cells
    }

    /// What a disc of the side to move on the empty `square` turns over; nothing if it is not a move.
    #[inline]
    pub fn flips(&self, square: usize) -> B {
        B::flips(square, self.own, self.opp)
    }

    /// The points without a disc.
    #[inline]
    pub fn empties(&self) -> B {
        self.cells & !(self.own | self.opp)
    }

    /// The board after a disc on `square`, which must be a move.
    #[inline]
    #[must_use]
    pub fn place(&self, square: usize) -> Board<B> {
        self.turn(square, self.flips(square))
    }

    /// The board after a disc on `square` that turns `flips` over.
    #[inline]
    #[must_use]
    pub fn turn(&self, square: usize, flips: B) -> Board<B> {
        Board { own: self.opp ^ flips, opp: self.own ^ flips ^ B::bit(square), cells: self.cells }
    }

    /// The board before a disc on `square` turned `flips` over: what undoes [`turn`](Board::turn).
    #[inline]
    #[must_use]
    pub fn turn_back(&self, square: usize, flips: B) -> Board<B> {
        Board { own: self.opp ^ flips ^ B::bit(square), opp: self.own ^ flips, cells: self.cells }
    }

    /// The board after a pass.
    #[inline]
    #[must_use]
    pub fn pass(&self) -> Board<B> {
        Board { own: self.opp, opp: self.own, cells: self.cells }
    }

    /// Whether neither side can place a disc.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.moves().is_empty() && self.opponent_moves().is_empty()
    }

    /// The final score for the side to move, in discs: its own less the opponent's, and the empties to the winner.
    #[inline]
    pub fn final_score(&self) -> i32 {
        let (own, opp) = (self.own.count() as i32, self.opp.count() as i32);
        let empties = self.empties().count() as i32;
        (own - opp) + empties * (own - opp).signum()
    }

    /// A 64-bit key of the discs, the same for equal boards of one size.
    #[inline]
    pub fn key(&self) -> u64 {
        self.opp.mix(self.own.mix(0))
    }
}
