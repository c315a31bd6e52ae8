//! Long work that Ctrl-C ends.

use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use tengen::engine::{SEARCH_STACK, Stop};

/// Time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Does `work` on another thread without the GIL. Ctrl-C raises the stop, and is the error once the work has ended.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let stop = Stop::new();
    let worker_stop = stop.clone();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (send, done) = channel();
            let spawned =
                std::thread::Builder::new().stack_size(SEARCH_STACK).spawn_scoped(scope, move || {
                    // The receiver waits until the thread has ended.
                    let _ = send.send(work(&worker_stop));
                });
            spawned.map_err(|e| crate::errors::engine("start", format!("the system has no thread: {e}")))?;
            let mut interrupt = None;
            loop {
                match done.recv_timeout(LOOK) {
                    Ok(value) => return interrupt.map_or(Ok(value), Err),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            stop.raise();
                            interrupt = Some(error);
                        }
                    }
                    // The thread ends without a value only by a panic, which the scope passes on.
                    Err(RecvTimeoutError::Disconnected) => return Err(crate::errors::poisoned()),
                }
            }
        })
    })
}
