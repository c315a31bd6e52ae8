//! The rules of a Connect6 game, and their names.

use crate::{GameKind, SizeRule, SpecError};
use core::fmt;
use tengen_board::Size;

/// The rules of Connect6. Only the board differs from game to game.
///
/// ```
/// use tengen_games::connect6::Rules;
/// assert_eq!(Rules::named("connect6", None)?, Rules::STANDARD);
/// assert!(Rules::named("connect7", None).is_err());
/// # Ok::<(), tengen_games::SpecError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The board, 6×6 to 25×25.
    pub size: Size,
}

impl Rules {
    /// How many in a row win; longer rows win too.
    pub const ROW: usize = 6;
    /// The shortest side of a board.
    pub const MIN_SIDE: usize = 6;
    /// The longest side of a board.
    pub const MAX_SIDE: usize = 25;

    /// The usual board, 19×19.
    pub const STANDARD: Rules = Rules { size: Size::of(19, 19) };

    /// Rules by name: `connect6` alone. The board is 19×19 unless a size is given.
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name, and as [`Rules::check`].
    pub fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        if !name.trim().eq_ignore_ascii_case("connect6") {
            return Err(SpecError::Rules {
                game: GameKind::Connect6,
                rules: name.chars().take(40).collect(),
                known: "connect6".into(),
            });
        }
        let rules = Rules { size: size.unwrap_or(Rules::STANDARD.size) };
        rules.check()?;
        Ok(rules)
    }

    /// Whether a game can be played by these rules.
    ///
    /// # Errors
    /// [`SpecError::Size`] for a board that is not 6×6 to 25×25.
    pub fn check(&self) -> Result<(), SpecError> {
        let fits = |side| (Rules::MIN_SIDE..=Rules::MAX_SIDE).contains(&side);
        if fits(self.size.rows()) && fits(self.size.cols()) {
            return Ok(());
        }
        let allowed = SizeRule::Sides { min: Rules::MIN_SIDE, max: Rules::MAX_SIDE };
        Err(SpecError::Size { game: GameKind::Connect6, size: self.size, allowed })
    }
}

/// The name that [`Rules::named`] reads back; the size is not part of it.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("connect6")
    }
}
