//! What the tests of several formats share: outside truth, and properties that hold of every reader.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::path::PathBuf;
#[allow(unused_imports, reason = "each test binary uses its own part")]
pub(crate) use tengen_records::conformance::{holds_for_any_bytes, mutated};
use tengen_records::{ReadOptions, conformance};

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
    ReadOptions { lenient: true, limits: conformance::TIGHT, ..ReadOptions::default() }
}
