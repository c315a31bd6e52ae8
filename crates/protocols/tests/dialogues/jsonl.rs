//! JSON lines: every request and answer against the schema in `docs/`, many in flight, cancelling, and bad input.

use crate::driver::Dialogue;
use serde_json::{Value, json};
use tengen_engine::Limits;
use tengen_games::{AnyPosition, Game, GameInfo, GameSpec};
use tengen_protocols::jsonl::JsonEngine;

pub(crate) fn engine() -> Dialogue<JsonEngine> {
    Dialogue::new(JsonEngine::new("Tengen", "1.0").with_most_memory(1 << 40))
}

fn schema(part: &str) -> jsonschema::Validator {
    let text = include_str!("../../../../docs/json-lines.schema.json");
    let mut schema: Value = serde_json::from_str(text).unwrap();
    schema.as_object_mut().unwrap().remove("oneOf");
    schema["$ref"] = format!("#/$defs/{part}").into();
    jsonschema::validator_for(&schema).unwrap()
}

fn hold(validator: &jsonschema::Validator, value: &Value) {
    let errors: Vec<String> = validator.iter_errors(value).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{value}\n{errors:?}");
}

/// Sends a request that the schema allows, and gives the answers, which it must allow too.
fn ask(d: &mut Dialogue<JsonEngine>, request: &Value) -> Vec<Value> {
    hold(&schema("request"), request);
    send(d, request.to_string().as_bytes())
}

fn send(d: &mut Dialogue<JsonEngine>, line: &[u8]) -> Vec<Value> {
    checked(d.send(line))
}

fn checked(said: Vec<String>) -> Vec<Value> {
    let validator = schema("answer");
    let answers: Vec<Value> = said.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.iter().for_each(|answer| hold(&validator, answer));
    answers
}

/// A finished game of Go has owners, dead stones and a score, as over GTP. In the driver black owns every point.
#[test]
fn a_finished_game_of_go_is_counted() {
    let moves = ["C3", "A1", "C4", "pass", "pass"];
    for (rules, dead, result) in [("chinese", json!(["A1"]), "B+17.5"), ("tromp-taylor", json!([]), "W+6.5")]
    {
        let mut d = engine();
        d.held = true;
        let request =
            json!({"id": 1, "do": "analyze", "game": "go", "rules": rules, "size": "5", "moves": moves});
        assert!(ask(&mut d, &request).is_empty());
        let (_, position, limits) = &d.searches[0];
        assert!(position.is_over() && limits.nodes == Limits::settling().nodes, "{limits:?}");
        let answers = checked(d.release());
        let found = &answers[0]["analysis"];
        assert_eq!((&found["dead"], &found["result"]), (&dead, &json!(result)), "{found}");
        assert_eq!(found["ownership"].as_array().map(Vec::len), Some(5), "{found}");
        assert_eq!(found["best"], Value::Null);
    }
}

#[test]
fn each_request_has_its_answer() {
    let mut d = engine();
    let answers = ask(&mut d, &json!({"id": "a", "do": "about"}));
    assert_eq!(
        answers,
        [json!({"id": "a", "type": "about", "name": "Tengen", "version": "1.0", "protocol": 1})]
    );
    let answers = ask(
        &mut d,
        &json!({"id": 2, "do": "analyze", "game": "gomoku", "rules": "renju", "size": "15", "moves": ["h8", "h9"],
        "limits": {"time_ms": 100, "lines": 3, "playing": true}, "progress": true}),
    );
    assert_eq!(answers[0]["id"], 2);
    assert_eq!(answers[0]["analysis"]["best"], "a15");
    let answers = ask(&mut d, &json!({"id": 3, "do": "position", "game": "othello", "moves": ["f5"]}));
    assert_eq!(answers[0]["position"]["rows"][4], "...XXX..");
    assert_eq!(answers[0]["position"]["legal"], json!(["f4", "d6", "f6"]));
    let set_up = json!({"black": ["b3", "b2", "b1"], "white": ["a1"], "to_move": "white"});
    let answers = ask(
        &mut d,
        &json!({"id": 4, "do": "check", "game": "go", "size": "3", "setup": set_up, "move": "a1"}),
    );
    assert_eq!(answers[0]["legal"], false);
    assert_eq!(answers[0]["reason"], "it is occupied by white");
    let answers = ask(
        &mut d,
        &json!({"id": 5, "do": "position", "game": "othello", "size": "4", "setup": {"black": ["a1"]}}),
    );
    assert_eq!(answers[0]["position"]["rows"], json!(["X...", "....", "....", "...."]));
    for request in
        [json!({"id": 6, "do": "forget"}), json!({"id": 7, "do": "configure", "memory": 1000, "level": 2})]
    {
        assert_eq!(ask(&mut d, &request)[0]["type"], "done");
    }
    ask(&mut d, &json!({"id": 8, "do": "quit"}));
    assert!(d.quit);
}

#[test]
fn positions_have_the_captures_and_the_stones_left() {
    let mut d = engine();
    let taken =
        json!({"id": 1, "do": "position", "game": "pente", "moves": ["J10", "K10", "A1", "L10", "M10"]});
    let position = &ask(&mut d, &taken)[0]["position"];
    assert_eq!(position["captured"], json!({"black": 2, "white": 0, "to_win": 10}));
    let half = json!({"id": 2, "do": "position", "game": "connect6", "moves": ["j10", "k11"]});
    assert_eq!(ask(&mut d, &half)[0]["position"]["stones_left"], 1);
    let go = &ask(&mut d, &json!({"id": 3, "do": "position", "game": "go"}))[0]["position"];
    assert_eq!((&go["captured"]["to_win"], go.get("stones_left")), (&Value::Null, None));
    let misspelt = br#"{"id": 4, "do": "analyze", "game": "go", "limits": {"time": 5}}"#;
    assert_eq!(send(&mut d, misspelt)[0]["error"]["at"], "limits.time");
}

#[test]
fn many_in_flight_and_one_cancelled() {
    let mut d = engine();
    d.held = true;
    for id in 0..5 {
        assert!(ask(&mut d, &json!({"id": id, "do": "analyze", "game": "go", "size": "9"})).is_empty());
    }
    let answers = ask(&mut d, &json!({"id": 3, "do": "analyze", "game": "go", "size": "9"}));
    assert_eq!(answers[0]["error"]["code"], "id-in-flight");
    assert_eq!(
        ask(&mut d, &json!({"id": "c", "do": "cancel", "target": 1})),
        [json!({"id": "c", "type": "done"})]
    );
    assert_eq!(d.stopped, [d.searches[1].0]);
    let answers = checked(d.release());
    assert_eq!((&answers[0]["id"], &answers[0]["cancelled"]), (&json!(0), &json!(false)));
    let answers = checked(d.release());
    assert_eq!((&answers[0]["id"], &answers[0]["cancelled"]), (&json!(1), &json!(true)));
    let answers = ask(&mut d, &json!({"id": "c", "do": "cancel", "target": 1}));
    assert_eq!(answers[0]["error"]["code"], "not-in-flight");
}

/// A misspelt field would otherwise count for nothing.
#[test]
fn fields_that_a_request_does_not_have_are_refused() {
    let mut d = engine();
    for (request, at, field) in [
        (json!({"id": 1, "do": "about", "version": 2}), "version", "do"),
        (json!({"id": 1, "do": "position", "game": "go", "move": ["d4"]}), "move", "moves"),
        (json!({"id": 1, "do": "check", "game": "go", "move": "d4", "side": "white"}), "side", "setup"),
        (json!({"id": 1, "do": "analyze", "game": "go", "limit": {"nodes": 5}}), "limit", "limits"),
        (
            json!({"id": 1, "do": "position", "game": "go", "setup": {"turn": "white"}}),
            "setup.turn",
            "to_move",
        ),
        (json!({"id": 1, "do": "cancel", "target": 1, "all": true}), "all", "target"),
        (json!({"id": 1, "do": "within", "target": 1, "time_ms": 5, "time": 5}), "time", "time_ms"),
        (json!({"id": 1, "do": "configure", "levle": 1}), "levle", "level"),
    ] {
        assert!(!schema("request").is_valid(&request), "{request}");
        let answers = send(&mut d, request.to_string().as_bytes());
        let error = &answers[0]["error"];
        assert_eq!((&error["code"], &error["at"]), (&json!("bad-field"), &json!(at)), "{request}");
        assert!(error["message"].as_str().is_some_and(|text| text.contains(field)), "{error}");
    }
}

#[test]
fn every_error_names_its_place_and_its_request() {
    let mut d = engine();
    for (request, code, at) in [
        (json!({"id": 1}), "missing-field", "do"),
        (json!({"id": 1, "do": "fly"}), "unknown-request", "do"),
        (json!({"id": 1, "do": 5}), "bad-field", "do"),
        (json!({"id": 1, "do": "analyze"}), "missing-field", "game"),
        (json!({"id": 1, "do": "analyze", "game": "chess"}), "bad-game", "game"),
        (json!({"id": 1, "do": "analyze", "game": "go", "size": "99"}), "bad-size", "size"),
        (json!({"id": 1, "do": "analyze", "game": "go", "moves": "d4"}), "bad-field", "moves"),
        (json!({"id": 1, "do": "analyze", "game": "go", "moves": ["d4", 5]}), "bad-field", "moves[1]"),
        (json!({"id": 1, "do": "analyze", "game": "go", "moves": ["d4", "z9"]}), "bad-move", "moves[1]"),
        (json!({"id": 1, "do": "analyze", "game": "go", "moves": ["d4", "d4"]}), "illegal-move", "moves[1]"),
        (
            json!({"id": 1, "do": "analyze", "game": "go", "rules": "atari-go", "moves": ["pass", "pass"]}),
            "game-over",
            "moves",
        ),
        (
            json!({"id": 1, "do": "analyze", "game": "go", "setup": {"black": ["z9"]}}),
            "bad-move",
            "setup.black[0]",
        ),
        (
            json!({"id": 1, "do": "analyze", "game": "go", "setup": {"to_move": "red"}}),
            "bad-field",
            "setup.to_move",
        ),
        (
            json!({"id": 1, "do": "analyze", "game": "go", "limits": {"nodes": -1}}),
            "bad-field",
            "limits.nodes",
        ),
        (
            json!({"id": 1, "do": "analyze", "game": "go", "limits": {"depth": 1e99}}),
            "bad-field",
            "limits.depth",
        ),
        (json!({"id": 1, "do": "check", "game": "go"}), "missing-field", "move"),
        (json!({"id": 1, "do": "cancel"}), "missing-field", "target"),
        (json!({"id": 1, "do": "configure", "level": 0}), "bad-field", "level"),
        (json!({"id": 1, "do": "configure", "memory": 0}), "bad-field", "memory"),
        (json!({"id": 1, "do": "configure", "memory": 1u64 << 50}), "bad-field", "memory"),
    ] {
        let answers = send(&mut d, request.to_string().as_bytes());
        assert_eq!(answers.len(), 1, "{request}");
        assert_eq!(answers[0]["id"], 1);
        assert_eq!(
            (&answers[0]["error"]["code"], &answers[0]["error"]["at"]),
            (&json!(code), &json!(at)),
            "{request}"
        );
    }
    let deep = "[".repeat(100_000);
    for line in [
        &b"{"[..],
        b"\xff",
        b"[]",
        b"null",
        deep.as_bytes(),
        br#"{"do":"about"}"#,
        br#"{"id":null,"do":"about"}"#,
        br#"{"id":[1],"do":"about"}"#,
    ] {
        let answers = send(&mut d, line);
        assert_eq!((answers.len(), &answers[0]["id"]), (1, &Value::Null));
        assert_eq!(answers[0]["type"], "error");
    }
    assert!(d.searches.is_empty());
}

#[test]
fn the_end_of_input_waits_for_what_was_asked() {
    use tengen_protocols::{Effect, Machine};
    let mut d = engine();
    d.held = true;
    ask(&mut d, &json!({"id": 1, "do": "analyze", "game": "tic-tac-toe"}));
    let mut effects = Vec::new();
    ask(&mut d, &json!({"id": 2, "do": "analyze", "game": "gomoku", "limits": {"depth": 3}}));
    d.machine.end_of_input(&mut effects);
    // No one can end the first any more, so it gets a time; the second has its own limit.
    assert!(matches!(effects[..], [Effect::Within(id, _)] if id == d.searches[0].0), "{effects:?}");
    effects.clear();
    assert_eq!(checked(d.release())[0]["id"], 1);
    assert!(!d.quit);
    assert_eq!(checked(d.release())[0]["id"], 2);
    assert!(d.quit);
    let mut idle = engine();
    idle.machine.end_of_input(&mut effects);
    assert_eq!(effects, [Effect::Quit]);
}

#[test]
fn every_game_of_the_table_is_asked_about() {
    let mut rng = tengen_board::random::SplitMix64(4);
    for info in GameInfo::ALL {
        for set in info.rule_sets {
            let spec = GameSpec::of_kind(info.kind, set.id, None).unwrap();
            let mut position = AnyPosition::new(&spec);
            for _ in 0..5 {
                position.play_random(&mut || rng.next_u32());
            }
            let moves: Vec<String> = position.moves().map(|mv| position.format_move(mv)).collect();
            let mut d = engine();
            let game = json!({"id": 1, "do": "position", "game": info.id, "rules": set.id, "moves": moves});
            let answer = &ask(&mut d, &game)[0];
            let legal = answer["position"]["legal"].as_array().map(Vec::len);
            assert_eq!(legal, Some(position.legal_moves().len()), "{spec}: {answer}");
            let mut request = game.clone();
            request["do"] = "analyze".into();
            let answer = &ask(&mut d, &request)[0];
            let first = position.legal_moves().first().map(|&mv| position.format_move(mv));
            assert_eq!(answer["analysis"]["best"], json!(first), "{spec}: {answer}");
        }
    }
}

#[test]
fn a_quit_is_the_last_answer() {
    let mut d = engine();
    d.held = true;
    ask(&mut d, &json!({"id": 1, "do": "analyze", "game": "tic-tac-toe", "limits": {"depth": 3}}));
    assert!(ask(&mut d, &json!({"id": 2, "do": "quit"})).is_empty());
    assert!(!d.quit);
    // What comes after it is not read.
    assert!(ask(&mut d, &json!({"id": 3, "do": "about"})).is_empty());
    let answers = checked(d.release());
    let shown: Vec<_> = answers.iter().map(|a| (&a["id"], &a["type"], &a["cancelled"])).collect();
    assert_eq!(
        shown,
        [(&json!(1), &json!("analysis"), &json!(true)), (&json!(2), &json!("done"), &Value::Null)]
    );
    assert!(d.quit);
}
