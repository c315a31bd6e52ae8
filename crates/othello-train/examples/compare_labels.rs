//! Asks what exact values of more empties gain: fits the tables of 13 to 24 empties, and a network for 10 to 23, to the
//! same positions with different labels, and measures each on positions of other games whose values are exact. The
//! tables of fewer empties are those of the engine.
//!
//! `cargo run --release -p tengen-othello-train --example compare_labels -- WORK FILE.wtb… [positions=18000]
//! [sample=250] [test=400] [threads=1]`
//!
//! WORK is a folder that keeps what is done, so that a run that was stopped goes on. It also gets the weights of each
//! kind of labels. `positions` are those of a stage, half of them from the files, half from self-play. One game in
//! sixteen is kept out for the test. `sample` positions of each number from 17 to 20 empties get exact values in the
//! last kind of labels. `test` positions of each number from 13 to 16 empties, and half as many from 17 to 20, are the
//! test. The lines of later kinds have how much less the mean squared error is than that of the first kind, and the
//! standard error of that.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tengen_engine::Stop;
use tengen_games::othello::{Board, Rules};
use tengen_othello::eval::network::{NETWORKS, network_of};
use tengen_othello::eval::weights::stage;
use tengen_othello::eval::{Network, PatternWeights};
use tengen_othello_train::fit::Fit;
use tengen_othello_train::labels::Labels;
use tengen_othello_train::network::NetworkFit;
use tengen_othello_train::{Sample, TrainingGame, count_empties, positions};

/// The stages that are fitted: 24 to 13 empties.
const FITTED: std::ops::Range<usize> = 12..16;
/// The fewest empties of the network.
const LEAST: u32 = 10;
/// Positions with more empties are searched in the usual labels.
const USUAL: u32 = 12;
/// The exact values of all positions with at most this many empties, and of a sample with at most that many.
const EXACT: u32 = 16;
const SAMPLE: u32 = 20;
/// The seeds of what is learnt and of the test.
const LEARNT: u64 = 1;
const TEST: u64 = 2;

struct Settings<'a> {
    work: &'a Path,
    sample: usize,
    threads: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str, usual: usize| match args.iter().position(|arg| arg.starts_with(name)) {
        Some(at) => args.remove(at)[name.len()..].parse(),
        None => Ok(usual),
    };
    let positions = option("positions=", 18_000)?;
    let (sample, test, threads) = (option("sample=", 250)?, option("test=", 400)?, option("threads=", 1)?);
    let (work, files) = args.split_first().ok_or("which folder for the work?")?;
    if files.is_empty() {
        return Err("which WTHOR files?".into());
    }
    let settings = Settings { work: Path::new(work), sample, threads };
    std::fs::create_dir_all(settings.work)?;
    let mut games = Vec::new();
    for file in files {
        let read = TrainingGame::read_wthor(&std::fs::read(file)?);
        games.extend(read.ok_or_else(|| format!("{file}: not a WTHOR file of 8x8"))?);
    }
    let of_test = |number: usize| number % 16 == 15;
    let boards = |test| {
        let games = games.iter().enumerate().filter(move |(number, _)| of_test(*number) == test);
        games.flat_map(|(_, game)| &game.positions)
    };
    let learnt = settings.positions_by_empties(boards(false), LEARNT, positions / 3)?;
    let tested = settings.positions_by_empties(boards(true), TEST, test)?;

    // The test: exact values.
    let test: Vec<Vec<Sample>> = (USUAL + 1..=SAMPLE)
        .map(|empties| {
            let boards = &tested[empties as usize];
            let count = if empties > EXACT { boards.len() / 2 } else { boards.len() };
            settings.exact("test", empties, &boards[..count])
        })
        .collect::<Result<_, _>>()?;
    // The squared errors of the first kind of labels, with tables and with the network too.
    let mut firsts = [Vec::new(), Vec::new()];
    for (name, limit) in [("exact12", USUAL), ("exact16", EXACT), ("sample20", SAMPLE)] {
        let weights = settings.fit(name, limit, &learnt)?;
        std::fs::write(settings.work.join(format!("{name}.weights")), weights.to_bytes())?;
        let both = [weights.clone().with_network(None), weights];
        for (kind, (weights, first)) in both.into_iter().zip(&mut firsts).enumerate() {
            let name = format!("{name}, {}", ["tables", "tables and network"][kind]);
            settings.report(&name, &Arc::new(weights), &test, first)?;
        }
    }
    Ok(())
}

impl Settings<'_> {
    /// Positions for each number of empties, `count` at most: half of the given ones, half of self-play.
    fn positions_by_empties<'a>(
        &self,
        boards: impl Iterator<Item = &'a Board<u64>>,
        seed: u64,
        count: usize,
    ) -> Result<Vec<Vec<Board<u64>>>, Box<dyn Error>> {
        let weights = Arc::new((*PatternWeights::standard()).clone().with_network(None));
        // A game has a position of most numbers of empties, so this many games are more than enough.
        let games =
            positions::self_play(2 * count, &weights, seed, self.threads, &Stop::new()).ok_or("stopped")?;
        let is_late = |board: &&Board<u64>| {
            count_empties(board) >= LEAST && stage(count_empties(board)) >= FITTED.start
        };
        let of_games = positions::by_stage(boards.filter(is_late), usize::MAX, seed);
        let of_self_play = positions::by_stage(games.iter().flatten().filter(is_late), usize::MAX, seed);
        let mut chosen = vec![Vec::new(); Rules::STANDARD.size().area() + 1];
        for (a, b) in of_games.into_iter().zip(of_self_play) {
            for boards in [a, b] {
                let mut counts = vec![0; chosen.len()];
                for board in boards {
                    let empties = count_empties(&board) as usize;
                    if counts[empties] < count / 2 {
                        counts[empties] += 1;
                        chosen[empties].push(board);
                    }
                }
            }
        }
        // Both kinds in turn, so that a part of the list has both.
        for boards in &mut chosen {
            let half = boards.len() / 2;
            *boards = (0..half).flat_map(|i| [boards[i], boards[half + i]]).collect();
        }
        Ok(chosen)
    }

    /// Exact values of positions, from the folder if they are there.
    fn exact(&self, name: &str, empties: u32, boards: &[Board<u64>]) -> Result<Vec<Sample>, Box<dyn Error>> {
        let labels = Labels { exact: 60, depth: 60, threads: self.threads };
        let run = || labels.run(boards, &PatternWeights::standard(), &Stop::new());
        self.kept(&format!("{name}-{empties}"), boards, run)
    }

    /// What `make` makes of the boards, kept in a file of the folder.
    fn kept(
        &self,
        name: &str,
        boards: &[Board<u64>],
        make: impl FnOnce() -> Option<Vec<Sample>>,
    ) -> Result<Vec<Sample>, Box<dyn Error>> {
        let file = self.work.join(format!("{name}.values"));
        if let Ok(bytes) = std::fs::read(&file)
            && bytes.len() == 4 * boards.len()
        {
            let values = bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
            return Ok(boards.iter().zip(values).map(|(&board, value)| Sample { board, value }).collect());
        }
        let clock = Instant::now();
        let samples = make().ok_or("stopped")?;
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.value.to_le_bytes()).collect();
        std::fs::write(&file, bytes)?;
        println!("{name}: {} positions, {:.1} s", samples.len(), clock.elapsed().as_secs_f64());
        Ok(samples)
    }

    /// Tables and a network, fitted to values that are exact up to `limit` empties, above [`EXACT`] empties of a
    /// sample, else those of searches of four plies.
    fn fit(
        &self,
        name: &str,
        limit: u32,
        learnt: &[Vec<Board<u64>>],
    ) -> Result<PatternWeights, Box<dyn Error>> {
        let mut weights = (*PatternWeights::standard()).clone().with_network(None);
        let mut all = Vec::new();
        for (empties, boards) in (LEAST..=USUAL).zip(&learnt[LEAST as usize..]) {
            all.extend(self.exact("exact", empties, boards)?);
        }
        for number in FITTED.rev() {
            let mut samples = Vec::new();
            for (empties, boards) in (0..).zip(learnt).filter(|&(empties, _)| stage(empties) == number) {
                let count = match empties {
                    _ if empties > limit => 0,
                    ..=EXACT => boards.len(),
                    _ => self.sample.min(boards.len()),
                };
                let (known, rest) = boards.split_at(count);
                if !known.is_empty() {
                    samples.extend(self.exact("exact", empties, known)?);
                }
                if !rest.is_empty() {
                    let labels = Labels { exact: 0, depth: 4, threads: self.threads };
                    let searched = Arc::new(weights.clone());
                    let run = || labels.run(rest, &searched, &Stop::new());
                    samples.extend(self.kept(&format!("{name}-{empties}"), rest, run)?);
                }
            }
            // Each stage begins with the tables of the one after it.
            let mut values = weights.stage_values(number + 1);
            let errors = Fit::default().run(&mut values, &samples, LEARNT);
            println!("{name}: stage {number}, {} positions, {errors:?}", samples.len());
            weights.set_stage(number, &values);
            all.extend(samples);
        }
        let last = NETWORKS - 1;
        all.retain(|sample| {
            network_of(count_empties(&sample.board)).is_some_and(|(number, _)| number == last)
        });
        let fitted = NetworkFit::default().run(&weights, &all, LEARNT, &Stop::new()).ok_or("stopped")?;
        println!("{name}: network, {} positions, {:?}", all.len(), fitted.1);
        let mut network = PatternWeights::standard().network().cloned().unwrap_or_else(Network::zero);
        network.set_part(last, &fitted.0);
        Ok(weights.with_network(Some(network)))
    }

    /// Prints root mean square errors in discs and mean errors, of the evaluation and of searches of four plies.
    /// `first` has the squared errors to compare with; if it is empty, it gets these.
    fn report(
        &self,
        name: &str,
        weights: &Arc<PatternWeights>,
        test: &[Vec<Sample>],
        first: &mut Vec<Vec<f64>>,
    ) -> Result<(), Box<dyn Error>> {
        let mut squares = Vec::new();
        for (empties, samples) in (USUAL + 1..).zip(test) {
            let boards: Vec<Board<u64>> = samples.iter().map(|sample| sample.board).collect();
            let labels = Labels { exact: 0, depth: 4, threads: self.threads };
            let searched = labels.run(&boards, weights, &Stop::new()).ok_or("stopped")?;
            let evaluated: Vec<f32> = boards.iter().map(|board| weights.evaluate(board)).collect();
            let searched: Vec<f32> = searched.iter().map(|sample| sample.value).collect();
            for (kind, values) in [("evaluation", evaluated), ("four plies", searched)] {
                let errors: Vec<f64> = values
                    .iter()
                    .zip(samples)
                    .map(|(value, sample)| f64::from(value - sample.value))
                    .collect();
                let squared: Vec<f64> = errors.iter().map(|error| error * error).collect();
                let (root, bias) = (mean(&squared).sqrt(), mean(&errors));
                print!(
                    "{name}: {empties} empties, {} positions, {kind} {root:.3} ({bias:+.2})",
                    samples.len()
                );
                if let Some(first) = first.get(squares.len()) {
                    let gains: Vec<f64> =
                        first.iter().zip(&squared).map(|(first, now)| first - now).collect();
                    let gain = mean(&gains);
                    let variance =
                        mean(&gains.iter().map(|other| (other - gain).powi(2)).collect::<Vec<_>>());
                    print!(", {gain:+.2} ± {:.2} less", (variance / gains.len() as f64).sqrt());
                }
                println!();
                squares.push(squared);
            }
        }
        if first.is_empty() {
            *first = squares;
        }
        Ok(())
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}
