//! `--level`: a number, or the word for the engine that plays a proven win.

use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use tengen_engine::PERFECT;

/// The value of `--level`, not yet understood.
#[derive(Clone, Debug)]
pub(crate) struct LevelArg(String);

impl std::str::FromStr for LevelArg {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<LevelArg, Self::Err> {
        Ok(LevelArg(text.to_owned()))
    }
}

impl LevelArg {
    /// True if it is the word.
    pub(crate) fn is_perfect(&self) -> bool {
        self.0.eq_ignore_ascii_case(PERFECT)
    }
}

/// The engine and the number of its level that `--engine` and `--level` ask for.
///
/// # Errors
/// What there is, if the level is neither a number nor the word, or the word does not fit the engine.
pub(crate) fn engine_and_level(
    engine: Option<&str>,
    level: Option<&LevelArg>,
    lang: Lang,
) -> Result<(Option<String>, Option<u8>), Fail> {
    let named = engine.map(str::to_owned);
    match level {
        None => Ok((named, None)),
        Some(level) if level.is_perfect() => match engine {
            Some(other) if !other.eq_ignore_ascii_case(PERFECT) => {
                Err(Fail::usage(tr!(lang, LevelOfOther, engine = other)))
            }
            _ => Ok((Some(PERFECT.into()), None)),
        },
        Some(LevelArg(text)) => match text.parse() {
            Ok(level) => Ok((named, Some(level))),
            Err(_) => {
                Err(Fail::usage(tr!(lang, LevelUnknown, text = text)).help(tr!(lang, LevelUnknownHelp)))
            }
        },
    }
}
