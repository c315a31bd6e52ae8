//! `tengen batch`: what it writes, and what survives Ctrl-C and a kill.

mod common;

use common::{command, fails, ok, tengen};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tengen_batch::{Row, table};
use tengen_board::random::SplitMix64;
use tengen_games::{AnyPosition, Game, GameInfo, GameSpec};
use tengen_records::{Format, Record};

/// Writes whole games of Othello by random moves.
fn games(folder: &Path, count: u64) -> PathBuf {
    let spec = GameSpec::named("othello", None, None).unwrap();
    let record = |seed| {
        let (mut random, mut position) = (SplitMix64(seed), AnyPosition::new(&spec));
        while position.play_random(&mut || random.next_u32()).is_some() {}
        Record::from_position(&position)
    };
    let records: Vec<Record> = (0..count).map(record).collect();
    let path = folder.join("games.sgf");
    std::fs::write(&path, Format::Sgf.write(&records, &Default::default()).unwrap().bytes).unwrap();
    path
}

fn shards(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return BTreeMap::new() };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let whole = names.filter(|name| name.ends_with(".parquet"));
    whole.map(|name| (name.clone(), std::fs::read(folder.join(&name)).unwrap())).collect()
}

fn rows(folder: &Path) -> Vec<Row> {
    let files = shards(folder).into_keys().map(|name| File::open(folder.join(name)).unwrap());
    files.flat_map(|file| table::rows(file).unwrap().collect::<Vec<_>>()).map(Result::unwrap).collect()
}

const GAMES: u64 = 12;

fn analyze(file: &Path, out: &Path) -> Child {
    let arguments = ["batch", "analyze", "--nodes", "2000", "--shard", "1", "--threads", "2"];
    let mut command = command();
    command.args(arguments).arg(file).arg("-o").arg(out);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("tengen starts")
}

/// Waits until some shards are there.
fn wait_for_shards(out: &Path, count: usize) {
    let until = Instant::now() + Duration::from_secs(300);
    while shards(out).len() < count {
        assert!(Instant::now() < until, "no shard in five minutes");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_killed_job_and_one_that_was_interrupted_go_on() {
    let home = tempfile::tempdir().unwrap();
    let file = games(home.path(), GAMES);
    let (whole, cut) = (home.path().join("whole"), home.path().join("cut"));
    let done = analyze(&file, &whole).wait_with_output().unwrap();
    let counts = String::from_utf8(done.stdout).unwrap();
    let expected = rows(&whole).len();
    assert_eq!(counts.trim(), format!("games 12, rows {expected}, failed 0, shards 12, resumed 0"));

    let mut killed = analyze(&file, &cut);
    wait_for_shards(&cut, 1);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let left = shards(&cut).len();
    assert!((1..GAMES as usize).contains(&left), "the kill came too late: {left} shards");

    #[cfg(unix)]
    {
        let interrupted = analyze(&file, &cut);
        wait_for_shards(&cut, left + 1);
        let signal =
            std::process::Command::new("kill").args(["-INT", &interrupted.id().to_string()]).status();
        assert!(signal.expect("kill starts").success());
        let output = interrupted.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(130), "{error}");
        assert!(error.contains("the same command goes on where it stopped"), "{error}");
        let now = shards(&cut).len();
        assert!((left + 1..GAMES as usize).contains(&now), "the interrupt came too late: {now} shards");
    }

    let done = analyze(&file, &cut).wait_with_output().unwrap();
    assert!(done.status.success());
    assert!(shards(&cut) == shards(&whole), "the same rows, byte for byte");
    let places: std::collections::HashSet<_> = rows(&cut).iter().map(|row| (row.number, row.ply)).collect();
    assert_eq!(places.len(), expected, "every row once");
}

#[test]
fn failed_games_are_named_and_counted() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("games");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("good.sgf"), "(;GM[1]SZ[9]RE[B+R];B[ee];W[ce])").unwrap();
    std::fs::write(folder.join("bad.sgf"), "(;GM[1]SZ[9];B[ee];W[ee])").unwrap();
    std::fs::write(folder.join("notes.md"), "No game here.").unwrap();
    let out = home.path().join("out");
    let run = tengen(&format!("batch replay {} -o {}", folder.display(), out.display()));
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(run.last(), "games 2, rows 6, failed 1, shards 1, resumed 0");
    assert!(run.err.contains("bad.sgf, game 1, after 1 move: move 2 (E5) is illegal"), "{}", run.err);
    assert!(run.err.contains("skipped 1 file"), "{}", run.err);
    let json = tengen(&format!("batch replay {} -o {} --json", folder.display(), out.display()));
    let counts: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((counts["rows"].as_u64(), counts["resumed"].as_u64()), (Some(6), Some(1)));
}

/// A move that cannot be read ends its game with an error, and no other move takes its place.
#[test]
fn moves_that_cannot_be_read_are_named_and_counted() {
    let home = tempfile::tempdir().unwrap();
    let replayed = |name: &str, text: &str, more: &str| {
        let (file, out) = (home.path().join(name), home.path().join(format!("{name}-out")));
        std::fs::write(&file, text).unwrap();
        let run = tengen(&format!("batch replay {} {more} -o {}", file.display(), out.display()));
        assert_eq!(run.code, 1, "{name}: {}", run.err);
        (run, rows(&out))
    };
    let (run, _) = replayed("mix.moves", "f5d6c3\nf5zz\n", "--game othello");
    assert_eq!(run.last(), "games 2, rows 7, failed 1, shards 1, resumed 0");
    assert!(run.err.contains("mix.moves, game 2, after 1 move: line 2, column 3: "), "{}", run.err);
    let (run, _) = replayed("four.moves", "f5d6c3\nf5 q9\nf5a1\n", "--game othello");
    assert!(run.last().contains("failed 2,"), "{}", run.out);
    assert!(run.err.contains("game 2") && run.err.contains("game 3"), "{}", run.err);
    let (run, rows) = replayed(
        "bad.sgf",
        "(;GM[1]SZ[9];B[aa];W[zz];B[bb])(;GM[1]SZ[9];B[cc];W[hello])(;GM[1]SZ[9];B[cc]",
        "",
    );
    assert!(run.last().starts_with("games 3, ") && run.last().contains("failed 3,"), "{}", run.out);
    assert!(rows.iter().all(|row| row.played.as_deref() != Some("pass")), "{rows:?}");
    let (run, _) = replayed("bad.psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,99,0\n7,9,0\n0\n", "");
    assert!(run.last().contains("failed 1,") && run.err.contains("line 3"), "{}", run.err);
    let (run, _) = replayed("bad.ggf", "(;GM[Othello]B[f5];)(;GM[Othello]B[f5]W[Z9]B[c3];)", "");
    assert!(run.last().contains("failed 1,") && run.err.contains("found 'Z9'"), "{}", run.err);
    let (run, _) = replayed("far.moves", "h8i9 j99\n", "--game gomoku");
    assert!(run.last().contains("failed 1,") && run.err.contains("found 'j99'"), "{}", run.err);
    let (file, out) = (home.path().join("far.moves"), home.path().join("analysed"));
    let analysed = format!("batch analyze {} --game gomoku --depth 1 -o {}", file.display(), out.display());
    let run = tengen(&analysed);
    assert!(run.code == 1 && run.last().contains("failed 1,"), "{}", run.out);
}

/// A row of self-play is a position: read as a game, each would be played from its start.
#[test]
fn rows_of_positions_are_not_taken_for_games_without_a_word() {
    let home = tempfile::tempdir().unwrap();
    let [played, analysed, again] = ["played", "analysed", "again"].map(|name| home.path().join(name));
    let selfplay = "batch selfplay --game othello -n 1 --depth 1 --max-plies 8";
    ok(&format!("{selfplay} -o {}", played.display()));
    let run = tengen(&format!("batch analyze {} --depth 1 -o {}", played.display(), analysed.display()));
    assert_eq!(run.err.matches("tengen batch relabel").count(), 1, "{}", run.err);
    // The description of the job; its lock is hidden.
    assert!(run.err.contains("skipped 1 file below"), "{}", run.err);
    let zh = tengen(&format!("--lang zh batch analyze {0} --depth 1 -o {0}2", analysed.display()));
    assert!(zh.err.contains("对局中的局面"), "{}", zh.err);
    let run = tengen(&format!("batch relabel {} --depth 1 -o {}", played.display(), again.display()));
    assert!(!run.err.contains("look like positions"), "{}", run.err);
    let check = tengen(&format!("replay --check {}", played.display()));
    assert!(check.err.contains("skipped 2 files below"), "{}", check.err);
}

#[test]
fn what_cannot_be_done_is_refused_with_what_can() {
    let home = tempfile::tempdir().unwrap();
    let file = games(home.path(), 1);
    let (file, out) = (file.display(), home.path().join("out"));
    let out = out.display();
    fails(&format!("batch analyze {file} -o {out}"), 2, &["--nodes"], &["--nodes"]);
    fails(&format!("batch replay {file} --at some -o {out}"), 2, &["'some'", "every Nth"], &["some"]);
    fails(&format!("batch replay {file} --shard 0 -o {out}"), 2, &["0"], &["--shard"]);
    fails(&format!("batch replay nowhere.sgf -o {out}"), 3, &["nowhere.sgf"], &["nowhere.sgf"]);
    fails(&format!("batch selfplay --nodes 5 -o {out}"), 2, &["--game"], &["--game"]);
    fails(&format!("batch selfplay --game go --level 200 --nodes 5 -o {out}"), 2, &["not 200"], &["200"]);
    fails(&format!("batch relabel {file} --nodes 5 -o {out}"), 3, &["relabel"], &["relabel"]);
    ok(&format!("batch replay {file} -o {out}2"));
    fails(&format!("batch replay {file} --at end -o {out}2"), 3, &["another job", "at"], &["另一项工作"]);
}

#[test]
fn the_library_exports_a_row_for_each_game() {
    let home = tempfile::tempdir().unwrap();
    let (file, data) = (games(home.path(), 3), home.path().join("data"));
    std::fs::create_dir(&data).unwrap();
    ok(&format!("library import {} --data {}", file.display(), data.display()));
    let exported = home.path().join("games.parquet");
    ok(&format!(
        "library export --sort oldest --parquet -o {} --data {}",
        exported.display(),
        data.display()
    ));
    let rows: Vec<Row> = table::rows(File::open(&exported).unwrap()).unwrap().map(Result::unwrap).collect();
    let read = std::fs::read(&file).unwrap();
    let records = Format::Sgf.read(&read, &Default::default()).unwrap().records;
    assert_eq!(rows.len(), 3);
    for (row, record) in rows.iter().zip(&records) {
        assert_eq!(row.position().unwrap(), record.replay().unwrap().position);
        assert_eq!(row.result, record.result_by_rules());
    }
    let parquet = format!("library export --parquet --data {}", data.display());
    fails(&parquet, 2, &["games.parquet"], &["games.parquet"]);
}

/// The last row of each game of `batch replay` is its end.
#[test]
fn relabel_keeps_the_rows_of_ends() {
    let home = tempfile::tempdir().unwrap();
    let (played, again) = (home.path().join("played"), home.path().join("again"));
    let file = games(home.path(), 2);
    ok(&format!("batch replay {} --at 20 -o {}", file.display(), played.display()));
    ok(&format!("batch relabel {} --depth 1 -o {}", played.display(), again.display()));
    let (before, after) = (rows(&played), rows(&again));
    assert_eq!(before.len(), after.len());
    let mut ends = 0;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(after.error, None);
        let is_end = before.position().unwrap().is_over();
        ends += usize::from(is_end);
        assert_eq!(is_end, after.best.is_none());
        assert!(!is_end || before == after);
    }
    assert!(ends > 0, "no row is an end");
}

/// A game of each kind, through the library and a Parquet file and back.
#[test]
fn every_game_comes_back_from_parquet() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    for word in GameInfo::words() {
        let spec = GameSpec::named(word, None, None).unwrap();
        let mut position = AnyPosition::new(&spec);
        let mut random = SplitMix64(7);
        for _ in 0..14 {
            position.play_random(&mut || random.next_u32());
        }
        let record = Record::from_moves(spec, position.moves());
        let sgf = Format::Sgf.write(&[record], &Default::default()).unwrap().bytes;
        std::fs::write(path("one.sgf"), sgf).unwrap();
        let (data, out) = (path(&format!("{word}-data")), path(&format!("{word}-rows")));
        ok(&format!("library import {} --data {data}", path("one.sgf")));
        ok(&format!("library export --parquet -o {} --data {data}", path("one.parquet")));
        let rows = table::rows(File::open(path("one.parquet")).unwrap()).unwrap();
        let rows: Vec<Row> = rows.map(Result::unwrap).collect();
        assert!(rows.len() == 1 && rows[0].position().unwrap().ply() == position.ply(), "{word}: {rows:?}");
        ok(&format!("batch replay {} -o {out}", path("one.parquet")));
    }
}

#[test]
fn moves_without_a_game_and_programs_are_not_taken_for_records() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    std::fs::write(path("cf.txt"), "4435\n").unwrap();
    std::fs::write(path("none.txt"), "\n").unwrap();
    let (moves, out) = (path("cf.txt"), path("out"));
    fails(&format!("batch replay {moves} -o {out}"), 2, &["which game is", "--game"], &["哪种棋"]);
    fails(&format!("replay --check {moves}"), 2, &["which game is", "--game"], &["哪种棋"]);
    fails(&format!("batch replay {} -o {out}", path("none.txt")), 3, &["none.txt is empty"], &["是空的"]);
    fails(&format!("replay --check {}", path("none.txt")), 3, &["none.txt is empty"], &["是空的"]);
    let folder = path("folder");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(path("folder/make.py"), "TEXT = '(;GM[Othello]PC[x];)'\nOTHER = \"(;GM[1];B[zz])\"\n")
        .unwrap();
    std::fs::write(path("folder/game"), "(;GM[1]SZ[9];B[ee])").unwrap();
    assert_eq!(ok(&format!("replay --check {folder}")).last(), "1 game, 1 move, 0 exceptions");
    assert_eq!(
        ok(&format!("batch replay {folder} -o {out}")).last(),
        "games 1, rows 2, failed 0, shards 1, resumed 0"
    );
}
