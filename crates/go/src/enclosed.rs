//! Small regions that one side has enclosed, solved to the end.
//!
//! Playouts judge a corner badly in which a seki or an eye shape decides: whichever side has nothing else to play must
//! play there. Where the chains around a region have no liberties outside it, all that can happen there is one of some
//! thousand positions. Each is solved (`shape`) for both sides to move, once with every ko won by the defender, the
//! side that encloses it, and once by the attacker. The mean of both is the worth of a position. A move that gains much
//! over a move elsewhere begins with virtual wins in the search, one that loses much with virtual losses.

mod shape;

use crate::board::Board;
use shape::{Gains, Shape};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tengen_board::Color;
use tengen_games::go::{self, Vertex};

/// Points of the largest region that is solved: 3⁸ positions, some 10 ms.
const MOST_POINTS: usize = 8;
/// Positions that are solved for one search, so that a short one ends in time: three of the largest regions.
const MOST_POSITIONS: usize = 20_000;
/// Stones of the smallest chain that encloses a region; smaller chains are stones in it.
const LEAST_WALL: usize = 3;
/// Liberties outside the region with which an attacker's chain is taken for safe.
const SAFE_LIBERTIES: usize = 3;
/// Shapes whose values are kept for later searches, at most 200 kB each.
const KEPT: usize = 64;

/// An enclosed region of a board, with the values of all its positions.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    defender: Color,
    /// The points on which stones may still be placed.
    points: Vec<Vertex>,
    /// A stone of each chain that must stand for the region to be closed: walls, and the attacker's chains beside them.
    frame: Vec<(Vertex, Color)>,
    gains: Arc<Gains>,
}

impl Region {
    /// What each move of `color` gains there over a move elsewhere, in points, where it is legal. Nothing if the region
    /// is open on this board, because a chain around it was captured.
    pub(crate) fn gains(&self, board: &Board, color: Color) -> impl Iterator<Item = (Vertex, f32)> {
        let stands = self.frame.iter().all(|&(at, color)| board.is_color(at, color));
        let digit =
            |at: Vertex| board.color(at).map_or(0, |color| if color == self.defender { 1 } else { 2 });
        let code = self.points.iter().rev().fold(0, |code, &at| 3 * code + digit(at));
        let len = if stands { self.points.len() } else { 0 };
        let twice = &self.gains.twice[usize::from(color != self.defender)][code * self.points.len()..][..len];
        self.points.iter().zip(twice).map(|(&at, &twice)| (at, f32::from(twice) / 2.0))
    }
}

/// The enclosed regions of a board in which it matters who plays; where there are many, the smallest.
pub(crate) fn regions(board: &Board, rules_board: &go::Board) -> Vec<Region> {
    let found = Color::BOTH.into_iter().flat_map(|defender| enclosed(board, rules_board, defender));
    let mut found: Vec<Found> = found.collect();
    found.sort_by_key(|found| found.points.len());
    let mut positions = 0;
    let few = found.into_iter().take_while(|found| {
        positions += 3usize.pow(found.points.len() as u32);
        positions <= MOST_POSITIONS
    });
    let solved = few.map(|Found { defender, points, frame, shape }| {
        let gains = gains_of(shape);
        Region { defender, points, frame, gains }
    });
    solved.filter(|region| region.gains.twice.iter().flatten().any(|&gain| gain != 0)).collect()
}

/// The values of a shape, kept for the next time.
fn gains_of(shape: Shape) -> Arc<Gains> {
    static KNOWN: LazyLock<Mutex<HashMap<Shape, Arc<Gains>>>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(gains) = known().get(&shape) {
        return gains.clone();
    }
    let gains = Arc::new(shape.solve());
    let mut known = known();
    if known.len() >= KEPT {
        known.clear();
    }
    known.insert(shape, gains.clone());
    gains
}

/// A region before it is solved.
struct Found {
    defender: Color,
    points: Vec<Vertex>,
    frame: Vec<(Vertex, Color)>,
    shape: Shape,
}

/// The regions that the defender's chains enclose.
fn enclosed(board: &Board, rules_board: &go::Board, defender: Color) -> Vec<Found> {
    let is_wall = |at: Vertex| board.is_color(at, defender) && board.stones(at) >= LEAST_WALL;
    // What lies between the walls, part by part: the small parts are inside.
    let mut part_of = vec![usize::MAX; board.len()];
    let mut parts: Vec<Vec<Vertex>> = Vec::new();
    for from in rules_board.vertices() {
        if is_wall(from) || part_of[usize::from(from)] != usize::MAX {
            continue;
        }
        let number = parts.len();
        let mut part = vec![from];
        part_of[usize::from(from)] = number;
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            for q in board.neighbours(at) {
                let is_point = board.is_empty(q) || board.color(q).is_some();
                if is_point && !is_wall(q) && part_of[usize::from(q)] == usize::MAX {
                    part_of[usize::from(q)] = number;
                    part.push(q);
                }
            }
        }
        parts.push(part);
    }
    let is_inside = |at: Vertex| {
        let part = part_of[usize::from(at)];
        part != usize::MAX && parts[part].len() <= MOST_POINTS
    };
    let safe = rules_board.unconditional_life(!defender, true).stones;
    let mut seen = vec![false; board.len()];
    let mut found = Vec::new();
    for first in rules_board.vertices() {
        if !is_wall(first) || seen[usize::from(board.chain(first))] {
            continue;
        }
        // Walls that share a part belong together.
        let mut chains = vec![board.chain(first)];
        seen[usize::from(board.chain(first))] = true;
        let mut inner: Vec<usize> = Vec::new();
        let mut next = 0;
        while let Some(&chain) = chains.get(next) {
            next += 1;
            for q in board.chain_stones(chain).flat_map(|stone| board.neighbours(stone)) {
                let part = part_of[usize::from(q)];
                if part == usize::MAX || !is_inside(q) || inner.contains(&part) {
                    continue;
                }
                inner.push(part);
                for beside in parts[part].iter().flat_map(|&at| board.neighbours(at)) {
                    if is_wall(beside) && !seen[usize::from(board.chain(beside))] {
                        seen[usize::from(board.chain(beside))] = true;
                        chains.push(board.chain(beside));
                    }
                }
            }
        }
        found.extend(frame(board, defender, &chains, inner.iter().flat_map(|&n| &parts[n]).copied(), &safe));
    }
    found
}

/// The region of these walls and inner points, if it is closed and small enough.
fn frame(
    board: &Board,
    defender: Color,
    chains: &[Vertex],
    inner: impl Iterator<Item = Vertex>,
    safe: &[Vertex],
) -> Option<Found> {
    let mut points: Vec<Vertex> = inner.collect();
    let walls: Vec<Vertex> = chains.iter().flat_map(|&chain| board.chain_stones(chain)).collect();
    // A liberty outside is a neutral point between stones, or the region is open.
    let inside = points.len();
    for q in walls.iter().flat_map(|&stone| board.neighbours(stone)) {
        if !board.is_empty(q) || points.contains(&q) {
            continue;
        }
        let is_neutral = board.neighbours(q).into_iter().all(|r| {
            !board.is_empty(r) && (!board.is_color(r, defender) || chains.contains(&board.chain(r)))
        });
        if !is_neutral || points.len() == MOST_POINTS {
            return None;
        }
        points.push(q);
    }
    if inside == 0 || points.len() > MOST_POINTS {
        return None;
    }
    let mut outer: Vec<Vertex> = Vec::new();
    for q in walls.iter().chain(&points).flat_map(|&at| board.neighbours(at)) {
        if board.is_color(q, !defender) && !points.contains(&q) && !outer.contains(&board.chain(q)) {
            outer.push(board.chain(q));
        }
    }
    let is_safe = |&chain: &Vertex| {
        let own = points.iter().filter(|&&at| board.is_empty(at) && board.is_liberty(chain, at)).count();
        board.liberties(chain) - own >= SAFE_LIBERTIES || safe.contains(&chain)
    };
    if !outer.iter().all(is_safe) {
        return None;
    }
    let bit_of = |q: Vertex| points.iter().position(|&at| at == q).map_or(0, |n| 1u16 << n);
    let beside = |at: Vertex| board.neighbours(at).into_iter().map(bit_of).fold(0, |mask, bit| mask | bit);
    let shape = Shape {
        beside: points.iter().map(|&at| beside(at)).collect(),
        walls: chains
            .iter()
            .map(|&chain| board.chain_stones(chain).map(beside).fold(0, |mask, bit| mask | bit))
            .collect(),
        wall_stones: walls.len() as i16,
        attacked: points
            .iter()
            .filter(|&&at| {
                let is_outer = |q| board.is_color(q, !defender) && outer.contains(&board.chain(q));
                board.neighbours(at).into_iter().any(is_outer)
            })
            .map(|&at| bit_of(at))
            .fold(0, |mask, bit| mask | bit),
    };
    let frame =
        chains.iter().map(|&at| (at, defender)).chain(outer.iter().map(|&at| (at, !defender))).collect();
    Some(Found { defender, points, frame, shape })
}

#[cfg(test)]
mod tests;
