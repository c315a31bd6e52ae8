//! The exact solver for games with gravity: connect four and its relatives on bitboards.
//!
//! Each column has one bit more than points, so that lines never cross from one column into the next (J. Tromp's
//! board). The search is alpha-beta with null windows that narrow down the score, and the score gives the distance of
//! a win. Moves that lose at once are skipped; moves that make the most winning points come first. Move order and
//! bounds follow P. Pons, "Solving Connect 4: how to build a perfect AI" (2015).

use crate::proof::Stopped;
use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};
use tengen_board::{Color, Point, Size};
use tengen_engine::{Bound, Clock, Entry, Proof, Table};

/// A word that holds a whole board.
pub(crate) trait Word:
    Copy
    + Eq
    + Ord
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const BITS: u32;
    fn count(self) -> u32;
    fn hash(self) -> u64;
}

macro_rules! word {
    ($($type:ty)*) => {$(
        impl Word for $type {
            const ZERO: $type = 0;
            const ONE: $type = 1;
            const BITS: u32 = <$type>::BITS;
            fn count(self) -> u32 {
                self.count_ones()
            }
            fn hash(self) -> u64 {
                mix(self as u64 ^ mix((self as u128 >> 64) as u64))
            }
        }
    )*};
}
word!(u64 u128);

/// The finisher of SplitMix64.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The shape of the board as bit masks.
#[derive(Clone, Debug)]
pub(crate) struct Frame<W> {
    size: Size,
    k: u32,
    /// Bits per column: its points and one more.
    stride: u32,
    inside: W,
    bottom: W,
    /// The shifts along which a line fits.
    shifts: Vec<u32>,
    /// Columns from the middle outwards.
    columns: Vec<u32>,
}

/// A position: the stones of the side to move, and all stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stones<W> {
    own: W,
    all: W,
}

impl<W: Word> Frame<W> {
    /// `None` if the board does not fit into the word.
    pub(crate) fn new(size: Size, k: usize) -> Option<Frame<W>> {
        let (rows, cols, k) = (size.rows() as u32, size.cols() as u32, k as u32);
        let stride = rows + 1;
        if cols * stride > W::BITS {
            return None;
        }
        let mut bottom = W::ZERO;
        for col in 0..cols {
            bottom = bottom | W::ONE << (col * stride);
        }
        let mut inside = W::ZERO;
        for row in 0..rows {
            inside = inside | bottom << row;
        }
        let mut shifts = Vec::new();
        if k <= rows {
            shifts.push(1);
        }
        if k <= cols {
            shifts.push(stride);
        }
        if k <= rows.min(cols) {
            shifts.extend([stride - 1, stride + 1]);
        }
        let mut columns: Vec<u32> = (0..cols).collect();
        columns.sort_by_key(|&col| (2 * col + 1).abs_diff(cols));
        Some(Frame { size, k, stride, inside, bottom, shifts, columns })
    }

    fn bit(&self, point: Point) -> u32 {
        u32::from(point.col) * self.stride + self.size.rows() as u32 - 1 - u32::from(point.row)
    }

    fn point(&self, landing: W) -> Point {
        let bit = (landing - W::ONE).count();
        let row = self.size.rows() as u32 - 1 - bit % self.stride;
        Point::new(row as u8, (bit / self.stride) as u8)
    }

    fn column(&self, col: u32) -> W {
        ((W::ONE << (self.stride - 1)) - W::ONE) << (col * self.stride)
    }

    /// The bitboards of a position.
    pub(crate) fn stones(&self, to_move: Color, at: impl Fn(Point) -> Option<Color>) -> Stones<W> {
        let mut stones = Stones { own: W::ZERO, all: W::ZERO };
        for point in self.size.points() {
            if let Some(color) = at(point) {
                let bit = W::ONE << self.bit(point);
                stones.all = stones.all | bit;
                if color == to_move {
                    stones.own = stones.own | bit;
                }
            }
        }
        stones
    }

    /// The legal moves: the lowest empty point of each column.
    fn landings(&self, stones: Stones<W>) -> W {
        (stones.all + self.bottom) & self.inside
    }

    /// Every empty point that completes a line of `own`, playable now or not.
    #[inline]
    fn winning_points(&self, own: W, all: W) -> W {
        let empty = self.inside & !all;
        if self.k != 4 {
            return self.winning_points_of_any(own, all);
        }
        // A faster form for k = 4: two neighbours on one side, and the third on either side of the gap.
        let mut points = W::ZERO;
        for &shift in &self.shifts {
            let (up, down) = (own << shift, own >> shift);
            let above = up & (up << shift);
            let below = down & (down >> shift);
            points = points | above & (down | above << shift) | below & (up | below >> shift);
        }
        points & empty
    }

    /// The same for any k, by the definition.
    fn winning_points_of_any(&self, own: W, all: W) -> W {
        let mut points = W::ZERO;
        for &shift in &self.shifts {
            for gap in 0..self.k {
                let mut here = self.inside & !all;
                for place in (0..self.k).filter(|&place| place != gap) {
                    let moved = if place > gap {
                        own >> ((place - gap) * shift)
                    } else {
                        own << ((gap - place) * shift)
                    };
                    here = here & moved;
                }
                points = points | here;
            }
        }
        points
    }

    fn play(&self, stones: Stones<W>, landing: W) -> Stones<W> {
        Stones { own: stones.own ^ stones.all, all: stones.all | landing }
    }

    /// Appends the moves in search order: most winning points first, then the middle columns.
    fn ordered(&self, stones: Stones<W>, moves: W, out: &mut Vec<(u32, W)>) -> std::ops::Range<usize> {
        let begin = out.len();
        for &col in &self.columns {
            let landing = moves & self.column(col);
            if landing != W::ZERO {
                let points = self.winning_points(stones.own | landing, stones.all | landing).count();
                out.push((points, landing));
            }
        }
        // A stable sort: among equals the middle columns stay first.
        out[begin..].sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        begin..out.len()
    }

    /// The hash key of the position: its mirror image has the same one.
    fn key(&self, stones: Stones<W>) -> u64 {
        // The sum of own stones, all stones and the bottom row is unique for each position.
        let word = stones.own + stones.all + self.bottom;
        let mut mirrored = W::ZERO;
        let cols = self.size.cols() as u32;
        let column = (W::ONE << (self.stride - 1)) | ((W::ONE << (self.stride - 1)) - W::ONE);
        for col in 0..cols {
            mirrored =
                mirrored | ((word >> (col * self.stride)) & column) << ((cols - 1 - col) * self.stride);
        }
        word.min(mirrored).hash()
    }
}

/// The search. A score is the number of stones that the winner has left, plus one: 1 for a win with the last stone.
pub(crate) struct GravitySolver<'a, W> {
    frame: &'a Frame<W>,
    table: &'a Table,
    clock: &'a mut Clock,
    until: u64,
    moves: Vec<(u32, W)>,
    area: i32,
}

impl<'a, W: Word> GravitySolver<'a, W> {
    pub(crate) fn new(frame: &'a Frame<W>, table: &'a Table, clock: &'a mut Clock, until: u64) -> Self {
        let area = frame.size.area() as i32;
        GravitySolver { frame, table, clock, until, moves: Vec::new(), area }
    }

    /// The winner and the distance. The game must not be over.
    pub(crate) fn solve(&mut self, stones: Stones<W>) -> Result<Proof, Stopped> {
        let score = self.score(stones)?;
        let played = stones.all.count() as i32;
        // The winning stone has number area + 2 − 2·score or one less; the side to move decides which.
        let last = |score: i32, offset: i32| {
            let last = self.area + 2 - 2 * score;
            (if (last - played - offset) % 2 == 0 { last } else { last - 1 } - played) as u32
        };
        Ok(match score {
            0 => Proof::Draw,
            1.. => Proof::Win(last(score, 1)),
            _ => Proof::Loss(last(-score, 0)),
        })
    }

    /// The line of best play until the end or until the clock stops it; `first` gives its first move if it is known.
    pub(crate) fn line(&mut self, mut stones: Stones<W>, first: Option<Point>) -> Vec<Point> {
        let mut line = Vec::new();
        let mut next = first.map(|point| W::ONE << self.frame.bit(point));
        loop {
            let Some(landing) = next.or_else(|| self.best(stones).ok().flatten()) else { return line };
            next = None;
            line.push(self.frame.point(landing));
            let wins = self.frame.winning_points(stones.own, stones.all) & landing != W::ZERO;
            stones = self.frame.play(stones, landing);
            if wins {
                return line;
            }
        }
    }

    /// A best move; `None` on a full board.
    pub(crate) fn best_point(&mut self, stones: Stones<W>) -> Result<Option<Point>, Stopped> {
        Ok(self.best(stones)?.map(|landing| self.frame.point(landing)))
    }

    /// A best move; `None` on a full board.
    fn best(&mut self, stones: Stones<W>) -> Result<Option<W>, Stopped> {
        let landings = self.frame.landings(stones);
        let wins = self.frame.winning_points(stones.own, stones.all) & landings;
        let candidates = if wins == W::ZERO { landings } else { wins };
        let range = self.frame.ordered(stones, candidates, &mut self.moves);
        let moves: Vec<W> = self.moves.drain(range).map(|(_, landing)| landing).collect();
        if wins != W::ZERO || moves.len() < 2 {
            return Ok(moves.first().copied());
        }
        let best = self.score(stones)?;
        for &landing in &moves {
            if -self.score(self.frame.play(stones, landing))? >= best {
                return Ok(Some(landing));
            }
        }
        Ok(moves.first().copied())
    }

    /// The exact score.
    fn score(&mut self, stones: Stones<W>) -> Result<i32, Stopped> {
        let played = stones.all.count() as i32;
        if played == self.area {
            return Ok(0);
        }
        if self.frame.winning_points(stones.own, stones.all) & self.frame.landings(stones) != W::ZERO {
            return Ok((self.area + 1 - played) / 2);
        }
        let (mut low, mut high) = (-(self.area - played) / 2, (self.area - 1 - played) / 2);
        while low < high {
            // Try windows near 0 first: they are the fastest, and most positions are decided late.
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let score = self.search(stones, middle, middle + 1)?;
            if score <= middle { high = score } else { low = score }
        }
        Ok(low)
    }

    /// Alpha-beta for a position where the side to move has no winning move and the board is not full.
    fn search(&mut self, stones: Stones<W>, mut alpha: i32, mut beta: i32) -> Result<i32, Stopped> {
        if self.clock.nodes() >= self.until || !self.clock.tick() {
            return Err(Stopped);
        }
        let played = stones.all.count() as i32;
        let mut moves = self.frame.landings(stones);
        let danger = self.frame.winning_points(stones.own ^ stones.all, stones.all);
        let forced = moves & danger;
        if forced != W::ZERO {
            moves = if forced.count() > 1 { W::ZERO } else { forced };
        }
        // Not below a point where the opponent wins.
        moves = moves & !(danger >> 1);
        if moves == W::ZERO {
            return Ok(-(self.area - played) / 2);
        }
        if played + 2 >= self.area {
            return Ok(0);
        }
        alpha = alpha.max(-(self.area - 2 - played) / 2);
        beta = beta.min((self.area - 1 - played) / 2);
        if alpha >= beta {
            return Ok(alpha);
        }
        let key = self.frame.key(stones);
        if let Some(entry) = self.table.get(key) {
            let value = i32::from(entry.value);
            match entry.bound {
                Bound::Lower => alpha = alpha.max(value),
                Bound::Upper => beta = beta.min(value),
                Bound::Exact => return Ok(value),
            }
            if alpha >= beta {
                return Ok(value);
            }
        }
        let range = self.frame.ordered(stones, moves, &mut self.moves);
        let begin = range.start;
        let mut bound = Bound::Upper;
        for i in range {
            let child = self.frame.play(stones, self.moves[i].1);
            let score = self.search(child, -beta, -alpha).inspect_err(|_| self.moves.truncate(begin))?;
            if -score >= beta {
                (alpha, bound) = (-score, Bound::Lower);
                break;
            }
            alpha = alpha.max(-score);
        }
        self.moves.truncate(begin);
        let left = (self.area - played).min(255) as u8;
        let entry = Entry { value: alpha as i16, bound, depth: left, mv: Entry::NO_MOVE, extra: 0 };
        self.table.put(key, entry);
        Ok(alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_games::{Game, mnk};

    #[test]
    fn winning_points_are_the_moves_that_win() {
        for (cols, rows, k) in
            [(7, 6, 4), (4, 4, 4), (7, 7, 4), (5, 6, 3), (9, 3, 5), (9, 8, 4), (3, 9, 2), (4, 3, 1)]
        {
            let rules = mnk::Rules { size: Size::of(rows, cols), k, gravity: true };
            for seed in 0..40 {
                let mut rng = SplitMix64(seed);
                let mut game = mnk::Position::new(&rules);
                for _ in 0..rng.below(rows * cols) {
                    game.play_random(&mut || rng.next_u32());
                }
                if game.is_over() {
                    continue;
                }
                let mut legal = Vec::new();
                game.legal_moves_into(&mut legal);
                let expected: Vec<Point> = legal
                    .into_iter()
                    .filter(|&mv| {
                        let mut after = game.clone();
                        after.play_unchecked(mv);
                        after.outcome().is_some_and(|o| o.winner.is_some())
                    })
                    .filter_map(|mv| mv.point())
                    .collect();
                let at = |p: Point| game.at(p).color();
                compare(&Frame::<u128>::new(rules.size, k.into()).unwrap(), game.to_move(), at, &expected);
                if let Some(frame) = Frame::<u64>::new(rules.size, k.into()) {
                    compare(&frame, game.to_move(), at, &expected);
                }
            }
        }
    }

    fn compare<W: Word>(
        frame: &Frame<W>,
        to_move: Color,
        at: impl Fn(Point) -> Option<Color>,
        expected: &[Point],
    ) {
        let stones = frame.stones(to_move, at);
        let points = frame.winning_points(stones.own, stones.all);
        assert_eq!(points, frame.winning_points_of_any(stones.own, stones.all));
        let landings = frame.landings(stones);
        let found: Vec<Point> = frame
            .size
            .points()
            .filter(|&p| (W::ONE << frame.bit(p)) & points & landings != W::ZERO)
            .collect();
        let mut expected = expected.to_vec();
        expected.sort();
        assert_eq!(found, expected);
    }
}
