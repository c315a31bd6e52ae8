//! Usage errors.

use crate::i18n::{Lang, Say as _, tr};
use crate::numbers::Wanted;
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;

/// Prints a usage error of `command`, which was given `args`.
pub(crate) fn usage_error(mut error: clap::Error, command: &Command, args: &[OsString], lang: Lang) {
    if let Some(negative) = negative_value(&error, args) {
        let (wrong, help) = (tr!(lang, Error) + lang.colon(), tr!(lang, Help) + lang.colon());
        eprintln!("{wrong}{}", tr!(lang, NegativeValue, value = negative));
        eprintln!("{help}{}", tr!(lang, HelpShows));
        return;
    }
    let names = subcommands(&mut error, command, args);
    if !names.is_empty() && lang == Lang::English {
        let tip = StyledStr::from(format!("the commands here are {}", names.join(", ")));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
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
        ErrorKind::ValueValidation => {
            let wanted = error.source().and_then(|source| source.downcast_ref::<Wanted>());
            let (chinese, japanese) = match wanted.map(|wanted| wanted.text(lang)) {
                Some(wanted) => (format!("：应为{wanted}"), format!("。{wanted}を指定してください")),
                None => Default::default(),
            };
            lang.pick(
                String::new(),
                format!("{argument} 不能是“{value}”{chinese}"),
                format!("{argument}に「{value}」は使えません{japanese}"),
            )
        }
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
    if !names.is_empty() {
        eprintln!("{help}{}", tr!(lang, CommandsHere, names = names.join(lang.pick(", ", "、", "、"))));
    }
    eprintln!("{help}{}", tr!(lang, HelpShows));
}

/// The value that was taken for an option because it begins with a minus sign.
fn negative_value(error: &clap::Error, args: &[OsString]) -> Option<String> {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(argument))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return None;
    };
    let is_negative =
        argument.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    // The error names the first letter alone.
    let mut whole =
        args.iter().map(|arg| arg.to_string_lossy()).filter(|arg| arg.starts_with(argument.as_str()));
    is_negative.then(|| whole.next().map_or_else(|| argument.clone(), |arg| arg.into_owned()))
}

/// The commands that there are where an unknown one was given; none for other errors. A guess that is far from what was
/// given is taken out of the error.
fn subcommands<'c>(error: &mut clap::Error, command: &'c Command, args: &[OsString]) -> Vec<&'c str> {
    let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(wrong))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
    else {
        return Vec::new();
    };
    let wrong = wrong.clone();
    let mut here = command;
    for arg in args.iter().skip(1).take_while(|arg| **arg != *wrong) {
        here = here.find_subcommand(arg).unwrap_or(here);
    }
    let names: Vec<&str> = here.get_subcommands().map(Command::get_name).collect();
    match tengen_words::nearest(&wrong, names.iter().copied()) {
        Some(name) => {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name.into()]));
        }
        None => {
            error.remove(ContextKind::SuggestedSubcommand);
        }
    }
    names
}
