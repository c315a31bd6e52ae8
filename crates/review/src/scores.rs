//! Scores along a line of play: turned from one side to the other, and made to agree where something is proven.

use crate::Course;
use tengen_board::Color;
use tengen_engine::{Proof, Score};
use tengen_games::{AnyPosition, EndReason, Game, Move, PlayerId};

/// The score of a move for the player who made it, from the score of the position after it. A proof is one ply longer
/// there. `same_player` says whether that player is to move again, as opening rules may have it.
///
/// ```
/// use tengen_engine::{Proof, Score};
/// use tengen_review::after_move;
/// assert_eq!(after_move(Score::Proven(Proof::Loss(4)), false), Score::Proven(Proof::Win(5)));
/// ```
pub fn after_move(next: Score, same_player: bool) -> Score {
    match if same_player { next } else { next.flipped() } {
        Score::Proven(Proof::Win(n)) => Score::Proven(Proof::Win(n.saturating_add(1))),
        Score::Proven(Proof::Loss(n)) => Score::Proven(Proof::Loss(n.saturating_add(1))),
        other => other,
    }
}

/// The other way: what a proof of the position before says of the one after, if the move is as good as proven.
fn before_move(score: Score, same_player: bool) -> Score {
    match if same_player { score } else { score.flipped() } {
        Score::Proven(Proof::Win(n)) => Score::Proven(Proof::Win(n.saturating_sub(1))),
        Score::Proven(Proof::Loss(n)) => Score::Proven(Proof::Loss(n.saturating_sub(1))),
        other => other,
    }
}

/// The player who has a colour; by the usual order while an opening rule leaves it open.
pub(crate) fn player_of(position: &AnyPosition, color: Color) -> PlayerId {
    let usual = if color == Color::Black { PlayerId::First } else { PlayerId::Second };
    if position.color_of(usual) == Some(!color) { usual.opponent() } else { usual }
}

/// How a game that is over ended, for the player to move.
pub(crate) fn of_outcome(position: &AnyPosition) -> Option<Score> {
    let outcome = position.outcome()?;
    let mover = position.player_to_move();
    Some(Score::Proven(match (outcome.reason, outcome.winner) {
        (EndReason::Score(margin), _) => {
            let own = player_of(position, Color::Black) == mover;
            Proof::Margin(if own { margin } else { -margin })
        }
        (_, None) => Proof::Draw,
        (_, Some(winner)) if player_of(position, winner) == mover => Proof::Win(0),
        _ => Proof::Loss(0),
    }))
}

/// Whether a score is a proven win.
pub(crate) fn proven_win(score: Score) -> bool {
    score.is_proof() && score.win() > 0.5
}

/// Whether a score is a proven loss.
pub(crate) fn proven_loss(score: Score) -> bool {
    score.is_proof() && score.win() < 0.5
}

/// The value in the game's own unit, for games that count: points, discs.
pub(crate) fn value(score: Score) -> Option<f32> {
    match score {
        Score::Estimate { value, .. } => Some(value),
        Score::Proven(Proof::Margin(margin)) => Some(margin),
        Score::Proven(_) => None,
    }
}

/// Makes the scores of neighbouring positions agree where one of them is proven. Returns, for each position whose score
/// stays an estimate, what is proven of it: its side to move gets at least this.
///
/// Searches of neighbours are bounded, each by itself, so that one may prove what the other only guesses. From the last
/// position to the first: a position is at least as good as the move played from it proved to be. From the first to the
/// last: from a lost position every move leads to a won one, the best move keeps what was proven, and no move is
/// better.
pub(crate) fn agree(
    course: &Course,
    best: &[Option<Move>],
    scores: &mut [Option<Score>],
) -> Vec<Option<Proof>> {
    let moments = course.moments();
    let mut floors = vec![None; moments.len()];
    let same = |i: usize| moments[i].position.player_to_move() == moments[i + 1].position.player_to_move();
    let steps = |i: &usize| moments[i + 1].arrival.is_some();
    for i in (0..moments.len().saturating_sub(1)).rev().filter(steps) {
        if let Some(after) = scores[i + 1].map(|next| after_move(next, same(i))) {
            raise(&mut scores[i], &mut floors[i], after);
        }
    }
    for i in (0..moments.len().saturating_sub(1)).filter(steps) {
        let Some(score @ Score::Proven(_)) = scores[i] else { continue };
        if scores[i + 1].is_some_and(Score::is_proof) {
            continue;
        }
        let is_best = best[i].is_some() && best[i] == moments[i + 1].arrival.map(|a| a.mv);
        if is_best || matches!(score, Score::Proven(Proof::Loss(_))) {
            (scores[i + 1], floors[i + 1]) = (Some(before_move(score, same(i))), None);
        } else if !same(i) {
            raise(&mut scores[i + 1], &mut floors[i + 1], before_move(score, false));
        }
    }
    floors
}

/// Raises the score of a position that is worth `least` or more to its side to move. `floor` is what is proven of it
/// while the score is an estimate.
fn raise(score: &mut Option<Score>, floor: &mut Option<Proof>, least: Score) {
    use Score::{Estimate, Proven};
    match (*score, least) {
        // A shorter win is a better one.
        (Some(Proven(Proof::Win(m))), Proven(Proof::Win(n))) => *score = Some(Proven(Proof::Win(m.min(n)))),
        (Some(Estimate { .. }) | None, Proven(Proof::Win(_))) => (*score, *floor) = (Some(least), None),
        // Another move may do better still than a margin or a draw: that is a bound, not the position's own proof.
        (Some(Estimate { value, win }), Proven(proof @ (Proof::Margin(_) | Proof::Draw))) => {
            let proven = self::value(least);
            if least.win() > win || proven.is_some_and(|proven| proven >= value) {
                let value = proven.map_or(value, |proven| proven.max(value));
                (*score, *floor) = (Some(Estimate { value, win: win.max(least.win()) }), Some(proof));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_there_and_back_is_nothing() {
        let all = [Proof::Win(3), Proof::Loss(4), Proof::Draw, Proof::Margin(-2.5)].map(Score::Proven);
        for score in all.into_iter().chain([Score::Estimate { value: 1.5, win: 0.75 }]) {
            for same in [false, true] {
                assert_eq!(before_move(after_move(score, same), same), score);
                let turned = after_move(score, same).win();
                assert_eq!(turned, if same { score.win() } else { 1.0 - score.win() });
            }
        }
    }

    #[test]
    fn a_proof_after_a_move_bounds_the_position_before() {
        let at_least = |score, least| {
            let (mut score, mut floor) = (score, None);
            raise(&mut score, &mut floor, least);
            if let Some(proof) = floor {
                assert_eq!(least, Score::Proven(proof));
            }
            assert!(floor.is_none() || score.is_some_and(|score| !score.is_proof()));
            score
        };
        let guess = Some(Score::Estimate { value: 1.0, win: 0.6 });
        let win = |n| Score::Proven(Proof::Win(n));
        assert_eq!(at_least(guess, win(5)), Some(win(5)));
        assert_eq!(at_least(Some(win(3)), win(5)), Some(win(3)));
        assert_eq!(at_least(Some(win(7)), win(5)), Some(win(5)));
        assert_eq!(at_least(guess, Score::Proven(Proof::Loss(2))), guess);
        assert_eq!(at_least(guess, Score::Proven(Proof::Draw)), guess);
        let margin = at_least(guess, Score::Proven(Proof::Margin(4.0)));
        assert_eq!(margin, Some(Score::Estimate { value: 4.0, win: 1.0 }));
        let lost = Some(Score::Estimate { value: -12.0, win: 0.1 });
        let less = at_least(lost, Score::Proven(Proof::Margin(-10.0)));
        assert_eq!(less, Some(Score::Estimate { value: -10.0, win: 0.1 }));
        assert_eq!(at_least(lost, Score::Proven(Proof::Margin(-14.0))), lost);
    }
}
