//! How soon a protocol's engine obeys: the time from a stop or a quit to its effect, how long before its limit a move
//! comes, and the memory that it takes. The program is started as a GUI starts it, and measured from outside.

use crate::measure::{OnProgress, Steps};
use serde::Serialize;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing takes longer; an answer that takes longer is reported as this.
const PATIENCE: Duration = Duration::from_secs(20);

/// The memory limit sent to the engines, as in the protocol's own example: 80 MiB.
const MEMORY: u64 = 83_886_080;

/// The figures of one protocol with one game: the worst of all trials, in milliseconds.
#[derive(Clone, Debug, Serialize)]
pub struct ProtocolRow {
    /// The protocol and the game.
    pub what: &'static str,
    /// Trials of each figure.
    pub trials: usize,
    /// From a stop to the move.
    pub stop: f64,
    /// From a quit in the middle of a search to the end of the program.
    pub quit: f64,
    /// For each limit of a move, how long before it the latest one came. Empty where the protocol has no clock.
    pub before: Vec<Before>,
    /// The peak resident memory in MiB, with that limit; `None` where the protocol has no such limit, or the system
    /// does not report it.
    pub memory: Option<(f64, f64)>,
}

/// How long before a limit the latest of all moves came, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Before {
    /// The limit.
    pub limit: u64,
    /// Negative if a move was late.
    pub least: f64,
}

/// The limits of moves in a full run, in milliseconds.
const LIMITS: [u64; 2] = [100, 500];

/// The table of all.
#[derive(Clone, Debug, Serialize)]
pub struct Protocols {
    /// One row a protocol and game.
    pub rows: Vec<ProtocolRow>,
}

impl fmt::Display for Protocols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits: Vec<u64> = self
            .rows
            .iter()
            .map(|row| &row.before)
            .max_by_key(|before| before.len())
            .map_or_else(Vec::new, |before| before.iter().map(|one| one.limit).collect());
        write!(f, "{:<34} {:>6} {:>9} {:>9}", "worst of all trials", "trials", "stop, ms", "quit, ms")?;
        for limit in &limits {
            write!(f, " {:>15}", format!("before {limit} ms"))?;
        }
        writeln!(f, " {:>16}", "resident, MiB")?;
        for row in &self.rows {
            write!(f, "{:<34} {:>6} {:>9.1} {:>9.1}", row.what, row.trials, row.stop, row.quit)?;
            for limit in &limits {
                let before = row.before.iter().find(|one| one.limit == *limit);
                let text = before.map_or_else(|| "-".into(), |one| format!("{:.1}", one.least));
                write!(f, " {text:>15}")?;
            }
            let memory =
                row.memory.map_or_else(|| "-".into(), |(used, limit)| format!("{used:.1} of {limit:.0}"));
            writeln!(f, " {memory:>16}")?;
        }
        Ok(())
    }
}

/// How to speak with one engine.
struct Case {
    what: &'static str,
    args: &'static [&'static str],
    /// Sent before the first question.
    init: &'static [&'static str],
    /// What it says when it is ready.
    ready: &'static str,
    /// A new game, then a question that has no end. `{n}` is the number of the trial.
    ask: &'static [&'static str],
    stop: &'static str,
    quit: &'static str,
    /// Sent before the timed questions; `{ms}` and `{s}` are the limit. Empty where there is no clock.
    limit: &'static str,
    /// The question with a limit, where it is another.
    ask_timed: Option<&'static [&'static str]>,
    answer: fn(&str) -> bool,
    has_memory: bool,
}

fn point(line: &str) -> bool {
    line.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
}

fn vertex(line: &str) -> bool {
    line.starts_with("=7 ")
}

fn analysis(line: &str) -> bool {
    line.contains("\"type\":\"analysis\"")
}

const GOMOCUP: Case = Case {
    what: "gomocup, gomoku 15x15",
    args: &["engine", "gomocup"],
    init: &["INFO max_memory 83886080", "INFO timeout_turn 600000", "START 15"],
    ready: "OK",
    ask: &["RESTART", "BOARD", "7,7,2", "8,8,1", "6,8,2", "9,6,1", "5,7,2", "DONE"],
    stop: "YXSTOP",
    quit: "END",
    limit: "INFO timeout_turn {ms}",
    ask_timed: None,
    answer: point,
    has_memory: true,
};

const GTP: Case = Case {
    what: "gtp, go 9x9",
    args: &["engine", "gtp", "--game", "go", "--size", "9"],
    init: &["time_settings 0 600 1", "5 name"],
    ready: "=5 Tengen",
    ask: &["clear_board", "7 genmove b"],
    stop: "stop",
    quit: "quit",
    limit: "time_settings 0 {s} 1",
    ask_timed: None,
    answer: vertex,
    has_memory: false,
};

const JSON: Case = Case {
    what: "json, gomoku 15x15",
    args: &["engine", "json"],
    init: &[r#"{"id": "a", "do": "about"}"#],
    ready: r#"{"id":"a""#,
    ask: &[r#"{"id": {n}, "do": "analyze", "game": "gomoku", "moves": ["h8", "i9", "g9"]}"#],
    stop: r#"{"id": "s", "do": "cancel", "target": {n}}"#,
    quit: r#"{"id": "q", "do": "quit"}"#,
    limit: r#"{"id": "l", "do": "about"}"#,
    ask_timed: Some(&[
        r#"{"id": {n}, "do": "analyze", "game": "gomoku", "moves": ["h8", "i9", "g9"], "limits": {"time_ms": {ms}}}"#,
    ]),
    answer: analysis,
    has_memory: false,
};

fn cases() -> Vec<Case> {
    vec![
        GOMOCUP,
        Case {
            what: "gomocup, gomoku 15x15, 2 threads",
            init: &["INFO max_memory 83886080", "INFO thread_num 2", "INFO timeout_turn 600000", "START 15"],
            ..GOMOCUP
        },
        Case {
            what: "gomocup, gomoku 20x20",
            init: &["INFO max_memory 83886080", "INFO timeout_turn 600000", "START 20"],
            ..GOMOCUP
        },
        Case {
            what: "gomocup, gomoku 20x20, 2 threads",
            init: &["INFO max_memory 83886080", "INFO thread_num 2", "INFO timeout_turn 600000", "START 20"],
            ..GOMOCUP
        },
        Case {
            what: "gomocup, renju 15x15",
            init: &["INFO rule 4", "INFO max_memory 83886080", "INFO timeout_turn 600000", "START 15"],
            ..GOMOCUP
        },
        GTP,
        Case { what: "gtp, go 19x19", args: &["engine", "gtp", "--game", "go", "--size", "19"], ..GTP },
        Case { what: "gtp, othello", args: &["engine", "gtp", "--game", "othello"], ..GTP },
        Case {
            what: "gtp, gomoku",
            args: &["engine", "gtp", "--game", "gomoku"],
            ask: &["clear_board", "play b H8", "play w J9", "7 genmove b"],
            ..GTP
        },
        Case {
            what: "nboard, othello",
            args: &["engine", "nboard"],
            init: &["nboard 2", "set depth 60", "ping 1"],
            ready: "pong 1",
            ask: &["go"],
            stop: "ping 2",
            limit: "",
            answer: |line| line.starts_with("=== "),
            ..GTP
        },
        JSON,
        Case {
            ask: &[r#"{"id": {n}, "do": "analyze", "game": "mnk", "rules": "19,19,6"}"#],
            ask_timed: Some(&[
                r#"{"id": {n}, "do": "analyze", "game": "mnk", "rules": "19,19,6", "limits": {"time_ms": {ms}}}"#,
            ]),
            what: "json, mnk 19,19,6",
            ..JSON
        },
    ]
}

/// Measures `program`, which is Tengen's own command. A full run takes a minute and a half, a quick one some seconds.
pub fn measure(program: &Path, quick: bool, on_progress: OnProgress<'_>) -> Protocols {
    let trials = if quick { 3 } else { 12 };
    let limits = if quick { &LIMITS[..1] } else { &LIMITS[..] };
    let cases = cases();
    let mut steps = Steps::new(cases.len(), on_progress);
    let mut rows = Vec::new();
    for case in &cases {
        match steps.take(case.what, || row(program, case, trials, limits)) {
            Some(Some(row)) => rows.push(row),
            Some(None) => {}
            None => break,
        }
    }
    Protocols { rows }
}

/// `None` where the program cannot be started, or does not answer.
fn row(program: &Path, case: &Case, trials: usize, limits: &[u64]) -> Option<ProtocolRow> {
    let mut engine = RunningEngine::start(program, case)?;
    let mut stop = Duration::ZERO;
    for n in 0..trials {
        engine.ask(case.ask, n, 0);
        // At different moments of the search.
        std::thread::sleep(Duration::from_millis(20 + 37 * (n as u64 % 7)));
        engine.send(case.stop, n, 0);
        stop = stop.max(engine.wait(case.answer)?);
    }
    let mut before = Vec::new();
    for (i, &limit) in limits.iter().enumerate().filter(|_| !case.limit.is_empty()) {
        engine.send(case.limit, 0, limit);
        let mut least = f64::INFINITY;
        for n in 0..trials.div_ceil(limits.len()) {
            engine.ask(case.ask_timed.unwrap_or(case.ask), 1000 * (i + 1) + n, limit);
            least = least.min(limit as f64 - engine.wait(case.answer)?.as_secs_f64() * 1e3);
        }
        before.push(Before { limit, least });
    }
    let mib = f64::from(1 << 20);
    let memory =
        engine.peak().filter(|_| case.has_memory).map(|used| (used as f64 / mib, MEMORY as f64 / mib));
    let mut quit = engine.quit(case)?;
    for n in 1..trials.div_ceil(3) {
        let mut engine = RunningEngine::start(program, case)?;
        engine.ask(case.ask, n, 0);
        std::thread::sleep(Duration::from_millis(30));
        quit = quit.max(engine.quit(case)?);
    }
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    Some(ProtocolRow { what: case.what, trials, stop: ms(stop), quit: ms(quit), before, memory })
}

/// A running engine.
struct RunningEngine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
    /// When the last line was sent.
    sent: Instant,
}

impl RunningEngine {
    fn start(program: &Path, case: &Case) -> Option<RunningEngine> {
        let mut child = Command::new(program)
            .args(case.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (input, output) = (child.stdin.take()?, child.stdout.take()?);
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let mut engine = RunningEngine { child, input, lines, sent: Instant::now() };
        case.init.iter().for_each(|line| engine.send(line, 0, 0));
        engine.wait(|line| line.starts_with(case.ready))?;
        Some(engine)
    }

    fn ask(&mut self, lines: &[&str], n: usize, limit: u64) {
        lines.iter().for_each(|line| self.send(line, n, limit));
    }

    fn send(&mut self, line: &str, n: usize, limit: u64) {
        let line = line
            .replace("{n}", &n.to_string())
            .replace("{ms}", &limit.to_string())
            .replace("{s}", &format!("{:.3}", limit as f64 / 1e3));
        // An engine that has gone is found out when it is waited for.
        let _ = self.input.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.input.flush());
        self.sent = Instant::now();
    }

    /// The time from the last line sent to one that is waited for.
    fn wait(&mut self, wanted: impl Fn(&str) -> bool) -> Option<Duration> {
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok((at, line)) if wanted(line.trim()) => {
                    return Some(at.saturating_duration_since(self.sent));
                }
                Ok(_) => {}
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => return Some(PATIENCE),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// The peak resident memory so far, in bytes, where the system reports it.
    fn peak(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kib| kib * 1024)
    }

    /// The time from a quit to the end of the program.
    fn quit(&mut self, case: &Case) -> Option<Duration> {
        self.send(case.quit, 0, 0);
        let begun = self.sent;
        while begun.elapsed() < PATIENCE {
            if self.child.try_wait().ok()?.is_some() {
                return Some(begun.elapsed());
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        Some(PATIENCE)
    }
}

impl Drop for RunningEngine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
