//! Texts of the screen, broken into lines of its width: at spaces, and between the characters of Chinese and Japanese.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Signs that do not begin a line.
const CLOSING: &str = "，。、；：！？）」』”’…,.;:!?)";

/// The lines of a text at this width; one empty line for an empty text. A word wider than a line is broken.
pub(super) fn wrap(text: &str, width: u16) -> Vec<String> {
    let most = usize::from(width).max(2);
    let mut lines = Vec::new();
    let mut line = String::new();
    // The length of `line` up to where it may be broken.
    let mut end = None;
    let mut chars = text.chars().filter(|c| !c.is_control()).peekable();
    while let Some(c) = chars.next() {
        let wide = c.width().unwrap_or(0);
        if line.width() + wide > most {
            if c == ' ' {
                lines.push(std::mem::take(&mut line));
                end = None;
                continue;
            }
            let rest = line.split_off(end.filter(|&end| end > 0).unwrap_or(line.len()));
            lines.push(line.trim_end().to_owned());
            line = rest;
            end = None;
        }
        line.push(c);
        let next_closes = chars.peek().is_some_and(|&next| CLOSING.contains(next));
        if c == ' ' || (wide == 2 && !next_closes) {
            end = Some(line.len());
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_wide_characters() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert_eq!(wrap("禁手：双三，不能下", 10), ["禁手：双", "三，不能下"]);
        assert_eq!(wrap("", 5), [""]);
        for width in 1..30 {
            let text = "h8 は禁手です (double three), 打てません。 ";
            let lines = wrap(text, width);
            assert!(lines.iter().all(|line| line.width() <= usize::from(width).max(2)), "{width}: {lines:?}");
            let letters = |s: &str| s.chars().filter(|c| *c != ' ').collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text), "{width}");
        }
    }
}
