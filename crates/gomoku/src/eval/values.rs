//! The evaluation of patterns, laid out as tables: the terms that the board sums, and the ordering scores of moves.

use crate::board::Board;
use crate::board::codes::CodeTable;
use crate::board::pattern::Pattern;
use crate::board::rule_set::RuleSet;
use crate::board::squares::Square;
use crate::board::threat::{CODES, Code, Threat, patterns_of};
use crate::eval::network::Network;
use crate::eval::weights::{ClassWeights, threat_index};
use std::fmt;
use std::sync::{Arc, OnceLock};
use tengen_board::{Color, Size};
use tengen_games::gomoku::{Position, Variant};

/// The weights of one variant, ready for a board, with the network that adds to them.
///
/// The board keeps the sum of the pattern terms; [`evaluate`](Values::evaluate) adds the rest. So an evaluation reads
/// boards made by [`board`](Values::board) or [`empty_board`](Values::empty_board).
pub struct Values {
    weights: ClassWeights,
    table: Arc<CodeTable>,
    /// Ordering scores by the mover's own code, and by the opponent's.
    attack: [Box<[i16; CODES]>; 2],
    defend: [Box<[i16; CODES]>; 2],
    network: Option<Arc<Network>>,
}

impl Values {
    /// Lays out weights.
    pub fn new(weights: ClassWeights) -> Values {
        let by_code = |number: &dyn Fn([Pattern; 4]) -> i16| -> Box<[i16; CODES]> {
            let all: Vec<i16> = (0..CODES).map(|code| number(patterns_of(code as Code))).collect();
            all.try_into().unwrap_or_else(|_| unreachable!("one for each code"))
        };
        let table = CodeTable::new(weights.variant(), |color, patterns| weights.worth(color, patterns));
        Values {
            table: Arc::new(table),
            attack: Color::BOTH.map(|color| by_code(&|patterns| weights.attack(color, patterns))),
            defend: Color::BOTH.map(|color| by_code(&|patterns| weights.defend(color, patterns))),
            weights,
            network: None,
        }
    }

    /// Adds a network to the weights.
    ///
    /// # Panics
    /// If it is for another variant, or the unit of the weights is not that of a network's logits.
    #[must_use]
    pub fn with_network(self, network: Arc<Network>) -> Values {
        assert_eq!(network.variant(), self.weights.variant(), "a network of another variant");
        assert_eq!(
            self.weights.scale(),
            f32::from(crate::eval::network::ONE),
            "weights of another unit than the network"
        );
        Values { network: Some(network), ..self }
    }

    /// The embedded weights, with the network where there is one.
    pub fn standard(variant: Variant) -> Arc<Values> {
        static ALL: [OnceLock<Arc<Values>>; Variant::ALL.len()] =
            [const { OnceLock::new() }; Variant::ALL.len()];
        ALL[variant as usize]
            .get_or_init(|| {
                let values = Values::new(ClassWeights::standard(variant));
                Arc::new(match Network::standard(variant) {
                    Some(network) => values.with_network(Arc::new(network)),
                    None => values,
                })
            })
            .clone()
    }

    /// An empty board that sums these values.
    ///
    /// # Panics
    /// If a side of the board is not 5 to 22, or the values are of another variant than `R`.
    pub fn empty_board<R: RuleSet>(&self, size: Size) -> Board<R> {
        Board::with_table(size, self.table.clone())
    }

    /// The board of a game that sums these values.
    ///
    /// # Panics
    /// If the game or the values are of another variant than `R`.
    pub fn board<R: RuleSet>(&self, game: &Position) -> Board<R> {
        Board::from_game_with(game, self.table.clone())
    }

    /// True if a board sums these values.
    pub(crate) fn fits<R: RuleSet>(&self, board: &Board<R>) -> bool {
        Arc::ptr_eq(&self.table, board.table())
    }

    /// The network, if there is one.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The value at which the odds are e to 1: the chance to win is 1 / (1 + exp(−value / scale)).
    pub fn scale(&self) -> f32 {
        self.weights.scale()
    }

    /// The weights themselves.
    pub fn weights(&self) -> &ClassWeights {
        &self.weights
    }

    /// The static evaluation of a position by its patterns, for the side to move, without the network: the sum that the
    /// board keeps, and a term for the threats that are ready.
    #[inline]
    pub fn evaluate<R: RuleSet>(&self, board: &Board<R>) -> i32 {
        let color = board.to_move();
        let sum = match board.previous_sum() {
            Some(before) if self.weights.is_smooth() => (board.sum() + before) / 2,
            _ => board.sum(),
        };
        let value = if color == Color::Black { sum } else { -sum };
        let threats = self.weights.threat(color, ready(board, color), ready(board, color.opponent()));
        value + i32::from(threats)
    }

    /// The ordering score of a move of the side to move: for what it makes and what it keeps the opponent from making.
    #[inline]
    pub fn order<R: RuleSet>(&self, board: &Board<R>, square: Square) -> i32 {
        let color = board.to_move();
        let (own, other) = (board.code(color, square), board.code(color.opponent(), square));
        let attack = self.attack[color.index()][usize::from(own)];
        i32::from(attack) + i32::from(self.defend[color.index()][usize::from(other)])
    }
}

/// The classes that `color` has ready, a bit for each of [`THREAT_BITS`](crate::THREAT_BITS).
#[inline]
pub(crate) fn ready<R: RuleSet>(board: &Board<R>, color: Color) -> u8 {
    let has = |class| u8::from(board.count(color, class) > 0);
    (has(Threat::Three) | has(Threat::ThreePlus))
        | has(Threat::ThreeThree) << 1
        | has(Threat::Four) << 2
        | has(Threat::FourPlus) << 3
        | has(Threat::FourThree) << 4
        | has(Threat::OpenFour) << 5
}

/// The index of a position's threat term: what the side to move has ready, and what the opponent has.
#[inline]
pub fn threat_index_of<R: RuleSet>(board: &Board<R>) -> usize {
    threat_index(ready(board, board.to_move()), ready(board, board.to_move().opponent()))
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Values({})", self.weights.variant())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::rule_set::Renju;
    use tengen_board::random::SplitMix64;

    #[test]
    fn a_smoothed_evaluation_counts_the_mean_of_two_plies() {
        let mut rng = SplitMix64(41);
        let weights = ClassWeights::by_hand(Variant::Renju);
        let mut smoothed = weights.clone();
        smoothed.set_smooth(true);
        let (plain, smooth) = (Values::new(weights), Values::new(smoothed));
        let mut board = plain.empty_board::<Renju>(Size::of(15, 15));
        let mut differ = 0;
        for _ in 0..40 {
            let before = board.sum();
            let square = board.empties().iter().nth(rng.below(board.empty_count())).expect("there is room");
            board.play(square);
            let mean = (before + board.sum()) / 2 - board.sum();
            let more = if board.to_move() == Color::Black { mean } else { -mean };
            assert_eq!(smooth.evaluate(&board), plain.evaluate(&board) + more);
            differ += usize::from(more != 0);
        }
        assert!(differ > 10);
        // A pass leaves the sum as it is, so the mean is the sum.
        let sum = board.sum();
        board.pass();
        assert_eq!(board.sum(), sum);
        assert_eq!(plain.evaluate(&board), smooth.evaluate(&board));
    }
}
