//! Games between two sides with different search parameters.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_arena::stats::{Pentanomial, elo_of_pairs, expected_score};
use tengen_board::Color;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::gomoku::{Position, Variant};
use tengen_games::{Game, Move};
use tengen_gomoku::network::Network;
use tengen_gomoku::{ClassWeights, Params, Player, Values};
use tengen_gomoku_train::SelfPlay;

/// Enough for such short searches.
const TABLE: u64 = 8 << 20;

/// The parameters of a side.
pub(crate) struct Numbers {
    params: Params,
    /// The evaluation; `None` is the engine's own.
    values: Option<Arc<Values>>,
}

impl From<Params> for Numbers {
    fn from(params: Params) -> Numbers {
        Numbers { params, values: None }
    }
}

impl Numbers {
    /// The default parameters with changes `NAME=VALUE`; `weights=FILE` and `network=FILE` change the evaluation.
    ///
    /// # Errors
    ///
    /// A word of another form, an unknown parameter, a file that cannot be read.
    pub(crate) fn changed(words: &[&str]) -> Result<Numbers, Box<dyn Error>> {
        let mut params = Params::default();
        let mut values = None;
        for word in words {
            if let Some(file) = word.strip_prefix("weights=") {
                values = Some(Values::new(ClassWeights::from_bytes(&std::fs::read(file)?)?));
                continue;
            }
            if let Some(file) = word.strip_prefix("network=") {
                let network = Arc::new(Network::from_bytes(&std::fs::read(file)?)?);
                values = values.map(|values| values.with_network(network));
                continue;
            }
            let (name, value) = word.split_once('=').ok_or_else(|| format!("'{word}' is not NAME=VALUE"))?;
            *params.get_mut(name).ok_or_else(|| format!("there is no number '{name}'"))? = value.parse()?;
        }
        Ok(Numbers { params, values: values.map(Arc::new) })
    }
}

/// Side 0's share of the points, 0 to 1.
pub(crate) fn share(pairs: Pentanomial) -> f64 {
    elo_of_pairs(pairs).map_or(0.5, |elo| expected_score(elo.value))
}

/// How games are played.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    pub(crate) variant: Variant,
    pub(crate) side: u8,
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
}

/// One side: the engine, its nodes and its time.
pub(crate) struct Side {
    player: Player,
    nodes: u64,
    time: Duration,
    depth: u64,
    moves: u64,
}

impl Side {
    pub(crate) fn new(numbers: Numbers) -> Side {
        let player = numbers.values.map_or_else(Player::new, Player::with_values);
        let mut player = player.with_params(numbers.params);
        player.set_memory(TABLE);
        Side { player, nodes: 0, time: Duration::ZERO, depth: 0, moves: 0 }
    }

    /// Nanoseconds for each node.
    pub(crate) fn pace(&self) -> f64 {
        self.time.as_nanos() as f64 / self.nodes.max(1) as f64
    }

    /// Average depth, in plies.
    pub(crate) fn depth(&self) -> f64 {
        self.depth as f64 / self.moves.max(1) as f64
    }
}

impl Table {
    fn openings(&self) -> SelfPlay {
        let (variant, seed) = (self.variant, self.seed);
        SelfPlay { variant, side: self.side, games: 1, first: 1 << 32, nodes: 3000, seed, threads: 1 }
    }

    /// Side 0's half points of the two games from the opening with this number, 0 to 4.
    pub(crate) fn pair(&self, number: u64, sides: &mut [Side; 2]) -> usize {
        let mut opener = Player::new();
        opener.set_memory(1 << 20);
        let opening = self.openings().opening_of(&mut opener, number);
        (0..2).map(|black| self.one(&opening, sides, black)).sum()
    }

    /// Side 0's half points of one game.
    fn one(&self, opening: &Position, sides: &mut [Side; 2], black: usize) -> usize {
        let limits = Limits::nodes(self.nodes);
        let mut game = opening.clone();
        sides.iter_mut().for_each(|side| side.player.new_game());
        let won = |winner: Color| if (winner == Color::Black) == (black == 0) { 2 } else { 0 };
        while !game.is_over() {
            let mover = &mut sides[if game.to_move() == Color::Black { black } else { 1 - black }];
            let begun = Instant::now();
            let found = mover.player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
            mover.time += begun.elapsed();
            mover.nodes += found.nodes;
            mover.depth += u64::from(found.depth);
            mover.moves += 1;
            if let Some(score) = found.score().filter(|score| score.is_proof() && score.win() != 0.5) {
                return won(if score.win() > 0.5 { game.to_move() } else { !game.to_move() });
            }
            let Some(Move::Place(point)) = found.best else { break };
            game.play_unchecked(Move::Place(point));
        }
        game.outcome().and_then(|outcome| outcome.winner).map_or(1, won)
    }

    /// Plays pairs. After each, `on_pair` gets the results so far and decides whether to stop.
    pub(crate) fn compare(
        &self,
        a: Numbers,
        b: Numbers,
        mut on_pair: impl FnMut(Pentanomial, &[Side; 2]) -> bool,
    ) {
        let mut sides = [Side::new(a), Side::new(b)];
        let mut pairs = Pentanomial::default();
        for number in 0.. {
            pairs[self.pair(number, &mut sides)] += 1;
            if on_pair(pairs, &sides) {
                return;
            }
        }
    }
}
