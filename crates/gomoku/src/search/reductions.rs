//! Late move reductions and the move count limit.
//!
//! A move late in the order is rarely the best. Near the leaves the last ones are not searched; elsewhere they are
//! searched at a reduced depth first, and again if they beat alpha. The terms follow Stockfish and Rapfi; their numbers
//! are in [`Params`](super::Params).

use super::params::Params;
use super::tt::TtEntry;
use super::worker::{PLY, Worker};
use crate::board::rule_set::RuleSet;
use crate::board::squares::Square;
use crate::board::threat::Threat;

/// A move that makes or stops at least this is not trivial.
const NOT_TRIVIAL: Threat = Threat::TwoTwo;

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    pub(super) ply: usize,
    /// The depth left.
    pub(super) depth: i32,
    /// True on the principal variation.
    pub(super) pv: bool,
    /// True if the position was on a principal variation before.
    pub(super) was_pv: bool,
    /// True if the node is expected to fail high.
    pub(super) cut: bool,
    /// True if the static evaluation is better than two plies ago.
    pub(super) improving: bool,
    /// True if the opponent threatens a five or an open four.
    pub(super) stopping: bool,
    /// True if the opponent threatens a five.
    pub(super) five: bool,
    /// The static evaluation, or the table's value where that is a better bound; 0 against a five.
    pub(super) eval: i32,
    /// The move that a singular search leaves out, `NONE` elsewhere.
    pub(super) excluded: Square,
    pub(super) tt_entry: Option<TtEntry>,
    /// The table move, `NONE` if there is none.
    pub(super) tt_move: Square,
}

/// A move in the order of its node.
#[derive(Clone, Copy)]
pub(super) struct MoveInfo {
    pub(super) square: Square,
    /// Its number in the order, 1 for the first.
    pub(super) number: usize,
    /// What it makes, and what it keeps the opponent from making.
    pub(super) own: Threat,
    pub(super) other: Threat,
}

impl NodeContext {
    /// The number of moves to search.
    pub(super) fn move_count_limit(&self, p: &Params) -> i32 {
        let plies = self.depth / PLY;
        let limit = p.late_base + (p.late_ply + p.late_square * plies) * plies / 16;
        if self.improving { limit } else { limit * p.late_worse / 100 }
    }
}

impl<R: RuleSet> Worker<'_, R> {
    /// The reduction of a late move, before it is played; `width` is that of the node's window.
    pub(super) fn reduction(&self, node: &NodeContext, mv: MoveInfo, width: i32) -> i32 {
        let p = &self.params;
        let MoveInfo { square, number, own, other } = mv;
        let us = self.board.to_move();
        let mut reduction = base_reduction(node.depth, number, p.late);
        // Reduce less on the principal variation, the less the closer the window is to that of the root.
        if node.pv {
            reduction = (reduction - p.late_window * width / self.root_width.max(1)).max(0);
        } else if !node.improving {
            reduction += p.late_worse_more;
        }
        // Reduce less if the position was on a principal variation.
        if node.was_pv {
            reduction -= p.late_was_pv;
        }
        // Reduce more at expected cut nodes, except for killers.
        let quiet = !node.stopping && own < Threat::Three;
        if node.cut && !(quiet && self.stack[node.ply].killers.contains(&square)) {
            reduction += p.late_cut;
        }
        // Reduce less for threats, more for trivial moves.
        if own >= Threat::Three {
            reduction -= p.late_threat;
        } else if own < NOT_TRIVIAL && other < NOT_TRIVIAL {
            reduction += p.late_trivial;
        }
        let far_own = self.is_far(1, square);
        if node.stopping {
            // Reduce more against an open four, above all far moves that do not stop it.
            if other < Threat::Four {
                reduction += if self.is_far(0, square) { p.far_other } else { 0 };
                reduction += if far_own { p.far_own } else { 0 };
            }
            reduction += p.late_stopping;
        } else if node.ply >= 2
            && self.stack[node.ply - 2].own >= Threat::Three
            && (own >= Threat::Three || (!far_own && own >= NOT_TRIVIAL))
        {
            // Reduce less for a move that continues an attack.
            reduction -= p.going_on;
        }
        // Reduce by history.
        reduction - (self.history.main_score(us, square) - p.history_zero) * p.late_history / 4096
    }

    /// The depth added to the full search of a move whose reduced search beat `alpha`.
    pub(super) fn deeper(&self, value: i32, alpha: i32, best: i32, depth: i32, reduced: i32) -> i32 {
        let p = &self.params;
        let plies = (depth - reduced) / PLY;
        let beats = |base: i32, ply: i32| i32::from(value > alpha + self.margin(base + ply * plies));
        let more = beats(p.deeper_base, p.deeper_ply) + beats(p.deeper_yet_base, p.deeper_yet_ply);
        let barely = value < best + self.margin(depth / PLY) / 2;
        (more - i32::from(barely)) * PLY
    }

    /// True if a square is more than four rows or columns from the move `back` moves before the last.
    fn is_far(&self, back: usize, square: Square) -> bool {
        self.board.earlier_move(back).is_none_or(|from| {
            let (from, to) = (self.board.point(from), self.board.point(square));
            from.row.abs_diff(to.row).max(from.col.abs_diff(to.col)) > 4
        })
    }
}

/// The reduction of the move with this number in the order, before the terms of the move: `hundredths` / 100 ·
/// ln(depth) · ln(number).
pub(super) fn base_reduction(depth: i32, number: usize, hundredths: i32) -> i32 {
    static LOG: std::sync::OnceLock<[i32; LOGS]> = std::sync::OnceLock::new();
    let log = LOG.get_or_init(sixteen_ln);
    let plies = ((depth / PLY) as usize).clamp(1, LOGS - 1);
    log[plies] * log[number.min(LOGS - 1)] * hundredths / 1600
}

const LOGS: usize = 128;

/// 16 · ln n for each n by integers alone, so that all machines agree; 0 for 0.
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
    use super::super::worker::{NONE, ThreadState};
    use super::*;
    use crate::board::rule_set::Freestyle;
    use crate::eval::values::Values;
    use tengen_board::{Color, Point, Size};
    use tengen_engine::{Clock, Limits, Stop, Table};

    const NODE: NodeContext = NodeContext {
        ply: 4,
        depth: 10 * PLY,
        pv: false,
        was_pv: false,
        cut: false,
        improving: true,
        stopping: false,
        five: false,
        eval: 0,
        excluded: NONE,
        tt_entry: None,
        tt_move: NONE,
    };

    #[test]
    fn deeper_nodes_try_more_moves_and_worse_ones_fewer() {
        let p = Params::default();
        for depth in PLY..20 * PLY {
            let node = NodeContext { depth, ..NODE };
            assert!(
                node.move_count_limit(&p) >= 1
                    && node.move_count_limit(&p)
                        <= NodeContext { depth: depth + PLY, ..node }.move_count_limit(&p)
            );
            assert!(
                NodeContext { improving: false, ..node }.move_count_limit(&p) < node.move_count_limit(&p)
            );
        }
    }

    #[test]
    fn the_reduction_grows_with_the_depth_and_the_number() {
        let hundredths = Params::default().late;
        for plies in 2..30 {
            assert_eq!(base_reduction(plies * PLY, 1, hundredths), 0, "the first move is not late");
            for tried in 2..60 {
                let here = base_reduction(plies * PLY, tried, hundredths);
                assert!(here <= base_reduction((plies + 1) * PLY, tried, hundredths));
                assert!(here <= base_reduction(plies * PLY, tried + 1, hundredths));
                // The formula itself; either logarithm may be a sixteenth too small.
                let (a, b, share) =
                    (f64::from(plies).ln(), (tried as f64).ln(), f64::from(hundredths) / 100.0);
                let exact = a * b * share * f64::from(PLY);
                assert!((f64::from(here) - exact).abs() <= (a + b) * share + 1.0, "{here} for {exact}");
            }
        }
    }

    #[test]
    fn what_spares_a_move_and_what_makes_it_suspect() {
        let values = Values::standard(Freestyle::VARIANT);
        let mut board = values.empty_board::<Freestyle>(Size::of(15, 15));
        let square = |row, col| Size::of(15, 15).index(Point::new(row, col)) as Square;
        for (row, col) in [(7, 7), (7, 9), (8, 7), (6, 8)] {
            board.play(square(row, col));
        }
        let (table, mut state) = (Table::new(1), ThreadState::new(Params::default()));
        let clock = Clock::start(&Limits::default(), &Stop::new());
        let mut worker = Worker::new(&mut board, &values, &table, clock, &mut state, 0);
        let (near, far) = (square(8, 8), square(14, 0));
        let plain = MoveInfo { square: near, number: 9, own: Threat::None, other: Threat::None };
        let usual = worker.reduction(&NODE, plain, 100);

        let sparing = [
            worker.reduction(&NodeContext { was_pv: true, ..NODE }, plain, 100),
            worker.reduction(&NODE, MoveInfo { own: Threat::Three, ..plain }, 100),
            worker.reduction(&NODE, MoveInfo { other: Threat::Four, ..plain }, 100),
            worker.reduction(&NODE, MoveInfo { number: 4, ..plain }, 100),
        ];
        assert!(sparing.iter().all(|&less| less < usual), "{sparing:?}, usually {usual}");
        let wide = worker.reduction(&NodeContext { pv: true, ..NODE }, plain, 100);
        let narrow = worker.reduction(&NodeContext { pv: true, ..NODE }, plain, 1);
        assert!(wide < narrow && narrow <= usual, "{wide}, {narrow}, usually {usual}");

        let suspect = [
            worker.reduction(&NodeContext { improving: false, ..NODE }, plain, 100),
            worker.reduction(&NodeContext { cut: true, ..NODE }, plain, 100),
            worker.reduction(&NodeContext { stopping: true, ..NODE }, plain, 100),
        ];
        assert!(suspect.iter().all(|&less| less > usual), "{suspect:?}, usually {usual}");
        let stopping = NodeContext { stopping: true, ..NODE };
        assert!(worker.reduction(&stopping, MoveInfo { square: far, ..plain }, 100) > suspect[2], "far away");

        let cut = NodeContext { cut: true, ..NODE };
        let of_cut = worker.reduction(&cut, plain, 100);
        worker.stack[NODE.ply].killers[0] = near;
        assert_eq!(
            worker.reduction(&cut, plain, 100),
            usual,
            "a killer is not suspect where a cut is expected"
        );
        worker.stack[NODE.ply].killers[0] = far;
        assert_eq!(worker.reduction(&cut, plain, 100), of_cut);

        let attack = MoveInfo { own: Threat::Three, ..plain };
        let alone = worker.reduction(&NODE, attack, 100);
        worker.stack[NODE.ply - 2].own = Threat::Three;
        assert!(worker.reduction(&NODE, attack, 100) < alone, "it goes on with the attack");
        worker.stack[NODE.ply - 2].own = Threat::None;

        worker.history.update(Color::Black, near, None, 4000);
        assert!(worker.reduction(&NODE, plain, 100) < usual, "it has refuted others");
    }

    #[test]
    fn a_move_that_surprises_is_searched_deeper_the_more_it_surprises() {
        let values = Values::standard(Freestyle::VARIANT);
        let mut board = values.empty_board::<Freestyle>(Size::of(15, 15));
        let (table, mut state) = (Table::new(1), ThreadState::new(Params::default()));
        let clock = Clock::start(&Limits::default(), &Stop::new());
        let worker = Worker::new(&mut board, &values, &table, clock, &mut state, 0);
        let (alpha, deep, shallow) = (0, 8 * PLY, 5 * PLY);
        let more: Vec<i32> = (1..3000).map(|value| worker.deeper(value, alpha, 0, deep, shallow)).collect();
        assert!(more.is_sorted(), "more, never less");
        assert_eq!((more[0], more[2998]), (-PLY, 2 * PLY), "hardly better, and far better");
    }

    #[test]
    fn logarithms_are_right_to_a_sixteenth() {
        for (n, log) in sixteen_ln().into_iter().enumerate().skip(1) {
            let exact = 16.0 * (n as f64).ln();
            assert!((f64::from(log) - exact).abs() <= 1.0, "{n}");
        }
    }
}
