//! Why, in Othello: squares beside empty corners, regions of empty squares, what counts most in the evaluation, and
//! what the chosen move does to corners, stable discs and mobility.
//!
//! The base explanation has the mobility and the stable discs of the position ([`Explanation::of`]). What is added here
//! are facts of the position, and the comparison of the position before the move with the one after it.

use crate::eval::PatternWeights;
use crate::eval::patterns::{Indices, PATTERNS, area_of};
use tengen_board::{Color, Point, Size};
use tengen_engine::{Analysis, Beside, Explanation, Item, ItemKind, Topic};
use tengen_games::othello::{Board, Position, Rules};
use tengen_games::{Game, Move};

/// Regions count from this many empty squares on the board down; before, most of the board is one region.
const REGIONS_TO: usize = 32;
/// By how many discs an area must count in the evaluation, or change, to be worth a word.
const LEAST: f32 = 0.25;
/// The shortest side of a board that has X and C squares: on smaller ones they are in the middle.
const LEAST_WITH_X: usize = 6;

/// Explains what `analysis` chose in a position: the facts, the choice, and what the move does; on 8×8 also what counts
/// most in the evaluation and where it changes most. That is by `weights`, or by the standard ones: the levels that
/// have no use for patterns explain a position as the others do.
pub(crate) fn explain(
    position: &Position,
    analysis: &Analysis,
    weights: Option<&PatternWeights>,
) -> Explanation {
    let mut explanation = Explanation::of(position, analysis);
    if position.is_over() {
        return explanation;
    }
    let standard = PatternWeights::standard();
    let weights = (position.rules() == Rules::STANDARD).then_some(weights.unwrap_or(&standard));
    let items = &mut explanation.items;
    let choice = items.iter().position(|item| item.topic() == Topic::Choice).unwrap_or(items.len());
    let choice = items.split_off(choice);
    facts(position, items);
    if let (Some(weights), Some(board)) = (weights, position.narrow()) {
        items.extend(largest_parts(weights, &board, position.to_move()));
    }
    items.extend(choice);
    if let Some(mv @ Move::Place(at)) = analysis.best {
        let mut after = position.clone();
        if after.play(mv).is_ok() {
            let at_end = items.iter().position(|item| matches!(item.kind, ItemKind::PrincipalVariation(_)));
            let line = items.split_off(at_end.unwrap_or(items.len()));
            effects(position, &after, at, items);
            if let (Some(weights), Some(before), Some(after)) = (weights, position.narrow(), after.narrow())
                && !after.is_over()
            {
                items.extend(largest_changes(weights, &before, &after, position, mv));
            }
            items.extend(line);
        }
    }
    explanation
}

/// The squares beside empty corners that each side holds, and the regions of empty squares.
fn facts(position: &Position, items: &mut Vec<Item>) {
    let side = position.to_move();
    for side in [side, !side] {
        for beside in [Beside::X, Beside::C] {
            let held: Vec<Point> = beside_corners(position)
                .into_iter()
                .filter(|&(p, kind, _)| kind == beside && position.at(p).color() == Some(side))
                .map(|(p, ..)| p)
                .collect();
            if !held.is_empty() {
                items.push(Item::new(ItemKind::HoldsBeside(beside), Some(side), held));
            }
        }
    }
    let regions = regions(position);
    if regions.len() > 1 && regions.iter().map(Vec::len).sum::<usize>() <= REGIONS_TO {
        let count = regions.len();
        let odd: Vec<Vec<Point>> = regions.into_iter().filter(|region| region.len() % 2 == 1).collect();
        let kind = ItemKind::Regions { odd: odd.len(), even: count - odd.len() };
        items.push(Item::new(kind, None, odd.concat()));
    }
}

/// What the move at `at` does to corners, stable discs, mobility and the region around it.
fn effects(position: &Position, after: &Position, at: Point, items: &mut Vec<Item>) {
    let (mv, side) = (Move::Place(at), position.to_move());
    let mut add = |kind, points| items.push(Item::new(kind, Some(side), points));
    let corners = corners(position.size());
    if corners.contains(&at) {
        add(ItemKind::TakesCornerSquare(mv), vec![at]);
    }
    let squares = beside_corners(position);
    if let Some(&(_, beside, corner)) = squares.iter().find(|&&(p, ..)| p == at) {
        add(ItemKind::PlaysBeside(mv, beside), vec![corner]);
    }
    for beside in [Beside::X, Beside::C] {
        let flipped =
            |p: Point| position.at(p).color() == Some(!side) && after.at(p).color() == Some(side) && p != at;
        let all = squares.iter().filter(|&&(p, kind, _)| kind == beside && flipped(p));
        let all: Vec<Point> = all.map(|&(p, ..)| p).collect();
        if !all.is_empty() {
            add(ItemKind::FlipsBeside(mv, beside), all);
        }
    }
    let [before, replies] = [position, after].map(|position| position.mobility(!side));
    let given: Vec<Point> =
        corners.into_iter().filter(|corner| replies.contains(corner) && !before.contains(corner)).collect();
    if !given.is_empty() {
        add(ItemKind::GivesCorners(mv), given);
    }
    let was_stable = position.stable(side);
    let new: Vec<Point> = after.stable(side).into_iter().filter(|p| !was_stable.contains(p)).collect();
    if !new.is_empty() {
        add(ItemKind::MakesStable(mv), new);
    }
    if after.is_over() {
        return;
    }
    let fewest = position.mobility(side).iter().all(|&other| {
        let mut instead = position.clone();
        instead.play(Move::Place(other)).is_err() || replies.len() <= instead.mobility(!side).len()
    });
    add(ItemKind::LeavesMoves { mv, fewest: fewest && position.mobility(side).len() > 1 }, replies);
    let regions = regions(position);
    if regions.len() > 1
        && regions.iter().map(Vec::len).sum::<usize>() <= REGIONS_TO
        && let Some(region) = regions.into_iter().find(|region| region.contains(&at))
    {
        add(ItemKind::InRegion(mv), region);
    }
}

/// The four corners.
fn corners(size: Size) -> Vec<Point> {
    let (bottom, right) = ((size.rows() - 1) as u8, (size.cols() - 1) as u8);
    [(0, 0), (0, right), (bottom, 0), (bottom, right)].map(|(row, col)| Point::new(row, col)).to_vec()
}

/// The X and C squares of the empty corners, each with its corner.
fn beside_corners(position: &Position) -> Vec<(Point, Beside, Point)> {
    let size = position.size();
    if size.rows().min(size.cols()) < LEAST_WITH_X {
        return Vec::new();
    }
    let empty = corners(size).into_iter().filter(|&corner| position.at(corner).is_empty());
    empty
        .flat_map(|corner| {
            let inward = |at: u8| if at == 0 { 1 } else { -1 };
            let (down, right) = (inward(corner.row), inward(corner.col));
            [(down, right, Beside::X), (0, right, Beside::C), (down, 0, Beside::C)].into_iter().filter_map(
                move |(down, right, beside)| Some((size.offset(corner, down, right)?, beside, corner)),
            )
        })
        .collect()
}

/// The regions of empty squares, connected also diagonally, each in reading order.
fn regions(position: &Position) -> Vec<Vec<Point>> {
    let mut left: Vec<Point> = position.size().points().filter(|&p| position.at(p).is_empty()).collect();
    let mut regions = Vec::new();
    while let Some(first) = left.pop() {
        let mut region = vec![first];
        let mut next = 0;
        while let Some(&from) = region.get(next) {
            next += 1;
            let near = |p: &Point| p.row.abs_diff(from.row) <= 1 && p.col.abs_diff(from.col) <= 1;
            region.extend(left.extract_if(.., |p| near(p)));
        }
        region.sort_unstable();
        regions.push(region);
    }
    regions
}

/// What each area adds to the evaluation by the tables, in discs: the corner or the ends of the line, and the sum of
/// its patterns.
fn parts(weights: &PatternWeights, indices: &Indices, empties: u32) -> Vec<(Vec<u8>, f32)> {
    let mut parts: Vec<(Vec<u8>, f32)> = Vec::new();
    for pattern in 0..PATTERNS {
        let (area, discs) = (area_of(pattern), weights.part(indices, pattern, empties));
        match parts.iter_mut().find(|(known, _)| *known == area) {
            Some((_, sum)) => *sum += discs,
            None => parts.push((area, discs)),
        }
    }
    parts
}

/// The largest positive and the largest negative part, if they are worth a word.
fn extremes(parts: Vec<(Vec<u8>, f32)>) -> impl Iterator<Item = (Vec<Point>, f32)> {
    let by_discs = |a: &(Vec<u8>, f32), b: &(Vec<u8>, f32)| a.1.total_cmp(&b.1);
    let most = parts.iter().max_by(|a, b| by_discs(a, b)).filter(|(_, discs)| *discs >= LEAST).cloned();
    let least = parts.iter().min_by(|a, b| by_discs(a, b)).filter(|(_, discs)| *discs <= -LEAST).cloned();
    let points = |area: Vec<u8>| area.into_iter().map(|square| Point::new(square / 8, square % 8)).collect();
    most.into_iter().chain(least).map(move |(area, discs)| (points(area), discs))
}

/// The areas that count most for and against the side to move.
fn largest_parts(weights: &PatternWeights, board: &Board<u64>, side: Color) -> impl Iterator<Item = Item> {
    let parts = parts(weights, &Indices::new(board.own, board.opp), board.empties().count_ones());
    extremes(parts).map(move |(area, discs)| Item::new(ItemKind::Weighs { discs }, Some(side), area))
}

/// The areas in which the move gains and loses most in the evaluation, beside a pass. After both the same side is to
/// move, and both are judged at the stage after the move. So an area that the move does not touch does not change.
fn largest_changes(
    weights: &PatternWeights,
    before: &Board<u64>,
    after: &Board<u64>,
    position: &Position,
    mv: Move,
) -> impl Iterator<Item = Item> {
    let empties = after.empties().count_ones();
    // Of the opponent, who is to move: what it has is lost.
    let [passed, moved] =
        [&before.pass(), after].map(|board| parts(weights, &Indices::new(board.own, board.opp), empties));
    let changes =
        passed.into_iter().zip(moved).map(|((area, passed), (_, moved))| (area, passed - moved)).collect();
    let side = position.to_move();
    extremes(changes)
        .map(move |(area, discs)| Item::new(ItemKind::ChangesValue { mv, discs }, Some(side), area))
}

#[cfg(test)]
mod tests;
