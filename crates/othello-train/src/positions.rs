//! Positions to train on.

use crate::labels::analyze;
use crate::{count_empties, parallel, random};
use std::collections::HashSet;
use std::sync::Arc;
use tengen_board::random::SplitMix64;
use tengen_engine::Stop;
use tengen_games::Move;
use tengen_games::othello::{Bits, Board, Rules};
use tengen_othello::Player;
use tengen_othello::eval::PatternWeights;
use tengen_othello::eval::weights::{STAGES, stage};

/// For each stage different positions of games, `count` of them at most.
pub fn by_stage<'a>(
    positions: impl Iterator<Item = &'a Board<u64>>,
    count: usize,
    seed: u64,
) -> Vec<Vec<Board<u64>>> {
    let mut stages = vec![Vec::new(); STAGES];
    for board in positions {
        stages[stage(count_empties(board))].push(*board);
    }
    stages.into_iter().map(|candidates| choose(candidates, count, seed)).collect()
}

fn choose(mut candidates: Vec<Board<u64>>, count: usize, seed: u64) -> Vec<Board<u64>> {
    let mut rng = random(seed, candidates.len());
    let mut known = HashSet::new();
    let mut chosen = Vec::new();
    while chosen.len() < count && !candidates.is_empty() {
        let board = candidates.swap_remove(rng.below(candidates.len()));
        if known.insert(board) {
            chosen.push(board);
        }
    }
    chosen
}

fn after_random_move(board: Board<u64>, rng: &mut SplitMix64) -> Option<Board<u64>> {
    let moves = board.moves();
    let square = (!moves.is_empty()).then(|| moves.nth(rng.below(moves.count() as usize) as u32))?;
    to_a_turn(board.place(square))
}

/// The board, or after a pass if there is no move; `None` at the end of the game.
fn to_a_turn(board: Board<u64>) -> Option<Board<u64>> {
    match (board.moves().is_empty(), board.opponent_moves().is_empty()) {
        (false, _) => Some(board),
        (true, false) => Some(board.pass()),
        (true, true) => None,
    }
}

/// The positions of games after random openings of 4 to 30 plies, about `count` of each stage; `None` if it was
/// stopped.
///
/// Openings have an even number of plies, so that both sides have made the same number of bad moves. Positions after
/// one random move would teach that the side to move is better off than it is.
pub fn self_play(
    count: usize,
    weights: &Arc<PatternWeights>,
    seed: u64,
    threads: usize,
    stop: &Stop,
) -> Option<Vec<Vec<Board<u64>>>> {
    let games: Vec<usize> = (0..count / 2).collect();
    parallel(&games, threads, stop, || {
        let mut player = Player::default().with_weights(weights.clone()).with_table(1);
        move |number, _| {
            let mut rng = random(!seed, number);
            let opening = 4 + 2 * rng.below(14);
            let mut positions = Vec::new();
            let mut plies = 0;
            let mut next = Some(Board::start(Rules::STANDARD.size()));
            while let Some(board) = next {
                if plies >= opening {
                    positions.push(board);
                }
                plies += 1;
                next = if plies <= opening {
                    after_random_move(board, &mut rng)
                } else {
                    match analyze(&mut player, &board, 1).best {
                        Some(Move::Place(point)) => to_a_turn(board.place(Board::<u64>::square(point))),
                        _ => None,
                    }
                };
            }
            positions
        }
    })
}
