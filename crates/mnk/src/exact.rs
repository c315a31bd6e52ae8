//! The exact solver for any m,n,k game, with or without gravity. It works in slices of nodes and can be resumed.

use crate::board::Board;
use crate::drop::{Frame, GravitySolver, Word};
use crate::geometry::Geometry;
use crate::proof::{AttackResult, Progress, Prover, Stopped};
use crate::search::legal;
use std::sync::Arc;
use tengen_board::{Color, Point};
use tengen_engine::{Clock, Proof, Table};
use tengen_games::{Game, mnk};

/// The solver that fits a board.
#[derive(Debug)]
pub(crate) enum ExactSolver {
    /// Stones go anywhere.
    Free,
    /// Stones fall, and the board fits into 64 bits.
    Drop64(Frame<u64>),
    /// Stones fall, and the board fits into 128 bits.
    Drop128(Frame<u128>),
    /// Stones fall on a board too large to be solved here.
    None,
}

/// Builds the search board of a position.
pub(crate) fn board_of(position: &mnk::Position) -> Board {
    let rules = position.rules();
    let geometry = Geometry::new(rules.size, usize::from(rules.k), rules.gravity);
    let mut board = Board::new(Arc::new(geometry));
    for point in rules.size.points() {
        if let Some(color) = position.at(point).color() {
            board.place(rules.size.index(point), color);
        }
    }
    board.to_move = position.to_move();
    board
}

fn reader(board: &Board) -> impl Fn(Point) -> Option<Color> + '_ {
    |point| board.at(board.geometry.size.index(point))
}

/// The exact value of a position, and a move that keeps it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solved {
    pub(crate) proof: Proof,
    pub(crate) best: Option<u16>,
}

/// Node limit per move when choosing the most natural move among those that keep a proven value.
const NODES_PER_CHOICE: u64 = 50_000;

impl ExactSolver {
    pub(crate) fn new(geometry: &Geometry) -> ExactSolver {
        if !geometry.gravity {
            return ExactSolver::Free;
        }
        if let Some(frame) = Frame::new(geometry.size, geometry.k) {
            return ExactSolver::Drop64(frame);
        }
        Frame::new(geometry.size, geometry.k).map_or(ExactSolver::None, ExactSolver::Drop128)
    }

    /// Searches until the position is solved, `max_depth` is reached (`None`), or the clock has counted to `until` or
    /// has run out ([`Stopped`]). The game must not be over.
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
            ExactSolver::Free => {
                let mut prover = Prover::new(table, clock);
                prover.until = until;
                let proof = prover.solve(board, progress, max_depth)?;
                Ok(proof.map(|proof| Solved { proof, best: prover.proven_move(board, proof) }))
            }
            ExactSolver::Drop64(frame) if deep_enough => {
                drop_solve(frame, board, table, clock, until).map(Some)
            }
            ExactSolver::Drop128(frame) if deep_enough => {
                drop_solve(frame, board, table, clock, until).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// A best line from a solved position: to the end of the game for a win, for a draw until the clock stops it.
    /// Among equal moves at the first ply, the first in `order` is chosen.
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
            ExactSolver::Free => free_line(board.clone(), solved, order, table, clock, until),
            ExactSolver::Drop64(frame) => drop_line(frame, board, solved, table, clock, until),
            ExactSolver::Drop128(frame) => drop_line(frame, board, solved, table, clock, until),
            ExactSolver::None => Vec::new(),
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
    let mut dropper = GravitySolver::new(frame, table, clock, until);
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
    let mut dropper = GravitySolver::new(frame, table, clock, until);
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
        let keeping = moves.into_iter().find(|&p| {
            // A natural move may be hard to prove; after its share of nodes the next one is tried.
            prover.until = until.min(prover.clock.nodes().saturating_add(NODES_PER_CHOICE));
            keeps(&mut prover, &mut board, p, proof)
        });
        let Some(point) = keeping.or(prover.proven_move(&board, proof)).or(solved.best.filter(|_| first))
        else {
            break;
        };
        board.play(usize::from(point));
        line.push(point);
        proof = match proof {
            // Entries of a table read from a file may be wrong: saturate.
            Proof::Win(n) => Proof::Loss(n.saturating_sub(1)),
            Proof::Loss(n) => Proof::Win(n.saturating_sub(1)),
            other => other,
        };
    }
    line
}

/// True if the move at `point` keeps the proven value of the position.
fn keeps(prover: &mut Prover<'_>, board: &mut Board, point: u16, proof: Proof) -> bool {
    let mover = board.to_move;
    board.play(usize::from(point));
    let keeps_value = if board.winner.is_some() {
        Ok(matches!(proof, Proof::Win(1)))
    } else {
        match proof {
            Proof::Win(n) => prover
                .attack(board, mover, (n as u16).saturating_sub(1))
                .map(|v| matches!(v, AttackResult::Win(m) if u32::from(m) < n)),
            // The longest defence: the opponent does not win two plies sooner.
            Proof::Loss(n) => prover
                .attack(board, !mover, (n as u16).saturating_sub(3))
                .map(|v| !matches!(v, AttackResult::Win(m) if u32::from(m) + 1 < n)),
            _ => draws(prover, board, mover),
        }
    };
    board.undo(usize::from(point));
    keeps_value.unwrap_or(false)
}

/// True if the opponent of `mover`, who is to move, cannot win.
fn draws(prover: &mut Prover<'_>, board: &mut Board, mover: Color) -> Result<bool, Stopped> {
    let mut depth = 1;
    loop {
        match prover.attack(board, !mover, depth)? {
            AttackResult::Win(_) => return Ok(false),
            AttackResult::Hold => return Ok(true),
            AttackResult::Beyond => depth += 2,
        }
    }
}
