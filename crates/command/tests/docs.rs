//! The examples of `docs/cli.md` are real: each is run in a shell, and its output compared.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// The commands of the `console` blocks with what stands below each.
fn examples(page: &str) -> Vec<(String, String)> {
    page.split("```console\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("```").map(|(block, _)| block))
        .filter_map(|block| {
            let (command, output) = block.split_once('\n')?;
            Some((command.strip_prefix("$ ")?.to_string(), output.to_string()))
        })
        .collect()
}

#[test]
fn the_examples_of_the_reference_are_real() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let page = std::fs::read_to_string(page).expect("docs/cli.md is there");
    let found = examples(&page);
    assert!(found.len() >= 12, "only {} examples found", found.len());
    let folder = Path::new(env!("CARGO_BIN_EXE_tengen")).parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    for (command, output) in found {
        let run = Command::new("sh")
            .args(["-c", &format!("{{ {command}; }} 2>&1")])
            .env("PATH", &path)
            .env("LC_ALL", "C")
            .output()
            .expect("a shell");
        let real = String::from_utf8_lossy(&run.stdout);
        assert_eq!(real.trim_end(), output.trim_end(), "$ {command}");
    }
}

#[test]
fn the_reference_and_the_formats_name_every_game() {
    for page in ["cli.md", "formats.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
        let text = std::fs::read_to_string(&path).expect("the page is there").to_lowercase();
        for info in tengen_games::GameInfo::ALL {
            for alias in info.aliases {
                let words = [alias.word().to_owned(), alias.word().replace('-', " ")];
                let is_named = words.iter().any(|word| text.contains(word)) || alias.word() == "mnk";
                assert!(is_named, "{page} does not name {}", alias.word());
            }
        }
    }
}
