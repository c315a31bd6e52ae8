//! The checksum at the end of weight and network files. The build script uses this file too.

/// FNV-1a, 64 bits.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// True if the last eight bytes are the checksum of all bytes before.
#[allow(dead_code, reason = "for the build script and tests")]
pub(crate) fn is_whole(bytes: &[u8]) -> bool {
    bytes.split_last_chunk().is_some_and(|(data, sum)| checksum(data) == u64::from_le_bytes(*sum))
}
