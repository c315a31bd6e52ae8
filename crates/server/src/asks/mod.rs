//! What a page asks for on its WebSocket.

mod analyze;
mod clock;
mod play;
mod prove;
mod sweep;

pub(crate) use sweep::kept_review;

use crate::app::App;
use crate::board::play_moves;
use crate::error::{ApiError, Result};
use crate::pool::{Client, Found, Ticket};
use crate::socket::Out;
use crate::store::game_id;
use crate::views::{analysis_json, loose_view_json, position_at};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_engine::{EngineOptions, Limits};
use tengen_games::AnyPosition;
use tengen_library::{GameId, NodeId, StoredGame};
use tokio::sync::watch;

/// A request on a WebSocket.
pub(crate) struct Ask {
    pub(crate) app: Arc<App>,
    pub(crate) client: Client,
    pub(crate) id: u64,
    pub(crate) body: Map<String, Value>,
    pub(crate) out: Out,
}

/// Whether the page has taken a request back.
pub(crate) struct Cancelled(pub(crate) watch::Receiver<bool>);

impl Cancelled {
    async fn wait(&mut self) {
        // Where the other end has gone the whole request is dropped soon.
        if self.0.wait_for(|cancelled| *cancelled).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Shortest time between two pieces of news of one search.
const PROGRESS: Duration = Duration::from_millis(60);

/// Answers a request; `None` where there is nothing left to say.
pub(crate) async fn answer(ask: &Ask, cancelled: Cancelled) -> Result<Option<Value>> {
    match ask.body.get("do").and_then(Value::as_str) {
        Some("analyze") => analyze::analyze(ask, cancelled).await,
        Some("play") => play::play(ask, cancelled).await,
        Some("view") => view(ask).await,
        Some("sweep") => sweep::sweep(ask, cancelled).await,
        Some("solve") => prove::solve(ask, cancelled).await,
        Some("explain") => prove::explain(ask, cancelled).await,
        Some("watch") => watch(ask, cancelled).await,
        Some("clock") => clock::clock(ask, cancelled).await,
        _ => Err(ApiError::field(
            "do",
            "one of view, analyze, play, sweep, solve, explain, watch, clock, cancel",
            "应为 view、analyze、play、sweep、solve、explain、watch、clock、cancel 之一",
        )),
    }
}

impl Ask {
    fn number(&self, key: &str) -> Result<u64> {
        let number = self.body.get(key).and_then(Value::as_u64);
        number.ok_or_else(|| ApiError::field(key, "a number", "应为数字"))
    }

    /// The board and the node that a request names.
    async fn place(&self) -> Result<(StoredGame, NodeId)> {
        let node = NodeId::try_from(self.number("node")?).unwrap_or(NodeId::MAX);
        Ok((self.app.game(self.board()?).await?, node))
    }

    /// The position that a request names: of its node, and after its `moves`, which are not stored.
    async fn position(&self) -> Result<(StoredGame, Arc<AnyPosition>)> {
        let (game, node) = self.place().await?;
        let mut position = position_at(&game, node)?;
        play_moves(&mut position, &self.body)?;
        Ok((game, Arc::new(position)))
    }

    fn board(&self) -> Result<GameId> {
        Ok(game_id(self.number("board")?))
    }

    /// `engine` and `level`.
    fn wanted(&self) -> Result<EngineOptions> {
        let name = match self.body.get("engine") {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) => Some(name.clone()),
            Some(_) => return Err(ApiError::field("engine", "a name", "应为名称")),
        };
        let level = match self.body.get("level") {
            None | Some(Value::Null) => None,
            Some(level) => {
                let level = level.as_u64().and_then(|n| u8::try_from(n).ok());
                Some(level.ok_or_else(|| ApiError::field("level", "a number from 1", "应为从 1 起的数字"))?)
            }
        };
        Ok(EngineOptions { engine: name, level, memory: None })
    }

    /// `limits`.
    fn limits(&self) -> Result<Limits> {
        let asked = match self.body.get("limits") {
            None | Some(Value::Null) => return Ok(Limits::default()),
            Some(Value::Object(limits)) => limits,
            Some(_) => return Err(ApiError::field("limits", "an object", "应为对象")),
        };
        let number = |key: &str| match asked.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(n) => {
                let wrong = || ApiError::field(&format!("limits.{key}"), "a whole number", "应为整数");
                Ok(Some(n.as_u64().ok_or_else(wrong)?))
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

    fn progress_wanted(&self) -> bool {
        self.body.get("progress").and_then(Value::as_bool).unwrap_or(true)
    }

    /// Tells of a search as it goes on, until it ends.
    async fn follow(
        &self,
        ticket: &mut Ticket,
        cancelled: &mut Cancelled,
        position: &AnyPosition,
    ) -> Result<Found> {
        let mut tells = self.progress_wanted();
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
                changed = news, if tells => {
                    tells = changed.is_ok();
                    let newest = ticket.progress.borrow_and_update().clone();
                    if let (true, Some(analysis)) = (tells, newest) {
                        let analysis = analysis_json(&analysis, position);
                        let message = json!({"id": self.id, "type": "progress", "analysis": analysis});
                        tells = self.out.send(&message).await;
                    }
                    next = Instant::now() + PROGRESS;
                }
            }
        }
    }
}

/// The view of a position that is not stored.
async fn view(ask: &Ask) -> Result<Option<Value>> {
    let (_, position) = ask.position().await?;
    Ok(Some(json!({"id": ask.id, "type": "view", "view": loose_view_json(&position)})))
}

async fn watch(ask: &Ask, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let board = ask.board()?;
    let mut changes = ask.app.watch(board);
    let revision = ask.app.library(move |library| library.revision(board)).await?;
    // What changed between the page's last look and now is told at once.
    let mut message = json!({"id": ask.id, "type": "changed", "revision": revision});
    loop {
        if !ask.out.send(&message).await {
            return Ok(None);
        }
        tokio::select! {
            () = cancelled.wait() => return Ok(None),
            changed = changes.changed() => {
                if changed.is_err() {
                    return Ok(None);
                }
                let change = *changes.borrow_and_update();
                message = json!({"id": ask.id, "type": "changed", "revision": change.revision});
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
