//! What rule sets, openings and games are called, in words for people.

use crate::error::Text;
use tengen_games::gomoku::{Opening, Variant};
use tengen_games::{GameSpec, go};

/// m,n,k games that have a name, and those that the page offers besides: the id, English, Chinese.
pub(crate) const MNK: [(&str, &str, &str); 6] = [
    ("tic-tac-toe", "Tic-tac-toe", "井字棋"),
    ("connect-four", "Connect four", "四子棋"),
    ("4,4,4", "Four in a row on 4×4", "4×4 四连棋"),
    ("5,5,4", "Four in a row on 5×5", "5×5 四连棋"),
    ("6,5,4", "Four in a row on 6×5", "6×5 四连棋"),
    ("7,7,5", "Five in a row on 7×7", "7×7 五连棋"),
];

/// What decides a game of gomoku.
pub(crate) const fn variant(variant: Variant) -> (&'static str, &'static str) {
    match variant {
        Variant::Freestyle => ("Freestyle gomoku", "无禁手五子棋（长连算赢）"),
        Variant::Standard => ("Standard gomoku", "标准五子棋（长连不算）"),
        Variant::Renju => ("Renju", "连珠（有禁手）"),
        Variant::Caro => ("Caro", "卡罗五子棋"),
        Variant::StandardCaro => ("Standard caro", "标准卡罗五子棋"),
    }
}

/// An opening rule.
pub(crate) const fn opening(opening: Opening) -> (&'static str, &'static str) {
    match opening {
        Opening::None => ("None", "无"),
        Opening::Pro => ("Pro", "职业开局（Pro）"),
        Opening::LongPro => ("Long pro", "远职业开局（Long Pro）"),
        Opening::Swap => ("Swap", "三手交换（Swap）"),
        Opening::Swap2 => ("Swap2", "二次交换（Swap2）"),
        Opening::Rif => ("RIF", "RIF（三手交换，五手两打）"),
        Opening::Yamaguchi => ("Yamaguchi", "山口规则（五手多打）"),
        Opening::Soosorv8 => ("Soosõrv-8", "索索夫-8 规则"),
        Opening::Taraguchi10 => ("Taraguchi-10", "塔拉山口-10 规则"),
    }
}

/// One named rule set of Go by its id.
fn go_name(id: &str) -> Option<(&'static str, &'static str)> {
    Some(match id {
        "chinese" => ("Chinese", "中国规则"),
        "japanese" => ("Japanese", "日本规则"),
        "korean" => ("Korean", "韩国规则"),
        "tromp-taylor" => ("Tromp-Taylor", "Tromp-Taylor 规则"),
        "aga" => ("AGA", "美国（AGA）规则"),
        "new-zealand" => ("New Zealand", "新西兰规则"),
        "ing" => ("Ing", "应氏规则"),
        "cgos" => ("CGOS", "CGOS 规则"),
        "stone-scoring" => ("Stone scoring", "还棋头古规则"),
        _ => return None,
    })
}

/// The ids of Go's rule sets that play alike, the usual one of them first in its group.
pub(crate) fn go_sets() -> Vec<(go::Rules, Vec<&'static str>)> {
    let mut sets: Vec<(go::Rules, Vec<&str>)> = Vec::new();
    for id in go::Rules::names() {
        let Ok(rules) = go::Rules::named(id, None) else { continue };
        match sets.iter_mut().find(|(known, _)| *known == rules) {
            Some((_, ids)) => ids.push(id),
            None => sets.push((rules, vec![id])),
        }
    }
    sets
}

/// What a group of Go's rule sets that play alike is called: every one of them is named, so that whoever looks for it finds it.
pub(crate) fn go_set(ids: &[&str]) -> Text {
    let names: Vec<(&str, &str)> = ids.iter().map(|id| go_name(id).unwrap_or((id, id))).collect();
    let joined = |pick: fn(&(&'_ str, &'_ str)) -> String, between: &str| {
        names.iter().map(pick).collect::<Vec<_>>().join(between)
    };
    Text::new(joined(|name| name.0.to_owned(), ", "), joined(|name| name.1.to_owned(), "、"))
}

/// The rules of a game in words, its size apart: `Chinese; komi 0.5; 3 handicap stones`.
pub(crate) fn rules(spec: &GameSpec) -> Text {
    match spec {
        GameSpec::Othello(_) => Text::new("Othello", "黑白棋"),
        GameSpec::Mnk(rules) => {
            let id = rules.to_string();
            match MNK.iter().find(|(known, ..)| *known == id) {
                Some((_, en, zh)) => Text::new(*en, *zh),
                None => Text::new(id.clone(), id),
            }
        }
        GameSpec::Gomoku(rules) => {
            let ((en, zh), (with_en, with_zh)) = (variant(rules.variant), opening(rules.opening));
            if rules.opening == Opening::None {
                return Text::new(en, zh);
            }
            Text::new(format!("{en}, {with_en} opening"), format!("{zh}，{with_zh}"))
        }
        GameSpec::Go(rules) => go_rules(rules),
    }
}

fn go_rules(rules: &go::Rules) -> Text {
    let id = rules.to_string();
    let mut words = id.split(',');
    let base = words.next().unwrap_or_default();
    let ids = go_sets().into_iter().map(|(_, ids)| ids).find(|ids| ids.contains(&base));
    let mut text = go_set(&ids.unwrap_or_else(|| vec![base]));
    // Komi is told always: it is what players ask first, and a record that leaves it out is read with the usual one.
    text.en += &format!("; komi {}", rules.komi);
    text.zh += &format!("；贴 {} 目", rules.komi);
    for word in words {
        let (en, zh) = match word.split_once('=').unwrap_or((word, "")) {
            // Where handicap stones lie is seen on the board.
            ("komi" | "placement", _) => continue,
            ("handicap", "1") => ("1 handicap stone".to_owned(), "让 1 子".to_owned()),
            ("handicap", n) => (format!("{n} handicap stones"), format!("让 {n} 子")),
            _ => (word.to_owned(), word.to_owned()),
        };
        text.en += &format!("; {en}");
        text.zh += &format!("；{zh}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(game: &str, rules: &str) -> Text {
        super::rules(&GameSpec::named(game, Some(rules), None).unwrap())
    }

    #[test]
    fn every_name_of_go_s_rules_stands_once() {
        let sets = go_sets();
        let all: Vec<&str> = sets.iter().flat_map(|(_, ids)| ids.iter().copied()).collect();
        assert_eq!(all.len(), go::Rules::names().count());
        for (i, (rules, ids)) in sets.iter().enumerate() {
            assert!(sets[i + 1..].iter().all(|(other, _)| other != rules), "{ids:?}");
            for id in ids {
                assert!(go_name(id).is_some(), "{id} has a name");
                assert_eq!(go::Rules::named(id, None).unwrap(), *rules);
            }
        }
    }

    #[test]
    fn rules_are_told_in_words() {
        assert_eq!(
            of("go", "korean"),
            Text::new("Japanese, Korean; komi 6.5", "日本规则、韩国规则；贴 6.5 目")
        );
        assert_eq!(of("go", "japanese,komi=0").en, "Japanese, Korean; komi 0");
        assert_eq!(of("go", "chinese,handicap=3,placement=free,komi=0.5").zh, "中国规则；贴 0.5 目；让 3 子");
        assert_eq!(of("go", "chinese,ko=simple").en, "Chinese; komi 7.5; ko=simple");
        assert_eq!(of("gomoku", "renju+rif").en, "Renju, RIF opening");
        assert_eq!(of("gomoku", "freestyle").en, "Freestyle gomoku");
        assert_eq!(of("mnk", "connect-four").zh, "四子棋");
        assert_eq!(of("mnk", "3,3,3+gravity").en, "3,3,3+gravity");
    }
}
