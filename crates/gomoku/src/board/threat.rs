//! The class of a stone: what its four patterns make together.

use crate::board::pattern::Pattern;
use tengen_board::Color;
use tengen_games::gomoku::Variant;

/// What a stone of one colour makes on a square along all four axes, from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that counts.
    #[default]
    None = 0,
    /// Renju, black: an overline or two fours, without a five. Two threes depend on more than the patterns; see
    /// [`Board::is_forbidden`](crate::Board::is_forbidden).
    Forbidden,
    /// One open two.
    Two,
    /// Two or more open twos.
    TwoTwo,
    /// A closed three.
    ClosedThree,
    /// A closed three with another or with an open two.
    ClosedThreePlus,
    /// An open three.
    Three,
    /// An open three with a closed three or an open two.
    ThreePlus,
    /// Two or more open threes. In renju it may be forbidden to black, or one of the threes may be false.
    ThreeThree,
    /// A four that a single answer stops.
    Four,
    /// Such a four with a closed three or an open two.
    FourPlus,
    /// Such a four with an open three.
    FourThree,
    /// A four that no single answer stops, or two fours.
    OpenFour,
    /// A five.
    Five,
}

impl Threat {
    /// All classes, from the least to the most.
    pub const ALL: [Threat; 14] = [
        Threat::None,
        Threat::Forbidden,
        Threat::Two,
        Threat::TwoTwo,
        Threat::ClosedThree,
        Threat::ClosedThreePlus,
        Threat::Three,
        Threat::ThreePlus,
        Threat::ThreeThree,
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
    ];

    /// The least class whose squares the board tracks as a set.
    pub const MIN_TRACKED: Threat = Threat::Three;

    /// The number of tracked classes.
    pub(crate) const TRACKED: usize = Threat::ALL.len() - Threat::MIN_TRACKED as usize;

    /// The tracked classes, from the least to the most.
    pub fn tracked() -> impl DoubleEndedIterator<Item = Threat> {
        Threat::ALL[Threat::MIN_TRACKED as usize..].iter().copied()
    }

    /// The class with this number, `threat as usize`; [`Threat::None`] for larger ones.
    #[inline]
    pub(crate) const fn of(number: u32) -> Threat {
        const TABLE: [Threat; 16] = {
            let mut table = [Threat::None; 16];
            let mut i = 0;
            while i < Threat::ALL.len() {
                table[i] = Threat::ALL[i];
                i += 1;
            }
            table
        };
        TABLE[(number & 15) as usize]
    }

    /// The class of a stone of `color` with these patterns.
    pub fn of_patterns(variant: Variant, color: Color, patterns: [Pattern; 4]) -> Threat {
        let count = |wanted: fn(Pattern) -> bool| patterns.iter().filter(|&&p| wanted(p)).count();
        if count(|p| p == Pattern::Five) > 0 {
            return Threat::Five;
        }
        let fours = count(Pattern::is_four) + count(|p| p == Pattern::DoubleFour);
        let overline = count(|p| p == Pattern::Overline) > 0;
        if variant == Variant::Renju && color == Color::Black && (overline || fours > 1) {
            return Threat::Forbidden;
        }
        if fours > 1 || count(|p| p == Pattern::OpenFour) > 0 {
            return Threat::OpenFour;
        }
        let threes = count(Pattern::is_open_three);
        let more = count(|p| p == Pattern::ClosedThree || p.is_open_two());
        let twos = count(Pattern::is_open_two);
        match (fours, threes) {
            (1.., 1..) => Threat::FourThree,
            (1.., _) if more > 0 => Threat::FourPlus,
            (1.., _) => Threat::Four,
            (_, 2..) => Threat::ThreeThree,
            (_, 1) if more > 0 => Threat::ThreePlus,
            (_, 1) => Threat::Three,
            _ if more > twos && more > 1 => Threat::ClosedThreePlus,
            _ if more > twos => Threat::ClosedThree,
            _ if twos > 1 => Threat::TwoTwo,
            _ if twos == 1 => Threat::Two,
            _ => Threat::None,
        }
    }
}

/// The four patterns of one colour on one square as a number: four bits an axis, the first axis lowest.
pub(crate) type Code = u16;

/// The number of codes.
pub(crate) const CODES: usize = 1 << 16;

/// The patterns of a code.
#[inline]
pub(crate) fn patterns_of(code: Code) -> [Pattern; 4] {
    std::array::from_fn(|axis| Pattern::of(u32::from(code) >> (4 * axis)))
}

/// True if renju may forbid black these patterns although their class is not [`Threat::Forbidden`]: two or more
/// threes, whose extensions decide.
pub(crate) fn is_doubtful(patterns: [Pattern; 4]) -> bool {
    patterns.iter().filter(|p| p.is_open_three()).count() > 1 && !patterns.contains(&Pattern::Five)
}

/// The number of combinations of four patterns in any order.
pub const COMBINATIONS: usize = {
    let n = Pattern::COUNT;
    n * (n + 1) * (n + 2) * (n + 3) / 24
};

/// The number of a combination of four patterns in any order: 0 for four dead ones, below [`COMBINATIONS`].
///
/// With the patterns as numbers a ≤ b ≤ c ≤ d it is the rank C(a,1) + C(b+1,2) + C(c+2,3) + C(d+3,4).
pub fn combination(patterns: [Pattern; 4]) -> usize {
    let mut n = patterns.map(|p| p as usize);
    n.sort_unstable();
    let [a, b, c, d] = n;
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn combinations_are_numbered_without_gaps_whatever_the_order() {
        let mut seen = BTreeSet::new();
        for code in 0..=Code::MAX {
            let patterns = patterns_of(code);
            let mut turned = patterns;
            turned.rotate_left(1);
            turned.swap(0, 2);
            assert_eq!(combination(patterns), combination(turned));
            seen.insert(combination(patterns));
        }
        assert_eq!((seen.len(), seen.last()), (COMBINATIONS, Some(&(COMBINATIONS - 1))));
        assert_eq!(combination([Pattern::Dead; 4]), 0);
    }

    #[test]
    fn patterns_make_a_threat_class() {
        use Pattern::*;
        let class = |patterns| Threat::of_patterns(Variant::Freestyle, Color::Black, patterns);
        let renju = |patterns| Threat::of_patterns(Variant::Renju, Color::Black, patterns);
        assert_eq!(class([Dead, ClosedOne, OpenOne, ClosedTwo]), Threat::None);
        assert_eq!(class([Dead, OpenTwo, Dead, Dead]), Threat::Two);
        assert_eq!(class([Dead, OpenTwo, WideTwo, Dead]), Threat::TwoTwo);
        assert_eq!(class([ClosedThree, Dead, Dead, Dead]), Threat::ClosedThree);
        assert_eq!(class([ClosedThree, ClosedThree, Dead, Dead]), Threat::ClosedThreePlus);
        assert_eq!(class([WideThree, Dead, ClosedOne, Dead]), Threat::Three);
        assert_eq!(class([WideThree, Dead, OpenTwo, Dead]), Threat::ThreePlus);
        assert_eq!(class([WideThree, Dead, OpenThree, Dead]), Threat::ThreeThree);
        assert_eq!(class([ClosedFour, Dead, OpenThree, Dead]), Threat::FourThree);
        assert_eq!(class([ClosedFour, Dead, ClosedThree, Dead]), Threat::FourPlus);
        assert_eq!(class([ClosedFour, Dead, ClosedFour, Dead]), Threat::OpenFour);
        assert_eq!(renju([ClosedFour, Dead, ClosedFour, Dead]), Threat::Forbidden);
        assert_eq!(renju([OpenFour, Dead, Dead, Dead]), Threat::OpenFour);
        assert_eq!(renju([DoubleFour, Dead, Dead, Dead]), Threat::Forbidden);
        assert_eq!(renju([Overline, Five, DoubleFour, Dead]), Threat::Five);
        assert!(is_doubtful([OpenThree, WideThree, ClosedFour, Dead]));
        assert!(!is_doubtful([OpenThree, WideThree, Five, Dead]));
    }
}
