//! The names of games, rule sets and openings, as the table of games has them.

use crate::{Language, count};
use tengen_games::{GameInfo, GameKind, GameSpec, Label, RuleSetInfo};

/// The rule sets of a game, those that play alike in one group, the usual one first.
pub fn rule_set_groups(info: &'static GameInfo) -> Vec<(GameSpec, Vec<&'static RuleSetInfo>)> {
    let mut groups: Vec<(GameSpec, Vec<&RuleSetInfo>)> = Vec::new();
    for set in info.rule_sets {
        let Ok(spec) = GameSpec::of_kind(info.kind, set.id, None) else { continue };
        match groups.iter_mut().find(|(other, _)| *other == spec) {
            Some((_, sets)) => sets.push(set),
            None => groups.push((spec, vec![set])),
        }
    }
    groups
}

/// What rules change in their rule set: `komi=0.5`, `handicap=3`. The board shows where handicap stones are.
fn changes(rules: &str) -> impl Iterator<Item = &str> {
    let rules = rules.split('+').next().unwrap_or_default();
    rules.split(',').skip(1).filter(|change| !change.starts_with("placement"))
}

impl Language {
    /// A name of the table of games.
    pub fn label(self, label: Label) -> &'static str {
        self.pick(label.en, label.zh, label.ja)
    }

    /// A game, as it is written in a sentence: `gomoku`, `五子棋`.
    pub fn kind(self, kind: GameKind) -> &'static str {
        self.pick(kind.name(), kind.info().name.zh, kind.info().name.ja)
    }

    /// The names of a group of rule sets that play alike: every one of them, so that each can be found.
    pub fn rule_sets(self, sets: &[&RuleSetInfo]) -> String {
        sets.iter().map(|set| self.label(set.name)).collect::<Vec<_>>().join(self.pick(", ", "、", "、"))
    }

    /// The rules of a game without its size: `Chinese; komi 0.5; 3 handicap stones`.
    pub fn rules_name(self, spec: &GameSpec) -> String {
        let id = spec.rules_text();
        let Some(set) = spec.rule_set() else { return id };
        let group =
            rule_set_groups(spec.info()).into_iter().map(|(_, sets)| sets).find(|sets| sets.contains(&set));
        let mut text = self.rule_sets(&group.unwrap_or_else(|| vec![set]));
        if let Some(opening) = spec.opening() {
            let name = self.label(opening.name);
            text += &self.pick(format!(", {name} opening"), format!("，{name}"), format!("、{name}"));
        }
        let between = self.pick("; ", "；", "；");
        // The komi is always given: players ask for it first, and a record without it is read with the usual one.
        if let GameSpec::Go(rules) = spec
            && spec.has(tengen_games::Feature::Komi)
        {
            text += between;
            text += &self.rule_change(&format!("komi={}", rules.komi));
        }
        if id == set.id {
            return text;
        }
        for change in changes(&id).filter(|change| !change.starts_with("komi=")) {
            text += between;
            text += &self.rule_change(change);
        }
        text
    }

    /// A change of a rule set: `komi 0.5`, `让 3 子`.
    fn rule_change(self, change: &str) -> String {
        match change.split_once('=').unwrap_or((change, "")) {
            ("komi", n) => self.pick(format!("komi {n}"), format!("贴 {n} 目"), format!("コミ{n}目")),
            ("handicap", n) => {
                let english = n.parse().map_or_else(|_| change.to_owned(), |n| count(n, "handicap stone"));
                self.pick(english, format!("让 {n} 子"), format!("置石{n}子"))
            }
            _ => change.to_owned(),
        }
    }

    /// The game with its rules and size, such as `gomoku (renju) 15x15` or `五子棋（连珠）15x15`. In English the rules
    /// have the names of the command line.
    ///
    /// ```
    /// use tengen_words::Language;
    /// let spec = "renju".parse()?;
    /// assert_eq!(Language::English.spec(&spec), "gomoku (renju) 15x15");
    /// assert_eq!(Language::SimplifiedChinese.spec(&spec), "五子棋（连珠）15x15");
    /// # Ok::<(), tengen_games::SpecError>(())
    /// ```
    pub fn spec(self, spec: &GameSpec) -> String {
        let (info, rules) = (spec.info(), spec.rules_text());
        let game = self.kind(spec.kind());
        // The rules of games without a list of sizes include the size.
        if info.sizes.is_empty() {
            return match spec.rule_set() {
                Some(_) if self == Language::English && GameInfo::find(&rules).is_some() => rules,
                Some(set) if self != Language::English => self.label(set.name).into(),
                _ => format!("{game} {rules}"),
            };
        }
        self.with_rules(game, spec)
    }

    /// The game under this name, with its rules and size.
    pub(crate) fn with_rules(self, game: &str, spec: &GameSpec) -> String {
        let (info, size, rules) = (spec.info(), spec.size(), spec.rules_text());
        // A rule set that is called as its game is named once.
        if info.rule_sets.len() == 1 || rules == info.id {
            return format!("{game} {size}");
        }
        let Some(set) = spec.rule_set().filter(|_| self != Language::English) else {
            return format!("{game} ({rules}) {size}");
        };
        let (name, first) = Label::with_rules(game, self.label(set.name));
        let mut parts: Vec<String> = first.into_iter().map(str::to_owned).collect();
        parts.extend(spec.opening().map(|opening| Label::split_note(self.label(opening.name)).0.to_owned()));
        parts.extend(changes(&rules).map(|change| self.rule_change(change)));
        match parts.is_empty() {
            true => format!("{name} {size}"),
            false => format!("{name}（{}）{size}", parts.join(self.pick("", "，", "、"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{English, Japanese, SimplifiedChinese, TraditionalChinese};

    fn rules(language: Language, game: &str, rules: &str) -> String {
        language.rules_name(&GameSpec::named(game, Some(rules), None).unwrap())
    }

    #[test]
    fn every_rule_set_is_in_one_group() {
        for info in GameInfo::ALL {
            let groups = rule_set_groups(info);
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
    fn a_name_is_written_once() {
        let spec = |game, rules| GameSpec::named(game, rules, None).unwrap();
        assert_eq!(English.spec(&spec("pente", None)), "pente 19x19");
        assert_eq!(English.spec(&spec("pente", Some("keryo"))), "pente (keryo) 19x19");
        assert_eq!(English.spec(&spec("connect6", None)), "connect6 19x19");
        assert_eq!(SimplifiedChinese.spec(&spec("pente", None)), "Pente 提子五子棋 19x19");
    }

    #[test]
    fn a_game_has_its_rules_in_the_language_of_the_text() {
        for (game, rules, zh, zh_hant, ja) in [
            (
                "gomoku",
                "freestyle",
                "无禁手五子棋（长连算赢）15x15",
                "無禁手五子棋（長連算贏）15x15",
                "五目並べ（禁手なし・長連も勝ち）15x15",
            ),
            ("gomoku", "caro", "卡罗五子棋 15x15", "卡羅五子棋 15x15", "五目並べ（カロ）15x15"),
            ("gomoku", "renju", "五子棋（连珠）15x15", "五子棋（連珠）15x15", "五目並べ（連珠）15x15"),
            (
                "gomoku",
                "renju+rif",
                "五子棋（连珠，RIF）15x15",
                "五子棋（連珠，RIF）15x15",
                "五目並べ（連珠、RIF）15x15",
            ),
            (
                "gomoku",
                "freestyle+swap2",
                "无禁手五子棋（长连算赢，二次交换）15x15",
                "無禁手五子棋（長連算贏，二次交換）15x15",
                "五目並べ（禁手なし・長連も勝ち、スワップ2）15x15",
            ),
            (
                "go",
                "chinese,komi=0.5,handicap=3",
                "围棋（中国规则，贴 0.5 目，让 3 子）19x19",
                "圍棋（中國規則，貼 0.5 目，讓 3 子）19x19",
                "囲碁（中国ルール、コミ0.5目、置石3子）19x19",
            ),
            (
                "pente",
                "keryo",
                "Pente 提子五子棋（Keryo-Pente）19x19",
                "Pente 提子五子棋（Keryo-Pente）19x19",
                "ケリョ・ペンテ 19x19",
            ),
        ] {
            let spec = GameSpec::named(game, Some(rules), None).unwrap();
            let written =
                [SimplifiedChinese, TraditionalChinese, Japanese].map(|language| language.spec(&spec));
            assert_eq!(written, [zh, zh_hant, ja], "{game} {rules}");
        }
    }

    #[test]
    fn rules_are_written_with_komi_and_handicap() {
        assert_eq!(rules(English, "go", "korean"), "Japanese, Korean; komi 6.5");
        assert_eq!(rules(SimplifiedChinese, "go", "korean"), "日本规则、韩国规则；贴 6.5 目");
        assert_eq!(rules(English, "go", "japanese,komi=0"), "Japanese, Korean; komi 0");
        let handicap = "chinese,handicap=3,placement=free,komi=0.5";
        assert_eq!(rules(SimplifiedChinese, "go", handicap), "中国规则；贴 0.5 目；让 3 子");
        assert_eq!(rules(TraditionalChinese, "go", handicap), "中國規則；貼 0.5 目；讓 3 子");
        assert_eq!(rules(Japanese, "go", handicap), "中国ルール；コミ0.5目；置石3子");
        assert_eq!(rules(English, "go", "chinese,handicap=2").split("; ").last(), Some("2 handicap stones"));
        assert_eq!(rules(English, "go", "chinese,ko=simple"), "Chinese; komi 7.5; ko=simple");
        assert_eq!(rules(English, "gomoku", "renju+rif"), "Renju, RIF opening");
        assert_eq!(rules(English, "gomoku", "freestyle"), "Freestyle gomoku");
        assert_eq!(rules(SimplifiedChinese, "mnk", "connect-four"), "四子棋");
        assert_eq!(rules(English, "mnk", "3,3,3+gravity"), "3,3,3+gravity");
    }

    #[test]
    fn every_label_of_the_table_has_its_characters_listed() {
        let check = |label: Label| {
            assert_eq!(label.en.is_empty(), label.zh.is_empty(), "{label:?}");
            assert_eq!(label.en.is_empty(), label.ja.is_empty(), "{label:?}");
            assert_eq!(crate::unlisted_character(label.zh), None, "{label:?}");
            assert_eq!(crate::not_japanese(label.ja), None, "{label:?}");
        };
        for info in GameInfo::ALL {
            check(info.name);
            info.aliases.iter().for_each(|alias| check(alias.name));
            info.rule_sets.iter().for_each(|set| [set.name, set.summary].into_iter().for_each(check));
            info.openings
                .iter()
                .for_each(|opening| [opening.name, opening.summary].into_iter().for_each(check));
        }
    }
}
