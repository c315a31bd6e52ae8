//! The board of playouts and of short reading: every chain has the set of its liberties.
//!
//! The points are numbered as on the board of the rules ([`tengen_games::go::Board`]), in a padded array without tests
//! for the edge. Each stone updates:
//!
//! - The liberties of each chain, as a set of bits with their number. A liberty is found without a walk.
//! - The eight cells around each point, packed in one word, for patterns and eyes.
//! - The list of the empty points.
//!
//! [`Board::put`] is for playouts, [`Board::try_put`] and [`Board::take_back`] are for reading. The board of the rules
//! is the test's reference for both. Here are the arrays and the questions; `change` puts stones and takes them back.

mod change;

use tengen_board::Color;
use tengen_games::go::{self, NO_VERTEX, Vertex};

/// Entries of the arrays: a power of two above `(25+2)(25+1)+1 = 703`. Masking an index then replaces the bounds check.
const LEN: usize = 1024;
/// Words of the largest set of points: 703 bits.
const MAX_WORDS: usize = 11;

const EMPTY: u8 = 0;
const WALL: u8 = 3;

/// What is kept of a chain, under the number of its head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chain {
    liberties: u16,
    stones: u16,
}

/// Stones, chains with their liberties, and the point of a simple ko.
#[derive(Debug)]
pub(crate) struct Board {
    stride: Vertex,
    area: usize,
    /// Entries of the arrays that this size uses.
    used: usize,
    /// Words of a set of points.
    words: usize,
    empty: usize,
    ko: Vertex,
    cells: [u8; LEN],
    /// The eight cells around each point, two bits each: left, right, above, below, then the diagonals.
    around: [u16; LEN],
    head: [Vertex; LEN],
    next: [Vertex; LEN],
    chains: [Chain; LEN],
    empties: [Vertex; LEN],
    slot: [Vertex; LEN],
    /// The sets of liberties, `words` words for each head.
    sets: Vec<u64>,
    /// Sets saved by `try_put`.
    saved: Vec<u64>,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut board = Board { sets: vec![0; self.used * self.words], saved: Vec::new(), ..Board::blank() };
        board.clone_from(self);
        board
    }

    /// Copies only what this size uses.
    fn clone_from(&mut self, from: &Board) {
        let n = from.used.min(LEN);
        self.stride = from.stride;
        self.area = from.area;
        self.used = n;
        self.words = from.words;
        self.empty = from.empty;
        self.ko = from.ko;
        self.cells[..n].copy_from_slice(&from.cells[..n]);
        self.around[..n].copy_from_slice(&from.around[..n]);
        self.head[..n].copy_from_slice(&from.head[..n]);
        self.next[..n].copy_from_slice(&from.next[..n]);
        self.chains[..n].copy_from_slice(&from.chains[..n]);
        self.empties[..n].copy_from_slice(&from.empties[..n]);
        self.slot[..n].copy_from_slice(&from.slot[..n]);
        self.sets.clone_from(&from.sets);
        self.saved.clear();
    }
}

#[inline]
fn i(at: Vertex) -> usize {
    at as usize & (LEN - 1)
}

#[inline]
fn cell_of(color: Color) -> u8 {
    1 + color as u8
}

impl Board {
    fn blank() -> Board {
        Board {
            stride: 0,
            area: 0,
            used: 0,
            words: 0,
            empty: 0,
            ko: NO_VERTEX,
            cells: [WALL; LEN],
            around: [u16::MAX; LEN],
            head: [0; LEN],
            next: [0; LEN],
            chains: [Chain::default(); LEN],
            empties: [0; LEN],
            slot: [0; LEN],
            sets: Vec::new(),
            saved: Vec::new(),
        }
    }

    /// The position of the rules' board; `ko` is the point that a simple ko closes, `NO_VERTEX` for none.
    pub(crate) fn new(from: &go::Board, ko: Vertex) -> Board {
        let size = from.size();
        let stride = size.cols() as Vertex + 1;
        let used = (size.rows() + 2) * usize::from(stride) + 1;
        let words = used.div_ceil(64);
        let area = size.area();
        let mut board = Board { stride, area, used, words, sets: vec![0; used * words], ..Board::blank() };
        for (n, at) in from.vertices().enumerate() {
            board.cells[i(at)] = EMPTY;
            board.empties[n] = at;
            board.slot[i(at)] = n as Vertex;
        }
        board.empty = area;
        for at in from.vertices() {
            let cells = board.eight(at).map(|q| u16::from(board.cells[i(q)]));
            board.around[i(at)] = cells.iter().rev().fold(0, |code, cell| code << 2 | cell);
        }
        for at in from.vertices() {
            if let Some(color) = from.color(at) {
                board.place(at, color);
            }
        }
        for at in from.vertices() {
            if let Some(color) = from.color(at) {
                board.join_neighbours(at, color, &mut None);
            }
        }
        board.ko = ko;
        board
    }

    /// The four points beside `at`, those of the wall included: left, right, above, below.
    #[inline]
    pub(crate) fn neighbours(&self, at: Vertex) -> [Vertex; 4] {
        [at.wrapping_sub(1), at.wrapping_add(1), at.wrapping_sub(self.stride), at.wrapping_add(self.stride)]
    }

    /// The eight points around `at`: its neighbours, then its diagonals.
    #[inline]
    pub(crate) fn eight(&self, at: Vertex) -> [Vertex; 8] {
        let (up, down) = (at.wrapping_sub(self.stride), at.wrapping_add(self.stride));
        let [left, right] = [at.wrapping_sub(1), at.wrapping_add(1)];
        let [up_left, up_right] = [up.wrapping_sub(1), up.wrapping_add(1)];
        [left, right, up, down, up_left, up_right, down.wrapping_sub(1), down.wrapping_add(1)]
    }

    #[inline]
    pub(crate) fn area(&self) -> usize {
        self.area
    }

    /// One more than the largest number of a point.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    /// The point that a simple ko closes for the side to move, `NO_VERTEX` for none.
    #[inline]
    pub(crate) fn ko(&self) -> Vertex {
        self.ko
    }

    /// A pass opens the ko.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.ko = NO_VERTEX;
    }

    #[inline]
    pub(crate) fn is_empty(&self, at: Vertex) -> bool {
        self.cells[i(at)] == EMPTY
    }

    #[inline]
    pub(crate) fn is_color(&self, at: Vertex, color: Color) -> bool {
        self.cells[i(at)] == cell_of(color)
    }

    #[inline]
    pub(crate) fn color(&self, at: Vertex) -> Option<Color> {
        match self.cells[i(at)] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// The empty points, in an order that depends on the past.
    #[inline]
    pub(crate) fn empties(&self) -> &[Vertex] {
        &self.empties[..self.empty.min(LEN)]
    }

    /// The eight cells around `at`, two bits each from the lowest on: 0 nothing, 1 black, 2 white, 3 the wall.
    #[inline]
    pub(crate) fn around(&self, at: Vertex) -> u16 {
        self.around[i(at)]
    }

    /// The name of the chain of the stone at `at`: one of its stones.
    #[inline]
    pub(crate) fn chain(&self, at: Vertex) -> Vertex {
        self.head[i(at)]
    }

    /// The number of liberties of the chain of the stone at `at`.
    #[inline]
    pub(crate) fn liberties(&self, at: Vertex) -> usize {
        usize::from(self.chains[i(self.chain(at))].liberties)
    }

    /// The number of stones of the chain of the stone at `at`.
    #[inline]
    pub(crate) fn stones(&self, at: Vertex) -> usize {
        usize::from(self.chains[i(self.chain(at))].stones)
    }

    /// The stones of the chain of the stone at `at`, that one first.
    #[inline]
    pub(crate) fn chain_stones(&self, at: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        let mut here = Some(at);
        std::iter::from_fn(move || {
            let now = here?;
            let next = self.next[i(now)];
            here = (next != at).then_some(next);
            Some(now)
        })
    }

    #[inline]
    fn set(&self, chain: Vertex) -> &[u64] {
        let from = i(chain) * self.words;
        &self.sets[from..from + self.words]
    }

    /// The first up to `N` liberties of the chain of the stone at `at`, `NO_VERTEX` after the last.
    #[inline]
    pub(crate) fn first_liberties<const N: usize>(&self, at: Vertex) -> [Vertex; N] {
        let mut found = [NO_VERTEX; N];
        let mut n = 0;
        for (word, &bits) in self.set(self.chain(at)).iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                if n == N {
                    return found;
                }
                found[n] = (64 * word) as Vertex + bits.trailing_zeros() as Vertex;
                n += 1;
                bits &= bits - 1;
            }
        }
        found
    }

    /// The only liberty of the chain of the stone at `at`, if it has just one.
    #[inline]
    pub(crate) fn only_liberty(&self, at: Vertex) -> Option<Vertex> {
        (self.liberties(at) == 1).then(|| self.first_liberties::<1>(at)[0])
    }

    /// True if `at` is a liberty of the chain of the stone at `stone`.
    #[inline]
    pub(crate) fn is_liberty(&self, stone: Vertex, at: Vertex) -> bool {
        self.set(self.chain(stone))[usize::from(at >> 6)] >> (at & 63) & 1 == 1
    }

    /// The number of empty points beside `at`.
    #[inline]
    pub(crate) fn empty_beside(&self, at: Vertex) -> usize {
        let code = self.around(at) as u8;
        (!(code | code >> 1) & 0x55).count_ones() as usize
    }

    /// True if a stone of `color` at the empty point `at` captures something.
    #[inline]
    pub(crate) fn captures(&self, at: Vertex, color: Color) -> bool {
        self.neighbours(at).into_iter().any(|q| self.is_color(q, !color) && self.liberties(q) == 1)
    }

    /// True if a stone of `color` at the empty point `at` is no suicide and does not retake a ko.
    #[inline]
    pub(crate) fn is_legal(&self, at: Vertex, color: Color) -> bool {
        if at == self.ko {
            return false;
        }
        self.empty_beside(at) > 0
            || self.neighbours(at).into_iter().any(|q| {
                let cell = self.cells[i(q)];
                cell != WALL && (cell == cell_of(color)) == (self.liberties(q) > 1)
            })
    }

    /// True if `at` is an eye of `color` that filling would only harm: own stones or the edge on all four sides, and at
    /// most one opposing stone diagonally (none where `at` touches the edge).
    #[inline]
    pub(crate) fn is_eye(&self, at: Vertex, color: Color) -> bool {
        if !self.is_eyelike(at, color) {
            return false;
        }
        let corners = self.around(at) >> 8;
        let wall = corners & corners >> 1 & 0x55;
        let other = match color {
            Color::Black => corners >> 1 & !corners & 0x55,
            Color::White => corners & !(corners >> 1) & 0x55,
        };
        other.count_ones() + u32::from(wall != 0) < 2
    }

    /// True if own stones or the edge are on all four sides of `at`.
    #[inline]
    pub(crate) fn is_eyelike(&self, at: Vertex, color: Color) -> bool {
        // Black and the wall have the low bit of a cell set, white and the wall the high bit.
        let mask = if color == Color::Black { 0x55 } else { 0xaa };
        self.around(at) & mask == mask
    }

    /// Liberties of the chain after a stone of `color` at the empty point `at`, counted up to `most`. Of captured
    /// stones only those beside the new stone count, or two if a larger chain is captured.
    pub(crate) fn liberties_after(&self, at: Vertex, color: Color, most: usize) -> usize {
        let mut count = self.empty_beside(at);
        if count >= most {
            return most;
        }
        let beside = self.neighbours(at);
        let mut set = [0u64; MAX_WORDS];
        let mut joins = false;
        for q in beside {
            match self.cells[i(q)] {
                EMPTY => set[usize::from(q >> 6) % MAX_WORDS] |= 1 << (q & 63),
                WALL => {}
                cell if cell == cell_of(color) => {
                    joins = true;
                    for (own, more) in set.iter_mut().zip(self.set(self.chain(q))) {
                        *own |= more;
                    }
                }
                _ if self.liberties(q) == 1 => {
                    let stones = self.stones(q);
                    count += stones.min(2);
                    if count >= most {
                        return most;
                    }
                    set[usize::from(q >> 6) % MAX_WORDS] |= 1 << (q & 63);
                    if stones >= 2 {
                        // A second point of the captured chain, somewhere beside the own stones or near.
                        let second = self.next[i(q)];
                        set[usize::from(second >> 6) % MAX_WORDS] |= 1 << (second & 63);
                    }
                }
                _ => {}
            }
        }
        if !joins {
            return count.min(most);
        }
        set[usize::from(at >> 6) % MAX_WORDS] &= !(1 << (at & 63));
        let mut total = 0;
        for word in &set[..self.words.min(MAX_WORDS)] {
            total += word.count_ones() as usize;
        }
        total.min(most)
    }
}

#[cfg(test)]
mod tests;
