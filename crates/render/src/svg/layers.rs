//! Many positions of one board: the board once, and the stones of each position. A page that steps through a game then
//! contains one drawing of the board, not hundreds.

use super::pen::{Pen, num};
use super::{Context, Frame, SvgOptions, Theme, annotations, boards, stones};
use crate::Scene;
use tengen_board::Point;

/// The shared definitions of a board and the stones of each position.
///
/// Write [`Layers::defs`] once into the page, inside an `<svg>` that is not `display: none`: browsers do not resolve
/// gradients in a hidden one. Then any `<svg viewBox="0 0 WIDTH HEIGHT">` contains `<use href="#board"/>` and the
/// markup of [`Layers::stones`].
///
/// The definitions have the ids `board`, `stone-black`, `stone-white` and `stone-shadow`, and ids that these refer to.
/// The three stones are centred on the origin; the shadow may be empty.
///
/// ```
/// use tengen_board::{Coords, Point, Size};
/// use tengen_render::{Scene, Style, svg};
/// let layers = svg::Layers::new(&Scene::empty(Size::of(19, 19), Style::Lines, Coords::Go));
/// assert!(layers.defs().contains("id=\"stone-black\""));
/// assert_eq!(layers.center(Point::new(0, 1)).0 - layers.center(Point::new(0, 0)).0, 40.0);
/// ```
#[derive(Clone, Debug)]
pub struct Layers {
    size: (f32, f32),
    left_top: (f32, f32),
    defs: String,
}

impl Layers {
    /// The layers of the board of `scene`. Its stones and annotations do not matter.
    pub fn new(scene: &Scene) -> Layers {
        let scene = &Scene { title: String::new(), ..Scene::empty(scene.size, scene.style, scene.coords) };
        let frame = Frame::of(scene);
        let ctx = Context { scene, frame: &frame, theme: Theme::Classic };
        let mut pen = Pen::default();
        boards::draw(&mut pen, ctx);
        pen.use_all_glyphs();
        let mut defs = boards::defs(ctx) + &stones::defs(ctx) + &pen.glyph_defs();
        defs.push_str(&format!("<g id=\"board\">\n{}</g>\n", pen.body));
        for (id, draw) in [
            ("stone-shadow", stones::shadow as fn(&mut Pen, Context<'_>, (f32, f32))),
            ("stone-black", |pen, ctx, at| stones::piece(pen, ctx, at, true)),
            ("stone-white", |pen, ctx, at| stones::piece(pen, ctx, at, false)),
        ] {
            let mut pen = Pen::default();
            draw(&mut pen, ctx, (0.0, 0.0));
            defs.push_str(&format!("<g id=\"{id}\">{}</g>\n", pen.body.trim_end()));
        }
        Layers { size: (frame.width, frame.height), left_top: (frame.left, frame.top), defs }
    }

    /// The definitions that every drawing refers to.
    pub fn defs(&self) -> &str {
        &self.defs
    }

    /// Width and height of the board in user units. A square is 40 wide.
    pub fn size(&self) -> (f32, f32) {
        self.size
    }

    /// The centre of a point, in user units.
    pub fn center(&self, point: Point) -> (f32, f32) {
        (
            self.left_top.0 + f32::from(point.col) * super::CELL,
            self.left_top.1 + f32::from(point.row) * super::CELL,
        )
    }

    /// The stones and annotations of a scene of this board, as markup.
    pub fn stones(&self, scene: &Scene) -> String {
        let frame = Frame::of(&Scene { show_coords: true, ..scene.clone() });
        let ctx = Context { scene, frame: &frame, theme: SvgOptions::default().theme };
        let mut pen = Pen::default();
        annotations::draw_under(&mut pen, ctx);
        let each = |pen: &mut Pen, id: &str, point: Point| {
            let (x, y) = frame.at(point);
            pen.element(format_args!(r##"<use href="#{id}" x="{}" y="{}"/>"##, num(x), num(y)));
        };
        // All shadows first: a shadow must not cover a neighbouring stone.
        if stones::has_shadow(ctx) {
            stones::stones(ctx).for_each(|(point, _)| each(&mut pen, "stone-shadow", point));
        }
        for (point, black) in stones::stones(ctx) {
            each(&mut pen, if black { "stone-black" } else { "stone-white" }, point);
        }
        stones::numbers(&mut pen, ctx);
        annotations::draw(&mut pen, ctx);
        pen.body
    }
}
