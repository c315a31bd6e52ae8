//! SGF: real files read, replay and read back; another reader sees the same trees; damage is reported with its
//! location.

#[path = "../support/mod.rs"]
mod support;

mod damage;
mod opening_rules;
mod oracle;
mod properties;
mod real_files;
mod replaying;
mod texts;

use std::path::{Path, PathBuf};
use tengen_records::{ReadError, ReadOptions, Record, sgf};

/// Every SGF file below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "sgf") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn read(text: &str) -> Record {
    let read = sgf::read(text.as_bytes(), &ReadOptions::default());
    read.unwrap_or_else(|e| panic!("{text}: {e}")).records.remove(0)
}

/// The error that reading a damaged text gives.
fn error(text: impl AsRef<[u8]>) -> ReadError {
    sgf::read(text.as_ref(), &ReadOptions::default()).expect_err("it is damaged")
}
