//! The perfect player: Black's proven win in gomoku, played.

use crate::prove::{Advice, Effort, Guide};
use crate::{KeptWins, Player, ProvenStrategy};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_engine::{
    Analysis, Engine, Explanation, LevelTrait, Leveled, Limits, Line, Proof, Score, Stop, TableError,
    TableSource,
};
use tengen_games::gomoku::{Position, Rules};
use tengen_games::{Game, GameSpec, Move};

/// A player that wins with Black from the empty board by a [strategy](ProvenStrategy), whatever White replies, by
/// [these rules](ProvenStrategy::RULES). It plays White, other rules and positions that the strategy does not reach
/// as [`Player`] does, and claims no win there.
///
/// A win that the strategy only records is searched again, which takes seconds. Where the limits end that search, the
/// move is that of [`Player`], which has a share of them.
///
/// ```
/// use tengen_engine::{Engine, Limits, Stop};
/// use tengen_games::{Game, gomoku};
/// let mut game = gomoku::Position::new(&gomoku::Rules::STANDARD);
/// for mv in ["h8", "i7"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let found = tengen_gomoku::PerfectPlayer::new().analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
/// assert_eq!(found.best.map(|mv| game.format_move(mv)).as_deref(), Some("i9"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PerfectPlayer {
    usual: Player,
    /// One for each rule set, made at the first move that needs it.
    guides: Vec<Guide>,
    kept: Arc<KeptWins>,
}

/// The part of the limits that the usual engine has before a win is searched: one of so many.
const USUAL_SHARE: u32 = 4;

/// The most time that the usual engine has before a win is searched.
const USUAL_TIME: Duration = Duration::from_secs(2);

/// The most time for a move of a game that the strategy has left.
const USUAL_MOVE: Duration = Duration::from_secs(10);

/// The part of the time that is kept for checking and writing the win: one of so many.
const RESERVE: u32 = 10;

impl Default for PerfectPlayer {
    fn default() -> PerfectPlayer {
        PerfectPlayer::new()
    }
}

impl std::fmt::Debug for PerfectPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PerfectPlayer").field("guides", &self.guides).finish_non_exhaustive()
    }
}

impl PerfectPlayer {
    /// The player.
    pub fn new() -> PerfectPlayer {
        PerfectPlayer { usual: Player::new(), guides: Vec::new(), kept: Arc::default() }
    }

    /// The guide by these rules. `None` if there is none, or too little time to read it.
    fn guide(&mut self, rules: &Rules, time: Option<Duration>) -> Option<&Guide> {
        if !self.guides.iter().any(|guide| guide.is_for(rules)) {
            self.guides.push(Guide::of(rules, &self.kept, time)?);
        }
        self.guides.iter().find(|guide| guide.is_for(rules))
    }

    /// The win that the strategy has in this position, as an analysis.
    fn advise(
        &mut self,
        position: &Position,
        limits: &Limits,
        effort: &mut Effort<'_>,
    ) -> Result<Analysis, Advice> {
        let guide = self.guide(&position.rules(), limits.time);
        match guide.map_or(Advice::Unknown, |guide| guide.advise(position, effort)) {
            Advice::Wins { line, plies } if !limits.avoid.contains(&line[0]) => {
                let moves: Vec<Move> = line.into_iter().map(Move::Place).collect();
                let score = Score::Proven(Proof::Win(plies));
                Ok(Analysis {
                    best: moves.first().copied(),
                    lines: vec![Line { moves, score, work: effort.nodes }],
                    depth: plies,
                    nodes: effort.nodes,
                    ..Analysis::default()
                })
            }
            Advice::Wins { .. } => Err(Advice::Unknown),
            advice => Err(advice),
        }
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let begun = Instant::now();
        let is_ours =
            ProvenStrategy::exists_for(&position.rules()) && position.to_move() == ProvenStrategy::SIDE;
        if !is_ours || position.is_over() {
            return self.usual.analyze(position, limits, stop, on_progress);
        }
        match self.advise(position, limits, &mut Effort::none(stop)) {
            Ok(found) => return found,
            Err(Advice::Unfinished) => {}
            Err(_) => {
                // Front ends give time for the search of a win, and here is none to find.
                let time = limits.time.map(|time| if limits.playing { time.min(USUAL_MOVE) } else { time });
                let limits = Limits { time, ..limits.clone() };
                return self.usual.analyze(position, &limits, stop, on_progress);
            }
        }
        // The usual engine goes first, so that there is a good move whenever the search of the win is ended.
        let time = limits.time.map(|time| (time / USUAL_SHARE).min(USUAL_TIME));
        let nodes = limits.nodes.map(|nodes| (nodes / u64::from(USUAL_SHARE)).max(1));
        let is_limited = time.is_some() || nodes.is_some();
        let first = is_limited.then(|| {
            let limits = Limits { time, nodes, ..limits.clone() };
            self.usual.analyze(position, &limits, stop, on_progress)
        });
        let spent = first.as_ref().map_or(0, |first| first.nodes);
        let left = limits.time.map(|time| (time - time / RESERVE).saturating_sub(begun.elapsed()));
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        let mut effort = Effort::new(nodes, left, stop);
        let found = self.advise(position, limits, &mut effort);
        let mut found = match (found, first) {
            (Ok(found), _) => found,
            (Err(_), Some(first)) => first,
            (Err(_), None) => self.usual.analyze(position, limits, stop, on_progress),
        };
        found.nodes = spent + effort.nodes;
        found
    }
}

impl Leveled for PerfectPlayer {
    const MAX_LEVEL: u8 = 1;

    fn at_level(_level: u8) -> PerfectPlayer {
        PerfectPlayer::new()
    }

    fn describe_level(_level: u8) -> Vec<LevelTrait> {
        vec![LevelTrait::ProvenWin]
    }
}

impl Engine<Position> for PerfectPlayer {
    fn name(&self) -> String {
        format!("Tengen perfect {}", env!("CARGO_PKG_VERSION"))
    }

    fn analyze(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let begun = Instant::now();
        let mut found = self.choose(position, limits, stop, on_progress);
        found.time = begun.elapsed();
        found
    }

    fn explain(&self, position: &Position, analysis: &Analysis, stop: &Stop) -> Explanation {
        crate::explain(position, analysis, stop)
    }

    fn new_game(&mut self) {
        // Wins hold in every game, so they are kept.
        self.usual.new_game();
    }

    fn warm_up(&mut self, stop: &Stop) {
        // The records of a strategy are read at the first search by its rules, and those of other rules never.
        self.usual.warm_up(stop);
    }

    fn set_memory(&mut self, bytes: u64) {
        self.usual.set_memory(bytes);
    }

    fn save_table(&self, spec: &GameSpec, out: &mut dyn Write) -> Result<u64, TableError> {
        self.usual.save_table(spec, out)
    }

    fn load_table(&mut self, spec: &GameSpec, from: &mut dyn TableSource) -> Result<u64, TableError> {
        self.usual.load_table(spec, from)
    }
}

#[cfg(test)]
mod tests;
