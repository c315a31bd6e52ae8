//! Ways between two chains, by the moves that they still cost.
//!
//! An empty point costs a move. An opposing chain that is captured on the way costs a move for each of its liberties,
//! which are stones of the way then.

use crate::go::{Board, Vertex};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::Color;

/// No way is as short as is counted.
pub(super) const NO_WAY: u32 = u8::MAX as u32;

/// Counts the moves of ways for one side.
pub(super) struct Ways<'a> {
    pub(super) board: &'a Board,
    /// The side.
    pub(super) color: Color,
    /// The largest cost that is counted.
    pub(super) most: u32,
}

/// The least number of moves to each point and to each chain from one chain, the stone on the point included.
pub(super) struct Costs(Vec<u8>);

impl Costs {
    /// The cost of a point or of the chain on it.
    pub(super) fn of(&self, board: &Board, at: Vertex) -> u32 {
        let at = if board.color(at).is_some() { board.chain(at) } else { at };
        self.0.get(usize::from(at)).map_or(NO_WAY, |&cost| u32::from(cost))
    }
}

/// What is reached so far, and what is to be looked at, one list for each cost.
struct Spread {
    costs: Costs,
    lists: Vec<Vec<Vertex>>,
}

impl Spread {
    fn reach(&mut self, at: Vertex, cost: u32) {
        if let Some(list) = self.lists.get_mut(cost as usize)
            && cost < u32::from(self.costs.0[usize::from(at)])
        {
            self.costs.0[usize::from(at)] = cost as u8;
            list.push(at);
        }
    }
}

impl Ways<'_> {
    /// The cost from the chain at `from` to all that is near enough. Ends when the chain at `until` is reached.
    pub(super) fn from(&self, from: Vertex, until: Option<Vertex>) -> Costs {
        let board = self.board;
        let len = board.vertices().last().map_or(0, usize::from) + 1;
        let most = self.most.min(NO_WAY - 1);
        let lists = vec![Vec::new(); most as usize + 1];
        let mut spread = Spread { costs: Costs(vec![NO_WAY as u8; len]), lists };
        let until = until.map(|at| board.chain(at));
        spread.reach(board.chain(from), 0);
        for cost in 0..=most {
            let mut next = 0;
            while let Some(&at) = spread.lists[cost as usize].get(next) {
                next += 1;
                if u32::from(spread.costs.0[usize::from(at)]) != cost {
                    continue;
                }
                if until == Some(at) {
                    return spread.costs;
                }
                match board.color(at) {
                    None => self.on_from_point(at, cost, &mut spread),
                    Some(color) => self.on_from_chain(at, color, cost, &mut spread),
                }
            }
        }
        spread.costs
    }

    fn on_from_point(&self, at: Vertex, cost: u32, spread: &mut Spread) {
        let board = self.board;
        for q in board.neighbours(at) {
            match board.color(q) {
                _ if board.is_wall(q) => {}
                None => spread.reach(q, cost + 1),
                Some(color) if color == self.color => spread.reach(board.chain(q), cost),
                // One of its liberties is filled.
                Some(_) => spread.reach(board.chain(q), cost + board.liberty_count(q) as u32 - 1),
            }
        }
    }

    fn on_from_chain(&self, at: Vertex, color: Color, cost: u32, spread: &mut Spread) {
        let board = self.board;
        // The liberties of a captured chain are filled already.
        let step = u32::from(color == self.color);
        for q in board.liberties(at) {
            spread.reach(q, cost + step);
        }
        for stone in board.chain_stones(at) {
            for q in board.neighbours(stone) {
                if board.is_color(q, !color) {
                    let step = if color == self.color { board.liberty_count(q) as u32 } else { 0 };
                    spread.reach(board.chain(q), cost + step);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Size;

    /// The plain version: every step of every point and chain, until none is shorter.
    fn slow_costs(board: &Board, color: Color, from: Vertex) -> Vec<u32> {
        let name = |at: Vertex| if board.color(at).is_some() { board.chain(at) } else { at };
        let last = board.vertices().last().map_or(0, usize::from);
        let mut costs = vec![NO_WAY; last + 1];
        costs[usize::from(name(from))] = 0;
        loop {
            let before = costs.clone();
            for at in board.vertices() {
                for q in board.neighbours(at).into_iter().filter(|&q| !board.is_wall(q)) {
                    let liberties = board.liberty_count(q) as u32;
                    let step = match (board.color(at), board.color(q)) {
                        (_, Some(own)) if own == color => 0,
                        (Some(captured), None) if captured != color => 0,
                        (_, None) => 1,
                        (None, Some(_)) => liberties - 1,
                        (Some(own), Some(_)) if own == color => liberties,
                        // Stones of one chain.
                        (Some(_), Some(_)) => 0,
                    };
                    let (at, q) = (usize::from(name(at)), usize::from(name(q)));
                    costs[q] = costs[q].min(costs[at].saturating_add(step));
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    #[test]
    fn costs_are_those_of_the_plain_version() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = move |n: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 33) as usize % n
        };
        let mut counted = 0;
        for game in 0..60 {
            let mut board = Board::new(Size::of(7, 6));
            let points: Vec<Vertex> = board.vertices().collect();
            for _ in 0..10 + game / 2 {
                let (at, color) = (points[random(points.len())], Color::BOTH[random(2)]);
                if board.is_empty(at) && !board.would_be_suicide(at, color) {
                    board.put(at, color);
                }
            }
            for &from in points.iter().filter(|&&at| board.color(at).is_some()) {
                let Some(color) = board.color(from) else { continue };
                let (most, slow) = (1 + random(5) as u32, slow_costs(&board, color, from));
                let costs = Ways { board: &board, color, most }.from(from, None);
                for &at in &points {
                    let slow =
                        slow[usize::from(if board.color(at).is_some() { board.chain(at) } else { at })];
                    let expected = if slow > most { NO_WAY } else { slow };
                    assert_eq!(costs.of(&board, at), expected, "from {from} to {at}: {board:?}");
                    // What ends at one point has the same cost for it.
                    if board.is_color(at, color) {
                        let alone = Ways { board: &board, color, most }.from(from, Some(at));
                        assert_eq!(alone.of(&board, at), expected);
                    }
                    counted += usize::from(expected != NO_WAY);
                }
            }
        }
        assert!(counted > 5_000, "{counted} costs");
    }
}
