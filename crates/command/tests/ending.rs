//! How the command ends when its output is closed or Ctrl-C is pressed.
#![cfg(unix)]

mod common;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// `tengen … | head -1`: the rest of the output is not wanted, and nothing is wrong.
#[test]
fn a_closed_pipe_is_no_error() {
    for args in [
        "rules",
        "completions bash",
        "show --game go --format svg",
        "perft othello 5 --divide",
        "bench layouts --quick --depth 1",
    ] {
        let mut child = common::command()
            .args(args.split(' '))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let code = child.wait().unwrap().code();
        assert!(!err.contains("panicked"), "{args}: {err}");
        assert_eq!(code, Some(0), "{args}: {err}");
    }
}

/// A full disk, which Linux offers as a file. Help is output too.
#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    for (args, says) in [
        ("--help", "error: cannot write standard output: the disk is full\n"),
        ("--version", "error: "),
        ("help play", "error: "),
        ("rules", "error: cannot write standard output: the disk is full\n"),
        ("--lang zh rules", "错误：无法写入标准输出：磁盘已满\n"),
        ("--lang ja rules", "エラー：標準出力に書き込めません：ディスクがいっぱいです\n"),
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let run = common::command().args(args.split(' ')).stdout(full).output().unwrap();
        let err = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(4), "{args}: {err}");
        assert!(err.starts_with(says) && !err.contains("os error"), "{args}: {err}");
    }
}

/// A GUI that dies closes both pipes. What it asked for last could take hours.
#[test]
fn an_engine_whose_gui_has_died_does_not_think_on() {
    for (args, asked) in [
        ("engine gtp --game go", "time_settings 0 36000 1\n5 name\ngenmove b\n"),
        ("engine gomocup", "INFO timeout_turn 36000000\nSTART 15\nBOARD\n7,7,1\n8,8,2\nDONE\n"),
    ] {
        let mut child = common::command()
            .args(args.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        input.write_all(asked.as_bytes()).unwrap();
        // It has begun to answer, so it is alive.
        assert_eq!(output.read(&mut [0]).unwrap(), 1);
        drop((input, output));
        let begun = Instant::now();
        let code = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status.code(),
                None if begun.elapsed() > Duration::from_secs(120) => {
                    child.kill().unwrap();
                    panic!("tengen {args} lives on");
                }
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        assert_eq!(code, Some(0), "{args}");
    }
}

/// Waits until a command handles Ctrl-C itself, where the system says so: on a busy machine it may start late.
fn wait_until_it_listens(child: &mut std::process::Child) {
    let begun = Instant::now();
    let status = format!("/proc/{}/status", child.id());
    // The second bit of the mask is SIGINT's.
    let listens = |text: String| {
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_none_or(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 != 0))
    };
    while begun.elapsed() < Duration::from_secs(60)
        && child.try_wait().unwrap().is_none()
        && !std::fs::read_to_string(&status).map_or(true, listens)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Starts a command, presses Ctrl-C after a while, and gives what it said.
fn interrupted(args: &str, after: Duration) -> (Option<i32>, String, String) {
    let mut child = common::command()
        .args(args.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_it_listens(&mut child);
    std::thread::sleep(after);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let started = Instant::now();
    loop {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        if started.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("tengen {args} does not hear Ctrl-C");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn ctrl_c_ends_long_work_with_130_and_keeps_what_was_done() {
    let (code, _, err) = interrupted("perft go 12", Duration::from_millis(700));
    assert_eq!(code, Some(130), "{err}");
    assert!(err.contains("counted so far"), "{err}");

    let (code, out, err) =
        interrupted("analyze --game othello --time 300s --json", Duration::from_millis(900));
    assert_eq!(code, Some(130), "{err}");
    assert!(serde_json::from_str::<serde_json::Value>(&out).is_ok(), "what was found is told: {out}");

    let (code, out, err) = interrupted("bench layouts --depth 4", Duration::from_millis(900));
    assert_eq!(code, Some(130), "{err}");
    assert!(!out.is_empty(), "the table so far");
}

#[test]
fn an_interrupted_match_prints_the_command_that_goes_on_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let given = |more: &str| {
        format!(
            "match --game gomoku --rules renju --move-time 9s --a tengen:level=3 --b general -n 4 -c 1{more}"
        )
    };
    let kept = given(&format!(" --out {}", dir.path().join("the-match").display()));
    let (code, _, err) = interrupted(&kept, Duration::from_millis(1500));
    assert_eq!(code, Some(130), "{err}");
    let command = err.split_once("go on with: ").unwrap_or_else(|| panic!("{err}")).1.trim();
    assert_eq!(shlex::split(command).unwrap()[1..].join(" "), kept);
    let (code, _, err) = interrupted(&given(""), Duration::from_millis(1500));
    assert_eq!(code, Some(130), "{err}");
    assert!(err.contains("--out DIR") && !err.contains("go on with"), "{err}");
}

/// The pipe is closed before anything is written.
#[test]
fn no_command_needs_the_reader_of_its_output() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(at("a.sgf"), "(;GM[1]SZ[9];B[ee])").unwrap();
    let data = at("data");
    assert!(
        common::command()
            .args(["library", "import", &at("a.sgf"), "--data", &data])
            .status()
            .unwrap()
            .success()
    );
    for args in [
        &["library", "export", "--to", "sgf", "--data", &data][..],
        &["library", "export", "--to", "moves", "--data", &data],
        &["library", "tag", "1", "--add", "x", "--data", &data],
        &["library", "check", "--data", &data],
        &["library", "list", "--data", &data],
        &["engines", "--data", &data],
        &["engines", "--json", "--data", &data],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ended = common::command().args(args).stdout(writer).output().unwrap();
        let errors = String::from_utf8_lossy(&ended.stderr);
        assert_eq!((ended.status.code(), &*errors), (Some(0), ""), "{args:?}");
    }
}
