//! A search on several threads: one leads, the others help through what they share.
//!
//! This is lazy SMP: every thread searches the same position by itself, and they share the transposition table alone.
//! So the leader's search is unchanged, and is the whole search on one thread.

use crate::Stop;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Most threads of a team.
pub const MOST_THREADS: usize = 256;

/// Runs `lead` on this thread, and `help` on `threads` − 1 others until `lead` has ended; then raises the helpers' flag
/// and waits for them. 0 and 1 thread both mean no helpers. At most [`MOST_THREADS`] are used, and no more than the
/// system gives.
///
/// `help` is called with its number, from 1, and the flag to obey; it returns the number of nodes that it visited.
/// Returns the result of `lead`, and the sum of the helpers' nodes.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// let visited = AtomicU64::new(0);
/// let (answer, helped) = tengen_engine::with_helpers(
///     3,
///     |number, stop| {
///         visited.fetch_add(1, Ordering::Relaxed);
///         while !stop.is_raised() {
///             std::thread::yield_now();
///         }
///         number as u64
///     },
///     || "found",
/// );
/// assert_eq!((answer, helped, visited.into_inner()), ("found", 1 + 2, 2));
/// ```
pub fn with_helpers<T>(
    threads: usize,
    help: impl Fn(usize, &Stop) -> u64 + Sync,
    lead: impl FnOnce() -> T,
) -> (T, u64) {
    let (stop, nodes) = (Stop::new(), AtomicU64::new(0));
    let found = thread::scope(|scope| {
        // Raised also if the leader panics: the scope waits for the helpers.
        let _raised = RaiseAtEnd(&stop);
        for number in 1..threads.min(MOST_THREADS) {
            let (help, stop, nodes) = (&help, &stop, &nodes);
            let helper = move || {
                nodes.fetch_add(help(number, stop), Ordering::Relaxed);
            };
            // If the system gives no more threads, the search uses those that there are.
            if thread::Builder::new().name(format!("helper {number}")).spawn_scoped(scope, helper).is_err() {
                break;
            }
        }
        lead()
    });
    (found, nodes.into_inner())
}

struct RaiseAtEnd<'a>(&'a Stop);

impl Drop for RaiseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn wait(_: usize, stop: &Stop) -> u64 {
        while !stop.is_raised() {
            thread::yield_now();
        }
        1
    }

    #[test]
    fn one_thread_has_no_helpers() {
        for threads in [0, 1] {
            assert_eq!(with_helpers(threads, |_, _| panic!("there are no helpers"), || 7), (7, 0));
        }
    }

    #[test]
    fn helpers_end_with_the_leader_however_it_ends() {
        assert_eq!(with_helpers(4, wait, || ()), ((), 3));
        let broken =
            catch_unwind(AssertUnwindSafe(|| with_helpers(4, wait, || panic!("the leader breaks down"))));
        assert!(broken.is_err());
    }

    #[test]
    fn a_helper_that_breaks_down_is_not_hidden() {
        let broken =
            catch_unwind(AssertUnwindSafe(|| with_helpers(2, |_, _| panic!("a helper breaks down"), || ())));
        assert!(broken.is_err());
    }
}
