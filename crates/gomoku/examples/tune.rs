//! Plays the engine against itself with other numbers in its search ([`Params`]):
//!
//! - `cargo run --release -p tengen-gomoku --example tune -- match RULES GAMES NODES [NAME=VALUE …] [vs NAME=VALUE …]` plays a match;
//! - `… tune -- spsa RULES STEPS NODES NAME …` changes all the numbers named, a little each step, towards what wins
//!   (simultaneous perturbation, Spall 1992), and prints them as they go.
//!
//! Openings are random and not decided, each played twice with colours exchanged, on one thread, a fixed number of nodes a move.
//! `seed=N` among the words begins elsewhere in the openings; `size=N` plays on another board than 15×15; `weights=FILE` plays with these weights, without a network, and
//! `network=FILE` after it with this network too.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_board::Color;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::gomoku::{Position, Rules, Variant};
use tengen_games::{Game, Move};
use tengen_gomoku::network::Network;
use tengen_gomoku::train::SelfPlay;
use tengen_gomoku::{Params, Player, Values, Weights};

/// Enough for searches as short as these.
const TABLE: u64 = 8 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, rules, count, nodes, rest @ ..] = &args[..] else {
        return Err("expected match or spsa, RULES, COUNT, NODES, and numbers".into());
    };
    let variant = Rules::named(rules, None)?.variant;
    let seed = rest.iter().find_map(|word| word.strip_prefix("seed=")).map_or(Ok(99), str::parse)?;
    let side = rest.iter().find_map(|word| word.strip_prefix("size=")).map_or(Ok(15), str::parse)?;
    let of_table = |word: &&str| word.starts_with("seed=") || word.starts_with("size=");
    let rest: Vec<&str> = rest.iter().map(String::as_str).filter(|word| !of_table(word)).collect();
    let table = Table { variant, side, nodes: nodes.parse()?, seed };
    match what.as_str() {
        "match" => {
            let mut sides = rest.split(|&word| word == "vs");
            let a = params(sides.next().unwrap_or(&[]))?;
            let b = params(sides.next().unwrap_or(&[]))?;
            table.compare(count.parse::<u64>()? / 2, a, b);
            Ok(())
        }
        "spsa" => table.tune(count.parse()?, &rest),
        _ => Err(format!("'{what}' is neither match nor spsa").into()),
    }
}

/// What a side searches with.
struct Numbers {
    params: Params,
    /// The evaluation, if not the one that comes with the engine.
    values: Option<Arc<Values>>,
}

/// The numbers with some of them changed.
fn params(words: &[&str]) -> Result<Numbers, Box<dyn Error>> {
    let mut params = Params::default();
    let mut values = None;
    for word in words {
        if let Some(file) = word.strip_prefix("weights=") {
            values = Some(Values::new(Weights::from_bytes(&std::fs::read(file)?)?));
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

/// How games are played.
struct Table {
    variant: Variant,
    side: u8,
    nodes: u64,
    seed: u64,
}

/// One side: the engine, and what it has used.
struct Side {
    player: Player,
    nodes: u64,
    time: Duration,
    depth: u64,
    moves: u64,
}

impl Side {
    fn new(Numbers { params, values }: Numbers) -> Side {
        let player = values.map_or_else(Player::new, Player::with_values);
        let mut player = player.with_params(params);
        player.set_memory(TABLE);
        Side { player, nodes: 0, time: Duration::ZERO, depth: 0, moves: 0 }
    }
}

impl Table {
    fn openings(&self) -> SelfPlay {
        let (variant, seed) = (self.variant, self.seed);
        SelfPlay { variant, side: self.side, games: 1, first: 1 << 32, nodes: 3000, seed, threads: 1 }
    }

    /// Side 0's score of two games from one opening, out of 1.
    fn pair(&self, number: u64, sides: &mut [Side; 2]) -> f64 {
        let mut opener = Player::new();
        opener.set_memory(1 << 20);
        let opening = self.openings().opening_of(&mut opener, number);
        (0..2).map(|black| self.one(&opening, sides, black)).sum::<f64>() / 2.0
    }

    fn one(&self, opening: &Position, sides: &mut [Side; 2], black: usize) -> f64 {
        let limits = Limits::nodes(self.nodes);
        let mut game = opening.clone();
        sides.iter_mut().for_each(|side| side.player.new_game());
        while !game.is_over() {
            let mover = &mut sides[if game.to_move() == Color::Black { black } else { 1 - black }];
            let begun = Instant::now();
            let found = mover.player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
            mover.time += begun.elapsed();
            mover.nodes += found.nodes;
            mover.depth += u64::from(found.depth);
            mover.moves += 1;
            if let Some(score) = found.score().filter(|score| score.is_proof() && score.win() != 0.5) {
                let black_wins = (score.win() > 0.5) == (game.to_move() == Color::Black);
                return f64::from(u8::from(black_wins == (black == 0)));
            }
            let Some(Move::Place(point)) = found.best else { break };
            game.play_unchecked(Move::Place(point));
        }
        match game.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) => f64::from(u8::from((winner == Color::Black) == (black == 0))),
            None => 0.5,
        }
    }

    fn compare(&self, pairs: u64, a: Numbers, b: Numbers) {
        let mut sides = [Side::new(a), Side::new(b)];
        let mut scores = Vec::new();
        for number in 0..pairs {
            scores.push(self.pair(number, &mut sides));
            if (number + 1) % 20 == 0 || number + 1 == pairs {
                report(&scores, &sides);
            }
        }
    }

    fn tune(&self, steps: u64, names: &[&str]) -> Result<(), Box<dyn Error>> {
        let ranges: Vec<(f64, f64)> = names
            .iter()
            .map(|name| {
                let known = Params::ALL.iter().find(|(known, ..)| known == name);
                known
                    .map(|&(_, _, low, high)| (low.into(), high.into()))
                    .ok_or(format!("there is no number '{name}'"))
            })
            .collect::<Result<_, _>>()?;
        let mut centre: Vec<f64> = names
            .iter()
            .map(|name| Params::default().get_mut(name).map_or(0.0, |value| f64::from(*value)))
            .collect();
        let mut rng = tengen_games::conformance::SplitMix64(self.seed);
        for step in 0..steps {
            // Steps as Spall advises: the perturbation and the gain shrink, the gain faster.
            let done = step as f64;
            let reach = 0.08 / (done + 1.0).powf(0.101);
            let gain = 0.012 / (1.0 + done / (0.1 * steps as f64 + 1.0)).powf(0.602);
            let signs: Vec<f64> = names.iter().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
            let at = |sign: f64| {
                let mut params = Params::default();
                for (i, name) in names.iter().enumerate() {
                    let (low, high) = ranges[i];
                    let value = centre[i] + sign * signs[i] * reach * (high - low);
                    if let Some(slot) = params.get_mut(name) {
                        *slot = value.clamp(low, high).round() as i32;
                    }
                }
                Numbers { params, values: None }
            };
            let score = self.pair(step, &mut [Side::new(at(1.0)), Side::new(at(-1.0))]);
            for (i, value) in centre.iter_mut().enumerate() {
                let (low, high) = ranges[i];
                let change = gain * (2.0 * score - 1.0) * signs[i] * (high - low);
                *value = (*value + change).clamp(low, high);
            }
            if (step + 1) % 50 == 0 || step + 1 == steps {
                let now: Vec<String> =
                    names.iter().zip(&centre).map(|(name, value)| format!("{name}={value:.1}")).collect();
                println!("{}: {}", step + 1, now.join(" "));
            }
        }
        Ok(())
    }
}

fn report(pairs: &[f64], sides: &[Side; 2]) {
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let variance = pairs.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let wide = 1.96 * (variance / n).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    let pace = |side: &Side| side.time.as_nanos() as f64 / side.nodes.max(1) as f64;
    let deep = |side: &Side| side.depth as f64 / side.moves.max(1) as f64;
    println!(
        "{} games: {:.1} % of the points, Elo {:+.0} [{:+.0}, {:+.0}]; ns a node {:.0} and {:.0}, depth {:.1} and {:.1}",
        2 * pairs.len(),
        100.0 * mean,
        elo(mean),
        elo(mean - wide),
        elo(mean + wide),
        pace(&sides[0]),
        pace(&sides[1]),
        deep(&sides[0]),
        deep(&sides[1]),
    );
}
