//! What a move of Othello does, in sentences.

use crate::scores::signed;
use crate::{Language, count};
use tengen_board::Point;
use tengen_engine::{Beside, Item, ItemKind};
use tengen_games::{Game, Move};

/// What players call a square beside a corner.
const fn letter(beside: Beside) -> char {
    match beside {
        Beside::X => 'X',
        Beside::C => 'C',
    }
}

/// The words for one, or those for several.
const fn plural<const N: usize>(
    n: usize,
    one: [&'static str; N],
    more: [&'static str; N],
) -> [&'static str; N] {
    if n == 1 { one } else { more }
}

/// A number of discs with one decimal and its sign.
fn signed_discs(discs: f32) -> String {
    signed(format!("{discs:+.1}"))
}

/// The part of the board that an item of the evaluation is about, in English, Chinese and Japanese.
fn area(item: &Item, name: impl Fn(&Point) -> String) -> [String; 3] {
    let ends: Vec<String> = item.points.iter().map(name).collect();
    match (&ends[..], &item.points[..]) {
        ([first, last], [from, to]) => {
            let is_edge = |a: u8, b: u8| a == b && (a == 0 || a == 7);
            let [en, zh, ja] = if is_edge(from.row, to.row) || is_edge(from.col, to.col) {
                ["edge", "边", "辺"]
            } else if from.row == to.row || from.col == to.col {
                ["line", "线", "列"]
            } else {
                ["diagonal", "斜线", "斜線"]
            };
            [
                format!("the {en} {first}–{last}"),
                format!("{first} 到 {last} 的{zh}"),
                format!("{first}から{last}の{ja}"),
            ]
        }
        _ => {
            let corner = ends.concat();
            [format!("the corner {corner}"), format!("{corner} 角"), format!("{corner}の隅")]
        }
    }
}

impl Language {
    /// One of the items that Othello's engine adds to an explanation; empty for any other.
    pub(super) fn othello_item<G: Game>(self, item: &Item, position: &G) -> String {
        let mv = |mv: &Move| self.mv(position, *mv);
        let name = |&p: &Point| position.format_move(Move::Place(p));
        let all = item.points.iter().map(name).collect::<Vec<_>>().join(" ");
        let side = item.side.map_or("", |side| self.color(side));
        let other = item.side.map_or("", |side| self.color(side.opponent()));
        let n = item.points.len();
        let (en, zh, ja) = match &item.kind {
            ItemKind::TakesCornerSquare(best) => {
                let best = mv(best);
                (format!("{best} takes the corner"), format!("{best} 占角"), format!("{best}で隅を取ります"))
            }
            ItemKind::GivesCorners(best) => {
                let best = mv(best);
                (
                    format!("{best} lets {other} take the corner {all}"),
                    format!("{best} 之后，{other}可占角 {all}"),
                    format!("{best}のあと、{other}は隅{all}を取れます"),
                )
            }
            ItemKind::MakesStable(best) => {
                let best = mv(best);
                (
                    format!("{best} makes {} stable", count(n, "disc")),
                    format!("{best} 使 {n} 子成为稳定子"),
                    format!("{best}で{n}石が確定石になります"),
                )
            }
            ItemKind::LeavesMoves { mv: best, .. } if n == 0 => {
                let best = mv(best);
                (
                    format!("{best} leaves {other} no legal move"),
                    format!("{best} 之后，{other}无处可下"),
                    format!("{best}のあと、{other}は打てる手がありません"),
                )
            }
            ItemKind::LeavesMoves { mv: best, fewest } => {
                let (best, moves) = (mv(best), count(n, "legal move"));
                if *fewest {
                    (
                        format!("{best} leaves {other} {moves}; no other move leaves fewer"),
                        format!("{best} 之后，{other}有 {n} 手可下，没有更少的下法"),
                        format!("{best}のあと、{other}の打てる手は{n}で、これより少ない手はありません"),
                    )
                } else {
                    (
                        format!("{best} leaves {other} {moves}"),
                        format!("{best} 之后，{other}有 {n} 手可下"),
                        format!("{best}のあと、{other}の打てる手は{n}です"),
                    )
                }
            }
            ItemKind::InRegion(best) => {
                let (best, squares, odd) = (mv(best), count(n, "empty square"), n % 2 == 1);
                let last = if odd { side } else { other };
                let [parity, zh, ja] = if odd {
                    ["odd number", "奇数", "奇数"]
                } else {
                    ["even number", "偶数", "偶数"]
                };
                (
                    format!(
                        "{best} is in a region of {squares}, an {parity}: {last} can have the last move there"
                    ),
                    format!("{best} 所在的空区有 {n} 格，是{zh}：{last}有望在此下最后一手"),
                    format!("{best}のある空き地は{n}マスで{ja}です：最後の手は{last}が打てます"),
                )
            }
            ItemKind::Regions { odd, even } => {
                let n = odd + even;
                (
                    format!("the empty squares form {n} regions: {odd} odd, {even} even"),
                    format!("空格分为 {n} 个区域：奇数 {odd} 个，偶数 {even} 个"),
                    format!("空きマスは{n}か所です：奇数が{odd}、偶数が{even}"),
                )
            }
            ItemKind::HoldsBeside(beside) => {
                let letter = letter(*beside);
                let [squares, corners] =
                    plural(n, ["square", "an empty corner"], ["squares", "empty corners"]);
                (
                    format!("{side} has the {letter} {squares} {all} beside {corners}"),
                    format!("{side}占有空角旁的 {letter} 位 {all}"),
                    format!("{side}は空いた隅の隣の{letter}（{all}）を持っています"),
                )
            }
            ItemKind::PlaysBeside(best, beside) => {
                let (best, letter) = (mv(best), letter(*beside));
                // A corner has one X square and two C squares.
                let article = if *beside == Beside::X { "the" } else { "a" };
                (
                    format!("{best} is {article} {letter} square of the empty corner {all}"),
                    format!("{best} 是空角 {all} 的 {letter} 位"),
                    format!("{best}は空いた隅{all}の{letter}です"),
                )
            }
            ItemKind::FlipsBeside(best, beside) => {
                let (best, letter) = (mv(best), letter(*beside));
                let [squares, corners] =
                    plural(n, ["square", "an empty corner"], ["squares", "empty corners"]);
                (
                    format!("{best} flips the {letter} {squares} {all} beside {corners}"),
                    format!("{best} 翻转空角旁的 {letter} 位 {all}"),
                    format!("{best}で空いた隅の隣の{letter}（{all}）を返します"),
                )
            }
            ItemKind::Weighs { discs } => {
                let ([en, zh, ja], discs, good) =
                    (self::area(item, name), signed_discs(*discs), *discs > 0.0);
                let [word, zh_word, ja_word] =
                    if good { ["best", "最有利", "有利"] } else { ["worst", "最不利", "不利"] };
                (
                    format!("{word} for {side} in the evaluation: {en}, {discs} discs"),
                    format!("按估值，对{side}{zh_word}的是 {zh}：{discs} 子"),
                    format!("評価で{side}にいちばん{ja_word}なのは{ja}です：{discs}石"),
                )
            }
            ItemKind::ChangesValue { mv: best, discs } => {
                let ([en, zh, ja], good) = (self::area(item, name), *discs > 0.0);
                let (best, discs) = (mv(best), signed_discs(*discs));
                let [word, zh_word, ja_word] =
                    if good { ["gains", "得益", "得"] } else { ["loses", "损失", "損"] };
                (
                    format!("{best} {word} most in the evaluation of {en}: {discs} discs"),
                    format!("按估值，{best} {zh_word}最多的是 {zh}：{discs} 子"),
                    format!("評価で{best}がいちばん{ja_word}をするのは{ja}です：{discs}石"),
                )
            }
            _ => return String::new(),
        };
        self.pick(en, zh, ja)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Color;
    use tengen_games::othello;

    /// The sentences about some squares, in English, simplified Chinese and Japanese.
    fn sentences(kind: ItemKind, squares: &str) -> [String; 3] {
        let game = othello::Position::new(&othello::Rules::STANDARD);
        let points = squares.split_whitespace().filter_map(|text| game.parse_move(text).ok()?.point());
        let item = Item::new(kind, Some(Color::Black), points.collect());
        let texts = Language::ALL.map(|language| language.item(&item, &game));
        for text in &texts[1..2] {
            assert_eq!(crate::unlisted_character(text), None, "{text}");
        }
        assert_eq!(crate::not_japanese(&texts[3]), None, "{}", texts[3]);
        let [english, chinese, _, japanese] = texts;
        [english, chinese, japanese]
    }

    #[test]
    fn squares_beside_corners_regions_and_the_evaluation_are_written_in_each_language() {
        let mv = Move::Place(Point::new(1, 1));
        for (kind, squares, expected) in [
            (
                ItemKind::HoldsBeside(Beside::X),
                "g7",
                [
                    "Black has the X square g7 beside an empty corner",
                    "黑方占有空角旁的 X 位 g7",
                    "黒は空いた隅の隣のX（g7）を持っています",
                ],
            ),
            (
                ItemKind::HoldsBeside(Beside::C),
                "a2 b1",
                [
                    "Black has the C squares a2 b1 beside empty corners",
                    "黑方占有空角旁的 C 位 a2 b1",
                    "黒は空いた隅の隣のC（a2 b1）を持っています",
                ],
            ),
            (
                ItemKind::PlaysBeside(mv, Beside::X),
                "a1",
                [
                    "b2 is the X square of the empty corner a1",
                    "b2 是空角 a1 的 X 位",
                    "b2は空いた隅a1のXです",
                ],
            ),
            (
                ItemKind::PlaysBeside(Move::Place(Point::new(0, 1)), Beside::C),
                "a1",
                ["b1 is a C square of the empty corner a1", "b1 是空角 a1 的 C 位", "b1は空いた隅a1のCです"],
            ),
            (
                ItemKind::FlipsBeside(mv, Beside::C),
                "h2",
                [
                    "b2 flips the C square h2 beside an empty corner",
                    "b2 翻转空角旁的 C 位 h2",
                    "b2で空いた隅の隣のC（h2）を返します",
                ],
            ),
            (
                ItemKind::Regions { odd: 1, even: 2 },
                "a1",
                [
                    "The empty squares form 3 regions: 1 odd, 2 even",
                    "空格分为 3 个区域：奇数 1 个，偶数 2 个",
                    "空きマスは3か所です：奇数が1、偶数が2",
                ],
            ),
            (
                ItemKind::Weighs { discs: 2.34 },
                "a1",
                [
                    "Best for black in the evaluation: the corner a1, +2.3 discs",
                    "按估值，对黑方最有利的是 a1 角：+2.3 子",
                    "評価で黒にいちばん有利なのはa1の隅です：+2.3石",
                ],
            ),
            (
                ItemKind::Weighs { discs: -1.0 },
                "a1 h1",
                [
                    "Worst for black in the evaluation: the edge a1–h1, −1.0 discs",
                    "按估值，对黑方最不利的是 a1 到 h1 的边：−1.0 子",
                    "評価で黒にいちばん不利なのはa1からh1の辺です：−1.0石",
                ],
            ),
            (
                ItemKind::ChangesValue { mv, discs: 0.5 },
                "c1 c8",
                [
                    "b2 gains most in the evaluation of the line c1–c8: +0.5 discs",
                    "按估值，b2 得益最多的是 c1 到 c8 的线：+0.5 子",
                    "評価でb2がいちばん得をするのはc1からc8の列です：+0.5石",
                ],
            ),
            (
                ItemKind::ChangesValue { mv, discs: -0.5 },
                "a1 h8",
                [
                    "b2 loses most in the evaluation of the diagonal a1–h8: −0.5 discs",
                    "按估值，b2 损失最多的是 a1 到 h8 的斜线：−0.5 子",
                    "評価でb2がいちばん損をするのはa1からh8の斜線です：−0.5石",
                ],
            ),
        ] {
            assert_eq!(sentences(kind, squares), expected);
        }
    }
}
