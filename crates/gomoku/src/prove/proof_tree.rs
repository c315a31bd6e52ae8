//! Which position is tried next: proof-number search over moves and replies, whose leaves are searches.
//!
//! The proof number of a position with the winner to move grows with the limits of the searches that it has resisted: a
//! search that is ten times as long counts four times.
//! Once its moves are tried, it is that of the best of them. The number of a move is the sum over the replies that are
//! still open, and weighs more the later the engine names the move. A move is left for another one when its number
//! passes that one's, as in df-pn (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002).

use super::board_text::{BoardText, Canonical};
use super::work_file::Known;
use super::{Prover, WorkError};
use crate::solve::ordered_replies;
use std::collections::HashMap;
use tengen_board::Point;
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};

/// The proof number of what will not be proven.
const GIVEN_UP: u32 = u32::MAX;

/// The largest other number of a reply or a move. Its weight among many moves is still below [`GIVEN_UP`].
const LARGEST: u32 = 1 << 24;

/// The number of replies searched between two looks at the proof number.
const AT_A_TIME: usize = 16;

/// The proof numbers of positions and moves.
pub(super) struct ProofTree<'a> {
    prover: &'a Prover<'a>,
    /// The numbers of positions with the winner to move whose moves were tried.
    positions: HashMap<BoardText, u32>,
    /// The numbers of moves, by the board after them, and the open replies.
    moves: HashMap<BoardText, TriedMove>,
}

/// A move of the winner that has been tried.
struct TriedMove {
    number: u32,
    /// The positions after the replies that are not proven yet, each once.
    due: Vec<Canonical>,
    /// How many there were.
    all: usize,
}

/// The number of a move that is the `i`th to try, from 0. In an early position the numbers of moves differ little, and
/// the engine's order says more: each place counts half of the number.
fn weighed(number: u32, i: usize) -> u32 {
    if number == GIVEN_UP {
        return GIVEN_UP;
    }
    (u64::from(number) * (2 + i as u64)).div_ceil(2).min(u64::from(GIVEN_UP - 1)) as u32
}

/// The largest number of a move whose [`weighed`] number is at most `limit`.
fn unweighed(limit: u32, i: usize) -> u32 {
    (u64::from(limit) * 2 / (2 + i as u64)) as u32
}

impl<'a> ProofTree<'a> {
    pub(super) fn new(prover: &'a Prover<'a>) -> ProofTree<'a> {
        ProofTree { prover, positions: HashMap::new(), moves: HashMap::new() }
    }

    /// True if the winner wins this position.
    pub(super) fn prove(&mut self, game: &Position) -> Result<bool, WorkError> {
        let Ok(at) = Canonical::new(game, game.to_move()) else { return Ok(false) };
        let number = if game.to_move() == self.prover.side {
            self.attack(&at, GIVEN_UP - 1)?
        } else {
            self.defend(&at, GIVEN_UP - 1)?
        };
        Ok(number == 0)
    }

    fn number(&self, at: &Canonical) -> u32 {
        if let Some(&number) = self.positions.get(&at.text) {
            return if self.prover.is_proven(&at.text) { 0 } else { number };
        }
        match self.prover.work().known(&at.text) {
            Some(Known::Open(tried)) => {
                let resisted = self.prover.limits_at(at).iter().filter(|limit| *limit <= tried).count();
                1 << (2 * resisted).min(16)
            }
            Some(_) => 0,
            None => 1,
        }
    }

    /// The winner is to move. Returns the position's number when it is proven or the number exceeds the threshold.
    fn attack(&mut self, at: &Canonical, threshold: u32) -> Result<u32, WorkError> {
        for &limit in self.prover.limits_at(at) {
            if self.prover.search(at, limit)? {
                return Ok(0);
            }
        }
        let number = match self.by_moves(at, threshold)? {
            GIVEN_UP => GIVEN_UP,
            number => number.min(LARGEST),
        };
        if number > 0 {
            self.positions.insert(at.text.clone(), number);
        }
        Ok(number)
    }

    fn by_moves(&mut self, at: &Canonical, threshold: u32) -> Result<u32, WorkError> {
        if at.position.stones().count() >= self.prover.limits.max_stones {
            return Ok(GIVEN_UP);
        }
        let loser = self.prover.side.opponent();
        let mut tries: Vec<(Point, Canonical)> = Vec::new();
        for mv in self.prover.candidates(at)? {
            let mut after = at.position.clone();
            if after.play(Move::Place(mv)).is_ok() && !after.is_over() {
                tries.extend(Canonical::new(&after, loser).map(|after| (mv, after)));
            }
        }
        loop {
            // A move that was not tried yet has about as many open replies as the others.
            let tried = tries.iter().filter_map(|(_, after)| self.moves.get(&after.text));
            let untried = tried.map(|tried| tried.all as u32).max().unwrap_or(1);
            let number = |(i, (_, after)): (usize, &(Point, Canonical))| {
                let number = self.moves.get(&after.text).map_or(untried, |tried| tried.number);
                (weighed(number, i), i)
            };
            let mut numbers: Vec<(u32, usize)> = tries.iter().enumerate().map(number).collect();
            numbers.sort_unstable();
            let Some(&(best, i)) = numbers.first() else { return Ok(GIVEN_UP) };
            if best > threshold || best == GIVEN_UP || self.prover.stop.is_raised() {
                return Ok(best);
            }
            let second =
                numbers.get(1).map_or(GIVEN_UP - 1, |&(second, _)| second.saturating_add(second / 4));
            let most = unweighed(threshold.min(second.min(GIVEN_UP - 1)), i);
            let (mv, after) = &tries[i];
            if self.defend(after, most)? == 0 {
                self.prover.work().put_move(&at.text, *mv)?;
                return Ok(0);
            }
        }
    }

    /// The other side is to move. Returns the number of the move before when every reply is answered, or the number
    /// exceeds the threshold.
    fn defend(&mut self, game: &Canonical, threshold: u32) -> Result<u32, WorkError> {
        let mut tried = match self.moves.remove(&game.text) {
            Some(tried) => tried,
            None => self.tried(game)?,
        };
        if tried.number != GIVEN_UP {
            self.prover.path().push((tried.all - tried.due.len(), tried.all));
            let number = self.replies(game, &mut tried, threshold);
            self.prover.path().pop();
            tried.number = number?;
        }
        let number = tried.number;
        self.moves.insert(game.text.clone(), tried);
        Ok(number)
    }

    /// A move that is tried for the first time: the win after a pass answers what it can.
    fn tried(&self, game: &Canonical) -> Result<TriedMove, WorkError> {
        let prover = self.prover;
        let mut tried = TriedMove { number: GIVEN_UP, due: Vec::new(), all: 0 };
        let Ok(passed) = Canonical::new(&game.position, prover.side) else { return Ok(tried) };
        let mut won = false;
        for &limit in &prover.limits.nodes {
            won = won || prover.search(&passed, limit)?;
        }
        if !won && !prover.is_early(&passed) {
            return Ok(tried);
        }
        let Some(due) = prover.uncovered(game)? else { return Ok(tried) };
        tried.number = 1;
        tried.all = due.len();
        tried.due = due;
        tried.due.retain(|at| !prover.is_proven(&at.text));
        Ok(tried)
    }

    fn replies(&mut self, game: &Canonical, tried: &mut TriedMove, threshold: u32) -> Result<u32, WorkError> {
        let prover = self.prover;
        loop {
            tried.due.retain(|at| !prover.is_proven(&at.text));
            let numbers: Vec<u32> = tried.due.iter().map(|at| self.number(at)).collect();
            if numbers.contains(&GIVEN_UP) {
                return Ok(GIVEN_UP);
            }
            let sum = numbers.iter().fold(0, |sum: u32, &n| sum.saturating_add(n).min(LARGEST));
            if sum == 0 || sum > threshold || prover.stop.is_raised() {
                return Ok(sum);
            }
            // Searches come before moves, those with the least limit first.
            let next_limit = |at: &Canonical| {
                let tried = match prover.work().known(&at.text) {
                    Some(&Known::Open(tried)) => tried,
                    _ => 0,
                };
                prover.limits_at(at).iter().copied().find(|&limit| limit > tried)
            };
            if let Some(limit) = tried.due.iter().filter_map(next_limit).min() {
                let now = tried.due.iter().filter(|at| next_limit(at) == Some(limit));
                let mut now: Vec<&Canonical> = now.take(AT_A_TIME).collect();
                // A repair costs more than a search that finds the win at once, and less than a long one.
                if prover.limits.nodes.first() != Some(&limit) {
                    prover.repair_all(game, &mut now)?;
                }
                prover.search_all(&now, limit)?;
                continue;
            }
            // The hardest reply is the one that may refute the move.
            let Some((i, &hardest)) = numbers.iter().enumerate().rev().max_by_key(|&(_, &n)| n) else {
                return Ok(0);
            };
            let at = tried.due[i].clone();
            self.attack(&at, threshold - (sum - hardest))?;
        }
    }
}

impl Prover<'_> {
    /// Repairs known wins for the positions after replies to `game`. Those that are proven then leave `due`.
    fn repair_all(&self, game: &Canonical, due: &mut Vec<&Canonical>) -> Result<(), WorkError> {
        self.replay_all(game, due)?;
        due.retain(|at| !self.is_proven(&at.text));
        self.transfer_all(game, due)?;
        due.retain(|at| !self.is_proven(&at.text));
        Ok(())
    }

    /// The positions after the replies that the win after a pass does not answer, each once. `None` if a reply ends
    /// the game.
    fn uncovered(&self, game: &Canonical) -> Result<Option<Vec<Canonical>>, WorkError> {
        let covered = self.covered(game)?;
        let replies = ordered_replies(&game.position);
        Ok(self.after(game, replies.into_iter().filter(|reply| !covered.contains(reply))))
    }

    /// The positions after all replies, each once. `None` if a reply ends the game.
    pub(super) fn after_replies(&self, game: &Canonical) -> Option<Vec<Canonical>> {
        self.after(game, ordered_replies(&game.position))
    }

    /// The positions after these replies, each once. `None` if a reply ends the game.
    pub(super) fn after(
        &self,
        game: &Canonical,
        replies: impl IntoIterator<Item = Point>,
    ) -> Option<Vec<Canonical>> {
        let mut positions: Vec<Canonical> = Vec::new();
        for reply in replies {
            let mut after = game.position.clone();
            after.play_unchecked(Move::Place(reply));
            if after.is_over() {
                return None;
            }
            let after = Canonical::new(&after, self.side).ok()?;
            if positions.iter().all(|known| known.text != after.text) {
                positions.push(after);
            }
        }
        Some(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise a move is left and taken up again without end.
    #[test]
    fn the_largest_number_within_a_limit_is_exact() {
        for i in [0, 1, 2, 3, 7, 224] {
            for limit in [0, 1, 2, 3, 10, 255, 1_000, LARGEST, GIVEN_UP - 1] {
                let most = unweighed(limit, i);
                assert!(weighed(most, i) <= limit, "{limit} {i}");
                assert!(most >= LARGEST || weighed(most + 1, i) > limit, "{limit} {i}");
            }
            assert!(weighed(LARGEST, i) < GIVEN_UP - 1, "{i}");
            assert_eq!(weighed(GIVEN_UP, i), GIVEN_UP);
        }
    }
}
