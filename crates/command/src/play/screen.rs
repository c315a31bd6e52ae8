//! The game on a full terminal screen: what it holds and what can be done with it. `keys` hears, `draw` and `panel`
//! show.

use super::canvas::Canvas;
use super::explainer::Explainer;
use super::session::{Seat, Session, bound, end_text};
use super::setup::Workbench;
use super::study::{NoStudy, Study};
use super::words::Word;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::numbering;
use crate::output::say;
use crate::{Context, interrupt};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::DefaultTerminal;
use std::time::{Duration, Instant};
use tengen_board::Point;
use tengen_engine::{Analysis, Explanation, PERFECT};
use tengen_games::{Feature, Game, GameSpec, Move};

/// The terminal as a screen, given back to the shell however the program ends.
pub(crate) fn on_screen<T>(work: impl FnOnce(&mut DefaultTerminal) -> Result<T, Fail>) -> Result<T, Fail> {
    // The hook that ratatui installs gives the terminal back after a panic, too.
    let mut terminal = ratatui::try_init().map_err(Fail::output)?;
    let _ = crossterm::execute!(std::io::stdout(), EnableMouseCapture);
    let done = work(&mut terminal);
    let _ = crossterm::execute!(std::io::stdout(), DisableMouseCapture);
    ratatui::restore();
    done
}

pub(crate) fn run(
    session: Session,
    ascii: bool,
    greeting: Option<String>,
    context: Context,
) -> Result<u8, Fail> {
    let stop = interrupt::stop();
    let mut app = App::new(session, ascii, context.color.on_stdout(), context.lang);
    if let Some(text) = greeting {
        app.message = (text, false);
    }
    on_screen(|terminal| {
        while !app.quit && !stop.is_raised() {
            app.advance();
            terminal.draw(|frame| app.draw(frame)).map_err(Fail::output)?;
            if event::poll(Duration::from_millis(60)).map_err(Fail::output)? {
                // Everything that is waiting at once, so that a held key does not lag behind.
                loop {
                    let event = event::read().map_err(Fail::output)?;
                    app.hear(event);
                    if app.quit || !event::poll(Duration::ZERO).map_err(Fail::output)? {
                        break;
                    }
                }
            }
        }
        Ok(())
    })?;
    // Back in the shell: how it ended, and nothing that was played is lost.
    let lang = app.lang;
    if let Some(end) = app.session.end() {
        say(end_text(end, &app.session.position, lang))?;
    }
    if !app.session.is_saved() {
        say(tr!(lang, QuitUnsaved, moves = app.session.moves_text(lang)))?;
    }
    if let Some(command) = app.session.command_to_go_on() {
        say(tr!(lang, GoOnWith, command = command))?;
    }
    Ok(code::OK)
}

/// The screen's state.
pub(super) struct App {
    pub(super) session: Session,
    pub(super) cursor: Point,
    pub(super) ascii: bool,
    pub(super) color: bool,
    pub(super) lang: Lang,
    pub(super) canvas: Canvas,
    /// What is being typed.
    pub(super) typed: Option<String>,
    /// The letter that was just pressed as a direction, and where the cursor was: a digit after it makes it a column.
    pub(super) jumped_from: Option<(char, Point)>,
    /// The last thing said, and whether it is a complaint.
    pub(super) message: (String, bool),
    pub(super) numbers: bool,
    pub(super) study: Study,
    /// Whether the best line is drawn on the board.
    pub(super) line_shown: bool,
    /// Whose threats, or whose mobility and stable discs, are lit.
    pub(super) overlay: Option<tengen_board::Color>,
    /// Whether the game is being looked through: engines wait until a person moves or asks them to go on.
    pub(super) browsing: bool,
    /// Where the graph was drawn last, and how many positions it shows.
    pub(super) graph_at: Option<(ratatui::layout::Rect, usize)>,
    pub(super) graph_plies: usize,
    pub(super) popup: Option<Popup>,
    /// The position that is being set up.
    pub(super) bench: Option<Workbench>,
    pub(super) quit: bool,
}

/// What lies over the board until a key is pressed.
pub(super) enum Popup {
    Keys,
    /// An explanation, still being thought of.
    Asking(Explainer),
    Why(Explanation),
}

impl App {
    pub(super) fn new(session: Session, ascii: bool, color: bool, lang: Lang) -> App {
        App {
            cursor: session.position.size().center(),
            session,
            ascii,
            color,
            lang,
            canvas: Canvas::default(),
            typed: None,
            jumped_from: None,
            message: (tr!(lang, EnterMove), false),
            numbers: false,
            study: Study::default(),
            line_shown: false,
            overlay: None,
            browsing: false,
            graph_at: None,
            graph_plies: 0,
            popup: None,
            bench: None,
            quit: false,
        }
    }

    pub(super) fn say(&mut self, text: String) {
        self.message = (text, false);
    }

    pub(super) fn complain(&mut self, text: String) {
        self.message = (text, true);
    }

    /// Lets the engines and the clocks go on.
    pub(super) fn advance(&mut self) {
        let was_over = self.session.end().is_some();
        self.session.tick(Instant::now());
        if !was_over && self.session.end().is_some() {
            self.ended();
        }
        if self.session.propose_dead(Duration::ZERO) {
            self.counted();
        }
        self.engine_turn();
        self.hear_study();
    }

    fn engine_turn(&mut self) {
        if !self.session.engine_to_move() || self.browsing || self.bench.is_some() {
            return;
        }
        let limits = self.session.limits();
        let position = self.session.position.clone();
        let player = position.player_to_move();
        let mut is_perfect = false;
        if let Seat::Engine(thinker) = &mut self.session.seats[player as usize] {
            is_perfect = thinker.name == PERFECT;
            if !thinker.is_about(&position) {
                thinker.start(&position, limits);
            }
        }
        let decided = self.study.overhear(&mut self.session);
        let resigns = match (&decided, &self.session.seats[player as usize]) {
            (Some(Ok(found)), Seat::Engine(thinker)) => thinker.resigns(found, &position),
            _ => false,
        };
        match decided {
            None => {}
            Some(Ok(found @ Analysis { best: Some(mv), .. })) if !resigns => {
                self.play(mv, false);
                self.session.ponder(&found);
                if let Some(bound) = bound(&found, &position, self.lang).filter(|_| is_perfect) {
                    self.message.0 += &format!("  {bound}");
                }
            }
            Some(Ok(_)) => {
                self.session.resign();
                self.ended();
            }
            Some(Err(e)) => {
                let text = self.lang.search_error(&e);
                self.complain(format!(
                    "{text}{}{}",
                    self.lang.pick("; ", "；", "。"),
                    tr!(self.lang, EngineGone)
                ));
                self.session.seats[player as usize] = Seat::Person;
            }
        }
    }

    fn hear_study(&mut self) {
        match self.study.advance(&self.session) {
            Ok(None) => {}
            Ok(Some(found)) => {
                if let Some(mv) = found.best.filter(|_| self.study.plays_hint) {
                    self.play(mv, true);
                } else if let (Some(mv), Some(score)) = (found.best, found.score()) {
                    let text = self.lang.mv(&self.session.position, mv);
                    self.say(tr!(self.lang, Hint, text = text, score = self.lang.score(score)));
                }
            }
            Err(e) => self.no_study(e),
        }
        if let Some(Popup::Asking(explainer)) = &self.popup
            && let Some(told) = explainer.poll()
        {
            self.popup = Some(Popup::Why(told));
        }
    }

    fn no_study(&mut self, e: NoStudy) {
        self.study.on = false;
        let text = match e {
            NoStudy::Player(e) => self.lang.engine_error(&e),
            NoStudy::Engine(e) => self.lang.search_error(&e),
        };
        self.complain(text);
    }

    /// Plays a move; the cursor goes to it where it was a person's.
    fn play(&mut self, mv: Move, by_person: bool) {
        let lang = self.lang;
        if self.session.end().is_some() && self.session.position.outcome().is_none() {
            self.complain(tr!(lang, WhyGameOver));
            return;
        }
        let before = self.session.position.clone();
        match self.session.play(mv) {
            Ok(played) => {
                self.changed();
                self.browsing = false;
                if let Some(point) = mv.point().filter(|_| by_person) {
                    self.cursor = point;
                }
                let mut said = numbering::played(&before, mv, &self.session.position, lang);
                if !played.captured.is_empty() && self.session.position.spec().has(Feature::Captures) {
                    said.push_str(&format!("  {}", tr!(lang, Captured, count = played.captured.len())));
                }
                self.say(said);
                if let Err(e) = self.session.autosave(lang) {
                    self.complain(e.what);
                }
                if self.session.end().is_some() {
                    self.ended();
                }
            }
            Err(e) => self.complain(lang.illegal(&e)),
        }
    }

    /// Plays the stones of a turn, all of them or none.
    fn turn(&mut self, moves: &[Move]) {
        let mut after = self.session.position.clone();
        match moves.iter().find_map(|&mv| after.play(mv).err()) {
            Some(e) => self.complain(self.lang.illegal(&e)),
            None => moves.iter().for_each(|&mv| self.play(mv, true)),
        }
    }

    fn ended(&mut self) {
        if let Err(e) = self.session.autosave(self.lang) {
            self.complain(e.what);
        } else if self.session.position.spec().has(Feature::Territory) && self.session.position.is_over() {
            self.say(tr!(self.lang, MarkDead));
        }
    }

    /// The dead stones are known, or were changed.
    fn counted(&mut self) {
        let dead = self.session.dead_text(self.lang);
        self.say(dead.unwrap_or_else(|| tr!(self.lang, MarkDead)));
        if let Err(e) = self.session.autosave(self.lang) {
            self.complain(e.what);
        }
    }

    /// The position is another one: advice about the old one is gone.
    fn changed(&mut self) {
        self.study.leave();
    }

    /// Looks at the game one move or more before or after, without playing.
    pub(super) fn look(&mut self, by: isize) {
        let mut moved = false;
        for _ in 0..by.unsigned_abs() {
            if !self.session.look(by > 0) {
                break;
            }
            moved = true;
        }
        if moved {
            self.browse();
        }
    }

    pub(super) fn variation(&mut self, by: isize) {
        if self.session.variation(by) {
            self.browse();
        } else {
            self.complain(tr!(self.lang, NoVariation));
        }
    }

    fn browse(&mut self) {
        self.changed();
        self.browsing = self.session.seats.iter().any(|s| matches!(s, Seat::Engine(_)));
        let (moves, index) = self.session.past.alternatives();
        let comment: String = self
            .session
            .past
            .comment()
            .unwrap_or("")
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let mut text = tr!(self.lang, AfterMove, count = numbering::last_number(&self.session.position));
        if moves.len() > 1 {
            text.push_str(&format!(
                "  {}",
                tr!(self.lang, VariationOf, index = index + 1, count = moves.len())
            ));
        }
        if !comment.is_empty() {
            text.push_str(&format!("  {comment}"));
        }
        self.say(text);
    }

    pub(super) fn do_word(&mut self, word: Word) {
        let lang = self.lang;
        match word {
            Word::Nothing | Word::Board => {}
            Word::Move(_) | Word::Turn(_) if self.session.engine_to_move() && !self.browsing => {
                let engine = self.session.name(self.session.position.player_to_move(), lang);
                self.complain(tr!(lang, NotYourTurn, engine = engine));
            }
            Word::Move(mv) => self.play(mv, true),
            Word::Turn(moves) => self.turn(&moves),
            Word::TooMany(given) => {
                self.complain(super::words::too_many(&self.session.position, given, lang))
            }
            Word::Undo => {
                let back = self.session.undo();
                self.changed();
                if back.is_empty() {
                    self.complain(tr!(lang, NothingToUndo));
                } else {
                    let text = self.names(&back);
                    self.say(tr!(lang, Undone, text = text));
                }
            }
            Word::Redo => {
                let again = self.session.redo();
                self.changed();
                if again.is_empty() {
                    self.complain(tr!(lang, NothingToRedo));
                } else {
                    let text = self.names(&again);
                    self.say(tr!(lang, Redone, text = text));
                }
            }
            Word::Hint => self.ask_hint(),
            Word::Moves => self.say(tr!(lang, MovesWere, moves = self.session.moves_text(lang))),
            Word::Numbers => self.numbers = !self.numbers,
            Word::Save(path) => match self.session.save(path.as_deref(), lang) {
                Ok(Some(path)) => self.say(tr!(lang, Saved, file = path.display())),
                Ok(None) => {
                    self.typed = Some("save ".into());
                    self.say(tr!(lang, SaveWhere));
                }
                Err(e) => self.complain(e.what),
            },
            Word::Resign => {
                self.session.resign();
                self.ended();
            }
            Word::Dead(mv) => self.mark_dead(mv.point()),
            Word::Count | Word::Accept => match self.session.count_text(lang) {
                None => self.complain(tr!(lang, NoCount)),
                Some(outcome) if word == Word::Count => {
                    let dead = self.session.dead_text(lang).unwrap_or_else(|| tr!(lang, MarkDead));
                    self.say(format!("{outcome}  {dead}"));
                }
                Some(outcome) => self.say(tr!(lang, CountAccepted, outcome = outcome)),
            },
            Word::Help => self.popup = Some(Popup::Keys),
            Word::Why => {
                let position = self.session.position.clone();
                let shown = self.study.shown(&position).cloned();
                self.popup = Some(Popup::Asking(Explainer::start(position, shown)));
            }
            Word::Analyze => {
                self.study.on = !self.study.on;
                if !self.study.on {
                    self.study.leave();
                }
                self.say(if self.study.on { tr!(lang, AnalysisOn) } else { tr!(lang, AnalysisOff) });
            }
            Word::SetUp => self.begin_set_up(),
            Word::Load(path) => match super::load(&path, &self.session, lang) {
                Ok(loaded) => {
                    self.session.replace(loaded.record, loaded.node, loaded.position);
                    self.new_game();
                    self.browse();
                    self.say(tr!(lang, Loaded, file = path.display()));
                }
                Err(e) => self.complain(e.what),
            },
            Word::Go => self.go_on(),
            Word::Quit => self.quit = true,
        }
    }

    pub(super) fn mark_dead(&mut self, point: Option<Point>) {
        if point.is_some_and(|p| self.session.toggle_dead(p)) {
            self.counted();
        } else {
            self.complain(tr!(self.lang, NoDead));
        }
    }

    fn names(&self, moves: &[Move]) -> String {
        moves.iter().map(|&mv| self.lang.mv(&self.session.position, mv)).collect::<Vec<_>>().join(" ")
    }

    fn ask_hint(&mut self) {
        let lang = self.lang;
        if self.session.end().is_some() {
            self.complain(tr!(lang, WhyGameOver));
            return;
        }
        self.say(tr!(lang, AskedAgain));
        if let Err(e) = self.study.ask(&self.session.position) {
            self.no_study(e);
        }
    }

    /// The engine whose turn it is goes on; where it is a person's turn, the best move that is known is played.
    fn go_on(&mut self) {
        self.browsing = false;
        if self.session.engine_to_move() || self.session.end().is_some() {
            return;
        }
        match self.study.of(&self.session.position).and_then(|found| found.best) {
            Some(mv) => self.play(mv, true),
            None => {
                self.ask_hint();
                self.study.plays_hint = true;
            }
        }
    }

    /// Another game is on the board.
    fn new_game(&mut self) {
        self.study.forget();
        self.overlay = None;
        self.popup = None;
        self.bench = None;
        self.cursor = self.session.position.size().center();
    }

    fn begin_set_up(&mut self) {
        if has_opening(&self.session.position.spec()) {
            self.complain(tr!(self.lang, NoSetUp));
            return;
        }
        self.study.leave();
        self.bench = Some(Workbench::new(&self.session));
        self.say(tr!(self.lang, SetUpHelp));
    }

    /// Checks what was set up and plays on from it.
    pub(super) fn end_set_up(&mut self) {
        let Some(bench) = &self.bench else { return };
        let set_up = bench.set_up(&self.session);
        match self.session.set_up(&set_up) {
            Ok(()) => {
                self.new_game();
                self.browsing = self.session.engine_to_move();
                self.say(tr!(self.lang, SetUpDone));
            }
            Err(e) => {
                let why = self.lang.set_up_error_in(&e, &self.session.position.spec());
                let text = tr!(self.lang, WhySetUp, why = why);
                self.complain(text);
            }
        }
    }
}

/// Whether an opening rule is in force: its positions are played to, not set up.
fn has_opening(spec: &GameSpec) -> bool {
    spec.has(Feature::Openings)
}
