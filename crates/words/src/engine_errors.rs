//! Why there is no engine or no answer, and what an engine did wrong. English is what the data's `Display` writes.

use crate::{Language, japanese};
use tengen_engine::{EngineError, Fault, FaultCause, FaultKind, ProgramEnd, SearchError, Unplayable};

impl Language {
    /// Why a search gave no answer.
    pub fn search_error(self, error: &SearchError) -> String {
        match error {
            SearchError::NoEngine(error) | SearchError::Unsupported(error) => self.engine_error(error),
            SearchError::Empty => {
                self.pick(error.to_string(), "没有引擎".into(), "エンジンがありません".into())
            }
            SearchError::Panicked(message) => {
                let japanese = format!("エンジンが異常終了しました：{message}");
                self.pick(error.to_string(), format!("引擎异常退出：{message}"), japanese)
            }
        }
    }

    /// Why there is no engine for a game, or why an engine does not play it.
    pub fn engine_error(self, error: &EngineError) -> String {
        match self {
            Language::English => {
                return match error {
                    EngineError::Book { file, why } => {
                        format!("the opening book {file}: {}", self.book_fault(why))
                    }
                    _ => error.to_string(),
                };
            }
            Language::Japanese => return japanese::engine_error(error),
            _ => {}
        }
        match error {
            EngineError::None(kind) => self.kind(*kind).to_owned() + &self.chinese("暂无引擎".into()),
            EngineError::Name { kind, name, known } => {
                let known = known.replace(", ", "、");
                let rest = format!("没有名为“{name}”的引擎：可选 {known}");
                self.kind(*kind).to_owned() + &self.chinese(rest)
            }
            EngineError::Level { name, level, most, own } => {
                let rest = self.chinese(format!("的等级为 1 至 {most}，不能是 {level}"));
                match own {
                    Some(kind) => self.kind(*kind).to_owned() + &rest,
                    None => format!("{name} {rest}"),
                }
            }
            EngineError::WrongGame { engine, plays, asked } => {
                let [plays, asked] = [*plays, *asked].map(|kind| Language::SimplifiedChinese.kind(kind));
                self.chinese(format!("{engine} 下的是{plays}，不是{asked}"))
            }
            EngineError::Unsupported { engine, why } => {
                self.chinese(format!("{engine} 不能下此局：{}", unplayable_in_chinese(why)))
            }
            EngineError::Book { file, why } => {
                self.chinese(format!("开局库 {file}：{}", Language::SimplifiedChinese.book_fault(why)))
            }
            EngineError::Program { engine, fault } => format!("{engine} {}", self.fault(fault)),
        }
    }

    /// What an engine did wrong: `crash: exit status: 3`.
    pub fn fault(self, fault: &Fault) -> String {
        let (kind, cause) = (self.fault_kind(fault.kind), self.fault_cause(&fault.cause));
        self.pick(format!("{kind}: {cause}"), format!("{kind}：{cause}"), format!("{kind}：{cause}"))
    }

    /// What kind of thing an engine did wrong: `crash`, `time loss`.
    pub fn fault_kind(self, kind: FaultKind) -> String {
        let (chinese, japanese) = match kind {
            FaultKind::Start => ("无法开始", "起動失敗"),
            FaultKind::Crash => ("已退出", "異常終了"),
            FaultKind::Hang => ("没有回应", "応答なし"),
            FaultKind::TimeLoss => ("超时", "時間切れ"),
            FaultKind::IllegalMove => ("走法违规", "反則手"),
            FaultKind::Garbage => ("回答无法识别", "不正な応答"),
            FaultKind::Refused => ("拒绝了命令", "コマンド拒否"),
        };
        self.pick(kind.to_string(), chinese.to_owned(), japanese.to_owned())
    }

    /// What happened when an engine did something wrong. Messages of programs and of the system stay as they are.
    pub fn fault_cause(self, cause: &FaultCause) -> String {
        match self {
            Language::English => return cause.to_string(),
            Language::Japanese => return japanese::fault_cause(cause),
            _ => {}
        }
        let chinese = match cause {
            FaultCause::Message(message) => return message.clone(),
            FaultCause::NoFolder { program, folder } => format!("无法启动 {program}：没有文件夹 {folder}"),
            FaultCause::NoStart { program, missing: true, .. } => {
                format!("无法启动 {program}：没有这个程序或文件夹")
            }
            FaultCause::NoStart { program, denied: true, .. } => format!("无法启动 {program}：没有权限"),
            FaultCause::NoStart { program, message, .. } => format!("无法启动 {program}：{message}"),
            FaultCause::NoGame => "对局尚未开始".into(),
            FaultCause::GameRefused(message) => format!("程序拒绝这局棋：{message}"),
            FaultCause::BeforeGame(fault) => return self.fault(fault),
            FaultCause::Ended(end, line) => {
                let end = match end {
                    ProgramEnd::Status(status) => format!("退出状态 {status}"),
                    ProgramEnd::Signal(signal) => format!("被信号 {signal} 终止"),
                    ProgramEnd::OutputClosed => "关闭了输出但仍在运行".into(),
                    ProgramEnd::Unknown => "程序已结束".into(),
                };
                match line {
                    Some(line) => format!("{end}；{line}"),
                    None => end,
                }
            }
            FaultCause::NoAnswer { waited_ms, line } => {
                let line = line.as_ref().map(|line| format!("只输出“{line}”，")).unwrap_or_default();
                format!("{line}{:.1} 秒内没有回答", *waited_ms as f64 / 1000.0)
            }
            FaultCause::Late { spent_ms, allowed_ms } => {
                format!("用时 {spent_ms} 毫秒，限时 {allowed_ms} 毫秒")
            }
            FaultCause::Flood(bytes) => format!("一次提问之后输出 {bytes} 字节，超出限度"),
            FaultCause::NotAMove(text) => format!("“{text}”不是着法"),
            FaultCause::NotOnBoard(text, size) => format!("“{text}”不是 {size} 棋盘上的点"),
            FaultCause::TooManyMoves => "给出的着法多于所问".into(),
            FaultCause::NoMove => "引擎没有找到着法".into(),
            FaultCause::Interrupted => "对局被中断".into(),
            FaultCause::Illegal(illegal) => return self.illegal(illegal),
            FaultCause::Search(error) => return self.search_error(error),
        };
        self.chinese(chinese)
    }
}

/// What an engine plays instead, in Chinese.
fn unplayable_in_chinese(why: &Unplayable) -> String {
    let zh = Language::SimplifiedChinese;
    match why {
        Unplayable::Sizes(sizes) => format!("棋盘{}", zh.sizes_allowed(*sizes)),
        Unplayable::Rules(rules) => format!("只支持规则 {}", rules.join("、")),
        Unplayable::Games(games) => {
            format!("只下{}", games.iter().map(|game| zh.spec(game)).collect::<Vec<_>>().join(" 或"))
        }
        Unplayable::Protocol { name, game, size: Some(size) } => {
            format!("{name} 协议只支持 {size} 的{}", zh.kind(*game))
        }
        Unplayable::Protocol { name, game, size: None } => format!("{name} 协议只支持{}", zh.kind(*game)),
        Unplayable::NoDepth { name } => format!("{name} 协议不能限制深度，请给出时间"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{English, SimplifiedChinese, TraditionalChinese};
    use tengen_board::Size;
    use tengen_games::GameKind;

    #[test]
    fn a_fault_is_described_in_each_language() {
        let fault = |cause| Fault::new(FaultKind::Crash, cause);
        let ended = fault(FaultCause::Ended(ProgramEnd::Status(3), Some("no memory".into())));
        assert_eq!(English.fault(&ended), "crash: exit status: 3; no memory");
        assert_eq!(SimplifiedChinese.fault(&ended), "已退出：退出状态 3；no memory");
        let late = fault(FaultCause::NoAnswer { waited_ms: 1500, line: None });
        assert_eq!(TraditionalChinese.fault(&late), "已退出：1.5 秒內沒有回答");
        let nested = fault(FaultCause::BeforeGame(Box::new(late)));
        assert_eq!(English.fault(&nested), "crash: crash: no answer in 1.5 s");
    }

    #[test]
    fn what_an_engine_plays_instead_is_named() {
        let size = Some(Size::of(8, 8));
        let why = Unplayable::Protocol { name: "NBoard", game: GameKind::Othello, size };
        let error = EngineError::Unsupported { engine: "Edax".into(), why };
        assert_eq!(
            English.engine_error(&error),
            "Edax does not play this: NBoard carries othello on 8x8 only"
        );
        assert_eq!(SimplifiedChinese.engine_error(&error), "Edax 不能下此局：NBoard 协议只支持 8x8 的黑白棋");
        let why = Unplayable::NoDepth { name: "GTP" };
        let error = EngineError::Unsupported { engine: "gnugo".into(), why };
        assert_eq!(
            English.engine_error(&error),
            "gnugo does not play this: GTP has no limit of depth: give a time"
        );
        assert!(SimplifiedChinese.engine_error(&error).contains("GTP 协议不能限制深度"));
        let none = EngineError::None(GameKind::Go);
        assert_eq!(SimplifiedChinese.engine_error(&none), "围棋暂无引擎");
        let level = |name: &str, own| EngineError::Level { name: name.into(), level: 99, most: 10, own };
        // A game's own engine is called as its game.
        let own = level("any", Some(GameKind::Gomoku));
        assert_eq!(SimplifiedChinese.engine_error(&own), "五子棋的等级为 1 至 10，不能是 99");
        assert_eq!(Language::Japanese.engine_error(&own), "五目並べのレベルは1〜10です（99は使えません）");
        let other = level("gomoku", None);
        assert_eq!(TraditionalChinese.engine_error(&other), "gomoku 的等級為 1 至 10，不能是 99");
        let no_start = |missing, denied| FaultCause::NoStart {
            program: "x".into(),
            message: "os error 2".into(),
            missing,
            denied,
        };
        let missing = no_start(true, false);
        for cause in [&missing, &no_start(false, true)] {
            let texts = Language::ALL.map(|language| language.fault_cause(cause));
            assert!(texts.iter().all(|text| !text.contains("os error")), "{texts:?}");
        }
        assert_eq!(SimplifiedChinese.fault_cause(&missing), "无法启动 x：没有这个程序或文件夹");
        assert_eq!(TraditionalChinese.engine_error(&none), "圍棋暫無引擎");
    }
}
