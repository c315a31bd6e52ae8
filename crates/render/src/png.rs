//! A scene as PNG, by way of its SVG.

use crate::Scene;
use crate::svg::{self, SvgOptions};
use resvg::{tiny_skia, usvg};

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// A side is longer than [`MAX_SIDE`].
    #[error("a picture of {width}x{height} pixels is too large: a side has at most {MAX_SIDE}")]
    TooLarge {
        /// The width asked for, in pixels.
        width: u32,
        /// The height that follows from it, in pixels.
        height: u32,
    },
    /// The drawing or the encoder failed: a bug in this crate.
    #[error("the picture could not be drawn: {0}")]
    Draw(String),
}

/// The longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 8192;

/// Draws a scene as PNG. Without a width in `options` a pixel is half an SVG unit, which is sharp on any screen.
/// No font is used: a label with a character that has no glyph in this crate, such as a Chinese one, is left out.
///
/// # Errors
/// [`PngError::TooLarge`] if a side is longer than [`MAX_SIDE`].
pub fn png(scene: &Scene, options: &SvgOptions) -> Result<Vec<u8>, PngError> {
    let (unit_width, _) = svg::size_in_pixels(scene, &SvgOptions { width: None, ..options.clone() });
    let options = SvgOptions { width: Some(options.width.unwrap_or(unit_width * 2)), ..options.clone() };
    pixels(scene, &options)?.encode_png().map_err(|e| PngError::Draw(e.to_string()))
}

/// Rasterizes the SVG of a scene to the width of `options`.
pub(crate) fn pixels(scene: &Scene, options: &SvgOptions) -> Result<tiny_skia::Pixmap, PngError> {
    let (width, height) = svg::size_in_pixels(scene, options);
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(PngError::TooLarge { width, height });
    }
    let drawing = svg::draw(scene, options);
    let tree = usvg::Tree::from_str(&drawing, &usvg::Options::default())
        .map_err(|e| PngError::Draw(e.to_string()))?;
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(PngError::TooLarge { width, height })?;
    let scale = tiny_skia::Transform::from_scale(
        width as f32 / tree.size().width(),
        height as f32 / tree.size().height(),
    );
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}
