//! Errors of input, rules, records and engines. English is what their `Display` writes, unless the front ends put it
//! shorter.

use crate::{Language, japanese};
use tengen_board::{CoordError, Coords, Point, SizeError};
use tengen_games::{
    ExpectedMove, GameInfo, GameKind, GameSpec, MoveError, OptionError, SetUpError, SizeRule, SpecError,
    gomoku,
};
use tengen_records::{Format, Location, ViolationKind, WriteError};

impl Language {
    /// A text that is no size of a board.
    pub fn size_error(self, error: &SizeError) -> String {
        let (chinese, japanese) = match error {
            SizeError::OutOfRange { rows, cols } => (
                format!("没有 {cols}x{rows} 的棋盘：每边为 1 至 25"),
                format!("{cols}x{rows}の盤はありません。各辺は1〜25です"),
            ),
            SizeError::Text(text) => (
                format!("“{text}”不是棋盘大小：请写 15，或 列x行，如 7x6"),
                format!(
                    "「{text}」は盤の大きさではありません。15、または7x6のように「列x行」と書いてください"
                ),
            ),
        };
        self.pick(error.to_string(), chinese, japanese)
    }

    /// A text that is no point of the board.
    pub fn coord_error(self, error: &CoordError) -> String {
        let CoordError { text, size, example } = error;
        self.pick(
            error.to_string(),
            format!("“{text}”不是 {size} 棋盘上的点：应类似 {example}"),
            format!("「{text}」は{size}の盤の点ではありません（例：{example}）"),
        )
    }

    /// Text that names no game, or rules that it does not have.
    pub fn spec_error(self, error: &SpecError) -> String {
        if self == Language::English {
            return match error {
                SpecError::Game(game) => match nearest_game(game) {
                    Some(word) => format!("there is no game '{game}': did you mean {word}?"),
                    None => error.to_string(),
                },
                SpecError::Rules { game, rules, known } => match nearest_rules(*game, rules) {
                    Some(word) => {
                        format!("{game} has no rules '{rules}': did you mean {word}? There are {known}")
                    }
                    None => error.to_string(),
                },
                _ => error.to_string(),
            };
        }
        if self == Language::Japanese {
            return japanese::spec_error(error);
        }
        let chinese = match error {
            SpecError::Game(game) if nearest_game(game).is_some() => {
                let word = nearest_game(game).unwrap_or_default();
                format!("没有“{game}”这种棋：是否想写 {word}？")
            }
            SpecError::Game(game) => {
                let aliases = GameInfo::ALL.into_iter().flat_map(|info| info.aliases);
                let known = aliases.map(|alias| format!("{}（{}）", alias.word(), alias.name.zh));
                format!("没有“{game}”这种棋：可选 {}", known.collect::<Vec<_>>().join("、"))
            }
            SpecError::Rules { game, rules, .. } => {
                let info = game.info();
                let mut sets: Vec<&str> = info.rule_sets.iter().map(|set| set.id).collect();
                if info.sizes.is_empty() {
                    sets.push("列,行,几子连珠（如 6,5,4 或 7,6,4+gravity）");
                }
                let openings = match openings_of(info) {
                    (every, _) if every.is_empty() => String::new(),
                    (every, renju) if renju.is_empty() => format!("；其后可加开局规则 {}", every.join("、")),
                    (every, renju) => {
                        format!("；其后可加开局规则 {}，连珠还可加 {}", every.join("、"), renju.join("、"))
                    }
                };
                let mean = match nearest_rules(*game, rules) {
                    Some(word) => format!("是否想写 {word}？"),
                    None => String::new(),
                };
                format!("{}没有规则“{rules}”：{mean}可选 {}{openings}", self.kind(*game), sets.join("、"))
            }
            SpecError::SizeText(error) => return self.size_error(error),
            SpecError::Size { game, size, allowed } => {
                format!("{}不能用 {size} 的棋盘：{}", self.kind(*game), self.sizes_allowed(*allowed))
            }
            SpecError::Option { game, why } => format!("{}：{}", self.kind(*game), option_error(why)),
            other => other.to_string(),
        };
        self.chinese(chinese)
    }

    /// Text that names no rule set of any game.
    pub fn unknown_rules(self, text: &str) -> String {
        let ids = || rule_set_ids();
        let known = ids().collect::<Vec<_>>();
        match nearest(text, ids()) {
            Some(word) => self.pick(
                format!("no game has rules '{text}': did you mean {word}?"),
                format!("没有名为“{text}”的规则：是否想写 {word}？"),
                format!("「{text}」というルールはありません。もしかして{word}ですか？"),
            ),
            None => self.pick(
                format!("no game has rules '{text}': choose {}", known.join(", ")),
                format!("没有名为“{text}”的规则：可选 {}", known.join("、")),
                format!("「{text}」というルールはありません。次から選んでください：{}", known.join("、")),
            ),
        }
    }

    /// Text that names neither a game nor a rule set.
    pub fn unknown_game_or_rules(self, text: &str) -> String {
        let mut words: Vec<&str> = GameInfo::words().collect();
        for id in rule_set_ids() {
            if !words.contains(&id) {
                words.push(id);
            }
        }
        match nearest_game(text).or_else(|| nearest(text, rule_set_ids())) {
            Some(word) => self.pick(
                format!("there is no game or rule set '{text}': did you mean {word}?"),
                format!("没有名为“{text}”的棋种或规则：是否想写 {word}？"),
                format!("「{text}」というゲームやルールはありません。もしかして{word}ですか？"),
            ),
            None => self.pick(
                format!("there is no game or rule set '{text}': choose {}", words.join(", ")),
                format!("没有名为“{text}”的棋种或规则：可选 {}", words.join("、")),
                format!(
                    "「{text}」というゲームやルールはありません。次から選んでください：{}",
                    words.join("、")
                ),
            ),
        }
    }

    /// The boards that a game or an opening rule is played on.
    pub fn sizes_allowed(self, allowed: SizeRule) -> String {
        let chinese = match allowed {
            SizeRule::Sides { min, max } => format!("每边为 {min} 至 {max}"),
            SizeRule::EvenSides { min, max } => format!("两边均为 {min} 至 {max} 的偶数"),
            SizeRule::OddSides { min } => format!("连珠开局需要有天元的棋盘，每边为不小于 {min} 的奇数"),
            SizeRule::Outside { center, opening } => {
                let mut openings = GameInfo::ALL.into_iter().flat_map(|info| info.openings);
                let name = openings.find(|rule| rule.id == opening).map_or(opening, |rule| rule.name.zh);
                format!("{name}需要中央 {center}x{center} 之外的点")
            }
            other => other.to_string(),
        };
        self.pick(allowed.to_string(), chinese, japanese::sizes_allowed(allowed))
    }

    /// Text that is no move of the game at hand.
    pub fn not_a_move(self, error: &MoveError) -> String {
        let (text, expected) = (&error.text, self.expected_move(&error.expected));
        let is_go = matches!(error.expected, ExpectedMove::Point(_, Coords::Go, _));
        let no_i = is_go && text.starts_with(['i', 'I']);
        let why = if no_i {
            self.pick(
                " (there is no column I: J follows H)",
                "（没有 I 列：H 之后是 J）",
                "（I列はありません。Hの次はJです）",
            )
        } else {
            ""
        };
        self.pick(
            format!("'{text}' is not a move here: expected {expected}{why}"),
            format!("“{text}”不是此处的着法：应为{}{why}", spaced(&expected)),
            format!("「{text}」はここでの着手ではありません。{}を入力してください{why}", spaced(&expected)),
        )
    }

    /// How a move of a game is written.
    pub fn expected_move(self, expected: &ExpectedMove) -> String {
        let chinese = match expected {
            ExpectedMove::Point(size, coords, pass) => {
                let pass = if *pass { "，或停一手 pass" } else { "" };
                format!("{size} 棋盘上的点，如 {}{pass}", coords.format(size.center(), *size))
            }
            ExpectedMove::Column(most) => format!("第 1 至 {most} 列"),
            ExpectedMove::Decision(step) => format!("决定：{}", Language::SimplifiedChinese.step(*step)),
        };
        self.pick(expected.to_string(), chinese, japanese::expected_move(expected))
    }

    /// Why stones cannot be set up. Points are rows and columns from 0; [`Language::set_up_error_in`] names them.
    pub fn set_up_error(self, error: &SetUpError) -> String {
        self.set_up_error_with(error, &|point| format!("{point:?}"))
    }

    /// Why stones cannot be set up in a game, with its points as players write them.
    ///
    /// ```
    /// use tengen_board::Point;
    /// use tengen_games::{GameSpec, SetUpError};
    /// use tengen_words::Language;
    /// let game = GameSpec::named("connect-four", None, None)?;
    /// let error = SetUpError::Hanging(Point::new(3, 3));
    /// assert_eq!(Language::English.set_up_error_in(&error, &game), "the stone at d3 hangs in the air");
    /// # Ok::<(), tengen_games::SpecError>(())
    /// ```
    pub fn set_up_error_in(self, error: &SetUpError, game: &GameSpec) -> String {
        let size = game.size();
        self.set_up_error_with(error, &|point| match size.contains(point) {
            true => game.coords().format(point, size),
            false => format!("{point:?}"),
        })
    }

    fn set_up_error_with(self, error: &SetUpError, name: &dyn Fn(Point) -> String) -> String {
        let (english, chinese, japanese) = match *error {
            SetUpError::OffBoard(point) => {
                let point = name(point);
                (
                    format!("point {point} is off the board"),
                    format!("点 {point} 不在棋盘上"),
                    format!("点{point}は盤の外です"),
                )
            }
            SetUpError::Twice(point) => {
                let point = name(point);
                (
                    format!("point {point} is set twice"),
                    format!("点 {point} 被重复设定"),
                    format!("点{point}が二度置かれています"),
                )
            }
            SetUpError::NoLiberty(point) => {
                let point = name(point);
                (
                    format!("the chain at {point} has no liberty"),
                    format!("{point} 处的棋没有气"),
                    format!("{point}の石にダメがありません"),
                )
            }
            SetUpError::Hanging(point) => {
                let point = name(point);
                (
                    format!("the stone at {point} hangs in the air"),
                    format!("{point} 处的棋子悬空"),
                    format!("{point}の石が宙に浮いています"),
                )
            }
            SetUpError::AlreadyWon(color) => {
                let color = self.color(color);
                (
                    error.to_string(),
                    format!("{color}已经连成获胜，且不是由最后一子连成"),
                    format!("{color}はすでに並んでいますが、最後の石で並んだものではありません"),
                )
            }
            SetUpError::Opening => (
                error.to_string(),
                "采用开局规则时不能摆子，只能从头下起".into(),
                "開局規定のある対局では配置できません。初手から打ち進めてください".into(),
            ),
            _ => return error.to_string(),
        };
        self.pick(english, chinese, japanese)
    }

    /// Where a record breaks the rules.
    pub fn violation(self, kind: &ViolationKind) -> String {
        match kind {
            ViolationKind::Illegal(illegal) => self.illegal(illegal),
            ViolationKind::SetUp(error) => {
                let why = self.set_up_error(error);
                self.pick(format!("set-up: {why}"), format!("摆子：{why}"), format!("配置：{why}"))
            }
            ViolationKind::Turn { given, text } => {
                let given = self.color(*given);
                self.pick(
                    format!("{text} is given to {given}, but it is the other side's turn"),
                    format!("{text} 记为{given}所下，但此时轮到另一方"),
                    format!("{text}は{given}の手とされていますが、相手の手番です"),
                )
            }
            other => other.to_string(),
        }
    }

    /// A place in a file.
    pub fn place(self, place: Location) -> String {
        match place.line_column {
            Some((line, column)) => self.pick(
                format!("line {line}, column {column}"),
                format!("第 {line} 行第 {column} 列"),
                format!("{line}行{column}列"),
            ),
            None => self.pick(
                format!("byte {}", place.offset),
                format!("第 {} 字节", place.offset),
                format!("{}バイト目", place.offset),
            ),
        }
    }

    /// Why a record cannot be written.
    pub fn write_error(self, error: &WriteError) -> String {
        let name = |format: &Format| {
            let name = self.format_name(*format);
            // Between Chinese words and Latin letters is a space.
            (name, if name.is_ascii() { " " } else { "" })
        };
        let (en, zh, ja) = match error {
            WriteError::ReadOnly(format) => {
                let (format, gap) = name(format);
                (
                    format!("{format} can be read but not written"),
                    format!("{format}{gap}只能读取，不能写入"),
                    format!("{format}は読み込みのみで、書き出せません"),
                )
            }
            WriteError::Game { format, game } => {
                let ((format, gap), game) = (name(format), self.kind(*game));
                (
                    format!("{format} cannot hold {game}"),
                    format!("{format}{gap}不能保存{game}"),
                    format!("{format}には{game}を保存できません"),
                )
            }
            WriteError::Many { format, count } => {
                let (format, gap) = name(format);
                (
                    format!("{format} holds one game a file, not {count}"),
                    format!("{format}{gap}每个文件只存一局，不能存 {count} 局"),
                    format!("{format}は1ファイルに1局だけです（{count}局は書けません）"),
                )
            }
            WriteError::Empty(format) => {
                let (format, gap) = name(format);
                (
                    format!("{format} cannot be empty: there is no record to write"),
                    format!("{format}{gap}不能为空：没有可写的棋谱"),
                    format!("{format}は空にできません。書き出す棋譜がありません"),
                )
            }
            WriteError::Record { format, record, why } => {
                let ((format, gap), number, why) = (name(format), record + 1, self.unwritable(why));
                (
                    format!("record {number} cannot be written as {format}: {why}"),
                    format!("第 {number} 份棋谱不能写成{gap}{format}：{why}"),
                    format!("棋譜{number}は{format}で書き出せません：{why}"),
                )
            }
            other => (other.to_string(), other.to_string(), other.to_string()),
        };
        self.pick(en, zh, ja)
    }

    /// A record format as it is called in a sentence: `SGF`, `着法列表`.
    pub fn format_name(self, format: Format) -> &'static str {
        match format {
            Format::Sgf => "SGF",
            Format::Psq => "Piskvork psq",
            Format::RenLib => "RenLib",
            Format::Rif => "RIF XML",
            Format::Ggf => "GGF",
            Format::Wthor => "WTHOR",
            Format::Obf => "OBF",
            Format::MoveList => self.pick("move list", "着法列表", "着手の列"),
            Format::Diagram => self.pick("diagram", "文本棋盘", "文字の盤面"),
        }
    }

    /// The names of all record formats, for a message that asks for one.
    pub fn formats(self) -> String {
        Format::ALL.map(Format::name).join(self.pick(", ", "、", "、"))
    }

    /// The names of the formats that Tengen writes.
    pub fn written_formats(self) -> String {
        let written: Vec<&str> =
            Format::ALL.into_iter().filter(|f| f.can_write()).map(Format::name).collect();
        written.join(self.pick(", ", "、", "、"))
    }
}

/// An option of rules that does not go, in Chinese.
fn option_error(error: &OptionError) -> String {
    match error {
        OptionError::Name(word, names) => format!("规则没有“{word}”一项：可选 {}", names.join("、")),
        OptionError::Value(word, values) => format!("规则“{word}”不正确：可选值为 {}", values.join("、")),
        OptionError::Number(word) => format!("规则“{word}”不正确：其值应为数字"),
        OptionError::Komi(komi, min, max) => format!("贴目 {komi} 超出范围：{min} 至 {max}"),
        OptionError::PassStones => "停一手所交之子不算提子：captures 须与 pass-stones=no 同用".into(),
        OptionError::Handicap { stones, size, most, fixed } => {
            let free = if *fixed { "（placement=free 时可更多）" } else { "" };
            format!("{size} 的棋盘放不下 {stones} 个让子：至多 {most} 个{free}")
        }
        OptionError::Opening(opening, variant) => {
            format!("{opening} 是连珠的开局规则，不能与 {variant} 同用")
        }
        OptionError::Row(k, most) => format!("k 是连成获胜的子数，应为 1 至 {most}，不是 {k}"),
    }
}

/// A text after a Chinese word: with a space before a Latin letter or a digit.
pub(crate) fn spaced(text: &str) -> String {
    let latin = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    if latin { format!(" {text}") } else { text.into() }
}

/// The opening rules of a game as they are written after its rules, `+swap2`: those that go with every rule set, and
/// those of renju alone.
pub(crate) fn openings_of(info: &GameInfo) -> (Vec<String>, Vec<String>) {
    let is_renju = |id: &str| {
        let rule = gomoku::OpeningRule::ALL.into_iter().find(|rule| rule.name() == id);
        info.kind == GameKind::Gomoku && rule.is_some_and(gomoku::OpeningRule::is_renju)
    };
    let (renju, every): (Vec<_>, Vec<_>) =
        info.openings.iter().skip(1).map(|opening| opening.id).partition(|id| is_renju(id));
    let written = |ids: Vec<&str>| ids.into_iter().map(|id| format!("+{id}")).collect();
    (written(every), written(renju))
}

/// The word nearest to a misspelt one, of those that are near enough to be meant.
///
/// ```
/// assert_eq!(tengen_words::nearest("gomuko", ["renju", "gomoku"].into_iter()), Some("gomoku"));
/// assert_eq!(tengen_words::nearest("foo", ["book"].into_iter()), None);
/// ```
pub fn nearest<'w>(text: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let text = text.to_lowercase();
    words
        .map(|word| (strsim::damerau_levenshtein(&text, word), word))
        // A short word has few letters to get wrong.
        .filter(|&(wrong, word)| wrong <= (word.len() / 3).min(2))
        .min_by_key(|&(wrong, _)| wrong)
        .map(|(_, word)| word)
}

/// The game that a misspelt word may mean.
pub(crate) fn nearest_game(text: &str) -> Option<&'static str> {
    let aliases = GameInfo::ALL.into_iter().flat_map(|info| info.aliases);
    nearest(text, aliases.flat_map(|alias| alias.words.iter().copied()))
}

/// The ids of all rule sets, each once.
fn rule_set_ids() -> impl Iterator<Item = &'static str> {
    let all = || GameInfo::ALL.into_iter().flat_map(|info| info.rule_sets).map(|set| set.id);
    all().enumerate().filter(move |&(i, id)| all().position(|other| other == id) == Some(i)).map(|(_, id)| id)
}

/// The rules that a misspelt text may mean. The rule set and the opening rule are compared each on its own.
pub(crate) fn nearest_rules(game: GameKind, text: &str) -> Option<String> {
    let info = game.info();
    let (set, opening) = text.split_once('+').map_or((text, None), |(set, opening)| (set, Some(opening)));
    let set = nearest(set, info.rule_sets.iter().map(|set| set.id))?;
    match opening {
        None => Some(set.into()),
        Some(opening) => {
            let opening = nearest(opening, info.openings.iter().map(|rule| rule.id))?;
            Some(format!("{set}+{opening}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{English, SimplifiedChinese};
    use tengen_games::GameSpec;

    #[test]
    fn a_misspelt_name_is_answered_with_the_one_meant() {
        let said = |language: Language, game, rules| {
            language.spec_error(&GameSpec::named(game, rules, None).unwrap_err())
        };
        assert_eq!(said(English, "gomuko", None), "there is no game 'gomuko': did you mean gomoku?");
        assert_eq!(said(SimplifiedChinese, "otello", None), "没有“otello”这种棋：是否想写 othello？");
        assert!(said(English, "chess", None).contains("choose tic-tac-toe"));
        assert!(said(English, "gomoku", Some("renjuu")).contains("did you mean renju?"));
        assert!(
            said(SimplifiedChinese, "gomoku", Some("freestyle+swp")).contains("是否想写 freestyle+swap？")
        );
    }

    #[test]
    fn an_unknown_rule_set_is_answered_with_rule_sets() {
        assert_eq!(English.unknown_rules("kerio"), "no game has rules 'kerio': did you mean keryo?");
        assert_eq!(SimplifiedChinese.unknown_rules("kerio"), "没有名为“kerio”的规则：是否想写 keryo？");
        let listed = English.unknown_game_or_rules("chess");
        for word in ["othello", "keryo", "tromp-taylor", "standard"] {
            assert!(listed.contains(word), "{listed}");
        }
        assert_eq!(listed.split(", ").filter(|word| *word == "standard").count(), 1, "{listed}");
    }

    /// The sizes and rules that a refusal names are Chinese in Chinese.
    #[test]
    fn refused_sizes_have_no_english_words() {
        let one = tengen_board::Size::of(1, 1);
        for info in GameInfo::ALL {
            if let Err(error @ SpecError::Size { .. }) = GameSpec::named(info.id, None, Some(one)) {
                let text = SimplifiedChinese.spec_error(&error);
                assert!(!text.contains("side"), "{text}");
            }
        }
        let small = tengen_board::Size::of(6, 6);
        for rules in ["freestyle+pro", "freestyle+long-pro", "renju+rif"] {
            let refused = GameSpec::named("gomoku", Some(rules), Some(small)).unwrap_err();
            assert!(English.spec_error(&refused).contains(" opening"), "{refused}");
            let text = SimplifiedChinese.spec_error(&refused);
            assert!(text.contains("开局") && text.contains("需要"), "{text}");
        }
        let refused = GameSpec::named("go", Some("nihon"), None).unwrap_err();
        assert!(!SimplifiedChinese.spec_error(&refused).contains(" or "), "{refused}");
    }
}
