//! What a game has, for the page: features, piece, unit, proofs, strategy.

use serde_json::{Map, Value, json};
use tengen_games::{Feature, Features, GameSpec, ProofKind};
use tengen_gomoku::ProvenStrategy;

/// The ids of features.
pub(crate) fn features_json(features: Features) -> Value {
    features.iter().map(Feature::id).collect()
}

/// The traits of a game by these rules. The page asks for them, not for the game's name.
pub(crate) fn traits_json(spec: &GameSpec) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("features".into(), features_json(spec.features()));
    out.insert("piece".into(), spec.info().piece.id().into());
    out.insert("unit".into(), spec.unit().id().into());
    out.insert("proofs".into(), json!(spec.proofs().iter().copied().map(ProofKind::id).collect::<Vec<_>>()));
    let is_solved = matches!(spec, GameSpec::Gomoku(rules) if ProvenStrategy::exists_for(rules));
    out.insert("strategy".into(), is_solved.into());
    out
}
