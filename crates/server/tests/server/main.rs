//! Tests of a whole server through its port.

mod api;
mod attacks;
mod clocks;
mod common;
mod contract;
mod engines;
mod library;
mod library_file;
mod matches;
mod page;
mod players;
mod pondering;
mod programs;
mod registering;
mod traditional;
