//! m,n,k games against published counts and against runs counted the article's way.

mod support;

use std::collections::HashSet;
use support::{Plain, set_up};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::mnk::{Position, Rules};
use tengen_games::{EndReason, Game, Move, Reason, SetUp, SetUpError, perft};

fn rules(name: &str) -> Rules {
    Rules::named(name, None).unwrap()
}

fn start(name: &str) -> Position {
    Position::new(&rules(name))
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    moves
}

fn cells(position: &Position) -> Vec<Cell> {
    position.size().points().map(|p| position.at(p)).collect()
}

/// Visits every position of the tree, as often as ways lead there.
fn walk(position: &mut Position, visit: &mut impl FnMut(&Position)) {
    visit(position);
    for mv in legal(position) {
        position.play(mv).unwrap();
        walk(position, visit);
        position.undo();
    }
}

/// 255,168 games, of which the first player wins 131,184, the second 77,904, and 46,080 are drawn; 5,478 positions.
#[test]
fn tic_tac_toe_has_the_published_games_and_positions() {
    let (mut games, mut won) = (0, [0, 0, 0]);
    let (mut positions, mut hashes) = (HashSet::new(), HashSet::new());
    walk(&mut start("tic-tac-toe"), &mut |position| {
        positions.insert(cells(position));
        hashes.insert(position.hash());
        if let Some(outcome) = position.outcome() {
            games += 1;
            won[outcome.winner.map_or(2, Color::index)] += 1;
        }
    });
    assert_eq!(games, 255_168);
    assert_eq!(won, [131_184, 77_904, 46_080]);
    assert_eq!(positions.len(), 5_478);
    assert_eq!(hashes.len(), 5_478);
    assert_eq!(perft(&mut start("tic-tac-toe"), 9), 127_872);
}

/// The move sequences are those that other programs print; the numbers of positions are OEIS A212693 (John Tromp).
#[test]
fn connect_four_has_the_published_sequences_and_positions() {
    let sequences = [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572];
    for (depth, expected) in sequences.into_iter().enumerate() {
        assert_eq!(perft(&mut start("connect-four"), depth as u32), expected, "depth {depth}");
    }
    let mut layer = vec![start("connect-four")];
    for expected in [1, 7, 49, 238, 1120, 4263, 16_422, 54_859] {
        assert_eq!(layer.len(), expected);
        let mut next = Vec::new();
        let mut seen = HashSet::new();
        for position in &layer {
            for mv in legal(position) {
                let mut after = position.clone();
                after.play_unchecked(mv);
                if seen.insert(cells(&after)) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
}

/// Games on boards of every representation, each stone judged by the article's count of runs in eight directions.
#[test]
fn wins_are_those_that_counting_runs_finds() {
    let mut rng = SplitMix64(11);
    let (mut won, mut full) = (0, 0);
    for round in 0..1500 {
        let size = match round % 3 {
            0 => Size::of(1 + rng.below(7), 1 + rng.below(7)),
            1 => Size::of(1 + rng.below(11), 1 + rng.below(11)),
            _ => Size::of(1 + rng.below(25), 1 + rng.below(25)),
        };
        let k = 1 + rng.below(6) as u8;
        let rules = Rules { size, k, gravity: rng.below(2) == 0 };
        let mut position = Position::new(&rules);
        let mut plain = Plain::new(size);
        while position.outcome().is_none() {
            let color = position.to_move();
            let mv = position.play_random(&mut || rng.next_u32()).expect("the game goes on");
            let point = mv.point().expect("a stone");
            assert!(plain.at(point).is_empty());
            if rules.gravity {
                let below = Point::new(point.row + 1, point.col);
                assert!(!size.contains(below) || !plain.at(below).is_empty(), "{point:?} hangs");
            }
            plain.set(point, color.into());
            let run = plain.runs(point).into_iter().max().expect("four axes");
            let over = position.outcome();
            if run >= u32::from(k) {
                assert_eq!(over.map(|o| (o.winner, o.reason)), Some((Some(color), EndReason::Line)));
                position.undo();
                let line: HashSet<Point> = position.play(mv).unwrap().line.into_iter().collect();
                let expected: HashSet<Point> = (0..4)
                    .map(|axis| plain.row(point, axis))
                    .filter(|row| row.len() >= usize::from(k))
                    .flatten()
                    .collect();
                assert_eq!(line, expected);
                won += 1;
            } else if position.ply() == size.area() {
                assert_eq!(over.map(|o| (o.winner, o.reason)), Some((None, EndReason::Full)));
                full += 1;
            } else {
                assert_eq!(over, None, "{rules} after {:?}", position.moves());
            }
        }
    }
    assert!(won > 300 && full > 300, "{won} {full}");
}

#[test]
fn long_rows_need_all_their_stones() {
    // A row of 22 on the largest board, in each direction, is won by its last stone and not before.
    for step in [(0_i32, 1_i32), (1, 0), (1, 1), (1, -1)] {
        let mut position = start("25,25,22");
        let stone = |n: i32| {
            let col = if step.1 < 0 { 24 } else { 0 } + n * step.1;
            Point::new((n * step.0) as u8, col as u8)
        };
        let own: Vec<Point> = (0..22).map(stone).collect();
        let mut others = position.size().points().rev().filter(|p| !own.contains(p));
        for (n, point) in own.iter().enumerate() {
            assert_eq!(position.outcome(), None, "after {n} stones");
            position.play(Move::Place(*point)).unwrap();
            if n < 21 {
                position.play(Move::Place(others.nth(1).unwrap())).unwrap();
            }
        }
        assert_eq!(position.outcome().and_then(|o| o.winner), Some(Color::Black));
    }
    // No row of 22 fits on a small board, whatever the words do when shifted.
    for name in ["1,22,22", "22,1,22"] {
        let mut position = start(name);
        while let Some(mv) = legal(&position).first().copied() {
            position.play(mv).unwrap();
        }
        assert_eq!(position.outcome().map(|o| o.reason), Some(EndReason::Full));
    }
    let mut row = Plain::new(Size::of(1, 22));
    row.cells[0] = vec![Cell::Black; 22];
    let position = Position::set_up(&rules("22,1,22"), &set_up(&row, Color::White)).unwrap();
    assert_eq!(position.outcome().and_then(|o| o.winner), Some(Color::Black));
}

#[test]
fn connect_four_moves_are_columns() {
    let mut position = start("connect-four");
    for (text, point) in
        [("4", (5, 3)), ("d", (4, 3)), (" 4 ", (3, 3)), ("d4", (2, 3)), ("D", (1, 3)), ("4", (0, 3))]
    {
        let mv = position.parse_move(text).unwrap();
        assert_eq!(mv, Move::Place(Point::new(point.0, point.1)), "{text}");
        assert_eq!(position.format_move(mv), "4");
        position.play(mv).unwrap();
    }
    let full = position.check(position.parse_move("4").unwrap()).unwrap_err();
    assert_eq!(full.reason, Reason::ColumnFull);
    assert_eq!(full.to_string(), "move 7 (4) is illegal: the column is full");
    let hanging = position.check(Move::Place(Point::new(0, 0))).unwrap_err();
    assert_eq!(hanging.reason, Reason::Hanging(Point::new(5, 0)));
    for text in ["0", "8", "h", "", "x9", "-1", "44444444444", "4 4"] {
        let error = position.parse_move(text).unwrap_err();
        assert!(error.to_string().contains("a column from 1 to 7"), "{error}");
    }
    // Columns past the ninth have two digits.
    let wide = start("12,3,3+gravity");
    assert_eq!(wide.parse_move("12"), Ok(Move::Place(Point::new(2, 11))));
}

#[test]
fn a_wrong_set_up_is_named() {
    let set_up = |cells: &[(u8, u8, Cell)], to_move| SetUp {
        cells: cells.iter().map(|&(row, col, cell)| (Point::new(row, col), cell)).collect(),
        to_move,
    };
    use Cell::{Black, Empty, White};
    let refused =
        |name, cells: &[_], to_move| Position::set_up(&rules(name), &set_up(cells, to_move)).unwrap_err();
    assert_eq!(
        refused("tic-tac-toe", &[(3, 0, Black)], Color::White),
        SetUpError::OffBoard(Point::new(3, 0))
    );
    assert_eq!(
        refused("tic-tac-toe", &[(1, 1, Black), (1, 1, White)], Color::White),
        SetUpError::Twice(Point::new(1, 1))
    );
    assert_eq!(
        refused("connect-four", &[(5, 0, Black), (3, 0, White)], Color::Black),
        SetUpError::Hanging(Point::new(3, 0))
    );
    let row = [(0, 0, Black), (0, 1, Black), (0, 2, Black)];
    assert_eq!(refused("tic-tac-toe", &row, Color::Black), SetUpError::AlreadyWon(Color::Black));
    let won = Position::set_up(&rules("tic-tac-toe"), &set_up(&row, Color::White)).unwrap();
    assert_eq!(won.outcome().and_then(|o| o.winner), Some(Color::Black));
    // Two rows without a common stone cannot both be the last stone's.
    let two = [row.as_slice(), &[(2, 0, Black), (2, 1, Black), (2, 2, Black)]].concat();
    assert_eq!(refused("tic-tac-toe", &two, Color::White), SetUpError::AlreadyWon(Color::Black));
    // A stone under another was not the last one.
    let buried = [
        (5, 0, Black),
        (5, 1, Black),
        (5, 2, Black),
        (5, 3, Black),
        (4, 0, White),
        (4, 1, White),
        (4, 2, White),
        (4, 3, White),
    ];
    assert!(matches!(refused("connect-four", &buried, Color::White), SetUpError::AlreadyWon(_)));
    let twice_the_same = set_up(&[(0, 0, Black), (0, 0, Black), (1, 1, Empty)], Color::White);
    let position = Position::set_up(&rules("tic-tac-toe"), &twice_the_same).unwrap();
    assert_eq!(legal(&position).len(), 8);
}

#[test]
fn names_read_back_and_nonsense_is_refused() {
    for name in ["tic-tac-toe", "connect-four", "6,5,4", "25,25,22", "1,1,1", "9,4,4+gravity"] {
        assert_eq!(rules(name).to_string(), name);
    }
    assert_eq!(rules(" Tic Tac_Toe "), Rules::TIC_TAC_TOE);
    let sized = Rules::named("connect-four", Some(Size::of(5, 9))).unwrap();
    assert_eq!(sized.to_string(), "9,5,4+gravity");
    for (name, word) in [
        ("", "tic-tac-toe"),
        ("3,3", "columns,rows,k"),
        ("3,3,3,3", "columns,rows,k"),
        ("a,b,c", "columns,rows,k"),
        ("3,3,0", "1 to 22"),
        ("3,3,23", "1 to 22"),
        ("3,3,300", "1 to 22"),
        ("26,3,3", "26 columns"),
        ("0,3,3", "0 columns"),
        ("99999,3,3", "columns,rows,k"),
    ] {
        let error = Rules::named(name, None).unwrap_err().to_string();
        assert!(error.contains(word), "{name}: {error}");
    }
}
