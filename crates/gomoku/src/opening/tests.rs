use super::*;
use crate::Player;
use std::collections::HashSet;
use tengen_board::Size;
use tengen_board::symmetry::canonical;
use tengen_engine::Engine;
use tengen_games::gomoku::Variant;

#[test]
fn every_opening_rule_is_played_to_its_end() {
    for opening in OpeningRule::ALL {
        let variant =
            if opening.is_renju() { tengen_games::gomoku::Variant::Renju } else { Rules::FREESTYLE.variant };
        let rules = Rules { opening, variant, ..Rules::FREESTYLE };
        let mut game = Position::new(&rules);
        let mut player = Player::new();
        player.set_memory(1 << 20);
        for _ in 0..30 {
            let found = player.analyze(&game, &Limits::nodes(600), &Stop::new(), &mut |_| ());
            let best = found.best.expect("there is always a move");
            assert_eq!(found.lines[0].moves.first(), Some(&best));
            game.play(best).unwrap_or_else(|e| panic!("{opening}: {e}"));
            if game.step().is_none() && game.ply() >= 6 {
                break;
            }
        }
        assert!(game.step().is_none(), "{opening}: {:?}", game.step());
    }
}

#[test]
fn the_side_that_is_clearly_ahead_is_taken() {
    // An open three of black without white stones near it: black wins.
    let rules = Rules { opening: OpeningRule::Swap, ..Rules::FREESTYLE };
    let mut game = Position::new(&rules);
    for mv in ["h8", "a1", "h9"] {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    let mut player = Player::new();
    player.set_memory(1 << 20);
    let found = player.analyze(&game, &Limits::nodes(20_000), &Stop::new(), &mut |_| ());
    assert_eq!(found.best, Some(Move::Choose(Choice::Take(Color::Black))));
}

/// The board in canonical orientation.
fn class(position: &Position) -> Vec<Cell> {
    let size = position.size();
    let cells: Vec<Cell> = size.points().map(|p| position.at(p)).collect();
    canonical(&cells, size, Symmetry::keeping(size)).0
}

fn played(rules: &Rules, moves: &[Point]) -> Position {
    let mut position = Position::new(rules);
    moves.iter().for_each(|&p| drop(position.play(Move::Place(p)).expect("a legal stone")));
    position
}

fn quick() -> Player {
    let mut player = Player::new();
    player.set_memory(1 << 20);
    player
}

/// Rules of swap and swap2 with a book, and the boards of its openings.
fn booked() -> Vec<(Rules, HashSet<Vec<Cell>>)> {
    let plain = [
        Rules::FREESTYLE,
        Rules { size: Size::of(20, 20), ..Rules::FREESTYLE },
        Rules::STANDARD,
        Rules::RENJU,
    ];
    let both = plain
        .iter()
        .flat_map(|&rules| [OpeningRule::Swap, OpeningRule::Swap2].map(|opening| Rules { opening, ..rules }));
    both.map(|rules| {
        let book = Book::standard(&rules).expect("a book");
        let boards = book.entries().iter().map(|entry| class(&played(&rules, &entry.stones.points())));
        (rules, boards.collect())
    })
    .collect()
}

/// Plays the next stone, which must need no search. Returns the point.
fn put(player: &mut Player, game: &mut Position, seed: u64) -> Point {
    let limits = Limits { seed, lines: 3, ..Limits::nodes(100) };
    let found = player.analyze(game, &limits, &Stop::new(), &mut |_| ());
    assert_eq!(found.nodes, 0, "{} after {:?}", game.rules(), game.moves());
    let best = found.best.expect("a stone");
    assert_eq!(found.lines[0].moves, [best]);
    assert!(found.lines.iter().skip(1).all(|line| line.moves[0] != best && game.is_legal(line.moves[0])));
    game.play(best).expect("a legal stone");
    best.point().expect("a stone")
}

#[test]
fn the_first_three_stones_are_an_opening_of_the_book_and_the_seed_draws_it() {
    let mut player = quick();
    for (rules, boards) in booked() {
        let (mut seen, mut firsts) = (HashSet::new(), HashSet::new());
        for seed in 0..40 {
            let mut game = Position::new(&rules);
            let stones: Vec<Point> = (0..3).map(|_| put(&mut player, &mut game, seed)).collect();
            assert!(boards.contains(&class(&game)), "{rules}: {:?}", game.moves());
            assert!(game.step().is_some_and(Step::is_choice));
            // The same seed gives the same stones.
            let mut again = Position::new(&rules);
            assert_eq!(stones, (0..3).map(|_| put(&mut player, &mut again, seed)).collect::<Vec<_>>());
            seen.insert(class(&game));
            firsts.insert(stones[0]);
        }
        assert!(seen.len() > 20 && firsts.len() > 10, "{rules}: {} openings", seen.len());
    }
}

#[test]
fn stones_on_the_board_are_gone_on_from_whoever_put_them() {
    let mut player = quick();
    for (rules, boards) in booked() {
        let size = rules.size;
        let book = Book::standard(&rules).expect("a book");
        for (i, entry) in book.entries().iter().enumerate() {
            let symmetry = Symmetry::ALL[i % 8];
            let [a, b, c] = entry.stones.points().map(|p| symmetry.apply(p, size));
            for begun in [&[a][..], &[c], &[a, b], &[c, b]] {
                let mut game = played(&rules, begun);
                while game.ply() < 3 {
                    put(&mut player, &mut game, i as u64);
                }
                assert!(boards.contains(&class(&game)), "{rules}: {:?}", game.moves());
            }
        }
    }
}

#[test]
fn where_the_book_has_nothing_a_search_decides() {
    let mut player = quick();
    let mut search = |game: &Position| {
        let found = player.analyze(game, &Limits::nodes(2_000), &Stop::new(), &mut |_| ());
        assert!(found.nodes > 0 && found.best.is_some_and(|mv| game.is_legal(mv)));
    };
    for (rules, boards) in booked() {
        // Two stones that begin no opening of the book.
        let goes_on = |a, b| {
            let third = rules.size.points().filter(|&p| p != a && p != b);
            third.into_iter().any(|p| boards.contains(&class(&played(&rules, &[a, b, p]))))
        };
        let corner = Point::new(0, 0);
        let lone = rules.size.points().skip(1).find(|&p| !goes_on(corner, p)).expect("two such stones");
        search(&played(&rules, &[corner, lone]));
    }
    for (variant, side, opening) in [
        (Variant::Freestyle, 13, OpeningRule::Swap2),
        (Variant::Standard, 20, OpeningRule::Swap),
        (Variant::Caro, 15, OpeningRule::Swap2),
        (Variant::Freestyle, 15, OpeningRule::None),
        (Variant::Freestyle, 15, OpeningRule::LongPro),
        (Variant::Renju, 15, OpeningRule::Soosorv8),
    ] {
        let rules = Rules { size: Size::of(side, side), variant, opening };
        let center = rules.size.center();
        assert_eq!(from_book(&Position::new(&rules), &Limits::default()), None, "{rules}");
        search(&played(&rules, &[center]));
    }
}

#[test]
fn points_to_avoid_are_not_taken_from_the_book() {
    let rules = Rules { opening: OpeningRule::Swap2, ..Rules::FREESTYLE };
    let game = Position::new(&rules);
    let all = from_book(&game, &Limits::default()).expect("openings");
    let avoid: Vec<Point> = all.iter().skip(1).filter_map(|(mv, _)| mv.point()).collect();
    for seed in 0..10 {
        let limits = Limits { avoid: avoid.clone(), seed, ..Limits::default() };
        assert_eq!(from_book(&game, &limits).map(|left| left.len()), Some(1));
    }
    let none = Limits { avoid: rules.size.points().collect(), ..Limits::default() };
    assert_eq!(from_book(&game, &none), None);
}

#[test]
fn under_pro_each_place_for_the_second_stone_is_looked_at_once() {
    for opening in [OpeningRule::Pro, OpeningRule::LongPro] {
        let rules = Rules { opening, ..Rules::FREESTYLE };
        let game = played(&rules, &[rules.size.center()]);
        let limits = Limits { lines: 30, ..Limits::nodes(2_000) };
        let found = quick().analyze(&game, &limits, &Stop::new(), &mut |_| ());
        let after = |line: &Line| {
            let mut after = game.clone();
            after.play(line.moves[0]).expect("a legal stone");
            class(&after)
        };
        let looked: HashSet<_> = found.lines.iter().map(after).collect();
        // At distances of 1, 2 and 3 from the centre there are 2, 3 and 4 squares up to symmetry.
        assert_eq!((looked.len(), found.lines.len()), (9, 9));
        assert!(found.lines.is_sorted_by(|a, b| a.score.win() >= b.score.win()));
    }
}

#[test]
fn a_decision_without_time_is_made_of_one_look() {
    // There is no book for caro.
    let mut game = Position::new(&Rules { opening: OpeningRule::Swap2, ..Rules::CARO });
    for mv in ["h8", "h9"] {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    assert!(leaves_choice(&game));
    let mut player = Player::new();
    player.set_memory(1 << 20);
    let mut places = |time| {
        let limits = Limits {
            lines: MAX_CANDIDATES,
            nodes: Some(MAX_CANDIDATES as u64 * 50),
            time,
            ..Limits::default()
        };
        player.analyze(&game, &limits, &Stop::new(), &mut |_| ()).lines.len()
    };
    assert_eq!(places(Some(Duration::ZERO)), 1);
    assert!(places(None) > 20);
}
