//! Openings from files (real ones where there are any), and balanced ones.

use crate::engines::{drawers, opinion};
use std::path::PathBuf;
use tengen_arena::Opening;
use tengen_arena::openings::{Balance, OpeningError, balanced, from_file};
use tengen_board::{Point, Size};
use tengen_engine::Stop;
use tengen_games::{Game, GameSpec, Move, gomoku};

fn gomoku_on(side: usize) -> GameSpec {
    gomoku::Rules { size: Size::of(side, side), ..gomoku::Rules::FREESTYLE }.into()
}

/// A file in a folder of its own.
fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (dir, path)
}

#[test]
fn the_published_lists_load() {
    let Some(gomoku) = tengen_truth::file("gomoku") else { return };
    let Some(xot) = tengen_truth::file("othello/xot") else { return };
    // The number of lines of each file, and the stones of its first line.
    for (name, openings, stones) in [
        ("cgomokucli-offset_freestyle_20x20.txt", 4, 6),
        ("cgomokucli-pos_freestyle_20x20.txt", 4, 4),
        ("gomocup-openings_20.txt", 6, 3),
        ("gomocuponline-openings.txt", 3, 5),
    ] {
        let read = from_file(&gomoku.join(name), &gomoku_on(20)).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(read.len(), openings, "{name}");
        assert_eq!(read[0].position().ply(), stones, "{name}");
    }
    let finished = from_file(&gomoku.join("sample.psq"), &gomoku_on(20)).unwrap_err().to_string();
    assert!(finished.contains("opening 1: the game is over at its end"), "{finished}");
    for name in ["openingslarge.txt", "1 - Small list.txt", "2 - Large list.txt"] {
        let path = xot.join(name);
        let lines = std::fs::read_to_string(&path).unwrap().split_whitespace().count();
        let read = from_file(&path, &"othello".parse().unwrap()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(read.len(), lines, "{name}");
        assert!(read.iter().all(|opening| opening.position().ply() == 8), "{name}");
    }
}

#[test]
fn offsets_are_counted_from_the_centre() {
    let (_dir, path) = file("list.txt", b"-7,-8, -6,-9, 9,9\r\n0,0,1,1\n\n-1\n");
    let read = from_file(&path, &gomoku_on(20)).unwrap();
    // The centre of a board of 20 is the eleventh point from the left and from the top.
    let points = |i: usize| -> Vec<Move> { read[i].position().moves().collect() };
    let at = |row, col| Move::Place(Point::new(row, col));
    assert_eq!(points(0), [at(2, 3), at(1, 4), at(19, 19)]);
    assert_eq!(points(1), [at(10, 10), at(11, 11)]);
    let too_small = from_file(&path, &gomoku_on(15)).unwrap_err().to_string();
    assert!(too_small.contains("opening 1: -7,-8 from the centre is off a 15x15 board"), "{too_small}");
}

#[test]
fn records_of_games_are_openings() {
    let (_dir, path) =
        file("book.sgf", b"(;GM[4]SZ[15];B[hh];W[ii])(;GM[4]SZ[15]AB[hh]AW[ii]AB[aa]PL[W];W[jj])");
    let read = from_file(&path, &gomoku_on(15)).unwrap();
    assert_eq!(read.len(), 2);
    assert_eq!(read[0].name(), "h8 i7");
    assert!(read[1].name().starts_with("set-up-") && read[1].name().ends_with(" j6"), "{}", read[1].name());
}

#[test]
fn bad_openings_are_reported_by_number() {
    for (name, bytes, said) in [
        ("a.txt", &b"0,0,1,1\n0,0,0,0\n"[..], "opening 2"),
        ("b.txt", b"0,0,1,1\n0,0,99,0\n", "opening 2: 99,0 from the centre is off a 15x15 board"),
        ("c.sgf", b"(;GM[4]SZ[19];B[hh];W[ii])", "19x19"),
        ("d.txt", b"", ""),
        ("e.txt", b"0,0,0,1,1,0,1,1,2,0,2,1,3,0,3,1,4,0\n", "the game is over"),
    ] {
        let (_dir, path) = file(name, bytes);
        let why = from_file(&path, &gomoku_on(15)).unwrap_err().to_string();
        assert!(why.contains(said) && why.contains(name), "{name}: {why}");
    }
    let missing = from_file(&PathBuf::from("/no/such/file"), &gomoku_on(15)).unwrap_err();
    assert!(matches!(missing, OpeningError::Io { .. }));
}

#[test]
fn balanced_openings_differ_and_come_again_with_the_seed() {
    let balance = Balance { plies: 5, tolerance: 0.05, tries: 400, ..Balance::default() };
    for game in ["gomoku", "othello", "go", "tic-tac-toe"] {
        let spec: GameSpec = game.parse().unwrap();
        let plies = if game == "tic-tac-toe" { 2 } else { 5 };
        let balance = Balance { plies, tolerance: if plies == 2 { 0.3 } else { 0.05 }, ..balance };
        let made = |seed| balanced(&spec, 6, seed, balance, &drawers(), &Stop::new(), |_| ()).unwrap();
        let openings = made(1);
        assert_eq!(openings, made(1));
        assert_ne!(openings, made(2));
        for (i, opening) in openings.iter().enumerate() {
            assert_eq!(opening.position().ply(), plies);
            assert!(openings[..i].iter().all(|other| other.position().hash() != opening.position().hash()));
            assert!((opinion(opening.position(), balance.nodes) - 0.5).abs() <= balance.tolerance);
        }
    }
    let impossible = Balance { tolerance: -1.0, tries: 3, ..balance };
    let refused = balanced(&gomoku_on(15), 2, 1, impossible, &drawers(), &Stop::new(), |_| ()).unwrap_err();
    assert!(refused.to_string().contains("only 0 of 2"), "{refused}");
    // A raised stop ends the search for them.
    let stop = Stop::new();
    stop.raise();
    let stopped = balanced(&gomoku_on(15), 2, 1, balance, &drawers(), &stop, |_| ()).unwrap_err();
    assert!(matches!(stopped, OpeningError::Interrupted), "{stopped}");
}

#[test]
fn a_longer_search_has_the_last_word_whatever_the_threads() {
    let balance = Balance { plies: 5, tolerance: 0.1, nodes: 50_000, ..Balance::default() };
    let made = |threads| {
        let mut counts = Vec::new();
        let balance = Balance { threads, ..balance };
        let on_found = |count| counts.push(count);
        let made = balanced(&gomoku_on(15), 9, 3, balance, &drawers(), &Stop::new(), on_found).unwrap();
        assert!(counts.into_iter().eq(1..=9));
        made
    };
    let openings = made(1);
    for opening in &openings {
        assert!((opinion(opening.position(), 50_000) - 0.5).abs() <= 0.1);
        assert!((opinion(opening.position(), Balance::default().nodes) - 0.5).abs() <= 0.2);
    }
    let first = |opening: &Opening| (opinion(opening.position(), Balance::default().nodes) - 0.5).abs();
    assert!(openings.iter().any(|opening| first(opening) > 0.1), "the first look is more lenient");
    assert_eq!(openings, made(2));
    assert_eq!(openings, made(5));
}
