//! The row of Go in the table of games, and its rules as the table asks for them.

use super::Rules;
use crate::info::{Alias, BoardStyle, GameInfo, GameRules, Label, Passes, Piece, RuleSetInfo, SgfGame, Unit};
use crate::{Feature, Features, GameKind, SpecError};
use tengen_board::{Coords, Size};

const fn label(en: &'static str, zh: &'static str, ja: &'static str) -> Label {
    Label::new(en, zh, ja)
}

/// The row of Go.
pub static INFO: GameInfo = GameInfo {
    kind: GameKind::Go,
    id: "go",
    name: label("Go", "围棋", "囲碁"),
    aliases: &[
        Alias::game(&["go", "weiqi", "baduk", "igo"], "Go", "围棋", "囲碁"),
        Alias::rules("atari-go", &["atari-go", "capture-go"], "Atari Go", "吃子棋", "ポン抜き囲碁"),
    ],
    rule_sets: &[
        RuleSetInfo::new(
            "chinese",
            label("Chinese", "中国规则", "中国ルール"),
            label(
                "Area: living stones and the points they surround. Positional superko, no suicide, komi 7.5; white \
                 gets a point for each handicap stone.",
                "数子：活子与所围空点。全局同形再现禁止，不许自杀，贴 7.5 目；每个让子还白方一目。", "地と生き石を数えます。全局同形（盤面）は禁止、自殺手は不可、コミ7目半。置石1子につき白に1目を返します。",
            ),
        )
        .aliases(&["china", "chinese-ogs", "chinese-kgs", "cn", "chn"])
        .sgf("Chinese"),
        RuleSetInfo::new(
            "japanese",
            label("Japanese", "日本规则", "日本ルール"),
            label(
                "Territory: surrounded points and prisoners, none in seki. Simple ko, no suicide, komi 6.5, handicap \
                 on the star points.",
                "数目：所围空点与提子，双活无目。劫不能立即提回，不许自杀，贴 6.5 目，让子摆在星位。", "地とアゲハマを数え、セキに地はありません。コウはすぐに取り返せず、自殺手は不可、コミ6目半。置石は星に置きます。",
            ),
        )
        .aliases(&["japan", "jp", "jpn"])
        .sgf("Japanese"),
        RuleSetInfo::new("korean", label("Korean", "韩国规则", "韓国ルール"), label("As Japanese.", "同日本规则。", "日本ルールと同じです。"))
            .aliases(&["korea", "kr"]),
        RuleSetInfo::new(
            "tromp-taylor",
            label("Tromp-Taylor", "Tromp-Taylor 规则", "Tromp-Taylorルール"),
            label(
                "Area, positional superko, suicide allowed, komi 7.5. Everything on the board counts as alive.",
                "数子，全局同形（局面）禁止，允许自杀，贴 7.5 目；盘上一切棋子视为活棋。", "地と石を数えます。全局同形（盤面）は禁止、自殺手は可、コミ7目半。盤上の石はすべて生きとします。",
            ),
        )
        .aliases(&["tromptaylor", "tt", "tt--", "trompt-taylor"]),
        RuleSetInfo::new(
            "aga",
            label("AGA", "美国（AGA）规则", "AGA（アメリカ）ルール"),
            label(
                "Area with pass stones, so that area and territory agree; situational superko, white passes last, \
                 komi 7.5.",
                "数子并用停一手子，使数子与数目一致；情形全局同形禁止，白方最后停一手，贴 7.5 目。", "地と石を数えますが、パスのたびに1子を渡すので、地だけを数えても同じ結果になります。全局同形（手番を含む）は禁止、最後のパスは白、コミ7目半。",
            ),
        )
        .aliases(&["bga", "french"])
        .sgf("AGA"),
        RuleSetInfo::new(
            "new-zealand",
            label("New Zealand", "新西兰规则", "ニュージーランドルール"),
            label(
                "Area, situational superko, suicide allowed, komi 7.",
                "数子，情形全局同形禁止，允许自杀，贴 7 目。", "地と石を数えます。全局同形（手番を含む）は禁止、自殺手は可、コミ7目。",
            ),
        )
        .aliases(&["newzealand", "nz"])
        .sgf("NZ"),
        RuleSetInfo::new(
            "ing",
            label("Ing", "应氏规则", "応氏ルール（計点制）"),
            label(
                "Area, suicide allowed, komi 7.5; positional superko takes the place of Ing's own ko rule.",
                "计点，允许自杀，贴 7.5 目；以局面全局同形代替应氏劫规。", "地と石を数えます。自殺手は可、コミ7目半。応氏のコウ規則の代わりに全局同形（盤面）を禁止します。",
            ),
        )
        .aliases(&["goe"])
        .sgf("GOE"),
        RuleSetInfo::new(
            "cgos",
            label("CGOS", "CGOS 规则", "CGOSルール"),
            label(
                "As the computer Go server: area, positional superko, no suicide, komi 7.5.",
                "计算机围棋服务器所用：数子，局面全局同形禁止，不许自杀，贴 7.5 目。", "コンピュータ囲碁サーバーCGOSのルールです。地と石を数え、全局同形（盤面）は禁止、自殺手は不可、コミ7目半。",
            ),
        ),
        RuleSetInfo::new(
            "stone-scoring",
            label("Stone scoring", "还棋头古规则", "純碁（石数え）"),
            label(
                "As Chinese of old: stones on the board count, so that each group pays for its two eyes.",
                "古代数子：只数盘上棋子，每块棋的两个眼不算。", "古式の中国ルールです。盤上の石だけを数えるので、どの石も眼2つ分が数に入りません。",
            ),
        )
        .aliases(&["ancient-chinese"]),
        RuleSetInfo::new(
            "atari-go",
            label("Atari Go", "吃子棋", "ポン抜き囲碁"),
            label(
                "9x9 board. The side that captures first wins; points do not count. No suicide, simple ko. Two passes \
                 in a row end the game in a draw.",
                "9x9 棋盘。先提到对方棋子的一方获胜，不数目。不许自杀，劫不能立即提回；双方连续停一手为和棋。", "9x9の盤で、先に相手の石を取ったほうが勝ち。地は数えません。自殺手は不可、コウはすぐに取り返せません。続けて両者がパスすると引き分けです。",
            ),
        )
        .aliases(&["atarigo", "capture-go", "first-capture", "ponnuki-go"]),
    ],
    openings: &[],
    sizes: &Size::squares([5, 7, 9, 11, 13, 15, 17, 19]),
    coords: Coords::Go,
    board: BoardStyle::Intersections,
    piece: Piece::Stone,
    unit: Unit::Points,
    features: Features::of(&[
        Feature::Pass,
        Feature::Captures,
        Feature::Liberties,
        Feature::Ko,
        Feature::Territory,
        Feature::Komi,
        Feature::Handicap,
    ]),
    passes: Passes::Free,
    proofs: &[],
    sgf_game: SgfGame::Own(1),
    sgf_read: &[],
    unnamed_lists: &[("chinese", Size::of(19, 19))],
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

    /// Where captures win, points do not count.
    fn features(&self) -> Features {
        let counted = self.captures_to_win == 0;
        INFO.features.set(Feature::Territory, counted).set(Feature::Komi, counted)
    }

    fn unit(&self) -> Unit {
        if self.captures_to_win == 0 { Unit::Points } else { Unit::None }
    }
}
