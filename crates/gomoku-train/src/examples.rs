//! Positions for training the pattern weights, as counts of shapes.

/// The shapes that one colour can make at the empty points, with their counts now and before the last move together.
#[derive(Clone, Copy, Debug)]
pub struct Heap<'a> {
    /// Index of its table of weights.
    pub table: usize,
    /// Shapes and counts, each shape once.
    pub shapes: &'a [(u16, u16)],
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// The side to move.
    pub mover: Heap<'a>,
    /// The other side.
    pub opponent: Heap<'a>,
    /// The threats on the board, by [`threat_index`](tengen_gomoku::threat_index).
    pub threats: usize,
    /// The target: the mover's win probability, 0 to 1.
    pub target: f32,
}

/// Positions, stored one after the other.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    entries: Vec<(u16, u16)>,
    /// The ends of the mover's and the opponent's shapes, and their tables.
    ends: Vec<[(u32, u8); 2]>,
    threats: Vec<u16>,
    targets: Vec<f32>,
}

impl Examples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// True if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Adds a position: for the mover and the opponent the table, and the shapes of all empty points now and before the
    /// last move. Shape 0, which makes nothing, is left out.
    pub fn push(&mut self, heaps: [(u8, &mut Vec<u16>); 2], threats: usize, target: f32) {
        self.ends.push(heaps.map(|(table, shapes)| {
            shapes.sort_unstable();
            for same in shapes.chunk_by(|a, b| a == b).filter(|same| same[0] != 0) {
                self.entries.push((same[0], u16::try_from(same.len()).unwrap_or(u16::MAX)));
            }
            (self.entries.len() as u32, table)
        }));
        self.threats.push(threats as u16);
        self.targets.push(target);
    }

    /// The position at this index.
    pub fn get(&self, i: usize) -> Example<'_> {
        let start = if i == 0 { 0 } else { self.ends[i - 1][1].0 };
        let [(middle, first), (end, second)] = self.ends[i];
        let heap = |from: u32, to: u32, table: u8| Heap {
            table: usize::from(table),
            shapes: &self.entries[from as usize..to as usize],
        };
        Example {
            mover: heap(start, middle, first),
            opponent: heap(middle, end, second),
            threats: self.threats[i].into(),
            target: self.targets[i],
        }
    }
}
