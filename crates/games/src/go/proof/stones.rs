//! The plain rules of Go on a list of cells: chains by flood, capture, suicide, the simple ko.
//!
//! Slow and obvious on purpose. The verifier plays on it, so that it shares nothing with the boards of searches.

use super::certificate::Retake;
use super::zone::Zone;
use crate::Reason;
use crate::go::Suicide;
use crate::go::score::beside;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Size};

/// Why a stone may not be put on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::go) enum Fault {
    Occupied(Color),
    Ko,
    Suicide,
}

impl From<Fault> for Reason {
    fn from(fault: Fault) -> Reason {
        match fault {
            Fault::Occupied(color) => Reason::Occupied(color),
            Fault::Ko => Reason::Ko,
            Fault::Suicide => Reason::Suicide,
        }
    }
}

/// Solidly connected stones and the empty points beside them, as numbers in reading order.
pub(in crate::go) struct Group {
    pub(in crate::go) stones: Vec<usize>,
    pub(in crate::go) liberties: Vec<usize>,
}

/// A position: the stones, the point that ko closes, and the rules that matter to a single chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::go) struct Stones {
    pub(in crate::go) size: Size,
    pub(in crate::go) cells: Vec<Cell>,
    pub(in crate::go) suicide: Suicide,
    pub(in crate::go) retake: Retake,
    pub(in crate::go) ko: Option<usize>,
}

impl Stones {
    pub(in crate::go) fn is(&self, at: usize, color: Color) -> bool {
        self.cells[at].color() == Some(color)
    }

    /// The points with stones of this colour.
    pub(in crate::go) fn set(&self, color: Color) -> Zone {
        let mut set = Zone::default();
        set.extend((0..self.cells.len()).filter(|&at| self.is(at, color)));
        set
    }

    /// The chain of the stone at `at`.
    pub(in crate::go) fn group(&self, at: usize) -> Group {
        let (cell, mut group) = (self.cells[at], Group { stones: vec![at], liberties: Vec::new() });
        let (mut next, mut seen) = (0, Zone::default());
        seen.insert(at);
        while let Some(&stone) = group.stones.get(next) {
            next += 1;
            for q in beside(self.size, stone) {
                let list = match self.cells[q] {
                    Cell::Empty => &mut group.liberties,
                    other if other == cell => &mut group.stones,
                    _ => continue,
                };
                if !seen.contains(q) {
                    seen.insert(q);
                    list.push(q);
                }
            }
        }
        group
    }

    fn remove(&mut self, stones: &[usize]) {
        stones.iter().for_each(|&stone| self.cells[stone] = Cell::Empty);
    }

    /// The position after a stone of `color` at `at`.
    pub(in crate::go) fn play(&self, at: usize, color: Color) -> Result<Stones, Fault> {
        if let Some(color) = self.cells[at].color() {
            return Err(Fault::Occupied(color));
        }
        if self.ko == Some(at) && self.retake != Retake::Side(color) {
            return Err(Fault::Ko);
        }
        let mut next = self.pass();
        next.cells[at] = color.into();
        let mut taken = 0;
        for q in beside(self.size, at) {
            if next.is(q, !color) {
                let group = next.group(q);
                if group.liberties.is_empty() {
                    taken += group.stones.len();
                    next.remove(&group.stones);
                }
            }
        }
        let own = next.group(at);
        match (own.liberties.as_slice(), own.stones.len()) {
            ([], 1) if self.suicide != Suicide::Allowed => return Err(Fault::Suicide),
            ([], _) if !self.suicide.is_allowed() => return Err(Fault::Suicide),
            ([], _) => next.remove(&own.stones),
            (&[back], 1) if taken == 1 => next.ko = Some(back),
            _ => {}
        }
        Ok(next)
    }

    /// The position after a pass.
    pub(in crate::go) fn pass(&self) -> Stones {
        Stones { ko: None, ..self.clone() }
    }
}
