//! Every SGF file of the outside truth.

use crate::files;
use tengen_records::{ReadOptions, Tree, sgf};

/// Files of the outside truth that no reader can read whole, and why.
const BROKEN: [(&str, &str); 2] =
    [("owl42.sgf", "its closing bracket is missing"), ("nightmare.sgf", "it is empty")];

#[test]
fn real_files_are_read_and_written_and_read_the_same() {
    let Some(folder) = tengen_truth::file("go") else { return };
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
            // Text in another character set comes back in UTF-8, and the name of the old set is dropped.
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
    assert!(names.iter().all(|name| BROKEN.iter().any(|(broken, _)| broken == name)), "{broken:?}");
    assert!(games > 1800 && nodes > 200_000, "{games} games, {nodes} nodes");
}

#[test]
fn real_games_and_problems_replay_with_every_move_legal() {
    let Some(folder) = tengen_truth::file("go") else { return };
    let (mut games, mut moves, mut broken) = (0, 0, Vec::new());
    for path in files(&folder) {
        let Ok(read) = sgf::read(&std::fs::read(&path).unwrap(), &ReadOptions::lenient()) else { continue };
        for record in &read.records {
            let (_, played) = record.walk(|_, result| {
                if let Err(violation) = result {
                    broken.push(format!("{}: {violation}", path.display()));
                }
            });
            let all = record.tree.iter().filter(|(_, node)| node.mv.is_some()).count();
            assert!(played == all || !broken.is_empty(), "{}: {played} of {all} moves", path.display());
            games += 1;
            moves += played;
        }
    }
    println!("{games} games, {moves} moves");
    // No exceptions: even the games about ko and suicide in test suites follow the rules that they name.
    assert_eq!(broken, Vec::<String>::new());
    assert!(games > 1800 && moves > 200_000, "{games} games, {moves} moves");
}

/// The game in the tree, which needs no outside truth.
#[test]
fn the_game_of_the_facts_reads_and_replays() {
    let bytes = std::fs::read(tengen_truth::fact("go-game.sgf")).unwrap();
    let read = sgf::read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(read.warnings, []);
    let record = &read.records[0];
    assert_eq!(record.header.white.rank.as_deref(), Some("9p"));
    assert_eq!(record.header.result.as_deref(), Some("W+R"));
    assert_eq!(record.replay().unwrap().counts.moves, 180);
    let written = sgf::write(&read.records, &Default::default()).unwrap();
    assert_eq!(sgf::read(&written.bytes, &ReadOptions::default()).unwrap(), read);
}
