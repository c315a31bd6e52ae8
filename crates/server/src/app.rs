//! What every request handler knows.

use crate::clocks::Clocks;
use crate::engines::Engines;
use crate::error::{ApiError, Result};
use crate::guard::Guard;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::store::refused;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tengen_library::{GameId, Library, NodeId, StoredGame};
use tokio::sync::{Semaphore, watch};

/// The state that the handlers share.
pub(crate) struct App {
    pub(crate) library: Library,
    pub(crate) pool: Pool,
    pub(crate) clocks: Arc<Clocks>,
    pub(crate) engines: Engines,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) guard: Guard,
    /// A folder to serve the page from instead of what is inside the program.
    pub(crate) web: Option<PathBuf>,
    pub(crate) closing: watch::Receiver<bool>,
    /// One import at a time.
    pub(crate) importing: Arc<Semaphore>,
    /// Analyses on their way into the library.
    pub(crate) keeping: Arc<Semaphore>,
    /// Pictures at once.
    pub(crate) drawing: Arc<Semaphore>,
    watchers: Watchers,
    next_client: AtomicU64,
}

impl App {
    pub(crate) fn new(
        library: Library,
        engines: Engines,
        limits: Limits,
        guard: Guard,
        web: Option<PathBuf>,
        closing: watch::Receiver<bool>,
    ) -> App {
        let metrics = Arc::new(Metrics::default());
        let pool = Pool::new(engines.clone(), limits.clone(), Arc::clone(&metrics));
        let drawing = Arc::new(Semaphore::new(limits.cores.max(1)));
        App {
            importing: Arc::new(Semaphore::new(1)),
            keeping: Arc::new(Semaphore::new(16)),
            drawing,
            library,
            pool,
            clocks: Arc::default(),
            engines,
            limits,
            metrics,
            guard,
            web,
            closing,
            watchers: Watchers::default(),
            next_client: AtomicU64::new(1),
        }
    }

    /// A number for a new client.
    pub(crate) fn new_client(&self) -> u64 {
        self.next_client.fetch_add(1, Ordering::Relaxed)
    }

    /// Works on the library on a thread that may wait for the disk.
    pub(crate) async fn library<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Library) -> tengen_library::Result<T> + Send + 'static,
    ) -> Result<T> {
        let library = self.library.clone();
        match tokio::task::spawn_blocking(move || work(&library)).await {
            Ok(done) => done.map_err(refused),
            Err(e) => Err(ApiError::internal(e)),
        }
    }

    /// A game that is not in the bin.
    pub(crate) async fn game(&self, id: GameId) -> Result<StoredGame> {
        let game = self.library(move |library| library.load(id)).await?;
        if game.summary.deleted_ms.is_some() {
            return Err(refused(tengen_library::Error::NoGame(id)));
        }
        Ok(game)
    }

    /// Tells whoever watches a board that it has changed.
    pub(crate) fn changed(&self, board: GameId, change: Change) {
        self.watchers.tell(board, change);
    }

    /// Changes of a board from now on; of many at once, the newest.
    pub(crate) fn watch(&self, board: GameId) -> watch::Receiver<Change> {
        self.watchers.watch(board)
    }
}

/// What has changed on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Change {
    pub(crate) revision: u64,
    /// The node that was added or changed, where it was one.
    pub(crate) node: Option<NodeId>,
    /// Whether the board has been moved to the bin.
    pub(crate) deleted: bool,
}

/// Who watches which board.
#[derive(Default)]
struct Watchers {
    boards: Mutex<HashMap<GameId, watch::Sender<Change>>>,
}

impl Watchers {
    fn tell(&self, board: GameId, change: Change) {
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        if boards.get(&board).is_some_and(|sender| sender.receiver_count() == 0) {
            boards.remove(&board);
        }
        if let Some(sender) = boards.get(&board) {
            sender.send_replace(change);
        }
    }

    fn watch(&self, board: GameId) -> watch::Receiver<Change> {
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        boards.retain(|_, sender| sender.receiver_count() > 0);
        boards.entry(board).or_insert_with(|| watch::channel(Change::default()).0).subscribe()
    }
}
