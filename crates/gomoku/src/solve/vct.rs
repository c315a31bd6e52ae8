//! VCT: victory by continuous threats.
//!
//! A *threat* is a four, or a move after which the attacker would win by fours if the defender passed: an open three,
//! or a move that prepares such a win. The defender answers a threat in its relevance zone
//! ([`replies`](super::replies)) or with a four.

use super::dfpn::{Budget, Child, Expander, Graph};
use super::replies::relevance_zone;
use crate::vcf::{MoveLine, Vcf, VcfLimits, VcfResult, answers, stops};
use crate::{Board, RuleSet, Square, SquareSet, Threat};
use tengen_engine::Clock;

/// Finds wins by threats. Its graphs keep the positions of earlier searches, which must be of the same rules and
/// attacker.
///
/// Short threats are fewer than long ones and leave fewer replies, but do not always win. So several searches
/// alternate, each with threats of another length.
#[derive(Debug)]
pub struct Vct {
    searches: Vec<(Threats, Graph)>,
    pub(super) expander: ThreatExpander,
}

/// The threats of a search.
#[derive(Clone, Copy, Debug)]
struct Threats {
    /// Consecutive fours of a threat, without the last one that cannot be stopped.
    fours: u8,
    /// Moves of the attacker, a win by fours counted as one.
    moves: usize,
    /// The search gets this part of a turn's budget: one divided by it.
    part: u64,
}

impl Threats {
    const SHORT: Threats = Threats { fours: 1, moves: usize::MAX, part: 1 };
    const MEDIUM: Threats = Threats { fours: 2, ..Threats::SHORT };
    /// Every win by fours is a threat here, so nothing is missed; it rarely finds what the others do not.
    const LONG: Threats = Threats { fours: VcfLimits::MAX_FOURS, part: 4, ..Threats::SHORT };
    /// Finds near wins at once.
    const NEAR: Threats = Threats { moves: 4, ..Threats::SHORT };
}

/// The budget of the first turn of a search. It doubles with each turn.
const FIRST_TURN: Budget = Budget { positions: 64, nodes: 2_000 };

/// The limits of a search by fours inside a search by threats.
pub(super) const INNER: VcfLimits = VcfLimits { fours: VcfLimits::MAX_FOURS, nodes: 3000 };

/// The limits of a search for the defender's own win by fours.
pub(super) const COUNTER: VcfLimits = VcfLimits { fours: VcfLimits::MAX_FOURS, nodes: 300 };

impl Vct {
    /// A solver that keeps at most so many positions of some 200 bytes each.
    pub fn new(max_positions: usize) -> Vct {
        Vct::with(max_positions, &[Threats::NEAR, Threats::SHORT, Threats::MEDIUM, Threats::LONG])
    }

    /// A solver with threats of medium length only.
    pub(super) fn medium(max_positions: usize) -> Vct {
        Vct::with(max_positions, &[Threats::MEDIUM])
    }

    fn with(max_positions: usize, threats: &[Threats]) -> Vct {
        let vcf = Vcf::new((max_positions / 16).clamp(1 << 10, 1 << 16));
        let each = max_positions / threats.len();
        let searches = threats.iter().map(|&threats| (threats, Graph::new(each, 1))).collect();
        Vct { searches, expander: ThreatExpander { vcf, fours: 0, counted: 0 } }
    }

    /// Empties the graphs and the table.
    pub fn clear(&mut self) {
        self.searches.iter_mut().for_each(|(_, graph)| graph.clear());
        self.expander.vcf.clear();
    }

    /// The positions in the graphs, and the positions searched by fours.
    pub fn work(&self) -> (usize, u64) {
        (self.kept(), self.expander.vcf.nodes())
    }

    fn kept(&self) -> usize {
        self.searches.iter().map(|(_, graph)| graph.len()).sum()
    }

    /// True if the side to move wins by threats, false if it does not; `None` if the limits end the search. The clock
    /// counts positions in the graphs and positions searched by fours.
    pub fn solve<R: RuleSet>(&mut self, board: &mut Board<R>, clock: &mut Clock) -> Option<bool> {
        self.solve_within(board, clock, Budget::ALL)
    }

    /// The same within a budget.
    pub(super) fn solve_within<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        share: Budget,
    ) -> Option<bool> {
        let key = board.key();
        let (kept, nodes) = (self.kept(), clock.nodes());
        let mut turn = if self.searches.len() > 1 { FIRST_TURN } else { share };
        loop {
            let before = self.kept();
            for (threats, graph) in &mut self.searches {
                if graph.verdict(key).is_some() {
                    continue;
                }
                self.expander.fours = threats.fours;
                let part = Budget {
                    positions: turn.positions.div_ceil(threats.part as usize),
                    nodes: turn.nodes.div_ceil(threats.part),
                };
                if graph.solve(&mut self.expander, board, clock, threats.moves, part) == Some(true) {
                    return Some(true);
                }
            }
            let known = self.verdict(key);
            let left = Budget {
                positions: share.positions.saturating_sub(self.kept() - kept),
                nodes: share.nodes.saturating_sub(clock.nodes() - nodes),
            };
            let stuck = self.kept() == before || clock.is_over();
            if known.is_some() || stuck || left.positions == 0 || left.nodes == 0 {
                return known;
            }
            turn.positions = turn.positions.saturating_mul(2).min(left.positions);
            turn.nodes = turn.nodes.saturating_mul(2).min(left.nodes);
        }
    }

    /// The result of a position with the attacker to move, if it is known. There is no win if no search finds one.
    pub(super) fn verdict(&self, key: u64) -> Option<bool> {
        let mut verdicts = self.searches.iter().map(|(_, graph)| graph.verdict(key));
        if verdicts.clone().any(|verdict| verdict == Some(true)) {
            return Some(true);
        }
        verdicts.all(|verdict| verdict == Some(false)).then_some(false)
    }

    /// The proof and disproof numbers of a position, of the search that is nearest to a proof.
    pub(super) fn numbers_of(&self, key: u64) -> Option<(u32, u32)> {
        self.searches.iter().filter_map(|(_, graph)| graph.numbers_of(key)).min()
    }

    /// The winning move of a position with the attacker to move, if it is known.
    pub(super) fn winning_move(&self, key: u64) -> Option<Square> {
        self.searches.iter().find_map(|(_, graph)| graph.winning_move(key))
    }
}

/// Generates threats and the replies to them.
#[derive(Debug)]
pub(super) struct ThreatExpander {
    pub(super) vcf: Vcf,
    /// Consecutive fours of a threat, without the last one that cannot be stopped.
    fours: u8,
    /// The positions that the clock has counted.
    counted: u64,
}

impl ThreatExpander {
    /// Adds the positions searched since the last call to the clock.
    pub(super) fn count_nodes(&mut self, clock: &mut Clock) {
        let looked = self.vcf.nodes();
        clock.spend(looked - self.counted);
        self.counted = looked;
    }

    /// The limits of the attacker's searches by fours.
    fn inner(&self) -> VcfLimits {
        VcfLimits { fours: self.fours, ..INNER }
    }

    /// The relevance zone of the win by fours that the side that moved last has after a pass, if it has one.
    pub(super) fn relevance_zone<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        limits: VcfLimits,
    ) -> Option<SquareSet> {
        board.pass();
        let mut line = MoveLine::default();
        let found = self.vcf.solve_line(board, limits, &mut line);
        let zone = matches!(found, VcfResult::Win(_)).then(|| relevance_zone(board, &line));
        board.undo();
        zone
    }

    /// The defender is to move: the replies in the zone and the fours after which no win by fours is left.
    pub(super) fn stopping<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        zone: SquareSet,
        limits: VcfLimits,
    ) -> SquareSet {
        let other = board.to_move();
        let may_play = |&square: &Square| board.is_empty(square) && board.may_play(other, square);
        let replies = (zone | board.fours(other)).iter().filter(may_play).collect();
        self.vcf.stopping(board, replies, limits)
    }
}

/// Removes moves that do not stop the defender's win by fours. Fours gain time and stay.
pub(super) fn keep_in_zone<R: RuleSet>(
    board: &Board<R>,
    zone: Option<SquareSet>,
    out: &mut Vec<Child>,
    first: usize,
) {
    let Some(zone) = zone else { return };
    let useful = zone | board.fours(board.to_move());
    let mut kept = first;
    for at in first..out.len() {
        if useful.contains(out[at].square) {
            out[kept] = out[at];
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// Classes with an open three and without a four.
const OPEN_THREES: [Threat; 3] = [Threat::ThreeThree, Threat::ThreePlus, Threat::Three];

/// The squares where the side to move makes a four or an open three.
pub(super) fn forcing<R: RuleSet>(board: &Board<R>) -> SquareSet {
    let side = board.to_move();
    OPEN_THREES.iter().fold(board.fours(side), |all, &class| all | board.points(side, class))
}

/// Adds the attacker's fours, its open threes, and moves that may prepare a win by fours; against a five only what
/// stops it.
pub(super) fn threats<R: RuleSet>(board: &Board<R>, out: &mut Vec<Child>) {
    let (side, other) = (board.to_move(), board.to_move().opponent());
    let mut add = |square: Square, effort: u32| {
        if board.may_play(side, square) {
            out.push(Child::new(square, effort));
        }
    };
    if board.count(other, Threat::Five) > 0 {
        stops(board, other).iter().for_each(|square| add(square, 1));
        return;
    }
    board.fours(side).iter().for_each(|square| add(square, 1));
    for class in OPEN_THREES {
        board.points(side, class).iter().for_each(|square| add(square, 2));
    }
    for square in board.candidates().iter() {
        let effort = match board.class(side, square) {
            Threat::ClosedThreePlus => 4,
            Threat::ClosedThree | Threat::TwoTwo => 6,
            Threat::Two => 8,
            _ => continue,
        };
        add(square, effort);
    }
}

impl Expander for ThreatExpander {
    fn attack<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        self.count_nodes(clock);
        if let VcfResult::Win(_) = self.vcf.solve(board, self.inner()) {
            return Some(true);
        }
        let first = out.len();
        threats(board, out);
        if board.count(board.to_move().opponent(), Threat::Five) == 0 {
            let zone = self.relevance_zone(board, COUNTER);
            keep_in_zone(board, zone, out, first);
        }
        (out.len() == first).then_some(false)
    }

    fn defence<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        self.count_nodes(clock);
        if let Some(plain) = plain_defence(board, out) {
            return plain;
        }
        let Some(zone) = self.relevance_zone(board, self.inner()) else { return Some(false) };
        if matches!(self.vcf.solve(board, COUNTER), VcfResult::Win(_)) {
            return Some(false);
        }
        let stopping = self.stopping(board, zone, self.inner());
        out.extend(stopping.iter().map(|square| Child::new(square, 2)));
        stopping.is_empty().then_some(true)
    }
}

/// The replies if fives decide. `Some` holds the winner, or `None` if the added replies are all there are.
#[allow(clippy::option_option, reason = "whether it is decided here, and then how")]
pub(super) fn plain_defence<R: RuleSet>(board: &Board<R>, out: &mut Vec<Child>) -> Option<Option<bool>> {
    let other = board.to_move();
    let side = other.opponent();
    if board.count(other, Threat::Five) > 0 {
        return Some(Some(false));
    }
    if board.count(side, Threat::Five) > 0 {
        let first = out.len();
        out.extend(answers(board, side).iter().map(|square| Child::new(square, 1)));
        return Some((out.len() == first).then_some(true));
    }
    let open = board.points(other, Threat::OpenFour);
    open.iter().any(|square| board.may_play(other, square)).then_some(Some(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::rule_set::Freestyle;
    use tengen_engine::{Limits, Stop};
    use tengen_games::Game;
    use tengen_games::gomoku::{self, Rules};

    /// A win by short threats is found long before all threats are searched.
    #[test]
    fn short_threats_are_not_held_up_by_long_ones() {
        let mut game = gomoku::Position::new(&Rules::FREESTYLE);
        let moves = "k7 h6 f7 e10 k6 h8 k8 k5 l7 h5 h7 j5 i5 j6 i7 j7 j8 l6 m7 j4 j3 h4 h2 i6 g4 k4 l4 g6 f6 n8 m6 l3";
        for mv in moves.split(' ') {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        let work = |mut vct: Vct| {
            let mut board = Board::<Freestyle>::from_game(&game);
            let mut clock = Clock::looking_every(1, &Limits::nodes(100_000), &Stop::new());
            assert_eq!(vct.solve(&mut board, &mut clock), Some(true));
            clock.nodes()
        };
        let (alternating, long) = (work(Vct::new(1 << 20)), work(Vct::with(1 << 20, &[Threats::LONG])));
        assert!(5 * alternating < long, "{alternating} alternating, {long} with threats of any length alone");
    }
}
