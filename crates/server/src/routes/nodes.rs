//! Moves and variations of a game.

use crate::app::{App, BoardChange};
use crate::board::{board_json, with_names_kept};
use crate::error::{ApiError, Result};
use crate::extract::{JsonObject, PathArgs};
use crate::flag;
use crate::parse::{read_arrows, read_line, read_marks, read_move, read_text};
use crate::store::{game_id, tree_node};
use crate::store_move::{StoredMove, Turn, store_move};
use crate::views::{position_at, view_json};
use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tengen_games::Game as _;
use tengen_library::{Library, NodeNumber, NodeUpdate, StoredGame};

pub(super) async fn play(
    State(app): State<Arc<App>>,
    PathArgs(id): PathArgs<u64>,
    JsonObject(body): JsonObject,
) -> Result<Json<Value>> {
    let game = app.game(game_id(id)).await?;
    let parent = body.get("parent").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
    let parent = parent
        .ok_or_else(|| ApiError::field("parent", "the number of a node", "应为节点编号", "ノード番号"))?;
    let spent = match body.get("elapsed_ms") {
        None | Some(Value::Null) => None,
        Some(ms) => {
            let wrong = || ApiError::field("elapsed_ms", "milliseconds", "应为毫秒数", "ミリ秒");
            Some(Duration::from_millis(ms.as_u64().filter(|&ms| ms < 1 << 40).ok_or_else(wrong)?))
        }
    };
    let position = position_at(&game, parent)?;
    let mv = read_move(&position, &body)?;
    // An illegal move does not end the turn.
    position.check(mv).map_err(|reason| ApiError::refused(&reason, mv))?;
    let spent = flag::end_turn(&app, &game, parent, &position, spent).await?;
    let StoredMove { node, revision, view } = store_move(&app, &game, parent, mv, spent, Turn::Open).await?;
    Ok(Json(json!({"node": node, "view": view, "revision": revision})))
}

pub(super) async fn view(
    State(app): State<Arc<App>>,
    PathArgs((id, node)): PathArgs<(u64, NodeNumber)>,
) -> Result<Json<Value>> {
    let game = app.game(game_id(id)).await?;
    Ok(Json(view_json(&game, node)?))
}

/// The answer to a change of the tree: the whole board, so that the page does not have to ask for it.
fn changed(app: &App, game: &StoredGame, node: NodeNumber) -> Json<Value> {
    let revision = game.summary.revision;
    app.changed(game.summary.id, BoardChange { revision, node: Some(node), deleted: false });
    Json(json!({"node": node, "revision": revision, "board": board_json(game)}))
}

pub(super) async fn change(
    State(app): State<Arc<App>>,
    PathArgs((id, node)): PathArgs<(u64, NodeNumber)>,
    JsonObject(body): JsonObject,
) -> Result<Json<Value>> {
    let id = game_id(id);
    let game = app.game(id).await?;
    let at = tree_node(&game, node)?;
    let (mut annotation, mut promote) = (NodeUpdate::default(), false);
    for (key, value) in &body {
        match key.as_str() {
            "name" => annotation.name = Some(read_line(value, "name", 200)?),
            "comment" => annotation.comment = Some(read_text(value, "comment", app.limits.text)?),
            "marks" => annotation.marks = Some(read_marks(value, game.record.spec.size())?),
            "arrows" => {
                let arrows = read_arrows(value, game.record.spec.size())?;
                annotation.extra = Some(game.record.extra_with_arrows(at, &arrows));
            }
            "promote" => {
                let wrong =
                    || ApiError::field("promote", "true or false", "应为 true 或 false", "trueまたはfalse");
                promote = value.as_bool().ok_or_else(wrong)?;
            }
            other => {
                return Err(ApiError::field(
                    other,
                    "one of name, comment, marks, arrows, promote",
                    "应为 name、comment、marks、arrows、promote 之一",
                    "name、comment、marks、arrows、promoteのいずれか",
                ));
            }
        }
    }
    let (game, promoted) = app
        .library(move |library| {
            let before = game;
            if annotation != NodeUpdate::default() {
                library.annotate(id, node, annotation)?;
            }
            let promoted = promote && library.promote(id, node)?.changed;
            let game = library.load(id)?;
            Ok((if promoted { with_names_kept(library, &before, game)? } else { game }, promoted))
        })
        .await?;
    // The turns of a line that becomes the game have not begun.
    if promoted {
        app.clocks.end_below(&game, node);
    }
    Ok(changed(&app, &game, node))
}

pub(super) async fn prune(
    State(app): State<Arc<App>>,
    PathArgs((id, node)): PathArgs<(u64, NodeNumber)>,
) -> Result<Json<Value>> {
    let id = game_id(id);
    let before = app.game(id).await?;
    let pruned = move |library: &Library| {
        library.prune(id, node)?;
        with_names_kept(library, &before, library.load(id)?)
    };
    let game = app.library(pruned).await?;
    let current = game.current;
    Ok(changed(&app, &game, current))
}

pub(super) async fn undo_prune(
    State(app): State<Arc<App>>,
    PathArgs(id): PathArgs<u64>,
) -> Result<Json<Value>> {
    let id = game_id(id);
    let before = app.game(id).await?;
    let (node, game) = app
        .library(move |library| {
            let node = library.undo_prune(id)?.node;
            Ok((node, with_names_kept(library, &before, library.load(id)?)?))
        })
        .await?;
    Ok(changed(&app, &game, node))
}
