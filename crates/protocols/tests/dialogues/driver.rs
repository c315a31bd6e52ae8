//! A dialogue with a machine, and an engine that answers at once or on [`Dialogue::release`].

use std::path::PathBuf;
use std::time::Duration;
use tengen_engine::{Analysis, Limits, Line, Score};
use tengen_games::{AnyPosition, Game, Move};
use tengen_protocols::{Effect, Machine, SearchId};

/// A machine under test, its searches answered by `engine`.
pub(crate) struct Dialogue<M> {
    pub(crate) machine: M,
    /// Searches that have begun and not ended.
    pub(crate) searches: Vec<(SearchId, AnyPosition, Limits)>,
    /// True if searches wait for [`Dialogue::release`].
    pub(crate) held: bool,
    pub(crate) stopped: Vec<SearchId>,
    /// Ponder searches that got their time.
    pub(crate) within: Vec<(SearchId, Duration)>,
    /// Table files: true for writing, the folder and the name.
    pub(crate) files: Vec<(bool, PathBuf, String)>,
    /// Number of [`Effect::Forget`].
    pub(crate) forgot: usize,
    /// The level of the last [`Effect::Configure`].
    pub(crate) level: Option<u8>,
    pub(crate) quit: bool,
}

impl<M: Machine> Dialogue<M> {
    pub(crate) fn new(machine: M) -> Dialogue<M> {
        Dialogue {
            machine,
            searches: Vec::new(),
            held: false,
            stopped: Vec::new(),
            within: Vec::new(),
            files: Vec::new(),
            forgot: 0,
            level: None,
            quit: false,
        }
    }

    /// Sends a line. Returns the lines that the machine writes until it waits again.
    pub(crate) fn send(&mut self, line: impl AsRef<[u8]>) -> Vec<String> {
        let mut effects = Vec::new();
        self.machine.line(line.as_ref(), &mut effects);
        self.settle(effects)
    }

    /// Ends the oldest search that waits.
    pub(crate) fn release(&mut self) -> Vec<String> {
        let (id, position, limits) = self.searches.remove(0);
        let mut effects = Vec::new();
        self.machine.finished(id, answer(&position, &limits), &mut effects);
        self.settle(effects)
    }

    pub(crate) fn settle(&mut self, mut effects: Vec<Effect>) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let mut tables = Vec::new();
            for effect in effects.drain(..) {
                match effect {
                    Effect::Say(text) => said.push(text),
                    Effect::Search { id, position, limits } => self.searches.push((id, *position, limits)),
                    Effect::Stop(id) => self.stopped.push(id),
                    Effect::Within(id, time) => self.within.push((id, time)),
                    Effect::Prepare { id, .. } => tables.push((id, Ok(0))),
                    Effect::SaveTable { id, file, .. } => {
                        self.files.push((true, file.folder, file.name));
                        tables.push((id, Ok(7)));
                    }
                    Effect::LoadTable { id, file, .. } => {
                        self.files.push((false, file.folder, file.name));
                        tables.push((id, Err("no such file".to_owned())));
                    }
                    Effect::Forget => self.forgot += 1,
                    Effect::Configure(options) => self.level = options.level,
                    Effect::Quit => self.quit = true,
                }
            }
            for (id, result) in tables {
                self.machine.table_done(id, result, &mut effects);
            }
            if !effects.is_empty() {
                continue;
            }
            if self.held || self.searches.is_empty() || self.quit {
                return said;
            }
            let (id, position, limits) = self.searches.remove(0);
            self.machine.finished(id, answer(&position, &limits), &mut effects);
        }
    }

    /// Plays a script: `> ` lines are sent, `< ` lines are what must come back, `#` begins a comment. Lines that
    /// begin with `MESSAGE` are ignored.
    pub(crate) fn play(&mut self, script: &str) {
        let mut said: Vec<String> = Vec::new();
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(sent) = line.strip_prefix('>') {
                assert_eq!(said, Vec::<String>::new(), "said without being expected, before {line}");
                said = self.send(sent.trim());
                said.retain(|text| !text.starts_with("MESSAGE"));
            } else if let Some(expected) = line.strip_prefix('<') {
                let expected = expected.trim();
                assert!(!said.is_empty(), "nothing said where '{expected}' was expected");
                let got = said.remove(0);
                let matches = match expected.strip_suffix('*') {
                    Some(start) => got.starts_with(start),
                    None => got == expected,
                };
                assert!(matches, "said '{got}' where '{expected}' was expected");
            } else {
                panic!("a script line begins with > or <: {line}");
            }
        }
        assert_eq!(said, Vec::<String>::new(), "said without being expected, at the end");
    }
}

/// The engine of the tests: all legal moves in order, with an evenly falling chance to win.
pub(crate) fn first_moves(position: &AnyPosition) -> Analysis {
    answer(position, &Limits::default())
}

/// The same, without the moves that the limits avoid. In a finished game black owns every point.
fn answer(position: &AnyPosition, limits: &Limits) -> Analysis {
    if position.is_over() {
        return Analysis { ownership: vec![1.0; position.size().area()], ..Analysis::default() };
    }
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    moves.retain(|mv| mv.point().is_none_or(|point| !limits.avoid.contains(&point)));
    let n = moves.len();
    let line = |(i, mv): (usize, &Move)| {
        let win = 0.8 - 0.6 * i as f32 / n as f32;
        Line { moves: vec![*mv], score: Score::Estimate { value: 100.0 * win - 50.0, win }, work: 1 }
    };
    Analysis {
        best: moves.first().copied(),
        lines: moves.iter().enumerate().map(line).collect(),
        depth: 1,
        nodes: n as u64,
        ..Analysis::default()
    }
}
