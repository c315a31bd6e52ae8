//! The player's search where a proof is out of reach: alpha-beta to a depth that grows ply by ply, and an evaluation
//! that counts open lines.

use crate::board::Board;
use crate::proof::Stopped;
use tengen_engine::{Bound, Clock, Entry, Table};

/// The value of a line completed at the root; each ply further away it is one less.
pub(crate) const WIN: i32 = 30_000;
/// Values beyond this are wins.
pub(crate) const SURE: i32 = 29_000;
/// What a line that lacks two stones is worth in an evaluation.
pub(crate) const UNIT: i32 = 256;

/// Moves looked at in a node: the most promising ones.
const WIDTH: usize = 20;
/// Lines that go on by forced moves alone end here.
const MAX_PLY: i32 = 100;
/// Keeps this search's entries apart from the solver's, in the table that they share.
const SALT: u64 = 0x5851_f42d_4c95_7f2d;

/// A move at the root, with what the last full iteration said of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove {
    pub(crate) point: u16,
    pub(crate) value: i32,
    pub(crate) nodes: u64,
    /// Whether `value` is a value, not only a bound that says "no better than the lines asked for".
    pub(crate) exact: bool,
}

/// The search for one position.
pub(crate) struct Search<'a> {
    pub(crate) table: &'a Table,
    pub(crate) clock: &'a mut Clock,
    moves: Vec<(i32, u16)>,
}

/// Whether no node below this one has more moves than are looked at: then a win that the search finds is a proof. What
/// the table remembers from earlier searches changes nothing, for the moves of a node only grow fewer below it.
pub(crate) fn leaves_nothing_out(board: &Board) -> bool {
    let most =
        if board.geometry.gravity { board.geometry.size.cols() } else { board.empty.saturating_sub(1) };
    most <= WIDTH
}

/// The points where a stone may go.
pub(crate) fn legal(board: &Board) -> impl Iterator<Item = usize> + '_ {
    let area = board.geometry.size.area();
    let below = board.geometry.size.cols();
    let falls = board.geometry.gravity;
    (0..area).filter(move |&p| {
        board.at(p).is_none() && (!falls || p + below >= area || board.at(p + below).is_some())
    })
}

/// The points where `color` would complete a line by its next stone: two at most, for more change nothing.
fn wins(board: &Board, color: tengen_board::Color) -> (usize, usize) {
    if !board.has_threat(color) {
        return (0, 0);
    }
    if !board.geometry.gravity {
        return board.winning_points(color);
    }
    let lacking_one = Some(board.geometry.k as u8 - 1);
    let completes = |&p: &usize| {
        board
            .geometry
            .lines_through(p)
            .iter()
            .any(|&line| board.open_count(usize::from(line), color) == lacking_one)
    };
    let mut found = legal(board).filter(completes);
    match (found.next(), found.next()) {
        (None, _) => (0, 0),
        (Some(p), None) => (1, p),
        (Some(p), Some(_)) => (2, p),
    }
}

/// The balance of open lines, for the side to move.
fn evaluate(board: &Board) -> i32 {
    let balance = board.shape(board.to_move) - board.shape(!board.to_move);
    (balance / 16).clamp(-SURE + 1, SURE - 1)
}

impl<'a> Search<'a> {
    pub(crate) fn new(table: &'a Table, clock: &'a mut Clock) -> Search<'a> {
        Search { table, clock, moves: Vec::new() }
    }

    /// One iteration over all root moves, ranked best first afterwards; the first `lines` have true values.
    pub(crate) fn iterate(
        &mut self,
        board: &mut Board,
        roots: &mut [RootMove],
        depth: i32,
        lines: usize,
    ) -> Result<(), Stopped> {
        let lines = lines.clamp(1, roots.len());
        // The values so far, best first: a move must beat the last of the lines asked for.
        let mut best: Vec<i32> = Vec::new();
        let mut done: Vec<RootMove> = Vec::with_capacity(roots.len());
        let mut end = Ok(());
        for root in roots.iter() {
            let before = self.clock.nodes();
            let point = usize::from(root.point);
            let alpha = if best.len() < lines { -WIN - 1 } else { best[lines - 1] };
            board.play(point);
            let value = self.root_value(board, depth, alpha, best.len() < lines);
            board.undo(point);
            match value {
                Ok(value) => {
                    let exact = value > alpha;
                    let nodes = root.nodes + self.clock.nodes() - before;
                    done.push(RootMove { value, exact, nodes, ..*root });
                    if exact {
                        best.insert(best.partition_point(|&other| other >= value), value);
                    }
                }
                Err(stopped) => {
                    end = Err(stopped);
                    break;
                }
            }
        }
        // Of an iteration that was stopped, what is known counts if the lines asked for are known: they began with the
        // best of the iteration before.
        if end.is_ok() || best.len() >= lines {
            let searched = done.len();
            done.extend(roots[searched..].iter().map(|root| RootMove { exact: false, ..*root }));
            // Stable: equal moves keep the order that they had.
            done[..searched].sort_by_key(|root| (!root.exact, std::cmp::Reverse(root.value)));
            roots.clone_from_slice(&done);
        }
        end
    }

    /// The value of a root move that has just been played, if it is more than `alpha`; else a bound. `full` asks for the
    /// value in any case.
    fn root_value(&mut self, board: &mut Board, depth: i32, alpha: i32, full: bool) -> Result<i32, Stopped> {
        if board.winner.is_some() {
            return Ok(WIN - 1);
        }
        if !full {
            let value = -self.negamax(board, -alpha - 1, -alpha, depth - 1, 1)?;
            if value <= alpha {
                return Ok(value);
            }
        }
        let above = if full { WIN + 1 } else { -alpha };
        Ok(-self.negamax(board, -WIN - 1, above, depth - 1, 1)?)
    }

    fn negamax(
        &mut self,
        board: &mut Board,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        if !self.clock.tick() {
            return Err(Stopped);
        }
        // 1. Lines that lack one stone.
        if wins(board, board.to_move).0 > 0 {
            return Ok(WIN - ply - 1);
        }
        let (threats, block) = wins(board, !board.to_move);
        if threats > 1 {
            return Ok(-(WIN - ply - 2));
        }
        // 2. Nothing left to win.
        if board.potential(board.to_move) == 0 && board.potential(!board.to_move) == 0 || board.empty == 0 {
            return Ok(0);
        }
        // 3. No line from here can be better than a win two plies on, nor worse than a loss three plies on.
        alpha = alpha.max(-(WIN - ply - 2));
        beta = beta.min(WIN - ply - 3);
        if alpha >= beta {
            return Ok(alpha);
        }
        // 4. A forced move costs no depth.
        if threats == 1 && ply < MAX_PLY {
            board.play(block);
            let value = self.negamax(board, -beta, -alpha, depth, ply + 1);
            board.undo(block);
            return Ok(-value?);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return Ok(evaluate(board));
        }
        // 5. What the table knows.
        let (key, turn) = board.key();
        let key = key ^ SALT;
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            let value = from_table(entry.value, ply);
            if i32::from(entry.depth) >= depth {
                match entry.bound {
                    Bound::Exact => return Ok(value),
                    Bound::Lower if value >= beta => return Ok(value),
                    Bound::Upper if value <= alpha => return Ok(value),
                    _ => {}
                }
            }
            first = entry.best().map(|mv| board.geometry.inverses[turn][mv as usize]);
        }
        // 6. The moves, best first.
        let begin = self.moves.len();
        for point in legal(board) {
            let rank =
                if first == Some(point as u16) { i32::MAX } else { board.shape_at(point, board.to_move) };
            self.moves.push((rank, point as u16));
        }
        self.moves[begin..].sort_unstable_by_key(|&(rank, point)| (std::cmp::Reverse(rank), point));
        self.moves.truncate(begin + WIDTH);
        let (old_alpha, mut best, mut best_move) = (alpha, -WIN - 1, None);
        for i in begin..self.moves.len() {
            let point = usize::from(self.moves[i].1);
            board.play(point);
            let value = if best_move.is_none() {
                self.negamax(board, -beta, -alpha, depth - 1, ply + 1).map(|v| -v)
            } else {
                match self.negamax(board, -alpha - 1, -alpha, depth - 1, ply + 1).map(|v| -v) {
                    Ok(v) if v > alpha && v < beta => {
                        self.negamax(board, -beta, -alpha, depth - 1, ply + 1).map(|v| -v)
                    }
                    other => other,
                }
            };
            board.undo(point);
            let value = value.inspect_err(|_| self.moves.truncate(begin))?;
            if value > best {
                (best, best_move) = (value, Some(point as u16));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(begin);
        // 7. Remember.
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let mv = best_move.map_or(Entry::NO_MOVE, |mv| board.geometry.symmetries[turn][usize::from(mv)]);
        let depth = depth.clamp(0, 255) as u8;
        self.table.put(key, Entry { value: to_table(best, ply), bound, depth, mv, extra: 0 });
        Ok(best)
    }

    /// The moves that the table expects after `point`, itself first.
    pub(crate) fn variation(&self, board: &Board, point: u16, longest: usize) -> Vec<u16> {
        let mut board = board.clone();
        let mut line = vec![point];
        board.play(usize::from(point));
        while line.len() < longest && board.winner.is_none() && board.empty > 0 {
            let own = wins(&board, board.to_move);
            let other = wins(&board, !board.to_move);
            let next = if own.0 > 0 {
                own.1
            } else if other.0 > 0 {
                other.1
            } else {
                let (key, turn) = board.key();
                let Some(mv) = self.table.get(key ^ SALT).and_then(|entry| entry.best()) else { break };
                usize::from(board.geometry.inverses[turn][usize::from(mv)])
            };
            if !legal(&board).any(|p| p == next) {
                break;
            }
            board.play(next);
            line.push(next as u16);
        }
        line
    }
}

/// Wins are stored by their distance from the node, not from the root.
fn to_table(value: i32, ply: i32) -> i16 {
    let value = match value {
        SURE.. => value + ply,
        _ if value <= -SURE => value - ply,
        _ => value,
    };
    value.clamp(-WIN, WIN) as i16
}

fn from_table(value: i16, ply: i32) -> i32 {
    match i32::from(value) {
        value @ SURE.. => value - ply,
        value if value <= -SURE => value + ply,
        value => value,
    }
}
