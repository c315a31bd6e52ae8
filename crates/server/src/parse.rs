//! The parts of requests that name a game, a position, a move or a player.

use crate::board::{HEADER, SIDE};
use crate::error::{ApiError, Result};
use serde_json::{Map, Value};
use std::collections::HashMap;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::{AnyPosition, Game as _, GameSpec, Move, Reason, SetUp, SetUpError};
use tengen_library::{ClockSettings, PlayerKind};
use tengen_records::{Arrow, Header, Mark};

/// Reads a point as the page writes it, `[row, col]`, on the board or off it.
pub(crate) fn read_point(value: &Value, at: &str) -> Result<Point> {
    let wrong = || {
        ApiError::field(
            at,
            "a point [row, column], counted from 0",
            "应为 [行, 列]，从 0 数起",
            "[行, 列]（0から数えます）",
        )
    };
    let pair = value.as_array().filter(|pair| pair.len() == 2).ok_or_else(wrong)?;
    let number = |i: usize| pair[i].as_u64().and_then(|n| u8::try_from(n).ok()).ok_or_else(wrong);
    Ok(Point::new(number(0)?, number(1)?))
}

pub(crate) fn read_points(value: &Value, at: &str) -> Result<Vec<Point>> {
    let list =
        value.as_array().ok_or_else(|| ApiError::field(at, "a list of points", "应为点的列表", "点の列"))?;
    list.iter().enumerate().map(|(i, p)| read_point(p, &format!("{at}[{i}]"))).collect()
}

/// Reads the game of a request: `game`, `rules`, `size`.
pub(crate) fn read_spec(body: &Map<String, Value>) -> Result<GameSpec> {
    let text = |key: &str| match body.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Number(n)) if key == "size" => Ok(Some(n.to_string())),
        Some(_) => Err(ApiError::field(key, "text", "应为文字", "文字列")),
    };
    let game =
        text("game")?.ok_or_else(|| ApiError::field("game", "such as gomoku", "如 gomoku", "例：gomoku"))?;
    let size = match (text("size")?, body.get("size")) {
        (Some(text), _) => Some(text.parse::<Size>().map_err(|e| {
            ApiError::field(
                "size",
                &format!("15 or 7x6 ({e})"),
                &format!("15 或 7x6（{e}）"),
                &format!("15または7x6（{e}）"),
            )
        })?),
        _ => None,
    };
    GameSpec::named(&game, text("rules")?.as_deref(), size).map_err(|e| ApiError::spec(&e))
}

/// Reads a set-up position: `{"black": [..], "white": [..], "to_move": "black"}`.
pub(crate) fn read_set_up(spec: &GameSpec, value: &Value) -> Result<AnyPosition> {
    let set_up =
        value.as_object().ok_or_else(|| ApiError::field("setup", "an object", "应为对象", "オブジェクト"))?;
    let start = AnyPosition::new(spec);
    // Points that a set-up does not name are empty, also on boards that start with discs.
    let mut cells: HashMap<Point, Cell> =
        spec.size().points().filter(|&p| !start.at(p).is_empty()).map(|p| (p, Cell::Empty)).collect();
    for color in Color::BOTH {
        let key = color.to_string();
        let Some(points) = set_up.get(&key) else { continue };
        for point in read_points(points, &format!("setup.{key}"))? {
            if cells.insert(point, color.into()).is_some_and(|before| !before.is_empty()) {
                return Err(ApiError::set_up(&SetUpError::Twice(point), spec));
            }
        }
    }
    let to_move = match set_up.get("to_move").and_then(Value::as_str) {
        None | Some("black") => Color::Black,
        Some("white") => Color::White,
        Some(_) => {
            return Err(ApiError::field(
                "setup.to_move",
                "black or white",
                "black 或 white",
                "blackまたはwhite",
            ));
        }
    };
    let set_up = SetUp { cells: cells.into_iter().collect(), to_move };
    AnyPosition::set_up(spec, &set_up).map_err(|e| ApiError::set_up(&e, spec))
}

/// Maximum number of moves in a request.
const MAX_MOVES: usize = 4096;

/// Reads a position: `game`, `rules`, `size`, `setup`, `moves`.
pub(crate) fn read_position(body: &Map<String, Value>) -> Result<AnyPosition> {
    let spec = read_spec(body)?;
    let mut position = match body.get("setup") {
        None | Some(Value::Null) => AnyPosition::new(&spec),
        Some(set_up) => read_set_up(&spec, set_up)?,
    };
    play_moves(&mut position, body)?;
    Ok(position)
}

/// Plays the `moves` of a request, if it has any.
pub(crate) fn play_moves(position: &mut AnyPosition, body: &Map<String, Value>) -> Result<()> {
    let none = Vec::new();
    let moves = match body.get("moves") {
        None | Some(Value::Null) => &none,
        Some(Value::Array(moves)) if moves.len() <= MAX_MOVES => moves,
        Some(_) => return Err(ApiError::field("moves", "a list of moves", "应为着法的列表", "着手の列")),
    };
    for (i, text) in moves.iter().enumerate() {
        let at = format!("moves[{i}]");
        let text = text.as_str().ok_or_else(|| ApiError::field(&at, "text", "应为文字", "文字列"))?;
        let mv = position.parse_move(text).map_err(|e| ApiError::not_a_move(&e))?;
        position.play(mv).map_err(|e| ApiError::illegal(&e))?;
    }
    Ok(())
}

/// Reads a move: `{"move": "h8"}` or `{"point": [7, 7]}`.
pub(crate) fn read_move(position: &AnyPosition, body: &Map<String, Value>) -> Result<Move> {
    match (body.get("move"), body.get("point")) {
        (Some(Value::String(text)), None | Some(Value::Null)) => {
            position.parse_move(text).map_err(|e| ApiError::not_a_move(&e))
        }
        (None | Some(Value::Null), Some(point)) => {
            let mv = Move::Place(read_point(point, "point")?);
            // In connect four any point of a column means the point where the stone comes to rest.
            match position.check(mv) {
                Err(illegal) => match illegal.reason {
                    Reason::Hanging(rest) => Ok(Move::Place(rest)),
                    _ => Ok(mv),
                },
                Ok(()) => Ok(mv),
            }
        }
        _ => Err(ApiError::field(
            "move",
            "either a move or a point",
            "应给出 move 或 point 之一",
            "moveまたはpointのどちらか",
        )),
    }
}

/// Reads a player: `{"kind": "engine", "level": 3}`.
fn read_seat(value: &Value, at: &str) -> Result<(PlayerKind, Option<String>)> {
    let seat =
        value.as_object().ok_or_else(|| ApiError::field(at, "an object", "应为对象", "オブジェクト"))?;
    let text = |key: &str| match seat.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.len() <= 200 => Ok(Some(text.clone()).filter(|t| !t.is_empty())),
        Some(_) => Err(ApiError::field(&format!("{at}.{key}"), "a short text", "应为短文字", "短い文字列")),
    };
    let name = text("name")?;
    match seat.get("kind").and_then(Value::as_str) {
        None | Some("human") => return Ok((PlayerKind::Human, name)),
        Some("engine") => {}
        Some(_) => {
            return Err(ApiError::field(
                &format!("{at}.kind"),
                "human or engine",
                "human 或 engine",
                "humanまたはengine",
            ));
        }
    }
    let level = read_level(seat.get("level"), &format!("{at}.level"))?.unwrap_or_default();
    Ok((PlayerKind::Engine { engine: text("engine")?.unwrap_or_default(), level: level.into() }, name))
}

/// Reads the level of an engine, from 1; `at` names the field.
pub(crate) fn read_level(value: Option<&Value>, at: &str) -> Result<Option<u8>> {
    let Some(value) = value.filter(|value| !value.is_null()) else { return Ok(None) };
    match value.as_u64().and_then(|n| u8::try_from(n).ok()) {
        Some(level @ 1..) => Ok(Some(level)),
        _ => Err(ApiError::field(at, "a level from 1", "从 1 起的等级", "1以上のレベル")),
    }
}

/// The players and the names given to them.
pub(crate) type SeatsAndNames = ([PlayerKind; 2], [Option<String>; 2]);

/// Reads `players`; a player that is not named stays as it was.
pub(crate) fn read_seats(value: &Value, before: &[PlayerKind; 2]) -> Result<SeatsAndNames> {
    let players = value
        .as_object()
        .ok_or_else(|| ApiError::field("players", "an object", "应为对象", "オブジェクト"))?;
    let (mut seats, mut names) = (before.clone(), [None, None]);
    for (i, key) in ["first", "second"].into_iter().enumerate() {
        if let Some(seat) = players.get(key) {
            (seats[i], names[i]) = read_seat(seat, &format!("players.{key}"))?;
        }
    }
    Ok((seats, names))
}

/// Reads `clock`: `{"main_ms": 600000, "increment_ms": 5000}`, `{"move_ms": 10000}`, and with byo-yomi
/// `{"main_ms": 600000, "period_ms": 30000, "periods": 5}` or, Canadian, `{…, "period_moves": 25}`.
pub(crate) fn read_clock(value: &Value) -> Result<Option<ClockSettings>> {
    if value.is_null() {
        return Ok(None);
    }
    let clock =
        value.as_object().ok_or_else(|| ApiError::field("clock", "an object", "应为对象", "オブジェクト"))?;
    // A week is longer than any game, and sums of it do not overflow.
    const MAX: u64 = 7 * 24 * 3600 * 1000;
    let millis = |key: &str| match clock.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().filter(|&ms| ms <= MAX) {
            Some(ms) => Ok(Some(ms).filter(|&ms| ms > 0)),
            None => Err(ApiError::field(
                &format!("clock.{key}"),
                "milliseconds, at most a week",
                "毫秒数，至多一周",
                "ミリ秒（1週間まで）",
            )),
        },
    };
    let count = |key: &str| match clock.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().filter(|n| (1..=1000).contains(n)) {
            Some(n) => Ok(Some(n as u32)),
            None => Err(ApiError::field(
                &format!("clock.{key}"),
                "a number from 1 to 1000",
                "应为 1 至 1000 的数字",
                "1〜1000の数",
            )),
        },
    };
    let clock = ClockSettings {
        main_ms: millis("main_ms")?,
        increment_ms: millis("increment_ms")?,
        move_ms: millis("move_ms")?,
        period_ms: millis("period_ms")?,
        periods: count("periods")?,
        period_moves: count("period_moves")?,
    };
    if clock.main_ms.is_none() && clock.move_ms.is_none() && clock.period_ms.is_none() {
        return Err(ApiError::field(
            "clock",
            "main_ms, move_ms or period_ms above 0",
            "main_ms、move_ms 或 period_ms 应大于 0",
            "main_ms、move_ms、period_msのいずれかを0より大きくします",
        ));
    }
    let kinds = usize::from(clock.periods.is_some()) + usize::from(clock.period_moves.is_some());
    if kinds != usize::from(clock.period_ms.is_some()) {
        return Err(ApiError::field(
            "clock",
            "period_ms with one of periods and period_moves",
            "period_ms 应与 periods 或 period_moves 之一同用",
            "period_msはperiodsかperiod_movesのどちらかと一緒に指定します",
        ));
    }
    if clock.period_ms.is_some() && (clock.increment_ms.is_some() || clock.move_ms.is_some()) {
        return Err(ApiError::field(
            "clock",
            "byo-yomi without increment_ms and move_ms",
            "读秒不能与 increment_ms、move_ms 同用",
            "秒読みはincrement_ms、move_msと一緒に使えません",
        ));
    }
    Ok(Some(clock))
}

/// Changes the texts of a header that a request names; null removes one.
pub(crate) fn read_header(value: &Value, header: &mut Header, max_bytes: usize) -> Result<()> {
    let map = value
        .as_object()
        .ok_or_else(|| ApiError::field("header", "an object", "应为对象", "オブジェクト"))?;
    for (key, value) in map {
        let at = format!("header.{key}");
        let unknown = || ApiError::field(&at, "no such field", "没有这一项", "この項目はありません");
        let side = match key.as_str() {
            "black" => Some(&mut header.black),
            "white" => Some(&mut header.white),
            _ => None,
        };
        if let Some(side) = side {
            let fields = value
                .as_object()
                .ok_or_else(|| ApiError::field(&at, "an object", "应为对象", "オブジェクト"))?;
            for (name, value) in fields {
                let (_, field) = SIDE.iter().find(|(n, _)| n == name).ok_or_else(unknown)?;
                *field(side) = read_text(value, &format!("{at}.{name}"), max_bytes)?;
            }
        } else {
            let (_, field) = HEADER.iter().find(|(n, _)| n == key).ok_or_else(unknown)?;
            *field(header) = read_text(value, &at, max_bytes)?;
        }
    }
    Ok(())
}

/// Reads a text of at most `max_bytes` bytes; `None` for null and for the empty text.
pub(crate) fn read_text(value: &Value, at: &str, max_bytes: usize) -> Result<Option<String>> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) if text.len() <= max_bytes => Ok((!text.is_empty()).then(|| text.clone())),
        Value::String(_) => Err(ApiError::field(
            at,
            &format!("at most {max_bytes} bytes"),
            &format!("至多 {max_bytes} 字节"),
            &format!("{max_bytes}バイト以下"),
        )),
        _ => Err(ApiError::field(at, "text or null", "应为文字或 null", "文字列またはnull")),
    }
}

/// Reads a text of one line: line breaks and control characters become spaces.
pub(crate) fn read_line(value: &Value, at: &str, max_bytes: usize) -> Result<Option<String>> {
    let line = |text: String| {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    Ok(read_text(value, at, max_bytes)?.and_then(line))
}

/// Reads the marks on a board of `size`.
pub(crate) fn read_arrows(value: &Value, size: Size) -> Result<Vec<Arrow>> {
    let list = value.as_array().ok_or_else(|| ApiError::field("arrows", "a list", "应为列表", "配列"))?;
    if list.len() > size.area() {
        return Err(ApiError::field("arrows", "fewer arrows", "箭头太多", "矢印が多すぎます"));
    }
    let end = |value: &Value, at: String| {
        let point = read_point(value, &at)?;
        let wrong = || ApiError::field(&at, "a point of the board", "应为棋盘上的点", "盤の点");
        if size.contains(point) { Ok(point) } else { Err(wrong()) }
    };
    let arrow = |(i, value): (usize, &Value)| {
        let line = value["line"].as_bool().unwrap_or_default();
        let from = end(&value["from"], format!("arrows[{i}].from"))?;
        Ok(Arrow { from, to: end(&value["to"], format!("arrows[{i}].to"))?, line })
    };
    list.iter().enumerate().map(arrow).collect()
}

pub(crate) fn read_marks(value: &Value, size: Size) -> Result<Vec<(Point, Mark)>> {
    let list = value.as_array().ok_or_else(|| ApiError::field("marks", "a list", "应为列表", "配列"))?;
    if list.len() > 4 * size.area() {
        return Err(ApiError::field("marks", "fewer marks", "标记太多", "印が多すぎます"));
    }
    let mark = |(i, value): (usize, &Value)| {
        let at = format!("marks[{i}]");
        let point = read_point(&value["point"], &format!("{at}.point"))?;
        if !size.contains(point) {
            return Err(ApiError::field(
                &format!("{at}.point"),
                "a point of the board",
                "应为棋盘上的点",
                "盤の点",
            ));
        }
        let label = value["label"].as_str().unwrap_or_default();
        let mark = match value["kind"].as_str().unwrap_or_default() {
            "triangle" => Mark::Triangle,
            "square" => Mark::Square,
            "circle" => Mark::Circle,
            "cross" => Mark::Cross,
            "selected" => Mark::Selected,
            "label" if !label.is_empty() && label.chars().count() <= 16 => Mark::Label(label.to_owned()),
            "territory" if label == "black" => Mark::Territory(Color::Black),
            "territory" if label == "white" => Mark::Territory(Color::White),
            _ => {
                return Err(ApiError::field(
                    &format!("{at}.kind"),
                    "triangle, square, circle, cross, selected, label (with a label of 1 to 16 characters) or territory",
                    "triangle、square、circle、cross、selected、label（1 至 16 字）或 territory",
                    "triangle、square、circle、cross、selected、label（1〜16文字）、territory",
                ));
            }
        };
        Ok((point, mark))
    };
    list.iter().enumerate().map(mark).collect()
}
