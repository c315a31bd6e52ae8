//! SGF: real files read, replay and come back; another reader sees the same trees; damage is told with its place.

mod support;

use std::path::{Path, PathBuf};
use support::truth;
use tengen_records::{ReadOptions, Tree, sgf};

/// Every SGF file below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "sgf") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Files of the truth folder that no reader can read whole, and why.
const BROKEN: [(&str, &str); 2] =
    [("owl42.sgf", "its closing bracket is missing"), ("nightmare.sgf", "it is empty")];

#[test]
fn real_files_are_read_and_written_and_read_the_same() {
    let Some(folder) = truth("go", "real SGF files") else { return };
    let (mut games, mut nodes, mut broken) = (0, 0, Vec::new());
    for path in files(&folder) {
        let bytes = std::fs::read(&path).unwrap();
        let read = match sgf::read(&bytes, &ReadOptions::default()) {
            Ok(read) => read,
            Err(error) => {
                broken.push((path.file_name().unwrap().to_string_lossy().into_owned(), error));
                continue;
            }
        };
        let written = sgf::write(&read.records, &Default::default()).unwrap();
        assert_eq!(written.losses, [], "{}", path.display());
        let mut again = sgf::read(&written.bytes, &ReadOptions::default())
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(again.warnings, [], "{}", path.display());
        assert_eq!(again.records.len(), read.records.len());
        for (again, record) in again.records.iter_mut().zip(&read.records) {
            // Text in another character set comes back in UTF-8, and then nothing need be said of the other.
            if record.tree.node(Tree::ROOT).extra.iter().any(|p| p.ident == "CA") {
                assert_eq!(again.tree.len(), record.tree.len());
                assert_eq!(again.header, record.header);
            } else {
                assert!(again == record, "{}", path.display());
            }
            games += 1;
            nodes += record.tree.len();
        }
    }
    println!("{games} games, {nodes} nodes");
    let names: Vec<&str> = broken.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), BROKEN.len(), "{broken:?}");
    assert!(names.iter().all(|name| BROKEN.iter().any(|(known, _)| known == name)), "{broken:?}");
    assert!(games > 1800 && nodes > 200_000, "{games} games, {nodes} nodes");
}

/// Lines of real games that break the rules as we read them, by file, and why.
const ILLEGAL: [(&str, &str); 0] = [];

#[test]
fn real_games_and_problems_replay() {
    let Some(folder) = truth("go", "replay of real SGF files") else { return };
    let (mut games, mut moves, mut broken) = (0, 0, Vec::new());
    for path in files(&folder) {
        let Ok(read) = sgf::read(&std::fs::read(&path).unwrap(), &ReadOptions::lenient()) else { continue };
        for record in &read.records {
            let (_, played) = record.walk(|_, result| {
                if let Err(fault) = result {
                    broken
                        .push((path.file_name().unwrap().to_string_lossy().into_owned(), fault.to_string()));
                }
            });
            games += 1;
            moves += played;
        }
    }
    println!("{games} games, {moves} moves, {} faults", broken.len());
    for (name, fault) in &broken {
        assert!(
            ILLEGAL.iter().any(|(known, _)| known == name),
            "{name}: {fault}\n{} in all:\n{broken:#?}",
            broken.len()
        );
    }
    assert!(games > 1800 && moves > 200_000, "{games} games, {moves} moves");
}
