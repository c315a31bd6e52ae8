//! The row of Othello in the table of games, and its rules as the table asks for them.

use super::Rules;
use crate::info::{
    Alias, BoardStyle, GameInfo, GameRules, Label, Passes, Piece, ProofKind, RuleSetInfo, SgfGame, Unit,
};
use crate::{Feature, Features, GameKind, SpecError};
use tengen_board::{Coords, Size};

const fn label(en: &'static str, zh: &'static str, ja: &'static str) -> Label {
    Label::new(en, zh, ja)
}

/// The row of Othello.
pub static INFO: GameInfo = GameInfo {
    kind: GameKind::Othello,
    id: "othello",
    name: label("Othello", "黑白棋", "オセロ"),
    aliases: &[Alias::game(&["othello", "reversi"], "Othello", "黑白棋", "オセロ")],
    rule_sets: &[RuleSetInfo::new(
        "othello",
        label("Othello", "黑白棋", "オセロ"),
        label(
            "8x8 (even sizes 4x4 to 16x16 with --size). A disc must turn over at least one; who cannot passes; the \
             game ends when neither can. More discs win, the empty squares counted for the winner.",
            "8x8 棋盘（--size 可为 4x4 至 16x16 的偶数）。落子必须翻转至少一子；无处可下则停一手；双方均无处可下时终局。\
             子多者胜，空格归胜方。",
            "8x8の盤（--sizeで4x4〜16x16の偶数）。1石以上返せるマスに打ち、打てるマスがなければパスします。両者とも打てなくなると終局で、石の多いほうが勝ち。空きマスは勝者の石に数えます。",
        ),
    )],
    openings: &[],
    sizes: &Size::squares([4, 6, 8, 10, 12, 14, 16]),
    coords: Coords::Othello,
    board: BoardStyle::Squares,
    piece: Piece::Disc,
    unit: Unit::Discs,
    features: Features::of(&[
        Feature::Pass,
        Feature::Flips,
        Feature::Mobility,
        Feature::Stable,
        Feature::Discs,
    ]),
    passes: Passes::Forced,
    proofs: &[ProofKind::Exact],
    sgf_game: SgfGame::Own(2),
    sgf_read: &[],
    unnamed_lists: &[("othello", Size::of(8, 8))],
};

impl GameRules for Rules {
    const INFO: &'static GameInfo = &INFO;

    fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        Rules::named(name, size)
    }

    fn size(&self) -> Size {
        Rules::size(self)
    }

    fn with_size(&self, size: Size) -> Result<Rules, SpecError> {
        Rules::new(size)
    }

    fn check(&self) -> Result<(), SpecError> {
        Ok(())
    }
}
