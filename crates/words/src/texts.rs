//! One text in every language.

use crate::Language;
use serde_json::{Value, json};

/// One text in every language.
///
/// ```
/// use tengen_words::{Language, Texts};
/// let text = Texts::new("black wins", "黑方获胜");
/// assert_eq!(text.get(Language::TraditionalChinese), "黑方獲勝");
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
}

impl Texts {
    /// A text in English and simplified Chinese; the traditional Chinese is made from the latter.
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Texts {
        let (en, zh) = (en.into(), zh.into());
        let zh_hant = crate::to_traditional(&zh);
        Texts { en, zh, zh_hant }
    }

    /// What `write` writes in each language.
    pub fn of(write: impl Fn(Language) -> String) -> Texts {
        Texts {
            en: write(Language::English),
            zh: write(Language::SimplifiedChinese),
            zh_hant: write(Language::TraditionalChinese),
        }
    }

    /// The text in one language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::SimplifiedChinese => &self.zh,
            Language::TraditionalChinese => &self.zh_hant,
        }
    }

    /// `{"en": …, "zh": …, "zh-Hant": …}`.
    pub fn to_json(&self) -> Value {
        json!({"en": self.en, "zh": self.zh, "zh-Hant": self.zh_hant})
    }
}
