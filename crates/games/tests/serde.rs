//! Specs, moves and reports keep their value through JSON, and bad data is refused.

use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use tengen_board::random::SplitMix64;
use tengen_games::{AnyPosition, Game, GameInfo, GameSpec, Move, SetUp};

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
}

fn every_spec() -> Vec<GameSpec> {
    let sets = GameInfo::ALL.into_iter().flat_map(|info| info.rule_sets.iter().map(move |set| (info, set)));
    sets.map(|(info, set)| GameSpec::of_kind(info.kind, set.id, None).unwrap()).collect()
}

#[test]
fn every_spec_and_every_report_of_a_game_reads_back() {
    for spec in every_spec() {
        round_trip(&spec);
        let mut random = SplitMix64(11);
        let mut game = AnyPosition::new(&spec);
        for _ in 0..40 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = game.play(moves[random.below(moves.len())]).unwrap();
            round_trip(&played);
        }
        round_trip(&game.moves().collect::<Vec<Move>>());
        let cells = spec.size().points().map(|p| (p, game.at(p))).collect();
        round_trip(&SetUp { cells, to_move: game.to_move() });
    }
    round_trip(&"renju:renju+soosorv-8".parse::<GameSpec>().unwrap());
}

#[test]
fn the_form_is_stable() {
    let spec: GameSpec = "go:japanese,komi=0.5".parse().unwrap();
    let json = serde_json::to_value(&spec).unwrap();
    let expected =
        serde_json::json!({"game": "go", "rules": "japanese,komi=0.5", "size": {"rows": 19, "cols": 19}});
    assert_eq!(json, expected);
    let place = Move::Place(tengen_board::Point::new(3, 4));
    assert_eq!(serde_json::to_value(place).unwrap(), serde_json::json!({"place": {"row": 3, "col": 4}}));
}

#[test]
fn bad_data_is_refused() {
    for (text, expected) in [
        (r#"{"game": "go", "rules": "martian", "size": {"rows": 9, "cols": 9}}"#, "new-zealand"),
        (r#"{"game": "othello", "rules": "othello", "size": {"rows": 7, "cols": 9}}"#, "even"),
        (r#"{"game": "go", "rules": "chinese", "size": {"rows": 0, "cols": 9}}"#, "1 to 25"),
        (r#"{"game": "go", "rules": "chinese", "size": {"rows": 300, "cols": 9}}"#, "1 to 25"),
    ] {
        let error = serde_json::from_str::<GameSpec>(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
