//! What is wrong with an opening book.

use crate::Language;
use tengen_engine::{BookError, BookFault, BookPart};

impl Language {
    /// Why no engine plays by an opening book.
    pub fn book_fault(self, fault: &BookFault) -> String {
        match fault {
            BookFault::NotUsed => self.pick(
                fault.to_string(),
                "开局库只用于 8x8 的黑白棋和最强等级".into(),
                "ブックは8x8のオセロの最強レベルで使えます".into(),
            ),
            BookFault::System(kind, message) => self.file_error(*kind, message),
            BookFault::File(error) => self.book_error(error),
        }
    }

    /// Why a file is no book of an engine.
    pub fn book_error(self, error: &BookError) -> String {
        let (chinese, japanese) = match error {
            BookError::NotABook => (
                "这不是 Tengen 的开局库：文件开头不符".into(),
                "Tengenのブックではありません。ファイルの先頭が違います".into(),
            ),
            BookError::Version { found, wanted } => (
                format!("开局库的格式版本为 {found}，应为 {wanted}"),
                format!("ブックの形式はバージョン{found}です（{wanted}が必要です）"),
            ),
            BookError::Length { found, wanted } => (
                format!("开局库有 {found} 字节，应为 {wanted}：文件不完整或被改动"),
                format!(
                    "ブックが{found}バイトです（{wanted}バイトが必要です）。途中で切れたか変更されています"
                ),
            ),
            BookError::Spoilt { part, at } => {
                let (zh, ja) = match part {
                    BookPart::Header => ("文件头".into(), "ヘッダー".into()),
                    BookPart::PageTable => ("页表".into(), "ページの表".into()),
                    BookPart::Page(page) => (format!("第 {page} 页"), format!("{page}ページ目")),
                    BookPart::PositionOfPage(page) => {
                        (format!("第 {page} 页的局面"), format!("{page}ページ目の局面"))
                    }
                };
                (
                    format!("开局库的{zh}（第 {at} 字节）已损坏：请重新生成，或换用副本"),
                    format!("ブックの{ja}（{at}バイト目）が壊れています。作り直すか、控えを使ってください"),
                )
            }
        };
        self.pick(error.to_string(), chinese, japanese)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::untranslated;

    #[test]
    fn everything_wrong_with_a_book_has_words_in_each_language() {
        let parts = [BookPart::Header, BookPart::PageTable, BookPart::Page(3), BookPart::PositionOfPage(3)];
        let mut all = vec![
            BookError::NotABook,
            BookError::Version { found: 3, wanted: 1 },
            BookError::Length { found: 7, wanted: 64 },
        ];
        all.extend(parts.map(|part| BookError::Spoilt { part, at: 64 }));
        for fault in all.into_iter().map(BookFault::File).chain([BookFault::NotUsed]) {
            assert_eq!(untranslated(|language| language.book_fault(&fault), &["Tengen"]), None);
        }
    }
}
