//! The count of a game of Go in words.

use crate::{Language, count};
use tengen_board::Color;
use tengen_engine::ItemKind;
use tengen_games::go::{Rules, Scoring, SideScore};
use tengen_games::{EndReason, Outcome, RuleSetInfo};

/// The most neutral or open points that are named one by one.
const MOST_LISTED: usize = 12;

impl Language {
    /// The result of a game of Go; by these rule sets, if there are any.
    pub(super) fn count_result(self, sets: &[&RuleSetInfo], margin: f32) -> String {
        let winner = match margin {
            0.0 => None,
            _ => Some(if margin > 0.0 { Color::Black } else { Color::White }),
        };
        // In points: which rules the game has is not known here.
        let result = self.counted(&Rules::JAPANESE, Outcome { winner, reason: EndReason::Score(margin) });
        let names = self.rule_sets(sets);
        if names.is_empty() {
            return result;
        }
        self.pick(
            format!("by other rules, with the same komi: {names}: {result}"),
            format!("按其他规则（贴目相同）：{names}：{result}"),
            format!("ほかのルールでは（コミは同じ）：{names}：{result}"),
        )
    }

    /// The points of one kind in a count of Go, `n` of them, in `list`. Of many that no one owns only the number is
    /// named.
    pub(super) fn counted_points(self, kind: &ItemKind, side: &str, n: usize, list: &str) -> String {
        if n > MOST_LISTED && *kind == ItemKind::NeutralPoints {
            return self.pick(format!("{n} neutral points"), format!("{n} 个中立点"), format!("ダメ{n}点"));
        }
        let number = self.pick(count(n, "point"), format!("{n} 处"), format!("{n}点"));
        let list = if n > MOST_LISTED && *kind == ItemKind::Unsettled { &number } else { list };
        let (en, zh, ja) = match kind {
            ItemKind::Surrounded => (
                format!("{side} surrounds {}: ", count(n, "point")),
                format!("{side}围得 {n} 目："),
                format!("{side}の地（{n}目）："),
            ),
            ItemKind::DeadStones => {
                (format!("dead stones of {side}: "), format!("{side}的死子："), format!("{side}の死に石："))
            }
            ItemKind::SekiPoints => (
                format!("points of {side} in seki, which do not count: "),
                format!("{side}在双活中的点，不计："),
                format!("{side}のセキの中の点（地に数えません）："),
            ),
            ItemKind::Unsettled => (
                "both have passed, but the board is not settled, and this count is only an estimate; open points: "
                    .into(),
                "双方均已停手，但局面尚未下完，以下计算只是估计；未定的点：".into(),
                "双方がパスしましたが、盤面はまだ決まっておらず、次の計算は推定です。未確定の点：".into(),
            ),
            _ => ("neutral points: ".into(), "中立点：".into(), "ダメ：".into()),
        };
        self.pick(en, zh, ja) + list
    }

    /// What a side has at the end of a game of Go.
    pub(super) fn side_count(self, side: &str, score: &SideScore, scoring: Scoring) -> String {
        let SideScore { stones, territory, prisoners, tax, bonus, total } = *score;
        let (mut en, mut zh, mut ja) = match scoring {
            Scoring::Area => (
                format!("{side}: {} and {territory} surrounded", count(stones as usize, "stone")),
                format!("{side}：活子 {stones}，围得 {territory} 目"),
                format!("{side}：生き石{stones}、地{territory}"),
            ),
            Scoring::Territory => (
                format!("{side}: {territory} surrounded and {}", count(prisoners as usize, "prisoner")),
                format!("{side}：围得 {territory} 目，提子 {prisoners}"),
                format!("{side}：地{territory}、アゲハマ{prisoners}"),
            ),
        };
        if tax > 0 {
            en += &format!(", less {tax} for the eyes of its groups");
            zh += &format!("，减去各块棋的眼 {tax} 目");
            ja += &format!("、各石の眼の分{tax}を引く");
        }
        if bonus != 0.0 {
            en += &format!(", and {bonus} for komi and handicap");
            zh += &format!("，贴目与让子补偿 {bonus} 目");
            ja += &format!("、コミと置石の分{bonus}");
        }
        self.pick(
            format!("{en}, which makes {total}"),
            format!("{zh}，共 {total} 目"),
            format!("{ja}、合計{total}"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Point;
    use tengen_engine::Item;
    use tengen_games::{Game, othello};

    #[test]
    fn a_count_is_written_in_every_language() {
        let game = othello::Position::new(&othello::Rules::STANDARD);
        let in_all = |kind: ItemKind, side, points: &[Point]| {
            let item = Item::new(kind, side, points.to_vec());
            Language::ALL.map(|language| language.item(&item, &game))
        };
        let score = SideScore { stones: 40, territory: 12, prisoners: 1, tax: 2, bonus: 7.5, total: 57.5 };
        let area = in_all(ItemKind::SideCount(score, Scoring::Area), Some(Color::White), &[]);
        assert_eq!(
            area[0],
            "White: 40 stones and 12 surrounded, less 2 for the eyes of its groups, and 7.5 for komi and handicap, \
             which makes 57.5"
        );
        assert_eq!(
            area[1],
            "白方：活子 40，围得 12 目，减去各块棋的眼 2 目，贴目与让子补偿 7.5 目，共 57.5 目"
        );
        assert_eq!(
            area[2],
            "白方：活子 40，圍得 12 目，減去各塊棋的眼 2 目，貼目與讓子補償 7.5 目，共 57.5 目"
        );
        let plain = SideScore { tax: 0, bonus: 0.0, total: 13.0, ..score };
        let territory = in_all(ItemKind::SideCount(plain, Scoring::Territory), Some(Color::Black), &[]);
        assert_eq!(territory[0], "Black: 12 surrounded and 1 prisoner, which makes 13");
        let many = vec![Point::new(0, 0); 79];
        let neutral = in_all(ItemKind::NeutralPoints, None, &many);
        assert_eq!((&*neutral[0], &*neutral[1]), ("79 neutral points", "79 个中立点"));
        let open = in_all(ItemKind::Unsettled, None, &many);
        assert!(open[0].ends_with("only an estimate; open points: 79 points"), "{}", open[0]);
        let points = [Point::new(0, 0), Point::new(0, 1)];
        let dead = in_all(ItemKind::DeadStones, Some(Color::Black), &points);
        assert_eq!((&*dead[0], &*dead[1]), ("Dead stones of black: a1 b1", "黑方的死子：a1 b1"));
        let set = tengen_games::go::INFO.rule_set("japanese").unwrap();
        let result = in_all(ItemKind::CountResult(vec![set], -2.5), None, &[]);
        assert_eq!(result[0], "By other rules, with the same komi: Japanese: white wins by 2.5");
        let own = in_all(ItemKind::CountResult(Vec::new(), 0.0), None, &[]);
        assert_eq!(own[0], "A draw: the count is even");
    }
}
