//! An engine that fills in rows.

use crate::Row;
use crate::row::name_and_version;
use tengen_board::random::SplitMix64;
use tengen_engine::{Analysis, EngineFactory, EngineOptions, EngineSlot, Limits, SearchError, Stop};
use tengen_games::{AnyPosition, Game};

/// The seed of the search of one position: the same for the same position, ply and seed of the job, wherever and in
/// whatever order the positions are searched.
pub fn seed_of(seed: u64, key: u64, ply: u32) -> u64 {
    let mut random = SplitMix64(seed ^ key.rotate_left(17));
    random.next_u64() ^ SplitMix64(u64::from(ply)).next_u64()
}

/// An engine with its limits. Each thread has its own.
pub struct Analyst {
    engines: EngineFactory,
    options: EngineOptions,
    limits: Limits,
    slot: EngineSlot,
}

impl Analyst {
    /// An analyst whose engines `engines` makes. `limits` must have an end; its seed is that of the job.
    pub fn new(engines: EngineFactory, options: EngineOptions, limits: Limits) -> Analyst {
        Analyst { engines, options, limits, slot: EngineSlot::default() }
    }

    /// Analyses the position that `row` describes, and fills in what follows from it and what the engine finds. If it
    /// is no position, or the game is over, or the engine fails, the row has the error. False if `stop` was raised: the
    /// row is then not to be used.
    pub fn analyze(&mut self, row: &mut Row, stop: &Stop) -> bool {
        row.clear_analysis();
        let position = match row.position() {
            Ok(position) => position,
            Err(error) => {
                row.error = Some(error.to_string());
                return true;
            }
        };
        row.set_state(&position);
        let result = row.result.take();
        row.set_result(result.as_deref());
        if position.is_over() {
            row.error = Some("the game is over: there is nothing to analyse".into());
            return true;
        }
        let key = row.key.unwrap_or_default();
        let seed = seed_of(self.limits.seed, key, position.ply() as u32);
        match self.search(&position, seed, stop) {
            Ok(found) => self.describe(row, &position, &found),
            Err(error) => row.error = Some(error.to_string()),
        }
        !stop.is_raised()
    }

    /// Fills in `row` with an analysis of this analyst.
    pub(crate) fn describe(&mut self, row: &mut Row, position: &AnyPosition, found: &Analysis) {
        row.set_analysis(position, found);
        if let Some(engine) = self.slot.engine() {
            let (name, version) = name_and_version(&engine.name());
            (row.engine, row.engine_version) = (Some(name), version);
        }
        row.level = self.options.level;
        if found.best.is_none() && !position.is_over() {
            row.error =
                Some(if found.resigns { "the engine resigns" } else { "the engine has no move" }.into());
        }
    }

    /// Searches a position with this seed.
    ///
    /// # Errors
    /// [`SearchError`]; the next search has a new engine after a panic.
    pub(crate) fn search(
        &mut self,
        position: &AnyPosition,
        seed: u64,
        stop: &Stop,
    ) -> Result<Analysis, SearchError> {
        self.slot.prepare(&self.engines, &position.spec(), &self.options)?;
        let limits = Limits { seed, ..self.limits.clone() };
        self.slot.search(position, &limits, stop, &mut |_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tengen_engine::{Engine, ForGame};
    use tengen_games::{GameSpec, othello};

    /// Panics at ply 1, and gives the first legal move otherwise.
    struct Fragile;
    impl Engine<othello::Position> for Fragile {
        fn name(&self) -> String {
            "Fragile 2".into()
        }
        fn analyze(
            &mut self,
            position: &othello::Position,
            _: &Limits,
            _: &Stop,
            _: &mut dyn FnMut(&Analysis),
        ) -> Analysis {
            assert_ne!(position.ply(), 1, "no engine is perfect");
            Analysis { best: position.legal_moves().first().copied(), nodes: 1, ..Analysis::default() }
        }
    }

    #[test]
    fn an_engine_that_panics_costs_one_row() {
        let engines: EngineFactory = Arc::new(|_, _| Ok(Box::new(ForGame::new(Fragile))));
        let mut analyst = Analyst::new(engines, EngineOptions::default(), Limits::nodes(1));
        let mut position = AnyPosition::new(&GameSpec::named("othello", None, None).unwrap());
        let mut rows = Vec::new();
        for _ in 0..3 {
            let mut row = Row::of_position("x", 1, &position);
            assert!(analyst.analyze(&mut row, &Stop::new()));
            rows.push(row);
            let mv = position.legal_moves()[0];
            position.play(mv).unwrap();
        }
        assert_eq!(rows[1].error.as_deref().map(|e| e.contains("no engine is perfect")), Some(true));
        for row in [&rows[0], &rows[2]] {
            assert_eq!((row.error.as_deref(), row.engine.as_deref()), (None, Some("Fragile")));
            assert_eq!(row.engine_version.as_deref(), Some("2"));
        }
    }
}
