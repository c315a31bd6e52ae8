//! The values of properties as text and numbers: escapes, soft line breaks, white space, seconds.

use encoding_rs::Encoding;
use std::time::Duration;

/// One of the two kinds of text in SGF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextKind {
    /// Line breaks are kept.
    Text,
    /// One line: line breaks are spaces.
    Simple,
}

/// The text of a value, and true if some bytes are not valid in the character set.
pub(super) fn decode(raw: &[u8], encoding: &'static Encoding, kind: TextKind) -> (String, bool) {
    let (text, broken) = encoding.decode_without_bom_handling(raw);
    (unescape(&text, kind), broken)
}

/// Removes escapes: `\` before a line break removes the break; before anything else, `\` is removed. White space other
/// than line breaks becomes a space; CR, LF and their pairs are one line break.
pub(super) fn unescape(text: &str, kind: TextKind) -> String {
    if !text.bytes().any(|b| matches!(b, b'\\' | b'\n' | b'\r' | b'\t' | b'\x0b' | b'\x0c')) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let (c, escaped) = match c {
            '\\' => match chars.next() {
                Some(next) => (next, true),
                None => break,
            },
            c => (c, false),
        };
        match c {
            '\n' | '\r' => {
                let pair = if c == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&pair);
                if !escaped {
                    out.push(if kind == TextKind::Text { '\n' } else { ' ' });
                }
            }
            '\t' | '\x0b' | '\x0c' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Splits a composed value at the first `:` that is not escaped.
pub(super) fn split_composed(raw: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut i = 0;
    while i < raw.len() {
        match raw[i] {
            b'\\' => i += 2,
            b':' => return Some((&raw[..i], &raw[i + 1..])),
            _ => i += 1,
        }
    }
    None
}

/// Writes a text as a value. `composed` escapes colons too.
pub(super) fn escape(text: &str, kind: TextKind, composed: bool, out: &mut Vec<u8>) {
    for byte in text.bytes() {
        match byte {
            b'\\' | b']' => out.extend([b'\\', byte]),
            b':' if composed => out.extend(b"\\:"),
            b'\n' if kind == TextKind::Simple => out.push(b' '),
            byte => out.push(byte),
        }
    }
}

/// True if bytes are a valid value between `[` and `]`.
pub(super) fn is_raw(value: &[u8]) -> bool {
    let mut i = 0;
    while i < value.len() {
        match value[i] {
            b'\\' => i += 2,
            b']' => return false,
            _ => i += 1,
        }
    }
    i == value.len()
}

/// Bytes as a valid value between `[` and `]`: unchanged if [`is_raw`], otherwise with the missing escapes.
pub(super) fn to_raw(value: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.len());
    let mut bytes = value.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\\' => out.extend([b'\\', *bytes.next().unwrap_or(&b'\\')]),
            b']' => out.extend(b"\\]"),
            byte => out.push(byte),
        }
    }
    out
}

/// Seconds, such as `885`, `885.2` or `.5`, with at most nine decimals, so that nothing is lost.
pub(super) fn seconds(raw: &[u8]) -> Option<Duration> {
    let text = std::str::from_utf8(raw.trim_ascii()).ok()?;
    let text = text.strip_prefix('+').unwrap_or(text);
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + part.len() == 0 || part.len() > 9 || !digits(whole) || !digits(part) {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    // More than a thousand million years is not a clock.
    if whole > 1 << 55 {
        return None;
    }
    let nanos = part.bytes().chain(*b"000000000").take(9).fold(0, |n, b| n * 10 + u32::from(b - b'0'));
    Some(Duration::new(whole, nanos))
}

/// Writes what [`seconds`] reads.
pub(super) fn format_seconds(time: Duration) -> String {
    let nanos = time.subsec_nanos();
    if nanos == 0 {
        return time.as_secs().to_string();
    }
    format!("{}.{nanos:09}", time.as_secs()).trim_end_matches('0').to_string()
}

/// A number such as `6.5` or `-3`.
pub(super) fn real(raw: &[u8]) -> Option<f32> {
    let text = std::str::from_utf8(raw.trim_ascii()).ok()?;
    let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'+' | b'-'));
    text.parse::<f32>().ok().filter(|x| plain && x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_as_the_specification_shows_them() {
        let text = "I feel like crashing\\\nnothing. Why\\: dots \\]here\\\\\ttab\r\nnext\n\rlast";
        assert_eq!(
            unescape(text, TextKind::Text),
            "I feel like crashingnothing. Why: dots ]here\\ tab\nnext\nlast"
        );
        assert_eq!(unescape("a\nb\\\r\nc\\", TextKind::Simple), "a bc");
    }

    #[test]
    fn what_is_escaped_reads_back() {
        for text in ["", "\\", "]", "a:b\\]c\n\nd", "天元[1]", "\\\n"] {
            for composed in [false, true] {
                let mut out = Vec::new();
                escape(text, TextKind::Text, composed, &mut out);
                assert!(is_raw(&out), "{text:?}");
                assert_eq!(unescape(std::str::from_utf8(&out).unwrap(), TextKind::Text), text);
                assert!(!composed || split_composed(&out).is_none());
            }
        }
        assert!(!is_raw(b"a]b") && !is_raw(b"a\\") && is_raw(b"a\\]b\\\\"));
        for (given, raw) in [("a]b", "a\\]b"), ("a\\", "a\\\\"), ("a\\]b\\\\", "a\\]b\\\\"), ("", "")] {
            assert_eq!(to_raw(given.as_bytes()), raw.as_bytes());
        }
    }

    #[test]
    fn seconds_lose_nothing() {
        for (text, time) in [
            ("0", Duration::ZERO),
            ("885.2", Duration::new(885, 200_000_000)),
            ("1.000000001", Duration::new(1, 1)),
        ] {
            assert_eq!(seconds(text.as_bytes()), Some(time));
            assert_eq!(format_seconds(time), text);
        }
        assert_eq!(seconds(b" .5 "), Some(Duration::from_millis(500)));
        for bad in ["", ".", "-1", "1h", "1.0000000001", "99999999999999999999", "1.2.3"] {
            assert_eq!(seconds(bad.as_bytes()), None, "{bad}");
        }
        assert_eq!(real(b"-3.5"), Some(-3.5));
        assert_eq!((real(b"inf"), real(b"1e9"), real(b"")), (None, None, None));
    }
}
