//! Records: reading a position, showing, replaying and converting.

use crate::numbers::whole;
use crate::options::GameArgs;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Which position.
#[derive(Args, Clone, Debug)]
pub(crate) struct SourceArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Format of the input; detected unless given
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
}

/// Which position; the format of the input is detected.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    /// A file, - for standard input, a list of moves such as h8i9g7, or an Othello position in 64 characters.
    /// Without it, the start position of the game
    #[arg(value_name = "SOURCE")]
    pub(crate) source: Option<OsString>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Which record of a file with many, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..))]
    pub(crate) record: usize,
    /// The position after this many moves of the main line, not after the last
    #[arg(long = "move", value_name = "N", value_parser = whole::<usize>(0..))]
    pub(crate) at: Option<usize>,
    /// Use what is readable of a damaged input
    #[arg(long)]
    pub(crate) lenient: bool,
}

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Picture {
    // Characters.
    Text,
    // Vector graphics.
    Svg,
    // Pixels.
    Png,
    // The game up to here, move by move.
    Gif,
}

/// How a picture looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Theme {
    // Wood, felt, paper.
    #[default]
    Classic,
    // Black on white.
    Print,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Write it as; by the ending of the output's name unless given, else text
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Picture>,
    /// Write it here instead of on standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Number the stones: all, the last N (as last:N), or from move N on (as from:N)
    #[arg(short, long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "all", require_equals = true)]
    pub(crate) numbers: Option<String>,
    /// Mark the points where the side to move may play
    #[arg(long)]
    pub(crate) hints: bool,
    /// Show the moves that an engine considers, at most this many
    #[arg(
        long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "5", require_equals = true,
        value_parser = whole::<usize>(1..)
    )]
    pub(crate) candidates: Option<usize>,
    /// Leave out the coordinates
    #[arg(long)]
    pub(crate) no_coords: bool,
    /// Leave out the sign on the last move
    #[arg(long)]
    pub(crate) no_last: bool,
    /// Leave out the marks, arrows and lines of the record, and the forbidden points
    #[arg(long)]
    pub(crate) no_marks: bool,
    /// Width of the picture in pixels
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(1..))]
    pub(crate) width: Option<u32>,
    /// Look of the picture; without it, classic
    #[arg(long, value_enum, value_name = "THEME")]
    pub(crate) theme: Option<Theme>,
    /// Draw text with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// Files; with --check also folders, in which every record is checked
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Play every variation of every record by the rules and report what breaks them
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Format of the files; detected unless given
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Which record to begin with, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..))]
    pub(crate) record: usize,
    /// Use what is readable of a damaged input
    #[arg(long)]
    pub(crate) lenient: bool,
    /// Draw the board with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// The file to read, - for standard input, or a list of moves
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// The file to write, - for standard output
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Format to read; detected unless given
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Format to write; by the ending of the output's name unless given. For a certificate: text, binary
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Only this record of a file with many, from 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..))]
    pub(crate) record: Option<usize>,
    /// Write each record to a file of its own: game-1.psq, game-2.psq …
    #[arg(long, conflicts_with = "record")]
    pub(crate) split: bool,
    /// Year of the games, where the format wants one and the records have none (WTHOR)
    #[arg(long, value_name = "YEAR", value_parser = whole::<u16>(0..=9999))]
    pub(crate) year: Option<u16>,
    /// Use what is readable of a damaged input
    #[arg(long)]
    pub(crate) lenient: bool,
}
