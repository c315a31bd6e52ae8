//! GNU Go's suites in one table: how many questions Tengen answers, with its nodes and time, and the same of a program
//! that speaks GTP.
//!
//! ```sh
//! cargo run --release -p tengen --no-default-features --features arena,go --example go_suites -- \
//!     FOLDER 'gnugo --mode gtp --quiet --level 10' [SUITE[=NODES]…]
//! ```
//!
//! The folder has the suites (`capture.tst`) and the files that they load. An empty command asks no program. The nodes
//! of GNU Go are the moves that it tries (`get_trymove_counter`).

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen::arena::suite::{Grade, Suite, load, run};
use tengen::engine::{EngineFactory, EngineOptions, Limits, Stop};
use tengen::players;

/// The suites, with the nodes of each search of a question about chains, or the playouts of a move or a count.
const SUITES: [(&str, u64); 11] = [
    ("capture", 200_000),
    ("reading", 60_000),
    ("connection", 60_000),
    ("seki", 3_000),
    ("safety", 10_000),
    ("tactics", 10_000),
    ("tactics1", 10_000),
    ("tiny", 10_000),
    ("score", 4_000),
    ("score2", 4_000),
    ("unconditional", 1_000),
];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, program, wanted @ ..] = &args[..] else {
        return Err("give the folder of the suites and the command of a program, '' for none".into());
    };
    let wanted: Vec<(&str, Option<u64>)> = wanted
        .iter()
        .map(|word| match word.split_once('=') {
            None => Ok((word.as_str(), None)),
            Some((suite, nodes)) => nodes.parse().map(|nodes| (suite, Some(nodes))),
        })
        .collect::<Result<_, _>>()
        .map_err(|e| format!("after = there is a number of nodes: {e}"))?;
    if let Some((unknown, _)) = wanted.iter().find(|(name, _)| SUITES.iter().all(|(suite, _)| suite != name))
    {
        let known = SUITES.map(|(suite, _)| suite).join(", ");
        return Err(format!("'{unknown}' is none of the suites {known}").into());
    }
    let folder = Path::new(folder);
    println!(
        "| suite | limit | Tengen | nodes | time | program | nodes | time |\n|---|---|---|---|---|---|---|---|"
    );
    for (name, usual) in SUITES {
        let nodes = match wanted.iter().find(|(suite, _)| *suite == name) {
            Some((_, nodes)) => nodes.unwrap_or(usual),
            None if wanted.is_empty() => usual,
            None => continue,
        };
        let file = folder.join(name).with_extension("tst");
        let suite = load(&file)?;
        let engines: EngineFactory = Arc::new(players::with_options);
        let options = EngineOptions::default();
        let report =
            run(&suite, &engines, &options, &Limits::nodes(nodes), &Stop::new(), &mut |problem, answer| {
                if answer.mark != Grade::Solved {
                    let said = problem.answer_text(&answer.said, tengen::words::Language::English);
                    let known = problem.solution_text(tengen::words::Language::English);
                    eprintln!("{name} {}: {said}, known: {known}", problem.name);
                }
            });
        let (solved, total) = (report.count(Grade::Solved), report.answers.len());
        let (counted, seconds) = (report.nodes(), report.time().as_secs_f64());
        print!("| `{name}` | {nodes} | {solved} of {total} | {counted} | {seconds:.1} s |");
        match ask(program, folder, &file, &suite)? {
            Some(Asked { solved, nodes, time }) => {
                println!(" {solved} of {total} | {nodes} | {:.1} s |", time.as_secs_f64());
            }
            None => println!(" | | |"),
        }
    }
    Ok(())
}

/// What a program answered to a suite.
struct Asked {
    solved: usize,
    nodes: u64,
    time: Duration,
}

/// Sends the lines of the suite to a new process of the program; `None` where there is no command.
fn ask(command: &str, folder: &Path, file: &Path, suite: &Suite) -> Result<Option<Asked>, Box<dyn Error>> {
    let mut words = command.split_whitespace();
    let Some(name) = words.next() else { return Ok(None) };
    let mut program = Gtp::start(Command::new(name).args(words).current_dir(folder))?;
    let mut asked = Asked { solved: 0, nodes: 0, time: Duration::ZERO };
    let text = std::fs::read(file)?;
    for (n, line) in String::from_utf8_lossy(&text).lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let problem = suite.problems.iter().find(|problem| problem.line == n + 1);
        if problem.is_some() {
            program.send("reset_trymove_counter")?;
        }
        let begun = Instant::now();
        let answer = program.send(line)?;
        let time = begun.elapsed();
        if let Some(problem) = problem {
            asked.time += time;
            asked.nodes += program.send("get_trymove_counter")?.parse().unwrap_or(0);
            asked.solved += usize::from(problem.mark_text(&answer) == Grade::Solved);
        }
    }
    Ok(Some(asked))
}

/// A program that speaks GTP.
struct Gtp {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Gtp {
    fn start(command: &mut Command) -> Result<Gtp, Box<dyn Error>> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let to = child.stdin.take().ok_or("no input")?;
        let from = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Gtp { child, to, from })
    }

    /// The answer to a command, without its sign and number.
    fn send(&mut self, line: &str) -> Result<String, Box<dyn Error>> {
        writeln!(self.to, "{line}")?;
        self.to.flush()?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err("the program has ended".into());
            }
            match line.trim() {
                "" if answer.is_empty() => {}
                "" => break,
                text => answer = format!("{answer} {text}"),
            }
        }
        let answer = answer.trim_start().trim_start_matches(['=', '?']);
        Ok(answer.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned())
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
