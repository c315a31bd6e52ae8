//! The classes of windows that a network distinguishes.
//!
//! A network reads a window by its *class*: the four points on either side, and the patterns that a stone of either
//! colour makes in the middle. A window and its mirror image are one class. In freestyle this is the whole window.
//! Under rules with longer windows, the fifth point counts only by the patterns that it changes.

use crate::board::pattern::PatternTable;
use crate::board::rule_set::RuleSet;
use crate::with_rule;
use std::sync::OnceLock;
use tengen_games::gomoku::Variant;

/// Points on either side that a class distinguishes.
const NEAR: usize = 4;

/// The classes of all windows of one variant.
#[derive(Debug)]
pub struct WindowClasses {
    half: usize,
    table: &'static PatternTable,
    /// For each window: its class as black sees it, and as white does.
    ids: Box<[[u16; 2]]>,
    /// For each class: both patterns, black's in the low half.
    patterns: Vec<u8>,
    /// True if black and white have vectors of their own.
    apart: bool,
}

impl WindowClasses {
    /// The classes of a variant. The first call builds them in some milliseconds.
    pub fn of(variant: Variant) -> &'static WindowClasses {
        static ALL: [OnceLock<WindowClasses>; Variant::ALL.len()] =
            [const { OnceLock::new() }; Variant::ALL.len()];
        ALL[variant as usize].get_or_init(|| {
            with_rule!(variant, R => WindowClasses::new(<R as RuleSet>::patterns(), R::HALF, super::Network::tables(variant) > 1))
        })
    }

    fn new(table: &'static PatternTable, half: usize, apart: bool) -> WindowClasses {
        let mut keys: Vec<u32> = table.windows().map(|window| key(table, window, half)).collect();
        keys.sort_unstable();
        keys.dedup();
        let class = |window| keys.binary_search(&key(table, window, half)).unwrap_or(0);
        let mut ids = vec![[0; 2]; table.len()].into_boxed_slice();
        for window in table.windows() {
            let own = class(window);
            let white = if apart { keys.len() + own } else { class(turned(window)) };
            ids[table.index(window)] = [own as u16, white as u16];
        }
        WindowClasses { half, table, ids, patterns: keys.iter().map(|&key| key as u8).collect(), apart }
    }

    /// Number of classes, in renju black's and white's together. Never 0.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.patterns.len() * if self.apart { 2 } else { 1 }
    }

    /// The pair of patterns of a class: a number below [`PATTERN_PAIRS`], plus [`PATTERN_PAIRS`] for white's classes of
    /// renju.
    pub fn patterns(&self, class: usize) -> usize {
        usize::from(self.patterns[class % self.patterns.len()]) + class / self.patterns.len() * PATTERN_PAIRS
    }

    /// The class of a window as black sees it, and as white does.
    #[inline(always)]
    pub fn of_window(&self, window: u32) -> [u16; 2] {
        self.ids[self.table.index(window)]
    }

    /// Points on either side of the middle of a window.
    pub fn half(&self) -> usize {
        self.half
    }
}

/// Number of pairs of patterns.
pub const PATTERN_PAIRS: usize = 256;

/// The window with the colours exchanged.
fn turned(window: u32) -> u32 {
    let (black, white) = (window & 0x5555_5555, window >> 1 & 0x5555_5555);
    white | black << 1
}

/// The key of a class: the near points of both sides, the smaller side first, and the patterns.
fn key(table: &PatternTable, window: u32, half: usize) -> u32 {
    let cell = |i: usize| window >> (2 * i) & 3;
    let below = (1..=NEAR).fold(0, |all, away| all << 2 | cell(half - away));
    let above = (1..=NEAR).fold(0, |all, away| all << 2 | cell(half + away));
    below.min(above) << 16 | below.max(above) << 8 | u32::from(table.both(window))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_a_window_and_its_mirror_image() {
        for variant in Variant::ALL {
            let classes = WindowClasses::of(variant);
            let half = classes.half;
            let mut seen = std::collections::BTreeMap::new();
            for window in classes.table.windows() {
                let mirrored = (0..=2 * half).fold(0, |all, i| all << 2 | window >> (2 * i) & 3);
                let class = classes.of_window(window);
                assert_eq!(class, classes.of_window(mirrored));
                assert!(class.iter().all(|&id| usize::from(id) < classes.len()));
                let near = window >> (2 * (half - NEAR)) & ((1 << (4 * NEAR + 2)) - 1);
                let turned_back = (0..=2 * NEAR).fold(0, |all, i| all << 2 | near >> (2 * i) & 3);
                let shown = (near.min(turned_back), classes.table.both(window));
                assert_eq!(
                    *seen.entry(class[0]).or_insert(shown),
                    shown,
                    "{variant}: one class, two windows"
                );
                if !classes.apart {
                    assert_eq!(classes.of_window(turned(window)), [class[1], class[0]]);
                }
            }
            let mut shown: Vec<_> = seen.into_values().collect();
            shown.sort_unstable();
            let all = shown.len();
            shown.dedup();
            assert_eq!(shown.len(), all, "{variant}: one window, two classes");
        }
    }
}
