//! What a format cannot hold, and why a record cannot be written, in Japanese.

use super::JA;
use tengen_records::{LostPart, Unwritable};

pub(crate) fn unwritable(why: &Unwritable) -> String {
    match why {
        Unwritable::SetUp => "棋譜に配置された石があり、この形式は着手だけを記録します".into(),
        Unwritable::SetUpInGame => "対局の途中に配置された石があります".into(),
        Unwritable::MoveAtRoot => "最初のノードに着手があり、この形式では置けません".into(),
        Unwritable::Pass => "棋譜にパスがあり、この形式では記録できません".into(),
        Unwritable::OutOfTurn => "両者が交互に打っていません".into(),
        Unwritable::OffBoard(point) => format!("点{point:?}は盤の外です"),
        Unwritable::NotOnBoard(mv) => format!("この盤に着手{mv:?}はありません"),
        Unwritable::UnknownSide(text) => format!("{text}は反則で、どちらの手かも書かれていません"),
        Unwritable::Rules(violation) => JA.violation(&violation.kind),
        Unwritable::Board(only, size) => format!("この形式の盤は{only}だけで、{size}の盤はありません"),
        Unwritable::NotSquare(size) => format!("{size}の盤は正方形ではありません"),
        Unwritable::NotOthello => "オセロの対局ではありません".into(),
        Unwritable::UnusualStart => "通常の初期局面から始まっていません".into(),
        Unwritable::NamesFull(name) => format!("名前の表は65535件までで、「{name}」が入りません"),
        Unwritable::TooManyGames => "対局が多すぎます（局数は32ビット整数で記録します）".into(),
    }
}

pub(crate) fn lost_part(part: &LostPart) -> String {
    match part {
        LostPart::PlayerNames => "対局者名",
        LostPart::Ranks => "段位またはレーティング",
        LostPart::Teams => "チーム名",
        LostPart::Result => "結果",
        LostPart::ResultForDiscs => "結果（終局の石数で記録）",
        LostPart::ResultForPresentDiscs => "結果（終局していないため、現在の黒の石数で記録）",
        LostPart::Date => "日付",
        LostPart::MonthAndDay => "月と日",
        LostPart::Event => "大会",
        LostPart::Round => "回戦",
        LostPart::Place => "場所",
        LostPart::GameName => "対局名",
        LostPart::GameComment => "対局の説明",
        LostPart::Program => "プログラム名",
        LostPart::TimeLimits => "持ち時間",
        LostPart::Overtime => "秒読み",
        LostPart::MainTimeFractions => "持ち時間の1秒未満の部分",
        LostPart::Rules(rules) => return format!("ルール（{rules}）"),
        LostPart::BoardSize(size) => return format!("盤の大きさ（{size}）"),
        LostPart::RulesTwice => "重複したルール",
        LostPart::GameWithoutMoves => "着手のない対局",
        LostPart::Variations => "変化の着手",
        LostPart::OtherMoves => "局面にない着手、または値のない着手",
        LostPart::MovesBefore => "局面に至るまでの着手",
        LostPart::OpeningDecisions => "開局規定の選択",
        LostPart::ColorsOutOfTurn => "交互でない色",
        LostPart::SidesToMove => "手番",
        LostPart::SetUps => "配置された石",
        LostPart::PositionNames => "局面の名前",
        LostPart::Comments => "コメント",
        LostPart::MoveComments => "着手のコメント",
        LostPart::CommentsWithoutMove => "着手のないノードのコメントと印",
        LostPart::CommentLayout => "コメントの空行と制御文字",
        LostPart::CommentLineBreaks => "コメントの改行と前後の空白",
        LostPart::Marks => "印",
        LostPart::MarksWithoutText => "文字以外の印",
        LostPart::LabelLayout => "文字の印の制御文字",
        LostPart::HotMarks => "局面の注目度",
        LostPart::PointsOffBoard => "盤の外の点",
        LostPart::TimeLeft => "残り時間",
        LostPart::TimeLeftWithoutMove => "着手のないノードの残り時間",
        LostPart::TimeSpent => "1手の時間",
        LostPart::MillisecondFractions => "1ミリ秒未満の時間",
        LostPart::Values => "着手の値",
        LostPart::ValuesWithoutNumber => "数でない値",
        LostPart::ValuesWithoutMove => "どの着手にも属さない値と時間",
        LostPart::TheoryOfOtherDepth => "理論値（ファイルの深さが違います）",
        LostPart::UnknownTheory => "理論値（未知のため、実際の結果で記録）",
        LostPart::UnknownYear => "ファイルの年（棋譜に年がないか一致しないため、0で記録）",
        LostPart::OtherProperties => "その他のプロパティ",
        LostPart::PropertyNames => "SGFの規定に合わない名前のプロパティ",
        LostPart::NumbersOutOfRange => "範囲外のWTHOR番号",
        LostPart::NumbersWithoutName => "名前のない対局者番号または大会番号",
        LostPart::NameEnd(name, most) => {
            return format!("名前「{name}」の一部（Latin-1で{most}文字まで）");
        }
        LostPart::NameOnLine => "1行に書けない名前",
        LostPart::NameLineBreaks => "名前の改行",
        LostPart::Brackets => "文字の「]」（「)」に置き換え）",
        LostPart::NoText => "文字にならないバイト",
        LostPart::CharsetName => "文字コードの名前",
        LostPart::AmbiguousField => "ほかの内容として読まれる項目",
    }
    .into()
}
