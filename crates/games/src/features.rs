//! What a game has, so that front ends ask for it and not for the game's name.

use core::fmt;
use core::ops::BitOr;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident $id:literal,)*) => {
        /// Something that a game has by its rules and that front ends, records and services treat in a way of its own.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Feature {
            $($(#[$doc])* $name,)*
        }

        impl Feature {
            /// Every feature.
            pub const ALL: &'static [Feature] = &[$(Feature::$name),*];

            /// The word for it in JSON and other data.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Feature::$name => $id,)*
                }
            }
        }
    };
}

features! {
    /// A player may pass, always or where the rules allow it.
    Pass "pass",
    /// A row of stones wins.
    Rows "rows",
    /// A turn can have more than one stone.
    Turns "turns",
    /// Rows make threats: fives, fours, threes.
    Threats "threats",
    /// Some empty points are forbidden to a side by the shape that they would make (renju).
    Forbidden "forbidden",
    /// Opening rules with decisions: swaps, offers, declared numbers of moves.
    Openings "openings",
    /// Stones fall to the lowest empty point of their column; a move is a column.
    Gravity "gravity",
    /// Stones are captured and leave the board; each side's captures are counted.
    Captures "captures",
    /// Chains of stones have liberties: atari and ladders.
    Liberties "liberties",
    /// A point can be closed because the board would repeat.
    Ko "ko",
    /// The end is a count of territory or area, for which dead stones are marked.
    Territory "territory",
    /// The second player gets points: komi.
    Komi "komi",
    /// The weaker player gets handicap stones.
    Handicap "handicap",
    /// A move turns stones of the opponent over.
    Flips "flips",
    /// The number of legal moves matters to players.
    Mobility "mobility",
    /// Some stones can never be turned over.
    Stable "stable",
    /// The stones of each side on the board are the score.
    Discs "discs",
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// A set of [`Feature`]s.
///
/// ```
/// use tengen_games::{Feature, Features};
/// const SET: Features = Features::of(&[Feature::Pass, Feature::Captures]);
/// assert!(SET.has(Feature::Pass) && !SET.has(Feature::Gravity));
/// assert_eq!(SET.iter().map(Feature::id).collect::<Vec<_>>(), ["pass", "captures"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Features(u32);

impl Features {
    /// No feature.
    pub const NONE: Features = Features(0);

    /// The set of these features.
    pub const fn of(features: &[Feature]) -> Features {
        let (mut set, mut i) = (Features::NONE, 0);
        while i < features.len() {
            set = set.with(features[i]);
            i += 1;
        }
        set
    }

    /// The set with one feature more.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u32)
    }

    /// The set without `feature`.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature as u32))
    }

    /// The set with `feature` if `present`, else without it.
    #[must_use]
    pub const fn set(self, feature: Feature, present: bool) -> Features {
        if present { self.with(feature) } else { self.without(feature) }
    }

    /// True if `feature` is in the set.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 == 1
    }

    /// The features of the set, in the order of [`Feature::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |&feature| self.has(feature))
    }
}

impl BitOr for Features {
    type Output = Features;
    fn bitor(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }
}

impl FromIterator<Feature> for Features {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> Features {
        features.into_iter().fold(Features::NONE, Features::with)
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

const _: () = assert!(Feature::ALL.len() <= u32::BITS as usize);
