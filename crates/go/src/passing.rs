//! When the player passes.
//!
//! A Go player passes where no move gains anything, and answers an early pass with a move. So the win rate of a pass
//! that ends the game does not decide: by area an open board counts as won as soon as the own stones and the komi are
//! more. The board must be settled, and the count must be won both with the dead stones on the board and without them.

use crate::tree::{Candidate, Findings};
use tengen_board::{Cell, Color};
use tengen_games::go::{NO_VERTEX, Position, Scoring};
use tengen_games::{Game, Move};

/// Least absolute ownership of a settled point.
const SETTLED: f32 = 0.5;
/// Largest loss of win rate by a pass on a settled board.
const PASS_LOSS: f32 = 0.02;
/// One point in this number may be unsettled where no move gains a point: seki, and eyes of groups that live.
const SEKI_SHARE: usize = 8;
/// With stones on fewer than one point in this number the game has hardly begun: all may be likely to go to one side,
/// as after a large handicap.
const OPENING_SHARE: usize = 4;

/// The index of the pass in the ranking, if it should be played.
pub(crate) fn pass_to_play(
    findings: Findings<'_>,
    position: &Position,
    ranked: &[Candidate<'_>],
    ownership: &[f32],
) -> Option<usize> {
    if position.rules().captures_to_win > 0 {
        return None;
    }
    let (n, pass) = ranked.iter().enumerate().find(|(_, node)| node.at() == NO_VERTEX)?;
    let Some(best) = ranked.iter().find(|node| node.at() != NO_VERTEX) else {
        return Some(n);
    };
    let mut after = position.clone();
    after.play_unchecked(Move::Pass);
    let ends = after.is_over();
    let last = if ends { &after } else { position };
    let counts = Counts::new(last, position.to_move(), ownership);
    let unsettled = counts.unsettled;
    if ends && counts.is_won && unsettled <= ownership.len() / SEKI_SHARE {
        let gains = findings.median_margin(best) > counts.margin + 0.25;
        if unsettled == 0 || !gains {
            return Some(n);
        }
    }
    let stones = position.size().points().filter(|&p| !position.at(p).is_empty()).count();
    if stones * OPENING_SHARE < position.size().area() {
        return None;
    }
    // Everything is settled, and the game is won without another move, or lost.
    let rate = |node: &Candidate<'_>| node.wins / node.visits.max(1) as f32;
    let lost = rate(best) < PASS_LOSS;
    let as_good = pass.visits > 0 && rate(pass) >= rate(best) - PASS_LOSS;
    (unsettled == 0 && (lost || as_good && counts.is_won)).then_some(n)
}

/// The count if the game ends now, for one side.
struct Counts {
    /// The count is won whether or not the dead stones come off, where the rules leave that open.
    is_won: bool,
    /// The margin in points with the dead stones off, where the rules take them off.
    margin: f32,
    /// Points that have no likely owner, or are counted for another than theirs: an area that is still open.
    unsettled: usize,
}

impl Counts {
    fn new(position: &Position, side: Color, ownership: &[f32]) -> Counts {
        let rules = position.rules();
        let dead = position.likely_dead(ownership);
        let without = position.score(&dead);
        let with = position.score(&[]);
        let own = |margin: f32| if side == Color::Black { margin } else { -margin };
        let counts = if rules.removes_dead_stones() { &without } else { &with };
        let is_won =
            own(counts.margin()) > 0.0 && (rules.scoring == Scoring::Territory || own(with.margin()) > 0.0);
        let is_open = |(owner, &counted): (&f32, &Cell)| {
            let likely = if *owner > 0.0 { Color::Black } else { Color::White };
            owner.abs() <= SETTLED || counted != Cell::from(likely)
        };
        let unsettled = ownership.iter().zip(&without.owner).filter(|&pair| is_open(pair)).count();
        Counts { is_won, margin: own(counts.margin()), unsettled }
    }
}
