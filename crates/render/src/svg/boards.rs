//! The boards: wood with lines, green felt, paper, and the blue front of connect four.

use super::pen::{Ink, Pen, num};
use super::{CELL, Context};
use crate::{Style, star_points};
use std::fmt::Write;

/// Gradients and patterns that the board needs.
pub(super) fn defs(ctx: Context<'_>) -> String {
    if ctx.is_print() {
        return String::new();
    }
    match ctx.scene.style {
        Style::Lines => concat!(
            r##"<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">"##,
            r##"<stop offset="0" stop-color="#f0cd8f"/><stop offset="0.5" stop-color="#e6bd78"/>"##,
            r##"<stop offset="1" stop-color="#d9aa62"/></linearGradient>"##,
            "\n"
        )
        .into(),
        Style::Felt => concat!(
            r##"<radialGradient id="felt" cx="0.42" cy="0.36" r="0.85">"##,
            r##"<stop offset="0" stop-color="#2f9460"/><stop offset="0.6" stop-color="#248052"/>"##,
            r##"<stop offset="1" stop-color="#1a6641"/></radialGradient>"##,
            r##"<linearGradient id="rim" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#4a3527"/>"##,
            r##"<stop offset="1" stop-color="#2b1e16"/></linearGradient>"##,
            "\n"
        )
        .into(),
        Style::Paper => String::new(),
        Style::Holes => concat!(
            r##"<linearGradient id="front" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="#3f7be0"/>"##,
            r##"<stop offset="1" stop-color="#2457b3"/></linearGradient>"##,
            r##"<linearGradient id="hole" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#c3cfe4"/>"##,
            r##"<stop offset="0.35" stop-color="#e6ecf6"/><stop offset="1" stop-color="#f4f7fc"/></linearGradient>"##,
            "\n"
        )
        .into(),
    }
}

/// Draws the board and its coordinates.
pub(super) fn draw(pen: &mut Pen, ctx: Context<'_>) {
    match ctx.scene.style {
        Style::Lines => lines(pen, ctx),
        Style::Felt => felt(pen, ctx),
        Style::Paper => paper(pen, ctx),
        Style::Holes => holes(pen, ctx),
    }
    if ctx.scene.show_coords {
        coordinates(pen, ctx);
    }
}

fn background(pen: &mut Pen, ctx: Context<'_>, fill: &str, round: f32) {
    pen.element(format_args!(
        r#"<rect width="{}" height="{}" rx="{}" fill="{fill}"/>"#,
        num(ctx.frame.width),
        num(ctx.frame.height),
        num(round),
    ));
}

/// Wood grain: long, nearly straight strokes. The seed is fixed, so pictures of one size have the same grain.
fn grain(pen: &mut Pen, ctx: Context<'_>) {
    let (width, height) = (ctx.frame.width, ctx.frame.height);
    let mut state = 0x9E37_79B9_u32;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as f32 / u32::MAX as f32
    };
    let mut light = String::new();
    let mut dark = String::new();
    let mut x = 4.0;
    while x < width - 3.0 {
        let sway = 2.5 + 3.0 * random();
        let path = if random() < 0.35 { &mut light } else { &mut dark };
        let _ = write!(
            path,
            "M{} 2C{} {} {} {} {} {}",
            num(x),
            num(x + (random() - 0.5) * sway),
            num(height * 0.33),
            num(x + (random() - 0.5) * sway),
            num(height * 0.66),
            num(x + (random() - 0.5) * sway),
            num(height - 2.0),
        );
        x += 3.5 + 9.0 * random() * random();
    }
    pen.element(format_args!(
        r##"<path d="{dark}" fill="none" stroke="#8a5a1e" stroke-opacity="0.13" stroke-width="1.1"/>"##
    ));
    pen.element(format_args!(
        r##"<path d="{light}" fill="none" stroke="#fff3d6" stroke-opacity="0.22" stroke-width="1.4"/>"##
    ));
}

fn lines(pen: &mut Pen, ctx: Context<'_>) {
    let (frame, size) = (ctx.frame, ctx.scene.size);
    let ink = if ctx.is_print() {
        background(pen, ctx, "#ffffff", 0.0);
        "#000000"
    } else {
        background(pen, ctx, "url(#wood)", 7.0);
        grain(pen, ctx);
        pen.element(format_args!(
            r##"<rect x="0.75" y="0.75" width="{}" height="{}" rx="6.5" fill="none" stroke="#9a6b2c" stroke-opacity="0.55" stroke-width="1.5"/>"##,
            num(frame.width - 1.5),
            num(frame.height - 1.5),
        ));
        "#3b2a14"
    };
    let (right, bottom) =
        (frame.left + (size.cols() - 1) as f32 * CELL, frame.top + (size.rows() - 1) as f32 * CELL);
    let mut path = String::new();
    for row in 0..size.rows() {
        let y = num(frame.top + row as f32 * CELL);
        let _ = write!(path, "M{} {y}H{}", num(frame.left), num(right));
    }
    for col in 0..size.cols() {
        let x = num(frame.left + col as f32 * CELL);
        let _ = write!(path, "M{x} {}V{}", num(frame.top), num(bottom));
    }
    pen.element(format_args!(
        r#"<path d="{path}" fill="none" stroke="{ink}" stroke-width="1.1" stroke-linecap="square"/>"#
    ));
    if size.rows() > 1 && size.cols() > 1 {
        pen.element(format_args!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{ink}" stroke-width="2.2"/>"#,
            num(frame.left),
            num(frame.top),
            num(right - frame.left),
            num(bottom - frame.top),
        ));
    }
    for star in star_points(size) {
        let (x, y) = frame.at(star);
        pen.element(format_args!(r#"<circle cx="{}" cy="{}" r="3.9" fill="{ink}"/>"#, num(x), num(y)));
    }
}

/// The rectangle of the squares: left, top, width, height.
fn squares(ctx: Context<'_>) -> (f32, f32, f32, f32) {
    let (frame, size) = (ctx.frame, ctx.scene.size);
    (frame.left - CELL / 2.0, frame.top - CELL / 2.0, size.cols() as f32 * CELL, size.rows() as f32 * CELL)
}

fn inner_lines(ctx: Context<'_>) -> String {
    let (x, y, width, height) = squares(ctx);
    let mut path = String::new();
    for row in 1..ctx.scene.size.rows() {
        let _ = write!(path, "M{} {}H{}", num(x), num(y + row as f32 * CELL), num(x + width));
    }
    for col in 1..ctx.scene.size.cols() {
        let _ = write!(path, "M{} {}V{}", num(x + col as f32 * CELL), num(y), num(y + height));
    }
    path
}

fn felt(pen: &mut Pen, ctx: Context<'_>) {
    let (x, y, width, height) = squares(ctx);
    let size = ctx.scene.size;
    let (fill, ink) = if ctx.is_print() {
        background(pen, ctx, "#ffffff", 0.0);
        ("#ffffff", "#000000")
    } else {
        background(pen, ctx, "url(#rim)", 9.0);
        ("url(#felt)", "#0d3b25")
    };
    pen.element(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="2" fill="{fill}" stroke="{ink}" stroke-width="2.4"/>"#,
        num(x),
        num(y),
        num(width),
        num(height),
    ));
    pen.element(format_args!(
        r#"<path d="{}" fill="none" stroke="{ink}" stroke-width="1.3"/>"#,
        inner_lines(ctx)
    ));
    if size.rows() >= 6 && size.cols() >= 6 {
        for row in [2, size.rows() - 2] {
            for col in [2, size.cols() - 2] {
                pen.element(format_args!(
                    r#"<circle cx="{}" cy="{}" r="3.4" fill="{ink}"/>"#,
                    num(x + col as f32 * CELL),
                    num(y + row as f32 * CELL),
                ));
            }
        }
    }
}

fn paper(pen: &mut Pen, ctx: Context<'_>) {
    let print = ctx.is_print();
    background(pen, ctx, if print { "#ffffff" } else { "#fbf8f1" }, if print { 0.0 } else { 8.0 });
    if !print {
        pen.element(format_args!(
            r##"<rect x="0.6" y="0.6" width="{}" height="{}" rx="7.6" fill="none" stroke="#d9d0bd" stroke-width="1.2"/>"##,
            num(ctx.frame.width - 1.2),
            num(ctx.frame.height - 1.2),
        ));
    }
    pen.element(format_args!(
        r##"<path d="{}" fill="none" stroke="{}" stroke-width="2.6" stroke-linecap="round"/>"##,
        inner_lines(ctx),
        if print { "#000000" } else { "#8d8674" },
    ));
}

fn holes(pen: &mut Pen, ctx: Context<'_>) {
    let print = ctx.is_print();
    let (x, y, width, height) = squares(ctx);
    background(pen, ctx, if print { "#ffffff" } else { "#eef2f9" }, if print { 0.0 } else { 8.0 });
    let (fill, edge, hole) =
        if print { ("#ffffff", "#000000", "#ffffff") } else { ("url(#front)", "#1b448f", "url(#hole)") };
    pen.element(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="8" fill="{fill}" stroke="{edge}" stroke-width="2"/>"#,
        num(x - 5.0),
        num(y - 5.0),
        num(width + 10.0),
        num(height + 10.0),
    ));
    for point in ctx.scene.size.points() {
        let (cx, cy) = ctx.frame.at(point);
        pen.element(format_args!(
            r#"<circle cx="{}" cy="{}" r="16.4" fill="{hole}" stroke="{edge}" stroke-width="1.4"/>"#,
            num(cx),
            num(cy),
        ));
    }
}

fn coordinates(pen: &mut Pen, ctx: Context<'_>) {
    let (frame, scene) = (ctx.frame, ctx.scene);
    let color = match (ctx.is_print(), scene.style) {
        (true, _) => "#000000",
        (_, Style::Lines) => "#5a4120",
        (_, Style::Felt) => "#d9c6ab",
        (_, Style::Paper) => "#8d8674",
        (_, Style::Holes) => "#44597f",
    };
    let ink = Ink::new(color, 1.25);
    // The middle of the free margin: the outermost stones reach half a square from the outermost points.
    let out = |margin: f32| CELL / 2.0 + (margin - CELL / 2.0) / 2.0;
    let extra = if scene.style == Style::Holes { 2.0 } else { 0.0 };
    let (left, top) = (frame.left, frame.top);
    let (last_x, last_y) =
        (left + (scene.size.cols() - 1) as f32 * CELL, top + (scene.size.rows() - 1) as f32 * CELL);
    let below = scene.style != Style::Felt;
    for col in 0..scene.size.cols() {
        let label = scene.column_label(col);
        let x = left + col as f32 * CELL;
        if below || frame.all_sides {
            let y = last_y + out(frame.height - last_y) + extra;
            pen.text(&label, (x, y), 12.0, 26.0, ink);
        }
        if !below || frame.all_sides {
            pen.text(&label, (x, top - out(top)), 12.0, 26.0, ink);
        }
    }
    for row in 0..scene.size.rows() {
        let label = scene.row_label(row);
        let y = top + row as f32 * CELL;
        pen.text(&label, (left - out(left) - extra, y), 12.0, 20.0, ink);
        if frame.all_sides {
            pen.text(&label, (last_x + out(frame.width - last_x), y), 12.0, 20.0, ink);
        }
    }
}
