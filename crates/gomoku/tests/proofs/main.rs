//! Certificates: written and read back, right ones accepted, wrong ones refused, broken ones told.

mod brute;
mod files;
mod judged;
