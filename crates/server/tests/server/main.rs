//! A whole server, asked from outside over its port.

mod api;
mod attacks;
mod common;
mod contract;
mod engines;
mod library;
