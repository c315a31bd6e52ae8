//! An analysis as plain text, for terminals and logs.

use crate::{Analysis, StrikeReason};
use std::fmt::Write;
use tengen_games::{Game, Move};

/// Moves shown of each line, and points of each rule; the rest is only counted.
const SHOWN: usize = 12;

impl Analysis {
    /// The analysis of `position` as lines of text, each ended by a newline:
    ///
    /// ```text
    /// 1. h8    win in 5      h8 h9 g8
    /// 2. g9    +1.5 (62%)    g9 h8
    /// depth 6, 12345 nodes, 17 ms
    /// ```
    ///
    /// For engines that choose by striking out, each rule comes first, with what it struck out and why.
    pub fn to_text<G: Game>(&self, position: &G) -> String {
        let moves = |moves: &[Move]| {
            let mut text: Vec<String> =
                moves.iter().take(SHOWN).map(|&mv| position.format_move(mv)).collect();
            if moves.len() > SHOWN {
                text.push(format!("… ({} more)", moves.len() - SHOWN));
            }
            text.join(" ")
        };
        let mut out = String::new();
        for report in &self.rules {
            line(
                &mut out,
                format_args!("{}: {} struck out, {} left", report.rule, report.struck.len(), report.left),
            );
            // Reasons in the order of their first use, each with its points.
            let mut reasons: Vec<(&StrikeReason, Vec<Move>)> = Vec::new();
            for strike in &report.struck {
                match reasons.iter_mut().find(|(why, _)| **why == strike.why) {
                    Some((_, points)) => points.push(strike.mv),
                    None => reasons.push((&strike.why, vec![strike.mv])),
                }
            }
            for (why, points) in reasons.iter().take(SHOWN) {
                line(&mut out, format_args!("    {why}: {}", moves(points)));
            }
            if reasons.len() > SHOWN {
                line(&mut out, format_args!("    … and {} more reasons", reasons.len() - SHOWN));
            }
        }
        for (i, ranked) in self.lines.iter().enumerate() {
            let first = ranked.moves.first().map_or_else(String::new, |&mv| position.format_move(mv));
            let score = ranked.score.to_string();
            line(&mut out, format_args!("{}. {first:<5} {score:<13} {}", i + 1, moves(&ranked.moves)));
        }
        if self.best.is_none() && !position.is_over() {
            line(&mut out, format_args!("no legal move"));
        }
        if self.depth > 0 {
            let _ = write!(out, "depth {}, ", self.depth);
        }
        let time = self.time.as_micros();
        let time = match time {
            0..1_000 => format!("{time} µs"),
            1_000..10_000_000 => format!("{} ms", time / 1_000),
            _ => format!("{} s", time / 1_000_000),
        };
        line(&mut out, format_args!("{} nodes, {time}", self.nodes));
        out
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(text);
    out.truncate(out.trim_end().len());
    out.push('\n');
}
