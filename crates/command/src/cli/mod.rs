//! The command line as clap knows it, a file for each group of commands. The comments are the English help; the Chinese
//! and the Japanese are in `i18n::help`.

mod batch;
mod book;
mod engines;
mod library;
mod playing;
mod records;
mod thinking;
mod tools;

pub(crate) use batch::*;
pub(crate) use book::*;
pub(crate) use engines::*;
pub(crate) use library::*;
pub(crate) use playing::*;
pub(crate) use records::*;
pub(crate) use thinking::*;
pub(crate) use tools::*;

use crate::i18n::Lang;
use crate::terminal::Color;
use clap::{Args, Parser, Subcommand};

/// Play, judge, solve and show the games played by putting stones on a grid
#[derive(Parser, Debug)]
#[command(name = "tengen", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = crate::i18n::EXAMPLES_EN)]
pub(crate) struct Cli {
    /// What to do; without it, the board in the browser.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of every command.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Common {
    /// Language of the output: en, zh, zh-Hant or ja; without it, that of the locale
    #[arg(long, global = true, value_parser = crate::i18n::read_language, value_name = "LANG", help_heading = "Output")]
    pub(crate) lang: Option<Lang>,
    /// When to colour
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t, help_heading = "Output")]
    pub(crate) color: Color,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Open the board in the browser: play, review, study, with a library; so does tengen alone
    #[command(after_help = crate::i18n::SERVE_EXAMPLES_EN)]
    Serve(ServeArgs),
    /// Play a game on this terminal, against a person or an engine
    #[command(after_help = crate::i18n::PLAY_EXAMPLES_EN)]
    Play(PlayArgs),
    /// Show a position as text, SVG or PNG, or a game as an animated GIF
    #[command(after_help = crate::i18n::SHOW_EXAMPLES_EN)]
    Show(ShowArgs),
    /// Step through records, or check them by the rules
    #[command(after_help = crate::i18n::REPLAY_EXAMPLES_EN)]
    Replay(ReplayArgs),
    /// Convert records from one format to another
    #[command(after_help = crate::i18n::CONVERT_EXAMPLES_EN)]
    Convert(ConvertArgs),
    /// Ask an engine for the best lines of a position
    #[command(after_help = crate::i18n::ANALYZE_EXAMPLES_EN)]
    Analyze(AnalyzeArgs),
    /// Review a whole game: every move judged, the mistakes with the better line
    #[command(after_help = crate::i18n::REVIEW_EXAMPLES_EN)]
    Review(ReviewArgs),
    /// Prove how a position ends with best play
    #[command(after_help = crate::i18n::SOLVE_EXAMPLES_EN)]
    Solve(SolveArgs),
    /// Build a whole winning strategy, position by position
    #[command(after_help = crate::i18n::PROVE_EXAMPLES_EN)]
    Prove(ProveArgs),
    /// Explain a position in words: threats, forbidden points, what was struck out, and why the move
    #[command(after_help = crate::i18n::EXPLAIN_EXAMPLES_EN)]
    Explain(ExplainArgs),
    /// Check a certificate: whether it answers every defence
    #[command(after_help = crate::i18n::VERIFY_EXAMPLES_EN)]
    Verify(VerifyArgs),
    /// Count the sequences of legal moves of a length
    #[command(after_help = crate::i18n::PERFT_EXAMPLES_EN)]
    Perft(PerftArgs),
    /// Serve a GUI or a tournament: an engine on standard input and output
    #[command(after_help = crate::i18n::ENGINE_EXAMPLES_EN)]
    Engine(EngineArgs),
    /// Register programs as engines, for the board in the browser and for matches
    #[command(after_help = crate::i18n::ENGINES_EXAMPLES_EN)]
    Engines(EnginesArgs),
    /// Play matches between any two engines, inside or outside
    #[command(name = "match", after_help = crate::i18n::MATCH_EXAMPLES_EN)]
    Match(MatchArgs),
    /// Put positions with known answers to an engine
    #[command(after_help = crate::i18n::SUITE_EXAMPLES_EN)]
    Suite(SuiteArgs),
    /// Keep games: import, search, find positions, export
    #[command(after_help = crate::i18n::LIBRARY_EXAMPLES_EN)]
    Library(LibraryArgs),
    /// Work on many games on all cores: analyse, play, replay, into Parquet files
    #[command(after_help = crate::i18n::BATCH_EXAMPLES_EN)]
    Batch(BatchArgs),
    /// Measure layouts, rules, engines, protocols and the library
    Bench(BenchArgs),
    /// Teach the gomoku and Othello engines: play games, and learn from games
    #[command(after_help = crate::i18n::TRAIN_EXAMPLES_EN)]
    Train(TrainArgs),
    /// Make, grow and read opening books for Othello
    #[command(after_help = crate::i18n::BOOK_EXAMPLES_EN)]
    Book(BookArgs),
    /// Describe the rule sets
    Rules(RulesArgs),
    /// Write a completion script for a shell
    #[command(after_help = crate::i18n::COMPLETIONS_EXAMPLES_EN)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}
