//! A quick search for a victory by continuous fours, at the leaves of the main search.
//!
//! The attacker makes four after four; each leaves the defender one answer (where the ends of a five matter, a few). What is found
//! is a proof: every answer has been tried. What is not found proves nothing: the depth is bounded, and after the first four only those
//! near the attacker's last stone are tried, for a row of fours that wins seldom jumps, and looking everywhere costs more than
//! the main search would need to find the rest.

use super::forced::Forced;
use super::worker::Worker;
use crate::board::rule_set::RuleSet;
use crate::board::squares::SquareSet;
use crate::board::threat::Threat;

/// Where searches of fours that came to nothing are winning_tt_move.
pub(super) struct VcfFailures(Box<[u64]>);

const FAILED: usize = 1 << 15;

impl VcfFailures {
    pub(super) fn new() -> VcfFailures {
        VcfFailures(vec![0; FAILED].into_boxed_slice())
    }

    /// Whether fours from the position with this key came to nothing, searched at least so deep.
    #[inline]
    fn knows(&self, key: u64, depth: i32) -> bool {
        let slot = self.0[key as usize % FAILED];
        slot >> 6 == key >> 6 && (slot & 63) as i32 >= depth
    }

    #[inline]
    fn remember(&mut self, key: u64, depth: i32) {
        self.0[key as usize % FAILED] = key >> 6 << 6 | depth as u64;
    }
}

impl<R: RuleSet> Worker<'_, R> {
    /// The number of plies in which the side to move wins by continuous fours, if that is found.
    pub(super) fn vcf(&mut self, depth: i32) -> Option<u32> {
        let forced = self.board.forced();
        self.vcf_of(forced, depth)
    }

    /// The same where it is known what the position forces.
    pub(super) fn vcf_of(&mut self, forced: Forced, depth: i32) -> Option<u32> {
        let stops = match forced {
            Forced::Win(plies, _) => return Some(plies),
            Forced::Lost => return None,
            Forced::Five(stops) => Some(stops),
            Forced::OpenFour(_) | Forced::Free => None,
        };
        let us = self.board.to_move();
        if depth <= 0 || !self.board.has_four(us) {
            return None;
        }
        let key = self.board.key();
        if self.failed.knows(key, depth) {
            return None;
        }
        let near = self.board.earlier_move(1).map_or(SquareSet::NONE, |last| self.board.near(last));
        for class in [Threat::FourThree, Threat::FourPlus, Threat::Four] {
            let fours = self.board.points(us, class);
            let (first, then) = match stops {
                Some(stops) => (fours & stops, SquareSet::NONE),
                None if depth < self.fours => (fours & near, SquareSet::NONE),
                None => (fours & near, fours - near),
            };
            for square in first.into_iter().chain(then) {
                if !self.board.may_play(us, square) {
                    continue;
                }
                if !self.tick() {
                    return None;
                }
                self.board.play(square);
                let answered = self.answered(depth);
                self.board.undo();
                if self.stopped {
                    return None;
                }
                if let Some(plies) = answered {
                    return Some(plies + 1);
                }
            }
        }
        self.failed.remember(key, depth);
        None
    }

    /// The plies that are left after a four, if every answer to it loses.
    fn answered(&mut self, depth: i32) -> Option<u32> {
        let stops = match self.board.forced() {
            Forced::Lost => return Some(2),
            Forced::Five(stops) => stops,
            // The defender has a five itself.
            Forced::Win(..) | Forced::OpenFour(_) | Forced::Free => return None,
        };
        let mut longest = 0;
        for stop in stops {
            self.board.play(stop);
            let plies = self.vcf(depth - 1);
            self.board.undo();
            longest = longest.max(plies? + 1);
        }
        Some(longest)
    }
}
