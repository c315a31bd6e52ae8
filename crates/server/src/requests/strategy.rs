//! A proven strategy for a whole game: the request `strategy`, and `solve` of kind `strategy`, which finds a win again.

use super::prove::{DEFAULT_TIME, proof_json, run_task};
use super::{Cancelled, SocketRequest};
use crate::board::point_json;
use crate::error::{ApiError, Result};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_board::Point;
use tengen_engine::{Limits, Stop};
use tengen_games::{AnyPosition, Game as _, Move, gomoku};
use tengen_gomoku::{ProvenStrategy, StrategyAnswer, StrategyPosition, StrategyReply};

/// What the strategy says of a position, null if it does not reach it.
pub(super) async fn strategy(request: &SocketRequest) -> Result<Option<Value>> {
    let (_, position) = request.position().await?;
    // The first call reads the records.
    let work = tokio::task::spawn_blocking(move || strategy_json(&position));
    let strategy = work.await.map_err(ApiError::internal)?;
    Ok(Some(json!({"id": request.id, "type": "strategy", "strategy": strategy})))
}

/// The win of a position of the strategy, found again, with the tree of its proof.
pub(super) async fn find_win(request: &SocketRequest, cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, position) = request.position().await?;
    let Some((strategy, gomoku)) = ProvenStrategy::of_position(&position) else {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "not-this-game",
            "no strategy is known for this game by these rules",
            "此棋种在此规则下没有已知的必胜法",
            "このゲームとルールの必勝法は知られていません",
        ));
    };
    let mut limits = request.limits()?;
    limits.time = limits.time.or(Some(DEFAULT_TIME));
    let (gomoku, kept) = (gomoku.clone(), Arc::clone(&request.app.wins));
    let task = move |limits: &Limits, stop: &Stop| {
        let found = strategy.find_win(&gomoku, &kept, limits, stop);
        proof_json(&gomoku, ProvenStrategy::SIDE, "strategy", &found)
    };
    let Some(mut out) = run_task(request, game.summary.id, &position, limits, task, cancelled).await? else {
        return Ok(Some(json!({"id": request.id, "type": "stopped"})));
    };
    out["id"] = request.id.into();
    out["type"] = "proof".into();
    Ok(Some(out))
}

fn strategy_json(position: &AnyPosition) -> Value {
    let Some((strategy, game)) = ProvenStrategy::of_position(position) else { return Value::Null };
    let Some(found) = strategy.lookup(game) else { return Value::Null };
    let (answer, replies, positions) = match found {
        StrategyPosition::Winner { answer, positions } => (Some(answer), None, positions),
        StrategyPosition::Loser { replies, positions } => (None, Some(replies), positions),
    };
    let replies = replies.or_else(|| match answer {
        Some(StrategyAnswer::Move(mv)) => replies_to(strategy, game, mv),
        _ => None,
    });
    let reply = |reply: &StrategyReply| {
        let mut out = answer_json(game, reply.answer);
        out["reply"] = game.format_move(Move::Place(reply.point)).into();
        out["reply_point"] = point_json(reply.point);
        out["positions"] = reply.positions.into();
        out
    };
    let mut out = answer.map_or_else(|| json!({"by": null}), |answer| answer_json(game, answer));
    out["side"] = ProvenStrategy::SIDE.to_string().into();
    out["positions"] = positions.into();
    out["replies"] = replies.unwrap_or_default().iter().map(reply).collect();
    out
}

/// The replies to the winner's move.
fn replies_to(strategy: &ProvenStrategy, game: &gomoku::Position, mv: Point) -> Option<Vec<StrategyReply>> {
    let mut after = game.clone();
    after.play(Move::Place(mv)).ok()?;
    match strategy.lookup(&after)? {
        StrategyPosition::Loser { replies, .. } => Some(replies),
        StrategyPosition::Winner { .. } => None,
    }
}

/// How the winner wins: by a move, a search, the repair of another win, or the win after a pass.
fn answer_json(game: &gomoku::Position, answer: StrategyAnswer) -> Value {
    match answer {
        StrategyAnswer::Move(mv) => {
            json!({"by": "move", "move": game.format_move(Move::Place(mv)), "point": point_json(mv)})
        }
        StrategyAnswer::Search { limit } => json!({"by": "search", "limit": limit}),
        StrategyAnswer::Repair => json!({"by": "repair"}),
        StrategyAnswer::AfterPass => json!({"by": "pass"}),
    }
}
