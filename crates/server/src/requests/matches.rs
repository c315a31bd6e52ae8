//! The requests `match` and `matches`: report a match, or all of them in short, as they change.

use super::{Cancelled, SocketRequest};
use crate::error::Result;
use serde_json::{Value, json};
use std::time::Duration;

/// Minimum interval between two messages: moves may come much faster.
const MATCH_INTERVAL: Duration = Duration::from_millis(250);
const LIST_INTERVAL: Duration = Duration::from_millis(1000);
/// Maximum number of finished games in one message.
const GAMES: usize = 200;

/// Reports a match with its boards under way until the request is cancelled. Each finished game is sent once.
pub(super) async fn watch_match(request: &SocketRequest, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let id = request.number("match")?;
    let mut changes = request.app.matches.watch();
    let mut sent = 0;
    loop {
        changes.borrow_and_update();
        let (found, rows) = request.app.matches(move |matches| matches.read(id, sent, GAMES)).await?;
        sent = (sent + GAMES).min(rows);
        if !request.out.send(&json!({"id": request.id, "type": "match", "match": found})).await {
            return Ok(None);
        }
        if sent < rows {
            continue;
        }
        tokio::select! {
            () = cancelled.wait() => return Ok(None),
            changed = next(&mut changes, MATCH_INTERVAL) => if !changed { return Ok(None) },
        }
    }
}

/// Reports all matches in short until the request is cancelled.
pub(super) async fn watch_list(request: &SocketRequest, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let mut changes = request.app.matches.watch();
    let mut last = Value::Null;
    loop {
        changes.borrow_and_update();
        let list = request.app.matches(|matches| Ok(matches.list())).await?;
        // A move changes a board, which lists do not show.
        if list != last {
            if !request.out.send(&json!({"id": request.id, "type": "matches", "matches": list})).await {
                return Ok(None);
            }
            last = list;
        }
        tokio::select! {
            () = cancelled.wait() => return Ok(None),
            changed = next(&mut changes, LIST_INTERVAL) => if !changed { return Ok(None) },
        }
    }
}

/// Waits for the interval and a change after it; `false` if there will be none.
async fn next(changes: &mut tokio::sync::watch::Receiver<u64>, interval: Duration) -> bool {
    tokio::time::sleep(interval).await;
    changes.changed().await.is_ok()
}
