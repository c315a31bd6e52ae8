//! One thread's part of a search: the playouts that it runs, on its own board.

use super::node::{PlayoutResult, TreeNode};
use super::{Findings, MARGIN_SHARE, PASS_EVERY, Totals, Tree, children};
use crate::board::Board;
use crate::net::Scratch;
use crate::playout::{PlayoutStart, Recent, count, play_out};
use std::sync::atomic::Ordering;
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_games::Game;
use tengen_games::go::{NO_VERTEX, Position, Scoring};

/// A step down the tree.
struct Step<'t> {
    node: &'t TreeNode,
    /// The node and the other moves of its position.
    siblings: &'t [TreeNode],
    /// The side that moves.
    color: Color,
}

/// A thread that grows a tree.
pub(crate) struct Searcher<'t> {
    tree: &'t Tree,
    position: Position,
    rng: SplitMix64,
    /// The board of the playout.
    board: Board,
    /// For each vertex, the side that first played there in this playout: 1 black, 2 white, 0 none.
    first_player: Vec<u8>,
    path: Vec<Step<'t>>,
    scratch: Scratch,
    owner: Vec<i8>,
    totals: Totals,
    /// Playouts that the totals began with.
    before: u64,
}

impl<'t> Searcher<'t> {
    /// A thread that adds its playouts to `totals`.
    pub(crate) fn new(tree: &'t Tree, totals: Totals, seed: u64) -> Searcher<'t> {
        Searcher {
            tree,
            position: tree.position.clone(),
            rng: SplitMix64(seed),
            board: tree.board.clone(),
            first_player: vec![0; tree.board.len()],
            path: Vec::new(),
            scratch: Scratch::new(),
            owner: vec![0; totals.ownership.len()],
            before: totals.playouts,
            totals,
        }
    }

    pub(crate) fn totals(&self) -> &Totals {
        &self.totals
    }

    pub(crate) fn into_totals(self) -> Totals {
        self.totals
    }

    /// Playouts of this thread in this search.
    pub(crate) fn searched(&self) -> u64 {
        self.totals.playouts - self.before
    }

    /// What this thread has found.
    pub(crate) fn findings(&self) -> Findings<'_> {
        Findings { tree: self.tree, totals: &self.totals }
    }

    /// Runs one playout.
    pub(crate) fn grow(&mut self) {
        let tree = self.tree;
        self.first_player.fill(0);
        self.path.clear();
        self.board.clone_from(&tree.board);
        let (mut node, mut placed, mut recent) = (&tree.root, tree.placed, tree.recent);
        // 1. Selection: down the tree to a leaf.
        while !node.children().is_empty() && !self.position.is_over() {
            let (siblings, color) = (node.children(), self.position.to_move());
            let is_root = self.path.is_empty();
            // The pass is the last child, if there is one.
            let pass = siblings.last().filter(|last| is_root && last.at == NO_VERTEX);
            node = match pass {
                Some(pass) if self.totals.playouts % PASS_EVERY == PASS_EVERY / 4 => {
                    tree.forced_passes.fetch_add(1, Ordering::Relaxed);
                    pass
                }
                _ => self.choose(siblings, is_root),
            };
            node.enter();
            recent = recent.then(node.at);
            self.path.push(Step { node, siblings, color });
            self.position.play_unchecked(tree.move_of(node.at));
            if node.at == NO_VERTEX {
                self.board.pass();
            } else {
                self.board.put(node.at, color);
                placed += if color == Color::Black { 1 } else { -1 };
            }
        }
        // 2. Expansion: a leaf with enough visits before this one gets its children.
        let is_ripe = tree.expand_at().is_some_and(|least| node.visits() > least);
        if is_ripe && self.path.len() < tree.max_depth && !self.position.is_over() {
            let (position, board, scratch) = (&self.position, &mut self.board, &mut self.scratch);
            tree.expand(node, children(position, board, recent, &tree.policy, &tree.regions, scratch));
        }
        // 3. Playout to the end of the game, and the count.
        let result = self.finish(recent, placed);
        self.totals.playouts += 1;
        // 4. Backup: undo the moves and update every node of the path.
        for _ in 0..self.path.len() {
            self.position.undo();
        }
        self.back_up(result);
    }

    fn choose(&self, siblings: &'t [TreeNode], is_root: bool) -> &'t TreeNode {
        let rave_weight = self.tree.policy.rave as f32;
        let skipped = usize::from(is_root && self.tree.pass_ends && siblings.len() > 1);
        let mut best = (f32::NEG_INFINITY, &siblings[0]);
        for node in &siblings[..siblings.len() - skipped] {
            let value = node.mixed_value(rave_weight);
            if value > best.0 {
                best = (value, node);
            }
        }
        best.1
    }

    fn finish(&mut self, recent: Recent, placed: i32) -> PlayoutResult {
        let rules = self.position.rules();
        let territory = rules.scoring == Scoring::Territory;
        if rules.captures_to_win > 0 {
            return self.finish_captures(recent);
        }
        let mut margin = None;
        if self.position.is_over() && !territory {
            // By area every stone counts as alive, so the score is final.
            let score = self.position.score(&[]);
            for (owner, cell) in self.owner.iter_mut().zip(&score.owner) {
                *owner = match cell.color() {
                    Some(Color::Black) => 1,
                    Some(Color::White) => -1,
                    None => 0,
                };
            }
            margin = Some(score.margin());
        }
        let margin = margin.unwrap_or_else(|| {
            let start = PlayoutStart {
                to_move: self.position.to_move(),
                recent,
                passes: self.position.passes().min(1),
            };
            let first_player = &mut self.first_player;
            play_out(&mut self.board, start, &self.tree.policy, &mut self.rng, None, |at, color| {
                let first = &mut first_player[at as usize];
                if *first == 0 {
                    *first = 1 + color as u8;
                }
            });
            let area = count(&self.board, self.position.board().vertices(), &mut self.owner);
            // Territory and prisoners equal the area less the stones that each side has placed.
            (if territory { area - placed } else { area }) as f32 - rules.white_bonus()
        });
        for (sum, &owner) in self.totals.ownership.iter_mut().zip(&self.owner) {
            *sum += i32::from(owner);
        }
        let wins = if margin > 0.0 {
            1.0
        } else if margin < 0.0 {
            0.0
        } else {
            0.5
        };
        let lead = margin / (margin.abs() + self.owner.len() as f32 / 4.0);
        let value = (1.0 - MARGIN_SHARE) * wins + MARGIN_SHARE * (0.5 + 0.5 * lead);
        PlayoutResult { margin, value, wins }
    }

    /// The playout of a game that captures win: it stops at the capture that decides.
    fn finish_captures(&mut self, recent: Recent) -> PlayoutResult {
        let winner = match self.position.outcome() {
            Some(outcome) => outcome.winner,
            None => {
                let needed = u32::from(self.position.rules().captures_to_win);
                let left = Color::BOTH.map(|color| needed - self.position.captured_by(color));
                let passes = self.position.passes().min(1);
                let start = PlayoutStart { to_move: self.position.to_move(), recent, passes };
                let first_player = &mut self.first_player;
                play_out(&mut self.board, start, &self.tree.policy, &mut self.rng, Some(left), |at, color| {
                    let first = &mut first_player[at as usize];
                    if *first == 0 {
                        *first = 1 + color as u8;
                    }
                })
            }
        };
        let wins = match winner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        PlayoutResult { margin: 0.0, value: wins, wins }
    }

    /// Updates the nodes of the path with a result from black's side.
    fn back_up(&mut self, result: PlayoutResult) {
        if let Some(Step { node, siblings, .. }) = self.path.first()
            && let Some(n) = siblings.iter().position(|sibling| std::ptr::eq(sibling, *node))
        {
            self.totals.margins.add(n, result.margin);
        }
        for &Step { node, siblings, color } in self.path.iter().rev() {
            let result = if color == Color::Black { result } else { result.reversed() };
            node.add(result);
            if node.at != NO_VERTEX {
                // The earliest stone on a point counts.
                self.first_player[node.at as usize] = 1 + color as u8;
            }
            for sibling in siblings {
                if sibling.at != NO_VERTEX && self.first_player[sibling.at as usize] == 1 + color as u8 {
                    sibling.add_rave(result.value);
                }
            }
        }
    }
}
