//! The opening rules: who puts which stone where, who may change colours when, and which fifth moves are offered.
//!
//! Sources: for renju the rules certified by the Renju International Federation (RIF 1996, Yamaguchi, Soosõrv-8,
//! Taraguchi-10, as published on renju.net). For gomoku the pro, long pro, swap and swap2 openings as the world
//! championships have used them. docs/rules/gomoku.md and docs/rules/renju.md describe each.

use super::{OpeningRule, Rules};
use crate::{Choice, PlayerId};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::zobrist;
use tengen_board::{Color, Point, Size, Symmetry};

/// The most fifth moves that can be declared: twelve, of which only Yamaguchi's rule, which sets no limit itself, makes
/// use.
pub const MAX_FIFTHS: u8 = 12;

/// Where a stone of the opening may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Region {
    /// Anywhere.
    Anywhere,
    /// Within the central square of this side (1 is the centre itself).
    Within(u8),
    /// Outside the central square of this side.
    Outside(u8),
}

impl Region {
    /// Whether the region holds `point`. The centre of a board with even sides is [`Size::center`].
    pub fn contains(self, point: Point, size: Size) -> bool {
        let center = size.center();
        let away = point.row.abs_diff(center.row).max(point.col.abs_diff(center.col));
        match self {
            Region::Anywhere => true,
            Region::Within(side) => away <= side / 2,
            Region::Outside(side) => away > side / 2,
        }
    }
}

/// `anywhere`, `on the centre`, `within the central 5x5`, `outside the central 5x5`.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Region::Anywhere => f.write_str("anywhere"),
            Region::Within(1) => f.write_str("on the centre"),
            Region::Within(side) => write!(f, "within the central {side}x{side}"),
            Region::Outside(side) => write!(f, "outside the central {side}x{side}"),
        }
    }
}

/// What an opening rule asks for next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Stone number `number`, in a region.
    Stone {
        /// Which stone of the game, from 1.
        number: u8,
        /// Where it may go.
        region: Region,
    },
    /// To take black or white.
    Swap,
    /// Swap2: to take black or white, or to put two more stones.
    SwapOrTwoMore,
    /// To say how many fifth moves will be offered.
    DeclareFifths {
        /// The most that may be declared; the least is 1.
        max: u8,
    },
    /// Taraguchi: to take black or white, with a single fifth move to follow, or to offer many.
    SwapOrFifths {
        /// How many that would be.
        count: u8,
    },
    /// A black stone as one of the fifth moves that white will choose from.
    OfferFifth {
        /// Which of them, from 1.
        number: u8,
        /// How many there will be.
        count: u8,
    },
    /// To choose one of the fifth moves offered.
    PickFifth,
}

impl Step {
    /// Whether the step is a decision and not a stone.
    pub fn is_choice(self) -> bool {
        matches!(
            self,
            Step::Swap | Step::SwapOrTwoMore | Step::DeclareFifths { .. } | Step::SwapOrFifths { .. }
        )
    }

    /// The decisions to choose from, empty where a stone is asked for.
    pub fn choices(self) -> Vec<Choice> {
        let mut choices = match self {
            Step::Swap | Step::SwapOrTwoMore | Step::SwapOrFifths { .. } => {
                Color::BOTH.map(Choice::Take).to_vec()
            }
            Step::DeclareFifths { max } => (1..=max).map(Choice::FifthMoves).collect(),
            Step::Stone { .. } | Step::OfferFifth { .. } | Step::PickFifth => vec![],
        };
        match self {
            Step::SwapOrTwoMore => choices.push(Choice::PlaceTwoMore),
            Step::SwapOrFifths { count } => choices.push(Choice::FifthMoves(count)),
            _ => {}
        }
        choices
    }
}

/// In plain words, such as `stone 3 goes within the central 5x5` or `take black or white`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Stone { number, region } => write!(f, "stone {number} goes {region}"),
            Step::Swap => f.write_str("take black or white"),
            Step::SwapOrTwoMore => f.write_str("take black or white, or put two more stones (two-more)"),
            Step::DeclareFifths { max } => {
                write!(f, "say how many fifth moves will be offered, fifths=1 to fifths={max}")
            }
            Step::SwapOrFifths { count } => {
                write!(f, "take black or white, or offer {count} fifth moves (fifths={count})")
            }
            Step::OfferFifth { number, count } => write!(f, "offer fifth move {number} of {count}"),
            Step::PickFifth => f.write_str("choose one of the fifth moves offered"),
        }
    }
}

/// How far an opening has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stage {
    /// What is asked for; `None` when the opening is over.
    pub(super) step: Option<Step>,
    /// Who has black, for the time being at least.
    pub(super) black: PlayerId,
    /// Whether colours can still change.
    pub(super) open: bool,
    /// Who decides or puts the stone, where the colour to move does not say it.
    pub(super) player: Option<PlayerId>,
    /// Fifth moves declared.
    fifths: u8,
    /// Fifth moves offered so far, sorted.
    offers: [Point; MAX_FIFTHS as usize],
    offered: u8,
}

impl Stage {
    pub(super) fn first(rules: &Rules) -> Stage {
        let opening = rules.opening;
        let mut stage = Stage {
            step: None,
            black: PlayerId::First,
            open: !matches!(opening, OpeningRule::None | OpeningRule::Pro | OpeningRule::LongPro),
            player: None,
            fifths: 0,
            offers: [Point::new(0, 0); MAX_FIFTHS as usize],
            offered: 0,
        };
        if opening != OpeningRule::None {
            stage.ask_stone(opening, 1);
        }
        stage
    }

    /// The fifth moves offered so far, in reading order.
    pub(super) fn offers(&self) -> &[Point] {
        &self.offers[..usize::from(self.offered)]
    }

    /// What distinguishes this stage for all future play, as a key.
    pub(super) fn key(&self) -> u64 {
        let (kind, a, b) = match self.step {
            None => (0, 0, 0),
            Some(Step::Stone { number, .. }) => (1, number, 0),
            Some(Step::Swap) => (2, 0, 0),
            Some(Step::SwapOrTwoMore) => (3, 0, 0),
            Some(Step::DeclareFifths { max }) => (4, max, 0),
            Some(Step::SwapOrFifths { count }) => (5, count, 0),
            Some(Step::OfferFifth { number, count }) => (6, number, count),
            Some(Step::PickFifth) => (7, 0, 0),
        };
        let player = self.player.map_or(0, |player| 1 + player as u64);
        let facts = [kind, a, b, self.fifths, self.black as u8, u8::from(self.open)];
        let number = facts.into_iter().fold(player, |number, fact| number << 6 | u64::from(fact));
        // The key of an opening's facts is never 0; a game without an opening rule has none.
        let start = (1 << 40) | number;
        let offers = self.offers().iter().map(|p| (1 << 50) | u64::from(p.row) << 8 | u64::from(p.col));
        offers.fold(zobrist::extra(start), |key, offer| key ^ zobrist::extra(offer))
    }

    fn ask_stone(&mut self, opening: OpeningRule, number: u8) {
        use Region::*;
        let region = match (opening, number) {
            (OpeningRule::Pro | OpeningRule::LongPro, 1) => Within(1),
            (OpeningRule::Pro, 3) => Outside(5),
            (OpeningRule::LongPro, 3) => Outside(7),
            (
                OpeningRule::Rif | OpeningRule::Yamaguchi | OpeningRule::Soosorv8 | OpeningRule::Taraguchi10,
                1..=3,
            ) => Within(2 * number - 1),
            (OpeningRule::Taraguchi10, 4 | 5) => Within(2 * number - 1),
            _ => Anywhere,
        };
        self.step = Some(Step::Stone { number, region });
        // One player puts the first three stones of both colours, except where colours may change after each.
        self.player = match (opening, number) {
            (OpeningRule::Pro | OpeningRule::LongPro | OpeningRule::Taraguchi10, _) | (_, 6..) => None,
            (OpeningRule::Swap2, 4 | 5) => Some(PlayerId::Second),
            (_, 1..=3) => Some(PlayerId::First),
            _ => None,
        };
    }

    fn ask(&mut self, step: Step, player: PlayerId) {
        self.step = Some(step);
        self.player = Some(player);
    }

    /// The opening is over; what it has left behind is who has which colour.
    fn end(&mut self) {
        *self = Stage {
            step: None,
            open: false,
            player: None,
            fifths: 0,
            offered: 0,
            offers: [Point::new(0, 0); MAX_FIFTHS as usize],
            ..*self
        };
    }

    fn ask_offer(&mut self) {
        self.open = false;
        self.step = Some(Step::OfferFifth { number: 1, count: self.fifths });
        self.player = None;
    }

    fn with(&self, color: Color) -> PlayerId {
        if color == Color::Black { self.black } else { self.black.opponent() }
    }

    /// What follows after stone `number` has been put by the rule's own steps.
    pub(super) fn stone_placed(&mut self, opening: OpeningRule, number: u8) {
        use OpeningRule::*;
        match (opening, number) {
            (Pro | LongPro, 3) => self.end(),
            (Swap, 3) => self.ask(Step::Swap, PlayerId::Second),
            (Swap2, 3) => self.ask(Step::SwapOrTwoMore, PlayerId::Second),
            (Swap2, 5) => self.ask(Step::Swap, PlayerId::First),
            (Rif | Soosorv8, 3) => self.ask(Step::Swap, PlayerId::Second),
            (Yamaguchi, 3) => self.ask(Step::DeclareFifths { max: MAX_FIFTHS }, PlayerId::First),
            (Rif, 4) => {
                self.fifths = 2;
                self.ask_offer();
            }
            (Yamaguchi, 4) => self.ask_offer(),
            (Soosorv8, 4) => self.ask(Step::DeclareFifths { max: 8 }, self.with(Color::White)),
            (Taraguchi10, 1 | 3 | 5) => self.ask(Step::Swap, self.with(Color::White)),
            (Taraguchi10, 2) => self.ask(Step::Swap, self.with(Color::Black)),
            (Taraguchi10, 4) => self.ask(Step::SwapOrFifths { count: 10 }, self.with(Color::Black)),
            (_, 6) => self.end(),
            _ => self.ask_stone(opening, number + 1),
        }
    }

    /// What follows after a decision that the step allows, with `stones` on the board.
    pub(super) fn chosen(&mut self, opening: OpeningRule, choice: Choice, stones: u8) {
        match choice {
            Choice::Take(color) => {
                if let Some(player) = self.player {
                    self.black = if color == Color::Black { player } else { player.opponent() };
                }
                match (opening, stones) {
                    (OpeningRule::Swap | OpeningRule::Swap2, _) => self.end(),
                    // The number was declared before, so the fifth moves are next.
                    (OpeningRule::Soosorv8, 4) => self.ask_offer(),
                    (opening, stones) => {
                        // The last chance to change colours.
                        self.open = matches!(
                            (opening, stones),
                            (OpeningRule::Soosorv8, 3) | (OpeningRule::Taraguchi10, 1..=4)
                        );
                        self.ask_stone(opening, stones + 1);
                    }
                }
            }
            Choice::PlaceTwoMore => self.ask_stone(opening, stones + 1),
            Choice::FifthMoves(count) => {
                self.fifths = count;
                match opening {
                    OpeningRule::Yamaguchi => self.ask(Step::Swap, PlayerId::Second),
                    OpeningRule::Soosorv8 => self.ask(Step::Swap, self.with(Color::Black)),
                    _ => self.ask_offer(),
                }
            }
        }
    }

    /// What follows after one more fifth move has been offered; says whether all are.
    pub(super) fn offered(&mut self, opening: OpeningRule, point: Point) -> bool {
        let count = usize::from(self.offered);
        let at = self.offers[..count].partition_point(|p| *p < point);
        self.offers.copy_within(at..count, at + 1);
        self.offers[at] = point;
        self.offered += 1;
        if self.offered < self.fifths {
            self.step = Some(Step::OfferFifth { number: self.offered + 1, count: self.fifths });
            return false;
        }
        if self.fifths == 1 {
            // One alone leaves no choice.
            self.picked(opening);
        } else {
            self.step = Some(Step::PickFifth);
        }
        true
    }

    /// What follows after white has chosen the fifth move: the sixth.
    pub(super) fn picked(&mut self, opening: OpeningRule) {
        self.end();
        self.ask_stone(opening, 6);
    }
}

/// The symmetries of the board that leave these stones as they are: fifth moves that are each other's images are the
/// same.
pub(super) fn symmetries_of(size: Size, stones: &[(Point, Color)]) -> Vec<Symmetry> {
    let keeps = |s: &Symmetry| stones.iter().all(|(p, color)| stones.contains(&(s.apply(*p, size), *color)));
    Symmetry::keeping(size).iter().copied().filter(keeps).collect()
}

/// The offered fifth move that one on `point` would be the same as.
pub(super) fn same_fifth(size: Size, among: &[Symmetry], offers: &[Point], point: Point) -> Option<Point> {
    among.iter().map(|s| s.apply(point, size)).find(|image| offers.contains(image))
}
