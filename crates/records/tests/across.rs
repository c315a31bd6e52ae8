//! From format to format: a record with everything loses exactly what the writer names.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_games::{AnyPosition, Game, GameSpec, Move};
use tengen_records::{
    Format, LostPart, Mark, Property, ReadOptions, ReadOutput, Record, Tree, WriteOptions, WriteOutput, wthor,
};

/// A record with every part that a record can have.
fn full(spec: GameSpec, moves: &str, variation: &str) -> Record {
    let mut position = AnyPosition::new(&spec);
    let mut record = Record::new(spec);
    let mut last = Tree::ROOT;
    for word in moves.split(' ') {
        let mv = position.parse_move(word).unwrap();
        last = record.tree.add(last);
        let node = record.tree.node_mut(last);
        node.mv = Some((Some(position.to_move()), mv));
        position.play(mv).unwrap();
    }
    let branch = record.tree.add(1);
    record.tree.node_mut(branch).mv = Some((Some(Color::White), position.parse_move(variation).unwrap()));
    let second = record.tree.node_mut(2);
    second.comment = Some("first line\nsecond line".into());
    second.value = Some(-1.5);
    second.spent = Some(Duration::from_millis(2500));
    second.clock = Some(Duration::from_secs(30));
    let point = position.parse_move(variation).unwrap().point().unwrap();
    second.marks = vec![(point, Mark::Label("A".into())), (point, Mark::Triangle)];
    second.extra = vec![Property { ident: "XY".into(), values: vec![b"z".to_vec()] }];
    let text = |s: &str| Some(s.to_owned());
    let h = &mut record.header;
    h.black.name = text("Ada");
    h.white.name = text("Ben");
    h.black.rank = text("1900");
    h.white.team = text("Team");
    h.result = text("B+R");
    h.date = text("2001-05-04");
    h.event = text("Open");
    h.round = text("2");
    h.place = text("Tallinn");
    h.name = text("The game");
    h.comment = text("On the game");
    h.time = Some(Duration::from_secs(900));
    record
}

/// The parts of a record that losses are named by.
fn parts(record: &Record) -> BTreeMap<&'static str, String> {
    let h = &record.header;
    let nodes = |of: &dyn Fn(&tengen_records::Node) -> String| -> String {
        record.tree.main_line().map(|id| of(record.tree.node(id)) + ";").collect()
    };
    let on_line: BTreeSet<_> = record.tree.main_line().collect();
    let off_line: Vec<Option<Move>> = record
        .tree
        .iter()
        .filter(|(id, _)| !on_line.contains(id))
        .map(|(_, n)| n.mv.map(|(_, mv)| mv))
        .collect();
    BTreeMap::from([
        ("moves", format!("{:?}", record.main_moves().collect::<Vec<_>>())),
        ("rules", format!("{:?}", record.spec)),
        ("names", format!("{:?} {:?}", h.black.name, h.white.name)),
        ("ranks", format!("{:?} {:?}", h.black.rank, h.white.rank)),
        ("teams", format!("{:?} {:?}", h.black.team, h.white.team)),
        ("result", format!("{:?}", h.result)),
        ("date", format!("{:?}", h.date)),
        ("event", format!("{:?}", h.event)),
        ("round", format!("{:?}", h.round)),
        ("place", format!("{:?}", h.place)),
        ("name of the game", format!("{:?}", h.name)),
        ("comment on the game", format!("{:?}", h.comment)),
        ("time limits", format!("{:?} {:?}", h.time, h.overtime)),
        ("variations", format!("{off_line:?}")),
        ("comments", nodes(&|n| format!("{:?}", n.comment))),
        ("marks", {
            nodes(&|n| {
                let mut marks: Vec<_> = n.marks.iter().map(|mark| format!("{mark:?}")).collect();
                marks.sort();
                marks.join(" ")
            })
        }),
        ("time spent", nodes(&|n| format!("{:?}", n.spent))),
        ("time left", nodes(&|n| format!("{:?}", n.clock))),
        ("values", nodes(&|n| format!("{:?}", n.value))),
        (
            "other properties",
            nodes(&|n| format!("{:?}", n.extra.iter().filter(|p| p.ident == "XY").collect::<Vec<_>>())),
        ),
    ])
}

/// The part of a record that a loss is about.
fn part_of(lost: &LostPart) -> &'static str {
    match lost {
        LostPart::PlayerNames | LostPart::NumbersWithoutName | LostPart::NameEnd(..) => "names",
        LostPart::Rules(_) => "rules",
        LostPart::Ranks => "ranks",
        LostPart::Teams => "teams",
        LostPart::Result | LostPart::ResultForDiscs | LostPart::ResultForPresentDiscs => "result",
        LostPart::Date | LostPart::MonthAndDay => "date",
        LostPart::Event => "event",
        LostPart::Round => "round",
        LostPart::Place => "place",
        LostPart::GameName => "name of the game",
        LostPart::GameComment => "comment on the game",
        LostPart::TimeLimits | LostPart::Overtime => "time limits",
        LostPart::Variations => "variations",
        LostPart::Comments => "comments",
        LostPart::Marks | LostPart::MarksWithoutText => "marks",
        LostPart::TimeSpent => "time spent",
        LostPart::TimeLeft => "time left",
        LostPart::Values | LostPart::ValuesWithoutMove => "values",
        LostPart::OtherProperties => "other properties",
        other => panic!("what part of a record is '{other}'?"),
    }
}

fn read_back(format: Format, written: &WriteOutput, spec: Option<&GameSpec>) -> ReadOutput {
    let mut options = ReadOptions { spec: spec.cloned(), ..ReadOptions::default() };
    if let [players, tournaments] = &written.companions[..] {
        options = options.with_names(wthor::Names::read(&players.bytes, &tournaments.bytes).unwrap());
    }
    format.read(&written.bytes, &options).unwrap()
}

/// Writes, reads back, and compares what is missing with the losses.
fn exactly_the_losses_are_named(format: Format, record: &Record) {
    let written = format.write(std::slice::from_ref(record), &WriteOptions::default()).unwrap();
    // A move list names neither its game nor the rules: the caller names the game.
    let spec = (format == Format::MoveList).then(|| record.spec.info().default_spec());
    let read = read_back(format, &written, spec.as_ref());
    assert_eq!(read.records.len(), 1, "{format}");
    let (before, after) = (parts(record), parts(&read.records[0]));
    let missing: BTreeSet<_> =
        before.iter().filter(|(part, text)| after[*part] != **text).map(|(p, _)| *p).collect();
    let named: BTreeSet<_> = written.losses.iter().map(|loss| part_of(&loss.part)).collect();
    assert_eq!(missing, named, "{format}: {:?}\n{after:?}", written.losses);
    assert!(!missing.contains("moves"), "{format}");
}

const OTHELLO: [Format; 4] = [Format::Sgf, Format::Ggf, Format::Wthor, Format::MoveList];
const GOMOKU: [Format; 4] = [Format::Sgf, Format::Psq, Format::RenLib, Format::MoveList];

#[test]
fn exactly_the_losses_of_an_othello_game_are_named() {
    let record = full(GameSpec::named("othello", None, None).unwrap(), "f5 d6 c3 d3 c4", "f6");
    for format in OTHELLO {
        exactly_the_losses_are_named(format, &record);
    }
}

#[test]
fn exactly_the_losses_of_a_gomoku_game_are_named() {
    for rules in ["freestyle", "renju"] {
        let spec = GameSpec::named("gomoku", Some(rules), None).unwrap();
        let record = full(spec, "h8 i9 g7 j10", "h9");
        for format in GOMOKU {
            exactly_the_losses_are_named(format, &record);
        }
    }
}

/// The discs or stones of the main line: move lists leave out the passes that the rules give.
fn stones(record: &Record) -> Vec<Point> {
    record.main_moves().filter_map(Move::point).collect()
}

/// A game that every format of its kind holds whole, converted between all pairs of them.
fn moves_survive_every_way(record: &Record, formats: &[Format]) {
    for &first in formats {
        for &second in formats {
            let mut now = record.clone();
            for format in [first, second, first] {
                let written = format.write(&[now], &WriteOptions::default()).unwrap();
                let read = read_back(format, &written, Some(&record.spec));
                [now] = <[Record; 1]>::try_from(read.records).unwrap();
            }
            assert_eq!(stones(&now), stones(record), "{first}, {second}, {first}");
            assert_eq!(now.replay().unwrap().position.hash(), record.replay().unwrap().position.hash());
        }
    }
}

/// Random games to the end: every legal record must survive.
#[test]
fn random_games_survive_every_way() {
    for (game, formats) in [("othello", OTHELLO), ("gomoku", GOMOKU)] {
        let spec: GameSpec = game.parse().unwrap();
        let mut seed = 7_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed
        };
        for _ in 0..20 {
            let mut position = AnyPosition::new(&spec);
            while position.play_random(&mut next).is_some() {}
            moves_survive_every_way(&Record::from_moves(spec.clone(), position.moves()), &formats);
        }
    }
}

/// Games of the published database through SGF, GGF and move lists and back, byte for byte if the format keeps WTHOR's
/// numbers.
#[test]
fn the_database_survives_every_way() {
    let Some(folder) = tengen_truth::file("othello/wthor") else { return };
    let bytes = std::fs::read(folder.join("WTH_1981.wtb")).unwrap();
    let names = wthor::Names::beside(&folder.join("WTH_1981.wtb")).unwrap().expect("names stand beside");
    let games = wthor::read(&bytes, &ReadOptions::default().with_names(names.clone())).unwrap().records;
    let through = |format: Format| -> Vec<Record> {
        let written = format.write(&games, &WriteOptions::default()).unwrap();
        read_back(format, &written, Some(&games[0].spec)).records
    };
    let again = |records: &[Record]| {
        let mut same = names.clone();
        let written = wthor::write_with(records, &mut same, &WriteOptions::default()).unwrap();
        assert_eq!((written.losses, &same), (vec![], &names));
        written.bytes[4..].to_vec()
    };
    assert!(again(&through(Format::Sgf)) == bytes[4..], "SGF keeps all that WTHOR has");
    for format in [Format::Ggf, Format::MoveList] {
        for (game, record) in games.iter().zip(through(format)) {
            assert_eq!(stones(&record), stones(game), "{format}");
            if format == Format::Ggf {
                assert_eq!(record.header.result, game.header.result);
                assert_eq!(record.header.black, game.header.black);
                assert_eq!(record.header.date, game.header.date);
            }
        }
    }
}

/// The XOT openings are move lists, one per line.
#[test]
fn the_xot_openings_are_legal() {
    let Some(folder) = tengen_truth::file("othello/xot") else { return };
    let spec = GameSpec::named("othello", None, None).unwrap();
    let options = ReadOptions::default().with_spec(spec);
    for name in ["1 - Small list.txt", "2 - Large list.txt", "openingslarge.txt"] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let lines = bytes.split(|&b| b == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
        let read = Format::MoveList.read(&bytes, &options).unwrap();
        assert_eq!(read.records.len(), lines, "{name}");
        for record in &read.records {
            assert_eq!(record.main_moves().count(), 8, "{name}");
            assert!(record.replay().is_ok(), "{name}");
        }
    }
}
