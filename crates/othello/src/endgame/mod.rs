//! Exact solving on the 64-bit board: the final margin with best play by both sides.
//!
//! A null-window search in two tiers by the number of empties:
//! 1. 7 and more: moves ordered by the opponent's mobility, stability bound. From nine on the transposition table is
//!    used, from eleven on the entries of the children too, before any child is searched (enhanced transposition
//!    cutoff).
//! 2. 6 and fewer: `last.rs`.

mod last;
mod stability;

use crate::eval::DISC;
use crate::frame::Frame;
use crate::moves::{Child, bound, cuts_off, pick_best};
use crate::probcut::Confidence;
use stability::Stability;
use tengen_engine::{Bound, Clock, Entry, Table};
use tengen_games::othello::backend::{Flips, Work};
use tengen_games::othello::{Bits, Board};

/// Least number of empties for the transposition table.
const TABLE_FROM: u32 = 9;
/// Least number of empties for the enhanced transposition cutoff.
const CHILDREN_FROM: u32 = 11;

/// What the solver keeps between positions of one board size.
#[derive(Debug)]
pub(crate) struct Endgame {
    stability: Stability,
    area: i32,
    /// The move lists of all nodes on the current path.
    children: Vec<Child<u64>>,
}

impl Endgame {
    pub(crate) fn new(size: tengen_board::Size) -> Endgame {
        Endgame {
            stability: Stability::new(size),
            area: size.area() as i32,
            children: Vec::with_capacity(256),
        }
    }

    /// The bound that the opponent's stable discs put on the score, in discs, if it is not above `alpha`.
    #[inline(always)]
    pub(crate) fn stability_bound(&self, own: u64, opp: u64, alpha: i32) -> Option<i32> {
        // Without this many discs of the opponent the bound cannot cut off.
        let needed = (self.area - alpha + 1) / 2;
        if (opp.count_ones() as i32) < needed {
            return None;
        }
        let bound = self.area - 2 * self.stability.stable(opp, own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}

/// An exact solver on one board of at most 8×8.
pub(crate) struct Solver<'a, F> {
    f: F,
    clock: &'a mut Clock,
    /// A table of its own, small enough for the processor's cache.
    table: &'a Table,
    frame: &'a Frame<u64>,
    endgame: &'a mut Endgame,
    area: i32,
    /// Nodes not yet reported to the clock.
    nodes: u64,
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
        endgame: &'a mut Endgame,
    ) -> Self {
        let area = endgame.area;
        Solver { f, clock, table, frame, endgame, area, nodes: 0 }
    }

    /// The final margin of `board` for the side to move: above `alpha` if and only if the true one is, and a bound on
    /// it from the same side. Meaningless once the clock is over.
    #[inline(always)]
    pub(crate) fn solve(&mut self, board: &Board<u64>, alpha: i32) -> i32 {
        let value = self.null(board.own, board.opp, alpha);
        self.clock.spend(std::mem::take(&mut self.nodes));
        value
    }

    #[inline(always)]
    fn empties(&self, own: u64, opp: u64) -> u64 {
        self.frame.cells & !(own | opp)
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
        if let Some(bound) = self.endgame.stability_bound(own, opp, alpha) {
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
            key = Board { own, opp, cells: self.frame.cells }.key();
            if let Some(entry) = self.table.get(key) {
                if let Some(value) = exact(&entry, count)
                    && cuts_off(value, entry.bound, alpha)
                {
                    return value;
                }
                tt_move = entry.best();
            }
        }

        // 5. Enhanced transposition cutoff: entries of the children.
        if count >= CHILDREN_FROM
            && let Some(value) = self.child_cutoff(own, opp, moves, alpha)
        {
            return value;
        }

        // 6. The moves, best first.
        let first = self.endgame.children.len();
        self.list_moves(own, opp, moves, tt_move);
        let last = self.endgame.children.len();
        let (mut best, mut best_square) = (-self.area - 1, 0);
        for i in first..last {
            let child = pick_best(&mut self.endgame.children[i..last]);
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
        self.endgame.children.truncate(first);

        // 7. Store the result.
        if count >= TABLE_FROM && !self.clock.is_over() {
            self.store(key, best, alpha, count, best_square);
        }
        best
    }

    fn store(&self, key: u64, value: i32, alpha: i32, empties: u32, square: u8) {
        let bound = bound(value, alpha, alpha + 1);
        let (value, depth, mv) = ((value * DISC) as i16, empties as u8, u16::from(square));
        self.table.put(key, Entry { value, bound, depth, mv, extra: Confidence::CERTAIN.level() });
    }

    #[inline]
    fn child_cutoff(&self, own: u64, opp: u64, moves: u64, alpha: i32) -> Option<i32> {
        let board = Board { own, opp, cells: self.frame.cells };
        moves.squares().find_map(|square| {
            let next = board.turn(square, self.f.flips(square, own, opp));
            let entry = self.table.get(next.key())?;
            let value = -exact(&entry, next.empties().count_ones())?;
            (entry.bound != Bound::Lower && value > alpha).then_some(value)
        })
    }

    /// Lists the moves with their order scores.
    #[inline(always)]
    fn list_moves(&mut self, own: u64, opp: u64, moves: u64, tt_move: Option<u16>) {
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
            if tt_move == Some(square as u16) {
                score = i32::MAX;
            }
            self.endgame.children.push(Child { square: square as u8, score, flips });
        }
    }
}

/// The value in discs of an entry, if it is of a search to the end without selective cuts.
#[inline(always)]
fn exact(entry: &Entry, empties: u32) -> Option<i32> {
    let is_exact = u32::from(entry.depth) == empties && entry.extra == Confidence::CERTAIN.level();
    is_exact.then(|| i32::from(entry.value) / DISC)
}
