//! Othello positions as rows of cells, as GGF and OBF write them.

use crate::{Record, Tree, Unwritable};
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::{AnyPosition, Game, GameSpec, othello};

/// The cell of a letter: `*` and `X` are black, `O` is white, `-` and `.` are empty.
pub(crate) fn cell(letter: u8) -> Option<Cell> {
    match letter {
        b'*' | b'X' | b'x' => Some(Cell::Black),
        b'O' | b'o' => Some(Cell::White),
        b'-' | b'.' => Some(Cell::Empty),
        _ => None,
    }
}

/// The side of the square board with this many points, if Othello is played on it.
pub(crate) fn side_of(points: usize) -> Option<usize> {
    (4..=16).step_by(2).find(|side| side * side == points)
}

/// A record of Othello on a square board of `side`, which must be even and 4 to 16.
pub(crate) fn record(side: usize) -> Option<Record> {
    let rules = othello::Rules::new(Size::square(side).ok()?).ok()?;
    Some(Record::new(rules.into()))
}

/// Makes a record start from these cells, in reading order, with this side to move. If that is the usual start, nothing
/// is set up.
pub(crate) fn set_up(record: &mut Record, cells: &[Cell], to_move: Color) {
    let start = AnyPosition::new(&record.spec);
    let size = start.size();
    let points = || size.points().zip(cells.iter().copied());
    if to_move == Color::Black && points().all(|(p, cell)| start.at(p) == cell) {
        return;
    }
    let root = record.tree.node_mut(Tree::ROOT);
    root.set_up = points().filter(|&(p, cell)| !cell.is_empty() || !start.at(p).is_empty()).collect();
    root.to_move = Some(to_move);
}

/// The side to move where the cells alone decide it: the only one that has a move, or black on a full board.
pub(crate) fn only_side(record: &Record, cells: &[Cell]) -> Option<Color> {
    let has_move = |side: Color| {
        let mut asked = Record::new(record.spec.clone());
        set_up(&mut asked, cells, side);
        let position = start(&asked).ok()?;
        Some(position.legal_moves().iter().any(|mv| mv.point().is_some()))
    };
    match (has_move(Color::Black)?, has_move(Color::White)?) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        (false, false) if cells.iter().all(|cell| !cell.is_empty()) => Some(Color::Black),
        _ => None,
    }
}

/// The position before the first move of a record.
///
/// # Errors
/// If the game is not Othello on a square board, or the stones cannot be set up.
pub(crate) fn start(record: &Record) -> Result<AnyPosition, Unwritable> {
    let GameSpec::Othello(rules) = &record.spec else { return Err(Unwritable::NotOthello) };
    if !rules.size().is_square() {
        return Err(Unwritable::NotSquare(rules.size()));
    }
    record.replay_to(Tree::ROOT).map(|replay| replay.position).map_err(|e| Unwritable::Rules(e.violation))
}

/// The cells of a position in reading order, each as a letter.
pub(crate) fn cells(position: &AnyPosition, letters: [char; 3]) -> impl Iterator<Item = (Point, char)> + '_ {
    position.size().points().map(move |p| (p, letters[position.at(p) as usize]))
}
