//! The shape that a stone makes along one axis: a five, an open four, a four, an open three.
//!
//! A *four* needs one more stone for a five. An *open four* can make five at two points, so one stone cannot stop it.
//! An *open three* can become an open four by one stone. What a five is depends on the rules.

use crate::window::{MIDDLE, REACH, Window};
use tengen_board::Color;
use tengen_games::gomoku::Variant;

/// Which runs win for a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FiveRule {
    variant: Variant,
    color: Color,
}

impl FiveRule {
    pub(crate) fn new(variant: Variant, color: Color) -> FiveRule {
        FiveRule { variant, color }
    }

    /// True if the run through the middle of the window wins.
    #[inline]
    fn wins(self, own: u32, other: u32) -> bool {
        let up = (own >> REACH).trailing_ones();
        let down = (own << (31 - REACH)).leading_ones();
        let length = up + down - 1;
        let first = REACH + 1 - down;
        // Both neighbours of a run of five through the middle are in the window.
        let blocked = length == 5 && other >> (first - 1) & 1 == 1 && other >> (first + 5) & 1 == 1;
        self.variant.row_wins(self.color, length, blocked)
    }

    /// The points where one more stone makes a five through the middle.
    #[inline]
    fn completions(self, own: u32, window: Window) -> u32 {
        let mut found = 0;
        let mut free = window.inside & !own & !window.other & CLOSE;
        while free != 0 {
            let place = free & free.wrapping_neg();
            free ^= place;
            if self.wins(own | place, window.other) {
                found |= place;
            }
        }
        found
    }
}

/// The points that can be part of a five through the middle.
const CLOSE: u32 = 0b011_1111_1110;

/// The shapes, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum WindowShape {
    /// No threat.
    Nothing,
    /// A three that can become an open four.
    OpenThree,
    /// Makes five at one point.
    Four,
    /// Makes five at two points.
    OpenFour,
    /// A row that wins by the rules.
    Five,
}

/// The shape that a stone in the middle of `window` makes.
#[inline]
pub(crate) fn shape(window: Window, five: FiveRule) -> WindowShape {
    let own = window.own | MIDDLE;
    let stones = (own & CLOSE).count_ones();
    if stones < 3 {
        return WindowShape::Nothing;
    }
    shape_of(own, window, five, stones)
}

fn shape_of(own: u32, window: Window, five: FiveRule, stones: u32) -> WindowShape {
    if stones >= 5 && five.wins(own, window.other) {
        return WindowShape::Five;
    }
    if stones >= 4 {
        match five.completions(own, window).count_ones() {
            0 => {}
            1 => return WindowShape::Four,
            _ => return WindowShape::OpenFour,
        }
    }
    let mut free = window.inside & !own & !window.other & CLOSE;
    while free != 0 {
        let place = free & free.wrapping_neg();
        free ^= place;
        if five.completions(own | place, window).count_ones() >= 2 {
            return WindowShape::OpenThree;
        }
    }
    WindowShape::Nothing
}

/// True if the middle is in a stretch of at least five points without a stone of the opponent.
#[inline]
pub(crate) fn has_room(window: Window) -> bool {
    let open = window.inside & !window.other & CLOSE | MIDDLE;
    (open >> REACH).trailing_ones() + (open << (31 - REACH)).leading_ones() > 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_their_usual_names() {
        use WindowShape::*;
        let freestyle = FiveRule::new(Variant::Freestyle, Color::Black);
        for (text, expected) in [
            (".....*.....", Nothing),
            ("....X*.....", Nothing),
            ("...XX*.....", OpenThree),
            ("..X.X*.....", OpenThree),
            ("..OXX*.....", Nothing),
            (".O.XX*..O..", OpenThree),
            (".O.XX*.O...", Nothing),
            (".O.XX*...O.", OpenThree),
            ("..XXX*.....", OpenFour),
            (".OXXX*.....", Four),
            (".OXXX*O....", Nothing),
            ("#.XXX*O....", Four),
            ("##XXX*#####", Nothing),
            (".XX.X*.....", Four),
            ("..X.X*X.X..", OpenFour),
            (".XXXX*.....", Five),
            ("OXXXX*O....", Five),
            ("XXXXX*.....", Five),
            ("..XXX*X....", Five),
        ] {
            assert_eq!(shape(Window::drawn(text), freestyle), expected, "{text}");
        }
    }

    #[test]
    fn rules_differ_in_what_a_five_is() {
        use WindowShape::*;
        let of = |variant, text| shape(Window::drawn(text), FiveRule::new(variant, Color::Black));
        assert_eq!(of(Variant::Standard, "XXXXX*....."), Nothing);
        assert_eq!(of(Variant::Renju, "..XXX*XX..."), Nothing);
        assert_eq!(shape(Window::drawn("..XXX*XX..."), FiveRule::new(Variant::Renju, Color::White)), Five);
        assert_eq!(of(Variant::Caro, "OXXXX*O...."), Nothing);
        assert_eq!(of(Variant::Caro, "OXXXX*....."), Five);
        assert_eq!(of(Variant::Caro, "#XXXX*O...."), Five);
        assert_eq!(of(Variant::Caro, "XXXXX*....."), Five);
        assert_eq!(of(Variant::StandardCaro, "XXXXX*....."), Nothing);
        // An open four for freestyle has one good end for standard where the other would make six.
        assert_eq!(of(Variant::Freestyle, "X.XXX*....."), OpenFour);
        assert_eq!(of(Variant::Standard, "X.XXX*....."), Four);
    }

    /// The definitions on strings of characters.
    fn slow(cells: &[char], variant: Variant, color: Color) -> WindowShape {
        let wins = |cells: &[char]| {
            let (mut first, mut last) = (5, 5);
            while first > 0 && cells[first - 1] == 'X' {
                first -= 1;
            }
            while last < 10 && cells[last + 1] == 'X' {
                last += 1;
            }
            let length = last - first + 1;
            let shut = length == 5 && cells[first - 1] == 'O' && cells[last + 1] == 'O';
            match variant {
                Variant::Freestyle => length >= 5,
                Variant::Standard => length == 5,
                Variant::Renju => length == 5 || length > 5 && color == Color::White,
                Variant::Caro => length >= 5 && !shut,
                Variant::StandardCaro => length == 5 && !shut,
            }
        };
        let with = |cells: &[char], i: usize| {
            let mut more = cells.to_vec();
            more[i] = 'X';
            more
        };
        let free = |cells: &[char]| (1..10).filter(|&i| cells[i] == '.').collect::<Vec<_>>();
        let fours = |cells: &[char]| free(cells).into_iter().filter(|&i| wins(&with(cells, i))).count();
        let cells = with(cells, 5);
        if wins(&cells) {
            return WindowShape::Five;
        }
        match fours(&cells) {
            0 => {}
            1 => return WindowShape::Four,
            _ => return WindowShape::OpenFour,
        }
        if free(&cells).into_iter().any(|i| fours(&with(&cells, i)) >= 2) {
            WindowShape::OpenThree
        } else {
            WindowShape::Nothing
        }
    }

    #[test]
    fn every_window_agrees_with_the_slow_definitions() {
        // All ways to fill the ten places around the middle with own, other and empty would be 59,049; edges are tried
        // by cutting off from either side.
        for code in 0..3usize.pow(10) {
            let mut cells: Vec<char> = (0..10).map(|i| ['.', 'X', 'O'][code / 3usize.pow(i) % 3]).collect();
            cells.insert(5, '.');
            let (left, right) = (code % 7, code / 7 % 7);
            cells[..left.min(5)].fill('#');
            cells[11 - right.min(5)..].fill('#');
            let text: String = cells.iter().collect();
            for variant in Variant::ALL {
                for color in Color::BOTH {
                    let fast = shape(Window::drawn(&text), FiveRule::new(variant, color));
                    assert_eq!(fast, slow(&cells, variant, color), "{text} {variant}");
                }
            }
        }
    }

    #[test]
    fn room_for_five() {
        for (text, expected) in [
            (".....*.....", true),
            ("..O..*..O..", true),
            ("..O..*.O...", false),
            ("..#..*.O...", false),
            ("#####*....#", true),
            ("#####*...##", false),
            ("O..XX*..O..", true),
        ] {
            assert_eq!(has_room(Window::drawn(text)), expected, "{text}");
        }
    }
}
