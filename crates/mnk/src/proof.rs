//! The exact solver for games without gravity: can this side force a line?
//!
//! A search answers the question for one side, the *attacker*; the *defender* only needs a draw. So the search has two
//! values, and most of the tree is cut off by facts that hold for the defender:
//!
//! 1. A threat must be completed or blocked; two threats of the opponent at different points lose.
//! 2. The bound of Erdős and Selfridge. With the defender to move, a sum of `2^stones` below `2^k` over the lines open
//!    to the attacker means that the defender can close them all. With the attacker to move, the limit is half of it.
//! 3. [Pairing].
//! 4. A stone never harms its owner in these games, so points on no open line are skipped.
//!
//! The depth grows by two plies at a time (the attacker places the last stone of a win), so the first win found is a
//! shortest one. If the depth cut off no branch, the attacker has no win at all.
//! The method follows J. W. H. M. Uiterwijk and H. J. van den Herik, "The advantage of the initiative", Information
//! Sciences 122 (2000), who first solved the small boards.

use crate::board::Board;
use crate::pairing::Pairing;
use tengen_board::Color;
use tengen_engine::{Bound, Clock, Entry, Proof, Table};

/// The result of a search for a win of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AttackResult {
    /// The attacker completes a line within this many plies.
    Win(u16),
    /// The attacker cannot win.
    Hold,
    /// The attacker does not win within the depth searched.
    Beyond,
}

/// The search was stopped by its clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// The search for one position. Later searches on the same board reuse its buffers and table.
pub(crate) struct Prover<'a> {
    pub(crate) table: &'a Table,
    pub(crate) clock: &'a mut Clock,
    /// Node count of the clock at which this slice ends.
    pub(crate) until: u64,
    pairing: Pairing,
    /// The move lists of all nodes on the current path, each move with its order score.
    moves: Vec<(u64, u16)>,
}

/// The state of a solution that is worked on in slices.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// For the side to move and for the other: the result so far, and the next depth to search.
    sides: [(AttackResult, u16); 2],
}

impl Progress {
    /// Nothing is known yet, except on the empty board: there the second player cannot win, by strategy stealing
    /// (J. Nash; in these games an extra stone never harms its owner).
    pub(crate) fn new(board: &Board) -> Progress {
        let empty = board.empty == board.geometry.size.area();
        let other = if empty { AttackResult::Hold } else { AttackResult::Beyond };
        Progress { sides: [(AttackResult::Beyond, 1), (other, 2)] }
    }

    /// The proven value, if it is known.
    pub(crate) fn proof(&self) -> Option<Proof> {
        match self.sides.map(|(result, _)| result) {
            [AttackResult::Win(n), _] => Some(Proof::Win(u32::from(n))),
            [_, AttackResult::Win(n)] => Some(Proof::Loss(u32::from(n))),
            [AttackResult::Hold, AttackResult::Hold] => Some(Proof::Draw),
            _ => None,
        }
    }
}

impl<'a> Prover<'a> {
    pub(crate) fn new(table: &'a Table, clock: &'a mut Clock) -> Prover<'a> {
        Prover { table, clock, until: u64::MAX, pairing: Pairing::default(), moves: Vec::new() }
    }

    /// Solves the position; `None` if `max_depth` plies are not enough. The game must not be over.
    pub(crate) fn solve(
        &mut self,
        board: &mut Board,
        progress: &mut Progress,
        max_depth: u16,
    ) -> Result<Option<Proof>, Stopped> {
        while progress.proof().is_none() {
            // The side with the smaller depth goes first, so that a short loss is found early.
            let open = (0..2).filter(|&side| progress.sides[side].0 == AttackResult::Beyond);
            let Some(side) = open.min_by_key(|&side| progress.sides[side].1) else { break };
            let depth = progress.sides[side].1;
            if depth > max_depth {
                break;
            }
            let attacker = if side == 0 { board.to_move } else { !board.to_move };
            let result = self.attack(board, attacker, depth)?;
            progress.sides[side] = (result, depth + 2);
        }
        Ok(progress.proof())
    }

    /// Searches for a win of `attacker` within `depth` plies. The game must not be over.
    pub(crate) fn attack(
        &mut self,
        board: &mut Board,
        attacker: Color,
        depth: u16,
    ) -> Result<AttackResult, Stopped> {
        if self.clock.nodes() >= self.until || !self.clock.tick() {
            return Err(Stopped);
        }
        let attacking = board.to_move == attacker;
        let full = 1u64 << board.geometry.k;

        // A threat decides, or leaves one move.
        if board.has_threat(board.to_move) {
            return Ok(if attacking { AttackResult::Win(1) } else { AttackResult::Hold });
        }
        let (threats, block) = match board.has_threat(!board.to_move) {
            true => board.winning_points(!board.to_move),
            false => (0, 0),
        };
        if threats == 2 {
            return Ok(if attacking { AttackResult::Hold } else { AttackResult::Win(2) });
        }

        // The bound of Erdős and Selfridge.
        let needed = if attacking { full / 2 } else { full };
        if board.potential(attacker) < needed && (attacking || threats == 0) {
            return Ok(AttackResult::Hold);
        }

        // The shortest win from here, knowing that there is no threat to complete.
        let shortest = if attacking {
            3
        } else if threats == 1 {
            2
        } else {
            4
        };
        if depth < shortest {
            return Ok(AttackResult::Beyond);
        }
        if threats == 1 {
            board.play(block);
            let result = self.attack(board, attacker, depth - 1);
            board.undo(block);
            return Ok(one_later(result?));
        }

        let (key, turn) = board.key();
        let key = if attacker == Color::White { key ^ ATTACKER_WHITE } else { key };
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            match read(&entry) {
                AttackResult::Win(n) if n <= depth => return Ok(AttackResult::Win(n)),
                AttackResult::Hold => return Ok(AttackResult::Hold),
                AttackResult::Beyond if u16::from(entry.depth) >= depth.min(255) => {
                    return Ok(AttackResult::Beyond);
                }
                _ => {}
            }
            first = entry.best().map(|mv| board.geometry.inverses[turn][mv as usize]);
        }
        let (result, best) = if attacking && self.pairing.holds(board, attacker) {
            (AttackResult::Hold, None)
        } else {
            self.try_moves(board, attacker, depth, first)?
        };
        let best = best.map(|mv| board.geometry.symmetries[turn][mv as usize]);
        self.table.put(key, write(result, depth, best));
        Ok(result)
    }

    /// A move that keeps the value just proven, without further search; `None` if the table has lost it.
    pub(crate) fn proven_move(&self, board: &Board, proof: Proof) -> Option<u16> {
        for color in [board.to_move, !board.to_move] {
            if let (1.., point) = board.winning_points(color) {
                return Some(point as u16);
            }
        }
        let attacker = if matches!(proof, Proof::Win(_)) { board.to_move } else { !board.to_move };
        let empties = || (0..board.geometry.size.area()).filter(|&p| board.at(p).is_none());
        if proof == Proof::Draw {
            if board.empty == board.geometry.size.area() {
                // If the first player cannot win, no first move loses: the second player would be a first player
                // against an opponent with an extra stone.
                return empties()
                    .max_by_key(|&p| (board.shape_at(p, board.to_move), std::cmp::Reverse(p)))
                    .map(|p| p as u16);
            }
            if board.potential(attacker) < 1 << board.geometry.k {
                // The strategy in the proof of Erdős and Selfridge.
                return empties().max_by_key(|&p| board.potential_at(p, attacker)).map(|p| p as u16);
            }
        }
        let (key, turn) = board.key();
        let key = if attacker == Color::White { key ^ ATTACKER_WHITE } else { key };
        let entry = self.table.get(key)?;
        let agrees = match (proof, read(&entry)) {
            (Proof::Win(n) | Proof::Loss(n), AttackResult::Win(m)) => n == u32::from(m),
            (Proof::Draw, AttackResult::Hold) => true,
            _ => false,
        };
        entry.best().filter(|_| agrees).map(|mv| board.geometry.inverses[turn][usize::from(mv)])
    }

    fn try_moves(
        &mut self,
        board: &mut Board,
        attacker: Color,
        depth: u16,
        first: Option<u16>,
    ) -> Result<(AttackResult, Option<u16>), Stopped> {
        let attacking = board.to_move == attacker;
        let begin = self.moves.len();
        for point in 0..board.geometry.size.area() {
            if board.at(point).is_some() {
                continue;
            }
            let attack = board.potential_at(point, attacker);
            let defence = board.potential_at(point, !attacker);
            if attack + defence > 0 {
                let rank = if first == Some(point as u16) { u64::MAX } else { 4 * attack + defence };
                self.moves.push((rank, point as u16));
            }
        }
        self.moves[begin..].sort_unstable_by_key(|&(rank, point)| (std::cmp::Reverse(rank), point));

        // There is a move: without open lines the bound above would have returned.
        let mut best = (if attacking { AttackResult::Hold } else { AttackResult::Win(0) }, None);
        for i in begin..self.moves.len() {
            let point = self.moves[i].1;
            board.play(usize::from(point));
            let result = self.attack(board, attacker, depth - 1);
            board.undo(usize::from(point));
            let result = one_later(result.inspect_err(|_| self.moves.truncate(begin))?);
            match (result, best.0) {
                // One win is enough for the attacker, one other move for the defender.
                (AttackResult::Win(_), _) if attacking => best = (result, Some(point)),
                (AttackResult::Hold | AttackResult::Beyond, _) if !attacking => best = (result, Some(point)),
                (AttackResult::Beyond, _) => {
                    best.0 = AttackResult::Beyond;
                    continue;
                }
                (AttackResult::Win(n), AttackResult::Win(longest)) => {
                    if n > longest {
                        best = (result, Some(point));
                    }
                    continue;
                }
                _ => continue,
            }
            break;
        }
        self.moves.truncate(begin);
        Ok(best)
    }
}

/// Mixed into the key when white is the attacker: both searches share a table.
const ATTACKER_WHITE: u64 = 0x1234_5678_9abc_def1;

fn one_later(result: AttackResult) -> AttackResult {
    match result {
        AttackResult::Win(n) => AttackResult::Win(n + 1),
        other => other,
    }
}

fn read(entry: &Entry) -> AttackResult {
    match entry.bound {
        Bound::Exact => AttackResult::Win(entry.value as u16),
        Bound::Upper => AttackResult::Hold,
        Bound::Lower => AttackResult::Beyond,
    }
}

fn write(result: AttackResult, depth: u16, best: Option<u16>) -> Entry {
    let (bound, value) = match result {
        AttackResult::Win(n) => (Bound::Exact, n as i16),
        AttackResult::Hold => (Bound::Upper, 0),
        AttackResult::Beyond => (Bound::Lower, 0),
    };
    Entry { value, bound, depth: depth.min(255) as u8, mv: best.unwrap_or(Entry::NO_MOVE), extra: 0 }
}
