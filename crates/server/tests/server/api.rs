//! Games, moves, variations and views, as a page uses them.

use crate::common::{start, start_in};
use serde_json::{Value, json};
use tengen_games::{AnyPosition, Game, GameInfo, GameSpec};

#[test]
fn a_game_is_played_to_its_end_and_its_result_is_stored() {
    let server = start();
    let id =
        server.game(&json!({"game": "mnk", "players": {"first": {"name": "Ann"}, "second": {"name": "Bo"}}}));
    let mut node = 0;
    let mut view = Value::Null;
    for text in ["b2", "a1", "a2", "a3", "c2"] {
        let reply = server.json(
            "POST",
            &format!("/api/games/{id}/moves"),
            &json!({"parent": node, "move": text, "elapsed_ms": 1200}),
        );
        assert_eq!(reply.status, 200, "{}", reply.text());
        let played = reply.json();
        node = played["node"].as_u64().unwrap();
        view = played["view"].clone();
    }
    assert_eq!(view["outcome"]["winner"], "black");
    assert_eq!(view["outcome"]["text"]["zh"], "黑方连珠获胜");
    assert_eq!(view["line"], json!([[1, 0], [1, 1], [1, 2]]));
    assert_eq!(view["legal"], json!([]));
    let board = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(board["result"], "B+");
    assert_eq!(board["header"]["black"]["name"], "Ann");
    assert_eq!(board["players"]["second"], json!({"kind": "human", "name": "Bo"}));
    assert_eq!(board["nodes"].as_array().unwrap().len(), 6);
    assert_eq!(board["nodes"][1]["elapsed_ms"], 1200);
    assert_eq!(board["current"], node);
}

/// What is tried after a resignation does not change who won.
#[test]
fn a_result_stays_when_the_board_is_played_on() {
    let server = start();
    let id = server.game(&json!({"game": "mnk", "moves": ["b2", "a1", "a2", "a3"]}));
    let resigned = server.json("PATCH", &format!("/api/games/{id}"), &json!({"result": "W+R"}));
    assert_eq!(resigned.status, 200, "{}", resigned.text());
    let path = format!("/api/games/{id}/moves");
    assert_eq!(resigned.json()["ended"], Value::Null, "no move was tried");
    let played = server.json("POST", &path, &json!({"parent": 4, "move": "c2"}));
    assert_eq!((played.status, played.json()["view"]["outcome"]["winner"].clone()), (200, json!("black")));
    let board = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(
        (&board["result"], &board["ended"]),
        (&json!("W+R"), &json!(4)),
        "every page shows its end there"
    );
    // Another result is one of the last position.
    let changed = server.json("PATCH", &format!("/api/games/{id}"), &json!({"result": "B+R"}));
    assert_eq!(changed.json()["ended"], Value::Null);
}

#[test]
fn a_refused_move_gives_the_reason_in_both_languages_and_changes_nothing() {
    let server = start();
    let moves = ["h8", "a1", "i8", "c1", "j9", "e1", "j10", "g1"];
    let id = server.game(&json!({"game": "renju", "moves": moves}));
    let path = format!("/api/games/{id}/moves");
    let body = json!({"parent": 8, "move": "j8"}).to_string();
    let post = |language| {
        let headers = [("Content-Type", "application/json"), ("Accept-Language", language)];
        server.send("POST", &path, &headers, body.as_bytes())
    };
    let (en, zh) = (post("en"), post("zh-CN"));
    assert_eq!((en.status, zh.status), (422, 422));
    assert_eq!(en.json()["error"]["code"], "illegal-move");
    assert!(en.json()["error"]["message"].as_str().unwrap().contains("double three"));
    assert!(zh.json()["error"]["message"].as_str().unwrap().contains("三三禁手"));
    let view = server.get(&format!("/api/games/{id}/nodes/8")).json();
    let forbidden = view["forbidden"].as_array().unwrap();
    // j8, two rows below row 10: row 7 from the top, column 9.
    assert!(forbidden.iter().any(|f| f["point"] == json!([7, 9]) && f["foul"] == "double-three"));
    assert!(!view["legal"].as_array().unwrap().contains(&json!([7, 9])));
    assert_eq!(server.get(&format!("/api/games/{id}")).json()["revision"], 1);
}

#[test]
fn captures_flips_and_falling_stones_are_reported() {
    let server = start();
    let go = server.game(&json!({"game": "go", "size": 9, "moves": ["A9", "B9", "E5"]}));
    let played = server.json("POST", &format!("/api/games/{go}/moves"), &json!({"parent": 3, "move": "A8"}));
    assert_eq!(played.json()["view"]["captured"], json!([[0, 0]]));
    assert_eq!(played.json()["view"]["captures"], json!({"black": 0, "white": 1}));
    let othello = server.game(&json!({"game": "othello"}));
    let path = format!("/api/games/{othello}/moves");
    let played = server.json("POST", &path, &json!({"parent": 0, "point": [4, 5]}));
    assert_eq!(played.json()["view"]["flipped"], json!([[4, 4]]));
    assert_eq!(played.json()["view"]["counts"], json!({"black": 4, "white": 1}));
    let four = server.game(&json!({"game": "connect-four"}));
    let path = format!("/api/games/{four}/moves");
    let played = server.json("POST", &path, &json!({"parent": 0, "point": [0, 3]}));
    assert_eq!(played.json()["view"]["last"], json!([5, 3]), "the stone falls");
}

#[test]
fn variations_are_found_promoted_pruned_and_restored() {
    let server = start();
    let id = server.game(&json!({"game": "gomoku", "moves": ["h8", "h9"]}));
    let path = format!("/api/games/{id}/moves");
    let other = server.json("POST", &path, &json!({"parent": 1, "move": "i9"})).json()["node"].clone();
    let again = server.json("POST", &path, &json!({"parent": 1, "move": "i9"})).json()["node"].clone();
    assert_eq!(other, again);
    let node = format!("/api/games/{id}/nodes/{other}");
    let marks = json!([{"point": [0, 0], "kind": "label", "label": "A"}, {"point": [1, 1], "kind": "cross"}]);
    let said =
        server.json("PATCH", &node, &json!({"comment": "<b>why?</b>", "marks": marks, "promote": true}));
    assert_eq!(said.status, 200, "{}", said.text());
    let board = said.json()["board"].clone();
    let of = |board: &Value, id: &Value| {
        board["nodes"].as_array().unwrap().iter().find(|n| n["id"] == *id).cloned()
    };
    assert_eq!(of(&board, &json!(1)).unwrap()["children"][0], other);
    assert_eq!(of(&board, &other).unwrap()["comment"], "<b>why?</b>");
    assert_eq!(of(&board, &other).unwrap()["marks"][0]["label"], "A");
    let pruned = server.send("DELETE", &node, &[], b"").json();
    assert!(of(&pruned["board"], &other).is_none());
    assert_eq!(server.get(&node).status, 404);
    let back = server.json("POST", &format!("/api/games/{id}/undo-prune"), &json!({})).json();
    assert!(of(&back["board"], &other).is_some());
    let nothing = server.json("POST", &format!("/api/games/{id}/undo-prune"), &json!({}));
    assert_eq!((nothing.status, nothing.json()["error"]["code"].clone()), (409, json!("nothing-pruned")));
}

#[test]
fn two_tabs_see_each_other_s_changes() {
    let server = start();
    let id = server.game(&json!({"game": "gomoku"}));
    let mut tab = server.socket();
    let first = tab.ask(&json!({"id": 1, "do": "watch", "board": id}), "changed");
    assert_eq!(first["revision"], 1);
    let played =
        server.json("POST", &format!("/api/games/{id}/moves"), &json!({"parent": 0, "move": "h8"})).json();
    let changed = tab.wait("changed");
    assert_eq!((&changed["revision"], &changed["node"]), (&played["revision"], &played["node"]));
    let stale = json!({"revision": 1, "tags": ["late"]});
    let conflict = server.json("PATCH", &format!("/api/games/{id}"), &stale);
    assert_eq!((conflict.status, conflict.json()["error"]["code"].clone()), (409, json!("conflict")));
    assert_eq!(server.send("DELETE", &format!("/api/games/{id}"), &[], b"").status, 200);
    assert_eq!(tab.wait("changed")["deleted"], true);
    assert_eq!(server.get(&format!("/api/games/{id}")).status, 404);
    let back = server.json("POST", &format!("/api/games/{id}/restore"), &json!({}));
    assert_eq!(back.json()["nodes"].as_array().unwrap().len(), 2);
}

#[test]
fn only_what_nobody_misses_is_deleted_for_good() {
    let server = start();
    let forever = |id: u64| server.send("DELETE", &format!("/api/games/{id}?forever=true"), &[], b"");
    let binned = || server.get("/api/games?deleted=true").json()["total"].clone();
    let game = server.game(&json!({"game": "gomoku", "moves": ["h8"]}));
    let refused = forever(game);
    assert_eq!((refused.status, refused.json()["error"]["code"].clone()), (409, json!("not-disposable")));
    assert_eq!(server.get(&format!("/api/games/{game}")).status, 200);
    let untouched = server.game(&json!({"game": "gomoku"}));
    let puzzle = server.game(&json!({"game": "gomoku", "moves": ["h8"], "tags": ["puzzle"], "puzzle": true}));
    let played = json!({"parent": 1, "move": "h9"});
    assert_eq!(server.json("POST", &format!("/api/games/{puzzle}/moves"), &played).status, 200);
    for id in [untouched, puzzle] {
        assert_eq!(forever(id).json()["deleted"], id);
        assert_eq!(server.get(&format!("/api/games/{id}")).status, 404);
        assert_eq!(forever(id).status, 404);
    }
    assert_eq!(binned(), 0);
    // Tags are a person's: they make no puzzle, and whoever tags the board of one keeps it.
    let tagged = server.game(&json!({"game": "gomoku", "moves": ["h8"], "tags": ["puzzle"]}));
    let kept = server.game(&json!({"game": "gomoku", "moves": ["h8"], "tags": ["puzzle"], "puzzle": true}));
    for id in [game, kept] {
        let tags = json!({"tags": ["puzzle"]});
        assert_eq!(server.json("PATCH", &format!("/api/games/{id}"), &tags).status, 200);
    }
    for id in [game, tagged, kept] {
        assert_eq!(forever(id).status, 409);
        assert_eq!(server.send("DELETE", &format!("/api/games/{id}"), &[], b"").status, 200);
    }
    assert_eq!(binned(), 3);
    let wrong = json!({"game": "gomoku", "puzzle": "yes"});
    assert_eq!(server.json("POST", "/api/games", &wrong).status, 400);
    assert_eq!(server.send("DELETE", &format!("/api/games/{game}?forever=perhaps"), &[], b"").status, 400);
}

#[test]
fn names_follow_the_colours_that_an_opening_assigns() {
    let server = start();
    let id = server.game(&json!({
        "game": "gomoku", "rules": "freestyle+swap2",
        "players": {"first": {"name": "Ann"}, "second": {"name": "Bo"}},
    }));
    let path = format!("/api/games/{id}/moves");
    let mut node = json!(0);
    for text in ["h8", "h9", "i9"] {
        node = server.json("POST", &path, &json!({"parent": node, "move": text})).json()["node"].clone();
    }
    let view = server.get(&format!("/api/games/{id}/nodes/{node}")).json();
    assert_eq!(view["player_to_move"], "second");
    let choices: Vec<&str> =
        view["choices"].as_array().unwrap().iter().map(|c| c["move"].as_str().unwrap()).collect();
    assert_eq!(choices, ["black", "white", "two-more"]);
    assert_eq!(view["choices"][2]["text"]["zh"], "再摆两子");
    assert!(view["phase"]["zh"].as_str().unwrap().contains("执黑"));
    let taken = server.json("POST", &path, &json!({"parent": node, "move": "black"}));
    assert_eq!(taken.json()["view"]["colors"], json!({"first": "white", "second": "black"}));
    let board = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(board["header"]["black"]["name"], "Bo");
    assert_eq!(board["players"]["first"]["name"], "Ann");

    // An undo, and another third stone: its line becomes the game, and the colours are open again.
    let second = board["nodes"][2]["id"].clone();
    let other = server.json("POST", &path, &json!({"parent": second, "move": "j9"})).json()["node"].clone();
    let names = |board: &serde_json::Value| {
        let name = |of: &str, who: &str| board[of][who]["name"].as_str().unwrap().to_owned();
        [
            name("header", "black"),
            name("header", "white"),
            name("players", "first"),
            name("players", "second"),
        ]
    };
    let line = format!("/api/games/{id}/nodes/{other}");
    let open = server.json("PATCH", &line, &json!({"promote": true})).json()["board"].clone();
    assert_eq!(names(&open), ["Ann", "Bo", "Ann", "Bo"]);
    server.json("POST", &path, &json!({"parent": other, "move": "black"}));
    let again = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(names(&again), ["Bo", "Ann", "Ann", "Bo"]);
    // Without that line the first one is the game again, with the same colours; without any, they are open.
    server.json("DELETE", &line, &json!({}));
    assert_eq!(names(&server.get(&format!("/api/games/{id}")).json()), ["Bo", "Ann", "Ann", "Bo"]);
    server.json("DELETE", &format!("/api/games/{id}/nodes/{node}"), &json!({}));
    assert_eq!(names(&server.get(&format!("/api/games/{id}")).json()), ["Ann", "Bo", "Ann", "Bo"]);
}

/// A format of single positions has the one that is shown, not the end of the game.
#[test]
fn a_position_is_exported_as_it_is_shown() {
    let server = start();
    let id = server.game(&json!({"game": "othello"}));
    let mut node = json!(0);
    for text in ["f5", "d6", "c3"] {
        let mv = json!({"parent": node, "move": text});
        node = server.json("POST", &format!("/api/games/{id}/moves"), &mv).json()["node"].clone();
    }
    let discs = |more: &str| {
        let line = server.get(&format!("/api/games/{id}/export?format=obf{more}")).text();
        line[..64].chars().filter(|&c| c != '-').count()
    };
    let second = server.get(&format!("/api/games/{id}")).json()["nodes"][2]["id"].clone();
    assert_eq!([discs(&format!("&node={second}")), discs(&format!("&node={node}")), discs("")], [6, 7, 7]);
}

#[test]
fn a_set_up_position_is_checked_and_can_be_played() {
    let server = start();
    let setup = json!({"black": [[0, 0], [0, 1]], "white": [[1, 1]], "to_move": "white"});
    let id = server.game(&json!({"game": "othello", "setup": setup}));
    let view = server.get(&format!("/api/games/{id}/nodes/0")).json();
    assert_eq!(view["stones"], json!({"black": [[0, 0], [0, 1]], "white": [[1, 1]]}));
    let dead = json!({"black": [[0, 0]], "white": [[0, 1], [1, 0]]});
    let refused = server.json("POST", "/api/games", &json!({"game": "go", "size": 9, "setup": dead}));
    assert_eq!((refused.status, refused.json()["error"]["code"].clone()), (422, json!("bad-setup")));
    let twice = json!({"black": [[0, 0]], "white": [[0, 0]]});
    let refused = server.json("POST", "/api/games", &json!({"game": "go", "size": 9, "setup": twice}));
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["error"]["message"], json!("point A9 is set twice"));
}

#[test]
fn acknowledged_changes_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (id, before) = {
        let server = start_in(folder.path().to_path_buf(), |_| ());
        let id = server.game(&json!({"game": "go", "size": "9", "tags": ["mine"]}));
        server.json("POST", &format!("/api/games/{id}/moves"), &json!({"parent": 0, "move": "E5"}));
        (id, server.get(&format!("/api/games/{id}")).json())
    };
    let server = start_in(folder.path().to_path_buf(), |_| ());
    assert_eq!(server.get(&format!("/api/games/{id}")).json(), before);
}

#[test]
fn the_clock_counts_the_time_of_each_player() {
    let server = start();
    let clock = json!({"main_ms": 60_000, "increment_ms": 1_000});
    let id = server.game(&json!({"game": "gomoku", "clock": clock}));
    let path = format!("/api/games/{id}/moves");
    let one = server.json("POST", &path, &json!({"parent": 0, "move": "h8", "elapsed_ms": 10_000})).json();
    assert_eq!(one["view"]["clock"], json!({"first_ms": 51_000, "second_ms": 60_000}));
    let two = json!({"parent": one["node"], "move": "h9", "elapsed_ms": 500});
    let two = server.json("POST", &path, &two).json();
    assert_eq!(two["view"]["clock"], json!({"first_ms": 51_000, "second_ms": 60_500}));
}

#[test]
fn every_game_of_the_table_is_played_through_the_api() {
    let server = start();
    let mut rng = tengen_board::random::SplitMix64(6);
    let about = server.get("/api/about").json();
    for info in GameInfo::ALL {
        assert!(about["games"].as_array().unwrap().iter().any(|game| game["kind"] == info.id), "{}", info.id);
        for set in info.rule_sets {
            let spec = GameSpec::of_kind(info.kind, set.id, None).unwrap();
            let mut position = AnyPosition::new(&spec);
            let id = server.game(&json!({"game": info.id, "rules": set.id}));
            let mut node = 0;
            for _ in 0..4 {
                let mut next = position.clone();
                let Some(mv) = next.play_random(&mut || rng.next_u32()) else { break };
                let text = position.format_move(mv);
                let path = format!("/api/games/{id}/moves");
                let reply = server.json("POST", &path, &json!({"parent": node, "move": text}));
                assert_eq!(reply.status, 200, "{spec} {text}: {}", reply.text());
                let played = reply.json();
                node = played["node"].as_u64().unwrap();
                position = next;
                assert_eq!(played["view"]["to_move"], position.to_move().to_string(), "{spec}");
                let legal = position.legal_moves().iter().filter(|mv| mv.point().is_some()).count();
                assert_eq!(played["view"]["legal"].as_array().map(Vec::len), Some(legal), "{spec}");
            }
            let sgf = server.get(&format!("/api/games/{id}/export?format=sgf"));
            assert_eq!(sgf.status, 200, "{spec}: {}", sgf.text());
            assert!(sgf.text().starts_with("(;"), "{spec}: {}", sgf.text());
        }
    }
}
