//! The library as a file: a damaged one is set aside at the start, its games are recovered, backups are made. All of it
//! only for the machine that the server runs on.

use crate::common::{Running, start, start_in, start_with};
use crate::contract::{document, schema};
use serde_json::{Value, json};
use std::path::Path;

/// A folder with a library of `games` games whose first page is noise.
fn damaged(folder: &Path, games: usize) {
    let mut server = start_in(folder.into(), |_| ());
    for i in 0..games {
        let moves = ["f5", "d6", "c3", "d3"];
        let header = json!({"black": {"name": format!("Ann {i}")}});
        server.game(&json!({"game": "othello", "moves": moves, "header": header}));
    }
    server.stop();
    let path = folder.join("library.db");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[..4096].fill(0x5a);
    std::fs::write(&path, bytes).unwrap();
}

fn matches(wanted: &str, answer: &Value) {
    let document = document();
    let wanted = document["components"]["schemas"][wanted].clone();
    let validator = schema(&document, &wanted);
    let errors: Vec<String> = validator.iter_errors(answer).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?} {answer:#}");
}

fn recover(server: &Running, file: &str) -> Vec<Value> {
    let reply = server.json("POST", "/api/library/recover", &json!({"file": file}));
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_games_of_a_library_that_was_set_aside_are_recovered() {
    let folder = tempfile::tempdir().unwrap();
    damaged(folder.path(), 7);
    let server = start_in(folder.path().into(), |_| ());
    assert_eq!(server.get("/api/games").json()["total"], 0, "a new library begins");
    let file = server.get("/api/library/file").json();
    matches("LibraryFile", &file);
    assert_eq!(file["read_only"], false);
    assert_eq!(file["path"], json!(folder.path().join("library.db")));
    let [aside] = &file["damaged"].as_array().unwrap()[..] else { panic!("{file:#}") };
    assert_eq!((&aside["name"], &aside["new"]), (&json!("library.db.damaged-1"), &json!(true)));
    let lines = recover(&server, "library.db.damaged-1");
    let last = lines.last().unwrap();
    matches("Recovered", last);
    assert_eq!(
        (&last["recovered"], &last["lost_count"], &last["duplicates"]),
        (&json!(7), &json!(0), &json!(0))
    );
    assert_eq!(server.get("/api/games?player=Ann").json()["total"], 7);
    // A second time, every game is there already.
    let again = recover(&server, "library.db.damaged-1");
    assert_eq!(again.last().unwrap()["duplicates"], 7);
    assert_eq!(server.get("/api/games").json()["total"], 7);
    drop(server);
    // After a restart the file is still offered, but it isn't news.
    let server = start_in(folder.path().into(), |_| ());
    assert_eq!(server.get("/api/library/file").json()["damaged"][0]["new"], false);
}

#[test]
fn a_file_without_any_game_is_named_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("library.db"), "my diary").unwrap();
    let server = start_in(folder.path().into(), |_| ());
    let error = recover(&server, "library.db.damaged-1").pop().unwrap()["error"].clone();
    assert_eq!(error["message"], "no game in library.db.damaged-1 can be read");
    let body = json!({"file": "library.db.damaged-1"}).to_string();
    let headers = [("Content-Type", "application/json"), ("Accept-Language", "zh")];
    let zh = server.send("POST", "/api/library/recover", &headers, body.as_bytes()).text();
    assert!(zh.contains("library.db.damaged-1 里的对局都读不出来"), "{zh}");
}

#[test]
fn only_the_damaged_libraries_of_the_list_are_read() {
    let server = start();
    for file in [
        json!("library.db"),
        json!("../library.db.damaged-1"),
        json!("/etc/passwd"),
        json!("library.db.damaged-1"),
        json!(""),
        json!(null),
        json!(1),
    ] {
        let reply = server.json("POST", "/api/library/recover", &json!({"file": file}));
        assert_eq!(reply.status, 400, "{file}: {}", reply.text());
    }
    let more = server.json("POST", "/api/library/recover", &json!({"file": "x", "into": "y"}));
    assert_eq!(more.status, 400);
}

#[test]
fn a_backup_is_a_dated_library_beside_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let server = start_in(folder.path().into(), |_| ());
    server.game(&json!({"game": "othello", "moves": ["f5"]}));
    let made = server.send("POST", "/api/library/backup", &[], b"");
    assert_eq!(made.status, 201, "{}", made.text());
    let path = made.json()["path"].as_str().unwrap().to_owned();
    assert_eq!(Path::new(&path).parent().unwrap(), folder.path());
    server.game(&json!({"game": "othello"}));
    let file = server.get("/api/library/file").json();
    matches("LibraryFile", &file);
    assert_eq!(file["backups"][0]["path"], path.as_str());
    assert_eq!(file["backups"][0]["bytes"], made.json()["bytes"]);
    // It holds the games of its moment.
    let other = tempfile::tempdir().unwrap();
    std::fs::copy(&path, other.path().join("library.db")).unwrap();
    assert_eq!(start_in(other.path().into(), |_| ()).get("/api/games").json()["total"], 1);
}

#[test]
fn it_is_all_refused_where_others_reach_the_server() {
    let token = "0123456789abcdefghij";
    let shared = start_with(|config| {
        config.host = "0.0.0.0".into();
        config.token = Some(token.into());
    });
    let bearer = format!("Bearer {token}");
    let port = shared.address.port();
    let host = format!("127.0.0.1:{port}");
    let routes = [
        ("GET", "/api/library/file", &b""[..]),
        ("POST", "/api/library/backup", b""),
        ("POST", "/api/library/recover", br#"{"file": "library.db.damaged-1"}"#),
    ];
    for (method, path, body) in routes {
        let headers = [("Host", &*host), ("Authorization", &*bearer), ("Content-Type", "application/json")];
        let reply = shared.send(method, path, &headers, body);
        assert_eq!(
            (reply.status, reply.json()["error"]["code"].clone()),
            (403, json!("file-shared")),
            "{path}"
        );
    }
    let about = shared.send("GET", "/api/about", &[("Host", &host), ("Authorization", &bearer)], b"");
    assert_eq!(about.json()["own_machine"], false);
    // Behind a proxy of this machine, and from a page of another site.
    let own = start();
    assert_eq!(own.get("/api/about").json()["own_machine"], true);
    for header in [
        ("X-Forwarded-For", "10.0.0.7"),
        ("Forwarded", "for=10.0.0.7"),
        ("Via", "1.1 proxy"),
        ("Origin", "http://evil.example"),
        ("Sec-Fetch-Site", "cross-site"),
    ] {
        for (method, path, body) in routes {
            let reply = own.send(method, path, &[header, ("Content-Type", "application/json")], body);
            assert_eq!(reply.status, 403, "{header:?} {path}");
        }
    }
}
