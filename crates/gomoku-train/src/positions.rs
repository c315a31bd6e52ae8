//! The conversion of games to training positions.

use crate::boards::Boards;
use crate::descent::{Epoch, Training};
use crate::examples::Examples;
use crate::games::{TrainingGame, TrainingMove};
use crate::learner::Learner;
use std::sync::Arc;
use tengen_board::{Color, Size};
use tengen_games::gomoku::Variant;
use tengen_gomoku::Board;
use tengen_gomoku::RuleSet;
use tengen_gomoku::Square;
use tengen_gomoku::combination;
use tengen_gomoku::network::{Network, NetworkError};
use tengen_gomoku::with_rule;
use tengen_gomoku::{Values, threat_index_of};

/// The weight of the game's result in a target; the rest is the engine's evaluation.
const OUTCOME: f32 = 0.5;

/// The positions of games of one variant. Positions that a search never evaluates are left out: those with a five to
/// make or stop, and those with a forced win. For smooth weights
/// ([`ClassWeights::is_smooth`](tengen_gomoku::ClassWeights::is_smooth)), `smooth` counts the position before the last
/// move as much as the one after it.
pub fn positions(games: &[TrainingGame], variant: Variant, smooth: bool) -> Examples {
    let mut examples = Examples::default();
    with_rule!(variant, R => {
        let values = Values::standard(variant);
        for game in games.iter().filter(|game| game.variant == variant) {
            lessons::<R>(game, &values, |position, _, target| add_position(position, smooth, target, &mut examples));
        }
    });
    examples
}

/// Moves that the engine chose among all candidates.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The shapes of a stone of the mover and of one of the opponent.
    candidates: Vec<(u16, u16)>,
    /// For each choice: the table, the end of its candidates, and the index of the chosen one.
    choices: Vec<(u8, u32, u16)>,
}

impl Choices {
    /// Number of choices.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// True if there are no choices.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The table of the mover's colour, the candidates, and the index of the chosen one.
    pub(crate) fn get(&self, i: usize) -> (u8, &[(u16, u16)], usize) {
        let start = if i == 0 { 0 } else { self.choices[i - 1].1 };
        let (table, end, chosen) = self.choices[i];
        (table, &self.candidates[start as usize..end as usize], chosen.into())
    }
}

/// The choices of games of one variant, without those in which a five must be made or stopped.
pub fn choices(games: &[TrainingGame], variant: Variant) -> Choices {
    let mut choices = Choices::default();
    let values = Values::standard(variant);
    with_rule!(variant, R => for game in games.iter().filter(|game| game.variant == variant) {
        replay::<R>(game, &values, |position, _, mv| {
            let mover = position.to_move();
            let chosen = position.candidates().iter().position(|square| square == position.square(mv.point));
            if let (true, false, Some(chosen)) = (is_quiet(position), mv.stray, chosen) {
                choices.candidates.extend(position.candidates().iter().map(|square| {
                    let made_by = |color| combination(position.patterns(color, square)) as u16;
                    (made_by(mover), made_by(mover.opponent()))
                }));
                let table = Network::table(R::VARIANT, mover) as u8;
                choices.choices.push((table, choices.candidates.len() as u32, chosen as u16));
            }
        });
    });
    choices
}

/// Visits the training positions of a game, with the number of moves played and the target.
fn lessons<R: RuleSet>(
    game: &TrainingGame,
    values: &Arc<Values>,
    mut show: impl FnMut(&Board<R>, usize, f32),
) {
    // The result says nothing about positions before a random move.
    let last_stray = game.moves.iter().rposition(|mv| mv.stray);
    replay::<R>(game, values, |position, number, mv| {
        if is_quiet(position) && (1..1000).contains(&mv.score) {
            let score = f32::from(mv.score) / 1000.0;
            let result = match game.winner {
                None => 0.5,
                Some(winner) => f32::from(u8::from(winner == position.to_move())),
            };
            let outcome = if last_stray.is_some_and(|last| number <= last) { 0.0 } else { OUTCOME };
            show(position, game.opening.len() + number, outcome * result + (1.0 - outcome) * score);
        }
    });
}

/// Visits every position after the opening, with the index of its move and the move. Stops at a move to an occupied
/// point.
pub(crate) fn replay<R: RuleSet>(
    game: &TrainingGame,
    values: &Arc<Values>,
    mut show: impl FnMut(&Board<R>, usize, &TrainingMove),
) {
    let Ok(size) = Size::square(game.side.into()) else { return };
    let mut position = values.empty_board::<R>(size);
    let opening = game.opening.iter().map(|&point| (point, None));
    for (point, mv) in opening.chain(game.moves.iter().enumerate().map(|mv| (mv.1.point, Some(mv)))) {
        if !size.contains(point) || !position.is_empty(position.square(point)) {
            return;
        }
        if let Some((number, mv)) = mv {
            show(&position, number, mv);
        }
        position.play(position.square(point));
    }
}

/// True if no five can be made or must be stopped.
fn is_quiet<R: RuleSet>(position: &Board<R>) -> bool {
    Color::BOTH.into_iter().all(|color| position.fives(color).is_empty())
}

fn add_position<R: RuleSet>(position: &Board<R>, smooth: bool, target: f32, examples: &mut Examples) {
    let mover = position.to_move();
    let mut before = position.clone();
    if smooth && position.ply() > 0 {
        before.undo();
    }
    let heap = |color: Color| -> Vec<u16> {
        let shapes = |position: &Board<R>| -> Vec<u16> {
            let shape = |square: Square| combination(position.patterns(color, square)) as u16;
            position.empties().iter().map(shape).collect()
        };
        [shapes(position), shapes(&before)].concat()
    };
    let (mut own, mut other) = (heap(mover), heap(mover.opponent()));
    let table = |color: Color| Network::table(R::VARIANT, color) as u8;
    examples.push(
        [(table(mover), &mut own), (table(mover.opponent()), &mut other)],
        threat_index_of(position),
        target,
    );
}

/// The positions of games of the variant of `values`, for a network that learns what these values miss.
pub fn boards(games: &[TrainingGame], values: &Arc<Values>) -> Boards {
    let mut boards = Boards::default();
    let variant = values.weights().variant();
    with_rule!(variant, R => for game in games.iter().filter(|game| game.variant == variant) {
        let Ok(size) = Size::square(game.side.into()) else { continue };
        let moves = game.opening.iter().copied().chain(game.moves.iter().map(|mv| mv.point));
        let mut adding = boards.begin(game.side, moves.map(|point| size.index(point) as Square));
        lessons::<R>(game, values, |position, stones, target| {
            let base = values.evaluate(position) as f32 / values.weights().scale();
            adding.push(stones, threat_index_of(position), base, target);
        });
    });
    boards
}

/// Trains the network of a variant on its positions.
///
/// # Errors
/// [`NetworkError::Range`] if a number is too large for the network's integers.
pub fn network(
    boards: &Boards,
    variant: Variant,
    how: &Training,
    on_epoch: impl FnMut(Epoch),
) -> Result<Network, NetworkError> {
    let mut learner = Learner::new(variant, how.seed);
    learner.learn(boards, how, on_epoch);
    Network::from_float(variant, &learner.fold())
}
