//! What follows from the analyses of a line: each move judged, each side's sums, and where the game turned.

use crate::accuracy::of_losses;
use crate::course::{Course, Moment};
use crate::phase::Phase;
use crate::scores::{after_move, agree, proven_loss, proven_win, value};
use crate::sweep::{Sweep, is_forced};
use crate::verdict::{Facts, NOISE_ERRORS, Verdict};
use std::cmp::Ordering;
use tengen_board::Color;
use tengen_engine::{Limits, Proof, Score};
use tengen_games::{Game, GameSpec, Move, PlayerId, Unit};
use tengen_records::NodeId;

/// A game gone over.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The game and its rules.
    pub spec: GameSpec,
    /// The engine's name.
    pub engine: String,
    /// The bounds on each position.
    pub limits: Limits,
    /// The score of each of [`Course::moments`], from its side to move, made to agree with its neighbours' proofs;
    /// `None` without an analysis or without its score.
    pub scores: Vec<Option<Score>>,
    /// What is proven of a position whose score is an estimate: its side to move gets at least this.
    pub floors: Vec<Option<Proof>>,
    /// The first player's chance to win at each of [`Course::moments`], 0 to 1; without opening rules, black's.
    pub chances: Vec<Option<f32>>,
    /// Every move of the line, passes put in among them.
    pub moves: Vec<MoveReview>,
    /// The first and the second player.
    pub sides: [SideReview; 2],
    /// The moves, by their place in `moves`, that made the other player the favourite: one had 55 % or more before, the
    /// other has after. Positions in between keep the favourite of before.
    pub turning_points: Vec<usize>,
    /// The player who won or stood better in the end, and the move, by its place in `moves`, from which on that
    /// player's chance never fell below 90 %. `None` if it did at the end.
    pub decided: Option<(PlayerId, usize)>,
    /// The loss of chance that the playouts of the analyses can hide, if that is a mistake or more: the median over the
    /// moves judged, 0 to 1. The sides have no accuracy then.
    pub unseen: Option<f32>,
    /// Positions analysed.
    pub done: usize,
    /// Positions to analyse; more than `done` if the sweep was stopped.
    pub of: usize,
}

/// A move judged.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// Which of [`Course::moments`] it leads to; the one before is the position that it was made in.
    pub index: usize,
    /// The node of the record; `None` for a pass that it leaves out.
    pub node: Option<NodeId>,
    /// Its number in the game, from 1, as on the board: see [`Arrival::number`](crate::Arrival::number).
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The side to move.
    pub color: Color,
    /// The player.
    pub player: PlayerId,
    /// The phase of the game.
    pub phase: Phase,
    /// Whether no other move was legal.
    pub forced: bool,
    /// The score before, from the mover.
    pub before: Option<Score>,
    /// The score after, from the mover.
    pub after: Option<Score>,
    /// What the mover provably had at least, where `before` is an estimate.
    pub had_at_least: Option<Proof>,
    /// What the mover provably has at most, where `after` is an estimate.
    pub has_at_most: Option<Proof>,
    /// The engine's choice, and what it expects to follow. Empty where it has none.
    pub best: Vec<Move>,
    /// What the engine expects to follow the move played.
    pub reply: Vec<Move>,
    /// The loss of the mover's chance to win, 0 to 1.
    pub loss: Option<f32>,
    /// The loss in the game's own unit, where it counts one: points in Go, discs in Othello.
    pub units: Option<f32>,
    /// What it did to what was proven.
    pub facts: Facts,
    /// The verdict; `None` where a score is missing and for what an opening rule asks for.
    pub verdict: Option<Verdict>,
}

/// One player's sums.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SideReview {
    /// The player.
    pub player: PlayerId,
    /// The colour that the player has at the end of the line.
    pub color: Color,
    /// The whole line.
    pub total: PhaseReview,
    /// Opening, middle game and ending, as in [`Phase::ALL`].
    pub phases: [PhaseReview; 3],
}

/// One player's sums over a part of the game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PhaseReview {
    /// Moves with a verdict, forced ones included.
    pub judged: usize,
    /// How many of each verdict, as in [`Verdict::ALL`].
    pub verdicts: [usize; 6],
    /// Accuracy in per cent; `None` without a move that had an alternative, or with [`Review::unseen`].
    pub accuracy: Option<f32>,
    /// Mean loss of chance a move that had an alternative, 0 to 1; `None` where there is no accuracy.
    pub mean_loss: Option<f32>,
    /// Loss in the game's own unit, summed; `None` where it counts none, or there is no accuracy.
    pub units: Option<f32>,
}

/// From this chance on a player is the favourite.
const FAVOURITE: f32 = 0.55;
/// From this chance on a game is taken for decided.
const DECIDED: f32 = 0.9;

impl Review {
    /// Draws the conclusions of a sweep of `course`. A sweep that was stopped gives a review of what it has.
    ///
    /// # Panics
    /// If the sweep is of another course.
    pub fn new(course: &Course, sweep: &Sweep) -> Review {
        let moments = course.moments();
        assert_eq!(moments.len(), sweep.found.len(), "the sweep is of another line");
        let line = |i: usize| -> &[Move] {
            let found = sweep.found[i].as_ref();
            found.and_then(|f| f.analysis.lines.first()).map_or(&[], |line| &line.moves)
        };
        let best: Vec<Option<Move>> =
            sweep.found.iter().map(|f| f.as_ref().and_then(|f| f.analysis.best)).collect();
        let score = |(i, moment): (usize, &Moment)| {
            let found = sweep.found[i].as_ref().map(|found| &found.analysis);
            match course.outcome(i, found) {
                // While an opening rule leaves the colours open, the score of a colour belongs to no player.
                None if moment.position.color_of(moment.position.player_to_move()).is_none() => None,
                None => found.and_then(|analysis| analysis.score()),
                outcome => outcome,
            }
        };
        let mut scores: Vec<Option<Score>> = moments.iter().enumerate().map(score).collect();
        let floors = agree(course, &best, &mut scores);
        let chances: Vec<Option<f32>> = moments
            .iter()
            .zip(&scores)
            .map(|(m, score)| {
                let win = (*score)?.win();
                Some(if m.position.player_to_move() == PlayerId::First { win } else { 1.0 - win })
            })
            .collect();
        // What is proven has no error.
        let errors: Vec<f32> = scores
            .iter()
            .zip(&sweep.found)
            .map(|(score, found)| match score {
                Some(Score::Estimate { .. }) => {
                    found.as_ref().and_then(|f| f.analysis.standard_error).unwrap_or(0.0)
                }
                _ => 0.0,
            })
            .collect();
        let units = course.spec().unit() != Unit::None;
        let discs = Verdict::disc_limits(course.spec());
        let mut moves = Vec::new();
        let mut noises = Vec::new();
        for (index, moment) in moments.iter().enumerate() {
            let Some((from, arrival)) = course.step_to(index) else { continue };
            let same = from.position.player_to_move() == moment.position.player_to_move();
            let before = scores[index - 1];
            let after = scores[index].map(|score| after_move(score, same));
            let forced = is_forced(course, index - 1);
            let mut best_line = line(index - 1).to_vec();
            if best_line.is_empty() {
                best_line.extend(best[index - 1]);
            }
            let is_best = best_line.first() == Some(&arrival.mv);
            let mut review = MoveReview {
                index,
                node: moment.node,
                number: arrival.number,
                mv: arrival.mv,
                color: arrival.color,
                player: arrival.player,
                phase: Phase::of(
                    &from.position,
                    before.is_some_and(|score| proven_win(score) || proven_loss(score)),
                ),
                forced,
                before,
                after,
                had_at_least: floors[index - 1],
                has_at_most: floors[index].filter(|_| !same).map(flipped),
                best: best_line,
                reply: line(index).to_vec(),
                loss: None,
                units: None,
                facts: Facts::default(),
                verdict: None,
            };
            // Several stones in a row, or a decision, is what an opening rule asks for: no move in the usual sense.
            if !matches!(arrival.mv, Move::Choose(_)) && (!same || moment.position.is_over()) {
                let noise = NOISE_ERRORS * errors[index - 1].hypot(errors[index]);
                review.judge(is_best || forced, units, noise, discs);
                noises.extend(review.verdict.filter(|_| !forced).map(|_| noise));
            }
            moves.push(review);
        }
        noises.sort_by(f32::total_cmp);
        let unseen = noises.get(noises.len() / 2).copied().filter(|&noise| noise >= Verdict::MISTAKE);
        let last = &moments[moments.len() - 1].position;
        let sums = |of: &dyn Fn(&MoveReview) -> bool| {
            let sum = sums(&moves, units, of);
            if unseen.is_some() {
                PhaseReview { accuracy: None, mean_loss: None, units: None, ..sum }
            } else {
                sum
            }
        };
        let sides = [PlayerId::First, PlayerId::Second].map(|player| {
            let usual = if player == PlayerId::First { Color::Black } else { Color::White };
            SideReview {
                player,
                color: last.color_of(player).unwrap_or(usual),
                total: sums(&|m| m.player == player),
                phases: Phase::ALL.map(|phase| sums(&|m| m.player == player && m.phase == phase)),
            }
        });
        Review {
            spec: course.spec().clone(),
            engine: sweep.engine.clone(),
            limits: sweep.limits.clone(),
            turning_points: turning_points(&moves, &chances),
            decided: decided(&moves, &chances),
            scores,
            floors,
            chances,
            moves,
            sides,
            unseen,
            done: sweep.done,
            of: sweep.of,
        }
    }

    /// Whether every position was analysed.
    pub fn is_complete(&self) -> bool {
        self.done == self.of
    }

    /// The moves that a list of mistakes names, in their order.
    pub fn faults(&self) -> impl Iterator<Item = &MoveReview> {
        self.moves.iter().filter(|m| m.verdict.is_some_and(Verdict::is_fault))
    }
}

impl MoveReview {
    /// Sets the loss, the facts and the verdict from the scores before and after the move. A move that is `kept`, as
    /// the best or the only one, loses nothing, nor does one whose loss of chance is within the `noise` of the two
    /// scores. With `units`, the loss is also in the game's own unit, in which playouts err with the chance. `discs`
    /// are the limits of discs lost for certain.
    fn judge(&mut self, kept: bool, units: bool, noise: f32, discs: Option<[f32; 3]>) {
        let (Some(before), Some(after)) = (self.before, self.after) else { return };
        let chance = before.win() - after.win();
        let is_noise = noise > 0.0 && chance <= noise;
        let lost = |lost: f32| if kept || is_noise { 0.0 } else { lost.max(0.0) };
        let loss = lost(chance);
        self.loss = Some(loss);
        if units {
            self.units = value(before).zip(value(after)).map(|(b, a)| lost(b - a));
        }
        if !kept {
            self.facts = Facts { lost: self.lost_for_certain(), ..Facts::of(before, after) };
        }
        self.verdict = Some(Verdict::of(before, after, loss, self.facts, kept, discs));
    }

    /// The points or discs lost even if the mover had no more than is proven, and has all that is not refuted.
    fn lost_for_certain(&self) -> Option<f32> {
        let margin = |score: Option<Score>, bound: Option<Proof>| match (score?, bound) {
            (Score::Proven(Proof::Margin(margin)), _) | (_, Some(Proof::Margin(margin))) => Some(margin),
            _ => None,
        };
        let lost = margin(self.before, self.had_at_least)? - margin(self.after, self.has_at_most)?;
        (lost > 0.0).then_some(lost)
    }

    /// Compares what two moves cost: the chance lost, then the points or discs.
    pub(crate) fn by_cost(&self, other: &MoveReview) -> Ordering {
        let compare = |a: Option<f32>, b: Option<f32>| a.unwrap_or(0.0).total_cmp(&b.unwrap_or(0.0));
        compare(self.loss, other.loss).then_with(|| compare(self.units, other.units))
    }
}

/// The same proof from the other side.
fn flipped(proof: Proof) -> Proof {
    match Score::Proven(proof).flipped() {
        Score::Proven(proof) => proof,
        Score::Estimate { .. } => proof,
    }
}

/// Sums over the moves that `of` picks.
fn sums(moves: &[MoveReview], units: bool, of: impl Fn(&MoveReview) -> bool) -> PhaseReview {
    let mut sum = PhaseReview { units: units.then_some(0.0), ..PhaseReview::default() };
    let mut losses = Vec::new();
    for m in moves.iter().filter(|m| of(m)) {
        let (Some(verdict), Some(loss)) = (m.verdict, m.loss) else { continue };
        sum.judged += 1;
        sum.verdicts[Verdict::ALL.iter().position(|&v| v == verdict).unwrap_or(0)] += 1;
        if let (Some(total), Some(lost)) = (&mut sum.units, m.units) {
            *total += lost;
        }
        if !m.forced {
            losses.push(loss);
        }
    }
    sum.accuracy = of_losses(&losses);
    sum.mean_loss = sum.accuracy.map(|_| losses.iter().sum::<f32>() / losses.len() as f32);
    sum
}

/// The moves after which another player is the favourite than before.
fn turning_points(moves: &[MoveReview], chances: &[Option<f32>]) -> Vec<usize> {
    let favourite = |index: usize| {
        let first = chances[index]?;
        let better = if first >= 0.5 { PlayerId::First } else { PlayerId::Second };
        (first.max(1.0 - first) >= FAVOURITE).then_some(better)
    };
    let mut holder = moves.first().and_then(|m| favourite(m.index - 1));
    let mut turns = Vec::new();
    for (i, m) in moves.iter().enumerate() {
        if let Some(now) = favourite(m.index) {
            if holder.is_some_and(|before| before != now) {
                turns.push(i);
            }
            holder = Some(now);
        }
    }
    turns
}

/// Who was sure of the game at the end, and since which move.
fn decided(moves: &[MoveReview], chances: &[Option<f32>]) -> Option<(PlayerId, usize)> {
    let last = moves.last().and_then(|m| chances[m.index])?;
    let player = if last >= 0.5 { PlayerId::First } else { PlayerId::Second };
    let sure = |m: &MoveReview| {
        chances[m.index].is_some_and(|c| (if player == PlayerId::First { c } else { 1.0 - c }) >= DECIDED)
    };
    let since = moves.iter().rposition(|m| !sure(m)).map_or(0, |i| i + 1);
    (since < moves.len()).then_some((player, since))
}
