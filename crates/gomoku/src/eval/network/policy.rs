//! What the network says of moves: by how much likelier than the patterns alone tell a move is the one to choose.
//!
//! ```text
//! point(p) = clip(Σ over the axes of vector(class of the window of p, as the mover sees it))     WIDTH numbers, of their own
//! near(p)  = base + Σₖ secondₖ · unitₖ + from(where p lies from the last move) + from'(where from the move before)
//! logit(p) = near(p) · point(p)
//!          + threats(what a stone of the mover makes at p, what one of the opponent makes)
//!          + places(where p lies from the last move) + places'(where from the move before)
//! ```
//!
//! It is added to the order that the weights know ([`Weights::attack`](crate::Weights::attack),
//! [`Weights::defend`](crate::Weights::defend)). Vectors and points count in 1/128, all else in 1/1,024; e to 1 is 1.

use super::forward::{Hidden, Kernel, Pairs};
use super::{LAYER_ONE, POINT_MAX, POINT_ONE, SECOND, Vector, WIDTH};
use crate::board::Board;
use crate::board::offset::{OFFSETS, offset_index};
use crate::board::rule_set::RuleSet;
use crate::board::squares::Square;
use crate::board::threat::Threat;
use crate::eval::weights::ORDER_UNIT;
use tengen_board::Point;

/// Where a point lies from a move: as [`offset_index`] numbers it, and one number for all that is farther or from no move.
pub const PLACES: usize = OFFSETS + 1;

/// The length of lists by place, so that any number can be cut to it without a test; those from [`PLACES`] on are nothing.
const ROOM: usize = PLACES.next_power_of_two();

/// WindowClasses that a stone can be of.
const KINDS: usize = Threat::ALL.len();

/// What a stone of either colour makes at a point.
pub const THREATS: usize = KINDS * KINDS;

/// The part for one side to move.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Policy {
    pub(super) threats: Vec<i16>,
    pub(super) base: [i16; WIDTH],
    pub(super) units: Pairs<{ SECOND / 2 }, WIDTH>,
    /// Seen from the last move, and from the one before.
    pub(super) from: [OffsetTerms; 2],
}

/// What it means to lie somewhere from a move.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct OffsetTerms {
    pub(super) places: Box<[i16; ROOM]>,
    pub(super) vectors: Box<[Vector; ROOM]>,
}

impl OffsetTerms {
    /// From [`PLACES`] numbers and vectors.
    pub(super) fn new(places: &[i16], vectors: &[Vector]) -> OffsetTerms {
        let mut from =
            OffsetTerms { places: Box::new([0; ROOM]), vectors: Box::new([Vector([0; WIDTH]); ROOM]) };
        from.places[..PLACES].copy_from_slice(places);
        from.vectors[..PLACES].copy_from_slice(vectors);
        from
    }
}

/// The number of what a stone of the mover and one of the opponent make at a point.
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

/// The number of where a point lies from a move.
#[inline]
pub fn place(from: Option<Point>, to: Point) -> usize {
    from.and_then(|from| offset_index(from, to)).unwrap_or(PLACES - 1)
}

impl Policy {
    /// Of a network that has not learnt anything of moves.
    pub(super) fn silent() -> Policy {
        let from = || OffsetTerms::new(&[0; PLACES], &[Vector([0; WIDTH]); PLACES]);
        Policy {
            threats: vec![0; THREATS],
            base: [0; WIDTH],
            units: [[[0; 2]; WIDTH]; SECOND / 2],
            from: [from(), from()],
        }
    }

    /// What the numbers of every point count in this board.
    #[inline(always)]
    pub(super) fn weights<K: Kernel>(&self, kernel: K, hidden: &Hidden) -> [i16; WIDTH] {
        let learnt = kernel.products(&self.units, hidden);
        std::array::from_fn(|i| {
            let sum = (learnt[i] >> LAYER_ONE.ilog2()) + i32::from(self.base[i]);
            sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16
        })
    }

    /// What is known of a point, in the unit of the order of moves: from the vectors of its windows, and where it lies from the last two moves.
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
        let told = sum / POINT_ONE
            + i32::from(self.threats[threats % THREATS])
            + i32::from(last.places[places[0] % ROOM])
            + i32::from(before.places[places[1] % ROOM]);
        told * ORDER_UNIT / LAYER_ONE
    }
}
