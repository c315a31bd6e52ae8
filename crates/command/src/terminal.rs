//! Whether the output is a terminal, with colours and progress, or a file or pipe without either.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum Color {
    // On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    // Always.
    Always,
    // Never.
    Never,
}

impl Color {
    /// Whether standard output is to be coloured.
    pub(crate) fn on_stdout(self) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => std::io::stdout().is_terminal() && plain_environment(),
        }
    }

    /// Whether standard error is to be coloured.
    pub(crate) fn on_stderr(self) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => std::io::stderr().is_terminal() && plain_environment(),
        }
    }
}

fn plain_environment() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}

/// A progress bar on standard error, nothing where that is no terminal. `total` 0 means that the end is not known.
pub(crate) fn progress(total: u64, what: String) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(10)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target((total > 0).then_some(total), target);
    let template = if total > 0 {
        "{msg} {wide_bar} {human_pos}/{human_len} ({eta})"
    } else {
        "{spinner} {msg} {human_pos} ({elapsed})"
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸ "));
    }
    bar.set_message(what);
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// A sign on standard error that something is waited for, with the time so far. Where that is no terminal, one line.
pub(crate) fn waiting(what: String) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        eprintln!("{what}");
        return ProgressBar::hidden();
    }
    let bar = progress(0, what);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar
}
