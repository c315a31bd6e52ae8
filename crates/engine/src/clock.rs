//! Counts nodes and checks the time, inside a search.

use crate::{Limits, Stop};
use std::time::{Duration, Instant};

/// Decides when a search must end. It counts nodes, and checks the time and the stop flag only every few of them, since
/// reading the time costs more than a node.
///
/// A node limit is obeyed exactly, so that a search without a time limit is the same on every machine.
///
/// ```
/// use tengen_engine::{Clock, Limits, Stop};
/// let mut clock = Clock::start(&Limits::nodes(3), &Stop::new());
/// let mut visited = 0;
/// while clock.tick() {
///     visited += 1;
/// }
/// assert_eq!((visited, clock.nodes(), clock.is_over()), (3, 3, true));
/// ```
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    deadline: Option<Instant>,
    max_nodes: u64,
    every: u64,
    nodes: u64,
    next_look: u64,
    over: bool,
    stop: Stop,
}

impl Clock {
    /// Nodes between two checks of the time, unless the engine chooses another number.
    pub const EVERY: u64 = 1024;

    /// Starts the clock. It checks the time every [`Clock::EVERY`] nodes, which suits nodes of about a microsecond.
    pub fn start(limits: &Limits, stop: &Stop) -> Clock {
        Clock::looking_every(Clock::EVERY, limits, stop)
    }

    /// Starts the clock for nodes of another cost: a search whose node is a whole playout checks the time at each.
    /// 0 means 1.
    pub fn looking_every(nodes: u64, limits: &Limits, stop: &Stop) -> Clock {
        let started = Instant::now();
        Clock {
            started,
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            every: nodes.max(1),
            nodes: 0,
            next_look: 0,
            over: false,
            stop: stop.clone(),
        }
    }

    /// Counts one more node. `false` means that the search must end now; it stays false.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.nodes >= self.next_look && self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Counts nodes that were visited without a call of `tick`, in the last plies of a search, where the call would
    /// cost more than the node. A node limit may be exceeded by as many.
    #[inline]
    pub fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
    }

    /// Checks all three limits at once, whatever the count. True if the search must end.
    #[cold]
    pub fn look(&mut self) -> bool {
        self.over = self.over || self.nodes >= self.max_nodes || self.is_late();
        if !self.over {
            self.next_look = self.nodes.saturating_add(self.every).min(self.max_nodes);
        }
        self.over
    }

    /// True if the time is up or a stop is requested, checked now: for work that counts no nodes, such as writing a
    /// proof.
    pub fn is_late(&self) -> bool {
        self.stop.is_raised() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// True if a limit has been reached, as of the last check.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Nodes visited so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes that a node limit leaves; [`u64::MAX`] or nearly so without one.
    #[inline]
    pub fn nodes_left(&self) -> u64 {
        self.max_nodes.saturating_sub(self.nodes)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(limits: &Limits, every: u64) -> u64 {
        let mut clock = Clock::looking_every(every, limits, &Stop::new());
        while clock.tick() {}
        assert!(clock.is_over() && !clock.tick());
        clock.nodes()
    }

    #[test]
    fn node_limits_are_exact_whatever_the_pace_of_looking() {
        for nodes in [0, 1, 2, 1023, 1024, 1025, 5000] {
            for every in [0, 1, 7, 1024, u64::MAX] {
                assert_eq!(run(&Limits::nodes(nodes), every), nodes);
            }
        }
    }

    #[test]
    fn spent_nodes_make_nothing_late() {
        let stop = Stop::new();
        let mut clock = Clock::start(&Limits::nodes(1), &stop);
        while clock.tick() {}
        assert!(clock.is_over() && !clock.is_late());
        stop.raise();
        assert!(clock.is_late());
        assert!(Clock::start(&Limits::time(Duration::ZERO), &Stop::new()).is_late());
    }

    #[test]
    fn no_time_left_visits_nothing() {
        assert_eq!(run(&Limits::time(Duration::ZERO), 1024), 0);
    }

    #[test]
    fn a_time_limit_ends_a_search_without_other_bounds() {
        assert!(run(&Limits::time(Duration::from_millis(5)), 16) > 0);
    }

    #[test]
    fn a_raised_flag_ends_it_within_one_pace() {
        let stop = Stop::new();
        let mut clock = Clock::looking_every(10, &Limits::default(), &stop);
        for _ in 0..5 {
            assert!(clock.tick());
        }
        stop.raise();
        while clock.tick() {}
        assert!(clock.nodes() <= 10);
    }

    #[test]
    fn a_search_on_the_opponents_time_ends_at_the_limit_set_later() {
        let stop = Stop::new();
        let mut clock = Clock::looking_every(1, &Limits::time(Limits::PONDER), &stop);
        assert!((0..100).all(|_| clock.tick()));
        std::thread::sleep(Duration::from_millis(20));
        stop.raise_in(Duration::from_millis(10));
        while clock.tick() {}
        assert!(clock.elapsed() >= Duration::from_millis(30));
    }

    #[test]
    fn a_time_beyond_all_counting_is_no_limit() {
        let mut clock = Clock::start(&Limits::time(Duration::MAX), &Stop::new());
        assert!(clock.tick());
    }
}
