//! The identifiers of properties: their form, their kind of text, and those of marks.

use super::text::TextKind;
use crate::Mark;
use std::borrow::Cow;
use tengen_board::Color;

/// True if the values of a property are text.
pub(super) fn is_text(name: &str) -> bool {
    header_kind(name).is_some() || matches!(name, "C" | "N" | "LB")
}

/// An identifier in the form of FF[4]: up to FF[3] it could contain lower-case letters, which have no meaning.
pub(super) fn name(ident: &[u8]) -> Cow<'_, str> {
    // Nearly all properties of nearly all files.
    match ident {
        b"B" => return Cow::Borrowed("B"),
        b"W" => return Cow::Borrowed("W"),
        _ => {}
    }
    if !ident.is_empty()
        && ident.iter().all(u8::is_ascii_uppercase)
        && let Ok(text) = std::str::from_utf8(ident)
    {
        return Cow::Borrowed(text);
    }
    let upper: String = ident.iter().filter(|b| !b.is_ascii_lowercase()).map(|&b| b as char).collect();
    if upper.bytes().next().is_some_and(|b| b.is_ascii_uppercase()) {
        Cow::Owned(upper)
    } else {
        String::from_utf8_lossy(ident)
    }
}

/// The kind of text of a header property.
pub(super) fn header_kind(name: &str) -> Option<TextKind> {
    Some(match name {
        "GC" => TextKind::Text,
        "PB" | "PW" | "BR" | "WR" | "BT" | "WT" | "RE" | "DT" | "EV" | "RO" | "PC" | "GN" | "AP" | "OT"
        | "RU" => TextKind::Simple,
        _ => return None,
    })
}

/// The properties of marks, in the order of writing.
pub(super) const MARKS: [&str; 8] = ["TR", "SQ", "CR", "MA", "SL", "LB", "TB", "TW"];

/// The property of a mark.
pub(super) fn mark_ident(mark: &Mark) -> &'static str {
    match mark {
        Mark::Triangle => "TR",
        Mark::Square => "SQ",
        Mark::Circle => "CR",
        Mark::Cross => "MA",
        Mark::Selected => "SL",
        Mark::Label(_) => "LB",
        Mark::Territory(Color::Black) => "TB",
        Mark::Territory(Color::White) => "TW",
    }
}
