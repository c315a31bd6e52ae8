//! Writes a sound opening book with as many positions as asked for, to measure how long books of a size take to open:
//! `cargo run --release -p tengen-othello --example large_book -- 100000000 /tmp/large.book`. The positions are no
//! positions of games. The bytes are those of `docs/othello-book.md`, written without the library's own writer.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};

const PAGE: usize = 16384;
const PER_PAGE: u64 = 682;

/// The checksum of the document.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().fold(0x243F_6A88_85A3_08D3, |sum, word| {
        let mixed = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    })
}

/// The discs of position `number`: they ascend with it, and the four central squares have discs.
fn discs(number: u64) -> [u64; 2] {
    [number << 37 | 1 << 35 | 1 << 28, 1 << 36 | 1 << 27]
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, positions, file] = &args[..] else { return Err("large_book POSITIONS FILE".into()) };
    let positions: u64 = positions.parse()?;
    if positions >= 1 << 27 {
        return Err("at most 134,217,727 positions".into());
    }
    let pages = positions.div_ceil(PER_PAGE);
    let pages_at = (64 + pages * 24).next_multiple_of(4096);
    let mut file = BufWriter::with_capacity(1 << 20, File::create(file)?);
    file.seek(SeekFrom::Start(pages_at))?;
    let mut table = Vec::new();
    for page in 0..pages {
        let mut bytes = vec![0; PAGE];
        let first = page * PER_PAGE;
        for (number, record) in (first..positions.min(first + PER_PAGE)).zip(bytes.chunks_exact_mut(24)) {
            let [own, opp] = discs(number);
            record[..8].copy_from_slice(&own.to_le_bytes());
            record[8..16].copy_from_slice(&opp.to_le_bytes());
            // No leaf, of depth 16.
            record[20..22].copy_from_slice(&[65, 16]);
        }
        let [own, opp] = discs(first);
        table.extend([own, opp, checksum(&bytes)].iter().flat_map(|number| number.to_le_bytes()));
        file.write_all(&bytes)?;
    }
    table.resize((pages_at - 64) as usize, 0);
    let mut header = [0; 64];
    header[..8].copy_from_slice(b"TengenOB");
    header[8..12].copy_from_slice(&1u32.to_le_bytes());
    header[12..16].copy_from_slice(&(PAGE as u32).to_le_bytes());
    header[16..24].copy_from_slice(&positions.to_le_bytes());
    header[24..27].copy_from_slice(&[16, 20, 24]);
    header[28..30].copy_from_slice(&200u16.to_le_bytes());
    header[40..48].copy_from_slice(&checksum(&table).to_le_bytes());
    let sum = checksum(&header[..56]);
    header[56..].copy_from_slice(&sum.to_le_bytes());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header)?;
    file.write_all(&table)?;
    file.flush()?;
    Ok(())
}
