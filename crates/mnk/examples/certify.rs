//! Certificates of m,n,k games: `cargo run --release -p tengen-mnk --example certify -- 6,6,5 6,5,4`.
//!
//! For each it prints the value, the size of the certificate, and what search and check took. `--write` writes each to
//! a file, such as `6,6,5.proof`.

use std::error::Error;
use std::time::Instant;
use tengen_engine::{Limits, Stop};
use tengen_games::mnk::proof::{MnkCertificate, MnkVerifyLimits, verify};
use tengen_games::{Game, mnk};
use tengen_mnk::certify;

fn main() -> Result<(), Box<dyn Error>> {
    let (options, names): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|word| word == "--write");
    for name in names {
        let rules = mnk::Rules::named(&name, None)?;
        let position = mnk::Position::new(&rules);
        let begun = Instant::now();
        let Some(found) = certify(&position, &Limits::default(), 1024, &Stop::new()) else {
            println!("{name}: not proven");
            continue;
        };
        let searched = begun.elapsed();
        let text = found.certificate.to_string();
        let read: MnkCertificate = text.parse()?;
        let begun = Instant::now();
        let report = verify(&read, &MnkVerifyLimits::default())?;
        let nodes: Vec<usize> = read.parts.iter().map(|part| part.nodes.len()).collect();
        println!(
            "{name}: {:?}, {} nodes in {searched:.2?}; certificate {nodes:?} nodes, {} bytes; {} positions in {:.2?}",
            found.value,
            found.nodes,
            text.len(),
            report.positions,
            begun.elapsed()
        );
        if !options.is_empty() {
            std::fs::write(format!("{name}.proof"), text)?;
        }
    }
    Ok(())
}
