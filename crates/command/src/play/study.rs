//! The analysis beside the board: an engine that looks at the position shown for as long as it is wanted, and the
//! chances of the game so far.

use super::session::{Seat, Session};
use super::thinker::Thinker;
use std::collections::HashMap;
use std::time::Duration;
use tengen::players;
use tengen_engine::{Analysis, EngineError, Limits, Report, SearchError};
use tengen_games::{AnyPosition, Game, PlayerId};

/// Best moves ranked.
pub(crate) const LINES: usize = 5;
/// Longest analysis of a position: a player does not wait longer.
const LONG: Duration = Duration::from_secs(120);
/// How long a hint takes.
const SHORT: Duration = Duration::from_secs(2);

/// Why there is no analysis.
pub(crate) enum NoStudy {
    Player(EngineError),
    Engine(SearchError),
}

/// The key of a position in a game.
pub(super) type Key = (u64, usize);

pub(super) fn key(position: &AnyPosition) -> Key {
    (position.hash(), position.ply())
}

/// What is known of the positions of a game, and the engine that finds it out.
#[derive(Default)]
pub(crate) struct Study {
    /// Whether the analysis is wanted and shown.
    pub(crate) on: bool,
    thinker: Option<Thinker>,
    /// The position that the engine was put to.
    about: Option<Key>,
    /// The latest analysis, and of which position it is.
    found: Option<(Key, Analysis)>,
    /// Whether the analysis was requested as a hint and is to be shown.
    hint: bool,
    /// Whether the move of the hint is to be played.
    pub(crate) plays_hint: bool,
    /// The position for which a hint was asked: its candidates are shown even while the analysis is off.
    hinted: Option<Key>,
    /// The first player's win probability at every analysed position.
    chances: HashMap<Key, f32>,
}

impl Study {
    /// The analysis of this position, if there is one.
    pub(crate) fn of(&self, position: &AnyPosition) -> Option<&Analysis> {
        self.found.as_ref().filter(|(about, _)| *about == key(position)).map(|(_, found)| found)
    }

    /// The same where it is shown: while the analysis is on, or after a hint. Otherwise what the opponent computed for
    /// its own move stays hidden.
    pub(crate) fn shown(&self, position: &AnyPosition) -> Option<&Analysis> {
        self.of(position).filter(|_| self.on || self.hinted == Some(key(position)))
    }

    /// Whether the engine is at work.
    pub(crate) fn is_busy(&self) -> bool {
        self.thinker.as_ref().is_some_and(Thinker::is_busy)
    }

    /// Keeps what was found about a position.
    pub(crate) fn learn(&mut self, position: &AnyPosition, found: Analysis) {
        if let Some(score) = found.score() {
            let first = position.player_to_move() == PlayerId::First;
            let win = if first { score.win() } else { 1.0 - score.win() };
            self.chances.insert(key(position), win);
        }
        self.found = Some((key(position), found));
    }

    /// The first player's chance at each position of the line on the board; that at an end is the result.
    pub(crate) fn graph(&self, position: &AnyPosition) -> Vec<Option<f32>> {
        let mut at = position.clone();
        let mut graph = Vec::with_capacity(at.ply() + 1);
        loop {
            graph.push(self.chance(&at));
            if at.undo().is_none() {
                break;
            }
        }
        graph.reverse();
        graph
    }

    /// The first player's chance at a position, where it is known.
    pub(crate) fn chance(&self, position: &AnyPosition) -> Option<f32> {
        match position.outcome() {
            None => self.chances.get(&key(position)).copied(),
            Some(outcome) => Some(match outcome.winner {
                None => 0.5,
                Some(color) if position.color_of(PlayerId::First) == Some(color) => 1.0,
                Some(_) => 0.0,
            }),
        }
    }

    /// Asks for a hint: a short analysis, shown when it is done.
    pub(crate) fn ask(&mut self, position: &AnyPosition) -> Result<(), NoStudy> {
        self.hint = true;
        self.plays_hint = false;
        self.hinted = Some(key(position));
        self.start(position, SHORT)
    }

    /// Forgets the work under way: the position is another one.
    pub(crate) fn leave(&mut self) {
        self.hint = false;
        self.plays_hint = false;
        self.about = None;
        if let Some(thinker) = &mut self.thinker {
            thinker.hurry();
        }
    }

    fn start(&mut self, position: &AnyPosition, time: Duration) -> Result<(), NoStudy> {
        let thinker = match &mut self.thinker {
            Some(thinker) => thinker,
            none => none.insert(Thinker::new(players::strongest(&position.spec()).map_err(NoStudy::Player)?)),
        };
        let limits = Limits { time: Some(time), lines: LINES, ..Limits::default() };
        thinker.start(position, limits);
        self.about = Some(key(position));
        Ok(())
    }

    /// Another game is on the board, perhaps by other rules.
    pub(crate) fn forget(&mut self) {
        *self = Study { on: self.on, ..Study::default() };
    }

    /// Lets the engine go on. Gives the hint, when one was asked for and is there.
    pub(crate) fn advance(&mut self, session: &Session) -> Result<Option<Analysis>, NoStudy> {
        let position = &session.position;
        let mut told = None;
        while let Some(news) = self.thinker.as_mut().and_then(Thinker::poll) {
            let (found, done) = match news {
                Report::SoFar(found) => (Ok(found), false),
                Report::Done(found) => (found, true),
            };
            // What was found of a position that is gone is of no use.
            if self.about != Some(key(position)) {
                continue;
            }
            let found = found.map_err(NoStudy::Engine)?;
            if done && self.hint {
                self.hint = false;
                told = Some(found.clone());
            }
            if !found.lines.is_empty() {
                self.learn(position, found);
            }
        }
        // An opponent at work has the processor for itself, and its own thoughts are shown.
        let wanted = self.on && !position.is_over() && !session.engine_to_move();
        if wanted && self.about != Some(key(position)) && !self.is_busy() {
            self.start(position, LONG)?;
        }
        Ok(told)
    }

    /// Hears what the opponent at work thinks.
    pub(crate) fn overhear(&mut self, session: &mut Session) -> Option<Result<Analysis, SearchError>> {
        let position = session.position.clone();
        let Seat::Engine(thinker) = &mut session.seats[position.player_to_move() as usize] else {
            return None;
        };
        let mut decided = None;
        while let Some(news) = thinker.poll() {
            match news {
                Report::SoFar(found) => self.learn(&position, found),
                Report::Done(found) => decided = Some(found),
            }
        }
        if let Some(Ok(found)) = &decided
            && !found.lines.is_empty()
        {
            self.learn(&position, found.clone());
        }
        decided
    }
}
