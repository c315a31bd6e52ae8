//! Self-play games as text, one line per game.
//!
//! ```text
//! # rules size winner : opening moves | moves with the engine's win probability for the mover, in thousandths
//! freestyle 15 black : h8 i9 g7 | h6:523 j8?470 h7:610
//! ```
//!
//! Empty lines and lines that begin with `#` are ignored. Only the moves after the opening have scores; a proven win is
//! 1000, a proven loss 0. A `?` instead of `:` marks a random move, which takes the game to positions that the engine
//! would avoid. Its score is still the engine's evaluation of the position.

use std::fmt;
use tengen_board::{Color, CoordError, Coords, Point, Size};
use tengen_games::gomoku::Variant;

/// A game that an engine played against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The rules.
    pub variant: Variant,
    /// The side of the square board, 5 to 22.
    pub side: u8,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The stones of the opening, black first.
    pub opening: Vec<Point>,
    /// The moves after them.
    pub moves: Vec<TrainingMove>,
}

/// A move of a self-play game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingMove {
    /// The point of the stone.
    pub point: Point,
    /// The engine's win probability for the mover before the move, in thousandths.
    pub score: u16,
    /// True if the move was random, not chosen by the engine.
    pub stray: bool,
}

/// A line that is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct GameError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: GameFault,
}

/// What is wrong with a line of a file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFault {
    /// No `:` is between the rules and the moves.
    NoColon,
    /// No `|` is between the opening and the moves.
    NoBar,
    /// The part before the moves is not rules, size and winner.
    Head(String),
    /// The part before the moves names no rules.
    Rules(String),
    /// The part before the moves has no side of the board.
    Side(String),
    /// A text that names no winner.
    Winner(String),
    /// A text that is no point of the board.
    Point(CoordError),
    /// A move without a score.
    NoScore(String),
    /// A move with a score outside 0 to 1000.
    Score(String),
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameFault::NoColon => f.write_str("no ':' between the rules and the moves"),
            GameFault::NoBar => f.write_str("no '|' between the opening and the moves"),
            GameFault::Head(head) => {
                write!(f, "'{head}' should be rules, size and winner, such as 'freestyle 15 black'")
            }
            GameFault::Rules(head) => {
                let names = Variant::ALL.map(Variant::name).join(", ");
                write!(f, "no rules in '{head}': {names}")
            }
            GameFault::Side(head) => write!(f, "no side of the board, 5 to 22, in '{head}'"),
            GameFault::Winner(text) => write!(f, "the winner is black, white or draw, not '{text}'"),
            GameFault::Point(error) => error.fmt(f),
            GameFault::NoScore(mv) => write!(f, "no score behind '{mv}'"),
            GameFault::Score(mv) => write!(f, "the score of '{mv}' is not within 0 and 1000"),
        }
    }
}

impl fmt::Display for TrainingGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "draw",
        };
        write!(f, "{} {} {winner} :", self.variant, self.side)?;
        let size = Size::square(usize::from(self.side));
        let text =
            |point: Point| size.as_ref().map(|&size| Coords::Gomoku.format(point, size)).unwrap_or_default();
        self.opening.iter().try_for_each(|&point| write!(f, " {}", text(point)))?;
        f.write_str(" |")?;
        self.moves.iter().try_for_each(|mv| {
            write!(f, " {}{}{}", text(mv.point), if mv.stray { '?' } else { ':' }, mv.score)
        })
    }
}

impl TrainingGame {
    /// Reads a file of games.
    ///
    /// # Errors
    /// [`GameError`] for the first line that is not a game.
    pub fn read_all(text: &str) -> Result<Vec<TrainingGame>, GameError> {
        let lines =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        lines.map(|(i, line)| Self::read(line).map_err(|what| GameError { line: i + 1, what })).collect()
    }

    fn read(line: &str) -> Result<TrainingGame, GameFault> {
        let (head, moves) = line.split_once(" :").ok_or(GameFault::NoColon)?;
        let (opening, moves) = moves.split_once('|').ok_or(GameFault::NoBar)?;
        let [variant, side, winner] = head.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(GameFault::Head(short(head)));
        };
        let variant = Variant::ALL.into_iter().find(|v| v.name() == variant);
        let variant = variant.ok_or_else(|| GameFault::Rules(short(head)))?;
        let side = side.parse().ok().filter(|side| (5..=22).contains(side));
        let side: u8 = side.ok_or_else(|| GameFault::Side(short(head)))?;
        let winner = match winner {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            "draw" => None,
            other => return Err(GameFault::Winner(short(other))),
        };
        let size = Size::of(usize::from(side), usize::from(side));
        let point = |text: &str| Coords::Gomoku.parse(text, size).map_err(GameFault::Point);
        let opening = opening.split_whitespace().map(point).collect::<Result<_, _>>()?;
        let scored = |text: &str| {
            let (mv, score) = text.split_once([':', '?']).ok_or_else(|| GameFault::NoScore(short(text)))?;
            let known = score.parse().ok().filter(|&score| score <= 1000);
            let known = known.ok_or_else(|| GameFault::Score(short(text)))?;
            Ok(TrainingMove { point: point(mv)?, score: known, stray: text.contains('?') })
        };
        let moves = moves.split_whitespace().map(scored).collect::<Result<_, GameFault>>()?;
        Ok(TrainingGame { variant, side, winner, opening, moves })
    }
}

/// The first characters of a text that an error shows.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
