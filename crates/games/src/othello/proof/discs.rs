//! The plain rules of Othello on the padded 1-D array: a walk along each of the eight steps ends on a sentinel.
//!
//! Slow and obvious on purpose. The verifier plays on it, so that it shares nothing with the bitboards of searches.

use alloc::vec;
use alloc::vec::Vec;
use tengen_board::layout::{PaddedShape, Slot};
use tengen_board::{Color, Point, Size};

/// The discs on a board.
#[derive(Clone, Debug)]
pub(super) struct Discs {
    slots: Vec<Slot>,
    shape: PaddedShape,
}

impl Discs {
    pub(super) fn new(size: Size) -> Discs {
        let shape = PaddedShape::new(size);
        let mut slots = vec![Slot::Sentinel; shape.len()];
        size.points().for_each(|point| slots[shape.index(point)] = Slot::Empty);
        Discs { slots, shape }
    }

    /// Puts a disc on a point of the board. False if there is one already.
    pub(super) fn set(&mut self, point: Point, color: Color) -> bool {
        let slot = &mut self.slots[self.shape.index(point)];
        core::mem::replace(slot, color.into()) == Slot::Empty
    }

    /// What a disc on this point turns over; nothing if it is no move.
    fn flips(&self, point: Point, color: Color) -> Vec<usize> {
        let (own, other) = (Slot::from(color), Slot::from(!color));
        let from = self.shape.index(point);
        let mut flips = Vec::new();
        if self.slots[from] != Slot::Empty {
            return flips;
        }
        for step in self.shape.steps() {
            let mut run = Vec::new();
            let mut at = from.wrapping_add_signed(step);
            while self.slots[at] == other {
                run.push(at);
                at = at.wrapping_add_signed(step);
            }
            if self.slots[at] == own {
                flips.append(&mut run);
            }
        }
        flips
    }

    /// Where this side may place a disc, in reading order.
    pub(super) fn moves(&self, color: Color) -> Vec<Point> {
        self.shape.size().points().filter(|&point| !self.flips(point, color).is_empty()).collect()
    }

    /// The board after a disc on this point; `None` if it turns nothing over, or is off the board.
    pub(super) fn placed(&self, point: Point, color: Color) -> Option<Discs> {
        let size = self.shape.size();
        let flips = if size.contains(point) { self.flips(point, color) } else { Vec::new() };
        if flips.is_empty() {
            return None;
        }
        let mut after = self.clone();
        after.set(point, color);
        flips.into_iter().for_each(|at| after.slots[at] = color.into());
        Some(after)
    }

    /// True if neither side can place a disc.
    pub(super) fn is_over(&self) -> bool {
        Color::BOTH.into_iter().all(|color| self.moves(color).is_empty())
    }

    /// The score of this side at the end of the game, in discs: empty points count for the winner.
    pub(super) fn score(&self, color: Color) -> i32 {
        let count = |slot: Slot| self.slots.iter().filter(|&&other| other == slot).count() as i32;
        let lead = count(color.into()) - count(Slot::from(!color));
        lead + lead.signum() * count(Slot::Empty)
    }

    /// The discs as a key.
    pub(super) fn key(&self) -> Vec<u8> {
        self.slots.iter().map(|&slot| slot as u8).collect()
    }
}
