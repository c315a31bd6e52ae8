//! Late moves: how many a node tries, and how much less deep.
//!
//! A move that comes late in the order is hardly ever the best. Near the leaves the last are left out; elsewhere they are searched less
//! deep at first, and again if they surprise. What spares a move, and what makes it suspect, is what the strongest open engines found
//! to pay (Stockfish, Rapfi); the numbers are in [`Params`](super::Params).

use super::params::Params;
use super::worker::{ONE, Worker};
use crate::rule::Rule;
use crate::spots::Spot;
use crate::threat::Threat;

/// A move that makes or stops at least this much is never thought trivial.
const WEIGHTY: Threat = Threat::TwoTwo;

/// What is known of a node when a late move of it is weighed.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) pv: bool,
    pub(super) was_pv: bool,
    /// Whether a cut is expected.
    pub(super) cut: bool,
    /// Whether the evaluation is better than two plies ago.
    pub(super) improving: bool,
    /// Whether a five or an open four must be stopped.
    pub(super) stopping: bool,
}

/// A late move.
#[derive(Clone, Copy)]
pub(super) struct Late {
    pub(super) spot: Spot,
    /// Its number in the order, 1 for the first.
    pub(super) tried: usize,
    /// What it makes, and what it keeps the opponent from making.
    pub(super) own: Threat,
    pub(super) other: Threat,
}

impl Node {
    /// How many moves are tried.
    pub(super) fn most(&self, p: &Params) -> i32 {
        let plies = self.depth / ONE;
        let most = p.late_base + (p.late_ply + p.late_square * plies) * plies / 16;
        if self.improving { most } else { most * p.late_worse / 100 }
    }
}

impl<R: Rule> Worker<'_, R> {
    /// By how much a late move is searched less deep, before it is played; `width` is that of the node's window.
    pub(super) fn less_deep(&self, node: Node, mv: Late, width: i32) -> i32 {
        let p = &self.params;
        let Late { spot, tried, own, other } = mv;
        let us = self.position.to_move();
        let mut less = reduction(node.depth, tried, p.late);
        if node.pv {
            // A window as wide as the root's asks for more care than one that is almost closed.
            less = (less - p.late_window * width / self.root_width.max(1)).max(0);
        } else if !node.improving {
            less += p.late_worse_more;
        }
        if node.was_pv {
            less -= p.late_was_pv;
        }
        let quiet = !node.stopping && own < Threat::Three;
        if node.cut && !(quiet && self.stack[node.ply].killers.contains(&spot)) {
            less += p.late_cut;
        }
        if own >= Threat::Three {
            less -= p.late_threat;
        } else if own < WEIGHTY && other < WEIGHTY {
            less += p.late_trivial;
        }
        let far_own = self.is_far(1, spot);
        if node.stopping {
            if other < Threat::Four {
                less += if self.is_far(0, spot) { p.far_other } else { 0 };
                less += if far_own { p.far_own } else { 0 };
            }
            less += p.late_stopping;
        } else if node.ply >= 2
            && self.stack[node.ply - 2].own >= Threat::Three
            && (own >= Threat::Three || (!far_own && own >= WEIGHTY))
        {
            less -= p.going_on;
        }
        less - (self.history.of(us, spot) - p.history_zero) * p.late_history / 4096
    }

    /// How much deeper than planned a move is searched that, searched less deep, was better than `alpha`.
    pub(super) fn deeper(&self, value: i32, alpha: i32, best: i32, deep: i32, shallow: i32) -> i32 {
        let p = &self.params;
        let plies = (deep - shallow) / ONE;
        let beats = |base: i32, ply: i32| i32::from(value > alpha + self.margin(base + ply * plies));
        let more = beats(p.deeper_base, p.deeper_ply) + beats(p.deeper_yet_base, p.deeper_yet_ply);
        let hardly = value < best + self.margin(deep / ONE) / 2;
        (more - i32::from(hardly)) * ONE
    }

    /// Whether a point is more than four rows or columns from the move `back` moves before the last.
    fn is_far(&self, back: usize, spot: Spot) -> bool {
        self.position.earlier_move(back).is_none_or(|from| {
            let (from, to) = (self.position.point(from), self.position.point(spot));
            from.row.abs_diff(to.row).max(from.col.abs_diff(to.col)) > 4
        })
    }
}

/// By how much the move tried as number `tried` is searched less deep, whatever it is.
pub(super) fn reduction(depth: i32, tried: usize, hundredths: i32) -> i32 {
    static LOG: std::sync::OnceLock<[i32; LOGS]> = std::sync::OnceLock::new();
    let log = LOG.get_or_init(sixteen_ln);
    let plies = ((depth / ONE) as usize).clamp(1, LOGS - 1);
    log[plies] * log[tried.min(LOGS - 1)] * hundredths / 1600
}

const LOGS: usize = 128;

/// 16 · ln n for each n, by integers alone, so that every machine finds the same; 0 for 0.
fn sixteen_ln() -> [i32; LOGS] {
    // ln n is the integral of 1/x from 1 to n: the sum of the areas of thin slices.
    const SLICES: u64 = 256;
    let mut sum = 0;
    std::array::from_fn(|n| {
        if n > 1 {
            let first = (n as u64 - 1) * SLICES;
            sum += (first..first + SLICES).map(|i| (1 << 40) / (2 * i + 1)).sum::<u64>();
        }
        ((sum * 32) >> 40) as i32
    })
}

#[cfg(test)]
mod tests {
    use super::super::worker::Kept;
    use super::*;
    use crate::position::Position;
    use crate::rule::Freestyle;
    use tengen_board::{Color, Point, Size};
    use tengen_engine::{Clock, Limits, Stop, Table};

    const NODE: Node = Node {
        ply: 4,
        depth: 10 * ONE,
        pv: false,
        was_pv: false,
        cut: false,
        improving: true,
        stopping: false,
    };

    #[test]
    fn deeper_nodes_try_more_moves_and_worse_ones_fewer() {
        let p = Params::default();
        for depth in ONE..20 * ONE {
            let node = Node { depth, ..NODE };
            assert!(node.most(&p) >= 1 && node.most(&p) <= Node { depth: depth + ONE, ..node }.most(&p));
            assert!(Node { improving: false, ..node }.most(&p) < node.most(&p));
        }
    }

    #[test]
    fn the_reduction_grows_with_the_depth_and_the_number() {
        let hundredths = Params::default().late;
        for plies in 2..30 {
            assert_eq!(reduction(plies * ONE, 1, hundredths), 0, "the first move is not late");
            for tried in 2..60 {
                let here = reduction(plies * ONE, tried, hundredths);
                assert!(here <= reduction((plies + 1) * ONE, tried, hundredths));
                assert!(here <= reduction(plies * ONE, tried + 1, hundredths));
                // The formula itself; either logarithm may be a sixteenth too small.
                let (a, b, share) =
                    (f64::from(plies).ln(), (tried as f64).ln(), f64::from(hundredths) / 100.0);
                let exact = a * b * share * f64::from(ONE);
                assert!((f64::from(here) - exact).abs() <= (a + b) * share + 1.0, "{here} for {exact}");
            }
        }
    }

    #[test]
    fn what_spares_a_move_and_what_makes_it_suspect() {
        let mut position = Position::<Freestyle>::new(Size::of(15, 15));
        let spot = |row, col| Size::of(15, 15).index(Point::new(row, col)) as Spot;
        for (row, col) in [(7, 7), (7, 9), (8, 7), (6, 8)] {
            position.play(spot(row, col));
        }
        let (table, mut kept) = (Table::new(1), Kept::new(Params::default()));
        let clock = Clock::start(&Limits::default(), &Stop::new());
        let mut worker = Worker::new(&mut position, &table, clock, &mut kept, 0);
        let (near, far) = (spot(8, 8), spot(14, 0));
        let plain = Late { spot: near, tried: 9, own: Threat::None, other: Threat::None };
        let usual = worker.less_deep(NODE, plain, 100);

        let sparing = [
            worker.less_deep(Node { was_pv: true, ..NODE }, plain, 100),
            worker.less_deep(NODE, Late { own: Threat::Three, ..plain }, 100),
            worker.less_deep(NODE, Late { other: Threat::Four, ..plain }, 100),
            worker.less_deep(NODE, Late { tried: 4, ..plain }, 100),
        ];
        assert!(sparing.iter().all(|&less| less < usual), "{sparing:?}, usually {usual}");
        let wide = worker.less_deep(Node { pv: true, ..NODE }, plain, 100);
        let narrow = worker.less_deep(Node { pv: true, ..NODE }, plain, 1);
        assert!(wide < narrow && narrow <= usual, "{wide}, {narrow}, usually {usual}");

        let suspect = [
            worker.less_deep(Node { improving: false, ..NODE }, plain, 100),
            worker.less_deep(Node { cut: true, ..NODE }, plain, 100),
            worker.less_deep(Node { stopping: true, ..NODE }, plain, 100),
        ];
        assert!(suspect.iter().all(|&less| less > usual), "{suspect:?}, usually {usual}");
        let stopping = Node { stopping: true, ..NODE };
        assert!(worker.less_deep(stopping, Late { spot: far, ..plain }, 100) > suspect[2], "far away");

        let cut = Node { cut: true, ..NODE };
        let of_cut = worker.less_deep(cut, plain, 100);
        worker.stack[NODE.ply].killers[0] = near;
        assert_eq!(
            worker.less_deep(cut, plain, 100),
            usual,
            "a killer is not suspect where a cut is expected"
        );
        worker.stack[NODE.ply].killers[0] = far;
        assert_eq!(worker.less_deep(cut, plain, 100), of_cut);

        let attack = Late { own: Threat::Three, ..plain };
        let alone = worker.less_deep(NODE, attack, 100);
        worker.stack[NODE.ply - 2].own = Threat::Three;
        assert!(worker.less_deep(NODE, attack, 100) < alone, "it goes on with the attack");
        worker.stack[NODE.ply - 2].own = Threat::None;

        worker.history.learn(Color::Black, near, None, 4000);
        assert!(worker.less_deep(NODE, plain, 100) < usual, "it has refuted others");
    }

    #[test]
    fn a_move_that_surprises_is_searched_deeper_the_more_it_surprises() {
        let mut position = Position::<Freestyle>::new(Size::of(15, 15));
        let (table, mut kept) = (Table::new(1), Kept::new(Params::default()));
        let clock = Clock::start(&Limits::default(), &Stop::new());
        let worker = Worker::new(&mut position, &table, clock, &mut kept, 0);
        let (alpha, deep, shallow) = (0, 8 * ONE, 5 * ONE);
        let more: Vec<i32> = (1..3000).map(|value| worker.deeper(value, alpha, 0, deep, shallow)).collect();
        assert!(more.is_sorted(), "more, never less");
        assert_eq!((more[0], more[2998]), (-ONE, 2 * ONE), "hardly better, and far better");
    }

    #[test]
    fn logarithms_are_right_to_a_sixteenth() {
        for (n, log) in sixteen_ln().into_iter().enumerate().skip(1) {
            let exact = 16.0 * (n as f64).ln();
            assert!((f64::from(log) - exact).abs() <= 1.0, "{n}");
        }
    }
}
