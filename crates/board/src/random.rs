//! A small generator of random numbers that gives the same numbers on every machine.

/// SplitMix64 (Steele, Lea and Flood, 2014): a seed gives the same sequence everywhere. Not for secrets.
///
/// ```
/// use tengen_board::random::SplitMix64;
/// let mut random = SplitMix64(7);
/// assert!((0..100).all(|_| random.below(6) < 6));
/// assert_eq!(SplitMix64(7).next_u64(), SplitMix64(7).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// A number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.next_u32()) * n as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    /// The first outputs for the seed 1234567, from the reference implementation (Vigna, splitmix64.c).
    #[test]
    fn the_sequence_is_that_of_the_reference() {
        let mut random = SplitMix64(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821_u64,
        ];
        assert_eq!([(); 5].map(|()| random.next_u64()), expected);
    }
}
