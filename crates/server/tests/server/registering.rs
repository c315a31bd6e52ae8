//! Programs that the page registers: nothing starts before the code of the terminal is typed, and nothing at all where
//! others reach the server.

use crate::common::{Reply, Running, patient, start_engines};
use crate::contract::{document, schema};
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tengen_engine::Stop;
use tengen_games::GameKind;
use tengen_server::{
    Config, Engines, ProgramAnswer, ProgramChange, ProgramInfo, ProgramOutcome, Programs, ServerLimits, Texts,
};

/// What would be a terminal and the programs of a person.
#[derive(Default)]
struct Desk {
    /// Codes, the newest last.
    shown: Mutex<Vec<String>>,
    /// What was made: each would have started or changed a program.
    made: Mutex<Vec<ProgramChange>>,
    registered: Mutex<Vec<ProgramInfo>>,
}

impl Desk {
    fn code(&self) -> String {
        self.shown.lock().unwrap().last().expect("a code was shown").clone()
    }

    fn codes(&self) -> usize {
        self.shown.lock().unwrap().len()
    }

    fn made(&self) -> usize {
        self.made.lock().unwrap().len()
    }
}

impl Programs for Desk {
    fn protocols(&self) -> Vec<(String, Vec<GameKind>)> {
        vec![("gtp".into(), vec![GameKind::Go]), ("json".into(), vec![])]
    }

    fn list(&self) -> Vec<ProgramInfo> {
        self.registered.lock().unwrap().clone()
    }

    fn check(&self, change: &ProgramChange) -> Result<(), Texts> {
        match change {
            ProgramChange::Add { program, .. } if program.command.is_empty() => {
                Err(Texts::new("there is no command", "没有命令", "コマンドがありません"))
            }
            _ => Ok(()),
        }
    }

    fn show(&self, _: &ProgramChange, code: &str, _: Duration) -> io::Result<()> {
        self.shown.lock().unwrap().push(code.to_owned());
        Ok(())
    }

    fn make(&self, change: &ProgramChange, _: &Stop) -> Result<ProgramOutcome, Texts> {
        self.made.lock().unwrap().push(change.clone());
        let mut registered = self.registered.lock().unwrap();
        match change {
            ProgramChange::Add { program, .. } => {
                let answer =
                    |&kind| ProgramAnswer { kind, answer: Ok("h8".into()), time: Duration::from_millis(7) };
                let answers = program.games.iter().map(answer).collect();
                registered.push(program.clone());
                Ok(ProgramOutcome { done: true, answers })
            }
            ProgramChange::Test { .. } => Ok(ProgramOutcome {
                done: false,
                answers: vec![ProgramAnswer {
                    kind: GameKind::Go,
                    answer: Err(Texts::new("it is silent", "没有应答", "応答なし")),
                    time: Duration::ZERO,
                }],
            }),
            ProgramChange::Remove { name } => {
                registered.retain(|program| program.name != *name);
                Ok(ProgramOutcome { done: true, answers: Vec::new() })
            }
        }
    }
}

fn start(change: impl FnOnce(&mut Config)) -> (Running, Arc<Desk>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let desk = Arc::new(Desk::default());
    let programs = Arc::clone(&desk) as Arc<dyn Programs>;
    let engines = Engines { programs: Some(programs), ..patient() };
    (start_engines(engines, folder.path().into(), change), desk, folder)
}

fn add() -> Value {
    json!({"do": "add", "name": "Owl", "command": "owl --gtp", "protocol": "gtp", "games": ["gomoku", "go"]})
}

fn ask(server: &Running, body: &Value) -> u64 {
    let reply = server.json("POST", "/api/programs/requests", body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["id"].as_u64().unwrap()
}

fn type_code(server: &Running, id: u64, code: &str) -> Reply {
    server.json("POST", &format!("/api/programs/requests/{id}"), &json!({"code": code}))
}

fn refusal(reply: &Reply) -> (u16, String) {
    (reply.status, reply.json()["error"]["code"].as_str().unwrap().to_owned())
}

fn owns(server: &Running, name: &str) -> bool {
    let about = server.get("/api/about").json();
    let games = about["games"].as_array().unwrap().clone();
    games.iter().flat_map(|game| game["engines"].as_array().unwrap()).any(|engine| engine["name"] == name)
}

#[test]
fn a_program_is_registered_tested_and_removed_with_a_code_each() {
    let (server, desk, _folder) = start(|_| ());
    let matches = |wanted: Value, answer: &Value| {
        assert!(schema(&document(), &wanted).is_valid(answer), "{answer}");
    };
    let of = |path: &str, status: &str| {
        let method = if path == "/api/programs" { "get" } else { "post" };
        document()["paths"][path][method]["responses"][status]["content"]["application/json"]["schema"]
            .clone()
    };
    let asked = server.json("POST", "/api/programs/requests", &add());
    assert_eq!(asked.status, 201, "{}", asked.text());
    matches(of("/api/programs/requests", "201"), &asked.json());
    let code = desk.code();
    assert!(!asked.text().contains(&code) && !asked.text().contains(&code.replace('-', "")), "{code}");
    assert_eq!((desk.made(), owns(&server, "Owl")), (0, false), "nothing happens before the code");
    let id = asked.json()["id"].as_u64().unwrap();
    let done = type_code(&server, id, &code);
    assert_eq!(done.status, 200, "{}", done.text());
    matches(of("/api/programs/requests/{id}", "200"), &done.json());
    assert_eq!(done.json()["answers"][1], json!({"game": "go", "move": "h8", "ms": 7}));
    assert!(owns(&server, "Owl"), "it is offered without a restart");
    let list = server.get("/api/programs");
    matches(of("/api/programs", "200"), &list.json());
    let owl = json!({"name": "Owl", "protocol": "gtp", "command": "owl --gtp", "games": ["gomoku", "go"]});
    assert_eq!(list.json()["programs"], json!([owl]));
    // A game against it can begin.
    server.game(&json!({"game": "gomoku", "players": {"second": {"kind": "engine", "engine": "owl"}}}));

    // The code of one request is none for the next.
    let test = ask(&server, &json!({"do": "test", "name": "Owl"}));
    assert_eq!(refusal(&type_code(&server, test, &code)), (403, "wrong-code".into()));
    let failed = type_code(&server, test, &desk.code()).json();
    matches(of("/api/programs/requests/{id}", "200"), &failed);
    assert_eq!(
        (&failed["done"], &failed["answers"][0]["why"]["en"]),
        (&json!(false), &json!("it is silent"))
    );

    let remove = ask(&server, &json!({"do": "remove", "name": "Owl"}));
    assert!(owns(&server, "Owl"));
    assert_eq!(type_code(&server, remove, &desk.code()).status, 200);
    assert!(!owns(&server, "Owl"));
    let body = json!({"game": "gomoku", "players": {"second": {"kind": "engine", "engine": "Owl"}}});
    assert_eq!(server.json("POST", "/api/games", &body).json()["error"]["code"], "no-engine");
}

#[test]
fn a_wrong_an_old_and_a_used_code_start_nothing() {
    let (server, desk, _folder) = start(|_| ());
    let id = ask(&server, &add());
    let code = desk.code();
    for (status, wrong) in [("wrong-code", "000-000"), ("wrong-code", ""), ("code-void", "0")] {
        assert_eq!(refusal(&type_code(&server, id, wrong)), (403, status.to_owned()));
    }
    assert_eq!(refusal(&type_code(&server, id, &code)), (403, "no-request".into()), "it is void");
    let (first, code) = (ask(&server, &add()), desk.code());
    ask(&server, &json!({"do": "remove", "name": "x"}));
    assert_eq!(
        refusal(&type_code(&server, first, &code)),
        (403, "no-request".into()),
        "a newer one is shown"
    );
    assert_eq!(refusal(&type_code(&server, 99, &desk.code())), (403, "no-request".into()));
    assert_eq!(desk.made(), 0);
    let (id, code) = (ask(&server, &add()), desk.code());
    assert_eq!(type_code(&server, id, &code).status, 200);
    assert_eq!(refusal(&type_code(&server, id, &code)), (403, "no-request".into()));
    assert_eq!(desk.made(), 1);
}

#[test]
fn a_code_expires() {
    let (server, desk, _folder) = start(|config| {
        config.limits = Some(ServerLimits { code_time: Duration::from_millis(50), ..Default::default() });
    });
    let id = ask(&server, &add());
    std::thread::sleep(Duration::from_millis(60));
    assert_eq!(refusal(&type_code(&server, id, &desk.code())), (403, "code-expired".into()));
    assert_eq!(desk.made(), 0);
}

#[test]
fn the_seventh_code_in_ten_minutes_is_refused() {
    let (server, desk, _folder) = start(|_| ());
    for _ in 0..6 {
        ask(&server, &add());
    }
    let refused = server.json("POST", "/api/programs/requests", &add());
    assert_eq!(refusal(&refused), (429, "too-many-codes".into()));
    assert_eq!(desk.codes(), 6);
}

#[test]
fn pages_of_other_sites_get_no_code() {
    let (server, desk, _folder) = start(|_| ());
    let (body, kind) = (add().to_string(), ("Content-Type", "application/json"));
    let (id, code) = (ask(&server, &add()), desk.code());
    let typed = json!({"code": code}).to_string();
    let confirm = format!("/api/programs/requests/{id}");
    let foreign = [
        (("Origin", "http://evil.example"), 403, "foreign-origin"),
        (("Origin", "null"), 403, "foreign-origin"),
        (("Sec-Fetch-Site", "cross-site"), 403, "foreign-origin"),
        (("Sec-Fetch-Site", "same-site"), 403, "foreign-origin"),
        (("Host", "evil.example"), 421, "foreign-host"),
        (("X-Forwarded-For", "192.0.2.7"), 403, "programs-shared"),
        (("Forwarded", "for=192.0.2.7"), 403, "programs-shared"),
    ];
    for (header, status, why) in foreign {
        for (path, body) in [("/api/programs/requests", &body), (confirm.as_str(), &typed)] {
            let refused = server.send("POST", path, &[header, kind], body.as_bytes());
            assert_eq!(refusal(&refused), (status, why.to_owned()), "{header:?} {path}");
        }
        let refused = server.send("GET", "/api/programs", &[header], b"");
        assert_eq!(refusal(&refused), (status, why.to_owned()), "{header:?}");
    }
    // A form of another site cannot send JSON.
    let form = ("Content-Type", "text/plain");
    assert_eq!(server.send("POST", "/api/programs/requests", &[form], body.as_bytes()).status, 415);
    assert_eq!((desk.codes(), desk.made()), (1, 0));
    assert_eq!(type_code(&server, id, &code).status, 200, "the refusals used nothing up");
}

#[test]
fn on_an_address_that_others_reach_there_is_nothing_to_register() {
    let (server, desk, _folder) = start(|config| {
        config.host = "0.0.0.0".into();
        config.token = Some("0123456789abcdef".into());
    });
    let host = format!("127.0.0.1:{}", server.address.port());
    let headers = [
        ("Host", host.as_str()),
        ("Authorization", "Bearer 0123456789abcdef"),
        ("Content-Type", "application/json"),
    ];
    let code = json!({"code": "abc-def"}).to_string();
    let of = |method: &str, path: &str, body: &str| server.send(method, path, &headers, body.as_bytes());
    let shared = (403, "programs-shared".to_owned());
    assert_eq!(refusal(&of("GET", "/api/programs", "")), shared);
    assert_eq!(refusal(&of("POST", "/api/programs/requests", &add().to_string())), shared);
    assert_eq!(refusal(&of("POST", "/api/programs/requests/1", &code)), shared);
    assert_eq!((desk.codes(), desk.made()), (0, 0));
}

#[test]
fn what_is_no_change_is_refused_without_a_code() {
    let (server, desk, _folder) = start(|_| ());
    let with = |key: &str, value: Value| {
        let mut body = add();
        body[key] = value;
        body
    };
    for body in [
        json!({}),
        json!({"do": "start", "name": "x"}),
        json!({"do": "test", "name": "x", "command": "y"}),
        with("games", json!(["chess"])),
        with("games", json!("go")),
        with("replace", json!("yes")),
        with("dir", json!("/")),
        // The terminal would show something else than what is done.
        with("command", json!("owl\u{1b}[2K\rharmless")),
        with("command", json!("owl\n")),
        with("command", json!("owl \u{202e}x")),
        with("name", json!("a\u{7}")),
        with("name", json!(7)),
        with("command", json!("x".repeat(4097))),
    ] {
        let refused = server.json("POST", "/api/programs/requests", &body);
        assert_eq!(refusal(&refused), (400, "bad-field".into()), "{body}");
    }
    let refused = server.json("POST", "/api/programs/requests", &with("command", json!("")));
    assert_eq!(refusal(&refused), (422, "bad-program".into()));
    assert_eq!(refused.json()["error"]["message"], "there is no command");
    assert_eq!(desk.codes(), 0);
}
