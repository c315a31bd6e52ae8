//! What the reader refuses.

use super::*;

fn tiny() -> Vec<u8> {
    SlowNet::random(8, 1, &mut SplitMix64(4)).to_bytes()
}

fn error(bytes: &[u8]) -> NetError {
    Net::read(bytes).err().expect("no network")
}

#[test]
fn every_other_length_is_an_error() {
    let bytes = tiny();
    assert!(Net::read(&bytes).is_ok());
    for found in 0..bytes.len() {
        let expected = match found {
            0..8 => NetError::Magic,
            8..20 => NetError::Length { expected: 20, found },
            _ => NetError::Length { expected: bytes.len(), found },
        };
        assert_eq!(error(&bytes[..found]), expected);
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(error(&longer), NetError::Length { expected: bytes.len(), found: longer.len() });
}

#[test]
fn a_wrong_header_is_an_error() {
    let with = |at: usize, number: u32| {
        let mut bytes = tiny();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        error(&bytes)
    };
    assert_eq!(with(4, u32::from_le_bytes(*b"T002")), NetError::Magic);
    assert_eq!(with(8, 8), NetError::Planes(8));
    for channels in [0, 7, 12, 264, u32::MAX] {
        assert_eq!(with(12, channels), NetError::Channels(channels));
    }
    for blocks in [33, u32::MAX] {
        assert_eq!(with(16, blocks), NetError::Blocks(blocks));
    }
    assert!(matches!(with(12, 256), NetError::Length { .. }));
    assert!(matches!(with(16, 32), NetError::Length { .. }));
}

/// Each float of the tiny network is replaced by a number that is none.
#[test]
fn a_number_that_is_not_finite_is_an_error() {
    let layer = |inputs: usize| 8 * inputs * 9 + 64;
    let tables = [20 + 8 * 9 * 9, 20 + layer(9) + 8 * 8 * 9, 20 + layer(9) + layer(8) + 8 * 8 * 9];
    let head = 20 + layer(9) + 2 * layer(8);
    let starts = tables.iter().flat_map(|&table| (0..16).map(move |n| table + 4 * n));
    let starts = starts.chain((0..9).map(|n| head + 4 * n));
    let mut last = 0;
    for start in starts {
        for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut bytes = tiny();
            bytes[start..start + 4].copy_from_slice(&number.to_le_bytes());
            assert_eq!(error(&bytes), NetError::NotFinite);
        }
        last = start + 4;
    }
    assert_eq!(last, tiny().len());
}

#[test]
fn the_weight_minus_128_is_an_error() {
    for (at, layer) in [(20, 0), (20 + 8 * 9 * 9 - 1, 0), (20 + 8 * 9 * 9 + 64, 1)] {
        let mut bytes = tiny();
        bytes[at] = 128;
        assert_eq!(error(&bytes), NetError::Weight(layer));
    }
}

#[test]
fn errors_are_sentences() {
    assert_eq!(error(b"").to_string(), "not a network of this program: it should begin with 'TGNET001'");
    let (expected, found) = (2, 1);
    assert_eq!(
        NetError::Length { expected, found }.to_string(),
        "a network of this shape has 2 bytes, this has 1"
    );
}
