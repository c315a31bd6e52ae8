//! `tengen library find` and `stats`: the games that reach a position, and their next moves.

use super::errors::fail;
use super::player::listed;
use super::select::{summary_json, summary_line};
use crate::Context;
use crate::cli::FindArgs;
use crate::commands::analyze::load;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, Say as _, tr};
use serde_json::{Value, json};
use std::io::Write;
use tengen_games::{AnyPosition, Game, Move};
use tengen_gomoku::ProvenStrategy;
use tengen_library::{Library, NextMove, PositionSearch};
use unicode_width::UnicodeWidthStr;

/// Players that a note lists.
const LISTED: usize = 5;

pub(super) fn find(library: &Library, args: &FindArgs, games: bool, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let position = load(&args.source, context)?.position;
    let (page, limit) = if games { (args.page, args.limit.max(1)) } else { (1, 1) };
    if let Some(name) = &args.player {
        let players = library.players_with(name).map_err(|e| fail(e, lang))?;
        if players.len() > 1 {
            let more = if players.len() > LISTED { " …" } else { "" };
            let names = listed(&players[..players.len().min(LISTED)], lang) + more;
            context
                .note(Msg::Note, tr!(lang, StatsPlayers, count = players.len(), name = name, names = names));
        }
    }
    let found = match &args.player {
        None => library.find_position(&position, page, limit),
        Some(player) => library.find_position_of(&position, player, page, limit),
    };
    let found = found.map_err(|e| fail(e, lang))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", found_json(&found, &position, games))?;
    } else if games {
        for game in &found.games {
            let place = tr!(lang, FoundAfter, count = game.ply);
            writeln!(out, "{}{}{place}", summary_line(&game.summary, lang), lang.pick("; ", "；", "、"))?;
        }
        let all = tr!(lang, GamesHere, count = found.total);
        match found.total == found.games.len() as u64 {
            true => writeln!(out, "{all}")?,
            false => writeln!(out, "{all}{}{}", lang.comma(), tr!(lang, LibraryPage, page = page))?,
        }
    } else {
        write!(out, "{}", table(&found, &position, lang))?;
    }
    Ok(if found.total == 0 { code::NEGATIVE } else { code::OK })
}

/// The next moves, one a line.
fn table(found: &PositionSearch, position: &AnyPosition, lang: Lang) -> String {
    let right =
        |text: &str, width: usize| format!("{}{text}", " ".repeat(width.saturating_sub(text.width())));
    let columns = [
        (tr!(lang, StatsGames), 8),
        (tr!(lang, StatsShare), 9),
        (tr!(lang, StatsBlack), 12),
        (tr!(lang, StatsWhite), 12),
        (tr!(lang, StatsDraws), 8),
    ];
    // A column is as wide as its title, and two more.
    let widths = columns.each_ref().map(|(title, least)| (title.width() + 2).max(*least));
    let first = tr!(lang, StatsMove);
    let mut text = first.clone() + &" ".repeat(8_usize.saturating_sub(first.width()));
    columns.iter().zip(widths).for_each(|((title, _), width)| text += &right(title, width));
    text.push('\n');
    let all: u64 = found.statistics.iter().map(|next| next.games).sum();
    for next in &found.statistics {
        // Of games without a result nothing can be said.
        let part = |n: u64, of: u64| match of {
            0 => "-".to_owned(),
            _ => format!("{:.1}%", 100.0 * n as f64 / of as f64),
        };
        let NextMove { games, black, white, draws, .. } = *next;
        let ended = black + white + draws;
        let cells =
            [games.to_string(), part(games, all), part(black, ended), part(white, ended), part(draws, ended)];
        text += &format!("{:8}", position.format_move(next.mv));
        cells.iter().zip(widths).for_each(|(cell, width)| text += &right(cell, width));
        // A symmetric position has the same move on several points, and the games may have any of them.
        let same = next.points.iter().filter(|&&p| next.mv.point() != Some(p));
        let same: Vec<String> = same.map(|&p| position.format_move(Move::Place(p))).collect();
        if !same.is_empty() {
            text += &format!("  = {}", same.join(" "));
        }
        if ProvenStrategy::is_reached_by(position, next.mv) {
            text += &format!("  {}", tr!(lang, StatsProven));
        }
        text.push('\n');
    }
    text + &tr!(lang, GamesHere, count = found.total) + "\n"
}

fn found_json(found: &PositionSearch, position: &AnyPosition, games: bool) -> Value {
    let next = |next: &NextMove| {
        let points: Vec<[u8; 2]> = next.points.iter().map(|p| [p.row, p.col]).collect();
        json!({
            "move": position.format_move(next.mv), "points": points, "games": next.games,
            "black": next.black, "white": next.white, "draws": next.draws,
            "strategy": ProvenStrategy::is_reached_by(position, next.mv),
        })
    };
    let mut out = json!({
        "total": found.total,
        "statistics": found.statistics.iter().map(next).collect::<Vec<_>>(),
    });
    if games {
        let game = |g: &tengen_library::PositionMatch| {
            let mut summary = summary_json(&g.summary);
            summary["ply"] = g.ply.into();
            summary["node"] = g.node.into();
            summary["main"] = g.main.into();
            summary
        };
        out["games"] = found.games.iter().map(game).collect();
    }
    out
}
