//! Putting a stone and taking it back.

use super::{Board, Chain, EMPTY, LEN, NO_VERTEX, Vertex, WALL, cell_of, i};
use tengen_board::Color;

/// What a stone did to the board: enough to take it back exactly.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// Where the stone was put.
    point: Vertex,
    color: Color,
    suicide: bool,
    captured_chains: u8,
    merged_chains: u8,
    /// Stones of the opponent that were taken.
    taken: u16,
    captured: [Vertex; 4],
    merged: [Vertex; 4],
    /// Where in the list of empty points `point` was.
    slot: Vertex,
    // What the arrays held at `point` before: it may belong to the ring of a chain that was captured there.
    old_next: Vertex,
    old_head: Vertex,
    old_chain: Chain,
}

impl Change {
    /// How many of the opponent's stones were taken.
    #[inline]
    pub fn taken(&self) -> usize {
        self.taken as usize
    }

    /// Whether the stone and its chain had no liberty and were taken off.
    #[inline]
    pub fn is_suicide(&self) -> bool {
        self.suicide
    }

    /// Where the stone was put.
    #[inline]
    pub fn vertex(&self) -> Vertex {
        self.point
    }
}

impl Board {
    /// Puts a stone of `color` on the empty point `at`, takes off the opponent's chains that have no liberty left, and
    /// then the stone's own if that has none. The answer serves to [take it back](Board::take_back).
    ///
    /// On a point that is not empty the board becomes meaningless, but never unsafe.
    #[inline]
    pub fn put(&mut self, at: Vertex, color: Color) -> Change {
        debug_assert!(self.is_empty(at), "a stone goes on an empty point");
        let mut change = Change {
            point: at,
            color,
            suicide: false,
            captured_chains: 0,
            merged_chains: 0,
            taken: 0,
            captured: [NO_VERTEX; 4],
            merged: [NO_VERTEX; 4],
            slot: self.slot[i(at)],
            old_next: self.next[i(at)],
            old_head: self.head[i(at)],
            old_chain: self.chains[i(at)],
        };
        let own = cell_of(color);
        let other = cell_of(!color);
        let beside = self.neighbours(at);

        // 1. The stone, a chain of its own; the chains beside it lose the liberty. Own ones that had no other come out
        //    of atari.
        self.place(at, color);
        for q in beside {
            if self.cells[i(q)] == own && self.atari.contains(q) {
                self.toggle_atari(self.head[i(q)]);
            }
        }

        // 2. The opponent's chains without liberties go, and give theirs back.
        for q in beside {
            let chain = self.head[i(q)];
            if self.cells[i(q)] != other {
                continue;
            }
            if self.chains[i(chain)].liberties > 0 {
                self.update_atari(chain);
            } else {
                change.captured[change.captured_chains as usize & 3] = chain;
                change.captured_chains += 1;
                change.taken += self.chains[i(chain)].stones;
                self.remove_chain(chain, !color);
            }
        }

        // 3. The own chains beside the stone become one; the smaller takes the larger's name.
        for q in beside {
            if self.cells[i(q)] == own && self.head[i(q)] != self.head[i(at)] {
                change.merged[change.merged_chains as usize & 3] =
                    self.merge(self.head[i(q)], self.head[i(at)]);
                change.merged_chains += 1;
            }
        }

        // 4. Last the stone's own chain, if it has no liberty.
        let chain = self.head[i(at)];
        if self.chains[i(chain)].liberties == 0 {
            change.suicide = true;
            self.remove_chain(chain, color);
        } else if self.chains[i(chain)].in_atari() {
            self.toggle_atari(chain);
        }
        change
    }

    /// Adds the stones of a chain to those in atari, or takes them out.
    fn toggle_atari(&mut self, chain: Vertex) {
        let mut stone = chain;
        loop {
            self.atari.toggle(stone);
            stone = self.next[i(stone)];
            if stone == chain {
                break;
            }
        }
    }

    /// Adds the stones of a chain to those in atari or takes them out, as its liberties are now.
    #[inline]
    fn update_atari(&mut self, chain: Vertex) {
        if self.chains[i(chain)].in_atari() != self.atari.contains(chain) {
            self.toggle_atari(chain);
        }
    }

    /// Takes back the last stone put that has not been taken back.
    pub fn take_back(&mut self, change: &Change) {
        let (at, color) = (change.point, change.color);
        if change.suicide {
            self.restore_chain(self.head[i(at)], color);
        } else if self.atari.contains(at) {
            self.toggle_atari(self.head[i(at)]);
        }
        for n in (0..change.merged_chains as usize).rev() {
            self.split(self.head[i(at)], change.merged[n & 3]);
        }
        for n in (0..change.captured_chains as usize).rev() {
            self.restore_chain(change.captured[n & 3], !color);
        }
        self.cells[i(at)] = EMPTY;
        self.hash ^= self.key(at, color);
        self.stones[color.index()].toggle(at);
        self.atari.remove(at);
        for q in self.neighbours(at) {
            if !matches!(self.cells[i(q)], EMPTY | WALL) {
                self.chains[i(self.head[i(q)])].add(at);
            }
        }
        for q in self.neighbours(at) {
            if !matches!(self.cells[i(q)], EMPTY | WALL) {
                self.update_atari(self.head[i(q)]);
            }
        }
        self.next[i(at)] = change.old_next;
        self.head[i(at)] = change.old_head;
        self.chains[i(at)] = change.old_chain;
        // The empty point that had taken this one's slot goes back to the end, where it was.
        let end = self.empty;
        if change.slot as usize != end {
            let moved = self.empties[i(change.slot)];
            self.empties[end & (LEN - 1)] = moved;
            self.slot[i(moved)] = end as Vertex;
        }
        self.empties[i(change.slot)] = at;
        self.slot[i(at)] = change.slot;
        self.empty += 1;
    }

    /// Puts a stone as a chain of its own, joined to nothing; the chains beside it lose the liberty.
    #[inline]
    fn place(&mut self, at: Vertex, color: Color) {
        self.empty -= 1;
        let last = self.empties[self.empty & (LEN - 1)];
        let slot = self.slot[i(at)];
        self.empties[i(slot)] = last;
        self.slot[i(last)] = slot;
        self.cells[i(at)] = cell_of(color);
        self.hash ^= self.key(at, color);
        self.stones[color.index()].toggle(at);
        let mut single = Chain { stones: 1, ..Chain::default() };
        for q in self.neighbours(at) {
            match self.cells[i(q)] {
                EMPTY => single.add(q),
                WALL => {}
                _ => self.chains[i(self.head[i(q)])].remove(at),
            }
        }
        self.next[i(at)] = at;
        self.head[i(at)] = at;
        self.chains[i(at)] = single;
    }

    /// The points that became empty by `change`, the last that was made: the opponent's stones, or in a suicide the
    /// own ones.
    pub fn removed_by(&self, change: &Change) -> &[Vertex] {
        let count = if change.suicide {
            // The ring of the removed chain is still whole; nothing has been put since.
            self.chains[i(self.head[i(change.point)])].stones as usize
        } else {
            change.taken as usize
        };
        &self.empties[self.empty - count..self.empty]
    }

    /// Joins the rings of two chains; the smaller takes the larger's name, which is kept. Returns the smaller's name.
    #[inline]
    fn merge(&mut self, a: Vertex, b: Vertex) -> Vertex {
        let (large, small) =
            if self.chains[i(a)].stones >= self.chains[i(b)].stones { (a, b) } else { (b, a) };
        let mut stone = small;
        loop {
            self.head[i(stone)] = large;
            stone = self.next[i(stone)];
            if stone == small {
                break;
            }
        }
        let (from, to) = (self.chains[i(small)], &mut self.chains[i(large)]);
        to.liberties += from.liberties;
        to.stones += from.stones;
        to.sum += from.sum;
        to.squares += from.squares;
        self.swap_links(large, small);
        small
    }

    /// Undoes [`Board::merge`].
    fn split(&mut self, large: Vertex, small: Vertex) {
        self.swap_links(large, small);
        let (from, to) = (self.chains[i(small)], &mut self.chains[i(large)]);
        to.liberties -= from.liberties;
        to.stones -= from.stones;
        to.sum -= from.sum;
        to.squares -= from.squares;
        let mut stone = small;
        loop {
            self.head[i(stone)] = small;
            stone = self.next[i(stone)];
            if stone == small {
                break;
            }
        }
    }

    #[inline]
    fn swap_links(&mut self, a: Vertex, b: Vertex) {
        let next = self.next[i(a)];
        self.next[i(a)] = self.next[i(b)];
        self.next[i(b)] = next;
    }

    /// Takes a chain of `color` off the board. Its ring and sums stay as they are, for [`Board::restore_chain`].
    fn remove_chain(&mut self, chain: Vertex, color: Color) {
        let other = cell_of(!color);
        let mut stone = chain;
        loop {
            self.cells[i(stone)] = EMPTY;
            self.hash ^= self.key(stone, color);
            self.stones[color.index()].toggle(stone);
            self.atari.remove(stone);
            self.slot[i(stone)] = self.empty as Vertex;
            self.empties[self.empty & (LEN - 1)] = stone;
            self.empty += 1;
            for q in self.neighbours(stone) {
                if self.cells[i(q)] == other {
                    self.chains[i(self.head[i(q)])].add(stone);
                    // One in atari had its liberty elsewhere.
                    if self.atari.contains(q) {
                        self.toggle_atari(self.head[i(q)]);
                    }
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
        let other = cell_of(!color);
        for _ in 0..self.chains[i(chain)].stones {
            self.empty -= 1;
            let stone = self.empties[self.empty & (LEN - 1)];
            self.cells[i(stone)] = cell_of(color);
            self.hash ^= self.key(stone, color);
            self.stones[color.index()].toggle(stone);
            for q in self.neighbours(stone) {
                if self.cells[i(q)] == other {
                    self.chains[i(self.head[i(q)])].remove(stone);
                }
            }
        }
        let mut stone = chain;
        loop {
            for q in self.neighbours(stone) {
                if self.cells[i(q)] == other {
                    self.update_atari(self.head[i(q)]);
                }
            }
            stone = self.next[i(stone)];
            if stone == chain {
                break;
            }
        }
    }

    /// Puts a stone of a set-up: nothing is taken off, so chains without liberties may arise.
    pub(in crate::go) fn set(&mut self, at: Vertex, color: Color) {
        debug_assert!(self.is_empty(at));
        self.place(at, color);
        for q in self.neighbours(at) {
            if self.is_color(q, !color) {
                self.update_atari(self.head[i(q)]);
            } else if self.is_color(q, color) && self.head[i(q)] != self.head[i(at)] {
                if self.atari.contains(q) {
                    self.toggle_atari(self.head[i(q)]);
                }
                self.merge(self.head[i(q)], self.head[i(at)]);
            }
        }
        self.update_atari(self.head[i(at)]);
    }
}
