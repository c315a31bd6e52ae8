//! Games with the opening rules of renju.

use tengen_board::random::SplitMix64;
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_records::{Format, ReadOptions, Record, WriteOptions};

/// Under every opening rule a game reads back from SGF and from a move list as it was played: its choices, the fifth
/// moves that were offered and the one that white picked.
#[test]
fn games_with_opening_rules_read_back() {
    for name in ["pro", "long-pro", "swap", "swap2", "rif", "yamaguchi", "soosorv-8", "taraguchi-10"] {
        let spec = GameSpec::named("renju", Some(name), None).unwrap();
        for seed in 0..30 {
            let (mut random, mut position) = (SplitMix64(seed), AnyPosition::new(&spec));
            for _ in 0..24 {
                let mut legal = Vec::new();
                position.legal_moves_into(&mut legal);
                if legal.is_empty() {
                    break;
                }
                position.play(legal[random.below(legal.len())]).unwrap();
            }
            let record = Record::from_position(&position);
            for format in [Format::Sgf, Format::MoveList] {
                let written = format.write(std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
                let options = ReadOptions::default().with_spec(spec.clone());
                let read = format.read(&written.bytes, &options).unwrap();
                let text = String::from_utf8_lossy(&written.bytes);
                let replay = read.records[0].replay();
                let replay = replay.unwrap_or_else(|e| panic!("{name} {seed} {format:?}: {e}\n{text}"));
                assert!(replay.position.moves().eq(position.moves()), "{name} {seed} {format:?}\n{text}");
            }
        }
    }
}
