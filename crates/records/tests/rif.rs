//! RIF: tables and games, character sets, bad input, and a database of any length in bounded memory.

mod support;

use proptest::prelude::*;
use std::io::{BufReader, Cursor, Read};
use support::{holds_for_any_bytes, mutated, tight};
use tengen_board::{Coords, Point, Size};
use tengen_games::{GameSpec, Move};
use tengen_records::{Counted, Expected, Format, Found, ReadOptions, Record, Tree, rif};

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<database>
  <countries><country id="1" name="Estonia" abbr="EST"/></countries>
  <cities><city id="5" country="1" name="Tallinn"/></cities>
  <rules><rule id="1" name="Yamaguchi"><info>since 2009</info></rule><rule id="2" name="Gomoku (swap2)"/></rules>
  <openings><opening id="21" name="Kansei" abbr="D1"/></openings>
  <players>
    <player id="12" name="Ada" surname="Näide &amp; Co" country="1"/>
    <player id="34" name="天元"></player>
  </players>
  <tournaments>
    <tournament id="3" name="Open &lt;1&gt;" country="1" city="5" year="2001" month_id="5" start="2001-05-04"/>
    <tournament id="4" name="Winter" year="2002" month_id="12" start=""/>
  </tournaments>
"#;

fn database(games: &str) -> String {
    format!("{HEAD}  <games>\n{games}\n  </games>\n</database>\n")
}

fn read(text: &[u8]) -> Vec<Record> {
    let read = rif::read(text, &ReadOptions::default()).unwrap();
    assert_eq!(read.warnings, []);
    read.records
}

fn points(words: &str) -> Vec<Move> {
    words.split(' ').map(|w| Move::Place(Coords::Gomoku.parse(w, Size::of(15, 15)).unwrap())).collect()
}

#[test]
fn a_game_has_what_its_numbers_point_to() {
    let games = r#"<game id="7" publisher="2" tournament="3" round="2" rule="1" black="12" white="34" bresult="0.5"
          btime="75" wtime="" opening="21" alt="i8 k9" swap="R"><move>h8 i9
          j10</move><info>time<![CDATA[ <out>]]> &amp; tea</info></game>
    <game id="8" tournament="4" rule="2" black="34" white="12" bresult="0"><move/></game>
    <game id="9"/>"#;
    let records = read(database(games).as_bytes());
    let [first, second, third] = &records[..] else { panic!("three games, not {}", records.len()) };
    assert_eq!(first.spec, GameSpec::named("renju", None, None).unwrap());
    let h = &first.header;
    assert_eq!(h.black.name.as_deref(), Some("Ada Näide & Co"));
    assert_eq!(h.white.name.as_deref(), Some("天元"));
    assert_eq!(h.event.as_deref(), Some("Open <1>"));
    assert_eq!(h.date.as_deref(), Some("2001-05-04"));
    assert_eq!(h.place.as_deref(), Some("Tallinn, Estonia"));
    assert_eq!(h.round.as_deref(), Some("2"));
    assert_eq!(h.result.as_deref(), Some("0"));
    assert_eq!(h.comment.as_deref(), Some("time <out> & tea"));
    assert_eq!(first.main_moves().collect::<Vec<_>>(), points("h8 i9 j10"));
    assert_eq!(first.main_moves().nth(2), Some(Move::Place(Point::new(5, 9))), "rows count from the bottom");
    let kept = &first.tree.node(Tree::ROOT).extra[0];
    assert_eq!(kept.ident, rif::PROPERTY);
    let kept: Vec<_> = kept.values.iter().map(|v| String::from_utf8_lossy(v)).collect();
    assert_eq!(
        kept,
        [
            "id=7",
            "publisher=2",
            "tournament=3",
            "rule-name=Yamaguchi",
            "rule=1",
            "black=12",
            "white=34",
            "btime=75",
            "opening-name=Kansei",
            "opening=21",
            "alt=i8 k9",
            "swap=R",
        ]
    );
    assert_eq!(second.spec, GameSpec::named("gomoku", Some("standard"), None).unwrap());
    assert_eq!(second.header.date.as_deref(), Some("2002-12"));
    assert_eq!(second.header.result.as_deref(), Some("W+"));
    assert_eq!(third.main_moves().count(), 0);
    assert_eq!(third.header, Default::default());
}

#[test]
fn files_in_other_character_sets_are_read() {
    let text = database(r#"<game id="1" black="12"><move>h8</move></game>"#);
    let records = read(text.as_bytes());
    // Without the letters that Latin-1 lacks, whatever character set the file names.
    let western = text.replace("天元", "x");
    let latin1: Vec<u8> = western.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert_eq!(read(&latin1), records);
    let said = western.replace("UTF-8", "ISO-8859-1");
    let latin1: Vec<u8> = said.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert_eq!(read(&latin1), records);
    let cyrillic = text.replace("UTF-8", "windows-1251").replace("Näide", "Аня").replace("天元", "x");
    let (cyrillic, ..) = encoding_rs::WINDOWS_1251.encode(&cyrillic);
    assert_eq!(read(&cyrillic)[0].header.black.name.as_deref(), Some("Ada Аня & Co"));
    let wide = text.replace("UTF-8", "GBK");
    let error = rif::read(wide.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!((error.expected, error.found), (Expected::CharacterSet, Found::Quote("GBK".into())));
}

#[test]
fn what_is_wrong_is_named_with_line_and_column() {
    let point = Expected::Point(Size::of(15, 15), Coords::Gomoku, None);
    let cases = [
        (String::new(), (1, 1), Expected::Element("database")),
        ("<html/>".into(), (1, 1), Expected::Element("database")),
        ("<database>".into(), (1, 11), Expected::Element("/database")),
        ("<database>\n<game></database>".into(), (2, 7), Expected::Xml),
        ("<database>\n <game id=7></game></database>".into(), (2, 2), Expected::Xml),
        ("<database><game><move>h8\n i9 p1</move></game></database>".into(), (2, 5), point.clone()),
        ("<database><game><move>h8 &x; </move></game></database>".into(), (1, 26), point),
        ("<a>".repeat(100).replacen("<a>", "<database>", 1), (1, 200), Expected::AtMost(64, Counted::Depth)),
    ];
    for (text, at, expected) in cases {
        let error = rif::read(text.as_bytes(), &ReadOptions::default()).expect_err(&text);
        assert_eq!(error.expected, expected, "{text}: {error}");
        assert_eq!(error.at.line_column, Some(at), "{text}: {error}");
    }
}

#[test]
fn whatever_is_readable_is_given_when_lenient() {
    let games = "<game id='1'><move>h8 z9 i9</move></game>\n<game id='2' black='99' bresult='2'><move>h8</move></game>\n\
                 <game id='3'><move>h8 i9";
    let text = database(games);
    let cut = &text.as_bytes()[..text.find("\n  </games>").unwrap()];
    let read = rif::read(cut, &ReadOptions::lenient()).unwrap();
    let moves: Vec<_> = read.records.iter().map(|r| r.main_moves().count()).collect();
    assert_eq!(moves, [1, 1, 2]);
    let warnings: Vec<_> = read.warnings.iter().map(|w| (w.record, w.at.line_column.unwrap().0)).collect();
    assert_eq!(warnings, [(Some(0), 16), (Some(1), 17), (Some(1), 17), (Some(2), 18)], "{:?}", read.warnings);
}

#[test]
fn the_caller_may_give_the_rules() {
    let text = database(r#"<game id="1" rule="1"><move>h8</move></game>"#);
    let gomoku = GameSpec::named("gomoku", None, None).unwrap();
    let read = rif::read(text.as_bytes(), &ReadOptions::default().with_spec(gomoku.clone())).unwrap();
    assert_eq!(read.records[0].spec, gomoku);
}

/// Eight megabytes of games, made while they are read.
#[test]
fn a_database_of_any_length_is_read_game_by_game() {
    const GAMES: usize = 20_000;
    let game = format!(
        "<game id=\"1\" tournament=\"3\" rule=\"1\" black=\"12\" white=\"34\" bresult=\"1\"><move>{}</move></game>\n",
        ["h8 i9 j10 a1 o15"; 22].join(" ")
    );
    let games = std::iter::repeat_n(game.into_bytes(), GAMES);
    let input = Cursor::new(HEAD)
        .chain(Cursor::new("<games>"))
        .chain(Chunks { chunks: games, at: Cursor::default() });
    let input = input.chain(Cursor::new("</games></database>"));
    let mut read = 0;
    for item in tengen_records::games(Format::Rif, BufReader::new(input), &ReadOptions::default()) {
        let item = item.unwrap();
        assert_eq!(item.warnings, []);
        assert_eq!(item.record.tree.len(), 111);
        read += 1;
    }
    assert_eq!(read, GAMES);
}

struct Chunks<I> {
    chunks: I,
    at: Cursor<Vec<u8>>,
}

impl<I: Iterator<Item = Vec<u8>>> Read for Chunks<I> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let bytes = self.at.read(out)?;
            if bytes > 0 {
                return Ok(bytes);
            }
            match self.chunks.next() {
                Some(chunk) => self.at = Cursor::new(chunk),
                None => return Ok(0),
            }
        }
    }
}

#[test]
fn what_is_too_big_is_refused() {
    let options = ReadOptions { lenient: false, ..tight() };
    let refused = |text: &str| rif::read(text.as_bytes(), &options).unwrap_err().expected;
    let value = Expected::AtMost(64, Counted::ValueBytes);
    let long = "x".repeat(100);
    assert_eq!(refused(&format!("<database>{long}</database>")), value);
    assert_eq!(refused(&format!("<database><a b='{long}'/></database>")), value);
    assert_eq!(refused(&format!("<database><!--{long}-->")), value);
    assert_eq!(refused(&format!("<database><{long}")), value);
    let moves = ["h8 h8 h8 h8 h8<!-- -->"; 9].concat();
    assert_eq!(refused(&format!("<database><game><move>{moves}")), value);
    let players: String = (0..50).map(|id| format!("<player id='{id}' name='Ada'/>")).collect();
    assert_eq!(refused(&format!("<database>{players}")), Expected::AtMost(4096, Counted::TableBytes));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        holds_for_any_bytes(Format::Rif, &bytes);
        holds_for_any_bytes(Format::Rif, &[b"<database><game><move>", &bytes[..]].concat());
    }

    #[test]
    fn no_text_is_too_strange(text in r#"(<game>|</game>|<game |<move>|</move>|<move/>|<info>|</info>|id="|"|/>|<!\[CDATA\[|\]\]>|<!--|-->|&amp;|&|<\?|\?>|[a-p][0-9]{1,2}| |<player |</database>){0,30}"#) {
        holds_for_any_bytes(Format::Rif, format!("<database>{text}").as_bytes());
    }

    #[test]
    fn no_damage_is_too_strange(edits in proptest::collection::vec(any::<(u8, u16, u8)>(), 0..6)) {
        let games = r#"<game id="7" tournament="3" round="2" rule="1" black="12" bresult="0.5"><move>h8 i9</move><info>i</info></game>"#;
        holds_for_any_bytes(Format::Rif, &mutated(database(games).into(), &edits));
    }
}
