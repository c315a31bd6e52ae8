//! The search by continuous fours at the leaves of the main search.
//!
//! The attacker makes four after four; each leaves the defender one answer, or a few where the ends of a five matter.
//! A win that it finds is a proof, since every answer is searched. The search is bounded and proves nothing if it
//! finds none: after the first four it tries only fours near the attacker's last stone. A winning row of fours rarely
//! jumps, and a search everywhere costs more than it finds.

use super::forced::Forced;
use super::worker::Worker;
use crate::board::rule_set::RuleSet;
use crate::board::squares::SquareSet;
use crate::board::threat::Threat;

impl<R: RuleSet> Worker<'_, R> {
    /// The number of plies in which the side to move wins by continuous fours, if a win is found.
    pub(super) fn vcf(&mut self, depth: i32) -> Option<u32> {
        let forced = self.board.forced();
        self.vcf_of(forced, depth)
    }

    /// The same, with the forced moves already known.
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
        if self.failed.contains(key, depth) {
            return None;
        }
        let near = self.board.earlier_move(1).map_or(SquareSet::EMPTY, |last| self.board.near(last));
        for class in [Threat::FourThree, Threat::FourPlus, Threat::Four] {
            let fours = self.board.points(us, class);
            let (first, then) = match stops {
                Some(stops) => (fours & stops, SquareSet::EMPTY),
                None if depth < self.fours => (fours & near, SquareSet::EMPTY),
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
        self.failed.insert(key, depth);
        None
    }

    /// The plies that remain after a four, if every answer to it loses.
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
