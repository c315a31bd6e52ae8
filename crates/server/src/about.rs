//! `/api/about`: games, rules, engines, formats, limits.

use crate::app::App;
use crate::board::{point_json, spec_json};
use crate::error::Text;
use crate::traits::features_json;
use serde_json::{Map, Value, json};
use tengen_board::{Color, Size};
use tengen_games::go::most_fixed_handicap;
use tengen_games::{AnyPosition, Feature, Game, GameInfo, GameKind, GameSpec, ProofKind, RuleSetInfo};
use tengen_records::Format;
use tengen_render::Style;

/// The game that a first visit offers.
const DEFAULT_GAME: GameKind = GameKind::Gomoku;

/// The answer to `/api/about`.
pub(crate) fn about_json(app: &App) -> Value {
    let game = |kind: GameKind| {
        let info = kind.info();
        let mut out = json!({
            "kind": kind.name(),
            "name": Text::of(|language| language.kind(kind).to_owned()).to_json(),
            "features": features_json(info.features),
            "piece": info.piece.id(),
            "unit": info.unit.id(),
            "proofs": info.proofs.iter().copied().map(ProofKind::id).collect::<Vec<_>>(),
            "rules": rules_of(info),
            "engines": app.engines.to_json(kind),
        });
        if let Some(title) = title_of_rule_sets(info) {
            out["title"] = title.to_json();
            out["named_by_rules"] = true.into();
        }
        out
    };
    json!({
        "name": "Tengen",
        "version": env!("CARGO_PKG_VERSION"),
        "default_game": DEFAULT_GAME.name(),
        "games": GameKind::ALL.map(game),
        "formats": formats(),
        "limits": app.limits.to_json(),
        "own_machine": app.own_machine,
    })
}

/// The names of the rule sets that are known as games, if the family has no common name of its own. The first alias of
/// such a family is one of its rule sets (tic-tac-toe).
fn title_of_rule_sets(info: &GameInfo) -> Option<Text> {
    info.aliases.first()?.rules?;
    let known: Vec<_> =
        info.aliases.iter().filter(|alias| alias.rules.is_some()).map(|alias| alias.name).collect();
    let joined = |names: Vec<&str>, between: &str| names.join(between);
    Some(Text::new(
        joined(known.iter().map(|name| name.en).collect(), ", "),
        joined(known.iter().map(|name| name.zh).collect(), "、"),
        joined(known.iter().map(|name| name.ja).collect(), "、"),
    ))
}

fn formats() -> Value {
    let record = |format: Format| {
        json!({
            "name": format.name(),
            "text": format.to_string(),
            "extensions": format.extensions(),
            "reads": true,
            "writes": format.can_write(),
            "games": GameKind::ALL.into_iter().filter(|&g| format.holds(g)).map(GameKind::name).collect::<Vec<_>>(),
        })
    };
    let picture = |(name, text): (&str, &str)| {
        json!({
            "name": name, "text": text, "extensions": [if name == "text" { "txt" } else { name }],
            "reads": false, "writes": true, "games": GameKind::ALL.map(GameKind::name),
        })
    };
    let pictures =
        [("text", "diagram"), ("svg", "SVG"), ("png", "PNG"), ("gif", "animated GIF"), ("json", "JSON")];
    Format::ALL.into_iter().map(record).chain(pictures.into_iter().map(picture)).collect()
}

/// A rule set for the dialog of a new game.
fn rule(spec: &GameSpec, name: Text, sizes: impl IntoIterator<Item = Size>, openings: Vec<Value>) -> Value {
    let mut out = spec_json(spec);
    let size = out.remove("size").unwrap_or_default();
    out.remove("game");
    out.remove("rules_name");
    let id = out.remove("rules").unwrap_or_default();
    let sizes: Vec<Size> = sizes.into_iter().collect();
    let mut all = out;
    if let (GameSpec::Go(rules), true) = (spec, spec.has(Feature::Komi)) {
        let most = sizes.iter().map(|&size| (size.to_string(), most_fixed_handicap(size).into()));
        all.insert("komi".into(), rules.komi.into());
        all.insert("handicap".into(), Value::Object(most.collect()));
    }
    // Stones that are on the board before the first move, by size, for a preview.
    let start: Map<String, Value> = sizes
        .iter()
        .filter_map(|&size| {
            let position = AnyPosition::new(&spec.with_size(size).ok()?);
            let of = |color: Color| -> Vec<Value> {
                size.points().filter(|&p| position.at(p).color() == Some(color)).map(point_json).collect()
            };
            let (black, white) = (of(Color::Black), of(Color::White));
            let any = !(black.is_empty() && white.is_empty());
            any.then(|| (size.to_string(), json!({"black": black, "white": white})))
        })
        .collect();
    if !start.is_empty() {
        all.insert("start".into(), Value::Object(start));
    }
    let sizes: Vec<String> = sizes.iter().map(Size::to_string).collect();
    all.insert("id".into(), id);
    all.insert("name".into(), name.to_json());
    all.insert("aliases".into(), json!([]));
    all.insert("sizes".into(), json!(sizes));
    all.insert("default_size".into(), spec.size().to_string().into());
    all.insert("default".into(), size);
    all.insert("openings".into(), openings.into());
    all.insert("squares".into(), Style::of(spec).is_squares().into());
    let can_pass = AnyPosition::new(spec).legal_moves().contains(&tengen_games::Move::Pass);
    all.insert("pass".into(), can_pass.into());
    Value::Object(all)
}

/// The rule sets of a game. Those that differ only in their names are listed once, with all their names.
fn rules_of(info: &'static GameInfo) -> Vec<Value> {
    let one = |(spec, sets): (GameSpec, Vec<&'static RuleSetInfo>)| {
        let sizes = if info.sizes.is_empty() { vec![spec.size()] } else { info.sizes.to_vec() };
        let openings = info.openings_of(sets[0].id).filter_map(|opening| {
            let rules = spec.with_rules(&format!("{}+{}", sets[0].id, opening.id)).ok()?.rules_text();
            let name = Text::of(|language| language.label(opening.name).to_owned());
            Some(json!({"id": opening.id, "name": name.to_json(), "rules": rules}))
        });
        let mut out = rule(&spec, Text::of(|language| language.rule_sets(&sets)), sizes, openings.collect());
        out["aliases"] = sets[1..].iter().map(|set| set.id).collect();
        if let Some(known) = info.aliases.iter().find(|alias| alias.rules == Some(sets[0].id)) {
            out["known_as"] = Text::of(|language| language.label(known.name).to_owned()).to_json();
        }
        out
    };
    tengen_words::rule_set_groups(info).into_iter().map(one).collect()
}
