//! The request `clock`: runs the clock of the current turn while a page shows it.

use super::{Cancelled, SocketRequest};
use crate::board::player_name;
use crate::error::{ApiError, Result};
use crate::flag::{clock_to_move, drop_flag, is_game_end};
use crate::views::position_at;
use axum::http::StatusCode;
use serde_json::{Value, json};
use tengen_games::Game as _;

/// Sends the time left, runs the clock until the page cancels the request, and answers `flag` if the flag falls.
pub(super) async fn clock(request: &SocketRequest, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, node) = request.place().await?;
    let board = game.summary.id;
    let Some(clock) = &game.clock else {
        return Err(ApiError::field("board", "a game with a clock", "应为有计时的对局", "時計のある対局"));
    };
    if !is_game_end(&game, node)? {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "not-the-end",
            "a clock runs at the end of the game only",
            "计时只在对局末端进行",
            "時計は対局の最終局面でだけ動きます",
        ));
    }
    let position = position_at(&game, node)?;
    let allowed = clock_to_move(&game, node, &position, clock)?.left();
    let running = request.app.clocks.run(board, node);
    let left = allowed.saturating_sub(request.app.clocks.spent(board, node).unwrap_or_default());
    let started = json!({
        "id": request.id, "type": "clock", "node": node,
        "player": player_name(position.player_to_move()),
        "left_ms": left.as_millis() as u64,
    });
    if !request.out.send(&started).await {
        return Ok(None);
    }
    tokio::select! {
        () = cancelled.wait() => {}
        () = tokio::time::sleep(left) => {
            if let Some((result, revision)) = drop_flag(&request.app, board, node).await? {
                return Ok(Some(json!({"id": request.id, "type": "flag", "result": result, "revision": revision})));
            }
        }
    }
    drop(running);
    Ok(Some(json!({"id": request.id, "type": "stopped"})))
}
