//! Stones, discs, crosses and rings, and the numbers on them.

use super::pen::{Ink, Pen, num};
use super::{CELL, Context};
use crate::Style;
use crate::scene::is_black;

/// The look of the two colours in one style.
struct Material {
    /// Radius.
    r: f32,
    black: &'static str,
    white: &'static str,
    /// Ink for numbers and marks on a black stone.
    on_black: &'static str,
    /// Ink for numbers and marks on a white stone.
    on_white: &'static str,
}

const fn material(style: Style) -> Material {
    match style {
        Style::Lines => Material {
            r: 18.8,
            black: r##"<radialGradient id="black" cx="0.36" cy="0.3" r="0.75"><stop offset="0" stop-color="#7b7f86"/><stop offset="0.28" stop-color="#3a3d42"/><stop offset="0.7" stop-color="#17181b"/><stop offset="1" stop-color="#08090a"/></radialGradient>"##,
            white: r##"<radialGradient id="white" cx="0.37" cy="0.31" r="0.8"><stop offset="0" stop-color="#ffffff"/><stop offset="0.45" stop-color="#fbfaf6"/><stop offset="0.8" stop-color="#e6e2d8"/><stop offset="1" stop-color="#c9c3b4"/></radialGradient>"##,
            on_black: "#f6f3ea",
            on_white: "#1d1d1f",
        },
        Style::Felt => Material {
            r: 16.6,
            black: r##"<radialGradient id="black" cx="0.38" cy="0.32" r="0.75"><stop offset="0" stop-color="#54585f"/><stop offset="0.5" stop-color="#26282c"/><stop offset="1" stop-color="#0d0e10"/></radialGradient>"##,
            white: r##"<radialGradient id="white" cx="0.38" cy="0.32" r="0.8"><stop offset="0" stop-color="#ffffff"/><stop offset="0.6" stop-color="#f5f4f0"/><stop offset="1" stop-color="#d8d5cc"/></radialGradient>"##,
            on_black: "#f6f3ea",
            on_white: "#1d1d1f",
        },
        Style::Paper => Material { r: 13.0, black: "", white: "", on_black: "#2563a8", on_white: "#c8452f" },
        Style::Holes => Material {
            r: 16.4,
            black: r##"<radialGradient id="black" cx="0.4" cy="0.34" r="0.75"><stop offset="0" stop-color="#f2705f"/><stop offset="0.6" stop-color="#d83a2e"/><stop offset="1" stop-color="#a82119"/></radialGradient>"##,
            white: r##"<radialGradient id="white" cx="0.4" cy="0.34" r="0.75"><stop offset="0" stop-color="#ffe98a"/><stop offset="0.6" stop-color="#f7c72e"/><stop offset="1" stop-color="#d49c0a"/></radialGradient>"##,
            on_black: "#fff4f0",
            on_white: "#4d3800",
        },
    }
}

/// Gradients for the stones.
pub(super) fn defs(ctx: Context<'_>) -> String {
    let style = ctx.scene.style;
    if ctx.is_print() || style == Style::Paper {
        return String::new();
    }
    let m = material(style);
    let mut out = format!("{}\n{}\n", m.black, m.white);
    if style != Style::Holes {
        out.push_str(concat!(
            r##"<radialGradient id="shade"><stop offset="0.72" stop-color="#000" stop-opacity="0.42"/>"##,
            r##"<stop offset="0.88" stop-color="#000" stop-opacity="0.16"/>"##,
            r##"<stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>"##,
            "\n"
        ));
    }
    out
}

/// The ink for a stone of this style.
pub(super) fn ink_on(ctx: Context<'_>, black: bool) -> &'static str {
    match (ctx.is_print(), black) {
        (true, true) if ctx.scene.style != Style::Paper => "#ffffff",
        (true, _) => "#000000",
        (false, true) => material(ctx.scene.style).on_black,
        (false, false) => material(ctx.scene.style).on_white,
    }
}

/// The radius of a stone.
pub(super) fn radius(ctx: Context<'_>) -> f32 {
    material(ctx.scene.style).r
}

/// Draws every stone and its number.
pub(super) fn draw(pen: &mut Pen, ctx: Context<'_>) {
    // All shadows first: a shadow must not cover a neighbouring stone.
    for (point, _) in stones(ctx) {
        shadow(pen, ctx, ctx.frame.at(point));
    }
    for (point, black) in stones(ctx) {
        piece(pen, ctx, ctx.frame.at(point), black);
    }
    numbers(pen, ctx);
}

/// Whether stones of this style have a shadow.
pub(super) fn has_shadow(ctx: Context<'_>) -> bool {
    !ctx.is_print() && matches!(ctx.scene.style, Style::Lines | Style::Felt)
}

/// Draws the shadow of a stone, if it has one.
pub(super) fn shadow(pen: &mut Pen, ctx: Context<'_>, (x, y): (f32, f32)) {
    if has_shadow(ctx) {
        pen.element(format_args!(
            r#"<circle cx="{}" cy="{}" r="{}" fill="url(#shade)"/>"#,
            num(x + 1.4),
            num(y + 2.4),
            num(radius(ctx) + 2.2),
        ));
    }
}

/// Draws one stone.
pub(super) fn piece(pen: &mut Pen, ctx: Context<'_>, at: (f32, f32), black: bool) {
    if ctx.scene.style == Style::Paper {
        pen_mark(pen, ctx, at, black);
    } else {
        stone(pen, ctx, at, black, &material(ctx.scene.style));
    }
}

/// Draws the numbers on the stones.
pub(super) fn numbers(pen: &mut Pen, ctx: Context<'_>) {
    let scene = ctx.scene;
    let newest = scene.numbers.iter().flatten().max().copied();
    for (point, black) in stones(ctx) {
        if let Some(n) = scene.number(point) {
            let color = match (ctx.is_print(), Some(n) == newest, black) {
                (false, true, true) if scene.style != Style::Paper => "#ff8d7a",
                (false, true, false) if scene.style != Style::Paper => "#c62f1d",
                _ => ink_on(ctx, black),
            };
            let (x, y) = ctx.frame.at(point);
            if scene.style == Style::Paper {
                pen.text(&n.to_string(), (x + 14.0, y - 14.0), 7.0, 12.0, Ink::new("#8d8674", 1.3));
            } else {
                pen.text(&n.to_string(), (x, y), 13.5, radius(ctx) * 1.5, Ink::new(color, 1.3));
            }
        }
    }
}

/// The points with a stone, and whether it is black.
pub(super) fn stones(ctx: Context<'_>) -> impl Iterator<Item = (tengen_board::Point, bool)> + '_ {
    let scene = ctx.scene;
    scene.size.points().filter(|&p| !scene.at(p).is_empty()).map(|p| (p, is_black(scene.at(p))))
}

fn stone(pen: &mut Pen, ctx: Context<'_>, (x, y): (f32, f32), black: bool, m: &Material) {
    let (x, y, r) = (num(x), num(y), num(m.r));
    if ctx.is_print() {
        let fill = if black { "#000000" } else { "#ffffff" };
        pen.element(format_args!(
            r##"<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="#000000" stroke-width="1.5"/>"##
        ));
        return;
    }
    let fill = if black { "url(#black)" } else { "url(#white)" };
    let edge = match (ctx.scene.style, black) {
        (Style::Holes, true) => "#8f1b14",
        (Style::Holes, false) => "#b98505",
        (_, true) => "#050505",
        (_, false) => "#a29b8a",
    };
    pen.element(format_args!(
        r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{edge}" stroke-width="0.8"/>"#
    ));
    if ctx.scene.style == Style::Holes {
        // The rim of a token.
        pen.element(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{}" fill="none" stroke="{edge}" stroke-opacity="0.45" stroke-width="1.6"/>"#,
            num(m.r - 4.6),
        ));
    }
}

/// A cross for the first player, a ring for the second.
fn pen_mark(pen: &mut Pen, ctx: Context<'_>, (x, y): (f32, f32), cross: bool) {
    let r = CELL * 0.27;
    let color = ink_on(ctx, cross);
    if cross {
        pen.element(format_args!(
            r#"<path d="M{} {}L{} {}M{} {}L{} {}" fill="none" stroke="{color}" stroke-width="5" stroke-linecap="round"/>"#,
            num(x - r),
            num(y - r),
            num(x + r),
            num(y + r),
            num(x + r),
            num(y - r),
            num(x - r),
            num(y + r),
        ));
    } else {
        pen.element(format_args!(
            r#"<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{color}" stroke-width="5"/>"#,
            num(x),
            num(y),
            num(r + 0.6),
        ));
    }
}
