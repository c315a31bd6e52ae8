//! What is left of the lines of a board: for each line without a stone of the other side, its empty points.
//!
//! A set that contains another one is left out: whoever completes the larger line has completed the smaller one. Two
//! positions with the same sets for both sides are the same game.

use alloc::vec::Vec;
use tengen_board::{AXES, Size};

/// A set of points by their numbers in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Points<const N: usize>([u64; N]);

impl<const N: usize> Points<N> {
    pub(super) const NONE: Points<N> = Points([0; N]);
    pub(super) const ALL: Points<N> = Points([u64::MAX; N]);

    pub(super) fn with(mut self, point: usize) -> Points<N> {
        self.0[point / 64] |= 1 << (point % 64);
        self
    }

    pub(super) fn without(mut self, point: usize) -> Points<N> {
        self.0[point / 64] &= !(1 << (point % 64));
        self
    }

    pub(super) fn has(&self, point: usize) -> bool {
        self.0[point / 64] >> (point % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Points::NONE
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn is_within(&self, other: &Points<N>) -> bool {
        self.0.iter().zip(other.0).all(|(own, other)| own & !other == 0)
    }

    pub(super) fn meet(&self, other: &Points<N>) -> Points<N> {
        let mut both = *self;
        both.0.iter_mut().zip(other.0).for_each(|(own, other)| *own &= other);
        both
    }

    pub(super) fn join(&self, other: &Points<N>) -> Points<N> {
        let mut either = *self;
        either.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
        either
    }

    /// The points in reading order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            core::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(move |word| 64 * i + word.trailing_zeros() as usize)
        })
    }
}

/// The lines that a side can still complete, none within another, in order.
pub(super) type Lines<const N: usize> = Vec<Points<N>>;

/// The lines of a side with stones `own`, against `other`. A complete line is an empty set.
pub(super) fn open_lines<const N: usize>(
    size: Size,
    k: usize,
    own: &Points<N>,
    other: &Points<N>,
) -> Lines<N> {
    let mut lines = Vec::new();
    for axis in AXES {
        let step = axis.step();
        for first in size.points() {
            let at = |n: usize| {
                size.offset(first, i32::from(step.d_row) * n as i32, i32::from(step.d_col) * n as i32)
            };
            let Some(points) = (0..k).map(at).collect::<Option<Vec<_>>>() else { continue };
            let numbers = points.into_iter().map(|point| size.index(point));
            let line = numbers.fold(Points::NONE, Points::with);
            if line.meet(other).is_empty() {
                lines.push(own.iter().fold(line, Points::without));
            }
        }
    }
    minimal(lines)
}

/// Leaves out sets that contain others, and repeats.
fn minimal<const N: usize>(mut lines: Lines<N>) -> Lines<N> {
    lines.sort_unstable_by_key(|line| (line.count(), *line));
    lines.dedup();
    let mut kept: Lines<N> = Vec::new();
    for line in lines {
        // Only a smaller set can be within it.
        let smaller = kept.iter().take_while(|small| small.count() < line.count());
        if !smaller.into_iter().any(|small| small.is_within(&line)) {
            kept.push(line);
        }
    }
    kept.sort_unstable();
    kept
}

/// The lines of a side after its own stone. A complete line is an empty set.
pub(super) fn after_own<const N: usize>(lines: &Lines<N>, point: usize) -> Lines<N> {
    minimal(lines.iter().map(|line| line.without(point)).collect())
}

/// The lines of a side after a stone of the other.
pub(super) fn after_other<const N: usize>(lines: &Lines<N>, point: usize) -> Lines<N> {
    lines.iter().filter(|line| !line.has(point)).copied().collect()
}

/// The replies that need an answer. A reply is left out if each line through it, of both sides, goes through another
/// point too. That point is the better reply, or as good: if all lines of the two are the same, the first in reading
/// order is kept.
pub(super) fn best_replies<const N: usize>(area: usize, lines: [&Lines<N>; 2]) -> Vec<usize> {
    let mut shared = alloc::vec![Points::ALL; area];
    let mut on_lines = Points::NONE;
    for line in lines.into_iter().flatten() {
        on_lines = on_lines.join(line);
        line.iter().for_each(|point| shared[point] = shared[point].meet(line));
    }
    let better = |p: usize, q: usize| q != p && (!shared[q].has(p) || q < p);
    on_lines.iter().filter(|&p| !shared[p].iter().any(|q| better(p, q))).collect()
}

/// The lines under a symmetry of the board, in order.
pub(super) fn turned<const N: usize>(lines: &Lines<N>, map: &[u16]) -> Lines<N> {
    let turn = |line: &Points<N>| {
        line.iter().fold(Points::NONE, |turned, point| turned.with(usize::from(map[point])))
    };
    let mut turned: Lines<N> = lines.iter().map(turn).collect();
    turned.sort_unstable();
    turned
}

/// For each symmetry of the board but the identity, where it puts each point.
pub(super) fn symmetries(size: Size) -> Vec<Vec<u16>> {
    let (rows, cols) = (size.rows(), size.cols());
    let mut all = Vec::new();
    for number in 1..8 {
        let (swap, flip_rows, flip_cols) = (number & 1 != 0, number & 2 != 0, number & 4 != 0);
        if swap && rows != cols {
            continue;
        }
        let image = |point: usize| {
            let (row, col) = (point / cols, point % cols);
            let (row, col) = if swap { (col, row) } else { (row, col) };
            let row = if flip_rows { rows - 1 - row } else { row };
            let col = if flip_cols { cols - 1 - col } else { col };
            (row * cols + col) as u16
        };
        all.push((0..size.area()).map(image).collect());
    }
    all
}
