//! The exact solver for any m,n,k game, whether stones fall or not, worked on in slices.

use crate::board::Board;
use crate::drop::{Dropper, Frame, Word};
use crate::geometry::Geometry;
use crate::proof::{Progress, Prover, Stopped, Verdict};
use crate::search::legal;
use std::sync::Arc;
use tengen_board::{Color, Point};
use tengen_engine::{Clock, Proof, Table};
use tengen_games::{Game, mnk};

/// Which solver serves a board.
#[derive(Debug)]
pub(crate) enum Exact {
    /// Stones stay where they are put.
    Free,
    /// Stones fall, and the board fits into 64 bits.
    Drop64(Frame<u64>),
    /// Stones fall, and the board fits into 128 bits.
    Drop128(Frame<u128>),
    /// Stones fall on a board too large to be solved here.
    None,
}

/// The search board with the stones of a position.
pub(crate) fn board_of(position: &mnk::Position) -> Board {
    let rules = position.rules();
    let geometry = Geometry::new(rules.size, usize::from(rules.k), rules.gravity);
    let mut board = Board::new(Arc::new(geometry));
    for point in rules.size.points() {
        if let Some(color) = position.at(point).color() {
            board.put(rules.size.index(point), color);
        }
    }
    board.to_move = position.to_move();
    board
}

fn reader(board: &Board) -> impl Fn(Point) -> Option<Color> + '_ {
    |point| board.at(board.geometry.size.index(point))
}

/// The value of a position, and a move that keeps it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solved {
    pub(crate) proof: Proof,
    pub(crate) best: Option<u16>,
}

/// Nodes spent at most on one move when looking for the most promising of those that keep a proven value.
const TRIAL: u64 = 50_000;

impl Exact {
    pub(crate) fn new(geometry: &Geometry) -> Exact {
        if !geometry.gravity {
            return Exact::Free;
        }
        if let Some(frame) = Frame::new(geometry.size, geometry.k) {
            return Exact::Drop64(frame);
        }
        Frame::new(geometry.size, geometry.k).map_or(Exact::None, Exact::Drop128)
    }

    /// Works on the position until it is solved, no deeper than `max_depth`, or the clock has counted to `until` or
    /// run out. The game must go on.
    pub(crate) fn solve(
        &self,
        board: &mut Board,
        progress: &mut Progress,
        max_depth: u16,
        table: &Table,
        clock: &mut Clock,
        until: u64,
    ) -> Result<Option<Solved>, Stopped> {
        let deep_enough = usize::from(max_depth) >= board.empty;
        match self {
            Exact::Free => {
                let mut prover = Prover::new(table, clock);
                prover.until = until;
                let proof = prover.solve(board, progress, max_depth)?;
                Ok(proof.map(|proof| Solved { proof, best: prover.certain_move(board, proof) }))
            }
            Exact::Drop64(frame) if deep_enough => drop_solve(frame, board, table, clock, until).map(Some),
            Exact::Drop128(frame) if deep_enough => drop_solve(frame, board, table, clock, until).map(Some),
            _ => Ok(None),
        }
    }

    /// A best line of play from a solved position: to its end for a win, and for a draw as far as the clock lets.
    /// Where moves are equally good, those that come first in `order` are preferred at the first ply.
    pub(crate) fn line(
        &self,
        board: &Board,
        solved: Solved,
        order: &[u16],
        table: &Table,
        clock: &mut Clock,
        until: u64,
    ) -> Vec<u16> {
        match self {
            Exact::Free => free_line(board.clone(), solved, order, table, clock, until),
            Exact::Drop64(frame) => drop_line(frame, board, solved, table, clock, until),
            Exact::Drop128(frame) => drop_line(frame, board, solved, table, clock, until),
            Exact::None => Vec::new(),
        }
    }
}

fn drop_solve<W: Word>(
    frame: &Frame<W>,
    board: &Board,
    table: &Table,
    clock: &mut Clock,
    until: u64,
) -> Result<Solved, Stopped> {
    let stones = frame.stones(board.to_move, reader(board));
    let mut dropper = Dropper::new(frame, table, clock, until);
    let proof = dropper.solve(stones)?;
    let best = dropper.best_point(stones)?;
    Ok(Solved { proof, best: best.map(|p| board.geometry.size.index(p) as u16) })
}

fn drop_line<W: Word>(
    frame: &Frame<W>,
    board: &Board,
    solved: Solved,
    table: &Table,
    clock: &mut Clock,
    until: u64,
) -> Vec<u16> {
    let size = board.geometry.size;
    let mut dropper = Dropper::new(frame, table, clock, until);
    let line =
        dropper.line(frame.stones(board.to_move, reader(board)), solved.best.map(|p| size.point(p.into())));
    line.into_iter().map(|p| size.index(p) as u16).collect()
}

fn free_line(
    mut board: Board,
    solved: Solved,
    order: &[u16],
    table: &Table,
    clock: &mut Clock,
    until: u64,
) -> Vec<u16> {
    let mut line: Vec<u16> = Vec::new();
    let mut proof = solved.proof;
    let mut prover = Prover::new(table, clock);
    while board.winner.is_none() && board.empty > 0 {
        let first = line.is_empty();
        let mut moves: Vec<u16> = if first { order.to_vec() } else { Vec::new() };
        if moves.is_empty() {
            moves = legal(&board).map(|p| p as u16).collect();
            let color = board.to_move;
            moves.sort_by_key(|&p| std::cmp::Reverse(board.shape_at(usize::from(p), color)));
        }
        let kept = moves.into_iter().find(|&p| {
            // A move that looks good may be hard to prove; then another will do.
            prover.until = until.min(prover.clock.nodes().saturating_add(TRIAL));
            keeps(&mut prover, &mut board, p, proof)
        });
        let Some(point) = kept.or(prover.certain_move(&board, proof)).or(solved.best.filter(|_| first))
        else {
            break;
        };
        board.play(usize::from(point));
        line.push(point);
        proof = match proof {
            // A table from a file may have told what is not so.
            Proof::Win(n) => Proof::Loss(n.saturating_sub(1)),
            Proof::Loss(n) => Proof::Win(n.saturating_sub(1)),
            other => other,
        };
    }
    line
}

/// Whether the move at `point` keeps what is proven of the position.
fn keeps(prover: &mut Prover<'_>, board: &mut Board, point: u16, proof: Proof) -> bool {
    let mover = board.to_move;
    board.play(usize::from(point));
    let verdict = if board.winner.is_some() {
        Ok(matches!(proof, Proof::Win(1)))
    } else {
        match proof {
            Proof::Win(n) => prover
                .attack(board, mover, (n as u16).saturating_sub(1))
                .map(|v| matches!(v, Verdict::Win(m) if u32::from(m) < n)),
            // The longest resistance: the opponent does not win two plies sooner.
            Proof::Loss(n) => prover
                .attack(board, !mover, (n as u16).saturating_sub(3))
                .map(|v| !matches!(v, Verdict::Win(m) if u32::from(m) + 1 < n)),
            _ => draws(prover, board, mover),
        }
    };
    board.undo(usize::from(point));
    verdict.unwrap_or(false)
}

/// Whether the opponent of `mover`, who is to move, cannot win.
fn draws(prover: &mut Prover<'_>, board: &mut Board, mover: Color) -> Result<bool, Stopped> {
    let mut depth = 1;
    loop {
        match prover.attack(board, !mover, depth)? {
            Verdict::Win(_) => return Ok(false),
            Verdict::Hold => return Ok(true),
            Verdict::Beyond => depth += 2,
        }
    }
}
