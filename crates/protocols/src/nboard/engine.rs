//! The engine's side of the NBoard protocol.

use super::{LearnedGames, move_text, parse_move};
use crate::waiting::Waiting;
use crate::{Effect, Input, Machine, SearchId};
use std::io;
use std::sync::Arc;
use tengen_engine::{Analysis, Limits, Line, Proof, Score};
use tengen_games::{AnyPosition, EndReason, Game, GameSpec, othello};
use tengen_records::{Format, ReadOptions};

/// Stores the text of the book.
pub type SaveBook = Arc<dyn Fn(&str) -> io::Result<()> + Send + Sync>;

/// The engine's side: keeps a game, and answers with moves, hints and analyses.
///
/// Any line ends a hint or an analysis; `ping` and `quit` end the search for a move. What was sent before `quit` is
/// answered, at once. Unknown commands are ignored, as the protocol demands.
#[derive(Clone)]
pub struct NBoardEngine {
    name: String,
    position: othello::Position,
    depth: Option<u32>,
    threads: usize,
    book: LearnedGames,
    save_book: Option<SaveBook>,
    task: Option<Task>,
    waiting: Waiting,
    searches: u64,
    /// True if `quit` has come and waits for the answers to what was sent before it.
    leaving: bool,
    ended: bool,
}

#[derive(Clone, Debug)]
enum Task {
    /// `go`.
    Move,
    /// `hint`, for so many moves.
    Hint(usize),
    /// `analyze`: the positions of the game that are left, the one under way last.
    Analyze(Vec<othello::Position>),
}

/// Depth before the GUI has set one, the same as NTest's.
const DEPTH: u32 = 12;

impl NBoardEngine {
    /// An engine that calls itself `name`.
    pub fn new(name: &str) -> NBoardEngine {
        NBoardEngine {
            name: name.into(),
            position: othello::Position::new(&othello::Rules::STANDARD),
            depth: None,
            threads: 1,
            book: LearnedGames::default(),
            save_book: None,
            task: None,
            waiting: Waiting::default(),
            searches: 0,
            leaving: false,
            ended: false,
        }
    }

    /// The same engine, with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> NBoardEngine {
        NBoardEngine { threads, ..self }
    }

    /// The same engine with a book of learned games, stored by `save_book` after each game that it learns. Without it
    /// the engine keeps what it learns until it ends.
    #[must_use]
    pub fn with_book(self, book: LearnedGames, save_book: SaveBook) -> NBoardEngine {
        NBoardEngine { book, save_book: Some(save_book), ..self }
    }

    fn handle(&mut self, line: &[u8], out: &mut Vec<Effect>) {
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
            // Contempt, and keys that GUIs may add.
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
            self.write_book_moves(n, out);
        }
        self.search(self.position.clone(), lines, matches!(task, Task::Move), out);
        self.task = Some(task);
    }

    /// Searches; `playing` a move of the game, which may come from a book.
    fn search(&mut self, position: othello::Position, lines: usize, playing: bool, out: &mut Vec<Effect>) {
        self.searches += 1;
        let depth = Limits::depth(self.depth.unwrap_or(DEPTH));
        let limits = Limits { lines, threads: self.threads, playing, ..depth };
        let position = Box::new(AnyPosition::Othello(Box::new(position)));
        out.push(Effect::Search { id: SearchId(self.searches), position, limits });
        if self.leaving {
            out.push(Effect::Stop(SearchId(self.searches)));
        }
    }

    /// Learns the game. The GUI waits for the answer, also after an error.
    fn learn(&mut self, out: &mut Vec<Effect>) {
        let learned = self.book.learn(&self.position).and_then(|new| match &self.save_book {
            Some(save) if new => {
                save(&self.book.write()).map_err(|e| format!("the book could not be written: {e}"))
            }
            _ => Ok(()),
        });
        if let Err(why) = learned {
            say(out, format!("warning {}", one_line(&why)));
        }
        say(out, "learned");
    }

    /// Writes the book's moves of the position: the average result of the games with each move, and their number.
    fn write_book_moves(&self, max: usize, out: &mut Vec<Effect>) {
        for book_move in self.book.moves(&self.position).into_iter().take(max) {
            let mv = move_text(&self.position, book_move.mv);
            say(out, format!("book {mv} {:.2} {} 0 learned games", book_move.mean, book_move.games));
        }
    }

    /// Analyzes the game from its end to its start.
    fn analyze(&mut self, out: &mut Vec<Effect>) {
        let mut past = Vec::new();
        let mut position = self.position.clone();
        loop {
            past.push(position.clone());
            if position.undo().is_none() {
                break;
            }
        }
        // The positions are taken from the end, and the last position of the game comes first.
        past.reverse();
        say(out, format!("status {} is analyzing", self.name));
        self.next_to_analyze(past, out);
    }

    fn next_to_analyze(&mut self, mut past: Vec<othello::Position>, out: &mut Vec<Effect>) {
        if self.leaving {
            past.drain(..past.len().saturating_sub(1));
        }
        while let Some(position) = past.last() {
            match position.outcome().map(|outcome| outcome.reason) {
                None => {
                    self.search(position.clone(), 1, false, out);
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

    fn write_report(&self, analysis: &Analysis, max: usize, out: &mut Vec<Effect>) {
        for line in analysis.lines.iter().take(max) {
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

    /// Handles the input that waits, up to the next search.
    fn handle_waiting(&mut self, out: &mut Vec<Effect>) {
        while self.task.is_none() && !self.ended {
            match self.waiting.pop() {
                Some(Input::Line(line)) => self.handle(&line, out),
                Some(Input::TooLong(bytes)) => self.too_long(bytes, out),
                Some(Input::End) => self.quit(out),
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
            self.handle(line, out);
            return;
        };
        let text = String::from_utf8_lossy(line);
        let word = text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        self.leaving |= word == "quit";
        match (word.as_str(), task) {
            (_, Task::Analyze(past)) => {
                // The other positions are not analyzed.
                past.drain(..past.len() - 1);
                out.push(Effect::Stop(SearchId(self.searches)));
            }
            (_, Task::Hint(_)) | ("ping" | "quit", _) => out.push(Effect::Stop(SearchId(self.searches))),
            _ => {}
        }
        match self.waiting.push(Input::Line(line.to_vec())) {
            true => {}
            false if word == "quit" => self.quit(out),
            false => say(out, "warning too many commands wait for the move: one is ignored"),
        }
    }

    fn too_long(&mut self, bytes: u64, out: &mut Vec<Effect>) {
        say(out, format!("warning a line of {bytes} bytes is ignored"));
    }

    fn progress(&mut self, id: SearchId, analysis: &Analysis, out: &mut Vec<Effect>) {
        if id == SearchId(self.searches) {
            match self.task {
                Some(Task::Hint(n)) => self.write_report(analysis, n, out),
                Some(Task::Move) => self.write_report(analysis, 1, out),
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
                self.write_report(&analysis, n, out);
                self.idle(out);
            }
            Some(Task::Move) => {
                self.write_report(&analysis, 1, out);
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
        self.handle_waiting(out);
    }

    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>) {
        if id == SearchId(self.searches) && self.task.take().is_some() {
            say(out, format!("warning {}", one_line(why)));
            self.idle(out);
            self.handle_waiting(out);
        }
    }

    fn end_of_input(&mut self, out: &mut Vec<Effect>) {
        if self.task.is_none() || !self.waiting.push(Input::End) {
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
    match record.replay().map_err(|e| e.to_string())?.position {
        AnyPosition::Othello(position) => Ok(*position),
        _ => Err("it is not a game of Othello".into()),
    }
}

/// The score in discs, from the side to move.
fn discs(score: Score) -> f32 {
    match score {
        Score::Estimate { value, .. } => value,
        Score::Proven(Proof::Margin(margin)) => margin,
        Score::Proven(Proof::Win(_)) => 64.0,
        Score::Proven(Proof::Loss(_)) => -64.0,
        Score::Proven(Proof::Draw) => 0.0,
    }
}

/// The line without spaces, as the protocol demands.
fn line_text(line: &Line, position: &othello::Position) -> String {
    line.moves.iter().map(|&mv| move_text(position, mv)).collect()
}

/// `100%` for an exact score, the depth otherwise.
fn depth_text(line: &Line, analysis: &Analysis) -> String {
    if line.score.is_proof() { "100%".into() } else { analysis.depth.to_string() }
}
