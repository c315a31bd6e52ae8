//! Star points (hoshi).

use tengen_board::{Point, Size};

/// The star points of a board with stones on the crossings, in reading order.
///
/// They are on the third line from the edge, from 13 lines on the fourth. Boards of 7 lines and more have them near the
/// corners, boards of 17 and more also at the middles of the sides; a board with two odd sides has the centre.
/// A 15×15 gomoku board has five, a 19×19 Go board nine.
pub fn star_points(size: Size) -> Vec<Point> {
    let lines = |side: usize| {
        let edge = if side >= 13 { 3 } else { 2 };
        let corners = if side >= 7 { vec![edge, side - 1 - edge] } else { vec![] };
        let middle = (side % 2 == 1 && side >= 3).then_some(side / 2);
        (corners, middle, side >= 17)
    };
    let (rows, mid_row, long_rows) = lines(size.rows());
    let (cols, mid_col, long_cols) = lines(size.cols());
    let mut stars = Vec::new();
    for &r in &rows {
        stars.extend(cols.iter().map(|&c| (r, c)));
    }
    if let (Some(r), Some(c)) = (mid_row, mid_col) {
        stars.push((r, c));
    }
    if let (Some(r), true) = (mid_row, long_rows && long_cols) {
        stars.extend(cols.iter().map(|&c| (r, c)));
    }
    if let (Some(c), true) = (mid_col, long_rows && long_cols) {
        stars.extend(rows.iter().map(|&r| (r, c)));
    }
    stars.sort_unstable();
    stars.into_iter().map(|(r, c)| Point::new(r as u8, c as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stars(rows: usize, cols: usize) -> Vec<(u8, u8)> {
        star_points(Size::of(rows, cols)).iter().map(|p| (p.row, p.col)).collect()
    }

    #[test]
    fn boards_have_the_usual_star_points() {
        assert_eq!(
            stars(19, 19),
            [(3, 3), (3, 9), (3, 15), (9, 3), (9, 9), (9, 15), (15, 3), (15, 9), (15, 15)]
        );
        assert_eq!(stars(15, 15), [(3, 3), (3, 11), (7, 7), (11, 3), (11, 11)]);
        assert_eq!(stars(13, 13), [(3, 3), (3, 9), (6, 6), (9, 3), (9, 9)]);
        assert_eq!(stars(9, 9), [(2, 2), (2, 6), (4, 4), (6, 2), (6, 6)]);
        assert_eq!(stars(20, 20), [(3, 3), (3, 16), (16, 3), (16, 16)]);
        assert_eq!(stars(1, 1), []);
        assert_eq!(stars(2, 2), []);
    }
}
