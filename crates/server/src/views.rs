//! The view of a position: stones, the last move, legal moves, and the result.

use crate::board::{
    clocks_at, clocks_json, marks_json, opening_json, player_name, point_json, points_json, violation_text,
};
use crate::error::Text;
use crate::flag::lost_on_time;
use crate::store::tree_node;
use serde_json::{Map, Value, json};
use tengen_board::{Color, Point};
use tengen_engine::Analysis;
use tengen_games::{AnyPosition, EndReason, Feature, Game as _, Move, Outcome, Played, PlayerId, Reason};
use tengen_library::{NodeNumber, StoredGame};

/// The view of a node.
pub(crate) fn view_json(game: &StoredGame, node: NodeNumber) -> crate::error::Result<Value> {
    let at = tree_node(game, node)?;
    let (replay, violation) = match game.record.replay_to(at) {
        Ok(replay) => (replay, None),
        Err(error) => (*error.reached, Some(error.violation)),
    };
    let mut out = Map::new();
    out.insert("node".into(), node.into());
    fill_view(&mut out, &replay.position, game.record.tree.node(replay.node).mv.is_some());
    let marks = &game.record.tree.node(at).marks;
    if !marks.is_empty() {
        out.insert("marks".into(), marks_json(marks));
    }
    if let Some(clock) = &game.clock {
        let fallen = lost_on_time(&game.record.header, &replay.position);
        let fallen = fallen.filter(|_| game.end() == at);
        out.insert("clock".into(), clocks_json(&clocks_at(game, at, clock), fallen));
    }
    if let Some(violation) = &violation {
        out.insert("problem".into(), violation_text(violation).to_json());
    }
    Ok(Value::Object(out))
}

/// The view of a position that is not stored.
pub(crate) fn unstored_view_json(position: &AnyPosition) -> Value {
    let mut out = Map::new();
    fill_view(&mut out, position, position.ply() > 0);
    Value::Object(out)
}

/// The position after a node; an error if the record breaks the rules before it.
pub(crate) fn position_at(game: &StoredGame, node: NodeNumber) -> crate::error::Result<AnyPosition> {
    let replay = game.record.replay_to(tree_node(game, node)?);
    replay.map(|replay| replay.position).map_err(|error| crate::error::ApiError {
        status: axum::http::StatusCode::UNPROCESSABLE_ENTITY,
        code: "illegal-move",
        message: Box::new(violation_text(&error.violation)),
        expected: None,
    })
}

fn fill_view(out: &mut Map<String, Value>, position: &AnyPosition, moved: bool) {
    let (last, played) = last_move(position, moved);
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let stones = |color: Color| -> Value {
        let points = position.size().points().filter(|&p| position.at(p).color() == Some(color));
        points.map(point_json).collect()
    };
    let points: Vec<Point> = legal.iter().filter_map(|mv| mv.point()).collect();
    let choices: Vec<Value> = legal
        .iter()
        .filter_map(|mv| match mv {
            Move::Choose(choice) => {
                let text = Text::of(|language| language.choice(*choice));
                Some(json!({"move": position.format_move(*mv), "text": text.to_json()}))
            }
            _ => None,
        })
        .collect();
    out.insert("ply".into(), position.ply().into());
    out.insert("to_move".into(), position.to_move().to_string().into());
    out.insert("player_to_move".into(), player_name(position.player_to_move()).into());
    let color = |player| position.color_of(player).map(|color| color.to_string());
    out.insert("colors".into(), json!({"first": color(PlayerId::First), "second": color(PlayerId::Second)}));
    out.insert("black_player".into(), player_name(position.black_player()).into());
    out.insert("stones".into(), json!({"black": stones(Color::Black), "white": stones(Color::White)}));
    out.insert("last".into(), last.and_then(|mv| mv.point()).map_or(Value::Null, point_json));
    out.insert("last_move".into(), json!(last.map(|mv| position.format_move(mv))));
    out.insert("line".into(), points_json(&played.line));
    // The fifth moves that are not chosen leave the board without being captured.
    let captures = position.spec().has(Feature::Captures) || position.spec().has(Feature::Liberties);
    let captured: &[Point] = if captures { &played.captured } else { &[] };
    out.insert("captured".into(), points_json(captured));
    out.insert("flipped".into(), points_json(&played.flipped));
    out.insert("legal".into(), points_json(&points));
    out.insert("choices".into(), choices.into());
    out.insert("can_pass".into(), legal.contains(&Move::Pass).into());
    out.insert("forbidden".into(), forbidden(position));
    out.insert("outcome".into(), position.outcome().map_or(Value::Null, outcome_json));
    out.insert("hash".into(), format!("{:016x}", position.hash()).into());
    if let Some(opening) = opening_json(position) {
        out.insert("opening".into(), opening);
    }
    let captured = |color| position.captured_by(color);
    out.insert("captures".into(), json!({"black": captured(Color::Black), "white": captured(Color::White)}));
    if let Some(goal) = position.goal().captures {
        out.insert("captures_to_win".into(), goal.into());
    }
    if position.stones_per_turn() > 1 {
        out.insert("stones_per_turn".into(), position.stones_per_turn().into());
        out.insert("stones_left".into(), position.stones_left_in_turn().into());
    }
    if position.spec().has(Feature::Discs) {
        let count =
            |color| position.size().points().filter(|&p| position.at(p).color() == Some(color)).count();
        out.insert("counts".into(), json!({"black": count(Color::Black), "white": count(Color::White)}));
    }
    if let AnyPosition::Gomoku(gomoku) = position {
        if let Some(step) = gomoku.step() {
            let text = Text::of(|language| language.step(step));
            out.insert("phase".into(), text.to_json());
        }
        if !gomoku.offers().is_empty() {
            out.insert("offers".into(), points_json(gomoku.offers()));
        }
    }
}

/// The last move and what it did.
fn last_move(position: &AnyPosition, moved: bool) -> (Option<Move>, Played) {
    if !moved {
        return (None, Played::default());
    }
    (position.last_move(), position.last_played().unwrap_or_default())
}

/// The empty points that a rule forbids to the side to move, with the reason: renju's forbidden points, Go's ko and
/// suicide.
pub(crate) fn forbidden(position: &AnyPosition) -> Value {
    let spec = position.spec();
    let features = spec.features();
    if position.is_over() || !(features.has(Feature::Forbidden) || features.has(Feature::Liberties)) {
        return json!([]);
    }
    let empty = spec.size().points().filter(|&p| position.at(p).is_empty());
    empty
        .filter_map(|point| {
            let reason = position.check(Move::Place(point)).err()?.reason;
            let foul = match &reason {
                Reason::Forbidden(foul) => foul.kind.id(),
                Reason::Ko => "ko",
                Reason::Superko { .. } => "superko",
                Reason::Suicide => "suicide",
                _ => return None,
            };
            let why = Text::of(|language| language.reason(&reason));
            Some(json!({"point": point_json(point), "foul": foul, "why": why.to_json()}))
        })
        .collect()
}

/// The result of a finished game.
pub(crate) fn outcome_json(outcome: Outcome) -> Value {
    let (reason, margin) = match outcome.reason {
        EndReason::Line => ("line", None),
        EndReason::Captures => ("captures", None),
        EndReason::OnlyForbidden => ("only-forbidden", None),
        EndReason::Foul => ("foul", None),
        EndReason::Full => ("full", None),
        EndReason::Score(margin) => ("score", Some(margin)),
        EndReason::Passes => ("passes", None),
        _ => ("rules", None),
    };
    json!({
        "winner": outcome.winner.map(|color| color.to_string()),
        "reason": reason,
        "margin": margin,
        "text": Text::of(|language| language.outcome(outcome)).to_json(),
    })
}

/// An analysis in the common JSON form, with the points of its lines, so that the page does not parse moves.
pub(crate) fn analysis_json(analysis: &Analysis, position: &AnyPosition) -> Value {
    add_points(analysis.to_json(position), position)
}

/// The colour of each move of a line, for games in which the sides do not alternate.
fn line_colors(position: &AnyPosition, pv: &[Value]) -> Value {
    let mut position = position.clone();
    let color = |text: &Value| {
        let color = position.to_move().to_string();
        let mv = position.parse_move(text.as_str()?).ok()?;
        position.play(mv).ok().map(|_| color)
    };
    pv.iter().map_while(color).collect::<Vec<_>>().into()
}

/// Adds the points of its lines to an analysis of `position`.
pub(crate) fn add_points(mut analysis: Value, position: &AnyPosition) -> Value {
    let several = position.stones_per_turn() > 1;
    for line in analysis["lines"].as_array_mut().into_iter().flatten() {
        let Some(pv) = line["pv"].as_array() else { continue };
        let moves = position.parse_line(pv.iter().map(|text| text.as_str().unwrap_or_default()));
        let points: Value =
            moves.map(|mv| mv.ok().and_then(Move::point).map_or(Value::Null, point_json)).collect();
        if several {
            line["colors"] = line_colors(position, pv);
        }
        line["points"] = points;
    }
    analysis
}
