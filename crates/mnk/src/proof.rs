//! The exact solver where stones do not fall: can this side force a line?
//!
//! The question is asked for one side at a time, the *attacker*; the other, the *defender*, is content with a draw. So
//! a search has two values only, and most of its tree is cut off by what holds for the defender whatever happens:
//!
//! 1. A line that lacks one stone must be completed, else blocked; two such lines win.
//! 2. The bound of Erdős and Selfridge: if the sum of `2^stones` over the lines open to the attacker is below `2^k` with
//!    the defender to move (half of it with the attacker to move), the defender can close them all.
//! 3. [Pairing].
//! 4. A stone never harms its owner in these games, so points on no open line need no look, unless none other is left.
//!
//! The depth grows by two plies at a time (the last stone of a win is the attacker's), so the first win found is a
//! shortest one; where no branch was cut off by the depth, the attacker has none at all.
//! The questions follow J. W. H. M. Uiterwijk and H. J. van den Herik, "The advantage of the initiative", Information
//! Sciences 122 (2000), who solved the small boards first.

use crate::board::Board;
use crate::pairing::Pairing;
use tengen_board::Color;
use tengen_engine::{Bound, Clock, Entry, Proof, Table};

/// What is known of the attacker's chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The attacker completes a line within this many plies.
    Win(u16),
    /// The attacker cannot win.
    Hold,
    /// The attacker does not win within the depth looked at.
    Beyond,
}

/// The search was stopped by its clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// The search for one position; its memory serves later ones on the same board.
pub(crate) struct Prover<'a> {
    pub(crate) table: &'a Table,
    pub(crate) clock: &'a mut Clock,
    /// The clock's count at which to stop, though the clock has not run out.
    pub(crate) until: u64,
    pairing: Pairing,
    /// The moves of all nodes on the way down, each with its rank in the order of trying.
    moves: Vec<(u64, u16)>,
}

/// How far the question "who wins?" has been answered for a position.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// For the side to move and for the other: the verdict so far, and the next depth to look at.
    sides: [(Verdict, u16); 2],
}

impl Progress {
    /// Nothing is known yet but what the empty board tells: there the second player cannot win, since the first could
    /// steal his strategy (J. Nash; in these games an extra stone never harms).
    pub(crate) fn new(board: &Board) -> Progress {
        let empty = board.empty == board.geometry.size.area();
        let other = if empty { Verdict::Hold } else { Verdict::Beyond };
        Progress { sides: [(Verdict::Beyond, 1), (other, 2)] }
    }

    /// The answer, once it is known.
    pub(crate) fn proof(&self) -> Option<Proof> {
        match self.sides.map(|(verdict, _)| verdict) {
            [Verdict::Win(n), _] => Some(Proof::Win(u32::from(n))),
            [_, Verdict::Win(n)] => Some(Proof::Loss(u32::from(n))),
            [Verdict::Hold, Verdict::Hold] => Some(Proof::Draw),
            _ => None,
        }
    }
}

impl<'a> Prover<'a> {
    pub(crate) fn new(table: &'a Table, clock: &'a mut Clock) -> Prover<'a> {
        Prover { table, clock, until: u64::MAX, pairing: Pairing::default(), moves: Vec::new() }
    }

    /// Who wins, looking no deeper than `max_depth` plies; `None` if that is too shallow to tell. The game must go on.
    pub(crate) fn solve(
        &mut self,
        board: &mut Board,
        progress: &mut Progress,
        max_depth: u16,
    ) -> Result<Option<Proof>, Stopped> {
        while progress.proof().is_none() {
            // The side that is behind with its depth goes first, so that a quick loss is not found late.
            let open = (0..2).filter(|&side| progress.sides[side].0 == Verdict::Beyond);
            let Some(side) = open.min_by_key(|&side| progress.sides[side].1) else { break };
            let depth = progress.sides[side].1;
            if depth > max_depth {
                break;
            }
            let attacker = if side == 0 { board.to_move } else { !board.to_move };
            let verdict = self.attack(board, attacker, depth)?;
            progress.sides[side] = (verdict, depth + 2);
        }
        Ok(progress.proof())
    }

    /// Whether `attacker` wins within `depth` plies. The game must go on.
    pub(crate) fn attack(
        &mut self,
        board: &mut Board,
        attacker: Color,
        depth: u16,
    ) -> Result<Verdict, Stopped> {
        if self.clock.nodes() >= self.until || !self.clock.tick() {
            return Err(Stopped);
        }
        let attacking = board.to_move == attacker;
        let full = 1u64 << board.geometry.k;

        // Lines that lack one stone decide, or leave one move.
        if board.has_threat(board.to_move) {
            return Ok(if attacking { Verdict::Win(1) } else { Verdict::Hold });
        }
        let (threats, block) = match board.has_threat(!board.to_move) {
            true => board.winning_points(!board.to_move),
            false => (0, 0),
        };
        if threats == 2 {
            return Ok(if attacking { Verdict::Hold } else { Verdict::Win(2) });
        }

        // The bound of Erdős and Selfridge.
        let needed = if attacking { full / 2 } else { full };
        if board.potential(attacker) < needed && (attacking || threats == 0) {
            return Ok(Verdict::Hold);
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
            return Ok(Verdict::Beyond);
        }
        if threats == 1 {
            board.play(block);
            let verdict = self.attack(board, attacker, depth - 1);
            board.undo(block);
            return Ok(one_later(verdict?));
        }

        let (key, turn) = board.key();
        let key = if attacker == Color::White { key ^ ATTACKER_WHITE } else { key };
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            match read(&entry) {
                Verdict::Win(n) if n <= depth => return Ok(Verdict::Win(n)),
                Verdict::Hold => return Ok(Verdict::Hold),
                Verdict::Beyond if u16::from(entry.depth) >= depth.min(255) => return Ok(Verdict::Beyond),
                _ => {}
            }
            first = entry.best().map(|mv| board.geometry.inverses[turn][mv as usize]);
        }
        let (verdict, best) = if attacking && self.pairing.holds(board, attacker) {
            (Verdict::Hold, None)
        } else {
            self.try_moves(board, attacker, depth, first)?
        };
        let best = best.map(|mv| board.geometry.symmetries[turn][mv as usize]);
        self.table.put(key, write(verdict, depth, best));
        Ok(verdict)
    }

    /// A move that keeps what has just been proven of the position, without further search; `None` where the table has
    /// lost it.
    pub(crate) fn certain_move(&self, board: &Board, proof: Proof) -> Option<u16> {
        for color in [board.to_move, !board.to_move] {
            if let (1.., point) = board.winning_points(color) {
                return Some(point as u16);
            }
        }
        let attacker = if matches!(proof, Proof::Win(_)) { board.to_move } else { !board.to_move };
        let empties = || (0..board.geometry.size.area()).filter(|&p| board.at(p).is_none());
        if proof == Proof::Draw {
            if board.empty == board.geometry.size.area() {
                // Where the first move does not win, no first move loses: the second player would be a first player
                // whose opponent has a stone more.
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
            (Proof::Win(n) | Proof::Loss(n), Verdict::Win(m)) => n == u32::from(m),
            (Proof::Draw, Verdict::Hold) => true,
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
    ) -> Result<(Verdict, Option<u16>), Stopped> {
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

        // With no open line left, the sum of the open lines would have been 0: there is a move to try.
        let mut best = (if attacking { Verdict::Hold } else { Verdict::Win(0) }, None);
        for i in begin..self.moves.len() {
            let point = self.moves[i].1;
            board.play(usize::from(point));
            let verdict = self.attack(board, attacker, depth - 1);
            board.undo(usize::from(point));
            let verdict = one_later(verdict.inspect_err(|_| self.moves.truncate(begin))?);
            match (verdict, best.0) {
                // One win is enough for the attacker, one other move for the defender.
                (Verdict::Win(_), _) if attacking => best = (verdict, Some(point)),
                (Verdict::Hold | Verdict::Beyond, _) if !attacking => best = (verdict, Some(point)),
                (Verdict::Beyond, _) => {
                    best.0 = Verdict::Beyond;
                    continue;
                }
                (Verdict::Win(n), Verdict::Win(longest)) => {
                    if n > longest {
                        best = (verdict, Some(point));
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

/// Mixed into the key when the attacker is white: the two questions share a table.
const ATTACKER_WHITE: u64 = 0x1234_5678_9abc_def1;

fn one_later(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win(n) => Verdict::Win(n + 1),
        other => other,
    }
}

fn read(entry: &Entry) -> Verdict {
    match entry.bound {
        Bound::Exact => Verdict::Win(entry.value as u16),
        Bound::Upper => Verdict::Hold,
        Bound::Lower => Verdict::Beyond,
    }
}

fn write(verdict: Verdict, depth: u16, best: Option<u16>) -> Entry {
    let (bound, value) = match verdict {
        Verdict::Win(n) => (Bound::Exact, n as i16),
        Verdict::Hold => (Bound::Upper, 0),
        Verdict::Beyond => (Bound::Lower, 0),
    };
    Entry { value, bound, depth: depth.min(255) as u8, mv: best.unwrap_or(Entry::NO_MOVE), extra: 0 }
}
