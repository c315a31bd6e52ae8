//! The Japanese of texts that are chosen by long matches: a function for each, as the Chinese has beside the English.

mod engine_errors;
mod errors;
mod explanation;
mod losses;
mod reading;
mod rules;

pub(crate) use engine_errors::{engine_error, fault_cause};
pub(crate) use errors::{expected_move, sizes_allowed, spec_error};
pub(crate) use explanation::strike_reason;
pub(crate) use losses::{lost_part, unwritable};
pub(crate) use reading::{expected, found, warning_kind};
pub(crate) use rules::{foul, reason, step};

use crate::Language;

const JA: Language = Language::Japanese;

/// The first Chinese character of a Japanese text that Japanese does not write: one outside JIS X 0208, such as the
/// simplified characters of China. A crate with Japanese texts tests that there is none.
///
/// ```
/// assert_eq!(tengen_words::not_japanese("黒の手番、四追い (h8)"), None);
/// assert_eq!(tengen_words::not_japanese("黑方获胜"), Some('黑'));
/// ```
pub fn not_japanese(text: &str) -> Option<char> {
    text.chars().find(|&c| {
        let mut utf8 = [0; 4];
        let (bytes, _, is_unmappable) = encoding_rs::SHIFT_JIS.encode(c.encode_utf8(&mut utf8));
        // The lead bytes from 0xFA on are what makers added to JIS X 0208.
        ('\u{3400}'..='\u{9fff}').contains(&c) && (is_unmappable || bytes[0] >= 0xfa)
    })
}
