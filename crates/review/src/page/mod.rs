//! A review as one self-contained page: board, graph, sums, mistakes with their diagrams, and every move.
//!
//! Nothing is fetched from anywhere. The page's one script and its one style sheet are constant, and the policy in its
//! head names them by their hashes: no other script can run, whatever the names in the record are. Without the script
//! the page still shows the position of the costliest move, the graph, every mistake's diagram and all moves.

mod boards;
mod graph;
mod tables;

use crate::ReviewText as _;
use crate::words::sign;
use crate::{Course, MoveReview, Review};
use base64::Engine as _;
use boards::Diagrams;
use sha2::Digest as _;
use std::fmt::Write;
use tengen_board::Color;
use tengen_records::{Header, PlayerInfo};
use tengen_render::Style;
use tengen_words::{Language, percent};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The content security policy of every page: nothing from elsewhere, no script but the page's own.
pub fn policy() -> String {
    let hash =
        |text: &str| base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

/// Mistakes that get a diagram; a page of a game with more names the costliest so many.
pub const MOST_DIAGRAMS: usize = 48;

/// Text made fit for HTML, in and out of attributes. Control characters and those that change the direction of the text
/// around them become a question mark.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() => out.push('?'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

/// The name of the player of a colour, with the rank.
pub(crate) fn name_of(header: &Header, color: Color, lang: Language) -> Option<String> {
    let PlayerInfo { name, rank, .. } = if color == Color::Black { &header.black } else { &header.white };
    let name = name.as_ref().filter(|n| !n.trim().is_empty())?;
    Some(match rank {
        Some(rank) => format!("{name}{}", lang.aside(rank)),
        None => name.clone(),
    })
}

/// What the parts of the page look at.
#[derive(Clone, Copy)]
struct Sheet<'a> {
    course: &'a Course,
    review: &'a Review,
    header: &'a Header,
    lang: Language,
}

impl Sheet<'_> {
    fn side(&self, color: Color) -> &'static str {
        self.lang.side(&self.review.spec, color)
    }

    /// The player's name where the record has it, else what the stones are called.
    fn who(&self, color: Color) -> String {
        name_of(self.header, color, self.lang).unwrap_or_else(|| self.side(color).into())
    }

    /// The move as it is written, with its sign: `h8?!`.
    fn mv(&self, m: &MoveReview) -> String {
        let from = &self.course.moments()[m.index - 1].position;
        format!("{}{}", self.lang.mv(from, m.mv), m.verdict.map_or("", sign))
    }

    /// `62% → 45%`, with what was lost in the game's own unit.
    fn swing(&self, m: &MoveReview) -> Option<String> {
        self.lang.swing_of(m, self.review.spec.kind())
    }
}

/// Writes the page of a review. `header` is the record's.
///
/// # Panics
/// If the review is of another course.
pub fn page(course: &Course, review: &Review, header: &Header, lang: Language) -> String {
    let sheet = Sheet { course, review, header, lang };
    let diagrams = Diagrams::new(sheet);
    let title = format!("{} – {}", sheet.who(Color::Black), sheet.who(Color::White));
    // Where the page opens: after the costliest move, else at the end.
    let opens = review.faults().max_by(|a, b| a.by_cost(b)).map_or(course.moments().len() - 1, |m| m.index);
    let mut out = String::with_capacity(1 << 17);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"Tengen {}\">\n\
         <title>{}: {}</title>\n<style>{STYLE}</style>\n</head>\n<body class=\"{}\">\n",
        lang.tag(),
        policy(),
        env!("CARGO_PKG_VERSION"),
        lang.pick("Review", "复盘", "検討"),
        escape(&title),
        match Style::of(&review.spec) {
            Style::Holes => "holes",
            Style::Paper => "noughts",
            Style::Lines | Style::Felt => "stones",
        },
    );
    diagrams.defs(&mut out);
    heading(&mut out, sheet);
    out.push_str("<main>\n<div class=\"top\">\n");
    diagrams.stage(&mut out, opens);
    out.push_str("<div class=\"side\">\n");
    graph::graph(&mut out, sheet);
    tables::summary(&mut out, sheet);
    out.push_str("</div>\n</div>\n");
    diagrams.faults(&mut out);
    tables::moves(&mut out, sheet);
    tables::method(&mut out, sheet);
    out.push_str("</main>\n");
    diagrams.data(&mut out, opens);
    let _ = write!(out, "<script>{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

fn heading(out: &mut String, sheet: Sheet<'_>) {
    let Sheet { review, header, lang, course } = sheet;
    out.push_str("<header class=\"head\">\n<h1>");
    for (i, color) in [Color::Black, Color::White].into_iter().enumerate() {
        if i > 0 {
            out.push_str(" <span class=\"vs\">–</span> ");
        }
        let _ = write!(
            out,
            "<span class=\"player\"><svg class=\"dot\" viewBox=\"-22 -22 44 44\" role=\"img\" aria-label=\"{side}\">\
             <use href=\"#stone-{id}\"/></svg>{name}</span>",
            side = escape(sheet.side(color)),
            id = if color == Color::Black { "black" } else { "white" },
            name = escape(&sheet.who(color)),
        );
    }
    out.push_str("</h1>\n<p class=\"about\">");
    let mut about = vec![lang.game(&review.spec)];
    let said = [&header.name, &header.event, &header.round, &header.place, &header.date];
    about.extend(said.into_iter().filter_map(|t| t.clone()).filter(|t| !t.trim().is_empty()));
    if let Some(result) = header.result.as_ref().filter(|t| !t.trim().is_empty()) {
        about.push(format!("{}{result}", lang.pick("result ", "结果 ", "結果 ")));
    }
    about.extend(course.opening().map(|name| lang.named_opening(name)));
    out.push_str(&about.iter().map(|t| escape(t)).collect::<Vec<_>>().join(" · "));
    let _ = write!(
        out,
        "</p>\n<p class=\"about\">{} {} · {}</p>\n",
        lang.pick("Analysed by", "分析引擎：", "エンジン："),
        escape(&review.engine),
        escape(&lang.limits(&review.limits)),
    );
    if !review.is_complete() {
        let (done, of) = (review.done, review.of);
        let text = lang.pick(
            format!(
                "This review is incomplete: {done} of {of} positions were analysed. The other moves have no verdict."
            ),
            format!("本复盘未完成：{of} 个局面中只分析了 {done} 个。未分析的着法没有评价。"), format!("この検討は途中までです。{of}局面中{done}局面を解析しました。ほかの手に評価はありません。"),
        );
        let _ = writeln!(out, "<p class=\"note\" role=\"status\">{text}</p>");
    }
    if let Some(violation) = course.violation() {
        let number = violation.number;
        let text = lang.pick(
            format!("Move {number} breaks the rules; the rest of the record is left out: {}", violation.kind),
            format!("第 {number} 手违反规则，其后的着法从略：{}", violation.kind),
            format!("{number}手目が反則のため、以降は省きました：{}", violation.kind),
        );
        let _ = writeln!(out, "<p class=\"note\" role=\"status\">{}</p>", escape(&text));
    }
    if let Some(comment) = header.comment.as_ref().filter(|t| !t.trim().is_empty()) {
        let short: String = comment.chars().take(600).collect();
        let _ = writeln!(out, "<p class=\"comment\">{}</p>", escape(&short));
    }
    out.push_str("</header>\n");
}

/// A chance in a table.
fn chance(win: Option<f32>) -> String {
    win.map_or_else(|| "–".into(), percent)
}
