//! How a time is taken: warm-up, then the median of several repetitions, each long enough for the clock.

use std::time::{Duration, Instant};

/// How long to measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many times each figure is taken; the median is reported. At least 1.
    pub repetitions: usize,
    /// How long each of them lasts at least. Work that takes longer by itself is done once a repetition.
    pub at_least: Duration,
}

impl Effort {
    /// What the tables in the documentation were taken with: 9 repetitions of 50 ms.
    pub const FULL: Effort = Effort { repetitions: 9, at_least: Duration::from_millis(50) };
    /// A look at the order of magnitude: 3 repetitions of 5 ms.
    pub const QUICK: Effort = Effort { repetitions: 3, at_least: Duration::from_millis(5) };
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::FULL
    }
}

/// How far a measurement has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepProgress<'a> {
    /// Steps done.
    pub done: usize,
    /// Steps to do.
    pub total: usize,
    /// What is measured next; empty at the end.
    pub next: &'a str,
}

/// Is called with the progress before each step and at the end; `false` stops the measurement, and what was measured is
/// kept.
pub type OnProgress<'a> = &'a mut dyn FnMut(StepProgress<'_>) -> bool;

/// Counts steps and reports them.
pub(crate) struct Steps<'a> {
    done: usize,
    total: usize,
    on_progress: OnProgress<'a>,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(total: usize, on_progress: OnProgress<'a>) -> Steps<'a> {
        Steps { done: 0, total, on_progress }
    }

    /// Takes one figure, unless the listener wants no more.
    pub(crate) fn take<T>(&mut self, what: &str, measure: impl FnOnce() -> T) -> Option<T> {
        self.begin(what).then(|| {
            let figure = measure();
            self.end();
            figure
        })
    }

    /// Says that `what` is next; whether to go on.
    pub(crate) fn begin(&mut self, what: &str) -> bool {
        (self.on_progress)(StepProgress { done: self.done, total: self.total, next: what })
    }

    /// Says that it is done.
    pub(crate) fn end(&mut self) {
        self.done += 1;
        if self.done == self.total {
            (self.on_progress)(StepProgress { done: self.done, total: self.total, next: "" });
        }
    }
}

/// The time of one unit of work in nanoseconds. `work` does some of it, the same each time, and returns how many units
/// that was; its first calls warm the machine up and show how many calls a repetition needs.
pub(crate) fn nanos_per_unit(effort: Effort, mut work: impl FnMut() -> u64) -> f64 {
    let [nanos] = nanos_side_by_side(effort, |_| work(), || true).expect("nobody stops it");
    nanos
}

/// The same for `N` kinds of work that are to be compared: `work(n)` does some of the `n`th. Each repetition times all
/// of them in turn, so that a machine that is slow for a while is slow for all. Before each repetition `go_on` may stop
/// it.
pub(crate) fn nanos_side_by_side<const N: usize>(
    effort: Effort,
    mut work: impl FnMut(usize) -> u64,
    mut go_on: impl FnMut() -> bool,
) -> Option<[f64; N]> {
    let mut calls = [0; N];
    let mut figures = [const { Vec::new() }; N];
    for repetition in 0..effort.repetitions.max(1) {
        if !go_on() {
            return None;
        }
        for n in 0..N {
            if repetition == 0 {
                calls[n] = calls_for(effort.at_least, || work(n));
            }
            let start = Instant::now();
            let units: u64 = (0..calls[n]).map(|_| work(n)).sum();
            let nanos = start.elapsed().as_nanos() as f64;
            assert!(units > 0, "there was nothing to measure");
            figures[n].push(nanos / units as f64);
        }
    }
    Some(figures.map(median))
}

/// How many calls of `work` last `at_least`: at least one.
fn calls_for(at_least: Duration, mut work: impl FnMut() -> u64) -> u64 {
    let mut calls = 1;
    loop {
        let start = Instant::now();
        for _ in 0..calls {
            work();
        }
        let took = start.elapsed();
        if took >= at_least / 4 {
            let per_call = took.as_secs_f64() / calls as f64;
            return ((at_least.as_secs_f64() / per_call).ceil() as u64).max(1);
        }
        calls *= 2;
    }
}

/// The middle figure, or the mean of the middle two.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let half = figures.len() / 2;
    if figures.len() % 2 == 1 { figures[half] } else { (figures[half - 1] + figures[half]) / 2.0 }
}

/// A time in nanoseconds as three digits with the unit that suits it.
pub(crate) fn format_nanos(nanos: f64) -> String {
    let (value, unit) = match nanos {
        n if n < 1e3 => (n, "ns"),
        n if n < 1e6 => (n / 1e3, "µs"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    format!("{} {unit}", three_digits(value))
}

/// A rate per second as three digits with the prefix that suits it.
pub(crate) fn format_rate(per_second: f64) -> String {
    let (value, prefix) = match per_second {
        r if r < 1e3 => (r, ""),
        r if r < 1e6 => (r / 1e3, " k"),
        r if r < 1e9 => (r / 1e6, " M"),
        r => (r / 1e9, " G"),
    };
    format!("{}{prefix}", three_digits(value))
}

pub(crate) fn three_digits(value: f64) -> String {
    let decimals = if value < 9.995 {
        2
    } else if value < 99.95 {
        1
    } else {
        0
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![5.0, 1.0, 100.0]), 5.0);
        assert_eq!(median(vec![4.0, 1.0, 100.0, 2.0]), 3.0);
        assert_eq!(median(vec![7.0]), 7.0);
    }

    #[test]
    fn figures_have_three_digits() {
        assert_eq!(format_nanos(1.234), "1.23 ns");
        assert_eq!(format_nanos(12_345.0), "12.3 µs");
        assert_eq!(format_nanos(234_500_000.0), "234 ms");
        assert_eq!(format_nanos(61e9), "61.0 s");
        assert_eq!(format_rate(22_300_000.0), "22.3 M");
        assert_eq!(format_rate(556_000.0), "556 k");
        assert_eq!(format_rate(538e6), "538 M");
        assert_eq!(three_digits(9.999), "10.0");
    }

    #[test]
    fn work_is_done_and_divided_by_its_units() {
        let mut calls = 0;
        let effort = Effort { repetitions: 3, at_least: Duration::from_micros(200) };
        let nanos = nanos_per_unit(effort, || {
            calls += 1;
            std::thread::sleep(Duration::from_micros(100));
            10
        });
        assert!(calls >= 4);
        // A sleep may last longer than asked, never shorter.
        assert!(nanos >= 10_000.0, "{nanos}");
    }

    #[test]
    fn kinds_of_work_take_turns() {
        let effort = Effort { repetitions: 2, at_least: Duration::ZERO };
        let mut turns = Vec::new();
        let nanos = nanos_side_by_side::<3>(
            effort,
            |n| {
                turns.push(n);
                1
            },
            || true,
        );
        assert!(nanos.is_some());
        // Once to warm up, then twice to measure.
        assert_eq!(turns, [0, 0, 1, 1, 2, 2, 0, 1, 2]);
        let mut left = 1;
        let stopped = nanos_side_by_side::<1>(
            effort,
            |_| 1,
            || {
                left -= 1;
                left >= 0
            },
        );
        assert_eq!(stopped, None);
    }

    #[test]
    fn a_listener_can_stop() {
        let mut received = Vec::new();
        let mut listen = |p: StepProgress<'_>| {
            received.push((p.done, p.next.to_string()));
            p.done < 1
        };
        let mut steps = Steps::new(3, &mut listen);
        assert_eq!(steps.take("a", || 1), Some(1));
        assert_eq!(steps.take("b", || 2), None);
        assert_eq!(received, [(0, "a".into()), (1, "b".into())]);
    }
}
