//! Multi-ProbCut: how well a shallow search foretells a deep one.
//!
//! The example `probcut_curve` of `tengen-othello-train` measures it and fits the curves.

/// Least depth of a node for a cut.
pub(crate) const LEAST_DEPTH: u32 = 3;
/// ProbCut searches inside one another.
pub(crate) const MAX_LEVEL: u32 = 2;

/// How sure a cut must be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Confidence(u16);

/// Standard deviations. If errors are normal, 73, 87, 95, 99 and 99.9 % of the cuts are right.
const LEVELS: [f32; 5] = [1.1, 1.5, 2.0, 2.6, 3.3];

impl Confidence {
    /// The least sure cuts.
    pub(crate) const LEAST: Confidence = Confidence(0);
    /// No cuts.
    pub(crate) const CERTAIN: Confidence = Confidence(LEVELS.len() as u16);

    /// 0 for the least sure cuts, larger for surer ones.
    #[inline(always)]
    pub(crate) fn level(self) -> u16 {
        self.0
    }

    /// The next surer one.
    pub(crate) fn next(self) -> Confidence {
        Confidence((self.0 + 1).min(Self::CERTAIN.0))
    }

    /// The standard deviations that a shallow value must be outside the window; `None` if there are no cuts.
    #[inline(always)]
    pub(crate) fn deviations(self) -> Option<f32> {
        LEVELS.get(usize::from(self.0)).copied()
    }
}

/// Least number of empties for a cut in a search to the end. With fewer the solver takes no longer than the search that
/// would foretell its result, so a cut pays only where most of them succeed.
#[inline(always)]
pub(crate) fn least_empties(confidence: Confidence) -> u32 {
    if confidence == Confidence::LEAST { 0 } else { 18 }
}

/// The depth of the search that foretells one of `depth` plies: of the same parity, about half as deep.
#[inline(always)]
pub(crate) fn shallow_depth(depth: u32) -> u32 {
    let half = 2 * (depth / 4) + (depth & 1);
    if half == 0 { depth - 2 } else { half }
}

/// How far the value of a deep search is from that of a shallow one: a curve for the standard deviation.
///
/// It grows with the plies between both searches, and towards the last empties, where games are decided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// Discs with 30 empties, where the shallow search is as deep as may be.
    pub deep: f32,
    /// Discs more where the shallow search has no plies.
    pub shallow: f32,
    /// How fast these become fewer with its plies.
    pub fall: f32,
    /// The share by which each ply between both searches widens it.
    pub between: f32,
    /// The share by which each disc after 30 empties widens it; each one before makes it narrower.
    pub late: f32,
    /// The numbers of empties, the fewest and the most, between which it changes so.
    pub empties: (f32, f32),
}

impl Curve {
    /// For searches that do not reach the end of the game: a curve through the deviations of searches of up to 9 plies,
    /// with 41, 29 and 20 empties in the mean. Half of the positions are of games of people, half of self-play after
    /// random openings. On others, with 48 to 22 empties, it is a tenth off in the mean.
    pub const MIDDLE: Curve =
        Curve { deep: 1.6, shallow: 1.5, fall: 0.4, between: 0.09, late: 0.025, empties: (0.0, 54.0) };

    /// For searches to the end of the game. It is half as wide again as the deviations with 12 to 20 empties. With a
    /// narrower one endings take more nodes, with a wider one hard ones no fewer.
    pub const END: Curve = Curve {
        deep: 1.9 * 72.0 / 70.0,
        shallow: 1.6 * 72.0 / 70.0,
        fall: 0.7,
        between: 0.12,
        late: 1.0 / 72.0,
        empties: (15.0, 32.0),
    };

    /// The standard deviation in discs, of a search of `depth` plies from one of `shallow` plies.
    #[inline(always)]
    pub fn discs(&self, empties: f32, depth: u32, shallow: u32) -> f32 {
        let (between, shallow) = ((depth - shallow) as f32, shallow as f32);
        let base = self.deep + self.shallow / (1.0 + self.fall * shallow);
        let late = 1.0 + self.late * (30.0 - empties.clamp(self.empties.0, self.empties.1));
        base * (1.0 + self.between * between) * late
    }
}

/// The standard deviation of a search's value from that of a search of `shallow` plies, in hundredths of a disc.
#[inline(always)]
pub(crate) fn sigma(empties: u32, depth: u32, shallow: u32) -> f32 {
    let curve = if depth >= empties { Curve::END } else { Curve::MIDDLE };
    100.0 * curve.discs(empties as f32, depth, shallow)
}

/// The standard deviation of the final margin from the evaluation, in discs: a line through the errors on positions
/// that the fit of the weights held back.
pub(crate) fn spread(empties: u32) -> f32 {
    2.0 + 0.3 * empties as f32
}
