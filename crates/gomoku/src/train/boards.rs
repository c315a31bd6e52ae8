//! Positions for the network to learn from: the boards themselves, kept as the first moves of their games.

use crate::lines::{Geometry, Lines, window};
use crate::network::classes::Classes;
use crate::squares::Square;
use tengen_board::{Cell, Color, Size};

/// The classes of the four windows of a point, as black sees them and as white does.
pub(super) type Windows = [[u16; 2]; 4];

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    /// Where the moves of its game begin.
    game: u32,
    /// How many of them have been played; black began.
    stones: u16,
    /// The number of its size of board.
    field: u8,
    /// Which threats are ready, as [`threat_index`](crate::threat_index) numbers them.
    pub(super) threats: u16,
    /// What the weights say: the mover's chance to win as a logit.
    pub(super) base: f32,
    /// The mover's chance to win that is to be learnt, 0 to 1.
    pub(super) target: f32,
}

impl Board {
    pub(super) fn mover(&self) -> Color {
        Color::BOTH[usize::from(self.stones % 2)]
    }

    /// The number of its size of board.
    pub(super) fn field(&self) -> usize {
        self.field.into()
    }
}

/// Many positions, game by game.
#[derive(Debug, Default)]
pub struct Boards {
    moves: Vec<Square>,
    list: Vec<Board>,
    fields: Vec<Field>,
}

/// A size of board, empty.
#[derive(Debug)]
struct Field {
    geometry: Geometry,
    lines: Lines,
}

/// What is to be seen on a board.
#[derive(Debug, Default)]
pub(super) struct Sight {
    /// The points whose windows hold a stone, or that hold one themselves.
    pub(super) touched: Vec<Square>,
    /// The windows of those that are empty.
    pub(super) windows: Vec<Windows>,
}

impl Boards {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Begins a game on a square board.
    pub(super) fn begin(&mut self, side: u8, moves: impl Iterator<Item = Square>) -> Game<'_> {
        let size = Size::of(side.into(), side.into());
        let known = self.fields.iter().position(|field| field.geometry.size == size);
        let field = known.unwrap_or_else(|| {
            let geometry = Geometry::new(size);
            self.fields.push(Field { lines: Lines::new(&geometry), geometry });
            self.fields.len() - 1
        });
        let game = self.moves.len() as u32;
        self.moves.extend(moves);
        Game { boards: self, game, field: field as u8 }
    }

    /// The windows of all points of each empty board.
    pub(super) fn empty(&self, classes: &Classes) -> Vec<Vec<Windows>> {
        let windows = |field: &Field| {
            let all = 0..field.geometry.size.area();
            all.map(|square| {
                around(&field.geometry, &field.lines, square, classes.half()).map(|w| classes.of_window(w))
            })
            .collect()
        };
        self.fields.iter().map(windows).collect()
    }

    /// The position of this number.
    pub(super) fn get(&self, i: usize) -> &Board {
        &self.list[i]
    }

    /// Looks at a position.
    pub(super) fn see(&self, board: &Board, classes: &Classes, sight: &mut Sight) {
        sight.touched.clear();
        sight.windows.clear();
        let Field { geometry, lines } = &self.fields[board.field()];
        let mut lines = lines.clone();
        let from = board.game as usize;
        for (i, &square) in self.moves[from..from + usize::from(board.stones)].iter().enumerate() {
            for axis in 0..4 {
                lines.toggle(geometry.place(square.into(), axis), Color::BOTH[i % 2]);
            }
        }
        for square in 0..geometry.size.area() {
            if lines.at(geometry, square as Square) != Cell::Empty {
                sight.touched.push(square as Square);
                continue;
            }
            let windows = around(geometry, &lines, square, classes.half());
            // A stone is 1 or 2 of two bits; emptiness and walls have both bits alike.
            if windows.iter().any(|window| (window ^ window >> 1) & 0x5555_5555 != 0) {
                sight.touched.push(square as Square);
                sight.windows.push(windows.map(|window| classes.of_window(window)));
            }
        }
    }
}

/// The windows of a point.
#[inline(always)]
fn around(geometry: &Geometry, lines: &Lines, square: usize, half: usize) -> [u32; 4] {
    std::array::from_fn(|axis| {
        let place = geometry.place(square, axis);
        window(lines.word(place), place.shift, half)
    })
}

/// A game whose positions are being added.
pub(super) struct Game<'a> {
    boards: &'a mut Boards,
    game: u32,
    field: u8,
}

impl Game<'_> {
    /// Adds the position after so many moves.
    pub(super) fn push(&mut self, stones: usize, threats: usize, base: f32, target: f32) {
        let (stones, threats) = (stones as u16, threats as u16);
        self.boards.list.push(Board { game: self.game, stones, field: self.field, threats, base, target });
    }
}
