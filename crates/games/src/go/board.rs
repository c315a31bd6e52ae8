//! Stones, chains and liberties: what a stone does to the board, and how it is taken back.
//!
//! A padded one-dimensional array with one sentinel column shared by both edges: a board of r rows and c columns has
//! `(r+2)(c+1)+1` entries, and the point at `(row, col)` is number `c+2 + col + row·(c+1)`. A point's four neighbours
//! are then at ±1 and ±(c+1), and none needs a test for the edge.
//!
//! The stones of a chain form a ring (`next`), and each knows the chain's name (`head`, one of its stones). Of its
//! liberties a chain keeps three sums, in which a liberty counts once for each stone of the chain beside it: how many,
//! the sum of their numbers, the sum of the squares. A chain is captured when the first is 0; it is in atari when
//! `many · squares = sum²`, which by the inequality of Cauchy and Schwarz holds only if all the numbers are equal; and
//! then that one number is `sum / many`. Joining and splitting rings is an exchange of two links, which is its own
//! inverse, and that makes taking back exact without copying anything.

use tengen_board::{Cell, Color, Point, Size, zobrist};

/// Entries of the board's arrays: a power of two above `(25+2)(25+1)+1 = 703`, so that masking a number keeps it in
/// bounds without a test.
const LEN: usize = 1024;

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
    /// Sum of the liberties' numbers, counted likewise: at most 2500 · 702.
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

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
        }
    }

    /// The empty board.
    pub fn new(size: Size) -> Board {
        let stride = size.cols() as Vertex + 1;
        let used = (size.rows() + 2) * stride as usize + 1;
        let mut board = Board { size, stride, used, ..Board::blank() };
        for (n, point) in size.points().enumerate() {
            let at = board.vertex(point);
            board.cells[i(at)] = EMPTY;
            board.index[i(at)] = n as u16;
            board.empties[n] = at;
            board.slot[i(at)] = n as Vertex;
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

    /// What stands on the eight points around `at`, two bits each from the lowest on, in the order of
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
        std::iter::from_fn(move || {
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

    /// Whether `at` is an eye of `color` that filling would only harm: an empty point with own stones or the edge on
    /// all four sides, and at most one opposing stone diagonally (none where `at` touches the edge).
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

        // 1. The stone, a chain of its own; the chains beside it lose the liberty.
        self.place(at, color);

        // 2. The opponent's chains without liberties go, and give theirs back.
        for q in beside {
            let chain = self.head[i(q)];
            if self.cells[i(q)] == other && self.chains[i(chain)].liberties == 0 {
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
        }
        change
    }

    /// Takes back the last stone put that has not been taken back.
    pub fn take_back(&mut self, change: &Change) {
        let (at, color) = (change.point, change.color);
        if change.suicide {
            self.restore_chain(self.head[i(at)], color);
        }
        for n in (0..change.merged_chains as usize).rev() {
            self.split(self.head[i(at)], change.merged[n & 3]);
        }
        for n in (0..change.captured_chains as usize).rev() {
            self.restore_chain(change.captured[n & 3], !color);
        }
        self.cells[i(at)] = EMPTY;
        self.hash ^= self.key(at, color);
        for q in self.neighbours(at) {
            if !matches!(self.cells[i(q)], EMPTY | WALL) {
                self.chains[i(self.head[i(q)])].add(at);
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
            self.slot[i(stone)] = self.empty as Vertex;
            self.empties[self.empty & (LEN - 1)] = stone;
            self.empty += 1;
            for q in self.neighbours(stone) {
                if self.cells[i(q)] == other {
                    self.chains[i(self.head[i(q)])].add(stone);
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
            for q in self.neighbours(stone) {
                if self.cells[i(q)] == other {
                    self.chains[i(self.head[i(q)])].remove(stone);
                }
            }
        }
    }

    /// Puts a stone of a set-up: nothing is taken off, so chains without liberties may arise.
    pub(super) fn set(&mut self, at: Vertex, color: Color) {
        debug_assert!(self.is_empty(at));
        self.place(at, color);
        for q in self.neighbours(at) {
            if self.is_color(q, color) && self.head[i(q)] != self.head[i(at)] {
                self.merge(self.head[i(q)], self.head[i(at)]);
            }
        }
    }

    /// Whether the chain of the stone at `at` has any liberty; always so after [`Board::put`].
    pub(super) fn has_liberty(&self, at: Vertex) -> bool {
        self.chains[i(self.chain(at))].liberties > 0
    }
}
