//! A certificate as the page walks it: its nodes from the first move on, as JSON.

use crate::board::point_json;
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use tengen_board::{Color, Point};
use tengen_games::Move;

/// What a node of a certificate says.
pub(super) struct Answers<'a> {
    /// The move of the proof's side. `None` where the other side moves first.
    pub(super) mv: Option<Move>,
    /// Replies with an answer of their own, and the numbers of these nodes.
    pub(super) replies: &'a [(Point, u32)],
    /// The node that answers all other replies.
    pub(super) other: Option<u32>,
}

/// The nodes of a certificate of `count` nodes, the last of them the root, each with the answer to each reply. `text`
/// writes a move; that of a node without one is empty. A proof of more than `max_nodes` is cut: only the nodes nearest
/// to the root are sent. `node` is null where the answer to a reply is cut, and `cut` is true where the answer to all
/// other replies is cut.
pub(super) fn tree_json<'a>(
    side: Color,
    count: usize,
    max_nodes: usize,
    answers: impl Fn(u32) -> Answers<'a>,
    text: impl Fn(Move) -> String,
) -> Value {
    let Some(root) = count.checked_sub(1).map(|n| n as u32) else { return Value::Null };
    let mut numbers = HashMap::from([(root, 0usize)]);
    let mut waiting = VecDeque::from([root]);
    let mut order = Vec::new();
    while let Some(node) = waiting.pop_front() {
        let node = answers(node);
        for next in node.replies.iter().map(|&(_, next)| next).chain(node.other) {
            if numbers.len() < max_nodes && !numbers.contains_key(&next) {
                numbers.insert(next, numbers.len());
                waiting.push_back(next);
            }
        }
        order.push(node);
    }
    let sent = |next: &u32| numbers.contains_key(next);
    let whole = order
        .iter()
        .all(|node| node.replies.iter().all(|(_, next)| sent(next)) && node.other.as_ref().is_none_or(sent));
    let reply = |&(p, next): &(Point, u32)| json!({"move": text(Move::Place(p)), "point": point_json(p), "node": numbers.get(&next)});
    let nodes = order.iter().map(|node| {
        let other = node.other.map(|next| numbers.get(&next));
        json!({
            "move": node.mv.map(&text).unwrap_or_default(),
            "point": node.mv.and_then(|mv| mv.point()).map(point_json),
            "replies": node.replies.iter().map(reply).collect::<Vec<_>>(),
            "other": other.flatten(),
            "cut": other == Some(None),
        })
    });
    json!({
        "side": side.to_string(),
        "root": 0,
        "size": count,
        "whole": whole,
        "nodes": nodes.collect::<Vec<_>>(),
    })
}
