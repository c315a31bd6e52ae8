//! Plays two evaluations of the engine against each other:
//! `cargo run --release -p tengen-gomoku-train --example values_match -- RULES GAMES LIMIT A B`.
//!
//! A and B are `standard`, `hand`, or files: `weights.bin`, `network.bin`, or `weights.bin+network.bin`. Each random
//! opening that the engine does not see as won is played twice with colours exchanged, on one thread. LIMIT is
//! milliseconds (`20`) or nodes (`5000n`) for each move. It prints A's score and the Elo difference with its 95 %
//! interval by pairs of games.

use std::error::Error;
use std::fs;
use std::sync::Arc;
use std::time::Duration;
use tengen_board::Color;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::gomoku::{Position, Rules, Variant};
use tengen_games::{Game, Move};
use tengen_gomoku::network::Network;
use tengen_gomoku::{ClassWeights, Player, Values};
use tengen_gomoku_train::SelfPlay;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, games, each, a, b] = &args[..] else {
        return Err("expected RULES GAMES LIMIT A B".into());
    };
    let variant = Rules::named(rules, None)?.variant;
    let games = games.parse::<u64>()? / 2;
    let limits = match each.strip_suffix('n') {
        Some(nodes) => Limits { nodes: Some(nodes.parse()?), ..Limits::default() },
        None => Limits::time(Duration::from_millis(each.parse()?)),
    };
    let mut players = [player(variant, a)?, player(variant, b)?];
    let play = SelfPlay { variant, side: 15, games, first: 1 << 32, nodes: 3000, seed: 99, threads: 1 };
    let mut pairs: Vec<f64> = Vec::new();
    let mut nodes = [0, 0];
    for number in 0..games {
        let opening = play.opening_of(&mut Player::new(), number);
        let mut pair = 0.0;
        for first in 0..2 {
            let black = (first + usize::from(opening.to_move() == Color::White)) % 2;
            pair += one(&opening, &mut players, black, &limits, &mut nodes);
        }
        pairs.push(pair / 2.0);
        report(&pairs, nodes);
    }
    Ok(())
}

/// A's score of one game, in which player number `black` has black.
fn one(
    opening: &Position,
    players: &mut [Player; 2],
    black: usize,
    limits: &Limits,
    nodes: &mut [u64; 2],
) -> f64 {
    let mut game = opening.clone();
    players.iter_mut().for_each(Player::new_game);
    while !game.is_over() {
        let mover = if game.to_move() == Color::Black { black } else { 1 - black };
        let found = players[mover].analyze(&game, limits, &Stop::new(), &mut |_| ());
        nodes[mover] += found.nodes;
        let Some(Move::Place(point)) = found.best else { break };
        game.play_unchecked(Move::Place(point));
    }
    match game.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) => f64::from(u8::from((winner == Color::Black) == (black == 0))),
        None => 0.5,
    }
}

fn report(pairs: &[f64], nodes: [u64; 2]) {
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let variance = pairs.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let wide = 1.96 * (variance / n).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{} games: {:.1} % of the points, Elo {:+.0} [{:+.0}, {:+.0}]; nodes of A to B {:.2}",
        2 * pairs.len(),
        100.0 * mean,
        elo(mean),
        elo(mean - wide),
        elo(mean + wide),
        nodes[0] as f64 / nodes[1].max(1) as f64,
    );
}

fn player(variant: Variant, what: &str) -> Result<Player, Box<dyn Error>> {
    let mut weights = match what {
        "standard" => return Ok(Player::with_values(Values::standard(variant))),
        _ => ClassWeights::by_hand(variant),
    };
    let mut network = None;
    for file in what.split('+').filter(|&file| file != "hand") {
        let bytes = fs::read(file)?;
        match Network::from_bytes(&bytes) {
            Ok(read) => network = Some(Arc::new(read)),
            Err(_) => weights = ClassWeights::from_bytes(&bytes)?,
        }
    }
    let values = Values::new(weights);
    Ok(Player::with_values(Arc::new(match network {
        Some(network) => values.with_network(network),
        None => values,
    })))
}
