//! Stones, chains and liberties: what a stone does to the board, and how it is taken back.
//!
//! A padded one-dimensional array with one sentinel column shared by both edges. A board of r rows and c columns has
//! `(r+2)(c+1)+1` entries, and the point at `(row, col)` is number `c+2 + col + row·(c+1)`. A point's four neighbours
//! are then at ±1 and ±(c+1), and none needs a test for the edge.
//!
//! The stones of a chain form a ring (`next`), and each knows the chain's name (`head`, one of its stones). Of its
//! liberties a chain keeps three sums, in which a liberty counts once for each stone of the chain beside it: how many,
//! the sum of their numbers, the sum of the squares. A chain is captured when the first is 0. It is in atari when
//! `many · squares = sum²`, which by the inequality of Cauchy and Schwarz holds only if all the numbers are equal. Then
//! that one number is `sum / many`. Joining and splitting rings is an exchange of two links, which is its own inverse,
//! and that makes taking back exact without copying anything.
//!
//! The same stones are kept as sets of bits, and those of the chains in atari, so that all legal points are found a
//! word at a time.
//!
//! Here are the arrays; `change` puts stones and takes them back, `look` answers questions about chains, `set` has the
//! sets of points.

use alloc::string::String;
mod change;
mod look;
mod set;

pub use change::Change;
pub(super) use look::Choices;
pub use set::PointSet;

use tengen_board::{Cell, Color, Point, Size, prefetch, zobrist};

/// Entries of the board's arrays: a power of two above `(25+2)(25+1)+1 = 703`, so that masking a number keeps it in
/// bounds without a test.
const LEN: usize = 1024;

/// Entries that are copied of a row at once, at least the most columns.
const WIDE: usize = 32;
/// Entries for every point in reading order, and for what is copied with the last row.
const ROWS: usize = zobrist::MAX_AREA + WIDE;

/// A point's number in the padded array. 0 is never a point.
pub type Vertex = u16;

/// No point.
pub const NO_VERTEX: Vertex = 0;

const EMPTY: u8 = 0;
const WALL: u8 = 3;

/// What is kept of a chain, under the number of its head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chain {
    /// Liberties, each counted once for each of the chain's stones beside it.
    liberties: u16,
    /// Stones.
    stones: u16,
    /// Sum of the liberties' numbers, counted the same way: at most 2500 · 702.
    sum: u32,
    /// Sum of the squares: at most 2500 · 702², below 2³¹.
    squares: u32,
}

impl Chain {
    #[inline]
    fn add(&mut self, at: Vertex) {
        self.liberties += 1;
        self.sum += u32::from(at);
        self.squares += u32::from(at) * u32::from(at);
    }

    #[inline]
    fn remove(&mut self, at: Vertex) {
        self.liberties -= 1;
        self.sum -= u32::from(at);
        self.squares -= u32::from(at) * u32::from(at);
    }

    #[inline]
    fn in_atari(&self) -> bool {
        // A point has four neighbours, so one liberty is never counted more than four times.
        self.liberties <= 4
            && self.liberties > 0
            && u64::from(self.liberties) * u64::from(self.squares)
                == u64::from(self.sum) * u64::from(self.sum)
    }
}

/// The stones on the board, without turns, ko or any past: the part of the rules that playouts need.
///
/// It knows captures and suicide; which moves are *allowed* is for [`Position`](super::Position) to say.
/// Two boards are equal when they hold the same stones.
///
/// ```
/// use tengen_board::{Color, Point, Size};
/// use tengen_games::go::Board;
/// let mut board = Board::new(Size::of(2, 2));
/// let at = |row, col| board.vertex(Point::new(row, col));
/// let (corner, right, below) = (at(0, 0), at(0, 1), at(1, 0));
/// board.put(corner, Color::White);
/// board.put(right, Color::Black);
/// assert!(board.in_atari(corner));
/// let change = board.put(below, Color::Black);
/// assert_eq!(change.taken(), 1);
/// board.take_back(&change);
/// assert_eq!(board.color(corner), Some(Color::White));
/// ```
pub struct Board {
    size: Size,
    stride: Vertex,
    /// Entries of the arrays that this size uses.
    used: usize,
    hash: u64,
    empty: usize,
    cells: [u8; LEN],
    head: [Vertex; LEN],
    next: [Vertex; LEN],
    chains: [Chain; LEN],
    /// The first `empty` entries are the empty points, in an order that depends on the past.
    empties: [Vertex; LEN],
    /// Where in `empties` an empty point is.
    slot: [Vertex; LEN],
    /// A point's number in reading order.
    index: [u16; LEN],
    /// Words of the sets that this size uses.
    words: usize,
    points: PointSet,
    /// Black and white stones.
    stones: [PointSet; 2],
    /// The stones of the chains in atari.
    atari: PointSet,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut board = Board { size: self.size, ..Board::blank() };
        board.clone_from(self);
        board
    }

    /// Copies only what this size uses: the way to reuse one board for many playouts.
    fn clone_from(&mut self, from: &Board) {
        let n = from.used;
        self.size = from.size;
        self.stride = from.stride;
        self.used = n;
        self.hash = from.hash;
        self.empty = from.empty;
        self.cells[..n].copy_from_slice(&from.cells[..n]);
        self.head[..n].copy_from_slice(&from.head[..n]);
        self.next[..n].copy_from_slice(&from.next[..n]);
        self.chains[..n].copy_from_slice(&from.chains[..n]);
        self.empties[..n].copy_from_slice(&from.empties[..n]);
        self.slot[..n].copy_from_slice(&from.slot[..n]);
        self.index[..n].copy_from_slice(&from.index[..n]);
        (self.words, self.points, self.stones, self.atari) =
            (from.words, from.points, from.stones, from.atari);
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size
            && self.hash == other.hash
            && self.cells[..self.used] == other.cells[..other.used]
    }
}

impl Eq for Board {}

impl core::fmt::Debug for Board {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        writeln!(f, "{} board", self.size)?;
        for row in 0..self.size.rows() {
            let line: String = (0..self.size.cols())
                .map(|col| match self.at(Point::new(row as u8, col as u8)) {
                    Cell::Empty => '.',
                    Cell::Black => 'X',
                    Cell::White => 'O',
                })
                .collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
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
            size: Size::of(1, 1),
            stride: 0,
            used: 0,
            hash: 0,
            empty: 0,
            cells: [WALL; LEN],
            head: [0; LEN],
            next: [0; LEN],
            chains: [Chain::default(); LEN],
            empties: [0; LEN],
            slot: [0; LEN],
            index: [0; LEN],
            words: 0,
            points: PointSet::default(),
            stones: [PointSet::default(); 2],
            atari: PointSet::default(),
        }
    }

    /// The empty board.
    pub fn new(size: Size) -> Board {
        let stride = size.cols() as Vertex + 1;
        let used = (size.rows() + 2) * stride as usize + 1;
        let words = used.div_ceil(64);
        let mut board = Board { size, stride, used, words, ..Board::blank() };
        for (n, point) in size.points().enumerate() {
            let at = board.vertex(point);
            board.cells[i(at)] = EMPTY;
            board.index[i(at)] = n as u16;
            board.empties[n] = at;
            board.slot[i(at)] = n as Vertex;
            board.points.insert(at);
        }
        board.empty = size.area();
        board
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of a point that is on the board.
    #[inline]
    pub fn vertex(&self, point: Point) -> Vertex {
        self.stride + 1 + Vertex::from(point.col) + Vertex::from(point.row) * self.stride
    }

    /// The point with this number, which must be one of the board's.
    #[inline]
    pub fn point(&self, at: Vertex) -> Point {
        self.size.point(self.index(at))
    }

    /// A point's number in reading order, as [`Size::index`] counts.
    #[inline]
    pub fn index(&self, at: Vertex) -> usize {
        self.index[i(at)] as usize
    }

    /// Every point in reading order.
    pub fn vertices(&self) -> impl Iterator<Item = Vertex> + use<> {
        let (rows, cols, stride) = (self.size.rows() as Vertex, self.size.cols() as Vertex, self.stride);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| stride + 1 + col + row * stride))
    }

    /// The four points beside `at`, those of the wall included: left, right, above, below.
    #[inline]
    pub fn neighbours(&self, at: Vertex) -> [Vertex; 4] {
        [at.wrapping_sub(1), at.wrapping_add(1), at.wrapping_sub(self.stride), at.wrapping_add(self.stride)]
    }

    /// The four points diagonally beside `at`, those of the wall included.
    #[inline]
    pub fn diagonals(&self, at: Vertex) -> [Vertex; 4] {
        let (up, down) = (at.wrapping_sub(self.stride), at.wrapping_add(self.stride));
        [up.wrapping_sub(1), up.wrapping_add(1), down.wrapping_sub(1), down.wrapping_add(1)]
    }

    /// The contents of the eight points around `at`, two bits each from the lowest on, in the order of
    /// [`neighbours`](Board::neighbours) and then [`diagonals`](Board::diagonals): 0 nothing, 1 black, 2 white, 3 the
    /// wall. For tables of small patterns.
    #[inline]
    pub fn surroundings(&self, at: Vertex) -> u16 {
        let mut code = 0;
        for (n, q) in self.neighbours(at).into_iter().chain(self.diagonals(at)).enumerate() {
            code |= u16::from(self.cells[i(q)]) << (2 * n);
        }
        code
    }

    /// What `point` holds. Points off the board hold nothing.
    #[inline]
    pub fn at(&self, point: Point) -> Cell {
        if self.size.contains(point) { self.color(self.vertex(point)).into() } else { Cell::Empty }
    }

    /// Writes what each point holds, in reading order.
    ///
    /// # Panics
    /// If `out` has not the length of the board's area.
    pub fn cells_into(&self, out: &mut [Cell]) {
        assert_eq!(out.len(), self.size.area(), "one cell for each point");
        for (out, &cell) in out.iter_mut().zip(self.without_walls(&self.cells, &mut [0; ROWS])) {
            *out = match cell {
                1 => Cell::Black,
                2 => Cell::White,
                _ => Cell::Empty,
            };
        }
    }

    /// The entries of the points in reading order, of an array with an entry for each point in the padded array.
    fn without_walls<'a>(&self, padded: &[u8; LEN], out: &'a mut [u8; ROWS]) -> &'a [u8] {
        let (cols, stride) = (self.size.cols(), usize::from(self.stride));
        for row in 0..self.size.rows() {
            // What follows a row is overwritten by the next: a copy of a fixed length is the fastest.
            let from = &padded[(row + 1) * stride + 1..][..WIDE];
            out[row * cols..][..WIDE].copy_from_slice(from);
        }
        &out[..self.size.area().min(ROWS)]
    }

    /// Asks for the memory that the next stone will read.
    #[inline]
    pub(super) fn prefetch(&self) {
        let used = self.used.min(LEN);
        prefetch(&self.cells[..used]);
        prefetch(&self.head[..used]);
        prefetch(&self.chains[..used]);
        prefetch(&self.empties[self.empty.saturating_sub(1) & (LEN - 1)..][..1]);
    }

    /// Writes for each point, in reading order, whether it is in the set.
    ///
    /// # Panics
    /// If `out` has not the length of the board's area.
    pub(super) fn mask(&self, set: &PointSet, out: &mut [bool]) {
        assert_eq!(out.len(), self.size.area(), "one entry for each point");
        let mut first = usize::from(self.stride) + 1;
        for row in out.chunks_exact_mut(self.size.cols()) {
            let (word, shift) = (first / 64, first % 64);
            let above = set.words.get(word + 1).map_or(0, |above| above << 1 << (63 - shift));
            let mut bits = set.words[word % set.words.len()] >> shift | above;
            for eight in row.chunks_mut(8) {
                // A byte for each bit: the one of its own value, made 1.
                let spread = (bits & 0xff).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
                let ones = (spread + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
                let bools = ones.to_le_bytes().map(|byte| byte != 0);
                eight.copy_from_slice(&bools[..eight.len()]);
                bits >>= 8;
            }
            first += usize::from(self.stride);
        }
    }

    /// The stones of a colour, as a set.
    pub(super) fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color.index()]
    }

    /// The colour of the stone at `at`, if there is one.
    #[inline]
    pub fn color(&self, at: Vertex) -> Option<Color> {
        match self.cells[i(at)] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether `at` is a point of the board without a stone.
    #[inline]
    pub fn is_empty(&self, at: Vertex) -> bool {
        self.cells[i(at)] == EMPTY
    }

    /// Whether `at` is off the board.
    #[inline]
    pub fn is_wall(&self, at: Vertex) -> bool {
        self.cells[i(at)] == WALL
    }

    /// Whether a stone of `color` is at `at`.
    #[inline]
    pub fn is_color(&self, at: Vertex, color: Color) -> bool {
        self.cells[i(at)] == cell_of(color)
    }

    /// The empty points, in an order that depends on the past (and only on it).
    #[inline]
    pub fn empties(&self) -> &[Vertex] {
        &self.empties[..self.empty.min(LEN)]
    }

    /// The exclusive or of the [Zobrist keys](zobrist::stone) of all stones.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    #[inline]
    fn key(&self, at: Vertex, color: Color) -> u64 {
        zobrist::STONE[self.index(at).min(zobrist::MAX_AREA - 1)][color as usize]
    }

    /// Whether the chain of the stone at `at` has any liberty; always so after [`Board::put`].
    pub(super) fn has_liberty(&self, at: Vertex) -> bool {
        self.chains[i(self.chain(at))].liberties > 0
    }
}
