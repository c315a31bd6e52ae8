//! The dead stones that Tengen's engine proposes when a game of Go has ended, found on a thread of its own.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;
use tengen::players;
use tengen_board::Point;
use tengen_engine::{Limits, Stop};
use tengen_games::{AnyPosition, Game};

/// A search for dead stones under way. Dropping it stops the work.
pub(crate) struct DeadSearch {
    stop: Stop,
    found: Receiver<Vec<Point>>,
}

impl DeadSearch {
    /// Begins to search. `None` if in this position no stones are taken off before the count.
    pub(crate) fn start(position: &AnyPosition) -> Option<DeadSearch> {
        let AnyPosition::Go(game) = position else { return None };
        if !game.is_over() || !game.rules().removes_dead_stones() {
            return None;
        }
        let (stop, (send, found)) = (Stop::new(), channel());
        let (raised, game, position) = (stop.clone(), game.clone(), position.clone());
        std::thread::spawn(move || {
            let searched = players::strongest(&position.spec()).ok().and_then(|mut player| {
                player.engine.analyze(&position, &Limits::settling(), &raised, &mut |_| ()).ok()
            });
            // The receiver may be gone; that is no error.
            let _ = send.send(searched.map_or_else(Vec::new, |found| game.dead_stones(&found.ownership)));
        });
        Some(DeadSearch { stop, found })
    }

    /// The dead stones, once they are known; none if the engine has failed. Waits at most this long.
    pub(crate) fn poll(&self, wait: Duration) -> Option<Vec<Point>> {
        if let Ok(dead) = self.found.recv_timeout(wait) {
            return Some(dead);
        }
        matches!(self.found.try_recv(), Err(TryRecvError::Disconnected)).then(Vec::new)
    }
}

impl Drop for DeadSearch {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
