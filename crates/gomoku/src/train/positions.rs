//! From games to positions to learn from.

use super::examples::Examples;
use super::games::TrainingGame;
use super::learner::{Epoch, Learner, Shape, Training};
use crate::network::{HIDDEN, Network, WIDTH};
use crate::pattern::Pattern;
use crate::position::Position;
use crate::rule::Rule;
use crate::spots::Spot;
use crate::threat::{COMBINATIONS, combination};
use crate::with_rule;
use tengen_board::{Color, Size};
use tengen_games::gomoku::Variant;

/// How much of what is to be learnt is the game's end; the rest is what the engine thought of the position.
const OUTCOME: f32 = 0.5;

/// The positions of games by one variant. Left out are those that a search never judges by looking: a five is there to be made or
/// stopped, or the engine has seen a forced win.
pub fn positions(games: &[TrainingGame], variant: Variant) -> Examples {
    let mut examples = Examples::default();
    with_rule!(variant, R => {
        let games = games.iter().filter(|game| game.variant == variant);
        games.for_each(|game| add_game::<R>(game, &mut examples));
    });
    examples
}

fn add_game<R: Rule>(game: &TrainingGame, examples: &mut Examples) {
    let Ok(size) = Size::square(game.side.into()) else { return };
    let mut position = Position::<R>::new(size);
    for &point in &game.opening {
        if !size.contains(point) || !position.is_empty(position.spot(point)) {
            return;
        }
        position.play(position.spot(point));
    }
    for &(point, score) in &game.moves {
        let mover = position.to_move();
        let quiet = position.fives(mover).is_empty() && position.fives(mover.opponent()).is_empty();
        if quiet && (1..1000).contains(&score) {
            let result = match game.winner {
                None => 0.5,
                Some(winner) => f32::from(u8::from(winner == mover)),
            };
            let target = OUTCOME * result + (1.0 - OUTCOME) * f32::from(score) / 1000.0;
            add_position(&position, target, examples);
        }
        if !size.contains(point) || !position.is_empty(position.spot(point)) {
            return;
        }
        position.play(position.spot(point));
    }
}

fn add_position<R: Rule>(position: &Position<R>, target: f32, examples: &mut Examples) {
    let mover = position.to_move();
    let heap = |color: Color| -> Vec<u16> {
        let shape = |spot: Spot| combination(position.patterns(color, spot)) as u16;
        position.empties().iter().map(shape).collect()
    };
    let (mut own, mut other) = (heap(mover), heap(mover.opponent()));
    let table = |color: Color| Network::table(R::VARIANT, color) as u8;
    examples.push(
        [(table(mover), &mut own), (table(mover.opponent()), &mut other)],
        position.threat_index(),
        target,
    );
}

/// Learns the network of a variant from its positions.
pub fn network(
    examples: &Examples,
    variant: Variant,
    how: &Training,
    on_epoch: impl FnMut(Epoch),
) -> Network {
    let shape = Shape {
        shapes: COMBINATIONS,
        patterns: Pattern::COUNT,
        tables: Network::tables(variant),
        width: WIDTH,
        hidden: HIDDEN,
    };
    let mut made_of = vec![[0; 4]; COMBINATIONS];
    let all = || Pattern::ALL.into_iter();
    for a in all() {
        for (b, c) in all().flat_map(|b| all().map(move |c| (b, c))) {
            for d in all() {
                made_of[combination([a, b, c, d])] = [a, b, c, d].map(|pattern| pattern as u8);
            }
        }
    }
    let mut learner = Learner::new(shape, made_of, how.seed);
    learner.learn(examples, how, on_epoch);
    Network::from_learnt(variant, &learner.fold()).expect("the shape is the network's")
}
