//! Eight light playouts side by side, one in each lane, on sets of points as bits.
//!
//! A point's bit has the number of the point in the padded array of [`go::Board`](tengen_games::go::Board), so a
//! neighbour is one bit or one row further. There are no chains: a chain without liberties is what a fill from the
//! liberties does not reach, and most stones have one beside them. Every lane is at its own move. A lane whose game has
//! ended begins the next game at once, so no lane waits for another.
//!
//! A move: draw one of the empty points that are no own eyes. If a stone there is suicide, the point is barred and the
//! lane draws again at its next step. Which points are drawn depends on the seed and the number of the game alone, so
//! every set of instructions plays the same games.

#![allow(clippy::needless_range_loop, reason = "the words of several sets go side by side")]

use super::lanes::{Eight, LANES, Lanes, Work};
use tengen_board::random::SplitMix64;

/// The position in which all playouts begin.
#[derive(Clone, Debug)]
pub(super) struct Start<const W: usize> {
    /// The points of the board.
    pub(super) board: [u64; W],
    /// The points that touch the edge.
    pub(super) edge: [u64; W],
    /// Black and white stones.
    pub(super) stones: [[u64; W]; 2],
    /// The point that a simple ko closes.
    pub(super) ko: [u64; W],
    pub(super) white_to_move: bool,
    /// True if the last move was a pass.
    pub(super) passed: bool,
    /// From a point to the one below it.
    pub(super) stride: u64,
    /// Moves after which a playout ends, passes included; at least 1.
    pub(super) longest: u64,
}

/// The end of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended<const W: usize> {
    /// The number of the game.
    pub(super) game: u64,
    /// Black and white stones.
    pub(super) stones: [[u64; W]; 2],
    /// Moves, passes included.
    pub(super) moves: u64,
}

/// The state of the random generator at the start of a game.
pub(super) fn random_of(seed: u64, game: u64) -> [u64; 2] {
    // Another factor than the step of SplitMix64: the states of two games are not one step apart.
    let mut random = SplitMix64(seed ^ game.wrapping_mul(0xD1B5_4A32_D192_ED03));
    [random.next_u64(), random.next_u64() | 1]
}

/// Playouts with the numbers 0 to `games`, in work for [`Lanes::run`]. `on_end` receives each once it has ended.
pub(super) struct Playouts<'a, L, const W: usize, F> {
    pub(super) lanes: L,
    pub(super) start: &'a Start<W>,
    pub(super) seed: u64,
    pub(super) games: u64,
    pub(super) on_end: F,
}

impl<L: Lanes, const W: usize, F: FnMut(&Ended<W>)> Work for Playouts<'_, L, W, F> {
    type Output = ();

    #[inline(always)]
    fn work(mut self) {
        let table = Table::new(self.lanes, self.start);
        let mut lanes = Group::new(self.lanes);
        let (mut numbers, mut next, mut active) = ([0; LANES], 0, LANES as u64);
        // Before the first step every lane is taken as ended.
        let mut ended = [u64::MAX; LANES];
        let mut first = true;
        loop {
            let mut saved = lanes.saved(self.lanes);
            for lane in 0..LANES {
                if ended[lane] == 0 {
                    continue;
                }
                if !first {
                    (self.on_end)(&saved.ended(lane, numbers[lane], self.start.longest));
                }
                if next < self.games {
                    saved.begin(lane, self.start, random_of(self.seed, next));
                    numbers[lane] = next;
                    next += 1;
                } else {
                    saved.playing[lane] = 0;
                    active -= 1;
                }
            }
            if active == 0 {
                return;
            }
            first = false;
            lanes = saved.loaded(self.lanes);
            ended = loop {
                let ended = self.lanes.and(lanes.step(&table), lanes.playing);
                if !self.lanes.all_zero(ended) {
                    break self.lanes.store(ended);
                }
            };
        }
    }
}

/// A set of points of each game, made word by word. A macro, because a closure is not sure to be compiled for the
/// instructions of its caller.
macro_rules! each {
    ($table:expr, $w:ident => $words:expr) => {{
        let mut set = [$table.zero; W];
        for $w in 0..W {
            set[$w] = $words;
        }
        set
    }};
}

/// Not 0 where a set, given word by word, has a point.
macro_rules! any {
    ($table:expr, $w:ident => $words:expr) => {{
        let mut all = $table.zero;
        for $w in 0..W {
            all = $table.lanes.or(all, $words);
        }
        all
    }};
}

/// A set of points of each game.
type Sets<L, const W: usize> = [<L as Lanes>::Words; W];

/// What is the same for all games.
struct Table<L: Lanes, const W: usize> {
    lanes: L,
    one: L::Words,
    stride: L::Words,
    zero: L::Words,
    board: Sets<L, W>,
    wall: Sets<L, W>,
    edge: Sets<L, W>,
}

impl<L: Lanes, const W: usize> Table<L, W> {
    #[inline(always)]
    fn new(lanes: L, start: &Start<W>) -> Table<L, W> {
        let zero = lanes.splat(0);
        let mut table = Table {
            lanes,
            one: lanes.splat(1),
            stride: lanes.splat(start.stride),
            zero,
            board: [zero; W],
            wall: [zero; W],
            edge: [zero; W],
        };
        for w in 0..W {
            table.board[w] = lanes.splat(start.board[w]);
            table.wall[w] = lanes.splat(!start.board[w]);
            table.edge[w] = lanes.splat(start.edge[w]);
        }
        table
    }

    /// Every point of the set, `n` points further.
    #[inline(always)]
    fn up(&self, set: &Sets<L, W>, n: L::Words) -> Sets<L, W> {
        each!(self, w => self.lanes.shl(set[w], if w > 0 { set[w - 1] } else { self.zero }, n))
    }

    /// Every point of the set, `n` points back.
    #[inline(always)]
    fn down(&self, set: &Sets<L, W>, n: L::Words) -> Sets<L, W> {
        each!(self, w => self.lanes.shr(set[w], if w + 1 < W { set[w + 1] } else { self.zero }, n))
    }

    /// The points beside the set; off the board too.
    #[inline(always)]
    fn beside(&self, set: &Sets<L, W>) -> Sets<L, W> {
        let (l, one, stride) = (self.lanes, self.one, self.stride);
        let (right, left) = (self.up(set, one), self.down(set, one));
        let (below, above) = (self.up(set, stride), self.down(set, stride));
        each!(self, w => l.or(l.or(right[w], left[w]), l.or(below[w], above[w])))
    }

    /// `a` where the mask is set, else `b`.
    #[inline(always)]
    fn select(&self, mask: L::Words, a: L::Words, b: L::Words) -> L::Words {
        self.lanes.or(self.lanes.and(a, mask), self.lanes.and_not(b, mask))
    }

    /// The eyes among the empty points: own stones or the edge on all four sides, and at most one opposing stone
    /// diagonally, none where the point touches the edge.
    #[inline(always)]
    fn eyes(&self, own: &Sets<L, W>, opponent: &Sets<L, W>, empty: &Sets<L, W>) -> Sets<L, W> {
        let l = self.lanes;
        let solid = each!(self, w => l.or(own[w], self.wall[w]));
        let (right, left) = (self.up(&solid, self.one), self.down(&solid, self.one));
        let (below, above) = (self.up(&solid, self.stride), self.down(&solid, self.stride));
        let like = each!(self, w => {
            l.and(empty[w], l.and(l.and(right[w], left[w]), l.and(below[w], above[w])))
        });
        if l.all_zero(any!(self, w => like[w])) {
            return like;
        }
        let (below, above) = (self.up(opponent, self.stride), self.down(opponent, self.stride));
        let (a, b) = (self.up(&below, self.one), self.down(&below, self.one));
        let (c, d) = (self.up(&above, self.one), self.down(&above, self.one));
        each!(self, w => {
            let (ab, cd) = (l.or(a[w], b[w]), l.or(c[w], d[w]));
            let two = l.or(l.or(l.and(a[w], b[w]), l.and(c[w], d[w])), l.and(ab, cd));
            let one_at_edge = l.and(l.or(ab, cd), self.edge[w]);
            l.and_not(like[w], l.or(two, one_at_edge))
        })
    }

    /// The opposing stones that a stone takes. `liberties` are the points beside empty ones after it, `near` the points
    /// beside the stone.
    #[inline(always)]
    fn captured(&self, opponent: &Sets<L, W>, liberties: &Sets<L, W>, near: &Sets<L, W>) -> Sets<L, W> {
        let l = self.lanes;
        let mut alive = each!(self, w => l.and(opponent[w], liberties[w]));
        let threatened = each!(self, w => l.and_not(l.and(opponent[w], near[w]), alive[w]));
        let mut in_doubt = any!(self, w => threatened[w]);
        if l.all_zero(in_doubt) {
            return [self.zero; W];
        }
        loop {
            let beside = self.beside(&alive);
            let grown = each!(self, w => l.or(alive[w], l.and(beside[w], opponent[w])));
            let growing = any!(self, w => l.xor(grown[w], alive[w]));
            alive = grown;
            in_doubt = any!(self, w => l.and_not(threatened[w], alive[w]));
            if l.all_zero(l.and_not(growing, l.is_zero(in_doubt))) {
                break;
            }
        }
        // Elsewhere the fill may have ended before it had reached every living stone.
        let none = l.is_zero(in_doubt);
        each!(self, w => l.and_not(l.and_not(opponent[w], alive[w]), none))
    }

    /// Not 0 where the chain of the stone reaches a liberty.
    #[inline(always)]
    fn lives(
        &self,
        own: &Sets<L, W>,
        stone: &Sets<L, W>,
        liberties: &Sets<L, W>,
        known: L::Words,
    ) -> L::Words {
        let l = self.lanes;
        let mut chain = *stone;
        let mut lives = known;
        loop {
            let beside = self.beside(&chain);
            let grown = each!(self, w => l.or(chain[w], l.and(beside[w], own[w])));
            let growing = any!(self, w => l.xor(grown[w], chain[w]));
            chain = grown;
            lives = l.or(lives, any!(self, w => l.and(chain[w], liberties[w])));
            if l.all_zero(l.and(growing, l.is_zero(lives))) {
                return lives;
            }
        }
    }
}

/// The games of all lanes.
struct Group<L: Lanes, const W: usize> {
    /// The stones of the side to move, and of the other one.
    own: Sets<L, W>,
    opponent: Sets<L, W>,
    /// The point of a ko, and the points that were found to be suicide.
    barred: Sets<L, W>,
    /// The mask of games whose last move was a pass.
    passed: L::Words,
    /// The mask of games in which white is to move.
    white: L::Words,
    /// Moves left.
    left: L::Words,
    random: [L::Words; 2],
    /// The mask of lanes that have a game.
    playing: L::Words,
}

impl<L: Lanes, const W: usize> Group<L, W> {
    #[inline(always)]
    fn new(lanes: L) -> Group<L, W> {
        let zero = lanes.splat(0);
        Group {
            own: [zero; W],
            opponent: [zero; W],
            barred: [zero; W],
            passed: zero,
            white: zero,
            left: zero,
            random: [zero; 2],
            playing: lanes.splat(u64::MAX),
        }
    }

    /// Draws a move in every lane and plays it if it is no suicide. Returns the mask of games that have ended.
    #[inline(always)]
    fn step(&mut self, t: &Table<L, W>) -> L::Words {
        let l = t.lanes;
        // 1. A point that is empty, no own eye and not barred; none in a lane that must pass.
        let empty = each!(t, w => l.and_not(l.and_not(t.board[w], self.own[w]), self.opponent[w]));
        let eyes = t.eyes(&self.own, &self.opponent, &empty);
        let choice = each!(t, w => l.and_not(l.and_not(empty[w], eyes[w]), self.barred[w]));
        let stone = self.draw(t, &choice);
        let passing = l.is_zero(any!(t, w => stone[w]));

        // 2. What the stone takes.
        let free = each!(t, w => l.and_not(empty[w], stone[w]));
        let (liberties, near) = (t.beside(&free), t.beside(&stone));
        let captured = t.captured(&self.opponent, &liberties, &near);
        let taken = any!(t, w => captured[w]);

        // 3. Whether its chain has a liberty.
        let own = each!(t, w => l.or(self.own[w], stone[w]));
        let open = any!(t, w => l.and(near[w], free[w]));
        let mut lives = l.or(l.or(open, taken), passing);
        if !l.all_zero(l.is_zero(lives)) {
            let liberties = each!(t, w => l.and(liberties[w], own[w]));
            lives = t.lives(&own, &stone, &liberties, lives);
        }
        let suicide = l.is_zero(lives);

        // 4. The point of a ko: one stone taken by a stone that is alone and has no other liberty.
        let mut ko = [t.zero; W];
        if !l.all_zero(taken) {
            let mut count = l.count(captured[0]);
            for &words in &captured[1..] {
                count = l.add(count, l.count(words));
            }
            let room = any!(t, w => l.and(near[w], l.or(self.own[w], free[w])));
            let is_ko = l.and(l.is_zero(room), l.is_zero(l.sub(count, t.one)));
            ko = each!(t, w => l.and(captured[w], is_ko));
        }

        // 5. The other side is to move, or the same one with this point barred.
        for w in 0..W {
            let rest = l.and_not(self.opponent[w], captured[w]);
            self.opponent[w] = t.select(suicide, self.opponent[w], own[w]);
            self.own[w] = t.select(suicide, self.own[w], rest);
            self.barred[w] = t.select(suicide, l.or(self.barred[w], stone[w]), ko[w]);
        }
        let over = l.and(passing, self.passed);
        self.passed = t.select(suicide, self.passed, passing);
        let moved = l.is_zero(suicide);
        self.white = l.xor(self.white, moved);
        self.left = l.add(self.left, moved);
        l.or(over, l.is_zero(self.left))
    }

    /// One point of each set, all with the same chance; none of an empty set.
    #[inline(always)]
    fn draw(&mut self, t: &Table<L, W>, sets: &Sets<L, W>) -> Sets<L, W> {
        let l = t.lanes;
        let counts = each!(t, w => l.count(sets[w]));
        let mut total = counts[0];
        for &count in &counts[1..] {
            total = l.add(total, count);
        }
        // Xorshift128+ (Vigna, 2014).
        let [mut a, b] = self.random;
        let sum = l.add(a, b);
        a = l.xor(a, l.shl(a, t.zero, l.splat(23)));
        let (a_low, b_low) = (l.shr(a, t.zero, l.splat(18)), l.shr(b, t.zero, l.splat(5)));
        self.random = [b, l.xor(l.xor(a, b), l.xor(a_low, b_low))];
        let mut n = l.product(sum, total);
        // The word of the point, and the point's number in it.
        let mut here = [t.zero; W];
        let (mut word, mut number) = (t.zero, t.zero);
        let mut open = l.splat(u64::MAX);
        for w in 0..W {
            let found = l.and(l.less(n, counts[w]), open);
            open = l.and_not(open, found);
            word = l.or(word, l.and(sets[w], found));
            number = l.or(number, l.and(n, found));
            n = l.sub(n, counts[w]);
            here[w] = found;
        }
        let point = l.nth(word, number);
        each!(t, w => l.and(point, here[w]))
    }

    #[inline(always)]
    fn saved(&self, lanes: L) -> Saved<W> {
        let (mut own, mut opponent, mut barred) = ([[0; LANES]; W], [[0; LANES]; W], [[0; LANES]; W]);
        for w in 0..W {
            own[w] = lanes.store(self.own[w]);
            opponent[w] = lanes.store(self.opponent[w]);
            barred[w] = lanes.store(self.barred[w]);
        }
        Saved {
            own,
            opponent,
            barred,
            passed: lanes.store(self.passed),
            white: lanes.store(self.white),
            left: lanes.store(self.left),
            random: [lanes.store(self.random[0]), lanes.store(self.random[1])],
            playing: lanes.store(self.playing),
        }
    }
}

/// The games of all lanes, in memory.
struct Saved<const W: usize> {
    own: [Eight; W],
    opponent: [Eight; W],
    barred: [Eight; W],
    passed: Eight,
    white: Eight,
    left: Eight,
    random: [Eight; 2],
    playing: Eight,
}

impl<const W: usize> Saved<W> {
    #[inline(always)]
    fn loaded<L: Lanes>(&self, lanes: L) -> Group<L, W> {
        let mut group = Group::new(lanes);
        for w in 0..W {
            group.own[w] = lanes.load(&self.own[w]);
            group.opponent[w] = lanes.load(&self.opponent[w]);
            group.barred[w] = lanes.load(&self.barred[w]);
        }
        group.passed = lanes.load(&self.passed);
        group.white = lanes.load(&self.white);
        group.left = lanes.load(&self.left);
        group.random = [lanes.load(&self.random[0]), lanes.load(&self.random[1])];
        group.playing = lanes.load(&self.playing);
        group
    }

    /// Puts a new game into a lane.
    fn begin(&mut self, lane: usize, start: &Start<W>, random: [u64; 2]) {
        let own = usize::from(start.white_to_move);
        for w in 0..W {
            self.own[w][lane] = start.stones[own][w];
            self.opponent[w][lane] = start.stones[1 - own][w];
            self.barred[w][lane] = start.ko[w];
        }
        self.passed[lane] = u64::from(start.passed).wrapping_neg();
        self.white[lane] = u64::from(start.white_to_move).wrapping_neg();
        self.left[lane] = start.longest;
        self.random[0][lane] = random[0];
        self.random[1][lane] = random[1];
    }

    /// The end of the game of a lane.
    fn ended(&self, lane: usize, game: u64, longest: u64) -> Ended<W> {
        let mut stones = [[0; W]; 2];
        let own = usize::from(self.white[lane] != 0);
        for w in 0..W {
            stones[own][w] = self.own[w][lane];
            stones[1 - own][w] = self.opponent[w][lane];
        }
        Ended { game, stones, moves: longest - self.left[lane] }
    }
}
