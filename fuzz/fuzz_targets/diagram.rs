#![no_main]

use tengen_records::{Format, conformance};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::reads_any_bytes(Format::Diagram, bytes));
