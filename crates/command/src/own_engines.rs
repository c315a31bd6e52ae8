//! The programs that a person has registered as engines: a file beside the library.

use crate::commands::engine::engines;
use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use crate::input::unread;
use crate::output::{unwritten, write_file};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tengen::players::{self, LeveledEngine};
use tengen_arena::{ProgramEngine, ProgramSpec, Protocol, Timeouts};
use tengen_engine::{AnyEngine, EngineError, EngineFactory};
use tengen_games::{GameKind, GameSpec};

/// The name of the file in the data folder.
const FILE: &str = "engines.json";

/// How long a program is waited for. A game's clock is the server's affair, so an answer that is late is no fault.
pub(crate) const TIMEOUTS: Timeouts = Timeouts { late: Duration::from_secs(10), ..Timeouts::USUAL };

/// A registered program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct OwnEngine {
    #[serde(flatten)]
    pub(crate) program: ProgramSpec,
    /// The games it plays.
    #[serde(with = "kinds")]
    pub(crate) games: Vec<GameKind>,
}

/// Kinds of game by their names.
mod kinds {
    use super::GameKind;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(kinds: &[GameKind], out: S) -> Result<S::Ok, S::Error> {
        kinds.iter().map(GameKind::to_string).collect::<Vec<_>>().serialize(out)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<GameKind>, D::Error> {
        let names = Vec::<String>::deserialize(from)?;
        let kind = |name: &String| GameKind::ALL.into_iter().find(|kind| kind.to_string() == *name);
        let wrong = |name: &String| D::Error::custom(format!("there is no game '{name}'"));
        names.iter().map(|name| kind(name).ok_or_else(|| wrong(name))).collect()
    }
}

impl OwnEngine {
    /// The games of a protocol that says them itself.
    pub(crate) fn usual_games(protocol: Protocol) -> Vec<GameKind> {
        match protocol {
            Protocol::Gomocup => vec![GameKind::Gomoku],
            Protocol::Gtp => vec![GameKind::Go],
            Protocol::NBoard => vec![GameKind::Othello],
            Protocol::Json => Vec::new(),
        }
    }

    /// The program and its arguments, quoted as in a shell.
    pub(crate) fn command(&self) -> String {
        shlex::try_join(self.program.command.iter().map(String::as_str)).unwrap_or_default()
    }

    /// The engine for one of its games.
    pub(crate) fn engine(&self, kind: GameKind, engines: &EngineFactory) -> ProgramEngine {
        ProgramEngine::new(self.program.clone(), kind, engines, TIMEOUTS)
    }
}

/// The registered programs, in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    file: PathBuf,
    pub(crate) engines: Vec<OwnEngine>,
}

impl Registry {
    /// Reads the file of a data folder; without a file there are none.
    pub(crate) fn read(folder: &Path, lang: Lang) -> Result<Registry, Fail> {
        let file = folder.join(FILE);
        let wrong = |why: &dyn std::fmt::Display| {
            Fail::input(tr!(lang, CannotRead, file = file.display(), why = why))
                .help(tr!(lang, EnginesFileHelp))
        };
        let engines = match std::fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|e| wrong(&e))?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(e) => return Err(unread(&file, &e, lang)),
        };
        Ok(Registry { file, engines })
    }

    /// Writes the file, whole or not at all.
    pub(crate) fn write(&self, lang: Lang) -> Result<(), Fail> {
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder).map_err(|e| unwritten(folder, &e, lang))?;
        }
        let mut text = serde_json::to_string_pretty(&self.engines).map_err(Fail::output)?;
        text.push('\n');
        write_file(&self.file, text.as_bytes(), lang)
    }

    /// The program with this name; case is ignored.
    pub(crate) fn named(&self, name: &str) -> Option<&OwnEngine> {
        self.engines.iter().find(|engine| engine.program.name.eq_ignore_ascii_case(name))
    }

    /// The file, whether or not it exists.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }
}

/// Makes the programs that `find` finds by name, and everything else as `own` does.
pub(crate) fn factory(
    find: impl Fn(&str) -> Option<OwnEngine> + Send + Sync + 'static,
    own: EngineFactory,
) -> EngineFactory {
    Arc::new(move |spec, options| {
        let found = options.engine.as_deref().and_then(&find);
        match found.filter(|engine| engine.games.contains(&spec.kind())) {
            Some(engine) => {
                let mut engine = engine.engine(spec.kind(), &own);
                if let Some(bytes) = options.memory {
                    engine.set_memory(bytes);
                }
                engine.supports(spec)?;
                Ok(Box::new(engine))
            }
            None => own(spec, options),
        }
    })
}

/// An engine that a person has chosen, ready to play.
pub(crate) struct ChosenEngine {
    pub(crate) name: String,
    /// Its level and its strongest one; a registered program has none.
    pub(crate) level: Option<(u8, u8)>,
    /// Whether it is the game's own engine.
    pub(crate) is_own: bool,
    /// Whether its level bounds its search; `None` for a program.
    pub(crate) limits_itself: Option<bool>,
    pub(crate) engine: Box<dyn AnyEngine>,
    /// Makes another one, if this one panics.
    pub(crate) again: EngineFactory,
}

impl From<LeveledEngine> for ChosenEngine {
    fn from(player: LeveledEngine) -> ChosenEngine {
        let limits_itself = Some(player.limits_itself());
        let LeveledEngine { entry, level, engine } = player;
        let (level, is_own) = (Some((level, entry.levels)), entry.is_own());
        ChosenEngine { name: entry.name.into(), level, is_own, limits_itself, engine, again: engines(None) }
    }
}

/// Tengen's own engine or the registered program with this name, for a game; without a name, the game's own engine.
pub(crate) fn choose(
    spec: &GameSpec,
    name: Option<&str>,
    level: Option<u8>,
    lang: Lang,
) -> Result<ChosenEngine, Fail> {
    let unknown = match players::named(spec, name, level) {
        Ok(player) => return Ok(player.into()),
        Err(error) => error,
    };
    let fail = Fail::usage(lang.engine_error(&unknown));
    let (Some(name), EngineError::Name { .. } | EngineError::None(_)) = (name, &unknown) else {
        return Err(fail);
    };
    let Some(registry) = tengen_library::default_folder().filter(|_| !is_taken(name)) else {
        return Err(fail);
    };
    let registry = Registry::read(&registry, lang)?;
    let Some(own) = registry.named(name) else {
        let names: Vec<&str> = registry.engines.iter().map(|own| own.program.name.as_str()).collect();
        let names = names.join(lang.pick(", ", "、", "、"));
        return Err(if names.is_empty() { fail } else { fail.help(tr!(lang, EnginesAre, names = names)) });
    };
    if level.is_some() {
        return Err(Fail::usage(tr!(lang, EngineNoLevels, name = own.program.name)));
    }
    if !own.games.contains(&spec.kind()) {
        let games: Vec<&str> = own.games.iter().map(|&kind| lang.kind(kind)).collect();
        let (game, games) = (lang.kind(spec.kind()), games.join(lang.pick(", ", "、", "、")));
        return Err(Fail::usage(tr!(
            lang,
            EngineOtherGame,
            name = own.program.name,
            game = game,
            games = games
        )));
    }
    let engine = own.engine(spec.kind(), &engines(None));
    engine.supports(spec).map_err(|e| Fail::usage(lang.engine_error(&e)))?;
    let name = own.program.name.clone();
    let own = own.clone();
    let again = factory(
        move |wanted| Some(own.clone()).filter(|own| own.program.name.eq_ignore_ascii_case(wanted)),
        engines(None),
    );
    let engine = Box::new(engine);
    Ok(ChosenEngine { name, level: None, is_own: false, limits_itself: None, engine, again })
}

/// Makes the registered programs by name, and Tengen's own engines.
pub(crate) fn registered(lang: Lang) -> Result<EngineFactory, Fail> {
    let registry = match tengen_library::default_folder() {
        Some(folder) => Registry::read(&folder, lang)?,
        None => Registry::default(),
    };
    Ok(factory(move |name| registry.named(name).cloned(), engines(None)))
}

/// Whether one of Tengen's own engines has this name, or a word that names them all.
pub(crate) fn is_taken(name: &str) -> bool {
    name.eq_ignore_ascii_case("tengen") || players::all().any(|entry| entry.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_a_damaged_file_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut registry = Registry::read(folder.path(), Lang::English).unwrap();
        assert!(registry.engines.is_empty());
        registry.engines.push(OwnEngine {
            program: ProgramSpec {
                name: "GNU Go".into(),
                command: ["gnugo", "--mode", "gtp"].map(str::to_owned).to_vec(),
                dir: Some("/tmp".into()),
                protocol: Protocol::Gtp,
                init: vec!["level 5".into()],
                openings: Default::default(),
            },
            games: vec![GameKind::Go],
        });
        registry.write(Lang::English).unwrap();
        let again = Registry::read(folder.path(), Lang::English).unwrap();
        assert_eq!(again.engines, registry.engines);
        assert!(again.named("gnu go").is_some() && again.named("gnu").is_none());

        let file = folder.path().join(FILE);
        for damaged in [
            "",
            "[",
            "{}",
            "[{\"name\": \"x\"}]",
            "[{\"name\":\"x\",\"command\":[\"x\"],\"protocol\":\"gtp\",\"games\":[\"chess\"]}]",
        ] {
            std::fs::write(&file, damaged).unwrap();
            let refused = Registry::read(folder.path(), Lang::English).unwrap_err();
            assert!(refused.what.contains("engines.json"), "{}", refused.what);
            assert_eq!(std::fs::read_to_string(&file).unwrap(), damaged);
        }
    }

    #[test]
    fn names_of_our_own_engines_are_taken() {
        for name in ["tengen", "Tengen", "rule-filter", "threats"] {
            assert!(is_taken(name), "{name}");
        }
        assert!(!is_taken("gnugo"));
    }
}
