//! Problems of Go in SGF: a comment with the word `RIGHT` at the end of each line that solves the problem.

use super::{Problem, Solution, Suite, SuiteFault};
use tengen_games::{Game, Move};
use tengen_records::{Format, NodeId, ReadOptions, Record, Tree};

/// The word of the comments.
const RIGHT: &str = "RIGHT";

/// Reads a file of problems, one for each game. A game without a right move is skipped.
pub(super) fn read(bytes: &[u8], suite: &mut Suite) -> Result<(), (usize, SuiteFault)> {
    let read = Format::Sgf.read(bytes, &ReadOptions::default());
    let read = read.map_err(|why| (why.at.line_column.map_or(1, |(line, _)| line as usize), why.into()))?;
    for (i, record) in read.records.iter().enumerate() {
        let name = record.header.name.clone().unwrap_or_else(|| format!("{}", i + 1));
        match problem(record) {
            Ok((position, solution)) => suite.problems.push(Problem { name, line: 1, position, solution }),
            Err(why) => suite.skipped.push((1, why)),
        }
    }
    Ok(())
}

/// The position before the first move, and the moves that solve it.
fn problem(record: &Record) -> Result<(tengen_games::AnyPosition, Solution), SuiteFault> {
    let mut start = Tree::ROOT;
    // Setup may be in nodes of its own.
    let moves = loop {
        let children = &record.tree.node(start).children;
        match children.iter().copied().find(|&id| record.tree.node(id).mv.is_none()) {
            Some(next) => start = next,
            None => break children.iter().copied().collect::<Vec<NodeId>>(),
        }
    };
    let side = moves.iter().find_map(|&id| record.tree.node(id).mv?.0);
    let right: Vec<Move> = moves
        .into_iter()
        .filter(|&id| solves(record, id))
        .filter_map(|id| record.tree.node(id).mv.map(|(_, mv)| mv))
        .collect();
    if right.is_empty() {
        return Err(SuiteFault::NoRightMove);
    }
    let mut position = record.replay_to(start)?.position;
    if let Some(side) = side.filter(|&side| side != position.to_move()) {
        position.play(Move::Pass).map_err(|_| SuiteFault::NotToMove(side))?;
    }
    Ok((position, Solution::Best(right)))
}

/// True if the move at `node` is right: its comment says so, or after every reply another move is right. Walks the
/// tree without recursion, since a line may be long.
fn solves(record: &Record, node: NodeId) -> bool {
    // Each node after its children, with what is known of these.
    let mut known: std::collections::HashMap<NodeId, bool> = std::collections::HashMap::new();
    let mut stack = vec![(node, true, false)];
    while let Some((id, own, children_known)) = stack.pop() {
        let entry = record.tree.node(id);
        if entry.comment.as_deref().is_some_and(|comment| comment.contains(RIGHT)) {
            known.insert(id, true);
        } else if !children_known {
            stack.push((id, own, true));
            stack.extend(entry.children.iter().map(|&child| (child, !own, false)));
        } else {
            let mut answers = entry.children.iter().map(|child| known.get(child).copied().unwrap_or(false));
            let right =
                if own { !entry.children.is_empty() && answers.all(|a| a) } else { answers.any(|a| a) };
            known.insert(id, right);
        }
    }
    known.get(&node).copied().unwrap_or(false)
}
