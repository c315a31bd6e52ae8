//! A game as an animated GIF: one scene after another.
//!
//! All frames share one palette, made from the first and the last frame. A frame contains only the rectangle that
//! differs from the frame before, so the file of a whole game stays small.

use crate::Scene;
use crate::png::{PngError, pixels};
use crate::svg::{self, SvgOptions};
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::time::Duration;

/// Maximum number of frames in an animation.
pub const MAX_FRAMES: usize = 2000;
/// Default width of an animation, in pixels.
const WIDTH: u32 = 480;
/// Maximum width of an animation, in pixels: each frame is rasterized whole.
const MAX_WIDTH: u32 = 1200;
/// Number of colours in the palette. The index after the last is transparent: the pixel does not change.
const COLORS: usize = 255;

/// Draws scenes as an animation that repeats forever. Each is shown for its duration, in steps of 10 ms.
/// `on_frame` gets the number of finished frames after each one; if it returns `false`, the animation ends there.
///
/// Scenes of another board size than the first are left out.
///
/// # Errors
/// [`PngError::TooLarge`] for a width over 1200 pixels; [`PngError::Draw`] for no scene or more than [`MAX_FRAMES`].
pub fn gif(
    scenes: &[(Scene, Duration)],
    options: &SvgOptions,
    on_frame: &mut dyn FnMut(usize) -> bool,
) -> Result<Vec<u8>, PngError> {
    let (Some((first, _)), Some((last, _))) = (scenes.first(), scenes.last()) else {
        return Err(PngError::Draw("an animation needs at least one scene".into()));
    };
    if scenes.len() > MAX_FRAMES {
        return Err(PngError::Draw(format!("an animation has at most {MAX_FRAMES} frames")));
    }
    let options = SvgOptions { width: Some(options.width.unwrap_or(WIDTH)), ..options.clone() };
    let (width, height) = svg::size_in_pixels(first, &options);
    if width > MAX_WIDTH || height > 4 * MAX_WIDTH {
        return Err(PngError::TooLarge { width, height });
    }
    let side = |pixels: u32| u16::try_from(pixels).map_err(|_| PngError::TooLarge { width, height });
    let (wide, high) = (side(width)?, side(height)?);
    let mut sample = pixels(first, &options)?.take();
    sample.extend(pixels(last, &options)?.take());
    let mut palette = Palette::learn(&sample);
    drop(sample);

    let draw = |e: gif::EncodingError| PngError::Draw(e.to_string());
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, wide, high, &palette.bytes).map_err(draw)?;
    encoder.set_repeat(Repeat::Infinite).map_err(draw)?;
    let mut before: Option<Vec<u8>> = None;
    let fitting = scenes.iter().filter(|(scene, _)| scene.size == first.size);
    for (i, (scene, time)) in fitting.enumerate() {
        let now: Vec<u8> =
            pixels(scene, &options)?.data().chunks_exact(4).map(|rgba| palette.index(rgba)).collect();
        let whole = Patch { left: 0, top: 0, width: usize::from(wide), height: usize::from(high) };
        let patch = match &before {
            Some(before) => Patch::of_difference(before, &now, usize::from(wide)),
            None => whole,
        };
        let delay = u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX);
        let buffer = patch.cut(before.as_deref(), &now, usize::from(wide));
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(COLORS as u8),
            left: patch.left as u16,
            top: patch.top as u16,
            width: patch.width as u16,
            height: patch.height as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(draw)?;
        before = Some(now);
        if !on_frame(i + 1) {
            break;
        }
    }
    drop(encoder);
    Ok(out)
}

/// The palette of an animation, and the nearest palette index of any colour.
struct Palette {
    /// Red, green and blue of each colour.
    bytes: Vec<u8>,
    quant: NeuQuant,
    /// Nearest index plus one for each colour of five bits a channel; 0 if not yet looked up.
    nearest: Vec<u16>,
}

impl Palette {
    fn learn(sample: &[u8]) -> Palette {
        let quant = NeuQuant::new(10, COLORS, sample);
        let mut bytes = quant.color_map_rgb();
        bytes.resize(3 * (COLORS + 1), 0);
        Palette { bytes, quant, nearest: vec![0; 1 << 15] }
    }

    fn index(&mut self, rgba: &[u8]) -> u8 {
        let five = |byte: u8| usize::from(byte >> 3);
        let entry = &mut self.nearest[five(rgba[0]) << 10 | five(rgba[1]) << 5 | five(rgba[2])];
        if *entry == 0 {
            // The middle of the cell: the result must not depend on which of its colours comes first.
            let middle = |byte: u8| byte & !7 | 4;
            let color = [middle(rgba[0]), middle(rgba[1]), middle(rgba[2]), 255];
            *entry = self.quant.index_of(&color).min(COLORS - 1) as u16 + 1;
        }
        (*entry - 1) as u8
    }
}

/// The rectangle of a frame that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Patch {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Patch {
    /// The smallest rectangle that contains every difference; one pixel if there is none.
    fn of_difference(before: &[u8], now: &[u8], width: usize) -> Patch {
        let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
        for (y, (a, b)) in before.chunks_exact(width).zip(now.chunks_exact(width)).enumerate() {
            if a == b {
                continue;
            }
            let differ = |x: &usize| a[*x] != b[*x];
            left = left.min((0..width).find(differ).unwrap_or(0));
            right = right.max((0..width).rfind(differ).unwrap_or(0));
            top = top.min(y);
            bottom = y;
        }
        if left == usize::MAX {
            return Patch { left: 0, top: 0, width: 1, height: 1 };
        }
        Patch { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// The pixels of the rectangle; those that do not change are transparent.
    fn cut(self, before: Option<&[u8]>, now: &[u8], width: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.width * self.height);
        for y in self.top..self.top + self.height {
            for x in self.left..self.left + self.width {
                let at = y * width + x;
                let same = before.is_some_and(|before| before[at] == now[at]);
                out.push(if same { COLORS as u8 } else { now[at] });
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::{AnyPosition, Game, GameSpec};

    fn scenes() -> Vec<(Scene, Duration)> {
        let mut game = AnyPosition::new(&GameSpec::named("othello", None, None).unwrap());
        let mut scenes = vec![(Scene::new(&game), Duration::from_millis(500))];
        for text in ["f5", "d6", "c3"] {
            game.play(game.parse_move(text).unwrap()).unwrap();
            scenes.push((Scene::new(&game), Duration::from_millis(700)));
        }
        scenes
    }

    /// The pictures that a viewer of the GIF shows, and their delays in hundredths of a second.
    fn decoded(bytes: &[u8]) -> (Vec<Vec<u8>>, Vec<u16>) {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![0; width * usize::from(decoder.height()) * 4];
        let (mut shown, mut delays) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (i, rgba) in frame.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
                let at = 4 * ((y + usize::from(frame.top)) * width + x + usize::from(frame.left));
                if rgba[3] > 0 {
                    screen[at..at + 4].copy_from_slice(rgba);
                }
            }
            shown.push(screen.clone());
            delays.push(frame.delay);
        }
        (shown, delays)
    }

    #[test]
    fn every_frame_matches_its_picture() {
        let scenes = scenes();
        let options = SvgOptions { width: Some(240), ..SvgOptions::default() };
        let mut progress = Vec::new();
        let bytes = gif(&scenes, &options, &mut |done| {
            progress.push(done);
            true
        })
        .unwrap();
        let (shown, delays) = decoded(&bytes);
        assert_eq!(progress, [1, 2, 3, 4]);
        assert_eq!(delays, [50, 70, 70, 70]);
        assert_eq!(shown.len(), scenes.len());
        for (frame, (scene, _)) in shown.iter().zip(&scenes) {
            let expected = pixels(scene, &options).unwrap();
            let distance = |(a, b): (&u8, &u8)| u64::from(a.abs_diff(*b));
            let mean =
                frame.iter().zip(expected.data()).map(distance).sum::<u64>() as f64 / frame.len() as f64;
            assert!(mean < 6.0, "256 colours come near the picture: {mean}");
        }
    }

    #[test]
    fn a_frame_contains_only_the_difference() {
        assert_eq!(
            Patch::of_difference(&[0, 0, 0, 0, 0, 0], &[0, 1, 0, 0, 0, 1], 3),
            Patch { left: 1, top: 0, width: 2, height: 2 }
        );
        let same = Patch::of_difference(&[7; 6], &[7; 6], 3);
        assert_eq!((same.width, same.height), (1, 1));
        assert_eq!(same.cut(Some(&[7; 6]), &[7; 6], 3), [COLORS as u8]);
    }

    #[test]
    fn limits_are_checked_and_the_callback_ends_the_animation() {
        let scenes = scenes();
        let wide = SvgOptions { width: Some(5000), ..SvgOptions::default() };
        assert!(matches!(gif(&scenes, &wide, &mut |_| true), Err(PngError::TooLarge { .. })));
        assert!(gif(&[], &SvgOptions::default(), &mut |_| true).is_err());
        let small = SvgOptions { width: Some(100), ..SvgOptions::default() };
        assert_eq!(decoded(&gif(&scenes, &small, &mut |done| done < 2).unwrap()).0.len(), 2);
    }
}
