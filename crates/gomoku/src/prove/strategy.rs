//! The strategy that the records make: which of them it needs, and random branches of it, each checked down to a win.

use super::board_text::{BoardText, Canonical};
use super::work_file::{Known, Strategy};
use super::{Prover, WorkError};
use crate::solve::ordered_replies;
use tengen_board::Point;
use tengen_board::random::SplitMix64;
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};
use tengen_gomoku_verify::{Certificate, VerifyLimits, verify_until};

/// A branch of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Branch {
    /// The moves from the position asked about: those of the strategy, and replies drawn at random. After them the
    /// winner is to move, and one search proves the win.
    pub moves: Vec<Point>,
    /// The most plies in which the winner wins then, as the verifier counted them. `None` if there is no record of the
    /// last position, or the verifier refuses its win.
    pub plies: Option<u32>,
}

impl Prover<'_> {
    /// The records that the win of the start needs. `None` if they do not answer every reply.
    pub(super) fn strategy(&self) -> Option<Strategy> {
        let mut strategy = Strategy::default();
        // Positions to look at, true with the winner to move.
        let mut due = vec![(
            Canonical::new(&self.start, self.start.to_move()).ok()?,
            self.start.to_move() == self.side,
        )];
        while let Some((at, winner_moves)) = due.pop() {
            let known = self.work().known(&at.text).cloned();
            if winner_moves {
                match known {
                    Some(Known::Move(mv)) if strategy.won.insert(at.text.clone()) => {
                        due.push((self.after_move(&at, mv)?, false));
                    }
                    Some(Known::Move(_)) => {}
                    Some(known) if known.is_win() => self.add_win(&at.text, &mut strategy),
                    _ => return None,
                }
            } else if strategy.answered.insert(at.text.clone()) {
                if known.is_some_and(|known| known.cost().is_some()) {
                    self.add_win(&at.text, &mut strategy);
                }
                let after = self.uncovered_in_records(&at)?;
                due.extend(after.into_iter().map(|after| (after, true)));
            }
        }
        Some(strategy)
    }

    /// Adds a win, and the wins that it is repaired from.
    fn add_win(&self, board: &BoardText, strategy: &mut Strategy) {
        let mut next = Some(board.clone());
        while let Some(board) = next {
            next = match self.work().known(&board) {
                Some(Known::Repaired { from, .. }) => Some(from.clone()),
                _ => None,
            };
            strategy.won.insert(board);
        }
    }

    fn after_move(&self, at: &Canonical, mv: Point) -> Option<Canonical> {
        let mut after = at.position.clone();
        after.play(Move::Place(mv)).ok()?;
        Canonical::new(&after, self.side.opponent()).ok()
    }

    /// The positions after the replies that the records do not call covered: all, where no win after a pass is known.
    fn uncovered_in_records(&self, at: &Canonical) -> Option<Vec<Canonical>> {
        let covered = self.work().covered(&at.text).unwrap_or_default().to_vec();
        let replies = ordered_replies(&at.position);
        self.after(at, replies.into_iter().filter(|reply| !covered.contains(reply)))
    }

    /// Follows the strategy against replies drawn at random, `count` times. Each win at the end of a branch is searched
    /// again and goes through the verifier. `each` gets every branch at once.
    ///
    /// # Errors
    /// [`WorkError`] if a record's win is not found again.
    pub fn sample(
        &self,
        count: usize,
        seed: u64,
        each: &mut dyn FnMut(&Branch),
    ) -> Result<Vec<Branch>, WorkError> {
        let mut random = SplitMix64(seed);
        let mut branches = Vec::new();
        while branches.len() < count && !self.stop.is_raised() {
            match self.branch(&mut random) {
                _ if self.stop.is_raised() => break,
                branch => branches.push(branch?),
            }
            branches.last().into_iter().for_each(&mut *each);
        }
        Ok(branches)
    }

    fn branch(&self, random: &mut SplitMix64) -> Result<Branch, WorkError> {
        let mut game = self.start.clone();
        let mut branch = Branch { moves: Vec::new(), plies: None };
        loop {
            if game.to_move() == self.side {
                let Ok(at) = Canonical::new(&game, self.side) else { return Ok(branch) };
                let known = self.work().known(&at.text).cloned();
                match known {
                    Some(Known::Move(mv)) => {
                        let mv = at.symmetry.inverse().apply(mv, game.size());
                        branch.moves.push(mv);
                        if game.play(Move::Place(mv)).is_err() || game.is_over() {
                            return Ok(branch);
                        }
                    }
                    Some(known) if known.is_win() => {
                        let proof = self.proof(&at.text)?;
                        branch.plies = proof.and_then(|proof| self.plies(&proof));
                        return Ok(branch);
                    }
                    _ => return Ok(branch),
                }
            }
            // The loser is to move.
            let replies = ordered_replies(&game);
            let Some(&reply) = replies.get(random.below(replies.len().max(1))) else { return Ok(branch) };
            let Ok(at) = Canonical::new(&game, self.side.opponent()) else { return Ok(branch) };
            game.play_unchecked(Move::Place(reply));
            branch.moves.push(reply);
            if game.is_over() {
                return Ok(branch);
            }
            let turned = at.symmetry.apply(reply, game.size());
            let covered = self.work().covered(&at.text).is_some_and(|covered| covered.contains(&turned));
            if covered {
                branch.plies = self.common_answer(&at, turned)?;
                return Ok(branch);
            }
        }
    }

    /// The plies of the win after a pass, played against this reply.
    fn common_answer(&self, at: &Canonical, reply: Point) -> Result<Option<u32>, WorkError> {
        let Some(proof) = self.proof(&at.text)? else { return Ok(None) };
        let mut after: Position = at.position.clone();
        after.play_unchecked(Move::Place(reply));
        Ok(self.plies(&Certificate::new(&after, self.side, proof.nodes.clone())))
    }

    /// The plies of a win. `None` if the verifier refuses it.
    fn plies(&self, proof: &Certificate) -> Option<u32> {
        let report = verify_until(proof, &VerifyLimits::default(), &|| self.stop.is_raised());
        report.ok().map(|report| report.plies)
    }
}
