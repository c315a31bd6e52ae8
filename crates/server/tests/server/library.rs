//! The library as a page uses it: search, import, export, facts of a position.

use crate::common::start;
use serde_json::{Value, json};
use tengen_games::{Game as _, go};

#[test]
fn exported_files_can_be_imported_again() {
    let server = start();
    let id = server.game(&json!({
        "game": "gomoku", "rules": "standard", "moves": ["h8", "i9", "g7"],
        "header": {"black": {"name": "安"}, "white": {"name": "B <b>"}, "event": "x"},
    }));
    for (format, start_of, media) in [
        ("sgf", &b"(;"[..], "text/plain; charset=utf-8"),
        ("psq", b"Piskvorky", "text/plain; charset=utf-8"),
        ("renlib", b"\xffRenLib", "application/octet-stream"),
        ("moves", b"h8", "text/plain; charset=utf-8"),
        ("svg", b"<svg ", "image/svg+xml"),
        ("png", b"\x89PNG", "image/png"),
        ("gif", b"GIF89a", "image/gif"),
        ("json", b"{\"id\":", "application/json"),
    ] {
        let file = server.get(&format!("/api/games/{id}/export?format={format}&width=200"));
        assert_eq!(file.status, 200, "{format}: {}", file.text());
        assert!(file.bytes.starts_with(start_of), "{format}");
        assert_eq!(file.header("content-type"), Some(media));
        let name = file.header("content-disposition").unwrap();
        assert!(name.starts_with("attachment; filename=\"gomoku-B-b-1."), "{name}");
        assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    }
    let text = server.get(&format!("/api/games/{id}/export?format=text&node=3"));
    assert!(text.text().contains('●') || text.text().contains('X'), "{}", text.text());
    // A diagram is opened again as a position.
    let read = server.send("POST", "/api/import?name=x.txt", &[], &text.bytes).json();
    assert_eq!((&read["count"], &read["problem_count"]), (&json!(1), &json!(0)), "{read:#}");
    let position = server.get(&format!("/api/games/{}/nodes/0", read["imported"][0]["id"])).json();
    let here = server.get(&format!("/api/games/{id}/nodes/3")).json();
    for key in ["stones", "to_move"] {
        assert_eq!(position[key], here[key], "{key}: {}", text.text());
    }
    let wrong = server.get(&format!("/api/games/{id}/export?format=ggf"));
    assert_eq!((wrong.status, wrong.json()["error"]["code"].clone()), (422, json!("unwritable")));
    let wide = server.get(&format!("/api/games/{id}/export?format=png&width=100000"));
    assert_eq!(wide.status, 400);

    let sgf = server.get(&format!("/api/games/{id}/export?format=sgf")).bytes;
    let again = server.send("POST", "/api/import?name=x.sgf", &[], &sgf).json();
    assert_eq!(again["duplicate_count"], 1, "{again:#}");
    let file = server.get(&format!("/api/games/{id}/export?format=json")).bytes;
    let again = server.send("POST", "/api/import?name=x.json", &[], &file).json();
    assert_eq!(again["duplicate_count"], 1, "JSON is read by the record in it: {again:#}");
    let other = start();
    let imported = other.send("POST", "/api/import?name=x.sgf", &[], &sgf).json();
    assert_eq!((&imported["count"], &imported["problem_count"]), (&json!(1), &json!(0)));
    let board = other.get(&format!("/api/games/{}", imported["imported"][0]["id"])).json();
    let here = server.get(&format!("/api/games/{id}")).json();
    for key in ["game", "rules", "size", "header", "nodes"] {
        assert_eq!(board[key], here[key], "{key}");
    }
}

#[test]
fn a_search_takes_fields_and_results_as_people_write_them() {
    let server = start();
    let game = |size: u64, black: &str, white: &str, result: &str| {
        let header = json!({"black": {"name": black}, "white": {"name": white}, "event": "Kisei"});
        let id = server.game(&json!({"game": "go", "size": size, "header": header}));
        assert_eq!(server.json("PATCH", &format!("/api/games/{id}"), &json!({"result": result})).status, 200);
        id
    };
    let (a, b) =
        (game(19, "Cho Chikun", "Kobayashi Koichi", "B+2"), game(9, "Kobayashi Koichi", "Ann", "W+R"));
    let found = |query: &str| {
        let answer = server.get(&format!("/api/games?sort=oldest&{query}")).json();
        answer["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["id"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(found("text=kobayashi%20cho"), [a]);
    assert_eq!(found("black=kobayashi"), [b]);
    assert_eq!(found("white=kobayashi"), [a]);
    assert_eq!(found("event=KISEI"), [a, b]);
    assert_eq!(found("size=9"), [b]);
    assert_eq!((found("result=B%2B"), found("result=w%2b")), (vec![a], vec![b]));
    assert_eq!(server.get("/api/games?size=large").status, 400);
    assert_eq!(server.get("/api/games?result=good").status, 400);
}

#[test]
fn a_chosen_fifth_move_captures_nothing() {
    let server = start();
    let moves = ["h8", "i9", "j8", "fifths=2", "white", "a1", "b1", "c1", "b1"];
    let id = server.game(&json!({"game": "gomoku", "rules": "renju+yamaguchi", "moves": moves}));
    let board = server.get(&format!("/api/games/{id}")).json();
    let view = server.get(&format!("/api/games/{id}/nodes/{}", board["current"])).json();
    assert_eq!(view["captured"], json!([]), "{view:#}");
}

#[test]
fn an_import_reports_progress_and_problems() {
    let server = start();
    let games: String = (0..600).map(|i| format!("(;GM[4]SZ[15]PB[p{i}];B[hh];W[ii])\n")).collect();
    let reply = server.send("POST", "/api/import?progress=1&tags=many,x", &[], games.as_bytes());
    let lines: Vec<Value> = reply.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.last().unwrap();
    assert_eq!((&last["count"], &last["read"]), (&json!(600), &json!(600)));
    assert!(lines[..lines.len() - 1].iter().all(|line| line["step"].is_string()));
    assert_eq!(server.get("/api/games?tag=many").json()["total"], 600);
    assert_eq!(server.get("/api/tags").json()[0]["count"], 600);
    let broken = server.send("POST", "/api/import?name=b.sgf", &[], b"(;GM[1]SZ[9];B[ee];W[ee])").json();
    assert_eq!(broken["problem_count"], 1);
    assert!(broken["problems"][0]["what"].as_str().unwrap().contains("E5"), "{broken:#}");
    let nothing = server.send("POST", "/api/import", &[], b"  ");
    assert_eq!(nothing.status, 400);
    let guessed = server.send("POST", "/api/import", &[], b"q16 d4 r4").json();
    let others = json!([{"game": "gomoku", "rules": "freestyle", "size": {"rows": 20, "cols": 20}}]);
    assert_eq!((&guessed["imported"][0]["game"], &guessed["problems"][0]["others"]), (&json!("go"), &others));
    let pasted = server.send("POST", "/api/import?game=gomoku", &[], b"h8i9g7").json();
    assert_eq!(pasted["count"], 1);
}

/// Two files of one game each, with their names, in every order in which a folder can arrive.
#[test]
fn wthor_games_get_their_names_in_any_order() {
    // The year 1999 is 0x7cf.
    let game = |player: u8, year: u8| {
        let mut bytes = vec![20, 24, 3, 2, 1, 0, 0, 0, 0, 0, year, 0x07, 8, 0, 24, 0];
        bytes.extend([1, 0, player, 0, 2, 0, 64, 40]);
        bytes.extend([56, 64, 53, 46, 75, 66, 57, 65, 35]);
        bytes.resize(16 + 68, 0);
        bytes
    };
    let mut names = tengen_records::wthor::Names::new();
    for player in ["Ada", "Bo", "Chi"] {
        names.add_player(player).unwrap();
    }
    names.add_tournament("Paris").unwrap();
    let made = (2024, 3, 2);
    let files = [
        ("WTH_1999.wtb", game(1, 0xcf)),
        ("WTH_2000.wtb", game(3, 0xd0)),
        ("WTH.JOU", names.players_file(made)),
        ("WTH.TRN", names.tournaments_file(made)),
    ];
    for order in [[0, 1, 2, 3], [2, 3, 0, 1], [0, 3, 1, 2], [2, 0, 3, 1]] {
        let server = start();
        for i in order {
            let (name, bytes) = &files[i];
            let answer = server.send("POST", &format!("/api/import?name={name}"), &[], bytes);
            assert_eq!(answer.status, 200, "{name}: {}", answer.text());
        }
        let list = server.get("/api/games?sort=oldest").json();
        assert_eq!(list["total"], 2, "{order:?}: {list:#}");
        for (game, black) in list["games"].as_array().unwrap().iter().zip(["Ada", "Chi"]) {
            assert_eq!(
                (&game["black"], &game["white"]),
                (&json!(black), &json!("Bo")),
                "{order:?}: {game:#}"
            );
            assert_eq!(game["event"], "Paris");
        }
        // Reading again adds nothing.
        let again = server.send("POST", "/api/import?name=WTH_1999.wtb", &[], &files[0].1).json();
        assert_eq!((&again["count"], &again["duplicate_count"]), (&json!(0), &json!(1)), "{again:#}");
    }
    let server = start();
    let broken = server.send("POST", "/api/import?name=WTH.JOU", &[], b"no names at all");
    assert_eq!(broken.status, 400, "{}", broken.text());
}

#[test]
fn a_position_is_found_in_every_symmetry() {
    let server = start();
    server.game(&json!({"game": "othello", "moves": ["f5", "d6", "c3"], "header": {"black": {"name": "A"}}}));
    server.game(&json!({"game": "othello", "moves": ["c4", "e3"]}));
    let found =
        server.json("POST", "/api/library/position", &json!({"game": "othello", "moves": ["d3"]})).json();
    assert_eq!(found["total"], 2);
    let played: u64 =
        found["statistics"].as_array().unwrap().iter().map(|m| m["games"].as_u64().unwrap()).sum();
    assert_eq!(played, 2);
    let one = server.get("/api/games?player=a&game=othello").json();
    assert_eq!((&one["total"], &one["games"][0]["black"]), (&json!(1), &json!("A")));
}

#[test]
fn moves_that_stay_in_a_proven_strategy_are_marked() {
    let server = start();
    let marks = |rules: &str, moves: &[&str]| {
        for line in [["h8", "h7", "i9"], ["h8", "h7", "i7"], ["h8", "h7", "o1"], ["a1", "h8", "h9"]] {
            server.game(&json!({"game": "gomoku", "rules": rules, "moves": line}));
        }
        let asked = json!({"game": "gomoku", "rules": rules, "moves": moves});
        let found = server.json("POST", "/api/library/position", &asked).json();
        let statistics = found["statistics"].as_array().unwrap().clone();
        let mut marks: Vec<(String, bool)> = statistics
            .iter()
            .map(|next| (next["move"].as_str().unwrap().to_owned(), next["strategy"].as_bool().unwrap()))
            .collect();
        marks.sort();
        marks
    };
    let named = |all: [(&str, bool); 3]| all.map(|(mv, is_in)| (mv.to_owned(), is_in)).to_vec();
    // docs/solved.md: Black begins at h8, and answers h7 by i9 or its mirror image; in freestyle by i7.
    assert_eq!(marks("standard", &["h8", "h7"]), named([("i7", false), ("i9", true), ("o1", false)]));
    assert_eq!(marks("freestyle", &["h8", "h7"]), named([("i7", true), ("i9", false), ("o1", false)]));
    for rules in ["standard", "freestyle"] {
        assert!(marks(rules, &[]).iter().all(|(mv, is_in)| *is_in == (mv == "h8")), "{rules}");
    }
    assert!(marks("renju", &["h8", "h7"]).iter().all(|(_, is_in)| !is_in), "nothing is claimed there");
}

#[test]
fn overlays_have_the_facts_of_the_game() {
    let server = start();
    let overlay = |id: u64, node: u64| server.get(&format!("/api/games/{id}/nodes/{node}/overlay")).json();
    let find = |overlay: &Value, kind: &str, side: &str| {
        let facts = overlay["facts"].as_array().unwrap();
        facts.iter().find(|fact| fact["kind"] == kind && fact["side"] == side).cloned().unwrap_or_default()
    };
    let gomoku = server.game(&json!({"game": "gomoku", "moves": ["h8", "a1", "i8", "a15", "j8"]}));
    assert_eq!(find(&overlay(gomoku, 5), "open-four", "black")["points"], json!([[7, 6], [7, 10]]));
    let go = server.game(&json!({"game": "go", "size": 9, "moves": ["A9", "B9"]}));
    let facts = overlay(go, 2);
    let chain = find(&facts, "chain", "black");
    assert_eq!((&chain["points"], &chain["others"]), (&json!([[0, 0]]), &json!([[1, 0]])));
    assert_eq!(find(&facts, "can-capture", "white")["points"], json!([[1, 0]]));
    let othello = server.game(&json!({"game": "othello"}));
    for side in ["black", "white"] {
        assert_eq!(find(&overlay(othello, 0), "mobility", side)["points"].as_array().unwrap().len(), 4);
    }
}

#[test]
fn go_is_counted_with_the_given_dead_stones() {
    let server = start();
    let moves = ["C3", "A1", "pass", "pass"];
    let id = server.game(&json!({"game": "go", "size": 5, "moves": moves}));
    let count = |dead: Value| {
        server.json("POST", &format!("/api/games/{id}/nodes/4/score"), &json!({"dead": dead})).json()
    };
    // With A1 alive each side owns only its stones: komi decides. With A1 dead black owns the whole board.
    assert_eq!(count(json!([]))["winner"], "white");
    let all = count(json!([[4, 0]]));
    assert_eq!((&all["winner"], &all["margin"]), (&json!("black"), &json!(17.5)));
    assert_eq!(all["text"]["zh"], "黑方胜 17.5");
    assert_eq!(all["ownership"], json!(vec![[1; 5]; 5]));
    let gomoku = server.game(&json!({"game": "gomoku"}));
    let wrong = server.json("POST", &format!("/api/games/{gomoku}/nodes/0/score"), &json!({}));
    assert_eq!(wrong.json()["error"]["code"], "not-counted");

    // Until the players agree on the dead stones there is no result; then the diagram and the explanation name it.
    let game = format!("/api/games/{id}");
    let diagram = || server.get(&format!("{game}/export?format=text&node=4")).text();
    assert_eq!(server.get(&game).json()["result"], Value::Null);
    assert!(diagram().trim_end().ends_with("not counted yet"), "{}", diagram());
    let points = (0..25).map(|n| [n / 5, n % 5]).filter(|point| *point != [2, 2]);
    let marks: Vec<Value> =
        points.map(|point| json!({"point": point, "kind": "territory", "label": "black"})).collect();
    server.json("PATCH", &format!("{game}/nodes/4"), &json!({"marks": marks}));
    server.json("PATCH", &game, &json!({"result": "B+17.5"}));
    assert!(diagram().trim_end().ends_with("black wins by 17.5"), "{}", diagram());
    let ask = json!({"id": 1, "do": "explain", "board": id, "node": 4, "limits": {"nodes": 2}});
    let explained = server.socket().ask(&ask, "explanation");
    let said = explained["items"][0]["text"]["en"].as_str().unwrap();
    assert!(said.to_lowercase().starts_with("black wins by 17.5"), "{explained:#}");
    // Of another result than that of the marks the diagram gives what was entered.
    server.json("PATCH", &game, &json!({"result": "W+R"}));
    assert!(diagram().trim_end().ends_with("result W+R"), "{}", diagram());
}

#[test]
fn arrows_are_saved_with_the_node_and_in_the_file() {
    let server = start();
    let id = server.game(&json!({"game": "go", "size": 9, "moves": ["E5"]}));
    let node = format!("/api/games/{id}/nodes/1");
    let arrows =
        json!([{"from": [0, 0], "to": [0, 2], "line": false}, {"from": [3, 3], "to": [5, 5], "line": true}]);
    let saved = server.json("PATCH", &node, &json!({"arrows": arrows})).json();
    assert_eq!(saved["board"]["nodes"][1]["arrows"], arrows);
    let sgf = server.get(&format!("/api/games/{id}/export?format=sgf")).text();
    assert!(sgf.contains("AR[aa:ca]") && sgf.contains("LN[dd:ff]"), "{sgf}");
    let other = start();
    let read = other.send("POST", "/api/import?name=x.sgf", &[], sgf.as_bytes()).json();
    let board = other.get(&format!("/api/games/{}", read["imported"][0]["id"])).json();
    assert_eq!(board["nodes"][1]["arrows"], arrows);
    let none = server.json("PATCH", &node, &json!({"arrows": []})).json();
    assert_eq!(none["board"]["nodes"][1]["arrows"], Value::Null);
    let off = server.json("PATCH", &node, &json!({"arrows": [{"from": [0, 0], "to": [9, 0]}]}));
    assert_eq!((off.status, off.json()["error"]["code"].clone()), (400, json!("bad-field")));
}

/// In Go the answer captures or saves the marked chain, and each other move fails: read again, one puzzle in five.
#[test]
fn the_puzzles_of_go_have_one_answer() {
    let server = start();
    for (suite, attack) in [("go-capture", true), ("go-save", false)] {
        for n in (1..=20).step_by(5) {
            let puzzle = server.get(&format!("/api/puzzles/{suite}/{n}")).json();
            let size = Some(puzzle["size"].as_str().unwrap().parse().unwrap());
            let rules = go::Rules::named(puzzle["rules"].as_str().unwrap(), size).unwrap();
            let mut game = go::Position::new(&rules);
            for mv in puzzle["moves"].as_array().unwrap() {
                game.play(game.parse_move(mv.as_str().unwrap()).unwrap()).unwrap();
            }
            let side = game.to_move();
            let target = game.parse_move(puzzle["target"].as_str().unwrap()).unwrap().point().unwrap();
            assert_eq!(game.at(target).color(), Some(if attack { !side } else { side }));
            let answers = puzzle["answers"].as_array().unwrap();
            let [answer] = &answers[..] else { panic!("{suite} {n}: {answers:?}") };
            let answer = game.parse_move(answer.as_str().unwrap()).unwrap();
            let mut moves = Vec::new();
            game.legal_moves_into(&mut moves);
            for mv in moves {
                let mut after = game.clone();
                after.play(mv).unwrap();
                let is_captured = match attack {
                    true => after.read_defense(target, 20_000).unwrap().certainty <= go::Certainty::Unknown,
                    false => after.read_attack(target, 20_000).unwrap().certainty == go::Certainty::Yes,
                };
                assert_eq!(is_captured, (mv == answer) == attack, "{suite} {n}: {}", game.format_move(mv));
            }
            for mv in puzzle["line"].as_array().unwrap() {
                game.play(game.parse_move(mv.as_str().unwrap()).unwrap()).unwrap();
            }
            assert_eq!(game.at(target).is_empty(), attack, "{suite} {n}: the line ends with the capture");
        }
    }
}

#[test]
fn puzzles_can_be_tried_and_are_as_described() {
    let server = start();
    let suites = server.get("/api/puzzles").json();
    let suites = suites["suites"].as_array().unwrap().clone();
    assert!(suites.len() >= 4);
    for suite in &suites {
        let (id, count) = (suite["id"].as_str().unwrap(), suite["count"].as_u64().unwrap());
        assert!(count >= 10, "{id}");
        for n in 1..=count {
            let puzzle = server.get(&format!("/api/puzzles/{id}/{n}")).json();
            let mut game = json!({"game": puzzle["game"], "rules": puzzle["rules"], "size": puzzle["size"]});
            for key in ["setup", "moves"] {
                if !puzzle[key].is_null() {
                    game[key] = puzzle[key].clone();
                }
            }
            for answer in puzzle["answers"].as_array().unwrap() {
                let mut with = game.clone();
                let mut moves = game["moves"].as_array().cloned().unwrap_or_default();
                moves.push(answer.clone());
                with["moves"] = json!(moves);
                let reply = server.json("POST", "/api/library/position", &with);
                assert_eq!(reply.status, 200, "{id} {n}: {}", reply.text());
            }
        }
        assert_eq!(server.get(&format!("/api/puzzles/{id}/{}", count + 1)).status, 404);
    }
    assert_eq!(server.get("/api/puzzles/none/1").status, 404);
    let id = suites[0]["id"].as_str().unwrap();
    let path = format!("/api/puzzles/{id}/1");
    server.json("POST", &path, &json!({"solved": false}));
    let tried = server.json("POST", &path, &json!({"solved": true})).json();
    assert_eq!(tried, json!({"tries": 2, "solved": 1}));
    assert_eq!(server.get(&path).json()["solved"], 1);
    assert_eq!(server.get("/api/puzzles").json()["suites"][0]["solved"], 1);
}
