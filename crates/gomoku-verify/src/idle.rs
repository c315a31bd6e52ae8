//! Idle replies: replies that do not matter to what follows, so that one check covers all of them.
//!
//! A quiet move has a common answer for most replies, and the lines after it are the same for all of these. The check
//! follows the common answer once without the reply. The missing reply is an *idle* stone on an unknown point, and the
//! check notes the points where this stone would matter. An idle stone must meet three conditions:
//!
//! - It is not on a point where the winner plays or threatens to win at once.
//! - It is never part of a four or five of its side. A row of five points without a stone of the winner counts as a
//!   four if it has four stones with all idle stones.
//! - In renju, no move of the branch depends on forbidden points. A stone far away can change these, so the check then
//!   notes all points.
//!
//! A reply on a noted point is played like any other. In caro, where a stone at the end of a five blocks it, all are.

use crate::five::Cells;
use crate::points::PointSet;
use tengen_board::{AXES, Axis, Color, Point, Size};

/// Limit on idle stones at a time: with three, few points would be left for them.
pub(super) const MAX_IDLE: usize = 2;

/// Notes the empty points of the rows of five through a stone in which its side can have four with `idle` idle stones.
pub(super) fn note_rows(noted: &mut PointSet, cells: &Cells, p: Point, idle: usize, size: Size) {
    cells.open_rows(p, 4 - idle.min(4), |q| noted.insert(q, size));
}

/// True if more white stones might make a legal black move on an empty point forbidden.
///
/// White stones remove fives and fours and lengthen no row, so they add no overline and no four. But they can turn a
/// false three into a real one: its straight four was on a forbidden point that another white stone makes legal. A
/// double three needs two axes on which the stone has three of four points in a row, with the fourth and both ends
/// empty.
pub(super) fn may_be_forbidden(cells: &Cells, p: Point, size: Size) -> bool {
    let three = |&&axis: &&Axis| {
        let (d_row, d_col) = (i32::from(axis.step().d_row), i32::from(axis.step().d_col));
        let at = |n: i32| size.offset(p, n * d_row, n * d_col);
        let empty = |n: i32| at(n).is_some_and(|q| cells.is_empty(q));
        (-3..=0).any(|first| {
            let black =
                (first..first + 4).filter(|&n| at(n).and_then(|q| cells.color(q)) == Some(Color::Black));
            empty(first - 1)
                && empty(first + 4)
                && black.count() == 2
                && (first..first + 4).filter(|&n| empty(n)).count() == 2
        })
    };
    AXES.iter().filter(three).nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Cell;
    use tengen_board::random::SplitMix64;
    use tengen_games::gomoku::{OpeningRule, Position, Rules, Variant};
    use tengen_games::{Game, Move, SetUp};

    /// On crowded boards, where some threes are false.
    #[test]
    fn white_stones_forbid_no_other_moves() {
        let mut rng = SplitMix64(10);
        let rules = Rules { size: Size::of(9, 9), variant: Variant::Renju, opening: OpeningRule::None };
        let (mut forbidden, mut free) = (0, 0);
        for _ in 0..60_000 {
            let mut cells = Vec::new();
            let stones = 15 + rng.below(20);
            for p in rules.size.points() {
                match rng.below(100) {
                    n if n < stones => cells.push((p, Cell::Black)),
                    n if n < stones + 12 => cells.push((p, Cell::White)),
                    _ => {}
                }
            }
            let set_up = |cells: &[(Point, Cell)]| {
                Position::set_up(&rules, &SetUp { cells: cells.to_vec(), to_move: Color::Black })
            };
            let Ok(before) = set_up(&cells) else { continue };
            let empties: Vec<Point> = rules.size.points().filter(|&p| before.at(p).is_empty()).collect();
            for _ in 0..1 + rng.below(2) {
                cells.push((empties[rng.below(empties.len())], Cell::White));
            }
            cells.dedup_by_key(|(p, _)| *p);
            let Ok(after) = set_up(&cells) else { continue };
            let board = Cells::new(&before);
            for &p in &empties {
                let may = may_be_forbidden(&board, p, rules.size);
                let was_legal = before.is_legal(Move::Place(p));
                if was_legal && after.at(p).is_empty() && !after.is_over() && !after.is_legal(Move::Place(p))
                {
                    assert!(may, "{p:?} {cells:?}");
                    forbidden += 1;
                }
                free += usize::from(!may);
            }
        }
        assert!(forbidden > 5 && free > 1000, "{forbidden} {free}");
    }
}
