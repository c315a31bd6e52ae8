//! Unconditional life: chains that cannot be captured even if their owner always passes.
//!
//! Source: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.

use super::score::{beside, eyes_in};
use super::{Board, Position, Suicide, Vertex};
use crate::Game;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Point, Size};

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
        let suicide = self.rules().suicide != Suicide::Forbidden;
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

    /// The points where the opponent of `color` cannot live by any number of moves in a row. `alive` are the stones of
    /// `color` that it cannot capture, in reading order.
    fn territory_without_suicide(&self, color: Color, alive: &[Vertex]) -> Vec<Vertex> {
        if alive.is_empty() {
            return Vec::new();
        }
        let mut board = self.clone();
        board.capture_all(color, alive);
        while board.reduce_eyes(!color) {}
        let ends_in_atari = |at: Vertex| board.is_color(at, !color) && board.in_atari(at);
        let owned = |at: Vertex| {
            let beside = board.neighbours(at);
            ends_in_atari(at)
                || board.is_empty(at)
                    && beside.into_iter().any(|q| board.is_color(q, color) || ends_in_atari(q))
        };
        let contested = self.contested(color, alive);
        self.vertices().filter(|&at| owned(at) && !contested[self.index(at)]).collect()
    }

    /// For each point, whether the opponent of `color` may live there by leaving stones of `color` uncaptured: in
    /// seki, or by capturing a shape of two eyes.
    fn contested(&self, color: Color, alive: &[Vertex]) -> Vec<bool> {
        let size = self.size();
        let points: Vec<Vertex> = self.vertices().collect();
        let is_alive = |n: usize| alive.binary_search(&points[n]).is_ok();
        let closed: Vec<bool> = (0..points.len()).map(is_alive).collect();
        // Points that could be an eye of the opponent.
        let eye: Vec<bool> = (0..points.len())
            .map(|n| !closed[n] && !self.is_color(points[n], !color) && !beside(size, n).any(|q| closed[q]))
            .collect();
        let mut contested = vec![false; points.len()];
        let mut seen = vec![false; points.len()];
        for start in 0..points.len() {
            if !eye[start] || seen[start] {
                continue;
            }
            let space = spread(size, start, |q| eye[q]);
            space.iter().for_each(|&n| seen[n] = true);
            let (filled, free): (Vec<usize>, Vec<usize>) =
                space.iter().partition(|&&n| self.is_color(points[n], color));
            if filled.is_empty() {
                continue;
            }
            if !kills_inside(size, &filled, &free) {
                for n in spread(size, start, |q| !closed[q]) {
                    contested[n] = true;
                }
            }
        }
        contested
    }

    /// Plays stones of the opponent of `color` until only the chains with a stone in `alive` are left.
    fn capture_all(&mut self, color: Color, alive: &[Vertex]) {
        let mut progress = true;
        while progress {
            progress = false;
            for target in self.size().points().map(|p| self.vertex(p)).collect::<Vec<_>>() {
                if !self.is_color(target, color) || alive.contains(&target) {
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

/// The points connected with `start` that pass the test, `start` included.
fn spread(size: Size, start: usize, wanted: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        for q in beside(size, found[next]) {
            if wanted(q) && !found.contains(&q) {
                found.push(q);
            }
        }
        next += 1;
    }
    found
}

/// Whether the owner of the stones `filled` kills the opponent around them. Whichever of the points `free` the opponent
/// fills, the owner fills the others but one. What is captured then is a shape of one eye.
fn kills_inside(size: Size, filled: &[usize], free: &[usize]) -> bool {
    // A shape of more than six points has two eyes.
    if free.len() > 8 {
        return false;
    }
    let one_eye = |mask: u32| {
        let chosen = free.iter().enumerate().filter(|(n, _)| mask >> n & 1 == 1).map(|(_, &p)| p);
        let shape: Vec<usize> = filled.iter().copied().chain(chosen).collect();
        eyes_in(size, &shape) == 1
    };
    (0..1_u32 << free.len()).all(|left| {
        if left == 0 {
            return one_eye(0);
        }
        (0..free.len()).any(|n| left >> n & 1 == 1 && one_eye(left & !(1 << n)))
    })
}
