//! The decisions of opening rules: the colour to take, the number of fifth moves, the choice among offered fifths, and
//! balanced stones before the other player chooses colours.
//!
//! The evaluation is a few games that the filters play from the position without look-ahead, with seeds that choose
//! between equal moves.

use crate::filter::FilterContext;
use crate::list::FilterList;
use crate::view::View;
use tengen_board::{Cell, Color, Point};
use tengen_engine::{Clock, Limits, Stop};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Step};
use tengen_games::{Choice, Game, Move, SetUp};

/// Games per decision.
const GAMES: u64 = 6;
/// Games per option if there are many options.
const GAMES_PER_OPTION: u64 = 2;
/// A game of this number of plies counts as a draw.
const MAX_PLIES: usize = 80;
/// Limit on the points tried when colours can still change.
const MAX_PLACES: usize = 16;

/// The choices of an opening step, each with the win probability of the player who decides, best first.
pub(crate) fn decide(position: &Position, step: Step, clock: &mut Clock) -> Vec<(Move, f32)> {
    let black = black_win_rate(position, None, GAMES, clock);
    let value = |choice: Choice| match choice {
        Choice::Take(Color::Black) => black,
        Choice::Take(Color::White) => 1.0 - black,
        // Unless one colour is clearly better, place two more and let the other player choose.
        Choice::PlaceTwoMore => 0.6,
        // The more black is ahead, the more fifth moves balance it.
        Choice::FifthMoves(n) => match step {
            Step::DeclareFifths { max } => {
                let fair = 1.0 + f32::from(max.saturating_sub(1)) * (2.0 * black - 1.0).clamp(0.0, 1.0);
                0.5 - (f32::from(n) - fair).abs() / 100.0
            }
            // Many fifth moves instead of one: only if black is far ahead.
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

/// The offered fifth moves, the worst for black first, each with white's win probability.
pub(crate) fn pick_fifth(position: &Position, clock: &mut Clock) -> Vec<(Move, f32)> {
    let offers = position.offers();
    let mut ranked: Vec<(Move, f32)> = offers
        .iter()
        .map(|&p| (Move::Place(p), 1.0 - black_win_rate(position, Some(p), GAMES_PER_OPTION, clock)))
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}

/// True if the next stone is the last before the other player may choose colours.
pub(crate) fn leaves_choice(position: &Position) -> bool {
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

/// Moves that leave the sides balanced, the most balanced first, each with the win probability of the player who moves:
/// at most one half, because the other player chooses colours.
pub(crate) fn balanced_moves(position: &Position, clock: &mut Clock) -> Vec<(Move, f32)> {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let view = View::new(position);
    let mut places: Vec<(i64, Point)> =
        legal.iter().filter_map(|mv| mv.point()).map(|p| (-view.worth(p), p)).collect();
    places.sort_unstable();
    // From the best point to the worst in equal steps: the balanced ones are between.
    let step = places.len().div_ceil(MAX_PLACES).max(1);
    let mut ranked = Vec::new();
    let mut after = position.clone();
    for &(_, point) in places.iter().step_by(step) {
        after.play_unchecked(Move::Place(point));
        let black = black_win_rate(&after, None, GAMES_PER_OPTION, clock);
        after.undo();
        ranked.push((Move::Place(point), black.min(1.0 - black)));
    }
    // A stable sort: among equally balanced points the strongest stays first.
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}

/// Black's win rate in games of the filters from this position, draws counted half. `fifth` is the fifth move to keep
/// among those offered. One half if the clock has run out.
fn black_win_rate(position: &Position, fifth: Option<Point>, games: u64, clock: &mut Clock) -> f32 {
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
    let rules = Rules { opening: OpeningRule::None, ..position.rules() };
    let Ok(start) = Position::set_up(&rules, &SetUp { cells, to_move }) else { return 0.5 };
    let filter = FilterList::standard();
    let mut sum = 0.0;
    for seed in 1..=games {
        let mut game = start.clone();
        while !game.is_over() && game.ply() < MAX_PLIES {
            if !clock.tick() {
                return 0.5;
            }
            let mut free = Clock::start(&Limits::default(), &Stop::new());
            let mut context =
                FilterContext { clock: &mut free, depth: 0, avoid: &[], seed: seed + game.ply() as u64 };
            let (list, _) = filter.run(&mut View::new(&game), &mut context);
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
