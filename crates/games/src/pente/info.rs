//! The row of Pente in the table of games, and its rules as the table asks for them.

use super::Rules;
use crate::info::{
    Alias, BoardStyle, GameInfo, GameRules, Label, OpeningInfo, Passes, Piece, RuleSetInfo, SgfGame, Unit,
};
use crate::{Feature, Features, GameKind, SpecError};
use tengen_board::{Coords, Size};

const fn label(en: &'static str, zh: &'static str, ja: &'static str) -> Label {
    Label::new(en, zh, ja)
}

/// The row of Pente.
pub static INFO: GameInfo = GameInfo {
    kind: GameKind::Pente,
    id: "pente",
    name: label("Pente", "Pente 提子五子棋", "ペンテ"),
    aliases: &[
        Alias::game(&["pente"], "Pente", "Pente 提子五子棋", "ペンテ"),
        Alias::rules("keryo", &["keryo-pente", "keryo"], "Keryo-Pente", "Keryo-Pente", "ケリョ・ペンテ"),
        Alias::rules("ninuki", &["ninuki-renju", "ninuki"], "Ninuki-renju", "二拔连珠", "二抜き連珠"),
    ],
    rule_sets: &[
        RuleSetInfo::new(
            "pente",
            label("Pente", "Pente", "ペンテ"),
            label(
                "A pair between two stones of the opponent is captured. Five or more in a row win, or five pairs \
                 captured.",
                "夹住对方恰好两子即可提走。五子或以上连珠，或提走五对，即获胜。", "相手の2石をはさむと取れます。5目以上並べるか、5組取ると勝ちです。",
            ),
        ),
        RuleSetInfo::new(
            "keryo",
            label("Keryo-Pente", "Keryo-Pente", "ケリョ・ペンテ"),
            label(
                "As Pente, but three stones are captured too, and fifteen captured stones win.",
                "同 Pente，但也可提三子，提满十五子获胜。", "ペンテと同じですが、3石もはさんで取れ、15石取ると勝ちです。",
            ),
        )
        .aliases(&["keryo-pente"]),
        RuleSetInfo::new(
            "ninuki",
            label("Ninuki-renju", "二拔连珠", "二抜き連珠"),
            label(
                "As Pente, but exactly five in a row win, and only if the opponent cannot break them by a capture.",
                "同 Pente，但须恰好五子连珠，且对方不能以提子破坏，方可获胜。", "ペンテと同じですが、ちょうど5目で、しかも相手が取って崩せない場合だけ勝ちです。",
            ),
        )
        .aliases(&["ninuki-renju"]),
    ],
    openings: &[
        OpeningInfo::new("none", label("none", "无", "なし"), label("", "", "")),
        OpeningInfo::new(
            "tournament",
            label("Tournament", "比赛规则", "大会ルール"),
            label(
                "The first stone is on the centre, and the first player's second stone at least three points away.",
                "第一子下在天元，先手第二子须距天元至少三路。", "1手目は中央に打ち、先手の2手目は中央から3路以上離します。",
            ),
        ),
    ],
    sizes: &Size::squares([9, 13, 15, 17, 19, 21, 25]),
    coords: Coords::Go,
    board: BoardStyle::Intersections,
    piece: Piece::Stone,
    unit: Unit::None,
    features: Features::of(&[Feature::Rows, Feature::Threats, Feature::Captures]),
    passes: Passes::Never,
    proofs: &[],
    sgf_game: SgfGame::Shared(4),
    sgf_read: &[],
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
        let rules = Rules { size, ..*self };
        rules.check().map(|()| rules)
    }

    fn check(&self) -> Result<(), SpecError> {
        Rules::check(self)
    }
}
