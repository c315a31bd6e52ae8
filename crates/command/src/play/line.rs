//! The game line by line: for pipes and scripts, and for terminals that want no screen.

use super::explainer::Explainer;
use super::load;
use super::session::{Seat, Session, bound, end_text};
use super::study::{Key, key};
use super::thinker::Thinker;
use super::words::{Word, read};
use crate::commands::show::{captures, choices, standing, stones_left};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::input::io_error;
use crate::numbering;
use crate::output::say;
use crate::{Context, interrupt};
use std::io::{BufRead, IsTerminal, Write};
use std::time::{Duration, Instant};
use tengen::players;
use tengen_engine::{Analysis, Limits, PERFECT, Report, SearchError};
use tengen_games::{Feature, Game, Move, PlayerId};
use tengen_render::{Numbers, Scene, text};

/// A line longer than this is no move; what is beyond is not kept.
const MOST_LINE: u64 = 4096;

/// Time between two polls of a search.
const POLL: Duration = Duration::from_millis(50);

struct Talk<'a> {
    session: Session,
    ascii: bool,
    context: Context,
    lang: Lang,
    out: std::io::StdoutLock<'a>,
    /// Whether a person sits there, to be asked and shown the board.
    asks: bool,
    numbers: bool,
    refused: usize,
    /// The last analysis that was shown, and of which position.
    shown: Option<(Key, Analysis)>,
}

pub(crate) fn run(
    session: Session,
    ascii: bool,
    greeting: Option<String>,
    context: Context,
) -> Result<u8, Fail> {
    if let Some(text) = greeting {
        say(text)?;
    }
    let asks = std::io::stdin().is_terminal();
    let mut talk = Talk {
        session,
        ascii,
        context,
        lang: context.lang,
        out: std::io::stdout().lock(),
        asks,
        numbers: false,
        refused: 0,
        shown: None,
    };
    talk.run()
}

impl Talk<'_> {
    fn run(&mut self) -> Result<u8, Fail> {
        let lang = self.lang;
        let stop = interrupt::stop();
        let mut input = std::io::stdin().lock();
        writeln!(
            self.out,
            "{}{}{}",
            lang.spec(&self.session.position.spec()),
            lang.pick("; ", "；", "、"),
            super::who(&self.session, lang)
        )?;
        if self.asks {
            self.help()?;
        }
        let mut shown = usize::MAX;
        let mut told = false;
        loop {
            self.session.tick(Instant::now());
            if stop.is_raised() {
                self.finish()?;
                return Err(Fail::interrupted(tr!(lang, Interrupted)));
            }
            if self.session.engine_to_move() {
                self.engine_moves()?;
                continue;
            }
            if shown != self.session.position.ply() {
                shown = self.session.position.ply();
                if self.asks {
                    self.board()?;
                } else if !choices(&self.session.position).is_empty() {
                    // A script also gets the choices of an opening rule.
                    writeln!(self.out, "{}", standing(&self.session.position, lang))?;
                }
            }
            let end = self.session.end();
            if end.is_none() {
                told = false;
            } else if !told {
                told = true;
                self.outcome()?;
            }
            // Between two engines nothing is left to say; a person may still take back or save.
            if end.is_some() && self.session.seats.iter().all(|s| matches!(s, Seat::Engine(_))) {
                break;
            }
            if self.asks {
                let color = lang.color(self.session.position.to_move());
                write!(self.out, "{}", tr!(lang, LinePrompt, color = color))?;
                self.out.flush()?;
            }
            let mut line = Vec::new();
            let read_bytes = std::io::Read::take(&mut input, MOST_LINE)
                .read_until(b'\n', &mut line)
                .map_err(|e| Fail::input(tr!(lang, CannotRead, file = "-", why = io_error(&e, lang))))?;
            // Time may have run out while the line was waited for; then it comes too late.
            self.session.tick(Instant::now());
            if !told && self.session.end().is_some() {
                told = true;
                self.outcome()?;
            }
            if read_bytes == 0 || !self.command(&String::from_utf8_lossy(&line))? {
                break;
            }
        }
        self.finish()?;
        if self.refused > 0 && !self.asks {
            return Err(Fail::input(tr!(lang, RefusedLines, count = self.refused)));
        }
        Ok(code::OK)
    }

    /// Does what a line says; `false` means to end.
    fn command(&mut self, text: &str) -> Result<bool, Fail> {
        let lang = self.lang;
        let word = match read(text, &self.session.position) {
            Ok(word) => word,
            Err(e) => {
                let text = lang.not_a_move(&e);
                self.refuse(&text);
                return Ok(true);
            }
        };
        match word {
            Word::Nothing => {}
            Word::Quit => return Ok(false),
            Word::Help => self.help()?,
            Word::Board => self.board()?,
            Word::Numbers => {
                self.numbers = !self.numbers;
                self.board()?;
            }
            Word::Moves => {
                writeln!(self.out, "{}", tr!(lang, MovesWere, moves = self.session.moves_text(lang)))?
            }
            Word::Move(mv) => self.play(mv)?,
            Word::Turn(moves) => self.turn(&moves)?,
            Word::TooMany(given) => self.refuse(&super::words::too_many(&self.session.position, given, lang)),
            Word::Undo => self.back()?,
            Word::Redo => {
                let again = self.session.redo();
                if again.is_empty() {
                    self.refuse(&tr!(lang, NothingToRedo));
                } else {
                    let text = self.names(&again);
                    writeln!(self.out, "{}", tr!(lang, Redone, text = text))?;
                }
            }
            Word::Hint => self.hint()?,
            Word::Save(path) => match self.session.save(path.as_deref(), lang) {
                Ok(Some(path)) => writeln!(self.out, "{}", tr!(lang, Saved, file = path.display()))?,
                Ok(None) => self.refuse(&tr!(lang, SaveWhere)),
                Err(e) => self.refuse(&e.what),
            },
            Word::Resign => self.session.resign(),
            Word::Load(path) => match load(&path, &self.session, lang) {
                Ok(loaded) => {
                    self.session.replace(loaded.record, loaded.node, loaded.position);
                    writeln!(self.out, "{}", tr!(lang, Loaded, file = path.display()))?;
                }
                Err(e) => self.refuse(&e.what),
            },
            Word::Why => {
                let position = &self.session.position;
                let shown = self.shown.as_ref().filter(|(about, _)| *about == key(position));
                let shown = shown.map(|(_, found)| found.clone());
                let explanation = Explainer::start(position.clone(), shown).wait(&interrupt::stop());
                for item in &explanation.items {
                    writeln!(self.out, "{}", lang.item(item, position))?;
                }
            }
            Word::Analyze => self.analyze()?,
            Word::Count | Word::Accept => match self.session.count_text(lang) {
                None => self.refuse(&tr!(lang, NoCount)),
                Some(_) if word == Word::Count => self.outcome()?,
                Some(outcome) => {
                    writeln!(self.out, "{}", tr!(lang, CountAccepted, outcome = outcome))?;
                    self.session.autosave(lang)?;
                }
            },
            Word::SetUp | Word::Go => self.refuse(&tr!(lang, ScreenOnly)),
            Word::Dead(mv) => {
                let done = mv.point().is_some_and(|p| self.session.toggle_dead(p));
                if done {
                    self.outcome()?;
                } else {
                    self.refuse(&tr!(lang, NoDead));
                }
            }
        }
        Ok(true)
    }

    fn back(&mut self) -> Result<(), Fail> {
        let back = self.session.undo();
        if back.is_empty() {
            self.refuse(&tr!(self.lang, NothingToUndo));
        } else {
            let text = self.names(&back);
            writeln!(self.out, "{}", tr!(self.lang, Undone, text = text))?;
        }
        Ok(())
    }

    fn names(&self, moves: &[Move]) -> String {
        moves.iter().map(|&mv| self.lang.mv(&self.session.position, mv)).collect::<Vec<_>>().join(" ")
    }

    fn refuse(&mut self, why: &str) {
        self.refused += 1;
        // The order of the two outputs is that of the events.
        let _ = self.out.flush();
        self.context.note(crate::i18n::Msg::Error, why);
    }

    fn play(&mut self, mv: Move) -> Result<(), Fail> {
        let lang = self.lang;
        if self.session.end().is_some() && self.session.position.outcome().is_none() {
            self.refuse(&tr!(lang, WhyGameOver));
            return Ok(());
        }
        let before = self.session.position.clone();
        match self.session.play(mv) {
            Ok(played) => {
                let position = &self.session.position;
                let mut said = vec![numbering::played(&before, mv, position, lang)];
                if !played.captured.is_empty() {
                    said.extend(captures(position, lang));
                }
                if position.stones_left_in_turn() < position.stones_per_turn() {
                    said.extend(stones_left(position, lang));
                }
                writeln!(self.out, "{}", said.join(lang.pick(", ", "，", "、")))?;
                self.session.autosave(lang)
            }
            Err(e) => {
                self.refuse(&lang.illegal(&e));
                Ok(())
            }
        }
    }

    /// Plays the stones of a turn, all of them or none.
    fn turn(&mut self, moves: &[Move]) -> Result<(), Fail> {
        let mut after = self.session.position.clone();
        if let Some(e) = moves.iter().find_map(|&mv| after.play(mv).err()) {
            self.refuse(&self.lang.illegal(&e));
            return Ok(());
        }
        moves.iter().try_for_each(|&mv| self.play(mv))
    }

    fn engine_moves(&mut self) -> Result<(), Fail> {
        self.out.flush()?;
        let limits = self.session.limits();
        let position = self.session.position.clone();
        let player = position.player_to_move();
        let Seat::Engine(thinker) = &mut self.session.seats[player as usize] else { return Ok(()) };
        let is_perfect = thinker.name == PERFECT;
        let found = decide(thinker, &position, limits);
        let resigns = found.as_ref().is_ok_and(|found| thinker.resigns(found, &position));
        self.session.tick(Instant::now());
        if self.session.end().is_some() || interrupt::stop().is_raised() {
            return Ok(());
        }
        match found {
            Ok(found @ Analysis { best: Some(mv), .. }) if !resigns => {
                self.play(mv)?;
                self.session.ponder(&found);
                if let Some(bound) = bound(&found, &position, self.lang).filter(|_| is_perfect) {
                    writeln!(self.out, "{bound}")?;
                }
                Ok(())
            }
            Ok(_) => {
                self.session.resign();
                Ok(())
            }
            Err(NoAnswer(error)) => self.engine_failed(player, &error),
        }
    }

    /// An engine has crashed, does not answer or answers nonsense. A person who is asked takes its side over; where no
    /// one is asked, the game ends here, with everything that was played.
    fn engine_failed(&mut self, player: PlayerId, error: &SearchError) -> Result<(), Fail> {
        let lang = self.lang;
        let text = lang.search_error(error);
        if !self.asks {
            self.session.autosave(lang)?;
            self.finish()?;
            return Err(Fail::input(text));
        }
        self.refuse(&text);
        self.context.note(crate::i18n::Msg::Note, tr!(lang, EngineGone));
        self.session.seats[player as usize] = Seat::Person;
        Ok(())
    }

    /// What the game's engine makes of the position in two seconds; `None` where it was refused.
    fn ask(&mut self, lines: usize) -> Option<Analysis> {
        let lang = self.lang;
        let position = self.session.position.clone();
        if position.is_over() {
            self.refuse(&tr!(lang, WhyGameOver));
            return None;
        }
        let limits = Limits { time: Some(Duration::from_secs(2)), lines, ..Limits::default() };
        let found =
            players::strongest(&position.spec()).map_err(|e| lang.engine_error(&e)).and_then(|player| {
                decide(&mut Thinker::new(player), &position, limits).map_err(|e| e.into_text(lang))
            });
        let found = found.map_err(|why| self.refuse(&why)).ok()?;
        self.shown = Some((key(&position), found.clone()));
        Some(found)
    }

    fn hint(&mut self) -> Result<(), Fail> {
        let Some(found) = self.ask(1) else { return Ok(()) };
        let lang = self.lang;
        let text = found.best.map(|mv| lang.mv(&self.session.position, mv)).unwrap_or_default();
        let score = found.score().map(|s| lang.score(s)).unwrap_or_default();
        writeln!(self.out, "{}", tr!(lang, Hint, text = text, score = score))?;
        Ok(())
    }

    fn analyze(&mut self) -> Result<(), Fail> {
        let Some(found) = self.ask(5) else { return Ok(()) };
        write!(
            self.out,
            "{}",
            crate::commands::analyze::to_text(&self.session.position, &found, false, self.lang)
        )?;
        Ok(())
    }

    fn board(&mut self) -> Result<(), Fail> {
        let position = &self.session.position;
        let numbers = if self.numbers { Numbers::All } else { Numbers::None };
        let mut scene = Scene::new(position).with_numbers(position, numbers).with_forbidden(position);
        if position.spec().has(Feature::Flips) {
            scene = scene.with_hints(position);
        }
        let color = self.context.color.on_stdout();
        let layout = text::layout(&scene, text::TextOptions { ascii: self.ascii, color });
        write!(self.out, "{}", if color { layout.ansi() } else { layout.plain() })?;
        if let Some(captured) = captures(position, self.lang) {
            writeln!(self.out, "{captured}")?;
        }
        if !choices(position).is_empty() || position.stones_per_turn() > 1 {
            writeln!(self.out, "{}", standing(position, self.lang))?;
        }
        Ok(())
    }

    fn outcome(&mut self) -> Result<(), Fail> {
        while !self.session.propose_dead(POLL) && self.session.is_counting() {
            if interrupt::stop().is_raised() {
                return Ok(());
            }
        }
        if let Some(end) = self.session.end() {
            if let Some(text) = self.session.dead_text(self.lang) {
                writeln!(self.out, "{text}")?;
            } else if self.asks && self.session.count_text(self.lang).is_some() {
                writeln!(self.out, "{}", tr!(self.lang, MarkDead))?;
            }
            writeln!(self.out, "{}", end_text(end, &self.session.position, self.lang))?;
            self.session.autosave(self.lang)?;
        }
        Ok(())
    }

    fn help(&mut self) -> Result<(), Fail> {
        let position = &self.session.position;
        let example = position.format_move(Move::Place(position.size().center()));
        writeln!(self.out, "{}", tr!(self.lang, LineHelp, example = example))?;
        Ok(())
    }

    /// The last words: nothing that was played is lost.
    fn finish(&mut self) -> Result<(), Fail> {
        let lang = self.lang;
        writeln!(self.out, "{}", tr!(lang, MovesWere, moves = self.session.moves_text(lang)))?;
        if self.session.end().is_none() {
            writeln!(self.out, "{}", tr!(lang, GameUnfinished))?;
        }
        if let Some(command) = self.session.command_to_go_on() {
            writeln!(self.out, "{}", tr!(lang, GoOnWith, command = command))?;
        }
        self.out.flush()?;
        Ok(())
    }
}

/// Why an engine gave no answer.
struct NoAnswer(SearchError);

impl NoAnswer {
    fn into_text(self, lang: Lang) -> String {
        lang.search_error(&self.0)
    }
}

/// Waits for an engine's answer; Ctrl-C makes it decide at once.
fn decide(
    thinker: &mut Thinker,
    position: &tengen_games::AnyPosition,
    limits: Limits,
) -> Result<Analysis, NoAnswer> {
    let stop = interrupt::stop();
    thinker.start(position, limits);
    loop {
        if stop.is_raised() {
            thinker.hurry();
        }
        if let Some(Report::Done(found)) = thinker.wait(POLL) {
            return found.map_err(NoAnswer);
        }
    }
}
