//! Playing a record by the rules: a line of it, or all of its variations.
//!
//! Formats have habits that the rules do not: Othello records leave passes out, Go records set stones up in mid-game,
//! let one side move twice and go on after two passes. They are all played here, and counted, so that a caller who
//! wants to know sees it. What remains is truly against the rules and is reported with its node and move number.

use crate::{Node, NodeId, Record, Tree};
use std::fmt;
use tengen_board::{Cell, Color, Point};
use tengen_games::gomoku::Step as OpeningStep;
use tengen_games::{AnyPosition, Game, GameKind, Illegal, Move, SetUp, SetUpError};

/// A record played up to some node, or to where it breaks the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The position after the last node that could be played.
    pub position: AnyPosition,
    /// That node.
    pub node: NodeId,
    /// What was done on the way.
    pub count: Count,
    /// Where the line breaks the rules, if it does.
    pub broken: Option<Broken>,
}

/// What was done in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Count {
    /// Moves of the record that were played, its passes included.
    pub moves: usize,
    /// Passes that the record leaves out and the rules want.
    pub passes: usize,
    /// Times that stones or the side to move were set up.
    pub set_ups: usize,
    /// Passes that the record has after the game's end, gone over.
    pub spare_passes: usize,
}

/// Where a record breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("node {node}, after {moves} moves: {fault}")]
pub struct Broken {
    /// The node that cannot be played.
    pub node: NodeId,
    /// Moves of the record played before it.
    pub moves: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a node.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The move is against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The stones cannot be set up.
    #[error("set-up: {0}")]
    SetUp(#[from] SetUpError),
    /// The record gives the move to the wrong side, and no pass of the other explains it.
    #[error("{text} is given to {given}, but it is {}'s turn", given.opponent())]
    Turn {
        /// The side that the record names.
        given: Color,
        /// The move as players write it.
        text: String,
    },
}

/// What entering a node did, to take it back.
#[derive(Debug, Default)]
struct Step {
    /// The position before it, where stones were set up.
    before: Option<Box<AnyPosition>>,
    /// Moves played on top of that, passes put in included.
    played: u8,
    /// The counts before it.
    count: Count,
}

/// A position that follows a record from node to node.
#[derive(Debug)]
struct Cursor<'r> {
    record: &'r Record,
    position: AnyPosition,
    count: Count,
}

impl Record {
    /// Plays the main line from the start.
    ///
    /// ```
    /// use tengen_games::{Game, GameSpec};
    /// use tengen_records::{Format, ReadOptions};
    /// let sgf = b"(;GM[1]SZ[9];B[ee];W[ce];B[ee])";
    /// let record = &Format::Sgf.read(sgf, &ReadOptions::default())?.records[0];
    /// let replay = record.replay();
    /// assert_eq!(replay.count.moves, 2);
    /// let broken = replay.broken.expect("E5 is taken");
    /// assert!(broken.to_string().contains("E5"));
    /// # Ok::<(), tengen_records::ReadError>(())
    /// ```
    pub fn replay(&self) -> Replay {
        self.replay_line(self.tree.main_line())
    }

    /// Plays the line that leads to `node`, its own move included.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn replay_to(&self, node: NodeId) -> Replay {
        self.replay_line(self.tree.path(node))
    }

    fn replay_line(&self, nodes: impl IntoIterator<Item = NodeId>) -> Replay {
        self.follow(nodes, |_, _, _| ())
    }

    /// Plays a line given by its nodes from the root on, such as [`Tree::main_line`] or [`Tree::path`]. `visit` is told of
    /// each node that could be played, with the position after it and what was done on the way so far: where
    /// `set_ups` grew, the position's own past begins anew in this node.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn follow(
        &self,
        nodes: impl IntoIterator<Item = NodeId>,
        mut visit: impl FnMut(NodeId, &AnyPosition, Count),
    ) -> Replay {
        let mut cursor = Cursor::new(self);
        let mut last = Tree::ROOT;
        for node in nodes {
            if let Err(broken) = cursor.enter(node, false) {
                return Replay {
                    position: cursor.position,
                    node: last,
                    count: cursor.count,
                    broken: Some(broken),
                };
            }
            last = node;
            visit(node, &cursor.position, cursor.count);
        }
        Replay { position: cursor.position, node: last, count: cursor.count, broken: None }
    }

    /// Plays every line of the tree, parents before children, main line first. `visit` is told of each node with the
    /// position after it, or of what is wrong with it; nodes after one that is wrong are left out.
    /// Gives the number of nodes played and the moves among them.
    pub fn walk(&self, mut visit: impl FnMut(NodeId, Result<&AnyPosition, &Broken>)) -> (usize, usize) {
        let mut cursor = Cursor::new(self);
        let mut total = (0, 0);
        // Nodes on the way to the present one, each with what undoes it and the number of its child that is next.
        let mut path: Vec<(NodeId, Step, usize)> = Vec::new();
        // Branchings on the way with a child still to visit: without any, nothing need be kept to come back.
        let mut pending = 0;
        let mut next = Some(Tree::ROOT);
        loop {
            if let Some(node) = next.take() {
                match cursor.enter(node, pending > 0) {
                    Ok(step) => {
                        total.0 += 1;
                        total.1 += usize::from(self.tree.node(node).mv.is_some());
                        visit(node, Ok(&cursor.position));
                        pending += usize::from(self.tree.node(node).children.len() > 1);
                        path.push((node, step, 0));
                    }
                    Err(broken) => visit(node, Err(&broken)),
                }
            }
            if path.is_empty() || pending == 0 && path.last().is_some_and(|top| self.exhausted(top)) {
                return total;
            }
            let top = path.last_mut().expect("the path was just looked at");
            let children = &self.tree.node(top.0).children;
            if let Some(&child) = children.get(top.2) {
                top.2 += 1;
                pending -= usize::from(children.len() > 1 && top.2 == children.len());
                next = Some(child);
            } else if let Some((_, step, _)) = path.pop() {
                cursor.leave(step);
            }
        }
    }

    fn exhausted(&self, (node, _, next): &(NodeId, Step, usize)) -> bool {
        *next >= self.tree.node(*node).children.len()
    }

    /// Everything in all variations that is against the rules: the first fault of each line.
    pub fn faults(&self) -> Vec<Broken> {
        let mut faults = Vec::new();
        self.walk(|_, result| {
            if let Err(broken) = result {
                faults.push(broken.clone());
            }
        });
        faults
    }
}

impl<'r> Cursor<'r> {
    fn new(record: &'r Record) -> Cursor<'r> {
        Cursor { record, position: AnyPosition::new(&record.spec), count: Count::default() }
    }

    /// Plays a node. On error the position is as it was.
    fn enter(&mut self, id: NodeId, keep: bool) -> Result<Step, Broken> {
        let mut step = Step { count: self.count, ..Step::default() };
        let result = self.set_up(id, &mut step).and_then(|()| self.play(id, &mut step));
        match result {
            Ok(()) => {
                if !keep {
                    step.before = None;
                }
                Ok(step)
            }
            Err(fault) => {
                self.leave(step);
                Err(Broken { node: id, moves: self.count.moves, fault })
            }
        }
    }

    /// Takes a node back.
    fn leave(&mut self, step: Step) {
        self.count = step.count;
        match step.before {
            Some(before) => self.position = *before,
            None => {
                for _ in 0..step.played {
                    self.position.undo();
                }
            }
        }
    }

    /// Stones and side to move that the node sets up.
    fn set_up(&mut self, id: NodeId, step: &mut Step) -> Result<(), Fault> {
        let node = self.record.tree.node(id);
        let changes = node.set_up.iter().any(|&(p, cell)| self.position.at(p) != cell);
        let to_move = match node.to_move {
            Some(color) => color,
            None if changes || id == Tree::ROOT => self.next_color(id),
            None => self.position.to_move(),
        };
        if !changes && to_move == self.position.to_move() {
            return Ok(());
        }
        self.edit(&node.set_up, to_move, step)
    }

    /// Whose turn it is after a set-up that does not say: the side that moves next, or white after handicap stones.
    fn next_color(&self, id: NodeId) -> Color {
        let tree = &self.record.tree;
        let line = std::iter::successors(Some(id), |&id| tree.node(id).children.first().copied());
        for node in line.map(|id| tree.node(id)).take(8) {
            if let Some((color, _)) = node.mv {
                return color.unwrap_or(self.position.to_move());
            }
            if let Some(color) = node.to_move {
                return color;
            }
        }
        let handicap = id == Tree::ROOT
            && self.record.spec.kind() == GameKind::Go
            && tree.node(id).set_up.len() > 1
            && tree.node(id).set_up.iter().all(|&(_, cell)| cell == Cell::Black);
        if handicap { Color::White } else { self.position.to_move() }
    }

    /// Replaces the position by one with these points changed and this side to move.
    fn edit(&mut self, changes: &[(Point, Cell)], to_move: Color, step: &mut Step) -> Result<(), Fault> {
        let size = self.position.size();
        if let Some(&(point, _)) = changes.iter().find(|(p, _)| !size.contains(*p)) {
            return Err(SetUpError::OffBoard(point).into());
        }
        let mut board: Vec<Cell> = size.points().map(|p| self.position.at(p)).collect();
        for &(point, cell) in changes {
            board[size.index(point)] = cell;
        }
        let start = AnyPosition::new(&self.record.spec);
        let cells = size.points().zip(board).filter(|&(p, cell)| !cell.is_empty() || !start.at(p).is_empty());
        let set_up = SetUp { cells: cells.collect(), to_move };
        let position = AnyPosition::set_up(&self.record.spec, &set_up)?;
        let before = std::mem::replace(&mut self.position, position);
        if step.before.is_none() {
            // Moves played in this node before the edit would have to be taken back first; keep the older position.
            let mut before = before;
            for _ in 0..std::mem::take(&mut step.played) {
                before.undo();
            }
            step.before = Some(Box::new(before));
        }
        step.played = 0;
        self.count.set_ups += 1;
        Ok(())
    }

    /// The node's move, after whatever passes it takes.
    fn play(&mut self, id: NodeId, step: &mut Step) -> Result<(), Fault> {
        let Node { mv: Some((color, mv)), .. } = *self.record.tree.node(id) else { return Ok(()) };
        let game = self.record.spec.kind();
        if mv == Move::Pass && self.position.is_over() && matches!(game, GameKind::Go | GameKind::Othello) {
            self.count.spare_passes += 1;
            self.count.moves += 1;
            return Ok(());
        }
        match (game, color) {
            // A pass is legal only where nothing else is.
            (GameKind::Othello, _) if mv != Move::Pass && self.position.is_legal(Move::Pass) => {
                self.position.play(Move::Pass)?;
                step.played += 1;
                self.count.passes += 1;
            }
            // Players who disagree about dead stones, or a reviewer, may go on after the passes that end a game.
            (GameKind::Go, _) if self.position.is_over() => {
                let to_move = color.unwrap_or(self.position.to_move());
                self.edit(&[], to_move, step)?;
            }
            _ => {}
        }
        // Choices are a player's, not a colour's; and white picks one of black's stones.
        let is_choice = matches!(mv, Move::Choose(_))
            || matches!(&self.position, AnyPosition::Gomoku(game) if game.step() == Some(OpeningStep::PickFifth));
        if let Some(given) = color.filter(|&c| c != self.position.to_move() && !is_choice) {
            if game == GameKind::Go && self.position.ply() > 0 && self.position.is_legal(Move::Pass) {
                self.position.play(Move::Pass)?;
                step.played += 1;
                self.count.passes += 1;
            } else if game != GameKind::Go && self.position.ply() > 0 || self.edit(&[], given, step).is_err()
            {
                // Only who begins is for the record to say; after that, the rules do.
                return Err(Fault::Turn { given, text: self.position.format_move(mv) });
            }
        }
        self.position.play(mv)?;
        step.played += 1;
        self.count.moves += 1;
        Ok(())
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} moves", self.moves)?;
        for (n, what) in
            [(self.passes, "passes put in"), (self.set_ups, "set-ups"), (self.spare_passes, "spare passes")]
        {
            if n > 0 {
                write!(f, ", {n} {what}")?;
            }
        }
        Ok(())
    }
}
