//! A proof played on another board: kept where it holds, searched again where it does not.

use super::merge::MergedNodes;
use super::solver::{SolveResult, WinKind, out_of_time, solve};
use std::collections::HashSet;
use std::time::{Duration, Instant};
use tengen_board::{Color, Point, Symmetry};
use tengen_engine::{Limits, Stop};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};
use tengen_gomoku_verify::{Certificate, ProofNode, VerifyLimits, find_faults};

/// The number of faults that are repaired at a time.
const MAX_FAULTS: usize = 64;

/// The greatest number of positions of one check.
const MAX_CHECKED: u64 = 5_000_000;

/// The node limits of a search after an escape, growing. Each is tried from the end of the line upwards.
const RETRY_NODES: [u64; 2] = [1_000, 10_000];

/// The greatest number of nodes searched after escapes. Where more are needed, a search of its own is cheaper.
const MAX_NODES: u64 = 40_000;

/// The greatest number of checks.
const MAX_CHECKS: usize = 60;

/// Proves that `side`, to move, wins `game`, with the nodes of a proof for a similar position. Returns the proof,
/// which the verifier has accepted, and the nodes searched.
///
/// The verifier names the lines on which the loser escapes. For each of them the last position from which a short
/// search wins is answered by that win. At first this is a position without the replies that got the common answer, so
/// that the win becomes a common answer too. If the loser escapes on the same line again, these replies are played.
///
/// The limits of nodes and time and the stop flag hold.
pub(crate) fn replay(
    nodes: Vec<ProofNode>,
    game: &Position,
    side: Color,
    limits: &Limits,
    stop: &Stop,
) -> (Option<Certificate>, u64) {
    let proof = Certificate::new(game, side, nodes);
    let stopped = &out_of_time(limits, Duration::ZERO, stop);
    let most = limits.nodes.map_or(MAX_NODES, |nodes| nodes.min(MAX_NODES));
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let mut repair = Repair { game, side, most, deadline, stop, stopped, searched: 0, met: HashSet::new() };
    let repaired = repair.run(proof);
    (repaired, repair.searched)
}

struct Repair<'a> {
    game: &'a Position,
    side: Color,
    /// The most nodes searched.
    most: u64,
    deadline: Option<Instant>,
    stop: &'a Stop,
    /// True after the deadline or if the stop flag is raised.
    stopped: &'a dyn Fn() -> bool,
    searched: u64,
    /// The lines on which the loser has escaped.
    met: HashSet<Vec<Point>>,
}

/// A move of the winner and the reply; `None` if that gets the common answer.
type Step = (Point, Option<Point>);

impl Repair<'_> {
    fn run(&mut self, mut proof: Certificate) -> Option<Certificate> {
        let limits = VerifyLimits { positions: MAX_CHECKED, ..VerifyLimits::default() };
        for _ in 0..MAX_CHECKS {
            let faults = match find_faults(&proof, &limits, MAX_FAULTS, self.stopped) {
                Ok(_) => return Some(proof),
                Err(faults) if faults.lines.is_empty() => return None,
                Err(faults) => faults.lines,
            };
            proof.nodes = self.repaired(&proof, &faults)?;
        }
        None
    }

    /// The nodes with new answers on the lines on which the loser escapes.
    fn repaired(&mut self, proof: &Certificate, faults: &[Vec<Point>]) -> Option<Vec<ProofNode>> {
        let size = proof.rules.size;
        let mut merged = MergedNodes::default();
        let mut root = merged.import(&proof.nodes, Symmetry::Identity, size)?;
        let mut answered: Vec<Vec<Step>> = Vec::new();
        for line in faults {
            let again = !self.met.insert(line.clone());
            let steps = steps(&proof.nodes, line, again);
            if answered.iter().any(|from| steps.starts_with(from)) {
                continue;
            }
            let tries =
                RETRY_NODES.iter().flat_map(|&most| (1..=steps.len()).rev().map(move |turn| (turn, most)));
            let mut found = None;
            for (turn, most) in tries {
                found = self.search(&steps[..turn], most).map(|answer| (turn, answer));
                if found.is_some() || self.is_over() {
                    break;
                }
            }
            let (turn, answer) = found?;
            let answer = merged.import(&answer, Symmetry::Identity, size)?;
            // An answer before may have changed the way; the line is then met again.
            if let Some(changed) = merged.answered(root, &steps[..turn], answer) {
                root = changed;
                answered.push(steps[..turn].to_vec());
            }
        }
        Some(merged.into_proof(root))
    }

    fn is_over(&self) -> bool {
        self.searched > self.most || (self.stopped)()
    }

    /// The nodes of a win after these steps. A reply that gets the common answer is a pass.
    fn search(&mut self, steps: &[Step], most: u64) -> Option<Vec<ProofNode>> {
        if self.is_over() {
            return None;
        }
        let mut after = self.game.clone();
        for &(mv, reply) in steps {
            after.play(Move::Place(mv)).ok()?;
            if let Some(reply) = reply {
                after.play(Move::Place(reply)).ok()?;
            } else {
                after.play_unchecked(Move::Pass);
            }
        }
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let limits = Limits { time, ..Limits::nodes(most) };
        let report = solve(&after, self.side, WinKind::Wide, &limits, self.stop);
        self.searched += report.nodes;
        match report.result {
            SolveResult::Win(win) => Some(win.proof.nodes),
            _ => None,
        }
    }
}

/// The steps of a proof down a line, without a move that no reply follows. If `all` is true, every reply is played.
fn steps(nodes: &[ProofNode], line: &[Point], all: bool) -> Vec<Step> {
    let mut node = nodes.last();
    let mut steps = Vec::new();
    for pair in line.chunks_exact(2) {
        let known = node.and_then(|node| node.replies.iter().find(|&&(p, _)| p == pair[1]));
        steps.push((pair[0], (all || known.is_some()).then_some(pair[1])));
        let next = known.map(|&(_, answer)| answer).or(node.and_then(|node| node.other));
        node = next.and_then(|next| nodes.get(next as usize));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::gomoku::Rules;
    use tengen_gomoku_verify::verify;

    fn after(moves: &str) -> Position {
        let mut game = Position::new(&Rules::STANDARD);
        for mv in moves.split(' ') {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        game
    }

    /// The win after a pass is repaired reply by reply, and where that fails nothing is claimed.
    #[test]
    fn a_proof_is_repaired_where_one_more_stone_spoils_it() {
        let (game, stop) = (after("h8 i9 i7 g9 j8 a1 h6"), Stop::new());
        let report = solve(&game, Color::Black, WinKind::Wide, &Limits::nodes(50_000), &stop);
        let SolveResult::Win(win) = report.result else { panic!("black wins") };
        let limits = VerifyLimits { exhaustive: true, ..VerifyLimits::default() };
        let (mut kept, mut repaired, mut failed) = (0, 0, 0);
        for reply in super::super::ordered_replies(&game) {
            let mut game = game.clone();
            game.play_unchecked(Move::Place(reply));
            let spoilt =
                verify(&Certificate::new(&game, Color::Black, win.proof.nodes.clone()), &limits).is_err();
            match replay(win.proof.nodes.clone(), &game, Color::Black, &Limits::default(), &stop) {
                (Some(proof), searched) => {
                    assert_eq!(proof.position().unwrap().at(reply), game.at(reply));
                    verify(&proof, &limits).unwrap_or_else(|e| panic!("{e}\n{proof}"));
                    assert_eq!(searched > 0, spoilt);
                    if spoilt { repaired += 1 } else { kept += 1 }
                }
                (None, _) => failed += 1,
            }
        }
        println!("{kept} kept, {repaired} repaired, {failed} failed");
        assert!(kept > 100 && repaired > 1, "{kept} {repaired} {failed}");
    }

    #[test]
    fn nothing_is_claimed_where_there_is_no_win_or_after_a_stop() {
        let game = after("h8 a1 i8 o1 j8 a15 k8 o15");
        let won = vec![ProofNode::last(game.parse_move("g8").unwrap().point().unwrap())];
        let lost = after("h8 a1 i8 o1 j8 a15 k9 o15");
        let (stop, side) = (Stop::new(), Color::Black);
        assert!(replay(won.clone(), &game, side, &Limits::default(), &stop).0.is_some());
        assert_eq!(
            replay(won.clone(), &lost, side, &Limits::default(), &stop),
            (None, 0),
            "its only line has no move before the end"
        );
        stop.raise();
        assert_eq!(replay(won, &lost, side, &Limits::default(), &stop), (None, 0));
    }
}
