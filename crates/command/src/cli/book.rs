//! Opening books.

use crate::numbers::whole;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct BookArgs {
    /// The game of the book
    #[arg(value_enum, value_name = "GAME")]
    pub(crate) of: BookGame,
    /// What to do with it
    #[command(subcommand)]
    pub(crate) what: BookCommand,
}

/// A game that has books.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum BookGame {
    // Othello on 8×8.
    Othello,
}

/// What to do with a book.
#[derive(Subcommand, Debug)]
pub(crate) enum BookCommand {
    /// Make a book, or add to it, by games of the engine against itself
    Make(MakeBookArgs),
    /// Add the positions that are missing near the best lines
    Deviate(DeviateBookArgs),
    /// Show what the book knows of a position
    Show(ShowBookArgs),
    /// Check all of a book: every page, link and value
    Check {
        /// The book
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Make a book of Edax's book.dat
    Import {
        /// Edax's book
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Where to write the book
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Write a book as Edax's book.dat
    Export {
        /// The book
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Where to write Edax's book
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

/// What every run that adds to a book needs.
#[derive(Args, Debug)]
pub(crate) struct GrowArgs {
    /// The book; what is searched is kept in FILE.journal until the book is written
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// End when the book has so many positions
    #[arg(long, value_name = "COUNT", default_value_t = 1000, value_parser = whole::<usize>(1..))]
    pub(crate) positions: usize,
    /// Begin after these moves
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Threads of each search; with one, the same command always makes the same book
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = whole::<usize>(1..))]
    pub(crate) threads: usize,
}

#[derive(Args, Debug)]
pub(crate) struct MakeBookArgs {
    #[command(flatten)]
    pub(crate) grow: GrowArgs,
    /// Plies of each search of a new book; without it, 16
    #[arg(long, value_name = "PLIES", value_parser = whole::<u8>(1..=60))]
    pub(crate) depth: Option<u8>,
    /// Search to the end of the game from so many empties on, in a new book; without it, 20
    #[arg(long, value_name = "EMPTIES", value_parser = whole::<u8>(0..=60))]
    pub(crate) solve: Option<u8>,
    /// Least number of empties of a position of a new book; without it, 24
    #[arg(long, value_name = "EMPTIES", value_parser = whole::<u8>(1..=60))]
    pub(crate) empties: Option<u8>,
    /// Play moves that are at most this much worse than the best, in discs
    #[arg(long, value_name = "DISCS", value_parser = crate::book_file::read_discs, default_value = "1")]
    pub(crate) randomness: u16,
    /// Seed of the choice of moves
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(0..))]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct DeviateBookArgs {
    #[command(flatten)]
    pub(crate) grow: GrowArgs,
    /// Follow moves of one side that are at most this much worse than the best, in discs
    #[arg(long, value_name = "DISCS", value_parser = crate::book_file::read_discs, default_value = "2")]
    pub(crate) error: u16,
    /// Follow lines whose value is at most this far from that of the first position, in discs
    #[arg(long, value_name = "DISCS", value_parser = crate::book_file::read_discs, default_value = "4")]
    pub(crate) range: u16,
}

#[derive(Args, Debug)]
pub(crate) struct ShowBookArgs {
    /// The book
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The moves to the position; without them, the start
    #[arg(value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}
