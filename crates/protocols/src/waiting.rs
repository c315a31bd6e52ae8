//! Lines that wait for a move.

use std::collections::VecDeque;

/// Lines that came while the engine thinks and must be answered after its move, in order. Bounded, so that a flood costs no
/// memory.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
}

impl Waiting {
    /// The most that may wait, in bytes, each line counted with 64 bytes besides its own.
    pub const MAX_BYTES: usize = 16 << 20;

    /// Puts a line at the end; `false` where there is no more room, and the line is refused.
    #[must_use]
    pub fn push(&mut self, line: &[u8]) -> bool {
        let bytes = line.len() + 64;
        if self.bytes + bytes > Self::MAX_BYTES {
            return false;
        }
        self.bytes += bytes;
        self.lines.push_back(line.to_vec());
        true
    }

    /// Takes the oldest line.
    pub fn pop(&mut self) -> Option<Vec<u8>> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.len() + 64;
        Some(line)
    }

    /// Whether no line waits.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}
