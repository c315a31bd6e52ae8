//! A stored game as JSON for the page.

use crate::engines::Engines;
use crate::error::Text;
use crate::traits::traits_json;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::time::Duration;
use tengen_board::{Color, Point, Size};
use tengen_engine::{EngineOptions, PlayerClock};
use tengen_games::{AnyPosition, Game as _, GameSpec, Move, Passes, PlayerId};
use tengen_library::{ClockSettings, GameSummary, GameUpdate, Library, NodeNumber, PlayerKind, StoredGame};
use tengen_records::{Arrow, Header, Mark, PlayerInfo, ReplayError, Tree};
use tengen_render::{Scene, Style, star_points};
use tengen_words::{engine_in_record, opening_at};

pub(crate) fn point_json(point: Point) -> Value {
    json!([point.row, point.col])
}

pub(crate) fn points_json<'a>(points: impl IntoIterator<Item = &'a Point>) -> Value {
    points.into_iter().map(|&p| point_json(p)).collect()
}

fn seat_json(seat: &PlayerKind, name: Option<&String>) -> Value {
    match seat {
        PlayerKind::Human => json!({"kind": "human", "name": name}),
        PlayerKind::Engine { .. } => {
            let EngineOptions { engine, level, .. } = engine_of(seat);
            json!({"kind": "engine", "name": name, "engine": engine, "level": level})
        }
    }
}

/// The engine of a seat.
pub(crate) fn engine_of(seat: &PlayerKind) -> EngineOptions {
    match seat {
        PlayerKind::Human => EngineOptions::default(),
        PlayerKind::Engine { engine, level } => EngineOptions {
            engine: Some(engine.clone()).filter(|name| !name.is_empty()),
            level: u8::try_from(*level).ok().filter(|&level| level > 0),
            ..EngineOptions::default()
        },
    }
}

/// Accessor of a text in a header or a side.
pub(crate) type Field<T> = fn(&mut T) -> &mut Option<String>;

/// The texts of a header that a page may read and change, by name.
pub(crate) const HEADER: [(&str, Field<Header>); 7] = [
    ("date", |h| &mut h.date),
    ("event", |h| &mut h.event),
    ("round", |h| &mut h.round),
    ("place", |h| &mut h.place),
    ("name", |h| &mut h.name),
    ("comment", |h| &mut h.comment),
    ("overtime", |h| &mut h.overtime),
];

/// The texts of a side, the same way.
pub(crate) const SIDE: [(&str, Field<PlayerInfo>); 3] =
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

fn arrow_json(arrow: &Arrow) -> Value {
    json!({"from": point_json(arrow.from), "to": point_json(arrow.to), "line": arrow.line})
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

/// A size of a board.
pub(crate) fn size_json(size: Size) -> Value {
    json!({"rows": size.rows(), "cols": size.cols()})
}

/// The fields of boards and summaries that describe the game: `game`, `rules`, `size`.
pub(crate) fn spec_json(spec: &GameSpec) -> Map<String, Value> {
    let size = spec.size();
    let mut out = Map::new();
    out.insert("game".into(), spec.kind().name().into());
    out.insert("rules".into(), spec.rules_text().into());
    out.insert("rules_name".into(), Text::of(|language| language.rules_name(spec)).to_json());
    out.insert("size".into(), size_json(size));
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
    out.insert("ended".into(), json!(game.ended));
    out.insert("prunings".into(), game.prunings.into());
    out.insert("nodes".into(), nodes_json(game));
    out.insert("saved".into(), true.into());
    Value::Object(out)
}

/// The names of the players, by the colours that they have at the end of the main line. Before the colours are chosen,
/// the first player counts as black.
fn names_of(game: &StoredGame) -> [Option<&String>; 2] {
    let header = &game.record.header;
    let names = [header.black.name.as_ref(), header.white.name.as_ref()];
    if first_color(game) == Color::White { [names[1], names[0]] } else { names }
}

/// Swaps the names of a game where a change of the main line gives its players other colours than `before`: a header
/// names the players by colour.
pub(crate) fn with_names_kept(
    library: &Library,
    before: &StoredGame,
    after: StoredGame,
) -> tengen_library::Result<StoredGame> {
    if first_color(before) == first_color(&after) {
        return Ok(after);
    }
    let mut header = after.record.header.clone();
    std::mem::swap(&mut header.black, &mut header.white);
    library.update(after.summary.id, GameUpdate { header: Some(header), ..GameUpdate::default() })?;
    library.load(after.summary.id)
}

/// The colour of the first player at the end of the main line; black before the colours are chosen.
fn first_color(game: &StoredGame) -> Color {
    first_color_in(&game.record.replay().unwrap_or_else(ReplayError::into_reached).position)
}

/// The colour of the first player in a position; black before the colours are chosen.
pub(crate) fn first_color_in(position: &AnyPosition) -> Color {
    position.color_of(PlayerId::First).unwrap_or(Color::Black)
}

/// A game as a list shows it.
pub(crate) fn summary_json(summary: &GameSummary) -> Value {
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

/// The name of the opening whose position this is, if it has one.
pub(crate) fn opening_json(position: &AnyPosition) -> Option<Value> {
    opening_at(position).map(|name| Text::of(|language| language.label(name).to_owned()).to_json())
}

/// Every node, parents before children, with the ids of the library.
fn nodes_json(game: &StoredGame) -> Value {
    let record = &game.record;
    let mut colors: HashMap<u32, Color> = HashMap::new();
    // The player to move after each node.
    let mut next: HashMap<u32, &'static str> = HashMap::new();
    // The nodes after which the same side moves again.
    let mut again: HashMap<u32, Color> = HashMap::new();
    let mut problems: HashMap<u32, Value> = HashMap::new();
    let mut openings: HashMap<u32, Value> = HashMap::new();
    // The player to move after each node at which the colours are open.
    let mut open: HashMap<u32, &'static str> = HashMap::new();
    // Offers of fifth moves, and the choice among them.
    let mut fifths: HashMap<u32, &'static str> = HashMap::new();
    record.walk(|node, result| match (result, record.tree.node(node).mv) {
        (Ok(position), mv) => {
            openings.extend(opening_json(position).map(|name| (node, name)));
            let player = position.player_to_move();
            next.insert(node, player_name(player));
            if position.color_of(player).is_none() {
                open.insert(node, player_name(player));
            }
            let Some((_, Move::Place(p))) = mv else { return };
            let offered = matches!(position, AnyPosition::Gomoku(gomoku) if !gomoku.offers().is_empty());
            let parent = record.tree.node(node).parent;
            let chosen = !offered && parent.is_some_and(|parent| fifths.get(&parent) == Some(&"offer"));
            if offered || chosen {
                fifths.insert(node, if offered { "offer" } else { "choice" });
            }
            // White chooses a black stone.
            let color = position.at(p).color().map(|color| if chosen { !color } else { color });
            colors.extend(color.map(|color| (node, color)));
            again.extend(color.filter(|&color| color == position.to_move()).map(|color| (node, color)));
        }
        (Err(violation), _) => {
            problems.insert(node, violation_text(violation).to_json());
        }
    });
    let reader = AnyPosition::new(&record.spec);
    let node_json = |(at, node): (u32, &tengen_records::Node)| {
        let children: Vec<NodeNumber> = node.children.iter().map(|&c| game.id_of(c)).collect();
        let mut out = Map::new();
        out.insert("id".into(), game.id_of(at).into());
        out.insert("parent".into(), json!(node.parent.map(|p| game.id_of(p))));
        out.insert("children".into(), json!(children));
        if let Some((color, mv)) = node.mv {
            out.insert("move".into(), reader.format_move(mv).into());
            if let Some(point) = mv.point() {
                out.insert("point".into(), point_json(point));
            }
            if mv == Move::Pass && record.spec.info().passes == Passes::Forced {
                out.insert("forced".into(), true.into());
            }
            if let Some(color) = colors.get(&at).copied().or(color) {
                out.insert("color".into(), color.to_string().into());
            }
            if let Some(player) = node.parent.and_then(|parent| next.get(&parent)) {
                out.insert("player".into(), (*player).into());
            }
            if let Some(color) = again.get(&at) {
                out.insert("to_move".into(), color.to_string().into());
            }
        }
        if !node.set_up.is_empty() || node.to_move.is_some() {
            out.insert("setup".into(), true.into());
        }
        if let Some(player) = open.get(&at) {
            out.insert("open".into(), (*player).into());
        }
        if let Some(fifth) = fifths.get(&at) {
            out.insert("fifth".into(), (*fifth).into());
        }
        if let Some(opening) = openings.remove(&at) {
            out.insert("opening".into(), opening);
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
        let arrows = if node.extra.is_empty() { Vec::new() } else { record.arrows(at) };
        if !arrows.is_empty() {
            out.insert("arrows".into(), arrows.iter().map(arrow_json).collect());
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

/// The clock of each player after a node of the tree, the first player's first.
pub(crate) fn clocks_at(game: &StoredGame, node: u32, clock: &ClockSettings) -> [PlayerClock; 2] {
    let mut clocks = [PlayerClock::new(&clock.into()); 2];
    let reached = |node| game.record.replay_to(node).unwrap_or_else(ReplayError::into_reached).position;
    let mut position = reached(Tree::ROOT);
    for id in game.record.tree.path(node).into_iter().skip(1) {
        let at = game.record.tree.node(id);
        if at.mv.is_some() {
            clocks[position.player_to_move() as usize].spend(at.spent.unwrap_or_default());
        }
        let plain = at.set_up.is_empty() && at.to_move.is_none();
        if !(plain && at.mv.is_some_and(|(_, mv)| position.play(mv).is_ok())) {
            position = reached(id);
        }
    }
    clocks
}

/// What both players have left, for the page: milliseconds until the flag falls, with byo-yomi the periods or moves.
/// The flag of `fallen` is down.
pub(crate) fn clocks_json(clocks: &[PlayerClock; 2], fallen: Option<PlayerId>) -> Value {
    let mut out = Map::new();
    for (player, clock) in [PlayerId::First, PlayerId::Second].into_iter().zip(clocks) {
        let name = player_name(player);
        let running = if fallen == Some(player) { clock.left() } else { Duration::ZERO };
        let reading = clock.reading(running);
        out.insert(format!("{name}_ms"), ((clock.left() - running).as_millis() as u64).into());
        if let Some(periods) = reading.periods {
            out.insert(format!("{name}_periods"), periods.into());
        }
        if let Some(moves) = reading.moves {
            out.insert(format!("{name}_moves"), moves.into());
        }
    }
    Value::Object(out)
}

/// The name of an engine in a record: Tengen with its level, or a program's own.
pub(crate) fn seat_name(seat: &PlayerKind, engines: &Engines) -> Option<String> {
    match (seat, engine_of(seat).level) {
        (PlayerKind::Human, _) => None,
        (PlayerKind::Engine { engine, .. }, _) if engines.is_program(engine) => Some(engine.clone()),
        (PlayerKind::Engine { engine, .. }, level) => Some(engine_in_record(engine, true, level)),
    }
}

/// The text of a violation of the rules in a record.
pub(crate) fn violation_text(violation: &tengen_records::Violation) -> Text {
    Text::of(|language| language.violation(&violation.kind))
}

/// How messages name a player.
pub(crate) const fn player_name(player: PlayerId) -> &'static str {
    match player {
        PlayerId::First => "first",
        PlayerId::Second => "second",
    }
}
