//! Killed at any instant, the library loses no move that it has acknowledged, and opens again.
//!
//! The test runs itself as the process to be killed: a child appends moves on two threads and writes a line for each that
//! was acknowledged; the parent reads the lines and kills it (SIGKILL on Unix) after a random time.

mod common;

use common::{Random, spec};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tengen_board::Point;
use tengen_games::Move;
use tengen_library::{Library, NewGame};

/// Names the file to a child, which then writes instead of testing.
const CHILD: &str = "TENGEN_LIBRARY_CHILD";
const ROUNDS: usize = 40;
const THREADS: u32 = 2;

/// The `n`-th move of a game of Go that goes on for ever, every one unlike its neighbours.
fn nth(n: u32) -> Move {
    Move::Place(Point::new((n % 19) as u8, (n / 19 % 19) as u8))
}

/// The child: appends moves to a new game a thread until it is killed.
fn append_for_ever(path: &Path) {
    let library = Library::open(path).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let library = library.clone();
            scope.spawn(move || {
                let game = library.create(NewGame::new(spec("go"))).unwrap().id;
                let mut at = 0;
                for n in 0.. {
                    at = library
                        .append_move(game, at, nth(n), Some(Duration::from_millis(n.into())))
                        .unwrap()
                        .node;
                    let mut out = std::io::stdout().lock();
                    writeln!(out, "moved {game} {at}").unwrap();
                    out.flush().unwrap();
                    if n % 64 == 63 {
                        // Indexing and a large change may be going on too.
                        let _ = library.search(&tengen_library::Query::default()).unwrap();
                    }
                }
            });
        }
    });
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
    let mut acknowledged = std::collections::BTreeMap::new();
    let mut kept = 0;
    for round in 0..ROUNDS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "a_killed_process_loses_no_acknowledged_move",
                "--exact",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let reader = std::thread::spawn(move || {
            let mut told = Vec::new();
            for line in lines.map_while(Result::ok) {
                // The test harness writes lines too; a line that was cut off by the kill was not acknowledged whole.
                let words: Vec<&str> = line.split(' ').collect();
                if let ["moved", game, node] = words[..]
                    && let (Ok(game), Ok(node)) = (game.parse::<i64>(), node.parse::<u32>())
                {
                    told.push((game, node));
                }
            }
            told
        });
        std::thread::sleep(Duration::from_millis(random.below(120) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        for (game, node) in reader.join().unwrap() {
            let last = acknowledged.entry(game).or_insert(0);
            *last = node.max(*last);
            kept += 1;
        }
        let library = Library::open(&path).unwrap_or_else(|e| panic!("round {round}: {e}"));
        for (&game, &last) in &acknowledged {
            let moves: Vec<Move> = library.record(game).unwrap().main_moves().collect();
            assert!(
                moves.len() >= last as usize,
                "round {round}: game {game} has {} of {last} moves",
                moves.len()
            );
            assert!(moves.iter().zip(0..).all(|(&mv, n)| mv == nth(n)), "round {round}: game {game}");
        }
        if round % 10 == 9 {
            assert_eq!(library.check(false, |_, _| true).unwrap().problems, [""; 0]);
        }
    }
    let library = Library::open(&path).unwrap();
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, [""; 0]);
    println!("{kept} moves acknowledged in {ROUNDS} lives, none lost");
}
