//! The VCF board: the squares where the attacker makes a four and where the defender makes a five, and nothing else.
//!
//! Both are bits of each line, computed for all its squares at once. Five squares in a row without a stone of the other
//! side are a *window*. One with four stones is a five to be made, one with three is a four at either of its empty
//! squares. A move updates four lines and looks up no table. Where the ends of a five matter (caro), a window with a
//! stone of the other side at both ends is none. A stone at an end can be a second answer to a four.
//!
//! Whether renju forbids a square may depend on stones far from its lines. That is asked only of squares with two
//! fours, an overline, or the shapes of two threes.

use crate::board::fouls::Fouls;
use crate::board::lines::{BASE, Geometry, LINES, LOW, Lines, Place};
use crate::board::of_size;
use crate::{Board, Pattern, RuleSet, Square, SquareSet};
use std::marker::PhantomData;
use tengen_board::{Color, zobrist};
use tengen_games::{Game, gomoku};

const NO_PLACE: Place = Place { line: u8::MAX, shift: 0 };

/// A set of lines, a word for each axis. A move changes one bit of each word; two words in one would make the second
/// write wait for the first.
#[derive(Clone, Copy)]
struct LineSet([u64; 4]);

impl LineSet {
    const NONE: LineSet = LineSet([0; 4]);

    #[inline]
    fn set(&mut self, axis: usize, line: usize, is: bool) {
        let (word, bit) = (&mut self.0[axis], (line - BASE[axis]) % 64);
        *word = *word & !(1 << bit) | u64::from(is) << bit;
    }

    /// The lines along an axis.
    #[inline]
    fn along(&self, axis: usize) -> impl Iterator<Item = usize> + use<> {
        bits(self.0[axis]).map(move |bit| BASE[axis] + bit as usize)
    }
}

/// The set bits of a word, lowest first.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word = without_lowest(word);
        (bit < 64).then_some(bit)
    })
}

/// The stones of a colour on a line, at the lower bit of each square.
#[inline]
fn stones(word: u64, color: Color) -> u64 {
    let (black, white) = (word & LOW, word >> 1 & LOW);
    if color == Color::Black { black & !white } else { white & !black }
}

/// A line from one side: its stones, those of the other side, and the empty squares.
#[derive(Clone, Copy)]
struct SideLine {
    own: u64,
    other: u64,
    empty: u64,
}

impl SideLine {
    #[inline]
    fn new(word: u64, color: Color) -> SideLine {
        let empty = !(word | word >> 1) & LOW;
        SideLine { own: stones(word, color), other: stones(word, color.opponent()), empty }
    }

    /// The line with one more stone of the side.
    #[inline]
    fn with(self, bit: u64) -> SideLine {
        SideLine { own: self.own | bit, empty: self.empty & !bit, ..self }
    }

    /// The square at an end of the five that a stone at `five` makes where the other side stops it too: the other end
    /// has its stone. 0 if there is none.
    fn open_end(self, five: u64) -> u64 {
        let own = self.own | five;
        let (mut first, mut last) = (five, five);
        while own & first >> 2 != 0 {
            first >>= 2;
        }
        while own & last << 2 != 0 {
            last <<= 2;
        }
        let (before, after) = (first >> 2, last << 2);
        let blocked = self.other & (before | after);
        // A longer row wins whatever is at its ends.
        if last == first << 8 && blocked != 0 { (before | after) & self.empty } else { 0 }
    }
}

/// The part of a line within a five of its middle, [`NEAR_HALF`] bits up.
const NEAR: u64 = (1 << (2 * NEAR_HALF + 1)) - 1;
const NEAR_HALF: u8 = 8;

/// The word without its lowest set bit.
#[inline]
fn without_lowest(word: u64) -> u64 {
    word & word.wrapping_sub(1)
}

/// True if a word has three set bits. Faster than counting them on processors without such an instruction.
#[inline]
fn has_three(word: u64) -> bool {
    without_lowest(without_lowest(word)) != 0
}

#[inline]
fn has_four(word: u64) -> bool {
    has_three(without_lowest(word))
}

/// The windows of a line, at their first squares, by the number of their stones: at least four, odd, two or three (or
/// more).
struct Windows {
    open: u64,
    four: u64,
    odd: u64,
    two: u64,
}

impl Windows {
    #[inline]
    fn new<R: RuleSet>(line: SideLine, color: Color) -> Windows {
        let SideLine { own, other, empty } = line;
        let free = own | empty;
        let pairs = free & free >> 2;
        let mut open = pairs & pairs >> 4 & free >> 8;
        if !R::VARIANT.row_wins(color, 6, false) {
            open &= !(own << 2) & !(own >> 10);
        }
        if R::ENDS_MATTER {
            open &= !(other << 2 & other >> 10);
        }
        // Adds up the five squares of all windows at once.
        let (a, b, c, d, e) = (own, own >> 2, own >> 4, own >> 6, own >> 8);
        let (sum, carry) = (a ^ b ^ c, a & b | c & (a ^ b));
        let (odd, more) = (sum ^ d ^ e, sum & d | e & (sum ^ d));
        Windows { open, four: carry & more, odd, two: carry ^ more }
    }

    /// The squares of the windows that start here.
    #[inline]
    fn points(starts: u64) -> u64 {
        let pairs = starts | starts << 2;
        pairs | pairs << 4 | starts << 8
    }
}

/// The squares of a line where a side makes a five.
#[inline]
fn fives<R: RuleSet>(line: SideLine, color: Color) -> u64 {
    let windows = Windows::new::<R>(line, color);
    Windows::points(windows.open & windows.four & !windows.odd) & line.empty
}

/// The squares of a line where a side makes a four.
#[inline]
fn fours<R: RuleSet>(line: SideLine, color: Color) -> u64 {
    let windows = Windows::new::<R>(line, color);
    Windows::points(windows.open & windows.two & windows.odd) & line.empty
}

/// No square.
const NONE: Square = Square::MAX;

/// The squares where one stone stops some fives: the square of the five and, where the ends of a five matter, perhaps
/// one at its end. [`NONE`] is no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stops([Square; 2]);

impl Stops {
    /// Those that stop other fives as well.
    #[inline]
    fn and<R: RuleSet>(self, other: Stops) -> Stops {
        let Stops([first, second]) = self;
        if !R::ENDS_MATTER {
            return Stops([if first == other.0[0] { first } else { NONE }, NONE]);
        }
        Stops([first, second].map(|square| if other.0.contains(&square) { square } else { NONE }))
    }

    #[inline]
    pub(super) fn iter<R: RuleSet>(self) -> impl Iterator<Item = Square> {
        self.0.into_iter().take(if R::ENDS_MATTER { 2 } else { 1 }).filter(|&square| square != NONE)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [NONE; 2]
    }
}

/// A four that the attacker can make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four {
    pub(super) square: Square,
    /// The answers; there is one at least.
    pub(super) answers: Stops,
    /// True if it is on a line of the attacker's last stone.
    follows: bool,
}

/// The fours of the attacker, to move.
pub(super) enum FourMoves {
    /// There is none, or the defender threatens more than can be stopped.
    None,
    /// This one cannot be stopped.
    Wins(Square),
    /// These were listed.
    Some,
}

/// The lines through a square before a move there.
pub(super) struct Undo {
    fours: [u64; 4],
    fives: [u64; 4],
    to_make: LineSet,
    to_stop: LineSet,
    last: [Place; 4],
}

pub(super) struct VcfBoard<R: RuleSet> {
    geometry: &'static Geometry,
    lines: Lines,
    side: Color,
    key: u64,
    /// The lines through the attacker's last stone.
    last: [Place; 4],
    /// Where the attacker makes a four and the defender a five, by line; and the lines that have such squares.
    fours: [u64; LINES],
    fives: [u64; LINES],
    to_make: LineSet,
    to_stop: LineSet,
    rule: PhantomData<R>,
}

impl<R: RuleSet> VcfBoard<R> {
    /// The board of a position for an attacker without a five to make; either side may be to move.
    pub(super) fn new(board: &Board<R>, side: Color) -> VcfBoard<R> {
        let (lines, geometry) = board.lines();
        let mut listed = LineSet::NONE;
        // The board does not track fours on squares that are forbidden to black now.
        let all = R::FOULS && side == Color::Black;
        if !all {
            let other = side.opponent();
            for (points, color) in [(board.fours(side), side), (board.fives(other), other)] {
                for square in points.iter() {
                    let patterns = board.patterns(color, square);
                    for axis in (0..4).filter(|&axis| patterns[axis] >= Pattern::ClosedFour) {
                        listed.set(axis, geometry.place(square.into(), axis).line.into(), true);
                    }
                }
            }
        }
        let mut board = VcfBoard::with(geometry, lines.clone(), side, board.key());
        if all {
            board.update_all();
        } else {
            for axis in 0..4 {
                for line in listed.along(axis) {
                    board.update_line(axis, line, board.lines.line(line));
                }
            }
        }
        board
    }

    /// The board of a game, with this side to move.
    pub(super) fn of_game(game: &gomoku::Position, side: Color) -> VcfBoard<R> {
        let (geometry, _) = of_size(game.size());
        let mut lines = Lines::new(geometry);
        let mut key = if side == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        for (point, color) in game.stones() {
            let square = game.size().index(point);
            for axis in 0..4 {
                lines.toggle(geometry.place(square, axis), color);
            }
            key ^= zobrist::stone(square, color);
        }
        let mut board = VcfBoard::with(geometry, lines, side, key);
        board.update_all();
        board
    }

    #[inline]
    fn with(geometry: &'static Geometry, lines: Lines, side: Color, key: u64) -> VcfBoard<R> {
        VcfBoard {
            geometry,
            lines,
            side,
            key,
            last: [NO_PLACE; 4],
            fours: [0; LINES],
            fives: [0; LINES],
            to_make: LineSet::NONE,
            to_stop: LineSet::NONE,
            rule: PhantomData,
        }
    }

    /// Updates every line with enough stones; the others have no such squares.
    fn update_all(&mut self) {
        self.geometry.lines().for_each(|(axis, line)| {
            let word = self.lines.line(line);
            if has_three(stones(word, self.side)) || has_four(stones(word, self.side.opponent())) {
                self.update_line(axis, line, word);
            }
        });
    }

    /// The first square where the attacker makes a five at once.
    pub(super) fn five(&self) -> Option<Square> {
        let fives =
            |(_, line)| bits(self.fives_of(line, self.side)).map(move |bit| self.geometry.square(line, bit));
        self.geometry.lines().flat_map(fives).min()
    }

    /// The squares of a line where a side makes a five.
    #[inline]
    fn fives_of(&self, line: usize, color: Color) -> u64 {
        let line = SideLine::new(self.lines.line(line), color);
        if has_four(line.own) { fives::<R>(line, color) } else { 0 }
    }

    /// The squares that stop the five that a side makes at a bit of a line.
    #[inline]
    fn stops_of(&self, line: usize, side: SideLine, bit: u32) -> Stops {
        let end = if R::ENDS_MATTER { side.open_end(1 << bit) } else { 0 };
        let end = if end == 0 { NONE } else { self.geometry.square(line, end.trailing_zeros()) };
        Stops([self.geometry.square(line, bit), end])
    }

    /// The squares that stop all fives which the attacker's stone here, played or not, makes possible; `None` if it
    /// makes none possible.
    fn answers(&self, square: Square) -> Option<Stops> {
        let stops = self.geometry.places(square).iter().flat_map(|&place| {
            let side = SideLine::new(self.lines.word(place), self.side).with(1 << place.shift);
            let line = usize::from(place.line);
            bits(fives::<R>(side, self.side)).map(move |bit| self.stops_of(line, side, bit))
        });
        stops.reduce(Stops::and::<R>)
    }

    /// The first square where the defender stops the fives after the attacker's stone here; `None` if nothing does.
    pub(super) fn answer(&self, square: Square) -> Option<Square> {
        let answer = self.answers(square)?.iter::<R>().next();
        answer.filter(|&answer| self.may_play(answer, self.side.opponent()))
    }

    /// Sets the attacker's last stone: fours on its lines are listed first.
    pub(super) fn set_last(&mut self, square: Square) {
        self.last = *self.geometry.places(square);
    }

    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move of the attacker and its answer.
    #[inline]
    pub(super) fn key_after(&self, square: Square, answer: Square) -> u64 {
        self.key
            ^ zobrist::stone(square.into(), self.side)
            ^ zobrist::stone(answer.into(), self.side.opponent())
    }

    /// Updates the bits of a line.
    #[inline]
    fn update_line(&mut self, axis: usize, line: usize, word: u64) {
        let other = self.side.opponent();
        let (attack, defence) = (SideLine::new(word, self.side), SideLine::new(word, other));
        let fours = if has_three(attack.own) { fours::<R>(attack, self.side) } else { 0 };
        let fives = if has_four(defence.own) { fives::<R>(defence, other) } else { 0 };
        self.fours[line] = fours;
        self.fives[line] = fives;
        self.to_make.set(axis, line, fours != 0);
        self.to_stop.set(axis, line, fives != 0);
    }

    /// Places a stone on an empty square.
    #[inline]
    pub(super) fn play(&mut self, square: Square, color: Color) -> Undo {
        let places = self.geometry.places(square);
        let mut before = Undo {
            fours: [0; 4],
            fives: [0; 4],
            to_make: LineSet::NONE,
            to_stop: LineSet::NONE,
            last: self.last,
        };
        if color == self.side {
            self.last = *places;
        }
        for (axis, &place) in places.iter().enumerate() {
            let line = usize::from(place.line) % LINES;
            (before.fours[axis], before.fives[axis]) = (self.fours[line], self.fives[line]);
            (before.to_make.0[axis], before.to_stop.0[axis]) = (self.to_make.0[axis], self.to_stop.0[axis]);
            let word = self.lines.toggle(place, color);
            self.update_line(axis, line, word);
        }
        self.key ^= zobrist::stone(square.into(), color) ^ zobrist::WHITE_TO_MOVE;
        before
    }

    /// Takes back the last stone.
    #[inline]
    pub(super) fn undo(&mut self, square: Square, color: Color, before: &Undo) {
        for (axis, &place) in self.geometry.places(square).iter().enumerate() {
            let line = usize::from(place.line) % LINES;
            self.lines.toggle(place, color);
            (self.fours[line], self.fives[line]) = (before.fours[axis], before.fives[axis]);
            (self.to_make.0[axis], self.to_stop.0[axis]) = (before.to_make.0[axis], before.to_stop.0[axis]);
        }
        self.last = before.last;
        self.key ^= zobrist::stone(square.into(), color) ^ zobrist::WHITE_TO_MOVE;
    }

    /// The squares that stop all fives of the defender; `None` if it has none.
    #[inline]
    fn stops(&self) -> Option<Stops> {
        let mut stops: Option<Stops> = None;
        for axis in 0..4 {
            for line in self.to_stop.along(axis) {
                let side = SideLine::new(self.lines.line(line), self.side.opponent());
                for bit in bits(self.fives[line]) {
                    let here = self.stops_of(line, side, bit);
                    let all = stops.map_or(here, |stops| stops.and::<R>(here));
                    stops = Some(all);
                    if all.is_empty() {
                        return stops;
                    }
                }
            }
        }
        stops
    }

    /// Lists the fours of the attacker, to move, those on the lines of its last stone first. In renju black's may be
    /// forbidden. Lists none if one wins.
    pub(super) fn list(&self, out: &mut Vec<Four>) -> FourMoves {
        let stops = self.stops();
        let first = out.len();
        let mut seen = SquareSet::EMPTY;
        let mut wins = None;
        if let Some(stops) = stops {
            for stop in stops.iter::<R>() {
                for place in self.geometry.places(stop) {
                    let line = usize::from(place.line) % LINES;
                    if self.fours[line] >> place.shift & 1 == 1 {
                        wins = wins.or(self.add_four(line, place.shift.into(), &mut seen, out));
                    }
                }
            }
        } else {
            'axes: for axis in 0..4 {
                for line in self.to_make.along(axis) {
                    for bit in bits(self.fours[line]) {
                        wins = self.add_four(line, bit, &mut seen, out);
                        if wins.is_some() {
                            break 'axes;
                        }
                    }
                }
            }
        }
        if let Some(square) = wins {
            out.truncate(first);
            return FourMoves::Wins(square);
        }
        out[first..].sort_by_key(|four| !four.follows);
        if out.len() == first { FourMoves::None } else { FourMoves::Some }
    }

    /// Adds the four at a square of a line; returns the square if nothing stops it.
    #[inline]
    fn add_four(&self, line: usize, bit: u32, seen: &mut SquareSet, out: &mut Vec<Four>) -> Option<Square> {
        let square = self.geometry.square(line, bit);
        let again = seen.contains(square);
        let (unstopped, answers) = if R::ENDS_MATTER {
            // It may be a four on several lines; all are answered at once.
            let answers = if again { None } else { self.answers(square) };
            (answers.is_some_and(Stops::is_empty), answers?)
        } else {
            // Two fives cannot be stopped, on one line or on two.
            let five = fives::<R>(SideLine::new(self.lines.line(line), self.side).with(1 << bit), self.side);
            let answer = self.geometry.square(line, five.trailing_zeros());
            (without_lowest(five) != 0 || again, Stops([answer, NONE]))
        };
        if unstopped && self.may_play(square, self.side) {
            return Some(square);
        }
        seen.insert(square);
        let follows = self.last.iter().any(|place| usize::from(place.line) == line);
        out.push(Four { square, answers, follows });
        None
    }

    /// True if a stone may be placed on an empty square where it makes no five.
    #[inline]
    pub(super) fn may_play(&self, square: Square, color: Color) -> bool {
        let doubtful = R::FOULS && color == Color::Black && self.is_doubtful(square);
        !(doubtful && Fouls::<R>::new(&self.lines, self.geometry).is_foul(square))
    }

    /// True if a black stone may be a foul: it makes a row of six, two fours, or the shapes of two threes.
    pub(super) fn is_doubtful(&self, square: Square) -> bool {
        let (mut lines_with_four, mut lines_with_three) = (0, 0);
        for &place in self.geometry.places(square) {
            let bit = 1 << place.shift;
            let line = SideLine::new(self.lines.word(place), Color::Black).with(bit);
            let SideLine { own, empty, .. } = line;
            if !has_three(own & NEAR << (place.shift - NEAR_HALF)) {
                continue;
            }
            let pairs = own & own >> 2;
            if pairs & pairs >> 4 & pairs >> 8 != 0 {
                return true;
            }
            let five = fives::<R>(line, Color::Black);
            if five != 0 {
                // Two on one line are a straight four if only its stones are between them.
                let lowest = five & five.wrapping_neg();
                let between = lowest << 2 | lowest << 4 | lowest << 6 | lowest << 8;
                if five != lowest && (five != lowest | lowest << 10 || own & between != between) {
                    return true;
                }
                lines_with_four += 1;
            }
            // Four squares in a row with three black stones, and empty squares at both ends.
            let free = own | empty;
            let (a, b, c, d) = (empty >> 2, empty >> 4, empty >> 6, empty >> 8);
            let one_empty = (a ^ b ^ c ^ d) & !(a & b | c & d);
            let inner = free >> 2 & free >> 4 & free >> 6 & free >> 8;
            let with_stone = bit >> 2 | bit >> 4 | bit >> 6 | bit >> 8;
            lines_with_three += u32::from(empty & empty >> 10 & inner & one_empty & with_stone != 0);
        }
        lines_with_four > 1 || lines_with_three > 1
    }
}

#[cfg(test)]
#[path = "board_tests.rs"]
mod tests;
