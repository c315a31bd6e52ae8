//! The list of filters that a player applies in order.

use crate::candidates::{Candidates, FilterResult};
use crate::filter::{Filter, FilterContext};
use crate::look_ahead::LookAhead;
use crate::view::View;
use crate::{basic, threats};

/// All filters, in the order of the standard list.
pub const ALL: [&dyn Filter; 15] = [
    &basic::Occupied,
    &basic::Allowed,
    &threats::FIVE,
    &threats::BlockFive,
    &threats::OPEN_FOUR,
    &threats::BLOCK_OPEN_FOUR,
    &threats::FOUR_THREE,
    &threats::BLOCK_FOUR_THREE,
    &threats::DoubleThree,
    &threats::BLOCK_DOUBLE_THREE,
    &basic::Corners,
    &basic::Room,
    &LookAhead,
    &basic::GreatestWeight,
    &basic::Pick,
];

/// Why a [`FilterList`] cannot be changed as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// There is no filter of this name.
    #[error("there is no filter '{name}': choose {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The names of all filters.
        known: String,
    },
    /// The filter keeps the moves legal.
    #[error("the filter '{0}' keeps the moves legal: it stays on, and before all others except '{1}'")]
    Required(&'static str, &'static str),
}

/// The filters of a player in their order, each on or off.
///
/// ```
/// use tengen_gomoku_filter::FilterList;
/// let mut filters = FilterList::standard();
/// filters.switch("look-ahead", false)?;
/// filters.move_to("weights", 2)?;
/// assert_eq!(filters.iter().nth(2).map(|(filter, on)| (filter.name(), on)), Some(("weights", true)));
/// assert!(filters.switch("castling", true).is_err());
/// # Ok::<(), tengen_gomoku_filter::FilterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FilterList(Vec<(&'static dyn Filter, bool)>);

/// The first two filters, which keep the moves legal.
const REQUIRED: [&str; 2] = ["occupied", "allowed"];

impl FilterList {
    /// All filters: legality, then fives, fours and threes, then place, look-ahead and weights.
    pub fn standard() -> FilterList {
        FilterList(ALL.map(|filter| (filter, true)).to_vec())
    }

    /// Only the filters of the article: strike out occupied points, keep the greatest weights, pick one.
    pub fn article() -> FilterList {
        FilterList::only(&["weights", "pick"])
    }

    /// The standard list with only these filters on, and those that keep the moves legal.
    pub(crate) fn only(names: &[&str]) -> FilterList {
        let on = |filter: &dyn Filter| names.contains(&filter.name()) || REQUIRED.contains(&filter.name());
        FilterList(ALL.map(|filter| (filter, on(filter))).to_vec())
    }

    /// The filters in their order, each with whether it is on.
    pub fn iter(&self) -> impl Iterator<Item = (&'static dyn Filter, bool)> + '_ {
        self.0.iter().copied()
    }

    fn find(&self, name: &str) -> Result<usize, FilterError> {
        self.0.iter().position(|(filter, _)| filter.name() == name).ok_or_else(|| FilterError::Unknown {
            name: name.chars().take(40).collect(),
            known: ALL.map(|filter| filter.name()).join(", "),
        })
    }

    /// Switches a filter on or off.
    ///
    /// # Errors
    /// [`FilterError`] if there is no such filter, or if a filter that keeps the moves legal would be off.
    pub fn switch(&mut self, name: &str, on: bool) -> Result<(), FilterError> {
        let at = self.find(name)?;
        if !on && at < REQUIRED.len() {
            return Err(FilterError::Required(REQUIRED[at], REQUIRED[0]));
        }
        self.0[at].1 = on;
        Ok(())
    }

    /// Moves a filter to another place in the order, counted from 0; a place beyond the end is the end.
    ///
    /// # Errors
    /// [`FilterError`] if there is no such filter, or if the two that keep the moves legal would not come first.
    pub fn move_to(&mut self, name: &str, place: usize) -> Result<(), FilterError> {
        let at = self.find(name)?;
        if at < REQUIRED.len() || place < REQUIRED.len() {
            return Err(FilterError::Required(REQUIRED[1], REQUIRED[0]));
        }
        let filter = self.0.remove(at);
        self.0.insert(place.min(self.0.len()), filter);
        Ok(())
    }

    /// Applies the filters that are on; returns the candidates left and the result of each filter.
    pub(crate) fn run(
        &self,
        view: &mut View<'_>,
        context: &mut FilterContext<'_>,
    ) -> (Candidates, Vec<FilterResult>) {
        let mut list = Candidates::all(view.size());
        let mut results = Vec::with_capacity(self.0.len());
        for (filter, on) in &self.0 {
            if *on {
                filter.apply(view, &mut list, context);
                results.push(list.take_result(filter.name()));
            }
        }
        (list, results)
    }
}
