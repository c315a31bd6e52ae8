//! The key of a position: equal for positions that differ only by a symmetry of the board.
//!
//! The key depends on the stones, the side to move, the game, the size of the board, and on what makes the same stones
//! another game. That is the variant of gomoku, k and gravity of an m,n,k game. It does not depend on ko, prisoners,
//! komi and rule set of Go, on the phase of an opening rule, or on the moves before. A square board has eight
//! symmetries, any other four; a board with gravity has two.
//!
//! The key is the smallest of the Zobrist hashes of the turned boards, 64 bits. The chance that two of ten million
//! different positions have the same key is 3 in a million.

use std::fmt::Write;
use tengen_board::{Cell, Color, Point, Size, Symmetry, zobrist};
use tengen_games::{AnyPosition, Feature, Game, GameSpec, Move};

/// The key of a position, and the symmetries to its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionKey {
    /// The key: equal for positions that differ only by a symmetry.
    pub key: u64,
    /// The symmetries that turn this position into the canonical one, one bit each; several if the position is
    /// symmetric.
    symmetries: u8,
    size: Size,
}

/// The key of one position.
///
/// ```
/// use tengen_games::{AnyPosition, Game, GameSpec};
/// use tengen_library::position_key;
/// let start = AnyPosition::new(&GameSpec::named("othello", None, None)?);
/// let after = |text: &str| {
///     let mut position = start.clone();
///     position.play(position.parse_move(text).unwrap()).unwrap();
///     position_key(&position).key
/// };
/// assert_eq!(after("f5"), after("d3"));
/// assert_ne!(after("f5"), position_key(&start).key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn position_key(position: &AnyPosition) -> PositionKey {
    Keyer::new(&position.spec()).key(position)
}

impl PositionKey {
    /// The symmetries that turn this position into the canonical one, at least one.
    pub fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |&s| self.symmetries >> s as u8 & 1 == 1)
    }

    /// True if the board has this point.
    pub(crate) const fn contains(self, point: Point) -> bool {
        self.size.contains(point)
    }

    /// The index of a point in the canonical position: of all points that are equal by symmetry, the first in reading
    /// order.
    pub(crate) fn canonical(self, point: Point) -> usize {
        let turned = self.symmetries().map(|s| self.size.index(s.apply(point, self.size)));
        turned.min().expect("at least one symmetry")
    }

    /// The points of this position with this index in the canonical one. First the one that players name: the
    /// rightmost, then the topmost (`f5` in Othello, the upper right corner in Go).
    pub(crate) fn here(self, index: usize) -> Vec<Point> {
        let point = self.size.point(index);
        let mut points: Vec<Point> = self.symmetries().map(|s| s.inverse().apply(point, self.size)).collect();
        points.sort_by_key(|p| (std::cmp::Reverse(p.col), p.row));
        points.dedup();
        points
    }

    /// The key in the type of SQLite.
    pub(crate) const fn stored(self) -> i64 {
        self.key as i64
    }
}

/// Computes the keys of successive positions of a game from the changes on the board.
pub(crate) struct Keyer {
    size: Size,
    group: &'static [Symmetry],
    /// The start of every hash: the game.
    family: u64,
    /// For every point, the hash of a stone of either colour there, under every symmetry.
    stones: Vec<[[u64; 8]; 2]>,
    cells: Vec<Cell>,
    hashes: [u64; 8],
}

impl Keyer {
    pub(crate) fn new(spec: &GameSpec) -> Keyer {
        let size = spec.size();
        let group = group_of(spec);
        let hash = |p: Point, color| {
            let mut hashes = [0; 8];
            for (hash, s) in hashes.iter_mut().zip(group) {
                *hash = zobrist::stone(size.index(s.apply(p, size)), color);
            }
            hashes
        };
        let family = family_of(spec);
        Keyer {
            size,
            group,
            family,
            stones: size.points().map(|p| [hash(p, Color::Black), hash(p, Color::White)]).collect(),
            cells: vec![Cell::Empty; size.area()],
            hashes: [family; 8],
        }
    }

    /// The key of a position of this game.
    pub(crate) fn key(&mut self, position: &AnyPosition) -> PositionKey {
        debug_assert_eq!(self.family, family_of(&position.spec()));
        for (i, point) in self.size.points().enumerate() {
            let (before, now) = (self.cells[i], position.at(point));
            if before != now {
                for cell in [before, now] {
                    if let Some(color) = cell.color() {
                        let stone = &self.stones[i][color.index()];
                        self.hashes.iter_mut().zip(stone).for_each(|(hash, s)| *hash ^= s);
                    }
                }
                self.cells[i] = now;
            }
        }
        let hashes = &self.hashes[..self.group.len()];
        let least = *hashes.iter().min().expect("every board keeps its shape under the identity");
        let alike = self.group.iter().zip(hashes).filter(|(_, hash)| **hash == least);
        let symmetries = alike.fold(0, |bits, (s, _)| bits | 1 << *s as u8);
        let side = if position.to_move() == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        PositionKey { key: least ^ side, symmetries, size: self.size }
    }
}

/// The symmetries that do not change a game.
pub(crate) fn group_of(spec: &GameSpec) -> &'static [Symmetry] {
    if spec.has(Feature::Gravity) { &Symmetry::UPRIGHT } else { Symmetry::keeping(spec.size()) }
}

/// A number for the games whose positions are compared with each other.
fn family_of(spec: &GameSpec) -> u64 {
    let mut name = spec.kind().name().to_owned();
    // Writing to a string cannot fail.
    let _ = match spec {
        GameSpec::Mnk(rules) => write!(name, " {} {}", rules.k, rules.gravity),
        GameSpec::Gomoku(rules) => write!(name, " {}", rules.variant),
        GameSpec::Othello(_) | GameSpec::Go(_) => Ok(()),
        other => write!(name, " {}", other.rules_text()),
    };
    let _ = write!(name, " {}", spec.size());
    zobrist::extra(digest(name.as_bytes()) >> 1)
}

/// FNV-1a, 64 bits: the same on every machine and in every build, so that it can be stored.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A number that is equal for games with the same rules, start and main line; `None` without any move or stone.
pub(crate) fn game_digest(record: &tengen_records::Record) -> Option<i64> {
    let mut bytes = crate::header::rules_text(&record.spec).into_bytes();
    let rules = bytes.len();
    for id in record.tree.main_line() {
        let node = record.tree.node(id);
        for &(p, cell) in &node.set_up {
            bytes.extend([b's', p.row, p.col, cell.color().map_or(2, |c| c.index() as u8)]);
        }
        match node.mv {
            None => {}
            Some((_, Move::Place(p))) => bytes.extend([b'm', p.row, p.col]),
            Some((_, Move::Pass)) => bytes.push(b'p'),
            Some((_, Move::Choose(choice))) => bytes.extend(choice.to_string().bytes()),
        }
    }
    (bytes.len() > rules).then(|| digest(&bytes) as i64)
}
