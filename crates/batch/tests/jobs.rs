//! Whole jobs: what they write, whatever the threads, and after an interruption.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use tengen_batch::job::{Event, FolderError, Job, JobError, JobSummary, Work};
use tengen_batch::source::{Inputs, Notice};
use tengen_batch::{At, Row, SelfPlay, table};
use tengen_board::random::SplitMix64;
use tengen_engine::{EngineFactory, EngineOptions, ForGame, ForKind, Leveled, Limits, Stop};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec, mnk, othello};
use tengen_library::position_key;

/// The engines of Othello and of m,n,k games, and the general player for every other game.
fn engines() -> EngineFactory {
    Arc::new(|spec, options| {
        let level = options.level.unwrap_or(u8::MAX);
        Ok(match spec.kind() {
            GameKind::Othello => {
                Box::new(ForGame::<_, othello::Position>::new(tengen_othello::Player::at_level(level)))
            }
            GameKind::Mnk => Box::new(ForGame::<_, mnk::Position>::new(tengen_mnk::Player::at_level(level))),
            kind => Box::new(ForKind::new(kind, tengen_general::Player::at_level(level))),
        })
    })
}

fn job(work: Work, paths: &[&Path], threads: usize) -> Job {
    Job {
        work,
        inputs: Inputs { paths: paths.iter().map(|p| p.to_path_buf()).collect(), ..Inputs::default() },
        engines: engines(),
        options: EngineOptions::default(),
        limits: Limits { lines: 2, seed: 5, ..Limits::nodes(60) },
        shard: 4,
        threads,
    }
}

fn run(job: &Job, folder: &Path) -> JobSummary {
    job.run(folder, &Stop::new(), &|_| ()).expect("the job runs")
}

/// Games of Othello by random moves as SGF, one after the other, and their numbers of moves.
fn games(count: u64) -> (String, Vec<usize>) {
    let spec = GameSpec::named("othello", None, None).unwrap();
    let (mut text, mut lengths) = (String::new(), Vec::new());
    for seed in 0..count {
        let mut random = SplitMix64(seed);
        let mut position = AnyPosition::new(&spec);
        for _ in 0..6 + random.below(8) {
            position.play_random(&mut || random.next_u32());
        }
        let record = tengen_records::Record::from_position(&position);
        let bytes = tengen_records::Format::Sgf.write(&[record], &Default::default()).unwrap().bytes;
        text += std::str::from_utf8(&bytes).unwrap();
        lengths.push(position.ply());
    }
    (text, lengths)
}

/// The shards of a folder by name, byte for byte.
fn shards(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name.ends_with(".parquet"))
        .map(|name| (name.clone(), std::fs::read(folder.join(&name)).unwrap()))
        .collect()
}

fn rows(folder: &Path) -> Vec<Row> {
    let names = shards(folder).into_keys();
    names
        .flat_map(|name| table::rows(File::open(folder.join(name)).unwrap()).unwrap().collect::<Vec<_>>())
        .map(Result::unwrap)
        .collect()
}

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_rows_do_not_depend_on_the_threads() {
    let home = tempfile::tempdir().unwrap();
    let (text, lengths) = games(10);
    let file = written(home.path(), "games.sgf", &text);
    let of = |threads: usize| {
        let folder = home.path().join(format!("out{threads}"));
        let done = run(&job(Work::Analyze(At::All), &[&file], threads), &folder);
        (done, shards(&folder), rows(&folder))
    };
    let (done, bytes, rows) = of(1);
    let expected: usize = lengths.iter().map(|moves| moves + 1).sum();
    assert_eq!((done.games, done.rows, done.failed, done.shards), (10, expected as u64, 0, 3));
    assert_eq!(rows.len(), expected);
    // Every position once, in order, and each what the rules and the engine say of it.
    let mut places = Vec::new();
    for row in &rows {
        let position = row.position().unwrap();
        assert_eq!(row.key, Some(position_key(&position).key));
        assert!(position.is_legal(position.parse_move(row.best.as_deref().unwrap()).unwrap()), "{row:?}");
        assert_eq!(row.engine.as_deref(), Some("Tengen Othello"));
        assert_eq!(row.policy[0].mv, row.best.clone().unwrap());
        places.push((row.number, row.ply.unwrap() as usize));
    }
    let all = lengths.iter().enumerate().flat_map(|(n, &moves)| (0..=moves).map(move |m| (n as u64 + 1, m)));
    assert_eq!(places, all.collect::<Vec<_>>());
    for threads in [2, 5] {
        assert!(of(threads).1 == bytes, "{threads} threads");
    }
}

#[test]
fn an_interrupted_job_goes_on_and_ends_as_if_it_had_not_been() {
    let home = tempfile::tempdir().unwrap();
    let file = written(home.path(), "games.sgf", &games(14).0);
    let (whole, cut) = (home.path().join("whole"), home.path().join("cut"));
    let full = run(&job(Work::Analyze(At::All), &[&file], 2), &whole);
    let mut runs = 0;
    for after in [3, 40, 60, 90, u64::MAX] {
        let stop = Stop::new();
        let on_event = |event: Event<'_>| {
            if let Event::Rows(rows) = event
                && rows >= after
            {
                stop.raise();
            }
        };
        let done = job(Work::Analyze(At::All), &[&file], 2).run(&cut, &stop, &on_event).unwrap();
        assert_eq!(done.finished, after == u64::MAX);
        // What is there is whole and right.
        for (name, bytes) in shards(&cut) {
            assert!(bytes == shards(&whole)[&name], "{name} after {after} rows");
        }
        assert_eq!(done.shards as usize, shards(&cut).len());
        // A killed process leaves a draft.
        written(&cut, "shard-000003.parquet.part", "half");
        runs += 1;
        if done.finished {
            let same = JobSummary { resumed: 0, ..done } == JobSummary { resumed: 0, ..full };
            assert!(same && done.resumed > 0, "{done:?} and {full:?}");
        }
    }
    assert_eq!(runs, 5);
    assert!(shards(&cut) == shards(&whole));
    // A shard that is lost is made again, and nothing else.
    std::fs::remove_file(cut.join("shard-000001.parquet")).unwrap();
    assert_eq!(run(&job(Work::Analyze(At::All), &[&file], 1), &cut).resumed, full.shards - 1);
    assert!(shards(&cut) == shards(&whole));
}

#[test]
fn another_job_or_a_damaged_shard_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let file = written(home.path(), "games.sgf", &games(5).0);
    let out = home.path().join("out");
    run(&job(Work::Replay(At::All), &[&file], 1), &out);
    let refused = |job: &Job| job.run(&out, &Stop::new(), &|_| ()).unwrap_err();
    for (change, what) in [
        (job(Work::Replay(At::End), &[&file], 1), "at"),
        (job(Work::Analyze(At::All), &[&file], 1), "work"),
        (Job { shard: 5, ..job(Work::Replay(At::All), &[&file], 1) }, "shard"),
    ] {
        let error = refused(&change);
        let JobError::Folder(FolderError::Another { what: found, .. }) = &error else { panic!("{error}") };
        let several = ["engine", "work", "nodes", "depth", "level", "lines", "memory", "seed", "time_ms"];
        assert!(found == what || what == "work" && several.contains(&found.as_str()), "{error}");
    }
    // The same length with another move.
    let text = std::fs::read_to_string(&file).unwrap();
    written(home.path(), "games.sgf", &text.replacen(";B[d3]", ";B[c4]", 1).replacen(";B[f5]", ";B[e6]", 1));
    if std::fs::read_to_string(&file).unwrap() != text {
        assert!(refused(&job(Work::Replay(At::All), &[&file], 1)).to_string().contains("fingerprint"));
    }
    written(home.path(), "games.sgf", &text);
    written(&out, "shard-000000.parquet", "PAR1 is no shard");
    let error = refused(&job(Work::Replay(At::All), &[&file], 1)).to_string();
    assert!(error.contains("shard-000000.parquet") && error.contains("Remove"), "{error}");
    let foreign = home.path().join("foreign");
    std::fs::create_dir(&foreign).unwrap();
    written(&foreign, "mine.parquet", "mine");
    let error = job(Work::Replay(At::All), &[&file], 1).run(&foreign, &Stop::new(), &|_| ()).unwrap_err();
    assert!(matches!(error, JobError::Folder(FolderError::NotEmpty(_))), "{error}");
}

#[test]
fn what_cannot_be_read_or_breaks_the_rules_is_a_row_with_its_error() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("games");
    std::fs::create_dir(&folder).unwrap();
    written(&folder, "a.sgf", "(;GM[1]SZ[9];B[ee];W[ce])");
    written(&folder, "b.sgf", "(;GM[1]SZ[9];B[ee];W[ee];B[aa])");
    written(&folder, "c.sgf", "(;GM[1]SZ[9];B[ee");
    written(&folder, "notes.md", "Nothing to play here.");
    written(&folder, "d.parquet", "PAR1 is not enough");
    written(&folder, "e.sgf", "(;GM[1]SZ[9];B[gg])");
    let (out, seen) = (home.path().join("out"), Mutex::new(Vec::new()));
    let on_event = |event: Event<'_>| match event {
        Event::Failed(row) => seen.lock().unwrap().push(row.source.clone()),
        Event::Notice(Notice::Skipped(path)) => seen.lock().unwrap().push(path.display().to_string()),
        _ => {}
    };
    let done = job(Work::Replay(At::All), &[&folder], 2).run(&out, &Stop::new(), &on_event).unwrap();
    let rows = rows(&out);
    let named = |name: &str| rows.iter().filter(|row| row.source.ends_with(name)).collect::<Vec<_>>();
    assert_eq!((named("a.sgf").len(), named("e.sgf").len()), (3, 2));
    assert!(named("b.sgf").last().unwrap().error.as_deref().unwrap().contains("move 2 (E5) is illegal"));
    assert!(named("d.parquet")[0].error.is_some());
    let failed = rows.iter().filter(|row| row.error.is_some()).count() as u64;
    assert_eq!((done.failed, done.skipped, done.rows), (failed, 1, rows.len() as u64));
    let mut seen = seen.into_inner().unwrap();
    seen.sort();
    assert!(seen.iter().any(|name| name.ends_with("notes.md")));
    assert_eq!(seen.len() as u64, failed + 1, "each failure is named once: {seen:?}");
}

/// A Parquet file with a game in each row is the same input as the records that it was made of.
#[test]
fn rows_of_games_are_games() {
    let home = tempfile::tempdir().unwrap();
    let file = written(home.path(), "games.sgf", &games(6).0);
    let (ends, of_rows, of_records) =
        (home.path().join("ends"), home.path().join("a"), home.path().join("b"));
    run(&job(Work::Replay(At::End), &[&file], 1), &ends);
    assert_eq!(rows(&ends).len(), 6);
    run(&job(Work::Analyze(At::Every(3)), &[&ends], 2), &of_rows);
    run(&job(Work::Analyze(At::Every(3)), &[&file], 2), &of_records);
    assert_eq!(rows(&of_rows), rows(&of_records));
}

#[test]
fn relabelling_keeps_every_row_and_what_it_does_not_find() {
    let home = tempfile::tempdir().unwrap();
    let play = SelfPlay {
        spec: GameSpec::named("tic-tac-toe", None, None).unwrap(),
        random_plies: 1,
        max_plies: 20,
        seed: 3,
    };
    let (played, better) = (home.path().join("played"), home.path().join("better"));
    let mut first = job(Work::SelfPlay(play, 9), &[], 2);
    first.limits = Limits { seed: 3, ..Limits::nodes(4) };
    run(&first, &played);
    let mut second = job(Work::Relabel { unproven: false }, &[&played], 2);
    second.limits = Limits::nodes(20_000);
    run(&second, &better);
    let (before, after) = (rows(&played), rows(&better));
    assert_eq!(before.len(), after.len());
    for (mut before, mut after) in before.into_iter().zip(after) {
        // Tic-tac-toe is solved by so many nodes.
        assert!(after.proof.is_some(), "{after:?}");
        before.clear_analysis();
        after.clear_analysis();
        assert_eq!(before, after);
    }
    let mut third = job(Work::Relabel { unproven: true }, &[&better], 2);
    third.limits = Limits::nodes(1);
    let kept = home.path().join("kept");
    run(&third, &kept);
    assert_eq!(rows(&kept), rows(&better), "proofs are kept");
    let sgf = written(home.path(), "x.sgf", "(;GM[1]SZ[9];B[ee])");
    let error =
        job(Work::Relabel { unproven: false }, &[&sgf], 1).run(&home.path().join("n"), &Stop::new(), &|_| ());
    assert!(matches!(error, Err(JobError::NoRows(_))));
}

#[test]
fn games_of_self_play_obey_the_rules_and_their_seed() {
    let home = tempfile::tempdir().unwrap();
    let play = |seed| SelfPlay {
        spec: GameSpec::named("othello", None, Some("6".parse().unwrap())).unwrap(),
        random_plies: 5,
        max_plies: 200,
        seed,
    };
    let of = |seed, threads, name: &str| {
        let mut job = job(Work::SelfPlay(play(seed), 6), &[], threads);
        job.limits = Limits { seed, ..Limits::nodes(20) };
        let folder = home.path().join(name);
        let done = run(&job, &folder);
        assert_eq!((done.games, done.failed), (6, 0));
        (shards(&folder), rows(&folder))
    };
    let (bytes, rows) = of(1, 1, "a");
    assert!(of(1, 4, "b").0 == bytes);
    assert!(of(2, 1, "c").0 != bytes);
    let mut openings = std::collections::HashSet::new();
    for number in 1..=6 {
        let game: Vec<&Row> = rows.iter().filter(|row| row.number == number).collect();
        assert_eq!(game[0].ply, Some(5));
        openings.insert(game[0].moves.clone());
        for pair in game.windows(2) {
            let next =
                format!("{} {}", pair[0].moves.as_deref().unwrap(), pair[0].played.as_deref().unwrap());
            assert_eq!(pair[1].moves.as_deref(), Some(next.as_str()));
        }
        // The last move ends the game, with the result of the rows.
        let last = game.last().unwrap();
        let mut position = last.position().unwrap();
        position.play(position.parse_move(last.played.as_deref().unwrap()).unwrap()).unwrap();
        let winner = position.outcome().unwrap().winner;
        let side = |color| if Some(color) == winner { 1.0 } else { 0.0 };
        let expected = if winner.is_none() { 0.5 } else { side(last.to_move.unwrap()) };
        assert_eq!(last.outcome, Some(expected));
    }
    assert!(openings.len() >= 5, "random openings differ");
}
