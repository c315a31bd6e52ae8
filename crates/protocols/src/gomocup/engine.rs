//! The engine's side of the Gomocup protocol.

use super::answers::{error, message, one_line};
use super::block::Block;
use super::board::stones;
use super::question::{Query, Question};
use super::settings::{Settings, short};
use super::task::{NextStep, Task};
use crate::ponder::Ponder;
use crate::waiting::Waiting;
use crate::{Effect, Input, Machine, SearchId};
use tengen_board::{Point, Size};
use tengen_engine::{Analysis, Limits};
use tengen_games::gomoku::{OpeningRule, Position, Rules};
use tengen_games::{AnyPosition, Game};

/// The engine's side: reads a manager's commands and answers with moves.
///
/// During a search STOP (YXSTOP), ABOUT and INFO act at once. START, RESTART and BOARD end the search without an
/// answer. Every other line waits for the move; END makes the answers to what came before it come at once. With `INFO
/// pondering 1` it ponders after its move.
#[derive(Clone, Debug)]
pub struct GomocupEngine {
    pub(super) about: About,
    pub(super) settings: Settings,
    pub(super) size: Option<Size>,
    pub(super) position: Option<Position>,
    pub(super) block: Option<Block>,
    /// Points that the manager has blocked.
    pub(super) avoid: Vec<Point>,
    task: Option<Task>,
    /// Input that waits for the end of the task.
    waiting: Waiting,
    /// Input that came before the engine was ready. It is handled after that, as if it came then.
    early: Waiting,
    searches: u64,
    /// Seed of the openings that the engine draws.
    seed: u64,
    /// True if the manager has asked for the answer of the task at once.
    hurried: bool,
    /// The search of the task.
    current: SearchId,
    ponder: Option<Ponder>,
    /// The last position of the game before START. The engine forgets, unless the next question goes on from this
    /// position.
    pub(super) last_game: Option<Position>,
    /// Reasons why INFO lines were refused, reported when a move is asked for.
    pub(super) refused: Vec<String>,
    /// True after YXSHOWINFO: the manager speaks the extension.
    pub(super) yixin: bool,
    /// The manager is Yixin-Board, which writes rows before columns.
    pub(super) rows_first: bool,
    /// True if END has come and waits for the answers to what was sent before it.
    leaving: bool,
    ended: bool,
}

/// The answer to ABOUT.
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
            task: None,
            waiting: Waiting::default(),
            early: Waiting::default(),
            searches: 0,
            seed: 0,
            hurried: false,
            current: SearchId(0),
            ponder: None,
            last_game: None,
            refused: Vec::new(),
            yixin: false,
            rows_first: false,
            leaving: false,
            ended: false,
        }
    }

    /// The same engine, with so many threads until the manager sets another number.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> GomocupEngine {
        self.settings.threads = threads;
        self
    }

    /// The same engine with this strongest level, from 1: `INFO strength` refuses a higher one. 255 unless it is set.
    #[must_use]
    pub fn with_levels(mut self, levels: u8) -> GomocupEngine {
        self.settings.levels = levels;
        self
    }

    /// The same engine, with pondering on or off until the manager switches it.
    #[must_use]
    pub fn with_pondering(mut self, pondering: bool) -> GomocupEngine {
        self.settings.pondering = pondering;
        self
    }

    /// The same engine, with this seed for its swap2 openings.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> GomocupEngine {
        self.seed = seed;
        self
    }

    /// The seed of the next opening.
    pub(super) fn next_seed(&self) -> u64 {
        self.seed.wrapping_add(self.searches)
    }

    pub(super) fn rules(&self, size: Size) -> Rules {
        Rules { size, variant: self.settings.variant, opening: OpeningRule::None }
    }

    /// A number for a search or a table job.
    pub(super) fn next_id(&mut self) -> SearchId {
        self.searches += 1;
        SearchId(self.searches)
    }

    /// Begins to answer a question about the position on the board.
    pub(super) fn think(&mut self, query: Query, out: &mut Vec<Effect>) {
        let Some(position) = &self.position else { return };
        if position.is_over() {
            error(out, "the game is over: there is no move to make");
            return;
        }
        if let Some(before) = self.last_game.take()
            && !goes_on_from(position, &before)
        {
            out.push(Effect::Forget);
        }
        let limits = self.settings.limits(stones(position));
        let question = Question::new(query, position.clone(), limits, self.avoid.clone())
            .with_notation(self.rows_first, self.settings.debug);
        self.begin(Task::Question(Box::new(question)), out);
    }

    /// Begins a task. A task without a search is done at once.
    pub(super) fn begin(&mut self, task: Task, out: &mut Vec<Effect>) {
        if !matches!(task, Task::Start(_)) {
            self.refused.drain(..).for_each(|why| error(out, &why));
        }
        let next = task.first_step();
        self.hurried = false;
        self.task = Some(task);
        if self.leaving
            && let Some(task) = &mut self.task
        {
            task.hurry();
        }
        self.follow(next, out);
    }

    fn follow(&mut self, next: NextStep, out: &mut Vec<Effect>) {
        match next {
            NextStep::Search(search) => self.search(search.0, search.1, out),
            // Their end comes through `table_done`.
            NextStep::Answer if matches!(self.task, Some(Task::Table { .. } | Task::Start(_))) => {}
            NextStep::Answer => self.answer(out),
            NextStep::Failed(why) => {
                self.task = None;
                error(out, &why);
            }
        }
    }

    fn search(&mut self, position: Position, limits: Limits, out: &mut Vec<Effect>) {
        let position = AnyPosition::Gomoku(Box::new(position));
        if let Some(ponder) = self.ponder.take() {
            if ponder.is_hit(&position, &limits) {
                let (id, found) = ponder.hit(&limits, out);
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
        if self.leaving {
            out.push(Effect::Stop(self.current));
        }
    }

    fn found(&mut self, analysis: Analysis, out: &mut Vec<Effect>) {
        let Some(task) = &mut self.task else { return };
        let next = task.take_result(analysis);
        self.follow(next, out);
    }

    fn answer(&mut self, out: &mut Vec<Effect>) {
        let Some(task) = self.task.take() else { return };
        let found = match &task {
            Task::Question(question) if question.is_plain_move() => Some(question.found().clone()),
            _ => None,
        };
        if let Some(position) = task.write_answer(out) {
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

    /// True if it is pondering.
    pub(super) fn is_pondering(&self) -> bool {
        self.ponder.is_some()
    }

    /// Stops pondering.
    pub(super) fn stop_pondering(&mut self, out: &mut Vec<Effect>) {
        if let Some(ponder) = self.ponder.take() {
            ponder.stop(out);
        }
    }

    /// Handles the input that waits, up to the next task.
    fn handle_waiting(&mut self, out: &mut Vec<Effect>) {
        while self.task.is_none() && !self.ended {
            match self.waiting.pop() {
                Some(input) => self.handle(input, out),
                None => return,
            }
        }
    }

    /// Handles an input while no task is under way.
    fn handle(&mut self, input: Input, out: &mut Vec<Effect>) {
        let line = match input {
            Input::Line(line) => line,
            Input::TooLong(bytes) => return self.refuse_long_line(bytes, out),
            Input::End => return self.quit(out),
        };
        let text = String::from_utf8_lossy(&line);
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

    /// Asks for the answer of the task at once.
    fn hurry(&mut self, out: &mut Vec<Effect>) {
        self.hurried = true;
        if let Some(task) = &mut self.task {
            task.hurry();
        }
        out.push(Effect::Stop(self.current));
    }

    /// Handles a line while the engine works on a task: STOP and most INFO lines act at once, the others wait.
    fn handle_during_task(&mut self, line: Vec<u8>, out: &mut Vec<Effect>) {
        let text = String::from_utf8_lossy(&line);
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "END" => {
                self.leaving = true;
                self.hurry(out);
                if !self.waiting.push(Input::Line(line)) {
                    self.quit(out);
                }
            }
            "STOP" | "YXSTOP" => self.hurry(out),
            "ABOUT" => self.dispatch(text.trim(), out),
            // What is asked now is about another board. Lines that wait come first, and an answer that was asked for.
            "START" | "RECTSTART" | "RESTART" | "BOARD" | "YXBOARD"
                if self.waiting.is_empty()
                    && !self.hurried
                    && matches!(self.task, Some(Task::Question(_))) =>
            {
                out.push(Effect::Stop(self.current));
                self.task = None;
                self.current = self.next_id();
                self.handle(Input::Line(line), out);
            }
            // Limits may change at any time. What the search itself depends on waits.
            "INFO"
                if !["rule", "max_memory", "hash_size", "strength"]
                    .contains(&words.next().unwrap_or_default().to_ascii_lowercase().as_str()) =>
            {
                self.info(text.trim()[4..].trim(), out);
            }
            _ => {
                if !self.waiting.push(Input::Line(line)) {
                    error(out, "too many commands wait for the move: this one is refused");
                }
            }
        }
    }

    fn refuse_long_line(&mut self, bytes: u64, out: &mut Vec<Effect>) {
        match &mut self.block {
            Some(block) => block.refuse(format!("a line of {bytes} bytes")),
            None => error(out, &format!("a line of {bytes} bytes is too long")),
        }
    }

    pub(super) fn quit(&mut self, out: &mut Vec<Effect>) {
        self.ended = true;
        self.task = None;
        self.ponder = None;
        out.push(Effect::Quit);
    }
}

impl Machine for GomocupEngine {
    fn line(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        match self.task {
            _ if self.ended => {}
            None => {
                self.handle(Input::Line(line.to_vec()), out);
                // A task may have been done at once.
                self.handle_waiting(out);
            }
            Some(Task::Start(_)) => {
                if !self.early.push(Input::Line(line.to_vec())) {
                    error(out, "too many commands wait for the start: this one is refused");
                }
            }
            Some(_) => self.handle_during_task(line.to_vec(), out),
        }
    }

    fn too_long(&mut self, bytes: u64, out: &mut Vec<Effect>) {
        // Reported in its turn, after the start.
        let waits = matches!(self.task, Some(Task::Start(_))) && self.early.push(Input::TooLong(bytes));
        if !waits {
            self.refuse_long_line(bytes, out);
        }
    }

    fn progress(&mut self, id: SearchId, analysis: &Analysis, out: &mut Vec<Effect>) {
        if id == self.current
            && let Some(Task::Question(question)) = &self.task
        {
            question.write_progress(analysis, self.settings.realtime, out);
        }
    }

    fn finished(&mut self, id: SearchId, analysis: Analysis, out: &mut Vec<Effect>) {
        if let Some(ponder) = &mut self.ponder {
            ponder.finished(id, &analysis);
        }
        if id != self.current || self.task.is_none() {
            return;
        }
        self.settings.spend(analysis.time);
        self.found(analysis, out);
        self.handle_waiting(out);
    }

    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>) {
        if let Some(ponder) = &mut self.ponder {
            ponder.failed(id);
        }
        if id == self.current && self.task.take().is_some() {
            error(out, &one_line(why));
            self.handle_waiting(out);
        }
    }

    fn table_done(&mut self, id: SearchId, result: Result<u64, String>, out: &mut Vec<Effect>) {
        match self.task.take() {
            Some(Task::Table { id: own, name, save }) if own == id => {
                let name = short(&name);
                match (result, save) {
                    (Ok(count), true) => message(out, &format!("{count} positions written to {name}")),
                    (Ok(count), false) => message(out, &format!("{count} positions read from {name}")),
                    (Err(why), _) => error(out, &one_line(&why)),
                }
                self.handle_waiting(out);
            }
            // If there is no engine, the answer to the first question says why.
            Some(Task::Start(own)) if own == id => {
                out.push(Effect::Say("OK".into()));
                self.handle_waiting(out);
                let mut early = std::mem::take(&mut self.early);
                while let Some(input) = early.pop() {
                    match input {
                        Input::Line(line) => self.line(&line, out),
                        Input::TooLong(bytes) => self.too_long(bytes, out),
                        Input::End => self.end_of_input(out),
                    }
                }
            }
            other => self.task = other,
        }
    }

    fn end_of_input(&mut self, out: &mut Vec<Effect>) {
        let waits = match self.task {
            None => false,
            // The lines before the end are still handled after the start.
            Some(Task::Start(_)) => self.early.push(Input::End),
            Some(_) => self.waiting.push(Input::End),
        };
        // No command can follow, so the search need not go on.
        if let (true, Some(task)) = (waits, &mut self.task)
            && !matches!(task, Task::Start(_))
        {
            task.hurry();
            out.push(Effect::Stop(self.current));
        }
        if !waits {
            self.quit(out);
        }
    }
}

/// True if a position is a later one of the same game.
fn goes_on_from(position: &Position, before: &Position) -> bool {
    let (now, then) = (position.moves(), before.moves());
    position.rules() == before.rules()
        && now.len() > then.len()
        && then.len() > 0
        && now.zip(then).all(|(a, b)| a == b)
}
