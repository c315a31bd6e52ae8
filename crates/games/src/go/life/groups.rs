//! Groups that live unconditionally, with their eyes.

use super::{Benson, Region};
use crate::Game;
use crate::go::{Board, Position};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Color, Point};

/// Chains that live unconditionally together: each shares an eye with another of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivingGroup {
    /// Their colour.
    pub color: Color,
    /// The stones, in reading order.
    pub stones: Vec<Point>,
    /// The eyes, each with its points in reading order; opposing stones may be on some of them. Each chain of the group
    /// is beside two of the eyes or more, and every empty point of these is a liberty of it.
    pub eyes: Vec<Vec<Point>>,
}

impl Position {
    /// The groups of both sides that live even if their owner always passes; see [`Board::unconditional_life`].
    ///
    /// ```
    /// use tengen_games::{Game, go};
    /// let mut game = go::Position::new(&go::Rules::named("chinese,passes=0", Some("5x2".parse()?))?);
    /// for text in ["a2", "pass", "b1", "pass", "c2", "pass", "d1", "pass", "b2", "pass", "d2"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let groups = game.living_groups();
    /// assert_eq!((groups.len(), groups[0].stones.len()), (1, 6));
    /// let eyes: Vec<_> = groups[0].eyes.iter().map(|eye| game.format_move(eye[0].into())).collect();
    /// assert_eq!(eyes, ["E2", "A1", "C1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn living_groups(&self) -> Vec<LivingGroup> {
        let suicide = self.rules().suicide.is_allowed();
        Color::BOTH.into_iter().flat_map(|color| living_groups(self.board(), color, suicide)).collect()
    }
}

fn living_groups(board: &Board, color: Color, suicide: bool) -> Vec<LivingGroup> {
    let Benson { heads, regions, alive, enclosed } = board.benson(color, suicide);
    // The chains of each group, and its eyes.
    let mut groups: Vec<(Vec<usize>, Vec<&Region>)> =
        (0..heads.len()).filter(|&chain| alive[chain]).map(|chain| (vec![chain], Vec::new())).collect();
    for (region, _) in regions.iter().zip(&enclosed).filter(|(_, enclosed)| **enclosed) {
        let is_beside = |chains: &[usize]| chains.iter().any(|chain| region.vital_to.contains(chain));
        let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|(chains, _)| is_beside(chains));
        groups = apart;
        let (chains, eyes): (Vec<_>, Vec<_>) = joined.into_iter().unzip();
        if !chains.is_empty() {
            let mut eyes = eyes.concat();
            eyes.push(region);
            groups.push((chains.concat(), eyes));
        }
    }
    let in_order = |points: &mut dyn Iterator<Item = Point>| {
        let mut points: Vec<Point> = points.collect();
        points.sort_unstable();
        points
    };
    let mut found: Vec<LivingGroup> = groups
        .into_iter()
        .map(|(chains, eyes)| {
            let stones = chains.iter().flat_map(|&chain| board.chain_stones(heads[chain]));
            let eyes = eyes.iter().map(|eye| in_order(&mut eye.points.iter().map(|&at| board.point(at))));
            let mut eyes: Vec<Vec<Point>> = eyes.collect();
            eyes.sort_unstable();
            LivingGroup { color, stones: in_order(&mut stones.map(|at| board.point(at))), eyes }
        })
        .collect();
    found.sort_unstable_by(|a, b| a.stones.cmp(&b.stones));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Vertex};
    use std::collections::HashSet;
    use tengen_board::Cell;

    /// Whether the opponent of `color`, which moves as often as it likes, takes a stone of a chain.
    fn is_capturable(board: &Board, stones: &[Vertex], color: Color, suicide: bool) -> bool {
        let (mut seen, mut open) = (HashSet::from([board.hash()]), vec![board.clone()]);
        while let Some(board) = open.pop() {
            for &at in board.empties() {
                if board.would_be_suicide(at, !color) && !suicide {
                    continue;
                }
                let mut next = board.clone();
                next.put(at, !color);
                if stones.iter().any(|&stone| !next.is_color(stone, color)) {
                    return true;
                }
                if seen.insert(next.hash()) {
                    open.push(next);
                }
            }
        }
        false
    }

    #[test]
    fn groups_are_what_no_number_of_moves_captures() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 32) as u32
        };
        let (mut alive, mut several) = (0, 0);
        for round in 0..600 {
            let suicide = round % 2 == 1;
            let name = if suicide { "new-zealand,ko=simple,passes=0" } else { "japanese,passes=0" };
            let size = ["4x3", "4x4", "5x3"][round % 3];
            let mut game = Position::new(&Rules::named(name, Some(size.parse().unwrap())).unwrap());
            assert_eq!(game.rules().suicide.is_allowed(), suicide);
            for _ in 0..14 + next() % 30 {
                game.play_random(&mut next);
            }
            let groups = game.living_groups();
            for chain in game.chains() {
                let stones: Vec<Vertex> = chain.stones.iter().map(|&p| game.board().vertex(p)).collect();
                let lives = !is_capturable(game.board(), &stones, chain.color, suicide);
                let group = groups.iter().find(|group| group.stones.contains(&chain.stones[0]));
                assert_eq!(group.is_some(), lives, "{chain:?} of\n{:?}", game.board());
                let Some(group) = group else { continue };
                assert!(chain.stones.iter().all(|p| group.stones.contains(p)));
                let is_eye = |eye: &&Vec<Point>| {
                    let mut empty = eye.iter().filter(|&&p| game.at(p) == Cell::Empty);
                    empty.all(|p| chain.liberties.contains(p))
                };
                assert!(group.eyes.iter().filter(is_eye).count() >= 2, "{group:?} of\n{:?}", game.board());
                alive += 1;
                several += usize::from(group.stones.len() > chain.stones.len());
            }
            let points: Vec<Point> = groups
                .iter()
                .flat_map(|group| group.eyes.iter().flatten().chain(&group.stones))
                .copied()
                .collect();
            assert_eq!(
                points.iter().collect::<HashSet<_>>().len(),
                points.len(),
                "no point twice: {groups:?}"
            );
            assert!(
                groups.iter().all(|group| group.stones.iter().all(|&p| game.at(p) == group.color.into()))
            );
        }
        assert!(alive >= 100 && several >= 10, "{alive} living chains, {several} in groups of several");
    }
}
