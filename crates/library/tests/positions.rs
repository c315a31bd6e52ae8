//! Position search, compared with the plain way: playing every game and comparing every turned board.

mod common;

use common::{Random, live_game, played, random_moves, spec, specs};
use std::collections::{BTreeMap, BTreeSet};
use tengen_board::{Cell, Symmetry, symmetry::canonical};
use tengen_games::{AnyPosition, Game, GameSpec, Move, gomoku};
use tengen_library::{GameResult, Library, NewGame, position_key};
use tengen_records::Record;

/// The form for comparison: the canonical board and the side to move.
fn form(position: &AnyPosition) -> (Vec<Cell>, bool) {
    let size = position.size();
    let cells: Vec<Cell> = size.points().map(|p| position.at(p)).collect();
    let group = match position.spec() {
        GameSpec::Mnk(rules) if rules.gravity => &Symmetry::UPRIGHT[..],
        _ => Symmetry::keeping(size),
    };
    (canonical(&cells, size, group).0, position.to_move() == tengen_board::Color::Black)
}

/// The positions after each ply, with the next move on the board. Opening rules do not matter: their stones are placed
/// without them, and choices do not change the board.
fn lines(spec: &GameSpec, moves: &[Move]) -> Vec<(AnyPosition, Option<Move>)> {
    let plain = match spec {
        GameSpec::Gomoku(rules) => {
            GameSpec::Gomoku(gomoku::Rules { opening: gomoku::OpeningRule::None, ..*rules })
        }
        other => other.clone(),
    };
    let mut position = AnyPosition::new(&plain);
    let mut out = vec![position.clone()];
    let stones: Vec<Move> = moves.iter().copied().filter(|mv| !matches!(mv, Move::Choose(_))).collect();
    for &mv in &stones {
        position.play(mv).unwrap();
        out.push(position.clone());
    }
    out.into_iter().enumerate().map(|(i, position)| (position, stones.get(i).copied())).collect()
}

#[test]
fn every_position_is_found_in_every_turn_with_its_statistics() {
    let mut random = Random(5);
    for spec in specs() {
        let library = Library::open_in_memory().unwrap();
        let mut games = Vec::new();
        for n in 0..12 {
            let moves = random_moves(&spec, &mut random, 14);
            let mut record = Record::from_moves(spec.clone(), moves.clone());
            let result = ["B+1", "W+1", "0", "?"][n % 4];
            record.header.result = Some(result.into());
            let game = library.create(NewGame::from_record(record)).unwrap().id;
            games.push((game, lines(&spec, &moves), GameResult::of_result(Some(result))));
        }
        // Every position of two games, and the start.
        for (_, asked, _) in &games[..2] {
            for (position, _) in asked {
                let wanted = form(position);
                let mut found = BTreeMap::new();
                let mut statistics: BTreeMap<(Vec<Cell>, bool), BTreeMap<i64, GameResult>> = BTreeMap::new();
                for (game, line, outcome) in &games {
                    for (ply, (there, next)) in line.iter().enumerate() {
                        if form(there) == wanted {
                            found.entry(*game).or_insert(ply);
                            if let Some(mv) = next {
                                let mut after = there.clone();
                                after.play(*mv).unwrap();
                                // The move itself does not matter, only the position after it.
                                statistics.entry(form(&after)).or_default().insert(*game, *outcome);
                            }
                        }
                    }
                }
                let answer = library.find_position(position, 1, 1000).unwrap();
                assert_eq!(answer.total, found.len() as u64, "{spec:?}");
                let games: BTreeSet<i64> = answer.games.iter().map(|g| g.summary.id).collect();
                assert_eq!(games, found.keys().copied().collect());
                for next in &answer.statistics {
                    let mut after = position.clone();
                    after.play(next.mv).unwrap_or_else(|e| panic!("{spec:?}: {e}"));
                    let real =
                        statistics.remove(&form(&after)).unwrap_or_else(|| panic!("{spec:?}: {next:?}"));
                    let count = |outcome| real.values().filter(|&&o| o == outcome).count() as u64;
                    assert_eq!(
                        (next.games, next.black, next.white, next.draws),
                        (
                            real.len() as u64,
                            count(GameResult::Black),
                            count(GameResult::White),
                            count(GameResult::Draw)
                        )
                    );
                    for &point in &next.points {
                        let mut same = position.clone();
                        same.play(point.into()).unwrap();
                        assert_eq!(form(&same), form(&after));
                    }
                }
                assert!(
                    statistics.is_empty(),
                    "{spec:?}: statistics of moves that no game has: {}",
                    statistics.len()
                );
            }
        }
        assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
    }
}

#[test]
fn keys_are_equal_exactly_where_boards_are_the_same_but_for_a_turn() {
    let mut random = Random(9);
    for spec in specs() {
        let mut seen = BTreeMap::new();
        for _ in 0..40 {
            let moves = random_moves(&spec, &mut random, 40);
            for (position, _) in lines(&spec, &moves) {
                let key = position_key(&position).key;
                let form = form(&position);
                assert_eq!(seen.entry(form.clone()).or_insert(key), &key, "one form, two keys: {spec:?}");
            }
        }
        let keys: BTreeSet<u64> = seen.values().copied().collect();
        assert_eq!(keys.len(), seen.len(), "one key, two forms: {spec:?}");
    }
    // The same stones in another game are a different position.
    let keys: BTreeSet<u64> = specs().iter().map(|spec| position_key(&AnyPosition::new(spec)).key).collect();
    assert_eq!(
        keys.len(),
        specs().len() - 2,
        "all but the opening rule and the counting of Go, which do not matter"
    );
}

#[test]
fn othello_has_one_first_move() {
    let library = Library::open_in_memory().unwrap();
    let othello = spec("othello");
    for first in ["f5", "d3", "c4", "e6"] {
        live_game(&library, &othello, &played(&othello, first).moves().collect::<Vec<_>>());
    }
    let found = library.find_position(&AnyPosition::new(&othello), 1, 3).unwrap();
    assert_eq!((found.total, found.games.len(), found.statistics.len()), (4, 3, 1));
    let next = &found.statistics[0];
    assert_eq!((next.games, next.points.len()), (4, 4));
    assert_eq!(AnyPosition::new(&othello).format_move(next.mv), "f5");
    // The last page has the rest.
    let last = library.find_position(&AnyPosition::new(&othello), 2, 3).unwrap();
    assert_eq!((last.total, last.games.len(), last.games[0].ply), (4, 1, 0));
}

#[test]
fn variations_are_found_but_not_counted() {
    let library = Library::open_in_memory().unwrap();
    let gomoku = spec("gomoku");
    let line: Vec<Move> = played(&gomoku, "h8 i9 g7").moves().collect();
    let (game, nodes) = live_game(&library, &gomoku, &line);
    let other = played(&gomoku, "h8 a1").last_move().unwrap();
    let variation = library.append_move(game, nodes[0], other, None).unwrap().node;
    let found = library.find_position(&played(&gomoku, "h8 o15"), 1, 10).unwrap();
    assert_eq!((found.total, found.statistics.len()), (1, 0));
    assert_eq!((found.games[0].node, found.games[0].main, found.games[0].ply), (variation, false, 2));
    let first = library.find_position(&played(&gomoku, "h8"), 1, 10).unwrap();
    assert_eq!(first.statistics.len(), 1);
    assert_eq!(first.statistics[0].points.len(), 4);
    // A promoted move counts as played; a pruned one does not.
    library.promote(game, variation).unwrap();
    let first = library.find_position(&played(&gomoku, "h8"), 1, 10).unwrap();
    assert!(first.statistics[0].points.contains(&other.point().unwrap()));
    library.prune(game, variation).unwrap();
    assert_eq!(library.find_position(&played(&gomoku, "h8 o15"), 1, 10).unwrap().total, 0);
    library.undo_prune(game).unwrap();
    assert_eq!(library.find_position(&played(&gomoku, "h8 o15"), 1, 10).unwrap().total, 1);
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
}

#[test]
fn passes_that_a_record_leaves_out_are_positions_too() {
    let othello = spec("othello");
    let mut random = Random(3);
    let moves = loop {
        let moves = random_moves(&othello, &mut random, 60);
        let pass = moves.iter().position(|&mv| mv == Move::Pass);
        if pass.is_some_and(|at| at + 2 < moves.len()) {
            break moves;
        }
    };
    let without: Vec<Move> = moves.iter().copied().filter(|&mv| mv != Move::Pass).collect();
    let [a, b] = [moves.clone(), without].map(|moves| {
        let library = Library::open_in_memory().unwrap();
        library.create(NewGame::new(othello.clone()).with_moves(moves)).unwrap();
        library
    });
    for (position, next) in lines(&othello, &moves) {
        let [x, y] = [&a, &b].map(|library| library.find_position(&position, 1, 1).unwrap());
        assert_eq!((x.total, &x.statistics), (1, &y.statistics), "{position:?}");
        assert_eq!(y.total, 1);
        assert_eq!(x.statistics.len(), usize::from(next.is_some() && !position.is_over()));
    }
}
