//! The player: an [`Engine`] over the tree, and its levels.

use crate::tree::{Decided, MAX_NODES, Node, Tree};
use std::mem::size_of;
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_engine::{Analysis, Clock, Engine, LevelTrait, Leveled, Limits, Line, Proof, Score, Stop};
use tengen_games::{Game, GameKind, Label};

/// Visits for each ply of depth where depth is the only limit.
const VISITS_PER_DEPTH: u64 = 10_000;

/// A player of any game, on one thread. A node is a visit of the tree; the same seed and node limit give the same
/// answer.
///
/// A limit of depth bounds the tree; where it is the only limit, 10,000 visits a ply end the search. Without any limit
/// it searches until the position is decided, or stopped.
#[derive(Clone, Debug)]
pub struct Player {
    level: u8,
    max_nodes: usize,
}

/// Visits a move at each level but the last, which has no limit of its own.
const VISITS: [u64; 7] = [150, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/// How far below the best a move may be that a level plays instead, as a chance to win: no two games of a level are
/// alike, but those of the last.
const SLACK: [f32; 7] = [0.12, 0.06, 0.04, 0.03, 0.02, 0.02, 0.02];

/// Levels from this one on play such moves at the first plies alone: later they would lose what the visits gain.
const PRECISE: u8 = 5;
/// How many plies those are.
const OPENING: usize = 8;

/// How much stronger the first levels are than level 1, in Elo, to the nearest 50: from games of each level against the
/// one below (`docs/measurements.md`).
const fn elo(kind: GameKind) -> &'static [u32] {
    match kind {
        GameKind::Mnk => &[0, 200, 250, 400, 500, 600, 750],
        GameKind::Gomoku => &[0, 100, 300, 500, 750, 900],
        GameKind::Othello => &[0, 200, 400, 550, 750, 1000, 1250],
        GameKind::Go => &[0, 200, 450, 750],
        GameKind::Connect6 => &[0, 300, 600, 800, 1000, 1100, 1200],
        GameKind::Pente => &[0, 150, 350, 500, 800, 1050, 1550],
        _ => &[],
    }
}

/// Where the strength was measured, for a kind that has different games.
fn measured_at(kind: GameKind) -> Option<LevelTrait> {
    match kind {
        GameKind::Mnk => Some(LevelTrait::AT_CONNECT_FOUR),
        GameKind::Gomoku => {
            Some(LevelTrait::MeasuredAt(Label::new("freestyle gomoku", "无禁手五子棋", "禁手なしの五目並べ")))
        }
        GameKind::Go => Some(LevelTrait::AT_GO_9X9),
        _ => None,
    }
}

impl Default for Player {
    fn default() -> Player {
        Player::new()
    }
}

impl Player {
    /// At full strength: as many visits as the limits allow.
    pub fn new() -> Player {
        Player::at_level(Player::MAX_LEVEL)
    }

    /// What a level does, and how strong it is in a game of this kind.
    pub fn describe_level_in(kind: GameKind, level: u8) -> Vec<LevelTrait> {
        let strength = LevelTrait::strength(elo(kind), level);
        let measured_at = strength.and(measured_at(kind));
        Player::describe_level(level).into_iter().chain(strength).chain(measured_at).collect()
    }

    fn visits(&self, limits: &Limits) -> Option<u64> {
        let by_level = VISITS.get(usize::from(self.level) - 1).copied();
        let by_depth = limits
            .depth
            .filter(|_| limits.time.is_none())
            .map(|depth| VISITS_PER_DEPTH.saturating_mul(u64::from(depth.max(1))));
        limits.nodes.or(by_depth).into_iter().chain(by_level).min()
    }

    /// Every level but the last sometimes takes a move that is a little worse, but never one that loses.
    fn pick(&self, ranked: &mut [&Node], ply: usize, seed: u64) {
        let Some(&slack) = SLACK.get(usize::from(self.level) - 1) else { return };
        if self.level >= PRECISE && ply >= OPENING {
            return;
        }
        let Some(&best) = ranked.first().filter(|best| best.decided.is_none()) else { return };
        let enough = (best.visits / 8).max(1);
        let choices = ranked
            .iter()
            .take_while(|node| node.decided.is_none())
            .filter(|node| node.visits >= enough && node.win() >= best.win() - slack)
            .count();
        ranked[..choices.max(1)].rotate_left(SplitMix64(seed).below(choices.max(1)));
    }
}

impl Leveled for Player {
    const MAX_LEVEL: u8 = VISITS.len() as u8 + 1;

    fn at_level(level: u8) -> Player {
        Player { level: level.clamp(1, Player::MAX_LEVEL), max_nodes: MAX_NODES }
    }

    fn describe_level(level: u8) -> Vec<LevelTrait> {
        match VISITS.get(usize::from(level.clamp(1, Player::MAX_LEVEL)) - 1) {
            Some(&visits) => vec![LevelTrait::Visits(visits)],
            None => vec![LevelTrait::Unlimited],
        }
    }
}

impl<G: Game> Engine<G> for Player {
    fn name(&self) -> String {
        concat!("Tengen General ", env!("CARGO_PKG_VERSION")).into()
    }

    fn analyze(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if position.is_over() {
            return Analysis::default();
        }
        let bounded = Limits { nodes: self.visits(limits), ..limits.clone() };
        let mut clock = Clock::looking_every(8, &bounded, stop);
        let mut tree = Tree::new(position, limits.seed, limits.depth, self.max_nodes);
        // The first visit lists the moves, so that there is always an answer.
        tree.grow();
        let mut report = 256;
        while !tree.is_decided() && clock.tick() {
            tree.grow();
            if clock.nodes() == report {
                report *= 2;
                on_progress(&self.analysis(&tree, limits, &clock));
            }
        }
        self.analysis(&tree, limits, &clock)
    }

    fn set_memory(&mut self, bytes: u64) {
        // A vector doubles: while it does, its old and its new place are both there.
        let nodes = usize::try_from(bytes / (3 * size_of::<Node>() as u64)).unwrap_or(usize::MAX);
        self.max_nodes = nodes.clamp(1000, MAX_NODES);
    }
}

impl Player {
    fn analysis<G: Game>(&self, tree: &Tree<G>, limits: &Limits, clock: &Clock) -> Analysis {
        let mut ranked = tree.ranked();
        self.pick(&mut ranked, tree.ply(), limits.seed);
        let lines: Vec<Line> = ranked
            .iter()
            .take(limits.lines.max(1))
            .map(|node| Line {
                moves: tree.line(node),
                score: score(tree, node),
                work: u64::from(node.visits),
            })
            .collect();
        Analysis {
            best: lines.first().map(|line| line.moves[0]),
            lines,
            depth: tree.depth,
            nodes: clock.nodes(),
            time: clock.elapsed(),
            standard_error: ranked.first().filter(|node| node.decided.is_none()).map(|node| {
                let win = node.win().clamp(0.001, 0.999);
                (win * (1.0 - win) / node.visits.max(1) as f32).sqrt()
            }),
            ..Analysis::default()
        }
    }
}

/// The score of a move at the root, from the side to move. The value is in points where points decide, else the
/// logarithm of the odds.
fn score<G: Game>(tree: &Tree<G>, node: &Node) -> Score {
    let win = match node.decided {
        Some(Decided { winner, plies, exact }) => {
            let wins = winner.map(|winner| winner == tree.mover());
            let plies = u32::from(plies) + 1;
            if exact && !tree.counts_points() {
                return Score::Proven(match wins {
                    Some(true) => Proof::Win(plies),
                    Some(false) => Proof::Loss(plies),
                    None => Proof::Draw,
                });
            }
            // Some moves were left out on the way.
            wins.map_or(0.5, |wins| if wins { 0.99 } else { 0.01 })
        }
        None => node.win().clamp(0.001, 0.999),
    };
    let value = if tree.counts_points() {
        let known = node.decided.and_then(|_| tree.margin_at_end(node));
        let black = known.unwrap_or_else(|| node.margin());
        let margin = if tree.to_move() == Color::Black { black } else { -black };
        // A few large losses may rule the mean: it does not name another side than the win rate.
        match win {
            win if win > 0.5 => margin.max(0.0),
            win if win < 0.5 => margin.min(0.0),
            _ => margin,
        }
    } else {
        (win / (1.0 - win)).ln()
    };
    Score::Estimate { value, win }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::{AnyPosition, GameSpec};

    /// A win that is known had the margins of the playouts before it was: most of them lost.
    #[test]
    fn points_and_chances_name_one_side() {
        let rules = ["chinese,komi=0.5", "chinese,komi=7.5", "chinese,komi=8.5", "japanese,komi=6.5"];
        for (rules, size) in rules.iter().flat_map(|rules| [(rules, "2"), (rules, "3")]) {
            let spec = GameSpec::named("go", Some(rules), Some(size.parse().unwrap())).unwrap();
            let mut scores = Vec::new();
            let limits = Limits { lines: 10, ..Limits::nodes(3_000) };
            let found =
                Player::default().analyze(&AnyPosition::new(&spec), &limits, &Stop::new(), &mut |found| {
                    scores.extend(found.lines.iter().map(|line| line.score));
                });
            scores.extend(found.lines.iter().map(|line| line.score));
            for score in scores {
                let Score::Estimate { value, win } = score else { continue };
                assert!(
                    (value >= 0.0 || win <= 0.5) && (value <= 0.0 || win >= 0.5),
                    "{rules} {size}: {score}"
                );
            }
        }
    }
}
