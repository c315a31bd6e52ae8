//! The texts of the report in each language.

use tengen_words::Language;

/// A text of the report.
#[derive(Clone, Copy)]
pub(super) struct Word {
    en: &'static str,
    zh: &'static str,
}

impl Word {
    /// The text in a language.
    pub(super) fn text(self, language: Language) -> &'static str {
        language.pick(self.en, self.zh)
    }

    /// The text with its values: each `{}` is replaced by the next one.
    pub(super) fn with(self, language: Language, values: &[&dyn std::fmt::Display]) -> String {
        let mut parts = self.text(language).split("{}");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (value, part) in values.iter().zip(parts) {
            text += &value.to_string();
            text += part;
        }
        text
    }
}

macro_rules! words {
    ($($name:ident: $en:literal, $zh:literal;)*) => {
        $(pub(super) const $name: Word = Word { en: $en, zh: $zh };)*

        #[cfg(test)]
        const ALL: &[Word] = &[$($name),*];
    };
}

words! {
    TITLE: "{}, {}, on {}", "{}，{}，{}";
    TITLE_SHORT: "{} on {}", "{} {}";
    PLAYED: "{} of {} games played; {}; ", "已下 {} / {} 局；{}；";
    ONE_OPENING: "1 opening, with both colours.", "1 个开局，双方各执黑一次。";
    OPENINGS: "{} openings, each with both colours.", "{} 个开局，每个开局双方各执黑一次。";
    MILLISECONDS: "{} ms", "{} 毫秒";
    SECONDS: "{} s", "{} 秒";
    A_MOVE: "{} a move", "每手 {}";
    A_GAME: "{} a game", "每局 {}";
    INCREMENT: "{} a game and {} more with each move", "每局 {}，每手加 {}";
    ONE_NODE: "1 node a move", "每手 1 个节点";
    NODES: "{} nodes a move", "每手 {} 个节点";
    DEPTH: "depth {}", "深度 {}";
    THREADS: "{} threads", "{} 个线程";
    CROSS_TABLE: "Cross-table", "交叉表";
    POINTS: "points", "得分";
    ELO: "Elo", "Elo";
    ELO_OTHERS: "Elo against the others", "对其余各方的 Elo";
    NO_GAMES: "no games", "尚无对局";
    ELO_DRAWS: "Elo {}, draws {} %", "Elo {}，和棋 {}%";
    WITH_BLACK: "with black", "执黑";
    WITH_WHITE: "with white", "执白";
    WON: "won", "胜";
    DRAWN: "drawn", "和";
    LOST: "lost", "负";
    PAIRS: "Pairs with 0, ½, 1, 1½, 2 points: {}", "得 0、½、1、1½、2 分的组数（两局一组）：{}";
    BY_OPENING: "By opening", "按开局";
    OPENING: "opening", "开局";
    FAULTS_OF: "Faults of {}: {}", "{} 的故障：{}";
    TIMES_COUNT: "", " 次";
    NONE: "none", "无";
    TEST: "SPRT [{}, {}]: LLR {} of [{}, {}], {}", "SPRT [{}, {}]：LLR {}，界限 [{}, {}]，{}";
    ACCEPTED: "accepted", "接受";
    REJECTED: "rejected", "拒绝";
    OPEN: "open", "未定";
    TIMES: "Time for a move", "每手用时";
    MOVES: "moves", "手数";
    MEDIAN: "median, ms", "中位数，毫秒";
    PERCENTILE: "95th percentile, ms", "第 95 百分位，毫秒";
    LONGEST: "longest, ms", "最长，毫秒";
    GAMES: "Games", "对局";
    FIRST: "first", "先手";
    SECOND: "second", "后手";
    RESULT: "result", "结果";
    PLIES: "plies", "手数";
    FAULT: "fault", "故障";
    PLAYER: "player", "选手";
    PAIR: "first - second", "第一方 - 第二方";
    PLUS: "+", "胜";
    EQUAL: "=", "和";
    MINUS: "-", "负";
    DRAWS: "draws", "和棋率";
    BLACK: "black", "执黑";
    WHITE: "white", "执白";
    FAULTS_LINE: "faults of {}: {}", "{} 的故障：{}";
    FIRST_FAULT: "; first in game {}: {}", "；首次在第 {} 局：{}";
    LAST_LINE: "{}: {}/{}, Elo {}, faults: {} ({}: {})", "{}：{}/{}，Elo {}，故障：{}（{}：{}）";
    OPPONENT: "opponent", "对手";
    OPPONENTS: "opponents", "对手";
    CURVE: "Elo after each game", "每局之后的 Elo";
    CURVE_NOTE: "Elo of the first player after each game, with its 95 % interval.",
        "第一位选手在每局之后的 Elo 及其 95% 区间。";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_takes_the_same_values_in_each_language() {
        for word in ALL {
            let values = |text: &str| text.matches('{').count();
            assert_eq!(values(word.en), values(word.zh), "{}", word.en);
        }
        assert_eq!(NODES.with(Language::English, &[&3]), "3 nodes a move");
        assert_eq!(NODES.with(Language::TraditionalChinese, &[&3]), "每手 3 個節點");
    }
}
