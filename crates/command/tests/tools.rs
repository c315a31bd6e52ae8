//! `tengen perft`, `bench`, `rules` and `completions`.

mod common;
use common::ok;

/// Counts from outside: Othello's perft is that of Edax and of Egaroucid's tables (a pass is a ply). Go's was counted
/// by KataGo. Tic-tac-toe's 127,872 games of nine moves follow from its 255,168 games in all.
#[test]
fn perft_counts_stand_alone_on_the_last_line() {
    for (args, count) in [
        ("othello 9", "3005288"),
        ("go 4 --size 3x3 --rules tromp-taylor", "5281"),
        ("mnk 9 --size 3x3 --k 3", "127872"),
        ("tic-tac-toe 9 --threads 1", "127872"),
        ("gomoku 2", "50400"),
        ("connect-four 1", "7"),
        ("othello 0", "1"),
        ("connect6 3", "46655640"),
        ("pente 3", "46655640"),
        // The first stone goes on the centre.
        ("pente 1 --opening tournament", "1"),
    ] {
        assert_eq!(ok(&format!("perft {args}")).last(), count, "{args}");
    }
    let divided = ok("perft othello 3 --divide");
    assert_eq!(divided.out.lines().collect::<Vec<_>>().len(), 5);
    assert_eq!(divided.last(), "56");
    assert_eq!(ok("perft tic-tac-toe 1 --moves b2a1").last(), "7");
}

#[test]
fn a_peer_that_is_not_there_is_skipped_by_name() {
    let table = ok("bench gomoku --quick --depth 1 --rapfi no/such/program").out;
    assert!(
        table.contains("Rapfi, before") && table.contains("skipped: there is no no/such/program"),
        "{table}"
    );
}

#[test]
fn bench_layouts_has_a_column_for_each_layout() {
    let table = ok("bench layouts --quick --depth 1").out;
    for name in ["nested vectors", "2-D array", "flat 1-D", "padded 1-D", "line bits"] {
        assert!(table.contains(name), "{name}: {table}");
    }
    let json = ok("bench layouts --quick --depth 1 --json").out;
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
}

#[test]
fn bench_go_has_the_signature_and_the_playouts_of_each_size() {
    let table = ok("bench go --quick").out;
    for word in ["signature", "light", "bulk portable", "legal sets", "search", "9x9", "13x13", "19x19"] {
        assert!(table.contains(word), "{word}: {table}");
    }
    let json: serde_json::Value = serde_json::from_str(&ok("bench go --quick --json").out).unwrap();
    assert_eq!(json["rows"][0]["engine"], "go", "{json}");
    assert_eq!(json["rates"]["rows"].as_array().map(Vec::len), Some(3), "{json}");
    let checked = ok("bench go --check").out;
    assert!(checked.contains("signature") && !checked.contains("light"), "{checked}");
}

#[test]
fn rules_tell_all_or_one() {
    let all = ok("rules").out;
    for word in ["tic-tac-toe", "renju", "othello", "tromp-taylor", "soosorv-8"] {
        assert!(all.contains(word), "{word}");
    }
    let one = ok("rules renju").out;
    assert!(one.contains("double threes") && !one.contains("othello"), "{one}");
    assert!(ok("--lang zh rules renju").out.contains("禁手"));
    assert!(ok("rules japanese").out.contains("Territory"));
}

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ok(&format!("completions {shell}")).out;
        assert!(script.contains("perft") && script.contains("analyze"), "{shell}");
    }
}
