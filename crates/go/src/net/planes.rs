//! The input of the network: what is at each point, seen by the side to move.

use super::ONE;
use super::convolution::Quad;
use crate::board::Board;
use crate::playout::Recent;
use tengen_board::Color;
use tengen_games::go::Vertex;

/// The planes, each 0 or 1 at every point:
///
/// | plane | 1 where |
/// | --- | --- |
/// | 0 | a point is, so 0 only outside the board |
/// | 1, 2 | an own stone, an opponent's stone |
/// | 3, 4, 5 | a stone of a chain with 1, 2, 3 liberties |
/// | 6 | the opponent's last move, even if its stone is gone |
/// | 7 | the own move before |
/// | 8 | the point that a simple ko closes |
pub(super) const PLANES: usize = 9;

/// The planes of a point in fours; the last three are not used.
pub(super) const QUADS: usize = PLANES.div_ceil(4);

/// Writes the planes of every point; entry `QUADS · at` is the first of the point `at`.
pub(super) fn fill(board: &Board, recent: Recent, color: Color, points: &[Vertex], planes: &mut [Quad]) {
    for &at in points {
        let mut of_point = [0; 4 * QUADS];
        of_point[0] = ONE;
        if let Some(stone) = board.color(at) {
            of_point[if stone == color { 1 } else { 2 }] = ONE;
            let liberties = board.liberties(at);
            if (1..=3).contains(&liberties) {
                of_point[2 + liberties] = ONE;
            }
        }
        for (plane, marked) in (6..).zip([recent.last, recent.before, board.ko()]) {
            if at == marked {
                of_point[plane] = ONE;
            }
        }
        let from = QUADS * usize::from(at);
        planes[from..from + QUADS].copy_from_slice(of_point.as_chunks().0);
    }
}
