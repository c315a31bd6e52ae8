//! What is wrong with a library: data, and the words for it.

use crate::{Error, GameId, GameResult};
use std::fmt;
use tengen_board::Color;
use tengen_words::Language;

/// What is wrong with the file of a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Damage {
    /// The message of the database.
    Database(String),
    /// A page cannot be read.
    Page,
    /// It does not begin as a database does.
    NoDatabase,
    /// No game in it can be read.
    NoGames,
    /// A stored analysis, by its number, is not valid: the message of the reader of JSON.
    Analysis(i64, String),
    /// A stored header is not valid: the message of the reader of JSON.
    Header(String),
    /// The stored seats of a game are not valid: the message of the reader of JSON.
    Seats(GameId, String),
    /// The stored review of a game is not valid: the message of the reader of JSON.
    Review(GameId, String),
    /// The stored moves of a game are not valid.
    Moves {
        /// The byte where that shows, from 0.
        at: usize,
        /// What is not valid.
        what: MovesPart,
    },
    /// The rules of a game are lost.
    NoRules,
    /// A game has no start.
    NoStart(GameId),
}

/// A part of the stored moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MovesPart {
    /// The form of the tree.
    Form,
    /// The number of nodes.
    Nodes,
    /// The parent of a node.
    Parent,
    /// The end of the tree.
    TreeEnd,
    /// The end of a node.
    NodeEnd,
    /// The bytes end too early.
    Short,
    /// A number.
    Number,
    /// A count.
    Count,
    /// A text.
    Text,
    /// A colour.
    Color,
    /// A time.
    Time,
    /// A decision of an opening.
    Choice,
    /// A mark.
    Mark,
}

impl MovesPart {
    /// The part in a language.
    pub fn text(self, language: Language) -> &'static str {
        match self {
            MovesPart::Form => language.pick("the form of a tree", "树的形式", "木の形式"),
            MovesPart::Nodes => language.pick("the number of nodes", "节点数", "ノード数"),
            MovesPart::Parent => language.pick("a parent", "上一节点", "親ノード"),
            MovesPart::TreeEnd => language.pick("the end of a tree", "树的结尾", "木の終わり"),
            MovesPart::NodeEnd => language.pick("the end of a node", "节点的结尾", "ノードの終わり"),
            MovesPart::Short => language.pick("more bytes", "更多字节", "続きのバイト"),
            MovesPart::Number => language.pick("a number", "数", "数"),
            MovesPart::Count => language.pick("a count", "个数", "個数"),
            MovesPart::Text => language.pick("a text", "文字", "文字列"),
            MovesPart::Color => language.pick("a colour", "颜色", "石の色"),
            MovesPart::Time => language.pick("a time", "时间", "時間"),
            MovesPart::Choice => language.pick("a choice", "选择", "選択"),
            MovesPart::Mark => language.pick("a mark", "标记", "印"),
        }
    }
}

impl Damage {
    /// The damage in a language. Messages of the database and of the reader of JSON stay as they are.
    pub fn text(&self, language: Language) -> String {
        let (en, zh, ja) = match self {
            Damage::Database(message) => return message.clone(),
            Damage::Page => (
                "a page of it cannot be read".into(),
                "其中一页无法读取".into(),
                "読めないページがあります".into(),
            ),
            Damage::NoDatabase => (
                "it does not begin as a database does".into(),
                "开头不是数据库的开头".into(),
                "先頭がデータベースのものではありません".into(),
            ),
            Damage::NoGames => (
                "no game in it can be read".into(),
                "其中没有能读出的对局".into(),
                "読める対局がありません".into(),
            ),
            Damage::Analysis(id, why) => (
                format!("analysis {id}: {why}"),
                format!("第 {id} 条分析：{why}"),
                format!("解析{id}：{why}"),
            ),
            Damage::Header(why) => {
                (format!("a header: {why}"), format!("对局信息：{why}"), format!("対局情報：{why}"))
            }
            Damage::Seats(game, why) => (
                format!("the seats of game {game}: {why}"),
                format!("第 {game} 局的双方：{why}"),
                format!("対局{game}の対局者：{why}"),
            ),
            Damage::Review(game, why) => (
                format!("the review of game {game}: {why}"),
                format!("第 {game} 局的复盘：{why}"),
                format!("対局{game}の検討：{why}"),
            ),
            Damage::Moves { at, what } => {
                let what = what.text(language);
                (
                    format!("byte {at} of a game's moves: expected {what}"),
                    format!("对局着法的第 {at} 字节：应为{what}"),
                    format!("対局の着手の{at}バイト目：{what}が必要です"),
                )
            }
            Damage::NoRules => {
                ("its rules are lost".into(), "规则已丢失".into(), "ルールが失われています".into())
            }
            Damage::NoStart(game) => (
                format!("game {game} has no start"),
                format!("第 {game} 局没有开头"),
                format!("対局{game}に開始局面がありません"),
            ),
        };
        language.pick(en, zh, ja)
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

/// What a check of a library finds.
#[derive(Clone, PartialEq, Debug)]
pub enum LibraryProblem {
    /// The message of the database about its pages.
    Database(String),
    /// A row refers to a row that is not there.
    Reference {
        /// Its table.
        table: String,
        /// Its number.
        row: i64,
    },
    /// A game cannot be read.
    Unreadable(GameId, Box<Error>),
    /// The result in the table of games, here, is not that of the game.
    WrongResult(GameId, GameResult),
    /// The index of positions is not that of the games.
    WrongIndex {
        /// Positions in the index.
        stored: u64,
        /// Positions of the games.
        expected: u64,
    },
}

impl LibraryProblem {
    /// The problem in a language. A message of the database stays as it is, behind a word for it.
    pub fn text(&self, language: Language) -> String {
        let (en, zh, ja) = match self {
            LibraryProblem::Database(message) => (
                format!("the database says: {message}"),
                format!("数据库报告：{message}"),
                format!("データベースのエラー：{message}"),
            ),
            LibraryProblem::Reference { table, row } => (
                format!("row {row} of {table} refers to nothing"),
                format!("{table} 的第 {row} 行所指不存在"),
                format!("{table}の{row}行目の参照先がありません"),
            ),
            LibraryProblem::Unreadable(game, error) => {
                let why = error.about_game(language);
                (format!("game {game}: {why}"), format!("第 {game} 局：{why}"), format!("対局{game}：{why}"))
            }
            LibraryProblem::WrongResult(game, result) => {
                let result = match result {
                    GameResult::Unknown => language.pick("unknown", "未知", "不明"),
                    GameResult::Black => language.pick("a win for black", "黑方获胜", "黒の勝ち"),
                    GameResult::White => language.pick("a win for white", "白方获胜", "白の勝ち"),
                    GameResult::Draw => language.pick("a draw", "和棋", "引き分け"),
                };
                (
                    format!("game {game}: its result is noted as {result}"),
                    format!("第 {game} 局：登记的结果是“{result}”，与棋谱不符"),
                    format!("対局{game}：記録された結果は「{result}」で、棋譜と違います"),
                )
            }
            LibraryProblem::WrongIndex { stored, expected } => {
                let (en, zh, ja) = if stored == expected {
                    (
                        format!(
                            "the index has as many positions as the games ({stored}), but not the same ones"
                        ),
                        format!("局面索引与对局的局面数相同（{stored} 个），但内容不符"),
                        format!("局面の索引は対局と同じ{stored}局面ですが、中身が一致しません"),
                    )
                } else {
                    (
                        format!("the index has {stored} positions, but the games have {expected}"),
                        format!("局面索引有 {stored} 个局面，而对局有 {expected} 个"),
                        format!("局面の索引は{stored}局面ですが、対局は{expected}局面です"),
                    )
                };
                (en + ": make it again", zh + "：请重建索引", ja + "。索引を作り直してください")
            }
        };
        language.pick(en, zh, ja)
    }
}

impl fmt::Display for LibraryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

/// A part of a game that cannot be read from a damaged library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GamePart {
    /// Some of its moves.
    Moves,
    /// Its tags.
    Tags,
    /// The name of a player.
    Player(Color),
    /// The event.
    Event,
    /// The date.
    Date,
    /// The result.
    Result,
    /// The name of the game.
    Name,
    /// The rest of the header.
    Header,
}

impl GamePart {
    /// The part in a language.
    pub fn text(self, language: Language) -> &'static str {
        match self {
            GamePart::Moves => language.pick("some of its moves", "部分着法", "着手の一部"),
            GamePart::Tags => language.pick("its tags", "标签", "タグ"),
            GamePart::Player(Color::Black) => language.pick("the name of black", "黑方姓名", "黒の名前"),
            GamePart::Player(Color::White) => language.pick("the name of white", "白方姓名", "白の名前"),
            GamePart::Event => language.pick("the event", "赛事", "棋戦"),
            GamePart::Date => language.pick("the date", "日期", "日付"),
            GamePart::Result => language.pick("the result", "结果", "結果"),
            GamePart::Name => language.pick("the name of the game", "对局名称", "対局の名前"),
            GamePart::Header => language.pick("the rest of the header", "其余对局信息", "残りの対局情報"),
        }
    }
}

/// What is lost of a game in a damaged library.
#[derive(Clone, PartialEq, Debug)]
pub enum GameLoss {
    /// Parts of it.
    Parts(Vec<GamePart>),
    /// All of it: why it cannot be read.
    Whole(Box<Error>),
}

impl GameLoss {
    /// The loss in a language.
    pub fn text(&self, language: Language) -> String {
        match self {
            GameLoss::Parts(parts) => {
                let parts: Vec<&str> = parts.iter().map(|part| part.text(language)).collect();
                parts.join(language.pick(", ", "、", "、"))
            }
            GameLoss::Whole(error) => error.about_game(language),
        }
    }
}

impl fmt::Display for GameLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl Error {
    /// The error where the game is named: damage without the name of the file.
    fn about_game(&self, language: Language) -> String {
        match self {
            Error::Damaged { what: Damage::Page, .. } => {
                let (zh, ja) = ("它所在的页已损坏", "保存されていたページが壊れています");
                language.pick("its page is damaged", zh, ja).into()
            }
            Error::Damaged { what, .. } => what.text(language),
            other => other.text(language),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_words::untranslated;

    #[test]
    fn every_damage_has_words_in_each_language() {
        for damage in [
            Damage::Page,
            Damage::NoDatabase,
            Damage::NoGames,
            Damage::Analysis(7, "?".into()),
            Damage::Header("?".into()),
            Damage::Seats(7, "?".into()),
            Damage::Review(7, "?".into()),
            Damage::NoRules,
            Damage::NoStart(7),
        ] {
            assert_eq!(untranslated(|language| damage.text(language), &[]), None);
        }
        for what in [
            MovesPart::Form,
            MovesPart::Nodes,
            MovesPart::Parent,
            MovesPart::TreeEnd,
            MovesPart::NodeEnd,
            MovesPart::Short,
            MovesPart::Number,
            MovesPart::Count,
            MovesPart::Text,
            MovesPart::Color,
            MovesPart::Time,
            MovesPart::Choice,
            MovesPart::Mark,
        ] {
            let damage = Damage::Moves { at: 7, what };
            assert_eq!(untranslated(|language| damage.text(language), &[]), None);
        }
    }

    #[test]
    fn every_problem_and_loss_has_words_in_each_language() {
        let damaged = Box::new(Error::damaged(Damage::Moves { at: 7, what: MovesPart::Short }));
        for problem in [
            LibraryProblem::Reference { table: "games".into(), row: 7 },
            LibraryProblem::Unreadable(7, damaged.clone()),
            LibraryProblem::WrongResult(7, GameResult::Unknown),
            LibraryProblem::WrongResult(7, GameResult::Black),
            LibraryProblem::WrongResult(7, GameResult::White),
            LibraryProblem::WrongResult(7, GameResult::Draw),
            LibraryProblem::WrongIndex { stored: 7, expected: 8 },
            LibraryProblem::WrongIndex { stored: 7, expected: 7 },
            LibraryProblem::Database("7".into()),
        ] {
            assert_eq!(untranslated(|language| problem.text(language), &["games"]), None);
        }
        let same = LibraryProblem::WrongIndex { stored: 7, expected: 7 };
        let english =
            "the index has as many positions as the games (7), but not the same ones: make it again";
        assert_eq!(same.to_string(), english);
        assert_eq!(same.text(Language::TraditionalChinese).matches('7').count(), 1, "the count is said once");
        let parts = vec![
            GamePart::Moves,
            GamePart::Tags,
            GamePart::Player(Color::Black),
            GamePart::Player(Color::White),
            GamePart::Event,
            GamePart::Date,
            GamePart::Result,
            GamePart::Name,
            GamePart::Header,
        ];
        let page = Box::new(Error::damaged(Damage::Page));
        assert_eq!(GameLoss::Whole(page.clone()).to_string(), "its page is damaged");
        for loss in [GameLoss::Parts(parts), GameLoss::Whole(damaged), GameLoss::Whole(page)] {
            assert_eq!(untranslated(|language| loss.text(language), &[]), None);
        }
    }
}
