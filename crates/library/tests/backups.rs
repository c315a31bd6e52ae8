//! Backups beside the library, and the list of what is there.

mod common;

use common::spec;
use tengen_library::{BesideKind, Library, NewGame};

#[test]
fn backups_are_dated_and_hold_the_games_of_their_moment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let library = Library::open(&path).unwrap();
    assert_eq!(library.files_beside().unwrap(), []);
    let mut copies = Vec::new();
    for _ in 0..2 {
        library.create(NewGame::new(spec("othello"))).unwrap();
        copies.push(library.back_up_beside().unwrap());
    }
    let listed = library.files_beside().unwrap();
    assert_eq!(listed.len(), 2, "neither the library nor its log is listed: {listed:?}");
    for (games, copy) in (1..).zip(&copies) {
        let entry = listed.iter().find(|file| file.path == *copy).unwrap();
        assert_eq!(entry.kind, BesideKind::Backup);
        assert_eq!(entry.bytes, copy.metadata().unwrap().len());
        assert!(entry.name.starts_with("library.db.2") && entry.name.contains("-backup"), "{}", entry.name);
        assert_eq!(Library::open(copy).unwrap().overview().unwrap().games, games);
    }
}

#[test]
fn a_library_that_was_set_aside_is_listed_under_its_new_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    std::fs::write(&path, "no database").unwrap();
    let (library, aside) = Library::open_or_set_aside(&path).unwrap();
    let listed = library.files_beside().unwrap();
    let [file] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!((file.kind, &file.path, file.bytes), (BesideKind::Damaged, &aside.unwrap().now, 11));
}

#[test]
fn a_library_in_memory_has_nothing_beside_it() {
    let library = Library::open_in_memory().unwrap();
    assert_eq!(library.files_beside().unwrap(), []);
    assert!(library.back_up_beside().is_err());
}
