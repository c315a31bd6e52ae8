//! Running the `tengen` command and looking at what it says.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of `tengen` gave.
pub(crate) struct Run {
    /// Exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Run {
    /// The last line of the output.
    pub(crate) fn last(&self) -> &str {
        self.out.lines().last().unwrap_or("")
    }
}

/// The command in English, with nothing of the caller's environment that changes the output.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    for name in ["LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR"] {
        command.env_remove(name);
    }
    command
}

/// Runs `tengen` with these arguments, split at spaces, and this input.
pub(crate) fn with_input(args: &str, input: &str) -> Run {
    let list: Vec<&str> = args.split_whitespace().collect();
    with_args(&list, input)
}

/// Runs `tengen` with arguments that may hold spaces.
pub(crate) fn with_args(args: &[&str], input: &str) -> Run {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tengen starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that does not read its input closes the pipe: no matter.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("tengen ends");
    let run = Run {
        code: output.status.code().expect("tengen exits and is not killed"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    assert!(!run.err.contains("panicked"), "tengen {args:?} panicked:\n{}", run.err);
    run
}

/// Runs `tengen` without input.
pub(crate) fn tengen(args: &str) -> Run {
    with_input(args, "")
}

/// Runs `tengen` and demands that all is well.
pub(crate) fn ok(args: &str) -> Run {
    let run = tengen(args);
    assert_eq!(run.code, 0, "tengen {args}:\n{}{}", run.out, run.err);
    run
}

/// Runs `tengen` and demands this exit code and these words on standard error, in both languages.
pub(crate) fn fails(args: &str, code: i32, english: &[&str], chinese: &[&str]) {
    for (lang, words, error) in [("en", english, "error: "), ("zh", chinese, "错误：")] {
        let run = tengen(&format!("--lang {lang} {args}"));
        assert_eq!(run.code, code, "tengen --lang {lang} {args}:\n{}{}", run.out, run.err);
        assert!(run.err.contains(error), "tengen --lang {lang} {args}:\n{}", run.err);
        for word in words {
            assert!(
                run.err.contains(word),
                "tengen --lang {lang} {args} does not say '{word}':\n{}",
                run.err
            );
        }
    }
}
