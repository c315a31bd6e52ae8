//! The evaluation's weights, laid out for the position: for each colour and each code of four patterns, what the point is worth and its class.

use crate::network::Network;
use crate::pattern::Pattern;
use crate::threat::{CODES, Code, Threat, is_doubtful, patterns_of};
use crate::weights::Weights;
use std::fmt;
use std::sync::{Arc, OnceLock};
use tengen_board::Color;
use tengen_games::gomoku::Variant;

/// What is known of four patterns of one colour: the worth of the point in the low half, then the class, whether renju may
/// forbid it, and the number of the set it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Info(u32);

const CLASS: u32 = 16;
const DOUBTFUL: u32 = 1 << 20;
/// The number of the set in which a position keeps the point, 0 for none.
const SET: u32 = 21;

impl Info {
    /// What the point is worth to the colour.
    #[inline]
    pub(crate) fn value(self) -> i32 {
        (self.0 as i16).into()
    }

    /// What a stone of the colour makes.
    #[inline]
    pub(crate) fn class(self) -> Threat {
        Threat::of(self.0 >> CLASS)
    }

    /// The number of the set in which a position keeps such a point: 1 for [`Threat::LEAST_KEPT`], 0 for none.
    #[inline]
    pub(crate) fn set(self) -> u8 {
        (self.0 >> SET) as u8
    }

    /// Whether the patterns alone say that renju forbids black the point.
    #[inline]
    pub(crate) fn is_forbidden(self) -> bool {
        self.0 >> CLASS & 15 == Threat::Forbidden as u32
    }

    /// Whether renju may forbid black the point for its threes.
    #[inline]
    pub(crate) fn is_doubtful(self) -> bool {
        self.0 & DOUBTFUL != 0
    }
}

/// The weights of one variant, ready for a position.
pub struct Values {
    weights: Weights,
    infos: [Box<[Info; CODES]>; 2],
    /// For the order of moves: by the colour's own code, and by the opponent's.
    attack: [Box<[i16; CODES]>; 2],
    defend: [Box<[i16; CODES]>; 2],
    /// Adds to what points and threats are worth.
    network: Option<Arc<Network>>,
}

impl Values {
    /// Lays out weights.
    pub fn new(weights: Weights) -> Values {
        let lay = |color: Color| {
            let mut infos = vec![Info(0); CODES].into_boxed_slice();
            for (code, info) in infos.iter_mut().enumerate() {
                let patterns = patterns_of(code as Code);
                let class = Threat::of_patterns(weights.variant(), color, patterns);
                let doubtful = weights.variant() == Variant::Renju
                    && color == Color::Black
                    && class != Threat::Forbidden
                    && is_doubtful(patterns);
                let worth = weights.worth(color, patterns) as u16;
                let set = (class as u32 + 1).saturating_sub(Threat::LEAST_KEPT as u32);
                let doubtful = if doubtful { DOUBTFUL } else { 0 };
                *info = Info(u32::from(worth) | (class as u32) << CLASS | doubtful | set << SET);
            }
            infos.try_into().unwrap_or_else(|_| unreachable!("as many as there are codes"))
        };
        let by_code = |number: &dyn Fn([Pattern; 4]) -> i16| -> Box<[i16; CODES]> {
            let all: Vec<i16> = (0..CODES).map(|code| number(patterns_of(code as Code))).collect();
            all.try_into().unwrap_or_else(|_| unreachable!("as many as there are codes"))
        };
        Values {
            infos: Color::BOTH.map(lay),
            attack: Color::BOTH.map(|color| by_code(&|patterns| weights.attack(color, patterns))),
            defend: Color::BOTH.map(|color| by_code(&|patterns| weights.defend(color, patterns))),
            weights,
            network: None,
        }
    }

    /// With a network that adds to what points and threats are worth.
    ///
    /// # Panics
    /// If it is for another variant, or the weights count in another unit than a network's logits.
    #[must_use]
    pub fn with_network(self, network: Arc<Network>) -> Values {
        assert_eq!(network.variant(), self.weights.variant(), "a network of another variant");
        assert_eq!(
            self.weights.scale(),
            f32::from(crate::network::ONE),
            "weights of another unit than the network"
        );
        Values { network: Some(network), ..self }
    }

    /// The network, if there is one.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The value at which the odds are e to 1: the chance to win is 1 / (1 + exp(−value / scale)).
    pub fn scale(&self) -> f32 {
        self.weights.scale()
    }

    /// The weights that come with the engine, with the network where there is one.
    pub fn standard(variant: Variant) -> Arc<Values> {
        static ALL: [OnceLock<Arc<Values>>; Variant::ALL.len()] =
            [const { OnceLock::new() }; Variant::ALL.len()];
        ALL[variant as usize]
            .get_or_init(|| {
                let values = Values::new(Weights::standard(variant));
                Arc::new(match Network::standard(variant) {
                    Some(network) => values.with_network(Arc::new(network)),
                    None => values,
                })
            })
            .clone()
    }

    /// The weights themselves.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// For the order of moves: what a move of `color` is worth on a point with these codes.
    #[inline]
    pub(crate) fn order(&self, color: Color, own: Code, other: Code) -> i32 {
        let attack = self.attack[color.index()][usize::from(own)];
        i32::from(attack) + i32::from(self.defend[color.index()][usize::from(other)])
    }

    #[inline]
    pub(crate) fn info(&self, color: Color, code: Code) -> Info {
        self.infos[color.index()][usize::from(code)]
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Values({})", self.weights.variant())
    }
}
