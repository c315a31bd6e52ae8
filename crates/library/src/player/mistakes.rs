//! The mistakes of a player, from the reviews that are stored with the games.

use super::Played;
use crate::{Damage, Error, GameId, Result};
use rusqlite::{Connection, OptionalExtension};
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;
use tengen_board::Color;
use tengen_engine::Limits;

/// The worst moves that are listed.
const WORST: usize = 10;

/// The phases of a game as reviews name them, in order.
const PHASES: [&str; 3] = ["opening", "middle", "ending"];

/// What the reviews of a player's games found.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MistakeStatistics {
    /// The number of games with a whole review of their main line.
    pub reviewed: u64,
    /// The number of games whose review does not count: it is not complete, of a variation, or of an earlier version
    /// of Tengen, without phases.
    pub left_out: u64,
    /// The engines of the reviews with the number of games, the most frequent first.
    pub engines: Vec<(String, u64)>,
    /// The limits of the reviews with the number of games, the most frequent first; `None` where a review does not say.
    pub limits: Vec<(Option<Limits>, u64)>,
    /// Opening, middle game and ending.
    pub phases: [PhaseLosses; 3],
    /// The worst moves, the worst first.
    pub worst: Vec<Mistake>,
}

impl MistakeStatistics {
    /// The sums of all phases.
    pub fn total(&self) -> PhaseLosses {
        self.phases.iter().fold(PhaseLosses::default(), |mut sum, phase| {
            sum.add(phase);
            sum
        })
    }
}

/// The losses of a phase of the games.
#[derive(Clone, Copy, Debug, PartialEq, Default, Deserialize)]
pub struct PhaseLosses {
    /// The number of moves that had an alternative and were judged.
    pub moves: u64,
    /// The sum of the losses of the chance to win, 1 for a game.
    pub loss: f64,
    /// The sum of the losses in the game's own unit; `None` where it counts none.
    pub units: Option<f64>,
    /// The mistakes by their verdict.
    #[serde(rename = "counts")]
    pub faults: FaultCounts,
}

/// How often a player made each kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
pub struct FaultCounts {
    /// Inaccuracies.
    #[serde(default)]
    pub inaccuracy: u64,
    /// Mistakes.
    #[serde(default)]
    pub mistake: u64,
    /// Proven wins that were missed.
    #[serde(default, rename = "missed-win")]
    pub missed_win: u64,
    /// Blunders.
    #[serde(default)]
    pub blunder: u64,
}

impl PhaseLosses {
    /// The mean loss of the chance to win of a move, 0 to 1; `None` without a move.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.loss / self.moves as f64)
    }

    /// The mean loss of a move in the game's own unit.
    pub fn mean_units(&self) -> Option<f64> {
        self.units.filter(|_| self.moves > 0).map(|units| units / self.moves as f64)
    }

    fn add(&mut self, other: &PhaseLosses) {
        self.moves += other.moves;
        self.loss += other.loss;
        self.units = match (self.units, other.units) {
            (Some(own), Some(more)) => Some(own + more),
            (own, more) => own.or(more),
        };
        self.faults.inaccuracy += other.faults.inaccuracy;
        self.faults.mistake += other.faults.mistake;
        self.faults.missed_win += other.faults.missed_win;
        self.faults.blunder += other.faults.blunder;
    }
}

/// A mistake of the player.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The game.
    pub game: GameId,
    /// The node after the move.
    pub node: Option<u64>,
    /// The number of the move, from 1.
    pub number: u64,
    /// The colour of the player.
    pub color: Color,
    /// The move.
    pub played: String,
    /// The engine's choice.
    pub best: Option<String>,
    /// The loss of the chance to win, 0 to 1.
    pub loss: f64,
    /// The loss in the game's own unit.
    pub units: Option<f64>,
    /// The verdict: `inaccuracy`, `mistake`, `missed-win` or `blunder`.
    pub kind: String,
    /// The phase: `opening`, `middle` or `ending`.
    pub phase: String,
    /// The opponent's name.
    pub opponent: Option<String>,
    /// The date of the game.
    pub date: Option<String>,
}

/// A stored review, as far as it matters here.
#[derive(Deserialize)]
struct StoredReview {
    engine: String,
    #[serde(default)]
    limits: Option<StoredLimits>,
    complete: bool,
    line: serde_json::Value,
    mistakes: Vec<StoredMistake>,
    sides: HashMap<String, Option<StoredSide>>,
}

/// The limits of each position of a review.
#[derive(Deserialize)]
struct StoredLimits {
    time_ms: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl StoredLimits {
    fn limits(&self) -> Limits {
        let time = self.time_ms.and_then(|millis| Duration::try_from_secs_f64(millis / 1000.0).ok());
        Limits { time, nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }
}

#[derive(Deserialize)]
struct StoredSide {
    player: String,
    phases: Option<HashMap<String, PhaseLosses>>,
}

#[derive(Deserialize)]
struct StoredMistake {
    node: Option<u64>,
    #[serde(default)]
    number: u64,
    player: String,
    color: String,
    played: String,
    best: Option<String>,
    loss: Option<f64>,
    units: Option<f64>,
    kind: Option<String>,
    phase: Option<String>,
}

/// Sums the reviews of games.
#[derive(Default)]
pub(super) struct Reviews {
    sums: MistakeStatistics,
    engines: HashMap<String, u64>,
    limits: Vec<(Option<Limits>, u64)>,
}

impl Reviews {
    pub(super) fn add(&mut self, conn: &Connection, game: &Played) -> Result<()> {
        let json: Option<String> = conn
            .prepare_cached("SELECT json FROM reviews WHERE game = ?1")?
            .query_row([game.game], |row| row.get(0))
            .optional()?;
        let Some(json) = json else { return Ok(()) };
        // A review of an earlier version may lack what is asked for; text that is no JSON is damage.
        let review: StoredReview = match serde_json::from_str(&json) {
            Ok(review) => review,
            Err(e) if e.is_data() => {
                self.sums.left_out += 1;
                return Ok(());
            }
            Err(e) => return Err(Error::damaged(Damage::Review(game.game, e.to_string()))),
        };
        let counted = game.colors.iter().filter(|&&color| self.count(&review, game, color)).count();
        if counted == 0 {
            self.sums.left_out += 1;
        } else {
            self.sums.reviewed += 1;
            let limits = review.limits.as_ref().map(StoredLimits::limits);
            match self.limits.iter_mut().find(|(known, _)| *known == limits) {
                Some((_, games)) => *games += 1,
                None => self.limits.push((limits, 1)),
            }
            *self.engines.entry(review.engine).or_default() += 1;
        }
        Ok(())
    }

    /// Adds the side of a colour. Returns false for a review that does not count.
    fn count(&mut self, review: &StoredReview, game: &Played, color: Color) -> bool {
        let Some(Some(side)) = review.sides.get(&color.to_string()) else { return false };
        let Some(phases) = side.phases.as_ref().filter(|_| review.complete && review.line == "main") else {
            return false;
        };
        for (sum, name) in self.sums.phases.iter_mut().zip(PHASES) {
            sum.add(&phases.get(name).copied().unwrap_or_default());
        }
        // Where an opening rule swaps the colours, the moves before belong to the same player.
        for mistake in review.mistakes.iter().filter(|mistake| mistake.player == side.player) {
            let (Some(loss), Some(kind)) = (mistake.loss, &mistake.kind) else { continue };
            self.sums.worst.push(Mistake {
                game: game.game,
                node: mistake.node,
                number: mistake.number,
                color: if mistake.color == "black" { Color::Black } else { Color::White },
                played: mistake.played.clone(),
                best: mistake.best.clone(),
                loss,
                units: mistake.units,
                kind: kind.clone(),
                phase: mistake.phase.clone().unwrap_or_default(),
                opponent: game.names[color.opponent().index()].clone(),
                date: game.date.clone(),
            });
        }
        self.sums.worst.sort_by(|a, b| {
            let losses = |m: &Mistake| (m.loss, m.units.unwrap_or(0.0));
            let (first, second) = (losses(a), losses(b));
            let order = second.0.total_cmp(&first.0).then(second.1.total_cmp(&first.1));
            order.then((a.game, a.number).cmp(&(b.game, b.number)))
        });
        self.sums.worst.truncate(WORST);
        true
    }

    pub(super) fn finish(self) -> MistakeStatistics {
        let Reviews { mut sums, engines, limits } = self;
        sums.limits = limits;
        sums.limits.sort_by_key(|&(_, games)| Reverse(games));
        sums.engines = engines.into_iter().collect();
        sums.engines.sort_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
        sums
    }
}
