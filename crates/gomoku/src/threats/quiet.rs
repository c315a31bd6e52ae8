//! Quiet threats: moves after which the attacker would win by threats if the defender passed.
//!
//! What fours are to threats, threats are here (T. Thomsen, "Lambda-search in game trees", 2000). Whether threats win is for the search by
//! threats to find out, and it may take long. So the question stands among the moves of a position, with the proof numbers that the search by
//! threats has reached there, and is followed, a step at a time, where it looks easier than another quiet move. After a quiet move it is the only
//! question until it is answered: then the tree of the win says which replies can upset it.

use super::dfpn::{Child, Expand, Graph, SURE, Share};
use super::line::Line;
use super::replies::upsetting;
use super::tree::Builder;
use super::vcf::Found;
use super::vct::{COUNTER, INNER, forcing, keep_upsetting, plain_defence, threats};
use super::wide::{TREE, Wide};
use super::zone::{Least, zone};
use crate::{Position, Rule, Spots, Threat};
use tengen_engine::Clock;

/// How far the search by threats goes on at a time.
const STEP: Share = Share { positions: usize::MAX, nodes: 500 };

/// Positions that are kept at most.
const MOST: usize = 1 << 17;

/// How many replies that are still open weigh as much as one step of proof.
const CROWD: u32 = 2;

/// Quiet moves that are tried in a position, those that promise most.
const WIDTH: usize = 20;

/// What the first of them is thought to take; that the search by threats takes less is more likely.
const QUIET: u32 = 64;

/// What each is thought to take more than the one before it.
const LESS_PROMISING: u32 = 4;

/// What a four or an open three is thought to take: the search by threats tries it too.
const FORCING: u32 = 96;

/// What a reply is thought to take.
const REPLY: u32 = 2;

/// An empty graph for a search by quiet threats.
pub(super) fn graph() -> Graph {
    Graph::new(MOST, CROWD)
}

/// What may be tried in a search by quiet threats.
pub(super) struct ByQuiet<'a>(pub(super) &'a mut Wide);

impl ByQuiet<'_> {
    /// Goes on with the search by threats; the numbers that it has reached.
    fn by_threats<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> (u32, u32) {
        let before = clock.nodes();
        match self.0.vct.solve_within(position, clock, STEP) {
            Some(true) => (0, SURE),
            // Where it can't go on, it will find nothing.
            None if clock.nodes() > before => self.0.vct.numbers_of(position.key()).unwrap_or((1, 1)),
            _ => (SURE, 0),
        }
    }

    /// The defender is to move: its moves that may upset the win by threats that is certain if it passes.
    fn upsetting<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> Option<Spots> {
        position.pass();
        let mut line = Line::default();
        let found = self.0.vct.by_fours.vcf.solve_line(position, INNER, &mut line);
        let found = if matches!(found, Found::Win(_)) {
            Some(upsetting(position, &line))
        } else {
            let nodes = Builder::build(self.0, position, clock, TREE);
            nodes.map(|nodes| zone(position, &nodes, Least::Three))
        };
        position.undo();
        found
    }
}

impl Expand for ByQuiet<'_> {
    fn attack<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        let numbers = self.by_threats(position, clock);
        if numbers.0 == 0 {
            return Some(true);
        }
        let side = position.to_move();
        let first = out.len();
        if position.count(side.opponent(), Threat::Five) > 0 {
            threats(position, out);
        } else {
            let forcing = forcing(position);
            let may_play = |&spot: &_| position.may_play(side, spot);
            out.extend(forcing.iter().filter(may_play).map(|spot| Child::new(spot, FORCING)));
            let quiet: Spots = (position.candidates() - forcing).iter().filter(may_play).collect();
            let promising = self.0.oracle().ranked(position, quiet);
            let effort = (QUIET..).step_by(LESS_PROMISING as usize);
            out.extend(
                promising.into_iter().zip(effort).take(WIDTH).map(|(spot, effort)| Child::new(spot, effort)),
            );
            let upsetting = self.0.vct.by_fours.upsetting(position, COUNTER);
            keep_upsetting(position, upsetting, out, first);
        }
        if numbers.1 > 0 {
            out.push(Child::simpler(numbers));
        }
        (out.len() == first).then_some(false)
    }

    fn defence<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        if let Some(plain) = plain_defence(position, out) {
            return plain;
        }
        if matches!(self.0.vct.by_fours.vcf.solve(position, COUNTER), Found::Win(_)) {
            return Some(false);
        }
        match self.simpler(position, false, clock) {
            (0, _) => self.replies(position, clock, out),
            (_, 0) => Some(false),
            numbers => {
                out.push(Child::simpler(numbers));
                None
            }
        }
    }

    fn simpler<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        attack: bool,
        clock: &mut Clock,
    ) -> (u32, u32) {
        if attack {
            return self.by_threats(position, clock);
        }
        position.pass();
        let numbers = self.by_threats(position, clock);
        position.undo();
        numbers
    }

    fn replies<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        let Some(upsetting) = self.upsetting(position, clock) else { return Some(false) };
        let stopping = self.0.vct.by_fours.stopping(position, upsetting, INNER);
        let first = out.len();
        out.extend(stopping.iter().map(|spot| Child::new(spot, REPLY)));
        // The first that is tried ought to be the one that holds.
        out[first..].sort_by_key(|child| std::cmp::Reverse(position.order(child.spot)));
        stopping.is_empty().then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::vct::Vct;
    use super::*;
    use crate::rule::Freestyle;
    use crate::with_rule;
    use tengen_engine::{Limits, Stop};
    use tengen_games::Game;
    use tengen_games::gomoku::{self, Rules, Variant};
    use tengen_gomoku_verify::{Certificate, VerifyLimits, verify};

    /// From a game between engines; Rapfi saw a win of at most 19 plies here.
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
        let mut position = Position::<Freestyle>::from_game(&game);
        let before = position.clone();
        let (limits, stop) = (Limits::nodes(1_000_000), Stop::new());
        let mut clock = Clock::looking_every(1, &limits, &stop);
        assert_eq!(
            Vct::new(1 << 20).solve(&mut position, &mut clock),
            Some(false),
            "there is no win by threats"
        );

        let mut wide = Wide::new(Vct::medium(1 << 20), &limits, &stop);
        let mut clock = Clock::looking_every(1, &limits, &stop);
        assert_eq!(wide.solve_by_quiet(&mut position, 400_000, &mut clock), Some(true));
        assert_eq!(wide.oracle().nodes(), 0);
        assert!(position == before, "the board is as it was");
        let nodes =
            Builder::build(&mut wide, &mut position, &mut clock, usize::MAX).expect("the win is known");
        let proof = Certificate::new(&game, game.to_move(), nodes);
        assert!(verify(&proof, &VerifyLimits::default()).is_ok());
    }

    /// What one turn leaves open the next one goes on with.
    #[test]
    fn turns_go_on_where_the_one_before_ended() {
        let mut position = Position::<Freestyle>::from_game(&played(&Rules::FREESTYLE));
        let (limits, stop) = (Limits::nodes(1_000_000), Stop::new());
        let nodes_in_turns_of = |nodes: u64, position: &mut Position<Freestyle>| {
            let mut wide = Wide::new(Vct::medium(1 << 20), &limits, &stop);
            let mut clock = Clock::looking_every(1, &limits, &stop);
            let mut turns = 0;
            while wide.solve_by_quiet(position, nodes, &mut clock) != Some(true) {
                turns += 1;
                assert!(!clock.is_over(), "after {turns} turns");
            }
            (turns, clock.nodes())
        };
        let (once, all) = nodes_in_turns_of(400_000, &mut position);
        let (turns, parts) = nodes_in_turns_of(5_000, &mut position);
        assert!(once == 0 && turns > 3, "{turns} turns");
        assert!(parts < 2 * all, "{parts} in parts, {all} at once");
    }

    /// The same stones by other rules: what is seen is proven by them.
    #[test]
    fn what_it_sees_is_accepted_by_the_verifier() {
        let (mut seen, stop) = (Vec::new(), Stop::new());
        for variant in [Variant::Freestyle, Variant::Standard, Variant::Caro, Variant::StandardCaro] {
            let game = played(&Rules { variant, ..Rules::FREESTYLE });
            with_rule!(variant, R => {
                let mut position = Position::<R>::from_game(&game);
                let mut wide = Wide::new(Vct::medium(1 << 20), &Limits::default(), &stop);
                let mut clock = Clock::looking_every(16, &Limits::default(), &stop);
                if wide.solve_by_quiet(&mut position, 100_000, &mut clock) == Some(true) {
                    let nodes = Builder::build(&mut wide, &mut position, &mut clock, usize::MAX);
                    let proof = Certificate::new(&game, game.to_move(), nodes.expect("the win is known"));
                    verify(&proof, &VerifyLimits::default()).unwrap_or_else(|e| panic!("{variant}: {e}"));
                    seen.push(variant);
                }
            });
        }
        assert!(seen.contains(&Variant::Freestyle) && seen.len() > 1, "{seen:?}");
    }
}
