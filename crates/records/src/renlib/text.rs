//! The texts of a library: comments in two parts, in a character set that the file does not name.

use super::PARTING;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// The character set of the texts: UTF-8 if all are well formed in it, otherwise a guess.
pub(super) fn charset(texts: &[&[u8]]) -> &'static Encoding {
    if texts.iter().all(|t| std::str::from_utf8(t).is_ok()) {
        return UTF_8;
    }
    let guess = crate::charset::guess(texts);
    // A few letters are often the same in several sets; then it is the usual one.
    let decoded = |set: &'static Encoding, text| set.decode_without_bom_handling(text).0;
    let alike = texts.iter().all(|t| decoded(guess, t) == decoded(WINDOWS_1252, t));
    if alike { WINDOWS_1252 } else { guess }
}

/// The same for owned texts.
pub(super) fn charset_of(texts: &[Vec<u8>]) -> &'static Encoding {
    charset(&texts.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// A text in a character set; lines end with LF.
pub(super) fn decode(text: &[u8], charset: &'static Encoding) -> String {
    charset.decode_without_bom_handling(text).0.replace("\r\n", "\n")
}

/// Encodes all `texts` in the first of these character sets that has every letter and is recognized when they are read
/// again: the wanted one, Windows-1252, UTF-8.
pub(super) fn encode(texts: &[String], wanted: Option<&'static Encoding>) -> Vec<Vec<u8>> {
    for charset in wanted.into_iter().chain([WINDOWS_1252]) {
        let encoded: Option<Vec<Vec<u8>>> = texts
            .iter()
            .map(|t| {
                let (bytes, used, lost) = charset.encode(t);
                (used == charset && !lost).then(|| bytes.into_owned())
            })
            .collect();
        let Some(encoded) = encoded else { continue };
        let ascii = encoded.iter().all(|t| t.is_ascii());
        if ascii || charset_of(&encoded) == charset {
            return encoded;
        }
    }
    texts.iter().map(|t| t.as_bytes().to_vec()).collect()
}

/// The comment of a record, from the two comments of a node; and true if the part of one line is missing.
pub(super) fn join(text: &str) -> (Option<String>, bool) {
    let (one, many) = text.split_once(char::from(PARTING)).unwrap_or((text, ""));
    match (one.is_empty(), many.is_empty()) {
        (true, true) => (None, false),
        (false, true) => (Some(one.into()), false),
        (true, false) => (Some(many.into()), true),
        (false, false) => (Some(format!("{one}\n{many}")), false),
    }
}

/// The two comments of a node as one text of the file. The first line is the part of one line, unless there is none.
pub(super) fn part(comment: &str, no_one_line: bool) -> String {
    let (one, many) = match comment.split_once('\n') {
        _ if no_one_line => ("", Some(comment)),
        Some((one, many)) => (one, Some(many)),
        None => (comment, None),
    };
    let parting = char::from(PARTING);
    let safe = |text: &str| text.replace(['\0', parting], " ").replace('\n', "\r\n");
    match many.filter(|m| !m.is_empty()) {
        Some(many) => format!("{}{parting}{}", safe(one), safe(many)),
        None => safe(one),
    }
}

/// An old comment, in which Swedish letters have the codes of brackets. The top bit of the last byte is not part of its
/// letter.
pub(super) fn old(text: &[u8]) -> String {
    let letter = |&b: &u8| match b & 0x7f {
        b'}' => 'å',
        b'{' => 'ä',
        b'|' => 'ö',
        b']' => 'Å',
        b'[' => 'Ä',
        b'\\' => 'Ö',
        b => char::from(b),
    };
    text.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_in_two_parts() {
        for (comment, no_one_line, stored) in [
            ("one", false, "one"),
            ("one\ntwo\nthree", false, "one\u{8}two\r\nthree"),
            ("two\nthree", true, "\u{8}two\r\nthree"),
        ] {
            assert_eq!(part(comment, no_one_line), stored);
            assert_eq!(join(&decode(stored.as_bytes(), UTF_8)), (Some(comment.into()), no_one_line));
        }
        assert_eq!(join("\u{8}"), (None, false));
    }

    #[test]
    fn character_sets_are_found_again() {
        let read = |bytes: &[Vec<u8>]| {
            let set = charset_of(bytes);
            bytes.iter().map(|b| decode(b, set)).collect::<Vec<_>>()
        };
        for (texts, wanted) in [
            (vec!["plain".to_string(), String::new()], None),
            (vec!["Göran Åkesson spelar här, och det är svårt att förlora.".to_string()], None),
            // Two letters of Windows-1252 whose bytes are one letter of UTF-8.
            (vec!["Ã©".to_string()], None),
            (vec!["五子棋连珠开局定式".to_string()], Encoding::for_label(b"gbk")),
            (vec!["連珠の定石".to_string(), "a".to_string()], None),
            // Half a Chinese character, as damaged files have it.
            (vec!["五\u{fffd}".to_string()], Encoding::for_label(b"gbk")),
        ] {
            let bytes = encode(&texts, wanted);
            assert_eq!(read(&bytes), texts);
        }
        let chinese = encode(&["五子棋连珠开局定式".to_string()], Encoding::for_label(b"gbk"));
        assert_eq!(chinese[0].len(), 18, "two bytes a letter");
    }

    #[test]
    fn old_comments_are_swedish() {
        assert_eq!(old(b"{r d} [\xe1"), "är då Äa");
    }
}
