//! Import and export: duplicates, problems, all or nothing.

mod common;

use common::{Random, played, random_moves, spec};
use std::path::PathBuf;
use tengen_board::Point;
use tengen_games::Move;
use tengen_library::{
    Error, GameQuery, Import, ImportProgress, ImportResult, ImportSource, Library, LostTags, ProblemKind,
    Sort,
};
use tengen_records::{Format, ReadOptions, Record, WriteOptions};
use tengen_words::Language;

fn import(library: &Library, sources: Vec<ImportSource>) -> ImportResult {
    let import = Import { sources, ..Import::default() };
    library.import(&import, |_| true).unwrap()
}

fn sgf(records: &[Record]) -> Vec<u8> {
    Format::Sgf.write(records, &WriteOptions::default()).unwrap().bytes
}

fn records(count: usize) -> Vec<Record> {
    let gomoku = spec("gomoku");
    (0..count)
        .map(|n| {
            let mut record =
                Record::from_moves(gomoku.clone(), random_moves(&gomoku, &mut Random(n as u64), 30));
            record.header.black.name = Some(format!("Player {n}"));
            record.header.date = Some(format!("20{:02}-01-01", n % 30));
            record
        })
        .collect()
}

#[test]
fn a_folder_comes_in_at_once_and_goes_out_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let all = records(25);
    std::fs::create_dir(folder.path().join("deeper")).unwrap();
    std::fs::write(folder.path().join("a.sgf"), sgf(&all[..10])).unwrap();
    std::fs::write(folder.path().join("deeper/b.SGF"), sgf(&all[10..24])).unwrap();
    std::fs::write(
        folder.path().join("deeper/c.psq"),
        Format::Psq.write(&all[24..], &WriteOptions::default()).unwrap().bytes,
    )
    .unwrap();
    std::fs::write(folder.path().join("README.txt"), "These games were played in 2001; see a.sgf!").unwrap();
    std::fs::write(folder.path().join("picture.png"), b"\x89PNG").unwrap();
    let library = Library::open_in_memory().unwrap();
    let mut stages = Vec::new();
    let sources = vec![ImportSource::path(folder.path())];
    let request = Import { sources, tags: vec!["lot".into()], ..Import::default() };
    let imported = library
        .import(&request, |progress| {
            stages.push(match progress {
                ImportProgress::Reading { .. } => 'r',
                ImportProgress::Storing { .. } => 's',
                ImportProgress::Indexing { done, total } => {
                    assert!(done <= total && total == 25);
                    'i'
                }
            });
            true
        })
        .unwrap();
    assert_eq!((imported.games.len(), imported.files, imported.read, imported.indexed), (25, 4, 25, true));
    assert_eq!((imported.problems, imported.duplicates), (vec![], vec![]));
    stages.dedup();
    assert_eq!(stages, ['r', 's', 'i']);
    let tagged = library
        .select(&GameQuery { tag: Some("lot".into()), sort: Sort::Oldest, ..GameQuery::default() })
        .unwrap();
    assert_eq!(tagged, imported.games);
    // Exported in one file, the games read back as they were.
    let mut bytes = Vec::new();
    let written =
        library.export_to(&imported.games[..24], Format::Sgf, &WriteOptions::default(), &mut bytes).unwrap();
    // Nothing is lost but the tag of each.
    let tags = (0..24).map(|record| LostTags { record, count: 1 });
    assert_eq!(written.losses, []);
    let lost = library.lost_tags(&imported.games[..24]).unwrap();
    assert_eq!(lost, tags.collect::<Vec<_>>());
    assert_eq!(lost[2].to_string(), "record 3: tags of the library (1)");
    assert_eq!(lost[2].text(Language::SimplifiedChinese), "棋谱库中的标签（1）");
    assert_eq!(lost[2].text(Language::TraditionalChinese), "棋譜庫中的標籤（1）");
    assert_eq!(lost[2].text(Language::Japanese), "ライブラリのタグ（1）");
    let back = Format::Sgf.read(&bytes, &ReadOptions::default()).unwrap().records;
    let moves =
        |records: &[Record]| -> Vec<Vec<Move>> { records.iter().map(|r| r.main_moves().collect()).collect() };
    assert_eq!(moves(&back), moves(&all[..24]));
    assert_eq!(back[3].header.black.name.as_deref(), Some("Player 3"));
    assert_eq!(library.export(&imported.games[..2], Format::Psq, &WriteOptions::default()).unwrap().len(), 2);
    let refused = library.export(&imported.games, Format::Wthor, &WriteOptions::default());
    assert!(matches!(refused, Err(Error::Write(_))));
}

#[test]
fn what_is_there_already_is_recognised() {
    let library = Library::open_in_memory().unwrap();
    let all = records(6);
    let bytes = sgf(&all);
    let first = import(&library, vec![ImportSource::bytes("a.sgf", bytes.clone())]);
    assert_eq!((first.games.len(), first.duplicates.len()), (6, 0));
    // The same games again, and twice in one import.
    let again = import(
        &library,
        vec![ImportSource::bytes("b.sgf", bytes.clone()), ImportSource::bytes("c.sgf", bytes)],
    );
    assert_eq!((again.games.len(), again.duplicates.len()), (0, 12));
    let same = &again.duplicates[7];
    assert_eq!((same.file.as_str(), same.number, same.game, same.stored), ("c.sgf", 2, first.games[1], None));
    // Another date, player, move or rule makes another game.
    let mut others: Vec<Record> = vec![all[0].clone(); 4];
    others[0].header.date = Some("1900".into());
    others[1].header.white.name = Some("Somebody".into());
    let last = others[2].tree.main_line().last().unwrap();
    let free = (0..15).flat_map(|r| (0..15).map(move |c| Point::new(r, c)));
    let end = all[0].replay().unwrap().position;
    let mv = free.map(Move::from).find(|&mv| tengen_games::Game::is_legal(&end, mv));
    let node = others[2].tree.add(last);
    others[2].tree.node_mut(node).mv = mv.map(|mv| (None, mv));
    others[3].spec = spec("renju");
    let new = import(&library, vec![ImportSource::bytes("d.sgf", sgf(&others))]);
    assert_eq!((new.games.len(), new.duplicates.len()), (4, 0));
    // With comments of its own a duplicate is stored once, and the report names the same game.
    let mut annotated = all[2].clone();
    annotated.tree.node_mut(4).comment = Some("!".into());
    let bytes = sgf(&[annotated]);
    let again = import(&library, vec![ImportSource::bytes("e.sgf", bytes.clone())]);
    assert_eq!(again.duplicates[0].game, first.games[2]);
    assert_eq!(again.duplicates[0].stored, Some(again.games[0]));
    let again = import(&library, vec![ImportSource::bytes("e.sgf", bytes)]);
    assert_eq!((again.games.len(), again.duplicates[0].stored), (0, None));
    // A game in the bin is not a duplicate.
    library.delete(first.games[5]).unwrap();
    assert_eq!(import(&library, vec![ImportSource::bytes("f.sgf", sgf(&all[5..]))]).games.len(), 1);
    // Nor is a game that has changed since.
    let end = all[4].main_moves().count() as u32;
    library.append_move(first.games[4], end, Move::Place(Point::new(14, 14)), None).unwrap();
    assert_eq!(import(&library, vec![ImportSource::bytes("g.sgf", sgf(&all[4..5]))]).games.len(), 1);
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
}

#[test]
fn problems_are_reported_with_their_place_and_the_rest_is_imported() {
    let library = Library::open_in_memory().unwrap();
    let broken = b"(;GM[1]SZ[9];B[ee];W[ce])\n(;GM[1]SZ[9];B[ee];W[ee])\n(;GM[1]SZ[9\n(;GM[1]SZ[9];B[aa])";
    let imported = import(
        &library,
        vec![
            ImportSource::bytes("games.sgf", &broken[..]),
            ImportSource::bytes("strange.bin", &b"\0\x01\x02nothing"[..]),
            ImportSource::bytes("cut.wtb", &[20, 1, 1, 1, 5, 0, 0, 0, 0, 0, 0xd0, 7, 8, 0, 0, 0, 1, 2][..]),
        ],
    );
    assert!(imported.games.len() >= 2, "{imported:?}");
    let problems_of = |file: &str| imported.problems.iter().filter(|p| p.file == file).collect::<Vec<_>>();
    let occupied =
        problems_of("games.sgf").into_iter().find(|p| p.number == Some(2)).expect("the illegal move");
    assert!(occupied.stored && occupied.kind.to_string().contains("E5"), "{occupied:?}");
    let place =
        problems_of("games.sgf").into_iter().find_map(|p| p.at?.line_column).expect("a place in the file");
    assert!(place.0 >= 3, "{place:?}");
    assert_eq!(problems_of("strange.bin")[0].at, None);
    assert!(problems_of("cut.wtb")[0].at.is_some(), "{:?}", problems_of("cut.wtb"));
    let nowhere =
        Import { sources: vec![ImportSource::File(PathBuf::from("/none/a.sgf"))], ..Import::default() };
    assert!(matches!(library.import(&nowhere, |_| true), Err(Error::Io { .. })));
    let words = Import {
        sources: vec![ImportSource::bytes("", &b"f5d6c3"[..])],
        spec: Some(spec("othello")),
        ..Import::default()
    };
    assert_eq!(library.import(&words, |_| true).unwrap().games.len(), 1);
    let found = library.find_position(&played(&spec("othello"), "f5 d6 c3"), 1, 1).unwrap();
    assert_eq!(found.total, 1);
}

#[test]
fn a_list_is_cut_off_at_its_first_illegal_move() {
    let library = Library::open_in_memory().unwrap();
    let cut = |name: &str, bytes: Vec<u8>| {
        let imported = import(&library, vec![ImportSource::bytes(name, bytes)]);
        let [id] = imported.games[..] else { panic!("{imported:?}") };
        let problem = imported.problems.iter().find(|p| matches!(p.kind, ProblemKind::CutOff(..))).unwrap();
        assert!(problem.stored);
        (library.load(id).unwrap().record.main_moves().count(), problem.kind.to_string())
    };
    let (moves, what) = cut("long.txt", "h8i9".repeat(20_000).into_bytes());
    assert_eq!(moves, 2);
    assert!(what.contains("move 3") && what.ends_with("; it and the 39997 after it are left out"), "{what}");
    assert_eq!(cut("short.txt", b"h8i9j10i9".to_vec()).0, 3);
    // Whatever the format, no game goes on for thousands of moves that are none.
    let sgf = format!("(;GM[4]SZ[15]{})", ";B[hh];W[ii]".repeat(3_000));
    assert_eq!(cut("long.sgf", sgf.into_bytes()).0, 2);
}

#[test]
fn junk_that_ends_like_the_start_of_a_game_is_no_game() {
    let library = Library::open_in_memory().unwrap();
    for bytes in [&b"abcdef(;"[..], b"(;", b"junk\n(;\n"] {
        let imported = import(&library, vec![ImportSource::bytes("a.sgf", bytes)]);
        assert_eq!((imported.games.len(), imported.problems.len()), (0, 1), "{imported:?}");
        assert!(!imported.problems[0].stored && imported.problems[0].kind == ProblemKind::NoRecord);
    }
    // A whole empty game is one, and so is a damaged game with a move.
    assert_eq!(import(&library, vec![ImportSource::bytes("a.sgf", &b"(;)"[..])]).games.len(), 1);
    assert_eq!(import(&library, vec![ImportSource::bytes("a.sgf", &b"(;B[ee]"[..])]).games.len(), 1);
}

#[test]
fn a_cancelled_import_leaves_nothing_behind_or_only_its_index_undone() {
    let library = Library::open_in_memory().unwrap();
    let sources = vec![ImportSource::bytes("a.sgf", sgf(&records(600)))];
    let request = Import { sources, ..Import::default() };
    let mut calls = 0;
    let cancelled = library.import(&request, |_| {
        calls += 1;
        calls < 3
    });
    assert_eq!(cancelled, Err(Error::Cancelled));
    assert_eq!(library.search(&GameQuery::default()).unwrap().total, 0);
    // Cancelled while indexing: all games are stored, and the index follows another time.
    let imported = library.import(&request, |p| !matches!(p, ImportProgress::Indexing { .. })).unwrap();
    assert!(!imported.indexed && imported.games.len() == 600);
    assert_eq!(library.search(&GameQuery::default()).unwrap().total, 600);
    assert_eq!(library.overview().unwrap().pending, 600);
    assert_eq!(library.index_pending(|_, _| true).unwrap(), 600);
    assert_eq!(library.overview().unwrap().pending, 0);
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
}

/// One year of WTHOR with its names.
#[test]
fn a_wthor_year_comes_in_with_its_names() {
    let Some(file) = tengen_truth::file("othello/wthor/WTH_1986.wtb") else { return };
    let library = Library::open_in_memory().unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let games = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
    let imported = import(&library, vec![ImportSource::path(&file)]);
    assert_eq!((imported.games.len() + imported.duplicates.len(), &imported.problems), (games, &vec![]));
    let year = library.search(&GameQuery {
        from: Some("1986".into()),
        to: Some("1986".into()),
        ..GameQuery::default()
    });
    let year = year.unwrap();
    assert_eq!(year.total, imported.games.len() as u64);
    assert!(year.games.iter().all(|game| game.black.is_some() && game.event.is_some() && game.plies > 0));
    // Every game begins with one move, under one of four symmetries.
    let start = tengen_games::Game::new(&spec("othello"));
    let found = library.find_position(&start, 1, 10).unwrap();
    assert_eq!((found.total, found.statistics.len()), (year.total, 1));
    let next = &found.statistics[0];
    assert_eq!(next.games, year.total);
    assert_eq!(next.black + next.white + next.draws, next.games);
    let mut out = Vec::new();
    library.export_to(&imported.games, Format::Wthor, &WriteOptions::default(), &mut out).unwrap();
    assert_eq!(out.len(), 16 + 68 * imported.games.len());
    assert_eq!(import(&library, vec![ImportSource::path(&file)]).games.len(), 0);
}
