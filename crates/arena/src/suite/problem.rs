//! One position, what is known of it, and the mark that an answer gets.

use std::time::{Duration, Instant};
use tengen_board::{Color, Point};
use tengen_engine::{Analysis, Proof, Score};
use tengen_games::{AnyPosition, EndReason, Game, Illegal, Move, Outcome, Reason};

/// A position with a known answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Its name in the file, or its number.
    pub name: String,
    /// The line that it stands on, from 1.
    pub line: usize,
    /// The position.
    pub position: AnyPosition,
    /// What is known.
    pub known: Known,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// The side to move wins; whoever made the suite needed at most so many plies.
    Win(Option<u32>),
    /// One of these moves is right.
    Best(Vec<Move>),
    /// Each of these moves is wrong.
    Avoid(Vec<Move>),
    /// The exact margin for the side to move, and the moves that keep it where they are known.
    Margin {
        /// In discs.
        margin: f32,
        /// None where only the margin is known.
        best: Vec<Move>,
    },
    /// These points are forbidden to black: all of them, or some among others. The rules answer, no engine.
    Forbidden {
        /// The points, in order.
        points: Vec<Point>,
        /// Whether they are all.
        all: bool,
    },
}

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Solved,
    /// It is not right, or not certain where it must be.
    Missed,
    /// It claims a proof of what is known to be false.
    Wrong,
    /// The engine could not be asked.
    Refused,
}

/// An answer with its mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The mark.
    pub verdict: Verdict,
    /// What was said, in plain words.
    pub said: String,
    /// Whether it was said as a proof.
    pub proof: bool,
    /// Depth in plies.
    pub depth: u32,
    /// Nodes or playouts.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Problem {
    /// What is known, in plain words.
    pub fn wanted(&self) -> String {
        let moves = |moves: &[Move]| -> String {
            moves.iter().map(|&mv| self.position.format_move(mv)).collect::<Vec<_>>().join(" ")
        };
        match &self.known {
            Known::Win(Some(plies)) => format!("a win, in {plies} plies or fewer"),
            Known::Win(None) => "a win".into(),
            Known::Best(best) => moves(best),
            Known::Avoid(wrong) => format!("not {}", moves(wrong)),
            Known::Margin { margin, best } if best.is_empty() => format!("{margin:+}"),
            Known::Margin { margin, best } => format!("{} ({margin:+})", moves(best)),
            Known::Forbidden { points, .. } if points.is_empty() => "nothing is forbidden".into(),
            Known::Forbidden { points, .. } => format!("forbidden: {}", self.names(points)),
        }
    }

    fn names(&self, points: &[Point]) -> String {
        let coords = self.position.coords();
        points.iter().map(|&p| coords.format(p, self.position.size())).collect::<Vec<_>>().join(" ")
    }

    /// The mark for what an engine found.
    pub(super) fn mark(&self, found: Result<Analysis, String>) -> Answer {
        let found = match found {
            Ok(found) => found,
            Err(why) => {
                return Answer {
                    verdict: Verdict::Refused,
                    said: why,
                    proof: false,
                    depth: 0,
                    nodes: 0,
                    time: Duration::ZERO,
                };
            }
        };
        let score = found.score();
        let mv = found.best.map_or_else(|| "no move".into(), |mv| self.position.format_move(mv));
        Answer {
            verdict: self.verdict(found.best, score),
            said: score.map_or_else(|| mv.clone(), |score| format!("{mv}, {score}")),
            proof: score.is_some_and(Score::is_proof),
            depth: found.depth,
            nodes: found.nodes,
            time: found.time,
        }
    }

    fn verdict(&self, best: Option<Move>, score: Option<Score>) -> Verdict {
        let proof = match score {
            Some(Score::Proven(proof)) => Some(proof),
            _ => None,
        };
        let solved = |yes: bool| if yes { Verdict::Solved } else { Verdict::Missed };
        match &self.known {
            Known::Win(_) => match proof {
                Some(Proof::Win(_)) => Verdict::Solved,
                Some(Proof::Margin(margin)) if margin > 0.0 => Verdict::Solved,
                Some(_) => Verdict::Wrong,
                None => solved(best.is_some_and(|mv| self.wins_at_once(mv))),
            },
            Known::Best(right) => solved(best.is_some_and(|mv| right.contains(&mv))),
            Known::Avoid(wrong) => solved(best.is_some_and(|mv| !wrong.contains(&mv))),
            Known::Margin { margin, best: right } => {
                let proven = proof.map(|proof| match proof {
                    Proof::Margin(proven) => proven == *margin,
                    Proof::Win(_) => *margin > 0.0,
                    Proof::Loss(_) => *margin < 0.0,
                    Proof::Draw => *margin == 0.0,
                });
                match proven {
                    Some(false) => Verdict::Wrong,
                    _ if !right.is_empty() => solved(best.is_some_and(|mv| right.contains(&mv))),
                    proven => solved(proven.is_some()),
                }
            }
            Known::Forbidden { .. } => self.judge_points().verdict,
        }
    }

    fn wins_at_once(&self, mv: Move) -> bool {
        let mut after = self.position.clone();
        after.play(mv).is_ok() && after.outcome().is_some_and(|o| o.winner == Some(self.position.to_move()))
    }

    /// What the rules alone answer: which points are forbidden, and how a game ended that is over. `None` where an engine must be asked.
    pub(super) fn judge(&self) -> Option<Answer> {
        match (&self.known, self.position.outcome()) {
            (Known::Forbidden { .. }, _) => Some(self.judge_points()),
            (_, Some(outcome)) => Some(self.judge_end(outcome)),
            (_, None) => None,
        }
    }

    /// The mark for how the game ended.
    fn judge_end(&self, outcome: Outcome) -> Answer {
        let own = self.position.to_move();
        let proof = match (outcome.reason, outcome.winner) {
            (EndReason::Score(margin), _) => {
                Proof::Margin(if own == Color::Black { margin } else { -margin })
            }
            (_, None) => Proof::Draw,
            (_, Some(winner)) if winner == own => Proof::Win(0),
            (_, Some(_)) => Proof::Loss(0),
        };
        let score = Score::Proven(proof);
        Answer {
            verdict: self.verdict(None, Some(score)),
            said: format!("the game is over, {score}"),
            proof: true,
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    fn judge_points(&self) -> Answer {
        let begun = Instant::now();
        let mut found = Vec::new();
        for p in self.position.size().points() {
            if let Err(Illegal { reason: Reason::Forbidden(_), .. }) = self.position.check(Move::Place(p)) {
                found.push(p);
            }
        }
        let time = begun.elapsed();
        let right = match &self.known {
            Known::Forbidden { points, all: true } => found == *points,
            Known::Forbidden { points, all: false } => points.iter().all(|p| found.contains(p)),
            _ => false,
        };
        Answer {
            verdict: if right { Verdict::Solved } else { Verdict::Wrong },
            said: if found.is_empty() { "nothing is forbidden".into() } else { self.names(&found) },
            proof: true,
            depth: 0,
            nodes: 0,
            time,
        }
    }
}
