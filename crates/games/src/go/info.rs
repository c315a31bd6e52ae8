//! The row of Go in the table of games, and its rules as the table asks for them.

use super::Rules;
use crate::info::{Alias, BoardStyle, GameInfo, GameRules, Label, Passes, Piece, RuleSetInfo, SgfGame, Unit};
use crate::{Feature, Features, GameKind, SpecError};
use tengen_board::{Coords, Size};

const fn label(en: &'static str, zh: &'static str) -> Label {
    Label::new(en, zh)
}

/// The row of Go.
pub static INFO: GameInfo = GameInfo {
    kind: GameKind::Go,
    id: "go",
    name: label("Go", "围棋"),
    aliases: &[
        Alias::game(&["go", "weiqi", "baduk", "igo"], "Go", "围棋"),
        Alias::rules("atari-go", &["atari-go", "capture-go"], "Atari Go", "吃子棋"),
    ],
    rule_sets: &[
        RuleSetInfo::new(
            "chinese",
            label("Chinese", "中国规则"),
            label(
                "Area: living stones and the points they surround. Positional superko, no suicide, komi 7.5; white \
                 gets a point for each handicap stone.",
                "数子：活子与所围空点。全局同形再现禁止，不许自杀，贴 7.5；每个让子还白方一点。",
            ),
        )
        .aliases(&["china", "chinese-ogs", "chinese-kgs", "cn", "chn"])
        .sgf("Chinese"),
        RuleSetInfo::new(
            "japanese",
            label("Japanese", "日本规则"),
            label(
                "Territory: surrounded points and prisoners, none in seki. Simple ko, no suicide, komi 6.5, handicap \
                 on the star points.",
                "数目：所围空点与提子，双活无目。劫不能立即提回，不许自杀，贴 6.5，让子摆在星位。",
            ),
        )
        .aliases(&["japan", "jp", "jpn"])
        .sgf("Japanese"),
        RuleSetInfo::new("korean", label("Korean", "韩国规则"), label("As Japanese.", "同日本规则。"))
            .aliases(&["korea", "kr"]),
        RuleSetInfo::new(
            "tromp-taylor",
            label("Tromp-Taylor", "Tromp-Taylor 规则"),
            label(
                "Area, positional superko, suicide allowed, komi 7.5. Everything on the board counts as alive.",
                "数子，全局同形（局面）禁止，允许自杀，贴 7.5；盘上一切棋子视为活棋。",
            ),
        )
        .aliases(&["tromptaylor", "tt", "tt--", "trompt-taylor"]),
        RuleSetInfo::new(
            "aga",
            label("AGA", "美国（AGA）规则"),
            label(
                "Area with pass stones, so that area and territory agree; situational superko, white passes last, \
                 komi 7.5.",
                "数子并用停着子，使数子与数目一致；情形全局同形禁止，白方最后停着，贴 7.5。",
            ),
        )
        .aliases(&["bga", "french"])
        .sgf("AGA"),
        RuleSetInfo::new(
            "new-zealand",
            label("New Zealand", "新西兰规则"),
            label(
                "Area, situational superko, suicide allowed, komi 7.",
                "数子，情形全局同形禁止，允许自杀，贴 7。",
            ),
        )
        .aliases(&["newzealand", "nz"])
        .sgf("NZ"),
        RuleSetInfo::new(
            "ing",
            label("Ing", "应氏规则"),
            label(
                "Area, suicide allowed, komi 7.5; positional superko takes the place of Ing's own ko rule.",
                "计点，允许自杀，贴 7.5；以局面全局同形代替应氏劫规。",
            ),
        )
        .aliases(&["goe"])
        .sgf("GOE"),
        RuleSetInfo::new(
            "cgos",
            label("CGOS", "CGOS 规则"),
            label(
                "As the computer Go server: area, positional superko, no suicide, komi 7.5.",
                "计算机围棋服务器所用：数子，局面全局同形禁止，不许自杀，贴 7.5。",
            ),
        ),
        RuleSetInfo::new(
            "stone-scoring",
            label("Stone scoring", "还棋头古规则"),
            label(
                "As Chinese of old: stones on the board count, so that each group pays for its two eyes.",
                "古代数子：只数盘上棋子，每块棋的两个眼不算。",
            ),
        )
        .aliases(&["ancient-chinese"]),
        RuleSetInfo::new(
            "atari-go",
            label("Atari Go", "吃子棋"),
            label(
                "9x9 board. The side that captures first wins; points do not count. No suicide, simple ko. Two passes \
                 in a row end the game in a draw.",
                "9x9 棋盘。先提到对方棋子的一方获胜，不数目。不许自杀，劫不能立即提回；双方连续停着为和棋。",
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

    /// Where captures win, points do not count.
    fn features(&self) -> Features {
        let counted = self.captures_to_win == 0;
        INFO.features.set(Feature::Territory, counted).set(Feature::Komi, counted)
    }

    fn unit(&self) -> Unit {
        if self.captures_to_win == 0 { Unit::Points } else { Unit::None }
    }
}
