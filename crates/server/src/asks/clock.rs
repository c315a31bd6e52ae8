//! The clock of the turn under way, for as long as a page shows it.

use super::{Ask, Cancelled};
use crate::clocks::{allowance, at_the_end, flag};
use crate::error::{ApiError, Result};
use crate::views::{player_name, position_at};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tengen_games::Game as _;

/// Tells how much time the player to move has left, lets the clock run until the page takes that back, and tells when the flag falls.
pub(super) async fn clock(ask: &Ask, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, node) = ask.place().await?;
    let board = game.summary.id;
    let Some(clock) = &game.clock else {
        return Err(ApiError::field("board", "a game with a clock", "应为有计时的对局"));
    };
    if !at_the_end(&game, node)? {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "not-the-end",
            "a clock runs at the end of the game only",
            "计时只在对局末端进行",
        ));
    }
    let position = position_at(&game, node)?;
    let allowed = allowance(&game, node, &position, clock)?;
    let running = ask.app.clocks.run(board, node);
    let left = allowed.saturating_sub(ask.app.clocks.spent(board, node).unwrap_or_default());
    let told = json!({
        "id": ask.id, "type": "clock", "node": node,
        "player": player_name(position.player_to_move()),
        "left_ms": left.as_millis() as u64,
    });
    if !ask.out.send(&told).await {
        return Ok(None);
    }
    tokio::select! {
        () = cancelled.wait() => {}
        () = tokio::time::sleep(left) => {
            if let Some((result, revision)) = flag(&ask.app, board, node).await? {
                return Ok(Some(json!({"id": ask.id, "type": "flag", "result": result, "revision": revision})));
            }
        }
    }
    drop(running);
    Ok(Some(json!({"id": ask.id, "type": "stopped"})))
}
