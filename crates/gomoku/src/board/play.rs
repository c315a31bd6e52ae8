//! Making and taking back moves.

use super::{Board, PASS, SetChange, SquareCodes, Undo};
use crate::board::lines::{LINE_NEIGHBOURS, empties, window};
use crate::board::rule_set::RuleSet;
use crate::board::squares::{SQUARE_SLOTS, Square};
use crate::board::threat::Code;
use tengen_board::{Color, zobrist};

/// The bits of an axis in the two codes of a square.
#[inline]
const fn axis_mask(axis: usize) -> u32 {
    0x000F_000F << (4 * axis)
}

/// The patterns of a table's byte, moved to the bits of an axis in the two codes of a square.
#[inline]
const fn spread(both: u8, axis: usize) -> u32 {
    ((both & 15) as u32 | (both as u32 >> 4) << 16) << (4 * axis)
}

/// Room for the squares whose codes a move changes. A power of two, so that an index is masked instead of checked.
const ROOM: usize = (LINE_NEIGHBOURS + 1).next_power_of_two();

/// Squares with their new codes, and after [`Board::apply_codes`] with their old ones.
struct Changed {
    list: [SquareCodes; ROOM],
    len: usize,
}

impl Changed {
    #[inline]
    fn push(&mut self, square: Square, codes: u32) {
        self.list[self.len % ROOM] = SquareCodes::new(square, codes);
        self.len += 1;
    }
}

impl<R: RuleSet> Board<R> {
    /// Places a stone of the side to move on an empty square.
    #[inline]
    pub fn play(&mut self, square: Square) {
        debug_assert!(!self.state.occupied.contains(square), "a stone on a stone");
        let color = self.state.to_move;
        self.push_frame();
        self.history.push(square);
        let at = usize::from(square);
        let mut changed = Changed { list: [SquareCodes::default(); ROOM], len: 0 };
        changed.push(square, 0);
        // Unrolled, so that each axis is a constant.
        self.update_axis::<0>(at, color, &mut changed);
        self.update_axis::<1>(at, color, &mut changed);
        self.update_axis::<2>(at, color, &mut changed);
        self.update_axis::<3>(at, color, &mut changed);
        self.apply_codes(&mut changed.list[..changed.len]);
        self.state.occupied.insert(square);
        self.state.near |= self.nearness[at];
        self.state.key ^= zobrist::stone(at, color) ^ zobrist::WHITE_TO_MOVE;
        self.state.empty -= 1;
        self.state.to_move = color.opponent();
    }

    /// Passes.
    #[inline]
    pub fn pass(&mut self) {
        self.push_frame();
        self.history.push(PASS);
        self.set_to_move(self.state.to_move.opponent());
    }

    #[inline]
    fn push_frame(&mut self) {
        self.played += 1;
        self.frames.push(Undo {
            serial: self.played,
            near: self.state.near,
            sum: self.state.sum,
            codes: self.old_codes.len() as u32,
            classes: self.set_changes.len() as u32,
        });
    }

    /// Takes back the last move or pass since the board was made. Returns the move, `None` for a pass.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn undo(&mut self) -> Option<Square> {
        let (Some(frame), Some(square)) = (self.frames.pop(), self.history.pop()) else {
            panic!("there is no move to take back");
        };
        let color = self.state.to_move.opponent();
        if square == PASS {
            self.set_to_move(color);
            return None;
        }
        let at = usize::from(square);
        for old in &self.old_codes[frame.codes as usize..] {
            self.codes[usize::from(old.square()) % SQUARE_SLOTS] = old.codes();
        }
        self.old_codes.truncate(frame.codes as usize);
        while self.set_changes.len() > frame.classes as usize {
            let Some(SetChange { square, color, from, to }) = self.set_changes.pop() else { break };
            self.change_set(square, color, to, from);
        }
        for axis in 0..4 {
            let place = self.geometry.place(at, axis);
            self.lines.toggle(place, color);
        }
        self.state.sum = frame.sum;
        self.state.near = frame.near;
        self.state.occupied.remove(square);
        self.state.key ^= zobrist::stone(at, color) ^ zobrist::WHITE_TO_MOVE;
        self.state.empty += 1;
        self.state.to_move = color;
        Some(square)
    }

    /// Sets the side to move.
    pub fn set_to_move(&mut self, color: Color) {
        if self.state.to_move != color {
            self.state.to_move = color;
            self.state.key ^= zobrist::WHITE_TO_MOVE;
        }
    }

    /// Places a stone on its line along an axis, and looks up the patterns that change there.
    #[inline]
    fn update_axis<const AXIS: usize>(&mut self, at: usize, color: Color, changed: &mut Changed) {
        let place = self.geometry.place(at, AXIS);
        let word = self.lines.toggle(place, color);
        let step = self.geometry.steps[AXIS];
        let mut left = empties(window(word, place.shift, R::HALF), R::HALF);
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let away = (bit / 2) as i32 - R::HALF as i32;
            let shift = (i32::from(place.shift) + 2 * away) as u8;
            let both = self.patterns.both(window(word, shift, R::HALF));
            let square = (at as i32 + away * step) as Square;
            let code = self.codes[usize::from(square) % SQUARE_SLOTS];
            let new = code & !axis_mask(AXIS) | spread(both, AXIS);
            if new != code {
                changed.push(square, new);
            }
        }
    }

    /// Applies changed codes to the sum and the sets, and logs the old ones.
    #[inline]
    fn apply_codes(&mut self, changed: &mut [SquareCodes]) {
        let mut sum = self.state.sum;
        for coded in changed.iter_mut() {
            let (square, new) = (coded.square(), coded.codes());
            let old = std::mem::replace(&mut self.codes[usize::from(square) % SQUARE_SLOTS], new);
            *coded = SquareCodes::new(square, old);
            let infos = |codes: u32| {
                let black = self.table.info(Color::Black, codes as Code);
                (black, self.table.info(Color::White, (codes >> 16) as Code))
            };
            let (was, is) = (infos(old), infos(new));
            sum += is.0.term() - was.0.term() - is.1.term() + was.1.term();
            let (from, to) = ([was.0.set(), was.1.set()], [is.0.set(), is.1.set()]);
            if from != to {
                self.log_set(square, 0, from[0], to[0]);
                self.log_set(square, 1, from[1], to[1]);
            }
        }
        self.state.sum = sum;
        self.old_codes.extend_from_slice(changed);
    }

    #[inline]
    fn log_set(&mut self, square: Square, color: u8, from: u8, to: u8) {
        if from != to {
            self.set_changes.push(SetChange { square, color, from, to });
            self.change_set(square, color, from, to);
        }
    }

    /// Moves a square from one set to another; 0 is no set.
    #[inline]
    pub(super) fn change_set(&mut self, square: Square, color: u8, from: u8, to: u8) {
        let color = usize::from(color & 1);
        if let Some(set) = from.checked_sub(1) {
            self.state.sets[color][usize::from(set)].toggle(square);
            self.state.counts[color][usize::from(set)] -= 1;
        }
        if let Some(set) = to.checked_sub(1) {
            self.state.sets[color][usize::from(set)].toggle(square);
            self.state.counts[color][usize::from(set)] += 1;
        }
    }

    /// Both codes of an empty square, looked up from its lines.
    pub(super) fn code_from_lines(&self, square: usize) -> u32 {
        (0..4).fold(0, |code, axis| {
            let place = self.geometry.place(square, axis);
            code | spread(self.patterns.both(window(self.lines.word(place), place.shift, R::HALF)), axis)
        })
    }
}
