//! VCT: victory by continuous threats.
//!
//! A *threat* here is a four, or any move after which the attacker would win by fours if the defender did nothing: an open
//! three, and every other move that prepares such a win. Each threat leaves the defender the replies of
//! [`replies`](super::replies) and its own fours.

use super::dfpn::{Budget, Child, Expander, Graph};
use super::line::MoveLine;
use super::replies::relevance_zone;
use super::vcf::{Vcf, VcfLimits, VcfResult, answers, stops};
use crate::{Board, RuleSet, Square, SquareSet, Threat};
use tengen_engine::Clock;

/// Finds wins by threats. It remembers the positions of earlier questions, which must be of the same rules and the same attacker.
///
/// Short threats are fewer than long ones and leave fewer replies, but do not always win. So there are several searches that take turns, each
/// with threats of another length.
#[derive(Debug)]
pub struct Vct {
    searches: Vec<(Threats, Graph)>,
    pub(super) expander: ThreatExpander,
}

/// The threats of a search.
#[derive(Clone, Copy, Debug)]
struct Threats {
    /// FourMoves that a threat may take, the last of which nothing stops left out.
    fours: u8,
    /// The attacker's moves at most, a win by fours counted as one.
    moves: usize,
    /// What part of a turn's work the search may take: one divided by this.
    part: u64,
}

impl Threats {
    const SHORT: Threats = Threats { fours: 1, moves: usize::MAX, part: 1 };
    const MEDIUM: Threats = Threats { fours: 2, ..Threats::SHORT };
    /// Any wins by fours are threats here, so that nothing escapes it; it seldom finds what the others do not.
    const LONG: Threats = Threats { fours: VcfLimits::MOST_FOURS, part: 4, ..Threats::SHORT };
    /// Wins that are near are found at once.
    const NEAR: Threats = Threats { moves: 4, ..Threats::SHORT };
}

/// What the first turn of a search may take; each later one may take twice as much.
const FIRST: Budget = Budget { positions: 64, nodes: 2_000 };

/// What one search by fours may look at inside a search by threats.
pub(super) const INNER: VcfLimits = VcfLimits { fours: VcfLimits::MOST_FOURS, nodes: 3000 };

/// What may be looked at to see whether the defender wins by fours first.
pub(super) const COUNTER: VcfLimits = VcfLimits { fours: VcfLimits::MOST_FOURS, nodes: 300 };

impl Vct {
    /// A solver that keeps at most so many positions, some 200 bytes each.
    pub fn new(most: usize) -> Vct {
        Vct::with(most, &[Threats::NEAR, Threats::SHORT, Threats::MEDIUM, Threats::LONG])
    }

    /// One that looks for threats of medium length alone.
    pub(super) fn medium(most: usize) -> Vct {
        Vct::with(most, &[Threats::MEDIUM])
    }

    fn with(most: usize, threats: &[Threats]) -> Vct {
        let vcf = Vcf::new((most / 16).clamp(1 << 10, 1 << 16));
        let each = most / threats.len();
        let searches = threats.iter().map(|&threats| (threats, Graph::new(each, 1))).collect();
        Vct { searches, expander: ThreatExpander { vcf, fours: 0, told: 0 } }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.searches.iter_mut().for_each(|(_, graph)| graph.clear());
        self.expander.vcf.clear();
    }

    /// Positions that it keeps, and positions looked at by fours.
    pub fn work(&self) -> (usize, u64) {
        (self.kept(), self.expander.vcf.nodes())
    }

    fn kept(&self) -> usize {
        self.searches.iter().map(|(_, graph)| graph.len()).sum()
    }

    /// Whether the side to move wins by threats: `Some` if it is certain. The clock counts the positions kept and those looked at by fours.
    pub fn solve<R: RuleSet>(&mut self, board: &mut Board<R>, clock: &mut Clock) -> Option<bool> {
        self.solve_within(board, clock, Budget::ALL)
    }

    /// The same with a share of the work.
    pub(super) fn solve_within<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        share: Budget,
    ) -> Option<bool> {
        let key = board.key();
        let (kept, nodes) = (self.kept(), clock.nodes());
        let mut turn = if self.searches.len() > 1 { FIRST } else { share };
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

    /// What is known of a position with the attacker to move. There is no win if no search finds one.
    pub(super) fn verdict(&self, key: u64) -> Option<bool> {
        let mut verdicts = self.searches.iter().map(|(_, graph)| graph.verdict(key));
        if verdicts.clone().any(|verdict| verdict == Some(true)) {
            return Some(true);
        }
        verdicts.all(|verdict| verdict == Some(false)).then_some(false)
    }

    /// The proof and the disproof number of a position that is kept, of the search that is nearest to a proof.
    pub(super) fn numbers_of(&self, key: u64) -> Option<(u32, u32)> {
        self.searches.iter().filter_map(|(_, graph)| graph.numbers_of(key)).min()
    }

    /// A move that is known to win in a position with the attacker to move.
    pub(super) fn winning_move(&self, key: u64) -> Option<Square> {
        self.searches.iter().find_map(|(_, graph)| graph.winning_move(key))
    }
}

/// What may be tried in a search by threats.
#[derive(Debug)]
pub(super) struct ThreatExpander {
    pub(super) vcf: Vcf,
    /// FourMoves that a threat may have at most before the one that nothing stops.
    fours: u8,
    /// Positions that the clock has counted.
    told: u64,
}

impl ThreatExpander {
    /// Lets the clock count the positions looked at since the last time.
    pub(super) fn count_nodes(&mut self, clock: &mut Clock) {
        let looked = self.vcf.nodes();
        clock.spend(looked - self.told);
        self.told = looked;
    }

    /// The limits of a search by fours of the attacker's.
    fn inner(&self) -> VcfLimits {
        VcfLimits { fours: self.fours, ..INNER }
    }

    /// Where the side that moved last would win by fours if the other passed: the other's moves that may upset that.
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

    /// The defender is to move: of its moves that may upset a win, and of its fours, those that leave no win by fours.
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

/// Takes out the moves that leave the defender its win by fours; fours gain time and stay.
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

/// What makes an open three and no four.
const OPEN_THREES: [Threat; 3] = [Threat::ThreeThree, Threat::ThreePlus, Threat::Three];

/// The points where the side to move makes a four or an open three.
pub(super) fn forcing<R: RuleSet>(board: &Board<R>) -> SquareSet {
    let side = board.to_move();
    OPEN_THREES.iter().fold(board.fours(side), |all, &class| all | board.points(side, class))
}

/// The attacker's fours and open threes, and moves that may prepare a win by fours; only what stops a five of the other's where there
/// is one.
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

/// The replies where fives decide: `Some` with who wins, or with `None` in it where the replies are those added.
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

    /// Where short threats win, that is found long before all threats have been looked through.
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
        let (by_turns, long) = (work(Vct::new(1 << 20)), work(Vct::with(1 << 20, &[Threats::LONG])));
        assert!(5 * by_turns < long, "{by_turns} by turns, {long} with threats of any length alone");
    }
}
