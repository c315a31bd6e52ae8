//! A stored game as JSON for the page, and the parsing of requests that name a game or a move.

use crate::error::{ApiError, Result, Text};
use crate::traits::traits_json;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::time::Duration;
use tengen_board::{Cell, Color, Point, Size};
use tengen_engine::EngineOptions;
use tengen_games::{AnyPosition, Game as _, GameSpec, Move, Player, Reason, SetUp};
use tengen_library::{Clock, NodeId, Seat, StoredGame, Summary};
use tengen_records::{Header, Mark, ReplayError, Side, Tree};
use tengen_render::{Scene, Style, star_points};

pub(crate) fn point_json(point: Point) -> Value {
    json!([point.row, point.col])
}

pub(crate) fn points_json<'a>(points: impl IntoIterator<Item = &'a Point>) -> Value {
    points.into_iter().map(|&p| point_json(p)).collect()
}

/// Reads a point as the page writes it, `[row, col]`, on the board or off it.
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

/// Reads the game of a request: `game`, `rules`, `size`.
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

/// Reads a set-up position: `{"black": [..], "white": [..], "to_move": "black"}`.
pub(crate) fn read_set_up(spec: &GameSpec, value: &Value) -> Result<AnyPosition> {
    let set_up = value.as_object().ok_or_else(|| ApiError::field("setup", "an object", "应为对象"))?;
    let start = AnyPosition::new(spec);
    // Points that a set-up does not name are empty, also on boards that start with discs.
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
        Some(_) => return Err(ApiError::field("moves", "a list of moves", "应为着手的列表")),
    };
    for (i, text) in moves.iter().enumerate() {
        let at = format!("moves[{i}]");
        let text = text.as_str().ok_or_else(|| ApiError::field(&at, "text", "应为文字"))?;
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
        _ => Err(ApiError::field("move", "either a move or a point", "应给出 move 或 point 之一")),
    }
}

/// Reads a player: `{"kind": "engine", "level": 3}`.
fn read_seat(value: &Value, at: &str) -> Result<(Seat, Option<String>)> {
    let seat = value.as_object().ok_or_else(|| ApiError::field(at, "an object", "应为对象"))?;
    let text = |key: &str| match seat.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.len() <= 200 => Ok(Some(text.clone()).filter(|t| !t.is_empty())),
        Some(_) => Err(ApiError::field(&format!("{at}.{key}"), "a short text", "应为短文字")),
    };
    let name = text("name")?;
    match seat.get("kind").and_then(Value::as_str) {
        None | Some("human") => return Ok((Seat::Human, name)),
        Some("engine") => {}
        Some(_) => return Err(ApiError::field(&format!("{at}.kind"), "human or engine", "human 或 engine")),
    }
    let level = match seat.get("level") {
        None | Some(Value::Null) => 0,
        Some(level) => level
            .as_u64()
            .and_then(|n| u8::try_from(n).ok())
            .ok_or_else(|| ApiError::field(&format!("{at}.level"), "a level from 1", "从 1 起的等级"))?,
    };
    Ok((Seat::Engine { engine: text("engine")?.unwrap_or_default(), level: level.into() }, name))
}

/// The players and the names given to them.
pub(crate) type SeatsAndNames = ([Seat; 2], [Option<String>; 2]);

/// Reads `players`; a player that is not named stays as it was.
pub(crate) fn read_seats(value: &Value, before: &[Seat; 2]) -> Result<SeatsAndNames> {
    let players = value.as_object().ok_or_else(|| ApiError::field("players", "an object", "应为对象"))?;
    let (mut seats, mut names) = (before.clone(), [None, None]);
    for (i, key) in ["first", "second"].into_iter().enumerate() {
        if let Some(seat) = players.get(key) {
            (seats[i], names[i]) = read_seat(seat, &format!("players.{key}"))?;
        }
    }
    Ok((seats, names))
}

fn seat_json(seat: &Seat, name: Option<&String>) -> Value {
    match seat {
        Seat::Human => json!({"kind": "human", "name": name}),
        Seat::Engine { .. } => {
            let EngineOptions { engine, level, .. } = engine_of(seat);
            json!({"kind": "engine", "name": name, "engine": engine, "level": level})
        }
    }
}

/// The engine of a seat.
pub(crate) fn engine_of(seat: &Seat) -> EngineOptions {
    match seat {
        Seat::Human => EngineOptions::default(),
        Seat::Engine { engine, level } => EngineOptions {
            engine: Some(engine.clone()).filter(|name| !name.is_empty()),
            level: u8::try_from(*level).ok().filter(|&level| level > 0),
            memory: None,
        },
    }
}

/// Reads `clock`: `{"main_ms": 600000, "increment_ms": 5000, "move_ms": null}`.
pub(crate) fn read_clock(value: &Value) -> Result<Option<Clock>> {
    if value.is_null() {
        return Ok(None);
    }
    let clock = value.as_object().ok_or_else(|| ApiError::field("clock", "an object", "应为对象"))?;
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
            )),
        },
    };
    let clock = Clock {
        main_ms: millis("main_ms")?,
        increment_ms: millis("increment_ms")?,
        move_ms: millis("move_ms")?,
    };
    if clock.main_ms.is_none() && clock.move_ms.is_none() {
        return Err(ApiError::field("clock", "main_ms or move_ms above 0", "main_ms 或 move_ms 应大于 0"));
    }
    Ok(Some(clock))
}

/// Accessor of a text in a header or a side.
type Field<T> = fn(&mut T) -> &mut Option<String>;

/// The texts of a header that a page may read and change, by name.
const HEADER: [(&str, Field<Header>); 7] = [
    ("date", |h| &mut h.date),
    ("event", |h| &mut h.event),
    ("round", |h| &mut h.round),
    ("place", |h| &mut h.place),
    ("name", |h| &mut h.name),
    ("comment", |h| &mut h.comment),
    ("overtime", |h| &mut h.overtime),
];

/// The texts of a side, the same way.
const SIDE: [(&str, Field<Side>); 3] =
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

/// Changes the texts of a header that a request names; null removes one.
pub(crate) fn read_header(value: &Value, header: &mut Header, max_bytes: usize) -> Result<()> {
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
        Value::String(_) => {
            Err(ApiError::field(at, &format!("at most {max_bytes} bytes"), &format!("至多 {max_bytes} 字节")))
        }
        _ => Err(ApiError::field(at, "text or null", "应为文字或 null")),
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

/// The name and the label of a mark.
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

/// Reads the marks on a board of `size`.
pub(crate) fn read_marks(value: &Value, size: Size) -> Result<Vec<(Point, Mark)>> {
    let list = value.as_array().ok_or_else(|| ApiError::field("marks", "a list", "应为列表"))?;
    if list.len() > 4 * size.area() {
        return Err(ApiError::field("marks", "fewer marks", "标记太多"));
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

/// The labels of columns and rows in the notation of the game.
fn coords_json(spec: &GameSpec, scene: &Scene) -> Value {
    let size = spec.size();
    json!({
        "columns": (0..size.cols()).map(|c| scene.column_label(c)).collect::<Vec<_>>(),
        "rows": (0..size.rows()).map(|r| scene.row_label(r)).collect::<Vec<_>>(),
    })
}

/// The name of a style.
const fn style_name(style: Style) -> &'static str {
    match style {
        Style::Lines => "lines",
        Style::Felt => "felt",
        Style::Paper => "paper",
        Style::Holes => "holes",
    }
}

/// The fields of boards and summaries that describe the game: `game`, `rules`, `size`.
pub(crate) fn spec_json(spec: &GameSpec) -> Map<String, Value> {
    let size = spec.size();
    let mut out = Map::new();
    out.insert("game".into(), spec.kind().name().into());
    out.insert("rules".into(), spec.rules_text().into());
    out.insert("rules_name".into(), Text::of(|language| language.rules_name(spec)).to_json());
    out.insert("size".into(), json!({"rows": size.rows(), "cols": size.cols()}));
    out.insert("style".into(), style_name(Style::of(spec)).into());
    out.extend(traits_json(spec));
    out
}

/// The board: the game with its whole tree.
pub(crate) fn board_json(game: &StoredGame) -> Value {
    let spec = &game.record.spec;
    let start = AnyPosition::new(spec);
    let style = Style::of(spec);
    let scene = Scene::empty(spec.size(), style, start.coords());
    let stars = if style == Style::Lines { star_points(spec.size()) } else { Vec::new() };
    let header = &game.record.header;
    let [first, second] = &game.seats;
    let names = names_of(game);
    let mut out = Map::new();
    out.insert("id".into(), game.summary.id.into());
    out.insert("revision".into(), game.summary.revision.into());
    out.extend(spec_json(spec));
    out.insert("coords".into(), coords_json(spec, &scene));
    out.insert("look".into(), json!({"style": style_name(style), "stars": points_json(&stars)}));
    out.insert("header".into(), header_json(header));
    out.insert(
        "players".into(),
        json!({"first": seat_json(first, names[0]), "second": seat_json(second, names[1])}),
    );
    out.insert("clock".into(), json!(game.clock));
    out.insert("result".into(), json!(header.result));
    out.insert("tags".into(), json!(game.summary.tags));
    out.insert("current".into(), game.current.into());
    out.insert("prunings".into(), game.prunings.into());
    out.insert("nodes".into(), nodes_json(game));
    out.insert("saved".into(), true.into());
    Value::Object(out)
}

/// The names of the players, by the colours that they have at the end of the main line. Before the colours are chosen,
/// the first player counts as black.
fn names_of(game: &StoredGame) -> [Option<&String>; 2] {
    let header = &game.record.header;
    let end = game.record.replay().unwrap_or_else(ReplayError::into_reached).position;
    let swapped = end.color_of(Player::First) == Some(Color::White);
    let names = [header.black.name.as_ref(), header.white.name.as_ref()];
    if swapped { [names[1], names[0]] } else { names }
}

/// A game as a list shows it.
pub(crate) fn summary_json(summary: &Summary) -> Value {
    let mut out = Map::new();
    out.insert("id".into(), summary.id.into());
    out.insert("revision".into(), summary.revision.into());
    out.extend(spec_json(&summary.spec));
    out.insert("black".into(), json!(summary.black));
    out.insert("white".into(), json!(summary.white));
    out.insert("players".into(), json!({"first": summary.black, "second": summary.white}));
    out.insert("result".into(), json!(summary.result));
    out.insert("date".into(), json!(summary.date));
    out.insert("event".into(), json!(summary.event));
    out.insert("name".into(), json!(summary.name));
    out.insert("tags".into(), json!(summary.tags));
    out.insert("plies".into(), summary.plies.into());
    out.insert("created_ms".into(), summary.created_ms.into());
    out.insert("changed_ms".into(), summary.changed_ms.into());
    out.insert("deleted_ms".into(), json!(summary.deleted_ms));
    Value::Object(out)
}

/// Every node, parents before children, with the ids of the library.
fn nodes_json(game: &StoredGame) -> Value {
    let record = &game.record;
    let mut colors: HashMap<u32, Color> = HashMap::new();
    // The nodes after which the same side moves again.
    let mut again: HashMap<u32, Color> = HashMap::new();
    let mut problems: HashMap<u32, Value> = HashMap::new();
    record.walk(|node, result| match (result, record.tree.node(node).mv) {
        (Ok(position), Some((_, Move::Place(p)))) => {
            let color = position.at(p).color();
            colors.extend(color.map(|color| (node, color)));
            again.extend(color.filter(|&color| color == position.to_move()).map(|color| (node, color)));
        }
        (Err(violation), _) => {
            problems.insert(node, violation_text(violation).to_json());
        }
        _ => {}
    });
    let reader = AnyPosition::new(&record.spec);
    let node_json = |(at, node): (u32, &tengen_records::Node)| {
        let children: Vec<NodeId> = node.children.iter().map(|&c| game.id_of(c)).collect();
        let mut out = Map::new();
        out.insert("id".into(), game.id_of(at).into());
        out.insert("parent".into(), json!(node.parent.map(|p| game.id_of(p))));
        out.insert("children".into(), json!(children));
        if let Some((color, mv)) = node.mv {
            out.insert("move".into(), reader.format_move(mv).into());
            if let Some(point) = mv.point() {
                out.insert("point".into(), point_json(point));
            }
            if let Some(color) = colors.get(&at).copied().or(color) {
                out.insert("color".into(), color.to_string().into());
            }
            if let Some(color) = again.get(&at) {
                out.insert("to_move".into(), color.to_string().into());
            }
        }
        if !node.set_up.is_empty() || node.to_move.is_some() {
            out.insert("setup".into(), true.into());
        }
        if let Some(name) = &node.name {
            out.insert("name".into(), name.as_str().into());
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
        if let Some(problem) = problems.remove(&at) {
            out.insert("problem".into(), problem);
        }
        Value::Object(out)
    };
    let mut node_json = node_json;
    record.tree.iter().map(&mut node_json).collect()
}

/// The time that each player has left after a node of the tree. Without main time, the time for one move.
pub(crate) fn time_left(game: &StoredGame, node: u32, clock: &Clock) -> [Duration; 2] {
    let millis = |ms: Option<u64>| Duration::from_millis(ms.unwrap_or_default());
    if clock.main_ms.is_none() {
        return [millis(clock.move_ms); 2];
    }
    let mut left = [millis(clock.main_ms); 2];
    let reached = |node| game.record.replay_to(node).unwrap_or_else(ReplayError::into_reached).position;
    let mut position = reached(Tree::ROOT);
    for id in game.record.tree.path(node).into_iter().skip(1) {
        let at = game.record.tree.node(id);
        if at.mv.is_some() {
            let player = position.player_to_move() as usize;
            left[player] =
                left[player].saturating_sub(at.spent.unwrap_or_default()) + millis(clock.increment_ms);
        }
        let plain = at.set_up.is_empty() && at.to_move.is_none();
        if !(plain && at.mv.is_some_and(|(_, mv)| position.play(mv).is_ok())) {
            position = reached(id);
        }
    }
    left
}

/// The name of an engine in a record.
pub(crate) fn seat_name(seat: &Seat) -> Option<String> {
    match (seat, engine_of(seat).level) {
        (Seat::Human, _) => None,
        (Seat::Engine { .. }, Some(level)) => Some(format!("Tengen {level}")),
        (Seat::Engine { .. }, None) => Some("Tengen".into()),
    }
}

/// The text of a violation of the rules in a record.
pub(crate) fn violation_text(violation: &tengen_records::Violation) -> Text {
    match &violation.kind {
        tengen_records::ViolationKind::Illegal(illegal) => Text::of(|language| language.illegal(illegal)),
        other => Text::new(other.to_string(), format!("记录有误：{other}")),
    }
}
