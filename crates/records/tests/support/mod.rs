//! What the tests of several formats share: outside truth, and properties that hold of every reader.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::path::PathBuf;
use tengen_records::{Format, Limits, Read, ReadOptions, games};

/// A folder of the outside truth, or `None`, said aloud, where there is none.
pub(crate) fn truth(folder: &str, test: &str) -> Option<PathBuf> {
    let root = std::env::var_os("TENGEN_TRUTH").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/truth")),
        PathBuf::from,
    );
    let folder = root.join(folder);
    if !folder.is_dir() {
        println!("skipped: {test} (no TENGEN_TRUTH)");
        return None;
    }
    Some(folder)
}

/// Limits small enough that a test would meet them.
pub(crate) fn tight() -> ReadOptions {
    let limits = Limits { value_bytes: 64, game_bytes: 4096, nodes: 64, records: 16, warnings: 4 };
    ReadOptions { lenient: true, limits, spec: None }
}

/// What holds of a reader whatever the bytes: no panic; strict success means the same lenient success; reading game by
/// game gives what reading whole gives; records that can be written are read back the same.
pub(crate) fn holds_for_any_bytes(format: Format, bytes: &[u8]) {
    let strict = format.read(bytes, &ReadOptions::default());
    let lenient = format.read(bytes, &ReadOptions::lenient());
    let _ = format.read(bytes, &tight());
    if let Ok(read) = &strict {
        assert_eq!(lenient.as_ref(), Ok(read), "lenient reading differs where strict reading works");
    }
    for options in [ReadOptions::default(), ReadOptions::lenient()] {
        let whole = format.read(bytes, &options);
        let pieces = games(format, std::io::BufReader::with_capacity(3, bytes), &options);
        let records: Vec<_> = pieces.filter_map(|item| item.ok()).map(|item| item.record).collect();
        match whole {
            Ok(read) => assert_eq!(records, read.records, "game by game differs from whole"),
            Err(_) if options.lenient => assert_eq!(records, [], "lenient reading lost records"),
            Err(_) => {}
        }
    }
    for read in [strict, lenient].into_iter().flatten() {
        written_reads_back(format, &read);
    }
}

/// What is written without a loss reads back as it was.
fn written_reads_back(format: Format, read: &Read) {
    let Ok(written) = format.write(&read.records, &Default::default()) else { return };
    let again = format.read(&written.bytes, &ReadOptions::default());
    let again = again.unwrap_or_else(|e| panic!("what was written is not read: {e}\n{:?}", read.records));
    // A record that remembers another character set comes back in UTF-8.
    let in_utf8 = |r: &tengen_records::Record| r.tree.node(0).extra.iter().all(|p| p.ident != "CA");
    if written.losses.is_empty() && read.records.iter().all(in_utf8) {
        // Thousands of cases may fail while one is made smaller: say little.
        let differs = again.records.iter().zip(&read.records).find(|(a, b)| a != b);
        assert!(again.records == read.records, "read back otherwise: {differs:?}");
    }
    let twice = format.write(&again.records, &Default::default()).expect("it was written once");
    assert_eq!(twice.bytes.escape_ascii().to_string(), written.bytes.escape_ascii().to_string());
}

/// A valid file with some of its bytes changed, cut out, doubled or put in.
pub(crate) fn mutated(mut bytes: Vec<u8>, edits: &[(u8, u16, u8)]) -> Vec<u8> {
    for &(kind, at, byte) in edits {
        if bytes.is_empty() {
            bytes.push(byte);
        }
        let at = usize::from(at) % bytes.len();
        match kind % 6 {
            0 => bytes[at] = byte,
            1 => bytes[at] ^= 1 << (byte % 8),
            2 => bytes.truncate(at),
            3 => bytes.insert(at, byte),
            4 => {
                let end = (at + usize::from(byte)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => {
                let end = (at + usize::from(byte)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}
