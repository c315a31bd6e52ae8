//! Why there is no engine or no answer, and what an engine did wrong, in Japanese.

use super::JA;
use tengen_engine::{EngineError, FaultCause, ProgramEnd, Unplayable};

pub(crate) fn engine_error(error: &EngineError) -> String {
    match error {
        EngineError::None(kind) => format!("{}のエンジンはまだありません", JA.kind(*kind)),
        EngineError::Name { kind, name, known } => {
            let known = known.replace(", ", "、");
            let rest = format!("に「{name}」というエンジンはありません。次から選んでください：{known}");
            JA.kind(*kind).to_owned() + &rest
        }
        EngineError::Level { name, level, most, own } => {
            let name = own.map_or(name.as_str(), |kind| JA.kind(kind));
            format!("{name}のレベルは1〜{most}です（{level}は使えません）")
        }
        EngineError::WrongGame { engine, plays, asked } => {
            let [plays, asked] = [*plays, *asked].map(|kind| JA.kind(kind));
            format!("{engine}が打つのは{plays}で、{asked}ではありません")
        }
        EngineError::Unsupported { engine, why } => {
            format!("{engine}はこの対局を打てません：{}", unplayable(why))
        }
        EngineError::Book { file, why } => format!("ブック{file}：{}", JA.book_fault(why)),
        EngineError::Program { engine, fault } => format!("{engine}：{}", JA.fault(fault)),
    }
}

pub(crate) fn fault_cause(cause: &FaultCause) -> String {
    match cause {
        FaultCause::Message(message) => message.clone(),
        FaultCause::NoFolder { program, folder } => {
            format!("{program}を起動できません：フォルダー「{folder}」がありません")
        }
        FaultCause::NoStart { program, missing: true, .. } => {
            format!("{program}を起動できません：プログラムかフォルダーがありません")
        }
        FaultCause::NoStart { program, denied: true, .. } => {
            format!("{program}を起動できません：許可がありません")
        }
        FaultCause::NoStart { program, message, .. } => format!("{program}を起動できません：{message}"),
        FaultCause::NoGame => "対局が始まっていません".into(),
        FaultCause::GameRefused(message) => format!("プログラムがこの対局を拒否しました：{message}"),
        FaultCause::BeforeGame(fault) => JA.fault(fault),
        FaultCause::Ended(end, line) => {
            let end = match end {
                ProgramEnd::Status(status) => format!("終了コード{status}"),
                ProgramEnd::Signal(signal) => format!("シグナル{signal}で終了"),
                ProgramEnd::OutputClosed => "出力を閉じたまま動いています".into(),
                ProgramEnd::Unknown => "プログラムが終わりました".into(),
            };
            match line {
                Some(line) => format!("{end}。{line}"),
                None => end,
            }
        }
        FaultCause::NoAnswer { waited_ms, line } => {
            let line = line.as_ref().map(|line| format!("出力は「{line}」だけで、")).unwrap_or_default();
            format!("{line}{:.1}秒以内に応答がありません", *waited_ms as f64 / 1000.0)
        }
        FaultCause::Late { spent_ms, allowed_ms } => {
            format!("{spent_ms}ミリ秒使いました（制限は{allowed_ms}ミリ秒）")
        }
        FaultCause::Flood(bytes) => format!("1つの質問に{bytes}バイト出力し、限度を超えました"),
        FaultCause::NotAMove(text) => format!("「{text}」は着手ではありません"),
        FaultCause::NotOnBoard(text, size) => format!("「{text}」は{size}の盤の点ではありません"),
        FaultCause::TooManyMoves => "尋ねた数より多い着手を返しました".into(),
        FaultCause::NoMove => "エンジンが手を見つけられませんでした".into(),
        FaultCause::Interrupted => "対局が中断されました".into(),
        FaultCause::Illegal(illegal) => JA.illegal(illegal),
        FaultCause::Search(error) => JA.search_error(error),
    }
}

pub(crate) fn unplayable(why: &Unplayable) -> String {
    match why {
        Unplayable::Sizes(sizes) => format!("盤は{}", JA.sizes_allowed(*sizes)),
        Unplayable::Rules(rules) => format!("使えるルールは{}だけです", rules.join("、")),
        Unplayable::Games(games) => {
            let games: Vec<String> = games.iter().map(|game| JA.spec(game)).collect();
            format!("打てるのは{}だけです", games.join("と"))
        }
        Unplayable::Protocol { name, game, size: Some(size) } => {
            format!("{name}プロトコルで使えるのは{size}の{}だけです", JA.kind(*game))
        }
        Unplayable::Protocol { name, game, size: None } => {
            format!("{name}プロトコルで使えるのは{}だけです", JA.kind(*game))
        }
        Unplayable::NoDepth { name } => {
            format!("{name}プロトコルでは深さを制限できません。時間を指定してください")
        }
    }
}
