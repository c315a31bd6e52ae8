//! The host of a protocol machine: a thread that reads, threads that search, and a writer.

use crate::lines::{Input, LineReader};
use crate::running::{Claim, Running};
use crate::{Effect, Machine, SearchId};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tengen_engine::{
    Analysis, AnyEngine, EngineFactory, EngineOptions, EngineSlot, Limits, SearchError, SearchThreads, Stop,
};
use tengen_games::{AnyPosition, Game, GameSpec};

/// How to serve a machine.
#[derive(Clone)]
pub struct Host {
    /// Makes the engines.
    pub engines: EngineFactory,
    /// Number of searches that may run at once, at least one. Each has an engine of its own.
    pub searches: usize,
    /// True if the system reports that no one reads the output any more. The host calls it from time to time after
    /// the end of the input, so that an engine whose GUI has died stops.
    pub reader_gone: fn() -> bool,
}

/// Interval between checks that the reader is still connected, after the end of the input.
const READER_CHECK: Duration = Duration::from_millis(100);

/// Unread events at which the reading thread and the searches wait. It bounds the memory that a flood of lines takes.
const MAX_EVENTS: usize = 1024;

enum Event {
    Input(Input),
    Progress(SearchId, Box<Analysis>),
    Finished(SearchId, Box<Analysis>),
    Failed(SearchId, String),
    TableDone(SearchId, Result<u64, String>),
}

/// Runs `machine` over `input` and `output` until it quits. Returns after [`Effect::Quit`], when every search has
/// ended.
///
/// # Errors
/// Errors of writing. A peer that closes its end is no error: the searches are stopped.
pub fn serve<R, W>(machine: &mut dyn Machine, host: &Host, input: R, output: W) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write,
{
    let (sender, events) = sync_channel(MAX_EVENTS);
    let lines = LineReader::new(input);
    let lines = if machine.ends_lines_at_cr() { lines } else { lines.with_line_feeds_only() };
    spawn_reader(lines, sender.clone());
    let mut searches = Searches::new(host, sender);
    let result = run(machine, &events, &mut searches, output, host.reader_gone);
    searches.running.stop_all();
    // A search may be waiting to send an event that no one will read.
    drop(events);
    searches.threads.join();
    match result {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn run(
    machine: &mut dyn Machine,
    events: &Receiver<Event>,
    searches: &mut Searches,
    mut output: impl Write,
    reader_gone: fn() -> bool,
) -> io::Result<()> {
    let (mut effects, mut input_ended) = (Vec::new(), false);
    machine.begin(&mut effects);
    loop {
        let writes = effects.iter().any(|e| matches!(e, Effect::Say(_)));
        for effect in effects.drain(..) {
            match effect {
                Effect::Say(text) => writeln!(output, "{text}")?,
                Effect::Quit => return output.flush(),
                other => searches.apply(other),
            }
        }
        if writes {
            output.flush()?;
        }
        let check = input_ended.then(|| Instant::now() + READER_CHECK);
        let until = searches.running.next_due().into_iter().chain(check).min();
        let Ok(event) = next_event(events, until) else { return Ok(()) };
        if input_ended && event.is_none() && reader_gone() {
            return Ok(());
        }
        // The result of a search goes before the answer without it, and a flood of lines does not delay either.
        if matches!(event, None | Some(Event::Input(_)))
            && let Some((id, last_report)) = searches.running.overdue()
        {
            machine.finished(id, last_report, &mut effects);
        }
        let Some(event) = event else { continue };
        match event {
            Event::Input(Input::Line(line)) => machine.line(&line, &mut effects),
            Event::Input(Input::TooLong(bytes)) => machine.too_long(bytes, &mut effects),
            Event::Input(Input::End) => {
                input_ended = true;
                machine.end_of_input(&mut effects);
            }
            Event::Progress(id, analysis) => {
                if searches.running.progress(id, &analysis) {
                    machine.progress(id, &analysis, &mut effects);
                }
            }
            Event::Finished(id, analysis) => {
                if searches.running.ended(id) {
                    machine.finished(id, *analysis, &mut effects);
                }
            }
            Event::Failed(id, why) => {
                if searches.running.ended(id) {
                    machine.failed(id, &why, &mut effects);
                }
            }
            Event::TableDone(id, result) => machine.table_done(id, result, &mut effects),
        }
    }
}

/// Waits for an event; `None` if none comes before `until`.
fn next_event(events: &Receiver<Event>, until: Option<Instant>) -> Result<Option<Event>, RecvTimeoutError> {
    let Some(until) = until else {
        return events.recv().map(Some).map_err(|_| RecvTimeoutError::Disconnected);
    };
    // An event that is already there is taken even if the time is over.
    match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Err(RecvTimeoutError::Timeout) => Ok(None),
        other => other.map(Some),
    }
}

/// Starts the reading thread. It is not joined: it may block in a read that never ends, and dies with the process.
fn spawn_reader(mut reader: LineReader<impl BufRead + Send + 'static>, events: SyncSender<Event>) {
    thread::spawn(move || {
        loop {
            // An input that cannot be read has ended.
            let input = reader.next_line().unwrap_or(Input::End);
            let last = input == Input::End;
            if events.send(Event::Input(input)).is_err() || last {
                return;
            }
        }
    });
}

/// The searches and the table jobs of a machine. They wait in one queue; each thread takes the next when it is free.
struct Searches {
    threads: SearchThreads,
    running: Running,
    engines: EngineFactory,
    events: SyncSender<Event>,
    /// Options of the next search's engine.
    options: EngineOptions,
    /// Raised when a search comes: an engine that is made ready for it takes no more time for that.
    search_waits: Stop,
    /// Number of the game: every engine forgets the last game before its first search in the next.
    game: u64,
}

impl Searches {
    fn new(host: &Host, events: SyncSender<Event>) -> Searches {
        Searches {
            threads: SearchThreads::new(host.searches),
            running: Running::default(),
            engines: host.engines.clone(),
            events,
            options: EngineOptions::default(),
            search_waits: Stop::new(),
            game: 0,
        }
    }

    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Search { id, position, limits } => self.search(id, position, limits),
            Effect::Within(id, time) => self.running.within(id, time),
            Effect::Stop(id) => self.running.stop(id),
            Effect::Forget => self.game += 1,
            Effect::Configure(options) => self.options = options,
            Effect::Prepare { id, spec, others } => {
                // Nor does an engine with other options wait for the one before it.
                std::mem::take(&mut self.search_waits).raise();
                let search_waits = self.search_waits.clone();
                self.table_job(id, *spec, move |spec, engine, is_new| {
                    // An engine that is ready keeps what it knows.
                    if is_new {
                        others.iter().for_each(|other| search_once(engine, other));
                        search_once(engine, spec);
                        engine.warm_up(&search_waits);
                    }
                    Ok(0)
                });
            }
            Effect::SaveTable { id, spec, file } => self.table_job(id, *spec, move |spec, engine, _| {
                file.write(|out| engine.save_table(spec, out).map_err(|e| e.to_string()))
            }),
            Effect::LoadTable { id, spec, file } => self.table_job(id, *spec, move |spec, engine, _| {
                let mut source = file.open()?;
                engine.load_table(spec, &mut source).map_err(|e| e.to_string())
            }),
            Effect::Say(_) | Effect::Quit => {}
        }
    }

    fn search(&mut self, id: SearchId, position: Box<AnyPosition>, mut limits: Limits) {
        let asked = Instant::now();
        self.search_waits.raise();
        let (stop, claim) = self.running.begin(id, &mut limits);
        self.spawn(position.spec(), claim, move |slot, ready, events| {
            // The time runs from the request, also while an engine is made or another search ends.
            if let Some(time) = limits.time.as_mut().filter(|time| **time != Limits::PONDER) {
                *time = time.saturating_sub(asked.elapsed());
            }
            let mut progress = |analysis: &Analysis| {
                // A report that finds the queue full is dropped: the next one is newer.
                let _ = events.try_send(Event::Progress(id, Box::new(analysis.clone())));
            };
            match ready.and_then(|_| slot.search(&position, &limits, &stop, &mut progress)) {
                Ok(analysis) => Event::Finished(id, Box::new(analysis)),
                Err(why) => Event::Failed(id, why.to_string()),
            }
        });
    }

    fn table_job(
        &self,
        id: SearchId,
        spec: GameSpec,
        job: impl FnOnce(&GameSpec, &mut dyn AnyEngine, bool) -> Result<u64, String> + Send + 'static,
    ) {
        self.spawn(spec.clone(), Claim::default(), move |slot, ready, _| {
            let result = ready.and_then(|is_new| slot.guard(|engine| job(&spec, engine, is_new)));
            Event::TableDone(id, result.unwrap_or_else(|why| Err(why.to_string())))
        });
    }

    /// Queues a job, which has the engine for `spec` in its slot, or hears why there is none. It is skipped if
    /// `claim` is taken when its turn comes.
    fn spawn(
        &self,
        spec: GameSpec,
        claim: Claim,
        job: impl FnOnce(&mut EngineSlot, Result<bool, SearchError>, &SyncSender<Event>) -> Event + Send + 'static,
    ) {
        let (engines, events, options) = (self.engines.clone(), self.events.clone(), self.options.clone());
        let game = self.game;
        self.threads.run(move |slot| {
            if claim.take() {
                let ready = slot.prepare(&engines, &spec, &options);
                slot.start_game(game);
                // No one receives the event after the machine has quit.
                let _ = events.send(job(slot, ready, &events));
            }
        });
    }
}

/// Lets an engine make what it makes in its first search by these rules.
fn search_once(engine: &mut dyn AnyEngine, spec: &GameSpec) {
    let stop = Stop::new();
    stop.raise();
    let _ = engine.analyze(&AnyPosition::new(spec), &Limits::nodes(1), &stop, &mut |_| ());
    engine.new_game();
}
