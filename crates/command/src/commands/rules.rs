//! `tengen rules`: each rule set in a few lines; `docs/rules` has the whole rules, with sources.

use crate::Context;
use crate::cli::RulesArgs;
use crate::fail::{Fail, code};
use crate::i18n::Lang;
use std::io::Write;
use tengen_games::{GameKind, GameSpec};

/// A rule set as it is told.
struct Told {
    kind: GameKind,
    /// What stands on the command line: `--game` and `--rules`, or the game alone.
    words: &'static str,
    en: &'static str,
    zh: &'static str,
}

const fn told(kind: GameKind, words: &'static str, en: &'static str, zh: &'static str) -> Told {
    Told { kind, words, en, zh }
}

const TOLD: &[Told] = &[
    told(
        GameKind::Mnk,
        "tic-tac-toe",
        "3x3 board, three in a row win. A full board is a draw.",
        "3x3 棋盘，三子连珠获胜；棋盘下满为和棋。",
    ),
    told(
        GameKind::Mnk,
        "connect-four",
        "7 columns, 6 rows, four in a row win. A stone falls to the lowest empty point of its column.",
        "7 列 6 行，四子连珠获胜；棋子落到该列最低的空位。",
    ),
    told(
        GameKind::Mnk,
        "mnk",
        "m columns, n rows, k or more in a row win: --size 6x5 --k 4, or --rules 6,5,4. --gravity lets stones fall.",
        "m 列 n 行，k 子或更多连珠获胜：--size 6x5 --k 4，或 --rules 6,5,4；--gravity 使棋子下落。",
    ),
    told(
        GameKind::Gomoku,
        "gomoku --rules freestyle",
        "15x15 (5x5 to 22x22 with --size), five or more in a row win, for either side.",
        "15x15 棋盘（--size 可为 5x5 至 22x22），双方连成五子或更多即胜。",
    ),
    told(
        GameKind::Gomoku,
        "gomoku --rules standard",
        "Exactly five in a row win; six or more do not.",
        "恰好五子连珠获胜；六子以上不算。",
    ),
    told(
        GameKind::Gomoku,
        "renju",
        "Black wins with exactly five; overlines, double fours and double threes are forbidden to black, unless the \
         same stone makes a five. A three counts only if it can become a straight four on a point that is not itself \
         forbidden. White wins with five or more. Black loses when only forbidden points are left.",
        "黑方恰好五子获胜；长连、四四、三三为黑方禁手，同时成五则不算禁手；只有能在非禁手点成活四的三才算活三。白方五子或更多获胜。黑方只剩禁手点时判负。",
    ),
    told(
        GameKind::Gomoku,
        "caro",
        "Five or more in a row win, but exactly five with an opponent's stone at both ends do not. The edge blocks nothing.",
        "五子或更多连珠获胜，但恰好五子且两端都被对方棋子堵住的不算；棋盘边缘不算堵。",
    ),
    told(
        GameKind::Gomoku,
        "gomoku --rules standard-caro",
        "As caro, and six or more do not win either.",
        "同 caro，且六子以上也不算。",
    ),
    told(
        GameKind::Gomoku,
        "--opening pro",
        "Black begins at the centre; black's second stone lies outside the central 5x5. long-pro: outside the central 7x7.",
        "黑方第一手下在天元，第二手须在中央 5x5 之外；long-pro 为中央 7x7 之外。",
    ),
    told(
        GameKind::Gomoku,
        "--opening swap",
        "The first player places black, white, black; the second chooses a colour.",
        "先手方摆黑、白、黑三子，后手方选择执黑或执白。",
    ),
    told(
        GameKind::Gomoku,
        "--opening swap2",
        "As swap, but the second player may also place a white and a black stone more and leave the choice of colour to the first.",
        "同 swap，但后手方也可再摆一白一黑，让先手方选择颜色。",
    ),
    told(
        GameKind::Gomoku,
        "--opening rif",
        "Renju. The first player places one of the 26 openings; the second may swap; white plays the fourth move; black \
         offers two fifth moves, of which white chooses one.",
        "连珠。先手方摆出二十六种开局之一，后手方可交换；白方下第四手；黑方提出两个第五手，由白方选一。",
    ),
    told(
        GameKind::Gomoku,
        "--opening yamaguchi",
        "Renju, as rif, but the first player also says how many fifth moves will be offered.",
        "连珠，同 rif，但先手方还要宣布第五手的打点数。",
    ),
    told(
        GameKind::Gomoku,
        "--opening soosorv-8",
        "Renju. After the opening and a possible swap, white plays the fourth move and says how many fifth moves there \
         will be (1 to 8); then black may swap again.",
        "连珠。开局与可能的交换之后，白方下第四手并宣布打点数（1 至 8），黑方可再次交换。",
    ),
    told(
        GameKind::Gomoku,
        "--opening taraguchi-10",
        "Renju. Each of the first moves lies in a growing central square, and the opponent may swap after each; the \
         fifth move is one move, or one of ten offered.",
        "连珠。最初几手须在逐步扩大的中央方形内，每手之后对方可交换；第五手或直接下出，或提出十个打点由对方选一。",
    ),
    told(
        GameKind::Othello,
        "othello",
        "8x8 (even sizes 4x4 to 16x16 with --size). A disc must turn over at least one; who cannot passes; the game ends \
         when neither can. More discs win, the empty squares counted for the winner.",
        "8x8 棋盘（--size 可为 4x4 至 16x16 的偶数）。落子必须翻转至少一子；无处可下则停着；双方均无处可下时终局。子多者胜，空格归胜方。",
    ),
    told(
        GameKind::Go,
        "go --rules chinese",
        "Area: living stones and the points they surround. Positional superko, no suicide, komi 7.5; white gets a point \
         for each handicap stone.",
        "数子：活子与所围空点。全局同形再现禁止，不许自杀，贴 7.5；每个让子还白方一点。",
    ),
    told(
        GameKind::Go,
        "go --rules japanese",
        "Territory: surrounded points and prisoners, none in seki. Simple ko, no suicide, komi 6.5, handicap on the star points.",
        "数目：所围空点与提子，双活无目。劫不能立即提回，不许自杀，贴 6.5，让子摆在星位。",
    ),
    told(GameKind::Go, "go --rules korean", "As Japanese.", "同日本规则。"),
    told(
        GameKind::Go,
        "go --rules tromp-taylor",
        "Area, positional superko, suicide allowed, komi 7.5. Everything on the board counts as alive.",
        "数子，全局同形（局面）禁止，允许自杀，贴 7.5；盘上一切棋子视为活棋。",
    ),
    told(
        GameKind::Go,
        "go --rules aga",
        "Area with pass stones, so that area and territory agree; situational superko, white passes last, komi 7.5.",
        "数子并用停着子，使数子与数目一致；情形全局同形禁止，白方最后停着，贴 7.5。",
    ),
    told(
        GameKind::Go,
        "go --rules new-zealand",
        "Area, situational superko, suicide allowed, komi 7.",
        "数子，情形全局同形禁止，允许自杀，贴 7。",
    ),
    told(
        GameKind::Go,
        "go --rules ing",
        "Area, suicide allowed, komi 7.5; positional superko stands in for Ing's own ko rule.",
        "计点，允许自杀，贴 7.5；以局面全局同形代替应氏劫规。",
    ),
    told(
        GameKind::Go,
        "go --rules cgos",
        "As the computer Go server: area, positional superko, no suicide, komi 7.5.",
        "计算机围棋服务器所用：数子，局面全局同形禁止，不许自杀，贴 7.5。",
    ),
    told(
        GameKind::Go,
        "go --rules stone-scoring",
        "As Chinese of old: stones on the board count, so that each group pays for its two eyes.",
        "古代数子：只数盘上棋子，每块棋的两个眼不算。",
    ),
    told(
        GameKind::Go,
        "go --rules atari-go",
        "9x9 board. The side that captures first wins; points do not count. Two passes in a row end the game in a draw.",
        "9x9 棋盘。先提到对方棋子的一方获胜，不数目；双方连续停着为和棋。",
    ),
    told(
        GameKind::Go,
        "go --rules NAME,SWITCH=VALUE",
        "Each switch can be set after the name: ko=simple|positional|situational, suicide=forbidden|chains|allowed, \
         scoring=area|territory, tax=none|seki|group, komi=6.5, handicap=4, placement=fixed|free, passes=2.",
        "名称之后可逐项设置：ko=simple|positional|situational、suicide=forbidden|chains|allowed、\
         scoring=area|territory、tax=none|seki|group、komi=6.5、handicap=4、placement=fixed|free、passes=2。",
    ),
];

pub(crate) fn run(args: RulesArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let chosen: Vec<&Told> = match &args.name {
        None => TOLD.iter().collect(),
        Some(name) => matching(name, lang)?,
    };
    let mut out = std::io::stdout().lock();
    let mut kind = None;
    for told in chosen {
        if kind != Some(told.kind) {
            if kind.is_some() {
                writeln!(out)?;
            }
            writeln!(out, "{}", lang.kind(told.kind))?;
            kind = Some(told.kind);
        }
        writeln!(out, "  {}", told.words)?;
        for line in wrap(lang.pick(told.en, told.zh), 92) {
            writeln!(out, "      {line}")?;
        }
    }
    Ok(code::OK)
}

/// The rule sets that a word names: a family, or the last word of a rule set.
fn matching(name: &str, lang: Lang) -> Result<Vec<&'static Told>, Fail> {
    let word = name.to_ascii_lowercase().replace(['_', ' '], "-");
    let own: Vec<&Told> = TOLD
        .iter()
        .filter(|t| t.words.split(' ').any(|w| w == word) && t.words != "mnk" || t.words == word)
        .collect();
    if own.len() == 1 {
        return Ok(own);
    }
    if let Some(kind) = GameKind::ALL.into_iter().find(|k| k.name() == word) {
        return Ok(TOLD.iter().filter(|t| t.kind == kind).collect());
    }
    if !own.is_empty() {
        return Ok(own);
    }
    match GameSpec::named(&word, None, None) {
        Ok(spec) => Ok(TOLD.iter().filter(|t| t.kind == spec.kind()).collect()),
        Err(e) => Err(Fail::usage(lang.spec_error(&e))
            .help(lang.pick("tengen rules lists all", "tengen rules 列出全部"))),
    }
}

/// Breaks a text into lines of at most `width` columns, at spaces, or after any Chinese character.
fn wrap(text: &str, width: usize) -> Vec<String> {
    use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(|c: char| c == ' ' || c.width() == Some(2)) {
        // A space at the end of a line takes no column.
        if line.width() + word.trim_end().width() > width && !line.is_empty() {
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
    use tengen_games::{go, gomoku};

    /// Every rule set that the rules know is told, and every one told is known.
    #[test]
    fn every_rule_set_is_told() {
        for name in go::Rules::names() {
            assert!(TOLD.iter().any(|t| t.words == format!("go --rules {name}")), "go {name}");
        }
        for variant in gomoku::Variant::ALL {
            let name = variant.name();
            assert!(
                TOLD.iter().any(|t| t.words == name || t.words == format!("gomoku --rules {name}")),
                "gomoku {name}"
            );
        }
        for told in TOLD.iter().filter(|t| !t.words.starts_with("--") && !t.words.contains("NAME")) {
            let (game, rules) =
                told.words.split_once(" --rules ").map_or((told.words, None), |(g, r)| (g, Some(r)));
            let spec = GameSpec::named(game, rules, None).unwrap_or_else(|e| panic!("{}: {e}", told.words));
            assert_eq!(spec.kind(), told.kind);
        }
        for told in TOLD.iter().filter(|t| t.words.starts_with("--opening")) {
            let name = told.words.trim_start_matches("--opening ");
            assert!(gomoku::Opening::ALL.iter().any(|o| o.name() == name), "{name}");
        }
    }

    #[test]
    fn lines_are_broken_and_nothing_is_lost() {
        assert_eq!(wrap("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(wrap("天元棋盘", 4), ["天元", "棋盘"]);
        for told in TOLD {
            for text in [told.en, told.zh] {
                let lines = wrap(text, 30);
                assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
            }
        }
    }
}
