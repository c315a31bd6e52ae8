//! A tournament as text and as a page.

use crate::Tournament;
use crate::stats::{Elo, Verdict, elo_of};
use std::fmt::Write;

/// `+35.2 [-12.0, +82.9]`.
pub fn elo_text(elo: Option<Elo>) -> String {
    match elo {
        None => "no games".into(),
        Some(Elo { value, low, high }) => format!("{value:+.1} [{low:+.1}, {high:+.1}]"),
    }
}

/// One line for each pairing: points, share of draws, Elo with its interval.
pub fn table(tournament: &Tournament) -> String {
    let mut text = String::new();
    let players = &tournament.config().players;
    for ([a, b], pairing) in tournament.results() {
        let tally = pairing.tally;
        let games = tally.games().max(1) as f64;
        let colors = pairing.by_color.map(|t| format!("{:.1}/{}", t.points(), t.games()));
        let _ = writeln!(
            text,
            "{} - {}: {:.1} of {} (+{} ={} -{}), draws {:.0}%, black {}, white {}, Elo {}",
            players[a].name(),
            players[b].name(),
            tally.points(),
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * tally.draws as f64 / games,
            colors[0],
            colors[1],
            elo_text(pairing.elo()),
        );
        for side in 0..2 {
            if !pairing.faults[side].is_empty() {
                let _ = writeln!(
                    text,
                    "  faults of {}: {}",
                    players[[a, b][side]].name(),
                    pairing.faults_text(side)
                );
            }
        }
    }
    if let (Some((verdict, llr)), Some(sprt)) = (tournament.verdict(), tournament.config().sprt) {
        let (low, high) = sprt.bounds();
        let word = match verdict {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        };
        let _ = writeln!(
            text,
            "SPRT [{}, {}]: LLR {llr:.2} of [{low:.2}, {high:.2}], {word}",
            sprt.elo0, sprt.elo1
        );
    }
    text
}

/// The last line of a match: the first player's points, Elo with its interval, faults by kind of both.
pub fn last_line(tournament: &Tournament) -> String {
    let results = tournament.results();
    let players = &tournament.config().players;
    let Some(([a, b], pairing)) = results.first() else { return String::new() };
    format!(
        "{}: {:.1}/{}, Elo {}, faults: {} (opponent: {})",
        players[*a].name(),
        pairing.tally.points(),
        pairing.tally.games(),
        elo_text(pairing.elo()),
        pairing.faults_text(0),
        // With several opponents their faults are in the table.
        if results.len() == 1 {
            pairing.faults_text(1)
        } else {
            format!("{} and others, see the table", players[*b].name())
        },
    )
}

/// A page of its own with the cross-table, colours, openings, faults and the course of Elo.
pub fn html(tournament: &Tournament) -> String {
    let players = &tournament.config().players;
    let results = tournament.results();
    let name = |i: usize| escape(players[i].name());
    let mut body = String::new();
    let _ =
        write!(body, "<h1>{} on {}</h1>", tournament.config().spec.kind(), tournament.config().spec.size());
    let _ = write!(body, "<p>{} of {} games played.</p>", tournament.played().len(), tournament.total());

    body += "<h2>Cross-table</h2><table><tr><th></th>";
    (0..players.len()).for_each(|j| body += &format!("<th>{}</th>", name(j)));
    body += "<th>points</th></tr>";
    for i in 0..players.len() {
        let mut points = 0.0;
        let _ = write!(body, "<tr><th>{}</th>", name(i));
        for j in 0..players.len() {
            let cell = results.iter().find_map(|([a, b], pairing)| {
                let games = pairing.tally.games();
                let own = if [*a, *b] == [i, j] {
                    pairing.tally.points()
                } else {
                    games as f64 - pairing.tally.points()
                };
                ([*a, *b] == [i, j] || [*a, *b] == [j, i]).then_some((own, games))
            });
            match cell {
                Some((own, games)) => {
                    points += own;
                    let _ = write!(body, "<td>{own:.1}/{games}</td>");
                }
                None => body += "<td class=none></td>",
            }
        }
        let _ = write!(body, "<td><b>{points:.1}</b></td></tr>");
    }
    body += "</table>";

    for ([a, b], pairing) in &results {
        let _ = write!(body, "<h2>{} – {}</h2><p>Elo {}</p>", name(*a), name(*b), elo_text(pairing.elo()));
        body += &plot(&pairing.curve);
        body += "<table><tr><th></th><th>won</th><th>drawn</th><th>lost</th></tr>";
        for (word, tally) in ["with black", "with white"].iter().zip(pairing.by_color) {
            let _ = write!(
                body,
                "<tr><th>{word}</th><td>{}</td><td>{}</td><td>{}</td></tr>",
                tally.wins, tally.draws, tally.losses
            );
        }
        let [n0, n1, n2, n3, n4] = pairing.pairs;
        let _ = write!(body, "</table><p>Pairs with 0, ½, 1, 1½, 2 points: {n0}, {n1}, {n2}, {n3}, {n4}</p>");
        body += "<details><summary>By opening</summary><table><tr><th>opening</th><th>won</th><th>drawn</th><th>lost</th></tr>";
        for (opening, tally) in &pairing.by_opening {
            let _ = write!(
                body,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(opening),
                tally.wins,
                tally.draws,
                tally.losses
            );
        }
        body += "</table></details>";
        for side in 0..2 {
            let _ = write!(body, "<p>Faults of {}: {}</p>", name([*a, *b][side]), pairing.faults_text(side));
        }
    }

    body += "<h2>Games</h2><table><tr><th>#</th><th>first</th><th>second</th><th>result</th><th>plies</th><th>opening</th><th>fault</th></tr>";
    let mut games: Vec<_> = tournament.played().iter().collect();
    games.sort_by_key(|game| game.game);
    for game in games {
        let fault = game.fault.as_ref().map_or_else(String::new, |(seat, fault)| {
            format!("{}: {fault}", players[game.players[*seat]].name())
        });
        let _ = write!(
            body,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            game.game + 1,
            name(game.players[0]),
            name(game.players[1]),
            escape(&game.result),
            game.plies,
            escape(&game.opening),
            escape(&fault),
        );
    }
    body += "</table>";
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Tengen match</title><style>\
         body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fdfcf9}}\
         table{{border-collapse:collapse;margin:.5rem 0}}td,th{{border:1px solid #ccc;padding:.2rem .6rem;text-align:left}}\
         td.none{{background:#eee}}svg{{max-width:100%;background:#fff;border:1px solid #ccc}}\
         </style><body>{body}</body></html>\n"
    )
}

/// The first player's Elo after each game, as a curve.
fn plot(curve: &[f64]) -> String {
    const WIDTH: f64 = 640.0;
    const HEIGHT: f64 = 200.0;
    const MOST: f64 = 400.0;
    if curve.len() < 2 {
        return String::new();
    }
    let mut points = 0.0;
    let place = |(i, score): (usize, &f64)| {
        points += score;
        // One draw before the first game keeps the beginning on the sheet.
        let elo = elo_of((points + 0.5) / (i as f64 + 2.0)).clamp(-MOST, MOST);
        let x = 40.0 + (WIDTH - 50.0) * i as f64 / (curve.len() - 1) as f64;
        format!("{x:.1},{:.1}", HEIGHT / 2.0 - elo / MOST * (HEIGHT / 2.0 - 10.0))
    };
    let line = curve.iter().enumerate().map(place).collect::<Vec<_>>().join(" ");
    let marks: String = [-200.0, 0.0, 200.0]
        .iter()
        .map(|elo| {
            let y = HEIGHT / 2.0 - elo / MOST * (HEIGHT / 2.0 - 10.0);
            format!(
                "<line x1=40 x2={WIDTH} y1={y:.1} y2={y:.1} stroke=#ddd /><text x=2 y={:.1} font-size=12 fill=#666>{elo:+}</text>",
                y + 4.0
            )
        })
        .collect();
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=img aria-label=\"Elo after each game\">{marks}\
         <polyline points=\"{line}\" fill=none stroke=#b5482a stroke-width=2 /></svg>"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
