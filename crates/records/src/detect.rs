//! Detects the format of a file from its first bytes and, if they are not conclusive, from its name.

use crate::Format;
use crate::wthor::file::{FileHeader, GAME_BYTES, HEADER_BYTES};

/// Bytes at the start of a file that are examined.
const WINDOW: usize = 4096;

/// The format of a file. The bytes decide if they are conclusive, otherwise the extension of the name.
///
/// ```
/// use tengen_records::{Format, detect};
/// assert_eq!(detect(b"(;GM[1]SZ[19];B[pd])", None), Some(Format::Sgf));
/// assert_eq!(detect(b"Piskvorky 20x20, 7:7, 0\n", Some("a.txt")), Some(Format::Psq));
/// assert_eq!(detect(b"\0\0\0", Some("WTH_2001.wtb")), Some(Format::Wthor));
/// assert_eq!(detect(b"\0\0\0", None), None);
/// ```
pub fn detect(bytes: &[u8], file_name: Option<&str>) -> Option<Format> {
    by_bytes(bytes)
        .or_else(|| by_name(file_name?))
        .or_else(|| looks_like_moves(bytes).then_some(Format::MoveList))
}

/// The format of a file found in a folder, which may be no record at all. It is stricter than [`detect`]: the bytes
/// alone must look like a list of moves. A game inside other text also needs the ending of a record's name.
///
/// ```
/// use tengen_records::{Format, detect_strictly};
/// assert_eq!(detect_strictly(b"(;GM[1]SZ[19];B[pd])", "game"), Some(Format::Sgf));
/// assert_eq!(detect_strictly(b"text = '(;GM[Othello];)'", "make.py"), None);
/// assert_eq!(detect_strictly(b"From: a\n\n(;GM[1];B[pd])", "mail.sgf"), Some(Format::Sgf));
/// ```
pub fn detect_strictly(bytes: &[u8], file_name: &str) -> Option<Format> {
    let found = detect(bytes, Some(file_name))?;
    let is_sure = match found {
        Format::MoveList => detect(bytes, None) == Some(Format::MoveList),
        Format::Sgf | Format::Ggf => {
            matches!(by_name(file_name), Some(Format::Sgf | Format::Ggf)) || begins_with_game(bytes)
        }
        _ => true,
    };
    is_sure.then_some(found)
}

/// Whether a bracket comes first, or after a number as in a list of games.
fn begins_with_game(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_before = |b: u8| b.is_ascii_digit() || b.is_ascii_whitespace();
    let is_utf16 = [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| bytes.starts_with(*mark));
    is_utf16 || text.iter().find(|&&b| !is_before(b)) == Some(&b'(')
}

fn by_name(name: &str) -> Option<Format> {
    let (_, ending) = name.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    Format::ALL.into_iter().find(|f| f.extensions().contains(&ending.as_str()))
}

fn by_bytes(bytes: &[u8]) -> Option<Format> {
    let head = &bytes[..bytes.len().min(WINDOW)];
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let contains = |what: &[u8]| head.windows(what.len()).any(|w| w.eq_ignore_ascii_case(what));
    if looks_like_wthor(bytes) {
        Some(Format::Wthor)
    } else if head.starts_with(b"\xffRenLib\xff") {
        Some(Format::RenLib)
    } else if text.starts_with(b"Piskvorky ") {
        Some(Format::Psq)
    } else if crate::movelist::has_tags(text) {
        Some(Format::MoveList)
    } else if text.starts_with(b"<") && contains(b"<database") {
        Some(Format::Rif)
    } else if let Some(at) = sgf_start(head).filter(|&at| !head[..at].contains(&0)) {
        // Any two bytes occur somewhere in a binary file; a text has no zero byte before its first game.
        // GGF begins games with `(;GM[Othello]` and ends them with `;)`; some files number the games first.
        let rest = &head[at..];
        let ggf = rest.windows(11).any(|w| w.eq_ignore_ascii_case(b"GM[Othello]"));
        Some(if ggf { Format::Ggf } else { Format::Sgf })
    } else if text.first() == Some(&b'(') && sgf_with_spaces(text)
        || [&b"\xff\xfe(\0"[..], b"\xfe\xff\0("].iter().any(|bom| head.starts_with(bom))
    {
        Some(Format::Sgf)
    } else if looks_like_obf(text) {
        Some(Format::Obf)
    } else if crate::diagram::looks_like_diagram(head) {
        Some(Format::Diagram)
    } else {
        None
    }
}

/// The first `(;` that begins a game: the first bytes of the file, or followed by a property. A loop of a program,
/// `for (;;)`, is none.
fn sgf_start(head: &[u8]) -> Option<usize> {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let is_first = |at: usize| head.len() - text.trim_ascii_start().len() == at;
    let has_property = |at: usize| {
        let rest = head[at + 2..].trim_ascii_start();
        let letters = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        letters > 0 && rest[letters..].trim_ascii_start().first() == Some(&b'[')
    };
    let mut starts = head.windows(2).enumerate().filter(|(_, w)| *w == b"(;").map(|(at, _)| at);
    starts.find(|&at| is_first(at) || has_property(at))
}

/// `(`, white space and more `(`, then `;`.
fn sgf_with_spaces(text: &[u8]) -> bool {
    text.iter().find(|&&b| b != b'(' && !b.is_ascii_whitespace()) == Some(&b';')
}

/// A whole file of games: a header with a day, and as many bytes as its number of games takes.
fn looks_like_wthor(bytes: &[u8]) -> bool {
    let Some((header, games)) = bytes.split_first_chunk::<HEADER_BYTES>() else { return false };
    let header = FileHeader::from_bytes(header);
    let (_, month, day) = header.made;
    (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && matches!(header.side, 0 | 8)
        && header.games > 0
        && (header.games as usize).checked_mul(GAME_BYTES) == Some(games.len())
}

/// 64 cells, then the side to move or the end: without the side the error says what is missing.
fn looks_like_obf(text: &[u8]) -> bool {
    let cell = |b: u8| matches!(b.to_ascii_uppercase(), b'X' | b'O' | b'*' | b'-' | b'.');
    let (cells, rest) = text.split_at_checked(64).unwrap_or((b"?", text));
    let (rule, side) = (rest.first(), rest.trim_ascii_start().first().map(u8::to_ascii_uppercase));
    cells.iter().all(|&b| cell(b))
        && cells.iter().any(|b| b"XxOo*".contains(b))
        && match (rule, side) {
            (None | Some(b';' | b'%'), _) | (Some(_), None) => true,
            (Some(&next), Some(side)) => {
                let is_end =
                    |b: Option<&u8>| b.is_none_or(|&b| b.is_ascii_whitespace() || b";%".contains(&b));
                matches!(side, b'X' | b'O' | b'*') && (next.is_ascii_whitespace() || is_end(rest.get(1)))
            }
        }
}

/// Only letters, digits and the separators of move lists, and at least one move.
fn looks_like_moves(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(WINDOW)];
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii();
    let fits = |b: u8| b.is_ascii_alphanumeric() || b.is_ascii_whitespace() || b"-+,.;:=#".contains(&b);
    text.first().is_some_and(u8::is_ascii_alphanumeric)
        && text.iter().any(u8::is_ascii_digit)
        && text.iter().all(|&b| fits(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_of_a_program_is_no_sgf() {
        for program in ["#!/bin/sh\nfor ((;;)); do echo; done\n", "int main(void) { for (;;) step(a[0]); }"] {
            assert_eq!(detect(program.as_bytes(), Some("run.sh")), None, "{program}");
        }
        for game in ["(;)", " (;;B[aa])", "From: a (;-)\n\n(; FF[4]GM[1])", "for (;;) {}\n(;GM[1])"] {
            assert_eq!(detect(game.as_bytes(), None), Some(Format::Sgf), "{game}");
        }
    }

    #[test]
    fn a_binary_file_that_happens_to_hold_two_such_bytes_is_no_sgf() {
        let wthor = b"\x14\x13\x01\x01\x05\0\0\0\0\0\xc4\x07\x08\0\x18\0(;\x20\x22";
        assert_eq!(detect(wthor, Some("WTH_1988.wtb")), Some(Format::Wthor));
        // Without a name, a whole file of games is known by its header and its length.
        let mut whole = wthor[..16].to_vec();
        whole.extend([0; 5 * GAME_BYTES]);
        assert_eq!(detect(&whole, None), Some(Format::Wthor));
        assert_eq!(detect(&whole[..whole.len() - 1], None), None);
        assert_eq!(detect(b"mail header\n(;GM[1])", Some("a.wtb")), Some(Format::Sgf));
    }
}
