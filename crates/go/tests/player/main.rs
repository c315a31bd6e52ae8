//! The player: its moves, its search as an engine, and how it ends a game.

#[path = "../../../games/tests/go_support/mod.rs"]
mod go_support;

mod endings;
mod moves;
mod search;

use tengen_engine::{Analysis, Engine, Limits, Stop};
use tengen_games::Game;
use tengen_games::go::Position;
use tengen_go::Player;

fn best(position: &Position, playouts: u64) -> String {
    let limits = Limits { seed: 5, ..Limits::nodes(playouts) };
    let analysis = Player::new().analyze(position, &limits, &Stop::new(), &mut |_| ());
    position.format_move(analysis.best.unwrap())
}

fn analysis(position: &Position, playouts: u64) -> Analysis {
    let limits = Limits { seed: 5, lines: 100, ..Limits::nodes(playouts) };
    Player::new().analyze(position, &limits, &Stop::new(), &mut |_| ())
}

/// Searches without a limit until this many playouts, and returns those of the search and those of its lines.
fn open_search(player: &mut Player, game: &Position, threads: usize, playouts: u64) -> (u64, u64) {
    let stop = Stop::new();
    if playouts == 0 {
        stop.raise();
    }
    let limits = Limits { lines: 100, threads, ..Limits::default() };
    let mut progress = |found: &Analysis| {
        if found.nodes >= playouts {
            stop.raise();
        }
    };
    let found = player.analyze(game, &limits, &stop, &mut progress);
    assert!(found.lines.iter().all(|line| game.is_legal(line.moves[0])));
    assert!(game.is_legal(found.best.unwrap()));
    (found.nodes, found.lines.iter().map(|line| line.work).sum())
}
