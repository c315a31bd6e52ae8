//! The engine's side of JSON lines.

use super::request::{Fields, RequestError, position_json};
use crate::{Effect, Machine, SearchId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tengen_engine::{Analysis, EngineOptions, Limits, PERFECT};
use tengen_games::{AnyPosition, Game};

/// The engine's side: answers requests about positions of any game, many at once.
#[derive(Clone, Debug)]
pub struct JsonEngine {
    name: String,
    version: String,
    pending: BTreeMap<SearchId, PendingAnalysis>,
    searches: u64,
    options: EngineOptions,
    /// Threads of an analysis that names no number.
    threads: usize,
    /// The highest level of any game.
    levels: u8,
    /// The most bytes that a request may give the engine.
    most_memory: u64,
    /// True after the end of the input: quit when every request is answered.
    input_ended: bool,
    /// The id of a quit: it is answered when every request before it is.
    quit: Option<Value>,
}

/// An analysis that has not been answered yet.
#[derive(Clone, Debug)]
struct PendingAnalysis {
    id: Value,
    position: AnyPosition,
    progress: bool,
    /// A ponder search: `within` will set its time.
    ponder: bool,
    /// It has no limit so far.
    endless: bool,
    cancelled: bool,
}

/// Time of an analysis without limits after the end of the input.
const TIME_AFTER_END: Duration = Duration::from_secs(5);

/// Maximum number of analyses at once; more are refused.
const MAX_PENDING: usize = 256;

/// The fields of a request; `None` for one that is not known.
fn known_fields(what: &str) -> Option<&'static [&'static str]> {
    Some(match what {
        "about" | "forget" | "quit" => &["id", "do"],
        "position" => &["id", "do", "game", "rules", "size", "setup", "moves"],
        "check" => &["id", "do", "game", "rules", "size", "setup", "moves", "move"],
        "analyze" => &["id", "do", "game", "rules", "size", "setup", "moves", "limits", "progress", "ponder"],
        "cancel" => &["id", "do", "target"],
        "within" => &["id", "do", "target", "time_ms"],
        "configure" => &["id", "do", "memory", "level"],
        _ => return None,
    })
}

impl JsonEngine {
    /// An engine that calls itself `name`, of this `version`.
    pub fn new(name: &str, version: &str) -> JsonEngine {
        JsonEngine {
            name: name.into(),
            version: version.into(),
            pending: BTreeMap::new(),
            searches: 0,
            options: EngineOptions::default(),
            threads: 1,
            levels: u8::MAX,
            most_memory: u64::MAX,
            input_ended: false,
            quit: None,
        }
    }

    /// The same engine, with so many threads for analyses that name no number.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> JsonEngine {
        JsonEngine { threads, ..self }
    }

    /// The same engine, with this highest level of any game.
    #[must_use]
    pub fn with_levels(self, levels: u8) -> JsonEngine {
        JsonEngine { levels, ..self }
    }

    /// The same engine, which refuses to `configure` more than so many bytes of memory.
    #[must_use]
    pub fn with_most_memory(self, most_memory: u64) -> JsonEngine {
        JsonEngine { most_memory, ..self }
    }

    /// Answers a request; `None` if the answer comes later.
    fn request(
        &mut self,
        id: &Value,
        fields: &Fields<'_>,
        out: &mut Vec<Effect>,
    ) -> Result<Option<Value>, RequestError> {
        let what = fields
            .text("do")?
            .ok_or_else(|| RequestError::new("missing-field", "do", "what to do? such as analyze"))?;
        if let Some(known) = known_fields(what) {
            fields.only("", &format!("the fields of {what} are"), known)?;
        }
        Ok(Some(match what {
            "about" => json!({"type": "about", "name": self.name, "version": self.version, "protocol": 1}),
            "position" => json!({"type": "position", "position": position_json(&fields.position()?)}),
            "check" => {
                let position = fields.position()?;
                let text = fields
                    .text("move")?
                    .ok_or_else(|| RequestError::new("missing-field", "move", "which move?"))?;
                let mv = position.parse_move(text).map_err(|e| RequestError::new("bad-move", "move", e))?;
                let why = position.check(mv).err().map(|e| e.reason.to_string());
                json!({"type": "check", "legal": why.is_none(), "reason": why})
            }
            "analyze" => {
                self.analyze(id, fields, out)?;
                return Ok(None);
            }
            "cancel" => {
                let (search, analysis) = self.target(fields)?;
                analysis.cancelled = true;
                out.push(Effect::Stop(search));
                json!({"type": "done"})
            }
            "within" => {
                let time = fields.millis("time_ms")?;
                let (search, analysis) = self.target(fields)?;
                if !analysis.ponder {
                    let why =
                        "this analysis has limits of its own: only one begun with ponder gets its time later";
                    return Err(RequestError::new("not-pondering", "target", why));
                }
                analysis.endless = false;
                out.push(Effect::Within(search, time));
                json!({"type": "done"})
            }
            "forget" => {
                out.push(Effect::Forget);
                json!({"type": "done"})
            }
            "configure" => {
                self.configure(fields)?;
                out.push(Effect::Configure(self.options.clone()));
                json!({"type": "done"})
            }
            "quit" => {
                for (&search, analysis) in &mut self.pending {
                    analysis.cancelled = true;
                    out.push(Effect::Stop(search));
                }
                self.quit = Some(id.clone());
                return Ok(None);
            }
            _ => {
                let known =
                    "about, position, check, analyze, cancel, within, forget, configure and quit are known";
                return Err(RequestError::new("unknown-request", "do", known));
            }
        }))
    }

    /// The pending analysis that a request names as its target.
    fn target(&mut self, fields: &Fields<'_>) -> Result<(SearchId, &mut PendingAnalysis), RequestError> {
        let target = fields
            .0
            .get("target")
            .ok_or_else(|| RequestError::new("missing-field", "target", "the id of which request?"))?;
        let found = self.pending.iter_mut().find(|(_, analysis)| analysis.id == *target);
        let none = || RequestError::new("not-in-flight", "target", "no analysis with this id is in flight");
        found.map(|(&search, analysis)| (search, analysis)).ok_or_else(none)
    }

    fn analyze(
        &mut self,
        id: &Value,
        fields: &Fields<'_>,
        out: &mut Vec<Effect>,
    ) -> Result<(), RequestError> {
        if self.pending.len() >= MAX_PENDING {
            return Err(RequestError::new(
                "busy",
                "",
                format!("{MAX_PENDING} analyses are in flight already"),
            ));
        }
        if self.pending.values().any(|analysis| analysis.id == *id) {
            return Err(RequestError::new(
                "id-in-flight",
                "id",
                "an analysis with this id has not been answered yet",
            ));
        }
        let (position, mut limits) = (fields.position()?, fields.limits(self.threads)?);
        let (progress, ponder) = (fields.flag("progress")?, fields.flag("ponder")?);
        if ponder && limits.time.is_some() {
            let why = "with ponder the time comes later, by within";
            return Err(RequestError::new("bad-field", "limits.time_ms", why));
        }
        if ponder {
            limits.time = Some(Limits::PONDER);
        }
        // A finished game of Go still has owners, dead stones and a score.
        let counts = matches!(&position, AnyPosition::Go(game) if game.rules().captures_to_win == 0);
        if position.is_over() && counts && limits.nodes.is_none() && !ponder {
            limits.nodes = Limits::settling().nodes;
        } else if position.is_over() && (!counts || ponder) {
            return Err(RequestError::new(
                "game-over",
                "moves",
                "the game is over: there is nothing to analyze",
            ));
        }
        let endless = ponder || (limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none());
        self.searches += 1;
        let search = SearchId(self.searches);
        out.push(Effect::Search { id: search, position: Box::new(position.clone()), limits });
        self.pending.insert(
            search,
            PendingAnalysis { id: id.clone(), position, progress, ponder, endless, cancelled: false },
        );
        Ok(())
    }

    fn configure(&mut self, fields: &Fields<'_>) -> Result<(), RequestError> {
        let most_memory = self.most_memory;
        let whole = |value: &Value| {
            let bytes = value.as_u64();
            let wrong = |why: String| RequestError::new("bad-field", "memory", why);
            let bytes = bytes.ok_or_else(|| wrong("expected a whole number".into()))?;
            if (1..=most_memory).contains(&bytes) {
                return Ok(bytes);
            }
            Err(wrong(format!("memory is 1 to {most_memory} bytes here, not {bytes}")))
        };
        let memory = fields.0.get("memory").map(whole).transpose()?;
        let most = self.levels;
        // Of the word, the engine; of a number, the level.
        let read = |value: &Value| {
            if value == PERFECT {
                return Ok((Some(PERFECT.to_owned()), None));
            }
            let level = value.as_u64().and_then(|level| u8::try_from(level).ok());
            let level = level.filter(|level| (1..=most).contains(level)).ok_or_else(|| {
                let expected = format!("levels are 1 to {most}, or \"{PERFECT}\" in gomoku");
                RequestError::new("bad-field", "level", expected)
            })?;
            Ok((None, Some(level)))
        };
        if let Some(level) = fields.0.get("level") {
            (self.options.engine, self.options.level) = read(level)?;
        }
        self.options.memory = memory.or(self.options.memory);
        Ok(())
    }

    /// Answers a search that has ended.
    fn answer_search(
        &mut self,
        search: SearchId,
        out: &mut Vec<Effect>,
        answer: impl FnOnce(&PendingAnalysis) -> Value,
    ) {
        if let Some(analysis) = self.pending.remove(&search) {
            say(&analysis.id, answer(&analysis), out);
        }
        self.quit_if_done(out);
    }

    /// Ends after the last answer, where a quit or the end of the input asks for it.
    fn quit_if_done(&mut self, out: &mut Vec<Effect>) {
        if !self.pending.is_empty() {
            return;
        }
        if let Some(id) = &self.quit {
            say(id, json!({"type": "done"}), out);
            out.push(Effect::Quit);
        } else if self.input_ended {
            out.push(Effect::Quit);
        }
    }
}

impl Machine for JsonEngine {
    fn line(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        if self.quit.is_some() || line.trim_ascii().is_empty() {
            return;
        }
        let value: Value = match serde_json::from_slice(line) {
            Ok(value) => value,
            Err(e) => {
                let wanted = r#"a request is one JSON object on one line, such as {"id": 1, "do": "about"}"#;
                let column = e.column();
                let fault = RequestError::new(
                    "bad-json",
                    format!("column {column}"),
                    format!("{wanted}; this is none from column {column} on"),
                );
                say(&Value::Null, error(&fault), out);
                return;
            }
        };
        let Some(map) = value.as_object() else {
            say(&Value::Null, error(&RequestError::new("bad-json", "", "a request is a JSON object")), out);
            return;
        };
        let id = map
            .get("id")
            .filter(|id| id.is_u64() || id.is_i64() || id.as_str().is_some_and(|id| id.len() <= 200));
        let Some(id) = id else {
            let fault = RequestError::new(
                "bad-id",
                "id",
                "every request has an id: a whole number, or a string of at most 200 bytes",
            );
            say(&Value::Null, error(&fault), out);
            return;
        };
        match self.request(id, &Fields(map), out) {
            Ok(Some(answer)) => say(id, answer, out),
            Ok(None) => {}
            Err(fault) => say(id, error(&fault), out),
        }
        if self.quit.is_some() {
            self.quit_if_done(out);
        }
    }

    fn too_long(&mut self, bytes: u64, out: &mut Vec<Effect>) {
        say(
            &Value::Null,
            error(&RequestError::new("too-long", "", format!("a line of {bytes} bytes is too long"))),
            out,
        );
    }

    fn progress(&mut self, id: SearchId, analysis: &Analysis, out: &mut Vec<Effect>) {
        if let Some(pending) = self.pending.get(&id).filter(|pending| pending.progress && !pending.cancelled)
        {
            let analysis = analysis.to_json(&pending.position);
            say(&pending.id, json!({"type": "progress", "analysis": analysis}), out);
        }
    }

    fn finished(&mut self, id: SearchId, analysis: Analysis, out: &mut Vec<Effect>) {
        self.answer_search(id, out, |pending| {
            let mut found = analysis.to_json(&pending.position);
            analysis.add_count(&mut found, &pending.position);
            json!({"type": "analysis", "cancelled": pending.cancelled, "analysis": found})
        });
    }

    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>) {
        self.answer_search(id, out, |_| error(&RequestError::new("engine-failed", "", why)));
    }

    fn end_of_input(&mut self, out: &mut Vec<Effect>) {
        self.input_ended = true;
        // Analyses with limits are answered in their time. No one can stop the others any more.
        let endless = self.pending.iter().filter(|(_, analysis)| analysis.endless);
        out.extend(endless.map(|(&search, _)| Effect::Within(search, TIME_AFTER_END)));
        self.quit_if_done(out);
    }
}

fn error(fault: &RequestError) -> Value {
    json!({"type": "error", "error": fault.to_json()})
}

/// Writes an answer, its id first.
fn say(id: &Value, answer: Value, out: &mut Vec<Effect>) {
    let mut object = serde_json::Map::new();
    object.insert("id".into(), id.clone());
    if let Value::Object(fields) = answer {
        object.extend(fields);
    }
    out.push(Effect::Say(Value::Object(object).to_string()));
}
