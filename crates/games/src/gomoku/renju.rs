//! What a black stone makes in renju, and whether it is forbidden: the quick judge.
//!
//! The rule is the Renju International Federation's (rules of 1996, sections 3 and 9), read recursively:
//!
//! - *five*: an unbroken row of exactly five; *overline*: of six or more.
//! - *four*: four stones to which one more can be added to attain a five; *straight four*: an unbroken four for which
//!   there are two such points.
//! - *three*: three stones to which one more can be added to attain a straight four, without a five arising at the same
//!   time, at a point that is not itself forbidden to black.
//! - black may not make an overline, two or more fours, or two or more threes with one stone; a five outranks all that.
//!
//! The judge looks at each of the four lines through the point as a word. Only when two lines might hold a three does
//! it put stones on a copy of the board and ask itself again. `shapes` states the same at length.

use crate::stones::point_at;
use tengen_board::layout::{Layout, LineBits};
use tengen_board::{AXES, Axis, Color, Point};

/// What a black stone on a point amounts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// It may be played.
    Free,
    /// It wins.
    Five,
    Overline,
    DoubleFour,
    DoubleThree,
}

impl Judgement {
    pub(super) fn is_foul(self) -> bool {
        matches!(self, Judgement::Overline | Judgement::DoubleFour | Judgement::DoubleThree)
    }
}

/// Room left below the first bit of a line, so that a window can stick out over the edge.
const MARGIN: u32 = 6;

/// One line through a point on which black is about to put a stone.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The black stones, the new one among them, `MARGIN` bits up.
    black: u64,
    /// The empty points.
    empty: u64,
    /// The bit of the new stone.
    bit: u32,
}

/// Up to this many windows of five points hold the new stone.
const WINDOWS: usize = 5;

/// A few words of a line.
#[derive(Clone, Copy)]
pub(super) struct Few {
    words: [(u64, u64); WINDOWS],
    len: usize,
}

impl Few {
    const NONE: Few = Few { words: [(0, 0); WINDOWS], len: 0 };

    /// Adds `point` to the entry with these `stones`.
    fn add(&mut self, stones: u64, point: u64) {
        match self.words[..self.len].iter_mut().find(|(s, _)| *s == stones) {
            Some((_, points)) => *points |= point,
            None => {
                self.words[self.len] = (stones, point);
                self.len += 1;
            }
        }
    }

    /// Pairs of stones and the points that go with them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.words[..self.len].iter().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }
}

impl Line {
    /// The line of `point` along `axis`, with a black stone on `point`, which is empty so far. `None` on a diagonal too
    /// short for a five, where nothing is made.
    pub(super) fn new(board: &LineBits, axis: Axis, point: Point) -> Option<Line> {
        let (word, bit) = board.through(board.index(point), axis)?;
        let new = 1 << (bit + MARGIN);
        Some(Line {
            black: u64::from(word.stones(Color::Black)) << MARGIN | new,
            empty: u64::from(word.empty()) << MARGIN & !new,
            bit: bit + MARGIN,
        })
    }

    /// How long the unbroken row of the new stone is.
    pub(super) fn run(&self) -> u32 {
        self.run_points().count_ones()
    }

    /// The unbroken row of the new stone.
    pub(super) fn run_points(&self) -> u64 {
        let up = (self.black >> self.bit).trailing_ones();
        let down = (self.black << (63 - self.bit)).leading_ones();
        ((1 << (up + down - 1)) - 1) << (self.bit + 1 - down)
    }

    /// The fours with the new stone: the four stones, and the points that make them a five.
    pub(super) fn fours(&self) -> Few {
        let mut found = Few::NONE;
        for start in self.bit - 4..=self.bit {
            let window = 0x1F << start;
            let missing = window & !self.black;
            let ends = 1 << (start - 1) | 1 << (start + 5);
            if missing.is_power_of_two() && missing & self.empty != 0 && self.black & ends == 0 {
                found.add(window & self.black, missing);
            }
        }
        found
    }

    /// The rows of three with the new stone that one more stone makes a straight four, whatever else that stone does:
    /// the three stones, and the points of that one more.
    pub(super) fn open_threes(&self) -> Few {
        let mut found = Few::NONE;
        for start in self.bit - 3..=self.bit {
            let window = 0xF << start;
            let missing = window & !self.black;
            let ends = 1 << (start - 1) | 1 << (start + 4);
            let beyond = 1 << (start - 2) | 1 << (start + 5);
            if missing.is_power_of_two()
                && missing & self.empty != 0
                && ends & !self.empty == 0
                && self.black & beyond == 0
            {
                found.add(window & self.black, missing);
            }
        }
        found
    }
}

/// The points of a word of the line of `point` along `axis`.
pub(super) fn points(axis: Axis, point: Point, mut word: u64) -> impl Iterator<Item = Point> {
    core::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() - MARGIN;
            word &= word - 1;
            point_at(axis, point, bit)
        })
    })
}

/// Judges a black stone on the empty `point`.
pub(super) fn judge(board: &LineBits, point: Point) -> Judgement {
    // The lines with at least two other stones near enough to matter. Most points have none.
    let index = board.index(point);
    let mut near = [None; 4];
    let mut count = 0;
    for axis in AXES {
        let Some((word, bit)) = board.through(index, axis) else { continue };
        let black = (u64::from(word.stones(Color::Black)) << 4 >> bit) & 0x1EF;
        if black & black.wrapping_sub(1) != 0 {
            near[count] = Some(axis);
            count += 1;
        }
    }
    if count == 0 {
        return Judgement::Free;
    }
    let mut overline = false;
    let mut fours = 0;
    let mut threes = [(Axis::Row, 0); 4];
    let mut open = 0;
    for axis in near.into_iter().flatten() {
        let Some(line) = Line::new(board, axis, point) else { continue };
        match line.run() {
            5 => return Judgement::Five,
            6.. => {
                overline = true;
                continue;
            }
            _ => {}
        }
        let on_line = line.fours().len();
        fours += on_line;
        if on_line == 0 {
            let extensions = line.open_threes().iter().fold(0, |all, (_, points)| all | points);
            if extensions != 0 {
                threes[open] = (axis, extensions);
                open += 1;
            }
        }
    }
    if overline {
        Judgement::Overline
    } else if fours >= 2 {
        Judgement::DoubleFour
    } else if open >= 2 && two_threes(board, point, &threes[..open]) {
        Judgement::DoubleThree
    } else {
        Judgement::Free
    }
}

/// Whether at least two of the rows can become a straight four at a point that makes no five and is not forbidden.
#[cold]
fn two_threes(board: &LineBits, point: Point, threes: &[(Axis, u64)]) -> bool {
    let mut after = *board;
    after.place(after.index(point), Color::Black);
    let counts = |&&(axis, word): &&(Axis, u64)| {
        points(axis, point, word).any(|p| judge(&after, p) == Judgement::Free)
    };
    threes.iter().filter(counts).nth(1).is_some()
}
