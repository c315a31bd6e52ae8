//! Points as text, in the habit of each game.

use crate::{Point, Size};
use alloc::string::String;
use core::fmt::Write;

/// How a game writes its points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Coords {
    /// Gomoku, renju and m,n,k games: `h8`, every letter used, rows counted from the bottom.
    Gomoku,
    /// Go: `Q16`, the letter I left out, rows counted from the bottom.
    Go,
    /// Othello: `f5`, rows counted from the top.
    Othello,
    /// SGF: `pd`, two letters, column then row from the top-left.
    Sgf,
    /// Gomocup: `x,y`, column then row from the top-left, counted from 0.
    Xy,
}

/// Text that is no point of the board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is not a point of a {size} board: expected something like '{example}'")]
pub struct CoordError {
    /// What was read, cut to 40 characters.
    pub text: String,
    /// The board it was read for.
    pub size: Size,
    /// A point of that board, well written.
    pub example: String,
}

const GO_LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Coords {
    /// Writes `point`, which must be on a board of `size`.
    ///
    /// ```
    /// use tengen_board::{Coords, Point, Size};
    /// let size = Size::square(19)?;
    /// let point = Point::new(3, 15);
    /// assert_eq!(Coords::Go.format(point, size), "Q16");
    /// assert_eq!(Coords::Sgf.format(point, size), "pd");
    /// assert_eq!(Coords::Gomoku.format(point, size), "p16");
    /// assert_eq!(Coords::Othello.format(point, size), "p4");
    /// assert_eq!(Coords::Xy.format(point, size), "15,3");
    /// # Ok::<(), tengen_board::SizeError>(())
    /// ```
    pub fn format(self, point: Point, size: Size) -> String {
        let mut out = String::with_capacity(5);
        let letter = |i: u8| (b'a' + i) as char;
        let from_bottom = size.rows() - point.row as usize;
        let written = match self {
            Coords::Gomoku => write!(out, "{}{from_bottom}", letter(point.col)),
            Coords::Go => write!(out, "{}{from_bottom}", GO_LETTERS[point.col as usize] as char),
            Coords::Othello => write!(out, "{}{}", letter(point.col), point.row + 1),
            Coords::Sgf => write!(out, "{}{}", letter(point.col), letter(point.row)),
            Coords::Xy => write!(out, "{},{}", point.col, point.row),
        };
        debug_assert!(written.is_ok(), "writing to a string does not fail");
        out
    }

    /// Reads a point of a board of `size`; letters may be of either case where case means nothing.
    ///
    /// # Errors
    /// [`CoordError`] if the text is malformed or off the board.
    pub fn parse(self, text: &str, size: Size) -> Result<Point, CoordError> {
        self.read(text.trim().as_bytes(), size).filter(|&p| size.contains(p)).ok_or_else(|| CoordError {
            text: text.chars().take(40).collect(),
            size,
            example: self.format(size.center(), size),
        })
    }

    fn read(self, text: &[u8], size: Size) -> Option<Point> {
        fn number(digits: &[u8]) -> Option<usize> {
            if digits.is_empty() || digits.len() > 3 || !digits.iter().all(u8::is_ascii_digit) {
                return None;
            }
            Some(digits.iter().fold(0, |n, d| n * 10 + usize::from(d - b'0')))
        }
        let letter = |c: u8| c.is_ascii_alphabetic().then(|| usize::from(c.to_ascii_lowercase() - b'a'));
        let (row, col) = match self {
            Coords::Xy => {
                let comma = text.iter().position(|&c| c == b',')?;
                (number(text[comma + 1..].trim_ascii())?, number(text[..comma].trim_ascii())?)
            }
            Coords::Sgf => match text {
                [col, row] if col.is_ascii_lowercase() && row.is_ascii_lowercase() => {
                    (letter(*row)?, letter(*col)?)
                }
                _ => return None,
            },
            Coords::Othello => (number(text.get(1..)?)?.checked_sub(1)?, letter(*text.first()?)?),
            Coords::Gomoku => (size.rows().checked_sub(number(text.get(1..)?)?)?, letter(*text.first()?)?),
            Coords::Go => {
                let first = text.first()?.to_ascii_uppercase();
                let col = GO_LETTERS.iter().position(|&c| c == first)?;
                (size.rows().checked_sub(number(&text[1..])?)?, col)
            }
        };
        Some(Point::new(u8::try_from(row).ok()?, u8::try_from(col).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Coords; 5] = [Coords::Gomoku, Coords::Go, Coords::Othello, Coords::Sgf, Coords::Xy];

    #[test]
    fn every_point_of_every_board_reads_back() {
        for coords in ALL {
            for (rows, cols) in [(1, 1), (3, 3), (8, 8), (6, 7), (19, 19), (25, 25), (1, 25)] {
                let size = Size::new(rows, cols).unwrap();
                for p in size.points() {
                    assert_eq!(coords.parse(&coords.format(p, size), size), Ok(p), "{coords:?} {size}");
                }
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let size = Size::square(19).unwrap();
        for coords in ALL {
            for text in
                ["", "a", "a0", "a20", "t1", "z9", "5", "9999999", "é", "a1b", ",", "19,0", "-1,2", "tt"]
            {
                // Only Go leaves out the letter I, so its column t is the nineteenth.
                if (coords, text) != (Coords::Go, "t1") {
                    assert!(coords.parse(text, size).is_err(), "{coords:?} took {text:?}");
                }
            }
        }
        assert!(Coords::Go.parse("I5", size).is_err());
    }
}
