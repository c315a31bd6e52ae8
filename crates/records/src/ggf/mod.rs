//! GGF, the Generic Game Format of the game server GGS, of NBoard and of Othello engines: a list of games, each
//! `(;GM[Othello]…B[f5//0.5]W[d6]…;)`. Source: Michael Buro's notes on GGF and its clocks (skatgame.net/mburo/ggsa).
//!
//! | property | record |
//! | --- | --- |
//! | `GM` | must be Othello |
//! | `PC` `DT` `PB` `PW` `RB` `RW` | place, date, names, ratings |
//! | `TI[main/increment/extension]` | main time; the rest, as written, is the overtime |
//! | `RE[+8.00:r]` | result; the flags r, t and s are resigned, on time and by agreement |
//! | `BO[8 cells side]` | the position at the start |
//! | `B[move/value/time]` `W[…]` | moves with their values and the time spent, in seconds |
//!
//! Everything else is kept byte for byte as a property with the prefix [`PREFIX`], and written back: the type of game
//! `TY`, komi, clocks that differ between the players. So is the exact text of a property that a record holds only in
//! part. A pass is `PA`; if a file leaves one out, so that one side moves twice, it is inserted.
//!
//! Files may give the number of games before each match (`2 (;…;)(;…;)`); it is ignored, and not written.

mod clock;
mod reading;
mod writing;

pub use reading::{Games, games, read};
pub use writing::write;

/// The prefix of the name under which a record keeps a GGF property.
pub const PREFIX: &str = "GGF";

/// A result in the notation of `RE`: the margin of black, and a flag.
#[derive(Clone, Copy, PartialEq, Debug)]
struct GgfResult {
    margin: f64,
    flag: Option<u8>,
}

impl GgfResult {
    fn read(text: &str) -> Option<GgfResult> {
        let (margin, flag) = match text.trim().split_once(':') {
            Some((margin, flag)) => (margin, Some(flag.trim())),
            None => (text.trim(), None),
        };
        let margin: f64 = margin.trim().parse().ok().filter(|m: &f64| m.is_finite())?;
        let flag = match flag {
            None => None,
            Some("r" | "R") => Some(b'r'),
            Some("t" | "T") => Some(b't'),
            Some("s" | "S") => Some(b's'),
            Some(_) => return None,
        };
        // A board of 16x16 has 256 points. Edax writes -127 for a game without a result.
        (margin.abs() <= 256.0 && margin != -127.0).then_some(GgfResult { margin, flag })
    }

    /// The result in SGF's notation; `None` if a flag names a loser and the margin is 0.
    fn result(self) -> Option<String> {
        let winner = match self.margin {
            0.0 if matches!(self.flag, None | Some(b's')) => return Some("0".into()),
            0.0 => return None,
            margin if margin > 0.0 => 'B',
            _ => 'W',
        };
        Some(match self.flag {
            Some(b'r') => format!("{winner}+R"),
            Some(b't') => format!("{winner}+T"),
            _ => format!("{winner}+{}", self.margin.abs()),
        })
    }

    /// The inverse of [`GgfResult::result`], as far as the result determines it.
    fn of_result(result: &str, area: usize) -> Option<GgfResult> {
        if matches!(result, "0" | "Draw") {
            return Some(GgfResult { margin: 0.0, flag: None });
        }
        let (winner, how) = result.split_once('+')?;
        let sign = match winner {
            "B" => 1.0,
            "W" => -1.0,
            _ => return None,
        };
        let (margin, flag) = match how {
            "R" | "Resign" => (area as f64, Some(b'r')),
            "T" | "Time" => (area as f64, Some(b't')),
            _ => (how.parse().ok().filter(|m| (0.0..=256.0).contains(m) && *m > 0.0)?, None),
        };
        (sign * margin != -127.0).then_some(GgfResult { margin: sign * margin, flag })
    }
}

/// The day of a date such as `2003.12.15_13:24:03.MST` or `2014-02-21 20:52:27 GMT`, in ISO 8601.
fn day(text: &str) -> Option<String> {
    let mut parts = text.split(|c: char| !c.is_ascii_digit());
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let in_range = |text: &str, most: u8| text.parse::<u8>().is_ok_and(|n| (1..=most).contains(&n));
    let well_formed = year.len() == 4 && month.len() == 2 && day.len() == 2;
    (well_formed && in_range(month, 12) && in_range(day, 31)).then(|| format!("{year}-{month}-{day}"))
}
