//! Thinking on the opponent's time: what is expected is taken over with the time of the move, all else ends it at once.

use crate::driver::{Dialogue, first_moves};
use serde_json::{Value, json};
use std::time::Duration;
use tengen_engine::{Analysis, Limits, Line, Score};
use tengen_games::{AnyPosition, Game, GameSpec, Move};
use tengen_protocols::gomocup::{GomocupController, GomocupEngine};
use tengen_protocols::gtp::GtpEngine;
use tengen_protocols::jsonl::{JsonController, JsonEngine};
use tengen_protocols::{Controller, Effect, EngineMessage, Machine, TimeControl, TimeLeft};

/// The first move, with the first reply expected.
fn with_reply(position: &AnyPosition) -> Analysis {
    let mut found = first_moves(position);
    let mut after = position.clone();
    after.play(found.best.unwrap()).unwrap();
    let reply = first_moves(&after).best.unwrap();
    let win = Score::Estimate { value: 0.0, win: 0.5 };
    found.lines = vec![Line { moves: vec![found.best.unwrap(), reply], score: win, work: 1 }];
    found
}

/// Ends the oldest search with a line of two moves.
fn answer<M: Machine>(d: &mut Dialogue<M>) -> Vec<String> {
    let (id, position, _) = d.searches.remove(0);
    let mut effects = Vec::new();
    d.machine.finished(id, with_reply(&position), &mut effects);
    said(d.settle(effects))
}

fn said(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().filter(|line| !line.starts_with("MESSAGE")).collect()
}

fn gomocup() -> Dialogue<GomocupEngine> {
    let mut d = Dialogue::new(GomocupEngine::new("Tengen", "1.0"));
    d.held = true;
    for line in ["INFO pondering 1", "INFO timeout_turn 1000", "START 15"] {
        d.send(line);
    }
    d.send("BEGIN");
    assert_eq!(answer(&mut d), ["0,0"]);
    d
}

#[test]
fn off_unless_it_is_asked_for() {
    let mut d = Dialogue::new(GomocupEngine::new("Tengen", "1.0"));
    d.held = true;
    d.send("START 15");
    d.send("BEGIN");
    answer(&mut d);
    assert!(d.searches.is_empty());
}

#[test]
fn the_expected_move_gives_the_search_its_time() {
    let mut d = gomocup();
    let (id, position, limits) = d.searches[0].clone();
    assert_eq!((position.ply(), limits.time), (2, Some(Limits::PONDER)));
    assert!(d.send("TURN 1,0").is_empty());
    assert_eq!(d.searches.len(), 1, "the same search goes on");
    let (within, time) = d.within[0];
    assert_eq!(within, id);
    assert!(time > Duration::from_millis(900) && time <= Duration::from_millis(970), "{time:?}");
    assert!(d.stopped.is_empty());
    // A stop reaches it as any search.
    d.send("YXSTOP");
    assert_eq!(d.stopped, [id]);
    assert_eq!(answer(&mut d), ["2,0"]);
    assert_eq!(d.searches.len(), 1, "and on it thinks");
}

#[test]
fn another_move_ends_it_at_once() {
    let mut d = gomocup();
    let id = d.searches[0].0;
    d.send("TURN 7,7");
    assert_eq!(d.stopped, [id]);
    assert_eq!(d.searches.len(), 2);
    assert_eq!(d.searches[1].2.time.map(|time| time < Duration::from_secs(1)), Some(true));
    // What it still brings is not taken for an answer.
    assert!(answer(&mut d).is_empty());
    assert_eq!(answer(&mut d), ["1,0"]);
}

#[test]
fn what_was_known_already_is_the_answer() {
    let mut d = gomocup();
    assert!(answer(&mut d).is_empty(), "nobody has asked yet");
    assert_eq!(said(d.send("TURN 1,0")), ["2,0"]);
    assert!(d.within.is_empty());
}

#[test]
fn what_yixin_board_asks_after_every_move_does_not_end_it() {
    let mut d = gomocup();
    for line in
        ["yxquerydatabaseall", "0,0", "done", "yxblockreset", "yxblockpathreset", "INFO time_left 90000"]
    {
        assert!(d.send(line).is_empty(), "{line}");
    }
    assert!(d.stopped.is_empty());
}

#[test]
fn every_other_command_ends_it() {
    for line in [
        "RESTART",
        "START 15",
        "TAKEBACK 0,0",
        "YXSTOP",
        "YXHASHCLEAR",
        "INFO pondering 0",
        "INFO rule 1",
        "INFO max_memory 99999999",
    ] {
        let mut d = gomocup();
        let id = d.searches[0].0;
        d.send(line);
        assert_eq!(d.stopped, [id], "{line}");
    }
    for line in ["ABOUT", "INFO time_left 5000", "YXSHOWFORBID", "INFO evaluate 3,3"] {
        let mut d = gomocup();
        d.send(line);
        assert!(d.stopped.is_empty(), "{line}");
    }
    let mut d = gomocup();
    d.send("END");
    assert!(d.quit);
}

#[test]
fn a_search_that_broke_down_is_made_again() {
    let mut d = gomocup();
    let id = d.searches.remove(0).0;
    let mut effects = Vec::new();
    d.machine.failed(id, "broken", &mut effects);
    assert!(d.settle(effects).is_empty());
    d.send("TURN 1,0");
    assert_eq!(d.searches.len(), 1);
    assert_eq!(answer(&mut d), ["2,0"]);
}

#[test]
fn yixin_boards_new_start_for_each_move_goes_on() {
    let mut d = Dialogue::new(GomocupEngine::new("Tengen", "1.0"));
    d.held = true;
    d.send("INFO pondering 1");
    d.send("start 15 15");
    d.send("begin");
    assert_eq!(answer(&mut d), ["0,0"]);
    let (id, forgot) = (d.searches[0].0, d.forgot);
    for line in ["INFO time_left 5000", "start 15 15", "board", "0,0,1", "1,0,2", "done"] {
        d.send(line);
    }
    assert_eq!(d.within[0].0, id);
    assert_eq!(d.forgot, forgot, "it is the same game");
    d.searches.clear();
    let mut other = gomocup();
    let forgot = other.forgot;
    for line in ["START 15", "BOARD", "3,3,2", "DONE"] {
        other.send(line);
    }
    assert_eq!(other.forgot, forgot + 1, "this is another game");
}

fn gtp(pondering: bool) -> Dialogue<GtpEngine> {
    let files: tengen_protocols::gtp::ReadFile =
        std::sync::Arc::new(|_| Err(std::io::ErrorKind::NotFound.into()));
    let spec = GameSpec::named("go", None, Some("9".parse().unwrap())).unwrap();
    let mut d = Dialogue::new(GtpEngine::new("Tengen", "1", &spec, files).with_pondering(pondering));
    d.held = true;
    d.send("time_settings 0 1 1");
    d.send("genmove b");
    assert_eq!(answer(&mut d), ["= A9\n"]);
    d
}

#[test]
fn in_gtp_a_play_and_a_genmove_take_it_over() {
    assert!(gtp(false).searches.is_empty());
    let mut d = gtp(true);
    let id = d.searches[0].0;
    d.send("play w B9");
    d.send("time_left b 1 1");
    assert!(d.stopped.is_empty());
    d.send("genmove b");
    assert_eq!((d.searches.len(), d.within[0].0), (1, id));
    assert_eq!(answer(&mut d), ["= C9\n"]);

    let mut d = gtp(true);
    let id = d.searches[0].0;
    d.send("play w E5");
    d.send("genmove b");
    assert_eq!(d.stopped, [id]);
    for line in ["undo", "clear_board", "boardsize 9", "komi 6", "reg_genmove b", "quit"] {
        let mut d = gtp(true);
        let id = d.searches[0].0;
        d.send(line);
        assert!(d.quit || d.stopped == [id], "{line}");
    }
}

#[test]
fn in_json_lines_the_time_comes_later() {
    let mut d = Dialogue::new(JsonEngine::new("Tengen", "1.0"));
    d.held = true;
    let analyze = |id: u32, ponder: bool| json!({"id": id, "do": "analyze", "game": "gomoku", "moves": ["h8"], "ponder": ponder});
    assert!(d.send(analyze(1, true).to_string()).is_empty());
    assert!(d.send(analyze(2, false).to_string()).is_empty());
    assert_eq!(d.searches[0].2.time, Some(Limits::PONDER));
    assert_eq!(d.searches[1].2.time, None);
    let within = |target: u32| json!({"id": 9, "do": "within", "target": target, "time_ms": 250}).to_string();
    assert!(d.send(within(1))[0].contains("\"done\""));
    assert_eq!(d.within, [(d.searches[0].0, Duration::from_millis(250))]);
    assert!(d.send(within(2))[0].contains("not-pondering"));
    assert!(d.send(within(3))[0].contains("not-in-flight"));
    let timed = json!({"id": 4, "do": "analyze", "game": "gomoku", "limits": {"time_ms": 5}, "ponder": true});
    assert!(d.send(timed.to_string())[0].contains("limits.time_ms"));
    let mut effects: Vec<Effect> = Vec::new();
    d.machine.end_of_input(&mut effects);
}

/// A match lets an engine of JSON lines ponder: the controller asks for the expected position, and gives it its time or
/// cancels it.
#[test]
fn the_controller_of_json_lines_asks_for_it() {
    let time = TimeControl { per_move: Some(Duration::from_secs(1)), ponder: true, ..TimeControl::default() };
    let spec = GameSpec::named("gomoku", None, None).unwrap();
    let at = |moves: &[&str]| {
        let mut position = AnyPosition::new(&spec);
        for text in moves {
            position.play(position.parse_move(text).unwrap()).unwrap();
        }
        position
    };
    let analysis = |position: &AnyPosition, line: &[&str]| {
        let moves = position.parse_line(line.iter().copied()).collect::<Result<Vec<Move>, _>>().unwrap();
        let line = Line { moves, score: Score::Estimate { value: 0.0, win: 0.5 }, work: 1 };
        let best = line.moves.first().copied();
        Analysis { best, lines: vec![line], ..Analysis::default() }.to_json(position)
    };
    let mut controller = JsonController::new();
    let said = |lines: &mut Vec<String>| -> Vec<Value> {
        lines.drain(..).map(|line| serde_json::from_str(&line).unwrap()).collect()
    };
    let mut lines = Vec::new();
    let left = TimeLeft::default();
    controller.begin(&spec, &time, &mut lines).unwrap();
    controller.ponder(&mut lines);
    assert!(said(&mut lines).iter().all(|line| line["do"] != "analyze"), "it has not moved yet");

    // A move, with a reply that it expects; then the engine ponders without a time.
    let moved = |controller: &mut JsonController, moves: &[&str], line: &[&str]| -> (Value, Value) {
        let mut lines = Vec::new();
        controller.ask(&at(moves), &left, &mut lines).unwrap();
        let asked = said(&mut lines).pop().unwrap();
        let found = json!({"id": asked["id"], "type": "analysis", "analysis": analysis(&at(moves), line)});
        let messages = controller.line(found.to_string().as_bytes());
        assert!(matches!(&messages[..], [EngineMessage::Moves(moves)] if moves.len() == 1), "{messages:?}");
        controller.ponder(&mut lines);
        (asked, said(&mut lines).pop().unwrap_or_default())
    };
    let (asked, ponder) = moved(&mut controller, &[], &["h8", "h9", "i8"]);
    assert_eq!((&asked["ponder"], &asked["limits"]["time_ms"]), (&Value::Null, &json!(960)));
    assert_eq!((&ponder["do"], &ponder["ponder"]), (&json!("analyze"), &json!(true)));
    assert_eq!((&ponder["moves"], &ponder["limits"]["playing"]), (&json!(["h8", "h9"]), &json!(true)));
    assert_eq!(ponder["limits"]["time_ms"], Value::Null);

    // The expected move: the search goes on, and its answer is the move.
    controller.ask(&at(&["h8", "h9"]), &left, &mut lines).unwrap();
    let within = said(&mut lines);
    assert_eq!(within.len(), 1, "{within:?}");
    assert_eq!((&within[0]["do"], &within[0]["target"]), (&json!("within"), &ponder["id"]));
    assert_eq!(within[0]["time_ms"], 960);
    let done = json!({"id": within[0]["id"], "type": "done"}).to_string();
    assert!(matches!(controller.line(done.as_bytes())[..], [EngineMessage::Note(_)]));
    let found = analysis(&at(&["h8", "h9"]), &["i8", "j8"]);
    let found = json!({"id": ponder["id"], "type": "analysis", "analysis": found}).to_string();
    assert!(matches!(controller.line(found.as_bytes())[..], [EngineMessage::Moves(_)]));

    // Another move: the search is cancelled, and its late answer is no move.
    controller.ponder(&mut lines);
    let ponder = said(&mut lines).pop().unwrap();
    assert_eq!(ponder["moves"], json!(["h8", "h9", "i8", "j8"]));
    controller.ask(&at(&["h8", "h9", "i8", "a1"]), &left, &mut lines).unwrap();
    let asked = said(&mut lines);
    assert_eq!((&asked[0]["do"], &asked[0]["target"]), (&json!("cancel"), &ponder["id"]));
    assert_eq!((asked.len(), &asked[1]["ponder"]), (2, &Value::Null));
    let late = analysis(&at(&["h8", "h9", "i8", "j8"]), &["o15"]);
    let late = json!({"id": ponder["id"], "type": "analysis", "analysis": late}).to_string();
    assert!(matches!(controller.line(late.as_bytes())[..], [EngineMessage::Note(_)]));

    // A search that has ended by itself is asked for again.
    let mut controller = JsonController::new();
    controller.begin(&spec, &time, &mut lines).unwrap();
    let (_, ponder) = moved(&mut controller, &[], &["h8", "h9"]);
    let certain = analysis(&at(&["h8", "h9"]), &["i8"]);
    let certain = json!({"id": ponder["id"], "type": "analysis", "analysis": certain}).to_string();
    assert!(matches!(controller.line(certain.as_bytes())[..], [EngineMessage::Note(_)]));
    let (asked, _) = moved(&mut controller, &["h8", "h9"], &["i8"]);
    assert_eq!((&asked["do"], &asked["ponder"]), (&json!("analyze"), &Value::Null));

    // The end of the game ends it; an engine that refuses says why.
    let (_, ponder) = moved(&mut controller, &["h8", "h9", "i8", "a1"], &["j8", "k8"]);
    lines.clear();
    controller.rest(&mut lines);
    let rest = said(&mut lines);
    assert_eq!((rest.len(), &rest[0]["do"], &rest[0]["target"]), (1, &json!("cancel"), &ponder["id"]));
    let (_, ponder) = moved(&mut controller, &[], &["h8", "h9"]);
    let refused = json!({"id": ponder["id"], "type": "error", "error": {"message": "no such field"}});
    controller.line(refused.to_string().as_bytes());
    let why = controller.ask(&at(&["h8", "h9"]), &left, &mut lines).unwrap_err();
    assert!(why.contains("no such field"), "{why}");

    // Without leave nothing is pondered.
    let mut controller = JsonController::new();
    controller.begin(&spec, &TimeControl { ponder: false, ..time }, &mut lines).unwrap();
    assert_eq!(moved(&mut controller, &[], &["h8", "h9"]).1, Value::Null);
}

/// A Gomocup engine begins by itself, once it may.
#[test]
fn the_controller_of_gomocup_allows_it() {
    for ponder in [false, true] {
        let (mut controller, mut lines) = (GomocupController::new(), Vec::new());
        let time = TimeControl { ponder, ..TimeControl::default() };
        controller.begin(&"gomoku".parse().unwrap(), &time, &mut lines).unwrap();
        assert_eq!(lines.iter().any(|line| line == "INFO pondering 1"), ponder);
        lines.clear();
        controller.rest(&mut lines);
        assert_eq!(lines, if ponder { vec!["INFO pondering 0"] } else { Vec::new() });
    }
}
