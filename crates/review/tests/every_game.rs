//! Every game of the table can be reviewed, by an engine that knows nothing of it.

mod support;

use support::{engines, moves_of};
use tengen_board::random::SplitMix64;
use tengen_engine::{Limits, Stop};
use tengen_games::{GameInfo, GameSpec};
use tengen_records::Record;
use tengen_review::{Course, Review, sweep};

#[test]
fn a_short_game_has_a_review() {
    let mut rng = SplitMix64(11);
    for info in GameInfo::ALL {
        for set in info.rule_sets {
            let spec = GameSpec::of_kind(info.kind, set.id, None).unwrap();
            let record = Record::from_moves(spec.clone(), moves_of(&spec, 9, &mut rng));
            let course = Course::main(&record).unwrap_or_else(|e| panic!("{spec}: {e}"));
            let swept = sweep(
                &course,
                &mut engines(&spec, 1),
                &Limits::nodes(1),
                &Stop::new(),
                &mut |_, _| None,
                &mut |_| (),
            )
            .unwrap_or_else(|e| panic!("{spec}: {e}"));
            let review = Review::new(&course, &swept);
            assert!(review.is_complete(), "{spec}");
            let json = review.to_json(&course, &record.header);
            assert_eq!(json["moves"].as_array().map(Vec::len), Some(record.main_moves().count()), "{spec}");
        }
    }
}
