//! The request `solve` of kind `capture`, `life`, `connect` or `semeai`: questions about chains of Go, with proofs. The
//! searches are in [`super::reading`].

use super::proof_tree::{self, Answers};
use super::prove::{DEFAULT_TIME, MAX_NODES, run_task};
use super::reading::{self, Bounds, Found, Question, UNKNOWN};
use super::{Cancelled, SocketRequest};
use crate::board::{point_json, points_json};
use crate::error::{ApiError, Result};
use crate::parse::read_point;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tengen_board::{Color, Point};
use tengen_engine::{Limits, Stop};
use tengen_games::go::proof::GoCertificate;
use tengen_games::go::{Certainty, Position, Proven};
use tengen_games::{AnyPosition, Game as _, Move};

/// Whether `solve` of this kind is a question about chains.
pub(super) fn is_about_chains(kind: &str) -> bool {
    matches!(kind, "capture" | "life" | "connect" | "semeai")
}

/// Answers a question about one or two chains.
pub(super) async fn solve(
    request: &SocketRequest,
    kind: &str,
    cancelled: Cancelled,
) -> Result<Option<Value>> {
    let (game, position) = request.position().await?;
    let AnyPosition::Go(go) = &*position else {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "not-this-game",
            "questions about chains are for Go only",
            "关于棋块的提问只用于围棋",
            "石の塊についての質問は囲碁だけです",
        ));
    };
    let first = mover(request, go)?;
    let question = question(request, kind, go, first)?;
    let mut limits = request.limits()?;
    limits.time = limits.time.or(Some(DEFAULT_TIME));
    let max_nodes = limits.nodes.unwrap_or(u64::MAX);
    let (go, name) = (go.clone(), kind.to_owned());
    let task = move |limits: &Limits, stop: &Stop| {
        let begun = Instant::now();
        let end = limits.time.map(|time| begun + time);
        let bounds = Bounds { max_nodes, end, is_stopped: &|| stop.is_raised() };
        let found = reading::answer(&go, question, first, &bounds);
        report(&go, &name, question, first, &found, begun.elapsed())
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

/// The side that moves first: the field `first`, or the side to move.
fn mover(request: &SocketRequest, go: &Position) -> Result<Color> {
    match request.body.get("first") {
        None | Some(Value::Null) => Ok(go.to_move()),
        Some(Value::String(side)) if side == "black" => Ok(Color::Black),
        Some(Value::String(side)) if side == "white" => Ok(Color::White),
        Some(_) => Err(ApiError::field("first", "black or white", "black 或 white", "blackまたはwhite")),
    }
}

/// The question with the stones of the fields `chain` and `other`.
fn question(request: &SocketRequest, kind: &str, go: &Position, first: Color) -> Result<Question> {
    let stone = |key: &str| {
        let point = read_point(request.body.get(key).unwrap_or(&Value::Null), key)?;
        if !go.size().contains(point) || go.at(point).is_empty() {
            return Err(ApiError::field(key, "a point with a stone", "应为有棋子的点", "石のある点"));
        }
        Ok(point)
    };
    let chain = stone("chain")?;
    if matches!(kind, "capture" | "life") {
        if request.body.get("other").is_some_and(|other| !other.is_null()) {
            let (en, zh) = ("only with kind connect or semeai", "只用于 connect 或 semeai");
            return Err(ApiError::field("other", en, zh, "connectかsemeaiのときだけです"));
        }
        return Ok(if kind == "life" { Question::Life(chain) } else { Question::Capture(chain) });
    }
    let other = stone("other")?;
    let board = go.board();
    let is_of_first = go.at(chain).color() == Some(first);
    match (kind == "connect", go.at(chain) == go.at(other)) {
        (true, true) if board.chain(board.vertex(chain)) == board.chain(board.vertex(other)) => {
            let (en, zh) = ("a stone of another chain", "应为另一块棋的子");
            Err(ApiError::field("other", en, zh, "別の塊の石"))
        }
        (true, true) => Ok(Question::Connect(chain, other)),
        (true, false) => {
            let (en, zh) = ("a stone of the same colour as chain", "应与 chain 同色");
            Err(ApiError::field("other", en, zh, "chainと同じ色の石"))
        }
        (false, true) => {
            let (en, zh) = ("a stone of the other colour than chain", "应与 chain 异色");
            Err(ApiError::field("other", en, zh, "chainと違う色の石"))
        }
        (false, false) if is_of_first => Ok(Question::Race(chain, other)),
        (false, false) => Ok(Question::Race(other, chain)),
    }
}

fn report(
    go: &Position,
    kind: &str,
    question: Question,
    first: Color,
    found: &Found,
    time: Duration,
) -> Value {
    let owner = |at: Point| go.at(at).color().unwrap_or(first);
    // Where nothing is proven, the side that was to reach something.
    let (stones, side) = match question {
        Question::Capture(at) => (vec![at], !owner(at)),
        Question::Life(at) => (vec![at], owner(at)),
        Question::Connect(a, b) => (vec![a, b], owner(a)),
        Question::Race(own, other) => (vec![own, other], first),
    };
    let main = found.proofs.first();
    let result = match main {
        Some(_) if found.outcome != UNKNOWN => "win",
        _ if found.outcome == "safe" => "none",
        _ => "unknown",
    };
    let mut out = json!({
        "kind": kind,
        "chain": point_json(stones[0]),
        "other": stones.get(1).copied().map(point_json),
        "first": first.to_string(),
        "result": result,
        "outcome": found.outcome,
        "in_vain": found.in_vain,
        "complete": found.is_complete,
        "needs_threat": found.proofs.iter().find_map(needs_threat).map(|color| color.to_string()),
        "move": first_move(found, first).map(|mv| go.format_move(mv)),
        "reply": found.reply.map(|p| go.format_move(Move::Place(p))),
        "reply_points": points_json(&found.reply.into_iter().collect::<Vec<_>>()),
        "nodes_searched": found.nodes,
        "time_ms": time.as_micros() as f64 / 1000.0,
        "others": found.proofs.iter().skip(1).map(|proven| proof_json(go, proven)).collect::<Vec<_>>(),
    });
    let proof = match main.filter(|_| result == "win") {
        Some(proven) => proof_json(go, proven),
        None => {
            let none = Value::Null;
            json!({"side": side.to_string(), "claim": none, "certainty": none, "plies": none, "line": none,
                "line_points": none, "tree": none})
        }
    };
    if let (Value::Object(out), Value::Object(proof)) = (&mut out, proof) {
        out.extend(proof);
    }
    out
}

/// The first move of a proof of the side that moves first; `None` if the outcome needs none.
fn first_move(found: &Found, first: Color) -> Option<Move> {
    let own = found.proofs.iter().find(|proven| proven.certificate.side == first)?;
    own.line.first().copied().filter(|_| own.certificate.to_move == first)
}

/// Which side must find the first ko threat, if the proof is by a ko.
fn needs_threat(proven: &Proven) -> Option<Color> {
    match proven.certainty {
        Certainty::Ko => Some(!proven.certificate.side),
        Certainty::KoNeedsThreat => Some(proven.certificate.side),
        Certainty::Yes | Certainty::No | Certainty::Unknown => None,
    }
}

/// One proof, with its tree.
fn proof_json(go: &Position, proven: &Proven) -> Value {
    let certificate = &proven.certificate;
    json!({
        "side": certificate.side.to_string(),
        "claim": certificate.claim.name(),
        "certainty": proven.certainty.code(),
        "plies": proven.plies,
        "line": proven.line.iter().map(|&mv| go.format_move(mv)).collect::<Vec<_>>(),
        "line_points": proven.line.iter().map(|mv| mv.point().map(point_json)).collect::<Vec<_>>(),
        "tree": tree_json(go, certificate),
    })
}

/// The nodes of a certificate, as [`super::proof_tree`] has them.
fn tree_json(go: &Position, proof: &GoCertificate) -> Value {
    let answers = |node: u32| {
        let node = &proof.nodes[node as usize];
        Answers { mv: node.mv, replies: &node.replies, other: node.other }
    };
    proof_tree::tree_json(proof.side, proof.nodes.len(), MAX_NODES, answers, |mv| go.format_move(mv))
}
