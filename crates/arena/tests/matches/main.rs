//! Whole matches between engines inside, and what is made of their results. Nothing here depends on how fast the machine is.

mod clocks;
mod engines;
mod opening_files;
mod strength;
mod suites;
mod tournaments;
