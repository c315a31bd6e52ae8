//! Measures how far the values of deep searches are from those of shallow ones, and fits the curves of ProbCut:
//! `Curve::MIDDLE` by searches of some plies, `Curve::END` by searches to the end of the game.
//!
//! `cargo run --release -p tengen-othello-train --example probcut_curve -- middle|end FILE.wtb… [positions=500]
//! [depth=8] [empties=12..20] [seed=1] [threads=1] [weights=FILE]`
//!
//! Half of the positions are of the games of the files, half of games that the engine plays against itself after random
//! openings. `positions` are those of each group: of three numbers of empties in the middle game, from 22 to 48, of
//! each number from `empties` in endings, which are from 11 to 30. The same arguments give the same curve, with any
//! number of threads.

use std::error::Error;
use std::sync::Arc;
use tengen_engine::Stop;
use tengen_games::othello::Board;
use tengen_othello::eval::PatternWeights;
use tengen_othello::eval::weights::stage;
use tengen_othello::probcut::Curve;
use tengen_othello_train::probcut::{Deviation, FEWEST_EMPTIES, distance, fit, of_endings, of_middle_game};
use tengen_othello_train::{TrainingGame, count_empties, positions};

/// The stages of the middle game that are measured: 48 to 46 empties, 42 to 40, and so on to 24 to 22.
const MIDDLE: [usize; 5] = [4, 6, 8, 10, 12];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = args.iter().position(|arg| arg.starts_with(name))?;
        Some(args.remove(at)[name.len()..].to_string())
    };
    let count: usize = option("positions=").map_or(Ok(500), |text| text.parse())?;
    let depth: u32 = option("depth=").map_or(Ok(8), |text| text.parse())?;
    let empties = option("empties=").unwrap_or_else(|| "12..20".into());
    let (fewest, most) = empties.split_once("..").ok_or("empties=FEWEST..MOST")?;
    let empties: std::ops::RangeInclusive<u32> = fewest.parse()?..=most.parse()?;
    let seed: u64 = option("seed=").map_or(Ok(1), |text| text.parse())?;
    let threads: usize = option("threads=").map_or(Ok(1), |text| text.parse())?;
    let weights = match option("weights=") {
        Some(file) => Arc::new(PatternWeights::from_bytes(&std::fs::read(file)?)?),
        None => PatternWeights::standard(),
    };
    if !(2..=20).contains(&depth) {
        return Err("depth is from 2 to 20".into());
    }
    if *empties.start() < FEWEST_EMPTIES || *empties.end() > 30 {
        return Err(format!("empties are from {FEWEST_EMPTIES} to 30").into());
    }
    let (kind, files) = args.split_first().ok_or("middle or end?")?;
    if files.is_empty() {
        return Err("which WTHOR files?".into());
    }

    let mut boards = Vec::new();
    for file in files {
        let games = TrainingGame::read_wthor(&std::fs::read(file)?);
        let games = games.ok_or_else(|| format!("{file}: not a WTHOR file of 8x8"))?;
        boards.extend(games.into_iter().flat_map(|game| game.positions));
    }
    let stop = Stop::new();
    // A game has at most one position of each number of empties.
    let games = positions::self_play(4 * count, &weights, seed, threads, &stop).ok_or("stopped")?;
    let own: Vec<Board<u64>> = games.concat();
    let half = count / 2;
    let choose = |fits: &dyn Fn(&Board<u64>) -> bool| {
        let some = |boards: &[Board<u64>]| {
            positions::by_stage(boards.iter().filter(|board| fits(board)), half, seed).concat()
        };
        [some(&boards), some(&own)].concat()
    };

    let (deviations, curve, name) = match kind.as_str() {
        "middle" => {
            let mut deviations = Vec::new();
            for number in MIDDLE {
                let chosen = choose(&|board| stage(count_empties(board)) == number);
                deviations.extend(of_middle_game(&chosen, &weights, depth, threads, &stop).ok_or("stopped")?);
            }
            (deviations, Curve::MIDDLE, "MIDDLE")
        }
        "end" => {
            let mut deviations = Vec::new();
            for empties in empties {
                let chosen = choose(&|board| count_empties(board) == empties);
                deviations.extend(of_endings(&chosen, &weights, threads, &stop).ok_or("stopped")?);
            }
            (deviations, Curve::END, "END")
        }
        other => return Err(format!("{other} is neither middle nor end").into()),
    };
    report(&deviations, curve, name);
    Ok(())
}

fn report(deviations: &[Deviation], curve: Curve, name: &str) {
    let fitted = fit(deviations, curve);
    println!("empties  from  to  positions  measured  {name}  fitted");
    for &Deviation { empties, depth, shallow, positions, discs } in deviations {
        let [before, after] = [curve, fitted].map(|curve| curve.discs(empties, depth, shallow));
        println!(
            "{empties:7.1} {shallow:5} {depth:3} {positions:10} {discs:9.2} {before:7.2} {after:7.2}  ({:+.0} %, {:+.0} %)",
            100.0 * (before / discs - 1.0),
            100.0 * (after / discs - 1.0)
        );
    }
    let [before, after] = [curve, fitted].map(|curve| 100.0 * distance(&curve, deviations));
    println!("{name} is {before:.1} % off in the mean, the fitted curve {after:.1} %:");
    let Curve { deep, shallow, fall, between, late, empties } = fitted;
    println!(
        "    Curve {{ deep: {deep:.3}, shallow: {shallow:.3}, fall: {fall:.3}, between: {between:.4}, late: {late:.4}, \
         empties: {empties:?} }}"
    );
}
