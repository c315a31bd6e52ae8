//! English and Chinese: every sentence the command line says, in both.

mod help;
mod levels;
mod messages;
mod say;

pub(crate) use help::*;
pub(crate) use levels::{level_in_chinese, title_in_chinese};
pub(crate) use messages::Msg;

use std::ffi::OsString;

/// A language of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum Lang {
    // English.
    #[default]
    En,
    // 中文.
    Zh,
}

impl Lang {
    /// The language asked for: `--lang` among the arguments, else the locale of the environment, else English. It is
    /// looked for before the arguments are parsed, so that help and usage errors speak it too.
    pub(crate) fn choose(args: &[OsString], env: impl Fn(&str) -> Option<String>) -> Lang {
        let mut args = args.iter().map(|a| a.to_string_lossy());
        while let Some(arg) = args.next() {
            let value = match arg.as_ref() {
                "--" => break,
                "--lang" => args.next().map(std::borrow::Cow::into_owned),
                other => other.strip_prefix("--lang=").map(str::to_string),
            };
            if let Some(value) = value {
                return if value.to_ascii_lowercase().starts_with("zh") { Lang::Zh } else { Lang::En };
            }
        }
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| env(name).filter(|v| !v.is_empty()))
            .filter(|locale| locale.starts_with("zh"))
            .map_or(Lang::En, |_| Lang::Zh)
    }

    /// English or Chinese, whichever is spoken.
    pub(crate) fn pick<T>(self, en: T, zh: T) -> T {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }

    /// A message with its `{names}` filled in.
    pub(crate) fn say(self, message: Msg, values: &[(&str, &dyn std::fmt::Display)]) -> String {
        let template = message.text(self);
        let mut out = String::with_capacity(template.len() + 32);
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            match values.iter().find(|(n, _)| *n == name) {
                Some((_, value)) => out.push_str(&value.to_string()),
                None => debug_assert!(false, "{message:?} lacks a value for {name}"),
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// `tr!(lang, Message, name = value, …)`: a message in the language spoken.
macro_rules! tr {
    ($lang:expr, $message:ident $(, $name:ident = $value:expr)* $(,)?) => {
        $lang.say($crate::i18n::Msg::$message, &[$((stringify!($name), &$value as &dyn std::fmt::Display)),*])
    };
}
pub(crate) use tr;

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(args: &[&str], env: &[(&str, &str)]) -> Lang {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        Lang::choose(&args, |name| env.iter().find(|(n, _)| *n == name).map(|(_, v)| v.to_string()))
    }

    #[test]
    fn the_argument_wins_over_the_environment() {
        assert_eq!(chosen(&["tengen"], &[]), Lang::En);
        assert_eq!(chosen(&["tengen", "--lang", "zh"], &[]), Lang::Zh);
        assert_eq!(chosen(&["tengen", "--lang=zh"], &[("LANG", "en_US.UTF-8")]), Lang::Zh);
        assert_eq!(chosen(&["tengen", "--lang=en"], &[("LANG", "zh_CN.UTF-8")]), Lang::En);
        assert_eq!(chosen(&["tengen"], &[("LANG", "zh_CN.UTF-8")]), Lang::Zh);
        assert_eq!(chosen(&["tengen"], &[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")]), Lang::En);
        assert_eq!(chosen(&["tengen"], &[("LC_ALL", ""), ("LANG", "zh_TW")]), Lang::Zh);
        assert_eq!(chosen(&["tengen", "--", "--lang=zh"], &[]), Lang::En);
    }

    /// The names in braces of a template, sorted.
    fn names(template: &str) -> Vec<&str> {
        let mut names: Vec<&str> =
            template.split('{').skip(1).map(|s| s.split_once('}').expect("a brace is closed").0).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    #[test]
    fn every_message_is_there_in_both_languages_with_the_same_values() {
        for &message in Msg::ALL {
            let (en, zh) = (message.text(Lang::En), message.text(Lang::Zh));
            assert!(!en.is_empty() && !zh.is_empty(), "{message:?}");
            assert_eq!(names(en), names(zh), "{message:?}: {en} / {zh}");
            assert!(!en.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c)), "{message:?}: {en}");
            // What is left of the English without the values: a message of values or key names alone needs no Chinese.
            let words: String =
                en.split('{').map(|s| s.split_once('}').map_or(s, |(_, after)| after)).collect();
            let has_words =
                words.split_whitespace().any(|w| w.len() > 1 && w.chars().all(|c| c.is_ascii_lowercase()));
            let chinese = zh.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c));
            assert!(chinese || !has_words, "{message:?} has no Chinese: {zh}");
        }
    }
}
