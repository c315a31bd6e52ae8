//! An engine that searches on its own thread, so that the board stays responsive.

use crate::i18n::Lang;
use crate::own_engines::ChosenEngine;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use tengen_engine::{
    Analysis, EngineFactory, EngineOptions, EngineSlot, Limits, PERFECT, SearchError, SearchThreads, Stop,
};
use tengen_games::{AnyPosition, Game};
use tengen_words::engine_in_record;

/// What a search reports.
#[derive(Debug)]
pub(crate) enum Progress {
    /// It has found something better.
    SoFar(Analysis),
    /// It has ended.
    Done(Result<Analysis, SearchError>),
}

/// An engine on its thread. Dropping it stops the search.
pub(crate) struct Thinker {
    pub(crate) name: String,
    /// Its level, if it has several.
    level: Option<u8>,
    /// Whether it is the game's own engine.
    is_own: bool,
    thread: SearchThreads,
    engines: EngineFactory,
    options: EngineOptions,
    sender: Sender<Progress>,
    reports: Receiver<Progress>,
    /// The stop flag of the search under way, and the position that it is about.
    busy: Option<(Stop, u64, usize)>,
}

impl Thinker {
    pub(crate) fn new(chosen: impl Into<ChosenEngine>) -> Thinker {
        let ChosenEngine { name, level, is_own, engine, again } = chosen.into();
        let number = level.map(|(level, _)| level);
        let options = EngineOptions { engine: Some(name.clone()), level: number, ..EngineOptions::default() };
        let thread = SearchThreads::new(1);
        let first = options.clone();
        thread.run(move |slot| *slot = EngineSlot::with(first, engine));
        let (sender, reports) = channel();
        Thinker {
            name,
            level: level.filter(|&(_, most)| most > 1).map(|(level, _)| level),
            is_own,
            thread,
            engines: again,
            options,
            sender,
            reports,
            busy: None,
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

    /// True during a search.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    /// True during a search of this position.
    pub(crate) fn is_about(&self, position: &AnyPosition) -> bool {
        self.busy.as_ref().is_some_and(|(_, hash, ply)| *hash == position.hash() && *ply == position.ply())
    }

    /// Begins a search. A search under way is stopped, and its result dropped.
    pub(crate) fn start(&mut self, position: &AnyPosition, limits: Limits) {
        self.give_up();
        let stop = Stop::new();
        self.busy = Some((stop.clone(), position.hash(), position.ply()));
        let (engines, options, sender) = (self.engines.clone(), self.options.clone(), self.sender.clone());
        let position = position.clone();
        self.thread.run(move |slot| {
            // No one receives the reports after the thinker has been dropped.
            let mut report = |analysis: &Analysis| {
                let _ = sender.send(Progress::SoFar(analysis.clone()));
            };
            let ready = slot.prepare(&engines, &position.spec(), &options);
            let result = ready.and_then(|_| slot.search(&position, &limits, &stop, &mut report));
            let _ = sender.send(Progress::Done(result));
        });
    }

    /// Stops the search; its result comes soon.
    pub(crate) fn hurry(&self) {
        if let Some((stop, ..)) = &self.busy {
            stop.raise();
        }
    }

    /// Stops the search and drops its result.
    pub(crate) fn give_up(&mut self) {
        self.hurry();
        while self.busy.is_some() {
            // Engines answer soon after the flag is raised.
            self.wait(Duration::from_secs(60));
        }
    }

    /// The next report that is there already.
    pub(crate) fn poll(&mut self) -> Option<Progress> {
        self.wait(Duration::ZERO)
    }

    /// The next report, if one comes within this time.
    pub(crate) fn wait(&mut self, time: Duration) -> Option<Progress> {
        self.busy.as_ref()?;
        let report = self.reports.recv_timeout(time).ok()?;
        if matches!(report, Progress::Done(_)) {
            self.busy = None;
        }
        Some(report)
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.hurry();
    }
}
