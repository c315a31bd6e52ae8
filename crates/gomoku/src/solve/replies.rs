//! The relevance zone of a win by fours: the replies that can refute a threat.
//!
//! The attacker threatens a line of fours if the defender passes. A reply outside the zone changes none of it: the
//! squares of the line stay empty, the forced answers make no fours of their own, and the fives at its end stay two.
//! So the zone contains the squares of the line, the squares of its fives, the squares where the defender makes a
//! four with a forced answer, and the defender's fours at once. In renju a reply may also change whether a square of
//! the line is forbidden; such replies are on the lines of the squares that the verdict depends on.

use crate::vcf::{MoveLine, answers, stops};
use crate::{Board, RuleSet, Square, SquareSet, Threat};
use tengen_board::Color;

/// The relevance zone of a line of fours by the side to move, without the defender's fours at once.
pub(super) fn relevance_zone<R: RuleSet>(board: &mut Board<R>, line: &MoveLine) -> SquareSet {
    let side = board.to_move();
    let other = side.opponent();
    let mut found = SquareSet::EMPTY;
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

/// The squares where a stone may change whether renju forbids the side to move a square with two or more threes.
pub(super) fn doubts<R: RuleSet>(board: &Board<R>, square: Square) -> SquareSet {
    let side = board.to_move();
    let doubtful = R::FOULS && side == Color::Black && board.info(side, square).is_doubtful();
    if doubtful { board.foul_zone(square) } else { SquareSet::EMPTY }
}

/// The squares where a stone may allow black, to move, to stop a five of white's that it may not stop now.
pub(super) fn unstopped<R: RuleSet>(board: &Board<R>) -> SquareSet {
    let mut found = SquareSet::EMPTY;
    for square in stops(board, Color::White).iter().filter(|&square| board.is_forbidden(square)) {
        found |= board.foul_zone(square);
    }
    found
}

/// True if a line of fours by the side to move still wins on this board, answer for answer. It may be false for a
/// line that wins.
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
