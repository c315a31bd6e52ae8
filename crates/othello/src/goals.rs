//! The iterations of a search.

use crate::probcut::Confidence;

/// An iteration: its depth, and how sure the cuts of ProbCut are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Goal {
    pub(crate) depth: u32,
    pub(crate) confidence: Confidence,
}

/// The iterations of a search: deeper and deeper, and at the end of the game surer and surer. `surer` makes the cuts of
/// the last depth surer than those before it: who asks for a depth gets the value of that depth, with fewer of
/// ProbCut's errors. Where ProbCut cuts nothing, as `selective` says, every iteration is certain, and a single one goes
/// to the end.
pub(crate) fn goals(
    empties: u32,
    max_depth: u32,
    exact: bool,
    surer: bool,
    selective: bool,
) -> impl Iterator<Item = Goal> {
    let middle = if exact { empties.saturating_sub(SOLVE_AFTER) } else { max_depth.min(empties - 1) };
    let certain =
        (1..=middle.min(CERTAIN_DEPTH)).map(|depth| Goal { depth, confidence: Confidence::CERTAIN });
    // Then every other depth, up to the last.
    let first = CERTAIN_DEPTH + if (middle - CERTAIN_DEPTH.min(middle)) % 2 == 0 { 2 } else { 1 };
    let deeper = (first..=middle).step_by(2).map(move |depth| {
        let is_last = surer && !exact && depth == middle;
        let confidence = match (selective, is_last) {
            (false, _) => Confidence::CERTAIN,
            (true, true) => Confidence::LEAST.next(),
            (true, false) => Confidence::LEAST,
        };
        Goal { depth, confidence }
    });
    let first = if selective { first_confidence(empties) } else { Confidence::CERTAIN };
    let last = std::iter::successors(exact.then_some(first), move |&confidence| {
        (confidence < Confidence::CERTAIN).then(|| next_confidence(confidence, empties))
    });
    certain.chain(deeper).chain(last.map(move |confidence| Goal { depth: empties, confidence }))
}

/// Every depth up to this one, without ProbCut's cuts.
pub(crate) fn every_depth(deepest: u32) -> impl Iterator<Item = Goal> {
    (1..=deepest).map(|depth| Goal { depth, confidence: Confidence::CERTAIN })
}

/// Searches of at most this depth are made without ProbCut: they are cheap.
const CERTAIN_DEPTH: u32 = 6;
/// The search to the end begins after one that is this many plies shorter.
const SOLVE_AFTER: u32 = 10;

/// How sure the first search to the end is.
fn first_confidence(empties: u32) -> Confidence {
    if empties <= 14 { Confidence::CERTAIN } else { Confidence::LEAST }
}

/// Three selective searches before the certain one leave good moves in the table; more cost more than they save. Fewer
/// empties need fewer.
fn next_confidence(confidence: Confidence, empties: u32) -> Confidence {
    if u32::from(confidence.level()) >= empties.saturating_sub(18).min(2) {
        Confidence::CERTAIN
    } else {
        confidence.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_depth_that_is_asked_for_has_surer_cuts() {
        let confidence = |surer, depth: u32| {
            let goal = goals(40, 12, false, surer, true).find(|goal| goal.depth == depth);
            goal.map(|goal| goal.confidence)
        };
        for surer in [false, true] {
            assert_eq!(confidence(surer, CERTAIN_DEPTH), Some(Confidence::CERTAIN));
            assert_eq!(confidence(surer, 10), Some(Confidence::LEAST));
        }
        assert_eq!(confidence(false, 12), Some(Confidence::LEAST));
        assert_eq!(confidence(true, 12), Some(Confidence::LEAST.next()));
        // A search to the end has surer iterations of its own.
        assert!(goals(24, 60, true, true, true).eq(goals(24, 60, true, false, true)));
    }

    #[test]
    fn without_cuts_every_iteration_is_certain_and_one_goes_to_the_end() {
        for empties in [12, 20, 32] {
            let goals: Vec<_> = goals(empties, 60, true, false, false).collect();
            assert!(goals.iter().all(|goal| goal.confidence == Confidence::CERTAIN));
            assert!(goals.is_sorted_by(|a, b| a.depth < b.depth), "{goals:?}");
            assert_eq!(goals.last().map(|goal| goal.depth), Some(empties));
        }
    }

    #[test]
    fn few_selective_searches_come_before_the_exact_one() {
        let to_end =
            |empties| goals(empties, 60, true, false, true).filter(move |goal| goal.depth == empties);
        for (empties, selective) in [(14, 0), (15, 1), (18, 1), (19, 2), (20, 3), (30, 3)] {
            let confidences: Vec<_> = to_end(empties).map(|goal| goal.confidence).collect();
            assert_eq!(confidences.len(), selective + 1, "{empties} empties");
            assert!(confidences.is_sorted() && confidences.last() == Some(&Confidence::CERTAIN));
        }
    }
}
