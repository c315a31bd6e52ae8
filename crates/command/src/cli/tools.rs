//! Tools beside the games: counting, measuring, training, and the rules in words.

use crate::numbers::whole;
use crate::options::RuleArgs;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[arg(value_name = "GAME", help = crate::i18n::games_in_english())]
    pub(crate) game: String,
    /// How many plies; a pass is a ply
    #[arg(value_name = "DEPTH", value_parser = whole::<u32>(0..))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Count from the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Write the count for each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads; 0 for one on each core
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = whole::<usize>(0..))]
    pub(crate) threads: usize,
}

#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// A game or a rule set: gomoku, renju, go, japanese …
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    /// What to make
    #[arg(value_enum, value_name = "WHAT")]
    pub(crate) what: Train,
    /// The games to learn from (weights, network; othello: WTHOR files)
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The rules: freestyle, standard, renju, caro or standard-caro
    #[arg(long, value_name = "RULES", default_value = "freestyle")]
    pub(crate) rules: String,
    /// The side of the board (games)
    #[arg(long, value_name = "SIDE", default_value_t = 15, value_parser = whole::<u8>(5..=22))]
    pub(crate) size: u8,
    /// How many games to play (games)
    #[arg(long, value_name = "GAMES", default_value_t = 1000, value_parser = whole::<u64>(1..))]
    pub(crate) count: u64,
    /// The number of the first game, to continue an earlier run (games)
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole::<u64>(0..))]
    pub(crate) first: u64,
    /// Nodes searched for each move (games)
    #[arg(long, value_name = "NODES", default_value_t = 2000, value_parser = whole::<u64>(1..))]
    pub(crate) nodes: u64,
    /// Weights: of the player (games), or under the network (network): hand (where learning starts), standard (the
    /// engine's) or a file
    #[arg(long, value_name = "WEIGHTS", default_value = "standard")]
    pub(crate) with: String,
    /// Positions for each stage of the game that are searched after the fit to results; without it 900000, with 0 none
    /// (othello)
    #[arg(long, value_name = "COUNT", value_parser = whole::<usize>(0..))]
    pub(crate) positions: Option<usize>,
    /// Positions with at most so many empty squares are solved (othello); without it 12
    #[arg(long, value_name = "SQUARES", value_parser = whole::<u32>(0..))]
    pub(crate) exact: Option<u32>,
    /// Depth of the searches that value all others (othello); without it 4
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..))]
    pub(crate) depth: Option<u32>,
    /// Learn what the mean of a position and the one before it is worth (weights)
    #[arg(long)]
    pub(crate) smooth: bool,
    /// Passes over all positions; without it 16 (weights) or 5 (network)
    #[arg(long, value_name = "PASSES", value_parser = whole::<usize>(1..))]
    pub(crate) epochs: Option<usize>,
    /// Seed of everything drawn at random
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(0..))]
    pub(crate) seed: u64,
    /// Threads; the result does not depend on their number
    #[arg(long, value_name = "THREADS", default_value_t = 1, value_parser = whole::<usize>(1..=256))]
    pub(crate) threads: usize,
    /// Where to write; games are added to a file that is there
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

/// What the trainer makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Train {
    // Games of the engine against itself, a line each.
    Games,
    // What patterns and threats are worth, and the order of moves, learnt from games.
    Weights,
    // A network learnt from games.
    Network,
    // Pattern weights of Othello, learnt from WTHOR files and searches.
    Othello,
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// What to measure
    #[arg(value_enum, value_name = "WHAT")]
    pub(crate) what: Bench,
    /// The games to import (library): a folder or a file
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Measure briefly: rougher figures
    #[arg(long)]
    pub(crate) quick: bool,
    /// Depth of the search (layouts: one or more, such as 4,6; gomoku) or of the count (perft)
    #[arg(long, value_name = "PLIES", value_delimiter = ',', value_parser = whole::<u32>(1..))]
    pub(crate) depth: Vec<u32>,
    /// Rapfi's program, its settings beside it, whose own bench of half a minute is run before and after ours (gomoku)
    #[arg(long, value_name = "FILE")]
    pub(crate) rapfi: Option<PathBuf>,
    /// Fail if a signature is not the pinned one (signatures, othello, go, mnk)
    #[arg(long)]
    pub(crate) check: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Bench {
    // The five board layouts, side by side.
    Layouts,
    // Random games by the rules of each game.
    Rules,
    // Counting Othello move sequences.
    Perft,
    // Gomoku's engine and its position.
    Gomoku,
    // Importing a collection and searching it.
    Library,
    // Two hundred boards that ask the server for analyses at once.
    Server,
    // How fast each protocol's engine obeys.
    Protocol,
    // The signatures of all engines.
    Signatures,
    // The signature of the Othello engine.
    Othello,
    // The signature of the Go engine, and playouts a second on boards of three sizes.
    Go,
    // The signature of the engine for m,n,k games.
    Mnk,
}
