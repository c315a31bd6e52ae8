//! The small tasks of the table, written once for every layout.

use std::hint::black_box;
use tengen_board::layout::Layout;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};

/// How many boards each task goes through, so that none is learnt by heart.
const BOARDS: usize = 16;
/// Stones on each of them: a game in its middle.
const STONES: usize = 80;
const K: usize = 5;

/// Boards to work on, the same in every layout.
pub(super) struct Operations<L: Layout> {
    size: Size,
    empty: L,
    boards: Vec<L>,
    /// Every point of the board in a random order.
    points: Vec<Point>,
    indices: Vec<L::Index>,
    /// The points of the stones on each board, in the order in which they were placed.
    stones: Vec<Vec<L::Index>>,
}

/// Random boards without five in a row, as lists of stones in the order they were placed, black and white alternately.
fn random_games(size: Size) -> Vec<Vec<Point>> {
    let mut rng = SplitMix64(0x7e46);
    (0..BOARDS)
        .map(|_| {
            let mut board = tengen_board::layout::Nested::new(size, K);
            let mut free: Vec<Point> = size.points().collect();
            let mut stones = Vec::new();
            while stones.len() < STONES.min(size.area() / 2) {
                let point = free.swap_remove(rng.below(free.len()));
                let index = board.index(point);
                board.place(index, color_of(stones.len()));
                if board.wins(index, K) {
                    board.remove(index);
                } else {
                    stones.push(point);
                }
            }
            stones
        })
        .collect()
}

fn color_of(ply: usize) -> Color {
    Color::BOTH[ply % 2]
}

impl<L: Layout> Operations<L> {
    pub(super) fn new(size: Size) -> Operations<L> {
        let mut boards = Vec::new();
        let mut stones = Vec::new();
        for game in random_games(size) {
            let mut board = L::new(size, K);
            let indices: Vec<L::Index> = game.iter().map(|&p| board.index(p)).collect();
            for (ply, &index) in indices.iter().enumerate() {
                board.place(index, color_of(ply));
            }
            boards.push(board);
            stones.push(indices);
        }
        let mut rng = SplitMix64(0x90);
        let mut points: Vec<Point> = size.points().collect();
        for i in (1..points.len()).rev() {
            points.swap(i, rng.below(i + 1));
        }
        let indices = points.iter().map(|&p| boards[0].index(p)).collect();
        Operations { size, empty: L::new(size, K), boards, points, indices, stones }
    }

    /// Places a stone on every point and takes all off again. A unit is one of either.
    pub(super) fn place_and_remove(&mut self) -> u64 {
        let board = black_box(&mut self.empty);
        for (ply, &index) in self.indices.iter().enumerate() {
            board.place(index, color_of(ply));
        }
        let board = black_box(board);
        for &index in self.indices.iter().rev() {
            board.remove(index);
        }
        2 * self.indices.len() as u64
    }

    /// Turns every point into an index and back. A unit is both.
    pub(super) fn convert(&mut self) -> u64 {
        let board = black_box(&self.boards[0]);
        for &point in &self.points {
            let index = black_box(board.index(black_box(point)));
            black_box(board.point(index));
        }
        self.points.len() as u64
    }

    /// Counts the runs through every stone. A unit is one stone, four axes.
    pub(super) fn runs(&mut self) -> u64 {
        let mut units = 0;
        for (board, stones) in self.boards.iter().zip(&self.stones) {
            for &index in stones {
                black_box(board.runs(index));
            }
            units += stones.len() as u64;
        }
        units
    }

    /// Looks for a five of either colour on boards that have none. A unit is one board.
    pub(super) fn win_scan(&mut self) -> u64 {
        for board in &self.boards {
            for color in Color::BOTH {
                black_box(board.has_run(color, K));
            }
        }
        self.boards.len() as u64
    }

    /// Counts all runs of both colours by length. A unit is one board.
    pub(super) fn count_runs(&mut self) -> u64 {
        for board in &self.boards {
            for color in Color::BOTH {
                black_box(board.run_counts(color));
            }
        }
        self.boards.len() as u64
    }

    /// Walks from every point to the edge in all eight directions and counts the black stones on the way. A unit is one
    /// point, eight walks.
    pub(super) fn walks(&mut self) -> u64 {
        let board = &self.boards[0];
        for &index in &self.indices {
            let mut black = 0;
            for direction in 0..8 {
                board.walk(index, direction, |cell| {
                    black += u32::from(cell == Cell::Black);
                    true
                });
            }
            black_box(black);
        }
        self.indices.len() as u64
    }

    /// A number that depends on every answer of the tasks above: the same for every layout.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut sum = SplitMix64(0);
        let mut mix = |n: usize| {
            sum.0 ^= n as u64;
            sum.next_u64();
        };
        for (board, stones) in self.boards.iter().zip(&self.stones) {
            for &index in stones {
                board.runs(index).into_iter().for_each(&mut mix);
                mix(self.size.index(board.point(index)));
            }
            for color in Color::BOTH {
                mix(usize::from(board.has_run(color, K)));
                board.run_counts(color).into_iter().for_each(|n| mix(n.into()));
            }
            for &index in &self.indices {
                for direction in 0..8 {
                    let mut black = 0;
                    board.walk(index, direction, |cell| {
                        black += usize::from(cell == Cell::Black);
                        true
                    });
                    mix(black);
                }
            }
        }
        sum.next_u64()
    }
}
