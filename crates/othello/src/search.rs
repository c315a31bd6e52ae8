//! The midgame search: principal variation search with a transposition table, the same for every grid.

use crate::endgame::{Solver, Stability};
use crate::evaluation::{DISC, evaluate};
use crate::frame::Frame;
use crate::moves::{Child, Ply, answers, bound, heaviest};
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
    /// The moves of all nodes on the way from the root, one after another.
    children: Vec<Child<F::Set>>,
}

/// A grid on which positions can be solved to the end.
pub(crate) trait Solvable: Bits {
    /// What the solver wants to know of the board's shape.
    type Shape;
    /// That of a board of `size`.
    fn shape(size: tengen_board::Size) -> Self::Shape;
    /// The margin in discs of `board`, exact between `alpha` and `beta`, else a bound on the same side, and the line
    /// that leads to it. Meaningless once the clock is over.
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

/// On large boards the midgame search goes to the end.
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

/// A call of [`Search::node`], compiled with the search's instructions.
struct Entered<'s, 'a, F: Flips, const PRINCIPAL: bool> {
    search: &'s mut Search<'a, F>,
    board: &'s Board<F::Set>,
    depth: u32,
    alpha: i32,
    beta: i32,
    line: &'s mut Vec<Ply>,
}

impl<F: Flips, const PRINCIPAL: bool> Work for Entered<'_, '_, F, PRINCIPAL> {
    type Output = i32;

    #[inline(always)]
    fn work(self) -> i32 {
        let Entered { search, board, depth, alpha, beta, line } = self;
        search.node::<PRINCIPAL>(board, depth, alpha, beta, line)
    }
}

impl<'a, F: Flips> Search<'a, F> {
    pub(crate) fn new(f: F, clock: &'a mut Clock, table: &'a Table, frame: &'a Frame<F::Set>) -> Self {
        Search { f, clock, table, frame, children: Vec::with_capacity(1024) }
    }

    /// The value of `board` searched `depth` discs deep, exact between `alpha` and `beta`, else a bound on the same
    /// side; `line` becomes the principal variation. Meaningless once the clock is over.
    pub(crate) fn principal(
        &mut self,
        board: &Board<F::Set>,
        depth: u32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Ply>,
    ) -> i32 {
        line.clear();
        self.f.run(Entered::<F, true> { search: self, board, depth, alpha, beta, line })
    }

    fn null(&mut self, board: &Board<F::Set>, depth: u32, alpha: i32) -> i32 {
        let line = &mut Vec::new();
        self.f.run(Entered::<F, false> { search: self, board, depth, alpha, beta: alpha + 1, line })
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
        // 1. The end of time.
        if !self.clock.tick() {
            return 0;
        }

        // 2. No move: the opponent's turn, or the end.
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

        // 3. Deep enough.
        if depth == 0 {
            return evaluate(board.own, board.opp, moves, replies, self.frame);
        }

        // 4. What is remembered of this position.
        let mut hash_move = None;
        let key = board.key();
        if depth >= 2
            && let Some(entry) = self.table.get(key)
        {
            let value = i32::from(entry.value);
            if !PRINCIPAL && u32::from(entry.depth) >= depth && answers(value, entry.bound, alpha) {
                return value;
            }
            hash_move = entry.best();
        }

        // 5. The moves, best first.
        let first = self.children.len();
        self.list_moves(board, moves, depth, hash_move);
        let last = self.children.len();
        let (mut best, mut best_square, mut low) = (-self.frame.area * DISC - 1, 0, alpha);
        let mut rest = Vec::new();
        for i in first..last {
            let child = heaviest(&mut self.children[i..last]);
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

        // 6. Remember.
        if depth >= 2 && !self.clock.is_over() {
            let bound = bound(best, alpha, beta);
            let (value, depth, mv) = (best as i16, depth as u8, u16::from(best_square));
            self.table.put(key, Entry { value, bound, depth, mv, extra: 0 });
        }
        best
    }

    /// Lists the moves: the table's first, then by the value of the position that each leaves, which near the leaves
    /// is judged by the opponent's moves alone.
    #[inline(always)]
    fn list_moves(&mut self, board: &Board<F::Set>, moves: F::Set, depth: u32, hash_move: Option<u16>) {
        for square in moves.squares() {
            let flips = self.f.flips(square, board.own, board.opp);
            let weight = if hash_move == Some(square as u16) {
                i32::MAX
            } else if depth >= 2 {
                self.weight(&board.turn(square, flips), depth)
            } else {
                0
            };
            self.children.push(Child { square: square as u8, weight, flips });
        }
    }

    #[inline(always)]
    fn weight(&self, next: &Board<F::Set>, depth: u32) -> i32 {
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
