//! What earlier cut-offs tell about moves.

use crate::away::AWAYS;
use crate::spots::{MAX_SPOTS, Spot};
use tengen_board::Color;

/// The largest value of the history.
pub(crate) const HISTORY_MAX: i32 = 8_192;

/// Which moves have refuted others, and how often.
pub(crate) struct History {
    /// How well a move of a colour has done, whatever the position.
    main: Box<[[i16; MAX_SPOTS]; 2]>,
    /// The move that last refuted a move of the other colour.
    counter: Box<[[Spot; MAX_SPOTS]; 2]>,
    /// How well a move has done as an answer to a move near by, by where it lies from that.
    answer: Box<[[i16; AWAYS]; 2]>,
}

const NONE: Spot = Spot::MAX;

impl History {
    pub(crate) fn new() -> History {
        History {
            main: Box::new([[0; MAX_SPOTS]; 2]),
            counter: Box::new([[NONE; MAX_SPOTS]; 2]),
            answer: Box::new([[0; AWAYS]; 2]),
        }
    }

    /// Keeps half of what was learnt, for a search of the next position.
    pub(crate) fn age(&mut self) {
        self.main.iter_mut().flatten().for_each(|n| *n /= 2);
        self.answer.iter_mut().flatten().for_each(|n| *n /= 2);
    }

    #[inline]
    pub(crate) fn of(&self, color: Color, spot: Spot) -> i32 {
        self.main[color.index()][usize::from(spot)].into()
    }

    /// How well a move has done this far from the move before it.
    #[inline]
    pub(crate) fn of_answer(&self, color: Color, away: Option<usize>) -> i32 {
        away.map_or(0, |away| self.answer[color.index()][away].into())
    }

    #[inline]
    pub(crate) fn counter(&self, color: Color, before: Spot) -> Option<Spot> {
        let spot = self.counter[color.index()][usize::from(before)];
        (spot != NONE).then_some(spot)
    }

    pub(crate) fn set_counter(&mut self, color: Color, before: Spot, spot: Spot) {
        self.counter[color.index()][usize::from(before)] = spot;
    }

    /// Moves a move's value towards the best or the worst, the less the nearer it is already.
    #[inline]
    pub(crate) fn learn(&mut self, color: Color, spot: Spot, away: Option<usize>, by: i32) {
        let update = |n: &mut i16| {
            let old = i32::from(*n);
            *n = (old + by - old * by.abs() / HISTORY_MAX) as i16;
        };
        update(&mut self.main[color.index()][usize::from(spot)]);
        if let Some(away) = away {
            update(&mut self.answer[color.index()][away]);
        }
    }
}
