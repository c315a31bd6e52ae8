//! Draws by pairing. Suppose that every line still open to the attacker has a pair of empty points of its own, and no
//! two pairs share a point. The defender then answers each stone on one point of a pair with the other point, and the
//! attacker never completes a line (A. W. Hales and R. I. Jewett, "Regularity and positional games", Transactions of
//! the AMS 106, 1963).

use crate::board::Board;
use tengen_board::Color;

/// Finds pairings; its buffers are reused from call to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairing {
    /// Each task is a set of empty points, two of which must become its pair.
    tasks: Vec<Vec<u16>>,
    /// For each point, the task that it is assigned to.
    holder: Vec<Option<u16>>,
    seen: Vec<u32>,
    round: u32,
}

impl Pairing {
    /// True if pairs close every line open to `attacker`, who is to move. `false` proves nothing.
    pub(crate) fn holds(&mut self, board: &Board, attacker: Color) -> bool {
        if !self.collect_tasks(board, attacker) || 2 * self.tasks.len() > board.empty {
            return false;
        }
        self.holder.clear();
        self.holder.resize(board.geometry.size.area(), None);
        self.seen.clear();
        self.seen.resize(board.geometry.size.area(), 0);
        self.round = 0;
        (0..self.tasks.len()).all(|task| {
            (0..2).all(|_| {
                self.round += 1;
                self.assign(task)
            })
        })
    }

    /// Collects the tasks. Neighbouring open lines of one row, column or diagonal that share two empty points become
    /// one task: a pair among the shared points closes them all. `false` if a line has fewer than two empty points.
    fn collect_tasks(&mut self, board: &Board, attacker: Color) -> bool {
        self.tasks.clear();
        for track in &board.geometry.tracks {
            let mut shared: Vec<u16> = Vec::new();
            for line in track.clone() {
                if board.open_count(line, attacker).is_none() {
                    if !shared.is_empty() {
                        self.tasks.push(std::mem::take(&mut shared));
                    }
                    continue;
                }
                let empty = |&&p: &&u16| board.at(p as usize).is_none();
                let points = board.geometry.points_of(line);
                let common: Vec<u16> = shared.iter().filter(|p| points.contains(p)).copied().collect();
                if common.len() >= 2 {
                    shared = common;
                } else {
                    if !shared.is_empty() {
                        self.tasks.push(std::mem::take(&mut shared));
                    }
                    shared = points.iter().filter(empty).copied().collect();
                    if shared.len() < 2 {
                        return false;
                    }
                }
            }
            if !shared.is_empty() {
                self.tasks.push(shared);
            }
        }
        true
    }

    /// Assigns one more point to `task`, moving other tasks to other points if necessary (an augmenting path).
    fn assign(&mut self, task: usize) -> bool {
        for i in 0..self.tasks[task].len() {
            let point = self.tasks[task][i] as usize;
            if self.seen[point] == self.round || self.holder[point] == Some(task as u16) {
                continue;
            }
            self.seen[point] = self.round;
            if self.holder[point].is_none_or(|other| self.assign(other as usize)) {
                self.holder[point] = Some(task as u16);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;
    use std::collections::HashMap;
    use std::sync::Arc;
    use tengen_board::Size;
    use tengen_board::random::SplitMix64;

    /// Full search: true if `attacker` completes a line against a defender who only prevents it.
    fn can_win(board: &mut Board, attacker: Color, memo: &mut HashMap<(u64, bool), bool>) -> bool {
        if board.winner == Some(attacker) || board.empty == 0 {
            return board.winner == Some(attacker);
        }
        let key = (board.key().0, attacker == Color::White);
        if let Some(&answer) = memo.get(&key) {
            return answer;
        }
        let attacking = board.to_move == attacker;
        let empty: Vec<usize> = (0..board.geometry.size.area()).filter(|&p| board.at(p).is_none()).collect();
        let wins = empty.into_iter().any(|point| {
            board.play(point);
            // A line of the defender does not end this game: the defender must hold without one.
            let answer = can_win(board, attacker, memo) == attacking;
            board.undo(point);
            answer
        });
        let answer = wins == attacking;
        memo.insert(key, answer);
        answer
    }

    #[test]
    fn a_pairing_prevents_every_line() {
        let mut found = 0;
        for (rows, cols, k) in [(3, 3, 3), (3, 4, 3), (4, 4, 4), (2, 7, 4), (3, 5, 4)] {
            let geometry = Arc::new(Geometry::new(Size::of(rows, cols), k, false));
            let mut memo = HashMap::new();
            for seed in 0..60 {
                let mut rng = SplitMix64(seed);
                let mut board = Board::new(geometry.clone());
                let stones = 3 + rng.below(4);
                while rows * cols - board.empty < stones.max((rows * cols).saturating_sub(10))
                    && board.winner.is_none()
                {
                    let empty: Vec<usize> = (0..rows * cols).filter(|&p| board.at(p).is_none()).collect();
                    board.play(empty[rng.below(empty.len())]);
                }
                let attacker = board.to_move;
                if board.winner.is_none() && Pairing::default().holds(&board, attacker) {
                    found += 1;
                    assert!(!can_win(&mut board, attacker, &mut memo), "{rows}x{cols} k {k} seed {seed}");
                }
            }
        }
        assert!(found > 50, "only {found} positions have a pairing");
    }

    #[test]
    fn published_pairings_of_whole_boards_are_found() {
        // E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", volume 3: five in a row on 5x5 is a draw by
        // pairing.
        for (side, k, holds) in [(5, 5, true), (3, 3, false), (4, 4, false)] {
            let board = Board::new(Arc::new(Geometry::new(Size::of(side, side), k, false)));
            assert_eq!(Pairing::default().holds(&board, Color::Black), holds, "{side}x{side}");
        }
    }
}
