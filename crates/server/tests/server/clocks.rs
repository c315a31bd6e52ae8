//! The server keeps the clocks: it measures turns, refuses late moves, and ends a game whose time is over.

use crate::common::{Running, Socket, start};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn timed(server: &Running, clock: &Value) -> u64 {
    server.game(&json!({"game": "gomoku", "clock": clock}))
}

/// Runs the clock of a node. Returns the time left to the player to move, in milliseconds.
fn run(page: &mut Socket, id: u64, board: u64, node: u64) -> (String, u64) {
    let clock = page.ask(&json!({"id": id, "do": "clock", "board": board, "node": node}), "clock");
    assert_eq!(clock["node"], node);
    (clock["player"].as_str().unwrap().to_owned(), clock["left_ms"].as_u64().unwrap())
}

fn result(server: &Running, board: u64) -> Value {
    server.get(&format!("/api/games/{board}")).json()["result"].clone()
}

#[test]
fn a_flag_falls_by_the_server_s_clock_and_every_page_is_notified() {
    let server = start();
    let board = timed(&server, &json!({"main_ms": 300}));
    let mut other = server.socket();
    other.ask(&json!({"id": 1, "do": "watch", "board": board}), "changed");
    let mut page = server.socket();
    let (player, left) = run(&mut page, 1, board, 0);
    assert!(player == "first" && left <= 300, "{player} {left}");
    let flag = page.wait("flag");
    assert_eq!((&flag["id"], &flag["result"]), (&json!(1), &json!("W+T")));
    assert_eq!(other.wait("changed")["revision"], flag["revision"]);
    assert_eq!(result(&server, board), "W+T");
}

#[test]
fn a_move_after_the_time_is_refused_whatever_its_page_says() {
    let server = start();
    let board = timed(&server, &json!({"main_ms": 200}));
    let mut page = server.socket();
    run(&mut page, 1, board, 0);
    page.wait("flag");
    let late = json!({"parent": 0, "move": "h8", "elapsed_ms": 5});
    let reply = server.json("POST", &format!("/api/games/{board}/moves"), &late);
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (409, &json!("time-over")));
    assert_eq!(server.get(&format!("/api/games/{board}")).json()["nodes"].as_array().unwrap().len(), 1);
    // An illegal move is refused as illegal and does not end the turn.
    let illegal = json!({"parent": 0, "point": [200, 200]});
    assert_eq!(server.json("POST", &format!("/api/games/{board}/moves"), &illegal).status, 422);
}

#[test]
fn what_the_server_counted_is_what_a_move_took() {
    let server = start();
    let board = timed(&server, &json!({"main_ms": 600_000, "increment_ms": 1000}));
    let mut page = server.socket();
    let began = Instant::now();
    run(&mut page, 1, board, 0);
    std::thread::sleep(Duration::from_millis(120));
    let path = format!("/api/games/{board}/moves");
    let stored = server.json("POST", &path, &json!({"parent": 0, "move": "h8", "elapsed_ms": 0})).json();
    let counted =
        server.get(&format!("/api/games/{board}")).json()["nodes"][1]["elapsed_ms"].as_u64().unwrap();
    assert!((120..=began.elapsed().as_millis() as u64).contains(&counted), "{counted}");
    assert_eq!(stored["view"]["clock"], json!({"first_ms": 601_000 - counted, "second_ms": 600_000}));
    // The turn is over: its request ends at its time without a flag.
    page.send(&json!({"id": 2, "do": "cancel", "target": 1}));
    assert_eq!(page.wait("stopped")["id"], 1);
    assert_eq!(run(&mut page, 3, board, 1).0, "second");
}

#[test]
fn a_clock_that_nobody_sees_stands_still_and_goes_on_where_it_stood() {
    let server = start();
    let board = timed(&server, &json!({"move_ms": 60_000}));
    let mut page = server.socket();
    assert!(
        run(&mut page, 1, board, 0).1 > 30_000,
        "a clock of moves alone begins with all of the move's time"
    );
    std::thread::sleep(Duration::from_millis(150));
    drop(page);
    server.wait_for("tengen_websockets", 0.0);
    let mut page = server.socket();
    let (_, after) = run(&mut page, 1, board, 0);
    assert!(after <= 60_000 - 150, "a reload gives no time back: {after}");
    drop(page);
    server.wait_for("tengen_websockets", 0.0);
    std::thread::sleep(Duration::from_millis(500));
    let mut page = server.socket();
    let (_, later) = run(&mut page, 1, board, 0);
    // Time without pages was not counted, and the last page was open only for a moment.
    assert!(later <= after, "{later} {after}");
    let view = server.get(&format!("/api/games/{board}/nodes/0")).json();
    assert_eq!(view["clock"], json!({"first_ms": 60_000, "second_ms": 60_000}));
}

#[test]
fn after_a_takeback_the_same_move_begins_the_turn_anew() {
    let server = start();
    let board = timed(&server, &json!({"move_ms": 60_000}));
    let play = |parent: u64, mv: &str| {
        let path = format!("/api/games/{board}/moves");
        server.json("POST", &path, &json!({"parent": parent, "move": mv})).json()["node"].as_u64().unwrap()
    };
    let mut page = server.socket();
    let (first, second) = (play(0, "h8"), play(1, "i9"));
    run(&mut page, 1, board, second);
    std::thread::sleep(Duration::from_millis(300));
    page.send(&json!({"id": 2, "do": "cancel", "target": 1}));
    page.wait("stopped");
    assert!(run(&mut page, 3, board, second).1 <= 60_000 - 300, "stepping back and forth gives no time back");
    page.send(&json!({"id": 4, "do": "cancel", "target": 3}));
    page.wait("stopped");
    assert_eq!(play(0, "h8"), first);
    assert!(run(&mut page, 5, board, second).1 > 60_000 - 300);
}

#[test]
fn clocks_run_only_where_there_is_something_to_run_out() {
    let server = start();
    let mut page = server.socket();
    let none = server.game(&json!({"game": "gomoku"}));
    let refused = page.ask(&json!({"id": 1, "do": "clock", "board": none, "node": 0}), "error");
    assert_eq!(refused["error"]["code"], "bad-field");
    let board = server.game(&json!({"game": "gomoku", "moves": ["h8"], "clock": {"main_ms": 100}}));
    let refused = page.ask(&json!({"id": 2, "do": "clock", "board": board, "node": 0}), "error");
    assert_eq!(refused["error"]["code"], "not-the-end");
    // A player resigned in the meantime: the flag changes nothing.
    run(&mut page, 3, board, 1);
    assert_eq!(server.json("PATCH", &format!("/api/games/{board}"), &json!({"result": "B+R"})).status, 200);
    assert_eq!(page.wait("stopped")["id"], 3);
    assert_eq!(result(&server, board), "B+R");
}

#[test]
fn an_engine_s_flag_falls_too() {
    let server = start();
    let board = server.game(&json!({
        "game": "gomoku", "clock": {"main_ms": 150}, "players": {"first": {"kind": "engine", "level": 1}},
    }));
    let mut page = server.socket();
    run(&mut page, 1, board, 0);
    // The engine is asked to move only now, after all of its time.
    page.wait("flag");
    let late = page.ask(&json!({"id": 2, "do": "play", "board": board, "node": 0}), "error");
    assert_eq!(late["error"]["code"], "time-over");
    assert_eq!(result(&server, board), "W+T");
}

#[test]
fn a_move_within_a_period_of_byo_yomi_costs_nothing_and_the_flag_falls_after_the_last() {
    let server = start();
    let board = timed(&server, &json!({"main_ms": 100, "period_ms": 400, "periods": 2}));
    let view = server.get(&format!("/api/games/{board}/nodes/0")).json();
    let whole = json!({"first_ms": 900, "second_ms": 900, "first_periods": 2, "second_periods": 2});
    assert_eq!(view["clock"], whole);
    let mut page = server.socket();
    run(&mut page, 1, board, 0);
    // Longer than the main time, and less than a period more.
    std::thread::sleep(Duration::from_millis(200));
    let path = format!("/api/games/{board}/moves");
    let stored = server.json("POST", &path, &json!({"parent": 0, "move": "h8"})).json();
    let spent = server.get(&format!("/api/games/{board}")).json()["nodes"][1]["elapsed_ms"].as_u64().unwrap();
    // On a machine that is very busy the sleep may have used a period up.
    let periods = if spent < 500 { 2 } else { 1 };
    assert_eq!(stored["view"]["clock"]["first_periods"], periods, "{spent}");
    assert_eq!(stored["view"]["clock"]["first_ms"], periods * 400, "{spent}");
    let (player, left) = run(&mut page, 2, board, 1);
    assert!(player == "second" && left > 400 && left <= 900, "{player} {left}");
    let flag = page.wait("flag");
    assert_eq!(flag["result"], "B+T");
}

#[test]
fn canadian_byo_yomi_gives_a_new_period_after_its_moves() {
    let server = start();
    let clock = json!({"main_ms": 1000, "period_ms": 60_000, "period_moves": 2});
    let board = timed(&server, &clock);
    let path = format!("/api/games/{board}/moves");
    let mut shown = Vec::new();
    // Times that the page reports count where the server counted nothing.
    for (parent, mv, ms) in [(0, "h8", 3000), (1, "h9", 500), (2, "i8", 5000), (3, "i9", 100)] {
        let body = json!({"parent": parent, "move": mv, "elapsed_ms": ms});
        let view = server.json("POST", &path, &body).json()["view"].clone();
        shown.push((
            view["clock"]["first_ms"].as_u64().unwrap(),
            view["clock"]["first_moves"].as_u64().unwrap(),
        ));
    }
    assert_eq!(shown[0], (58_000, 1), "two seconds of the period, one move made");
    assert_eq!(shown[2], (60_000, 2), "both moves are made");
    let game = server.get(&format!("/api/games/{board}")).json();
    assert_eq!(game["clock"], clock);
    let sgf = server.get(&format!("/api/games/{board}/export?format=sgf")).text();
    assert!(sgf.contains("TM[1]") && sgf.contains("OT[2/60 Canadian]"), "{sgf}");
}

#[test]
fn clocks_that_make_no_sense_are_refused() {
    let server = start();
    for clock in [
        json!({}),
        json!({"main_ms": 0}),
        json!({"periods": 3}),
        json!({"period_ms": 1000}),
        json!({"period_ms": 1000, "periods": 0}),
        json!({"period_ms": 1000, "periods": 3, "period_moves": 5}),
        json!({"period_ms": 1000, "periods": 3, "increment_ms": 1}),
        json!({"period_ms": 1000, "periods": 3, "move_ms": 1}),
        json!({"main_ms": 1000, "period_moves": 5}),
        json!({"period_ms": 1000, "periods": "3"}),
    ] {
        let reply = server.json("POST", "/api/games", &json!({"game": "go", "clock": clock}));
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!("bad-field")), "{clock}");
    }
}

#[test]
fn an_engine_in_byo_yomi_keeps_its_periods() {
    let server = start();
    let board = server.game(&json!({
        "game": "gomoku", "clock": {"period_ms": 500, "periods": 2}, "players": {"first": {"kind": "engine", "level": 1}},
    }));
    let played = server
        .socket()
        .ask(&json!({"id": 1, "do": "play", "board": board, "node": 0, "progress": false}), "played");
    let spent = server.get(&format!("/api/games/{board}")).json()["nodes"][1]["elapsed_ms"].as_u64().unwrap();
    // The patient engine uses all of its time: most of a period.
    assert!(spent >= 400, "{spent}");
    assert!(spent >= 500 || played["view"]["clock"]["first_periods"] == 2, "{spent} {played}");
}
