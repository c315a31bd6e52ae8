//! Ends a search from another thread: at once, or at a time set during the search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A flag that one thread raises and an engine on another obeys.
///
/// It can also raise itself after a time ([`Stop::raise_in`]). So a search on the opponent's time, which has no limit,
/// becomes a search with a limit when the expected move comes.
///
/// ```
/// use std::time::Duration;
/// use tengen_engine::Stop;
/// let stop = Stop::new();
/// assert!(!stop.is_raised());
/// stop.raise_in(Duration::ZERO);
/// assert!(stop.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    raised: AtomicBool,
    deadline: OnceLock<Instant>,
}

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks the engine to answer now.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Asks the engine to answer after this time from now. Only the first such time counts; [`Stop::raise`] may still
    /// come before it. A time too large to represent is no limit.
    pub fn raise_in(&self, time: Duration) {
        if let Some(deadline) = Instant::now().checked_add(time) {
            // A second time is ignored.
            let _ = self.0.deadline.set(deadline);
        }
    }

    /// Whether it has been raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
            || self.0.deadline.get().is_some_and(|&deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_deadline_counts_and_raising_comes_before_it() {
        let stop = Stop::new();
        stop.raise_in(Duration::MAX);
        stop.raise_in(Duration::ZERO);
        assert!(stop.is_raised(), "a time beyond all counting is none");
        let stop = Stop::new();
        stop.raise_in(Duration::from_secs(3600));
        stop.raise_in(Duration::ZERO);
        assert!(!stop.is_raised());
        stop.clone().raise();
        assert!(stop.is_raised());
    }
}
