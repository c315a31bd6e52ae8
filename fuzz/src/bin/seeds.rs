//! Writes small files of every format to `corpus/FORMAT/`, and short dialogues to `corpus/protocols/`, for the fuzzer
//! to begin from.

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/protocols");
    std::fs::create_dir_all(&folder)?;
    for (i, lines) in PROTOCOLS.iter().enumerate() {
        // The first byte chooses the machine, a line with the byte 2 ends a search.
        let sample = [&[i as u8], lines.as_bytes()].concat();
        std::fs::write(folder.join(format!("sample-{i}")), sample)?;
    }
    Ok(())
}

/// A short dialogue for each machine.
const PROTOCOLS: [&str; 6] = [
    "START 15\nINFO rule 4\nTURN 7,7\n\x02\nBOARD\n7,7,1\n8,8,2\nDONE\n\x01\n\x02\nTAKEBACK 7,7\nSWAP2BOARD\nDONE\n\x02",
    "boardsize 9\nplay b D4\ngenmove w\n\x02\nkata-analyze 5\n\x01\nundo\n\x02\nfinal_score\n\x02\nloadsgf (;GM[1];B[dd])",
    "set_game Renju\nplay b H8\nreg_genmove w\n\x02\nshowboard\ngogui-rules_legal_moves",
    "play b D3\ngenmove w\n\x03\nis_legal b C4\ntime_settings 9 0 0",
    "nboard 2\nset depth 5\nmove F5\nhint 2\n\x01\nping 1\n\x02\ngo\n\x02\nanalyze\n\x02",
    "{\"id\":1,\"do\":\"analyze\",\"game\":\"gomoku\",\"moves\":[\"h8\"],\"progress\":true}\n\x01\n\x02\n{\"id\":2,\"do\":\"about\"}",
];
