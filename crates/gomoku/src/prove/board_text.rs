//! A board as text, as in `black h8 i9;white j8`: the key of a position.

use crate::solve::canonical_cells;
use std::fmt;
use tengen_board::{Cell, Color, Coords, Point, Size, Symmetry};
use tengen_games::gomoku::{OpeningRule, Position, Rules};
use tengen_games::{Game, SetUp};

/// The stones of a board, each colour in reading order.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct BoardText(String);

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl BoardText {
    pub(super) fn new(stones: &[(Point, Color)], size: Size) -> BoardText {
        let of = |color: Color| -> String {
            let mut points: Vec<Point> = stones.iter().filter(|s| s.1 == color).map(|s| s.0).collect();
            points.sort_unstable();
            points.iter().map(|&p| format!(" {}", Coords::Gomoku.format(p, size))).collect()
        };
        BoardText(format!("black{};white{}", of(Color::Black), of(Color::White)))
    }
}

/// The key that a text describes.
pub(super) fn parse_board(text: &str, size: Size) -> Option<BoardText> {
    let (black, white) = text.split_once(';')?;
    let mut stones = Vec::new();
    for (text, word, color) in [(black, "black", Color::Black), (white, "white", Color::White)] {
        for name in text.strip_prefix(word)?.split_whitespace() {
            stones.push((Coords::Gomoku.parse(name, size).ok()?, color));
        }
    }
    Some(BoardText::new(&stones, size))
}

/// A position in its canonical form.
#[derive(Clone, Debug)]
pub(super) struct Canonical {
    /// The position, without its moves.
    pub(super) position: Position,
    pub(super) text: BoardText,
    /// The symmetry that leads from the position asked about to this one.
    pub(super) symmetry: Symmetry,
}

impl Canonical {
    /// The canonical form of a position with `to_move` to move. `None` if it is no valid position.
    pub(super) fn new(game: &Position, to_move: Color) -> Option<Canonical> {
        let (cells, symmetry) = canonical_cells(game);
        let size = game.size();
        let placed = size.points().zip(cells).filter(|(_, cell)| !cell.is_empty());
        let cells: Vec<(Point, Cell)> = placed.collect();
        let stones: Vec<(Point, Color)> = cells.iter().filter_map(|&(p, c)| Some((p, c.color()?))).collect();
        let rules = Rules { opening: OpeningRule::None, ..game.rules() };
        let position = Position::set_up(&rules, &SetUp { cells, to_move }).ok()?;
        Some(Canonical { position, text: BoardText::new(&stones, size), symmetry })
    }
}
