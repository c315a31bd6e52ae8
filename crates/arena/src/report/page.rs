//! A tournament as a self-contained HTML page.

use super::plot;
use super::table::{count_lines, elo_text, faults_text, sprt_word};
use super::words::{self, Word};
use crate::{Pairing, PlayedGame, Tally, Tournament};
use std::fmt::Write;
use std::time::Duration;
use tengen_engine::EngineError;
use tengen_games::GameSpec;
use tengen_protocols::TimeControl;
use tengen_words::Language;

/// The page: the settings, the cross-table, and for each pairing the curve of Elo, colours, openings and faults. Then
/// the times and all games, with links to their records if `links` says that they are beside it, as in the folder of a
/// tournament.
pub fn html(tournament: &Tournament, language: Language, links: bool) -> String {
    let config = tournament.config();
    let names: Vec<String> = config.players.iter().map(|player| escape(player.name())).collect();
    let title = escape(&title(&config.spec, language));
    let say = |word: Word| word.text(language);
    let mut body = format!("<h1>{title}</h1><p>{}</p>", facts(tournament, language));
    let _ = write!(body, "<h2>{}</h2>", say(words::CROSS_TABLE));
    body += &cross_table(tournament, &names, language);
    for ([a, b], pairing) in &tournament.results() {
        body += &between([&names[*a], &names[*b]], pairing, language);
    }
    let counts = count_lines(tournament, language);
    if let Some((head, games)) = counts.split_first() {
        let games: Vec<String> = games.iter().map(|line| format!("<li>{}", escape(line))).collect();
        let _ = write!(body, "<p>{}</p><ul>{}</ul>", escape(head), games.concat());
    }
    let _ = write!(body, "<h2>{}</h2>", say(words::TIMES));
    body += &times(tournament.played(), &names, language);
    let _ = write!(body, "<h2>{}</h2>", say(words::GAMES));
    body += &games(tournament, &names, language, links);
    format!(
        "<!doctype html><html lang={}><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>{title}: {}</title><style>{STYLE}</style><body>{body}</body></html>\n",
        language.tag(),
        names.join(" – ")
    )
}

const STYLE: &str = ":root{color-scheme:light dark;--ink:#222;--paper:#fdfcf9;--sheet:#fff;--line:#ccc;--faint:#666;--own:#b5482a}\
@media (prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#191817;--sheet:#211f1d;--line:#4a4642;--faint:#a09a93;--own:#e0825f}}\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--paper)}\
.wide{overflow-x:auto}table{border-collapse:collapse;margin:.5rem 0;font-variant-numeric:tabular-nums}\
td,th{border:1px solid var(--line);padding:.2rem .6rem;text-align:left}td.n{text-align:right}td.none{background:var(--line)}\
a{color:var(--own)}.small{font-size:.85rem;color:var(--faint);margin-top:0}\
svg{width:100%;max-width:45rem;background:var(--sheet);border:1px solid var(--line)}svg text{font-size:12px;fill:var(--faint)}\
.grid{stroke:var(--line)}.band{fill:var(--own);opacity:.15}.curve{fill:none;stroke:var(--own);stroke-width:2}";

/// The game, its rules and its board.
fn title(spec: &GameSpec, language: Language) -> String {
    let (game, size) = (language.kind(spec.kind()), spec.size());
    if spec.info().rule_sets.len() == 1 {
        return words::TITLE_SHORT.with(language, &[&game, &size]);
    }
    let rules = match language {
        Language::English => spec.rules_text(),
        _ => language.rules_name(spec),
    };
    words::TITLE.with(language, &[&game, &rules, &size])
}

/// Games played, time control, openings, and the test.
fn facts(tournament: &Tournament, language: Language) -> String {
    let config = tournament.config();
    let (played, total) = (tournament.played().len(), tournament.total());
    let mut text = words::PLAYED.with(language, &[&played, &total, &clocks(&config.time, language)]);
    text += &match config.openings.len() {
        1 => words::ONE_OPENING.text(language).to_owned(),
        n => words::OPENINGS.with(language, &[&n]),
    };
    if let (Some((outcome, llr)), Some(sprt)) = (tournament.sprt_outcome(), config.sprt) {
        let (low, high) = sprt.bounds();
        let [llr, low, high] = [llr, low, high].map(|number| format!("{number:.2}"));
        let word = sprt_word(outcome).text(language);
        text += "</p><p>";
        text += &words::TEST.with(language, &[&sprt.elo0, &sprt.elo1, &llr, &low, &high, &word]);
    }
    text
}

fn clocks(time: &TimeControl, language: Language) -> String {
    let shown = |time: Duration| match time.as_secs_f64() {
        s if s < 1.0 => words::MILLISECONDS.with(language, &[&time.as_millis()]),
        s => words::SECONDS.with(language, &[&s]),
    };
    let mut parts = Vec::new();
    parts.extend(time.per_move.map(|time| words::A_MOVE.with(language, &[&shown(time)])));
    parts.extend(time.game.map(|game| match time.increment {
        Duration::ZERO => words::A_GAME.with(language, &[&shown(game)]),
        more => words::INCREMENT.with(language, &[&shown(game), &shown(more)]),
    }));
    parts.extend(time.nodes.map(|nodes| match nodes {
        1 => words::ONE_NODE.text(language).to_owned(),
        _ => words::NODES.with(language, &[&nodes]),
    }));
    parts.extend(time.depth.map(|depth| words::DEPTH.with(language, &[&depth])));
    let threads = time.threads.filter(|&threads| threads > 1);
    parts.extend(threads.map(|threads| words::THREADS.with(language, &[&threads])));
    parts.extend(time.memory.map(|bytes| format!("{} MiB", bytes >> 20)));
    parts.extend(time.ponder.then(|| words::PONDERING.text(language).to_owned()));
    if parts.is_empty() {
        return words::OWN_LIMITS.text(language).to_owned();
    }
    parts.join(language.pick(", ", "，", "、"))
}

fn cross_table(tournament: &Tournament, names: &[String], language: Language) -> String {
    let (results, standings) = (tournament.results(), tournament.standings());
    let mut text = String::from("<div class=wide><table><tr><th></th>");
    names.iter().for_each(|name| text += &format!("<th>{name}</th>"));
    let (points, elo) = (words::POINTS.text(language), words::ELO_OTHERS.text(language));
    let _ = write!(text, "<th>{points}</th><th>{elo}</th></tr>");
    for (i, standing) in standings.iter().enumerate() {
        let _ = write!(text, "<tr><th>{}</th>", names[i]);
        for j in 0..names.len() {
            let tally_of =
                |pair: [usize; 2]| results.iter().find(|(own, _)| *own == pair).map(|(_, p)| p.tally);
            match tally_of([i, j]).or_else(|| tally_of([j, i]).map(Tally::turned)) {
                Some(tally) => {
                    let _ = write!(text, "<td class=n>{:.1}/{}</td>", tally.points(), tally.games());
                }
                None => text += "<td class=none></td>",
            }
        }
        let (points, elo) = (standing.tally.points(), elo_text(standing.elo(), language));
        let _ = write!(text, "<td class=n><b>{points:.1}</b></td><td class=n>{elo}</td></tr>");
    }
    text + "</table></div>"
}

fn between(names: [&String; 2], pairing: &Pairing, language: Language) -> String {
    let mut text = format!("<h2>{} – {}</h2>", names[0], names[1]);
    let tally = pairing.tally;
    let draws = format!("{:.0}", 100.0 * tally.draws as f64 / tally.games().max(1) as f64);
    let elo = elo_text(pairing.elo(), language);
    let _ = write!(text, "<p>{}</p>", words::ELO_DRAWS.with(language, &[&elo, &draws]));
    text += &plot::elo_curve(&pairing.curve, language);
    let colors = [words::WITH_BLACK, words::WITH_WHITE].map(|word| word.text(language).to_owned());
    text += &tallies(colors.into_iter().zip(pairing.by_color), "", language);
    let pairs = pairing.pairs.map(|n| n.to_string()).join(", ");
    let _ = write!(text, "<p>{}</p>", words::PAIRS.with(language, &[&pairs]));
    let _ = write!(text, "<details><summary>{}</summary>", words::BY_OPENING.text(language));
    let openings = pairing.by_opening.iter().map(|(name, tally)| (escape(name), *tally));
    text += &tallies(openings, words::OPENING.text(language), language);
    text += "</details>";
    for (side, name) in names.into_iter().enumerate() {
        let faults = faults_text(pairing, side, language);
        let _ = write!(text, "<p>{}</p>", words::FAULTS_OF.with(language, &[name, &faults]));
    }
    text
}

/// A table's beginning, with its head.
fn head(cells: &[&str]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<th>{cell}</th>")).collect();
    format!("<div class=wide><table><tr>{cells}</tr>")
}

fn tallies(rows: impl Iterator<Item = (String, Tally)>, name: &str, language: Language) -> String {
    let [points, won, drawn, lost] =
        [words::POINTS, words::WON, words::DRAWN, words::LOST].map(|word| word.text(language));
    let mut text = head(&[name, points, won, drawn, lost]);
    for (name, tally) in rows {
        let _ = write!(text, "<tr><th>{name}</th><td class=n>{:.1}/{}</td>", tally.points(), tally.games());
        for n in [tally.wins, tally.draws, tally.losses] {
            let _ = write!(text, "<td class=n>{n}</td>");
        }
        text += "</tr>";
    }
    text + "</table></div>"
}

/// The median and the longest time for a move of each player.
fn times(played: &[PlayedGame], names: &[String], language: Language) -> String {
    let [moves, median, percentile, longest] =
        [words::MOVES, words::MEDIAN, words::PERCENTILE, words::LONGEST].map(|word| word.text(language));
    let mut text = head(&["", moves, median, percentile, longest]);
    for (player, name) in names.iter().enumerate() {
        let mut millis: Vec<u64> = played.iter().flat_map(|game| game.times_of(player)).collect();
        millis.sort_unstable();
        let _ = write!(text, "<tr><th>{name}</th><td class=n>{}</td>", millis.len());
        for percentile in [50, 95, 100] {
            let at = (millis.len() * percentile).div_ceil(100).saturating_sub(1);
            let shown = millis.get(at).map_or_else(|| "–".into(), u64::to_string);
            let _ = write!(text, "<td class=n>{shown}</td>");
        }
        text += "</tr>";
    }
    text + "</table></div>"
}

fn games(tournament: &Tournament, names: &[String], language: Language, links: bool) -> String {
    let columns = [words::FIRST, words::SECOND, words::RESULT, words::PLIES, words::OPENING, words::FAULT];
    let [first, second, result, plies, opening, fault] = columns.map(|word| word.text(language));
    let mut text = head(&["#", first, second, result, plies, opening, fault]);
    let mut games: Vec<_> = tournament.played().iter().collect();
    games.sort_by_key(|game| game.game);
    for game in games {
        let number = game.game + 1;
        let link = if links {
            format!("<a href=\"games/{number:05}.sgf\">{number}</a>")
        } else {
            number.to_string()
        };
        let fault = game.fault.as_ref().map_or_else(String::new, |(seat, fault)| {
            let engine = tournament.config().players[game.players[*seat]].name().to_owned();
            escape(&language.engine_error(&EngineError::Program { engine, fault: fault.clone() }))
        });
        let _ = write!(
            text,
            "<tr><td class=n>{link}</td><td>{}</td><td>{}</td><td>{}</td><td class=n>{}</td><td>{}</td><td>{fault}</td></tr>",
            names[game.players[0]],
            names[game.players[1]],
            escape(&game.result),
            game.plies,
            escape(&game.opening),
        );
    }
    text + "</table></div>"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
