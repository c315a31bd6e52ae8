//! What rule sets, openings and games are called, in words for people.

use crate::error::Text;
use tengen_games::{GameInfo, GameSpec, Label, RuleSet};

/// The rule sets of a game, those that play alike in one group, the usual one first.
pub(crate) fn groups(info: &'static GameInfo) -> Vec<(GameSpec, Vec<&'static RuleSet>)> {
    let mut groups: Vec<(GameSpec, Vec<&RuleSet>)> = Vec::new();
    for set in info.rule_sets {
        let Ok(spec) = GameSpec::of_kind(info.kind, set.id, None) else { continue };
        match groups.iter_mut().find(|(other, _)| *other == spec) {
            Some((_, sets)) => sets.push(set),
            None => groups.push((spec, vec![set])),
        }
    }
    groups
}

/// The names of a group of rule sets that play alike: every one of them, so that each can be found.
pub(crate) fn rule_sets(sets: &[&RuleSet]) -> Text {
    let joined = |pick: fn(Label) -> &'static str, between: &str| {
        sets.iter().map(|set| pick(set.name)).collect::<Vec<_>>().join(between)
    };
    Text::new(joined(|name| name.en, ", "), joined(|name| name.zh, "、"))
}

/// The rules of a game in words, without its size: `Chinese; komi 0.5; 3 handicap stones`.
pub(crate) fn rules(spec: &GameSpec) -> Text {
    let id = spec.rules_text();
    let Some(set) = spec.rule_set() else { return Text::new(id.clone(), id) };
    let group = groups(spec.info()).into_iter().map(|(_, sets)| sets).find(|sets| sets.contains(&set));
    let mut text = rule_sets(&group.unwrap_or_else(|| vec![set]));
    if let Some(opening) = spec.opening() {
        text.en += &format!(", {} opening", opening.name.en);
        text.zh += &format!("，{}", opening.name.zh);
    }
    // The komi is always given: players ask for it first, and a record without it is read with the usual one.
    if let GameSpec::Go(rules) = spec {
        text.en += &format!("; komi {}", rules.komi);
        text.zh += &format!("；贴 {} 目", rules.komi);
    }
    if id == set.id {
        return text;
    }
    for word in id.split(',').skip(1) {
        let (en, zh) = match word.split_once('=').unwrap_or((word, "")) {
            // Handicap stones are seen on the board.
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
    fn every_rule_set_is_in_one_group() {
        for info in GameInfo::ALL {
            let groups = groups(info);
            let all: usize = groups.iter().map(|(_, sets)| sets.len()).sum();
            assert_eq!(all, info.rule_sets.len(), "{}", info.id);
            for (i, (spec, sets)) in groups.iter().enumerate() {
                assert!(groups[i + 1..].iter().all(|(other, _)| other != spec), "{spec}");
                for set in sets {
                    assert_eq!(GameSpec::of_kind(info.kind, set.id, None).unwrap(), *spec);
                }
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
