//! What this Tengen can do: games, rules, engines, formats, limits.

use crate::app::App;
use crate::board::spec_json;
use crate::error::Text;
use crate::names;
use serde_json::{Map, Value, json};
use tengen_board::Size;
use tengen_games::gomoku::{Opening, Rules, Variant};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec};
use tengen_records::Format;
use tengen_render::Style;

/// The answer of `/api/about`.
pub(crate) fn about_json(app: &App) -> Value {
    let game = |kind: GameKind| {
        json!({
            "kind": kind.name(),
            "name": Text::of(|language| language.kind(kind).to_owned()).to_json(),
            "rules": rules_of(kind),
            "engines": app.engines.to_json(kind),
        })
    };
    json!({
        "name": "Tengen",
        "version": env!("CARGO_PKG_VERSION"),
        "games": GameKind::ALL.map(game),
        "formats": formats(),
        "limits": app.limits.to_json(),
    })
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

/// A rule set as the page offers it.
fn rule(spec: &GameSpec, name: Text, sizes: impl IntoIterator<Item = Size>, openings: Vec<Value>) -> Value {
    let mut out = spec_json(spec);
    let size = out.remove("size").unwrap_or_default();
    out.remove("game");
    out.remove("rules_name");
    let id = out.remove("rules").unwrap_or_default();
    let sizes: Vec<String> = sizes.into_iter().map(|s| s.to_string()).collect();
    let mut all = Map::new();
    all.insert("id".into(), id);
    all.insert("name".into(), name.to_json());
    all.insert("aliases".into(), json!([]));
    all.insert("sizes".into(), json!(sizes));
    all.insert("default_size".into(), spec.size().to_string().into());
    all.insert("default".into(), size);
    all.insert("openings".into(), openings.into());
    all.insert("squares".into(), Style::of(spec).is_squares().into());
    let can_pass = {
        let mut moves = Vec::new();
        AnyPosition::new(spec).legal_moves_into(&mut moves);
        moves.contains(&tengen_games::Move::Pass)
    };
    all.insert("pass".into(), can_pass.into());
    Value::Object(all)
}

fn squares(sides: impl IntoIterator<Item = usize>) -> Vec<Size> {
    sides.into_iter().map(|side| Size::of(side, side)).collect()
}

fn rules_of(kind: GameKind) -> Vec<Value> {
    match kind {
        GameKind::Mnk => mnk(),
        GameKind::Gomoku => gomoku(),
        GameKind::Othello => GameSpec::named("othello", None, None)
            .map(|spec| rule(&spec, Text::new("Othello", "黑白棋"), squares((4..=16).step_by(2)), vec![]))
            .into_iter()
            .collect(),
        GameKind::Go => go(),
    }
}

fn mnk() -> Vec<Value> {
    let known = names::MNK.iter().filter_map(|&(id, en, zh)| {
        let spec = GameSpec::named("mnk", Some(id), None).ok()?;
        Some(rule(&spec, Text::new(en, zh), [spec.size()], vec![]))
    });
    known.collect()
}

fn gomoku() -> Vec<Value> {
    let of_variant = |variant: Variant| {
        let rules = Rules { variant, ..Rules::FREESTYLE };
        let openings = Opening::ALL.into_iter().filter_map(|opening| {
            let with = Rules { opening, ..rules };
            with.check().ok()?;
            let (en, zh) = names::opening(opening);
            Some(json!({
                "id": opening.name(), "name": Text::new(en, zh).to_json(), "rules": with.to_string(),
            }))
        });
        let sizes = squares(Rules::MIN_SIDE.max(9)..=Rules::MAX_SIDE);
        let (en, zh) = names::variant(variant);
        rule(&rules.into(), Text::new(en, zh), sizes, openings.collect())
    };
    Variant::ALL.map(of_variant).into()
}

/// Rule sets that play alike are one, under all their names.
fn go() -> Vec<Value> {
    let one = |(rules, ids): (tengen_games::go::Rules, Vec<&str>)| {
        let mut out =
            rule(&rules.into(), names::go_set(&ids), squares([5, 7, 9, 11, 13, 15, 17, 19]), vec![]);
        out["aliases"] = json!(ids[1..]);
        out
    };
    names::go_sets().into_iter().map(one).collect()
}
