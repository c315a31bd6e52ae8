//! One certificate of all that the records prove.

use super::board_text::{BoardText, Canonical};
use super::work_file::Known;
use super::{ProveError, Prover, WorkError};
use crate::solve::{MergedNodes, Tried, ordered_replies, shrunk, symmetries_of};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};
use tengen_board::{Point, Symmetry};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move, SetUpError};
use tengen_gomoku_verify::{Certificate, ProofNode, Refusal};

/// Wins that are found and not yet merged, for each thread.
const FOUND_AHEAD: usize = 8;

impl Prover<'_> {
    /// The certificate made of the records. The wins are searched again on all threads, in the order in which they are
    /// merged, so the certificate does not depend on their number.
    pub(super) fn certificate(&self) -> Result<Certificate, ProveError> {
        let mut list = Merger::new(self, Wins::List(Vec::new()));
        list.root()?;
        let Wins::List(boards) = list.wins else { unreachable!("the wins were listed") };
        let threads = self.limits.threads.max(1);
        let next = AtomicUsize::new(0);
        *self.found_again() = Some((0, boards.len()));
        let (send, receive) = sync_channel(FOUND_AHEAD * threads);
        let search = |send: std::sync::mpsc::SyncSender<FoundAgain>| {
            loop {
                let number = next.fetch_add(1, Relaxed);
                let Some((board, place)) = boards.get(number) else { break };
                let proof = self.found_win(board, *place);
                if let Some((done, _)) = &mut *self.found_again() {
                    *done += 1;
                }
                (self.report)(self.progress());
                // The merger stops receiving at the first win that is not found.
                if send.send((number, proof)).is_err() {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let send = send.clone();
                scope.spawn(|| search(send));
            }
            drop(send);
            let mut merger = Merger::new(self, Wins::Found(FoundWins::new(receive)));
            let (root, against_all) = merger.root()?;
            let nodes = merger.nodes.into_proof(root);
            Ok(if against_all {
                Certificate::against_all(&self.start, self.side, nodes)
            } else {
                Certificate::new(&self.start, self.side, nodes)
            })
        })
    }

    /// The win of a board, found again and written to the file of wins, as the certificate has it.
    fn found_win(&self, board: &BoardText, place: Place) -> Result<Option<Arc<Certificate>>, WorkError> {
        let Some(proof) = self.proof(board)? else { return Ok(None) };
        self.write_win(board, &proof)?;
        Ok(Some(match place {
            Place::CommonAnswer => proof,
            Place::Answer => shrunk(&proof, Tried::Common, &|| self.stop.is_raised()).map_or(proof, Arc::new),
        }))
    }
}

/// How the certificate uses a win.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It answers one board, and can be made smaller.
    Answer,
    /// It is the common answer to many replies, which were tried against this proof.
    CommonAnswer,
}

fn refused(why: SetUpError) -> ProveError {
    ProveError::Refused(Refusal::Position(why.into()))
}

/// The number of a win in the list, and what its search came to.
type FoundAgain = (usize, Result<Option<Arc<Certificate>>, WorkError>);

/// Wins in the order of the list.
struct FoundWins {
    receive: Receiver<FoundAgain>,
    /// Those that came before their turn.
    early: HashMap<usize, Result<Option<Arc<Certificate>>, WorkError>>,
    next: usize,
}

impl FoundWins {
    fn new(receive: Receiver<FoundAgain>) -> FoundWins {
        FoundWins { receive, early: HashMap::new(), next: 0 }
    }

    /// The next win. `None` if it was not found.
    fn take(&mut self) -> Result<Option<Arc<Certificate>>, WorkError> {
        let wanted = self.next;
        self.next += 1;
        loop {
            if let Some(found) = self.early.remove(&wanted) {
                return found;
            }
            let Ok((number, found)) = self.receive.recv() else { return Ok(None) };
            self.early.insert(number, found);
        }
    }
}

/// What a merger does with the wins that it comes to.
enum Wins {
    /// It lists them.
    List(Vec<(BoardText, Place)>),
    /// It merges them.
    Found(FoundWins),
}

/// Puts the records together to one proof.
struct Merger<'a, 'b> {
    prover: &'a Prover<'b>,
    wins: Wins,
    nodes: MergedNodes,
    /// The nodes of the boards that are written, each in the orientation in which it was met.
    done: HashMap<BoardText, u32>,
    /// The same for boards in canonical form: a node, and the symmetry from its board to the canonical one.
    turned: HashMap<BoardText, (u32, Symmetry)>,
}

impl<'a, 'b> Merger<'a, 'b> {
    fn new(prover: &'a Prover<'b>, wins: Wins) -> Merger<'a, 'b> {
        Merger { prover, wins, nodes: MergedNodes::default(), done: HashMap::new(), turned: HashMap::new() }
    }

    fn lost(board: &BoardText) -> ProveError {
        ProveError::Work(WorkError::Lost(board.to_string()))
    }

    /// The node of the start, and true if the loser moves next there.
    fn root(&mut self) -> Result<(u32, bool), ProveError> {
        let start = &self.prover.start;
        if start.to_move() == self.prover.side {
            Ok((self.attack(start)?, false))
        } else {
            Ok((self.defend(start, ProofNode::NO_MOVE)?, true))
        }
    }

    /// The node of a win by a search or a repair, turned.
    fn win(&mut self, board: &BoardText, turn: Symmetry, place: Place) -> Result<u32, ProveError> {
        match &mut self.wins {
            Wins::List(boards) => {
                boards.push((board.clone(), place));
                Ok(0)
            }
            Wins::Found(found) => {
                let proof = found.take()?.ok_or_else(|| Merger::lost(board))?;
                let size = self.prover.start.size();
                self.nodes.import(&proof.nodes, turn, size).ok_or_else(|| Merger::lost(board))
            }
        }
    }

    /// The node of a position with the winner to move.
    fn attack(&mut self, game: &Position) -> Result<u32, ProveError> {
        let stones: Vec<_> = game.stones().collect();
        let here = BoardText::new(&stones, game.size());
        if let Some(&node) = self.done.get(&here) {
            return Ok(node);
        }
        let at = Canonical::new(game, self.prover.side).map_err(refused)?;
        let back = at.symmetry.inverse();
        let node = if let Some(&(node, symmetry)) = self.turned.get(&at.text) {
            match self.wins {
                Wins::List(_) => 0,
                Wins::Found(_) => self.nodes.turn(node, symmetry.then(back), game.size()),
            }
        } else {
            let known = self.prover.work().known(&at.text).cloned();
            let node = match known {
                Some(Known::Searched { .. } | Known::Repaired { .. }) => {
                    self.win(&at.text, back, Place::Answer)?
                }
                Some(Known::Move(mv)) => {
                    let mv = back.apply(mv, game.size());
                    let mut after = game.clone();
                    after.play(Move::Place(mv)).map_err(|_| Merger::lost(&at.text))?;
                    self.defend(&after, mv)?
                }
                _ => return Err(Merger::lost(&at.text)),
            };
            self.turned.insert(at.text, (node, at.symmetry));
            node
        };
        self.done.insert(here, node);
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
        let known = self.prover.work().known(&at.text).cloned();
        if known.is_some_and(|known| known.cost().is_some()) {
            root.other = Some(self.win(&at.text, back, Place::CommonAnswer)?);
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
