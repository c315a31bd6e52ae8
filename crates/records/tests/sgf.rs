//! SGF: real files read, replay and come back; another reader sees the same trees; damage is told with its place.

mod support;

use proptest::prelude::*;
use sgf_parse::go::{self, Prop};
use sgf_parse::{GameTree, ParseOptions, SgfNode, parse_with_options};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::{holds_for_any_bytes, mutated, truth};
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::{Game, GameKind, GameSpec, Move};
use tengen_records::{
    Broken, Fault, Format, Limits, Mark, Node, Property, ReadOptions, Record, Tree, WriteOptions, games, sgf,
};

/// Every SGF file below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "sgf") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Files of the truth folder that no reader can read whole, and why.
const BROKEN: [(&str, &str); 2] =
    [("owl42.sgf", "its closing bracket is missing"), ("nightmare.sgf", "it is empty")];

#[test]
fn real_files_are_read_and_written_and_read_the_same() {
    let Some(folder) = truth("go", "real SGF files") else { return };
    let (mut games, mut nodes, mut broken) = (0, 0, Vec::new());
    for path in files(&folder) {
        let bytes = std::fs::read(&path).unwrap();
        let read = match sgf::read(&bytes, &ReadOptions::default()) {
            Ok(read) => read,
            Err(error) => {
                broken.push((path.file_name().unwrap().to_string_lossy().into_owned(), error));
                continue;
            }
        };
        let written = sgf::write(&read.records, &Default::default()).unwrap();
        assert_eq!(written.losses, [], "{}", path.display());
        let mut again = sgf::read(&written.bytes, &ReadOptions::default())
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(again.warnings, [], "{}", path.display());
        assert_eq!(again.records.len(), read.records.len());
        for (again, record) in again.records.iter_mut().zip(&read.records) {
            // Text in another character set comes back in UTF-8, and then nothing need be said of the other.
            if record.tree.node(Tree::ROOT).extra.iter().any(|p| p.ident == "CA") {
                assert_eq!(again.tree.len(), record.tree.len());
                assert_eq!(again.header, record.header);
            } else {
                assert!(again == record, "{}", path.display());
            }
            games += 1;
            nodes += record.tree.len();
        }
    }
    println!("{games} games, {nodes} nodes");
    let names: Vec<&str> = broken.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), BROKEN.len(), "{broken:?}");
    assert!(names.iter().all(|name| BROKEN.iter().any(|(known, _)| known == name)), "{broken:?}");
    assert!(games > 1800 && nodes > 200_000, "{games} games, {nodes} nodes");
}

#[test]
fn real_games_and_problems_replay_with_every_move_legal() {
    let Some(folder) = truth("go", "replay of real SGF files") else { return };
    let (mut games, mut moves, mut broken) = (0, 0, Vec::new());
    for path in files(&folder) {
        let Ok(read) = sgf::read(&std::fs::read(&path).unwrap(), &ReadOptions::lenient()) else { continue };
        for record in &read.records {
            let (_, played) = record.walk(|_, result| {
                if let Err(fault) = result {
                    broken.push(format!("{}: {fault}", path.display()));
                }
            });
            let all = record.tree.iter().filter(|(_, node)| node.mv.is_some()).count();
            assert!(played == all || !broken.is_empty(), "{}: {played} of {all} moves", path.display());
            games += 1;
            moves += played;
        }
    }
    println!("{games} games, {moves} moves");
    // No exceptions: even the games of test suites that are about ko and suicide keep to the rules that they name.
    assert_eq!(broken, Vec::<String>::new());
    assert!(games > 1800 && moves > 200_000, "{games} games, {moves} moves");
}

/// What another reader, `sgf-parse`, finds in a node, in words that both readers can say.
#[derive(Debug, PartialEq, Default)]
struct Seen {
    children: usize,
    mv: Option<(Color, Option<Point>)>,
    set_up: BTreeSet<(Point, Cell)>,
    name: Option<String>,
    comment: Option<String>,
    triangles: BTreeSet<Point>,
}

fn plain(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\t', " ").replace("\\]", "]").replace("\\\\", "\\")
}

fn seen_by_oracle(node: &SgfNode<Prop>, out: &mut Vec<Seen>) {
    let point = |p: &go::Point| Point::new(p.y, p.x);
    let mut seen = Seen { children: node.children().count(), ..Seen::default() };
    for prop in node.properties() {
        let at = |mv: &go::Move| match mv {
            go::Move::Pass => None,
            go::Move::Move(p) if (p.x, p.y) == (19, 19) => None,
            go::Move::Move(p) => Some(point(p)),
        };
        match prop {
            Prop::B(mv) => seen.mv = Some((Color::Black, at(mv))),
            Prop::W(mv) => seen.mv = Some((Color::White, at(mv))),
            Prop::AB(points) => seen.set_up.extend(points.iter().map(|p| (point(p), Cell::Black))),
            Prop::AW(points) => seen.set_up.extend(points.iter().map(|p| (point(p), Cell::White))),
            Prop::AE(points) => seen.set_up.extend(points.iter().map(|p| (point(p), Cell::Empty))),
            Prop::TR(points) => seen.triangles.extend(points.iter().map(point)),
            Prop::N(text) => seen.name = Some(plain(&text.text)).filter(|name| !name.is_empty()),
            // One node of these files has two comments, which is not allowed; ours are joined.
            Prop::C(text) => {
                let before = seen.comment.take().map_or(String::new(), |c| c + "\n");
                seen.comment = Some(before + &plain(&text.text));
            }
            _ => {}
        }
    }
    out.push(seen);
    for child in node.children() {
        seen_by_oracle(child, out);
    }
}

fn seen_by_us(record: &Record) -> Vec<Seen> {
    let seen = |node: &Node| Seen {
        children: node.children.len(),
        mv: node.mv.map(|(color, mv)| (color.expect("SGF says the colour"), mv.point())),
        set_up: node.set_up.iter().copied().collect(),
        name: node.name.as_deref().map(plain),
        comment: node.comment.as_deref().map(plain),
        triangles: node.marks.iter().filter(|(_, m)| *m == Mark::Triangle).map(|(p, _)| *p).collect(),
    };
    record.tree.iter().map(|(_, node)| seen(node)).collect()
}

#[test]
fn another_reader_sees_the_same_trees() {
    let Some(folder) = truth("go", "trees as sgf-parse sees them") else { return };
    let check = move || {
        let (mut compared, mut nodes) = (0, 0);
        for path in files(&folder) {
            let bytes = std::fs::read(&path).unwrap();
            let Ok(text) = std::str::from_utf8(&bytes) else { continue };
            let Ok(ours) = sgf::read(&bytes, &ReadOptions::default()) else { continue };
            // Damage that we tell and mend (two moves in a node) is mended otherwise there.
            if !ours.warnings.is_empty() {
                continue;
            }
            let options = ParseOptions { convert_mixed_case_identifiers: true, ..ParseOptions::default() };
            let Ok(theirs) = parse_with_options(text, &options) else { continue };
            assert_eq!(ours.records.len(), theirs.len(), "{}", path.display());
            for (record, tree) in ours.records.iter().zip(&theirs) {
                let GameTree::GoGame(root) = tree else { continue };
                let mut oracle = Vec::new();
                seen_by_oracle(root, &mut oracle);
                let ours = seen_by_us(record);
                assert_eq!(ours.len(), oracle.len(), "{}", path.display());
                for (i, (ours, oracle)) in ours.iter().zip(&oracle).enumerate() {
                    assert_eq!(ours, oracle, "{}, node {i}", path.display());
                }
                compared += 1;
                nodes += ours.len();
            }
        }
        println!("{compared} games, {nodes} nodes compared");
        assert!(compared > 1500, "{compared}");
    };
    // The other reader goes down a tree by recursion.
    std::thread::Builder::new().stack_size(256 << 20).spawn(check).unwrap().join().unwrap();
}

fn read(text: &str) -> Record {
    let read = sgf::read(text.as_bytes(), &ReadOptions::default());
    read.unwrap_or_else(|e| panic!("{text}: {e}")).records.remove(0)
}

/// Reading, as an error's place and words.
fn error(text: impl AsRef<[u8]>) -> String {
    sgf::read(text.as_ref(), &ReadOptions::default()).expect_err("it is damaged").to_string()
}

#[test]
fn every_character_set_is_read() {
    let Some(folder) = truth("go/sgf/sgf-sabaki-sgf", "character sets") else { return };
    // The names in these files, as their makers' own tests and the games' dates have them.
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

/// Letters whose second byte is the code of a bracket or a backslash do not end or escape anything.
#[test]
fn brackets_inside_letters_are_letters() {
    for (label, encoding, text) in [
        ("Shift_JIS", encoding_rs::SHIFT_JIS, "ソ表十能予江構ゾ"),
        ("MS_KANJI", encoding_rs::SHIFT_JIS, "ソ"),
        ("Big5", encoding_rs::BIG5, "功許蓋育"),
        ("GBK", encoding_rs::GBK, "乗俓乚"),
        ("GB18030", encoding_rs::GB18030, "乗俓乚"),
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
    let gbk = encoding_rs::GBK.encode("对局开始时的评论与说明").0;
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
fn positions_have_names_of_one_line() {
    let mut file = b"(;GM[1]CA[GB2312];B[aa]N[".to_vec();
    file.extend(encoding_rs::GBK.encode("小目定式").0.iter());
    file.extend(b"];W[bb]N[a\\] b\nc];B[cc]N[];W[dd]N[x][y])");
    let read = sgf::read(&file, &ReadOptions::default()).unwrap();
    let names = |record: &Record| -> Vec<Option<String>> {
        record.tree.iter().map(|(_, node)| node.name.clone()).collect()
    };
    let wanted = [None, Some("小目定式"), Some("a] b c"), None, None].map(|name| name.map(String::from));
    assert_eq!(names(&read.records[0]), wanted);
    // What is no name, or two, is kept as it is.
    assert_eq!(read.records[0].tree.node(4).extra[0].values, [b"x", b"y"]);
    let written = sgf::write(&read.records, &WriteOptions::default()).unwrap();
    let again = sgf::read(&written.bytes, &ReadOptions::default()).unwrap();
    assert_eq!(names(&again.records[0]), wanted);
    let psq = Format::Psq.write(&[self::read("(;GM[4]SZ[15];B[hh]N[x])")], &WriteOptions::default()).unwrap();
    assert!(psq.losses.iter().any(|loss| loss.what == "names of positions (1)"), "{:?}", psq.losses);
}

#[test]
fn each_game_is_read_in_its_own_way() {
    let othello = read("(;FF[4]GM[2];B[f5];W[fd];B[C3])");
    assert_eq!(othello.spec.kind(), GameKind::Othello);
    let points: Vec<Move> = othello.main_moves().collect();
    assert_eq!(points, [Point::new(4, 5), Point::new(3, 5), Point::new(2, 2)].map(Move::Place));
    let gomoku = read("(;GM[4]SZ[15]RU[renju];B[h8];W[ii])");
    assert_eq!(gomoku.spec, GameSpec::named("renju", None, None).unwrap());
    assert_eq!(gomoku.main_moves().next(), Some(Point::new(7, 7).into()));
    assert_eq!(read("(;SZ[15];B[h8];W[i9])").spec.kind(), GameKind::Gomoku);
    assert_eq!(read("(;SZ[8];B[f5])").spec.kind(), GameKind::Othello);
    assert_eq!(read("(;B[pd])").spec.kind(), GameKind::Go);
    let tic_tac_toe = GameSpec::named("tic-tac-toe", None, None).unwrap();
    let record = Record::from_moves(tic_tac_toe.clone(), [Move::Place(Point::new(1, 1))]);
    let written = sgf::write(&[record], &WriteOptions::default()).unwrap();
    assert_eq!(sgf::read(&written.bytes, &ReadOptions::default()).unwrap().records[0].spec, tic_tac_toe);
    // A hint fills in what the file does not say, and only that.
    let hint = ReadOptions::default().with_spec(GameSpec::named("renju", None, None).unwrap());
    assert_eq!(sgf::read(b"(;B[hh])", &hint).unwrap().records[0].spec.kind(), GameKind::Gomoku);
    assert_eq!(sgf::read(b"(;GM[2];B[ff])", &hint).unwrap().records[0].spec.kind(), GameKind::Othello);
    assert_eq!(Size::of(10, 5), read("(;GM[1]SZ[5:10];B[ej])").spec.size());
}

#[test]
fn header_set_up_marks_and_clocks() {
    let record = read(
        "(;FF[4]GM[1]SZ[9]KM[6.5]HA[2]RU[AGA]PB[黑]BR[9p]BT[team a]PW[white\nname]RE[W+R]DT[2025-01-02]EV[cup]\
         RO[1]PC[Beijing]GN[final]GC[two\nlines]AP[CGoban:3]TM[1800]OT[3x30 byo-yomi]AB[cc][gg]PL[W]C[so: \\] it is]\
         TR[aa]LB[bb:1][cc:a\\:b]TB[aa:bb];W[ee]WL[1799.5]OW[2]CR[ee]V[0.25])",
    );
    let h = &record.header;
    let told = [&h.black.name, &h.black.rank, &h.black.team, &h.white.name, &h.result, &h.date, &h.event];
    let told: Vec<&str> = told.into_iter().map(|t| t.as_deref().unwrap_or("-")).collect();
    assert_eq!(told, ["黑", "9p", "team a", "white name", "W+R", "2025-01-02", "cup"]);
    assert_eq!((h.time, h.overtime.as_deref()), (Some(Duration::from_secs(1800)), Some("3x30 byo-yomi")));
    assert_eq!(h.comment.as_deref(), Some("two\nlines"));
    let GameSpec::Go(rules) = record.spec else { panic!("GM[1] is Go") };
    assert_eq!((rules.komi, rules.handicap, rules.size), (6.5, 2, Size::of(9, 9)));
    let root = record.tree.node(0);
    assert_eq!(root.set_up, [(Point::new(2, 2), Cell::Black), (Point::new(6, 6), Cell::Black)]);
    assert_eq!((root.to_move, root.comment.as_deref()), (Some(Color::White), Some("so: ] it is")));
    let territory = root.marks.iter().filter(|(_, m)| *m == Mark::Territory(Color::Black)).count();
    assert_eq!((territory, root.marks.len()), (4, 7));
    assert!(root.marks.contains(&(Point::new(2, 2), Mark::Label("a:b".into()))));
    let node = record.tree.node(1);
    assert_eq!((node.clock, node.value), (Some(Duration::from_millis(1_799_500)), Some(0.25)));
    assert_eq!(node.extra, [Property { ident: "OW".into(), values: vec![b"2".to_vec()] }]);
    let replay = record.replay();
    assert_eq!(
        (replay.position.at(Point::new(2, 2)), replay.position.to_move()),
        (Cell::Black, Color::Black)
    );
    assert_eq!(replay.broken, None);
}

#[test]
fn old_editions_are_read() {
    // FF[3] had lower-case letters in identifiers, FF[1] marked points with L.
    let record = read("(;GaMe[1]FF[1]PlayerBlack[x]SiZe[9];Black[aa]L[bb][cc];White[tt])");
    assert_eq!(record.header.black.name.as_deref(), Some("x"));
    assert_eq!(record.main_moves().collect::<Vec<_>>(), [Move::Place(Point::new(0, 0)), Move::Pass]);
    let labels: Vec<_> = record.tree.node(1).marks.iter().map(|(_, m)| m.clone()).collect();
    assert_eq!(labels, [Mark::Label("a".into()), Mark::Label("b".into())]);
}

#[test]
fn damage_is_told_with_its_place() {
    for (text, told) in [
        ("", "line 1, column 1: expected a game, which begins with '(;', found an empty file"),
        ("hello", "line 1, column 1: expected a game, which begins with '(;', found 'hello'"),
        ("(;GM[1];B[aa", "line 1, column 13: expected ']' to end the value, found the end of the file"),
        ("(;GM[1];B[aa]", "line 1, column 14: expected ')' to end the game, found the end of the file"),
        ("(;GM[1]\n;B[zz])", "line 2, column 4: expected a point of the 19x19 board such as jj"),
        ("(;GM[1]SZ[99])", "line 1, column 11: expected a board size, 1 to 25"),
        ("(;GM[4]SZ[25])", "line 1, column 11: expected a board that gomoku is played on"),
        ("(;GM[11])", "line 1, column 6: expected GM[1] (Go), GM[2] (Othello) or GM[4]"),
        ("(;GM[1]\r\n;B[aa]]C[x])", "line 2, column 7: expected ';', '(', ')' or a property, found ']'"),
        ("(;GM[1]\r;B W[aa])", "line 2, column 4: expected '[' and a value, found 'W'"),
        ("(;GM[1];[aa])", "line 1, column 9: expected a property's identifier, found '['"),
        ("(;GM[1];AB[a0])", "line 1, column 12: expected a point of the 19x19 board"),
    ] {
        assert!(error(text).contains(told), "{text:?}: {}", error(text));
    }
    assert!(
        error([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]).contains("found '\\xff\\xd8"),
        "{}",
        error([0xff, 0xd8])
    );
}

#[test]
fn whatever_is_readable_is_offered_when_lenient() {
    let text = b"(;GM[1]SZ[9]PB[x];B[aa];W[zz];B[bb]]junk!;W[cc]C[cut";
    assert!(sgf::read(text, &ReadOptions::default()).is_err());
    let read = sgf::read(text, &ReadOptions::lenient()).unwrap();
    assert_eq!(read.records[0].main_moves().count(), 3);
    assert_eq!(read.records[0].tree.node(4).comment.as_deref(), Some("cut"));
    let told: Vec<String> = read.warnings.iter().map(|w| w.to_string()).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    // One game that cannot be played here does not take the others with it.
    let read = sgf::read(b"(;GM[1];B[aa])(;GM[7];B[aa])(;GM[1];B[bb])", &ReadOptions::lenient()).unwrap();
    assert_eq!(read.records.len(), 2);
}

#[test]
fn an_illegal_move_is_told_with_its_node() {
    let record = read("(;GM[1]SZ[9];B[aa];W[bb](;B[aa])(;B[cc];W[cc]))");
    let faults = record.faults();
    let told: Vec<(u32, usize)> = faults.iter().map(|b: &Broken| (b.node, b.moves)).collect();
    assert_eq!(told, [(3, 2), (5, 3)]);
    assert!(matches!(faults[0].fault, Fault::Illegal(_)));
    // A ko taken back at once, after seven moves: White takes at B9, Black may not retake at A9 … C8.
    let ko = read("(;GM[1]SZ[9]RU[Japanese];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])");
    let broken = ko.replay().broken.expect("the ko is retaken");
    assert_eq!((broken.node, broken.moves), (9, 8));
    assert!(broken.to_string().contains("ko"), "{broken}");
}

#[test]
fn habits_that_the_rules_do_not_have_are_played_and_counted() {
    let replayed = |text: &str| {
        let replay = read(text).replay();
        let c = replay.count;
        (replay.broken.map(|b| b.to_string()), [c.moves, c.passes, c.set_ups, c.spare_passes])
    };
    // Two moves of one side in Go have a pass between them; a third pass is one too many; and play may go on.
    assert_eq!(replayed("(;GM[1]SZ[9];B[aa];B[bb];W[cc])"), (None, [3, 1, 0, 0]));
    assert_eq!(replayed("(;GM[1]SZ[9];B[];W[];B[])"), (None, [3, 0, 0, 1]));
    assert_eq!(replayed("(;GM[1]SZ[9];B[aa];W[];B[];W[bb];B[cc])"), (None, [5, 0, 1, 0]));
    // A problem may begin with white, after a set-up or not.
    assert_eq!(replayed("(;GM[1]SZ[9];W[aa];B[bb])"), (None, [2, 0, 1, 0]));
    assert_eq!(replayed("(;GM[4]SZ[15]AB[hh];W[ii];B[aa])"), (None, [2, 0, 1, 0]));
    // Handicap stones, by the file's word or one by one.
    assert_eq!(replayed("(;GM[1]SZ[9]HA[2]AB[cc][gg];W[aa])"), (None, [1, 0, 1, 0]));
    assert_eq!(replayed("(;GM[1]SZ[9]HA[2];B[cc];B[gg];W[aa])"), (None, [3, 0, 0, 0]));
    // Elsewhere nobody moves twice.
    let (broken, _) = replayed("(;GM[4]SZ[15];B[hh];B[ii])");
    assert_eq!(broken.unwrap(), "node 2, after 1 moves: i7 is given to black, but it is white's turn");
    // The shortest wipe-out: white has no disc left after nine moves.
    let shortest = "(;GM[2];B[f5];W[d6];B[c5];W[f4];B[e7];W[f6];B[g5];W[e6];B[e3])";
    let replay = read(shortest).replay();
    assert_eq!((replay.broken, replay.position.is_over()), (None, true));
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
    assert_eq!(record.faults().len(), 1, "the third move is on a stone");
    let written = sgf::write(std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
    assert_eq!(sgf::read(&written.bytes, &ReadOptions::default()).unwrap().records, [record]);
    // Nothing but brackets, and branches that all want to be come back to.
    assert!(error("(".repeat(deep)).contains("expected a game"));
    let mut text = "(;GM[1]SZ[19]".to_string();
    for _ in 0..20_000 {
        text.push_str("(;AB[aa])(;PL[B]");
    }
    text.push_str(&")".repeat(20_001));
    assert_eq!(read(&text).faults(), []);
}

#[test]
fn length_is_bounded() {
    let mut long = b"(;GM[1]C[".to_vec();
    long.extend(std::iter::repeat_n(b'x', 20 << 20));
    long.extend(b"]PB[me];B[aa])");
    let told = error(&long);
    assert!(told.contains("line 1, column 10: expected a value of at most 16777216 bytes"), "{told}");
    let read = sgf::read(&long, &ReadOptions::lenient()).unwrap();
    let record = &read.records[0];
    assert_eq!((record.header.black.name.as_deref(), record.tree.len()), (Some("me"), 2));
    assert_eq!(record.tree.node(0).comment, None);
    let limits = Limits { nodes: 10, ..Limits::default() };
    let many = format!("(;GM[1]{})", ";B[aa];W[bb]".repeat(100));
    let options = ReadOptions { limits, ..ReadOptions::default() };
    assert!(sgf::read(many.as_bytes(), &options).unwrap_err().to_string().contains("at most 10 nodes"));
    let options = ReadOptions { limits, ..ReadOptions::lenient() };
    assert_eq!(sgf::read(many.as_bytes(), &options).unwrap().records[0].tree.len(), 10);
    // Rectangles ask for many points with few bytes.
    let rectangles = format!("(;GM[1]{})", ";TR[aa:ss]".repeat(9));
    assert!(sgf::read(rectangles.as_bytes(), &options).is_err());
}

/// A reader that makes a collection of any length as it is read, and counts what was asked for.
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
    // A value without an end is given up when it is too long, not when memory is.
    let endless = std::io::Read::chain(&b"(;C["[..], std::io::repeat(b'x'));
    let mut games = games(Format::Sgf, std::io::BufReader::new(endless), &ReadOptions::default());
    assert!(games.next().unwrap().unwrap_err().to_string().contains("at most 16777216 bytes"));
    assert!(games.next().is_none());
}

#[test]
fn places_in_later_games_are_those_of_the_file() {
    let text = "junk\n(;GM[1])\r\n\r\n(;GM[1]\n;B[aa])  (;GM[1];W[zz])";
    let told = "line 5, column 20";
    assert!(error(text).contains(told), "{}", error(text));
    for capacity in [1, 2, 7, 100] {
        let input = std::io::BufReader::with_capacity(capacity, text.as_bytes());
        let last = games(Format::Sgf, input, &ReadOptions::default()).last().unwrap();
        assert!(last.unwrap_err().to_string().contains(told));
    }
}

#[test]
fn records_of_other_formats_get_their_colours_from_the_rules() {
    // The Tiger opening.
    let spec = GameSpec::named("othello", None, None).unwrap();
    let start = tengen_games::AnyPosition::new(&spec);
    let line = ["f5", "d6", "c3", "d3", "c4", "f4"].map(|t| start.parse_move(t).unwrap());
    let record = Record::from_moves(spec, line);
    assert_eq!(record.replay().broken, None);
    let written = sgf::write(std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
    let again = read(std::str::from_utf8(&written.bytes).unwrap());
    let replay = again.replay();
    assert_eq!(replay.broken, None);
    assert_eq!(replay.position, record.replay().position);
    let colors: Vec<_> = again.tree.main_line().filter_map(|id| again.tree.node(id).mv?.0).collect();
    assert_eq!(colors, [Color::Black, Color::White].repeat(3));
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
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        holds_for_any_bytes(Format::Sgf, &bytes);
    }

    #[test]
    fn no_brackets_are_too_strange(text in "[\\(\\);\\[\\]\\\\:a-dABCGMSZ1 \n\u{e9}]{0,60}") {
        holds_for_any_bytes(Format::Sgf, format!("(;{text}").as_bytes());
    }

    #[test]
    fn no_damage_is_too_strange(
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

    /// Every text can be said, in every place that has text.
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

/// Handicap stones that the rules place are told to programs that do not know those rules.
#[test]
fn fixed_handicap_stones_are_written() {
    let spec = GameSpec::named("go", Some("japanese,handicap=4"), None).unwrap();
    let record = Record::from_moves(spec, [Move::Place(Coords::Go.parse("C3", Size::of(19, 19)).unwrap())]);
    let written = sgf::write(std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
    let text = String::from_utf8(written.bytes).unwrap();
    assert!(text.contains("HA[4]") && text.contains("AB[") && text.contains(";W[cq]"), "{text}");
    let again = read(&text).replay().position;
    let position = record.replay().position;
    assert!(Size::of(19, 19).points().all(|p| again.at(p) == position.at(p)));
    assert_eq!(again.to_move(), position.to_move());
}

/// Under every opening rule, with the choices, the fifth moves that were offered and the one that white picks, a game comes back from SGF and from a
/// list of moves as it was played.
#[test]
fn games_with_opening_rules_come_back() {
    use tengen_board::random::SplitMix64;
    use tengen_games::AnyPosition;
    for name in ["pro", "long-pro", "swap", "swap2", "rif", "yamaguchi", "soosorv-8", "taraguchi-10"] {
        let spec = GameSpec::named("renju", Some(name), None).unwrap();
        for seed in 0..30 {
            let (mut random, mut position) = (SplitMix64(seed), AnyPosition::new(&spec));
            for _ in 0..24 {
                let mut legal = Vec::new();
                position.legal_moves_into(&mut legal);
                if legal.is_empty() {
                    break;
                }
                position.play(legal[random.below(legal.len())]).unwrap();
            }
            let record = Record::from_position(&position);
            for format in [Format::Sgf, Format::MoveList] {
                let written = format.write(std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
                let options = ReadOptions::default().with_spec(spec.clone());
                let read = format.read(&written.bytes, &options).unwrap();
                let replay = read.records[0].replay();
                let text = String::from_utf8_lossy(&written.bytes);
                assert!(replay.broken.is_none(), "{name} {seed} {format:?}: {:?}\n{text}", replay.broken);
                assert!(replay.position.moves().eq(position.moves()), "{name} {seed} {format:?}\n{text}");
            }
        }
    }
}
