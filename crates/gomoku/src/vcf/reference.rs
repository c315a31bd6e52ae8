//! The reference for the tests: wins by fours by definition, with every move and every reply played by the rules.

use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Variant};
use tengen_games::{Game, Move, SetUp};
use tengen_gomoku_verify::winning_points;

pub(crate) fn legal(position: &Position) -> Vec<Point> {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    moves.into_iter().filter_map(Move::point).collect()
}

/// True if the side to move wins with at most so many fours and a five.
pub(crate) fn wins_by_fours(position: &mut Position, fours: usize) -> bool {
    let side = position.to_move();
    if !winning_points(position, side).is_empty() {
        return true;
    }
    if fours == 0 {
        return false;
    }
    for mv in legal(position) {
        position.play_unchecked(Move::Place(mv));
        let four = !position.is_over()
            && !winning_points(position, side).is_empty()
            && winning_points(position, side.opponent()).is_empty();
        let won = position.outcome().is_some_and(|o| o.winner == Some(side))
            || four
                && legal(position).into_iter().all(|reply| {
                    position.play_unchecked(Move::Place(reply));
                    let won = !position.is_over() && wins_by_fours(position, fours - 1);
                    position.undo();
                    won
                });
        position.undo();
        if won {
            return true;
        }
    }
    false
}

/// A board with random stones, without a winner, and a side to move.
pub(crate) fn scattered(rng: &mut SplitMix64, variant: Variant, most: usize) -> Option<Position> {
    let size = Size::of(5 + rng.below(most - 4), 5 + rng.below(most - 4));
    let stones = 15 + rng.below(40);
    let to_move = if rng.below(2) == 0 { Color::Black } else { Color::White };
    let mut cells = Vec::new();
    for p in size.points() {
        let cell = match rng.below(100) {
            n if n < stones * 6 / 10 => Cell::from(to_move),
            n if n < stones => Cell::from(to_move.opponent()),
            _ => continue,
        };
        cells.push((p, cell));
    }
    let rules = Rules { size, variant, opening: OpeningRule::None };
    Position::set_up(&rules, &SetUp { cells, to_move }).ok().filter(|position| !position.is_over())
}
