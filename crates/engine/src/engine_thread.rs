//! An engine on a thread of its own: the caller goes on while it searches, and it can ponder.

use crate::{
    Analysis, EngineFactory, EngineOptions, EngineSlot, Limits, Ponder, SearchError, SearchThreads, Stop,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use tengen_games::{AnyPosition, Game, GameSpec};

/// What a search reports.
#[derive(Debug)]
pub enum Report {
    /// It has found something better.
    SoFar(Analysis),
    /// It has ended.
    Done(Result<Analysis, SearchError>),
}

/// An engine that searches on its own thread, one position at a time. Dropping it stops the search.
///
/// ```
/// use std::sync::Arc;
/// use tengen_engine::{EngineError, EngineFactory, EngineOptions, EngineThread, Limits, SearchError, Stop};
/// use tengen_games::{AnyPosition, Game, GameSpec};
///
/// let none: EngineFactory = Arc::new(|spec, _| Err(EngineError::None(spec.kind())));
/// let mut engine = EngineThread::new(&none, EngineOptions::default());
/// let start = AnyPosition::new(&GameSpec::named("go", None, None)?);
/// let found = engine.search(&start, &Limits::nodes(1), &Stop::new());
/// assert!(matches!(found, Err(SearchError::NoEngine(_))));
/// # Ok::<(), tengen_games::SpecError>(())
/// ```
pub struct EngineThread {
    thread: SearchThreads,
    engines: EngineFactory,
    options: EngineOptions,
    sender: Sender<Report>,
    reports: Receiver<Report>,
    search: Option<Search>,
}

/// The search under way.
struct Search {
    stop: Stop,
    position: AnyPosition,
    /// Set while it is a ponder search.
    ponder: Option<Pondering>,
}

struct Pondering {
    search: Ponder,
    since: Instant,
    /// True until the hit: the reports of a ponder search are not read before it.
    silent: Arc<AtomicBool>,
}

/// Longest wait for a report between two looks at a stop flag.
const POLL: Duration = Duration::from_millis(20);

impl EngineThread {
    /// A thread for the engine that `engines` makes with `options`. The first search makes it.
    pub fn new(engines: &EngineFactory, options: EngineOptions) -> EngineThread {
        let (sender, reports) = channel();
        EngineThread {
            thread: SearchThreads::new(1),
            engines: engines.clone(),
            options,
            sender,
            reports,
            search: None,
        }
    }

    /// The same thread with an engine that was made with its options.
    #[must_use]
    pub fn with_engine(self, engine: Box<dyn crate::AnyEngine>) -> EngineThread {
        let options = self.options.clone();
        self.thread.run(move |slot| *slot = EngineSlot::with(options, engine));
        self
    }

    /// Makes the engine for a game ready, and lets it forget the last one. A search under way is given up.
    ///
    /// # Errors
    /// [`SearchError`]: there is no engine for this game, or it panicked.
    pub fn begin_game(&mut self, spec: &GameSpec, options: EngineOptions) -> Result<(), SearchError> {
        self.give_up();
        self.options = options;
        let (send, ready) = channel();
        let (engines, options, spec) = (self.engines.clone(), self.options.clone(), spec.clone());
        self.thread.run(move |slot| {
            let result = slot.prepare(&engines, &spec, &options);
            let result = result.and_then(|_| slot.guard(|engine| engine.new_game()));
            // The caller waits for it.
            let _ = send.send(result);
        });
        ready.recv().unwrap_or(Err(SearchError::Empty))
    }

    /// Begins a search. A ponder search of this position becomes this search: it goes on, and gets the time of `limits`
    /// from now. Any other search under way is stopped, and its result is dropped.
    pub fn start(&mut self, position: &AnyPosition, limits: &Limits) {
        if self.take_hit(position, limits) {
            return;
        }
        self.give_up();
        self.spawn(position.clone(), limits.clone(), None);
    }

    /// Turns the ponder search into that of a move. False on a miss.
    fn take_hit(&mut self, position: &AnyPosition, limits: &Limits) -> bool {
        let Some(Search { stop, ponder: Some(pondering), .. }) = &self.search else { return false };
        if !pondering.search.is_hit(position, limits) {
            return false;
        }
        // It may have ended by now. After a failure the position is searched again.
        let done = self.reports.try_iter().find(|report| matches!(report, Report::Done(_)));
        match done {
            Some(Report::Done(Err(_))) => {
                self.search = None;
                return false;
            }
            Some(done) => {
                // The receiver is this value's own.
                let _ = self.sender.send(done);
            }
            None => {
                if let Some(time) = limits.time {
                    stop.raise_in(time);
                }
            }
        }
        pondering.silent.store(false, Ordering::Relaxed);
        if let Some(search) = &mut self.search {
            search.ponder = None;
        }
        true
    }

    /// Begins to ponder. A search under way is stopped, and its result is dropped.
    pub fn ponder(&mut self, on: Ponder) {
        self.give_up();
        let (position, limits) = (on.position().clone(), on.limits().clone());
        let silent = Arc::new(AtomicBool::new(true));
        self.spawn(position, limits, Some(Pondering { search: on, since: Instant::now(), silent }));
    }

    fn spawn(&mut self, position: AnyPosition, limits: Limits, ponder: Option<Pondering>) {
        let stop = Stop::new();
        let silent = ponder.as_ref().map(|pondering| Arc::clone(&pondering.silent));
        self.search = Some(Search { stop: stop.clone(), position: position.clone(), ponder });
        let (engines, options, sender) = (self.engines.clone(), self.options.clone(), self.sender.clone());
        self.thread.run(move |slot| {
            let mut report = |analysis: &Analysis| {
                if silent.as_ref().is_none_or(|silent| !silent.load(Ordering::Relaxed)) {
                    // No one receives the reports after this value has been dropped.
                    let _ = sender.send(Report::SoFar(analysis.clone()));
                }
            };
            let ready = slot.prepare(&engines, &position.spec(), &options);
            let result = ready.and_then(|_| slot.search(&position, &limits, &stop, &mut report));
            let _ = sender.send(Report::Done(result));
        });
    }

    /// Searches a position and waits for the result, as [`EngineThread::start`]. A raised `stop` ends the search.
    ///
    /// # Errors
    /// [`SearchError`], as [`EngineSlot::search`].
    pub fn search(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Analysis, SearchError> {
        self.start(position, limits);
        loop {
            if stop.is_raised() {
                self.hurry();
            }
            match self.wait(POLL) {
                Some(Report::Done(result)) => return result,
                None if self.search.is_none() => return Err(SearchError::Empty),
                _ => {}
            }
        }
    }

    /// True during a search, and while a result waits to be read; not while it ponders.
    pub fn is_busy(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.ponder.is_none())
    }

    /// True during a search of this position; not while it ponders.
    pub fn is_about(&self, position: &AnyPosition) -> bool {
        let about = self.search.as_ref().filter(|search| search.ponder.is_none());
        about.is_some_and(|search| {
            (search.position.hash(), search.position.ply()) == (position.hash(), position.ply())
        })
    }

    /// How long it has pondered this position, if that is what it does, or did until the search ended by itself.
    pub fn pondered(&self, position: &AnyPosition) -> Option<Duration> {
        let pondering = self.search.as_ref()?.ponder.as_ref()?;
        (pondering.search.position() == position).then(|| pondering.since.elapsed())
    }

    /// True while it ponders.
    pub fn is_pondering(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.ponder.is_some())
    }

    /// Stops the search; its result comes soon.
    pub fn hurry(&self) {
        if let Some(search) = &self.search {
            search.stop.raise();
        }
    }

    /// Stops the search, or the pondering, and drops its result.
    pub fn give_up(&mut self) {
        self.hurry();
        if let Some(search) = &mut self.search {
            search.ponder = None;
        }
        while self.search.is_some() {
            // Engines answer soon after the flag is raised.
            self.wait(Duration::from_secs(60));
        }
    }

    /// The next report, if one comes within this time. A ponder search has none.
    pub fn wait(&mut self, time: Duration) -> Option<Report> {
        self.search.as_ref().filter(|search| search.ponder.is_none())?;
        let report = self.reports.recv_timeout(time).ok()?;
        if matches!(report, Report::Done(_)) {
            self.search = None;
        }
        Some(report)
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.hurry();
    }
}

impl std::fmt::Debug for EngineThread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EngineThread({:?}, searching: {})", self.options, self.search.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, ForGame, Line, Score};
    use std::sync::atomic::AtomicU64;
    use tengen_games::{GameKind, Move, mnk};

    /// Reports the number of its search as its nodes. A ponder search without a limit of nodes goes on until it is
    /// stopped. It panics at a depth limit.
    struct Patient {
        begun: Arc<AtomicU64>,
    }

    impl Engine<mnk::Position> for Patient {
        fn name(&self) -> String {
            "patient".into()
        }

        fn analyze(
            &mut self,
            position: &mnk::Position,
            limits: &Limits,
            stop: &Stop,
            on_progress: &mut dyn FnMut(&Analysis),
        ) -> Analysis {
            let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
            assert_eq!(limits.depth, None, "no depth, please");
            let moves: Vec<Move> = position.legal_moves().into_iter().take(1).collect();
            let line = Line { moves, score: Score::Estimate { value: 0.0, win: 0.5 }, work: number };
            let best = line.moves.first().copied();
            let found = Analysis { best, lines: vec![line], nodes: number, ..Analysis::default() };
            on_progress(&found);
            while limits.time == Some(Limits::PONDER) && limits.nodes.is_none() && !stop.is_raised() {
                std::thread::yield_now();
            }
            found
        }
    }

    fn engine() -> (EngineThread, Arc<AtomicU64>) {
        let begun = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&begun);
        let factory: EngineFactory =
            Arc::new(move |_, _| Ok(Box::new(ForGame::new(Patient { begun: Arc::clone(&counted) }))));
        (EngineThread::new(&factory, EngineOptions::default()), begun)
    }

    fn position(moves: &[&str]) -> AnyPosition {
        let mut position = AnyPosition::new(&GameSpec::named("tic-tac-toe", None, None).unwrap());
        assert_eq!(position.spec().kind(), GameKind::Mnk);
        for text in moves {
            position.play(position.parse_move(text).unwrap()).unwrap();
        }
        position
    }

    fn ponder(engine: &mut EngineThread, limits: Limits) {
        let after = position(&["a1"]);
        let reply = after.parse_move("b2").unwrap();
        engine.ponder(Ponder::on_reply(&after, &[reply], |_| limits).unwrap());
    }

    /// Waits until the engine has begun so many searches.
    fn begun(count: &AtomicU64, wanted: u64) {
        while count.load(Ordering::SeqCst) < wanted {
            std::thread::yield_now();
        }
    }

    const NOW: Duration = Duration::ZERO;

    #[test]
    fn on_a_hit_the_same_search_goes_on() {
        let (mut engine, count) = engine();
        ponder(&mut engine, Limits::time(NOW));
        begun(&count, 1);
        assert!(engine.is_pondering() && !engine.is_busy());
        assert!(engine.wait(NOW).is_none(), "what it thinks on the opponent's time is not reported");
        let here = position(&["a1", "b2"]);
        assert!(engine.pondered(&here).is_some() && engine.pondered(&position(&["a1", "c3"])).is_none());
        engine.start(&here, &Limits::time(NOW));
        assert!(engine.is_about(&here) && !engine.is_pondering());
        let found = engine.search(&here, &Limits::time(NOW), &Stop::new());
        assert_eq!(
            found.map(|found| found.nodes),
            Ok(2),
            "another search begins after it, with its own result"
        );
        ponder(&mut engine, Limits::time(NOW));
        begun(&count, 3);
        let found = engine.search(&here, &Limits::time(NOW), &Stop::new());
        assert_eq!(found.map(|found| found.nodes), Ok(3), "the ponder search is that of the move");
        assert_eq!(count.load(Ordering::SeqCst), 3);
    }

    #[test]
    fn on_a_miss_another_search_begins() {
        let (mut engine, count) = engine();
        let other = position(&["a1", "c3"]);
        for (n, asked) in [(1, &other), (3, &position(&["a1", "b2"]))] {
            ponder(&mut engine, Limits::time(NOW));
            begun(&count, n);
            // The second time the position is the expected one, but the search of a move has a seed that differs.
            let limits = Limits { seed: n, ..Limits::nodes(1) };
            let found = engine.search(asked, &limits, &Stop::new());
            assert_eq!(found.map(|found| found.nodes), Ok(n + 1));
        }
    }

    #[test]
    fn a_ponder_search_that_has_ended_answers_the_hit() {
        let (mut engine, count) = engine();
        let limits = Limits { time: Some(NOW), ..Limits::nodes(5) };
        ponder(&mut engine, limits.clone());
        begun(&count, 1);
        let found = engine.search(&position(&["a1", "b2"]), &limits, &Stop::new());
        assert_eq!((found.map(|found| found.nodes), count.load(Ordering::SeqCst)), (Ok(1), 1));
        assert!(!engine.is_busy());
    }

    #[test]
    fn after_a_panic_the_position_is_searched_again() {
        let (mut engine, count) = engine();
        let panics = Limits { depth: Some(1), time: Some(NOW), ..Limits::default() };
        ponder(&mut engine, panics.clone());
        begun(&count, 1);
        // The panic may still be on its way: then it is the answer, and the engine of the next search is a new one.
        let first = engine.search(&position(&["a1", "b2"]), &panics, &Stop::new());
        assert!(matches!(first, Err(SearchError::Panicked(_))));
        let found = engine.search(&position(&["a1", "b2"]), &Limits::nodes(1), &Stop::new());
        assert!(found.is_ok());
    }

    #[test]
    fn pondering_is_given_up() {
        let (mut engine, count) = engine();
        ponder(&mut engine, Limits::time(NOW));
        begun(&count, 1);
        engine.give_up();
        assert!(!engine.is_pondering() && !engine.is_busy());
        let spec = position(&[]).spec();
        ponder(&mut engine, Limits::time(NOW));
        assert_eq!(engine.begin_game(&spec, EngineOptions::default()), Ok(()));
        assert!(!engine.is_pondering());
        let stop = Stop::new();
        stop.raise();
        assert!(engine.search(&position(&["a1"]), &Limits::default(), &stop).is_ok());
    }
}
