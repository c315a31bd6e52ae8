//! Usage errors.

use crate::i18n::{Lang, Say as _, tr};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Prints a usage error.
pub(crate) fn usage_error(error: &clap::Error, lang: Lang) {
    if lang == Lang::English || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
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
        ErrorKind::UnknownArgument => lang.pick(
            String::new(),
            format!("没有参数“{argument}”"),
            format!("「{argument}」という引数はありません"),
        ),
        ErrorKind::InvalidSubcommand => {
            let name = get(ContextKind::InvalidSubcommand);
            let japanese = format!("「{name}」というコマンドはありません");
            lang.pick(String::new(), format!("没有命令“{name}”"), japanese)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            lang.pick(String::new(), format!("{argument} 缺少值"), format!("{argument}に値がありません"))
        }
        ErrorKind::InvalidValue => {
            let valid = get(ContextKind::ValidValue);
            lang.pick(
                String::new(),
                format!("{argument} 不能是“{value}”：可选 {valid}"),
                format!("{argument}に「{value}」は使えません。次から選んでください：{valid}"),
            )
        }
        ErrorKind::ValueValidation => lang.pick(
            String::new(),
            format!("{argument} 不能是“{value}”"),
            format!("{argument}に「{value}」は使えません"),
        ),
        ErrorKind::MissingRequiredArgument => {
            lang.pick(String::new(), format!("缺少参数：{argument}"), format!("引数が足りません：{argument}"))
        }
        ErrorKind::ArgumentConflict => {
            let prior = get(ContextKind::PriorArg);
            lang.pick(
                String::new(),
                format!("{argument} 不能与 {prior} 同时使用"),
                format!("{argument}は{prior}と一緒に使えません"),
            )
        }
        ErrorKind::NoEquals => lang.pick(
            String::new(),
            format!("{argument} 的值要用等号给出：{argument}=…"),
            format!("{argument}の値は等号で指定してください：{argument}=…"),
        ),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => lang.pick(
            String::new(),
            format!("{argument} 的值的个数不对"),
            format!("{argument}の値の数が違います"),
        ),
        _ => {
            let _ = error.print();
            return;
        }
    };
    let (wrong, help) = (tr!(lang, Error) + lang.colon(), tr!(lang, Help) + lang.colon());
    eprintln!("{wrong}{text}");
    let similar: Vec<String> =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
            .into_iter()
            .map(get)
            .filter(|s| !s.is_empty())
            .collect();
    if !similar.is_empty() {
        let similar = similar.join("、");
        let japanese = format!("もしかして「{similar}」ですか？");
        eprintln!("{help}{}", lang.pick(String::new(), format!("是否想写“{similar}”？"), japanese));
    }
    eprintln!("{help}{}", lang.pick("", "--help 显示帮助", "--helpで説明を表示します"));
}
