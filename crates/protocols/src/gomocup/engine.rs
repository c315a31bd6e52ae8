//! The engine's side of the Gomocup protocol.

use super::block::Block;
use super::board::stones;
use super::settings::{Settings, short};
use super::task::{Answer, Detail, Task};
use super::work::{Next, Work};
use crate::ponder::Ponder;
use crate::{Effect, Machine, SearchId, Waiting};
use tengen_board::{Point, Size};
use tengen_engine::{Analysis, Limits};
use tengen_games::gomoku::{Opening, Position, Rules};
use tengen_games::{AnyPosition, Game};

/// The engine's side: reads a manager's commands and answers with moves.
///
/// While it thinks, END, STOP (YXSTOP) and INFO act at once; every other line waits for the move. With `INFO pondering 1` it goes on
/// thinking after its move, about the reply that it expects.
#[derive(Clone, Debug)]
pub struct GomocupEngine {
    pub(super) about: About,
    pub(super) settings: Settings,
    pub(super) size: Option<Size>,
    pub(super) position: Option<Position>,
    pub(super) block: Option<Block>,
    /// Points that the manager does not want considered.
    pub(super) avoid: Vec<Point>,
    work: Option<Work>,
    waiting: Waiting,
    /// Lines that came while the engine makes itself ready: they are heard after that, as if they came then.
    early: Waiting,
    searches: u64,
    /// Seed of the openings that are drawn.
    seed: u64,
    /// The search that the work stands on.
    current: SearchId,
    ponder: Option<Ponder>,
    /// A game has been started: the engine forgets, unless what comes next goes on from this position.
    pub(super) fresh: Option<Position>,
    /// Why INFO lines could not be had; told when a move is asked for.
    pub(super) refused: Vec<String>,
    /// The manager has sent YXSHOWINFO, so it speaks the extension.
    pub(super) yixin: bool,
    /// The manager is Yixin-Board, which tells rows before columns.
    pub(super) rows_first: bool,
    ended: bool,
}

/// What ABOUT tells.
#[derive(Clone, Debug)]
pub(super) struct About {
    pub(super) name: String,
    pub(super) version: String,
}

impl GomocupEngine {
    /// An engine that calls itself `name`, of this `version`.
    pub fn new(name: &str, version: &str) -> GomocupEngine {
        GomocupEngine {
            about: About { name: name.into(), version: version.into() },
            settings: Settings::default(),
            size: None,
            position: None,
            block: None,
            avoid: Vec::new(),
            work: None,
            waiting: Waiting::default(),
            early: Waiting::default(),
            searches: 0,
            seed: 0,
            current: SearchId(0),
            ponder: None,
            fresh: None,
            refused: Vec::new(),
            yixin: false,
            rows_first: false,
            ended: false,
        }
    }

    /// The same engine, thinking with so many threads until the manager says otherwise.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> GomocupEngine {
        self.settings.threads = threads;
        self
    }

    /// The same engine, thinking on the opponent's time or not until the manager says otherwise.
    #[must_use]
    pub fn with_pondering(mut self, pondering: bool) -> GomocupEngine {
        self.settings.pondering = pondering;
        self
    }

    /// The same engine, drawing its swap2 openings with this seed: with each seed it puts others.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> GomocupEngine {
        self.seed = seed;
        self
    }

    /// The seed of the next draw.
    pub(super) fn next_seed(&self) -> u64 {
        self.seed.wrapping_add(self.searches)
    }

    pub(super) fn rules(&self, size: Size) -> Rules {
        Rules { size, variant: self.settings.variant, opening: Opening::None }
    }

    /// A number for a search, or for work on a table.
    pub(super) fn next_id(&mut self) -> SearchId {
        self.searches += 1;
        SearchId(self.searches)
    }

    /// Begins to think about the position on the board.
    pub(super) fn think(&mut self, answer: Answer, out: &mut Vec<Effect>) {
        let Some(position) = &self.position else { return };
        if position.is_over() {
            error(out, "the game is over: there is no move to make");
            return;
        }
        if let Some(before) = self.fresh.take()
            && !goes_on_from(position, &before)
        {
            out.push(Effect::Forget);
        }
        let limits = self.settings.limits(stones(position));
        let task = Task::new(answer, position.clone(), limits, self.avoid.clone())
            .with_names(self.rows_first, self.settings.debug);
        self.begin(Work::Question(Box::new(task)), out);
    }

    /// Begins a work, which is done at once where it takes no search.
    pub(super) fn begin(&mut self, work: Work, out: &mut Vec<Effect>) {
        if !matches!(work, Work::Start(_)) {
            self.refused.drain(..).for_each(|why| error(out, &why));
        }
        let next = work.first_search();
        self.work = Some(work);
        self.follow(next, out);
    }

    fn follow(&mut self, next: Next, out: &mut Vec<Effect>) {
        match next {
            Next::Search(search) => self.search(search.0, search.1, out),
            // These tell of their end themselves.
            Next::Answer if matches!(self.work, Some(Work::Table { .. } | Work::Start(_))) => {}
            Next::Answer => self.answer(out),
            Next::Broken(why) => {
                self.work = None;
                error(out, &why);
            }
        }
    }

    fn search(&mut self, position: Position, limits: Limits, out: &mut Vec<Effect>) {
        let position = AnyPosition::Gomoku(Box::new(position));
        if let Some(ponder) = self.ponder.take() {
            if ponder.serves(&position, &limits) {
                let (id, found) = ponder.take(&limits, out);
                self.current = id;
                if let Some(analysis) = found {
                    self.found(analysis, out);
                }
                return;
            }
            ponder.stop(out);
        }
        self.current = self.next_id();
        out.push(Effect::Search { id: self.current, position: Box::new(position), limits });
    }

    fn found(&mut self, analysis: Analysis, out: &mut Vec<Effect>) {
        let Some(work) = &mut self.work else { return };
        let next = work.take_result(analysis);
        self.follow(next, out);
    }

    fn answer(&mut self, out: &mut Vec<Effect>) {
        let Some(work) = self.work.take() else { return };
        let found = match &work {
            Work::Question(task) if task.is_plain_move() => Some(task.found().clone()),
            _ => None,
        };
        if let Some(position) = work.tell(out) {
            self.position = Some(position);
            if let (true, Some(found)) = (self.settings.pondering && self.waiting.is_empty(), found) {
                self.ponder_on(&found, out);
            }
        }
    }

    fn ponder_on(&mut self, found: &Analysis, out: &mut Vec<Effect>) {
        let Some(position) = self.position.clone().filter(|position| !position.is_over()) else { return };
        let limits = Limits { lines: 1, ..self.settings.limits(stones(&position) + 1) };
        let after = AnyPosition::Gomoku(Box::new(position));
        let id = self.next_id();
        self.ponder = Ponder::begin(id, &after, found, &limits, out);
    }

    /// Whether it thinks on the opponent's time.
    pub(super) fn ponders(&self) -> bool {
        self.ponder.is_some()
    }

    /// The opponent's time is over, or something else is wanted.
    pub(super) fn stop_pondering(&mut self, out: &mut Vec<Effect>) {
        if let Some(ponder) = self.ponder.take() {
            ponder.stop(out);
        }
    }

    /// The work is done: what waited is answered now.
    fn go_on(&mut self, out: &mut Vec<Effect>) {
        while self.work.is_none() && !self.ended {
            match self.waiting.pop() {
                Some(line) => self.take(&line, out),
                None => return,
            }
        }
    }

    fn take(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if let Some(mut block) = self.block.take() {
            let size = self.size.unwrap_or(Size::of(15, 15));
            if text.eq_ignore_ascii_case("end") {
                self.quit(out);
            } else if block.line(text, size) {
                self.block_done(block, out);
            } else {
                self.block = Some(block);
            }
            return;
        }
        self.dispatch(text, out);
    }

    pub(super) fn quit(&mut self, out: &mut Vec<Effect>) {
        self.ended = true;
        self.work = None;
        self.ponder = None;
        out.push(Effect::Quit);
    }
}

impl Machine for GomocupEngine {
    fn line(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        if self.ended {
            return;
        }
        if line == END_OF_INPUT {
            self.end_of_input(out);
            return;
        }
        if let Some(text) = line.strip_suffix(TOO_LONG) {
            return error(out, &String::from_utf8_lossy(text));
        }
        if self.work.is_none() {
            self.take(line, out);
            // A work may have been done at once.
            self.go_on(out);
            return;
        }
        if matches!(self.work, Some(Work::Start(_))) {
            if !self.early.push(line) {
                error(out, "too many commands wait for the start: this one is refused");
            }
            return;
        }
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "END" => self.quit(out),
            "STOP" | "YXSTOP" => {
                if let Some(work) = &mut self.work {
                    work.hurry();
                }
                out.push(Effect::Stop(self.current));
            }
            // Limits may change at any time; what the search itself stands on waits.
            "INFO"
                if !["rule", "max_memory", "hash_size", "strength"]
                    .contains(&words.next().unwrap_or_default().to_ascii_lowercase().as_str()) =>
            {
                self.info(text.trim()[4..].trim(), out);
            }
            _ => {
                if !self.waiting.push(line) {
                    error(out, "too many commands wait for the move: this one is refused");
                }
            }
        }
    }

    fn too_long(&mut self, bytes: u64, out: &mut Vec<Effect>) {
        let text = format!("a line of {bytes} bytes is too long");
        if matches!(self.work, Some(Work::Start(_))) {
            // Told in its turn, after the start.
            if !self.early.push(&[text.as_bytes(), TOO_LONG].concat()) {
                error(out, &text);
            }
            return;
        }
        match &mut self.block {
            Some(block) => block.refuse(format!("a line of {bytes} bytes")),
            None => error(out, &text),
        }
    }

    fn progress(&mut self, id: SearchId, analysis: &Analysis, out: &mut Vec<Effect>) {
        if id == self.current
            && let Some(Work::Question(task)) = &self.work
        {
            task.show_progress(analysis, Detail { realtime: self.settings.realtime }, out);
        }
    }

    fn finished(&mut self, id: SearchId, analysis: Analysis, out: &mut Vec<Effect>) {
        if let Some(ponder) = &mut self.ponder {
            ponder.finished(id, &analysis);
        }
        if id != self.current || self.work.is_none() {
            return;
        }
        self.settings.spend(analysis.time);
        self.found(analysis, out);
        self.go_on(out);
    }

    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>) {
        if let Some(ponder) = &mut self.ponder {
            ponder.failed(id);
        }
        if id == self.current && self.work.take().is_some() {
            error(out, &format!("the engine failed: {}", short(why)));
            self.go_on(out);
        }
    }

    fn table_done(&mut self, id: SearchId, result: Result<u64, String>, out: &mut Vec<Effect>) {
        match self.work.take() {
            Some(Work::Table { id: own, name, save }) if own == id => {
                let name = short(&name);
                match (result, save) {
                    (Ok(count), true) => message(out, &format!("{count} positions written to {name}")),
                    (Ok(count), false) => message(out, &format!("{count} positions read from {name}")),
                    (Err(why), _) => error(out, &one_line(&why)),
                }
                self.go_on(out);
            }
            // An engine that cannot be made tells why when it is asked for a move.
            Some(Work::Start(own)) if own == id => {
                out.push(Effect::Say("OK".into()));
                self.go_on(out);
                let mut early = std::mem::take(&mut self.early);
                while let Some(line) = early.pop() {
                    self.line(&line, out);
                }
            }
            other => self.work = other,
        }
    }

    fn end_of_input(&mut self, out: &mut Vec<Effect>) {
        let waits = match self.work {
            None => false,
            // What comes after the start is still heard; nothing comes after that.
            Some(Work::Start(_)) => self.early.push(END_OF_INPUT),
            Some(_) => self.waiting.push(b"END"),
        };
        if !waits {
            self.quit(out);
        }
    }
}

/// Stands for the end of the input among lines that wait. No line that was read has an end in it.
const END_OF_INPUT: &[u8] = b"END\n";

/// Ends what is to be said of a line that was too long, among lines that wait.
const TOO_LONG: &[u8] = b"\n";

/// Whether a position is a later one of the same game.
fn goes_on_from(position: &Position, before: &Position) -> bool {
    let (now, then) = (position.moves(), before.moves());
    position.rules() == before.rules()
        && now.len() > then.len()
        && then.len() > 0
        && now.zip(then).all(|(a, b)| a == b)
}

pub(super) fn error(out: &mut Vec<Effect>, why: &str) {
    out.push(Effect::Say(format!("ERROR {why}")));
}

pub(super) fn unknown(out: &mut Vec<Effect>, word: &str) {
    out.push(Effect::Say(format!("UNKNOWN {}", short(word))));
}

pub(super) fn message(out: &mut Vec<Effect>, text: &str) {
    out.push(Effect::Say(format!("MESSAGE {text}")));
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect()
}
