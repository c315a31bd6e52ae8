//! Many boards at the same time: every change is made, in order, and every reader sees one state.

mod common;

use common::{Random, random_moves, spec};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tengen_library::{
    Error, GameQuery, GameUpdate, Import, ImportProgress, ImportSource, Library, NewGame, NodeUpdate,
};
use tengen_records::{Format, Record, WriteOptions};

#[test]
fn fifty_boards_at_once_get_every_move() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path().join("library.db")).unwrap();
    let othello = spec("othello");
    let games: Vec<(i64, Vec<_>)> = (0..50)
        .map(|seed| {
            let moves = random_moves(&othello, &mut Random(seed), 20);
            (library.create(NewGame::new(othello.clone())).unwrap().id, moves)
        })
        .collect();
    let done = AtomicBool::new(false);
    let searches = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let writers: Vec<_> = games
            .chunks(10)
            .map(|some| {
                let library = library.clone();
                scope.spawn(move || {
                    // Ten boards per thread, one move each alternately.
                    let mut at = vec![0; some.len()];
                    for ply in 0..20 {
                        for (i, (game, moves)) in some.iter().enumerate() {
                            if let Some(&mv) = moves.get(ply) {
                                at[i] = library.append_move(*game, at[i], mv, None).unwrap().node;
                            }
                        }
                    }
                })
            })
            .collect();
        let reader = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let page = library.search(&GameQuery::default()).unwrap();
                assert_eq!(page.total, 50);
                let first = library.load(games[0].0).unwrap();
                // A snapshot has as many revisions as nodes.
                assert_eq!(first.summary.revision, first.record.tree.len() as u64);
                searches.fetch_add(1, Ordering::Relaxed);
            }
        });
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap();
    });
    assert!(searches.load(Ordering::Relaxed) > 0);
    for (game, moves) in games {
        assert_eq!(library.record(game).unwrap().main_moves().collect::<Vec<_>>(), moves);
    }
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
}

#[test]
fn two_who_change_one_revision_cannot_both_win() {
    let library = Library::open_in_memory().unwrap();
    let game = library.create(NewGame::new(spec("go"))).unwrap();
    let wins = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for n in 0..8 {
            let (library, wins) = (library.clone(), &wins);
            scope.spawn(move || {
                let update = GameUpdate {
                    revision: Some(game.revision),
                    result: Some(Some(format!("B+{n}"))),
                    ..GameUpdate::default()
                };
                match library.update(game.id, update) {
                    Ok(_) => wins.fetch_add(1, Ordering::Relaxed),
                    Err(Error::Conflict { .. }) => 0,
                    Err(e) => panic!("{e}"),
                };
            });
        }
    });
    assert_eq!(wins.load(Ordering::Relaxed), 1);
    assert_eq!(library.revision(game.id).unwrap(), 2);
}

/// Moves, prunings and deletions while the positions of an import are being indexed, in the games of that import.
#[test]
fn games_may_change_while_they_are_being_indexed() {
    let library = Library::open_in_memory().unwrap();
    let othello = spec("othello");
    let records: Vec<Record> = (0..60)
        .map(|seed| Record::from_moves(othello.clone(), random_moves(&othello, &mut Random(seed), 60)))
        .collect();
    let sgf = Format::Sgf.write(&records, &WriteOptions::default()).unwrap().bytes;
    let import = Import { sources: vec![ImportSource::bytes("a.sgf", sgf)], ..Import::default() };
    let mut changed = false;
    let other = library.clone();
    let imported = library
        .import(&import, |progress| {
            if let (ImportProgress::Indexing { .. }, false) = (progress, changed) {
                changed = true;
                // The positions are inserted, and the games not yet marked.
                other.prune(1, 30).unwrap();
                other.append_move(2, 10, tengen_games::Move::Pass, None).unwrap();
                other.delete(3).unwrap();
                other
                    .update(4, GameUpdate { result: Some(Some("W+2".into())), ..GameUpdate::default() })
                    .unwrap();
                other
                    .annotate(
                        5,
                        5,
                        NodeUpdate { comment: Some(Some("here".into())), ..NodeUpdate::default() },
                    )
                    .unwrap();
                other.delete(6).unwrap();
                other.restore(6).unwrap();
                // A search indexes some of them before the import returns to them.
                other.search(&GameQuery::default()).unwrap();
                other.prune(7, 3).unwrap();
            }
            true
        })
        .unwrap();
    assert!(changed && imported.indexed);
    assert_eq!(imported.problems, []);
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
    assert_eq!(library.overview().unwrap().pending, 0);
    assert_eq!(
        library.search(&GameQuery { text: Some("here".into()), ..GameQuery::default() }).unwrap().total,
        1
    );
}
