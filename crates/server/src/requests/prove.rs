//! The requests `solve` and `explain`: proofs and explanations. Questions about chains of Go are in [`super::chains`].

use super::analyze::{search_request, store_analysis, stored_analysis};
use super::proof_tree::{self, Answers};
use super::{Cancelled, SocketRequest};
use crate::board::{point_json, points_json};
use crate::error::{ApiError, Result};
use crate::pool::SearchRequest;
use crate::store::tree_node;
use crate::views::analysis_json;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_engine::{Analysis, EngineOptions, Limits, Proof, Score, Stop};
use tengen_games::{AnyPosition, Game as _, Move, gomoku};
use tengen_gomoku::solve::{self, SolveResult, WinKind};
use tengen_gomoku_verify::Certificate;
use tengen_library::{GameId, NodeNumber, StoredGame};

/// Default time limit of a proof.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// Default time limit of the search before an explanation.
const EXPLAIN_TIME: Duration = Duration::from_millis(800);
/// Maximum number of proof nodes in one answer. For deeper nodes the page asks again, from the position where it is.
pub(super) const MAX_NODES: usize = 20_000;

pub(super) async fn solve(request: &SocketRequest, cancelled: Cancelled) -> Result<Option<Value>> {
    match request.body.get("kind").and_then(Value::as_str) {
        Some(kind) if super::chains::is_about_chains(kind) => {
            return super::chains::solve(request, kind, cancelled).await;
        }
        Some("strategy") => return super::strategy::find_win(request, cancelled).await,
        _ => {}
    }
    let (game, position) = request.position().await?;
    let mut limits = request.limits()?;
    limits.time = limits.time.or(Some(DEFAULT_TIME));
    let kind = match request.body.get("kind").and_then(Value::as_str) {
        Some("vcf") => Some(WinKind::Vcf),
        Some("vct") => Some(WinKind::Vct),
        Some("exact") => None,
        _ => {
            return Err(ApiError::field(
                "kind",
                "vcf, vct, strategy, capture, life, connect, semeai or exact",
                "vcf、vct、strategy、capture、life、connect、semeai 或 exact",
                "vcf、vct、strategy、capture、life、connect、semeai、exact",
            ));
        }
    };
    let side = match request.body.get("side").and_then(Value::as_str) {
        None => position.to_move(),
        Some("black") => Color::Black,
        Some("white") => Color::White,
        Some(_) => {
            return Err(ApiError::field("side", "black or white", "black 或 white", "blackまたはwhite"));
        }
    };
    let board = game.summary.id;
    let mut out = match (kind, &*position) {
        (Some(kind), AnyPosition::Gomoku(gomoku)) => {
            let gomoku = (**gomoku).clone();
            let task = move |limits: &Limits, stop: &Stop| {
                proof_json(&gomoku, side, kind.name(), &solve::solve(&gomoku, side, kind, limits, stop))
            };
            match run_task(request, board, &position, limits, task, cancelled).await? {
                Some(value) => value,
                None => return Ok(Some(json!({"id": request.id, "type": "stopped"}))),
            }
        }
        (Some(_), _) => {
            return Err(ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "not-this-game",
                "fours and threats are of gomoku",
                "冲四与连续威胁只用于五子棋",
                "四追いと追い詰めは五目並べだけです",
            )
            .expected("kind: exact", "kind：exact", "kind：exact"));
        }
        (None, _) => {
            let analysis = analysis_of(request, board, &position, limits, false, cancelled).await?;
            exact_proof(&position, &analysis)
        }
    };
    out["id"] = request.id.into();
    out["type"] = "proof".into();
    Ok(Some(out))
}

/// Runs a task that is not an engine's search; `None` if it was cancelled.
pub(super) async fn run_task(
    request: &SocketRequest,
    board: GameId,
    position: &Arc<AnyPosition>,
    limits: Limits,
    task: impl Fn(&Limits, &Stop) -> Value + Send + Sync + 'static,
    mut cancelled: Cancelled,
) -> Result<Option<Value>> {
    let search = SearchRequest {
        task: Some(Arc::new(task)),
        ..search_request(request.client, board, Arc::clone(position), limits, EngineOptions::default())
    };
    let mut ticket = request.app.pool.search(search)?;
    let found = request.follow(&mut ticket, &mut cancelled, position).await?;
    Ok(found.value.filter(|_| !found.cancelled))
}

/// An analysis from the library or by a search. Of a finished game only a search that is `counting` finds anything.
async fn analysis_of(
    request: &SocketRequest,
    board: i64,
    position: &Arc<AnyPosition>,
    limits: Limits,
    counting: bool,
    mut cancelled: Cancelled,
) -> Result<Arc<Analysis>> {
    if position.is_over() && !counting {
        return Ok(Arc::default());
    }
    let engine = request.engine_options()?;
    if !counting
        && let Some(kept) = stored_analysis(&request.app, position, &engine, &limits).await?
        && let Some(analysis) = Analysis::from_json(&kept.json, &**position)
    {
        return Ok(Arc::new(analysis));
    }
    let mut ticket = request.app.pool.search(search_request(
        request.client,
        board,
        Arc::clone(position),
        limits,
        engine.clone(),
    ))?;
    let found = request.follow(&mut ticket, &mut cancelled, position).await?;
    if !counting {
        store_analysis(&request.app, position, &engine, &found.analysis);
    }
    Ok(found.analysis)
}

/// The result of a search for a win as JSON, with the tree of the proof.
pub(super) fn proof_json(
    game: &gomoku::Position,
    side: Color,
    kind: &str,
    answer: &solve::SolveReport,
) -> Value {
    let (result, win) = match &answer.result {
        SolveResult::Win(win) => ("win", Some(win)),
        SolveResult::None => ("none", None),
        SolveResult::Unknown => ("unknown", None),
    };
    let text = |&p: &Point| game.format_move(Move::Place(p));
    json!({
        "kind": kind,
        "side": side.to_string(),
        "result": result,
        "plies": win.map(|win| win.plies),
        "line": win.map(|win| win.line.iter().map(text).collect::<Vec<_>>()),
        "line_points": win.map(|win| points_json(&win.line)),
        "nodes_searched": answer.nodes,
        "time_ms": answer.total.as_micros() as f64 / 1000.0,
        "tree": win.map(|win| tree_json(game, &win.proof, MAX_NODES)),
    })
}

/// The nodes of a certificate, as [`super::proof_tree`] has them.
fn tree_json(game: &gomoku::Position, proof: &Certificate, max_nodes: usize) -> Value {
    let answers = |node: u32| {
        let node = &proof.nodes[node as usize];
        Answers { mv: Some(Move::Place(node.mv)), replies: &node.replies, other: node.other }
    };
    let text = |mv| game.format_move(mv);
    proof_tree::tree_json(proof.side, proof.nodes.len(), max_nodes, answers, text)
}

/// The result that an engine's search has proven, if it has; the tree is the best line of both sides.
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

pub(super) async fn explain(request: &SocketRequest, cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, position) = request.position().await?;
    let agreed = agreed_dead(request, &game, &position)?;
    let mut limits = request.limits()?;
    limits.time = limits.time.or(Some(EXPLAIN_TIME));
    let again = Cancelled(cancelled.0.clone());
    // A board of Go is counted without its dead stones, which an analysis finds by the owner of each point.
    let unknown = agreed.is_none() && position.is_over() && loses_dead_stones(&position);
    let analysis = match shown_analysis(request, &position)? {
        Some(analysis) if !unknown || !analysis.ownership.is_empty() => analysis,
        _ => analysis_of(request, game.summary.id, &position, limits.clone(), unknown, cancelled).await?,
    };
    let shown = analysis_json(&analysis, &position);
    let (app, explained) = (Arc::clone(&request.app), Arc::clone(&position));
    let task = move |_: &Limits, stop: &Stop| {
        let mut explanation = app.engines.explain(&explained, &analysis, stop);
        if let Some(dead) = &agreed {
            explanation = explanation.with_count_of(&explained, dead);
        }
        let mut out = tengen_words::explanation_json(&explanation, &*explained);
        for (json, item) in out["items"].as_array_mut().into_iter().flatten().zip(&explanation.items) {
            json["places"] = points_json(&item.points);
        }
        out
    };
    let board = game.summary.id;
    let Some(mut out) = run_task(request, board, &position, limits, task, again).await? else {
        return Ok(Some(json!({"id": request.id, "type": "stopped"})));
    };
    out["id"] = request.id.into();
    out["type"] = "explanation".into();
    out["analysis"] = shown;
    Ok(Some(out))
}

/// The dead stones on which the players have agreed, if the request is for a counted end of a game.
fn agreed_dead(
    request: &SocketRequest,
    game: &StoredGame,
    position: &AnyPosition,
) -> Result<Option<Vec<Point>>> {
    let AnyPosition::Go(go) = position else { return Ok(None) };
    if !go.is_over() || request.body.contains_key("moves") {
        return Ok(None);
    }
    let node = NodeNumber::try_from(request.number("node")?).unwrap_or(NodeNumber::MAX);
    Ok(game.record.marked_dead(tree_node(game, node)?, go))
}

/// Whether dead stones leave the board before it is counted.
fn loses_dead_stones(position: &AnyPosition) -> bool {
    matches!(position, AnyPosition::Go(go) if go.rules().removes_dead_stones())
}

/// The analysis that the page shows, if the request contains one. The explanation then agrees with the screen.
fn shown_analysis(request: &SocketRequest, position: &AnyPosition) -> Result<Option<Arc<Analysis>>> {
    let json = match request.body.get("analysis") {
        None | Some(Value::Null) => return Ok(None),
        Some(json) => json,
    };
    let read = Analysis::from_json(json, position);
    let analysis = read.filter(|analysis| analysis.best.is_none_or(|best| position.is_legal(best)));
    let wrong =
        || ApiError::field("analysis", "an analysis of this position", "应为此局面的分析", "この局面の解析");
    analysis.map(|analysis| Some(Arc::new(analysis))).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_proof_names_what_is_missing() {
        let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
        for mv in ["h8", "a1", "h9", "a3", "h10", "a5"] {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        let answer = solve::solve(&game, Color::Black, WinKind::Vct, &Limits::default(), &Stop::default());
        let SolveResult::Win(win) = &answer.result else { panic!("an unstopped open three wins") };
        let whole = tree_json(&game, &win.proof, MAX_NODES);
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
            assert!(kept.iter().any(|node| !answered(node)), "the cut is visible at {most} nodes");
            for (node, same) in kept.iter().zip(nodes) {
                assert_eq!(
                    (&node["move"], node["replies"].as_array().unwrap().len()),
                    (&same["move"], same["replies"].as_array().unwrap().len())
                );
            }
        }
    }
}
