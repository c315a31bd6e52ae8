//! Positions to learn from, as heaps of shapes.

/// What one colour could make at the empty points: shapes with how often each is there, now and before the last move together.
#[derive(Clone, Copy, Debug)]
pub struct Heap<'a> {
    /// Which table of vectors it is read by.
    pub table: usize,
    /// Shapes and counts, each shape once.
    pub shapes: &'a [(u16, u16)],
}

/// One position.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// The side to move.
    pub mover: Heap<'a>,
    /// The other side.
    pub opponent: Heap<'a>,
    /// Which threats are ready, as [`threat_index`](tengen_gomoku::threat_index) numbers them.
    pub threats: usize,
    /// The mover's chance to win that is to be learnt, 0 to 1.
    pub target: f32,
}

/// Many positions, one after the other in memory.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    entries: Vec<(u16, u16)>,
    /// Where the mover's heap and the opponent's end, and their tables.
    ends: Vec<[(u32, u8); 2]>,
    threats: Vec<u16>,
    targets: Vec<f32>,
}

impl Examples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Adds a position: for the mover and the opponent, the table and the shape of every empty point, now and before the last move. Shape 0, of which nothing
    /// can come, is left out.
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

    /// The position of this number.
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
