//! What the tests of several formats share: the properties of every reader, and small limits.
#![allow(dead_code, reason = "each test binary uses its own part")]

#[allow(unused_imports, reason = "each test binary uses its own part")]
pub(crate) use tengen_records::conformance::{holds_for_any_bytes, mutated};
use tengen_records::{ReadOptions, conformance};

/// Limits so small that a test reaches them.
pub(crate) fn tight() -> ReadOptions {
    ReadOptions { lenient: true, limits: conformance::TIGHT, ..ReadOptions::default() }
}
