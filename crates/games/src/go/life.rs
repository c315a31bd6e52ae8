//! Unconditional life: chains that cannot be captured even if their owner always passes.
//!
//! Source: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.

mod groups;

use super::{Board, Position, Vertex};
use crate::Game;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
pub use groups::LivingGroup;
use tengen_board::{Color, Point};

/// What [`Board::unconditional_life`] finds for one colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnconditionalLife {
    /// Stones that cannot be captured though their owner always passes, in reading order.
    pub stones: Vec<Vertex>,
    /// Points that such stones enclose and in which no opposing stone can live, in reading order. Dead stones of the
    /// opponent stand on some of them, and stones of the owner that could be captured on others.
    pub territory: Vec<Vertex>,
}

/// What is certain of a point, however its owner answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnconditionalStatus {
    /// A stone that nothing can capture, or one inside unconditional territory of its own side.
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
        let suicide = self.rules().suicide.is_allowed();
        for color in Color::BOTH {
            let life = board.unconditional_life(color, suicide);
            if life.stones.contains(&at) {
                return UnconditionalStatus::Alive;
            }
            if life.territory.contains(&at) {
                return match board.color(at) {
                    None => UnconditionalStatus::Territory(color),
                    Some(stone) if stone == color => UnconditionalStatus::Alive,
                    Some(_) => UnconditionalStatus::Dead,
                };
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

/// The chains of a colour, by their heads in order, and the regions between them.
struct Benson {
    heads: Vec<Vertex>,
    regions: Vec<Region>,
    /// For each chain whether it lives.
    alive: Vec<bool>,
    /// For each region whether living chains alone are around it.
    enclosed: Vec<bool>,
}

impl Board {
    /// The chains of `color` that live unconditionally, and what they enclose.
    ///
    /// A chain lives if two regions are vital to it: regions whose every empty point is its liberty, enclosed by living
    /// chains only. Where `suicide` is allowed, the points under opposing stones must be beside the chain too, since
    /// the opponent can empty them.
    ///
    /// Territory are the points where the opponent cannot live even if `color` always passes. Without suicide this
    /// follows GNU Go's definition: the opponent captures all other chains, fills the liberties of the living ones,
    /// saves its chains in atari and splits its eyes. Its chains that are in atari then, their liberties, and the
    /// liberties of living chains are territory. Where `suicide` is allowed, territory are the enclosed regions in
    /// which no two points apart are free of living stones beside them.
    pub fn unconditional_life(&self, color: Color, suicide: bool) -> UnconditionalLife {
        let Benson { heads, regions, alive, enclosed } = self.benson(color, suicide);
        let chain_of = |at: Vertex| heads.binary_search(&self.chain(at)).ok();
        let stones: Vec<Vertex> = self
            .vertices()
            .filter(|&at| self.is_color(at, color) && chain_of(at).is_some_and(|chain| alive[chain]))
            .collect();
        let mut territory: Vec<Vertex> = if suicide {
            regions
                .iter()
                .zip(&enclosed)
                .filter(|(region, enclosed)| {
                    **enclosed && !region.around.is_empty() && !self.has_two_eyes(color, region)
                })
                .flat_map(|(region, _)| region.points.iter().copied())
                .collect()
        } else {
            self.territory_without_suicide(color, &stones)
        };
        territory.sort_unstable();
        UnconditionalLife { stones, territory }
    }

    /// True if the chain at `at` lives unconditionally; see [`Board::unconditional_life`].
    pub(super) fn lives_unconditionally(&self, at: Vertex, color: Color, suicide: bool) -> bool {
        let Benson { heads, alive, .. } = self.benson(color, suicide);
        heads.binary_search(&self.chain(at)).is_ok_and(|n| alive[n])
    }

    fn benson(&self, color: Color, suicide: bool) -> Benson {
        let mut heads: Vec<Vertex> =
            self.vertices().filter(|&at| self.is_color(at, color)).map(|at| self.chain(at)).collect();
        heads.sort_unstable();
        heads.dedup();
        let regions = self.regions(color, suicide, |at| heads.binary_search(&self.chain(at)).ok());

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
        Benson { heads, regions, alive, enclosed }
    }

    /// The points where the opponent of `color` cannot live by any number of moves in a row. `alive` are the stones of
    /// `color` that it cannot capture, in reading order.
    ///
    /// The opponent captures all that it can, and splits what is left into eyes. That is best for it but for one shape
    /// of seki ([`Board::is_seki_pair`]): after the capture of three stones or more it has two eyes, and a lone stone
    /// in its one eye kills it. In that shape the two stones count as three.
    fn territory_without_suicide(&self, color: Color, alive: &[Vertex]) -> Vec<Vertex> {
        if alive.is_empty() {
            return Vec::new();
        }
        let mut board = self.clone();
        let pairs: Vec<Vertex> = self.vertices().filter(|&at| self.is_lone_pair(at, color)).collect();
        let mut kept: Vec<Vertex> = alive.iter().chain(&pairs).copied().collect();
        kept.sort_unstable();
        board.capture_all(color, &kept);
        board.fill(color, alive);
        for &at in &pairs {
            if board.is_color(at, color)
                && board.chain_len(at) == 2
                && let Some(third) = board.is_seki_pair(at, color)
            {
                board.put(third, color);
            }
        }
        board.capture_all(color, alive);
        while board.reduce_eyes(!color) {}
        let ends_in_atari = |at: Vertex| board.is_color(at, !color) && board.in_atari(at);
        let owned = |at: Vertex| {
            let beside = board.neighbours(at);
            ends_in_atari(at)
                || board.is_empty(at)
                    && beside.into_iter().any(|q| board.is_color(q, color) || ends_in_atari(q))
        };
        self.vertices().filter(|&at| owned(at)).collect()
    }

    /// True for a stone of a chain of two away from the edge that has no other own stone around it.
    fn is_lone_pair(&self, at: Vertex, color: Color) -> bool {
        self.is_color(at, color)
            && self.chain_len(at) == 2
            && self.chain_stones(at).all(|stone| {
                let around = self.neighbours(stone).into_iter().chain(self.diagonals(stone));
                around.into_iter().all(|q| {
                    !self.is_wall(q) && (!self.is_color(q, color) || self.chain(q) == self.chain(at))
                })
            })
    }

    /// Whether two stones of `color` are in the one shape of seki in which the opponent must leave them on the board:
    ///
    /// ```text
    /// O . O
    /// O X .    the four empty points are the liberties, and the opponent's
    /// . X O    stones at the two inner corners are one chain
    /// O . O
    /// ```
    ///
    /// `at` is a stone of the pair. Returns a liberty at its end.
    fn is_seki_pair(&mut self, at: Vertex, color: Color) -> Option<Vertex> {
        let other = self.chain_stones(at).nth(1)?;
        let step = i32::from(other) - i32::from(at);
        let side = if step.abs() == 1 { i32::from(self.neighbours(at)[3]) - i32::from(at) } else { 1 };
        let from = |point: Vertex, by: i32| (i32::from(point) + by) as Vertex;
        let (before, after) = (from(at, -step), from(other, step));
        if !self.is_empty(before) || !self.is_empty(after) {
            return None;
        }
        [side, -side].into_iter().find_map(|side| {
            let corners = [from(at, -side), from(other, side)];
            if !self.is_empty(from(at, side)) || !self.is_empty(from(other, -side)) {
                return None;
            }
            let mut changes = Vec::new();
            for corner in corners {
                if self.is_empty(corner) && !self.would_be_suicide(corner, !color) {
                    changes.push(self.put(corner, !color));
                }
            }
            let one_chain = corners.iter().all(|&q| self.is_color(q, !color))
                && self.chain(corners[0]) == self.chain(corners[1]);
            changes.iter().rev().for_each(|change| self.take_back(change));
            one_chain.then_some(before)
        })
    }

    /// Plays the opponent of `color` on the liberties of the stones `alive`, and saves its chains in atari.
    fn fill(&mut self, color: Color, alive: &[Vertex]) {
        for &stone in alive {
            for at in self.neighbours(stone) {
                if self.is_empty(at) && !self.would_be_suicide(at, !color) {
                    self.put(at, !color);
                }
            }
        }
        let all: Vec<Vertex> = self.vertices().collect();
        let mut progress = true;
        while progress {
            progress = false;
            for &stone in &all {
                let last = if self.is_color(stone, !color) { self.atari_liberty(stone) } else { None };
                if let Some(at) = last.filter(|&at| !self.would_be_suicide(at, !color)) {
                    self.put(at, !color);
                    progress = true;
                }
            }
        }
    }

    /// Plays stones of the opponent of `color` until only the chains with a stone in `alive` are left.
    fn capture_all(&mut self, color: Color, alive: &[Vertex]) {
        let mut progress = true;
        while progress {
            progress = false;
            for target in self.size().points().map(|p| self.vertex(p)).collect::<Vec<_>>() {
                if !self.is_color(target, color) || alive.binary_search(&target).is_ok() {
                    continue;
                }
                let mut changes = Vec::new();
                // A stone may be suicide before its neighbour is there and legal after.
                while self.is_color(target, color) {
                    let liberties = self.liberties(target);
                    let Some(at) = liberties.into_iter().find(|&at| !self.would_be_suicide(at, !color))
                    else {
                        break;
                    };
                    changes.push(self.put(at, !color));
                }
                if self.is_color(target, color) {
                    changes.iter().rev().for_each(|change| self.take_back(change));
                } else {
                    progress = true;
                }
            }
        }
    }

    /// Plays each stone of the attacker that leaves the other side fewer liberties, saves a chain in atari, or splits
    /// an eye. False if there was none.
    fn reduce_eyes(&mut self, attacker: Color) -> bool {
        let all: Vec<Vertex> = self.vertices().collect();
        let fills = |board: &Board, at: Vertex| {
            board
                .neighbours(at)
                .into_iter()
                .any(|q| board.is_color(q, !attacker) || board.is_color(q, attacker) && board.in_atari(q))
        };
        let free =
            |board: &Board, at: Vertex| board.neighbours(at).iter().filter(|&&q| board.is_empty(q)).count();
        for step in 0..3 {
            let mut played = false;
            for &at in &all {
                let is_wanted = match step {
                    0 => fills(self, at),
                    1 => free(self, at) >= 2,
                    _ => free(self, at) == 1,
                };
                if is_wanted && self.is_empty(at) && !self.would_be_suicide(at, attacker) {
                    self.put(at, attacker);
                    played = true;
                }
            }
            if played {
                return true;
            }
        }
        false
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
