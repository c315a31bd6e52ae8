//! The rules' board is the reference for both kinds of playouts.

use super::*;
use bulk::{Ended, random_of};
use std::collections::HashSet;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Size};

/// A position after random moves by simple ko rules.
fn after(size: Size, moves: usize, random: &mut SplitMix64) -> Position {
    let rules = go::Rules::named("chinese,ko=simple,passes=0", Some(size)).unwrap();
    let mut position = Position::new(&rules);
    for _ in 0..moves {
        position.play_random(&mut || random.next_u32());
    }
    position
}

/// A playout by the rules' board, a draw at a time: the cells at its end, and its moves.
fn slow_playout(position: &Position, seed: u64, game: u64) -> (go::Board, u64) {
    let mut board = position.board().clone();
    let [mut a, mut b] = random_of(seed, game);
    let (mut color, mut passed) = (position.to_move(), position.passes() > 0);
    let mut barred = HashSet::from([ko(position)]);
    let mut moves = 0;
    while moves < longest(&board) {
        let choice: Vec<_> = board
            .vertices()
            .filter(|at| board.is_empty(*at) && !board.is_eye(*at, color) && !barred.contains(at))
            .collect();
        // Xorshift128+, written as in the paper.
        let (mut s1, s0) = (a, b);
        let sum = s0.wrapping_add(s1);
        s1 ^= s1 << 23;
        (a, b) = (s0, s1 ^ s0 ^ (s1 >> 18) ^ (s0 >> 5));
        let at = choice.get((((sum >> 32) * choice.len() as u64) >> 32) as usize).copied();
        if at.is_some_and(|at| board.would_be_suicide(at, color)) {
            barred.extend(at);
            continue;
        }
        moves += 1;
        barred.clear();
        match at {
            Some(at) => {
                let change = board.put(at, color);
                if change.taken() == 1 && board.chain_len(at) == 1 {
                    barred.extend(board.atari_liberty(at));
                }
                passed = false;
            }
            None if passed => break,
            None => passed = true,
        }
        color = !color;
    }
    (board, moves)
}

/// Cells and moves of playouts in bulk, by number.
fn bulk_playouts<const W: usize>(
    position: &Position,
    games: u64,
    seed: u64,
    backend: Backend,
) -> Vec<(Vec<Cell>, u64)> {
    let mut found = vec![None; games as usize];
    play_games(&start::<W>(position), games, seed, backend, |ended: &Ended<W>| {
        let has =
            |color: usize, at: go::Vertex| ended.stones[color][usize::from(at) / 64] >> (at % 64) & 1 == 1;
        let cell = |at| match (has(0, at), has(1, at)) {
            (false, false) => Cell::Empty,
            (true, false) => Cell::Black,
            (false, true) => Cell::White,
            (true, true) => panic!("two stones on a point"),
        };
        let cells = position.board().vertices().map(cell).collect();
        assert!(found[ended.game as usize].replace((cells, ended.moves)).is_none(), "a game ends once");
    });
    found.into_iter().map(|end| end.expect("every game ends")).collect()
}

const SIZES: [(usize, usize); 14] = [
    (1, 1),
    (1, 2),
    (2, 2),
    (1, 9),
    (9, 1),
    (3, 5),
    (5, 5),
    (9, 9),
    (6, 13),
    (13, 13),
    (4, 25),
    (19, 19),
    (25, 7),
    (25, 25),
];

#[test]
fn playouts_in_bulk_are_those_of_the_rules_board() {
    let mut random = SplitMix64(5);
    let mut games_seen = 0;
    for (rows, cols) in SIZES {
        let size = Size::of(rows, cols);
        for (seed, moves) in [(1, 0), (2, size.area() / 2), (3, 2 * size.area() + 1)] {
            let position = after(size, moves, &mut random);
            let games = if size.area() > 200 { 9 } else { 21 };
            let expected: Vec<_> = (0..games).map(|game| slow_playout(&position, seed, game)).collect();
            for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
                let words = usize::from(position.board().vertices().last().unwrap()) / 64 + 1;
                let found = match words {
                    0..=2 => bulk_playouts::<2>(&position, games, seed, backend),
                    3..=4 => bulk_playouts::<4>(&position, games, seed, backend),
                    5..=7 => bulk_playouts::<7>(&position, games, seed, backend),
                    _ => bulk_playouts::<11>(&position, games, seed, backend),
                };
                for (n, ((cells, moves), (board, plies))) in found.iter().zip(&expected).enumerate() {
                    let mut by_rules = vec![Cell::Empty; size.area()];
                    board.cells_into(&mut by_rules);
                    assert_eq!((moves, cells), (plies, &by_rules), "{backend:?} {size}, game {n}\n{board:?}");
                    games_seen += 1;
                }
            }
        }
    }
    assert!(games_seen >= 600, "{games_seen}");
}

#[test]
fn every_backend_gives_the_same_sums() {
    let mut random = SplitMix64(8);
    for (rows, cols) in [(2, 3), (9, 9), (13, 10), (19, 19)] {
        let position = after(Size::of(rows, cols), 20, &mut random);
        // More than the digits of a count hold.
        let games = if rows > 10 { 40 } else { 600 };
        let expected = play_many_with(&position, games, 4, Backend::Portable);
        for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
            assert_eq!(play_many_with(&position, games, 4, backend), expected, "{backend:?}");
        }
        // More playouts begin with the same ones.
        let more = play_many(&position, games + 5, 4);
        assert_eq!(more.margins[..games as usize], expected.margins);
        // Both are counted from the same owners.
        let sum: i64 = expected.margins.iter().map(|&margin| i64::from(margin)).sum();
        assert_eq!(expected.owners.iter().sum::<i64>(), sum);
    }
    let none = play_many(&after(Size::of(5, 5), 0, &mut random), 0, 1);
    assert_eq!((none.margins.len(), none.moves, none.mean_margin()), (0, 0, 0.0));
}

#[test]
fn margins_are_those_of_the_rules() {
    let mut random = SplitMix64(12);
    let mut differ = 0;
    for n in 0..60 {
        let size = Size::of(3 + n % 7, 4 + n % 5);
        let position = after(size, n, &mut random);
        let sums = play_many(&position, 1, n as u64);
        let (board, _) = slow_playout(&position, n as u64, 0);
        let rules = go::Rules::named("chinese,komi=0", Some(size)).unwrap();
        let cells = size.points().map(|p| (p, board.at(p))).collect();
        let ended = Position::set_up(&rules, &tengen_games::SetUp { cells, to_move: Color::Black }).unwrap();
        let mut light = LightBoard::new(&ended);
        assert_eq!(i32::from(sums.margins[0]), light.margin(), "{board:?}");
        let mut owners = vec![0; size.area()];
        light.add_owners(&mut owners);
        assert_eq!(owners, sums.owners, "{board:?}");
        assert_eq!(owners.iter().sum::<i64>(), i64::from(light.margin()));
        // The count by neighbours and the one by regions differ only around open regions, such as a seki.
        differ += usize::from(ended.score(&[]).margin() != light.margin() as f32);
        light.play_out(&mut random);
    }
    assert!(differ <= 8, "{differ} of 60");
}

/// Both draw every move with the same chance, so their means agree within a few standard errors.
#[test]
fn both_kinds_of_playouts_have_the_same_means() {
    const GAMES: usize = 6_000;
    let mut random = SplitMix64(21);
    for (rows, cols, moves) in [(5, 5, 0), (7, 6, 15)] {
        let position = after(Size::of(rows, cols), moves, &mut random);
        let sums = play_many(&position, GAMES as u64, 77);
        let start = LightBoard::new(&position);
        let mut board = start.clone();
        let (mut margins, mut plies) = (Vec::new(), 0);
        for _ in 0..GAMES {
            board.clone_from(&start);
            plies += board.play_out(&mut random);
            margins.push(f64::from(board.margin()));
        }
        let mean = margins.iter().sum::<f64>() / GAMES as f64;
        let variance = margins.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / GAMES as f64;
        // Five standard errors of a difference of two means: by chance, one time in a million.
        let error = 5.0 * (2.0 * variance / GAMES as f64).sqrt();
        assert!((mean - sums.mean_margin()).abs() < error, "{mean} {} ±{error}", sums.mean_margin());
        let (a, b) = (plies as f64 / GAMES as f64, sums.moves as f64 / GAMES as f64);
        assert!((a / b - 1.0).abs() < 0.03, "{a} and {b} moves");
    }
}

/// The stripped board against the rules' board: a million moves on boards of every size.
#[test]
fn the_stripped_board_is_that_of_the_rules_for_a_million_moves() {
    let mut random = SplitMix64(31);
    let (mut moves, mut refused, mut games) = (0, 0, 0);
    while moves < 1_000_000 {
        let size = Size::of(1 + random.below(25), 1 + random.below(25));
        let rules = go::Rules::named("chinese,ko=simple,passes=0", Some(size)).unwrap();
        let mut position = Position::new(&rules);
        let mut board = LightBoard::new(&position);
        games += 1;
        for ply in 0..2 * size.area() {
            let reference = position.board();
            let color = position.to_move();
            // A legal point, an own eye seldom.
            let mut chosen = None;
            for _ in 0..12 {
                let empties = reference.empties();
                let Some(&at) = empties.get(random.below(empties.len().max(1))) else { break };
                let eye = reference.is_eye(at, color);
                let legal = position.is_legal_stone(at);
                assert_eq!(
                    board.may_play(at, color),
                    legal && !eye,
                    "{reference:?} {:?}",
                    reference.point(at)
                );
                refused += usize::from(!legal);
                if legal && (!eye || random.below(50) == 0) {
                    chosen = Some(at);
                    break;
                }
            }
            board.force(chosen, color);
            moves += 1;
            match chosen {
                Some(at) => position.play_unchecked(tengen_games::Move::Place(position.board().point(at))),
                None => position.play_unchecked(tengen_games::Move::Pass),
            }
            if ply % 16 == 0 || size.area() < 12 {
                board.agrees(&position);
            }
        }
        board.agrees(&position);
        board.agrees_with_new(&position);
    }
    assert!(games > 1_000 && refused > 100_000, "{games} games, {refused} refused");
}
