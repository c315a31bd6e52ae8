//! Piskvork games and move lists.

mod support;

use proptest::prelude::*;
use std::time::Duration;
use support::{holds_for_any_bytes, list, mutated, points, spec};
use tengen_board::{Color, Coords, Point, Size};
use tengen_games::{Game, GameKind, GameSpec, Move};
use tengen_records::{
    Counted, Expected, Format, Found, Gap, ReadLimits, ReadOptions, Record, WriteOptions, detect, movelist,
    psq, read, sgf,
};

/// The facts of the sample, counted by hand: 16 moves on 20×20, the first on column 10, row 10 after 456 ms.
#[test]
fn the_piskvork_sample() {
    let Some(folder) = tengen_truth::file("gomoku") else { return };
    let bytes = std::fs::read(folder.join("sample.psq")).unwrap();
    assert_eq!(detect(&bytes, None), Some(Format::Psq));
    let read = psq::read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(read.warnings, []);
    let record = &read.records[0];
    assert_eq!(record.spec, GameSpec::named("gomoku", None, "20".parse().ok()).unwrap());
    assert_eq!(record.header.black.name.as_deref(), Some("pisq7.exe"));
    assert_eq!(record.header.white.name.as_deref(), Some("renjusolver.ZIP"));
    assert_eq!(record.tree.node(1).mv, Some((None, Move::Place(Point::new(9, 9)))));
    assert_eq!(record.tree.node(1).spent, Some(Duration::from_millis(456)));
    assert_eq!(record.replay().unwrap().counts.moves, 16);
    let written = psq::write(&read.records, &WriteOptions::default()).unwrap();
    assert_eq!(written.losses, []);
    assert_eq!(psq::read(&written.bytes, &ReadOptions::default()).unwrap().records, read.records);
    assert_eq!(
        String::from_utf8(written.bytes).unwrap(),
        String::from_utf8(bytes).unwrap().replace('\r', "")
    );
}

/// The form of pente.org's exports; the moves are our own: black takes k10 and l10.
#[test]
fn tags_before_the_moves_name_the_game_and_its_players() {
    let one = "[Game \"Pente\"]\n[Site \"Pente.org\"]\n[Event \"Turn-based Game\"]\n[Round \"-\"]\n\
        [Date \"04/08/2016\"]\n[Player 1 Name \"ada\"]\n[Player 2 Name \"bo\"]\n[Player 1 Rating \"1390\"]\n\
        [Result \"1-0\"]\n\n1. J10 K10 2. A1\nL10 3. M10 1-0\n\n";
    let two = "[Game \"Keryo-Pente\"]\n[Player 1 Name \"chi\"]\n[Result \"0-1\"]\n\n1. K10 L10 0-1\n";
    let text = format!("{one}{two}");
    assert_eq!(detect(text.as_bytes(), Some("games.pgn")), Some(Format::MoveList));
    let read = movelist::read(text.as_bytes(), &ReadOptions::default()).unwrap();
    let [pente, keryo] = &read.records[..] else { panic!("two games: {read:?}") };
    assert_eq!(
        (pente.spec.to_string(), keryo.spec.to_string()),
        ("pente:pente".into(), "pente:keryo".into())
    );
    let header = &pente.header;
    assert_eq!((header.black.name.as_deref(), header.black.rank.as_deref()), (Some("ada"), Some("1390")));
    assert_eq!((header.result.as_deref(), header.date.as_deref()), (Some("B+"), Some("2016-04-08")));
    assert_eq!((header.round.as_deref(), header.place.as_deref()), (None, Some("Pente.org")));
    assert_eq!(pente.replay().unwrap().position.captured_by(tengen_board::Color::Black), 2);
    assert_eq!((keryo.main_moves().count(), keryo.header.result.as_deref()), (2, Some("W+")));
    let other = movelist::read(b"[Game \"Chess\"]\n\n1. e4 e5 1-0\n", &ReadOptions::default()).unwrap_err();
    assert_eq!(other.found, Found::Quote("[Game \"Chess\"]".into()), "{other}");
    let wrong = movelist::read(b"[Game \"Pente\"]\n1. K10\nI9 *\n", &ReadOptions::default()).unwrap_err();
    assert_eq!(wrong.at.to_string(), "line 3, column 1", "{wrong}");
}

/// The last two lines as in the files of Gomocup: a code, then the number of the winner and the division.
#[test]
fn psq_of_a_tournament_has_a_result_and_rules() {
    let game = "Piskvorky 15x15, 11:11, 0\n8,8,1\n9,9,1\npbrain-a.zip\npbrain-b.zip\n-1\n";
    for (line, rules, result) in [
        ("1,Renju", "renju", "B+"),
        ("2,Standard", "standard", "W+"),
        ("0,Freestyle1", "freestyle", "0"),
        ("1,Fastgame", "freestyle", "B+"),
        ("2,Caro", "caro", "W+"),
    ] {
        let text = format!("{game}{line}\n");
        let read = psq::read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let record = &read.records[0];
        assert_eq!(
            (record.spec.rules_text().as_str(), record.header.result.as_deref()),
            (rules, Some(result))
        );
        assert!(read.warnings.is_empty(), "{line}: {:?}", read.warnings);
        let written = psq::write(&read.records, &WriteOptions::default()).unwrap();
        assert_eq!(
            (String::from_utf8(written.bytes).unwrap(), written.losses.len()),
            (text.clone(), 0),
            "{line}"
        );
        let sgf = sgf::write(&read.records, &WriteOptions::default()).unwrap().bytes;
        let sgf = String::from_utf8(sgf).unwrap();
        assert!(sgf.contains(&format!("RU[{rules}]")) && sgf.contains(&format!("RE[{result}]")), "{sgf}");
    }
    // The second of the names began, so the first has white.
    let swapped = game.replace(", 0\n", ", 1\n") + "1,Renju\n";
    let read = psq::read(swapped.as_bytes(), &ReadOptions::default()).unwrap();
    let header = &read.records[0].header;
    assert_eq!((header.white.name.as_deref(), header.result.as_deref()), (Some("pbrain-a.zip"), Some("W+")));
}

#[test]
fn psq_as_found() {
    let read = |text: &str| psq::read(text.as_bytes(), &ReadOptions::default()).unwrap().records.remove(0);
    // The second player began, so the names and levels are swapped.
    let second = read("Piskvorky 15x15, 3:0, 1\r\n8,8,100\r\n9,9\r\nfirst\r\nsecond\r\n-1\r\n");
    assert_eq!(second.header.black.name.as_deref(), Some("second"));
    assert_eq!(second.header.white.name.as_deref(), Some("first"));
    let extra: Vec<_> =
        second.tree.node(0).extra.iter().map(|p| (p.ident.as_str(), p.values[0].as_slice())).collect();
    assert_eq!(extra, [("PSQCODE", &b"-1"[..]), ("PSQLEVELS", b"0:3")]);
    assert_eq!(read("Piskvorky 15x20, 0:0, 0\n15,20,0\n0\n").spec.size().to_string(), "15x20");
    assert_eq!(read("Piskvorky 15x15, 0:0, 0\n").tree.len(), 1);
    // The older form counts from 0 and has the players first.
    let rec = read("one\ntwo\n9,9,10\n0,19,20\n0\n");
    assert_eq!((points(&rec), rec.header.white.name.as_deref()), (vec![(9, 9), (19, 0)], Some("two")));
    // Names in a character set of the time.
    let latin =
        psq::read(b"Piskvorky 15x15, 0:0, 0\n8,8,1\nM\xfcller\nb\n0\n", &ReadOptions::default()).unwrap();
    assert_eq!(latin.records[0].header.black.name.as_deref(), Some("Müller"));
}

#[test]
fn damage_is_reported_with_its_place() {
    let error = |text: &str| psq::read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
    let columns = Expected::ColumnAndRow(Size::of(15, 15), 1);
    for (text, at, expected) in [
        ("", (1, 1), Expected::Header("Piskvorky 20x20, 7:7, 0")),
        ("Piskvorky 99x99, 0:0, 0\n", (1, 1), Expected::BoardSize("20x20")),
        ("Piskvorky 15x15, 0:0, 7\n", (1, 1), Expected::WhoBegan),
        ("Piskvorky 15x15, 0:0, 0\n8,8,1\n16,8,1\n", (3, 1), columns),
        ("Piskvorky 15x15, 0:0, 0\n8,8,1\n what?\n", (3, 2), Expected::MoveOrCode),
    ] {
        let error = error(text);
        assert_eq!((error.at.line_column, &error.expected), (Some(at), &expected), "{text:?}: {error}");
    }
    assert!(matches!(error("Piskvorky 3x3, 0:0, 0\n").expected, Expected::Playable(_)));
    let lenient = psq::read(b"Piskvorky 15x15, 0:0, 0\n8,8,1\n16,8,1\n", &ReadOptions::lenient()).unwrap();
    assert_eq!((lenient.records[0].main_moves().count(), lenient.warnings.len()), (1, 1));
    let error = |text: &str, game: &str| {
        movelist::read(text.as_bytes(), &ReadOptions::default().with_spec(spec(game))).unwrap_err()
    };
    let point = |side: usize, coords, pass| Expected::Point(Size::of(side, side), coords, pass);
    for (text, game, at, expected, found) in [
        ("h8i9q7", "gomoku", (1, 5), point(15, Coords::Gomoku, None), Some("q7")),
        ("h8\n\nh8 x", "gomoku", (3, 4), point(15, Coords::Gomoku, None), Some("x")),
        ("f5d6z9", "othello", (1, 5), point(8, Coords::Othello, None), Some("z9")),
        ("448", "connect-four", (1, 3), Expected::Column(7), Some("8")),
        ("Q16 I5", "go", (1, 5), point(19, Coords::Go, Some("pass")), Some("I5")),
        ("", "go", (1, 1), Expected::Moves, None),
        ("h8 99", "gomoku", (1, 4), point(15, Coords::Gomoku, None), Some("99")),
    ] {
        let error = error(text, game);
        assert_eq!((error.at.line_column, &error.expected), (Some(at), &expected), "{text:?}: {error}");
        let found = found.map_or(Found::Nothing, |text| Found::Quote(text.into()));
        assert_eq!(error.found, found, "{text:?}");
    }
}

#[test]
fn lists_in_every_habit() {
    let gomoku = [(7, 7), (6, 8), (8, 6)];
    for text in [
        "h8i9g7",
        "h8 i9 g7",
        "H8,I9,G7",
        "1. h8 i9 2. g7",
        "1.h8 2.i9 3.g7",
        " h8-i9-g7\r\n",
        "\u{feff}h8i9g7",
    ] {
        assert_eq!(points(&list(text, "gomoku")), gomoku, "{text}");
    }
    for text in ["f5d6c3", "F5D6C3", "f5 d6 c3", "f5d6--c3", "1. f5 d6 2. c3"] {
        assert_eq!(points(&list(text, "othello")), [(4, 5), (5, 3), (2, 2)], "{text}");
    }
    let go = list("B Q16 W D4 B pass", "go");
    assert_eq!(go.main_moves().last(), Some(Move::Pass));
    assert_eq!(go.tree.node(1).mv.unwrap().0, None, "black begins anyway");
    let twice = list("B Q16 B D4 W C3", "go");
    let colors: Vec<_> = twice.tree.main_line().filter_map(|id| twice.tree.node(id).mv?.0).collect();
    assert_eq!(colors, [Color::Black, Color::Black, Color::White]);
    twice.replay().unwrap();
    // Stones fall onto each other.
    let four = list("4435", "connect-four");
    assert_eq!(points(&four), [(5, 3), (4, 3), (5, 2), (5, 4)]);
    four.replay().unwrap();
    let full = list("4444444", "connect-four");
    assert_eq!(full.replay().unwrap_err().violation.number, 7);
    let swap = list("h8i9g7 white j10", "gomoku:freestyle+swap");
    swap.replay().unwrap();
    assert_eq!(swap.main_moves().count(), 5);
}

/// Random games on 6×6, which have many passes, with the passes left out as in transcripts.
#[test]
fn passes_that_are_left_out_are_put_back() {
    let spec = GameSpec::named("othello", None, "6".parse().ok()).unwrap();
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let mut all = 0;
    for _ in 0..500 {
        let mut position = tengen_games::AnyPosition::new(&spec);
        while position.play_random(&mut next).is_some() {}
        let moves: Vec<Move> = position.moves().collect();
        let passes = moves.iter().filter(|mv| **mv == Move::Pass).count();
        let stones = moves.iter().copied().filter(|mv| *mv != Move::Pass);
        let replay = Record::from_moves(spec.clone(), stones).replay().unwrap();
        assert_eq!(replay.counts.passes, passes);
        assert_eq!(replay.position, position);
        all += passes;
    }
    assert!(all > 100, "{all} passes try nothing");
}

/// Random games on 6×6 up to their first pass.
#[test]
fn passes_that_are_written_are_read_and_must_be_right() {
    let spec = GameSpec::named("othello", None, "6".parse().ok()).unwrap();
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let mut passed = 0;
    for _ in 0..200 {
        // A game up to its first pass.
        let mut position = tengen_games::AnyPosition::new(&spec);
        while position.last_move() != Some(Move::Pass) && position.play_random(&mut next).is_some() {}
        if position.last_move() != Some(Move::Pass) || position.is_over() {
            continue;
        }
        passed += 1;
        let moves: Vec<String> = position.moves().map(|mv| position.format_move(mv)).collect();
        let stones = moves[..moves.len() - 1].concat();
        for (word, pass) in [("PS", "PS"), ("ps", " ps"), ("PA", "PA"), ("pass", " pass "), ("--", "--")] {
            let options = ReadOptions::default().with_spec(spec.clone());
            let read = movelist::read(format!("{stones}{pass}").as_bytes(), &options).unwrap();
            // The last pass counts: the other side is to move.
            assert_eq!(read.records[0].replay().unwrap().position, position, "{word}");
            let written = movelist::write(&read.records, &WriteOptions::default()).unwrap();
            assert_eq!(String::from_utf8(written.bytes).unwrap(), format!("{stones} pass\n"), "{word}");
        }
        let twice = format!("{stones}PSPS");
        let error =
            movelist::read(twice.as_bytes(), &ReadOptions::default().with_spec(spec.clone())).unwrap_err();
        assert_eq!(error.expected, Expected::NoPass(position.to_move()), "{twice}: {error}");
    }
    assert!(passed > 20, "{passed} games with a pass try little");
    // A pass of a side that has a move is refused, with its place.
    let options = ReadOptions::default().with_spec(self::spec("othello"));
    let error = movelist::read(b"f5d6PSc3", &options).unwrap_err();
    assert_eq!((error.at.line_column, error.expected), (Some((1, 5)), Expected::NoPass(Color::Black)));
    assert_eq!(error.found, Found::Quote("PS".into()));
    let lenient = movelist::read(b"f5d6PSc3", &ReadOptions { lenient: true, ..options }).unwrap();
    assert_eq!((points(&lenient.records[0]).len(), lenient.warnings.len()), (3, 1));
}

#[test]
fn the_game_is_guessed_from_the_moves() {
    for (text, game) in [
        ("f5d6c3d3c4", GameKind::Othello),
        ("h8i9g7", GameKind::Gomoku),
        ("4435", GameKind::Mnk),
        ("Q16 D4 Q4", GameKind::Go),
        ("D4 Q16", GameKind::Go),
        ("Q16 D4 pass", GameKind::Go),
        ("f5----", GameKind::Othello),
        ("a1b2", GameKind::Gomoku),
        // Gomoku on more than 15x15 is rare, Go on 19x19 is not.
        ("q16 d4 r4", GameKind::Go),
        ("q16d4r4", GameKind::Go),
        ("q16 d4 pass", GameKind::Go),
        ("d4 c3 d16 p4", GameKind::Go),
        // Column i and row 20 are not of Go.
        ("q16 i9 d4", GameKind::Gomoku),
        ("k20 k10", GameKind::Gomoku),
        // A point that is played twice was captured in between.
        ("d4 d5 e5 e4 c4 f5 d5", GameKind::Go),
        ("h8 i9 h8", GameKind::Gomoku),
    ] {
        assert_eq!(detect(text.as_bytes(), None), Some(Format::MoveList), "{text}");
        let read = read(text.as_bytes(), None, &ReadOptions::default()).unwrap();
        assert_eq!(read.records[0].spec.kind(), game, "{text}");
        assert_eq!(read.warnings.len(), 1);
    }
}

#[test]
fn other_games_that_a_list_fits_are_named_with_their_boards() {
    let likely = |text: &str| -> Vec<String> {
        movelist::likely_games(text.as_bytes()).iter().map(|s| format!("{} {}", s.kind(), s.size())).collect()
    };
    assert_eq!(likely("q16 d4 r4"), ["go 19x19", "gomoku 20x20"]);
    assert_eq!(likely("# a game\n\nD4 E5\n"), ["go 19x19", "gomoku 15x15"]);
    assert_eq!(likely("d3 c3"), ["othello 8x8", "gomoku 15x15", "go 19x19"]);
    assert_eq!(likely("h8 i9"), ["gomoku 15x15"]);
    assert_eq!(likely("nothing of the kind"), [""; 0]);
    // A list that is opened as a game gets the board that it needs.
    let fitting =
        |game: &str, text: &str| movelist::on_fitting_board(spec(game), text.as_bytes()).size().to_string();
    assert_eq!(fitting("gomoku", "h8 i9"), "15x15");
    assert_eq!(fitting("gomoku", "h8 i9\nq16 d4"), "20x20");
    assert_eq!(fitting("connect6", "k10 v1 w2"), "25x25");
    assert_eq!(fitting("gomoku", "zz"), "15x15", "what fits no board is reported on the usual one");
}

#[test]
fn rules_of_a_list_are_the_callers() {
    // Five in a row with an overline: freestyle has ended before the last stone, standard has not.
    let text = "a1a2b1b2c1c2e1e2f1f2d1";
    assert!(list(text, "gomoku:freestyle").replay().unwrap().position.is_over());
    assert!(!list(text, "gomoku:standard").replay().unwrap().position.is_over());
    let sgf = sgf::read(b"(;GM[4]SZ[15];B[aa])", &ReadOptions::default().with_spec(spec("renju"))).unwrap();
    assert_eq!(sgf.records[0].spec, spec("renju"));
}

#[test]
fn length_is_bounded() {
    let limits = ReadLimits { value_bytes: 100, nodes: 3, ..ReadLimits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default().with_spec(spec("gomoku")) };
    let error = |text: &str| movelist::read(text.as_bytes(), &options).unwrap_err().expected;
    assert_eq!(error(&"a1".repeat(60)), Expected::AtMost(100, Counted::LineBytes));
    assert_eq!(error("a1a2a3a4"), Expected::AtMost(3, Counted::Nodes));
    let lenient = ReadOptions { lenient: true, ..options.clone() };
    let read = movelist::read(format!("{}\nh8", "a1".repeat(60)).as_bytes(), &lenient).unwrap();
    assert_eq!((read.records.len(), read.warnings.len()), (1, 1));
    let psq = "Piskvorky 15x15, 0:0, 0\n1,1\n1,2\n1,3\n1,4\n1,5\n";
    let error = psq::read(psq.as_bytes(), &options).unwrap_err();
    assert_eq!((error.expected, error.found), (Expected::AtMost(3, Counted::Nodes), Found::More));
}

const PSQ: [&str; 4] = [
    "Piskvorky 20x20, 7:7, 0\n10,10,456\n11,12,4500\nfirst.exe\nsecond.exe\n0\n",
    "Piskvorky 15x15, 3:0, 1\r\n8,8,100\r\n9,9\r\n-1\r\n",
    "one\ntwo\n9,9,10\n0,19,20\n0\n",
    "Piskvorky 15x20, 0:0, 0\n15,20,0\nM\u{fc}ller\nhomo-2\n5\n",
];

const LISTS: [&str; 6] = [
    "h8i9g7\n",
    "f5d6pac3\nf5f6\n",
    "Q16 D4 pass\n",
    "4435\n# x\n\n1",
    "B Q16 B D4\n",
    "h8 white black two-more fifths=3 w a1",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn no_psq_is_too_strange(
        sample in 0..PSQ.len(),
        edits in proptest::collection::vec(any::<(u8, u16, u8)>(), 0..6),
    ) {
        holds_for_any_bytes(Format::Psq, &mutated(PSQ[sample].as_bytes().to_vec(), &edits));
    }

    #[test]
    fn no_list_is_too_strange(
        sample in 0..LISTS.len(),
        edits in proptest::collection::vec(any::<(u8, u16, u8)>(), 0..6),
    ) {
        holds_for_any_bytes(Format::MoveList, &mutated(LISTS[sample].as_bytes().to_vec(), &edits));
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..100), text in "[a-tA-T0-9 ,.\n-]{0,40}") {
        for format in [Format::Psq, Format::MoveList] {
            holds_for_any_bytes(format, &bytes);
            holds_for_any_bytes(format, text.as_bytes());
        }
        let _ = detect(&bytes, None);
        let _ = read(&bytes, Some("x.sgf"), &ReadOptions::lenient());
    }
}

/// Found by fuzzing: a colour before a choice made the sides seem not to alternate, and was lost in writing.
#[test]
fn a_colour_before_a_choice_is_none_of_its_own() {
    holds_for_any_bytes(Format::MoveList, b"Q16 B black w D4\n");
}

/// Without a game, the word that no game reads is named, and not the whole line.
#[test]
fn the_word_that_is_no_move_is_named() {
    for (text, column, word) in [("h8 i9 zz", 7, "zz"), ("h8i9,q77", 6, "q77"), ("# moves\n4435x", 5, "x")] {
        let error = movelist::read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.at.line_column.map(|(_, column)| column), Some(column), "{text}: {error}");
        assert_eq!(error.found, Found::Quote(word.into()), "{text}");
    }
    let error = movelist::read(b"nothing at all", &ReadOptions::default()).unwrap_err();
    assert_eq!(error.at.line_column, Some((1, 1)));
}

#[test]
fn a_move_list_never_loses_the_board_in_silence() {
    use tengen_games::GameSpec;
    let size = |side: usize| Some(tengen_board::Size::square(side).unwrap());
    let options = tengen_records::WriteOptions::default();
    // Handicap stones are on the board before the first move.
    let rules = GameSpec::named("go", Some("japanese,handicap=3"), size(9)).unwrap();
    let read = tengen_records::ReadOptions::default().with_spec(rules);
    let record = movelist::read(b"E5 E4 B2 pass", &read).unwrap().records.remove(0);
    let error = movelist::write(&[record], &options).unwrap_err().to_string();
    assert!(error.contains("stones are set up"), "{error}");
    let losses = |game: &str, side: usize, moves: &[u8]| -> Vec<String> {
        let spec = GameSpec::named(game, None, size(side)).unwrap();
        let read = tengen_records::ReadOptions::default().with_spec(spec);
        let record = movelist::read(moves, &read).unwrap().records.remove(0);
        movelist::write(&[record], &options)
            .unwrap()
            .losses
            .iter()
            .map(|loss| loss.part.to_string())
            .collect()
    };
    assert_eq!(losses("go", 9, b"E5 E4 B2"), ["size of the board (9x9)"]);
    assert_eq!(losses("go", 19, b"Q16 D4 R3"), [""; 0]);
    assert_eq!(losses("gomoku", 15, b"h8i9"), [""; 0]);
    assert_eq!(losses("gomoku", 19, b"h8i9"), ["size of the board (19x19)"]);
    // A list names no rules: those of renju, a handicap's komi and the like are lost.
    let lost = |game: &str, rules: &str, side: Option<usize>, moves: &str| -> Vec<String> {
        let spec = GameSpec::named(game, Some(rules), side.and_then(size)).unwrap();
        let read = tengen_records::ReadOptions::default().with_spec(spec);
        let record = movelist::read(moves.as_bytes(), &read).unwrap().records.remove(0);
        let written = movelist::write(&[record], &options).unwrap();
        written.losses.iter().map(|loss| loss.part.to_string()).collect()
    };
    assert_eq!(lost("gomoku", "renju", None, "h8i9"), ["rules (renju)"]);
    assert_eq!(lost("go", "chinese,komi=6.5", None, "Q16 D4"), ["rules (chinese,komi=6.5)"]);
    assert_eq!(lost("mnk", "6,5,4", None, "c3d4"), ["rules (6,5,4)", "size of the board (6x5)"]);
    assert_eq!(lost("mnk", "connect-four", None, "4435"), [""; 0]);
}

/// A move that is damaged is no name of a player.
#[test]
fn a_damaged_move_of_psq_is_an_error_at_its_line() {
    for (damaged, line) in [
        ("8,8,0\n9,x,0\n7,9,0\n0", 3),
        ("8,8,0\n9,9999,0\n7,9,0\n0", 3),
        ("8,8,0\n9,9,0,0\nfirst\nsecond\n0", 3),
        ("8,8,0\n9;9;0\n7,9,0\n0", 3),
        ("x,8,0\n9,9,0", 2),
    ] {
        let text = format!("Piskvorky 15x15, 0:0, 0\n{damaged}\n");
        let error = psq::read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.at.line_column, Some((line, 1)), "{damaged}: {error}");
        let read = psq::read(text.as_bytes(), &ReadOptions::lenient()).unwrap();
        let moves = read.records[0].main_moves().count();
        assert_eq!(moves as u64, line - 2, "{damaged}");
        assert!(read.warnings[0].refused && read.warnings[0].gap == Some(Gap::After(moves as u32)));
        let name = read.records[0].header.black.name.clone();
        assert_eq!(name.as_deref(), damaged.contains("first").then_some("first"), "{damaged}");
    }
    let named = b"Piskvorky 15x15, 0:0, 0\n8,8,0\nYixin 2018, fast\nRapfi, 3\n0\n";
    let read = psq::read(named, &ReadOptions::default()).unwrap();
    assert_eq!(read.records[0].header.white.name.as_deref(), Some("Rapfi, 3"));
}

#[test]
fn the_place_of_a_move_that_is_left_out_is_known() {
    let options = ReadOptions::lenient().with_spec("othello".parse().unwrap());
    let gap = |text: &str| {
        let read = movelist::read(text.as_bytes(), &options).unwrap();
        read.warnings.iter().find_map(|warning| warning.gap)
    };
    assert_eq!(gap("f5d6c3"), None);
    assert_eq!(gap("f5zz"), Some(Gap::After(1)));
    assert_eq!(gap("f5 pass d6"), Some(Gap::After(1)), "black has a move");
    let gap = |text: &str| {
        let read = sgf::read(text.as_bytes(), &ReadOptions::lenient()).unwrap();
        read.warnings.iter().find_map(|warning| warning.gap)
    };
    assert_eq!(gap("(;GM[1]SZ[9];B[aa];W[bb]C[a] b])"), None, "no move is lost");
    assert_eq!(gap("(;GM[1]SZ[9];B[aa];W[zz];B[bb])"), Some(Gap::After(1)));
    assert_eq!(gap("(;GM[1]SZ[9];B[aa];W[zz]C[why];B[bb])"), Some(Gap::At(2)));
    assert_eq!(gap("(;GM[1]SZ[9];B[aa];W hello;B[bb])"), Some(Gap::At(2)));
    assert_eq!(gap("(;GM[1]SZ[9]AB[zz];W[aa])"), Some(Gap::At(0)));
    assert_eq!(gap("(;GM[1]SZ[9];B[aa];W[bb]"), Some(Gap::After(2)));
    assert_eq!(gap("(;GM[1]SZ[9];B[aa](;W[bb])(;W[zz];B[cc]))"), None);
    assert_eq!(gap("(;GM[1]SZ[huge];B[aa])"), Some(Gap::At(0)));
}
