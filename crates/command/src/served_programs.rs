//! The registered programs as the page lists, tests and changes them.

use crate::cli::{AddEngineArgs, Openings, Protocol};
use crate::commands::engines::{ask, read};
use crate::i18n::{Lang, tr};
use crate::own_engines::{OwnEngine, Registry};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use tengen_engine::Stop;
use tengen_games::GameKind;
use tengen_server::{ProgramAnswer, ProgramChange, ProgramInfo, ProgramOutcome, Programs, Texts};

/// The protocols, as the page offers them.
const PROTOCOLS: [Protocol; 4] = [Protocol::Gtp, Protocol::Gomocup, Protocol::Nboard, Protocol::Json];

/// The programs of a data folder. A change of its file by `tengen engines` is seen at once.
pub(crate) struct ServedPrograms {
    folder: PathBuf,
    lang: Lang,
    known: Mutex<Known>,
}

struct Known {
    registry: Registry,
    /// When the file was last changed, and its length in bytes.
    stamp: Option<(SystemTime, u64)>,
}

impl ServedPrograms {
    /// The programs of a folder that was read just now.
    pub(crate) fn new(folder: PathBuf, registry: Registry, lang: Lang) -> ServedPrograms {
        let stamp = stamp(&registry);
        ServedPrograms { folder, lang, known: Mutex::new(Known { registry, stamp }) }
    }

    /// The program with this name.
    pub(crate) fn named(&self, name: &str) -> Option<OwnEngine> {
        self.known().registry.named(name).cloned()
    }

    /// The programs of the file; of a file that cannot be read, those that were known before.
    fn known(&self) -> MutexGuard<'_, Known> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&known.registry);
        if now != known.stamp {
            known.stamp = now;
            match Registry::read(&self.folder, self.lang) {
                Ok(registry) => known.registry = registry,
                Err(fail) => tracing::warn!(why = fail.what, "the registered programs cannot be read"),
            }
        }
        known
    }

    /// Changes the file, whose newest state `change` gets.
    fn change(&self, change: impl Fn(&mut Registry)) -> Result<(), Texts> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut registry = Registry::read(&self.folder, self.lang).map_err(|_| self.unreadable())?;
        change(&mut registry);
        let written = |lang| registry.write(lang).err().map_or_else(String::new, |fail| fail.what);
        if !written(self.lang).is_empty() {
            return Err(Texts::of(written));
        }
        known.stamp = stamp(&registry);
        known.registry = registry;
        Ok(())
    }

    fn unreadable(&self) -> Texts {
        Texts::of(|lang| Registry::read(&self.folder, lang).err().map_or_else(String::new, |fail| fail.what))
    }

    /// The engine of a form that was filled in.
    fn read(&self, program: &ProgramInfo, replace: bool) -> Result<OwnEngine, Texts> {
        let Some(protocol) = PROTOCOLS.into_iter().find(|p| name_of(*p) == program.protocol) else {
            let known = PROTOCOLS.map(name_of).join(", ");
            return Err(Texts::new(
                format!("the protocol is one of {known}"),
                format!("协议应为 {known} 之一"),
                format!("プロトコルは{known}のいずれかです"),
            ));
        };
        let new = AddEngineArgs {
            name: program.name.clone(),
            cmd: program.command.clone(),
            protocol,
            game: program.games.iter().map(GameKind::to_string).collect(),
            dir: None,
            init: Vec::new(),
            openings: Openings::default(),
            replace,
            untested: false,
        };
        let known = self.known();
        read(&new, &known.registry, self.lang).map_err(|_| {
            Texts::of(|lang| {
                read(&new, &known.registry, lang).err().map_or_else(String::new, |fail| fail.what)
            })
        })
    }

    fn find(&self, name: &str) -> Result<OwnEngine, Texts> {
        self.named(name).ok_or_else(|| Texts::of(|lang| tr!(lang, EngineUnknown, name = name)))
    }
}

fn stamp(registry: &Registry) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(registry.file()).ok()?;
    Some((about.modified().ok()?, about.len()))
}

fn name_of(protocol: Protocol) -> String {
    tengen_arena::Protocol::from(protocol).to_string()
}

/// Asks for a move of each game, unless the page is closed in the meantime.
fn test(engine: &OwnEngine, stop: &Stop) -> Result<ProgramOutcome, Texts> {
    let mut outcome = ProgramOutcome { done: true, answers: Vec::new() };
    for &kind in &engine.games {
        let answer = ask(engine, kind, stop);
        if stop.is_raised() {
            return Err(Texts::of(|lang| tr!(lang, EngineStopped)));
        }
        outcome.done &= answer.answer.is_ok();
        outcome.answers.push(ProgramAnswer {
            kind,
            answer: answer.answer.map_err(|error| Texts::of(|lang| lang.engine_error(&error))),
            time: answer.time,
        });
    }
    Ok(outcome)
}

impl Programs for ServedPrograms {
    fn protocols(&self) -> Vec<(String, Vec<GameKind>)> {
        let usual = |protocol: Protocol| OwnEngine::usual_games(protocol.into());
        PROTOCOLS.into_iter().map(|protocol| (name_of(protocol), usual(protocol))).collect()
    }

    fn list(&self) -> Vec<ProgramInfo> {
        let info = |own: &OwnEngine| ProgramInfo {
            name: own.program.name.clone(),
            protocol: own.program.protocol.to_string(),
            command: own.command(),
            games: own.games.clone(),
        };
        self.known().registry.engines.iter().map(info).collect()
    }

    fn check(&self, change: &ProgramChange) -> Result<(), Texts> {
        match change {
            ProgramChange::Add { program, replace } => self.read(program, *replace).map(drop),
            ProgramChange::Test { name } | ProgramChange::Remove { name } => self.find(name).map(drop),
        }
    }

    fn show(&self, change: &ProgramChange, code: &str, valid: Duration) -> io::Result<()> {
        let lang = self.lang;
        let asked = match change {
            ProgramChange::Add { program, .. } => {
                let (name, protocol, command) = (&program.name, &program.protocol, &program.command);
                tr!(lang, EnginePageAdd, name = name, protocol = protocol, command = command)
            }
            ProgramChange::Test { name } => {
                let command = self.named(name).map(|own| own.command()).unwrap_or_default();
                tr!(lang, EnginePageTest, name = name, command = command)
            }
            ProgramChange::Remove { name } => tr!(lang, EnginePageRemove, name = name),
        };
        let minutes = valid.as_secs().div_ceil(60);
        let mut out = io::stdout().lock();
        writeln!(out, "\n{asked}")?;
        writeln!(out, "{}", tr!(lang, EnginePageCode, minutes = minutes, code = code))?;
        out.flush()
    }

    fn make(&self, change: &ProgramChange, stop: &Stop) -> Result<ProgramOutcome, Texts> {
        match change {
            ProgramChange::Add { program, replace } => {
                let engine = self.read(program, *replace)?;
                let outcome = test(&engine, stop)?;
                if outcome.done {
                    self.change(|registry| {
                        let name = &engine.program.name;
                        registry.engines.retain(|old| !old.program.name.eq_ignore_ascii_case(name));
                        registry.engines.push(engine.clone());
                    })?;
                }
                Ok(outcome)
            }
            ProgramChange::Test { name } => test(&self.find(name)?, stop),
            ProgramChange::Remove { name } => {
                let name = self.find(name)?.program.name;
                self.change(|registry| registry.engines.retain(|engine| engine.program.name != name))?;
                Ok(ProgramOutcome { done: true, answers: Vec::new() })
            }
        }
    }
}
