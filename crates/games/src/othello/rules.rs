//! What an Othello game is played by: the size of its board.

use crate::{GameKind, SizeRule, SpecError};
use core::fmt;
use tengen_board::Size;

/// The rules of an Othello game. Only the size varies: both sides even, 4 to 16, not always alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: Size,
}

impl Rules {
    /// Othello as it is played everywhere, on 8×8.
    pub const STANDARD: Rules = Rules { size: Size::of(8, 8) };

    /// Othello on a board of `size`.
    ///
    /// ```
    /// use tengen_board::Size;
    /// use tengen_games::othello::Rules;
    /// assert!(Rules::new(Size::of(6, 6)).is_ok());
    /// assert!(Rules::new(Size::of(7, 8)).is_err());
    /// ```
    ///
    /// # Errors
    /// [`SpecError::Size`] unless both sides are even and 4 to 16.
    pub fn new(size: Size) -> Result<Rules, SpecError> {
        let fits = |side: usize| side.is_multiple_of(2) && (4..=16).contains(&side);
        if fits(size.rows()) && fits(size.cols()) {
            Ok(Rules { size })
        } else {
            let allowed = SizeRule::EvenSides { min: 4, max: 16 };
            Err(SpecError::Size { game: GameKind::Othello, size, allowed })
        }
    }

    /// Rules by name: `othello`, on 8×8 unless another size is given.
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name or a size that the game is not played on.
    pub fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        match (super::INFO.rule_set(name), size) {
            (Some(_), Some(size)) => Rules::new(size),
            (Some(_), None) => Ok(Rules::STANDARD),
            _ => Err(SpecError::Rules {
                game: GameKind::Othello,
                rules: name.chars().take(40).collect(),
                known: "othello".into(),
            }),
        }
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }
}

/// The name that [`Rules::named`] reads back; the size is not part of it.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("othello")
    }
}
