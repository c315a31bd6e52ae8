//! What each property means, game by game.

use crate::read;
use std::time::Duration;
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::{Game, GameKind, GameSpec, Move};
use tengen_records::{Mark, Property, ReadOptions, Record, WarningKind, WriteOptions, sgf};

#[test]
fn points_are_read_as_each_game_writes_them() {
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
    let fields = [&h.black.name, &h.black.rank, &h.black.team, &h.white.name, &h.result, &h.date, &h.event];
    let fields: Vec<&str> = fields.into_iter().map(|t| t.as_deref().unwrap_or("-")).collect();
    assert_eq!(fields, ["黑", "9p", "team a", "white name", "W+R", "2025-01-02", "cup"]);
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
    let replay = record.replay().unwrap();
    assert_eq!(
        (replay.position.at(Point::new(2, 2)), replay.position.to_move()),
        (Cell::Black, Color::Black)
    );
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
fn records_of_other_formats_get_their_colours_from_the_rules() {
    // The Tiger opening.
    let spec = GameSpec::named("othello", None, None).unwrap();
    let start = tengen_games::AnyPosition::new(&spec);
    let line = ["f5", "d6", "c3", "d3", "c4", "f4"].map(|t| start.parse_move(t).unwrap());
    let record = Record::from_moves(spec, line);
    let written = sgf::write(std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
    let again = read(std::str::from_utf8(&written.bytes).unwrap());
    assert_eq!(again.replay().unwrap().position, record.replay().unwrap().position);
    let colors: Vec<_> = again.tree.main_line().filter_map(|id| again.tree.node(id).mv?.0).collect();
    assert_eq!(colors, [Color::Black, Color::White].repeat(3));
}

/// Handicap stones that the rules place are written as set-up, for programs that do not know those rules.
#[test]
fn fixed_handicap_stones_are_written() {
    let spec = GameSpec::named("go", Some("japanese,handicap=4"), None).unwrap();
    let record = Record::from_moves(spec, [Move::Place(Coords::Go.parse("C3", Size::of(19, 19)).unwrap())]);
    let written = sgf::write(std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
    let text = String::from_utf8(written.bytes).unwrap();
    assert!(text.contains("HA[4]") && text.contains("AB[") && text.contains(";W[cq]"), "{text}");
    let again = read(&text).replay().unwrap().position;
    let position = record.replay().unwrap().position;
    assert!(Size::of(19, 19).points().all(|p| again.at(p) == position.at(p)));
    assert_eq!(again.to_move(), position.to_move());
}

/// The time of the side that moved is the clock, wherever it is in the node. Another value of it is kept as it is.
#[test]
fn the_clock_may_come_before_the_move() {
    let second = Duration::from_millis(885_250);
    for (node, extra) in [
        ("B[aa]BL[885.25]", vec![]),
        ("BL[885.25]B[aa]", vec![]),
        ("B[aa]BL[885.25]BL[3]", vec!["BL"]),
        ("BL[885.25]BL[3]B[aa]", vec!["BL"]),
        ("B[aa]WL[3]BL[885.25]", vec!["WL"]),
        ("Black[aa]BlackLeft[885.25]", vec![]),
    ] {
        let record = read(&format!("(;GM[1]SZ[9];{node})"));
        let node = &record.tree.node(1);
        assert_eq!(node.clock, Some(second));
        assert_eq!(node.extra.iter().map(|p| &*p.ident).collect::<Vec<_>>(), extra);
    }
    let record = read("(;GM[1]SZ[9];B[aa]BL[soon]BL[3])");
    assert_eq!((record.tree.node(1).clock, record.tree.node(1).extra.len()), (None, 2));
}

#[test]
fn of_stones_on_one_point_the_last_is_used() {
    let text = b"(;GM[1]SZ[9]AB[aa:cc][aa]AW[bb]AE[cc]AW[bb])";
    let read = sgf::read(text, &ReadOptions::default()).unwrap();
    let set_up = &read.records[0].tree.node(0).set_up;
    let count = |cell| set_up.iter().filter(|&&(_, c)| c == cell).count();
    assert_eq!([Cell::Black, Cell::White, Cell::Empty].map(count), [7, 1, 1]);
    let twice = read.warnings.iter().filter(|w| matches!(w.kind, WarningKind::SetUpTwice)).count();
    assert_eq!(twice, 2);
}
