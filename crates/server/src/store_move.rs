//! A move of a person or an engine, written to the library.

use crate::app::{App, BoardChange};
use crate::board::first_color_in;
use crate::error::{ApiError, Result};
use crate::store::tree_node;
use crate::views::{position_at, view_json};
use serde_json::Value;
use std::time::Duration;
use tengen_games::{AnyPosition, EndReason, Feature, Game as _, Move, Outcome};
use tengen_library::{GameUpdate, NodeNumber, StoredGame};

/// A move that has been stored.
pub(crate) struct StoredMove {
    pub(crate) node: NodeNumber,
    pub(crate) revision: u64,
    pub(crate) view: Value,
}

/// Which moves a turn can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// Any number: a second one is a variation.
    Open,
    /// One: an engine's move, unless a move was stored while it searched.
    OneMove,
}

/// Whether a game is over by the rules, but its result open: a board of Go is counted without its dead stones, on which
/// the players have yet to agree.
pub(crate) fn is_uncounted(position: &AnyPosition) -> bool {
    let is_count = |outcome: Outcome| matches!(outcome.reason, EndReason::Score(_));
    position.outcome().is_some_and(is_count) && position.spec().has(Feature::Territory)
}

/// Whether a move is stored after a node.
pub(crate) fn has_reply(game: &StoredGame, node: NodeNumber) -> Result<bool> {
    Ok(!game.record.tree.node(tree_node(game, node)?).children.is_empty())
}

/// The error for an engine's move in a position that has a reply already.
pub(crate) fn already_played() -> ApiError {
    ApiError::new(
        axum::http::StatusCode::CONFLICT,
        "already-played",
        "the move of this turn is played already",
        "这一手已经下过了",
        "この手番はもう打たれています",
    )
}

/// Plays a move after `parent`, stores it and notifies the watchers.
///
/// # Errors
/// [`already_played`], where the turn has one move, and has it already.
pub(crate) async fn store_move(
    app: &App,
    game: &StoredGame,
    parent: NodeNumber,
    mv: Move,
    spent: Option<Duration>,
    turn: Turn,
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
        // A game that ended by resignation keeps its result, whatever is tried after it.
        let is_open =
            game.record.header.result.as_deref().is_none_or(|result| matches!(result, "" | "*" | "?"));
        // It ends where it did.
        let is_tried_first = !is_open && game.end() == tree_node(game, parent)?;
        update.ended = is_tried_first.then_some(Some(parent));
        let outcome = position.outcome().filter(|_| is_open && !is_uncounted(&position));
        update.result = outcome.map(|outcome| Some(outcome.sgf_text()));
        // An opening rule gave white to the first player: the names are swapped.
        if first_color_in(&before) != first_color_in(&position) {
            let mut header = game.record.header.clone();
            std::mem::swap(&mut header.black, &mut header.white);
            update.header = Some(header);
        }
    }
    let id = game.summary.id;
    let stored = app
        .library(move |library| {
            let appended = match turn {
                Turn::Open => Some(library.append_move(id, parent, mv, spent)?),
                Turn::OneMove => library.append_only_move(id, parent, mv, spent)?,
            };
            let Some(appended) = appended else { return Ok(None) };
            let node = appended.node;
            // The new node becomes the current one, even if it existed already.
            library.update(id, GameUpdate { current: Some(node), ..update })?;
            Ok(Some((node, library.load(id)?)))
        })
        .await?;
    let (node, game) = stored.ok_or_else(already_played)?;
    app.clocks.end_below(&game, node);
    let revision = game.summary.revision;
    app.changed(id, BoardChange { revision, node: Some(node), deleted: false });
    Ok(StoredMove { node, revision, view: view_json(&game, node)? })
}
