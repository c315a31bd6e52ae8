//! Groups that are dead, in seki or in a race, as far as reading proves it.

use crate::board::Board;
use crate::seki::pairs_in_seki;
use tengen_board::{Cell, Color, Point};
use tengen_engine::{FactKind, Item, ItemKind, Stop};
use tengen_games::Game;
use tengen_games::go::proof::Claim;
use tengen_games::go::{Certainty, Chain, NO_VERTEX, Position};

/// Positions that the proof of one chain's death may visit: for each kind of ko, and each chain.
const DEAD_NODES: u64 = 400;
/// Chains that are read, so that an explanation stays quick; the largest.
const MOST_CHAINS: usize = 12;
/// Points around a chain, its own side's stones and empty ones, from which on it is taken for open.
const OPEN: usize = 24;
/// Positions that a proof about a race may visit: for each kind of ko.
const RACE_NODES: u64 = 1_000;
/// Races that are read; those of the largest chains.
const MOST_RACES: usize = 4;
/// Most liberties of a chain in a race that is read.
const MOST_LIBERTIES: usize = 8;
/// Fewest stones of such a chain. Who captures fewer may be left with one eye and die of it, as in a seki.
const FEWEST_STONES: usize = 7;
/// Positions that the reading of a seki may visit.
const SEKI_NODES: u64 = 5_000;

/// The groups that are captured, whatever their side plays, whoever has ko threats. Only what the verifier of
/// certificates accepts. What is in atari or alive is left out: other facts say so.
pub(super) fn dead(position: &Position, stop: &Stop) -> Vec<Item> {
    if position.is_over() {
        return Vec::new();
    }
    let alive: Vec<Point> = position.living_groups().into_iter().flat_map(|group| group.stones).collect();
    let mut chains = position.chains();
    chains.retain(|chain| {
        !chain.in_atari() && !alive.contains(&chain.stones[0]) && is_enclosed(position, chain)
    });
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    chains.truncate(MOST_CHAINS);
    let mut groups: Vec<DeadGroup> = Vec::new();
    for Chain { color, stones, liberties } in chains {
        let claim = Claim::Capture(stones[0]);
        let report = position.prove_until(claim, !color, color, DEAD_NODES, &|| stop.is_raised());
        let Some(proven) = report.and_then(|report| report.proven) else { continue };
        if proven.certainty != Certainty::Yes {
            continue;
        }
        let line = proven.line.iter().map_while(|mv| mv.point()).collect();
        let mut group = DeadGroup { color, stones, liberties, line };
        // Dead chains with a liberty in common are one group. The line is that of the largest.
        groups.retain_mut(|other| {
            let is_joined =
                other.color == color && other.liberties.iter().any(|at| group.liberties.contains(at));
            if is_joined {
                group.stones.append(&mut other.stones);
                group.liberties.append(&mut other.liberties);
                group.line = std::mem::take(&mut other.line);
            }
            !is_joined
        });
        groups.push(group);
    }
    let item = |mut group: DeadGroup| {
        group.stones.sort_unstable();
        Item::new(ItemKind::Fact(FactKind::Dead, group.line), Some(group.color), group.stones)
    };
    groups.into_iter().map(item).collect()
}

/// Chains that are dead together.
struct DeadGroup {
    color: Color,
    stones: Vec<Point>,
    liberties: Vec<Point>,
    /// Moves that show it, up to the first pass.
    line: Vec<Point>,
}

/// True if few points can be reached from the chain without crossing a stone of the opponent.
fn is_enclosed(position: &Position, chain: &Chain) -> bool {
    let size = position.size();
    let mut reached = chain.stones.clone();
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        for (row, col) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
            let Some(q) = size.offset(at, row, col) else { continue };
            if position.at(q) != Cell::from(!chain.color) && !reached.contains(&q) {
                reached.push(q);
            }
        }
        if reached.len() > OPEN + chain.stones.len() {
            return false;
        }
    }
    true
}

/// The pairs of chains in seki: neither side can play on their liberties, and reading refutes the capture of each chain
/// though the opponent begins.
pub(super) fn in_seki(position: &Position) -> Vec<Item> {
    if position.is_over() {
        return Vec::new();
    }
    let board = position.board();
    let alive: Vec<Point> = position.living_groups().into_iter().flat_map(|group| group.stones).collect();
    let pairs = pairs_in_seki(&Board::new(board, NO_VERTEX)).into_iter();
    let found = pairs.filter_map(|pair| {
        let [black, white] = pair.map(|at| {
            let mut stones: Vec<Point> = board.chain_stones(at).map(|at| board.point(at)).collect();
            stones.sort_unstable();
            stones
        });
        let stands = |stones: &[Point]| {
            let read = position.read_kill(stones[0], SEKI_NODES);
            !alive.contains(&stones[0]) && read.is_some_and(|read| read.certainty == Certainty::No)
        };
        if !stands(&black) || !stands(&white) {
            return None;
        }
        let [own, theirs] = pair.map(|at| board.liberties(at));
        let mut shared: Vec<Point> =
            own.into_iter().filter(|at| theirs.contains(at)).map(|at| board.point(at)).collect();
        shared.sort_unstable();
        Some(Item::new(ItemKind::Fact(FactKind::Seki { with: white }, shared), Some(Color::Black), black))
    });
    found.collect()
}

/// The races of two enclosed chains that touch which one side wins, whoever plays first or if it plays first, whoever
/// has ko threats. Only what the verifier of certificates accepts.
pub(super) fn races(position: &Position, stop: &Stop) -> Vec<Item> {
    if position.is_over() {
        return Vec::new();
    }
    let alive: Vec<Point> = position.living_groups().into_iter().flat_map(|group| group.stones).collect();
    let mut chains = position.chains();
    chains.retain(|chain| {
        chain.stones.len() >= FEWEST_STONES
            && (2..=MOST_LIBERTIES).contains(&chain.liberties.len())
            && !alive.contains(&chain.stones[0])
            && is_enclosed(position, chain)
    });
    let touch = |a: &Chain, b: &Chain| {
        let beside = |p: &Point, q: &Point| p.row.abs_diff(q.row) + p.col.abs_diff(q.col) == 1;
        a.stones.iter().any(|p| b.stones.iter().any(|q| beside(p, q)))
    };
    let mut pairs: Vec<(&Chain, &Chain)> = Vec::new();
    for own in chains.iter().filter(|chain| chain.color == position.to_move()) {
        let others = chains.iter().filter(|other| other.color != own.color && touch(own, other));
        pairs.extend(others.map(|other| (own, other)));
    }
    pairs.sort_by_key(|(own, other)| std::cmp::Reverse(own.stones.len().min(other.stones.len())));
    pairs.truncate(MOST_RACES);
    pairs.into_iter().filter_map(|(own, other)| race(position, own, other, stop)).collect()
}

/// The race of two chains, the side of the first to move.
fn race(position: &Position, own: &Chain, other: &Chain, stop: &Stop) -> Option<Item> {
    // The first moves of a win by the side of `chain`.
    let win = |chain: &Chain, target: &Chain, to_move: Color| -> Option<Vec<Point>> {
        let claim = Claim::Race(chain.stones[0], target.stones[0]);
        let found = position.prove_until(claim, chain.color, to_move, RACE_NODES, &|| stop.is_raised())?;
        let proven = found.proven.filter(|proven| proven.certainty == Certainty::Yes)?;
        Some(proven.line.iter().map_while(|mv| mv.point()).collect())
    };
    let side = own.color;
    let found = match win(own, other, side) {
        Some(line) => match win(own, other, !side) {
            Some(_) => Some((own, other, line, true)),
            None => win(other, own, !side).map(|_| (own, other, line, false)),
        },
        None => win(other, own, side).map(|line| (other, own, line, true)),
    };
    let (winner, loser, line, is_ahead) = found?;
    let liberties = [winner, loser].map(|chain| chain.liberties.len());
    let kind = FactKind::Race { with: loser.stones.clone(), liberties, is_ahead };
    Some(Item::new(ItemKind::Fact(kind, line), Some(winner.color), winner.stones.clone()))
}

#[cfg(test)]
mod tests;
