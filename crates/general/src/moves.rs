//! The moves of a node, each with a prior: the share of attention that it gets before anything is known of it.

use crate::evaluation::Evaluation;
use tengen_board::Point;
use tengen_board::random::SplitMix64;
use tengen_games::{Game, Move, Outcome};

/// How many moves a node has at most where not every move is worth a look.
const MAX_MOVES: usize = 48;
/// With at most this many legal moves, all are searched.
const FEW: usize = 32;
/// Up to so many legal moves each is tried for an immediate win, whatever the game.
const TRIED: usize = 128;

/// A move and its prior.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) prior: f32,
}

/// The moves of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    legal: Vec<Move>,
    /// The most promising first. The priors add up to 1.
    pub(crate) candidates: Vec<Candidate>,
    /// Whether no legal move is left out.
    pub(crate) complete: bool,
}

impl Moves {
    /// Lists the moves of `position`, which `evaluation` has scanned. Returns a move that wins at once, with the
    /// outcome, if there is one; then nothing else matters.
    pub(crate) fn list<G: Game>(
        &mut self,
        position: &mut G,
        evaluation: &Evaluation,
        rng: &mut SplitMix64,
    ) -> Option<(Move, Outcome)> {
        self.legal.clear();
        self.candidates.clear();
        position.legal_moves_into(&mut self.legal);
        if let Some(win) = self.winning_move(position, evaluation) {
            return Some(win);
        }
        let last = position.last_move().and_then(Move::point);
        let area = position.size().area();
        for &mv in &self.legal {
            let score = match mv {
                Move::Place(point) if evaluation.is_static() => row_score(position, evaluation, point),
                Move::Place(point) if area > FEW => near_score(point, last),
                Move::Pass => 0.05,
                _ => 1.0,
            };
            // Equal moves come in an order that the seed decides.
            let noise = 1.0 + 1e-3 * (rng.next_u32() as f32 / u32::MAX as f32);
            self.candidates.push(Candidate { mv, prior: score * noise });
        }
        let limit =
            if evaluation.is_static() && self.candidates.len() > FEW { MAX_MOVES } else { usize::MAX };
        self.complete = self.candidates.len() <= limit;
        self.candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        self.candidates.truncate(limit);
        let sum: f32 = self.candidates.iter().map(|c| c.prior).sum();
        self.candidates.iter_mut().for_each(|c| c.prior /= sum);
        None
    }

    /// A move that ends the game at once as a win of the side to move.
    fn winning_move<G: Game>(&self, position: &mut G, evaluation: &Evaluation) -> Option<(Move, Outcome)> {
        let mover = position.to_move();
        let near_captures = position
            .goal()
            .captures
            // No stone captures more than a few in each direction.
            .is_some_and(|enough| position.captured_by(mover) + 8 >= u32::from(enough));
        let all = near_captures || !evaluation.is_static() && self.legal.len() <= TRIED;
        if !all && !evaluation.is_static() {
            return None;
        }
        for &mv in &self.legal {
            let completes =
                |point: Point| evaluation.scan.needed[position.size().index(point)][mover.index()] <= 1;
            if !all && !mv.point().is_some_and(completes) {
                continue;
            }
            position.play_unchecked(mv);
            let outcome = position.outcome();
            position.undo();
            if let Some(outcome) = outcome.filter(|outcome| outcome.winner == Some(mover)) {
                return Some((mv, outcome));
            }
        }
        None
    }
}

/// What a stone adds to the own rows, and takes from the opponent's. Rows that are complete within a turn come first.
fn row_score<G: Game>(position: &G, evaluation: &Evaluation, point: Point) -> f32 {
    let index = position.size().index(point);
    let (own, other) = (position.to_move().index(), position.to_move().opponent().index());
    let gain = evaluation.scan.gain[index];
    let needed = evaluation.scan.needed[index];
    let mut score = 0.01 + gain[own] + 0.7 * gain[other];
    if u32::from(needed[own]) <= position.stones_left_in_turn() {
        score *= 50.0;
    } else if u32::from(needed[other]) <= position.stones_per_turn() {
        score *= 10.0;
    }
    score
}

/// Where no row has stones, points near the last move come first.
fn near_score(point: Point, last: Option<Point>) -> f32 {
    let distance = last.map_or(9, |last| {
        let (rows, cols) = (point.row.abs_diff(last.row), point.col.abs_diff(last.col));
        rows.max(cols)
    });
    match distance {
        1 => 3.0,
        2 => 2.0,
        _ => 1.0,
    }
}
