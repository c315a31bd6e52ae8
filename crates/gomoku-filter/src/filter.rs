//! The trait of a filter, and the settings that filters run with.

use crate::candidates::Candidates;
use crate::view::View;
use std::fmt;
use tengen_board::Point;
use tengen_engine::Clock;

/// The limits and settings of a run of the filters.
#[derive(Debug)]
pub struct FilterContext<'a> {
    /// Counts positions; a filter that examines other positions must tick it for each.
    pub clock: &'a mut Clock,
    /// Depth of the look-ahead in plies, the candidate included.
    pub depth: u32,
    /// Points to avoid while other candidates are left.
    pub avoid: &'a [Point],
    /// Chooses between equal candidates; 0 takes the first.
    pub seed: u64,
}

/// A filter: it strikes out candidates.
///
/// Only filters for legality may strike out the last candidate.
pub trait Filter: Send + Sync + fmt::Debug {
    /// The name, with hyphens between words.
    fn name(&self) -> &'static str;

    /// A description in one sentence.
    fn about(&self) -> &'static str;

    /// Strikes out candidates of `list`.
    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, context: &mut FilterContext<'_>);
}
