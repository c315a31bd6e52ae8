//! The request `solve` of kind `capture`: whether a chain of Go can be captured, with a proof.

use super::prove::{DEFAULT_TIME, MAX_NODES, run_task};
use super::{Cancelled, SocketRequest};
use crate::board::{point_json, points_json};
use crate::error::{ApiError, Result};
use crate::parse::read_point;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::time::Instant;
use tengen_board::Point;
use tengen_engine::{Limits, Stop};
use tengen_games::go::proof::{Claim, GoCertificate};
use tengen_games::go::{Certainty, Position};
use tengen_games::{AnyPosition, Game as _, Move};

/// Default limit of the positions that one search visits.
const DEFAULT_NODES: u64 = 200_000;

/// Whether the opponent of the chain captures it, whoever is to move.
pub(super) async fn capture(request: &SocketRequest, cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, position) = request.position().await?;
    let AnyPosition::Go(go) = &*position else {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "not-this-game",
            "chains are captured in Go only",
            "只有围棋才提整块的子",
            "石の塊を取るのは囲碁だけです",
        ));
    };
    let target = read_point(request.body.get("chain").unwrap_or(&Value::Null), "chain")?;
    if !go.size().contains(target) || go.at(target).is_empty() {
        return Err(ApiError::field("chain", "a point with a stone", "应为有棋子的点", "石のある点"));
    }
    let mut limits = request.limits()?;
    limits.time = limits.time.or(Some(DEFAULT_TIME));
    let max_nodes = limits.nodes.unwrap_or(DEFAULT_NODES);
    let go = go.clone();
    let task = move |limits: &Limits, stop: &Stop| {
        let end = limits.time.map(|time| Instant::now() + time);
        let ended = || stop.is_raised() || end.is_some_and(|end| Instant::now() >= end);
        report(&go, target, max_nodes, &ended)
    };
    Ok(Some(match run_task(request, game.summary.id, &position, limits, task, cancelled).await? {
        Some(mut out) => {
            out["id"] = request.id.into();
            out["type"] = "proof".into();
            out
        }
        None => json!({"id": request.id, "type": "stopped"}),
    }))
}

fn report(go: &Position, target: Point, max_nodes: u64, ended: &dyn Fn() -> bool) -> Value {
    let began = Instant::now();
    let Some(side) = go.at(target).color().map(|owner| !owner) else { return Value::Null };
    let Some(found) = go.prove_until(Claim::Capture(target), side, go.to_move(), max_nodes, ended) else {
        return Value::Null;
    };
    let proven = found.proven.as_ref();
    let attacks = side == go.to_move();
    // Without a proof the plain reading says whether the chain is safe, and by which move.
    let reading = match proven {
        Some(_) => None,
        None if ended() => None,
        None if attacks => go.read_attack(target, max_nodes),
        None => go.read_defense(target, max_nodes),
    };
    let is_safe = reading.is_some_and(|reading| match reading.certainty {
        Certainty::Unknown => false,
        certainty => (certainty == Certainty::No) == attacks,
    });
    let result = match proven {
        Some(_) => "win",
        None if is_safe => "none",
        None => "unknown",
    };
    let reply = reading.filter(|_| !attacks).and_then(|reading| reading.first);
    let line = proven.map(|proven| &proven.line);
    json!({
        "kind": "capture",
        "side": side.to_string(),
        "chain": point_json(target),
        "result": result,
        "certainty": proven.map(|proven| proven.certainty.code()),
        "plies": proven.map(|proven| proven.plies),
        "line": line.map(|line| line.iter().map(|&mv| go.format_move(mv)).collect::<Vec<_>>()),
        "line_points": line.map(|line| line.iter().map(|mv| mv.point().map(point_json)).collect::<Vec<_>>()),
        "reply": reply.map(|p| go.format_move(Move::Place(p))),
        "reply_points": points_json(&reply.into_iter().collect::<Vec<_>>()),
        "nodes_searched": found.nodes,
        "time_ms": began.elapsed().as_micros() as f64 / 1000.0,
        "tree": proven.map(|proven| tree_json(go, &proven.certificate)),
    })
}

/// The nodes of a certificate from the first move on, as those of a win in a row; see `requests::prove`. The `move` is
/// empty where the other side moves first. A very large proof is cut: `node` is null
/// where the answer to a reply is not sent, and `cut` is true where the answer to all other replies is not.
fn tree_json(go: &Position, proof: &GoCertificate) -> Value {
    let Some(root) = proof.nodes.len().checked_sub(1).map(|n| n as u32) else { return Value::Null };
    let mut numbers = HashMap::from([(root, 0usize)]);
    let mut waiting = VecDeque::from([root]);
    let mut order = Vec::new();
    while let Some(node) = waiting.pop_front() {
        let node = &proof.nodes[node as usize];
        order.push(node);
        for next in node.replies.iter().map(|&(_, next)| next).chain(node.other) {
            if numbers.len() < MAX_NODES && !numbers.contains_key(&next) {
                numbers.insert(next, numbers.len());
                waiting.push_back(next);
            }
        }
    }
    let sent = |next: &u32| numbers.contains_key(next);
    let whole = order
        .iter()
        .all(|node| node.replies.iter().all(|(_, next)| sent(next)) && node.other.as_ref().is_none_or(sent));
    let reply = |&(p, next): &(Point, u32)| json!({"move": go.format_move(Move::Place(p)), "point": point_json(p), "node": numbers.get(&next)});
    let nodes = order.iter().map(|node| {
        let other = node.other.map(|next| numbers.get(&next));
        json!({
            "move": node.mv.map(|mv| go.format_move(mv)).unwrap_or_default(),
            "point": node.mv.and_then(|mv| mv.point()).map(point_json),
            "replies": node.replies.iter().map(reply).collect::<Vec<_>>(),
            "other": other.flatten(),
            "cut": other == Some(None),
        })
    });
    json!({
        "side": proof.side.to_string(),
        "root": 0,
        "size": proof.nodes.len(),
        "whole": whole,
        "nodes": nodes.collect::<Vec<_>>(),
    })
}
