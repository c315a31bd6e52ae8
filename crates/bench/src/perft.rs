//! How fast Othello's move sequences are counted, with each kind of instructions: the table of `tengen bench perft`.

use crate::measure::{Effort, OnProgress, Steps, format_nanos, format_rate, nanos_per_unit};
use serde::Serialize;
use std::fmt;
use std::hint::black_box;
use tengen_games::Game;
use tengen_games::othello::perft::{Convention, count};
use tengen_games::othello::{Backend, Position, Rules};

/// The usual depth: 11 plies, 212 million sequences.
pub const DEPTH: u32 = 11;

/// What Edax and Egaroucid count in a second at depth 11 on one thread of such a machine.
pub const PEERS: [(&str, f64); 2] = [("Edax", 538e6), ("Egaroucid", 600e6)];

/// A line of the table: one kind of instructions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PerftRow {
    /// Which instructions.
    pub backend: String,
    /// Whether these are the ones that the rules choose on this machine.
    pub chosen: bool,
    /// Nanoseconds for the whole count.
    pub nanos: f64,
    /// Sequences counted in a second.
    pub per_second: f64,
}

/// The table of `tengen bench perft`. Its [`Display`](fmt::Display) is for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PerftTable {
    /// Plies counted.
    pub depth: u32,
    /// Sequences of that many plies, a pass being one; the same for every row.
    pub count: Option<u64>,
    /// The kinds of instructions that this machine has, one a row.
    pub rows: Vec<PerftRow>,
    /// Whether every figure was taken.
    pub complete: bool,
}

/// Counts the sequences of `depth` plies from the start of 8×8 Othello, a pass being a ply, with every kind of
/// instructions that this machine has.
///
/// # Panics
/// When two kinds count differently.
pub fn measure(depth: u32, effort: Effort, on_progress: OnProgress<'_>) -> PerftTable {
    let start = Position::new(&Rules::STANDARD);
    let backends: Vec<Backend> = Backend::ALL.into_iter().filter(|b| b.is_available()).collect();
    let mut steps = Steps::new(backends.len(), on_progress);
    let mut table = PerftTable { depth, count: None, rows: Vec::new(), complete: true };
    for backend in backends {
        let name = format!("{backend:?}").to_lowercase();
        let figure = steps.take(&name, || {
            nanos_per_unit(effort, || {
                let found = count(black_box(&start), depth, Convention::PassIsPly, backend);
                assert_eq!(*table.count.get_or_insert(found), found, "{name} counts differently");
                1
            })
        });
        let Some(nanos) = figure else {
            table.complete = false;
            break;
        };
        let per_second = table.count.unwrap_or(0) as f64 * 1e9 / nanos;
        table.rows.push(PerftRow { backend: name, chosen: backend == Backend::best(), nanos, per_second });
    }
    table
}

impl fmt::Display for PerftTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Othello perft, depth {}", self.depth)?;
        if let Some(count) = self.count {
            write!(f, ": {count} sequences, a pass is a ply")?;
        }
        writeln!(f, "; one thread\n\n{:24}{:>12}{:>14}", "", "time", "sequences/s")?;
        for row in &self.rows {
            let chosen = if row.chosen { "   chosen on this machine" } else { "" };
            writeln!(
                f,
                "{:24}{:>12}{:>14}{chosen}",
                row.backend,
                format_nanos(row.nanos),
                format_rate(row.per_second)
            )?;
        }
        for (name, rate) in PEERS {
            let name = format!("{name}, depth 11");
            writeln!(
                f,
                "{name:24}{:>12}{:>14}   measured elsewhere on such a machine",
                "",
                format_rate(rate)
            )?;
        }
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
    fn every_backend_is_timed_on_the_known_count() {
        let effort = Effort { repetitions: 1, at_least: Duration::ZERO };
        let table = measure(6, effort, &mut |_| true);
        // The published count of six plies, on which all tables agree.
        assert_eq!(table.count, Some(8200));
        assert!(table.complete);
        assert_eq!(table.rows.len(), Backend::ALL.into_iter().filter(|b| b.is_available()).count());
        assert_eq!(table.rows.iter().filter(|r| r.chosen).count(), 1);
        assert!(table.to_string().contains("portable"));
        assert!(!measure(6, effort, &mut |_| false).complete);
    }
}
