//! Counting move sequences fast, in each way that Othello programs count passes and finished games.
//!
//! Source of the ways: the tables of Edax, of Egaroucid and of Aart Bik, which differ from depth 9 on.

use super::backend::{Backend, Flips, Job, Work};
use super::{Bits, Board, Position};

/// What a pass and a finished game count for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Convention {
    /// A pass is a ply, and a game that ended earlier is not counted. So count [`tengen_games::perft`](crate::perft)
    /// and Edax: 24,571,056 at depth 10.
    PassIsPly,
    /// A pass is a ply, and a game that ended earlier counts once. So counts Aart Bik's table: 24,571,284 at depth 10.
    PassIsPlyEndCounts,
    /// A pass is no ply but part of the move before it, and a game that ended earlier counts once: 24,571,420 at
    /// depth 10.
    PassIsNoPly,
}

/// The number of sequences of `depth` plies from `position`, counted by `convention`, with the instructions of
/// `backend` where the machine has them and the board is at most 8×8.
///
/// ```
/// use tengen_games::othello::{Backend, Position, Rules, perft};
/// use tengen_games::Game;
/// let start = Position::new(&Rules::STANDARD);
/// let count = |convention| perft::count(&start, 9, convention, Backend::best());
/// assert_eq!(count(perft::Convention::PassIsPly), 3_005_288);
/// assert_eq!(count(perft::Convention::PassIsNoPly), 3_005_320);
/// ```
pub fn count(position: &Position, depth: u32, convention: Convention, backend: Backend) -> u64 {
    match position.narrow() {
        None => plain(&position.wide(), depth, convention),
        Some(board) => {
            let Board { own, opp, .. } = board;
            let walk = Walk { own, opp, empties: board.empties(), depth };
            match convention {
                Convention::PassIsPly => backend.dispatch(Count::<true, false>(walk)),
                Convention::PassIsPlyEndCounts => backend.dispatch(Count::<true, true>(walk)),
                Convention::PassIsNoPly => backend.dispatch(Count::<false, true>(walk)),
            }
        }
    }
}

/// The same for a board of any size, one position after another without bulk counting: the reference of [`count`].
pub fn plain<B: Bits>(board: &Board<B>, depth: u32, convention: Convention) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves();
    if !moves.is_empty() {
        return moves.squares().map(|square| plain(&board.place(square), depth - 1, convention)).sum();
    }
    match (board.opponent_moves().is_empty(), convention) {
        (true, Convention::PassIsPly) => 0,
        (true, _) => 1,
        (false, Convention::PassIsNoPly) => plain(&board.pass(), depth, convention),
        (false, _) => plain(&board.pass(), depth - 1, convention),
    }
}

/// A position and how far to count from it.
#[derive(Clone, Copy)]
struct Walk {
    own: u64,
    opp: u64,
    empties: u64,
    depth: u32,
}

struct Count<const PASS_IS_PLY: bool, const END_COUNTS: bool>(Walk);

impl<const PASS_IS_PLY: bool, const END_COUNTS: bool> Job for Count<PASS_IS_PLY, END_COUNTS> {
    type Output = u64;

    fn run<F: Flips<Set = u64>>(self, f: F) -> u64 {
        walk::<F, PASS_IS_PLY, END_COUNTS>(f, self.0)
    }
}

/// Counts from `at`. The last ply is counted as the number of moves, without playing them.
#[inline]
fn walk<F: Flips<Set = u64>, const PASS_IS_PLY: bool, const END_COUNTS: bool>(f: F, at: Walk) -> u64 {
    f.run(Entered::<F, PASS_IS_PLY, END_COUNTS> { f, at })
}

struct Entered<F, const PASS_IS_PLY: bool, const END_COUNTS: bool> {
    f: F,
    at: Walk,
}

impl<F: Flips<Set = u64>, const PASS_IS_PLY: bool, const END_COUNTS: bool> Work
    for Entered<F, PASS_IS_PLY, END_COUNTS>
{
    type Output = u64;

    #[inline(always)]
    fn work(self) -> u64 {
        let Entered { f, at } = self;
        if at.depth == 0 {
            return 1;
        }
        let mut moves = f.ends(at.own, at.opp) & at.empties;
        if moves == 0 {
            return stuck::<F, PASS_IS_PLY, END_COUNTS>(f, at);
        }
        if at.depth == 1 {
            return u64::from(moves.count_ones());
        }
        let mut count = 0;
        while moves != 0 {
            let square = moves.lowest();
            moves = moves.without_lowest();
            let bit = 1 << square;
            let flips = f.flips(square, at.own, at.opp);
            let next = Walk {
                own: at.opp ^ flips,
                opp: at.own ^ flips ^ bit,
                empties: at.empties ^ bit,
                depth: at.depth - 1,
            };
            if next.depth > 1 {
                count += walk::<F, PASS_IS_PLY, END_COUNTS>(f, next);
                continue;
            }
            let last = u64::from((f.ends(next.own, next.opp) & next.empties).count_ones());
            count += if last == 0 { stuck::<F, PASS_IS_PLY, END_COUNTS>(f, next) } else { last };
        }
        count
    }
}

/// Counts from a position in which the side to move cannot place a disc.
#[cold]
#[inline(never)]
fn stuck<F: Flips<Set = u64>, const PASS_IS_PLY: bool, const END_COUNTS: bool>(f: F, at: Walk) -> u64 {
    let passed = Walk { own: at.opp, opp: at.own, ..at };
    if f.ends(passed.own, passed.opp) & at.empties == 0 {
        return u64::from(END_COUNTS);
    }
    walk::<F, PASS_IS_PLY, END_COUNTS>(f, Walk { depth: at.depth - u32::from(PASS_IS_PLY), ..passed })
}
