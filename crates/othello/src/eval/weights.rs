//! The weights of the patterns: one table of values for each stage of the game, and a [`network`](super::network).
//!
//! A file holds each configuration once for a class with an axis of symmetry; in memory every configuration has an
//! entry of its own, so that a look-up needs no other table.

mod file;

use super::network::Network;
use super::patterns::{CLASS_COUNT, Indices, PATTERNS, class_of, class_size, numbered, patterns_of};
use super::{DISC, Evaluator};
use std::fmt;
use std::sync::{Arc, LazyLock};
use tengen_games::othello::Board;
use tengen_games::othello::backend::{Flips, Portable};

/// The number of stages.
pub const STAGES: usize = 20;
/// Discs of a stage.
pub const STAGE_DISCS: usize = 3;

/// The stage of a position with this many empties.
#[inline(always)]
pub const fn stage(empties: u32) -> usize {
    let stage = 60u32.saturating_sub(empties) as usize / STAGE_DISCS;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The place of a position with this many empties in its stage, below [`STAGE_DISCS`].
#[inline(always)]
pub const fn disc_of_stage(empties: u32) -> usize {
    60u32.saturating_sub(empties) as usize % STAGE_DISCS
}

/// Weights are in this fraction of a disc.
pub const UNITS: i32 = 64;

/// Entries from the table of a class to the next one. A pattern's number, taken as 16 bits without sign, cannot leave
/// the table, so that a look-up needs no check. The entries beyond keep the tables apart in the sets of the caches.
const SPAN: usize = (1 << 16) + 2112;

/// The number of the middle configuration (no discs) of each pattern in the list of all configurations, class by class.
const MIDDLE_OF_PATTERN: [i32; PATTERNS] = {
    let mut middle = [0; PATTERNS];
    let (mut pattern, mut class, mut first) = (0, 0, 0);
    while pattern < PATTERNS {
        while class < class_of(pattern) {
            first += class_size(class);
            class += 1;
        }
        middle[pattern] = (first + (class_size(class) - 1) / 2) as i32;
        pattern += 1;
    }
    middle
};

/// The values of all configurations at one stage, in 1/[`UNITS`] of a disc.
#[derive(Clone)]
struct StageTable {
    classes: Box<[i16; CLASS_COUNT * SPAN]>,
    /// What each number of discs adds: it matters who moves last, so a number of empties differs from the next one.
    constants: [i16; STAGE_DISCS],
}

impl StageTable {
    fn zero() -> StageTable {
        let classes = vec![0; CLASS_COUNT * SPAN].into_boxed_slice().try_into();
        StageTable { classes: classes.expect("it has as many entries"), constants: [0; STAGE_DISCS] }
    }

    /// The entry of a pattern's number.
    #[inline(always)]
    fn entry(class: usize, number: i16) -> usize {
        class * SPAN + usize::from(number as u16)
    }

    /// The entries of all configurations, in the order of [`NUMBERS`].
    fn entries() -> impl Iterator<Item = usize> {
        (0..CLASS_COUNT).flat_map(|class| {
            let most = (class_size(class) / 2) as i16;
            (-most..=most).map(move |number| StageTable::entry(class, number))
        })
    }

    /// The sum of the patterns of a class.
    #[inline(always)]
    fn sum_of_class<const CLASS: usize>(&self, indices: &Indices) -> i32 {
        let (tables, _) = self.classes.as_chunks::<SPAN>();
        let table = &tables[CLASS];
        const { patterns_of(CLASS) }
            .map(|pattern| i32::from(table[usize::from(indices.get(pattern) as u16)]))
            .sum()
    }

    /// The value of a position. The sum is written out, so that the compiler knows each place at which it looks.
    #[inline(always)]
    fn sum(&self, indices: &Indices, empties: u32) -> i32 {
        const { assert!(CLASS_COUNT == 15) };
        i32::from(self.constants[disc_of_stage(empties)])
            + self.sum_of_class::<0>(indices)
            + self.sum_of_class::<1>(indices)
            + self.sum_of_class::<2>(indices)
            + self.sum_of_class::<3>(indices)
            + self.sum_of_class::<4>(indices)
            + self.sum_of_class::<5>(indices)
            + self.sum_of_class::<6>(indices)
            + self.sum_of_class::<7>(indices)
            + self.sum_of_class::<8>(indices)
            + self.sum_of_class::<9>(indices)
            + self.sum_of_class::<10>(indices)
            + self.sum_of_class::<11>(indices)
            + self.sum_of_class::<12>(indices)
            + self.sum_of_class::<13>(indices)
            + self.sum_of_class::<14>(indices)
    }
}

/// Weights of the pattern evaluation on 8×8.
#[derive(Clone)]
pub struct PatternWeights {
    stages: Vec<StageTable>,
    network: Option<Network>,
}

/// Why bytes are no weights.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PatternWeightsError {
    /// The file does not begin as weights of Othello do.
    NotWeights,
    /// The weights are of another version of the program, with other patterns or stages.
    OtherVersion,
    /// The compressed data are damaged or end early.
    Damaged,
}

impl fmt::Display for PatternWeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PatternWeightsError::NotWeights => "not a file of Othello weights",
            PatternWeightsError::OtherVersion => "weights of another version, with other patterns or stages",
            PatternWeightsError::Damaged => "the data are damaged or incomplete",
        })
    }
}

impl std::error::Error for PatternWeightsError {}

impl PatternWeights {
    /// Weights of zero: every position is even.
    pub fn zero() -> PatternWeights {
        PatternWeights { stages: (0..STAGES).map(|_| StageTable::zero()).collect(), network: None }
    }

    /// The network, if there is one.
    pub fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// The same tables with this network, or with none.
    #[must_use]
    pub fn with_network(self, network: Option<Network>) -> PatternWeights {
        PatternWeights { network, ..self }
    }

    /// The weights in the program.
    ///
    /// # Panics
    /// If the embedded file is damaged; the tests refuse it.
    pub fn standard() -> Arc<PatternWeights> {
        static STANDARD: LazyLock<Arc<PatternWeights>> = LazyLock::new(|| {
            let weights = PatternWeights::from_bytes(include_bytes!("../../weights/patterns.weights"));
            Arc::new(weights.unwrap_or_else(|error| panic!("the embedded weights cannot be used: {error}")))
        });
        STANDARD.clone()
    }

    /// Entries of a stage in a file: each configuration of a class and its mirror image once, then the constants.
    pub fn file_entries() -> usize {
        *CONFIGURATIONS + STAGE_DISCS
    }

    /// The number in the file of the constant for this many empties.
    #[inline]
    pub fn file_constant(empties: u32) -> usize {
        *CONFIGURATIONS + disc_of_stage(empties)
    }

    /// The number in the file of a pattern's configuration.
    #[inline]
    pub fn file_number(pattern: usize, index: i16) -> u32 {
        NUMBERS[(MIDDLE_OF_PATTERN[pattern] + i32::from(index)) as usize]
    }

    /// Sets the values of a stage, in discs and in the order of a file.
    ///
    /// # Panics
    /// If there are not [`PatternWeights::file_entries`] of them.
    pub fn set_stage(&mut self, stage: usize, values: &[f32]) {
        assert_eq!(values.len(), PatternWeights::file_entries());
        let units: Vec<i16> = values.iter().map(|value| (value * UNITS as f32).round() as i16).collect();
        self.fill(stage, &units);
    }

    /// The values of a stage, in discs and in the order of a file.
    pub fn stage_values(&self, stage: usize) -> Vec<f32> {
        self.stage_units(stage).map(|units| f32::from(units) / UNITS as f32).collect()
    }

    fn stage_units(&self, stage: usize) -> impl Iterator<Item = i16> + '_ {
        let table = &self.stages[stage];
        let mut next = 0;
        let first_of_each = StageTable::entries().zip(NUMBERS.iter()).filter(move |&(_, &number)| {
            let first = number == next;
            next += u32::from(first);
            first
        });
        first_of_each.map(|(entry, _)| table.classes[entry]).chain(table.constants)
    }

    fn fill(&mut self, stage: usize, units: &[i16]) {
        let table = &mut self.stages[stage];
        for (entry, &number) in StageTable::entries().zip(NUMBERS.iter()) {
            table.classes[entry] = units[number as usize];
        }
        table.constants.copy_from_slice(&units[units.len() - STAGE_DISCS..]);
    }

    /// The expected margin of a board of 8×8 for the side to move, in discs.
    pub fn evaluate(&self, board: &Board<u64>) -> f32 {
        self.value(Portable, board, &Indices::new(board.own, board.opp)) as f32 / DISC as f32
    }

    /// The expected margin by the tables alone, in discs.
    pub fn table_sum(&self, board: &Board<u64>) -> f32 {
        self.table_value(&Indices::new(board.own, board.opp), board.empties().count_ones()) as f32
            / DISC as f32
    }

    /// What one pattern adds to the expected margin, in discs.
    pub(crate) fn part(&self, indices: &Indices, pattern: usize, empties: u32) -> f32 {
        let entry = StageTable::entry(class_of(pattern), indices.get(pattern));
        f32::from(self.stages[stage(empties)].classes[entry]) / UNITS as f32
    }

    /// The expected margin for the side to move, in hundredths of a disc, at most 63 discs. `indices` are those of the
    /// board.
    #[inline(always)]
    pub fn value<F: Flips<Set = u64>>(&self, f: F, board: &Board<u64>, indices: &Indices) -> i32 {
        let empties = board.empties().count_ones();
        let more = self.network.as_ref().map_or(0, |network| network.value(f, board, empties, indices));
        in_hundredths(self.stages[stage(empties)].sum(indices, empties) + more)
    }

    /// The same by the tables alone, with so many empties.
    #[inline(always)]
    pub fn table_value(&self, indices: &Indices, empties: u32) -> i32 {
        in_hundredths(self.stages[stage(empties)].sum(indices, empties))
    }
}

/// A value in 1/[`UNITS`] of a disc in hundredths, at most 63 discs.
#[inline(always)]
fn in_hundredths(units: i32) -> i32 {
    (units * DISC / UNITS).clamp(-63 * DISC, 63 * DISC)
}

/// The number in a file of each entry of a table.
static NUMBERS: LazyLock<Vec<u32>> =
    LazyLock::new(|| numbered(&std::array::from_fn::<_, CLASS_COUNT, _>(|class| class)));

/// The configurations of a stage in a file.
static CONFIGURATIONS: LazyLock<usize> =
    LazyLock::new(|| NUMBERS.iter().max().map_or(0, |&last| last as usize + 1));

impl fmt::Debug for PatternWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PatternWeights({} stages of {} entries)", STAGES, PatternWeights::file_entries())
    }
}

/// What the network adds is rarely more, in hundredths of a disc.
const NETWORK_MOST: i32 = 5 * DISC;

/// The pattern evaluation of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patterns<'a>(pub(crate) &'a PatternWeights);

impl Evaluator<u64> for Patterns<'_> {
    type State = Indices;
    const HAS_SIGMA: bool = true;

    fn state(self, board: &Board<u64>) -> Indices {
        Indices::new(board.own, board.opp)
    }

    #[inline(always)]
    fn after(self, state: &Indices, square: usize, flips: u64) -> Indices {
        state.after(square, flips)
    }

    #[inline(always)]
    fn passed(self, state: &Indices) -> Indices {
        state.passed()
    }

    #[inline(always)]
    fn value<F: Flips<Set = u64>>(self, f: F, board: &Board<u64>, state: &Indices) -> i32 {
        self.0.value(f, board, state)
    }

    #[inline(always)]
    fn value_near<F: Flips<Set = u64>>(
        self,
        f: F,
        board: &Board<u64>,
        state: &Indices,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let rough = self.rough_value(f, board, state);
        let is_far =
            rough >= beta.saturating_add(NETWORK_MOST) || rough <= alpha.saturating_sub(NETWORK_MOST);
        if is_far { rough } else { self.value(f, board, state) }
    }

    #[inline(always)]
    fn rough_value<F: Flips<Set = u64>>(self, _: F, board: &Board<u64>, state: &Indices) -> i32 {
        self.0.table_value(state, board.empties().count_ones())
    }

    fn sigma(self, empties: u32, depth: u32, shallow: u32) -> Option<f32> {
        Some(crate::probcut::sigma(empties, depth, shallow))
    }

    fn win_probability(self, value: i32, empties: u32) -> f32 {
        super::win_probability(value, 100.0 * crate::probcut::spread(empties))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_games::Game;
    use tengen_games::othello::{Position, Rules};

    pub(super) fn random_weights(seed: u64) -> PatternWeights {
        let mut rng = SplitMix64(seed);
        let mut weights = PatternWeights::zero();
        for stage in 0..STAGES {
            let values: Vec<f32> = (0..PatternWeights::file_entries())
                .map(|_| (rng.below(2000) as f32 - 1000.0) / 512.0)
                .collect();
            weights.set_stage(stage, &values);
        }
        weights
    }

    /// The reference: the sum of the file's values, pattern by pattern.
    #[test]
    fn a_value_is_the_sum_of_its_patterns() {
        let weights = random_weights(3);
        let stages: Vec<_> = (0..STAGES).map(|stage| weights.stage_values(stage)).collect();
        let mut rng = SplitMix64(4);
        let mut game = Position::new(&Rules::STANDARD);
        loop {
            let board = game.narrow().unwrap();
            let empties = board.empties().count_ones();
            let (indices, values) = (Indices::new(board.own, board.opp), &stages[stage(empties)]);
            let entries =
                (0..PATTERNS).map(|n| values[PatternWeights::file_number(n, indices.get(n)) as usize]);
            let sum = entries.sum::<f32>() + values[PatternWeights::file_constant(empties)];
            assert!((weights.evaluate(&board) - sum.clamp(-63.0, 63.0)).abs() < 0.02, "{:?}", game.moves());
            if game.play_random(&mut || rng.next_u32()).is_none() {
                break;
            }
        }
    }

    #[test]
    fn stages_cover_the_game() {
        assert_eq!((stage(60), stage(58), stage(57), stage(3), stage(0)), (0, 0, 1, 19, 19));
        assert!((0..60).all(|empties| stage(empties) >= stage(empties + 1)));
        assert_eq!((disc_of_stage(60), disc_of_stage(58), disc_of_stage(57), disc_of_stage(0)), (0, 2, 0, 0));
    }
}
