//! The library of games and its own commands.

use super::{Side, SourceArgs, ThinkArgs};
use crate::numbers::whole;
use crate::options::GameArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct LibraryArgs {
    #[command(subcommand)]
    pub(crate) what: LibraryCommand,
    /// Folder of the library; without it, the user's data folder
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) data: Option<PathBuf>,
}

/// What to do with the library.
#[derive(Subcommand, Debug)]
pub(crate) enum LibraryCommand {
    /// Import files and folders of games, of any format
    Import(ImportArgs),
    /// List games, by player, date, result, tag or text
    List(ListArgs),
    /// Find the games that have a position, in any of the board's symmetries
    Find(FindArgs),
    /// Count what was played from a position, and how those games ended
    Stats(FindArgs),
    /// Show a player's results, openings and mistakes
    Player(PlayerArgs),
    /// Review games with an engine and store the reviews, for the page and for a player's mistakes
    Review(LibraryReviewArgs),
    /// Write games to a file of any format
    Export(ExportArgs),
    /// Move games to the bin, out of every list
    Remove(NumbersArgs),
    /// Bring games back from the bin
    Restore(NumbersArgs),
    /// Put tags on games, or take them off
    Tag(TagArgs),
    /// Check the file, its games and its index
    Check(CheckArgs),
    /// Copy the library to a new file, while it is in use
    Backup {
        /// The copy; there must be no such file yet
        #[arg(value_name = "FILE")]
        copy: PathBuf,
    },
    /// Save every game that can still be read from a damaged library
    Recover(RecoverArgs),
}

#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// Files and folders
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub(crate) sources: Vec<PathBuf>,
    /// Format of the files: sgf, psq, renlib, rif, ggf, wthor, obf, moves, diagram; detected unless given
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Tag every game with this word, or several with commas; may be given several times
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Vec<String>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which games of the library.
#[derive(Args, Debug, Default)]
pub(crate) struct SelectArgs {
    #[arg(long, value_name = "GAME", help = crate::i18n::games_in_english())]
    pub(crate) game: Option<String>,
    /// Part of a player's name
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// How the game ended: black, white, draw or unknown
    #[arg(long, value_name = "WINNER")]
    pub(crate) result: Option<Ended>,
    /// Not played before this date, such as 1999 or 2001-05-30
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<String>,
    /// Not played after this date
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,
    /// With this tag
    #[arg(long, value_name = "TAG")]
    pub(crate) with_tag: Option<String>,
    /// With this text in names, events, places or comments
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    /// Games in the bin instead
    #[arg(long)]
    pub(crate) deleted: bool,
    /// The order
    #[arg(long, value_enum, value_name = "ORDER", default_value_t)]
    pub(crate) sort: Order,
}

impl SelectArgs {
    /// True if it chooses among the games at all.
    pub(crate) fn chooses(&self) -> bool {
        let texts = [&self.game, &self.player, &self.since, &self.until, &self.with_tag, &self.text];
        texts.into_iter().any(Option::is_some) || self.result.is_some() || self.deleted
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Ended {
    // Black won.
    #[value(alias = "B+", alias = "b+")]
    Black,
    // White won.
    #[value(alias = "W+", alias = "w+")]
    White,
    // A draw.
    Draw,
    // Not known.
    Unknown,
}

/// The order of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Order {
    // Last changed first.
    #[default]
    Changed,
    // Last stored first.
    Newest,
    // First stored first.
    Oldest,
    // Latest date of play first.
    Date,
    // Black's name.
    Black,
    // White's name.
    White,
    // Longest first.
    Longest,
}

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    /// The page, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..))]
    pub(crate) page: u32,
    /// Games a page, at most 1000
    #[arg(long, value_name = "COUNT", default_value_t = 30, value_parser = whole::<u32>(1..=1000))]
    pub(crate) limit: u32,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Part of a player's name
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// The page, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..))]
    pub(crate) page: u32,
    /// Games a page, at most 1000
    #[arg(long, value_name = "COUNT", default_value_t = 30, value_parser = whole::<u32>(1..=1000))]
    pub(crate) limit: u32,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PlayerArgs {
    /// The player's name, or a part of it that no other player has
    #[arg(value_name = "NAME")]
    pub(crate) player: String,
    #[arg(long, value_name = "GAME", help = crate::i18n::games_in_english())]
    pub(crate) game: Option<String>,
    /// Only games with this colour: black or white
    #[arg(long, value_enum, value_name = "SIDE")]
    pub(crate) side: Option<Side>,
    /// Number of first moves that distinguish openings, at most 100; without it, names, where openings have names
    #[arg(long, value_name = "COUNT", value_parser = whole::<usize>(1..=100))]
    pub(crate) moves: Option<usize>,
    /// Not played before this date, such as 1999 or 2001-05-30
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<String>,
    /// Not played after this date
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,
    /// With this tag
    #[arg(long, value_name = "TAG")]
    pub(crate) with_tag: Option<String>,
    /// Openings to list
    #[arg(long, value_name = "COUNT", default_value_t = 20, value_parser = whole::<usize>(1..))]
    pub(crate) limit: usize,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct LibraryReviewArgs {
    /// Numbers of games; without any, those that the options choose
    #[arg(value_name = "NUMBER", value_parser = whole::<i64>(1..))]
    pub(crate) ids: Vec<i64>,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
    /// Review every game of the library
    #[arg(long, conflicts_with = "ids")]
    pub(crate) all: bool,
    /// Review games again that have a whole review
    #[arg(long)]
    pub(crate) again: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// Numbers of games; without any, those that the options choose
    #[arg(value_name = "NUMBER", value_parser = whole::<i64>(1..))]
    pub(crate) ids: Vec<i64>,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Format of the output; by the ending of the file's name unless given, SGF on standard output
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Year of the games, for a format that wants one where they do not say (WTHOR)
    #[arg(long, value_name = "YEAR", value_parser = whole::<u16>(0..=9999))]
    pub(crate) year: Option<u16>,
    /// Write a Parquet file with a row for each game
    #[arg(long, conflicts_with_all = ["to", "year"])]
    pub(crate) parquet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct NumbersArgs {
    /// Numbers of games
    #[arg(value_name = "NUMBER", required = true, value_parser = whole::<i64>(1..))]
    pub(crate) game_numbers: Vec<i64>,
}

#[derive(Args, Debug)]
pub(crate) struct TagArgs {
    /// Numbers of games
    #[arg(value_name = "NUMBER", required = true, value_parser = whole::<i64>(1..))]
    pub(crate) game_numbers: Vec<i64>,
    /// Put these tags on: one, or several with commas; may be given several times
    #[arg(long, value_name = "TAG")]
    pub(crate) add: Vec<String>,
    /// Take these tags off: one, or several with commas; may be given several times
    #[arg(long, value_name = "TAG")]
    pub(crate) remove: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct RecoverArgs {
    /// The damaged library; it stays as it is
    #[arg(value_name = "DAMAGED")]
    pub(crate) damaged: PathBuf,
    /// The library that gets the games, a new file if there is none; without it, the one in the folder
    #[arg(long, value_name = "FILE")]
    pub(crate) into: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Compare the index of positions with the games too
    #[arg(long)]
    pub(crate) deep: bool,
    /// Make the indexes again from the games
    #[arg(long)]
    pub(crate) rebuild: bool,
}
