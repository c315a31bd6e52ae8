//! Moves and flips by one kind of instructions, and the plain ones.
//!
//! A walk over positions is written once, generic over [`Flips`], and entered through [`Flips::run`], which compiles
//! the [`Work`] given to it with the instructions of that kind. Inside it the calls are inlined and nothing is chosen
//! again. A recursive walk enters `run` at each of its calls, which costs one jump.

use super::Bits;
use super::wide::Wide;

/// Moves and flips on one grid by one kind of instructions.
///
/// Values of the kinds with vector instructions exist only where the processor has them.
pub trait Flips: Copy + Send + Sync + 'static {
    /// The sets of points it works on.
    type Set: Bits;
    /// Does `work` compiled with these instructions.
    fn run<W: Work>(self, work: W) -> W::Output;
    /// As [`Bits::moves`]: every square on which a disc of `own` would outflank discs of `opp`, but also squares that
    /// hold discs already; cut it to the empties.
    fn ends(self, own: Self::Set, opp: Self::Set) -> Self::Set;
    /// As [`Bits::flips`].
    fn flips(self, square: usize, own: Self::Set, opp: Self::Set) -> Self::Set;
    /// The square of the `n`th bit from below, counted from 0; `set` has more bits than that.
    fn nth(self, set: Self::Set, n: u32) -> usize;
}

/// Work for [`Flips::run`]: a closure, but one that is certain to be inlined. (The compiler leaves a real closure out
/// of line when it is large or calls itself in the end, and then compiles it without the special instructions.)
pub trait Work {
    /// Its result.
    type Output;
    /// Does the work. Implementations must be marked `#[inline(always)]`.
    fn work(self) -> Self::Output;
}

/// Plain integer instructions on the 64-bit board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Portable;

/// Plain integer instructions on the 16×16 grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PortableWide;

impl Flips for PortableWide {
    type Set = Wide;

    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.work()
    }

    #[inline(always)]
    fn ends(self, own: Wide, opp: Wide) -> Wide {
        Bits::moves(own, opp)
    }

    #[inline(always)]
    fn flips(self, square: usize, own: Wide, opp: Wide) -> Wide {
        Bits::flips(square, own, opp)
    }

    #[inline(always)]
    fn nth(self, set: Wide, n: u32) -> usize {
        Bits::nth(set, n)
    }
}

impl Flips for Portable {
    type Set = u64;

    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.work()
    }

    #[inline(always)]
    fn ends(self, own: u64, opp: u64) -> u64 {
        super::bits::ends(own, opp)
    }

    #[inline(always)]
    fn flips(self, square: usize, own: u64, opp: u64) -> u64 {
        Bits::flips(square, own, opp)
    }

    #[inline(always)]
    fn nth(self, set: u64, n: u32) -> usize {
        Bits::nth(set, n)
    }
}
