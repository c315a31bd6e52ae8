//! The rules as compile-time parameters: one unit type for each variant, so that no inner loop branches on the rules.

use crate::board::pattern::PatternTable;
use std::fmt::Debug;
use std::sync::OnceLock;
use tengen_board::Color;
use tengen_games::gomoku::Variant;

/// The rules of a variant, known at compile time.
///
/// [`with_rule!`](crate::with_rule) selects the type for a [`Variant`] known only at run time, once, outside the
/// loops.
pub trait RuleSet: Copy + Clone + Debug + Default + Send + Sync + 'static {
    /// The variant.
    const VARIANT: Variant;
    /// Half of the window around an empty square: how far along a line a stone can change a pattern. Five in a row
    /// reaches four squares; it is five where longer rows differ from fives, or what is beyond a five counts.
    const HALF: usize;
    /// True if black has forbidden squares.
    const FOULS: bool;
    /// True if the ends of a five matter, so that a stone beside it can be a defence.
    const ENDS_MATTER: bool;

    /// The pattern table, made at the first call in some milliseconds.
    fn patterns() -> &'static PatternTable;
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $half:literal)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, Default)]
        pub struct $name;

        impl RuleSet for $name {
            const VARIANT: Variant = Variant::$name;
            const HALF: usize = $half;
            const FOULS: bool = matches!(Variant::$name, Variant::Renju);
            const ENDS_MATTER: bool = !Variant::$name.row_wins(Color::Black, 5, true);

            fn patterns() -> &'static PatternTable {
                static TABLE: OnceLock<PatternTable> = OnceLock::new();
                TABLE.get_or_init(|| PatternTable::new(Variant::$name, $half))
            }
        }
    )*};
}

rules! {
    /// Five or more win.
    Freestyle 4
    /// Exactly five wins.
    Standard 5
    /// Renju: exactly five for black, who has forbidden points; five or more for white.
    Renju 5
    /// Five or more win, but not exactly five between two stones of the opponent.
    Caro 5
    /// Exactly five wins, but not between two stones of the opponent.
    StandardCaro 5
}

/// Evaluates an expression with a type alias for the [`RuleSet`] of a [`Variant`] known at run time.
///
/// ```
/// use tengen_games::gomoku::Variant;
/// use tengen_gomoku::{RuleSet, with_rule};
/// let half = with_rule!(Variant::Renju, R => R::HALF);
/// assert_eq!(half, 5);
/// ```
#[macro_export]
macro_rules! with_rule {
    ($variant:expr, $rule:ident => $body:expr) => {{
        use tengen_games::gomoku::Variant as V;
        match $variant {
            V::Freestyle => {
                type $rule = $crate::rule_set::Freestyle;
                $body
            }
            V::Standard => {
                type $rule = $crate::rule_set::Standard;
                $body
            }
            V::Renju => {
                type $rule = $crate::rule_set::Renju;
                $body
            }
            V::Caro => {
                type $rule = $crate::rule_set::Caro;
                $body
            }
            V::StandardCaro => {
                type $rule = $crate::rule_set::StandardCaro;
                $body
            }
        }
    }};
}
