//! The row of Connect6 in the table of games, and its rules as the table asks for them.

use super::Rules;
use crate::info::{Alias, BoardStyle, GameInfo, GameRules, Label, Passes, Piece, RuleSetInfo, SgfGame, Unit};
use crate::{Feature, Features, GameKind, SpecError};
use tengen_board::{Coords, Size};

const NAME: Label = Label::new("Connect6", "六子棋", "六目並べ");

/// The row of Connect6.
pub static INFO: GameInfo = GameInfo {
    kind: GameKind::Connect6,
    id: "connect6",
    name: NAME,
    aliases: &[Alias::game(&["connect6", "connect-6", "connect-six"], NAME.en, NAME.zh, NAME.ja)],
    rule_sets: &[RuleSetInfo::new(
        "connect6",
        NAME,
        Label::new(
            "Black places one stone, then each turn has two stones. Six or more in a row win. A full board is a draw.",
            "黑方先下一子，此后双方每回合各下两子。六子或以上连珠获胜；棋盘下满为和棋。",
            "黒が最初に1子置き、その後は1回の手番で2子ずつ置きます。6目以上並べると勝ち、盤が埋まれば引き分けです。",
        ),
    )],
    openings: &[],
    sizes: &Size::squares([9, 13, 15, 17, 19, 21, 25]),
    coords: Coords::Gomoku,
    board: BoardStyle::Intersections,
    piece: Piece::Stone,
    unit: Unit::None,
    features: Features::of(&[Feature::Rows, Feature::Turns]),
    passes: Passes::Never,
    proofs: &[],
    sgf_game: SgfGame::Shared(4),
    // The editors of the NCTU group.
    sgf_read: &[511],
    unnamed_lists: &[],
};

impl GameRules for Rules {
    const INFO: &'static GameInfo = &INFO;

    fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        Rules::named(name, size)
    }

    fn size(&self) -> Size {
        self.size
    }

    fn with_size(&self, size: Size) -> Result<Rules, SpecError> {
        let rules = Rules { size };
        rules.check().map(|()| rules)
    }

    fn check(&self) -> Result<(), SpecError> {
        Rules::check(self)
    }
}
