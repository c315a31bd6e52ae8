//! Sizes and times of certificates: `cargo run --release --example measure -- FILE…` (docs/measurements.md).
//!
//! For each file: nodes, bytes as text and as binary, seconds to read each, and to verify, with the positions.

use std::fs::File;
use std::io::{self, BufReader};
use std::time::Instant;
use tengen_gomoku_verify::{Certificate, VerifyLimits, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in std::env::args().skip(1) {
        let begun = Instant::now();
        let proof = Certificate::read(BufReader::new(File::open(&file)?))?;
        let read = begun.elapsed();
        let (text, mut binary) = (proof.to_string().len(), Vec::new());
        proof.write_binary(&mut binary)?;
        let begun = Instant::now();
        if Certificate::read(binary.as_slice())? != proof {
            return Err(io::Error::other("the binary file holds another certificate").into());
        }
        let again = begun.elapsed();
        let begun = Instant::now();
        let report = verify(&proof, &VerifyLimits::default())?;
        let (nodes, seconds) = (proof.nodes.len(), begun.elapsed().as_secs_f64());
        println!(
            "{file}: {nodes} nodes, {text} bytes of text, {} binary, {:.2} a node; read in {:.2} s, as binary in {:.2} s; \
             {} positions verified in {seconds:.1} s",
            binary.len(),
            binary.len() as f64 / nodes as f64,
            read.as_secs_f64(),
            again.as_secs_f64(),
            report.positions
        );
    }
    Ok(())
}
