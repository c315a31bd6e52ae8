//! The table of a tournament and its last line, as text.

use super::words;
use crate::stats::{Elo, SprtOutcome};
use crate::{Count, Pairing, Tournament};
use std::fmt::Write;
use tengen_words::Language;
use unicode_width::UnicodeWidthStr;

/// `+35.2 [-12.0, +82.9]`.
pub fn elo_text(elo: Option<Elo>, language: Language) -> String {
    match elo {
        None => words::NO_GAMES.text(language).into(),
        Some(Elo { value, low, high }) => format!("{value:+.1} [{low:+.1}, {high:+.1}]"),
    }
}

/// The table of a tournament: players by points if there are more than two, a line for each pairing, the faults, and
/// the SPRT.
pub fn table(tournament: &Tournament, language: Language) -> String {
    let players = &tournament.config().players;
    let mut text = String::new();
    let mut standings: Vec<(usize, Pairing)> = tournament.standings().into_iter().enumerate().collect();
    let share = |pairing: &Pairing| pairing.tally.points() / pairing.tally.games().max(1) as f64;
    if players.len() > 2 {
        standings.sort_by(|a, b| share(&b.1).total_cmp(&share(&a.1)));
        let rows = standings.iter().enumerate().map(|(rank, (player, pairing))| {
            row(format!("{}  {}", rank + 1, players[*player].name()), pairing, language)
        });
        text += &aligned(words::PLAYER, rows, language);
        text.push('\n');
    }
    let rows = tournament.results().into_iter().map(|([a, b], pairing)| {
        row(format!("{} - {}", players[a].name(), players[b].name()), &pairing, language)
    });
    text += &aligned(words::PAIR, rows, language);
    standings.sort_by_key(|&(player, _)| player);
    for (player, pairing) in standings.iter().filter(|(_, pairing)| !pairing.faults[0].is_empty()) {
        let name = players[*player].name();
        text += &words::FAULTS_LINE.with(language, &[&name, &faults_text(pairing, 0, language)]);
        if let Some((game, fault)) = tournament.first_fault(*player) {
            text += &words::FIRST_FAULT.with(language, &[&(game + 1), &language.fault_cause(&fault.cause)]);
        }
        text.push('\n');
    }
    for line in count_lines(tournament, language) {
        text += &line;
        text.push('\n');
    }
    if let (Some((outcome, llr)), Some(sprt)) = (tournament.sprt_outcome(), tournament.config().sprt) {
        let (low, high) = sprt.bounds();
        let [llr, low, high] = [llr, low, high].map(|value| format!("{value:.2}"));
        let word = sprt_word(outcome).text(language);
        let values: [&dyn std::fmt::Display; 6] = [&sprt.elo0, &sprt.elo1, &llr, &low, &high, &word];
        let _ = writeln!(text, "{}", words::TEST.with(language, &values));
    }
    text
}

/// Games with a difference that are named, at most.
const NAMED_COUNTS: usize = 10;

/// The games of Go that an engine counts otherwise than the judge: how many, and the first ones with both counts. Empty
/// if there are none.
pub(super) fn count_lines(tournament: &Tournament, language: Language) -> Vec<String> {
    let differing = tournament.differing_counts();
    if differing.is_empty() {
        return Vec::new();
    }
    let players = &tournament.config().players;
    let counted = tournament.played().iter().filter(|game| game.counts.is_some()).count();
    let mut lines = vec![words::COUNTS.with(language, &[&differing.len(), &counted])];
    let comma = language.pick(", ", "，", "、");
    for game in differing.iter().take(NAMED_COUNTS) {
        let Some(counts) = &game.counts else { continue };
        let of = |seat: usize| {
            let count = counts.seats[seat].as_ref()?;
            Some(format!("{} {}", players[game.players[seat]].name(), count_text(count, language)))
        };
        let others: Vec<String> = counts.differing().filter_map(of).collect();
        let judge = count_text(&counts.judge, language);
        let values: [&dyn std::fmt::Display; 3] = [&(game.game + 1), &judge, &others.join(comma)];
        lines.push(words::COUNT_OF_GAME.with(language, &values));
    }
    if differing.len() > NAMED_COUNTS {
        lines.push(words::MORE_GAMES.with(language, &[&(differing.len() - NAMED_COUNTS)]));
    }
    lines
}

/// `B+3.5 (dead A1 B1)`.
fn count_text(count: &Count, language: Language) -> String {
    let dead = count.dead.as_ref().map(|dead| match dead.as_slice() {
        [] => words::DEAD.with(language, &[&words::NONE.text(language)]),
        dead => words::DEAD.with(language, &[&dead.join(" ")]),
    });
    match (&count.score, dead) {
        (Some(score), Some(dead)) => {
            format!(
                "{score}{}",
                language.pick(format!(" ({dead})"), format!("（{dead}）"), format!("（{dead}）"))
            )
        }
        (Some(score), None) => score.clone(),
        (None, dead) => dead.unwrap_or_default(),
    }
}

pub(super) fn sprt_word(outcome: SprtOutcome) -> words::Word {
    match outcome {
        SprtOutcome::Accepted => words::ACCEPTED,
        SprtOutcome::Rejected => words::REJECTED,
        SprtOutcome::Open => words::OPEN,
    }
}

const COLUMNS: [words::Word; 8] = [
    words::POINTS,
    words::PLUS,
    words::EQUAL,
    words::MINUS,
    words::DRAWS,
    words::BLACK,
    words::WHITE,
    words::ELO,
];

/// A name and its cells under [`COLUMNS`].
fn row(name: String, pairing: &Pairing, language: Language) -> (String, [String; 8]) {
    let tally = pairing.tally;
    let [black, white] = pairing.by_color.map(|t| format!("{:.1}/{}", t.points(), t.games()));
    let draws = format!("{:.0}%", 100.0 * tally.draws as f64 / tally.games().max(1) as f64);
    let points = format!("{:.1}/{}", tally.points(), tally.games());
    let [wins, even, losses] = [tally.wins, tally.draws, tally.losses].map(|n| n.to_string());
    (name, [points, wins, even, losses, draws, black, white, elo_text(pairing.elo(), language)])
}

/// The rows under their header, with right-aligned cells.
fn aligned(
    header: words::Word,
    rows: impl Iterator<Item = (String, [String; 8])>,
    language: Language,
) -> String {
    let text_of = |word: words::Word| word.text(language).to_owned();
    let rows: Vec<_> = std::iter::once((text_of(header), COLUMNS.map(text_of))).chain(rows).collect();
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
pub fn last_line(tournament: &Tournament, language: Language) -> String {
    let standings = tournament.standings();
    let (Some(pairing), Some(player)) = (standings.first(), tournament.config().players.first()) else {
        return String::new();
    };
    let opponents = if standings.len() > 2 { words::OPPONENTS } else { words::OPPONENT };
    words::LAST_LINE.with(
        language,
        &[
            &player.name(),
            &format!("{:.1}", pairing.tally.points()),
            &pairing.tally.games(),
            &elo_text(pairing.elo(), language),
            &faults_text(pairing, 0, language),
            &opponents.text(language),
            &faults_text(pairing, 1, language),
        ],
    )
}

/// `none`, or the faults of a side by kind.
pub(super) fn faults_text(pairing: &Pairing, side: usize, language: Language) -> String {
    if language == Language::English {
        return pairing.faults_text(side);
    }
    let faults = &pairing.faults[side];
    if faults.is_empty() {
        return words::NONE.text(language).into();
    }
    let times = words::TIMES_COUNT.text(language);
    let kinds = faults.iter().map(|(&kind, n)| format!("{} {n}{times}", language.fault_kind(kind)));
    kinds.collect::<Vec<_>>().join(language.pick(", ", "，", "、"))
}
