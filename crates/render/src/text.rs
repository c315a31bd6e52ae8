//! A scene as characters: plain, or with the colours of a terminal.
//!
//! A [`TextLayout`] is a list of lines of [`Tile`]s: a character and its [`Role`]. A terminal front end paints the
//! tiles itself; [`TextLayout::plain`] and [`TextLayout::ansi`] write them as text.

use crate::{Scene, Style, star_points};
use std::fmt::Write;
use tengen_board::{Cell, Color, Point};
use tengen_records::Mark;
use unicode_width::UnicodeWidthChar;

/// How a board is laid out in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TextOptions {
    /// Only ASCII (`X`, `O`, `.`), for terminals that draw box characters badly or twice as wide.
    pub ascii: bool,
    /// The output is coloured: a colour replaces the characters that show the same.
    pub color: bool,
}

/// What a character is part of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// Coordinates and the space around the board.
    Label,
    /// Board lines and empty points.
    Grid,
    /// A stone.
    Stone(Color),
    /// A stone of the winning line.
    Winner(Color),
    /// A number or label on a stone.
    OnStone(Color),
    /// The brackets around the last move.
    Last,
    /// A forbidden point.
    Forbidden,
    /// A point where the side to move may play.
    Hint,
    /// A record's mark on an empty point.
    Mark,
    /// A candidate move of an engine.
    Candidate {
        /// Win probability of the side to move, 0 to 1.
        win: f32,
        /// Whether it is the engine's best move.
        best: bool,
    },
}

/// One character and its role.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    /// The character. `\0` is the second column of a wide character and is not written.
    pub char: char,
    /// What it is part of.
    pub role: Role,
}

/// The colours of a tile, as numbers of the 256-colour palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Foreground.
    pub fg: u8,
    /// Background; `None` is the terminal's own.
    pub bg: Option<u8>,
    /// Bold.
    pub bold: bool,
}

/// A board in characters.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLayout {
    /// The lines, top to bottom.
    pub lines: Vec<Vec<Tile>>,
    style: Style,
    first: (usize, usize),
    step: (usize, usize),
    scene_size: tengen_board::Size,
    column_labels: Option<usize>,
}

/// What is written on a point besides its stone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Annotation {
    Candidate { text: String, best: bool },
    Mark(Mark),
    Forbidden,
    Hint,
}

/// Lays a scene out.
///
/// ```
/// use tengen_board::{Coords, Size};
/// use tengen_render::{Scene, Style, text};
/// let board = Scene::empty(Size::of(3, 3), Style::Lines, Coords::Go);
/// let lines = text::layout(&board, text::TextOptions::default()).plain();
/// assert_eq!(lines, "3 ┌─┬─┐\n2 ├─╋─┤\n1 └─┴─┘\n  A B C\n");
/// ```
pub fn layout(scene: &Scene, options: TextOptions) -> TextLayout {
    Builder::new(scene, options).build()
}

impl TextLayout {
    /// The text without colours and without trailing blanks.
    pub fn plain(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let text: String = line.iter().map(|t| t.char).filter(|&c| c != '\0').collect();
            out.push_str(text.trim_end());
            out.push('\n');
        }
        out
    }

    /// The text with ANSI escapes for 256 colours.
    pub fn ansi(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let mut now = None;
            for tile in line.iter().filter(|t| t.char != '\0') {
                let paint = self.paint(tile.role);
                if now != Some(paint) {
                    let bold = if paint.bold { ";1" } else { "" };
                    let _ = write!(out, "\x1b[0{bold};38;5;{}", paint.fg);
                    if let Some(bg) = paint.bg {
                        let _ = write!(out, ";48;5;{bg}");
                    }
                    out.push('m');
                    now = Some(paint);
                }
                out.push(tile.char);
            }
            out.push_str("\x1b[0m\n");
        }
        out
    }

    /// The colours of a tile.
    pub fn paint(&self, role: Role) -> Paint {
        let (bg, grid) = match self.style {
            Style::Lines => (Some(179), 94),
            Style::Felt => (Some(29), 22),
            Style::Paper => (None, 245),
            Style::Holes => (Some(26), 18),
        };
        let stone = |color| match (self.style, color) {
            (Style::Paper, Color::Black) => 33,
            (Style::Paper, Color::White) => 203,
            (Style::Holes, Color::Black) => 203,
            (Style::Holes, Color::White) => 226,
            (_, Color::Black) => 16,
            (_, Color::White) => 231,
        };
        let plain = |fg| Paint { fg, bg, bold: false };
        let bold = |fg| Paint { fg, bg, bold: true };
        match role {
            Role::Label => Paint { fg: 245, bg: None, bold: false },
            Role::Grid => plain(grid),
            Role::Stone(color) => bold(stone(color)),
            Role::Winner(color) => Paint { fg: stone(color), bg: Some(220), bold: true },
            Role::OnStone(color) if self.style == Style::Paper => bold(stone(color)),
            Role::OnStone(color) => {
                let fg = if color == Color::Black { 231 } else { 16 };
                Paint { fg, bg: Some(stone(color)), bold: false }
            }
            Role::Last => bold(if self.style == Style::Paper { 245 } else { 160 }),
            Role::Forbidden => bold(160),
            Role::Hint => plain(if self.style == Style::Felt { 157 } else { grid }),
            Role::Mark => bold(if self.style == Style::Felt { 230 } else { 18 }),
            Role::Candidate { win, best } => {
                let bg = match win {
                    w if w >= 0.65 => 28,
                    w if w >= 0.35 => 136,
                    _ => 124,
                };
                Paint { fg: 231, bg: Some(bg), bold: best }
            }
        }
    }

    /// Line and column of the character in the middle of a point.
    pub fn position(&self, point: Point) -> (usize, usize) {
        (
            self.first.0 + self.step.0 * usize::from(point.row),
            self.first.1 + self.step.1 * usize::from(point.col),
        )
    }

    /// The point nearest to a line and column, `None` outside the board.
    pub fn point_at(&self, line: usize, column: usize) -> Option<Point> {
        let nearest = |at: usize, first: usize, step: usize, count: usize| {
            let from = (at + step / 2).checked_sub(first)?;
            let i = from / step;
            (i < count).then_some(i as u8)
        };
        let row = nearest(line, self.first.0, self.step.0, self.scene_size.rows())?;
        let col = nearest(column, self.first.1, self.step.1, self.scene_size.cols())?;
        Some(Point::new(row, col))
    }

    /// The line of the letters of the columns; `None` without coordinates.
    pub fn column_labels(&self) -> Option<usize> {
        self.column_labels
    }

    /// Width of the widest line, in columns.
    pub fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Columns from one point to the next.
    pub fn step(&self) -> usize {
        self.step.1
    }
}

struct Builder<'a> {
    scene: &'a Scene,
    options: TextOptions,
    /// Columns per point.
    width: usize,
    /// Columns left of the board.
    margin: usize,
    stars: Vec<Point>,
}

impl<'a> Builder<'a> {
    fn new(scene: &'a Scene, options: TextOptions) -> Builder<'a> {
        let longest =
            scene.size.points().map(|p| content_of(scene, options, p).0.chars().count()).max().unwrap_or(1);
        let width = match (scene.style, longest) {
            (Style::Lines, 0 | 1) => 2,
            (Style::Lines, 2 | 3) | (_, 0..=2) => 4,
            (Style::Lines, n) => n + 1,
            (_, n) => n + 2,
        };
        let labels = (0..scene.size.rows()).map(|row| scene.row_label(row).len()).max().unwrap_or(0);
        let margin = if scene.show_coords { labels + 1 } else { 1 };
        Builder { scene, options, width, margin, stars: star_points(scene.size) }
    }

    fn build(self) -> TextLayout {
        let rows = self.scene.size.rows();
        let mut lines = Vec::new();
        let labels_below = self.scene.style != Style::Felt;
        if self.scene.show_coords && !labels_below {
            lines.push(self.column_labels());
        }
        let framed = matches!(self.scene.style, Style::Felt | Style::Holes);
        let ruled = match self.scene.style {
            Style::Lines => false,
            Style::Holes => false,
            _ => rows <= 10,
        };
        if self.scene.style == Style::Felt {
            lines.push(self.rule('┌', '┬', '┐'));
        }
        let first_line = lines.len();
        for row in 0..rows {
            lines.push(self.row(row));
            if ruled && row + 1 < rows {
                lines.push(if framed { self.rule('├', '┼', '┤') } else { self.rule(' ', '┼', ' ') });
            }
        }
        if framed {
            lines.push(self.rule('└', '┴', '┘'));
        }
        if self.scene.show_coords && labels_below {
            lines.push(self.column_labels());
        }
        let last = lines.len() - 1;
        let column_labels = self.scene.show_coords.then_some(if labels_below { last } else { 0 });
        let before = if self.scene.style == Style::Lines { 0 } else { 1 };
        TextLayout {
            lines,
            style: self.scene.style,
            first: (first_line, self.margin + before + self.middle()),
            step: (if ruled { 2 } else { 1 }, self.width),
            scene_size: self.scene.size,
            column_labels,
        }
    }

    /// The column of a point within its cell.
    fn middle(&self) -> usize {
        match self.scene.style {
            Style::Lines if self.width == 2 => 0,
            Style::Lines => self.width / 2,
            _ => (self.width - 1) / 2,
        }
    }

    fn column_labels(&self) -> Vec<Tile> {
        let mut line = label(&" ".repeat(self.margin));
        let before = if self.scene.style == Style::Lines { 0 } else { 1 };
        for col in 0..self.scene.size.cols() {
            let text = self.scene.column_label(col);
            let at = self.margin + before + self.middle() + col * self.width;
            let start = at.saturating_sub(text.len() / 2);
            line.extend(label(&" ".repeat(start.saturating_sub(line.len()))));
            line.extend(label(&text));
        }
        line
    }

    fn row_start(&self, row: usize) -> Vec<Tile> {
        let text = if self.scene.show_coords { self.scene.row_label(row) } else { String::new() };
        let mut line = label(&format!("{text:>width$}", width = self.margin - 1));
        // A wooden board has a margin of one column on both sides.
        line.push(if self.scene.style == Style::Lines { self.grid(' ') } else { label(" ")[0] });
        line
    }

    /// A horizontal rule between rows of squares.
    fn rule(&self, left: char, cross: char, right: char) -> Vec<Tile> {
        let mut line = label(&" ".repeat(self.margin));
        for col in 0..self.scene.size.cols() {
            line.push(self.grid(if col == 0 { left } else { cross }));
            line.extend(std::iter::repeat_n(self.grid('─'), self.width - 1));
        }
        line.push(self.grid(right));
        line
    }

    fn grid(&self, c: char) -> Tile {
        let c = match c {
            '─' if self.options.ascii => '-',
            '│' if self.options.ascii => '|',
            '┌' | '┬' | '┐' | '├' | '┼' | '┤' | '└' | '┴' | '┘' if self.options.ascii => {
                '+'
            }
            c => c,
        };
        Tile { char: c, role: Role::Grid }
    }

    fn row(&self, row: usize) -> Vec<Tile> {
        let mut line = self.row_start(row);
        let squares = self.scene.style != Style::Lines;
        let framed = matches!(self.scene.style, Style::Felt | Style::Holes);
        let cols = self.scene.size.cols();
        let start = line.len();
        for col in 0..cols {
            let point = Point::new(row as u8, col as u8);
            if squares {
                line.push(self.grid(if col == 0 && !framed { ' ' } else { '│' }));
                let inside = self.width - 1;
                line.extend((0..inside).map(|_| self.grid(' ')));
            } else {
                // Beside a crossing there is a line inside the board and wood outside it.
                let before = self.middle();
                for i in 0..self.width {
                    let outside = (col == 0 && i < before) || (col + 1 == cols && i > before);
                    line.push(match (outside, i == before, self.options.ascii) {
                        (_, true, _) => self.crossing(point),
                        (true, ..) | (_, _, true) => self.grid(' '),
                        _ => self.grid('─'),
                    });
                }
            }
        }
        if squares {
            line.push(self.grid(if framed { '│' } else { ' ' }));
        }
        for col in 0..cols {
            self.write_point(&mut line, start, Point::new(row as u8, col as u8));
        }
        line
    }

    fn crossing(&self, point: Point) -> Tile {
        let (row, col) = (usize::from(point.row), usize::from(point.col));
        let (bottom, right) = (self.scene.size.rows() - 1, self.scene.size.cols() - 1);
        let star = self.stars.contains(&point);
        if self.options.ascii {
            return self.grid(if star { '+' } else { '.' });
        }
        if star {
            return self.grid('╋');
        }
        let up = row > 0;
        let down = row < bottom;
        let left = col > 0;
        let east = col < right;
        self.grid(match (up, down, left, east) {
            (true, true, true, true) => '┼',
            (false, true, true, true) => '┬',
            (true, false, true, true) => '┴',
            (true, true, false, true) => '├',
            (true, true, true, false) => '┤',
            (false, true, false, true) => '┌',
            (false, true, true, false) => '┐',
            (true, false, false, true) => '└',
            (true, false, true, false) => '┘',
            (true, true, false, false) => '│',
            (false, false, true, true) => '─',
            (true, false, false, false) => '╵',
            (false, true, false, false) => '╷',
            (false, false, true, false) => '╴',
            (false, false, false, true) => '╶',
            (false, false, false, false) => '·',
        })
    }

    /// Writes the content of a point over the empty board line, and the brackets of the last move.
    fn write_point(&self, line: &mut Vec<Tile>, start: usize, point: Point) {
        let (text, role) = content_of(self.scene, self.options, point);
        let before = if self.scene.style == Style::Lines { 0 } else { 1 };
        let middle = start + before + usize::from(point.col) * self.width + self.middle();
        let last = self.scene.last == Some(point) && !self.scene.at(point).is_empty();
        if text.is_empty() {
            return;
        }
        let columns: usize = text.chars().map(|c| c.width().unwrap_or(1)).sum();
        let from = middle - columns / 2;
        let mut at = from;
        for char in text.chars() {
            let columns = char.width().unwrap_or(1);
            for i in 0..columns {
                if let Some(tile) = line.get_mut(at) {
                    *tile = Tile { char: if i == 0 { char } else { '\0' }, role };
                }
                at += 1;
            }
        }
        let can_bracket = self.scene.style == Style::Lines || self.width > columns + 1;
        if last && can_bracket && !(self.options.color && self.scene.number(point).is_some()) {
            while line.len() <= at {
                line.push(self.grid(' '));
            }
            if from > 0 {
                line[from - 1] = Tile { char: '(', role: Role::Last };
            }
            line[at] = Tile { char: ')', role: Role::Last };
        }
    }
}

fn label(text: &str) -> Vec<Tile> {
    text.chars().map(|char| Tile { char, role: Role::Label }).collect()
}

/// The text on a point and its role; the text of an empty point without annotation is empty.
fn content_of(scene: &Scene, options: TextOptions, point: Point) -> (String, Role) {
    let cell = scene.at(point);
    let role = match cell.color() {
        Some(color) if scene.line.contains(&point) => Role::Winner(color),
        Some(color) => Role::Stone(color),
        None => Role::Grid,
    };
    let disc = disc(scene, options, cell);
    if let (Some(n), Some(color)) = (scene.number(point), cell.color()) {
        return if options.color {
            (n.to_string(), if scene.line.contains(&point) { role } else { Role::OnStone(color) })
        } else {
            (format!("{disc}{n}"), role)
        };
    }
    let candidate = |text: &str| -> String { text.chars().take(4).collect() };
    match scene.annotation(point) {
        None if cell.is_empty() => (String::new(), Role::Grid),
        None => (disc.into(), role),
        Some(Annotation::Candidate { text, best }) => {
            let win = scene.candidates.iter().find(|c| c.point == point).map_or(0.5, |c| c.win);
            let text =
                if best && !options.color { format!("{}*", candidate(&text)) } else { candidate(&text) };
            (text, Role::Candidate { win, best })
        }
        Some(Annotation::Forbidden) => (if options.ascii { "!" } else { "×" }.into(), Role::Forbidden),
        Some(Annotation::Hint) if cell.is_empty() => {
            (if options.ascii { "." } else { "·" }.into(), Role::Hint)
        }
        Some(Annotation::Hint) => (disc.into(), role),
        Some(Annotation::Mark(Mark::Label(text))) => {
            let text: String = text.chars().filter(|c| !c.is_control()).take(4).collect();
            match cell.color() {
                Some(color) if options.color => (text, Role::OnStone(color)),
                Some(_) => (format!("{disc}{text}"), role),
                None => (text, Role::Mark),
            }
        }
        Some(Annotation::Mark(mark)) => {
            let c = mark_char(&mark, options.ascii, cell);
            (c.into(), if cell.is_empty() { Role::Mark } else { role })
        }
    }
}

fn disc(scene: &Scene, options: TextOptions, cell: Cell) -> &'static str {
    match (cell, scene.style, options.ascii, options.color) {
        (Cell::Empty, ..) => "",
        (Cell::Black, Style::Paper, ..) | (Cell::Black, _, true, _) => "X",
        (Cell::White, Style::Paper, ..) | (Cell::White, _, true, _) => "O",
        (Cell::Black, ..) | (Cell::White, _, _, true) => "●",
        (Cell::White, ..) => "○",
    }
}

/// A mark as one character; the filled form on a black stone.
fn mark_char(mark: &Mark, ascii: bool, cell: Cell) -> char {
    let black = cell == Cell::Black;
    match (mark, ascii) {
        (Mark::Triangle, true) => '^',
        (Mark::Triangle, _) => {
            if black {
                '▲'
            } else {
                '△'
            }
        }
        (Mark::Square | Mark::Selected, true) => '#',
        (Mark::Square, _) => {
            if black {
                '■'
            } else {
                '□'
            }
        }
        (Mark::Selected, _) => {
            if black {
                '◆'
            } else {
                '◇'
            }
        }
        (Mark::Circle, true) => '@',
        (Mark::Circle, _) => {
            if black {
                '◉'
            } else {
                '◎'
            }
        }
        (Mark::Cross, true) => '*',
        (Mark::Cross, _) => {
            if black {
                '✖'
            } else {
                '✕'
            }
        }
        (Mark::Territory(Color::Black), true) => 'x',
        (Mark::Territory(Color::White), true) => 'o',
        (Mark::Territory(Color::Black), _) => '▪',
        (Mark::Territory(Color::White), _) => '▫',
        (Mark::Label(_), _) => '?',
    }
}
