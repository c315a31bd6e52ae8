//! What a move of Othello does, in sentences.

use crate::{Language, count};
use tengen_board::Point;
use tengen_engine::{Item, ItemKind};
use tengen_games::{Game, Move};

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
            ItemKind::ChangesValue { mv: best, discs } => {
                let (best, sign) = (mv(best), if *discs < 0.0 { '−' } else { '+' });
                let discs = format!("{sign}{:.1}", discs.abs());
                let ends: Vec<String> = item.points.iter().map(name).collect();
                let [en, zh, ja] = match &ends[..] {
                    [corner] => {
                        [format!("in the corner {corner}"), format!("{corner} 角"), format!("{corner}の隅")]
                    }
                    [first, last] => [
                        format!("along the edge {first} to {last}"),
                        format!("{first} 到 {last} 的边"),
                        format!("{first}から{last}の辺"),
                    ],
                    _ => ["in the middle of the board".into(), "棋盘中部".into(), "盤の中央".into()],
                };
                (
                    format!("{best} changes the evaluation most {en}: {discs} discs for {side}"),
                    format!("{best} 使估值变化最大的是{zh}：{side} {discs} 子"),
                    format!("{best}で評価がいちばん変わるのは{ja}です：{side}に{discs}石"),
                )
            }
            _ => return String::new(),
        };
        self.pick(en, zh, ja)
    }
}
