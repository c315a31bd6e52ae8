//! A scene as PNG, by way of its SVG.

use crate::Scene;
use crate::svg::{self, Options};
use resvg::{tiny_skia, usvg};

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// Wider or higher than [`MOST_PIXELS`] a side.
    #[error("a picture of {width}x{height} pixels is too large: at most {MOST_PIXELS} a side")]
    TooLarge {
        /// Width asked for.
        width: u32,
        /// Height that follows from it.
        height: u32,
    },
    /// The drawing or the encoder failed, which would be an error of ours.
    #[error("the picture could not be drawn: {0}")]
    Draw(String),
}

/// The longest side of a picture, in pixels.
pub const MOST_PIXELS: u32 = 8192;

/// Draws a scene as PNG. Without a width in `options` the picture is twice as large as the SVG's units, sharp on any
/// screen. Labels with characters that have no strokes of ours (Chinese, say) are left out: no font is used.
///
/// # Errors
/// [`PngError::TooLarge`] for a width that makes no picture.
pub fn png(scene: &Scene, options: &Options) -> Result<Vec<u8>, PngError> {
    let (unit_width, _) = svg::size_in_pixels(scene, &Options { width: None, ..options.clone() });
    let options = Options { width: Some(options.width.unwrap_or(unit_width * 2)), ..options.clone() };
    pixels(scene, &options)?.encode_png().map_err(|e| PngError::Draw(e.to_string()))
}

/// The drawing in pixels, as wide as `options` says.
pub(crate) fn pixels(scene: &Scene, options: &Options) -> Result<tiny_skia::Pixmap, PngError> {
    let (width, height) = svg::size_in_pixels(scene, options);
    if width > MOST_PIXELS || height > MOST_PIXELS {
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
