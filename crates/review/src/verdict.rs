//! The verdicts on a move, and the loss from which each applies.
//!
//! The measure is the mover's chance to win, a draw counted half: what it was before the move, less what it is after.
//! One measure serves all games and every engine, and a slip in a game long decided weighs little, as it does for
//! people.
//!
//! | verdict | loss of chance | why there |
//! | --- | --- | --- |
//! | best | the engine's own choice, or a move that provably keeps the same result | nothing better is known |
//! | good | below 5 points | within what an engine's opinion wavers from one depth, or one thousand playouts, to the next |
//! | inaccuracy | 5 to 10 points | more than noise, but one such move rarely loses a game |
//! | mistake | 10 to 20 points | two of these turn an even game into a lost one |
//! | blunder | 20 points or more | from even to one in three, at best |
//! | missed win | a proven win is no longer one, and the loss is 5 points or more | named apart: the win was there to be found |
//!
//! A proven ending that keeps its winner loses no chance. In Othello the discs that a move loses for certain count too,
//! and the worse of the two verdicts holds:
//!
//! | verdict | discs lost for certain, of 64 | why there |
//! | --- | --- | --- |
//! | good | 2 | the least that a move can lose on a full board |
//! | inaccuracy | 4 to 8 | twice that or more |
//! | mistake | 10 to 18 | five discs or more end with the other colour |
//! | blunder | 20 or more | ten discs or more do |
//!
//! Playouts are a sample. A loss within four standard errors of the two analyses counts as none.
//!
//! Where a won game becomes a proven loss the verdict is blunder. A move without alternative is always best.

use crate::scores::{proven_loss, proven_win};
use tengen_engine::{Proof, Score};
use tengen_games::{GameSpec, Unit};

/// Standard errors by which a chance must fall before it counts as lost. Playouts are a sample: three for chance, and
/// one because the best of many moves is also the luckiest one, before the move and after it.
pub const NOISE_ERRORS: f32 = 4.0;

/// How good a move is, best first. The module comment has the thresholds and the reason of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// As good as anything known.
    Best,
    /// Not the engine's choice, but as good within the accuracy of the scores.
    Good,
    /// From 5 points of chance lost, or 4 discs of 64 for certain.
    Inaccuracy,
    /// From 10 points, or 10 discs.
    Mistake,
    /// A proven win is gone, and with it 5 points or more.
    MissedWin,
    /// From 20 points, or 20 discs.
    Blunder,
}

impl Verdict {
    /// Every verdict, best first.
    pub const ALL: [Verdict; 6] = [
        Verdict::Best,
        Verdict::Good,
        Verdict::Inaccuracy,
        Verdict::Mistake,
        Verdict::MissedWin,
        Verdict::Blunder,
    ];
    /// The loss of chance from which a move is an inaccuracy.
    pub const INACCURACY: f32 = 0.05;
    /// The loss of chance from which a move is a mistake.
    pub const MISTAKE: f32 = 0.10;
    /// The loss of chance from which a move is a blunder.
    pub const BLUNDER: f32 = 0.20;

    /// The discs lost for certain from which a move is an inaccuracy, a mistake or a blunder, in proportion to the
    /// squares of the board: 4, 10 and 20 on 8×8. `None` in games that do not count discs.
    pub fn disc_limits(spec: &GameSpec) -> Option<[f32; 3]> {
        let squares = spec.size().rows() * spec.size().cols();
        (spec.unit() == Unit::Discs).then(|| [4.0, 10.0, 20.0].map(|discs| discs * squares as f32 / 64.0))
    }

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Best => "best",
            Verdict::Good => "good",
            Verdict::Inaccuracy => "inaccuracy",
            Verdict::Mistake => "mistake",
            Verdict::MissedWin => "missed-win",
            Verdict::Blunder => "blunder",
        }
    }

    /// Returns true for verdicts that a list of mistakes shows.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Verdict::Best | Verdict::Good)
    }

    /// Judges a move that had alternatives by the chance lost, and by the discs lost for certain where the game has
    /// limits for them.
    pub(crate) fn of(
        before: Score,
        after: Score,
        loss: f32,
        facts: Facts,
        is_best: bool,
        discs: Option<[f32; 3]>,
    ) -> Verdict {
        let by_chance = Verdict::by_chance(before, after, loss, facts, is_best);
        let (Some(limits), Some(lost)) = (discs, facts.lost.filter(|_| !is_best)) else { return by_chance };
        let verdicts = [Verdict::Inaccuracy, Verdict::Mistake, Verdict::Blunder];
        let passed = limits.into_iter().zip(verdicts).filter(|&(limit, _)| lost >= limit);
        passed.map(|(_, verdict)| verdict).fold(by_chance, Verdict::max)
    }

    fn by_chance(before: Score, after: Score, loss: f32, facts: Facts, is_best: bool) -> Verdict {
        // Chances are 32-bit floats: 0.9 − 0.8 must count as a tenth.
        let from = |bound: f32| loss >= bound - 1e-6;
        if is_best || facts.keeps {
            Verdict::Best
        } else if facts.missed_win && !proven_loss(after) && from(Verdict::INACCURACY) {
            debug_assert!(proven_win(before));
            Verdict::MissedWin
        } else if from(Verdict::BLUNDER) {
            Verdict::Blunder
        } else if from(Verdict::MISTAKE) {
            Verdict::Mistake
        } else if from(Verdict::INACCURACY) {
            Verdict::Inaccuracy
        } else {
            Verdict::Good
        }
    }
}

/// What a move did to what was proven, whatever it cost.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Facts {
    /// The mover had a proven win, and has none now.
    pub missed_win: bool,
    /// The mover had a proven draw, and has lost it.
    pub missed_draw: bool,
    /// The opponent has a proven win now, and had none.
    pub allowed_win: bool,
    /// The win takes more plies than it would have: how many it took before, how many now.
    pub slower: Option<(u32, u32)>,
    /// The points or discs lost for certain, where that is proven and any are.
    pub lost: Option<f32>,
    /// The same result is proven before and after, to the ply or the point.
    pub keeps: bool,
}

impl Facts {
    pub(crate) fn of(before: Score, after: Score) -> Facts {
        let slower = match (before, after) {
            (Score::Proven(Proof::Win(n)), Score::Proven(Proof::Win(m))) if m > n => Some((n, m)),
            _ => None,
        };
        Facts {
            missed_win: proven_win(before) && !proven_win(after),
            missed_draw: before == Score::Proven(Proof::Draw) && proven_loss(after),
            allowed_win: !proven_loss(before) && proven_loss(after),
            slower,
            lost: None,
            keeps: before.is_proof() && before == after,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(before: Score, after: Score) -> Verdict {
        let loss = (before.win() - after.win()).max(0.0);
        Verdict::of(before, after, loss, Facts::of(before, after), false, None)
    }

    #[test]
    fn discs_that_are_lost_for_certain_count_in_othello() {
        let spec = GameSpec::named("othello", None, None).unwrap();
        let limits = Verdict::disc_limits(&spec);
        assert_eq!(limits, Some([4.0, 10.0, 20.0]));
        let small = GameSpec::named("othello", None, Some("4".parse().unwrap())).unwrap();
        assert_eq!(Verdict::disc_limits(&small), Some([1.0, 2.5, 5.0]));
        assert_eq!(Verdict::disc_limits(&GameSpec::named("go", None, None).unwrap()), None);
        let judge = |had: f32, has: f32, is_best| {
            let [before, after] = [had, has].map(|margin| Score::Proven(Proof::Margin(margin)));
            let facts =
                Facts { lost: Some(had - has).filter(|&lost| lost > 0.0), ..Facts::of(before, after) };
            Verdict::of(before, after, (before.win() - after.win()).max(0.0), facts, is_best, limits)
        };
        for (had, has, verdict) in [
            (10.0, 10.0, Verdict::Best),
            (-10.0, -12.0, Verdict::Good),
            (-10.0, -14.0, Verdict::Inaccuracy),
            (-10.0, -22.0, Verdict::Mistake),
            (64.0, 44.0, Verdict::Blunder),
            (2.0, 0.0, Verdict::MissedWin),
            (22.0, 0.0, Verdict::Blunder),
            (2.0, -2.0, Verdict::Blunder),
        ] {
            assert_eq!(judge(had, has, false), verdict, "{had} {has}");
            assert_eq!(judge(had, has, true), Verdict::Best);
        }
    }

    #[test]
    fn thresholds_are_where_the_table_says() {
        let chance = |win| Score::Estimate { value: 0.0, win };
        for (after, verdict) in [
            (0.60, Verdict::Good),
            (0.56, Verdict::Good),
            (0.55, Verdict::Inaccuracy),
            (0.51, Verdict::Inaccuracy),
            (0.50, Verdict::Mistake),
            (0.41, Verdict::Mistake),
            (0.40, Verdict::Blunder),
            (0.0, Verdict::Blunder),
            (0.9, Verdict::Good),
        ] {
            assert_eq!(judge(chance(0.6), chance(after)), verdict, "{after}");
        }
    }

    #[test]
    fn proofs_and_estimates_get_different_verdicts() {
        let guess = |win| Score::Estimate { value: 0.0, win };
        let [win, slow, draw, loss, sooner] =
            [Proof::Win(5), Proof::Win(9), Proof::Draw, Proof::Loss(8), Proof::Loss(2)].map(Score::Proven);
        assert_eq!(judge(win, draw), Verdict::MissedWin);
        assert_eq!(judge(win, guess(0.9)), Verdict::MissedWin);
        assert_eq!(judge(win, guess(0.97)), Verdict::Good, "it may well be won still");
        assert_eq!(judge(win, loss), Verdict::Blunder);
        assert_eq!(judge(win, slow), Verdict::Good);
        assert_eq!(Facts::of(win, slow).slower, Some((5, 9)));
        assert_eq!(judge(draw, draw), Verdict::Best);
        assert_eq!(judge(draw, loss), Verdict::Blunder);
        assert!(Facts::of(draw, loss).missed_draw && Facts::of(draw, loss).allowed_win);
        assert_eq!(judge(loss, sooner), Verdict::Good, "nothing was left to lose");
        assert!(!Facts::of(loss, sooner).allowed_win);
    }
}
