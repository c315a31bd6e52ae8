//! The row of m,n,k games in the table of games, and their rules as the table asks for them.

use super::Rules;
use crate::info::{
    Alias, BoardStyle, GameInfo, GameRules, Label, Passes, Piece, ProofKind, RuleSetInfo, SgfGame, Unit,
};
use crate::{Feature, Features, GameKind, SpecError};
use tengen_board::{Coords, Size};

const fn label(en: &'static str, zh: &'static str, ja: &'static str) -> Label {
    Label::new(en, zh, ja)
}

/// The row of m,n,k games.
pub static INFO: GameInfo = GameInfo {
    kind: GameKind::Mnk,
    id: "mnk",
    name: label("m,n,k", "m,n,k 棋", "m,n,kゲーム"),
    aliases: &[
        Alias::rules(
            "tic-tac-toe",
            &["tic-tac-toe", "tictactoe", "ttt"],
            "Tic-tac-toe",
            "井字棋",
            "三目並べ",
        ),
        Alias::rules(
            "connect-four",
            &["connect-four", "connect4", "connectfour"],
            "Connect four",
            "四子棋",
            "コネクト4",
        ),
        Alias::game(&["mnk"], "m,n,k", "m,n,k 棋", "m,n,kゲーム"),
    ],
    rule_sets: &[
        RuleSetInfo::new(
            "tic-tac-toe",
            label("Tic-tac-toe", "井字棋", "三目並べ"),
            label(
                "3x3 board, three in a row win. A full board is a draw.",
                "3x3 棋盘，三子连珠获胜；棋盘下满为和棋。",
                "3x3の盤で、3目並べると勝ち。盤が埋まれば引き分けです。",
            ),
        ),
        RuleSetInfo::new(
            "connect-four",
            label("Connect four", "四子棋", "コネクト4"),
            label(
                "7 columns, 6 rows, four in a row win. A stone falls to the lowest empty point of its column.",
                "7 列 6 行，四子连珠获胜；棋子落到该列最低的空位。",
                "7列6行の盤で、4目並べると勝ち。石はその列のいちばん下の空点に落ちます。",
            ),
        ),
        RuleSetInfo::new(
            "4,4,4",
            label("Four in a row on 4×4", "4×4 四连棋", "4×4の四目並べ"),
            label(
                "4x4 board, four in a row win.",
                "4x4 棋盘，四子连珠获胜。",
                "4x4の盤で、4目並べると勝ちです。",
            ),
        ),
        RuleSetInfo::new(
            "5,5,4",
            label("Four in a row on 5×5", "5×5 四连棋", "5×5の四目並べ"),
            label(
                "5x5 board, four in a row win.",
                "5x5 棋盘，四子连珠获胜。",
                "5x5の盤で、4目並べると勝ちです。",
            ),
        ),
        RuleSetInfo::new(
            "6,5,4",
            label("Four in a row on 6×5", "6×5 四连棋", "6×5の四目並べ"),
            label(
                "6 columns, 5 rows, four in a row win.",
                "6 列 5 行，四子连珠获胜。",
                "6列5行の盤で、4目並べると勝ちです。",
            ),
        ),
        RuleSetInfo::new(
            "7,7,5",
            label("Five in a row on 7×7", "7×7 五连棋", "7×7の五目並べ"),
            label(
                "7x7 board, five in a row win.",
                "7x7 棋盘，五子连珠获胜。",
                "7x7の盤で、5目並べると勝ちです。",
            ),
        ),
    ],
    openings: &[],
    sizes: &[],
    coords: Coords::Gomoku,
    board: BoardStyle::Intersections,
    piece: Piece::Stone,
    unit: Unit::None,
    features: Features::of(&[Feature::Rows, Feature::Gravity]),
    passes: Passes::Never,
    proofs: &[ProofKind::Exact],
    sgf_game: SgfGame::Shared(4),
    sgf_read: &[],
    unnamed_lists: &[("connect-four", Size::of(6, 7))],
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

    fn features(&self) -> Features {
        INFO.features.set(Feature::Gravity, self.gravity)
    }

    /// Small boards are drawn as squares, and those on which stones fall.
    fn board_style(&self) -> BoardStyle {
        if self.gravity || self.size.rows().max(self.size.cols()) <= 6 {
            BoardStyle::Squares
        } else {
            BoardStyle::Intersections
        }
    }
}
