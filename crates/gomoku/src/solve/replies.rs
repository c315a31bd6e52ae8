//! Which replies can upset a win by fours: the defences worth trying against a threat.
//!
//! The attacker threatens a line of fours, should the defender do nothing. A reply elsewhere changes none of it: the points of
//! the line stay empty, the answers of the defender make no four of their own, and the fives at its end stay two. What is
//! left are the points of the line, the points of its fives, the points where the defender makes a four with one of
//! the answers that the line forces on it, and its fours at once. In renju a reply may also change whether a point is forbidden on which the line
//! rests; those that can are on the lines of the points that the verdict asks about.

use super::line::MoveLine;
use super::vcf::{answers, stops};
use crate::{Board, RuleSet, Square, SquareSet, Threat};
use tengen_board::Color;

/// The replies that may upset a line of fours by the side to move; the defender's fours at once are not among them unless they
/// lie on it.
pub(super) fn relevance_zone<R: RuleSet>(board: &mut Board<R>, line: &MoveLine) -> SquareSet {
    let side = board.to_move();
    let other = side.opponent();
    let mut found = SquareSet::NONE;
    if R::ENDS_MATTER {
        return board.empties();
    }
    let mut played = 0;
    let moves = line.moves();
    for (i, &square) in moves.iter().enumerate() {
        found.insert(square);
        if i % 2 == 0 {
            found |= doubts(board, square);
            board.play(square);
            let fives = board.fives(side);
            found |= fives;
            if R::FOULS && i + 1 == moves.len() && side == Color::White {
                found |= unstopped(board);
            }
        } else {
            board.play(square);
            found |= board.fours(other) | board.fives(other);
        }
        played += 1;
    }
    for _ in 0..played {
        board.undo();
    }
    found
}

/// The points where a stone may change whether renju forbids the side to move a point where it makes two threes or more.
pub(super) fn doubts<R: RuleSet>(board: &Board<R>, square: Square) -> SquareSet {
    let side = board.to_move();
    let doubtful = R::FOULS && side == Color::Black && board.info(side, square).is_doubtful();
    if doubtful { board.foul_zone(square) } else { SquareSet::NONE }
}

/// The points where a stone may let black, to move, stop a five of white's that it may not stop now.
pub(super) fn unstopped<R: RuleSet>(board: &Board<R>) -> SquareSet {
    let mut found = SquareSet::NONE;
    for square in stops(board, Color::White).iter().filter(|&square| board.is_forbidden(square)) {
        found |= board.foul_zone(square);
    }
    found
}

/// Whether a line of fours by the side to move still wins on this board, answer for answer. It may say no of a line that does.
pub(super) fn holds<R: RuleSet>(board: &mut Board<R>, line: &MoveLine) -> bool {
    if R::ENDS_MATTER {
        return false;
    }
    let side = board.to_move();
    let other = side.opponent();
    let mut played = 0;
    let mut moves = line.moves().iter();
    let won = loop {
        let Some(&square) = moves.next() else { break false };
        if !board.is_legal(square) {
            break false;
        }
        if board.class(side, square) == Threat::Five {
            break true;
        }
        board.play(square);
        played += 1;
        if board.count(side, Threat::Five) == 0 || board.count(other, Threat::Five) > 0 {
            break false;
        }
        let mut stops = answers(board, side).iter();
        let Some(answer) = stops.next() else { break true };
        if moves.next() != Some(&answer) {
            break false;
        }
        board.play(answer);
        played += 1;
    };
    for _ in 0..played {
        board.undo();
    }
    won
}
