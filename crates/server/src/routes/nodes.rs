//! Moves and variations of a game.

use crate::app::{App, Change as Told};
use crate::board::{read_marks, read_move, read_text};
use crate::body::{At, Object};
use crate::error::{ApiError, Result};
use crate::store::{Game, NodeChange};
use crate::views::{position_at, result_text, view_json};
use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tengen_games::{Game as _, Move};
use tengen_records::NodeId;

/// A move that has been stored.
pub(crate) struct Stored {
    pub(crate) node: NodeId,
    pub(crate) revision: u64,
    pub(crate) view: Value,
}

/// Plays a move after `parent`, stores it and tells the watchers.
pub(crate) async fn store_move(
    app: &App,
    game: &Game,
    parent: NodeId,
    mv: Move,
    spent: Option<Duration>,
) -> Result<Stored> {
    let mut position = position_at(game, parent)?;
    position.play(mv).map_err(|e| ApiError::illegal(&e))?;
    if game.record.tree.len() >= app.limits.nodes_per_game {
        return Err(ApiError::new(
            axum::http::StatusCode::UNPROCESSABLE_ENTITY,
            "too-large",
            "this game has as many moves as a game may have",
            "这一局的着手数已达上限",
        ));
    }
    // The end of the main line is the end of the game; that of a variation is not.
    let main = game.record.tree.main_line().last() == Some(parent);
    let result = position.outcome().filter(|_| main).map(result_text);
    let id = game.id;
    let (node, revision) = app.store(move |store| store.add_move(id, parent, mv, spent, result)).await?;
    app.changed(id, Told { revision, node: Some(node), deleted: false });
    let game = app.store(move |store| store.game(id)).await?;
    Ok(Stored { node, revision, view: view_json(&game, node) })
}

pub(super) async fn play(
    State(app): State<Arc<App>>,
    At(id): At<u64>,
    Object(body): Object,
) -> Result<Json<Value>> {
    let game = app.store(move |store| store.game(id)).await?;
    let parent = body.get("parent").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
    let parent = parent.ok_or_else(|| ApiError::field("parent", "the number of a node", "应为节点编号"))?;
    game.check(parent)?;
    let spent = match body.get("elapsed_ms") {
        None | Some(Value::Null) => None,
        Some(ms) => {
            let wrong = || ApiError::field("elapsed_ms", "milliseconds", "应为毫秒数");
            Some(Duration::from_millis(ms.as_u64().filter(|&ms| ms < 1 << 40).ok_or_else(wrong)?))
        }
    };
    let mv = read_move(&position_at(&game, parent)?, &body)?;
    let Stored { node, revision, view } = store_move(&app, &game, parent, mv, spent).await?;
    Ok(Json(json!({"node": node, "view": view, "revision": revision})))
}

pub(super) async fn view(
    State(app): State<Arc<App>>,
    At((id, node)): At<(u64, NodeId)>,
) -> Result<Json<Value>> {
    let game = app.store(move |store| store.game(id)).await?;
    game.check(node)?;
    Ok(Json(view_json(&game, node)))
}

pub(super) async fn change(
    State(app): State<Arc<App>>,
    At((id, node)): At<(u64, NodeId)>,
    Object(body): Object,
) -> Result<Json<Value>> {
    let game = app.store(move |store| store.game(id)).await?;
    game.check(node)?;
    let mut change = NodeChange::default();
    for (key, value) in &body {
        match key.as_str() {
            "comment" => change.comment = Some(read_text(value, "comment", app.limits.text)?),
            "marks" => change.marks = Some(read_marks(value, game.record.spec.size())?),
            "promote" => change.promote = value.as_bool().unwrap_or_default(),
            other => {
                return Err(ApiError::field(
                    other,
                    "one of comment, marks, promote",
                    "应为 comment、marks、promote 之一",
                ));
            }
        }
    }
    let revision = app.store(move |store| store.change_node(id, node, change)).await?;
    app.changed(id, Told { revision, node: Some(node), deleted: false });
    Ok(Json(json!({"node": node, "revision": revision})))
}

pub(super) async fn prune(
    State(app): State<Arc<App>>,
    At((id, node)): At<(u64, NodeId)>,
) -> Result<Json<Value>> {
    let revision = app.store(move |store| store.prune(id, node)).await?;
    let game = app.store(move |store| store.game(id)).await?;
    app.changed(id, Told { revision, node: Some(game.current), deleted: false });
    Ok(Json(json!({"current": game.current, "revision": revision})))
}

pub(super) async fn undo_prune(State(app): State<Arc<App>>, At(id): At<u64>) -> Result<Json<Value>> {
    let node = app.store(move |store| store.undo_prune(id)).await?;
    let game = app.store(move |store| store.game(id)).await?;
    app.changed(id, Told { revision: game.revision, node: Some(node), deleted: false });
    Ok(Json(json!({"node": node, "revision": game.revision})))
}
