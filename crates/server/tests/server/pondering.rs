//! An engine thinks on a person's time: its search is used when the expected move comes, and makes no other wait.

use crate::common::{Running, Socket, endless, patient, start_engines};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tengen_server::{Engines, ServerLimits};

/// Engines of which it is counted how many were made.
fn counted() -> (Engines, Arc<AtomicUsize>) {
    let (mut engines, made) = (patient(), Arc::new(AtomicUsize::new(0)));
    let (make, count) = (engines.make, Arc::clone(&made));
    engines.make = Arc::new(move |spec, options| {
        count.fetch_add(1, Ordering::SeqCst);
        make(spec, options)
    });
    (engines, made)
}

/// A server, and a game in which a person moves after the engine's first move, at node 2.
struct Game {
    server: Running,
    page: Socket,
    board: u64,
    made: Arc<AtomicUsize>,
    _folder: tempfile::TempDir,
}

/// A search of this long.
const SHORT: u64 = 30;

impl Game {
    fn start(change: impl FnOnce(&mut ServerLimits)) -> Game {
        let folder = tempfile::tempdir().unwrap();
        let (engines, made) = counted();
        let server = start_engines(engines, folder.path().to_path_buf(), |config| {
            change(config.limits.as_mut().unwrap());
        });
        let second = json!({"kind": "engine", "level": 3});
        let board = server.game(&json!({"game": "gomoku", "moves": ["h8"], "players": {"second": second}}));
        let mut page = server.socket();
        let played = page.ask(&Game::play(1, board, 1), "played");
        assert_eq!((&played["node"], &played["pondered"]), (&json!(2), &json!(false)));
        Game { server, page, board, made, _folder: folder }
    }

    fn play(id: u64, board: u64, node: u64) -> Value {
        json!({"id": id, "do": "play", "board": board, "node": node, "limits": {"time_ms": SHORT}, "progress": false})
    }

    fn ponder(&mut self, id: u64, expected: &str) {
        self.page.send(&json!({
            "id": id, "do": "ponder", "board": self.board, "node": 2, "expected": [expected, "a1"],
            "limits": {"time_ms": SHORT},
        }));
    }

    /// The person's move, as node 3, and the engine's answer.
    fn person_plays(&mut self, mv: &str) -> Value {
        let path = format!("/api/games/{}/moves", self.board);
        let stored = self.server.json("POST", &path, &json!({"parent": 2, "move": mv})).json();
        assert_eq!(stored["node"], 3, "{stored}");
        self.page.ask(&Game::play(100, self.board, 3), "played")
    }

    fn is_running(&self, count: f64) {
        self.server.wait_for("tengen_searches_running", count);
    }
}

#[test]
fn the_expected_move_is_answered_by_the_same_search() {
    let mut game = Game::start(|_| ());
    game.ponder(2, "j10");
    game.is_running(1.0);
    let played = game.person_plays("j10");
    assert_eq!(played["pondered"], true);
    game.is_running(0.0);
    assert_eq!(game.made.load(Ordering::SeqCst), 1);
}

#[test]
fn another_move_is_searched_by_the_same_engine() {
    let mut game = Game::start(|_| ());
    game.ponder(2, "j10");
    game.is_running(1.0);
    let played = game.person_plays("k10");
    assert_eq!(played["pondered"], false);
    game.is_running(0.0);
    // Its tables are those of the move before and of what it pondered.
    assert_eq!(game.made.load(Ordering::SeqCst), 1);
}

#[test]
fn a_search_that_has_ended_answers_too() {
    let mut game = Game::start(|limits| limits.ponder_time = Duration::from_millis(20));
    game.ponder(2, "j10");
    game.server.wait_for("tengen_searches_total", 2.0);
    game.is_running(0.0);
    let played = game.person_plays("j10");
    assert_eq!(played["pondered"], true);
    assert_eq!(game.made.load(Ordering::SeqCst), 1);
}

#[test]
fn it_ends_when_the_person_leaves_the_position_the_page_or_the_game() {
    let mut game = Game::start(|_| ());
    game.ponder(2, "j10");
    game.is_running(1.0);
    game.page.send(&json!({"id": 3, "do": "cancel", "target": 2}));
    assert_eq!(game.page.wait("stopped")["id"], 2);
    game.is_running(0.0);
    // A second request of a page takes the place of the first.
    game.ponder(4, "j10");
    game.is_running(1.0);
    game.ponder(5, "k10");
    assert_eq!(game.page.wait("stopped")["id"], 4);
    game.is_running(1.0);
    game.page = game.server.socket();
    game.is_running(0.0);
    game.ponder(6, "j10");
    game.is_running(1.0);
    game.server.send("DELETE", &format!("/api/games/{}", game.board), &[], b"");
    game.is_running(0.0);
}

#[test]
fn it_takes_no_core_that_another_search_wants() {
    let mut game = Game::start(|limits| limits.cores = 1);
    game.ponder(2, "j10");
    game.is_running(1.0);
    let mut other = game.server.socket();
    let short = json!({"id": 1, "do": "analyze", "board": game.board, "node": 0, "progress": false, "limits": {"nodes": 3}});
    let found = other.ask(&short, "analysis");
    assert_eq!((&found["cancelled"], &found["analysis"]["nodes"]), (&json!(false), &json!(3)));
    assert!(game.server.metric("tengen_searches_interrupted_total") >= 1.0);
    // It goes on when the core is free.
    game.is_running(1.0);
    // While the other search lasts it waits, however long: no turn comes for it.
    other.ask(&endless(2, game.board), "progress");
    game.server.wait_for("tengen_searches_running", 1.0);
    let interrupted = game.server.metric("tengen_searches_interrupted_total");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(game.server.metric("tengen_searches_interrupted_total"), interrupted);
    // The engine's move is a search as any other: it gets its turn.
    assert_eq!(game.person_plays("j10")["pondered"], true);
}

#[test]
fn it_is_no_search_of_the_page_s_own() {
    let mut game = Game::start(|limits| limits.searches_per_client = 1);
    game.ponder(2, "j10");
    game.is_running(1.0);
    let short = json!({"id": 3, "do": "analyze", "board": game.board, "node": 0, "progress": false, "limits": {"nodes": 3}});
    assert_eq!(game.page.ask(&short, "analysis")["cancelled"], false);
}

#[test]
fn it_is_refused_where_it_is_no_use() {
    let code = |game: &mut Game| game.page.wait("error")["error"]["code"].clone();
    // On a server for others there is no pondering.
    let mut game = Game::start(|limits| *limits = limits.clone().for_others());
    assert_eq!(game.server.get("/api/about").json()["limits"]["ponder_ms"], 0);
    game.ponder(2, "j10");
    assert_eq!(code(&mut game), "no-pondering");
    let mut game = Game::start(|_| ());
    for expected in [json!(null), json!([]), json!(["h8h9"]), json!([1]), json!("j10")] {
        let ask = json!({"id": 2, "do": "ponder", "board": game.board, "node": 2, "expected": expected});
        game.page.send(&ask);
        assert_eq!(code(&mut game), "bad-field", "{expected}");
    }
    // The engine is to move.
    game.page.send(&json!({"id": 3, "do": "ponder", "board": game.board, "node": 1, "expected": ["j10"]}));
    assert_eq!(code(&mut game), "no-pondering");
    // No search expects an illegal move, and in a line beside the game no turn comes.
    game.ponder(4, "h8");
    assert_eq!(game.page.wait("stopped")["id"], 4);
    game.page.send(&json!({"id": 5, "do": "ponder", "board": game.board, "node": 0, "expected": ["j10"]}));
    assert_eq!(game.page.wait("stopped")["id"], 5);
    // A level below the strongest has its own limits, and a program its own mind.
    let weaker = json!({"kind": "engine", "level": 2});
    game.board =
        game.server.game(&json!({"game": "gomoku", "moves": ["h8", "a1"], "players": {"second": weaker}}));
    game.ponder(6, "j10");
    assert_eq!(code(&mut game), "no-pondering");
    assert_eq!(game.server.metric("tengen_searches_running"), 0.0);
}
