//! The checksum of the files of books and weights.

/// The checksum of `bytes`, eight at a time, the last ones filled up with zeros. Each step is a bijection, so a change
/// of one word always changes the sum.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let last = (!rest.is_empty()).then_some(&last);
    words.iter().chain(last).fold(0x243F_6A88_85A3_08D3, |sum, word| {
        let mixed = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_changed_bit_changes_the_checksum() {
        let all: Vec<u8> = (0..1029u32).map(|i| ((i * 37) >> 3) as u8).collect();
        for bytes in [&all[..1024], &all] {
            let sum = checksum(bytes);
            for at in 0..bytes.len() {
                for bit in 0..8 {
                    let mut changed = bytes.to_vec();
                    changed[at] ^= 1 << bit;
                    assert_ne!(checksum(&changed), sum, "byte {at}, bit {bit}");
                }
            }
        }
    }
}
