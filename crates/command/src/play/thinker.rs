//! An engine that plays: its name, its level, and the thread on which it searches.

use crate::i18n::Lang;
use crate::own_engines::ChosenEngine;
use std::time::Duration;
use tengen_engine::{Analysis, EngineOptions, EngineThread, Limits, PERFECT, Ponder, Report};
use tengen_games::AnyPosition;
use tengen_words::engine_in_record;

/// An engine on its thread. Dropping it stops the search.
pub(crate) struct Thinker {
    pub(crate) name: String,
    /// Its level, if it has several.
    level: Option<u8>,
    /// Whether it is the game's own engine.
    is_own: bool,
    /// Whether its level bounds its search; `None` for a program.
    pub(crate) limits_itself: Option<bool>,
    /// Whether it may think on the opponent's time.
    pub(crate) ponders: bool,
    thread: EngineThread,
}

impl Thinker {
    pub(crate) fn new(chosen: impl Into<ChosenEngine>) -> Thinker {
        let ChosenEngine { name, level, is_own, limits_itself, engine, again } = chosen.into();
        let number = level.map(|(level, _)| level);
        let options = EngineOptions { engine: Some(name.clone()), level: number, ..EngineOptions::default() };
        Thinker {
            name,
            level: level.filter(|&(_, most)| most > 1).map(|(level, _)| level),
            is_own,
            limits_itself,
            ponders: false,
            thread: EngineThread::new(&again, options).with_engine(engine),
        }
    }

    /// Its name as people read it: `Tengen · level 2`.
    pub(crate) fn title(&self, lang: Lang) -> String {
        match self.level {
            _ if self.name == PERFECT => lang.perfect_engine().into(),
            Some(level) if self.is_own => lang.engine_at_level(level),
            Some(level) => format!("{} · {level}", self.name),
            None => self.name.clone(),
        }
    }

    /// Its name in a record, the same in every language: `Tengen 2`. The page writes it so too, and shows the title.
    pub(crate) fn record_name(&self) -> String {
        engine_in_record(&self.name, self.is_own, self.level)
    }

    /// Whether it gives the game up instead of the move found. Programs decide that for themselves.
    pub(crate) fn resigns(&self, found: &Analysis, position: &AnyPosition) -> bool {
        found.best.is_none() || found.resigns || self.is_own && found.is_hopeless(position)
    }

    /// True during a search for a move or an analysis.
    pub(crate) fn is_busy(&self) -> bool {
        self.thread.is_busy()
    }

    /// True during a search of this position.
    pub(crate) fn is_about(&self, position: &AnyPosition) -> bool {
        self.thread.is_about(position)
    }

    /// Begins a search. One under way is stopped, and its result dropped. A ponder search of this position goes on as
    /// this one.
    pub(crate) fn start(&mut self, position: &AnyPosition, limits: Limits) {
        self.thread.start(position, &limits);
    }

    /// Begins to think on the opponent's time, if it may: about the position after the reply that `found` expects to
    /// the last move of `after`. `limits` are those of a move there.
    pub(crate) fn ponder(
        &mut self,
        after: &AnyPosition,
        found: &Analysis,
        limits: impl FnOnce(&AnyPosition) -> Limits,
    ) {
        if let Some(on) = Ponder::on_analysis(after, found, limits).filter(|_| self.ponders) {
            self.thread.ponder(on);
        }
    }

    /// How long it has thought about this position on the opponent's time.
    pub(crate) fn pondered(&self, position: &AnyPosition) -> Duration {
        self.thread.pondered(position).unwrap_or_default()
    }

    /// Ends what it thinks on the opponent's time; the search for a move goes on.
    pub(crate) fn rest(&mut self) {
        if self.thread.is_pondering() {
            self.thread.give_up();
        }
    }

    /// Stops the search; its result comes soon.
    pub(crate) fn hurry(&self) {
        self.thread.hurry();
    }

    /// Stops the search and drops its result.
    pub(crate) fn give_up(&mut self) {
        self.thread.give_up();
    }

    /// The next report that is there already.
    pub(crate) fn poll(&mut self) -> Option<Report> {
        self.thread.wait(Duration::ZERO)
    }

    /// The next report, if one comes within this time.
    pub(crate) fn wait(&mut self, time: Duration) -> Option<Report> {
        self.thread.wait(time)
    }
}
