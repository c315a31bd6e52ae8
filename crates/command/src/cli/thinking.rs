//! Thinking about a position or a game: analysis, review, proofs, explanations.

use super::{PositionArgs, SourceArgs};
use crate::fail::Fail;
use crate::i18n::Lang;
use crate::level_argument::{LevelArg, engine_and_level};
use crate::numbers::{mebibytes, whole};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// How much an engine may think.
#[derive(Args, Clone, Debug)]
pub(crate) struct ThinkArgs {
    /// Engine, or a registered program (tengen engines); without it, the game's own engine
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<String>,
    /// Level of the engine, 1 the weakest, or perfect: Black's proven win in freestyle and standard gomoku; without it,
    /// the strongest
    #[arg(short, long, value_name = "LEVEL")]
    pub(crate) level: Option<LevelArg>,
    /// Time to think, such as 5s or 500ms
    #[arg(short, long, value_name = "TIME")]
    pub(crate) time: Option<String>,
    /// Nodes or playouts to visit
    #[arg(long, value_name = "COUNT", value_parser = whole::<u64>(1..))]
    pub(crate) nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..))]
    pub(crate) depth: Option<u32>,
    /// Threads
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = whole::<usize>(1..))]
    pub(crate) threads: usize,
    /// Seed for engines that draw numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..))]
    pub(crate) seed: u64,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl ThinkArgs {
    /// The engine and the number of its level.
    pub(crate) fn engine_and_level(&self, lang: Lang) -> Result<(Option<String>, Option<u8>), Fail> {
        engine_and_level(self.engine.as_deref(), self.level.as_ref(), lang)
    }
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
    /// How many best moves to rank
    #[arg(long, value_name = "COUNT", default_value_t = 5, value_parser = whole::<usize>(1..))]
    pub(crate) lines: usize,
    /// List what each rule struck out and why, for engines that choose by striking out
    #[arg(long)]
    pub(crate) explain: bool,
    /// Memory of the engine's table in MiB
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    pub(crate) memory: Option<u64>,
}

/// A kind of win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum WinKind {
    // By continuous fours.
    Vcf,
    // By continuous threats.
    Vct,
    // By threats and quiet moves.
    Wide,
    // A chain is captured.
    Capture,
    // Two chains are joined.
    Connect,
    // A chain lives, or is captured.
    Life,
    // Who wins a race of two chains.
    Semeai,
    // Who wins, or whether it is a draw.
    Wld,
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Side {
    // Black.
    Black,
    // White.
    White,
}

/// What a review is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Report {
    // For a terminal.
    Text,
    // One page with everything in it.
    Html,
    // For programs.
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
    /// Which line of a game with variations, from 1, the main line
    #[arg(long, value_name = "N", conflicts_with_all = ["at", "lenient"], value_parser = whole::<usize>(1..))]
    pub(crate) line: Option<usize>,
    /// Write it as; by the ending of the output's name unless given, else text
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "json")]
    pub(crate) format: Option<Report>,
    /// Write it here instead of on standard output; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
    /// What to prove. In gomoku, renju and caro a win by fours (vcf), by threats (vct), or quiet moves too (wide). In
    /// Go that a chain is captured (capture), that two are joined (connect), that one lives or dies (life), who wins a
    /// race (semeai). In Othello who wins, without by how much (wld)
    #[arg(long, value_enum, value_name = "KIND", conflicts_with_all = ["engine", "level"])]
    pub(crate) kind: Option<WinKind>,
    /// The stones of the question in Go, such as D4, or C3,E3 for two chains to be joined or in a race
    #[arg(long, value_name = "POINTS", requires = "kind")]
    pub(crate) target: Option<String>,
    /// The side that is to win, as if it were to move; without it, the side to move
    #[arg(long, value_enum, value_name = "SIDE")]
    pub(crate) side: Option<Side>,
    /// The side that is not to move is to win, whatever the side to move replies
    #[arg(long, conflicts_with = "side")]
    pub(crate) every_reply: bool,
    /// Write the proof here, for tengen verify
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Write the whole proof, every defence answered
    #[arg(long)]
    pub(crate) tree: bool,
    /// Memory of the engine's table in MiB
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    pub(crate) memory: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    pub(crate) source: PositionArgs,
    /// The side that is to win, whoever is to move
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = Side::Black)]
    pub(crate) side: Side,
    /// Keep what is found in this file; a run that is ended at any time continues from it
    #[arg(long, value_name = "FILE")]
    pub(crate) work: Option<PathBuf>,
    /// Begin with what this file says: a skeleton, or the work file of another run; it is not changed
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Write a skeleton here: how each win was found, in short form
    #[arg(long, value_name = "FILE")]
    pub(crate) skeleton: Option<PathBuf>,
    /// Search for nothing new: find the wins of so many random branches again and verify them
    #[arg(
        long, value_name = "COUNT", conflicts_with_all = ["certificate", "skeleton", "hardest"],
        value_parser = whole::<usize>(1..)
    )]
    pub(crate) sample: Option<usize>,
    /// Draw the branches of --sample by this number
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "sample", value_parser = whole::<u64>(0..))]
    pub(crate) seed: u64,
    /// Write the proof here, for tengen verify
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Most nodes of the search of one position; a tenth of it is tried first
    #[arg(
        long, value_name = "COUNT", default_value_t = 20_000_000,
        value_parser = whole::<u64>(1..)
    )]
    pub(crate) nodes: u64,
    /// How many moves are tried in a position where a search finds no win
    #[arg(long, value_name = "COUNT", default_value_t = 4, value_parser = whole::<usize>(1..))]
    pub(crate) candidates: usize,
    /// Positions with fewer stones are not searched long: moves are tried at once
    #[arg(long, value_name = "STONES", default_value_t = 4, value_parser = whole::<usize>(0..))]
    pub(crate) early: usize,
    /// No moves are tried in positions with so many stones
    #[arg(long, value_name = "STONES", default_value_t = 20, value_parser = whole::<usize>(0..))]
    pub(crate) deepest: usize,
    /// How many of the hardest positions to list
    #[arg(long, value_name = "COUNT", default_value_t = 10, value_parser = whole::<usize>(0..))]
    pub(crate) hardest: usize,
    /// Threads: positions searched at a time; 0 for one on each core
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = whole::<usize>(0..))]
    pub(crate) threads: usize,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The certificate, - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) certificate: PathBuf,
    /// Most positions to examine; a proof that needs more is refused
    #[arg(long, value_name = "COUNT", default_value_t = 2_000_000_000, value_parser = whole::<u64>(1..))]
    pub(crate) positions: u64,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}
