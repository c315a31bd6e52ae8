//! Searches: they run, take turns, and stop.

use crate::common::{PATIENCE, Running, Socket, endless, patient, start, start_engines, start_with};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tengen_games::{GameKind, GameSpec};
use tengen_server::EngineInfo;

#[test]
fn an_analysis_reports_progress_and_ends_when_cancelled() {
    let server = start();
    let id = server.game(&json!({"game": "gomoku"}));
    let mut page = server.socket();
    let first = page.ask(&endless(1, id), "progress");
    assert_eq!(first["id"], 1);
    let line = &first["analysis"]["lines"][0];
    assert_eq!(line["points"].as_array().map(Vec::len), line["pv"].as_array().map(Vec::len));
    assert_eq!(server.metric("tengen_searches_running"), 1.0);
    page.send(&json!({"id": 2, "do": "cancel", "target": 1}));
    let done = page.wait("analysis");
    assert_eq!((&done["id"], &done["cancelled"]), (&json!(1), &json!(true)));
    server.wait_for("tengen_searches_running", 0.0);
}

#[test]
fn no_thread_works_for_a_closed_board() {
    let server = start();
    let id = server.game(&json!({"game": "go", "size": 9}));
    // The threads of an idle server, including its blocking threads.
    server.get(&format!("/api/games/{id}"));
    // Closing the page stops its searches, the queued ones too.
    let mut page = server.socket();
    for n in 1..=5 {
        page.send(&endless(n, id));
    }
    page.wait("progress");
    server.wait_for("tengen_searches_running", 2.0);
    assert!(search_threads() >= 2);
    drop(page);
    server.wait_for("tengen_searches_running", 0.0);
    assert_eq!(server.metric("tengen_searches_waiting"), 0.0);
    // Deleting the game stops the searches that other pages run for it.
    let mut page = server.socket();
    page.ask(&endless(1, id), "progress");
    server.send("DELETE", &format!("/api/games/{id}"), &[], b"");
    assert_eq!(page.wait("analysis")["cancelled"], true);
    server.wait_for("tengen_searches_running", 0.0);
}

/// Number of search threads of this whole test process.
fn search_threads() -> usize {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return usize::MAX };
    let name =
        |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default();
    tasks.flatten().map(name).filter(|name| name.starts_with("search")).count()
}

#[test]
fn everyone_gets_a_turn() {
    let server = start_with(|config| config.limits.as_mut().unwrap().turn = Duration::from_millis(20));
    let id = server.game(&json!({"game": "gomoku"}));
    // One page requests many searches, others few; there are two cores.
    let mut greedy = server.socket();
    for n in 0..12 {
        greedy.send(&endless(n, id));
    }
    greedy.wait("progress");
    let started = Instant::now();
    for n in 0..6 {
        let mut modest = server.socket();
        let done = modest.ask(
            &json!({"id": n, "do": "analyze", "board": id, "node": 0, "progress": false, "limits": {"nodes": 3 + n}}),
            "analysis",
        );
        assert_eq!(done["cancelled"], false);
    }
    assert!(started.elapsed() < PATIENCE);
    assert!(server.metric("tengen_searches_interrupted_total") >= 1.0);
}

#[test]
fn an_interrupted_search_continues_and_completes_its_work() {
    let server = start_with(|config| {
        let limits = config.limits.as_mut().unwrap();
        (limits.cores, limits.turn) = (1, Duration::from_millis(20));
    });
    let id = server.game(&json!({"game": "gomoku"}));
    let ask = json!({"id": 1, "do": "analyze", "board": id, "node": 0, "progress": false, "limits": {"nodes": 300}});
    let mut pages: Vec<_> = (0..3).map(|_| server.socket()).collect();
    for (i, page) in pages.iter_mut().enumerate() {
        let mut ask = ask.clone();
        // Different engines in the library, so that no client gets the stored analysis of another.
        ask["level"] = json!(i + 1);
        page.send(&ask);
    }
    for page in &mut pages {
        let done = page.wait("analysis");
        assert_eq!(done["analysis"]["nodes"], 300);
    }
    assert!(server.metric("tengen_searches_interrupted_total") >= 3.0);
}

#[test]
fn an_engine_moves_within_its_clock_and_its_move_is_stored() {
    let server = start();
    let id = server.game(&json!({
        "game": "othello", "players": {"first": {"kind": "engine", "level": 2}}, "clock": {"main_ms": 10_000},
    }));
    let mut page = server.socket();
    let started = Instant::now();
    let played = page.ask(&json!({"id": 1, "do": "play", "board": id, "node": 0}), "played");
    assert!(started.elapsed() < Duration::from_secs(9), "a twenty-fifth of the time, not all of it");
    assert_eq!(played["view"]["ply"], 1);
    let board = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(board["nodes"][1]["id"], played["node"]);
    assert!(board["nodes"][1]["elapsed_ms"].as_u64().unwrap() > 0);
    assert_eq!(board["header"]["black"]["name"], "Tengen 2");
    let human = page.ask(&json!({"id": 2, "do": "play", "board": id, "node": played["node"]}), "error");
    assert_eq!(human["error"]["code"], "not-an-engine");
}

#[test]
fn an_engine_moves_once_a_turn_however_many_pages_ask() {
    let server = start();
    let engine = json!({"kind": "engine", "level": 1});
    let id = server.game(&json!({"game": "gomoku", "players": {"first": engine}}));
    let play = |seed: u64| json!({"id": 1, "do": "play", "board": id, "node": 0, "limits": {"nodes": 60, "seed": seed}});
    let mut pages = [server.socket(), server.socket()];
    for (page, seed) in pages.iter_mut().zip(1..) {
        page.send(&play(seed));
    }
    let mut last = |page: &mut crate::common::Socket| loop {
        let message = page.next().expect("an answer");
        if message["type"] != "progress" {
            return message;
        }
    };
    let answers = pages.each_mut().map(&mut last);
    let played: Vec<&Value> = answers.iter().filter(|answer| answer["type"] == "played").collect();
    let refused: Vec<&Value> = answers.iter().filter(|answer| answer["type"] == "error").collect();
    assert_eq!((played.len(), refused.len()), (1, 1), "{answers:?}");
    assert_eq!(refused[0]["error"]["code"], "already-played");
    // The page that asks after the move is refused at once; one that names an engine asks for another move.
    assert_eq!(pages[1].ask(&play(5), "error")["error"]["code"], "already-played");
    assert_eq!(server.get(&format!("/api/games/{id}")).json()["nodes"].as_array().unwrap().len(), 2);
    let mut named = play(9);
    named["level"] = json!(1);
    assert_eq!(pages[1].ask(&named, "played")["view"]["ply"], 1);
}

/// Levels count from 1: a game with a player of level 0 is not made.
#[test]
fn level_0_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = start_engines(patient(), folder.path().to_path_buf(), |_| ());
    let body = json!({"game": "gomoku", "players": {"second": {"kind": "engine", "level": 0}}});
    let reply = server.json("POST", "/api/games", &body);
    assert_eq!(reply.status, 400, "{}", reply.text());
    assert!(reply.text().contains("players.second.level"), "{}", reply.text());
}

/// The engine of proven wins is for the games of those wins alone, and its name in records has no level.
#[test]
fn an_engine_for_some_games_alone_is_refused_elsewhere() {
    let mut engines = patient();
    let gomoku = engines.list.iter().find(|engine| engine.kind == GameKind::Gomoku).unwrap().clone();
    let only = ["freestyle", "standard"].map(|rules| GameSpec::named("gomoku", Some(rules), None).unwrap());
    engines.list.push(EngineInfo { name: "perfect".into(), only: only.to_vec(), ..gomoku });
    let folder = tempfile::tempdir().unwrap();
    let server = start_engines(engines, folder.path().to_path_buf(), |_| ());
    let about = server.get("/api/about").json();
    let games = about["games"].as_array().unwrap();
    let gomoku = games.iter().find(|game| game["kind"] == "gomoku").unwrap();
    assert_eq!(gomoku["engines"][0]["only"], json!(null));
    let expected = json!([{"rules": "freestyle", "size": "15x15"}, {"rules": "standard", "size": "15x15"}]);
    assert_eq!(gomoku["engines"][1]["only"], expected);
    let body = |rules: &str, size: u32| {
        let first = json!({"kind": "engine", "engine": "perfect", "level": 1});
        json!({"game": "gomoku", "rules": rules, "size": size, "players": {"first": first}})
    };
    for (rules, size) in [("renju", 15), ("freestyle", 19), ("standard", 19), ("standard+swap2", 15)] {
        let reply = server.json("POST", "/api/games", &body(rules, size));
        assert_eq!(reply.status, 400, "{}", reply.text());
        assert!(reply.text().contains("freestyle 15x15 or gomoku standard 15x15"), "{}", reply.text());
    }
    for rules in ["freestyle", "standard"] {
        let id = server.game(&body(rules, 15));
        let board = server.get(&format!("/api/games/{id}")).json();
        assert_eq!(board["header"]["black"]["name"], "Tengen perfect");
    }
}

#[test]
fn a_stored_analysis_is_not_repeated() {
    let server = start();
    let id = server.game(&json!({"game": "gomoku", "moves": ["h8"]}));
    let mut page = server.socket();
    let ask = |id: u64, board: u64, node: u64| json!({"id": id, "do": "analyze", "board": board, "node": node, "limits": {"nodes": 5}, "progress": false});
    let first = page.ask(&ask(1, id, 1), "analysis");
    assert_eq!(first["kept"], false);
    let other = server.game(&json!({"game": "gomoku", "moves": ["h8"]}));
    // The analysis is stored in the background.
    let started = Instant::now();
    loop {
        let again = page.ask(&ask(2, other, 1), "analysis");
        if again["kept"] == true {
            assert_eq!(again["analysis"], first["analysis"]);
            break;
        }
        assert!(started.elapsed() < PATIENCE);
    }
}

/// A page that is loaded again in the middle of a review goes on with what was judged.
#[test]
fn a_sweep_that_is_cut_off_leaves_its_review() {
    let server = start();
    let moves = ["h8", "i9", "g7", "h7", "h9", "i8", "g9", "f9", "j10"];
    let id = server.game(&json!({"game": "gomoku", "moves": moves}));
    let mut page = server.socket();
    page.send(&json!({"id": 1, "do": "sweep", "board": id, "line": "main", "limits": {"time_ms": 300}}));
    let mut swept = 0;
    while swept < 4 {
        swept += usize::from(page.next().unwrap()["type"] == "swept");
    }
    drop(page);
    // The last analyses are stored a moment after they are sent.
    let end = Instant::now() + Duration::from_secs(10);
    let review = loop {
        let review = server.get(&format!("/api/games/{id}/review")).json();
        if review["done"].as_u64() >= Some(4) || Instant::now() > end {
            break review;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let kept = (&review["kept"], &review["complete"], &review["line"]);
    assert_eq!(kept, (&json!(true), &json!(false), &json!("main")));
    assert!(review["done"].as_u64() >= Some(4) && review["of"] == 10, "{review}");
    assert!(review["sides"]["black"].is_object() || review["sides"]["white"].is_object(), "{review}");
}

#[test]
fn a_sweep_covers_every_position_and_its_review_is_stored() {
    let server = start();
    let id = server.game(&json!({"game": "mnk", "moves": ["b2", "a1", "c3", "a2", "a3"]}));
    let none = server.get(&format!("/api/games/{id}/review"));
    assert_eq!((none.status, none.json()), (200, Value::Null));
    let mut page = server.socket();
    page.send(&json!({"id": 1, "do": "sweep", "board": id, "line": "main", "limits": {"nodes": 2}}));
    let mut seen = Vec::new();
    let review = loop {
        let message = page.next().unwrap();
        match message["type"].as_str().unwrap() {
            "swept" => seen.push(message["node"].as_u64().unwrap()),
            "review" => break message,
            other => panic!("{other}: {message}"),
        }
    };
    seen.sort_unstable();
    assert_eq!(seen, [0, 1, 2, 3, 4, 5]);
    assert_eq!((&review["done"], &review["of"], &review["complete"]), (&json!(6), &json!(6), &json!(true)));
    assert_eq!(review["graph"].as_array().unwrap().len(), 6);
    let started = Instant::now();
    loop {
        let kept = server.get(&format!("/api/games/{id}/review"));
        if kept.json()["complete"] == true {
            assert_eq!(kept.json()["graph"], review["graph"]);
            break;
        }
        assert!(started.elapsed() < PATIENCE, "{}", kept.text());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_review_has_what_each_move_lost_in_the_unit_of_its_game() {
    let server = start();
    let moves = ["f5", "f6", "e6", "f4", "g7", "c5"];
    let id = server.game(&json!({"game": "othello", "moves": moves}));
    let mut page = server.socket();
    page.send(&json!({"id": 1, "do": "sweep", "board": id, "line": "main", "limits": {"nodes": 2000}}));
    let review = loop {
        let message = page.next().unwrap();
        if message["type"] == "review" {
            break message;
        }
    };
    let graph = review["graph"].as_array().unwrap();
    assert_eq!((graph.len(), &graph[0]["units"]), (7, &json!(null)));
    assert!(graph[1..].iter().all(|place| place["units"].as_f64() >= Some(0.0)), "{review}");
    for mistake in review["mistakes"].as_array().unwrap() {
        assert_eq!(graph[mistake["ply"].as_u64().unwrap() as usize]["units"], mistake["units"]);
    }
}

#[test]
fn a_win_by_fours_is_proven_with_every_defence() {
    let server = start();
    let moves = ["h8", "h7", "h9", "a3", "h10", "a5", "i11", "a7", "j11", "a9", "k11", "l11"];
    let id = server.game(&json!({"game": "gomoku", "moves": moves}));
    let mut page = server.socket();
    let proof = page.ask(&json!({"id": 1, "do": "solve", "board": id, "node": 12, "kind": "vcf"}), "proof");
    assert_eq!((&proof["result"], &proof["plies"]), (&json!("win"), &json!(3)));
    let nodes = proof["tree"]["nodes"].as_array().unwrap();
    assert_eq!(nodes[0]["move"], proof["line"][0]);
    for node in nodes {
        let replies = node["replies"].as_array().unwrap().iter().map(|reply| &reply["node"]);
        for next in replies.chain([&node["other"]]).filter(|next| !next.is_null()) {
            assert!((next.as_u64().unwrap() as usize) < nodes.len());
        }
    }
    let explanation = page.ask(
        &json!({"id": 2, "do": "explain", "board": id, "node": 12, "limits": {"nodes": 2}}),
        "explanation",
    );
    assert!(!explanation["items"].as_array().unwrap().is_empty());
    assert!(
        explanation["text"]["zh"].as_str().unwrap().chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c))
    );
    let other = server.game(&json!({"game": "go", "size": 9}));
    let refused =
        page.ask(&json!({"id": 3, "do": "solve", "board": other, "node": 0, "kind": "vct"}), "error");
    assert_eq!(refused["error"]["code"], "not-this-game");
}

#[test]
fn the_strategy_is_walked_and_its_wins_are_found_again() {
    let server = start();
    // h7 has another answer by each of the rules; its mirror image is as good.
    walk(&server, "standard", ["g9", "i9"]);
    walk(&server, "freestyle", ["g7", "i7"]);
    let other = server.json("POST", "/api/games", &json!({"game": "gomoku", "rules": "renju"})).json();
    assert_eq!(other["strategy"], false);
    let mut page = server.socket();
    let ask = json!({"id": 3, "do": "solve", "kind": "strategy", "board": other["id"], "node": 0});
    assert_eq!(page.ask(&ask, "error")["error"]["code"], "not-this-game");
}

/// Walks the strategy by these rules, in which one of `answers` answers h7.
fn walk(server: &Running, rules: &str, answers: [&str; 2]) {
    let board = server.json("POST", "/api/games", &json!({"game": "gomoku", "rules": rules})).json();
    assert_eq!(board["strategy"], true);
    let id = board["id"].clone();
    let mut page = server.socket();
    let mut ask = |moves: &[&str]| {
        let ask = json!({"id": 1, "do": "strategy", "board": id, "node": 0, "moves": moves});
        page.ask(&ask, "strategy")["strategy"].clone()
    };
    let start = ask(&[]);
    assert_eq!(
        (&start["side"], &start["move"], &start["by"]),
        (&json!("black"), &json!("h8"), &json!("move"))
    );
    let replies = start["replies"].as_array().unwrap();
    assert_eq!(replies.len(), 224);
    let positions = |reply: &serde_json::Value| reply["positions"].as_u64().unwrap();
    assert!(replies.is_sorted_by_key(|reply| std::cmp::Reverse(positions(reply))));
    // White to move: the same replies, and all positions but the first.
    let after = ask(&["h8"]);
    assert_eq!((&after["by"], &after["replies"]), (&json!(null), &start["replies"]));
    assert_eq!(after["positions"].as_u64().unwrap() + 1, start["positions"].as_u64().unwrap());
    let hardest = ask(&["h8", replies[0]["reply"].as_str().unwrap()]);
    assert_eq!((&hardest["move"], &hardest["positions"]), (&replies[0]["move"], &replies[0]["positions"]));
    assert!(answers.contains(&ask(&["h8", "h7"])["move"].as_str().unwrap()), "{rules}");
    assert_eq!(ask(&["a1"]), json!(null));
    let end = ask(&["h8", "n1", "g9", "b15"]);
    assert_eq!((&end["by"], &end["replies"]), (&json!("search"), &json!([])));
    let mut solve = |moves: &[&str], limits: serde_json::Value| {
        let ask = json!({
            "id": 2, "do": "solve", "kind": "strategy", "board": id, "node": 0, "moves": moves, "limits": limits,
        });
        page.ask(&ask, "proof")
    };
    // Nodes end the search, not the clock of a busy machine.
    let time = 300_000;
    let found = solve(&["h8", "n1", "g9", "b15"], json!({"nodes": end["limit"], "time_ms": time}));
    assert_eq!(
        (&found["result"], &found["side"], &found["kind"]),
        (&json!("win"), &json!("black"), &json!("strategy"))
    );
    let [mv, reply] = [0, 1].map(|i| found["line"][i].as_str().unwrap());
    assert_eq!(found["tree"]["nodes"][0]["move"], mv);
    // Further on the win that was found is followed without a search.
    let later = solve(&["h8", "n1", "g9", "b15", mv, reply], json!({"nodes": 1, "time_ms": time}));
    assert_eq!((&later["result"], &later["nodes_searched"]), (&json!("win"), &json!(0)));
    assert_eq!(later["plies"].as_u64().unwrap() + 2, found["plies"].as_u64().unwrap());
    let none = solve(&["a1", "h8"], json!({"time_ms": time}));
    assert_eq!((&none["result"], &none["tree"]), (&json!("unknown"), &json!(null)));
}

#[test]
fn a_capture_in_go_is_proven_or_refuted() {
    let server = start();
    // The stone at E5 has one liberty, E6.
    let moves = ["e5", "e4", "a1", "d5", "a9", "f5"];
    let id = server.game(&json!({"game": "go", "size": 9, "moves": moves}));
    let mut page = server.socket();
    let mut ask = |moves: &[&str]| {
        // Nodes end the search, not the clock of a busy machine.
        let solve = json!({
            "id": 1, "do": "solve", "board": id, "node": 6, "kind": "capture", "chain": [4, 4], "moves": moves,
            "limits": {"nodes": 200_000, "time_ms": 300_000},
        });
        page.ask(&solve, "proof")
    };
    let proof = ask(&["pass"]);
    assert_eq!(
        (&proof["result"], &proof["side"], &proof["plies"]),
        (&json!("win"), &json!("white"), &json!(1))
    );
    assert_eq!((&proof["line"], &proof["line_points"]), (&json!(["E6"]), &json!([[3, 4]])));
    let root = &proof["tree"]["nodes"][0];
    assert_eq!((&root["move"], &root["point"], &root["replies"]), (&json!("E6"), &json!([3, 4]), &json!([])));
    let saved = ask(&[]);
    assert_eq!((&saved["result"], &saved["reply"]), (&json!("none"), &json!("E6")));
    assert_eq!(saved["tree"], json!(null));
    let mut refused = |target: serde_json::Value| {
        let ask = json!({"id": 2, "do": "solve", "board": id, "node": 6, "kind": "capture", "chain": target});
        page.ask(&ask, "error")["error"].clone()
    };
    for target in [json!([0, 4]), json!([9, 9]), json!("a5"), json!(null)] {
        assert_eq!(refused(target)["code"], "bad-field");
    }
}

/// A group of Black with three empty points in a bend on the edge, D9, E9 and E8, in a solid wall of White.
/// Textbooks: whoever plays first at E9, the middle, decides.
const BENT_THREE: [&[&str]; 2] = [
    &["c9", "c8", "d8", "d7", "e7", "f7", "f8", "f9"],
    &["b9", "b8", "b7", "c7", "c6", "d6", "e6", "f6", "g6", "g7", "g8", "g9"],
];
/// The same with four in a row, D9 to G9: alive whoever plays first.
const STRAIGHT_FOUR: [&[&str]; 2] = [
    &["c9", "c8", "d8", "e8", "f8", "g8", "h8", "h9"],
    &["b9", "b8", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "j7", "j8", "j9"],
];

/// A group of Black with the eye A9 and half an eye at D9.
const HALF_AN_EYE: [&[&str]; 2] = [
    &["b9", "a8", "b8", "c8", "c9", "d8", "e9", "f9", "f8"],
    &["a7", "b7", "c7", "d7", "e8", "f7", "e6", "g8", "g9", "g7", "d6", "f6"],
];
/// Two chains of two liberties each, A9 A8 and D9 D8, between strong ones: Black's B9 and White's C9.
const RACE: [&[&str]; 2] =
    [&["b9", "b8", "c7", "d7", "e7", "e8", "e9"], &["c9", "c8", "a7", "b7", "a6", "b6"]];

/// A square board with these stones of Black and White, Black to move.
fn set_up(server: &Running, size: usize, stones: [&[&str]; 2]) -> u64 {
    let point = |name: &&str| {
        let board = tengen_board::Size::square(size).unwrap();
        let at = tengen_board::Coords::Go.parse(name, board).unwrap();
        json!([at.row, at.col])
    };
    let [black, white] = stones.map(|list| list.iter().map(point).collect::<Vec<_>>());
    server.game(
        &json!({"game": "go", "size": size, "setup": {"black": black, "white": white, "to_move": "black"}}),
    )
}

/// Asks about chains; nodes end the search, not the clock of a busy machine.
fn ask_chains(page: &mut Socket, board: u64, ask: &serde_json::Value) -> serde_json::Value {
    let mut request = json!({
        "id": 1, "do": "solve", "board": board, "node": 0, "limits": {"nodes": 200_000, "time_ms": 300_000},
    });
    request.as_object_mut().unwrap().extend(ask.as_object().unwrap().clone());
    page.ask(&request, "proof")
}

#[test]
fn life_and_death_in_go_are_answered_for_either_side_to_move() {
    let server = start();
    let mut page = server.socket();
    let board = set_up(&server, 9, BENT_THREE);
    let life = |first: &str| json!({"kind": "life", "chain": [0, 2], "first": first});
    let dies = ask_chains(&mut page, board, &life("white"));
    assert_eq!(
        (&dies["outcome"], &dies["side"], &dies["claim"]),
        (&json!("captured"), &json!("white"), &json!("capture"))
    );
    assert_eq!(
        (&dies["move"], &dies["certainty"], &dies["needs_threat"]),
        (&json!("E9"), &json!(1), &json!(null))
    );
    assert_eq!(dies["tree"]["nodes"][0]["move"], "E9");
    let lives = ask_chains(&mut page, board, &life("black"));
    assert_eq!(
        (&lives["outcome"], &lives["side"], &lives["move"]),
        (&json!("lives"), &json!("black"), &json!("E9"))
    );
    assert_eq!((&lives["result"], &lives["complete"]), (&json!("win"), &json!(true)));
    // By default the side to move is first.
    let black = ask_chains(&mut page, board, &json!({"kind": "life", "chain": [0, 2]}));
    assert_eq!((&black["first"], &black["outcome"]), (&json!("black"), &json!("lives")));
    let four = set_up(&server, 9, STRAIGHT_FOUR);
    for first in ["black", "white"] {
        let lives = ask_chains(&mut page, four, &life(first));
        assert_eq!((&lives["outcome"], &lives["claim"]), (&json!("lives"), &json!("live")), "{first}");
        assert_eq!((lives["move"] == json!(null), &lives["certainty"]), (first == "white", &json!(1)));
    }
    // The eye D9 is real if Black takes E8 at E7 and connects there: a ko, and White needs the first threat.
    let ko = set_up(&server, 9, HALF_AN_EYE);
    let fought = ask_chains(&mut page, ko, &json!({"kind": "life", "chain": [1, 1]}));
    assert_eq!((&fought["outcome"], &fought["move"]), (&json!("ko"), &json!("E7")), "{fought}");
    assert_eq!((&fought["needs_threat"], &fought["complete"]), (&json!("white"), &json!(true)));
    // With one position to look at nothing is found, and more would help.
    let late = json!({"kind": "life", "chain": [0, 2], "first": "white", "limits": {"nodes": 1}});
    let late = ask_chains(&mut page, board, &late);
    assert_eq!(
        (&late["result"], &late["outcome"], &late["complete"]),
        (&json!("unknown"), &json!("unknown"), &json!(false))
    );
}

#[test]
fn connections_and_races_in_go_are_answered_for_either_side_to_move() {
    let server = start();
    let mut page = server.socket();
    // One gap, C3, between the two stones of Black: who plays there first decides.
    let white = ["a4", "b4", "c4", "d4", "e4", "a2", "b2", "c2", "d2", "e2"];
    let gap = set_up(&server, 5, [&["b3", "d3"], &white]);
    let connect = |first: &str| json!({"kind": "connect", "chain": [2, 1], "other": [2, 3], "first": first});
    for (first, outcome, claim) in [("black", "connected", "connect"), ("white", "cut", "cut")] {
        let found = ask_chains(&mut page, gap, &connect(first));
        assert_eq!((&found["outcome"], &found["claim"]), (&json!(outcome), &json!(claim)));
        assert_eq!((&found["move"], &found["side"]), (&json!("C3"), &json!(first)));
        assert_eq!((&found["chain"], &found["other"]), (&json!([2, 1]), &json!([2, 3])));
    }
    // Two liberties against two, nothing else to play: who moves first captures first.
    let race = set_up(&server, 9, RACE);
    for (chain, other) in [([0, 1], [0, 2]), ([0, 2], [0, 1])] {
        for first in ["black", "white"] {
            let semeai = json!({"kind": "semeai", "chain": chain, "other": other, "first": first});
            let found = ask_chains(&mut page, race, &semeai);
            assert_eq!((&found["outcome"], &found["claim"]), (&json!("wins"), &json!("race")));
            assert_eq!((&found["side"], &found["plies"]), (&json!(first), &json!(3)));
        }
    }
    // A seki of two proofs: neither side can be captured first. Black has the corners A1 to A3, White C1 to C3.
    let seki =
        server.game(&json!({"game": "go", "size": 3, "moves": ["a1", "c1", "a2", "c2", "a3", "c3", "b2"]}));
    let ask = json!({"kind": "semeai", "chain": [2, 0], "other": [2, 2], "node": 7});
    let found = ask_chains(&mut page, seki, &ask);
    assert_eq!(
        (&found["outcome"], &found["claim"], &found["first"]),
        (&json!("seki"), &json!("stand"), &json!("white"))
    );
    let others = found["others"].as_array().unwrap();
    assert_eq!(
        (others.len(), &others[0]["claim"], &others[0]["side"]),
        (1, &json!("stand"), &json!("black"))
    );
    assert!(others[0]["tree"]["nodes"].as_array().is_some_and(|nodes| !nodes.is_empty()));
}

#[test]
fn a_wrong_question_about_chains_is_refused_with_what_would_be_right() {
    let server = start();
    let mut page = server.socket();
    let board = set_up(&server, 9, BENT_THREE);
    let mut refused = |fields: serde_json::Value, expected: &str| {
        let mut ask = json!({"id": 2, "do": "solve", "board": board, "node": 0});
        ask.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let error = page.ask(&ask, "error")["error"].clone();
        assert_eq!(error["code"], "bad-field", "{fields}");
        let said = error["expected"].as_str().unwrap();
        assert!(said.contains(expected), "{fields}: {said}");
    };
    refused(json!({"kind": "life"}), "chain: a point");
    refused(json!({"kind": "life", "chain": [0, 3]}), "chain: a point with a stone");
    refused(json!({"kind": "life", "chain": [9, 9]}), "chain: a point with a stone");
    refused(json!({"kind": "life", "chain": [0, 2], "other": [0, 1]}), "other: only with kind connect");
    refused(json!({"kind": "life", "chain": [0, 2], "first": "red"}), "first: black or white");
    refused(json!({"kind": "connect", "chain": [0, 2]}), "other: a point");
    refused(
        json!({"kind": "connect", "chain": [0, 2], "other": [0, 1]}),
        "other: a stone of the same colour",
    );
    refused(json!({"kind": "connect", "chain": [0, 2], "other": [1, 2]}), "other: a stone of another chain");
    refused(
        json!({"kind": "semeai", "chain": [0, 2], "other": [0, 5]}),
        "other: a stone of the other colour",
    );
    refused(json!({"kind": "lives", "chain": [0, 2]}), "kind: vcf, vct, strategy, capture, life");
    let gomoku = server.game(&json!({"game": "gomoku", "moves": ["h8"]}));
    let ask = json!({"id": 3, "do": "solve", "board": gomoku, "node": 1, "kind": "life", "chain": [7, 7]});
    assert_eq!(page.ask(&ask, "error")["error"]["code"], "not-this-game");
}

#[test]
fn moves_of_a_view_are_not_stored() {
    let server = start();
    let id = server.game(&json!({"game": "gomoku"}));
    let mut page = server.socket();
    let ask = json!({"id": 1, "do": "view", "board": id, "node": 0, "moves": ["h8", "h9"]});
    let seen = page.ask(&ask, "view");
    assert_eq!(seen["view"]["stones"], json!({"black": [[7, 7]], "white": [[6, 7]]}));
    let wrong =
        page.ask(&json!({"id": 2, "do": "view", "board": id, "node": 0, "moves": ["h8", "h8"]}), "error");
    assert_eq!(wrong["error"]["code"], "illegal-move");
    assert_eq!(server.get(&format!("/api/games/{id}")).json()["nodes"].as_array().unwrap().len(), 1);
}

#[test]
fn a_page_is_limited_to_its_share() {
    let server = start();
    let id = server.game(&json!({"game": "gomoku"}));
    let mut page = server.socket();
    for n in 0..20 {
        page.send(&endless(n, id));
    }
    let refused = page.wait("error");
    assert_eq!(refused["error"]["code"], "too-many-searches");
    assert!(refused["error"]["expected"].as_str().unwrap().contains("16"));
    drop(page);
    server.wait_for("tengen_searches_running", 0.0);
    let limited = start_with(|config| {
        config.limits.as_mut().unwrap().engine_time_per_hour = Some(Duration::from_millis(50));
    });
    let id = limited.game(&json!({"game": "gomoku"}));
    let mut page = limited.socket();
    let long = json!({"id": 1, "do": "analyze", "board": id, "node": 0, "limits": {"time_ms": 100}, "progress": false});
    page.ask(&long, "analysis");
    let mut again = long;
    (again["id"], again["level"]) = (json!(2), json!(1));
    assert_eq!(page.ask(&again, "error")["error"]["code"], "engine-time");
}

#[test]
fn a_server_that_shuts_down_stops_everything_at_once() {
    let mut server = start();
    let id = server.game(&json!({"game": "gomoku"}));
    let mut page = server.socket();
    for n in 0..4 {
        page.send(&endless(n, id));
    }
    page.wait("progress");
    let started = Instant::now();
    server.stop();
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    // The page gets a close frame, then the connection closes.
    while page.next().is_some() {}
}
