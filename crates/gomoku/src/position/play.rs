//! Playing and taking back.

use super::{Coded, Frame, PASS, Position, Reclassed};
use crate::lines::{SEERS, empties, window};
use crate::rule::Rule;
use crate::spots::{SPOT_ROOM, Spot};
use crate::threat::Code;
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

/// Room for the points whose codes a move changes, all that see its point and itself, so much that a place can be cut to it by a mask.
const ROOM: usize = (SEERS + 1).next_power_of_two();

/// Points and their codes.
struct Changed {
    list: [Coded; ROOM],
    len: usize,
}

impl Changed {
    #[inline]
    fn push(&mut self, spot: Spot, codes: u32) {
        self.list[self.len % ROOM] = Coded::new(spot, codes);
        self.len += 1;
    }
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
        let mut changed = Changed { list: [Coded::default(); ROOM], len: 0 };
        changed.push(spot, 0);
        // Written out, so that each axis is known when it is compiled.
        self.draw::<0>(at, color, &mut changed);
        self.draw::<1>(at, color, &mut changed);
        self.draw::<2>(at, color, &mut changed);
        self.draw::<3>(at, color, &mut changed);
        self.recode(&mut changed.list[..changed.len]);
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
        for old in &self.old_codes[frame.codes as usize..] {
            self.codes[usize::from(old.spot()) % SPOT_ROOM] = old.codes();
        }
        self.old_codes.truncate(frame.codes as usize);
        while self.reclassed.len() > frame.classes as usize {
            let Some(Reclassed { spot, color, from, to }) = self.reclassed.pop() else { break };
            self.moved(spot, color, to, from);
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
    fn draw<const AXIS: usize>(&mut self, at: usize, color: Color, changed: &mut Changed) {
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
            let code = self.codes[usize::from(spot) % SPOT_ROOM];
            let new = code & !axis_mask(AXIS) | spread(both, AXIS);
            if new != code {
                changed.push(spot, new);
            }
        }
    }

    /// Gives points other codes, and changes all that is kept by code.
    #[inline]
    fn recode(&mut self, changed: &mut [Coded]) {
        let mut value = self.state.value;
        for coded in changed.iter_mut() {
            let (spot, new) = (coded.spot(), coded.codes());
            let old = std::mem::replace(&mut self.codes[usize::from(spot) % SPOT_ROOM], new);
            *coded = Coded::new(spot, old);
            let infos = |codes: u32| {
                let black = self.values.info(Color::Black, codes as Code);
                (black, self.values.info(Color::White, (codes >> 16) as Code))
            };
            let (was, is) = (infos(old), infos(new));
            value += is.0.value() - was.0.value() - is.1.value() + was.1.value();
            let (from, to) = ([was.0.set(), was.1.set()], [is.0.set(), is.1.set()]);
            if from != to {
                self.reclass(spot, 0, from[0], to[0]);
                self.reclass(spot, 1, from[1], to[1]);
            }
        }
        self.state.value = value;
        self.old_codes.extend_from_slice(changed);
    }

    #[inline]
    fn reclass(&mut self, spot: Spot, color: u8, from: u8, to: u8) {
        if from != to {
            self.reclassed.push(Reclassed { spot, color, from, to });
            self.moved(spot, color, from, to);
        }
    }

    /// A point has come from one set to another; 0 is none.
    #[inline]
    pub(super) fn moved(&mut self, spot: Spot, color: u8, from: u8, to: u8) {
        let color = usize::from(color & 1);
        if let Some(set) = from.checked_sub(1) {
            self.state.sets[color][usize::from(set)].toggle(spot);
            self.state.counts[color][usize::from(set)] -= 1;
        }
        if let Some(set) = to.checked_sub(1) {
            self.state.sets[color][usize::from(set)].toggle(spot);
            self.state.counts[color][usize::from(set)] += 1;
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
