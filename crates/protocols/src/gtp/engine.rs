//! The engine's side of GTP.

use super::board::{Board, parse_color};
use super::clock::{GtpClock, seconds};
use super::command::Command;
use super::count::{final_text, result_text};
use super::info::{Asked, Style};
use super::rules;
use super::setup::start_of;
use crate::ponder::Ponder;
use crate::{Effect, Machine, SearchId, Waiting};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tengen_board::Color;
use tengen_engine::{Analysis, Limits};
use tengen_games::{AnyPosition, Game, GameSpec, Move};

/// Reads a file for `loadsgf`.
pub type Files = Arc<dyn Fn(&str) -> io::Result<Vec<u8>> + Send + Sync>;

pub(super) type Answer = Result<String, String>;

/// The engine's side: keeps a board and answers a controller's commands.
///
/// A command that comes while a move is being thought about waits for it; `quit` also ends the thinking. An analysis goes on until
/// the next line, whatever it is.
pub struct GtpEngine {
    name: String,
    version: String,
    pub(super) files: Files,
    pub(super) board: Board,
    pub(super) clock: GtpClock,
    task: Option<Task>,
    waiting: Waiting,
    searches: u64,
    /// The search that the task stands on.
    current: SearchId,
    threads: usize,
    pondering: bool,
    ponder: Option<Ponder>,
    ended: bool,
}

/// What is being thought about, for which command.
struct Task {
    command: Command,
    goal: Goal,
    /// The position searched: the board's, or that after a pass.
    position: AnyPosition,
}

enum Goal {
    /// `genmove`: play the move.
    Play(Color),
    /// `reg_genmove`: only tell it.
    Tell,
    /// `lz-analyze` and `kata-analyze`: tell until the next line.
    Analyze(Asked, Reports),
    /// `kata-genmove_analyze` and `lz-genmove_analyze`: tell on the way, then play.
    PlayTelling(Asked, Reports),
    /// `final_score` and `final_status_list`: find the dead stones first.
    Final(Option<String>),
}

/// What has been reported of an analysis.
#[derive(Default)]
struct Reports {
    /// When the last report was made, in the search's own time.
    last: Option<Duration>,
    /// Whether the search has ended: it was sure before the next line came.
    over: bool,
}

/// How long the dead stones are thought about.
const FINAL_NODES: u64 = 2_000;

const COMMANDS: [&str; 43] = [
    "boardsize",
    "clear_board",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "genmove",
    "get_komi",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "is_legal",
    "kata-analyze",
    "kata-genmove_analyze",
    "kata-get-rules",
    "kata-set-rule",
    "kata-set-rules",
    "kgs-rules",
    "kgs-time_settings",
    "komi",
    "known_command",
    "list_commands",
    "loadsgf",
    "lz-analyze",
    "lz-genmove_analyze",
    "name",
    "place_free_handicap",
    "play",
    "protocol_version",
    "quit",
    "rectangular_boardsize",
    "reg_genmove",
    "set_free_handicap",
    "set_game",
    "list_games",
    "showboard",
    "stop",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The commands after which the search on the opponent's time may still be what is wanted; all others end it.
const GO_WITH_PONDERING: [&str; 9] = [
    "play",
    "genmove",
    "time_left",
    "name",
    "version",
    "protocol_version",
    "known_command",
    "list_commands",
    "showboard",
];

impl GtpEngine {
    /// An engine that calls itself `name`, of this `version`, and begins with `game`. `loadsgf` reads through `files`.
    pub fn new(name: &str, version: &str, game: &GameSpec, files: Files) -> GtpEngine {
        GtpEngine {
            name: name.into(),
            version: version.into(),
            files,
            board: Board::new(game),
            clock: GtpClock::default(),
            task: None,
            waiting: Waiting::default(),
            searches: 0,
            current: SearchId(0),
            threads: 1,
            pondering: false,
            ponder: None,
            ended: false,
        }
    }

    /// The same engine, thinking with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> GtpEngine {
        GtpEngine { threads, ..self }
    }

    /// The same engine, thinking on the opponent's time after its moves, or not. The protocol has no words to switch it.
    #[must_use]
    pub fn with_pondering(self, pondering: bool) -> GtpEngine {
        GtpEngine { pondering, ..self }
    }

    /// Answers a command, or begins to think about it.
    fn take(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        let Some(command) = Command::read(line) else { return };
        if !GO_WITH_PONDERING.contains(&command.name.as_str()) {
            self.stop_pondering(out);
        }
        if let Some(answer) = self.answer(&command, out) {
            out.push(Effect::Say(command.answer(&answer)));
        }
        if self.ended {
            out.push(Effect::Quit);
        }
    }

    /// The answer to a command, `None` where it takes thinking.
    fn answer(&mut self, command: &Command, out: &mut Vec<Effect>) -> Option<Answer> {
        let color = || parse_color(command.arg(0).unwrap_or_default());
        let empty = || Ok(String::new());
        Some(match command.name.as_str() {
            "protocol_version" => Ok("2".into()),
            "name" => Ok(self.name.clone()),
            "version" => Ok(self.version.clone()),
            "known_command" => Ok(COMMANDS.contains(&command.arg(0).unwrap_or_default()).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => {
                self.ended = true;
                empty()
            }
            "stop" => empty(),
            "boardsize" => self.board_size(command.arg(0), command.arg(0), out),
            "rectangular_boardsize" => {
                self.board_size(command.arg(0), command.arg(1).or(command.arg(0)), out)
            }
            "clear_board" => {
                self.board = Board::new(&start_of(&self.board.spec()));
                out.push(Effect::Forget);
                empty()
            }
            "komi" => self.komi(command.arg(0)),
            "get_komi" => self.go_rules().map(|rules| rules.komi.to_string()),
            "play" => self.play(command),
            "is_legal" => color().and_then(|color| {
                let mv = self.board.parse_vertex(command.arg(1).unwrap_or_default())?;
                Ok(u8::from(self.board.with_to_move(color).is_ok_and(|p| p.is_legal(mv))).to_string())
            }),
            "undo" => self.board.undo().and_then(|()| empty()),
            "showboard" => Ok(self.board.show()),
            "fixed_handicap" => self.fixed_handicap(command.arg(0)),
            "place_free_handicap" => self.place_free_handicap(command.arg(0)),
            "set_free_handicap" => self.set_free_handicap(&command.args),
            "loadsgf" => self.load_sgf(command),
            "time_settings" => self.time_settings(command),
            "kgs-time_settings" => self.kgs_time_settings(command),
            "time_left" => color().and_then(|color| {
                let stones =
                    command.arg(2).map_or(Ok(0), str::parse).map_err(|_| "stones is a whole number")?;
                self.clock.tell(color, seconds(command.arg(1))?, stones);
                empty()
            }),
            "kata-get-rules" => self.go_rules().map(|rules| rules::to_json(&rules)),
            "kata-set-rules" | "kgs-rules" => self.set_rules(|r| rules::set(r, &command.args.join(" "))),
            "kata-set-rule" => match (command.arg(0), command.arg(1)) {
                (Some(key), Some(value)) => self.set_rules(|r| rules::set_one(r, key, value)),
                _ => Err("kata-set-rule takes a rule and a value".into()),
            },
            "gogui-rules_game_id"
            | "gogui-rules_board_size"
            | "gogui-rules_board"
            | "gogui-rules_side_to_move"
            | "gogui-rules_legal_moves"
            | "gogui-rules_final_result" => Ok(self.gogui(&command.name)),
            "list_games" => Ok("Go\nGomoku\nRenju\nOthello\nTic-Tac-Toe\nConnect-Four".into()),
            "set_game" => self.set_game(&command.args.join("-"), out),
            "genmove" => match color() {
                Ok(color) => return self.think(command, color, Goal::Play(color), out),
                Err(why) => Err(why),
            },
            "reg_genmove" => match color() {
                Ok(color) => return self.think(command, color, Goal::Tell, out),
                Err(why) => Err(why),
            },
            "lz-analyze" => return self.analyze(command, Style::Leela, false, out),
            "kata-analyze" => return self.analyze(command, Style::Kata, false, out),
            "lz-genmove_analyze" => return self.analyze(command, Style::Leela, true, out),
            "kata-genmove_analyze" => return self.analyze(command, Style::Kata, true, out),
            "final_score" => return self.final_question(command, None, out),
            "final_status_list" => match command.arg(0) {
                Some(status @ ("alive" | "dead" | "seki")) => {
                    return self.final_question(command, Some(status.into()), out);
                }
                _ => Err("syntax error: alive, dead or seki".into()),
            },
            "" => Err("syntax error: a number and no command".into()),
            _ => Err("unknown command".into()),
        })
    }

    fn play(&mut self, command: &Command) -> Answer {
        let (Some(color), Some(vertex)) = (command.arg(0), command.arg(1)) else {
            return Err("invalid color or coordinate".into());
        };
        let invalid = |_| "invalid color or coordinate".to_owned();
        let color = parse_color(color).map_err(invalid)?;
        let mv = self.board.parse_vertex(vertex).map_err(invalid)?;
        self.board.play(color, mv).map_err(|why| format!("illegal move: {why}"))?;
        Ok(String::new())
    }

    /// Begins to think with `color` to move.
    fn think(
        &mut self,
        command: &Command,
        color: Color,
        goal: Goal,
        out: &mut Vec<Effect>,
    ) -> Option<Answer> {
        let position = match self.board.with_to_move(color) {
            Ok(position) => position,
            Err(why) => return Some(Err(why)),
        };
        if position.is_over() {
            return Some(Err("the game is over".into()));
        }
        let empty = position.size().points().filter(|&p| position.at(p).is_empty()).count();
        let limits = match &goal {
            Goal::Analyze(asked, _) => {
                Limits { lines: asked.max_moves.min(position.size().area() + 1), ..Limits::default() }
            }
            Goal::Final(_) => Limits::nodes(FINAL_NODES),
            _ => self.clock.limits(color, empty),
        };
        let limits = Limits { threads: self.threads, ..limits };
        if matches!(goal, Goal::Analyze(..) | Goal::PlayTelling(..)) {
            // What is found is told on the way, under the head of the answer.
            out.push(Effect::Say(command.answer(&Ok(String::new())).trim_end().to_owned()));
        }
        self.task = Some(Task { command: command.clone(), goal, position: position.clone() });
        self.search(position, limits, out);
        None
    }

    fn search(&mut self, position: AnyPosition, limits: Limits, out: &mut Vec<Effect>) {
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
        self.searches += 1;
        self.current = SearchId(self.searches);
        out.push(Effect::Search { id: self.current, position: Box::new(position), limits });
    }

    fn stop_pondering(&mut self, out: &mut Vec<Effect>) {
        if let Some(ponder) = self.ponder.take() {
            ponder.stop(out);
        }
    }

    /// Goes on thinking about the reply that is expected to the move just played.
    fn ponder_on(&mut self, analysis: &Analysis, out: &mut Vec<Effect>) {
        if self.pondering && self.waiting.is_empty() && !self.board.position().is_over() {
            let limits = Limits { threads: self.threads, playing: true, ..Limits::default() };
            self.searches += 1;
            self.ponder =
                Ponder::begin(SearchId(self.searches), self.board.position(), analysis, &limits, out);
        }
    }

    /// The current search has ended.
    fn found(&mut self, analysis: Analysis, out: &mut Vec<Effect>) {
        let Some(mut task) = self.task.take() else { return };
        if let Goal::Analyze(asked, reports) = &mut task.goal {
            // An analysis that is sure has nothing more to say, but ends only with the next line.
            if reports.last.is_none_or(|last| analysis.time > last) {
                out.extend(asked.line(&analysis, &self.board).map(Effect::Say));
            }
            if self.waiting.is_empty() && !self.ended {
                reports.over = true;
                self.task = Some(task);
                return;
            }
        }
        let played = matches!(task.goal, Goal::Play(_) | Goal::PlayTelling(..));
        self.settle(task, &analysis, out);
        if played {
            self.ponder_on(&analysis, out);
        }
    }

    fn analyze(
        &mut self,
        command: &Command,
        style: Style,
        play: bool,
        out: &mut Vec<Effect>,
    ) -> Option<Answer> {
        let asked = match Asked::read(style, &command.args, self.board.position().to_move()) {
            Ok(asked) => asked,
            Err(why) => return Some(Err(why)),
        };
        let color = asked.color;
        let goal = if play {
            Goal::PlayTelling(asked, Reports::default())
        } else {
            Goal::Analyze(asked, Reports::default())
        };
        self.think(command, color, goal, out)
    }

    fn final_question(
        &mut self,
        command: &Command,
        status: Option<String>,
        out: &mut Vec<Effect>,
    ) -> Option<Answer> {
        if let Err(why) = self.go_rules() {
            return Some(match self.board.position().outcome() {
                Some(outcome) if status.is_none() => Ok(result_text(outcome)),
                _ => Err(why),
            });
        }
        self.think(command, self.board.position().to_move(), Goal::Final(status), out)
    }

    /// What was asked for is known: plays, and gives the text.
    fn settle(&mut self, task: Task, analysis: &Analysis, out: &mut Vec<Effect>) {
        let Task { command, goal, position } = task;
        let best = analysis.best;
        let answer = match goal {
            Goal::Tell => {
                best.map(|mv| self.board.vertex(mv)).ok_or_else(|| "there is no legal move".to_owned())
            }
            Goal::Play(color) => self.play_best(color, best, analysis.time),
            Goal::Analyze(..) => {
                // A blank line ends what was told.
                out.push(Effect::Say(String::new()));
                return;
            }
            Goal::PlayTelling(asked, _) => {
                out.extend(asked.line(analysis, &self.board).map(Effect::Say));
                let text = match self.play_best(asked.color, best, analysis.time) {
                    Ok(vertex) => format!("play {vertex}\n"),
                    Err(why) => format!("error {why}\n"),
                };
                out.push(Effect::Say(text));
                return;
            }
            Goal::Final(status) => Ok(final_text(&position, analysis, status.as_deref(), &self.board)),
        };
        out.push(Effect::Say(command.answer(&answer)));
    }

    fn play_best(&mut self, color: Color, best: Option<Move>, used: Duration) -> Answer {
        let mv = best.ok_or("there is no legal move")?;
        self.board.play(color, mv)?;
        self.clock.spend(color, used);
        Ok(self.board.vertex(mv))
    }

    fn go_on(&mut self, out: &mut Vec<Effect>) {
        while self.task.is_none() && !self.ended {
            match self.waiting.pop() {
                Some(line) => self.take(&line, out),
                None => return,
            }
        }
        // An analysis lasts until the next command, and that may wait already.
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
    fn line(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        if self.ended {
            return;
        }
        let Some(task) = &self.task else {
            self.take(line, out);
            // A move may have been known already.
            self.go_on(out);
            return;
        };
        let analysis = matches!(&task.goal, Goal::Analyze(_, reports) if !reports.over);
        let word = Command::read(line).map(|command| command.name);
        if analysis || matches!(word.as_deref(), Some("quit" | "stop")) {
            self.interrupt(out);
        }
        if word.is_some() && !self.waiting.push(line) {
            out.push(Effect::Say("? too many commands wait for the move: this one is refused\n".into()));
        }
        if let Some(task) =
            self.task.take_if(|task| matches!(&task.goal, Goal::Analyze(_, reports) if reports.over))
        {
            self.settle(task, &Analysis::default(), out);
            self.go_on(out);
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
            goal: Goal::Analyze(asked, reports) | Goal::PlayTelling(asked, reports), ..
        }) = &mut self.task
        {
            let due = reports.last.is_none_or(|last| {
                analysis.time >= last + Duration::from_millis(asked.interval.saturating_mul(10))
            });
            if due {
                reports.last = Some(analysis.time);
                out.extend(asked.line(analysis, &self.board).map(Effect::Say));
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
        self.go_on(out);
    }

    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>) {
        if let Some(ponder) = &mut self.ponder {
            ponder.failed(id);
        }
        if id == self.current
            && let Some(task) = self.task.take()
        {
            let answer = match task.goal {
                Goal::Analyze(..) | Goal::PlayTelling(..) => format!("error {why}\n"),
                _ => task.command.answer(&Err(format!("the engine failed: {why}"))),
            };
            out.push(Effect::Say(answer));
            self.go_on(out);
        }
    }

    fn end_of_input(&mut self, out: &mut Vec<Effect>) {
        match &self.task {
            Some(task) => {
                // What was asked is still answered; an analysis would have no end.
                if matches!(task.goal, Goal::Analyze(..)) {
                    self.interrupt(out);
                }
                if !self.waiting.push(b"quit") {
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
