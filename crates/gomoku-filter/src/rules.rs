//! A rule, and the list of rules that a player goes through.

use super::ahead::LookAhead;
use super::candidates::{Candidates, Done};
use super::view::View;
use super::{quiet, tactics};
use std::fmt;
use tengen_board::Point;
use tengen_engine::Clock;

/// What a rule may use beside the view: the clock, the depth of its look ahead, points to leave out, and the seed.
#[derive(Debug)]
pub struct Means<'a> {
    /// Counts the positions looked at; a rule that looks at others than the one given asks it first.
    pub clock: &'a mut Clock,
    /// Plies that may be looked ahead, the candidate itself the first.
    pub depth: u32,
    /// Points that are not wanted, as long as there are others.
    pub avoid: &'a [Point],
    /// Decides between equals.
    pub seed: u64,
}

/// One rule: it looks at the list and strikes out some candidates.
///
/// A rule of taste never strikes out the last candidate; only a rule about what may be played does.
pub trait Rule: Send + Sync + fmt::Debug {
    /// Its name, in words joined by hyphens.
    fn name(&self) -> &'static str;

    /// What it does, in one sentence.
    fn about(&self) -> &'static str;

    /// Strikes out candidates.
    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, means: &mut Means<'_>);
}

/// Every rule there is, in the order of the standard list.
pub const ALL: [&dyn Rule; 15] = [
    &quiet::Occupied,
    &quiet::Allowed,
    &tactics::FIVE,
    &tactics::BlockFive,
    &tactics::OPEN_FOUR,
    &tactics::BLOCK_OPEN_FOUR,
    &tactics::FOUR_THREE,
    &tactics::BLOCK_FOUR_THREE,
    &tactics::DoubleThree,
    &tactics::BLOCK_DOUBLE_THREE,
    &quiet::Corners,
    &quiet::Room,
    &LookAhead,
    &quiet::Weights,
    &quiet::Pick,
];

/// A name that no rule has, or a rule that cannot be switched off.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RuleError {
    /// There is no rule of this name.
    #[error("there is no rule '{name}': choose {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The rules there are.
        known: String,
    },
    /// Without it the player would make illegal moves.
    #[error("the rule '{0}' keeps the moves legal: it stays on, and before all others but '{1}'")]
    Needed(&'static str, &'static str),
}

/// The rules of a player, in their order, each on or off.
///
/// ```
/// use tengen_gomoku::filter::RuleSet;
/// let mut rules = RuleSet::standard();
/// rules.switch("look-ahead", false)?;
/// rules.move_to("weights", 2)?;
/// assert_eq!(rules.iter().nth(2).map(|(rule, on)| (rule.name(), on)), Some(("weights", true)));
/// assert!(rules.switch("castling", true).is_err());
/// # Ok::<(), tengen_gomoku::filter::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RuleSet(Vec<(&'static dyn Rule, bool)>);

/// The first two rules, which keep the moves legal.
const NEEDED: [&str; 2] = ["occupied", "allowed"];

impl RuleSet {
    /// All rules: first what may be played, then fives, fours and threes, then place, look ahead and weights.
    pub fn standard() -> RuleSet {
        RuleSet(ALL.map(|rule| (rule, true)).to_vec())
    }

    /// The article's own rules and no more: strike out occupied points, keep the greatest weights, pick.
    pub fn article() -> RuleSet {
        RuleSet::only(&["weights", "pick"])
    }

    /// The standard list with only the rules of these names switched on, beside those that keep the moves legal.
    pub(super) fn only(names: &[&str]) -> RuleSet {
        let on = |rule: &dyn Rule| names.contains(&rule.name()) || NEEDED.contains(&rule.name());
        RuleSet(ALL.map(|rule| (rule, on(rule))).to_vec())
    }

    /// The rules in their order, and whether each is on.
    pub fn iter(&self) -> impl Iterator<Item = (&'static dyn Rule, bool)> + '_ {
        self.0.iter().copied()
    }

    fn find(&self, name: &str) -> Result<usize, RuleError> {
        self.0.iter().position(|(rule, _)| rule.name() == name).ok_or_else(|| RuleError::Unknown {
            name: name.chars().take(40).collect(),
            known: ALL.map(|rule| rule.name()).join(", "),
        })
    }

    /// Switches a rule on or off.
    ///
    /// # Errors
    /// [`RuleError`] if there is no such rule, or it keeps the moves legal and was to be switched off.
    pub fn switch(&mut self, name: &str, on: bool) -> Result<(), RuleError> {
        let at = self.find(name)?;
        if !on && at < NEEDED.len() {
            return Err(RuleError::Needed(NEEDED[at], NEEDED[0]));
        }
        self.0[at].1 = on;
        Ok(())
    }

    /// Moves a rule to another place in the order, counted from 0; places beyond the end are the end.
    ///
    /// # Errors
    /// [`RuleError`] if there is no such rule, or the two that keep the moves legal would no longer come first.
    pub fn move_to(&mut self, name: &str, place: usize) -> Result<(), RuleError> {
        let at = self.find(name)?;
        if at < NEEDED.len() || place < NEEDED.len() {
            return Err(RuleError::Needed(NEEDED[1], NEEDED[0]));
        }
        let rule = self.0.remove(at);
        self.0.insert(place.min(self.0.len()), rule);
        Ok(())
    }

    /// Goes through the rules; tells what each that is on has done.
    pub(super) fn run(&self, view: &mut View<'_>, means: &mut Means<'_>) -> (Candidates, Vec<Done>) {
        let mut list = Candidates::all(view.size());
        let mut done = Vec::with_capacity(self.0.len());
        for (rule, on) in &self.0 {
            if *on {
                rule.apply(view, &mut list, means);
                done.push(list.done(rule.name()));
            }
        }
        (list, done)
    }
}
