//! Help and usage errors. The English is in `cli`; here are the examples, and the Chinese and Japanese of everything, a
//! file for each group of commands.

mod batch;
mod book;
mod engines;
mod general;
mod library;
mod playing;
mod records;
mod thinking;
mod tools;
mod usage;

pub(crate) use batch::*;
pub(crate) use book::*;
pub(crate) use engines::*;
pub(crate) use general::*;
pub(crate) use library::*;
pub(crate) use playing::*;
pub(crate) use records::*;
pub(crate) use thinking::*;
pub(crate) use tools::*;
pub(crate) use usage::usage_error;

use super::Lang;
use clap::{Arg, ArgAction, Command, builder::StyledStr};
use std::borrow::Cow;
use tengen_games::GameInfo;

/// A group of commands in one language.
pub(crate) struct Group {
    /// A command's purpose and examples, by its name; the program's own by the empty name.
    commands: &'static [(&'static str, &'static str, &'static str)],
    /// An argument, by `command.argument` where commands differ, else by the argument alone.
    arguments: &'static [(&'static str, &'static str)],
}

/// The help in a language other than English, with the words that clap writes itself.
struct Help {
    groups: [Group; 9],
    usage: &'static str,
    options: &'static str,
    arguments: &'static str,
    output: &'static str,
    command: &'static str,
}

static CHINESE: Help = Help {
    groups: [
        batch::CHINESE,
        book::CHINESE,
        engines::CHINESE,
        general::CHINESE,
        library::CHINESE,
        playing::CHINESE,
        records::CHINESE,
        thinking::CHINESE,
        tools::CHINESE,
    ],
    usage: "用法",
    options: "选项",
    arguments: "参数",
    output: "输出",
    command: "命令",
};

static JAPANESE: Help = Help {
    groups: [
        batch::JAPANESE,
        book::JAPANESE,
        engines::JAPANESE,
        general::JAPANESE,
        library::JAPANESE,
        playing::JAPANESE,
        records::JAPANESE,
        thinking::JAPANESE,
        tools::JAPANESE,
    ],
    usage: "使い方",
    options: "オプション",
    arguments: "引数",
    output: "出力",
    command: "コマンド",
};

impl Help {
    fn commands(&self) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
        self.groups.iter().flat_map(|group| group.commands)
    }

    fn table(&self) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
        self.groups.iter().flat_map(|group| group.arguments)
    }

    /// A command by its path (`batch analyze`), or else by its last word.
    fn described(&self, path: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
        let find = |name: &str| self.commands().find(|(n, ..)| *n == name);
        find(path).or_else(|| find(path.rsplit(' ').next()?))
    }

    /// The help of a command's argument.
    fn argument(&self, lang: Lang, command: &str, id: &str) -> Option<Cow<'static, str>> {
        if id == "game" {
            return Some(games_in(lang).into());
        }
        let find = |key: &String| {
            self.table().find(|(k, _)| k == key).map(|(_, text)| Cow::Borrowed(written(lang, text)))
        };
        keys(command, id).iter().find_map(find)
    }

    fn localize(&self, lang: Lang, mut command: Command, name: &str) -> Command {
        let word = |text| written(lang, text);
        let usage = command.render_usage().to_string();
        let usage = usage
            .trim_start_matches("Usage: ")
            .replace("[OPTIONS]", &format!("[{}]", word(self.options)))
            .replace("<COMMAND>", &format!("<{}>", word(self.command)))
            .replace("[COMMAND]", &format!("[{}]", word(self.command)));
        let heading = word(self.usage);
        command = command
            .override_usage(StyledStr::from(usage))
            .help_template(format!(
                "{{about-with-newline}}\n{heading}：{{usage}}\n\n{{all-args}}{{after-help}}"
            ))
            .subcommand_help_heading(word(self.command))
            .subcommand_value_name(word(self.command));
        if let Some((_, about, examples)) = self.described(name) {
            command = command.about(word(about));
            if !examples.is_empty() {
                command = command.after_help(word(examples));
            }
        }
        let path = name.to_string();
        command = command.mut_args(|arg| {
            let heading = match (arg.is_positional(), arg.get_help_heading()) {
                (true, _) => self.arguments,
                (_, Some("Output")) => self.output,
                _ => self.options,
            };
            let help = self.argument(lang, &path, arg.get_id().as_str());
            let arg = arg.help_heading(word(heading)).hide_possible_values(true).hide_default_value(true);
            match help {
                Some(help) => arg.help(help.into_owned()),
                None => arg,
            }
        });
        let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_string()).collect();
        for sub in names {
            let path = if name.is_empty() { sub.clone() } else { format!("{name} {sub}") };
            command = command.mut_subcommand(&sub, |c| self.localize(lang, c, &path));
        }
        command
    }
}

/// The keys under which an argument of a command may be, the closest one first.
fn keys(path: &str, id: &str) -> [String; 3] {
    let last = path.rsplit(' ').next().unwrap_or_default();
    [format!("{path}.{id}"), format!("{last}.{id}"), id.to_owned()]
}

/// A text of the tables; traditional Chinese is made from the simplified text.
fn written(lang: Lang, text: &'static str) -> &'static str {
    lang.pick(text, text, text)
}

/// Puts the arguments of every command into the order of the English help: options after what has no name, output last.
/// In other languages each section has a heading of its own, and clap orders those by their first arguments.
fn in_english_order(mut command: Command) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).display_order(999);
    command = command.disable_help_flag(true).arg(help);
    for is_output in [false, true] {
        let options = command.get_arguments().filter(|arg| !arg.is_positional());
        let moved = options.filter(|arg| (arg.get_help_heading() == Some("Output")) == is_output);
        let moved: Vec<_> = moved.map(|arg| arg.get_id().clone()).collect();
        // An argument that is changed becomes the last one.
        command = moved.iter().fold(command, |command, id| command.mut_arg(id, |arg| arg));
    }
    command.mut_subcommands(in_english_order)
}

/// Puts the help into the language spoken.
pub(crate) fn localize(mut command: Command, lang: Lang) -> Command {
    let help = match lang {
        Lang::English => return command,
        Lang::SimplifiedChinese | Lang::TraditionalChinese => &CHINESE,
        Lang::Japanese => &JAPANESE,
    };
    command = in_english_order(command);
    // Help and version exist only once the command is built.
    command.build();
    help.localize(lang, command, "")
}

/// The help of the argument that names the game, from the table of games.
pub(crate) fn games_in_english() -> String {
    let words: Vec<&str> = GameInfo::words().collect();
    let (last, rest) = words.split_last().unwrap_or((&"", &[]));
    format!("The game: {} or {last}", rest.join(", "))
}

fn games_in(lang: Lang) -> String {
    let aliases = GameInfo::ALL.into_iter().flat_map(|info| info.aliases);
    let words = aliases.map(|alias| format!("{}（{}）", alias.word(), lang.label(alias.name)));
    format!("{}{}", lang.pick("", "棋种：", "ゲーム："), words.collect::<Vec<_>>().join("、"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    const HELPS: [(Lang, &Help); 2] = [(Lang::SimplifiedChinese, &CHINESE), (Lang::Japanese, &JAPANESE)];

    /// Every command and every argument has its help in each language, and no line of the tables is unused.
    #[test]
    fn all_help_is_in_every_language() {
        for (lang, help) in HELPS {
            let mut used = std::collections::HashSet::new();
            let mut command = crate::cli::Cli::command();
            command.build();
            let mut all = vec![(String::new(), &command)];
            // A command within a command may have a name that another uses for its own `help`; that one lists names
            // only.
            for sub in command.get_subcommands() {
                let name = sub.get_name();
                all.push((name.to_owned(), sub));
                if name != "help" {
                    all.extend(sub.get_subcommands().map(|c| (format!("{name} {}", c.get_name()), c)));
                }
            }
            for (name, command) in all {
                let about = help.described(&name);
                assert!(about.is_some(), "the command '{name}' has no {lang:?}");
                let has_examples = command.get_after_help().is_some();
                assert_eq!(
                    about.is_some_and(|(_, _, e)| !e.is_empty()),
                    has_examples,
                    "examples of '{name}'"
                );
                for arg in command.get_arguments() {
                    let id = arg.get_id().as_str();
                    assert!(help.argument(lang, &name, id).is_some(), "'{name}.{id}' has no {lang:?}");
                    used.extend(keys(&name, id).into_iter().find(|key| help.table().any(|(k, _)| k == key)));
                }
            }
            let mut listed = std::collections::HashSet::new();
            for (key, _) in help.table() {
                assert!(used.contains(*key), "'{key}' is no argument");
                assert!(listed.insert(key), "'{key}' is listed twice");
            }
        }
    }

    /// Where the help in another language names the default of an argument, it is the one that the command has.
    #[test]
    fn defaults_are_those_of_the_commands() {
        fn check(help: &Help, lang: Lang, words: &str, name: &str, command: &Command) -> usize {
            let mut named = 0;
            for arg in command.get_arguments() {
                let [default] = arg.get_default_values() else { continue };
                let text = help.argument(lang, name, arg.get_id().as_str()).unwrap_or_default();
                let Some((_, said)) = text.split_once(words) else { continue };
                let end = said.find(['（', '）', '，', '、', '；', '。', '：']).unwrap_or(said.len());
                let id = arg.get_id();
                assert_eq!(said[..end].trim(), default.to_string_lossy(), "'{name}.{id}' in {lang:?}");
                named += 1;
            }
            for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
                let path = if name.is_empty() {
                    sub.get_name().to_owned()
                } else {
                    format!("{name} {}", sub.get_name())
                };
                named += check(help, lang, words, &path, sub);
            }
            named
        }
        let mut command = crate::cli::Cli::command();
        command.build();
        for (lang, help) in HELPS {
            let words = lang.pick("", "（缺省", "（既定");
            let named = check(help, lang, words, "", &command);
            assert!(named > 10, "{named} defaults are named in {lang:?}");
        }
    }

    /// The sections have the same order in every language.
    #[test]
    fn sections_are_in_the_same_order() {
        fn sections(
            command: &mut Command,
            words: [&str; 4],
            name: &str,
            out: &mut Vec<(String, Vec<usize>)>,
        ) {
            let text = command.render_long_help().to_string();
            let place = |line: &str| words.iter().position(|word| line.strip_suffix(':') == Some(*word));
            out.push((name.to_owned(), text.lines().filter_map(place).collect()));
            for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
                let name = format!("{name} {}", sub.get_name());
                sections(sub, words, &name, out);
            }
        }
        let all = |lang, words| {
            let mut command = localize(crate::cli::Cli::command(), lang);
            command.build();
            let mut out = Vec::new();
            sections(&mut command, words, "", &mut out);
            out
        };
        let english = all(Lang::English, ["Commands", "Arguments", "Options", "Output"]);
        assert!(english.iter().any(|(_, sections)| *sections == [1, 2, 3]), "{english:?}");
        for (lang, help) in HELPS {
            let words = [help.command, help.arguments, help.options, help.output];
            assert_eq!(all(lang, words), english, "{lang:?}");
        }
    }

    /// The examples are the same commands in every language.
    #[test]
    fn examples_have_the_same_commands() {
        let lines = |text: &'static str| -> Vec<&str> {
            let lines = text.lines().filter(|line| line.starts_with("  "));
            lines.map(|line| line.trim().split("  ").next().unwrap_or_default()).collect()
        };
        for (name, _, chinese) in CHINESE.commands() {
            let japanese = JAPANESE.commands().find(|(n, ..)| n == name).expect("the command").2;
            assert_eq!(lines(chinese), lines(japanese), "{name}");
        }
    }

    /// No character of a table is of another language: Japanese ones are in JIS X 0208, Chinese ones can be converted.
    #[test]
    fn tables_are_in_their_own_characters() {
        for (_, about, examples) in CHINESE.commands() {
            [about, examples]
                .into_iter()
                .for_each(|text| assert_eq!(tengen_words::unlisted_character(text), None, "{text}"));
        }
        for (_, text) in CHINESE.table() {
            assert_eq!(tengen_words::unlisted_character(text), None, "{text}");
        }
        for (_, about, examples) in JAPANESE.commands() {
            [about, examples]
                .into_iter()
                .for_each(|text| assert_eq!(tengen_words::not_japanese(text), None, "{text}"));
        }
        for (_, text) in JAPANESE.table() {
            assert_eq!(tengen_words::not_japanese(text), None, "{text}");
        }
    }

    #[test]
    fn the_help_names_every_game() {
        let help = |lang| {
            let mut command = localize(crate::cli::Cli::command(), lang);
            let help = command.find_subcommand_mut("play").unwrap().render_long_help().to_string();
            help.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        for lang in Lang::ALL {
            let text = help(lang);
            GameInfo::words().for_each(|word| assert!(text.contains(word), "{lang:?}: {word}: {text}"));
        }
    }

    #[test]
    fn help_has_no_english_headings() {
        for name in [
            "", "play", "show", "replay", "convert", "analyze", "review", "solve", "perft", "bench", "rules",
            "library",
        ] {
            for (lang, usage) in [
                (Lang::SimplifiedChinese, "用法"),
                (Lang::TraditionalChinese, "選項"),
                (Lang::Japanese, "使い方"),
            ] {
                let mut command = localize(crate::cli::Cli::command(), lang);
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
                assert!(help.contains(usage), "{help}");
            }
        }
    }
}
