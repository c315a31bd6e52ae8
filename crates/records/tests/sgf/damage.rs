//! Damaged, deep and long files.

use crate::support::{holds_for_any_bytes, mutated};
use crate::{error, read};
use proptest::prelude::*;
use tengen_board::{Coords, Point, Size};
use tengen_games::{GameKind, GameSpec};
use tengen_records::{
    Counted, Expected, Format, Found, Mark, ReadLimits, ReadOptions, Record, WriteOptions, games, sgf,
};

#[test]
fn damage_is_reported_with_its_place() {
    let board = Size::square(19).unwrap();
    let quote = |text: &str| Found::Quote(text.into());
    let games =
        Expected::Game(&[("GM[1]", GameKind::Go), ("GM[2]", GameKind::Othello), ("GM[4]", GameKind::Gomoku)]);
    for (text, at, expected, found) in [
        ("", (1, 1), Expected::GameStart, Found::Nothing),
        ("hello", (1, 1), Expected::GameStart, quote("hello")),
        ("(;GM[1];B[aa", (1, 13), Expected::ValueEnd, Found::End),
        ("(;GM[1];B[aa]", (1, 14), Expected::GameEnd(")"), Found::End),
        ("(;GM[1]\n;B[zz])", (2, 4), Expected::Point(board, Coords::Sgf, Some("")), quote("zz")),
        ("(;GM[1]SZ[99])", (1, 11), Expected::BoardSize("15, 7:6"), quote("99")),
        ("(;GM[11])", (1, 6), games, quote("GM[11]")),
        ("(;GM[1]\r\n;B[aa]]C[x])", (2, 7), Expected::Property(&[";", "(", ")"]), quote("]")),
        ("(;GM[1]\r;B W[aa])", (2, 4), Expected::ValueStart, quote("W")),
        ("(;GM[1];[aa])", (1, 9), Expected::PropertyName, quote("[")),
        ("(;GM[1];AB[a0])", (1, 12), Expected::Points(board), quote("a0")),
    ] {
        let error = error(text);
        assert_eq!((error.at.line_column, &error.expected), (Some(at), &expected), "{text:?}: {error}");
        assert_eq!(error.found, found, "{text:?}: {error}");
    }
    let large = error("(;GM[4]SZ[25])");
    assert!(matches!(large.expected, Expected::Playable(_)), "{large}");
    assert_eq!((large.at.line_column, large.found), (Some((1, 11)), Found::Board(Size::of(25, 25))));
    let image = error([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]);
    assert_eq!(image.found, quote("\\xff\\xd8\\xff\\xe0\\x00\\x10"));
}

#[test]
fn a_lenient_reader_returns_whatever_is_readable() {
    let text = b"(;GM[1]SZ[9]PB[x];B[aa];W[zz];B[bb]]junk!;W[cc]C[cut";
    assert!(sgf::read(text, &ReadOptions::default()).is_err());
    let read = sgf::read(text, &ReadOptions::lenient()).unwrap();
    assert_eq!(read.records[0].main_moves().count(), 3);
    // The node of the move that was left out is left out too.
    assert_eq!(read.records[0].tree.node(3).comment.as_deref(), Some("cut"));
    assert_eq!(read.warnings.len(), 3, "{:?}", read.warnings);
    let cut = sgf::read(b"(;GM[1]SZ[9];W[cg];B[zz])", &ReadOptions::lenient()).unwrap();
    let written =
        String::from_utf8(sgf::write(&cut.records, &WriteOptions::default()).unwrap().bytes).unwrap();
    assert!(written.trim_end().ends_with(";W[cg])"), "{written}");
    // One with a comment stays, and so does one that was empty.
    let kept = sgf::read(b"(;GM[1]SZ[9];W[cg];B[zz]C[off];)", &ReadOptions::lenient()).unwrap();
    assert_eq!(kept.records[0].tree.len(), 4);
    // A game that Tengen does not have is skipped, and the others are read.
    let read = sgf::read(b"(;GM[1];B[aa])(;GM[7];B[aa])(;GM[1];B[bb])", &ReadOptions::lenient()).unwrap();
    assert_eq!(read.records.len(), 2);
}

#[test]
fn depth_does_not_matter() {
    let deep = 100_000;
    let mut text = "(;GM[1]SZ[19]".to_string();
    for i in 0..deep {
        text.push_str(["(;B[aa]", "(;W[bb]"][i % 2]);
    }
    text.push_str(&")".repeat(deep));
    text.push(')');
    let record = read(&text);
    assert_eq!(record.tree.len(), deep + 1);
    assert_eq!(record.violations().len(), 1, "the third move is on a stone");
    let written = sgf::write(std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
    assert_eq!(sgf::read(&written.bytes, &ReadOptions::default()).unwrap().records, [record]);
    // Nothing but brackets, and branches that all have a sibling left to visit.
    assert_eq!(error("(".repeat(deep)).expected, Expected::GameStart);
    let mut text = "(;GM[1]SZ[19]".to_string();
    for _ in 0..20_000 {
        text.push_str("(;AB[aa])(;PL[B]");
    }
    text.push_str(&")".repeat(20_001));
    assert_eq!(read(&text).violations(), []);
}

#[test]
fn length_is_bounded() {
    let mut long = b"(;GM[1]C[".to_vec();
    long.extend(std::iter::repeat_n(b'x', 20 << 20));
    long.extend(b"]PB[me];B[aa])");
    let message = error(&long);
    assert_eq!(message.expected, Expected::AtMost(16_777_216, Counted::ValueBytes));
    assert_eq!((message.at.line_column, message.found), (Some((1, 10)), Found::More));
    let read = sgf::read(&long, &ReadOptions::lenient()).unwrap();
    let record = &read.records[0];
    assert_eq!((record.header.black.name.as_deref(), record.tree.len()), (Some("me"), 2));
    assert_eq!(record.tree.node(0).comment, None);
    let limits = ReadLimits { nodes: 10, ..ReadLimits::default() };
    let many = format!("(;GM[1]{})", ";B[aa];W[bb]".repeat(100));
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let error = sgf::read(many.as_bytes(), &options).unwrap_err();
    assert_eq!((error.expected, error.found), (Expected::AtMost(10, Counted::Nodes), Found::More));
    let options = ReadOptions { limits, ..ReadOptions::lenient() };
    assert_eq!(sgf::read(many.as_bytes(), &options).unwrap().records[0].tree.len(), 10);
    // Rectangles ask for many points with few bytes.
    let rectangles = format!("(;GM[1]{})", ";TR[aa:ss]".repeat(9));
    assert!(sgf::read(rectangles.as_bytes(), &options).is_err());
}

/// A reader that makes a collection of any length as it is read.
struct Endless {
    games: usize,
    at: usize,
}

impl std::io::Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        const GAME: &[u8] = b"(;GM[1]SZ[9];B[aa];W[bb])\n";
        let mut written = 0;
        for byte in out.iter_mut() {
            if self.at / GAME.len() >= self.games {
                break;
            }
            *byte = GAME[self.at % GAME.len()];
            self.at += 1;
            written += 1;
        }
        Ok(written)
    }
}

#[test]
fn collections_are_read_game_by_game() {
    let input = std::io::BufReader::new(Endless { games: 100_000, at: 0 });
    let mut count = 0;
    for (i, item) in games(Format::Sgf, input, &ReadOptions::default()).enumerate() {
        let item = item.unwrap_or_else(|e| panic!("game {i}: {e}"));
        assert_eq!((item.record.tree.len(), item.warnings.len()), (3, 0));
        count += 1;
    }
    assert_eq!(count, 100_000);
    // A value without an end is given up at the limit, not at the end of memory.
    let endless = std::io::Read::chain(&b"(;C["[..], std::io::repeat(b'x'));
    let mut games = games(Format::Sgf, std::io::BufReader::new(endless), &ReadOptions::default());
    let error = games.next().unwrap().unwrap_err();
    assert_eq!(error.expected, Expected::AtMost(16_777_216, Counted::ValueBytes));
    assert!(games.next().is_none());
}

#[test]
fn places_in_later_games_are_those_of_the_file() {
    let text = "junk\n(;GM[1])\r\n\r\n(;GM[1]\n;B[aa])  (;GM[1];W[zz])";
    let place = Some((5, 20));
    assert_eq!(error(text).at.line_column, place);
    for capacity in [1, 2, 7, 100] {
        let input = std::io::BufReader::with_capacity(capacity, text.as_bytes());
        let last = games(Format::Sgf, input, &ReadOptions::default()).last().unwrap();
        assert_eq!(last.unwrap_err().at.line_column, place);
    }
}

const SAMPLES: [&str; 6] = [
    "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[7.5]RU[Chinese]PB[天元]AB[cc]PL[W];W[ee]WL[9.5](;B[gc]C[a\\]b])(;B[]TR[aa:bb]))",
    "(;GM[2]PB[x];B[f5];W[fd])(;GM[4]SZ[15]RU[renju+rif];B[hh];CHOICE[white];W[ii]SPENT[1.5]LB[aa:x])",
    "(;GaMe[1]FF[3]C[old\\\nway];Black[aa]L[bb];W[tt]KO[]XY[1][2])\n\n( ;SZ[5:7];B[ab])",
    "junk(;GM[1]KM[375]HA[3]HA[x]RU[x]RU[nz]TM[1]TM[q]V[x]V[1];B[aa]W[bb]BL[1]WL[2]BL[3])",
    "(;GM[1]CA[GB2312]C[\u{c4}\u{e3}])",
    "(;GM[1](;B[aa];)(;W[bb](;)(;C[x]))TB[]DD[];AE[aa]AB[aa]AW[aa:cc]MN[1])",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        holds_for_any_bytes(Format::Sgf, &bytes);
    }

    #[test]
    fn any_brackets_are_read(text in "[\\(\\);\\[\\]\\\\:a-dABCGMSZ1 \n\u{e9}]{0,60}") {
        holds_for_any_bytes(Format::Sgf, format!("(;{text}").as_bytes());
    }

    #[test]
    fn any_damage_is_read(
        sample in 0..SAMPLES.len(),
        latin in any::<bool>(),
        edits in proptest::collection::vec(any::<(u8, u16, u8)>(), 0..6),
    ) {
        let bytes = match latin {
            true => SAMPLES[sample].chars().map(|c| c as u8).collect(),
            false => SAMPLES[sample].as_bytes().to_vec(),
        };
        holds_for_any_bytes(Format::Sgf, &mutated(bytes, &edits));
    }

    /// Every text can be written, in every place that has text.
    #[test]
    fn texts_read_back(comment in "[^\r\t\u{b}\u{c}]*", name in "[^\r\n\t\u{b}\u{c}]*") {
        let mut record = Record::new(GameSpec::named("go", None, None).unwrap());
        record.tree.node_mut(0).comment = Some(comment);
        record.header.black.name = Some(name.clone());
        record.tree.node_mut(0).marks.push((Point::new(3, 4), Mark::Label(name)));
        let written = sgf::write(std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
        let read = sgf::read(&written.bytes, &ReadOptions::default()).unwrap();
        prop_assert_eq!(&read.records[0], &record);
        prop_assert_eq!(written.losses, []);
    }
}

#[test]
fn rules_that_are_given_twice_are_read_back() {
    holds_for_any_bytes(Format::Sgf, b"(;GM[4]RU[freestyle]RU[renju+rif][ii];B[hh])");
    holds_for_any_bytes(Format::Sgf, b"(;GM[1]RU[chinese]RU[japanese][x];B[dd])");
}
