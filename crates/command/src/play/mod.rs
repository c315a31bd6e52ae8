//! `tengen play` and the stepping of `tengen replay`: a game at the terminal.

mod canvas;
pub(crate) mod clock;
mod dead;
mod draw;
mod explainer;
mod keys;
mod line;
mod overlay;
mod panel;
mod past;
mod screen;
mod session;
mod setup;
pub(crate) mod step;
mod study;
#[cfg(test)]
mod tests;
mod thinker;
mod words;
mod wrap;

use crate::Context;
use crate::cli::{PlayArgs, PositionArgs, SourceArgs};
use crate::duration::no_time;
use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use crate::input::{self, Loaded};
use crate::level_argument::{LevelArg, engine_and_level};
use crate::options::GameArgs;
use crate::output;
use crate::own_engines;
use session::{Seat, Session};
use std::io::IsTerminal;
use std::path::Path;
use tengen::players;
use tengen_engine::PERFECT;
use tengen_games::{Game, GameSpec};
use tengen_records::{Record, WriteError, WriteOptions};
use thinker::Thinker;

pub(crate) fn run(args: PlayArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let game = GameArgs { game: args.game.clone(), rules: args.rules.clone() };
    let loaded = args.load.as_deref().map(|path| record_in(path, game, lang)).transpose()?;
    if let (Some(loaded), Some(game)) = (&loaded, &args.game) {
        same_game(loaded, &args.rules.spec(game, lang)?, lang)?;
    }
    let spec = match (&loaded, &args.game) {
        (Some(loaded), _) => loaded.record.spec.clone(),
        (None, Some(game)) => args.rules.spec(game, lang)?,
        (None, None) => {
            let example = lang.pick(
                "name the game: tengen play gomoku",
                "请给出棋种：tengen play gomoku",
                "ゲームを指定してください：tengen play gomoku",
            );
            return Err(Fail::usage(tr!(lang, GameNeeded, source = "tengen play")).help(example));
        }
    };
    let control = match &args.time {
        None => None,
        Some(text) => Some(clock::control(text).ok_or_else(|| match no_time(text, lang) {
            unit @ Fail { help: Some(_), .. } => unit,
            _ => Fail::usage(tr!(lang, BadClock, text = text)),
        })?),
    };
    let as_it_was = loaded.as_ref().and_then(|loaded| seats_as_saved(&args, &loaded.record, lang));
    let greeting = if as_it_was.is_some() { None } else { usual_level(&args, &spec, lang) };
    let mut seats = match as_it_was {
        Some(seats) => seats,
        None => seats(&args, &spec, lang)?,
    };
    if args.ponder {
        ponder(&mut seats, lang)?;
    }
    let session = match loaded {
        None => Session::new(&spec, seats),
        Some(loaded) => Session::from_record(loaded.record, loaded.node, loaded.position, seats),
    };
    let mut session = session.with_clock(control).with_save(args.save.clone());
    session.seed = args.seed.unwrap_or_else(crate::commands::drawn_seed);
    // What cannot be saved is refused before the game, not after the first move.
    if let Some(path) = &args.save {
        let format = output::format_to_save(path, lang)?;
        let written = format.write(&[session.record()], &WriteOptions::default());
        if let Err(e @ (WriteError::Game { .. } | WriteError::ReadOnly(_))) = written {
            return Err(Fail::usage(lang.write_error(&e)).help(tr!(lang, SaveAsSgf)));
        }
    }
    // A folder that is not there would be noticed only after the first move.
    if let Some(path) = &args.save
        && let Some(folder) =
            path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
    {
        let why = lang.pick("there is no such folder", "没有这个文件夹", "フォルダーがありません");
        return Err(Fail::output(tr!(lang, CannotWrite, file = path.display(), why = why)).help(tr!(
            lang,
            NoFolderHelp,
            folder = folder.display()
        )));
    }
    if let Some(path) = &args.save {
        output::check_writable(path, lang)?;
    }
    let at_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if at_terminal && !args.plain {
        screen::run(session, args.ascii, greeting, context)
    } else {
        line::run(session, args.ascii, greeting, context)
    }
}

/// The first record of a file, and the position at the end of its main line.
fn record_in(path: &Path, game: GameArgs, lang: Lang) -> Result<Loaded, Fail> {
    // A name is a file's here, and never a list of moves.
    if !path.exists() {
        let why = lang.pick("there is no such file", "没有这个文件", "ファイルがありません");
        return Err(Fail::input(tr!(lang, CannotRead, file = path.display(), why = why)));
    }
    let source = Some(path.into());
    let position = PositionArgs { source, game, record: 1, at: None, lenient: false };
    // What would help other commands, --from or --lenient, `play` does not take.
    input::load(&SourceArgs { position, from: None }, lang).map_err(Fail::without_help)
}

/// A record to go on from at this board, which must be of the same game.
fn load(path: &Path, session: &Session, lang: Lang) -> Result<Loaded, Fail> {
    let spec = session.position.spec();
    let loaded = match record_in(path, GameArgs::default(), lang) {
        // A bare list of moves does not say which game it is: it is this one.
        Err(e) if e.code == crate::fail::code::USAGE => {
            let game = GameArgs { game: Some(spec.kind().name().into()), ..GameArgs::default() };
            record_in(path, game, lang)?
        }
        other => other?,
    };
    same_game(&loaded, &spec, lang)?;
    Ok(loaded)
}

/// Refuses a record of another game.
fn same_game(loaded: &Loaded, spec: &GameSpec, lang: Lang) -> Result<(), Fail> {
    let found = &loaded.record.spec;
    if found.kind() == spec.kind() {
        return Ok(());
    }
    Err(Fail::input(tr!(lang, OtherGame, game = lang.spec(found), here = lang.spec(spec))))
}

/// Whether the opponent is the engine that plays a proven win.
fn is_perfect(args: &PlayArgs) -> bool {
    args.level.as_ref().is_some_and(LevelArg::is_perfect)
        || args.engine.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(PERFECT))
}

/// Who sits where: the words of `--black` and `--white`, or a person against the game's engine.
fn seats(args: &PlayArgs, spec: &GameSpec, lang: Lang) -> Result<[Seat; 2], Fail> {
    let engine = |name: Option<&str>, level: Option<u8>| -> Result<Seat, Fail> {
        Ok(Seat::Engine(Box::new(Thinker::new(own_engines::choose(spec, name, level, lang)?))))
    };
    let seat = |text: &str| -> Result<Seat, Fail> {
        let word = text.to_ascii_lowercase();
        if matches!(word.as_str(), "human" | "person" | "人") {
            return Ok(Seat::Person);
        }
        if let Ok(level) = word.parse() {
            return engine(None, Some(level));
        }
        match word.split_once(':') {
            Some((name, level)) => {
                let level = level.parse().map_err(|_| Fail::usage(tr!(lang, BadSeat, text = text)))?;
                engine(Some(name), Some(level))
            }
            None => engine(Some(&word), None),
        }
    };
    if args.two {
        return Ok([Seat::Person, Seat::Person]);
    }
    let (name, level) = engine_and_level(args.engine.as_deref(), args.level.as_ref(), lang)?;
    let name = name.as_deref();
    if args.black.is_some() && is_perfect(args) {
        return Err(Fail::usage(tr!(lang, PerfectHasBlack)));
    }
    let black = args.black.as_deref().map_or(Ok(Seat::Person), &seat)?;
    // The proven win is Black's.
    if args.second || is_perfect(args) {
        return Ok([engine(name, level)?, Seat::Person]);
    }
    let white = match (&args.white, level) {
        (Some(text), _) => seat(text)?,
        (None, level) if name.is_some() || level.is_some() => engine(name, level)?,
        // Nothing said: the game's engine where there is one, else a second person.
        (None, _) => match players::strongest(spec) {
            Ok(player) => Seat::Engine(Box::new(Thinker::new(player))),
            Err(_) => Seat::Person,
        },
    };
    Ok([black, white])
}

/// Lets the engine think on the person's time.
fn ponder(seats: &mut [Seat; 2], lang: Lang) -> Result<(), Fail> {
    let thinker = match seats {
        [Seat::Person, Seat::Engine(thinker)] | [Seat::Engine(thinker), Seat::Person] => thinker,
        _ => return Err(Fail::usage(tr!(lang, PonderSeats))),
    };
    match thinker.limits_itself {
        Some(false) => thinker.ponders = true,
        Some(true) => {
            let wrong = tr!(lang, PonderLimited, player = thinker.title(lang));
            return Err(Fail::usage(wrong).help(tr!(lang, PonderLimitedHelp)));
        }
        None => return Err(Fail::usage(tr!(lang, PonderProgram, player = thinker.title(lang)))),
    }
    Ok(())
}

/// The seats of a game that was saved here, where no option names others: [`Session::record`] writes their names. A
/// record from elsewhere starts no engine, and a game between engines is taken up by a person.
fn seats_as_saved(args: &PlayArgs, record: &Record, lang: Lang) -> Option<[Seat; 2]> {
    let asked =
        args.two || args.second || args.white.is_some() || args.level.is_some() || args.engine.is_some();
    if asked || args.black.as_ref().is_some_and(|black| black != PlayArgs::PERSON) {
        return None;
    }
    let seat = |name: Option<&str>| {
        let name = name?;
        if name == Seat::PERSON {
            return Some(Seat::Person);
        }
        let choose = |engine, level| own_engines::choose(&record.spec, engine, level, lang);
        // The name of a program may end in a number as well.
        let chosen = choose(Some(name), None).or_else(|_| {
            let (engine, level) = engine_in_record(name);
            choose(engine, level)
        });
        Some(Seat::Engine(Box::new(Thinker::new(chosen.ok()?))))
    };
    let header = &record.header;
    if !header.application.as_ref().is_some_and(|program| program.starts_with("Tengen:")) {
        return None;
    }
    // The colours of an opening rule with a swap are not those of the seats.
    let [black, white] = [&header.black, &header.white].map(|side| side.name.as_deref());
    let has_person = [black, white].contains(&Some(Seat::PERSON));
    (has_person && record.spec.opening().is_none()).then_some([seat(black)?, seat(white)?])
}

/// The engine and the level that [`Thinker::record_name`] wrote; without an engine, the game's own. Earlier versions
/// wrote the engine's word and all its levels, such as `mnk 2/5`.
fn engine_in_record(name: &str) -> (Option<&str>, Option<u8>) {
    let (engine, level) = match name.rsplit_once(' ') {
        Some((_, PERFECT)) => (PERFECT, None),
        Some((engine, level)) => (engine, level.split('/').next().and_then(|level| level.parse().ok())),
        None => (name, None),
    };
    (Some(engine).filter(|&engine| engine != "Tengen"), level)
}

/// Which level the engine plays at where none was asked for, and how to choose another.
fn usual_level(args: &PlayArgs, spec: &GameSpec, lang: Lang) -> Option<String> {
    if args.two || args.level.is_some() || args.engine.is_some() || args.white.is_some() {
        return None;
    }
    let player = players::strongest(spec).ok()?;
    let (level, most) = (player.level, player.entry.levels);
    let words = lang.level(&player.entry.describe(level));
    Some(tr!(lang, LevelPlayed, level = level, most = most, words = words))
}

/// Who plays, in one line.
fn who(session: &Session, lang: Lang) -> String {
    use tengen_board::Color;
    use tengen_games::PlayerId::{First, Second};
    // 执黑, not 执黑方.
    let held = |color| {
        if color == Color::Black {
            lang.pick("black", "黑", "黒")
        } else {
            lang.pick("white", "白", "白")
        }
    };
    let [first, second] = &session.seats;
    match (first, second) {
        (Seat::Person, Seat::Person) => tr!(lang, TwoPeople),
        (Seat::Engine(a), Seat::Engine(b)) => {
            tr!(lang, EnginesPlay, black = a.title(lang), white = b.title(lang))
        }
        (Seat::Person, Seat::Engine(e)) | (Seat::Engine(e), Seat::Person) => {
            let me = if matches!(first, Seat::Person) { First } else { Second };
            let engine = e.title(lang);
            match session.position.color_of(me) {
                Some(color) => {
                    tr!(lang, YouPlay, color = held(color), engine = engine, other = held(color.opponent()))
                }
                None => {
                    let color = if me == First { Color::Black } else { Color::White };
                    tr!(
                        lang,
                        YouPlay,
                        color = lang.player(me),
                        engine = engine,
                        other = lang.player(if color == Color::Black { Second } else { First })
                    )
                }
            }
        }
    }
}
