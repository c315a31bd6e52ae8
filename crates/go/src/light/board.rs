//! The stripped board of light playouts.
//!
//! A padded array, as on the board of the rules. What a move needs of a point is in one word: its colour and how many
//! of the four points beside it are black, white and empty, where the edge counts as both colours. So "all own", an
//! empty point beside and "no own stone" are each one comparison. A chain has its number of stones and, in the same
//! word, of *pseudo-liberties*, in which a liberty counts once for each stone of the chain beside it: 0 means captured,
//! and no liberty has to be looked for. The empty points are a list, from which a point is drawn and removed by putting
//! the last one into its place.
//!
//! Most of the time of a move is branches that the processor guesses wrong. So the four neighbours are updated whatever
//! they hold, the edge and empty points included, whose entries mean nothing.

use super::longest;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point};
use tengen_games::Game;
use tengen_games::go::{NO_VERTEX, Position, Vertex};

/// Entries of the arrays: a power of two above `(25+2)(25+1)+1 = 703`. Masking an index then replaces the bounds check.
const LEN: usize = 1024;

/// A point's word: three numbers of neighbours, four bits each, then the colour.
const BLACK: u16 = 1;
const WHITE: u16 = 1 << 4;
const EMPTY: u16 = 1 << 8;
const COLOR: u16 = 3 << 12;
const BLACK_STONE: u16 = 1 << 12;
const WHITE_STONE: u16 = 2 << 12;
const EDGE: u16 = 3 << 12;

/// What a stone of each colour beside a point adds to its word.
const BESIDE: [u16; 2] = [BLACK.wrapping_sub(EMPTY), WHITE.wrapping_sub(EMPTY)];
/// Where a point's word has the number of neighbours of each colour.
const SHIFT: [u32; 2] = [0, 4];

/// A chain's word: pseudo-liberties in the lower half, stones in the upper.
const LIBERTY: u32 = 1;
const STONE: u32 = 1 << 16;

fn liberties(chain: u32) -> u32 {
    chain & 0xffff
}

/// The stones of a playout, its side to move, and the point of a simple ko.
///
/// ```
/// use tengen_board::random::SplitMix64;
/// use tengen_games::{Game, go};
/// use tengen_go::light::LightBoard;
///
/// let rules = go::Rules::named("chinese", Some("9".parse()?))?;
/// let start = LightBoard::new(&go::Position::new(&rules));
/// let mut board = start.clone();
/// board.play_out(&mut SplitMix64(1));
/// assert!(board.margin().abs() <= 81);
/// board.clone_from(&start); // the next playout, without new memory
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LightBoard {
    stride: usize,
    /// Entries of the arrays that this size uses.
    used: usize,
    area: usize,
    empty: usize,
    ko: usize,
    to_move: Color,
    passes: u8,
    longest: u64,
    stones: [i32; 2],
    points: [PointState; LEN],
    chains: [u32; LEN],
    empties: [Vertex; LEN],
}

/// What is kept of a point.
#[derive(Clone, Copy, Debug)]
struct PointState {
    /// Its colour and its neighbours.
    around: u16,
    /// The name of the stone's chain; the point itself where there is no stone.
    head: Vertex,
    /// The next stone of the chain.
    next: Vertex,
    /// Where in the list of empty points an empty point is.
    slot: Vertex,
}

impl Clone for LightBoard {
    fn clone(&self) -> LightBoard {
        let mut board = LightBoard::blank();
        board.clone_from(self);
        board
    }

    /// Copies only what this size uses.
    fn clone_from(&mut self, from: &LightBoard) {
        let n = from.used.min(LEN);
        (self.stride, self.used, self.area, self.empty) = (from.stride, n, from.area, from.empty);
        (self.ko, self.to_move, self.passes, self.longest) =
            (from.ko, from.to_move, from.passes, from.longest);
        self.stones = from.stones;
        self.points[..n].copy_from_slice(&from.points[..n]);
        self.chains[..n].copy_from_slice(&from.chains[..n]);
        self.empties[..n].copy_from_slice(&from.empties[..n]);
    }
}

#[inline(always)]
fn i(at: usize) -> usize {
    at & (LEN - 1)
}

impl LightBoard {
    fn blank() -> LightBoard {
        LightBoard {
            stride: 0,
            used: 0,
            area: 0,
            empty: 0,
            ko: 0,
            to_move: Color::Black,
            passes: 0,
            longest: 0,
            stones: [0; 2],
            points: std::array::from_fn(|at| PointState {
                around: EDGE + 4 * EMPTY,
                head: at as Vertex,
                next: at as Vertex,
                slot: 0,
            }),
            chains: [0; LEN],
            empties: [0; LEN],
        }
    }

    /// The position, without its past: only a simple ko stays closed.
    pub fn new(position: &Position) -> LightBoard {
        let from = position.board();
        let mut board = LightBoard::blank();
        board.stride = from.size().cols() + 1;
        board.used = (from.size().rows() + 2) * board.stride + 1;
        board.area = from.size().area();
        board.longest = longest(from);
        for at in from.vertices() {
            let walls = from.neighbours(at).into_iter().filter(|&q| from.is_wall(q)).count() as u16;
            board.points[usize::from(at)].around = walls * (BLACK + WHITE) + (4 - walls) * EMPTY;
            board.empties[board.empty] = at;
            board.points[usize::from(at)].slot = board.empty as Vertex;
            board.empty += 1;
        }
        for at in from.vertices() {
            if let Some(color) = from.color(at) {
                board.place(usize::from(at), color);
            }
        }
        board.to_move = position.to_move();
        board.passes = position.passes().min(1);
        board.ko = usize::from(super::ko(position));
        board
    }

    /// The side to move.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// What the point holds; nothing if it is off the board.
    pub fn at(&self, point: Point) -> Cell {
        let (row, col) = (usize::from(point.row), usize::from(point.col));
        let at = self.stride + 1 + col + row * self.stride;
        if col + 1 >= self.stride || at >= self.used {
            return Cell::Empty;
        }
        match self.points[i(at)].around & COLOR {
            BLACK_STONE => Cell::Black,
            WHITE_STONE => Cell::White,
            _ => Cell::Empty,
        }
    }

    /// Plays to the end; returns the number of moves, passes included.
    pub fn play_out(&mut self, random: &mut SplitMix64) -> u64 {
        // Drawn one move ahead: the processor has it ready when it has guessed a branch wrong.
        let mut draw = random.next_u32();
        for ply in 0..self.longest {
            if !self.play_random(&mut draw, random) {
                self.passes += 1;
                if self.passes > 1 {
                    return ply + 1;
                }
            }
        }
        self.longest
    }

    /// Plays a random move. Returns false if it is a pass.
    #[inline(always)]
    fn play_random(&mut self, draw: &mut u32, random: &mut SplitMix64) -> bool {
        let color = self.to_move;
        self.to_move = !color;
        let mut open = self.empty;
        while open > 0 {
            let n = ((u64::from(*draw) * open as u64) >> 32) as usize;
            *draw = random.next_u32();
            let at = usize::from(self.empties[i(n)]);
            if self.points[i(at)].around & (15 * EMPTY) != 0 || self.is_playable(at, color) {
                self.play(at, color);
                self.passes = 0;
                return true;
            }
            // Not this one: it changes places with the last of the points that have not been drawn.
            open -= 1;
            let last = self.empties[i(open)];
            self.empties[i(n)] = last;
            self.empties[i(open)] = at as Vertex;
            self.points[i(usize::from(last))].slot = n as Vertex;
            self.points[i(at)].slot = open as Vertex;
        }
        self.ko = 0;
        false
    }

    /// True if a stone of `color` at the empty point `at`, without an empty point beside it, is legal and fills no own
    /// eye.
    #[inline(always)]
    fn is_playable(&mut self, at: usize, color: Color) -> bool {
        let around = self.points[i(at)].around;
        let own = 4 << SHIFT[color.index()];
        if around & own != 0 && self.is_uncut(at, color) {
            return false;
        }
        if at == self.ko {
            return false;
        }
        // `at` is a liberty of every chain beside it, once for each of the four points. A chain without another one is
        // captured if it is the opponent's; an own one with another lives.
        let beside = self.neighbours(at);
        let heads = beside.map(|q| usize::from(self.points[i(q)].head));
        for head in heads {
            let chain = &mut self.chains[i(head)];
            *chain = chain.wrapping_sub(LIBERTY);
        }
        let own = BLACK_STONE << color.index();
        let mut lives = false;
        for (q, head) in beside.into_iter().zip(heads) {
            let stone = self.points[i(q)].around & COLOR;
            let dead = liberties(self.chains[i(head)]) == 0;
            lives |= (stone != EDGE) & ((stone == own) != dead);
        }
        for head in heads {
            let chain = &mut self.chains[i(head)];
            *chain = chain.wrapping_add(LIBERTY);
        }
        lives
    }

    /// True if at most one opposing stone is diagonally beside `at`, none where it touches the edge.
    #[inline(always)]
    fn is_uncut(&self, at: usize, color: Color) -> bool {
        let (up, down) = (at.wrapping_sub(self.stride), at.wrapping_add(self.stride));
        let opponent = WHITE_STONE >> color.index();
        let (mut cuts, mut edge) = (0, 0);
        for q in [up.wrapping_sub(1), up.wrapping_add(1), down.wrapping_sub(1), down.wrapping_add(1)] {
            let stone = self.points[i(q)].around & COLOR;
            cuts += u32::from(stone == opponent);
            edge |= u32::from(stone == EDGE);
        }
        cuts + edge < 2
    }

    #[inline(always)]
    fn neighbours(&self, at: usize) -> [usize; 4] {
        [at.wrapping_sub(1), at.wrapping_add(1), at.wrapping_sub(self.stride), at.wrapping_add(self.stride)]
    }

    /// Plays a legal stone.
    #[inline(always)]
    fn play(&mut self, at: usize, color: Color) {
        let empty = self.empty;
        let captures = self.place(at, color);
        self.ko = 0;
        if captures != 0 {
            let opponent = WHITE_STONE >> color.index();
            for (n, q) in self.neighbours(at).into_iter().enumerate() {
                // Two of them may be stones of one chain.
                if captures >> n & 1 == 1 && self.points[i(q)].around & COLOR == opponent {
                    self.remove(q, !color);
                }
            }
            if self.empty == empty && self.chains[i(usize::from(self.points[i(at)].head))] == STONE + LIBERTY
            {
                self.ko = usize::from(self.empties[i(self.empty - 1)]);
            }
        }
    }

    /// Puts a stone; returns which of the points beside it hold stones of the opponent that have no liberty left.
    #[inline(always)]
    fn place(&mut self, at: usize, color: Color) -> u32 {
        let PointState { around, slot, .. } = self.points[i(at)];
        self.empty -= 1;
        let last = self.empties[i(self.empty)];
        self.empties[i(usize::from(slot))] = last;
        self.points[i(usize::from(last))].slot = slot;
        self.stones[color.index()] += 1;
        let own = BLACK_STONE << color.index();
        let opponent = WHITE_STONE >> color.index();
        self.points[i(at)].around = around | own;
        let beside = self.neighbours(at);
        let (mut friends, mut captures) = (0_u32, 0_u32);
        for (n, q) in beside.into_iter().enumerate() {
            let point = &mut self.points[i(q)];
            point.around = point.around.wrapping_add(BESIDE[color.index()]);
            let stone = point.around & COLOR;
            let chain = &mut self.chains[i(usize::from(point.head))];
            *chain = chain.wrapping_sub(LIBERTY);
            friends |= u32::from(stone == own) << n;
            captures |= u32::from((stone == opponent) & (liberties(*chain) == 0)) << n;
        }
        let single = STONE + u32::from(around >> 8 & 15);
        if friends == 0 {
            self.points[i(at)].head = at as Vertex;
            self.points[i(at)].next = at as Vertex;
            self.chains[i(at)] = single;
            return captures;
        }
        // The stone joins the first chain, and that chain the others.
        let first = beside[friends.trailing_zeros() as usize & 3];
        friends &= friends - 1;
        let mut chain = usize::from(self.points[i(first)].head);
        self.points[i(at)].head = chain as Vertex;
        self.points[i(at)].next = self.points[i(first)].next;
        self.points[i(first)].next = at as Vertex;
        self.chains[i(chain)] = self.chains[i(chain)].wrapping_add(single);
        while friends != 0 {
            let other = usize::from(self.points[i(beside[friends.trailing_zeros() as usize & 3])].head);
            friends &= friends - 1;
            if other != chain {
                chain = self.merge(chain, other);
            }
        }
        captures
    }

    /// Joins two chains under the name of the larger one, and returns that.
    #[inline(always)]
    fn merge(&mut self, a: usize, b: usize) -> usize {
        let (large, small) = if self.chains[i(a)] >> 16 >= self.chains[i(b)] >> 16 { (a, b) } else { (b, a) };
        self.chains[i(large)] = self.chains[i(large)].wrapping_add(self.chains[i(small)]);
        let mut stone = small;
        loop {
            self.points[i(stone)].head = large as Vertex;
            stone = usize::from(self.points[i(stone)].next);
            if stone == small {
                break;
            }
        }
        let next = self.points[i(large)].next;
        self.points[i(large)].next = self.points[i(small)].next;
        self.points[i(small)].next = next;
        large
    }

    /// Takes the chain of the stone at `at` off the board.
    #[inline(never)]
    fn remove(&mut self, at: usize, color: Color) {
        let mut stone = at;
        loop {
            self.points[i(stone)].around &= !COLOR;
            self.points[i(stone)].head = stone as Vertex;
            self.empties[i(self.empty)] = stone as Vertex;
            self.points[i(stone)].slot = self.empty as Vertex;
            self.empty += 1;
            self.stones[color.index()] -= 1;
            for q in self.neighbours(stone) {
                let word = &mut self.points[i(q)].around;
                *word = word.wrapping_sub(BESIDE[color.index()]);
                let chain = &mut self.chains[i(usize::from(self.points[i(q)].head))];
                *chain = chain.wrapping_add(LIBERTY);
            }
            stone = usize::from(self.points[i(stone)].next);
            if stone == at {
                break;
            }
        }
    }

    /// The owner of an empty point: 1 if black stones alone are beside it, −1 if white ones alone, else 0.
    #[inline(always)]
    fn owner(&self, at: usize) -> i32 {
        let word = self.points[i(at)].around;
        let (black, white, empty) = (word & 15, word >> 4 & 15, word >> 8 & 15);
        // The edge is counted twice.
        let walls = black + white + empty - 4;
        i32::from(black > walls) - i32::from(white > walls)
    }

    /// Black's points minus white's, by area: the stones, and the empty points beside stones of one colour alone.
    pub fn margin(&self) -> i32 {
        let points = self.empties[..self.empty.min(LEN)].iter().map(|&at| self.owner(usize::from(at)));
        self.stones[0] - self.stones[1] + points.sum::<i32>()
    }

    /// Adds 1 for each point that black owns and −1 for each that white does, in reading order.
    ///
    /// # Panics
    /// If `owners` has not the length of the board's area.
    pub fn add_owners(&self, owners: &mut [i64]) {
        assert_eq!(owners.len(), self.area, "one entry for each point");
        let cols = self.stride - 1;
        for (n, owner) in owners.iter_mut().enumerate() {
            let at = self.stride + 1 + n % cols + n / cols * self.stride;
            *owner += i64::from(match self.points[i(at)].around & COLOR {
                BLACK_STONE => 1,
                WHITE_STONE => -1,
                _ => self.owner(at),
            });
        }
    }
}

const _: () = assert!(NO_VERTEX == 0, "no point is closed by a ko");

#[cfg(test)]
mod checks {
    use super::*;
    use tengen_games::go;

    impl LightBoard {
        /// True if a playout may choose the empty point.
        pub(in crate::light) fn may_play(&mut self, at: Vertex, color: Color) -> bool {
            let at = usize::from(at);
            self.points[i(at)].around & (15 * EMPTY) != 0 || self.is_playable(at, color)
        }

        /// Plays a legal stone, or passes.
        pub(in crate::light) fn force(&mut self, at: Option<Vertex>, color: Color) {
            match at {
                Some(at) => self.play(usize::from(at), color),
                None => self.ko = 0,
            }
            self.to_move = !color;
        }

        /// Everything that the board has, against the rules.
        pub(in crate::light) fn agrees(&self, position: &Position) {
            let board = position.board();
            let mut stones = [0; 2];
            for at in board.vertices() {
                let say = || format!("{board:?} {:?}", board.point(at));
                let state = self.points[usize::from(at)];
                let beside = board.neighbours(at);
                let count =
                    |of: &dyn Fn(Vertex) -> bool| beside.into_iter().filter(|&q| of(q)).count() as u16;
                let walls = count(&|q| board.is_wall(q));
                let numbers = [
                    walls + count(&|q| board.is_color(q, Color::Black)),
                    walls + count(&|q| board.is_color(q, Color::White)),
                    count(&|q| board.is_empty(q)),
                ];
                let color = board.color(at);
                let word = numbers[0] * BLACK + numbers[1] * WHITE + numbers[2] * EMPTY;
                let own = color.map_or(0, |color| BLACK_STONE << color.index());
                assert_eq!(state.around, word + own, "{}", say());
                assert_eq!(self.at(board.point(at)), color.into(), "{}", say());
                let Some(color) = color else {
                    assert_eq!(state.head, at, "{}", say());
                    assert_eq!(self.empties[usize::from(state.slot)], at, "{}", say());
                    continue;
                };
                stones[color.index()] += 1;
                // One name for the stones of a chain, each its own for different chains.
                assert!(board.chain_stones(at).all(|q| self.points[usize::from(q)].head == state.head));
                assert!(board.chain_stones(at).any(|q| q == state.head), "{}", say());
                if state.head == at {
                    let beside = board.chain_stones(at).flat_map(|q| board.neighbours(q));
                    let liberties = beside.filter(|&q| board.is_empty(q)).count() as u32;
                    let chain = board.chain_len(at) as u32 * STONE + liberties * LIBERTY;
                    assert_eq!(self.chains[usize::from(at)], chain, "{}", say());
                }
            }
            assert_eq!((self.stones, self.empty), (stones, board.empties().len()), "{board:?}");
            let ko = position.ko_point().map_or(0, |point| usize::from(board.vertex(point)));
            assert_eq!(self.ko, ko, "{board:?}");
        }

        /// A board made of the position has the same.
        pub(in crate::light) fn agrees_with_new(&self, position: &Position) {
            let new = LightBoard::new(position);
            new.agrees(position);
            assert_eq!((new.margin(), new.to_move), (self.margin(), self.to_move));
            let off = go::Vertex::MAX as usize;
            assert_eq!(new.at(Point::new(off as u8, 0)), Cell::Empty);
        }
    }
}
