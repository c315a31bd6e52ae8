//! `tengen engine` and `tengen match` through real pipes and processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(TENGEN);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Sends all of `input`, closes it, and gives what was written.
fn talk(args: &[&str], input: &[u8]) -> String {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that quits early closes the pipe.
        let _ = stdin.write_all(&input);
    });
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    text
}

/// What must come out when the input ends in the middle of a thought: the thought is finished, and the program leaves.
#[test]
fn every_protocol_answers_what_was_asked_before_the_end_of_input() {
    let text = talk(&["engine", "gomocup"], b"START 15\nINFO timeout_turn 300\nBEGIN\n");
    let last = text.lines().last().unwrap();
    assert!(last.split(',').all(|n| n.parse::<u8>().is_ok()), "{text}");
    let text = talk(&["engine", "gtp"], b"1 boardsize 5\n2 time_settings 0 1 1\n3 genmove b\n");
    assert!(text.starts_with("=1\n\n=2\n\n=3 "), "{text}");
    let text = talk(&["engine", "nboard"], b"nboard 2\nset depth 2\ngo\n");
    assert!(text.contains("\n=== "), "{text}");
    let text = talk(&["engine", "json"], br#"{"id":7,"do":"analyze","game":"othello","limits":{"depth":3}}"#);
    assert!(text.starts_with(r#"{"id":7,"type":"analysis""#), "{text}");
}

#[test]
fn a_quit_ends_a_thought_without_limit() {
    let mut child = start(&["engine", "gtp", "--game", "othello"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    stdin.write_all(b"kata-analyze b 1\n").unwrap();
    assert_eq!(lines.next().unwrap(), "=");
    assert!(lines.next().unwrap().starts_with("info move"));
    stdin.write_all(b"quit\n").unwrap();
    assert!(lines.any(|line| line == "="));
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_line_of_100_mb_and_binary_bytes_are_answered_with_errors() {
    let mut input = b"START 15\n\xff\xfe\x00\n".to_vec();
    input.resize(input.len() + (100 << 20), b'x');
    input.extend_from_slice(b"\nABOUT\nEND\n");
    let text = talk(&["engine", "gomocup"], &input);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[0] == "OK" && lines[1].starts_with("UNKNOWN") && lines[2].starts_with("ERROR"), "{text}");
    assert!(lines[3].starts_with("name="), "{text}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = start(&["engine", "gtp"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The first answer meets a closed pipe; the second write may too.
    let _ = stdin.write_all(b"name\nversion\n");
    // Another test that starts a program right now may hold a copy of the pipe for a moment, so that the answer is
    // taken after all.
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

fn scratch(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
    // Left by a run that was killed.
    let _ = std::fs::remove_dir_all(&dir);
    dir
}

fn run(args: &[&str]) -> Output {
    Command::new(TENGEN).args(args).output().expect("the program runs")
}

#[test]
fn matches_through_each_protocol_end_without_fault() {
    // GTP knows no depth and counts in seconds, so there the board is one that is solved at once.
    for (game, size, protocol) in [
        ("othello", "4", "gtp"),
        ("othello", "8", "nboard"),
        ("tic-tac-toe", "3", "json"),
        ("gomoku", "9", "gomocup"),
    ] {
        let outside = format!("cmd='{TENGEN} engine {protocol}' protocol={protocol} name=outside");
        let size = ["--size", size, "--games", "2", "--depth", "2"];
        let output = run(&[&["match", "--game", game, "--a", "tengen", "--b", &outside], &size[..]].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        let last = text.lines().last().unwrap_or_default();
        assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(
            last.starts_with("tengen: ")
                && last.contains("/2, Elo ")
                && last.ends_with("faults: none (opponent: none)"),
            "{game}: {text}"
        );
    }
}

#[test]
fn a_match_is_kept_and_gone_on_with() {
    let dir = scratch("resume");
    let out = dir.to_str().unwrap();
    let play = |games: &str| {
        run(&[
            "match",
            "--game",
            "tic-tac-toe",
            "--depth",
            "9",
            "-n",
            games,
            "--a",
            "tengen",
            "--b",
            "tengen",
            "-o",
            out,
        ])
    };
    let first = play("2");
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert_eq!(std::fs::read_to_string(dir.join("games.jsonl")).unwrap().lines().count(), 2);
    let again = play("4");
    assert!(again.status.success());
    assert!(String::from_utf8_lossy(&again.stderr).contains("continuing after 2 games"));
    // Perfect play draws every game.
    let text = String::from_utf8(again.stdout).unwrap();
    assert!(text.lines().last().unwrap().starts_with("tengen (1): 2.0/4"), "{text}");
    assert!(dir.join("games/00004.sgf").is_file());
    assert!(std::fs::read_to_string(dir.join("report.html")).unwrap().contains("Cross-table"));
    let other = run(&[
        "match",
        "--game",
        "connect-four",
        "--depth",
        "2",
        "--a",
        "tengen",
        "--b",
        "tengen",
        "-o",
        out,
    ]);
    assert_eq!(other.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another match"));
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn what_makes_no_match_is_refused_with_what_would() {
    for (args, expected) in [
        (&["--game", "othello", "--depth", "1", "--a", "tengen"][..], "two players"),
        (&["--game", "othello", "--a", "tengen", "--b", "tengen"], "--move-time"),
        (&["--depth", "1", "--a", "tengen", "--b", "tengen"], "--game"),
        (&["--game", "othello", "--depth", "1", "--a", "tengen:strength=3", "--b", "tengen"], "level"),
        (&["--game", "othello", "--depth", "1", "--a", "nobody", "--b", "tengen"], "no engine 'nobody'"),
        (&["--game", "othello", "--depth", "1", "--a", "cmd=x protocol=smoke", "--b", "tengen"], "gomocup"),
        (&["--game", "othello", "--move-time", "soon", "--a", "tengen", "--b", "tengen"], "soon"),
    ] {
        let output = run(&[&["match"], args].concat());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.contains(expected), "{args:?}: {errors}");
    }
}

#[test]
fn a_program_that_cannot_be_started_ends_the_match_and_loses_nothing() {
    let game = ["match", "--game", "othello", "--depth", "1", "-n", "2", "--a", "tengen", "--b"];
    // The second one is a folder.
    for (program, why) in
        [("/nowhere/engine", "there is no such program or folder"), ("/", "permission denied")]
    {
        let output = run(&[&game[..], &[&format!("cmd={program} protocol=gtp")]].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success());
        assert!(text.contains(&format!("cannot start {program}: {why}")), "{text}");
        assert!(text.contains("no game was counted") && !text.contains("os error"), "{text}");
    }
}

/// GTP 2: control characters are dropped wherever they are, and a line ends in a line feed alone.
#[test]
fn a_carriage_return_inside_a_line_of_gtp_is_dropped() {
    let text = talk(&["engine", "gtp"], b"1 protocol\r_version\r\n2 na\rme\n3 quit\r\n");
    assert_eq!(text, "=1 2\n\n=2 Tengen\n\n=3\n\n");
}

/// The limit of the protocol's own example, 80 MiB, and the tournament's: never more is resident, whatever is thought
/// about.
#[cfg(target_os = "linux")]
#[test]
fn no_more_memory_is_resident_than_the_manager_allows() {
    for mib in [80u64, 350] {
        let mut child = start(&["engine", "gomocup"]);
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let told = format!(
            "INFO max_memory {}\nINFO timeout_turn 1500\nSTART 20\nBOARD\n9,9,2\n10,10,1\n8,10,2\n11,8,1\n7,9,2\nDONE\n",
            mib << 20
        );
        stdin.write_all(told.as_bytes()).unwrap();
        let moved = |line: &String| {
            line.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
        };
        assert!(lines.any(|line| moved(&line)));
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: u64 = peak.trim().trim_end_matches("kB").trim().parse().unwrap();
        assert!(peak <= mib << 10, "{peak} KiB of {mib} MiB");
        stdin.write_all(b"END\n").unwrap();
        assert!(child.wait().unwrap().success());
    }
}

/// A longer match begins with the openings of the shorter one, so it goes on with it.
#[test]
fn a_match_with_drawn_openings_goes_on_with_more_games() {
    let dir = scratch("more");
    let out = dir.to_str().unwrap();
    let play = |games: &str, seed: &str| {
        run(&[
            &["match", "--game", "othello", "--depth", "1", "--a", "tengen", "--b", "tengen:level=1"][..],
            &["--balanced", "4", "--balance-nodes", "50", "-n", games, "--seed", seed, "-o", out],
        ]
        .concat())
    };
    assert!(play("2", "1").status.success());
    let more = play("6", "1");
    let errors = String::from_utf8_lossy(&more.stderr);
    assert!(more.status.success() && errors.contains("continuing after 2 games"), "{errors}");
    assert_eq!(std::fs::read_to_string(dir.join("games.jsonl")).unwrap().lines().count(), 6);
    // Other openings are another match.
    let other = play("8", "2");
    assert!(String::from_utf8_lossy(&other.stderr).contains("another match"));
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_test_without_a_decision_says_how_to_go_on() {
    let game = ["match", "--game", "tic-tac-toe", "--depth", "9", "--a", "tengen", "--b", "tengen"];
    let open = run(&[&game[..], &["--sprt", "0,50", "-n", "4"]].concat());
    let errors = String::from_utf8_lossy(&open.stderr);
    assert!(errors.contains("not decided after 4 games; -n 8 plays on"), "{errors}");
}

/// A level below the strongest bounds its own search; every other player needs a limit.
#[test]
fn levels_play_at_their_own_limits() {
    let players =
        |a: &str, b: &str| run(&["match", "--game", "othello", "--size", "6", "-n", "2", "--a", a, "--b", b]);
    let levels = players("tengen:level=2", "tengen:level=1");
    let out = String::from_utf8_lossy(&levels.stdout);
    assert!(
        levels.status.success() && out.contains("/2, Elo"),
        "{out}{}",
        String::from_utf8_lossy(&levels.stderr)
    );
    for (a, b, named) in [
        ("tengen:level=1", "tengen", "error: tengen has no limit of its own"),
        ("tengen:level=1", "cmd=./engine protocol=gtp name=other", "error: other has no limit of its own"),
    ] {
        let refused = players(a, b);
        let errors = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{errors}");
        assert!(errors.contains(named) && errors.contains("--nodes"), "{errors}");
    }
}
