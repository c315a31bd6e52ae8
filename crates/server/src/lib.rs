//! The board in the browser, served from this machine.
