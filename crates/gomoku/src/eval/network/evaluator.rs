//! Keeps a network's sums for a search: worked out only where they are asked for, from the nearest position before.

use super::classes::WindowClasses;
use super::forward::{self, Four};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::{LAYER_ONE, Network, SECOND, Sums, WIDTH, policy};
use crate::board::Board;
use crate::board::lines::LINE_NEIGHBOURS;
use crate::board::rule_set::RuleSet;
use crate::board::squares::{SQUARE_SLOTS, Square};
use crate::eval::scored_move::ScoredMove;
use crate::eval::values::threat_index_of;
use std::sync::Arc;
use tengen_board::{AXES, Color};

/// What is kept of the points, in lists by point. Of a point with a stone, as it was before.
#[derive(Clone)]
struct Points {
    /// The sums of the vectors of their four windows.
    fours: Box<[Four; SQUARE_SLOTS]>,
    /// The classes of their windows.
    classes: Box<[[[u16; 2]; 4]; SQUARE_SLOTS]>,
}

/// A position on the way whose sums are known.
#[derive(Clone)]
#[repr(align(64))]
struct Known {
    sums: Sums,
    ply: usize,
    serial: u64,
    /// How many changes of points led here.
    changes: usize,
}

/// Which point changed, and of which class the window was before.
#[derive(Clone, Copy)]
struct Change {
    square: Square,
    axis: u8,
    class: [u16; 2],
}

/// A window that sees a stone: its point, its axis, and what it is now, in one number, which is quicker to clear than three.
#[derive(Clone, Copy)]
struct Seen(u64);

impl Seen {
    #[inline(always)]
    fn new(square: Square, axis: usize, window: u32) -> Seen {
        Seen(u64::from(window) << 32 | (axis as u64) << 16 | u64::from(square))
    }

    #[inline(always)]
    fn square(self) -> Square {
        self.0 as Square
    }

    #[inline(always)]
    fn axis(self) -> u8 {
        (self.0 >> 16) as u8
    }

    #[inline(always)]
    fn window(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// A network that follows one position through its moves.
#[derive(Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    classes: &'static WindowClasses,
    points: Points,
    /// Each the continuation of the one before.
    path: Vec<Known>,
    /// What is taken back with a position of the path; as many entries count as its last one says.
    changes: Box<[Change; CHANGES]>,
    /// For each change the sum of the point's vectors before it.
    before: Box<[Four; CHANGES]>,
}

/// As many changes as there is room for: those of 100 moves and more, as deep as a search goes. Where that is not enough, the way back is forgotten.
const CHANGES: usize = 1 << 12;

/// Room for the windows that a move changes, so much that a place can be cut to it by a mask.
const ROOM: usize = LINE_NEIGHBOURS.next_power_of_two();

impl Evaluator {
    /// A evaluator of `position` and all that is played from it, by the same object.
    pub fn new<R: RuleSet>(network: Arc<Network>, board: &Board<R>) -> Evaluator {
        let mut evaluator = Evaluator {
            classes: WindowClasses::of(network.variant()),
            points: Points {
                fours: Box::new([Four::ZERO; SQUARE_SLOTS]),
                classes: Box::new([[[0; 2]; 4]; SQUARE_SLOTS]),
            },
            path: Vec::with_capacity(128),
            changes: Box::new([Change { square: 0, axis: 0, class: [0; 2] }; CHANGES]),
            before: Box::new([Four::ZERO; CHANGES]),
            network,
        };
        evaluator.look(board);
        evaluator
    }

    /// Looks at every point anew.
    fn look<R: RuleSet>(&mut self, board: &Board<R>) {
        let mut sums = [0; 2 * WIDTH];
        for square in board.empties() {
            let four = &mut self.points.fours[usize::from(square)];
            *four = Four::ZERO;
            for axis in AXES {
                let class = self.classes.of_window(board.window(square, axis));
                self.points.classes[usize::from(square)][axis as usize] = class;
                for (four, class) in four.0.chunks_exact_mut(WIDTH).zip(class) {
                    let vector = &self.network.vectors[usize::from(class)].0;
                    four.iter_mut().zip(vector).for_each(|(four, x)| *four = four.wrapping_add(*x));
                }
            }
            let mut change = Four::ZERO;
            forward::join(four, &mut change);
            add(&mut sums, &change);
        }
        self.path.clear();
        let ply = board.ply();
        self.path.push(Known { sums, ply, serial: board.serial(ply), changes: 0 });
    }

    /// What the network adds for the side to move, as a logit in 1/256.
    #[inline]
    pub fn evaluate<R: RuleSet>(&mut self, board: &Board<R>) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = Avx512::detect() {
            return avx512.evaluate(self, board);
        } else if let Some(avx2) = Avx2::detect() {
            return avx2.evaluate(self, board);
        }
        self.evaluate_by(forward::Plain, board)
    }

    #[inline(always)]
    pub(super) fn evaluate_by<R: RuleSet, K: forward::Kernel>(&mut self, kernel: K, board: &Board<R>) -> i32 {
        self.follow(kernel, board);
        let Some(known) = self.path.last() else { return 0 };
        self.network.logit(kernel, &known.sums, board.to_move(), threat_index_of(board))
    }

    /// Adds to what moves promise, in the unit of the order of moves, what the network tells of them: points of the position that are
    /// empty, each with what it promises without.
    #[inline]
    pub(crate) fn prefer<R: RuleSet>(&mut self, board: &Board<R>, moves: &mut [ScoredMove]) {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = Avx512::detect() {
            return avx512.prefer(self, board, moves);
        } else if let Some(avx2) = Avx2::detect() {
            return avx2.prefer(self, board, moves);
        }
        self.prefer_by(forward::Plain, board, moves);
    }

    #[inline(always)]
    pub(super) fn prefer_by<R: RuleSet, K: forward::Kernel>(
        &mut self,
        kernel: K,
        board: &Board<R>,
        moves: &mut [ScoredMove],
    ) {
        self.follow(kernel, board);
        let Some(known) = self.path.last() else { return };
        let mover = board.to_move();
        let table = Network::table(self.network.variant, mover);
        let policy = &self.network.policies[table];
        let hidden = forward::hidden(kernel, &self.network.heads[table], &known.sums, mover);
        let weights = policy.weights(kernel, &hidden);
        let last = policy::last_moves(board);
        let vectors = &self.network.windows[..];
        for mv in moves {
            let square = mv.square();
            let classes = &self.points.classes[usize::from(square) % SQUARE_SLOTS];
            // Written out: what a closure holds is not always compiled for the caller's instructions.
            let window = |axis: usize| &vectors[usize::from(classes[axis][mover.index()])];
            let windows = [window(0), window(1), window(2), window(3)];
            let to = board.point(square);
            let places = [policy::place(last[0], to), policy::place(last[1], to)];
            mv.add(policy.score(&weights, windows, policy::threats_at(board, square), places));
        }
    }

    /// Goes back to the last board that both ways have in common, and from there to the board.
    #[inline(always)]
    fn follow<R: RuleSet, K: forward::Kernel>(&mut self, kernel: K, board: &Board<R>) {
        let now = board.ply();
        let Evaluator { network, classes, points, path, changes, before } = self;
        while let Some(known) = path.last()
            && (known.ply > now || known.serial != board.serial(known.ply))
        {
            let to = known.changes;
            path.pop();
            let from = path.last().map_or(0, |known| known.changes);
            for (change, four) in changes[from..to].iter().zip(&before[from..to]).rev() {
                let square = usize::from(change.square) % SQUARE_SLOTS;
                points.fours[square] = *four;
                points.classes[square][usize::from(change.axis) % 4] = change.class;
            }
        }
        let Some(known) = path.last() else { return self.look(board) };
        if known.ply == now {
            return;
        }
        let mut made = known.changes;
        let mut sums = known.sums;
        let stones = board.stones_since(known.ply);
        if made + stones.clone().count() * LINE_NEIGHBOURS > CHANGES {
            return self.look(board);
        }
        for stone in stones.clone() {
            let mut change = Four::ZERO;
            forward::leave(&points.fours[usize::from(stone) % SQUARE_SLOTS], &mut change);
            add(&mut sums, &change);
        }
        let vectors = &network.vectors[..];
        for stone in stones {
            // Listed first: what a closure holds is not always compiled for the caller's instructions.
            let mut seen = [Seen(0); ROOM];
            let mut count = 0;
            board.windows_around(stone, |square, axis, window| {
                seen[count % ROOM] = Seen::new(square, axis, window);
                count += 1;
            });
            // A stone is seen from 40 points at most, which change by 255 each: no overflow.
            let mut change = Four::ZERO;
            for seen in &seen[..count] {
                let (square, axis) = (seen.square(), seen.axis());
                let at = usize::from(square) % SQUARE_SLOTS;
                let class = &mut points.classes[at][usize::from(axis) % 4];
                let new = classes.of_window(seen.window());
                if *class != new {
                    let old = std::mem::replace(class, new);
                    let four = &mut points.fours[at];
                    before[made % CHANGES] = *four;
                    changes[made % CHANGES] = Change { square, axis, class: old };
                    made += 1;
                    let from = [&vectors[usize::from(old[0])], &vectors[usize::from(old[1])]];
                    let to = [&vectors[usize::from(new[0])], &vectors[usize::from(new[1])]];
                    kernel.exchange(four, from, to, &mut change);
                }
            }
            add(&mut sums, &change);
        }
        path.push(Known { sums, ply: now, serial: board.serial(now), changes: made });
    }

    /// The classes of the windows of an empty point of the position judged last, as the mover sees them.
    pub fn windows(&self, square: Square, mover: Color) -> [usize; 4] {
        self.points.classes[usize::from(square)].map(|class| class[mover.index()].into())
    }

    /// Goes to a position; the second hidden layer there.
    pub fn hidden<R: RuleSet>(&mut self, board: &Board<R>) -> [f32; SECOND] {
        self.follow(forward::Plain, board);
        let sums = self.path.last().map_or([0; 2 * WIDTH], |known| known.sums);
        let mover = board.to_move();
        let head = &self.network.heads[Network::table(self.network.variant, mover)];
        let units = forward::hidden(forward::Plain, head, &sums, mover);
        std::array::from_fn(|i| f32::from(units[i / 2][i % 2]) / LAYER_ONE as f32)
    }

    /// The sums of the position judged last, black's view first.
    #[cfg(test)]
    pub(super) fn sums(&self) -> Sums {
        self.path.last().map_or([0; 2 * WIDTH], |known| known.sums)
    }

    /// How many positions it could go back to.
    #[cfg(test)]
    pub(super) fn remembered(&self) -> usize {
        self.path.len()
    }
}

#[inline(always)]
fn add(sums: &mut Sums, change: &Four) {
    sums.iter_mut().zip(&change.0).for_each(|(sum, &change)| *sum += i32::from(change));
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Evaluator({:?})", self.network)
    }
}
