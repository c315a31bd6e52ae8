//! Input that waits for the end of a search.

use crate::Input;
use std::collections::VecDeque;

/// Input that came during a search and must be handled after it, in order. The queue is bounded, so that a flood of
/// lines costs no memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting {
    queue: VecDeque<Input>,
    bytes: usize,
}

/// Limit of the queue in bytes, as [`size`] counts them.
const MAX_BYTES: usize = 16 << 20;

/// The memory that an input counts for.
fn size(input: &Input) -> usize {
    64 + if let Input::Line(line) = input { line.len() } else { 0 }
}

impl Waiting {
    /// Puts an input at the end. False if the queue is full; the input is refused then.
    #[must_use]
    pub(crate) fn push(&mut self, input: Input) -> bool {
        let bytes = self.bytes + size(&input);
        if bytes > MAX_BYTES {
            return false;
        }
        self.bytes = bytes;
        self.queue.push_back(input);
        true
    }

    /// Takes the oldest input.
    pub(crate) fn pop(&mut self) -> Option<Input> {
        let input = self.queue.pop_front()?;
        self.bytes -= size(&input);
        Some(input)
    }

    /// True if no input waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }
}
