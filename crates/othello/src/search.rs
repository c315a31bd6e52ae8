//! The midgame search: principal variation search with a transposition table, generic over the board's word.

use crate::endgame::{Solver, Stability};
use crate::evaluation::{DISC, evaluate};
use crate::frame::Frame;
use crate::moves::{Child, Ply, bound, cuts_off, pick_best};
use tengen_engine::{Clock, Entry, Table};
use tengen_games::othello::backend::{Flips, Work};
use tengen_games::othello::wide::Wide;
use tengen_games::othello::{Bits, Board};

/// A search on one board. Values are hundredths of a disc for the side to move.
pub(crate) struct Search<'a, F: Flips> {
    f: F,
    pub(crate) clock: &'a mut Clock,
    table: &'a Table,
    pub(crate) frame: &'a Frame<F::Set>,
    /// The move lists of all nodes on the current path.
    children: Vec<Child<F::Set>>,
}

/// A board's word with a solver for the endgame.
pub(crate) trait Solvable: Bits {
    /// The solver's tables for a board size.
    type Shape;
    /// The tables for `size`.
    fn shape(size: tengen_board::Size) -> Self::Shape;
    /// The final margin of `board` in discs, exact inside the window, else a bound; `line` becomes the principal
    /// variation. Meaningless once the clock is over.
    fn solve<F: Flips<Set = Self>>(
        search: &mut Search<F>,
        shape: &Self::Shape,
        board: &Board<Self>,
        window: (i32, i32),
        line: &mut Vec<Ply>,
    ) -> i32;
}

impl Solvable for u64 {
    type Shape = Stability;

    fn shape(size: tengen_board::Size) -> Stability {
        Stability::new(size)
    }

    fn solve<F: Flips<Set = u64>>(
        search: &mut Search<F>,
        shape: &Stability,
        board: &Board<u64>,
        (alpha, beta): (i32, i32),
        line: &mut Vec<Ply>,
    ) -> i32 {
        Solver::new(search.f, search.clock, search.table, search.frame, shape).solve(board, alpha, beta, line)
    }
}

/// On large boards the midgame search runs to the end of the game.
impl Solvable for Wide {
    type Shape = ();

    fn shape(_: tengen_board::Size) {}

    fn solve<F: Flips<Set = Wide>>(
        search: &mut Search<F>,
        _: &(),
        board: &Board<Wide>,
        (alpha, beta): (i32, i32),
        line: &mut Vec<Ply>,
    ) -> i32 {
        search.principal(board, board.empties().count(), alpha * DISC, beta * DISC, line) / DISC
    }
}

/// A call of [`Search::node`], compiled for the instructions of the backend.
struct NodeCall<'s, 'a, F: Flips, const PRINCIPAL: bool> {
    search: &'s mut Search<'a, F>,
    board: &'s Board<F::Set>,
    depth: u32,
    alpha: i32,
    beta: i32,
    line: &'s mut Vec<Ply>,
}

impl<F: Flips, const PRINCIPAL: bool> Work for NodeCall<'_, '_, F, PRINCIPAL> {
    type Output = i32;

    #[inline(always)]
    fn work(self) -> i32 {
        let NodeCall { search, board, depth, alpha, beta, line } = self;
        search.node::<PRINCIPAL>(board, depth, alpha, beta, line)
    }
}

impl<'a, F: Flips> Search<'a, F> {
    pub(crate) fn new(f: F, clock: &'a mut Clock, table: &'a Table, frame: &'a Frame<F::Set>) -> Self {
        Search { f, clock, table, frame, children: Vec::with_capacity(1024) }
    }

    /// The value of `board` at `depth`, exact between `alpha` and `beta`, else a bound; `line` becomes the principal
    /// variation. Meaningless once the clock is over.
    pub(crate) fn principal(
        &mut self,
        board: &Board<F::Set>,
        depth: u32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Ply>,
    ) -> i32 {
        line.clear();
        self.f.run(NodeCall::<F, true> { search: self, board, depth, alpha, beta, line })
    }

    fn null(&mut self, board: &Board<F::Set>, depth: u32, alpha: i32) -> i32 {
        let line = &mut Vec::new();
        self.f.run(NodeCall::<F, false> { search: self, board, depth, alpha, beta: alpha + 1, line })
    }

    #[inline(always)]
    fn node<const PRINCIPAL: bool>(
        &mut self,
        board: &Board<F::Set>,
        depth: u32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Ply>,
    ) -> i32 {
        // 1. Limits.
        if !self.clock.tick() {
            return 0;
        }

        // 2. No move: pass, or the end of the game.
        let (f, empties) = (self.f, board.empties());
        let moves = f.ends(board.own, board.opp) & empties;
        let replies = if moves.is_empty() || depth == 0 {
            f.ends(board.opp, board.own) & empties
        } else {
            F::Set::EMPTY
        };
        if moves.is_empty() {
            if replies.is_empty() {
                return board.final_score() * DISC;
            }
            if !PRINCIPAL {
                return -self.null(&board.pass(), depth, -beta);
            }
            let mut rest = Vec::new();
            let value = -self.principal(&board.pass(), depth, -beta, -alpha, &mut rest);
            line.push(None);
            line.append(&mut rest);
            return value;
        }

        // 3. Leaf: evaluate.
        if depth == 0 {
            return evaluate(board.own, board.opp, moves, replies, self.frame);
        }

        // 4. Transposition table.
        let mut tt_move = None;
        let key = board.key();
        if depth >= 2
            && let Some(entry) = self.table.get(key)
        {
            let value = i32::from(entry.value);
            if !PRINCIPAL && u32::from(entry.depth) >= depth && cuts_off(value, entry.bound, alpha) {
                return value;
            }
            tt_move = entry.best();
        }

        // 5. The moves, best first.
        let first = self.children.len();
        self.list_moves(board, moves, depth, tt_move);
        let last = self.children.len();
        let (mut best, mut best_square, mut low) = (-self.frame.area * DISC - 1, 0, alpha);
        let mut rest = Vec::new();
        for i in first..last {
            let child = pick_best(&mut self.children[i..last]);
            let next = board.turn(usize::from(child.square), child.flips);
            let mut value = i32::MAX;
            if !PRINCIPAL || i > first {
                value = -self.null(&next, depth - 1, -low - 1);
            }
            if PRINCIPAL && (i == first || (value > low && value < beta)) {
                value = -self.principal(&next, depth - 1, -beta, -low, &mut rest);
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

        // 6. Store the result.
        if depth >= 2 && !self.clock.is_over() {
            let bound = bound(best, alpha, beta);
            let (value, depth, mv) = (best as i16, depth as u8, u16::from(best_square));
            self.table.put(key, Entry { value, bound, depth, mv, extra: 0 });
        }
        best
    }

    /// Lists the moves with their order scores: the table move first, then by the evaluation after the move, or near
    /// the leaves by the opponent's mobility alone.
    #[inline(always)]
    fn list_moves(&mut self, board: &Board<F::Set>, moves: F::Set, depth: u32, tt_move: Option<u16>) {
        for square in moves.squares() {
            let flips = self.f.flips(square, board.own, board.opp);
            let score = if tt_move == Some(square as u16) {
                i32::MAX
            } else if depth >= 2 {
                self.order_score(&board.turn(square, flips), depth)
            } else {
                0
            };
            self.children.push(Child { square: square as u8, score, flips });
        }
    }

    #[inline(always)]
    fn order_score(&self, next: &Board<F::Set>, depth: u32) -> i32 {
        let empties = next.empties();
        let replies = self.f.ends(next.own, next.opp) & empties;
        if depth < 3 {
            let corners = replies & self.frame.corners;
            return -((replies.count() + 2 * corners.count()) as i32);
        }
        let ours = self.f.ends(next.opp, next.own) & empties;
        -evaluate(next.own, next.opp, replies, ours, self.frame)
    }
}
