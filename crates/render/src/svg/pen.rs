//! Writes SVG elements, and text made of strokes.

use crate::glyphs::{SPACE, glyph};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The body of an unfinished drawing, and the characters it uses.
#[derive(Default)]
pub(crate) struct Pen {
    pub(crate) body: String,
    glyphs: BTreeSet<char>,
}

/// A number with at most two decimals, without trailing zeros.
pub(crate) fn num(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Escapes text for XML. Characters that XML cannot contain become a question mark.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || ('\u{FFFE}'..='\u{FFFF}').contains(&c) => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

/// Width of a text in glyph units, `None` if a character has no glyph.
fn text_width(text: &str) -> Option<f32> {
    let mut width = -SPACE;
    for c in text.chars() {
        width += glyph(c)?.width + SPACE;
    }
    Some(width.max(0.0))
}

impl Pen {
    /// Appends one element.
    pub(crate) fn element(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    /// Writes `text` centred on the point `at`. Capitals are `height` high; the text shrinks to fit `max_width`.
    pub(crate) fn text(&mut self, text: &str, at: (f32, f32), height: f32, max_width: f32, ink: Ink<'_>) {
        let (x, y) = at;
        let Some(width) = text_width(text) else {
            let size = (height * 1.35).min(max_width * 1.1 / text.chars().count().max(1) as f32);
            self.element(format_args!(
                r#"<text x="{}" y="{}" font-family="sans-serif" font-size="{}" text-anchor="middle" fill="{}">{}</text>"#,
                num(x),
                num(y + size * 0.36),
                num(size),
                ink.color,
                escape(text),
            ));
            return;
        };
        let scale = (height / 10.0).min(if width > 0.0 { max_width / width } else { f32::MAX });
        // The middle of small letters is below that of capitals.
        let middle = if text.chars().all(|c| c.is_ascii_lowercase()) { 6.2 } else { 5.0 };
        let _ = write!(
            self.body,
            r#"<g transform="translate({} {}) scale({:.3})" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round">"#,
            num(x - width * scale / 2.0),
            num(y - middle * scale),
            scale,
            ink.color,
            num(ink.weight),
        );
        let mut at = 0.0;
        for c in text.chars() {
            if let Some(g) = glyph(c) {
                if !g.path.is_empty() {
                    self.glyphs.insert(c);
                    let _ = write!(self.body, r##"<use href="#g{:x}" x="{}"/>"##, c as u32, num(at));
                }
                at += g.width + SPACE;
            }
        }
        self.body.push_str("</g>\n");
    }

    /// Marks every ASCII character that has a glyph as used.
    pub(crate) fn use_all_glyphs(&mut self) {
        self.glyphs.extend((' '..='~').filter(|&c| glyph(c).is_some_and(|g| !g.path.is_empty())));
    }

    /// The definitions of the glyphs used.
    pub(crate) fn glyph_defs(&self) -> String {
        let mut out = String::new();
        for &c in &self.glyphs {
            if let Some(g) = glyph(c) {
                let _ = writeln!(out, r#"<path id="g{:x}" d="{}"/>"#, c as u32, g.path);
            }
        }
        out
    }
}

/// Colour and stroke width of a text.
#[derive(Clone, Copy)]
pub(crate) struct Ink<'a> {
    pub(crate) color: &'a str,
    /// Stroke width in tenths of the height of a capital.
    pub(crate) weight: f32,
}

impl<'a> Ink<'a> {
    pub(crate) const fn new(color: &'a str, weight: f32) -> Ink<'a> {
        Ink { color, weight }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(num(40.0), "40");
        assert_eq!(num(0.5), "0.5");
        assert_eq!(num(-0.001), "0");
        assert_eq!(num(1.0 / 3.0), "0.33");
    }

    #[test]
    fn markup_in_a_label_stays_a_label() {
        assert_eq!(escape("<a&\"b\">\u{1}"), "&lt;a&amp;&quot;b&quot;&gt;?");
    }
}
