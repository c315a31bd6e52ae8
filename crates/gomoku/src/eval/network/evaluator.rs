//! The sums of a network for the board of a search. They are updated lazily, from the nearest earlier position.

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

/// The state of each square. That of a square with a stone is as it was before the stone.
#[derive(Clone)]
struct Points {
    /// The sums of the vectors of the four windows.
    fours: Box<[Four; SQUARE_SLOTS]>,
    /// The classes of the four windows.
    classes: Box<[[[u16; 2]; 4]; SQUARE_SLOTS]>,
}

/// A position on the path whose sums are known.
#[derive(Clone)]
#[repr(align(64))]
struct Known {
    sums: Sums,
    ply: usize,
    serial: u64,
    /// The number of changes up to this position.
    changes: usize,
}

/// A square whose window changed, and the class before.
#[derive(Clone, Copy)]
struct Change {
    square: Square,
    axis: u8,
    class: [u16; 2],
}

/// A window around a new stone: its square, its axis and its contents in one number, which is faster to clear than
/// three.
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

/// A network that follows one board through its moves.
#[derive(Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    classes: &'static WindowClasses,
    points: Points,
    /// The positions on the path, each a continuation of the one before.
    path: Vec<Known>,
    /// The changes along the path; the last position's count is the number of valid entries.
    changes: Box<[Change; CHANGES]>,
    /// For each change the sum of the square's vectors before it.
    before: Box<[Four; CHANGES]>,
}

/// The number of changes that fit: those of 100 moves and more, as deep as a search goes. Beyond it the path is
/// dropped.
const CHANGES: usize = 1 << 12;

/// Room for the windows that a move changes: a power of two, so that an index is masked instead of checked.
const ROOM: usize = LINE_NEIGHBOURS.next_power_of_two();

impl Evaluator {
    /// An evaluator of `board` and of everything played on it.
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

    /// Computes all sums from the board.
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

    /// What the network adds to the value for the side to move, as a logit in 1/256.
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

    /// Adds the network's terms to the ordering scores of moves to empty squares.
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
            // Unrolled: closures are not always compiled for the caller's instructions.
            let window = |axis: usize| &vectors[usize::from(classes[axis][mover.index()])];
            let windows = [window(0), window(1), window(2), window(3)];
            let to = board.point(square);
            let places = [policy::place(last[0], to), policy::place(last[1], to)];
            mv.add(policy.score(&weights, windows, policy::threats_at(board, square), places));
        }
    }

    /// Goes back to the last common position, then forward to the position of the board.
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
            // Listed first: closures are not always compiled for the caller's instructions.
            let mut seen = [Seen(0); ROOM];
            let mut count = 0;
            board.windows_around(stone, |square, axis, window| {
                seen[count % ROOM] = Seen::new(square, axis, window);
                count += 1;
            });
            // A stone is in the windows of at most 40 squares, each of which changes by at most 255: no overflow.
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

    /// The window classes of an empty square of the current position, as the mover sees them.
    pub fn windows(&self, square: Square, mover: Color) -> [usize; 4] {
        self.points.classes[usize::from(square)].map(|class| class[mover.index()].into())
    }

    /// The second hidden layer of a position.
    pub fn hidden<R: RuleSet>(&mut self, board: &Board<R>) -> [f32; SECOND] {
        self.follow(forward::Plain, board);
        let sums = self.path.last().map_or([0; 2 * WIDTH], |known| known.sums);
        let mover = board.to_move();
        let head = &self.network.heads[Network::table(self.network.variant, mover)];
        let units = forward::hidden(forward::Plain, head, &sums, mover);
        std::array::from_fn(|i| f32::from(units[i / 2][i % 2]) / LAYER_ONE as f32)
    }

    /// The sums of the current position, black's view first.
    #[cfg(test)]
    pub(super) fn sums(&self) -> Sums {
        self.path.last().map_or([0; 2 * WIDTH], |known| known.sums)
    }

    /// The number of positions on the path.
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
