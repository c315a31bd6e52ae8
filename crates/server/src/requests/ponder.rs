//! The request `ponder`: the engine that has moved thinks while the person does.

use super::play::{MAX_TIME, move_limits};
use super::{Cancelled, SocketRequest};
use crate::board::engine_of;
use crate::error::{ApiError, Result};
use crate::flag;
use crate::pool::SearchRequest;
use crate::views::position_at;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_engine::{MoveTime, Ponder};
use tengen_games::{AnyPosition, Game as _, Move};
use tengen_library::PlayerKind;

/// Most moves of the turn that is expected.
const MOST_EXPECTED: usize = 8;

/// Searches the position after the expected turn until the page cancels the request, or asks for the engine's next
/// move. The answer is `stopped` in any case.
pub(super) async fn ponder(request: &SocketRequest, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, node) = request.place().await?;
    let position = position_at(&game, node)?;
    let player = position.player_to_move();
    let [own, other] = [player, player.opponent()].map(|player| &game.seats[player as usize]);
    let engine = engine_of(other);
    let may = *own == PlayerKind::Human
        && *other != PlayerKind::Human
        && !request.app.limits.ponder_time.is_zero()
        && request.app.engines.ponders(position.spec().kind(), &engine);
    if !may {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "no-pondering",
            "no engine thinks on the opponent's time here",
            "这里没有引擎在对手的时间里思考",
            "ここでは相手の時間に考えるエンジンはありません",
        )
        .expected(
            "a person to move against the strongest level of an engine of Tengen, on the person's own machine",
            "应轮到人下，对手为 Tengen 引擎的最强等级，且服务器只供本机使用",
            "人の手番で、相手がTengenのエンジンの最強レベル、サーバーは自分のマシン用",
        ));
    }
    let stopped = json!({"id": request.id, "type": "stopped"});
    let expected = expected(request, &position)?;
    let base = request.limits()?;
    let board = game.summary.id;
    let limits = |next: &AnyPosition| move_limits(&base, board, next, MoveTime::fixed(MAX_TIME));
    // A match keeps its cores, and a line beside the game has no turn to wait for.
    let is_idle = position.is_over() || !flag::is_game_end(&game, node)? || request.app.matches.is_playing();
    let Some(search) = Ponder::on_reply(&position, &expected, limits).filter(|_| !is_idle) else {
        return Ok(Some(stopped));
    };
    let ticket = request.app.pool.search(SearchRequest {
        client: request.client,
        board,
        position: Arc::new(search.position().clone()),
        limits: search.limits().clone(),
        engine: engine.clone(),
        task: None,
        urgent: false,
        ponder: true,
    })?;
    let mut pondering = request.app.ponders.begin(request.client.id, board, engine, search, ticket);
    tokio::select! {
        () = cancelled.wait() => {}
        // The sender is dropped, and sends nothing.
        _ = &mut pondering.over => {}
    }
    Ok(Some(stopped))
}

/// The field `expected`: the moves of the person's turn that the engine expects.
fn expected(request: &SocketRequest, position: &AnyPosition) -> Result<Vec<Move>> {
    let wrong =
        || ApiError::field("expected", "the moves of the next turn", "应为下一手的着法", "次の手番の着手");
    let texts = request.body.get("expected").and_then(Value::as_array).ok_or_else(wrong)?;
    if texts.is_empty() || texts.len() > MOST_EXPECTED {
        return Err(wrong());
    }
    let texts: Option<Vec<&str>> = texts.iter().map(Value::as_str).collect();
    position.parse_line(texts.ok_or_else(wrong)?).collect::<std::result::Result<_, _>>().map_err(|_| wrong())
}
