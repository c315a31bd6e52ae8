//! The levels of the engines in words.

use crate::Language;
use tengen_engine::{LevelTrait, PERFECT};

/// The name of an engine in a record, the same in every language: `Tengen 2` for a game's own engine, `rule-filter 2`
/// for another one. The page and the terminal show it in the language spoken.
///
/// ```
/// use tengen_words::engine_in_record;
/// assert_eq!(engine_in_record("gomoku", true, Some(2)), "Tengen 2");
/// assert_eq!(engine_in_record("rule-filter", false, Some(2)), "rule-filter 2");
/// assert_eq!(engine_in_record("perfect", false, Some(1)), "Tengen perfect");
/// ```
pub fn engine_in_record(name: &str, is_own: bool, level: Option<u8>) -> String {
    match level {
        _ if name == PERFECT => format!("Tengen {PERFECT}"),
        Some(level) if is_own => format!("Tengen {level}"),
        Some(level) => format!("{name} {level}"),
        None if is_own => "Tengen".into(),
        None => name.into(),
    }
}

impl Language {
    /// What a level does: `searches 2 plies, plays the last 8 moves exactly`.
    ///
    /// ```
    /// use tengen_engine::LevelTrait::{Depth, Endgame};
    /// use tengen_words::Language;
    /// let level = [Depth(2), Endgame(8)];
    /// assert_eq!(Language::English.level(&level), "searches 2 plies, plays the last 8 moves exactly");
    /// assert_eq!(Language::SimplifiedChinese.level(&level), "看 2 步，最后 8 手下得分毫不差");
    /// assert_eq!(Language::Japanese.level(&level), "2手読む、最後の8手は完全読み");
    /// ```
    pub fn level(self, traits: &[LevelTrait]) -> String {
        let list: Vec<String> = traits.iter().map(|&part| self.level_trait(part)).collect();
        list.join(self.pick(", ", "，", "、"))
    }

    /// The engine of a game at a level, as a player: `Tengen · level 2`.
    pub fn engine_at_level(self, level: u8) -> String {
        self.pick(
            format!("Tengen · level {level}"),
            format!("天元 · 等级 {level}"),
            format!("Tengen・レベル{level}"),
        )
    }

    /// The engine that plays a proven win, as a player.
    pub fn perfect_engine(self) -> &'static str {
        self.pick("Tengen · perfect", "天元 · 完美", "Tengen · 完全")
    }

    fn level_trait(self, part: LevelTrait) -> String {
        let (en, zh, ja) = match part {
            LevelTrait::Depth(1) => ("searches 1 ply".into(), "只看 1 步".into(), "1手だけ読む".into()),
            LevelTrait::Depth(n) => {
                (format!("searches {n} plies"), format!("看 {n} 步"), format!("{n}手読む"))
            }
            LevelTrait::MeanDepth(n) => (
                format!(
                    "reads each move {n} {} on average, as people do",
                    if n == 1 { "ply" } else { "plies" }
                ),
                format!("像人一样读棋，每手平均读 {n} 步"),
                format!("人のように1手を平均{n}手先まで読む"),
            ),
            LevelTrait::Misjudges(n) => (
                format!("misjudges it by some {} discs", tenths(n)),
                format!("判断约差 {} 子", tenths(n)),
                format!("判断の誤差は{}石ほど", tenths(n)),
            ),
            LevelTrait::Nodes(n) => (
                format!("searches {} positions a move", grouped(n)),
                format!("每手搜索 {} 个局面", grouped(n)),
                format!("1手に{}局面読む", grouped(n)),
            ),
            LevelTrait::Playouts(n) => (
                format!("plays {} random games a move", grouped(n)),
                format!("每手模拟 {} 局", grouped(n)),
                format!("1手に{}局のプレイアウト", grouped(n)),
            ),
            LevelTrait::Visits(n) => (
                format!("{} visits a move", grouped(n)),
                format!("每手搜索 {} 次", grouped(n)),
                format!("1手に{}回探索", grouped(n)),
            ),
            LevelTrait::Unlimited => (
                "no limit of its own: the more time, the stronger".into(),
                "自身不设限，用时越多越强".into(),
                "独自の制限なし、時間をかけるほど強い".into(),
            ),
            LevelTrait::Patterns => (
                "judges by patterns learned from games (on 8×8)".into(),
                "在 8×8 上按从对局中学来的棋形判断".into(),
                "8×8では対局から学んだパターンで判断する".into(),
            ),
            LevelTrait::Mobility => (
                "judges by mobility and corners".into(),
                "按行动力和角判断".into(),
                "着手可能数と隅で判断する".into(),
            ),
            LevelTrait::OneOfBest(n) => (
                format!("plays any of its {n} best moves"),
                format!("从最好的 {n} 手中任选一手"),
                format!("最善{n}手の中から選ぶ"),
            ),
            LevelTrait::Endgame(n) => (
                format!("plays the last {n} moves exactly"),
                format!("最后 {n} 手下得分毫不差"),
                format!("最後の{n}手は完全読み"),
            ),
            LevelTrait::Errors(n) => match n {
                100.. => (
                    "misjudges most quiet moves".into(),
                    "平稳的着法大多判断不准".into(),
                    "静かな手はほとんど読み違える".into(),
                ),
                50.. => (
                    "often misjudges quiet moves".into(),
                    "常常误判平稳的着法".into(),
                    "静かな手をよく読み違える".into(),
                ),
                20.. => (
                    "sometimes misjudges quiet moves".into(),
                    "有时误判平稳的着法".into(),
                    "静かな手をときどき読み違える".into(),
                ),
                _ => ("rarely misjudges a move".into(), "很少误判".into(), "まれに読み違える".into()),
            },
            LevelTrait::Overlooks(n) => match n {
                50.. => (
                    "mostly overlooks open threes".into(),
                    "大多看不到活三".into(),
                    "三をほとんど見落とす".into(),
                ),
                20.. => (
                    "sometimes overlooks open threes".into(),
                    "有时看不到活三".into(),
                    "三をときどき見落とす".into(),
                ),
                _ => (
                    "rarely overlooks an open three".into(),
                    "偶尔看不到活三".into(),
                    "三をまれに見落とす".into(),
                ),
            },
            LevelTrait::Elo(n) => (
                format!("about {n} Elo above level 1"),
                format!("约比等级 1 强 {n} Elo"),
                format!("レベル1よりおよそ{n} Elo強い"),
            ),
            LevelTrait::EloAtLeast(n) => (
                format!("with enough time at least {n} Elo above level 1"),
                format!("时间充足时至少比等级 1 强 {n} Elo"),
                format!("時間が十分ならレベル1より{n} Elo以上強い"),
            ),
            LevelTrait::MeasuredAt(game) => (
                format!("measured at {}", game.en),
                format!("在{}上测得", game.zh),
                format!("{}での実測", game.ja),
            ),
            LevelTrait::Fours(1) => (
                "sees a four that leads to another".into(),
                "能看出冲四之后再冲四".into(),
                "四から次の四まで見える".into(),
            ),
            LevelTrait::Fours(n) => (
                format!("sees up to {n} fours in a row"),
                format!("能看出至多 {n} 步的连续冲四"),
                format!("{n}連続の四まで見える"),
            ),
            LevelTrait::DirectionWeights => (
                "uses only the direction weights".into(),
                "只懂方向权值".into(),
                "方向の重みだけで打つ".into(),
            ),
            LevelTrait::Fives => {
                ("makes and stops fives".into(), "会成五，也会挡五".into(), "五連を作り、止める".into())
            }
            LevelTrait::OpenFours => (
                "makes and stops open fours".into(),
                "会做活四，也会挡活四".into(),
                "達四を作り、止める".into(),
            ),
            LevelTrait::DoubleThreats => (
                "knows every double threat".into(),
                "认得各种双杀".into(),
                "両ノビなどの決め手をすべて知っている".into(),
            ),
            LevelTrait::ProvesFours => (
                "proves wins by continuous fours (VCF)".into(),
                "证明连续冲四的胜法（VCF）".into(),
                "四追いの勝ちを証明する（VCF）".into(),
            ),
            LevelTrait::ProvesThreats => (
                "proves wins by continuous threats (VCT)".into(),
                "证明连续威胁的胜法（VCT）".into(),
                "追い詰めの勝ちを証明する（VCT）".into(),
            ),
            LevelTrait::ProvesQuiet => (
                "proves wins by threats and quiet moves".into(),
                "证明夹有静着的威胁胜法".into(),
                "静かな手を含む追い詰めの勝ちを証明する".into(),
            ),
            LevelTrait::ProvenWin => (
                "plays Black's proven win; as White as well as it can".into(),
                "执黑时按已证明的必胜法落子；执白时尽力而为".into(),
                "黒なら証明された必勝法で打つ。白なら全力で打つ".into(),
            ),
            other => (format!("{other:?}"), format!("{other:?}"), format!("{other:?}")),
        };
        self.pick(en, zh, ja)
    }
}

/// A number of tenths as a decimal: `2.5`, `4`.
fn tenths(n: u32) -> String {
    if n.is_multiple_of(10) { (n / 10).to_string() } else { format!("{}.{}", n / 10, n % 10) }
}

/// A number with commas between its thousands.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([7, 1_000, 40_000, 1_234_567].map(grouped), ["7", "1,000", "40,000", "1,234,567"]);
    }
}
