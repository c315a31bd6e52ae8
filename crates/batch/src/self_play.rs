//! Games of an engine against itself.

use crate::{Analyst, Row, seed_of};
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_engine::Stop;
use tengen_games::{AnyPosition, EndReason, Feature, Game, GameSpec, Move, Outcome};

/// Attempts at a random opening that does not end the game.
const ATTEMPTS: usize = 100;

/// How the games are played.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlay {
    /// The game and its rules.
    pub spec: GameSpec,
    /// Moves at the start that are drawn at random among the legal ones, passes left out. They make the games differ.
    pub random_plies: u32,
    /// Plies after which a game ends without a result.
    pub max_plies: u32,
    /// The seed of all games.
    pub seed: u64,
}

impl SelfPlay {
    /// A number of plies that games rarely reach: as the arena's.
    pub fn usual_plies(spec: &GameSpec) -> u32 {
        let area = spec.size().area() as u32;
        if spec.has(Feature::Captures) { area * 3 + 100 } else { area * 2 + 20 }
    }

    /// Plays game `number`, and gives a row for each position that the engine analysed. A game in which the engine
    /// fails ends there, with the error in its last row. `None` if `stop` was raised.
    pub fn play(&self, number: u64, analyst: &mut Analyst, stop: &Stop) -> Option<Vec<Row>> {
        let mut position = self.opening(number);
        let mut rows: Vec<Row> = Vec::new();
        while !position.is_over() && position.ply() < self.max_plies as usize {
            let mut row = Row::of_position("self-play", number, &position);
            let seed = seed_of(self.seed, number, position.ply() as u32);
            let found = analyst.search(&position, seed, stop);
            if stop.is_raised() {
                return None;
            }
            let next = match found {
                Ok(found) => {
                    analyst.describe(&mut row, &position, &found);
                    found.best
                }
                Err(error) => {
                    row.error = Some(error.to_string());
                    None
                }
            };
            row.played = next.map(|mv| position.format_move(mv));
            rows.push(row);
            match next.map(|mv| position.play(mv)) {
                Some(Ok(_)) => {}
                refused => {
                    let row = rows.last_mut()?;
                    if let Some(Err(illegal)) = refused {
                        row.error = Some(illegal.to_string());
                    }
                    return Some(rows);
                }
            }
        }
        let result = self.result(&position, analyst, stop);
        if stop.is_raised() {
            return None;
        }
        for row in &mut rows {
            row.set_result(Some(&result));
        }
        Some(rows)
    }

    /// The opening of a game: it depends on the seed and the number of the game alone.
    fn opening(&self, number: u64) -> AnyPosition {
        let mut random = SplitMix64(seed_of(self.seed, number, u32::MAX));
        let mut position = AnyPosition::new(&self.spec);
        for _ in 0..ATTEMPTS {
            position = AnyPosition::new(&self.spec);
            for _ in 0..self.random_plies {
                let mut moves = position.legal_moves();
                if moves.len() > 1 {
                    moves.retain(|&mv| mv != Move::Pass);
                }
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[random.below(moves.len())]);
            }
            if !position.is_over() {
                return position;
            }
        }
        // So many random moves always end this game: it begins at the start.
        if position.is_over() { AnyPosition::new(&self.spec) } else { position }
    }

    /// The result in SGF's words. In Go the dead stones are those that the engine sees.
    fn result(&self, position: &AnyPosition, analyst: &mut Analyst, stop: &Stop) -> String {
        let mut outcome = position.outcome();
        if let AnyPosition::Go(game) = position
            && outcome.is_some()
            && game.rules().removes_dead_stones()
            && let Ok(found) = analyst.search(position, self.seed, stop)
        {
            outcome = Some(game.outcome_with(&game.dead_stones(&found.ownership)));
        }
        match outcome {
            None => "Void".into(),
            Some(Outcome { winner: None, .. }) => "0".into(),
            Some(Outcome { winner: Some(winner), reason }) => {
                let sign = if winner == Color::Black { 'B' } else { 'W' };
                match reason {
                    EndReason::Score(margin) => format!("{sign}+{}", margin.abs()),
                    _ => format!("{sign}+"),
                }
            }
        }
    }
}
