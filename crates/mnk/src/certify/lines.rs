//! What matters of a position: for each line open to a side, its empty points.
//!
//! A set that contains another one is left out: whoever completes the larger line has completed the smaller one. A
//! stone of a side leaves its sets one point smaller, a stone of the other removes them.

use super::set::Set;
use crate::geometry::Geometry;
use tengen_board::Color;

/// The open lines of a side, none within another.
pub(crate) type Lines<const N: usize> = Vec<Set<N>>;

/// The open lines of `side`.
pub(crate) fn open_lines<const N: usize>(
    geometry: &Geometry,
    at: impl Fn(usize) -> Option<Color>,
    side: Color,
) -> Lines<N> {
    let points = |line: usize| geometry.points_of(line).iter().map(|&p| usize::from(p));
    let open = (0..geometry.lines()).filter(|&line| points(line).all(|p| at(p) != Some(!side)));
    let lines = open.map(|line| points(line).filter(|&p| at(p).is_none()).fold(Set::EMPTY, Set::with));
    minimal(lines.collect())
}

/// Leaves out sets that contain others, and repeats.
fn minimal<const N: usize>(mut lines: Lines<N>) -> Lines<N> {
    lines.sort_unstable_by_key(|line| (line.len(), *line));
    lines.dedup();
    let mut kept: Lines<N> = Vec::new();
    for line in lines {
        if !kept.iter().take_while(|small| small.len() < line.len()).any(|small| small.is_within(&line)) {
            kept.push(line);
        }
    }
    kept
}

/// The lines of a side after its own stone, which completes none.
pub(crate) fn after_own<const N: usize>(lines: &[Set<N>], point: usize) -> Lines<N> {
    let mut after = Vec::with_capacity(lines.len());
    // Only the lines that the stone made shorter can be within others.
    after.extend(lines.iter().filter(|line| line.has(point)).map(|line| line.without(point)));
    let shortened = after.len();
    for line in lines.iter().filter(|line| !line.has(point)) {
        if !after[..shortened].iter().any(|short| short.is_within(line)) {
            after.push(*line);
        }
    }
    after
}

/// The lines of a side after a stone of the other.
pub(crate) fn after_other<const N: usize>(lines: &[Set<N>], point: usize) -> Lines<N> {
    lines.iter().filter(|line| !line.has(point)).copied().collect()
}

/// The points that complete a line, counted up to two, and the first.
pub(crate) fn completing<const N: usize>(lines: &[Set<N>]) -> (usize, usize) {
    let mut found = (0, 0);
    for line in lines.iter().filter(|line| line.len() == 1) {
        let point = line.points().next().unwrap_or(0);
        match found {
            (0, _) => found = (1, point),
            (_, first) if first != point => return (2, first),
            _ => {}
        }
    }
    found
}

/// The moves that are not worse than another. A point is left out if each line through it, of both sides, goes through
/// another point too: that is a better move or as good. Of points on the same lines the first is kept.
///
/// The reason: call the points p and q, with each line of p through q. After a stone at q, exchange the names of p and
/// q. Then each line of the mover contains no more empty points than after a stone at p, and the other side has no line
/// that it would not have had.
pub(crate) fn best_moves<const N: usize>(area: usize, lines: [&[Set<N>]; 2]) -> Vec<usize> {
    let mut shared = vec![Set::<N>([u64::MAX; N]); area];
    let mut all = Set::EMPTY;
    for line in lines.into_iter().flatten() {
        all = all.or(line);
        line.points().for_each(|p| shared[p] = shared[p].and(line));
    }
    let better = |p: usize, q: usize| q != p && (!shared[q].has(p) || q < p);
    all.points().filter(|&p| !shared[p].points().any(|q| better(p, q))).collect()
}

/// The lines under a symmetry of the board.
pub(crate) fn turned<const N: usize>(lines: &[Set<N>], map: &[u16]) -> Lines<N> {
    let turn = |line: &Set<N>| line.points().fold(Set::EMPTY, |set, p| set.with(usize::from(map[p])));
    sorted(lines.iter().map(turn).collect())
}

/// The lines in order, so that equal positions compare equal.
pub(crate) fn sorted<const N: usize>(mut lines: Lines<N>) -> Lines<N> {
    lines.sort_unstable();
    lines
}
