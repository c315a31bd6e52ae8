//! `tengen library player`: the results, openings and mistakes of a player.

use super::errors::fail;
use crate::cli::{PlayerArgs, Side};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Say as _, tr};
use crate::shell::command_line;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use tengen_board::Color;
use tengen_games::{GameSpec, Unit};
use tengen_library::{
    GameQuery, Library, Mistake, MistakeStatistics, NamedPlayer, OpeningStatistics, PhaseLosses, PlayerQuery,
    PlayerResults, PlayerSearch, PlayerStatistics,
};
use tengen_review::{Phase, ReviewText as _, Verdict};
use unicode_width::UnicodeWidthStr;

pub(super) fn player(
    library: &Library,
    folder: Option<&Path>,
    args: &PlayerArgs,
    lang: Lang,
) -> Result<u8, Fail> {
    let found = library.player(&query(args, lang)?).map_err(|e| fail(e, lang))?;
    let statistics = match found {
        PlayerSearch::Found(statistics) => statistics,
        PlayerSearch::Unknown(near) => return Err(unknown(&args.player, &near, lang)),
        PlayerSearch::Several(players) => return Err(several(&args.player, &players, lang)),
        PlayerSearch::Games(games) => return Err(several_games(&games, lang)),
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", statistics.to_json(|name| name.en.into()))?;
    } else {
        write!(out, "{}", text(&statistics, args, folder, lang))?;
    }
    Ok(if statistics.total().games == 0 { code::NEGATIVE } else { code::OK })
}

fn query(args: &PlayerArgs, lang: Lang) -> Result<PlayerQuery, Fail> {
    let games = GameQuery {
        from: args.since.clone(),
        to: args.until.clone(),
        tag: args.with_tag.clone(),
        ..GameQuery::default()
    };
    let games = match &args.game {
        None => games,
        Some(word) => games.with_game(word).map_err(|e| Fail::usage(lang.spec_error(&e)))?,
    };
    let color = args.side.map(|side| match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    });
    Ok(PlayerQuery { name: args.player.clone(), games, color, moves: args.moves })
}

fn unknown(name: &str, near: &[NamedPlayer], lang: Lang) -> Fail {
    let fail = Fail::input(tr!(lang, PlayerUnknown, name = clean(name)));
    match near {
        [] => fail.help(tr!(lang, PlayerUnknownHelp)),
        near => fail.help(tr!(lang, PlayerNear, names = listed(near, lang))),
    }
}

fn several(name: &str, players: &[NamedPlayer], lang: Lang) -> Fail {
    let help = tr!(lang, PlayerSeveralHelp, names = listed(players, lang));
    Fail::input(tr!(lang, PlayerSeveral, name = clean(name))).help(help)
}

fn several_games(games: &[(GameSpec, u64)], lang: Lang) -> Fail {
    let names = games.iter().map(|(spec, count)| {
        let count = tr!(lang, LibraryTotal, count = count);
        lang.pick(
            format!("{} ({count})", game_of(spec, lang)),
            format!("{}（{count}）", game_of(spec, lang)),
            format!("{}（{count}）", game_of(spec, lang)),
        )
    });
    let names = names.collect::<Vec<_>>().join(lang.pick(", ", "、", "、"));
    Fail::usage(tr!(lang, PlayerGames)).help(tr!(lang, PlayerGamesHelp, games = names))
}

/// Names with their numbers of games.
pub(super) fn listed(players: &[NamedPlayer], lang: Lang) -> String {
    let each = players.iter().map(|NamedPlayer { name, games }| {
        let (name, games) = (clean(name), tr!(lang, LibraryTotal, count = games));
        lang.pick(format!("{name} ({games})"), format!("{name}（{games}）"), format!("{name}（{games}）"))
    });
    each.collect::<Vec<_>>().join(lang.pick(", ", "、", "、"))
}

/// A text of a file in one line of the terminal.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(80).collect()
}

/// The game of most of the games; of the m,n,k games, which one.
fn game_of(spec: &GameSpec, lang: Lang) -> String {
    if spec.info().sizes.is_empty() { lang.spec(spec) } else { lang.kind(spec.kind()).to_owned() }
}

fn text(found: &PlayerStatistics, args: &PlayerArgs, folder: Option<&Path>, lang: Lang) -> String {
    let name = clean(&found.name);
    let Some(spec) = &found.spec else {
        return tr!(lang, PlayerNone, name = name) + "\n";
    };
    let mut head =
        tr!(lang, PlayerHead, name = name, game = game_of(spec, lang), count = found.total().games);
    if let Some((first, last)) = &found.dates {
        let (first, last) = (clean(first), clean(last));
        let period = if first == last { first } else { tr!(lang, PlayerPeriod, first = first, last = last) };
        head = format!("{head}{}{period}", lang.comma());
    }
    let mut out = head + "\n\n";
    out += &results(found, spec, lang);
    out += &format!("\n{}\n", tr!(lang, PlayerOpenings));
    out += &openings(found, spec, args.limit, lang);
    out += "\n";
    out + &mistakes(found, spec, folder, lang)
}

/// Rows in columns: the first from the left, the others from the right.
fn table(rows: &[Vec<String>]) -> String {
    columns(rows, false)
}

/// Rows in columns: from the left, or all but the first from the right.
fn columns(rows: &[Vec<String>], left: bool) -> String {
    let most = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..most).map(|at| width(at).unwrap_or_default()).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (at, cell) in row.iter().enumerate() {
            let blanks = " ".repeat(widths[at].saturating_sub(cell.width()));
            let gap = if at > 0 { "  " } else { "" };
            line += gap;
            line += &if left || at == 0 { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

fn results(found: &PlayerStatistics, spec: &GameSpec, lang: Lang) -> String {
    let row = |name: String, results: PlayerResults| {
        let PlayerResults { games, won, lost, drawn } = results;
        let counts = [games, won, lost, drawn].map(|n| n.to_string());
        [vec![name], counts.into(), vec![percent(results.score())]].concat()
    };
    table(&[
        vec![
            String::new(),
            tr!(lang, StatsGames),
            tr!(lang, PlayerWon),
            tr!(lang, PlayerLost),
            tr!(lang, PlayerDrawn),
            tr!(lang, PlayerScore),
        ],
        row(lang.side(spec, Color::Black).to_owned(), found.black),
        row(lang.side(spec, Color::White).to_owned(), found.white),
        row(tr!(lang, PlayerAll), found.total()),
    ])
}

fn openings(found: &PlayerStatistics, spec: &GameSpec, limit: usize, lang: Lang) -> String {
    let all = found.total().games.max(1);
    let sizes = found.openings.windows(2).any(|pair| pair[0].size != pair[1].size);
    let name = |opening: &OpeningStatistics| {
        let moves = opening.moves.join(" ");
        let text = match opening.name {
            _ if opening.set_up => tr!(lang, PlayerSetUp),
            Some(name) if moves.is_empty() => lang.label(name).to_owned(),
            Some(name) => format!("{}{}{moves}", lang.label(name), lang.colon()),
            None if moves.is_empty() => tr!(lang, NoMoves),
            None => moves,
        };
        if sizes { format!("{}  {text}", opening.size) } else { text }
    };
    let side = |results: PlayerResults| [results.games.to_string(), percent(results.score())];
    let mut rows = vec![
        [
            tr!(lang, PlayerOpening),
            tr!(lang, StatsGames),
            tr!(lang, StatsShare),
            tr!(lang, PlayerScore),
            lang.side(spec, Color::Black).to_owned(),
            tr!(lang, PlayerScore),
            lang.side(spec, Color::White).to_owned(),
            tr!(lang, PlayerScore),
        ]
        .to_vec(),
    ];
    for opening in found.openings.iter().take(limit) {
        let total = opening.total();
        let [games, score] = side(total);
        let share = percent(Some(total.games as f64 / all as f64));
        rows.push(
            [&[name(opening), games, share, score][..], &side(opening.black), &side(opening.white)].concat(),
        );
    }
    let more = found.openings.len().saturating_sub(limit);
    let more = if more > 0 { tr!(lang, PlayerMoreOpenings, count = more) + "\n" } else { String::new() };
    table(&rows) + &more
}

fn mistakes(found: &PlayerStatistics, spec: &GameSpec, folder: Option<&Path>, lang: Lang) -> String {
    let MistakeStatistics { reviewed, left_out, engines, limits, phases, worst } = &found.mistakes;
    let mut out = String::new();
    let all = found.total().games;
    if *reviewed > 0 {
        let engines = engines.iter().map(|(name, _)| clean(name)).collect::<Vec<_>>();
        let engines = engines.join(lang.comma());
        out += &tr!(lang, PlayerReviewed, reviewed = reviewed, count = all, engines = engines);
        out.push('\n');
    } else {
        out += &tr!(lang, PlayerNotReviewed);
        out.push('\n');
    }
    if limits.len() > 1 {
        let each = limits.iter().map(|(limits, games)| {
            let limits =
                limits.as_ref().map_or_else(|| tr!(lang, PlayerLimitsUnknown), |known| lang.limits(known));
            let games = tr!(lang, LibraryTotal, count = games);
            lang.pick(
                format!("{limits} ({games})"),
                format!("{limits}（{games}）"),
                format!("{limits}（{games}）"),
            )
        });
        let limits = each.collect::<Vec<_>>().join(lang.pick("; ", "；", "、"));
        out += &tr!(lang, PlayerLimitsMixed, limits = limits);
        out.push('\n');
    }
    if *left_out > 0 {
        out += &tr!(lang, PlayerReviewsLeftOut, count = left_out);
        out.push('\n');
    }
    if *reviewed + *left_out < all || *left_out > 0 {
        let words = ["tengen", "library", "review", "--player", &found.name, "--game", word_of(spec)];
        let words = words.map(OsString::from).into_iter();
        let folder = folder.into_iter().flat_map(|folder| ["--data".into(), folder.into()]);
        out += &tr!(lang, PlayerReviewHelp, command = command_line(words.chain(folder)));
        out.push('\n');
    }
    if *reviewed == 0 {
        return out;
    }
    out += &format!("{}\n", losses(phases, &found.mistakes.total(), spec, lang));
    out += &format!("{}{}{}\n", tr!(lang, PlayerPhases), lang.colon(), lang.phases(spec));
    if !worst.is_empty() {
        out += &format!("\n{}\n", tr!(lang, PlayerWorst));
        let rows: Vec<_> = worst.iter().map(|mistake| worst_row(mistake, spec, lang)).collect();
        out += &columns(&rows, true);
    }
    out
}

/// The word for the game of `--game`.
fn word_of(spec: &GameSpec) -> &'static str {
    match spec.rule_set() {
        Some(set) if spec.info().sizes.is_empty() => set.id,
        _ => spec.kind().name(),
    }
}

fn losses(phases: &[PhaseLosses; 3], total: &PhaseLosses, spec: &GameSpec, lang: Lang) -> String {
    let faults = Verdict::ALL.into_iter().filter(|verdict| verdict.is_fault());
    let has_units = spec.unit() != Unit::None && total.units.is_some();
    let mut head = vec![String::new(), tr!(lang, PlayerMoves)];
    head.extend(faults.map(|verdict| lang.verdict(verdict).to_owned()));
    head.push(tr!(lang, PlayerLoss));
    if has_units {
        head.push(tr!(lang, PlayerUnits, unit = lang.unit(spec.kind())));
    }
    let row = |name: String, phase: &PhaseLosses| {
        let counts = phase.faults;
        let counts = [phase.moves, counts.inaccuracy, counts.mistake, counts.missed_win, counts.blunder];
        let mut row = vec![name];
        row.extend(counts.map(|n| n.to_string()));
        row.push(percent(phase.mean_loss()));
        if has_units {
            row.push(phase.mean_units().map_or_else(|| "-".to_owned(), |units| format!("{units:.2}")));
        }
        row
    };
    let mut rows = vec![head];
    rows.extend(Phase::ALL.iter().zip(phases).map(|(&phase, sum)| row(lang.phase(phase).to_owned(), sum)));
    rows.push(row(tr!(lang, PlayerAll), total));
    format!("\n{}", table(&rows))
}

fn worst_row(mistake: &Mistake, spec: &GameSpec, lang: Lang) -> Vec<String> {
    let place = tr!(lang, PlayerPlace, game = mistake.game, number = mistake.number);
    let side = lang.side(spec, mistake.color).to_owned();
    let better = match &mistake.best {
        Some(best) => tr!(lang, PlayerBetter, played = clean(&mistake.played), best = clean(best)),
        None => clean(&mistake.played),
    };
    let mut loss = format!("-{}", percent(Some(mistake.loss)));
    if let Some(units) = mistake.units.filter(|_| spec.unit() != Unit::None) {
        let unit = lang.unit(spec.kind());
        loss += &lang.pick(
            format!(", -{units:.1} {unit}"),
            format!("，-{units:.1} {unit}"),
            format!("、-{units:.1}{unit}"),
        );
    }
    let against = clean(mistake.opponent.as_deref().unwrap_or("?"));
    let about = match &mistake.date {
        Some(date) => format!("{}{}{against}", clean(date), lang.comma()),
        None => against,
    };
    vec![place, side, better, loss, about]
}
