//! Help and usage errors. The English is in `cli`; here are the examples, and the Chinese of everything, a file for
//! each group of commands.

mod batch;
mod engines;
mod general;
mod library;
mod playing;
mod records;
mod thinking;
mod tools;
mod usage;

pub(crate) use batch::*;
pub(crate) use engines::*;
pub(crate) use general::*;
pub(crate) use library::*;
pub(crate) use playing::*;
pub(crate) use records::*;
pub(crate) use thinking::*;
pub(crate) use tools::*;
pub(crate) use usage::usage_error;

use super::Lang;
use clap::{Command, builder::StyledStr};
use std::borrow::Cow;
use tengen_games::GameInfo;

/// The Chinese of a group of commands.
pub(crate) struct Group {
    /// A command's purpose and examples, by its name; the program's own by the empty name.
    commands: &'static [(&'static str, &'static str, &'static str)],
    /// An argument, by `command.argument` where commands differ, else by the argument alone.
    arguments: &'static [(&'static str, &'static str)],
}

const GROUPS: [Group; 8] = [
    batch::CHINESE,
    engines::CHINESE,
    general::CHINESE,
    library::CHINESE,
    playing::CHINESE,
    records::CHINESE,
    thinking::CHINESE,
    tools::CHINESE,
];

fn commands() -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    GROUPS.iter().flat_map(|group| group.commands)
}

fn arguments() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    GROUPS.iter().flat_map(|group| group.arguments)
}

/// Puts the help into the language spoken.
pub(crate) fn localize(mut command: Command, lang: Lang) -> Command {
    if lang == Lang::English {
        return command;
    }
    // Help and version exist only once the command is built.
    command.build();
    chinese(command, "")
}

fn chinese(mut command: Command, name: &str) -> Command {
    let usage = command.render_usage().to_string();
    let usage = usage
        .trim_start_matches("Usage: ")
        .replace("[OPTIONS]", "[选项]")
        .replace("<COMMAND>", "<命令>")
        .replace("[COMMAND]", "[命令]");
    command = command
        .override_usage(StyledStr::from(usage))
        .help_template("{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}")
        .subcommand_help_heading("命令")
        .subcommand_value_name("命令");
    if let Some((_, about, examples)) = described(name) {
        command = command.about(*about);
        if !examples.is_empty() {
            command = command.after_help(*examples);
        }
    }
    let path = name.to_string();
    command = command.mut_args(|arg| {
        let heading = match (arg.is_positional(), arg.get_help_heading()) {
            (true, _) => "参数",
            (_, Some("Output")) => "输出",
            _ => "选项",
        };
        let help = argument(&path, arg.get_id().as_str());
        let arg = arg.help_heading(heading).hide_possible_values(true).hide_default_value(true);
        match help {
            Some(help) => arg.help(help.into_owned()),
            None => arg,
        }
    });
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_string()).collect();
    for sub in names {
        let path = if name.is_empty() { sub.clone() } else { format!("{name} {sub}") };
        command = command.mut_subcommand(&sub, |c| chinese(c, &path));
    }
    command
}

/// The help of the argument that names the game, from the table of games.
pub(crate) fn games_in_english() -> String {
    let words: Vec<&str> = GameInfo::words().collect();
    let (last, rest) = words.split_last().unwrap_or((&"", &[]));
    format!("The game: {} or {last}", rest.join(", "))
}

fn games_in_chinese() -> String {
    let aliases = GameInfo::ALL.into_iter().flat_map(|info| info.aliases);
    let words = aliases.map(|alias| format!("{}（{}）", alias.word(), alias.name.zh));
    format!("棋种：{}", words.collect::<Vec<_>>().join("、"))
}

fn argument(command: &str, id: &str) -> Option<Cow<'static, str>> {
    if id == "game" {
        return Some(games_in_chinese().into());
    }
    table(command, id).map(Cow::Borrowed)
}

/// A command by its path (`batch analyze`), or else by its last word.
fn described(path: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    let find = |name: &str| commands().find(|(n, ..)| *n == name);
    find(path).or_else(|| find(path.rsplit(' ').next()?))
}

/// The keys under which an argument of a command may be, the closest one first.
fn keys(path: &str, id: &str) -> [String; 3] {
    let last = path.rsplit(' ').next().unwrap_or_default();
    [format!("{path}.{id}"), format!("{last}.{id}"), id.to_owned()]
}

fn table(command: &str, id: &str) -> Option<&'static str> {
    let find = |key: &String| arguments().find(|(k, _)| k == key).map(|(_, text)| *text);
    keys(command, id).iter().find_map(find)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Every command and every argument speaks Chinese, and no line of the table is for nothing.
    #[test]
    fn all_help_is_in_chinese() {
        let mut used = std::collections::HashSet::new();
        let mut command = crate::cli::Cli::command();
        command.build();
        let mut all = vec![(String::new(), &command)];
        // A command within a command may have a name that another uses for its own `help`; that one lists names only.
        for sub in command.get_subcommands() {
            let name = sub.get_name();
            all.push((name.to_owned(), sub));
            if name != "help" {
                all.extend(sub.get_subcommands().map(|c| (format!("{name} {}", c.get_name()), c)));
            }
        }
        for (name, command) in all {
            let about = described(&name);
            assert!(about.is_some(), "the command '{name}' has no Chinese");
            let has_examples = command.get_after_help().is_some();
            assert_eq!(about.is_some_and(|(_, _, e)| !e.is_empty()), has_examples, "examples of '{name}'");
            for arg in command.get_arguments() {
                let id = arg.get_id().as_str();
                assert!(argument(&name, id).is_some(), "'{name}.{id}' has no Chinese");
                used.extend(keys(&name, id).into_iter().find(|key| arguments().any(|(k, _)| k == key)));
            }
        }
        let mut told = std::collections::HashSet::new();
        for (key, _) in arguments() {
            assert!(used.contains(*key), "'{key}' is no argument");
            assert!(told.insert(key), "'{key}' is told twice");
        }
    }

    #[test]
    fn the_help_names_every_game() {
        let mut command = localize(crate::cli::Cli::command(), Lang::SimplifiedChinese);
        let chinese = command.find_subcommand_mut("play").unwrap().render_long_help().to_string();
        let mut command = crate::cli::Cli::command();
        let english = command.find_subcommand_mut("play").unwrap().render_long_help().to_string();
        let plain = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (english, chinese) = (plain(english), plain(chinese));
        for word in GameInfo::words() {
            assert!(english.contains(word) && chinese.contains(word), "{word}: {english}\n{chinese}");
        }
    }

    #[test]
    fn chinese_help_has_no_english_headings() {
        for name in [
            "", "play", "show", "replay", "convert", "analyze", "review", "solve", "perft", "bench", "rules",
            "library",
        ] {
            let mut command = localize(crate::cli::Cli::command(), Lang::SimplifiedChinese);
            let command = if name.is_empty() {
                &mut command
            } else {
                command.find_subcommand_mut(name).expect("a command")
            };
            let help = command.render_long_help().to_string();
            for english in
                ["Usage", "Options:", "Commands:", "Arguments:", "possible values", "default", "Print"]
            {
                assert!(!help.contains(english), "{name}: {english}\n{help}");
            }
            assert!(help.contains("用法"), "{help}");
        }
    }
}
