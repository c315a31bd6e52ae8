//! Memory: how much a value takes, and how much there is.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::fs::read_to_string;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The system's allocator. It counts what one thread asks for and gives back while [`growth`] is at work.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    /// Its address names the thread.
    static THREAD: u8 = const { 0 };
}

/// The name of the thread that counts; 0 if there is none.
static COUNTING: AtomicUsize = AtomicUsize::new(0);
/// What it has counted, in bytes.
static COUNTED: AtomicIsize = AtomicIsize::new(0);

fn this_thread() -> usize {
    // At the end of a thread it has no name any more.
    THREAD.try_with(|mark| std::ptr::from_ref(mark).addr()).unwrap_or(0)
}

#[inline]
fn count(bytes: impl FnOnce() -> isize) {
    let counting = COUNTING.load(Ordering::Relaxed);
    if counting != 0 && counting == this_thread() {
        COUNTED.fetch_add(bytes(), Ordering::Relaxed);
    }
}

/// The bytes of an allocation with what an allocator keeps beside it.
fn whole(size: usize) -> isize {
    (size.saturating_add(8).next_multiple_of(16)) as isize
}

// SAFETY: every call is one of the system's allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(|| whole(layout.size()));
        // SAFETY: the caller keeps the promises of `GlobalAlloc`.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(|| whole(layout.size()));
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(|| -whole(layout.size()));
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(|| whole(size) - whole(layout.size()));
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}

/// Bytes of memory that `work` leaves allocated, with its result.
pub(crate) fn growth<T>(work: impl FnOnce() -> T) -> (T, usize) {
    /// Ends the count, after a panic too.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            COUNTING.store(0, Ordering::Relaxed);
        }
    }
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    COUNTED.store(0, Ordering::Relaxed);
    COUNTING.store(this_thread(), Ordering::Relaxed);
    let end = End;
    let value = work();
    drop(end);
    (value, COUNTED.load(Ordering::Relaxed).max(0) as usize)
}

/// Memory that is not there.
pub(crate) struct Lack {
    /// Bytes that are needed.
    pub(crate) need: u64,
    /// Bytes that there are, if the system says so.
    available: Option<u64>,
}

impl Lack {
    /// So many bytes are not there.
    pub(crate) fn of(need: u64) -> Lack {
        Lack { need, available: available() }
    }

    /// As `MemoryError`. `what` needs the memory.
    pub(crate) fn into_error(self, what: &str) -> PyErr {
        let need = text(self.need);
        let there = self.available.map_or_else(
            || "which the system does not have".into(),
            |bytes| format!("{} are available", text(bytes)),
        );
        PyMemoryError::new_err(format!("{what}: {need} of memory are needed, {there}"))
    }
}

/// A number of bytes, for people.
pub(crate) fn text(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1 << 20);
    if mib < 1024.0 { format!("{mib:.1} MiB") } else { format!("{:.1} GiB", mib / 1024.0) }
}

/// Whether so many bytes can be had, without the system ending a process for it.
///
/// # Errors
/// If they are more than what is available, or more than can be addressed.
pub(crate) fn check(need: u64) -> Result<(), Lack> {
    let lack = Lack::of(need);
    let fits = lack.available.is_none_or(|available| need <= available) && isize::try_from(need).is_ok();
    if fits { Ok(()) } else { Err(lack) }
}

/// Bytes that the system can still give: what is free or could be, within the limits of the process and of its control
/// group. `None` where the system has no `/proc`.
fn available() -> Option<u64> {
    let of_system = number(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:")? << 10;
    let limits = [of_addresses(), of_group()];
    Some(limits.into_iter().flatten().fold(of_system, u64::min))
}

/// The number after `name` in a file of the system.
fn number(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

/// What the limit of addresses leaves (`ulimit -v`).
fn of_addresses() -> Option<u64> {
    let most = number(&read_to_string("/proc/self/limits").ok()?, "Max address space")?;
    let used = number(&read_to_string("/proc/self/status").ok()?, "VmSize:")? << 10;
    Some(most.saturating_sub(used))
}

/// What the control groups of the process leave, such as that of a container.
fn of_group() -> Option<u64> {
    // The root of a group, its folder in it, and the names of what it has; what is cached can be given up.
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    let left = |line: &str| -> Option<u64> {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        let (root, most, used, cache) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"),
            _ if controllers.split(',').any(|name| name == "memory") => (
                "/sys/fs/cgroup/memory",
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
                "total_inactive_file",
            ),
            _ => return None,
        };
        let folder = format!("{root}{path}");
        // In a container the folder is often the root itself. A limit of a folder above it holds as well.
        let folders = std::path::Path::new(&folder).ancestors().take_while(|folder| folder.starts_with(root));
        folders
            .filter_map(|folder| {
                let read = |name: &str| read_to_string(folder.join(name)).ok();
                let most: u64 = read(most)?.trim().parse().ok()?;
                let used: u64 = read(used)?.trim().parse().ok()?;
                let cached = read("memory.stat").and_then(|stat| number(&stat, &format!("{cache} ")));
                Some(most.saturating_sub(used.saturating_sub(cached.unwrap_or(0))))
            })
            .min()
    };
    groups.lines().filter_map(left).min()
}
