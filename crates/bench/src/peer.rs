//! A peer's own measurement, taken in the same run as ours: machines of today run faster and slower from minute to
//! minute.

use serde::Serialize;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// Rapfi's settings, which name its model. It looks for them in the folder where it runs and beside its program.
const SETTINGS: &str = "config.toml";

/// The longest line that is read whole, in bytes.
const MAX_LINE: u64 = 4096;

/// The most characters of a program's line in a message.
const MAX_QUOTED: usize = 200;

/// The figures of Rapfi's own `BENCH`: positions of its own, each to a depth of its own.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// Nodes of its searches: the signature of its version and model.
    pub nodes: u64,
    /// Nodes a second of its search.
    pub nodes_per_second: f64,
    /// Pairs of moves made and taken back a second.
    pub pairs_per_second: f64,
}

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
pub enum Missing {
    /// There is no such program.
    #[error("there is no {}", .0.display())]
    NotFound(PathBuf),
    /// A folder in the program's place.
    #[error("{} is a folder; Rapfi's program is needed", .0.display())]
    Folder(PathBuf),
    /// The program has no settings beside it. Rapfi then plays with another model, and its figures are not comparable.
    #[error(
        "{} has no {SETTINGS} beside it, in {}; is it Rapfi? Its settings and the model that they name belong there",
        .program.display(),
        .folder.display()
    )]
    NoSettings {
        /// The program.
        program: PathBuf,
        /// Where it really lies, if the path is a link.
        folder: PathBuf,
    },
    /// The system could not start it.
    #[error("{} could not be started: {why}", .program.display())]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// The system's reason.
        why: std::io::Error,
    },
    /// It ended as failed.
    #[error("{} failed ({status}){}", .program.display(), quoted(.said))]
    Failed {
        /// The program.
        program: PathBuf,
        /// How it ended.
        status: ExitStatus,
        /// Its first line that reports an error, else its last; empty if it wrote none.
        said: String,
    },
    /// It ended as if all were well, but wrote no figures.
    #[error("{} answered BENCH without figures{}; is it Rapfi?", .program.display(), quoted(.said))]
    Unlike {
        /// The program.
        program: PathBuf,
        /// Its first line that reports an error, else its last; empty if it wrote none.
        said: String,
    },
    /// It wrote nothing at all.
    #[error("{} wrote nothing within {} s of BENCH; is it Rapfi?", .program.display(), .within.as_secs_f32())]
    Silent {
        /// The program.
        program: PathBuf,
        /// How long it was given.
        within: Duration,
    },
    /// It did not end.
    #[error("{} has not ended {} s after BENCH{}", .program.display(), .within.as_secs_f32(), quoted(.said))]
    Unfinished {
        /// The program.
        program: PathBuf,
        /// How long it was given.
        within: Duration,
        /// Its first line that reports an error, else its last.
        said: String,
    },
}

/// What a program wrote, for a message about it.
fn quoted(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(": '{said}'") }
}

/// The figures of a peer, or why there are none.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum PeerReport {
    /// It wrote its figures.
    Figures(Figures),
    /// It did not; why.
    Missing {
        /// In words.
        skipped: String,
    },
}

impl PeerReport {
    /// Asks Rapfi's program, as [`measure`] does.
    pub fn of(program: &Path) -> PeerReport {
        match measure(program) {
            Ok(figures) => PeerReport::Figures(figures),
            Err(why) => PeerReport::Missing { skipped: why.to_string() },
        }
    }
}

/// How long a program may take.
#[derive(Clone, Copy)]
struct Patience {
    /// Until its first line. Rapfi writes one before it measures.
    first_line: Duration,
    /// Until its end.
    end: Duration,
}

/// Rapfi's bench takes half a minute on a quiet machine.
const PATIENCE: Patience = Patience { first_line: Duration::from_secs(30), end: Duration::from_secs(600) };

/// Runs Rapfi's program in the folder where it is, and asks it for its `BENCH` over the Gomocup protocol, which every
/// build knows: one without command modules ignores the argument `bench`. Takes half a minute; a program that is
/// silent for 30 s, or has not ended after 10 minutes, is stopped.
///
/// # Errors
///
/// If there is no such program, or a folder, or no `config.toml` beside it; if the program fails, is silent, or writes
/// no figures.
pub fn measure(program: &Path) -> Result<Figures, Missing> {
    ask(program, PATIENCE)
}

fn ask(program: &Path, patience: Patience) -> Result<Figures, Missing> {
    if program.is_dir() {
        return Err(Missing::Folder(program.into()));
    }
    if !program.is_file() {
        return Err(Missing::NotFound(program.into()));
    }
    let not_started = |why| Missing::NotStarted { program: program.into(), why };
    let path = program.canonicalize().map_err(not_started)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    if !folder.join(SETTINGS).is_file() {
        return Err(Missing::NoSettings { program: program.into(), folder: folder.into() });
    }
    let mut command = Command::new(&path);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = Running(command.spawn().map_err(not_started)?);
    let begun = Instant::now();
    if let Some(mut input) = running.0.stdin.take() {
        // A program that reads nothing shows what it is by what it writes.
        let _ = input.write_all(b"BENCH\nEND\n");
    }
    let lines = lines_of(running.0.stdout.take());
    let mut answer = Answer::default();
    let unfinished = |said| Err(Missing::Unfinished { program: program.into(), within: patience.end, said });
    loop {
        let silent = answer.lines == 0;
        let deadline = if silent { patience.first_line.min(patience.end) } else { patience.end };
        let left = deadline.saturating_sub(begun.elapsed());
        match lines.recv_timeout(left) {
            Ok(line) if !left.is_zero() => answer.read(&line),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if silent => {
                return Err(Missing::Silent { program: program.into(), within: deadline });
            }
            Ok(_) | Err(RecvTimeoutError::Timeout) => return unfinished(answer.said),
        }
    }
    // It writes no more.
    match running.wait(patience.end.saturating_sub(begun.elapsed())).map_err(not_started)? {
        None => unfinished(answer.said),
        Some(status) if !status.success() => {
            Err(Missing::Failed { program: program.into(), status, said: answer.said })
        }
        Some(_) => answer
            .figures()
            .ok_or_else(|| Missing::Unlike { program: program.into(), said: answer.said.clone() }),
    }
}

/// A program that is stopped when it is dropped.
struct Running(Child);

impl Running {
    /// How the program ended; `None` if it has not within that time.
    fn wait(&mut self, at_most: Duration) -> std::io::Result<Option<ExitStatus>> {
        let begun = Instant::now();
        loop {
            let status = self.0.try_wait()?;
            if status.is_some() || begun.elapsed() >= at_most {
                return Ok(status);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only if it has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The lines that a program writes, read on a thread of their own so that waiting for them can end. What exceeds the
/// greatest length is a line of its own.
fn lines_of(output: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, lines) = sync_channel(64);
    std::thread::spawn(move || {
        let Some(output) = output else { return };
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        while output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            if sender.send(String::from_utf8_lossy(&line).trim_end().to_string()).is_err() {
                return;
            }
            line.clear();
        }
    });
    lines
}

/// What has been read of the answer to `BENCH`: lines such as `MESSAGE Nodes/s: 1070000`.
#[derive(Default)]
struct Answer {
    lines: u64,
    nodes: Option<u64>,
    nodes_per_second: Option<f64>,
    pairs_per_second: Option<f64>,
    /// The first line that reports an error, else the last one.
    said: String,
}

impl Answer {
    fn read(&mut self, line: &str) {
        self.lines += 1;
        if !self.said.starts_with("ERROR") {
            self.said = line.chars().take(MAX_QUOTED).collect();
        }
        let figure = |what: &str| line.strip_prefix("MESSAGE ")?.strip_prefix(what)?.trim().parse().ok();
        self.pairs_per_second = self.pairs_per_second.or_else(|| figure("Moves/s:"));
        self.nodes_per_second = self.nodes_per_second.or_else(|| figure("Nodes/s:"));
        self.nodes = self.nodes.or_else(|| figure("Nodes:").map(|nodes: f64| nodes as u64));
    }

    fn figures(&self) -> Option<Figures> {
        Some(Figures {
            nodes: self.nodes?,
            nodes_per_second: self.nodes_per_second?,
            pairs_per_second: self.pairs_per_second?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Rapfi 0.43 writes.
    const WRITTEN: &str = "MESSAGE Load config from config.toml\nMESSAGE ==========Move Bench==========\n\
        MESSAGE Total Time (ms): 1002\nMESSAGE Moves/s: 1995978\nMESSAGE =========Search Bench=========\n\
        MESSAGE Total Time (ms): 32006\nMESSAGE Nodes: 19245270\nMESSAGE Nodes/s: 601301\nMESSAGE Hash: 8e1c1111\n";

    fn figures(text: &str) -> Option<Figures> {
        let mut answer = Answer::default();
        text.lines().for_each(|line| answer.read(line));
        answer.figures()
    }

    #[test]
    fn the_figures_are_read() {
        let read = figures(WRITTEN).expect("all figures");
        let expected =
            Figures { nodes: 19_245_270, nodes_per_second: 601_301.0, pairs_per_second: 1_995_978.0 };
        assert_eq!(read, expected);
        for missing in ["Nodes/s: 601301", "Moves/s: 1995978", "Nodes: 19245270"] {
            assert_eq!(figures(&WRITTEN.replace(missing, "")), None, "{missing}");
            assert_eq!(figures(&WRITTEN.replace(missing, "Nodes/s: many")), None, "{missing}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let missing = measure(Path::new("no/such/rapfi")).unwrap_err();
        assert_eq!(missing.to_string(), "there is no no/such/rapfi");
        let folder = measure(Path::new(".")).unwrap_err();
        assert_eq!(folder.to_string(), ". is a folder; Rapfi's program is needed");
    }

    /// Shell scripts in Rapfi's place.
    #[cfg(unix)]
    mod fake {
        use super::*;

        /// A folder with a program, removed when dropped.
        struct Fake(PathBuf);

        impl Fake {
            /// The script runs with its settings beside it.
            fn new(name: &str, script: &str) -> Fake {
                let folder = std::env::temp_dir().join(format!("tengen-rapfi-{}-{name}", std::process::id()));
                std::fs::create_dir_all(&folder).expect("a folder");
                std::fs::write(folder.join(SETTINGS), "[model]\n").expect("a file");
                let fake = Fake(folder);
                // Another process writes the program: one that this process has open for writing cannot be started,
                // and a test beside this one may be starting its own and have inherited it.
                let mut write = Command::new("sh")
                    .args(["-c", "cat > \"$0\" && chmod +x \"$0\""])
                    .arg(fake.program())
                    .stdin(Stdio::piped())
                    .spawn()
                    .expect("a shell");
                let script = format!("#!/bin/sh\n{script}");
                write.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("a script");
                assert!(write.wait().expect("an end").success());
                fake
            }

            fn program(&self) -> PathBuf {
                self.0.join("pbrain-rapfi")
            }

            /// The answer to a bench that may take `millis` to its first line and twice that to its end.
            fn ask(&self, millis: u64) -> Result<Figures, String> {
                let first_line = Duration::from_millis(millis);
                let text = |why: Missing| why.to_string().replace(&self.0.display().to_string(), "DIR");
                ask(&self.program(), Patience { first_line, end: 2 * first_line }).map_err(text)
            }
        }

        impl Drop for Fake {
            fn drop(&mut self) {
                let _ = std::fs::remove_dir_all(&self.0);
            }
        }

        /// Time enough on any machine.
        const AMPLE: u64 = 60_000;

        /// As Rapfi without its command modules: no argument counts, BENCH comes over the protocol, and the settings
        /// are looked for in the folder where it runs.
        const RAPFI: &str = "[ -f config.toml ] || exit 9\n\
            [ $# = 0 ] || { echo 'ERROR it ignores arguments'; exit 0; }\n\
            while read -r line; do case \"$line\" in\n\
            BENCH) printf '%s' \"$ANSWER\";;\nEND) exit 0;;\n*) echo \"ERROR Unknown command: $line\";;\n\
            esac; done\nexit 8\n";

        fn rapfi(answer: &str) -> String {
            format!("ANSWER='{answer}'\n{RAPFI}")
        }

        #[test]
        fn bench_is_asked_over_the_protocol_in_the_programs_folder() {
            let fake = Fake::new("works", &rapfi(WRITTEN));
            assert_eq!(fake.ask(AMPLE).map(|figures| figures.nodes), Ok(19_245_270));
            // A link to the program is followed to its settings.
            let link = Fake::new("link", "");
            std::fs::remove_file(link.program()).expect("the script");
            std::os::unix::fs::symlink(fake.program(), link.program()).expect("a link");
            assert_eq!(link.ask(AMPLE).map(|figures| figures.nodes), Ok(19_245_270));
        }

        #[test]
        fn without_settings_it_is_not_measured() {
            let fake = Fake::new("bare", &rapfi(WRITTEN));
            std::fs::remove_file(fake.0.join(SETTINGS)).expect("the settings");
            let why = fake.ask(AMPLE).unwrap_err();
            assert!(
                why.starts_with("DIR/pbrain-rapfi has no config.toml beside it, in DIR; is it Rapfi?"),
                "{why}"
            );
        }

        #[test]
        fn a_failure_is_reported_with_what_the_program_said() {
            let script = "echo 'MESSAGE Load config'\necho 'ERROR Unable to open model file: \"m.bin\"'\n\
                echo 'ERROR Failed to load config'\nexit 1\n";
            let why = Fake::new("fails", script).ask(AMPLE).unwrap_err();
            let expected =
                "DIR/pbrain-rapfi failed (exit status: 1): 'ERROR Unable to open model file: \"m.bin\"'";
            assert_eq!(why, expected);
        }

        #[test]
        fn another_program_is_taken_for_what_it_is() {
            let other = Fake::new("other", "cat > /dev/null\necho '? unknown command'\n");
            let expected =
                "DIR/pbrain-rapfi answered BENCH without figures: '? unknown command'; is it Rapfi?";
            assert_eq!(other.ask(AMPLE).unwrap_err(), expected);
            let nothing = Fake::new("nothing", "exit 0\n");
            assert_eq!(
                nothing.ask(AMPLE).unwrap_err(),
                "DIR/pbrain-rapfi answered BENCH without figures; is it Rapfi?"
            );
        }

        #[test]
        fn a_silent_program_is_stopped() {
            // `exec`: no shell is left whose child keeps the pipe open.
            let silent = Fake::new("silent", "exec sleep 100\n");
            let expected = "DIR/pbrain-rapfi wrote nothing within 0.2 s of BENCH; is it Rapfi?";
            assert_eq!(silent.ask(200).unwrap_err(), expected);
        }

        #[test]
        fn a_program_without_end_is_stopped() {
            let endless = Fake::new("endless", "while :; do echo MESSAGE searching; sleep 0.05; done\n");
            let why = endless.ask(1500).unwrap_err();
            assert_eq!(why, "DIR/pbrain-rapfi has not ended 3 s after BENCH: 'MESSAGE searching'");
            // It closes its output and stays, or writes one line without end.
            let closed = Fake::new("closed", "echo MESSAGE a\nexec sleep 100 > /dev/null\n");
            let why = closed.ask(1500).unwrap_err();
            assert_eq!(why, "DIR/pbrain-rapfi has not ended 3 s after BENCH: 'MESSAGE a'");
            let flood = Fake::new("flood", "exec tr '\\0' x < /dev/zero\n");
            let why = flood.ask(1500).unwrap_err();
            assert_eq!(why, format!("DIR/pbrain-rapfi has not ended 3 s after BENCH: '{}'", "x".repeat(200)));
        }
    }
}
