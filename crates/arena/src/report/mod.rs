//! A tournament as text and as an HTML page.

mod page;
mod plot;
mod words;

pub use page::html;
pub use plot::curve as elo_curve;

use crate::stats::{Elo, SprtOutcome};
use crate::{Pairing, Tournament};
use std::fmt::Write;
use tengen_words::Language;
use unicode_width::UnicodeWidthStr;

/// `+35.2 [-12.0, +82.9]`.
pub fn elo_text(elo: Option<Elo>) -> String {
    match elo {
        None => "no games".into(),
        Some(Elo { value, low, high }) => format!("{value:+.1} [{low:+.1}, {high:+.1}]"),
    }
}

/// The table of a tournament: players by points if there are more than two, a line for each pairing, the faults, and
/// the SPRT.
pub fn table(tournament: &Tournament) -> String {
    let players = &tournament.config().players;
    let mut text = String::new();
    let mut standings: Vec<(usize, Pairing)> = tournament.standings().into_iter().enumerate().collect();
    let share = |pairing: &Pairing| pairing.tally.points() / pairing.tally.games().max(1) as f64;
    if players.len() > 2 {
        standings.sort_by(|a, b| share(&b.1).total_cmp(&share(&a.1)));
        let rows = standings.iter().enumerate().map(|(rank, (player, pairing))| {
            row(format!("{}  {}", rank + 1, players[*player].name()), pairing)
        });
        text += &aligned("player", rows);
        text.push('\n');
    }
    let rows = tournament
        .results()
        .into_iter()
        .map(|([a, b], pairing)| row(format!("{} - {}", players[a].name(), players[b].name()), &pairing));
    text += &aligned("first - second", rows);
    standings.sort_by_key(|&(player, _)| player);
    for (player, pairing) in standings.iter().filter(|(_, pairing)| !pairing.faults[0].is_empty()) {
        let _ = write!(text, "faults of {}: {}", players[*player].name(), pairing.faults_text(0));
        if let Some((game, fault)) = tournament.first_fault(*player) {
            let _ = write!(text, "; first in game {}: {}", game + 1, fault.what);
        }
        text.push('\n');
    }
    if let (Some((outcome, llr)), Some(sprt)) = (tournament.sprt_outcome(), tournament.config().sprt) {
        let (low, high) = sprt.bounds();
        let word = sprt_word(outcome).text(Language::English);
        let _ = writeln!(
            text,
            "SPRT [{}, {}]: LLR {llr:.2} of [{low:.2}, {high:.2}], {word}",
            sprt.elo0, sprt.elo1
        );
    }
    text
}

fn sprt_word(outcome: SprtOutcome) -> words::Word {
    match outcome {
        SprtOutcome::Accepted => words::ACCEPTED,
        SprtOutcome::Rejected => words::REJECTED,
        SprtOutcome::Open => words::OPEN,
    }
}

const COLUMNS: [&str; 8] = ["points", "+", "=", "-", "draws", "black", "white", "Elo"];

/// A name and its cells under [`COLUMNS`].
fn row(name: String, pairing: &Pairing) -> (String, [String; 8]) {
    let tally = pairing.tally;
    let [black, white] = pairing.by_color.map(|t| format!("{:.1}/{}", t.points(), t.games()));
    let draws = format!("{:.0}%", 100.0 * tally.draws as f64 / tally.games().max(1) as f64);
    let points = format!("{:.1}/{}", tally.points(), tally.games());
    let [wins, even, losses] = [tally.wins, tally.draws, tally.losses].map(|n| n.to_string());
    (name, [points, wins, even, losses, draws, black, white, elo_text(pairing.elo())])
}

/// The rows under their header, with right-aligned cells.
fn aligned(header: &str, rows: impl Iterator<Item = (String, [String; 8])>) -> String {
    let rows: Vec<_> = std::iter::once((header.to_owned(), COLUMNS.map(str::to_owned))).chain(rows).collect();
    let first = rows.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    let width = |i: usize| rows.iter().map(|(_, cells)| cells[i].width()).max().unwrap_or(0);
    let widths: [usize; 8] = std::array::from_fn(width);
    let mut text = String::new();
    for (name, cells) in &rows {
        let _ = write!(text, "{name}{}", " ".repeat(first - name.width()));
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(text, "  {}{cell}", " ".repeat(width - cell.width()));
        }
        text.push('\n');
    }
    text
}

/// The last line of a match: the first player's points, its Elo with the interval, its faults and those of its
/// opponents by kind.
pub fn last_line(tournament: &Tournament) -> String {
    let standings = tournament.standings();
    let (Some(pairing), Some(player)) = (standings.first(), tournament.config().players.first()) else {
        return String::new();
    };
    format!(
        "{}: {:.1}/{}, Elo {}, faults: {} ({}: {})",
        player.name(),
        pairing.tally.points(),
        pairing.tally.games(),
        elo_text(pairing.elo()),
        pairing.faults_text(0),
        if standings.len() > 2 { "opponents" } else { "opponent" },
        pairing.faults_text(1),
    )
}
