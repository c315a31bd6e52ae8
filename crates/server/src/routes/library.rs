//! The library: lists, tags, searches by position, imports.

use crate::app::App;
use crate::board::{point_json, points_json, size_json, summary_json, violation_text};
use crate::error::{ApiError, Result, Text, language_of};
use crate::extract::{JsonObject, Params, bytes};
use crate::parse::{read_position, read_spec};
use crate::store::library_error;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_games::Game as _;
use tengen_gomoku::ProvenStrategy;
use tengen_library::{
    GameQuery, GameResult, GameSummary, Import, ImportProblem, ImportProgress, ImportResult, ImportSource,
    Library, ProblemKind, Sort, is_date,
};
use tengen_records::wthor::Names;
use tengen_records::{Expected, Format, Found, WarningKind, movelist};
use tengen_words::Language;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::JoinHandle;

/// Maximum number of games of an import that are listed one by one.
const MAX_LISTED: usize = 200;
/// Maximum number of bytes of a list of moves whose other likely games are reported.
const MAX_PASTED: usize = 64 << 10;
/// Interval of the progress messages of an import.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The parameters of a list.
pub(super) const LIST_PARAMS: &[&str] = &[
    "game", "player", "black", "white", "event", "size", "result", "from", "to", "tag", "text", "deleted",
    "sort", "page", "per_page",
];
/// The parameters of an import.
pub(super) const IMPORT_PARAMS: &[&str] = &["format", "game", "rules", "size", "name", "tags", "progress"];

pub(super) async fn list(State(app): State<Arc<App>>, params: Params) -> Result<Json<Value>> {
    let mut query = GameQuery {
        player: params.text("player"),
        black: params.text("black"),
        white: params.text("white"),
        event: params.text("event"),
        from: params.text("from"),
        to: params.text("to"),
        tag: params.text("tag"),
        text: params.text("text"),
        deleted: params.flag("deleted")?,
        page: params.number("page")?.unwrap_or(1),
        per_page: params.number("per_page")?.unwrap_or(50).min(500),
        ..GameQuery::default()
    };
    if let Some(game) = params.text("game") {
        query = query.with_game(&game).map_err(|e| ApiError::spec(&e))?;
    }
    for (key, date) in [("from", &query.from), ("to", &query.to)] {
        if date.as_deref().is_some_and(|date| !is_date(date)) {
            return Err(no_date(key));
        }
    }
    if let Some(text) = params.text("size") {
        let wrong = |_| {
            ApiError::field(
                "size",
                "a size such as 19 or 7x6",
                "应为棋盘大小，如 19 或 7x6",
                "盤の大きさ（例：19、7x6）",
            )
        };
        query.size = Some(text.trim().parse().map_err(wrong)?);
    }
    query.outcome = match params.text("result").map(|text| text.to_lowercase()).as_deref() {
        None => None,
        Some("black" | "b+" | "b") => Some(GameResult::Black),
        Some("white" | "w+" | "w") => Some(GameResult::White),
        Some("draw") => Some(GameResult::Draw),
        Some("unknown") => Some(GameResult::Unknown),
        Some(_) => {
            return Err(ApiError::field(
                "result",
                "B+ or black, W+ or white, draw or unknown",
                "B+ 或 black、W+ 或 white、draw、unknown",
                "B+かblack、W+かwhite、draw、unknown",
            ));
        }
    };
    query.sort = match params.text("sort").as_deref() {
        None | Some("changed") => Sort::Changed,
        Some("newest") => Sort::Newest,
        Some("oldest") => Sort::Oldest,
        Some("date") => Sort::Date,
        Some("black") => Sort::Black,
        Some("white") => Sort::White,
        Some("longest") => Sort::Longest,
        Some(_) => {
            let words = "changed, newest, oldest, date, black, white or longest";
            return Err(ApiError::field("sort", words, words, words));
        }
    };
    let page = app.library(move |library| library.search(&query)).await?;
    Ok(Json(json!({
        "total": page.total,
        "page": page.page,
        "per_page": page.per_page,
        "games": page.games.iter().map(summary_json).collect::<Vec<_>>(),
    })))
}

/// The error for a parameter that is no date.
pub(super) fn no_date(key: &str) -> ApiError {
    ApiError::field(
        key,
        "a date such as 1999, 2001-05 or 2001-05-30",
        "应为日期，如 1999、2001-05 或 2001-05-30",
        "日付（例：1999、2001-05、2001-05-30）",
    )
}

pub(super) async fn tags(State(app): State<Arc<App>>) -> Result<Json<Value>> {
    let tags = app.library(Library::tags).await?;
    let tag = |(tag, count): (String, u64)| json!({"tag": tag, "count": count});
    Ok(Json(tags.into_iter().map(tag).collect()))
}

pub(super) async fn position(
    State(app): State<Arc<App>>,
    JsonObject(body): JsonObject,
) -> Result<Json<Value>> {
    let position = read_position(&body)?;
    let number = |key: &str, usual: u32| {
        let wrong = || ApiError::field(key, "a number", "应为数字", "数");
        match body.get(key) {
            None | Some(Value::Null) => Ok(usual),
            Some(n) => n.as_u64().and_then(|n| u32::try_from(n).ok()).ok_or_else(wrong),
        }
    };
    let (page, per_page) = (number("page", 1)?, number("per_page", 20)?.min(200));
    let asked = position.clone();
    let (found, in_strategy) = app
        .library(move |library| {
            let found = library.find_position(&asked, page, per_page)?;
            let leads_in = |next: &tengen_library::NextMove| ProvenStrategy::is_reached_by(&asked, next.mv);
            let in_strategy: Vec<bool> = found.statistics.iter().map(leads_in).collect();
            Ok((found, in_strategy))
        })
        .await?;
    let game = |game: &tengen_library::PositionMatch| {
        let mut out = summary_json(&game.summary);
        out["node"] = game.node.into();
        out["ply"] = game.ply.into();
        out["main"] = game.main.into();
        out
    };
    let next = |(next, in_strategy): (&tengen_library::NextMove, &bool)| {
        json!({
            "move": position.format_move(next.mv),
            "point": next.mv.point().map(point_json),
            "points": points_json(&next.points),
            "games": next.games, "black": next.black, "white": next.white, "draws": next.draws,
            "strategy": in_strategy,
        })
    };
    Ok(Json(json!({
        "total": found.total,
        "games": found.games.iter().map(game).collect::<Vec<_>>(),
        "statistics": found.statistics.iter().zip(&in_strategy).map(next).collect::<Vec<_>>(),
    })))
}

/// `POST /api/import`: the body is a file of any format, or pasted text. With `progress=1` the answer is lines of JSON:
/// the progress, then the result.
pub(super) async fn import(
    State(app): State<Arc<App>>,
    params: Params,
    request: Request,
) -> Result<Response> {
    let language = language_of(request.headers());
    let with_progress = params.flag("progress")?;
    let body = bytes(request, &()).await?;
    if body.iter().all(u8::is_ascii_whitespace) {
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "empty",
            "the record is empty",
            "棋谱是空的",
            "棋譜が空です",
        )
        .expected(
            "a game record or a list of moves, such as h8 i9 g7",
            "应为棋谱或着法列表，如 h8 i9 g7",
            "棋譜または着手の列（例：h8 i9 g7）",
        ));
    }
    let names = names_file(&params);
    if let Some(kind) = names {
        return Ok(Json(import_names(&app, kind, body).await?).into_response());
    }
    let body = exported_record(&body).unwrap_or(body);
    let format = asked_format(&params)?;
    let is_list = is_list(&body, params.text("name").as_deref(), format);
    let pasted = is_list.then(|| body.clone());
    let mut import = import_request(&params, body, format, is_list)?;
    let permit = importing(&app)?;
    let (sender, receiver) = mpsc::channel::<Value>(8);
    let (library, closing) = (app.library.clone(), app.closing.clone());
    let work = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        import.names = stored_names(&library).map(Arc::new);
        let mut last = Instant::now();
        let done = library.import(&import, |progress| {
            if with_progress && last.elapsed() >= PROGRESS_INTERVAL {
                last = Instant::now();
                // If the reader is behind, it gets the next message.
                let _ = sender.try_send(progress_json(progress));
            }
            // The import ends when its client disconnects or the server closes.
            !sender.is_closed() && !*closing.borrow()
        });
        let mut answer = done.and_then(|imported| result(&library, &imported)).map_err(library_error)?;
        answer["list"] = pasted.is_some().into();
        if let Some(pasted) = pasted
            && let Some(problems) = answer["problems"].as_array_mut()
            && let Some(problem) = problems.iter_mut().find(|problem| problem["kind"] == "assumed-game")
        {
            problem["others"] = other_games(&pasted).into();
        }
        Ok(answer)
    });
    if !with_progress {
        let done = work.await.map_err(ApiError::internal)??;
        return Ok(Json(done).into_response());
    }
    Ok(progress_lines(receiver, work, language))
}

/// An answer of lines of JSON: the progress that `receiver` gets, then the result of `work` or its error, since the
/// status has been sent already.
pub(super) fn progress_lines(
    receiver: mpsc::Receiver<Value>,
    work: JoinHandle<Result<Value>>,
    language: Language,
) -> Response {
    let lines = stream::unfold(Some((receiver, work)), move |state| async move {
        let (mut receiver, work) = state?;
        let (line, state) = match receiver.recv().await {
            Some(progress) => (progress, Some((receiver, work))),
            None => {
                let line = match work.await.map_err(ApiError::internal) {
                    Ok(Ok(result)) => result,
                    Ok(Err(e)) | Err(e) => json!({"error": e.to_json(language)}),
                };
                (line, None)
            }
        };
        Some((Ok::<_, std::convert::Infallible>(format!("{line}\n")), state))
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

/// The right to import, recover or back up, which one request has at a time.
pub(super) fn importing(app: &App) -> Result<OwnedSemaphorePermit> {
    Arc::clone(&app.importing).try_acquire_owned().map_err(|_| {
        let (en, zh) = ("an import, a recovery or a backup is running", "导入、恢复或备份正在进行");
        let ja = "読み込み、取り出し、バックアップのいずれかが進行中です";
        ApiError::new(StatusCode::CONFLICT, "importing", en, zh, ja).expected(
            "wait until it has ended",
            "请等它结束",
            "終わるまで待ってください",
        )
    })
}

/// The format that the parameters name.
fn asked_format(params: &Params) -> Result<Option<Format>> {
    let wrong = |e: tengen_records::FormatError| {
        ApiError::field("format", &e.to_string(), "请用 /api/about 所列的格式", "/api/aboutにある形式")
    };
    params.text("format").map(|name| name.parse::<Format>().map_err(wrong)).transpose()
}

/// The import that the parameters describe. For a list of moves without a size, the board is the one that it needs.
fn import_request(params: &Params, body: Bytes, format: Option<Format>, is_list: bool) -> Result<Import> {
    let spec = match params.text("game") {
        None => None,
        Some(game) => {
            let mut words = Map::new();
            words.insert("game".into(), game.into());
            words.extend(
                ["rules", "size"]
                    .into_iter()
                    .filter_map(|key| Some((key.to_owned(), Value::String(params.text(key)?)))),
            );
            let spec = read_spec(&words)?;
            Some(if is_list && !words.contains_key("size") {
                movelist::on_fitting_board(spec, &body)
            } else {
                spec
            })
        }
    };
    let tags = params.text("tags").unwrap_or_default();
    let tags: Vec<String> =
        tags.split(',').map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned).collect();
    if tags.len() > 32 || tags.iter().any(|tag| tag.len() > 64) {
        return Err(ApiError::field(
            "tags",
            "at most 32 of at most 64 bytes",
            "至多 32 个，每个至多 64 字节",
            "32個まで、各64バイト以下",
        ));
    }
    // The name decides the format if the bytes do not; it is never used as a path.
    let name: String = params.text("name").unwrap_or_default().chars().take(200).collect();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let sources = vec![ImportSource::bytes(name, body.to_vec())];
    Ok(Import { sources, format, spec, tags, ..Import::default() })
}

/// Whether a text is a short list of moves: one that a person may have pasted.
fn is_list(body: &[u8], name: Option<&str>, format: Option<Format>) -> bool {
    body.len() <= MAX_PASTED
        && format.or_else(|| tengen_records::detect(body, name)) == Some(Format::MoveList)
}

/// The other games that a list fits which was read as one of them without its name.
fn other_games(body: &[u8]) -> Vec<Value> {
    let specs = movelist::likely_games(body);
    let other = |spec: &tengen_games::GameSpec| json!({"game": spec.kind().name(), "rules": spec.rules_text(), "size": size_json(spec.size())});
    specs.iter().skip(1).map(other).collect()
}

/// The ending of a file of WTHOR's names, `JOU` for players or `TRN` for tournaments.
fn names_file(params: &Params) -> Option<&'static str> {
    let name = params.text("name")?;
    let (_, ending) = name.rsplit_once('.')?;
    ["JOU", "TRN"].into_iter().find(|known| known.eq_ignore_ascii_case(ending))
}

/// The place of WTHOR's names beside the library.
fn names_path(library: &Library) -> PathBuf {
    library.path().with_file_name("WTH.wtb")
}

/// The names that were imported; `None` before both files were.
fn stored_names(library: &Library) -> Option<Names> {
    Names::beside(&names_path(library)).ok().flatten()
}

/// Keeps a file of names, and names the games that are stored already. Games and names may come in any order.
async fn import_names(app: &App, kind: &'static str, body: Bytes) -> Result<Value> {
    let empty = Names::new();
    let (players, tournaments) = (empty.players_file((2000, 1, 1)), empty.tournaments_file((2000, 1, 1)));
    let read = if kind == "JOU" { Names::read(&body, &tournaments) } else { Names::read(&players, &body) };
    if let Err(e) = read {
        return Err(ApiError::field(
            "body",
            &format!("{} of WTHOR: {e}", kind),
            "应为 WTHOR 的 JOU 或 TRN 文件",
            "WTHORのJOUまたはTRNファイル",
        ));
    }
    app.library(move |library| {
        let path = names_path(library).with_extension(kind);
        std::fs::write(&path, &body).map_err(|e| tengen_library::Error::io(&path, &e))?;
        let named = match stored_names(library) {
            Some(names) => library.name_wthor_games(&Arc::new(names))?,
            None => 0,
        };
        let mut answer = result(library, &ImportResult::default())?;
        answer["named"] = named.into();
        Ok(answer)
    })
    .await
}

fn progress_json(progress: ImportProgress) -> Value {
    match progress {
        ImportProgress::Reading { games, .. } => json!({"step": "reading", "done": games}),
        ImportProgress::Storing { done, total } => json!({"step": "storing", "done": done, "of": total}),
        ImportProgress::Indexing { done, total } => json!({"step": "indexing", "done": done, "of": total}),
    }
}

/// The record in a game that was exported as JSON.
fn exported_record(body: &[u8]) -> Option<Bytes> {
    if body.trim_ascii_start().first() != Some(&b'{') {
        return None;
    }
    let game: Value = serde_json::from_slice(body).ok()?;
    Some(game.get("sgf")?.as_str()?.to_owned().into())
}

/// Adds to a problem what it is about, as data, for front ends with words of their own.
fn add_kind(out: &mut Value, kind: &ProblemKind) {
    out["kind"] = match kind {
        ProblemKind::NoRecord => "no-record",
        ProblemKind::Rules(violation) => {
            out["text"] = violation_text(violation).to_json();
            "rules"
        }
        ProblemKind::Warning(WarningKind::AssumedGame(game, size)) => {
            out["game"] = game.name().into();
            out["size"] = size_json(*size);
            "assumed-game"
        }
        ProblemKind::Warning(WarningKind::Fault {
            expected: expected @ Expected::Game(_),
            found: Found::Quote(found),
            ..
        }) => {
            out["expected"] = Text::of(|language| language.expected(expected)).to_json();
            out["found"] = found.as_str().into();
            "unknown-game"
        }
        ProblemKind::Warning(warning) => {
            out["text"] = Text::of(|language| language.warning_kind(warning)).to_json();
            "remark"
        }
        other => {
            out["text"] = Text::of(|language| other.text(language)).to_json();
            "other"
        }
    }
    .into();
}

fn result(library: &Library, imported: &ImportResult) -> tengen_library::Result<Value> {
    let games = imported.games.iter().take(MAX_LISTED);
    let games: Vec<GameSummary> =
        games.map(|&id| library.summary(id)).collect::<tengen_library::Result<_>>()?;
    let same = |same: &tengen_library::Duplicate| json!({"file": same.file, "number": same.number, "game": same.game, "stored": same.stored});
    let problem = |problem: &ImportProblem| {
        let place = problem.at.and_then(|at| at.line_column);
        let mut out = json!({
            "file": problem.file, "number": problem.number, "what": problem.kind.to_string(), "stored": problem.stored,
            "line": place.map(|(line, _)| line), "column": place.map(|(_, column)| column),
            "offset": problem.at.map(|at| at.offset),
        });
        add_kind(&mut out, &problem.kind);
        out
    };
    Ok(json!({
        "imported": games.iter().map(summary_json).collect::<Vec<_>>(),
        "count": imported.games.len(),
        "read": imported.read,
        "duplicates": imported.duplicates.iter().take(MAX_LISTED).map(same).collect::<Vec<_>>(),
        "duplicate_count": imported.duplicates.len(),
        "problems": imported.problems.iter().take(MAX_LISTED).map(problem).collect::<Vec<_>>(),
        "problem_count": imported.problems.len() as u64 + imported.more_problems,
    }))
}
