//! A fixed-depth alpha-beta search for five in a row, written once for every layout.
//!
//! It is the search of the article on bitboards in its plain form: at each node the ten best-looking moves, at each
//! leaf the whole board judged line by line. Nothing is kept from node to node but the board itself, so the time is the
//! time the layout takes to answer. Every layout visits the same nodes and finds the same value.

use super::shape::{PointValues, line_value};
use tengen_board::layout::Layout;
use tengen_board::{Axis, Color, Diagram, Size};

/// How many moves are searched in each node.
pub const CANDIDATES: usize = 10;
/// How many stones in a row win.
pub(super) const K: usize = 5;
/// The value of a win at the root; a win n plies later is worth n less.
pub const WIN: i32 = 1_000_000;

/// The position that is searched: the middle of a game, ten stones each, black to move. Black's threats keep coming,
/// but the search finds no win for either side.
pub const POSITION: &str = "
       a b c d e f g h i j k l m n o
    15 . . . . . . . . . . . . . . . 15
    14 . . . . . . . . . . . . . . . 14
    13 . . . . . . . . . . . . . . . 13
    12 . . . . . . . . . . . . . . . 12
    11 . . . O . . . O . . O . . . . 11
    10 . . . . X . . . . . . . . . . 10
     9 . . . . . X . O O X . . . . .  9
     8 . . . . X O X X X O . . . . .  8
     7 . . . . . . . X O . . . . . .  7
     6 . . . . X . O X O . . . . . .  6
     5 . . . . . . . . . . . . . . .  5
     4 . . . . . . . . . . . . . . .  4
     3 . . . . . . . . . . . . . . .  3
     2 . . . . . . . . . . . . . . .  2
     1 . . . . . . . . . . . . . . .  1
       a b c d e f g h i j k l m n o
";

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchCount {
    /// The value of the position for the side to move.
    pub value: i32,
    /// Positions visited, the root among them.
    pub nodes: u64,
}

/// A search on a board in layout `L`.
pub struct Search<L: Layout> {
    board: L,
    values: PointValues,
    nodes: u64,
}

/// Moves that look best, best first; among equals the one first in reading order.
struct Candidates<I> {
    moves: [Option<(i32, usize, I)>; CANDIDATES],
}

impl<L: Layout> Search<L> {
    /// A search from the board of `diagram`.
    pub fn new(diagram: &Diagram) -> Search<L> {
        Search {
            board: L::from_cells(diagram.size, K, |p| diagram.at(p)),
            values: PointValues::new(),
            nodes: 0,
        }
    }

    /// Searches `depth` plies with `color` to move, and leaves the board as it was.
    pub fn run(&mut self, depth: u32, color: Color) -> SearchCount {
        self.nodes = 0;
        let value = self.search(depth, -WIN, WIN, color, 0);
        SearchCount { value, nodes: self.nodes }
    }

    fn search(&mut self, depth: u32, mut alpha: i32, beta: i32, color: Color, ply: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.evaluate(color);
        }
        let candidates = self.candidates(color);
        let mut best = -WIN;
        let mut any = false;
        for (_, _, index) in candidates.moves.into_iter().flatten() {
            any = true;
            self.board.place(index, color);
            let value = if self.board.wins(index, K) {
                self.nodes += 1;
                WIN - ply - 1
            } else {
                -self.search(depth - 1, -beta, -alpha, !color, ply + 1)
            };
            self.board.remove(index);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if any { best } else { 0 }
    }

    /// What the lines of the board are worth to `color`, less what they are worth to the other.
    #[inline]
    fn evaluate(&self, color: Color) -> i32 {
        let mut black = 0;
        self.board.each_line(K, |line| black += line_value(line));
        if color == Color::Black { black } else { -black }
    }

    #[inline]
    fn candidates(&self, color: Color) -> Candidates<L::Index> {
        let size: Size = self.board.size();
        let mut best = Candidates { moves: [None; CANDIDATES] };
        self.board.scan(|index, cell| {
            if cell.is_empty() {
                let worth = |axis| self.values.value(self.board.around(index, axis), color);
                let value = worth(Axis::Row)
                    + worth(Axis::Column)
                    + worth(Axis::Diagonal)
                    + worth(Axis::AntiDiagonal);
                if value > 0 {
                    best.offer(value, index, || size.index(self.board.point(index)));
                }
            }
            true
        });
        best
    }
}

impl<I: Copy> Candidates<I> {
    /// Takes the move in if it is among the best.
    #[inline]
    fn offer(&mut self, value: i32, index: I, number: impl FnOnce() -> usize) {
        let last = self.moves[CANDIDATES - 1];
        if last.is_some_and(|(worst, _, _)| value < worst) {
            return;
        }
        let new = (value, number(), index);
        let before = |other: &Option<(i32, usize, I)>| {
            other.is_some_and(|(v, n, _)| (v, std::cmp::Reverse(n)) > (new.0, std::cmp::Reverse(new.1)))
        };
        let place = self.moves.iter().take_while(|m| before(m)).count();
        if place < CANDIDATES {
            self.moves[place..].rotate_right(1);
            self.moves[place] = Some(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::layout::{Nested, lines};
    use tengen_board::{AXES, Cell, Point};

    fn position() -> Diagram {
        POSITION.parse().expect("a diagram")
    }

    /// All moves worth anything, best first, among equals in reading order: value and point number.
    fn plain_moves(board: &Nested, values: &PointValues, color: Color) -> Vec<(i32, usize)> {
        let mut moves: Vec<(i32, usize)> = Vec::new();
        for (number, point) in board.size().points().enumerate() {
            let index = board.index(point);
            if board.at(index).is_empty() {
                let value = AXES.into_iter().map(|axis| values.value(board.around(index, axis), color)).sum();
                moves.push((value, number));
            }
        }
        moves.retain(|m| m.0 > 0);
        moves.sort_by_key(|&(value, number)| (-value, number));
        moves
    }

    /// The same moves in the same order without cut-offs, and each thing in its plainest form.
    fn minimax(board: &mut Nested, values: &PointValues, depth: u32, color: Color, ply: i32) -> i32 {
        let size = board.size();
        let word_value =
            |board: &Nested| -> i32 { lines(size).map(|(axis, n)| line_value(board.line(axis, n))).sum() };
        if depth == 0 {
            let black = word_value(board);
            return if color == Color::Black { black } else { -black };
        }
        let moves = plain_moves(board, values, color);
        let mut best = -WIN;
        for &(_, number) in moves.iter().take(CANDIDATES) {
            let index = board.index(size.point(number));
            board.place(index, color);
            let value = if board.runs(index).into_iter().any(|run| run >= K) {
                WIN - ply - 1
            } else {
                -minimax(board, values, depth - 1, !color, ply + 1)
            };
            board.remove(index);
            best = best.max(value);
        }
        if moves.is_empty() { 0 } else { best }
    }

    #[test]
    fn candidates_are_the_ten_best_in_order() {
        let board = Nested::from_cells(position().size, K, |p| position().at(p));
        let mut search = Search::<Nested>::new(&position());
        let two = Diagram::new(Size::of(3, 9), |p| if p.col == 4 { Cell::White } else { Cell::Empty });
        let mut small = Search::<Nested>::new(&two);
        for color in Color::BOTH {
            for (search, board) in
                [(&mut search, &board), (&mut small, &Nested::from_cells(two.size, K, |p| two.at(p)))]
            {
                let found: Vec<(i32, usize)> = search
                    .candidates(color)
                    .moves
                    .into_iter()
                    .flatten()
                    .map(|(value, number, _)| (value, number))
                    .collect();
                let mut plain = plain_moves(board, &PointValues::new(), color);
                assert!(plain.len() > CANDIDATES);
                plain.truncate(CANDIDATES);
                assert_eq!(found, plain);
            }
        }
    }

    #[test]
    fn cut_offs_do_not_change_the_value() {
        for depth in 0..=3 {
            for color in Color::BOTH {
                let mut board = Nested::from_cells(position().size, K, |p| position().at(p));
                let found = Search::<Nested>::new(&position()).run(depth, color);
                assert_eq!(
                    found.value,
                    minimax(&mut board, &PointValues::new(), depth, color, 0),
                    "depth {depth}, {color}"
                );
            }
        }
    }

    #[test]
    fn an_open_three_is_a_win_in_three_plies_and_an_open_four_in_one() {
        let mut diagram = Diagram::new(Size::of(15, 15), |p| {
            if p.row == 7 && (6..9).contains(&p.col) { Cell::Black } else { Cell::Empty }
        });
        let run = |d: &Diagram, depth| Search::<Nested>::new(d).run(depth, Color::Black).value;
        assert_eq!(run(&diagram, 3), WIN - 3);
        diagram.cells[diagram.size.index(Point::new(7, 9))] = Cell::Black;
        assert_eq!(run(&diagram, 1), WIN - 1);
    }

    #[test]
    fn the_position_is_undecided_and_left_as_it_was() {
        let mut search = Search::<Nested>::new(&position());
        for color in Color::BOTH {
            assert!(search.run(5, color).value.abs() < WIN / 2);
        }
        for point in position().size.points() {
            assert_eq!(search.board.at(search.board.index(point)), position().at(point));
        }
        assert_eq!(position().cells.iter().filter(|&&c| c == Cell::Black).count(), 10);
        assert_eq!(position().cells.iter().filter(|&&c| c == Cell::White).count(), 10);
    }
}
