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
use tengen_board::{Color, Coords, Point, Size};
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
    /// What is wrong, and what would be right.
    pub what: String,
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

    fn read(line: &str) -> Result<TrainingGame, String> {
        let (head, moves) = line.split_once(" :").ok_or("no ':' between the rules and the moves")?;
        let (opening, moves) = moves.split_once('|').ok_or("no '|' between the opening and the moves")?;
        let [variant, side, winner] = head.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(format!("'{head}' should be rules, size and winner, such as 'freestyle 15 black'"));
        };
        let variant = Variant::ALL.into_iter().find(|v| v.name() == variant);
        let variant = variant.ok_or_else(|| {
            format!("no rules in '{head}': freestyle, standard, renju, caro or standard-caro")
        })?;
        let side = side.parse().ok().filter(|side| (5..=22).contains(side));
        let side: u8 = side.ok_or_else(|| format!("no side of the board, 5 to 22, in '{head}'"))?;
        let winner = match winner {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            "draw" => None,
            other => return Err(format!("the winner is black, white or draw, not '{other}'")),
        };
        let size = Size::square(usize::from(side)).map_err(|e| e.to_string())?;
        let point = |text: &str| Coords::Gomoku.parse(text, size).map_err(|e| e.to_string());
        let opening = opening.split_whitespace().map(point).collect::<Result<_, _>>()?;
        let scored = |text: &str| {
            let (mv, score) =
                text.split_once([':', '?']).ok_or_else(|| format!("no score behind '{text}'"))?;
            let known = score.parse().ok().filter(|&score| score <= 1000);
            let known = known.ok_or_else(|| format!("the score of '{text}' is not within 0 and 1000"))?;
            Ok(TrainingMove { point: point(mv)?, score: known, stray: text.contains('?') })
        };
        let moves = moves.split_whitespace().map(scored).collect::<Result<_, String>>()?;
        Ok(TrainingGame { variant, side, winner, opening, moves })
    }
}
