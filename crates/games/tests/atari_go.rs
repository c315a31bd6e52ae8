//! Atari Go: the first capture wins. Compared with a slow twin that walks over a two-dimensional array.

use std::collections::HashSet;
use tengen_board::{Color, Coords, Size};
use tengen_games::go::{Position, Rules};
use tengen_games::{EndReason, Feature, Game, GameSpec, Move, Outcome, Unit, perft};

type Grid = Vec<Vec<Option<Color>>>;

fn beside(grid: &Grid, (row, col): (usize, usize)) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (d_row, d_col) in [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)] {
        let (r, c) = (row.wrapping_add(d_row), col.wrapping_add(d_col));
        if r < grid.len() && c < grid[0].len() {
            found.push((r, c));
        }
    }
    found
}

/// True if the chain of the stone at `at` has a liberty.
fn has_liberty(grid: &Grid, at: (usize, usize), seen: &mut HashSet<(usize, usize)>) -> bool {
    seen.insert(at);
    let own = grid[at.0][at.1];
    beside(grid, at).into_iter().any(|next| {
        let cell = grid[next.0][next.1];
        cell.is_none() || cell == own && !seen.contains(&next) && has_liberty(grid, next, seen)
    })
}

/// Counts the sequences of `depth` plies. A capture ends the game, and so do two passes.
fn slow_perft(grid: &Grid, to_move: Color, passes: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if passes >= 2 {
        return 0;
    }
    let mut count = slow_perft(grid, !to_move, passes + 1, depth - 1);
    for row in 0..grid.len() {
        for col in 0..grid[0].len() {
            if grid[row][col].is_some() {
                continue;
            }
            let mut next = grid.clone();
            next[row][col] = Some(to_move);
            let captures = beside(&next, (row, col)).into_iter().any(|(r, c)| {
                next[r][c] == Some(!to_move) && !has_liberty(&next, (r, c), &mut HashSet::new())
            });
            if captures {
                count += u64::from(depth == 1);
            } else if has_liberty(&next, (row, col), &mut HashSet::new()) {
                count += slow_perft(&next, !to_move, 0, depth - 1);
            }
        }
    }
    count
}

#[test]
fn the_tree_is_that_of_the_slow_twin() {
    for (rows, cols, depth) in [(1, 2, 6), (2, 2, 7), (3, 2, 6), (3, 3, 5), (4, 4, 4), (9, 9, 2)] {
        let rules = Rules { size: Size::of(rows, cols), ..Rules::ATARI_GO };
        let grid = vec![vec![None; cols]; rows];
        let mut position = Position::new(&rules);
        for depth in 1..=depth {
            let expected = slow_perft(&grid, Color::Black, 0, depth);
            assert_eq!(perft(&mut position, depth), expected, "{rows}x{cols} depth {depth}");
        }
    }
}

fn play(rules: &Rules, moves: &str) -> Position {
    let mut game = Position::new(rules);
    for text in moves.split_whitespace() {
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    game
}

#[test]
fn the_first_capture_wins() {
    let mut game = play(&Rules::ATARI_GO, "a2 a1 b1");
    let won = Some(Outcome { winner: Some(Color::Black), reason: EndReason::Captures });
    assert_eq!(game.outcome(), won);
    assert!(game.legal_moves().is_empty());
    assert_eq!((game.captured_by(Color::Black), game.captured_by(Color::White)), (1, 0));
    assert_eq!((game.goal().captures, game.margin_now()), (Some(1), None));
    game.undo();
    assert_eq!((game.outcome(), game.captured_by(Color::Black)), (None, 0));
    // White's capture wins for white.
    let game = play(&Rules::ATARI_GO, "a1 a2 e5 b1");
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Color::White));
}

#[test]
fn suicide_is_illegal_and_two_passes_draw() {
    let game = play(&Rules::ATARI_GO, "a2 e5 b1");
    let corner = game.parse_move("a1").unwrap();
    assert!(game.check(corner).is_err());
    let game = play(&Rules::ATARI_GO, "e5 pass pass");
    assert_eq!(game.outcome(), Some(Outcome { winner: None, reason: EndReason::Passes }));
}

#[test]
fn more_captures_can_be_asked_for() {
    let rules = Rules { captures_to_win: 2, ..Rules::ATARI_GO };
    assert_eq!(rules.to_string(), "atari-go,captures=2");
    let game = play(&rules, "a2 a1 b1");
    assert_eq!((game.outcome(), game.captured_by(Color::Black)), (None, 1));
    let other = play(&rules, "b1 e5 a2 pass");
    // The same stones, but for white's; the captures are part of the position.
    assert_ne!(game.hash(), other.hash());
}

#[test]
fn it_is_a_rule_set_of_go() {
    let spec = GameSpec::named("atari-go", None, None).unwrap();
    assert_eq!(spec, Rules::ATARI_GO.into());
    assert_eq!(spec, "go:atari-go".parse().unwrap());
    assert_eq!((spec.rules_text().as_str(), spec.size()), ("atari-go", Size::of(9, 9)));
    assert_eq!((spec.unit(), spec.coords()), (Unit::None, Coords::Go));
    assert!(spec.has(Feature::Captures) && !spec.has(Feature::Territory) && !spec.has(Feature::Komi));
    assert!(Position::new(&Rules::ATARI_GO).is_legal(Move::Pass));
    // Rules that are counted are never named after it.
    assert!(
        GameSpec::named("go", Some("cgos,ko=simple,komi=0"), None).unwrap().rules_text().starts_with("cgos")
    );
}
