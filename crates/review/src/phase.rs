//! The phases of a game: opening, middle game, ending.

use tengen_games::{AnyPosition, Game, Unit};

/// A part of a game.
///
/// Phases depend on how full the board is, so that they fit every size:
///
/// - Othello: the opening lasts until a third of the points is filled (21 discs of 64); the ending begins at two thirds
///   (42).
/// - Go: the opening ends at a ninth (the 40th stone on 19×19, the 9th on 9×9); the ending begins at a half (180th,
///   40th).
/// - k in a row: the opening is the first ten stones, or three on fewer than 50 points; the ending begins once a win is
///   proven.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// The opening.
    Opening,
    /// The middle game.
    Middle,
    /// The ending.
    Ending,
}

impl Phase {
    /// Every phase in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Ending];

    /// The word for it in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::Ending => "ending",
        }
    }

    /// The phase in which a move from `position` falls; `decided` says whether a win of either side is proven here.
    pub(crate) fn of(position: &AnyPosition, decided: bool) -> Phase {
        let size = position.size();
        let area = size.area();
        // Captures empty the board again: what was played counts, set-up stones included.
        let captured: u32 = tengen_board::Color::BOTH.map(|color| position.captured_by(color)).iter().sum();
        let stones = size.points().filter(|&p| !position.at(p).is_empty()).count() + captured as usize;
        let (opening, ending) = match position.spec().unit() {
            Unit::Discs => (stones < area / 3, stones >= area * 2 / 3),
            Unit::Points => (stones < area / 9, stones >= area / 2),
            _ => (stones < if area < 50 { 3 } else { 10 }, decided),
        };
        match (opening, ending) {
            (_, true) => Phase::Ending,
            (true, _) => Phase::Opening,
            _ => Phase::Middle,
        }
    }
}
