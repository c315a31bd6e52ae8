//! The surroundings of a point along an axis, cut from the line words of [`LineBits`].

use tengen_board::layout::{Layout, LineBits};
use tengen_board::{Axis, Color, Point};
use tengen_games::{Game, gomoku};

/// A point of a [`LineBits`] board.
type LineIndex = <LineBits as Layout>::Index;

/// Points on either side of the middle.
pub(crate) const REACH: u32 = 5;
/// The bit of the middle point in its [`Window`].
pub(crate) const MIDDLE: u32 = 1 << REACH;
/// All bits of a window.
const ALL: u32 = (1 << (2 * REACH + 1)) - 1;

/// Eleven points of a line as bits, the middle at bit 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// Stones of the color asked for.
    pub(crate) own: u32,
    /// Stones of the other color.
    pub(crate) other: u32,
    /// Points on the board.
    pub(crate) inside: u32,
}

/// The line words of a position, with every diagonal.
pub(crate) fn lines_of(position: &gomoku::Position) -> LineBits {
    let mut lines = LineBits::new(position.size(), 1);
    for point in position.size().points() {
        if let Some(color) = position.at(point).color() {
            lines.place(lines.index(point), color);
        }
    }
    lines
}

impl Window {
    /// The window around a point, as `color` sees it.
    #[inline]
    pub(crate) fn around(lines: &LineBits, index: LineIndex, axis: Axis, color: Color) -> Window {
        let Some((word, bit)) = lines.through(index, axis) else {
            // Not reached: with k = 1 every diagonal has a word.
            return Window { own: 0, other: 0, inside: MIDDLE };
        };
        let cut = |bits: u32| (u64::from(bits) << REACH >> bit) as u32 & ALL;
        Window { own: cut(word.stones(color)), other: cut(word.stones(!color)), inside: cut(word.points()) }
    }

    /// The same window as the other color sees it.
    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window { own: self.other, other: self.own, inside: self.inside }
    }
}

/// Adds or removes a stone.
#[inline]
pub(crate) fn toggle(lines: &mut LineBits, point: Point, color: Color) {
    let index = lines.index(point);
    if lines.at(index).is_empty() {
        lines.place(index, color);
    } else {
        lines.remove(index);
    }
}

#[cfg(test)]
impl Window {
    /// A window from eleven characters: `X` own, `O` other, `#` off the board. The sixth is the middle.
    pub(crate) fn drawn(text: &str) -> Window {
        let bits = |c: char| text.chars().enumerate().filter(|&(_, x)| x == c).map(|(i, _)| 1 << i).sum();
        let edge: u32 = bits('#');
        Window { own: bits('X'), other: bits('O'), inside: !edge & ALL }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_board::{AXES, Size};

    #[test]
    fn windows_agree_with_a_walk_over_the_board() {
        for (rows, cols) in [(5, 5), (15, 15), (22, 22), (5, 22), (22, 7)] {
            let rules = gomoku::Rules { size: Size::of(rows, cols), ..gomoku::Rules::FREESTYLE };
            let mut rng = SplitMix64(rows as u64);
            let mut position = gomoku::Position::new(&rules);
            for _ in 0..rows * cols / 2 {
                position.play_random(&mut || rng.next_u32());
            }
            let lines = lines_of(&position);
            for point in rules.size.points() {
                for axis in AXES {
                    let window = Window::around(&lines, lines.index(point), axis, Color::Black);
                    let white = Window::around(&lines, lines.index(point), axis, Color::White);
                    assert_eq!(window.flipped(), white);
                    let step = axis.step();
                    for n in -5..=5 {
                        let at = (n * i32::from(step.d_row), n * i32::from(step.d_col));
                        let there = rules.size.offset(point, at.0, at.1);
                        let bit = 1 << (n + 5);
                        assert_eq!(window.inside & bit != 0, there.is_some(), "{axis:?} {n}");
                        let color = there.and_then(|p| position.at(p).color());
                        assert_eq!(window.own & bit != 0, color == Some(Color::Black), "{axis:?} {n}");
                        assert_eq!(window.other & bit != 0, color == Some(Color::White), "{axis:?} {n}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_stone_that_is_toggled_twice_is_gone() {
        let before = LineBits::new(Size::of(15, 15), 1);
        let mut lines = before;
        let point = Point::new(3, 11);
        toggle(&mut lines, point, Color::White);
        assert_eq!(lines.at(lines.index(point)).color(), Some(Color::White));
        toggle(&mut lines, point, Color::White);
        assert_eq!(lines, before);
    }
}
