//! Refuses to build with damaged embedded weights: the checksum of every file must agree. Finds the strategy to embed.

#[path = "src/eval/checksum.rs"]
mod checksum;

use std::path::Path;
use std::{env, fs};

/// The strategy in the workspace, and in the package of this crate. The second is a link in the workspace, which not
/// every system checks out as one.
const STRATEGY: [&str; 2] = ["../../proofs/standard-15.skeleton", "standard-15.skeleton"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/eval/checksum.rs");
    println!("cargo::rerun-if-changed=weights");
    for name in
        ["freestyle.weights", "renju.weights", "freestyle.network", "standard.network", "renju.network"]
    {
        match fs::read(format!("weights/{name}")) {
            Ok(bytes) if checksum::is_whole(&bytes) => {}
            Ok(_) => println!(
                "cargo::error=weights/{name} is damaged: its checksum does not agree; restore the file"
            ),
            Err(error) => println!("cargo::error=weights/{name} cannot be read: {error}"),
        }
    }
    // A path that is not there would build the crate again each time.
    let there = STRATEGY.iter().filter(|path| Path::new(path).exists());
    there.for_each(|path| println!("cargo::rerun-if-changed={path}"));
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let is_strategy = |bytes: &Vec<u8>| bytes.starts_with(b"tengen-prove ");
    match STRATEGY.iter().find_map(|path| fs::read(path).ok().filter(is_strategy)) {
        Some(bytes) => {
            fs::write(Path::new(&out).join("standard-15.skeleton"), bytes).expect("it can be written")
        }
        None => println!("cargo::error=there is no strategy in {}: restore the file", STRATEGY[0]),
    }
}
