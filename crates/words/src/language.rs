//! The languages of the front ends.

use crate::traditional::{traditional, traditional_static};

/// A language of the front ends. Texts are written in English, simplified Chinese and Japanese; traditional Chinese is
/// made from the simplified text, see [`to_traditional`](crate::to_traditional).
///
/// ```
/// use tengen_words::Language;
/// assert_eq!(Language::from_tag("zh_TW.UTF-8"), Some(Language::TraditionalChinese));
/// assert_eq!(Language::TraditionalChinese.pick("win", "获胜", "勝ち"), "獲勝");
/// assert_eq!(Language::from_tag("ja_JP.UTF-8"), Some(Language::Japanese));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese, 简体中文.
    SimplifiedChinese,
    /// Traditional Chinese, 繁體中文.
    TraditionalChinese,
    /// Japanese, 日本語.
    Japanese,
}

/// A text that has a traditional form: what [`Language::pick`] chooses from.
pub trait ChineseText {
    /// The same text in traditional Chinese.
    #[must_use]
    fn into_traditional(self) -> Self;
}

impl ChineseText for &'static str {
    fn into_traditional(self) -> &'static str {
        traditional_static(self)
    }
}

impl ChineseText for String {
    fn into_traditional(self) -> String {
        traditional(&self)
    }
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 4] =
        [Language::English, Language::SimplifiedChinese, Language::TraditionalChinese, Language::Japanese];

    /// The tags of every language, as a message lists them.
    pub const TAGS: &str = "en, zh (zh-Hans), zh-Hant, ja";

    /// The language tag (BCP 47): `en`, `zh-Hans`, `zh-Hant`, `ja`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::SimplifiedChinese => "zh-Hans",
            Language::TraditionalChinese => "zh-Hant",
            Language::Japanese => "ja",
        }
    }

    /// The language of a tag or a locale: `en`, `zh`, `zh-Hant`, `zh-HK`, `zh_TW.UTF-8`, `ja_JP`. Chinese
    /// without a script or a region that writes traditional characters is simplified. `None` for any other language.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let tag = tag.trim().to_ascii_lowercase();
        let mut parts = tag.split(['-', '_', '.', '@']);
        match parts.next()? {
            "en" => Some(Language::English),
            "ja" => Some(Language::Japanese),
            "zh" => Some(match parts.next() {
                Some("hant" | "tw" | "hk" | "mo") => Language::TraditionalChinese,
                _ => Language::SimplifiedChinese,
            }),
            _ => None,
        }
    }

    /// Chooses between an English, a simplified Chinese and a Japanese text. In traditional Chinese the second is
    /// converted.
    pub fn pick<T: ChineseText>(self, english: T, chinese: T, japanese: T) -> T {
        match self {
            Language::English => english,
            Language::SimplifiedChinese => chinese,
            Language::TraditionalChinese => chinese.into_traditional(),
            Language::Japanese => japanese,
        }
    }

    /// A text in brackets after another: ` (SGF)`, `（SGF）`. The text is not converted.
    pub fn aside(self, text: impl std::fmt::Display) -> String {
        match self {
            Language::English => format!(" ({text})"),
            _ => format!("（{text}）"),
        }
    }

    /// A simplified Chinese text as this language writes it.
    pub(crate) fn chinese(self, text: String) -> String {
        match self {
            Language::TraditionalChinese => text.into_traditional(),
            _ => text,
        }
    }
}

/// An English count with its noun: `1 disc`, `3 discs`.
///
/// ```
/// assert_eq!(tengen_words::count(1, "game"), "1 game");
/// assert_eq!(tengen_words::count(0, "game"), "0 games");
/// ```
pub fn count(n: usize, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") || noun.ends_with("sh") => {
            format!("{n} {noun}es")
        }
        _ if noun.ends_with("ly") || noun.ends_with("ty") => format!("{n} {}ies", noun.trim_end_matches('y')),
        _ => format!("{n} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_locales_name_their_language() {
        use Language::{English, Japanese, SimplifiedChinese, TraditionalChinese};
        for (tag, language) in [
            ("en", English),
            ("en_US.UTF-8", English),
            ("zh", SimplifiedChinese),
            ("zh-CN", SimplifiedChinese),
            ("zh_SG.UTF-8", SimplifiedChinese),
            ("zh-Hans-HK", SimplifiedChinese),
            ("zh-Hant", TraditionalChinese),
            ("ZH-hant-TW", TraditionalChinese),
            ("zh_TW", TraditionalChinese),
            ("zh-HK", TraditionalChinese),
            ("ja", Japanese),
            ("ja-JP", Japanese),
            ("ja_JP.UTF-8", Japanese),
        ] {
            assert_eq!(Language::from_tag(tag), Some(language), "{tag}");
        }
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
            assert!(Language::TAGS.contains(language.tag()), "{language:?}");
        }
        for tag in ["", "de", "zhuang", "english"] {
            assert_eq!(Language::from_tag(tag), None, "{tag}");
        }
    }

    #[test]
    fn counts_have_the_right_plural() {
        let plies: Vec<String> = [1, 2].map(|n| count(n, "ply")).to_vec();
        assert_eq!(plies, ["1 ply", "2 plies"]);
        assert_eq!((count(21, "match"), count(1, "match")), ("21 matches".into(), "1 match".into()));
    }
}
