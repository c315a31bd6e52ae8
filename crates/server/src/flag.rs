//! Whether a move came in time, and games that end because the flag fell. The server decides both by its own
//! [clocks](crate::clocks). A page's own time counts only if the server counted nothing.

use crate::app::{App, BoardChange};
use crate::board::clocks_at;
use crate::error::{ApiError, Result};
use crate::store::tree_node;
use crate::views::position_at;
use axum::http::StatusCode;
use std::time::Duration;
use tengen_board::Color;
use tengen_engine::PlayerClock;
use tengen_games::{AnyPosition, Game as _, PlayerId};
use tengen_library::{ClockSettings, GameId, GameUpdate, NodeNumber, StoredGame};
use tengen_records::Header;

/// The clock of the player to move at the start of the turn.
pub(crate) fn clock_to_move(
    game: &StoredGame,
    node: NodeNumber,
    position: &AnyPosition,
    clock: &ClockSettings,
) -> Result<PlayerClock> {
    Ok(clocks_at(game, tree_node(game, node)?, clock)[position.player_to_move() as usize])
}

/// How long the move that is being stored took: the server's count if there is one, else the `reported` time.
///
/// # Errors
/// The flag has fallen.
pub(crate) async fn end_turn(
    app: &App,
    game: &StoredGame,
    node: NodeNumber,
    position: &AnyPosition,
    reported: Option<Duration>,
) -> Result<Option<Duration>> {
    let board = game.summary.id;
    let (Some(clock), Some(spent)) = (&game.clock, app.clocks.spent(board, node)) else {
        return Ok(reported);
    };
    if spent < clock_to_move(game, node, position, clock)?.left() {
        app.clocks.end(board, node);
        // Whole milliseconds, as every page sees them, so that the times add up.
        return Ok(Some(Duration::from_millis(spent.as_millis() as u64)));
    }
    drop_flag(app, board, node).await?;
    Err(ApiError::new(
        StatusCode::CONFLICT,
        "time-over",
        "the time for this move is over",
        "这一手已超时",
        "この手は時間切れです",
    ))
}

/// Ends a game whose player to move has no time left. Returns the result and the new revision, or `None` if the game
/// went on or ended in the meantime.
pub(crate) async fn drop_flag(app: &App, board: GameId, node: NodeNumber) -> Result<Option<(String, u64)>> {
    let game = app.game(board).await?;
    let position = position_at(&game, node)?;
    if is_finished(&game.record.header)
        || position.is_over()
        || !is_game_end(&game, node)?
        || app.clocks.spent(board, node).is_none()
    {
        return Ok(None);
    }
    end_game(app, &game, &position, 'T').await.map(Some)
}

/// Ends a game that the player to move loses: on time (`T`) or by resignation (`R`). Returns the result and the new
/// revision.
pub(crate) async fn end_game(
    app: &App,
    game: &StoredGame,
    position: &AnyPosition,
    how: char,
) -> Result<(String, u64)> {
    let board = game.summary.id;
    let winner = if loser(position) == Color::Black { 'W' } else { 'B' };
    let result = format!("{winner}+{how}");
    let update = GameUpdate {
        // If another change was stored since the game was read, that change wins.
        revision: Some(game.summary.revision),
        result: Some(Some(result.clone())),
        ..GameUpdate::default()
    };
    let changed = app.library(move |library| library.update(board, update)).await?;
    app.changed(board, BoardChange { revision: changed.revision, ..BoardChange::default() });
    Ok((result, changed.revision))
}

/// Whether a game has a result.
pub(crate) fn is_finished(header: &Header) -> bool {
    header.result.as_deref().is_some_and(|result| result != "*")
}

/// The player whose flag fell, as the result says, such as `B+T`.
pub(crate) fn lost_on_time(header: &Header, position: &AnyPosition) -> Option<PlayerId> {
    let (winner, how) = header.result.as_deref()?.split_once('+')?;
    let lost = match winner {
        "B" => Color::White,
        "W" => Color::Black,
        _ => return None,
    };
    let player = position.player_to_move();
    ["T", "Time"].contains(&how).then(|| if loser(position) == lost { player } else { player.opponent() })
}

/// Whether a node is the end of the main line.
pub(crate) fn is_game_end(game: &StoredGame, node: NodeNumber) -> Result<bool> {
    Ok(game.record.tree.main_line().last() == Some(tree_node(game, node)?))
}

/// The colour of the player to move. Before an opening rule has assigned the colours, the first player counts as black.
fn loser(position: &AnyPosition) -> Color {
    let player = position.player_to_move();
    let usual = if player == PlayerId::First { Color::Black } else { Color::White };
    position.color_of(player).unwrap_or(usual)
}
