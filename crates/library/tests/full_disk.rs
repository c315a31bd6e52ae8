//! A full disk: games can still be read, and what cannot be stored is an error. The test runs itself again in a name
//! space of its own, on a small disk in memory.
#![cfg(target_os = "linux")]

mod common;

use common::{Random, live_game, played, random_moves, spec};
use std::path::Path;
use std::process::Command;
use tengen_library::{Error, GameQuery, Library, NewGame};

const DISK: &str = "TENGEN_TEST_SMALL_DISK";

/// Runs the test `name` again with an empty disk of 16 MiB. False if this system does not allow it.
fn on_a_small_disk(name: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let script = "mount -t tmpfs -o size=16m tengen \"$1\" || exit 77; shift; exec \"$@\"";
    let run = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"])
        .arg(folder.path())
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(DISK, folder.path())
        .output();
    match run {
        Ok(run) if run.status.code() == Some(77) => false,
        // unshare itself was refused.
        Ok(run)
            if !run.status.success() && !String::from_utf8_lossy(&run.stdout).contains("running 1 test") =>
        {
            false
        }
        Ok(run) => {
            let text = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
            assert!(run.status.success(), "{text}");
            true
        }
        Err(_) => false,
    }
}

/// Writes until nothing more goes on the disk.
fn fill_disk(folder: &Path) {
    for size in [1 << 20, 1 << 16, 1] {
        for n in 0.. {
            if std::fs::write(folder.join(format!("waste-{size}-{n}")), vec![7; size]).is_err() {
                break;
            }
        }
    }
}

#[test]
fn games_are_read_from_a_full_disk() {
    let Some(folder) = std::env::var_os(DISK) else {
        if !on_a_small_disk("games_are_read_from_a_full_disk") {
            tengen_truth::skipped("a full disk: no name spaces here");
        }
        return;
    };
    let folder = Path::new(&folder);
    let path = folder.join("library.db");
    let (othello, mut random) = (spec("othello"), Random(4));
    let library = Library::open(&path).unwrap();
    let games: Vec<i64> =
        (0..20).map(|_| live_game(&library, &othello, &random_moves(&othello, &mut random, 30)).0).collect();
    assert!(library.read_only().is_none());

    let look = |library: &Library| {
        for &game in &games {
            assert_eq!(library.load(game).unwrap().record.main_moves().count(), 30);
        }
        let total = library.search(&GameQuery::default()).unwrap().total;
        assert!(total >= 20, "{total}");
        assert!(library.find_position(&played(&othello, "f5"), 1, 50).unwrap().total >= 20);
    };
    look(&library);

    // It fills while the library is open.
    fill_disk(folder);
    let refused = (0..200).find_map(|_| {
        library
            .create(NewGame::new(othello.clone()).with_moves(random_moves(&othello, &mut random, 60)))
            .err()
    });
    assert_eq!(refused, Some(Error::Full));
    look(&library);
    drop(library);

    // It is full when the library is opened.
    fill_disk(folder);
    let library = Library::open(&path).unwrap();
    look(&library);
    let why = library.read_only().cloned();
    let error = library.create(NewGame::new(othello.clone())).err();
    if why.is_some() {
        assert_eq!(error, why);
    }
    assert_eq!(library.path(), path);
    drop(library);

    // With free space again, nothing is lost.
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("waste") {
            std::fs::remove_file(path).unwrap();
        }
    }
    let library = Library::open(&path).unwrap();
    assert!(library.read_only().is_none());
    look(&library);
    library.create(NewGame::new(othello)).unwrap();
}
