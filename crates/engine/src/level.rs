//! What a level of an engine does, as data.

use tengen_games::Label;

/// The word for the level of an engine that plays a proven win: the engine of this name, at its only level.
pub const PERFECT: &str = "perfect";

/// One thing that a level does or leaves out. The crate `tengen-words` writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum LevelTrait {
    /// Searches this many plies.
    Depth(u32),
    /// Reads each move to a depth of its own, this many plies on average.
    MeanDepth(u32),
    /// Judges a move with an error of about so many tenths of a disc.
    Misjudges(u32),
    /// Searches this many positions a move.
    Nodes(u64),
    /// Plays this many random games a move.
    Playouts(u64),
    /// Visits its search tree this many times a move.
    Visits(u64),
    /// Has no limit of its own: it is as strong as the limits of the search allow.
    Unlimited,
    /// Judges positions by patterns learned from games on 8×8, on other boards by mobility and corners.
    Patterns,
    /// Judges positions by mobility and corners alone.
    Mobility,
    /// Plays any of its so many best moves.
    OneOfBest(u32),
    /// Plays the last moves exactly, from this many empty points on.
    Endgame(u32),
    /// Misjudges quiet moves by up to this many hundredths of the scale of its values.
    Errors(u32),
    /// Overlooks threats that need more than one stone at so many moves of a hundred.
    Overlooks(u32),
    /// Plays about this much stronger than level 1 of the same engine, in Elo.
    Elo(u32),
    /// Plays at least this much stronger than level 1 of the same engine, in Elo, if it searches no less than the level
    /// below.
    EloAtLeast(u32),
    /// The strength was measured at this game, and is only a hint for others.
    MeasuredAt(Label),
    /// Sees at most this many fours in a row.
    Fours(u32),
    /// Knows no more than the direction weights of the rule filter.
    DirectionWeights,
    /// Makes fives and stops them.
    Fives,
    /// Makes open fours and stops them.
    OpenFours,
    /// Knows every double threat.
    DoubleThreats,
    /// Proves wins by continuous fours.
    ProvesFours,
    /// Proves wins by continuous threats.
    ProvesThreats,
    /// Proves wins by threats with quiet moves among them.
    ProvesQuiet,
    /// Plays Black's proven win from the empty board; White as well as it can.
    ProvenWin,
}

impl LevelTrait {
    /// The strength of m,n,k games was measured at connect four.
    pub const AT_CONNECT_FOUR: LevelTrait =
        LevelTrait::MeasuredAt(Label::new("connect four", "四子棋", "コネクト4"));
    /// The strength of Othello was measured on 8×8. Chinese has a space before a digit.
    pub const AT_OTHELLO_8X8: LevelTrait =
        LevelTrait::MeasuredAt(Label::new("Othello 8×8", " 8×8 黑白棋", "8×8のオセロ"));
    /// The strength of Go was measured on 9×9.
    pub const AT_GO_9X9: LevelTrait = LevelTrait::MeasuredAt(Label::new("Go 9×9", " 9 路围棋", "9路の囲碁"));

    /// The strength of a level; `None` for level 1. `elo` has how much stronger each of the first levels is than
    /// level 1, itself included.
    ///
    /// ```
    /// use tengen_engine::LevelTrait;
    /// let strengths = [0, 300, 550];
    /// assert_eq!(LevelTrait::strength(&strengths, 1), None);
    /// assert_eq!(LevelTrait::strength(&strengths, 3), Some(LevelTrait::Elo(550)));
    /// assert_eq!(LevelTrait::strength(&strengths, 4), Some(LevelTrait::EloAtLeast(550)));
    /// ```
    pub fn strength(elo: &[u32], level: u8) -> Option<LevelTrait> {
        match elo.get(usize::from(level.max(1)) - 1) {
            Some(0) => None,
            Some(&elo) => Some(LevelTrait::Elo(elo)),
            None => elo.last().map(|&elo| LevelTrait::EloAtLeast(elo)),
        }
    }
}
