//! Wins where the other side is to move: every legal reply is answered.

use super::merge::MergedNodes;
use super::solver::{SolveReport, SolveResult, Win, WinKind, main_line, out_of_time, solve};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tengen_board::{Cell, Color, Point, Size, Symmetry, symmetry};
use tengen_engine::{Limits, Stop};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};
use tengen_gomoku_verify::{Certificate, ProofNode, VerifyLimits, verify_until};

/// Searches for a win of the side that is *not* to move, against every legal reply, and returns it with its proof.
/// The limits of nodes and time hold for all replies together.
///
/// First the side to move passes. The win after that answers each reply against which the verifier accepts it, and
/// every other reply gets a win of its own. The whole proof is verified before it is returned. A finished game has no
/// such win.
pub fn solve_against_all(game: &Position, kind: WinKind, limits: &Limits, stop: &Stop) -> SolveReport {
    let begun = Instant::now();
    let side = game.to_move().opponent();
    let mut nodes = 0;
    let mut search = |game: &Position| {
        let limits = Limits {
            nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
            time: limits.time.map(|time| time.saturating_sub(begun.elapsed())),
            ..limits.clone()
        };
        let report = solve(game, side, kind, &limits, stop);
        nodes += report.nodes;
        report.result
    };
    let result = against_all(game, side, &mut search, &out_of_time(limits, Duration::ZERO, stop));
    let time = begun.elapsed();
    SolveReport { result, nodes, time, total: time }
}

fn against_all(
    game: &Position,
    side: Color,
    search: &mut dyn FnMut(&Position) -> SolveResult,
    stopped: &dyn Fn() -> bool,
) -> SolveResult {
    if game.is_over() {
        return SolveResult::None;
    }
    let size = game.size();
    let mut common = match search(game) {
        SolveResult::Win(win) => Some(win.proof),
        _ => None,
    };
    let mut merged = MergedNodes::default();
    let mut root = ProofNode::last(ProofNode::NO_MOVE);
    root.other = common.as_ref().and_then(|proof| merged.import(&proof.nodes, Symmetry::Identity, size));
    // The proof of each board, up to symmetry.
    let mut known: HashMap<Vec<Cell>, (Vec<ProofNode>, Symmetry)> = HashMap::new();
    for reply in ordered_replies(game) {
        let mut after = game.clone();
        after.play_unchecked(Move::Place(reply));
        if after.is_over() {
            return SolveResult::None;
        }
        if common.as_mut().is_some_and(|proof| holds_against(proof, reply, stopped)) {
            continue;
        }
        let (cells, symmetry) = canonical_cells(&after);
        let answer = match known.get(&cells) {
            Some((proof, from)) => merged.import(proof, from.then(symmetry.inverse()), size),
            None => match search(&after) {
                SolveResult::Win(win) => {
                    let root = merged.import(&win.proof.nodes, Symmetry::Identity, size);
                    known.insert(cells, (win.proof.nodes, symmetry));
                    root
                }
                other => return other,
            },
        };
        let Some(answer) = answer else { return SolveResult::Unknown };
        root.replies.push((reply, answer));
    }
    let root = merged.add(root);
    let proof = Certificate::against_all(game, side, merged.into_proof(root));
    match verify_until(&proof, &VerifyLimits::default(), stopped) {
        Ok(_) => {
            let (plies, line) = main_line(&proof.nodes);
            SolveResult::Win(Win { plies, line, proof })
        }
        Err(_) => SolveResult::Unknown,
    }
}

/// The greatest number of positions of a check whether a proof holds against one more reply.
const MAX_CHECKED: u64 = 50_000_000;

/// True if a proof for the winner to move also holds with one more stone of the other side.
pub(crate) fn holds_against(proof: &mut Certificate, reply: Point, stopped: &dyn Fn() -> bool) -> bool {
    let stones = |proof: &mut Certificate| match proof.side {
        Color::Black => std::mem::take(&mut proof.white),
        Color::White => std::mem::take(&mut proof.black),
    };
    let before = stones(proof);
    let after = [before.as_slice(), &[reply]].concat();
    let put = |proof: &mut Certificate, stones| match proof.side {
        Color::Black => proof.white = stones,
        Color::White => proof.black = stones,
    };
    put(proof, after);
    let limits = VerifyLimits { positions: MAX_CHECKED, ..VerifyLimits::default() };
    let holds = verify_until(proof, &limits, stopped).is_ok();
    put(proof, before);
    holds
}

/// The legal replies, those near stones first: most refutations are there.
pub(crate) fn ordered_replies(game: &Position) -> Vec<Point> {
    let mut legal = Vec::new();
    game.legal_moves_into(&mut legal);
    let mut replies: Vec<Point> = legal.into_iter().filter_map(Move::point).collect();
    let stones: Vec<Point> = game.stones().map(|(p, _)| p).collect();
    replies.sort_by_key(|&p| stones.iter().map(|&q| distance(p, q)).min().unwrap_or(0));
    replies
}

/// How many steps of a king lead from one point to the other.
pub(crate) fn distance(from: Point, to: Point) -> u8 {
    from.row.abs_diff(to.row).max(from.col.abs_diff(to.col))
}

/// The board in its canonical form, and the symmetry that leads to it.
pub(crate) fn canonical_cells(game: &Position) -> (Vec<Cell>, Symmetry) {
    let size: Size = game.size();
    let cells: Vec<Cell> = size.points().map(|p| game.at(p)).collect();
    symmetry::canonical(&cells, size, Symmetry::keeping(size))
}

/// The symmetries that leave the board as it is, besides the identity.
pub(crate) fn symmetries_of(game: &Position) -> Vec<Symmetry> {
    let size = game.size();
    let leaves = |s: &&Symmetry| {
        **s != Symmetry::Identity && size.points().all(|p| game.at(p) == game.at(s.apply(p, size)))
    };
    Symmetry::keeping(size).iter().filter(leaves).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vcf::reference::scattered;
    use tengen_board::random::SplitMix64;
    use tengen_games::gomoku::{Rules, Variant};
    use tengen_gomoku_verify::verify;

    /// By fours the search is exact, so there is a win against all replies exactly where there is one after each.
    #[test]
    fn a_win_against_all_is_a_win_after_each_reply() {
        let mut rng = SplitMix64(41);
        let (mut wins, mut none, mut explicit) = (0, 0, 0);
        for round in 0..900 {
            let variant = Variant::ALL[round % 5];
            let Some(game) = scattered(&mut rng, variant, 9) else { continue };
            let side = game.to_move().opponent();
            let found = solve_against_all(&game, WinKind::Vcf, &Limits::default(), &Stop::new()).result;
            let after_each = ordered_replies(&game).into_iter().all(|reply| {
                let mut after = game.clone();
                after.play_unchecked(Move::Place(reply));
                let report = solve(&after, side, WinKind::Vcf, &Limits::default(), &Stop::new());
                matches!(report.result, SolveResult::Win(_))
            });
            match found {
                SolveResult::Win(win) => {
                    assert!(after_each, "{variant}\n{}", win.proof);
                    let report =
                        verify(&win.proof, &VerifyLimits { exhaustive: true, ..VerifyLimits::default() });
                    let report = report.unwrap_or_else(|e| panic!("{variant}: {e}\n{}", win.proof));
                    assert!(report.plies.is_multiple_of(2) && report.plies <= win.plies);
                    assert_eq!(win.proof.to_string().parse().as_ref(), Ok(&win.proof));
                    explicit += usize::from(!win.proof.nodes.last().expect("a root").replies.is_empty());
                    wins += 1;
                }
                SolveResult::None => {
                    assert!(!after_each, "{variant} {game:?}");
                    none += 1;
                }
                SolveResult::Unknown => panic!("without limits the search is exact"),
            }
        }
        println!("{wins} wins, {explicit} of them with answers to single replies, {none} without");
        assert!(wins > 15 && explicit > 5 && none > 20, "{wins} {explicit} {none}");
    }

    /// Symmetric replies share one search: here the board has all eight symmetries.
    #[test]
    fn limits_hold_for_all_replies_together() {
        let mut game = Position::new(&Rules::STANDARD);
        game.play(game.parse_move("h8").unwrap()).unwrap();
        let report = solve_against_all(&game, WinKind::Vct, &Limits::nodes(20_000), &Stop::new());
        assert!(matches!(report.result, SolveResult::None | SolveResult::Unknown), "{report:?}");
        assert!(report.nodes < 60_000, "{}", report.nodes);
    }
}
