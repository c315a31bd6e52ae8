//! A library killed at any moment loses no acknowledged move, and opens again.
//!
//! The test runs itself as the process to be killed. A child appends moves on two threads and writes a line for each
//! acknowledged one. The parent kills it (SIGKILL on Unix) after a random number of lines and a random time. Another
//! child imports collections.

mod common;

use common::{Random, random_moves, spec};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tengen_board::Point;
use tengen_games::Move;
use tengen_library::{GameQuery, Import, ImportProgress, ImportSource, Library, NewGame};
use tengen_records::{Format, Record, WriteOptions};

/// The variable with the file's path for a child, which then writes instead of testing.
const CHILD: &str = "TENGEN_LIBRARY_CHILD";
const ROUNDS: usize = 40;
const THREADS: u32 = 2;
const IMPORTED: usize = 150;

/// The `n`-th move of an endless game, different from its neighbours. The library does not check rules.
fn nth(n: u32) -> Move {
    Move::Place(Point::new((n % 19) as u8, (n / 19 % 19) as u8))
}

fn write_line(line: std::fmt::Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").unwrap();
    out.flush().unwrap();
}

/// A child: appends moves to one new game per thread until it is killed.
fn append_for_ever(path: &Path) {
    let library = Library::open(path).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let library = library.clone();
            scope.spawn(move || {
                let game = library.create(NewGame::new(spec("go"))).unwrap().id;
                let mut at = 0;
                for n in 0.. {
                    let elapsed = Some(Duration::from_millis(n.into()));
                    at = library.append_move(game, at, nth(n), elapsed).unwrap().node;
                    write_line(format_args!("moved {game} {at}"));
                    if n % 16 == 15 {
                        // A search updates the index, so that a kill can interrupt more than a move.
                        library.search(&GameQuery::default()).unwrap();
                    }
                }
            });
        }
    });
}

/// A child: imports collections until it is killed, each with its own tag.
fn import_for_ever(path: &Path) {
    let library = Library::open(path).unwrap();
    for n in 0.. {
        let tag = format!("{}-{n}", std::process::id());
        let othello = spec("othello");
        let records: Vec<Record> = (0..IMPORTED)
            .map(|i| {
                let mut record =
                    Record::from_moves(othello.clone(), random_moves(&othello, &mut Random(i as u64), 20));
                record.header.event = Some(tag.clone());
                record.header.date = Some(tag.clone());
                record
            })
            .collect();
        let bytes = Format::Sgf.write(&records, &WriteOptions::default()).unwrap().bytes;
        let import = Import {
            sources: vec![ImportSource::bytes("a.sgf", bytes)],
            tags: vec![tag.clone()],
            ..Import::default()
        };
        let on_progress = |progress| {
            // A kill may come between the games and their index.
            if let ImportProgress::Indexing { .. } = progress {
                write_line(format_args!("stored {tag}"));
            }
            true
        };
        library.import(&import, on_progress).unwrap();
    }
}

/// Runs a child and kills it after `lines` lines, or after a moment if that is 0. Returns the lines that it wrote, also
/// during the kill. Lines of the test harness and a line cut off by the kill are left out.
fn kill_after(test: &str, path: &Path, lines: usize, moment: Duration) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(CHILD, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut written = Vec::new();
    let mut line = String::new();
    while written.len() < lines && out.read_line(&mut line).is_ok_and(|n| n > 0) {
        written.extend(whole(&line));
        line.clear();
    }
    std::thread::sleep(moment);
    child.kill().unwrap();
    child.wait().unwrap();
    while out.read_line(&mut line).is_ok_and(|n| n > 0) {
        written.extend(whole(&line));
        line.clear();
    }
    written
}

fn whole(line: &str) -> Option<String> {
    let line = line.strip_suffix('\n')?;
    (line.starts_with("moved ") || line.starts_with("stored ")).then(|| line.to_owned())
}

#[test]
fn a_killed_process_loses_no_acknowledged_move() {
    if let Some(path) = std::env::var_os(CHILD) {
        append_for_ever(Path::new(&path));
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let mut random = Random(std::process::id().into());
    let mut acknowledged = BTreeMap::new();
    let mut kept = 0;
    for round in 0..ROUNDS {
        let (lines, moment) = (random.below(60), Duration::from_micros(random.below(5000) as u64));
        let written = kill_after("a_killed_process_loses_no_acknowledged_move", &path, lines, moment);
        assert!(written.len() >= lines, "the child ended by itself");
        for line in written {
            let mut words = line.split(' ').skip(1).map(|word| word.parse::<i64>().unwrap());
            let (game, node) = (words.next().unwrap(), words.next().unwrap());
            let last = acknowledged.entry(game).or_insert(0);
            *last = node.max(*last);
            kept += 1;
        }
        let library = Library::open(&path).unwrap_or_else(|e| panic!("round {round}: {e}"));
        for (&game, &last) in &acknowledged {
            let moves: Vec<Move> = library.record(game).unwrap().main_moves().collect();
            assert!(
                moves.len() as i64 >= last,
                "round {round}: game {game} has {} of {last} moves",
                moves.len()
            );
            assert!(moves.iter().zip(0..).all(|(&mv, n)| mv == nth(n)), "round {round}: game {game}");
        }
        if round % 10 == 9 {
            assert_eq!(library.check(false, |_, _| true).unwrap().problems, []);
        }
    }
    let library = Library::open(&path).unwrap();
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
    println!("{kept} moves acknowledged in {ROUNDS} lives, none lost");
}

#[test]
fn a_killed_import_has_stored_all_of_its_games_or_none() {
    if let Some(path) = std::env::var_os(CHILD) {
        import_for_ever(Path::new(&path));
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let mut random = Random(std::process::id().into());
    for round in 0..12 {
        let (lines, moment) = (random.below(3), Duration::from_micros(random.below(30_000) as u64));
        let written = kill_after("a_killed_import_has_stored_all_of_its_games_or_none", &path, lines, moment);
        let library = Library::open(&path).unwrap_or_else(|e| panic!("round {round}: {e}"));
        let tags = library.tags().unwrap();
        assert!(tags.iter().all(|(_, games)| *games == IMPORTED as u64), "round {round}: {tags:?}");
        for line in written {
            let tag = line.split(' ').nth(1).unwrap();
            assert!(tags.iter().any(|(there, _)| there == tag), "round {round}: {tag} is not there");
        }
        // The missing part of the index is made.
        library.index_pending(|_, _| true).unwrap();
        assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
    }
}
