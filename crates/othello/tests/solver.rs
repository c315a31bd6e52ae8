//! The solver against a plain search of the whole tree, published results and solved positions.

use std::path::Path;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Size};
use tengen_engine::{Analysis, Engine, Limits, Proof, Score, Stop};
use tengen_games::othello::{Backend, Position, Rules};
use tengen_games::{EndReason, Game, Move, SetUp};
use tengen_othello::Player;

/// The reference: the margin for the side to move, by a full search with the rules alone.
fn plain(position: &mut Position) -> i32 {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    let margin = moves.into_iter().map(|mv| {
        position.play_unchecked(mv);
        let margin = -plain(position);
        position.undo();
        margin
    });
    margin.max().unwrap_or_else(|| final_margin(position))
}

/// The margin for the side to move at the end of the game.
fn final_margin(position: &Position) -> i32 {
    match position.outcome().map(|outcome| outcome.reason) {
        Some(EndReason::Score(black)) if position.to_move() == Color::Black => black as i32,
        Some(EndReason::Score(black)) => -black as i32,
        other => panic!("not the end: {other:?}"),
    }
}

/// A random game, stopped at this number of empties or at its end.
fn random_endgame(rules: &Rules, empties: usize, seed: u64) -> Position {
    let mut rng = SplitMix64(seed);
    let mut game = Position::new(rules);
    let empty = |game: &Position| game.size().points().filter(|&p| game.at(p).is_empty()).count();
    while empty(&game) > empties && game.play_random(&mut || rng.next_u32()).is_some() {}
    game
}

fn margin(analysis: &Analysis) -> Option<i32> {
    match analysis.score() {
        Some(Score::Proven(Proof::Margin(margin))) => Some(margin as i32),
        _ => None,
    }
}

/// Every ranked line leads to the margin that it claims.
fn check_lines(position: &Position, analysis: &Analysis) {
    for line in &analysis.lines {
        let mut game = position.clone();
        for &mv in &line.moves {
            game.play(mv).unwrap_or_else(|e| panic!("{e} in {line:?}"));
        }
        let sign = if game.to_move() == position.to_move() { 1 } else { -1 };
        assert_eq!(line.score, Score::Proven(Proof::Margin((sign * final_margin(&game)) as f32)), "{line:?}");
    }
    assert_eq!(analysis.best, analysis.lines.first().and_then(|line| line.moves.first().copied()));
}

#[test]
fn agrees_with_the_full_search_on_every_size() {
    let mut players = Backend::ALL.map(|backend| Player::default().with_backend(backend).with_table(1));
    let mut passes = 0;
    for (rows, cols) in [(8, 8), (6, 6), (4, 4), (4, 8), (10, 10), (4, 16)] {
        let rules = Rules::new(Size::of(rows, cols)).unwrap();
        for seed in 0..60 {
            let mut game = random_endgame(&rules, 5 + seed as usize % 4, seed);
            if game.is_over() {
                continue;
            }
            let expected = plain(&mut game);
            for player in &mut players {
                let analysis = player.analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
                assert_eq!(
                    margin(&analysis),
                    Some(expected),
                    "{rows}x{cols} seed {seed}: {:?}",
                    game.moves()
                );
                check_lines(&game, &analysis);
                passes += analysis.lines[0].moves.iter().filter(|mv| **mv == Move::Pass).count();
            }
        }
    }
    assert!(passes > 20, "only {passes} passes: the lines should test them");
}

/// Positions of nine empties use the table and the stability bound. All moves are ranked, each with its own margin.
#[test]
fn ranks_every_move_with_its_margin() {
    let mut player = Player::default().with_table(1);
    for seed in 0..6 {
        let mut game = random_endgame(&Rules::STANDARD, 9, 100 + seed);
        let limits = Limits { lines: 64, ..Limits::default() };
        let analysis = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
        check_lines(&game, &analysis);
        let mut moves = Vec::new();
        game.legal_moves_into(&mut moves);
        assert_eq!(analysis.lines.len(), moves.len());
        let mut last = f32::INFINITY;
        for line in &analysis.lines {
            game.play(line.moves[0]).unwrap();
            let expected = -plain(&mut game) as f32;
            game.undo();
            assert_eq!(line.score, Score::Proven(Proof::Margin(expected)));
            assert!(expected <= last, "best first");
            last = expected;
        }
    }
}

/// With best play white wins 4×4 by 11 discs to 3, 13 to 3 with the two empties. The full search agrees.
#[test]
fn white_wins_four_by_four() {
    let mut start = Position::new(&Rules::new(Size::of(4, 4)).unwrap());
    let analysis = Player::default().analyze(&start, &Limits::depth(12), &Stop::new(), &mut |_| ());
    assert_eq!(margin(&analysis), Some(-10));
    check_lines(&start, &analysis);
    let end = analysis.lines[0].moves.iter().fold(start.clone(), |mut game, &mv| {
        game.play_unchecked(mv);
        game
    });
    assert_eq!((end.discs(Color::White), end.discs(Color::Black)), (11, 3));
    assert_eq!(plain(&mut start), -10);
}

/// Joel Feinstein's line of best play on 6×6 (1993), in which white wins 20 to 16. From the fourteenth ply on, every
/// position has this value. The line is written without passes.
#[test]
fn six_by_six_follows_feinstein() {
    let line =
        "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 e1 f1";
    let mut game = Position::new(&Rules::new(Size::of(6, 6)).unwrap());
    let mut player = Player::default().with_table(16);
    for (ply, text) in line.split(' ').enumerate() {
        if ply >= 14 {
            let analysis = player.analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
            let black = if game.to_move() == Color::Black { -4 } else { 4 };
            assert_eq!(margin(&analysis), Some(black), "after {ply} plies");
            check_lines(&game, &analysis);
        }
        if game.is_legal(Move::Pass) {
            game.play(Move::Pass).unwrap();
        }
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    assert_eq!((game.discs(Color::White), game.discs(Color::Black)), (20, 16));
}

/// One line of an OBF file: 64 cells from a1 on, the side to move, and scores after semicolons.
struct ObfPosition {
    position: Position,
    /// Move and score (`G8:+18`), or in a file of values only `score:-12`.
    scores: Vec<(String, i32)>,
}

fn read_obf(file: &Path) -> Vec<ObfPosition> {
    let text = std::fs::read_to_string(file).unwrap();
    let positions = text.lines().filter(|line| line.len() > 66 && !line.starts_with('%')).map(|line| {
        let (board, rest) = line.split_at(64);
        let mut parts = rest.split(';');
        let to_move = if parts.next().unwrap().trim() == "X" { Color::Black } else { Color::White };
        let cells = Size::of(8, 8).points().zip(board.chars()).map(|(p, c)| match c {
            'X' => (p, Cell::Black),
            'O' => (p, Cell::White),
            _ => (p, Cell::Empty),
        });
        let set_up = SetUp { cells: cells.collect(), to_move };
        let scores = parts.filter_map(|part| {
            let (mv, score) = part.trim().split_once(':')?;
            Some((mv.to_ascii_lowercase(), score.parse().unwrap()))
        });
        ObfPosition {
            position: Position::set_up(&Rules::STANDARD, &set_up).unwrap(),
            scores: scores.collect(),
        }
    });
    positions.collect()
}

#[test]
fn solves_the_endings_of_twelve_empties() {
    let Some(file) = tengen_truth::file("othello/obf/endgamec-12empties-100.obf") else { return };
    let positions = read_obf(&file);
    assert_eq!(positions.len(), 100);
    let mut player = Player::default().with_table(4);
    for (n, ObfPosition { position, scores }) in positions.iter().enumerate() {
        let analysis = player.analyze(position, &Limits::default(), &Stop::new(), &mut |_| ());
        assert_eq!(margin(&analysis), Some(scores[0].1), "line {}", n + 1);
        check_lines(position, &analysis);
    }
}

/// FFO tests 1 to 5, 14 empties, which are in every clone: the score of every move.
#[test]
fn solves_the_endings_of_the_facts() {
    let positions = read_obf(&tengen_truth::fact("ffo.obf"));
    assert_eq!(positions.len(), 5);
    solve_ffo(&positions, 5);
}

/// FFO tests 1 to 19, 14 to 17 empties: the best score of each, and of the first five the score of every move.
#[test]
fn solves_the_first_ffo_tests() {
    let Some(file) = tengen_truth::file("othello/obf/fforum-1-19.obf") else { return };
    let positions = read_obf(&file);
    assert_eq!(positions.len(), 19);
    solve_ffo(&positions, 5);
}

/// Solves each position: the best score, and of the first `all_moves` positions the score of every move.
fn solve_ffo(positions: &[ObfPosition], all_moves: usize) {
    let mut player = Player::default().with_table(16);
    for (n, ObfPosition { position, scores }) in positions.iter().enumerate() {
        let limits = Limits { lines: if n < all_moves { 64 } else { 1 }, ..Limits::default() };
        let analysis = player.analyze(position, &limits, &Stop::new(), &mut |_| ());
        assert_eq!(margin(&analysis), Some(scores[0].1), "FFO #{}", n + 1);
        check_lines(position, &analysis);
        for line in &analysis.lines {
            let text = position.format_move(line.moves[0]);
            let (_, score) = scores.iter().find(|(mv, _)| *mv == text).unwrap();
            assert_eq!(line.score, Score::Proven(Proof::Margin(*score as f32)), "FFO #{} {text}", n + 1);
        }
    }
}
