//! Engines of any game behind one trait object, for front ends.

use crate::{Analysis, BookFault, Engine, Explanation, Fault, Limits, Stop, TableError, TableSource};
use std::fmt;
use std::io::Write;
use std::marker::PhantomData;
use tengen_board::Size;
use tengen_games::{AnyPosition, Game as _, GameKind, GameSpec, KnownGame, SizeRule};

/// Why there is no engine for a game, or why an engine does not play it.
///
/// The enumeration is exhaustive on purpose: a new variant does not compile until each language has a text for it.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EngineError {
    /// No engine plays this game.
    #[error("no engine plays {0}")]
    None(GameKind),
    /// No engine for this game has this name.
    #[error("there is no engine '{name}' for {kind}: choose {known}")]
    Name {
        /// The game.
        kind: GameKind,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The engine has no such level.
    #[error("{}", match most {
        1 => format!("{name} has one level, not a level {level}"),
        _ => format!("levels of {name} are 1 to {most}, not {level}"),
    })]
    Level {
        /// The engine.
        name: String,
        /// What was asked for.
        level: u8,
        /// Its strongest level.
        most: u8,
        /// The game whose own engine it is.
        own: Option<GameKind>,
    },
    /// It plays another game.
    #[error(
        "{engine} plays {plays}, not {asked}: give it a {plays} position or choose an engine for {asked}"
    )]
    WrongGame {
        /// The engine's name.
        engine: String,
        /// The game it plays.
        plays: GameKind,
        /// The game of the position.
        asked: GameKind,
    },
    /// It plays this game, but not by these rules or on this size.
    #[error("{engine} does not play this: {why}")]
    Unsupported {
        /// The engine's name.
        engine: String,
        /// What it plays instead.
        why: Unplayable,
    },
    /// It cannot play by the opening book.
    #[error("the opening book {file}: {why}")]
    Book {
        /// The book's file.
        file: String,
        /// What is wrong with the file, or who plays by a book.
        why: BookFault,
    },
    /// A program that plays as an engine did something wrong.
    #[error("{engine}: {fault}")]
    Program {
        /// The engine's name.
        engine: String,
        /// What it did.
        fault: Fault,
    },
}

/// What an engine plays of a game that it does not play whole.
#[derive(Clone, PartialEq, Debug)]
pub enum Unplayable {
    /// Boards of these sizes.
    Sizes(SizeRule),
    /// These rule sets, by their ids.
    Rules(Vec<&'static str>),
    /// These games alone.
    Games(Vec<GameSpec>),
    /// What the protocol that connects it can carry.
    Protocol {
        /// The protocol.
        name: &'static str,
        /// The game.
        game: GameKind,
        /// The only size of its board; `None` for every size.
        size: Option<Size>,
    },
    /// Its protocol knows no limit of depth, and there is no other limit.
    NoDepth {
        /// The protocol.
        name: &'static str,
    },
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplayable::Sizes(sizes) => sizes.fmt(f),
            Unplayable::Rules(rules) => write!(f, "its rules are {}", rules.join(", ")),
            Unplayable::Games(games) => {
                let game =
                    |game: &GameSpec| format!("{} {} on {}", game.kind(), game.rules_text(), game.size());
                write!(f, "it plays {}", games.iter().map(game).collect::<Vec<_>>().join(" or "))
            }
            Unplayable::Protocol { name, game, size: Some(size) } => {
                write!(f, "{name} carries {game} on {size} only")
            }
            Unplayable::Protocol { name, game, size: None } => write!(f, "{name} carries {game} only"),
            Unplayable::NoDepth { name } => write!(f, "{name} has no limit of depth: give a time"),
        }
    }
}

/// An engine of any game, as front ends hold it: `Box<dyn AnyEngine>`.
pub trait AnyEngine: Send {
    /// Its name and version.
    fn name(&self) -> String;

    /// The game it plays.
    fn kind(&self) -> GameKind;

    /// Whether it plays this game by these rules.
    ///
    /// # Errors
    /// [`EngineError`] says what it plays instead.
    fn supports(&self, spec: &GameSpec) -> Result<(), EngineError>;

    /// As [`Engine::analyze`].
    ///
    /// # Errors
    /// As [`AnyEngine::supports`].
    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError>;

    /// As [`Engine::explain`].
    fn explain(&self, position: &AnyPosition, analysis: &Analysis, _stop: &Stop) -> Explanation {
        Explanation::of(position, analysis)
    }

    /// As [`Engine::new_game`].
    fn new_game(&mut self);

    /// As [`Engine::warm_up`].
    fn warm_up(&mut self, _stop: &Stop) {}

    /// As [`Engine::set_memory`].
    fn set_memory(&mut self, _bytes: u64) {}

    /// As [`Engine::save_table`].
    ///
    /// # Errors
    /// As there.
    fn save_table(&self, _spec: &GameSpec, _out: &mut dyn Write) -> Result<u64, TableError> {
        Err(TableError::NoTable)
    }

    /// As [`Engine::load_table`].
    ///
    /// # Errors
    /// As there.
    fn load_table(&mut self, _spec: &GameSpec, _from: &mut dyn TableSource) -> Result<u64, TableError> {
        Err(TableError::NoTable)
    }
}

/// Makes an [`AnyEngine`] of the engine of one game.
///
/// ```
/// use tengen_engine::{Analysis, AnyEngine, Engine, ForGame, Limits, Line, Score, Stop};
/// use tengen_games::{AnyPosition, Game, GameSpec, mnk};
///
/// struct First;
/// impl Engine<mnk::Position> for First {
///     fn name(&self) -> String {
///         "First 1".into()
///     }
///     fn analyze(
///         &mut self,
///         position: &mnk::Position,
///         _: &Limits,
///         _: &Stop,
///         _: &mut dyn FnMut(&Analysis),
///     ) -> Analysis {
///         Analysis { best: position.legal_moves().first().copied(), ..Analysis::default() }
///     }
/// }
///
/// let mut engine: Box<dyn AnyEngine> = Box::new(ForGame::new(First));
/// let othello = AnyPosition::new(&GameSpec::named("othello", None, None)?);
/// let refused = engine.analyze(&othello, &Limits::default(), &Stop::new(), &mut |_| ());
/// assert!(refused.unwrap_err().to_string().starts_with("First 1 plays mnk, not othello"));
/// # Ok::<(), tengen_games::SpecError>(())
/// ```
pub struct ForGame<E, G> {
    engine: E,
    game: PhantomData<fn() -> G>,
}

impl<E: Engine<G>, G: KnownGame> ForGame<E, G> {
    /// Wraps `engine`.
    pub fn new(engine: E) -> Self {
        ForGame { engine, game: PhantomData }
    }

    /// The engine inside.
    pub fn inner(&mut self) -> &mut E {
        &mut self.engine
    }

    fn wrong(&self, asked: GameKind) -> EngineError {
        EngineError::WrongGame { engine: self.engine.name(), plays: G::KIND, asked }
    }
}

impl<E: Engine<G>, G: KnownGame> fmt::Debug for ForGame<E, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ForGame({}, {})", self.engine.name(), G::KIND)
    }
}

impl<E: Engine<G>, G: KnownGame> AnyEngine for ForGame<E, G> {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn kind(&self) -> GameKind {
        G::KIND
    }

    fn supports(&self, spec: &GameSpec) -> Result<(), EngineError> {
        if spec.kind() != G::KIND {
            return Err(self.wrong(spec.kind()));
        }
        self.engine.supports(spec).map_err(|why| EngineError::Unsupported { engine: self.engine.name(), why })
    }

    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let spec = position.spec();
        let inner = G::in_any(position).ok_or_else(|| self.wrong(spec.kind()))?;
        self.supports(&spec)?;
        Ok(self.engine.analyze(inner, limits, stop, on_progress))
    }

    fn explain(&self, position: &AnyPosition, analysis: &Analysis, stop: &Stop) -> Explanation {
        match G::in_any(position) {
            Some(inner) => self.engine.explain(inner, analysis, stop),
            None => Explanation::of(position, analysis),
        }
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn warm_up(&mut self, stop: &Stop) {
        self.engine.warm_up(stop);
    }

    fn set_memory(&mut self, bytes: u64) {
        self.engine.set_memory(bytes);
    }

    fn save_table(&self, spec: &GameSpec, out: &mut dyn Write) -> Result<u64, TableError> {
        self.engine.save_table(spec, out)
    }

    fn load_table(&mut self, spec: &GameSpec, from: &mut dyn TableSource) -> Result<u64, TableError> {
        self.engine.load_table(spec, from)
    }
}

/// Makes an [`AnyEngine`] for the games of one kind from an engine that plays any game.
///
/// [`ForGame`] is for an engine that knows its game. This one is for players that know the trait [`tengen_games::Game`]
/// alone.
#[derive(Clone, Debug)]
pub struct ForKind<E> {
    engine: E,
    kind: GameKind,
}

impl<E: Engine<AnyPosition>> ForKind<E> {
    /// Wraps `engine` for the games of `kind`.
    pub fn new(kind: GameKind, engine: E) -> ForKind<E> {
        ForKind { engine, kind }
    }

    /// The engine inside.
    pub fn inner(&mut self) -> &mut E {
        &mut self.engine
    }
}

impl<E: Engine<AnyPosition>> AnyEngine for ForKind<E> {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn kind(&self) -> GameKind {
        self.kind
    }

    fn supports(&self, spec: &GameSpec) -> Result<(), EngineError> {
        if spec.kind() != self.kind {
            let (engine, plays, asked) = (self.engine.name(), self.kind, spec.kind());
            return Err(EngineError::WrongGame { engine, plays, asked });
        }
        self.engine.supports(spec).map_err(|why| EngineError::Unsupported { engine: self.engine.name(), why })
    }

    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        self.supports(&position.spec())?;
        Ok(self.engine.analyze(position, limits, stop, on_progress))
    }

    fn explain(&self, position: &AnyPosition, analysis: &Analysis, stop: &Stop) -> Explanation {
        self.engine.explain(position, analysis, stop)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn warm_up(&mut self, stop: &Stop) {
        self.engine.warm_up(stop);
    }

    fn set_memory(&mut self, bytes: u64) {
        self.engine.set_memory(bytes);
    }

    fn save_table(&self, spec: &GameSpec, out: &mut dyn Write) -> Result<u64, TableError> {
        self.engine.save_table(spec, out)
    }

    fn load_table(&mut self, spec: &GameSpec, from: &mut dyn TableSource) -> Result<u64, TableError> {
        self.engine.load_table(spec, from)
    }
}
