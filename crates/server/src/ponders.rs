//! The searches on a person's time: an engine thinks about the position after the turn that it expects.
//!
//! Each page has one at most. It begins with the page's request and ends with it, or when the engine is to move: on a
//! ponder hit its search is that of the move. The [pool](crate::pool) gives it a core that no other search wants.

use crate::pool::Ticket;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tengen_engine::{EngineOptions, Limits, Ponder};
use tengen_games::AnyPosition;
use tengen_library::GameId;
use tokio::sync::oneshot;

/// The ponder searches of all pages.
#[derive(Clone, Default)]
pub(crate) struct Ponders(Arc<Mutex<HashMap<u64, Pondering>>>);

/// A ponder search.
pub(crate) struct Pondering {
    number: u64,
    board: GameId,
    engine: EngineOptions,
    search: Ponder,
    /// The search in the pool.
    pub(crate) ticket: Ticket,
    since: Instant,
    /// Dropped when the search is taken or stopped: the page's request ends then.
    _request: oneshot::Sender<()>,
}

/// The request of a page, which ends its search when it is dropped.
pub(crate) struct PonderRequest {
    ponders: Ponders,
    client: u64,
    number: u64,
    /// Ends when the search is taken, or another one has begun.
    pub(crate) over: oneshot::Receiver<()>,
}

impl Ponders {
    /// Keeps the search of a page. An earlier one of the same page is stopped.
    pub(crate) fn begin(
        &self,
        client: u64,
        board: GameId,
        engine: EngineOptions,
        search: Ponder,
        ticket: Ticket,
    ) -> PonderRequest {
        let (_request, over) = oneshot::channel();
        let number = ticket.id();
        let pondering = Pondering { number, board, engine, search, ticket, since: Instant::now(), _request };
        let former = self.lock().insert(client, pondering);
        drop(former);
        PonderRequest { ponders: self.clone(), client, number, over }
    }

    /// Takes the search of a page for a board. That for another board is stopped.
    pub(crate) fn take(&self, client: u64, board: GameId) -> Option<Pondering> {
        let taken = self.lock().remove(&client);
        taken.filter(|pondering| pondering.board == board)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Pondering>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pondering {
    /// True on a ponder hit: this search is that of the move asked for.
    pub(crate) fn is_hit(&self, engine: &EngineOptions, position: &AnyPosition, limits: &Limits) -> bool {
        self.engine == *engine && self.search.is_hit(position, limits)
    }

    /// How long ago it began.
    pub(crate) fn lasted(&self) -> Duration {
        self.since.elapsed()
    }

    /// Stops it after a miss, and waits until its engine is free for the move.
    pub(crate) async fn end(mut self) {
        self.ticket.cancel();
        // Its result is of another position.
        let _ = (&mut self.ticket.done).await;
    }
}

impl Drop for PonderRequest {
    fn drop(&mut self) {
        let mut ponders = self.ponders.lock();
        let is_own = ponders.get(&self.client).is_some_and(|pondering| pondering.number == self.number);
        let ended = if is_own { ponders.remove(&self.client) } else { None };
        drop(ponders);
        drop(ended);
    }
}
