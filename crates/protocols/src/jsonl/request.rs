//! Requests, and the positions that they describe.

use serde_json::{Map, Value, json};
use std::time::Duration;
use tengen_board::{Cell, Color, Size};
use tengen_engine::Limits;
use tengen_games::{AnyPosition, Feature, Game, GameSpec, Move, SetUp};

/// What is wrong with a request: a code for programs, the place, and a message for people.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RequestError {
    pub(super) code: &'static str,
    /// The part of the request, such as `moves[2]`.
    pub(super) at: String,
    pub(super) message: String,
}

impl RequestError {
    pub(super) fn new(code: &'static str, at: impl Into<String>, message: impl ToString) -> RequestError {
        RequestError { code, at: at.into(), message: message.to_string() }
    }

    pub(super) fn to_json(&self) -> Value {
        json!({"code": self.code, "at": self.at, "message": self.message})
    }
}

/// The fields of a request.
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    pub(super) fn text(&self, key: &str) -> Result<Option<&'a str>, RequestError> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => {
                Err(RequestError::new("bad-field", key, format!("expected a string, not {other:.40}")))
            }
        }
    }

    fn number(&self, key: &str, at: &str) -> Result<Option<u64>, RequestError> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_u64() {
                Some(n) => Ok(Some(n)),
                None => Err(RequestError::new(
                    "bad-field",
                    at,
                    format!("expected a whole number from 0, not {value:.40}"),
                )),
            },
        }
    }

    pub(super) fn flag(&self, key: &str) -> Result<bool, RequestError> {
        self.flag_at(key, key)
    }

    fn flag_at(&self, key: &str, at: &str) -> Result<bool, RequestError> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => {
                Err(RequestError::new("bad-field", at, format!("expected true or false, not {other:.40}")))
            }
        }
    }

    fn object(&self, key: &str) -> Result<Option<Fields<'a>>, RequestError> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(map)) => Ok(Some(Fields(map))),
            Some(other) => {
                Err(RequestError::new("bad-field", key, format!("expected an object, not {other:.40}")))
            }
        }
    }

    fn texts(&self, key: &str, at: &str) -> Result<Vec<&'a str>, RequestError> {
        let wrong = |at: String| RequestError::new("bad-field", at, "expected a list of strings");
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(items)) => {
                let text =
                    |(i, item): (usize, &'a Value)| item.as_str().ok_or_else(|| wrong(format!("{at}[{i}]")));
                items.iter().enumerate().map(text).collect()
            }
            Some(_) => Err(wrong(at.to_owned())),
        }
    }

    /// Refuses fields that this request does not have: one that is misspelt would otherwise count for nothing.
    pub(super) fn only(&self, at: &str, what: &str, known: &[&str]) -> Result<(), RequestError> {
        match self.0.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let message = format!("{what} {}", known.join(", "));
                Err(RequestError::new("bad-field", format!("{at}{key:.40}"), message))
            }
        }
    }

    /// `game`, `rules`, `size`, `setup` and `moves`.
    pub(super) fn position(&self) -> Result<AnyPosition, RequestError> {
        let game = self
            .text("game")?
            .ok_or_else(|| RequestError::new("missing-field", "game", "which game? such as gomoku"))?;
        let size = match self.text("size")? {
            Some(text) => Some(text.parse::<Size>().map_err(|e| RequestError::new("bad-size", "size", e))?),
            None => None,
        };
        let spec = GameSpec::named(game, self.text("rules")?, size)
            .map_err(|e| RequestError::new("bad-game", "game", e))?;
        let mut position = match self.object("setup")? {
            Some(setup) => setup.set_up(&spec)?,
            None => AnyPosition::new(&spec),
        };
        for (i, text) in self.texts("moves", "moves")?.into_iter().enumerate() {
            let at = || format!("moves[{i}]");
            let mv = position.parse_move(text).map_err(|e| RequestError::new("bad-move", at(), e))?;
            position.play(mv).map_err(|e| RequestError::new("illegal-move", at(), e))?;
        }
        Ok(position)
    }

    /// `black`, `white` and `to_move` of a set-up.
    fn set_up(&self, spec: &GameSpec) -> Result<AnyPosition, RequestError> {
        self.only("setup.", "a setup has", &["black", "white", "to_move"])?;
        let reader = AnyPosition::new(spec);
        // Points that a set-up does not name are empty, also on boards that begin with discs.
        let mut cells: Vec<_> =
            spec.size().points().filter(|&p| !reader.at(p).is_empty()).map(|p| (p, Cell::Empty)).collect();
        for color in Color::BOTH {
            let at = format!("setup.{color}");
            for (i, text) in self.texts(&color.to_string(), &at)?.into_iter().enumerate() {
                match reader.coords().parse(text, spec.size()) {
                    Ok(p) => {
                        cells.retain(|&(q, cell)| q != p || cell != Cell::Empty);
                        cells.push((p, color.into()));
                    }
                    Err(e) => return Err(RequestError::new("bad-move", format!("{at}[{i}]"), e)),
                }
            }
        }
        let to_move = match self.text("to_move")? {
            None | Some("black") => Color::Black,
            Some("white") => Color::White,
            Some(_) => return Err(RequestError::new("bad-field", "setup.to_move", "black or white")),
        };
        AnyPosition::set_up(spec, &SetUp { cells, to_move })
            .map_err(|e| RequestError::new("bad-setup", "setup", e))
    }

    /// A required time in milliseconds.
    pub(super) fn millis(&self, key: &'static str) -> Result<Duration, RequestError> {
        let wanted = || RequestError::new("missing-field", key, "how many milliseconds?");
        self.number(key, key)?.map(Duration::from_millis).ok_or_else(wanted)
    }

    /// `limits`, with so many threads if it names no number.
    pub(super) fn limits(&self, threads: usize) -> Result<Limits, RequestError> {
        let Some(limits) = self.object("limits")? else { return Ok(Limits { threads, ..Limits::default() }) };
        const KNOWN: [&str; 7] = ["time_ms", "nodes", "depth", "lines", "seed", "threads", "playing"];
        limits.only("limits.", "limits are", &KNOWN)?;
        let number = |key: &str| {
            let at = format!("limits.{key}");
            match limits.number(key, &at)? {
                Some(0) if ["time_ms", "nodes", "depth"].contains(&key) => Err(RequestError::new(
                    "bad-field",
                    at,
                    "expected a number from 1: 0 leaves nothing to search",
                )),
                number => Ok(number),
            }
        };
        let small = |key: &str, max: u64| Ok::<_, RequestError>(number(key)?.map(|n| n.min(max)));
        Ok(Limits {
            time: number("time_ms")?.map(Duration::from_millis),
            nodes: number("nodes")?,
            depth: small("depth", 10_000)?.map(|n| n as u32),
            lines: small("lines", 1_000)?.unwrap_or(1) as usize,
            seed: number("seed")?.unwrap_or(0),
            threads: small("threads", 256)?.map_or(threads, |n| n as usize),
            playing: limits.flag_at("playing", "limits.playing")?,
            ..Limits::default()
        })
    }
}

/// A position in the form of answers.
pub(super) fn position_json(position: &AnyPosition) -> Value {
    let size = position.size();
    let row = |row: usize| -> String {
        let cell = |col| match position.at(tengen_board::Point::new(row as u8, col as u8)) {
            Cell::Empty => '.',
            Cell::Black => 'X',
            Cell::White => 'O',
        };
        (0..size.cols()).map(cell).collect()
    };
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let text = |mv: &Move| position.format_move(*mv);
    let outcome = position.outcome().map(|outcome| {
        let margin =
            if let tengen_games::EndReason::Score(margin) = outcome.reason { Some(margin) } else { None };
        json!({"winner": outcome.winner.map(|c| c.to_string()), "margin": margin})
    });
    let mut out = json!({
        "game": position.spec().kind().to_string(),
        "size": size.to_string(),
        "to_move": position.to_move().to_string(),
        "ply": position.ply(),
        "rows": (0..size.rows()).map(row).collect::<Vec<_>>(),
        "moves": position.moves().map(|mv| text(&mv)).collect::<Vec<_>>(),
        "legal": legal.iter().map(text).collect::<Vec<_>>(),
        "outcome": outcome,
    });
    if position.spec().has(Feature::Captures) {
        let [black, white] = Color::BOTH.map(|color| position.captured_by(color));
        out["captured"] = json!({"black": black, "white": white, "to_win": position.goal().captures});
    }
    if position.stones_per_turn() > 1 {
        out["stones_left"] = position.stones_left_in_turn().into();
    }
    out
}
