//! The engines of the server. The program that starts it provides them.

use crate::error::{ApiError, Text};
use crate::programs::{ProgramInfo, Programs};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use tengen_arena::ProgramSpec;
use tengen_engine::{Analysis, EngineFactory, EngineOptions, Explanation, Stop};
use tengen_games::{AnyPosition, Game as _, GameKind, GameSpec};
use tengen_words::Language;

/// An engine to choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineInfo {
    /// Its name in requests.
    pub name: String,
    /// A short description, in each language.
    pub title: Text,
    /// The game it plays.
    pub kind: GameKind,
    /// Whether it is an opponent; otherwise it only solves positions.
    pub plays: bool,
    /// The only games that it is for; empty if it is for all of its kind.
    pub only: Vec<GameSpec>,
    /// Whether it is a program of the person who runs the server. Only pages on the same computer may use it.
    pub program: bool,
    /// Whether its strongest level can think on a person's time: its search has no limit of its own.
    pub ponders: bool,
    /// A description of each level, from level 1 on.
    pub levels: Vec<Text>,
}

/// The engines of a server.
#[derive(Clone)]
pub struct Engines {
    /// What there is to choose from, each game's own first.
    pub list: Vec<EngineInfo>,
    /// Makes one.
    pub make: EngineFactory,
    /// Finds the command of a registered program by its name. A match starts it so, and not as an engine of `make`: the
    /// arena gives a program the clock of its game, and names its faults.
    pub program: FindProgram,
    /// The programs that the page may register, test and remove; `None` if it may not. They are offered after `list`,
    /// and `make` makes them too.
    pub programs: Option<Arc<dyn Programs>>,
}

/// Finds a registered program by its name.
pub type FindProgram = Arc<dyn Fn(&str) -> Option<ProgramSpec> + Send + Sync>;

/// An engine that was chosen as an opponent.
pub(crate) struct Opponent {
    /// Its name in requests.
    pub(crate) name: String,
    pub(crate) program: bool,
    /// Whether it is the game's own engine.
    pub(crate) is_first: bool,
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engines({:?})", self.list.iter().map(|e| &e.name).collect::<Vec<_>>())
    }
}

impl Engines {
    /// The engines of a game, its own first.
    fn of(&self, kind: GameKind) -> impl Iterator<Item = Cow<'_, EngineInfo>> {
        let registered = self.programs.iter().flat_map(|programs| programs.list());
        let registered = registered.filter(move |program| program.games.contains(&kind));
        let own = self.list.iter().filter(move |engine| engine.kind == kind).map(Cow::Borrowed);
        own.chain(registered.map(move |program| Cow::Owned(engine_of(&program, kind))))
    }

    /// Whether this is the name of a program.
    pub(crate) fn is_program(&self, name: &str) -> bool {
        GameKind::ALL
            .iter()
            .any(|&kind| self.of(kind).any(|engine| engine.program && engine.name.eq_ignore_ascii_case(name)))
    }

    /// Whether the engine of a choice can think on a person's time.
    pub(crate) fn ponders(&self, kind: GameKind, choice: &EngineOptions) -> bool {
        let found = match &choice.engine {
            None => self.of(kind).next(),
            Some(name) => self.of(kind).find(|engine| engine.name.eq_ignore_ascii_case(name)),
        };
        found.is_some_and(|engine| {
            let strongest = choice.level.is_none_or(|level| usize::from(level) == engine.levels.len());
            engine.ponders && strongest
        })
    }

    /// Without the programs.
    pub(crate) fn without_programs(mut self) -> Engines {
        self.list.retain(|engine| !engine.program);
        self.program = Arc::new(|_| None);
        self.programs = None;
        self
    }

    /// Checks that a game has this engine at this level.
    pub(crate) fn check(&self, kind: GameKind, choice: &EngineOptions) -> Result<(), ApiError> {
        let mut of_game = self.of(kind);
        let found = match &choice.engine {
            None => of_game.next(),
            Some(name) => of_game.find(|e| e.name.eq_ignore_ascii_case(name)),
        };
        let known = || self.of(kind).map(|engine| engine.name.clone()).collect::<Vec<_>>().join(", ");
        let Some(engine) = found else {
            return Err(ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "no-engine",
                "there is no such engine for this game",
                "这种棋没有这个引擎",
                "このゲームにそのエンジンはありません",
            )
            .expected(known(), known(), known()));
        };
        match choice.level {
            Some(level) if !(1..=engine.levels.len()).contains(&usize::from(level)) => Err(ApiError::field(
                "level",
                &format!("1 to {}", engine.levels.len()),
                &format!("1 至 {}", engine.levels.len()),
                &format!("1〜{}", engine.levels.len()),
            )),
            _ => Ok(()),
        }
    }

    /// The same for a game by these rules, which the engine must be for.
    pub(crate) fn check_game(&self, spec: &GameSpec, choice: &EngineOptions) -> Result<(), ApiError> {
        self.check(spec.kind(), choice)?;
        let is_named = |engine: &Cow<'_, EngineInfo>| {
            choice.engine.as_deref().is_some_and(|name| engine.name.eq_ignore_ascii_case(name))
        };
        let only = self.of(spec.kind()).find(is_named).map(|engine| engine.only.clone()).unwrap_or_default();
        if only.is_empty() || only.contains(spec) {
            return Ok(());
        }
        let named = |(language, or): (Language, &str)| {
            let game =
                |of: &GameSpec| format!("{} {} {}", language.kind(of.kind()), of.rules_text(), of.size());
            only.iter().map(game).collect::<Vec<_>>().join(or)
        };
        let languages =
            [(Language::English, " or "), (Language::SimplifiedChinese, " 或 "), (Language::Japanese, "か")];
        let [en, zh, ja] = languages.map(named);
        Err(ApiError::field("engine", &en, &zh, &ja))
    }

    /// The engine of a choice, which must be an opponent in games.
    pub(crate) fn opponent(&self, kind: GameKind, choice: &EngineOptions) -> Result<Opponent, ApiError> {
        self.check(kind, choice)?;
        let of_game: Vec<_> = self.of(kind).collect();
        let named = |engine: &EngineInfo| {
            choice.engine.as_deref().is_none_or(|name| engine.name.eq_ignore_ascii_case(name))
        };
        match of_game.iter().position(|engine| named(engine)).map(|at| (at, &of_game[at])) {
            Some((at, engine)) if engine.plays => {
                Ok(Opponent { name: engine.name.clone(), program: engine.program, is_first: at == 0 })
            }
            _ => Err(ApiError::field("engine", "one that plays", "应为可对弈的引擎", "対局できるエンジン")),
        }
    }

    /// Explains a position and what `analysis` chose in it, as the game's own engine does.
    pub(crate) fn explain(&self, position: &AnyPosition, analysis: &Analysis, stop: &Stop) -> Explanation {
        // The weakest level knows its game as well, and has the smallest tables.
        let weakest = EngineOptions { level: Some(1), ..EngineOptions::default() };
        match (self.make)(&position.spec(), &weakest) {
            Ok(engine) => engine.explain(position, analysis, stop),
            Err(_) => Explanation::of(position, analysis),
        }
        .with_count(position, analysis)
    }

    /// The identity under which the library stores the analyses of an engine; `None` if they are not stored.
    pub(crate) fn identity(
        &self,
        kind: GameKind,
        choice: &EngineOptions,
    ) -> Option<tengen_library::EngineId> {
        let mut of_game = self.of(kind);
        let engine = match &choice.engine {
            None => of_game.next(),
            Some(name) => of_game.find(|e| e.name.eq_ignore_ascii_case(name)),
        }?;
        // A program can be another under the same name tomorrow.
        if engine.program {
            return None;
        }
        let level = choice.level.map_or(engine.levels.len() as u32, u32::from);
        Some(tengen_library::EngineId {
            name: engine.name.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            level,
        })
    }

    pub(crate) fn to_json(&self, kind: GameKind) -> Value {
        let level = |(i, text): (usize, &Text)| json!({"level": i + 1, "text": text.to_json()});
        let game = |of: &GameSpec| json!({"rules": of.rules_text(), "size": of.size().to_string()});
        let engine = |e: Cow<'_, EngineInfo>| {
            json!({
                "name": e.name,
                "title": e.title.to_json(),
                "plays": e.plays,
                "program": e.program,
                "ponders": e.ponders,
                "only": (!e.only.is_empty()).then(|| e.only.iter().map(game).collect::<Vec<_>>()),
                "levels": e.levels.iter().enumerate().map(level).collect::<Vec<_>>(),
            })
        };
        self.of(kind).map(engine).collect()
    }
}

/// A registered program as an engine of one of its games.
fn engine_of(program: &ProgramInfo, kind: GameKind) -> EngineInfo {
    EngineInfo {
        name: program.name.clone(),
        title: Text::of(|_| program.name.clone()),
        kind,
        plays: true,
        only: Vec::new(),
        program: true,
        ponders: false,
        levels: vec![Text::new("as strong as the program plays", "程序自身的棋力", "プログラム自身の棋力")],
    }
}
