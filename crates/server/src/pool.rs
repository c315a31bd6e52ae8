//! The searches of all clients: who is next, on which core, with which engine, and until when.
//!
//! Clients take turns: each free core goes to the client whose turn is the longest ago, and of that client's searches
//! to the engine's move before analyses, then to the oldest. A search that others wait for gives its core back after a
//! turn and goes on later, with its engine where that is still there; each of its turns is twice as long as the one
//! before, so that it comes to an end. The searches share one thread for each core.

use crate::engines::Engines;
use crate::error::{ApiError, Result};
use crate::limits::Limits;
use crate::metrics::Metrics;
use axum::http::StatusCode;
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tengen_engine::{Analysis, EngineOptions, EngineSlot, SearchError, SearchThreads, Stop};
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_library::GameId;
use tokio::sync::{oneshot, watch};

/// A connection that asks for searches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client {
    /// Its number.
    pub(crate) id: u64,
    /// Where it comes from.
    pub(crate) address: IpAddr,
}

/// Work of another kind than an engine's: it heeds the limits and the stop flag, and tells what it found.
pub(crate) type Work = Arc<dyn Fn(&tengen_engine::Limits, &Stop) -> Value + Send + Sync>;

/// A search that is asked for.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) client: Client,
    /// The board that it is for; its engine keeps what it learnt for the next search of the same board.
    pub(crate) board: GameId,
    pub(crate) position: Arc<AnyPosition>,
    pub(crate) limits: tengen_engine::Limits,
    pub(crate) engine: EngineOptions,
    /// What is done instead of an engine's search. It is not interrupted.
    pub(crate) work: Option<Work>,
    /// An engine's move in a game: goes before the client's other searches and is not interrupted.
    pub(crate) urgent: bool,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) analysis: Arc<Analysis>,
    /// What other work than an engine's found.
    pub(crate) value: Option<Value>,
    /// Whether it was stopped from outside.
    pub(crate) cancelled: bool,
}

/// A search under way. Dropping it stops the search.
pub(crate) struct Ticket {
    id: u64,
    pool: Weak<Shared>,
    /// The newest analysis; older ones that nobody read in time are gone.
    pub(crate) progress: watch::Receiver<Option<Arc<Analysis>>>,
    pub(crate) done: oneshot::Receiver<Result<Found>>,
}

impl Ticket {
    /// Stops the search; [`Ticket::done`] will have what was found.
    pub(crate) fn cancel(&self) {
        if let Some(pool) = self.pool.upgrade() {
            pool.cancel(self.id);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// See the module.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    threads: SearchThreads,
    engines: Engines,
    limits: Limits,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct State {
    next_id: u64,
    /// The waiting searches of each client.
    waiting: HashMap<u64, VecDeque<Job>>,
    /// Clients with waiting searches, the next one first.
    turns: VecDeque<u64>,
    running: Vec<Running>,
    /// Engines that have no search, the oldest first.
    ready: VecDeque<Ready>,
    used: HashMap<IpAddr, Used>,
    closed: bool,
}

struct Job {
    id: u64,
    request: Request,
    progress: watch::Sender<Option<Arc<Analysis>>>,
    done: oneshot::Sender<Result<Found>>,
    /// What earlier turns found and took.
    best: Option<Arc<Analysis>>,
    nodes: u64,
    time: Duration,
    turn: Duration,
}

struct Running {
    id: u64,
    client: Client,
    board: GameId,
    stop: Stop,
    threads: usize,
    since: Instant,
    turn: Duration,
    /// Whether it keeps its core till the end.
    keeps: bool,
    cancelled: bool,
    interrupted: bool,
}

struct Ready {
    key: Key,
    slot: EngineSlot,
    since: Instant,
}

/// What an engine is for: its tables serve only that.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    client: u64,
    board: GameId,
    spec: GameSpec,
    wanted: EngineOptions,
}

/// Engine time of an address in its present hour.
struct Used {
    since: Instant,
    time: Duration,
}

/// How long an idle engine is kept.
const KEEP: Duration = Duration::from_secs(60);
/// A search that heeds no limit is stopped this long after its time.
const GRACE: Duration = Duration::from_millis(500);
impl Pool {
    pub(crate) fn new(engines: Engines, limits: Limits, metrics: Arc<Metrics>) -> Pool {
        let threads = SearchThreads::new(limits.cores);
        Pool { shared: Arc::new(Shared { state: Mutex::default(), threads, engines, limits, metrics }) }
    }

    /// Puts a search in the queue. Its limits are brought within those of the server.
    pub(crate) fn search(&self, mut request: Request) -> Result<Ticket> {
        let shared = &self.shared;
        let limits = &shared.limits;
        if request.work.is_none() {
            shared.engines.check(request.position.spec().kind(), &request.engine)?;
        }
        let asked = &mut request.limits;
        asked.time = Some(asked.time.unwrap_or(limits.search_time).min(limits.search_time));
        asked.lines = asked.lines.clamp(1, limits.lines);
        asked.threads = asked.threads.clamp(1, limits.cores);
        let (progress, progress_out) = watch::channel(None);
        let (done, done_out) = oneshot::channel();
        let mut state = shared.lock();
        if state.closed {
            return Err(ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "closing",
                "Tengen is closing",
                "Tengen 正在关闭",
            ));
        }
        let client = request.client;
        let own = state.waiting.get(&client.id).map_or(0, VecDeque::len)
            + state.running.iter().filter(|r| r.client.id == client.id).count();
        if own >= limits.searches_per_client || state.waiting_count() >= limits.waiting {
            return Err(ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-searches",
                "too many searches are waiting already",
                "等待的搜索已经太多",
            )
            .expected(
                format!("at most {} for one page; cancel one first", limits.searches_per_client),
                format!("每个页面最多 {} 个；请先取消一个", limits.searches_per_client),
            ));
        }
        if let Some(most) = limits.engine_time_per_hour
            && state.used_by(client.address) >= most
        {
            return Err(ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                "engine-time",
                "this address has used its engine time for the hour",
                "该地址本小时的引擎时间已用完",
            ));
        }
        let id = state.next_id;
        state.next_id += 1;
        let job = Job {
            id,
            request,
            progress,
            done,
            best: None,
            nodes: 0,
            time: Duration::ZERO,
            turn: limits.turn,
        };
        shared.metrics.searches_total.fetch_add(1, Relaxed);
        state.enqueue(job, false);
        shared.dispatch(&mut state);
        drop(state);
        Ok(Ticket { id, pool: Arc::downgrade(shared), progress: progress_out, done: done_out })
    }

    /// Looks after what runs: ends turns where others wait, stops what is over its time, lets idle engines go. To be
    /// called a few times a second; gives whether there is anything to look after.
    pub(crate) fn tick(&self) -> bool {
        let shared = &self.shared;
        let mut state = shared.lock();
        let now = Instant::now();
        state.ready.retain(|ready| now.duration_since(ready.since) < KEEP);
        let mut wanted = state.waiting_count();
        // Longest turns first, no more of them than there are searches waiting.
        let mut order: Vec<usize> = (0..state.running.len()).collect();
        order.sort_by_key(|&i| state.running[i].since);
        for i in order {
            let running = &mut state.running[i];
            let lasted = now.duration_since(running.since);
            if lasted > shared.limits.search_time + GRACE {
                running.stop.raise();
            }
            if wanted > 0 && !running.keeps && !running.cancelled {
                if !running.interrupted && lasted >= running.turn {
                    running.interrupted = true;
                    running.stop.raise();
                    shared.metrics.searches_interrupted.fetch_add(1, Relaxed);
                }
                if running.interrupted {
                    wanted -= 1;
                }
            }
        }
        shared.gauge(&state);
        !state.running.is_empty() || !state.ready.is_empty() || !state.turns.is_empty()
    }

    /// Forgets a client that has gone: its searches are stopped, its engines dropped.
    pub(crate) fn forget_client(&self, client: u64) {
        let shared = &self.shared;
        let mut state = shared.lock();
        state.ready.retain(|ready| ready.key.client != client);
        let gone = state.waiting.remove(&client);
        state.turns.retain(|&c| c != client);
        for running in state.running.iter_mut().filter(|r| r.client.id == client) {
            running.cancelled = true;
            running.stop.raise();
        }
        shared.gauge(&state);
        drop(state);
        drop(gone);
    }

    /// Stops every search of a board, whoever asked for it.
    pub(crate) fn forget_board(&self, board: GameId) {
        let ids: Vec<u64> = {
            let mut state = self.shared.lock();
            state.ready.retain(|ready| ready.key.board != board);
            let waiting = state.waiting.values().flatten().filter(|job| job.request.board == board);
            let mut ids: Vec<u64> = waiting.map(|job| job.id).collect();
            ids.extend(state.running.iter().filter(|r| r.board == board).map(|r| r.id));
            ids
        };
        ids.into_iter().for_each(|id| self.shared.cancel(id));
    }

    /// Takes no more searches and stops those that run.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        let gone = std::mem::take(&mut state.waiting);
        state.turns.clear();
        state.ready.clear();
        for running in &mut state.running {
            running.cancelled = true;
            running.stop.raise();
        }
        self.shared.gauge(&state);
        drop(state);
        drop(gone);
    }

    /// Searches that run.
    pub(crate) fn running(&self) -> usize {
        self.shared.lock().running.len()
    }
}

impl State {
    fn waiting_count(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    fn enqueue(&mut self, job: Job, first: bool) {
        let client = job.request.client.id;
        let queue = self.waiting.entry(client).or_default();
        if first {
            queue.push_front(job);
        } else if job.request.urgent {
            let at = queue.iter().take_while(|job| job.request.urgent).count();
            queue.insert(at, job);
        } else {
            queue.push_back(job);
        }
        if !self.turns.contains(&client) {
            self.turns.push_back(client);
        }
    }

    /// The next search, and its client to the end of the row.
    fn next(&mut self) -> Option<Job> {
        let client = self.turns.pop_front()?;
        let queue = self.waiting.get_mut(&client)?;
        let job = queue.pop_front();
        if queue.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        job
    }

    fn used_by(&mut self, address: IpAddr) -> Duration {
        const HOUR: Duration = Duration::from_secs(3600);
        let now = Instant::now();
        self.used.retain(|_, used| now.duration_since(used.since) < HOUR);
        self.used.get(&address).map_or(Duration::ZERO, |used| used.time)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A search that panics does so outside the lock; what the lock guards is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn gauge(&self, state: &State) {
        self.metrics.searches_running.store(state.running.len() as u64, Relaxed);
        self.metrics.searches_waiting.store(state.waiting_count() as u64, Relaxed);
        self.metrics.engines_ready.store(state.ready.len() as u64, Relaxed);
    }

    /// Starts what there are free cores for.
    fn dispatch(self: &Arc<Self>, state: &mut State) {
        loop {
            let busy: usize = state.running.iter().map(|r| r.threads).sum();
            let free = self.limits.cores.max(1).saturating_sub(busy);
            if free == 0 || state.closed {
                break;
            }
            let Some(mut job) = state.next() else { break };
            let threads = job.request.limits.threads.clamp(1, free);
            job.request.limits.threads = threads;
            let stop = Stop::new();
            state.running.push(Running {
                id: job.id,
                client: job.request.client,
                board: job.request.board,
                stop: stop.clone(),
                threads,
                since: Instant::now(),
                turn: job.turn,
                keeps: job.request.urgent || job.request.work.is_some(),
                cancelled: false,
                interrupted: false,
            });
            let shared = Arc::clone(self);
            self.threads.run(move |_| shared.search(job, &stop));
        }
        self.gauge(state);
    }

    fn cancel(self: &Arc<Self>, id: u64) {
        let mut state = self.lock();
        if let Some(running) = state.running.iter_mut().find(|r| r.id == id) {
            running.cancelled = true;
            running.stop.raise();
            return;
        }
        let place = state
            .waiting
            .iter()
            .find_map(|(client, queue)| queue.iter().position(|job| job.id == id).map(|at| (*client, at)));
        let Some((client, at)) = place else { return };
        let queue = state.waiting.get_mut(&client);
        let job = queue.and_then(|queue| queue.remove(at));
        if state.waiting.get(&client).is_some_and(VecDeque::is_empty) {
            state.waiting.remove(&client);
            state.turns.retain(|&c| c != client);
        }
        self.gauge(&state);
        drop(state);
        if let Some(job) = job {
            let analysis = job.best.unwrap_or_default();
            let _ = job.done.send(Ok(Found { analysis, value: None, cancelled: true }));
        }
    }

    /// One turn of a search, on its own thread.
    fn search(self: Arc<Self>, mut job: Job, stop: &Stop) {
        let key = Key {
            client: job.request.client.id,
            board: job.request.board,
            spec: job.request.position.spec(),
            wanted: job.request.engine.clone(),
        };
        let started = Instant::now();
        let result = self.turn(&mut job, &key, stop);
        let lasted = started.elapsed();
        job.time += lasted;
        self.metrics.engine_millis.fetch_add(lasted.as_millis() as u64, Relaxed);

        let mut state = self.lock();
        let at = state.running.iter().position(|r| r.id == job.id);
        let ended = at.map(|at| state.running.swap_remove(at));
        let (cancelled, interrupted, threads) =
            ended.map_or((true, false, 1), |r| (r.cancelled, r.interrupted, r.threads));
        let now = Instant::now();
        let used =
            state.used.entry(job.request.client.address).or_insert(Used { since: now, time: Duration::ZERO });
        used.time += lasted * threads as u32;
        let answer = match result {
            Ok(Done::Worked(value)) => {
                let analysis = Arc::default();
                Some((job.done, Ok(Found { analysis, value: Some(value), cancelled })))
            }
            Ok(Done::Analyzed(analysis, slot)) => {
                if !cancelled && !state.closed && self.limits.warm_engines > 0 {
                    if state.ready.len() >= self.limits.warm_engines {
                        state.ready.pop_front();
                    }
                    state.ready.push_back(Ready { key, slot, since: now });
                }
                let analysis = job.better(analysis);
                let wanted = &job.request.limits;
                let time_left = wanted.time.is_none_or(|time| job.time + Duration::from_millis(1) < time);
                let nodes_left = wanted.nodes.is_none_or(|nodes| job.nodes < nodes);
                let depth_left = wanted.depth.is_none_or(|depth| analysis.depth < depth);
                let proven = analysis.score().is_some_and(tengen_engine::Score::is_proof);
                let unfinished = time_left && nodes_left && depth_left && !proven;
                if interrupted && unfinished && !cancelled && !state.closed {
                    job.turn *= 2;
                    // First among the client's own, while the client itself waits for its turn.
                    state.enqueue(job, true);
                    None
                } else {
                    Some((job.done, Ok(Found { analysis, value: None, cancelled })))
                }
            }
            Err(e) => Some((job.done, Err(e))),
        };
        self.dispatch(&mut state);
        drop(state);
        if let Some((done, answer)) = answer {
            // Nobody listens any more where the page has gone.
            let _ = done.send(answer);
        }
    }

    fn turn(&self, job: &mut Job, key: &Key, stop: &Stop) -> Result<Done> {
        if let Some(work) = &job.request.work {
            let limits = &job.request.limits;
            let value = catch_unwind(AssertUnwindSafe(|| work(limits, stop)));
            return value.map(Done::Worked).map_err(|_| ApiError::internal("a search panicked"));
        }
        let kept = {
            let mut state = self.lock();
            let at = state.ready.iter().position(|ready| ready.key == *key);
            at.and_then(|at| state.ready.remove(at)).map(|ready| ready.slot)
        };
        let no_engine = |why: SearchError| match why {
            SearchError::Panicked(_) => ApiError::internal("an engine panicked"),
            why => ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "no-engine",
                why.to_string(),
                format!("没有可用的引擎：{why}"),
            ),
        };
        let mut slot = kept.unwrap_or_default();
        let options = EngineOptions { memory: Some(self.limits.engine_memory), ..key.wanted.clone() };
        slot.prepare(&self.engines.make, &key.spec, &options).map_err(no_engine)?;
        let mut limits = job.request.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(job.time));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(job.nodes).max(1));
        let (progress, best) = (&job.progress, &job.best);
        let (nodes, time) = (job.nodes, job.time);
        let mut tell = |analysis: &Analysis| {
            // A search that goes on begins again at the bottom, with full tables: what it knew already is no news.
            if best.as_ref().is_none_or(|best| analysis.depth >= best.depth) {
                let mut analysis = analysis.clone();
                analysis.nodes += nodes;
                analysis.time += time;
                progress.send_replace(Some(Arc::new(analysis)));
            }
        };
        let position = &job.request.position;
        let analysis = slot.search(position, &limits, stop, &mut tell).map_err(no_engine)?;
        Ok(Done::Analyzed(analysis, slot))
    }
}

/// What one turn came to.
enum Done {
    Analyzed(Analysis, EngineSlot),
    Worked(Value),
}

impl Job {
    /// What is known after one more turn: the deeper of this turn's analysis and the best before.
    fn better(&mut self, mut analysis: Analysis) -> Arc<Analysis> {
        self.nodes += analysis.nodes;
        analysis.nodes = self.nodes;
        analysis.time = self.time;
        let best = match self.best.take() {
            Some(best) if best.depth > analysis.depth && !best.lines.is_empty() => {
                Arc::new(Analysis { nodes: self.nodes, time: self.time, ..(*best).clone() })
            }
            _ => Arc::new(analysis),
        };
        self.best = Some(Arc::clone(&best));
        best
    }
}
