//! Replies that change nothing, so that one look serves for all of them.
//!
//! A quiet move has a common answer for most replies, and what follows would be the same whichever of them was played: the walk follows it
//! once with the reply left out, an *idle* stone that stands somewhere, and notes where it may not stand. It changes nothing if
//!
//! - it is on no point that the winner goes to, or where it threatens to win at once;
//! - no five points in a row hold it, stones of its own side, and no stone of the winner's, so many that with it and the other idle
//!   stones there are four: then it is never part of a four, let alone a five, whatever is played;
//! - in renju, nothing on the way depends on what is forbidden. A stone far away can matter to that, so all is noted then.
//!
//! Where one of these fails, the reply is played out like any other. In caro, where a stone at the end of a five spoils it, all are.

use super::five::Cells;
use crate::spots::{Spot, Spots};
use tengen_board::{AXES, Axis, Color, Point, Size};

/// Idle stones at a time, at the most: with one more, hardly a point would be left for it.
pub(super) const IDLE_MOST: usize = 2;

/// Notes a point.
pub(super) fn note(noted: &mut Spots, p: Point, size: Size) {
    noted.insert(size.index(p) as Spot);
}

/// All points.
pub(super) fn all(size: Size) -> Spots {
    Spots::below(size.area())
}

/// Notes the empty points of the rows of five through a stone in which, with so many idle stones, its side might come to four.
pub(super) fn note_rows(noted: &mut Spots, cells: &Cells, p: Point, idle: usize, size: Size) {
    cells.open_rows(p, 4 - idle.min(4), |q| note(noted, q, size));
}

/// Whether a stone of black on an empty point where it is allowed might be forbidden, were more white stones on the board.
///
/// White stones take fives and fours away and lengthen no row: no overline and no four comes of them. But of two threes one may have
/// been no three, because its straight four stood on a forbidden point, and that point may be allowed with another white stone. So there
/// are two axes along which the stone has three of four points in a row, the fourth and those at both ends empty.
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
    use tengen_games::conformance::SplitMix64;
    use tengen_games::gomoku::{Opening, Position, Rules, Variant};
    use tengen_games::{Game, Move, SetUp};

    /// On crowded boards, so that threes are false here and there.
    #[test]
    fn white_stones_forbid_nothing_else() {
        let mut rng = SplitMix64(10);
        let rules = Rules { size: Size::of(9, 9), variant: Variant::Renju, opening: Opening::None };
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
