//! Principal variation search with a transposition table and Multi-ProbCut, generic over the board's word and the
//! evaluation. A search whose depth reaches the end of the game is exact, but for the cuts of ProbCut.

mod ordering;
mod threads;

use crate::endgame::{Endgame, Solver};
use crate::eval::{DISC, Evaluator};
use crate::frame::Frame;
use crate::moves::{Child, Ply, bound, pick_best};
use crate::probcut::{self, Confidence};
use crate::table::{BoardTable, SearchTable};
use ordering::order_depth;
use tengen_engine::{Bound, Clock, Entry, Table};
use tengen_games::othello::backend::{Flips, Work};
use tengen_games::othello::wide::Wide;
use tengen_games::othello::{Bits, Board};
pub(crate) use threads::Busy;
use threads::SHARED_SOLVES;

/// The transposition tables of a thread.
#[derive(Debug)]
pub(crate) struct Tables<'a, T> {
    /// The table that all threads share.
    pub(crate) shared: &'a T,
    /// The thread's own, small enough for the processor's cache: for the solver and the searches that order moves.
    pub(crate) own: &'a T,
    /// What the threads search now; `None` if there is only one.
    pub(crate) busy: Option<&'a Busy>,
}

/// A search on one board. Values are hundredths of a disc for the side to move.
pub(crate) struct Search<'a, F: Flips<Set: Solvable>, E> {
    f: F,
    eval: E,
    pub(crate) clock: &'a mut Clock,
    tables: Tables<'a, TableOf<F>>,
    pub(crate) frame: &'a Frame<F::Set>,
    endgame: <F::Set as Solvable>::Endgame,
    /// How sure the cuts of ProbCut are.
    pub(crate) confidence: Confidence,
    /// How many ProbCut searches are in progress, one inside the other.
    probcut_level: u32,
    /// The move lists of all nodes on the current path.
    children: Vec<Child<F::Set>>,
}

/// A position with what the evaluation keeps of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<S, T> {
    pub(crate) board: Board<S>,
    state: T,
}

type TableOf<F> = <<F as Flips>::Set as Solvable>::Table;
type NodeOf<F, E> = Node<<F as Flips>::Set, <E as Evaluator<<F as Flips>::Set>>::State>;

/// A board's word with its transposition table and what solves its endgames.
pub(crate) trait Solvable: Bits {
    /// The transposition table.
    type Table: SearchTable<Self>;
    /// The solver's tables and lists for a board size.
    type Endgame;
    /// The largest number of empties for the solver.
    const SOLVER_EMPTIES: u32;
    /// The tables for `size`.
    fn endgame(size: tengen_board::Size) -> Self::Endgame;
    /// The final margin of `board` in discs: above `alpha` if and only if the true one is, and a bound on it from the
    /// same side. Meaningless once the clock is over.
    fn solve<F: Flips<Set = Self>, E>(search: &mut Search<F, E>, board: &Board<Self>, alpha: i32) -> i32;
    /// The bound that stable discs of the opponent put on the final margin, in discs, if it is not above `alpha`.
    fn stability_bound(endgame: &Self::Endgame, board: &Board<Self>, alpha: i32) -> Option<i32>;
}

impl Solvable for u64 {
    type Table = BoardTable;
    type Endgame = Endgame;
    const SOLVER_EMPTIES: u32 = crate::endgame::MAX_EMPTIES;

    fn endgame(size: tengen_board::Size) -> Endgame {
        Endgame::new(size)
    }

    #[inline(always)]
    fn solve<F: Flips<Set = u64>, E>(search: &mut Search<F, E>, board: &Board<u64>, alpha: i32) -> i32 {
        let Search { f, clock, tables, frame, endgame, .. } = search;
        Solver::new(*f, clock, tables.own, frame, endgame).solve(board, alpha)
    }

    #[inline(always)]
    fn stability_bound(endgame: &Endgame, board: &Board<u64>, alpha: i32) -> Option<i32> {
        endgame.stability_bound(board.own, board.opp, alpha)
    }
}

/// On large boards the search itself runs to the end of the game.
impl Solvable for Wide {
    type Table = Table;
    type Endgame = ();
    const SOLVER_EMPTIES: u32 = 0;

    fn endgame(_: tengen_board::Size) {}

    fn solve<F: Flips<Set = Wide>, E>(_: &mut Search<F, E>, board: &Board<Wide>, _: i32) -> i32 {
        board.final_score()
    }

    fn stability_bound((): &(), _: &Board<Wide>, _: i32) -> Option<i32> {
        None
    }
}

/// A call of [`Search::node`], compiled for the instructions of the backend.
struct NodeCall<'s, 'a, F: Flips<Set: Solvable>, E: Evaluator<F::Set>, const PRINCIPAL: bool> {
    search: &'s mut Search<'a, F, E>,
    node: &'s NodeOf<F, E>,
    depth: u32,
    alpha: i32,
    beta: i32,
    line: &'s mut Vec<Ply>,
}

impl<F: Flips<Set: Solvable>, E: Evaluator<F::Set>, const PRINCIPAL: bool> Work
    for NodeCall<'_, '_, F, E, PRINCIPAL>
{
    type Output = i32;

    #[inline(always)]
    fn work(self) -> i32 {
        let NodeCall { search, node, depth, alpha, beta, line } = self;
        search.node::<PRINCIPAL>(node, depth, alpha, beta, line)
    }
}

impl<'a, F: Flips<Set: Solvable>, E: Evaluator<F::Set>> Search<'a, F, E> {
    pub(crate) fn new(
        (f, eval): (F, E),
        clock: &'a mut Clock,
        tables: Tables<'a, TableOf<F>>,
        frame: &'a Frame<F::Set>,
        size: tengen_board::Size,
    ) -> Self {
        Search {
            f,
            eval,
            clock,
            tables,
            frame,
            endgame: F::Set::endgame(size),
            confidence: Confidence::CERTAIN,
            probcut_level: 0,
            children: Vec::with_capacity(1024),
        }
    }

    /// The node of a position.
    pub(crate) fn root(&self, board: &Board<F::Set>) -> NodeOf<F, E> {
        Node { board: *board, state: self.eval.state(board) }
    }

    /// The value of `node` at `depth`, exact between `alpha` and `beta`, else a bound; `line` becomes the principal
    /// variation. Meaningless once the clock is over.
    pub(crate) fn principal(
        &mut self,
        node: &NodeOf<F, E>,
        depth: u32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Ply>,
    ) -> i32 {
        line.clear();
        self.f.run(NodeCall::<F, E, true> { search: self, node, depth, alpha, beta, line })
    }

    /// The same without a line: with the null window from `alpha` to `beta`, or to order moves with a wider one.
    pub(crate) fn scout(&mut self, node: &NodeOf<F, E>, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.f.run(NodeCall::<F, E, false> { search: self, node, depth, alpha, beta, line: &mut Vec::new() })
    }

    #[inline(always)]
    fn after(&self, node: &NodeOf<F, E>, square: u8, flips: F::Set) -> NodeOf<F, E> {
        let square = usize::from(square);
        Node { board: node.board.turn(square, flips), state: self.eval.after(&node.state, square, flips) }
    }

    #[inline(always)]
    fn node<const PRINCIPAL: bool>(
        &mut self,
        node: &NodeOf<F, E>,
        depth: u32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Ply>,
    ) -> i32 {
        // 1. To the end of the game: the last empties are the solver's.
        let (f, board) = (self.f, &node.board);
        let empty_squares = board.empties();
        let empties = empty_squares.count();
        let to_end = depth >= empties;
        let depth = depth.min(empties);
        if !PRINCIPAL && to_end && empties <= F::Set::SOLVER_EMPTIES {
            if empties >= SHARED_SOLVES {
                return self.solve_once(board, empties, alpha);
            }
            return F::Set::solve(self, board, alpha.div_euclid(DISC)) * DISC;
        }

        // 2. Limits.
        if !self.clock.tick() {
            return 0;
        }

        // 3. Leaf: evaluate.
        if depth == 0 && !to_end {
            return self.leaf(node, (alpha, beta));
        }

        // 4. Stability cutoff.
        if !PRINCIPAL
            && to_end
            && let Some(bound) = F::Set::stability_bound(&self.endgame, board, alpha.div_euclid(DISC))
        {
            return bound * DISC;
        }

        let key = if depth >= 2 { TableOf::<F>::key(board) } else { 0 };
        if depth >= 2 {
            self.table().prefetch(key);
        }

        // 5. No move: pass, or the end of the game.
        let moves = f.ends(board.own, board.opp) & empty_squares;
        if moves.is_empty() {
            return self.pass_or_end::<PRINCIPAL>(node, depth, alpha, beta, line);
        }

        if !PRINCIPAL && depth == 1 && !to_end {
            return self.one_ply(node, moves, (alpha, beta));
        }

        // 6. Transposition table.
        let (mut tt_move, mut fails_low) = (None, false);
        if depth >= 2
            && let Some(entry) = self.table().get(board, key)
        {
            fails_low = entry.bound == Bound::Upper && i32::from(entry.value) <= alpha;
            if !PRINCIPAL && self.covers(&entry, depth) {
                let value = i32::from(entry.value);
                if value >= beta && entry.bound != Bound::Upper
                    || value <= alpha && entry.bound != Bound::Lower
                {
                    return value;
                }
            }
            tt_move = entry.best();
        }

        // 7. ProbCut.
        if !PRINCIPAL
            && depth >= probcut::LEAST_DEPTH
            && (!to_end || empties >= probcut::least_empties(self.confidence))
            && beta == alpha + 1
            && let Some(value) = self.probcut(node, empties, depth, alpha)
        {
            return value;
        }

        // 8. The moves; enhanced transposition cutoff; the order scores.
        let first = self.children.len();
        self.list_moves(node, moves, depth);
        let last = self.children.len();
        if !PRINCIPAL
            && depth >= ETC_DEPTH
            && let Some(value) = self.child_cutoff(node, first, depth, alpha)
        {
            self.children.truncate(first);
            return value;
        }
        let order_depth = order_depth(depth, to_end, fails_low);
        self.score_moves(node, first..last, (depth, order_depth), to_end, alpha, tt_move);

        // 9. Search them, best first.
        let (best, best_square) =
            self.search_children::<PRINCIPAL>(node, first..last, depth, (alpha, beta), line);
        self.children.truncate(first);

        // 10. Store the result.
        if depth >= 2 && !self.clock.is_over() {
            let entry = Entry {
                value: best as i16,
                bound: bound(best, alpha, beta),
                depth: depth as u8,
                mv: u16::from(best_square),
                extra: self.confidence.level(),
            };
            self.table().put_deepest(board, key, entry);
        }
        best
    }

    /// The value of a node without a move: after the pass, or of the final position.
    #[inline(always)]
    fn pass_or_end<const PRINCIPAL: bool>(
        &mut self,
        node: &NodeOf<F, E>,
        depth: u32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Ply>,
    ) -> i32 {
        let board = &node.board;
        if (self.f.ends(board.opp, board.own) & board.empties()).is_empty() {
            return board.final_score() * DISC;
        }
        let passed = Node { board: board.pass(), state: self.eval.passed(&node.state) };
        if !PRINCIPAL {
            return -self.scout(&passed, depth, -beta, -alpha);
        }
        let mut rest = Vec::new();
        let value = -self.principal(&passed, depth, -beta, -alpha, &mut rest);
        line.push(None);
        line.append(&mut rest);
        value
    }

    /// Searches the listed children of a node, best first: the best value and its square. The first child of a
    /// principal node gets the whole window, the others a null window first.
    #[inline(always)]
    fn search_children<const PRINCIPAL: bool>(
        &mut self,
        node: &NodeOf<F, E>,
        children: std::ops::Range<usize>,
        depth: u32,
        (alpha, beta): (i32, i32),
        line: &mut Vec<Ply>,
    ) -> (i32, u8) {
        let (mut best, mut best_square, mut low) = (-self.frame.area * DISC - 1, 0, alpha);
        let mut rest = Vec::new();
        let (first, last) = (children.start, children.end);
        let mut i = first;
        while i < self.children.len() {
            // Moves that another thread searches wait until the others are done.
            let (is_first, waited) = (i == first, i >= last);
            let child = if waited { self.children[i] } else { pick_best(&mut self.children[i..last]) };
            let next = self.after(node, child.square, child.flips);
            let busy = if is_first { None } else { self.divided(&next, depth - 1) };
            i += 1;
            if let Some((busy, key)) = busy {
                if !waited && busy.has(key) {
                    self.children.push(child);
                    continue;
                }
                if waited
                    && !PRINCIPAL
                    && let Some(found) = self.known(&node.board, depth, alpha)
                {
                    return found;
                }
            }
            let mut value = i32::MAX;
            if let Some((busy, key)) = busy {
                busy.enter(key);
            }
            if !PRINCIPAL || !is_first {
                value = -self.scout(&next, depth - 1, -low - 1, -low);
            }
            if PRINCIPAL && (is_first || (value > low && value < beta)) {
                value = -self.principal(&next, depth - 1, -beta, -low, &mut rest);
                if value > low || is_first {
                    line.clear();
                    line.push(Some(child.square));
                    line.append(&mut rest);
                }
            }
            if let Some((busy, key)) = busy {
                busy.leave(key);
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
        (best, best_square)
    }

    /// The evaluation of a leaf for the window from `alpha` to `beta`.
    #[inline(always)]
    fn leaf(&self, node: &NodeOf<F, E>, window: (i32, i32)) -> i32 {
        if node.board.own.is_empty() {
            return -self.frame.area * DISC;
        }
        self.eval.value_near(self.f, &node.board, &node.state, window)
    }

    /// True if the search behind `entry` was as deep as `depth`, and its cuts as sure as those of this search.
    #[inline(always)]
    fn covers(&self, entry: &Entry, depth: u32) -> bool {
        u32::from(entry.depth) >= depth && entry.extra >= self.confidence.level()
    }

    /// Cuts a node off that a shallow search puts far enough outside the window (M. Buro, "ProbCut: an effective
    /// selective extension of the alpha-beta algorithm", 1995).
    #[inline(always)]
    fn probcut(&mut self, node: &NodeOf<F, E>, empties: u32, depth: u32, alpha: i32) -> Option<i32> {
        let t = self.confidence.deviations()?;
        if self.probcut_level >= probcut::MAX_LEVEL {
            return None;
        }
        let shallow = probcut::shallow_depth(depth);
        let deviation = self.eval.sigma(empties, depth, shallow)?;
        let margin = (t * deviation) as i32;
        // The evaluation says on which side a cut is likely.
        let static_margin = (t * 0.5 * (self.eval.sigma(empties, depth, 0)? + deviation)) as i32;
        let (limit, beta) = (self.frame.area * DISC, alpha + 1);
        let value = self.leaf(node, (alpha, beta));
        if value >= beta - static_margin && beta + margin < limit {
            let bound = beta + margin;
            self.probcut_level += 1;
            let found = self.scout(node, shallow, bound - 1, bound);
            self.probcut_level -= 1;
            if found >= bound && !self.clock.is_over() {
                return Some(beta);
            }
        }
        if value < alpha + static_margin && alpha - margin > -limit {
            let bound = alpha - margin;
            self.probcut_level += 1;
            let found = self.scout(node, shallow, bound, bound + 1);
            self.probcut_level -= 1;
            if found <= bound && !self.clock.is_over() {
                return Some(alpha);
            }
        }
        None
    }

    /// The value above `alpha` that the entry of a child gives.
    #[inline(always)]
    fn child_cutoff(&self, node: &NodeOf<F, E>, first: usize, depth: u32, alpha: i32) -> Option<i32> {
        self.children[first..].iter().find_map(|child| {
            let next = node.board.turn(usize::from(child.square), child.flips);
            let entry = self.tables.shared.get(&next, TableOf::<F>::key(&next))?;
            let value = -i32::from(entry.value);
            (entry.bound != Bound::Lower && value > alpha && self.covers(&entry, depth - 1)).then_some(value)
        })
    }

    /// The table of this node. What a search that orders moves finds is soon of no use: it stays in the small table.
    #[inline(always)]
    fn table(&self) -> &'a TableOf<F> {
        if self.probcut_level >= probcut::MAX_LEVEL { self.tables.own } else { self.tables.shared }
    }

    /// The value of a search of one ply: of the best move, or of the first that reaches the end of the window.
    #[inline(always)]
    fn one_ply(&mut self, node: &NodeOf<F, E>, moves: F::Set, (alpha, beta): (i32, i32)) -> i32 {
        let board = &node.board;
        let mut best = -self.frame.area * DISC;
        // Corners first and X squares last: without searches no order is better.
        let (corners, x_squares) = (self.frame.corners, self.frame.x_squares);
        let ordered = [moves & corners, moves & !(corners | x_squares), moves & x_squares];
        for square in ordered.into_iter().flat_map(Bits::squares) {
            if !self.clock.tick() {
                break;
            }
            let flips = self.f.flips(square, board.own, board.opp);
            if flips == board.opp {
                return self.frame.area * DISC;
            }
            let next = self.after(node, square as u8, flips);
            let window = (-beta, -alpha.max(best));
            best = best.max(-self.eval.value_near(self.f, &next.board, &next.state, window));
            if best >= beta {
                break;
            }
        }
        best
    }
}

/// Least depth for the enhanced transposition cutoff.
const ETC_DEPTH: u32 = 5;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::weights::Patterns;
    use crate::eval::{Indices, PatternWeights};
    use tengen_board::Size;
    use tengen_board::random::SplitMix64;
    use tengen_engine::{Limits, Stop};
    use tengen_games::Game;
    use tengen_games::othello::backend::Portable;
    use tengen_games::othello::{Position, Rules};

    /// The reference: minimax over every move, the evaluation at the leaves, the margin at the end of the game.
    fn plain(weights: &PatternWeights, board: &Board<u64>, depth: u32) -> i32 {
        if board.is_over() {
            return board.final_score() * DISC;
        }
        if depth == 0 {
            let state = Indices::new(board.own, board.opp);
            return Patterns(weights).value(Portable, board, &state);
        }
        let moves = board.moves();
        if moves.is_empty() {
            return -plain(weights, &board.pass(), depth);
        }
        moves.squares().map(|square| -plain(weights, &board.place(square), depth - 1)).max().unwrap()
    }

    fn with_search<R>(weights: &PatternWeights, run: impl FnOnce(&mut Search<Portable, Patterns>) -> R) -> R {
        let size = Size::of(8, 8);
        let (shared, endgame, frame) = (BoardTable::new(1), BoardTable::new(1), Frame::new(size));
        let mut clock = Clock::start(&Limits::default(), &Stop::new());
        let tables = Tables { shared: &shared, own: &endgame, busy: None };
        run(&mut Search::new((Portable, Patterns(weights)), &mut clock, tables, &frame, size))
    }

    /// The position after some random plies, at least `least` and fewer than `end`.
    fn after_random_plies(seed: u64, (least, end): (usize, usize)) -> Position {
        let mut rng = SplitMix64(seed);
        let mut game = Position::new(&Rules::STANDARD);
        for _ in 0..least + rng.below(end - least) {
            game.play_random(&mut || rng.next_u32());
        }
        game
    }

    #[test]
    fn without_cuts_of_probcut_it_finds_the_minimax_value() {
        let weights = (*PatternWeights::standard()).clone().with_network(None);
        for seed in 0..40 {
            let board = after_random_plies(seed, (6, 50)).narrow().unwrap();
            for depth in 1..=4 {
                let found = with_search(&weights, |search| {
                    let (node, limit) = (search.root(&board), 64 * DISC);
                    let mut line = Vec::new();
                    let value = search.principal(&node, depth, -limit - 1, limit + 1, &mut line);
                    // The line leads to the value.
                    let leaf = line.iter().fold(board, |board, ply| match ply {
                        Some(square) => board.place(usize::from(*square)),
                        None => board.pass(),
                    });
                    let sign = if line.len() % 2 == 0 { 1 } else { -1 };
                    let placed = line.iter().flatten().count() as u32;
                    assert_eq!(value, sign * plain(&weights, &leaf, depth - placed), "seed {seed}, {line:?}");
                    value
                });
                assert_eq!(found, plain(&weights, &board, depth), "seed {seed}, depth {depth}");
            }
        }
    }

    /// Where the tables' value is far outside the window the network is left out: after random moves more often than in
    /// games.
    #[test]
    fn with_the_network_it_mostly_finds_the_minimax_value() {
        let weights = PatternWeights::standard();
        let (mut wrong, mut count) = (0, 0);
        for seed in 0..100 {
            let board = after_random_plies(seed, (10, 40)).narrow().unwrap();
            let found = with_search(&weights, |search| {
                let (node, limit) = (search.root(&board), 64 * DISC);
                search.principal(&node, 3, -limit - 1, limit + 1, &mut Vec::new())
            });
            count += 1;
            wrong += u32::from(found != plain(&weights, &board, 3));
        }
        assert!(wrong * 5 < count, "{wrong} of {count} differ");
    }

    /// A cut of ProbCut is a guess, but a rare and a small one.
    #[test]
    fn probcut_changes_few_values_by_much() {
        let weights = PatternWeights::standard();
        let (mut far, mut count) = (0, 0);
        for seed in 0..60 {
            let game = after_random_plies(seed, (10, 35));
            if game.is_over() {
                continue;
            }
            let board = game.narrow().unwrap();
            let value = |confidence| {
                with_search(&weights, |search| {
                    search.confidence = confidence;
                    let node = search.root(&board);
                    search.principal(&node, 7, -64 * DISC, 64 * DISC, &mut Vec::new())
                })
            };
            count += 1;
            far += u32::from((value(Confidence::LEAST) - value(Confidence::CERTAIN)).abs() > 5 * DISC);
        }
        assert!(count > 50 && far * 5 < count, "{far} of {count} are more than five discs off");
    }
}
