//! Plays a record by the rules: one line of it, or all of its variations.
//!
//! Formats have habits that the rules do not have. Othello records leave passes out; Go records set stones up in the
//! middle of a game, let one side move twice, and go on after two passes. All of this is played, and counted in
//! [`ReplayCounts`]. A renju record may end with a foul of Black, who loses by it. What remains is against the rules
//! and is reported as a [`Violation`] with its node and its number.

use crate::{Node, NodeId, Record, Tree};
use std::fmt;
use tengen_board::{Cell, Color, Point};
use tengen_games::{AnyPosition, EndReason, Feature, Game, Illegal, Move, Passes, SetUp, SetUpError};

/// A line of a record, played by the rules.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Replay {
    /// The position after the last node of the line. In Go its outcome counts every stone as alive, dead ones too.
    pub position: AnyPosition,
    /// That node.
    pub node: NodeId,
    /// What was played, and what was put in or left out on the way.
    pub counts: ReplayCounts,
}

/// A line of a record that breaks the rules: where and how, and the position before that.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{violation}")]
#[non_exhaustive]
pub struct ReplayError {
    /// The node that cannot be played, and the rule that it breaks.
    pub violation: Box<Violation>,
    /// The line up to the node before it.
    pub reached: Box<Replay>,
}

impl ReplayError {
    /// The line up to the node that breaks the rules.
    ///
    /// For callers that want as much of a line as can be played:
    ///
    /// ```
    /// use tengen_games::Game;
    /// use tengen_records::{ReadOptions, ReplayError, sgf};
    /// let read = sgf::read(b"(;GM[1]SZ[9];B[ee];W[ce];B[ee])", &ReadOptions::default())?;
    /// let replay = read.records[0].replay().unwrap_or_else(ReplayError::into_reached);
    /// assert_eq!(replay.position.ply(), 2);
    /// # Ok::<(), tengen_records::ReadError>(())
    /// ```
    pub fn into_reached(self) -> Replay {
        *self.reached
    }
}

/// What was done in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ReplayCounts {
    /// Moves of the record that were played, its passes included.
    pub moves: usize,
    /// Passes that the rules require and the record leaves out.
    pub passes: usize,
    /// Times that stones or the side to move were set up.
    pub set_ups: usize,
    /// Passes of the record after the end of the game, which are ignored.
    pub spare_passes: usize,
}

/// A node of a record that breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The node that cannot be played.
    pub node: NodeId,
    /// The number of its move in the line, from 1, as the record counts: passes that it leaves out are not counted.
    pub number: usize,
    /// The move as players of the game write it; empty if the node has no move.
    pub text: String,
    /// The rule that it breaks.
    pub kind: ViolationKind,
}

/// The rule that a node of a record breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViolationKind {
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The stones cannot be set up.
    #[error("set-up: {0}")]
    SetUp(#[from] SetUpError),
    /// The record gives the move to the wrong side, and no pass of the other side explains it.
    #[error("{text} is given to {given}, but it is {}'s turn", given.opponent())]
    Turn {
        /// The side that the record names.
        given: Color,
        /// The move as players write it.
        text: String,
    },
}

impl std::error::Error for Violation {}

/// `move 3 (E5) is illegal: …`, with the number that the record gives the move.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        match &self.kind {
            ViolationKind::Illegal(Illegal { text, reason, .. }) => {
                write!(f, "move {number} ({text}) is illegal: {reason}")
            }
            kind @ ViolationKind::SetUp(_) => write!(f, "before move {number}: {kind}"),
            kind @ ViolationKind::Turn { .. } => write!(f, "move {number}: {kind}"),
        }
    }
}

/// What entering a node changed, to take it back.
#[derive(Debug, Default)]
struct UndoStep {
    /// The position before it, where stones were set up.
    before: Option<Box<AnyPosition>>,
    /// Passes of earlier nodes that it took back, before its own moves.
    taken_back: u8,
    /// Moves played on top of that, inserted passes included.
    played: u8,
    /// The counts before it.
    counts: ReplayCounts,
}

/// A position that follows a record from node to node.
#[derive(Debug)]
struct Cursor<'r> {
    record: &'r Record,
    position: AnyPosition,
    counts: ReplayCounts,
}

impl Record {
    /// Plays the main line from the start.
    ///
    /// ```
    /// use tengen_games::Game;
    /// use tengen_records::{Format, ReadOptions};
    /// let sgf = b"(;GM[1]SZ[9];B[ee];W[ce];B[ee])";
    /// let record = &Format::Sgf.read(sgf, &ReadOptions::default())?.records[0];
    /// let error = record.replay().unwrap_err();
    /// assert_eq!(error.to_string(), "move 3 (E5) is illegal: it is occupied by black");
    /// assert_eq!((error.violation.number, error.violation.text.as_str()), (3, "E5"));
    /// assert_eq!(error.reached.position.ply(), 2);
    /// # Ok::<(), tengen_records::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`ReplayError`] for the first node that breaks the rules.
    pub fn replay(&self) -> Result<Replay, ReplayError> {
        self.replay_nodes(self.tree.main_line(), |_, _, _| ())
    }

    /// Plays the line that leads to `node`, the move of `node` included.
    ///
    /// # Errors
    /// [`ReplayError`] for the first node that breaks the rules.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn replay_to(&self, node: NodeId) -> Result<Replay, ReplayError> {
        self.replay_nodes(self.tree.path(node), |_, _, _| ())
    }

    /// Plays a line given by its nodes from the root on, such as [`Tree::main_line`] or [`Tree::path`]. `visit` is
    /// called for each node that could be played, with the position after it and the counts so far. Where `set_ups`
    /// grew, the history of the position starts at this node.
    ///
    /// # Errors
    /// [`ReplayError`] for the first node that breaks the rules.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn replay_nodes(
        &self,
        nodes: impl IntoIterator<Item = NodeId>,
        mut visit: impl FnMut(NodeId, &AnyPosition, ReplayCounts),
    ) -> Result<Replay, ReplayError> {
        let mut cursor = Cursor::new(self);
        let mut last = Tree::ROOT;
        for node in nodes {
            if let Err(violation) = cursor.enter(node, false) {
                return Err(ReplayError {
                    violation: Box::new(violation),
                    reached: Box::new(cursor.into_replay(last)),
                });
            }
            last = node;
            visit(node, &cursor.position, cursor.counts);
        }
        Ok(cursor.into_replay(last))
    }

    /// Plays every line of the tree, parents before children, main line first. `visit` is called for each node with the
    /// position after it, or with the rule that it breaks; the nodes after such a node are left out.
    /// Returns the number of nodes played and the number of moves among them.
    pub fn walk(&self, mut visit: impl FnMut(NodeId, Result<&AnyPosition, &Violation>)) -> (usize, usize) {
        let mut cursor = Cursor::new(self);
        let mut total = (0, 0);
        // The nodes on the way to the present one, each with what undoes it and the index of its next child.
        let mut path: Vec<(NodeId, UndoStep, usize)> = Vec::new();
        // The number of branchings on the way with a child left to visit. Without any, no position need be kept.
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
                    Err(violation) => visit(node, Err(&violation)),
                }
            }
            let Some(top) = path.last_mut() else { return total };
            let children = &self.tree.node(top.0).children;
            if pending == 0 && top.2 >= children.len() {
                return total;
            }
            if let Some(&child) = children.get(top.2) {
                top.2 += 1;
                pending -= usize::from(children.len() > 1 && top.2 == children.len());
                next = Some(child);
            } else if let Some((_, step, _)) = path.pop() {
                cursor.leave(step);
            }
        }
    }

    /// The result of the main line in SGF's words, where the rules alone decide it: a row, captures, a count of discs.
    /// `None` if the game is not over, breaks the rules, or is a Go game to be counted: dead stones are not known.
    ///
    /// ```
    /// use tengen_records::{ReadOptions, sgf};
    /// let sgf = b"(;GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
    /// let record = &sgf::read(sgf, &ReadOptions::default())?.records[0];
    /// assert_eq!(record.result_by_rules().as_deref(), Some("B+"));
    /// # Ok::<(), tengen_records::ReadError>(())
    /// ```
    pub fn result_by_rules(&self) -> Option<String> {
        let outcome = self.replay().ok()?.position.outcome()?;
        let is_settled = outcome.winner.is_some() && !matches!(outcome.reason, EndReason::Score(_));
        (is_settled || !self.spec.has(Feature::Territory)).then(|| outcome.sgf_text())
    }

    /// Every violation of the rules in all variations: the first one of each line.
    pub fn violations(&self) -> Vec<Violation> {
        let mut violations = Vec::new();
        self.walk(|_, result| {
            if let Err(violation) = result {
                violations.push(violation.clone());
            }
        });
        violations
    }
}

impl<'r> Cursor<'r> {
    fn new(record: &'r Record) -> Cursor<'r> {
        Cursor { record, position: AnyPosition::new(&record.spec), counts: ReplayCounts::default() }
    }

    fn into_replay(self, node: NodeId) -> Replay {
        Replay { position: self.position, node, counts: self.counts }
    }

    /// Plays a node. On an error the position is unchanged. `keep` asks for a step that can be taken back.
    fn enter(&mut self, id: NodeId, keep: bool) -> Result<UndoStep, Violation> {
        let mut step = UndoStep { counts: self.counts, ..UndoStep::default() };
        let result = self.set_up(id, &mut step).and_then(|()| self.play(id, &mut step));
        match result {
            Ok(()) => {
                if !keep {
                    step.before = None;
                }
                Ok(step)
            }
            Err(kind) => {
                self.leave(step);
                let mv = self.record.tree.node(id).mv;
                let text = mv.map_or_else(String::new, |(_, mv)| self.position.format_move(mv));
                Err(Violation { node: id, number: self.counts.moves + 1, text, kind })
            }
        }
    }

    /// Takes a node back.
    fn leave(&mut self, step: UndoStep) {
        self.counts = step.counts;
        match step.before {
            Some(before) => self.position = *before,
            None => {
                for _ in 0..step.played {
                    self.position.undo();
                }
                for _ in 0..step.taken_back {
                    self.position.play_unchecked(Move::Pass);
                }
            }
        }
    }

    /// Takes back the last passes until `to_move` may move; without effect if that does not come.
    fn take_back_passes(&mut self, to_move: Color, step: &mut UndoStep) -> bool {
        let mut passes = 0;
        while self.position.last_move() == Some(Move::Pass) {
            self.position.undo();
            passes += 1;
            if self.position.to_move() == to_move && !self.position.is_over() {
                step.taken_back += passes;
                return true;
            }
        }
        (0..passes).for_each(|_| self.position.play_unchecked(Move::Pass));
        false
    }

    /// Sets up the stones and the side to move of a node.
    fn set_up(&mut self, id: NodeId, step: &mut UndoStep) -> Result<(), ViolationKind> {
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

    /// The side to move after a set-up that does not name it: the side of the next move, or white after handicap
    /// stones.
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
            && self.record.spec.has(Feature::Handicap)
            && tree.node(id).set_up.len() > 1
            && tree.node(id).set_up.iter().all(|&(_, cell)| cell == Cell::Black);
        if handicap { Color::White } else { self.position.to_move() }
    }

    /// Replaces the position by one with these points changed and this side to move.
    fn edit(
        &mut self,
        changes: &[(Point, Cell)],
        to_move: Color,
        step: &mut UndoStep,
    ) -> Result<(), ViolationKind> {
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
            // Keep the position before this node: take back the moves that were played in it before the edit.
            let mut before = before;
            for _ in 0..std::mem::take(&mut step.played) {
                before.undo();
            }
            for _ in 0..std::mem::take(&mut step.taken_back) {
                before.play_unchecked(Move::Pass);
            }
            step.before = Some(Box::new(before));
        }
        step.played = 0;
        self.counts.set_ups += 1;
        Ok(())
    }

    /// Plays the move of a node, after the passes that the rules require.
    fn play(&mut self, id: NodeId, step: &mut UndoStep) -> Result<(), ViolationKind> {
        let Node { mv: Some((color, mv)), .. } = *self.record.tree.node(id) else { return Ok(()) };
        let passes = self.record.spec.info().passes;
        if mv == Move::Pass && self.position.is_over() && passes != Passes::Never {
            self.counts.spare_passes += 1;
            self.counts.moves += 1;
            return Ok(());
        }
        match passes {
            Passes::Forced if mv != Move::Pass && self.position.is_legal(Move::Pass) => {
                self.position.play(Move::Pass)?;
                step.played += 1;
                self.counts.passes += 1;
            }
            // Players who disagree about dead stones, and reviewers, go on after the passes that end a game.
            Passes::Free if self.position.is_over() => {
                let to_move = color.unwrap_or(self.position.to_move());
                if !self.take_back_passes(to_move, step) {
                    self.edit(&[], to_move, step)?;
                }
            }
            _ => {}
        }
        // A decision belongs to a player, not to a colour.
        let is_stone = !self.position.is_decision(mv);
        if let Some(given) = color.filter(|&c| c != self.position.to_move() && is_stone) {
            if passes == Passes::Free && self.position.ply() > 0 && self.position.is_legal(Move::Pass) {
                self.position.play(Move::Pass)?;
                if self.position.is_over() {
                    // After a pass of its own the side moves again: another pass would end the game.
                    self.position.undo();
                    if !self.take_back_passes(given, step) {
                        self.edit(&[], given, step)?;
                    }
                } else {
                    step.played += 1;
                    self.counts.passes += 1;
                }
            } else if passes != Passes::Free && self.position.ply() > 0
                || self.edit(&[], given, step).is_err()
            {
                // The record decides only who begins; after that, the rules do.
                return Err(ViolationKind::Turn { given, text: self.position.format_move(mv) });
            }
        }
        // A foul that loses at once ends a record: moves after it show that it was none, or that no one saw it.
        if self.is_last_move(id) {
            self.position.play_or_foul(mv)?;
        } else {
            self.position.play(mv)?;
        }
        step.played += 1;
        self.counts.moves += 1;
        Ok(())
    }
}

impl Cursor<'_> {
    /// True if no move follows a node, in any variation.
    fn is_last_move(&self, id: NodeId) -> bool {
        let tree = &self.record.tree;
        tree.node(id).children.iter().all(|&child| tree.node(child).mv.is_none())
    }
}

/// `250 moves, 2 passes inserted`: the moves, then every other count that is not 0.
impl fmt::Display for ReplayCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
        f.write_str(&plural(self.moves, "move", "moves"))?;
        for (n, one, more) in [
            (self.passes, "pass inserted", "passes inserted"),
            (self.set_ups, "set-up", "set-ups"),
            (self.spare_passes, "pass ignored", "passes ignored"),
        ] {
            if n > 0 {
                write!(f, ", {}", plural(n, one, more))?;
            }
        }
        Ok(())
    }
}
