//! Texts in every character set, and unknown properties.

use encoding_rs::{BIG5, GB18030, GBK, SHIFT_JIS};
use tengen_records::{Format, LostPart, ReadOptions, Record, WriteOptions, sgf};

#[test]
fn every_character_set_is_read() {
    let Some(folder) = tengen_truth::file("go/sgf/sgf-sabaki-sgf") else { return };
    // The names in these files, from the tests of the programs that wrote them and from the dates of the games.
    for (file, black, white) in [
        ("japanese.sgf", "井山 裕太", "山下 敬吾"),
        ("chinese.sgf", "古力", "柯洁"),
        ("korean.sgf", "이세돌", "박정환"),
        ("utf8bom.sgf", "Kitani Minoru", "Go Seigen"),
        ("utf16le.sgf", "Kitani Minoru", "Go Seigen"),
        ("nihon-kiin.sgf", "申眞ソ", "党毅飛"),
    ] {
        let read = Format::Sgf.read(&std::fs::read(folder.join(file)).unwrap(), &ReadOptions::default());
        let header = read.unwrap_or_else(|e| panic!("{file}: {e}")).records.remove(0).header;
        assert_eq!(header.black.name.as_deref(), Some(black), "{file}");
        assert_eq!(header.white.name.as_deref(), Some(white), "{file}");
    }
}

/// A character whose second byte is the code of a bracket or a backslash neither ends nor escapes anything.
#[test]
fn brackets_inside_characters_are_characters() {
    for (label, encoding, text) in [
        ("Shift_JIS", SHIFT_JIS, "ソ表十能予江構ゾ"),
        ("MS_KANJI", SHIFT_JIS, "ソ"),
        ("Big5", BIG5, "功許蓋育"),
        ("GBK", GBK, "乗俓乚"),
        ("GB18030", GB18030, "乗俓乚"),
    ] {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable && bytes.iter().any(|b| matches!(b, b'\\' | b']')), "{label}: {bytes:x?}");
        let mut file = format!("(;GM[1]CA[{label}]C[").into_bytes();
        file.extend(bytes.iter());
        file.extend(b"]PB[a];B[aa])");
        let record = sgf::read(&file, &ReadOptions::default()).unwrap().records.remove(0);
        assert_eq!(record.tree.node(0).comment.as_deref(), Some(text), "{label}");
        assert_eq!((record.header.black.name.as_deref(), record.tree.len()), (Some("a"), 2), "{label}");
    }
}

#[test]
fn unknown_properties_are_kept_byte_for_byte() {
    let mut file = b"(;GM[1]CA[UTF-8]KGSDE[a\\]\\\\b\nc][][\\\n]XX[".to_vec();
    file.extend([0x80, 0xff, 0xfe, 0x01]);
    file.extend(b"];W[aa]MN[3]OW[4])");
    let read = sgf::read(&file, &ReadOptions::default()).unwrap();
    let record = &read.records[0];
    let extra = |node: u32, ident: &str| {
        let found = record.tree.node(node).extra.iter().find(|p| p.ident == ident);
        found.unwrap_or_else(|| panic!("{ident} is lost")).values.clone()
    };
    assert_eq!(extra(0, "KGSDE"), [&b"a\\]\\\\b\nc"[..], b"", b"\\\n"]);
    assert_eq!(extra(0, "XX"), [[0x80, 0xff, 0xfe, 0x01]]);
    assert_eq!(extra(1, "MN"), [b"3"]);
    let written = sgf::write(&read.records, &WriteOptions::default()).unwrap();
    assert_eq!(sgf::read(&written.bytes, &ReadOptions::default()).unwrap().records, read.records);
}

#[test]
fn text_of_unknown_properties_follows_the_file_into_utf8() {
    let gbk = GBK.encode("对局开始时的评论与说明").0;
    let mut file = b"(;GM[1]CA[GB2312]C[".to_vec();
    file.extend(gbk.iter());
    file.extend(b"]ZZ[");
    file.extend(gbk.iter());
    file.extend(b"])");
    let read = sgf::read(&file, &ReadOptions::default()).unwrap();
    let found = |record: &Record| {
        record.tree.node(0).extra.iter().find(|p| p.ident == "ZZ").unwrap().values[0].clone()
    };
    assert_eq!(found(&read.records[0]), gbk.to_vec());
    let written = sgf::write(&read.records, &WriteOptions::default()).unwrap();
    let again = sgf::read(&written.bytes, &ReadOptions::default()).unwrap();
    assert_eq!(found(&again.records[0]), "对局开始时的评论与说明".as_bytes());
}

#[test]
fn names_of_positions_have_one_line() {
    let mut file = b"(;GM[1]CA[GB2312];B[aa]N[".to_vec();
    file.extend(GBK.encode("小目定式").0.iter());
    file.extend(b"];W[bb]N[a\\] b\nc];B[cc]N[];W[dd]N[x][y])");
    let read = sgf::read(&file, &ReadOptions::default()).unwrap();
    let names = |record: &Record| -> Vec<Option<String>> {
        record.tree.iter().map(|(_, node)| node.name.clone()).collect()
    };
    let wanted = [None, Some("小目定式"), Some("a] b c"), None, None].map(|name| name.map(String::from));
    assert_eq!(names(&read.records[0]), wanted);
    // An empty name and a second name are kept as unknown properties.
    assert_eq!(read.records[0].tree.node(4).extra[0].values, [b"x", b"y"]);
    let written = sgf::write(&read.records, &WriteOptions::default()).unwrap();
    let again = sgf::read(&written.bytes, &ReadOptions::default()).unwrap();
    assert_eq!(names(&again.records[0]), wanted);
    let psq =
        Format::Psq.write(&[crate::read("(;GM[4]SZ[15];B[hh]N[x])")], &WriteOptions::default()).unwrap();
    assert!(
        psq.losses.iter().any(|loss| loss.part == LostPart::PositionNames && loss.count == 1),
        "{:?}",
        psq.losses
    );
}
