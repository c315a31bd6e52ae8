//! The searches under way: how far each has come, and when its answer must go out whatever it is still busy with.
//!
//! An engine looks at the clock now and then, and the threads that help it must hear that all is over. On a machine that is busy with other
//! work either can take longer than a move has to spare. So the last that each search has told is kept, and is the answer when its time
//! is over and it has not come home.

use crate::SearchId;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen_engine::{Analysis, Limits, Stop};

/// How long a search whose time is over is waited for, where it has told of a move already.
const AFTER_TIME: Duration = Duration::from_millis(4);

/// How long a search that was stopped is waited for, likewise: a stop is to be answered within 50 ms.
const AFTER_STOP: Duration = Duration::from_millis(20);

/// The searches under way.
#[derive(Debug, Default)]
pub(crate) struct Running {
    searches: HashMap<SearchId, Search>,
    /// How late answers have come of late, beyond their time: so much sooner the next search ends, up to a quarter of its time.
    late: Duration,
}

#[derive(Debug)]
struct Search {
    stop: Stop,
    begun: Instant,
    /// When its time is over.
    ends: Option<Instant>,
    /// When it is waited for no longer.
    due: Option<Instant>,
    /// The last that it has told, if that names a move.
    known: Option<Box<Analysis>>,
    claim: Claim,
}

/// Who takes a search that waits for a thread: the thread, or whoever answers without it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claim(Arc<AtomicBool>);

impl Claim {
    /// `true` for the first who asks.
    pub(crate) fn take(&self) -> bool {
        !self.0.swap(true, Ordering::Relaxed)
    }

    fn is_free(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

impl Running {
    /// A search is asked for; gives the flag that it is to obey, and what a thread must take to begin it. On a machine on which answers
    /// come late its time is made shorter.
    pub(crate) fn begin(&mut self, id: SearchId, limits: &mut Limits) -> (Stop, Claim) {
        let (stop, claim, begun) = (Stop::new(), Claim::default(), Instant::now());
        if let Some(time) = limits.time.as_mut().filter(|time| **time != Limits::PONDER) {
            *time -= self.late.min(*time / 4);
        }
        // The time on the opponent's move is beyond all counting.
        let ends = limits.time.and_then(|time| begun.checked_add(time));
        let due = ends.and_then(|ends| ends.checked_add(AFTER_TIME));
        let search = Search { stop: stop.clone(), begun, ends, due, known: None, claim: claim.clone() };
        self.searches.insert(id, search);
        (stop, claim)
    }

    /// Asks a search to end.
    pub(crate) fn stop(&mut self, id: SearchId) {
        if let Some(search) = self.searches.get_mut(&id) {
            search.stop.raise();
            search.due_in(AFTER_STOP);
        }
    }

    /// A search that was begun on the opponent's time has so long from now.
    pub(crate) fn within(&mut self, id: SearchId, time: Duration) {
        if let Some(search) = self.searches.get_mut(&id) {
            search.stop.raise_in(time);
            search.ends = Instant::now().checked_add(time);
            search.due_in(time.saturating_add(AFTER_TIME));
        }
    }

    /// Asks all to end.
    pub(crate) fn stop_all(&self) {
        self.searches.values().for_each(|search| search.stop.raise());
    }

    /// Keeps what a search has told; `false` where it is not waited for any more.
    pub(crate) fn heard(&mut self, id: SearchId, analysis: &Analysis) -> bool {
        let search = self.searches.get_mut(&id);
        search.is_some_and(|search| {
            if analysis.best.is_some() {
                search.known = Some(Box::new(analysis.clone()));
            }
            true
        })
    }

    /// A search has come home; `false` where it was not waited for any more.
    pub(crate) fn ended(&mut self, id: SearchId) -> bool {
        self.remove(id).is_some()
    }

    /// When the next search will be overdue that can be answered without it.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.searches
            .values()
            .filter(|search| self.can_be_answered(search))
            .filter_map(|search| search.due)
            .min()
    }

    /// A search that is waited for no longer, with what it has found. It is told to end, and what it says from now on is not heard.
    pub(crate) fn overdue(&mut self) -> Option<(SearchId, Analysis)> {
        let now = Instant::now();
        let late = |search: &Search| self.can_be_answered(search) && search.due.is_some_and(|due| due <= now);
        let id = *self.searches.iter().find(|(_, search)| late(search))?.0;
        // A thread that has just taken it will bring something better than nothing.
        if self.searches[&id].known.is_none() && !self.searches[&id].claim.take() {
            return None;
        }
        let search = self.remove(id)?;
        search.stop.raise();
        let known = search.known.map(|known| *known).unwrap_or_default();
        Some((id, Analysis { time: search.begun.elapsed(), ..known }))
    }

    fn remove(&mut self, id: SearchId) -> Option<Search> {
        let search = self.searches.remove(&id)?;
        if let Some(ends) = search.ends {
            // What was late long ago is forgotten by and by.
            self.late = Instant::now().saturating_duration_since(ends).max(self.late * 3 / 4);
        }
        Some(search)
    }

    /// Whether a search has told of a move; or was stopped while it waited for a thread, and others go on that may keep the threads for ever.
    fn can_be_answered(&self, search: &Search) -> bool {
        let kept = || self.searches.values().any(|other| !other.stop.is_raised());
        search.known.is_some() || (search.stop.is_raised() && search.claim.is_free() && kept())
    }
}

impl Search {
    /// It is due so long from now, if it was not before.
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
    fn a_search_is_overdue_after_its_time_and_only_if_it_has_told_of_a_move() {
        let mut running = Running::default();
        let (stop, _) = running.begin(ID, &mut Limits::time(Duration::ZERO));
        std::thread::sleep(AFTER_TIME);
        assert!(running.overdue().is_none() && running.next_due().is_none(), "nothing is known yet");
        assert!(running.heard(ID, &Analysis::default()) && running.overdue().is_none(), "it names no move");
        assert!(running.heard(ID, &found()) && running.next_due().is_some());
        let (id, analysis) = running.overdue().unwrap();
        assert!((id, analysis.nodes) == (ID, 7) && analysis.time >= AFTER_TIME);
        assert!(stop.is_raised());
        assert!(!running.heard(ID, &found()) && !running.ended(ID), "it is not heard any more");
    }

    #[test]
    fn a_search_without_a_limit_is_due_when_it_is_stopped_or_told_its_time() {
        for mut limits in [Limits::default(), Limits::time(Limits::PONDER), Limits::nodes(5)] {
            let mut running = Running::default();
            running.begin(ID, &mut limits);
            running.heard(ID, &found());
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
    fn a_search_that_was_stopped_before_it_began_is_answered_where_others_keep_the_threads() {
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
        assert!(
            claim.take() && running.next_due().is_none(),
            "it has begun, and will bring something better"
        );
        running.begin(ID, &mut Limits::default());
        running.stop(ID);
        other.raise();
        assert!(running.next_due().is_none(), "the other ends, and a thread will be free");
    }

    #[test]
    fn where_answers_come_late_the_next_search_ends_sooner() {
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
        // It came in time: what was late before is remembered, less and less.
        let late = running.late;
        running.ended(ID);
        assert_eq!(running.late, late * 3 / 4);
        assert_eq!(begin(&mut running, Limits::PONDER), Limits::PONDER);
        running.late = time;
        assert_eq!(begin(&mut running, time), time * 3 / 4, "three quarters are always left");
    }
}
