//! Questions about a whole group, about two chains of one side, and about a race between two chains.
//!
//! They are answered by the proofs for single chains. A double threat is proven for every reply: a reply outside the
//! zone of a proof changes nothing in it, so only replies in both zones are tried.

use super::capture::{Capture, WIDTHS};
use super::nakade;
use super::prove::Builder;
use super::search::Search;
use super::{Certainty, Reading};
use crate::go::proof::{Claim, Retake, Zone};
use crate::go::{NO_VERTEX, Position, UnconditionalStatus, Vertex};
use crate::{Game, Move};
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Point};

/// The most liberties of an opposing chain at which the defender of two chains tries to capture it.
const FEW: usize = 3;
/// All searches of a question about two chains together visit this many times the positions of one.
const SEARCHES: u64 = 10;

/// Whether a group lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupStatus {
    /// It is not killed, even if the opponent moves first.
    Alive,
    /// The same, because who captures it is captured in turn.
    Seki,
    /// It is killed, even if its side moves first.
    Dead,
    /// The side that moves first decides.
    Critical {
        /// The opponent's move that kills.
        attack: Option<Point>,
        /// The move that saves the group.
        defense: Option<Point>,
    },
    /// Not proven within the limit of positions.
    Unknown,
}

/// The words of GNU Go's command `dragon_status`, without the moves.
impl fmt::Display for GroupStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GroupStatus::Alive | GroupStatus::Seki => "alive",
            GroupStatus::Dead => "dead",
            GroupStatus::Critical { .. } => "critical",
            GroupStatus::Unknown => "unknown",
        })
    }
}

/// A race to capture between two chains, the side of the first to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// Whether the first chain survives.
    pub survival: Reading,
    /// Whether the second chain is killed.
    pub kill: Reading,
}

impl Race {
    /// The move that kills, else the one that saves; `None` if there is none or none is needed.
    pub fn first(&self) -> Option<Point> {
        if self.kill.certainty.code() > 0 { self.kill.first } else { self.survival.first }
    }
}

impl Position {
    /// Whether the group of the chain at `target` lives, with the number of positions visited. `None` if there is no
    /// stone. See [`Position::read_kill`] for the limits. A chain that is captured is dead, unless the group that
    /// captures it dies of that: then both stand in seki, like three stones in the only eye of a group.
    pub fn read_status(&self, target: Point, max_nodes: u64) -> Option<(GroupStatus, u64)> {
        if !self.size().contains(target) || self.at(target).is_empty() {
            return None;
        }
        match self.unconditional_status(target) {
            UnconditionalStatus::Alive => return Some((GroupStatus::Alive, 0)),
            UnconditionalStatus::Dead => return Some((GroupStatus::Dead, 0)),
            _ => {}
        }
        let kill = self.read_kill_or_capture(target, max_nodes)?;
        match kill.certainty {
            Certainty::No => return Some((GroupStatus::Alive, kill.nodes)),
            Certainty::Unknown => return Some((GroupStatus::Unknown, kill.nodes)),
            _ => {}
        }
        if nakade::fills_the_only_eye(&self.board, self.board.vertex(target)) {
            return Some((GroupStatus::Seki, kill.nodes));
        }
        let saved = self.read_survival(target, max_nodes)?;
        let status = match saved.certainty {
            Certainty::No => GroupStatus::Dead,
            Certainty::Unknown => GroupStatus::Unknown,
            _ => GroupStatus::Critical { attack: kill.first, defense: saved.first },
        };
        Some((status, kill.nodes + saved.nodes))
    }

    /// Reads the race between the chains at `own` and `other`, the side of `own` to move: [`Position::prove_race`], and
    /// each chain alone where that proves nothing or the race is not the end. A capture in vain is none. `None` if they
    /// are not two stones of different colours. The two answers may need different moves.
    pub fn read_race(&self, own: Point, other: Point, max_nodes: u64) -> Option<Race> {
        let color = |at: Point| self.size().contains(at).then(|| self.at(at).color()).flatten();
        if color(own)? == color(other)? {
            return None;
        }
        let report = self.prove_race(own, other, max_nodes, &|| false)?;
        let (mut survival, mut kill) = (report.survival(), report.kill());
        if report.in_vain {
            let seki = |certainty| Reading { certainty, first: None, nodes: report.nodes };
            return Some(Race { survival: seki(Certainty::Yes), kill: seki(Certainty::No) });
        }
        // What is not proven of the race may be known of one chain. A chain that wins may be killed afterwards, and one
        // that is captured first may leave its captor without eyes.
        if matches!(survival.certainty, Certainty::Unknown | Certainty::Yes) {
            let read = self.read_survival(own, max_nodes)?;
            let nodes = survival.nodes + read.nodes;
            if survival.certainty == Certainty::Unknown || read.certainty == Certainty::No {
                survival = read;
            }
            survival.nodes = nodes;
        }
        if kill.certainty != Certainty::Yes {
            let read = self.read_kill_or_capture(other, max_nodes)?;
            let nodes = kill.nodes + read.nodes;
            if read.certainty.code() > 0 || kill.certainty == Certainty::Unknown {
                kill = read;
            }
            kill.nodes = nodes;
        }
        Some(Race { survival, kill })
    }

    /// Whether the opponent, to move, captures one of the two chains, such as by a double atari. `None` if they are not
    /// two stones of one colour. A capture of a single chain may be by ko; a double threat counts only where every
    /// reply is answered without one.
    ///
    /// `No` means that none of the tried moves works: those on the liberties of the two chains and beside them. All
    /// searches for a double threat together visit ten times `max_nodes` positions at most.
    ///
    /// ```
    /// use tengen_games::go::Certainty;
    /// use tengen_games::{Game, go};
    /// let mut game = go::Position::new(&go::Rules::named("chinese", Some("9".parse()?))?);
    /// for mv in ["c3", "b3", "e3", "f3", "c5", "c2", "e5", "e2"] {
    ///     game.play(game.parse_move(mv)?)?;
    /// }
    /// let [left, right] = ["c3", "e3"].map(|at| game.parse_move(at).unwrap().point().unwrap());
    /// let double = game.read_either(left, right, 2000).unwrap();
    /// assert_eq!((double.certainty, double.first), (Certainty::Yes, game.parse_move("d3")?.point()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_either(&self, a: Point, b: Point, max_nodes: u64) -> Option<Reading> {
        let owner = self.color_of_both(a, b)?;
        let single = [self.read_attack(a, max_nodes)?, self.read_attack(b, max_nodes)?];
        let mut answer = single[usize::from(single[1].certainty > single[0].certainty)];
        answer.nodes = single[0].nodes + single[1].nodes;
        if answer.certainty.code() == 0 {
            let mut left = SEARCHES * max_nodes;
            let found = self.double_threat(owner, [a, b], max_nodes, &mut left);
            answer.nodes += SEARCHES * max_nodes - left;
            if let Some(first) = found {
                answer = Reading { certainty: Certainty::Yes, first: Some(first), ..answer };
            } else if left == 0 {
                answer.certainty = Certainty::Unknown;
            }
        }
        Some(answer)
    }

    /// Whether the side of the two chains, to move, saves both: after its move [`Position::read_either`] fails. `None`
    /// if they are not two stones of one colour.
    pub fn read_both(&self, a: Point, b: Point, max_nodes: u64) -> Option<Reading> {
        let owner = self.color_of_both(a, b)?;
        let threat = self.read_either(a, b, max_nodes)?;
        let mut answer = Reading { certainty: Certainty::No, first: None, nodes: threat.nodes };
        if threat.certainty == Certainty::No {
            answer.certainty = Certainty::Yes;
            return Some(answer);
        }
        let game = self.with_side(owner)?;
        let mut moves: Vec<Point> = Vec::new();
        for at in [a, b] {
            let defense = self.read_defense(at, max_nodes)?;
            answer.nodes += defense.nodes;
            if defense.certainty == Certainty::No {
                return Some(answer);
            }
            moves.extend(defense.first);
        }
        moves.extend(threat.first);
        moves.extend(self.near(&[a, b]));
        // The capture of an attacker.
        for at in [a, b] {
            for chain in super::around(&self.board, self.board.vertex(at), owner) {
                let liberties = self.board.liberties(chain);
                if liberties.len() <= FEW {
                    moves.extend(liberties.into_iter().map(|at| self.board.point(at)));
                }
            }
        }
        let mut tried: Vec<Point> = Vec::new();
        for mv in moves {
            if tried.contains(&mv) {
                continue;
            }
            tried.push(mv);
            let mut after = game.clone();
            if after.play(Move::Place(mv)).is_err() {
                continue;
            }
            let Some(threat) = after.read_either(a, b, max_nodes) else { continue };
            answer.nodes += threat.nodes;
            match threat.certainty {
                Certainty::No => {
                    return Some(Reading { certainty: Certainty::Yes, first: Some(mv), ..answer });
                }
                Certainty::Unknown => answer.certainty = Certainty::Unknown,
                _ => {}
            }
            if answer.nodes > SEARCHES * SEARCHES * max_nodes {
                answer.certainty = Certainty::Unknown;
                break;
            }
        }
        Some(answer)
    }

    /// The kill by the reading of life, or the capture by a fight where life is not decided.
    fn read_kill_or_capture(&self, target: Point, max_nodes: u64) -> Option<Reading> {
        let capture = self.read_attack(target, max_nodes)?;
        if capture.certainty == Certainty::Yes {
            return Some(capture);
        }
        let kill = self.read_kill(target, max_nodes)?;
        let nodes = capture.nodes + kill.nodes;
        // What the short fight refutes is not alive yet.
        let best = if kill.certainty.code() == 0 && capture.certainty.code() > 0 { capture } else { kill };
        Some(Reading { nodes, ..best })
    }

    fn color_of_both(&self, a: Point, b: Point) -> Option<Color> {
        if !self.size().contains(a) || !self.size().contains(b) {
            return None;
        }
        self.at(a).color().filter(|&color| self.at(b).color() == Some(color))
    }

    /// This position with `color` to move, in a game that passes do not end.
    fn with_side(&self, color: Color) -> Option<Position> {
        let mut game = self.clone();
        game.rules.passes_to_end = 0;
        if game.to_move() != color {
            game.play(Move::Pass).ok()?;
        }
        Some(game)
    }

    /// The liberties of the chains, those of all of them first, and the empty points beside them.
    fn near(&self, chains: &[Point]) -> Vec<Point> {
        let board = &self.board;
        let liberties: Vec<Vec<Vertex>> =
            chains.iter().map(|&at| board.liberties(board.vertex(at))).collect();
        let mut points: Vec<Vertex> = liberties.concat();
        points.sort_by_key(|at| core::cmp::Reverse(liberties.iter().filter(|own| own.contains(at)).count()));
        let beside: Vec<Vertex> =
            points.iter().flat_map(|&at| board.neighbours(at)).filter(|&at| board.is_empty(at)).collect();
        points.extend(beside);
        let mut found: Vec<Vertex> = Vec::new();
        for at in points {
            if !found.contains(&at) {
                found.push(at);
            }
        }
        found.into_iter().map(|at| board.point(at)).collect()
    }

    /// A move after which every reply leaves one of the chains to be captured.
    fn double_threat(
        &self,
        owner: Color,
        chains: [Point; 2],
        max_nodes: u64,
        left: &mut u64,
    ) -> Option<Point> {
        let game = self.with_side(!owner)?;
        self.near(&chains).into_iter().find(|&mv| {
            let mut after = game.clone();
            if after.play(Move::Place(mv)).is_err() {
                return false;
            }
            let mut threat = |game: &Position, at: Point| game.capture_zone(at, owner, max_nodes, left);
            // Both are captured if the owner passes, and it cannot answer both threats with one move.
            let Some(quiet) = after.with_side(!owner) else { return false };
            let Some(first) = threat(&quiet, chains[0]) else { return false };
            let Some(second) = threat(&quiet, chains[1]) else { return false };
            let common = first.and(&second);
            after.size().points().filter(|&p| common.contains(after.size().index(p))).all(|reply| {
                let mut next = after.clone();
                next.play(Move::Place(reply)).is_err()
                    || chains
                        .iter()
                        .any(|&at| next.at(at).color() != Some(owner) || threat(&next, at).is_some())
            })
        })
    }

    /// The points on which the capture of the chain depends, its opponent to move; `None` if it is not proven. The
    /// owner may take back every ko.
    fn capture_zone(&self, target: Point, owner: Color, max_nodes: u64, left: &mut u64) -> Option<Zone> {
        let at = self.board.vertex(target);
        let ko = self.ko_point();
        let vertex = ko.map_or(NO_VERTEX, |point| self.board.vertex(point));
        let suicide = self.rules.suicide;
        for width in WIDTHS {
            let goal = Capture::new(at, owner, width);
            let limit = max_nodes.min(*left);
            if limit == 0 {
                return None;
            }
            let search = Search::new(&goal, &self.board, Retake::Side(owner), suicide.is_allowed(), limit);
            let mut builder = Builder::new(search, Claim::Capture(target), !owner);
            let stones = builder.stones(suicide, ko.map(|point| self.size().index(point)));
            let (proven, _) = builder.settle(&stones, !owner, vertex);
            *left = left.saturating_sub(builder.search.nodes);
            if proven == Some(true) {
                let key = builder.search.key(!owner, vertex);
                // Without its zone the proof may depend on every point.
                let whole = || {
                    let mut zone = Zone::default();
                    zone.extend(0..self.size().area());
                    zone
                };
                return Some(builder.proven.get(&key).map_or_else(whole, |&(_, zone)| zone));
            }
        }
        None
    }
}
