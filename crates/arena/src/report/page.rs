//! A tournament as a self-contained HTML page.

use super::{elo_text, plot};
use crate::{Pairing, PlayedGame, Tally, Tournament};
use std::fmt::Write;
use std::time::Duration;
use tengen_games::GameSpec;
use tengen_protocols::TimeControl;

/// The page: the settings, the cross-table, and for each pairing the curve of Elo, colours, openings and faults. Then
/// the times and all games, with links to their records if the tournament has a folder.
pub fn html(tournament: &Tournament) -> String {
    let config = tournament.config();
    let names: Vec<String> = config.players.iter().map(|player| escape(player.name())).collect();
    let title = escape(&title(&config.spec));
    let mut body = format!("<h1>{title}</h1><p>{}</p>", facts(tournament));
    body += "<h2>Cross-table</h2>";
    body += &cross_table(tournament, &names);
    for ([a, b], pairing) in &tournament.results() {
        body += &between([&names[*a], &names[*b]], pairing);
    }
    body += "<h2>Time for a move</h2>";
    body += &times(tournament.played(), &names);
    body += "<h2>Games</h2>";
    body += &games(tournament, &names);
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>{title}: {}</title><style>{STYLE}</style><body>{body}</body></html>\n",
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
fn title(spec: &GameSpec) -> String {
    if spec.info().rule_sets.len() == 1 {
        return format!("{} on {}", spec.kind(), spec.size());
    }
    format!("{}, {}, on {}", spec.kind(), spec.rules_text(), spec.size())
}

/// Games played, time control and openings.
fn facts(tournament: &Tournament) -> String {
    let config = tournament.config();
    let openings = match config.openings.len() {
        1 => "1 opening".into(),
        n => format!("{n} openings"),
    };
    format!(
        "{} of {} games played; {}; {openings}, each with both colours.",
        tournament.played().len(),
        tournament.total(),
        clocks(&config.time)
    )
}

fn clocks(time: &TimeControl) -> String {
    let shown = |time: Duration| match time.as_secs_f64() {
        s if s < 1.0 => format!("{} ms", time.as_millis()),
        s => format!("{s} s"),
    };
    let mut parts = Vec::new();
    parts.extend(time.per_move.map(|time| format!("{} a move", shown(time))));
    parts.extend(time.game.map(|game| match time.increment {
        Duration::ZERO => format!("{} a game", shown(game)),
        more => format!("{} a game and {} more with each move", shown(game), shown(more)),
    }));
    parts.extend(
        time.nodes.map(|nodes| format!("{nodes} {} a move", if nodes == 1 { "node" } else { "nodes" })),
    );
    parts.extend(time.depth.map(|depth| format!("depth {depth}")));
    parts.extend(time.threads.filter(|&threads| threads > 1).map(|threads| format!("{threads} threads")));
    parts.extend(time.memory.map(|bytes| format!("{} MiB", bytes >> 20)));
    parts.join(", ")
}

fn cross_table(tournament: &Tournament, names: &[String]) -> String {
    let (results, standings) = (tournament.results(), tournament.standings());
    let mut text = String::from("<div class=wide><table><tr><th></th>");
    names.iter().for_each(|name| text += &format!("<th>{name}</th>"));
    text += "<th>points</th><th>Elo against the others</th></tr>";
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
        let (points, elo) = (standing.tally.points(), elo_text(standing.elo()));
        let _ = write!(text, "<td class=n><b>{points:.1}</b></td><td class=n>{elo}</td></tr>");
    }
    text + "</table></div>"
}

fn between(names: [&String; 2], pairing: &Pairing) -> String {
    let mut text = format!("<h2>{} – {}</h2>", names[0], names[1]);
    let tally = pairing.tally;
    let draws = 100.0 * tally.draws as f64 / tally.games().max(1) as f64;
    let _ = write!(text, "<p>Elo {}, draws {draws:.0} %</p>", elo_text(pairing.elo()));
    text += &plot::elo(&pairing.curve);
    text += &tallies(["with black", "with white"].into_iter().map(str::to_owned).zip(pairing.by_color), "");
    let [n0, n1, n2, n3, n4] = pairing.pairs;
    let _ = write!(text, "<p>Pairs with 0, ½, 1, 1½, 2 points: {n0}, {n1}, {n2}, {n3}, {n4}</p>");
    text += "<details><summary>By opening</summary>";
    text += &tallies(pairing.by_opening.iter().map(|(name, tally)| (escape(name), *tally)), "opening");
    text += "</details>";
    for (side, name) in names.into_iter().enumerate() {
        let _ = write!(text, "<p>Faults of {name}: {}</p>", pairing.faults_text(side));
    }
    text
}

fn tallies(rows: impl Iterator<Item = (String, Tally)>, head: &str) -> String {
    let mut text = format!(
        "<div class=wide><table><tr><th>{head}</th><th>points</th><th>won</th><th>drawn</th><th>lost</th></tr>"
    );
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
fn times(played: &[PlayedGame], names: &[String]) -> String {
    let mut text = String::from(
        "<table><tr><th></th><th>moves</th><th>median, ms</th><th>95th percentile, ms</th><th>longest, ms</th></tr>",
    );
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
    text + "</table>"
}

fn games(tournament: &Tournament, names: &[String]) -> String {
    let mut text = String::from(
        "<div class=wide><table><tr><th>#</th><th>first</th><th>second</th><th>result</th><th>plies</th><th>opening</th><th>fault</th></tr>",
    );
    let kept = tournament.config().dir.is_some();
    let mut games: Vec<_> = tournament.played().iter().collect();
    games.sort_by_key(|game| game.game);
    for game in games {
        let number = game.game + 1;
        let link =
            if kept { format!("<a href=\"games/{number:05}.sgf\">{number}</a>") } else { number.to_string() };
        let fault = game.fault.as_ref().map_or_else(String::new, |(seat, fault)| {
            format!("{}: {}", names[game.players[*seat]], escape(&fault.to_string()))
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
