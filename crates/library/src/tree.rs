//! Changes to the tree of a game: adding a move, annotating a node, promoting and pruning variations.
//!
//! The library does not know the rules: the caller has played the move.
//! [`Record::replay`](tengen_records::Record::replay) checks a stored game.

use crate::index::unindex;
use crate::rows::{GAME_NODES, bump, require, revision, tree_bytes};
use crate::{
    ChangeResult, Damage, Error, GameId, Library, LibraryLimit, NodeNumber, NodeUpdate, Result, codec,
};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashSet;
use std::time::Duration;
use tengen_games::{GameKind, GameSpec, Move};
use tengen_records::{Mark, Node, Record};

/// The limit of the bytes of one comment.
const COMMENT_BYTES: usize = 1 << 20;
/// The limits of a node's marks: their number, and bytes of one label.
const MARKS: (usize, usize) = (2000, 200);

impl Library {
    /// Adds a move after `parent`, as its last variation, and returns when it is on the disk. If `parent` has a child
    /// with this move, that is used; it only gets the time, if it had none.
    ///
    /// `elapsed` is the time spent on the move.
    ///
    /// # Errors
    /// [`Error::NoGame`], [`Error::NoNode`], [`Error::TooLarge`].
    pub fn append_move(
        &self,
        game: GameId,
        parent: NodeNumber,
        mv: Move,
        elapsed: Option<Duration>,
    ) -> Result<ChangeResult> {
        let node = Node { mv: Some((None, mv)), spent: elapsed, ..Node::default() };
        self.append_node(game, parent, node)
    }

    /// As [`Library::append_move`], if nothing follows `parent` yet; else `None`, and nothing changes.
    ///
    /// # Errors
    /// As [`Library::append_move`].
    pub fn append_only_move(
        &self,
        game: GameId,
        parent: NodeNumber,
        mv: Move,
        elapsed: Option<Duration>,
    ) -> Result<Option<ChangeResult>> {
        let node = Node { mv: Some((None, mv)), spent: elapsed, ..Node::default() };
        self.store.write(move |conn| {
            unpack(conn, game)?;
            require(conn, game, parent)?;
            let has_child: bool = conn
                .prepare_cached(
                    "SELECT EXISTS (SELECT 1 FROM nodes WHERE game = ?1 AND parent = ?2 AND pruned IS NULL)",
                )?
                .query_row(params![game, parent], |row| row.get(0))?;
            if has_child { Ok(None) } else { append(conn, game, parent, &node).map(Some) }
        })
    }

    /// As [`Library::append_move`], with everything that a node can have: colour, value, comment. `parent` and
    /// `children` of the node are ignored. A node without a move is always new.
    ///
    /// # Errors
    /// As [`Library::append_move`].
    pub fn append_node(&self, game: GameId, parent: NodeNumber, node: Node) -> Result<ChangeResult> {
        check(&node)?;
        self.store.write(move |conn| {
            unpack(conn, game)?;
            require(conn, game, parent)?;
            if let Some(mv) = node.mv
                && let Some((same, mut found)) = child_with(conn, game, parent, mv.1)?
            {
                if node.spent.is_none() || found.spent.is_some() {
                    return Ok(ChangeResult { node: same, revision: revision(conn, game)?, changed: false });
                }
                found.spent = node.spent;
                write_node(conn, game, same, &found)?;
                return bump(conn, game, same);
            }
            append(conn, game, parent, &node)
        })
    }

    /// Changes the name, comment, marks, other properties, value or clock of a node.
    ///
    /// # Errors
    /// [`Error::NoGame`], [`Error::NoNode`], [`Error::TooLarge`].
    pub fn annotate(&self, game: GameId, node: NodeNumber, annotation: NodeUpdate) -> Result<ChangeResult> {
        self.store.write(move |conn| {
            unpack(conn, game)?;
            let mut found = require(conn, game, node)?;
            let NodeUpdate { name, comment, marks, extra, value, clock } = annotation;
            let before = found.clone();
            found.name = name.unwrap_or(found.name);
            found.comment = comment.unwrap_or(found.comment);
            found.marks = marks.unwrap_or(found.marks);
            found.extra = extra.unwrap_or(found.extra);
            found.value = value.unwrap_or(found.value);
            found.clock = clock.unwrap_or(found.clock);
            if found == before {
                return Ok(ChangeResult { node, revision: revision(conn, game)?, changed: false });
            }
            check(&found)?;
            write_node(conn, game, node, &found)?;
            bump(conn, game, node)
        })
    }

    /// Makes the line that leads to `node` the main line: the node and each one before it become the first of their
    /// siblings.
    ///
    /// # Errors
    /// [`Error::NoGame`], [`Error::NoNode`].
    pub fn promote(&self, game: GameId, node: NodeNumber) -> Result<ChangeResult> {
        self.store.write(move |conn| {
            unpack(conn, game)?;
            require(conn, game, node)?;
            let mut behind = Vec::new();
            let mut at = node;
            while let Some(parent) = parent_of(conn, game, at)? {
                let least: (i64, NodeNumber) = conn
                    .prepare_cached(
                        "SELECT rank, node FROM nodes WHERE game = ?1 AND parent = ?2 AND pruned IS NULL
                         ORDER BY rank, node LIMIT 1",
                    )?
                    .query_row(params![game, parent], |row| Ok((row.get(0)?, row.get(1)?)))?;
                if least.1 != at {
                    behind.push((at, least.0 - 1));
                }
                at = parent;
            }
            if behind.is_empty() {
                return Ok(ChangeResult { node, revision: revision(conn, game)?, changed: false });
            }
            unindex(conn, game)?;
            for (at, rank) in behind {
                conn.prepare_cached("UPDATE nodes SET rank = ?3 WHERE game = ?1 AND node = ?2")?
                    .execute(params![game, at, rank])?;
            }
            bump(conn, game, node)
        })
    }

    /// Removes a node with everything after it; [`Library::undo_prune`] restores it. The result names the node before
    /// it.
    ///
    /// # Errors
    /// [`Error::NoGame`], [`Error::NoNode`], [`Error::PruneRoot`].
    pub fn prune(&self, game: GameId, node: NodeNumber) -> Result<ChangeResult> {
        self.store.write(move |conn| {
            unpack(conn, game)?;
            require(conn, game, node)?;
            let parent = parent_of(conn, game, node)?.ok_or(Error::PruneRoot)?;
            unindex(conn, game)?;
            let mut gone = HashSet::from([node]);
            {
                // A node's number is greater than its parent's, so one pass is enough.
                let mut statement = conn.prepare_cached(
                    "SELECT node, parent FROM nodes WHERE game = ?1 AND node > ?2 AND pruned IS NULL ORDER BY node",
                )?;
                let mut rows = statement.query(params![game, node])?;
                while let Some(row) = rows.next()? {
                    let (id, parent): (NodeNumber, Option<NodeNumber>) = (row.get(0)?, row.get(1)?);
                    if parent.is_some_and(|p| gone.contains(&p)) {
                        gone.insert(id);
                    }
                }
            }
            conn.prepare_cached("UPDATE games SET prunings = prunings + 1 WHERE id = ?1")?.execute([game])?;
            for id in &gone {
                conn.prepare_cached(
                    "UPDATE nodes SET pruned = (SELECT prunings FROM games WHERE id = ?1) WHERE game = ?1 AND node = ?2",
                )?
                .execute(params![game, id])?;
            }
            let current: NodeNumber = conn
                .prepare_cached("SELECT current FROM games WHERE id = ?1")?
                .query_row([game], |row| row.get(0))?;
            if gone.contains(&current) {
                conn.prepare_cached("UPDATE games SET current = ?2 WHERE id = ?1")?
                    .execute(params![game, parent])?;
            }
            bump(conn, game, parent)
        })
    }

    /// Restores what was pruned last. The result names the restored node.
    ///
    /// # Errors
    /// [`Error::NoGame`], [`Error::NothingPruned`].
    pub fn undo_prune(&self, game: GameId) -> Result<ChangeResult> {
        self.store.write(move |conn| {
            revision(conn, game)?;
            let node: Option<NodeNumber> = conn
                .prepare_cached(
                    "SELECT min(n.node) FROM nodes n JOIN games g ON g.id = n.game
                     WHERE n.game = ?1 AND n.pruned = g.prunings",
                )?
                .query_row([game], |row| row.get(0))?;
            let node = node.ok_or(Error::NothingPruned(game))?;
            unindex(conn, game)?;
            conn.prepare_cached(
                "UPDATE nodes SET pruned = NULL
                 WHERE game = ?1 AND pruned = (SELECT prunings FROM games WHERE id = ?1)",
            )?
            .execute([game])?;
            conn.prepare_cached("UPDATE games SET prunings = prunings - 1 WHERE id = ?1")?.execute([game])?;
            bump(conn, game, node)
        })
    }
}

/// Makes one row per node, if the tree is still one row.
fn unpack(conn: &Connection, game: GameId) -> Result<()> {
    let Some(bytes) = tree_bytes(conn, game)? else {
        return revision(conn, game).map(|_| ());
    };
    // Only the tree matters: any game will do.
    let mut record = Record::new(GameSpec::named(GameKind::Othello.name(), None, None)?);
    codec::decode_tree(&bytes, &mut record)?;
    let mut insert = conn
        .prepare_cached("INSERT INTO nodes (game, node, parent, rank, bytes) VALUES (?1, ?2, ?3, ?2, ?4)")?;
    for (id, node) in record.tree.iter() {
        insert.execute(params![game, id, node.parent, codec::encode_one(node)])?;
    }
    conn.prepare_cached("DELETE FROM trees WHERE game = ?1")?.execute([game])?;
    Ok(())
}

/// Adds a node as the last variation of `parent`.
fn append(conn: &Connection, game: GameId, parent: NodeNumber, node: &Node) -> Result<ChangeResult> {
    let next: i64 = conn
        .prepare_cached("SELECT next_node FROM games WHERE id = ?1")?
        .query_row([game], |row| row.get(0))?;
    let id = NodeNumber::try_from(next)
        .ok()
        .filter(|&n| (n as usize) < GAME_NODES)
        .ok_or(Error::TooLarge(LibraryLimit::GameNodes(GAME_NODES)))?;
    conn.prepare_cached("INSERT INTO nodes (game, node, parent, rank, bytes) VALUES (?1, ?2, ?3, ?2, ?4)")?
        .execute(params![game, id, parent, codec::encode_one(node)])?;
    conn.prepare_cached("UPDATE games SET next_node = ?2, current = ?3 WHERE id = ?1")?.execute(params![
        game,
        next + 1,
        id
    ])?;
    bump(conn, game, id)
}

fn parent_of(conn: &Connection, game: GameId, node: NodeNumber) -> Result<Option<NodeNumber>> {
    let parent = conn
        .prepare_cached("SELECT parent FROM nodes WHERE game = ?1 AND node = ?2")?
        .query_row(params![game, node], |row| row.get(0))
        .optional()?;
    parent.ok_or(Error::NoNode { game, node })
}

/// The child of a node with this move.
fn child_with(
    conn: &Connection,
    game: GameId,
    parent: NodeNumber,
    mv: Move,
) -> Result<Option<(NodeNumber, Node)>> {
    let mut statement = conn.prepare_cached(
        "SELECT node, bytes FROM nodes WHERE game = ?1 AND parent = ?2 AND pruned IS NULL ORDER BY rank, node",
    )?;
    let mut rows = statement.query(params![game, parent])?;
    while let Some(row) = rows.next()? {
        let node = codec::decode_one(
            row.get_ref(1)?.as_blob().map_err(|e| Error::damaged(Damage::Database(e.to_string())))?,
        )?;
        if node.mv.is_some_and(|(_, found)| found == mv) {
            return Ok(Some((row.get(0)?, node)));
        }
    }
    Ok(None)
}

fn write_node(conn: &Connection, game: GameId, id: NodeNumber, node: &Node) -> Result<()> {
    conn.prepare_cached("UPDATE nodes SET bytes = ?3 WHERE game = ?1 AND node = ?2")?.execute(params![
        game,
        id,
        codec::encode_one(node)
    ])?;
    Ok(())
}

/// Refuses a node beyond the limits.
fn check(node: &Node) -> Result<()> {
    if node.comment.as_ref().is_some_and(|text| text.len() > COMMENT_BYTES) {
        return Err(Error::TooLarge(LibraryLimit::CommentBytes(COMMENT_BYTES)));
    }
    if node.name.as_ref().is_some_and(|name| name.len() > COMMENT_BYTES) {
        return Err(Error::TooLarge(LibraryLimit::NameBytes(COMMENT_BYTES)));
    }
    let long = |mark: &Mark| matches!(mark, Mark::Label(label) if label.len() > MARKS.1);
    if node.marks.len() > MARKS.0 || node.marks.iter().any(|(_, mark)| long(mark)) {
        return Err(Error::TooLarge(LibraryLimit::Marks(MARKS.0, MARKS.1)));
    }
    Ok(())
}
