//! Proven positions, by the stones on their zones.
//!
//! A proof holds in every position that has the same stones on its zone and the same ko there. So what is proven once
//! needs no second proof where only other points differ. The positions are the leaves of a tree. Each inner node
//! divides them by the cell of one point, with a branch of its own for zones without that point.

use super::stones::Stones;
use super::zone::Zone;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color};

/// Positions in a leaf, above which it is divided.
const MOST_IN_LEAF: usize = 8;
/// The branch of a zone without the point.
const ELSEWHERE: usize = 3;

/// A position as far as a proof depends on it.
#[derive(Clone, Copy)]
struct Pattern {
    zone: Zone,
    black: Zone,
    white: Zone,
    ko: Option<usize>,
    n: u32,
}

impl Pattern {
    fn branch(&self, at: usize) -> usize {
        match () {
            () if !self.zone.contains(at) => ELSEWHERE,
            () if self.black.contains(at) => branch_of(Cell::Black),
            () if self.white.contains(at) => branch_of(Cell::White),
            () => branch_of(Cell::Empty),
        }
    }
}

fn branch_of(cell: Cell) -> usize {
    cell.color().map_or(0, |color| 1 + color.index())
}

enum Tree {
    Leaf(Vec<Pattern>),
    Inner(usize, Box<[Tree; 4]>),
}

/// Positions with the same side to move, each with a number of its proof.
pub(in crate::go) struct Patterns {
    tree: Tree,
    len: usize,
}

impl Default for Patterns {
    fn default() -> Patterns {
        Patterns { tree: Tree::Leaf(Vec::new()), len: 0 }
    }
}

impl Patterns {
    /// How many positions there are.
    pub(in crate::go) fn len(&self) -> usize {
        self.len
    }

    /// Adds a position with the zone of its proof.
    pub(in crate::go) fn insert(&mut self, stones: &Stones, zone: Zone, n: u32) {
        let [black, white] = [Color::Black, Color::White].map(|color| stones.set(color).and(&zone));
        let ko = stones.ko.filter(|&at| zone.contains(at));
        self.len += 1;
        self.tree.insert(Pattern { zone, black, white, ko, n }, stones.cells.len());
    }

    /// A proof that holds in this position, with its zone.
    pub(in crate::go) fn find(&self, stones: &Stones) -> Option<(u32, Zone)> {
        let [black, white] = [Color::Black, Color::White].map(|color| stones.set(color));
        let fits = |pattern: &&Pattern| {
            black.agrees(&pattern.black, &pattern.zone)
                && white.agrees(&pattern.white, &pattern.zone)
                && pattern.ko == stones.ko.filter(|&at| pattern.zone.contains(at))
        };
        let mut open = vec![&self.tree];
        while let Some(tree) = open.pop() {
            match tree {
                Tree::Inner(at, branches) => {
                    open.push(&branches[ELSEWHERE]);
                    open.push(&branches[branch_of(stones.cells[*at])]);
                }
                Tree::Leaf(patterns) => {
                    if let Some(pattern) = patterns.iter().rev().find(fits) {
                        return Some((pattern.n, pattern.zone));
                    }
                }
            }
        }
        None
    }
}

impl Tree {
    fn insert(&mut self, pattern: Pattern, area: usize) {
        match self {
            Tree::Inner(at, branches) => branches[pattern.branch(*at)].insert(pattern, area),
            Tree::Leaf(patterns) => {
                patterns.push(pattern);
                if patterns.len() > MOST_IN_LEAF && patterns.len().is_power_of_two() {
                    self.divide(area);
                }
            }
        }
    }

    /// Divides a leaf by the point that leaves the fewest positions together.
    fn divide(&mut self, area: usize) {
        let Tree::Leaf(patterns) = self else { return };
        let left = |at: usize| {
            let mut counts = [0; 4];
            patterns.iter().for_each(|pattern| counts[pattern.branch(at)] += 1);
            let [empty, black, white, elsewhere] = counts;
            elsewhere + empty.max(black).max(white)
        };
        let Some(at) = (0..area).min_by_key(|&at| left(at)) else { return };
        if left(at) == patterns.len() {
            return;
        }
        let mut branches = [const { Vec::new() }; 4];
        patterns.drain(..).for_each(|pattern| branches[pattern.branch(at)].push(pattern));
        *self = Tree::Inner(at, Box::new(branches.map(Tree::Leaf)));
    }
}
