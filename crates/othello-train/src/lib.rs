//! Training of the weights of Tengen's Othello engine.
//!
//! [`Training::run`] does all of it:
//!
//! 1. First weights from the results of games ([`TrainingGame`]), whose endings a WTHOR database has corrected.
//! 2. [`positions`]: positions of these games, and of games that the first weights play against themselves from
//!    random openings.
//! 3. Stage by stage from the end of the game: [`labels`] values each position by a search, and [`fit`] fits the
//!    stage's weights to the values. With few empties the search is exact, else its leaves are in stages that are done.
//! 4. The mean value of each number of empties is set by the theoretical scores of the games. A search takes the best
//!    of values with errors, so what learns from searches judges the mover too high, more from stage to stage.
//! 5. Searches with these tables value more positions, and [`network`] fits to them what the tables leave.
//! 6. Searches with tables and networks value the same positions, and new networks are fitted to these values. Then the
//!    mean values are set as in step 4.
//!
//! The same games and settings give the same weights, with any number of threads. [`probcut`] fits what the search must
//! know of the errors of these weights.
//!
//! ```no_run
//! use tengen_engine::Stop;
//! use tengen_othello_train::{Training, TrainingGame};
//!
//! let games = TrainingGame::read_wthor(&std::fs::read("WTH_2001.wtb")?).ok_or("not a WTHOR file")?;
//! let weights = Training::default().run(&games, None, &Stop::new(), &mut |progress, _| {
//!     println!("{:?} {}: {} positions", progress.round, progress.stage, progress.positions);
//! });
//! std::fs::write("patterns.weights", weights.ok_or("stopped")?.to_bytes())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod fit;
mod games;
pub mod labels;
pub mod network;
pub mod positions;
pub mod probcut;

use fit::{Errors, Fit};
use labels::Labels;
use network::NetworkFit;
use std::sync::Arc;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color};
use tengen_engine::Stop;
use tengen_games::othello::{Bits as _, Board, Position, Rules};
use tengen_games::{Game as _, SetUp};
use tengen_othello::eval::network::{NETWORKS, network_of};
use tengen_othello::eval::weights::{STAGES, stage};
use tengen_othello::eval::{Network, PatternWeights};

pub use games::TrainingGame;

/// A position with the final margin for the side to move, in discs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The board of 8×8, from the side to move.
    pub board: Board<u64>,
    /// The margin in discs.
    pub value: f32,
}

/// The settings of a training.
#[derive(Clone, Debug)]
pub struct Training {
    /// Positions for each stage that are searched, half of them from the given games; with 0 the weights are those of
    /// the results alone.
    pub positions: usize,
    /// Positions with at most this many empties are solved.
    pub exact: u32,
    /// The depth of the searches that value all others, in plies.
    pub depth: u32,
    /// How each stage is fitted, to the results of games and then to searches.
    pub fit: Fit,
    /// How the networks are fitted, to searches of [`NETWORK_SHARE`] times as many positions.
    pub network: NetworkFit,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads for the searches.
    pub threads: usize,
}

impl Default for Training {
    fn default() -> Training {
        Training {
            positions: 900_000,
            exact: 12,
            depth: 4,
            fit: Fit::default(),
            network: NetworkFit::default(),
            seed: 1,
            threads: 1,
        }
    }
}

/// Positions of a stage for the network, for each one of the tables.
pub const NETWORK_SHARE: usize = 3;
/// How often the networks are fitted.
pub const NETWORK_ROUNDS: usize = 2;

/// What a training fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    /// Tables, to the results of games.
    Results,
    /// Tables, to searches.
    Searches,
    /// Networks, to searches: the first time with tables alone, the second with the networks of the first.
    Networks(usize),
}

/// A stage of a training that is done.
#[derive(Clone, Copy, Debug)]
pub struct TrainingProgress {
    /// What was fitted.
    pub round: Round,
    /// The stage, or the network, from 0 at the start of the game.
    pub stage: usize,
    /// Positions.
    pub positions: usize,
    /// The errors of the fit.
    pub errors: Errors,
}

/// A training that is not finished: what [`Training::run`] needs to go on.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The weights of the round before. Their tables play the games; they value the positions for a network.
    before: PatternWeights,
    /// The weights so far.
    weights: PatternWeights,
    /// The round of the networks, or 0 for the tables.
    network_round: usize,
    /// Stages or networks of the round still to do, the earliest of the game.
    left: usize,
}

impl Training {
    /// Trains weights on games. `on_stage` gets each stage that is done, and from the second round on what can be saved
    /// to go on later as `resume`. `None` if it was stopped.
    pub fn run(
        &self,
        games: &[TrainingGame],
        resume: Option<Partial>,
        stop: &Stop,
        on_stage: &mut dyn FnMut(TrainingProgress, Option<&Partial>),
    ) -> Option<PatternWeights> {
        let mut partial = match resume {
            Some(partial) => partial,
            None => {
                let first = self.fit_results(games, stop, &mut |progress| on_stage(progress, None))?;
                Partial { weights: first.clone(), before: first, network_round: 0, left: STAGES }
            }
        };
        if self.positions == 0 {
            return Some(partial.weights);
        }
        self.fit_searches(games, &mut partial, stop, on_stage)?;
        if partial.network_round == 0 {
            set_level(&mut partial.weights, games);
        }
        self.fit_networks(games, &mut partial, stop, on_stage)?;
        set_level(&mut partial.weights, games);
        Some(partial.weights)
    }

    /// Positions for searches, about `count` of each stage: half of them of the given games, half of games that
    /// `weights` play against themselves.
    fn positions(
        &self,
        games: &[TrainingGame],
        weights: &PatternWeights,
        (count, seed): (usize, u64),
        stop: &Stop,
    ) -> Option<Vec<Vec<Board<u64>>>> {
        let half = count / 2;
        let of_games = games.iter().flat_map(|game| &game.positions);
        let mut positions = positions::by_stage(of_games, half, seed);
        let own_games = positions::self_play(half, &Arc::new(weights.clone()), seed, self.threads, stop)?;
        let own_positions = positions::by_stage(own_games.iter().flatten(), half, seed);
        for (stage, more) in own_positions.into_iter().enumerate() {
            positions[stage].extend(more);
        }
        Some(positions)
    }

    /// The stages that are left, from searches.
    fn fit_searches(
        &self,
        games: &[TrainingGame],
        partial: &mut Partial,
        stop: &Stop,
        on_stage: &mut dyn FnMut(TrainingProgress, Option<&Partial>),
    ) -> Option<()> {
        if partial.network_round > 0 || partial.left == 0 {
            return Some(());
        }
        let positions = self.positions(games, &partial.before, (self.positions, self.seed), stop)?;
        let labels = self.labels();
        for stage in (0..partial.left).rev() {
            let samples = labels.run(&positions[stage], &Arc::new(partial.weights.clone()), stop)?;
            // Each stage begins with the weights of the one after it.
            let mut values = partial.weights.stage_values((stage + 1).min(STAGES - 1));
            let errors = self.fit.run(&mut values, &samples, self.seed);
            partial.weights.set_stage(stage, &values);
            partial.left = stage;
            let round = Round::Searches;
            on_stage(TrainingProgress { round, stage, positions: samples.len(), errors }, Some(partial));
        }
        Some(())
    }

    /// The networks that are left.
    fn fit_networks(
        &self,
        games: &[TrainingGame],
        partial: &mut Partial,
        stop: &Stop,
        on_stage: &mut dyn FnMut(TrainingProgress, Option<&Partial>),
    ) -> Option<()> {
        if (partial.network_round, partial.left) == (NETWORK_ROUNDS, 0) {
            return Some(());
        }
        let tables = partial.weights.clone().with_network(None);
        // Other positions than those that the tables know.
        let count_and_seed = (NETWORK_SHARE * self.positions, self.seed + 1);
        let positions = self.positions(games, &tables, count_and_seed, stop)?.concat();
        while (partial.network_round, partial.left) != (NETWORK_ROUNDS, 0) {
            if partial.left == 0 {
                partial.before = partial.weights.clone();
                (partial.network_round, partial.left) = (partial.network_round + 1, NETWORKS);
            }
            let number = partial.left - 1;
            let is_here = |board: &&Board<u64>| {
                network_of(count_empties(board)).is_some_and(|(network, _)| network == number)
            };
            let positions: Vec<_> = positions.iter().filter(is_here).copied().collect();
            let samples = self.labels().run(&positions, &Arc::new(partial.before.clone()), stop)?;
            let (values, errors) = self.network.run(&tables, &samples, self.seed, stop)?;
            let mut network = partial.weights.network().cloned().unwrap_or_else(Network::zero);
            network.set_part(number, &values);
            partial.weights = partial.weights.clone().with_network(Some(network));
            partial.left = number;
            let round = Round::Networks(partial.network_round);
            on_stage(
                TrainingProgress { round, stage: number, positions: samples.len(), errors },
                Some(partial),
            );
        }
        Some(())
    }

    fn labels(&self) -> Labels {
        Labels { exact: self.exact, depth: self.depth, threads: self.threads }
    }

    /// The first line of a file with a partial training: it goes on only with the same settings.
    fn partial_header(&self, games: &[TrainingGame]) -> String {
        let Training { positions, exact, depth, fit, network, seed, threads: _ } = self;
        let count: usize = games.iter().map(|game| game.positions.len()).sum();
        format!(
            "Tengen Othello training 4: {} games, {count} positions, {positions} a stage, exact to {exact}, depth {depth}, \
             seed {seed}, {fit:?}, {network:?}\n",
            games.len()
        )
    }

    /// The bytes of a file that a later run goes on from.
    pub fn save(&self, partial: &Partial, games: &[TrainingGame]) -> Vec<u8> {
        let before = partial.before.to_bytes();
        let header = self.partial_header(games);
        let numbers = [partial.network_round, partial.left, before.len()];
        let numbers = numbers.map(|number| (number as u32).to_le_bytes()).concat();
        [header.as_bytes(), &numbers, &before, &partial.weights.to_bytes()].concat()
    }

    /// What [`Training::save`] wrote; `None` if it is damaged, or of other games or settings.
    pub fn load(&self, bytes: &[u8], games: &[TrainingGame]) -> Option<Partial> {
        let rest = bytes.strip_prefix(self.partial_header(games).as_bytes())?;
        let (numbers, rest) = rest.split_first_chunk::<12>()?;
        let (numbers, _) = numbers.as_chunks();
        let [network_round, left, length] = [0, 1, 2].map(|i| u32::from_le_bytes(numbers[i]) as usize);
        let (before, weights) = rest.split_at_checked(length)?;
        let before = PatternWeights::from_bytes(before).ok()?;
        let weights = PatternWeights::from_bytes(weights).ok()?;
        let most = if network_round == 0 { STAGES } else { NETWORKS };
        let fits = network_round <= NETWORK_ROUNDS && left <= most;
        fits.then_some(Partial { before, weights, network_round, left })
    }

    /// Weights from the results of the games alone.
    fn fit_results(
        &self,
        games: &[TrainingGame],
        stop: &Stop,
        on_progress: &mut dyn FnMut(TrainingProgress),
    ) -> Option<PatternWeights> {
        let mut samples = vec![Vec::new(); STAGES];
        for game in games {
            for sample in game.samples() {
                samples[stage(count_empties(&sample.board))].push(sample);
            }
        }
        let mut weights = PatternWeights::zero();
        let mut values = weights.stage_values(0);
        for (stage, samples) in samples.iter().enumerate().rev() {
            if stop.is_raised() {
                return None;
            }
            // Each stage begins with the weights of the one after it.
            let errors = self.fit.run(&mut values, samples, self.seed);
            weights.set_stage(stage, &values);
            let round = Round::Results;
            on_progress(TrainingProgress { round, stage, positions: samples.len(), errors });
        }
        Some(weights)
    }
}

/// The least number of positions whose mean sets a constant.
const LEVEL_FROM: usize = 10_000;

/// Sets the constant of each number of empties for which the games have theoretical scores, so that searches of any
/// depth agree in the mean.
///
/// With an even number the mean value of the games' positions becomes that of their scores. With an odd number these
/// are too low: until the score is taken the side to move makes one mistake more than the other. There the mean value
/// becomes that of the best move, by the values of the positions after it.
fn set_level(weights: &mut PatternWeights, games: &[TrainingGame]) {
    let mut boards = vec![Vec::new(); 65];
    for sample in games.iter().flat_map(|game| game.samples().take(game.theoretical)) {
        boards[count_empties(&sample.board) as usize].push(sample);
    }
    let mut set_mean = |parity, value: &dyn Fn(&PatternWeights, &Sample) -> f32| {
        let numbers = (0..)
            .zip(&boards)
            .filter(|(empties, samples)| empties % 2 == parity && samples.len() >= LEVEL_FROM);
        for (empties, samples) in numbers {
            let error = |sample: &Sample| f64::from(weights.evaluate(&sample.board) - value(weights, sample));
            let sum: f64 = samples.iter().map(error).sum();
            let mut values = weights.stage_values(stage(empties));
            values[PatternWeights::file_constant(empties)] -= (sum / samples.len() as f64) as f32;
            weights.set_stage(stage(empties), &values);
        }
    };
    set_mean(0, &|_, sample| sample.value);
    set_mean(1, &|weights, sample| {
        let board = &sample.board;
        let after = |square| -weights.evaluate(&board.place(square));
        board.moves().squares().map(after).fold(f32::MIN, f32::max)
    });
}

/// The number of empty squares.
pub fn count_empties(board: &Board<u64>) -> u32 {
    board.empties().count_ones()
}

/// The position of a game with this board, black to move.
fn position(board: &Board<u64>) -> Position {
    let cells = Rules::STANDARD.size().points().map(|point| {
        let cell = board.at(point).map_or(Cell::Empty, |own| if own { Cell::Black } else { Cell::White });
        (point, cell)
    });
    let set_up = SetUp { cells: cells.collect(), to_move: Color::Black };
    Position::set_up(&Rules::STANDARD, &set_up).expect("every board of 8x8 can be set up")
}

/// A generator for item `number` of a list.
fn random(seed: u64, number: usize) -> SplitMix64 {
    let mut rng = SplitMix64(seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    rng.next_u64();
    rng
}

/// Maps a list in order on several threads; `None` if it was stopped.
fn parallel<T: Sync, R: Send, M>(
    items: &[T],
    threads: usize,
    stop: &Stop,
    worker: impl Fn() -> M + Sync,
) -> Option<Vec<R>>
where
    M: FnMut(usize, &T) -> R,
{
    const CHUNK: usize = 256;
    let next = std::sync::atomic::AtomicUsize::new(0);
    let chunks = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut map = worker();
                loop {
                    let first = CHUNK * next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if first >= items.len() || stop.is_raised() {
                        break;
                    }
                    let chunk = items[first..].iter().take(CHUNK).enumerate();
                    let mapped: Vec<R> = chunk.map(|(i, item)| map(first + i, item)).collect();
                    chunks.lock().expect("no thread panics").push((first, mapped));
                }
            });
        }
    });
    let mut chunks = chunks.into_inner().expect("no thread panics");
    chunks.sort_unstable_by_key(|chunk| chunk.0);
    (!stop.is_raised()).then(|| chunks.into_iter().flat_map(|chunk| chunk.1).collect())
}

#[cfg(test)]
mod tests;
