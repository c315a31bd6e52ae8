//! Annotations of the board: the last move, the winning line, forbidden points, hints, a record's marks and arrows, and
//! an engine's candidate moves.

use super::pen::{Ink, Pen, num};
use super::stones::{ink_on, radius};
use super::{CELL, Context};
use crate::scene::is_black;
use crate::{Candidate, Style};
use tengen_board::{Color, Point};
use tengen_records::{Arrow, Mark};

const RED: &str = "#d1382a";

/// Draws what is under the stones: on paper, the squares of the winning line.
pub(super) fn draw_under(pen: &mut Pen, ctx: Context<'_>) {
    if ctx.scene.style == Style::Paper {
        winning_line(pen, ctx);
    }
}

/// Draws every annotation that is over the stones.
pub(super) fn draw(pen: &mut Pen, ctx: Context<'_>) {
    let scene = ctx.scene;
    if scene.style != Style::Paper {
        winning_line(pen, ctx);
    }
    if let Some(last) = scene.last.filter(|&p| !scene.at(p).is_empty()) {
        // A red number shows the last move too; a mark of the record or the winning line takes its place.
        let already_shown = scene.number(last).is_some()
            || (scene.style == Style::Paper && scene.line.contains(&last))
            || scene.marks.iter().any(|(p, _)| *p == last);
        if !already_shown {
            last_move(pen, ctx, last);
        }
    }
    for &point in &scene.forbidden {
        let (x, y) = ctx.frame.at(point);
        cross(pen, (x, y), 7.0, if ctx.is_print() { "#000000" } else { RED }, 3.0);
    }
    for &point in &scene.hints {
        if scene.at(point).is_empty() && scene.candidates.iter().all(|c| c.point != point) {
            hint(pen, ctx, point);
        }
    }
    for (point, mark) in &scene.marks {
        draw_mark(pen, ctx, *point, mark);
    }
    for candidate in &scene.candidates {
        draw_candidate(pen, ctx, candidate);
    }
    for arrow in &scene.arrows {
        draw_arrow(pen, ctx, arrow);
    }
}

/// An arrow as the page draws it: over everything, translucent.
fn draw_arrow(pen: &mut Pen, ctx: Context<'_>, arrow: &Arrow) {
    let (from, to) = (ctx.frame.at(arrow.from), ctx.frame.at(arrow.to));
    let length = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
    let (x, y) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
    // From the tip: where the shaft ends under the head, and the corners of the head.
    let shaft = if arrow.line { 0.0 } else { 13.6 };
    let color = if ctx.is_print() { "#000000" } else { "#1d5fae" };
    let mut path =
        format!("M{} {}L{} {}", num(from.0), num(from.1), num(to.0 - x * shaft), num(to.1 - y * shaft));
    if !arrow.line {
        let corner = |side: f32| (to.0 - 16.0 * x + side * y, to.1 - 16.0 * y - side * x);
        let (left, right) = (corner(-6.0), corner(6.0));
        let [tip, left, right] = [to, left, right].map(|(x, y)| format!("{} {}", num(x), num(y)));
        path += &format!("M{tip}L{left}L{right}Z");
    }
    pen.element(format_args!(
        r#"<path d="{path}" fill="{color}" stroke="{color}" stroke-width="5.2" stroke-linecap="round" stroke-linejoin="round" opacity="0.8"/>"#,
    ));
}

fn last_move(pen: &mut Pen, ctx: Context<'_>, point: Point) {
    let (x, y) = ctx.frame.at(point);
    let (x, y) = (num(x), num(y));
    let black = is_black(ctx.scene.at(point));
    match ctx.scene.style {
        Style::Paper => pen.element(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="17.6" fill="none" stroke="{}" stroke-opacity="0.35" stroke-width="1.6"/>"#,
            ink_on(ctx, black),
        )),
        _ if ctx.is_print() => pen.element(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="7.5" fill="none" stroke="{}" stroke-width="2.4"/>"#,
            ink_on(ctx, black),
        )),
        Style::Holes => pen.element(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="5" fill="{}"/>"#,
            ink_on(ctx, black)
        )),
        _ => pen.element(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="5.4" fill="{}"/>"#,
            if black { "#ff6a55" } else { RED },
        )),
    }
}

fn winning_line(pen: &mut Pen, ctx: Context<'_>) {
    let scene = ctx.scene;
    if scene.line.is_empty() {
        return;
    }
    let color = if ctx.is_print() { "#777777" } else { "#ffb400" };
    let r = radius(ctx);
    for &point in &scene.line {
        let (x, y) = ctx.frame.at(point);
        if scene.style == Style::Paper {
            pen.element(format_args!(
                r#"<rect x="{}" y="{}" width="34" height="34" rx="5" fill="{color}" fill-opacity="0.25"/>"#,
                num(x - 17.0),
                num(y - 17.0),
            ));
        } else {
            pen.element(format_args!(
                r#"<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{color}" stroke-width="3.6"/>"#,
                num(x),
                num(y),
                num(r - 0.6),
            ));
        }
    }
}

fn cross(pen: &mut Pen, (x, y): (f32, f32), r: f32, color: &str, width: f32) {
    pen.element(format_args!(
        r#"<path d="M{} {}L{} {}M{} {}L{} {}" fill="none" stroke="{color}" stroke-width="{}" stroke-linecap="round"/>"#,
        num(x - r),
        num(y - r),
        num(x + r),
        num(y + r),
        num(x + r),
        num(y - r),
        num(x - r),
        num(y + r),
        num(width),
    ));
}

fn hint(pen: &mut Pen, ctx: Context<'_>, point: Point) {
    let (x, y) = ctx.frame.at(point);
    let color = match (ctx.is_print(), ctx.scene.style) {
        (true, _) => "#000000",
        (_, Style::Felt) => "#0d3b25",
        (_, Style::Holes) => "#2457b3",
        _ => "#6b4a1c",
    };
    pen.element(format_args!(
        r#"<circle cx="{}" cy="{}" r="4.6" fill="{color}" fill-opacity="0.55"/>"#,
        num(x),
        num(y),
    ));
}

/// Hides the crossing of the lines under text on an empty point, so that the text is legible.
fn clear(pen: &mut Pen, ctx: Context<'_>, (x, y): (f32, f32), r: f32) {
    let fill = match (ctx.is_print(), ctx.scene.style) {
        (true, _) => "#ffffff",
        (_, Style::Lines) => "#e8c180",
        _ => return,
    };
    pen.element(format_args!(r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}"/>"#, num(x), num(y), num(r)));
}

fn draw_mark(pen: &mut Pen, ctx: Context<'_>, point: Point, mark: &Mark) {
    let at @ (x, y) = ctx.frame.at(point);
    let cell = ctx.scene.at(point);
    let color = match cell.color() {
        Some(c) => ink_on(ctx, c == Color::Black),
        None if ctx.is_print() => "#000000",
        None if ctx.scene.style == Style::Felt => "#f1ead9",
        None => "#1d3f72",
    };
    let color = if ctx.scene.style == Style::Paper && !cell.is_empty() { "#555555" } else { color };
    let line = r#"fill="none" stroke-width="2.6" stroke-linejoin="round""#;
    match mark {
        Mark::Triangle => pen.element(format_args!(
            r#"<path d="M{} {}L{} {}H{}Z" stroke="{color}" {line}/>"#,
            num(x),
            num(y - 10.5),
            num(x + 9.4),
            num(y + 6.0),
            num(x - 9.4),
        )),
        Mark::Square | Mark::Selected => pen.element(format_args!(
            r#"<rect x="{}" y="{}" width="15.6" height="15.6" stroke="{color}" {line}{}/>"#,
            num(x - 7.8),
            num(y - 7.8),
            if *mark == Mark::Selected { r#" stroke-dasharray="4 2.6""# } else { "" },
        )),
        Mark::Circle => pen.element(format_args!(
            r#"<circle cx="{}" cy="{}" r="8.6" stroke="{color}" {line}/>"#,
            num(x),
            num(y),
        )),
        Mark::Cross => cross(pen, at, 7.2, color, 2.8),
        Mark::Territory(owner) => pen.element(format_args!(
            r##"<rect x="{}" y="{}" width="12" height="12" rx="1.5" fill="{}" stroke="{}" stroke-width="0.8"/>"##,
            num(x - 6.0),
            num(y - 6.0),
            if *owner == Color::Black { "#17181b" } else { "#ffffff" },
            if *owner == Color::Black { "#000000" } else { "#7d7566" },
        )),
        Mark::Label(text) => {
            if cell.is_empty() {
                clear(pen, ctx, at, 12.0);
            }
            let short: String = text.chars().take(6).collect();
            pen.text(&short, at, 14.5, CELL * 0.72, Ink::new(color, 1.5));
        }
    }
}

/// The colour of a win probability: red for a loss, amber for an even game, green for a win.
fn win_color(win: f32) -> String {
    let win = if win.is_finite() { win.clamp(0.0, 1.0) } else { 0.5 };
    let stops = [(196.0, 60.0, 44.0), (214.0, 152.0, 32.0), (43.0, 142.0, 84.0)];
    let (a, b, t) =
        if win < 0.5 { (stops[0], stops[1], win * 2.0) } else { (stops[1], stops[2], win * 2.0 - 1.0) };
    let mix = |a: f32, b: f32| (a + (b - a) * t).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

fn draw_candidate(pen: &mut Pen, ctx: Context<'_>, candidate: &Candidate) {
    let at @ (x, y) = ctx.frame.at(candidate.point);
    let (fill, ink) = if ctx.is_print() {
        ("#ffffff".to_string(), "#000000")
    } else {
        (win_color(candidate.win), "#ffffff")
    };
    let ring = match (ctx.is_print(), candidate.best) {
        (true, best) => format!(r##" stroke="#000000" stroke-width="{}""##, if best { 2.4 } else { 1.0 }),
        (false, true) => r##" stroke="#ffffff" stroke-width="2.4""##.into(),
        (false, false) => String::new(),
    };
    pen.element(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}" fill-opacity="{}"{ring}/>"#,
        num(x),
        num(y),
        num(radius(ctx).max(15.0) - 2.4),
        if candidate.best { "0.95" } else { "0.82" },
    ));
    pen.text(&candidate.text, at, 11.0, CELL * 0.62, Ink::new(ink, 1.4));
}
