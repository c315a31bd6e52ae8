//! What a proof does with positions: searches, the win after a pass and its repair, the engine's moves.

use super::board_text::{BoardText, Canonical};
use super::transfer::moves_of_other_boards;
use super::work_file::{Cost, Known};
use super::{Prover, WorkError};
use crate::Player;
use crate::solve::{MergedNodes, SolveResult, WinKind, holds_against, ordered_replies, replay, solve};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;
use tengen_board::{Point, Size, Symmetry};
use tengen_engine::{Engine, Limits};
use tengen_games::{Game, Move};
use tengen_gomoku_verify::{Certificate, ProofNode};

/// The nodes of a proof, turned by a symmetry that keeps the board.
pub(super) fn turned(nodes: &[ProofNode], symmetry: Symmetry, size: Size) -> Vec<ProofNode> {
    let mut turned = MergedNodes::default();
    let root = turned.import(nodes, symmetry, size);
    root.map_or_else(Vec::new, |root| turned.into_proof(root))
}

/// What came of an attempt; an error is one of the work file.
pub(super) type Attempt = Result<bool, WorkError>;

impl Prover<'_> {
    pub(super) fn is_proven(&self, board: &BoardText) -> bool {
        self.work().known(board).is_some_and(Known::is_win)
    }

    pub(super) fn is_early(&self, at: &Canonical) -> bool {
        at.position.stones().count() < self.limits.early_stones
    }

    /// The node limits of the searches of a position.
    pub(super) fn limits_at(&self, at: &Canonical) -> &[u64] {
        let count = if self.is_early(at) { 1 } else { usize::MAX };
        &self.limits.nodes[..count.min(self.limits.nodes.len())]
    }

    /// Searches for a win by threats and quiet moves.
    pub(super) fn search(&self, at: &Canonical, limit: u64) -> Attempt {
        match self.work().known(&at.text) {
            Some(Known::Open(tried)) if *tried < limit => {}
            Some(known) => return Ok(known.is_win()),
            None => {}
        }
        if self.stop.is_raised() {
            return Ok(false);
        }
        if self.searched_proof(at, limit)?.is_some() {
            return Ok(true);
        }
        if !self.stop.is_raised() {
            self.work().put_open(&at.text, limit)?;
        }
        Ok(false)
    }

    /// The certificate that a search with this limit finds, and its record.
    fn searched_proof(&self, at: &Canonical, limit: u64) -> Result<Option<Arc<Certificate>>, WorkError> {
        let begun = Instant::now();
        let found = solve(&at.position, self.side, WinKind::Wide, &Limits::nodes(limit), &self.stop);
        let millis = begun.elapsed().as_millis() as u64;
        let SolveResult::Win(win) = found.result else {
            self.add_without_win(found.nodes, millis);
            return Ok(None);
        };
        let (mut work, cost) = (self.work(), Cost { nodes: found.nodes, millis });
        if work.known(&at.text).is_some_and(Known::is_win) {
            work.note_cost(&at.text, cost);
        } else {
            work.put_win(&at.text, limit, cost)?;
        }
        Ok(Some(self.keep(&at.text, win.proof)))
    }

    fn keep(&self, board: &BoardText, proof: Certificate) -> Arc<Certificate> {
        self.recent().put(board, proof.nodes.len(), proof)
    }

    fn add_without_win(&self, nodes: u64, millis: u64) {
        let mut cost = self.without_win();
        *cost = Cost { nodes: cost.nodes + nodes, millis: cost.millis + millis };
    }

    /// The certificate of a position that a search or a repair proved, which finds it again unless it was needed
    /// lately. `None` if it was not proven in this way, or the stop flag was raised.
    pub(super) fn proof(&self, board: &BoardText) -> Result<Option<Arc<Certificate>>, WorkError> {
        if let Some(proof) = self.recent().get(board) {
            return Ok(Some(proof));
        }
        if let Some(proof) = self.kept_win(board)? {
            return Ok(Some(self.keep(board, proof)));
        }
        let known = self.work().known(board).cloned();
        let lost = || WorkError::Lost(board.to_string());
        let at = self.work().position(board, self.side).ok_or_else(lost)?;
        let found = match known {
            Some(Known::Searched { limit, .. }) => self.searched_proof(&at, limit)?,
            Some(Known::Repaired { from, .. }) => {
                let at = self.after_reply(&from, board).ok_or_else(lost)?;
                let proof = self.proof(&from)?;
                let begun = Instant::now();
                let (repaired, nodes) = proof.map_or((None, 0), |proof| self.repaired(&proof, &at));
                let millis = begun.elapsed().as_millis() as u64;
                repaired.map(|proof| {
                    self.work().note_cost(board, Cost { nodes, millis });
                    self.keep(board, proof)
                })
            }
            _ => return Ok(None),
        };
        if found.is_some() || self.stop.is_raised() {
            return Ok(found);
        }
        // A record of another version of the searches.
        for &limit in &self.limits.nodes {
            if let Some(proof) = self.searched_proof(&at, limit)? {
                return Ok(Some(proof));
            }
        }
        if self.stop.is_raised() { Ok(None) } else { Err(lost()) }
    }

    /// The win of a board, if the file of wins has it.
    fn kept_win(&self, board: &BoardText) -> Result<Option<Certificate>, WorkError> {
        let Some(record) = self.work().record_of_win(board) else { return Ok(None) };
        let bytes = self.wins().as_mut().map_or(Ok(None), |wins| wins.bytes(&record))?;
        // Damaged bytes are no win, so it is searched.
        Ok(bytes.and_then(|bytes| Certificate::read(bytes.as_slice()).ok()))
    }

    /// Writes a win to the file of wins, if there is one.
    pub(super) fn write_win(&self, board: &BoardText, proof: &Certificate) -> Result<(), WorkError> {
        let Some(record) = self.work().record_of_win(board) else { return Ok(()) };
        match &mut *self.wins() {
            Some(wins) if !wins.has(&record) => Ok(wins.put(&record, proof)?),
            _ => Ok(()),
        }
    }

    /// The position `board` as a reply of the loser to `before` makes it. `None` if none does.
    pub(super) fn after_reply(&self, before: &BoardText, board: &BoardText) -> Option<Canonical> {
        let before = self.work().position(before, self.side.opponent())?;
        self.after_replies(&before)?.into_iter().find(|after| after.text == *board)
    }

    /// The win of the position before the reply, repaired for the position after it; and the nodes searched.
    pub(super) fn repaired(&self, proof: &Certificate, at: &Canonical) -> (Option<Certificate>, u64) {
        let nodes = turned(&proof.nodes, at.symmetry, at.position.size());
        replay(nodes, &at.position, self.side, &Limits::default(), &self.stop)
    }

    /// The moves to try: those of the strategies of other boards, those that won before where the loser's stones are
    /// far, and the engine's best. Of moves that are the same by a symmetry one is tried.
    pub(super) fn candidates(&self, at: &Canonical) -> Result<Vec<Point>, WorkError> {
        if let Some(known) = self.work().candidates(&at.text) {
            return Ok(known.to_vec());
        }
        // Some may be the same by a symmetry.
        let limits =
            Limits { lines: 2 * self.limits.candidates, ..Limits::nodes(self.limits.candidate_nodes) };
        let found = Player::new().analyze(&at.position, &limits, &self.stop, &mut |_| ());
        self.add_without_win(found.nodes, found.time.as_millis() as u64);
        let first_moves = found.lines.iter().filter_map(|line| line.moves.first()?.point());
        let (mut moves, mut reached): (Vec<Point>, Vec<BoardText>) = Default::default();
        let most = self.limits.candidates / 2;
        let elsewhere = moves_of_other_boards(at, self.side).into_iter().take(most);
        let won_before = self.moves_that_won(at).into_iter().take(most);
        for mv in elsewhere.chain(won_before).chain(first_moves).chain(found.best.and_then(Move::point)) {
            let mut after = at.position.clone();
            after.play_unchecked(Move::Place(mv));
            let Ok(after) = Canonical::new(&after, self.side) else { continue };
            if !reached.contains(&after.text) && moves.len() < self.limits.candidates {
                moves.push(mv);
                reached.push(after.text);
            }
        }
        if !self.stop.is_raised() {
            self.work().put_candidates(&at.text, &moves)?;
        }
        Ok(moves)
    }

    /// The replies that the win after a pass answers.
    pub(super) fn covered(&self, at: &Canonical) -> Result<Vec<Point>, WorkError> {
        if let Some(known) = self.work().covered(&at.text) {
            return Ok(known.to_vec());
        }
        // A win by a move, not by a search, has no certificate of its own.
        let Some(proof) = self.proof(&at.text)? else { return Ok(Vec::new()) };
        let replies = ordered_replies(&at.position);
        let holds = |part: &[Point]| {
            let mut proof = Certificate::clone(&proof);
            let stopped = || self.stop.is_raised();
            let holds = part.iter().copied().filter(|&reply| holds_against(&mut proof, reply, &stopped));
            holds.collect::<Vec<Point>>()
        };
        let parts = replies.chunks(replies.len().div_ceil(self.limits.threads.max(1)).max(1));
        let replies: Vec<Point> = std::thread::scope(|scope| {
            let parts: Vec<_> = parts.map(|part| scope.spawn(move || holds(part))).collect();
            let join = |part: std::thread::ScopedJoinHandle<'_, Vec<Point>>| {
                part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            parts.into_iter().flat_map(join).collect()
        });
        if !self.stop.is_raised() {
            self.work().put_covered(&at.text, &replies)?;
        }
        Ok(replies)
    }

    /// Repairs the win after a pass against each of the replies, which lead to `due` from `game`.
    pub(super) fn replay_all(&self, game: &Canonical, due: &[&Canonical]) -> Result<(), WorkError> {
        if due.is_empty() {
            return Ok(());
        }
        let Some(proof) = self.proof(&game.text)? else { return Ok(()) };
        self.for_all(due, &|at| {
            let begun = Instant::now();
            let (repaired, nodes) = self.repaired(&proof, at);
            if repaired.is_some() {
                let millis = begun.elapsed().as_millis() as u64;
                self.work().put_repaired(&at.text, &game.text, Cost { nodes, millis })?;
            }
            Ok(repaired.is_some())
        })
    }

    /// Counts one more reply as done.
    fn step(&self) {
        if let Some(level) = self.path().last_mut() {
            level.0 += 1;
        }
        (self.report)(self.progress());
    }

    /// Searches positions, on all threads.
    pub(super) fn search_all(&self, positions: &[&Canonical], limit: u64) -> Result<(), WorkError> {
        self.for_all(positions, &|at| self.search(at, limit))
    }

    /// Attempts to prove positions, on all threads.
    pub(super) fn for_all(
        &self,
        positions: &[&Canonical],
        attempt: &(dyn Fn(&Canonical) -> Attempt + Sync),
    ) -> Result<(), WorkError> {
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), WorkError> {
            while let Some(at) = positions.get(next.fetch_add(1, Relaxed)) {
                if self.stop.is_raised() {
                    break;
                }
                if attempt(at)? {
                    self.step();
                } else {
                    (self.report)(self.progress());
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.limits.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut done = work();
            for helper in helpers {
                let helped = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                done = done.and(helped);
            }
            done
        })
    }
}
