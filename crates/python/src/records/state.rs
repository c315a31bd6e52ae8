//! A record as values that Python pickles: whole, whatever its format was.

use crate::arguments::{SizeArgument, color_name, color_of, spec_of};
use crate::errors;
use crate::picture;
use pyo3::prelude::*;
use std::time::Duration;
use tengen::board::{Cell, Color, Point};
use tengen::games::{Choice, Move};
use tengen::records::{Header, Mark, Node, PlayerInfo, Property, Record};

/// Game, rules, rows and columns, header, nodes.
pub(super) type State = (String, String, (usize, usize), HeaderState, Vec<NodeState>);

/// The players (name, rank, team), the other texts, and the main time in nanoseconds.
type HeaderState = ([Option<String>; 6], [Option<String>; 9], Option<u64>);

/// A point as row and column.
type Place = (u8, u8);

/// A move: a point, or a word.
type MoveState = (Option<Place>, String);

/// A mark: its word, and whether it is a label.
type MarkState = (Place, String, bool);

/// Parent; move with its colour; set-up and side to move; name and comment; marks; clock and time spent in nanoseconds;
/// value; other properties.
type NodeState = (
    Option<u32>,
    Option<(Option<String>, MoveState)>,
    (Vec<(Place, u8)>, Option<String>),
    (Option<String>, Option<String>),
    Vec<MarkState>,
    (Option<u64>, Option<u64>),
    Option<f32>,
    Vec<(String, Vec<Vec<u8>>)>,
);

fn place(point: Point) -> Place {
    (point.row, point.col)
}

fn point((row, col): Place) -> Point {
    Point::new(row, col)
}

fn nanos(time: Option<Duration>) -> Option<u64> {
    time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
}

fn name(color: Option<Color>) -> Option<String> {
    color.map(|color| color_name(color).to_owned())
}

fn color(name: Option<String>) -> PyResult<Option<Color>> {
    name.map(|name| color_of(&name)).transpose()
}

/// The values of a record.
pub(super) fn of(record: &Record) -> State {
    let (spec, header) = (&record.spec, &record.header);
    let PlayerInfo { name: black, rank: black_rank, team: black_team } = header.black.clone();
    let PlayerInfo { name: white, rank: white_rank, team: white_team } = header.white.clone();
    let players = [black, black_rank, black_team, white, white_rank, white_team];
    let texts = [
        &header.result,
        &header.date,
        &header.event,
        &header.round,
        &header.place,
        &header.name,
        &header.comment,
        &header.application,
        &header.overtime,
    ];
    let header = (players, texts.map(Clone::clone), nanos(header.time));
    let nodes = record.tree.iter().map(|(_, node)| of_node(node)).collect();
    (spec.kind().name().into(), spec.rules_text(), (spec.size().rows(), spec.size().cols()), header, nodes)
}

fn of_node(node: &Node) -> NodeState {
    let mv = |mv: Move| match mv {
        Move::Place(point) => (Some(place(point)), String::new()),
        Move::Pass => (None, "pass".into()),
        Move::Choose(choice) => (None, choice.to_string()),
    };
    let mark = |(point, mark): &(Point, Mark)| {
        (place(*point), picture::mark_word(mark), matches!(mark, Mark::Label(_)))
    };
    (
        node.parent,
        node.mv.map(|(color, played)| (name(color), mv(played))),
        (node.set_up.iter().map(|&(point, cell)| (place(point), cell as u8)).collect(), name(node.to_move)),
        (node.name.clone(), node.comment.clone()),
        node.marks.iter().map(mark).collect(),
        (nanos(node.clock), nanos(node.spent)),
        node.value,
        node.extra.iter().map(|property| (property.ident.clone(), property.values.clone())).collect(),
    )
}

/// The record of these values.
///
/// # Errors
/// If [`of`] has not written them.
pub(super) fn record((game, rules, (rows, cols), header, nodes): State) -> PyResult<Record> {
    let mut record = Record::new(spec_of(&game, Some(&rules), Some(SizeArgument::Sides(rows, cols)))?);
    let ([black, black_rank, black_team, white, white_rank, white_team], texts, time) = header;
    let [result, date, event, round, place, name, comment, application, overtime] = texts;
    record.header = Header {
        black: PlayerInfo { name: black, rank: black_rank, team: black_team },
        white: PlayerInfo { name: white, rank: white_rank, team: white_team },
        result,
        date,
        event,
        round,
        place,
        name,
        comment,
        application,
        time: time.map(Duration::from_nanos),
        overtime,
    };
    for (id, state) in (0..).zip(nodes) {
        // The tree keeps parents and children: a node is added after its parent, which comes before it.
        let parent = match state.0 {
            Some(parent) if parent < id => Some(record.tree.add(parent)),
            None if id == 0 => None,
            _ => return Err(errors::argument(format!("the parent of node {id} does not come before it"))),
        };
        let node = record.tree.node_mut(parent.unwrap_or(id));
        fill(node, state)?;
    }
    Ok(record)
}

fn fill(node: &mut Node, state: NodeState) -> PyResult<()> {
    let (_, mv, (set_up, to_move), (name, comment), marks, (clock, spent), value, extra) = state;
    node.mv = match mv {
        None => None,
        Some((side, (at, word))) => {
            let choice = || Choice::from_words(&word).map(Move::Choose);
            let mv = at.map(|at| Move::Place(point(at)));
            let mv = mv.or_else(|| if word == "pass" { Some(Move::Pass) } else { choice() });
            Some((color(side)?, mv.ok_or_else(|| errors::argument(format!("'{word}' is no move")))?))
        }
    };
    let cell = |code| match code {
        1 => Cell::Black,
        2 => Cell::White,
        _ => Cell::Empty,
    };
    let mark = |word: String, is_label| if is_label { Mark::Label(word) } else { picture::mark(&word) };
    node.set_up = set_up.into_iter().map(|(at, code)| (point(at), cell(code))).collect();
    node.to_move = color(to_move)?;
    (node.name, node.comment) = (name, comment);
    node.marks = marks.into_iter().map(|(at, word, is_label)| (point(at), mark(word, is_label))).collect();
    (node.clock, node.spent) = (clock.map(Duration::from_nanos), spent.map(Duration::from_nanos));
    node.value = value;
    node.extra = extra.into_iter().map(|(ident, values)| Property { ident, values }).collect();
    Ok(())
}
