//! Answers to what opening rules ask: which colour to take, how many fifth moves, which of those offered, and where to
//! put a stone when the other player will then choose colours.
//!
//! The judge is a handful of games that the rule filter plays against itself from the position, without look ahead,
//! with seeds that decide between equal moves.

use super::rules::{Means, RuleSet};
use super::view::View;
use tengen_board::{Cell, Color, Point};
use tengen_engine::{Clock, Limits, Stop};
use tengen_games::gomoku::{Opening, Position, Rules, Step};
use tengen_games::{Choice, Game, Move, SetUp};

/// Games the judge plays for a decision, and for each of many places of a stone.
const GAMES: u64 = 6;
const GAMES_OF_MANY: u64 = 2;
/// A game longer than this counts as a draw.
const PLIES: usize = 80;
/// Places tried when colours can still change.
const PLACES: usize = 16;

/// The choices of an opening step, each with its chance to win for the player who decides, best first.
pub(super) fn decide(position: &Position, step: Step, clock: &mut Clock) -> Vec<(Move, f32)> {
    let black = chance_of_black(position, None, GAMES, clock);
    let value = |choice: Choice| match choice {
        Choice::Take(Color::Black) => black,
        Choice::Take(Color::White) => 1.0 - black,
        // Where neither colour is clearly better, two more stones leave the choice to the other.
        Choice::PlaceTwoMore => 0.6,
        // The more black is ahead, the more fifth moves make up for it.
        Choice::FifthMoves(n) => match step {
            Step::DeclareFifths { max } => {
                let fair = 1.0 + f32::from(max.saturating_sub(1)) * (2.0 * black - 1.0).clamp(0.0, 1.0);
                0.5 - (f32::from(n) - fair).abs() / 100.0
            }
            // Offering many instead of one: only for a black that is far ahead.
            _ => black - 0.35,
        },
    };
    let mut ranked: Vec<(Move, f32)> = step
        .choices()
        .into_iter()
        .map(|choice| (Move::Choose(choice), value(choice).clamp(0.0, 1.0)))
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}

/// The offered fifth moves, the worst for black first, each with white's chance to win.
pub(super) fn pick_fifth(position: &Position, clock: &mut Clock) -> Vec<(Move, f32)> {
    let offers = position.offers();
    let mut ranked: Vec<(Move, f32)> = offers
        .iter()
        .map(|&p| (Move::Place(p), 1.0 - chance_of_black(position, Some(p), GAMES_OF_MANY, clock)))
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}

/// Whether the stone asked for is the last before the other player may choose colours.
pub(super) fn leaves_choice(position: &Position) -> bool {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let mut after = position.clone();
    match legal.first() {
        Some(&mv @ Move::Place(_)) if matches!(position.step(), Some(Step::Stone { .. })) => {
            after.play_unchecked(mv);
            after.step().is_some_and(Step::is_choice)
        }
        _ => false,
    }
}

/// Places for a stone that leave the sides as even as can be, the most even first, each with the chance to win of the
/// player who puts it: at most one half, for the other chooses.
pub(super) fn even_places(position: &Position, clock: &mut Clock) -> Vec<(Move, f32)> {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let view = View::new(position);
    let mut places: Vec<(i64, Point)> =
        legal.iter().filter_map(|mv| mv.point()).map(|p| (-view.worth(p), p)).collect();
    places.sort_unstable();
    // From the best place to the worst in even steps: the even ones are somewhere between.
    let step = places.len().div_ceil(PLACES).max(1);
    let mut ranked = Vec::new();
    let mut after = position.clone();
    for &(_, point) in places.iter().step_by(step) {
        after.play_unchecked(Move::Place(point));
        let black = chance_of_black(&after, None, GAMES_OF_MANY, clock);
        after.undo();
        ranked.push((Move::Place(point), black.min(1.0 - black)));
    }
    // Stable: among equally even ones the liveliest stays first.
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}

/// How often black wins when the filter plays on from here, draws counted half. `fifth` is the one of the offered fifth
/// moves to keep. One half if the clock has run out.
fn chance_of_black(position: &Position, fifth: Option<Point>, games: u64, clock: &mut Clock) -> f32 {
    let offers = position.offers();
    let cells: Vec<(Point, Cell)> = position
        .size()
        .points()
        .filter(|p| fifth.is_none_or(|kept| kept == *p || !offers.contains(p)))
        .map(|p| (p, position.at(p)))
        .filter(|(_, cell)| !cell.is_empty())
        .collect();
    let stones = |cell| cells.iter().filter(|(_, c)| *c == cell).count();
    let to_move = if stones(Cell::Black) > stones(Cell::White) { Color::White } else { Color::Black };
    let rules = Rules { opening: Opening::None, ..position.rules() };
    let Ok(start) = Position::set_up(&rules, &SetUp { cells, to_move }) else { return 0.5 };
    let filter = RuleSet::standard();
    let mut sum = 0.0;
    for seed in 1..=games {
        let mut game = start.clone();
        while !game.is_over() && game.ply() < PLIES {
            if !clock.tick() {
                return 0.5;
            }
            let mut free = Clock::start(&Limits::default(), &Stop::new());
            let mut means = Means { clock: &mut free, depth: 0, avoid: &[], seed: seed + game.ply() as u64 };
            let (list, _) = filter.run(&mut View::new(&game), &mut means);
            match list.left().first() {
                Some(&point) => game.play_unchecked(Move::Place(point)),
                None => break,
            }
        }
        sum += match game.outcome().and_then(|outcome| outcome.winner) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
    }
    sum / games as f32
}
