//! Proves the wins in files and reports the time: `mates NODES [--kind KIND] [--rapfi FILE] FILE...`. KIND is `vcf`,
//! `vct` or `wide` (the default). A file has lines such as `{"rules": "renju", "moves": "h8i9…",
//! "peer_first_found_ms": 12}`. The verifier checks each proof. Times are processor times where the system reports
//! them (Linux), of search and proof together, and include wins that are not proven. With a Rapfi that speaks
//! Gomocup, its time to a first win on 15×15 is measured right after.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;
use tengen_engine::{Limits, Stop};
use tengen_games::Game;
use tengen_games::gomoku::{Position, Rules, Variant};
use tengen_gomoku::solve::{SolveResult, WinKind, solve};
use tengen_gomoku_verify::{VerifyLimits, verify};

/// The value of a key in a line of JSON with plain texts and numbers.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let rest = line.split_once(&format!("\"{key}\": "))?.1;
    match rest.strip_prefix('"') {
        Some(text) => text.split('"').next(),
        None => rest.split([',', '}']).next(),
    }
}

fn played(line: &str) -> Option<Position> {
    let mut game = Position::new(&Rules::named(value(line, "rules")?, None).ok()?);
    let text = value(line, "moves")?;
    let starts = text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
    let mut starts: Vec<usize> = starts.collect();
    starts.push(text.len());
    for pair in starts.windows(2) {
        let mv = game.parse_move(&text[pair[0]..pair[1]]).ok()?;
        game.play(mv).ok()?;
    }
    Some(game)
}

/// Processor time of this thread in milliseconds, or wall-clock time where that is unknown.
fn spent(start: Instant) -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ns = schedstat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    ns.map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |ns| ns / 1e6)
}

/// A Rapfi process that reports over Gomocup when it sees a first win.
struct Rapfi {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

/// Rapfi's time limit for a position, in milliseconds.
const TURN: u32 = 3000;

impl Rapfi {
    /// Starts the program in its own folder, where it looks for its weights.
    fn start(file: &Path) -> io::Result<Rapfi> {
        let file = file.canonicalize()?;
        let mut process = Command::new(&file)
            .current_dir(file.parent().unwrap_or(Path::new("/")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(to), Some(from)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let mut rapfi = Rapfi { process, to, from: BufReader::new(from) };
        rapfi.send("START 15")?;
        while !rapfi.read_line()?.ends_with("OK") {}
        rapfi.send(&format!("INFO thread_num 1\nINFO timeout_turn {TURN}\nINFO timeout_match 100000000"))?;
        Ok(rapfi)
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.to, "{text}")
    }

    fn read_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.from.read_line(&mut line)? == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "Rapfi has ended"));
        }
        Ok(line.trim_end().to_owned())
    }

    /// The wall-clock milliseconds until it shows a win of the side to move, with an empty table, and true if it
    /// does.
    fn first_win(&mut self, game: &Position) -> io::Result<(f64, bool)> {
        let rule = match game.rules().variant {
            Variant::Freestyle => 0,
            Variant::Standard => 1,
            Variant::Renju => 4,
            other => return Err(io::Error::other(format!("{other} is not asked of Rapfi here"))),
        };
        self.send(&format!("INFO rule {rule}\nINFO time_left 100000000\nYXHASHCLEAR\nRESTART\nBOARD"))?;
        let moves = game.moves();
        for (n, point) in game.moves().enumerate().filter_map(|(n, mv)| Some((n, mv.point()?))) {
            let whose = if (moves.len() - n).is_multiple_of(2) { 1 } else { 2 };
            // In the orientation of the files' figures; others take other times.
            let from_below = game.size().rows() - 1 - usize::from(point.row);
            self.send(&format!("{},{from_below},{whose}", point.col))?;
        }
        let start = Instant::now();
        self.send("DONE")?;
        let mut seen = None;
        loop {
            let line = self.read_line()?;
            if seen.is_none() && line.contains("+M") {
                seen = Some(start.elapsed());
                self.send("YXSTOP")?;
            }
            if line.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok()) {
                let took = seen.unwrap_or_else(|| start.elapsed());
                return Ok((took.as_secs_f64() * 1e3, seen.is_some()));
            }
        }
    }
}

impl Drop for Rapfi {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs Rapfi on all positions of a file and prints its times and their sum.
fn peer(file: &Path, games: &[Position]) -> io::Result<String> {
    let mut rapfi = Rapfi::start(file)?;
    let (mut time, mut unseen) = (0.0, 0);
    for (n, game) in games.iter().enumerate() {
        let (took, seen) = rapfi.first_win(game)?;
        println!("{} Rapfi: {}, {took:.1} ms", n + 1, if seen { "seen" } else { "not seen" });
        time += took;
        unseen += usize::from(!seen);
    }
    Ok(format!("{time:.0} ms to Rapfi's first wins, {unseen} not seen in {TURN} ms"))
}

fn usage() -> ! {
    eprintln!("usage: mates NODES [--kind vcf|vct|wide] [--rapfi FILE] FILE...");
    std::process::exit(2);
}

fn main() {
    let mut args = std::env::args().skip(1).peekable();
    let Some(nodes) = args.next().and_then(|text| text.parse().ok()) else {
        usage();
    };
    let kind = match args.next_if_eq("--kind").map(|_| args.next()) {
        None => WinKind::Wide,
        Some(name) => {
            let named = |kind: &WinKind| name.as_deref() == Some(kind.name());
            [WinKind::Vcf, WinKind::Vct, WinKind::Wide].into_iter().find(named).unwrap_or_else(|| usage())
        }
    };
    let rapfi = args.next_if_eq("--rapfi").and_then(|_| args.next()).map(PathBuf::from);
    let start = Instant::now();
    for file in args {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let lines = text.lines().enumerate();
        let games: Vec<Position> = lines
            .map(|(n, line)| played(line).unwrap_or_else(|| panic!("{file}:{}: not such a line", n + 1)))
            .collect();
        let (mut proven, mut time) = (0, 0.0);
        for (n, game) in games.iter().enumerate() {
            let before = spent(start);
            let answer = solve(game, game.to_move(), kind, &Limits::nodes(nodes), &Stop::new());
            let took = spent(start) - before;
            let result = match &answer.result {
                SolveResult::Win(win) => match verify(&win.proof, &VerifyLimits::default()) {
                    Ok(report) => {
                        proven += 1;
                        format!("proven in {} plies, {} nodes of proof", report.plies, win.proof.nodes.len())
                    }
                    Err(refusal) => format!("refused: {refusal}"),
                },
                _ => "open".into(),
            };
            println!("{} {result}, {took:.1} ms, {} nodes", n + 1, answer.nodes);
            time += took;
        }
        let own = |line| value(line, "peer_first_found_ms").and_then(|ms| ms.parse::<f64>().ok());
        let sum = text.lines().filter_map(own).fold(0.0, |sum, ms| sum + ms);
        println!("{file}: {proven} of {}, {time:.0} ms; the file's own sum {sum:.0} ms", games.len());
        if let Some(rapfi) = &rapfi {
            match peer(rapfi, &games) {
                Ok(summary) => println!("{file}: {summary}"),
                Err(e) => println!("{file}: Rapfi skipped: {}: {e}", rapfi.display()),
            }
        }
    }
}
