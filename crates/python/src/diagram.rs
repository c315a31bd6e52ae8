//! Boards from texts: rows of signs, and boards as they are drawn in characters.

use crate::arguments::{SizeArgument, spec_of};
use crate::errors;
use pyo3::prelude::*;
use tengen::board::{Cell, Diagram, Point, Size};
use tengen::games::{AnyPosition, Game, GameSpec};
use tengen::records::{Format, ReadError, ReadOptions, Tree};

/// The game on the board of a text, and what its points hold.
///
/// # Errors
/// `SetUpError` for a text that is no board, `SpecError` for a board of a size that the game does not have.
pub(crate) fn read(game: &str, rules: Option<&str>, text: &str) -> PyResult<(GameSpec, Vec<(Point, Cell)>)> {
    let usual = spec_of(game, rules, None)?;
    let rows = || text.parse::<Diagram>().map(|diagram| (diagram.size, diagram.cells));
    let drawn = || drawn(text, &usual);
    let not_read = |error| errors::plain("SetUpError", error);
    let found = if is_drawn(text) {
        // Bare rows may have bars too.
        drawn().or_else(|error| rows().map_err(|_| not_read(error.to_string())))
    } else {
        rows().or_else(|error| drawn().map_err(|_| not_read(error.to_string())))
    };
    let (size, cells) = found?;
    let spec = spec_of(game, rules, Some(SizeArgument::Sides(size.rows(), size.cols())))?;
    Ok((spec, size.points().zip(cells).collect()))
}

/// Whether a text draws lines or squares, as [`tengen::render::text`] does. Bars between small letters are rows of
/// signs: a drawn board has capital letters for stones, and small ones for marks.
fn is_drawn(text: &str) -> bool {
    let mut barred = text.lines().filter(|line| line.contains('|')).peekable();
    let has_capitals = barred.peek().is_some() && barred.all(|line| !line.contains(['x', 'o', '*', '#']));
    has_capitals || text.contains(|c| ('─'..='╿').contains(&c))
}

/// A board that is drawn, in a game of this kind.
fn drawn(text: &str, usual: &GameSpec) -> Result<(Size, Vec<Cell>), ReadError> {
    let options = ReadOptions::default().with_spec(usual.clone());
    let read = Format::Diagram.read(text.as_bytes(), &options)?;
    // A diagram is one record, whose root has what differs from the usual start.
    let record =
        read.records.into_iter().next().unwrap_or_else(|| tengen::records::Record::new(usual.clone()));
    let (start, size) = (AnyPosition::new(&record.spec), record.spec.size());
    let mut cells: Vec<Cell> = size.points().map(|point| start.at(point)).collect();
    for &(point, cell) in &record.tree.node(Tree::ROOT).set_up {
        cells[size.index(point)] = cell;
    }
    Ok((size, cells))
}
