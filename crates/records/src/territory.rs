//! The count of a game of Go in its record: territory marks, and the dead stones that they show.

use crate::record::{Mark, NodeId, Record};
use tengen_board::Point;
use tengen_games::Game;
use tengen_games::go::Position;

impl Record {
    /// Marks in a node the territory of `game`, its position, with these chains dead: the empty points that each side
    /// owns, and the points of dead stones. SGF writes the marks as `TB` and `TW`. Earlier territory marks go.
    pub fn mark_territory(&mut self, node: NodeId, game: &Position, dead: &[Point]) {
        let count = game.score(dead);
        let marks = &mut self.tree.node_mut(node).marks;
        marks.retain(|(_, mark)| !matches!(mark, Mark::Territory(_)));
        for (point, owner) in game.size().points().zip(&count.owner) {
            let stone = game.at(point).color();
            if let Some(owner) = owner.color().filter(|&owner| stone != Some(owner)) {
                marks.push((point, Mark::Territory(owner)));
            }
        }
    }

    /// The stones of `game`, the position of this node, that its territory marks show to be dead: those on territory
    /// of the other colour. `None` if no territory is marked.
    pub fn marked_dead(&self, node: NodeId, game: &Position) -> Option<Vec<Point>> {
        let marks = &self.tree.node(node).marks;
        let mut territory = marks.iter().filter_map(|&(point, ref mark)| match mark {
            Mark::Territory(color) => Some((point, *color)),
            _ => None,
        });
        let first = territory.next()?;
        let mut dead: Vec<Point> = std::iter::once(first)
            .chain(territory)
            .filter(|&(point, owner)| game.size().contains(point) && game.at(point).color() == Some(!owner))
            .map(|(point, _)| point)
            .collect();
        dead.sort_unstable();
        Some(dead)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Format, Mark, ReadOptions, Record, WriteOptions};
    use tengen_board::{Color, Point};
    use tengen_games::{AnyPosition, Game};

    /// Black has the left half with a dead white stone in it, white the right half.
    #[test]
    fn dead_stones_come_back_from_the_file() {
        let text = b"(;GM[1]SZ[5]RU[Chinese];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[aa];B[];W[])";
        let mut record: Record = Format::Sgf.read(text, &ReadOptions::default()).unwrap().records.remove(0);
        let AnyPosition::Go(game) = record.replay().unwrap().position else { panic!("go") };
        let (node, corner) = (record.tree.main_line().last().unwrap(), Point::new(0, 0));
        assert!(game.is_over() && game.at(corner).color() == Some(Color::White));
        assert_eq!(record.marked_dead(node, &game), None);
        for dead in [vec![corner], vec![]] {
            record.mark_territory(node, &game, &dead);
            let written = Format::Sgf.write(&[record.clone()], &WriteOptions::default()).unwrap();
            let read = Format::Sgf.read(&written.bytes, &ReadOptions::default()).unwrap().records.remove(0);
            assert_eq!(read.marked_dead(node, &game), Some(dead));
        }
        // Without the dead stone the left half touches both colours; the right half is white's.
        let territory = record.tree.node(node).marks.iter();
        let white = territory.filter(|(_, mark)| *mark == Mark::Territory(Color::White)).count();
        assert_eq!((white, record.tree.node(node).marks.len()), (5, 5));
    }
}
