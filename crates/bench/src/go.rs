//! How fast Go is: the table of `tengen bench go`, after the signature of the engine.
//!
//! Light playouts one at a time and in bulk, games in which all legal moves are known at each ply, and playouts of the
//! engine's search, on an empty board. One thread.

use crate::measure::{Effort, OnProgress, Steps, format_rate, nanos_per_unit};
use serde::Serialize;
use std::fmt;
use std::hint::black_box;
use tengen_board::Size;
use tengen_board::random::SplitMix64;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::{Game, Move, go};
use tengen_go::light::{Backend, LightBoard, play_many_with};

/// Boards that are measured.
const SIDES: [usize; 3] = [9, 13, 19];

/// Playouts of the engine for one figure.
const SEARCH: u64 = 200;

/// A line of the table: one size.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GoRow {
    /// Rows and columns of the board.
    pub side: usize,
    /// Light playouts a second, one at a time.
    pub light: f64,
    /// Light playouts a second in bulk, for each kind of instructions that this machine has.
    pub bulk: Vec<(String, f64)>,
    /// Light playouts a second by the rules, positional superko included, with the set of all legal points at each ply.
    pub legal_sets: f64,
    /// Playouts a second of the engine's search.
    pub search: f64,
}

/// The table of rates. Its [`Display`](fmt::Display) is for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GoTable {
    /// The sizes, one a row.
    pub rows: Vec<GoRow>,
    /// The kind of instructions that is chosen on this machine.
    pub chosen: String,
    /// Whether every figure was taken.
    pub complete: bool,
}

fn name(backend: Backend) -> String {
    format!("{backend:?}").to_lowercase()
}

/// Measures every size.
pub fn measure(effort: Effort, on_progress: OnProgress<'_>) -> GoTable {
    let mut steps = Steps::new(SIDES.len(), on_progress);
    let mut table = GoTable { rows: Vec::new(), chosen: name(Backend::best()), complete: true };
    for side in SIDES {
        let Some(row) = steps.take(&format!("{side}x{side}"), || row(side, effort)) else {
            table.complete = false;
            break;
        };
        table.rows.push(row);
    }
    table
}

fn row(side: usize, effort: Effort) -> GoRow {
    let rules = |text: &str| go::Rules::named(text, Some(Size::of(side, side))).expect("known rules");
    let position = go::Position::new(&rules("chinese,ko=positional"));
    let per_second = |nanos: f64| 1e9 / nanos;

    let start = LightBoard::new(&position);
    let (mut board, mut random) = (start.clone(), SplitMix64(1));
    let light = nanos_per_unit(effort, || {
        board.clone_from(black_box(&start));
        board.play_out(&mut random);
        black_box(board.margin());
        1
    });
    let backends = Backend::ALL.into_iter().filter(|backend| backend.is_available());
    let bulk = backends.map(|backend| {
        let mut seed = 0;
        let nanos = nanos_per_unit(effort, || {
            seed += 1;
            const GAMES: u64 = 256;
            black_box(play_many_with(&position, GAMES, seed, backend));
            GAMES
        });
        (name(backend), per_second(nanos))
    });
    let bulk = bulk.collect();
    let mut game = position.clone();
    let legal_sets = nanos_per_unit(effort, || {
        game.clone_from(&position);
        play_with_legal_sets(&mut game, &mut random);
        1
    });
    let mut player = tengen_go::Player::new();
    let search = nanos_per_unit(effort, || {
        player.new_game();
        player.analyze(&position, &Limits::nodes(SEARCH), &Stop::new(), &mut |_| ()).nodes
    });
    GoRow {
        side,
        light: per_second(light),
        bulk,
        legal_sets: per_second(legal_sets),
        search: per_second(search),
    }
}

/// Plays a light playout by the rules. At each ply the set of all legal points is made, and the move is the first of
/// them that fills no own eye from a random empty point on.
fn play_with_legal_sets(game: &mut go::Position, random: &mut SplitMix64) {
    for _ in 0..3 * game.size().area() + 16 {
        if game.is_over() {
            return;
        }
        let (legal, board, color) = (black_box(game.legal_set()), game.board(), game.to_move());
        let (before, after) = board.empties().split_at(random.below(board.empties().len().max(1)));
        let mut from = after.iter().chain(before);
        let at = from.find(|&&at| legal.contains(at) && !board.is_eye(at, color));
        let mv = at.map_or(Move::Pass, |&at| Move::Place(board.point(at)));
        game.play_unchecked(mv);
    }
}

impl fmt::Display for GoTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "playouts a second on an empty board; one thread\n")?;
        write!(f, "{:10}{:>12}", "", "light")?;
        for (name, _) in self.rows.first().map_or(&[][..], |row| row.bulk.as_slice()) {
            write!(f, "{:>14}", format!("bulk {name}"))?;
        }
        writeln!(f, "{:>14}{:>12}", "legal sets", "search")?;
        for row in &self.rows {
            write!(f, "{:10}{:>12}", format!("{0}x{0}", row.side), format_rate(row.light))?;
            for &(_, rate) in &row.bulk {
                write!(f, "{:>14}", format_rate(rate))?;
            }
            writeln!(f, "{:>14}{:>12}", format_rate(row.legal_sets), format_rate(row.search))?;
        }
        if !self.complete {
            return writeln!(f, "\nStopped before the end.");
        }
        writeln!(f, "\nbulk {} is chosen on this machine; with legal sets superko is checked", self.chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_table_has_a_row_for_each_size() {
        let effort = Effort { repetitions: 1, at_least: Duration::ZERO };
        let table = measure(effort, &mut |_| true);
        assert!(table.complete && table.rows.len() == 3);
        for row in &table.rows {
            assert!(row.light > 0.0 && row.legal_sets > 0.0 && row.search > 0.0, "{row:?}");
            assert!(row.bulk.iter().any(|(name, rate)| *name == table.chosen && *rate > 0.0), "{row:?}");
        }
        let text = table.to_string();
        assert!(text.contains("19x19") && text.contains("bulk portable"), "{text}");
        let table = measure(effort, &mut |p| p.done < 1);
        assert!(!table.complete && table.rows.len() == 1 && table.to_string().contains("Stopped"));
    }
}
