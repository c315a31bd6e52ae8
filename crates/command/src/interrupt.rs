//! Ctrl-C: the first one ends the work cleanly, the second at once.

use crate::fail::code;
use std::sync::OnceLock;
use tengen_engine::Stop;

static STOP: OnceLock<Stop> = OnceLock::new();

/// The flag that Ctrl-C raises. The handler is put in place at the first call.
pub(crate) fn stop() -> Stop {
    STOP.get_or_init(|| {
        let stop = Stop::new();
        let raised = stop.clone();
        // Without a handler (one is there already, or the system has none) Ctrl-C ends the program as usual.
        let _ = ctrlc::set_handler(move || {
            if raised.is_raised() {
                std::process::exit(i32::from(code::INTERRUPTED));
            }
            raised.raise();
        });
        stop
    })
    .clone()
}
