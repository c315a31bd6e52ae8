//! Grids without coordinates: rows of `.`, `X` and `O` alone, and the `$$` diagrams of Sensei's Library.
//!
//! ```text
//! . . X .        $$W The corner
//! . O X .        $$  -----------
//! . O . .        $$ | . . 2 . .
//! . . . .        $$ | . O X 1 .
//! ```
//!
//! A plain grid is the whole board. A `$$` diagram begins with the side that plays its move 1 and the size, such as
//! `$$Wc13`; a side of the board has a border, and what is not drawn is empty. There `B`, `#`, `Y` and `Z` are marked
//! black stones, `W`, `@`, `Q` and `P` marked white ones, small letters and `C`, `S`, `T` and `M` marked points.

use super::{Look, is_rule, named, side_to_move};
use crate::{ReadOptions, Record, Tree, discs};
use tengen_board::{Cell, Color, Size};
use tengen_games::Move;

/// Fewest rows and columns of a grid.
const MIN_SIDE: usize = 3;
/// The board of a `$$` diagram that names no size and shows only a part.
const USUAL_SIDE: usize = 19;

/// What a grid shows.
#[derive(Debug, PartialEq)]
pub(super) struct Grid {
    pub(super) size: Size,
    /// The contents of the points, in reading order.
    cells: Vec<Cell>,
    /// The points of the numbered moves, as places in `cells`.
    moves: Vec<usize>,
    /// The side to move before the first of them, if the text names it.
    to_move: Option<Color>,
    /// Whether it is a `$$` diagram.
    is_sensei: bool,
    /// The line after the grid.
    pub(super) end: usize,
}

impl Grid {
    /// The grid with which a text begins, if there is a stone or a move on it.
    pub(super) fn find(lines: &[&str]) -> Option<Grid> {
        let first = lines.iter().position(|line| !line.trim().is_empty())?;
        let is_sensei = lines[first].trim_start().starts_with("$$");
        let grid = if is_sensei { Grid::sensei(lines, first) } else { Grid::plain(lines, first) }?;
        let has_stone = grid.cells.iter().any(|cell| !cell.is_empty());
        (has_stone || !grid.moves.is_empty()).then_some(grid)
    }

    fn plain(lines: &[&str], first: usize) -> Option<Grid> {
        let rows: Vec<Vec<Cell>> = lines[first..].iter().map_while(|line| row(line, cell)).collect();
        Some(Grid {
            size: size_of(&rows)?,
            cells: rows.concat(),
            moves: Vec::new(),
            to_move: None,
            is_sensei: false,
            end: first + rows.len(),
        })
    }

    fn sensei(lines: &[&str], first: usize) -> Option<Grid> {
        let body: Vec<&str> =
            lines[first..].iter().map_while(|line| line.trim_start().strip_prefix("$$")).collect();
        let (header, drawn) = body.split_first()?;
        let mut rows: Vec<Vec<Mark>> = Vec::new();
        let (mut top, mut bottom, mut left, mut right) = (false, false, false, false);
        for line in drawn {
            let line = line.trim();
            if is_rule(line) {
                if !rows.is_empty() {
                    bottom = true;
                    break;
                }
                top = true;
                continue;
            }
            let Some(marks) = row(line.trim_matches('|'), mark) else { break };
            left |= line.starts_with('|');
            right |= line.ends_with('|');
            rows.push(marks);
        }
        let shown = size_of(&rows)?;
        let named = header.trim_start_matches(['B', 'W', 'c']);
        let digits = named.len() - named.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let side: Option<usize> = named[..digits].parse().ok();
        // Without a border and without a size, what is shown is the board.
        let is_whole = side.is_none() && !(top || bottom || left || right);
        let place = |near: bool, far: bool, count: usize| {
            let all = if is_whole || near && far { count } else { count.max(side.unwrap_or(USUAL_SIDE)) };
            let rest = all - count;
            (all, if near { 0 } else { rest / if far { 1 } else { 2 } })
        };
        let (height, above) = place(top, bottom, shown.rows());
        let (width, before) = place(left, right, shown.cols());
        let size = Size::new(height, width).ok()?;
        let mut cells = vec![Cell::Empty; size.area()];
        let mut moves = Vec::new();
        for (r, marks) in rows.iter().enumerate() {
            for (c, &mark) in marks.iter().enumerate() {
                let at = (above + r) * width + before + c;
                match mark {
                    Mark::Cell(cell) => cells[at] = cell,
                    Mark::Move(number) => moves.push((number, at)),
                }
            }
        }
        moves.sort_unstable();
        let to_move = match header.chars().next() {
            Some('B') => Some(Color::Black),
            Some('W') => Some(Color::White),
            _ => (!moves.is_empty()).then_some(Color::Black),
        };
        Some(Grid {
            size,
            cells,
            moves: moves.into_iter().map(|(_, at)| at).collect(),
            to_move,
            is_sensei: true,
            end: first + body.len(),
        })
    }

    /// The position as a record. The game is the one that is asked for, else the one that the line after the grid
    /// names, else the usual one. `None` if it is not played on a board of this size.
    pub(super) fn record(&self, caption: &str, options: &ReadOptions) -> Option<Record> {
        let spec = match &options.spec {
            Some(spec) => spec.with_size(self.size).ok(),
            None => Look::ALL
                .into_iter()
                .find_map(|look| named(caption, self.size, look))
                .or_else(|| self.look().usual(self.size)),
        };
        let mut record = Record::new(spec?);
        let to_move = self.to_move.or_else(|| side_to_move(caption)).unwrap_or_else(|| fewer(&self.cells));
        discs::set_up(&mut record, &self.cells, to_move);
        let points: Vec<_> = self.size.points().collect();
        let (mut node, mut color) = (Tree::ROOT, to_move);
        for &at in &self.moves {
            node = record.tree.add(node);
            record.tree.node_mut(node).mv = Some((Some(color), Move::Place(points[at])));
            color = !color;
        }
        Some(record)
    }

    /// How the board of the game would be drawn that is usual on this size.
    fn look(&self) -> Look {
        match (self.size.rows(), self.size.cols()) {
            _ if self.is_sensei => Look::Lines { capitals: true },
            (9, 9) | (13, 13) | (19, 19) => Look::Lines { capitals: true },
            (3, 3) => Look::Paper,
            (8, 8) => Look::Felt,
            (6, 7) => Look::Holes,
            _ => Look::Lines { capitals: false },
        }
    }
}

/// The side with fewer stones, or black.
pub(super) fn fewer(cells: &[Cell]) -> Color {
    let count = |cell| cells.iter().filter(|&&c| c == cell).count();
    if count(Cell::Black) > count(Cell::White) { Color::White } else { Color::Black }
}

/// The size of rows of the same length.
fn size_of<T>(rows: &[Vec<T>]) -> Option<Size> {
    let columns = rows.first()?.len();
    let fits = rows.len() >= MIN_SIDE && columns >= MIN_SIDE && rows.iter().all(|row| row.len() == columns);
    if fits { Size::new(rows.len(), columns).ok() } else { None }
}

/// The points of a row, with or without spaces between them; `None` for any other line.
fn row<T>(line: &str, read: impl Fn(char) -> Option<T>) -> Option<Vec<T>> {
    let points: Option<Vec<T>> = line.chars().filter(|c| !c.is_whitespace()).map(read).collect();
    points.filter(|points| !points.is_empty())
}

/// A point of a plain grid.
fn cell(c: char) -> Option<Cell> {
    match c {
        'X' | 'x' | '●' => Some(Cell::Black),
        'O' | 'o' | '○' => Some(Cell::White),
        '.' | ',' | '+' | '-' | '_' | '·' => Some(Cell::Empty),
        _ => None,
    }
}

/// A point of a `$$` diagram.
#[derive(Clone, Copy)]
enum Mark {
    Cell(Cell),
    /// A move with its number.
    Move(u32),
}

fn mark(c: char) -> Option<Mark> {
    Some(match c {
        'X' | 'B' | '#' | 'Y' | 'Z' => Mark::Cell(Cell::Black),
        'O' | 'W' | '@' | 'Q' | 'P' => Mark::Cell(Cell::White),
        '.' | ',' | '+' | '_' | '*' | 'C' | 'S' | 'T' | 'M' | 'a'..='z' => Mark::Cell(Cell::Empty),
        // After 9 comes 0, for 10.
        '0' => Mark::Move(10),
        '1'..='9' => Mark::Move(c.to_digit(10)?),
        _ => return None,
    })
}
