//! The families of games.

use crate::list::games;
use core::fmt;

macro_rules! kinds {
    ([$($(#[$doc:meta])* $kind:ident $module:ident,)*]) => {
        /// The families of games.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[non_exhaustive]
        pub enum GameKind {
            $($(#[$doc])* $kind,)*
        }

        impl GameKind {
            /// Every family.
            pub const ALL: [GameKind; [$(stringify!($kind)),*].len()] = [$(GameKind::$kind),*];
        }
    };
}
games!(kinds);

impl GameKind {
    /// The word for it on a command line and in files.
    pub const fn name(self) -> &'static str {
        self.info().id
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
