//! Go: trees of legal moves counted by two other programs, legal positions, and the number of games.

use tengen_board::{Cell, Color, Point, Size};
use tengen_games::go::{Ko, Position, Rules, Suicide};
use tengen_games::{Game, Move, SetUp, perft};

/// `SIMPLE suicide=1 : 1 10 91 …`: the rules and the counts by depth. The program that counted them never allows the
/// suicide of a single stone.
fn rules_and_counts(line: &str, size: Size) -> (Rules, Vec<u64>) {
    let (rule, counts) = line.split_once(" : ").expect("rules, a colon, counts");
    let mut rules = Rules::named("tromp-taylor", Some(size)).unwrap();
    rules.ko = match rule.split_whitespace().next() {
        Some("SIMPLE") => Ko::Simple,
        Some("POSITIONAL") => Ko::Positional,
        Some("SITUATIONAL") => Ko::Situational,
        other => panic!("ko rule {other:?}"),
    };
    rules.suicide = if rule.ends_with("suicide=1") { Suicide::Chains } else { Suicide::Forbidden };
    (rules, counts.split_whitespace().map(|n| n.parse().unwrap()).collect())
}

/// A perft with what KataGo adds under the simple ko rule: a pass ends the game when the same player has passed before
/// with the same stones. Every other line of its tables is a plain [`perft`].
fn count_like_katago(position: &mut Position, depth: u32) -> u64 {
    if position.rules().ko != Ko::Simple {
        return perft(position, depth);
    }
    cycles(position, depth, &mut Vec::new())
}

fn cycles(position: &mut Position, depth: u32, passed: &mut Vec<(u64, Color)>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves {
        let now = (position.board().hash(), position.to_move());
        let ends = mv == Move::Pass && passed.contains(&now);
        if mv == Move::Pass {
            passed.push(now);
        }
        position.play_unchecked(mv);
        if !ends {
            count += cycles(position, depth - 1, passed);
        }
        position.undo();
        if mv == Move::Pass {
            passed.pop();
        }
    }
    count
}

fn check(start: &Position, counts: &[u64], line: &str) -> usize {
    let mut position = start.clone();
    let mut checked = 0;
    for (depth, &count) in counts.iter().enumerate() {
        assert_eq!(count_like_katago(&mut position, depth as u32), count, "depth {depth} of {line}");
        checked += 1;
    }
    assert_eq!(&position, start);
    checked
}

#[test]
fn perft_from_the_empty_board() {
    let text = std::fs::read_to_string(tengen_truth::fact("go-perft.txt")).unwrap();
    let checked = empty_boards(&text);
    assert!(checked > 300, "only {checked} counts were read");
}

#[test]
fn deep_perft_from_the_empty_board() {
    let Some(text) = tengen_truth::text("go/perft-katago.txt") else { return };
    let checked = empty_boards(&text);
    assert!(checked > 400, "only {checked} counts were read");
}

/// Checks every line of a table and returns the number of counts.
fn empty_boards(text: &str) -> usize {
    let mut checked = 0;
    for line in text.lines().filter(|line| line.contains(" : ") && !line.starts_with('#')) {
        let (size, rest) = line.split_once(' ').unwrap();
        let (rules, counts) = rules_and_counts(rest, size.parse().unwrap());
        checked += check(&Position::new(&rules), &counts, line);
        // Under positional superko the suicide of a single stone is a repetition anyway.
        if rules.ko == Ko::Positional && rules.suicide == Suicide::Chains {
            let rules = Rules { suicide: Suicide::Allowed, ..rules };
            checked += check(&Position::new(&rules), &counts[..counts.len().min(7)], line);
        }
    }
    checked
}

#[test]
fn perft_from_positions() {
    let text = std::fs::read_to_string(tengen_truth::fact("go-perft-positions.txt")).unwrap();
    let checked = positions(&text);
    assert!(checked > 200, "only {checked} counts were read");
}

#[test]
fn deep_perft_from_positions() {
    let Some(text) = tengen_truth::text("go/perft-positions-katago.txt") else { return };
    let checked = positions(&text);
    assert!(checked > 250, "only {checked} counts were read");
}

/// Checks every line below every position of a table and returns the number of counts.
fn positions(text: &str) -> usize {
    let mut lines = text.lines();
    let mut checked = 0;
    while let Some(head) = lines.find(|line| line.starts_with("position ")) {
        let to_move = if head.contains("black to move") { Color::Black } else { Color::White };
        let size: Size = head
            .split_whitespace()
            .find_map(|word| word.parse().ok().filter(|_| word.contains('x')))
            .unwrap_or_else(|| panic!("no size in {head}"));
        let mut cells = Vec::new();
        for (row, line) in lines.by_ref().take(size.rows()).enumerate() {
            for (col, c) in line.chars().enumerate() {
                let cell = match c {
                    'X' => Cell::Black,
                    'O' => Cell::White,
                    _ => Cell::Empty,
                };
                cells.push((Point::new(row as u8, col as u8), cell));
            }
        }
        let set_up = SetUp { cells, to_move };
        for line in lines.by_ref().take_while(|line| !line.is_empty()) {
            let (rules, counts) = rules_and_counts(line, size);
            checked +=
                check(&Position::set_up(&rules, &set_up).unwrap(), &counts, &format!("{head}: {line}"));
        }
    }
    checked
}

/// Counts of the crate `board-game` 0.8.2, made by another code base: 3×3 by the Tromp-Taylor rules, and by those of
/// CGOS, to depth 7; 5×5 to depth 5 and 19×19 to depth 3. `examples/go_counts` goes on: 168,759,376 and 16,889,859,009.
#[test]
fn perft_of_another_program() {
    for (rules, side, counts) in [
        ("tromp-taylor", 3, &[1, 10, 91, 738, 5281, 33384, 180_768, 857_576][..]),
        ("cgos", 3, &[1, 10, 91, 738, 5281, 33384, 179_712, 842_696][..]),
        ("tromp-taylor", 5, &[1, 26, 651, 15_650, 361_041, 7_984_104][..]),
        ("tromp-taylor", 19, &[1, 362, 130_683, 47_046_242][..]),
    ] {
        let rules = Rules::named(rules, Some(Size::of(side, side))).unwrap();
        check(&Position::new(&rules), counts, "board-game");
    }
}

/// Legal positions of small boards (Tromp and Farnebäck, "Combinatorics of Go"; OEIS A094777): every way to fill the
/// board is offered to the checked set-up. 4×4 is counted by `examples/go_counts`.
#[test]
fn legal_positions() {
    for (rows, cols, count) in
        [(1, 1, 1), (1, 2, 5), (1, 3, 15), (1, 4, 41), (1, 5, 113), (2, 2, 57), (2, 3, 489), (3, 3, 12_675)]
    {
        let rules = Rules::named("tromp-taylor", Some(Size::of(rows, cols))).unwrap();
        let legal = (0..3_u32.pow((rows * cols) as u32)).filter(|&code| {
            let cells = rules.size.points().enumerate().map(|(n, point)| {
                (point, [Cell::Empty, Cell::Black, Cell::White][(code / 3_u32.pow(n as u32)) as usize % 3])
            });
            Position::set_up(&rules, &SetUp { cells: cells.collect(), to_move: Color::Black }).is_ok()
        });
        assert_eq!(legal.count(), count, "{rows} rows, {cols} columns");
    }
}

/// The number of games under positional superko with either colour to move (Tromp and Farnebäck): every game is a path
/// without repetition from the empty board. The other colour moves after a pass, and no number of passes ends the game.
#[test]
fn number_of_games() {
    fn games(position: &mut Position) -> u64 {
        let mut count = 1;
        for pass in [false, true] {
            if pass {
                position.play_unchecked(Move::Pass);
            }
            for point in position.size().points() {
                if position.is_legal(Move::Place(point)) {
                    position.play_unchecked(Move::Place(point));
                    count += games(position);
                    position.undo();
                }
            }
            if pass {
                position.undo();
            }
        }
        count
    }
    for (cols, expected) in [(1, 1), (2, 9), (3, 907)] {
        let rules = Rules::named("tromp-taylor,passes=0", Some(Size::of(1, cols))).unwrap();
        assert_eq!(games(&mut Position::new(&rules)), expected, "1x{cols}");
    }
}
