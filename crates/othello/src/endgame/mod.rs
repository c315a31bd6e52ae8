//! Exact solving on the 64-bit board: the final margin with best play by both sides.
//!
//! A principal variation search whose null-window part has three tiers by the number of empties:
//! 1. many: transposition table, a look at the children's entries before any is searched (enhanced transposition
//!    cut-off), stability bound, moves ordered by what they leave to the opponent;
//! 2. down to seven: the same without the look at the children, and below ten without the table;
//! 3. at most six: `last.rs`.

mod last;
mod stability;

pub(crate) use stability::Stability;

use crate::evaluation::evaluate;
use crate::frame::Frame;
use crate::moves::{Child, Ply, answers, bound, heaviest};
use tengen_engine::{Bound, Clock, Entry, Table};
use tengen_games::othello::backend::{Flips, Work};
use tengen_games::othello::{Bits, Board};

/// From this many empties the table is asked and told.
const TABLE_FROM: u32 = 10;
/// From this many empties the children's entries are looked at first.
const CHILDREN_FROM: u32 = 12;
/// From this many empties the evaluation helps to order the moves.
const EVALUATE_FROM: u32 = 12;
/// Mixed into a board's key, so that exact bounds in discs and midgame values in hundredths may share a table.
const KEY: u64 = 0x5bd1_e995_9d1b_a2c7;

/// An exact solver on one board of at most 8×8.
pub(crate) struct Solver<'a, F> {
    f: F,
    clock: &'a mut Clock,
    table: &'a Table,
    frame: &'a Frame<u64>,
    stability: &'a Stability,
    area: i32,
    /// Nodes that the clock has not been told of.
    nodes: u64,
    /// The moves of all nodes on the way from the root, one after another.
    children: Vec<Child<u64>>,
}

/// How positions with some number of empties are searched. Each is compiled as a whole with the solver's instructions.
trait Tier {
    /// The position: discs and empties.
    type At;
    /// What comes of it.
    type Value;
    /// Searches the null window just above `alpha`. Implementations are to be marked `#[inline(always)]`.
    fn search<F: Flips<Set = u64>>(solver: &mut Solver<'_, F>, at: Self::At, alpha: i32) -> Self::Value;
}

struct Entered<'s, 'a, F, T: Tier> {
    solver: &'s mut Solver<'a, F>,
    at: T::At,
    alpha: i32,
}

impl<F: Flips<Set = u64>, T: Tier> Work for Entered<'_, '_, F, T> {
    type Output = T::Value;
    #[inline(always)]
    fn work(self) -> T::Value {
        T::search(self.solver, self.at, self.alpha)
    }
}

/// More empties than `last.rs` takes.
struct Many;

impl Tier for Many {
    type At = (u64, u64, u64);
    type Value = i32;
    #[inline(always)]
    fn search<F: Flips<Set = u64>>(solver: &mut Solver<'_, F>, at: Self::At, alpha: i32) -> i32 {
        let (own, opp, empties) = at;
        solver.null_among(own, opp, empties, alpha)
    }
}

impl<'a, F: Flips<Set = u64>> Solver<'a, F> {
    pub(crate) fn new(
        f: F,
        clock: &'a mut Clock,
        table: &'a Table,
        frame: &'a Frame<u64>,
        stability: &'a Stability,
    ) -> Self {
        Solver {
            f,
            clock,
            table,
            frame,
            stability,
            area: frame.area,
            nodes: 0,
            children: Vec::with_capacity(1024),
        }
    }

    /// The margin of `board` for the side to move, exact if it is between `alpha` and `beta`, else a bound on the same
    /// side; `line` becomes the principal variation, passes as `None`. Meaningless once the clock is over.
    pub(crate) fn solve(&mut self, board: &Board<u64>, alpha: i32, beta: i32, line: &mut Vec<Ply>) -> i32 {
        let value = self.principal(board.own, board.opp, alpha, beta, line);
        self.clock.spend(std::mem::take(&mut self.nodes));
        value
    }

    #[inline(always)]
    fn empties(&self, own: u64, opp: u64) -> u64 {
        self.frame.cells & !(own | opp)
    }

    fn principal(&mut self, own: u64, opp: u64, alpha: i32, beta: i32, line: &mut Vec<Ply>) -> i32 {
        line.clear();
        if !self.clock.tick() {
            return 0;
        }
        let board = Board { own, opp, cells: self.frame.cells };
        let moves = self.f.ends(own, opp) & board.empties();
        if moves == 0 {
            if board.opponent_moves() == 0 {
                return board.final_score();
            }
            let mut rest = Vec::new();
            let value = -self.principal(opp, own, -beta, -alpha, &mut rest);
            line.push(None);
            line.append(&mut rest);
            return value;
        }
        let empties = board.empties().count_ones();
        let key = board.key() ^ KEY;
        let hash_move = self.table.get(key).and_then(|entry| entry.best());
        let first = self.children.len();
        self.list_moves(own, opp, moves, empties, hash_move);
        let last = self.children.len();
        let (mut best, mut best_square, mut low) = (-self.area - 1, 0, alpha);
        let mut rest = Vec::new();
        for i in first..last {
            let child = heaviest(&mut self.children[i..last]);
            let next = board.turn(usize::from(child.square), child.flips);
            let mut value = self.area + 1;
            if i > first {
                value = -self.null(next.own, next.opp, -low - 1);
            }
            if i == first || (value > low && value < beta) {
                value = -self.principal(next.own, next.opp, -beta, -low, &mut rest);
                if value > low || i == first {
                    line.clear();
                    line.push(Some(child.square));
                    line.append(&mut rest);
                }
            }
            if self.clock.is_over() {
                break;
            }
            if value > best {
                (best, best_square) = (value, child.square);
                low = low.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.children.truncate(first);
        if !self.clock.is_over() {
            self.remember(key, best, alpha, beta, empties, best_square);
        }
        best
    }

    /// Searches the null window just above `alpha`, at most as deep as the game goes.
    fn null(&mut self, own: u64, opp: u64, alpha: i32) -> i32 {
        let empties = self.empties(own, opp);
        if empties.count_ones() <= last::MOST {
            return self.last(own, opp, empties, alpha);
        }
        self.enter::<Many>((own, opp, empties), alpha)
    }

    /// Searches a node of a tier with the solver's instructions.
    #[inline(always)]
    fn enter<T: Tier>(&mut self, at: T::At, alpha: i32) -> T::Value {
        self.f.run(Entered::<F, T> { solver: self, at, alpha })
    }

    #[inline(always)]
    fn null_among(&mut self, own: u64, opp: u64, empties: u64, alpha: i32) -> i32 {
        // 1. The end of time.
        let count = empties.count_ones();
        if count >= TABLE_FROM {
            self.clock.spend(std::mem::take(&mut self.nodes));
            if !self.clock.tick() {
                return 0;
            }
        } else {
            self.nodes += 1;
        }

        // 2. What the opponent's stable discs leave to win.
        if let Some(bound) = self.stability_bound(own, opp, alpha) {
            return bound;
        }

        // 3. No move: the opponent's turn, or the end.
        let moves = self.f.ends(own, opp) & empties;
        if moves == 0 {
            if self.f.ends(opp, own) & empties == 0 {
                return Board { own, opp, cells: self.frame.cells }.final_score();
            }
            return -self.null(opp, own, -alpha - 1);
        }

        // 4. What is remembered of this position.
        let (mut key, mut hash_move) = (0, None);
        if count >= TABLE_FROM {
            key = Board { own, opp, cells: self.frame.cells }.key() ^ KEY;
            if let Some(entry) = self.table.get(key) {
                // A table from a file may hold what no search has found.
                let value = i32::from(entry.value).clamp(-self.area, self.area);
                if answers(value, entry.bound, alpha) {
                    return value;
                }
                hash_move = entry.best();
            }
            // The midgame search may have been here before.
            hash_move = hash_move.or_else(|| self.table.get(key ^ KEY)?.best());
        }

        // 5. What is remembered of the positions after each move.
        if count >= CHILDREN_FROM
            && let Some(value) = self.child_that_cuts(own, opp, moves, alpha)
        {
            return value;
        }

        // 6. The moves, best first.
        let first = self.children.len();
        self.list_moves(own, opp, moves, count, hash_move);
        let last = self.children.len();
        let (mut best, mut best_square) = (-self.area - 1, 0);
        for i in first..last {
            let child = heaviest(&mut self.children[i..last]);
            let next_own = opp ^ child.flips;
            let next_opp = own ^ child.flips ^ 1 << child.square;
            let value = if next_own == 0 { self.area } else { -self.null(next_own, next_opp, -alpha - 1) };
            if value > best {
                (best, best_square) = (value, child.square);
                if value > alpha {
                    break;
                }
            }
        }
        self.children.truncate(first);

        // 7. Remember.
        if count >= TABLE_FROM && !self.clock.is_over() {
            self.remember(key, best, alpha, alpha + 1, count, best_square);
        }
        best
    }

    fn remember(&self, key: u64, value: i32, alpha: i32, beta: i32, empties: u32, square: u8) {
        let bound = bound(value, alpha, beta);
        let (value, depth, mv) = (value as i16, empties as u8, u16::from(square));
        self.table.put(key, Entry { value, bound, depth, mv, extra: 0 });
    }

    /// The bound that the opponent's stable discs put on the score, if it is not above `alpha`.
    #[inline]
    fn stability_bound(&self, own: u64, opp: u64, alpha: i32) -> Option<i32> {
        // So many of the opponent's discs must be stable; seldom are all of those there are.
        let needed = (self.area - alpha + 1) / 2;
        if (opp.count_ones() as i32) < needed {
            return None;
        }
        let bound = self.area - 2 * self.stability.stable(opp, own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    #[inline]
    fn child_that_cuts(&self, own: u64, opp: u64, moves: u64, alpha: i32) -> Option<i32> {
        let board = Board { own, opp, cells: self.frame.cells };
        moves.squares().find_map(|square| {
            let next = board.turn(square, self.f.flips(square, own, opp));
            let entry = self.table.get(next.key() ^ KEY)?;
            let value = -i32::from(entry.value);
            (entry.bound != Bound::Lower && value > alpha).then_some(value)
        })
    }

    /// Lists the moves with their weights.
    #[inline(always)]
    fn list_moves(&mut self, own: u64, opp: u64, moves: u64, empties: u32, hash_move: Option<u16>) {
        let odd = last::odd_quarters(self.empties(own, opp));
        for square in moves.squares() {
            let flips = self.f.flips(square, own, opp);
            let bit = 1 << square;
            let (next_own, next_opp) = (opp ^ flips, own ^ flips ^ bit);
            let left = self.empties(own, opp) ^ bit;
            let replies = self.f.ends(next_own, next_opp) & left;
            // The opponent's moves, a corner counted twice; the empties beside our discs, moves to come.
            let mobility = replies.count_ones() + (replies & self.frame.corners).count_ones();
            let frontier = (next_opp.grown() & left).count_ones();
            let mut weight = -(16 * mobility as i32) - 4 * frontier as i32;
            if bit & self.frame.corners != 0 {
                weight += 12;
            }
            if bit & odd != 0 {
                weight += 4;
            }
            if empties >= EVALUATE_FROM {
                let ours = self.f.ends(next_opp, next_own) & left;
                weight -= evaluate(next_own, next_opp, replies, ours, self.frame) / 16;
            }
            if hash_move == Some(square as u16) {
                weight = i32::MAX;
            }
            self.children.push(Child { square: square as u8, weight, flips });
        }
    }
}
