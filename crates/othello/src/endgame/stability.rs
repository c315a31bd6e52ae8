//! Discs that can never be turned over again, and the bound that they put on the score.
//!
//! A disc is stable if on each of the four axes it cannot be outflanked: the line is full, or one of its two neighbours
//! is the edge or a stable disc of its own colour. That finds every disc that follows from the edges and from full
//! lines; a few that are stable for other reasons are missed, so the count is a lower bound.

use tengen_board::{AXES, Axis, Size};
use tengen_games::othello::{Bits, Board};

/// Stability on one board of at most 8×8.
#[derive(Clone, Debug)]
pub(crate) struct Stability {
    cells: u64,
    /// Points that have the edge beside them on each axis.
    at_edge: [u64; 4],
}

/// Bits from a square to its neighbour on each axis.
const SHIFTS: [u32; 4] = [1, 8, 9, 7];

/// The squares that a shift towards higher bits may fill without wrapping round, for one, two and four steps of each
/// axis; and the same towards lower bits.
const FORWARD: [[u64; 3]; 4] = {
    const LEFT: [u64; 3] = [!column_range(0, 1), !column_range(0, 2), !column_range(0, 4)];
    const RIGHT: [u64; 3] = [!column_range(7, 8), !column_range(6, 8), !column_range(4, 8)];
    [LEFT, [!0; 3], LEFT, RIGHT]
};
const BACKWARD: [[u64; 3]; 4] = [FORWARD[3], FORWARD[1], FORWARD[3], FORWARD[0]];

const fn column_range(from: u32, to: u32) -> u64 {
    let mut set = 0;
    let mut square = 0;
    while square < 64 {
        if square % 8 >= from && square % 8 < to {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}

impl Stability {
    pub(crate) fn new(size: Size) -> Stability {
        let at_edge = AXES.map(|axis: Axis| {
            let step = axis.step();
            let alone = |sign: i32| {
                size.points()
                    .filter(move |&p| {
                        size.offset(p, sign * i32::from(step.d_row), sign * i32::from(step.d_col)).is_none()
                    })
                    .fold(0, |set, p| set | u64::bit(Board::<u64>::square(p)))
            };
            alone(1) | alone(-1)
        });
        Stability { cells: size.points().fold(0, |set, p| set | u64::bit(Board::<u64>::square(p))), at_edge }
    }

    /// The discs of `own` that are certainly stable.
    #[inline]
    pub(crate) fn stable(&self, own: u64, opp: u64) -> u64 {
        let empties = self.cells & !(own | opp);
        let safe: [u64; 4] = std::array::from_fn(|axis| self.at_edge[axis] | !reach(empties, axis));
        let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
        if stable == 0 {
            return 0;
        }
        loop {
            // Where the shift wraps round it meets a point beside the edge, which is safe on that axis anyway.
            let more = (0..4)
                .fold(own, |set, axis| set & (safe[axis] | stable << SHIFTS[axis] | stable >> SHIFTS[axis]));
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}

/// Every square on a line of this axis with one of `seeds`.
#[inline(always)]
fn reach(seeds: u64, axis: usize) -> u64 {
    let (mut up, mut down) = (seeds, seeds);
    for step in 0..3 {
        up |= up << (SHIFTS[axis] << step) & FORWARD[axis][step];
        down |= down >> (SHIFTS[axis] << step) & BACKWARD[axis][step];
    }
    up | down
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::Game;
    use tengen_games::conformance::SplitMix64;
    use tengen_games::othello::{Position, Rules};

    /// Whatever is played from here on, in as many random ways, no stable disc is turned over.
    #[test]
    fn stable_discs_stay() {
        let mut found = 0;
        for (rows, cols) in [(8, 8), (6, 6), (4, 8), (4, 4)] {
            let size = Size::of(rows, cols);
            let stability = Stability::new(size);
            for seed in 0..300 {
                let mut rng = SplitMix64(seed);
                let mut game = Position::new(&Rules::new(size).unwrap());
                // The discs of black and of white that have been found stable so far.
                let mut kept = [0u64; 2];
                loop {
                    let board = game.narrow().unwrap();
                    let (us, them) = (game.to_move().index(), (!game.to_move()).index());
                    assert_eq!(kept[us] & !board.own, 0, "seed {seed}: {:?}", game.moves());
                    assert_eq!(kept[them] & !board.opp, 0, "seed {seed}: {:?}", game.moves());
                    kept[us] |= stability.stable(board.own, board.opp);
                    kept[them] |= stability.stable(board.opp, board.own);
                    if game.play_random(&mut || rng.next_u32()).is_none() {
                        break;
                    }
                }
                let board = game.narrow().unwrap();
                if board.empties() == 0 {
                    assert_eq!((kept[0] | kept[1]).count(), board.cells.count(), "a full board is stable");
                }
                found += (kept[0] | kept[1]).count();
            }
        }
        assert!(found > 10_000);
    }

    #[test]
    fn corners_and_their_edges_are_stable() {
        let stability = Stability::new(Size::of(8, 8));
        assert_eq!(stability.stable(0b111, 0), 0b111);
        assert_eq!(stability.stable(0b1110, 0), 0, "without the corner nothing is");
        assert_eq!(stability.stable(0x0000_0000_0001_0307, 0), 0x0000_0000_0001_0307);
        let start = Position::new(&Rules::STANDARD).narrow().unwrap();
        assert_eq!(stability.stable(start.own, start.opp), 0);
    }
}
