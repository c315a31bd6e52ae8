//! The `tengen` command. Each subcommand is a module of [`commands`]; its exit codes are in [`fail`].

#![deny(clippy::print_stdout, reason = "it panics where a pipe is closed: output::say does not")]

mod board_argument;
mod book_file;
mod cli;
mod commands;
mod duration;
mod fail;
mod i18n;
mod input;
mod interrupt;
mod level_argument;
mod memory;
mod numbering;
mod numbers;
mod options;
mod output;
mod own_engines;
mod play;
mod served_programs;
mod shell;
mod terminal;

use clap::{CommandFactory, FromArgMatches};
use cli::{Cli, Command};
use fail::{Fail, code};
use i18n::{Lang, Say as _, tr};
use std::ffi::OsString;
use std::process::ExitCode;

/// Language and colours, for every command.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    pub(crate) lang: Lang,
    pub(crate) color: terminal::Color,
}

impl Context {
    /// Writes a note on standard error.
    pub(crate) fn note(self, kind: i18n::Msg, text: impl std::fmt::Display) {
        let name = kind.text(self.lang);
        let colon = self.lang.colon();
        if self.color.on_stderr() {
            eprintln!("\x1b[1;33m{name}\x1b[0m{colon}{text}");
        } else {
            eprintln!("{name}{colon}{text}");
        }
    }

    pub(crate) fn warn(self, text: impl std::fmt::Display) {
        self.note(i18n::Msg::Warning, text);
    }
}

fn main() -> ExitCode {
    let args: Vec<OsString> = board_argument::join(std::env::args_os());
    let lang = i18n::choose(&args, |name| std::env::var(name).ok());
    let mut command = i18n::localize(Cli::command(), lang);
    let cli = command.try_get_matches_from_mut(&args).and_then(|m| Cli::from_arg_matches(&m));
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            i18n::usage_error(error, &command, &args, lang);
            return ExitCode::from(code::USAGE);
        }
        // The help or the version that was asked for.
        Err(error) => {
            let context = Context { lang, color: terminal::Color::Auto };
            return finish(error.print().map(|()| code::OK).map_err(Fail::from), context);
        }
    };
    let lang = cli.common.lang.unwrap_or(lang);
    let context = Context { lang, color: cli.common.color };
    let done = match cli.command.unwrap_or_else(|| Command::Serve(cli::ServeArgs::default())) {
        Command::Serve(args) => commands::serve::run(args, context),
        Command::Play(args) => play::run(args, context),
        Command::Show(args) => commands::show::run(args, context),
        Command::Replay(args) => commands::replay::run(args, context),
        Command::Convert(args) => commands::convert::run(args, context),
        Command::Analyze(args) => commands::analyze::run(args, context),
        Command::Review(args) => commands::review::run(&args, context),
        Command::Solve(args) => commands::solve::run(args, context),
        Command::Prove(args) => commands::prove::run(&args, context),
        Command::Explain(args) => commands::explain::run(&args, context),
        Command::Verify(args) => commands::verify::run(&args, context),
        Command::Perft(args) => commands::perft::run(args, context),
        Command::Engines(args) => commands::engines::run(args, context),
        Command::Engine(args) => commands::engine::run(&args, context),
        Command::Match(args) => commands::matches::run(&args, context),
        Command::Suite(args) => commands::suite::run(&args, context),
        Command::Library(args) => commands::library::run(args, context),
        Command::Batch(args) => commands::batch::run(args, context),
        Command::Train(args) => commands::train::run(args, context),
        Command::Bench(args) => commands::bench::run(args, context),
        Command::Book(args) => commands::book::run(args, context),
        Command::Rules(args) => commands::rules::run(args, context),
        Command::Completions { shell } => commands::completions::run(shell),
    };
    finish(done, context)
}

/// The exit code; an error is reported.
fn finish(done: Result<u8, Fail>, context: Context) -> ExitCode {
    match done {
        Ok(code) => ExitCode::from(code),
        Err(fail) => {
            report(&fail, context);
            ExitCode::from(fail.code)
        }
    }
}

/// Reports what went wrong, where, and what would be right.
fn report(fail: &Fail, context: Context) {
    if fail.what.is_empty() {
        return;
    }
    let lang = context.lang;
    let (red, blue, off) =
        if context.color.on_stderr() { ("\x1b[1;31m", "\x1b[1;36m", "\x1b[0m") } else { ("", "", "") };
    let colon = lang.colon();
    let what = match fail.unwritten {
        Some(kind) => tr!(lang, OutputUnwritten, why = lang.file_error(kind, &fail.what)),
        None => fail.what.clone(),
    };
    eprintln!("{red}{}{off}{colon}{what}", tr!(lang, Error));
    if let Some(shown) = &fail.shown {
        eprintln!("{shown}");
    }
    if let Some(help) = &fail.help {
        eprintln!("{blue}{}{off}{colon}{help}", tr!(lang, Help));
    }
}
