//! The statistics of a player.

use crate::common::{PATIENCE, Running, start};
use crate::contract::{document, schema};
use serde_json::{Value, json};
use std::time::Instant;

/// Stores a game of Othello with its players and result.
fn game(server: &Running, names: [&str; 2], moves: &[&str], result: &str) -> u64 {
    let header = json!({"black": {"name": names[0]}, "white": {"name": names[1]}, "date": "1999-05-01"});
    let id = server.game(&json!({"game": "othello", "moves": moves, "header": header}));
    assert_eq!(server.json("PATCH", &format!("/api/games/{id}"), &json!({"result": result})).status, 200);
    id
}

/// The answer, checked against the document.
fn player(server: &Running, query: &str) -> Value {
    let reply = server.get(&format!("/api/library/player?{query}"));
    assert_eq!(reply.status, 200, "{}", reply.text());
    let document = document();
    let wanted = schema(&document, &json!({"$ref": "#/components/schemas/PlayerStatistics"}));
    let answer = reply.json();
    assert!(wanted.is_valid(&answer), "{:#?}", wanted.iter_errors(&answer).collect::<Vec<_>>());
    answer
}

#[test]
fn a_player_has_results_openings_and_mistakes() {
    let server = start();
    let tiger = ["f5", "d6", "c3", "d3", "c4"];
    // The same opening on another side of the board, by the other colour.
    let turned = ["c4", "e3", "f6", "e6", "f5"];
    let id = game(&server, ["Ann Lee", "Bob"], &tiger, "B+10");
    game(&server, ["Bob", "ann lee"], &turned, "B+2");
    game(&server, ["Ann Lee", "Bob"], &["f5", "f4"], "0");
    let ann = player(&server, "name=ANN&game=othello");
    let results = json!({"games": 3, "won": 1, "lost": 1, "drawn": 1, "score": 0.5});
    for (key, value) in results.as_object().unwrap() {
        assert_eq!(&ann[key], value, "{key}");
    }
    assert_eq!((&ann["player"], &ann["first"]), (&json!("Ann Lee"), &json!("1999-05-01")));
    let openings = ann["openings"].as_array().unwrap();
    assert_eq!((openings.len(), &openings[0]["games"]), (2, &json!(2)));
    assert_eq!((&openings[0]["name"]["en"], &openings[0]["name"]["zh"]), (&json!("Tiger"), &json!("虎")));
    assert_eq!(openings[0]["moves"], json!(tiger));
    assert_eq!((&openings[0]["black"]["won"], &openings[0]["white"]["lost"]), (&json!(1), &json!(1)));
    assert_eq!(ann["mistakes"]["reviewed"], 0);

    // A review in the page counts.
    let mut page = server.socket();
    page.send(&json!({"id": 1, "do": "sweep", "board": id, "line": "main", "limits": {"nodes": 20}}));
    while page.next().unwrap()["type"] != "review" {}
    let started = Instant::now();
    let mistakes = loop {
        let mistakes = player(&server, "name=ann")["mistakes"].clone();
        if mistakes["reviewed"] == 1 || started.elapsed() > PATIENCE {
            break mistakes;
        }
    };
    assert_eq!((&mistakes["reviewed"], &mistakes["left_out"]), (&json!(1), &json!(0)));
    // The first move has no alternative but those of symmetry; moves 1, 3 and 5 are Ann's.
    assert_eq!(mistakes["total"]["moves"], 3, "{mistakes:#}");
    assert!(mistakes["about"]["ja"].as_str().unwrap().contains("3分の1"));
    assert_eq!(player(&server, "name=bob")["mistakes"]["phases"]["opening"]["moves"], 2);
}

#[test]
fn a_player_who_is_not_there_gets_similar_names() {
    let server = start();
    game(&server, ["Takanashi Yusuke", "Tamenori Hideshi"], &["f5"], "B+2");
    let error = |query: &str, language: &str| {
        let path = format!("/api/library/player?{query}");
        let reply = server.send("GET", &path, &[("Accept-Language", language)], b"");
        (reply.status, reply.json()["error"].clone())
    };
    let (status, near) = error("name=Takanasi", "en");
    assert_eq!((status, &near["code"]), (404, &json!("no-player")));
    assert!(near["expected"].as_str().unwrap().contains("Takanashi Yusuke (1)"), "{near}");
    let (_, near) = error("name=Takanasi", "ja");
    assert!(near["expected"].as_str().unwrap().contains("Takanashi Yusuke（1）"), "{near}");
    let (status, several) = error("name=ta", "en");
    assert_eq!((status, &several["code"]), (422, &json!("several-players")));
    assert!(several["expected"].as_str().unwrap().contains("Tamenori Hideshi"), "{several}");
    server.game(&json!({"game": "go", "header": {"black": {"name": "Takanashi Yusuke"}}}));
    let (status, games) = error("name=takanashi", "zh");
    assert_eq!((status, &games["code"]), (422, &json!("several-games")));
    assert!(games["expected"].as_str().unwrap().contains("围棋"), "{games}");
}
