//! Writes small files of every format to `corpus/FORMAT/`, for the fuzzer to begin from.

use std::path::Path;
use tengen_records::{Format, conformance};

fn main() -> std::io::Result<()> {
    for format in Format::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(format.name());
        std::fs::create_dir_all(&folder)?;
        for (i, sample) in conformance::samples(format).iter().enumerate() {
            std::fs::write(folder.join(format!("sample-{i}")), sample)?;
        }
    }
    Ok(())
}
