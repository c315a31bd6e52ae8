//! The board of the rules is the reference, move by move.

use super::*;
use tengen_board::Size;
use tengen_board::random::SplitMix64;
use tengen_games::{Game, go};

/// Everything that the board reports, against the rules.
fn agrees(board: &Board, game: &go::Position) {
    let rules = game.board();
    for at in rules.vertices() {
        assert_eq!(board.color(at), rules.color(at), "{rules:?}");
        if rules.color(at).is_some() {
            assert_eq!(board.stones(at), rules.chain_len(at), "{rules:?} {:?}", rules.point(at));
            let mut liberties = rules.liberties(at);
            liberties.sort_unstable();
            assert_eq!(board.liberties(at), liberties.len(), "{rules:?} {:?}", rules.point(at));
            let mut first = board.first_liberties::<4>(at).to_vec();
            first.retain(|&q| q != NO_VERTEX);
            assert_eq!(first, liberties[..liberties.len().min(4)]);
            assert_eq!(board.only_liberty(at), rules.atari_liberty(at));
            assert!(liberties.iter().all(|&q| board.is_liberty(at, q)));
            assert_eq!(board.chain_stones(at).count(), rules.chain_len(at));
        } else {
            assert_eq!(board.around(at), rules.surroundings(at), "{rules:?} {:?}", rules.point(at));
            let empty = rules.neighbours(at).into_iter().filter(|&q| rules.is_empty(q)).count();
            assert_eq!(board.empty_beside(at), empty);
            for color in Color::BOTH {
                assert_eq!(board.is_eye(at, color), rules.is_eye(at, color), "{rules:?}");
                assert_eq!(board.captures(at, color), rules.would_capture(at, color), "{rules:?}");
                let legal = at != board.ko() && !rules.would_be_suicide(at, color);
                assert_eq!(board.is_legal(at, color), legal, "{rules:?} {:?}", rules.point(at));
            }
        }
    }
    let mut empties = board.empties().to_vec();
    empties.sort_unstable();
    assert_eq!(empties, rules.vertices().filter(|&at| rules.is_empty(at)).collect::<Vec<_>>());
    // With superko alone the rules name no point.
    if game.rules().ko == go::Ko::Simple {
        assert_eq!(board.ko(), game.ko_point().map_or(NO_VERTEX, |point| rules.vertex(point)), "{rules:?}");
    }
}

/// The same in every entry that means something.
fn same(a: &Board, b: &Board) -> bool {
    let stones = |board: &Board| -> Vec<_> {
        let all = 0..board.used as Vertex;
        let stones = all.filter(|&at| board.color(at).is_some());
        stones.map(|at| (at, board.chain(at), board.next[i(at)], board.chains[i(board.chain(at))])).collect()
    };
    let sets = |board: &Board| -> Vec<Vec<u64>> {
        stones(board).into_iter().map(|(_, chain, ..)| board.set(chain).to_vec()).collect()
    };
    a.cells == b.cells
        && a.around == b.around
        && a.empties() == b.empties()
        && a.empties().iter().all(|&at| a.slot[i(at)] == b.slot[i(at)])
        && a.ko == b.ko
        && stones(a) == stones(b)
        && sets(a) == sets(b)
        && a.saved == b.saved
}

#[test]
fn every_answer_is_that_of_the_rules() {
    let mut rng = SplitMix64(1);
    let sizes = ["1", "2", "3x1", "2x3", "5", "7x4", "9", "13", "19", "25"];
    let mut moves = 0;
    for (n, size) in sizes.iter().cycle().take(60).enumerate() {
        let rules = if n % 3 == 0 { "new-zealand,passes=0" } else { "chinese,passes=0,ko=simple" };
        let rules = go::Rules::named(rules, Some(size.parse().unwrap())).unwrap();
        let mut game = go::Position::new(&rules);
        let mut board = Board::new(game.board(), NO_VERTEX);
        for ply in 0..3 * rules.size.area() {
            let color = game.to_move();
            let Some(mv) = game.play_random(&mut || rng.next_u32()) else { break };
            match mv.point() {
                Some(point) => drop(board.put(game.board().vertex(point), color)),
                None => board.pass(),
            }
            moves += 1;
            if ply % (1 + rules.size.area() / 40) == 0 {
                agrees(&board, &game);
                agrees(&Board::new(game.board(), board.ko()), &game);
            }
        }
        agrees(&board, &game);
    }
    assert!(moves > 5_000, "{moves}");
}

#[test]
fn taking_back_restores_everything() {
    let mut rng = SplitMix64(2);
    let mut captures = 0;
    for n in 0..40 {
        let size = Size::of(2 + n % 9, 2 + n % 7);
        let game = go::Position::new(&go::Rules::named("chinese", Some(size)).unwrap());
        let mut board = Board::new(game.board(), NO_VERTEX);
        let mut color = Color::Black;
        for _ in 0..3 * size.area() {
            let before = board.clone();
            let mut undos = Vec::new();
            let mut side = color;
            for _ in 0..rng.below(12) {
                let legal: Vec<Vertex> =
                    board.empties().iter().copied().filter(|&at| board.is_legal(at, side)).collect();
                if legal.is_empty() {
                    break;
                }
                let at = legal[rng.below(legal.len())];
                captures += usize::from(board.captures(at, side));
                undos.push(board.try_put(at, side));
                side = !side;
            }
            for undo in undos.iter().rev() {
                board.take_back(undo);
            }
            assert!(same(&board, &before));
            let legal: Vec<Vertex> =
                board.empties().iter().copied().filter(|&at| board.is_legal(at, color)).collect();
            match legal.get(rng.below(legal.len().max(1))) {
                Some(&at) => drop(board.put(at, color)),
                None => board.pass(),
            }
            color = !color;
        }
    }
    assert!(captures > 1_000, "{captures}");
}

/// Against the board itself: place the stone and count its liberties.
#[test]
fn liberties_after_a_move_are_those_of_the_board() {
    let mut rng = SplitMix64(3);
    let rules = go::Rules::named("chinese", Some(Size::of(7, 7))).unwrap();
    let mut checked = 0;
    for _ in 0..200 {
        let mut game = go::Position::new(&rules);
        for _ in 0..40 {
            if game.play_random(&mut || rng.next_u32()).is_none() {
                break;
            }
        }
        let board = Board::new(game.board(), NO_VERTEX);
        for &at in board.empties() {
            for color in Color::BOTH {
                if !board.is_legal(at, color) {
                    continue;
                }
                let mut after = board.clone();
                after.put(at, color);
                for most in 1..5 {
                    let exact = after.liberties(at).min(most);
                    let found = board.liberties_after(at, color, most);
                    // After a capture the number is an estimate, but it never reports no liberty.
                    if board.captures(at, color) {
                        assert!(found >= 1, "{:?}", game.board());
                    } else {
                        assert_eq!(found, exact, "{:?} {:?}", game.board(), game.board().point(at));
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 10_000);
}
