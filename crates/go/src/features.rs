//! Features of a move: what it does to chains, where it is, and the shapes around it.
//!
//! Each group of features gives a move one level; level 0 means none. The shapes are sets of points around the move of
//! growing size, by the distance `|dx| + |dy| + max(|dx|, |dy|)`. Each shape has a key that is the same for its
//! rotations, reflections and colours seen from the side to move. The beginning of the stones beside the move has their
//! liberties too (one, two, more). Source: R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007.

use crate::board::Board;
use crate::playout::Recent;
use crate::tactics::{Points, Reader, is_bad_self_atari, ladder_defences, race_moves, vital_point};
use std::sync::LazyLock;
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_games::go::{self, NO_VERTEX, Vertex};

/// A group of features of which a move has one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Captures a chain in atari: three sizes of one that could not escape, of one that could, of one that has an own
    /// chain in atari beside it.
    Capture,
    /// Extends an own chain in atari: it is caught all the same, or three sizes of one that gets away.
    Save,
    /// Atari on a chain with two liberties: any, or three sizes of one that is caught by it.
    Atari,
    /// Saves a chain with two liberties from a ladder, three sizes.
    Ladder,
    /// A liberty that counts in a race.
    Race,
    /// Self-atari of a single stone, or a bad one.
    SelfAtari,
    /// The vital point of an eye space beside the last move.
    Vital,
    /// The distance to the last move.
    Last,
    /// The distance to the own move before.
    Before,
    /// The line from the edge: with stones near, then without.
    Line,
}

impl Group {
    pub(crate) const ALL: [Group; 10] = [
        Group::Capture,
        Group::Save,
        Group::Atari,
        Group::Ladder,
        Group::Race,
        Group::SelfAtari,
        Group::Vital,
        Group::Last,
        Group::Before,
        Group::Line,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Group::Capture => "capture",
            Group::Save => "save",
            Group::Atari => "atari",
            Group::Ladder => "ladder",
            Group::Race => "race",
            Group::SelfAtari => "self-atari",
            Group::Vital => "vital",
            Group::Last => "last",
            Group::Before => "before",
            Group::Line => "line",
        }
    }

    /// Levels, 0 included.
    pub(crate) const fn levels(self) -> usize {
        match self {
            Group::Capture => 10,
            Group::Save | Group::Atari => 5,
            Group::Ladder => 4,
            Group::Race | Group::Vital => 2,
            Group::SelfAtari => 3,
            Group::Last | Group::Before => FARTHEST,
            Group::Line => 1 + 2 * LINES,
        }
    }
}

/// The most levels of a group.
pub(crate) const MOST_LEVELS: usize = 20;
/// From this distance on a move is as good as anywhere: level 0.
const FARTHEST: usize = 18;
/// Lines from the edge that have levels of their own.
const LINES: usize = 6;
/// Positions that the reading about one chain may visit.
const POSITIONS: u32 = 200;

/// The levels of a move, one for each group.
pub(crate) type Levels = [u8; Group::ALL.len()];

/// The levels of a stone of one colour on each point.
pub(crate) struct Features(Vec<Levels>);

impl Features {
    pub(crate) fn new(
        board: &mut Board,
        rules: &go::Board,
        moves: &[Vertex],
        color: Color,
        recent: Recent,
    ) -> Features {
        let mut features = Features(vec![[0; Group::ALL.len()]; board.len()]);
        for &at in moves {
            features.add_place(board, rules, at, color, recent);
        }
        for chain in rules.vertices() {
            if board.color(chain).is_some() && board.chain(chain) == chain {
                features.add_chain(board, chain, color);
            }
        }
        features.add_vital(board, recent);
        features
    }

    pub(crate) fn of(&self, at: Vertex) -> &Levels {
        &self.0[usize::from(at)]
    }

    /// The highest level of a group counts.
    fn add(&mut self, at: Vertex, group: Group, level: usize) {
        let own = &mut self.0[usize::from(at)][group as usize];
        *own = (*own).max(level as u8);
    }

    /// What can be done with a chain: capture and save, with ladders read to the end.
    fn add_chain(&mut self, board: &mut Board, chain: Vertex, color: Color) {
        let own = board.is_color(chain, color);
        let size = match board.stones(chain) {
            1 => 0,
            2 | 3 => 1,
            _ => 2,
        };
        let mut reader = Reader::new(POSITIONS);
        match (board.liberties(chain), own) {
            (1, false) => {
                let at = board.first_liberties::<1>(chain)[0];
                let saves_own = board
                    .chain_stones(chain)
                    .flat_map(|q| board.neighbours(q))
                    .any(|q| board.is_color(q, color) && board.liberties(q) == 1);
                let escapes = saves_own || !reader.is_caught(board, chain);
                self.add(
                    at,
                    Group::Capture,
                    1 + size + 3 * usize::from(escapes) + 3 * usize::from(saves_own),
                );
            }
            (1, true) => {
                let at = board.first_liberties::<1>(chain)[0];
                if board.is_legal(at, color) {
                    let caught = reader.stays_caught(board, chain, at, color);
                    self.add(at, Group::Save, if caught { 1 } else { 2 + size });
                }
            }
            (2, false) => {
                for at in board.first_liberties::<2>(chain) {
                    let catches = reader.catches(board, chain, at, !color);
                    self.add(at, Group::Atari, if catches { 2 + size } else { 1 });
                }
            }
            (2, true) => {
                let mut moves = Points::new();
                ladder_defences(board, chain, &mut reader, &mut moves);
                for &at in moves.as_slice() {
                    self.add(at, Group::Ladder, 1 + size);
                }
            }
            (3 | 4, true) => {
                let mut moves = Points::new();
                race_moves(board, chain, 3, &mut moves);
                for &at in moves.as_slice() {
                    self.add(at, Group::Race, 1);
                }
            }
            _ => {}
        }
    }

    /// The vital points of the eye spaces beside the last move.
    fn add_vital(&mut self, board: &Board, recent: Recent) {
        if recent.last == NO_VERTEX {
            return;
        }
        for q in board.eight(recent.last) {
            if board.is_empty(q) {
                for side in Color::BOTH {
                    if let Some(at) = vital_point(board, q, side) {
                        self.add(at, Group::Vital, 1);
                    }
                }
            }
        }
    }

    /// Self-atari, the distances to the moves before, and the line.
    fn add_place(&mut self, board: &Board, rules: &go::Board, at: Vertex, color: Color, recent: Recent) {
        if is_bad_self_atari(board, at, color) {
            self.add(at, Group::SelfAtari, 2);
        } else if board.liberties_after(at, color, 2) < 2 && !board.captures(at, color) {
            self.add(at, Group::SelfAtari, 1);
        }
        let (size, point) = (rules.size(), rules.point(at));
        for (other, group) in [(recent.last, Group::Last), (recent.before, Group::Before)] {
            if other != NO_VERTEX {
                let other = rules.point(other);
                let rows = usize::from(point.row.abs_diff(other.row));
                let cols = usize::from(point.col.abs_diff(other.col));
                let distance = rows + cols + rows.max(cols);
                if distance < FARTHEST {
                    self.add(at, group, distance);
                }
            }
        }
        let row = usize::from(point.row).min(size.rows() - 1 - usize::from(point.row));
        let col = usize::from(point.col).min(size.cols() - 1 - usize::from(point.col));
        let is_near = |p| !rules.at(p).is_empty();
        let lonely = !(-2..=2).any(|r: i32| {
            (-2..=2).any(|c: i32| r.abs() + c.abs() < 4 && size.offset(point, r, c).is_some_and(is_near))
        });
        self.add(at, Group::Line, 1 + row.min(col).min(LINES - 1) + if lonely { LINES } else { 0 });
    }
}

/// Sizes of shapes: the points up to the distances 3 to 7.
pub(crate) const SHAPES: usize = 5;
/// The number of points of each size.
const ENDS: [usize; SHAPES] = [8, 12, 20, 28, 36];
const MOST_POINTS: usize = ENDS[SHAPES - 1];
/// Points beside the board that a shape may reach.
const MARGIN: usize = 3;

/// What a point of a shape holds: nothing, the wall, an own stone or one of the opponent. Stones beside the move have
/// one, two or more liberties.
const STATES: usize = 8;
const NOTHING: u8 = 0;
const WALL: u8 = 1;
const OWN: u8 = 2;
const OTHER: u8 = 5;

/// The offsets of a shape's points, nearest first, and random keys of each in the eight symmetries.
struct Keys {
    offsets: [(i32, i32); MOST_POINTS],
    keys: Box<[[[u64; 8]; STATES]; MOST_POINTS]>,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let distance = |(r, c): (i32, i32)| r.abs() + c.abs() + r.abs().max(c.abs());
    let mut all: Vec<(i32, i32)> = (-3..=3).flat_map(|r| (-3..=3).map(move |c| (r, c))).collect();
    all.retain(|&offset| (2..=7).contains(&distance(offset)));
    all.sort_by_key(|&offset| distance(offset));
    let mut offsets = [(0, 0); MOST_POINTS];
    offsets.copy_from_slice(&all);
    let mut rng = SplitMix64(0x7e46);
    let own: Vec<[u64; STATES]> = all.iter().map(|_| std::array::from_fn(|_| rng.next_u64())).collect();
    let mut keys = Box::new([[[0; 8]; STATES]; MOST_POINTS]);
    for (n, &(r, c)) in all.iter().enumerate() {
        let turned = [(r, c), (c, -r), (-r, -c), (-c, r), (r, -c), (c, r), (-r, c), (-c, -r)];
        for (symmetry, offset) in turned.into_iter().enumerate() {
            let image = all.iter().position(|&other| other == offset).unwrap_or(n);
            for state in 0..STATES {
                keys[n][state][symmetry] = own[image][state];
            }
        }
    }
    Keys { offsets, keys }
});

/// The stones of a position as the side to move sees them, with a margin around the board.
pub(crate) struct Shapes {
    stride: usize,
    cells: Vec<u8>,
    /// The same with the liberties of the stones.
    near: Vec<u8>,
    offsets: [isize; MOST_POINTS],
}

impl Shapes {
    pub(crate) fn new(board: &Board, rules: &go::Board, color: Color) -> Shapes {
        let size = rules.size();
        let stride = size.cols() + 2 * MARGIN;
        let mut cells = vec![WALL; stride * (size.rows() + 2 * MARGIN)];
        let mut near = cells.clone();
        for at in rules.vertices() {
            let point = rules.point(at);
            let index = (usize::from(point.row) + MARGIN) * stride + usize::from(point.col) + MARGIN;
            cells[index] = match board.color(at) {
                None => NOTHING,
                Some(stone) if stone == color => OWN,
                Some(_) => OTHER,
            };
            near[index] = cells[index];
            if cells[index] != NOTHING {
                near[index] += board.liberties(at).min(3) as u8 - 1;
            }
        }
        let offsets = KEYS.offsets.map(|(r, c)| r as isize * stride as isize + c as isize);
        Shapes { stride, cells, near, offsets }
    }

    /// The keys of the shapes around a point, smallest first.
    pub(crate) fn keys(&self, rules: &go::Board, at: Vertex) -> [u32; SHAPES] {
        let point = rules.point(at);
        let index = (usize::from(point.row) + MARGIN) * self.stride + usize::from(point.col) + MARGIN;
        let keys = &KEYS.keys;
        let mut all = [0u64; 8];
        let mut found = [0; SHAPES];
        let mut n = 0;
        for (size, found) in found.iter_mut().enumerate() {
            while n < ENDS[size] {
                let cells = if n < 4 { &self.near } else { &self.cells };
                let state = cells[index.wrapping_add_signed(self.offsets[n])];
                let more = &keys[n][usize::from(state) % STATES];
                for (own, more) in all.iter_mut().zip(more) {
                    *own ^= more;
                }
                n += 1;
            }
            let least = all.iter().fold(u64::MAX, |least, &key| least.min(key));
            let mixed = least.wrapping_add(size as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            *found = (mixed >> 32) as u32;
        }
        found
    }
}

#[cfg(test)]
mod tests;
