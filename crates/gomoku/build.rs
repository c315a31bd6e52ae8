//! Refuses to build with damaged embedded weights: the checksum of every file must agree. Finds the strategies to
//! embed.

#[path = "src/eval/checksum.rs"]
mod checksum;

use std::path::Path;
use std::{env, fs};

/// The strategies.
const STRATEGIES: [&str; 3] = ["freestyle-15.skeleton", "standard-15.skeleton", "freestyle-13.skeleton"];

/// Where they are in the workspace, and in the package of this crate. The second are links in the workspace, which not
/// every system checks out as such.
const FOLDERS: [&str; 2] = ["../../proofs", "."];

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
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let is_strategy = |bytes: &Vec<u8>| bytes.starts_with(b"tengen-prove ");
    for name in STRATEGIES {
        let paths = FOLDERS.map(|folder| Path::new(folder).join(name));
        // A path that is not there would build the crate again each time.
        let there = paths.iter().filter(|path| path.exists());
        there.for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
        match paths.iter().find_map(|path| fs::read(path).ok().filter(is_strategy)) {
            Some(bytes) => fs::write(Path::new(&out).join(name), bytes).expect("it can be written"),
            None => println!("cargo::error=there is no strategy in {}: restore the file", paths[0].display()),
        }
    }
}
