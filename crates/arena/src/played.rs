//! Finished games, as a tournament stores them.

use crate::stats::Pentanomial;
use crate::{Fault, GameEnd, GameLog, Opening};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tengen_board::Point;
use tengen_games::{AnyPosition, Game, Move};
use tengen_protocols::EngineCount;

/// A finished game, as stored in `games.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number, from 0.
    pub game: usize,
    /// Number of its pair: the same opening with either colour.
    pub pair: usize,
    /// Numbers of its first and second player.
    pub players: [usize; 2],
    /// The name of its opening.
    pub opening: String,
    /// The seat that won: 0 the first player, 1 the second.
    #[serde(rename = "winning_seat", default)]
    pub winner: Option<usize>,
    /// The name of the player that won, null for a draw.
    #[serde(rename = "winner", default)]
    pub winner_name: Option<WinnerText>,
    /// The seat that had black at the end.
    pub black: usize,
    /// The result as SGF writes it.
    pub result: String,
    /// Why it ended.
    pub end: GameEnd,
    /// Plies, with those of the opening.
    pub plies: usize,
    /// The moves, in the notation of the game.
    pub moves: Vec<String>,
    /// The seat that made each move, null for the opening. Earlier versions stored none.
    #[serde(default)]
    pub seats: Vec<Option<usize>>,
    /// Milliseconds for each move, null for the opening.
    pub millis: Vec<Option<u64>>,
    /// The fault that ended the game, and its seat.
    pub fault: Option<(usize, Fault)>,
    /// How the judge and both engines count a game of Go that ended by passes. Other games have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Counts>,
}

/// The counts of one finished game of Go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The judge's, which decides.
    pub judge: Count,
    /// Those of the first and the second player, null where an engine does not say.
    pub seats: [Option<Count>; 2],
}

/// How one of them counts the game.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Count {
    /// The score as SGF writes it, in the engine's own words; null where it gives none.
    pub score: Option<String>,
    /// The stones taken off as dead; null where it names none of them or all.
    pub dead: Option<Vec<String>>,
}

impl Count {
    /// How an engine counts the game that ended in `position`.
    pub(crate) fn new(position: &AnyPosition, count: &EngineCount) -> Count {
        let text = |dead: &Vec<Point>| {
            let mut dead = dead.clone();
            dead.sort_unstable();
            dead.iter().map(|&p| position.format_move(Move::Place(p))).collect()
        };
        Count { score: count.score.clone(), dead: count.dead.as_ref().map(text) }
    }

    /// Black's points minus White's.
    fn margin(&self) -> Option<f32> {
        let text = self.score.as_deref()?.trim();
        let number = |text: &str| text.parse::<f32>().ok();
        match text.split_once('+') {
            Some(("B" | "b", points)) => number(points),
            Some(("W" | "w", points)) => number(points).map(|points| -points),
            _ => (text == "0").then_some(0.0),
        }
    }

    /// Whether two counts give different scores, or take off different stones where one gives no score.
    pub fn differs(&self, other: &Count) -> bool {
        match (self.margin(), other.margin()) {
            (Some(own), Some(other)) => own != other,
            _ => matches!((&self.dead, &other.dead), (Some(own), Some(other)) if own != other),
        }
    }
}

impl Counts {
    /// The seats whose count differs from the judge's.
    pub fn differing(&self) -> impl Iterator<Item = usize> + '_ {
        let differs = |&seat: &usize| self.seats[seat].as_ref().is_some_and(|own| own.differs(&self.judge));
        (0..2).filter(differs)
    }
}

/// The winner in a line of `games.jsonl`: the name, or in earlier versions the number of the seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WinnerText {
    /// The name of the player.
    Name(String),
    /// The seat, 0 or 1, of a line that an earlier version wrote.
    Seat(usize),
}

impl PlayedGame {
    /// Half points of a player: 2 for a win, 1 for a draw.
    pub(crate) fn half_points(&self, player: usize) -> usize {
        match self.winner {
            None => 1,
            Some(winner) if self.players[winner] == player => 2,
            Some(_) => 0,
        }
    }

    /// The milliseconds of each move of a player.
    pub fn times_of(&self, player: usize) -> impl Iterator<Item = u64> + '_ {
        let own =
            move |seat: &Option<usize>| seat.is_some_and(|seat| self.players.get(seat) == Some(&player));
        self.seats
            .iter()
            .zip(&self.millis)
            .filter(move |(seat, _)| own(seat))
            .filter_map(|(_, millis)| *millis)
    }

    pub(crate) fn new(
        game: usize,
        pair: usize,
        players: [usize; 2],
        opening: &Opening,
        log: &GameLog,
    ) -> PlayedGame {
        PlayedGame {
            game,
            pair,
            players,
            opening: opening.name(),
            winner: log.winner,
            winner_name: None,
            black: log.black,
            result: log.result(),
            end: log.end,
            plies: log.position.ply(),
            moves: log.position.moves().map(|mv| log.position.format_move(mv)).collect(),
            seats: log.moves.iter().map(|mv| mv.seat).collect(),
            millis: log.moves.iter().map(|mv| mv.spent.map(|spent| spent.as_millis() as u64)).collect(),
            fault: log.fault.clone(),
            counts: log.counts.clone(),
        }
    }
}

/// The results of finished pairs, for a match of two.
pub(crate) fn pairs_of(played: &[PlayedGame], player: usize) -> Pentanomial {
    let (mut pairs, mut open) = (Pentanomial::default(), HashMap::new());
    for game in played {
        let points = game.half_points(player);
        match open.remove(&game.pair) {
            Some(other) => pairs[points + other] += 1,
            None => drop(open.insert(game.pair, points)),
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_differ_by_their_score_or_else_by_the_dead_stones() {
        let count = |score: Option<&str>, dead: Option<&[&str]>| Count {
            score: score.map(str::to_owned),
            dead: dead.map(|dead| dead.iter().map(|&text| text.to_owned()).collect()),
        };
        let judge = count(Some("B+3.5"), Some(&["A1"]));
        for (other, differs) in [
            (count(Some("B+3.5"), None), false),
            (count(Some("b+3.50"), Some(&[])), false),
            (count(Some("W+3.5"), Some(&["A1"])), true),
            (count(Some("0"), None), true),
            (count(None, Some(&["A1"])), false),
            (count(None, Some(&[])), true),
            (count(Some("who knows"), None), false),
            (count(None, None), false),
        ] {
            assert_eq!(other.differs(&judge), differs, "{other:?}");
        }
        let counts = Counts { judge: judge.clone(), seats: [None, Some(count(Some("W+1"), None))] };
        assert_eq!(counts.differing().collect::<Vec<_>>(), [1]);
    }
}
