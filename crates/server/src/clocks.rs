//! The clocks of games, by the server's own time: how long the turn under way has lasted while a page showed it.
//!
//! A clock runs while at least one page says that it shows the end of a game (`do: "clock"`). A page that pauses, steps back or is
//! closed takes that back, and the clock stands still with what has been counted. Whether a move came in time, and whether a flag
//! has fallen, is decided here; what a page says about its time counts only where nothing was counted.

use crate::app::{App, Change};
use crate::board::time_left;
use crate::error::{ApiError, Result};
use crate::store::tree_node;
use crate::views::position_at;
use axum::http::StatusCode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tengen_board::Color;
use tengen_games::{AnyPosition, Game as _, Player};
use tengen_library::{Clock, GameId, NodeId, StoredGame, Update};

/// Turns that are remembered; of more, those that stand still are forgotten.
const MOST: usize = 4096;

/// The turns under way.
#[derive(Default)]
pub(crate) struct Clocks {
    turns: Mutex<Turns>,
}

#[derive(Default)]
struct Turns {
    by_place: HashMap<(GameId, NodeId), Turn>,
    begun: u64,
}

struct Turn {
    /// Told apart from a later turn at the same place, which a takeback leads to.
    number: u64,
    /// What was counted before the clock stood still last.
    before: Duration,
    /// Since when it runs, and how many pages show it.
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

    /// Lets the clock of a turn run until what is returned is dropped. Where several pages show a game, time counts once.
    pub(crate) fn run(self: &Arc<Self>, board: GameId, node: NodeId) -> Running {
        let mut turns = self.turns();
        if turns.by_place.len() >= MOST {
            turns.by_place.retain(|_, turn| turn.pages > 0);
        }
        turns.begun += 1;
        let number = turns.begun;
        let new = || Turn { number, before: Duration::ZERO, since: Instant::now(), pages: 0 };
        let turn = turns.by_place.entry((board, node)).or_insert_with(new);
        if turn.pages == 0 {
            turn.since = Instant::now();
        }
        turn.pages += 1;
        Running { clocks: Arc::clone(self), place: (board, node), number: turn.number }
    }

    /// How long a turn has lasted; `None` if its clock never ran.
    pub(crate) fn spent(&self, board: GameId, node: NodeId) -> Option<Duration> {
        self.turns().by_place.get(&(board, node)).map(Turn::spent)
    }

    /// Ends a turn: what is done about it from now on is too late.
    fn end(&self, board: GameId, node: NodeId) {
        self.turns().by_place.remove(&(board, node));
    }
}

/// A page that shows a turn whose clock runs.
pub(crate) struct Running {
    clocks: Arc<Clocks>,
    place: (GameId, NodeId),
    number: u64,
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut turns = self.clocks.turns();
        if let Some(turn) = turns.by_place.get_mut(&self.place).filter(|turn| turn.number == self.number) {
            let spent = turn.spent();
            turn.pages -= 1;
            (turn.before, turn.since) = (spent, Instant::now());
        }
    }
}

/// The time that the player to move has for the next move: what is left, but no more than a move may take.
pub(crate) fn allowance(
    game: &StoredGame,
    node: NodeId,
    position: &AnyPosition,
    clock: &Clock,
) -> Result<Duration> {
    let left = time_left(game, tree_node(game, node)?, clock)[position.player_to_move() as usize];
    Ok(clock.move_ms.map_or(left, |most| left.min(Duration::from_millis(most))))
}

/// How long a move that is about to be stored took: by the server's own count where there is one, else as it was told.
///
/// # Errors
/// The flag has fallen.
pub(crate) async fn settle(
    app: &App,
    game: &StoredGame,
    node: NodeId,
    position: &AnyPosition,
    told: Option<Duration>,
) -> Result<Option<Duration>> {
    let board = game.summary.id;
    let (Some(clock), Some(spent)) = (&game.clock, app.clocks.spent(board, node)) else { return Ok(told) };
    if spent < allowance(game, node, position, clock)? {
        app.clocks.end(board, node);
        // Whole milliseconds, as everyone is told them: so what is left adds up.
        return Ok(Some(Duration::from_millis(spent.as_millis() as u64)));
    }
    flag(app, board, node).await?;
    Err(ApiError::new(StatusCode::CONFLICT, "time-over", "the time for this move is over", "这一手已超时"))
}

/// Ends a game whose player to move has no time left; the result and the new revision, or `None` if the game has gone on or has ended
/// in the meantime.
pub(crate) async fn flag(app: &App, board: GameId, node: NodeId) -> Result<Option<(String, u64)>> {
    let game = app.game(board).await?;
    let position = position_at(&game, node)?;
    let ended = game.record.header.result.as_deref().is_some_and(|result| result != "*");
    if ended || position.is_over() || !at_the_end(&game, node)? || app.clocks.spent(board, node).is_none() {
        return Ok(None);
    }
    let result = if loser(&position) == Color::Black { "W+T" } else { "B+T" };
    let update = Update {
        // Where something else was stored since the game was read, that came first.
        revision: Some(game.summary.revision),
        result: Some(Some(result.to_owned())),
        ..Update::default()
    };
    let changed = app.library(move |library| library.update(board, update)).await?;
    app.changed(board, Change { revision: changed.revision, ..Change::default() });
    Ok(Some((result.to_owned(), changed.revision)))
}

/// Whether a node is where the game itself stands, and not a variation.
pub(crate) fn at_the_end(game: &StoredGame, node: NodeId) -> Result<bool> {
    Ok(game.record.tree.main_line().last() == Some(tree_node(game, node)?))
}

/// The colour of the player to move; before an opening rule has given out the colours the first player stands as black.
fn loser(position: &AnyPosition) -> Color {
    let player = position.player_to_move();
    let usual = if player == Player::First { Color::Black } else { Color::White };
    position.color_of(player).unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_counts_once_for_all_pages_and_stands_still_for_none() {
        let clocks = Arc::new(Clocks::default());
        assert_eq!(clocks.spent(1, 0), None);
        let first = clocks.run(1, 0);
        let second = clocks.run(1, 0);
        std::thread::sleep(Duration::from_millis(5));
        drop(first);
        assert_eq!(clocks.turns().by_place[&(1, 0)].pages, 1);
        drop(second);
        let still = clocks.spent(1, 0).unwrap();
        assert!(still >= Duration::from_millis(5));
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(clocks.spent(1, 0), Some(still), "nobody sees it");
        // It goes on from there.
        let again = clocks.run(1, 0);
        assert!(clocks.spent(1, 0).unwrap() >= still);
        // A turn that has ended is not touched by who showed it.
        clocks.end(1, 0);
        let next = clocks.run(1, 0);
        assert!(clocks.spent(1, 0).unwrap() < still);
        drop(again);
        assert_eq!(clocks.turns().by_place[&(1, 0)].pages, 1);
        drop(next);
    }

    #[test]
    fn turns_that_stand_still_are_forgotten_before_there_are_too_many() {
        let clocks = Arc::new(Clocks::default());
        let shown = clocks.run(0, 0);
        for board in 1..2 * MOST as GameId {
            drop(clocks.run(board, 0));
        }
        assert!(clocks.turns().by_place.len() <= MOST);
        assert!(clocks.spent(0, 0).is_some());
        drop(shown);
    }
}
