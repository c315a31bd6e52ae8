//! The windows of lines that a network tells apart.
//!
//! A network does not look at a window bit by bit but at its *class*: the four points on either side and what a stone of either
//! colour would make in the middle, a window and its mirror image being the same. In freestyle that is all there is in a window; where the rules
//! make a window longer, the fifth point counts by the patterns that it changes.

use crate::board::pattern::PatternTable;
use crate::board::rule_set::RuleSet;
use crate::with_rule;
use std::sync::OnceLock;
use tengen_games::gomoku::Variant;

/// Points on either side that a class tells apart.
const NEAR: usize = 4;

/// The classes of all windows of one variant.
#[derive(Debug)]
pub(crate) struct Classes {
    half: usize,
    table: &'static PatternTable,
    /// By the number of the window: the class as black sees it, and as white does.
    ids: Box<[[u16; 2]]>,
    /// By class: both patterns, black's in the low half.
    patterns: Vec<u8>,
    /// Whether black and white have vectors of their own.
    apart: bool,
}

impl Classes {
    /// Those of a variant. Made at the first call, in some milliseconds.
    pub(crate) fn of(variant: Variant) -> &'static Classes {
        static ALL: [OnceLock<Classes>; Variant::ALL.len()] = [const { OnceLock::new() }; Variant::ALL.len()];
        ALL[variant as usize].get_or_init(|| {
            with_rule!(variant, R => Classes::new(<R as RuleSet>::patterns(), R::HALF, super::Network::tables(variant) > 1))
        })
    }

    fn new(table: &'static PatternTable, half: usize, apart: bool) -> Classes {
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
        Classes { half, table, ids, patterns: keys.iter().map(|&key| key as u8).collect(), apart }
    }

    /// How many classes there are, black's and white's together where they are apart.
    pub(crate) fn len(&self) -> usize {
        self.patterns.len() * if self.apart { 2 } else { 1 }
    }

    /// What a stone would make in the middle of a window of the class: a byte below [`PATTERNS`], and 256 more for white where colours are apart.
    pub(crate) fn patterns(&self, class: usize) -> usize {
        usize::from(self.patterns[class % self.patterns.len()]) + class / self.patterns.len() * PATTERNS
    }

    /// The class of a window as black sees it, and as white does.
    #[inline(always)]
    pub(crate) fn of_window(&self, window: u32) -> [u16; 2] {
        self.ids[self.table.index(window)]
    }

    /// Half of a window.
    pub(crate) fn half(&self) -> usize {
        self.half
    }
}

/// How many pairs of patterns [`Classes::patterns`] tells apart for one table.
pub(crate) const PATTERNS: usize = 256;

/// The window with the colours exchanged.
fn turned(window: u32) -> u32 {
    let (black, white) = (window & 0x5555_5555, window >> 1 & 0x5555_5555);
    white | black << 1
}

/// A number for all windows of a class: the near points of both sides, the smaller side first, and the patterns.
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
    fn mirrored_windows_are_of_one_class_and_other_windows_apart() {
        for variant in Variant::ALL {
            let classes = Classes::of(variant);
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
