//! The controller's side of JSON lines.

use crate::{Controller, EngineMessage, TimeControl, TimeLeft};
use serde_json::{Value, json};
use std::time::Duration;
use tengen_board::Color;
use tengen_engine::{Analysis, Limits, Ponder, moves_to_come};
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_records::{Record, Tree};

/// Asks an engine that speaks JSON lines for moves.
#[derive(Clone, Debug, Default)]
pub struct JsonController {
    time: TimeControl,
    /// Number of the last request.
    requests: u64,
    /// Number of the request whose answer is awaited.
    awaited: u64,
    asked: Option<AnyPosition>,
    /// True if the last request is for an analysis.
    analyzing: bool,
    /// The position after the engine's last move and the reply that it expects.
    expected: Option<AnyPosition>,
    /// The ponder search under way.
    ponder: Option<Pondering>,
    /// Why the engine does not ponder.
    refused: Option<String>,
}

/// A request with `ponder`.
#[derive(Clone, Debug)]
struct Pondering {
    /// Its number.
    id: u64,
    position: AnyPosition,
}

impl JsonController {
    /// A controller of an engine that has not been started.
    pub fn new() -> JsonController {
        JsonController::default()
    }

    fn send(&mut self, mut request: Value, out: &mut Vec<String>) {
        self.requests += 1;
        self.awaited = self.requests;
        request["id"] = self.requests.into();
        out.push(request.to_string());
    }

    /// The limits of a move. `time` is `None` for a ponder search, which gets its time later.
    fn move_limits(&self, time: Option<Duration>) -> serde_json::Map<String, Value> {
        let numbers = [
            ("time_ms", time.map(millis)),
            ("nodes", self.time.nodes),
            ("depth", self.time.depth.map(u64::from)),
            ("threads", self.time.threads.map(|threads| threads as u64)),
        ];
        let numbers = numbers.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into())));
        std::iter::once(("playing".to_owned(), true.into())).chain(numbers).collect()
    }

    /// The position after the move and the reply that an analysis of `position` expects.
    fn expected(position: &AnyPosition, json: &Value) -> Option<AnyPosition> {
        let found = Analysis::from_json(json, position)?;
        let best = found.best?;
        let mut after = position.clone();
        after.play(best).ok()?;
        let ponder = Ponder::on_analysis(&after, &found, |_| Limits::default())?;
        Some(ponder.position().clone())
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
        ponder: bool,
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
        if ponder {
            request["ponder"] = true.into();
        }
        if let Some(set_up) = set_up_json(position) {
            request["setup"] = set_up;
        }
        self.send(request, out);
        self.asked = Some(position.clone());
    }

    /// Reads a line of the ponder search. One that has ended, being certain, is asked for again: the engine knows the
    /// answer.
    fn hear_ponder(&mut self, line: &Value) {
        let Some(ponder) = self.ponder.take_if(|ponder| line["id"] == ponder.id) else { return };
        match line["type"].as_str() {
            Some("error") => {
                self.refused = Some(line["error"]["message"].as_str().unwrap_or_default().to_owned());
            }
            Some("analysis") => {}
            _ => self.ponder = Some(ponder),
        }
    }

    /// A request that changes or ends a ponder search. The awaited answer stays another one's.
    fn send_about(&mut self, ponder: u64, mut request: Value, out: &mut Vec<String>) {
        let awaited = self.awaited;
        request["target"] = ponder.into();
        self.send(request, out);
        self.awaited = awaited;
    }
}

/// Whole milliseconds, at least one.
fn millis(time: Duration) -> u64 {
    (time.as_millis() as u64).max(1)
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
        self.rest(out);
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
        let margin = Duration::from_millis(40);
        let time = time.map(|time| time.saturating_sub(margin.min(time / 2)));
        if let Some(why) = &self.refused {
            return Err(format!("it does not think on the opponent's time: {why}"));
        }
        self.expected = None;
        self.analyzing = false;
        if let Some(Pondering { id, position: pondered }) = self.ponder.take() {
            if let Some(time) = time.filter(|_| pondered == *position) {
                self.send_about(id, json!({"do": "within", "time_ms": millis(time)}), out);
                self.awaited = id;
                self.asked = Some(pondered);
                return Ok(());
            }
            self.send_about(id, json!({"do": "cancel"}), out);
        }
        let limits = self.move_limits(time);
        self.send_analyze(position, limits, false, out);
        Ok(())
    }

    fn ponder(&mut self, out: &mut Vec<String>) {
        let Some(position) = self.expected.take().filter(|_| self.time.ponder) else { return };
        let limits = self.move_limits(None);
        self.send_analyze(&position, limits, true, out);
        self.asked = None;
        self.ponder = Some(Pondering { id: self.requests, position });
        // Nothing is awaited until the next question.
        self.awaited = 0;
    }

    fn rest(&mut self, out: &mut Vec<String>) {
        if let Some(Pondering { id, .. }) = self.ponder.take() {
            self.send_about(id, json!({"do": "cancel"}), out);
        }
        self.expected = None;
    }

    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        out: &mut Vec<String>,
    ) -> Result<bool, String> {
        let numbers = [
            ("time_ms", limits.time.map(millis)),
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
        self.send_analyze(position, json, false, out);
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
        if value["id"] != self.awaited {
            self.hear_ponder(&value);
            return vec![EngineMessage::Note(short())];
        }
        match value["type"].as_str() {
            Some("about") => vec![EngineMessage::Ready],
            Some("analysis") => {
                let best = value["analysis"]["best"].as_str();
                let found = self.analysis(&value["analysis"]);
                let position = self.asked.take();
                if let Some(position) = position.as_ref().filter(|_| self.time.ponder) {
                    self.expected = Self::expected(position, &value["analysis"]);
                }
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
        // The number of the analysis stays the awaited one.
        out.push(json!({"id": "stop", "do": "cancel", "target": self.awaited}).to_string());
    }

    fn quit(&mut self, out: &mut Vec<String>) {
        self.send(json!({"do": "quit"}), out);
    }
}
