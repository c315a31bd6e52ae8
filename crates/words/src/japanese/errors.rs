//! Errors of input, rules and engines in Japanese.

use super::JA;
use crate::errors::{nearest_game, nearest_rules, openings_of};
use tengen_games::{ExpectedMove, GameInfo, OptionError, SizeRule, SpecError};

pub(crate) fn spec_error(error: &SpecError) -> String {
    match error {
        SpecError::Game(game) if nearest_game(game).is_some() => {
            let word = nearest_game(game).unwrap_or_default();
            format!("「{game}」というゲームはありません。もしかして{word}ですか？")
        }
        SpecError::Game(game) => {
            let aliases = GameInfo::ALL.into_iter().flat_map(|info| info.aliases);
            let known = aliases.map(|alias| format!("{}（{}）", alias.word(), alias.name.ja));
            format!(
                "「{game}」というゲームはありません。次から選んでください：{}",
                known.collect::<Vec<_>>().join("、")
            )
        }
        SpecError::Rules { game, rules, .. } => {
            let info = game.info();
            let mut sets: Vec<&str> = info.rule_sets.iter().map(|set| set.id).collect();
            if info.sizes.is_empty() {
                sets.push("列,行,並べる数（例：6,5,4、7,6,4+gravity）");
            }
            let openings = match openings_of(info) {
                (every, _) if every.is_empty() => String::new(),
                (every, renju) if renju.is_empty() => {
                    format!("。その後に開局規定{}を付けられます", every.join("、"))
                }
                (every, renju) => {
                    let (every, renju) = (every.join("、"), renju.join("、"));
                    format!("。その後に開局規定{every}を、連珠ではさらに{renju}を付けられます")
                }
            };
            let mean = match nearest_rules(*game, rules) {
                Some(word) => format!("もしかして{word}ですか？"),
                None => String::new(),
            };
            format!(
                "{}に「{rules}」というルールはありません。{mean}選べるもの：{}{openings}",
                JA.kind(*game),
                sets.join("、")
            )
        }
        SpecError::SizeText(error) => JA.size_error(error),
        SpecError::Size { game, size, allowed } => {
            format!("{}は{size}の盤では打てません。{}", JA.kind(*game), JA.sizes_allowed(*allowed))
        }
        SpecError::Option { game, why } => format!("{}：{}", JA.kind(*game), option_error(why)),
        other => other.to_string(),
    }
}

pub(crate) fn sizes_allowed(allowed: SizeRule) -> String {
    match allowed {
        SizeRule::Sides { min, max } => format!("各辺は{min}〜{max}です"),
        SizeRule::EvenSides { min, max } => format!("各辺は{min}〜{max}の偶数です"),
        SizeRule::OddSides { min } => {
            format!("連珠の開局規定には天元のある盤が必要です。各辺は{min}以上の奇数です")
        }
        SizeRule::Outside { center, opening } => {
            let mut openings = GameInfo::ALL.into_iter().flat_map(|info| info.openings);
            let name = openings.find(|rule| rule.id == opening).map_or(opening, |rule| rule.name.ja);
            format!("{name}には中央{center}x{center}の外の点が必要です")
        }
        other => other.to_string(),
    }
}

pub(crate) fn expected_move(expected: &ExpectedMove) -> String {
    match expected {
        ExpectedMove::Point(size, coords, pass) => {
            let pass = if *pass { "、またはパスのpass" } else { "" };
            format!("{size}の盤の点（例：{}）{pass}", coords.format(size.center(), *size))
        }
        ExpectedMove::Column(most) => format!("1〜{most}の列"),
        ExpectedMove::Decision(step) => format!("選択：{}", JA.step(*step)),
    }
}

fn option_error(error: &OptionError) -> String {
    match error {
        OptionError::Name(word, names) => {
            format!("ルールに「{word}」という項目はありません。選べるもの：{}", names.join("、"))
        }
        OptionError::Value(word, values) => {
            format!("ルールの「{word}」が正しくありません。値は{}のいずれかです", values.join("、"))
        }
        OptionError::Number(word) => format!("ルールの「{word}」が正しくありません。値は数です"),
        OptionError::Komi(komi, min, max) => format!("コミ{komi}は範囲外です。{min}〜{max}にしてください"),
        OptionError::PassStones => {
            "パスで渡す石はアゲハマになりません。capturesはpass-stones=noと一緒に指定してください".into()
        }
        OptionError::Handicap { stones, size, most, fixed } => {
            let free = if *fixed { "（placement=freeならもっと置けます）" } else { "" };
            format!("{size}の盤に置石{stones}子は置けません。{most}子までです{free}")
        }
        OptionError::Opening(opening, variant) => {
            format!("{opening}は連珠の開局規定で、{variant}では使えません")
        }
        OptionError::Row(k, most) => format!("kは並べて勝ちになる石の数で、1〜{most}です（{k}は使えません）"),
    }
}
