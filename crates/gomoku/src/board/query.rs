//! What the board reports about its squares.

use super::{Axis, Board, Cell, Code, Color, PASS, Pattern, SquareSet, Threat};
use crate::board::codes::CodeInfo;
use crate::board::fouls::Fouls;
use crate::board::lines::{Geometry, Lines, empties, stone_code, window};
use crate::board::rule_set::RuleSet;
use crate::board::squares::{SQUARE_SLOTS, Square};
use crate::board::threat::patterns_of;
use tengen_board::{AXES, zobrist};

impl<R: RuleSet> Board<R> {
    /// The key after a move of the side to move.
    #[inline]
    pub(crate) fn key_after(&self, square: Square) -> u64 {
        self.key() ^ zobrist::stone(square.into(), self.to_move()) ^ zobrist::WHITE_TO_MOVE
    }

    /// The content of a square.
    #[inline]
    pub fn at(&self, square: Square) -> Cell {
        self.lines.at(self.geometry, square)
    }

    /// True if a square is empty.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        usize::from(square) < self.size().area() && !self.state.occupied.contains(square)
    }

    /// The lines with their geometry.
    #[inline]
    pub(crate) fn lines(&self) -> (&Lines, &'static Geometry) {
        (&self.lines, self.geometry)
    }

    /// The number of empty squares.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.state.empty.into()
    }

    /// The squares with stones.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.state.occupied
    }

    /// The empty squares.
    pub fn empties(&self) -> SquareSet {
        SquareSet::below(self.size().area()) - self.state.occupied
    }

    /// The empty squares near a stone: within two rows and columns, or three along a line. None on an empty board.
    #[inline]
    pub fn candidates(&self) -> SquareSet {
        self.state.near - self.state.occupied
    }

    /// The squares near a square, itself included: within two rows and columns, or three along a line.
    #[inline]
    pub fn near(&self, square: Square) -> SquareSet {
        self.nearness[usize::from(square)]
    }

    /// The number of moves since the board was made.
    #[inline]
    pub fn ply(&self) -> usize {
        self.frames.len()
    }

    /// The last move, also from before the board was made; `None` after a pass or without a move.
    #[inline]
    pub fn last_move(&self) -> Option<Square> {
        self.earlier_move(0)
    }

    /// The move `back` moves before the last.
    #[inline]
    pub fn earlier_move(&self, back: usize) -> Option<Square> {
        let at = self.history.len().checked_sub(back + 1)?;
        (self.history[at] != PASS).then_some(self.history[at])
    }

    /// The number of a ply's move among all ever played on this board; 0 for ply 0. If it is the same at two moments,
    /// so is the position at that ply.
    #[inline]
    pub(crate) fn serial(&self, ply: usize) -> u64 {
        ply.checked_sub(1).map_or(0, |at| self.frames[at].serial)
    }

    /// The moves after a ply, oldest first, without passes.
    #[inline]
    pub(crate) fn stones_since(&self, ply: usize) -> impl Iterator<Item = Square> + Clone {
        let from = self.history.len() - (self.frames.len() - ply);
        self.history[from..].iter().copied().filter(|&square| square != PASS)
    }

    /// Visits the windows that a square is in: for each their middle square, if empty, the axis and the window.
    #[inline(always)]
    pub(crate) fn windows_around(&self, square: Square, mut visit: impl FnMut(Square, usize, u32)) {
        for axis in 0..4 {
            let place = self.geometry.place(square.into(), axis);
            let (word, step) = (self.lines.word(place), self.geometry.steps[axis]);
            let mut left = empties(window(word, place.shift, R::HALF), R::HALF) & !(3 << (2 * R::HALF));
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let away = (bit / 2) as i32 - R::HALF as i32;
                let shift = (i32::from(place.shift) + 2 * away) as u8;
                visit((i32::from(square) + away * step) as Square, axis, window(word, shift, R::HALF));
            }
        }
    }

    /// The sum of the terms of all empty squares, black's less white's.
    #[inline]
    pub fn sum(&self) -> i32 {
        self.state.sum
    }

    /// The sum before the last move; `None` if no move was made since the board was made.
    #[inline]
    pub fn previous_sum(&self) -> Option<i32> {
        self.frames.last().map(|frame| frame.sum)
    }

    /// The four patterns that a stone of `color` would make on an empty square, as one number.
    #[inline]
    pub(crate) fn code(&self, color: Color, square: Square) -> Code {
        (self.codes[usize::from(square) % SQUARE_SLOTS] >> (16 * color.index())) as Code
    }

    #[inline]
    pub(crate) fn info(&self, color: Color, square: Square) -> CodeInfo {
        self.table.info(color, self.code(color, square))
    }

    /// The pattern that a stone of `color` would make along an axis.
    #[inline]
    pub fn pattern(&self, color: Color, square: Square, axis: Axis) -> Pattern {
        Pattern::of(
            self.codes[usize::from(square) % SQUARE_SLOTS] >> (16 * color.index() + 4 * axis as usize),
        )
    }

    /// The pattern along each axis.
    #[inline]
    pub fn patterns(&self, color: Color, square: Square) -> [Pattern; 4] {
        patterns_of(self.code(color, square))
    }

    /// True if a stone would make a three or more along some axis; false under a stone.
    #[inline]
    pub(crate) fn makes_three(&self, color: Color, square: Square) -> bool {
        // A pattern has four bits, and those from the closed three up have the highest one set.
        const { assert!(Pattern::ClosedThree as u8 == 8) };
        self.code(color, square) & 0x8888 != 0
    }

    /// The class of a stone of `color` on an empty square; [`Threat::None`] under a stone.
    #[inline]
    pub fn class(&self, color: Color, square: Square) -> Threat {
        self.info(color, square).class()
    }

    /// The empty squares where a stone of `color` has this class. Classes below [`Threat::MIN_TRACKED`] are not
    /// tracked: the set is empty.
    #[inline]
    pub fn points(&self, color: Color, class: Threat) -> SquareSet {
        match (class as usize).checked_sub(Threat::MIN_TRACKED as usize) {
            Some(kept) => self.state.sets[color.index()][kept],
            None => SquareSet::EMPTY,
        }
    }

    /// The number of such squares.
    #[inline]
    pub fn count(&self, color: Color, class: Threat) -> usize {
        match (class as usize).checked_sub(Threat::MIN_TRACKED as usize) {
            Some(kept) => self.state.counts[color.index()][kept].into(),
            None => 0,
        }
    }

    /// The squares where a stone of `color` makes a four of any kind, but no five.
    #[inline]
    pub fn fours(&self, color: Color) -> SquareSet {
        let four = [Threat::FourPlus, Threat::FourThree, Threat::OpenFour];
        four.into_iter().fold(self.points(color, Threat::Four), |all, class| all | self.points(color, class))
    }

    /// True if a stone of `color` can make a four of any kind.
    #[inline]
    pub fn has_four(&self, color: Color) -> bool {
        (Threat::Four as usize..=Threat::OpenFour as usize)
            .any(|class| self.state.counts[color.index()][class - Threat::MIN_TRACKED as usize] > 0)
    }

    /// The squares where a stone of `color` makes a five.
    #[inline]
    pub fn fives(&self, color: Color) -> SquareSet {
        self.points(color, Threat::Five)
    }

    /// True if renju forbids black this empty square; false in other variants.
    #[inline]
    pub fn is_forbidden(&self, square: Square) -> bool {
        R::FOULS && {
            let info = self.info(Color::Black, square);
            info.is_forbidden()
                || info.is_doubtful() && Fouls::<R>::new(&self.lines, self.geometry).is_foul(square)
        }
    }

    /// The empty squares where a stone may change whether renju forbids black this square: those on the lines of
    /// every square that the verdict depends on.
    pub(crate) fn foul_zone(&self, square: Square) -> SquareSet {
        let mut zone = SquareSet::EMPTY;
        Fouls::<R>::new(&self.lines, self.geometry).visit_dependencies(square, |asked| {
            zone.insert(asked);
            self.windows_around(asked, |square, _, _| zone.insert(square));
        });
        zone
    }

    /// True if the side to move may play on the square.
    #[inline]
    pub fn is_legal(&self, square: Square) -> bool {
        self.is_empty(square) && !(R::FOULS && self.to_move() == Color::Black && self.is_forbidden(square))
    }

    /// True if `color` may play on an empty square.
    #[inline]
    pub fn may_play(&self, color: Color, square: Square) -> bool {
        !(R::FOULS && color == Color::Black && self.is_forbidden(square))
    }

    /// The window around a square along an axis: [`RuleSet::HALF`] squares on either side, two bits each, lowest
    /// first (0 empty, 1 black, 2 white, 3 off the board).
    #[inline]
    pub fn window(&self, square: Square, axis: Axis) -> u32 {
        let place = self.geometry.place(square.into(), axis as usize);
        window(self.lines.word(place), place.shift, R::HALF)
    }

    /// The square `away` squares along an axis from a square; it must be on the board.
    #[inline]
    pub fn along(&self, square: Square, axis: Axis, away: i32) -> Square {
        (i32::from(square) + away * self.geometry.steps[axis as usize]) as Square
    }

    /// The defences on a line against a five or an open four at `square`: the empty squares where a stone of the
    /// opponent leaves `color` a lower pattern there, and `square` itself.
    pub fn defences(&self, color: Color, square: Square, axis: Axis) -> SquareSet {
        let now = self.pattern(color, square, axis);
        let mut defences = SquareSet::one(square);
        self.answers(color, square, axis, |answer, pattern| {
            if pattern < now {
                defences.insert(answer);
            }
        });
        defences
    }

    /// The defences on all lines against what `color` threatens at `square`: the squares where a stone of the
    /// opponent leaves it a lower class there, and `square` itself. In renju a stone elsewhere can also make the
    /// square forbidden to black; such stones are not included.
    pub fn defences_all(&self, color: Color, square: Square) -> SquareSet {
        let code = self.code(color, square);
        let now = self.table.info(color, code).class();
        let mut defences = SquareSet::one(square);
        for axis in AXES {
            if self.pattern(color, square, axis) <= Pattern::ClosedOne {
                continue;
            }
            let place = 4 * axis as usize;
            self.answers(color, square, axis, |answer, pattern| {
                let left = code & !(15 << place) | (pattern as Code) << place;
                if self.table.info(color, left).class() < now {
                    defences.insert(answer);
                }
            });
        }
        defences
    }

    /// Visits the other empty squares of the window, each with the pattern that a stone of the opponent there leaves
    /// `color` at `square`.
    #[inline]
    fn answers(&self, color: Color, square: Square, axis: Axis, mut visit: impl FnMut(Square, Pattern)) {
        let around = self.window(square, axis);
        let mut left = empties(around, R::HALF) & !(3 << (2 * R::HALF));
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let answered = around | stone_code(color.opponent()) << bit;
            visit(
                self.along(square, axis, (bit / 2) as i32 - R::HALF as i32),
                self.patterns.pattern(answered, color),
            );
        }
    }
}
