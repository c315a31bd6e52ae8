use super::*;
use crate::Player;
use crate::solve::{SolveResult, WinKind, solve};
use std::collections::HashSet;
use tengen_board::symmetry::canonical;
use tengen_engine::{Engine, Limits, Score, Stop};
use tengen_games::Move;
use tengen_games::gomoku::Variant;

fn played(rules: Rules, stones: Stones) -> Position {
    let mut position = Position::new(&rules);
    stones.points().into_iter().for_each(|p| drop(position.play(Move::Place(p)).expect("a legal stone")));
    position
}

/// The board in canonical orientation.
fn class(position: &Position) -> Vec<Cell> {
    let size = position.size();
    let cells: Vec<Cell> = size.points().map(|p| position.at(p)).collect();
    canonical(&cells, size, Symmetry::keeping(size)).0
}

#[test]
fn the_books_that_come_with_the_engine_are_whole() {
    let wanted =
        [(Variant::Freestyle, 15), (Variant::Freestyle, 20), (Variant::Standard, 15), (Variant::Renju, 15)];
    assert_eq!(BOOKS.len(), wanted.len());
    for (text, (variant, side)) in FILES.iter().zip(wanted) {
        let path = format!("{}/openings/{variant}-{side}.txt", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(std::fs::read_to_string(path).expect("a book"), *text);
        let book = Book::read(text).unwrap_or_else(|why| panic!("{variant} {side}: {why}"));
        assert_eq!(book.to_string(), *text);
        let rules = Rules { size: Size::of(side, side), variant, opening: OpeningRule::Swap2 };
        assert_eq!(Book::standard(&rules), Some(&book));
        assert!((100..=300).contains(&book.entries.len()), "{} openings", book.entries.len());
        let (mut classes, mut kinds) = (HashSet::new(), HashSet::new());
        for entry in &book.entries {
            let position = played(rules, entry.stones);
            assert_eq!(position.step(), Some(Step::SwapOrTwoMore));
            assert!(classes.insert(class(&position)), "{:?} twice", entry.stones);
            assert!(entry.black.abs_diff(500) <= book.recipe.within, "{entry:?}");
            kinds.insert(OpeningKind::of(entry.stones, rules.size));
        }
        assert_eq!(kinds.len(), OpeningKind::ALL.len());
    }
}

/// The solver does not use the evaluation that found the openings even. Black is treated as if it were to move.
#[test]
fn no_side_wins_by_threats_in_an_opening_of_the_book() {
    for book in BOOKS.iter() {
        for entry in &book.entries {
            let position = played(book.recipe.rules, entry.stones);
            assert!(!position.is_over());
            for side in Color::BOTH {
                for kind in [WinKind::Vcf, WinKind::Vct] {
                    let answer = solve(&position, side, kind, &Limits::nodes(1_000), &Stop::new());
                    assert!(
                        !matches!(answer.result, SolveResult::Win(_)),
                        "{side:?} wins after {:?}",
                        entry.stones
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_made_is_even_again_when_another_player_looks() {
    for (rules, side) in [(Rules::FREESTYLE, 15), (Rules::RENJU, 15), (Rules::STANDARD, 13)] {
        let rules = Rules { size: Size::of(side, side), ..rules };
        let recipe = Recipe { rules, count: 4, nodes: 200, check: 800, within: 80, seed: 5 };
        let mut reported = Vec::new();
        let book =
            make(&recipe, &Stop::new(), &mut |entry| reported.push(*entry)).expect("it was not stopped");
        assert_eq!(book.recipe, recipe);
        reported.sort_by_key(|entry| entry.stones);
        assert_eq!(book.entries, reported);
        let kinds: HashSet<OpeningKind> =
            reported.iter().map(|entry| OpeningKind::of(entry.stones, rules.size)).collect();
        assert_eq!(kinds.len(), 4, "{reported:?}");
        for entry in &book.entries {
            let mut player = Player::new();
            player.set_memory(8 << 20);
            let position = played(rules, entry.stones);
            let found = player.analyze(&position, &Limits::nodes(recipe.check), &Stop::new(), &mut |_| ());
            let black = 1000.0 * (1.0 - found.score().map_or(1.0, Score::win));
            assert!(
                (black - 500.0).abs() <= 80.5 && (black - f32::from(entry.black)).abs() <= 0.51,
                "{entry:?}: {black}"
            );
        }
        assert_eq!(make(&recipe, &Stop::new(), &mut |_| ()).as_ref(), Some(&book));
        assert_eq!(Book::read(&book.to_string()), Ok(book));
    }
}

#[test]
fn a_board_with_room_for_few_openings_gives_few_and_a_stop_gives_none() {
    let rules = Rules { size: Size::of(5, 5), ..Rules::FREESTYLE };
    let recipe = Recipe { rules, count: 100_000, nodes: 50, check: 50, within: 500, seed: 1 };
    let book = make(&recipe, &Stop::new(), &mut |_| ()).expect("it was not stopped");
    let points: Vec<Point> = rules.size.points().collect();
    let (mut all, mut found) = (HashSet::new(), HashSet::new());
    for (i, &a) in points.iter().enumerate() {
        for &c in &points[i + 1..] {
            let white = points.iter().filter(|&&p| p != a && p != c);
            all.extend(white.map(|&b| class(&played(rules, Stones::new([a, c], b)))));
        }
    }
    assert!(book.entries.iter().all(|entry| found.insert(class(&played(rules, entry.stones)))));
    assert!(!found.is_empty() && found.is_subset(&all), "{} of {}", found.len(), all.len());
    assert_eq!(book.recipe.count, book.entries.len());
    let stop = Stop::new();
    stop.raise();
    assert_eq!(make(&recipe, &stop, &mut |_| ()), None);
}

#[test]
fn stones_that_are_each_others_images_have_the_same_canonical_form() {
    let mut rng = tengen_board::random::SplitMix64(3);
    for size in [Size::of(15, 15), Size::of(20, 20), Size::of(9, 12)] {
        for _ in 0..300 {
            let mut point = || size.point(rng.below(size.area()));
            let (a, b, c) = (point(), point(), point());
            if a == b || b == c || a == c {
                continue;
            }
            let rules = Rules { size, ..Rules::FREESTYLE };
            let stones = Stones::new([a, c], b);
            let form = stones.canonical(size);
            assert_eq!(class(&played(rules, form)), class(&played(rules, stones)));
            for &symmetry in Symmetry::keeping(size) {
                assert_eq!(stones.turned(symmetry, size).canonical(size), form);
                assert_eq!(
                    OpeningKind::of(stones.turned(symmetry, size), size),
                    OpeningKind::of(stones, size)
                );
            }
        }
    }
}

#[test]
fn the_next_stones_are_those_that_lead_to_an_opening() {
    let text =
        "tengen-book 1 freestyle 7x7 count=2 nodes=1 check=1 within=50 seed=0\nd4 d5 e4 510\na1 b2 d5 480\n";
    let book = Book::read(text).expect("a book");
    let rules = Rules { size: Size::of(7, 7), opening: OpeningRule::Swap, ..Rules::FREESTYLE };
    let wanted: HashSet<Vec<Cell>> =
        book.entries.iter().map(|entry| class(&played(rules, entry.stones))).collect();
    // By exhaustion: every stone, and every one after it.
    fn leads(position: &Position, wanted: &HashSet<Vec<Cell>>) -> bool {
        let free = || position.size().points().filter(|&p| position.at(p).is_empty());
        if position.ply() == 3 {
            return wanted.contains(&class(position));
        }
        free().any(|p| {
            let mut after = position.clone();
            after.play(Move::Place(p)).expect("a legal stone");
            leads(&after, wanted)
        })
    }
    let mut open = vec![Position::new(&rules)];
    let mut looked = 0;
    while let Some(position) = open.pop() {
        let given: HashSet<Point> = book.next(&position).into_iter().map(|(p, _)| p).collect();
        for p in rules.size.points().filter(|&p| position.at(p).is_empty()) {
            let mut after = position.clone();
            after.play(Move::Place(p)).expect("a legal stone");
            let fits = leads(&after, &wanted);
            assert_eq!(given.contains(&p), fits, "{p:?} after {:?}", position.moves());
            looked += 1;
            if after.ply() < 3 && (fits || looked % 7 == 0) {
                open.push(after);
            }
        }
    }
    assert!(looked > 1_000, "{looked}");
}

#[test]
fn a_damaged_book_is_refused_and_says_where() {
    let good =
        "tengen-book 1 renju 15x15 count=2 nodes=1 check=1 within=50 seed=0\ni10 h9 h8 510\nd5 b2 a1 480\n";
    let book = Book::read(good).expect("a book");
    assert_eq!(book.to_string(), good);
    for (from, to, said) in [
        ("tengen-book 1", "tengen-book 2", "begins with"),
        ("renju", "chess", "begins with"),
        ("renju", "renju+swap2", "begins with"),
        ("15x15", "99x99", "begins with"),
        ("count=2", "count=3", "should have 3 openings and has 2"),
        ("count=2", "count", "begins with"),
        ("h9", "h8", "line 2 is no opening: 'i10 h8 h8 510'"),
        ("h9", "h16", "line 2 is no opening"),
        (" 480", "", "line 3 is no opening"),
        ("480", "1001", "line 3 is no opening"),
        ("480", "-1", "line 3 is no opening"),
        ("480\n", "480\n\n", "line 4 is no opening"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        let why = Book::read(&text).expect_err(&text).to_string();
        assert!(why.contains(said), "{text:?}: {why}");
    }
    let mut rng = tengen_board::random::SplitMix64(7);
    for _ in 0..2_000 {
        let mut bytes = good.as_bytes().to_vec();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len());
            bytes[at] = b" \n0123456789abcdhx=\xc3\xb5-"[rng.below(22)];
        }
        // Reading never panics, and what it accepts it writes again unchanged.
        if let Ok(book) = Book::read(&String::from_utf8_lossy(&bytes)) {
            assert_eq!(Book::read(&book.to_string()), Ok(book));
        }
    }
    assert_eq!(Book::read("").map(drop), Err(BookTextError::Header(String::new())));
}
