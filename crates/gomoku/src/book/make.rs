//! Makes a book: random stones, kept if searches find them even.

use super::{Book, BookEntry, Recipe, Stones};
use crate::Player;
use crate::solve::{SolveResult, WinKind, solve};
use std::collections::HashSet;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point, Size};
use tengen_engine::{Engine, Limits, Score, Stop};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};

/// The size of the table for such short searches.
const TABLE: u64 = 8 << 20;

/// The first search has this part of the nodes and accepts this multiple of the deviation: most random stones are
/// clearly uneven.
const GLANCE: (u64, u16) = (5, 3);

/// A kind of opening is given up after this many rejections in a row.
const PATIENCE: usize = 2_000;

/// The node limit of the search for a win by threats.
const THREATS: u64 = 2_000;

/// Where the stones of an opening are. Every book has some of each kind, so that a game can begin anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpeningKind {
    /// All in the middle.
    Centre,
    /// Close together, off the middle, and none near an edge.
    OffCentre,
    /// Close together, at least one on the third line from an edge or closer.
    Edge,
    /// Two of them more than four apart.
    Apart,
}

impl OpeningKind {
    /// All kinds.
    pub const ALL: [OpeningKind; 4] =
        [OpeningKind::Centre, OpeningKind::OffCentre, OpeningKind::Edge, OpeningKind::Apart];

    /// The kind of these stones.
    pub fn of(stones: Stones, size: Size) -> OpeningKind {
        let points = stones.points();
        let far = |a: Point, b: Point| a.row.abs_diff(b.row).max(a.col.abs_diff(b.col));
        let from_edge = |p: Point| {
            let (last_row, last_col) = (size.rows() as u8 - 1, size.cols() as u8 - 1);
            p.row.min(p.col).min(last_row - p.row).min(last_col - p.col)
        };
        // Twice the distance from the middle, which is between squares on a board with even sides.
        let off = |at: u8, side: usize| (2 * usize::from(at)).abs_diff(side - 1);
        let off = |p: Point| off(p.row, size.rows()).max(off(p.col, size.cols()));
        let middle = size.rows().min(size.cols()) / 5;
        if points.iter().any(|&a| points.iter().any(|&b| far(a, b) > 4)) {
            OpeningKind::Apart
        } else if points.iter().any(|&p| from_edge(p) <= 2) {
            OpeningKind::Edge
        } else if points.iter().all(|&p| off(p) <= 2 * middle) {
            OpeningKind::Centre
        } else {
            OpeningKind::OffCentre
        }
    }
}

/// Makes a book of `recipe.count` openings, of each [`OpeningKind`] as many as possible, and calls `on_found` for
/// each. A small board may have fewer openings than wanted. A raised `stop` returns none.
///
/// The same recipe and engine make the same book.
pub fn make(recipe: &Recipe, stop: &Stop, on_found: &mut dyn FnMut(&BookEntry)) -> Option<Book> {
    let size = recipe.rules.size;
    let mut rng = SplitMix64(recipe.seed);
    let mut player = Player::new();
    player.set_memory(TABLE);
    let mut seen = HashSet::new();
    let mut entries = Vec::new();
    // Openings found of each kind, and rejections since the last one.
    let mut kinds = OpeningKind::ALL.map(|kind| (kind, 0, 0));
    while entries.len() < recipe.count {
        let open = kinds.iter_mut().filter(|(_, _, refused)| *refused < PATIENCE);
        let Some((kind, found, refused)) = open.min_by_key(|(_, found, _)| *found) else { break };
        let Some(stones) = draw(*kind, size, &mut rng) else {
            *refused = PATIENCE;
            continue;
        };
        let even = seen.insert(stones).then(|| even(&mut player, stones, recipe, stop)).flatten();
        if stop.is_raised() {
            return None;
        }
        match even {
            Some(black) => {
                let entry = BookEntry { stones, black };
                on_found(&entry);
                entries.push(entry);
                (*found, *refused) = (*found + 1, 0);
            }
            None => *refused += 1,
        }
    }
    entries.sort_by_key(|entry| entry.stones);
    Some(Book { recipe: Recipe { count: entries.len(), ..*recipe }, entries })
}

/// Random stones of a kind in canonical orientation; `None` if the board has no room for them.
fn draw(kind: OpeningKind, size: Size, rng: &mut SplitMix64) -> Option<Stones> {
    for _ in 0..PATIENCE * 10 {
        let [a, b, c] = [(); 3].map(|()| size.point(rng.below(size.area())));
        let stones = Stones::new([a, c], b).canonical(size);
        if a != b && b != c && a != c && OpeningKind::of(stones, size) == kind {
            return Some(stones);
        }
    }
    None
}

/// Black's chance to win in thousandths, if all searches find the stones even.
fn even(player: &mut Player, stones: Stones, recipe: &Recipe, stop: &Stop) -> Option<u16> {
    let mut position = Position::new(&recipe.rules);
    stones.points().into_iter().try_for_each(|p| position.play(Move::Place(p)).map(drop)).ok()?;
    let mut black = |nodes: u64, within: u16| {
        player.new_game();
        let found = player.analyze(&position, &Limits::nodes(nodes), stop, &mut |_| ());
        let black = (1000.0 * (1.0 - found.score().map_or(1.0, Score::win))).round() as u16;
        (black.abs_diff(500) <= within).then_some(black)
    };
    black(recipe.nodes / GLANCE.0, recipe.within.saturating_mul(GLANCE.1))?;
    black(recipe.nodes, recipe.within)?;
    let chance = black(recipe.check, recipe.within)?;
    let quiet = Color::BOTH.into_iter().all(|side| {
        let answer = solve(&position, side, WinKind::Vct, &Limits::nodes(THREATS), stop);
        !matches!(answer.result, SolveResult::Win(_))
    });
    quiet.then_some(chance)
}
