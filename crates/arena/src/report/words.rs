//! The texts of the report in each language.

use tengen_words::Language;

/// A text of the report.
#[derive(Clone, Copy)]
pub(super) struct Word {
    en: &'static str,
    zh: &'static str,
    ja: &'static str,
}

impl Word {
    /// The text in a language.
    pub(super) fn text(self, language: Language) -> &'static str {
        language.pick(self.en, self.zh, self.ja)
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
    ($($name:ident: $en:literal, $zh:literal, $ja:literal;)*) => {
        $(pub(super) const $name: Word = Word { en: $en, zh: $zh, ja: $ja };)*

        #[cfg(test)]
        const ALL: &[Word] = &[$($name),*];
    };
}

words! {
    TITLE: "{}, {}, on {}", "{}，{}，{}", "{}、{}、{}";
    TITLE_SHORT: "{} on {}", "{} {}", "{} {}";
    PLAYED: "{} of {} games played; {}; ", "已下 {} / {} 局；{}；", "{}/{}局終了。{}。";
    OWN_LIMITS: "at the levels' own limits", "按等级自身的限制", "レベル自身の制限で";
    ONE_OPENING: "1 opening, with both colours.", "1 个开局，双方各执黑一次。", "開局1種、黒白1局ずつ。";
    OPENINGS: "{} openings, each with both colours.", "{} 个开局，每个开局双方各执黑一次。", "開局{}種、それぞれ黒白1局ずつ。";
    MILLISECONDS: "{} ms", "{} 毫秒", "{}ミリ秒";
    SECONDS: "{} s", "{} 秒", "{}秒";
    A_MOVE: "{} a move", "每手 {}", "1手{}";
    A_GAME: "{} a game", "每局 {}", "1局{}";
    INCREMENT: "{} a game and {} more with each move", "每局 {}，每手加 {}", "1局{}、1手ごとに{}加算";
    ONE_NODE: "1 node a move", "每手 1 个节点", "1手1ノード";
    NODES: "{} nodes a move", "每手 {} 个节点", "1手{}ノード";
    DEPTH: "depth {}", "深度 {}", "深さ{}";
    THREADS: "{} threads", "{} 个线程", "{}スレッド";
    PONDERING: "with pondering", "后台思考", "相手の時間も思考";
    CROSS_TABLE: "Cross-table", "交叉表", "対戦表";
    POINTS: "points", "得分", "得点";
    ELO: "Elo", "Elo", "Elo";
    ELO_OTHERS: "Elo against the others", "对其余各方的 Elo", "ほかの全員に対するElo";
    NO_GAMES: "no games", "尚无对局", "対局なし";
    ELO_DRAWS: "Elo {}, draws {}%", "Elo {}，和棋 {}%", "Elo {}、引き分け{}%";
    WITH_BLACK: "with black", "执黑", "黒番";
    WITH_WHITE: "with white", "执白", "白番";
    WON: "won", "胜", "勝ち";
    DRAWN: "drawn", "和", "引き分け";
    LOST: "lost", "负", "負け";
    PAIRS: "Pairs with 0, ½, 1, 1½, 2 points: {}", "得 0、½、1、1½、2 分的组数（两局一组）：{}", "得点が0、½、1、1½、2の組の数（2局で1組）：{}";
    BY_OPENING: "By opening", "按开局", "開局別";
    OPENING: "opening", "开局", "開局";
    FAULTS_OF: "Faults of {}: {}", "{} 的故障：{}", "{}の失敗：{}";
    TIMES_COUNT: "", " 次", "回";
    NONE: "none", "无", "なし";
    TEST: "SPRT [{}, {}]: LLR {} of [{}, {}], {}", "SPRT [{}, {}]：LLR {}，界限 [{}, {}]，{}", "SPRT [{}, {}]：LLR {}、境界[{}, {}]、{}";
    ACCEPTED: "accepted", "接受", "採択";
    REJECTED: "rejected", "拒绝", "棄却";
    OPEN: "open", "未定", "未決";
    TIMES: "Time for a move", "每手用时", "1手の時間";
    MOVES: "moves", "手数", "手数";
    MEDIAN: "median, ms", "中位数，毫秒", "中央値（ミリ秒）";
    PERCENTILE: "95th percentile, ms", "第 95 百分位，毫秒", "95パーセンタイル（ミリ秒）";
    LONGEST: "longest, ms", "最长，毫秒", "最長（ミリ秒）";
    GAMES: "Games", "对局", "対局";
    FIRST: "first", "先手", "先手";
    SECOND: "second", "后手", "後手";
    RESULT: "result", "结果", "結果";
    PLIES: "plies", "手数", "手数";
    FAULT: "fault", "故障", "失敗";
    PLAYER: "player", "选手", "対局者";
    PAIR: "first - second", "第一方 - 第二方", "先手 - 後手";
    PLUS: "+", "胜", "勝";
    EQUAL: "=", "和", "分";
    MINUS: "-", "负", "負";
    DRAWS: "draws", "和棋率", "引き分け率";
    BLACK: "black", "执黑", "黒番";
    WHITE: "white", "执白", "白番";
    FAULTS_LINE: "faults of {}: {}", "{} 的故障：{}", "{}の失敗：{}";
    FIRST_FAULT: "; first in game {}: {}", "；首次在第 {} 局：{}", "。最初は第{}局：{}";
    COUNTS: "counted otherwise by an engine: {} of {} games that were counted", "与引擎计数不同：共 {} 局，已计数 {} 局", "エンジンと異なる計算：{}局（計算した{}局のうち）";
    COUNT_OF_GAME: "game {}: judge {}, {}", "第 {} 局：裁判 {}，{}", "第{}局：審判 {}、{}";
    DEAD: "dead {}", "死子 {}", "死に石 {}";
    MORE_GAMES: "and {} more in games.jsonl", "其余 {} 局见 games.jsonl", "ほか{}局はgames.jsonlを参照";
    LAST_LINE: "{}: {}/{}, Elo {}, faults: {} ({}: {})", "{}：{}/{}，Elo {}，故障：{}（{}：{}）", "{}：{}/{}、Elo {}、失敗：{}（{}：{}）";
    OPPONENT: "opponent", "对手", "相手";
    OPPONENTS: "opponents", "对手", "相手";
    CURVE: "Elo after each game", "每局之后的 Elo", "1局ごとのElo";
    CURVE_NOTE: "Elo of the first player after each game, by pairs of games, with its 95% interval.",
        "第一位选手在每局之后按成对对局计算的 Elo 及其 95% 区间。", "1人目の対局者の1局ごとのElo（2局1組で計算）と、その95%区間です。";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_takes_the_same_values_in_each_language() {
        for word in ALL {
            let values = |text: &str| text.matches('{').count();
            assert_eq!(values(word.en), values(word.zh), "{}", word.en);
            assert_eq!(values(word.en), values(word.ja), "{}", word.en);
        }
        assert_eq!(NODES.with(Language::English, &[&3]), "3 nodes a move");
        assert_eq!(NODES.with(Language::TraditionalChinese, &[&3]), "每手 3 個節點");
        assert_eq!(NODES.with(Language::Japanese, &[&3]), "1手3ノード");
    }
}
