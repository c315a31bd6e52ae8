//! Exact solving on the 64-bit board: the final margin with best play by both sides.
//!
//! A null-window search in two tiers by the number of empties:
//! 1. 7 and more: moves ordered by the opponent's mobility, transposition table, stability bound. From nine on both are
//!    used for the children too, before any child is searched (enhanced transposition cutoff).
//! 2. 6 and fewer: `last.rs`.

mod last;
mod stability;

use crate::eval::DISC;
use crate::frame::Frame;
use crate::moves::{Child, bound, cuts_off, pick_best};
use crate::probcut::Confidence;
use crate::table::{BoardTable, SearchTable};
use stability::Stability;
use tengen_engine::{Bound, Clock, Entry};
use tengen_games::othello::backend::{Flips, Work};
use tengen_games::othello::{Bits, Board};

/// The largest number of empties for the solver.
pub(crate) const MAX_EMPTIES: u32 = 15;
/// Least number of empties at which the clock is asked.
const CLOCK_FROM: u32 = 9;
/// Least number of empties for the enhanced transposition cutoff.
const CHILDREN_FROM: u32 = 9;
/// The largest `alpha` at which stable discs of the side to move are counted after each of its moves.
const CHILDREN_STABILITY_TO: i32 = -10;

/// What the solver keeps between positions of one board size.
#[derive(Debug)]
pub(crate) struct Endgame {
    stability: Stability,
    area: i32,
}

impl Endgame {
    pub(crate) fn new(size: tengen_board::Size) -> Endgame {
        Endgame { stability: Stability::new(size), area: size.area() as i32 }
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
    table: &'a BoardTable,
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
        table: &'a BoardTable,
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
        if count >= CLOCK_FROM {
            self.clock.spend(std::mem::take(&mut self.nodes));
            if !self.clock.tick() {
                return 0;
            }
        } else {
            self.nodes += 1;
        }

        let board = Board { own, opp, cells: self.frame.cells };
        let key = BoardTable::key(&board);
        self.table.prefetch(key);

        // 2. Stability cutoff.
        if let Some(bound) = self.endgame.stability_bound(own, opp, alpha) {
            return bound;
        }

        // 3. No move: pass, or the end of the game.
        let moves = self.f.ends(own, opp) & empties;
        if moves == 0 {
            if self.f.ends(opp, own) & empties == 0 {
                return board.final_score();
            }
            return -self.null(opp, own, -alpha - 1);
        }

        // 4. Transposition table.
        let mut tt_move = None;
        if let Some(entry) = self.table.get(&board, key) {
            if let Some(value) = exact(&entry, count)
                && cuts_off(value, entry.bound, alpha)
            {
                return value;
            }
            tt_move = entry.best();
        }

        // 5. The moves; enhanced transposition cutoff: entries and stable discs of the children.
        let mut list = [Child { square: 0, score: 0, flips: 0 }; MAX_EMPTIES as usize + 1];
        let mut keys = [0; MAX_EMPTIES as usize + 1];
        let mut length = 0;
        for square in moves.squares() {
            let flips = self.f.flips(square, own, opp);
            let place = length & MAX_EMPTIES as usize;
            list[place] = Child { square: square as u8, score: 0, flips };
            if count >= CHILDREN_FROM {
                keys[place] = BoardTable::key(&board.turn(square, flips));
                self.table.prefetch(keys[place]);
            }
            length += 1;
        }
        let children = &mut list[..length];
        if count >= CHILDREN_FROM
            && let Some(value) = self.child_cutoff(&board, children, &keys, alpha)
        {
            return value;
        }

        // 6. Search them, best first.
        self.score_moves(own, opp, children, tt_move);
        let (mut best, mut best_square) = (-self.area - 1, 0);
        for i in 0..children.len() {
            let child = pick_best(&mut children[i..]);
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

        // 7. Store the result.
        if !self.clock.is_over() {
            self.store(&board, key, (best, best_square), alpha, count);
        }
        best
    }

    fn store(&self, board: &Board<u64>, key: u64, (value, square): (i32, u8), alpha: i32, empties: u32) {
        let bound = bound(value, alpha, alpha + 1);
        let (value, depth, mv) = ((value * DISC) as i16, empties as u8, u16::from(square));
        let entry = Entry { value, bound, depth, mv, extra: Confidence::CERTAIN.level() };
        self.table.put(board, key, entry);
    }

    /// The value above `alpha` that the entry or the stable discs of a child give. `keys` are those of the children.
    #[inline(always)]
    fn child_cutoff(
        &self,
        board: &Board<u64>,
        children: &[Child<u64>],
        keys: &[u64],
        alpha: i32,
    ) -> Option<i32> {
        children.iter().zip(keys).find_map(|(child, &key)| {
            let next = board.turn(usize::from(child.square), child.flips);
            if alpha <= CHILDREN_STABILITY_TO
                && let Some(bound) = self.endgame.stability_bound(next.own, next.opp, -alpha - 1)
            {
                return Some(-bound);
            }
            let entry = self.table.get(&next, key)?;
            let value = -exact(&entry, next.empties().count_ones())?;
            (entry.bound != Bound::Lower && value > alpha).then_some(value)
        })
    }

    /// Gives the moves their order scores.
    #[inline(always)]
    fn score_moves(&self, own: u64, opp: u64, children: &mut [Child<u64>], tt_move: Option<u16>) {
        let odd = last::odd_quarters(self.empties(own, opp));
        for child in children {
            let Child { square, flips, .. } = *child;
            let bit = 1 << square;
            let (next_own, next_opp) = (opp ^ flips, own ^ flips ^ bit);
            let left = self.empties(own, opp) ^ bit;
            let replies = self.f.ends(next_own, next_opp) & left;
            // The opponent's moves, corners counted twice; the empties beside our discs are potential moves.
            let mobility = replies.count_ones() + (replies & self.frame.corners).count_ones();
            let frontier = (next_opp.grown() & left).count_ones();
            let mut score = -(16 * mobility as i32) - 2 * frontier as i32;
            if bit & self.frame.corners != 0 {
                score += 12;
            }
            if bit & self.frame.x_squares != 0 {
                score -= 8;
            }
            if bit & odd != 0 {
                score += 4;
            }
            if tt_move == Some(u16::from(square)) {
                score = i32::MAX;
            }
            child.score = score;
        }
    }
}

/// The value in discs of an entry, if it is of a search to the end without selective cuts.
#[inline(always)]
fn exact(entry: &Entry, empties: u32) -> Option<i32> {
    let is_exact = u32::from(entry.depth) == empties && entry.extra == Confidence::CERTAIN.level();
    is_exact.then(|| i32::from(entry.value) / DISC)
}
