//! Turns an analysis in JSON by a symmetry of the board.

use serde_json::{Map, Value};
use tengen_board::{Size, Symmetry};
use tengen_games::{AnyPosition, Game, Move};

/// The analysis turned by `symmetry`. `None` if a part of it cannot be turned: sentences that name points.
pub(crate) fn turn(json: &Value, position: &AnyPosition, symmetry: Symmetry) -> Option<Value> {
    let size = position.size();
    let mut out = Map::new();
    for (name, value) in json.as_object()? {
        let turned = match name.as_str() {
            "best" => turn_move(value, position, symmetry)?,
            "lines" => {
                let lines = value.as_array()?.iter().map(|line| turn_line(line, position, symmetry));
                Value::Array(lines.collect::<Option<_>>()?)
            }
            "ownership" => turn_rows(value, size, symmetry)?,
            "score" | "depth" | "nodes" | "time_ms" => value.clone(),
            _ => return None,
        };
        out.insert(name.clone(), turned);
    }
    Some(Value::Object(out))
}

fn turn_line(line: &Value, position: &AnyPosition, symmetry: Symmetry) -> Option<Value> {
    let mut out = Map::new();
    for (name, value) in line.as_object()? {
        let turned = match name.as_str() {
            "move" => turn_move(value, position, symmetry)?,
            "pv" => {
                let moves = value.as_array()?.iter().map(|mv| turn_move(mv, position, symmetry));
                Value::Array(moves.collect::<Option<_>>()?)
            }
            "rank" | "score" | "work" => value.clone(),
            _ => return None,
        };
        out.insert(name.clone(), turned);
    }
    Some(Value::Object(out))
}

fn turn_move(value: &Value, position: &AnyPosition, symmetry: Symmetry) -> Option<Value> {
    let Some(text) = value.as_str() else { return value.is_null().then(|| Value::Null) };
    let mv = match position.parse_move(text).ok()? {
        Move::Place(point) => Move::Place(symmetry.apply(point, position.size())),
        other => other,
    };
    Some(position.format_move(mv).into())
}

/// One number per point, row by row.
fn turn_rows(value: &Value, size: Size, symmetry: Symmetry) -> Option<Value> {
    let rows: Vec<&Vec<Value>> = value.as_array()?.iter().map(Value::as_array).collect::<Option<_>>()?;
    if rows.len() != size.rows() || rows.iter().any(|row| row.len() != size.cols()) {
        return None;
    }
    let cells: Vec<&Value> = rows.into_iter().flatten().collect();
    let turned = symmetry.apply_to_cells(&cells, size);
    let rows = turned.chunks(size.cols()).map(|row| row.iter().map(|&v| v.clone()).collect::<Value>());
    Some(rows.collect())
}
