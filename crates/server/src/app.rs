//! The state that all request handlers share.

use crate::clocks::Clocks;
use crate::engines::Engines;
use crate::error::{ApiError, Result};
use crate::guard::Guard;
use crate::limits::ServerLimits;
use crate::matches::Matches;
use crate::metrics::Metrics;
use crate::ponders::Ponders;
use crate::pool::Pool;
use crate::programs::Confirmations;
use crate::store::library_error;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tengen_library::{GameId, Library, NodeNumber, SetAside, StoredGame};
use tokio::sync::{Semaphore, watch};

/// The shared state.
pub(crate) struct App {
    pub(crate) library: Library,
    pub(crate) pool: Pool,
    /// The searches on a person's time.
    pub(crate) ponders: Ponders,
    pub(crate) clocks: Arc<Clocks>,
    pub(crate) matches: Matches,
    pub(crate) engines: Engines,
    /// Requested changes of the programs, which wait for their codes.
    pub(crate) confirmations: Confirmations,
    pub(crate) limits: ServerLimits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) guard: Guard,
    /// True if the server listens for this machine only.
    pub(crate) own_machine: bool,
    /// The damaged library that was set aside at the start.
    pub(crate) set_aside: Option<SetAside>,
    /// A folder to serve the page from instead of the embedded files.
    pub(crate) web: Option<PathBuf>,
    pub(crate) closing: watch::Receiver<bool>,
    /// One import, recovery or backup at a time.
    pub(crate) importing: Arc<Semaphore>,
    /// Analyses that are being written to the library.
    pub(crate) storing: Arc<Semaphore>,
    /// Pictures drawn at the same time.
    pub(crate) drawing: Arc<Semaphore>,
    /// The wins of proven strategies that were found again.
    pub(crate) wins: Arc<tengen_gomoku::KeptWins>,
    watchers: Watchers,
    next_client: AtomicU64,
}

impl App {
    pub(crate) fn new(
        data: &Path,
        library: Library,
        engines: Engines,
        limits: ServerLimits,
        guard: Guard,
        web: Option<PathBuf>,
        closing: watch::Receiver<bool>,
    ) -> App {
        let metrics = Arc::new(Metrics::default());
        let pool = Pool::new(engines.clone(), limits.clone(), Arc::clone(&metrics));
        let matches = Matches::new(data, library.clone(), engines.clone(), limits.clone(), pool.clone());
        let drawing = Arc::new(Semaphore::new(limits.cores.max(1)));
        App {
            importing: Arc::new(Semaphore::new(1)),
            storing: Arc::new(Semaphore::new(16)),
            drawing,
            library,
            pool,
            ponders: Ponders::default(),
            clocks: Arc::default(),
            matches,
            confirmations: Confirmations::default(),
            engines,
            limits,
            metrics,
            guard,
            own_machine: false,
            set_aside: None,
            web,
            closing,
            wins: Arc::default(),
            watchers: Watchers::default(),
            next_client: AtomicU64::new(1),
        }
    }

    /// The id of a new client.
    pub(crate) fn new_client(&self) -> u64 {
        self.next_client.fetch_add(1, Ordering::Relaxed)
    }

    /// Runs `work` on the library, on a thread that may block.
    pub(crate) async fn library<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Library) -> tengen_library::Result<T> + Send + 'static,
    ) -> Result<T> {
        let library = self.library.clone();
        match tokio::task::spawn_blocking(move || work(&library)).await {
            Ok(done) => done.map_err(library_error),
            Err(e) => Err(ApiError::internal(e)),
        }
    }

    /// Runs `work` on the matches, on a thread that may block.
    pub(crate) async fn matches<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Matches) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let matches = self.matches.clone();
        let done = tokio::task::spawn_blocking(move || work(&matches)).await;
        done.unwrap_or_else(|e| Err(ApiError::internal(e)))
    }

    /// A game that is not in the recycle bin.
    pub(crate) async fn game(&self, id: GameId) -> Result<StoredGame> {
        let game = self.library(move |library| library.load(id)).await?;
        if game.summary.deleted_ms.is_some() {
            return Err(library_error(tengen_library::Error::NoGame(id)));
        }
        Ok(game)
    }

    /// Notifies the watchers of a board that it has changed.
    pub(crate) fn changed(&self, board: GameId, change: BoardChange) {
        self.watchers.notify(board, change);
    }

    /// The changes of a board from now on. A slow reader sees only the newest.
    pub(crate) fn watch(&self, board: GameId) -> watch::Receiver<BoardChange> {
        self.watchers.watch(board)
    }
}

/// A change of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct BoardChange {
    pub(crate) revision: u64,
    /// The node that was added or changed, if any.
    pub(crate) node: Option<NodeNumber>,
    /// Whether the board was moved to the recycle bin.
    pub(crate) deleted: bool,
}

/// The watchers of each board.
#[derive(Default)]
struct Watchers {
    boards: Mutex<HashMap<GameId, watch::Sender<BoardChange>>>,
}

impl Watchers {
    fn notify(&self, board: GameId, change: BoardChange) {
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        if boards.get(&board).is_some_and(|sender| sender.receiver_count() == 0) {
            boards.remove(&board);
        }
        if let Some(sender) = boards.get(&board) {
            sender.send_replace(change);
        }
    }

    fn watch(&self, board: GameId) -> watch::Receiver<BoardChange> {
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        boards.retain(|_, sender| sender.receiver_count() > 0);
        boards.entry(board).or_insert_with(|| watch::channel(BoardChange::default()).0).subscribe()
    }
}
