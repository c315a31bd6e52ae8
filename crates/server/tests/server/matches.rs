//! Matches of two engines: started, watched, stopped, gone on with, reported.

use crate::common::{PATIENCE, Running, patient, start_engines};
use crate::contract::{document, schema};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_arena::{ProgramSpec, Protocol};
use tengen_engine::{Analysis, AnyEngine, EngineError, EngineFactory, Limits, Stop};
use tengen_games::{AnyPosition, Game as _, GameKind, GameSpec};
use tengen_server::{Config, EngineInfo, Engines, FindProgram, Texts};

/// Plays the first legal move at once; slowly under the name `slow`.
struct Mover(GameKind, Duration);

impl AnyEngine for Mover {
    fn name(&self) -> String {
        "Mover".into()
    }

    fn kind(&self) -> GameKind {
        self.0
    }

    fn supports(&self, _: &GameSpec) -> Result<(), EngineError> {
        Ok(())
    }

    fn analyze(
        &mut self,
        position: &AnyPosition,
        _: &Limits,
        stop: &Stop,
        _: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let until = Instant::now() + self.1;
        while Instant::now() < until && !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let line = |mv| tengen_engine::Line {
            moves: vec![mv],
            score: tengen_engine::Score::Estimate { value: 0.0, win: 0.5 },
            work: 1,
        };
        let best = position.legal_moves().first().copied();
        Ok(Analysis { best, lines: best.into_iter().map(line).collect(), ..Analysis::default() })
    }

    fn new_game(&mut self) {}
}

/// A program for the shell that takes a game of gomoku, and ends at its first move.
const CRASH: &str =
    "while read -r l; do case $l in START*) echo OK;; BEGIN*|TURN*|BOARD*) exit 3;; esac; done";

/// Every engine of `patient()`, one that plays at once, one that is slow, one that only solves, a program that
/// cannot be started, and one that breaks down.
fn engines() -> Engines {
    let Engines { mut list, make, .. } = patient();
    let info = |name: &str, plays, program| EngineInfo {
        name: name.into(),
        title: Texts::of(|_| name.to_owned()),
        kind: GameKind::Gomoku,
        plays,
        only: Vec::new(),
        program,
        ponders: false,
        levels: (1..=3)
            .map(|l| Texts::new(format!("level {l}"), format!("{l} 级"), format!("レベル{l}")))
            .collect(),
    };
    list.extend([
        info("quick", true, false),
        info("slow", true, false),
        info("solver", false, false),
        info("broken", true, true),
        info("crash", true, true),
    ]);
    let make: EngineFactory = Arc::new(move |spec, options| match options.engine.as_deref() {
        Some("quick") => Ok(Box::new(Mover(spec.kind(), Duration::ZERO))),
        Some("slow") => Ok(Box::new(Mover(spec.kind(), Duration::from_millis(40)))),
        _ => make(spec, options),
    });
    let outside = |name: &str, command: &[&str]| ProgramSpec {
        name: name.into(),
        command: command.iter().map(|word| (*word).into()).collect(),
        dir: None,
        protocol: Protocol::Gomocup,
        init: Vec::new(),
        openings: Default::default(),
    };
    let programs = [outside("broken", &["/nowhere/at/all"]), outside("crash", &["sh", "-c", CRASH])];
    let program: FindProgram =
        Arc::new(move |name| programs.iter().find(|program| program.name == name).cloned());
    Engines { list, make, program, programs: None }
}

fn start(data: &std::path::Path) -> Running {
    start_engines(engines(), data.into(), |_| ())
}

fn request(first: &str, second: &str, games: usize) -> Value {
    json!({
        "game": "gomoku", "rules": "freestyle", "size": 15, "games": games, "time": {"nodes": 3},
        "players": [{"engine": first, "level": 1}, {"engine": second, "level": 2}], "concurrency": 2,
    })
}

/// Starts a match; its number.
fn begin(server: &Running, request: &Value) -> u64 {
    let reply = server.json("POST", "/api/matches", request);
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["id"].as_u64().unwrap()
}

fn read(server: &Running, id: u64) -> Value {
    let found = server.get(&format!("/api/matches/{id}")).json();
    let wanted = schema(&document(), &json!({"$ref": "#/components/schemas/Match"}));
    let errors: Vec<String> =
        wanted.iter_errors(&found).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?} {found}");
    found
}

/// Waits until a match has a status.
fn wait(server: &Running, id: u64, status: &str) -> Value {
    let started = Instant::now();
    loop {
        let found = read(server, id);
        if found["status"] == status {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "{status}: {found}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_match_is_played_and_its_games_are_in_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let id = begin(&server, &request("quick", "patient", 4));
    let found = wait(&server, id, "finished");
    let games = found["games"].as_array().unwrap();
    assert_eq!((found["played"].as_u64(), games.len()), (Some(4), 4));
    // Both play the first legal move, so that black makes five in the first row.
    let (first, second) = (&found["table"]["players"][0], &found["table"]["players"][1]);
    assert_eq!(
        (&first["wins"], &first["losses"], &first["black"]["wins"]),
        (&json!(2), &json!(2), &json!(2))
    );
    assert_eq!(first["points"].as_f64().unwrap() + second["points"].as_f64().unwrap(), 4.0);
    assert_eq!(found["table"]["pairs"], json!([0, 0, 2, 0, 0]));
    assert_eq!(found["table"]["elo"]["value"], 0.0);
    let curve = found["table"]["curve"].as_array().unwrap();
    assert_eq!(curve.len(), 4);
    // The curve ends with the Elo that is written, by pairs of games.
    let elo = ["value", "low", "high"].map(|part| found["table"]["elo"][part].as_f64().unwrap());
    assert!((1..=3).all(|i| (curve[3][i].as_f64().unwrap() - elo[i - 1]).abs() < 0.1), "{curve:?} {elo:?}");
    assert_eq!(found["live"], json!([]));
    assert_eq!(
        (&found["players"][0]["name"], &found["players"][1]["name"]),
        (&json!("quick 1"), &json!("Tengen 2"))
    );
    let tag = found["tag"].as_str().unwrap();
    assert_eq!(tag, "quick 1 – Tengen 2 #1");
    for game in games {
        assert_eq!(
            (&game["result"], &game["end"], game["winner"] == game["black"]),
            (&json!("B+"), &json!("rules"), true)
        );
        let board = server.get(&format!("/api/games/{}", game["board"])).json();
        assert_eq!((&board["result"], &board["tags"]), (&json!("B+"), &json!([tag])));
        let black = &found["players"][game["black"].as_u64().unwrap() as usize]["name"];
        assert_eq!(&board["header"]["black"]["name"], black);
        assert_eq!(board["header"]["round"], game["game"].to_string());
        assert_eq!(board["nodes"].as_array().unwrap().len() as u64, game["plies"].as_u64().unwrap() + 1);
        assert!(board["nodes"][1]["elapsed_ms"].is_u64(), "{}", board["nodes"][1]);
    }
    let tags = server.get("/api/tags").json();
    assert!(tags.to_string().contains(tag), "{tags}");
}

#[test]
fn a_match_is_watched_and_stopped_and_goes_on_after_a_restart_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path());
    let document = document();
    let answer = schema(&document, &json!({"$ref": "#/components/schemas/SocketAnswer"}));
    let asked = schema(&document, &json!({"$ref": "#/components/schemas/SocketRequest"}));
    let id = begin(&server, &request("slow", "quick", 200));
    let mut page = server.socket();
    let watch = json!({"id": 1, "do": "match", "match": id});
    assert!(asked.is_valid(&watch) && asked.is_valid(&json!({"id": 2, "do": "matches"})));
    page.send(&watch);
    // Boards grow while they are played, and each finished game comes once, in order.
    let (mut plies, mut games) = (std::collections::BTreeSet::new(), 0);
    while plies.len() < 4 || games < 2 {
        let message = page.next().expect("a message");
        assert!(answer.is_valid(&message), "{message:#}");
        let found = &message["match"];
        assert_eq!(found["from"], games, "{message}");
        games += found["games"].as_array().unwrap().len();
        for live in found["live"].as_array().unwrap() {
            let stones = ["black", "white"].map(|color| live["stones"][color].as_array().unwrap().len());
            assert_eq!((stones[0] + stones[1]) as u64, live["ply"].as_u64().unwrap());
            plies.insert((live["game"].clone().as_u64(), live["ply"].as_u64()));
        }
        // Two are played at a time; those that have ended stay until they are stored.
        assert!(found["live"].as_array().unwrap().len() <= 4);
    }
    page.send(&json!({"id": 1, "do": "cancel", "target": 1}));
    let list = server.socket().ask(&json!({"id": 2, "do": "matches"}), "matches");
    assert!(answer.is_valid(&list), "{list:#}");
    assert_eq!((&list["matches"][0]["id"], &list["matches"][0]["status"]), (&json!(id), &json!("running")));

    let refused = server.send("DELETE", &format!("/api/matches/{id}"), &[], b"");
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (409, &json!("match-state")));
    assert_eq!(server.json("POST", &format!("/api/matches/{id}/stop"), &json!({})).status, 200);
    let stopped = wait(&server, id, "stopped");
    let before = stopped["games"].as_array().unwrap().clone();
    assert!(before.len() >= 2 && before.len() < 200, "{}", before.len());

    server.stop();
    let server = start(folder.path());
    assert_eq!(read(&server, id)["games"], json!(before), "with their boards");
    assert_eq!(server.json("POST", &format!("/api/matches/{id}/resume"), &json!({})).status, 200);
    let started = Instant::now();
    while read(&server, id)["games"].as_array().unwrap().len() <= before.len() {
        assert!(started.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(50));
    }
    let again = read(&server, id);
    assert_eq!(again["games"].as_array().unwrap()[..before.len()], before[..]);
    let twice = server.json("POST", &format!("/api/matches/{id}/resume"), &json!({}));
    assert_eq!(twice.status, 409, "{}", twice.text());
    // A server that ends while it is played stops it; the next one knows it.
    drop(server);
    let server = start(folder.path());
    assert_eq!(read(&server, id)["status"], "stopped");
    assert_eq!(server.send("DELETE", &format!("/api/matches/{id}"), &[], b"").json(), json!({"deleted": id}));
    assert_eq!(server.get(&format!("/api/matches/{id}")).status, 404);
    assert_eq!(server.get(&format!("/api/games/{}", before[0]["board"])).status, 200, "its games stay");
}

#[test]
fn matches_wait_for_each_other_and_analyses_do_not_wait_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let first = begin(&server, &request("slow", "slow", 100));
    let second = begin(&server, &request("quick", "quick", 2));
    let third = begin(&server, &request("quick", "quick", 2));
    wait(&server, first, "running");
    assert_eq!(read(&server, second)["status"], "waiting");
    // Both cores of the pool are free: an analysis ends while the match goes on.
    let board = server.game(&json!({"game": "gomoku"}));
    let ask = json!({"id": 1, "do": "analyze", "board": board, "node": 0, "limits": {"nodes": 5}});
    assert_eq!(server.socket().ask(&ask, "analysis")["analysis"]["nodes"], 5);
    assert_eq!(read(&server, first)["status"], "running");
    // One that waits is stopped at once.
    server.json("POST", &format!("/api/matches/{second}/stop"), &json!({}));
    assert_eq!(read(&server, second)["status"], "stopped");
    server.json("POST", &format!("/api/matches/{first}/stop"), &json!({}));
    wait(&server, first, "stopped");
    wait(&server, third, "finished");
    let list = server.get("/api/matches").json();
    let ids: Vec<_> = list["matches"].as_array().unwrap().iter().map(|m| m["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [third, second, first]);
}

#[test]
fn a_program_that_never_starts_ends_its_match_and_no_game_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let id = begin(&server, &request("broken", "quick", 2));
    let found = wait(&server, id, "stopped");
    assert_eq!((&found["played"], &found["games"]), (&json!(0), &json!([])));
    let problem = found["problem"]["en"].as_str().unwrap();
    assert!(problem.contains("broken does not start") && problem.contains("/nowhere/at/all"), "{problem}");
}

#[cfg(unix)]
#[test]
fn a_program_that_breaks_down_is_reported_by_the_arena_and_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let id = begin(&server, &request("crash", "quick", 2));
    let found = wait(&server, id, "finished");
    assert_eq!(
        found["players"][0],
        json!({"name": "crash", "engine": "crash", "level": null, "program": true})
    );
    for game in found["games"].as_array().unwrap() {
        assert_eq!((&game["end"], &game["winner"]), (&json!("fault"), &json!(1)));
        assert_eq!((&game["fault"]["player"], &game["fault"]["kind"]), (&json!(0), &json!("crash")));
        assert_eq!(game["fault"]["text"]["zh"], "已退出");
    }
    assert_eq!(found["table"]["players"][0]["faults"][0]["count"], 2);
    assert_eq!(found["table"]["elo"]["value"], Value::Null, "no finite difference explains it");
}

#[test]
fn the_report_is_a_page_in_the_language_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let mut wanted = request("quick", "quick", 2);
    wanted["sprt"] = json!({"elo0": 0, "elo1": 10});
    let id = begin(&server, &wanted);
    wait(&server, id, "finished");
    let path = format!("/api/matches/{id}/report");
    let english = server.get(&path);
    assert!(english.text().contains("Cross-table") && english.text().contains("2 of 2 games played"));
    assert_eq!(english.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = english.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "{policy}");
    assert!(!english.text().contains("<script") && !english.text().contains("href"));
    for (tag, word) in [("zh", "交叉表"), ("zh-Hant", "對局")] {
        assert!(server.get(&format!("{path}?lang={tag}")).text().contains(word), "{tag}");
    }
    let chinese = server.send("GET", &path, &[("Accept-Language", "zh-CN")], b"");
    assert!(chinese.text().contains("已下 2 / 2 局"), "{}", chinese.text());
    let saved = server.get(&format!("{path}?lang=zh&download=true"));
    assert_eq!(saved.header("content-disposition"), Some("attachment; filename=\"match-1-zh-Hans.html\""));
    assert_eq!(server.get(&format!("{path}?lang=xx")).status, 400);
    assert_eq!(server.get("/api/matches/77/report").status, 404);
}

#[test]
fn openings_are_balanced_or_listed_and_come_again_when_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let mut balanced = request("quick", "quick", 4);
    balanced["openings"] = json!({"kind": "balanced", "plies": 3});
    let id = begin(&server, &balanced);
    let found = wait(&server, id, "finished");
    let opening = |game: u64| {
        let games = found["games"].as_array().unwrap();
        games.iter().find(|row| row["game"] == game).unwrap()["opening"].as_str().unwrap().to_owned()
    };
    assert_eq!((opening(1), opening(3)), (opening(2), opening(4)));
    assert_ne!(opening(1), opening(3));
    assert_eq!(opening(1).split(' ').count(), 3);

    let mut listed = request("quick", "quick", 4);
    listed["openings"] = json!({"kind": "list", "text": "h8 h9 i8\nh8 i9 g7\n"});
    let id = begin(&server, &listed);
    let found = wait(&server, id, "finished");
    let mut openings: Vec<&str> =
        found["games"].as_array().unwrap().iter().map(|game| game["opening"].as_str().unwrap()).collect();
    openings.sort_unstable();
    assert_eq!(openings, ["h8 h9 i8", "h8 h9 i8", "h8 i9 g7", "h8 i9 g7"]);

    listed["openings"]["text"] = json!("h8 h9\nh8 h8\n");
    let refused = server.json("POST", "/api/matches", &listed);
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert!(refused.json()["error"]["expected"].as_str().unwrap().contains('2'), "{}", refused.text());
    assert_eq!(
        server.get("/api/matches").json()["matches"].as_array().unwrap().len(),
        2,
        "nothing is left of it"
    );
}

#[test]
fn what_makes_no_match_is_refused_with_what_would() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let good = request("quick", "quick", 2);
    for (key, value, code, says) in [
        ("games", json!(3), "bad-field", "even"),
        ("games", json!(0), "bad-field", "2 to"),
        ("time", json!({}), "bad-field", "limit"),
        ("time", json!({"move_ms": 1}), "bad-field", "time.move_ms"),
        ("players", json!([{}]), "bad-field", "two engines"),
        ("players", json!([{}, {"engine": "nobody"}]), "no-engine", "patient"),
        ("players", json!([{}, {"engine": "quick", "level": 9}]), "bad-field", "1 to 3"),
        ("players", json!([{}, {"engine": "solver"}]), "bad-field", "one that plays"),
        ("sprt", json!({"elo0": 5, "elo1": 0}), "bad-field", "below"),
        ("openings", json!({"kind": "odd"}), "bad-field", "balanced"),
        ("openings", json!({"kind": "list", "text": " "}), "bad-field", "each line"),
        ("concurrency", json!(99), "bad-field", "1 to 2"),
        ("size", json!("3x"), "bad-field", "size"),
        ("rules", json!("chess"), "bad-game", ""),
        ("colour", json!(1), "bad-field", "one of"),
    ] {
        let mut bad = good.clone();
        bad[key] = value;
        let reply = server.json("POST", "/api/matches", &bad);
        assert!((400..500).contains(&reply.status), "{key}: {}", reply.text());
        let error = reply.json()["error"].clone();
        let text = format!("{} {}", error["message"], error["expected"]);
        assert!(error["code"] == code && text.contains(says), "{key}: {error}");
        // In Chinese there is a text of its own.
        let headers = [("Content-Type", "application/json"), ("Accept-Language", "zh")];
        let chinese = server.send("POST", "/api/matches", &headers, bad.to_string().as_bytes()).json();
        assert!(chinese.to_string().chars().any(|c| c > '\u{4e00}'), "{key}: {chinese}");
    }
    let mut swap = good.clone();
    swap["rules"] = json!("freestyle+swap2");
    swap["openings"] = json!({"kind": "balanced"});
    assert_eq!(server.json("POST", "/api/matches", &swap).status, 400, "the rule is the opening");
    assert_eq!(server.get("/api/matches").json(), json!({"matches": []}));
    for (method, path) in
        [("POST", "/api/matches/5/stop"), ("POST", "/api/matches/5/resume"), ("DELETE", "/api/matches/5")]
    {
        assert_eq!(server.send(method, path, &[], b"").status, 404, "{method} {path}");
    }
    let wrong = server.socket().ask(&json!({"id": 1, "do": "match", "match": 5}), "error");
    assert_eq!(wrong["error"]["code"], "not-found");
}

/// On an address that others reach there are no programs, and engine time is counted.
#[test]
fn others_start_no_programs_and_pay_with_their_engine_time() {
    let folder = tempfile::tempdir().unwrap();
    let token = "0123456789abcdef";
    let reach = |config: &mut Config| {
        config.host = "0.0.0.0".into();
        config.token = Some(token.into());
        let limits = tengen_server::ServerLimits {
            cores: 2,
            engine_time_per_hour: Some(Duration::from_millis(400)),
            ..Default::default()
        };
        config.limits = Some(limits);
    };
    let server = start_engines(engines(), folder.path().into(), reach);
    let host = format!("127.0.0.1:{}", server.address.port());
    let bearer = format!("Bearer {token}");
    let send = |method: &str, path: &str, body: &Value| {
        let headers =
            [("Host", host.as_str()), ("Authorization", &bearer), ("Content-Type", "application/json")];
        let body = if method == "GET" { String::new() } else { body.to_string() };
        server.send(method, path, &headers, body.as_bytes())
    };
    let refused = send("POST", "/api/matches", &request("broken", "quick", 2));
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (422, &json!("no-engine")));
    let started = send("POST", "/api/matches", &request("slow", "slow", 100));
    assert_eq!(started.status, 201, "{}", started.text());
    let begun = Instant::now();
    let stopped = loop {
        let found = send("GET", "/api/matches/1", &json!({})).json();
        if found["status"] == "stopped" {
            break found;
        }
        assert!(begun.elapsed() < PATIENCE, "{found}");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(stopped["problem"]["en"].as_str().unwrap().contains("engine time"), "{stopped}");
    let again = send("POST", "/api/matches/1/resume", &json!({}));
    assert_eq!((again.status, &again.json()["error"]["code"]), (429, &json!("engine-time")));
}
