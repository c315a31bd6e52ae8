//! A book beside slow oracles: negamax by recursion over a plain map, every spoilt byte, every point of interruption.

use super::discs::Discs;
use super::grow::missing_positions;
use super::*;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use tengen_board::random::SplitMix64;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::othello::{Position, Rules};
use tengen_games::{Game, Move};

/// What makes a book grow.
type Run<'a> = &'a mut dyn FnMut(&mut Growth<'_>) -> Result<(), GrowError>;

const SETTINGS: Settings = Settings { depth: 9, solve: 52, empties: 50, error: 200 };

/// Values drawn from the position and the move: the best move that is not excluded. It stops after some searches.
struct Drawn {
    left: usize,
}

fn drawn_value(discs: Discs, mv: u8) -> i16 {
    // The same for symmetric moves, as a real search would find.
    let next = discs.after(mv).canonical().0;
    SplitMix64(next.own ^ next.opp.rotate_left(17)).below(801) as i16 - 400
}

impl BookSearch for Drawn {
    fn search(&mut self, discs: Discs, excluded: u64) -> Option<FoundMove> {
        self.left = self.left.checked_sub(1)?;
        let moves = discs.moves().filter(|&mv| mv == PASS || excluded >> mv & 1 == 0);
        let mv = moves.max_by_key(|&mv| drawn_value(discs, mv)).expect("a move is left");
        Some(FoundMove {
            mv,
            value: drawn_value(discs, mv),
            exact: discs.empties() <= u32::from(SETTINGS.solve),
        })
    }
}

/// Runs `grow` with a search that stops after `searches`, and returns the book and the journal.
fn grown(
    graph: Graph,
    journal: &[u8],
    searches: usize,
    grow: &mut dyn FnMut(&mut Growth<'_>) -> Result<(), GrowError>,
) -> (Graph, Vec<u8>, bool) {
    let (known, whole) = Journal::read(journal, SETTINGS).unwrap();
    let mut bytes = if whole == 0 { Journal::header(SETTINGS) } else { journal[..whole].to_vec() };
    let mut keep = |record: &[u8]| {
        bytes.extend_from_slice(record);
        Ok(())
    };
    let mut search = Drawn { left: searches };
    let mut on_round = |_: &Graph, _| Ok(());
    let mut growth = Growth::new(graph, &mut search, known, &mut keep, &mut on_round);
    let done = match grow(&mut growth) {
        Ok(()) => true,
        Err(GrowError::Stopped) => false,
        Err(error) => panic!("{error}"),
    };
    (growth.into_graph(), bytes, done)
}

fn self_play(positions: usize) -> SelfPlay {
    SelfPlay { from: Discs::start(), positions, randomness: 300, seed: 5 }
}

fn deviation(positions: usize) -> Deviation {
    Deviation { from: Discs::start(), positions, error: 250, range: 500 }
}

fn small_book(positions: usize) -> Graph {
    grown(Graph::new(SETTINGS), &[], usize::MAX, &mut |g| g.self_play(&self_play(positions))).0
}

/// The reference: the value of a position of the book by recursion.
fn slow_value(leaves: &BTreeMap<Discs, Option<Leaf>>, discs: Discs) -> i16 {
    let child = |mv| discs.after(mv).canonical().0;
    let links = discs.moves().filter(|&mv| leaves.contains_key(&child(mv)));
    let links = links.map(|mv| -slow_value(leaves, child(mv)));
    let leaf = leaves[&discs].map(|leaf| leaf.value);
    links.chain(leaf).max().expect("a move")
}

#[test]
fn values_are_those_of_negamax_over_the_book() {
    let graph = small_book(900);
    let entries = graph.entries();
    let leaves: BTreeMap<_, _> = entries.iter().map(|entry| (entry.discs, entry.leaf)).collect();
    assert_eq!(entries.len(), 900);
    let (mut links, mut transposed) = (0, HashSet::new());
    for entry in &entries {
        assert_eq!(entry.value, slow_value(&leaves, entry.discs), "{:?}", entry.discs);
        assert!(entry.discs.empties() >= 50);
        let own: HashSet<_> = entry.discs.moves().map(|mv| entry.discs.after(mv).canonical().0).collect();
        links += own.iter().filter(|child| leaves.contains_key(child)).count();
        transposed.extend(own.into_iter().filter(|child| leaves.contains_key(child)));
        // No leaf leads to a position of the book, and one is there unless all moves do.
        let mv = entry.leaf.and_then(|leaf| leaf.mv);
        assert!(mv.is_none_or(|mv| !leaves.contains_key(&entry.discs.after(mv).canonical().0)));
    }
    assert!(links > transposed.len(), "no line of this book transposes into another");
}

#[test]
fn a_file_gives_back_every_position_in_every_orientation() {
    let graph = small_book(900);
    let book = Book::new(graph.to_bytes()).unwrap();
    let entries = graph.entries();
    assert_eq!((book.len(), book.settings()), (900, SETTINGS));
    assert_eq!(book.entries().collect::<Result<Vec<_>, _>>().unwrap(), entries);
    assert_eq!(Graph::load(&book).unwrap().entries(), entries);
    let mut rng = SplitMix64(1);
    let (mut known, mut unknown) = (0, 0);
    for _ in 0..400 {
        let mut game = Position::new(&Rules::STANDARD);
        for _ in 0..9 {
            let board = game.narrow().unwrap();
            let here = Discs::from(&board);
            let found = book.find(here).unwrap();
            let wanted = entries.iter().find(|entry| entry.discs == here.canonical().0);
            assert_eq!(found.as_ref(), wanted);
            let moves = book.moves(&board).unwrap();
            assert_eq!(moves.is_some(), wanted.is_some());
            if let (Some(moves), Some(wanted)) = (moves, wanted) {
                known += 1;
                assert_eq!(moves[0].value, wanted.value);
                for found in &moves {
                    assert!(board.flips(found.mv.into()) != 0, "{found:?}");
                    match book.find(here.after(found.mv)).unwrap() {
                        Some(next) => assert_eq!((found.is_link, found.value), (true, -next.value)),
                        // The drawn value does not depend on the orientation.
                        None => {
                            assert_eq!((found.is_link, found.value), (false, drawn_value(here, found.mv)))
                        }
                    }
                }
            } else {
                unknown += 1;
            }
            game.play_random(&mut || rng.next_u32());
        }
    }
    assert!(known > 500 && unknown > 500, "{known} {unknown}");
}

#[test]
fn a_spoilt_file_is_refused_wherever_it_is_spoilt() {
    let file = small_book(30).to_bytes();
    assert!(Book::new(file.clone()).is_ok());
    for at in 0..file.len() {
        let mut spoilt = file.clone();
        spoilt[at] ^= 1 << (at % 8);
        assert!(Book::new(spoilt).is_err(), "byte {at}");
    }
    for length in [0, 7, 63, 64, 4096, file.len() - 1] {
        assert!(Book::new(file[..length].to_vec()).is_err(), "{length} bytes");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(Book::new(longer), Err(BookError::Length { .. })));
    let text = Book::new(b"TengenOB and then something else, long enough to be a header of a book".to_vec());
    assert!(text.unwrap_err().to_string().contains("version"));
}

/// A header that names so many positions, and nothing but zeros after it: no page of such a book is sound. The memory
/// is never touched, so it costs nothing.
fn hollow(positions: u64) -> Vec<u8> {
    let header = Header { settings: SETTINGS, positions, table_sum: 0 };
    let mut file = vec![0; header.file_length() as usize];
    file[..HEADER].copy_from_slice(&header.to_bytes());
    file
}

/// Whatever is in the table and the pages, a large book opens: only the header is read. A look-up reads the pages
/// on its way, and finds them spoilt.
#[test]
fn a_large_book_opens_by_its_header_alone() {
    for positions in [2_000_000, 40_000_000] {
        let file = hollow(positions);
        assert!(file.len() > 32 << 20);
        let book = Book::new(file).unwrap();
        assert_eq!(book.len(), positions);
        assert!(matches!(book.find(Discs::start()), Err(BookError::Spoilt { .. })));
        assert!(matches!(book.check(), Err(BookError::Spoilt { part: BookPart::PageTable, .. })));
    }
    assert!(Book::new(hollow(30)).is_err(), "a small book is checked at once");
}

/// A look-up in a book that was not checked as a whole finds what is there, or names the spoilt part: it never misses a
/// position that the sound book has. It checks few pages.
#[test]
fn a_book_that_is_checked_as_it_is_read_misses_no_position() {
    let graph = small_book(2_100);
    let (file, entries) = (graph.to_bytes(), graph.entries());
    let sound = Book::unchecked(file.clone()).unwrap();
    assert_eq!(sound.pages(), 4);
    assert_eq!(sound.find(entries[0].discs).unwrap(), Some(entries[0]));
    let checked = sound.checked.iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum::<u32>();
    assert!((1..4).contains(&checked), "the first page is found by halving: {checked} pages");
    let wanted: Vec<&BookEntry> = entries.iter().step_by(83).collect();
    let (mut spoilt_rows, mut spoilt_pages) = (0, 0);
    // Every byte of the table, and some of the pages.
    let table = HEADER..HEADER + 4 * ROW;
    for at in table.clone().chain((4096..file.len()).step_by(487)) {
        let mut spoilt = file.clone();
        spoilt[at] ^= 1 << (at % 8);
        let book = Book::unchecked(spoilt).unwrap();
        assert!(book.check().is_err(), "byte {at}");
        for entry in &wanted {
            match book.find(entry.discs) {
                Ok(found) => assert_eq!(found, Some(**entry), "byte {at}"),
                Err(_) if table.contains(&at) => spoilt_rows += 1,
                Err(_) => spoilt_pages += 1,
            }
        }
    }
    assert!(spoilt_rows > 0 && spoilt_pages > 0, "{spoilt_rows} {spoilt_pages}");
}

/// A wrong value with a right checksum is found when the book is loaded to grow.
#[test]
fn a_book_with_a_wrong_value_is_not_loaded() {
    let graph = small_book(30);
    let mut entries = graph.entries();
    entries[11].value += 1;
    let book = Book::new(format::write_file(SETTINGS, &entries)).unwrap();
    let error = Graph::load(&book).unwrap_err();
    assert!(error.to_string().contains("position 12"), "{error}");
    let mut swapped = graph.entries();
    swapped.swap(3, 4);
    let book = Book::new(format::write_file(SETTINGS, &swapped)).unwrap();
    assert!(Graph::load(&book).unwrap_err().to_string().contains("ascending"));
}

/// A run that is cut off after any search, its last record perhaps half written, goes on to the same book.
#[test]
fn an_interrupted_run_goes_on_to_the_same_book() {
    let runs: [Run<'_>; 2] = [&mut |g| g.self_play(&self_play(40)), &mut |g| {
        g.self_play(&self_play(3))?;
        g.deviate(&deviation(60))
    }];
    for run in runs {
        let (whole, journal, done) = grown(Graph::new(SETTINGS), &[], usize::MAX, run);
        let searches = (journal.len() - 24) / 40;
        assert!(done && searches > 40);
        for after in 0..searches {
            let (_, mut kept, done) = grown(Graph::new(SETTINGS), &[], after, run);
            assert!(!done);
            // What a power failure may leave of the next record.
            kept.extend_from_slice(&journal[kept.len()..][..(after * 7) % 40]);
            let (graph, all, done) = grown(Graph::new(SETTINGS), &kept, usize::MAX, run);
            assert!(done);
            assert_eq!(graph.to_bytes(), whole.to_bytes(), "after {after} searches");
            assert_eq!(all, journal);
        }
    }
}

/// A book that was written between two rounds goes on as if it had not been.
#[test]
fn a_book_written_between_rounds_goes_on_the_same() {
    let mut files = Vec::new();
    let mut search = Drawn { left: usize::MAX };
    let mut on_round = |graph: &Graph, _| {
        files.push(graph.to_bytes());
        Ok(())
    };
    let mut keep = |_: &[u8]| Ok(());
    let mut growth =
        Growth::new(Graph::new(SETTINGS), &mut search, Journal::default(), &mut keep, &mut on_round);
    growth.self_play(&self_play(40)).unwrap();
    let whole = growth.into_graph().to_bytes();
    for file in files {
        let graph = Graph::load(&Book::new(file).unwrap()).unwrap();
        let (graph, ..) = grown(graph, &[], usize::MAX, &mut |g| g.self_play(&self_play(40)));
        assert_eq!(graph.to_bytes(), whole);
    }
}

#[test]
fn a_spoilt_journal_is_refused() {
    let (_, journal, _) = grown(Graph::new(SETTINGS), &[], 20, &mut |g| g.self_play(&self_play(40)));
    let read = |bytes: &[u8]| Journal::read(bytes, SETTINGS);
    assert_eq!(read(&journal).map(|(journal, whole)| (journal.len(), whole)), Ok((20, journal.len())));
    let mut spoilt = journal.clone();
    spoilt[24 + 40 * 3 + 5] ^= 1;
    assert_eq!(read(&spoilt).unwrap_err(), JournalError::Spoilt { at: 24 + 40 * 3 });
    let other = Settings { depth: 10, ..SETTINGS };
    assert!(matches!(Journal::read(&journal, other), Err(JournalError::Settings { .. })));
    assert_eq!(read(b"something").unwrap_err(), JournalError::NotAJournal);
    assert_eq!(read(&journal[..10]).map(|(journal, whole)| (journal.len(), whole)), Ok((0, 0)));
}

/// The reference: every line from the start in which one side deviates; is a leaf of one missing?
fn slow_missing(graph: &Graph, options: &Deviation) -> HashSet<u32> {
    fn follow(
        graph: &Graph,
        options: &Deviation,
        here: (u32, usize),
        deviating: usize,
        found: &mut HashSet<u32>,
    ) {
        let (number, turn) = here;
        let node = graph.node(number);
        let root = i32::from(graph.node(graph.find(options.from).unwrap()).value);
        let fits = |value: i16| {
            let allowed = if turn == deviating { i32::from(options.error) } else { 0 };
            let seen = if turn == 0 { i32::from(value) } else { -i32::from(value) };
            i32::from(node.value) - i32::from(value) <= allowed
                && (seen - root).abs() <= i32::from(options.range)
        };
        for &(_, child) in &node.links {
            if fits(-graph.node(child).value) {
                follow(graph, options, (child, 1 - turn), deviating, found);
            }
        }
        if let Some(Leaf { mv: Some(mv), value, .. }) = node.leaf
            && fits(value)
            && node.discs.after(mv).empties() >= u32::from(SETTINGS.empties)
        {
            found.insert(number);
        }
    }
    let mut found = HashSet::new();
    for deviating in [0, 1] {
        follow(graph, options, (graph.find(options.from).unwrap(), 0), deviating, &mut found);
    }
    found
}

#[test]
fn deviations_are_those_of_every_line() {
    let mut graph = small_book(40);
    let root = |graph: &Graph| graph.find(Discs::start()).unwrap();
    for (error, range) in [(0, 400), (150, 300), (300, 6400)] {
        let options = Deviation { error, range, ..deviation(usize::MAX) };
        let found: HashSet<u32> = missing_positions(&graph, root(&graph), &options).into_iter().collect();
        assert_eq!(found, slow_missing(&graph, &options));
        assert_eq!(found.is_empty(), error == 0 && range == 0);
    }
    // Grown until nothing is missing.
    let options = Deviation { error: 60, range: 200, ..deviation(4000) };
    (graph, ..) = grown(graph, &[], usize::MAX, &mut |g| g.deviate(&options));
    assert!(graph.len() > 40 && graph.len() < 4000, "{}", graph.len());
    assert!(slow_missing(&graph, &options).is_empty());
    let outside = Deviation { from: Discs::start().after(19).after(18), ..options };
    let (graph, ..) = grown(Graph::new(SETTINGS), &[], 1, &mut |g| {
        assert!(matches!(g.deviate(&outside), Err(GrowError::NotInBook)));
        Ok(())
    });
    assert!(graph.is_empty());
}

/// The reference: the margin after a move by plain minimax.
fn margin(board: &tengen_games::othello::Board<u64>) -> i32 {
    use tengen_games::othello::Bits;
    if board.is_over() {
        return board.final_score();
    }
    match board.moves() {
        0 => -margin(&board.pass()),
        moves => moves.squares().map(|square| -margin(&board.place(square))).max().unwrap(),
    }
}

#[test]
fn the_engine_finds_the_best_of_the_moves_that_are_left() {
    let mut tried = 0;
    for seed in 0..12 {
        let mut rng = SplitMix64(seed);
        let mut game = Position::new(&Rules::STANDARD);
        for _ in 0..53 {
            game.play_random(&mut || rng.next_u32());
        }
        let discs = Discs::from(&game.narrow().unwrap());
        let mut moves: Vec<u8> = discs.moves().filter(|&mv| mv != PASS).collect();
        let settings = Settings { solve: 20, ..SETTINGS };
        let mut search = EngineSearch::new(settings, 1, &Stop::new());
        let mut excluded = 0;
        while !moves.is_empty() {
            let found = search.search(discs, excluded).unwrap();
            let best = moves.iter().map(|&mv| -margin(&discs.after(mv).board())).max().unwrap();
            assert_eq!((i32::from(found.value), found.exact), (100 * best, true), "seed {seed}");
            assert!(moves.contains(&found.mv));
            excluded |= 1 << found.mv;
            moves.retain(|&mv| mv != found.mv);
            tried += 1;
        }
    }
    assert!(tried > 30);
}

#[test]
fn a_player_plays_by_the_book_in_games_only() {
    let graph = small_book(200);
    let book = Arc::new(Book::new(graph.to_bytes()).unwrap());
    let start = Position::new(&Rules::STANDARD);
    let board = start.narrow().unwrap();
    let moves = book.moves(&board).unwrap().unwrap();
    let square = |mv: Move| match mv {
        Move::Place(point) => tengen_games::othello::Board::<u64>::square(point) as u8,
        _ => PASS,
    };
    let ask = |randomness, limits: &Limits, game: &Position| {
        let mut player = crate::Player::default().with_table(1).with_book(book.clone(), randomness);
        player.analyze(game, limits, &Stop::new(), &mut |_| ())
    };
    let playing = |seed| Limits { seed, playing: true, ..Limits::nodes(50) };
    let mut position = start.clone();
    position.play(Move::Place(tengen_board::Point::new(4, 5))).unwrap();
    let replies = book.moves(&position.narrow().unwrap()).unwrap().unwrap();
    assert!(replies.len() > 1 && replies[0].value > replies[1].value);
    let apart = (replies[0].value - replies[1].value) as u16;
    let chosen = |randomness| -> HashSet<u8> {
        (0..40).map(|seed| square(ask(randomness, &playing(seed), &position).best.unwrap())).collect()
    };
    assert_eq!(chosen(0), HashSet::from([replies[0].mv]));
    assert_eq!(chosen(apart - 1).len(), 1);
    assert!(chosen(apart).contains(&replies[1].mv));
    // The line follows the book; every move of it is legal.
    let found = ask(0, &playing(1), &start);
    assert_eq!(found.nodes, 0);
    let mut game = start.clone();
    found.lines[0].moves.iter().for_each(|&mv| {
        game.play(mv).unwrap();
    });
    assert!(found.lines[0].moves.len() > 1);
    assert!(moves.iter().any(|m| m.mv == square(found.best.unwrap())));
    // An analysis and other sizes search.
    assert!(ask(0, &Limits::nodes(50), &start).nodes > 0);
    let small = Position::new(&Rules::new(tengen_board::Size::of(6, 6)).unwrap());
    assert!(ask(0, &playing(1), &small).nodes > 0);
}

mod edax_file {
    use super::*;
    use crate::book::edax::{self, EdaxError};

    /// A position with its value, its leaf and its level.
    type Whole = (Discs, i32, Option<(Option<u8>, i32)>, u8);

    fn whole_discs(graph: &Graph) -> Vec<Whole> {
        let round = |value: i16| (f64::from(value) / 100.0).round() as i32;
        let entries = graph.entries().into_iter();
        entries.map(|e| (e.discs, round(e.value), e.leaf.map(|l| (l.mv, round(l.value))), e.level)).collect()
    }

    #[test]
    fn what_is_exported_is_imported_again() {
        let graph = small_book(150);
        let bytes = edax::export(&graph, 0);
        let imported = edax::import(&bytes).unwrap();
        assert_eq!(whole_discs(&imported.graph), whole_discs(&graph));
        assert_eq!((imported.links_added, imported.links_dropped, imported.values_changed), (0, 0, 0));
        // Which searches were exact follows from positions without links; the largest of them may have links.
        let settings = imported.graph.settings();
        assert_eq!(Settings { solve: 52, ..settings }, SETTINGS);
        assert!((50..=52).contains(&settings.solve));
        // A second round trip gives the same bytes.
        assert_eq!(edax::export(&imported.graph, 0), edax::export(&edax::import(&bytes).unwrap().graph, 0));
        let book = Book::new(imported.graph.to_bytes()).unwrap();
        assert_eq!(Graph::load(&book).unwrap().entries(), imported.graph.entries());
    }

    /// A book as Edax 4.6 makes it: the start with all moves linked, and the one position after them.
    fn two_positions() -> Vec<u8> {
        let mut bytes = b"XADEKOOB\x04\x06".to_vec();
        bytes.extend([0xea, 0x07, 11, 25, 2, 3, 6, 0]);
        [6_i32, 50, 2, 1, 0, 2].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        let position = |own: u64, opp: u64, value: i16, links: &[[u8; 2]], leaf: [u8; 2]| {
            let mut bytes = [own.to_le_bytes(), opp.to_le_bytes()].concat();
            [0_u32, 0, 0, 1].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
            [value, value - 2, value + 2].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
            bytes.extend([links.len() as u8, 6]);
            links.iter().for_each(|link| bytes.extend(link));
            bytes.extend(leaf);
            bytes
        };
        let start = Discs::start();
        let next = start.after(19).canonical().0;
        let links: Vec<[u8; 2]> = start.moves().map(|mv| [2_i8 as u8, mv]).collect();
        bytes.extend(position(start.own, start.opp, 2, &links, [-127_i8 as u8, 65]));
        let reply = next.moves().next().unwrap();
        bytes.extend(position(next.own, next.opp, -2, &[], [-2_i8 as u8, reply]));
        bytes
    }

    #[test]
    fn a_book_of_edax_is_read() {
        let imported = edax::import(&two_positions()).unwrap();
        assert_eq!((imported.links_added, imported.links_dropped, imported.values_changed), (0, 0, 0));
        let book = Book::new(imported.graph.to_bytes()).unwrap();
        let moves = book.moves(&Discs::start().board()).unwrap().unwrap();
        assert_eq!(moves.iter().map(|m| m.mv).collect::<Vec<_>>(), [19, 26, 37, 44]);
        assert!(moves.iter().all(|m| m.value == 200 && m.is_link && !m.exact));
        assert_eq!(book.settings(), Settings { depth: 6, solve: 0, empties: 50, error: 200 });
    }

    #[test]
    fn links_and_values_are_put_right() {
        // The second position is worth 5, not 2, and one link of the first is missing.
        let mut bytes = two_positions();
        let leaf = bytes.len() - 2;
        bytes[leaf] = -5_i8 as u8;
        bytes[42 + 38] = 3;
        bytes.drain(42 + 40..42 + 42);
        let imported = edax::import(&bytes).unwrap();
        assert_eq!((imported.links_added, imported.links_dropped, imported.values_changed), (1, 0, 2));
        // The second position is missing: the best link becomes the leaf.
        let mut bytes = two_positions();
        bytes.truncate(42 + 40 + 2 * 4 + 2);
        bytes[38] = 1;
        let imported = edax::import(&bytes).unwrap();
        assert_eq!((imported.links_added, imported.links_dropped, imported.values_changed), (0, 4, 0));
        assert_eq!(imported.graph.entries()[0].value, 200);
    }

    #[test]
    fn errors_say_where() {
        let good = two_positions();
        let changed = |at: usize, to: u8| {
            let mut bytes = good.clone();
            bytes[at] = to;
            edax::import(&bytes).unwrap_err()
        };
        assert_eq!(changed(0, b'Y'), EdaxError::NotABook);
        assert_eq!(changed(8, 3), EdaxError::Version(3));
        assert_eq!(changed(38, 3), EdaxError::Length { found: 2, wanted: 3 });
        assert!(matches!(changed(18, 61), EdaxError::Header(_)));
        // A link to an occupied square, a disc that two sides have, a leaf that is no move.
        let (first, second) = (42, 42 + 40 + 2 * 4 + 2);
        assert!(matches!(changed(first + 41, 27), EdaxError::Position { number: 1, at: 42, .. }));
        assert!(matches!(changed(first + 8 + 3, 0xff), EdaxError::Position { number: 1, .. }));
        assert!(matches!(changed(second + 41, 27), EdaxError::Position { number: 2, .. }));
        for length in 1..good.len() {
            assert!(edax::import(&good[..length]).is_err(), "{length} bytes");
        }
    }

    /// Needs the program: `TENGEN_EDAX` is its path, with `data/eval.dat` beside it.
    #[test]
    fn edax_reads_what_is_written_and_is_read() {
        let Some(program) = std::env::var_os("TENGEN_EDAX").map(std::path::PathBuf::from) else {
            tengen_truth::skipped("edax_reads_what_is_written_and_is_read: TENGEN_EDAX is not set");
            return;
        };
        let folder = std::env::temp_dir().join(format!("tengen-edax-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = |name: &str| folder.join(name);
        // Edax leaves at once when it reads the end of its input, so it gets time until its last file is there.
        let edax = |commands: &[String], last: &str| {
            use std::io::Write as _;
            let mut child = std::process::Command::new(&program)
                .args(["-n-tasks", "1", "-eval-file", "data/eval.dat", "-book-file"])
                .arg(file("first.dat"))
                .current_dir(program.parent().unwrap())
                .stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take().unwrap();
            writeln!(input, "{}", commands.join("\n")).unwrap();
            let begun = std::time::Instant::now();
            while !file(last).exists() && begun.elapsed().as_secs() < 300 {
                std::thread::sleep(std::time::Duration::from_millis(200));
            }
            std::thread::sleep(std::time::Duration::from_millis(500));
            writeln!(input, "quit").unwrap();
            child.wait().unwrap();
        };
        let path = |name: &str| file(name).display().to_string();
        std::fs::write(file("first.dat"), two_positions()).unwrap();
        edax(
            &[
                "book new 4 12".into(),
                "book deviate 2 6".into(),
                // Edax leaves some links out until it is asked for them.
                "book fix".into(),
                format!("book save {}", path("made.dat")),
                format!("book export {}", path("made.txt")),
                format!("book save {}", path("end1")),
            ],
            "end1",
        );
        let made = std::fs::read(file("made.dat")).expect("Edax makes a book");
        let imported = edax::import(&made).unwrap();
        assert!(imported.graph.len() > 20);
        let changed = (imported.links_added, imported.links_dropped, imported.values_changed);
        assert_eq!(changed, (0, 0, 0), "Edax finds the same links and values");
        let ours = edax::export(&imported.graph, 0);
        std::fs::write(file("ours.dat"), &ours).unwrap();
        edax(
            &[
                format!("book load {}", path("ours.dat")),
                format!("book export {}", path("ours.txt")),
                "book negamax".into(),
                format!("book save {}", path("again.dat")),
                format!("book save {}", path("end2")),
            ],
            "end2",
        );
        // Edax's own text of both books: board, level, leaf, value.
        let lines = |name: &str| -> std::collections::BTreeSet<String> {
            std::fs::read_to_string(file(name)).unwrap().lines().map(str::to_owned).collect()
        };
        let (made, ours) = (lines("made.txt"), lines("ours.txt"));
        assert!(made.len() > 20);
        assert_eq!(made.symmetric_difference(&ours).next(), None);
        // Edax computed all values again: they stay.
        let again = edax::import(&std::fs::read(file("again.dat")).unwrap()).unwrap();
        assert_eq!(whole_discs(&again.graph), whole_discs(&imported.graph));
        assert_eq!((again.links_added, again.links_dropped, again.values_changed), (0, 0, 0));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
