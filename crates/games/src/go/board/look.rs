//! What there is to know of chains, and of a point before a stone is put there.

use super::{Board, EMPTY, LEN, NO_VERTEX, PointSet, Vertex, WALL, cell_of, i};
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

    /// The empty points for a stone of `color`.
    #[inline]
    pub(in crate::go) fn choices(&self, color: Color) -> Choices {
        let [own, other] =
            [&self.stones[color.index()], &self.stones[(!color).index()]].map(|set| &set.words);
        let (points, atari, stride) = (&self.points.words, &self.atari.words, u32::from(self.stride));
        let empty = |n: usize| points[n] & !(own[n] | other[n]);
        let takes = |n: usize| other[n] & atari[n];
        // A stone has a liberty beside an empty point, an own chain that has another liberty, or a chain that it takes.
        let frees = |n: usize| empty(n) | own[n] & !atari[n] | takes(n);
        let mut choices = Choices::default();
        for n in 0..self.words.min(points.len()) {
            choices.lives.words[n] = empty(n) & PointSet::beside(frees, n, stride);
            choices.captures.words[n] = empty(n) & PointSet::beside(takes, n, stride);
            choices.suicides.words[n] = empty(n) & !choices.lives.words[n];
        }
        choices
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

/// The empty points, by what a stone of one colour does there.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::go) struct Choices {
    /// It is no suicide.
    pub(in crate::go) lives: PointSet,
    /// It captures; they are in `lives` too.
    pub(in crate::go) captures: PointSet,
    /// It is suicide.
    pub(in crate::go) suicides: PointSet,
}
