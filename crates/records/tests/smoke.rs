//! A short version of the fuzz targets: every reader on damaged files of its own format and of the others.

use tengen_records::Format;
use tengen_records::conformance::{holds_for_any_bytes, mutated, samples};

/// Cases per format. The seed is fixed, so that a failure is the same everywhere.
const CASES: usize = 2000;

fn run(format: Format) {
    // Marsaglia's xorshift: any stream of numbers will do.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u32
    };
    let own = samples(format);
    let others: Vec<Vec<u8>> = Format::ALL.into_iter().flat_map(samples).collect();
    for sample in own.iter().chain(&others) {
        holds_for_any_bytes(format, sample);
    }
    for case in 0..CASES {
        let from = if case % 8 == 7 || own.is_empty() { &others } else { &own };
        let sample = from[draw() as usize % from.len()].clone();
        let edits: Vec<(u8, u16, u8)> = (0..draw() % 8)
            .map(|_| {
                let [kind, low, high, byte] = draw().to_le_bytes();
                // Half of the inserted bytes are characters with a meaning.
                let meaning = b"()[];\\:,<>/=\"&\0\xff\n 1aB";
                let byte = if kind & 64 == 0 { meaning[usize::from(byte) % meaning.len()] } else { byte };
                (kind, u16::from_le_bytes([low, high]), byte)
            })
            .collect();
        let bytes = mutated(sample, &edits);
        let result = std::panic::catch_unwind(|| holds_for_any_bytes(format, &bytes));
        assert!(result.is_ok(), "{format}, case {case}: b\"{}\"", bytes.escape_ascii());
    }
}

macro_rules! smoke {
    ($($test:ident $format:ident)*) => {$(
        #[test]
        fn $test() {
            run(Format::$format);
        }
    )*};
}

smoke! {
    sgf Sgf
    psq Psq
    renlib RenLib
    rif Rif
    ggf Ggf
    wthor Wthor
    obf Obf
    move_list MoveList
    diagram Diagram
}
