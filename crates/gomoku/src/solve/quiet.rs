//! Quiet threats: moves after which the attacker would win by threats if the defender passed.
//!
//! They are to threats what threats are to fours (T. Thomsen, "Lambda-search in game trees", 2000). Only the search
//! by threats knows if threats win, and it may take long. So it is one of the children of a position, with the proof
//! numbers that it has reached, and it is continued step by step where it looks easier than a quiet move. After a
//! quiet move it is the only child until it ends; the tree of its win gives the relevance zone.

use super::dfpn::{Budget, Child, Expander, SURE};
use super::replies::relevance_zone;
use super::tree::TreeBuilder;
use super::vct::{COUNTER, INNER, forcing, keep_in_zone, plain_defence, threats};
use super::wide::{MAX_TREE_NODES, Wide, quiet_graph};
use super::zone::{MinThreat, tree_zone};
use crate::vcf::MoveLine;
use crate::vcf::VcfResult;
use crate::{Board, RuleSet, SquareSet, Threat, Values};
use tengen_engine::Clock;

/// The budget of one step of the search by threats.
const STEP: Budget = Budget { positions: usize::MAX, nodes: 500 };

/// The number of quiet moves searched in a position, those with the highest ordering scores.
const WIDTH: usize = 20;

/// The estimated proof number of the first quiet move: the search by threats is more likely to be easier.
const QUIET: u32 = 64;

/// The increase for each following one.
const LESS_PROMISING: u32 = 4;

/// The estimated proof number of a four or an open three; the search by threats tries these too.
const FORCING: u32 = 96;

/// The estimated proof number of a reply.
const REPLY: u32 = 2;

impl Wide {
    /// Continues the search by quiet threats with a node limit, and proves the win that it finds. `Some(false)` if it
    /// will never find one, or none that can be proven.
    pub(super) fn solve_by_quiet<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        nodes: u64,
        clock: &mut Clock,
    ) -> Option<bool> {
        let share = Budget { nodes, ..Budget::ALL };
        let before = clock.nodes();
        let mut graph = std::mem::replace(&mut self.quiet, quiet_graph());
        let found = graph.solve(&mut QuietExpander(self), board, clock, usize::MAX, share);
        self.quiet = graph;
        match self.quiet.winning_move(board.key()) {
            Some(square) => self.prove(board, square, clock).or(Some(false)),
            // By threats alone: the search by threats knows the moves.
            None if found.is_some() => found,
            // A full graph finds nothing more.
            None => (clock.nodes() == before).then_some(false),
        }
    }
}

/// Generates quiet threats and the replies to them.
struct QuietExpander<'a>(&'a mut Wide);

impl QuietExpander<'_> {
    /// Continues the search by threats. Returns its numbers.
    fn by_threats<R: RuleSet>(&mut self, board: &mut Board<R>, clock: &mut Clock) -> (u32, u32) {
        let before = clock.nodes();
        match self.0.vct.solve_within(board, clock, STEP) {
            Some(true) => (0, SURE),
            // A search that cannot continue finds nothing.
            None if clock.nodes() > before => self.0.vct.numbers_of(board.key()).unwrap_or((1, 1)),
            _ => (SURE, 0),
        }
    }

    /// The defender is to move: the relevance zone of the win by threats after a pass.
    fn relevance_zone<R: RuleSet>(&mut self, board: &mut Board<R>, clock: &mut Clock) -> Option<SquareSet> {
        board.pass();
        let mut line = MoveLine::default();
        let found = self.0.vct.expander.vcf.solve_line(board, INNER, &mut line);
        let found = if matches!(found, VcfResult::Win(_)) {
            Some(relevance_zone(board, &line))
        } else {
            let nodes = TreeBuilder::build(self.0, board, clock, MAX_TREE_NODES);
            nodes.map(|nodes| tree_zone(board, &nodes, MinThreat::Three))
        };
        board.undo();
        found
    }
}

impl Expander for QuietExpander<'_> {
    fn attack<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        let numbers = self.by_threats(board, clock);
        if numbers.0 == 0 {
            return Some(true);
        }
        let side = board.to_move();
        let first = out.len();
        if board.count(side.opponent(), Threat::Five) > 0 {
            threats(board, out);
        } else {
            let forcing = forcing(board);
            let may_play = |&square: &_| board.may_play(side, square);
            out.extend(forcing.iter().filter(may_play).map(|square| Child::new(square, FORCING)));
            let quiet: SquareSet = (board.candidates() - forcing).iter().filter(may_play).collect();
            let promising = self.0.oracle().ordered(board, quiet);
            let effort = (QUIET..).step_by(LESS_PROMISING as usize);
            out.extend(
                promising
                    .into_iter()
                    .zip(effort)
                    .take(WIDTH)
                    .map(|(square, effort)| Child::new(square, effort)),
            );
            let zone = self.0.vct.expander.relevance_zone(board, COUNTER);
            keep_in_zone(board, zone, out, first);
        }
        if numbers.1 > 0 {
            out.push(Child::simpler(numbers));
        }
        (out.len() == first).then_some(false)
    }

    fn defence<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        if let Some(plain) = plain_defence(board, out) {
            return plain;
        }
        if matches!(self.0.vct.expander.vcf.solve(board, COUNTER), VcfResult::Win(_)) {
            return Some(false);
        }
        match self.simpler(board, false, clock) {
            (0, _) => self.replies(board, clock, out),
            (_, 0) => Some(false),
            numbers => {
                out.push(Child::simpler(numbers));
                None
            }
        }
    }

    fn simpler<R: RuleSet>(&mut self, board: &mut Board<R>, attack: bool, clock: &mut Clock) -> (u32, u32) {
        if attack {
            return self.by_threats(board, clock);
        }
        board.pass();
        let numbers = self.by_threats(board, clock);
        board.undo();
        numbers
    }

    fn replies<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        let Some(zone) = self.relevance_zone(board, clock) else { return Some(false) };
        let stopping = self.0.vct.expander.stopping(board, zone, INNER);
        let (first, values) = (out.len(), Values::standard(R::VARIANT));
        out.extend(stopping.iter().map(|square| Child::new(square, REPLY)));
        // The reply that holds should be the first.
        out[first..].sort_by_key(|child| std::cmp::Reverse(values.order(board, child.square)));
        stopping.is_empty().then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::vct::Vct;
    use super::*;
    use crate::board::rule_set::Freestyle;
    use crate::with_rule;
    use tengen_engine::{Limits, Stop};
    use tengen_games::Game;
    use tengen_games::gomoku::{self, Rules, Variant};
    use tengen_gomoku_verify::{Certificate, VerifyLimits, verify};

    /// From a game between engines; Rapfi sees a win in at most 19 plies here.
    const MOVES: &str = "i9 h11 e5 h8 g11 j8 h9 j9 k8 j7 j6 k10 j11 l11 i8 i10 l10 k12 j13 j12 i12 m12 n13 m11 k13 m13 \
        m10 n11 k11 h13 g12 g13 h6 e13 f13 h12 h14 g10 j10 k7 i7 i6 g5 h5 f4 e3 g4 k14 l13 o11 m14 n12";

    fn played(rules: &Rules) -> gomoku::Position {
        let mut game = gomoku::Position::new(rules);
        for mv in MOVES.split(' ') {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn quiet_threats_win_where_threats_do_not_and_the_oracle_is_not_asked() {
        let game = played(&Rules::FREESTYLE);
        let mut board = Values::standard(Freestyle::VARIANT).board::<Freestyle>(&game);
        let before = board.clone();
        let (limits, stop) = (Limits::nodes(1_000_000), Stop::new());
        let mut clock = Clock::looking_every(1, &limits, &stop);
        assert_eq!(
            Vct::new(1 << 20).solve(&mut board, &mut clock),
            Some(false),
            "there is no win by threats"
        );

        let mut wide = Wide::new(Vct::medium(1 << 20), &limits, &stop);
        let mut clock = Clock::looking_every(1, &limits, &stop);
        assert_eq!(wide.solve_by_quiet(&mut board, 400_000, &mut clock), Some(true));
        assert_eq!(wide.oracle().nodes(), 0);
        assert!(board == before, "the board is as it was");
        let nodes =
            TreeBuilder::build(&mut wide, &mut board, &mut clock, usize::MAX).expect("the win is known");
        let proof = Certificate::new(&game, game.to_move(), nodes);
        assert!(verify(&proof, &VerifyLimits::default()).is_ok());
    }

    /// A search continues where the previous one stopped.
    #[test]
    fn turns_go_on_where_the_one_before_ended() {
        let mut board = Values::standard(Freestyle::VARIANT).board::<Freestyle>(&played(&Rules::FREESTYLE));
        let (limits, stop) = (Limits::nodes(1_000_000), Stop::new());
        let nodes_in_turns_of = |nodes: u64, board: &mut Board<Freestyle>| {
            let mut wide = Wide::new(Vct::medium(1 << 20), &limits, &stop);
            let mut clock = Clock::looking_every(1, &limits, &stop);
            let mut turns = 0;
            while wide.solve_by_quiet(board, nodes, &mut clock) != Some(true) {
                turns += 1;
                assert!(!clock.is_over(), "after {turns} turns");
            }
            (turns, clock.nodes())
        };
        let (once, all) = nodes_in_turns_of(400_000, &mut board);
        let (turns, parts) = nodes_in_turns_of(5_000, &mut board);
        assert!(once == 0 && turns > 3, "{turns} turns");
        assert!(parts < 2 * all, "{parts} in parts, {all} at once");
    }

    /// The same stones by other rules: every win found is proven.
    #[test]
    fn what_it_sees_is_accepted_by_the_verifier() {
        let (mut seen, stop) = (Vec::new(), Stop::new());
        for variant in [Variant::Freestyle, Variant::Standard, Variant::Caro, Variant::StandardCaro] {
            let game = played(&Rules { variant, ..Rules::FREESTYLE });
            with_rule!(variant, R => {
                let mut board = Values::standard(R::VARIANT).board::<R>(&game);
                let mut wide = Wide::new(Vct::medium(1 << 20), &Limits::default(), &stop);
                let mut clock = Clock::looking_every(16, &Limits::default(), &stop);
                if wide.solve_by_quiet(&mut board, 100_000, &mut clock) == Some(true) {
                    let nodes = TreeBuilder::build(&mut wide, &mut board, &mut clock, usize::MAX);
                    let proof = Certificate::new(&game, game.to_move(), nodes.expect("the win is known"));
                    verify(&proof, &VerifyLimits::default()).unwrap_or_else(|e| panic!("{variant}: {e}"));
                    seen.push(variant);
                }
            });
        }
        assert!(seen.contains(&Variant::Freestyle) && seen.len() > 1, "{seen:?}");
    }
}
