//! One pass over a line of a record, for the pictures of a whole game.

use crate::MoveNumbers;
use tengen_games::{AnyPosition, Game as _};
use tengen_records::{NodeId, Record, Replay, ReplayError};

/// Plays a line given by its nodes from the root on, such as [`Tree::path`](tengen_records::Tree::path), and calls
/// `visit` with each node that can be played, the position after it and the numbers on its stones. Each move is played
/// once.
///
/// # Errors
/// [`ReplayError`] for the first node that breaks the rules; `visit` has been called for the nodes before it.
///
/// # Panics
/// If there is no such node.
pub fn follow_line(
    record: &Record,
    line: impl IntoIterator<Item = NodeId>,
    mut visit: impl FnMut(NodeId, &AnyPosition, &MoveNumbers),
) -> Result<Replay, ReplayError> {
    let mut numbers: Option<MoveNumbers> = None;
    let (mut ply, mut moves, mut set_ups) = (0, 0, 0);
    record.replay_nodes(line, |node, position, count| {
        match &mut numbers {
            Some(_) if count.set_ups == set_ups && count.moves == moves => {}
            Some(numbers) if count.set_ups == set_ups && position.ply() == ply + 1 => {
                numbers.update(position)
            }
            // The first node, a set-up, or a move before which the rules want a pass that the record leaves out.
            _ => numbers = Some(MoveNumbers::new(position)),
        }
        (ply, moves, set_ups) = (position.ply(), count.moves, count.set_ups);
        if let Some(numbers) = &numbers {
            visit(node, position, numbers);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_records::{Format, ReadOptions, Tree};

    /// The numbers of every node are those of a fresh replay: with set-ups, passes and comments.
    #[test]
    fn one_pass_gives_the_numbers_of_each_replay() {
        for (sgf, nodes) in [
            ("(;GM[1]SZ[9];B[ee];C[no move];W[ce];AB[aa][bb]AW[cc];W[dd];B[];W[de])", 8),
            ("(;GM[4]SZ[15];B[hh];W[ii];B[gg])", 4),
            // A pass and a stone of the same side, and a game that goes on after two passes.
            ("(;GM[1]SZ[9];B[ee];W[];W[cc];B[dd];W[];B[];B[aa])", 8),
        ] {
            let record = &Format::Sgf.read(sgf.as_bytes(), &ReadOptions::default()).unwrap().records[0];
            let mut seen = 0;
            let replay = follow_line(record, record.tree.main_line(), |node, position, numbers| {
                seen += 1;
                let fresh = record.replay_to(node).unwrap().position;
                assert_eq!(*position, fresh, "{sgf} {node}");
                assert_eq!(*numbers, MoveNumbers::new(&fresh), "{sgf} {node}");
            });
            assert!(replay.is_ok(), "{sgf}");
            assert_eq!(seen, nodes, "{sgf}");
        }
    }

    #[test]
    fn a_line_ends_where_it_breaks_the_rules() {
        let sgf = b"(;GM[1]SZ[9];B[ee];W[ee];B[aa])";
        let record = &Format::Sgf.read(sgf, &ReadOptions::default()).unwrap().records[0];
        let mut nodes = Vec::new();
        let replay = follow_line(record, record.tree.main_line(), |node, _, _| nodes.push(node));
        assert_eq!(nodes, [Tree::ROOT, 1]);
        assert_eq!(replay.unwrap_err().violation.node, 2);
    }
}
