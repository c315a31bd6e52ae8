//! `tengen library review`: reviews games and stores the reviews.

use super::errors::fail;
use super::select::query;
use crate::cli::LibraryReviewArgs;
use crate::commands::analyze::{ended, engine_fail, limits};
use crate::commands::review::{MOST_ENGINES, course_error};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, Say as _, tr};
use crate::output::say;
use crate::{Context, interrupt, own_engines, terminal};
use serde_json::{Value, json};
use std::time::Duration;
use tengen_engine::{AnyEngine, Limits};
use tengen_games::GameSpec;
use tengen_library::{GameId, GameQuery, Library, StoredGame};
use tengen_review::{Course, Sweep, sweep};
use tengen_server::main_line_review;

/// Time for each position without any limit: games are reviewed by the hundred.
const USUAL_TIME: Duration = Duration::from_millis(100);

/// What became of the games.
#[derive(Default)]
struct Counts {
    reviewed: usize,
    /// Games that had a whole review.
    known: usize,
    /// Games without moves, against the rules, or without a value from the engine.
    left_out: usize,
}

pub(super) fn review(library: &Library, args: &LibraryReviewArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let mut limits = limits(&args.think, lang)?;
    if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
        limits.time = Some(USUAL_TIME);
    }
    limits.threads = 1;
    let games = match &args.ids[..] {
        [] => library.select(&query(&args.select, lang)?).map_err(|e| fail(e, lang))?,
        ids => ids.to_vec(),
    };
    if games.is_empty() {
        return Err(Fail::input(tr!(lang, NoGamesChosen)));
    }
    if args.ids.is_empty() {
        let cost = cost(library, args, &limits, lang)?;
        if !args.all && !args.select.chooses() {
            let fail = Fail::usage(tr!(lang, ReviewWhich, count = games.len(), cost = cost));
            return Err(fail.help(tr!(lang, ReviewWhichHelp)));
        }
        context.note(Msg::Note, tr!(lang, ReviewCost, count = games.len(), cost = cost));
    }
    if let Some(why) = library.read_only() {
        return Err(fail(why.clone(), lang));
    }
    let mut engines: Option<(GameSpec, Vec<Box<dyn AnyEngine>>)> = None;
    let mut counts = Counts::default();
    let bar = terminal::progress(games.len() as u64, tr!(lang, LibraryReviewing));
    for &id in &games {
        if interrupt::stop().is_raised() {
            break;
        }
        let game = library.load(id).map_err(|e| fail(e, lang))?;
        if !args.again && is_reviewed(library, &game, lang)? {
            counts.known += 1;
        } else {
            let engines = match &mut engines {
                Some((spec, engines)) if *spec == game.summary.spec => engines,
                other => {
                    let spec = game.summary.spec.clone();
                    let made = self::engines(args, &spec, lang)?;
                    &mut other.insert((spec, made)).1
                }
            };
            let one = review_one(library, &game, engines, &limits, lang)?;
            if interrupt::stop().is_raised() {
                break;
            }
            match one {
                Ok(()) => counts.reviewed += 1,
                Err(why) => {
                    counts.left_out += 1;
                    bar.suspend(|| context.warn(tr!(lang, ReviewLeftOut, game = id, why = why)));
                }
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let Counts { reviewed, known, left_out } = counts;
    if args.think.json {
        say(format!("{:#}", json!({"reviewed": reviewed, "known": known, "left_out": left_out})))?;
    } else {
        say(tr!(lang, LibraryReviewed, reviewed = reviewed, known = known, left_out = left_out))?;
    }
    match ended(context)? {
        code::OK if left_out > 0 => Ok(code::NEGATIVE),
        code => Ok(code),
    }
}

/// How much there is to review in the games that the options choose: `1,200 positions, about 2 minutes`. Games that
/// have a review already take no time.
fn cost(library: &Library, args: &LibraryReviewArgs, limits: &Limits, lang: Lang) -> Result<String, Fail> {
    let (mut positions, mut page) = (0, 1);
    loop {
        let query = GameQuery { page, per_page: 1000, ..query(&args.select, lang)? };
        let found = library.search(&query).map_err(|e| fail(e, lang))?;
        positions += found.games.iter().map(|game| u64::from(game.plies) + 1).sum::<u64>();
        if found.games.len() < 1000 {
            break;
        }
        page += 1;
    }
    let count = tr!(lang, ReviewPositions, count = positions);
    let threads = args.think.threads.clamp(1, MOST_ENGINES) as f64;
    Ok(match limits.time {
        None => count,
        Some(time) => {
            let time = about(time.as_secs_f64() * positions as f64 / threads, lang);
            count + lang.comma() + &tr!(lang, ReviewTime, time = time)
        }
    })
}

/// A span of time in its largest unit: `12 minutes`.
fn about(seconds: f64, lang: Lang) -> String {
    let (n, [en, zh, ja]) = match seconds {
        0.0..100.0 => (seconds, ["second", "秒", "秒"]),
        100.0..6_000.0 => (seconds / 60.0, ["minute", "分钟", "分"]),
        6_000.0..172_800.0 => (seconds / 3600.0, ["hour", "小时", "時間"]),
        _ => (seconds / 86_400.0, ["day", "天", "日"]),
    };
    let n = n.round().max(1.0);
    let plural = if n == 1.0 { "" } else { "s" };
    lang.pick(format!("{n} {en}{plural}"), format!("{n} {zh}"), format!("{n}{ja}"))
}

/// One engine for each thread.
fn engines(args: &LibraryReviewArgs, spec: &GameSpec, lang: Lang) -> Result<Vec<Box<dyn AnyEngine>>, Fail> {
    let count = args.think.threads.clamp(1, MOST_ENGINES);
    let (name, level) = args.think.engine_and_level(lang)?;
    (0..count).map(|_| Ok(own_engines::choose(spec, name.as_deref(), level, lang)?.engine)).collect()
}

/// Whether the library has a whole review of the main line as it is now, with its phases.
fn is_reviewed(library: &Library, game: &StoredGame, lang: Lang) -> Result<bool, Fail> {
    let Some(review) = library.review(game.summary.id).map_err(|e| fail(e, lang))? else { return Ok(false) };
    let last = game.record.tree.main_line().last().map(|node| game.id_of(node));
    let has_phases = |side: &Value| side.is_null() || side["phases"].is_object();
    let graph = review["graph"].as_array().and_then(|graph| graph.last());
    Ok(review["complete"] == true
        && review["line"] == "main"
        && review["sides"].as_object().is_some_and(|sides| sides.values().all(has_phases))
        && graph.is_some_and(|end| last.is_some_and(|last| end["node"] == last)))
}

/// Reviews a game and stores the review, unless Ctrl-C cuts it off. The inner error is why this game has none.
fn review_one(
    library: &Library,
    game: &StoredGame,
    engines: &mut [Box<dyn AnyEngine>],
    limits: &Limits,
    lang: Lang,
) -> Result<Result<(), String>, Fail> {
    if game.summary.plies == 0 {
        return Ok(Err(tr!(lang, ReviewNoMoves)));
    }
    let course = match Course::main(&game.record) {
        Ok(course) => course,
        Err(e) => return Ok(Err(course_error(&e, lang).what)),
    };
    // The review of a game does not depend on the games before it.
    engines.iter_mut().for_each(|engine| engine.new_game());
    let swept = sweep(&course, engines, limits, &interrupt::stop(), &mut |_, _| None, &mut |_| ());
    let swept: Sweep = swept.map_err(|e| engine_fail(&e, lang))?;
    if !swept.is_complete() {
        return Ok(Ok(()));
    }
    let id: GameId = game.summary.id;
    let mut found = swept.found.iter().flatten().peekable();
    if found.peek().is_some() && found.all(|found| found.analysis.score().is_none()) {
        return Ok(Err(tr!(lang, NoValues, engine = swept.engine)));
    }
    match library.keep_review(id, &main_line_review(game, &course, &swept)).map_err(|e| fail(e, lang))? {
        true => Ok(Ok(())),
        false => Ok(Err(tr!(lang, ReviewTooLarge))),
    }
}
