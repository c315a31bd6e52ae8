//! Positions drawn as text, SVG, PNG and GIF.
//!
//! A [`Scene`] is what a picture shows: the board, its stones, and annotations. [`Scene::new`] makes it from a position
//! of any game; its fields can be changed. It knows no rules and no engine.
//!
//! - [`text`] lays it out in characters, plain or with the colours of a terminal.
//! - [`svg`] draws it. Letters and digits are paths, so the picture is the same on every machine.
//! - [`png()`] rasterizes the SVG; no font is needed.
//! - [`gif()`] makes an animation of several scenes.
//!
//! PNG and GIF need the feature `png`. It is on by default in this crate, and off in the facade `tengen`.
//!
//! ```
//! use tengen_games::{AnyPosition, Game, GameSpec};
//! use tengen_render::{Numbers, Scene, svg};
//!
//! let mut game = AnyPosition::new(&GameSpec::named("gomoku", None, None)?);
//! for text in ["h8", "i9", "g7"] {
//!     let mv = game.parse_move(text)?;
//!     game.play(mv)?;
//! }
//!
//! let scene = Scene::new(&game).with_numbers(&game, Numbers::All);
//! let picture = svg::draw(&scene, &svg::SvgOptions::default());
//! assert!(picture.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "png")]
mod gif;
mod glyphs;
mod line;
mod numbers;
#[cfg(feature = "png")]
mod png;
mod scene;
mod stars;
pub mod svg;
pub mod text;

#[cfg(feature = "png")]
pub use gif::{MAX_FRAMES, gif};
pub use line::follow_line;
pub use numbers::{MoveNumbers, Numbers};
#[cfg(feature = "png")]
pub use png::{MAX_SIDE, PngError, png};
pub use scene::{Candidate, Scene, Style};
pub use stars::star_points;
