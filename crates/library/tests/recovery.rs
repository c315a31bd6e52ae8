//! Damaged libraries: every game that can still be read is saved.

mod common;

use common::{Random, live_game, played, random_moves, spec, specs};
use std::path::Path;
use tengen_games::Game;
use tengen_library::{Error, GameQuery, GameUpdate, Library, NewGame, NodeUpdate, StoredGame};
use tengen_records::{Header, PlayerInfo};

/// A library with many games of every kind: with names, tags, variations and comments, in the bin.
fn fill(path: &Path) -> Vec<StoredGame> {
    let library = Library::open(path).unwrap();
    let mut random = Random(5);
    let mut games = Vec::new();
    for round in 0..12 {
        for spec in specs() {
            let moves = random_moves(&spec, &mut random, 40);
            let id = if round % 2 == 0 {
                let (id, nodes) = live_game(&library, &spec, &moves);
                let comment =
                    NodeUpdate { comment: Some(Some("a good move".into())), ..NodeUpdate::default() };
                library.annotate(id, nodes[0], comment).unwrap();
                id
            } else {
                library.create(NewGame::new(spec).with_moves(moves)).unwrap().id
            };
            let player = |name: &str| PlayerInfo { name: Some(name.into()), ..PlayerInfo::default() };
            let black = player(&format!("Ann {round}"));
            let header =
                Header { black, white: player("Ben"), date: Some("1999".into()), ..Header::default() };
            let tags = Some(vec![format!("round {round}")]);
            library.update(id, GameUpdate { header: Some(header), tags, ..GameUpdate::default() }).unwrap();
            if round == 3 {
                library.delete(id).unwrap();
            }
            games.push(id);
        }
    }
    library.settle().unwrap();
    games.into_iter().map(|id| library.load(id).unwrap()).collect()
}

/// Everything of a game that a recovery keeps, as text: numbers of games and nodes are new.
fn content(game: &StoredGame) -> String {
    let record = &game.record;
    let times = (game.summary.created_ms, game.summary.changed_ms, game.summary.deleted_ms);
    format!("{:?} {:?} {times:?} {:?}", record, game.summary.tags, game.seats)
}

/// The games of a recovery of `bytes`, and how many were lost or incomplete.
fn recovered(folder: &Path, bytes: &[u8]) -> Result<(Vec<StoredGame>, usize), Error> {
    let damaged = folder.join("damaged.db");
    std::fs::write(&damaged, bytes).unwrap();
    let library = Library::open_in_memory().unwrap();
    let found = library.recover(&damaged, |_, _| true)?;
    assert_eq!(std::fs::read(&damaged).unwrap(), bytes, "the damaged file was changed");
    for loss in &found.lost {
        let what = loss.what.to_string();
        assert!(!what.contains("disk image"), "a message of SQLite: {what}");
    }
    let left: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("recovering")), "{left:?}");
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
    let games = found.games.iter().map(|&id| library.load(id).unwrap()).collect();
    Ok((games, found.lost.len() + found.incomplete.len()))
}

#[test]
fn every_game_is_saved_page_by_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let games = fill(&path);
    let sound = std::fs::read(&path).unwrap();
    let all: Vec<String> = games.iter().map(content).collect();

    let (saved, lost) = recovered(folder.path(), &sound).unwrap();
    assert_eq!((saved.iter().map(content).collect::<Vec<_>>(), lost), (all.clone(), 0));

    // Without its first page; with a page of noise or of zeros anywhere; cut off.
    let pages = sound.len() / 4096;
    let mut random = Random(9);
    let (mut whole, mut rounds) = (0, 0);
    let mut noise = || (0..4096).map(|_| random.next() as u8).collect::<Vec<u8>>();
    for page in (0..pages).step_by(1 + pages / 25) {
        let mut bytes = sound.clone();
        let damage = if page % 2 == 0 { noise() } else { vec![0; 4096] };
        bytes[page * 4096..][..4096].copy_from_slice(&damage);
        let (saved, lost) = recovered(folder.path(), &bytes).unwrap_or_else(|e| panic!("page {page}: {e}"));
        let intact = saved.iter().filter(|game| all.contains(&content(game))).count();
        assert!(intact + lost >= saved.len(), "page {page}: a game was changed without a word");
        if page == 0 {
            assert_eq!(intact, all.len(), "the first page has no game");
        }
        whole += intact;
        rounds += 1;
    }
    assert!(whole * 100 >= rounds * all.len() * 80, "only {whole} of {} were saved", rounds * all.len());

    let mut most = 0;
    for percent in [98, 90, 66] {
        let bytes = &sound[..sound.len() * percent / 100 + 17];
        let (saved, lost) = recovered(folder.path(), bytes).unwrap_or_else(|e| panic!("{percent} %: {e}"));
        let intact = saved.iter().filter(|game| all.contains(&content(game))).count();
        assert!(intact + lost >= saved.len(), "{percent} %: a game was changed without a word");
        most = most.max(intact);
    }
    assert!(most > all.len() / 4, "{most} of {}", all.len());
}

#[test]
fn changes_that_are_still_in_the_log_are_saved_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let games = fill(&path);
    let library = Library::open(&path).unwrap();
    let (id, _) = live_game(&library, &spec("othello"), &random_moves(&spec("othello"), &mut Random(1), 9));
    // As a killed process leaves it.
    let damaged = folder.path().join("damaged.db");
    for ending in ["", "-wal"] {
        let from = folder.path().join(format!("library.db{ending}"));
        std::fs::copy(from, folder.path().join(format!("damaged.db{ending}"))).unwrap();
    }
    let into = Library::open_in_memory().unwrap();
    assert_eq!(into.recover(&damaged, |_, _| true).unwrap().games.len(), games.len() + 1, "game {id}");
}

/// A process that ends while another has the file open leaves all in the log.
#[test]
fn a_damaged_first_page_that_the_log_has_too_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path().join("library.db")).unwrap();
    for seed in 1..=3 {
        live_game(&library, &spec("gomoku"), &random_moves(&spec("gomoku"), &mut Random(seed), 9));
    }
    let damaged = folder.path().join("damaged.db");
    for ending in ["", "-wal"] {
        let mut bytes = std::fs::read(folder.path().join(format!("library.db{ending}"))).unwrap();
        if ending.is_empty() {
            bytes[..4096].fill(0xaa);
        }
        std::fs::write(folder.path().join(format!("damaged.db{ending}")), bytes).unwrap();
    }
    let into = Library::open_in_memory().unwrap();
    assert_eq!(into.recover(&damaged, |_, _| true).unwrap().games.len(), 3);
}

#[test]
fn a_recovery_can_be_repeated_and_keeps_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let (path, into) = (folder.path().join("library.db"), folder.path().join("new/library.db"));
    let games = fill(&path);
    let library = Library::open(&into).unwrap();
    let own = live_game(&library, &spec("gomoku"), &random_moves(&spec("gomoku"), &mut Random(3), 20)).0;
    let first = library.recover(&path, |_, _| true).unwrap();
    assert_eq!((first.games.len(), first.duplicates), (games.len(), 0));
    let again = library.recover(&path, |_, _| true).unwrap();
    // Those in the bin have nothing to be compared by.
    assert_eq!(again.duplicates as usize + specs().len(), games.len());
    assert!(library.load(own).is_ok());
    // Positions are found at once.
    let position = played(&spec("othello"), "f5");
    assert!(position.ply() == 1 && library.find_position(&position, 1, 50).unwrap().total > 0);
    let cancelled = Library::open_in_memory().unwrap().recover(&path, |_, _| false);
    assert_eq!(cancelled.unwrap_err(), Error::Cancelled);
}

#[test]
fn what_is_no_library_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open_in_memory().unwrap();
    let text = folder.path().join("notes.txt");
    for bytes in [&b"this is no database at all, but it was somebody's"[..], &[0xff; 5000], b""] {
        std::fs::write(&text, bytes).unwrap();
        let error = library.recover(&text, |_, _| true).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
    }
    let other = folder.path().join("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    assert_eq!(library.recover(&other, |_, _| true).unwrap_err(), Error::Foreign { path: other });
    assert!(matches!(library.recover(&folder.path().join("none"), |_, _| true), Err(Error::Io { .. })));
    let itself = folder.path().join("library.db");
    let library = Library::open(&itself).unwrap();
    assert!(matches!(library.recover(&itself, |_, _| true), Err(Error::Io { .. })));
    assert_eq!(library.search(&GameQuery::default()).unwrap().total, 0);
}
