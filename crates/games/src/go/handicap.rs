//! Where fixed handicap stones go: the table of the GTP specification (version 2, section 4.1.1), which follows custom.

use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Point, Size};

/// How many stones [`fixed_handicap`] can place on a board: none where a side is shorter than 7, four where a side is
/// 7 or even, otherwise nine.
pub const fn most_fixed_handicap(size: Size) -> u16 {
    let (rows, cols) = (size.rows(), size.cols());
    if rows < 7 || cols < 7 {
        0
    } else if rows.is_multiple_of(2) || cols.is_multiple_of(2) || rows == 7 || cols == 7 {
        4
    } else {
        9
    }
}

/// The points of a fixed handicap of `stones`, 2 to [`most_fixed_handicap`]; `None` for any other number.
///
/// They lie on the third line from the edge of boards up to 12, on the fourth line of larger ones, and on the middle
/// lines.
///
/// ```
/// use tengen_board::{Coords, Size};
/// use tengen_games::go::fixed_handicap;
/// let size = Size::of(19, 19);
/// let points: Vec<String> =
///     fixed_handicap(size, 5).unwrap().iter().map(|&p| Coords::Go.format(p, size)).collect();
/// assert_eq!(points, ["D4", "Q16", "D16", "Q4", "K10"]);
/// ```
pub fn fixed_handicap(size: Size, stones: u16) -> Option<Vec<Point>> {
    if stones < 2 || stones > most_fixed_handicap(size) {
        return None;
    }
    let lines = |side: usize| {
        let edge = if side < 13 { 2 } else { 3 };
        (edge as u8, (side / 2) as u8, (side - 1 - edge) as u8)
    };
    let (top, middle, bottom) = lines(size.rows());
    let (left, centre, right) = lines(size.cols());
    let mut points = vec![
        Point::new(bottom, left),
        Point::new(top, right),
        Point::new(top, left),
        Point::new(bottom, right),
        Point::new(middle, left),
        Point::new(middle, right),
        Point::new(bottom, centre),
        Point::new(top, centre),
    ];
    let tengen = Point::new(middle, centre);
    let paired = if stones >= 5 { stones & !1 } else { stones } as usize;
    points.truncate(paired);
    if stones >= 5 && stones % 2 == 1 {
        points.push(tengen);
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Coords;

    /// The table of the GTP specification for 19×19.
    #[test]
    fn the_table_of_gtp() {
        let size = Size::of(19, 19);
        for (stones, expected) in [
            (2, "D4 Q16"),
            (3, "D4 Q16 D16"),
            (4, "D4 Q16 D16 Q4"),
            (5, "D4 Q16 D16 Q4 K10"),
            (6, "D4 Q16 D16 Q4 D10 Q10"),
            (7, "D4 Q16 D16 Q4 D10 Q10 K10"),
            (8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
            (9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        ] {
            let points: Vec<String> =
                fixed_handicap(size, stones).unwrap().iter().map(|&p| Coords::Go.format(p, size)).collect();
            assert_eq!(points.join(" "), expected);
        }
        assert_eq!(fixed_handicap(size, 10), None);
        assert_eq!(fixed_handicap(Size::of(8, 8), 5), None);
        assert_eq!(fixed_handicap(Size::of(5, 5), 2), None);
        let small = Size::of(9, 9);
        let points: Vec<String> =
            fixed_handicap(small, 2).unwrap().iter().map(|&p| Coords::Go.format(p, small)).collect();
        assert_eq!(points, ["C3", "G7"]);
    }
}
