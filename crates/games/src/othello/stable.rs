//! Discs that can never be turned over again, for those who study a position.
//!
//! A disc is stable if on each of the four axes nothing can outflank it. The whole line is full, or one of its two
//! neighbours is the edge or a stable disc of its own colour. That finds every disc that follows from corners, edges
//! and full lines; a few that are stable for other reasons are not found.

use super::Position;
use crate::Game;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{AXES, Axis, Cell, Color, Point, Size};

impl Position {
    /// The discs of `color` that are certainly stable, in reading order, on a board of any size.
    ///
    /// ```
    /// use tengen_board::{Cell, Color, Point};
    /// use tengen_games::{Game, SetUp, othello};
    /// let cells = [(0, 0), (0, 1), (4, 4)].map(|(row, col)| (Point::new(row, col), Cell::Black));
    /// let set_up = SetUp { cells: cells.to_vec(), to_move: Color::White };
    /// let game = othello::Position::set_up(&othello::Rules::named("othello", None)?, &set_up)?;
    /// assert_eq!(game.stable(Color::Black), [Point::new(0, 0), Point::new(0, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stable(&self, color: Color) -> Vec<Point> {
        let size = self.size();
        let own: Vec<Point> = size.points().filter(|&p| self.at(p) == Cell::from(color)).collect();
        let mut stable = vec![false; size.area()];
        // Each round finds what follows from the last; there are no more rounds than discs.
        loop {
            let found: Vec<Point> = own
                .iter()
                .copied()
                .filter(|&p| !stable[size.index(p)] && AXES.iter().all(|&axis| self.safe(p, axis, &stable)))
                .collect();
            if found.is_empty() {
                return own.into_iter().filter(|&p| stable[size.index(p)]).collect();
            }
            for p in found {
                stable[size.index(p)] = true;
            }
        }
    }

    /// Whether the disc on `p` cannot be outflanked along an axis.
    fn safe(&self, p: Point, axis: Axis, stable: &[bool]) -> bool {
        let size = self.size();
        let beside = [1, -1].map(|sign| step(size, p, axis, sign));
        let held = |q: Option<Point>| q.is_none_or(|q| stable[size.index(q)] && self.at(q) == self.at(p));
        let full = |sign: i32| {
            let line = core::iter::successors(Some(p), |&q| step(size, q, axis, sign));
            line.skip(1).all(|q| !self.at(q).is_empty())
        };
        beside.into_iter().any(held) || full(1) && full(-1)
    }
}

fn step(size: Size, p: Point, axis: Axis, sign: i32) -> Option<Point> {
    let step = axis.step();
    size.offset(p, sign * i32::from(step.d_row), sign * i32::from(step.d_col))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Rules;
    use std::collections::HashSet;

    /// Every disc that some continuation turns over or, of those on the board, none does: by playing all of them.
    fn turned_in_some_line(game: &mut Position, turned: &mut HashSet<Point>) {
        let mut moves = Vec::new();
        game.legal_moves_into(&mut moves);
        for mv in moves {
            if let Ok(played) = game.play(mv) {
                turned.extend(played.flipped);
                turned_in_some_line(game, turned);
                game.undo();
            }
        }
    }

    #[test]
    fn a_stable_disc_is_turned_in_no_line_of_play() {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 32) as u32
        };
        let (mut found, mut missed) = (0, 0);
        for round in 0..300 {
            let side = if round % 3 == 0 { "6" } else { "4" };
            let mut game = Position::new(&Rules::named("othello", Some(side.parse().unwrap())).unwrap());
            // So near the end that every line can be played.
            while game.size().points().filter(|&p| game.at(p).is_empty()).count() > 6 {
                if game.play_random(&mut next).is_none() {
                    break;
                }
            }
            let stable = Color::BOTH.map(|color| game.stable(color)).concat();
            let mut turned = HashSet::new();
            turned_in_some_line(&mut game.clone(), &mut turned);
            assert!(stable.iter().all(|p| !turned.contains(p)), "{:?}", game.moves());
            let never =
                game.size().points().filter(|&p| !game.at(p).is_empty() && !turned.contains(&p)).count();
            found += stable.len();
            missed += never - stable.len();
        }
        // "A few are not found": if it were many the rule would be of little use.
        assert!(found > 3 * missed, "{found} found, {missed} missed");
    }

    #[test]
    fn a_full_board_is_stable_and_the_start_is_not() {
        let start = Position::new(&Rules::named("othello", None).unwrap());
        assert!(start.stable(Color::Black).is_empty());
        let mut random = 7u32;
        let mut game = start;
        while game
            .play_random(&mut || {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                random
            })
            .is_some()
        {}
        if game.size().points().all(|p| !game.at(p).is_empty()) {
            assert_eq!(game.stable(Color::Black).len() + game.stable(Color::White).len(), 64);
        }
    }
}
