//! The engine's side of GTP.

use super::board::Board;
use super::clock::GtpClock;
use super::command::Command;
use super::count::{FinalQuestion, final_text, finished};
use super::info::{AnalysisRequest, Style};
use crate::ponder::Ponder;
use crate::waiting::Waiting;
use crate::{Effect, Input, Machine, SearchId};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_engine::{Analysis, Limits, moves_to_come};
use tengen_games::{AnyPosition, Feature, Game, GameKind, GameSpec, Move};

/// Reads a file for `loadsgf`.
pub type ReadFile = Arc<dyn Fn(&str) -> io::Result<Vec<u8>> + Send + Sync>;

/// The text of a response: a result, or an error.
pub(super) type Response = Result<String, String>;

/// The engine's side: keeps a board and answers a controller's commands.
///
/// Until the controller sets a time, a move takes up to 5 seconds. It offers every game of the library unless
/// [`GtpEngine::with_games`] says which ones its engines play.
///
/// A command that comes during a search waits for its end; `quit` and `stop` also stop the search for a move. What
/// `final_score`, `final_status` and `final_status_list` answer does not depend on what waits. An analysis goes on
/// until the next line, whatever it is.
pub struct GtpEngine {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) read_file: ReadFile,
    pub(super) board: Board,
    pub(super) clock: GtpClock,
    task: Option<Task>,
    waiting: Waiting,
    searches: u64,
    /// The search of the task.
    current: SearchId,
    threads: usize,
    /// The games offered; all where there are none.
    games: Vec<GameKind>,
    pub(super) seed: u64,
    /// Positions for each search of a question about chains, if they are set.
    pub(super) reading_nodes: Option<u64>,
    pondering: bool,
    ponder: Option<Ponder>,
    /// True if `quit` has come and waits for the answers to what was sent before it.
    leaving: bool,
    pub(super) ended: bool,
}

/// The command under way, and its search.
struct Task {
    command: Command,
    goal: Goal,
    /// The position searched: that of the board, or that after a pass.
    position: AnyPosition,
}

pub(super) enum Goal {
    /// `genmove`: play the move.
    Play(Color),
    /// `restricted_genmove`: play the best of these moves, or pass.
    Choose(Color, Vec<Point>),
    /// `reg_genmove`: report the move without playing it.
    Report,
    /// `lz-analyze` and `kata-analyze`: report until the next line.
    Analyze(AnalysisRequest, Reports),
    /// `kata-genmove_analyze` and `lz-genmove_analyze`: report during the search, then play.
    PlayReporting(AnalysisRequest, Reports),
    /// `final_score`, `final_status_list` and `final_status`: find the dead stones first.
    Final(FinalQuestion),
}

/// The reports of an analysis so far.
#[derive(Default)]
pub(super) struct Reports {
    /// Time of the last report, from the start of the search.
    last: Option<Duration>,
    /// True if the search has ended before the next line came: it was certain.
    search_ended: bool,
}

impl GtpEngine {
    /// An engine that calls itself `name`, of this `version`, and begins with `game`. `loadsgf` reads through
    /// `read_file`.
    pub fn new(name: &str, version: &str, game: &GameSpec, read_file: ReadFile) -> GtpEngine {
        GtpEngine {
            name: name.into(),
            version: version.into(),
            read_file,
            board: Board::new(game),
            clock: GtpClock::default(),
            task: None,
            waiting: Waiting::default(),
            searches: 0,
            current: SearchId(0),
            threads: 1,
            games: Vec::new(),
            seed: 0,
            reading_nodes: None,
            pondering: false,
            ponder: None,
            leaving: false,
            ended: false,
        }
    }

    /// The same engine, with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> GtpEngine {
        GtpEngine { threads, ..self }
    }

    /// The same engine, for these games only: `list_games` lists no others, and `set_game` and `loadsgf` refuse them.
    #[must_use]
    pub fn with_games(self, games: impl IntoIterator<Item = GameKind>) -> GtpEngine {
        GtpEngine { games: games.into_iter().collect(), ..self }
    }

    /// Whether the engine offers this game.
    pub(super) fn offers(&self, kind: GameKind) -> bool {
        self.games.is_empty() || self.games.contains(&kind)
    }

    /// The same engine, with this seed for its first game. Each `clear_board` adds 1, so that games differ.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> GtpEngine {
        GtpEngine { seed, ..self }
    }

    /// The same engine, with pondering after its moves on or off. The protocol has no command for it.
    #[must_use]
    pub fn with_pondering(self, pondering: bool) -> GtpEngine {
        GtpEngine { pondering, ..self }
    }

    /// Begins a search with `color` to move.
    pub(super) fn think(
        &mut self,
        command: &Command,
        color: Color,
        goal: Goal,
        out: &mut Vec<Effect>,
    ) -> Option<Response> {
        let position = match self.board.with_to_move(color) {
            Ok(position) => position,
            Err(why) => return Some(Err(why)),
        };
        if position.is_over() {
            return Some(Err("the game is over".into()));
        }
        let limits = match &goal {
            Goal::Analyze(request, _) => {
                // One more for the pass, where that is not reported.
                let lines = request.max_moves.saturating_add(usize::from(request.avoid_pass));
                Limits { lines: lines.min(position.size().area() + 1), ..Limits::default() }
            }
            _ => self.clock.limits(color, moves_to_come(&position)),
        };
        let mut limits = Limits { threads: self.threads, seed: self.seed, ..limits };
        if let Goal::Choose(_, points) = &goal {
            limits = limits.only(position.size(), points);
        }
        if let Goal::Analyze(request, _) | Goal::PlayReporting(request, _) = &goal {
            limits.avoid.clone_from(&request.avoid);
        }
        if matches!(goal, Goal::Analyze(..) | Goal::PlayReporting(..)) {
            // The reports follow the first line of the response.
            out.push(Effect::Say(command.format_response(&Ok(String::new())).trim_end().to_owned()));
        }
        self.task = Some(Task { command: command.clone(), goal, position: position.clone() });
        self.search(position, limits, out);
        if self.leaving && self.task.is_some() {
            self.interrupt(out);
        }
        None
    }

    fn search(&mut self, position: AnyPosition, limits: Limits, out: &mut Vec<Effect>) {
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
        self.searches += 1;
        self.current = SearchId(self.searches);
        out.push(Effect::Search { id: self.current, position: Box::new(position), limits });
    }

    pub(super) fn stop_pondering(&mut self, out: &mut Vec<Effect>) {
        if let Some(ponder) = self.ponder.take() {
            ponder.stop(out);
        }
    }

    /// Ponders the expected reply to the move just played.
    fn ponder_on(&mut self, analysis: &Analysis, out: &mut Vec<Effect>) {
        if self.pondering && self.waiting.is_empty() && !self.board.position().is_over() {
            let limits =
                Limits { threads: self.threads, seed: self.seed, playing: true, ..Limits::default() };
            self.searches += 1;
            self.ponder =
                Ponder::begin(SearchId(self.searches), self.board.position(), analysis, &limits, out);
        }
    }

    /// Takes the result of the current search.
    fn found(&mut self, analysis: Analysis, out: &mut Vec<Effect>) {
        let Some(mut task) = self.task.take() else { return };
        if let Goal::Analyze(request, reports) = &mut task.goal {
            // The search is certain, but the command ends only with the next line.
            if reports.last.is_none_or(|last| analysis.time > last) {
                out.extend(request.line(&analysis, &self.board).map(Effect::Say));
            }
            if self.waiting.is_empty() && !self.ended {
                reports.search_ended = true;
                self.task = Some(task);
                return;
            }
        }
        let played = matches!(task.goal, Goal::Play(_) | Goal::PlayReporting(..));
        self.finish(task, &analysis, out);
        if played {
            self.ponder_on(&analysis, out);
        }
    }

    pub(super) fn analyze(
        &mut self,
        command: &Command,
        style: Style,
        play: bool,
        out: &mut Vec<Effect>,
    ) -> Option<Response> {
        let request = match AnalysisRequest::read(style, &command.args, self.board.position()) {
            Ok(request) => request,
            Err(why) => return Some(Err(why)),
        };
        let color = request.color;
        let goal = if play {
            Goal::PlayReporting(request, Reports::default())
        } else {
            Goal::Analyze(request, Reports::default())
        };
        self.think(command, color, goal, out)
    }

    pub(super) fn final_question(
        &mut self,
        command: &Command,
        question: FinalQuestion,
        out: &mut Vec<Effect>,
    ) -> Option<Response> {
        let position = self.board.position();
        if !position.spec().has(Feature::Territory) {
            let game = position.spec().kind();
            return Some(match (position.outcome(), question) {
                (Some(outcome), FinalQuestion::Score) => Ok(outcome.sgf_text()),
                (None, FinalQuestion::Score) => {
                    Err(format!("the game of {game} is not over: there is a score at its end"))
                }
                _ => Err(format!("{game} has no dead stones: {} is for Go", command.name)),
            });
        }
        let (position, ended) = (position.clone(), finished(position));
        self.task = Some(Task { command: command.clone(), goal: Goal::Final(question), position });
        self.search(ended, Limits::settling(), out);
        None
    }

    /// Ends a task: plays the move, and writes the response.
    fn finish(&mut self, task: Task, analysis: &Analysis, out: &mut Vec<Effect>) {
        let Task { command, goal, position } = task;
        let best = analysis.best;
        let response = match goal {
            Goal::Report => {
                best.map(|mv| self.board.vertex(mv)).ok_or_else(|| "there is no legal move".to_owned())
            }
            Goal::Play(_) if analysis.is_hopeless(&position) => Ok("resign".into()),
            Goal::Play(color) => self.play_best(color, best, analysis.time),
            Goal::Choose(..) if analysis.is_hopeless(&position) => Ok("resign".into()),
            Goal::Choose(color, points) => match best {
                Some(Move::Place(_)) if !points.iter().any(|&p| position.is_legal(Move::Place(p))) => {
                    Err("none of these points is a legal move".into())
                }
                // Not every engine obeys.
                Some(Move::Place(point)) if !points.contains(&point) => {
                    let game = position.spec().kind();
                    Err(format!("no move: the engine of {game} does not choose among given points"))
                }
                _ => self.play_best(color, best, analysis.time),
            },
            Goal::Analyze(..) => {
                // A blank line ends the reports.
                out.push(Effect::Say(String::new()));
                return;
            }
            Goal::PlayReporting(request, _) => {
                out.extend(request.line(analysis, &self.board).map(Effect::Say));
                if analysis.is_hopeless(&position) {
                    out.push(Effect::Say("play resign\n".into()));
                    return;
                }
                let text = match self.play_best(request.color, best, analysis.time) {
                    Ok(vertex) => format!("play {vertex}\n"),
                    Err(why) => format!("error {why}\n"),
                };
                out.push(Effect::Say(text));
                return;
            }
            Goal::Final(question) => Ok(final_text(&position, analysis, question, &self.board)),
        };
        out.push(Effect::Say(command.format_response(&response)));
    }

    fn play_best(&mut self, color: Color, best: Option<Move>, used: Duration) -> Response {
        let mv = best.ok_or("there is no legal move")?;
        self.board.play(color, mv)?;
        self.clock.spend(color, used);
        Ok(self.board.vertex(mv))
    }

    /// Handles the input that waits, up to the next search.
    fn handle_waiting(&mut self, out: &mut Vec<Effect>) {
        while self.task.is_none() && !self.ended {
            match self.waiting.pop() {
                Some(Input::Line(line)) => self.handle(&line, out),
                Some(Input::TooLong(bytes)) => self.too_long(bytes, out),
                Some(Input::End) => self.end_of_input(out),
                None => return,
            }
        }
        // An analysis lasts until the next command, which may be waiting already.
        let analysis = self.task.as_ref().is_some_and(|task| matches!(task.goal, Goal::Analyze(..)));
        if analysis && !self.waiting.is_empty() {
            self.interrupt(out);
        }
    }

    fn interrupt(&self, out: &mut Vec<Effect>) {
        out.push(Effect::Stop(self.current));
    }
}

impl Machine for GtpEngine {
    /// In GTP 2 it is one of the control characters that are dropped, wherever it is.
    fn ends_lines_at_cr(&self) -> bool {
        false
    }

    fn line(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        if self.ended {
            return;
        }
        let Some(task) = &self.task else {
            self.handle(line, out);
            // A ponder search may have ended already.
            self.handle_waiting(out);
            return;
        };
        let analysis = matches!(&task.goal, Goal::Analyze(_, reports) if !reports.search_ended);
        let is_move = !matches!(&task.goal, Goal::Final(_));
        let word = Command::read(line).map(|command| command.name);
        if analysis || is_move && matches!(word.as_deref(), Some("quit" | "stop")) {
            self.interrupt(out);
        }
        self.leaving |= word.as_deref() == Some("quit");
        if word.is_some() && !self.waiting.push(Input::Line(line.to_vec())) {
            out.push(Effect::Say("? too many commands wait for the move: this one is refused\n".into()));
        }
        if let Some(task) =
            self.task.take_if(|task| matches!(&task.goal, Goal::Analyze(_, reports) if reports.search_ended))
        {
            self.finish(task, &Analysis::default(), out);
            self.handle_waiting(out);
        }
    }

    fn too_long(&mut self, bytes: u64, out: &mut Vec<Effect>) {
        out.push(Effect::Say(format!("? a line of {bytes} bytes is too long\n")));
    }

    fn progress(&mut self, id: SearchId, analysis: &Analysis, out: &mut Vec<Effect>) {
        if id != self.current {
            return;
        }
        if let Some(Task {
            goal: Goal::Analyze(request, reports) | Goal::PlayReporting(request, reports),
            ..
        }) = &mut self.task
        {
            let due = reports.last.is_none_or(|last| {
                analysis.time >= last + Duration::from_millis(request.interval.saturating_mul(10))
            });
            if due {
                reports.last = Some(analysis.time);
                out.extend(request.line(analysis, &self.board).map(Effect::Say));
            }
        }
    }

    fn finished(&mut self, id: SearchId, analysis: Analysis, out: &mut Vec<Effect>) {
        if let Some(ponder) = &mut self.ponder {
            ponder.finished(id, &analysis);
        }
        if id != self.current {
            return;
        }
        self.found(analysis, out);
        self.handle_waiting(out);
    }

    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>) {
        if let Some(ponder) = &mut self.ponder {
            ponder.failed(id);
        }
        if id == self.current
            && let Some(task) = self.task.take()
        {
            let response = match task.goal {
                Goal::Analyze(..) | Goal::PlayReporting(..) => format!("error {why}\n"),
                _ => task.command.format_response(&Err(why.to_owned())),
            };
            out.push(Effect::Say(response));
            self.handle_waiting(out);
        }
    }

    fn end_of_input(&mut self, out: &mut Vec<Effect>) {
        match &self.task {
            Some(task) => {
                // The search is still answered. An analysis would never end.
                if matches!(task.goal, Goal::Analyze(..)) {
                    self.interrupt(out);
                }
                if !self.waiting.push(Input::End) {
                    out.push(Effect::Quit);
                }
            }
            None => {
                self.ended = true;
                out.push(Effect::Quit);
            }
        }
    }
}
