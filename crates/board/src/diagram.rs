//! Boards as text: a diagram with coordinates that reads back as the board it shows.
//!
//! What is printed, in the habit of [`Coords::Gomoku`], with the last stone in parentheses:
//!
//! ```text
//!    a b c
//!  3 . . .  3
//!  2 .(X)O  2
//!  1 . . .  1
//!    a b c
//! ```
//!
//! What is read is wider: bare rows too, with or without spaces between the points.

use crate::{Cell, Coords, MAX_SIDE, Point, Size};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;
use core::str::FromStr;

/// A board as it is shown: what every point holds, and which stone was played last.
///
/// ```
/// use tengen_board::{Cell, Coords, Diagram, Point};
/// let diagram: Diagram = "
///     . . .
///     .(X)O
///     . . .
/// ".parse()?;
/// assert_eq!(diagram.at(Point::new(1, 2)), Cell::White);
/// assert_eq!(diagram.last, Some(Point::new(1, 1)));
/// assert_eq!(diagram.format(Coords::Othello).parse(), Ok(diagram));
/// # Ok::<(), tengen_board::DiagramError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagram {
    /// The size of the board.
    pub size: Size,
    /// What each point holds, in reading order.
    pub cells: Vec<Cell>,
    /// The point that is shown in parentheses.
    pub last: Option<Point>,
}

/// Text that is no diagram.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagramError {
    /// There is not one row of points.
    #[error(
        "no board here: expected rows of points such as '. X O', X or * black, O or o white, . or - empty"
    )]
    Empty,
    /// A sign that shows no point.
    #[error(
        "line {line}, column {column}: '{found}' is no point: expected X, x, * or # (black), O or o (white), . - _ or + (empty)"
    )]
    Sign {
        /// Line of the text, from 1.
        line: usize,
        /// Character of the line, from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// A row is not as long as the one above it.
    #[error(
        "line {line}: a row of {found} points, but {expected} were expected as in the line of the board before it"
    )]
    Ragged {
        /// Line of the text, from 1.
        line: usize,
        /// Points in it.
        found: usize,
        /// Points in the row above.
        expected: usize,
    },
    /// More rows or columns than any board has.
    #[error("line {line}: the board is larger than {MAX_SIDE}x{MAX_SIDE} points")]
    TooLarge {
        /// Line of the text, from 1.
        line: usize,
    },
    /// Two points are marked as the last.
    #[error("line {line}, column {column}: a second point in parentheses: only the last stone has them")]
    TwoLast {
        /// Line of the text, from 1.
        line: usize,
        /// Character of the line, from 1.
        column: usize,
    },
}

impl Diagram {
    /// The board of `size` that holds `at(point)` on each point.
    pub fn new(size: Size, at: impl Fn(Point) -> Cell) -> Diagram {
        Diagram { size, cells: size.points().map(at).collect(), last: None }
    }

    /// What `point` holds. Points off the board hold nothing.
    pub fn at(&self, point: Point) -> Cell {
        if self.size.contains(point) { self.cells[self.size.index(point)] } else { Cell::Empty }
    }

    /// The board as text with the coordinates of `coords` on all four sides, one line a row, each line ended.
    pub fn format(&self, coords: Coords) -> String {
        let (rows, cols) = (self.size.rows() as u8, self.size.cols() as u8);
        let labels: Vec<String> = (0..cols).map(|col| column_label(coords, self.size, col)).collect();
        let cell_width = 1 + labels.iter().map(String::len).max().unwrap_or(1);
        let row_labels: Vec<String> = (0..rows).map(|row| row_label(coords, self.size, row)).collect();
        let margin = row_labels.iter().map(String::len).max().unwrap_or(1);
        let mut header = " ".repeat(margin);
        for label in &labels {
            // Writing to a string does not fail.
            let _ = write!(header, "{label:>cell_width$}");
        }
        header.push('\n');
        let mut out = header.clone();
        for (row, label) in (0..rows).zip(&row_labels) {
            let mut line = vec![' '; margin + usize::from(cols) * cell_width + 1];
            for col in 0..cols {
                let (point, place) = (Point::new(row, col), margin + (usize::from(col) + 1) * cell_width - 1);
                line[place] = sign(self.at(point));
                if self.last == Some(point) {
                    line[place - 1] = '(';
                    line[place + 1] = ')';
                }
            }
            let points: String = line[margin..].iter().collect();
            let _ = writeln!(out, "{label:>margin$}{points}{label:>margin$}");
        }
        out.push_str(&header);
        out
    }
}

/// The sign of a cell: `.`, `X` or `O`.
fn sign(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Black => 'X',
        Cell::White => 'O',
    }
}

fn cell(sign: char) -> Option<Cell> {
    Some(match sign {
        '.' | '-' | '_' | '+' | '·' => Cell::Empty,
        'X' | 'x' | '*' | '#' | 'B' | 'b' | '●' => Cell::Black,
        'O' | 'o' | 'W' | 'w' | '○' => Cell::White,
        _ => return None,
    })
}

/// What stands above a column: its part of a point's text.
fn column_label(coords: Coords, size: Size, col: u8) -> String {
    let text = coords.format(Point::new(0, col), size);
    match coords {
        Coords::Xy => text.split(',').next().unwrap_or_default().into(),
        _ => text[..1].into(),
    }
}

/// What stands beside a row.
fn row_label(coords: Coords, size: Size, row: u8) -> String {
    let text = coords.format(Point::new(row, 0), size);
    match coords {
        Coords::Xy => text.rsplit(',').next().unwrap_or_default().into(),
        _ => text[1..].into(),
    }
}

/// A word of a line: a number (known by its first digit), or a sign by itself.
#[derive(Clone, Copy)]
struct Word {
    sign: char,
    column: usize,
    in_parentheses: bool,
}

impl Word {
    fn is_number(&self) -> bool {
        self.sign.is_ascii_digit()
    }
}

/// The words of a line; no more of them than a board, its labels and one more can have.
fn words(line: &str) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let (mut in_number, mut in_parentheses) = (false, false);
    for (i, sign) in line.chars().enumerate() {
        let follows_digit = core::mem::replace(&mut in_number, sign.is_ascii_digit());
        match sign {
            '(' => in_parentheses = true,
            ')' | '[' | ']' | '|' => {}
            _ if sign.is_whitespace() || (in_number && follows_digit) => {}
            _ if out.len() > MAX_SIDE as usize + 2 => break,
            _ => {
                out.push(Word { sign, column: i + 1, in_parentheses });
                in_parentheses = false;
            }
        }
    }
    out
}

/// Whether these words are a line of column labels: numbers only, or the alphabet from a on, with or without i.
fn is_header(words: &[Word]) -> bool {
    let spells = |alphabet: &[u8]| {
        words.len() <= alphabet.len()
            && words.iter().zip(alphabet).all(|(w, &letter)| w.sign.to_ascii_lowercase() == letter as char)
    };
    words.iter().all(Word::is_number)
        || spells(b"abcdefghijklmnopqrstuvwxyz")
        || spells(b"abcdefghjklmnopqrstuvwxyz")
}

/// Reads what [`Diagram::format`] writes in any habit, and bare rows: `X`, `x`, `*`, `#`, `B` or `●` is a black stone,
/// `O`, `o`, `W` or `○` a white one. `.`, `-`, `_`, `+` or `·` is an empty point; empty lines, `|` and brackets mean
/// nothing.
impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Diagram, DiagramError> {
        let (mut cells, mut rows, mut last) = (Vec::new(), 0usize, None);
        let mut width: Option<usize> = None;
        let mut labelled = false;
        for (line, words) in text.lines().enumerate().map(|(i, l)| (i + 1, words(l))) {
            if words.is_empty() {
                continue;
            }
            if is_header(&words) {
                if words.len() > MAX_SIDE as usize {
                    return Err(DiagramError::TooLarge { line });
                }
                (width, labelled) = (width.or(Some(words.len())), true);
                continue;
            }
            let mut signs = &words[..];
            // Labels may be letters too: only their place and order differ from those of points.
            let letter = |word: &Word| labelled && word.sign == (b'a' + rows as u8) as char;
            match signs {
                [first, rest @ .., last] if letter(first) && letter(last) && width == Some(rest.len()) => {
                    signs = rest
                }
                _ => {
                    if let [first, rest @ ..] = signs
                        && first.is_number()
                    {
                        signs = rest;
                    }
                    if let [rest @ .., last] = signs
                        && last.is_number()
                    {
                        signs = rest;
                    }
                }
            }
            if signs.len() > MAX_SIDE as usize || rows == MAX_SIDE as usize {
                return Err(DiagramError::TooLarge { line });
            }
            for (col, word) in signs.iter().enumerate() {
                let Word { sign, column, in_parentheses } = *word;
                cells.push(cell(sign).ok_or(DiagramError::Sign { line, column, found: sign })?);
                if in_parentheses && last.replace(Point::new(rows as u8, col as u8)).is_some() {
                    return Err(DiagramError::TwoLast { line, column });
                }
            }
            let expected = *width.get_or_insert(signs.len());
            if signs.len() != expected {
                return Err(DiagramError::Ragged { line, found: signs.len(), expected });
            }
            rows += 1;
        }
        let size = Size::new(rows, width.unwrap_or(0)).map_err(|_| DiagramError::Empty)?;
        Ok(Diagram { size, cells, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HABITS: [Coords; 5] = [Coords::Gomoku, Coords::Go, Coords::Othello, Coords::Sgf, Coords::Xy];

    #[test]
    fn every_diagram_reads_back_in_every_habit() {
        let mut state = 7u32;
        let mut below = |n: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % n
        };
        for rows in 1..=25 {
            for cols in 1..=25 {
                let size = Size::of(rows, cols);
                let cells: Vec<Cell> =
                    (0..size.area()).map(|_| [Cell::Empty, Cell::Black, Cell::White][below(3)]).collect();
                let last = (below(3) > 0).then(|| size.point(below(size.area())));
                let diagram = Diagram { size, cells, last };
                for habit in HABITS {
                    let text = diagram.format(habit);
                    assert_eq!(text.parse::<Diagram>().as_ref(), Ok(&diagram), "{habit:?}\n{text}");
                }
            }
        }
    }

    #[test]
    fn looks_as_players_know_it() {
        let diagram: Diagram = ". . O\n.(X).".parse().unwrap();
        assert_eq!(diagram.format(Coords::Go), "  A B C\n2 . . O 2\n1 .(X). 1\n  A B C\n");
        assert_eq!(diagram.format(Coords::Othello), "  a b c\n1 . . O 1\n2 .(X). 2\n  a b c\n");
        let wide =
            Diagram { last: Some(Point::new(0, 10)), ..Diagram::new(Size::of(1, 11), |_| Cell::Black) };
        assert_eq!(
            wide.format(Coords::Xy),
            "   0  1  2  3  4  5  6  7  8  9 10\n0  X  X  X  X  X  X  X  X  X  X (X)0\n   0  1  2  3  4  5  6  7  8  9 10\n"
        );
    }

    #[test]
    fn the_columns_named_o_and_x_are_not_stones() {
        // The fifteenth and the twenty-fourth letter are o and x.
        let size = Size::of(1, 25);
        let text = Diagram::new(size, |_| Cell::Empty).format(Coords::Gomoku);
        assert!(text.parse::<Diagram>().unwrap().cells.iter().all(|c| c.is_empty()));
        let size = Size::of(25, 2);
        let text = Diagram::new(size, |_| Cell::Empty).format(Coords::Sgf);
        assert!(text.parse::<Diagram>().unwrap().cells.iter().all(|c| c.is_empty()));
    }

    #[test]
    fn bare_rows_in_many_hands() {
        let expected: Diagram = "X O .\n. . X".parse().unwrap();
        assert_eq!(expected.size, Size::of(2, 3));
        for text in [
            "xo.\n..x",
            "*o-\n--*\n",
            "\n  # O + \n\n  + + #",
            "|X|O| . |\r\n|.|.|X|",
            "●○·\n··●",
            "1 BW_\n2 __B",
        ] {
            assert_eq!(text.parse::<Diagram>().as_ref(), Ok(&expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        use DiagramError::*;
        let read = |text: &str| text.parse::<Diagram>().unwrap_err();
        assert_eq!(read(""), Empty);
        assert_eq!(read(" \n\n"), Empty);
        assert_eq!(read("a b c\n"), Empty);
        assert_eq!(read("X O\nX ? X"), Sign { line: 2, column: 3, found: '?' });
        assert_eq!(read("X O\nX 5 X"), Sign { line: 2, column: 3, found: '5' });
        assert_eq!(read("X O .\n\nX O"), Ragged { line: 3, found: 2, expected: 3 });
        assert_eq!(read("  a b\n2 X O .\n"), Ragged { line: 2, found: 3, expected: 2 });
        assert_eq!(read("(X) .\n. (O)"), TwoLast { line: 2, column: 4 });
        assert_eq!(read(&".".repeat(26)), TooLarge { line: 1 });
        assert_eq!(read(&".".repeat(1_000_000)), TooLarge { line: 1 });
        assert_eq!(read(&".\n".repeat(26)), TooLarge { line: 26 });
        assert_eq!(read(&"7 ".repeat(26)), TooLarge { line: 1 });
    }
}
