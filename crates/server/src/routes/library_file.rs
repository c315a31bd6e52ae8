//! The library as a file, for the person whose machine it is on: where it is, its backups, and damaged libraries whose
//! games can be saved. Paths of this machine and copies of all games are private, so all of it is refused
//! where others reach the server.

use super::library::{importing, progress_lines};
use super::programs::only;
use crate::app::App;
use crate::error::{ApiError, Result, language_of};
use crate::extract::JsonObject;
use crate::guard::Peer;
use crate::store::library_error;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::{Extension, Json};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_library::{BesideFile, BesideKind, Recovery, RecoveryLoss};
use tengen_words::Language;
use tokio::sync::mpsc;

/// The most losses that a recovery lists one by one.
const MAX_LISTED: usize = 200;
/// Interval of the progress messages of a recovery.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

fn only_own_machine(app: &App, peer: &Peer, headers: &HeaderMap) -> Result<()> {
    if app.own_machine && peer.is_own_machine(headers) {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "file-shared",
        "the library's file is shown only where nobody else can reach the server",
        "只有他人无法访问的服务器才提供棋谱库文件的操作",
        "ライブラリのファイルは、ほかの人が接続できないサーバーでだけ扱えます",
    )
    .expected(
        "start Tengen without --host, or use `tengen library` in the terminal",
        "启动 Tengen 时不加 --host，或在终端里使用 tengen library",
        "--hostなしでTengenを起動するか、端末で「tengen library」を使ってください",
    ))
}

pub(super) async fn about(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Json<Value>> {
    only_own_machine(&app, &peer, &headers)?;
    let now = app.set_aside.as_ref().map(|aside| aside.now.clone());
    let (path, read_only, files) = app
        .library(|library| {
            Ok((library.path().to_owned(), library.read_only().is_some(), library.files_beside()?))
        })
        .await?;
    // What was changed last is in the log.
    let mut log = path.clone().into_os_string();
    log.push("-wal");
    let length = |path: &std::path::Path| std::fs::metadata(path).map_or(0, |about| about.len());
    let bytes = length(&path) + length(log.as_ref());
    let file = |file: &BesideFile| {
        json!({
            "name": file.name, "path": file.path.to_string_lossy(), "bytes": file.bytes, "changed_ms": file.changed_ms,
            "new": now.as_ref() == Some(&file.path),
        })
    };
    let list = |kind| files.iter().filter(|f| f.kind == kind).map(file).collect::<Vec<_>>();
    Ok(Json(json!({
        "path": path.to_string_lossy(),
        "bytes": bytes,
        "read_only": read_only,
        "damaged": list(BesideKind::Damaged),
        "backups": list(BesideKind::Backup),
    })))
}

pub(super) async fn back_up(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<(StatusCode, Json<Value>)> {
    only_own_machine(&app, &peer, &headers)?;
    let _permit = importing(&app)?;
    let (path, bytes) = app
        .library(|library| {
            let path = library.back_up_beside()?;
            let bytes = path.metadata().map_or(0, |about| about.len());
            Ok((path, bytes))
        })
        .await?;
    Ok((StatusCode::CREATED, Json(json!({"path": path.to_string_lossy(), "bytes": bytes}))))
}

/// Stores every game that can still be read from a damaged library. The answer is lines of JSON: the progress, then the
/// result.
pub(super) async fn recover(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    JsonObject(body): JsonObject,
) -> Result<Response> {
    only_own_machine(&app, &peer, &headers)?;
    let language = language_of(&headers);
    only(&body, &["file"])?;
    let files = app.library(|library| library.files_beside()).await?;
    let named = body.get("file").and_then(Value::as_str);
    // A name from the list and never a path: no other file of this machine is read.
    let damaged = files.into_iter().find(|f| f.kind == BesideKind::Damaged && Some(f.name.as_str()) == named);
    let damaged = damaged.ok_or_else(|| {
        ApiError::field(
            "file",
            "the name of a damaged library, as GET /api/library/file lists it",
            "应为 GET /api/library/file 所列的受损棋谱库的文件名",
            "GET /api/library/fileにある壊れたライブラリの名前",
        )
    })?;
    let permit = importing(&app)?;
    let (sender, receiver) = mpsc::channel::<Value>(8);
    let (library, closing) = (app.library.clone(), app.closing.clone());
    let work = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let mut last = Instant::now();
        let done = library.recover(&damaged.path, |done, total| {
            if last.elapsed() >= PROGRESS_INTERVAL {
                last = Instant::now();
                // If the reader is behind, it gets the next message.
                let _ = sender.try_send(json!({"step": "recovering", "done": done, "of": total}));
            }
            // It goes on if its page is closed: the games that are saved stay.
            !*closing.borrow()
        });
        done.map(|recovery| result(&recovery, language)).map_err(|e| unrecovered(e, &damaged.name))
    });
    Ok(progress_lines(receiver, work, language))
}

/// The error of a file from which nothing can be saved.
fn unrecovered(error: tengen_library::Error, name: &str) -> ApiError {
    use tengen_library::Error;
    let (en, zh, ja) = match error {
        Error::Damaged { .. } => (
            format!("no game in {name} can be read"),
            format!("{name} 里的对局都读不出来"),
            format!("{name}の対局は1局も読めません"),
        ),
        Error::Foreign { .. } => (
            format!("{name} is the database of another program"),
            format!("{name} 是别的程序的数据库"),
            format!("{name}はほかのプログラムのデータベースです"),
        ),
        error => return library_error(error),
    };
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "unrecoverable", en, zh, ja)
}

fn result(recovery: &Recovery, language: Language) -> Value {
    let losses = |list: &[RecoveryLoss]| -> Vec<Value> {
        list.iter()
            .take(MAX_LISTED)
            .map(|loss| json!({"game": loss.game, "what": loss.what.text(language)}))
            .collect()
    };
    json!({
        "recovered": recovery.games.len(),
        "duplicates": recovery.duplicates,
        "incomplete": losses(&recovery.incomplete),
        "incomplete_count": recovery.incomplete.len(),
        "lost": losses(&recovery.lost),
        "lost_count": recovery.lost.len(),
    })
}
