//! The boundary between the server and the library.

use crate::error::{ApiError, Result, Text};
use axum::http::StatusCode;
use tengen_library::{Error, GameId, NodeNumber, StoredGame};

/// The API error for an error of the library. Errors of the file itself are logged and not shown.
pub(crate) fn library_error(error: Error) -> ApiError {
    let status = match &error {
        Error::NoGame(_) | Error::NoNode { .. } => StatusCode::NOT_FOUND,
        Error::PruneRoot | Error::Read(_) | Error::Write(_) | Error::Spec(_) => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Error::NothingPruned(_) | Error::Conflict { .. } => StatusCode::CONFLICT,
        Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        Error::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Error::Full => StatusCode::INSUFFICIENT_STORAGE,
        _ => return ApiError::internal(error),
    };
    ApiError::texts(status, error.code(), Text::of(|language| error.text(language)))
}

/// The tree's node with this stored id.
pub(crate) fn tree_node(game: &StoredGame, node: NodeNumber) -> Result<tengen_records::NodeId> {
    let at = game.node_of(node);
    at.ok_or_else(|| library_error(Error::NoNode { game: game.summary.id, node }))
}

/// The id of a game from a path, where any number may be.
pub(crate) fn game_id(id: u64) -> GameId {
    GameId::try_from(id).unwrap_or(0)
}
