//! Counts of results.

use crate::stats::{Elo, Pentanomial, elo_of_games, elo_of_pairs};
use crate::{FaultKind, played::PlayedGame};
use std::collections::BTreeMap;

/// Wins, draws and losses of the first of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Games in all.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is one, a draw a half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games from the view of the other player.
    #[must_use]
    pub fn turned(self) -> Tally {
        Tally { wins: self.losses, losses: self.wins, ..self }
    }

    fn merge(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    fn add(&mut self, half_points: u64) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

/// The games between two players.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Pairing {
    /// Results of the first player.
    pub tally: Tally,
    /// Its results with black and with white.
    pub by_color: [Tally; 2],
    /// Its results by opening.
    pub by_opening: BTreeMap<String, Tally>,
    /// Results of pairs: the same opening with either colour.
    pub pairs: Pentanomial,
    /// Faults of the first player and of the second, by kind.
    pub faults: [BTreeMap<FaultKind, u64>; 2],
    /// Half points of the first game of each pair whose second game is not played yet.
    open: BTreeMap<usize, u64>,
    /// The difference in Elo after each game, as [`Pairing::elo`] gives it, in the order of their numbers.
    pub curve: Vec<Elo>,
}

impl Pairing {
    /// Counts a game between `first` and another.
    pub(crate) fn add(&mut self, first: usize, game: &PlayedGame) {
        let seat = usize::from(game.players[1] == first);
        let half_points = game.half_points(first) as u64;
        self.tally.add(half_points);
        self.by_color[usize::from(game.black != seat)].add(half_points);
        self.by_opening.entry(game.opening.clone()).or_default().add(half_points);
        match self.open.remove(&game.pair) {
            Some(other) => self.pairs[(half_points + other) as usize] += 1,
            None => {
                self.open.insert(game.pair, half_points);
            }
        }
        if let Some((at, fault)) = &game.fault {
            *self.faults[usize::from(*at != seat)].entry(fault.kind).or_default() += 1;
        }
        self.curve.extend(self.elo());
    }

    /// The same games from the view of the second player, without the curve.
    #[must_use]
    pub fn turned(&self) -> Pairing {
        let [black, white] = self.by_color;
        let mut pairs = self.pairs;
        pairs.reverse();
        Pairing {
            tally: self.tally.turned(),
            by_color: [white.turned(), black.turned()],
            by_opening: self.by_opening.iter().map(|(name, tally)| (name.clone(), tally.turned())).collect(),
            pairs,
            faults: [self.faults[1].clone(), self.faults[0].clone()],
            open: BTreeMap::new(),
            curve: Vec::new(),
        }
    }

    /// Adds the games of the first player against another opponent.
    pub fn merge(&mut self, other: &Pairing) {
        self.tally.merge(other.tally);
        for (own, more) in self.by_color.iter_mut().zip(other.by_color) {
            own.merge(more);
        }
        for (name, tally) in &other.by_opening {
            self.by_opening.entry(name.clone()).or_default().merge(*tally);
        }
        for (own, more) in self.pairs.iter_mut().zip(other.pairs) {
            *own += more;
        }
        for (own, more) in self.faults.iter_mut().zip(&other.faults) {
            for (&kind, &n) in more {
                *own.entry(kind).or_default() += n;
            }
        }
    }

    /// The difference in Elo: from pairs once there are two of them, from games before.
    pub fn elo(&self) -> Option<Elo> {
        if self.pairs.iter().sum::<u64>() >= 2 {
            elo_of_pairs(self.pairs)
        } else {
            elo_of_games(self.tally.wins, self.tally.draws, self.tally.losses)
        }
    }

    /// `none`, or the faults of a side by kind.
    pub fn faults_text(&self, side: usize) -> String {
        if self.faults[side].is_empty() {
            return "none".into();
        }
        self.faults[side].iter().map(|(kind, n)| format!("{n} {kind}")).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameEnd;

    fn game(number: usize, winner: Option<usize>) -> PlayedGame {
        // Players change seats in the second game of a pair.
        let players = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        PlayedGame {
            game: number,
            pair: number / 2,
            players,
            opening: "start".into(),
            winner,
            winner_name: None,
            black: 0,
            result: "0".into(),
            end: GameEnd::Rules,
            plies: 9,
            moves: Vec::new(),
            seats: Vec::new(),
            millis: Vec::new(),
            fault: None,
            counts: None,
        }
    }

    /// Black wins each game: single games give a wide interval, the pairs are all even.
    #[test]
    fn the_curve_ends_with_the_elo_of_the_pairs() {
        let mut pairing = Pairing::default();
        for number in 0..8 {
            pairing.add(0, &game(number, Some(0)));
            assert_eq!(pairing.curve.last().copied(), pairing.elo(), "after game {number}");
        }
        assert_eq!((pairing.curve.len(), pairing.curve.last().copied()), (8, elo_of_pairs(pairing.pairs)));
        assert_ne!(pairing.elo(), elo_of_games(4, 0, 4));
        assert_eq!(pairing.curve[0], elo_of_games(1, 0, 0).unwrap(), "there is no pair yet");
    }

    /// Who wins every game is known to be stronger by no less after each.
    #[test]
    fn a_further_win_of_a_clean_sweep_never_lowers_the_bound() {
        let mut pairing = Pairing::default();
        for number in 0..12 {
            // The first player has the seats in turn.
            pairing.add(0, &game(number, Some(number % 2)));
        }
        assert_eq!((pairing.tally.wins, pairing.tally.losses), (12, 0));
        let bounds: Vec<f64> = pairing.curve.iter().map(|elo| elo.low).collect();
        assert!(bounds.is_sorted(), "{bounds:?}");
    }
}
