//! The search's scale of values.
//!
//! A value is from the view of the side to move. Proven wins and losses are beyond [`PROVEN`], by their distance from
//! the root. Wins and losses against which unlikely defences were not searched are beyond [`LIKELY`], by the same
//! distance. Estimates are within [`ESTIMATE`].

/// A win at the root.
pub(crate) const MATE: i32 = 32_000;

/// Values of at least this, or at most its negative, are proven.
pub(crate) const PROVEN: i32 = 31_000;

/// Added to a loss if unlikely defences were not searched.
const DOUBT: i32 = 11_000;

/// Values of at least this, or at most its negative, count as decided.
pub(crate) const LIKELY: i32 = 20_000;

/// The largest estimate.
pub(crate) const ESTIMATE: i32 = 16_000;

/// Above every value.
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

/// True if a value is a win or loss, proven or likely.
#[inline]
pub(crate) const fn is_decided(value: i32) -> bool {
    value >= LIKELY || value <= -LIKELY
}

/// A proven loss becomes a likely one.
#[inline]
pub(crate) const fn doubted(loss: i32) -> i32 {
    if loss <= -PROVEN { loss + DOUBT } else { loss }
}

/// A value as stored in the table: decided values by their distance from the position.
#[inline]
pub(crate) const fn to_table(value: i32, ply: usize) -> i16 {
    (if value >= LIKELY {
        value + ply as i32
    } else if value <= -LIKELY {
        value - ply as i32
    } else {
        value
    }) as i16
}

/// A stored value: decided ones by their distance from the root.
#[inline]
pub(crate) const fn from_table(value: i16, ply: usize) -> i32 {
    let value = value as i32;
    if value >= LIKELY {
        value - ply as i32
    } else if value <= -LIKELY {
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
        // Found at ply 5 as a win in three plies, probed at ply 2.
        assert_eq!(from_table(to_table(win_at(8), 5), 2), win_at(5));
        assert_eq!(from_table(to_table(loss_at(9), 5), 1), loss_at(5));
        assert!(is_decided(win_at(300)) && is_decided(loss_at(300)) && !is_decided(ESTIMATE));
        let likely = doubted(loss_at(9));
        assert!(is_decided(likely) && likely > -PROVEN && doubted(loss_at(300)) <= -LIKELY);
        assert_eq!(from_table(to_table(likely, 5), 1), doubted(loss_at(5)));
    }
}
