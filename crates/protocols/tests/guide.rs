//! The JSON-lines dialogue of `docs/protocols.md` is real: every answer is compared with that of the m,n,k engine.

use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use tengen_engine::{EngineFactory, EngineOptions, EngineSlot, ForGame, Stop};
use tengen_games::{Game, mnk};
use tengen_protocols::jsonl::JsonEngine;
use tengen_protocols::{Effect, Machine};

/// The engine's side, with searches that run at once.
struct Session {
    machine: JsonEngine,
    slot: EngineSlot,
    engines: EngineFactory,
}

impl Session {
    fn new() -> Session {
        Session {
            machine: JsonEngine::new("Tengen", "0.1.0"),
            slot: EngineSlot::default(),
            engines: Arc::new(|_, _| {
                Ok(Box::new(ForGame::<_, mnk::Position>::new(tengen_mnk::Player::with_table(16))))
            }),
        }
    }

    /// The answers to a request.
    fn send(&mut self, request: &str) -> Vec<String> {
        let (mut effects, mut answers) = (Vec::new(), Vec::new());
        self.machine.line(request.as_bytes(), &mut effects);
        while !effects.is_empty() {
            for effect in std::mem::take(&mut effects) {
                match effect {
                    Effect::Say(text) => answers.push(text),
                    Effect::Search { id, position, limits } => {
                        self.slot
                            .prepare(&self.engines, &position.spec(), &EngineOptions::default())
                            .unwrap();
                        let mut ignore = |_: &_| ();
                        let analysis =
                            self.slot.search(&position, &limits, &Stop::new(), &mut ignore).unwrap();
                        self.machine.finished(id, analysis, &mut effects);
                    }
                    _ => {}
                }
            }
        }
        answers
    }
}

/// The answer without its times, which differ from run to run.
fn without_times(text: &str) -> Value {
    let mut answer: Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    if let Some(analysis) = answer.get_mut("analysis").and_then(Value::as_object_mut) {
        assert!(analysis.remove("time_ms").is_some_and(|time| time.is_number()), "{text}");
    }
    answer
}

#[test]
fn the_dialogue_of_the_documentation_is_real() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocols.md");
    let page = std::fs::read_to_string(page).expect("docs/protocols.md is there");
    let (_, block) = page.split_once("```text dialogue\n").expect("the page has a dialogue");
    let (block, _) = block.split_once("```").expect("the dialogue ends");
    let mut session = Session::new();
    let (mut exchanges, mut answers) = (0, Vec::<String>::new());
    // `> ` is a request, `< ` an answer; a line that begins with spaces continues the one before.
    let joined = block.replace("\n  ", "");
    for line in joined.lines() {
        if let Some(request) = line.strip_prefix("> ") {
            assert_eq!(answers, Vec::<String>::new(), "answers that the page does not show, before {line}");
            answers = session.send(request);
            println!("{request}\n{}", answers.join("\n"));
        } else if let Some(expected) = line.strip_prefix("< ") {
            assert!(!answers.is_empty(), "the engine does not answer {expected}");
            assert_eq!(without_times(&answers.remove(0)), without_times(expected), "instead of {line}");
            exchanges += 1;
        } else {
            panic!("a line of the dialogue begins with > or <: {line}");
        }
    }
    assert_eq!(answers, Vec::<String>::new(), "answers that the page does not show");
    assert!(exchanges >= 6, "{exchanges} answers");
}
