//! What this Tengen can do: games, rules, engines, formats, limits.

use crate::app::App;
use crate::board::spec_json;
use crate::error::Text;
use serde_json::{Map, Value, json};
use tengen_board::Size;
use tengen_games::gomoku::{Opening, Rules, Variant};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec, go};
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
fn rule(
    spec: &GameSpec,
    name: (&str, &str),
    sizes: impl IntoIterator<Item = Size>,
    openings: Vec<Value>,
) -> Value {
    let mut out = spec_json(spec);
    let size = out.remove("size").unwrap_or_default();
    out.remove("game");
    let id = out.remove("rules").unwrap_or_default();
    let sizes: Vec<String> = sizes.into_iter().map(|s| s.to_string()).collect();
    let mut all = Map::new();
    all.insert("id".into(), id);
    all.insert("name".into(), Text::new(name.0, name.1).to_json());
    all.insert("sizes".into(), json!(sizes));
    all.insert("default_size".into(), spec.size().to_string().into());
    all.insert("default".into(), size);
    all.insert("openings".into(), openings.into());
    all.insert("squares".into(), Style::of(spec).is_squares().into());
    let can_pass = {
        let mut moves = Vec::new();
        AnyPosition::new(spec).legal_moves(&mut moves);
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
            .map(|spec| rule(&spec, ("Othello", "黑白棋"), squares((4..=16).step_by(2)), vec![]))
            .into_iter()
            .collect(),
        GameKind::Go => go(),
    }
}

fn mnk() -> Vec<Value> {
    const KNOWN: [(&str, &str, &str); 6] = [
        ("tic-tac-toe", "Tic-tac-toe", "井字棋"),
        ("connect-four", "Connect four", "四子棋"),
        ("4,4,4", "Four in a row on 4×4", "4×4 四连棋"),
        ("5,5,4", "Four in a row on 5×5", "5×5 四连棋"),
        ("6,5,4", "Four in a row on 6×5", "6×5 四连棋"),
        ("7,7,5", "Five in a row on 7×7", "7×7 五连棋"),
    ];
    let known = KNOWN.iter().filter_map(|&(id, en, zh)| {
        let spec = GameSpec::named("mnk", Some(id), None).ok()?;
        Some(rule(&spec, (en, zh), [spec.size()], vec![]))
    });
    known.collect()
}

fn gomoku() -> Vec<Value> {
    let name = |variant| match variant {
        Variant::Freestyle => ("Freestyle gomoku", "无禁手五子棋（长连算赢）"),
        Variant::Standard => ("Standard gomoku", "标准五子棋（长连不算）"),
        Variant::Renju => ("Renju", "连珠（有禁手）"),
        Variant::Caro => ("Caro", "卡罗五子棋"),
        Variant::StandardCaro => ("Standard caro", "标准卡罗五子棋"),
    };
    let opening_name = |opening| match opening {
        Opening::None => ("None", "无"),
        Opening::Pro => ("Pro", "Pro"),
        Opening::LongPro => ("Long pro", "Long pro"),
        Opening::Swap => ("Swap", "三手交换"),
        Opening::Swap2 => ("Swap2", "Swap2"),
        Opening::Rif => ("RIF", "RIF（三手交换，五手两打）"),
        Opening::Yamaguchi => ("Yamaguchi", "山口"),
        Opening::Soosorv8 => ("Soosõrv-8", "索索夫-8"),
        Opening::Taraguchi10 => ("Taraguchi-10", "塔拉山口-10"),
    };
    let of_variant = |variant: Variant| {
        let rules = Rules { variant, ..Rules::FREESTYLE };
        let openings = Opening::ALL.into_iter().filter_map(|opening| {
            let with = Rules { opening, ..rules };
            with.check().ok()?;
            let (en, zh) = opening_name(opening);
            Some(json!({
                "id": opening.name(), "name": Text::new(en, zh).to_json(), "rules": with.to_string(),
            }))
        });
        let sizes = squares(Rules::MIN_SIDE.max(9)..=Rules::MAX_SIDE);
        rule(&rules.into(), name(variant), sizes, openings.collect())
    };
    Variant::ALL.map(of_variant).into()
}

fn go() -> Vec<Value> {
    let name = |id: &str| match id {
        "chinese" => ("Chinese", "中国规则"),
        "japanese" => ("Japanese", "日本规则"),
        "korean" => ("Korean", "韩国规则"),
        "tromp-taylor" => ("Tromp-Taylor", "Tromp-Taylor 规则"),
        "aga" => ("AGA", "美国（AGA）规则"),
        "new-zealand" => ("New Zealand", "新西兰规则"),
        "ing" => ("Ing", "应氏规则"),
        "cgos" => ("CGOS", "CGOS 规则"),
        "stone-scoring" => ("Stone scoring", "还棋头古规则"),
        _ => ("", ""),
    };
    let known = go::Rules::names().filter_map(|id| {
        let spec = GameSpec::named("go", Some(id), None).ok()?;
        let name = match name(id) {
            ("", _) => (id, id),
            name => name,
        };
        Some(rule(&spec, name, squares([5, 7, 9, 11, 13, 15, 17, 19]), vec![]))
    });
    known.collect()
}
