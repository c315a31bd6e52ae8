//! The strengths of features: a table learnt from games of the engine with itself (`learn`).
//!
//! The chance of a move is the product of the strengths of its features, divided by the sum of such products over all
//! moves. A feature that is not in the table has strength 1. Playouts look at the eight cells around a move alone:
//! their strengths are learnt apart. The table is text, a feature a line:
//!
//! ```text
//! capture 4 12.5
//! shape 3f2a9c01 .42
//! cells 0520 8.18
//! ```

use crate::features::{Group, Levels, MOST_LEVELS, SHAPES};
use crate::pattern;
use std::sync::LazyLock;
use tengen_board::Color;

/// Strengths of levels and shapes.
pub(crate) struct Strengths {
    levels: [[f32; MOST_LEVELS]; Group::ALL.len()],
    shapes: ShapeTable,
    /// For black and white to move, the weight in playouts of each code of the eight cells around a move: strength
    /// times [`UNIT`].
    cells: Box<[[u16; 65536]; 2]>,
}

/// The weight of strength 1 in playouts.
pub(crate) const UNIT: u32 = 64;

/// The table that the engine plays with.
pub(crate) static LEARNT: LazyLock<Strengths> = LazyLock::new(|| {
    // A test reads it, so it has no faults.
    Strengths::parse(include_str!("../data/strengths.txt")).unwrap_or_else(|_| Strengths::none())
});

impl Strengths {
    /// Every feature has strength 1.
    pub(crate) fn none() -> Strengths {
        Strengths {
            levels: [[1.0; MOST_LEVELS]; Group::ALL.len()],
            shapes: ShapeTable::with_room(0),
            cells: Box::new([[UNIT as u16; 65536]; 2]),
        }
    }

    /// Reads a table; an error has the line and what would be right.
    pub(crate) fn parse(text: &str) -> Result<Strengths, String> {
        let mut strengths = Strengths { shapes: ShapeTable::with_room(text.lines().count()), ..Self::none() };
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fault = |right: &str| format!("line {}: {line:?} is no {right}", n + 1);
            let words: Vec<&str> = line.split_whitespace().collect();
            let &[group, feature, strength] = words.as_slice() else {
                return Err(fault("group, feature and strength"));
            };
            let strength: f32 = strength.parse().map_err(|_| fault("feature with a number"))?;
            if !(strength > 0.0 && strength < 1e6) {
                return Err(fault("strength above 0 and below a million"));
            }
            if group == "shape" {
                let key = u32::from_str_radix(feature, 16)
                    .map_err(|_| fault("shape with a key of 8 hex digits"))?;
                strengths.shapes.set(key, strength);
                continue;
            }
            if group == "cells" {
                let code =
                    u16::from_str_radix(feature, 16).map_err(|_| fault("code of cells in 4 hex digits"))?;
                let weight = (strength * UNIT as f32).round().clamp(1.0, 2000.0) as u16;
                strengths.set_cells(code, weight);
                continue;
            }
            let group = Group::ALL.into_iter().find(|known| known.name() == group);
            let group = group.ok_or_else(|| fault("known group of features"))?;
            let level = feature.parse().ok().filter(|&level: &usize| level > 0 && level < group.levels());
            let level = level.ok_or_else(|| fault("level of this group"))?;
            strengths.levels[group as usize][level] = strength;
        }
        Ok(strengths)
    }

    /// The weights of codes in playouts for the side to move.
    #[inline]
    pub(crate) fn weights(&self, color: Color) -> &[u16; 65536] {
        &self.cells[color.index()]
    }

    /// Sets the weight of a code of black to move, in all its symmetries and both colours.
    fn set_cells(&mut self, code: u16, weight: u16) {
        pattern::for_each_image(code, |image, color| self.cells[color.index()][usize::from(image)] = weight);
    }

    /// The product of the strengths of a move's features.
    pub(crate) fn of(&self, levels: &Levels, keys: &[u32; SHAPES]) -> f32 {
        let mut product = 1.0;
        for (group, &level) in self.levels.iter().zip(levels) {
            product *= group[usize::from(level) % MOST_LEVELS];
        }
        for &key in keys {
            product *= self.shapes.get(key);
        }
        product
    }
}

/// A hash table from the key of a shape to its strength. A strength of 0 marks a free slot.
struct ShapeTable {
    slots: Vec<(u32, f32)>,
}

impl ShapeTable {
    fn with_room(shapes: usize) -> ShapeTable {
        ShapeTable { slots: vec![(0, 0.0); (2 * shapes).next_power_of_two().max(2)] }
    }

    /// The slot of the key, or the free one where it belongs.
    fn slot(&self, key: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        while self.slots[slot].1 != 0.0 && self.slots[slot].0 != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn set(&mut self, key: u32, strength: f32) {
        let slot = self.slot(key);
        self.slots[slot] = (key, strength);
    }

    fn get(&self, key: u32) -> f32 {
        let strength = self.slots[self.slot(key)].1;
        if strength == 0.0 { 1.0 } else { strength }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_engine_is_whole() {
        let strengths = Strengths::parse(include_str!("../data/strengths.txt")).unwrap();
        let of = |group: Group, level: usize| strengths.levels[group as usize][level];
        // What a Go player knows: captures of stones that could escape, and answers to an atari, are likely moves; bad
        // self-ataris and moves on the first line are not.
        assert!(of(Group::Capture, 4) > 3.0 * of(Group::SelfAtari, 2));
        assert!(of(Group::Save, 3) > of(Group::Save, 1));
        assert!(of(Group::Line, 3) > of(Group::Line, 1));
        // In playouts a cut between two stones is likelier than a move away from all stones.
        let cut = 0b01_10_10_01; // Own stones left and below, the opponent's right and above.
        assert!(strengths.weights(Color::Black)[cut] > strengths.weights(Color::Black)[0]);
        assert!(strengths.shapes.slots.iter().filter(|slot| slot.1 > 0.0).count() > 500);
    }

    #[test]
    fn a_fault_is_named_with_its_line() {
        for (text, part) in [
            ("capture 1 2.0\nsavory 1 2.0", "line 2: \"savory 1 2.0\" is no known group"),
            ("capture 40 1", "is no level of this group"),
            ("capture 0 1", "is no level of this group"),
            ("shape xyz 1", "8 hex digits"),
            ("cells 12345 1", "code of cells in 4 hex digits"),
            ("save 1 -2", "strength above 0"),
            ("save 1 NaN", "strength above 0"),
            ("save 1", "group, feature and strength"),
        ] {
            let fault = Strengths::parse(text).err().unwrap();
            assert!(fault.contains(part), "{fault}");
        }
    }

    #[test]
    fn strengths_multiply() {
        let strengths = Strengths::parse("capture 1 2.0\nlast 2 3\nshape 0000002a 0.5\n").unwrap();
        let mut levels = [0; Group::ALL.len()];
        assert_eq!(strengths.of(&levels, &[1, 2, 3, 4, 5]), 1.0);
        (levels[Group::Capture as usize], levels[Group::Last as usize]) = (1, 2);
        assert_eq!(strengths.of(&levels, &[1, 2, 0x2a, 4, 5]), 3.0);
    }
}
