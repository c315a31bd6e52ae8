//! The engine's side of the NBoard protocol.

use super::{Book, move_text, parse_move};
use crate::{Effect, Machine, SearchId, Waiting};
use std::io;
use std::sync::Arc;
use tengen_engine::{Analysis, Limits, Line, Proof, Score};
use tengen_games::{AnyPosition, EndReason, Game, GameSpec, othello};
use tengen_records::{Format, ReadOptions};

/// Writes the book, as text, to where it is kept.
pub type Keep = Arc<dyn Fn(&str) -> io::Result<()> + Send + Sync>;

/// The engine's side: keeps a game, and tells moves, hints and analyses of it.
///
/// Any line that comes while a hint or an analysis goes on ends it; a move is ended early by `ping` and `quit`. Commands that are not
/// known are ignored, as the protocol asks.
#[derive(Clone)]
pub struct NBoardEngine {
    name: String,
    position: othello::Position,
    depth: Option<u32>,
    threads: usize,
    book: Book,
    keep: Option<Keep>,
    task: Option<Task>,
    waiting: Waiting,
    searches: u64,
    ended: bool,
}

#[derive(Clone, Debug)]
enum Task {
    /// `go`.
    Move,
    /// `hint`, for so many moves.
    Hint(usize),
    /// `analyze`: the positions of the game still to look at, the one looked at now last.
    Analyze(Vec<othello::Position>),
}

/// Depth before the GUI has set one, as NTest has it.
const DEPTH: u32 = 12;

impl NBoardEngine {
    /// An engine that calls itself `name`.
    pub fn new(name: &str) -> NBoardEngine {
        NBoardEngine {
            name: name.into(),
            position: othello::Position::new(&othello::Rules::STANDARD),
            depth: None,
            threads: 1,
            book: Book::default(),
            keep: None,
            task: None,
            waiting: Waiting::default(),
            searches: 0,
            ended: false,
        }
    }

    /// The same engine, thinking with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> NBoardEngine {
        NBoardEngine { threads, ..self }
    }

    /// The same engine with a book of learned games; each game that it learns is written by `keep`. An engine without one remembers
    /// what it learns until it ends.
    #[must_use]
    pub fn with_book(self, book: Book, keep: Keep) -> NBoardEngine {
        NBoardEngine { book, keep: Some(keep), ..self }
    }

    fn take(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "nboard" => {
                say(out, format!("set myname {}", self.name));
                self.idle(out);
            }
            "set" => self.set(rest, out),
            "move" => self.play(rest, out),
            "hint" => match rest.parse::<usize>() {
                Ok(n) if n >= 1 => self.think(Task::Hint(n), out),
                _ => say(out, "warning hint takes the number of moves, from 1"),
            },
            "go" => self.think(Task::Move, out),
            "ping" => say(out, format!("pong {rest}")),
            "learn" => self.learn(out),
            "analyze" | "analyse" => self.analyze(out),
            "quit" => self.quit(out),
            // NBoard 1.1 sends a move as a bare word.
            _ if word.len() == 2 && parse_move(&self.position, word).is_some() => self.play(text, out),
            _ => {}
        }
    }

    fn set(&mut self, rest: &str, out: &mut Vec<Effect>) {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match key.to_ascii_lowercase().as_str() {
            "depth" => match value.trim().parse::<u32>() {
                Ok(depth) if depth >= 1 => {
                    self.depth = Some(depth);
                    say(out, format!("set myname {}{depth}", self.name));
                }
                _ => say(out, "warning set depth takes a number from 1"),
            },
            "game" => match read_game(value.trim()) {
                Ok(position) => self.position = position,
                Err(why) => say(out, format!("warning the game is unchanged: {}", one_line(&why))),
            },
            // Contempt and what GUIs may add.
            _ => {}
        }
    }

    fn play(&mut self, text: &str, out: &mut Vec<Effect>) {
        let word = text.split(['/', ' ']).next().unwrap_or_default();
        let refused = match parse_move(&self.position, word) {
            Some(mv) => self.position.play(mv).err().map(|e| e.to_string()),
            None => Some(format!("'{}' is not a move such as F5", one_line(word))),
        };
        if let Some(why) = refused {
            say(out, format!("warning the game is unchanged: {why}"));
        }
    }

    fn think(&mut self, task: Task, out: &mut Vec<Effect>) {
        if self.position.is_over() {
            say(out, "warning the game is over");
            return;
        }
        let lines = if let Task::Hint(n) = task { n } else { 1 };
        say(out, format!("status {} is thinking", self.name));
        if let Task::Hint(n) = task {
            self.tell_book(n, out);
        }
        self.search(self.position.clone(), lines, out);
        self.task = Some(task);
    }

    fn search(&mut self, position: othello::Position, lines: usize, out: &mut Vec<Effect>) {
        self.searches += 1;
        let limits = Limits { lines, threads: self.threads, ..Limits::depth(self.depth.unwrap_or(DEPTH)) };
        let position = Box::new(AnyPosition::Othello(Box::new(position)));
        out.push(Effect::Search { id: SearchId(self.searches), position, limits });
    }

    /// The protocol wants the answer whatever comes of it: the GUI waits for it.
    fn learn(&mut self, out: &mut Vec<Effect>) {
        let learned = self.book.learn(&self.position).and_then(|new| match &self.keep {
            Some(keep) if new => {
                keep(&self.book.write()).map_err(|e| format!("the book is not written: {e}"))
            }
            _ => Ok(()),
        });
        if let Err(why) = learned {
            say(out, format!("warning {}", one_line(&why)));
        }
        say(out, "learned");
    }

    /// What the book knows of the position's moves: the average end of the games in which each was played, and how many these are.
    fn tell_book(&self, most: usize, out: &mut Vec<Effect>) {
        for known in self.book.moves(&self.position).into_iter().take(most) {
            let mv = move_text(&self.position, known.mv);
            say(out, format!("book {mv} {:.2} {} 0 learned games", known.mean, known.games));
        }
    }

    /// From the end of the game to its start.
    fn analyze(&mut self, out: &mut Vec<Effect>) {
        let mut past = Vec::new();
        let mut position = self.position.clone();
        loop {
            past.push(position.clone());
            if position.undo().is_none() {
                break;
            }
        }
        // The one looked at stands last, so the first to look at must too.
        past.reverse();
        say(out, format!("status {} is analyzing", self.name));
        self.next_to_analyze(past, out);
    }

    fn next_to_analyze(&mut self, mut past: Vec<othello::Position>, out: &mut Vec<Effect>) {
        while let Some(position) = past.last() {
            match position.outcome().map(|outcome| outcome.reason) {
                None => {
                    self.search(position.clone(), 1, out);
                    self.task = Some(Task::Analyze(past));
                    return;
                }
                Some(EndReason::Score(margin)) => {
                    let own = if position.to_move() == tengen_board::Color::Black { margin } else { -margin };
                    say(out, format!("analysis {} {own:.2}", position.ply()));
                }
                Some(_) => {}
            }
            past.pop();
        }
        self.idle(out);
    }

    fn tell(&self, analysis: &Analysis, most: usize, out: &mut Vec<Effect>) {
        for line in analysis.lines.iter().take(most) {
            say(
                out,
                format!(
                    "search {} {:.2} 0 {}",
                    line_text(line, &self.position),
                    discs(line.score),
                    depth_text(line, analysis)
                ),
            );
        }
        say(out, format!("nodestats {} {:.3}", analysis.nodes, analysis.time.as_secs_f64()));
    }

    fn idle(&self, out: &mut Vec<Effect>) {
        say(out, format!("status {} is waiting", self.name));
    }

    fn go_on(&mut self, out: &mut Vec<Effect>) {
        while self.task.is_none() && !self.ended {
            match self.waiting.pop() {
                Some(line) => self.take(&line, out),
                None => return,
            }
        }
    }

    fn quit(&mut self, out: &mut Vec<Effect>) {
        self.ended = true;
        self.task = None;
        out.push(Effect::Quit);
    }
}

impl Machine for NBoardEngine {
    fn line(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        if self.ended {
            return;
        }
        let Some(task) = &mut self.task else {
            self.take(line, out);
            return;
        };
        let text = String::from_utf8_lossy(line);
        let word = text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        match (word.as_str(), task) {
            ("quit", _) => {
                self.quit(out);
                return;
            }
            (_, Task::Analyze(past)) => {
                // Nothing more is looked at.
                past.drain(..past.len() - 1);
                out.push(Effect::Stop(SearchId(self.searches)));
            }
            (_, Task::Hint(_)) | ("ping", _) => out.push(Effect::Stop(SearchId(self.searches))),
            _ => {}
        }
        if !self.waiting.push(line) {
            say(out, "warning too many commands wait for the move: one is ignored");
        }
    }

    fn too_long(&mut self, bytes: u64, out: &mut Vec<Effect>) {
        say(out, format!("warning a line of {bytes} bytes is ignored"));
    }

    fn progress(&mut self, id: SearchId, analysis: &Analysis, out: &mut Vec<Effect>) {
        if id == SearchId(self.searches) {
            match self.task {
                Some(Task::Hint(n)) => self.tell(analysis, n, out),
                Some(Task::Move) => self.tell(analysis, 1, out),
                _ => {}
            }
        }
    }

    fn finished(&mut self, id: SearchId, analysis: Analysis, out: &mut Vec<Effect>) {
        if id != SearchId(self.searches) {
            return;
        }
        match self.task.take() {
            None => return,
            Some(Task::Hint(n)) => {
                self.tell(&analysis, n, out);
                self.idle(out);
            }
            Some(Task::Move) => {
                self.tell(&analysis, 1, out);
                match analysis.best {
                    Some(mv) => {
                        let eval = analysis.score().map_or(0.0, discs);
                        let time = analysis.time.as_secs_f64();
                        say(out, format!("=== {}/{eval:.2}/{time:.3}", move_text(&self.position, mv)));
                    }
                    None => say(out, "warning there is no legal move"),
                }
                self.idle(out);
            }
            Some(Task::Analyze(mut past)) => {
                if let (Some(position), Some(score)) = (past.pop(), analysis.score()) {
                    say(out, format!("analysis {} {:.2}", position.ply(), discs(score)));
                }
                self.next_to_analyze(past, out);
            }
        }
        self.go_on(out);
    }

    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>) {
        if id == SearchId(self.searches) && self.task.take().is_some() {
            say(out, format!("warning the engine failed: {}", one_line(why)));
            self.idle(out);
            self.go_on(out);
        }
    }

    fn end_of_input(&mut self, out: &mut Vec<Effect>) {
        if self.task.is_none() || !self.waiting.push(b"quit") {
            self.quit(out);
        }
    }
}

fn say(out: &mut Vec<Effect>, text: impl Into<String>) {
    out.push(Effect::Say(text.into()));
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect()
}

/// The position at the end of a game in GGF.
fn read_game(text: &str) -> Result<othello::Position, String> {
    let read = Format::Ggf.read(text.as_bytes(), &ReadOptions::default()).map_err(|e| e.to_string())?;
    let record = read.records.first().ok_or("there is no game in it")?;
    if !matches!(record.spec, GameSpec::Othello(_)) {
        return Err(format!("it is a game of {}", record.spec.kind()));
    }
    let replay = record.replay();
    match (replay.broken, replay.position) {
        (None, AnyPosition::Othello(position)) => Ok(*position),
        (Some(broken), _) => Err(broken.to_string()),
        _ => Err("it is no game of Othello".into()),
    }
}

/// Discs from the side to move.
fn discs(score: Score) -> f32 {
    match score {
        Score::Estimate { value, .. } => value,
        Score::Proven(Proof::Margin(margin)) => margin,
        Score::Proven(Proof::Win(_)) => 64.0,
        Score::Proven(Proof::Loss(_)) => -64.0,
        Score::Proven(Proof::Draw) => 0.0,
    }
}

/// The line without spaces, as the protocol wants it.
fn line_text(line: &Line, position: &othello::Position) -> String {
    line.moves.iter().map(|&mv| move_text(position, mv)).collect()
}

/// `100%` for an exact score, the depth otherwise.
fn depth_text(line: &Line, analysis: &Analysis) -> String {
    if line.score.is_proof() { "100%".into() } else { analysis.depth.to_string() }
}
