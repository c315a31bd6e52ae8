//! Proofs and explanations.

use super::analyze::{keep, kept, request};
use super::{Ask, Cancelled};
use crate::board::{point_json, points_json};
use crate::error::{ApiError, Result};
use crate::pool::Request;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_engine::{Analysis, EngineOptions, Explanation, Limits, Proof, Score, explain_choice};
use tengen_games::{AnyPosition, Game as _, Move, gomoku};
use tengen_gomoku::solve::{self, SolveResult, WinKind};
use tengen_gomoku_verify::Certificate;

/// How long a proof may take where the request does not say.
const USUAL: Duration = Duration::from_secs(10);
/// How long an engine looks at a position that it is to explain.
const LOOK: Duration = Duration::from_millis(800);
/// Nodes of a proof that are sent at once; for what lies deeper a page asks again, from the position where it is.
const MOST_NODES: usize = 20_000;

pub(super) async fn solve(ask: &Ask, cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, position) = ask.position().await?;
    let mut limits = ask.limits()?;
    limits.time = limits.time.or(Some(USUAL));
    let kind = match ask.body.get("kind").and_then(Value::as_str) {
        Some("vcf") => Some(WinKind::Vcf),
        Some("vct") => Some(WinKind::Vct),
        Some("exact") => None,
        _ => return Err(ApiError::field("kind", "vcf, vct or exact", "vcf、vct 或 exact")),
    };
    let side = match ask.body.get("side").and_then(Value::as_str) {
        None => position.to_move(),
        Some("black") => Color::Black,
        Some("white") => Color::White,
        Some(_) => return Err(ApiError::field("side", "black or white", "black 或 white")),
    };
    let board = game.summary.id;
    let mut out = match (kind, &*position) {
        (Some(kind), AnyPosition::Gomoku(gomoku)) => {
            let gomoku = (**gomoku).clone();
            let work = move |limits: &Limits, stop: &tengen_engine::Stop| {
                threat_proof(&gomoku, side, kind, &solve::solve(&gomoku, side, kind, limits, stop))
            };
            let asked = Request {
                work: Some(Arc::new(work)),
                ..request(ask.client, board, Arc::clone(&position), limits, EngineOptions::default())
            };
            match worked(ask, asked, cancelled).await? {
                Some(value) => value,
                None => return Ok(Some(json!({"id": ask.id, "type": "stopped"}))),
            }
        }
        (Some(_), _) => {
            return Err(ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "not-this-game",
                "fours and threats are of gomoku",
                "冲四与连续威胁只用于五子棋",
            )
            .expected("kind: exact", "kind：exact"));
        }
        (None, _) => {
            let analysis = analysis_of(ask, board, &position, limits, cancelled).await?;
            exact_proof(&position, &analysis)
        }
    };
    out["id"] = ask.id.into();
    out["type"] = "proof".into();
    Ok(Some(out))
}

/// Waits for work of another kind than an engine's; `None` if it was taken back.
async fn worked(ask: &Ask, asked: Request, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let position = Arc::clone(&asked.position);
    let mut ticket = ask.app.pool.search(asked)?;
    let found = ask.follow(&mut ticket, &mut cancelled, &position).await?;
    Ok(found.value.filter(|_| !found.cancelled))
}

/// An analysis from the library or by a search.
async fn analysis_of(
    ask: &Ask,
    board: i64,
    position: &Arc<AnyPosition>,
    limits: Limits,
    mut cancelled: Cancelled,
) -> Result<Arc<Analysis>> {
    if position.is_over() {
        return Ok(Arc::default());
    }
    let engine = ask.wanted()?;
    if let Some(kept) = kept(&ask.app, position, &engine, &limits).await?
        && let Some(analysis) = Analysis::from_json(&kept.json, &**position)
    {
        return Ok(Arc::new(analysis));
    }
    let mut ticket =
        ask.app.pool.search(request(ask.client, board, Arc::clone(position), limits, engine.clone()))?;
    let found = ask.follow(&mut ticket, &mut cancelled, position).await?;
    keep(&ask.app, position, &engine, &found.analysis);
    Ok(found.analysis)
}

/// What a search by threats found, as a page steps through it.
fn threat_proof(game: &gomoku::Position, side: Color, kind: WinKind, answer: &solve::SolveReport) -> Value {
    let (result, win) = match &answer.result {
        SolveResult::Win(win) => ("win", Some(win)),
        SolveResult::None => ("none", None),
        SolveResult::Unknown => ("unknown", None),
    };
    let text = |&p: &Point| game.format_move(Move::Place(p));
    json!({
        "kind": kind.name(),
        "side": side.to_string(),
        "result": result,
        "plies": win.map(|win| win.plies),
        "line": win.map(|win| win.line.iter().map(text).collect::<Vec<_>>()),
        "line_points": win.map(|win| points_json(&win.line)),
        "nodes_searched": answer.nodes,
        "time_ms": answer.total.as_micros() as f64 / 1000.0,
        "tree": win.map(|win| tree_json(game, &win.proof, MOST_NODES)),
    })
}

/// A certificate's nodes from the first move on, each with what is answered to which reply. Of a very large proof those nearest
/// to the start; then a reply's node is null, and `cut` says that replies without a name have an answer too.
fn tree_json(game: &gomoku::Position, proof: &Certificate, most: usize) -> Value {
    let Some(root) = proof.nodes.len().checked_sub(1).map(|n| n as u32) else { return Value::Null };
    let mut numbers = HashMap::from([(root, 0usize)]);
    let mut waiting = VecDeque::from([root]);
    let mut order = Vec::new();
    while let Some(node) = waiting.pop_front() {
        order.push(node);
        let answers = &proof.nodes[node as usize];
        for next in answers.replies.iter().map(|&(_, next)| next).chain(answers.other) {
            if numbers.len() < most && !numbers.contains_key(&next) {
                numbers.insert(next, numbers.len());
                waiting.push_back(next);
            }
        }
    }
    let sent = |next: &u32| numbers.contains_key(next);
    let whole = order.iter().map(|&node| &proof.nodes[node as usize]).all(|answers| {
        answers.replies.iter().all(|(_, next)| sent(next)) && answers.other.as_ref().is_none_or(sent)
    });
    let place = |p: Point| (game.format_move(Move::Place(p)), point_json(p));
    let node_json = |node: u32| {
        let answers = &proof.nodes[node as usize];
        let reply = |&(p, next): &(Point, u32)| {
            let (text, point) = place(p);
            json!({"move": text, "point": point, "node": numbers.get(&next)})
        };
        let (text, point) = place(answers.mv);
        let other = answers.other.map(|next| numbers.get(&next));
        json!({
            "move": text,
            "point": point,
            "replies": answers.replies.iter().map(reply).collect::<Vec<_>>(),
            "other": other.flatten(),
            "cut": other == Some(None),
        })
    };
    json!({
        "side": proof.side.to_string(),
        "root": 0,
        "size": proof.nodes.len(),
        "whole": whole,
        "nodes": order.into_iter().map(node_json).collect::<Vec<_>>(),
    })
}

/// What an engine's search has proven, if it has; the best play of both sides as a chain.
fn exact_proof(position: &AnyPosition, analysis: &Analysis) -> Value {
    let score = analysis.score().filter(|score| score.is_proof());
    let (result, plies, margin) = match (position.outcome(), score) {
        (Some(outcome), _) => {
            let result = match outcome.winner {
                Some(color) if color == position.to_move() => "win",
                Some(_) => "loss",
                None => "draw",
            };
            (result, Some(0), None)
        }
        (None, Some(Score::Proven(Proof::Win(n)))) => ("win", Some(n), None),
        (None, Some(Score::Proven(Proof::Loss(n)))) => ("loss", Some(n), None),
        (None, Some(Score::Proven(Proof::Draw))) => ("draw", None, None),
        (None, Some(Score::Proven(Proof::Margin(m)))) => {
            let result = if m > 0.0 {
                "win"
            } else if m < 0.0 {
                "loss"
            } else {
                "draw"
            };
            (result, None, Some(m))
        }
        _ => ("unknown", None, None),
    };
    let line = analysis.lines.first().filter(|_| score.is_some()).map_or(&[][..], |line| &line.moves);
    let text = |&mv: &Move| position.format_move(mv);
    let point = |mv: &Move| mv.point().map(point_json);
    let nodes: Vec<Value> = line
        .chunks(2)
        .enumerate()
        .map(|(i, pair)| {
            let next = (2 * (i + 1) < line.len()).then_some(i + 1);
            let reply = |mv: &Move| json!({"move": text(mv), "point": point(mv), "node": next});
            json!({
                "move": text(&pair[0]),
                "point": point(&pair[0]),
                "replies": pair.get(1).map(reply).into_iter().collect::<Vec<_>>(),
                "other": null,
                "cut": false,
            })
        })
        .collect();
    let side = position.to_move().to_string();
    let size = nodes.len();
    let tree =
        (size > 0).then(|| json!({"side": side, "root": 0, "size": size, "whole": false, "nodes": nodes}));
    json!({
        "kind": "exact",
        "side": side,
        "result": result,
        "plies": plies,
        "margin": margin,
        "score": score.map(Score::to_json),
        "line": line.iter().map(text).collect::<Vec<_>>(),
        "line_points": line.iter().map(point).collect::<Vec<_>>(),
        "nodes_searched": analysis.nodes,
        "time_ms": analysis.time.as_micros() as f64 / 1000.0,
        "tree": tree,
    })
}

pub(super) async fn explain(ask: &Ask, cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, position) = ask.position().await?;
    let mut limits = ask.limits()?;
    limits.time = limits.time.or(Some(LOOK));
    let again = Cancelled(cancelled.0.clone());
    let analysis = analysis_of(ask, game.summary.id, &position, limits.clone(), cancelled).await?;
    let told = Arc::clone(&position);
    let work = move |_: &Limits, stop: &tengen_engine::Stop| {
        let explanation = match &*told {
            AnyPosition::Gomoku(gomoku) => tengen_gomoku::explain(gomoku, Some(&analysis), stop),
            other => Explanation { items: explain_choice(other, &analysis) },
        };
        let mut out = explanation.to_json(&*told);
        for (json, item) in out["items"].as_array_mut().into_iter().flatten().zip(&explanation.items) {
            json["places"] = points_json(&item.points);
        }
        out
    };
    let asked = Request {
        work: Some(Arc::new(work)),
        ..request(ask.client, game.summary.id, Arc::clone(&position), limits, EngineOptions::default())
    };
    let Some(mut out) = worked(ask, asked, again).await? else {
        return Ok(Some(json!({"id": ask.id, "type": "stopped"})));
    };
    out["id"] = ask.id.into();
    out["type"] = "explanation".into();
    Ok(Some(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_large_proof_what_is_left_out_is_named() {
        let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
        for mv in ["h8", "a1", "h9", "a3", "h10", "a5"] {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        let answer = solve::solve(
            &game,
            Color::Black,
            WinKind::Vct,
            &Limits::default(),
            &tengen_engine::Stop::default(),
        );
        let SolveResult::Win(win) = &answer.result else { panic!("an open three that nobody stopped wins") };
        let whole = tree_json(&game, &win.proof, MOST_NODES);
        let nodes = whole["nodes"].as_array().unwrap();
        assert_eq!(whole["whole"], true);
        assert!(nodes.len() > 2 && nodes.iter().all(|node| node["cut"] == false));
        let answered = |node: &Value| {
            let all = node["replies"].as_array().unwrap().iter().all(|reply| reply["node"].is_u64());
            all && node["cut"] == false
        };
        assert!(nodes.iter().all(answered));
        for most in 1..nodes.len() {
            let part = tree_json(&game, &win.proof, most);
            let kept = part["nodes"].as_array().unwrap();
            assert_eq!((kept.len(), &part["whole"]), (most, &json!(false)));
            assert!(kept.iter().any(|node| !answered(node)), "what is not there is told at {most}");
            for (node, same) in kept.iter().zip(nodes) {
                assert_eq!(
                    (&node["move"], node["replies"].as_array().unwrap().len()),
                    (&same["move"], same["replies"].as_array().unwrap().len())
                );
            }
        }
    }
}
