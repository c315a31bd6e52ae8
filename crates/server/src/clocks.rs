//! The clocks of games, measured by the server: how long the current turn has lasted while a page showed the game.
//!
//! A clock runs while at least one page shows the end of a game (`do: "clock"`). When a page pauses, steps back or
//! closes, it cancels that request; without pages the clock stops and keeps the time counted so far.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tengen_library::{GameId, NodeNumber, StoredGame};

/// Maximum number of remembered turns. Above it, turns whose clocks are stopped are forgotten.
const MAX_TURNS: usize = 4096;

/// The turns in progress.
#[derive(Default)]
pub(crate) struct Clocks {
    turns: Mutex<Turns>,
}

#[derive(Default)]
struct Turns {
    by_node: HashMap<(GameId, NodeNumber), Turn>,
    last_id: u64,
}

struct Turn {
    /// Distinguishes it from a later turn at the same node, after a takeback.
    id: u64,
    /// The time counted before the clock last started.
    before: Duration,
    /// When the clock last started, and how many pages show the turn.
    since: Instant,
    pages: usize,
}

impl Turn {
    fn spent(&self) -> Duration {
        if self.pages > 0 { self.before + self.since.elapsed() } else { self.before }
    }
}

impl Clocks {
    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the clock of a turn until the returned guard is dropped. If several pages show a game, time counts once.
    pub(crate) fn run(self: &Arc<Self>, board: GameId, node: NodeNumber) -> RunningClock {
        let mut turns = self.turns();
        if turns.by_node.len() >= MAX_TURNS {
            turns.by_node.retain(|_, turn| turn.pages > 0);
        }
        turns.last_id += 1;
        let id = turns.last_id;
        let new = || Turn { id, before: Duration::ZERO, since: Instant::now(), pages: 0 };
        let turn = turns.by_node.entry((board, node)).or_insert_with(new);
        if turn.pages == 0 {
            turn.since = Instant::now();
        }
        turn.pages += 1;
        RunningClock { clocks: Arc::clone(self), node: (board, node), id: turn.id }
    }

    /// How long a turn has lasted; `None` if its clock never ran.
    pub(crate) fn spent(&self, board: GameId, node: NodeNumber) -> Option<Duration> {
        self.turns().by_node.get(&(board, node)).map(Turn::spent)
    }

    /// Ends a turn. A later move at this node belongs to another turn.
    pub(crate) fn end(&self, board: GameId, node: NodeNumber) {
        self.turns().by_node.remove(&(board, node));
    }

    /// Ends all turns of a game.
    pub(crate) fn end_all(&self, board: GameId) {
        self.turns().by_node.retain(|&(b, _), _| b != board);
    }

    /// Ends the turns at a node that a repeated move reaches again, and at all nodes below it.
    pub(crate) fn end_below(&self, game: &StoredGame, node: NodeNumber) {
        let tree = &game.record.tree;
        let Some(top) = game.node_of(node) else { return };
        let is_below = |n| game.node_of(n).is_some_and(|at| tree.path(at).contains(&top));
        self.turns().by_node.retain(|&(board, n), _| board != game.summary.id || !is_below(n));
    }
}

/// A page that shows a turn whose clock runs.
pub(crate) struct RunningClock {
    clocks: Arc<Clocks>,
    node: (GameId, NodeNumber),
    id: u64,
}

impl Drop for RunningClock {
    fn drop(&mut self) {
        let mut turns = self.clocks.turns();
        if let Some(turn) = turns.by_node.get_mut(&self.node).filter(|turn| turn.id == self.id) {
            let spent = turn.spent();
            turn.pages -= 1;
            (turn.before, turn.since) = (spent, Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_counts_once_for_all_pages_and_stops_without_pages() {
        let clocks = Arc::new(Clocks::default());
        assert_eq!(clocks.spent(1, 0), None);
        let first = clocks.run(1, 0);
        let second = clocks.run(1, 0);
        std::thread::sleep(Duration::from_millis(5));
        drop(first);
        assert_eq!(clocks.turns().by_node[&(1, 0)].pages, 1);
        drop(second);
        let still = clocks.spent(1, 0).unwrap();
        assert!(still >= Duration::from_millis(5));
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(clocks.spent(1, 0), Some(still), "no page shows it");
        // It continues from there.
        let again = clocks.run(1, 0);
        assert!(clocks.spent(1, 0).unwrap() >= still);
        // A page that showed an ended turn does not change the next one.
        clocks.end(1, 0);
        let next = clocks.run(1, 0);
        assert!(clocks.spent(1, 0).unwrap() < still);
        drop(again);
        assert_eq!(clocks.turns().by_node[&(1, 0)].pages, 1);
        drop(next);
    }

    #[test]
    fn stopped_turns_are_forgotten_at_the_limit() {
        let clocks = Arc::new(Clocks::default());
        let shown = clocks.run(0, 0);
        for board in 1..2 * MAX_TURNS as GameId {
            drop(clocks.run(board, 0));
        }
        assert!(clocks.turns().by_node.len() <= MAX_TURNS);
        assert!(clocks.spent(0, 0).is_some());
        drop(shown);
    }
}
