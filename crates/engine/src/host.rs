//! Running engines: how to make one, a slot that survives its panics, and threads that search.
//!
//! Protocols, the arena, the server and the terminal all run engines that may panic, on threads that must go on. They
//! share these parts and keep what differs: where the reports go, and whose turn it is.

use crate::{Analysis, AnyEngine, BookChoice, EngineError, Limits, Stop};
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tengen_games::{AnyPosition, GameSpec};

/// Makes the engine that plays this game by these rules, or returns why there is none.
pub type EngineFactory =
    Arc<dyn Fn(&GameSpec, &EngineOptions) -> Result<Box<dyn AnyEngine>, EngineError> + Send + Sync>;

/// Which engine is wanted, and how it is set up.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EngineOptions {
    /// The name of one of the engines that play the game; `None` is the game's own engine.
    pub engine: Option<String>,
    /// Memory for the engine's tables, in bytes.
    pub memory: Option<u64>,
    /// Level of play, from 1; `None` is the strongest.
    pub level: Option<u8>,
    /// The opening book to play by.
    pub book: Option<Box<BookChoice>>,
}

/// Why a search has no analysis.
///
/// The enumeration is exhaustive on purpose: a new variant does not compile until each language has a text for it.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The slot is empty.
    #[error("there is no engine")]
    Empty,
    /// There is no engine for this game.
    #[error(transparent)]
    NoEngine(EngineError),
    /// The engine does not play this game.
    #[error(transparent)]
    Unsupported(#[from] EngineError),
    /// The engine panicked. The text is the panic's own.
    #[error("the engine panicked: {0}")]
    Panicked(String),
}

/// A place for one engine. An engine that panics is dropped, since its tables may be half written.
///
/// ```
/// use std::sync::Arc;
/// use tengen_engine::{EngineError, EngineFactory, EngineOptions, EngineSlot, SearchError};
/// use tengen_games::GameSpec;
///
/// let none: EngineFactory = Arc::new(|spec, _| Err(EngineError::None(spec.kind())));
/// let go = GameSpec::named("go", None, None)?;
/// let refused = EngineSlot::default().prepare(&none, &go, &EngineOptions::default()).err();
/// assert_eq!(refused.map(|e| e.to_string()).as_deref(), Some("no engine plays go"));
/// # Ok::<(), tengen_games::SpecError>(())
/// ```
#[derive(Default)]
pub struct EngineSlot(Option<Made>);

/// An engine and what it was made for.
struct Made {
    options: EngineOptions,
    engine: Box<dyn AnyEngine>,
    /// The number of its game, as given to [`EngineSlot::start_game`].
    game: Option<u64>,
}

impl EngineSlot {
    /// A slot with an engine that was made with `options`.
    pub fn with(options: EngineOptions, engine: Box<dyn AnyEngine>) -> EngineSlot {
        EngineSlot(Some(Made { options, engine, game: None }))
    }

    /// Puts the engine for this game into the slot, unless there is one that was made with the same options and plays
    /// the game. Returns true if the engine is new.
    ///
    /// # Errors
    /// [`SearchError::NoEngine`] if the factory makes none, [`SearchError::Panicked`] if it panics. The slot is empty
    /// then.
    pub fn prepare(
        &mut self,
        factory: &EngineFactory,
        spec: &GameSpec,
        options: &EngineOptions,
    ) -> Result<bool, SearchError> {
        let serves = |made: &Made| made.options == *options && made.engine.supports(spec).is_ok();
        if self.0.as_ref().is_some_and(serves) {
            return Ok(false);
        }
        // The memory of the last engine is free before the next is made.
        self.0 = None;
        let made = catch_unwind(AssertUnwindSafe(|| factory(spec, options)));
        let engine = made.map_err(panicked)?.map_err(SearchError::NoEngine)?;
        *self = EngineSlot::with(options.clone(), engine);
        Ok(true)
    }

    /// The engine in the slot.
    pub fn engine(&mut self) -> Option<&mut (dyn AnyEngine + 'static)> {
        self.0.as_mut().map(|made| made.engine.as_mut())
    }

    /// Takes the engine out of the slot.
    pub fn take(&mut self) -> Option<Box<dyn AnyEngine>> {
        self.0.take().map(|made| made.engine)
    }

    /// Lets the engine forget its last game if that has another number than this one. A new engine has nothing to
    /// forget.
    pub fn start_game(&mut self, number: u64) {
        if let Some(made) = &mut self.0
            && made.game.replace(number).is_some_and(|last| last != number)
        {
            made.engine.new_game();
        }
    }

    /// Calls `use_engine` with the engine in the slot.
    ///
    /// # Errors
    /// [`SearchError::Empty`] if there is none, [`SearchError::Panicked`] if the call panics. The slot is empty
    /// then.
    pub fn guard<T>(&mut self, use_engine: impl FnOnce(&mut dyn AnyEngine) -> T) -> Result<T, SearchError> {
        let Some(made) = &mut self.0 else {
            return Err(SearchError::Empty);
        };
        catch_unwind(AssertUnwindSafe(|| use_engine(made.engine.as_mut()))).map_err(|panic| {
            self.0 = None;
            panicked(panic)
        })
    }

    /// Searches with the engine in the slot, as [`AnyEngine::analyze`].
    ///
    /// # Errors
    /// [`SearchError`]. The slot is empty after a panic.
    pub fn search(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, SearchError> {
        Ok(self.guard(|engine| engine.analyze(position, limits, stop, on_progress))??)
    }
}

impl fmt::Debug for EngineSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EngineSlot").field(&self.0.as_ref().map(|made| made.engine.name())).finish()
    }
}

fn panicked(panic: Box<dyn Any + Send>) -> SearchError {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    SearchError::Panicked(text.unwrap_or_else(|| "unknown panic".into()))
}

type Job = Box<dyn FnOnce(&mut EngineSlot) + Send>;

/// Threads that take jobs from one queue, first come, first served. Each thread has an [`EngineSlot`] that its jobs
/// share.
///
/// A job that panics empties the slot of its thread; the thread goes on. Dropping the value ends the threads after the
/// jobs in the queue, without waiting for them.
///
/// ```
/// use std::sync::mpsc::channel;
/// use tengen_engine::SearchThreads;
///
/// let threads = SearchThreads::new(2);
/// let (send, results) = channel();
/// for n in 1..=3 {
///     let send = send.clone();
///     threads.run(move |_slot| send.send(n * n).unwrap());
/// }
/// threads.join();
/// drop(send);
/// assert_eq!(results.iter().sum::<i32>(), 1 + 4 + 9);
/// ```
#[derive(Debug)]
pub struct SearchThreads {
    queue: Sender<Job>,
    threads: Vec<thread::JoinHandle<()>>,
}

/// Stack that a thread needs to search with any of Tengen's engines, in bytes: enough for the deepest search. The
/// system provides pages only as they are touched.
pub const SEARCH_STACK: usize = 16 << 20;

impl SearchThreads {
    /// Starts `count` threads, at least one, or as many of them as the system has.
    ///
    /// # Panics
    /// If the system has not even one thread.
    pub fn new(count: usize) -> SearchThreads {
        let (queue, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        let start = |number| {
            let jobs = Arc::clone(&jobs);
            let name = format!("search {number}");
            thread::Builder::new().name(name).stack_size(SEARCH_STACK).spawn(move || run_jobs(&jobs))
        };
        let threads: Vec<_> = (0..count.max(1)).map_while(|number| start(number).ok()).collect();
        assert!(!threads.is_empty(), "the system has no thread for a search");
        SearchThreads { queue, threads }
    }

    /// Puts a job at the end of the queue.
    pub fn run(&self, job: impl FnOnce(&mut EngineSlot) + Send + 'static) {
        // The threads hold the receiver until this sender is dropped.
        let sent = self.queue.send(Box::new(job)).is_ok();
        debug_assert!(sent, "the search threads have ended");
    }

    /// Waits until every job is done and every thread has ended.
    pub fn join(self) {
        drop(self.queue);
        for thread in self.threads {
            // The threads catch the panics of their jobs.
            let _ = thread.join();
        }
    }
}

fn run_jobs(jobs: &Mutex<Receiver<Job>>) {
    let mut slot = EngineSlot::default();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if catch_unwind(AssertUnwindSafe(|| job(&mut slot))).is_err() {
            slot = EngineSlot::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::{Game, GameKind, mnk};

    /// Panics if the limits name a depth.
    struct Fragile;

    impl AnyEngine for Fragile {
        fn name(&self) -> String {
            "Fragile".into()
        }
        fn kind(&self) -> GameKind {
            GameKind::Mnk
        }
        fn supports(&self, _: &GameSpec) -> Result<(), EngineError> {
            Ok(())
        }
        fn analyze(
            &mut self,
            _: &AnyPosition,
            limits: &Limits,
            _: &Stop,
            on_progress: &mut dyn FnMut(&Analysis),
        ) -> Result<Analysis, EngineError> {
            on_progress(&Analysis { nodes: 1, ..Analysis::default() });
            assert!(limits.depth.is_none(), "no depth, please");
            Ok(Analysis { nodes: 2, ..Analysis::default() })
        }
        fn new_game(&mut self) {}
    }

    fn tic_tac_toe() -> GameSpec {
        GameSpec::Mnk(mnk::Rules::named("tic-tac-toe", None).unwrap())
    }

    #[test]
    fn an_engine_that_panics_is_reported_dropped_and_made_again() {
        let made = Arc::new(Mutex::new(0));
        let count = Arc::clone(&made);
        let factory: EngineFactory = Arc::new(move |_, _| {
            *count.lock().unwrap() += 1;
            Ok(Box::new(Fragile))
        });
        let (spec, options, stop) = (tic_tac_toe(), EngineOptions::default(), Stop::new());
        let position = AnyPosition::new(&spec);
        let mut slot = EngineSlot::default();
        let mut nodes = Vec::new();
        let mut search = |slot: &mut EngineSlot, limits: &Limits| {
            slot.prepare(&factory, &spec, &options).unwrap();
            slot.search(&position, limits, &stop, &mut |analysis| nodes.push(analysis.nodes)).map(|a| a.nodes)
        };
        assert_eq!(search(&mut slot, &Limits::default()), Ok(2));
        let panicked = SearchError::Panicked("no depth, please".into());
        assert_eq!(search(&mut slot, &Limits::depth(1)), Err(panicked));
        assert!(slot.engine().is_none());
        assert_eq!(search(&mut slot, &Limits::default()), Ok(2));
        assert_eq!(nodes, [1, 1, 1]);
        assert_eq!(*made.lock().unwrap(), 2);
        let other = EngineOptions { level: Some(1), ..EngineOptions::default() };
        slot.prepare(&factory, &spec, &other).unwrap();
        assert_eq!(*made.lock().unwrap(), 3, "other options need another engine");
    }

    #[test]
    fn a_job_that_panics_leaves_the_thread_alive_and_its_slot_empty() {
        let threads = SearchThreads::new(1);
        let (send, seen) = channel();
        threads.run(|slot| *slot = EngineSlot::with(EngineOptions::default(), Box::new(Fragile)));
        for _ in 0..2 {
            let send = send.clone();
            threads.run(move |slot| send.send(slot.engine().is_some()).unwrap());
            threads.run(|_| panic!("a job panics"));
        }
        threads.join();
        assert_eq!(seen.try_iter().collect::<Vec<_>>(), [true, false]);
    }
}
