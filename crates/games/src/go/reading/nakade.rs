//! Stones in the only eye of the group around them, so few and so placed that their capture makes no two eyes.
//!
//! A judgement of shapes, not a proof: an eye is made only of points with no stone of the opponent beside them.

use super::around;
use crate::go::{Board, Vertex};
use alloc::vec::Vec;
use tengen_board::Color;

/// Points of the region of a group from which on it is taken for open.
const OPEN: usize = 40;

/// True if the opponent of `target`, which captures it, is left with one eye: the place of the capture, whose vital
/// point the owner plays then.
pub(super) fn fills_the_only_eye(board: &Board, target: Vertex) -> bool {
    let Some(owner) = board.color(target) else { return false };
    let stones: Vec<Vertex> = board.chain_stones(target).collect();
    let Some(captor) = around(board, target, owner).into_iter().max_by_key(|&at| board.chain_len(at)) else {
        return false;
    };
    let Some(spaces) = eye_spaces(board, captor, owner, &stones) else { return false };
    let is_target = |at: &Vertex| stones.contains(at);
    // The captured stones leave an eye of their own shape: the points around them have the captor's stones then. Nor
    // can the owner force the capture: a stone more makes another shape.
    let liberties = board.liberties(target);
    let spoils = |&at: &Vertex| {
        let mut more = stones.clone();
        more.push(at);
        !has_vital_point(board, &more)
    };
    spaces.len() == 1
        && spaces[0].iter().any(is_target)
        && liberties.len() >= 2
        && liberties.iter().all(spoils)
        && has_vital_point(board, &stones)
}

/// The connected parts of what may become eyes of a group: points that it reaches, with no other stone of `owner`
/// beside them. The stones of the target count as empty. `None` if the group is not enclosed.
fn eye_spaces(board: &Board, captor: Vertex, owner: Color, target: &[Vertex]) -> Option<Vec<Vec<Vertex>>> {
    let is_free = |at: Vertex| board.is_empty(at) || target.contains(&at);
    let mut reached: Vec<Vertex> = board.chain_stones(captor).collect();
    let (mut next, mut count) = (0, 0);
    while let Some(&at) = reached.get(next) {
        next += 1;
        for q in board.neighbours(at) {
            if (is_free(q) || board.is_color(q, !owner)) && !reached.contains(&q) {
                count += usize::from(is_free(q));
                reached.push(q);
            }
        }
        if count > OPEN {
            return None;
        }
    }
    let is_eye = |at: &Vertex| {
        let is_attacked = |q: Vertex| board.is_color(q, owner) && !target.contains(&q);
        is_free(*at) && !board.neighbours(*at).into_iter().any(is_attacked)
    };
    Some(parts(board, reached.into_iter().filter(is_eye).collect()))
}

/// The connected parts of a set of points.
fn parts(board: &Board, mut points: Vec<Vertex>) -> Vec<Vec<Vertex>> {
    let mut found = Vec::new();
    while let Some(first) = points.pop() {
        let (mut part, mut next) = (alloc::vec![first], 0);
        while let Some(&at) = part.get(next) {
            next += 1;
            let beside = board.neighbours(at);
            part.extend(points.extract_if(.., |q| beside.contains(q)));
        }
        found.push(part);
    }
    found
}

/// True if one stone in an eye of this shape leaves a single eye: three points, the T and the square of four, the bulky
/// five and the cross, and the six of a bulky five with a cross's arm.
fn has_vital_point(board: &Board, shape: &[Vertex]) -> bool {
    let degrees: Vec<usize> = shape
        .iter()
        .map(|&at| board.neighbours(at).into_iter().filter(|q| shape.contains(q)).count())
        .collect();
    let (most, sides) = (degrees.iter().copied().max().unwrap_or(0), degrees.iter().sum::<usize>() / 2);
    match shape.len() {
        1..=3 => true,
        4 => most == 3 || sides == 4,
        5 => most == 4 || sides == 5,
        6 => most == 4 && sides == 6,
        _ => false,
    }
}
