//! The owner of each point of a finished game, or of one that ends here.
//!
//! Who moves next must not matter then, so one tree grows for each side to move and their ownership is averaged. Both
//! play for points: the komi is set so that the game is even. By the real komi most finished games are won already,
//! and a side that wins anyway does not save its stones.

use crate::board::Board;
use crate::playout::Policy;
use crate::seki::chains_in_seki;
use crate::tree::{MAX_NODES, Searcher, Totals, Tree};
use std::time::Duration;
use tengen_board::Color;
use tengen_engine::{Clock, Limits, Stop};
use tengen_games::go::{Compensation, NO_VERTEX, Position, Rules};
use tengen_games::{Game, SetUp};

/// Playouts before the komi is set.
const FIRST: u64 = 128;
/// Playouts where nothing else ends the search.
const PLAYOUTS: u64 = 4_000;

/// The owners, and the work that it took to find them.
pub(crate) struct Settlement {
    /// From 1 (certainly black) to −1 (certainly white), in reading order.
    pub(crate) ownership: Vec<f32>,
    pub(crate) playouts: u64,
    pub(crate) time: Duration,
}

/// Estimates who owns each point if the game ends here, within the limits of time and playouts. Without either, 4,000
/// playouts end it.
pub(crate) fn settle(
    position: &Position,
    policy: Policy,
    limits: &Limits,
    max_nodes: usize,
    stop: &Stop,
) -> Settlement {
    let limits = Limits {
        nodes: limits.nodes.or(if limits.time.is_none() { Some(PLAYOUTS) } else { None }),
        ..limits.clone()
    };
    // The learnt strengths settle finished boards worse, perhaps because their games end by resignation. The network's
    // priors settle them better.
    let policy = Policy { learnt: false, ..policy };
    let mut clock = Clock::looking_every(4, &limits, stop);
    let trees = both(position, policy, position.rules().komi, max_nodes / 2);
    let mut searchers = search_both(&trees, limits.seed);
    while searched(&searchers) < FIRST && clock.tick() {
        grow_next(&mut searchers);
    }
    let mut playouts = searched(&searchers);
    let margin = searchers.iter().map(|searcher| searcher.findings().black_margin()).sum::<f32>() / 2.0;
    let even = position.rules().komi + margin.round();
    let trees = both(position, policy, even, max_nodes / 2);
    let mut second = search_both(&trees, limits.seed.wrapping_add(1));
    while clock.tick() {
        grow_next(&mut second);
        playouts += 1;
    }
    if second[1].searched() > 0 {
        searchers = second;
    }
    let [black, white] = searchers.map(|searcher| searcher.totals().ownership());
    let mut ownership: Vec<f32> = black.iter().zip(&white).map(|(a, b)| (a + b) / 2.0).collect();
    keep_seki(position, &mut ownership);
    keep_exact(position, &mut ownership);
    Settlement { ownership, playouts, time: clock.elapsed() }
}

/// A tree for each side to move from these stones. In them only the playouts end the game.
fn both(position: &Position, policy: Policy, komi: f32, max_nodes: usize) -> [Tree; 2] {
    let rules =
        Rules { komi, passes_to_end: 0, handicap: 0, compensation: Compensation::None, ..position.rules() };
    let cells: Vec<_> = position.size().points().map(|p| (p, position.at(p))).collect();
    Color::BOTH.map(|to_move| {
        let set_up = SetUp { cells: cells.clone(), to_move };
        // A legal position has no chain without liberties, so its stones can be set up again.
        let open = Position::set_up(&rules, &set_up).unwrap_or_else(|_| position.clone());
        Tree::new(&open, policy, None, max_nodes.clamp(1, MAX_NODES))
    })
}

fn search_both(trees: &[Tree; 2], seed: u64) -> [Searcher<'_>; 2] {
    trees.each_ref().map(|tree| Searcher::new(tree, Totals::new(tree), seed))
}

fn searched(searchers: &[Searcher<'_>; 2]) -> u64 {
    searchers.iter().map(Searcher::searched).sum()
}

fn grow_next(searchers: &mut [Searcher<'_>; 2]) {
    let next = usize::from(searchers[1].searched() < searchers[0].searched());
    searchers[next].grow();
}

/// Sets the stones of chains that live in seki.
fn keep_seki(position: &Position, ownership: &mut [f32]) {
    let rules_board = position.board();
    let board = Board::new(rules_board, NO_VERTEX);
    for chain in chains_in_seki(&board) {
        let owner = if board.is_color(chain, Color::Black) { 1.0 } else { -1.0 };
        for stone in board.chain_stones(chain) {
            ownership[rules_board.index(stone)] = owner;
        }
    }
}

/// Sets the points that a side owns whatever happens: its unconditionally living chains and what they enclose.
pub(crate) fn keep_exact(position: &Position, ownership: &mut [f32]) {
    let board = position.board();
    let suicide = position.rules().suicide.is_allowed();
    for (color, owner) in [(Color::Black, 1.0), (Color::White, -1.0)] {
        let life = board.unconditional_life(color, suicide);
        for &at in life.stones.iter().chain(&life.territory) {
            ownership[board.index(at)] = owner;
        }
    }
}
