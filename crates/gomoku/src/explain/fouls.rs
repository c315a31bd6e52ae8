//! Why a point is forbidden: the tree of fours and threes that make it so, in both languages.

use tengen_board::{Color, Point};
use tengen_engine::{Bilingual, Item, Topic};
use tengen_games::gomoku::{Extension, Foul, FoulKind, Position};
use tengen_games::{Game, Move};

/// Every forbidden point with its reason.
pub(super) fn forbidden(game: &Position) -> Vec<Item> {
    let reason = |point: Point| {
        let foul = game.foul(point)?;
        let at = game.format_move(Move::Place(point));
        let zh = format!("黑方禁止下 {at}：{}", in_chinese(game, &foul));
        Some(Item {
            topic: Topic::Forbidden,
            name: foul.kind.to_string().replace(' ', "-"),
            side: Some(Color::Black),
            points: vec![point],
            text: Bilingual::new(format!("black may not play {at}: {foul}"), zh),
        })
    };
    game.forbidden_points().into_iter().filter_map(reason).collect()
}

/// The reason in Chinese, as [`Foul`] writes it in English.
fn in_chinese(game: &Position, foul: &Foul) -> String {
    let list = |points: &[Point], between: &str| -> String {
        let words: Vec<String> = points.iter().map(|&p| game.format_move(Move::Place(p))).collect();
        words.join(between)
    };
    let shapes = &foul.shapes;
    match foul.kind {
        FoulKind::Overline => {
            let rows: Vec<String> = shapes.overlines.iter().map(|row| list(&row.stones, "-")).collect();
            format!("长连禁手，{}", rows.join(" 与 "))
        }
        FoulKind::DoubleFour => {
            let four = |row: &tengen_games::gomoku::Row| {
                format!("{}（{} 成五）", list(&row.stones, "-"), list(&row.next, " 或 "))
            };
            format!("四四禁手，{}", shapes.fours.iter().map(four).collect::<Vec<_>>().join(" 与 "))
        }
        FoulKind::DoubleThree => {
            let mut parts = Vec::new();
            for three in shapes.threes.iter().filter(|three| three.counts()) {
                let sound = three.extensions.iter().filter(|(_, e)| *e == Extension::Sound);
                let sound: Vec<Point> = sound.map(|(point, _)| *point).collect();
                parts.push(format!("{}（{} 成活四）", list(&three.stones, "-"), list(&sound, " 或 ")));
            }
            let mut text = format!("三三禁手，{}", parts.join(" 与 "));
            for three in shapes.threes.iter().filter(|three| !three.counts()) {
                let why = |(point, extension): &(Point, Extension)| match extension {
                    Extension::Five => Some(format!("{} 成五", list(&[*point], ""))),
                    Extension::Forbidden(foul) => {
                        Some(format!("{} 是禁手（{}）", list(&[*point], ""), in_chinese(game, foul)))
                    }
                    Extension::Sound => None,
                };
                let why: Vec<String> = three.extensions.iter().filter_map(why).collect();
                text += &format!("；{} 不算活三，因为 {}", list(&three.stones, "-"), why.join("，"));
            }
            text
        }
    }
}
