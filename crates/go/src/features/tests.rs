use super::*;
use crate::board::Board;
use tengen_board::{Cell, Point, Size};
use tengen_games::{Game, SetUp};

fn position(size: Size, stones: &[(u8, u8, Color)]) -> go::Position {
    let rules = go::Rules::named("chinese", Some(size)).unwrap();
    let cells = stones.iter().map(|&(row, col, color)| (Point::new(row, col), Cell::from(color))).collect();
    go::Position::set_up(&rules, &SetUp { cells, to_move: Color::Black }).unwrap()
}

fn keys(position: &go::Position, color: Color, row: u8, col: u8) -> [u32; SHAPES] {
    let rules = position.board();
    let board = Board::new(rules, NO_VERTEX);
    Shapes::new(&board, rules, color).keys(rules, rules.vertex(Point::new(row, col)))
}

/// Random stones, turned and mirrored, with the colours exchanged for the other side to move.
#[test]
fn shapes_are_the_same_in_all_symmetries_and_for_both_colours() {
    let mut rng = SplitMix64(5);
    let mut different = 0;
    for _ in 0..300 {
        let mut stones: Vec<(u8, u8, Color)> = Vec::new();
        for _ in 0..rng.below(25) {
            let (row, col) = (rng.below(9) as u8, rng.below(9) as u8);
            // A set-up may have no chain without liberties: the stones of one colour of a chessboard always have some.
            if (row + col) % 2 == 0 && !stones.iter().any(|&(r, c, _)| (r, c) == (row, col)) {
                stones.push((row, col, Color::BOTH[rng.below(2)]));
            }
        }
        let (row, col) = (rng.below(4) as u8, rng.below(8) as u8 | 1);
        if (row + col) % 2 == 0 {
            continue;
        }
        let size = Size::of(9, 9);
        let own = keys(&position(size, &stones), Color::Black, row, col);
        let turned: Vec<_> = stones.iter().map(|&(r, c, color)| (c, 8 - r, color)).collect();
        assert_eq!(keys(&position(size, &turned), Color::Black, col, 8 - row), own);
        let mirrored: Vec<_> = stones.iter().map(|&(r, c, color)| (r, 8 - c, !color)).collect();
        assert_eq!(keys(&position(size, &mirrored), Color::White, row, 8 - col), own);
        let same_colour = keys(&position(size, &mirrored), Color::Black, row, 8 - col);
        different += usize::from(same_colour[4] != own[4]);
    }
    assert!(different > 50, "the side to move matters: {different}");
}

/// The smaller shapes do not see a stone that is further away, or whether the board ends there.
#[test]
fn a_shape_sees_its_own_points_only() {
    let empty = keys(&position(Size::of(13, 13), &[]), Color::Black, 6, 6);
    for (row, col, first) in [(6, 7, 0), (7, 7, 0), (6, 8, 1), (5, 8, 2), (4, 4, 3), (6, 9, 3), (7, 9, 4)] {
        let one = keys(&position(Size::of(13, 13), &[(row, col, Color::White)]), Color::Black, 6, 6);
        assert_eq!(one[..first], empty[..first], "{row},{col}");
        assert!((first..SHAPES).all(|n| one[n] != empty[n]), "{row},{col}");
    }
    let edge = keys(&position(Size::of(13, 13), &[]), Color::Black, 2, 6);
    assert_eq!((edge[..3] == empty[..3], edge[3] == empty[3]), (true, false));
}

/// The stones beside the move have their liberties: an atari is another shape.
#[test]
fn liberties_beside_the_move_matter() {
    let atari = |more: &[(u8, u8, Color)]| {
        let mut stones = vec![(4, 5, Color::White), (3, 5, Color::Black), (5, 5, Color::Black)];
        stones.extend(more);
        keys(&position(Size::of(9, 9), &stones), Color::Black, 4, 4)
    };
    // A black stone behind the white one leaves it in atari; the eight cells around the move are the same.
    assert_ne!(atari(&[(4, 6, Color::Black)])[0], atari(&[])[0]);
    assert_eq!(atari(&[(8, 8, Color::Black)]), atari(&[]));
}

fn level(position: &go::Position, last: Option<(u8, u8)>, row: u8, col: u8, group: Group) -> u8 {
    let rules = position.board();
    let mut board = Board::new(rules, NO_VERTEX);
    let moves: Vec<Vertex> = rules.vertices().filter(|&at| board.is_empty(at)).collect();
    let last = last.map_or(NO_VERTEX, |(r, c)| rules.vertex(Point::new(r, c)));
    let recent = Recent { last, before: NO_VERTEX };
    let features = Features::new(&mut board, rules, &moves, position.to_move(), recent);
    features.of(rules.vertex(Point::new(row, col)))[group as usize]
}

#[test]
fn tactics_have_their_levels() {
    let (b, w) = (Color::Black, Color::White);
    // A white stone in atari in the middle: its capture, for black to move.
    let atari = position(Size::of(9, 9), &[(4, 4, w), (3, 4, b), (5, 4, b), (4, 3, b)]);
    assert_eq!(level(&atari, None, 4, 5, Group::Capture), 4, "it could escape");
    // On the first line it cannot.
    let edge = position(Size::of(9, 9), &[(0, 0, w), (0, 1, b), (2, 0, b), (2, 2, b), (1, 1, b)]);
    assert_eq!(level(&edge, None, 1, 0, Group::Capture), 1);
    assert_eq!(level(&edge, Some((1, 1)), 1, 0, Group::Last), 2);
    assert_eq!(level(&edge, None, 7, 7, Group::Line), 1 + 1 + LINES as u8);
    assert_eq!(level(&edge, None, 1, 0, Group::Line), 1);
    let own = position(Size::of(9, 9), &[(4, 4, b), (3, 4, w), (5, 4, w), (4, 3, w)]);
    assert_eq!(level(&own, None, 4, 5, Group::Save), 2);
}
