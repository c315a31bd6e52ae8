//! A scene as SVG: wood and stones, felt and discs, paper and pen.
//!
//! A square of the board is 40 units wide. Text is drawn with the strokes of this crate's glyphs, so no font is needed.
//! Only a label with a character that has no glyph, such as a Chinese one, becomes a `<text>` element.

mod annotations;
mod boards;
mod layers;
mod pen;
mod stones;

pub use layers::Layers;

use crate::{Scene, Style};
use pen::Pen;
use std::fmt::Write;
use tengen_board::Point;

/// The side of one square, in user units.
pub(crate) const CELL: f32 = 40.0;

/// The look of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Wood, stones and felt, as on a table.
    #[default]
    Classic,
    /// Black and white, for print.
    Print,
}

/// Options of a drawing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SvgOptions {
    /// Width of the picture in pixels; the height follows. Default: 1 pixel per unit, 40 per column.
    pub width: Option<u32>,
    /// Its look.
    pub theme: Theme,
}

/// Draws a scene as a complete SVG document without an XML declaration, for a file or a page.
///
/// ```
/// use tengen_board::{Coords, Size};
/// use tengen_render::{Scene, Style, svg};
/// let board = Scene::empty(Size::of(19, 19), Style::Lines, Coords::Go);
/// assert!(svg::draw(&board, &svg::SvgOptions::default()).ends_with("</svg>\n"));
/// ```
pub fn draw(scene: &Scene, options: &SvgOptions) -> String {
    let frame = Frame::of(scene);
    let mut pen = Pen::default();
    let ctx = Context { scene, frame: &frame, theme: options.theme };
    boards::draw(&mut pen, ctx);
    annotations::draw_under(&mut pen, ctx);
    stones::draw(&mut pen, ctx);
    annotations::draw(&mut pen, ctx);

    let (width, height) = pixel_size(&frame, options);
    let mut out = String::with_capacity(pen.body.len() + 4096);
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {} {}" role="img">"#,
        pen::num(frame.width),
        pen::num(frame.height),
    );
    out.push('\n');
    if !scene.title.is_empty() {
        let _ = writeln!(out, "<title>{}</title>", pen::escape(&scene.title));
    }
    out.push_str("<defs>\n");
    out.push_str(&boards::defs(ctx));
    out.push_str(&stones::defs(ctx));
    out.push_str(&pen.glyph_defs());
    out.push_str("</defs>\n");
    out.push_str(&pen.body);
    out.push_str("</svg>\n");
    out
}

/// Width and height in pixels of the picture that [`draw`] makes.
pub fn size_in_pixels(scene: &Scene, options: &SvgOptions) -> (u32, u32) {
    pixel_size(&Frame::of(scene), options)
}

fn pixel_size(frame: &Frame, options: &SvgOptions) -> (u32, u32) {
    let width = options.width.unwrap_or(frame.width.round() as u32).max(1);
    let height = (width as f32 * frame.height / frame.width).round().max(1.0) as u32;
    (width, height)
}

/// What every part of the drawing depends on.
#[derive(Clone, Copy)]
struct Context<'a> {
    scene: &'a Scene,
    frame: &'a Frame,
    theme: Theme,
}

impl Context<'_> {
    fn is_print(self) -> bool {
        self.theme == Theme::Print
    }
}

/// The geometry of the picture, in user units.
struct Frame {
    width: f32,
    height: f32,
    /// The centre of the top-left point.
    left: f32,
    top: f32,
    /// Whether coordinates are drawn on all four sides, or above and left only.
    all_sides: bool,
}

impl Frame {
    fn of(scene: &Scene) -> Frame {
        let (rows, cols) = (scene.size.rows() as f32, scene.size.cols() as f32);
        let all_sides = scene.style == Style::Lines && scene.size.area() > 64;
        // From the centre of the outermost points to the edge of the picture.
        let bare = if scene.style == Style::Lines { 0.8 } else { 0.75 } * CELL;
        let labelled = match scene.style {
            Style::Lines => 1.25 * CELL,
            _ => 1.15 * CELL,
        };
        let near = if scene.show_coords { labelled } else { bare };
        let far = match (scene.show_coords, scene.style) {
            (true, Style::Lines) if all_sides => labelled,
            // A felt board has a frame on all sides.
            (true, Style::Felt) => labelled,
            _ => bare,
        };
        // Column letters are below the board where rows count from the bottom.
        let bottom_letters = scene.style != Style::Felt;
        let (above, below) = if bottom_letters { (far, near) } else { (near, far) };
        Frame {
            width: near + (cols - 1.0) * CELL + far,
            height: above + (rows - 1.0) * CELL + below,
            left: near,
            top: above,
            all_sides,
        }
    }

    /// The centre of a point.
    fn at(&self, point: Point) -> (f32, f32) {
        (self.left + f32::from(point.col) * CELL, self.top + f32::from(point.row) * CELL)
    }
}
