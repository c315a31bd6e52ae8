//! Certificates: written and read back; valid ones accepted, false ones refused, broken files reported by line.

mod binary;
mod brute;
mod files;
mod second;
mod verdicts;
