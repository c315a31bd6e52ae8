//! Whole matches between built-in engines, and their results. Nothing here depends on the speed of the machine.

mod clocks;
mod counts;
mod engines;
mod opening_files;
mod pondering;
mod strength;
mod suites;
mod tournaments;
