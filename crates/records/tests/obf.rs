//! OBF: positions with the values of their moves, bad input, and the published collections.

mod support;

use proptest::prelude::*;
use std::collections::BTreeSet;
use support::{holds_for_any_bytes, mutated};
use tengen_board::{Cell, Color};
use tengen_games::{Game, GameSpec, Move};
use tengen_records::{Expected, Format, Found, LostPart, ReadOptions, Record, Tree, WriteOptions, obf};

/// After f5 d6 c3, white to move: three of its moves, with values made up for the test.
const LINE: &str =
    "------------------*--------**------O**-----O-------------------- O; D3:+2; C5:-0.5; PS:-4; --:-127;";

/// As [`LINE`], in the form that Tengen writes.
fn canonical() -> String {
    LINE.replace('*', "X") + "\n"
}

fn read(text: &str) -> Vec<Record> {
    let read = obf::read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(read.warnings, []);
    read.records
}

#[test]
fn a_line_is_a_position_and_the_values_of_its_moves() {
    let records = read(LINE);
    let [record] = &records[..] else { panic!("one position") };
    let start = record.replay_to(Tree::ROOT).unwrap();
    assert_eq!(start.position.to_move(), Color::White);
    let played = {
        let mut game = tengen_games::AnyPosition::new(&GameSpec::named("othello", None, None).unwrap());
        for text in ["f5", "d6", "c3"] {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        game
    };
    for p in played.size().points() {
        assert_eq!(start.position.at(p), played.at(p), "{p:?}");
    }
    let moves: Vec<_> = record.tree.iter().skip(1).map(|(_, n)| (n.parent, n.mv, n.value)).collect();
    let mv = |text: &str| Some((None, played.parse_move(text).unwrap()));
    assert_eq!(
        moves,
        [
            (Some(0), mv("d3"), Some(2.0)),
            (Some(0), mv("c5"), Some(-0.5)),
            (Some(0), Some((None, Move::Pass)), Some(-4.0))
        ]
    );
    assert_eq!(record.tree.node(Tree::ROOT).extra[0].values, [b"--:-127".to_vec()]);
    let written = obf::write(&records, &WriteOptions::default()).unwrap();
    assert_eq!(written.losses, []);
    assert_eq!(String::from_utf8(written.bytes).unwrap(), canonical());
}

#[test]
fn other_spellings_mean_the_same() {
    let records = read(LINE);
    for other in [
        canonical(),
        LINE.replace('-', ".").replace(".0.5", "-0.5").replace(":.4", ":-4").replace("..:.127", "--:-127"),
        format!("% a comment\n\r\n{LINE}\r\n% another"),
        LINE.replace("; D3", "  ;;D3").replace("D3:+2", " d3 : 2.0 ").replace("PS", "pass"),
    ] {
        assert_eq!(read(&other), records, "{other}");
    }
    let scored = read(&format!("{} X; score:+28 % Black has it", "-".repeat(16)));
    let root = scored[0].tree.node(Tree::ROOT);
    assert_eq!((root.value, root.comment.as_deref()), (Some(28.0), Some("Black has it")));
    assert_eq!(scored[0].spec.size().rows(), 4);
    assert_eq!(root.set_up.len(), 4, "the four discs of the start are taken away");
    assert!(root.set_up.iter().all(|&(_, cell)| cell == Cell::Empty));
    // The usual start needs no set-up.
    let usual = read("---------------------------OX------XO--------------------------- X");
    assert_eq!(usual[0], Record::new(GameSpec::named("othello", None, None).unwrap()));
}

/// Problem books print the board alone. Which side is to move follows where only one has a move.
#[test]
fn the_side_may_be_left_out_where_only_one_can_move() {
    let empty = "-".repeat(61);
    for (board, side) in [
        (format!("OX-{empty}"), Color::White),
        (format!("XO-{empty}"), Color::Black),
        ("X".repeat(64), Color::Black),
    ] {
        for text in [board.clone(), format!("{board}; % a study"), format!("{board}\n")] {
            let expected = if side == Color::White { "O" } else { "X" };
            let named = read(&format!("{board} {expected}"));
            let replayed = |r: &Record| r.replay_to(Tree::ROOT).unwrap().position;
            assert_eq!(replayed(&read(&text)[0]), replayed(&named[0]), "{text}");
            assert_eq!(replayed(&named[0]).to_move(), side);
        }
        assert_eq!(tengen_records::detect(board.as_bytes(), None), Some(Format::Obf), "{board}");
    }
    // The side may follow the last cell.
    let joined = "---------------------------OX------XO---------------------------";
    for side in ["X", "O"] {
        let text = format!("{joined}{side}");
        assert_eq!(tengen_records::detect(text.as_bytes(), None), Some(Format::Obf));
        assert_eq!(read(&text), read(&format!("{joined} {side}")));
    }
    // At the start both sides could move.
    let start = "---------------------------OX------XO---------------------------";
    assert_eq!(tengen_records::detect(start.as_bytes(), None), Some(Format::Obf));
    let error = tengen_records::read(start.as_bytes(), None, &ReadOptions::default()).unwrap_err();
    assert_eq!((error.expected, error.found), (Expected::SideToMove("X", "O"), Found::LineEnd));
}

#[test]
fn what_is_wrong_is_named_with_line_and_column() {
    let cells = "-".repeat(64);
    let quote = |text: &str| Found::Quote(text.into());
    let cases = [
        ("hello".to_string(), (1, 1), Expected::Cells, Found::Cells(0)),
        (format!("\n\n {}", &cells[1..]), (3, 65), Expected::Cells, Found::Cells(63)),
        (format!("{cells}-"), (1, 66), Expected::Cells, Found::Cells(65)),
        (cells.replacen("---", "-WB", 1), (1, 2), Expected::Cells, quote("W")),
        (cells.clone(), (1, 65), Expected::SideToMove("X", "O"), Found::LineEnd),
        (format!("{cells} -"), (1, 66), Expected::SideToMove("X", "O"), quote("-")),
        (format!("{cells} X D3:+2"), (1, 67), Expected::FieldEnd, quote(" D3:+2")),
        (format!("{cells} X; D3"), (1, 69), Expected::ValuedMove, quote("D3")),
        (format!("{cells} X; D3:x"), (1, 69), Expected::MoveValue, quote("D3:x")),
        (format!("{cells} X; D3:nan"), (1, 69), Expected::MoveValue, quote("D3:nan")),
        (format!("{cells} X;\n{cells} X;  I3:+1"), (2, 70), Expected::ValuedMove, quote("I3:+1")),
    ];
    for (text, at, expected, found) in cases {
        let error = obf::read(text.as_bytes(), &ReadOptions::default()).expect_err(&text);
        assert_eq!(error.at.line_column, Some(at), "{text}: {error}");
        assert_eq!((&error.expected, &error.found), (&expected, &found), "{text}: {error}");
    }
}

#[test]
fn whatever_is_readable_is_given_when_lenient() {
    let text = format!("{LINE}\nrubbish\n{}\n", LINE.replace("C5:-0.5", "C9:1"));
    let read = obf::read(text.as_bytes(), &ReadOptions::lenient()).unwrap();
    assert_eq!(read.records.iter().map(|r| r.tree.len()).collect::<Vec<_>>(), [4, 3]);
    let warnings: Vec<_> = read.warnings.iter().map(|w| (w.record, w.at.line_column)).collect();
    assert_eq!(warnings, [(None, Some((2, 1))), (Some(1), Some((3, 76)))]);
}

#[test]
fn a_game_is_written_as_the_position_that_it_ends_in() {
    let spec = GameSpec::named("othello", None, None).unwrap();
    let game = tengen_games::AnyPosition::new(&spec);
    let mut record = Record::from_moves(spec, ["f5", "d6", "c3"].map(|m| game.parse_move(m).unwrap()));
    record.header.black.name = Some("Ada".into());
    record.tree.node_mut(2).comment = Some("!".into());
    let written = obf::write(&[record], &WriteOptions::default()).unwrap();
    let losses: Vec<_> = written.losses.iter().map(|l| (&l.part, l.count)).collect();
    assert_eq!(
        losses,
        [(&LostPart::MovesBefore, 3), (&LostPart::MoveComments, 1), (&LostPart::PlayerNames, 0)]
    );
    let text = String::from_utf8(written.bytes).unwrap();
    assert_eq!(text.trim_end(), &canonical()[..67]);
}

/// Every line of the published collections: each move is legal, the FFO tests list every legal move, best first, and
/// what is written is equal to the file.
#[test]
fn the_published_positions() {
    let Some(folder) = tengen_truth::file("othello/obf") else { return };
    let files = [
        ("fforum-1-19.obf", 19),
        ("fforum-20-39.obf", 20),
        ("fforum-40-59.obf", 20),
        ("fforum-60-79.obf", 20),
        ("hard-25.obf", 311),
        ("endgamec-12empties-100.obf", 100),
    ];
    for (name, count) in files {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let records = read(&text);
        assert_eq!(records.len(), count, "{name}");
        for (i, record) in records.iter().enumerate() {
            assert_eq!(record.violations(), [], "{name}, position {i}");
            if name.starts_with("fforum") {
                let (position, tree) = (record.replay_to(Tree::ROOT).unwrap().position, &record.tree);
                let mut legal = Vec::new();
                position.legal_moves_into(&mut legal);
                let scored: BTreeSet<Move> = tree.iter().filter_map(|(_, n)| Some(n.mv?.1)).collect();
                assert_eq!(scored, legal.into_iter().collect(), "{name}, position {i}");
                let values: Vec<_> = tree.iter().filter_map(|(_, n)| n.value).collect();
                assert!(values.is_sorted_by(|a, b| a >= b), "{name}, position {i}: {values:?}");
            }
        }
        let written = obf::write(&records, &WriteOptions::default()).unwrap();
        assert_eq!(written.losses, [], "{name}");
        let written = String::from_utf8(written.bytes).unwrap();
        for (ours, theirs) in written.lines().zip(text.lines()) {
            assert_eq!(ours.trim_end_matches(';'), theirs.trim_end().trim_end_matches(';'), "{name}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        holds_for_any_bytes(Format::Obf, &bytes);
    }

    #[test]
    fn no_text_is_too_strange(text in r"(---O|-OX-|O---X---|[-XO]{16} [XO];| |;|[A-D][1-4]:|score:|PS:|--:|[-+.0-9e]|%|\n|\r){0,30}") {
        holds_for_any_bytes(Format::Obf, text.as_bytes());
        holds_for_any_bytes(Format::Obf, format!("-----OX--XO----- X;{text}").as_bytes());
    }

    #[test]
    fn no_damage_is_too_strange(edits in proptest::collection::vec(any::<(u8, u16, u8)>(), 0..6)) {
        holds_for_any_bytes(Format::Obf, &mutated(format!("{LINE}\n{LINE}\n").into(), &edits));
    }
}
