//! Makes the engine's book of openings for swap and swap2:
//!
//! `cargo run --release -p tengen-gomoku --example book -- RULES SIZE COUNT NODES SEED FILE`
//!
//! COUNT openings that searches of NODES nodes and of eight times as many find even within 0.05 are written to FILE,
//! in the format of `tengen_gomoku::book`. SIZE is a side or COLUMNSxROWS. The next build embeds the books in
//! `crates/gomoku/openings`.

use std::error::Error;
use tengen_board::Size;
use tengen_engine::Stop;
use tengen_games::gomoku::{OpeningRule, Rules};
use tengen_gomoku::book::{OpeningKind, Recipe, make};

/// The nodes of the second search, relative to the first.
const CHECK: u64 = 8;

/// The greatest deviation of a chance from one half, in thousandths.
const WITHIN: u16 = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, size, count, nodes, seed, file] = &args[..] else {
        return Err("expected RULES SIZE COUNT NODES SEED FILE".into());
    };
    let rules = Rules { opening: OpeningRule::None, ..Rules::named(rules, Some(size.parse::<Size>()?))? };
    let (count, nodes, seed) = (count.parse()?, nodes.parse::<u64>()?, seed.parse()?);
    let recipe = Recipe { rules, count, nodes, check: nodes.saturating_mul(CHECK), within: WITHIN, seed };
    let mut kinds = OpeningKind::ALL.map(|kind| (kind, 0));
    let book = make(&recipe, &Stop::new(), &mut |entry| {
        let kind = OpeningKind::of(entry.stones, rules.size);
        kinds.iter_mut().filter(|(k, _)| *k == kind).for_each(|(_, n)| *n += 1);
    })
    .ok_or("stopped")?;
    std::fs::write(file, book.to_string()).map_err(|e| format!("{file}: {e}"))?;
    let counts: Vec<String> = kinds.iter().map(|(kind, n)| format!("{n} {kind:?}")).collect();
    println!("{file}: {} openings: {}", book.entries().len(), counts.join(", "));
    if book.entries().len() < count {
        eprintln!("{count} were wanted: the other draws were not even, or the same by symmetry");
    }
    Ok(())
}
