//! What the front ends show of an analysis, as text and as JSON.

use serde_json::json;
use std::time::Duration;
use tengen_board::Point;
use tengen_engine::{Analysis, Line, Proof, RuleReport, Score, Shape, Strike, StrikeReason};
use tengen_games::{Game, GameSpec, Move, gomoku};

fn position() -> gomoku::Position {
    match GameSpec::named("gomoku", None, None) {
        Ok(GameSpec::Gomoku(rules)) => gomoku::Position::new(&rules),
        other => panic!("{other:?}"),
    }
}

fn analysis() -> Analysis {
    let at = |row, col| Move::Place(Point::new(row, col));
    let strike = |mv, why| Strike { mv, why };
    let (no_room, leaves) = (StrikeReason::NoRoom, StrikeReason::Leaves(Shape::Five));
    Analysis {
        best: Some(at(7, 7)),
        lines: vec![
            Line { moves: vec![at(7, 7), at(7, 8)], score: Score::Proven(Proof::Win(5)), work: 40 },
            Line { moves: vec![at(0, 0)], score: Score::Estimate { value: 1.1, win: 0.62 }, work: 2 },
        ],
        depth: 6,
        nodes: 42,
        time: Duration::from_micros(1500),
        ownership: Vec::new(),
        standard_error: None,
        resigns: false,
        settled_by: None,
        rules: vec![RuleReport {
            rule: "occupied".into(),
            struck: vec![
                strike(at(14, 0), leaves.clone()),
                strike(at(0, 14), no_room),
                strike(at(14, 1), leaves),
            ],
            left: 2,
        }],
    }
}

#[test]
fn text_has_rules_then_lines_then_totals() {
    let expected = "\
occupied: 3 struck out, 2 left
    leaves the opponent a five: a1 b1
    has no room for a five in any direction: o15
1. h8    win in 5      h8 i8
2. a15   +1.1 (62%)    a15
depth 6, 42 nodes, 1 ms
";
    assert_eq!(analysis().to_text(&position()), expected);
    assert_eq!(Analysis::default().to_text(&position()), "no legal move\n0 nodes, 0 µs\n");
}

#[test]
fn json_has_the_documented_form() {
    let win = json!({"kind": "win", "plies": 5, "win": 1.0});
    let expected = json!({
        "best": "h8", "score": win, "depth": 6, "nodes": 42, "time_ms": 1.5,
        "lines": [
            {"rank": 1, "move": "h8", "pv": ["h8", "i8"], "score": win, "work": 40},
            {"rank": 2, "move": "a15", "pv": ["a15"],
             "score": {"kind": "estimate", "value": 1.1, "win": 0.62}, "work": 2},
        ],
        "rules": [{"rule": "occupied", "left": 2, "struck": [
            {"move": "a1", "why": "leaves the opponent a five"},
            {"move": "o15", "why": "has no room for a five in any direction"},
            {"move": "b1", "why": "leaves the opponent a five"},
        ]}],
    });
    assert_eq!(analysis().to_json(&position()), expected);
    let nothing = json!({"best": null, "score": null, "depth": 0, "nodes": 0, "time_ms": 0.0, "lines": []});
    assert_eq!(Analysis::default().to_json(&position()), nothing);

    let ownership = (0..225).map(|i| if i == 16 { -0.25 } else { 1.0 }).collect();
    let written = Analysis { ownership, ..Analysis::default() }.to_json(&position());
    assert_eq!(written["ownership"].as_array().map(Vec::len), Some(15));
    assert_eq!((&written["ownership"][1][1], &written["ownership"][14][14]), (&json!(-0.25), &json!(1.0)));
}

#[test]
fn every_kind_of_score_has_its_form() {
    let of = |proof| Score::Proven(proof).to_json();
    assert_eq!(of(Proof::Loss(4)), json!({"kind": "loss", "plies": 4, "win": 0.0}));
    assert_eq!(of(Proof::Draw), json!({"kind": "draw", "win": 0.5}));
    assert_eq!(of(Proof::Margin(-2.5)), json!({"kind": "margin", "margin": -2.5, "win": 0.0}));
    let not_finite = Score::Estimate { value: f32::NAN, win: 0.5 }.to_json();
    assert_eq!(not_finite["value"], json!(null));
}
