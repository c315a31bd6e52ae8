//! Why, in Go: what the chosen move does to the chains around it, and which points playouts give its side.
//!
//! The base explanation has the captures, ladders and living groups of the position ([`Explanation::of`]). Here groups
//! that are dead, in seki or in a race are added (`groups`), and what the move changes.

mod groups;

use crate::Player;
use crate::opening::{CornerMove, Opening};
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_engine::{Analysis, Engine as _, Explanation, Item, ItemKind, Limits, Stop};
use tengen_games::go::{Chain, Position};
use tengen_games::{Game, Move};

/// Playouts after the move, and after a pass in its place.
const PLAYOUTS: u64 = 600;
/// Time limit of each of the two searches.
const TIME: Duration = Duration::from_millis(400);
/// A search with fewer playouts says too little about single points.
const FEWEST: u64 = 64;
/// By how much the ownership of a point must differ, on a scale from −1 to 1 …
const SWING: f32 = 0.35;
/// … and by how many standard errors.
const ERRORS: f32 = 3.0;
/// Liberties up to which a chain of the opponent is worth a word.
const FEW_LIBERTIES: usize = 3;

/// Explains what `analysis` chose in a position: the facts, the choice, and what the move does.
pub(crate) fn explain(position: &Position, analysis: &Analysis, stop: &Stop) -> Explanation {
    let mut explanation = Explanation::of(position, analysis);
    let facts = explanation.items.iter().take_while(|item| matches!(item.kind, ItemKind::Fact(..))).count();
    let groups = groups::dead(position, stop).into_iter().chain(groups::in_seki(position));
    let groups = groups.chain(groups::races(position, stop));
    explanation.items.splice(facts..facts, groups);
    let passes = position.moves().rev().take_while(|&mv| mv == Move::Pass).count();
    if passes >= usize::from(position.rules().passes_to_end) && !position.is_over() {
        explanation.items.insert(0, Item::new(ItemKind::WhitePassesLast, None, Vec::new()));
    }
    if let Some(mv @ Move::Place(at)) = analysis.best
        && !position.is_over()
    {
        let mut after = position.clone();
        if after.play(mv).is_ok() {
            explanation.items.extend(opening(position, at));
            effects(position, &after, at, &mut explanation.items);
            explanation.items.extend(swings(position, &after, mv, stop));
        }
    }
    explanation
}

/// What a stone at `at` means in the opening.
fn opening(position: &Position, at: Point) -> Option<Item> {
    let mv = Move::Place(at);
    let (kind, points) = match Opening::of(position.board())?.corner_move(at)? {
        CornerMove::First => (ItemKind::TakesCorner(mv), Vec::new()),
        CornerMove::Second { stone, is_inside } => {
            let is_own = position.at(stone).color() == Some(position.to_move());
            let kind = match (is_own, is_inside) {
                (true, _) => ItemKind::Encloses(mv),
                (false, true) => ItemKind::Invades(mv),
                (false, false) => ItemKind::Approaches(mv),
            };
            (kind, vec![stone])
        }
    };
    Some(Item::new(kind, Some(position.to_move()), points))
}

/// The chain that a stone is in.
fn chain_of(chains: &[Chain], stone: Point) -> Option<&Chain> {
    chains.iter().find(|chain| chain.stones.contains(&stone))
}

/// Adds what a stone at `at` did to the chains.
fn effects(before: &Position, after: &Position, at: Point, items: &mut Vec<Item>) {
    let side = before.to_move();
    let mv = Move::Place(at);
    let (old, new) = (before.chains(), after.chains());
    let (old_ladders, new_ladders) = (before.ladders(), after.ladders());
    let ladder = |ladders: &'_ [tengen_games::go::Ladder], stone: Point| {
        ladders
            .iter()
            .find(|ladder| ladder.works && ladder.chain.stones.contains(&stone))
            .map(|ladder| ladder.runs)
    };
    let own = |kind, points: &[Point]| Item::new(kind, Some(side), points.to_vec());
    for chain in old.iter().filter(|chain| chain.color == side) {
        let first = chain.stones[0];
        let caught = ladder(&old_ladders, first).is_some();
        let Some(saved) = chain_of(&new, first).filter(|_| caught || chain.in_atari()) else { continue };
        if !saved.in_atari() && ladder(&new_ladders, first).is_none() {
            items.push(own(ItemKind::Saves { mv, liberties: saved.liberties.len() }, &chain.stones));
        }
    }
    for chain in new.iter().filter(|chain| chain.color != side) {
        let Some(earlier) = chain_of(&old, chain.stones[0]).filter(|old| old.liberties.contains(&at)) else {
            continue;
        };
        let liberties = chain.liberties.len();
        let kind = match ladder(&new_ladders, chain.stones[0]) {
            Some(in_ladder) if chain.in_atari() => ItemKind::Catches { mv, in_ladder },
            _ if chain.in_atari() => ItemKind::GivesAtari(mv),
            _ if liberties < earlier.liberties.len() && liberties <= FEW_LIBERTIES => {
                ItemKind::TakesLiberty { mv, left: liberties }
            }
            _ => continue,
        };
        items.push(own(kind, &chain.stones));
    }
    let joined: Vec<Point> = old
        .iter()
        .filter(|chain| chain.color == side && chain.liberties.contains(&at))
        .map(|chain| chain.stones[0])
        .collect();
    if joined.len() > 1 {
        items.push(own(ItemKind::Connects(mv), &joined));
    }
    if let Some(chain) = chain_of(&new, at).filter(|chain| chain.stones.len() > 1) {
        items.push(own(ItemKind::Liberties { mv, liberties: chain.liberties.len() }, &chain.stones));
    }
}

/// The points that the side owns clearly more often in the playouts after its move than in those after a pass, the
/// largest difference first.
fn swings(before: &Position, after: &Position, mv: Move, stop: &Stop) -> Option<Item> {
    let side = before.to_move();
    let mut passed = before.clone();
    passed.play(Move::Pass).ok()?;
    let ((with, playouts), (without, more)) = (ownership(after, stop)?, ownership(&passed, stop)?);
    let error = (1.0 / playouts as f32 + 1.0 / more as f32).sqrt();
    let least = SWING.max(ERRORS * error);
    let sign = if side == Color::Black { 1.0 } else { -1.0 };
    let points = before.size().points().zip(with.iter().zip(&without));
    // That the stone is its side's goes without saying.
    let others = points.filter(|&(p, _)| Some(p) != mv.point());
    let mut gained: Vec<(Point, f32)> =
        others.map(|(p, (a, b))| (p, sign * (a - b))).filter(|&(_, gain)| gain >= least).collect();
    gained.sort_by(|a, b| b.1.total_cmp(&a.1));
    let points: Vec<Point> = gained.into_iter().map(|(p, _)| p).collect();
    (!points.is_empty()).then(|| Item::new(ItemKind::Gains(mv), Some(side), points))
}

/// The ownership of each point by a short search, and its playouts; `None` if there were too few, or the rules have no
/// territory.
fn ownership(position: &Position, stop: &Stop) -> Option<(Vec<f32>, u64)> {
    if position.is_over() {
        return None;
    }
    let limits = Limits { time: Some(TIME), ..Limits::nodes(PLAYOUTS) };
    let found = Player::new().analyze(position, &limits, stop, &mut |_| ());
    (found.nodes >= FEWEST && !found.ownership.is_empty()).then_some((found.ownership, found.nodes))
}

#[cfg(test)]
mod tests;
