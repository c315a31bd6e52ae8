//! What a black stone makes in renju, at length, so that a refusal can be explained.

use super::renju::{self, Judgement, Line};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::layout::{Layout, LineBits};
use tengen_board::{AXES, Axis, Color, Coords, Point, Size};

/// The three fouls of black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FoulKind {
    /// Six or more in an unbroken row.
    Overline,
    /// Two or more fours at once.
    DoubleFour,
    /// Two or more threes at once.
    DoubleThree,
}

impl FoulKind {
    /// The word for it in data: `overline`, `double-four`, `double-three`.
    pub const fn id(self) -> &'static str {
        match self {
            FoulKind::Overline => "overline",
            FoulKind::DoubleFour => "double-four",
            FoulKind::DoubleThree => "double-three",
        }
    }
}

impl fmt::Display for FoulKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FoulKind::Overline => "overline",
            FoulKind::DoubleFour => "double four",
            FoulKind::DoubleThree => "double three",
        })
    }
}

/// Stones of one line, the new one among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The line's axis.
    pub axis: Axis,
    /// The stones.
    pub stones: Vec<Point>,
    /// For a four, the points that make it a five. Empty for a five and an overline.
    pub next: Vec<Point>,
}

/// Three stones of one line that one more stone makes a straight four.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Three {
    /// The line's axis.
    pub axis: Axis,
    /// The three stones.
    pub stones: Vec<Point>,
    /// Each point that makes it a straight four, and what comes of playing there. There is at least one.
    pub extensions: Vec<(Point, Extension)>,
}

impl Three {
    /// Whether this is a three by the rule: one of its extensions is sound.
    pub fn counts(&self) -> bool {
        self.extensions.iter().any(|(_, extension)| *extension == Extension::Sound)
    }
}

/// What comes of a stone that makes a three into a straight four.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Extension {
    /// A straight four and nothing against it.
    Sound,
    /// A five on another line at the same time, so that the rule does not ask about the straight four.
    Five,
    /// It is itself forbidden.
    Forbidden(Box<Foul>),
}

/// Everything that a black stone on one point makes.
///
/// ```
/// use tengen_games::{Game, gomoku};
/// let mut game = gomoku::Position::new(&gomoku::Rules::RENJU);
/// for point in ["h8", "a1", "i8", "c1", "j9", "e1", "j10", "g1"] {
///     game.play(game.parse_move(point)?)?;
/// }
/// let j8 = game.parse_move("j8")?;
/// let why = game.check(j8).unwrap_err().to_string();
/// assert_eq!(
///     why,
///     "move 9 (j8) is illegal: double three: h8-i8-j8 (straight four at g8 or k8) and j10-j9-j8 (straight four at \
///      j11 or j7)"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shapes {
    /// The point of the stone.
    pub point: Point,
    /// The board.
    pub size: Size,
    /// Rows of exactly five.
    pub fives: Vec<Row>,
    /// Rows of six or more.
    pub overlines: Vec<Row>,
    /// Fours: each can become a five.
    pub fours: Vec<Row>,
    /// Rows of three that can become a straight four, those included that do not count as threes.
    pub threes: Vec<Three>,
}

impl Shapes {
    /// What a black stone on `point`, which must be empty, makes.
    pub(super) fn of(board: &LineBits, point: Point) -> Shapes {
        let size = board.size();
        let mut shapes =
            Shapes { point, size, fives: vec![], overlines: vec![], fours: vec![], threes: vec![] };
        let mut after = *board;
        after.place(after.index(point), Color::Black);
        for axis in AXES {
            let list = |word| renju::points(axis, point, word).collect::<Vec<Point>>();
            let Some(line) = Line::new(board, axis, point) else { continue };
            let run = Row { axis, stones: list(line.run_points()), next: vec![] };
            match run.stones.len() {
                5 => shapes.fives.push(run),
                6.. => shapes.overlines.push(run),
                _ => {
                    let fours = line.fours();
                    let row = |(stones, next)| Row { axis, stones: list(stones), next: list(next) };
                    shapes.fours.extend(fours.iter().map(row));
                    if fours.len() == 0 {
                        shapes.threes.extend(line.open_threes().iter().map(|(stones, next)| {
                            let follow = |p| (p, extension(&after, p));
                            Three {
                                axis,
                                stones: list(stones),
                                extensions: renju::points(axis, point, next).map(follow).collect(),
                            }
                        }));
                    }
                }
            }
        }
        shapes
    }

    /// The foul that the stone is, if it is one. A five outranks every foul; an overline goes before a double four, and
    /// that before a double three.
    pub fn foul(&self) -> Option<FoulKind> {
        let axes = |axis: &Axis| self.threes.iter().any(|three| three.axis == *axis && three.counts());
        if !self.fives.is_empty() {
            None
        } else if !self.overlines.is_empty() {
            Some(FoulKind::Overline)
        } else if self.fours.len() >= 2 {
            Some(FoulKind::DoubleFour)
        } else if AXES.iter().filter(|axis| axes(axis)).count() >= 2 {
            Some(FoulKind::DoubleThree)
        } else {
            None
        }
    }
}

fn extension(board: &LineBits, point: Point) -> Extension {
    match renju::judge(board, point) {
        Judgement::Free => Extension::Sound,
        Judgement::Five => Extension::Five,
        Judgement::Overline | Judgement::DoubleFour | Judgement::DoubleThree => {
            let shapes = Shapes::of(board, point);
            match shapes.foul() {
                Some(kind) => Extension::Forbidden(Box::new(Foul { kind, shapes })),
                // The two judges agree, which the tests prove.
                None => Extension::Sound,
            }
        }
    }
}

/// Why a point is forbidden to black, with the lines that make it so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foul {
    /// Which foul.
    pub kind: FoulKind,
    /// All that the stone makes; threes that do not count say why.
    pub shapes: Shapes,
}

impl Foul {
    /// The foul of a black stone on `point`, which must be empty, if it is one.
    pub(super) fn of(board: &LineBits, point: Point) -> Option<Foul> {
        if !renju::judge(board, point).is_foul() {
            return None;
        }
        let shapes = Shapes::of(board, point);
        Some(Foul { kind: shapes.foul()?, shapes })
    }

    /// The lines that make the foul, as their stones.
    pub fn lines(&self) -> Vec<&[Point]> {
        match self.kind {
            FoulKind::Overline => self.shapes.overlines.iter().map(|row| &row.stones[..]).collect(),
            FoulKind::DoubleFour => self.shapes.fours.iter().map(|row| &row.stones[..]).collect(),
            FoulKind::DoubleThree => self
                .shapes
                .threes
                .iter()
                .filter(|three| three.counts())
                .map(|three| &three.stones[..])
                .collect(),
        }
    }
}

/// One plain line: `double four: e8-f8-g8-h8 (five at i8) and h5-h6-h7-h8 (five at h4 or h9)`.
impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.kind)?;
        let text = |points: &[Point], between: &str| {
            let words: Vec<String> =
                points.iter().map(|&p| Coords::Gomoku.format(p, self.shapes.size)).collect();
            words.join(between)
        };
        let mut parts = Vec::new();
        match self.kind {
            FoulKind::Overline => {
                parts.extend(self.shapes.overlines.iter().map(|row| text(&row.stones, "-")));
            }
            FoulKind::DoubleFour => parts.extend(
                self.shapes
                    .fours
                    .iter()
                    .map(|row| format!("{} (five at {})", text(&row.stones, "-"), text(&row.next, " or "))),
            ),
            FoulKind::DoubleThree => {
                parts.extend(self.shapes.threes.iter().filter(|three| three.counts()).map(|three| {
                    let sound: Vec<Point> = three
                        .extensions
                        .iter()
                        .filter(|(_, extension)| *extension == Extension::Sound)
                        .map(|(point, _)| *point)
                        .collect();
                    format!("{} (straight four at {})", text(&three.stones, "-"), text(&sound, " or "))
                }));
            }
        }
        f.write_str(&parts.join(" and "))?;
        if self.kind == FoulKind::DoubleThree {
            for three in self.shapes.threes.iter().filter(|three| !three.counts()) {
                write!(f, "; {} is no three, because", text(&three.stones, "-"))?;
                for (i, (point, extension)) in three.extensions.iter().enumerate() {
                    let and = if i > 0 { " and" } else { "" };
                    let point = text(&[*point], "");
                    match extension {
                        Extension::Five => write!(f, "{and} {point} makes a five")?,
                        Extension::Forbidden(foul) => write!(f, "{and} {point} is forbidden ({foul})")?,
                        Extension::Sound => {}
                    }
                }
            }
        }
        Ok(())
    }
}
