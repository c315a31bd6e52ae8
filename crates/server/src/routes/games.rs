//! Games: create, read, change, delete, restore.

use crate::app::{App, BoardChange};
use crate::board::{board_json, engine_of, seat_name};
use crate::engines::Engines;
use crate::error::{ApiError, Result};
use crate::extract::{JsonObject, Params, PathArgs};
use crate::flag::is_finished;
use crate::parse::{read_clock, read_header, read_position, read_seats, read_text};
use crate::store::game_id;
use crate::store_move::is_uncounted;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tengen_engine::GameTime;
use tengen_games::{Game as _, GameSpec};
use tengen_library::{GameUpdate, NewGame, NodeNumber, PlayerKind};
use tengen_records::{Header, Record, today};

pub(super) async fn create(
    State(app): State<Arc<App>>,
    JsonObject(body): JsonObject,
) -> Result<impl IntoResponse + use<>> {
    let new = new(&app, &body)?;
    let game = app.library(move |library| library.load(library.create(new)?.id)).await?;
    let place = format!("/api/games/{}", game.summary.id);
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], Json(board_json(&game))))
}

/// The new game of a request.
fn new(app: &App, body: &Map<String, Value>) -> Result<NewGame> {
    let position = read_position(body)?;
    let mut game = NewGame::from_record(Record::from_position(&position));
    let header = &mut game.record.header;
    header.result = position.outcome().filter(|_| !is_uncounted(&position)).map(|outcome| outcome.sgf_text());
    header.application = Some(concat!("Tengen:", env!("CARGO_PKG_VERSION")).into());
    header.date = Some(today());
    if let Some(texts) = body.get("header") {
        read_header(texts, header, app.limits.text)?;
    }
    if let Some(players) = body.get("players") {
        let (seats, names) = read_seats(players, &game.seats)?;
        check_seats(app, &position.spec(), &seats)?;
        name_sides(&mut game.record.header, &seats, names, &app.engines);
        game.seats = seats;
    }
    if let Some(clock) = body.get("clock") {
        game.clock = read_clock(clock)?;
        let time = game.clock.as_ref().map(GameTime::from);
        let header = &mut game.record.header;
        header.time = time.and_then(|time| time.main);
        header.overtime = time.map(|time| time.to_string()).filter(|text| !text.is_empty());
    }
    if let Some(tags) = body.get("tags") {
        game.tags = read_tags(tags)?;
    }
    if let Some(puzzle) = body.get("puzzle") {
        let wrong = || ApiError::field("puzzle", "true or false", "应为 true 或 false", "trueかfalse");
        game.puzzle = puzzle.as_bool().ok_or_else(wrong)?;
    }
    Ok(game)
}

fn check_seats(app: &App, spec: &GameSpec, seats: &[PlayerKind; 2]) -> Result<()> {
    let engines = seats.iter().filter(|seat| **seat != PlayerKind::Human);
    engines.map(engine_of).try_for_each(|wanted| app.engines.check_game(spec, &wanted))
}

/// Writes the names of the players into the record's header where it has none. Before an opening rule has assigned the
/// colours, the first player counts as black; [`store_move`](crate::store_move::store_move) swaps the names if that
/// changes.
fn name_sides(header: &mut Header, seats: &[PlayerKind; 2], names: [Option<String>; 2], engines: &Engines) {
    let sides = [&mut header.black, &mut header.white];
    for ((side, seat), name) in sides.into_iter().zip(seats).zip(names) {
        side.name = name.or_else(|| side.name.take()).or_else(|| seat_name(seat, engines));
    }
}

fn read_tags(value: &Value) -> Result<Vec<String>> {
    let wrong = || {
        ApiError::field(
            "tags",
            "at most 32 texts of at most 64 bytes",
            "至多 32 个标签，每个至多 64 字节",
            "タグは32個まで、各64バイト以下",
        )
    };
    let list = value.as_array().filter(|tags| tags.len() <= 32).ok_or_else(wrong)?;
    let mut tags = Vec::new();
    for tag in list {
        let tag = tag.as_str().map(str::trim).filter(|t| !t.is_empty() && t.len() <= 64).ok_or_else(wrong)?;
        if !tags.iter().any(|t| t == tag) {
            tags.push(tag.to_owned());
        }
    }
    Ok(tags)
}

pub(super) async fn read(State(app): State<Arc<App>>, PathArgs(id): PathArgs<u64>) -> Result<Json<Value>> {
    let game = app.game(game_id(id)).await?;
    Ok(Json(board_json(&game)))
}

pub(super) async fn change(
    State(app): State<Arc<App>>,
    PathArgs(id): PathArgs<u64>,
    JsonObject(body): JsonObject,
) -> Result<Json<Value>> {
    let id = game_id(id);
    let game = app.game(id).await?;
    let mut update = GameUpdate::default();
    let mut header = game.record.header.clone();
    let mut board_change = BoardChange::default();
    for (key, value) in &body {
        match key.as_str() {
            "revision" => {
                let wrong = || ApiError::field("revision", "a number", "应为数字", "数");
                update.revision = Some(value.as_u64().ok_or_else(wrong)?);
            }
            "header" => read_header(value, &mut header, app.limits.text)?,
            "result" => header.result = read_text(value, "result", 64)?,
            "players" => {
                let (seats, names) = read_seats(value, &game.seats)?;
                check_seats(&app, &game.record.spec, &seats)?;
                for (side, name) in [&mut header.black, &mut header.white].into_iter().zip(names) {
                    side.name = name.or_else(|| side.name.take());
                }
                update.seats = Some(seats);
            }
            "clock" => update.clock = Some(read_clock(value)?),
            "current" => {
                let node = value.as_u64().and_then(|n| NodeNumber::try_from(n).ok());
                let node = node.ok_or_else(|| {
                    ApiError::field("current", "the number of a node", "应为节点编号", "ノード番号")
                })?;
                board_change.node = Some(node);
                update.current = Some(node);
            }
            "tags" => update.tags = Some(read_tags(value)?),
            other => {
                return Err(ApiError::field(
                    other,
                    "one of header, players, clock, current, tags, result, revision",
                    "应为 header、players、clock、current、tags、result、revision 之一",
                    "header、players、clock、current、tags、result、revisionのいずれか",
                ));
            }
        }
    }
    // Whoever lost on time and plays on has the time of the position again.
    let reopened = is_finished(&game.record.header) && !is_finished(&header);
    update.header = (header != game.record.header).then_some(header);
    let game = app
        .library(move |library| {
            library.update(id, update)?;
            library.load(id)
        })
        .await?;
    if reopened {
        app.clocks.end_all(id);
    }
    app.changed(id, BoardChange { revision: game.summary.revision, ..board_change });
    Ok(Json(board_json(&game)))
}

/// The parameters of a deletion.
pub(super) const DELETE_PARAMS: &[&str] = &["forever"];

/// Moves a game into the bin. With `forever` the board of a puzzle, or a game that was never changed, is deleted for
/// good. A tag makes no puzzle: only what was created as its board is one, until its tags are changed.
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    PathArgs(id): PathArgs<u64>,
    params: Params,
) -> Result<Json<Value>> {
    let id = game_id(id);
    let revision = if params.flag("forever")? {
        let game = app.game(id).await?;
        let (summary, is_puzzle) = (&game.summary, game.puzzle);
        if !is_puzzle && (summary.revision > 1 || summary.plies > 0) {
            return Err(ApiError::new(
                StatusCode::CONFLICT,
                "not-disposable",
                "only the game of a puzzle, or one that was never changed, is deleted for good; any other goes to the bin",
                "只有习题的棋局或从未改动的棋局可以彻底删除，其他棋局移入回收站",
                "完全に削除できるのは問題の対局か、変更のない対局だけで、ほかはごみ箱に入る",
            ));
        }
        // A move that is stored meanwhile keeps its game.
        let expected = (!is_puzzle).then_some(summary.revision);
        app.library(move |library| library.discard(id, expected)).await?
    } else {
        app.library(move |library| library.delete(id)).await?.revision
    };
    app.pool.forget_board(id);
    app.changed(id, BoardChange { revision, deleted: true, node: None });
    Ok(Json(json!({"deleted": id, "revision": revision})))
}

pub(super) async fn restore(State(app): State<Arc<App>>, PathArgs(id): PathArgs<u64>) -> Result<Json<Value>> {
    let id = game_id(id);
    let game = app
        .library(move |library| {
            library.restore(id)?;
            library.load(id)
        })
        .await?;
    app.changed(id, BoardChange { revision: game.summary.revision, ..BoardChange::default() });
    Ok(Json(board_json(&game)))
}
