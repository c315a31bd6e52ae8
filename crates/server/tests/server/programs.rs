//! Programs of the person who runs the server, as engines of the page.

use crate::common::{Running, patient, start_engines};
use crate::contract::{document, schema};
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_engine::{
    Analysis, AnyEngine, EngineError, Fault, FaultCause, FaultKind, Limits, Line, ProgramEnd, Score, Stop,
};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec};
use tengen_server::{Config, EngineInfo, Engines, Texts};

/// A program that plays, resigns or breaks down, as its name says.
struct Program(String, GameKind);

impl AnyEngine for Program {
    fn name(&self) -> String {
        self.0.clone()
    }

    fn kind(&self) -> GameKind {
        self.1
    }

    fn supports(&self, _: &GameSpec) -> Result<(), EngineError> {
        Ok(())
    }

    fn analyze(
        &mut self,
        position: &AnyPosition,
        _: &Limits,
        _: &Stop,
        _: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        match self.0.as_str() {
            "resigns" => Ok(Analysis { resigns: true, ..Analysis::default() }),
            "lost" | "stubborn" => {
                let best = position.legal_moves().first().copied();
                let score = Score::Estimate { value: -90.0, win: 0.0 };
                let line = |mv| Line { moves: vec![mv], score, work: 1_000 };
                let lines = best.map(line).into_iter().collect();
                Ok(Analysis { best, lines, nodes: 1_000, ..Analysis::default() })
            }
            "breaks" => Err(EngineError::Program {
                engine: self.0.clone(),
                fault: Fault::new(
                    FaultKind::Crash,
                    FaultCause::Ended(ProgramEnd::Status(3), Some("out of memory".into())),
                ),
            }),
            _ => Ok(Analysis { best: position.legal_moves().first().copied(), ..Analysis::default() }),
        }
    }

    fn new_game(&mut self) {}
}

fn engines() -> Engines {
    let Engines { mut list, make, program, programs } = patient();
    list.extend(["plays", "resigns", "breaks"].map(|name| EngineInfo {
        name: name.into(),
        title: Texts::of(|_| name.to_owned()),
        kind: GameKind::Gomoku,
        plays: true,
        only: Vec::new(),
        program: true,
        ponders: false,
        levels: vec![Texts::new("its own", "自身", "自身")],
    }));
    list.extend([("lost", false), ("stubborn", true)].map(|(name, program)| EngineInfo {
        name: name.into(),
        title: Texts::of(|_| name.to_owned()),
        kind: GameKind::Go,
        plays: true,
        only: Vec::new(),
        program,
        ponders: false,
        levels: vec![Texts::new("its own", "自身", "自身")],
    }));
    let make: tengen_engine::EngineFactory = Arc::new(move |spec, options| match &options.engine {
        Some(name) if name != "patient" => Ok(Box::new(Program(name.clone(), spec.kind()))),
        _ => make(spec, options),
    });
    Engines { list, make, program, programs }
}

fn start(change: impl FnOnce(&mut Config)) -> (Running, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (start_engines(engines(), folder.path().into(), change), folder)
}

fn game(server: &Running, engine: &str) -> u64 {
    server.game(&json!({"game": "gomoku", "players": {"second": {"kind": "engine", "engine": engine}},
        "moves": ["h8"]}))
}

fn names(server: &Running) -> Vec<String> {
    let about = server.get("/api/about").json();
    let games = about["games"].as_array().unwrap();
    let gomoku = games.iter().find(|game| game["kind"] == "gomoku").unwrap();
    gomoku["engines"].as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap().to_owned()).collect()
}

fn ask(server: &Running, id: u64, wait: &str) -> Value {
    let board = server.get(&format!("/api/games/{id}")).json();
    let last = board["nodes"].as_array().unwrap().last().unwrap()["id"].clone();
    server.socket().ask(&json!({"id": 1, "do": "play", "board": id, "node": last}), wait)
}

#[test]
fn a_program_plays_under_its_own_name() {
    let (server, _folder) = start(|_| ());
    assert_eq!(names(&server), ["patient", "plays", "resigns", "breaks"]);
    let id = game(&server, "plays");
    assert_eq!(ask(&server, id, "played")["view"]["ply"], 2);
    let board = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(board["header"]["white"]["name"], "plays");
}

#[test]
fn a_program_that_resigns_ends_the_game_at_the_end_of_its_main_line_only() {
    let (server, _folder) = start(|_| ());
    let id = game(&server, "resigns");
    let resigned = ask(&server, id, "resigned");
    assert_eq!(resigned["result"], "B+R");
    let answer = schema(&document(), &json!({"$ref": "#/components/schemas/SocketAnswer"}));
    assert!(answer.is_valid(&resigned), "{resigned}");
    let board = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(board["result"], "B+R");
    // At the end of a variation there is nothing to resign.
    let longer = server.game(&json!({"game": "gomoku", "moves": ["h8", "i9"],
        "players": {"second": {"kind": "engine", "engine": "resigns"}}}));
    let variation = json!({"parent": 0, "move": "a1"});
    let aside = server.json("POST", &format!("/api/games/{longer}/moves"), &variation).json();
    let ask = json!({"id": 1, "do": "play", "board": longer, "node": aside["node"]});
    let refused = server.socket().ask(&ask, "error");
    assert_eq!(refused["error"]["code"], "resigned");
    // A page writes its language into each request: it may have changed since it connected.
    let mut chinese = ask;
    chinese["lang"] = json!("zh");
    assert_eq!(server.socket().ask(&chinese, "error")["error"]["message"], "引擎认输");
    assert_eq!(server.get(&format!("/api/games/{longer}")).json()["result"], Value::Null);
}

#[test]
fn what_a_program_did_wrong_is_named_and_the_game_goes_on() {
    let (server, _folder) = start(|_| ());
    let id = game(&server, "breaks");
    let refused = ask(&server, id, "error");
    assert_eq!(refused["error"]["code"], "program");
    assert_eq!(refused["error"]["message"], "breaks: crash: exit status: 3; out of memory");
    let hint = json!({"id": 2, "do": "analyze", "board": id, "node": 1, "engine": "patient", "progress": false,
        "limits": {"nodes": 3}});
    assert_eq!(server.socket().ask(&hint, "analysis")["analysis"]["nodes"], 3);
}

#[test]
fn whoever_reaches_the_page_from_elsewhere_has_no_programs() {
    let (server, _folder) = start(|config| {
        config.host = "0.0.0.0".into();
        config.token = Some("0123456789abcdef".into());
    });
    let host = format!("127.0.0.1:{}", server.address.port());
    let bearer = ("Authorization", "Bearer 0123456789abcdef");
    let about = server.send("GET", "/api/about", &[("Host", &host), bearer], b"");
    assert_eq!(about.status, 200, "{}", about.head);
    assert!(!about.text().contains("\"breaks\""), "{}", about.text());
    let body = json!({"game": "gomoku", "players": {"second": {"kind": "engine", "engine": "plays"}}});
    let headers = [("Host", host.as_str()), bearer, ("Content-Type", "application/json")];
    let refused = server.send("POST", "/api/games", &headers, body.to_string().as_bytes());
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (422, &json!("no-engine")));
}

/// An engine of Tengen gives up a game of Go that it cannot win. A program decides that for itself.
#[test]
fn an_engine_resigns_a_lost_game_of_go() {
    let (server, _folder) = start(|_| ());
    let moves = ["a1", "e5", "a2", "e4", "a3", "e3", "a4"];
    let game = |engine: &str| {
        server.game(&json!({"game": "go", "size": "5", "moves": moves,
            "players": {"second": {"kind": "engine", "engine": engine}}}))
    };
    let id = game("lost");
    assert_eq!(ask(&server, id, "resigned")["result"], "B+R");
    assert_eq!(server.get(&format!("/api/games/{id}")).json()["result"], "B+R");
    let played = ask(&server, game("stubborn"), "played");
    assert_eq!(played["view"]["ply"], 8);
    // In a line beside the game it plays on, and it never resigns for a person.
    let id = game("lost");
    let aside = json!({"parent": 0, "move": "c3"});
    let aside = server.json("POST", &format!("/api/games/{id}/moves"), &aside).json();
    let mut node = aside["node"].clone();
    for mv in &moves[1..] {
        let next = json!({"parent": node, "move": mv});
        node = server.json("POST", &format!("/api/games/{id}/moves"), &next).json()["node"].clone();
    }
    let request = json!({"id": 1, "do": "play", "board": id, "node": node});
    assert_eq!(server.socket().ask(&request, "played")["view"]["ply"], 8);
    let hint = json!({"id": 1, "do": "play", "board": id, "node": 7, "engine": "lost"});
    assert_eq!(server.socket().ask(&hint, "played")["view"]["ply"], 8);
}
