//! Files of weights.
//!
//! A file begins with a line that names the format and its version, and a checksum of eight bytes of all that follows,
//! the lowest first. The values come next, in parts as [`coding`](super::super::coding) writes them: the tables, and if
//! there are networks, each of them.
//!
//! The training of a stage begins with the tables of the stage after it, the next one of the game. So a file has what
//! each stage changes: a third of the entries. The others are those of configurations that no position of the stage
//! had; few positions of earlier stages have them either. So a file has for each configuration the first stage that
//! changes it, and then what each stage changes from there on, the last stage first.

use super::super::coding::{Coder, Reader, Writer, size_class};
use super::super::network::Network;
use super::{CLASS_COUNT, CONFIGURATIONS, NUMBERS, PatternWeights, PatternWeightsError, STAGES, class_size};
use crate::checksum::checksum;

/// The first bytes of a file. The number changes with the patterns, the stages, the units and the form.
const MAGIC: &[u8] = b"Tengen Othello weights ";
const VERSION: &[u8] = b"4\n";

/// Contexts of the first stage that changes a configuration: by that of the configuration with both colours exchanged,
/// one more of them where this is not known, and by that of the configuration before, in groups.
const FIRST_STAGES: usize = (STAGES + 2) * FIRST_GROUPS;
const FIRST_GROUPS: usize = STAGES / 4 + 1;
/// Contexts of the changes: by the size of the changes nearby, in the last stage and others, and in the first stage
/// that changes the configuration and others.
const CHANGES: usize = SWINGS * 4;
/// Sums of changes have at most 18 bits, and two classes for each bit.
const SWINGS: usize = 2 * 18;
const CONSTANTS: usize = FIRST_STAGES + CHANGES;
const CONTEXTS: usize = CONSTANTS + 1;

impl PatternWeights {
    /// The weights as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut stages: Vec<Vec<i16>> = (0..STAGES).map(|stage| self.stage_units(stage).collect()).collect();
        for stage in 1..STAGES {
            let (before, after) = stages.split_at_mut(stage);
            for (value, after) in before[stage - 1].iter_mut().zip(&after[0]) {
                *value = value.wrapping_sub(*after);
            }
        }
        let mut writer = Writer::new(CONTEXTS);
        walk(&mut writer, &mut stages);
        let mut bytes = writer.finish();
        if let Some(network) = &self.network {
            network.write(&mut bytes);
        }
        [MAGIC, VERSION, &checksum(&bytes).to_le_bytes(), &bytes].concat()
    }

    /// The weights of a file.
    ///
    /// # Errors
    /// If the bytes are not a whole file of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternWeights, PatternWeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(PatternWeightsError::NotWeights)?;
        let rest = rest.strip_prefix(VERSION).ok_or(PatternWeightsError::OtherVersion)?;
        PatternWeights::of_data(rest).ok_or(PatternWeightsError::Damaged)
    }

    fn of_data(data: &[u8]) -> Option<PatternWeights> {
        let (sum, mut bytes) = data.split_first_chunk()?;
        if checksum(bytes) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut reader = Reader::new(&mut bytes, CONTEXTS)?;
        let mut stages = vec![vec![0; PatternWeights::file_entries()]; STAGES];
        walk(&mut reader, &mut stages);
        if !reader.is_done() {
            return None;
        }
        let mut weights = PatternWeights::zero();
        weights.network = if bytes.is_empty() { None } else { Some(Network::read(&mut bytes)?) };
        let mut units = vec![0i16; PatternWeights::file_entries()];
        for (stage, changes) in stages.iter().enumerate().rev() {
            for (value, change) in units.iter_mut().zip(changes) {
                *value = value.wrapping_add(*change);
            }
            weights.fill(stage, &units);
        }
        bytes.is_empty().then_some(weights)
    }
}

/// Writes or reads the tables. For each stage there is what it changes: the values of the last stage, elsewhere the
/// differences from the stage after.
fn walk<C: Coder>(coder: &mut C, stages: &mut [Vec<i16>]) {
    let exchanged = exchanged();
    let mut first_stages: Vec<u8> = Vec::with_capacity(exchanged.len());
    let mut before = STAGES;
    for (number, &other) in exchanged.iter().enumerate() {
        // What a configuration is worth with the colours exchanged is about as much for the other side.
        let of_other = first_stages.get(other as usize).map_or(STAGES + 1, |&first| first.into());
        let first = stages.iter().position(|changes| changes[number] != 0).unwrap_or(STAGES);
        let context = of_other * FIRST_GROUPS + before / 4;
        before = usize::from(coder.symbol(context, first as u8)).min(STAGES);
        first_stages.push(before as u8);
    }
    let mut changed: Vec<u32> = (0..).take(exchanged.len()).collect();
    let none = vec![0; PatternWeights::file_entries()];
    for stage in (0..STAGES).rev() {
        changed.retain(|&number| usize::from(first_stages[number as usize]) <= stage);
        let (here, later) = stages.split_at_mut(stage + 1);
        let (here, next) = (&mut here[stage][..], later.first().unwrap_or(&none));
        let after_next = later.get(1).unwrap_or(&none);
        let of_stage = FIRST_STAGES + 2 * usize::from(later.is_empty());
        for number in changed.iter().map(|&number| number as usize) {
            let other = exchanged[number] as usize;
            let next = size(next[number]);
            let of_other = if other < number { size(here[other]) } else { next };
            let swing = size_class(2 * next + size(after_next[number]) + of_other, 2);
            let is_first = usize::from(first_stages[number]) == stage;
            here[number] = coder.number(of_stage + 4 * swing + usize::from(is_first), here[number]);
        }
        let (_, constants) = here.split_at_mut(exchanged.len());
        for change in constants {
            *change = coder.number(CONSTANTS, *change);
        }
    }
}

fn size(change: i16) -> u64 {
    u64::from(change.unsigned_abs())
}

/// For each configuration in the order of a file the one with both colours exchanged.
fn exchanged() -> Vec<u32> {
    let mut exchanged = vec![0; *CONFIGURATIONS];
    let mut rest = &NUMBERS[..];
    for class in 0..CLASS_COUNT {
        let (numbers, others) = rest.split_at(class_size(class));
        // The exchange of the colours is a change of sign, and the numbers of a class are around zero.
        for (&number, &other) in numbers.iter().zip(numbers.iter().rev()) {
            exchanged[number as usize] = other;
        }
        rest = others;
    }
    exchanged
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_weights;
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_games::othello::{Board, Rules};

    fn is_equal(a: &PatternWeights, b: &PatternWeights) -> bool {
        (0..STAGES).all(|stage| a.stage_units(stage).eq(b.stage_units(stage)))
    }

    #[test]
    fn a_file_gives_the_weights_that_made_it() {
        let weights = random_weights(1);
        assert!(is_equal(&PatternWeights::from_bytes(&weights.to_bytes()).unwrap(), &weights));
        assert_eq!(PatternWeights::file_entries(), weights.stage_values(0).len());
    }

    /// As a training leaves them: few stages have values of their own for a configuration. Some values are as large as
    /// may be, so that no number of 16 bits holds the difference of two stages.
    #[test]
    fn a_file_keeps_values_that_stages_share_and_the_largest_ones() {
        let mut rng = SplitMix64(5);
        let mut weights = PatternWeights::zero();
        let mut units = vec![0; PatternWeights::file_entries()];
        for stage in (0..STAGES).rev() {
            for unit in &mut units {
                if rng.below(8) == 0 {
                    *unit = match rng.below(4) {
                        0 => [i16::MIN, i16::MAX][rng.below(2)],
                        _ => rng.next_u32() as i16 >> rng.below(16),
                    };
                }
            }
            weights.fill(stage, &units);
        }
        assert!(is_equal(&PatternWeights::from_bytes(&weights.to_bytes()).unwrap(), &weights));
    }

    #[test]
    fn the_file_of_the_program_is_what_its_weights_give() {
        let bytes = include_bytes!("../../../weights/patterns.weights");
        assert!(PatternWeights::standard().to_bytes() == bytes);
        assert!(bytes.len() < 4_500_000, "{} bytes", bytes.len());
    }

    #[test]
    fn damage_is_an_error() {
        let bytes = PatternWeights::standard().to_bytes();
        assert_eq!(PatternWeights::from_bytes(b"PNG").unwrap_err(), PatternWeightsError::NotWeights);
        assert_eq!(
            PatternWeights::from_bytes(b"Tengen Othello weights 3\nxyz").unwrap_err(),
            PatternWeightsError::OtherVersion
        );
        for length in [MAGIC.len() + 2, MAGIC.len() + 30, bytes.len() / 2, bytes.len() - 1] {
            assert_eq!(
                PatternWeights::from_bytes(&bytes[..length]).unwrap_err(),
                PatternWeightsError::Damaged,
                "{length} bytes"
            );
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(PatternWeights::from_bytes(&longer).unwrap_err(), PatternWeightsError::Damaged);
        let mut rng = SplitMix64(2);
        for _ in 0..20 {
            let mut bytes = bytes.clone();
            let at = MAGIC.len() + VERSION.len() + rng.below(bytes.len() - MAGIC.len() - VERSION.len());
            bytes[at] ^= 1 << rng.below(8);
            assert_eq!(
                PatternWeights::from_bytes(&bytes).unwrap_err(),
                PatternWeightsError::Damaged,
                "byte {at}"
            );
        }
    }

    /// A file that was made to deceive has the right checksum.
    #[test]
    fn damage_with_the_right_checksum_does_not_panic() {
        let standard = PatternWeights::standard().to_bytes();
        let tables = PatternWeights::zero().to_bytes();
        let mut rng = SplitMix64(3);
        let start = MAGIC.len() + VERSION.len();
        for (file, count) in [(&standard, 8), (&tables, 60)] {
            for _ in 0..count {
                let mut bytes = file.clone();
                let data = &mut bytes[start + 8..];
                // The frequencies in front are the part that most depends on.
                let part = [data.len().min(2000), data.len()][rng.below(2)];
                data[rng.below(part)] = rng.next_u32() as u8;
                if rng.below(4) == 0 {
                    bytes.truncate(bytes.len() - 1 - rng.below(40));
                }
                let sum = checksum(&bytes[start + 8..]).to_le_bytes();
                bytes[start..start + 8].copy_from_slice(&sum);
                // By chance it can be a whole file of other weights.
                if let Ok(weights) = PatternWeights::from_bytes(&bytes) {
                    weights.evaluate(&Board::start(Rules::STANDARD.size()));
                }
            }
        }
    }
}
