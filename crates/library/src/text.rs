//! The errors and problems of the library as people read them. English is what their `Display` writes.

use crate::{Error, FileFault, LibraryLimit, LostTags, ProblemKind};
use std::fmt;
use tengen_words::Language;

impl LostTags {
    /// The tags in a language, without the number of the game: `tags of the library (2)`.
    pub fn text(&self, language: Language) -> String {
        let tags = language.pick("tags of the library", "棋谱库中的标签", "ライブラリのタグ");
        format!("{tags}{}", language.aside(self.count))
    }
}

/// `record 2: tags of the library (3)`.
impl fmt::Display for LostTags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: {}", self.record + 1, self.text(Language::English))
    }
}

impl Error {
    /// The error in a language. Messages of the system and of the database stay as they are.
    pub fn text(&self, language: Language) -> String {
        let chinese = match self {
            Error::Io { path, fault } => format!("{}：{}", path.display(), fault_in_chinese(fault)),
            Error::Damaged { path, what } => {
                let what = what.text(Language::SimplifiedChinese);
                match path {
                    Some(path) => format!("{} 已损坏：{what}", path.display()),
                    None => format!("棋谱库已损坏：{what}"),
                }
            }
            Error::Foreign { path } => {
                format!("{} 不是 Tengen 的棋谱库，而是其他程序的数据库", path.display())
            }
            Error::Newer { path, found, known } => {
                let path = path.display();
                format!("{path} 的格式是第 {found} 版，此版 Tengen 只认到第 {known} 版：请使用更新的 Tengen")
            }
            Error::Busy => "棋谱库正被其他程序占用".into(),
            Error::Full => "磁盘已满".into(),
            Error::NoGame(id) => format!("棋谱库中没有第 {id} 局"),
            Error::NoNode { game, node } => format!("第 {game} 局没有节点 {node}"),
            Error::PruneRoot => "不能剪除对局的开头：请删除整局".into(),
            Error::NothingPruned(game) => format!("第 {game} 局没有可以恢复的剪枝"),
            Error::Conflict { game, expected, found } => {
                format!("第 {game} 局已是第 {found} 版，而非第 {expected} 版：其间有改动")
            }
            Error::TooLarge(limit) => limit_in_chinese(*limit),
            Error::Cancelled => "已取消".into(),
            Error::Read(error) => {
                let zh = Language::SimplifiedChinese;
                format!("无法读取：{}：{}", zh.place(error.at), zh.read_error(error))
            }
            Error::Write(error) => Language::SimplifiedChinese.write_error(error),
            Error::Spec(error) => Language::SimplifiedChinese.spec_error(error),
            Error::Database(message) => format!("数据库报告：{message}"),
        };
        let japanese = match self {
            Error::Io { path, fault } => format!("{}：{}", path.display(), fault_in_japanese(fault)),
            Error::Damaged { path, what } => {
                let what = what.text(Language::Japanese);
                match path {
                    Some(path) => format!("{}が壊れています：{what}", path.display()),
                    None => format!("ライブラリが壊れています：{what}"),
                }
            }
            Error::Foreign { path } => {
                format!("{}はTengenのライブラリではなく、ほかのプログラムのデータベースです", path.display())
            }
            Error::Newer { path, found, known } => {
                let path = path.display();
                format!(
                    "{path}の形式は第{found}版ですが、このTengenは第{known}版までです。新しいTengenを使ってください"
                )
            }
            Error::Busy => "ライブラリはほかのプログラムが使用中です".into(),
            Error::Full => "ディスクがいっぱいです".into(),
            Error::NoGame(id) => format!("ライブラリに対局{id}はありません"),
            Error::NoNode { game, node } => format!("対局{game}にノード{node}はありません"),
            Error::PruneRoot => "対局の最初は切り取れません。対局ごと削除してください".into(),
            Error::NothingPruned(game) => format!("対局{game}に元へ戻せる枝はありません"),
            Error::Conflict { game, expected, found } => {
                format!("対局{game}は第{found}版で、第{expected}版ではありません。途中で変更されました")
            }
            Error::TooLarge(limit) => limit_in_japanese(*limit),
            Error::Cancelled => "取り消しました".into(),
            Error::Read(error) => {
                let ja = Language::Japanese;
                format!("読めません：{}：{}", ja.place(error.at), ja.read_error(error))
            }
            Error::Write(error) => Language::Japanese.write_error(error),
            Error::Spec(error) => Language::Japanese.spec_error(error),
            Error::Database(message) => format!("データベースのエラー：{message}"),
        };
        match self {
            // The words have their own English for these.
            Error::Write(error) => language.write_error(error),
            Error::Spec(error) => language.spec_error(error),
            _ => language.pick(self.to_string(), chinese, japanese),
        }
    }
}

impl ProblemKind {
    /// The problem in a language, without its place.
    pub fn text(&self, language: Language) -> String {
        match self {
            ProblemKind::File(kind, message) => language.file_error(*kind, message),
            ProblemKind::Names(kind, message) => {
                let why = language.file_error(*kind, message);
                language.pick(
                    self.to_string(),
                    format!("文件旁的姓名文件：{why}"),
                    format!("ファイルの横の名前ファイル：{why}"),
                )
            }
            ProblemKind::NoRecord => language.pick(
                self.to_string(),
                "这不是 Tengen 能读的棋谱".into(),
                "Tengenが読める棋譜ではありません".into(),
            ),
            ProblemKind::Warning(warning) => language.warning_kind(warning),
            ProblemKind::Rules(violation) => language.violation(&violation.kind),
            ProblemKind::CutOff(violation, after) => {
                let (number, fault) = (violation.number, language.violation(&violation.kind));
                language.pick(
                    self.to_string(),
                    format!("第 {number} 手：{fault}；自此手起共 {} 手未导入", after + 1),
                    format!("{number}手目：{fault}。この手から{}手を省きました", after + 1),
                )
            }
            ProblemKind::Refused(error) => error.text(language),
        }
    }
}

fn limit_in_chinese(limit: LibraryLimit) -> String {
    match limit {
        LibraryLimit::GameNodes(most) => format!("对局太大：至多 {most} 个节点"),
        LibraryLimit::GameBytes(most) => format!("对局太大：至多 {most} 字节"),
        LibraryLimit::FieldBytes(most) => format!("对局信息中有一项太长：至多 {most} 字节"),
        LibraryLimit::CommentBytes(most) => format!("评注太长：至多 {most} 字节"),
        LibraryLimit::NameBytes(most) => format!("名称太长：至多 {most} 字节"),
        LibraryLimit::Marks(most, bytes) => {
            format!("标记太多或太长：至多 {most} 个，每个的文字至多 {bytes} 字节")
        }
        LibraryLimit::Tags(most, bytes) => format!("标签太多或太长：至多 {most} 个，每个至多 {bytes} 字节"),
        LibraryLimit::ImportMebibytes(most) => format!("一次导入的对局太多：至多 {most} MiB"),
        LibraryLimit::Files(most) => format!("文件夹中的文件太多：至多 {most} 个"),
    }
}

fn fault_in_chinese(fault: &FileFault) -> String {
    match fault {
        FileFault::System(kind, message) => return Language::SimplifiedChinese.file_error(*kind, message),
        FileFault::Missing => "没有这个文件",
        FileFault::Exists => "已有同名文件",
        FileFault::IntoItself => "不能把棋谱库恢复到它自身",
        FileFault::NotAFile => "这不是文件",
        FileFault::NotUnicode => "文件名不是 Unicode",
        FileFault::TooManyDamaged => "旁边损坏的文件太多",
        FileFault::TooManyBackups => "当日的备份太多",
        FileFault::InMemory => "内存中的棋谱库没有文件夹",
    }
    .into()
}

fn limit_in_japanese(limit: LibraryLimit) -> String {
    match limit {
        LibraryLimit::GameNodes(most) => format!("対局が大きすぎます（{most}ノードまで）"),
        LibraryLimit::GameBytes(most) => format!("対局が大きすぎます（{most}バイトまで）"),
        LibraryLimit::FieldBytes(most) => format!("対局情報に長すぎる項目があります（{most}バイトまで）"),
        LibraryLimit::CommentBytes(most) => format!("コメントが長すぎます（{most}バイトまで）"),
        LibraryLimit::NameBytes(most) => format!("名前が長すぎます（{most}バイトまで）"),
        LibraryLimit::Marks(most, bytes) => {
            format!("印が多すぎるか長すぎます（{most}個まで、文字は各{bytes}バイトまで）")
        }
        LibraryLimit::Tags(most, bytes) => {
            format!("タグが多すぎるか長すぎます（{most}個まで、各{bytes}バイトまで）")
        }
        LibraryLimit::ImportMebibytes(most) => format!("一度に読み込む対局が多すぎます（{most} MiBまで）"),
        LibraryLimit::Files(most) => format!("フォルダーのファイルが多すぎます（{most}個まで）"),
    }
}

fn fault_in_japanese(fault: &FileFault) -> String {
    match fault {
        FileFault::System(kind, message) => return Language::Japanese.file_error(*kind, message),
        FileFault::Missing => "ファイルがありません",
        FileFault::Exists => "同じ名前のファイルがあります",
        FileFault::IntoItself => "ライブラリをそれ自身に取り出すことはできません",
        FileFault::NotAFile => "ファイルではありません",
        FileFault::NotUnicode => "ファイル名がUnicodeではありません",
        FileFault::TooManyDamaged => "横に壊れたファイルが多すぎます",
        FileFault::TooManyBackups => "この日のバックアップが多すぎます",
        FileFault::InMemory => "メモリ上のライブラリにフォルダーはありません",
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_records::{Format, Unwritable, WriteError};

    /// The sentences of errors about a game have no English word in Chinese.
    #[test]
    fn errors_about_games_are_chinese_in_chinese() {
        let write = WriteError::Record { format: Format::Psq, record: 2, why: Unwritable::Pass };
        for error in [
            Error::NoGame(3),
            Error::NoNode { game: 3, node: 7 },
            Error::Conflict { game: 3, expected: 1, found: 2 },
            Error::TooLarge(LibraryLimit::CommentBytes(9)),
            Error::TooLarge(LibraryLimit::Marks(5, 9)),
            Error::Write(write),
        ] {
            let text = error.text(Language::SimplifiedChinese).replace("Piskvork psq", "");
            assert!(!text.contains(|c: char| c.is_ascii_alphabetic()), "{text}");
            assert!(error.text(Language::English).is_ascii());
        }
        let refused = ProblemKind::Refused(Box::new(Error::TooLarge(LibraryLimit::GameNodes(9))));
        assert_eq!(refused.text(Language::TraditionalChinese), "對局太大：至多 9 個節點");
        assert_eq!(refused.text(Language::Japanese), "対局が大きすぎます（9ノードまで）");
        assert_eq!(refused.text(Language::English), "a game is too large: at most 9 nodes");
    }
}
