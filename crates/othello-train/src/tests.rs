//! The fit against known weights, and a small training from beginning to end.

use super::*;
use crate::fit::Fit;
use crate::network::NetworkFit;

/// Random games with their results.
fn games(count: usize) -> Vec<TrainingGame> {
    let play = |number| {
        let mut rng = random(9, number);
        let mut position = Position::new(&Rules::STANDARD);
        let mut game = TrainingGame::default();
        let mut movers = Vec::new();
        while position.play_random(&mut || rng.next_u32()).is_some() {
            let board = position.narrow().expect("8x8 is narrow");
            if board.moves() != 0 {
                game.positions.push(board);
                movers.push(position.to_move());
            }
        }
        let black = position.discs(Color::Black) as i8 - position.discs(Color::White) as i8;
        game.margins =
            movers.iter().map(|&mover| if mover == Color::Black { black } else { -black }).collect();
        game
    };
    (0..count).map(play).collect()
}

fn small(threads: usize) -> Training {
    let fit = Fit { epochs: 4, ..Fit::default() };
    let network = NetworkFit { epochs: 2, ..NetworkFit::default() };
    Training { positions: 200, exact: 8, depth: 2, fit, network, seed: 3, threads }
}

/// Values that are the number of own discs less the opponent's are learnt from positions, and hold for others.
#[test]
fn the_fit_finds_a_simple_truth() {
    let boards: Vec<_> = games(300).into_iter().flat_map(|game| game.positions).collect();
    let samples: Vec<_> = boards
        .iter()
        .map(|&board| Sample {
            board,
            value: (board.own.count_ones() as f32) - board.opp.count_ones() as f32,
        })
        .collect();
    let mut values = PatternWeights::zero().stage_values(0);
    let errors = Fit::default().run(&mut values, &samples, 1);
    assert!(errors.before > 8.0, "{errors:?}");
    assert!(errors.training < 1.0 && errors.validation < 2.0, "{errors:?}");
}

/// Ten discs for the side to move where it has all four corners, else none. A pattern sees two corners at most. The
/// best sum of functions of two corners has an error of 10·√5/16 discs. For the function is a sum of products of
/// corners, as ±1: each coefficient is 10/16, and five of the products are of more than two corners.
#[test]
fn the_network_learns_what_no_sum_of_patterns_says() {
    let mut rng = random(5, 0);
    let mut sample = || {
        let mut board = Board::start(Rules::STANDARD.size());
        (board.own, board.opp) = (0x0000_3c3c_0000_0000, 0x0000_0000_3c3c_0000);
        for corner in [0, 7, 56, 63] {
            let side = if rng.below(2) == 0 { &mut board.own } else { &mut board.opp };
            *side |= 1 << corner;
        }
        let all = 0x8100_0000_0000_0081;
        Sample { board, value: if board.own & all == all { 10.0 } else { 0.0 } }
    };
    let samples: Vec<_> = (0..30_000).map(|_| sample()).collect();
    let (tables, stop) = (PatternWeights::zero(), Stop::new());
    let (_, errors) = NetworkFit::default().run(&tables, &samples, 1, &stop).expect("nothing stopped it");
    let best_sum = 10.0 * 5f32.sqrt() / 16.0;
    assert!(errors.before > best_sum && errors.validation < best_sum / 2.0, "{errors:?}");
}

#[test]
fn a_training_repeats_itself_with_any_threads_and_after_an_interruption() {
    let games = games(40);
    let mut saved = Vec::new();
    let training = small(1);
    let whole = training.run(&games, None, &Stop::new(), &mut |progress, partial| {
        if let Some(partial) = partial
            && matches!((progress.round, progress.stage), (Round::Searches, 12) | (Round::Networks(2), 1))
        {
            saved.push(training.save(partial, &games));
        }
    });
    let whole = whole.expect("nothing stopped it").to_bytes();
    let threads = small(3).run(&games, None, &Stop::new(), &mut |_, _| ()).expect("nothing stopped it");
    assert!(whole == threads.to_bytes(), "three threads");
    let networks =
        [1, 2].map(|round| (0..NETWORKS).rev().map(move |number| (Round::Networks(round), number)));
    let left: [Vec<_>; 2] = [
        (0..12).rev().map(|stage| (Round::Searches, stage)).chain(networks.into_iter().flatten()).collect(),
        vec![(Round::Networks(2), 0)],
    ];
    for (saved, left) in saved.iter().zip(&left) {
        let partial = small(2).load(saved, &games).expect("it is what was saved");
        let mut done = Vec::new();
        let resumed = small(2).run(&games, Some(partial), &Stop::new(), &mut |progress, _| {
            done.push((progress.round, progress.stage));
        });
        assert!(whole == resumed.expect("nothing stopped it").to_bytes(), "after an interruption");
        assert_eq!(&done, left, "only what was left");
        assert!(Training { seed: 4, ..small(1) }.load(saved, &games).is_none(), "another seed");
        for length in [0, 10, saved.len() / 2, saved.len() - 1] {
            assert!(training.load(&saved[..length], &games).is_none(), "cut off after {length} bytes");
        }
    }
    assert_eq!(saved.len(), left.len());
}

#[test]
fn a_raised_flag_ends_it() {
    let stop = Stop::new();
    stop.raise();
    assert!(small(1).run(&games(2), None, &stop, &mut |_, _| ()).is_none());
    assert!(NetworkFit::default().run(&PatternWeights::zero(), &[], 1, &stop).is_none());
}

/// With an even number of empties the values are in the mean the theoretical scores, with an odd one those of the best
/// move. Nothing else changes.
#[test]
fn the_level_is_that_of_the_theoretical_scores() {
    let mut games = games(LEVEL_FROM / 10);
    for game in &mut games {
        game.theoretical = game.positions.iter().filter(|board| count_empties(board) >= 30).count();
    }
    // Each game often enough that every number of empties has enough positions.
    let games: Vec<_> = std::iter::repeat_n(games, 11).flatten().collect();
    let mut weights = (*PatternWeights::standard()).clone();
    set_level(&mut weights, &games);
    let mean_error = |empties, right: &dyn Fn(&Sample) -> f32| {
        let samples = games.iter().flat_map(TrainingGame::samples);
        let errors: Vec<f64> = samples
            .filter(|sample| count_empties(&sample.board) == empties)
            .map(|sample| f64::from(weights.evaluate(&sample.board) - right(&sample)))
            .collect();
        errors.iter().sum::<f64>() / errors.len() as f64
    };
    let best = |sample: &Sample| {
        let values = sample.board.moves().squares().map(|at| -weights.evaluate(&sample.board.place(at)));
        values.reduce(f32::max).expect("a position with a move")
    };
    for empties in [30, 40, 58] {
        let error = mean_error(empties, &|sample| sample.value);
        assert!(error.abs() < 0.2, "{empties} empties: {error}");
    }
    for empties in [31, 41, 57] {
        let error = mean_error(empties, &best);
        assert!(error.abs() < 0.2, "{empties} empties: {error}");
    }
    let before = PatternWeights::standard();
    for board in games[..20].iter().flat_map(|game| &game.positions).filter(|board| count_empties(board) < 30)
    {
        assert_eq!(before.evaluate(board), weights.evaluate(board));
    }
}

/// Both files are made by hand: one game of one move, f5, which black wins by 33 to 31 and in theory by 40 to 24.
#[test]
fn a_wthor_game_gets_the_theoretical_score_while_it_holds() {
    let mut bytes = vec![20, 26, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 8, 0, 24, 0];
    bytes.extend([0, 0, 0, 0, 0, 0, 33, 40, 56]);
    bytes.resize(16 + 68, 0);
    let games = TrainingGame::read_wthor(&bytes).expect("a whole file");
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].positions.len(), 1);
    assert_eq!((&games[0].margins[..], games[0].theoretical), (&[-16][..], 1), "white is to move");
    bytes[14] = 60;
    assert_eq!(
        TrainingGame::read_wthor(&bytes).expect("a whole file")[0].margins,
        [-2],
        "59 empties are fewer than 60"
    );
    assert!(TrainingGame::read_wthor(&bytes[..80]).is_none());
    bytes[12] = 10;
    assert!(TrainingGame::read_wthor(&bytes).is_none(), "10x10");
}
