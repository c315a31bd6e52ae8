//! The rules of an m,n,k game, and their names.

use crate::{GameKind, OptionError, SpecError};
use core::fmt;
use tengen_board::Size;

/// The rules of an m,n,k game: two sides put stones on a board in turn, and k in a row wins, along a row, a column or a
/// diagonal; longer rows win too. A full board without one is a draw.
///
/// The name is `tic-tac-toe`, `connect-four`, or `m,n,k` for m columns, n rows and k in a row, with `+gravity` where
/// stones fall.
///
/// ```
/// use tengen_games::mnk::Rules;
/// let rules = Rules::named("6,5,4", None)?;
/// assert_eq!((rules.size.cols(), rules.size.rows(), rules.k), (6, 5, 4));
/// assert_eq!(rules.to_string(), "6,5,4");
/// assert_eq!(Rules::named("7,6,4+gravity", None)?, Rules::CONNECT_FOUR);
/// assert!(Rules::named("3,3,23", None).is_err());
/// # Ok::<(), tengen_games::SpecError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The board.
    pub size: Size,
    /// How many in a row win, 1 to 22.
    pub k: u8,
    /// Whether stones fall to the lowest empty point of their column (connect four).
    pub gravity: bool,
}

impl Rules {
    /// 3,3,3.
    pub const TIC_TAC_TOE: Rules = Rules { size: Size::of(3, 3), k: 3, gravity: false };

    /// Connect four on 7 columns and 6 rows.
    pub const CONNECT_FOUR: Rules = Rules { size: Size::of(6, 7), k: 4, gravity: true };

    /// The longest row that can be asked for.
    pub const MAX_K: u8 = 22;

    /// Rules by name: `tic-tac-toe`, `connect-four`, or `m,n,k` such as `6,5,4` or `7,6,4+gravity`.
    /// A `size` given beside the name takes the place of the name's own.
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name, a size that no board has, or a k that is not 1 to 22.
    pub fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        let word = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        let mut rules = match word.as_str() {
            "tic-tac-toe" => Rules::TIC_TAC_TOE,
            "connect-four" => Rules::CONNECT_FOUR,
            word => Rules::numbers(word).ok_or_else(|| SpecError::Rules {
                game: GameKind::Mnk,
                rules: name.chars().take(40).collect(),
                known: "tic-tac-toe, connect-four, or columns,rows,k such as 6,5,4 or 7,6,4+gravity".into(),
            })??,
        };
        rules.size = size.unwrap_or(rules.size);
        rules.check()?;
        Ok(rules)
    }

    /// Reads `m,n,k` and `m,n,k+gravity`; `None` if it has another form.
    fn numbers(word: &str) -> Option<Result<Rules, SpecError>> {
        let (numbers, gravity) = match word.strip_suffix("+gravity") {
            Some(numbers) => (numbers, true),
            None => (word, false),
        };
        let mut parts = numbers.split(',').map(|n| n.trim().parse::<u16>().ok());
        let (m, n, k) = (parts.next()??, parts.next()??, parts.next()??);
        if parts.next().is_some() {
            return None;
        }
        let k = u8::try_from(k).unwrap_or(u8::MAX);
        Some(
            Size::new(n.into(), m.into()).map(|size| Rules { size, k, gravity }).map_err(SpecError::SizeText),
        )
    }

    /// Whether a game can be played by these rules.
    ///
    /// # Errors
    /// [`SpecError::Option`] if k is not 1 to [`Rules::MAX_K`].
    pub fn check(&self) -> Result<(), SpecError> {
        if (1..=Rules::MAX_K).contains(&self.k) {
            return Ok(());
        }
        Err(SpecError::Option { game: GameKind::Mnk, why: OptionError::Row(self.k, Rules::MAX_K) })
    }
}

/// The name that [`Rules::named`] reads back.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Rules::TIC_TAC_TOE => f.write_str("tic-tac-toe"),
            Rules::CONNECT_FOUR => f.write_str("connect-four"),
            Rules { size, k, gravity } => {
                write!(f, "{},{},{k}{}", size.cols(), size.rows(), if gravity { "+gravity" } else { "" })
            }
        }
    }
}
