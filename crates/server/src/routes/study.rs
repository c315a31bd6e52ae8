//! Facts of a position besides the stones: threats, liberties, mobility, territory.

use crate::app::App;
use crate::board::points_json;
use crate::error::{ApiError, Result, Text};
use crate::extract::{JsonObject, PathArgs};
use crate::parse::read_points;
use crate::requests::stored_review;
use crate::store::game_id;
use crate::views::{forbidden, position_at};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_board::{Cell, Color, Point};
use tengen_games::go::{Chain, SideScore};
use tengen_games::{AnyPosition, Game as _, Move};
use tengen_gomoku::{ThreatPoints, threat_points};
use tengen_library::NodeId;

pub(super) async fn overlay(
    State(app): State<Arc<App>>,
    PathArgs((id, node)): PathArgs<(u64, NodeId)>,
) -> Result<Json<Value>> {
    let game = app.game(game_id(id)).await?;
    let position = position_at(&game, node)?;
    let work = tokio::task::spawn_blocking(move || overlay_json(&position));
    work.await.map(Json).map_err(ApiError::internal)
}

fn overlay_json(position: &AnyPosition) -> Value {
    match position {
        AnyPosition::Gomoku(gomoku) => {
            let side = |points: &ThreatPoints| {
                json!({
                    "fives": points_json(&points.fives),
                    "open_fours": points_json(&points.open_fours),
                    "fours": points_json(&points.fours),
                    "threes": points_json(&points.threes),
                })
            };
            let [black, white] = threat_points(gomoku);
            json!({"kind": "gomoku", "black": side(&black), "white": side(&white), "forbidden": forbidden(position)})
        }
        AnyPosition::Go(go) => {
            let chain = |chain: &Chain| {
                json!({
                    "color": chain.color.to_string(),
                    "points": points_json(&chain.stones),
                    "liberties": points_json(&chain.liberties),
                    "atari": chain.in_atari(),
                })
            };
            let ladder = |ladder: &tengen_games::go::Ladder| {
                let line: Vec<String> = ladder.line.iter().map(|&p| go.format_move(Move::Place(p))).collect();
                json!({
                    "color": ladder.chain.color.to_string(),
                    "points": points_json(&ladder.chain.stones),
                    "works": ladder.works,
                    "line": line,
                    "line_points": points_json(&ladder.line),
                })
            };
            json!({
                "kind": "go",
                "chains": go.chains().iter().map(chain).collect::<Vec<_>>(),
                "ladders": go.ladders().iter().map(ladder).collect::<Vec<_>>(),
                "forbidden": forbidden(position),
            })
        }
        AnyPosition::Othello(othello) => {
            let mobility = |color| points_json(&othello.mobility(color));
            let stable = |color| points_json(&othello.stable(color));
            json!({
                "kind": "othello",
                "mobility": {"black": mobility(Color::Black), "white": mobility(Color::White)},
                "stable": {"black": stable(Color::Black), "white": stable(Color::White)},
            })
        }
        other => json!({"kind": other.spec().kind().name()}),
    }
}

pub(super) async fn score(
    State(app): State<Arc<App>>,
    PathArgs((id, node)): PathArgs<(u64, NodeId)>,
    JsonObject(body): JsonObject,
) -> Result<Json<Value>> {
    let game = app.game(game_id(id)).await?;
    let AnyPosition::Go(go) = position_at(&game, node)? else {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "not-counted",
            "only Go is counted with dead stones",
            "只有围棋需要标记死子后计分",
        ));
    };
    let dead = match body.get("dead") {
        None | Some(Value::Null) => Vec::new(),
        Some(points) => read_points(points, "dead")?,
    };
    // A stone marked as dead means its whole chain.
    let chains = go.chains();
    let dead: Vec<Point> = chains
        .into_iter()
        .filter(|chain| dead.iter().any(|p| chain.stones.contains(p)))
        .flat_map(|chain| chain.stones)
        .collect();
    let count = go.score(&dead);
    let side = |side: &SideScore| {
        json!({
            "total": side.total, "stones": side.stones, "territory": side.territory, "prisoners": side.prisoners,
            "tax": side.tax, "bonus": side.bonus,
        })
    };
    let owner: Vec<i8> = count
        .owner
        .iter()
        .map(|cell| match cell {
            Cell::Black => 1,
            Cell::White => -1,
            Cell::Empty => 0,
        })
        .collect();
    let outcome = count.outcome();
    Ok(Json(json!({
        "black": side(&count.black),
        "white": side(&count.white),
        "komi": go.rules().komi,
        "margin": count.margin(),
        "winner": outcome.winner.map(|color| color.to_string()),
        "result": crate::views::result_text(outcome),
        "dead": points_json(&dead),
        "ownership": owner.chunks(go.size().cols()).collect::<Vec<_>>(),
        "text": Text::of(|language| language.outcome(outcome)).to_json(),
    })))
}

/// The review of the main line, as far as the library has the analyses.
pub(super) async fn review(State(app): State<Arc<App>>, PathArgs(id): PathArgs<u64>) -> Result<Json<Value>> {
    let game = app.game(game_id(id)).await?;
    match stored_review(&app, &game).await? {
        Some(review) => Ok(Json(review)),
        None => Err(ApiError::not_found("this game has not been reviewed", "这一局还没有复盘")),
    }
}
