//! Ladders against the exact reader of the rules, vital points against a search of all moves.

use super::*;
use std::collections::HashMap;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Point, Size};
use tengen_games::{Game, Move, SetUp, go};

fn position(rows: &[&str], to_move: Color) -> go::Position {
    let size = Size::new(rows.len(), rows[0].len()).unwrap();
    let mut cells = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (col, letter) in line.bytes().enumerate() {
            let cell = match letter {
                b'X' => Cell::Black,
                b'O' => Cell::White,
                _ => Cell::Empty,
            };
            cells.push((Point::new(row as u8, col as u8), cell));
        }
    }
    go::Position::set_up(&go::Rules::named("chinese", Some(size)).unwrap(), &SetUp { cells, to_move })
        .unwrap()
}

fn board_of(game: &go::Position) -> Board {
    Board::new(game.board(), game.ko_point().map_or(NO_VERTEX, |point| game.board().vertex(point)))
}

#[test]
fn ladders_are_those_of_the_exact_reader() {
    let mut rng = SplitMix64(5);
    let mut seen = [[0; 2]; 2];
    for n in 0..400 {
        let size = Size::of(5 + n % 9, 5 + n % 7);
        let mut game = go::Position::new(&go::Rules::named("chinese,ko=simple", Some(size)).unwrap());
        for _ in 0..size.area() / 3 + rng.below(size.area() / 2) {
            if game.play_random(&mut || rng.next_u32()).is_none() {
                break;
            }
        }
        if game.is_over() {
            continue;
        }
        let ladders = game.ladders();
        let mut board = board_of(&game);
        let before = board.clone();
        for chain in game.chains().into_iter().filter(|chain| chain.liberties.len() <= 2) {
            let works = ladders.iter().any(|ladder| ladder.chain == chain && ladder.works);
            let stone = game.board().vertex(chain.stones[0]);
            let mut reader = Reader::new(4_000);
            let in_atari = chain.in_atari();
            let found = if in_atari {
                reader.is_caught(&mut board, stone)
            } else {
                reader.catching_move(&mut board, stone).is_some()
            };
            // The exact reader leaves out what it cannot finish.
            if reader.left > 0 {
                assert_eq!(found, works, "{chain:?} in\n{:?}", game.board());
                seen[usize::from(in_atari)][usize::from(works)] += 1;
            }
        }
        assert_eq!(board.empties(), before.empties());
    }
    assert!(seen.iter().flatten().all(|&n| n > 100), "{seen:?}");
}

#[test]
fn without_positions_left_nothing_is_caught() {
    let game = position(&["OX...", ".....", ".....", ".....", "....."], Color::White);
    let mut board = board_of(&game);
    let corner = game.board().vertex(Point::new(0, 0));
    assert!(Reader::new(100).is_caught(&mut board, corner));
    assert!(!Reader::new(0).is_caught(&mut board, corner));
}

/// Whether black's wall lives when `to_move` begins and both sides play in the space until both pass: black lives by
/// Benson's definition, which needs no further reading.
fn lives(
    game: &mut go::Position,
    space: &[Point],
    wall: Point,
    known: &mut HashMap<(u64, Color, u8), bool>,
    depth: usize,
) -> bool {
    if game.at(wall) != Cell::Black {
        return false;
    }
    let at = game.board().vertex(wall);
    if game.board().unconditional_life(Color::Black, false).stones.contains(&at) {
        return true;
    }
    if game.is_over() || depth == 0 {
        return false;
    }
    let key = (game.board().hash(), game.to_move(), game.passes());
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let black = game.to_move() == Color::Black;
    let moves = space.iter().map(|&p| Move::Place(p)).chain([Move::Pass]);
    let mut result = !black;
    for mv in moves {
        if game.play(mv).is_err() {
            continue;
        }
        let found = lives(game, space, wall, known, depth - 1);
        game.undo();
        if found == black {
            result = black;
            break;
        }
    }
    known.insert(key, result);
    result
}

/// Every eye space of three, four and five points, alone in the middle of the board: there is a vital point exactly
/// where the side that begins decides, and both sides' first move there decides.
#[test]
fn vital_points_decide_whether_a_space_lives() {
    let mut spaces = std::collections::BTreeSet::from([vec![(3usize, 3usize)]]);
    let mut tried = [0; 3];
    for size in 2..=5usize {
        let mut larger = std::collections::BTreeSet::new();
        for space in &spaces {
            for &(row, col) in space {
                for next in [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)] {
                    if !space.contains(&next) && (2..=6).contains(&next.0) && (2..=6).contains(&next.1) {
                        let mut new = space.clone();
                        new.push(next);
                        new.sort_unstable();
                        larger.insert(new);
                    }
                }
            }
        }
        spaces = larger;
        for space in spaces.iter().filter(|_| size >= 3).step_by(3) {
            let mut rows = vec![vec!['O'; 9]; 9];
            for &(row, col) in space {
                for line in &mut rows[row - 1..=row + 1] {
                    line[col - 1..=col + 1].fill('X');
                }
            }
            for &(row, col) in space {
                rows[row][col] = '.';
            }
            // Two eyes for white.
            rows[0][0] = '.';
            rows[8][8] = '.';
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let game = position(&rows, Color::Black);
            let board = board_of(&game);
            let points: Vec<Point> = space.iter().map(|&(r, c)| Point::new(r as u8, c as u8)).collect();
            let wall = game.size().points().find(|&p| game.at(p) == Cell::Black).unwrap();
            let ask = |to_move, first: Option<Point>| {
                let mut game = position(&rows, to_move);
                if let Some(first) = first {
                    game.play(first.into()).unwrap();
                }
                lives(&mut game, &points, wall, &mut HashMap::new(), 12)
            };
            let begins = [ask(Color::Black, None), ask(Color::White, None)];
            let found = vital_point(&board, board_vertex(&game, points[0]), Color::Black);
            assert_eq!(found.is_some(), begins[0] != begins[1], "{begins:?} {:?}", game.board());
            assert_eq!(vital_point(&board, board_vertex(&game, points[0]), Color::White), None);
            if let Some(at) = found {
                let at = game.board().point(at);
                assert!(ask(Color::Black, Some(at)) && !ask(Color::White, Some(at)), "{:?}", game.board());
                tried[size - 3] += 1;
            }
        }
    }
    assert!(tried[0] > 1 && tried[1] > 0 && tried[2] > 2, "{tried:?}");
}

fn board_vertex(game: &go::Position, point: Point) -> Vertex {
    game.board().vertex(point)
}

#[test]
fn a_nakade_is_no_bad_self_atari() {
    let at = |game: &go::Position, row, col| game.board().vertex(Point::new(row, col));
    // White's eye space on the edge has three points, two of them black: the third gives atari, and after the capture
    // three in a row are left.
    let game = position(&["XX.O.", "OOOO.", ".....", ".....", "....."], Color::Black);
    let board = board_of(&game);
    assert!(!is_bad_self_atari(&board, at(&game, 0, 2), Color::White));
    let game = position(&[".X.OX", "OOOOX", "XXXXX", ".....", "....."], Color::Black);
    let board = board_of(&game);
    assert!(!is_bad_self_atari(&board, at(&game, 0, 0), Color::Black), "two stones in the last eye");
    // The white chain has liberties elsewhere: two stones thrown away.
    let game = position(&[".X.O.", "OOOO.", ".....", ".....", "....."], Color::Black);
    let board = board_of(&game);
    assert!(is_bad_self_atari(&board, at(&game, 0, 0), Color::Black));
    // A lone stone is a throw-in.
    assert!(!is_bad_self_atari(
        &board_of(&position(&[".O...", "OO...", "....."], Color::Black)),
        at(&position(&[".O...", "OO...", "....."], Color::Black), 0, 0),
        Color::Black
    ));
}

/// A race in which one side must take the outside liberty: the moves never fill a shared liberty or an own eye.
#[test]
fn race_moves_take_liberties_of_the_other_side() {
    let mut rng = SplitMix64(6);
    let mut found = 0;
    for _ in 0..200 {
        let mut game = go::Position::new(&go::Rules::named("chinese", Some(Size::of(9, 9))).unwrap());
        for _ in 0..30 + rng.below(30) {
            game.play_random(&mut || rng.next_u32());
        }
        if game.is_over() {
            continue;
        }
        let board = board_of(&game);
        for chain in game.chains() {
            let stone = game.board().vertex(chain.stones[0]);
            let mut moves = Points::new();
            race_moves(&board, stone, 3, &mut moves);
            for &at in moves.as_slice() {
                let mut after = board.clone();
                after.put(at, chain.color);
                let gains = after.liberties(stone) > board.liberties(stone);
                let takes = board
                    .neighbours(at)
                    .into_iter()
                    .any(|q| board.is_color(q, !chain.color) && board.liberties(q) <= 3);
                assert!(gains || takes, "{:?} {:?}", game.board(), game.board().point(at));
                found += 1;
            }
        }
    }
    assert!(found > 100, "{found}");
}
