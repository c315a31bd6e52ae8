//! Why, in Othello: what the chosen move does to corners, stable discs and mobility, the region of empty squares around
//! it, and where the evaluation changes most.
//!
//! The base explanation has the mobility and the stable discs of the position ([`Explanation::of`]). What is added here
//! compares the position before the move with the one after it.

use crate::eval::PatternWeights;
use crate::eval::patterns::{Area, Indices, PATTERNS, area_of};
use tengen_board::{Point, Size};
use tengen_engine::{Analysis, Explanation, Item, ItemKind};
use tengen_games::othello::{Board, Position};
use tengen_games::{Game, Move};

/// Regions count from this many empty squares on the board down; before, most of the board is one region.
const REGIONS_TO: usize = 24;
/// By how many discs the evaluation of an area must change to be worth a word.
const LEAST_CHANGE: f32 = 0.75;

/// Explains what `analysis` chose in a position: the facts, the choice, and what the move does. With the weights of the
/// patterns, which are for 8×8, also where the evaluation changes most.
pub(crate) fn explain(
    position: &Position,
    analysis: &Analysis,
    weights: Option<&PatternWeights>,
) -> Explanation {
    let mut explanation = Explanation::of(position, analysis);
    if let Some(mv @ Move::Place(at)) = analysis.best {
        let mut after = position.clone();
        if after.play(mv).is_ok() {
            let items = &mut explanation.items;
            let at_end = items.iter().position(|item| matches!(item.kind, ItemKind::PrincipalVariation(_)));
            let line = items.split_off(at_end.unwrap_or(items.len()));
            effects(position, &after, at, items);
            if let (Some(weights), Some(before), Some(after)) = (weights, position.narrow(), after.narrow())
                && position.size() == Size::of(8, 8)
                && !after.is_over()
            {
                items.extend(largest_change(weights, &before, &after, position, mv));
            }
            items.extend(line);
        }
    }
    explanation
}

/// What the move at `at` does to corners, stable discs, mobility and the region around it.
fn effects(position: &Position, after: &Position, at: Point, items: &mut Vec<Item>) {
    let (mv, side) = (Move::Place(at), position.to_move());
    let mut add = |kind, points| items.push(Item::new(kind, Some(side), points));
    let corners = corners(position.size());
    if corners.contains(&at) {
        add(ItemKind::TakesCornerSquare(mv), vec![at]);
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
    let empty: Vec<Point> = position.size().points().filter(|&p| position.at(p).is_empty()).collect();
    let region = region(position, at);
    if empty.len() <= REGIONS_TO && region.len() < empty.len() {
        add(ItemKind::InRegion(mv), region);
    }
}

/// The four corners.
fn corners(size: Size) -> Vec<Point> {
    let (bottom, right) = ((size.rows() - 1) as u8, (size.cols() - 1) as u8);
    [(0, 0), (0, right), (bottom, 0), (bottom, right)].map(|(row, col)| Point::new(row, col)).to_vec()
}

/// The empty squares that are connected with `at`, diagonals included, in reading order.
fn region(position: &Position, at: Point) -> Vec<Point> {
    let size = position.size();
    let mut region = vec![at];
    let mut next = 0;
    while let Some(&from) = region.get(next) {
        next += 1;
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            if let Some(p) = size.offset(from, down, right)
                && position.at(p).is_empty()
                && !region.contains(&p)
            {
                region.push(p);
            }
        }
    }
    region.sort_unstable();
    region
}

/// The area in which the move changes the evaluation most, both positions at the stage of the second.
fn largest_change(
    weights: &PatternWeights,
    before: &Board<u64>,
    after: &Board<u64>,
    position: &Position,
    mv: Move,
) -> Option<Item> {
    let empties = after.empties().count_ones();
    // The side that moved is the opponent of the side to move after it.
    let (had, has) = (Indices::new(before.own, before.opp), Indices::new(after.opp, after.own));
    let mut changes: Vec<(Area, f32)> = Vec::new();
    for pattern in 0..PATTERNS {
        let change = weights.part(&has, pattern, empties) - weights.part(&had, pattern, empties);
        let area = area_of(pattern);
        match changes.iter_mut().find(|(known, _)| *known == area) {
            Some((_, sum)) => *sum += change,
            None => changes.push((area, change)),
        }
    }
    let (area, discs) = changes.into_iter().max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()))?;
    let points = area.squares().iter().map(|&square| Point::new(square / 8, square % 8)).collect();
    let item = Item::new(ItemKind::ChangesValue { mv, discs }, Some(position.to_move()), points);
    (discs.abs() >= LEAST_CHANGE).then_some(item)
}

#[cfg(test)]
mod tests;
