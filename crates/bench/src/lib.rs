//! The measurements behind `tengen bench`: each takes figures and returns them as a plain value with a table for people.
//!
//! - [`layouts`]: the five layouts of a board at eight tasks, as time and as a ratio to nested vectors.
//!
//! Every measurement warms up first, takes the median of several repetitions on one thread, and tells a listener how far
//! it has come; the listener can stop it, and what was measured is kept.

pub mod layouts;
mod measure;

pub use measure::{Effort, OnProgress, Progress};
