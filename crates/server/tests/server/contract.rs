//! The OpenAPI document against the routes and against real answers.

use crate::common::{Running, start};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(crate) fn document() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).unwrap()
}

/// A validator for one schema of the document.
pub(crate) fn schema(document: &Value, schema: &Value) -> jsonschema::Validator {
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    jsonschema::draft202012::new(&whole).unwrap()
}

fn check(document: &Value, wanted: &Value, answer: &Value, of: &str) {
    let validator = schema(document, wanted);
    let errors: Vec<String> =
        validator.iter_errors(answer).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{of}: {errors:#?}");
}

#[test]
fn every_route_is_documented_and_every_documented_path_is_a_route() {
    let routes: BTreeSet<(String, String)> =
        tengen_server::routes().map(|(method, path, _)| (method.to_lowercase(), path.to_owned())).collect();
    let document = document();
    let documented: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, ops)| ops.as_object().unwrap().keys().map(move |m| (m.clone(), path.clone())))
        .collect();
    assert_eq!(routes, documented);
}

#[test]
fn every_path_names_its_parameters_and_every_schema_is_valid() {
    let document = document();
    for (name, one) in document["components"]["schemas"].as_object().unwrap() {
        schema(&document, one);
        assert!(one.is_object(), "{name}");
    }
    for (path, ops) in document["paths"].as_object().unwrap() {
        for (method, op) in ops.as_object().unwrap() {
            let named: BTreeSet<&str> = op["parameters"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|p| p["in"] == "path")
                .map(|p| p["name"].as_str().unwrap())
                .collect();
            let wanted: BTreeSet<&str> =
                path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
            assert_eq!(named, wanted, "{method} {path}");
            assert!(op["summary"].as_str().is_some_and(|s| !s.is_empty()), "{method} {path}");
        }
    }
}

#[test]
fn documented_parameters_are_accepted_and_others_are_refused_by_name() {
    let (server, document) = (start(), document());
    for (method, path, query) in tengen_server::routes() {
        let op = &document["paths"][path][method.to_lowercase()];
        let named: BTreeSet<&str> = op["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|p| p["in"] == "query")
            .map(|p| p["name"].as_str().unwrap())
            .collect();
        assert_eq!(named, query.iter().copied().collect(), "{method} {path}");
        let place =
            path.replace("{suite}", "x").replace("{id}", "1").replace("{node}", "0").replace("{n}", "1");
        let reply = server.send(&method, &format!("{place}?plyer=x&page"), &[], b"");
        assert_eq!(reply.status, 400, "{method} {place}: {}", reply.text());
        let error = reply.json()["error"].clone();
        check(&document, &json!({"$ref": "#/components/schemas/Error"}), &reply.json(), path);
        assert!(error["message"].as_str().unwrap().contains("'plyer'"), "{error}");
        for name in query {
            assert!(error["expected"].as_str().unwrap().contains(name), "{error}");
        }
    }
    let long = server.get(&format!("/api/games?{}=1", "x".repeat(5000)));
    assert!(long.status == 400 && long.text().len() < 500, "{}", long.text());
}

/// Sends a request and validates the answer against the documented schema.
fn ask(server: &Running, document: &Value, method: &str, path: &str, template: &str, body: &Value) -> Value {
    let reply = match body {
        Value::Null => server.send(method, path, &[], b""),
        body => server.json(method, path, body),
    };
    let op = &document["paths"][template][method.to_lowercase()];
    assert!(op.is_object(), "{method} {template} is documented");
    let responses = op["responses"].as_object().unwrap();
    let response = responses.get(&reply.status.to_string()).unwrap_or(&responses["default"]);
    let wanted = &response["content"]["application/json"]["schema"];
    let answer = reply.json();
    check(document, wanted, &answer, &format!("{method} {path} ({})", reply.status));
    if let (Some(wanted), false) =
        (op["requestBody"]["content"]["application/json"]["schema"].as_object(), body.is_null())
        && reply.status < 300
    {
        check(document, &Value::Object(wanted.clone()), body, &format!("the body of {method} {path}"));
    }
    answer
}

#[test]
fn answers_match_the_document() {
    let (server, document) = (start(), document());
    let ask = |method: &str, path: &str, template: &str, body: Value| {
        ask(&server, &document, method, path, template, &body)
    };
    for path in ["/health", "/api/about", "/api/openapi.json", "/api/games", "/api/tags", "/api/puzzles"] {
        ask("GET", path, path, Value::Null);
    }
    let games = [
        json!({"game": "gomoku", "rules": "renju+taraguchi-10", "players": {"first": {"kind": "engine", "level": 1}}}),
        json!({"game": "gomoku", "rules": "renju", "moves": ["h8", "a1", "i8", "c1", "j9", "e1", "j10", "g1"], "clock": {"move_ms": 1000}}),
        json!({"game": "go", "size": 9, "moves": ["A9", "B9", "E5", "A8"], "tags": ["a"], "header": {"event": "x", "black": {"name": "n"}}}),
        json!({"game": "othello", "moves": ["f5", "d6"]}),
        json!({"game": "connect-four", "moves": ["d1"]}),
        json!({"game": "othello", "setup": {"black": [[0, 0]], "white": [[0, 1]], "to_move": "black"}}),
    ];
    for game in games {
        let board = ask("POST", "/api/games", "/api/games", game);
        let (id, node) = (&board["id"], &board["current"]);
        let game = format!("/api/games/{id}");
        let at = format!("{game}/nodes/{node}");
        let to = |rest: &str| format!("/api/games/{{id}}{rest}");
        ask("GET", &game, &to(""), Value::Null);
        let view = ask("GET", &at, &to("/nodes/{node}"), Value::Null);
        ask("GET", &format!("{at}/overlay"), &to("/nodes/{node}/overlay"), Value::Null);
        ask("POST", &format!("{at}/score"), &to("/nodes/{node}/score"), json!({"dead": [[0, 0]]}));
        let point = &view["legal"][0];
        let stored =
            ask("POST", &format!("{game}/moves"), &to("/moves"), json!({"parent": node, "point": point}));
        let new = format!("{game}/nodes/{}", stored["node"]);
        let marks =
            json!([{"point": [0, 0], "kind": "circle"}, {"point": [1, 0], "kind": "label", "label": "字"}]);
        ask(
            "PATCH",
            &new,
            &to("/nodes/{node}"),
            json!({"name": "n", "comment": "c", "marks": marks, "promote": true}),
        );
        ask("DELETE", &new, &to("/nodes/{node}"), Value::Null);
        ask("POST", &format!("{game}/undo-prune"), &to("/undo-prune"), Value::Null);
        ask("PATCH", &game, &to(""), json!({"tags": ["b"], "result": "B+R", "current": 0, "clock": null}));
        ask("GET", &format!("{game}/review"), &to("/review"), Value::Null);
        ask("DELETE", &game, &to(""), Value::Null);
        ask("POST", &format!("{game}/restore"), &to("/restore"), Value::Null);
    }
    let position = json!({"game": "othello", "moves": ["c4"], "per_page": 5});
    let found = ask("POST", "/api/library/position", "/api/library/position", position);
    assert_eq!(found["total"], 1, "f5 rotated");
    ask("GET", "/api/games?sort=date&result=black&page=1", "/api/games", Value::Null);
    let statistics = "/api/library/player";
    let player = ask("GET", "/api/library/player?name=N&color=black&moves=2", statistics, Value::Null);
    assert_eq!((&player["games"], &player["openings"][0]["moves"]), (&json!(1), &json!(["J9", "J8"])));
    let none = ask("GET", "/api/library/player?name=n&game=othello", statistics, Value::Null);
    assert_eq!(none["games"], 0);
    let sgf = b"(;GM[4]SZ[15];B[hh];W[ii])(;GM[4]SZ[15];B[hh];W[hh])";
    let imported = server.send("POST", "/api/import?name=a.sgf&tags=t", &[], sgf).json();
    check(&document, &json!({"$ref": "#/components/schemas/Imported"}), &imported, "import");
    // Errors are documented too.
    for (method, path, template) in [
        ("GET", "/api/games/99", "/api/games/{id}"),
        ("GET", "/api/games/x", "/api/games/{id}"),
        ("GET", "/api/games?sort=up", "/api/games"),
        ("GET", "/api/games?from=xx", "/api/games"),
        ("GET", "/api/games?to=2001-13", "/api/games"),
        ("GET", "/api/games/1/nodes/77", "/api/games/{id}/nodes/{node}"),
        ("GET", "/api/library/player", "/api/library/player"),
        ("GET", "/api/library/player?name=nobody", "/api/library/player"),
        ("GET", "/api/library/player?name=n&game=chess", "/api/library/player"),
        ("GET", "/api/library/player?name=n&color=red", "/api/library/player"),
        ("GET", "/api/library/player?name=n&moves=0", "/api/library/player"),
        ("GET", "/api/library/player?name=n&from=xx", "/api/library/player"),
    ] {
        let answer = ask(method, path, template, Value::Null);
        assert!(answer["error"].is_object(), "{path}: {answer}");
    }
    for body in [json!({}), json!({"game": "chess"}), json!({"game": 3}), json!({"game": "go", "size": "x"})]
    {
        ask("POST", "/api/games", "/api/games", body);
    }
}

#[test]
fn messages_match_the_document() {
    let (server, document) = (start(), document());
    let answer = schema(&document, &json!({"$ref": "#/components/schemas/SocketAnswer"}));
    let asked = schema(&document, &json!({"$ref": "#/components/schemas/SocketRequest"}));
    let gomoku = server
        .game(&json!({"game": "gomoku", "moves": ["h8", "h9"], "players": {"first": {"kind": "engine"}}}));
    let solved = server.game(&json!({"game": "gomoku", "rules": "standard", "moves": ["h8", "n1", "g9"]}));
    let othello = server.game(&json!({"game": "othello", "size": 4}));
    let timed = server.game(&json!({"game": "othello", "size": 4, "clock": {"main_ms": 20}}));
    let go = server.game(&json!({"game": "go", "size": 5, "moves": ["a5", "a4", "e1"]}));
    let mut page = server.socket();
    let few = json!({"nodes": 2, "lines": 3});
    let asks = [
        json!({"do": "view", "board": gomoku, "node": 0, "moves": ["h8"]}),
        json!({"do": "analyze", "board": gomoku, "node": 2, "limits": few}),
        json!({"do": "analyze", "board": gomoku, "node": 2, "limits": few}),
        // A short search may be over before it reports.
        json!({"do": "analyze", "board": gomoku, "node": 2, "limits": {"time_ms": 500}}),
        json!({"do": "play", "board": gomoku, "node": 2, "limits": few}),
        json!({"do": "ponder", "board": gomoku, "node": 2, "expected": ["a1"], "limits": few}),
        json!({"do": "sweep", "board": gomoku, "line": 1, "limits": few}),
        json!({"do": "solve", "board": gomoku, "node": 2, "kind": "vct", "limits": {"nodes": 100}}),
        json!({"do": "solve", "board": othello, "node": 0, "kind": "exact", "limits": few}),
        json!({"do": "solve", "board": go, "node": 3, "kind": "capture", "chain": [0, 0]}),
        json!({"do": "solve", "board": go, "node": 3, "kind": "capture", "chain": [0, 0], "moves": ["e5"]}),
        json!({"do": "solve", "board": go, "node": 3, "kind": "life", "chain": [0, 0], "first": "black"}),
        json!({"do": "solve", "board": go, "node": 3, "kind": "connect", "chain": [0, 0], "other": [4, 4], "limits": few}),
        json!({"do": "solve", "board": go, "node": 3, "kind": "semeai", "chain": [0, 0], "other": [1, 0]}),
        json!({"do": "strategy", "board": solved, "node": 0}),
        json!({"do": "strategy", "board": solved, "node": 3}),
        json!({"do": "strategy", "board": solved, "node": 3, "moves": ["b15"]}),
        json!({"do": "strategy", "board": gomoku, "node": 2}),
        json!({"do": "strategy", "board": othello, "node": 0}),
        json!({"do": "solve", "board": solved, "node": 3, "moves": ["b15"], "kind": "strategy", "limits": {"nodes": 9}}),
        json!({"do": "explain", "board": gomoku, "node": 2, "limits": few}),
        json!({"do": "explain", "board": othello, "node": 0, "limits": few}),
        json!({"do": "clock", "board": timed, "node": 0}),
        json!({"do": "dance"}),
        json!({"do": "analyze", "board": 99, "node": 0}),
        json!({"do": "cancel", "target": 5}),
    ];
    let mut kinds = BTreeSet::new();
    for (id, mut ask) in asks.into_iter().enumerate() {
        ask["id"] = json!(id);
        assert!(asked.is_valid(&ask) || ask["do"] == "dance", "{ask}");
        page.send(&ask);
        loop {
            let message = page.next().expect("an answer");
            assert!(answer.is_valid(&message), "{message:#}");
            let kind = message["type"].as_str().unwrap().to_owned();
            let last = !matches!(kind.as_str(), "progress" | "swept" | "clock");
            kinds.insert(kind);
            if last {
                break;
            }
        }
    }
    let wanted = [
        "analysis",
        "cancelled",
        "clock",
        "error",
        "explanation",
        "flag",
        "played",
        "progress",
        "proof",
        "review",
        "strategy",
        "swept",
        "view",
    ];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}
