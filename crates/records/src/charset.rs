//! The character set of texts.
//!
//! SGF names it in `CA`, often wrongly or not at all; other formats never name it. In this order: a byte order mark;
//! `CA`, if all texts are well formed in it; UTF-8, if they are well formed in that. Last comes a guess from the
//! letters, by the detector that a browser uses.

use crate::CharsetDoubt;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};

/// Bytes of a game from which its character set is guessed.
pub(crate) const WINDOW: usize = 64 << 10;

/// The character set that a `CA` value names.
pub(crate) fn by_label(label: &[u8]) -> Option<&'static Encoding> {
    let label = label.trim_ascii();
    if let Some(encoding) = Encoding::for_label(label) {
        // UTF-16 is impossible: the label itself is written in single bytes.
        return Some(if encoding.is_ascii_compatible() { encoding } else { UTF_8 });
    }
    let word: Vec<u8> =
        label.iter().filter(|b| b.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
    Some(match word.as_slice() {
        b"gb" | b"cp936" | b"ms936" | b"windows936" | b"gb23121980" | b"euccn" => GBK,
        b"gb180302000" | b"gb180302005" => GB18030,
        b"cp950" | b"ms950" | b"windows950" | b"big5eten" | b"big5hkscs" => BIG5,
        b"cp949" | b"ms949" | b"uhc" | b"ksc5601" | b"ksx1001" => EUC_KR,
        b"cp932" | b"ms932" | b"mskanji" | b"windows31j" | b"shiftjis" => SHIFT_JIS,
        b"cp1252" | b"ansi" | b"iso88591" | b"latin" | b"latin1" | b"isolatin1" | b"western" => WINDOWS_1252,
        b"utf" | b"unicode" | b"utf8" => UTF_8,
        _ => return None,
    })
}

/// The character set that a text probably has.
pub(crate) fn guess(texts: &[&[u8]]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut left = WINDOW;
    for text in texts {
        let cut = &text[..text.len().min(left)];
        detector.feed(cut, false);
        left -= cut.len();
    }
    detector.feed(b"", true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    // A few letters are too little for the detector. Most files that do not name their character set are Chinese.
    let few = texts.iter().flat_map(|t| t.iter()).filter(|b| !b.is_ascii()).count() < 8;
    if few && guess != WINDOWS_1252 && texts.iter().all(|t| is_plain_chinese(t)) { GBK } else { guess }
}

/// True if everything that is not ASCII is GB 2312.
fn is_plain_chinese(text: &[u8]) -> bool {
    let mut bytes = text.iter();
    while let Some(&lead) = bytes.next() {
        let letter = |b: &u8| (0xa1..=0xfe).contains(b);
        if !(lead.is_ascii() || (0xa1..=0xf7).contains(&lead) && bytes.next().is_some_and(letter)) {
            return false;
        }
    }
    true
}

/// The family of a character set. In some, the second byte of a character may be the code of `\` or `]`, so that
/// brackets are found only by reading character by character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum EncodingFamily {
    /// Every byte below 128 is ASCII.
    #[default]
    SingleByte,
    /// GBK, GB 18030, Big5.
    Chinese,
    /// Shift JIS.
    Japanese,
    /// Windows-949, a superset of EUC-KR. Its second bytes are never brackets, but they may be ASCII letters.
    Korean,
}

impl EncodingFamily {
    pub(crate) fn of(encoding: &'static Encoding) -> EncodingFamily {
        if [GBK, GB18030, BIG5].contains(&encoding) {
            EncodingFamily::Chinese
        } else if encoding == SHIFT_JIS {
            EncodingFamily::Japanese
        } else if encoding == EUC_KR {
            EncodingFamily::Korean
        } else {
            EncodingFamily::SingleByte
        }
    }

    /// True if a character of two bytes can begin with this byte.
    #[inline]
    pub(crate) fn is_lead(self, byte: u8) -> bool {
        match self {
            EncodingFamily::SingleByte => false,
            EncodingFamily::Chinese | EncodingFamily::Korean => (0x81..=0xfe).contains(&byte),
            EncodingFamily::Japanese => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
        }
    }

    /// True if this byte can be the second of a character.
    #[inline]
    pub(crate) fn is_trail(self, byte: u8) -> bool {
        match self {
            EncodingFamily::SingleByte => false,
            EncodingFamily::Chinese | EncodingFamily::Japanese => matches!(byte, 0x40..=0x7e | 0x80..=0xfe),
            EncodingFamily::Korean => matches!(byte, 0x41..=0x5a | 0x61..=0x7a | 0x81..=0xfe),
        }
    }
}

/// The family in which to look for brackets, from the first part of a game, and the one to try if the first finds
/// errors. `guessed` keeps the guess for the next games of a collection: a guess takes longer than reading a game.
pub(crate) fn family_of_game(
    start: &[u8],
    guessed: &mut Option<EncodingFamily>,
) -> (EncodingFamily, EncodingFamily) {
    let window = &start[..start.len().min(WINDOW)];
    let cut = |e: std::str::Utf8Error| e.error_len().is_none();
    if std::str::from_utf8(window).map_or_else(cut, |_| true) {
        return (EncodingFamily::SingleByte, EncodingFamily::SingleByte);
    }
    let mut guess = || *guessed.get_or_insert_with(|| EncodingFamily::of(guess(&[window])));
    match ca_label(window).and_then(by_label) {
        // What is not UTF-8 may be one unknown property among good text.
        Some(encoding) if encoding == UTF_8 => (EncodingFamily::SingleByte, guess()),
        Some(encoding) => (EncodingFamily::of(encoding), EncodingFamily::SingleByte),
        None => (guess(), EncodingFamily::SingleByte),
    }
}

/// The value of `CA` in the first node, found without parsing the game.
fn ca_label(window: &[u8]) -> Option<&[u8]> {
    // Programs write `CA` near the beginning.
    let window = &window[..window.len().min(WINDOW / 16)];
    let at = (0..window.len().saturating_sub(3))
        .find(|&i| window[i..].starts_with(b"CA[") && (i == 0 || !window[i - 1].is_ascii_alphabetic()))?;
    let value = &window[at + 3..];
    Some(&value[..value.iter().position(|&b| b == b']')?])
}

/// The character set of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Charset {
    /// The set that texts are decoded from.
    pub(crate) encoding: &'static Encoding,
    /// Why it is not the one that the file names, if it is not.
    pub(crate) why: Option<CharsetDoubt>,
}

/// Decides the character set of a game from its `CA` and all of its values that are not ASCII.
pub(crate) fn settle(label: Option<&[u8]>, texts: &[&[u8]]) -> Charset {
    let named = label.map(by_label);
    let fits = |encoding: &'static Encoding| {
        texts.iter().all(|t| encoding.decode_without_bom_handling_and_without_replacement(t).is_some())
    };
    if texts.is_empty() {
        return Charset { encoding: named.flatten().unwrap_or(UTF_8), why: None };
    }
    let utf8 = fits(UTF_8);
    if let Some(Some(encoding)) = named
        // Single-byte sets accept anything, UTF-8 included: there, well-formed UTF-8 is the better evidence.
        && (encoding == UTF_8 && utf8 || encoding != UTF_8 && fits(encoding) && !(utf8 && encoding.is_single_byte()))
    {
        return Charset { encoding, why: None };
    }
    let why = match named {
        None => CharsetDoubt::Absent,
        Some(None) => CharsetDoubt::Unknown,
        Some(Some(_)) => CharsetDoubt::Wrong,
    };
    Charset { encoding: if utf8 { UTF_8 } else { guess(texts) }, why: Some(why) }
}

/// Decodes a text whose character set is not named, such as a name in a format that has no place for one.
pub(crate) fn decode(text: &[u8]) -> String {
    match std::str::from_utf8(text) {
        Ok(text) => text.to_owned(),
        Err(_) => settle(None, &[text]).encoding.decode_without_bom_handling(text).0.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_as_found_in_files() {
        for (label, encoding) in [
            ("UTF-8", UTF_8),
            ("utf8", UTF_8),
            ("GB2312", GBK),
            ("gb18030", GB18030),
            ("CP936", GBK),
            ("Big5", BIG5),
            ("Shift_JIS", SHIFT_JIS),
            ("MS_KANJI", SHIFT_JIS),
            (" EUC-KR ", EUC_KR),
            ("ISO8859_1", WINDOWS_1252),
            ("ISO-8859-1", WINDOWS_1252),
            ("ASCII", WINDOWS_1252),
        ] {
            assert_eq!(by_label(label.as_bytes()), Some(encoding), "{label}");
        }
        assert_eq!(by_label(b"klingon"), None);
    }

    #[test]
    fn what_the_texts_say_outweighs_a_wrong_label() {
        let utf8 = "天元".as_bytes();
        let gbk = GBK.encode("开局时黑棋占据了右上角的星位，然后白棋挂角").0;
        let latin = WINDOWS_1252.encode("Café Müller in Zürich").0;
        assert_eq!(settle(None, &[utf8]).encoding, UTF_8);
        assert_eq!(settle(Some(b"ISO-8859-1"), &[utf8]).encoding, UTF_8);
        assert_eq!(settle(Some(b"GB2312"), &[&gbk]).encoding, GBK);
        assert_eq!(settle(Some(b"UTF-8"), &[&gbk]).encoding, GBK);
        assert_eq!(settle(None, &[&gbk]).encoding, GBK);
        assert_eq!(settle(Some(b"latin-1"), &[&latin]).encoding, WINDOWS_1252);
        assert_eq!(settle(Some(b"latin-1"), &[&latin]).why, None);
        assert_eq!(settle(Some(b"UTF-8"), &[&latin]).why, Some(CharsetDoubt::Wrong));
    }
}
