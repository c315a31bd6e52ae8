//! Games as wholes: made, read, changed, thrown away and taken back.

use crate::app::{App, Change as Told};
use crate::board::{
    board_json, new_game, read_clock, read_header, read_seats, read_set_up, read_spec, read_text, seat_name,
};
use crate::body::{At, Object};
use crate::engines::Wanted;
use crate::error::{ApiError, Result};
use crate::store::{Change, Game, Seat};
use crate::views::result_text;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tengen_board::Color;
use tengen_games::{AnyPosition, Game as _, GameKind, Player};
use tengen_records::Record;

/// Most moves that a new game may begin with.
const MOST_MOVES: usize = 4096;

pub(super) async fn create(
    State(app): State<Arc<App>>,
    Object(body): Object,
) -> Result<impl IntoResponse + use<>> {
    let game = new(&app, &body)?;
    let game = app.store(move |store| store.create(game)).await?;
    let place = format!("/api/games/{}", game.id);
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], Json(board_json(&game))))
}

/// The game that a request describes.
fn new(app: &App, body: &Map<String, Value>) -> Result<Game> {
    let spec = read_spec(body)?;
    let mut position = match body.get("setup") {
        None | Some(Value::Null) => AnyPosition::new(&spec),
        Some(set_up) => read_set_up(&spec, set_up)?,
    };
    let none = Vec::new();
    let moves = match body.get("moves") {
        None | Some(Value::Null) => &none,
        Some(Value::Array(moves)) if moves.len() <= MOST_MOVES => moves,
        Some(_) => return Err(ApiError::field("moves", "a list of moves", "应为着手的列表")),
    };
    for (i, text) in moves.iter().enumerate() {
        let at = format!("moves[{i}]");
        let text = text.as_str().ok_or_else(|| ApiError::field(&at, "text", "应为文字"))?;
        let mv = position.parse_move(text).map_err(|e| ApiError::not_a_move(&e))?;
        position.play(mv).map_err(|e| ApiError::illegal(&e))?;
    }
    let mut game = new_game(Record::from_position(&position));
    game.current = game.record.tree.main_line().last().unwrap_or(0);
    game.record.header.result = position.outcome().map(result_text);
    game.record.header.application = Some(concat!("Tengen:", env!("CARGO_PKG_VERSION")).into());
    if let Some(header) = body.get("header") {
        read_header(header, &mut game.record.header, app.limits.text)?;
    }
    if let Some(players) = body.get("players") {
        game.seats = read_seats(players, &game.seats)?;
        check_seats(app, spec.kind(), &game.seats)?;
        name_sides(&mut game, &position);
    }
    if let Some(clock) = body.get("clock") {
        game.clock = read_clock(clock)?;
        game.record.header.time = game.clock.map(|c| c.main).filter(|t| !t.is_zero());
    }
    if let Some(tags) = body.get("tags") {
        game.tags = read_tags(tags)?;
    }
    Ok(game)
}

fn check_seats(app: &App, kind: GameKind, seats: &[Seat; 2]) -> Result<()> {
    seats.iter().filter(|seat| seat.engine).try_for_each(|seat| {
        app.engines.check(kind, &Wanted { name: seat.engine_name.clone(), level: seat.level })
    })
}

/// Puts the names of the players into the record's header, where colours are known and nobody is named.
fn name_sides(game: &mut Game, position: &AnyPosition) {
    for player in [Player::First, Player::Second] {
        let side = match position.color_of(player) {
            Some(Color::Black) => &mut game.record.header.black,
            Some(Color::White) => &mut game.record.header.white,
            None => continue,
        };
        if side.name.is_none() {
            side.name = seat_name(&game.seats[player as usize]);
        }
    }
}

fn read_tags(value: &Value) -> Result<Vec<String>> {
    let wrong = || {
        ApiError::field("tags", "at most 32 texts of at most 64 bytes", "至多 32 个标签，每个至多 64 字节")
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

pub(super) async fn read(State(app): State<Arc<App>>, At(id): At<u64>) -> Result<Json<Value>> {
    let game = app.store(move |store| store.game(id)).await?;
    Ok(Json(board_json(&game)))
}

pub(super) async fn change(
    State(app): State<Arc<App>>,
    At(id): At<u64>,
    Object(body): Object,
) -> Result<Json<Value>> {
    let game = app.store(move |store| store.game(id)).await?;
    let mut change = Change::default();
    let mut header = game.record.header.clone();
    let mut told = Told::default();
    for (key, value) in &body {
        match key.as_str() {
            "revision" => {}
            "header" => read_header(value, &mut header, app.limits.text)?,
            "result" => header.result = read_text(value, "result", 64)?,
            "players" => {
                let seats = read_seats(value, &game.seats)?;
                check_seats(&app, game.record.spec.kind(), &seats)?;
                change.seats = Some(seats);
            }
            "current" => {
                let node = value.as_u64().and_then(|n| u32::try_from(n).ok());
                let node =
                    node.ok_or_else(|| ApiError::field("current", "the number of a node", "应为节点编号"))?;
                game.check(node)?;
                told.node = Some(node);
                change.current = Some(node);
            }
            "tags" => change.tags = Some(read_tags(value)?),
            other => {
                return Err(ApiError::field(
                    other,
                    "one of header, players, current, tags, result",
                    "应为 header、players、current、tags、result 之一",
                ));
            }
        }
    }
    change.header = (header != game.record.header).then_some(header);
    let expected = match body.get("revision") {
        None | Some(Value::Null) => None,
        Some(n) => {
            let wrong = || ApiError::field("revision", "a number", "应为数字");
            Some(n.as_u64().ok_or_else(wrong)?)
        }
    };
    let game = app.store(move |store| store.change(id, expected, change)).await?;
    app.changed(id, Told { revision: game.revision, ..told });
    Ok(Json(board_json(&game)))
}

pub(super) async fn delete(State(app): State<Arc<App>>, At(id): At<u64>) -> Result<Json<Value>> {
    app.store(move |store| store.delete(id)).await?;
    app.pool.forget_board(id);
    app.changed(id, Told { deleted: true, ..Told::default() });
    Ok(Json(json!({"deleted": id})))
}

pub(super) async fn restore(State(app): State<Arc<App>>, At(id): At<u64>) -> Result<Json<Value>> {
    let game = app.store(move |store| store.restore(id)).await?;
    app.changed(id, Told { revision: game.revision, ..Told::default() });
    Ok(Json(board_json(&game)))
}
