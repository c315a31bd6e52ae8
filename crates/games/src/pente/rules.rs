//! The rules of a Pente game, and their names.

use crate::{GameKind, SizeRule, SpecError};
use core::fmt;
use tengen_board::Size;

/// What is captured, and which rows win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Pairs are captured, ten stones win; five or more in a row win.
    Pente,
    /// Pairs and threes are captured, fifteen stones win; five or more in a row win.
    Keryo,
    /// Pairs are captured, ten stones win; exactly five in a row wins, if the opponent cannot break it by a capture.
    Ninuki,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Variant; 3] = [Variant::Pente, Variant::Keryo, Variant::Ninuki];

    /// The word for it in the names of rules.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Pente => "pente",
            Variant::Keryo => "keryo",
            Variant::Ninuki => "ninuki",
        }
    }

    /// The longest run that can be captured; two is the shortest.
    pub const fn longest_capture(self) -> usize {
        if matches!(self, Variant::Keryo) { 3 } else { 2 }
    }

    /// How many captured stones win.
    pub const fn captures_to_win(self) -> u16 {
        if matches!(self, Variant::Keryo) { 15 } else { 10 }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The rules of a Pente game.
///
/// The name is that of the [`Variant`], with `+tournament` where the opening is restricted.
///
/// ```
/// use tengen_games::pente::{Rules, Variant};
/// let rules = Rules::named("keryo+tournament", None)?;
/// assert_eq!((rules.variant, rules.tournament), (Variant::Keryo, true));
/// assert_eq!(rules.to_string(), "keryo+tournament");
/// assert!(Rules::named("pente+swap", None).is_err());
/// # Ok::<(), tengen_games::SpecError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The board, 5×5 to 25×25.
    pub size: Size,
    /// What is captured, and which rows win.
    pub variant: Variant,
    /// The tournament opening: the first stone in the centre, the first player's second at least three points away.
    pub tournament: bool,
}

impl Rules {
    /// How many in a row win.
    pub const ROW: usize = 5;
    /// The shortest side of a board.
    pub const MIN_SIDE: usize = 5;
    /// The longest side of a board.
    pub const MAX_SIDE: usize = 25;
    /// How far from the centre the first player's second stone must be in a tournament, in points along row or column.
    pub const TOURNAMENT_DISTANCE: u8 = 3;

    /// Pente on 19×19 without a restricted opening.
    pub const STANDARD: Rules = Rules::plain(Variant::Pente);
    /// Keryo-Pente on 19×19.
    pub const KERYO: Rules = Rules::plain(Variant::Keryo);
    /// Ninuki-renju on 19×19.
    pub const NINUKI: Rules = Rules::plain(Variant::Ninuki);

    const fn plain(variant: Variant) -> Rules {
        Rules { size: Size::of(19, 19), variant, tournament: false }
    }

    /// Rules by name: `pente`, `keryo` or `ninuki`, alone or with `+tournament`. The board is 19×19 unless a size is
    /// given.
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name, and as [`Rules::check`].
    pub fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        let word = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        let (variant, opening) = match word.split_once('+') {
            Some((variant, opening)) => (variant, Some(opening)),
            None => (word.as_str(), None),
        };
        let variant = match variant {
            "keryo-pente" => Some(Variant::Keryo),
            "ninuki-renju" => Some(Variant::Ninuki),
            word => Variant::ALL.into_iter().find(|variant| variant.name() == word),
        };
        let (Some(variant), None | Some("none" | "tournament")) = (variant, opening) else {
            return Err(SpecError::Rules {
                game: GameKind::Pente,
                rules: name.chars().take(40).collect(),
                known: "pente, keryo or ninuki, alone or with +tournament".into(),
            });
        };
        let size = size.unwrap_or(Rules::STANDARD.size);
        let rules = Rules { size, variant, tournament: opening == Some("tournament") };
        rules.check()?;
        Ok(rules)
    }

    /// Whether a game can be played by these rules.
    ///
    /// # Errors
    /// [`SpecError::Size`] for a board that is not 5×5 to 25×25, or on which the tournament opening has no room.
    pub fn check(&self) -> Result<(), SpecError> {
        let refuse = |allowed| Err(SpecError::Size { game: GameKind::Pente, size: self.size, allowed });
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let fits = |side| (Rules::MIN_SIDE..=Rules::MAX_SIDE).contains(&side);
        if !fits(rows) || !fits(cols) {
            return refuse(SizeRule::Sides { min: Rules::MIN_SIDE, max: Rules::MAX_SIDE });
        }
        if self.tournament && rows.max(cols) < 7 {
            return refuse(SizeRule::Outside { center: 5, opening: "tournament" });
        }
        Ok(())
    }
}

/// The name that [`Rules::named`] reads back; the size is not part of it.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.variant, if self.tournament { "+tournament" } else { "" })
    }
}
