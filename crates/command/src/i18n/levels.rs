//! What each engine is called and what each of its levels does, in Chinese. English comes from the engines themselves.

/// What an engine is called for people; `None` for one that is not known here.
pub(crate) fn title_in_chinese(engine: &str) -> Option<&'static str> {
    Some(match engine {
        "mnk" | "gomoku" | "othello" => "深度搜索",
        "rule-filter" => "经验规则",
        "threats" => "威胁求解",
        "go" => "模拟对局（蒙特卡洛）",
        "general" => "通用树搜索",
        _ => return None,
    })
}

/// What a level of an engine does; `english` is the engine's own sentence, whose numbers the Chinese one repeats. `None` for an engine
/// that is not known here.
pub(crate) fn level_in_chinese(engine: &str, level: u8, english: &str) -> Option<String> {
    let numbers: Vec<&str> = english
        .split(|c: char| !c.is_ascii_digit() && c != ',')
        .map(|n| n.trim_matches(','))
        .filter(|n| !n.is_empty())
        .collect();
    let said = match (engine, level) {
        ("mnk", 1) => "只看一步，从最好的三手中任选一手",
        ("mnk", 2) => "看两步",
        ("mnk", 3) => "看四步",
        ("mnk", 4) => "看八步",
        ("mnk", 5) => "能证明的先证明，其余在时限内尽量深算",
        ("gomoku", 1) => "只看一手，除成五与冲四外判断误差很大",
        ("gomoku", 2) => "只看一手，判断误差较小",
        ("gomoku", 3) => "看两手，包括对方的应手",
        ("gomoku", 4) => "看三手，能看出连续冲四",
        ("gomoku", 5) => "看四手，很少误判",
        ("gomoku", 6) => "看六手，没有人为误差",
        ("gomoku", 10) => "在时限内尽量深算",
        ("rule-filter", 1) => "只懂方向权值，与原文章相同",
        ("rule-filter", 2) => "会成五，也会挡五",
        ("rule-filter", 3) => "还会做活四、挡活四，不走空角",
        ("rule-filter", 4) => "认得各种双杀",
        ("rule-filter", 5) => "看四步",
        ("threats", 1) => "证明连续冲四的胜法（VCF）",
        ("threats", 2) => "证明连续威胁的胜法（VCT）",
        ("threats", 3) => "证明夹有静着的威胁胜法",
        ("othello", 10) => "在时限内尽量深算，并解出残局",
        ("general", 8) => "在限度内尽量多地搜索",
        ("go", 9) => "在限度内尽量多地模拟对局",
        _ => {
            return match (engine, numbers.as_slice()) {
                ("gomoku", [n]) if level == 8 => Some(format!("每手搜索 {n} 个局面，包括很长的连续冲四")),
                ("gomoku", [n]) => Some(format!("每手搜索 {n} 个局面")),
                ("othello", [exact]) => Some(format!("看一步，最后 {exact} 手下得分毫不差")),
                ("othello", [depth, exact]) => Some(format!("看 {depth} 步，最后 {exact} 手下得分毫不差")),
                ("general", [n]) => Some(format!("每手搜索 {n} 次")),
                ("go", [n]) => Some(format!("每手模拟 {n} 局")),
                _ => None,
            };
        }
    };
    Some(said.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tengen::players;

    #[test]
    fn every_level_is_told_in_chinese_with_the_numbers_of_the_english() {
        let numbers = |text: &str| -> BTreeSet<String> {
            text.replace(',', "")
                .split(|c: char| !c.is_ascii_digit())
                .filter(|n| !n.is_empty())
                .map(str::to_owned)
                .collect()
        };
        for entry in players::all() {
            assert!(title_in_chinese(entry.name).is_some(), "{}", entry.name);
            let mut told = BTreeSet::new();
            for level in 1..=entry.levels {
                let english = (entry.describe)(level);
                let chinese = level_in_chinese(entry.name, level, &english).unwrap_or_else(|| {
                    panic!("{} level {level} has no Chinese words for: {english}", entry.name)
                });
                assert_eq!(numbers(&chinese), numbers(&english), "{} level {level}: {chinese}", entry.name);
                assert!(told.insert(chinese.clone()), "{} tells two levels alike: {chinese}", entry.name);
            }
        }
        assert_eq!(level_in_chinese("nobody", 1, "sees all"), None);
    }
}
