//! The controller's side of the NBoard protocol.

use super::parse_move;
use crate::{Controller, EngineMessage, TimeControl, TimeLeft};
use tengen_games::{AnyPosition, GameSpec, othello};
use tengen_records::{Format, Record, WriteOptions};

/// Asks an Othello engine for moves.
#[derive(Clone, Debug, Default)]
pub struct NBoardController {
    ping: u32,
    /// The position for which a move was asked.
    asked: Option<othello::Position>,
}

impl NBoardController {
    /// A controller of an engine that has not been started.
    pub fn new() -> NBoardController {
        NBoardController::default()
    }
}

/// Depth if the match sets none: the protocol always has one.
const DEPTH: u32 = 12;

impl Controller for NBoardController {
    fn begin(&mut self, game: &GameSpec, time: &TimeControl, out: &mut Vec<String>) -> Result<(), String> {
        if game.size() != tengen_board::Size::of(8, 8) || !matches!(game, GameSpec::Othello(_)) {
            return Err(format!("NBoard carries Othello on 8x8, not {} on {}", game.kind(), game.size()));
        }
        self.ping += 1;
        self.asked = None;
        if self.ping == 1 {
            out.push("nboard 2".into());
        }
        self.set_time(time, out);
        out.push(format!("ping {}", self.ping));
        Ok(())
    }

    fn ask(&mut self, position: &AnyPosition, _left: &TimeLeft, out: &mut Vec<String>) -> Result<(), String> {
        let AnyPosition::Othello(game) = position else { return Err("NBoard carries Othello only".into()) };
        let record = Record::from_position(position);
        let written = Format::Ggf.write(&[record], &WriteOptions::default()).map_err(|e| e.to_string())?;
        let text = String::from_utf8(written.bytes).map_err(|e| e.to_string())?;
        out.push(format!("set game {}", text.split_whitespace().collect::<Vec<_>>().join(" ")));
        out.push("go".into());
        self.asked = Some((**game).clone());
        Ok(())
    }

    fn line(&mut self, line: &[u8]) -> Vec<EngineMessage> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "" => Vec::new(),
            "===" => {
                let mv = rest.trim().split(['/', ' ']).next().unwrap_or_default();
                let position = self.asked.take();
                match position.and_then(|position| parse_move(&position, mv)) {
                    Some(mv) => vec![EngineMessage::Moves(vec![mv])],
                    None => vec![EngineMessage::NoMove(text.chars().take(80).collect())],
                }
            }
            "pong" if rest.trim() == self.ping.to_string() && self.asked.is_none() => {
                vec![EngineMessage::Ready]
            }
            "pong" | "status" | "set" | "nodestats" | "search" | "book" | "learned" | "learn"
            | "analysis" | "warning" => {
                vec![EngineMessage::Note(text.to_owned())]
            }
            // The protocol allows lines that the other side does not know.
            _ => vec![EngineMessage::Note(text.to_owned())],
        }
    }

    /// The protocol has no clock, only a depth.
    fn set_time(&mut self, time: &TimeControl, out: &mut Vec<String>) {
        out.push(format!("set depth {}", time.depth.unwrap_or(DEPTH)));
    }

    fn stop(&mut self, out: &mut Vec<String>) {
        self.ping += 1;
        out.push(format!("ping {}", self.ping));
    }

    fn quit(&mut self, out: &mut Vec<String>) {
        out.push("quit".into());
    }
}
