//! `tengen library list`: the games that options choose.

use super::errors::fail;
use crate::cli::{Ended, ExportArgs, LibraryCommand, LibraryReviewArgs, ListArgs, Order, SelectArgs};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Say as _, tr};
use serde_json::{Value, json};
use std::io::Write;
use tengen_library::{GameQuery, GameResult, GameSummary, Library, Sort, is_date};

/// Refuses texts that are empty and dates that are none, before anything is searched.
pub(super) fn check_select(what: &LibraryCommand, lang: Lang) -> Result<(), Fail> {
    let is_empty = |text: &Option<String>| text.as_ref().is_some_and(|text| text.trim().is_empty());
    let (texts, dates) = match what {
        LibraryCommand::List(ListArgs { select, .. })
        | LibraryCommand::Export(ExportArgs { select, .. })
        | LibraryCommand::Review(LibraryReviewArgs { select, .. }) => (
            vec![("--player", &select.player), ("--with-tag", &select.with_tag), ("--text", &select.text)],
            [&select.since, &select.until],
        ),
        LibraryCommand::Find(args) | LibraryCommand::Stats(args) => {
            (vec![("--player", &args.player)], [&None, &None])
        }
        LibraryCommand::Player(args) => {
            if args.player.trim().is_empty() {
                return Err(Fail::usage(tr!(lang, EmptyText, option = "NAME")));
            }
            (vec![("--with-tag", &args.with_tag)], [&args.since, &args.until])
        }
        _ => return Ok(()),
    };
    if let Some((option, _)) = texts.into_iter().find(|(_, text)| is_empty(text)) {
        return Err(Fail::usage(tr!(lang, EmptyText, option = option)));
    }
    match dates.into_iter().flatten().find(|text| !is_date(text)) {
        Some(text) => Err(Fail::usage(tr!(lang, BadDate, text = text))),
        None => Ok(()),
    }
}

/// The query that the options of `list` and `export` ask for.
pub(super) fn query(args: &SelectArgs, lang: Lang) -> Result<GameQuery, Fail> {
    let outcome = args.result.map(|ended| match ended {
        Ended::Black => GameResult::Black,
        Ended::White => GameResult::White,
        Ended::Draw => GameResult::Draw,
        Ended::Unknown => GameResult::Unknown,
    });
    let query = GameQuery {
        player: args.player.clone(),
        outcome,
        from: args.since.clone(),
        to: args.until.clone(),
        tag: args.with_tag.clone(),
        text: args.text.clone(),
        deleted: args.deleted,
        sort: match args.sort {
            Order::Changed => Sort::Changed,
            Order::Newest => Sort::Newest,
            Order::Oldest => Sort::Oldest,
            Order::Date => Sort::Date,
            Order::Black => Sort::Black,
            Order::White => Sort::White,
            Order::Longest => Sort::Longest,
        },
        ..GameQuery::default()
    };
    match &args.game {
        None => Ok(query),
        Some(word) => query.with_game(word).map_err(|e| Fail::usage(lang.spec_error(&e))),
    }
}

pub(super) fn list(library: &Library, args: &ListArgs, lang: Lang) -> Result<u8, Fail> {
    let query = GameQuery { page: args.page, per_page: args.limit.max(1), ..query(&args.select, lang)? };
    let page = library.search(&query).map_err(|e| fail(e, lang))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        let games: Vec<Value> = page.games.iter().map(summary_json).collect();
        writeln!(out, "{:#}", json!({"total": page.total, "page": page.page, "games": games}))?;
    } else {
        for game in &page.games {
            writeln!(out, "{}", summary_line(game, lang))?;
        }
        writeln!(out, "{}", total(page.total, page.games.len(), page.page, lang))?;
    }
    Ok(if page.total == 0 { code::NEGATIVE } else { code::OK })
}

/// `2 games`, and which page of them if there are more.
fn total(total: u64, shown: usize, page: u32, lang: Lang) -> String {
    let all = tr!(lang, LibraryTotal, count = total);
    if total == shown as u64 { all } else { all + lang.comma() + &tr!(lang, LibraryPage, page = page) }
}

/// A game on one line: number, date, players, result, game, moves.
pub(super) fn summary_line(game: &GameSummary, lang: Lang) -> String {
    let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".into());
    // Names come from files: a line of them stays a line.
    let clean = |text: String| -> String {
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(80).collect()
    };
    let mut line = format!(
        "{:>7}  {:10}  {} - {}  {}  {}{}{}",
        game.id,
        clean(said(&game.date)),
        clean(said(&game.black)),
        clean(said(&game.white)),
        clean(said(&game.result)),
        lang.spec(&game.spec),
        lang.comma(),
        tr!(lang, GameMoves, count = game.plies),
    );
    for text in [&game.event, &game.name].into_iter().flatten() {
        line = format!("{line}  {}", clean(text.clone()));
    }
    if !game.tags.is_empty() {
        line = format!("{line}  [{}]", clean(game.tags.join(lang.comma())));
    }
    line
}

pub(super) fn summary_json(game: &GameSummary) -> Value {
    json!({
        "id": game.id, "revision": game.revision, "game": game.spec.kind().name(), "rules": game.spec.rules_text(),
        "size": game.spec.size().to_string(), "black": game.black, "white": game.white, "result": game.result,
        "date": game.date, "event": game.event, "name": game.name, "tags": game.tags, "plies": game.plies,
    })
}
