//! What a proof takes from other positions: wins where one stone of the loser is missing, moves that won against other
//! replies, and moves of the strategies of other boards.
//!
//! A stone far from the others hardly changes a win. So the win without that stone is searched once, and repaired for
//! each place of the stone: the answers to one far reply answer nearly all of them.

use super::board_text::{BoardText, Canonical};
use super::embedded::{ProvenStrategy, StrategyAnswer};
use super::work_file::{Cost, Known};
use super::{Prover, WorkError};
use crate::solve::distance;
use std::cmp::Reverse;
use std::time::Instant;
use tengen_board::{Cell, Color, Point, Size, Symmetry};
use tengen_games::gomoku::{OpeningRule, Position, Rules};
use tengen_games::{Game, Move, SetUp};

/// A stone is far if all others are at least so many steps of a king away.
const FAR: u8 = 3;

/// In positions with so many stones the win without a far stone is searched if it is not known.
const SEARCHED_STONES: usize = 4;

/// The stones of one side.
fn stones_of(position: &Position, color: Color) -> Vec<Point> {
    position.stones().filter(|&(_, c)| c == color).map(|(p, _)| p).collect()
}

/// The least distance from the point to one of the stones.
fn least_distance(p: Point, stones: &[Point]) -> u8 {
    stones.iter().map(|&q| distance(p, q)).min().unwrap_or(u8::MAX)
}

impl Prover<'_> {
    /// Repairs, for each of the positions after the replies to `game`, a win of the position without another stone than
    /// the reply.
    pub(super) fn transfer_all(&self, game: &Canonical, due: &[&Canonical]) -> Result<(), WorkError> {
        self.for_all(due, &|at| {
            for stone in self.stones_by_distance(at) {
                if let Some(from) = self.won_without(at, stone)?
                    && from != game.text
                    && self.transfer(&from, at)?
                {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Repairs the win of `from`, which has one stone of the loser less.
    fn transfer(&self, from: &BoardText, at: &Canonical) -> Result<bool, WorkError> {
        let begun = Instant::now();
        let (Some(proof), Some(at)) = (self.proof(from)?, self.after_reply(from, &at.text)) else {
            return Ok(false);
        };
        let (repaired, nodes) = self.repaired(&proof, &at);
        if repaired.is_some() {
            let millis = begun.elapsed().as_millis() as u64;
            self.work().put_repaired(&at.text, from, Cost { nodes, millis })?;
        }
        Ok(repaired.is_some())
    }

    /// The loser's stones, the one that is farthest from all others first, each with that distance.
    fn stones_by_distance(&self, at: &Canonical) -> Vec<(Point, u8)> {
        let all: Vec<Point> = at.position.stones().map(|(p, _)| p).collect();
        let loser = stones_of(&at.position, self.side.opponent()).into_iter();
        let away = |p: Point| {
            let others: Vec<Point> = all.iter().copied().filter(|&q| q != p).collect();
            (p, least_distance(p, &others))
        };
        let mut stones: Vec<(Point, u8)> = loser.map(away).collect();
        stones.sort_by_key(|&(_, away)| Reverse(away));
        stones
    }

    /// The board without this stone, if the winner, to move, is known to win it by a search or a repair. A win that is
    /// worth it is searched.
    fn won_without(
        &self,
        at: &Canonical,
        (stone, away): (Point, u8),
    ) -> Result<Option<BoardText>, WorkError> {
        let stones = at.position.stones().filter(|&(p, _)| p != stone);
        let set_up = SetUp { cells: stones.map(|(p, c)| (p, Cell::from(c))).collect(), to_move: self.side };
        let without = Position::set_up(&at.position.rules(), &set_up);
        let Ok(without) = without.and_then(|game| Canonical::new(&game, self.side)) else { return Ok(None) };
        if away >= FAR && at.position.stones().count() == SEARCHED_STONES {
            for &limit in &self.limits.nodes {
                if self.search(&without, limit)? {
                    break;
                }
            }
        }
        let is_won = self.work().known(&without.text).is_some_and(|known| known.cost().is_some());
        Ok(is_won.then_some(without.text))
    }

    /// The moves that won with the same stones of the winner against other stones of the loser, where the loser's
    /// stones are far from them. The one that is farthest from the loser's stones comes first.
    pub(super) fn moves_that_won(&self, at: &Canonical) -> Vec<Point> {
        let (size, loser) = (at.position.size(), stones_of(&at.position, self.side.opponent()));
        let own = stones_of(&at.position, self.side);
        if loser.is_empty() || loser.iter().any(|&p| least_distance(p, &own) < FAR) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        let work = self.work();
        for (board, known) in work.all() {
            let Known::Move(mv) = *known else { continue };
            let Some(other) = work.position(board, self.side) else { continue };
            let stones = stones_of(&other.position, self.side);
            let turned = |symmetry: &&Symmetry| {
                let turned = stones.iter().map(|&p| symmetry.apply(p, size));
                stones.len() == own.len() && turned.into_iter().all(|p| own.contains(&p))
            };
            let symmetries = Symmetry::keeping(size).iter().filter(turned);
            moves.extend(symmetries.map(|symmetry| symmetry.apply(mv, size)));
        }
        moves.retain(|&mv| at.position.at(mv).is_empty());
        moves.sort_unstable_by_key(|&mv| (Reverse(least_distance(mv, &loser)), mv));
        moves.dedup();
        moves
    }
}

/// The moves that the strategies of other rules and sizes play on the same stones, the boards laid centre on centre.
/// On a board with an even number of lines the centre is between points, so there are several ways to lay them.
pub(super) fn moves_of_other_boards(at: &Canonical, side: Color) -> Vec<Point> {
    let rules = Rules { opening: OpeningRule::None, ..at.position.rules() };
    let others =
        ProvenStrategy::RULES.iter().filter(|other| **other != rules && side == ProvenStrategy::SIDE);
    let mut moves: Vec<Point> = Vec::new();
    for other in others {
        let Some(strategy) = ProvenStrategy::of(other) else { continue };
        for laid in Laid::all(at.position.size(), other.size) {
            let mv = laid.move_of(strategy, at);
            moves.extend(mv.filter(|&mv| at.position.is_legal(Move::Place(mv)) && !moves.contains(&mv)));
        }
    }
    moves
}

/// One board laid on another: how many rows and columns the points of the first are moved.
#[derive(Clone, Copy)]
struct Laid {
    from: Size,
    to: Size,
    rows: i16,
    cols: i16,
}

impl Laid {
    /// The ways to lay the centre of one board on that of another.
    fn all(from: Size, to: Size) -> impl Iterator<Item = Laid> {
        let ways = |from: usize, to: usize| {
            let twice = to as i16 - from as i16;
            twice.div_euclid(2)..=(twice + 1).div_euclid(2)
        };
        ways(from.rows(), to.rows())
            .flat_map(move |rows| ways(from.cols(), to.cols()).map(move |cols| Laid { from, to, rows, cols }))
    }

    fn moved(size: Size, p: Point, rows: i16, cols: i16) -> Option<Point> {
        let row = u8::try_from(p.row as i16 + rows).ok()?;
        let point = Point::new(row, u8::try_from(p.col as i16 + cols).ok()?);
        size.contains(point).then_some(point)
    }

    /// The strategy's recorded move on the same stones, as a point of the first board.
    fn move_of(self, strategy: &ProvenStrategy, at: &Canonical) -> Option<Point> {
        let stones = at.position.stones();
        let cells =
            stones.map(|(p, c)| Some((Laid::moved(self.to, p, self.rows, self.cols)?, Cell::from(c))));
        let set_up = SetUp { cells: cells.collect::<Option<_>>()?, to_move: strategy.side() };
        let there = strategy.canonical(&Position::set_up(strategy.rules(), &set_up).ok()?)?;
        let Some(StrategyAnswer::Move(mv)) = strategy.answer(&there) else { return None };
        let mv = there.symmetry.inverse().apply(mv, self.to);
        Laid::moved(self.from, mv, -self.rows, -self.cols)
    }
}
