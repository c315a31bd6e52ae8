//! A whole server, asked from outside over its port.

mod api;
mod attacks;
mod clocks;
mod common;
mod contract;
mod engines;
mod library;
mod traditional;
