//! The rules of a gomoku game, and their names.

use crate::{GameKind, OptionError, SizeRule, SpecError};
use alloc::string::ToString;
use core::fmt;
use tengen_board::{Color, Size};

/// Which rows win, and what is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Five or more win.
    Freestyle,
    /// Exactly five wins.
    Standard,
    /// White: five or more. Black: exactly five; overlines, double fours and double threes are forbidden.
    Renju,
    /// Five or more, but exactly five with an opponent's stone at both ends does not win. The edge blocks nothing.
    Caro,
    /// As caro, and six or more do not win either.
    StandardCaro,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Variant; 5] =
        [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro, Variant::StandardCaro];

    /// True if a row of `length` stones of `color` wins; `blocked` if the opponent has stones at both its ends.
    #[inline]
    pub const fn row_wins(self, color: Color, length: u32, blocked: bool) -> bool {
        match self {
            Variant::Freestyle => length >= 5,
            Variant::Standard => length == 5,
            Variant::Renju => length == 5 || length > 5 && matches!(color, Color::White),
            Variant::Caro => length > 5 || length == 5 && !blocked,
            Variant::StandardCaro => length == 5 && !blocked,
        }
    }

    /// The word for it in the names of rules.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Freestyle => "freestyle",
            Variant::Standard => "standard",
            Variant::Renju => "renju",
            Variant::Caro => "caro",
            Variant::StandardCaro => "standard-caro",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The opening rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpeningRule {
    /// None: black begins anywhere.
    None,
    /// Pro.
    Pro,
    /// Long pro.
    LongPro,
    /// Swap.
    Swap,
    /// Swap2.
    Swap2,
    /// RIF opening rule (renju).
    Rif,
    /// Yamaguchi (renju).
    Yamaguchi,
    /// Soosõrv-8 (renju).
    Soosorv8,
    /// Taraguchi-10 (renju).
    Taraguchi10,
}

impl OpeningRule {
    /// Every opening rule.
    pub const ALL: [OpeningRule; 9] = [
        OpeningRule::None,
        OpeningRule::Pro,
        OpeningRule::LongPro,
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Rif,
        OpeningRule::Yamaguchi,
        OpeningRule::Soosorv8,
        OpeningRule::Taraguchi10,
    ];

    /// The word for it in the names of rules.
    pub const fn name(self) -> &'static str {
        match self {
            OpeningRule::None => "none",
            OpeningRule::Pro => "pro",
            OpeningRule::LongPro => "long-pro",
            OpeningRule::Swap => "swap",
            OpeningRule::Swap2 => "swap2",
            OpeningRule::Rif => "rif",
            OpeningRule::Yamaguchi => "yamaguchi",
            OpeningRule::Soosorv8 => "soosorv-8",
            OpeningRule::Taraguchi10 => "taraguchi-10",
        }
    }

    /// Whether this is one of the opening rules of the Renju International Federation, which go with renju only.
    pub const fn is_renju(self) -> bool {
        matches!(
            self,
            OpeningRule::Rif | OpeningRule::Yamaguchi | OpeningRule::Soosorv8 | OpeningRule::Taraguchi10
        )
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The rules of a gomoku game.
///
/// The name is that of the [`Variant`], and where there is an opening rule, `+` and its name.
///
/// ```
/// use tengen_games::gomoku::{OpeningRule, Rules, Variant};
/// let rules = Rules::named("renju+soosorv-8", None)?;
/// assert_eq!((rules.variant, rules.opening), (Variant::Renju, OpeningRule::Soosorv8));
/// assert_eq!(rules.to_string(), "renju+soosorv-8");
/// assert!(Rules::named("freestyle+castling", None).is_err());
/// # Ok::<(), tengen_games::SpecError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The board, 5×5 to 22×22.
    pub size: Size,
    /// Which rows win, and what is forbidden.
    pub variant: Variant,
    /// The opening rule.
    pub opening: OpeningRule,
}

impl Rules {
    /// The shortest side of a board.
    pub const MIN_SIDE: usize = 5;
    /// The longest side of a board.
    pub const MAX_SIDE: usize = 22;

    /// Five or more on 15×15, no opening rule.
    pub const FREESTYLE: Rules = Rules::plain(Variant::Freestyle);
    /// Exactly five on 15×15, no opening rule.
    pub const STANDARD: Rules = Rules::plain(Variant::Standard);
    /// Renju on 15×15, no opening rule.
    pub const RENJU: Rules = Rules::plain(Variant::Renju);
    /// Caro on 15×15, no opening rule.
    pub const CARO: Rules = Rules::plain(Variant::Caro);
    /// Caro in which six or more do not win, on 15×15, no opening rule.
    pub const STANDARD_CARO: Rules = Rules::plain(Variant::StandardCaro);

    const fn plain(variant: Variant) -> Rules {
        Rules { size: Size::of(15, 15), variant, opening: OpeningRule::None }
    }

    /// Rules by name: `freestyle`, `standard`, `renju`, `caro` or `standard-caro`, alone or with an opening rule, as in
    /// `freestyle+swap2` and `renju+taraguchi-10`. The board is 15×15 unless a size is given.
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name, and as [`Rules::check`].
    pub fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        let word = name.trim().to_lowercase().replace(['_', ' '], "-").replace('õ', "o");
        let (variant, opening) = word.split_once('+').unwrap_or((&word, "none"));
        let same = |a: &str, b: &str| a.bytes().filter(|&c| c != b'-').eq(b.bytes().filter(|&c| c != b'-'));
        let id = super::INFO.rule_set(variant.trim_end_matches('-')).map(|set| set.id);
        let variant = Variant::ALL.into_iter().find(|v| Some(v.name()) == id);
        let opening = OpeningRule::ALL.into_iter().find(|o| same(o.name(), opening));
        let (Some(variant), Some(opening)) = (variant, opening) else {
            return Err(SpecError::Rules {
                game: GameKind::Gomoku,
                rules: name.chars().take(40).collect(),
                known: "freestyle, standard, renju, caro or standard-caro, alone or with an opening rule: +pro, +long-pro, +swap, \
                        +swap2, and for renju +rif, +yamaguchi, +soosorv-8, +taraguchi-10"
                    .into(),
            });
        };
        let rules = Rules { size: size.unwrap_or(Rules::FREESTYLE.size), variant, opening };
        rules.check()?;
        Ok(rules)
    }

    /// Whether a game can be played by these rules.
    ///
    /// # Errors
    /// [`SpecError::Size`] for a board that is not 5×5 to 22×22 or on which the opening rule has no room;
    /// [`SpecError::Option`] for an opening of renju beside another variant.
    pub fn check(&self) -> Result<(), SpecError> {
        let sides = [self.size.rows(), self.size.cols()];
        let refuse = |allowed| Err(SpecError::Size { game: GameKind::Gomoku, size: self.size, allowed });
        if sides.iter().any(|side| !(Rules::MIN_SIDE..=Rules::MAX_SIDE).contains(side)) {
            return refuse(SizeRule::Sides { min: Rules::MIN_SIDE, max: Rules::MAX_SIDE });
        }
        let longest = sides[0].max(sides[1]);
        match self.opening {
            OpeningRule::Pro if longest < 7 => refuse(SizeRule::Outside { center: 5, opening: "pro" }),
            OpeningRule::LongPro if longest < 9 => {
                refuse(SizeRule::Outside { center: 7, opening: "long-pro" })
            }
            opening if opening.is_renju() && self.variant != Variant::Renju => Err(SpecError::Option {
                game: GameKind::Gomoku,
                why: OptionError::Opening(opening.to_string(), self.variant.to_string()),
            }),
            opening if opening.is_renju() && sides.iter().any(|side| *side < 9 || side % 2 == 0) => {
                refuse(SizeRule::OddSides { min: 9 })
            }
            _ => Ok(()),
        }
    }
}

/// The name that [`Rules::named`] reads back; the size is not part of it.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.opening {
            OpeningRule::None => write!(f, "{}", self.variant),
            opening => write!(f, "{}+{opening}", self.variant),
        }
    }
}
