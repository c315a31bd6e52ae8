//! One board in many positions: what is the same for all of them once, and the rest of each by itself. A page that steps
//! through a game holds one board this way, not hundreds.

use super::pen::{Pen, num};
use super::{Frame, Look, Options, Theme, boards, signs, stones};
use crate::Scene;
use tengen_board::Point;

/// The parts of drawings of one board. Put [`Layers::defs`] once into the page, inside an `<svg>` that is not
/// `display: none` (gradients in such are not found), and then, in any `<svg viewBox="0 0 WIDTH HEIGHT">`,
/// `<use href="#board"/>` and a [`Layers::stones`].
///
/// The definitions have the ids `board`, `stone-black`, `stone-white` and `stone-shadow` (the three of them around the
/// origin, the shadow possibly empty), and ids that those refer to.
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
    /// The parts for the board of `scene`, whose stones and signs do not matter.
    pub fn new(scene: &Scene) -> Layers {
        let scene = &Scene { title: String::new(), ..Scene::empty(scene.size, scene.style, scene.coords) };
        let frame = Frame::of(scene);
        let look = Look { scene, frame: &frame, theme: Theme::Classic };
        let mut pen = Pen::default();
        boards::draw(&mut pen, look);
        pen.know_all_glyphs();
        let mut defs = boards::defs(look) + &stones::defs(look) + &pen.glyph_defs();
        defs.push_str(&format!("<g id=\"board\">\n{}</g>\n", pen.body));
        for (id, draw) in [
            ("stone-shadow", stones::shadow as fn(&mut Pen, Look<'_>, (f32, f32))),
            ("stone-black", |pen, look, at| stones::piece(pen, look, at, true)),
            ("stone-white", |pen, look, at| stones::piece(pen, look, at, false)),
        ] {
            let mut pen = Pen::default();
            draw(&mut pen, look, (0.0, 0.0));
            defs.push_str(&format!("<g id=\"{id}\">{}</g>\n", pen.body.trim_end()));
        }
        Layers { size: (frame.width, frame.height), left_top: (frame.left, frame.top), defs }
    }

    /// What every drawing refers to.
    pub fn defs(&self) -> &str {
        &self.defs
    }

    /// Width and height of the board in user units; a square of it is 40 wide.
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

    /// The stones and signs of a scene of this board, as markup.
    pub fn stones(&self, scene: &Scene) -> String {
        let frame = Frame::of(&Scene { show_coords: true, ..scene.clone() });
        let look = Look { scene, frame: &frame, theme: Options::default().theme };
        let mut pen = Pen::default();
        signs::draw_under(&mut pen, look);
        let each = |pen: &mut Pen, id: &str, point: Point| {
            let (x, y) = frame.at(point);
            pen.element(format_args!(r##"<use href="#{id}" x="{}" y="{}"/>"##, num(x), num(y)));
        };
        // All shadows first: none may lie on a neighbour's stone.
        if stones::has_shadow(look) {
            stones::stones(look).for_each(|(point, _)| each(&mut pen, "stone-shadow", point));
        }
        for (point, black) in stones::stones(look) {
            each(&mut pen, if black { "stone-black" } else { "stone-white" }, point);
        }
        stones::numbers(&mut pen, look);
        signs::draw(&mut pen, look);
        pen.body
    }
}
