//! What there is to know of chains, and of a point before a stone is put there.

use super::{Board, EMPTY, LEN, NO_VERTEX, Vertex, WALL, cell_of, i};
use alloc::vec::Vec;
use tengen_board::Color;

impl Board {
    /// The name of the chain that the stone at `at` belongs to: the number of one of its stones.
    #[inline]
    pub fn chain(&self, at: Vertex) -> Vertex {
        self.head[i(at)]
    }

    /// How many stones the chain of the stone at `at` has.
    #[inline]
    pub fn chain_len(&self, at: Vertex) -> usize {
        self.chains[i(self.chain(at))].stones as usize
    }

    /// The stones of the chain of the stone at `at`, that one first.
    pub fn chain_stones(&self, at: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        let mut here = Some(at);
        core::iter::from_fn(move || {
            let now = here?;
            let next = self.next[i(now)];
            here = (next != at).then_some(next);
            Some(now)
        })
    }

    /// Whether the chain of the stone at `at` has exactly one liberty.
    #[inline]
    pub fn in_atari(&self, at: Vertex) -> bool {
        self.chains[i(self.chain(at))].in_atari()
    }

    /// The only liberty of the chain of the stone at `at`, if it has just one.
    #[inline]
    pub fn atari_liberty(&self, at: Vertex) -> Option<Vertex> {
        let chain = &self.chains[i(self.chain(at))];
        chain.in_atari().then(|| (chain.sum / u32::from(chain.liberties)) as Vertex)
    }

    /// The liberties of the chain of the stone at `at`, each once, in the order of the chain's stones.
    pub fn liberties(&self, at: Vertex) -> Vec<Vertex> {
        let mut found = Vec::new();
        for stone in self.chain_stones(at) {
            for beside in self.neighbours(stone) {
                if self.is_empty(beside) && !found.contains(&beside) {
                    found.push(beside);
                }
            }
        }
        found
    }

    /// Whether a stone of `color` at the empty point `at` would take a stone of the opponent.
    #[inline]
    pub fn would_capture(&self, at: Vertex, color: Color) -> bool {
        self.neighbours(at).into_iter().any(|q| self.is_color(q, !color) && self.in_atari(q))
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
        // chain without another is taken and makes room.
        !beside.into_iter().any(|q| {
            let cell = self.cells[i(q)];
            cell != WALL && (cell == own) != self.in_atari(q)
        })
    }

    /// Marks the last liberty of each chain in atari: with 1 for black's chains, 2 for white's. `out` has an entry for
    /// each point in the padded array, all 0 before.
    pub(in crate::go) fn atari_liberties(&self, out: &mut [u8; LEN]) {
        let first = usize::from(self.stride) + 1;
        for at in first..self.used - first {
            let (cell, chain) = (self.cells[at & (LEN - 1)], &self.chains[at & (LEN - 1)]);
            let is_head = matches!(cell, 1 | 2) && usize::from(self.head[at & (LEN - 1)]) == at;
            if is_head && chain.in_atari() {
                out[i((chain.sum / u32::from(chain.liberties)) as Vertex)] |= cell;
            }
        }
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
