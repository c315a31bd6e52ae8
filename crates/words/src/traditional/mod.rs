//! Traditional Chinese, made from the simplified text: word by word where the word differs, else character by
//! character.

mod tables;

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use tables::{SAME, SIMPLIFIED, TRADITIONAL, WORDS};

struct Tables {
    characters: HashMap<char, char>,
    /// The words by their first character, the longest first.
    words: HashMap<char, Vec<(&'static str, &'static str)>>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut words: HashMap<char, Vec<(&str, &str)>> = HashMap::new();
    for &(simplified, traditional) in WORDS {
        if let Some(first) = simplified.chars().next() {
            words.entry(first).or_default().push((simplified, traditional));
        }
    }
    for list in words.values_mut() {
        list.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    }
    Tables { characters: SIMPLIFIED.chars().zip(TRADITIONAL.chars()).collect(), words }
});

/// A simplified Chinese text in traditional Chinese; everything else in it stays as it is.
pub(crate) fn traditional(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word =
            TABLES.words.get(&first).and_then(|list| list.iter().find(|(word, _)| rest.starts_with(word)));
        match word {
            Some((word, traditional)) => {
                out.push_str(traditional);
                rest = &rest[word.len()..];
            }
            None => {
                out.push(TABLES.characters.get(&first).copied().unwrap_or(first));
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    out
}

/// The same for a text of the program. Each is converted once and kept for good: there are only as many as the sources
/// have.
pub(crate) fn traditional_static(text: &'static str) -> &'static str {
    static KEPT: LazyLock<Mutex<HashMap<&'static str, &'static str>>> = LazyLock::new(Mutex::default);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.entry(text).or_insert_with(|| traditional(text).leak())
}

/// The first Chinese character of a simplified text that the tables of [`to_traditional`](crate::to_traditional) do not
/// have. A crate with Chinese texts tests that there is none.
///
/// ```
/// assert_eq!(tengen_words::unlisted_character("黑方获胜 (h8)"), None);
/// assert_eq!(tengen_words::unlisted_character("獲"), Some('獲'), "this is traditional already");
/// ```
pub fn unlisted_character(text: &str) -> Option<char> {
    static LISTED: LazyLock<std::collections::HashSet<char>> =
        LazyLock::new(|| SIMPLIFIED.chars().chain(SAME.chars()).collect());
    text.chars().find(|c| ('\u{3400}'..='\u{9fff}').contains(c) && !LISTED.contains(c))
}

/// The tables themselves, for a front end that converts on its own side: simplified characters, their traditional
/// forms, and the words that differ.
pub fn traditional_tables() -> (&'static str, &'static str, &'static [(&'static str, &'static str)]) {
    (SIMPLIFIED, TRADITIONAL, WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_tables_are_one_to_one() {
        assert_eq!(SIMPLIFIED.chars().count(), TRADITIONAL.chars().count());
        let mut seen = HashSet::new();
        for c in SIMPLIFIED.chars().chain(SAME.chars()) {
            assert!(seen.insert(c), "{c} is listed twice");
        }
        assert!(SIMPLIFIED.chars().zip(TRADITIONAL.chars()).all(|(a, b)| a != b));
        for (simplified, traditional) in WORDS {
            assert_eq!(unlisted_character(simplified), None, "{simplified}");
            let by_character: String =
                simplified.chars().map(|c| TABLES.characters.get(&c).copied().unwrap_or(c)).collect();
            assert_ne!(&by_character, traditional, "the characters alone give this");
        }
    }

    #[test]
    fn words_come_before_characters() {
        for (simplified, expected) in [
            ("程序的默认设置", "程式的預設設定"),
            ("打开文件夹中的文件", "開啟資料夾中的檔案"),
            ("剩余干净的若干手", "剩餘乾淨的若干手"),
            ("征子成立；复盘与复制", "征子成立；復盤與複製"),
            ("后手方获胜 5 子", "後手方獲勝 5 子"),
            ("plain text, h8-i9", "plain text, h8-i9"),
            // In Taiwan a column is 欄 and a row 列; quotes have corners.
            ("“h8”：该列已满，请另选一列", "「h8」：該欄已滿，請另選一欄"),
            ("7 列 6 行的棋盘；第 3 行第 5 列", "7 欄 6 列的棋盤；第 3 行第 5 欄"),
            ("着法列表，列出 4 种", "著法列表，列出 4 種"),
        ] {
            assert_eq!(traditional(simplified), expected);
        }
    }
}
