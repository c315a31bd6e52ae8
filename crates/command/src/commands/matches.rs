//! `tengen match`: matches between any two engines.

use super::analyze::check_threads;
use super::engine::engines;
use crate::book_file::{has_books, input_book};
use crate::cli::{self, MatchArgs};
use crate::duration::{duration, no_time};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, Say as _, tr};
use crate::input::unread;
use crate::numbers::mebibytes;
use crate::output::unwritten;
use crate::own_engines::{Registry, is_taken};
use crate::{Context, interrupt, shell, terminal};
use std::io::Write;
use std::time::Duration;
use tengen::players;
use tengen_arena::openings::{self, Balance, OpeningError};
use tengen_arena::stats::{Sprt, SprtOutcome};
use tengen_arena::{
    ConfigFault, EngineSpec, EngineSpecError, Opening, Schedule, Tournament, TournamentConfig,
    TournamentError, TournamentEvent, longest_game, report,
};
use tengen_engine::EngineError;
use tengen_games::GameSpec;
use tengen_protocols::TimeControl;

/// Games of each pairing where no number is given.
const GAMES: usize = 20;
/// The same where a sequential test ends the match.
const MOST_GAMES_OF_A_TEST: usize = 1000;

pub(crate) fn run(args: &MatchArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let mut tournament = Tournament::new(config(args, lang)?).map_err(|e| fail(&e, lang))?;
    if let [_, ..] = tournament.assisted()[..] {
        let names = tournament.assisted().join(", ");
        context.note(Msg::Note, tr!(lang, OpeningPlayedFor, players = names));
    }
    let names: Vec<String> = tournament.config().players.iter().map(|p| p.name().to_owned()).collect();
    let title = tr!(lang, Playing, a = names[0], b = names[1..].join(", "));
    let stop = interrupt::stop();
    let bar = terminal::progress(tournament.total() as u64, title.clone());
    let played = tournament.run(&stop, &mut |event, tournament| {
        if let TournamentEvent::Resumed(count) = event {
            bar.suspend(|| context.note(Msg::Note, tr!(lang, GoingOn, count = count)));
        }
        bar.set_position(tournament.played().len() as u64);
        bar.set_message(format!("{title}{}{}", lang.colon(), score(tournament)));
    });
    bar.finish_and_clear();
    played.map_err(|e| fail(&e, lang))?;
    let mut out = std::io::stdout().lock();
    if let Some(dir) = &args.out {
        let page = dir.join("report.html");
        let wrote = std::fs::write(&page, report::html(&tournament, lang, true));
        wrote.map_err(|e| unwritten(&page, &e, lang))?;
        writeln!(out, "{}", tr!(lang, ReportWritten, file = page.display()))?;
    }
    write!(out, "{}", report::table(&tournament, lang))?;
    writeln!(out, "{}", report::last_line(&tournament, lang))?;
    if tournament.sprt_outcome().is_some_and(|(outcome, _)| outcome == SprtOutcome::Open) && !stop.is_raised()
    {
        let (games, more) = (tournament.total(), 2 * tournament.total());
        context.note(Msg::Note, tr!(lang, SprtOpen, games = games, more = more));
    }
    if stop.is_raised() {
        let help = if args.out.is_some() {
            tr!(lang, GoOnWith, command = shell::command_line(std::env::args_os()))
        } else {
            tr!(lang, MatchNotKept)
        };
        return Err(Fail::interrupted(tr!(lang, Interrupted)).help(help));
    }
    Ok(code::OK)
}

/// The first player's score, and the test's ratio where there is one.
fn score(tournament: &Tournament) -> String {
    let tally = tournament.standings().first().map(|pairing| pairing.tally).unwrap_or_default();
    let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let (Some((_, llr)), Some(sprt)) = (tournament.sprt_outcome(), tournament.config().sprt) {
        let (low, high) = sprt.bounds();
        text += &format!(", LLR {llr:.2} [{low:.2}, {high:.2}]");
    }
    text
}

fn config(args: &MatchArgs, lang: Lang) -> Result<TournamentConfig, Fail> {
    let no_game = || Fail::usage(tr!(lang, MatchNeedsGame)).help(tr!(lang, GameNeededHelp));
    let spec = args.game.spec(lang)?.ok_or_else(no_game)?;
    let players = args.a.iter().chain(&args.b).chain(&args.player);
    let players: Vec<EngineSpec> = players.map(|text| player(text, &spec, lang)).collect::<Result<_, _>>()?;
    if players.len() < 2 {
        return Err(Fail::usage(tr!(lang, TwoPlayersNeeded)).help(tr!(lang, TwoPlayersNeededHelp)));
    }
    let games = args.games.unwrap_or(if args.sprt.is_empty() { GAMES } else { MOST_GAMES_OF_A_TEST });
    if games == 0 {
        return Err(Fail::usage(tr!(lang, TooFewGames, games = games)));
    }
    if !games.is_multiple_of(2) {
        let even = games.next_multiple_of(2);
        return Err(Fail::usage(tr!(lang, OddGames, games = games)).help(tr!(
            lang,
            OddGamesHelp,
            even = even
        )));
    }
    if !(args.error > 0.0 && args.error < 0.5) {
        return Err(Fail::usage(tr!(lang, BadChance, chance = args.error)));
    }
    let sprt = match args.sprt[..] {
        [] => None,
        [..] if players.len() != 2 => {
            return Err(Fail::usage(tr!(lang, SprtPlayers, count = players.len())));
        }
        [elo0, elo1] if elo0 >= elo1 => {
            return Err(Fail::usage(tr!(lang, SprtOrder, elo0 = elo0, elo1 = elo1)));
        }
        [elo0, elo1] => Some(Sprt { elo0, elo1, alpha: args.error, beta: args.error }),
        _ => return Err(Fail::usage(tr!(lang, SprtForm))),
    };
    args.threads.map_or(Ok(()), |threads| check_threads(threads, lang))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // Of a game with pondering both sides search at once.
    let of_a_game = args.threads.unwrap_or(1).max(1) * if args.ponder { 2 } else { 1 };
    let concurrency = args.concurrency.unwrap_or(cores.saturating_sub(1) / of_a_game).max(1);
    let engines = engines(None);
    let openings = match (&args.openings, args.balanced) {
        (Some(file), _) => openings::from_file(file, &spec).map_err(|e| opening_fail(&e, lang))?,
        (None, Some(plies)) => {
            let balance =
                Balance { plies, nodes: args.balance_nodes, threads: concurrency, ..Balance::default() };
            let count = games.div_ceil(2);
            let bar = terminal::progress(count as u64, tr!(lang, DrawingOpenings));
            let found = |count| bar.set_position(count as u64);
            let stop = interrupt::stop();
            let openings = openings::balanced(&spec, count, args.seed, balance, &engines, &stop, found);
            bar.finish_and_clear();
            openings.map_err(|e| opening_fail(&e, lang))?
        }
        (None, None) => vec![Opening::start(&spec)],
    };
    let time = time_control(args, &players, &spec, lang)?;
    Ok(TournamentConfig {
        players,
        schedule: match args.schedule {
            cli::Schedule::RoundRobin => Schedule::RoundRobin,
            cli::Schedule::Gauntlet => Schedule::Gauntlet,
        },
        games,
        openings,
        time,
        grace: duration_of(&args.grace, lang)?,
        max_plies: args.max_plies.unwrap_or_else(|| longest_game(&spec)),
        concurrency,
        sprt,
        dir: args.out.clone(),
        engines,
        spec,
    })
}

/// A player, which must exist and play the game.
fn player(text: &str, spec: &GameSpec, lang: Lang) -> Result<EngineSpec, Fail> {
    use EngineSpecError as E;
    let name = text.trim();
    let may_be_own = !name.contains(['=', ':']) && !is_taken(name);
    if may_be_own
        && let Some(folder) = tengen_library::default_folder()
        && let Some(own) = Registry::read(&folder, lang)?.named(name)
    {
        return Ok(EngineSpec::External(own.program.clone()));
    }
    let player: EngineSpec = text.parse().map_err(|e| match e {
        E::Form(text) => Fail::usage(tr!(lang, PlayerForm, text = text)).help(tr!(lang, PlayerFormHelp)),
        E::Option(option) => {
            Fail::usage(tr!(lang, PlayerOption, option = option)).help(tr!(lang, PlayerOptionHelp))
        }
        E::Value { key, value, wanted } => {
            let text = lang.pick(
                format!("{key}={value}: expected {wanted}"),
                format!("{key} 不能是“{value}”"),
                format!("{key}に「{value}」は使えません"),
            );
            Fail::usage(text)
        }
        E::Protocol(protocol) => Fail::usage(tr!(lang, PlayerProtocol, protocol = protocol)),
        E::Missing => Fail::usage(tr!(lang, PlayerMissing)),
        other => Fail::usage(other),
    })?;
    if let EngineSpec::BuiltIn { engine, level, memory, book, .. } = &player {
        if let Some(bytes) = memory {
            let mib = (bytes >> 20).to_string();
            mebibytes(&mib).map_err(|wanted| {
                let wanted = wanted.text(lang);
                Fail::usage(lang.pick(
                    format!("memory={mib}: expected {wanted}"),
                    format!("memory 不能是“{mib}”：应为{wanted}"),
                    format!("memoryに「{mib}」は使えません。{wanted}を指定してください"),
                ))
            })?;
        }
        players::named(spec, engine.as_deref(), *level).map_err(|e| {
            let fail = Fail::usage(lang.engine_error(&e));
            if matches!(e, EngineError::Name { .. }) { fail.help(tr!(lang, MatchOwnEngine)) } else { fail }
        })?;
        if let Some(book) = book {
            if !has_books(spec, engine.as_deref(), *level) {
                return Err(Fail::usage(tr!(lang, BookNotFor)));
            }
            input_book(&book.file, lang)?;
        }
    }
    Ok(player)
}

/// Why a file has no openings for this match.
fn opening_fail(error: &OpeningError, lang: Lang) -> Fail {
    match error {
        OpeningError::Io { file, error } => unread(file, error, lang).help(tr!(lang, OpeningsHelp)),
        OpeningError::Interrupted => Fail::interrupted(tr!(lang, Interrupted)),
        OpeningError::None(file) => Fail::input(tr!(lang, OpeningsEmpty, file = file.display())),
        OpeningError::Bad { file, number, why } => {
            let why = why.text(lang);
            Fail::input(tr!(lang, OpeningBad, file = file.display(), number = number, why = why))
        }
        OpeningError::Balance { found, count, plies, tolerance } => Fail::input(tr!(
            lang,
            TooFewBalanced,
            found = found,
            count = count,
            plies = plies,
            tolerance = tolerance
        )),
        OpeningError::Engine(error) => Fail::usage(lang.engine_error(error)),
        other => Fail::input(other),
    }
}

fn duration_of(text: &str, lang: Lang) -> Result<Duration, Fail> {
    duration(text).ok_or_else(|| no_time(text, lang))
}

/// The limits of a move, which may be left out where each player has its own.
fn time_control(
    args: &MatchArgs,
    players: &[EngineSpec],
    spec: &GameSpec,
    lang: Lang,
) -> Result<TimeControl, Fail> {
    let optional = |text: Option<&str>| text.map(|text| duration_of(text, lang)).transpose();
    let (game, increment) = match args.game_time.as_deref() {
        Some(text) => {
            let (game, increment) =
                text.split_once('+').map_or((text, None), |(game, more)| (game, Some(more)));
            (Some(duration_of(game, lang)?), optional(increment)?.unwrap_or_default())
        }
        None => (None, Duration::ZERO),
    };
    let time = TimeControl {
        per_move: optional(args.move_time.as_deref())?,
        game,
        increment,
        nodes: args.nodes,
        depth: args.depth,
        memory: args.memory.map(|mib| mib.saturating_mul(1 << 20)),
        threads: args.threads,
        ponder: args.ponder,
    };
    let is_idle = |player: &&EngineSpec| args.ponder && limits_itself(player, spec);
    if let Some(player) = players.iter().find(is_idle) {
        let wrong = tr!(lang, PonderLimited, player = player.name());
        return Err(Fail::usage(wrong).help(tr!(lang, PonderLimitedHelp)));
    }
    let is_limited =
        time.per_move.is_some() || time.game.is_some() || time.nodes.is_some() || time.depth.is_some();
    match players.iter().find(|player| !is_limited && !limits_itself(player, spec)) {
        Some(player) => {
            let wrong = tr!(lang, PlayerUnlimited, player = player.name());
            Err(Fail::usage(wrong).help(tr!(lang, PlayerUnlimitedHelp)))
        }
        None => Ok(time),
    }
}

/// True if a player needs no limit of the match: an engine of Tengen's whose level has its own.
fn limits_itself(player: &EngineSpec, spec: &GameSpec) -> bool {
    let EngineSpec::BuiltIn { engine, level, .. } = player else { return false };
    players::named(spec, engine.as_deref(), *level).is_ok_and(|player| player.limits_itself())
}

fn fail(error: &TournamentError, lang: Lang) -> Fail {
    match error {
        TournamentError::Config(fault @ ConfigFault::NoPondering { protocol: "GTP", .. }) => {
            Fail::usage(fault.text(lang)).help(tr!(lang, PonderOwnSwitch))
        }
        TournamentError::Config(fault) => Fail::usage(fault.text(lang)),
        TournamentError::Engine(error) => Fail::usage(lang.engine_error(error)),
        TournamentError::Io { path, error } => unwritten(path, error, lang),
        TournamentError::Another { path, differs } => {
            Fail::input(tr!(lang, MatchAnother, file = path.display(), differs = differs))
        }
        TournamentError::NeverStarted { player, fault } => {
            let why = lang.fault_cause(&fault.cause);
            Fail::input(tr!(lang, MatchNeverStarted, player = player, why = why))
        }
        TournamentError::Damaged { path, line, why } => {
            let why = why.text(lang);
            Fail::input(tr!(lang, FileLine, file = path.display(), line = line, why = why))
        }
        TournamentError::Busy(path) => Fail::input(tr!(lang, MatchBusy, file = path.display())),
        _ => Fail::input(error),
    }
}
