//! The searches under way: the last report of each, and when its answer is due.
//!
//! An engine looks at the clock only from time to time, and its helper threads must see that the search is over. On a
//! busy machine either can take longer than a move has to spare. So the host keeps the last report of each search,
//! and answers with it when the search is overdue.

use crate::SearchId;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen_engine::{Analysis, Limits, Stop};

/// How long the host waits for a search whose time is over, if it has reported a move.
const AFTER_TIME: Duration = Duration::from_millis(4);

/// How long the host waits for a search that was stopped, if it has reported a move. A stop must be answered within
/// 50 ms.
const AFTER_STOP: Duration = Duration::from_millis(20);

/// The searches under way.
#[derive(Debug, Default)]
pub(crate) struct Running {
    searches: HashMap<SearchId, Search>,
    /// How late the last answers came. The next search gets that much less time, by a quarter at most.
    late: Duration,
}

#[derive(Debug)]
struct Search {
    stop: Stop,
    begun: Instant,
    /// When its time is over.
    ends: Option<Instant>,
    /// When the host stops waiting for it.
    due: Option<Instant>,
    /// Its last report with a move.
    last_report: Option<Box<Analysis>>,
    claim: Claim,
}

/// Decides who answers a search that waits for a thread: the thread, or the host without it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claim(Arc<AtomicBool>);

impl Claim {
    /// True for the first caller.
    pub(crate) fn take(&self) -> bool {
        !self.0.swap(true, Ordering::Relaxed)
    }

    fn is_free(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

impl Running {
    /// Registers a search. Returns its stop flag, and the claim that a thread must take to begin it. Shortens the
    /// time if the last answers came late.
    pub(crate) fn begin(&mut self, id: SearchId, limits: &mut Limits) -> (Stop, Claim) {
        let (stop, claim, begun) = (Stop::new(), Claim::default(), Instant::now());
        if let Some(time) = limits.time.as_mut().filter(|time| **time != Limits::PONDER) {
            *time -= self.late.min(*time / 4);
        }
        // The time of a ponder search does not fit into an instant.
        let ends = limits.time.and_then(|time| begun.checked_add(time));
        let due = ends.and_then(|ends| ends.checked_add(AFTER_TIME));
        let search = Search { stop: stop.clone(), begun, ends, due, last_report: None, claim: claim.clone() };
        self.searches.insert(id, search);
        (stop, claim)
    }

    /// Stops a search.
    pub(crate) fn stop(&mut self, id: SearchId) {
        if let Some(search) = self.searches.get_mut(&id) {
            search.stop.raise();
            search.due_in(AFTER_STOP);
        }
    }

    /// Gives a ponder search this much time from now.
    pub(crate) fn within(&mut self, id: SearchId, time: Duration) {
        if let Some(search) = self.searches.get_mut(&id) {
            search.stop.raise_in(time);
            search.ends = Instant::now().checked_add(time);
            search.due_in(time.saturating_add(AFTER_TIME));
        }
    }

    /// Stops every search, those too that wait for a thread.
    pub(crate) fn stop_all(&self) {
        for search in self.searches.values() {
            search.stop.raise();
            search.claim.take();
        }
    }

    /// Keeps the report of a search. False if the search has been answered already.
    pub(crate) fn progress(&mut self, id: SearchId, analysis: &Analysis) -> bool {
        let search = self.searches.get_mut(&id);
        search.is_some_and(|search| {
            if analysis.best.is_some() {
                search.last_report = Some(Box::new(analysis.clone()));
            }
            true
        })
    }

    /// Removes a search that has ended. False if it has been answered already.
    pub(crate) fn ended(&mut self, id: SearchId) -> bool {
        self.remove(id).is_some()
    }

    /// When the next search becomes overdue, of those that can be answered now.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.searches
            .values()
            .filter(|search| self.can_be_answered(search))
            .filter_map(|search| search.due)
            .min()
    }

    /// Takes out an overdue search, with its last report. The search is stopped, and its later reports are ignored.
    pub(crate) fn overdue(&mut self) -> Option<(SearchId, Analysis)> {
        let now = Instant::now();
        let late = |search: &Search| self.can_be_answered(search) && search.due.is_some_and(|due| due <= now);
        let id = *self.searches.iter().find(|(_, search)| late(search))?.0;
        // A thread that has just taken it will have a better answer than none.
        if self.searches[&id].last_report.is_none() && !self.searches[&id].claim.take() {
            return None;
        }
        let search = self.remove(id)?;
        search.stop.raise();
        let last_report = search.last_report.map(|analysis| *analysis).unwrap_or_default();
        Some((id, Analysis { time: search.begun.elapsed(), ..last_report }))
    }

    fn remove(&mut self, id: SearchId) -> Option<Search> {
        let search = self.searches.remove(&id)?;
        if let Some(ends) = search.ends {
            // Older delays count less and less.
            self.late = Instant::now().saturating_duration_since(ends).max(self.late * 3 / 4);
        }
        Some(search)
    }

    /// True if a search has reported a move. Also true if it was stopped while it waited for a thread, and the
    /// searches on the threads may never end.
    fn can_be_answered(&self, search: &Search) -> bool {
        let threads_taken = || self.searches.values().any(|other| !other.stop.is_raised());
        search.last_report.is_some() || (search.stop.is_raised() && search.claim.is_free() && threads_taken())
    }
}

impl Search {
    /// Makes it due this long from now, unless it is due earlier.
    fn due_in(&mut self, time: Duration) {
        let due = Instant::now().checked_add(time);
        self.due = self.due.into_iter().chain(due).min();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::Move;

    const ID: SearchId = SearchId(1);

    fn found() -> Analysis {
        Analysis { best: Some(Move::Pass), nodes: 7, ..Analysis::default() }
    }

    #[test]
    fn a_search_is_overdue_after_its_time_only_if_it_has_reported_a_move() {
        let mut running = Running::default();
        let (stop, _) = running.begin(ID, &mut Limits::time(Duration::ZERO));
        std::thread::sleep(AFTER_TIME);
        assert!(running.overdue().is_none() && running.next_due().is_none(), "no report yet");
        assert!(
            running.progress(ID, &Analysis::default()) && running.overdue().is_none(),
            "the report names no move"
        );
        assert!(running.progress(ID, &found()) && running.next_due().is_some());
        let (id, analysis) = running.overdue().unwrap();
        assert!((id, analysis.nodes) == (ID, 7) && analysis.time >= AFTER_TIME);
        assert!(stop.is_raised());
        assert!(!running.progress(ID, &found()) && !running.ended(ID), "later reports are ignored");
    }

    #[test]
    fn a_search_without_a_limit_is_due_when_it_is_stopped_or_gets_its_time() {
        for mut limits in [Limits::default(), Limits::time(Limits::PONDER), Limits::nodes(5)] {
            let mut running = Running::default();
            running.begin(ID, &mut limits);
            running.progress(ID, &found());
            assert!(running.next_due().is_none());
            running.within(ID, Duration::from_secs(3600));
            let later = running.next_due().unwrap();
            running.stop(ID);
            assert!(running.next_due().unwrap() < later && running.overdue().is_none());
            std::thread::sleep(AFTER_STOP);
            assert_eq!(running.overdue().map(|(id, _)| id), Some(ID));
        }
    }

    #[test]
    fn a_search_stopped_before_it_begins_is_answered_while_others_occupy_the_threads() {
        let mut running = Running::default();
        let (other, _) = running.begin(SearchId(2), &mut Limits::default());
        let (_, claim) = running.begin(ID, &mut Limits::default());
        running.stop(ID);
        std::thread::sleep(AFTER_STOP);
        assert_eq!(running.overdue().map(|(id, analysis)| (id, analysis.best)), Some((ID, None)));
        assert!(!claim.take(), "no thread begins it now");
        let (_, claim) = running.begin(ID, &mut Limits::default());
        running.stop(ID);
        assert!(running.next_due().is_some());
        assert!(claim.take() && running.next_due().is_none(), "it has begun, and its own answer is better");
        running.begin(ID, &mut Limits::default());
        running.stop(ID);
        other.raise();
        assert!(running.next_due().is_none(), "the other search ends, and its thread takes this one");
    }

    #[test]
    fn after_a_late_answer_the_next_search_ends_sooner() {
        let (mut running, time) = (Running::default(), Duration::from_secs(100));
        let begin = |running: &mut Running, time| {
            let mut limits = Limits::time(time);
            running.begin(ID, &mut limits);
            limits.time.unwrap()
        };
        begin(&mut running, Duration::ZERO);
        std::thread::sleep(Duration::from_millis(40));
        assert!(running.ended(ID) && running.late >= Duration::from_millis(40));
        assert_eq!(begin(&mut running, time), time - running.late);
        // An answer in time: the earlier delay counts less.
        let late = running.late;
        running.ended(ID);
        assert_eq!(running.late, late * 3 / 4);
        assert_eq!(begin(&mut running, Limits::PONDER), Limits::PONDER);
        running.late = time;
        assert_eq!(begin(&mut running, time), time * 3 / 4, "at least three quarters remain");
    }
}
