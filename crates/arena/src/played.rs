//! Finished games, as a tournament stores them.

use crate::stats::Pentanomial;
use crate::{Fault, GameEnd, GameLog, Opening};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tengen_games::Game;

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
