//! The programs: engines of gomoku that speak Gomocup or GTP and go wrong at their second move, each in its way.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::sync::Arc;
use std::time::Duration;
use tengen_engine::{AnyEngine, EngineError, ForGame, Leveled};
use tengen_games::gomoku;
use tengen_gomoku_filter::FilterPlayer;
use tengen_protocols::gomocup::GomocupEngine;
use tengen_protocols::gtp::GtpEngine;
use tengen_protocols::jsonl::JsonEngine;
use tengen_protocols::{Host, Machine, serve};

/// The first argument of a program.
pub(crate) const ARGUMENT: &str = "--play-a-program";

/// A name, and what is done instead of the second move.
type Way = (&'static str, fn(&mut Program));

const WAYS: [Way; 15] = [
    ("good", Program::play),
    ("exits", |_| {
        eprintln!("a broken table");
        std::process::exit(3)
    }),
    ("aborts", |_| std::process::abort()),
    ("hangs", |_| idle()),
    ("late", |p| {
        std::thread::sleep(Duration::from_millis(400));
        p.play();
    }),
    ("floods-lines", |p| flood(p, b"thinking about it and about it and about it\n")),
    ("floods-one-line", |p| flood(p, b"0123456789 0123456789 0123456789 0123456789 ")),
    ("nonsense", |p| p.say("= banana")),
    ("bytes", |p| p.say_bytes(b"= \xff\x00\xfe\x80")),
    ("occupied", |p| {
        let taken = *p.taken.first().expect("a stone is on the board");
        p.say_move(taken);
    }),
    ("off-board", |p| p.say_move((20, 3))),
    ("resigns", |p| p.say("= resign")),
    ("refuses", |p| p.say(if p.gtp { "? cannot" } else { "ERROR I do not feel well" })),
    ("closes", |_| {
        close_output();
        idle()
    }),
    ("twice", |p| {
        p.play();
        p.play();
    }),
];

/// Acts as the program that `args` name: the protocol, the way, a mark to be found by.
pub(crate) fn run(args: &[String]) -> ! {
    let [protocol, way, ..] = args else { std::process::exit(64) };
    match way.as_str() {
        "idles" => idle(),
        "dies-at-once" => std::process::exit(1),
        "never-ready" => idle(),
        "tengen" => tengen(protocol),
        _ => {}
    }
    let (_, act) =
        WAYS.iter().find(|(name, _)| *name == way.trim_start_matches("stays-")).copied().unwrap_or(WAYS[0]);
    if way == "has-a-child" {
        have_a_child(protocol, &args[2..]);
    }
    Program { gtp: protocol == "gtp", taken: BTreeSet::new(), moves: 0, stays: way.starts_with("stays"), act }
        .serve()
}

/// Starts a child, and leaves it to whoever ends the program.
#[expect(clippy::zombie_processes, reason = "this is what the program does wrong")]
fn have_a_child(protocol: &str, mark: &[String]) {
    let program = std::env::current_exe().expect("a program has a file");
    // It keeps the pipes open, too.
    let _child = std::process::Command::new(program)
        .args([ARGUMENT, protocol, "idles"])
        .args(mark)
        .spawn()
        .expect("a child starts");
}

/// Tengen's own engine of gomoku over Gomocup, GTP or JSON lines.
fn tengen(protocol: &str) -> ! {
    let engines = Arc::new(|_: &_, _: &_| -> Result<Box<dyn AnyEngine>, EngineError> {
        Ok(Box::new(ForGame::<_, gomoku::Position>::new(FilterPlayer::at_level(4))))
    });
    let host = Host { engines, searches: 1, reader_gone: || false };
    let mut machine: Box<dyn Machine> = match protocol {
        "json" => Box::new(JsonEngine::new("Tengen", "1")),
        "gtp" => {
            let gomoku = "gomoku".parse().expect("a game");
            Box::new(GtpEngine::new(
                "Tengen",
                "1",
                &gomoku,
                Arc::new(|_| Err(std::io::ErrorKind::NotFound.into())),
            ))
        }
        _ => Box::new(GomocupEngine::new("Tengen", "1")),
    };
    let served = serve(machine.as_mut(), &host, BufReader::new(stdin()), stdout());
    std::process::exit(i32::from(served.is_err()))
}

fn idle() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        // Whoever started it is gone: it must not outlive a test that was killed.
        #[cfg(unix)]
        if std::os::unix::process::parent_id() == 1 {
            std::process::exit(0);
        }
    }
}

/// One gigabyte.
fn flood(program: &mut Program, text: &[u8]) {
    let part = text.repeat((1 << 20) / text.len());
    for _ in 0..1024 {
        program.say_raw(&part);
    }
    idle()
}

#[cfg(unix)]
fn close_output() {
    // An output that no one holds: standard output becomes the null device.
    use std::os::fd::AsFd;
    let null = std::fs::File::options().write(true).open("/dev/null").expect("there is a null device");
    nix::unistd::dup2_stdout(null.as_fd()).expect("it can be put in place");
}

#[cfg(not(unix))]
fn close_output() {
    std::process::exit(0)
}

struct Program {
    gtp: bool,
    taken: BTreeSet<(u8, u8)>,
    moves: usize,
    stays: bool,
    act: fn(&mut Program),
}

impl Program {
    fn serve(mut self) -> ! {
        let mut board = false;
        for line in stdin().lock().lines() {
            let Ok(line) = line else { break };
            let words: Vec<&str> = line.split_whitespace().collect();
            let word = words.first().copied().unwrap_or_default();
            if board {
                board = word != "DONE";
                if board {
                    self.take(word);
                } else {
                    self.answer();
                }
                continue;
            }
            match word {
                "START" | "RECTSTART" | "RESTART" | "clear_board" => {
                    self.taken.clear();
                    self.moves = 0;
                    self.say(if self.gtp { "=\n" } else { "OK" });
                }
                "BEGIN" => self.answer(),
                "TURN" => {
                    self.take(words[1]);
                    self.answer();
                }
                "BOARD" => board = true,
                "play" => {
                    self.take(words[2]);
                    self.say("=\n");
                }
                "genmove" => self.answer(),
                "END" | "quit" if self.stays => {}
                "END" => std::process::exit(0),
                "quit" => {
                    self.say("=\n");
                    std::process::exit(0)
                }
                _ if self.gtp => self.say("=\n"),
                _ => {}
            }
        }
        if self.stays { idle() } else { std::process::exit(0) }
    }

    /// Reads a point: `x,y` or `x,y,who` from 0, or a letter without I and a number from 1.
    fn take(&mut self, text: &str) {
        let point = if self.gtp {
            let letter = text.as_bytes()[0].to_ascii_uppercase();
            let col = letter - b'A' - u8::from(letter > b'I');
            (col, text[1..].parse::<u8>().expect("a number") - 1)
        } else {
            let mut numbers = text.split(',').map(|n| n.trim().parse::<u8>().expect("a number"));
            (numbers.next().expect("x"), numbers.next().expect("y"))
        };
        self.taken.insert(point);
    }

    fn answer(&mut self) {
        self.moves += 1;
        if self.moves == 2 { (self.act)(self) } else { self.play() }
    }

    /// The first free point of the board of 15, in an order that makes no five soon.
    fn play(&mut self) {
        let points = (0..225u16).map(|i| i * 7 % 225).map(|i| ((i % 15) as u8, (i / 15) as u8));
        let point = points.into_iter().find(|p| !self.taken.contains(p)).expect("a point is free");
        self.taken.insert(point);
        self.say_move(point);
    }

    fn say_move(&mut self, (col, row): (u8, u8)) {
        if self.gtp {
            let letter = (b'A' + col + u8::from(col >= 8)) as char;
            self.say(&format!("= {letter}{}", row + 1));
        } else {
            self.say(&format!("{col},{row}"));
        }
    }

    /// Says a line; an answer of GTP ends with an empty one.
    fn say(&mut self, text: &str) {
        self.say_bytes(text.as_bytes());
    }

    fn say_bytes(&mut self, text: &[u8]) {
        let text = if self.gtp { text } else { text.strip_prefix(b"= ").unwrap_or(text) };
        let end: &[u8] = if self.gtp && !text.ends_with(b"\n") { b"\n\n" } else { b"\n" };
        self.say_raw(&[text, end].concat());
    }

    fn say_raw(&mut self, bytes: &[u8]) {
        let mut out = stdout().lock();
        if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
            std::process::exit(0);
        }
    }
}
