//! What the scheduler keeps: the queued and running searches, the idle engines, and the order of the queue.

use super::{Client, SearchRequest, SearchResult};
use crate::error::Result;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_engine::{Analysis, EngineOptions, EngineSlot, Stop};
use tengen_games::GameSpec;
use tengen_library::GameId;
use tokio::sync::{oneshot, watch};

/// What is searched and what waits.
#[derive(Default)]
pub(super) struct State {
    pub(super) next_id: u64,
    /// The queued searches of each client.
    pub(super) waiting: HashMap<u64, VecDeque<Job>>,
    /// Clients with queued searches, the next one first.
    pub(super) turns: VecDeque<u64>,
    /// Ponder searches that wait for a core.
    pub(super) pondering: VecDeque<Job>,
    pub(super) running: Vec<Running>,
    /// Idle engines, the oldest first.
    pub(super) idle: VecDeque<IdleEngine>,
    used: HashMap<IpAddr, EngineTime>,
    pub(super) closed: bool,
    /// Counts the changes of the registered programs.
    pub(super) programs: u64,
}

/// A search between its turns.
pub(super) struct Job {
    pub(super) id: u64,
    pub(super) request: SearchRequest,
    pub(super) progress: watch::Sender<Option<Arc<Analysis>>>,
    pub(super) done: oneshot::Sender<Result<SearchResult>>,
    /// The results of earlier turns.
    pub(super) best: Option<Arc<Analysis>>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) turn: Duration,
}

/// A search in its turn.
pub(super) struct Running {
    pub(super) id: u64,
    pub(super) client: Client,
    pub(super) board: GameId,
    pub(super) stop: Stop,
    pub(super) threads: usize,
    pub(super) since: Instant,
    pub(super) turn: Duration,
    /// When it is stopped, if it goes on beyond its time.
    pub(super) allowed: Duration,
    /// Whether it keeps its core to the end.
    pub(super) keeps_core: bool,
    pub(super) ponder: bool,
    /// When the move is due whose search a ponder search has become.
    pub(super) due: Option<Instant>,
    pub(super) cancelled: bool,
    pub(super) interrupted: bool,
}

/// An engine that waits for the next search of its board.
pub(super) struct IdleEngine {
    pub(super) key: EngineKey,
    pub(super) slot: EngineSlot,
    pub(super) since: Instant,
}

/// What an idle engine can be reused for: its tables fit only that.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EngineKey {
    pub(super) client: u64,
    pub(super) board: GameId,
    pub(super) spec: GameSpec,
    pub(super) options: EngineOptions,
    /// The number of changes of the registered programs when it was made.
    pub(super) programs: u64,
}

/// Engine time of an address in the current hour.
struct EngineTime {
    since: Instant,
    time: Duration,
}

impl State {
    pub(super) fn waiting_count(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    pub(super) fn enqueue(&mut self, job: Job, first: bool) {
        if job.request.ponder {
            self.pondering.push_back(job);
            return;
        }
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

    /// The next search: a ponder search only where no other waits.
    pub(super) fn next(&mut self) -> Option<Job> {
        self.next_turn().or_else(|| self.pondering.pop_front())
    }

    /// The next search of the client whose turn it is. The client moves to the end of the queue.
    fn next_turn(&mut self) -> Option<Job> {
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

    pub(super) fn charge(&mut self, address: IpAddr, time: Duration) {
        let new = EngineTime { since: Instant::now(), time: Duration::ZERO };
        self.used.entry(address).or_insert(new).time += time;
    }

    pub(super) fn used_by(&mut self, address: IpAddr) -> Duration {
        const HOUR: Duration = Duration::from_secs(3600);
        let now = Instant::now();
        self.used.retain(|_, used| now.duration_since(used.since) < HOUR);
        self.used.get(&address).map_or(Duration::ZERO, |used| used.time)
    }
}

impl Job {
    /// Turns a ponder search into that of an engine's move, which has this long from now.
    pub(super) fn become_move(&mut self, time: Duration) {
        self.request.ponder = false;
        self.request.urgent = true;
        self.request.limits.time = Some(self.time.saturating_add(time));
    }

    /// Answers with what was found so far, if anyone waits for it.
    pub(super) fn give_up(self) {
        let analysis = self.best.unwrap_or_default();
        let _ = self.done.send(Ok(SearchResult { analysis, value: None, cancelled: true }));
    }

    /// The better result after one more turn: the deeper of this turn's analysis and the best one before.
    pub(super) fn better(&mut self, mut analysis: Analysis) -> Arc<Analysis> {
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
