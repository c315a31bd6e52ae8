//! `tengen rules`: each rule set in a few lines; `docs/rules` has the whole rules, with sources.

use crate::Context;
use crate::cli::RulesArgs;
use crate::fail::{Fail, code};
use crate::i18n::Lang;
use crate::input::short;
use std::io::Write;
use tengen_games::{GameKind, GameSpec, Label};

/// A rule set as the list shows it.
struct Row {
    kind: GameKind,
    /// What names it on the command line: `--game` and `--rules`, or the game alone.
    words: String,
    text: Label,
}

/// Rule sets that are written rather than named: the game, the form, and what it means.
const FORMS: &[(GameKind, &str, Label)] = &[
    (
        GameKind::Mnk,
        "mnk",
        Label::new(
            "m columns, n rows, k or more in a row win: --size 6x5 --k 4, or --rules 6,5,4. --gravity lets stones fall.",
            "m 列 n 行，k 子或更多连珠获胜：--size 6x5 --k 4，或 --rules 6,5,4；--gravity 使棋子下落。",
            "m列n行の盤で、k目以上並べると勝ちです：--size 6x5 --k 4、または--rules 6,5,4。--gravityを付けると石が落ちます。",
        ),
    ),
    (
        GameKind::Go,
        "go --rules NAME,SWITCH=VALUE",
        Label::new(
            "Each switch can be set after the name: ko=simple|positional|situational, suicide=forbidden|chains|allowed, \
         scoring=area|territory, tax=none|seki|group, komi=6.5, handicap=4, placement=fixed|free, passes=2.",
            "名称之后可逐项设置：ko=simple|positional|situational、suicide=forbidden|chains|allowed、\
         scoring=area|territory、tax=none|seki|group、komi=6.5、handicap=4、placement=fixed|free、passes=2。",
            "名前の後に項目を指定できます：ko=simple|positional|situational、suicide=forbidden|chains|allowed、\
         scoring=area|territory、tax=none|seki|group、komi=6.5、handicap=4、placement=fixed|free、passes=2。",
        ),
    ),
];

/// Every rule set and opening rule, from the table of games.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for kind in GameKind::ALL {
        let info = kind.info();
        for rules in info.rule_sets {
            let alias = info.aliases.iter().find(|alias| alias.rules == Some(rules.id));
            let words = match alias {
                Some(alias) => alias.word().to_owned(),
                None if rules.id == info.id => info.id.to_owned(),
                None => format!("{} --rules {}", info.id, rules.id),
            };
            rows.push(Row { kind, words, text: rules.summary });
        }
        let forms = FORMS.iter().filter(|form| form.0 == kind);
        rows.extend(forms.map(|&(kind, words, text)| Row { kind, words: words.to_owned(), text }));
        let openings = info.openings.iter().filter(|opening| !opening.summary.en.is_empty());
        rows.extend(openings.map(|opening| Row {
            kind,
            words: format!("--opening {}", opening.id),
            text: opening.summary,
        }));
    }
    rows
}

pub(crate) fn run(args: RulesArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let chosen = match &args.name {
        None => rows(),
        Some(name) => matching(name, lang)?,
    };
    let mut out = std::io::stdout().lock();
    let mut kind = None;
    for row in chosen {
        if kind != Some(row.kind) {
            if kind.is_some() {
                writeln!(out)?;
            }
            writeln!(out, "{}", lang.kind(row.kind))?;
            kind = Some(row.kind);
        }
        writeln!(out, "  {}", row.words)?;
        for line in wrap(lang.label(row.text), 92) {
            writeln!(out, "      {line}")?;
        }
    }
    Ok(code::OK)
}

/// The rule sets that a word names: a rule set, a game, or an everyday name of either.
fn matching(name: &str, lang: Lang) -> Result<Vec<Row>, Fail> {
    let word = name.to_ascii_lowercase().replace(['_', ' '], "-");
    let game = GameKind::ALL.into_iter().find(|kind| kind.name() == word);
    let own = |row: &Row| row.words == word || (game.is_none() && row.words.split(' ').any(|w| w == word));
    let named: Vec<Row> = rows().into_iter().filter(own).collect();
    if named.len() == 1 && game.is_none() {
        return Ok(named);
    }
    let spec = match game {
        Some(kind) => return Ok(rows().into_iter().filter(|row| row.kind == kind).collect()),
        None if !named.is_empty() => return Ok(named),
        None => GameSpec::named(&word, None, None),
    };
    match spec {
        Ok(spec) => Ok(rows().into_iter().filter(|row| row.kind == spec.kind()).collect()),
        Err(_) => Err(Fail::usage(lang.unknown_game_or_rules(&short(name))).help(lang.pick(
            "tengen rules lists all",
            "tengen rules 可列出全部",
            "「tengen rules」で一覧を表示します",
        ))),
    }
}

/// Breaks a text into lines of at most `width` columns, at spaces, or after any Chinese or Japanese character. A sign
/// that closes does not begin a line: it goes beyond the width instead.
fn wrap(text: &str, width: usize) -> Vec<String> {
    use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(|c: char| c == ' ' || c.width() == Some(2)) {
        // A space at the end of a line takes no column.
        let closes = word.starts_with(['。', '、', '，', '；', '：', '）', '」', 'ー']);
        if line.width() + word.trim_end().width() > width && !line.is_empty() && !closes {
            lines.push(std::mem::take(&mut line).trim_end().to_string());
        }
        line.push_str(word);
    }
    lines.push(line.trim_end().to_string());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_of_every_game_is_listed_as_it_is_typed() {
        let rows = rows();
        for kind in GameKind::ALL {
            let listed = rows.iter().filter(|row| row.kind == kind && !row.words.starts_with("--")).count();
            assert!(listed >= kind.info().rule_sets.len(), "{kind}");
        }
        for row in rows.iter().filter(|row| !row.words.starts_with("--") && !row.words.contains("NAME")) {
            let (game, rules) =
                row.words.split_once(" --rules ").map_or((row.words.as_str(), None), |(g, r)| (g, Some(r)));
            let spec = GameSpec::named(game, rules, None).unwrap_or_else(|e| panic!("{}: {e}", row.words));
            assert_eq!(spec.kind(), row.kind);
        }
    }

    #[test]
    fn every_game_and_every_everyday_name_lists_its_rules() {
        for kind in GameKind::ALL {
            let of_kind = matching(kind.name(), Lang::English).unwrap();
            assert!(of_kind.len() >= kind.info().rule_sets.len(), "{kind}");
            for word in kind.info().aliases.iter().flat_map(|alias| alias.words) {
                assert!(!matching(word, Lang::English).unwrap().is_empty(), "{word}");
            }
        }
        assert_eq!(matching("renju", Lang::English).unwrap().len(), 1);
        assert!(matching("chess", Lang::English).is_err());
    }

    #[test]
    fn lines_are_broken_and_nothing_is_lost() {
        assert_eq!(wrap("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(wrap("天元棋盘", 4), ["天元", "棋盘"]);
        assert_eq!(wrap("天元。盤", 4), ["天元。", "盤"]);
        for row in rows() {
            for text in [row.text.en, row.text.zh, row.text.ja] {
                let lines = wrap(text, 30);
                assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
            }
        }
    }
}
