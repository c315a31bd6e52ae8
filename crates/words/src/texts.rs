//! One text in every language.

use crate::Language;
use serde_json::{Value, json};

/// One text in every language.
///
/// ```
/// use tengen_words::{Language, Texts};
/// let text = Texts::new("black wins", "黑方获胜", "黒の勝ち");
/// assert_eq!(text.get(Language::TraditionalChinese), "黑方獲勝");
/// assert_eq!(text.get(Language::Japanese), "黒の勝ち");
/// assert_eq!(text.to_json()["zh"], "黑方获胜");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    pub zh: String,
    /// Traditional Chinese.
    pub zh_hant: String,
    /// Japanese.
    pub ja: String,
}

impl Texts {
    /// A text in English, simplified Chinese and Japanese; the traditional Chinese is made from the simplified.
    pub fn new(en: impl Into<String>, zh: impl Into<String>, ja: impl Into<String>) -> Texts {
        let (en, zh, ja) = (en.into(), zh.into(), ja.into());
        let zh_hant = crate::to_traditional(&zh);
        Texts { en, zh, zh_hant, ja }
    }

    /// What `write` writes in each language.
    pub fn of(write: impl Fn(Language) -> String) -> Texts {
        Texts {
            en: write(Language::English),
            zh: write(Language::SimplifiedChinese),
            zh_hant: write(Language::TraditionalChinese),
            ja: write(Language::Japanese),
        }
    }

    /// The text in one language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::SimplifiedChinese => &self.zh,
            Language::TraditionalChinese => &self.zh_hant,
            Language::Japanese => &self.ja,
        }
    }

    /// `{"en": …, "zh": …, "zh-Hant": …, "ja": …}`.
    pub fn to_json(&self) -> Value {
        json!({"en": self.en, "zh": self.zh, "zh-Hant": self.zh_hant, "ja": self.ja})
    }
}
