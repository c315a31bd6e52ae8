//! Positions for training the network, stored as the first moves of their games.

use tengen_board::{Cell, Color, Size};
use tengen_gomoku::network::WindowClasses;
use tengen_gomoku::{Square, WindowBoard};

/// The classes of the four windows of a point, as black sees them and as white does.
pub(crate) type Windows = [[u16; 2]; 4];

/// A position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// Index of the first move of its game.
    game: u32,
    /// Number of moves played; black began.
    stones: u16,
    /// Index of its board size.
    field: u8,
    /// The threats on the board, by [`threat_index`](tengen_gomoku::threat_index).
    pub(crate) threats: u16,
    /// The evaluation of the weights, as a logit for the mover.
    pub(crate) base: f32,
    /// The target: the mover's win probability, 0 to 1.
    pub(crate) target: f32,
}

impl Board {
    pub(crate) fn mover(&self) -> Color {
        Color::BOTH[usize::from(self.stones % 2)]
    }

    /// Index of its board size.
    pub(crate) fn field(&self) -> usize {
        self.field.into()
    }
}

/// Positions for training the network, game by game.
#[derive(Debug, Default)]
pub struct Boards {
    moves: Vec<Square>,
    list: Vec<Board>,
    /// An empty board of each size.
    fields: Vec<WindowBoard>,
}

/// The windows of a position.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    /// The points that have a stone, or a stone in one of their windows.
    pub(crate) touched: Vec<Square>,
    /// The windows of the empty ones among them.
    pub(crate) windows: Vec<Windows>,
}

impl Boards {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Begins a game on a square board.
    pub(crate) fn begin(&mut self, side: u8, moves: impl Iterator<Item = Square>) -> Game<'_> {
        let size = Size::of(side.into(), side.into());
        let known = self.fields.iter().position(|field| field.size() == size);
        let field = known.unwrap_or_else(|| {
            self.fields.push(WindowBoard::new(size));
            self.fields.len() - 1
        });
        let game = self.moves.len() as u32;
        self.moves.extend(moves);
        Game { boards: self, game, field: field as u8 }
    }

    /// The windows of all points of each empty board.
    pub(crate) fn empty(&self, classes: &WindowClasses) -> Vec<Vec<Windows>> {
        let windows = |field: &WindowBoard| {
            let all = 0..field.size().area() as Square;
            all.map(|square| field.windows(square, classes.half()).map(|w| classes.of_window(w))).collect()
        };
        self.fields.iter().map(windows).collect()
    }

    /// The position at this index.
    pub(crate) fn get(&self, i: usize) -> &Board {
        &self.list[i]
    }

    /// Computes the windows of a position.
    pub(crate) fn see(&self, board: &Board, classes: &WindowClasses, sight: &mut Sight) {
        sight.touched.clear();
        sight.windows.clear();
        let mut field = self.fields[board.field()].clone();
        let from = board.game as usize;
        for (i, &square) in self.moves[from..from + usize::from(board.stones)].iter().enumerate() {
            field.toggle(square, Color::BOTH[i % 2]);
        }
        for square in 0..field.size().area() as Square {
            if field.at(square) != Cell::Empty {
                sight.touched.push(square);
                continue;
            }
            let windows = field.windows(square, classes.half());
            // A stone is 1 or 2; in an empty point and a wall both bits are equal.
            if windows.iter().any(|window| (window ^ window >> 1) & 0x5555_5555 != 0) {
                sight.touched.push(square);
                sight.windows.push(windows.map(|window| classes.of_window(window)));
            }
        }
    }
}

/// A game whose positions are being added.
pub(crate) struct Game<'a> {
    boards: &'a mut Boards,
    game: u32,
    field: u8,
}

impl Game<'_> {
    /// Adds the position after this number of moves.
    pub(crate) fn push(&mut self, stones: usize, threats: usize, base: f32, target: f32) {
        let (stones, threats) = (stones as u16, threats as u16);
        self.boards.list.push(Board { game: self.game, stones, field: self.field, threats, base, target });
    }
}
