//! The moves of a game so far.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// The plies of a game, the first one first. A copy keeps its capacity for the rest of the game, so that playing
/// never allocates.
#[derive(Debug)]
pub(crate) struct History<T>(Vec<T>);

impl<T> History<T> {
    /// No plies yet, with the capacity for so many.
    pub(crate) fn new(plies: usize) -> History<T> {
        History(Vec::with_capacity(plies))
    }
}

impl<T: Clone> Clone for History<T> {
    fn clone(&self) -> History<T> {
        let mut plies = Vec::with_capacity(self.0.capacity());
        plies.extend_from_slice(&self.0);
        History(plies)
    }
}

impl<T> Deref for History<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for History<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
