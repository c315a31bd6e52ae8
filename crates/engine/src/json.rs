//! An analysis as JSON, the same for the command line, the server and the batch tools.
//!
//! ```text
//! {
//!   "best": "h8",                    null where no move is legal
//!   "score": {...},                  the score of the best line, null where there is none
//!   "depth": 6, "nodes": 12345, "time_ms": 17.25,
//!   "lines": [{"rank": 1, "move": "h8", "pv": ["h8", "h9"], "score": {...}, "work": 9000}],
//!   "rules": [{"rule": "occupied", "left": 224, "struck": [{"move": "h8", "why": "a black stone stands there"}]}],
//!   "ownership": [[0.9, -0.3], [0.1, 1]]   one row of the board after another, from the top
//! }
//! ```
//!
//! A score is `{"kind": "estimate", "value": 1.5, "win": 0.62}`, `{"kind": "win", "plies": 5, "win": 1}`,
//! `{"kind": "loss", "plies": 4, "win": 0}`, `{"kind": "draw", "win": 0.5}` or `{"kind": "margin", "margin": 12, "win": 1}`;
//! always from the side to move. Moves are written in the game's habit ([`Game::format_move`]). `rules` is there only
//! for engines that choose by striking out, `ownership` only for those that foresee whose each point will be: 1 is
//! black's for certain, −1 white's.

use crate::{Analysis, Line, Proof, RuleReport, Score};
use serde_json::{Value, json};
use tengen_games::{Game, Move};

/// A number as the shortest decimal that reads back as the same 32-bit float.
fn number(x: f32) -> Value {
    x.to_string().parse::<f64>().map_or(Value::Null, Value::from)
}

impl Score {
    /// The score as JSON; the module [`json`](crate::json) tells the form.
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
    /// The analysis of `position` as JSON; the module [`json`](crate::json) tells the form.
    pub fn to_json<G: Game>(&self, position: &G) -> Value {
        let text = |mv: Move| position.format_move(mv);
        let line = |(i, line): (usize, &Line)| {
            let pv: Vec<String> = line.moves.iter().map(|&mv| text(mv)).collect();
            json!({
                "rank": i + 1, "move": pv.first(), "pv": pv, "score": line.score.to_json(), "work": line.work
            })
        };
        let rule = |report: &RuleReport| {
            let struck = report.struck.iter().map(|s| json!({"move": text(s.mv), "why": s.why}));
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
        out
    }
}
