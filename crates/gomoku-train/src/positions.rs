//! From games to positions to learn from.

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

/// How much of what is to be learnt is the game's end; the rest is what the engine thought of the position.
const OUTCOME: f32 = 0.5;

/// The positions of games by one variant. Left out are those that a search never judges by looking: a five is there to be made or
/// stopped, or the engine has seen a forced win. `smooth` is for weights that are ([`Weights::is_smooth`](tengen_gomoku::Weights::is_smooth)):
/// what was there before the last move counts as much as what is there now.
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
    /// What a stone of the mover would make, and one of the opponent.
    candidates: Vec<(u16, u16)>,
    /// By choice: the table, where its candidates end, and which of them was chosen.
    choices: Vec<(u8, u32, u16)>,
}

impl Choices {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The table of the mover's colour, the candidates, and which was chosen.
    pub(crate) fn get(&self, i: usize) -> (u8, &[(u16, u16)], usize) {
        let start = if i == 0 { 0 } else { self.choices[i - 1].1 };
        let (table, end, chosen) = self.choices[i];
        (table, &self.candidates[start as usize..end as usize], chosen.into())
    }
}

/// The choices of games by one variant, those left out where a five is to be made or stopped.
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

/// Shows the positions of a game that are to be learnt, with how many moves have been played and what is to be learnt.
fn lessons<R: RuleSet>(
    game: &TrainingGame,
    values: &Arc<Values>,
    mut show: impl FnMut(&Board<R>, usize, f32),
) {
    // The end tells nothing of what was there before a move that nobody would have chosen.
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

/// Shows every position after the opening, with the number of its move from 0 and the move. A game with a stone on a stone ends there.
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

/// Whether no five is there to be made or stopped.
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

/// The positions of games by the variant of `values`, for a network to learn what these values miss.
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

/// Learns the network of a variant from its positions.
///
/// # Errors
/// [`NetworkError::Range`] if what was learnt is too large for the network's integers.
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
