//! Positions drawn as text, SVG and PNG.
//!
//! A [`Scene`] says what is to be seen: the board, its stones, and what is marked on it. It is made from a position of
//! any game with [`Scene::of`] and adorned by hand; it knows no rules and no engine. Then
//!
//! - [`text`] lays it out in characters, plain or with the colours of a terminal;
//! - [`svg`] draws it, letters and digits as paths of our own, so that the picture is the same everywhere;
//! - [`gif()`] makes an animation of many;
//! - [`png()`] turns that drawing into pixels, with no font installed.
//!
//! ```
//! use tengen_games::{AnyPosition, Game, GameSpec};
//! use tengen_render::{Numbers, Scene, svg};
//! let mut game = AnyPosition::new(&GameSpec::named("gomoku", None, None)?);
//! for text in ["h8", "i9", "g7"] {
//!     let mv = game.parse_move(text)?;
//!     game.play(mv)?;
//! }
//! let scene = Scene::of(&game).with_numbers(&game, Numbers::All);
//! let picture = svg::draw(&scene, &svg::Options::default());
//! assert!(picture.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "png")]
mod gif;
mod glyphs;
#[cfg(feature = "png")]
mod png;
mod scene;
mod stars;
pub mod svg;
pub mod text;

#[cfg(feature = "png")]
pub use gif::{MOST_FRAMES, gif};
#[cfg(feature = "png")]
pub use png::{MOST_PIXELS, PngError, png};
pub use scene::{Candidate, Numbers, Scene, Style};
pub use stars::star_points;
