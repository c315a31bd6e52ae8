//! Refusals and opening steps in Japanese.

use super::JA;
use tengen_board::{Coords, Point};
use tengen_games::Reason;
use tengen_games::gomoku::{Extension, Foul, FoulKind, Region, Row, Step};

pub(crate) fn reason(reason: &Reason) -> String {
    match reason {
        Reason::GameOver => "対局は終わっています".into(),
        Reason::OffBoard => "盤の外の点です".into(),
        Reason::Occupied(color) => format!("すでに{}の石があります", JA.color(*color)),
        Reason::NoPass => "ここではパスできません".into(),
        Reason::ColumnFull => "その列はいっぱいです".into(),
        Reason::Hanging(_) => "石はその列のいちばん下の空点に落ちます".into(),
        Reason::NoFlip => "返せる石がありません".into(),
        Reason::MustPass => "打てる手がないため、パスしかできません".into(),
        Reason::Ko => "コウはすぐに取り返せません".into(),
        Reason::Superko { ply, situational } => {
            let then = if *ply == 0 { "開始時".into() } else { format!("{ply}手目の後") };
            let turn = if *situational { "盤面と手番" } else { "盤面" };
            format!("同形反復の禁止：{then}と同じ{turn}に戻ります")
        }
        Reason::Suicide => "自殺手：石のダメがなくなります".into(),
        Reason::Forbidden(foul) => JA.foul(foul),
        Reason::Opening { opening, size, repeats: Some(point), .. } => {
            let point = Coords::Gomoku.format(*point, *size);
            format!("{opening}：五珠の候補は対称な点を選べません。すでに提示された{point}と同形です")
        }
        Reason::Opening { opening, step, repeats: None, .. } => {
            format!("{opening}：{}", JA.step(*step))
        }
        Reason::NotOnCenter => "1手目は盤の中央に打ちます".into(),
        Reason::TooNearCenter { distance } => format!("この石は中央から{distance}路以上離します"),
        Reason::HandicapFirst { left } => format!("黒はあと置石を{left}子置くまでパスできません"),
        Reason::NoChoice => "ここに選択はありません".into(),
        other => other.to_string(),
    }
}

pub(crate) fn step(step: Step) -> String {
    match step {
        Step::Stone { number, region } => {
            let place = match region {
                Region::Anywhere => "どこにでも打てます".into(),
                Region::Within(1) => "天元に打ちます".into(),
                Region::Within(side) => format!("中央{side}x{side}の中に打ちます"),
                Region::Outside(side) => format!("中央{side}x{side}の外に打ちます"),
            };
            format!("{number}手目は{place}")
        }
        Step::Swap => "黒番か白番を選びます".into(),
        Step::SwapOrTwoMore => "黒番か白番を選ぶか、もう2手置きます".into(),
        Step::DeclareFifths { max } => format!("五珠の題数（1〜{max}）を宣言します"),
        Step::SwapOrFifths { count } => format!("黒番か白番を選ぶか、五珠の候補を{count}点示します"),
        Step::OfferFifth { number, count } => format!("五珠の候補を示します（{count}点中{number}点目）"),
        Step::PickFifth => "候補から五珠を選びます".into(),
    }
}

pub(crate) fn foul(foul: &Foul) -> String {
    let shapes = &foul.shapes;
    let list = |points: &[Point], between: &str| -> String {
        let texts: Vec<String> = points.iter().map(|&p| Coords::Gomoku.format(p, shapes.size)).collect();
        texts.join(between)
    };
    match foul.kind {
        FoulKind::Overline => {
            let rows: Vec<String> = shapes.overlines.iter().map(|row| list(&row.stones, "-")).collect();
            format!("長連の禁手：{}", rows.join("と"))
        }
        FoulKind::DoubleFour => {
            let four = |row: &Row| format!("{}（{}で五連）", list(&row.stones, "-"), list(&row.next, "か"));
            format!("四々の禁手：{}", shapes.fours.iter().map(four).collect::<Vec<_>>().join("と"))
        }
        FoulKind::DoubleThree => {
            let mut parts = Vec::new();
            for three in shapes.threes.iter().filter(|three| three.counts()) {
                let sound = three.extensions.iter().filter(|(_, e)| *e == Extension::Sound);
                let sound: Vec<Point> = sound.map(|(point, _)| *point).collect();
                parts.push(format!("{}（{}で達四）", list(&three.stones, "-"), list(&sound, "か")));
            }
            let mut text = format!("三々の禁手：{}", parts.join("と"));
            for three in shapes.threes.iter().filter(|three| !three.counts()) {
                let why = |(point, extension): &(Point, Extension)| match extension {
                    Extension::Five => Some(format!("{}は五連", list(&[*point], ""))),
                    Extension::Forbidden(foul) => {
                        Some(format!("{}は禁点（{}）", list(&[*point], ""), self::foul(foul)))
                    }
                    Extension::Sound => None,
                };
                let why: Vec<String> = three.extensions.iter().filter_map(why).collect();
                text += &format!("。{}は三と数えません：{}", list(&three.stones, "-"), why.join("、"));
            }
            text
        }
    }
}
