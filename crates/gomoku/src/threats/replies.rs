//! Which replies can upset a win by fours: the defences worth trying against a threat.
//!
//! The attacker threatens a line of fours, should the defender do nothing. A reply elsewhere changes none of it: the points of
//! the line stay empty, the answers of the defender make no four of their own, and the fives at its end stay two. What is
//! left are the points of the line, the points of its fives, the points where the defender makes a four with one of
//! the answers that the line forces on it, and its fours at once. In renju a reply may also change whether a point is forbidden on which the line
//! rests; those that can are on the lines of the points that the verdict asks about.

use super::line::Line;
use super::vcf::{answers, stops};
use crate::{Position, Rule, Spot, Spots, Threat};
use tengen_board::Color;

/// The replies that may upset a line of fours by the side to move; the defender's fours at once are not among them unless they
/// lie on it.
pub(super) fn upsetting<R: Rule>(position: &mut Position<R>, line: &Line) -> Spots {
    let side = position.to_move();
    let other = side.opponent();
    let mut found = Spots::NONE;
    if R::ENDS_MATTER {
        return position.empties();
    }
    let mut played = 0;
    let moves = line.moves();
    for (i, &spot) in moves.iter().enumerate() {
        found.insert(spot);
        if i % 2 == 0 {
            found |= doubts(position, spot);
            position.play(spot);
            let fives = position.fives(side);
            found |= fives;
            if R::FOULS && i + 1 == moves.len() && side == Color::White {
                found |= unstopped(position);
            }
        } else {
            position.play(spot);
            found |= position.fours(other) | position.fives(other);
        }
        played += 1;
    }
    for _ in 0..played {
        position.undo();
    }
    found
}

/// The points where a stone may change whether renju forbids the side to move a point where it makes two threes or more.
pub(super) fn doubts<R: Rule>(position: &Position<R>, spot: Spot) -> Spots {
    let side = position.to_move();
    let doubtful = R::FOULS && side == Color::Black && position.info(side, spot).is_doubtful();
    if doubtful { position.foul_zone(spot) } else { Spots::NONE }
}

/// The points where a stone may let black, to move, stop a five of white's that it may not stop now.
pub(super) fn unstopped<R: Rule>(position: &Position<R>) -> Spots {
    let mut found = Spots::NONE;
    for spot in stops(position, Color::White).iter().filter(|&spot| position.is_forbidden(spot)) {
        found |= position.foul_zone(spot);
    }
    found
}

/// Whether a line of fours by the side to move still wins on this board, answer for answer. It may say no of a line that does.
pub(super) fn holds<R: Rule>(position: &mut Position<R>, line: &Line) -> bool {
    if R::ENDS_MATTER {
        return false;
    }
    let side = position.to_move();
    let other = side.opponent();
    let mut played = 0;
    let mut moves = line.moves().iter();
    let won = loop {
        let Some(&spot) = moves.next() else { break false };
        if !position.is_legal(spot) {
            break false;
        }
        if position.class(side, spot) == Threat::Five {
            break true;
        }
        position.play(spot);
        played += 1;
        if position.count(side, Threat::Five) == 0 || position.count(other, Threat::Five) > 0 {
            break false;
        }
        let mut stops = answers(position, side).iter();
        let Some(answer) = stops.next() else { break true };
        if moves.next() != Some(&answer) {
            break false;
        }
        position.play(answer);
        played += 1;
    };
    for _ in 0..played {
        position.undo();
    }
    won
}
