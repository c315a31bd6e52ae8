//! Every sentence that the command line writes, in English, Chinese and Japanese.

mod help;
mod messages;

pub(crate) use help::*;
pub(crate) use messages::Msg;

use std::ffi::OsString;

pub(crate) use tengen_words::Language as Lang;

/// The language asked for: `--lang` among the arguments, else the locale of the environment, else English. It is
/// chosen before the arguments are parsed, so that help and usage errors are in it too.
pub(crate) fn choose(args: &[OsString], env: impl Fn(&str) -> Option<String>) -> Lang {
    let mut args = args.iter().map(|a| a.to_string_lossy());
    while let Some(arg) = args.next() {
        let value = match arg.as_ref() {
            "--" => break,
            "--lang" => args.next().map(std::borrow::Cow::into_owned),
            other => other.strip_prefix("--lang=").map(str::to_string),
        };
        if let Some(value) = value {
            return Lang::from_tag(&value).unwrap_or_default();
        }
    }
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| env(name).filter(|v| !v.is_empty()))
        .and_then(|locale| Lang::from_tag(&locale))
        .unwrap_or_default()
}

/// The value of `--lang`.
///
/// # Errors
/// Which languages there are, for any other.
pub(crate) fn read_language(tag: &str) -> Result<Lang, String> {
    Lang::from_tag(tag).ok_or_else(|| format!("one of {}", Lang::TAGS))
}

/// What the command line says in a language.
pub(crate) trait Say {
    /// A message with its `{names}` filled in; `{count|game|games}` becomes `1 game` or `5 games`.
    fn say(self, message: Msg, values: &[(&str, &dyn std::fmt::Display)]) -> String;

    /// What is between the parts of a sentence: `, `.
    fn comma(self) -> &'static str;

    /// What is between a place and what is wrong there: `: `.
    fn colon(self) -> &'static str;
}

impl Say for Lang {
    fn say(self, message: Msg, values: &[(&str, &dyn std::fmt::Display)]) -> String {
        let template = message.text(self);
        let mut out = String::with_capacity(template.len() + 32);
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let (name, nouns) =
                name.split_once('|').map_or((name, None), |(name, nouns)| (name, Some(nouns)));
            match values.iter().find(|(n, _)| *n == name) {
                Some((_, value)) => {
                    let value = value.to_string();
                    out.push_str(&value);
                    // A count with its noun: `{count|game|games}`.
                    if let Some((one, many)) = nouns.and_then(|nouns| nouns.split_once('|')) {
                        out.push(' ');
                        out.push_str(if value == "1" { one } else { many });
                    }
                }
                None => debug_assert!(false, "{message:?} lacks a value for {name}"),
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }

    fn comma(self) -> &'static str {
        self.pick(", ", "，", "、")
    }

    fn colon(self) -> &'static str {
        self.pick(": ", "：", "：")
    }
}

/// `tr!(lang, Message, name = value, …)`: a message in the language spoken.
macro_rules! tr {
    ($lang:expr, $message:ident $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::i18n::Say::say($lang, $crate::i18n::Msg::$message, &[$((stringify!($name), &$value as &dyn std::fmt::Display)),*])
    };
}
pub(crate) use tr;

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(args: &[&str], env: &[(&str, &str)]) -> Lang {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        choose(&args, |name| env.iter().find(|(n, _)| *n == name).map(|(_, v)| v.to_string()))
    }

    #[test]
    fn the_argument_wins_over_the_environment() {
        assert_eq!(chosen(&["tengen"], &[]), Lang::English);
        assert_eq!(chosen(&["tengen", "--lang", "zh"], &[]), Lang::SimplifiedChinese);
        assert_eq!(chosen(&["tengen", "--lang=zh"], &[("LANG", "en_US.UTF-8")]), Lang::SimplifiedChinese);
        assert_eq!(chosen(&["tengen", "--lang", "zh-Hant"], &[]), Lang::TraditionalChinese);
        assert_eq!(chosen(&["tengen", "--lang", "ja"], &[("LANG", "zh_CN.UTF-8")]), Lang::Japanese);
        assert_eq!(chosen(&["tengen"], &[("LANG", "ja_JP.UTF-8")]), Lang::Japanese);
        assert_eq!(chosen(&["tengen", "--lang=en"], &[("LANG", "zh_CN.UTF-8")]), Lang::English);
        assert_eq!(chosen(&["tengen"], &[("LANG", "zh_CN.UTF-8")]), Lang::SimplifiedChinese);
        assert_eq!(chosen(&["tengen"], &[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")]), Lang::English);
        assert_eq!(chosen(&["tengen"], &[("LC_ALL", ""), ("LANG", "zh_TW")]), Lang::TraditionalChinese);
        assert_eq!(chosen(&["tengen", "--", "--lang=zh"], &[]), Lang::English);
    }

    /// Between words of Chinese and Japanese stand their own signs, not those of English.
    #[test]
    fn texts_have_the_punctuation_of_their_language() {
        let is_own = |c: char| ('\u{3041}'..'\u{a000}').contains(&c);
        for &message in Msg::ALL {
            for lang in [Lang::SimplifiedChinese, Lang::Japanese] {
                let text: Vec<char> = message.text(lang).chars().collect();
                let wrong = text.windows(3).find(|part| {
                    let [before, sign, after] = part[..] else { return false };
                    is_own(before) && ":;,!?(".contains(sign) && (after == ' ' || is_own(after))
                        || ")".contains(before) && is_own(sign)
                });
                // What is typed as `engine:level` has the sign that is typed.
                assert!(wrong.is_none() || message == Msg::BadSeat, "{message:?}: {wrong:?}");
            }
        }
    }

    /// A move has the name that it has on the page.
    #[test]
    fn a_move_has_one_name_in_chinese() {
        for &message in Msg::ALL {
            let text = message.text(Lang::SimplifiedChinese);
            assert!(!text.contains("着手"), "{message:?}: {text}");
        }
    }

    /// The names in braces of a template, sorted.
    fn names(template: &str) -> Vec<&str> {
        let mut names: Vec<&str> =
            template.split('{').skip(1).map(|s| s.split_once('}').expect("a brace is closed").0).collect();
        names.iter_mut().for_each(|name| *name = name.split('|').next().unwrap_or_default());
        names.sort_unstable();
        names.dedup();
        names
    }

    #[test]
    fn counts_have_their_noun_in_the_singular_or_the_plural() {
        assert_eq!(tr!(Lang::English, LibraryTotal, count = 1), "1 game");
        assert_eq!(tr!(Lang::English, LibraryTotal, count = 0), "0 games");
        assert_eq!(tr!(Lang::TraditionalChinese, LibraryTotal, count = 2), "共 2 局");
        assert_eq!(tr!(Lang::Japanese, LibraryTotal, count = 2), "全2局");
    }

    #[test]
    fn every_message_is_there_in_each_language_with_the_same_values() {
        for &message in Msg::ALL {
            let [en, zh, ja] =
                [Lang::English, Lang::SimplifiedChinese, Lang::Japanese].map(|lang| message.text(lang));
            assert!(!en.is_empty() && !zh.is_empty() && !ja.is_empty(), "{message:?}");
            assert_eq!(names(en), names(zh), "{message:?}: {en} / {zh}");
            assert_eq!(names(en), names(ja), "{message:?}: {en} / {ja}");
            let is_han = |c: char| ('\u{4e00}'..'\u{a000}').contains(&c);
            let is_kana = |c: char| ('\u{3040}'..'\u{3100}').contains(&c);
            assert!(!en.chars().any(|c| is_han(c) || is_kana(c)), "{message:?}: {en}");
            assert!(!zh.chars().any(is_kana), "{message:?}: {zh}");
            // What is left of the English without the values: a message of values or key names alone needs no words.
            let words: String =
                en.split('{').map(|s| s.split_once('}').map_or(s, |(_, after)| after)).collect();
            let has_words =
                words.split_whitespace().any(|w| w.len() > 1 && w.chars().all(|c| c.is_ascii_lowercase()));
            assert_eq!(tengen_words::unlisted_character(zh), None, "{message:?}: {zh}");
            assert_eq!(tengen_words::not_japanese(ja), None, "{message:?}: {ja}");
            assert!(zh.chars().any(is_han) || !has_words, "{message:?} has no Chinese: {zh}");
            assert!(
                ja.chars().any(|c| is_han(c) || is_kana(c)) || !has_words,
                "{message:?} has no Japanese: {ja}"
            );
        }
    }
}
