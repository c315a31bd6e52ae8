//! Keeps a network's sums for a search: worked out only where they are asked for, from the nearest position before.

use super::classes::Classes;
use super::forward::{self, Four};
use super::{LAYER_ONE, Network, SECOND, Sums, WIDTH, policy};
use crate::lines::SEERS;
use crate::position::Position;
use crate::ranked::Ranked;
use crate::rule::Rule;
use crate::spots::{SPOT_ROOM, Spot};
use std::sync::Arc;
use tengen_board::{AXES, Color};

/// What is kept of the points, in lists by point. Of a point with a stone, as it was before.
#[derive(Clone)]
struct Points {
    /// The sums of the vectors of their four windows.
    fours: Box<[Four; SPOT_ROOM]>,
    /// The classes of their windows.
    classes: Box<[[[u16; 2]; 4]; SPOT_ROOM]>,
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
    spot: Spot,
    axis: u8,
    class: [u16; 2],
}

/// A window that sees a stone: its point, its axis, and what it is now, in one number, which is quicker to clear than three.
#[derive(Clone, Copy)]
struct Seen(u64);

impl Seen {
    #[inline(always)]
    fn new(spot: Spot, axis: usize, window: u32) -> Seen {
        Seen(u64::from(window) << 32 | (axis as u64) << 16 | u64::from(spot))
    }

    #[inline(always)]
    fn spot(self) -> Spot {
        self.0 as Spot
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
pub struct Judge {
    network: Arc<Network>,
    classes: &'static Classes,
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
const ROOM: usize = SEERS.next_power_of_two();

impl Judge {
    /// A judge of `position` and all that is played from it, by the same object.
    pub fn new<R: Rule>(network: Arc<Network>, position: &Position<R>) -> Judge {
        let mut judge = Judge {
            classes: Classes::of(network.variant()),
            points: Points {
                fours: Box::new([Four::ZERO; SPOT_ROOM]),
                classes: Box::new([[[0; 2]; 4]; SPOT_ROOM]),
            },
            path: Vec::with_capacity(128),
            changes: Box::new([Change { spot: 0, axis: 0, class: [0; 2] }; CHANGES]),
            before: Box::new([Four::ZERO; CHANGES]),
            network,
        };
        judge.look(position);
        judge
    }

    /// Looks at every point anew.
    fn look<R: Rule>(&mut self, position: &Position<R>) {
        let mut sums = [0; 2 * WIDTH];
        for spot in position.empties() {
            let four = &mut self.points.fours[usize::from(spot)];
            *four = Four::ZERO;
            for axis in AXES {
                let class = self.classes.of_window(position.window(spot, axis));
                self.points.classes[usize::from(spot)][axis as usize] = class;
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
        let ply = position.ply();
        self.path.push(Known { sums, ply, serial: position.serial(ply), changes: 0 });
    }

    /// What the network adds for the side to move, as a logit in 1/256.
    #[inline]
    pub fn judge<R: Rule>(&mut self, position: &Position<R>) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(logit) = super::simd::judge(self, position) {
            return logit;
        }
        self.judge_by::<R, forward::Plain>(position)
    }

    #[inline(always)]
    pub(super) fn judge_by<R: Rule, K: forward::Kernel>(&mut self, position: &Position<R>) -> i32 {
        self.follow::<R, K>(position);
        let Some(known) = self.path.last() else { return 0 };
        self.network.logit::<K>(&known.sums, position.to_move(), position.threat_index())
    }

    /// Adds to what moves promise, in the unit of the order of moves, what the network tells of them: points of the position that are
    /// empty, each with what it promises without.
    #[inline]
    pub(crate) fn prefer<R: Rule>(&mut self, position: &Position<R>, moves: &mut [Ranked]) {
        #[cfg(target_arch = "x86_64")]
        if super::simd::prefer(self, position, moves) {
            return;
        }
        self.prefer_by::<R, forward::Plain>(position, moves);
    }

    #[inline(always)]
    pub(super) fn prefer_by<R: Rule, K: forward::Kernel>(
        &mut self,
        position: &Position<R>,
        moves: &mut [Ranked],
    ) {
        self.follow::<R, K>(position);
        let Some(known) = self.path.last() else { return };
        let mover = position.to_move();
        let table = Network::table(self.network.variant, mover);
        let policy = &self.network.policies[table];
        let hidden = forward::hidden::<K>(&self.network.heads[table], &known.sums, mover);
        let weights = policy.weights::<K>(&hidden);
        let last = policy::last_moves(position);
        let vectors = &self.network.windows[..];
        for mv in moves {
            let spot = mv.spot();
            let classes = &self.points.classes[usize::from(spot) % SPOT_ROOM];
            // Written out: what a closure holds is not always compiled for the caller's instructions.
            let window = |axis: usize| &vectors[usize::from(classes[axis][mover.index()])];
            let windows = [window(0), window(1), window(2), window(3)];
            let to = position.point(spot);
            let places = [policy::place(last[0], to), policy::place(last[1], to)];
            mv.add(policy.promise(&weights, windows, policy::threats_at(position, spot), places));
        }
    }

    /// Goes back to the last position that both ways have in common, and from there to the position.
    #[inline(always)]
    fn follow<R: Rule, K: forward::Kernel>(&mut self, position: &Position<R>) {
        let now = position.ply();
        let Judge { network, classes, points, path, changes, before } = self;
        while let Some(known) = path.last()
            && (known.ply > now || known.serial != position.serial(known.ply))
        {
            let to = known.changes;
            path.pop();
            let from = path.last().map_or(0, |known| known.changes);
            for (change, four) in changes[from..to].iter().zip(&before[from..to]).rev() {
                let spot = usize::from(change.spot) % SPOT_ROOM;
                points.fours[spot] = *four;
                points.classes[spot][usize::from(change.axis) % 4] = change.class;
            }
        }
        let Some(known) = path.last() else { return self.look(position) };
        if known.ply == now {
            return;
        }
        let mut made = known.changes;
        let mut sums = known.sums;
        let stones = position.stones_since(known.ply);
        if made + stones.clone().count() * SEERS > CHANGES {
            return self.look(position);
        }
        for stone in stones.clone() {
            let mut change = Four::ZERO;
            forward::leave(&points.fours[usize::from(stone) % SPOT_ROOM], &mut change);
            add(&mut sums, &change);
        }
        let vectors = &network.vectors[..];
        for stone in stones {
            // Listed first: what a closure holds is not always compiled for the caller's instructions.
            let mut seen = [Seen(0); ROOM];
            let mut count = 0;
            position.windows_around(stone, |spot, axis, window| {
                seen[count % ROOM] = Seen::new(spot, axis, window);
                count += 1;
            });
            // A stone is seen from 40 points at most, which change by 255 each: no overflow.
            let mut change = Four::ZERO;
            for seen in &seen[..count] {
                let (spot, axis) = (seen.spot(), seen.axis());
                let at = usize::from(spot) % SPOT_ROOM;
                let class = &mut points.classes[at][usize::from(axis) % 4];
                let new = classes.of_window(seen.window());
                if *class != new {
                    let old = std::mem::replace(class, new);
                    let four = &mut points.fours[at];
                    before[made % CHANGES] = *four;
                    changes[made % CHANGES] = Change { spot, axis, class: old };
                    made += 1;
                    let from = [&vectors[usize::from(old[0])], &vectors[usize::from(old[1])]];
                    let to = [&vectors[usize::from(new[0])], &vectors[usize::from(new[1])]];
                    K::exchange(four, from, to, &mut change);
                }
            }
            add(&mut sums, &change);
        }
        path.push(Known { sums, ply: now, serial: position.serial(now), changes: made });
    }

    /// The classes of the windows of an empty point of the position judged last, as the mover sees them.
    pub(crate) fn windows(&self, spot: Spot, mover: Color) -> [usize; 4] {
        self.points.classes[usize::from(spot)].map(|class| class[mover.index()].into())
    }

    /// Goes to a position; the second hidden layer there.
    pub(crate) fn hidden<R: Rule>(&mut self, position: &Position<R>) -> [f32; SECOND] {
        self.follow::<R, forward::Plain>(position);
        let sums = self.path.last().map_or([0; 2 * WIDTH], |known| known.sums);
        let mover = position.to_move();
        let head = &self.network.heads[Network::table(self.network.variant, mover)];
        let units = forward::hidden::<forward::Plain>(head, &sums, mover);
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

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Judge({:?})", self.network)
    }
}
