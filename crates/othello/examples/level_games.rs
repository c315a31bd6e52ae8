//! Plays the levels against each other: `cargo run --release -p tengen-othello --example level_games -- GAMES
//! [LOW..HIGH]`.
//!
//! Each level from LOW + 1 to HIGH plays the one below, from openings of eight random moves that a search of six plies
//! finds within three discs of even. Each opening is played twice with colours exchanged. It prints the points of the
//! higher level, the difference in Elo with its 95 % interval from the pairs, how many openings one colour won twice,
//! and the time of a move of the higher level.

use std::time::{Duration, Instant};
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_engine::{Engine, Leveled, Limits, Stop};
use tengen_games::Game;
use tengen_games::othello::{Position, Rules};
use tengen_othello::Player;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let games: u64 = args.next().ok_or("how many games?")?.parse()?;
    let (low, high) = match args.next() {
        Some(range) => {
            let (low, high) = range.split_once("..").ok_or("LOW..HIGH")?;
            (low.parse()?, high.parse()?)
        }
        None => (1, 7),
    };
    let pairs = games / 2;
    let openings = openings(pairs as usize);
    for level in low + 1..=high {
        let mut players = [Player::at_level(level), Player::at_level(level - 1)];
        let (mut counts, mut twice, mut spent) = ([0; 5], 0, (Duration::ZERO, 0));
        for (seed, opening) in (0..).step_by(2).zip(&openings) {
            let [first, second] = [Color::Black, Color::White].map(|color| {
                let seed = seed + u64::from(color == Color::White);
                play(&mut players, opening.clone(), color, seed, &mut spent)
            });
            counts[(first + second) as usize] += 1;
            // The higher level won one of them and lost the other: one colour won both.
            twice += u32::from(first + second == 2 && first != 1);
        }
        let points: u64 = counts.iter().zip(0..).map(|(n, half)| n * half).sum();
        let (elo, [from, to]) = elo(counts);
        println!(
            "level {level} against {}: {} of {}, {elo:+.0} [{from:+.0}, {to:+.0}] Elo; {twice} of {pairs} openings \
             won twice by one colour; {:.1} ms a move",
            level - 1,
            points as f64 / 2.0,
            2 * pairs,
            1000.0 * spent.0.as_secs_f64() / f64::from(spent.1),
        );
    }
    Ok(())
}

/// Random openings that are nearly even.
fn openings(count: usize) -> Vec<Position> {
    let (mut found, mut rng) = (Vec::new(), SplitMix64(9));
    let mut judge = Player::default();
    while found.len() < count {
        let mut game = Position::new(&Rules::STANDARD);
        for _ in 0..8 {
            game.play_random(&mut || rng.next_u32());
        }
        let analysis = judge.analyze(&game, &Limits::depth(6), &Stop::new(), &mut |_| ());
        let is_even = analysis.score().is_some_and(|score| match score {
            tengen_engine::Score::Estimate { value, .. } => value.abs() <= 3.0,
            tengen_engine::Score::Proven(_) => false,
        });
        if is_even {
            found.push(game);
        }
    }
    found
}

/// The half points of the first player, who has this colour.
fn play(
    players: &mut [Player; 2],
    mut game: Position,
    color: Color,
    seed: u64,
    spent: &mut (Duration, u32),
) -> u64 {
    while !game.is_over() {
        let is_first = game.to_move() == color;
        let begun = Instant::now();
        let limits = Limits { seed, ..Limits::default() };
        let found = players[usize::from(!is_first)].analyze(&game, &limits, &Stop::new(), &mut |_| ());
        if is_first {
            *spent = (spent.0 + begun.elapsed(), spent.1 + 1);
        }
        let Some(mv) = found.best else { break };
        game.play_unchecked(mv);
    }
    match game.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) => 2 * u64::from(winner == color),
        None => 1,
    }
}

/// The difference in Elo by pairs with 0 to 4 half points, and its 95 % interval: of the normal distribution, or where
/// that would reach 0 or 1, Wilson's.
fn elo(counts: [u64; 5]) -> (f64, [f64; 2]) {
    let n = counts.iter().sum::<u64>() as f64;
    let shares = || counts.iter().zip(0..).map(|(&count, half)| (count as f64, f64::from(half) / 4.0));
    let mean = shares().map(|(count, score)| count * score).sum::<f64>() / n;
    let variance = shares().map(|(count, score)| count * (score - mean).powi(2)).sum::<f64>() / n;
    let error = 1.96 * (variance / n).sqrt();
    let (from, to) = if variance > 0.0 && mean - error > 0.0 && mean + error < 1.0 {
        (mean - error, mean + error)
    } else {
        let n = if variance > 0.0 { n * mean * (1.0 - mean) / variance } else { 2.0 * n };
        let z = 1.96_f64.powi(2);
        let centre = (mean + z / (2.0 * n)) / (1.0 + z / n);
        let half = 1.96 / (1.0 + z / n) * (mean * (1.0 - mean) / n + z / (4.0 * n * n)).sqrt();
        (centre - half, (centre + half).min(1.0))
    };
    let of = |score: f64| 400.0 * (score / (1.0 - score)).log10();
    (of(mean), [of(from), of(to)])
}
