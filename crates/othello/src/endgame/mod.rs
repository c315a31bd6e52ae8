//! Exact solving on the 64-bit board: the final margin with best play by both sides.
//!
//! A principal variation search whose null-window part has three tiers by the number of empties:
//! 1. 12 and more: transposition table, enhanced transposition cutoff (the children's entries are read before any child
//!    is searched), stability bound, moves ordered by the opponent's mobility;
//! 2. 7 to 11: without the enhanced transposition cutoff, and below ten without the table;
//! 3. 6 and fewer: `last.rs`.

mod last;
mod stability;

pub(crate) use stability::Stability;

use crate::evaluation::evaluate;
use crate::frame::Frame;
use crate::moves::{Child, Ply, bound, cuts_off, pick_best};
use tengen_engine::{Bound, Clock, Entry, Table};
use tengen_games::othello::backend::{Flips, Work};
use tengen_games::othello::{Bits, Board};

/// Least number of empties for the transposition table.
const TABLE_FROM: u32 = 10;
/// Least number of empties for the enhanced transposition cutoff.
const CHILDREN_FROM: u32 = 12;
/// Least number of empties for which the evaluation orders the moves.
const EVALUATE_FROM: u32 = 12;
/// Mixed into the key of a board: exact values in discs and midgame values in hundredths share the table.
const EXACT_KEY: u64 = 0x5bd1_e995_9d1b_a2c7;

/// An exact solver on one board of at most 8×8.
pub(crate) struct Solver<'a, F> {
    f: F,
    clock: &'a mut Clock,
    table: &'a Table,
    frame: &'a Frame<u64>,
    stability: &'a Stability,
    area: i32,
    /// Nodes not yet reported to the clock.
    nodes: u64,
    /// The move lists of all nodes on the current path.
    children: Vec<Child<u64>>,
}

/// The search for a range of empties. Each tier is compiled as a whole for the instructions of the backend.
trait Tier {
    /// The node: discs and empties.
    type Node;
    /// The result.
    type Value;
    /// Searches the null window just above `alpha`. Implementations must be `#[inline(always)]`.
    fn search<F: Flips<Set = u64>>(solver: &mut Solver<'_, F>, node: Self::Node, alpha: i32) -> Self::Value;
}

/// A call of [`Tier::search`], compiled for the instructions of the backend.
struct TierCall<'s, 'a, F, T: Tier> {
    solver: &'s mut Solver<'a, F>,
    node: T::Node,
    alpha: i32,
}

impl<F: Flips<Set = u64>, T: Tier> Work for TierCall<'_, '_, F, T> {
    type Output = T::Value;
    #[inline(always)]
    fn work(self) -> T::Value {
        T::search(self.solver, self.node, self.alpha)
    }
}

/// More empties than `last.rs` takes.
struct Many;

impl Tier for Many {
    type Node = (u64, u64, u64);
    type Value = i32;
    #[inline(always)]
    fn search<F: Flips<Set = u64>>(solver: &mut Solver<'_, F>, node: Self::Node, alpha: i32) -> i32 {
        let (own, opp, empties) = node;
        solver.null_node(own, opp, empties, alpha)
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

    /// The final margin of `board` for the side to move, exact between `alpha` and `beta`, else a bound; `line` becomes
    /// the principal variation, with passes as `None`. Meaningless once the clock is over.
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
        let key = board.key() ^ EXACT_KEY;
        let tt_move = self.table.get(key).and_then(|entry| entry.best());
        let first = self.children.len();
        self.list_moves(own, opp, moves, empties, tt_move);
        let last = self.children.len();
        let (mut best, mut best_square, mut low) = (-self.area - 1, 0, alpha);
        let mut rest = Vec::new();
        for i in first..last {
            let child = pick_best(&mut self.children[i..last]);
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
            self.store(key, best, alpha, beta, empties, best_square);
        }
        best
    }

    /// Searches the null window just above `alpha` to the end of the game.
    fn null(&mut self, own: u64, opp: u64, alpha: i32) -> i32 {
        let empties = self.empties(own, opp);
        if empties.count_ones() <= last::MAX_EMPTIES {
            return self.last(own, opp, empties, alpha);
        }
        self.enter::<Many>((own, opp, empties), alpha)
    }

    /// Searches a node of a tier with the instructions of the backend.
    #[inline(always)]
    fn enter<T: Tier>(&mut self, node: T::Node, alpha: i32) -> T::Value {
        self.f.run(TierCall::<F, T> { solver: self, node, alpha })
    }

    #[inline(always)]
    fn null_node(&mut self, own: u64, opp: u64, empties: u64, alpha: i32) -> i32 {
        // 1. Limits.
        let count = empties.count_ones();
        if count >= TABLE_FROM {
            self.clock.spend(std::mem::take(&mut self.nodes));
            if !self.clock.tick() {
                return 0;
            }
        } else {
            self.nodes += 1;
        }

        // 2. Stability cutoff.
        if let Some(bound) = self.stability_bound(own, opp, alpha) {
            return bound;
        }

        // 3. No move: pass, or the end of the game.
        let moves = self.f.ends(own, opp) & empties;
        if moves == 0 {
            if self.f.ends(opp, own) & empties == 0 {
                return Board { own, opp, cells: self.frame.cells }.final_score();
            }
            return -self.null(opp, own, -alpha - 1);
        }

        // 4. Transposition table.
        let (mut key, mut tt_move) = (0, None);
        if count >= TABLE_FROM {
            key = Board { own, opp, cells: self.frame.cells }.key() ^ EXACT_KEY;
            if let Some(entry) = self.table.get(key) {
                // Entries of a table read from a file may be wrong: clamp.
                let value = i32::from(entry.value).clamp(-self.area, self.area);
                if cuts_off(value, entry.bound, alpha) {
                    return value;
                }
                tt_move = entry.best();
            }
            // Without an exact entry, the table move of the midgame search.
            tt_move = tt_move.or_else(|| self.table.get(key ^ EXACT_KEY)?.best());
        }

        // 5. Enhanced transposition cutoff: entries of the children.
        if count >= CHILDREN_FROM
            && let Some(value) = self.child_cutoff(own, opp, moves, alpha)
        {
            return value;
        }

        // 6. The moves, best first.
        let first = self.children.len();
        self.list_moves(own, opp, moves, count, tt_move);
        let last = self.children.len();
        let (mut best, mut best_square) = (-self.area - 1, 0);
        for i in first..last {
            let child = pick_best(&mut self.children[i..last]);
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

        // 7. Store the result.
        if count >= TABLE_FROM && !self.clock.is_over() {
            self.store(key, best, alpha, alpha + 1, count, best_square);
        }
        best
    }

    fn store(&self, key: u64, value: i32, alpha: i32, beta: i32, empties: u32, square: u8) {
        let bound = bound(value, alpha, beta);
        let (value, depth, mv) = (value as i16, empties as u8, u16::from(square));
        self.table.put(key, Entry { value, bound, depth, mv, extra: 0 });
    }

    /// The bound that the opponent's stable discs put on the score, if it is not above `alpha`.
    #[inline]
    fn stability_bound(&self, own: u64, opp: u64, alpha: i32) -> Option<i32> {
        // Without this many discs of the opponent the bound cannot cut off.
        let needed = (self.area - alpha + 1) / 2;
        if (opp.count_ones() as i32) < needed {
            return None;
        }
        let bound = self.area - 2 * self.stability.stable(opp, own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    #[inline]
    fn child_cutoff(&self, own: u64, opp: u64, moves: u64, alpha: i32) -> Option<i32> {
        let board = Board { own, opp, cells: self.frame.cells };
        moves.squares().find_map(|square| {
            let next = board.turn(square, self.f.flips(square, own, opp));
            let entry = self.table.get(next.key() ^ EXACT_KEY)?;
            let value = -i32::from(entry.value);
            (entry.bound != Bound::Lower && value > alpha).then_some(value)
        })
    }

    /// Lists the moves with their order scores.
    #[inline(always)]
    fn list_moves(&mut self, own: u64, opp: u64, moves: u64, empties: u32, tt_move: Option<u16>) {
        let odd = last::odd_quarters(self.empties(own, opp));
        for square in moves.squares() {
            let flips = self.f.flips(square, own, opp);
            let bit = 1 << square;
            let (next_own, next_opp) = (opp ^ flips, own ^ flips ^ bit);
            let left = self.empties(own, opp) ^ bit;
            let replies = self.f.ends(next_own, next_opp) & left;
            // The opponent's moves, corners counted twice; the empties beside our discs are potential moves.
            let mobility = replies.count_ones() + (replies & self.frame.corners).count_ones();
            let frontier = (next_opp.grown() & left).count_ones();
            let mut score = -(16 * mobility as i32) - 4 * frontier as i32;
            if bit & self.frame.corners != 0 {
                score += 12;
            }
            if bit & odd != 0 {
                score += 4;
            }
            if empties >= EVALUATE_FROM {
                let ours = self.f.ends(next_opp, next_own) & left;
                score -= evaluate(next_own, next_opp, replies, ours, self.frame) / 16;
            }
            if tt_move == Some(square as u16) {
                score = i32::MAX;
            }
            self.children.push(Child { square: square as u8, score, flips });
        }
    }
}
