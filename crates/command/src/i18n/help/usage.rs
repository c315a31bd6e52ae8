//! Usage errors, and the help or version that was asked for.

use crate::i18n::Lang;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Prints a usage error, or the help or version that was asked for.
pub(crate) fn usage_error(error: &clap::Error, lang: Lang) {
    if lang == Lang::English
        || !error.use_stderr()
        || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    {
        // Standard error is closed: the exit code is all that is left.
        let _ = error.print();
        return;
    }
    let get = |kind| match error.get(kind) {
        Some(ContextValue::String(s)) => s.clone(),
        Some(ContextValue::Strings(s)) => s.join("、"),
        Some(ContextValue::Number(n)) => n.to_string(),
        Some(ContextValue::StyledStr(s)) => s.to_string(),
        _ => String::new(),
    };
    let argument = get(ContextKind::InvalidArg);
    let value = get(ContextKind::InvalidValue);
    let text = match error.kind() {
        ErrorKind::UnknownArgument => format!("没有参数“{argument}”"),
        ErrorKind::InvalidSubcommand => format!("没有命令“{}”", get(ContextKind::InvalidSubcommand)),
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} 缺少值"),
        ErrorKind::InvalidValue => {
            format!("{argument} 不能是“{value}”：可选 {}", get(ContextKind::ValidValue))
        }
        ErrorKind::ValueValidation => format!("{argument} 不能是“{value}”"),
        ErrorKind::MissingRequiredArgument => format!("缺少参数：{argument}"),
        ErrorKind::ArgumentConflict => format!("{argument} 不能与 {} 同时使用", get(ContextKind::PriorArg)),
        ErrorKind::NoEquals => format!("{argument} 的值要用等号给出：{argument}=…"),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{argument} 的值的个数不对")
        }
        _ => {
            let _ = error.print();
            return;
        }
    };
    eprintln!("错误: {text}");
    let similar: Vec<String> =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
            .into_iter()
            .map(get)
            .filter(|s| !s.is_empty())
            .collect();
    if !similar.is_empty() {
        eprintln!("提示: 是否想写“{}”？", similar.join("、"));
    }
    eprintln!("提示: --help 显示帮助");
}
