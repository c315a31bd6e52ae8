//! WTHOR: the layout byte for byte, the names beside it, bad input, and every game of the published database.

mod support;

use proptest::prelude::*;
use std::collections::BTreeSet;
use support::{holds_for_any_bytes, mutated};
use tengen_board::{Cell, Color, Size};
use tengen_games::{AnyPosition, EndReason, Game, GameSpec, Move, Outcome};
use tengen_records::{
    Chunk, Expected, Format, LostPart, Named, ReadOptions, Record, Tree, WarningKind, WriteOptions, wthor,
};

/// The shortest game there is, by which black wins every disc at the ninth move.
const SHORTEST: [&str; 9] = ["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"];

/// A file of one game, written by hand: made on 2 March 2024, played in 1999, tournament 3, black 5, white 260, score
/// 64, theoretical score 40 at depth 24.
fn by_hand() -> Vec<u8> {
    let mut bytes = vec![20, 24, 3, 2, 1, 0, 0, 0, 0, 0, 0xcf, 0x07, 8, 0, 24, 0];
    bytes.extend([3, 0, 5, 0, 4, 1, 64, 40]);
    bytes.extend([56, 64, 53, 46, 75, 66, 57, 65, 35]);
    bytes.resize(16 + 68, 0);
    bytes
}

fn othello() -> GameSpec {
    GameSpec::named("othello", None, None).unwrap()
}

fn points(words: &[&str]) -> Vec<Move> {
    let game = AnyPosition::new(&othello());
    words.iter().map(|w| game.parse_move(w).unwrap()).collect()
}

#[test]
fn a_file_put_together_by_hand_reads_as_it_was_meant() {
    let read = wthor::read(&by_hand(), &ReadOptions::default()).unwrap();
    assert_eq!(read.warnings, []);
    let [record] = &read.records[..] else { panic!("one game") };
    assert_eq!(record.main_moves().collect::<Vec<_>>(), points(&SHORTEST));
    assert_eq!(record.header.date.as_deref(), Some("1999"));
    assert_eq!(record.header.result.as_deref(), Some("B+64"));
    let kept = &record.tree.node(Tree::ROOT).extra[0];
    assert_eq!(kept.ident, wthor::PROPERTY);
    assert_eq!(kept.values, ["3", "5", "260", "64", "40", "24"].map(|v| v.as_bytes().to_vec()));
    let end = record.replay().unwrap();
    assert_eq!(end.position.outcome().and_then(|o| o.winner), Some(Color::Black));

    let written = wthor::write(&read.records, &WriteOptions::default()).unwrap();
    assert_eq!(written.losses, []);
    // The date of the file is not part of a game.
    assert_eq!(written.bytes[4..], by_hand()[4..]);
    assert_eq!(written.bytes[..4], [19, 99, 1, 1]);
}

#[test]
fn an_unknown_year_stays_unknown_and_is_named_when_a_file_is_made() {
    let mut bytes = by_hand();
    bytes[10..12].fill(0);
    let read = wthor::read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(read.records[0].header.date, None);
    // The file had no year: nothing is lost.
    let written = wthor::write(&read.records, &WriteOptions::default()).unwrap();
    assert_eq!((written.losses, &written.bytes[10..12]), (Vec::new(), &[0, 0][..]));
    // Games from elsewhere get their year from an option; without it, the loss is reported.
    let bare = Record::from_moves(othello(), points(&SHORTEST));
    let lost = |records: &[Record], year| {
        let written = wthor::write(records, &WriteOptions { year, ..WriteOptions::default() }).unwrap();
        written.losses.into_iter().map(|loss| (loss.record, loss.part)).collect::<Vec<_>>()
    };
    assert_eq!(lost(std::slice::from_ref(&bare), None), [(0, LostPart::UnknownYear)]);
    assert_eq!(lost(std::slice::from_ref(&bare), Some(1999)), []);
    let mut dated = [bare.clone(), bare];
    dated[0].header.date = Some("1999".into());
    dated[1].header.date = Some("2001".into());
    let several = [(0, LostPart::UnknownYear), (0, LostPart::Date), (1, LostPart::Date)];
    assert_eq!(lost(&dated, None), several);
}

#[test]
fn passes_are_put_in_and_taken_out_again() {
    // White passes after a8 here, found by random play; only the rules give it, not the file.
    let mut game = AnyPosition::new(&othello());
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        seed
    };
    let mut played = Vec::new();
    while !game.is_over() {
        played.push(game.play_random(&mut next).unwrap());
        if game.is_over() && !played.contains(&Move::Pass) {
            game = AnyPosition::new(&othello());
            played.clear();
        }
    }
    let mut record = Record::from_moves(othello(), played.iter().copied());
    record.header.date = Some("2001".into());
    let written = wthor::write(&[record], &WriteOptions::default()).unwrap();
    assert_eq!(written.losses, []);
    let discs = written.bytes[24..84].iter().filter(|&&b| b != 0).count();
    assert_eq!(discs, played.iter().filter(|&&mv| mv != Move::Pass).count());
    let again = wthor::read(&written.bytes, &ReadOptions::default()).unwrap();
    assert_eq!(again.records[0].main_moves().collect::<Vec<_>>(), played);
}

#[test]
fn what_is_wrong_is_named_with_its_byte() {
    type Change = dyn Fn(&mut Vec<u8>);
    let error = |change: &Change| {
        let mut bytes = by_hand();
        change(&mut bytes);
        let error = wthor::read(&bytes, &ReadOptions::default()).unwrap_err();
        (error.at.offset, error.expected)
    };
    let point = Expected::PointByte { step: 10, base: 0, side: 8 };
    let cases: [(&Change, u64, Expected); 9] = [
        (&|b| b.truncate(7), 7, Expected::Bytes(16, Chunk::Header)),
        (&|b| b[12] = 10, 12, Expected::BoardOf(Size::of(8, 8))),
        (&|b| b[13] = 1, 13, Expected::FileOfGames),
        (&|b| b.truncate(50), 50, Expected::Bytes(68, Chunk::Game(1, 1))),
        (&|b| b[4] = 2, 84, Expected::Bytes(68, Chunk::Game(2, 2))),
        (&|b| b.push(0), 84, Expected::End(Some(1))),
        (&|b| b[26] = 99, 26, point.clone()),
        (&|b| b[83] = 11, 83, point),
        (&|b| b[22] = 65, 22, Expected::Discs(64)),
    ];
    for (change, at, expected) in cases {
        assert_eq!(error(change), (at, expected));
    }
}

#[test]
fn whatever_is_readable_is_given_when_lenient() {
    let mut bytes = by_hand();
    bytes[26] = 99;
    bytes.extend([7; 10]);
    let read = wthor::read(&bytes, &ReadOptions::lenient()).unwrap();
    assert_eq!(read.records[0].main_moves().collect::<Vec<_>>(), points(&SHORTEST[..2]));
    assert_eq!(read.warnings.len(), 2, "{:?}", read.warnings);
    assert_eq!(read.warnings[0].at.offset, 26);
    assert_eq!(read.warnings[0].record, Some(0));
    assert_eq!(read.warnings[1].at.offset, 84);
    assert!(wthor::read(b"WTHOR?", &ReadOptions::lenient()).is_err());
}

#[test]
fn names_are_found_added_and_cut() {
    let mut names = wthor::Names::new();
    assert_eq!(names.add_player("Tastet Marc"), Ok((1, true)));
    assert_eq!(names.add_player("Tastet Marc"), Ok((1, true)));
    assert_eq!(names.add_player("A name of more than 19 letters"), Ok((2, false)));
    assert_eq!(names.player(2), Some("A name of more than"));
    assert_eq!(names.add_player("村上健"), Ok((0, false)), "three letters that Latin-1 lacks");
    assert_eq!(names.add_tournament("Préqualif de Paris"), Ok((1, true)));

    let made = (2026, 2, 16);
    let (players, tournaments) = (names.players_file(made), names.tournaments_file(made));
    assert_eq!(players.len(), 16 + 3 * 20);
    assert_eq!(tournaments.len(), 16 + 2 * 26);
    assert_eq!(players[..10], [20, 26, 2, 16, 0, 0, 0, 0, 3, 0]);
    assert_eq!(wthor::Names::read(&players, &tournaments), Ok(names.clone()));
    assert!(wthor::Names::read(&players[..players.len() - 1], &tournaments).is_err());

    let mut record = Record::from_moves(othello(), points(&SHORTEST));
    record.header.black.name = Some("Tastet Marc".into());
    record.header.white.name = Some("Penloup Dominique".into());
    record.header.event = Some("World Championship".into());
    record.header.date = Some("1987".into());
    record.header.result = Some("B+64".into());
    let written =
        wthor::write_with(std::slice::from_ref(&record), &mut names, &WriteOptions::default()).unwrap();
    assert_eq!(written.losses, []);
    let read = wthor::read(&written.bytes, &ReadOptions::default().with_names(names)).unwrap();
    assert_eq!(read.records[0].header, record.header);
    // Without tables new ones are made, which belong beside the file.
    let written = wthor::write(&[record.clone()], &WriteOptions::default()).unwrap();
    assert_eq!(written.losses, []);
    let [players, tournaments] = &written.companions[..] else { panic!("two files beside it") };
    assert_eq!((players.extension, tournaments.extension), ("JOU", "TRN"));
    let names = wthor::Names::read(&players.bytes, &tournaments.bytes).unwrap();
    assert_eq!(names.len(), (3, 2));
    let read = wthor::read(&written.bytes, &ReadOptions::default().with_names(names)).unwrap();
    assert_eq!(read.records[0].header, record.header);
    // A game without a name among others reads back without one.
    let mut nameless = record.clone();
    nameless.header.white.name = None;
    nameless.header.event = None;
    let both = [record.clone(), nameless.clone()];
    let written = wthor::write(&both, &WriteOptions::default()).unwrap();
    let names = wthor::Names::read(&written.companions[0].bytes, &written.companions[1].bytes).unwrap();
    let read = wthor::read(&written.bytes, &ReadOptions::default().with_names(names)).unwrap();
    assert_eq!(read.warnings, []);
    assert_eq!(read.records[1].header, nameless.header);
    // In new tables the numbers of another file have no meaning, and must not become another player's.
    let mut numbered = wthor::read(&by_hand(), &ReadOptions::default()).unwrap().records.remove(0);
    numbered.header.date = record.header.date.clone();
    let written = wthor::write(&[record.clone(), numbered.clone()], &WriteOptions::default()).unwrap();
    let losses: Vec<_> = written.losses.iter().map(|l| (l.record, &l.part)).collect();
    assert_eq!(losses, [(0, &LostPart::UnknownTheory), (1, &LostPart::NumbersWithoutName)]);
    let names = wthor::Names::read(&written.companions[0].bytes, &written.companions[1].bytes).unwrap();
    let read = wthor::read(&written.bytes, &ReadOptions::default().with_names(names)).unwrap();
    assert_eq!(read.records[1].header, numbered.header);
    // Games without names need no tables.
    let unnamed = wthor::read(&by_hand(), &ReadOptions::default()).unwrap().records;
    assert_eq!(wthor::write(&unnamed, &WriteOptions::default()).unwrap().companions, []);
}

#[test]
fn names_are_found_beside_the_games() {
    let folder = std::env::temp_dir().join(format!("tengen-wthor-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let games = folder.join("mine.wtb");
    assert_eq!(wthor::Names::beside(&games).unwrap(), None);
    let mut names = wthor::Names::new();
    names.add_player("Ada").unwrap();
    let made = (2001, 1, 1);
    std::fs::write(folder.join("WTH.JOU"), names.players_file(made)).unwrap();
    assert_eq!(wthor::Names::beside(&games).unwrap(), None, "one of two is none");
    std::fs::write(folder.join("WTH.TRN"), names.tournaments_file(made)).unwrap();
    assert_eq!(wthor::Names::beside(&games).unwrap(), Some(names.clone()));
    // Files with the name of the games come first, and are refused if they are not valid.
    std::fs::write(folder.join("mine.jou"), b"short").unwrap();
    std::fs::write(folder.join("mine.trn"), names.tournaments_file(made)).unwrap();
    let error = wthor::Names::beside(&games).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn numbers_without_a_name_are_reported() {
    let names = wthor::Names::new();
    let read = wthor::read(&by_hand(), &ReadOptions::default().with_names(names)).unwrap();
    let warnings: Vec<_> = read.warnings.iter().map(|w| (w.at.offset, w.kind.clone())).collect();
    assert_eq!(warnings.len(), 3);
    assert_eq!(warnings[2], (20, WarningKind::Unnamed(Named::Player, "260".into())));
}

#[test]
fn losses_are_named_and_impossible_games_refused() {
    let mut record = Record::from_moves(othello(), points(&SHORTEST[..4]));
    record.header.result = Some("B+R".into());
    record.header.date = Some("1987-05-02".into());
    record.header.round = Some("3".into());
    record.tree.node_mut(2).comment = Some("!".into());
    let variation = record.tree.add(1);
    record.tree.node_mut(variation).mv = Some((None, points(&["f6"])[0]));
    let written = wthor::write(&[record.clone()], &WriteOptions::default()).unwrap();
    let losses: Vec<_> = written.losses.iter().map(|l| (&l.part, l.count)).collect();
    assert_eq!(
        losses,
        [
            (&LostPart::ResultForPresentDiscs, 0),
            (&LostPart::MonthAndDay, 0),
            (&LostPart::Round, 0),
            (&LostPart::Variations, 1),
            (&LostPart::Comments, 1)
        ]
    );
    record.tree.node_mut(2).mv = Some((None, points(&["a1"])[0]));
    let error = wthor::write(&[record.clone()], &WriteOptions::default()).unwrap_err();
    assert!(error.to_string().contains("a1"), "{error}");
    record.tree.node_mut(Tree::ROOT).set_up = vec![(tengen_board::Point::new(0, 0), Cell::Black)];
    let error = wthor::write(&[record], &WriteOptions::default()).unwrap_err();
    assert!(error.to_string().contains("usual position"), "{error}");
    let small = GameSpec::named("othello", None, Some("6".parse().unwrap())).unwrap();
    assert!(wthor::write(&[Record::new(small)], &WriteOptions::default()).is_err());
}

/// Four games of a world championship. Their bytes are built here from the documented layout alone.
#[test]
fn games_of_a_championship_are_written_byte_for_byte() {
    let mut records = Vec::new();
    let mut expected = vec![19, 96, 1, 1, 4, 0, 0, 0, 0, 0, 0xcc, 0x07, 8, 0, 24, 0];
    let mut players: Vec<String> = vec!["???".into()];
    for line in tengen_truth::fact_lines("othello-games-1996.txt") {
        let [black, white, discs, perfect, moves] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("five parts: {line}")
        };
        let (discs, perfect): (u8, u8) = (discs.parse().unwrap(), perfect.parse().unwrap());
        let options = ReadOptions::default().with_spec(othello());
        let mut record =
            tengen_records::movelist::read(moves.as_bytes(), &options).unwrap().records.remove(0);
        record.header.black.name = Some(black.into());
        record.header.white.name = Some(white.into());
        record.header.event = Some("World Championship".into());
        record.header.date = Some("1996".into());
        // The numbers of a file that a record keeps: here only the theoretical score and its depth matter.
        let numbers = [0, 0, 0, discs, perfect, 24].map(|n| n.to_string().into_bytes()).to_vec();
        let property = tengen_records::Property { ident: wthor::PROPERTY.into(), values: numbers };
        record.tree.node_mut(Tree::ROOT).extra.push(property);

        expected.extend([1, 0]);
        for name in [black, white] {
            let number = players.iter().position(|player| player == name).unwrap_or_else(|| {
                players.push(name.into());
                players.len() - 1
            });
            expected.extend([number as u8, 0]);
        }
        expected.extend([discs, perfect]);
        let points = moves.as_bytes().chunks(2).map(|point| 10 * (point[1] - b'0') + point[0] - b'a' + 1);
        let points: Vec<u8> = points.collect();
        expected.extend(&points);
        expected.resize(expected.len() + 60 - points.len(), 0);
        records.push(record);
    }
    let written = wthor::write(&records, &WriteOptions::default()).unwrap();
    assert_eq!(written.losses, []);
    assert_eq!(written.bytes, expected);
    let [players_file, tournaments_file] = &written.companions[..] else { panic!("two files of names") };
    let mut expected = vec![19, 96, 1, 1, 0, 0, 0, 0, players.len() as u8, 0, 0, 0, 0, 0, 0, 0];
    for player in &players {
        expected.extend(player.bytes());
        expected.resize(expected.len() + 20 - player.len(), 0);
    }
    assert_eq!(players_file.bytes, expected);
    assert_eq!(tournaments_file.bytes.len(), 16 + 2 * 26);
    // Read back, with passes inserted, each game ends with the discs of the table.
    let names = wthor::Names::read(&players_file.bytes, &tournaments_file.bytes).unwrap();
    let read = wthor::read(&written.bytes, &ReadOptions::default().with_names(names)).unwrap();
    assert_eq!(read.warnings, []);
    let mut passes = 0;
    for (record, before) in read.records.iter().zip(&records) {
        let replay = record.replay().unwrap();
        let Some(Outcome { reason: EndReason::Score(margin), .. }) = replay.position.outcome() else {
            panic!("the game is over")
        };
        assert_eq!(record.header.black.name, before.header.black.name);
        assert_eq!(margin, 2.0 * f32::from(discs_of(record)) - 64.0);
        passes += record.main_moves().filter(|mv| *mv == Move::Pass).count();
    }
    assert!(passes > 0, "some of them have passes");
}

/// Black's discs in the kept numbers of a record.
fn discs_of(record: &Record) -> u8 {
    let property = record.tree.node(Tree::ROOT).extra.iter().find(|p| p.ident == wthor::PROPERTY).unwrap();
    std::str::from_utf8(&property.values[3]).unwrap().parse().unwrap()
}

/// The published database, 1977 to 2025. In 137,135 games the last move ends the game, and the stored score is that of
/// the rules with the empties given to the winner. The other 413, all of 1981 to 2000, stop 1 to 35 empties before the
/// end: time, resignation, or an incomplete score sheet. Their score is what the players reported. Seven of them lack 8
/// moves or fewer, so that every ending can be tried. In the four named here, with one empty each, no ending gives the
/// stored score: score sheet and reported score disagree.
#[test]
fn every_game_of_the_database_replays_to_its_score() {
    let Some(folder) = tengen_truth::file("othello/wthor") else { return };
    let file = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let (players, tournaments) = (file("WTH.JOU"), file("WTH.TRN"));
    let names = wthor::Names::read(&players, &tournaments).unwrap();
    assert_eq!(names.players_file((2026, 2, 16)), players);
    assert_eq!(names.tournaments_file((2026, 2, 19)), tournaments);
    assert_eq!(wthor::Names::beside(&folder.join("WTH_2001.wtb")).unwrap(), Some(names.clone()));
    let options = ReadOptions::default().with_names(names.clone());
    let (mut games, mut passes, mut stopped_years, mut stopped) = (0, 0, BTreeSet::new(), 0);
    let mut beyond_reach = Vec::new();
    for year in 1977..=2025 {
        let bytes = file(&format!("WTH_{year}.wtb"));
        let read = wthor::read(&bytes, &options).unwrap();
        assert_eq!(read.warnings, []);
        games += read.records.len();
        for (i, record) in read.records.iter().enumerate() {
            let replay = record.replay().unwrap_or_else(|e| panic!("{year}, game {i}: {e}"));
            assert_eq!(replay.counts.passes, 0, "{year}, game {i}: a pass was not put in");
            passes += record.main_moves().filter(|&mv| mv == Move::Pass).count();
            let score = bytes[16 + 68 * i + 6];
            match replay.position.outcome() {
                Some(Outcome { reason: EndReason::Score(margin), .. }) => {
                    assert_eq!(margin, 2.0 * f32::from(score) - 64.0, "{year}, game {i}");
                }
                None => {
                    stopped += 1;
                    stopped_years.insert(year);
                    let empties =
                        replay.position.size().points().filter(|&p| replay.position.at(p).is_empty());
                    let empties = empties.count();
                    assert!((1..=35).contains(&empties), "{year}, game {i}: {empties} empties");
                    if empties <= 8 {
                        let scores = reachable(&replay.position);
                        if !scores.contains(&score) {
                            beyond_reach.push((year, i));
                        }
                    }
                }
                other => panic!("{year}, game {i}: {other:?}"),
            }
        }
        let mut same = names.clone();
        let written = wthor::write_with(&read.records, &mut same, &WriteOptions::default()).unwrap();
        assert_eq!(written.losses, [], "{year}");
        assert!(written.bytes[4..] == bytes[4..], "{year} is not written back as it was");
        assert_eq!(same, names);
    }
    println!("{games} games, {passes} passes put in, {stopped} stop before the end");
    assert_eq!(games, 137_548);
    assert_eq!(stopped, 413);
    assert!(stopped_years.iter().all(|y| (1981..=2000).contains(y)), "{stopped_years:?}");
    assert_eq!(beyond_reach, [(1997, 1615), (1998, 5473), (1999, 1417), (1999, 4916)]);
    assert!(passes > 100_000, "{passes}");
}

/// Black's discs in every possible ending.
fn reachable(position: &AnyPosition) -> BTreeSet<u8> {
    let mut scores = BTreeSet::new();
    let mut todo = vec![position.clone()];
    while let Some(position) = todo.pop() {
        if let Some(Outcome { reason: EndReason::Score(margin), .. }) = position.outcome() {
            scores.insert(((margin + 64.0) / 2.0) as u8);
        }
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        for mv in moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            todo.push(next);
        }
    }
    scores
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        holds_for_any_bytes(Format::Wthor, &bytes);
    }

    #[test]
    fn no_damage_is_too_strange(edits in proptest::collection::vec(any::<(u8, u16, u8)>(), 0..6)) {
        let mut bytes = by_hand();
        bytes.extend_from_within(16..);
        bytes[4] = 2;
        holds_for_any_bytes(Format::Wthor, &mutated(bytes, &edits));
    }

    #[test]
    fn names_survive_any_bytes(
        players in proptest::collection::vec(any::<u8>(), 0..100),
        tournaments in proptest::collection::vec(any::<u8>(), 0..100),
    ) {
        let _ = wthor::Names::read(&players, &tournaments);
    }
}
