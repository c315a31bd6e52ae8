//! The one meaning of a score.

use std::fmt;

/// A score from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Score {
    /// An estimate.
    Estimate {
        /// The value in the unit of the engine; larger is better for the side to move. Points in Go, discs in Othello.
        /// In gomoku 1/256 of a logit, so that `win` is 1 / (1 + e^(−value / 256)) unless the weights have another
        /// scale, and in its rule filter hundredths of an open three.
        value: f32,
        /// The chance to win, a draw counted half, 0 to 1.
        win: f32,
    },
    /// A proven result.
    Proven(Proof),
}

/// A proven result, from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Proof {
    /// The side to move wins, in at most this many plies.
    Win(u32),
    /// The side to move loses, and can hold out at most this many plies.
    Loss(u32),
    /// Neither side can win.
    Draw,
    /// With best play the game ends with this margin in points or discs.
    Margin(f32),
}

impl Score {
    /// The chance to win, 0 to 1; of a proof, 0, ½ or 1.
    pub fn win(self) -> f32 {
        match self {
            Score::Estimate { win, .. } => win,
            Score::Proven(Proof::Win(_)) => 1.0,
            Score::Proven(Proof::Loss(_)) => 0.0,
            Score::Proven(Proof::Draw) => 0.5,
            Score::Proven(Proof::Margin(m)) => {
                if m > 0.0 {
                    1.0
                } else if m < 0.0 {
                    0.0
                } else {
                    0.5
                }
            }
        }
    }

    /// Whether it is a proof.
    pub const fn is_proof(self) -> bool {
        matches!(self, Score::Proven(_))
    }

    /// The same score from the opponent's point of view, at the same position.
    #[must_use]
    pub fn flipped(self) -> Score {
        match self {
            Score::Estimate { value, win } => Score::Estimate { value: -value, win: 1.0 - win },
            Score::Proven(Proof::Win(n)) => Score::Proven(Proof::Loss(n)),
            Score::Proven(Proof::Loss(n)) => Score::Proven(Proof::Win(n)),
            Score::Proven(Proof::Draw) => Score::Proven(Proof::Draw),
            Score::Proven(Proof::Margin(m)) => Score::Proven(Proof::Margin(-m)),
        }
    }
}

/// `+3.5 (62%)`, `win in 7`, `loss in 4`, `draw`, `+12 exactly`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Estimate { value, win } => write!(f, "{value:+.1} ({:.0}%)", win * 100.0),
            Score::Proven(Proof::Win(n)) => write!(f, "win in {n}"),
            Score::Proven(Proof::Loss(n)) => write!(f, "loss in {n}"),
            Score::Proven(Proof::Draw) => f.write_str("draw"),
            Score::Proven(Proof::Margin(m)) => write!(f, "{m:+} exactly"),
        }
    }
}
