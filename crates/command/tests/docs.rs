//! The examples of `docs/cli.md` and of the READMEs are real: each is run in a shell, and its output compared.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// The commands of the `console` blocks, each with what is below it up to the next one.
fn examples(page: &str) -> Vec<(String, String)> {
    let blocks = page.split("```console\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let mut found: Vec<(String, String)> = Vec::new();
    for (block, _) in blocks {
        for line in block.lines() {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => *output += &format!("{line}\n"),
                (None, None) => panic!("output without a command: {line}"),
            }
        }
    }
    found
}

/// A page of the workspace, named from its root.
fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// One command for GNU Go in the help, the documents and the page, with every rule that it must be started with.
#[test]
fn gnu_go_is_started_by_the_same_command_everywhere() {
    const COMMAND: &str = "gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead";
    let help = |args: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_tengen")).args(args).env("LC_ALL", "C").output();
        String::from_utf8(run.expect("tengen starts").stdout).expect("help is text")
    };
    let mut texts: Vec<(String, String)> = Vec::new();
    for lang in ["en", "zh", "zh-Hant", "ja"] {
        for command in ["engines", "match"] {
            texts.push((format!("{lang} {command}"), help(&["--lang", lang, command, "--help"])));
        }
    }
    for name in ["docs/cli.md", "docs/arena.md", "crates/server/web/js/shell/programs-dialog.js"] {
        texts.push((name.into(), page(name)));
    }
    for (name, text) in texts {
        let wanted = text.matches(COMMAND).count();
        assert!(wanted > 0 && text.matches("gnugo ").count() == wanted, "{name}: {text}");
    }
}

/// What the command prints, on both streams.
fn output(command: &str, folder: &Path) -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_tengen")).parent().expect("a folder");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let run = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", &path)
        .env("LC_ALL", "C")
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// The text without its times, which differ from run to run: `57 µs` becomes `TIME`.
fn without_times(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, tail) = rest.split_at(at);
        let end = tail.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(tail.len());
        let (number, after) = tail.split_at(end);
        let unit = [" ms", " µs", " s"].into_iter().find(|unit| after.starts_with(unit));
        out += before;
        out += if unit.is_some() { "TIME" } else { number };
        rest = &after[unit.map_or(0, str::len)..];
    }
    out + rest
}

#[test]
fn the_examples_of_the_reference_are_real() {
    let found = examples(&page("docs/cli.md"));
    assert!(found.len() >= 12, "only {} examples found", found.len());
    for (command, expected) in found {
        let real = output(&command, Path::new("."));
        assert_eq!(real.trim_end(), expected.trim_end(), "$ {command}");
    }
}

#[test]
fn the_tours_of_the_readmes_are_real() {
    for name in ["README.md", "README.zh-CN.md"] {
        let folder = tempfile::tempdir().expect("a folder");
        let found = examples(&page(name));
        // A file of the reader's own, and the whole WTHOR database, are not here. Branches of the proofs take minutes.
        let (runnable, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(|(command, _)| {
            !["game.sgf", "WTH/", "proofs/"].iter().any(|part| command.contains(part))
        });
        assert!(runnable.len() >= 8 && rest.len() == 3, "{name}: {} and {}", runnable.len(), rest.len());
        for (command, expected) in runnable {
            let (real, expected) =
                (without_times(&output(&command, folder.path())), without_times(&expected));
            assert_eq!(real.trim_end(), expected.trim_end(), "{name}: $ {command}");
        }
    }
}

#[test]
fn the_reference_and_the_formats_name_every_game() {
    for name in ["cli.md", "formats.md"] {
        let text = page(&format!("docs/{name}")).to_lowercase();
        for info in tengen_games::GameInfo::ALL {
            for alias in info.aliases {
                let words = [alias.word().to_owned(), alias.word().replace('-', " ")];
                let is_named = words.iter().any(|word| text.contains(word)) || alias.word() == "mnk";
                assert!(is_named, "{name} does not name {}", alias.word());
            }
        }
    }
}
