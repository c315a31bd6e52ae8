//! A stored game as the page reads it, and the parts of requests that name a game or a move.

use crate::error::{ApiError, Result, Text};
use crate::store::{ClockRule, Game, Seat};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::time::Duration;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::{AnyPosition, Game as _, GameSpec, Language, Move, Player, Reason, SetUp};
use tengen_records::{Header, Mark, NodeId, Record, Side, Tree};
use tengen_render::{Scene, Style, star_points};

pub(crate) fn point_json(point: Point) -> Value {
    json!([point.row, point.col])
}

pub(crate) fn points_json<'a>(points: impl IntoIterator<Item = &'a Point>) -> Value {
    points.into_iter().map(|&p| point_json(p)).collect()
}

/// A point as the page writes it, `[row, col]`, on the board or off it.
pub(crate) fn read_point(value: &Value, at: &str) -> Result<Point> {
    let wrong = || ApiError::field(at, "a point [row, column], counted from 0", "应为 [行, 列]，从 0 数起");
    let pair = value.as_array().filter(|pair| pair.len() == 2).ok_or_else(wrong)?;
    let number = |i: usize| pair[i].as_u64().and_then(|n| u8::try_from(n).ok()).ok_or_else(wrong);
    Ok(Point::new(number(0)?, number(1)?))
}

pub(crate) fn read_points(value: &Value, at: &str) -> Result<Vec<Point>> {
    let list = value.as_array().ok_or_else(|| ApiError::field(at, "a list of points", "应为点的列表"))?;
    list.iter().enumerate().map(|(i, p)| read_point(p, &format!("{at}[{i}]"))).collect()
}

/// The rules that a request names: `game`, `rules`, `size`.
pub(crate) fn read_spec(body: &Map<String, Value>) -> Result<GameSpec> {
    let text = |key: &str| match body.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Number(n)) if key == "size" => Ok(Some(n.to_string())),
        Some(_) => Err(ApiError::field(key, "text", "应为文字")),
    };
    let game = text("game")?.ok_or_else(|| ApiError::field("game", "such as gomoku", "如 gomoku"))?;
    let size = match (text("size")?, body.get("size")) {
        (Some(text), _) => Some(text.parse::<Size>().map_err(|e| {
            ApiError::field("size", &format!("15 or 7x6 ({e})"), &format!("15 或 7x6（{e}）"))
        })?),
        _ => None,
    };
    GameSpec::named(&game, text("rules")?.as_deref(), size).map_err(|e| ApiError::spec(&e))
}

/// The position that a request sets up: `{"black": [..], "white": [..], "to_move": "black"}`.
pub(crate) fn read_set_up(spec: &GameSpec, value: &Value) -> Result<AnyPosition> {
    let set_up = value.as_object().ok_or_else(|| ApiError::field("setup", "an object", "应为对象"))?;
    let start = AnyPosition::new(spec);
    // What a set-up does not name is empty, on boards that begin with discs too.
    let mut cells: HashMap<Point, Cell> =
        spec.size().points().filter(|&p| !start.at(p).is_empty()).map(|p| (p, Cell::Empty)).collect();
    for color in Color::BOTH {
        let key = color.to_string();
        let Some(points) = set_up.get(&key) else { continue };
        for point in read_points(points, &format!("setup.{key}"))? {
            if cells.insert(point, color.into()).is_some_and(|before| !before.is_empty()) {
                return Err(ApiError::set_up(&tengen_games::SetUpError::Twice(point)));
            }
        }
    }
    let to_move = match set_up.get("to_move").and_then(Value::as_str) {
        None | Some("black") => Color::Black,
        Some("white") => Color::White,
        Some(_) => return Err(ApiError::field("setup.to_move", "black or white", "black 或 white")),
    };
    let set_up = SetUp { cells: cells.into_iter().collect(), to_move };
    AnyPosition::set_up(spec, &set_up).map_err(|e| ApiError::set_up(&e))
}

/// The move that a request names: `{"move": "h8"}` or `{"point": [7, 7]}`.
pub(crate) fn read_move(position: &AnyPosition, body: &Map<String, Value>) -> Result<Move> {
    match (body.get("move"), body.get("point")) {
        (Some(Value::String(text)), None | Some(Value::Null)) => {
            position.parse_move(text).map_err(|e| ApiError::not_a_move(&e))
        }
        (None | Some(Value::Null), Some(point)) => {
            let mv = Move::Place(read_point(point, "point")?);
            // Who points at a column of connect four means the place where the stone comes to rest.
            match position.check(mv) {
                Err(illegal) => match illegal.reason {
                    Reason::Hanging(rest) => Ok(Move::Place(rest)),
                    _ => Ok(mv),
                },
                Ok(()) => Ok(mv),
            }
        }
        _ => Err(ApiError::field("move", "either a move or a point", "应给出 move 或 point 之一")),
    }
}

/// A player as a request names him: `{"kind": "engine", "level": 3}`.
fn read_seat(value: &Value, at: &str) -> Result<Seat> {
    let seat = value.as_object().ok_or_else(|| ApiError::field(at, "an object", "应为对象"))?;
    let text = |key: &str| seat.get(key).and_then(Value::as_str).map(str::to_owned);
    let engine = match seat.get("kind").and_then(Value::as_str) {
        Some("engine") => true,
        None | Some("human") => false,
        Some(_) => return Err(ApiError::field(&format!("{at}.kind"), "human or engine", "human 或 engine")),
    };
    let level = match seat.get("level") {
        None | Some(Value::Null) => None,
        Some(level) => Some(
            level
                .as_u64()
                .and_then(|n| u8::try_from(n).ok())
                .ok_or_else(|| ApiError::field(&format!("{at}.level"), "a level from 1", "从 1 起的等级"))?,
        ),
    };
    Ok(Seat { engine, name: text("name"), engine_name: text("engine"), level })
}

/// `players`, each side as it was where it is not named.
pub(crate) fn read_seats(value: &Value, before: &[Seat; 2]) -> Result<[Seat; 2]> {
    let players = value.as_object().ok_or_else(|| ApiError::field("players", "an object", "应为对象"))?;
    let mut seats = before.clone();
    for (i, key) in ["first", "second"].into_iter().enumerate() {
        if let Some(seat) = players.get(key) {
            seats[i] = read_seat(seat, &format!("players.{key}"))?;
        }
    }
    Ok(seats)
}

fn seat_json(seat: &Seat) -> Value {
    let kind = if seat.engine { "engine" } else { "human" };
    json!({"kind": kind, "name": seat.name, "engine": seat.engine_name, "level": seat.level})
}

/// `clock`: `{"main_ms": 600000, "increment_ms": 5000, "move_ms": null}`.
pub(crate) fn read_clock(value: &Value) -> Result<Option<ClockRule>> {
    if value.is_null() {
        return Ok(None);
    }
    let clock = value.as_object().ok_or_else(|| ApiError::field("clock", "an object", "应为对象"))?;
    // A week is longer than any game, and keeps sums far from overflow.
    const MOST: u64 = 7 * 24 * 3600 * 1000;
    let millis = |key: &str| match clock.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().filter(|&ms| ms <= MOST) {
            Some(ms) => Ok(Some(Duration::from_millis(ms))),
            None => Err(ApiError::field(
                &format!("clock.{key}"),
                "milliseconds, at most a week",
                "毫秒数，至多一周",
            )),
        },
    };
    let main = millis("main_ms")?.unwrap_or_default();
    let per_move = millis("move_ms")?.filter(|t| !t.is_zero());
    let increment = millis("increment_ms")?.unwrap_or_default();
    if main.is_zero() && per_move.is_none() {
        return Err(ApiError::field("clock", "main_ms or move_ms above 0", "main_ms 或 move_ms 应大于 0"));
    }
    Ok(Some(ClockRule { main, increment, per_move }))
}

fn clock_json(clock: &ClockRule) -> Value {
    json!({
        "main_ms": clock.main.as_millis() as u64,
        "increment_ms": clock.increment.as_millis() as u64,
        "move_ms": clock.per_move.map(|t| t.as_millis() as u64),
    })
}

/// The texts of a header that a page may read and change, by name.
const HEADER: [(&str, fn(&mut Header) -> &mut Option<String>); 7] = [
    ("date", |h| &mut h.date),
    ("event", |h| &mut h.event),
    ("round", |h| &mut h.round),
    ("place", |h| &mut h.place),
    ("name", |h| &mut h.name),
    ("comment", |h| &mut h.comment),
    ("overtime", |h| &mut h.overtime),
];

/// The same of a side.
const SIDE: [(&str, fn(&mut Side) -> &mut Option<String>); 3] =
    [("name", |s| &mut s.name), ("rank", |s| &mut s.rank), ("team", |s| &mut s.team)];

pub(crate) fn header_json(header: &Header) -> Value {
    let mut header = header.clone();
    let mut out = Map::new();
    for (key, side) in [("black", &mut header.black), ("white", &mut header.white)] {
        let fields = SIDE.iter().map(|(name, field)| ((*name).to_owned(), json!(field(side))));
        out.insert(key.to_owned(), Value::Object(fields.collect()));
    }
    for (name, field) in HEADER {
        out.insert(name.to_owned(), json!(field(&mut header)));
    }
    Value::Object(out)
}

/// Changes those texts of a header that a request names; null takes one away.
pub(crate) fn read_header(value: &Value, header: &mut Header, most: usize) -> Result<()> {
    let map = value.as_object().ok_or_else(|| ApiError::field("header", "an object", "应为对象"))?;
    for (key, value) in map {
        let at = format!("header.{key}");
        let unknown = || ApiError::field(&at, "no such field", "没有这一项");
        let side = match key.as_str() {
            "black" => Some(&mut header.black),
            "white" => Some(&mut header.white),
            _ => None,
        };
        if let Some(side) = side {
            let fields = value.as_object().ok_or_else(|| ApiError::field(&at, "an object", "应为对象"))?;
            for (name, value) in fields {
                let (_, field) = SIDE.iter().find(|(n, _)| n == name).ok_or_else(unknown)?;
                *field(side) = read_text(value, &format!("{at}.{name}"), most)?;
            }
        } else {
            let (_, field) = HEADER.iter().find(|(n, _)| n == key).ok_or_else(unknown)?;
            *field(header) = read_text(value, &at, most)?;
        }
    }
    Ok(())
}

/// Text of at most `most` bytes, `None` for null and for nothing.
pub(crate) fn read_text(value: &Value, at: &str, most: usize) -> Result<Option<String>> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) if text.len() <= most => Ok((!text.is_empty()).then(|| text.clone())),
        Value::String(_) => {
            Err(ApiError::field(at, &format!("at most {most} bytes"), &format!("至多 {most} 字节")))
        }
        _ => Err(ApiError::field(at, "text or null", "应为文字或 null")),
    }
}

/// The words for a mark.
fn mark_name(mark: &Mark) -> (&'static str, Option<String>) {
    match mark {
        Mark::Triangle => ("triangle", None),
        Mark::Square => ("square", None),
        Mark::Circle => ("circle", None),
        Mark::Cross => ("cross", None),
        Mark::Selected => ("selected", None),
        Mark::Label(text) => ("label", Some(text.clone())),
        Mark::Territory(color) => ("territory", Some(color.to_string())),
    }
}

pub(crate) fn marks_json(marks: &[(Point, Mark)]) -> Value {
    let mark = |(point, mark): &(Point, Mark)| {
        let (kind, label) = mark_name(mark);
        json!({"point": point_json(*point), "kind": kind, "label": label})
    };
    marks.iter().map(mark).collect()
}

/// The marks that a request puts on a board of `size`.
pub(crate) fn read_marks(value: &Value, size: Size) -> Result<Vec<(Point, Mark)>> {
    let list = value.as_array().ok_or_else(|| ApiError::field("marks", "a list", "应为列表"))?;
    if list.len() > 4 * size.area() {
        return Err(ApiError::field("marks", "fewer of them", "太多"));
    }
    let mark = |(i, value): (usize, &Value)| {
        let at = format!("marks[{i}]");
        let point = read_point(&value["point"], &format!("{at}.point"))?;
        if !size.contains(point) {
            return Err(ApiError::field(&format!("{at}.point"), "a point of the board", "应为棋盘上的点"));
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
                ));
            }
        };
        Ok((point, mark))
    };
    list.iter().enumerate().map(mark).collect()
}

/// The names of columns and rows in the game's habit, and where they stand.
fn coords_json(spec: &GameSpec, scene: &Scene) -> Value {
    let size = spec.size();
    json!({
        "columns": (0..size.cols()).map(|c| scene.column_label(c)).collect::<Vec<_>>(),
        "rows": (0..size.rows()).map(|r| scene.row_label(r)).collect::<Vec<_>>(),
    })
}

/// The word for a look.
const fn style_name(style: Style) -> &'static str {
    match style {
        Style::Lines => "lines",
        Style::Felt => "felt",
        Style::Paper => "paper",
        Style::Holes => "holes",
    }
}

/// `game`, `rules`, `size` and what follows from them, for boards and summaries.
pub(crate) fn spec_json(spec: &GameSpec) -> Map<String, Value> {
    let rules = match spec {
        GameSpec::Mnk(rules) => rules.to_string(),
        GameSpec::Gomoku(rules) => rules.to_string(),
        GameSpec::Othello(_) => "othello".into(),
        GameSpec::Go(rules) => rules.to_string(),
    };
    let size = spec.size();
    let mut out = Map::new();
    out.insert("game".into(), spec.kind().name().into());
    out.insert("rules".into(), rules.into());
    out.insert("size".into(), json!({"rows": size.rows(), "cols": size.cols()}));
    out
}

/// The board: the game with its whole tree.
pub(crate) fn board_json(game: &Game) -> Value {
    let spec = &game.record.spec;
    let start = AnyPosition::new(spec);
    let style = Style::of(spec);
    let scene = Scene::empty(spec.size(), style, start.coords());
    let stars = if style == Style::Lines { star_points(spec.size()) } else { Vec::new() };
    let mut out = Map::new();
    out.insert("id".into(), game.id.into());
    out.insert("revision".into(), game.revision.into());
    out.extend(spec_json(spec));
    out.insert("coords".into(), coords_json(spec, &scene));
    out.insert("look".into(), json!({"style": style_name(style), "stars": points_json(&stars)}));
    out.insert("header".into(), header_json(&game.record.header));
    out.insert(
        "players".into(),
        json!({"first": seat_json(&game.seats[0]), "second": seat_json(&game.seats[1])}),
    );
    out.insert("clock".into(), game.clock.as_ref().map_or(Value::Null, clock_json));
    out.insert("result".into(), json!(game.record.header.result));
    out.insert("tags".into(), json!(game.tags));
    out.insert("current".into(), game.current.into());
    out.insert("nodes".into(), nodes_json(game));
    out.insert("saved".into(), true.into());
    Value::Object(out)
}

/// Every node that is not pruned, parents before children.
fn nodes_json(game: &Game) -> Value {
    let record = &game.record;
    let mut colors: HashMap<NodeId, Color> = HashMap::new();
    let mut problems: HashMap<NodeId, String> = HashMap::new();
    record.walk(|node, result| match (result, record.tree.node(node).mv) {
        (Ok(position), Some((_, Move::Place(p)))) => {
            colors.extend(position.at(p).color().map(|color| (node, color)));
        }
        (Err(broken), _) => {
            problems.insert(node, broken.to_string());
        }
        _ => {}
    });
    let reader = AnyPosition::new(&record.spec);
    let node_json = |(id, node): (NodeId, &tengen_records::Node)| {
        let children: Vec<NodeId> =
            node.children.iter().copied().filter(|c| !game.pruned.contains(c)).collect();
        let mut out = Map::new();
        out.insert("id".into(), id.into());
        out.insert("parent".into(), json!(node.parent));
        out.insert("children".into(), json!(children));
        if let Some((color, mv)) = node.mv {
            out.insert("move".into(), reader.format_move(mv).into());
            if let Some(point) = mv.point() {
                out.insert("point".into(), point_json(point));
            }
            if let Some(color) = colors.get(&id).copied().or(color) {
                out.insert("color".into(), color.to_string().into());
            }
        }
        if !node.set_up.is_empty() {
            out.insert("setup".into(), true.into());
        }
        if let Some(comment) = &node.comment {
            out.insert("comment".into(), comment.as_str().into());
        }
        if !node.marks.is_empty() {
            out.insert("marks".into(), marks_json(&node.marks));
        }
        if let Some(spent) = node.spent {
            out.insert("elapsed_ms".into(), (spent.as_millis() as u64).into());
        }
        if let Some(problem) = problems.get(&id) {
            out.insert("problem".into(), problem.as_str().into());
        }
        Value::Object(out)
    };
    record.tree.iter().filter(|(id, _)| !game.pruned.contains(id)).map(node_json).collect()
}

/// The time that each player has left after `node`, by the clock of the game.
pub(crate) fn time_left(game: &Game, node: NodeId, rule: &ClockRule) -> [Duration; 2] {
    let mut left = [rule.main; 2];
    let mut position = game.record.replay_to(Tree::ROOT).position;
    for id in game.record.tree.path(node).into_iter().skip(1) {
        let at = game.record.tree.node(id);
        if at.mv.is_some() {
            let player = position.player_to_move() as usize;
            left[player] = left[player].saturating_sub(at.spent.unwrap_or_default()) + rule.increment;
        }
        let plain = at.set_up.is_empty() && at.to_move.is_none();
        if !(plain && at.mv.is_some_and(|(_, mv)| position.play(mv).is_ok())) {
            position = game.record.replay_to(id).position;
        }
    }
    left
}

/// The seat of a player.
pub(crate) fn seat_of(game: &Game, player: Player) -> &Seat {
    &game.seats[player as usize]
}

/// The name that a seat is given in a record.
pub(crate) fn seat_name(seat: &Seat) -> Option<String> {
    match (&seat.name, seat.engine) {
        (Some(name), _) => Some(name.clone()),
        (None, false) => None,
        (None, true) => Some(match seat.level {
            Some(level) => format!("Tengen {level}"),
            None => "Tengen".into(),
        }),
    }
}

/// The text of an error in a record's replay.
pub(crate) fn broken_text(broken: &tengen_records::Broken) -> Text {
    match &broken.fault {
        tengen_records::Fault::Illegal(illegal) => Text::of(|language: Language| language.illegal(illegal)),
        other => Text::new(other.to_string(), format!("记录有误：{other}")),
    }
}

/// A new game, nobody's yet.
pub(crate) fn new_game(record: Record) -> Game {
    Game {
        id: 0,
        revision: 0,
        record,
        seats: Default::default(),
        clock: None,
        tags: Vec::new(),
        current: 0,
        pruned: Default::default(),
    }
}
