//! What the readers of records expect, find and warn of, in Japanese.

use super::JA;
use tengen_records::{CharsetDoubt, Chunk, Counted, Expected, Found, Named, Remedy, WarningKind};

pub(crate) fn warning_kind(kind: &WarningKind) -> String {
    match kind {
        WarningKind::Fault { expected, found, remedy } => format!(
            "{}が必要です（実際：{}）。{}",
            self::expected(expected),
            self::found(found),
            self::remedy(*remedy)
        ),
        WarningKind::AssumedGame(game, size) => {
            format!("棋譜にゲームの種類がないため、{} {size}として読みました", JA.kind(*game))
        }
        WarningKind::UnknownRules { rules, read_as } => {
            format!("未知のルール「{rules}」はそのまま残し、{read_as}として読みました")
        }
        WarningKind::Komi(text, points) => format!("コミ「{text}」は{points}目として読みました"),
        WarningKind::Charset(doubt, read_as) => {
            let why = match doubt {
                CharsetDoubt::Absent => "文字コードの指定がありません",
                CharsetDoubt::Unknown => "指定された文字コードは未知です",
                CharsetDoubt::Wrong => "文字が指定された文字コードに合いません",
            };
            format!("{why}。{read_as}として読みました")
        }
        WarningKind::Letters(set) => {
            format!("{set}の文字でないバイトがあり、「\u{fffd}」に置き換えました")
        }
        WarningKind::Twice(name) => format!("{name}が二度あります。最初のものを使います"),
        WarningKind::SecondMove => "1つのノードに2手あります。ノードを分けました".into(),
        WarningKind::SetUpTwice => "同じ点に二度置かれています。後のものを使います".into(),
        WarningKind::MissingVariation => {
            "示された変化がありません。棋譜集の一部か、不完全なファイルです".into()
        }
        WarningKind::Unnamed(Named::Player, number) => format!("対局者{number}の名前がありません"),
        WarningKind::Unnamed(Named::Tournament, number) => format!("大会{number}の名前がありません"),
        WarningKind::Further(count) => format!("ほかに警告が{count}件あります"),
    }
}

pub(crate) fn expected(expected: &Expected) -> String {
    match expected {
        Expected::Readable => "読めるファイル".into(),
        Expected::KnownFormat => {
            "棋譜（SGF、psq、RenLib、RIF、GGF、WTHOR、OBF、文字の図、または着手の列）".into()
        }
        Expected::WhoBegan => "どちらが先に打ったかを示すヘッダー末尾の0または1".into(),
        Expected::LibraryHeader => "ヘッダーFF 'RenLib' FF、または3.0より前のファイルのh8（78）".into(),
        Expected::FileOfGames => "対局のファイル（0）".into(),
        Expected::Moves => "1局の着手（例：h8 i9、f5 d6、Q16 D4、4435）".into(),
        Expected::MoveValue => "着手の値".into(),
        Expected::ValuedMove => "着手とその値（例：G8:+18）".into(),
        Expected::TimeSpent => "消費時間（例：2.5）".into(),
        Expected::MoveParts => "「/」で区切った着手、値、時間".into(),
        Expected::MoveOrCode => "着手（例：10,10,456）またはコード".into(),
        Expected::Komi => "コミの目数（例：6.5）".into(),
        Expected::Label => "「:」で区切った点と文字".into(),
        Expected::Cells => "盤の点ごとに1文字（X、O、-）。8x8なら64文字".into(),
        Expected::FieldEnd => "項目を終える「;」".into(),
        Expected::Position => "盤の大きさ、点ごとに1文字（*、O、-）、手番（*またはO）".into(),
        Expected::GameStart => "「(;」で始まる対局".into(),
        Expected::NodeStart => "ノードを始める「;」".into(),
        Expected::PropertyName => "プロパティ名".into(),
        Expected::ValueStart => "「[」と値".into(),
        Expected::ValueEnd => "値を閉じる「]」".into(),
        Expected::NoNodeAfterVariation => "変化の後にノードがないこと".into(),
        Expected::OneRoot => "1局に根ノード1つだけ".into(),
        Expected::RootWithoutSiblings => "並びのない根ノード".into(),
        Expected::FurtherMove => "次の手（前の手でこの変化は終わっていません）".into(),
        Expected::FurtherVariation => "示された次の変化".into(),
        Expected::TextEnd => "文字列を終えるバイト".into(),
        Expected::End(None) => "終わり".into(),
        Expected::Xml => "正しいXML".into(),
        Expected::CharacterSet => "UTF-8または1バイト文字コード".into(),
        Expected::Result => "結果：1、0.5、0".into(),
        Expected::Diagram => "文字の図（番号つきの行、列の文字、石は●○またはXO）".into(),
        Expected::AtMost(most, counted) => {
            let counted = match counted {
                Counted::FileBytes => "1ファイル#バイト以下",
                Counted::GameBytes => "1局#バイト以下",
                Counted::LineBytes => "1行#バイト以下",
                Counted::ValueBytes => "1つの値#バイト以下",
                Counted::TableBytes => "表は#バイト以下",
                Counted::Nodes => "1局#ノード以下",
                Counted::Points => "配置と印は1局#点以下",
                Counted::Records => "棋譜#件以下",
                Counted::Depth => "要素の入れ子は#段以下",
            };
            counted.replace('#', &most.to_string())
        }
        Expected::Header(example) => format!("「{example}」のようなヘッダー"),
        Expected::Bytes(bytes, chunk) => match chunk {
            Chunk::Header => format!("{bytes}バイトのヘッダー"),
            Chunk::Game(number, games) => format!("{number}局目（全{games}局）の{bytes}バイト"),
            Chunk::Node => format!("{bytes}バイトのノード"),
            Chunk::TextPair => format!("文字列末尾の{bytes}バイト"),
        },
        Expected::Names(count, bytes) => format!("ヘッダーの後に各{bytes}バイトの名前{count}件"),
        Expected::Version(major, minor) => format!("バージョン{major}.{minor}以前"),
        Expected::Game(names) => {
            let names: Vec<String> =
                names.iter().map(|(name, game)| format!("{name}（{}）", JA.kind(*game))).collect();
            format!("読めるゲーム（例：{}）", names.join("、"))
        }
        Expected::BoardSize(example) => format!("1〜25の盤の大きさ（例：{example}）"),
        Expected::BoardOf(size) => format!("{size}の盤"),
        Expected::Playable(why) => format!("このゲームを打てる盤（{}）", JA.spec_error(why)),
        Expected::Point(size, coords, pass) => {
            let point = format!("{size}の盤の点（例：{}）", coords.format(size.center(), *size));
            match pass {
                None => point,
                Some("") => format!("{point}、パスは空欄"),
                Some(pass) => format!("{point}、またはパスの{pass}"),
            }
        }
        Expected::Points(size) => format!("{size}の盤の点、または「:」でつないだ2点"),
        Expected::NoPass(side) => {
            format!("{}の着手（打てる所があればパスできません）", JA.color(*side))
        }
        Expected::Column(most) => format!("1〜{most}の列"),
        Expected::ColumnAndRow(size, first) => {
            let last = |side: usize| side + usize::from(*first) - 1;
            let (cols, rows) = (last(size.cols()), last(size.rows()));
            format!("{first}〜{cols}の列と{first}〜{rows}の行")
        }
        Expected::PointByte { step, base: 0, side } => {
            format!("点（{step}×行＋列、行と列は1〜{side}）または0")
        }
        Expected::PointByte { step, base, side } => {
            format!("点（{step}×（行−{base}）＋列、行と列は1〜{side}）または0")
        }
        Expected::Discs(most) => format!("0〜{most}の石数"),
        Expected::SideToMove(black, white) => format!("手番：{black}または{white}"),
        Expected::GameEnd(end) => format!("対局を閉じる「{end}」"),
        Expected::Property(others) => format!("プロパティ（例：B[]）または「{}」", others.join("」か「")),
        Expected::End(Some(games)) => format!("{games}局の後の終わり"),
        Expected::Element(name) => format!("要素<{name}>"),
    }
}

pub(crate) fn found(found: &Found) -> String {
    match found {
        Found::Nothing => "値なし".into(),
        Found::More => "続きのデータ".into(),
        Found::End => "終わり".into(),
        Found::LineEnd => "行末".into(),
        Found::Quote(text) => format!("「{text}」"),
        Found::ByteCount(bytes) => format!("{bytes}バイト"),
        Found::Cells(cells) => format!("{cells}マス"),
        Found::Board(size) => format!("{size}の盤"),
        Found::Version(major, minor) => format!("バージョン{major}.{minor}"),
        Found::Error(words) => format!("エラー（{words}）"),
        Found::Bytes(_) | Found::Number(_) => found.to_string(),
    }
}

fn remedy(remedy: Remedy) -> String {
    match remedy {
        Remedy::LeftOut => "読み飛ばしました".into(),
        Remedy::RestLeftOut => "残りを読み飛ばしました".into(),
        Remedy::Kept => "そのまま残しました".into(),
        Remedy::Added => "補って読みました".into(),
        Remedy::GameEnds => "対局はここまでとしました".into(),
        Remedy::Variation => "変化として読みました".into(),
        Remedy::Board(size) => format!("{size}として読みました"),
    }
}
