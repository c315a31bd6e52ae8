//! How a book grows: by games of the engine against itself, and by the positions that are missing near its best lines.
//!
//! Both follow the book from a position on. Where they leave it, the leaf becomes a position of the book: it is
//! searched, and so is the next best move of the position before it. After a round all links and values are computed
//! again. What is searched depends on the book, the options and the earlier results alone, so that a run that was cut
//! off can be continued (see `journal`).

use super::Leaf;
use super::discs::Discs;
use super::graph::Graph;
use super::journal::Journal;
use super::searcher::BookSearch;
use crate::eval::DISC;
use std::{fmt, io};
use tengen_board::random::SplitMix64;

/// Games of the engine against itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// Where the games begin.
    pub from: Discs,
    /// The book is finished with so many positions.
    pub positions: usize,
    /// A move this much worse than the best may be played, in hundredths of a disc.
    pub randomness: u16,
    /// Seed of the choice of moves.
    pub seed: u64,
}

/// The positions that are missing near the best lines. One side plays best moves, the other may deviate; both do so in
/// turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deviation {
    /// Where the lines begin; it must be in the book.
    pub from: Discs,
    /// The book is finished with so many positions, or when none is missing.
    pub positions: usize,
    /// A deviation may be this much worse than the best move, in hundredths of a disc.
    pub error: u16,
    /// The value may be this far from that of the first position, in hundredths of a disc.
    pub range: u16,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GrowthProgress {
    /// Positions of the book.
    pub positions: usize,
    /// Searches of this run, without those that its journal already had.
    pub searches: u64,
    /// Searches taken from the journal.
    pub reused: u64,
    /// Positions that are known to be missing; of [`Growth::deviate`] only.
    pub missing: Option<usize>,
}

/// Why a run ended before the book was finished.
#[derive(Debug)]
#[non_exhaustive]
pub enum GrowError {
    /// The search was stopped. The book has what was found so far.
    Stopped,
    /// The journal or the book could not be written.
    Io(io::Error),
    /// The first position is not in the book.
    NotInBook,
}

impl std::error::Error for GrowError {}

impl fmt::Display for GrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GrowError::Stopped => write!(f, "stopped"),
            GrowError::Io(error) => error.fmt(f),
            GrowError::NotInBook => write!(f, "the first position is not in the book"),
        }
    }
}

impl From<io::Error> for GrowError {
    fn from(error: io::Error) -> GrowError {
        GrowError::Io(error)
    }
}

/// What a ply costs in the order of expansions, in hundredths of a disc: so that short lines come first.
const PLY_COST: u32 = 50;
/// A round adds a position for each so many of the book, so that computing all values costs little.
const ROUND_SHARE: usize = 500;
/// Self-play ends after so many games in a row without a new position.
const IDLE_GAMES: u32 = 500;

/// What follows a round.
type OnRound<'a> = dyn FnMut(&Graph, GrowthProgress) -> io::Result<()> + 'a;

/// A book that grows.
pub struct Growth<'a> {
    graph: Graph,
    search: &'a mut dyn BookSearch,
    /// The searches of an earlier run that was cut off.
    journal: Journal,
    /// Writes a new search to the journal's file.
    keep: &'a mut dyn FnMut(&[u8]) -> io::Result<()>,
    on_round: &'a mut OnRound<'a>,
    progress: GrowthProgress,
}

impl fmt::Debug for Growth<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Growth").field("progress", &self.progress).finish_non_exhaustive()
    }
}

impl<'a> Growth<'a> {
    /// Grows `graph`. `keep` gets the bytes of each new search, to be appended to the journal; `on_round` gets the
    /// book after each round, with all its links and values.
    pub fn new(
        graph: Graph,
        search: &'a mut dyn BookSearch,
        journal: Journal,
        keep: &'a mut dyn FnMut(&[u8]) -> io::Result<()>,
        on_round: &'a mut OnRound<'a>,
    ) -> Growth<'a> {
        let progress = GrowthProgress { positions: graph.len(), searches: 0, reused: 0, missing: None };
        Growth { graph, search, journal, keep, on_round, progress }
    }

    /// The book as far as it has grown, with all its links and values.
    pub fn into_graph(mut self) -> Graph {
        self.graph.settle();
        self.graph
    }

    /// How far the run is.
    pub fn progress(&self) -> GrowthProgress {
        GrowthProgress { positions: self.graph.len(), ..self.progress }
    }

    /// Plays games until the book has the positions asked for, or no game leaves it any more.
    ///
    /// # Errors
    /// [`GrowError`]; the book has what was found so far.
    pub fn self_play(&mut self, options: &SelfPlay) -> Result<(), GrowError> {
        loop {
            self.complete(None)?;
            let at_first = self.graph.len();
            let wanted = options.positions.min(at_first + (at_first / ROUND_SHARE).max(1));
            let (mut game, mut idle) = (0, 0);
            while self.graph.len() < wanted {
                let before = self.graph.len();
                let mut seed = SplitMix64(options.seed ^ (at_first as u64) << 32 ^ game);
                self.game(options, &mut SplitMix64(seed.next_u64()))?;
                game += 1;
                idle = if self.graph.len() == before { idle + 1 } else { 0 };
                if idle == IDLE_GAMES {
                    return Ok(());
                }
            }
            if self.graph.len() >= options.positions {
                return self.complete(None);
            }
        }
    }

    /// One game, until the book has all positions, or has no more place for deeper ones.
    fn game(&mut self, options: &SelfPlay, rng: &mut SplitMix64) -> Result<(), GrowError> {
        let mut number = self.add(options.from)?;
        let mut path = vec![number];
        while self.graph.len() < options.positions {
            let Some(mv) = self.choose(number, options.randomness, rng) else { break };
            let next = self.graph.node(number).discs.after(mv);
            number = match self.graph.find(next) {
                Some(next) => next,
                None if next.empties() < u32::from(self.graph.settings().empties) => break,
                None => self.expand(number)?,
            };
            path.push(number);
        }
        // The next games of this round already know the values; those of other lines follow after the round.
        path.iter().rev().for_each(|&number| self.graph.revalue(number));
        Ok(())
    }

    /// One of the good moves of a position; `None` at the end of the game.
    fn choose(&self, number: u32, randomness: u16, rng: &mut SplitMix64) -> Option<u8> {
        let node = self.graph.node(number);
        let links = node.links.iter().map(|&(mv, child)| (mv, -self.graph.node(child).value));
        let leaf = node.leaf.and_then(|leaf| Some((leaf.mv?, leaf.value)));
        let moves: Vec<(u8, i16)> = links.chain(leaf).collect();
        let best = moves.iter().map(|(_, value)| *value).max()?;
        let good: Vec<u8> = moves
            .iter()
            .filter(|(_, value)| i32::from(*value) >= i32::from(best) - i32::from(randomness))
            .map(|(mv, _)| *mv)
            .collect();
        Some(good[rng.below(good.len())])
    }

    /// Adds what is missing near the best lines, the least costly positions first, until nothing is missing or the
    /// book has the positions asked for.
    ///
    /// # Errors
    /// [`GrowError`]; the book has what was found so far.
    pub fn deviate(&mut self, options: &Deviation) -> Result<(), GrowError> {
        let mut missing = None;
        loop {
            self.complete(missing)?;
            let root = self.graph.find(options.from).ok_or(GrowError::NotInBook)?;
            let todo = missing_positions(&self.graph, root, options);
            missing = Some(todo.len());
            if todo.is_empty() || self.graph.len() >= options.positions {
                self.progress.missing = missing;
                return Ok(());
            }
            let batch = (self.graph.len() / ROUND_SHARE).max(1);
            for number in todo.into_iter().take(batch) {
                // An earlier position of this round may have made the leaf a link.
                if self.graph.len() < options.positions && self.graph.node(number).leaf.is_some() {
                    self.expand(number)?;
                }
            }
        }
    }

    /// Computes all links and values, and searches the positions that have lost their leaf to a link.
    fn complete(&mut self, missing: Option<usize>) -> Result<(), GrowError> {
        loop {
            let incomplete = self.graph.settle();
            if incomplete.is_empty() {
                break;
            }
            for number in incomplete {
                self.search_leaf(number)?;
            }
        }
        self.progress.missing = missing;
        let progress = self.progress();
        Ok((self.on_round)(&self.graph, progress)?)
    }

    /// The number of a position, which is added if it is not in the book.
    fn add(&mut self, discs: Discs) -> Result<u32, GrowError> {
        let discs = discs.canonical().0;
        if let Some(number) = self.graph.find(discs) {
            return Ok(number);
        }
        let links = self.graph.children(discs);
        let leaf = self.leaf(discs, &links)?;
        let level = self.graph.settings().depth;
        let number = self.graph.insert(discs, leaf, level);
        let number = number.map_err(|why| GrowError::Io(io::Error::new(io::ErrorKind::InvalidData, why)))?;
        self.graph.link(number);
        self.graph.revalue(number);
        Ok(number)
    }

    /// Makes the leaf of a position a position of the book, and searches the next best move.
    fn expand(&mut self, number: u32) -> Result<u32, GrowError> {
        let node = self.graph.node(number);
        let (discs, mv) = (node.discs, node.leaf.and_then(|leaf| leaf.mv));
        let Some(mv) = mv else { return Ok(number) };
        let child = self.add(discs.after(mv))?;
        self.graph.link(number);
        self.search_leaf(number)?;
        Ok(child)
    }

    fn search_leaf(&mut self, number: u32) -> Result<(), GrowError> {
        let node = self.graph.node(number);
        let (discs, links) = (node.discs, node.links.clone());
        let leaf = self.leaf(discs, &links)?;
        self.graph.set_leaf(number, leaf);
        self.graph.revalue(number);
        Ok(())
    }

    /// The best move of a position that is none of its links, by the journal or by a search.
    fn leaf(&mut self, discs: Discs, links: &[(u8, u32)]) -> Result<Option<Leaf>, GrowError> {
        let board = discs.board();
        if board.is_over() {
            let value = (board.final_score() * DISC) as i16;
            return Ok(Some(Leaf { mv: None, value, exact: true }));
        }
        if links.len() == discs.moves().count() {
            return Ok(None);
        }
        let excluded = links.iter().fold(0, |set, (mv, _)| set | 1u64 << mv);
        let found = match self.journal.get(discs, excluded) {
            Some(found) => {
                self.progress.reused += 1;
                found
            }
            None => {
                let found = self.search.search(discs, excluded).ok_or(GrowError::Stopped)?;
                (self.keep)(&Journal::record(discs, excluded, found))?;
                self.progress.searches += 1;
                found
            }
        };
        Ok(Some(Leaf { mv: Some(found.mv), value: found.value, exact: found.exact }))
    }
}

/// The positions whose leaf a deviation would reach, the least costly first (drop-out expansion). The cost of a line is
/// what its moves are worse than the best ones, and [`PLY_COST`] for each ply.
pub(crate) fn missing_positions(graph: &Graph, root: u32, options: &Deviation) -> Vec<u32> {
    let least = u32::from(graph.settings().empties);
    // A line leads to fewer empties, or, by a pass, to a position with a move.
    let mut order: Vec<u32> = (0..graph.len() as u32).collect();
    order.sort_by_key(|&number| {
        let discs = graph.node(number).discs;
        (64 - discs.empties(), discs.board().moves() != 0, number)
    });
    let root_value = i32::from(graph.node(root).value);
    let mut costs: Vec<Option<u32>> = vec![None; graph.len()];
    for deviating in [0, 1] {
        // By position, and by whose turn it is: 0 for the side to move at the root.
        let mut reached = [vec![None; graph.len()], vec![None; graph.len()]];
        reached[0][root as usize] = Some(0);
        for &number in &order {
            let node = graph.node(number);
            for turn in [0, 1] {
                let Some(cost) = reached[turn][number as usize] else { continue };
                let allowed = if turn == deviating { i32::from(options.error) } else { 0 };
                let own = i32::from(node.value);
                let step = |value: i16| {
                    let value = i32::from(value);
                    let from_root = if turn == 0 { value } else { -value };
                    let is_near = (from_root - root_value).abs() <= i32::from(options.range);
                    (is_near && own - value <= allowed).then(|| cost + (own - value) as u32 + PLY_COST)
                };
                for &(_, child) in &node.links {
                    if let Some(cost) = step(-graph.node(child).value) {
                        let there: &mut Option<u32> = &mut reached[1 - turn][child as usize];
                        *there = Some(there.map_or(cost, |known| known.min(cost)));
                    }
                }
                if let Some(Leaf { mv: Some(mv), value, .. }) = node.leaf
                    && node.discs.after(mv).empties() >= least
                    && let Some(cost) = step(value)
                {
                    let there = &mut costs[number as usize];
                    *there = Some(there.map_or(cost, |known| known.min(cost)));
                }
            }
        }
    }
    // Equal costs in the order of positions: a book that was written and read again goes on in the same way.
    let cost = |(cost, number): (&Option<u32>, u32)| Some((((*cost)?, graph.node(number).discs), number));
    let mut todo: Vec<_> = costs.iter().zip(0..).filter_map(cost).collect();
    todo.sort_unstable();
    todo.into_iter().map(|(_, number)| number).collect()
}
