//! The search's scale of values.
//!
//! A value is from the side to move. Wins and losses that are proven lie beyond [`PROVEN`], by their distance from the root;
//! estimates stay within [`ESTIMATE`].

/// A win on the spot.
pub(crate) const MATE: i32 = 32_000;

/// Values of at least this, or at most its negative, are proofs.
pub(crate) const PROVEN: i32 = 31_000;

/// The largest estimate.
pub(crate) const ESTIMATE: i32 = 16_000;

/// More than any value.
pub(crate) const INFINITE: i32 = 32_700;

/// A win `ply` plies from the root.
#[inline]
pub(crate) const fn win_at(ply: usize) -> i32 {
    MATE - ply as i32
}

/// A loss `ply` plies from the root.
#[inline]
pub(crate) const fn loss_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a value is a proven win or loss.
#[inline]
pub(crate) const fn is_proof(value: i32) -> bool {
    value >= PROVEN || value <= -PROVEN
}

/// A value as the table keeps it: proofs by their distance from the position itself.
#[inline]
pub(crate) const fn to_table(value: i32, ply: usize) -> i16 {
    (if value >= PROVEN {
        value + ply as i32
    } else if value <= -PROVEN {
        value - ply as i32
    } else {
        value
    }) as i16
}

/// A value of the table, proofs by their distance from the root again.
#[inline]
pub(crate) const fn from_table(value: i16, ply: usize) -> i32 {
    let value = value as i32;
    if value >= PROVEN {
        value - ply as i32
    } else if value <= -PROVEN {
        value + ply as i32
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_from_the_table() {
        for value in [0, -1, ESTIMATE, -ESTIMATE, win_at(3), win_at(40), loss_at(2), loss_at(100)] {
            for ply in [0, 1, 2] {
                assert_eq!(from_table(to_table(value, ply), ply), value);
            }
        }
        // Found at ply 5 as a win three plies on, met again at ply 2.
        assert_eq!(from_table(to_table(win_at(8), 5), 2), win_at(5));
        assert_eq!(from_table(to_table(loss_at(9), 5), 1), loss_at(5));
        assert!(is_proof(win_at(300)) && is_proof(loss_at(300)) && !is_proof(ESTIMATE));
    }
}
