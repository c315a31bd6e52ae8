//! A move of a person or an engine, written to the library.

use crate::app::{App, BoardChange};
use crate::error::{ApiError, Result};
use crate::store::tree_node;
use crate::views::{position_at, view_json};
use serde_json::Value;
use std::time::Duration;
use tengen_board::Color;
use tengen_games::{AnyPosition, EndReason, Feature, Game as _, Move, PlayerId};
use tengen_library::{GameUpdate, NodeNumber, StoredGame};

/// A move that has been stored.
pub(crate) struct StoredMove {
    pub(crate) node: NodeNumber,
    pub(crate) revision: u64,
    pub(crate) view: Value,
}

/// Plays a move after `parent`, stores it and notifies the watchers.
pub(crate) async fn store_move(
    app: &App,
    game: &StoredGame,
    parent: NodeNumber,
    mv: Move,
    spent: Option<Duration>,
) -> Result<StoredMove> {
    let before = position_at(game, parent)?;
    let mut position = before.clone();
    position.play(mv).map_err(|e| ApiError::illegal(&e))?;
    if game.record.tree.len() >= app.limits.nodes_per_game {
        return Err(ApiError::new(
            axum::http::StatusCode::UNPROCESSABLE_ENTITY,
            "too-large",
            "this game has reached the maximum number of moves",
            "这一局的着法数已达上限",
            "この対局の手数は上限に達しました",
        ));
    }
    // Only the end of the main line ends the game; the end of a variation does not.
    let main = game.record.tree.main_line().last() == Some(tree_node(game, parent)?);
    let mut update = GameUpdate::default();
    if main {
        // A board of Go is counted without its dead stones, on which the players have yet to agree.
        let is_counted =
            |reason| matches!(reason, EndReason::Score(_)) && game.record.spec.has(Feature::Territory);
        let outcome = position.outcome().filter(|outcome| !is_counted(outcome.reason));
        update.result = outcome.map(|outcome| Some(outcome.sgf_text()));
        // An opening rule gave white to the first player: the names are swapped.
        let first = |p: &AnyPosition| p.color_of(PlayerId::First).unwrap_or(Color::Black);
        if first(&before) != first(&position) {
            let mut header = game.record.header.clone();
            std::mem::swap(&mut header.black, &mut header.white);
            update.header = Some(header);
        }
    }
    let id = game.summary.id;
    let (node, game) = app
        .library(move |library| {
            let node = library.append_move(id, parent, mv, spent)?.node;
            // The new node becomes the current one, even if it existed already.
            library.update(id, GameUpdate { current: Some(node), ..update })?;
            Ok((node, library.load(id)?))
        })
        .await?;
    app.clocks.end_below(&game, node);
    let revision = game.summary.revision;
    app.changed(id, BoardChange { revision, node: Some(node), deleted: false });
    Ok(StoredMove { node, revision, view: view_json(&game, node)? })
}
