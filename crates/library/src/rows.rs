//! The rows of one stored game: its record, its nodes, its revision.

use crate::header;
use crate::{ChangeResult, Damage, Error, GameId, NodeNumber, Result, codec, now_ms};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::BTreeMap;
use tengen_games::{GameKind, GameSpec};
use tengen_records::{Children, Header, Node, Record, Tree};

/// The limit of a game's nodes.
pub(crate) const GAME_NODES: usize = 4_000_000;

/// The record of a game, and the stored number of each of its nodes.
pub(crate) fn load_record(conn: &Connection, game: GameId) -> Result<(Record, Vec<NodeNumber>)> {
    let (kind, rules, rows, cols): (String, String, i64, i64) = conn
        .prepare_cached(
            "SELECT s.kind, s.rules, s.rows, s.cols FROM games g JOIN specs s ON s.id = g.spec WHERE g.id = ?1",
        )?
        .query_row([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .optional()?
        .ok_or(Error::NoGame(game))?;
    let mut record = Record::new(header::read_spec(&kind, &rules, rows, cols)?);
    record.header = read_header(conn, game)?;
    let ids = match tree_bytes(conn, game)? {
        Some(bytes) => {
            codec::decode_tree(&bytes, &mut record)?;
            (0..record.tree.len() as NodeNumber).collect()
        }
        None => load_nodes(conn, game, &mut record.tree, false)?.0,
    };
    Ok((record, ids))
}

pub(crate) fn read_header(conn: &Connection, game: GameId) -> Result<Header> {
    let found = conn
        .prepare_cached(
            "SELECT b.name, w.name, e.name, g.date, g.result, g.name, g.header
             FROM games g LEFT JOIN names b ON b.id = g.black LEFT JOIN names w ON w.id = g.white
                          LEFT JOIN names e ON e.id = g.event WHERE g.id = ?1",
        )?
        .query_row([game], |row| {
            let names = [row.get(0)?, row.get(1)?, row.get(2)?];
            let own = [row.get(3)?, row.get(4)?, row.get(5)?];
            Ok((names, own, row.get::<_, Option<String>>(6)?))
        })
        .optional()?;
    let (names, own, rest) = found.ok_or(Error::NoGame(game))?;
    header::read(names, own, rest.as_deref())
}

/// The encoded tree of a game that has not been changed since it was stored.
pub(crate) fn tree_bytes(conn: &Connection, game: GameId) -> Result<Option<Vec<u8>>> {
    let found = conn
        .prepare_cached("SELECT bytes FROM trees WHERE game = ?1")?
        .query_row([game], |row| row.get(0))
        .optional()?;
    Ok(found)
}

/// Loads a tree from one row per node. Siblings are ordered by rank, which gives them their numbers in the record. With
/// `lenient` nodes that cannot be read are left out; the result is false if any was.
pub(crate) fn load_nodes(
    conn: &Connection,
    game: GameId,
    tree: &mut Tree,
    lenient: bool,
) -> Result<(Vec<NodeNumber>, bool)> {
    let mut statement = conn.prepare_cached(
        // Sorted here: SQLite would read all rows before it gives the first.
        "SELECT node, parent, bytes, rank FROM nodes WHERE game = ?1 AND pruned IS NULL ORDER BY node",
    )?;
    let mut rows = statement.query([game])?;
    let mut children: BTreeMap<NodeNumber, Vec<(i64, NodeNumber, Node)>> = BTreeMap::new();
    let (mut root, mut whole) = (None, true);
    let read = |row: &Row<'_>| -> Result<(NodeNumber, Option<NodeNumber>, Node, i64)> {
        let bytes = row.get_ref(2)?.as_blob().map_err(|e| Error::damaged(Damage::Database(e.to_string())))?;
        Ok((row.get(0)?, row.get(1)?, codec::decode_one(bytes)?, row.get(3)?))
    };
    loop {
        let row = match rows.next() {
            Ok(Some(row)) => row,
            Ok(None) => break,
            // Nothing is read beyond a damaged page.
            Err(_) if lenient => {
                whole = false;
                break;
            }
            Err(e) => return Err(e.into()),
        };
        match read(row) {
            Ok((id, None, node, _)) => root = Some((id, node)),
            Ok((id, Some(parent), node, rank)) => children.entry(parent).or_default().push((rank, id, node)),
            Err(_) if lenient => whole = false,
            Err(e) => return Err(e),
        }
    }
    let (_, root) = root.ok_or_else(|| Error::damaged(Damage::NoStart(game)))?;
    let mut ids = vec![Tree::ROOT];
    *tree.node_mut(Tree::ROOT) = root;
    // Depth first, so that a line stays together, with a stack instead of recursion.
    let mut todo: Vec<(tengen_records::NodeId, NodeNumber, Node)> = Vec::new();
    let push = |todo: &mut Vec<_>, children: &mut BTreeMap<_, Vec<(i64, NodeNumber, Node)>>, stored, at| {
        let mut nodes = children.remove(&stored).unwrap_or_default();
        nodes.sort_by_key(|&(rank, id, _)| (rank, id));
        todo.extend(nodes.into_iter().rev().map(|(_, id, node)| (at, id, node)));
    };
    push(&mut todo, &mut children, Tree::ROOT, Tree::ROOT);
    while let Some((parent, id, node)) = todo.pop() {
        let at = tree.add(parent);
        *tree.node_mut(at) = Node { parent: Some(parent), children: Children::new(), ..node };
        ids.push(id);
        push(&mut todo, &mut children, id, at);
    }
    // Nodes after one that is lost cannot be reached.
    whole &= !lenient || children.is_empty();
    Ok((ids, whole))
}

/// A node of an unpacked game.
pub(crate) fn require(conn: &Connection, game: GameId, node: NodeNumber) -> Result<Node> {
    if let Some(bytes) = tree_bytes(conn, game)? {
        let mut record = Record::new(GameSpec::named(GameKind::Othello.name(), None, None)?);
        codec::decode_tree(&bytes, &mut record)?;
        if (node as usize) < record.tree.len() {
            return Ok(record.tree.node(node).clone());
        }
    }
    let bytes: Option<Vec<u8>> = conn
        .prepare_cached("SELECT bytes FROM nodes WHERE game = ?1 AND node = ?2 AND pruned IS NULL")?
        .query_row(params![game, node], |row| row.get(0))
        .optional()?;
    match bytes {
        Some(bytes) => codec::decode_one(&bytes),
        None => Err(Error::NoNode { game, node }),
    }
}

pub(crate) fn revision(conn: &Connection, game: GameId) -> Result<u64> {
    conn.prepare_cached("SELECT revision FROM games WHERE id = ?1")?
        .query_row([game], |row| row.get::<_, i64>(0))
        .optional()?
        .map(|n| n as u64)
        .ok_or(Error::NoGame(game))
}

/// Counts a revision, and marks the game for indexing.
pub(crate) fn bump(conn: &Connection, game: GameId, node: NodeNumber) -> Result<ChangeResult> {
    conn.prepare_cached(
        "UPDATE games SET revision = revision + 1, changed = max(changed, ?2),
                          indexed = CASE WHEN deleted IS NOT NULL THEN 1 WHEN indexed = 0 THEN 0 ELSE 2 END
         WHERE id = ?1",
    )?
    .execute(params![game, now_ms()])?;
    Ok(ChangeResult { node, revision: revision(conn, game)?, changed: true })
}
