//! What is wrong with a line of a suite, or why it is skipped: data, and the words for it.

use crate::faults::{over, reading};
use std::fmt;
use std::io::ErrorKind;
use tengen_board::{Color, CoordError, SizeError};
use tengen_games::{Illegal, MoveError, SetUpError, SpecError};
use tengen_records::{ReadError, Violation};
use tengen_words::Language;

/// What is wrong with a line of a suite, or why no engine can answer it.
#[derive(Clone, PartialEq, Debug)]
pub enum SuiteFault {
    /// It is not JSON: the message of the reader.
    Json(String),
    /// It is JSON, but no object.
    NoObject,
    /// A field that must be a text is missing.
    NoText(&'static str),
    /// The field of the number of plies is missing.
    NoPlies,
    /// The moves are no list of moves.
    Moves,
    /// A text that names no side.
    Side(String),
    /// Text that names no game or no rules.
    Spec(Box<SpecError>),
    /// The board has no size that there is.
    Size(SizeError),
    /// The side that is to win is not to move.
    OtherSide {
        /// The side that is to win.
        winner: Color,
        /// The side to move.
        to_move: Color,
    },
    /// A row of the diagram, from 1, has not as many points as the first.
    Row {
        /// The row.
        row: usize,
        /// The points of the first row.
        points: usize,
    },
    /// A character of the diagram that is no stone and no empty point.
    Symbol {
        /// The character.
        found: char,
        /// Those of black, of white and of an empty point.
        known: [char; 3],
    },
    /// The diagram has another number of points than the board.
    Points {
        /// The points of the board.
        wanted: usize,
        /// Those of the diagram.
        found: usize,
    },
    /// The stones cannot be set up.
    SetUp(SetUpError),
    /// A text that is no point of the board.
    Point(CoordError),
    /// A text of a field that is no point of the board.
    FieldPoint(&'static str, CoordError),
    /// No field has a point that answers the position.
    NoAnswer,
    /// The line has not the three parts of stones and points.
    StonesForm,
    /// The line does not begin with a score and the number of empty points.
    ScoreForm,
    /// The bracket after the score is not closed.
    OpenBracket,
    /// A text that is no score.
    Score(String),
    /// Settings of the program that found the scores.
    Settings,
    /// It is no record that Tengen reads.
    Read(Box<ReadError>),
    /// The line itself is no record that Tengen reads.
    ReadLine(Box<ReadError>),
    /// The line has no position.
    NoPosition,
    /// Neither the position nor a move has a score.
    NoScore,
    /// A node of a record breaks the rules.
    Rules(Box<Violation>),
    /// A question without moves before it.
    NoMoves,
    /// Neither moves nor a question.
    NoMovesOrQuestion,
    /// A text that is no move of the game.
    Move(Box<MoveError>),
    /// A move that the rules forbid.
    Illegal(Box<Illegal>),
    /// The game is over at the end of the moves.
    Over,
    /// A command that is not a question which Tengen answers.
    NoQuestion(String),
    /// `loadsgf` without a file.
    NoFileName,
    /// A file that the line names cannot be used.
    File(String, Box<SuiteFault>),
    /// The system cannot read a file: the kind of error, and its message.
    System(ErrorKind, String),
    /// The file has no game.
    NoGame,
    /// No file is loaded.
    NoFile,
    /// A side that cannot be to move.
    NotToMove(Color),
    /// The position was set up by commands that are not supported.
    Unsupported,
    /// Passes do not end the game.
    PassesEndNothing,
    /// A text that is no vertex of GTP.
    Vertex(String),
    /// A text that is no list of answers.
    Answers(String),
    /// A problem in which no move is marked as right.
    NoRightMove,
}

impl SuiteFault {
    /// The fault in a language. The message of the reader of JSON stays as it is.
    pub fn text(&self, language: Language) -> String {
        let same = |en: &str, zh: &str, ja: &str| (en.to_owned(), zh.to_owned(), ja.to_owned());
        let (en, zh, ja) = match self {
            SuiteFault::Json(message) => (
                format!("not JSON: {message}"),
                format!("不是 JSON：{message}"),
                format!("JSONではありません：{message}"),
            ),
            SuiteFault::NoObject => {
                same("expected a JSON object", "应为 JSON 对象", "JSONオブジェクトが必要です")
            }
            SuiteFault::NoText(key) => (
                format!("\"{key}\" with a text is missing"),
                format!("缺少“{key}”及其文字"),
                format!("「{key}」の文字列がありません"),
            ),
            SuiteFault::NoPlies => same(
                "\"win_in_at_most\" with a number of plies is missing",
                "缺少“win_in_at_most”及其手数",
                "「win_in_at_most」の手数がありません",
            ),
            SuiteFault::Moves => same(
                "\"moves\" is a list such as h8i9g7",
                "“moves”是着法列表，如 h8i9g7",
                "「moves」は着手の列です（例：h8i9g7）",
            ),
            SuiteFault::Side(text) => (
                format!("a side is black or white, not '{text}'"),
                format!("棋方是 black 或 white，不是“{text}”"),
                format!("手番はblackかwhiteです（「{text}」は使えません）"),
            ),
            SuiteFault::Spec(error) => return language.spec_error(error),
            SuiteFault::Size(error) => return language.size_error(error),
            SuiteFault::OtherSide { winner, to_move } => {
                let [winner, to_move] = [*winner, *to_move].map(|side| language.color(side));
                (
                    format!("{winner} is to win, but {to_move} is to move"),
                    format!("应是{winner}获胜，但轮到{to_move}"),
                    format!("{winner}の勝ちのはずですが、{to_move}の手番です"),
                )
            }
            SuiteFault::Row { row, points } => (
                format!("row {row} of the board has not {points} points"),
                format!("棋盘第 {row} 行不是 {points} 个点"),
                format!("盤の{row}行目が{points}点ではありません"),
            ),
            SuiteFault::Symbol { found, known: [black, white, empty] } => (
                format!("'{found}' on the board is neither {black}, {white} nor {empty}"),
                format!("棋盘上的“{found}”不是 {black}、{white} 或 {empty}"),
                format!("盤の「{found}」は{black}、{white}、{empty}のどれでもありません"),
            ),
            SuiteFault::Points { wanted, found } => (
                format!("a board has {wanted} points, not {found}"),
                format!("棋盘有 {wanted} 个点，不是 {found} 个"),
                format!("盤は{wanted}点です（{found}点あります）"),
            ),
            SuiteFault::SetUp(error) => return language.set_up_error(error),
            SuiteFault::Point(error) => return language.coord_error(error),
            SuiteFault::FieldPoint(key, error) => {
                let why = language.coord_error(error);
                (format!("{key}: {why}"), format!("{key}：{why}"), format!("{key}：{why}"))
            }
            SuiteFault::NoAnswer => same(
                "neither best_moves, blocking_moves nor forbidden_moves has a point",
                "best_moves、blocking_moves 和 forbidden_moves 中都没有点",
                "best_moves、blocking_moves、forbidden_movesのどれにも点がありません",
            ),
            SuiteFault::StonesForm => same(
                "expected black stones | white stones | forbidden points",
                "应为“黑子 | 白子 | 禁手点”",
                "「黒石 | 白石 | 禁点」の形が必要です",
            ),
            SuiteFault::ScoreForm => {
                same("expected a score and (emp=…)", "应为分数和 (emp=…)", "点数と(emp=…)が必要です")
            }
            SuiteFault::OpenBracket => {
                same("(emp=…) has no end", "(emp=…) 没有结束", "(emp=…)が閉じていません")
            }
            SuiteFault::Score(text) => (
                format!("'{text}' is not a score"),
                format!("“{text}”不是分数"),
                format!("「{text}」は点数ではありません"),
            ),
            SuiteFault::Settings => same(
                "settings of the program that found the scores",
                "这是求出分数的程序的设定",
                "点数を求めたプログラムの設定です",
            ),
            SuiteFault::Read(error) => return reading(error, language),
            SuiteFault::ReadLine(error) => {
                // The line is named already.
                let column = error.at.line_column.map_or(1, |(_, column)| column);
                let why = language.read_error(error);
                (
                    format!("column {column}: {why}"),
                    format!("第 {column} 列：{why}"),
                    format!("{column}列目：{why}"),
                )
            }
            SuiteFault::NoPosition => same("a position is missing", "缺少局面", "局面がありません"),
            SuiteFault::NoScore => same(
                "neither a move nor the position has a score",
                "着法和局面都没有分数",
                "着手にも局面にも点数がありません",
            ),
            SuiteFault::Rules(violation) => return language.violation(&violation.kind),
            SuiteFault::NoMoves => {
                same("there are no moves before it", "此前没有着法", "その前に着手がありません")
            }
            SuiteFault::NoMovesOrQuestion => same(
                "expected a list of moves or 'solve'",
                "应为着法列表或 solve",
                "着手の列かsolveが必要です",
            ),
            SuiteFault::Move(error) => return language.not_a_move(error),
            SuiteFault::Illegal(illegal) => return language.illegal(illegal),
            SuiteFault::Over => return over(language).into(),
            SuiteFault::NoQuestion(command) => (
                format!("'{command}' is not a question that Tengen answers"),
                format!("“{command}”不是 Tengen 能回答的问题"),
                format!("「{command}」はTengenが答えられる問いではありません"),
            ),
            SuiteFault::NoFileName => {
                same("loadsgf takes a file", "loadsgf 须指明文件", "loadsgfにはファイルが必要です")
            }
            SuiteFault::File(file, fault) => {
                let why = fault.text(language);
                (format!("{file}: {why}"), format!("{file}：{why}"), format!("{file}：{why}"))
            }
            SuiteFault::System(kind, message) => return language.file_error(*kind, message),
            SuiteFault::NoGame => same("there is no game in it", "其中没有对局", "対局がありません"),
            SuiteFault::NoFile => same("no file is loaded", "没有读入文件", "ファイルが読み込まれていません"),
            SuiteFault::NotToMove(color) => {
                let color = language.color(*color);
                (
                    format!("{color} cannot be to move"),
                    format!("不能轮到{color}"),
                    format!("{color}の手番にできません"),
                )
            }
            SuiteFault::Unsupported => {
                same("its position is not supported", "不支持其局面", "その局面には対応していません")
            }
            SuiteFault::PassesEndNothing => {
                same("passes do not end the game", "停一手不能结束对局", "パスで対局が終わりません")
            }
            SuiteFault::Vertex(text) => (
                format!("'{text}' is not a point"),
                format!("“{text}”不是点"),
                format!("「{text}」は点ではありません"),
            ),
            SuiteFault::Answers(text) => (
                format!("'{text}' is not a list of answers"),
                format!("“{text}”不是答案列表"),
                format!("「{text}」は答えの列ではありません"),
            ),
            SuiteFault::NoRightMove => same(
                "no move has RIGHT in its comment",
                "没有着法的注释含 RIGHT",
                "コメントにRIGHTのある着手がありません",
            ),
        };
        language.pick(en, zh, ja)
    }
}

impl fmt::Display for SuiteFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for SuiteFault {}

macro_rules! faults_from {
    ($($error:ty: $fault:ident;)*) => {
        $(impl From<$error> for SuiteFault {
            fn from(error: $error) -> SuiteFault {
                SuiteFault::$fault(error.into())
            }
        })*
    };
}

faults_from! {
    SpecError: Spec;
    SizeError: Size;
    SetUpError: SetUp;
    CoordError: Point;
    ReadError: Read;
    MoveError: Move;
    Illegal: Illegal;
}

impl From<tengen_records::ReplayError> for SuiteFault {
    fn from(error: tengen_records::ReplayError) -> SuiteFault {
        SuiteFault::Rules(error.violation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::{Coords, Size};
    use tengen_games::{Game, gomoku};
    use tengen_records::{Format, ReadOptions};
    use tengen_words::untranslated;

    #[test]
    fn every_fault_has_words_in_each_language() {
        let size = Size::of(15, 15);
        let point = Coords::Gomoku.parse("z99", size).unwrap_err();
        let position = gomoku::Position::new(&gomoku::Rules::RENJU);
        let faults = [
            SuiteFault::Json("?".into()),
            SuiteFault::NoObject,
            SuiteFault::NoText("moves"),
            SuiteFault::NoPlies,
            SuiteFault::Moves,
            SuiteFault::Side("?".into()),
            SuiteFault::Size(Size::new(0, 99).unwrap_err()),
            SuiteFault::OtherSide { winner: Color::Black, to_move: Color::White },
            SuiteFault::Row { row: 3, points: 15 },
            SuiteFault::Symbol { found: '?', known: ['X', 'O', '.'] },
            SuiteFault::Points { wanted: 64, found: 63 },
            SuiteFault::SetUp(SetUpError::Opening),
            SuiteFault::Point(point.clone()),
            SuiteFault::FieldPoint("best_moves", point),
            SuiteFault::NoAnswer,
            SuiteFault::StonesForm,
            SuiteFault::ScoreForm,
            SuiteFault::OpenBracket,
            SuiteFault::Score("?".into()),
            SuiteFault::Settings,
            SuiteFault::ReadLine(Format::Obf.read(b"?", &ReadOptions::default()).unwrap_err().into()),
            SuiteFault::NoPosition,
            SuiteFault::NoScore,
            SuiteFault::NoMoves,
            SuiteFault::NoMovesOrQuestion,
            SuiteFault::Move(position.parse_move("z99").unwrap_err().into()),
            SuiteFault::Over,
            SuiteFault::NoQuestion("?".into()),
            SuiteFault::NoFileName,
            SuiteFault::File("?".into(), Box::new(SuiteFault::NoGame)),
            SuiteFault::System(ErrorKind::IsADirectory, "os error 21".into()),
            SuiteFault::NoGame,
            SuiteFault::NoFile,
            SuiteFault::NotToMove(Color::White),
            SuiteFault::Unsupported,
            SuiteFault::PassesEndNothing,
            SuiteFault::Vertex("?".into()),
            SuiteFault::Answers("?".into()),
            SuiteFault::NoRightMove,
        ];
        let kept = [
            "JSON",
            "moves",
            "win_in_at_most",
            "black",
            "white",
            "best_moves",
            "blocking_moves",
            "forbidden_moves",
            "emp",
            "solve",
            "loadsgf",
            "RIGHT",
            "Tengen",
        ];
        for fault in faults {
            assert_eq!(untranslated(|language| fault.text(language), &kept), None, "{fault:?}");
        }
    }
}
