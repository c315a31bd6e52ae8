//! The named openings of Othello.
//!
//! Names and lines are those of the list that Robert Gatliff collected (samsoft.org.uk/reversi, "Named openings"),
//! which most programs use. A line begins with c4; every symmetry of the start position counts.

use std::collections::HashMap;
use std::sync::OnceLock;
use tengen_board::{Cell, Size, Symmetry, symmetry::canonical};
use tengen_games::{AnyPosition, Game, GameSpec, Label, othello};

/// The lines to the named positions.
const LINES: [(&str, Label); 70] = [
    ("c4c3", Label::new("Diagonal", "斜线开局", "斜め取り")),
    ("c4c3d3c5b2", Label::new("X-square", "X 位开局", "X打ち")),
    ("c4c3d3c5b3", Label::new("Snake", "蛇", "ヘビ")),
    ("c4c3d3c5b3f3", Label::new("Lysons", "莱森斯", "ライソンズ")),
    ("c4c3d3c5b3f4b5b4c6d6f5", Label::new("Pyramid", "金字塔", "ピラミッド")),
    ("c4c3d3c5b4", Label::new("Heath", "希思", "ヒース")),
    ("c4c3d3c5b4d2c2f4d6c6f5e6f7", Label::new("Mimura variation", "三村变化", "三村変化")),
    ("c4c3d3c5b4d2d6", Label::new("Heath-Bat", "希思蝙蝠", "ヒースバット")),
    ("c4c3d3c5b4d2e2", Label::new("Iwasaki variation", "岩崎变化", "岩崎変化")),
    ("c4c3d3c5b4e3", Label::new("Heath-Chimney", "希思烟囱", "ヒースチムニー")),
    ("c4c3d3c5b5", Label::new("Raccoon dog", "狸", "タヌキ")),
    ("c4c3d3c5b6", Label::new("Rocket", "火箭", "ロケット")),
    ("c4c3d3c5b6c6b5", Label::new("Hamilton", "汉密尔顿", "ハミルトン")),
    ("c4c3d3c5b6e3", Label::new("Lollipop", "棒棒糖", "ロリポップ")),
    ("c4c3d3c5d6", Label::new("Cow", "牛", "牛")),
    ("c4c3d3c5d6e3", Label::new("Chimney", "烟囱", "チムニー")),
    ("c4c3d3c5d6f4b4", Label::new("Bat", "蝙蝠", "コウモリ")),
    ("c4c3d3c5d6f4b4b6b5c6f5", Label::new("Melnikov", "梅利尼科夫", "メルニコフ")),
    ("c4c3d3c5d6f4f5", Label::new("Rose-v-Toth", "罗斯对托特", "ローズ対トス")),
    ("c4c3d3c5d6f4f5d2", Label::new("Tanida", "谷田", "谷田")),
    ("c4c3d3c5d6f4f5d2b5", Label::new("Aircraft", "飞机", "エアクラフト")),
    ("c4c3d3c5d6f4f5d2g4d7", Label::new("Sailboat", "帆船", "セイルボート")),
    ("c4c3d3c5d6f4f5e6c6d7", Label::new("Maruoka", "丸冈", "丸岡")),
    ("c4c3d3c5d6f4f5e6f6", Label::new("Landau", "兰道", "ランダウ")),
    ("c4c3d3c5f6", Label::new("Buffalo", "水牛", "バッファロー")),
    ("c4c3d3c5f6e2c6", Label::new("Maruoka Buffalo", "丸冈水牛", "丸岡バッファロー")),
    ("c4c3d3c5f6e3c6f5f4g5", Label::new("Tanida Buffalo", "谷田水牛", "谷田バッファロー")),
    ("c4c3d3c5f6f5", Label::new("Hokuriku Buffalo", "北陆水牛", "北陸バッファロー")),
    ("c4c3e6c5", Label::new("Wing variation", "翼变化", "ウイング変化")),
    ("c4c3f5c5", Label::new("Semi-Wing variation", "半翼变化", "セミウイング変化")),
    ("c4c5", Label::new("Parallel", "平行开局", "並び取り")),
    ("c4e3", Label::new("Perpendicular", "垂直开局", "縦取り")),
    ("c4e3f4c5d6e6", Label::new("Mimura", "三村", "三村")),
    ("c4e3f4c5d6f3c6", Label::new("Shaman", "萨满", "シャーマン")),
    ("c4e3f4c5d6f3d3", Label::new("Inoue", "井上", "井上")),
    ("c4e3f4c5d6f3d3c3", Label::new("Iago", "伊阿古", "イアーゴ")),
    ("c4e3f4c5d6f3e2", Label::new("Bhagat", "巴加特", "バガット")),
    ("c4e3f4c5d6f3e6c3d3e2", Label::new("Rose", "玫瑰", "ローズ")),
    ("c4e3f4c5d6f3e6c3d3e2b5", Label::new("Flat", "平玫瑰", "フラットローズ")),
    ("c4e3f4c5d6f3e6c3d3e2b5f5", Label::new("Rotating Flat", "回转平玫瑰", "回転フラット")),
    ("c4e3f4c5d6f3e6c3d3e2b5f5b3", Label::new("Murakami variation", "村上变化", "村上変化")),
    ("c4e3f4c5d6f3e6c3d3e2b6f5", Label::new("Rose-Birth", "玫瑰诞生", "ローズバース")),
    ("c4e3f4c5d6f3e6c3d3e2b6f5b4f6g5d7", Label::new("Brightstein", "布赖特斯坦", "ブライトスタイン")),
    ("c4e3f4c5d6f3e6c3d3e2b6f5g5", Label::new("Rose-Birdie", "玫瑰小鸟", "ローズバーディー")),
    ("c4e3f4c5d6f3e6c3d3e2b6f5g5f6", Label::new("Rose-Tamenori-Kling", "玫瑰为则克林", "ローズ為則クリング")),
    ("c4e3f4c5d6f3e6c3d3e2d2", Label::new("Greenberg", "格林伯格", "グリーンバーグ")),
    ("c4e3f4c5d6f3e6c6", Label::new("Ralle", "拉勒", "ラル")),
    ("c4e3f4c5e6", Label::new("Horse", "马", "馬")),
    ("c4e3f5b4", Label::new("No-Cat", "无猫", "ノーキャット")),
    ("c4e3f5b4f3", Label::new("Swallow", "燕", "ツバメ")),
    ("c4e3f5e6d3", Label::new("Italian", "意大利", "イタリアン")),
    ("c4e3f5e6f4", Label::new("Cat", "猫", "猫")),
    ("c4e3f5e6f4c5d6c6f7f3", Label::new("Sakaguchi", "坂口", "坂口")),
    ("c4e3f5e6f4c5d6c6f7g5g6", Label::new("Berner", "贝尔纳", "ベルナー")),
    ("c4e3f6b4", Label::new("Ganglion", "神经节", "ガングリオン")),
    ("c4e3f6e6f5", Label::new("Tiger", "虎", "虎")),
    ("c4e3f6e6f5c5c3", Label::new("Stephenson", "斯蒂芬森", "ステファンソン")),
    ("c4e3f6e6f5c5c3b4", Label::new("No-Kung", "无孔", "ノーカン")),
    ("c4e3f6e6f5c5c3c6", Label::new("Comp'Oth", "Comp'Oth", "コンポス")),
    (
        "c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6a4a2",
        Label::new("F.A.T. Draw", "F.A.T. 和棋", "F.A.T.引き分け"),
    ),
    ("c4e3f6e6f5c5c3c6d6", Label::new("Lightning Bolt", "闪电", "稲妻")),
    ("c4e3f6e6f5c5c3g5", Label::new("Kung", "孔", "カン")),
    ("c4e3f6e6f5c5d3", Label::new("Leader's Tiger", "领袖虎", "リーダーズタイガー")),
    ("c4e3f6e6f5c5d6", Label::new("Brightwell", "布赖特韦尔", "ブライトウェル")),
    ("c4e3f6e6f5c5f4g5g4f3c6d3d6", Label::new("Ishii", "石井", "石井")),
    ("c4e3f6e6f5c5f4g5g4f3c6d3d6b3c3b4e2b6", Label::new("Mainline Tiger", "主线虎", "虎本線")),
    ("c4e3f6e6f5c5f4g6f7", Label::new("Rose-Bill", "罗斯比尔", "ローズビル")),
    ("c4e3f6e6f5c5f4g6f7d3", Label::new("Tamenori", "为则", "為則")),
    ("c4e3f6e6f5c5f4g6f7g5", Label::new("Central Rose-Bill", "中央罗斯比尔", "中央ローズビル")),
    ("c4e3f6e6f5g6", Label::new("Aubrey", "奥布里", "オーブリー")),
];

/// Discs in reading order, in their canonical orientation.
type Key = Vec<Cell>;

/// The name of a position.
pub(super) fn name(position: &AnyPosition) -> Option<Label> {
    static NAMES: OnceLock<(HashMap<Key, Label>, u32)> = OnceLock::new();
    let (names, longest) = NAMES.get_or_init(|| {
        let names = LINES.iter().map(|(line, name)| (key(&after(line)), *name)).collect();
        let longest = LINES.iter().map(|(line, _)| line.len() / 2).max().unwrap_or_default();
        (names, longest as u32)
    });
    let named = position.size() == Size::of(8, 8) && position.ply() as u32 <= *longest;
    if named { names.get(&key(position)).copied() } else { None }
}

fn key(position: &AnyPosition) -> Key {
    let size = position.size();
    let cells: Vec<Cell> = size.points().map(|p| position.at(p)).collect();
    canonical(&cells, size, Symmetry::keeping(size)).0
}

/// The position after a line of the table; it stops at a move that is illegal, which the tests exclude.
fn after(line: &str) -> AnyPosition {
    let mut position = AnyPosition::new(&GameSpec::Othello(othello::Rules::STANDARD));
    for mv in line.as_bytes().chunks(2) {
        let Some(mv) = std::str::from_utf8(mv).ok().and_then(|mv| position.parse_move(mv).ok()) else {
            break;
        };
        if position.play(mv).is_err() {
            break;
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_legal_and_ends_in_a_position_of_its_own() {
        let mut seen: HashMap<Key, &str> = HashMap::new();
        for (line, name) in LINES {
            let position = after(line);
            assert_eq!(position.ply(), line.len() / 2, "{}: {line}", name.en);
            assert_eq!(seen.insert(key(&position), name.en), None, "{}", name.en);
            assert_eq!(crate::unlisted_character(name.zh), None, "{}", name.zh);
            assert_eq!(crate::not_japanese(name.ja), None, "{}", name.ja);
        }
    }

    #[test]
    fn a_name_holds_in_every_orientation_and_order_of_moves() {
        let name_after = |line| name(&after(line)).map(|name| name.en);
        for tiger in ["c4e3f6e6f5", "f5d6c3d3c4", "e6f4c3c4d3", "d3c5f6f5e6"] {
            assert_eq!(name_after(tiger), Some("Tiger"), "{tiger}");
        }
        assert_eq!(name_after("f5d6c5f4e3c6d3f6e6d7"), Some("Rose"));
        assert_eq!(name_after("f5f4"), Some("Parallel"));
        assert_eq!(name_after("f5"), None);
        assert_eq!(name_after("f5d6c3d3c4f4"), None);
    }
}
