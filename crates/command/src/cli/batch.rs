//! Bulk work: analysis, self-play, relabelling and replay into Parquet files.

use crate::level_argument::LevelArg;
use crate::numbers::{mebibytes, whole};
use crate::options::GameArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct BatchArgs {
    #[command(subcommand)]
    pub(crate) what: BatchCommand,
}

/// What to do with many games.
#[derive(Subcommand, Debug)]
pub(crate) enum BatchCommand {
    /// Analyse the positions of games
    Analyze(BatchAnalyzeArgs),
    /// Play games of an engine against itself
    Selfplay(BatchSelfplayArgs),
    /// Analyse the rows of Parquet files again, and keep their other columns
    Relabel(BatchRelabelArgs),
    /// Play games by the rules, without an engine
    Replay(BatchReplayArgs),
}

/// Where the games come from.
#[derive(Args, Debug)]
pub(crate) struct BatchInArgs {
    /// Files and folders: records of any format, or Parquet files with a game in each row
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub(crate) sources: Vec<PathBuf>,
    /// Format of the records; detected unless given
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
}

/// The engine and how much it may think.
#[derive(Args, Debug)]
pub(crate) struct BatchThinkArgs {
    /// Engine, or a registered program (tengen engines); without it, each game's own engine
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<String>,
    /// Level of the engine, 1 the weakest, or perfect: Black's proven win in freestyle and standard gomoku; without it,
    /// the strongest
    #[arg(short, long, value_name = "LEVEL")]
    pub(crate) level: Option<LevelArg>,
    /// Nodes or playouts for each position
    #[arg(long, value_name = "COUNT", value_parser = whole::<u64>(1..))]
    pub(crate) nodes: Option<u64>,
    /// Depth for each position, in plies
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..))]
    pub(crate) depth: Option<u32>,
    /// Time for each position, such as 500ms; the rows then depend on the machine
    #[arg(short, long, value_name = "TIME")]
    pub(crate) time: Option<String>,
    /// How many best moves to rank
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = whole::<usize>(1..))]
    pub(crate) lines: usize,
    /// Memory of each engine, in MiB
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    pub(crate) memory: Option<u64>,
    /// Seed of everything drawn at random
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..))]
    pub(crate) seed: u64,
}

/// Where the rows go.
#[derive(Args, Debug)]
pub(crate) struct BatchOutArgs {
    /// Folder for the Parquet files; the same command goes on where it was interrupted
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Games, or rows of a Parquet file, in each output file
    #[arg(long, value_name = "COUNT", default_value_t = 256, value_parser = whole::<u64>(1..))]
    pub(crate) shard: u64,
    /// Threads, each with an engine; 0 for one on each core. The rows do not depend on their number
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = whole::<usize>(0..))]
    pub(crate) threads: usize,
    /// Write the counts as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BatchAnalyzeArgs {
    #[command(flatten)]
    pub(crate) input: BatchInArgs,
    /// Positions of each game: all, end, or a number N for every Nth
    #[arg(long, value_name = "WHICH", default_value = "all")]
    pub(crate) at: String,
    #[command(flatten)]
    pub(crate) think: BatchThinkArgs,
    #[command(flatten)]
    pub(crate) out: BatchOutArgs,
}

#[derive(Args, Debug)]
pub(crate) struct BatchReplayArgs {
    #[command(flatten)]
    pub(crate) input: BatchInArgs,
    /// Positions of each game: all, end, or a number N for every Nth
    #[arg(long, value_name = "WHICH", default_value = "all")]
    pub(crate) at: String,
    #[command(flatten)]
    pub(crate) out: BatchOutArgs,
}

#[derive(Args, Debug)]
pub(crate) struct BatchRelabelArgs {
    /// Parquet files, and folders of them
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub(crate) sources: Vec<PathBuf>,
    /// Keep rows that have a proof as they are
    #[arg(long)]
    pub(crate) unproven: bool,
    #[command(flatten)]
    pub(crate) think: BatchThinkArgs,
    #[command(flatten)]
    pub(crate) out: BatchOutArgs,
}

#[derive(Args, Debug)]
pub(crate) struct BatchSelfplayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// How many games to play
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 100, value_parser = whole::<u64>(1..))]
    pub(crate) games: u64,
    /// Moves at the start of each game that are drawn at random
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = whole::<u32>(0..))]
    pub(crate) random_plies: u32,
    /// Plies after which a game ends without a result
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..))]
    pub(crate) max_plies: Option<u32>,
    #[command(flatten)]
    pub(crate) think: BatchThinkArgs,
    #[command(flatten)]
    pub(crate) out: BatchOutArgs,
}
