//! The weights of the evaluation, and the file that holds them.
//!
//! The value of a position is from the side to move. It is the sum over all empty squares of what their patterns are
//! worth to it, less the same for the opponent. A term for the threats that are ready on both sides is added. Two more
//! numbers for each combination of patterns order moves: what it is worth to make it, and to prevent it.
//!
//! # Unit
//!
//! Values have the unit of the file's scale: at `scale` the odds are e to 1. In the embedded files the scale is 256,
//! so a value is a logit in 1/256, the unit of the network.
//!
//! # The file
//!
//! Little-endian, one file a variant:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `TENGENGW` |
//! | 2 | the version of the format, 1 |
//! | 1 | the variant: 0 freestyle, 1 standard, 2 renju, 3 caro, 4 standard caro |
//! | 1 | 1 if the sum over the squares is smoothed: the mean of the sums now and before the last move; else 0 |
//! | 2 | the number of combinations in each list: [`COMBINATIONS`] |
//! | 2 | the number of threat terms in each list: [`THREAT_TERMS`] |
//! | 4 | the scale, a 32-bit float: the chance to win is 1 / (1 + exp(−value / scale)) |
//! | 2 each | `worth`: for black, then for white, by the number of the [`combination`], a signed number each |
//! | 2 each | `threats`: with black to move, then with white to move, by [`threat_index`] |
//! | 2 each | `attack`: for black, then for white, by combination |
//! | 2 each | `defend`: for black, then for white, by combination of the *opponent's* patterns |
//! | 8 | FNV-1a (64 bits) of everything before |

use crate::board::pattern::Pattern;
use crate::board::threat::{COMBINATIONS, Threat, combination};
use crate::eval::checksum::checksum;
use tengen_board::Color;
use tengen_games::gomoku::Variant;

/// The number of threat terms for each colour to move: a bit for each of six classes that either side may have ready.
pub const THREAT_TERMS: usize = 1 << 12;

/// The ordering score at which a move is preferred with odds of e to 1.
pub const ORDER_UNIT: i32 = 100;

/// The classes of the threat terms, a bit each.
pub const THREAT_BITS: [&[Threat]; 6] = [
    &[Threat::Three, Threat::ThreePlus],
    &[Threat::ThreeThree],
    &[Threat::Four],
    &[Threat::FourPlus],
    &[Threat::FourThree],
    &[Threat::OpenFour],
];

/// The index of a threat term: the bits of the side to move, and those of the opponent six places higher.
#[inline]
pub const fn threat_index(own: u8, other: u8) -> usize {
    own as usize | (other as usize) << 6
}

/// The weights of one variant.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassWeights {
    variant: Variant,
    scale: f32,
    smooth: bool,
    worth: [Vec<i16>; 2],
    threats: [Vec<i16>; 2],
    attack: [Vec<i16>; 2],
    defend: [Vec<i16>; 2],
}

/// Why a file is not a file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClassWeightsError {
    /// The length differs.
    #[error("a file of weights has {expected} bytes, this has {found}")]
    Length {
        /// The expected length.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// The file does not start with the header.
    #[error("this is no file of weights of version 1: its first bytes are not TENGENGW, 1")]
    Header,
    /// No variant has this number.
    #[error("the weights are for variant number {0}, and variants are numbered 0 to 4")]
    Variant(u8),
    /// The numbers of entries differ: the file was made for other patterns.
    #[error(
        "the weights were made for other patterns: {combinations} combinations and {terms} threat terms, not {COMBINATIONS} and {THREAT_TERMS}"
    )]
    Shape {
        /// Combinations in the file.
        combinations: u16,
        /// Threat terms in the file.
        terms: u16,
    },
    /// The scale is not a positive number.
    #[error("the scale of the weights is not a positive number")]
    Scale,
    /// The checksum is wrong.
    #[error("the checksum of the weights does not fit: the file is damaged")]
    Checksum,
}

const MAGIC: &[u8; 8] = b"TENGENGW";
const VERSION: u16 = 1;
const HEADER: usize = 20;
const LENGTH: usize = HEADER + 2 * 2 * (3 * COMBINATIONS + THREAT_TERMS) + 8;

impl ClassWeights {
    /// Weights that are all 0.
    pub fn zero(variant: Variant) -> ClassWeights {
        let list = |n: usize| [vec![0; n], vec![0; n]];
        ClassWeights {
            variant,
            scale: 100.0,
            smooth: false,
            worth: list(COMBINATIONS),
            threats: list(THREAT_TERMS),
            attack: list(COMBINATIONS),
            defend: list(COMBINATIONS),
        }
    }

    /// The embedded weights.
    ///
    /// # Panics
    /// If the embedded file is damaged, which the build script refuses.
    pub fn standard(variant: Variant) -> ClassWeights {
        // Standard and caro use the weights of freestyle, which has the most games.
        let bytes: &[u8] = match variant {
            Variant::Renju => include_bytes!("../../weights/renju.weights"),
            _ => include_bytes!("../../weights/freestyle.weights"),
        };
        ClassWeights { variant, ..ClassWeights::from_embedded(variant, bytes) }
    }

    fn from_embedded(variant: Variant, bytes: &[u8]) -> ClassWeights {
        let weights = ClassWeights::from_bytes(bytes);
        weights.unwrap_or_else(|error| panic!("the embedded weights of {variant} cannot be used: {error}"))
    }

    /// Weights from a few guessed numbers, as a start for training.
    pub fn by_hand(variant: Variant) -> ClassWeights {
        let mut weights = ClassWeights::zero(variant);
        for a in Pattern::ALL {
            for b in Pattern::ALL {
                for c in Pattern::ALL {
                    for d in Pattern::ALL {
                        for color in Color::BOTH {
                            let patterns = [a, b, c, d];
                            weights.set_worth(color, patterns, guess_worth(variant, color, patterns));
                            let order = guess_order(variant, color, patterns);
                            let at = combination(patterns);
                            weights.attack[color.index()][at] = order;
                            weights.defend[color.opponent().index()][at] = (i32::from(order) * 4 / 5) as i16;
                        }
                    }
                }
            }
        }
        for color in Color::BOTH {
            for own in 0..64_u8 {
                for other in 0..64_u8 {
                    weights.set_threat(color, own, other, guess_threats(own, other));
                }
            }
        }
        weights
    }

    /// The variant of the weights.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The value at which the odds are e to 1: the chance to win is 1 / (1 + exp(−value / scale)).
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Sets the scale, a positive number.
    pub fn set_scale(&mut self, scale: f32) {
        self.scale = scale;
    }

    /// True if a position's sum is the mean of the sums now and before the last move. The side that moved last looks
    /// better than it is, and the mean reduces that.
    #[inline]
    pub fn is_smooth(&self) -> bool {
        self.smooth
    }

    /// Sets smoothing.
    pub fn set_smooth(&mut self, smooth: bool) {
        self.smooth = smooth;
    }

    /// The worth of an empty square with these patterns to `color`.
    #[inline]
    pub fn worth(&self, color: Color, patterns: [Pattern; 4]) -> i16 {
        self.worth[color.index()][combination(patterns)]
    }

    /// Sets the worth of such a square. Without patterns it stays 0, as under a stone.
    pub fn set_worth(&mut self, color: Color, patterns: [Pattern; 4], worth: i16) {
        let at = combination(patterns);
        self.worth[color.index()][at] = if at == 0 { 0 } else { worth };
    }

    /// The term for the threats that are ready, for `to_move`: bits as in [`THREAT_BITS`].
    #[inline]
    pub fn threat(&self, to_move: Color, own: u8, other: u8) -> i16 {
        self.threats[to_move.index()][threat_index(own, other) % THREAT_TERMS]
    }

    /// Sets the term for the threats that are ready.
    pub fn set_threat(&mut self, to_move: Color, own: u8, other: u8, value: i16) {
        self.threats[to_move.index()][threat_index(own, other) % THREAT_TERMS] = value;
    }

    /// The ordering score of making these patterns with `color`.
    #[inline]
    pub fn attack(&self, color: Color, patterns: [Pattern; 4]) -> i16 {
        self.attack[color.index()][combination(patterns)]
    }

    /// The ordering score for `color` of preventing these patterns of the opponent.
    #[inline]
    pub fn defend(&self, color: Color, patterns: [Pattern; 4]) -> i16 {
        self.defend[color.index()][combination(patterns)]
    }

    /// Sets both ordering scores.
    pub fn set_order(&mut self, color: Color, patterns: [Pattern; 4], attack: i16, defend: i16) {
        self.attack[color.index()][combination(patterns)] = attack;
        self.defend[color.index()][combination(patterns)] = defend;
    }

    /// The bytes of a file with these weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.variant as u8, self.smooth.into()]);
        bytes.extend((COMBINATIONS as u16).to_le_bytes());
        bytes.extend((THREAT_TERMS as u16).to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        for list in [&self.worth, &self.threats, &self.attack, &self.defend].into_iter().flatten() {
            bytes.extend(list.iter().flat_map(|n| n.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// [`ClassWeightsError`] if the bytes are not such a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<ClassWeights, ClassWeightsError> {
        if bytes.len() < HEADER
            || bytes[..8] != *MAGIC
            || bytes[8..10] != VERSION.to_le_bytes()
            || bytes[11] > 1
        {
            return Err(ClassWeightsError::Header);
        }
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let variant =
            *Variant::ALL.get(usize::from(bytes[10])).ok_or(ClassWeightsError::Variant(bytes[10]))?;
        let (combinations, terms) = (short(12), short(14));
        if (usize::from(combinations), usize::from(terms)) != (COMBINATIONS, THREAT_TERMS) {
            return Err(ClassWeightsError::Shape { combinations, terms });
        }
        if bytes.len() != LENGTH {
            return Err(ClassWeightsError::Length { expected: LENGTH, found: bytes.len() });
        }
        let (body, sum) = bytes.split_at(LENGTH - 8);
        if checksum(body).to_le_bytes() != sum {
            return Err(ClassWeightsError::Checksum);
        }
        let scale = f32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]);
        if !(scale.is_finite() && scale > 0.0) {
            return Err(ClassWeightsError::Scale);
        }
        let mut numbers = body[HEADER..].chunks_exact(2).map(|n| i16::from_le_bytes([n[0], n[1]]));
        let mut list = |n: usize| [numbers.by_ref().take(n).collect(), numbers.by_ref().take(n).collect()];
        Ok(ClassWeights {
            variant,
            scale,
            smooth: bytes[11] == 1,
            worth: list(COMBINATIONS),
            threats: list(THREAT_TERMS),
            attack: list(COMBINATIONS),
            defend: list(COMBINATIONS),
        })
    }
}

fn guess_worth(variant: Variant, color: Color, patterns: [Pattern; 4]) -> i16 {
    let sum: i16 = patterns
        .iter()
        .map(|pattern| match pattern {
            Pattern::Dead | Pattern::Overline | Pattern::DoubleFour => 0,
            Pattern::ClosedOne => 1,
            Pattern::OpenOne => 2,
            Pattern::ClosedTwo => 3,
            Pattern::OpenTwo => 6,
            Pattern::BroadTwo => 7,
            Pattern::WideTwo => 8,
            Pattern::ClosedThree => 9,
            Pattern::OpenThree => 16,
            Pattern::WideThree => 20,
            Pattern::ClosedFour => 24,
            Pattern::OpenFour => 60,
            Pattern::Five => 80,
        })
        .sum();
    match Threat::of_patterns(variant, color, patterns) {
        Threat::Forbidden => 0,
        Threat::TwoTwo => sum + 3,
        Threat::ClosedThreePlus => sum + 4,
        Threat::ThreePlus => sum + 6,
        Threat::ThreeThree => sum + 24,
        Threat::FourPlus => sum + 8,
        Threat::FourThree => sum + 40,
        _ => sum,
    }
}

fn guess_order(variant: Variant, color: Color, patterns: [Pattern; 4]) -> i16 {
    let class = match Threat::of_patterns(variant, color, patterns) {
        Threat::Five => 10_000,
        Threat::OpenFour => 5_000,
        Threat::FourThree => 2_000,
        Threat::ThreeThree => 1_000,
        Threat::FourPlus => 160,
        Threat::ThreePlus => 150,
        Threat::Three => 100,
        Threat::Four => 80,
        _ => 0,
    };
    class + 4 * guess_worth(variant, color, patterns)
}

fn guess_threats(own: u8, other: u8) -> i16 {
    // Three, double three, four, four with more, four and three, open four.
    let sum = |bits: u8, worth: [i16; 6]| -> i16 {
        worth.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, worth)| worth).sum()
    };
    let mine = sum(own, [20, 60, 10, 20, 150, 400]);
    let theirs = sum(other, [6, 30, 4, 8, 50, 120]);
    20 + mine - theirs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_that_come_with_the_engine_are_whole() {
        for variant in [Variant::Freestyle, Variant::Renju] {
            let path = format!("{}/weights/{variant}.weights", env!("CARGO_MANIFEST_DIR"));
            let weights = ClassWeights::from_bytes(&std::fs::read(path).expect("a file of weights"));
            assert_eq!(weights.as_ref().map(ClassWeights::variant), Ok(variant));
            assert_eq!(weights, Ok(ClassWeights::standard(variant)));
        }
    }

    /// Damage must stop the program, not weaken its play.
    #[test]
    #[should_panic(expected = "the embedded weights of renju cannot be used")]
    fn damaged_embedded_weights_are_an_error() {
        let mut bytes = ClassWeights::by_hand(Variant::Renju).to_bytes();
        bytes[100] ^= 1;
        ClassWeights::from_embedded(Variant::Renju, &bytes);
    }

    #[test]
    fn the_build_script_sees_damage() {
        let bytes = ClassWeights::by_hand(Variant::Freestyle).to_bytes();
        assert!(crate::eval::checksum::is_whole(&bytes));
        for at in [0, 100, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(!crate::eval::checksum::is_whole(&damaged), "byte {at}");
        }
        assert!(!crate::eval::checksum::is_whole(&bytes[..7]));
    }

    #[test]
    fn a_file_reads_back_as_it_was_and_is_refused_when_damaged() {
        for variant in Variant::ALL {
            let weights = ClassWeights::by_hand(variant);
            let bytes = weights.to_bytes();
            assert_eq!(ClassWeights::from_bytes(&bytes), Ok(weights));
            for at in (0..bytes.len()).step_by(61) {
                let mut damaged = bytes.clone();
                damaged[at] ^= 0x10;
                assert!(ClassWeights::from_bytes(&damaged).is_err(), "byte {at}");
            }
            for length in [0, 7, 19, 20, bytes.len() - 1] {
                assert!(ClassWeights::from_bytes(&bytes[..length]).is_err());
            }
        }
    }
}
