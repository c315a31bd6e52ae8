//! The examples of `docs/formats.md` are read as the page describes them.

use tengen_games::GameSpec;
use tengen_records::{Format, ReadOptions, movelist};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md");

/// The part of the page below a heading, up to the next one.
fn chapter(heading: &str) -> String {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (_, rest) =
        page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no chapter {heading}"));
    rest.split("\n## ").next().unwrap_or_default().to_owned()
}

/// The first fenced block of a chapter.
fn block(heading: &str) -> String {
    let chapter = chapter(heading);
    let mut blocks = chapter.split("```");
    let (_, text) = blocks.nth(1).and_then(|block| block.split_once('\n')).expect("an example");
    text.to_owned()
}

#[test]
fn the_example_of_sgf_is_read_played_and_written() {
    let read = Format::Sgf.read(block("SGF").as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(read.warnings, []);
    let record = &read.records[0];
    assert_eq!(record.header.black.name.as_deref(), Some("Ada"));
    assert_eq!(record.replay().unwrap().counts.moves, 3);
    assert_eq!(record.violations(), []);
    let written = Format::Sgf.write(&read.records, &Default::default()).unwrap();
    assert_eq!(written.losses, []);
    assert_eq!(Format::Sgf.read(&written.bytes, &ReadOptions::default()).unwrap(), read);
}

#[test]
fn the_example_of_piskvork_is_read_and_written_the_same() {
    let text = block("Piskvork");
    let read = Format::Psq.read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(read.warnings, []);
    assert_eq!(read.records[0].replay().unwrap().counts.moves, 2);
    let written = Format::Psq.write(&read.records, &Default::default()).unwrap();
    assert_eq!((String::from_utf8(written.bytes).unwrap(), written.losses), (text, vec![]));
}

#[test]
fn every_example_of_a_move_list_is_a_legal_game() {
    let mut examples = 0;
    for row in chapter("Move lists").lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
        let game = match row.split('|').nth(1).map(str::trim) {
            Some("gomoku, renju, m,n,k games") => "gomoku",
            Some("Othello") => "othello",
            Some("Go") => "go",
            Some("connect four") => "connect-four",
            other => panic!("which game is {other:?}?"),
        };
        let options = ReadOptions::default().with_spec(GameSpec::named(game, None, None).unwrap());
        for example in row.split('`').skip(1).step_by(2) {
            let read =
                movelist::read(example.as_bytes(), &options).unwrap_or_else(|e| panic!("{example}: {e}"));
            assert!(read.records[0].replay().is_ok(), "{example}");
            examples += 1;
        }
    }
    assert!(examples >= 8, "{examples}");
}
