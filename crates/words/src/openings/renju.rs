//! The 26 openings of renju: three stones, the second beside the first, the third at most two points away from it.
//!
//! Names and numbers are those of the Renju International Federation (renju.net, "26 openings"). The table has the
//! third stone of the pattern whose first stone is at h8 and whose second is at h9 (direct) or i9 (indirect).

use tengen_board::{Cell, Color, Point, Symmetry};
use tengen_games::{AnyPosition, Game, Label};

/// A third stone, as rows down and columns right of the first stone, and the name of its opening.
type Row = (i8, i8, Label);

const fn row(down: i8, right: i8, en: &'static str, zh: &'static str, ja: &'static str) -> Row {
    (down, right, Label::new(en, zh, ja))
}

/// The direct openings D1 to D13.
const DIRECT: [Row; 13] = [
    row(-2, 0, "D1 Kansei", "D1 寒星", "寒星（直接1）"),
    row(-2, 1, "D2 Keigetsu", "D2 溪月", "渓月（直接2）"),
    row(-2, 2, "D3 Sosei", "D3 疏星", "疎星（直接3）"),
    row(-1, 1, "D4 Kagetsu", "D4 花月", "花月（直接4）"),
    row(-1, 2, "D5 Zangetsu", "D5 残月", "残月（直接5）"),
    row(0, 1, "D6 Ugetsu", "D6 雨月", "雨月（直接6）"),
    row(0, 2, "D7 Kinsei", "D7 金星", "金星（直接7）"),
    row(1, 0, "D8 Shogetsu", "D8 松月", "松月（直接8）"),
    row(1, 1, "D9 Kyugetsu", "D9 丘月", "丘月（直接9）"),
    row(1, 2, "D10 Shingetsu", "D10 新月", "新月（直接10）"),
    row(2, 0, "D11 Zuisei", "D11 瑞星", "瑞星（直接11）"),
    row(2, 1, "D12 Sangetsu", "D12 山月", "山月（直接12）"),
    row(2, 2, "D13 Yusei", "D13 游星", "遊星（直接13）"),
];

/// The indirect openings I1 to I13.
const INDIRECT: [Row; 13] = [
    row(-2, 2, "I1 Chosei", "I1 长星", "長星（間接1）"),
    row(-1, 2, "I2 Kyogetsu", "I2 峡月", "峡月（間接2）"),
    row(0, 2, "I3 Kosei", "I3 恒星", "恒星（間接3）"),
    row(1, 2, "I4 Suigetsu", "I4 水月", "水月（間接4）"),
    row(2, 2, "I5 Ryusei", "I5 流星", "流星（間接5）"),
    row(0, 1, "I6 Ungetsu", "I6 云月", "雲月（間接6）"),
    row(1, 1, "I7 Hogetsu", "I7 浦月", "浦月（間接7）"),
    row(2, 1, "I8 Rangetsu", "I8 岚月", "嵐月（間接8）"),
    row(1, 0, "I9 Gingetsu", "I9 银月", "銀月（間接9）"),
    row(2, 0, "I10 Myojo", "I10 明星", "明星（間接10）"),
    row(1, -1, "I11 Shagetsu", "I11 斜月", "斜月（間接11）"),
    row(2, -1, "I12 Meigetsu", "I12 名月", "名月（間接12）"),
    row(2, -2, "I13 Suisei", "I13 彗星", "彗星（間接13）"),
];

/// The name of a position with two black stones and one white stone.
pub(super) fn name(position: &AnyPosition) -> Option<Label> {
    let size = position.size();
    if size.rows() != size.cols() || size.rows().is_multiple_of(2) || size.rows() < 9 {
        return None;
    }
    let middle = (size.rows() / 2) as u8;
    let center = Point::new(middle, middle);
    let (mut third, mut second) = (None, None);
    for point in size.points() {
        match position.at(point) {
            Cell::Empty => {}
            cell if cell.color() == Some(Color::White) && second.is_none() => second = Some(point),
            cell if cell.color() == Some(Color::Black) && point == center => {}
            cell if cell.color() == Some(Color::Black) && third.is_none() => third = Some(point),
            _ => return None,
        }
    }
    let (third, second) = (third?, second?);
    if position.at(center).color() != Some(Color::Black) {
        return None;
    }
    let from_center = |symmetry: Symmetry, point| {
        let moved = symmetry.apply(point, size);
        (moved.row as i8 - middle as i8, moved.col as i8 - middle as i8)
    };
    Symmetry::ALL.iter().find_map(|&symmetry| {
        let table = match from_center(symmetry, second) {
            (-1, 0) => &DIRECT,
            (-1, 1) => &INDIRECT,
            _ => return None,
        };
        let (down, right) = from_center(symmetry, third);
        table.iter().find(|row| (row.0, row.1) == (down, right)).map(|row| row.2)
    })
}

#[cfg(test)]
mod tests {
    use crate::opening_at;
    use std::collections::BTreeMap;
    use tengen_games::{AnyPosition, Game, GameSpec};

    fn name(moves: &[&str]) -> Option<&'static str> {
        let mut position = AnyPosition::new(&GameSpec::named("gomoku", Some("renju"), None).unwrap());
        for mv in moves {
            let mv = position.parse_move(mv).unwrap();
            position.play(mv).unwrap();
        }
        opening_at(&position).map(|name| name.en)
    }

    #[test]
    fn every_third_stone_within_two_points_has_one_of_26_names() {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for second in ["h9", "i9"] {
            for col in 'f'..='j' {
                for row in 6..=10 {
                    let third = format!("{col}{row}");
                    if third != "h8" && third != second {
                        let name = name(&["h8", second, &third]);
                        *seen.entry(name.unwrap_or_else(|| panic!("{second} {third}"))).or_default() += 1;
                    }
                }
            }
        }
        assert_eq!(seen.len(), 26);
        // A pattern that is its own mirror image occurs once, any other twice.
        assert_eq!(seen.values().filter(|&&n| n == 1).count(), 6);
        assert_eq!(seen.values().sum::<usize>(), 2 * 23);
    }

    #[test]
    fn names_hold_in_every_orientation() {
        assert_eq!(name(&["h8", "h9", "i9"]), Some("D4 Kagetsu"));
        assert_eq!(name(&["h8", "i8", "i7"]), Some("D4 Kagetsu"));
        assert_eq!(name(&["h8", "g8", "g9"]), Some("D4 Kagetsu"));
        assert_eq!(name(&["h8", "i9", "i7"]), Some("I7 Hogetsu"));
        assert_eq!(name(&["h8", "g7", "i7"]), Some("I7 Hogetsu"));
        assert_eq!(name(&["h8", "h9", "k11"]), None);
        assert_eq!(name(&["h8", "h10", "i9"]), None);
        assert_eq!(name(&["g8", "h9", "i9"]), None);
        assert_eq!(name(&["h8", "h9"]), None);
        assert_eq!(name(&["h8", "h9", "i9", "i8"]), None);
    }
}
