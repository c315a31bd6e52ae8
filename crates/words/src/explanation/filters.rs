//! What the filters of the rule-filter player did, in words.

use crate::{Language, count, japanese};
use tengen_engine::StrikeReason;
use tengen_games::{Game, Move};

/// What a rule of the rule-filter player does, for people who do not know it by name.
fn filter_words(filter: &str) -> Option<(&'static str, &'static str, &'static str)> {
    Some(match filter {
        "occupied" => ("points with a stone are no moves", "有子的点不能下", "石のある点には打てません"),
        "allowed" => ("the rules forbid some points", "规则禁止一些点", "ルールで禁じられた点があります"),
        "five" => ("where a five can be made, it is made", "能成五就成五", "五連ができるなら作ります"),
        "block-five" => {
            ("a five of the opponent must be stopped", "必须挡住对方的五", "相手の五連を止めます")
        }
        "open-four" => {
            ("where an open four can be made, it is made", "能成活四就成活四", "達四ができるなら作ります")
        }
        "block-open-four" => {
            ("an open four of the opponent must be stopped", "必须挡住对方的活四", "相手の達四を止めます")
        }
        "four-three" => ("a four with an open three wins", "四三取胜", "四三で勝ちます"),
        "block-four-three" => {
            ("a four with an open three must be stopped", "必须挡住对方的四三", "相手の四三を止めます")
        }
        "double-three" => ("two open threes at once win", "双活三取胜", "三々で勝ちます"),
        "block-double-three" => (
            "two open threes of the opponent must be stopped",
            "必须挡住对方的双活三",
            "相手の三々を止めます",
        ),
        "corners" => (
            "corners far from every stone are worth little",
            "远离棋子的角上没有价值",
            "石から遠い隅に価値はありません",
        ),
        "room" => (
            "points where no five can arise any more are worth nothing",
            "不能再成五的点没有价值",
            "五連になりえない点に価値はありません",
        ),
        "look-ahead" => (
            "a look some moves ahead finds better points",
            "往后看几步，别的点更好",
            "先を読むと、ほかの点が勝ります",
        ),
        "weights" => (
            "other points add more to the rows of either side",
            "别的点对双方连子的作用更大",
            "両者の並びに、ほかの点がより役立ちます",
        ),
        "pick" => (
            "of points that are equally good, the one nearest the centre is taken",
            "同样好的点取最靠近中心的",
            "同じ評価なら、中央に近い点を選びます",
        ),
        _ => return None,
    })
}

impl Language {
    /// A rule of the rule-filter player: its name in English, in other languages what it does.
    pub fn filter(self, filter: &str) -> String {
        match filter_words(filter) {
            Some((_, zh, ja)) => self.pick(filter.into(), zh.to_owned(), ja.to_owned()),
            None => filter.to_owned(),
        }
    }

    /// Why a filter struck out a candidate.
    pub fn strike_reason<G: Game>(self, reason: &StrikeReason, position: &G) -> String {
        match self {
            Language::English => return reason.to_string(),
            Language::Japanese => return japanese::strike_reason(reason, position),
            _ => {}
        }
        let text = match reason {
            StrikeReason::Occupied(color) => format!("已有{}的棋子", self.color(*color)),
            StrikeReason::NotOffered => "不在所提的打点之中".into(),
            StrikeReason::Illegal(reason) => return self.reason(reason),
            StrikeReason::Avoided => "按要求不考虑此点".into(),
            StrikeReason::EmptyCorner => "在角上，远离所有棋子".into(),
            StrikeReason::NoRoom => "各个方向都已不可能成五".into(),
            StrikeReason::Misses(shape) => format!("别处可成{}，此点不能", self.shape(*shape)),
            StrikeReason::Leaves(shape) => format!("对方仍可成{}", self.shape(*shape)),
            StrikeReason::LeavesAnother(shape) => format!("对方在别处仍可成{}", self.shape(*shape)),
            StrikeReason::NotSearched => "不在参与搜索的候选点之中".into(),
            StrikeReason::Weights { black, white } => {
                format!("权值 K：黑方 {}（最大 {}），白方 {}（最大 {}）", black.0, black.1, white.0, white.1)
            }
            StrikeReason::LookAhead { value, best, reply, .. } => {
                let reply = reply.map(|p| format!("，对方应 {}", position.format_move(Move::Place(p))));
                format!("搜索得分 {value}，最佳为 {best}{}", reply.unwrap_or_default())
            }
            StrikeReason::WeightSum { sum, best } => format!("双方权值 K 之和为 {sum}，最大为 {best}"),
            StrikeReason::Equal => "与所选的点一样好".into(),
            StrikeReason::FartherFromCenter => "与所选的点一样好，但离中心更远".into(),
            other => other.to_string(),
        };
        self.chinese(text)
    }

    /// How many points a filter struck out, and how many are left.
    pub(super) fn struck_out(self, filter: &str, n: usize, left: usize, reason: Option<&str>) -> String {
        let (en, zh, ja) = match filter_words(filter) {
            Some((en, zh, ja)) => (en.to_owned(), zh.to_owned(), ja.to_owned()),
            None => {
                let after = |colon: &str| reason.map_or_else(String::new, |why| format!("{colon}{why}"));
                (
                    format!("the rule {filter}{}", after(": ")),
                    format!("规则 {filter}{}", after("：")),
                    format!("規則{filter}{}", after("：")),
                )
            }
        };
        let points = count(n, "point");
        self.pick(
            format!("{en}: {points} ruled out, {left} left"),
            format!("{zh}：排除 {n} 点，余 {left} 点"),
            format!("{ja}：{n}点を除き、残り{left}点"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::{Color, Point};
    use tengen_engine::{Item, ItemKind, Shape};
    use tengen_games::othello;

    #[test]
    fn a_filter_is_written_by_what_it_does() {
        let game = othello::Position::new(&othello::Rules::STANDARD);
        let item = |filter: &str| {
            let reason = Some(StrikeReason::Leaves(Shape::Five));
            let kind = ItemKind::StruckOut { filter: filter.into(), left: 2, reason };
            Item::new(kind, Some(Color::Black), vec![Point::new(0, 0)])
        };
        assert_eq!(
            Language::English.item(&item("block-five"), &game),
            "A five of the opponent must be stopped: 1 point ruled out, 2 left"
        );
        assert_eq!(
            Language::SimplifiedChinese.item(&item("block-five"), &game),
            "必须挡住对方的五：排除 1 点，余 2 点"
        );
        // One that has no words of its own is named, with its reason.
        assert_eq!(
            Language::English.item(&item("new"), &game),
            "The rule new: leaves the opponent a five: 1 point ruled out, 2 left"
        );
        assert_eq!(
            Language::Japanese.item(&item("block-five"), &game),
            "相手の五連を止めます：1点を除き、残り2点"
        );
    }
}
