//! `tengen perft`, `bench`, `rules`, `completions` and `train othello`.

mod common;
use common::{fails, ok};
use tengen_board::random::SplitMix64;
use tengen_games::othello::{Position, Rules};
use tengen_games::{Game as _, Move};
use tengen_records::wthor::file::{FileGame, FileHeader, byte};

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

/// A WTHOR file of random games.
fn random_games(count: u64) -> Vec<u8> {
    let header = FileHeader { games: count as u32, side: 8, depth: 24, year: 2026, ..FileHeader::default() };
    let mut bytes = header.to_bytes().to_vec();
    for number in 0..count {
        let (mut rng, mut position) = (SplitMix64(number), Position::new(&Rules::STANDARD));
        let mut game = FileGame { tournament: 0, black: 0, white: 0, score: 0, theory: 0, moves: [0; 60] };
        let mut places = game.moves.iter_mut();
        while let Some(played) = position.play_random(&mut || rng.next_u32()) {
            // Passes are left out.
            if let Move::Place(point) = played {
                *places.next().expect("60 moves at most") = byte(point).expect("a point of 8x8");
            }
        }
        let black = position.discs(tengen_board::Color::Black);
        (game.score, game.theory) = (black as u8, black as u8);
        bytes.extend(game.to_bytes());
    }
    bytes
}

/// All steps of the training, with few positions: the file depends on the games, the settings and the seed alone.
#[test]
fn othello_weights_are_the_same_bytes_again_and_with_two_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = random_games(30);
    std::fs::write(path("games.wtb"), &games).unwrap();
    let train = |output: &str, more: &str| {
        let run = format!(
            "train othello {} --positions 60 --exact 8 --depth 2 {more} -o {}",
            path("games.wtb"),
            path(output)
        );
        let lines = ok(&run).out.lines().count();
        assert!(!std::fs::exists(path(&format!("{output}.partial"))).unwrap(), "it is done");
        (lines, std::fs::read(path(output)).unwrap())
    };
    let (lines, first) = train("first", "--seed 5");
    // What was read, twenty stages from results and from searches, three networks twice.
    assert_eq!(lines, 1 + 20 + 20 + 6);
    assert!(first == train("second", "--seed 5").1, "the same again");
    assert!(first == train("threads", "--seed 5 --threads 2").1, "two threads");
    assert!(first != train("other", "--seed 6").1, "another seed");

    std::fs::write(path("cut.wtb"), &games[..games.len() - 9]).unwrap();
    let cut = format!("train othello {} -o {}", path("cut.wtb"), path("none"));
    fails(&cut, 3, &["cut.wtb", "not a WTHOR file"], &["cut.wtb", "不是 8x8 棋局的 WTHOR 文件"]);
    std::fs::write(path("first.partial"), "Tengen").unwrap();
    let other = format!("train othello {} -o {}", path("games.wtb"), path("first"));
    fails(&other, 3, &["first.partial", "unfinished training"], &["first.partial", "未完成的训练"]);
}
