//! Every game of the table goes through every format that may hold any game, so that the next game does too.

use tengen_board::random::SplitMix64;
use tengen_games::{AnyPosition, Game, GameInfo, GameSpec};
use tengen_records::{Format, ReadOptions, Record, WriteOptions};

/// Every named rule set of every game, and each of its opening rules.
fn specs() -> Vec<GameSpec> {
    let mut specs = Vec::new();
    for info in GameInfo::ALL {
        for set in info.rule_sets {
            specs.push(GameSpec::of_kind(info.kind, set.id, None).unwrap());
            for opening in info.openings_of(set.id).skip(1) {
                let rules = format!("{}+{}", set.id, opening.id);
                specs.push(GameSpec::of_kind(info.kind, &rules, None).unwrap());
            }
        }
    }
    specs
}

#[test]
fn a_short_game_comes_back_from_sgf_and_from_a_move_list() {
    let mut rng = SplitMix64(18);
    for spec in specs() {
        let mut position = AnyPosition::new(&spec);
        for _ in 0..16 {
            position.play_random(&mut || rng.next_u32());
        }
        let record = Record::from_position(&position);
        assert_eq!(record.violations(), [], "{spec}");
        for format in Format::ALL.into_iter().filter(|f| matches!(f, Format::Sgf | Format::MoveList)) {
            assert!(format.holds(spec.kind()), "{format} {spec}");
            let written = format.write(std::slice::from_ref(&record), &WriteOptions::default());
            let written = written.unwrap_or_else(|e| panic!("{format} {spec}: {e}"));
            let options = match format {
                // A list does not name its game.
                Format::MoveList => ReadOptions::default().with_spec(spec.clone()),
                _ => ReadOptions::default(),
            };
            let read = format.read(&written.bytes, &options);
            let read = read.unwrap_or_else(|e| panic!("{format} {spec}: {e}"));
            assert_eq!(read.records.len(), 1);
            let again = &read.records[0];
            assert_eq!(again.spec, spec, "{format}: {}", String::from_utf8_lossy(&written.bytes));
            assert_eq!(again.violations(), [], "{format} {spec}");
            let text = String::from_utf8_lossy(&written.bytes);
            assert!(again.main_moves().eq(record.main_moves()), "{format} {spec}: {text}");
        }
    }
}
