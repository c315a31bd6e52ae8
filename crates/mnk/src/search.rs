//! The search for positions that cannot be solved: alpha-beta with iterative deepening and an evaluation of open lines.

use crate::board::Board;
use crate::proof::Stopped;
use tengen_engine::{Bound, Clock, Entry, Table};

/// The value of a line completed at the root; one less for each ply of distance.
pub(crate) const WIN: i32 = 30_000;
/// Values beyond this are wins.
pub(crate) const WIN_THRESHOLD: i32 = 29_000;
/// The value of an open line that lacks two stones.
pub(crate) const UNIT: i32 = 256;

/// Limit on the moves searched in a node: those with the best order scores.
const WIDTH: usize = 20;
/// Ply limit: lines of forced moves end here.
const MAX_PLY: i32 = 100;
/// Mixed into the keys, so that the entries of search and solver do not mix in the table that they share.
const SALT: u64 = 0x5851_f42d_4c95_7f2d;

/// A root move with the result of the last full iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove {
    pub(crate) point: u16,
    pub(crate) value: i32,
    pub(crate) nodes: u64,
    /// True if `value` is exact; false if it is an upper bound.
    pub(crate) exact: bool,
}

/// The search for one position.
pub(crate) struct Search<'a> {
    pub(crate) table: &'a Table,
    pub(crate) clock: &'a mut Clock,
    moves: Vec<(i32, u16)>,
}

/// True if no node below this one has more moves than [`WIDTH`]: then a win that the search finds is a proof. Table
/// entries of earlier searches do not change this, because the number of moves only falls during a game.
pub(crate) fn searches_every_move(board: &Board) -> bool {
    let max_moves =
        if board.geometry.gravity { board.geometry.size.cols() } else { board.empty.saturating_sub(1) };
    max_moves <= WIDTH
}

/// The legal moves.
pub(crate) fn legal(board: &Board) -> impl Iterator<Item = usize> + '_ {
    let area = board.geometry.size.area();
    let below = board.geometry.size.cols();
    let falls = board.geometry.gravity;
    (0..area).filter(move |&p| {
        board.at(p).is_none() && (!falls || p + below >= area || board.at(p + below).is_some())
    })
}

/// The number of moves that complete a line of `color`, counted up to two, and the first of them.
fn wins(board: &Board, color: tengen_board::Color) -> (usize, usize) {
    if !board.has_threat(color) {
        return (0, 0);
    }
    if !board.geometry.gravity {
        return board.winning_points(color);
    }
    let one_missing = Some(board.geometry.k as u8 - 1);
    let completes = |&p: &usize| {
        board
            .geometry
            .lines_through(p)
            .iter()
            .any(|&line| board.open_count(usize::from(line), color) == one_missing)
    };
    let mut found = legal(board).filter(completes);
    match (found.next(), found.next()) {
        (None, _) => (0, 0),
        (Some(p), None) => (1, p),
        (Some(p), Some(_)) => (2, p),
    }
}

/// The evaluation: the balance of open lines, from the side to move.
fn evaluate(board: &Board) -> i32 {
    let balance = board.shape(board.to_move) - board.shape(!board.to_move);
    (balance / 16).clamp(-WIN_THRESHOLD + 1, WIN_THRESHOLD - 1)
}

impl<'a> Search<'a> {
    pub(crate) fn new(table: &'a Table, clock: &'a mut Clock) -> Search<'a> {
        Search { table, clock, moves: Vec::new() }
    }

    /// Searches all root moves to `depth` and sorts them, best first; the first `lines` have exact values.
    pub(crate) fn iterate(
        &mut self,
        board: &mut Board,
        roots: &mut [RootMove],
        depth: i32,
        lines: usize,
    ) -> Result<(), Stopped> {
        let lines = lines.clamp(1, roots.len());
        // The best values so far: a move must beat the last of the lines asked for.
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
        // A stopped iteration counts if it has searched the lines asked for: it began with the best moves of the
        // iteration before.
        if end.is_ok() || best.len() >= lines {
            let searched = done.len();
            done.extend(roots[searched..].iter().map(|root| RootMove { exact: false, ..*root }));
            // A stable sort: equal moves keep their order.
            done[..searched].sort_by_key(|root| (!root.exact, std::cmp::Reverse(root.value)));
            roots.clone_from_slice(&done);
        }
        end
    }

    /// The value of a root move that has just been played: exact if above `alpha` or if `full`, else an upper bound.
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
        // 1. Threats: complete a line, or lose to two threats.
        if wins(board, board.to_move).0 > 0 {
            return Ok(WIN - ply - 1);
        }
        let (threats, block) = wins(board, !board.to_move);
        if threats > 1 {
            return Ok(-(WIN - ply - 2));
        }
        // 2. Draw: no open line is left.
        if board.potential(board.to_move) == 0 && board.potential(!board.to_move) == 0 || board.empty == 0 {
            return Ok(0);
        }
        // 3. Mate distance pruning: the best is a win in three plies, the worst a loss in two.
        alpha = alpha.max(-(WIN - ply - 2));
        beta = beta.min(WIN - ply - 3);
        if alpha >= beta {
            return Ok(alpha);
        }
        // 4. Extension: a forced block costs no depth.
        if threats == 1 && ply < MAX_PLY {
            board.play(block);
            let value = self.negamax(board, -beta, -alpha, depth, ply + 1);
            board.undo(block);
            return Ok(-value?);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return Ok(evaluate(board));
        }
        // 5. Transposition table.
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
        // 6. The moves, best first, with a null window after the first (principal variation search).
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
        // 7. Store the result.
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

    /// The principal variation from the table, beginning with `point`, at most `max_len` moves.
    pub(crate) fn variation(&self, board: &Board, point: u16, max_len: usize) -> Vec<u16> {
        let mut board = board.clone();
        let mut line = vec![point];
        board.play(usize::from(point));
        while line.len() < max_len && board.winner.is_none() && board.empty > 0 {
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

/// Wins are stored with the distance from the node, not from the root.
fn to_table(value: i32, ply: i32) -> i16 {
    let value = match value {
        WIN_THRESHOLD.. => value + ply,
        _ if value <= -WIN_THRESHOLD => value - ply,
        _ => value,
    };
    value.clamp(-WIN, WIN) as i16
}

fn from_table(value: i16, ply: i32) -> i32 {
    match i32::from(value) {
        value @ WIN_THRESHOLD.. => value - ply,
        value if value <= -WIN_THRESHOLD => value + ply,
        value => value,
    }
}
