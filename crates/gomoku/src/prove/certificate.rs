//! One certificate of all that the records prove.

use super::board_text::{BoardText, Canonical};
use super::work_file::Known;
use super::{ProveError, Prover, WorkError};
use crate::solve::{MergedNodes, ordered_replies};
use tengen_board::{Point, Symmetry};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move, SetUpError};
use tengen_gomoku_verify::{Certificate, ProofNode, Refusal};

impl Prover<'_> {
    /// The certificate made of the records.
    pub(super) fn certificate(&self) -> Result<Certificate, ProveError> {
        self.find_wins_again()?;
        let mut merger = Merger { prover: self, nodes: MergedNodes::default(), done: Vec::new() };
        let (root, against_all) = if self.start.to_move() == self.side {
            (merger.attack(&self.start)?, false)
        } else {
            (merger.defend(&self.start, ProofNode::NO_MOVE)?, true)
        };
        let nodes = merger.nodes.into_proof(root);
        Ok(if against_all {
            Certificate::against_all(&self.start, self.side, nodes)
        } else {
            Certificate::new(&self.start, self.side, nodes)
        })
    }

    /// Finds the wins that the strategy needs, on all threads, and keeps them. To put them together takes one thread.
    fn find_wins_again(&self) -> Result<(), WorkError> {
        let Some(strategy) = self.strategy() else { return Ok(()) };
        let mut wins: Vec<(bool, Canonical)> = Vec::new();
        for board in &strategy.won {
            let work = self.work();
            let is_repair = match work.known(board) {
                Some(Known::Searched { .. }) => false,
                Some(Known::Repaired { .. }) => true,
                _ => continue,
            };
            let at = work.position(board, self.side).ok_or_else(|| WorkError::Lost(board.to_string()))?;
            wins.push((is_repair, at));
        }
        // Searches first: a repair needs the win of another position.
        wins.sort_by(|(a, at), (b, bt)| (a, &at.text).cmp(&(b, &bt.text)));
        let wins: Vec<&Canonical> = wins.iter().map(|(_, at)| at).collect();
        self.recent().keep_all();
        *self.found_again() = Some((0, wins.len()));
        self.for_all(&wins, &|at| {
            let found = self.proof(&at.text)?.is_some();
            if let Some((done, _)) = &mut *self.found_again() {
                *done += 1;
            }
            Ok(found)
        })
    }
}

fn refused(why: SetUpError) -> ProveError {
    ProveError::Refused(Refusal::Position(why.into()))
}

/// The symmetries that leave the board as it is, besides the identity.
fn symmetries_of(game: &Position) -> Vec<Symmetry> {
    let size = game.size();
    let leaves = |s: &&Symmetry| {
        **s != Symmetry::Identity && size.points().all(|p| game.at(p) == game.at(s.apply(p, size)))
    };
    Symmetry::keeping(size).iter().filter(leaves).copied().collect()
}

/// Puts the records together to one proof.
struct Merger<'a, 'b> {
    prover: &'a Prover<'b>,
    nodes: MergedNodes,
    /// The nodes of the boards that are written, each in the orientation in which it was met.
    done: Vec<(String, u32)>,
}

impl Merger<'_, '_> {
    fn lost(board: &BoardText) -> ProveError {
        ProveError::Work(WorkError::Lost(board.to_string()))
    }

    /// The node of a position with the winner to move.
    fn attack(&mut self, game: &Position) -> Result<u32, ProveError> {
        let stones: Vec<_> = game.stones().collect();
        let here = BoardText::new(&stones, game.size()).to_string();
        if let Ok(known) = self.done.binary_search_by(|(board, _)| board.cmp(&here)) {
            return Ok(self.done[known].1);
        }
        let at = Canonical::new(game, self.prover.side).map_err(refused)?;
        let back = at.symmetry.inverse();
        let known = self.prover.work().known(&at.text).cloned();
        let node = match known {
            Some(Known::Searched { .. } | Known::Repaired { .. }) => {
                let proof = self.prover.proof(&at.text)?.ok_or_else(|| Merger::lost(&at.text))?;
                self.nodes.import(&proof.nodes, back, game.size()).ok_or_else(|| Merger::lost(&at.text))?
            }
            Some(Known::Move(mv)) => {
                let mv = back.apply(mv, game.size());
                let mut after = game.clone();
                after.play(Move::Place(mv)).map_err(|_| Merger::lost(&at.text))?;
                self.defend(&after, mv)?
            }
            _ => return Err(Merger::lost(&at.text)),
        };
        let place = self.done.partition_point(|(board, _)| *board < here);
        self.done.insert(place, (here, node));
        Ok(node)
    }

    /// The node of a move that has been played, or of no move.
    fn defend(&mut self, game: &Position, mv: Point) -> Result<u32, ProveError> {
        let side = self.prover.side;
        let at = Canonical::new(game, side.opponent()).map_err(refused)?;
        let covered = self.prover.work().covered(&at.text).unwrap_or_default().to_vec();
        let mut root = ProofNode::last(mv);
        // The common answer is the win after a pass, where that is a search of its own.
        let back: Symmetry = at.symmetry.inverse();
        if let Some(proof) = self.prover.proof(&at.text)? {
            root.other = self.nodes.import(&proof.nodes, back, game.size());
        }
        // Of replies that are the same by a symmetry of the board, one has an answer.
        let symmetries = symmetries_of(game);
        let mut answered: Vec<Point> = Vec::new();
        for reply in ordered_replies(game) {
            let is_image = |s: &Symmetry| answered.contains(&s.apply(reply, game.size()));
            if covered.contains(&at.symmetry.apply(reply, game.size())) || symmetries.iter().any(is_image) {
                continue;
            }
            let mut after = game.clone();
            after.play_unchecked(Move::Place(reply));
            root.replies.push((reply, self.attack(&after)?));
            answered.push(reply);
        }
        Ok(self.nodes.add(root))
    }
}
