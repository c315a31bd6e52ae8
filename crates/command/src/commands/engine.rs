//! `tengen engine`: an engine on standard input and output, in the words of a GUI or a tournament.

use super::analyze::check_threads;
use crate::Context;
use crate::book_file::{has_books, input_book, player_with_book};
use crate::cli::{EngineArgs, Protocol};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::input::unread;
use crate::level_argument::engine_and_level;
use crate::numbers::most_mebibytes;
use crate::own_engines;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tengen::players;
use tengen_engine::{BookChoice, EngineFactory, EngineOptions, PERFECT};
use tengen_games::{GameKind, GameSpec};
use tengen_protocols::gomocup::GomocupEngine;
use tengen_protocols::gtp::GtpEngine;
use tengen_protocols::jsonl::JsonEngine;
use tengen_protocols::nboard::{LearnedGames, NBoardEngine, SaveBook};
use tengen_protocols::{Host, Machine, serve};

const NAME: &str = "Tengen";
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn run(args: &EngineArgs, context: Context) -> Result<u8, Fail> {
    let (name, level) = engine_and_level(None, args.level.as_ref(), context.lang)?;
    let is_perfect = name.is_some();
    let lang = context.lang;
    // Rules without a game: to name the game would not help where the protocol names it.
    let rules = &args.game.rules;
    if args.protocol != Protocol::Gtp
        && args.game.game.is_none()
        && rules.rules.is_none()
        && !rules.is_empty()
    {
        return Err(Fail::usage(tr!(lang, GameNotHere)));
    }
    if args.book.is_some() && args.protocol != Protocol::Nboard {
        return Err(Fail::usage(tr!(lang, LearnedGamesNotHere)));
    }
    if args.ponder && !matches!(args.protocol, Protocol::Gomocup | Protocol::Gtp) {
        return Err(Fail::usage(tr!(lang, PonderNotHere)));
    }
    let game = match args.game.spec(lang)? {
        Some(game) => {
            check_game(args.protocol, &game, context.lang)?;
            game
        }
        None => {
            let usual = if is_perfect { "gomoku" } else { "go" };
            GameSpec::named(usual, None, None).map_err(|e| Fail::usage(context.lang.spec_error(&e)))?
        }
    };
    if let Some(level) = level {
        check_level(args.protocol, &game, level, context.lang)?;
    }
    if is_perfect {
        check_perfect(args.protocol, &game, context.lang)?;
    }
    if args.seed.is_some() && !matches!(args.protocol, Protocol::Gomocup | Protocol::Gtp) {
        return Err(Fail::usage(tr!(context.lang, SeedNotHere)));
    }
    check_threads(args.threads, context.lang)?;
    let book = opening_book(args, &game, level, context.lang)?;
    let seed = args.seed.unwrap_or_else(super::drawn_seed);
    let mut machine: Box<dyn Machine> = match args.protocol {
        Protocol::Gomocup => {
            let gomoku = players::of(GameKind::Gomoku).next();
            let levels = if is_perfect { 1 } else { gomoku.map_or(1, |entry| entry.levels) };
            let engine = GomocupEngine::new(NAME, VERSION).with_seed(seed).with_levels(levels);
            Box::new(engine.with_threads(args.threads).with_pondering(args.ponder))
        }
        Protocol::Gtp => Box::new(
            GtpEngine::new(NAME, VERSION, &game, Arc::new(|file| std::fs::read(file)))
                .with_threads(args.threads)
                .with_seed(seed)
                .with_pondering(args.ponder),
        ),
        Protocol::Nboard => {
            let engine = NBoardEngine::new(NAME).with_threads(args.threads);
            Box::new(match &args.book {
                Some(file) => engine.with_book(read_book(file, context.lang)?, keeper(file.clone())),
                None => engine,
            })
        }
        Protocol::Json => {
            let levels = tengen::players::all().map(|entry| entry.levels).max().unwrap_or(1);
            let engine = JsonEngine::new(NAME, VERSION).with_threads(args.threads).with_levels(levels);
            Box::new(engine.with_most_memory(most_mebibytes().0 << 20))
        }
    };
    // JSON lines may have many requests in flight; the others think about one position at a time.
    let searches = match args.protocol {
        Protocol::Json => std::thread::available_parallelism().map_or(1, usize::from),
        _ => 1,
    };
    let engines = if is_perfect { perfect_engines(book) } else { engines_with_book(level, book) };
    let host = Host { engines, searches, reader_gone: nobody_reads };
    serve(machine.as_mut(), &host, BufReader::new(std::io::stdin()), BufWriter::new(std::io::stdout()))?;
    Ok(code::OK)
}

/// The opening book asked for, which must be readable and fit the protocol's game and the level.
fn opening_book(
    args: &EngineArgs,
    game: &GameSpec,
    level: Option<u8>,
    lang: Lang,
) -> Result<Option<BookChoice>, Fail> {
    let Some(file) = &args.opening_book else { return Ok(None) };
    let is_othello = match args.protocol {
        Protocol::Gomocup => false,
        Protocol::Gtp => game.kind() == GameKind::Othello,
        Protocol::Nboard | Protocol::Json => true,
    };
    if !is_othello {
        return Err(Fail::usage(tr!(lang, BookProtocol)));
    }
    // On other boards the player would go without it and say nothing.
    if args.protocol == Protocol::Gtp && !has_books(game, None, None) {
        return Err(Fail::usage(tr!(lang, BookNotFor)));
    }
    let strongest = players::of(GameKind::Othello).next().map(|entry| entry.levels);
    if level.is_some_and(|level| Some(level) != strongest) {
        return Err(Fail::usage(tr!(lang, BookNotFor)));
    }
    input_book(file, lang)?;
    Ok(Some(BookChoice { file: file.clone(), randomness: args.book_randomness.unwrap_or(0) }))
}

/// Refuses a level that no engine of the protocol's games has; the engine itself is made only when a game begins.
fn check_level(protocol: Protocol, game: &GameSpec, level: u8, lang: Lang) -> Result<(), Fail> {
    let kind = match protocol {
        Protocol::Gomocup => Some(GameKind::Gomoku),
        Protocol::Nboard => Some(GameKind::Othello),
        Protocol::Gtp => Some(game.kind()),
        Protocol::Json => None,
    };
    let own = GameKind::ALL.into_iter().filter_map(|kind| players::of(kind).next());
    let highest = own.filter(|entry| kind.is_none_or(|kind| entry.kind == kind)).max_by_key(|e| e.levels);
    match highest {
        Some(entry) if !(1..=entry.levels).contains(&level) => {
            Err(Fail::usage(lang.engine_error(&entry.no_level(level))))
        }
        _ => Ok(()),
    }
}

/// Refuses a game or rules that a protocol would not heed.
fn check_game(protocol: Protocol, game: &GameSpec, lang: Lang) -> Result<(), Fail> {
    let usual = match protocol {
        Protocol::Gtp => return Ok(()),
        Protocol::Gomocup => Some("gomoku"),
        Protocol::Nboard => Some("othello"),
        Protocol::Json => None,
    };
    if usual.is_some_and(|usual| GameSpec::named(usual, None, None).is_ok_and(|usual| usual == *game)) {
        return Ok(());
    }
    Err(Fail::usage(tr!(lang, GameNotHere)))
}

/// Refuses the perfect engine for a protocol or a game that it does not play.
fn check_perfect(protocol: Protocol, game: &GameSpec, lang: Lang) -> Result<(), Fail> {
    let spec = match protocol {
        // The rules come with the games.
        Protocol::Gomocup | Protocol::Json => return Ok(()),
        Protocol::Gtp => game.clone(),
        Protocol::Nboard => {
            GameSpec::named("othello", None, None).map_err(|e| Fail::usage(lang.spec_error(&e)))?
        }
    };
    own_engines::choose(&spec, Some(PERFECT), None, lang).map(|_| ())
}

/// Whether the other end of standard output is closed.
#[cfg(unix)]
fn nobody_reads() -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let output = std::io::stdout();
    // No event is asked for: a closed end is reported without.
    let mut watched = [PollFd::new(output.as_fd(), PollFlags::empty())];
    poll(&mut watched, PollTimeout::ZERO).is_ok_and(|events| events > 0)
}

/// Here it is found out by writing.
#[cfg(not(unix))]
fn nobody_reads() -> bool {
    false
}

/// A book that is not there yet is empty; one that cannot be read is not written over.
fn read_book(file: &Path, lang: Lang) -> Result<LearnedGames, Fail> {
    match std::fs::read_to_string(file) {
        Ok(text) => LearnedGames::read(&text)
            .map_err(|why| Fail::input(tr!(lang, LearnedGamesFile, file = file.display(), why = why))),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(LearnedGames::default()),
        Err(e) => Err(unread(file, &e, lang)),
    }
}

/// Writes the whole book beside its place first, so that an interruption leaves the old one.
fn keeper(file: PathBuf) -> SaveBook {
    Arc::new(move |text| {
        let mut draft = file.clone().into_os_string();
        draft.push(".part");
        std::fs::write(&draft, text)?;
        std::fs::rename(&draft, &file)
    })
}

/// Makes Tengen's own engines, at `level` unless the controller asks for one.
pub(crate) fn engines(level: Option<u8>) -> EngineFactory {
    engines_with_book(level, None)
}

/// The same with the perfect engine for gomoku unless the controller asks for another engine or level. It serves all
/// rules, since they may change during a session.
fn perfect_engines(book: Option<BookChoice>) -> EngineFactory {
    let others = engines_with_book(None, book);
    Arc::new(move |spec, options: &EngineOptions| {
        let is_free = options.engine.is_none() && options.level.is_none() && options.book.is_none();
        let Some(mut engine) = players::perfect(spec.kind()).filter(|_| is_free) else {
            return others(spec, options);
        };
        if let Some(bytes) = options.memory {
            engine.set_memory(bytes);
        }
        Ok(engine)
    })
}

/// The same. The strongest player of Othello on 8×8 has `book` unless the options name another.
fn engines_with_book(level: Option<u8>, book: Option<BookChoice>) -> EngineFactory {
    Arc::new(move |spec, options: &EngineOptions| {
        let level = options.level.or(level);
        let name = options.engine.as_deref();
        let mut engine = match (&options.book, &book) {
            (Some(chosen), _) => player_with_book(spec, name, level, chosen)?,
            // Other games and levels do without.
            (None, Some(book)) if has_books(spec, name, level) => player_with_book(spec, name, level, book)?,
            _ => return players::with_options(spec, &EngineOptions { level, ..options.clone() }),
        };
        if let Some(bytes) = options.memory {
            engine.set_memory(bytes);
        }
        Ok(engine)
    })
}
