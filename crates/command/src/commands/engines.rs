//! `tengen engines`: the programs that the board in the browser and matches may use as engines.

use crate::Context;
use crate::cli::{AddEngineArgs, EnginesArgs, EnginesCommand, Openings};
use crate::commands::engine::engines;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Say as _, tr};
use crate::output::say;
use crate::own_engines::{OwnEngine, Registry, TIMEOUTS, is_taken};
use crate::{interrupt, terminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tengen_arena::{OpeningBy, ProgramSpec};
use tengen_engine::{AnyEngine, EngineError, Limits, Stop};
use tengen_games::{AnyPosition, Game as _, GameKind, GameSpec};

/// The time for the move that a test asks for.
const TEST: Duration = Duration::from_secs(1);

/// The most characters of a name, so that it fits into menus.
const MAX_NAME: usize = 40;

pub(crate) fn run(args: EnginesArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let named_folder = args.data.clone();
    let folder = data_folder(args.data, lang)?;
    let mut registry = Registry::read(&folder, lang)?;
    match args.what {
        None => list(&registry, args.json, lang),
        Some(EnginesCommand::List { json }) => list(&registry, json || args.json, lang),
        Some(EnginesCommand::Add(new)) => {
            let engine = read(&new, &registry, lang)?;
            if !new.untested && !test(&engine, lang)? {
                return Err(Fail::input(tr!(lang, EngineNotAdded, name = engine.program.name))
                    .help(tr!(lang, EngineNotAddedHelp)));
            }
            registry.engines.retain(|old| !old.program.name.eq_ignore_ascii_case(&engine.program.name));
            let added = tr!(lang, EngineAdded, name = engine.program.name);
            registry.engines.push(engine);
            registry.write(lang)?;
            say(added)?;
            if let Some(folder) = named_folder {
                say(tr!(lang, EngineAddedIn, folder = folder.display()))?;
            }
            Ok(code::OK)
        }
        Some(EnginesCommand::Remove { name }) => {
            let known = known(&registry, &name, lang)?.program.name.clone();
            registry.engines.retain(|engine| engine.program.name != known);
            registry.write(lang)?;
            say(tr!(lang, EngineRemoved, name = known))?;
            Ok(code::OK)
        }
        Some(EnginesCommand::Test { name }) => {
            let works = test(known(&registry, &name, lang)?, lang)?;
            Ok(if works { code::OK } else { code::NEGATIVE })
        }
    }
}

/// The folder that is named, or the user's own.
pub(crate) fn data_folder(folder: Option<PathBuf>, lang: Lang) -> Result<PathBuf, Fail> {
    let folder = folder.or_else(tengen_library::default_folder);
    folder.ok_or_else(|| Fail::usage(tr!(lang, NoDataFolder)).help("--data DIR"))
}

fn known<'a>(registry: &'a Registry, name: &str, lang: Lang) -> Result<&'a OwnEngine, Fail> {
    registry.named(name).ok_or_else(|| {
        let names: Vec<&str> = registry.engines.iter().map(|engine| engine.program.name.as_str()).collect();
        let fail = Fail::usage(tr!(lang, EngineUnknown, name = name));
        if names.is_empty() {
            fail
        } else {
            fail.help(tr!(lang, EnginesAre, names = names.join(lang.pick(", ", "、", "、"))))
        }
    })
}

/// The engine of a command line, or of the page's form.
pub(crate) fn read(new: &AddEngineArgs, registry: &Registry, lang: Lang) -> Result<OwnEngine, Fail> {
    let name = new.name.trim();
    if name.is_empty()
        || name.chars().count() > MAX_NAME
        || name.chars().any(|c| c.is_control() || c == ':' || c == '=')
    {
        return Err(Fail::usage(tr!(lang, EngineName, most = MAX_NAME)));
    }
    if is_taken(name) {
        return Err(Fail::usage(tr!(lang, EngineTaken, name = name)));
    }
    if registry.named(name).is_some() && !new.replace {
        return Err(Fail::usage(tr!(lang, EngineThere, name = name)).help(tr!(lang, EngineThereHelp)));
    }
    let command = shlex::split(&new.cmd).filter(|words| !words.is_empty());
    let command = command.ok_or_else(|| Fail::usage(tr!(lang, EngineCommand, text = new.cmd)))?;
    let protocol = new.protocol.into();
    let mut games: Vec<GameKind> = Vec::new();
    for word in &new.game {
        let spec: GameSpec = word.parse().map_err(|e| Fail::usage(lang.spec_error(&e)))?;
        if !games.contains(&spec.kind()) {
            games.push(spec.kind());
        }
    }
    if games.is_empty() {
        games = OwnEngine::usual_games(protocol);
    }
    if games.is_empty() {
        return Err(Fail::usage(tr!(lang, EngineGames)).help(tr!(lang, EngineGamesHelp)));
    }
    for &kind in &games {
        protocol.carries(&usual(kind)).map_err(|why| {
            Fail::usage(tr!(lang, EngineCarries, protocol = protocol, game = lang.kind(kind))).help(why)
        })?;
    }
    let openings = match new.openings {
        Openings::Own => OpeningBy::Program,
        Openings::Coloured => OpeningBy::ProgramWithColors,
        Openings::Tengen => OpeningBy::Tengen,
    };
    // The page may be served from another folder.
    let dir = match &new.dir {
        Some(dir) => Some(std::path::absolute(dir).map_err(Fail::usage)?),
        None => None,
    };
    let program =
        ProgramSpec { name: name.to_owned(), command, dir, protocol, init: new.init.clone(), openings };
    Ok(OwnEngine { program, games })
}

/// What a program answered for one of its games.
pub(crate) struct Answer {
    /// Its move, in the game's notation.
    pub(crate) answer: Result<String, EngineError>,
    pub(crate) time: Duration,
}

/// Asks the program for the first move of one of its games.
pub(crate) fn ask(engine: &OwnEngine, kind: GameKind, stop: &Stop) -> Answer {
    let position = AnyPosition::new(&usual(kind));
    let mut program = engine.engine(kind, &engines(None));
    let begun = Instant::now();
    let found = program.analyze(&position, &Limits::playing(TEST), stop, &mut |_| ());
    let answer = found.map(|found| found.best.map_or_else(|| "-".into(), |mv| position.format_move(mv)));
    Answer { answer, time: begun.elapsed() }
}

/// Asks the program for the first move of each of its games; says what it answers. True if all are moves.
fn test(engine: &OwnEngine, lang: Lang) -> Result<bool, Fail> {
    let mut works = true;
    for &kind in &engine.games {
        let game = lang.kind(kind);
        let name = &engine.program.name;
        let (start, seconds) = (TIMEOUTS.start.as_secs(), (TEST + TIMEOUTS.late).as_secs());
        let waiting = tr!(lang, EngineWaiting, game = game, name = name, start = start, seconds = seconds);
        let sign = terminal::waiting(waiting);
        let Answer { answer, time } = ask(engine, kind, &interrupt::stop());
        sign.finish_and_clear();
        if interrupt::stop().is_raised() {
            return Err(Fail::interrupted(tr!(lang, Interrupted)));
        }
        match answer {
            Ok(mv) => {
                let seconds = format!("{:.1}", time.as_secs_f64());
                say(tr!(lang, EngineAnswers, game = game, mv = mv, seconds = seconds))?;
            }
            Err(error) => {
                works = false;
                say(tr!(lang, EngineFails, game = game, why = lang.engine_error(&error)))?;
            }
        }
    }
    Ok(works)
}

/// The game as it is usually played.
fn usual(kind: GameKind) -> GameSpec {
    GameSpec::named(kind.name(), None, None).expect("every game has its usual rules")
}

fn list(registry: &Registry, json: bool, lang: Lang) -> Result<u8, Fail> {
    if json {
        say(serde_json::to_string_pretty(&registry.engines).map_err(Fail::output)?)?;
        return Ok(code::OK);
    }
    if registry.engines.is_empty() {
        say(tr!(lang, EnginesNone))?;
    }
    for own in &registry.engines {
        let OwnEngine { program, games } = own;
        let (games, comma): (Vec<_>, _) = (games.iter().map(|&kind| lang.kind(kind)).collect(), lang.comma());
        say(format_args!(
            "{} {}  {}",
            program.name,
            lang.aside(format_args!("{}{comma}{}", program.protocol, games.join(comma))),
            own.command()
        ))?;
    }
    Ok(code::OK)
}
