//! What the tests share: positions from diagrams, and the main line of an SGF file.

#![allow(dead_code, unreachable_pub)]

use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::go::{Position, Rules};
use tengen_games::{Game, Move, SetUp};

/// A position from a diagram: X black, O white, rows from the top.
pub fn diagram(rules: &str, to_move: Color, rows: &[&str]) -> Position {
    let size = Size::new(rows.len(), rows[0].len()).unwrap();
    let mut cells = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (col, c) in line.chars().enumerate() {
            let cell = match c {
                'X' => Cell::Black,
                'O' => Cell::White,
                _ => Cell::Empty,
            };
            cells.push((Point::new(row as u8, col as u8), cell));
        }
    }
    let rules = Rules::named(rules, Some(size)).unwrap();
    Position::set_up(&rules, &SetUp { cells, to_move }).unwrap()
}

/// A point in Go's letters.
pub fn point(position: &Position, text: &str) -> Point {
    Coords::Go.parse(text, position.size()).unwrap()
}

/// The main line of an SGF file as far as these tests need it.
#[derive(Debug, Default)]
pub struct Sgf {
    pub size: usize,
    pub komi: Option<f32>,
    pub result: Option<String>,
    /// Stones set up before the first move.
    pub stones: Vec<(Color, String)>,
    /// The moves, an empty text for a pass.
    pub moves: Vec<(Color, String)>,
}

impl Sgf {
    /// Reads properties up to the end of the first line of play; what it does not know it passes over.
    pub fn read(text: &str) -> Sgf {
        let mut sgf = Sgf { size: 19, ..Sgf::default() };
        let mut chars = text.chars().peekable();
        let mut ident = String::new();
        let mut fresh = true;
        while let Some(c) = chars.next() {
            match c {
                ')' => break,
                '[' => {
                    let mut value = String::new();
                    while let Some(c) = chars.next() {
                        match c {
                            ']' => break,
                            '\\' => value.extend(chars.next()),
                            c => value.push(c),
                        }
                    }
                    sgf.property(&ident, value);
                    fresh = true;
                }
                c if c.is_ascii_uppercase() => {
                    if fresh {
                        ident.clear();
                        fresh = false;
                    }
                    ident.push(c);
                }
                _ => {}
            }
        }
        sgf
    }

    fn property(&mut self, ident: &str, value: String) {
        let value = value.trim().to_string();
        match ident {
            "SZ" => self.size = value.parse().unwrap(),
            "KM" => self.komi = value.parse().ok(),
            "RE" => self.result = Some(value),
            "AB" | "AW" if self.moves.is_empty() => {
                let color = if ident == "AB" { Color::Black } else { Color::White };
                match value.split_once(':') {
                    // A rectangle of points, by two corners.
                    Some((from, to)) => {
                        let (a, b) = (from.as_bytes(), to.as_bytes());
                        for col in a[0]..=b[0] {
                            for row in a[1]..=b[1] {
                                self.stones.push((color, format!("{}{}", col as char, row as char)));
                            }
                        }
                    }
                    None => self.stones.push((color, value)),
                }
            }
            "B" | "W" => {
                let pass = value.is_empty() || value == "tt" && self.size <= 19;
                let color = if ident == "B" { Color::Black } else { Color::White };
                self.moves.push((color, if pass { String::new() } else { value }));
            }
            _ => {}
        }
    }

    /// The position before the first move.
    pub fn start(&self, rules: &str) -> Position {
        let size = Size::square(self.size).unwrap();
        let rules = Rules::named(rules, Some(size)).unwrap();
        let to_move = self.moves.first().map_or(Color::Black, |(color, _)| *color);
        let cells = self
            .stones
            .iter()
            .map(|(color, at)| (Coords::Sgf.parse(at, size).unwrap(), Cell::from(*color)))
            .collect();
        Position::set_up(&rules, &SetUp { cells, to_move }).unwrap()
    }

    /// The position after `moves` moves, or the move that is refused. Where the record lets one side move twice, the
    /// other passes.
    pub fn replay(&self, rules: &str, moves: usize) -> Result<Position, String> {
        let mut position = self.start(rules);
        for (n, (color, text)) in self.moves.iter().take(moves).enumerate() {
            if position.to_move() != *color {
                position.play(Move::Pass).map_err(|e| e.to_string())?;
            }
            let mv = if text.is_empty() {
                Move::Pass
            } else {
                Move::Place(Coords::Sgf.parse(text, position.size()).map_err(|e| e.to_string())?)
            };
            position.play(mv).map_err(|e| format!("move {}: {e}", n + 1))?;
        }
        Ok(position)
    }
}
