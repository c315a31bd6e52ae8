//! The lines of a board (every k points in a row) and an index of the lines through each point.

use tengen_board::{AXES, Point, Size};

/// The constant data of an m,n,k board. Points are numbered in reading order.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub(crate) size: Size,
    pub(crate) k: usize,
    /// Whether stones fall.
    pub(crate) gravity: bool,
    /// The points of all lines, `k` for each line.
    line_points: Vec<u16>,
    /// For each point, the index of its first line in `point_lines`; a last entry marks the end.
    starts: Vec<u32>,
    point_lines: Vec<u16>,
    /// The numbers of the points under each symmetry of the board that keeps its shape: 8 on squares, 4 on others,
    /// 2 where stones fall. The first is the identity.
    pub(crate) symmetries: Vec<Vec<u16>>,
    /// The inverse of each symmetry.
    pub(crate) inverses: Vec<Vec<u16>>,
    /// For each row, column and diagonal that is long enough, the range of its line numbers, from one end to the other.
    pub(crate) tracks: Vec<std::ops::Range<usize>>,
}

impl Geometry {
    pub(crate) fn new(size: Size, k: usize, gravity: bool) -> Geometry {
        let mut line_points = Vec::new();
        let mut tracks = Vec::new();
        for axis in AXES {
            let step = axis.step();
            let at = |p: Point, n: i32| size.offset(p, i32::from(step.d_row) * n, i32::from(step.d_col) * n);
            for first in size.points().filter(|&p| at(p, -1).is_none()) {
                let track: Vec<u16> =
                    (0..).map_while(|n| at(first, n)).map(|p| size.index(p) as u16).collect();
                let begin = line_points.len() / k;
                for line in track.windows(k) {
                    line_points.extend_from_slice(line);
                }
                // With k = 1 every axis gives the same lines: one is enough.
                if line_points.len() / k > begin {
                    tracks.push(begin..line_points.len() / k);
                }
            }
            if k == 1 {
                break;
            }
        }
        let mut through = vec![Vec::new(); size.area()];
        for (line, points) in line_points.chunks(k).enumerate() {
            for &p in points {
                through[p as usize].push(line as u16);
            }
        }
        let mut starts = vec![0];
        let mut point_lines = Vec::new();
        for lines in &through {
            point_lines.extend_from_slice(lines);
            starts.push(point_lines.len() as u32);
        }
        let symmetries = symmetries(size, gravity);
        let inverses = symmetries.iter().map(|map| inverse(map)).collect();
        Geometry { size, k, gravity, line_points, starts, point_lines, symmetries, inverses, tracks }
    }

    /// Number of lines.
    pub(crate) fn lines(&self) -> usize {
        self.line_points.len() / self.k
    }

    /// The points of a line.
    #[inline]
    pub(crate) fn points_of(&self, line: usize) -> &[u16] {
        &self.line_points[line * self.k..(line + 1) * self.k]
    }

    /// The lines through a point.
    #[inline]
    pub(crate) fn lines_through(&self, point: usize) -> &[u16] {
        &self.point_lines[self.starts[point] as usize..self.starts[point + 1] as usize]
    }
}

fn inverse(map: &[u16]) -> Vec<u16> {
    let mut back = vec![0; map.len()];
    for (from, &to) in map.iter().enumerate() {
        back[to as usize] = from as u16;
    }
    back
}

fn symmetries(size: Size, gravity: bool) -> Vec<Vec<u16>> {
    let (rows, cols) = (size.rows(), size.cols());
    let mut all = Vec::new();
    for transpose in [false, true] {
        for flip_rows in [false, true] {
            for flip_cols in [false, true] {
                if transpose && !size.is_square() || gravity && (transpose || flip_rows) {
                    continue;
                }
                let image = |p: Point| {
                    let (mut row, mut col) = (p.row as usize, p.col as usize);
                    if transpose {
                        (row, col) = (col, row);
                    }
                    row = if flip_rows { rows - 1 - row } else { row };
                    col = if flip_cols { cols - 1 - col } else { col };
                    (row * cols + col) as u16
                };
                all.push(size.points().map(image).collect());
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook count: each axis has (rows that fit) × (columns that fit) lines.
    fn expected(rows: usize, cols: usize, k: usize) -> usize {
        let fit = |n: usize| (n + 1).saturating_sub(k);
        rows * fit(cols) + cols * fit(rows) + 2 * fit(rows) * fit(cols)
    }

    #[test]
    fn lines_are_as_many_as_the_formula_says() {
        for (rows, cols) in [(1, 1), (1, 9), (3, 3), (6, 7), (5, 6), (25, 25), (2, 8)] {
            for k in 2..=22 {
                let geometry = Geometry::new(Size::of(rows, cols), k, false);
                assert_eq!(geometry.lines(), expected(rows, cols, k), "{rows}x{cols} k {k}");
                let through: usize = (0..rows * cols).map(|p| geometry.lines_through(p).len()).sum();
                assert_eq!(through, geometry.lines() * k);
            }
        }
        assert_eq!(Geometry::new(Size::of(4, 5), 1, false).lines(), 20);
    }

    #[test]
    fn symmetries_map_lines_to_lines() {
        for (rows, cols, gravity, count) in
            [(4, 4, false, 8), (4, 6, false, 4), (6, 7, true, 2), (5, 5, true, 2)]
        {
            let geometry = Geometry::new(Size::of(rows, cols), 3, gravity);
            let sorted = |mut v: Vec<u16>| {
                v.sort_unstable();
                v
            };
            let lines: std::collections::HashSet<Vec<u16>> =
                (0..geometry.lines()).map(|l| sorted(geometry.points_of(l).to_vec())).collect();
            assert_eq!(geometry.symmetries.len(), count);
            for (map, back) in geometry.symmetries.iter().zip(&geometry.inverses) {
                assert!((0..rows * cols).all(|p| back[map[p] as usize] as usize == p));
                for l in 0..geometry.lines() {
                    let image = geometry.points_of(l).iter().map(|&p| map[p as usize]).collect();
                    assert!(lines.contains(&sorted(image)));
                }
            }
        }
    }
}
