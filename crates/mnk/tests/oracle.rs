//! The player against plain minimax, and as an engine: limits, repeatable answers, strength of the levels.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::time::Duration;
use tengen_board::Size;
use tengen_board::random::SplitMix64;
use tengen_engine::{Analysis, Engine, Leveled, Limits, Proof, Score, Stop};
use tengen_games::{Game, Move, mnk};
use tengen_mnk::Player;

/// Orders values for the side to move: short wins, long wins, draws, long losses, short losses.
fn compare(a: Proof, b: Proof) -> Ordering {
    let key = |p| match p {
        Proof::Win(n) => 1000 - i64::from(n),
        Proof::Loss(n) => -1000 + i64::from(n),
        _ => 0,
    };
    key(a).cmp(&key(b))
}

/// The value of a position with the number of plies to the end, by full search.
fn minimax(position: &mut mnk::Position, memo: &mut HashMap<u64, Proof>) -> Proof {
    if let Some(outcome) = position.outcome() {
        return if outcome.winner.is_some() { Proof::Loss(0) } else { Proof::Draw };
    }
    if let Some(&proof) = memo.get(&position.hash()) {
        return proof;
    }
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    let mut values = moves.iter().map(|&mv| value_of(position, mv, memo)).collect::<Vec<_>>();
    values.sort_by(|a, b| compare(*b, *a));
    memo.insert(position.hash(), values[0]);
    values[0]
}

fn value_of(position: &mut mnk::Position, mv: Move, memo: &mut HashMap<u64, Proof>) -> Proof {
    position.play_unchecked(mv);
    let value = match minimax(position, memo) {
        Proof::Win(n) => Proof::Loss(n + 1),
        Proof::Loss(n) => Proof::Win(n + 1),
        other => other,
    };
    position.undo();
    value
}

fn analyze(player: &mut Player, position: &mnk::Position, limits: &Limits) -> Analysis {
    player.analyze(position, limits, &Stop::new(), &mut |_| ())
}

fn boards() -> Vec<mnk::Rules> {
    let rules = |cols, rows, k, gravity| mnk::Rules { size: Size::of(rows, cols), k, gravity };
    vec![
        rules(3, 3, 3, false),
        rules(4, 3, 3, false),
        rules(3, 4, 3, false),
        rules(4, 3, 4, false),
        rules(3, 3, 2, false),
        rules(3, 2, 1, false),
        rules(3, 3, 5, false),
        rules(11, 1, 3, false),
        rules(3, 3, 3, true),
        rules(4, 4, 3, true),
        rules(4, 3, 4, true),
        rules(2, 6, 4, true),
        rules(3, 3, 5, true),
        rules(6, 2, 2, true),
        rules(3, 2, 1, true),
    ]
}

#[test]
fn every_move_has_the_value_of_minimax() {
    let everything = Limits { lines: usize::MAX, ..Limits::default() };
    for rules in boards() {
        let mut player = Player::with_table(1);
        let mut memo = HashMap::new();
        for seed in 0..40 {
            let mut rng = SplitMix64(seed);
            let mut position = mnk::Position::new(&rules);
            for _ in 0..rng.below(rules.size.area()) {
                position.play_random(&mut || rng.next_u32());
            }
            let analysis = analyze(&mut player, &position, &everything);
            let mut legal = Vec::new();
            position.legal_moves_into(&mut legal);
            assert_eq!(analysis.lines.len(), legal.len());
            assert_eq!(analysis.best, analysis.lines.first().map(|line| line.moves[0]));
            let mut last: Option<Proof> = None;
            for line in &analysis.lines {
                let mv = line.moves[0];
                let expected = value_of(&mut position, mv, &mut memo);
                let line_text =
                    || format!("{rules} {:?} then {}", position.moves(), position.format_move(mv));
                assert_eq!(line.score, Score::Proven(expected), "{}", line_text());
                assert!(last.is_none_or(|last| compare(last, expected) != Ordering::Less), "{}", line_text());
                last = Some(expected);
                legal.retain(|&other| other != mv);
                // The line leads to the value that it claims.
                let mut twin = position.clone();
                for &mv in &line.moves {
                    twin.play(mv).unwrap_or_else(|e| panic!("{}: {e}", line_text()));
                }
                if let Proof::Win(n) | Proof::Loss(n) = expected {
                    assert_eq!(line.moves.len(), n as usize, "{}", line_text());
                    assert!(twin.is_over(), "{}", line_text());
                }
            }
            assert!(legal.is_empty(), "each move once");
        }
    }
}

#[test]
fn proofs_of_shallow_searches_are_true() {
    let mut proven = 0;
    for rules in boards() {
        let mut memo = HashMap::new();
        for depth in 1..=4 {
            // One player for all positions: old table entries must not make it wrong.
            let mut player = Player::with_table(1);
            for seed in 100..130 {
                let mut rng = SplitMix64(seed);
                let mut position = mnk::Position::new(&rules);
                for _ in 0..rng.below(rules.size.area()) {
                    position.play_random(&mut || rng.next_u32());
                }
                let limits = Limits { depth: Some(depth), lines: 3, ..Limits::default() };
                for line in analyze(&mut player, &position, &limits).lines {
                    let Score::Proven(claimed) = line.score else { continue };
                    proven += 1;
                    let truth = value_of(&mut position, line.moves[0], &mut memo);
                    let agrees = match (claimed, truth) {
                        (Proof::Win(n), Proof::Win(m)) | (Proof::Loss(n), Proof::Loss(m)) => m <= n,
                        (claimed, truth) => claimed == truth,
                    };
                    assert!(agrees, "{rules} {:?}: {claimed:?}, not {truth:?}", position.moves());
                }
            }
        }
    }
    assert!(proven > 1000, "only {proven}");
}

#[test]
fn set_up_positions_need_not_be_balanced() {
    use tengen_board::{Cell, Color, Point};
    use tengen_games::SetUp;
    let cells = [(0, 0), (1, 1)].map(|(row, col)| (Point::new(row, col), Cell::White)).to_vec();
    for (to_move, expected) in [(Color::White, Proof::Win(1)), (Color::Black, Proof::Loss(4))] {
        let rules = mnk::Rules::TIC_TAC_TOE;
        let position = mnk::Position::set_up(&rules, &SetUp { cells: cells.clone(), to_move }).unwrap();
        let analysis = analyze(&mut Player::with_table(1), &position, &Limits::default());
        assert_eq!(minimax(&mut position.clone(), &mut HashMap::new()), expected);
        assert_eq!(analysis.score(), Some(Score::Proven(expected)));
    }
}

#[test]
fn limits_hold_and_answers_repeat() {
    let rules = |cols, rows, k, gravity| mnk::Rules { size: Size::of(rows, cols), k, gravity };
    for rules in [
        rules(15, 15, 5, false),
        rules(25, 25, 22, false),
        rules(25, 25, 6, true),
        mnk::Rules::CONNECT_FOUR,
        rules(10, 10, 4, true),
    ] {
        let mut position = mnk::Position::new(&rules);
        let mut rng = SplitMix64(3);
        for _ in 0..6 {
            position.play_random(&mut || rng.next_u32());
        }
        for nodes in [0, 1, 100, 30_000] {
            let limits = Limits { nodes: Some(nodes), lines: 3, ..Limits::default() };
            let once = analyze(&mut Player::with_table(1), &position, &limits);
            let again = analyze(&mut Player::with_table(1), &position, &limits);
            assert!(once.nodes <= nodes, "{} nodes of {nodes}", once.nodes);
            assert_eq!((&once.best, &once.lines), (&again.best, &again.lines), "{rules} {nodes}");
            assert!(position.is_legal(once.best.expect("there is a move")));
            assert_eq!(once.lines.len(), 3);
        }
        let timed = analyze(&mut Player::with_table(1), &position, &Limits::time(Duration::from_millis(20)));
        assert!(position.is_legal(timed.best.expect("there is a move")));
        let stop = Stop::new();
        stop.raise();
        let stopped = Player::with_table(1).analyze(&position, &Limits::default(), &stop, &mut |_| ());
        assert!(position.is_legal(stopped.best.expect("there is a move")));
        let deep = analyze(&mut Player::with_table(1), &position, &Limits::depth(2));
        assert!(
            deep.depth == 2 || deep.score().is_some_and(Score::is_proof),
            "{rules}: depth {}",
            deep.depth
        );
    }
}

#[test]
fn no_move_after_the_end() {
    let mut position = mnk::Position::new(&mnk::Rules { size: Size::of(1, 3), k: 1, gravity: false });
    position.play_unchecked(Move::Place(tengen_board::Point::new(0, 0)));
    assert_eq!(analyze(&mut Player::with_table(1), &position, &Limits::default()), Analysis::default());
}

/// Plays a game and returns the score of the first player: 1 for a win, ½ for a draw, 0 for a loss.
fn play(
    rules: &mnk::Rules,
    first: &mut dyn FnMut(&mnk::Position) -> Move,
    second: &mut dyn FnMut(&mnk::Position) -> Move,
) -> f64 {
    let mut position = mnk::Position::new(rules);
    while !position.is_over() {
        let mv = if position.ply().is_multiple_of(2) { first(&position) } else { second(&position) };
        position.play(mv).expect("players play legal moves");
    }
    match position.outcome().and_then(|o| o.winner) {
        Some(tengen_board::Color::Black) => 1.0,
        Some(tengen_board::Color::White) => 0.0,
        None => 0.5,
    }
}

#[test]
fn tic_tac_toe_is_never_lost_and_levels_beat_chance() {
    let mut rng = SplitMix64(7);
    let mut chance = move |position: &mnk::Position| {
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        moves[rng.below(moves.len())]
    };
    let mut perfect = Player::with_table(1);
    let mut perfect = |position: &mnk::Position| {
        analyze(&mut perfect, position, &Limits::default()).best.expect("the game goes on")
    };
    for _ in 0..100 {
        assert!(play(&mnk::Rules::TIC_TAC_TOE, &mut perfect, &mut chance) >= 0.5);
        assert!(play(&mnk::Rules::TIC_TAC_TOE, &mut chance, &mut perfect) <= 0.5);
    }
    for level in 1..=3 {
        let mut player = Player::at_level(level);
        let mut seed = 0;
        let mut player = |position: &mnk::Position| {
            seed += 1;
            let limits = Limits { seed, ..Limits::default() };
            analyze(&mut player, position, &limits).best.expect("the game goes on")
        };
        let score: f64 = (0..20).map(|_| play(&mnk::Rules::CONNECT_FOUR, &mut player, &mut chance)).sum();
        assert!(score >= 15.0, "level {level} scores {score} of 20 against random moves");
    }
}

#[test]
fn no_two_games_of_a_level_are_alike() {
    for level in 1..Player::MAX_LEVEL {
        let mut player = Player::at_level(level);
        let mut game = |seed: u64| {
            let mut position = mnk::Position::new(&mnk::Rules::CONNECT_FOUR);
            let mut moves = Vec::new();
            while !position.is_over() {
                let limits = Limits { seed: seed << 16 | moves.len() as u64, ..Limits::default() };
                let mv = analyze(&mut player, &position, &limits).best.expect("the game goes on");
                position.play(mv).expect("players play legal moves");
                moves.push(mv);
            }
            moves
        };
        let mut games: Vec<Vec<Move>> = (1..=10).map(&mut game).collect();
        games.sort_unstable_by_key(|moves| format!("{moves:?}"));
        games.dedup();
        assert!(games.len() >= 9, "level {level} plays {} different games of 10", games.len());
    }
}
