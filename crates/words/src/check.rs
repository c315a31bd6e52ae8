//! What a test of a translated text asks.

use crate::{Language, not_japanese, unlisted_character};

/// The first language in which a text is not translated, with the text: it has no letter of that language, reads as the
/// English, or has an English word. Words of `kept`, such as the names of formats, are the same in every language.
///
/// ```
/// use tengen_words::{Language, untranslated};
/// let text = |language: Language| language.pick("no JSON", "不是 JSON", "JSONではありません").to_owned();
/// assert_eq!(untranslated(text, &["JSON"]), None);
/// assert!(untranslated(|_| "no JSON".into(), &[]).unwrap().starts_with("zh-Hans"));
/// ```
pub fn untranslated(write: impl Fn(Language) -> String, kept: &[&str]) -> Option<String> {
    let english = write(Language::English);
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let is_kana = |c: char| ('\u{3041}'..='\u{30fc}').contains(&c);
    let has_word = |text: &str| {
        let words = text.split(|c: char| !c.is_ascii_alphabetic() && c != '_');
        words.filter(|word| word.len() >= 3).any(|word| !kept.contains(&word))
    };
    if english.chars().any(|c| is_han(c) || is_kana(c)) {
        return Some(format!("en: {english}"));
    }
    for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
        let text = write(language);
        let is_foreign = match language {
            Language::Japanese => not_japanese(&text).is_some(),
            Language::SimplifiedChinese => unlisted_character(&text).is_some() || text.chars().any(is_kana),
            _ => text.chars().any(is_kana),
        };
        let has_letters = text.chars().any(|c| is_han(c) || is_kana(c));
        if is_foreign || !has_letters || text == english || has_word(&text) {
            return Some(format!("{}: {text}", language.tag()));
        }
    }
    None
}
