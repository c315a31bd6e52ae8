//! What there is to know of chains, and of a point before a stone is put there.

use super::{Board, CLOSED, EMPTY, LEN, NO_VERTEX, OPEN, Vertex, WALL, cell_of, i};
use alloc::vec::Vec;
use tengen_board::Color;

impl Board {
    /// The name of the chain that the stone at `at` belongs to: the number of one of its stones. `at` must hold a
    /// stone; without one the answer means nothing.
    #[inline]
    pub fn chain(&self, at: Vertex) -> Vertex {
        self.head[i(at)]
    }

    /// How many stones the chain of the stone at `at` has. `at` must hold a stone, as for [`Board::chain`].
    #[inline]
    pub fn chain_len(&self, at: Vertex) -> usize {
        self.chains[i(self.chain(at))].stones as usize
    }

    /// The stones of the chain of the stone at `at`, that one first. None if `at` holds no stone.
    pub fn chain_stones(&self, at: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        // The links of an empty point are left over from stones that were there: they need not lead back to it.
        let mut here = self.color(at).map(|_| at);
        core::iter::from_fn(move || {
            let now = here?;
            let next = self.next[i(now)];
            here = (next != at).then_some(next);
            Some(now)
        })
    }

    /// Whether the chain of the stone at `at` has exactly one liberty. `at` must hold a stone, as for [`Board::chain`].
    #[inline]
    pub fn in_atari(&self, at: Vertex) -> bool {
        self.chains[i(self.chain(at))].in_atari()
    }

    /// The only liberty of the chain of the stone at `at`, if it has just one. `at` must hold a stone, as for
    /// [`Board::chain`].
    #[inline]
    pub fn atari_liberty(&self, at: Vertex) -> Option<Vertex> {
        let chain = &self.chains[i(self.chain(at))];
        chain.in_atari().then(|| (chain.sum / u32::from(chain.liberties)) as Vertex)
    }

    /// The liberties of the chain of the stone at `at`, each once, in the order of the chain's stones. None if `at`
    /// holds no stone.
    pub fn liberties(&self, at: Vertex) -> Vec<Vertex> {
        self.each_liberty(at).collect()
    }

    /// How many liberties the chain of the stone at `at` has; 0 if `at` holds no stone.
    pub fn liberty_count(&self, at: Vertex) -> usize {
        self.each_liberty(at).count()
    }

    fn each_liberty(&self, at: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        let mut seen = [0_u64; LEN / 64];
        self.chain_stones(at).flat_map(|stone| self.neighbours(stone)).filter(move |&q| {
            let (word, bit) = (&mut seen[i(q) / 64], 1 << (i(q) % 64));
            let is_new = self.is_empty(q) && *word & bit == 0;
            *word |= bit;
            is_new
        })
    }

    /// Whether a stone of `color` at the empty point `at` would take a stone of the opponent.
    #[inline]
    pub fn would_capture(&self, at: Vertex, color: Color) -> bool {
        self.neighbours(at).into_iter().any(|q| self.is_color(q, !color) && self.in_atari(q))
    }

    /// How many stones of the opponent a stone of `color` at the empty point `at` would take.
    #[inline]
    pub(in crate::go) fn would_take(&self, at: Vertex, color: Color) -> u16 {
        let mut taken = [NO_VERTEX; 4];
        let mut stones = 0;
        for (n, q) in self.neighbours(at).into_iter().enumerate() {
            if self.is_color(q, !color) && self.in_atari(q) && !taken.contains(&self.chain(q)) {
                taken[n] = self.chain(q);
                stones += self.chains[i(self.chain(q))].stones;
            }
        }
        stones
    }

    /// Whether a stone of `color` at the empty point `at` would leave its own chain without a liberty.
    #[inline]
    pub fn would_be_suicide(&self, at: Vertex, color: Color) -> bool {
        let beside = self.neighbours(at);
        if beside.iter().any(|&q| self.cells[i(q)] == EMPTY) {
            return false;
        }
        let own = cell_of(color);
        // `at` itself is a liberty of every chain beside it. An own chain with another liberty lives on; an opposing
        // chain without another is captured, which frees a liberty.
        !beside.into_iter().any(|q| {
            let cell = self.cells[i(q)];
            cell != WALL && (cell == own) != self.in_atari(q)
        })
    }

    /// Marks every empty point: with [`OPEN`] if a point beside it is empty too, else with [`CLOSED`]. `marks` has an
    /// entry for each point in the padded array, all 0 before.
    pub(in crate::go) fn mark_empty(&self, marks: &mut [u8; LEN]) {
        // From the first point to the last, walls included: five slices without tests of bounds, so that many points
        // are done at once.
        let stride = usize::from(self.stride);
        let (first, points) = (stride + 1, self.used - 2 * (stride + 1));
        let from = |start: usize| &self.cells[start..][..points];
        let (here, left, right) = (from(first), from(first - 1), from(first + 1));
        let (above, below) = (from(first - stride), from(first + stride));
        let marks = &mut marks[first..][..points];
        for n in 0..points {
            // Nothing is less than `EMPTY`. Four comparisons would be branches.
            let least = left[n].min(right[n]).min(above[n].min(below[n]));
            let mark = if least == EMPTY { OPEN } else { CLOSED };
            marks[n] = if here[n] == EMPTY { mark } else { 0 };
        }
    }

    /// Calls `visit` with the last liberty of each chain of `color` in atari. Chains may share it.
    pub(in crate::go) fn each_atari_liberty(&self, color: Color, mut visit: impl FnMut(Vertex)) {
        const HEAD: u8 = 1;
        const PART: usize = 64;
        let own = cell_of(color);
        let (cells, heads) = (self.cells.as_chunks::<PART>().0, self.head.as_chunks::<PART>().0);
        let parts = cells.iter().zip(heads).zip((0..).step_by(PART));
        for ((cells, heads), first) in parts.take(self.used.div_ceil(PART)) {
            let mut marks = [0; PART];
            for (n, mark) in (0..).zip(&mut marks) {
                *mark = if (cells[n] == own) & (heads[n] == first + n as Vertex) { HEAD } else { 0 };
            }
            each_with(HEAD, &mut marks, |n, _| {
                let chain = &self.chains[i(first + n)];
                if chain.in_atari() {
                    visit((chain.sum / u32::from(chain.liberties)) as Vertex);
                }
            });
        }
    }

    /// The entries of the padded array that this size uses, rounded up to a multiple of 8.
    #[inline]
    pub(in crate::go) fn used(&self) -> usize {
        self.used.next_multiple_of(8).min(LEN)
    }

    /// Whether a stone of `color` at the empty point `at`, which takes nothing, would be suicide.
    #[inline]
    pub(in crate::go) fn is_dead_end(&self, at: Vertex, color: Color) -> bool {
        let own = cell_of(color);
        !self.neighbours(at).into_iter().any(|q| {
            let cell = self.cells[i(q)];
            cell == EMPTY || cell == own && !self.in_atari(q)
        })
    }

    /// Whether a stone of `color` at the empty point `at`, without an empty point beside it, would capture, and whether
    /// an own chain beside it has another liberty. If neither, it is suicide.
    #[inline]
    pub(in crate::go) fn closed(&self, at: Vertex, color: Color) -> (bool, bool) {
        let (own, other) = (cell_of(color), cell_of(!color));
        let (mut captures, mut lives) = (false, false);
        // All four are read, without a branch: which of them decides is hard to predict.
        for q in self.neighbours(at) {
            let (cell, atari) = (self.cells[i(q)], self.in_atari(q));
            captures |= (cell == other) & atari;
            lives |= (cell == own) & !atari;
        }
        (captures, lives)
    }

    /// The hash of the board after a stone of `color` at the empty point `at` that takes nothing and is no suicide.
    #[inline]
    pub(in crate::go) fn hash_with(&self, at: Vertex, color: Color) -> u64 {
        self.hash ^ self.key(at, color)
    }

    /// Whether `at` is an eye of `color` that filling would only harm. That is an empty point with own stones or the
    /// edge on all four sides, and at most one opposing stone diagonally (none where `at` touches the edge).
    #[inline]
    pub fn is_eye(&self, at: Vertex, color: Color) -> bool {
        let own = cell_of(color);
        if self.neighbours(at).into_iter().any(|q| self.cells[i(q)] != own && self.cells[i(q)] != WALL) {
            return false;
        }
        let (mut wall, mut other) = (0, 0);
        for q in self.diagonals(at) {
            wall |= u8::from(self.cells[i(q)] == WALL);
            other += u8::from(self.cells[i(q)] == cell_of(!color));
        }
        other + wall < 2
    }

    /// The hash of the board after a stone of `color` at the empty point `at`.
    pub fn hash_after(&self, at: Vertex, color: Color) -> u64 {
        let mut hash = self.hash ^ self.key(at, color);
        let beside = self.neighbours(at);
        let mut taken = [NO_VERTEX; 4];
        for (n, &q) in beside.iter().enumerate() {
            if self.is_color(q, !color) && self.in_atari(q) && !taken.contains(&self.chain(q)) {
                taken[n] = self.chain(q);
                for stone in self.chain_stones(q) {
                    hash ^= self.key(stone, !color);
                }
            }
        }
        if self.would_be_suicide(at, color) {
            hash ^= self.key(at, color);
            let mut gone = [NO_VERTEX; 4];
            for (n, &q) in beside.iter().enumerate() {
                if self.is_color(q, color) && !gone.contains(&self.chain(q)) {
                    gone[n] = self.chain(q);
                    for stone in self.chain_stones(q) {
                        hash ^= self.key(stone, color);
                    }
                }
            }
        }
        hash
    }
}

/// Calls `visit` with each point whose mark is `mark`, a power of two, and with its mark. A mark has one bit at most,
/// and the marks are a multiple of 8.
#[inline]
pub(in crate::go) fn each_with(mark: u8, marks: &mut [u8], mut visit: impl FnMut(Vertex, &mut u8)) {
    let all = u64::from_le_bytes([mark; 8]);
    let (eights, rest) = marks.as_chunks_mut::<8>();
    debug_assert!(rest.is_empty(), "a multiple of 8");
    for (eight, first) in eights.iter_mut().zip((0..).step_by(8)) {
        let mut found = u64::from_le_bytes(*eight) & all;
        while found != 0 {
            let n = found.trailing_zeros() / 8;
            found &= found - 1;
            if let Some(mark) = eight.get_mut(n as usize) {
                visit(first + n as Vertex, mark);
            }
        }
    }
}
