//! The policy of the network: how much likelier a move is than the patterns alone suggest.
//!
//! ```text
//! point(p) = clip(Σ over the axes of vector(class of the window of p, as the mover sees it))   WIDTH numbers
//! near(p)  = base + Σₖ secondₖ · unitₖ + from(where p lies from the last move) + from'(where from the move before)
//! logit(p) = near(p) · point(p)
//!          + threats(what a stone of the mover makes at p, what one of the opponent makes)
//!          + places(where p lies from the last move) + places'(where from the move before)
//! ```
//!
//! It is added to the ordering scores of the weights ([`ClassWeights::attack`](crate::ClassWeights::attack),
//! [`ClassWeights::defend`](crate::ClassWeights::defend)). Vectors and squares are in units of 1/128, all else in
//! 1/1,024; 1 is a factor of e.

use super::forward::{Hidden, Kernel, Pairs};
use super::{LAYER_ONE, POINT_MAX, POINT_ONE, SECOND, Vector, WIDTH};
use crate::board::Board;
use crate::board::offset::{OFFSETS, offset_index};
use crate::board::rule_set::RuleSet;
use crate::board::squares::Square;
use crate::board::threat::Threat;
use crate::eval::weights::ORDER_UNIT;
use tengen_board::Point;

/// The number of offsets from a move, as `offset_index` numbers them, and one for all squares further away or
/// without a move.
pub const PLACES: usize = OFFSETS + 1;

/// The length of lists by offset: a power of two, so that an index is masked instead of checked; the entries from
/// [`PLACES`] on are 0.
const ROOM: usize = PLACES.next_power_of_two();

/// The number of classes of a stone.
const KINDS: usize = Threat::ALL.len();

/// The number of pairs of classes, the mover's and the opponent's.
pub const THREATS: usize = KINDS * KINDS;

/// The policy for one side to move.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Policy {
    pub(super) threats: Vec<i16>,
    pub(super) base: [i16; WIDTH],
    pub(super) units: Pairs<{ SECOND / 2 }, WIDTH>,
    /// By the offset from the last move, and from the one before.
    pub(super) from: [OffsetTerms; 2],
}

/// The terms of the offsets from a move.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct OffsetTerms {
    pub(super) places: Box<[i16; ROOM]>,
    pub(super) vectors: Box<[Vector; ROOM]>,
}

impl OffsetTerms {
    /// The terms from [`PLACES`] numbers and vectors.
    pub(super) fn new(places: &[i16], vectors: &[Vector]) -> OffsetTerms {
        let mut from =
            OffsetTerms { places: Box::new([0; ROOM]), vectors: Box::new([Vector([0; WIDTH]); ROOM]) };
        from.places[..PLACES].copy_from_slice(places);
        from.vectors[..PLACES].copy_from_slice(vectors);
        from
    }
}

/// The number of the pair of classes that the mover and the opponent would make on a square.
#[inline]
pub fn threats_at<R: RuleSet>(board: &Board<R>, square: Square) -> usize {
    let mover = board.to_move();
    board.class(mover, square) as usize * KINDS + board.class(mover.opponent(), square) as usize
}

/// The last two moves.
#[inline]
pub fn last_moves<R: RuleSet>(board: &Board<R>) -> [Option<Point>; 2] {
    [0, 1].map(|back| board.earlier_move(back).map(|square| board.point(square)))
}

/// The number of the offset of a square from a move.
#[inline]
pub fn place(from: Option<Point>, to: Point) -> usize {
    from.and_then(|from| offset_index(from, to)).unwrap_or(PLACES - 1)
}

impl Policy {
    /// A policy that changes nothing.
    pub(super) fn silent() -> Policy {
        let from = || OffsetTerms::new(&[0; PLACES], &[Vector([0; WIDTH]); PLACES]);
        Policy {
            threats: vec![0; THREATS],
            base: [0; WIDTH],
            units: [[[0; 2]; WIDTH]; SECOND / 2],
            from: [from(), from()],
        }
    }

    /// The weights of a square's numbers in this position.
    #[inline(always)]
    pub(super) fn weights<K: Kernel>(&self, kernel: K, hidden: &Hidden) -> [i16; WIDTH] {
        let learnt = kernel.products(&self.units, hidden);
        std::array::from_fn(|i| {
            let sum = (learnt[i] >> LAYER_ONE.ilog2()) + i32::from(self.base[i]);
            sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16
        })
    }

    /// The ordering score of a move: from the vectors of its windows, its classes, and its offsets from the last two
    /// moves.
    #[inline(always)]
    pub(super) fn score(
        &self,
        weights: &[i16; WIDTH],
        windows: [&Vector; 4],
        threats: usize,
        places: [usize; 2],
    ) -> i32 {
        let [Vector(a), Vector(b), Vector(c), Vector(d)] = windows;
        let [last, before] = &self.from;
        let (near_last, near_before) =
            (&last.vectors[places[0] % ROOM].0, &before.vectors[places[1] % ROOM].0);
        let mut sum = 0;
        for i in 0..WIDTH {
            let point = a[i].wrapping_add(b[i]).wrapping_add(c[i]).wrapping_add(d[i]).clamp(0, POINT_MAX);
            let weight = weights[i].saturating_add(near_last[i]).saturating_add(near_before[i]);
            sum += i32::from(point) * i32::from(weight);
        }
        let score = sum / POINT_ONE
            + i32::from(self.threats[threats % THREATS])
            + i32::from(last.places[places[0] % ROOM])
            + i32::from(before.places[places[1] % ROOM]);
        score * ORDER_UNIT / LAYER_ONE
    }
}
