//! Windows: every k points in a row on the board. One that holds stones of one colour alone can still become a row.

use tengen_board::{AXES, Cell, Color, Size};

/// What the windows of a position add up to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scan {
    /// For each point and colour, what a stone there adds to the own windows.
    pub(crate) gain: Vec<[f32; 2]>,
    /// For each point and colour, the fewest stones that complete a window through it; 255 where there is none.
    pub(crate) needed: Vec<[u8; 2]>,
    /// For each colour, the weight of its windows.
    pub(crate) sum: [f32; 2],
}

/// The windows of a board.
#[derive(Clone, Debug)]
pub(crate) struct Windows {
    k: usize,
    /// The points of each line that is long enough, as indices.
    lines: Vec<Vec<u16>>,
    /// The weight of a window by the number of its stones, up to `k`.
    weight: Vec<f32>,
    cells: Vec<Cell>,
}

impl Windows {
    /// The windows of `k` points, for a game in which a turn has `per_turn` stones.
    pub(crate) fn new(size: Size, k: usize, per_turn: u32) -> Windows {
        let mut lines = Vec::new();
        for axis in AXES {
            let step = axis.step();
            for start in size.points() {
                let back = size.offset(start, -i32::from(step.d_row), -i32::from(step.d_col));
                if back.is_some() {
                    continue;
                }
                let line: Vec<u16> = (0..)
                    .map_while(|n| size.offset(start, n * i32::from(step.d_row), n * i32::from(step.d_col)))
                    .map(|p| size.index(p) as u16)
                    .collect();
                if line.len() >= k {
                    lines.push(line);
                }
            }
        }
        // A stone more makes a window several times as strong; where a turn has two stones, less so.
        let base: f32 = if per_turn > 1 { 4.0 } else { 7.0 };
        let full = k.saturating_sub(per_turn as usize);
        let weight =
            (0..=k).map(|n| if n == 0 { 0.0 } else { base.powf(n.min(full) as f32 + 0.1 * n as f32) });
        Windows { k, lines, weight: weight.collect(), cells: Vec::new() }
    }

    /// Scans the board that `cells` gives in reading order.
    pub(crate) fn scan(&mut self, cells: impl Iterator<Item = Cell>, out: &mut Scan) {
        self.cells.clear();
        self.cells.extend(cells);
        out.gain.clear();
        out.gain.resize(self.cells.len(), [0.0; 2]);
        out.needed.clear();
        out.needed.resize(self.cells.len(), [255; 2]);
        out.sum = [0.0; 2];
        for line in &self.lines {
            let mut count = [0_usize; 2];
            for (n, &point) in line.iter().enumerate() {
                if let Some(color) = self.cells[point as usize].color() {
                    count[color.index()] += 1;
                }
                if n + 1 < self.k {
                    continue;
                }
                let window = &line[n + 1 - self.k..=n];
                for color in Color::BOTH {
                    let (own, other) = (count[color.index()], count[color.opponent().index()]);
                    if other > 0 {
                        continue;
                    }
                    out.sum[color.index()] += self.weight[own];
                    let gain = self.weight[(own + 1).min(self.k)] - self.weight[own];
                    let needed = (self.k - own) as u8;
                    for &p in window {
                        out.gain[p as usize][color.index()] += gain;
                        let least = &mut out.needed[p as usize][color.index()];
                        *least = (*least).min(needed);
                    }
                }
                if let Some(color) = self.cells[window[0] as usize].color() {
                    count[color.index()] -= 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_counts_until_the_other_colour_is_in_it() {
        let size = Size::of(1, 6);
        let mut windows = Windows::new(size, 5, 1);
        let mut scan = Scan::default();
        let cells = [Cell::Black, Cell::Black, Cell::Empty, Cell::Black, Cell::Black, Cell::White];
        windows.scan(cells.into_iter(), &mut scan);
        assert_eq!(scan.needed[2], [1, 255]);
        assert_eq!(scan.needed[5], [255, 255]);
        assert!(scan.sum[0] > 0.0 && scan.sum[1] == 0.0);
        assert!(scan.gain[2][0] > 0.0);
    }

    #[test]
    fn every_line_of_a_board_is_found_once() {
        for (rows, cols, k) in [(3, 3, 3), (6, 7, 4), (19, 19, 6), (5, 25, 5)] {
            let windows = Windows::new(Size::of(rows, cols), k, 1);
            let along = |side: usize| (side + 1).saturating_sub(k);
            let count: usize = windows.lines.iter().map(|line| line.len() + 1 - k).sum();
            let expected = rows * along(cols) + cols * along(rows) + 2 * along(rows) * along(cols);
            assert_eq!(count, expected, "{rows}x{cols} {k}");
        }
    }
}
