//! Facts of a position besides the stones: threats, liberties, mobility, territory.

use crate::app::App;
use crate::board::points_json;
use crate::error::{ApiError, Result, Text};
use crate::extract::{JsonObject, PathArgs};
use crate::parse::read_points;
use crate::requests::last_review;
use crate::store::game_id;
use crate::views::position_at;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_board::{Cell, Point};
use tengen_games::go::SideScore;
use tengen_games::{AnyPosition, Fact, FactKind, Game as _};
use tengen_library::NodeNumber;

pub(super) async fn overlay(
    State(app): State<Arc<App>>,
    PathArgs((id, node)): PathArgs<(u64, NodeNumber)>,
) -> Result<Json<Value>> {
    let game = app.game(game_id(id)).await?;
    let position = position_at(&game, node)?;
    let work = tokio::task::spawn_blocking(move || overlay_json(&position));
    work.await.map(Json).map_err(ApiError::internal)
}

/// The facts as a list; the page chooses which it shows.
fn overlay_json(position: &AnyPosition) -> Value {
    let fact = |fact: &Fact| {
        let mut out = json!({
            "kind": fact.kind.name(), "side": fact.side.to_string(),
            "points": points_json(&fact.points), "others": points_json(&fact.others),
        });
        match &fact.kind {
            FactKind::Closed(reason) => out["why"] = Text::of(|language| language.reason(reason)).to_json(),
            FactKind::Ladder { works, .. } => out["works"] = (*works).into(),
            FactKind::Alive { eyes } => {
                out["eyes"] = eyes.iter().map(points_json).collect::<Vec<_>>().into();
            }
            _ => {}
        }
        out
    };
    json!({"facts": position.facts().iter().map(fact).collect::<Vec<_>>()})
}

pub(super) async fn score(
    State(app): State<Arc<App>>,
    PathArgs((id, node)): PathArgs<(u64, NodeNumber)>,
    JsonObject(body): JsonObject,
) -> Result<Json<Value>> {
    let game = app.game(game_id(id)).await?;
    let AnyPosition::Go(go) = position_at(&game, node)? else {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "not-counted",
            "only Go is counted with dead stones",
            "只有围棋需要标记死子后计分",
            "死石の指定と計算は囲碁だけです",
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
        "result": outcome.sgf_text(),
        "dead": points_json(&dead),
        "ownership": owner.chunks(go.size().cols()).collect::<Vec<_>>(),
        "text": Text::of(|language| language.outcome(outcome)).to_json(),
    })))
}

/// The last review, else one of the main line as far as the library has the analyses; null if it has none.
pub(super) async fn review(
    State(app): State<Arc<App>>,
    PathArgs(id): PathArgs<u64>,
) -> Result<Json<Option<Value>>> {
    let game = app.game(game_id(id)).await?;
    Ok(Json(last_review(&app, &game).await?))
}
