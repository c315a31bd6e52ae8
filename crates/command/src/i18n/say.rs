//! What the crates below say in types, said in words: refusals, ends, scores, errors of files.

use super::{Lang, tr};
use tengen_board::{Color, SizeError};
use tengen_engine::{Proof, Score};
use tengen_games::{
    AnyPosition, Feature, Game, GameInfo, GameKind, GameSpec, Illegal, Language, MoveError, Outcome, Player,
    Reason, SetUpError, SpecError,
};
use tengen_records::{Fault, Format, Place, WriteError};

impl Lang {
    /// The same language for the crates below.
    pub(crate) fn language(self) -> Language {
        self.pick(Language::English, Language::Chinese)
    }

    pub(crate) fn color(self, color: Color) -> String {
        self.language().color(color).into()
    }

    pub(crate) fn player(self, player: Player) -> String {
        match player {
            Player::First => tr!(self, FirstPlayer),
            Player::Second => tr!(self, SecondPlayer),
        }
    }

    pub(crate) fn kind(self, kind: GameKind) -> &'static str {
        self.language().kind(kind)
    }

    /// The game with its rules and size, such as `gomoku (renju) 15x15`.
    pub(crate) fn spec(self, spec: &GameSpec) -> String {
        let (info, size, rules) = (spec.info(), spec.size(), spec.rules_text());
        let game = self.kind(spec.kind());
        // The rules of games without a list of sizes include the size.
        if info.sizes.is_empty() {
            return match (self, spec.rule_set()) {
                (Lang::Zh, Some(set)) => set.name.zh.into(),
                (Lang::En, Some(_)) if GameInfo::find(&rules).is_some() => rules,
                _ => format!("{game} {rules}"),
            };
        }
        if info.rule_sets.len() == 1 { format!("{game} {size}") } else { format!("{game} ({rules}) {size}") }
    }

    pub(crate) fn size_error(self, error: &SizeError) -> String {
        match (self, error) {
            (Lang::En, _) => error.to_string(),
            (Lang::Zh, SizeError::OutOfRange { rows, cols }) => {
                format!("没有 {cols}x{rows} 的棋盘：每边为 1 至 25")
            }
            (Lang::Zh, SizeError::Text(text)) => format!("“{text}”不是棋盘大小：请写 15，或 列x行，如 7x6"),
        }
    }

    pub(crate) fn spec_error(self, error: &SpecError) -> String {
        if self == Lang::En {
            return error.to_string();
        }
        match error {
            SpecError::Game(game) => {
                let aliases = GameInfo::ALL.into_iter().flat_map(|info| info.aliases);
                let known = aliases.map(|alias| format!("{}（{}）", alias.word(), alias.name.zh));
                format!("没有“{game}”这种棋：可选 {}", known.collect::<Vec<_>>().join("、"))
            }
            SpecError::Rules { game, rules, known } => {
                format!("{}没有规则“{rules}”：可选 {known}", self.kind(*game))
            }
            SpecError::SizeText(e) => self.size_error(e),
            SpecError::Size { game, size, allowed } => {
                format!("{}不能用 {size} 的棋盘：{allowed}", self.kind(*game))
            }
            SpecError::Option { game, what } => format!("{}：{what}", self.kind(*game)),
            other => other.to_string(),
        }
    }

    pub(crate) fn illegal(self, illegal: &Illegal) -> String {
        self.language().illegal(illegal)
    }

    /// The rule that a move breaks, with what it looks at.
    pub(crate) fn reason(self, reason: &Reason) -> String {
        self.language().reason(reason)
    }

    /// Text that is no move of the game at hand.
    pub(crate) fn not_a_move(self, error: &MoveError, position: &AnyPosition) -> String {
        let size = position.size();
        let expected = match (self, position.spec()) {
            (Lang::En, _) => error.expected.clone(),
            (Lang::Zh, spec) if spec.has(Feature::Gravity) => format!("1 至 {} 的列", size.cols()),
            (Lang::Zh, _) => {
                format!("{size} 棋盘上的点，如 {}", position.coords().format(size.center(), size))
            }
        };
        tr!(self, NotAMove, text = error.text, expected = expected)
    }

    pub(crate) fn set_up_error(self, error: &SetUpError) -> String {
        error.to_string()
    }

    pub(crate) fn fault(self, fault: &Fault) -> String {
        match fault {
            Fault::Illegal(illegal) => self.illegal(illegal),
            Fault::SetUp(e) => tr!(self, WhySetUp, why = self.set_up_error(e)),
            Fault::Turn { given, text } => tr!(self, WhyTurn, text = text, given = self.color(*given)),
            other => other.to_string(),
        }
    }

    pub(crate) fn outcome(self, outcome: Outcome) -> String {
        self.language().outcome(outcome)
    }

    pub(crate) fn score(self, score: Score) -> String {
        match score {
            Score::Estimate { value, win } => format!("{value:+.1} ({:.0}%)", win * 100.0),
            Score::Proven(Proof::Win(n)) => tr!(self, WinIn, plies = n),
            Score::Proven(Proof::Loss(n)) => tr!(self, LossIn, plies = n),
            Score::Proven(Proof::Draw) => tr!(self, Draw),
            Score::Proven(Proof::Margin(m)) => tr!(self, ExactMargin, margin = format!("{m:+}")),
        }
    }

    pub(crate) fn place(self, place: Place) -> String {
        match place.line_column {
            Some((line, column)) => tr!(self, LineColumn, line = line, column = column),
            None => tr!(self, AtByte, offset = place.offset),
        }
    }

    pub(crate) fn write_error(self, error: &WriteError) -> String {
        match error {
            WriteError::ReadOnly(format) => tr!(self, ReadOnlyFormat, format = format),
            WriteError::Game { format, game } => {
                tr!(self, FormatCannotHold, format = format, game = self.kind(*game))
            }
            WriteError::Many { format, count } => tr!(self, FormatHoldsOne, format = format, count = count),
            WriteError::Empty(format) => tr!(self, FormatNotEmpty, format = format),
            WriteError::Record { format, record, what } => {
                tr!(self, RecordCannotBe, record = record + 1, format = format, why = what)
            }
            other => other.to_string(),
        }
    }

    /// The words of every format, for a message that asks for one.
    pub(crate) fn formats(self) -> String {
        Format::ALL.map(Format::name).join(self.pick(", ", "、"))
    }

    /// A span of time as on a clock: `1:02:03`, `4:05`, with tenths under ten seconds.
    pub(crate) fn time(self, time: std::time::Duration) -> String {
        let s = time.as_secs();
        match s {
            0..10 => format!("0:{:04.1}", (time.as_millis() / 100) as f64 / 10.0),
            10..3600 => format!("{}:{:02}", s / 60, s % 60),
            _ => format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60),
        }
    }
}

impl Lang {
    pub(crate) fn player_error(self, error: &tengen::players::PlayerError) -> String {
        use tengen::players::PlayerError;
        match error {
            PlayerError::None(kind) => tr!(self, NoPlayer, game = self.kind(*kind)),
            PlayerError::Name { kind, name, known } => {
                tr!(self, NoPlayerNamed, name = name, game = self.kind(*kind), known = known)
            }
            PlayerError::Level { name, level, most } => {
                tr!(self, LevelRange, name = name, most = most, level = level)
            }
            PlayerError::Engine(e) => self.engine_error(e),
            other => other.to_string(),
        }
    }

    pub(crate) fn search_error(self, error: &tengen_engine::SearchError) -> String {
        match error {
            tengen_engine::SearchError::Unsupported(e) => self.engine_error(e),
            other => format!("{}{other}", self.pick("", "引擎出错：")),
        }
    }

    pub(crate) fn engine_error(self, error: &tengen_engine::EngineError) -> String {
        match error {
            tengen_engine::EngineError::Unsupported { engine, why } => {
                tr!(self, EngineRefuses, name = engine, why = why)
            }
            other => other.to_string(),
        }
    }
}
