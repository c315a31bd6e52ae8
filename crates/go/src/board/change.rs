//! Putting a stone and taking it back.

use super::{Board, Chain, EMPTY, LEN, WALL, cell_of, i};
use tengen_board::Color;
use tengen_games::go::{NO_VERTEX, Vertex};

/// What [`Board::take_back`] needs beside the saved sets of liberties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo {
    at: Vertex,
    color: Color,
    ko: Vertex,
    slot: Vertex,
    old_next: Vertex,
    old_head: Vertex,
    old_chain: Chain,
    captured: [Vertex; 4],
    captured_chains: u8,
    /// Heads of the larger and the smaller chain of each join, and what the larger was before.
    joined: [(Vertex, Vertex, Chain); 4],
    joins: u8,
}

impl Board {
    /// Puts a stone of `color` on the empty point `at`, takes off the opponent's chains without liberties, then the
    /// stone's own chain if it has none. Returns the number of captured stones.
    #[inline]
    pub(crate) fn put(&mut self, at: Vertex, color: Color) -> usize {
        self.play(at, color, &mut None)
    }

    /// Like [`put`](Board::put) for a move that [`is_legal`](Board::is_legal), in a way that can be taken back.
    pub(crate) fn try_put(&mut self, at: Vertex, color: Color) -> Undo {
        let from = i(at) * self.words;
        self.saved.extend_from_slice(&self.sets[from..from + self.words]);
        let mut undo = Some(Undo {
            at,
            color,
            ko: self.ko,
            slot: self.slot[i(at)],
            old_next: self.next[i(at)],
            old_head: self.head[i(at)],
            old_chain: self.chains[i(at)],
            captured: [NO_VERTEX; 4],
            captured_chains: 0,
            joined: [(NO_VERTEX, NO_VERTEX, Chain::default()); 4],
            joins: 0,
        });
        self.play(at, color, &mut undo);
        undo.expect("it was given")
    }

    #[inline]
    fn play(&mut self, at: Vertex, color: Color, undo: &mut Option<Undo>) -> usize {
        debug_assert!(self.is_empty(at), "a stone goes on an empty point");
        self.place(at, color);
        let mut taken = 0;
        for q in self.neighbours(at) {
            if self.is_color(q, !color) && self.liberties(q) == 0 {
                let chain = self.chain(q);
                taken += self.stones(q);
                self.remove_chain(chain, !color);
                if let Some(undo) = undo {
                    undo.captured[usize::from(undo.captured_chains) & 3] = chain;
                    undo.captured_chains += 1;
                }
            }
        }
        self.join_neighbours(at, color, undo);
        let chain = self.chains[i(self.chain(at))];
        self.ko = NO_VERTEX;
        if chain.liberties == 0 {
            self.remove_chain(self.chain(at), color);
        } else if taken == 1 && chain.stones == 1 && chain.liberties == 1 {
            self.ko = self.first_liberties::<1>(at)[0];
        }
        taken
    }

    pub(super) fn join_neighbours(&mut self, at: Vertex, color: Color, undo: &mut Option<Undo>) {
        for q in self.neighbours(at) {
            if !self.is_color(q, color) || self.chain(q) == self.chain(at) {
                continue;
            }
            let (a, b) = (self.chain(q), self.chain(at));
            let (large, small) =
                if self.chains[i(a)].stones >= self.chains[i(b)].stones { (a, b) } else { (b, a) };
            if let Some(undo) = undo {
                let from = i(large) * self.words;
                self.saved.extend_from_slice(&self.sets[from..from + self.words]);
                undo.joined[usize::from(undo.joins) & 3] = (large, small, self.chains[i(large)]);
                undo.joins += 1;
            }
            self.rename(small, large);
            self.next.swap(i(large), i(small));
            let (from, to) = (i(small) * self.words, i(large) * self.words);
            let mut shared = 0;
            for n in 0..self.words {
                let more = self.sets[from + n];
                shared += (self.sets[to + n] & more).count_ones();
                self.sets[to + n] |= more;
            }
            let small = self.chains[i(small)];
            let large = &mut self.chains[i(large)];
            large.stones += small.stones;
            large.liberties += small.liberties - shared as u16;
        }
    }

    /// Gives every stone of the ring of `chain` the head `head`.
    #[inline]
    fn rename(&mut self, chain: Vertex, head: Vertex) {
        let mut stone = chain;
        loop {
            self.head[i(stone)] = head;
            stone = self.next[i(stone)];
            if stone == chain {
                break;
            }
        }
    }

    /// Takes back the last [`try_put`](Board::try_put) that has not been taken back.
    pub(crate) fn take_back(&mut self, undo: &Undo) {
        let Undo { at, color, .. } = *undo;
        for &(large, small, chain) in undo.joined[..usize::from(undo.joins)].iter().rev() {
            self.next.swap(i(large), i(small));
            self.rename(small, small);
            self.chains[i(large)] = chain;
            self.restore_set(large);
        }
        for &chain in undo.captured[..usize::from(undo.captured_chains)].iter().rev() {
            self.restore_chain(chain, !color);
        }
        self.set_cell(at, cell_of(color), EMPTY);
        for q in self.neighbours(at) {
            if !matches!(self.cells[i(q)], EMPTY | WALL) {
                self.add_liberty(self.chain(q), at);
            }
        }
        self.restore_set(at);
        self.next[i(at)] = undo.old_next;
        self.head[i(at)] = undo.old_head;
        self.chains[i(at)] = undo.old_chain;
        self.ko = undo.ko;
        // The empty point that had taken this one's slot goes back to the end, where it was.
        let end = self.empty;
        if usize::from(undo.slot) != end {
            let moved = self.empties[i(undo.slot)];
            self.empties[end & (LEN - 1)] = moved;
            self.slot[i(moved)] = end as Vertex;
        }
        self.empties[i(undo.slot)] = at;
        self.slot[i(at)] = undo.slot;
        self.empty += 1;
    }

    fn restore_set(&mut self, chain: Vertex) {
        let (from, to) = (self.saved.len() - self.words, i(chain) * self.words);
        self.sets[to..to + self.words].copy_from_slice(&self.saved[from..]);
        self.saved.truncate(from);
    }

    #[inline]
    fn add_liberty(&mut self, chain: Vertex, at: Vertex) {
        let word = &mut self.sets[i(chain) * self.words + usize::from(at >> 6)];
        let new = !*word >> (at & 63) & 1;
        *word |= 1 << (at & 63);
        self.chains[i(chain)].liberties += new as u16;
    }

    #[inline]
    fn remove_liberty(&mut self, chain: Vertex, at: Vertex) {
        let word = &mut self.sets[i(chain) * self.words + usize::from(at >> 6)];
        let old = *word >> (at & 63) & 1;
        *word &= !(1 << (at & 63));
        self.chains[i(chain)].liberties -= old as u16;
    }

    /// Changes a cell from `old` to `new`, one of them empty, and what the points around know of it.
    #[inline]
    fn set_cell(&mut self, at: Vertex, old: u8, new: u8) {
        self.cells[i(at)] = new;
        let change = u16::from(old ^ new);
        for (n, q) in self.eight(at).into_iter().enumerate() {
            // Seen from the other side: left is right, above is below, and a diagonal its opposite.
            let n = if n < 4 { n ^ 1 } else { n ^ 3 };
            self.around[i(q)] ^= change << (2 * n);
        }
    }

    /// Puts a stone as a chain of its own, joined to nothing; the chains beside it lose the liberty.
    #[inline]
    pub(super) fn place(&mut self, at: Vertex, color: Color) {
        self.empty -= 1;
        let last = self.empties[self.empty & (LEN - 1)];
        let slot = self.slot[i(at)];
        self.empties[i(slot)] = last;
        self.slot[i(last)] = slot;
        self.set_cell(at, EMPTY, cell_of(color));
        self.next[i(at)] = at;
        self.head[i(at)] = at;
        self.chains[i(at)] = Chain { liberties: 0, stones: 1 };
        let from = i(at) * self.words;
        self.sets[from..from + self.words].fill(0);
        for q in self.neighbours(at) {
            match self.cells[i(q)] {
                EMPTY => self.add_liberty(at, q),
                WALL => {}
                _ => self.remove_liberty(self.chain(q), at),
            }
        }
    }

    /// Takes a chain of `color` off the board. Its ring stays as it is, for [`Board::restore_chain`].
    fn remove_chain(&mut self, chain: Vertex, color: Color) {
        let mut stone = chain;
        loop {
            self.set_cell(stone, cell_of(color), EMPTY);
            self.slot[i(stone)] = self.empty as Vertex;
            self.empties[self.empty & (LEN - 1)] = stone;
            self.empty += 1;
            for q in self.neighbours(stone) {
                if self.is_color(q, !color) {
                    self.add_liberty(self.chain(q), stone);
                }
            }
            stone = self.next[i(stone)];
            if stone == chain {
                break;
            }
        }
    }

    /// Undoes [`Board::remove_chain`], last stone first.
    fn restore_chain(&mut self, chain: Vertex, color: Color) {
        for _ in 0..self.chains[i(chain)].stones {
            self.empty -= 1;
            let stone = self.empties[self.empty & (LEN - 1)];
            self.set_cell(stone, EMPTY, cell_of(color));
            for q in self.neighbours(stone) {
                if self.is_color(q, !color) {
                    self.remove_liberty(self.chain(q), stone);
                }
            }
        }
    }
}
