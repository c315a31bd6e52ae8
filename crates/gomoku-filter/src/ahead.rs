//! The look ahead: for a few candidates, the opponent's likely replies, one's own after those, and so on.
//!
//! The article asks to look only at the one or two points where the opponent will most likely play, to work out the
//! weights of the new board, and to join the values KT1, KT2, … of the steps into one. Here the likely moves are those
//! worth most ([`View::worth`]), KT of a step is what its move gains ([`View::gain`]), and the value of a line is
//!
//! ```text
//! KT1 − ⅞·(KT2 − ⅞·(KT3 − …))
//! ```
//!
//! with the best of the likely replies at each step: what comes later counts a little less, for it is less certain.

use super::candidates::{Candidates, Why};
use super::rules::{Means, Rule};
use super::view::View;
use tengen_board::Point;
use tengen_engine::Clock;
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};

/// Candidates that are looked at.
const CANDIDATES: usize = 8;
/// Replies that are looked at in each later step.
const REPLIES: usize = 2;

/// The rule.
#[derive(Debug)]
pub(super) struct LookAhead;

impl Rule for LookAhead {
    fn name(&self) -> &'static str {
        "look-ahead"
    }

    fn about(&self) -> &'static str {
        "keeps, of the eight candidates worth most, those that are best after the likely replies"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, means: &mut Means<'_>) {
        let position = view.position();
        // On the empty board there is nothing to foresee.
        let empty = view.size().points().all(|p| position.at(p).is_empty());
        if means.depth < 2 || list.left().len() < 2 || position.step().is_some() || empty {
            return;
        }
        let mut ranked = list.left().to_vec();
        view.sort_by_worth(&mut ranked);
        ranked.truncate(CANDIDATES);
        let mut values: Vec<(Point, i64, Option<Point>)> = Vec::new();
        let mut game = position.clone();
        for point in ranked {
            game.play_unchecked(Move::Place(point));
            let reply = later(&mut game, means.depth - 1, means.clock);
            game.undo();
            let Some((value, reply)) = reply else { break };
            values.push((point, view.gain(point) - discount(value), reply));
        }
        let Some(best) = values.iter().map(|&(_, value, _)| value).max() else { return };
        list.strike(|p| match values.iter().find(|(point, ..)| *point == p) {
            Some(&(_, value, _)) if value == best => None,
            Some(&(_, value, reply)) => Some(Why::Ahead { value, best, reply }),
            None => Some(Why::Plain("is not among those worth looking ahead for")),
        });
    }
}

fn discount(value: i64) -> i64 {
    value * 7 / 8
}

/// The value of a position for the side to move, by the likely moves only, and the best of them; `None` if the clock has
/// run out.
fn later(game: &mut Position, depth: u32, clock: &mut Clock) -> Option<(i64, Option<Point>)> {
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
        let after = later(game, depth - 1, clock);
        game.undo();
        let value = gain - discount(after?.0);
        if best.is_none_or(|(before, _)| value > before) {
            best = Some((value, Some(point)));
        }
    }
    Some(best.unwrap_or((0, None)))
}
