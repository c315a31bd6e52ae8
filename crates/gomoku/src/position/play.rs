//! Playing and taking back.

use super::{Frame, PASS, Position, Reclassed};
use crate::lines::{empties, window};
use crate::rule::Rule;
use crate::spots::Spot;
use crate::threat::{Code, Threat};
use crate::values::Info;
use tengen_board::{Color, zobrist};

/// The place of an axis in the two codes of a point, without the pattern of either colour.
#[inline]
const fn axis_mask(axis: usize) -> u32 {
    0x000F_000F << (4 * axis)
}

/// The patterns of a table's byte at the place of an axis in the two codes of a point.
#[inline]
const fn spread(both: u8, axis: usize) -> u32 {
    ((both & 15) as u32 | (both as u32 >> 4) << 16) << (4 * axis)
}

impl<R: Rule> Position<R> {
    /// Puts a stone of the side to move on an empty point.
    #[inline]
    pub fn play(&mut self, spot: Spot) {
        debug_assert!(!self.state.occupied.contains(spot), "a stone on a stone");
        let color = self.state.to_move;
        self.push_frame();
        self.history.push(spot);
        let at = usize::from(spot);
        if self.codes[at] != 0 {
            self.recode(spot, 0);
        }
        // Written out, so that each axis is known when it is compiled.
        self.draw::<0>(at, color);
        self.draw::<1>(at, color);
        self.draw::<2>(at, color);
        self.draw::<3>(at, color);
        self.state.occupied.insert(spot);
        self.state.near |= self.nearness[at];
        self.state.key ^= zobrist::stone(at, color) ^ zobrist::WHITE_TO_MOVE;
        self.state.empty -= 1;
        self.state.to_move = color.opponent();
    }

    /// Lets the side to move pass.
    #[inline]
    pub fn pass(&mut self) {
        self.push_frame();
        self.history.push(PASS);
        self.set_to_move(self.state.to_move.opponent());
    }

    #[inline]
    fn push_frame(&mut self) {
        self.played += 1;
        self.frames.push(Frame {
            serial: self.played,
            near: self.state.near,
            value: self.state.value,
            codes: self.old_codes.len() as u32,
            classes: self.reclassed.len() as u32,
        });
    }

    /// Takes back the last move or pass since the position was made; what it was, `None` of a pass.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn undo(&mut self) -> Option<Spot> {
        let (Some(frame), Some(spot)) = (self.frames.pop(), self.history.pop()) else {
            panic!("there is no move to take back");
        };
        let color = self.state.to_move.opponent();
        if spot == PASS {
            self.set_to_move(color);
            return None;
        }
        let at = usize::from(spot);
        for &(spot, code) in &self.old_codes[frame.codes as usize..] {
            self.codes[usize::from(spot)] = code;
        }
        self.old_codes.truncate(frame.codes as usize);
        while self.reclassed.len() > frame.classes as usize {
            let Some(Reclassed { spot, color, from, to }) = self.reclassed.pop() else { break };
            self.class_changed(spot, color, to, from);
        }
        for axis in 0..4 {
            let place = self.geometry.place(at, axis);
            self.lines.toggle(place, color);
        }
        self.state.value = frame.value;
        self.state.near = frame.near;
        self.state.occupied.remove(spot);
        self.state.key ^= zobrist::stone(at, color) ^ zobrist::WHITE_TO_MOVE;
        self.state.empty += 1;
        self.state.to_move = color;
        Some(spot)
    }

    /// Gives the move to `color`.
    pub fn set_to_move(&mut self, color: Color) {
        if self.state.to_move != color {
            self.state.to_move = color;
            self.state.key ^= zobrist::WHITE_TO_MOVE;
        }
    }

    /// Draws a stone on one of the four boards of lines, and looks up again what it changes there.
    #[inline]
    fn draw<const AXIS: usize>(&mut self, at: usize, color: Color) {
        let place = self.geometry.place(at, AXIS);
        let word = self.lines.toggle(place, color);
        let step = self.geometry.steps[AXIS];
        let mut left = empties(window(word, place.shift, R::HALF), R::HALF);
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let away = (bit / 2) as i32 - R::HALF as i32;
            let shift = (i32::from(place.shift) + 2 * away) as u8;
            let both = self.table.both(window(word, shift, R::HALF));
            let spot = (at as i32 + away * step) as Spot;
            let code = self.codes[usize::from(spot)];
            let new = code & !axis_mask(AXIS) | spread(both, AXIS);
            if new != code {
                self.recode(spot, new);
            }
        }
    }

    /// Gives a point another code, and changes all that is kept by code.
    #[inline]
    fn recode(&mut self, spot: Spot, new: u32) {
        let old = self.codes[usize::from(spot)];
        self.old_codes.push((spot, old));
        self.codes[usize::from(spot)] = new;
        let (was, is) =
            (self.values.info(Color::Black, old as Code), self.values.info(Color::Black, new as Code));
        self.state.value += is.value() - was.value();
        self.reclass(spot, 0, was, is);
        let (was, is) = (
            self.values.info(Color::White, (old >> 16) as Code),
            self.values.info(Color::White, (new >> 16) as Code),
        );
        self.state.value -= is.value() - was.value();
        self.reclass(spot, 1, was, is);
    }

    #[inline]
    fn reclass(&mut self, spot: Spot, color: u8, was: Info, is: Info) {
        let (from, to) = (was.class() as u8, is.class() as u8);
        if from != to && from.max(to) >= Threat::LEAST_KEPT as u8 {
            self.reclassed.push(Reclassed { spot, color, from, to });
            self.class_changed(spot, color, from, to);
        }
    }

    #[inline]
    fn class_changed(&mut self, spot: Spot, color: u8, from: u8, to: u8) {
        let color = usize::from(color & 1);
        if let Some(kept) = from.checked_sub(Threat::LEAST_KEPT as u8) {
            self.state.sets[color][usize::from(kept)].toggle(spot);
            self.state.counts[color][usize::from(kept)] -= 1;
        }
        if let Some(kept) = to.checked_sub(Threat::LEAST_KEPT as u8) {
            self.state.sets[color][usize::from(kept)].toggle(spot);
            self.state.counts[color][usize::from(kept)] += 1;
        }
    }

    /// Both codes of an empty point, from its lines.
    pub(super) fn code_from_lines(&self, spot: usize) -> u32 {
        (0..4).fold(0, |code, axis| {
            let place = self.geometry.place(spot, axis);
            code | spread(self.table.both(window(self.lines.word(place), place.shift, R::HALF)), axis)
        })
    }
}
