//! Stable discs (discs that can never be flipped) and the bound on the score that they give.
//!
//! A disc is stable if it cannot be outflanked on any of the four axes. On an axis it is safe if the line is full, or
//! if one of its two neighbours is the edge or a stable disc of its own colour. A few discs that are stable for other
//! reasons are missed, so the count is a lower bound.

use tengen_board::{AXES, Axis, Size};
use tengen_games::othello::{Bits, Board};

/// Stability on one board of at most 8×8.
#[derive(Clone, Debug)]
pub(crate) struct Stability {
    cells: u64,
    /// For each axis, the points beside the edge.
    at_edge: [u64; 4],
}

/// Bits from a square to its neighbour on each axis.
const SHIFTS: [u32; 4] = [1, 8, 9, 7];

/// For each axis, the squares that a shift towards higher bits by one, two and four steps fills without wrapping
/// around.
const FORWARD: [[u64; 3]; 4] = {
    const LEFT: [u64; 3] = [!column_range(0, 1), !column_range(0, 2), !column_range(0, 4)];
    const RIGHT: [u64; 3] = [!column_range(7, 8), !column_range(6, 8), !column_range(4, 8)];
    [LEFT, [!0; 3], LEFT, RIGHT]
};
/// The same for shifts towards lower bits.
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
    #[inline(always)]
    pub(crate) fn stable(&self, own: u64, opp: u64) -> u64 {
        let empties = self.cells & !(own | opp);
        let safe: [u64; 4] = std::array::from_fn(|axis| self.at_edge[axis] | !reach(empties, axis));
        let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
        if stable == 0 {
            return 0;
        }
        loop {
            // A shift that wraps around hits a point beside the edge, which is safe on that axis anyway.
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
    use tengen_board::random::SplitMix64;
    use tengen_games::Game;
    use tengen_games::othello::{Position, Rules};

    /// Random games from here on flip no stable disc.
    #[test]
    fn stable_discs_stay() {
        let mut found = 0;
        for (rows, cols) in [(8, 8), (6, 6), (4, 8), (4, 4)] {
            let size = Size::of(rows, cols);
            let stability = Stability::new(size);
            for seed in 0..300 {
                let mut rng = SplitMix64(seed);
                let mut game = Position::new(&Rules::new(size).unwrap());
                // The stable discs of black and of white found so far.
                let mut stable_so_far = [0u64; 2];
                loop {
                    let board = game.narrow().unwrap();
                    let (us, them) = (game.to_move().index(), (!game.to_move()).index());
                    assert_eq!(stable_so_far[us] & !board.own, 0, "seed {seed}: {:?}", game.moves());
                    assert_eq!(stable_so_far[them] & !board.opp, 0, "seed {seed}: {:?}", game.moves());
                    stable_so_far[us] |= stability.stable(board.own, board.opp);
                    stable_so_far[them] |= stability.stable(board.opp, board.own);
                    if game.play_random(&mut || rng.next_u32()).is_none() {
                        break;
                    }
                }
                let board = game.narrow().unwrap();
                if board.empties() == 0 {
                    assert_eq!(
                        (stable_so_far[0] | stable_so_far[1]).count(),
                        board.cells.count(),
                        "a full board is stable"
                    );
                }
                found += (stable_so_far[0] | stable_so_far[1]).count();
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
