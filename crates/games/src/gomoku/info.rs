//! The row of gomoku in the table of games, and its rules as the table asks for them.

use super::{Rules, Variant};
use crate::info::{
    Alias, BoardStyle, GameInfo, GameRules, Label, OpeningInfo, Passes, Piece, ProofKind, RuleSetInfo,
    SgfGame, Unit,
};
use crate::{Feature, Features, GameKind, SpecError};
use tengen_board::{Coords, Size};

const fn label(en: &'static str, zh: &'static str, ja: &'static str) -> Label {
    Label::new(en, zh, ja)
}

/// The row of gomoku, renju and caro.
pub static INFO: GameInfo = GameInfo {
    kind: GameKind::Gomoku,
    id: "gomoku",
    name: label("Gomoku", "五子棋", "五目並べ"),
    aliases: &[
        Alias::game(&["gomoku", "five", "gobang", "wuziqi"], "Gomoku", "五子棋", "五目並べ"),
        Alias::rules("renju", &["renju"], "Renju", "连珠", "連珠"),
        Alias::rules("caro", &["caro"], "Caro", "卡罗五子棋", "カロ"),
    ],
    rule_sets: &[
        RuleSetInfo::new(
            "freestyle",
            label("Freestyle gomoku", "无禁手五子棋（长连算赢）", "五目並べ（禁手なし・長連も勝ち）"),
            label(
                "15x15 (5x5 to 22x22 with --size), five or more in a row win, for either side.",
                "15x15 棋盘（--size 可为 5x5 至 22x22），双方连成五子或更多即胜。",
                "15x15の盤（--sizeで5x5〜22x22）。黒白とも5目以上並べると勝ちです。",
            ),
        )
        .aliases(&["free", "free-style", "gomoku", "five-or-more"]),
        RuleSetInfo::new(
            "standard",
            label("Standard gomoku", "标准五子棋（长连不算）", "五目並べ（長連は勝ちにならない）"),
            label(
                "Exactly five in a row win; six or more do not.",
                "恰好五子连珠获胜；六子以上不算。",
                "ちょうど5目並べると勝ち。6目以上は勝ちになりません。",
            ),
        )
        .aliases(&["exactly-five"]),
        RuleSetInfo::new(
            "renju",
            label("Renju", "连珠（有禁手）", "連珠（禁手あり）"),
            label(
                "Black wins with exactly five; overlines, double fours and double threes are forbidden to black, \
                 unless the same stone makes a five. A three counts only if it can become a straight four on a point \
                 that is not itself forbidden. White wins with five or more. Black loses when only forbidden points \
                 are left.",
                "黑方恰好五子获胜；长连、四四、三三为黑方禁手，同时成五则不算禁手；只有能在非禁手点成活四的三才算活三。\
                 白方五子或更多获胜。黑方只剩禁手点时判负。",
                "黒はちょうど五連で勝ち。黒の長連、四々、三々は禁手ですが、同時に五連ができれば勝ちです。三とは、次に禁点でない点で達四にできるものをいいます。白は五連以上で勝ち。黒に禁点しか残らなければ黒の負けです。",
            ),
        ),
        RuleSetInfo::new(
            "caro",
            label("Caro", "卡罗五子棋", "カロ"),
            label(
                "Five or more in a row win, but exactly five with an opponent's stone at both ends do not. The edge \
                 blocks nothing.",
                "五子或更多连珠获胜，但恰好五子且两端都被对方棋子堵住的不算；棋盘边缘不算堵。",
                "5目以上並べると勝ち。ただし、ちょうど5目で両端を相手の石に止められたものは勝ちになりません。盤の端は止めになりません。",
            ),
        ),
        RuleSetInfo::new(
            "standard-caro",
            label("Standard caro", "标准卡罗五子棋", "標準カロ"),
            label(
                "As caro, and six or more do not win either.",
                "同 caro，且六子以上也不算。",
                "カロと同じですが、6目以上も勝ちになりません。",
            ),
        ),
    ],
    openings: &[
        OpeningInfo::new("none", label("None", "无", "なし"), label("", "", "")),
        OpeningInfo::new(
            "pro",
            label("Pro", "职业开局（Pro）", "プロ（Pro）"),
            label(
                "Black begins at the centre; black's second stone is outside the central 5x5.",
                "黑方第一手下在天元，第二手须在中央 5x5 之外。",
                "黒の1手目は天元、2手目は中央5x5の外です。",
            ),
        ),
        OpeningInfo::new(
            "long-pro",
            label("Long pro", "远职业开局（Long Pro）", "ロングプロ（Long Pro）"),
            label(
                "Black begins at the centre; black's second stone is outside the central 7x7.",
                "黑方第一手下在天元，第二手须在中央 7x7 之外。",
                "黒の1手目は天元、2手目は中央7x7の外です。",
            ),
        ),
        OpeningInfo::new(
            "swap",
            label("Swap", "三手交换（Swap）", "スワップ（Swap）"),
            label(
                "The first player places black, white, black; the second chooses a colour.",
                "先手方摆黑、白、黑三子，后手方选择执黑或执白。",
                "先手が黒、白、黒の3手を置き、後手が黒番か白番を選びます。",
            ),
        ),
        OpeningInfo::new(
            "swap2",
            label("Swap2", "二次交换（Swap2）", "スワップ2（Swap2）"),
            label(
                "As swap, but the second player may also place a white and a black stone more and leave the choice of \
                 colour to the first.",
                "同 swap，但后手方也可再摆一白一黑，让先手方选择颜色。",
                "スワップと同じですが、後手は白と黒をもう1手ずつ置いて、色の選択を先手に任せることもできます。",
            ),
        ),
        OpeningInfo::new(
            "rif",
            label("RIF", "RIF（三手交换，五手两打）", "RIF（三珠交替・五珠二題）"),
            label(
                "Renju. The first player places one of the 26 openings; the second may swap; white plays the fourth \
                 move; black offers two fifth moves, of which white chooses one.",
                "连珠。先手方摆出二十六种开局之一，后手方可交换；白方下第四手；黑方提出两个第五手，由白方选一。",
                "連珠。先手が26珠型の1つを置き、後手は交替できます。白が4手目を打ち、黒が五珠を2点示して、白がその1点を選びます。",
            ),
        ),
        OpeningInfo::new(
            "yamaguchi",
            label("Yamaguchi", "山口规则（五手多打）", "山口ルール（五珠題数宣言）"),
            label(
                "Renju, as rif, but the first player also declares how many fifth moves black will offer.",
                "连珠，同 rif，但先手方还要宣布第五手的打点数。",
                "連珠。RIFと同じですが、先手は五珠の題数も宣言します。",
            ),
        ),
        OpeningInfo::new(
            "soosorv-8",
            label("Soosõrv-8", "索索夫-8 规则", "ソーソロフ8"),
            label(
                "Renju. After the opening and a possible swap, white plays the fourth move and declares how many fifth \
                 moves there will be (1 to 8); then black may swap again.",
                "连珠。开局与可能的交换之后，白方下第四手并宣布打点数（1 至 8），黑方可再次交换。",
                "連珠。珠型の提示と交替の後、白が4手目を打って五珠の題数（1〜8）を宣言し、もう一度交替できます。",
            ),
        ),
        OpeningInfo::new(
            "taraguchi-10",
            label("Taraguchi-10", "塔拉山口-10 规则", "タラグチ10"),
            label(
                "Renju. Each of the first moves is inside a growing central square, and the opponent may swap after \
                 each; the fifth move is one move, or one of ten offered.",
                "连珠。最初几手须在逐步扩大的中央方形内，每手之后对方可交换；第五手或直接下出，或提出十个打点由对方选一。",
                "連珠。最初の数手は広がっていく中央の正方形の中に打ち、相手は1手ごとに交替できます。5手目は1点を打つか、10点を示して相手に選ばせます。",
            ),
        ),
    ],
    sizes: &Size::squares([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]),
    coords: Coords::Gomoku,
    board: BoardStyle::Intersections,
    piece: Piece::Stone,
    unit: Unit::None,
    features: Features::of(&[
        Feature::Pass,
        Feature::Rows,
        Feature::Threats,
        Feature::Forbidden,
        Feature::Openings,
    ]),
    passes: Passes::Never,
    proofs: &[ProofKind::Vcf, ProofKind::Vct],
    sgf_game: SgfGame::Own(4),
    sgf_read: &[],
    unnamed_lists: &[("freestyle", Size::of(15, 15)), ("freestyle", Size::of(20, 20))],
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

    /// The renju openings allow passes; only renju has forbidden points.
    fn features(&self) -> Features {
        INFO.features
            .set(Feature::Pass, self.opening.is_renju())
            .set(Feature::Forbidden, self.variant == Variant::Renju)
            .set(Feature::Openings, self.opening != super::OpeningRule::None)
    }
}
