//! The requests of a page on its WebSocket.

mod analyze;
mod chains;
mod clock;
mod matches;
mod out;
mod play;
mod ponder;
mod proof_tree;
mod prove;
mod reading;
mod strategy;
mod sweep;

pub(crate) use out::Out;
pub(crate) use sweep::last_review;

use crate::app::App;
use crate::error::{ApiError, Result};
use crate::parse::{play_moves, read_level};
use crate::pool::{Client, SearchResult, Ticket};
use crate::store::game_id;
use crate::views::{analysis_json, position_at, unstored_view_json};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_engine::{EngineOptions, Limits};
use tengen_games::AnyPosition;
use tengen_library::{GameId, NodeNumber, StoredGame};
use tokio::sync::watch;

/// A request on a WebSocket.
pub(crate) struct SocketRequest {
    pub(crate) app: Arc<App>,
    pub(crate) client: Client,
    pub(crate) id: u64,
    pub(crate) body: Map<String, Value>,
    pub(crate) out: Out,
}

/// The switch by which the page cancels a request.
pub(crate) struct Cancelled(pub(crate) watch::Receiver<bool>);

impl Cancelled {
    async fn wait(&mut self) {
        // If the sender is gone, the whole request is dropped soon.
        if self.0.wait_for(|cancelled| *cancelled).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Minimum interval between two progress messages of a search.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(60);

/// Answers a request; `None` if there is nothing to answer.
pub(crate) async fn answer(request: &SocketRequest, cancelled: Cancelled) -> Result<Option<Value>> {
    match request.body.get("do").and_then(Value::as_str) {
        Some("analyze") => analyze::analyze(request, cancelled).await,
        Some("play") => play::play(request, cancelled).await,
        Some("ponder") => ponder::ponder(request, cancelled).await,
        Some("view") => view(request).await,
        Some("sweep") => sweep::sweep(request, cancelled).await,
        Some("solve") => prove::solve(request, cancelled).await,
        Some("strategy") => strategy::strategy(request).await,
        Some("explain") => prove::explain(request, cancelled).await,
        Some("watch") => watch(request, cancelled).await,
        Some("clock") => clock::clock(request, cancelled).await,
        Some("match") => matches::watch_match(request, cancelled).await,
        Some("matches") => matches::watch_list(request, cancelled).await,
        _ => Err(ApiError::field(
            "do",
            "one of view, analyze, play, ponder, sweep, solve, strategy, explain, watch, clock, match, matches, cancel",
            "应为 view、analyze、play、ponder、sweep、solve、strategy、explain、watch、clock、match、matches、cancel 之一",
            "view、analyze、play、ponder、sweep、solve、strategy、explain、watch、clock、match、matches、cancelのいずれか",
        )),
    }
}

impl SocketRequest {
    fn number(&self, key: &str) -> Result<u64> {
        let number = self.body.get(key).and_then(Value::as_u64);
        number.ok_or_else(|| ApiError::field(key, "a number", "应为数字", "数"))
    }

    /// The board and the node of a request.
    async fn place(&self) -> Result<(StoredGame, NodeNumber)> {
        let node = NodeNumber::try_from(self.number("node")?).unwrap_or(NodeNumber::MAX);
        Ok((self.app.game(self.board()?).await?, node))
    }

    /// The position of a request: at its node, and after its `moves`, which are not stored.
    async fn position(&self) -> Result<(StoredGame, Arc<AnyPosition>)> {
        let (game, node) = self.place().await?;
        let mut position = position_at(&game, node)?;
        play_moves(&mut position, &self.body)?;
        Ok((game, Arc::new(position)))
    }

    fn board(&self) -> Result<GameId> {
        Ok(game_id(self.number("board")?))
    }

    /// The fields `engine` and `level`.
    fn engine_options(&self) -> Result<EngineOptions> {
        let name = match self.body.get("engine") {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) => Some(name.clone()),
            Some(_) => return Err(ApiError::field("engine", "a name", "应为名称", "名前")),
        };
        let level = read_level(self.body.get("level"), "level")?;
        Ok(EngineOptions { engine: name, level, ..EngineOptions::default() })
    }

    /// The field `limits`.
    fn limits(&self) -> Result<Limits> {
        let fields = match self.body.get("limits") {
            None | Some(Value::Null) => return Ok(Limits::default()),
            Some(Value::Object(limits)) => limits,
            Some(_) => return Err(ApiError::field("limits", "an object", "应为对象", "オブジェクト")),
        };
        let number = |key: &str| match fields.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(n) => {
                // A search without time, nodes or depth has nothing to answer with.
                let (least, texts) = match key {
                    "time_ms" | "nodes" | "depth" => {
                        (1, ["a whole number from 1", "应为从 1 起的整数", "1以上の整数"])
                    }
                    _ => (0, ["a whole number", "应为整数", "整数"]),
                };
                let wrong = || ApiError::field(&format!("limits.{key}"), texts[0], texts[1], texts[2]);
                Ok(Some(n.as_u64().filter(|&n| n >= least).ok_or_else(wrong)?))
            }
        };
        let small = |n: Option<u64>| n.map_or(0, |n| usize::try_from(n).unwrap_or(usize::MAX));
        Ok(Limits {
            time: number("time_ms")?.map(Duration::from_millis),
            nodes: number("nodes")?,
            depth: number("depth")?.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            lines: small(number("lines")?),
            seed: number("seed")?.unwrap_or_default(),
            threads: small(number("threads")?),
            ..Limits::default()
        })
    }

    fn wants_progress(&self) -> bool {
        self.body.get("progress").and_then(Value::as_bool).unwrap_or(true)
    }

    /// Sends the progress of a search until it ends.
    async fn follow(
        &self,
        ticket: &mut Ticket,
        cancelled: &mut Cancelled,
        position: &AnyPosition,
    ) -> Result<SearchResult> {
        let mut reports = self.wants_progress();
        let mut stopped = false;
        let mut next = Instant::now();
        loop {
            let news = async {
                tokio::time::sleep_until(next.into()).await;
                ticket.progress.changed().await
            };
            tokio::select! {
                biased;
                found = &mut ticket.done => {
                    return found.unwrap_or_else(|_| Err(ApiError::internal("a search vanished")));
                }
                () = cancelled.wait(), if !stopped => {
                    stopped = true;
                    ticket.cancel();
                }
                changed = news, if reports => {
                    reports = changed.is_ok();
                    let newest = ticket.progress.borrow_and_update().clone();
                    if let (true, Some(analysis)) = (reports, newest) {
                        let analysis = analysis_json(&analysis, position);
                        let message = json!({"id": self.id, "type": "progress", "analysis": analysis});
                        reports = self.out.send(&message).await;
                    }
                    next = Instant::now() + PROGRESS_INTERVAL;
                }
            }
        }
    }
}

/// The view of a position that is not stored.
async fn view(request: &SocketRequest) -> Result<Option<Value>> {
    let (_, position) = request.position().await?;
    Ok(Some(json!({"id": request.id, "type": "view", "view": unstored_view_json(&position)})))
}

async fn watch(request: &SocketRequest, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let board = request.board()?;
    let mut changes = request.app.watch(board);
    let revision = request.app.library(move |library| library.revision(board)).await?;
    // A change between the page's last request and now is reported at once.
    let mut message = json!({"id": request.id, "type": "changed", "revision": revision});
    loop {
        if !request.out.send(&message).await {
            return Ok(None);
        }
        tokio::select! {
            () = cancelled.wait() => return Ok(None),
            changed = changes.changed() => {
                if changed.is_err() {
                    return Ok(None);
                }
                let change = *changes.borrow_and_update();
                message = json!({"id": request.id, "type": "changed", "revision": change.revision});
                if let Some(node) = change.node {
                    message["node"] = node.into();
                }
                if change.deleted {
                    message["deleted"] = true.into();
                }
            }
        }
    }
}
