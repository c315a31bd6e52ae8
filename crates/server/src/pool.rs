//! The scheduler of all searches: which is next, on which core, with which engine, and for how long.
//!
//! Clients take turns: a free core goes to the client that has waited longest. Of its searches an engine's move comes
//! before analyses, then the oldest is first. If others wait, a search gives up its core after its turn and continues
//! later, with the same engine if that is still there. Each of its turns is twice as long as the one before, so that it
//! ends. The searches share one thread for each core.
//!
//! A search on a person's time (a ponder search) takes a core that no other search wants, and gives it up as soon as
//! one does. It does not count among the searches of its client.

mod queue;

use crate::engines::Engines;
use crate::error::{ApiError, Result, Text};
use crate::limits::ServerLimits;
use crate::metrics::Metrics;
use axum::http::StatusCode;
use queue::{EngineKey, IdleEngine, Job, Running, State};
use serde_json::Value;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tengen_engine::{
    Analysis, EngineError, EngineOptions, EngineSlot, Limits, SearchError, SearchThreads, Stop,
};
use tengen_games::{AnyPosition, Game};
use tengen_library::GameId;
use tokio::sync::{oneshot, watch};

/// A connection that requests searches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client {
    /// Its id.
    pub(crate) id: u64,
    /// Its network address.
    pub(crate) address: IpAddr,
}

/// A task that is not an engine's search. It respects the limits and the stop flag, and returns its result as JSON.
pub(crate) type Task = Arc<dyn Fn(&Limits, &Stop) -> Value + Send + Sync>;

/// A search to run.
#[derive(Clone)]
pub(crate) struct SearchRequest {
    pub(crate) client: Client,
    /// The board it is for. Its engine is reused for the next search of the same board.
    pub(crate) board: GameId,
    pub(crate) position: Arc<AnyPosition>,
    pub(crate) limits: Limits,
    pub(crate) engine: EngineOptions,
    /// A task to run instead of an engine's search. It is not interrupted.
    pub(crate) task: Option<Task>,
    /// An engine's move in a game. It comes before the client's other searches and is not interrupted.
    pub(crate) urgent: bool,
    /// A search on a person's time.
    pub(crate) ponder: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchResult {
    pub(crate) analysis: Arc<Analysis>,
    /// The result of a task.
    pub(crate) value: Option<Value>,
    /// Whether it was stopped from outside.
    pub(crate) cancelled: bool,
}

/// A search in the queue or running. Dropping it stops the search.
pub(crate) struct Ticket {
    id: u64,
    pool: Weak<Shared>,
    /// The newest analysis; an older one that was not read in time is replaced.
    pub(crate) progress: watch::Receiver<Option<Arc<Analysis>>>,
    pub(crate) done: oneshot::Receiver<Result<SearchResult>>,
}

impl Ticket {
    /// The number of the search.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Stops the search; [`Ticket::done`] then gets the result so far.
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

/// The scheduler; see the module.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    threads: SearchThreads,
    engines: Engines,
    limits: ServerLimits,
    metrics: Arc<Metrics>,
}

/// How long an idle engine is kept.
const IDLE_TIME: Duration = Duration::from_secs(60);
/// A search that ignores its time limit is stopped after this much more time.
const GRACE: Duration = Duration::from_millis(500);
impl Pool {
    pub(crate) fn new(engines: Engines, limits: ServerLimits, metrics: Arc<Metrics>) -> Pool {
        let threads = SearchThreads::new(limits.cores);
        Pool { shared: Arc::new(Shared { state: Mutex::default(), threads, engines, limits, metrics }) }
    }

    /// Queues a search. Its limits are reduced to those of the server.
    pub(crate) fn search(&self, mut request: SearchRequest) -> Result<Ticket> {
        let shared = &self.shared;
        let limits = &shared.limits;
        if request.task.is_none() {
            shared.engines.check(request.position.spec().kind(), &request.engine)?;
        }
        let asked = &mut request.limits;
        if !request.ponder {
            asked.time = Some(asked.time.unwrap_or(limits.search_time).min(limits.search_time));
        }
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
                "Tengenを終了しています",
            ));
        }
        let client = request.client;
        let own = state.waiting.get(&client.id).map_or(0, VecDeque::len)
            + state.running.iter().filter(|r| r.client.id == client.id && !r.ponder).count();
        if own >= limits.searches_per_client || state.waiting_count() >= limits.waiting {
            return Err(ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-searches",
                "too many searches are waiting already",
                "等待的搜索已经太多",
                "待っている探索が多すぎます",
            )
            .expected(
                format!("at most {} for one page; cancel one first", limits.searches_per_client),
                format!("每个页面最多 {} 个；请先取消一个", limits.searches_per_client),
                format!("1ページにつき{}件まで。先にどれかを取り消してください", limits.searches_per_client),
            ));
        }
        shared.check_time(&mut state, client.address)?;
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
        shared.end_turns(&mut state);
        drop(state);
        Ok(Ticket { id, pool: Arc::downgrade(shared), progress: progress_out, done: done_out })
    }

    /// Turns a ponder search into that of an engine's move, which has this long from now.
    pub(crate) fn hit(&self, ticket: &Ticket, time: Duration) {
        let mut state = self.shared.lock();
        if let Some(running) = state.running.iter_mut().find(|r| r.id == ticket.id) {
            let now = Instant::now();
            running.ponder = false;
            running.keeps_core = true;
            running.due = now.checked_add(time);
            running.allowed = now.duration_since(running.since) + time + GRACE;
            running.stop.raise_in(time);
        } else if let Some(at) = state.pondering.iter().position(|job| job.id == ticket.id)
            && let Some(mut job) = state.pondering.remove(at)
        {
            job.become_move(time);
            state.enqueue(job, false);
            self.shared.dispatch(&mut state);
            self.shared.end_turns(&mut state);
        }
        // It may have ended by itself: then its result is there.
    }

    /// Checks that an address has engine time left in this hour.
    pub(crate) fn check_time(&self, address: IpAddr) -> Result<()> {
        self.shared.check_time(&mut self.shared.lock(), address)
    }

    /// Counts engine time that an address used outside the pool. Returns whether it has some left.
    pub(crate) fn charge(&self, address: IpAddr, time: Duration) -> bool {
        self.shared.metrics.engine_millis.fetch_add(time.as_millis() as u64, Relaxed);
        let mut state = self.shared.lock();
        state.charge(address, time);
        self.shared.check_time(&mut state, address).is_ok()
    }

    /// Ends turns if others wait, stops searches over their time, and drops idle engines. Must be called a few times a
    /// second. Returns whether there is anything left to look after.
    pub(crate) fn tick(&self) -> bool {
        let shared = &self.shared;
        let mut state = shared.lock();
        let now = Instant::now();
        state.idle.retain(|ready| now.duration_since(ready.since) < IDLE_TIME);
        for running in &state.running {
            if now.duration_since(running.since) > running.allowed {
                running.stop.raise();
            }
        }
        shared.end_turns(&mut state);
        shared.gauge(&state);
        !state.running.is_empty() || !state.idle.is_empty() || !state.turns.is_empty()
    }

    /// Stops the searches of a disconnected client and drops its engines.
    pub(crate) fn forget_client(&self, client: u64) {
        let shared = &self.shared;
        let mut state = shared.lock();
        state.idle.retain(|idle| idle.key.client != client);
        let gone = state.waiting.remove(&client);
        state.turns.retain(|&c| c != client);
        state.pondering.retain(|job| job.request.client.id != client);
        for running in state.running.iter_mut().filter(|r| r.client.id == client) {
            running.cancelled = true;
            running.ponder = false;
            running.stop.raise();
        }
        shared.gauge(&state);
        drop(state);
        drop(gone);
    }

    /// Drops the idle engines, and those that search when they end: a program may be another under its name.
    pub(crate) fn forget_engines(&self) {
        let mut state = self.shared.lock();
        state.programs += 1;
        let gone = std::mem::take(&mut state.idle);
        self.shared.gauge(&state);
        drop(state);
        drop(gone);
    }

    /// Stops every search of a board, of any client.
    pub(crate) fn forget_board(&self, board: GameId) {
        let ids: Vec<u64> = {
            let mut state = self.shared.lock();
            state.idle.retain(|idle| idle.key.board != board);
            let waiting = state.waiting.values().flatten().chain(&state.pondering);
            let waiting = waiting.filter(|job| job.request.board == board);
            let mut ids: Vec<u64> = waiting.map(|job| job.id).collect();
            for running in state.running.iter_mut().filter(|r| r.board == board) {
                running.ponder = false;
                ids.push(running.id);
            }
            ids
        };
        ids.into_iter().for_each(|id| self.shared.cancel(id));
    }

    /// Accepts no more searches and stops the running ones.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        let gone = std::mem::take(&mut state.waiting);
        state.turns.clear();
        state.pondering.clear();
        state.idle.clear();
        for running in &mut state.running {
            running.cancelled = true;
            running.stop.raise();
        }
        self.shared.gauge(&state);
        drop(state);
        drop(gone);
    }

    /// Number of running searches.
    pub(crate) fn running(&self) -> usize {
        self.shared.lock().running.len()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A search that panics does not hold the lock, so the state is intact.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_time(&self, state: &mut State, address: IpAddr) -> Result<()> {
        match self.limits.engine_time_per_hour {
            Some(max) if state.used_by(address) >= max => Err(ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                "engine-time",
                "this address has used its engine time for the hour",
                "该地址本小时的引擎时间已用完",
                "このアドレスの1時間分のエンジン時間を使い切りました",
            )),
            _ => Ok(()),
        }
    }

    fn gauge(&self, state: &State) {
        self.metrics.searches_running.store(state.running.len() as u64, Relaxed);
        self.metrics.searches_waiting.store(state.waiting_count() as u64, Relaxed);
        self.metrics.engines_ready.store(state.idle.len() as u64, Relaxed);
    }

    /// Ends turns for the queued searches: those of ponder searches first, then the longest.
    fn end_turns(&self, state: &mut State) {
        let (now, mut needed) = (Instant::now(), state.waiting_count());
        let mut order: Vec<usize> = (0..state.running.len()).collect();
        order.sort_by_key(|&i| (!state.running[i].ponder, state.running[i].since));
        for i in order {
            let running = &mut state.running[i];
            // No more of them than there are queued searches.
            if needed == 0 || running.keeps_core || running.cancelled {
                continue;
            }
            let is_over = running.ponder || now.duration_since(running.since) >= running.turn;
            if !running.interrupted && is_over {
                running.interrupted = true;
                running.stop.raise();
                self.metrics.searches_interrupted.fetch_add(1, Relaxed);
            }
            if running.interrupted {
                needed -= 1;
            }
        }
    }

    /// Starts queued searches on the free cores.
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
                allowed: if job.request.ponder {
                    self.limits.ponder_time.saturating_sub(job.time)
                } else {
                    self.limits.search_time + GRACE
                },
                keeps_core: job.request.urgent || job.request.task.is_some(),
                ponder: job.request.ponder,
                due: None,
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
        if let Some(at) = state.pondering.iter().position(|job| job.id == id) {
            let job = state.pondering.remove(at);
            drop(state);
            job.into_iter().for_each(Job::give_up);
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
        job.into_iter().for_each(Job::give_up);
    }

    /// Runs one turn of a search, on its own thread.
    fn search(self: Arc<Self>, mut job: Job, stop: &Stop) {
        let key = EngineKey {
            client: job.request.client.id,
            board: job.request.board,
            spec: job.request.position.spec(),
            options: job.request.engine.clone(),
            programs: self.lock().programs,
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
            ended.as_ref().map_or((true, false, 1), |r| (r.cancelled, r.interrupted, r.threads));
        let now = Instant::now();
        let due = ended.as_ref().and_then(|r| r.due);
        // After a ponder search that was stopped, the same engine searches the move.
        let keeps_engine = !cancelled || ended.is_some_and(|r| r.ponder);
        if let Some(due) = due {
            job.become_move(due.saturating_duration_since(now));
        }
        state.charge(job.request.client.address, lasted * threads as u32);
        let answer = match result {
            Ok(TurnResult::Task(value)) => {
                let analysis = Arc::default();
                Some((job.done, Ok(SearchResult { analysis, value: Some(value), cancelled })))
            }
            Ok(TurnResult::Analysis(analysis, slot)) => {
                let current = key.programs == state.programs;
                if keeps_engine && !state.closed && current && self.limits.warm_engines > 0 {
                    if state.idle.len() >= self.limits.warm_engines {
                        state.idle.pop_front();
                    }
                    state.idle.push_back(IdleEngine { key, slot, since: now });
                }
                let analysis = job.better(analysis);
                let limits = &job.request.limits;
                let time_left = limits.time.is_none_or(|time| job.time + Duration::from_millis(1) < time);
                let nodes_left = limits.nodes.is_none_or(|nodes| job.nodes < nodes);
                let depth_left = limits.depth.is_none_or(|depth| analysis.depth < depth);
                let proven = analysis.score().is_some_and(tengen_engine::Score::is_proof);
                // A ponder search has its time in all its turns together.
                let time_left = time_left && !(job.request.ponder && job.time >= self.limits.ponder_time);
                let unfinished = time_left && nodes_left && depth_left && !proven;
                if interrupted && unfinished && !cancelled && !state.closed {
                    job.turn *= 2;
                    // First among the client's own searches; the client itself waits for its turn.
                    state.enqueue(job, true);
                    None
                } else {
                    Some((job.done, Ok(SearchResult { analysis, value: None, cancelled })))
                }
            }
            Err(e) => Some((job.done, Err(e))),
        };
        self.dispatch(&mut state);
        drop(state);
        if let Some((done, answer)) = answer {
            // The receiver is gone if the page was closed.
            let _ = done.send(answer);
        }
    }

    fn turn(&self, job: &mut Job, key: &EngineKey, stop: &Stop) -> Result<TurnResult> {
        if let Some(task) = &job.request.task {
            let limits = &job.request.limits;
            let value = catch_unwind(AssertUnwindSafe(|| task(limits, stop)));
            return value.map(TurnResult::Task).map_err(|_| ApiError::internal("a search panicked"));
        }
        let kept = {
            let mut state = self.lock();
            let at = state.idle.iter().position(|idle| idle.key == *key);
            at.and_then(|at| state.idle.remove(at)).map(|idle| idle.slot)
        };
        let no_engine = |why: SearchError| match why {
            SearchError::Panicked(_) => ApiError::internal("an engine panicked"),
            why => {
                let (status, code) = match &why {
                    SearchError::Unsupported(EngineError::Program { .. }) => {
                        (StatusCode::BAD_GATEWAY, "program")
                    }
                    _ => (StatusCode::UNPROCESSABLE_ENTITY, "no-engine"),
                };
                ApiError::texts(status, code, Text::of(|language| language.search_error(&why)))
            }
        };
        let mut slot = kept.unwrap_or_default();
        let options = EngineOptions { memory: Some(self.limits.engine_memory), ..key.options.clone() };
        slot.prepare(&self.engines.make, &key.spec, &options).map_err(no_engine)?;
        let mut limits = job.request.limits.clone();
        if limits.time != Some(Limits::PONDER) {
            limits.time = limits.time.map(|time| time.saturating_sub(job.time));
        }
        limits.max_time = limits.max_time.map(|time| time.saturating_sub(job.time));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(job.nodes).max(1));
        let (progress, best) = (&job.progress, &job.best);
        let (nodes, time) = (job.nodes, job.time);
        let mut report = |analysis: &Analysis| {
            // A resumed search starts again at low depth, with full tables: what it found before is not reported again.
            if best.as_ref().is_none_or(|best| analysis.depth >= best.depth) {
                let mut analysis = analysis.clone();
                analysis.nodes += nodes;
                analysis.time += time;
                progress.send_replace(Some(Arc::new(analysis)));
            }
        };
        let position = &job.request.position;
        let analysis = slot.search(position, &limits, stop, &mut report).map_err(no_engine)?;
        Ok(TurnResult::Analysis(analysis, slot))
    }
}

/// The result of one turn.
enum TurnResult {
    Analysis(Analysis, EngineSlot),
    Task(Value),
}
