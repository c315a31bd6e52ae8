//! The board that the searches play on. Beside the stones it counts the stones of each colour on every line.
//!
//! A line is *open* to a side while the other side has no stone on it; only open lines can win. An open line with k − 1
//! stones is a threat. A side without open lines cannot win. The sum of `2^stones` over the open lines of a side bounds
//! its chances (P. Erdős and J. L. Selfridge, "On a combinatorial game", Journal of Combinatorial Theory A 14, 1973).

use crate::geometry::Geometry;
use std::sync::Arc;
use tengen_board::Color;
use tengen_board::random::SplitMix64;

/// Stones, line counts and hash keys. Moves are point numbers in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) geometry: Arc<Geometry>,
    keys: Arc<Keys>,
    /// For each line, the stones of black and of white.
    counts: Vec<[u8; 2]>,
    stones: Vec<Option<Color>>,
    pub(crate) empty: usize,
    /// For each colour, the lines open to it that lack one stone.
    threats: [u32; 2],
    /// For each colour, the sum of `2^stones` over the lines open to it.
    potential: [u64; 2],
    /// For each colour, the sum of [`weight`] over the lines open to it.
    shape: [i32; 2],
    /// For each symmetry, the key of the transformed position.
    symmetric_keys: [u64; 8],
    pub(crate) to_move: Color,
    /// The side with a complete line.
    pub(crate) winner: Option<Color>,
}

/// Random numbers of Zobrist hashing.
#[derive(Debug)]
struct Keys {
    /// For each point and colour, the number under each symmetry.
    by_point: Vec<[[u64; 8]; 2]>,
}

/// Weight of a line in the evaluation of the side that it is open to: four times as much for each stone that it lacks
/// less, and 1 from eight missing stones on.
#[inline]
pub(crate) const fn weight(missing: usize) -> i32 {
    if missing >= 8 { 1 } else { 1 << (2 * (8 - missing)) }
}

/// Added to the key when white is to move.
const WHITE_TO_MOVE: u64 = 0x7f4a_7c15_9e37_79b9;

impl Board {
    pub(crate) fn new(geometry: Arc<Geometry>) -> Board {
        let area = geometry.size.area();
        let mut rng = SplitMix64(geometry.k as u64);
        let base: Vec<[u64; 2]> = (0..area).map(|_| [rng.next_u64(), rng.next_u64()]).collect();
        let by_point = (0..area).map(|p| {
            let symmetric = |color: usize| {
                let mut keys = [0; 8];
                for (key, map) in keys.iter_mut().zip(&geometry.symmetries) {
                    *key = base[map[p] as usize][color];
                }
                keys
            };
            [symmetric(0), symmetric(1)]
        });
        let keys = Arc::new(Keys { by_point: by_point.collect() });
        let lines = geometry.lines();
        let threats = if geometry.k == 1 { lines as u32 } else { 0 };
        Board {
            keys,
            counts: vec![[0; 2]; lines],
            stones: vec![None; area],
            empty: area,
            threats: [threats; 2],
            potential: [lines as u64; 2],
            shape: [lines as i32 * weight(geometry.k); 2],
            symmetric_keys: [0; 8],
            to_move: Color::Black,
            winner: None,
            geometry,
        }
    }

    /// The stone at a point.
    #[inline]
    pub(crate) fn at(&self, point: usize) -> Option<Color> {
        self.stones[point]
    }

    /// The sum of [`weight`] over the lines open to `color`.
    #[inline]
    pub(crate) fn shape(&self, color: Color) -> i32 {
        self.shape[color.index()]
    }

    /// How much a stone of `color` at `point` adds to its own shape and takes from the opponent's, together.
    #[inline]
    pub(crate) fn shape_at(&self, point: usize, color: Color) -> i32 {
        let (own, other) = (color.index(), color.opponent().index());
        let mut gain = 0;
        for &line in self.geometry.lines_through(point) {
            let counts = self.counts[line as usize];
            let missing = |stones: u8| self.geometry.k - usize::from(stones);
            if counts[other] == 0 {
                gain += weight(missing(counts[own]) - 1) - weight(missing(counts[own]));
            }
            if counts[own] == 0 {
                gain += weight(missing(counts[other]));
            }
        }
        gain
    }

    #[inline]
    fn line_value(&self, line: usize, color: Color) -> u64 {
        let counts = self.counts[line];
        if counts[color.opponent().index()] == 0 { 1 << counts[color.index()] } else { 0 }
    }

    /// Number of stones of `color` on a line that is open to it, `None` on a closed line.
    #[inline]
    pub(crate) fn open_count(&self, line: usize, color: Color) -> Option<u8> {
        let counts = self.counts[line];
        (counts[color.opponent().index()] == 0).then_some(counts[color.index()])
    }

    /// The sum of `2^stones` over the lines open to `color`.
    #[inline]
    pub(crate) fn potential(&self, color: Color) -> u64 {
        self.potential[color.index()]
    }

    /// How much a stone at `point` changes the potential of `color`: its own adds this, the opponent's removes it.
    #[inline]
    pub(crate) fn potential_at(&self, point: usize, color: Color) -> u64 {
        self.geometry.lines_through(point).iter().map(|&line| self.line_value(line as usize, color)).sum()
    }

    /// Places a stone of `color` at an empty point.
    #[inline]
    pub(crate) fn place(&mut self, point: usize, color: Color) {
        self.update(point, color, true);
    }

    /// Removes the stone of `color` at `point`.
    #[inline]
    pub(crate) fn remove(&mut self, point: usize, color: Color) {
        self.update(point, color, false);
    }

    #[inline]
    fn update(&mut self, point: usize, color: Color, placed: bool) {
        let (own, other) = (color.index(), color.opponent().index());
        let full = self.geometry.k as u8;
        let weight_with = |stones: u8| weight(usize::from(full - stones));
        for &line in self.geometry.lines_through(point) {
            let counts = &mut self.counts[line as usize];
            let before = if placed { counts[own] } else { counts[own] - 1 };
            counts[own] = if placed { before + 1 } else { before };
            let sign = if placed { 1 } else { -1i64 };
            if counts[other] == 0 {
                // Open to `color` with `before` stones before, one more after.
                self.potential[own] = self.potential[own].wrapping_add_signed(sign << before);
                self.shape[own] += sign as i32 * (weight_with(before + 1) - weight_with(before));
                if before + 1 == full {
                    self.winner = placed.then_some(color);
                }
                let threats = i32::from(before + 2 == full) - i32::from(before + 1 == full);
                self.threats[own] = self.threats[own].wrapping_add_signed(threats * sign as i32);
            }
            if before == 0 {
                // Open to the opponent before, closed after.
                self.potential[other] = self.potential[other].wrapping_add_signed(-sign << counts[other]);
                self.shape[other] -= sign as i32 * weight_with(counts[other]);
                let threats = -i32::from(counts[other] + 1 == full);
                self.threats[other] = self.threats[other].wrapping_add_signed(threats * sign as i32);
            }
        }
        for (key, random) in self.symmetric_keys.iter_mut().zip(&self.keys.by_point[point][own]) {
            *key ^= random;
        }
        self.stones[point] = placed.then_some(color);
        self.empty = if placed { self.empty - 1 } else { self.empty + 1 };
    }

    /// Plays for the side to move.
    #[inline]
    pub(crate) fn play(&mut self, point: usize) {
        self.place(point, self.to_move);
        self.to_move = self.to_move.opponent();
    }

    /// Undoes the last move, which was at `point`.
    #[inline]
    pub(crate) fn undo(&mut self, point: usize) {
        self.to_move = self.to_move.opponent();
        self.remove(point, self.to_move);
        self.winner = None;
    }

    /// The hash key of the position up to symmetry, and the number of the symmetry that maps the position to its
    /// canonical form. Symmetric positions share the key.
    #[inline]
    pub(crate) fn key(&self) -> (u64, usize) {
        let mut least = (self.symmetric_keys[0], 0);
        for number in 1..self.geometry.symmetries.len() {
            least = least.min((self.symmetric_keys[number], number));
        }
        (least.0 ^ if self.to_move == Color::White { WHITE_TO_MOVE } else { 0 }, least.1)
    }

    /// True if `color` has a threat: an open line that lacks one stone.
    #[inline]
    pub(crate) fn has_threat(&self, color: Color) -> bool {
        self.threats[color.index()] > 0
    }

    /// The number of points that complete a line of `color`, counted up to two, and the first of them.
    pub(crate) fn winning_points(&self, color: Color) -> (usize, usize) {
        let mut left = self.threats[color.index()];
        let mut found = (0, 0);
        let full = self.geometry.k as u8;
        for line in 0..self.counts.len() {
            if left == 0 {
                break;
            }
            if self.open_count(line, color) != Some(full - 1) {
                continue;
            }
            left -= 1;
            let points = self.geometry.points_of(line);
            if let Some(&point) = points.iter().find(|&&p| self.stones[p as usize].is_none()) {
                match found {
                    (0, _) => found = (1, point as usize),
                    (_, first) if first != point as usize => return (2, first),
                    _ => {}
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Size;

    /// Everything derived from the stones.
    type Derived = (Vec<[u8; 2]>, [u32; 2], [u64; 2], [i32; 2], Option<Color>);

    fn derived(board: &Board) -> Derived {
        (board.counts.clone(), board.threats, board.potential, board.shape, board.winner)
    }

    /// The same, computed from the stones alone.
    fn recount(board: &Board) -> Derived {
        let geometry = &board.geometry;
        let (mut threats, mut potential, mut shape, mut winner) = ([0; 2], [0; 2], [0; 2], None);
        let counts: Vec<[u8; 2]> = (0..geometry.lines())
            .map(|l| {
                let of = |c| {
                    geometry.points_of(l).iter().filter(|&&p| board.at(p as usize) == Some(c)).count() as u8
                };
                let counts = [of(Color::Black), of(Color::White)];
                for (own, color) in Color::BOTH.into_iter().enumerate() {
                    if counts[1 - own] == 0 {
                        potential[own] += 1 << counts[own];
                        shape[own] +=
                            4i32.pow(8u32.saturating_sub(geometry.k as u32 - u32::from(counts[own])));
                        threats[own] += u32::from(usize::from(counts[own]) + 1 == geometry.k);
                        if usize::from(counts[own]) == geometry.k {
                            winner = Some(color);
                        }
                    }
                }
                counts
            })
            .collect();
        (counts, threats, potential, shape, winner)
    }

    #[test]
    fn counts_agree_with_a_recount_in_random_games() {
        for (rows, cols, k) in [(3, 3, 3), (4, 6, 4), (6, 6, 5), (9, 9, 5), (2, 2, 1), (1, 7, 2), (5, 5, 9)] {
            let geometry = Arc::new(Geometry::new(Size::of(rows, cols), k, false));
            for seed in 0..30 {
                let mut rng = SplitMix64(seed);
                let mut board = Board::new(geometry.clone());
                let mut played = Vec::new();
                loop {
                    assert_eq!(derived(&board), recount(&board));
                    if board.winner.is_some() || board.empty == 0 {
                        break;
                    }
                    let empty: Vec<usize> = (0..rows * cols).filter(|&p| board.at(p).is_none()).collect();
                    let point = empty[rng.below(empty.len())];
                    let mover = board.to_move;
                    let gain = board.potential_at(point, mover);
                    let loss = board.potential_at(point, !mover);
                    let before = board.potential;
                    let balance = board.shape(mover) - board.shape(!mover);
                    let worth = board.shape_at(point, mover);
                    board.play(point);
                    assert_eq!(board.potential[mover.index()], before[mover.index()] + gain);
                    assert_eq!(board.potential[(!mover).index()], before[(!mover).index()] - loss);
                    assert_eq!(board.shape(mover) - board.shape(!mover), balance + worth);
                    played.push((point, board.key()));
                }
                while let Some((point, key)) = played.pop() {
                    assert_eq!(board.key(), key);
                    board.undo(point);
                    assert_eq!(derived(&board), recount(&board));
                }
                assert_eq!(board.empty, rows * cols);
            }
        }
    }

    #[test]
    fn symmetric_positions_share_a_key() {
        let geometry = Arc::new(Geometry::new(Size::of(5, 5), 4, false));
        let mut rng = SplitMix64(5);
        for _ in 0..100 {
            let mut points: Vec<usize> = (0..25).collect();
            for i in 0..9 {
                points.swap(i, i + rng.below(25 - i));
            }
            let keys: Vec<u64> = geometry
                .symmetries
                .iter()
                .map(|map| {
                    let mut board = Board::new(geometry.clone());
                    points[..9].iter().for_each(|&p| board.play(map[p] as usize));
                    board.key().0
                })
                .collect();
            assert!(keys.iter().all(|&k| k == keys[0]));
        }
    }
}
