//! `tengen book`: made, interrupted, shown, spoilt, exchanged with Edax's format, and played by.

mod common;

use common::with_args;
use std::path::Path;
use std::process::{Command, Stdio};

const QUICK: [&str; 8] = ["--depth", "2", "--solve", "0", "--empties", "50", "--randomness", "4"];

fn make(file: &Path, positions: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["book", "othello", "make"]).arg(file).args(["--positions", positions]).args(QUICK);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn a_killed_run_goes_on_to_the_same_book() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    assert!(make(&whole, "150").status().unwrap().success());
    let journal = folder.path().join("killed.journal");
    // Killed again and again, each time once some more searches are in the journal.
    for searches in [3, 40, 90] {
        let mut run = make(&killed, "150").spawn().unwrap();
        let is_early = || std::fs::metadata(&journal).map_or(0, |file| file.len()) < 24 + 40 * searches;
        while is_early() && run.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        // On a busy machine a run may end before it is killed.
        assert!(journal.exists() || killed.exists());
    }
    assert!(make(&killed, "150").status().unwrap().success());
    assert_eq!(std::fs::read(&killed).unwrap(), std::fs::read(&whole).unwrap());
    assert!(!journal.exists());
}

#[test]
fn a_book_is_shown_checked_exchanged_and_played_by() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let book = path("book");
    assert!(make(&book, "60").status().unwrap().success());
    let of = |args: &[&str]| with_args(&[&["book", "othello"], args].concat(), "");
    let shown = of(&["show", text(&book), "--json"]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    let json: serde_json::Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!((json["positions"].as_u64(), json["depth"].as_u64()), (Some(60), Some(2)));
    // The four first moves are one position.
    assert_eq!(json["moves"].as_array().unwrap().len(), 4);
    assert_eq!(
        of(&["show", text(&book), "f5d6c3d3c4f4f6f3e6e7d7"]).code,
        1,
        "no line of the book goes so far"
    );
    assert!(of(&["check", text(&book)]).out.starts_with("sound: 60 positions"));

    // Growing further, and to Edax's format and back.
    let more = of(&["deviate", text(&book), "--positions", "80", "--error", "5", "--range", "20"]);
    assert!(more.out.starts_with("80 positions"), "{}{}", more.out, more.err);
    let (edax, again) = (path("book.dat"), path("again"));
    assert!(of(&["export", text(&book), "-o", text(&edax)]).out.starts_with("80 positions"));
    assert!(std::fs::read(&edax).unwrap().starts_with(b"XADEKOOB"));
    let imported = of(&["import", text(&edax), "-o", text(&again)]);
    assert_eq!(imported.out, "80 positions; 0 links added, 0 dropped, 0 values changed\n");
    assert_eq!(of(&["check", text(&again)]).code, 0);
    let other = of(&["make", text(&book), "--depth", "3"]);
    assert!(other.code == 2 && other.err.contains("--depth of this book is 2"), "{}", other.err);
    assert_eq!(of(&["import", text(&edax), "-o", text(&edax)]).code, 2);
    assert_eq!(of(&["import", text(&book), "-o", text(&path("x"))]).code, 3);

    // A game begins with moves of the book: no node is searched for them.
    let engine = ["engine", "gtp", "--game", "othello", "--opening-book", text(&book)];
    let played = with_args(&engine, "genmove b\nquit\n");
    assert!(played.code == 0 && played.out.starts_with("= "), "{}{}", played.out, played.err);

    // Spoilt, or no book.
    let mut bytes = std::fs::read(&book).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(path("spoilt"), &bytes).unwrap();
    std::fs::write(path("empty"), "").unwrap();
    std::fs::create_dir(path("folder")).unwrap();
    for (name, says) in [
        ("spoilt", "spoilt"),
        ("empty", "no opening book"),
        ("none", "there is no book"),
        ("folder", "it is a folder"),
    ] {
        let file = path(name);
        let player = format!("tengen:book={}", file.display());
        let game = ["match", "--game", "othello", "--a", player.as_str(), "--b", "tengen", "--depth", "1"];
        let engine = ["engine", "nboard", "--opening-book", text(&file)];
        for args in [&game[..], &engine[..], &["book", "othello", "show", text(&file)]] {
            let refused = with_args(args, "");
            assert_eq!(refused.code, 3, "{args:?}: {}", refused.err);
            assert!(refused.err.contains(says) && refused.err.contains(name), "{}", refused.err);
        }
    }
    // Where no book belongs.
    let player = format!("tengen:book={},level=3", book.display());
    for args in [
        &["match", "--game", "othello", "--a", player.as_str(), "--b", "tengen", "--depth", "1"][..],
        &["match", "--game", "gomoku", "--a", &player, "--b", "tengen", "--depth", "1"],
        &["match", "--game", "othello", "--a", "tengen:randomness=1", "--b", "tengen", "--depth", "1"],
        &["engine", "gomocup", "--opening-book", text(&book)],
        &["engine", "gtp", "--game", "go", "--opening-book", text(&book)],
        &["engine", "gtp", "--game", "othello", "--size", "6", "--opening-book", text(&book)],
        &["engine", "nboard", "--level", "2", "--opening-book", text(&book)],
        &["book", "othello", "deviate", text(&book), "--error", "65"],
    ] {
        let refused = with_args(args, "");
        assert_eq!(refused.code, 2, "{args:?}: {}", refused.err);
    }
}
