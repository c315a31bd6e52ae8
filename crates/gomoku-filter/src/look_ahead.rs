//! The look-ahead: a narrow search of a few candidates and the likely replies.
//!
//! The article examines only the one or two points where the opponent most likely plays, computes the weights of the
//! new board, and combines the values KT1, KT2, … of the steps. Here the likely moves are those of the greatest
//! [`View::worth`], KT of a step is the [`View::gain`] of its move, and the value of a line is
//!
//! ```text
//! KT1 − ⅞·(KT2 − ⅞·(KT3 − …))
//! ```
//!
//! with the best of the likely replies at each step. Later steps count less, because they are less certain.

use crate::candidates::Candidates;
use crate::filter::{Filter, FilterContext};
use crate::view::View;
use tengen_board::Point;
use tengen_engine::Clock;
use tengen_engine::StrikeReason;
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};

/// Number of candidates searched.
const CANDIDATES: usize = 8;
/// Number of replies searched at each later step.
const REPLIES: usize = 2;

/// The filter.
#[derive(Debug)]
pub(crate) struct LookAhead;

impl Filter for LookAhead {
    fn name(&self) -> &'static str {
        "look-ahead"
    }

    fn about(&self) -> &'static str {
        "keeps the best of the eight strongest candidates after the likely replies"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, context: &mut FilterContext<'_>) {
        let position = view.position();
        // Nothing to search on the empty board.
        let empty = view.size().points().all(|p| position.at(p).is_empty());
        if context.depth < 2 || list.left().len() < 2 || position.step().is_some() || empty {
            return;
        }
        let mut ranked = list.left().to_vec();
        view.sort_by_worth(&mut ranked);
        ranked.truncate(CANDIDATES);
        let mut values: Vec<(Point, i64, Option<Point>)> = Vec::new();
        let mut game = position.clone();
        for point in ranked {
            game.play_unchecked(Move::Place(point));
            let reply = search(&mut game, context.depth - 1, context.clock);
            game.undo();
            let Some((value, reply)) = reply else { break };
            values.push((point, view.gain(point) - discount(value), reply));
        }
        let Some(best) = values.iter().map(|&(_, value, _)| value).max() else { return };
        list.strike(|p| match values.iter().find(|(point, ..)| *point == p) {
            Some(&(_, value, _)) if value == best => None,
            Some(&(_, value, reply)) => {
                Some(StrikeReason::LookAhead { value, best, reply, size: view.size() })
            }
            None => Some(StrikeReason::NotSearched),
        });
    }
}

fn discount(value: i64) -> i64 {
    value * 7 / 8
}

/// The value of a position for the side to move by its likely moves, and the best of them; `None` if the clock has run
/// out.
fn search(game: &mut Position, depth: u32, clock: &mut Clock) -> Option<(i64, Option<Point>)> {
    if !clock.tick() {
        return None;
    }
    if game.is_over() || depth == 0 {
        return Some((0, None));
    }
    let view = View::new(game);
    let likely: Vec<(Point, i64)> = view.likely(REPLIES).into_iter().map(|p| (p, view.gain(p))).collect();
    let mut best: Option<(i64, Option<Point>)> = None;
    for (point, gain) in likely {
        game.play_unchecked(Move::Place(point));
        let after = search(game, depth - 1, clock);
        game.undo();
        let value = gain - discount(after?.0);
        if best.is_none_or(|(before, _)| value > before) {
            best = Some((value, Some(point)));
        }
    }
    Some(best.unwrap_or((0, None)))
}
