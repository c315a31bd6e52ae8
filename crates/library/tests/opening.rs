//! Opening: older and newer versions, files of other programs, damaged files; and copies.

mod common;

use common::{Random, live_game, played, random_moves, spec};
use std::path::Path;
use tengen_library::{Error, GameQuery, Library, NewGame, default_folder};

/// A library with games in it.
fn fill(path: &Path) -> Vec<i64> {
    let library = Library::open(path).unwrap();
    let mut random = Random(2);
    let othello = spec("othello");
    (0..40).map(|_| live_game(&library, &othello, &random_moves(&othello, &mut random, 30)).0).collect()
}

#[test]
fn a_library_is_made_with_its_folders_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/library.db");
    let games = fill(&path);
    let library = Library::open(&path).unwrap();
    assert_eq!(library.path(), path);
    assert_eq!(library.search(&GameQuery::default()).unwrap().total, games.len() as u64);
    // The log is gone once the last program closes the file. SQLite leaves it if another has the file open.
    drop(library);
    let log = folder.path().join("a/b/library.db-wal");
    let gone = (0..10).any(|_| {
        if log.exists() {
            drop(Library::open(&path).unwrap());
        }
        !log.exists()
    });
    assert!(gone, "{} is left", log.display());
    let in_folder = Library::open(folder.path().join("a"));
    assert!(matches!(in_folder, Err(Error::Io { .. })), "{in_folder:?}");
    let is_named = std::env::var_os("TENGEN_DATA").is_some();
    assert!(is_named || default_folder().is_none_or(|folder| folder.ends_with("tengen")));
}

#[test]
fn strange_files_are_refused_and_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    // Another program's database.
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    let before = std::fs::read(&path).unwrap();
    assert_eq!(Library::open(&path).unwrap_err(), Error::Foreign { path: path.clone() });
    assert!(matches!(Library::open_or_set_aside(&path), Err(Error::Foreign { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::remove_file(&path).unwrap();
    // A later version.
    fill(&path);
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.pragma_update(None, "user_version", 99).unwrap();
    drop(conn);
    let before = std::fs::read(&path).unwrap();
    let error = Library::open(&path).unwrap_err();
    assert!(matches!(error, Error::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("newer Tengen"));
    assert!(Library::open_or_set_aside(&path).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn an_empty_file_is_a_new_library() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    std::fs::write(&path, b"").unwrap();
    assert_eq!(fill(&path).len(), 40);
}

#[test]
fn a_damaged_file_is_set_aside_and_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    for (round, bytes) in
        [&b"this is no database at all, but it was somebody's"[..], &[0xff; 5000]].iter().enumerate()
    {
        std::fs::write(&path, bytes).unwrap();
        let error = Library::open(&path).unwrap_err();
        assert!(
            matches!(&error, Error::Damaged { path: named, .. } if named.as_ref() == Some(&path)),
            "{error}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), *bytes);
        let (library, aside) = Library::open_or_set_aside(&path).unwrap();
        let aside = aside.unwrap();
        assert_eq!(aside.now, folder.path().join(format!("library.db.damaged-{}", round + 1)));
        assert_eq!(std::fs::read(&aside.now).unwrap(), *bytes);
        assert_eq!(library.search(&GameQuery::default()).unwrap().total, 0);
        drop(library);
        assert_eq!(Library::open_or_set_aside(&path).unwrap().1, None);
        std::fs::remove_file(&path).unwrap();
    }
}

/// Random bytes of the file are changed: it is reported, or reading gives an error or an answer. Nothing panics, hangs,
/// or is overwritten.
#[test]
fn damage_anywhere_is_an_error_or_does_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let games = fill(&path);
    let sound = std::fs::read(&path).unwrap();
    let position = played(&spec("othello"), "f5 d6");
    let mut random = Random(77);
    let mut reported = 0;
    for round in 0..60 {
        let mut bytes = sound.clone();
        let changes = [1, 8, 64][round % 3];
        for _ in 0..changes {
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
        }
        if round % 10 == 9 {
            bytes.truncate(random.below(sound.len()));
        }
        std::fs::write(&path, &bytes).unwrap();
        match Library::open(&path) {
            Err(e) => {
                reported += 1;
                assert!(
                    matches!(
                        e,
                        Error::Damaged { .. }
                            | Error::Foreign { .. }
                            | Error::Newer { .. }
                            | Error::Database(_)
                    ),
                    "{e:?}"
                );
                assert_eq!(std::fs::read(&path).unwrap(), bytes, "the file was written to");
            }
            Ok(library) => {
                // Whatever the result, the call returns.
                let _ = library.search(&GameQuery { text: Some("abc".into()), ..GameQuery::default() });
                let _ = library.find_position(&position, 1, 50);
                for &game in &games {
                    let _ = library.load(game);
                }
                let _ = library.create(NewGame::new(spec("go")));
                let _ = library.check(true, |_, _| true);
            }
        }
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.path().join(format!("library.db{ending}")));
        }
    }
    assert!(reported > 20, "only {reported} of 60 were noticed at once");
}

#[test]
fn a_copy_is_whole_while_the_library_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("library.db"), folder.path().join("copy.db"));
    fill(&path);
    let library = Library::open(&path).unwrap();
    let writer = library.clone();
    let busy = std::thread::spawn(move || {
        let othello = spec("othello");
        for seed in 0..5 {
            live_game(&writer, &othello, &random_moves(&othello, &mut Random(seed), 20));
        }
    });
    library.backup(&copy).unwrap();
    busy.join().unwrap();
    assert!(matches!(library.backup(&copy), Err(Error::Io { .. })), "a copy is not written over");
    let copied = Library::open(&copy).unwrap();
    let total = copied.search(&GameQuery::default()).unwrap().total;
    assert!((40..=45).contains(&total), "{total}");
    assert_eq!(copied.check(true, |_, _| true).unwrap().problems, []);
    let nowhere = library.backup(&folder.path().join("none/copy.db"));
    assert!(nowhere.is_err());
    assert_eq!(
        std::fs::read_dir(folder.path())
            .unwrap()
            .filter(|e| { e.as_ref().unwrap().file_name().to_string_lossy().contains(".part") })
            .count(),
        0
    );
}

#[test]
fn a_check_finds_an_index_that_is_not_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    fill(&path);
    let library = Library::open(&path).unwrap();
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute("UPDATE positions SET info = info + 16384 WHERE game = 7 AND node = 3", []).unwrap();
    let report = library.check(true, |_, _| true).unwrap();
    assert_eq!(report.problems.len(), 1, "{:?}", report.problems);
    assert!(library.check(false, |_, _| true).unwrap().problems.is_empty());
    conn.execute("DELETE FROM positions WHERE game = 9", []).unwrap();
    assert_eq!(library.check(true, |_, _| true).unwrap().problems.len(), 1);
    library.rebuild_indexes(|_, _| true).unwrap();
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
    // A game whose moves are not valid.
    conn.execute("UPDATE nodes SET bytes = x'ff00' WHERE game = 3 AND node = 2", []).unwrap();
    let report = library.check(false, |_, _| true).unwrap();
    assert!(report.problems[0].to_string().contains("game 3"), "{:?}", report.problems);
    assert_eq!(
        library.check(false, |_, _| false).map(|r| r.problems.len()),
        Ok(1),
        "few games: nothing to stop"
    );
}
