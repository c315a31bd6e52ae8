//! What the playouts of a search add up to, beside the nodes of its tree: each thread has its own, added at the end.

use super::Tree;
use tengen_games::Game;

/// Sums over playouts from one position.
#[derive(Clone)]
pub(crate) struct Totals {
    pub(super) playouts: u64,
    /// For each point, in reading order, the playouts that black owned less those that white owned.
    pub(super) ownership: Vec<i32>,
    /// The margins of the playouts through each of the root's moves.
    pub(super) margins: Margins,
}

impl Totals {
    /// No playouts of this tree.
    pub(crate) fn new(tree: &Tree) -> Totals {
        let (area, bonus) = (tree.position().board().size().area(), tree.position().rules().white_bonus());
        let margins = Margins::new(tree.root().children().len(), area, bonus);
        Totals { playouts: 0, ownership: vec![0; area], margins }
    }

    /// Adds those of another thread, with the same root.
    pub(crate) fn add(&mut self, other: &Totals) {
        for (own, other) in self.ownership.iter_mut().zip(&other.ownership) {
            *own += other;
        }
        self.margins.add_all(&other.margins);
        self.playouts += other.playouts;
    }

    /// Playouts that its ownership is the mean of.
    pub(crate) fn playouts(&self) -> u64 {
        self.playouts
    }

    /// The mean owner of each point over all playouts, from 1 (always black) to −1 (always white), in reading order.
    pub(crate) fn ownership(&self) -> Vec<f32> {
        self.ownership.iter().map(|&sum| sum as f32 / self.playouts.max(1) as f32).collect()
    }
}

/// How often each margin came about, for each of the root's moves.
#[derive(Clone, Default)]
pub(super) struct Margins {
    /// For each move a count for each margin.
    counts: Vec<u32>,
    /// Margins from one side's whole board to the other's, twice: prisoners count too.
    width: usize,
    /// Black's margin without this is a whole number.
    bonus: f32,
}

impl Margins {
    pub(super) fn new(moves: usize, area: usize, bonus: f32) -> Margins {
        let width = 4 * area + 1;
        Margins { counts: vec![0; moves * width], width, bonus }
    }

    pub(super) fn add(&mut self, n: usize, margin: f32) {
        let middle = self.width as i64 / 2;
        let bin = ((margin + self.bonus).round() as i64 + middle).clamp(0, 2 * middle);
        self.counts[n * self.width + bin as usize] += 1;
    }

    pub(super) fn add_all(&mut self, other: &Margins) {
        for (own, other) in self.counts.iter_mut().zip(&other.counts) {
            *own += other;
        }
    }

    /// Black's margins after the move, from the lowest on, each with the number of playouts that ended so.
    pub(super) fn of(&self, n: usize) -> impl Iterator<Item = (f32, u32)> {
        let (middle, bonus) = ((self.width / 2) as f32, self.bonus);
        let counts = &self.counts[n * self.width..][..self.width];
        counts.iter().enumerate().map(move |(bin, &count)| (bin as f32 - middle - bonus, count))
    }

    /// The median of black's margins after the move; `None` without playouts. Between two values it is their mean, or 0
    /// if one side wins with the one and the other side with the other.
    pub(super) fn median(&self, n: usize) -> Option<f32> {
        let total: u64 = self.of(n).map(|(_, count)| u64::from(count)).sum();
        let at = |rank: u64| {
            let mut seen = 0;
            let found = self.of(n).find(|&(_, count)| {
                seen += u64::from(count);
                seen > rank
            });
            found.map_or(0.0, |(margin, _)| margin)
        };
        if total == 0 {
            return None;
        }
        let (low, high) = (at((total - 1) / 2), at(total / 2));
        Some(if low < 0.0 && high > 0.0 { 0.0 } else { (low + high) / 2.0 })
    }
}
