//! Facts against what comes of playing on their points.

use super::Snapshot;
use crate::{EndReason, FactKind, Game, Move, Reason, Shape};
use std::collections::HashSet;
use tengen_board::Point;

/// Checks the facts of the side to move by trying every move: which win by a row, which capture, which are closed.
pub(super) fn check_facts<G: Game>(game: &G, before: &Snapshot) {
    let context = || format!("{:?} after {:?}", game.spec(), game.moves());
    let facts = game.facts();
    assert!(!game.is_over() || facts.is_empty(), "facts after the end: {}", context());
    let side = game.to_move();
    for fact in &facts {
        assert!(!fact.points.is_empty(), "{fact:?} of {}", context());
        assert!(fact.points.is_sorted(), "{fact:?} is not in reading order: {}", context());
        assert!(fact.points.iter().chain(&fact.others).all(|&p| game.size().contains(p)), "{}", context());
    }
    let points = |wanted: &dyn Fn(&FactKind) -> bool| -> HashSet<Point> {
        let own = facts.iter().filter(|fact| fact.side == side && wanted(&fact.kind));
        own.flat_map(|fact| fact.points.iter().copied()).collect()
    };
    let (mut winning, mut placing, mut capturing) = (HashSet::new(), HashSet::new(), HashSet::new());
    for &mv in &before.legal {
        let Move::Place(point) = mv else { continue };
        placing.insert(point);
        let mut after = game.clone();
        let played = after.play(mv).unwrap_or_else(|e| panic!("a listed move is refused: {e}"));
        if played.outcome.is_some_and(|o| o.winner == Some(side) && o.reason == EndReason::Line) {
            winning.insert(point);
        }
        // An opening rule takes the offered stones away that were not picked; that is no capture.
        if after.captured_by(side) > game.captured_by(side) {
            capturing.insert(point);
            if let Some(fact) =
                facts.iter().find(|f| f.kind == FactKind::CanCapture && f.side == side && f.points == [point])
            {
                let listed: HashSet<Point> = fact.others.iter().copied().collect();
                assert_eq!(listed, played.captured.iter().copied().collect(), "{point:?} of {}", context());
            }
        }
    }
    let fives = points(&|kind| *kind == FactKind::CanMake(Shape::Five));
    // With more stones in the turn a point may win only together with another; Ninuki lets a five be broken.
    assert!(winning.is_subset(&fives), "{winning:?} win, {fives:?} are listed: {}", context());
    if game.stones_left_in_turn() == 1 && game.goal().captures.is_none() {
        assert_eq!(winning, fives, "{}", context());
    }
    assert_eq!(capturing, points(&|kind| *kind == FactKind::CanCapture), "captures of {}", context());
    let mobility = points(&|kind| *kind == FactKind::Mobility);
    assert!(mobility.is_empty() || mobility == placing, "mobility of {}", context());
    let shut = |p: &Point| {
        game.check(Move::Place(*p)).is_err_and(|illegal| {
            use Reason::{Forbidden, Ko, Suicide, Superko};
            matches!(illegal.reason, Forbidden(_) | Ko | Suicide | Superko { .. })
        })
    };
    let closed: HashSet<Point> = game.size().points().filter(shut).collect();
    assert_eq!(closed, points(&|kind| matches!(kind, FactKind::Closed(_))), "closed points of {}", context());
}
