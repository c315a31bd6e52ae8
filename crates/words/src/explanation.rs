//! Explanations in sentences, a sentence an item.

mod counts;
mod filters;
mod go;
mod othello;

use crate::{Language, Texts, count};
use serde_json::{Value, json};
use tengen_board::{Color, Point};
use tengen_engine::{Explanation, FactKind, ForcedWin, Item, ItemKind, Score, Shape};
use tengen_games::{Feature, Game, Move, Reason};

/// Moves of a line that are written out.
const MOVES_SHOWN: usize = 12;

/// The score in points or discs, or as a chance alone in games without them, where the value is in the engine's own
/// units.
fn without_own_units<G: Game>(score: Score, position: &G) -> Score {
    let spec = position.spec();
    match score {
        Score::Estimate { win, .. } if !spec.has(Feature::Territory) && !spec.has(Feature::Discs) => {
            Score::Estimate { value: 0.0, win }
        }
        score => score,
    }
}

impl Language {
    /// What a stone makes: `a five`, `an open four or two fours`; `五`, `活四或双四`.
    pub fn shape(self, shape: Shape) -> &'static str {
        match shape {
            Shape::Five => self.pick("a five", "五", "五連"),
            Shape::OpenFour => self.pick("an open four or two fours", "活四或双四", "達四または四々"),
            Shape::FourThree => self.pick("a four and an open three", "四三", "四三"),
            Shape::Four => self.pick("a four", "四", "四"),
            Shape::DoubleThree => self.pick("two open threes", "双活三", "三々"),
            Shape::OpenThree => self.pick("an open three", "活三", "三"),
            Shape::ClosedThree => self.pick("a closed three", "眠三", "剣先"),
            Shape::DoubleTwo => self.pick("two open twos", "双活二", "二つの二"),
            Shape::OpenTwo => self.pick("an open two", "活二", "二"),
        }
    }

    /// One item of an explanation of `position`: a sentence without its full stop.
    pub fn item<G: Game>(self, item: &Item, position: &G) -> String {
        let text = self.item_text(item, position);
        if self == Language::English { capitalized(text) } else { text }
    }

    fn item_text<G: Game>(self, item: &Item, position: &G) -> String {
        let mv = |mv: &Move| self.mv(position, *mv);
        let moves = |moves: &[Move]| {
            let mut list: Vec<String> = moves.iter().take(MOVES_SHOWN).map(mv).collect();
            if moves.len() > MOVES_SHOWN {
                list.push("…".into());
            }
            list.join(" ")
        };
        let at = || item.points.first().map(|&p| position.format_move(Move::Place(p))).unwrap_or_default();
        let all = |points: &[Point]| -> String {
            points.iter().map(|&p| position.format_move(Move::Place(p))).collect::<Vec<_>>().join(" ")
        };
        let side = item.side.map_or("", |side| self.color(side));
        let other = item.side.map_or("", |side| self.color(side.opponent()));
        let n = item.points.len();
        let (en, zh, ja) = match &item.kind {
            ItemKind::GameOver if item.side.is_none() => {
                ("the game is drawn".into(), "对局已成和棋".into(), "対局は引き分けです".into())
            }
            ItemKind::GameOver => {
                (format!("{side} has won"), format!("{side}已获胜"), format!("{side}が勝ちました"))
            }
            ItemKind::Fact(kind, others) => return self.fact(kind, item, others, position),
            ItemKind::WinsByForce { by, plies, to_move } => {
                let line: Vec<Move> = item.points.iter().map(|&p| Move::Place(p)).collect();
                return self.forced_win(side, *by, *plies, *to_move, &moves(&line));
            }
            ItemKind::StruckOut { filter, left, reason } => {
                let reason = reason.as_ref().map(|reason| self.strike_reason(reason, position));
                return self.struck_out(filter, n, *left, reason.as_deref());
            }
            ItemKind::NoMove => {
                ("there is no legal move".into(), "没有合法着法".into(), "打てる手がありません".into())
            }
            ItemKind::CountResult(sets, margin) => return self.count_result(sets, *margin),
            ItemKind::SideCount(score, scoring) => return self.side_count(side, score, *scoring),
            ItemKind::WhitePassesLast => (
                "the game is not over: by these rules white passes last".into(),
                "对局尚未结束：按此规则，白方最后停手".into(),
                "対局はまだ終わっていません。このルールでは最後に白がパスします".into(),
            ),
            ItemKind::Unsettled
            | ItemKind::Surrounded
            | ItemKind::DeadStones
            | ItemKind::SekiPoints
            | ItemKind::NeutralPoints => {
                return self.counted_points(&item.kind, side, n, &all(&item.points));
            }
            ItemKind::Chosen { mv: Move::Choose(choice), score } => {
                let choice = self.choice(*choice);
                let score = score.map(|score| self.score(without_own_units(score, position)));
                let after = |colon: &str| score.as_ref().map_or_else(String::new, |s| format!("{colon}{s}"));
                (
                    format!("the best choice is '{choice}'{}", after(": ")),
                    format!("最佳选择为“{choice}”{}", after("：")),
                    format!("最善の選択は「{choice}」です{}", after("：")),
                )
            }
            ItemKind::Chosen { mv: best, score } => {
                let best = mv(best);
                match score.map(|score| self.score(without_own_units(score, position))) {
                    Some(score) => (
                        format!("the best move is {best}: {score}"),
                        format!("最佳着法为 {best}：{score}"),
                        format!("最善手は{best}です：{score}"),
                    ),
                    None => (
                        format!("the best move is {best}"),
                        format!("最佳着法为 {best}"),
                        format!("最善手は{best}です"),
                    ),
                }
            }
            ItemKind::Captures(best) => {
                let best = mv(best);
                (
                    format!("{best} captures {}", count(n, "stone")),
                    format!("{best} 提 {n} 子"),
                    format!("{best}で{n}子を取ります"),
                )
            }
            ItemKind::Saves { .. }
            | ItemKind::GivesAtari(_)
            | ItemKind::Catches { .. }
            | ItemKind::TakesLiberty { .. }
            | ItemKind::TakesCorner(_)
            | ItemKind::Approaches(_)
            | ItemKind::Invades(_)
            | ItemKind::Encloses(_)
            | ItemKind::Connects(_)
            | ItemKind::Liberties { .. }
            | ItemKind::Gains(_) => return self.go_item(item, position),
            ItemKind::TakesCornerSquare(_)
            | ItemKind::GivesCorners(_)
            | ItemKind::MakesStable(_)
            | ItemKind::LeavesMoves { .. }
            | ItemKind::InRegion(_)
            | ItemKind::Regions { .. }
            | ItemKind::HoldsBeside(_)
            | ItemKind::Weighs { .. }
            | ItemKind::PlaysBeside(..)
            | ItemKind::FlipsBeside(..)
            | ItemKind::ChangesValue { .. } => return self.othello_item(item, position),
            ItemKind::Flips(best) => {
                let best = mv(best);
                (
                    format!("{best} flips {}", count(n, "disc")),
                    format!("{best} 翻转 {n} 子"),
                    format!("{best}で{n}石を返します"),
                )
            }
            ItemKind::Wins(best) => (
                format!("{} wins the game", mv(best)),
                format!("{} 获胜", mv(best)),
                format!("{}で勝ちます", mv(best)),
            ),
            ItemKind::PrincipalVariation(line) => {
                let line = moves(line);
                (
                    format!("the expected line is {line}"),
                    format!("预计的变化：{line}"),
                    format!("予想される進行：{line}"),
                )
            }
            ItemKind::Makes(shape) => {
                let (at, shape) = (at(), self.shape(*shape));
                (format!("{at} makes {shape}"), format!("{at} 成{shape}"), format!("{at}で{shape}ができます"))
            }
            ItemKind::TakesPoint(shape) => {
                let (at, shape) = (at(), self.shape(*shape));
                (
                    format!("{at} takes the point where {other} would make {shape}"),
                    format!("{at} 占去{other}成{shape}的点"),
                    format!("{at}は{other}が{shape}を作る点を先に占めます"),
                )
            }
            ItemKind::Stops { shape, all: true } => {
                let (at, shape) = (at(), self.shape(*shape));
                (
                    format!("{at} leaves {other} no point to make {shape}"),
                    format!("{at} 使{other}再无处可成{shape}"),
                    format!("{at}で{other}は{shape}を作れなくなります"),
                )
            }
            ItemKind::Stops { shape, all: false } => {
                let (at, shape) = (at(), self.shape(*shape));
                (
                    format!("{at} leaves {other} fewer points to make {shape}"),
                    format!("{at} 使{other}可成{shape}的点减少"),
                    format!("{at}で{other}が{shape}を作れる点が減ります"),
                )
            }
            other => (format!("{other:?}"), format!("{other:?}"), format!("{other:?}")),
        };
        self.pick(en, zh, ja)
    }

    /// A win by force along `line`, of the side with this name. A search may find a shorter one, so it says "at most".
    fn forced_win(self, side: &str, by: ForcedWin, plies: u32, to_move: bool, line: &str) -> String {
        let plies_en = count(plies as usize, "ply");
        let (by_en, by_zh, by_ja) = match by {
            ForcedWin::Fours => {
                ("by continuous fours (VCF)", "连续冲四取胜（VCF）", "四追い（VCF）で勝てます")
            }
            ForcedWin::Threats => {
                ("by continuous threats (VCT)", "连续进攻取胜（VCT）", "追い詰め（VCT）で勝てます")
            }
        };
        let (verb, can, if_to_move) = match to_move {
            true => ("wins", "可", ""),
            false => ("would win, if it were to move,", "若轮到先走，可", "手番なら"),
        };
        self.pick(
            format!("{side} {verb} {by_en} in at most {plies_en}: {line}"),
            format!("{side}{can}{by_zh}，至多 {plies} 手内胜：{line}"),
            format!("{side}は{if_to_move}{by_ja}（{plies}手以内）：{line}"),
        )
    }

    /// A fact of `position`, whose side and points are those of `item`.
    fn fact<G: Game>(self, kind: &FactKind, item: &Item, others: &[Point], position: &G) -> String {
        let side = item.side.map_or("", |side| self.color(side));
        let points = self.either(position, &item.points);
        let row = position.goal().row.unwrap_or(5);
        let (en, zh, ja) = match kind {
            FactKind::CanMake(Shape::Five) if position.stones_per_turn() > 1 => (
                format!("{side} can complete {row} in a row in one turn, with stones among {points}"),
                format!("{side}可在一个回合内连成{row}子，相关的点为 {points}"),
                format!("{side}は1回の手番で{row}目を並べられます（関係する点：{points}）"),
            ),
            FactKind::CanMake(Shape::Five) if row != 5 => (
                format!("{side} can complete {row} in a row at {points}"),
                format!("{side}可在 {points} 连成{row}子"),
                format!("{side}は{points}で{row}目を並べられます"),
            ),
            FactKind::CanMake(Shape::OpenFour) if row != 5 => (
                format!("{side} can make two threats to win at once at {points}"),
                format!("{side}可在 {points} 同时形成两处取胜的威胁"),
                format!("{side}は{points}で二つの勝ち筋を同時に作れます"),
            ),
            FactKind::CanMake(shape) => {
                let shape = self.shape(*shape);
                (
                    format!("{side} can make {shape} at {points}"),
                    format!("{side}可在 {points} 成{shape}"),
                    format!("{side}は{points}で{shape}を作れます"),
                )
            }
            FactKind::CanCapture => {
                let n = others.len();
                (
                    format!("{side} can capture {} at {points}", count(n, "stone")),
                    format!("{side}可在 {points} 提 {n} 子"),
                    format!("{side}は{points}で{n}子を取れます"),
                )
            }
            FactKind::Closed(reason) => {
                let why = match reason {
                    Reason::Forbidden(foul) => self.foul(foul),
                    reason => self.reason(reason),
                };
                (
                    format!("{side} may not play {points}: {why}"),
                    format!("{side}不能下 {points}：{why}"),
                    format!("{side}は{points}に打てません：{why}"),
                )
            }
            FactKind::Ladder { .. }
            | FactKind::Chain
            | FactKind::Caught { .. }
            | FactKind::Alive { .. }
            | FactKind::Dead
            | FactKind::Seki { .. }
            | FactKind::Race { .. } => return self.go_fact(kind, item, others, position),
            FactKind::Mobility => {
                let n = item.points.len();
                (
                    format!("{side} has {}", count(n, "legal move")),
                    format!("{side}有 {n} 处可下"),
                    format!("{side}が打てる手は{n}か所です"),
                )
            }
            FactKind::Stable => {
                let n = item.points.len();
                (
                    // Not all stable discs are found.
                    format!("{side} has at least {}", count(n, "stable disc")),
                    format!("{side}至少有 {n} 枚稳定子"),
                    format!("{side}の確定石は少なくとも{n}個です"),
                )
            }
            other => (format!("{other:?}"), format!("{other:?}"), format!("{other:?}")),
        };
        self.pick(en, zh, ja)
    }

    /// Everything of an explanation, a line an item.
    pub fn explanation<G: Game>(self, explanation: &Explanation, position: &G) -> String {
        explanation.items.iter().map(|item| self.item(item, position)).collect::<Vec<_>>().join("\n")
    }

    /// Points as alternatives: `a`, `a or b`, `a, b or c`.
    fn either<G: Game>(self, position: &G, points: &[Point]) -> String {
        let mut list: Vec<String> = points.iter().map(|&p| position.format_move(Move::Place(p))).collect();
        match list.pop() {
            Some(last) if !list.is_empty() => {
                format!("{}{}{last}", list.join(self.pick(", ", "、", "、")), self.pick(" or ", " 或 ", "か"))
            }
            last => last.unwrap_or_default(),
        }
    }
}

/// The text with a capital letter, unless it begins with a point: `f5 turns 1 disc`.
fn capitalized(text: String) -> String {
    let first = text.split([' ', ':', ',', '\'']).next().unwrap_or_default();
    if first.is_empty() || !first.chars().all(char::is_alphabetic) {
        return text;
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + chars.as_str())
}

/// An explanation as JSON: `{"text": {"en", "zh", "zh-Hant", "ja"}, "items": [{"topic", "name", "side", "points",
/// "text"}]}`; points are written in the game's habit. Facts of Go have more: `moves` of a ladder, a caught chain, a
/// dead group or a race, `eyes` of a living group, `liberties` that a seki shares, the stones `with` which a chain is
/// in seki or in a race, and whether its side is `ahead` there.
pub fn explanation_json<G: Game>(explanation: &Explanation, position: &G) -> Value {
    let names = |points: &[Point]| -> Vec<String> {
        points.iter().map(|&p| position.format_move(Move::Place(p))).collect()
    };
    let item = |item: &Item| {
        let mut out = json!({
            "topic": item.topic().name(), "name": item.name(), "side": item.side.map(|side: Color| side.to_string()),
            "points": names(&item.points),
            "text": Texts::of(|language| language.item(item, position)).to_json(),
        });
        if let ItemKind::Fact(kind, others) = &item.kind {
            match kind {
                FactKind::Caught { in_atari: true } => out["liberties"] = names(others).into(),
                FactKind::Ladder { .. } | FactKind::Caught { .. } | FactKind::Dead => {
                    out["moves"] = names(others).into();
                }
                FactKind::Alive { eyes } => {
                    out["eyes"] = eyes.iter().map(|eye| names(eye)).collect::<Vec<_>>().into();
                }
                FactKind::Race { with, is_ahead, .. } => {
                    out["moves"] = names(others).into();
                    out["with"] = names(with).into();
                    out["ahead"] = (*is_ahead).into();
                }
                FactKind::Seki { with } => {
                    out["liberties"] = names(others).into();
                    out["with"] = names(with).into();
                }
                _ => {}
            }
        }
        out
    };
    let text = Texts::of(|language| language.explanation(explanation, position));
    json!({"text": text.to_json(), "items": explanation.items.iter().map(item).collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::{Analysis, Line, Score, explain_choice};
    use tengen_games::othello;

    #[test]
    fn a_choice_is_written_in_every_language() {
        let game = othello::Position::new(&othello::Rules::STANDARD);
        let best = game.parse_move("f5").unwrap();
        let reply = game.parse_move("d6").unwrap();
        let score = Score::Estimate { value: 2.0, win: 0.6 };
        let lines = vec![Line { moves: vec![best, reply], score, work: 1 }];
        let analysis = Analysis { best: Some(best), lines, ..Analysis::default() };
        let explanation = Explanation { items: explain_choice(&game, &analysis) };
        let [english, simplified, traditional, japanese] =
            Language::ALL.map(|language| language.explanation(&explanation, &game));
        assert_eq!(english, "The best move is f5: +2.0 (60%)\nf5 flips 1 disc\nThe expected line is f5 d6");
        assert_eq!(simplified, "最佳着法为 f5：+2.0（胜率 60%）\nf5 翻转 1 子\n预计的变化：f5 d6");
        assert_eq!(traditional, "最佳著法為 f5：+2.0（勝率 60%）\nf5 翻轉 1 子\n預計的變化：f5 d6");
        assert_eq!(japanese, "最善手はf5です：+2.0（勝率60%）\nf5で1石を返します\n予想される進行：f5 d6");
        let json = explanation_json(&explanation, &game);
        assert_eq!(json["items"][1]["points"][0], "e5");
        assert_eq!(json["items"][0]["topic"], "choice");
        assert_eq!(json["text"]["zh"], simplified);
        assert_eq!(json["text"]["ja"], japanese);
        let none = Explanation { items: explain_choice(&game, &Analysis::default()) };
        assert_eq!(Language::English.explanation(&none, &game), "There is no legal move");
    }

    #[test]
    fn a_pass_in_a_line_is_written_in_each_language() {
        let game = othello::Position::new(&othello::Rules::STANDARD);
        let line = vec![game.parse_move("f5").unwrap(), Move::Pass];
        let explanation =
            Explanation { items: vec![Item::new(ItemKind::PrincipalVariation(line), None, Vec::new())] };
        for (language, text) in [
            (Language::English, "The expected line is f5 pass"),
            (Language::SimplifiedChinese, "预计的变化：f5 停一手"),
            (Language::Japanese, "予想される進行：f5 パス"),
        ] {
            assert_eq!(language.explanation(&explanation, &game), text);
        }
    }

    #[test]
    fn a_chance_is_given_where_the_value_is_in_units_of_the_engine_alone() {
        use tengen_games::{AnyPosition, GameSpec};
        let words = |game: &str| {
            let position = AnyPosition::new(&GameSpec::named(game, None, None).unwrap());
            let score = Some(Score::Estimate { value: -1792.0, win: 0.25 });
            let kind = ItemKind::Chosen { mv: Move::Place(Point::new(3, 2)), score };
            Language::English.item(&Item::new(kind, None, Vec::new()), &position)
        };
        assert_eq!(words("gomoku"), "The best move is c12: 25%");
        assert_eq!(words("othello"), "The best move is c4: −1792.0 (25%)");
    }
}
