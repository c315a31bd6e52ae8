//! Errors of input, rules, records and engines. English is what their `Display` writes, unless the front ends put it shorter.

use crate::Language;
use tengen_board::{Coords, SizeError};
use tengen_engine::{EngineError, SearchError};
use tengen_games::{AnyPosition, Feature, Game, GameInfo, MoveError, SetUpError, SpecError};
use tengen_records::{Format, Location, ViolationKind, WriteError};

impl Language {
    /// A text that is no size of a board.
    pub fn size_error(self, error: &SizeError) -> String {
        let chinese = match error {
            SizeError::OutOfRange { rows, cols } => format!("没有 {cols}x{rows} 的棋盘：每边为 1 至 25"),
            SizeError::Text(text) => format!("“{text}”不是棋盘大小：请写 15，或 列x行，如 7x6"),
        };
        self.pick(error.to_string(), chinese)
    }

    /// Text that names no game, or rules that it does not have.
    pub fn spec_error(self, error: &SpecError) -> String {
        if self == Language::English {
            return error.to_string();
        }
        let chinese = match error {
            SpecError::Game(game) => {
                let aliases = GameInfo::ALL.into_iter().flat_map(|info| info.aliases);
                let known = aliases.map(|alias| format!("{}（{}）", alias.word(), alias.name.zh));
                format!("没有“{game}”这种棋：可选 {}", known.collect::<Vec<_>>().join("、"))
            }
            SpecError::Rules { game, rules, known } => {
                format!("{}没有规则“{rules}”：可选 {known}", self.kind(*game))
            }
            SpecError::SizeText(error) => return self.size_error(error),
            SpecError::Size { game, size, allowed } => {
                format!("{}不能用 {size} 的棋盘：{allowed}", self.kind(*game))
            }
            SpecError::Option { game, what } => format!("{}：{what}", self.kind(*game)),
            other => other.to_string(),
        };
        self.chinese(chinese)
    }

    /// Text that is no move of the game at hand.
    pub fn not_a_move(self, error: &MoveError, position: &AnyPosition) -> String {
        let size = position.size();
        let expected = match position.spec() {
            _ if self == Language::English => error.expected.clone(),
            spec if spec.has(Feature::Gravity) => format!("1 至 {} 的列", size.cols()),
            _ => format!("{size} 棋盘上的点，如 {}", position.coords().format(size.center(), size)),
        };
        let text = &error.text;
        let no_i = position.coords() == Coords::Go && text.starts_with(['i', 'I']);
        let why = if no_i {
            self.pick(" (there is no column I: J follows H)", "（没有 I 列：H 之后是 J）")
        } else {
            ""
        };
        self.pick(
            format!("'{text}' is not a move here: expected {expected}{why}"),
            format!("“{text}”不是此处的着手：应为 {expected}{why}"),
        )
    }

    /// Why stones cannot be set up.
    pub fn set_up_error(self, error: &SetUpError) -> String {
        if self == Language::English {
            return error.to_string();
        }
        let chinese = match error {
            SetUpError::OffBoard(point) => format!("点 {point:?} 不在棋盘上"),
            SetUpError::Twice(point) => format!("点 {point:?} 被重复设定"),
            SetUpError::NoLiberty(point) => format!("{point:?} 处的棋没有气"),
            SetUpError::AlreadyWon(color) => {
                format!("{}已经连成获胜，且不是由最后一子连成", self.color(*color))
            }
            SetUpError::Hanging(point) => format!("{point:?} 处的棋子悬空"),
            SetUpError::Opening => "采用开局规则时不能摆子，只能从头下起".into(),
            other => other.to_string(),
        };
        self.chinese(chinese)
    }

    /// Where a record breaks the rules.
    pub fn violation(self, kind: &ViolationKind) -> String {
        match kind {
            ViolationKind::Illegal(illegal) => self.illegal(illegal),
            ViolationKind::SetUp(error) => {
                let why = self.set_up_error(error);
                self.pick(format!("set-up: {why}"), format!("摆子：{why}"))
            }
            ViolationKind::Turn { given, text } => {
                let given = self.color(*given);
                self.pick(
                    format!("{text} is given to {given}, but it is the other side's turn"),
                    format!("{text} 记为{given}所下，但此时轮到另一方"),
                )
            }
            other => other.to_string(),
        }
    }

    /// A place in a file.
    pub fn place(self, place: Location) -> String {
        match place.line_column {
            Some((line, column)) => {
                self.pick(format!("line {line}, column {column}"), format!("第 {line} 行第 {column} 列"))
            }
            None => self.pick(format!("byte {}", place.offset), format!("第 {} 字节", place.offset)),
        }
    }

    /// Why a record cannot be written.
    pub fn write_error(self, error: &WriteError) -> String {
        let (en, zh) = match error {
            WriteError::ReadOnly(format) => {
                (format!("{format} can be read but not written"), format!("{format} 只能读取，不能写入"))
            }
            WriteError::Game { format, game } => {
                let game = self.kind(*game);
                (format!("{format} cannot hold {game}"), format!("{format} 不能保存{game}"))
            }
            WriteError::Many { format, count } => (
                format!("{format} holds one game a file, not {count}"),
                format!("{format} 每个文件只存一局，不能存 {count} 局"),
            ),
            WriteError::Empty(format) => (
                format!("{format} cannot be empty: there is no record to write"),
                format!("{format} 不能为空：没有可写的棋谱"),
            ),
            WriteError::Record { format, record, what } => {
                let number = record + 1;
                (
                    format!("record {number} cannot be written as {format}: {what}"),
                    format!("第 {number} 份棋谱不能写成 {format}：{what}"),
                )
            }
            other => (other.to_string(), other.to_string()),
        };
        self.pick(en, zh)
    }

    /// The names of all record formats, for a message that asks for one.
    pub fn formats(self) -> String {
        Format::ALL.map(Format::name).join(self.pick(", ", "、"))
    }

    /// Why a search gave no answer.
    pub fn search_error(self, error: &SearchError) -> String {
        match error {
            SearchError::Unsupported(error) => self.engine_error(error),
            other => self.pick(other.to_string(), format!("引擎出错：{other}")),
        }
    }

    /// Why an engine does not play.
    pub fn engine_error(self, error: &EngineError) -> String {
        let chinese = match error {
            EngineError::Unsupported { engine, why } => format!("{engine} 不能下此局：{why}"),
            EngineError::WrongGame { engine, plays, asked } => {
                format!("{engine} 下的是{}，不是{}", self.kind(*plays), self.kind(*asked))
            }
            other => other.to_string(),
        };
        self.pick(error.to_string(), chinese)
    }
}
