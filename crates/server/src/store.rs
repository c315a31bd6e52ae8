//! The seam between the server and where games are kept.

use crate::error::{ApiError, Result};
use axum::http::StatusCode;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tengen_games::Move;
use tengen_records::{Header, Mark, NodeId, Record, Tree};

/// Who sits on a side.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Seat {
    /// Whether an engine plays.
    pub(crate) engine: bool,
    pub(crate) name: Option<String>,
    pub(crate) engine_name: Option<String>,
    pub(crate) level: Option<u8>,
}

/// The clock of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockRule {
    /// Time for all moves of a player.
    pub(crate) main: Duration,
    /// What each move adds.
    pub(crate) increment: Duration,
    /// Time for each move, where each move has its own.
    pub(crate) per_move: Option<Duration>,
}

/// A game as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) id: u64,
    pub(crate) revision: u64,
    pub(crate) record: Record,
    pub(crate) seats: [Seat; 2],
    pub(crate) clock: Option<ClockRule>,
    pub(crate) tags: Vec<String>,
    pub(crate) current: NodeId,
    /// Nodes that have been pruned, with all below them.
    pub(crate) pruned: BTreeSet<NodeId>,
}

impl Game {
    /// Whether there is such a node.
    pub(crate) fn has(&self, node: NodeId) -> bool {
        (node as usize) < self.record.tree.len() && !self.pruned.contains(&node)
    }

    pub(crate) fn check(&self, node: NodeId) -> Result<()> {
        if self.has(node) { Ok(()) } else { Err(no_node(self.id, node)) }
    }
}

/// Changes to a game; what is `None` stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    pub(crate) header: Option<Header>,
    pub(crate) seats: Option<[Seat; 2]>,
    pub(crate) current: Option<NodeId>,
    pub(crate) tags: Option<Vec<String>>,
}

/// Changes to a node; what is `None` stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeChange {
    pub(crate) comment: Option<Option<String>>,
    pub(crate) marks: Option<Vec<(tengen_board::Point, Mark)>>,
    pub(crate) promote: bool,
}

#[derive(Clone, Default)]
pub(crate) struct Store {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    games: BTreeMap<u64, Game>,
    bin: HashMap<u64, Game>,
    undo: HashMap<u64, Vec<Vec<NodeId>>>,
}

fn no_game(id: u64) -> ApiError {
    ApiError::not_found(format!("there is no game {id}"), format!("没有第 {id} 局"))
}

fn no_node(id: u64, node: NodeId) -> ApiError {
    ApiError::not_found(format!("game {id} has no node {node}"), format!("第 {id} 局没有节点 {node}"))
}

impl Store {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn create(&self, mut game: Game) -> Result<Game> {
        let mut inner = self.lock();
        let last = inner.games.keys().chain(inner.bin.keys()).max().copied().unwrap_or(0);
        game.id = last + 1;
        game.revision = 1;
        inner.games.insert(game.id, game.clone());
        Ok(game)
    }

    pub(crate) fn game(&self, id: u64) -> Result<Game> {
        self.lock().games.get(&id).cloned().ok_or_else(|| no_game(id))
    }

    fn change_game<T>(
        &self,
        id: u64,
        change: impl FnOnce(&mut Game, &mut Vec<Vec<NodeId>>) -> Result<T>,
    ) -> Result<(T, u64)> {
        let mut inner = self.lock();
        let Inner { games, undo, .. } = &mut *inner;
        let game = games.get_mut(&id).ok_or_else(|| no_game(id))?;
        let out = change(game, undo.entry(id).or_default())?;
        game.revision += 1;
        Ok((out, game.revision))
    }

    pub(crate) fn change(&self, id: u64, expected: Option<u64>, change: Change) -> Result<Game> {
        let (game, _) = self.change_game(id, |game, _| {
            if let Some(expected) = expected.filter(|&e| e != game.revision) {
                let found = game.revision;
                return Err(ApiError::new(
                    StatusCode::CONFLICT,
                    "conflict",
                    format!("the game is at revision {found}, not {expected}"),
                    format!("对局已是第 {found} 版，而非第 {expected} 版"),
                ));
            }
            if let Some(current) = change.current {
                game.check(current)?;
                game.current = current;
            }
            if let Some(header) = change.header {
                game.record.header = header;
            }
            if let Some(seats) = change.seats {
                game.seats = seats;
            }
            if let Some(tags) = change.tags {
                game.tags = tags;
            }
            Ok(())
        })?;
        let () = game;
        self.game(id)
    }

    pub(crate) fn delete(&self, id: u64) -> Result<()> {
        let mut inner = self.lock();
        let game = inner.games.remove(&id).ok_or_else(|| no_game(id))?;
        inner.bin.insert(id, game);
        Ok(())
    }

    pub(crate) fn restore(&self, id: u64) -> Result<Game> {
        let mut inner = self.lock();
        let game = inner.bin.remove(&id).ok_or_else(|| no_game(id))?;
        inner.games.insert(id, game.clone());
        Ok(game)
    }

    /// Adds a move, or finds the child that has it already. It becomes the current node. Gives the node and the revision.
    pub(crate) fn add_move(
        &self,
        id: u64,
        parent: NodeId,
        mv: Move,
        spent: Option<Duration>,
        result: Option<String>,
    ) -> Result<(NodeId, u64)> {
        self.change_game(id, |game, _| {
            game.check(parent)?;
            let tree = &mut game.record.tree;
            let children = tree.node(parent).children.clone();
            let same = children
                .into_iter()
                .find(|&c| !game.pruned.contains(&c) && tree.node(c).mv.is_some_and(|(_, m)| m == mv));
            let node = match same {
                Some(node) => node,
                None => {
                    let node = tree.add(parent);
                    tree.node_mut(node).mv = Some((None, mv));
                    tree.node_mut(node).spent = spent;
                    node
                }
            };
            if result.is_some() {
                game.record.header.result = result;
            }
            game.current = node;
            Ok(node)
        })
    }

    pub(crate) fn change_node(&self, id: u64, node: NodeId, change: NodeChange) -> Result<u64> {
        let ((), revision) = self.change_game(id, |game, _| {
            game.check(node)?;
            let tree = &mut game.record.tree;
            if let Some(comment) = change.comment {
                tree.node_mut(node).comment = comment;
            }
            if let Some(marks) = change.marks {
                tree.node_mut(node).marks = marks;
            }
            if change.promote {
                let mut at = node;
                while let Some(parent) = tree.node(at).parent {
                    let children = &mut tree.node_mut(parent).children;
                    if let Some(i) = children.iter().position(|&c| c == at) {
                        children[..=i].rotate_right(1);
                    }
                    at = parent;
                }
            }
            Ok(())
        })?;
        Ok(revision)
    }

    pub(crate) fn prune(&self, id: u64, node: NodeId) -> Result<u64> {
        let ((), revision) = self.change_game(id, |game, undo| {
            game.check(node)?;
            let Some(parent) = game.record.tree.node(node).parent else {
                return Err(ApiError::new(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "prune-root",
                    "the start of a game cannot be pruned: delete the game instead",
                    "不能剪除对局的开头：请删除整局",
                ));
            };
            let mut gone = vec![node];
            let mut next = 0;
            while let Some(&n) = gone.get(next) {
                next += 1;
                gone.extend(game.record.tree.node(n).children.iter().filter(|c| !game.pruned.contains(c)));
            }
            game.pruned.extend(&gone);
            if gone.contains(&game.current) {
                game.current = parent;
            }
            undo.push(gone);
            Ok(())
        })?;
        Ok(revision)
    }

    pub(crate) fn undo_prune(&self, id: u64) -> Result<NodeId> {
        let (node, _) = self.change_game(id, |game, undo| {
            let back = undo.pop().ok_or_else(|| {
                ApiError::new(
                    StatusCode::CONFLICT,
                    "nothing-pruned",
                    "nothing pruned is left to bring back",
                    "没有可以恢复的剪枝",
                )
            })?;
            for node in &back {
                game.pruned.remove(node);
            }
            Ok(back.first().copied().unwrap_or(Tree::ROOT))
        })?;
        Ok(node)
    }
}
