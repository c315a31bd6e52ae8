//! RenLib: the layout byte for byte, trees that read back unchanged, bad input.

mod support;

use proptest::prelude::*;
use support::{holds_for_any_bytes, mutated};
use tengen_board::{Color, Point};
use tengen_games::{GameSpec, Move};
use tengen_records::{
    Chunk, Expected, Format, LostPart, Mark, NodeId, Property, ReadOptions, Record, Tree, WriteOptions,
    renlib,
};

const HEADER: [u8; 8] = *b"\xffRenLib\xff";

/// A library of version 3.`minor` with these nodes.
fn library(minor: u8, nodes: &[u8]) -> Vec<u8> {
    let mut bytes = HEADER.to_vec();
    bytes.extend([3, minor]);
    bytes.resize(20, 0xff);
    bytes.extend(nodes);
    bytes
}

/// h8; h9 and below it j10 with both comments; beside h9 a text 'A' for the empty point h10; and i9, marked and the
/// start position, with the text 'b' on it. Rows count from the top: h8 is row 8, h9 row 7.
fn by_hand() -> Vec<u8> {
    let mut nodes = vec![0x78, 0x00];
    nodes.extend([0x68, 0x80]);
    nodes.extend([0x5a, 0x40 | 0x08]);
    nodes.extend(b"white\x08resigns\r\nhere\0");
    nodes.extend([0x58, 0x80 | 0x40 | 0x02 | 0x01, 0x00, 0x01]);
    nodes.extend(b"A\0");
    nodes.extend([0x69, 0x40 | 0x10 | 0x04 | 0x01, 0x00, 0x01]);
    nodes.extend(b"b\0");
    library(0, &nodes)
}

fn read(bytes: &[u8]) -> Record {
    let read = renlib::read(bytes, &ReadOptions::default()).unwrap();
    assert_eq!(read.warnings, []);
    let [record] = <[Record; 1]>::try_from(read.records).unwrap();
    record
}

fn write(record: &Record) -> (Vec<u8>, Vec<(LostPart, usize)>) {
    let written = renlib::write(std::slice::from_ref(record), &WriteOptions::default()).unwrap();
    (written.bytes, written.losses.into_iter().map(|l| (l.part, l.count)).collect())
}

fn at(text: &str) -> Point {
    tengen_board::Coords::Gomoku.parse(text, tengen_board::Size::of(15, 15)).unwrap()
}

fn property(ident: &str, values: &[&str]) -> Property {
    Property { ident: ident.into(), values: values.iter().map(|v| v.as_bytes().to_vec()).collect() }
}

fn label(point: &str, text: &str) -> (Point, Mark) {
    (at(point), Mark::Label(text.into()))
}

#[test]
fn a_library_put_together_by_hand_reads_as_it_was_meant() {
    let record = read(&by_hand());
    assert_eq!(record.spec, GameSpec::named("renju", None, None).unwrap());
    let tree = &record.tree;
    let nodes: Vec<_> = tree.iter().map(|(_, n)| (n.parent, n.mv.and_then(|(_, mv)| mv.point()))).collect();
    assert_eq!(
        nodes,
        [
            (None, None),
            (Some(0), Some(at("h8"))),
            (Some(1), Some(at("h9"))),
            (Some(2), Some(at("j10"))),
            (Some(1), Some(at("i9"))),
        ]
    );
    assert_eq!(tree.node(3).comment.as_deref(), Some("white\nresigns\nhere"));
    assert_eq!(tree.node(1).marks, [label("h10", "A"), label("i9", "b")]);
    assert_eq!(tree.node(4).extra, [property("HO", &["1"]), property("RENLIB", &["start"])]);
}

#[test]
fn what_is_written_is_the_documented_layout() {
    let (bytes, losses) = write(&read(&by_hand()));
    assert_eq!(losses, []);
    // Siblings are in the order of the record: moves first, then texts at points without a move.
    let mut nodes = vec![0x78, 0x00, 0x68, 0x80, 0x5a, 0x48];
    nodes.extend(b"white\x08resigns\r\nhere\0");
    nodes.extend([0x69, 0xd5, 0x00, 0x01]);
    nodes.extend(b"b\0");
    nodes.extend([0x58, 0x43, 0x00, 0x01]);
    nodes.extend(b"A\0");
    assert_eq!(bytes.escape_ascii().to_string(), library(0, &nodes).escape_ascii().to_string());
    assert_eq!(read(&bytes), read(&by_hand()));
}

#[test]
fn the_root_is_written_where_it_says_something() {
    // Two first moves, a comment on the empty board, and a pass below.
    let mut nodes = vec![0x00, 0x08];
    nodes.extend(b"\x08empty\0\0");
    nodes.extend([0x78, 0x80, 0x00, 0x40, 0x01, 0x40]);
    let bytes = library(4, &nodes);
    let record = read(&bytes);
    assert_eq!(record.tree.node(Tree::ROOT).comment.as_deref(), Some("empty"));
    assert_eq!(record.tree.node(Tree::ROOT).extra, [property("RENLIB", &["multi"])]);
    let moves: Vec<_> = record.tree.iter().skip(1).map(|(_, n)| (n.parent, n.mv.unwrap().1)).collect();
    assert_eq!(
        moves,
        [(Some(0), Move::Place(at("h8"))), (Some(1), Move::Pass), (Some(0), Move::Place(at("a15")))]
    );
    assert_eq!(write(&record), (bytes, vec![]));
    // An empty library is a root with nothing below.
    let empty = library(4, &[0x00, 0x40]);
    assert_eq!(write(&read(&empty)), (empty, vec![]));
    assert!(read(&library(4, &[])).tree.is_empty());
    // The only first move h8 needs no root; any other does.
    let (bytes, _) = write(&read(&library(4, &[0x00, 0x00, 0x78, 0x40])));
    assert_eq!(bytes, library(0, &[0x78, 0x40]));
    let (bytes, _) = write(&read(&library(0, &[0x77, 0x40])));
    assert_eq!(bytes, library(4, &[0x00, 0x00, 0x77, 0x40]));
}

#[test]
fn old_libraries_are_read() {
    // Before 3.0 there was no header, and comments were 7-bit ASCII with the codes of brackets for Swedish letters.
    let mut bytes = vec![0x78, 0x20];
    bytes.extend(b"b{st\x08p} br{de\xf4");
    bytes.extend([0x68, 0x40]);
    let record = read(&bytes);
    assert_eq!(record.tree.node(1).comment.as_deref(), Some("bäst\npå brädet"));
    assert_eq!(record.tree.len(), 3);
}

#[test]
fn a_part_of_a_library_announces_siblings_that_do_not_follow() {
    // RenLib saves the moves to the part with the flags of the whole library.
    let bytes = library(0, &[0x78, 0x00, 0x68, 0x80, 0x5a, 0x80, 0x59, 0xc0, 0x57, 0x40]);
    let read = renlib::read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(read.records[0].tree.len(), 6);
    assert_eq!(read.warnings.len(), 1);
    assert_eq!(read.warnings[0].at.offset, 24);
}

#[test]
fn texts_are_in_the_character_set_that_fits() {
    let with = |text: &[u8]| {
        let mut nodes = vec![0x78, 0x48];
        nodes.extend(text);
        nodes.push(0);
        nodes.resize(nodes.len().next_multiple_of(2), 0);
        library(0, &nodes)
    };
    for (label, text) in [
        ("utf-8", "五子棋 Åkesson"),
        ("windows-1252", "Göran Åkesson spelar här, och det är svårt att förlora."),
        ("gbk", "五子棋连珠开局定式，黑方必胜。"),
        ("shift_jis", "連珠の定石です。ここで黒が勝ちます。"),
        ("windows-1251", "Здесь чёрные выигрывают, белые не могут защититься."),
    ] {
        let (encoded, ..) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text);
        let bytes = with(&encoded);
        let record = read(&bytes);
        assert_eq!(record.tree.node(1).comment.as_deref(), Some(text), "{label}");
        assert_eq!(write(&record), (bytes, vec![]), "{label}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_byte() {
    let formula = Expected::PointByte { step: 16, base: 1, side: 15 };
    let cases: [(Vec<u8>, u64, Expected); 14] = [
        (b"RenLib".to_vec(), 0, Expected::LibraryHeader),
        (vec![], 0, Expected::LibraryHeader),
        (HEADER.to_vec(), 8, Expected::Bytes(20, Chunk::Header)),
        (library(5, &[0x78, 0x40]), 8, Expected::Version(3, 4)),
        (library(4, &[0x78]), 20, Expected::Bytes(2, Chunk::Node)),
        (library(4, &[0x78, 0x01, 0x00]), 22, Expected::Bytes(2, Chunk::Node)),
        (library(4, &[0x10, 0x40]), 20, formula.clone()),
        (library(4, &[0xf1, 0x40]), 20, formula),
        (library(4, &[0x78, 0x40, 0x68, 0x40]), 22, Expected::End(None)),
        (library(4, &[0x00, 0x80, 0x78, 0x40]), 21, Expected::RootWithoutSiblings),
        (library(4, &[0x78, 0x48, b'a', b'b']), 24, Expected::TextEnd),
        (library(4, &[0x78, 0x48, b'a', b'b', 0]), 25, Expected::Bytes(2, Chunk::TextPair)),
        (library(4, &[0x78, 0x00, 0x68, 0xc0, 0x58, 0x00]), 26, Expected::FurtherMove),
        (library(4, &[0x78, 0x00, 0x68, 0xc0, 0x58, 0xc0, 0x48, 0xc0]), 28, Expected::FurtherVariation),
    ];
    for (bytes, offset, expected) in cases {
        let error = renlib::read(&bytes, &ReadOptions::default()).expect_err("it is damaged");
        assert_eq!(error.at.offset, offset, "{error}");
        assert_eq!(error.expected, expected, "{error}");
        let lenient = renlib::read(&bytes, &ReadOptions::lenient());
        assert_eq!(lenient.is_ok(), offset >= 20, "{error}");
    }
    let gomoku = GameSpec::named("gomoku", None, None).unwrap();
    let options = ReadOptions::default().with_spec(gomoku.clone());
    assert_eq!(renlib::read(&by_hand(), &options).unwrap().records[0].spec, gomoku);
    let wide = GameSpec::named("gomoku", None, Some("20".parse().unwrap())).unwrap();
    assert!(renlib::read(&by_hand(), &ReadOptions::default().with_spec(wide)).is_err());
}

#[test]
fn whatever_is_readable_is_given_when_lenient() {
    let mut bytes = by_hand();
    bytes.truncate(bytes.len() - 2);
    let read = renlib::read(&bytes, &ReadOptions::lenient()).unwrap();
    assert_eq!(read.records[0].tree.len(), 5);
    assert_eq!(read.records[0].tree.node(1).marks, [label("h10", "A")]);
    assert_eq!(read.warnings.len(), 1);
}

#[test]
fn trees_are_as_deep_and_as_wide_as_they_are() {
    // A hundred thousand moves in one line, then as many siblings: no recursion, no quadratic time.
    let mut nodes = Vec::new();
    for _ in 0..100_000 {
        nodes.extend([0x78, 0x00]);
    }
    for _ in 0..99_999 {
        nodes.extend([0x68, 0xc1, 0x00, 0x01, b'A', 0]);
    }
    nodes.extend([0x68, 0x40]);
    let bytes = library(4, &[&[0x00, 0x00], &nodes[..]].concat());
    let record = read(&bytes);
    assert_eq!(record.tree.len(), 200_001);
    let (written, losses) = write(&record);
    assert_eq!(losses, []);
    assert!(read(&written) == record);
}

#[test]
fn losses_are_named_and_impossible_records_refused() {
    let spec = GameSpec::named("renju", None, None).unwrap();
    let place = |text: &str| Move::Place(at(text));
    let mut record = Record::from_moves(spec.clone(), [place("h8"), place("h9")]);
    record.header.black.name = Some("Ada".into());
    record.header.result = Some("B+".into());
    record.tree.node_mut(2).mv = Some((Some(Color::Black), place("h9")));
    record.tree.node_mut(1).marks = vec![label("h9", "A"), label("a1", "B"), (at("c3"), Mark::Triangle)];
    record.tree.node_mut(1).comment = Some("\nx\0y".into());
    record.tree.node_mut(2).value = Some(1.0);
    let bare = record.tree.add(2);
    record.tree.node_mut(bare).comment = Some("on no move".into());
    let after = record.tree.add(bare);
    record.tree.node_mut(after).mv = Some((None, place("i8")));
    let (bytes, losses) = write(&record);
    assert_eq!(
        losses,
        [
            (LostPart::ColorsOutOfTurn, 1),
            (LostPart::CommentsWithoutMove, 1),
            (LostPart::CommentLayout, 1),
            (LostPart::MarksWithoutText, 1),
            (LostPart::PlayerNames, 0),
            (LostPart::Result, 0),
            (LostPart::Values, 1),
        ]
    );
    let again = read(&bytes);
    let moves: Vec<_> = again.main_moves().collect();
    assert_eq!(moves, [place("h8"), place("h9"), place("i8")], "what follows a bare comment takes its place");
    assert_eq!(again.tree.node(1).marks, [label("h9", "A"), label("a1", "B")]);

    let refused =
        |record: Record| renlib::write(&[record], &WriteOptions::default()).unwrap_err().to_string();
    let mut set_up = Record::new(spec);
    set_up.tree.node_mut(Tree::ROOT).set_up.push((at("h8"), tengen_board::Cell::Black));
    assert!(refused(set_up).contains("stones are set up"));
    let wide = GameSpec::named("gomoku", None, Some("20".parse().unwrap())).unwrap();
    assert!(refused(Record::new(wide)).contains("15x15"));
    assert!(renlib::write(&[], &WriteOptions::default()).is_err());
}

/// The lines of a library as RenLib itself follows them. It has a list of the nodes on the way to the present one, and
/// a stack of places in that list with another sibling to come.
fn lines_as_renlib_follows_them(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut at = 20;
    let (mut way, mut to_come, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let text = |at: &mut usize| {
        while bytes[*at] != 0 && bytes[*at + 1] != 0 {
            *at += 2;
        }
        *at += 2;
    };
    let mut is_first = true;
    while at < bytes.len() {
        let (place, flags) = (bytes[at], bytes[at + 1]);
        at += 2;
        let board_text = flags & 1 != 0 && {
            at += 2;
            bytes[at - 1] & 1 != 0
        };
        if !std::mem::take(&mut is_first) || place != 0 {
            way.push(place);
            lines.push(way.clone());
        }
        if flags & 0x08 != 0 {
            text(&mut at);
        }
        if board_text {
            text(&mut at);
        }
        if flags & 0x80 != 0 {
            to_come.push(way.len());
        }
        if flags & 0x40 != 0
            && let Some(index) = to_come.pop()
        {
            way.truncate(index - 1);
        }
    }
    lines
}

/// The lines of a record. The points of its labels are included, because they may become moves.
fn lines_of(record: &Record) -> Vec<Vec<u8>> {
    let byte = |p: Point| 16 * p.row + p.col + 1;
    let place = |id| record.tree.node(id).mv.map_or(0, |(_, mv): (_, Move)| mv.point().map_or(0, byte));
    let mut lines = Vec::new();
    for (id, node) in record.tree.iter() {
        let way: Vec<u8> = record.tree.path(id).into_iter().skip(1).map(place).collect();
        for &(point, _) in &node.marks {
            if !node.children.iter().any(|&child| place(child) == byte(point)) {
                lines.push([&way[..], &[byte(point)]].concat());
            }
        }
        if id != Tree::ROOT {
            lines.push(way);
        }
    }
    lines.sort();
    lines
}

/// A tree of up to forty nodes, with everything that RenLib holds.
fn any_tree() -> impl Strategy<Value = Record> {
    let text = "[a-zåäö]{1,5}( [A-Z0-9]{1,3})?(\n[a-z]{1,4}){0,2}";
    let node =
        (any::<u16>(), 0..15_u8, 0..15_u8, proptest::option::weighted(0.3, text), 0..32_u8, "[A-Z1-9]{1,2}");
    proptest::collection::vec(node, 0..40).prop_map(|nodes| {
        let mut record = Record::new(GameSpec::named("renju", None, None).unwrap());
        // Nodes are added in the order of a file: each below the last line.
        let mut line: Vec<NodeId> = vec![Tree::ROOT];
        for (up, row, col, comment, kind, text) in nodes {
            line.truncate(line.len() - usize::from(up) % line.len());
            let parent = *line.last().unwrap();
            let id = record.tree.add(parent);
            line.push(id);
            let node = record.tree.node_mut(id);
            node.mv = Some((None, if kind == 0 { Move::Pass } else { Move::Place(Point::new(row, col)) }));
            node.comment = comment;
            if kind & 4 != 0 && kind != 0 {
                let marks = &mut record.tree.node_mut(parent).marks;
                let point = Point::new(row, if kind & 8 != 0 { (col + 1) % 15 } else { col });
                if !marks.iter().any(|&(p, _)| p == point) {
                    marks.push((point, Mark::Label(text)));
                    marks.sort_by_key(|&(p, _)| p);
                }
            }
            if kind & 16 != 0 {
                record.tree.node_mut(id).extra.push(property("HO", &["1"]));
            }
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_tree_comes_back(record in any_tree()) {
        let (bytes, losses) = write(&record);
        prop_assert_eq!(losses, []);
        let mut lines = lines_as_renlib_follows_them(&bytes);
        lines.sort();
        prop_assert_eq!(lines, lines_of(&record));
        prop_assert_eq!(read(&bytes), record);
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        holds_for_any_bytes(Format::RenLib, &bytes);
        holds_for_any_bytes(Format::RenLib, &library(4, &bytes));
        holds_for_any_bytes(Format::RenLib, &[&[0x78, 0x00], &bytes[..]].concat());
    }

    #[test]
    fn no_damage_is_too_strange(edits in proptest::collection::vec(any::<(u8, u16, u8)>(), 0..6)) {
        holds_for_any_bytes(Format::RenLib, &mutated(by_hand(), &edits));
    }
}
