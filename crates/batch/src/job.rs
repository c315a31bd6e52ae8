//! A whole job: inputs, threads, shards, and what it reports on the way.
//!
//! One thread reads the inputs and hands out positions or games; the others work on them, each with an engine of its
//! own. A shard has the rows of a fixed number of games, in their order. The thread that completes a shard writes it.

use crate::shards::{Counts, Folder};
pub use crate::shards::{FolderError, ShardFault};
use crate::source::{Files, Inputs, Item, Notice, SourceError, record_of};
use crate::{Analyst, At, GameRows, Row, SelfPlay};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tengen_engine::{EngineFactory, EngineOptions, Limits, SEARCH_STACK, Stop};
use tengen_games::Game;
use tengen_records::ReadItem;

/// Pieces of work that wait for each thread.
const WAITING: usize = 4;
/// The version of the folder's description.
const FORMAT: u32 = 1;

/// What is done.
#[derive(Clone, Debug)]
pub enum Work {
    /// Analyses positions of the inputs' games.
    Analyze(At),
    /// Plays the inputs' games by the rules, without an engine.
    Replay(At),
    /// Analyses the rows of Parquet files again; with true, only those without a proof. The other columns stay.
    Relabel {
        /// Whether rows with a proof are kept as they are.
        unproven: bool,
    },
    /// Plays so many games.
    SelfPlay(SelfPlay, u64),
}

/// A job.
#[derive(Clone)]
pub struct Job {
    /// What is done.
    pub work: Work,
    /// The games; none for self-play.
    pub inputs: Inputs,
    /// Makes the engines.
    pub engines: EngineFactory,
    /// Which engine.
    pub options: EngineOptions,
    /// The limits of each search, on one thread. One of nodes, depth and time must be set.
    pub limits: Limits,
    /// Games, or rows of a Parquet file, in one shard; at least 1.
    pub shard: u64,
    /// Threads; the rows do not depend on it. At least 1.
    pub threads: usize,
}

/// What a job has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JobSummary {
    /// Games read or played.
    pub games: u64,
    /// Rows written, those with an error included.
    pub rows: u64,
    /// Rows with an error.
    pub failed: u64,
    /// Shards that are there now.
    pub shards: u64,
    /// Those of them that were there before.
    pub resumed: u64,
    /// Files of folders that are no records, without hidden ones.
    pub skipped: u64,
    /// False if the job was interrupted.
    pub finished: bool,
}

/// What happens while a job runs. Events come from several threads.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// So many rows have been made in this run, those of unfinished shards included.
    Rows(u64),
    /// A row has an error.
    Failed(&'a Row),
    /// Something of the inputs is left out.
    Notice(Notice<'a>),
}

/// A job that cannot go on. The shards that are complete stay.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The inputs.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The output.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Only Parquet files have rows to label again.
    #[error("{0} has games, not rows: relabel takes Parquet files")]
    NoRows(String),
    /// The system has no thread.
    #[error("the system has no thread: {0}")]
    Thread(std::io::Error),
}

/// A piece of work.
enum Task {
    /// A row to analyse.
    Fill(Box<Row>),
    /// A game to play by the rules.
    Play(String, u64, Box<ReadItem>),
    /// A game of the engine against itself.
    SelfPlay(u64),
}

/// A shard under way.
struct Shard {
    number: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    games: u64,
    parts: Vec<Vec<Row>>,
    missing: usize,
    closed: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shard {
    /// A place for the rows of the next piece of work.
    fn reserve(&self) -> usize {
        let mut state = lock(&self.state);
        state.parts.push(Vec::new());
        state.missing += 1;
        state.parts.len() - 1
    }

    /// Changes the state, and returns the games and rows of the shard if it is now complete.
    fn change(&self, change: impl FnOnce(&mut State)) -> Option<(u64, Vec<Row>)> {
        let mut state = lock(&self.state);
        change(&mut state);
        (state.closed && state.missing == 0)
            .then(|| (state.games, std::mem::take(&mut state.parts).into_iter().flatten().collect()))
    }
}

/// What the threads of a run share.
struct Run<'a> {
    job: &'a Job,
    folder: &'a Folder,
    stop: &'a Stop,
    on_event: &'a (dyn Fn(Event<'_>) + Sync),
    rows: AtomicU64,
    skipped: AtomicU64,
    total: Mutex<(Counts, u64)>,
    failure: Mutex<Option<JobError>>,
    halted: AtomicBool,
}

impl Job {
    /// What another run in the same folder must agree with.
    fn description(&self, files: Option<&Files>) -> Result<Value, SourceError> {
        let mut out = json!({"format": FORMAT, "tengen": env!("CARGO_PKG_VERSION"), "shard": self.shard});
        let mut set = |name: &str, value: Value| out[name] = value;
        let uses_engine = match &self.work {
            Work::Analyze(at) => {
                set("work", "analyze".into());
                set("at", at.to_string().into());
                true
            }
            Work::Replay(at) => {
                set("work", "replay".into());
                set("at", at.to_string().into());
                false
            }
            Work::Relabel { unproven } => {
                set("work", "relabel".into());
                set("unproven", (*unproven).into());
                true
            }
            Work::SelfPlay(play, games) => {
                set("work", "selfplay".into());
                set("game", play.spec.to_string().into());
                set("size", play.spec.size().to_string().into());
                set("games", (*games).into());
                set("random_plies", play.random_plies.into());
                set("max_plies", play.max_plies.into());
                true
            }
        };
        if uses_engine {
            set("engine", self.options.engine.clone().into());
            set("level", self.options.level.into());
            set("memory", self.options.memory.into());
            set("nodes", self.limits.nodes.into());
            set("depth", self.limits.depth.into());
            set("time_ms", self.limits.time.map(|time| time.as_millis() as u64).into());
            set("lines", self.limits.lines.max(1).into());
            set("seed", self.limits.seed.into());
        }
        if let Some(files) = files {
            let (count, fingerprint) = files.fingerprint()?;
            set("files", count.into());
            set("fingerprint", format!("{fingerprint:016x}").into());
            set(
                "default_game",
                self.inputs.spec.as_ref().map(|spec| format!("{spec} {}", spec.size())).into(),
            );
            set("from", self.inputs.format.map(|format| format.name()).into());
        }
        Ok(out)
    }

    /// Runs the job, or what is left of it, and writes its shards into `folder`. A raised `stop` ends it: the rows of
    /// unfinished shards are lost, and the next run makes them again.
    ///
    /// # Errors
    /// [`JobError`]. A game or a row that fails is no error of the job: its row has the error.
    pub fn run(
        &self,
        folder: &Path,
        stop: &Stop,
        on_event: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<JobSummary, JobError> {
        let files = match self.work {
            Work::SelfPlay(..) => None,
            _ => Some(self.inputs.files()?),
        };
        let folder = Folder::open(folder, &self.description(files.as_ref())?)?;
        let run = Run {
            job: self,
            folder: &folder,
            stop,
            on_event,
            rows: AtomicU64::new(0),
            skipped: AtomicU64::new(0),
            total: Mutex::default(),
            failure: Mutex::new(None),
            halted: AtomicBool::new(false),
        };
        let resumed = std::thread::scope(|scope| {
            let (tasks, queue) = sync_channel(self.threads.max(1) * WAITING);
            let queue = Arc::new(Mutex::new(queue));
            for n in 0..self.threads.max(1) {
                let (run, queue) = (&run, Arc::clone(&queue));
                let builder = std::thread::Builder::new().name(format!("batch-{n}")).stack_size(SEARCH_STACK);
                let spawned = builder.spawn_scoped(scope, move || run.work(&queue));
                if let Err(e) = spawned {
                    run.fail(JobError::Thread(e));
                }
            }
            // A thread that is left ends with the queue.
            drop(queue);
            run.hand_out(files.as_ref(), &tasks)
        });
        if let Some(failure) = lock(&run.failure).take() {
            return Err(failure);
        }
        let (counts, shards) = *lock(&run.total);
        Ok(JobSummary {
            games: counts.games,
            rows: counts.rows,
            failed: counts.failed,
            shards,
            resumed,
            skipped: run.skipped.load(Relaxed),
            finished: !stop.is_raised(),
        })
    }
}

impl Run<'_> {
    fn fail(&self, error: JobError) {
        lock(&self.failure).get_or_insert(error);
        self.halted.store(true, Relaxed);
    }

    fn is_over(&self) -> bool {
        self.halted.load(Relaxed) || self.stop.is_raised()
    }

    /// Reads the inputs and hands out the work. Returns the number of shards that were there already.
    fn hand_out(&self, files: Option<&Files>, tasks: &SyncSender<(Arc<Shard>, usize, Task)>) -> u64 {
        let on_notice = |notice: Notice<'_>| {
            match notice {
                Notice::Skipped(_) => {
                    self.skipped.fetch_add(1, Relaxed);
                }
                // Those are what it takes.
                Notice::Positions(_) if matches!(self.job.work, Work::Relabel { .. }) => return,
                _ => {}
            }
            (self.on_event)(Event::Notice(notice));
        };
        let mut items: Box<dyn Iterator<Item = Option<Item>>> = match (&self.job.work, files) {
            (Work::SelfPlay(_, games), _) => Box::new((0..*games).map(|_| None)),
            (_, Some(files)) => Box::new(files.items(&on_notice).map(Some)),
            (_, None) => Box::new(std::iter::empty()),
        };
        let (mut number, mut resumed) = (0, 0);
        let mut next = items.next();
        while let Some(first) = next.take() {
            if self.is_over() {
                break;
            }
            let shard_games = std::iter::once(first).chain(&mut items).take(self.job.shard.max(1) as usize);
            match self.folder.existing(number) {
                Err(e) => {
                    self.fail(e.into());
                    break;
                }
                Ok(Some(counts)) => {
                    shard_games.for_each(drop);
                    resumed += 1;
                    self.count(counts);
                }
                Ok(None) => {
                    let shard = Arc::new(Shard { number, state: Mutex::default() });
                    for (i, item) in shard_games.enumerate() {
                        let game = number * self.job.shard + i as u64 + 1;
                        if self.is_over() || !self.hand_out_game(&shard, game, item, tasks) {
                            return resumed;
                        }
                    }
                    let complete = shard.change(|state| state.closed = true);
                    self.write(number, complete);
                }
            }
            number += 1;
            next = items.next();
        }
        resumed
    }

    /// Hands out the work of one game. False if no thread is left to do it.
    fn hand_out_game(
        &self,
        shard: &Arc<Shard>,
        game: u64,
        item: Option<Item>,
        tasks: &SyncSender<(Arc<Shard>, usize, Task)>,
    ) -> bool {
        lock(&shard.state).games += 1;
        let send = |task| tasks.send((Arc::clone(shard), shard.reserve(), task)).is_ok();
        let keep = |row: Row| {
            let part = shard.reserve();
            self.put(shard, part, vec![row]);
            true
        };
        let fill = |row: Row| if row.error.is_some() { keep(row) } else { send(Task::Fill(Box::new(row))) };
        let (source, number, item) = match (item, &self.job.work) {
            (None, _) => return send(Task::SelfPlay(game)),
            (Some(Item::Bad(row)), _) => return keep(*row),
            (Some(Item::Row(row)), Work::Relabel { unproven }) => {
                // Where the game is over, there is nothing to analyse.
                let has_ended = || row.position().is_ok_and(|position| position.is_over());
                let is_kept = row.error.is_none() && (*unproven && row.proof.is_some() || has_ended());
                return if is_kept { keep(*row) } else { send(Task::Fill(row)) };
            }
            (Some(Item::Row(mut row)), _) => match record_of(&row) {
                _ if row.error.is_some() => return keep(*row),
                Ok(record) => (row.source, row.number, Box::new(ReadItem { record, warnings: Vec::new() })),
                Err(e) => {
                    row.error = Some(e.to_string());
                    return keep(*row);
                }
            },
            (Some(Item::Record { source, .. }), Work::Relabel { .. }) => {
                self.fail(JobError::NoRows(source));
                return false;
            }
            (Some(Item::Record { source, number, item }), _) => (source, number, item),
        };
        match self.job.work {
            Work::Analyze(at) => {
                GameRows::of_item(&source, number, &item).to_analyze(at).into_iter().all(fill)
            }
            _ => send(Task::Play(source, number, item)),
        }
    }

    fn work(&self, queue: &Mutex<Receiver<(Arc<Shard>, usize, Task)>>) {
        let Job { engines, options, limits, .. } = self.job;
        let mut analyst = Analyst::new(Arc::clone(engines), options.clone(), limits.clone());
        loop {
            let next = lock(queue).recv();
            let Ok((shard, part, task)) = next else { return };
            if self.is_over() {
                // The reader may wait because the queue is full, so the rest of it is taken and dropped.
                continue;
            }
            if let Some(rows) = self.rows_of(task, &mut analyst) {
                self.put(&shard, part, rows);
            }
        }
    }

    /// The rows of a piece of work; `None` if the job was stopped.
    fn rows_of(&self, task: Task, analyst: &mut Analyst) -> Option<Vec<Row>> {
        match (task, &self.job.work) {
            (Task::SelfPlay(number), Work::SelfPlay(play, _)) => play.play(number, analyst, self.stop),
            (Task::SelfPlay(_), _) => None,
            (Task::Play(source, number, item), work) => {
                let at = if let Work::Replay(at) = work { *at } else { At::All };
                Some(GameRows::of_item(&source, number, &item).at(at).collect())
            }
            (Task::Fill(mut row), _) => {
                if !analyst.analyze(&mut row, self.stop) {
                    return None;
                }
                Some(vec![*row])
            }
        }
    }

    fn put(&self, shard: &Shard, part: usize, rows: Vec<Row>) {
        rows.iter().filter(|row| row.error.is_some()).for_each(|row| (self.on_event)(Event::Failed(row)));
        let made = self.rows.fetch_add(rows.len() as u64, Relaxed) + rows.len() as u64;
        (self.on_event)(Event::Rows(made));
        let complete = shard.change(|state| {
            state.parts[part] = rows;
            state.missing -= 1;
        });
        self.write(shard.number, complete);
    }

    /// Writes a shard that is complete.
    fn write(&self, number: u64, complete: Option<(u64, Vec<Row>)>) {
        if let Some((games, rows)) = complete {
            match self.folder.write_shard(number, games, rows) {
                Ok(counts) => self.count(counts),
                Err(e) => self.fail(e.into()),
            }
        }
    }

    fn count(&self, counts: Counts) {
        let mut total = lock(&self.total);
        total.0.games += counts.games;
        total.0.rows += counts.rows;
        total.0.failed += counts.failed;
        total.1 += 1;
    }
}
