//! A board as text, as in `black h8 i9;white j8`: the key of a position.

use crate::solve::canonical_cells;
use std::fmt;
use tengen_board::{Cell, Color, Coords, Point, Size, Symmetry};
use tengen_games::gomoku::{OpeningRule, Position, Rules};
use tengen_games::{Game, SetUp, SetUpError};

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
    let cells = BoardText(text.to_string()).cells(size)?;
    let stones: Vec<(Point, Color)> = cells.iter().filter_map(|&(p, c)| Some((p, c.color()?))).collect();
    Some(BoardText::new(&stones, size))
}

impl BoardText {
    /// The number of stones.
    pub(super) fn count(&self) -> usize {
        self.0.matches(' ').count()
    }

    /// The stones, in the order of the text.
    fn cells(&self, size: Size) -> Option<Vec<(Point, Cell)>> {
        let (black, white) = self.0.split_once(';')?;
        let mut cells = Vec::new();
        for (text, word, cell) in [(black, "black", Cell::Black), (white, "white", Cell::White)] {
            for name in text.strip_prefix(word)?.split_whitespace() {
                cells.push((Coords::Gomoku.parse(name, size).ok()?, cell));
            }
        }
        Some(cells)
    }
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
    /// The canonical form of a position with `to_move` to move. Fails if it is no valid position.
    pub(super) fn new(game: &Position, to_move: Color) -> Result<Canonical, SetUpError> {
        let (cells, symmetry) = canonical_cells(game);
        let size = game.size();
        let placed = size.points().zip(cells).filter(|(_, cell)| !cell.is_empty());
        let cells: Vec<(Point, Cell)> = placed.collect();
        let stones: Vec<(Point, Color)> = cells.iter().filter_map(|&(p, c)| Some((p, c.color()?))).collect();
        let rules = Rules { opening: OpeningRule::None, ..game.rules() };
        let position = Position::set_up(&rules, &SetUp { cells, to_move })?;
        Ok(Canonical { position, text: BoardText::new(&stones, size), symmetry })
    }

    /// The position of a board. `None` if it is no valid position, or the board is not in its canonical form.
    pub(super) fn of_text(text: &BoardText, rules: &Rules, to_move: Color) -> Option<Canonical> {
        let rules = Rules { opening: OpeningRule::None, ..*rules };
        let set_up = SetUp { cells: text.cells(rules.size)?, to_move };
        let at = Canonical::new(&Position::set_up(&rules, &set_up).ok()?, to_move).ok()?;
        (at.text == *text).then_some(Canonical { symmetry: Symmetry::Identity, ..at })
    }
}
