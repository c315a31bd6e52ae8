//! What a machine needs to live: a reader that is never deaf, threads that search, and a writer.

use crate::lines::{LineReader, Read};
use crate::running::{Claim, Running};
use crate::{Effect, Machine, NamedFile, SearchId};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tengen_engine::{Analysis, AnyEngine, Limits, Stop};
use tengen_games::{AnyPosition, Game, GameSpec};

/// Makes the engine that plays this game by these rules, or tells why there is none.
pub type Players = Arc<dyn Fn(&GameSpec, &EngineOptions) -> Result<Box<dyn AnyEngine>, String> + Send + Sync>;

/// What a controller may ask of the engine as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EngineOptions {
    /// Which of the engines that play the game; the game's own where none is named.
    pub engine: Option<String>,
    /// Memory that the engine's tables may use, in bytes.
    pub memory: Option<u64>,
    /// Level of play, 1 and up.
    pub level: Option<u8>,
}

/// How to serve a machine.
#[derive(Clone)]
pub struct Host {
    /// Makes engines.
    pub players: Players,
    /// How many searches may run at once; at least one. Each has an engine of its own.
    pub searchers: usize,
    /// Tells whether nobody reads the output any more, as far as the system can tell. It is asked now and then once the input has ended, so
    /// that an engine whose GUI has died does not think on for nobody.
    pub gone: fn() -> bool,
}

/// How often it is looked whether somebody still reads, once the input has ended.
const LOOK: Duration = Duration::from_millis(100);

/// How many unread events may pile up before the reader and the searchers wait: bounds memory against a flood.
const BACKLOG: usize = 1024;

enum Event {
    Read(Read),
    Progress(SearchId, Box<Analysis>),
    Finished(SearchId, Box<Analysis>),
    Failed(SearchId, String),
    TableDone(SearchId, Result<u64, String>),
}

struct Job {
    id: SearchId,
    work: Work,
    engine: Wanted,
}

/// What a job is about.
enum Work {
    Search { position: Box<AnyPosition>, limits: Limits, stop: Stop, claim: Claim, asked: Instant },
    Prepare(Box<GameSpec>),
    Save(Box<GameSpec>, NamedFile),
    Load(Box<GameSpec>, NamedFile),
}

/// The engine that a job wants.
#[derive(Clone, PartialEq, Eq, Default)]
struct Wanted {
    options: EngineOptions,
    /// How often engines were asked to forget.
    games: u64,
}

/// Runs `machine` over `input` and `output` until it quits. Returns when the machine has said [`Effect::Quit`] and every search
/// has ended.
///
/// # Errors
/// Those of writing. A peer that closes its end is no error: the searches are stopped, and all is well.
pub fn serve<R, W>(machine: &mut dyn Machine, host: &Host, input: R, output: W) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write,
{
    let (events_in, events) = sync_channel(BACKLOG);
    spawn_reader(input, events_in.clone());
    let mut searchers = Searchers::new(host, &events_in);
    drop(events_in);
    let result = run(machine, &events, &mut searchers, output, host.gone);
    searchers.running.stop_all();
    // A searcher may be waiting for room to report; nobody listens any more.
    drop(events);
    searchers.join();
    match result {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn run(
    machine: &mut dyn Machine,
    events: &Receiver<Event>,
    searchers: &mut Searchers,
    mut output: impl Write,
    gone: fn() -> bool,
) -> io::Result<()> {
    let (mut effects, mut ended) = (Vec::new(), false);
    machine.begin(&mut effects);
    loop {
        let spoke = effects.iter().any(|e| matches!(e, Effect::Say(_)));
        for effect in effects.drain(..) {
            match effect {
                Effect::Say(text) => writeln!(output, "{text}")?,
                Effect::Search { id, position, limits } => searchers.search(id, position, limits),
                Effect::Within(id, time) => searchers.running.within(id, time),
                Effect::Prepare { id, spec } => searchers.start(id, Work::Prepare(spec)),
                Effect::SaveTable { id, spec, file } => searchers.start(id, Work::Save(spec, file)),
                Effect::LoadTable { id, spec, file } => searchers.start(id, Work::Load(spec, file)),
                Effect::Stop(id) => searchers.running.stop(id),
                Effect::Forget => searchers.forget(),
                Effect::Configure(options) => searchers.wanted.options = options,
                Effect::Quit => return output.flush(),
            }
        }
        if spoke {
            output.flush()?;
        }
        let look = ended.then(|| Instant::now() + LOOK);
        let until = searchers.running.next_due().into_iter().chain(look).min();
        let Ok(event) = next_event(events, until) else { return Ok(()) };
        if ended && event.is_none() && gone() {
            return Ok(());
        }
        // What a search brings home goes before the answer without it; a flood of lines must not hold that up.
        if matches!(event, None | Some(Event::Read(_)))
            && let Some((id, known)) = searchers.running.overdue()
        {
            machine.finished(id, known, &mut effects);
        }
        let Some(event) = event else { continue };
        match event {
            Event::Read(Read::Line(line)) => machine.line(&line, &mut effects),
            Event::Read(Read::TooLong(bytes)) => machine.too_long(bytes, &mut effects),
            Event::Read(Read::End) => {
                ended = true;
                machine.end_of_input(&mut effects);
            }
            Event::Progress(id, analysis) => {
                if searchers.running.heard(id, &analysis) {
                    machine.progress(id, &analysis, &mut effects);
                }
            }
            Event::Finished(id, analysis) => {
                if searchers.running.ended(id) {
                    machine.finished(id, *analysis, &mut effects);
                }
            }
            Event::Failed(id, why) => {
                if searchers.running.ended(id) {
                    machine.failed(id, &why, &mut effects);
                }
            }
            Event::TableDone(id, result) => machine.table_done(id, result, &mut effects),
        }
    }
}

/// Waits for an event; `None` where none has come until then.
fn next_event(events: &Receiver<Event>, until: Option<Instant>) -> Result<Option<Event>, RecvTimeoutError> {
    let Some(until) = until else {
        return events.recv().map(Some).map_err(|_| RecvTimeoutError::Disconnected);
    };
    // What has come already is taken also when the time is over.
    match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Err(RecvTimeoutError::Timeout) => Ok(None),
        other => other.map(Some),
    }
}

/// The reading thread is not joined: it may sit in a read that never ends, and dies with the process.
fn spawn_reader(input: impl BufRead + Send + 'static, events: SyncSender<Event>) {
    thread::spawn(move || {
        let mut reader = LineReader::new(input);
        loop {
            // A stream that breaks has ended.
            let read = reader.next_line().unwrap_or(Read::End);
            let last = read == Read::End;
            if events.send(Event::Read(read)).is_err() || last {
                return;
            }
        }
    });
}

/// The searching threads. Jobs wait in one queue; each thread takes the next when it is free.
struct Searchers {
    jobs: Option<Sender<Job>>,
    running: Running,
    wanted: Wanted,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Searchers {
    fn new(host: &Host, events: &SyncSender<Event>) -> Searchers {
        let (jobs, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let threads = (0..host.searchers.max(1))
            .map(|_| {
                let (queue, events, players) =
                    (Arc::clone(&queue), events.clone(), Arc::clone(&host.players));
                thread::spawn(move || search_jobs(&queue, &events, &players))
            })
            .collect();
        Searchers { jobs: Some(jobs), running: Running::default(), wanted: Wanted::default(), threads }
    }

    fn search(&mut self, id: SearchId, position: Box<AnyPosition>, mut limits: Limits) {
        let (stop, claim) = self.running.begin(id, &mut limits);
        self.start(id, Work::Search { position, limits, stop, claim, asked: Instant::now() });
    }

    fn start(&self, id: SearchId, work: Work) {
        // The threads end only when this sender is dropped, so somebody listens.
        let job = Job { id, work, engine: self.wanted.clone() };
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        debug_assert!(sent);
    }

    /// Each engine forgets before its next search.
    fn forget(&mut self) {
        self.wanted.games += 1;
    }

    fn join(mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A searcher catches the panics of its engine, so there is nothing to pass on.
            let _ = thread.join();
        }
    }
}

/// An engine, and what it was made for.
struct Ready {
    wanted: Wanted,
    player: Box<dyn AnyEngine>,
}

impl Ready {
    fn serves(&self, spec: &GameSpec, wanted: &Wanted) -> bool {
        self.wanted.options == wanted.options && self.player.supports(spec).is_ok()
    }
}

fn search_jobs(queue: &Mutex<Receiver<Job>>, events: &SyncSender<Event>, players: &Players) {
    let mut engine: Option<Ready> = None;
    loop {
        let job = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        // Somebody stopped it, and has an answer already.
        if matches!(&job.work, Work::Search { claim, .. } if !claim.take()) {
            continue;
        }
        if events.send(do_job(job, &mut engine, events, players)).is_err() {
            return;
        }
    }
}

fn do_job(job: Job, engine: &mut Option<Ready>, events: &SyncSender<Event>, players: &Players) -> Event {
    let Job { id, work, engine: wanted } = job;
    let spec = match &work {
        Work::Search { position, .. } => position.spec(),
        Work::Prepare(spec) | Work::Save(spec, _) | Work::Load(spec, _) => (**spec).clone(),
    };
    let ready = match engine.take().filter(|ready| ready.serves(&spec, &wanted)) {
        Some(ready) => Ok(ready),
        None => players(&spec, &wanted.options).map(|mut player| {
            if matches!(work, Work::Prepare(_)) {
                set_up(player.as_mut(), &spec);
            }
            Ready { wanted: wanted.clone(), player }
        }),
    };
    let ready = match ready {
        Ok(ready) => engine.insert(ready),
        Err(why) if matches!(work, Work::Search { .. }) => return Event::Failed(id, why),
        Err(why) => return Event::TableDone(id, Err(why)),
    };
    if ready.wanted.games != wanted.games {
        ready.player.new_game();
        ready.wanted.games = wanted.games;
    }
    let player = &mut ready.player;
    match work {
        Work::Search { position, mut limits, stop, asked, .. } => {
            // Time runs from the asking, also while an engine is made or a search on the opponent's time ends.
            if let Some(time) = limits.time.as_mut().filter(|time| **time != Limits::PONDER) {
                *time = time.saturating_sub(asked.elapsed());
            }
            let mut tell = |analysis: &Analysis| {
                // Progress is news: where the listener is behind, the next one will do.
                let _ = events.try_send(Event::Progress(id, Box::new(analysis.clone())));
            };
            let result =
                catch_unwind(AssertUnwindSafe(|| player.analyze(&position, &limits, &stop, &mut tell)));
            match result {
                Ok(Ok(analysis)) => Event::Finished(id, Box::new(analysis)),
                Ok(Err(why)) => Event::Failed(id, why.to_string()),
                Err(panic) => {
                    // It may have left its tables half written.
                    *engine = None;
                    Event::Failed(id, panic_text(&*panic))
                }
            }
        }
        Work::Prepare(_) => Event::TableDone(id, Ok(0)),
        Work::Save(spec, file) => {
            let saved = file.write(|out| player.save_table(&spec, out).map_err(|e| e.to_string()));
            Event::TableDone(id, saved)
        }
        Work::Load(spec, file) => {
            let loaded = file
                .open()
                .and_then(|mut source| player.load_table(&spec, &mut source).map_err(|e| e.to_string()));
            Event::TableDone(id, loaded)
        }
    }
}

/// Lets a new engine make what it makes with its first search: tables, and the memory that they take.
fn set_up(player: &mut dyn AnyEngine, spec: &GameSpec) {
    let stop = Stop::new();
    stop.raise();
    let start = AnyPosition::new(spec);
    // Where this breaks down the first move will, too, and be told.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let _ = player.analyze(&start, &Limits::nodes(1), &stop, &mut |_| ());
        player.new_game();
    }));
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "the engine broke down".into())
}
