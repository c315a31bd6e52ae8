//! An analysis as JSON, the same for the command line, the server and the batch tools.
//!
//! ```text
//! {
//!   "best": "h8",                    null where no move is legal
//!   "score": {...},                  the score of the best line, null where there is none
//!   "depth": 6, "nodes": 12345, "time_ms": 17.25,
//!   "lines": [{"rank": 1, "move": "h8", "pv": ["h8", "h9"], "score": {...}, "work": 9000}],
//!   "rules": [{"rule": "occupied", "left": 224, "struck": [{"move": "h8", "why": "a black stone is there"}]}],
//!   "ownership": [[0.9, -0.3], [0.1, 1]]   one row of the board after another, from the top
//! }
//! ```
//!
//! A score is `{"kind": "estimate", "value": 1.5, "win": 0.62}`, `{"kind": "win", "plies": 5, "win": 1}`. It may be
//! `{"kind": "loss", "plies": 4, "win": 0}`, `{"kind": "draw", "win": 0.5}` or `{"kind": "margin", "margin": 12, "win":
//! 1}`. It is always from the side to move. Moves are written in the game's habit ([`Game::format_move`]). `rules` is
//! there only for engines that choose by striking out, `ownership` only for those that estimate the owner of each
//! point: 1 is certainly black's, −1 certainly white's. `"standard_error": 0.02` is that of the best line's chance to
//! win, there only for engines that play games out. `"resigns": true` is there where the engine resigns; `best` is null
//! then. Of a finished game of Go [`Analysis::add_count`] adds the stones to take off and the result without them,
//! `"dead": ["C5"], "result": "B+3.5"`; `"settled_by"` names the engine that settled them for a program that cannot.

use crate::{Analysis, Line, Proof, RuleReport, Score};
use serde_json::{Value, json};
use std::time::Duration;
use tengen_games::{AnyPosition, Game, Move};

/// A number as the shortest decimal that reads back as the same 32-bit float.
fn number(x: f32) -> Value {
    x.to_string().parse::<f64>().map_or(Value::Null, Value::from)
}

impl Score {
    /// The score as JSON; the module [`json`](crate::json) describes the format.
    pub fn to_json(self) -> Value {
        let win = number(self.win());
        match self {
            Score::Estimate { value, .. } => json!({"kind": "estimate", "value": number(value), "win": win}),
            Score::Proven(Proof::Win(n)) => json!({"kind": "win", "plies": n, "win": win}),
            Score::Proven(Proof::Loss(n)) => json!({"kind": "loss", "plies": n, "win": win}),
            Score::Proven(Proof::Draw) => json!({"kind": "draw", "win": win}),
            Score::Proven(Proof::Margin(m)) => json!({"kind": "margin", "margin": number(m), "win": win}),
        }
    }
}

impl Analysis {
    /// The analysis of `position` as JSON; the module [`json`](crate::json) describes the format.
    pub fn to_json<G: Game>(&self, position: &G) -> Value {
        let text = |mv: Move| position.format_move(mv);
        let line = |(i, line): (usize, &Line)| {
            let pv: Vec<String> = line.moves.iter().map(|&mv| text(mv)).collect();
            json!({
                "rank": i + 1, "move": pv.first(), "pv": pv, "score": line.score.to_json(), "work": line.work
            })
        };
        let rule = |report: &RuleReport| {
            let struck = report.struck.iter().map(|s| json!({"move": text(s.mv), "why": s.why.to_string()}));
            json!({"rule": report.rule, "left": report.left, "struck": struck.collect::<Vec<_>>()})
        };
        let mut out = json!({
            "best": self.best.map(text),
            "score": self.score().map(Score::to_json),
            "depth": self.depth,
            "nodes": self.nodes,
            "time_ms": self.time.as_micros() as f64 / 1000.0,
            "lines": self.lines.iter().enumerate().map(line).collect::<Vec<_>>(),
        });
        if !self.rules.is_empty() {
            out["rules"] = self.rules.iter().map(rule).collect();
        }
        if !self.ownership.is_empty() {
            let rows = self.ownership.chunks(position.size().cols());
            out["ownership"] = rows.map(|row| row.iter().map(|&x| number(x)).collect::<Value>()).collect();
        }
        if let Some(error) = self.standard_error {
            out["standard_error"] = number(error);
        }
        if self.resigns {
            out["resigns"] = true.into();
        }
        if let Some(engine) = &self.settled_by {
            out["settled_by"] = engine.as_str().into();
        }
        out
    }

    /// Adds what the analysis says of a finished game of Go to its JSON: `dead`, the stones to take off, and `result`
    /// without them. Other positions have neither.
    pub fn add_count(&self, json: &mut Value, position: &AnyPosition) {
        if let AnyPosition::Go(game) = position
            && game.is_over()
            && !self.ownership.is_empty()
        {
            let dead = game.dead_stones(&self.ownership);
            json["dead"] = dead.iter().map(|&p| game.format_move(Move::Place(p))).collect();
            json["result"] = game.outcome_with(&dead).sgf_text().into();
        }
    }
}

impl Score {
    /// Reads what [`Score::to_json`] wrote; `None` for anything else.
    pub fn from_json(json: &Value) -> Option<Score> {
        let float = |key: &str| json[key].as_f64().map(|x| x as f32);
        let plies = || json["plies"].as_u64().and_then(|n| u32::try_from(n).ok());
        Some(match json["kind"].as_str()? {
            "estimate" => Score::Estimate { value: float("value")?, win: float("win")? },
            "win" => Score::Proven(Proof::Win(plies()?)),
            "loss" => Score::Proven(Proof::Loss(plies()?)),
            "draw" => Score::Proven(Proof::Draw),
            "margin" => Score::Proven(Proof::Margin(float("margin")?)),
            _ => return None,
        })
    }
}

impl Analysis {
    /// Reads what [`Analysis::to_json`] wrote of `position`, reports of rules left out; `None` for anything else. The
    /// moves need not be legal.
    pub fn from_json<G: Game>(json: &Value, position: &G) -> Option<Analysis> {
        let read = |text: &Value| position.parse_move(text.as_str()?).ok();
        let line = |line: &Value| {
            let texts = line["pv"].as_array()?.iter().map(Value::as_str).collect::<Option<Vec<&str>>>()?;
            let moves = position.parse_line(texts).collect::<Result<Vec<Move>, _>>().ok()?;
            Some(Line { moves, score: Score::from_json(&line["score"])?, work: line["work"].as_u64()? })
        };
        let best = match &json["best"] {
            Value::Null => None,
            text => Some(read(text)?),
        };
        let ownership = json["ownership"].as_array().into_iter().flatten();
        let ownership = ownership.flat_map(|row| row.as_array().into_iter().flatten());
        Some(Analysis {
            best,
            lines: json["lines"].as_array()?.iter().map(line).collect::<Option<_>>()?,
            depth: u32::try_from(json["depth"].as_u64()?).ok()?,
            nodes: json["nodes"].as_u64()?,
            time: Duration::try_from_secs_f64(json["time_ms"].as_f64()? / 1000.0).ok()?,
            rules: Vec::new(),
            ownership: ownership.map(|x| x.as_f64().map(|x| x as f32)).collect::<Option<_>>()?,
            standard_error: json["standard_error"].as_f64().map(|x| x as f32),
            resigns: json["resigns"] == true,
            settled_by: json["settled_by"].as_str().map(str::to_owned),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::{AnyPosition, GameSpec};

    #[test]
    fn moves_in_one_column_are_read_back() {
        let mut after = AnyPosition::new(&GameSpec::named("connect-four", None, None).unwrap());
        let start = after.clone();
        let mut moves = Vec::new();
        for text in ["4", "4", "4", "1"] {
            moves.push(after.parse_move(text).unwrap());
            after.play(moves[moves.len() - 1]).unwrap();
        }
        let line = Line { moves, score: Score::Proven(Proof::Draw), work: 1 };
        let analysis = Analysis {
            best: Some(line.moves[0]),
            lines: vec![line],
            time: Duration::ZERO,
            ..Analysis::default()
        };
        assert_eq!(Analysis::from_json(&analysis.to_json(&start), &start), Some(analysis));
    }

    #[test]
    fn what_was_written_is_read_back() {
        let spec = GameSpec::named("go", None, Some("5".parse().unwrap())).unwrap();
        let position = AnyPosition::new(&spec);
        let moves: Vec<Move> =
            ["C3", "pass", "D2"].iter().map(|text| position.parse_move(text).unwrap()).collect();
        let scores = [
            Score::Estimate { value: -1.5, win: 0.25 },
            Score::Proven(Proof::Win(7)),
            Score::Proven(Proof::Loss(2)),
            Score::Proven(Proof::Draw),
            Score::Proven(Proof::Margin(-3.5)),
        ];
        let analysis = Analysis {
            best: Some(moves[0]),
            lines: scores.map(|score| Line { moves: moves.clone(), score, work: 12 }).to_vec(),
            depth: 9,
            nodes: 12_345,
            time: Duration::from_micros(1_250),
            rules: Vec::new(),
            ownership: (0..25).map(|i| i as f32 / 25.0).collect(),
            standard_error: Some(0.25),
            resigns: true,
            settled_by: Some("judge".into()),
        };
        let json = analysis.to_json(&position);
        assert_eq!(Analysis::from_json(&json, &position), Some(analysis.clone()));
        let none = Analysis::default();
        assert_eq!(Analysis::from_json(&none.to_json(&position), &position), Some(none));
        for (key, wrong) in
            [("lines", json!([{"pv": ["Z99"]}])), ("best", json!(3)), ("time_ms", json!(-1.0))]
        {
            let mut broken = json.clone();
            broken[key] = wrong;
            assert_eq!(Analysis::from_json(&broken, &position), None, "{key}");
        }
    }
}
