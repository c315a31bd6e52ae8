//! How fast gomoku's engine is: the table of `tengen bench gomoku`.
//!
//! Fixed positions are searched to a fixed depth by each variant of the rules, each with an engine that knows nothing
//! yet. The nodes together are the signature: a change that should not alter play must keep it. Beside it stands how
//! fast the search's position alone plays moves and takes them back, its patterns and evaluation kept up to date.

use crate::measure::{Effort, OnProgress, Steps, format_rate, nanos_per_unit};
use crate::peer::PeerReport;
use serde::Serialize;
use std::fmt;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::Game;
use tengen_games::gomoku::{Position, Rules, Variant};
use tengen_gomoku::{Board, Player, RuleSet, Square, Values, with_rule};

/// The usual depth.
pub const DEPTH: u32 = 16;

/// The positions: openings, middle games, and one that is all but decided.
pub const POSITIONS: [&str; 8] = [
    "",
    "h8 i9 g7",
    "h8 h9 i7 g9",
    "h8 i8 i9 g7 j10 k11 h10",
    "f6 j10 g10 h7 i7 g8 h9",
    "h8 i9 j8 i8 i10 h9 j11 g9 j9",
    "e5 f6 e7 f8 g7 f7 f5 h7 d6 g4 c6",
    "h8 g9 i10 h10 j8 i9 g8 i8 i7 h9 j9 k9 h7 g7 j6 k5",
];

/// A line of the table: one variant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GomokuRow {
    /// The variant.
    pub rules: String,
    /// Moves played and taken back a second, by the position alone.
    pub pairs_per_second: f64,
    /// Nodes of all searches together.
    pub nodes: u64,
    /// Nodes a second.
    pub nodes_per_second: f64,
    /// Nanoseconds that the searches took.
    pub nanos: f64,
}

/// The table of `tengen bench gomoku`. Its [`Display`](fmt::Display) is for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GomokuTable {
    /// Plies searched.
    pub depth: u32,
    /// One variant a row.
    pub rows: Vec<GomokuRow>,
    /// The nodes of all rows.
    pub signature: u64,
    /// A peer's own figures, before and after the rows, or why there are none; empty without a peer.
    pub peer: Vec<PeerReport>,
    /// Whether every figure was taken.
    pub complete: bool,
}

/// Searches the positions to `depth` on 15×15, by the rules of freestyle, standard and renju, on one thread. Where
/// Rapfi's program is named, its own bench ([`peer::measure`](crate::peer::measure)) is run before and after.
pub fn measure(depth: u32, effort: Effort, rapfi: Option<&Path>, on_progress: OnProgress<'_>) -> GomokuTable {
    let variants = [Variant::Freestyle, Variant::Standard, Variant::Renju];
    let mut steps = Steps::new(variants.len() + if rapfi.is_some() { 2 } else { 0 }, on_progress);
    let mut table = GomokuTable { depth, rows: Vec::new(), signature: 0, peer: Vec::new(), complete: true };
    let ask_peer = |steps: &mut Steps<'_>, table: &mut GomokuTable| {
        if let Some(program) = rapfi {
            // One that could not be measured before will not be after.
            let before = table.peer.first().filter(|report| matches!(report, PeerReport::Missing { .. }));
            match steps.take("Rapfi", || before.cloned().unwrap_or_else(|| PeerReport::of(program))) {
                Some(report) => table.peer.push(report),
                None => table.complete = false,
            }
        }
    };
    ask_peer(&mut steps, &mut table);
    for variant in variants {
        let row = steps.take(variant.name(), || {
            let pairs = with_rule!(variant, R => pairs::<R>(effort));
            let (nodes, nanos) = searches(variant, depth);
            let rules = variant.name().to_string();
            let nodes_per_second = nodes as f64 * 1e9 / nanos;
            GomokuRow { rules, pairs_per_second: pairs, nodes, nodes_per_second, nanos }
        });
        let Some(row) = row else {
            table.complete = false;
            break;
        };
        table.signature += row.nodes;
        table.rows.push(row);
    }
    if table.complete {
        ask_peer(&mut steps, &mut table);
    }
    table
}

fn position(variant: Variant, moves: &str) -> Position {
    let mut game = Position::new(&Rules { variant, ..Rules::FREESTYLE });
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text).expect("the positions are written as gomoku writes points");
        game.play(mv).expect("the positions are legal by every variant");
    }
    game
}

/// Moves played and taken back a second: every candidate of every position.
fn pairs<R: RuleSet>(effort: Effort) -> f64 {
    let mut positions: Vec<(Board<R>, Vec<Square>)> = POSITIONS
        .iter()
        .map(|moves| Values::standard(R::VARIANT).board::<R>(&position(R::VARIANT, moves)))
        .map(|position| {
            let candidates = position.candidates().iter().collect();
            (position, candidates)
        })
        .collect();
    let nanos = nanos_per_unit(effort, || {
        let mut pairs = 0;
        for (position, candidates) in &mut positions {
            for &square in candidates.iter() {
                position.play(square);
                black_box(position.sum());
                position.undo();
            }
            pairs += candidates.len() as u64;
        }
        pairs
    });
    1e9 / nanos
}

/// The nodes of the searches, and the nanoseconds that they took; what an engine prepares is not counted.
pub(crate) fn searches(variant: Variant, depth: u32) -> (u64, f64) {
    let mut player = Player::new();
    let (mut nodes, mut nanos) = (0, 0.0);
    for moves in POSITIONS {
        let game = position(variant, moves);
        player.new_game();
        player.analyze(&game, &Limits::nodes(1), &Stop::new(), &mut |_| ());
        player.new_game();
        let begun = Instant::now();
        nodes += player.analyze(&game, &Limits::depth(depth), &Stop::new(), &mut |_| ()).nodes;
        nanos += begun.elapsed().as_nanos() as f64;
    }
    (nodes, nanos)
}

/// Writes the row of the peer's figures, if there are some.
fn write_peer(f: &mut fmt::Formatter<'_>, when: &str, report: Option<&PeerReport>) -> fmt::Result {
    let name = format!("Rapfi, {when}");
    match report {
        Some(PeerReport::Figures(figures)) => {
            let nodes = format_rate(figures.nodes_per_second);
            let pairs = format_rate(figures.pairs_per_second);
            writeln!(f, "{name:24}{:>14}{nodes:>14}{pairs:>18}", figures.nodes)
        }
        Some(PeerReport::Missing { skipped }) => writeln!(f, "{name:24}skipped: {skipped}"),
        None => Ok(()),
    }
}

impl fmt::Display for GomokuTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "gomoku 15x15, {} positions to depth {}; one thread\n", POSITIONS.len(), self.depth)?;
        writeln!(f, "{:24}{:>14}{:>14}{:>18}", "", "nodes", "nodes/s", "play and undo/s")?;
        let mut peer = self.peer.iter();
        write_peer(f, "before", peer.next())?;
        for row in &self.rows {
            let (nodes, pairs) = (format_rate(row.nodes_per_second), format_rate(row.pairs_per_second));
            writeln!(f, "{:24}{:>14}{nodes:>14}{pairs:>18}", row.rules, row.nodes)?;
        }
        write_peer(f, "after", peer.next())?;
        if self.peer.iter().any(|report| matches!(report, PeerReport::Figures(_))) {
            writeln!(f, "\nRapfi's bench has positions and depths of its own: only the rates compare.")?;
        }
        writeln!(f, "\nSignature: {}", self.signature)?;
        if !self.complete {
            writeln!(f, "\nStopped before the end.")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_signature_repeats_and_the_table_names_every_variant() {
        let effort = Effort { repetitions: 1, at_least: Duration::ZERO };
        let table = measure(3, effort, None, &mut |_| true);
        assert!(table.complete && table.signature > 0);
        assert_eq!(table.signature, measure(3, effort, None, &mut |_| true).signature);
        let text = table.to_string();
        for word in ["freestyle", "standard", "renju", "Signature"] {
            assert!(text.contains(word), "{text}");
        }
        assert!(!measure(3, effort, None, &mut |_| false).complete);
        let table = measure(1, effort, Some(Path::new("no/such/rapfi")), &mut |_| true);
        assert!(
            table.complete && table.to_string().contains("after            skipped: there is no"),
            "{table}"
        );
    }
}
