//! Refuses to build with damaged embedded weights: the checksum of every file must agree.

#[path = "src/eval/checksum.rs"]
mod checksum;

use std::fs;

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
}
