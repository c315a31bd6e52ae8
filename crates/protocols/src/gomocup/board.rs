//! Helpers for a gomoku position.

use tengen_board::Color;
use tengen_games::gomoku::{Position, Rules, Variant};
use tengen_games::{Game, Illegal, Move, Reason};

/// Number of stones on the board, played and set up.
pub(super) fn stones(position: &Position) -> usize {
    position.size().points().filter(|&p| !position.at(p).is_empty()).count()
}

/// The same stones by other rules: played if that is legal, set up otherwise.
pub(super) fn replay(position: &Position, rules: &Rules) -> Position {
    let mut again = Position::new(rules);
    let mut moves = position.moves();
    if moves.len() == stones(position) && moves.all(|mv| again.play(mv).is_ok()) {
        return again;
    }
    let cells = position.size().points().map(|p| (p, position.at(p))).collect();
    let set_up = tengen_games::SetUp { cells, to_move: position.to_move() };
    Position::set_up(rules, &set_up).unwrap_or_else(|_| Position::new(rules))
}

/// `FORBID 09121011.`: x and y of each point that is forbidden to black, two digits each.
pub(super) fn forbidden(position: &Position) -> String {
    let mut text = String::from("FORBID ");
    if position.rules().variant == Variant::Renju && position.to_move() == Color::Black {
        for p in position.size().points() {
            if let Err(Illegal { reason: Reason::Forbidden(_), .. }) = position.check(Move::Place(p)) {
                text += &format!("{:02}{:02}", p.col, p.row);
            }
        }
    }
    text + "."
}
