//! Fills an n × n matrix in a spiral by walking until a sentinel or a filled place stops the walk.
//!
//! The padded board of the gomoku program does this too, without one comparison with an edge: each walk goes on while
//! the next place is free. Source: the second example of the article on 1-D arrays.
//!
//! Run it with `cargo run -p tengen-board --example spiral 5`.

use tengen_board::layout::PaddedShape;
use tengen_board::{Point, Size, SizeError};

/// The numbers 1 to n² in a clockwise spiral from the top-left corner, row by row.
fn spiral(n: usize) -> Result<Vec<Vec<u32>>, SizeError> {
    const FREE: u32 = 0;
    const SENTINEL: u32 = u32::MAX;
    let shape = PaddedShape::new(Size::square(n)?);
    let mut places = vec![SENTINEL; shape.len()];
    for point in shape.size().points() {
        places[shape.index(point)] = FREE;
    }

    let [right, down, _, _, left, up, _, _] = shape.steps();
    // The walk begins on the sentinel before the first point, and turns clockwise at whatever is not free.
    let mut place = shape.index(Point::new(0, 0)) - 1;
    let mut number = 0;
    for step in [right, down, left, up].into_iter().cycle() {
        if number as usize == shape.size().area() {
            break;
        }
        while places[place.wrapping_add_signed(step)] == FREE {
            place = place.wrapping_add_signed(step);
            number += 1;
            places[place] = number;
        }
    }

    let row = |row: u8| (0..n as u8).map(|col| places[shape.index(Point::new(row, col))]).collect();
    Ok((0..n as u8).map(row).collect())
}

fn main() {
    let text = std::env::args().nth(1).unwrap_or_else(|| "5".into());
    let matrix = match text
        .parse()
        .map_err(|_| format!("'{text}' is no number"))
        .and_then(|n| spiral(n).map_err(|e| e.to_string()))
    {
        Ok(matrix) => matrix,
        Err(e) => {
            eprintln!("{e}\nusage: spiral [N], with N from 1 to 25");
            std::process::exit(2);
        }
    };
    for row in matrix {
        println!("{}", row.iter().map(|n| format!("{n:4}")).collect::<String>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_spirals_are_known() {
        assert_eq!(spiral(1).unwrap(), [[1]]);
        assert_eq!(spiral(2).unwrap(), [[1, 2], [4, 3]]);
        assert_eq!(spiral(3).unwrap(), [[1, 2, 3], [8, 9, 4], [7, 6, 5]]);
        assert_eq!(spiral(4).unwrap(), [[1, 2, 3, 4], [12, 13, 14, 5], [11, 16, 15, 6], [10, 9, 8, 7]]);
        assert!(spiral(0).is_err());
        assert!(spiral(26).is_err());
    }

    #[test]
    fn every_spiral_is_its_ring_around_the_next_smaller_one() {
        for n in 3..=25usize {
            let (outer, inner) = (spiral(n).unwrap(), spiral(n - 2).unwrap());
            let ring = 4 * (n as u32 - 1);
            for row in 1..n - 1 {
                for col in 1..n - 1 {
                    assert_eq!(outer[row][col], inner[row - 1][col - 1] + ring);
                }
            }
            for i in 0..n {
                assert_eq!(outer[0][i] as usize, i + 1);
                assert_eq!(outer[i][n - 1] as usize, n + i);
                assert_eq!(outer[n - 1][n - 1 - i] as usize, 2 * n - 1 + i);
            }
            for i in 1..n {
                assert_eq!(outer[n - i][0] as usize, 3 * n - 3 + i);
            }
        }
    }
}
