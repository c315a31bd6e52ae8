//! Threads that stand by for work in pieces.
//!
//! A step of a batch may take no longer than a thread takes to wake up. So a thread that has done its part watches for
//! the next work for a while before it sleeps. The thread that calls begins at once, and waits only for threads that
//! have begun.

use std::any::Any;
use std::collections::VecDeque;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// How long a thread watches for work before it sleeps: longer than Python takes from one step to the next.
const WATCH: Duration = Duration::from_micros(100);

/// Work that any number of threads do together, each by one call with its number: 0 for the thread that calls.
type Work<'a> = &'a (dyn Fn(usize) + Sync);

/// Threads beside the one that calls.
pub(super) struct Pool {
    shared: Arc<Shared>,
    threads: usize,
}

/// A value with cache lines of its own: a thread that changes it does not take its neighbors from another thread.
#[repr(align(128))]
struct Apart<T>(T);

struct Shared {
    /// Grows with each work, under the lock, so that a thread sees the next one without it.
    count: Apart<AtomicU64>,
    /// Threads that are in the present work. It grows under the lock, while the work is there.
    inside: Apart<AtomicUsize>,
    state: Mutex<State>,
    /// There is work, or the end.
    called: Condvar,
}

#[derive(Default)]
struct State {
    /// The present work, while threads may begin it.
    work: Option<Work<'static>>,
    sleeping: usize,
    panic: Option<Box<dyn Any + Send>>,
    ended: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What thread number `n` does.
    fn stand_by(&self, n: usize, watch: Duration) {
        let mut seen = 0;
        loop {
            let start = Instant::now();
            while self.count.0.load(Ordering::Acquire) == seen && start.elapsed() < watch {
                (0..8).for_each(|_| spin_loop());
            }
            let mut state = self.lock();
            while self.count.0.load(Ordering::Acquire) == seen {
                state.sleeping += 1;
                state = self.called.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.sleeping -= 1;
            }
            seen = self.count.0.load(Ordering::Acquire);
            if state.ended {
                return;
            }
            let Some(work) = state.work else { continue };
            self.inside.0.fetch_add(1, Ordering::Relaxed);
            drop(state);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(n))) {
                self.lock().panic = Some(panic);
            }
            self.inside.0.fetch_sub(1, Ordering::Release);
        }
    }
}

/// The end of a work: no thread begins it any more, and those that are in it are waited for.
struct End<'a>(&'a Shared);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.lock().work = None;
        let start = Instant::now();
        while self.0.inside.0.load(Ordering::Acquire) > 0 {
            wait_since(start);
        }
    }
}

/// Waits a moment for another thread, which is waited for since `start`.
fn wait_since(start: Instant) {
    // Where there are fewer processors than threads, another one has to come in.
    if start.elapsed() < WATCH { spin_loop() } else { std::thread::yield_now() }
}

impl Pool {
    /// Starts so many threads. They end once the pool is dropped.
    ///
    /// # Errors
    /// If the system has no thread.
    pub(super) fn new(threads: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            count: Apart(AtomicU64::new(0)),
            inside: Apart(AtomicUsize::new(0)),
            state: Mutex::default(),
            called: Condvar::new(),
        });
        // Threads that have no processor of their own would keep others from working.
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let watch = if threads < processors { WATCH } else { Duration::ZERO };
        let pool = Pool { shared: Arc::clone(&shared), threads };
        for n in 1..=threads {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name("batch".into()).spawn(move || shared.stand_by(n, watch))?;
        }
        Ok(pool)
    }

    /// The threads that do a work: those of the pool, and the one that calls.
    pub(super) fn workers(&self) -> usize {
        self.threads + 1
    }

    /// Calls `work` on this thread, and on each thread of the pool that comes before this one is done with it.
    ///
    /// # Panics
    /// If `work` panics on any thread.
    fn run(&self, work: Work<'_>) {
        let shared = &*self.shared;
        // SAFETY: the reference is used by threads that take it from `state.work` and are counted in `inside`. `End`
        // takes it from there and waits for them before this function returns or unwinds, while `work` is borrowed.
        let lasting = unsafe { std::mem::transmute::<Work<'_>, Work<'static>>(work) };
        let mut state = shared.lock();
        state.work = Some(lasting);
        shared.count.0.fetch_add(1, Ordering::Release);
        let wake = state.sleeping > 0;
        drop(state);
        {
            let _end = End(shared);
            if wake {
                shared.called.notify_all();
            }
            work(0);
        }
        let panic = shared.lock().panic.take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // The threads are not waited for: after a fork there are none.
        let mut state = self.shared.lock();
        state.ended = true;
        self.shared.count.0.fetch_add(1, Ordering::Release);
        drop(state);
        self.shared.called.notify_all();
    }
}

/// Pieces of work that one thread begins with.
struct Share<T> {
    pieces: VecDeque<T>,
    checked: bool,
    /// Its thread has come, and will do what the others leave.
    begun: bool,
    /// So few pieces are left to a thread that has come.
    kept: usize,
}

impl<T> Share<T> {
    /// The last piece, for another thread.
    fn given_away(&mut self) -> Option<T> {
        if self.begun && self.pieces.len() <= self.kept { None } else { self.pieces.pop_back() }
    }
}

/// Does each piece of work: one after another without a pool. With one, each thread has its own share, the same in
/// every call, so that what it works on stays in its cache. A thread that is done takes from the end of the others'.
pub(super) fn in_pieces<T: Send>(
    pool: Option<&Pool>,
    pieces: impl Iterator<Item = T>,
    work: impl Fn(T) + Sync,
) {
    in_checked_pieces(pool, pieces, None::<fn(&T) -> bool>, work);
}

/// The same, once `fits` has found that every piece can be done; else none is done. Returns whether they all fit.
///
/// A thread checks its own share, so that the cache that worked on a piece in the last call reads it in this one. It
/// takes what another one has not begun, but leaves the last quarter to a thread that has come. To play some games
/// takes less time than to move them to another cache and back.
pub(super) fn in_checked_pieces<T: Send>(
    pool: Option<&Pool>,
    pieces: impl Iterator<Item = T>,
    fits: Option<impl Fn(&T) -> bool + Sync>,
    work: impl Fn(T) + Sync,
) -> bool {
    let all_fit = |pieces: &VecDeque<T>| fits.as_ref().is_none_or(|fits| pieces.iter().all(fits));
    let pieces: VecDeque<T> = pieces.collect();
    let Some(pool) = pool else {
        let fit = all_fit(&pieces);
        if fit {
            pieces.into_iter().for_each(work);
        }
        return fit;
    };
    let (workers, count) = (pool.workers(), pieces.len());
    let mut pieces = pieces.into_iter();
    let end = |n| count * n / workers;
    let share = |n| {
        let pieces: VecDeque<T> = pieces.by_ref().take(end(n + 1) - end(n)).collect();
        let kept = if fits.is_some() { pieces.len() / 4 } else { 0 };
        Apart(Mutex::new(Share { pieces, checked: fits.is_none(), begun: false, kept }))
    };
    let shares: Vec<Apart<Mutex<Share<T>>>> = (0..workers).map(share).collect();
    let lock = |n: usize| shares[n].0.lock().unwrap_or_else(PoisonError::into_inner);
    let unchecked = Apart(AtomicUsize::new(if fits.is_some() { workers } else { 0 }));
    let fit = AtomicBool::new(true);
    let check = |share: &mut Share<T>| {
        if !share.checked {
            if !all_fit(&share.pieces) {
                fit.store(false, Ordering::Relaxed);
            }
            share.checked = true;
            unchecked.0.fetch_sub(1, Ordering::Release);
        }
    };
    pool.run(&|own| {
        // A share that is locked is just being checked; one of a thread that has not come is checked by another.
        let start = Instant::now();
        for n in (0..workers).map(|n| (own + n) % workers).cycle() {
            if unchecked.0.load(Ordering::Acquire) == 0 {
                break;
            }
            match shares[n].0.try_lock() {
                Ok(mut share) => check(&mut share),
                Err(TryLockError::Poisoned(share)) => check(&mut share.into_inner()),
                Err(TryLockError::WouldBlock) => wait_since(start),
            }
        }
        if !fit.load(Ordering::Relaxed) {
            return;
        }
        lock(own).begun = true;
        while let Some(piece) = { lock(own).pieces.pop_front() } {
            work(piece);
        }
        for other in (1..workers).map(|n| (own + n) % workers) {
            while let Some(piece) = { lock(other).given_away() } {
                work(piece);
            }
        }
    });
    fit.into_inner()
}
