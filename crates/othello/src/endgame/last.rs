//! The last six empties: no table and no move lists, only the empties in the order of parity. Where the score is high,
//! stability cuts off at five and six.
//!
//! Parity: in a region with an odd number of empties the side that moves first also moves last. The four quarters of
//! the board approximate the regions, and moves in odd quarters are searched first. Among those of the same parity
//! corners come first and X squares last.
//!
//! Every function searches a null window. It returns a value above `alpha` if and only if the true score is above
//! `alpha`. The value is a bound on the score from the same side. Scores are final margins of the side to move.

use super::{Solver, Tier};
use std::hint::select_unpredictable;
use tengen_games::othello::Bits;
use tengen_games::othello::backend::Flips;

/// The largest number of empties for this module.
pub(super) const MAX_EMPTIES: u32 = 6;

/// The least `alpha` at which stable discs are counted: below, so many of them are rare.
const STABILITY_FROM: i32 = 4;

/// The neighbours of each square. Without an opponent's disc on one of them nothing is flipped.
static AROUND: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, col) = (square as i32 / 8, square as i32 % 8);
        let mut other = 0;
        while other < 64 {
            let (down, right) = (other / 8 - row, other % 8 - col);
            if down.abs() <= 1 && right.abs() <= 1 && other as usize != square {
                table[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// How many discs a disc at each place of a line of eight turns over, by the set of own discs; all other places but its
/// own hold discs of the opponent.
static LINE_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let (below, above) = (own & ((1 << place) - 1), own >> (place + 1) << (place + 1));
            if below != 0 {
                table[place][own] += (place - 1 - below.ilog2() as usize) as u8;
            }
            if above != 0 {
                table[place][own] += (above.trailing_zeros() as usize - place - 1) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
};

/// The squares of both diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (down, right) = (other / 8 - square as i32 / 8, other % 8 - square as i32 % 8);
            if down == right {
                table[square][0] |= 1 << other;
            }
            if down == -right {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// How many discs of the opponent a disc on the only empty `square` turns over. Points outside a smaller board count as
/// the opponent's: no own disc lies beyond them.
#[inline(always)]
fn last_flips(square: u32, own: u64) -> i32 {
    let square = square as usize & 63;
    let (row, col) = (square >> 3, square & 7);
    let [down, up] = DIAGONALS[square];
    // A multiplication gathers the discs of a column or a diagonal in the upper byte.
    let columns = 0x0101_0101_0101_0101u64;
    let in_row = (own >> (8 * row)) as usize & 255;
    let in_col = ((own >> col & columns).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    let falling = ((own & down).wrapping_mul(columns) >> 56) as usize;
    let rising = ((own & up).wrapping_mul(columns) >> 56) as usize;
    let (by_col, by_row) = (&LINE_FLIPS[col], &LINE_FLIPS[row]);
    i32::from(by_col[in_row])
        + i32::from(by_row[in_col])
        + i32::from(by_col[falling])
        + i32::from(by_col[rising])
}

const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The quarters that have an odd number of empties.
#[inline(always)]
pub(super) fn odd_quarters(empties: u64) -> u64 {
    QUARTERS.iter().fold(0, |odd, &quarter| {
        let odd_here = ((empties & quarter).count_ones() & 1) as u64;
        odd | quarter & odd_here.wrapping_neg()
    })
}

/// The quarter of a square.
#[inline(always)]
fn quarter(square: u32) -> u64 {
    QUARTERS[(square as usize >> 2 & 1) | (square as usize >> 4 & 2)]
}

/// From three to six empties: discs, empties, and the quarters with an odd number of them. `None` if the side to move
/// must pass.
struct Few<const EMPTIES: u32>;

impl<const EMPTIES: u32> Tier for Few<EMPTIES> {
    type Node = (u64, u64, u64, u64);
    type Value = Option<i32>;
    #[inline(always)]
    fn search<F: Flips<Set = u64>>(solver: &mut Solver<'_, F>, node: Self::Node, alpha: i32) -> Option<i32> {
        let (own, opp, empties, odd) = node;
        solver.nodes += 1;
        if EMPTIES >= 5
            && alpha >= STABILITY_FROM
            && let Some(bound) = solver.endgame.stability_bound(own, opp, alpha)
        {
            return Some(bound);
        }
        let (mut best, mut rest) = (None, empties);
        while rest != 0 {
            let square = solver.first(rest, odd);
            let bit = 1 << square;
            rest ^= bit;
            let flips = solver.flips_at(square, own, opp);
            if flips == 0 {
                continue;
            }
            let next = (opp ^ flips, own ^ flips ^ bit, empties ^ bit, odd ^ quarter(square));
            let value = match EMPTIES {
                6 => -solver.few::<5>(next, -alpha - 1),
                5 => -solver.few::<4>(next, -alpha - 1),
                4 => -solver.few::<3>(next, -alpha - 1),
                _ => {
                    let (own, opp, left, _) = next;
                    let (a, b) = (left.trailing_zeros(), left.without_lowest().trailing_zeros());
                    -solver.last_2(own, opp, a, b, -alpha - 1)
                }
            };
            if value > alpha {
                return Some(value);
            }
            best = best.max(Some(value));
        }
        best
    }
}

impl<F: Flips<Set = u64>> Solver<'_, F> {
    /// The first of the empties `rest` to search: in an odd quarter rather than an even one; there a corner first, an X
    /// square last. Chosen without branches, which nothing could foretell.
    #[inline(always)]
    fn first(&self, rest: u64, odd: u64) -> u32 {
        let (corners, not_x) = (self.frame.corners, !self.frame.x_squares);
        let in_odd = rest & odd;
        let better = [rest & not_x, rest & corners, in_odd, in_odd & not_x, in_odd & corners];
        let first = better.into_iter().fold(rest, |first, set| select_unpredictable(set != 0, set, first));
        first.trailing_zeros()
    }

    /// The discs that a move to `square` flips. The neighbours are tested first, because that is cheap.
    #[inline(always)]
    fn flips_at(&self, square: u32, own: u64, opp: u64) -> u64 {
        if AROUND[square as usize & 63] & opp == 0 { 0 } else { self.f.flips(square as usize, own, opp) }
    }

    /// The value of a position with at most [`MAX_EMPTIES`] empties.
    #[inline]
    pub(super) fn last(&mut self, own: u64, opp: u64, empties: u64, alpha: i32) -> i32 {
        match empties.count_ones() {
            0 => 2 * own.count_ones() as i32 - self.area,
            1 => self.last_1(own, opp, empties.trailing_zeros(), alpha),
            2 => {
                let (a, rest) = (empties.trailing_zeros(), empties.without_lowest());
                self.last_2(own, opp, a, rest.trailing_zeros(), alpha)
            }
            3 => self.few::<3>((own, opp, empties, odd_quarters(empties)), alpha),
            4 => self.few::<4>((own, opp, empties, odd_quarters(empties)), alpha),
            5 => self.few::<5>((own, opp, empties, odd_quarters(empties)), alpha),
            _ => self.few::<6>((own, opp, empties, odd_quarters(empties)), alpha),
        }
    }

    #[inline(always)]
    fn few<const EMPTIES: u32>(&mut self, node: <Few<EMPTIES> as Tier>::Node, alpha: i32) -> i32 {
        let best = self.enter::<Few<EMPTIES>>(node, alpha);
        best.unwrap_or_else(|| self.passed(node.0, node.1, node.2, alpha))
    }

    #[inline(always)]
    fn last_2(&mut self, own: u64, opp: u64, a: u32, b: u32, alpha: i32) -> i32 {
        let best = self.try_2(own, opp, [a, b], alpha);
        best.unwrap_or_else(|| self.passed(own, opp, 1 << a | 1 << b, alpha))
    }

    #[inline(always)]
    fn try_2(&mut self, own: u64, opp: u64, [a, b]: [u32; 2], alpha: i32) -> Option<i32> {
        self.nodes += 1;
        let mut best = None;
        for [square, x] in [[a, b], [b, a]] {
            let flips = self.flips_at(square, own, opp);
            if flips != 0 {
                let value = -self.last_1(opp ^ flips, own ^ flips ^ 1 << square, x, -alpha - 1);
                if value > alpha {
                    return Some(value);
                }
                best = best.max(Some(value));
            }
        }
        best
    }

    #[inline(always)]
    fn last_1(&mut self, own: u64, opp: u64, square: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        let discs = own.count_ones() as i32;
        let flips = last_flips(square, own);
        if flips != 0 {
            return 2 * (discs + flips + 1) - self.area;
        }
        // The game ends here, unless the opponent can move, which is worse.
        let margin = 2 * discs + 1 - self.area;
        let end = margin + margin.signum();
        if end <= alpha {
            return end;
        }
        let flips = last_flips(square, opp);
        if flips != 0 { 2 * (discs - flips) - self.area } else { end }
    }

    /// The value if the side to move must pass: of the opponent's turn, or of the end, where the winner gets the
    /// empties.
    #[cold]
    #[inline(never)]
    fn passed(&mut self, own: u64, opp: u64, empties: u64, alpha: i32) -> i32 {
        if self.f.ends(opp, own) & empties != 0 {
            return -self.last(opp, own, empties, -alpha - 1);
        }
        let (own, opp) = (own.count_ones() as i32, opp.count_ones() as i32);
        (own - opp) + (self.area - own - opp) * (own - opp).signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;

    #[test]
    fn the_last_disc_turns_over_what_the_rules_say() {
        let mut rng = SplitMix64(5);
        for (rows, cols) in [(8, 8), (6, 6), (4, 8)] {
            let size = tengen_board::Size::of(rows, cols);
            let cells = tengen_games::othello::Board::<u64>::empty(size).cells;
            for _ in 0..20_000 {
                // Few own discs make long runs.
                let own = (0..1 + rng.below(3)).fold(!0, |set, _| set & rng.next_u64()) & cells;
                for square in cells.squares() {
                    let (own, opp) = (own & !(1 << square), cells & !own & !(1 << square));
                    assert_eq!(
                        last_flips(square as u32, own),
                        u64::flips(square, own, opp).count_ones() as i32,
                        "{size}, square {square}, own discs {own:#x}"
                    );
                }
            }
        }
    }
}
