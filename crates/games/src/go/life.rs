//! Unconditional life: chains that cannot be captured even if their owner always passes.
//!
//! Source: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.

use super::{Board, Position, Suicide, Vertex};
use crate::Game;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Point};

/// What [`Board::unconditional_life`] finds for one colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnconditionalLife {
    /// Stones that cannot be captured though their owner always passes, in reading order.
    pub stones: Vec<Vertex>,
    /// Points that such stones enclose and in which no opposing stone can live, in reading order; dead stones of the
    /// opponent stand on some of them.
    pub territory: Vec<Vertex>,
}

/// What is certain of a point, however its owner answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnconditionalStatus {
    /// A stone that nothing can capture.
    Alive,
    /// A stone inside unconditional territory of the opponent.
    Dead,
    /// An empty point of a side's unconditional territory.
    Territory(Color),
    /// Anything else.
    Undecided,
}

/// The words of GNU Go's command `unconditional_status`.
impl fmt::Display for UnconditionalStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnconditionalStatus::Alive => f.write_str("alive"),
            UnconditionalStatus::Dead => f.write_str("dead"),
            UnconditionalStatus::Territory(color) => write!(f, "{color}_territory"),
            UnconditionalStatus::Undecided => f.write_str("undecided"),
        }
    }
}

impl Position {
    /// What [`Board::unconditional_life`] says of a point; `Undecided` off the board.
    ///
    /// ```
    /// use tengen_games::go::UnconditionalStatus;
    /// use tengen_games::{Game, go};
    /// let mut game = go::Position::new(&go::Rules::named("chinese,passes=0", Some("4x1".parse()?))?);
    /// for text in ["b1", "pass", "d1"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let at = game.parse_move("b1")?.point().unwrap();
    /// assert_eq!(game.unconditional_status(at), UnconditionalStatus::Undecided);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unconditional_status(&self, point: Point) -> UnconditionalStatus {
        if !self.size().contains(point) {
            return UnconditionalStatus::Undecided;
        }
        let board = self.board();
        let at = board.vertex(point);
        let suicide = self.rules().suicide != Suicide::Forbidden;
        for color in Color::BOTH {
            let life = board.unconditional_life(color, suicide);
            if life.stones.contains(&at) {
                return UnconditionalStatus::Alive;
            }
            if life.territory.contains(&at) {
                let empty = board.is_empty(at);
                return if empty { UnconditionalStatus::Territory(color) } else { UnconditionalStatus::Dead };
            }
        }
        UnconditionalStatus::Undecided
    }
}

/// A connected part of the board without stones of the colour in question.
struct Region {
    points: Vec<Vertex>,
    /// The chains around it, by number.
    around: Vec<usize>,
    /// Those of them that are beside every point of it which could be left empty.
    vital_to: Vec<usize>,
}

impl Board {
    /// The chains of `color` that live unconditionally, and what they enclose.
    ///
    /// A chain lives if two regions are vital to it: regions whose every empty point is its liberty, enclosed by living
    /// chains only. Where `suicide` is allowed, the points under opposing stones must be beside the chain too, since
    /// the opponent can empty them.
    ///
    /// Territory are the enclosed regions in which the opponent cannot make two eyes. An eye is a point without a
    /// living stone beside it, and two eyes are two such points that are not neighbours.
    pub fn unconditional_life(&self, color: Color, suicide: bool) -> UnconditionalLife {
        let mut heads: Vec<Vertex> =
            self.vertices().filter(|&at| self.is_color(at, color)).map(|at| self.chain(at)).collect();
        heads.sort_unstable();
        heads.dedup();
        let chain_of = |at: Vertex| heads.binary_search(&self.chain(at)).ok();
        let regions = self.regions(color, suicide, chain_of);

        let mut alive = vec![true; heads.len()];
        let mut enclosed = vec![true; regions.len()];
        loop {
            let mut vital = vec![0; heads.len()];
            for (region, _) in regions.iter().zip(&enclosed).filter(|(_, enclosed)| **enclosed) {
                for &chain in &region.vital_to {
                    vital[chain] += 1;
                }
            }
            let before = alive.clone();
            for (alive, vital) in alive.iter_mut().zip(vital) {
                *alive &= vital >= 2;
            }
            if alive == before {
                break;
            }
            for (region, enclosed) in regions.iter().zip(&mut enclosed) {
                *enclosed &= region.around.iter().all(|&chain| alive[chain]);
            }
        }

        let stones: Vec<Vertex> = self
            .vertices()
            .filter(|&at| self.is_color(at, color) && chain_of(at).is_some_and(|chain| alive[chain]))
            .collect();
        let mut territory: Vec<Vertex> = regions
            .iter()
            .zip(&enclosed)
            .filter(|(region, enclosed)| {
                **enclosed && !region.around.is_empty() && !self.has_two_eyes(color, region)
            })
            .flat_map(|(region, _)| region.points.iter().copied())
            .collect();
        territory.sort_unstable();
        UnconditionalLife { stones, territory }
    }

    fn regions(
        &self,
        color: Color,
        suicide: bool,
        chain_of: impl Fn(Vertex) -> Option<usize>,
    ) -> Vec<Region> {
        let mut seen = vec![false; self.size().area()];
        let mut regions = Vec::new();
        for start in self.vertices() {
            if self.is_color(start, color) || seen[self.index(start)] {
                continue;
            }
            seen[self.index(start)] = true;
            let mut points = vec![start];
            let mut around = Vec::new();
            let mut vital_to: Option<Vec<usize>> = None;
            let mut next = 0;
            while next < points.len() {
                let at = points[next];
                next += 1;
                let mut chains = Vec::new();
                for q in self.neighbours(at) {
                    if self.is_color(q, color) {
                        chains.extend(chain_of(q));
                    } else if !self.is_wall(q) && !seen[self.index(q)] {
                        seen[self.index(q)] = true;
                        points.push(q);
                    }
                }
                around.extend(&chains);
                if suicide || self.is_empty(at) {
                    match &mut vital_to {
                        None => {
                            chains.sort_unstable();
                            chains.dedup();
                            vital_to = Some(chains);
                        }
                        Some(vital) => vital.retain(|chain| chains.contains(chain)),
                    }
                }
            }
            around.sort_unstable();
            around.dedup();
            regions.push(Region { points, around, vital_to: vital_to.unwrap_or_default() });
        }
        regions
    }

    /// Whether the opponent of `color` may find two eyes in an enclosed region.
    fn has_two_eyes(&self, color: Color, region: &Region) -> bool {
        let inner: Vec<Vertex> = region
            .points
            .iter()
            .copied()
            .filter(|&at| !self.neighbours(at).into_iter().any(|q| self.is_color(q, color)))
            .collect();
        inner.iter().any(|&a| inner.iter().any(|&b| a != b && !self.neighbours(a).contains(&b)))
    }
}
