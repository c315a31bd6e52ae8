//! The lines that every part of the engine may write.

use super::settings::short;
use crate::Effect;

/// `ERROR`: a line that cannot be obeyed.
pub(super) fn error(out: &mut Vec<Effect>, why: &str) {
    out.push(Effect::Say(format!("ERROR {why}")));
}

/// `UNKNOWN`: a command of another dialect.
pub(super) fn unknown(out: &mut Vec<Effect>, word: &str) {
    out.push(Effect::Say(format!("UNKNOWN {}", short(word))));
}

/// `MESSAGE`: information for people.
pub(super) fn message(out: &mut Vec<Effect>, text: &str) {
    out.push(Effect::Say(format!("MESSAGE {text}")));
}

/// The text as one line of bounded length.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect()
}
