//! What a page asks for on its WebSocket.

use crate::app::App;
use crate::board::{time_left, wanted_of};
use crate::engines::Wanted;
use crate::error::{ApiError, Result};
use crate::pool::{Client, Found, Request, Ticket};
use crate::routes::{Stored, store_move};
use crate::socket::Out;
use crate::store::{game_id, tree_node};
use crate::views::{analysis_json, position_at};
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_engine::{Analysis, Limits};
use tengen_games::{AnyPosition, Game as _};
use tengen_library::{Clock, GameId, NodeId, Seat, StoredGame};
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
/// What an engine without a clock may take for a move; its level usually ends its thought sooner.
const PATIENCE: Duration = Duration::from_secs(5);

/// Answers a request; `None` where there is nothing left to say.
pub(crate) async fn answer(ask: &Ask, cancelled: Cancelled) -> Result<Option<Value>> {
    match ask.body.get("do").and_then(Value::as_str) {
        Some("analyze") => analyze(ask, cancelled).await,
        Some("play") => play(ask, cancelled).await,
        Some("watch") => watch(ask, cancelled).await,
        _ => Err(ApiError::field(
            "do",
            "one of analyze, play, watch, cancel",
            "应为 analyze、play、watch、cancel 之一",
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

    fn board(&self) -> Result<GameId> {
        Ok(game_id(self.number("board")?))
    }

    /// `engine` and `level`.
    fn wanted(&self) -> Result<Wanted> {
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
        Ok(Wanted { name, level })
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

async fn analyze(ask: &Ask, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, node) = ask.place().await?;
    let position = Arc::new(position_at(&game, node)?);
    let (found, stopped) = if position.is_over() {
        (Arc::new(Analysis::default()), false)
    } else {
        let mut ticket = ask.app.pool.search(Request {
            client: ask.client,
            board: game.summary.id,
            position: Arc::clone(&position),
            limits: ask.limits()?,
            engine: ask.wanted()?,
            urgent: false,
        })?;
        let Found { analysis, cancelled } = ask.follow(&mut ticket, &mut cancelled, &position).await?;
        (analysis, cancelled)
    };
    let analysis = analysis_json(&found, &position);
    Ok(Some(json!({"id": ask.id, "type": "analysis", "analysis": analysis, "cancelled": stopped})))
}

async fn play(ask: &Ask, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let began = Instant::now();
    let (game, node) = ask.place().await?;
    let position = Arc::new(position_at(&game, node)?);
    if let Some(outcome) = position.outcome() {
        let text = crate::error::Text::of(|language| language.outcome(outcome));
        return Err(ApiError {
            status: StatusCode::CONFLICT,
            code: "game-over",
            message: text,
            expected: None,
        });
    }
    let player = position.player_to_move();
    let seat = &game.seats[player as usize];
    let given = ask.wanted()?;
    // A page may ask an engine to move for a person too (a hint that is played); then it names the engine.
    let named = given != Wanted::default();
    if *seat == Seat::Human && !named {
        return Err(ApiError::new(StatusCode::CONFLICT, "not-an-engine", "a person is to move", "轮到人下")
            .expected("name an engine or a level", "请指明引擎或等级"));
    }
    let engine = if named { given } else { wanted_of(seat) };
    let mut limits = ask.limits()?;
    let allowed = match &game.clock {
        None => PATIENCE,
        Some(clock) => {
            let left = time_left(&game, tree_node(&game, node)?, clock)[player as usize];
            thinking_time(left, clock)
        }
    };
    limits.time = Some(limits.time.map_or(allowed, |time| time.min(allowed)));
    limits.seed = limits.seed.wrapping_add(position.ply() as u64);
    let mut ticket = ask.app.pool.search(Request {
        client: ask.client,
        board: game.summary.id,
        position: Arc::clone(&position),
        limits,
        engine,
        urgent: true,
    })?;
    let found = ask.follow(&mut ticket, &mut cancelled, &position).await?;
    if found.cancelled {
        return Ok(Some(json!({"id": ask.id, "type": "stopped"})));
    }
    let Some(mv) = found.analysis.best else {
        return Err(ApiError::internal("an engine found no move"));
    };
    let Stored { node, revision, view } =
        store_move(&ask.app, &game, node, mv, Some(began.elapsed())).await?;
    let analysis = analysis_json(&found.analysis, &position);
    Ok(Some(json!({
        "id": ask.id, "type": "played", "node": node, "view": view, "analysis": analysis, "revision": revision,
    })))
}

/// How long an engine may think about its move by the clock of the game, what the way takes left aside.
fn thinking_time(left: Duration, clock: &Clock) -> Duration {
    const WAY: Duration = Duration::from_millis(30);
    let increment = Duration::from_millis(clock.increment_ms.unwrap_or_default());
    let by_game = clock.main_ms.map(|_| (left / 25 + increment * 3 / 4).min(left / 2));
    let by_move = clock.move_ms.map(|ms| Duration::from_millis(ms) * 9 / 10);
    let time = by_game.into_iter().chain(by_move).min().unwrap_or(PATIENCE);
    time.saturating_sub(WAY).max(Duration::from_millis(10))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_never_plans_to_lose_on_time() {
        let seconds = |s: u64| Some(s * 1000).filter(|&ms| ms > 0);
        for (main, increment, per_move, left) in
            [(600, 0, 0, 600), (600, 5, 0, 1), (60, 2, 10, 60), (0, 0, 5, 0), (1, 0, 0, 1), (0, 3, 2, 0)]
        {
            let clock = Clock {
                main_ms: seconds(main),
                increment_ms: seconds(increment),
                move_ms: seconds(per_move),
            };
            let time = thinking_time(Duration::from_secs(left), &clock);
            let mut most = Duration::MAX;
            if main > 0 {
                most = Duration::from_secs(left);
            }
            if per_move > 0 {
                most = most.min(Duration::from_secs(per_move));
            }
            assert!(!time.is_zero() && time < most, "{clock:?}: {time:?}");
        }
    }
}
