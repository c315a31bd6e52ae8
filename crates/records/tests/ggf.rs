//! GGF: every property, bad input, and games written back unchanged.

mod support;

use proptest::prelude::*;
use std::time::Duration;
use support::{holds_for_any_bytes, mutated};
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::{Game, GameKind, GameSpec, Move};
use tengen_records::{
    Expected, Format, Location, LostPart, Property, ReadOptions, Record, Tree, Warning, WriteOptions, ggf,
};

/// A match of two games as the server writes them, in Tengen's exact form. The first has six moves with values, times
/// and ratings; the second begins with white, from another position.
const MATCH: &str = "\
(;GM[Othello]PC[GGS/os]DT[2011.02.03_04:05:06.UTC]PB[Ada]PW[Ben]RB[1740.25]RW[1698.5]TI[15:00//02:00]KB[e6//0.90]\
KM[-0.500]TY[8k]RE[+8.500]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
B[F5//0.90]W[D6/-16.47/0.24]B[C3/2.00]W[D3]B[C4/-37.53/307.25];)
(;GM[Othello]PB[Cleo]PW[]TY[s8r7]RE[-12.000:t]BO[8 -------- -------- --*----- ---**--- ---***-- ---O---- -------- \
-------- O]W[D3];)
";

fn read(text: &str) -> Vec<Record> {
    let read = ggf::read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(read.warnings, []);
    read.records
}

fn write(records: &[Record]) -> String {
    let written = ggf::write(records, &WriteOptions::default()).unwrap();
    assert_eq!(written.losses, []);
    String::from_utf8(written.bytes).unwrap()
}

fn property(ident: &str, value: &str) -> Property {
    Property { ident: ident.into(), values: vec![value.as_bytes().to_vec()] }
}

#[test]
fn every_property_is_read() {
    let records = read(MATCH);
    let [first, second] = &records[..] else { panic!("two games, not {}", records.len()) };
    let h = &first.header;
    assert_eq!(first.spec, GameSpec::named("othello", None, None).unwrap());
    assert_eq!(h.place.as_deref(), Some("GGS/os"));
    assert_eq!(h.date.as_deref(), Some("2011-02-03"));
    assert_eq!((h.black.name.as_deref(), h.white.name.as_deref()), (Some("Ada"), Some("Ben")));
    assert_eq!((h.black.rank.as_deref(), h.white.rank.as_deref()), (Some("1740.25"), Some("1698.5")));
    assert_eq!(h.time, Some(Duration::from_secs(900)));
    assert_eq!(h.overtime.as_deref(), Some("/02:00"));
    assert_eq!(h.result.as_deref(), Some("B+8.5"));
    let root = first.tree.node(Tree::ROOT);
    assert_eq!((root.set_up.len(), root.to_move), (0, None), "the usual start is not set up");
    assert_eq!(
        root.extra,
        [
            property("GGFDT", "2011.02.03_04:05:06.UTC"),
            property("GGFKB", "e6//0.90"),
            property("GGFKM", "-0.500"),
            property("GGFTY", "8k")
        ]
    );
    let moves: Vec<_> =
        first.tree.main_line().skip(1).map(|id| first.tree.node(id)).map(|n| (n.value, n.spent)).collect();
    let ms = |ms| Some(Duration::from_millis(ms));
    assert_eq!(
        moves,
        [
            (None, ms(900)),
            (Some(-16.47), ms(240)),
            (Some(2.0), None),
            (None, None),
            (Some(-37.53), ms(307_250))
        ]
    );
    assert_eq!(first.replay().unwrap().counts.moves, 5);

    assert_eq!(second.header.result.as_deref(), Some("W+T"));
    let replay = second.replay().unwrap();
    // White's d3 turns over only d4 and d5: d6 below is white, and c3 beside it has no white disc behind it.
    let discs = |cell| replay.position.size().points().filter(|&p| replay.position.at(p) == cell).count();
    assert_eq!((discs(Cell::Black), discs(Cell::White)), (4, 4));
    assert_eq!(replay.position.to_move(), Color::Black);
    assert_eq!(replay.position.at(Point::new(4, 3)), Cell::White);
}

#[test]
fn games_are_written_back_as_they_were() {
    assert_eq!(write(&read(MATCH)), MATCH);
}

#[test]
fn other_spellings_mean_the_same() {
    let usual = "(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
                 B[f5]W[d6];)";
    let records = read(usual);
    for other in [
        "2 (;GM[Reversi]PB[a]PW[b]BO[8 -------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X]\
         B[F5//]W[d6/];)",
        "\u{feff}\r\n( ; GM[othello] PB [a]\nPW[b]RE[] TI[]\nB[ f5 ] W[D6]\n; )\n",
    ] {
        assert_eq!(read(other), records, "{other}");
    }
    // A result without a meaning is kept.
    let edax = read("(;GM[othello]PB[?]PW[?]RE[-127.000]B[F5];)");
    assert_eq!(edax[0].header.result, None);
    assert_eq!(edax[0].tree.node(Tree::ROOT).extra, [property("GGFRE", "-127.000")]);
    assert!(write(&edax).contains("RE[-127.000]"));
    // The margin of a resigned game only gives the winner, but is kept.
    let resigned = read("(;GM[Othello]RE[+20.00:r]B[F5];)");
    assert_eq!(resigned[0].header.result.as_deref(), Some("B+R"));
    assert!(write(&resigned).contains("RE[+20.00:r]"));
}

#[test]
fn a_pass_that_is_left_out_is_put_in() {
    // After these nine moves white has no disc left; only the letters are read, without the rules.
    let records = read("(;GM[Othello]B[f5]W[f6]W[d3]B[pass]W[c5];)");
    let tree = &records[0].tree;
    let moves: Vec<_> = tree.main_line().filter_map(|id| tree.node(id).mv).collect();
    use Color::{Black, White};
    let point = |row, col| Move::Place(Point::new(row, col));
    assert_eq!(
        moves,
        [
            (Some(Black), point(4, 5)),
            (Some(White), point(5, 5)),
            (Some(Black), Move::Pass),
            (Some(White), point(2, 3)),
            (Some(Black), Move::Pass),
            (Some(White), point(4, 2)),
        ]
    );
}

#[test]
fn what_is_wrong_is_named_with_line_and_column() {
    let othello = Expected::Game(&[("GM[Othello]", GameKind::Othello)]);
    let cases = [
        ("nonsense", (1, 1), Expected::GameStart),
        ("(;GM[Amazons]PC[GGS]\n;)", (1, 6), othello.clone()),
        ("(;PB[a]\n;)", (1, 3), othello),
        ("(;GM[Othello]\nB[f9];)", (2, 3), Expected::Point(Size::of(8, 8), Coords::Othello, Some("PA"))),
        ("(;GM[Othello]B[f5/x];)", (1, 16), Expected::MoveValue),
        ("(;GM[Othello]B[f5//1:99];)", (1, 16), Expected::TimeSpent),
        ("(;GM[Othello]B[f5///];)", (1, 16), Expected::MoveParts),
        ("(;GM[Othello]\r\n\r\n BO[8 --- *];)", (3, 5), Expected::Position),
        ("(;GM[Othello]B[f5]BO[8 -];)", (1, 22), Expected::Position),
        ("(;GM[Othello]B[f5", (1, 18), Expected::ValueEnd),
        ("(;GM[Othello]B[f5])", (1, 19), Expected::Property(&[";)"])),
        ("(;GM[Othello]B[f5];", (1, 20), Expected::GameEnd(";)")),
        ("(;GM[Othello]B f5];)", (1, 16), Expected::ValueStart),
        ("(;GM[Othello][f5];)", (1, 14), Expected::Property(&[";)"])),
        ("(;GM[Othello];)\n)", (2, 1), Expected::GameStart),
    ];
    for (text, at, expected) in cases {
        let error = ggf::read(text.as_bytes(), &ReadOptions::default()).expect_err(text);
        assert_eq!(error.at.line_column, Some(at), "{text}: {error}");
        assert_eq!(error.expected, expected, "{text}: {error}");
    }
}

#[test]
fn whatever_is_readable_is_given_when_lenient() {
    let text = "mail header\n(;GM[Othello]B[f5]W[z6]W[d6];)\n(;GM[Chess]B[e4];)(;GM[Othello]B[f5]W[f6";
    let read = ggf::read(text.as_bytes(), &ReadOptions::lenient()).unwrap();
    let moves: Vec<_> = read.records.iter().map(|r| r.main_moves().count()).collect();
    assert_eq!(moves, [2, 1]);
    let warnings: Vec<_> = read.warnings.iter().map(|w| (w.record, w.at.line_column)).collect();
    assert_eq!(
        warnings,
        [(Some(0), Some((1, 1))), (Some(0), Some((2, 21))), (None, Some((3, 6))), (Some(1), Some((3, 41)))]
    );
    let Warning { at: Location { offset, .. }, .. } = read.warnings[1];
    assert_eq!(&text[offset as usize..][..2], "z6");
}

#[test]
fn losses_are_named() {
    let spec = GameSpec::named("othello", None, Some("6".parse().unwrap())).unwrap();
    let game = tengen_games::AnyPosition::new(&spec);
    let moves = ["e4", "c5"].map(|m| game.parse_move(m).unwrap());
    let mut record = Record::from_moves(spec, moves);
    record.header.black.name = Some("a]b".into());
    record.header.black.team = Some("A".into());
    record.header.result = Some("Void".into());
    record.header.overtime = Some("5x30 byo-yomi".into());
    record.header.event = Some("Cup".into());
    record.tree.node_mut(1).comment = Some("!".into());
    record.tree.node_mut(1).value = Some(f32::NAN);
    record.tree.node_mut(1).extra = vec![property("GGFB", "f5"), property("XY", "z")];
    let written = ggf::write(&[record], &WriteOptions::default()).unwrap();
    let losses: Vec<_> = written.losses.iter().map(|l| (&l.part, l.count)).collect();
    assert_eq!(
        losses,
        [
            (&LostPart::Brackets, 0),
            (&LostPart::Overtime, 0),
            (&LostPart::Result, 0),
            (&LostPart::ValuesWithoutNumber, 0),
            (&LostPart::OtherProperties, 0),
            (&LostPart::Teams, 0),
            (&LostPart::Event, 0),
            (&LostPart::Comments, 1),
            (&LostPart::OtherProperties, 1),
        ]
    );
    let text = String::from_utf8(written.bytes).unwrap();
    assert_eq!(
        text,
        "(;GM[Othello]PB[a)b]PW[]TY[6]RE[?]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[E4]W[C5];)\n"
    );
    assert_eq!(read(&text)[0].main_moves().collect::<Vec<_>>(), moves);
}

#[test]
fn games_that_ggf_cannot_hold_are_refused() {
    let spec = GameSpec::named("othello", None, None).unwrap();
    let illegal = Record::from_moves(spec, [Move::Place(Point::new(0, 0))]);
    let error = ggf::write(&[illegal], &WriteOptions::default()).unwrap_err();
    assert!(error.to_string().contains("A1 is illegal"), "{error}");
    let oblong = GameSpec::named("othello", None, Some("8x6".parse().unwrap())).unwrap();
    let error = ggf::write(&[Record::new(oblong)], &WriteOptions::default()).unwrap_err();
    assert!(error.to_string().contains("not square"), "{error}");
}

#[test]
fn a_game_found_in_the_wild() {
    let Some(folder) = tengen_truth::file("othello/formats") else { return };
    let bytes = std::fs::read(folder.join("ggf-sample.ggf")).unwrap();
    let read = ggf::read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!((read.records.len(), read.warnings), (1, vec![]));
    let record = &read.records[0];
    assert_eq!(record.header.white.name.as_deref(), Some("chris"));
    assert_eq!(record.header.date.as_deref(), Some("2014-02-21"));
    assert_eq!(record.replay().unwrap().counts.moves, 8);
    let again = ggf::read(write(&read.records).as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(again.records, read.records);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        holds_for_any_bytes(Format::Ggf, &bytes);
    }

    #[test]
    fn no_text_is_too_strange(text in r"(\(;|;\)|GM\[[Oo]thello\]|[BWK]+\[|[a-i][0-9]|PA|/|\]|[-+.:0-9]|RE\[|DT\[|TI\[|TY\[|BO\[| |\n|x){0,40}") {
        holds_for_any_bytes(Format::Ggf, text.as_bytes());
        holds_for_any_bytes(Format::Ggf, format!("(;GM[Othello]{text};)").as_bytes());
    }

    #[test]
    fn no_damage_is_too_strange(edits in proptest::collection::vec(any::<(u8, u16, u8)>(), 0..6)) {
        holds_for_any_bytes(Format::Ggf, &mutated(MATCH.into(), &edits));
    }
}
