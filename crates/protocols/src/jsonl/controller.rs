//! The controller's side of JSON lines.

use crate::{Controller, EngineMessage, TimeControl, TimeLeft};
use serde_json::{Value, json};
use tengen_board::Color;
use tengen_engine::{Analysis, Limits, moves_to_come};
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_records::{Record, Tree};

/// Asks an engine that speaks JSON lines for moves.
#[derive(Clone, Debug, Default)]
pub struct JsonController {
    time: TimeControl,
    /// Number of the last request.
    requests: u64,
    asked: Option<AnyPosition>,
    /// True if the last request is for an analysis.
    analyzing: bool,
}

impl JsonController {
    /// A controller of an engine that has not been started.
    pub fn new() -> JsonController {
        JsonController::default()
    }

    fn send(&mut self, mut request: Value, out: &mut Vec<String>) {
        self.requests += 1;
        request["id"] = self.requests.into();
        out.push(request.to_string());
    }

    /// The analysis of an answer, if one was asked for.
    fn analysis(&self, json: &Value) -> Option<EngineMessage> {
        let position = self.asked.as_ref().filter(|_| self.analyzing)?;
        Some(EngineMessage::Analysis(Box::new(Analysis::from_json(json, position)?)))
    }

    /// Sends the request `analyze`.
    fn send_analyze(
        &mut self,
        position: &AnyPosition,
        limits: serde_json::Map<String, Value>,
        out: &mut Vec<String>,
    ) {
        let spec = position.spec();
        let moves: Vec<String> = position.moves().map(|mv| position.format_move(mv)).collect();
        let mut request = json!({
            "do": "analyze", "game": spec.kind().to_string(), "rules": rules_name(&spec),
            "size": spec.size().to_string(), "moves": moves, "limits": limits,
        });
        if self.analyzing {
            request["progress"] = true.into();
        }
        if let Some(set_up) = set_up_json(position) {
            request["setup"] = set_up;
        }
        self.send(request, out);
        self.asked = Some(position.clone());
    }
}

/// The rules' name, as [`GameSpec::named`] reads it.
fn rules_name(spec: &GameSpec) -> String {
    spec.rules_text()
}

/// The `setup` of a request; `None` for the usual start.
fn set_up_json(position: &AnyPosition) -> Option<Value> {
    let root = Record::from_position(position).tree.node(Tree::ROOT).clone();
    let to_move = root.to_move?;
    let mut start = position.clone();
    while start.undo().is_some() {}
    let stones = |color: Color| -> Vec<String> {
        let points = start.size().points().filter(|&p| start.at(p) == color.into());
        points.map(|p| start.coords().format(p, start.size())).collect()
    };
    let (black, white) = (stones(Color::Black), stones(Color::White));
    Some(json!({"black": black, "white": white, "to_move": to_move.to_string()}))
}

impl Controller for JsonController {
    fn begin(&mut self, _game: &GameSpec, time: &TimeControl, out: &mut Vec<String>) -> Result<(), String> {
        self.time = time.clone();
        self.asked = None;
        self.send(json!({"do": "forget"}), out);
        if let Some(memory) = time.memory {
            self.send(json!({"do": "configure", "memory": memory}), out);
        }
        self.send(json!({"do": "about"}), out);
        Ok(())
    }

    fn ask(&mut self, position: &AnyPosition, left: &TimeLeft, out: &mut Vec<String>) -> Result<(), String> {
        // The protocol has no clocks: a move gets its share of the time left.
        let share = left.own.map(|left| left / moves_to_come(position) + self.time.increment / 2);
        let time = match (self.time.per_move, share) {
            (Some(per_move), Some(share)) => Some(per_move.min(share)),
            (per_move, share) => per_move.or(share),
        };
        let margin = std::time::Duration::from_millis(40);
        let mut limits = serde_json::Map::new();
        let numbers = [
            (
                "time_ms",
                time.map(|time| (time.saturating_sub(margin.min(time / 2)).as_millis() as u64).max(1)),
            ),
            ("nodes", self.time.nodes),
            ("depth", self.time.depth.map(u64::from)),
            ("threads", self.time.threads.map(|threads| threads as u64)),
        ];
        limits.insert("playing".into(), true.into());
        limits.extend(numbers.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into()))));
        self.analyzing = false;
        self.send_analyze(position, limits, out);
        Ok(())
    }

    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        out: &mut Vec<String>,
    ) -> Result<bool, String> {
        let numbers = [
            ("time_ms", limits.time.map(|time| (time.as_millis() as u64).max(1))),
            ("nodes", limits.nodes),
            ("depth", limits.depth.map(u64::from)),
            ("lines", Some(limits.lines.max(1) as u64)),
            ("threads", (limits.threads > 1).then_some(limits.threads as u64)),
        ];
        let numbers = numbers.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into())));
        let mut json: serde_json::Map<String, Value> = numbers.collect();
        if limits.playing {
            json.insert("playing".into(), true.into());
        }
        self.analyzing = true;
        self.send_analyze(position, json, out);
        Ok(false)
    }

    fn set_time(&mut self, time: &TimeControl, _out: &mut Vec<String>) {
        self.time = time.clone();
    }

    fn line(&mut self, line: &[u8]) -> Vec<EngineMessage> {
        let short = || String::from_utf8_lossy(line).chars().take(80).collect::<String>();
        let Ok(value) = serde_json::from_slice::<Value>(line) else {
            return vec![EngineMessage::Garbage(short())];
        };
        if value["id"] != self.requests {
            return vec![EngineMessage::Note(short())];
        }
        match value["type"].as_str() {
            Some("about") => vec![EngineMessage::Ready],
            Some("analysis") => {
                let best = value["analysis"]["best"].as_str();
                let found = self.analysis(&value["analysis"]);
                let position = self.asked.take();
                let mut messages: Vec<_> = found.into_iter().collect();
                messages.push(
                    match position.zip(best).and_then(|(position, best)| position.parse_move(best).ok()) {
                        Some(mv) => EngineMessage::Moves(vec![mv]),
                        None => EngineMessage::NoMove(short()),
                    },
                );
                messages
            }
            Some("progress") if self.analyzing => self.analysis(&value["analysis"]).into_iter().collect(),
            Some("progress" | "done") => vec![EngineMessage::Note(short())],
            Some("error") => {
                vec![EngineMessage::Refused(
                    value["error"]["message"].as_str().unwrap_or_default().to_owned(),
                )]
            }
            _ => vec![EngineMessage::Garbage(short())],
        }
    }

    fn stop(&mut self, out: &mut Vec<String>) {
        // The number of the analysis stays that of the last request.
        out.push(json!({"id": "stop", "do": "cancel", "target": self.requests}).to_string());
    }

    fn quit(&mut self, out: &mut Vec<String>) {
        self.send(json!({"do": "quit"}), out);
    }
}
