//! The command line as clap knows it. The comments here are the English help; the Chinese stands in `i18n::help`.

use crate::i18n::Lang;
use crate::options::{GameArgs, RuleArgs};
use crate::terminal::Color;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

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
    /// Language of the output; without it, that of the locale
    #[arg(long, global = true, value_enum, value_name = "LANG", help_heading = "Output")]
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
    /// Go over a whole game: every move judged, the mistakes with the better line
    #[command(after_help = crate::i18n::REVIEW_EXAMPLES_EN)]
    Review(ReviewArgs),
    /// Prove how a position ends with best play
    #[command(after_help = crate::i18n::SOLVE_EXAMPLES_EN)]
    Solve(SolveArgs),
    /// Tell in words what there is: threats, forbidden points, what was struck out, and why the move
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
    /// Play matches between any two engines, inside or outside
    #[command(name = "match", after_help = crate::i18n::MATCH_EXAMPLES_EN)]
    Match(MatchArgs),
    /// Put positions with known answers to an engine
    #[command(after_help = crate::i18n::SUITE_EXAMPLES_EN)]
    Suite(SuiteArgs),
    /// Keep games: import, search, find positions, export
    #[command(after_help = crate::i18n::LIBRARY_EXAMPLES_EN)]
    Library(LibraryArgs),
    /// Measure board layouts, rules and the library
    Bench(BenchArgs),
    /// Teach the gomoku engine: play games against itself, and learn from them
    #[command(after_help = crate::i18n::TRAIN_EXAMPLES_EN)]
    Train(TrainArgs),
    /// Tell what each rule set means
    Rules(RulesArgs),
    /// Write a completion script for a shell
    #[command(after_help = crate::i18n::COMPLETIONS_EXAMPLES_EN)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}

#[derive(Args, Debug, Default)]
pub(crate) struct ServeArgs {
    /// Port; without it, 7361 or the next that is free. 0 takes any
    #[arg(short, long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Address or name to listen on; without it, this machine alone
    #[arg(long, value_name = "ADDR")]
    pub(crate) host: Option<String>,
    /// Folder of the library; without it, that of the user's data
    #[arg(long, value_name = "DIR", env = "TENGEN_DATA", hide_env = true)]
    pub(crate) data: Option<PathBuf>,
    /// Do not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Token that clients must bring, 16 letters and digits or more; without it, one is made where others can reach the server
    #[arg(long, value_name = "TOKEN", env = "TENGEN_TOKEN", hide_env = true, hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// What to log on standard error: error, warn, info, debug, trace, or by part as in tengen_server=debug
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log_level: Option<String>,
    /// Serve the page from this folder, for those who work on the page
    #[arg(long, value_name = "DIR", hide = true)]
    pub(crate) web: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game: tic-tac-toe, connect-four, mnk, gomoku, renju, caro, othello, go
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Who has black: human, a level such as 2, or ENGINE:LEVEL
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) black: String,
    /// Who has white: human, a level such as 2, or ENGINE:LEVEL
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<String>,
    /// Level of the opponent, 1 the weakest
    #[arg(short, long, value_name = "LEVEL", conflicts_with = "white")]
    pub(crate) level: Option<u8>,
    /// Take white; the engine has black
    #[arg(long, conflicts_with_all = ["black", "white"])]
    pub(crate) second: bool,
    /// Two people at one board
    #[arg(long, conflicts_with_all = ["black", "white", "level", "second"])]
    pub(crate) two: bool,
    /// Clock: time for each player and what each move adds, such as 10m, 5m+3s
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<String>,
    /// Save the game here after each move; the ending of the name tells the format
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Go on from the end of this record
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Seed for engines that draw numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Read moves line by line even on a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// Draw the board with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// Which position.
#[derive(Args, Clone, Debug)]
pub(crate) struct SourceArgs {
    /// A file, - for standard input, a list of moves such as h8i9g7, or an Othello position in 64 characters.
    /// Without it, the start position of the game
    #[arg(value_name = "SOURCE")]
    pub(crate) source: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Format of the input; without it, told from the input itself
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Which record of a file with many, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) record: usize,
    /// The position after this many moves of the main line, not after the last
    #[arg(long = "move", value_name = "N")]
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
    /// Write it as; without it, told from the ending of the output's name, else text
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
    /// Show the moves that an engine thinks of, so many at most
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "5", require_equals = true)]
    pub(crate) candidates: Option<usize>,
    /// Leave out the coordinates
    #[arg(long)]
    pub(crate) no_coords: bool,
    /// Leave out the sign on the last move
    #[arg(long)]
    pub(crate) no_last: bool,
    /// Leave out the marks of the record and the forbidden points
    #[arg(long)]
    pub(crate) no_marks: bool,
    /// Width of the picture in pixels
    #[arg(long, value_name = "PIXELS")]
    pub(crate) width: Option<u32>,
    /// Look of the picture
    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    pub(crate) theme: Theme,
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
    /// Format of the files; without it, told from each
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Which record to begin with, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
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
    /// The file to read, - for standard input
    #[arg(value_name = "IN")]
    pub(crate) input: String,
    /// The file to write, - for standard output
    #[arg(value_name = "OUT")]
    pub(crate) output: String,
    /// Format to read; without it, told from the input
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Format to write; without it, told from the ending of the output's name
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Only this record of a file with many, from 1
    #[arg(long, value_name = "N")]
    pub(crate) record: Option<usize>,
    /// Write each record to a file of its own: game-1.psq, game-2.psq …
    #[arg(long, conflicts_with = "record")]
    pub(crate) split: bool,
    /// Year of the games, where the format wants one and the records have none (WTHOR)
    #[arg(long, value_name = "YEAR")]
    pub(crate) year: Option<u16>,
    /// Use what is readable of a damaged input
    #[arg(long)]
    pub(crate) lenient: bool,
}

/// How much an engine may think.
#[derive(Args, Clone, Debug)]
pub(crate) struct ThinkArgs {
    /// Engine; without it, the game's own
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<String>,
    /// Level of the engine, 1 the weakest; without it, the strongest
    #[arg(short, long, value_name = "LEVEL")]
    pub(crate) level: Option<u8>,
    /// Time to think, such as 5s or 500ms
    #[arg(short, long, value_name = "TIME")]
    pub(crate) time: Option<String>,
    /// Nodes or playouts to visit
    #[arg(long, value_name = "COUNT")]
    pub(crate) nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<u32>,
    /// Threads
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Seed for engines that draw numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
    /// How many best moves to rank
    #[arg(long, value_name = "COUNT", default_value_t = 5)]
    pub(crate) lines: usize,
    /// Tell what each rule struck out and why, for engines that choose by striking out
    #[arg(long)]
    pub(crate) explain: bool,
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
    /// Write it as; without it, told from the ending of the output's name, else text
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
    /// Look for a win by fours (vcf), by threats (vct), or by threats and quiet moves (wide), and prove it, in gomoku,
    /// renju and caro
    #[arg(long, value_enum, value_name = "KIND", conflicts_with_all = ["engine", "level"])]
    pub(crate) kind: Option<WinKind>,
    /// The side that is to win, as if it were to move; without it, the side to move
    #[arg(long, value_enum, value_name = "SIDE", requires = "kind")]
    pub(crate) side: Option<Side>,
    /// Write the proof here, for tengen verify
    #[arg(long, value_name = "FILE", requires = "kind")]
    pub(crate) certificate: Option<PathBuf>,
    /// Tell the whole proof, every defence answered
    #[arg(long, requires = "kind")]
    pub(crate) tree: bool,
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
    pub(crate) certificate: String,
    /// Positions that may be looked at; a proof that needs more is refused
    #[arg(long, value_name = "COUNT", default_value_t = 2_000_000_000)]
    pub(crate) positions: u64,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The game: tic-tac-toe, connect-four, mnk, gomoku, renju, caro, othello, go
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// How many plies; a pass is a ply
    #[arg(value_name = "DEPTH")]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Count from the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Tell the count for each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads; 0 for all that there are
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(crate) threads: usize,
}

/// What a GUI or a tournament speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Protocol {
    // Piskvork's protocol, for gomoku, with the extension of Yixin-Board.
    Gomocup,
    // The Go Text Protocol, for every game.
    Gtp,
    // NBoard's protocol, for Othello.
    Nboard,
    // Tengen's own, a JSON object a line, for every game.
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// What the GUI or the tournament speaks
    #[arg(value_enum, value_name = "PROTOCOL")]
    pub(crate) protocol: Protocol,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Level of the engine, 1 the weakest; without it, the strongest
    #[arg(short, long, value_name = "LEVEL")]
    pub(crate) level: Option<u8>,
    /// Threads, where the GUI does not say
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Think on the opponent's time, where the GUI does not say (gomocup, gtp)
    #[arg(long)]
    pub(crate) ponder: bool,
    /// Learned games, shown with hints; what is learned is added (nboard)
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Schedule {
    // Everybody against everybody.
    #[default]
    RoundRobin,
    // The first against each of the others.
    Gauntlet,
}

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The first player: tengen, tengen:level=3, or 'cmd=./engine protocol=gomocup dir=/path name=X'
    #[arg(long, value_name = "PLAYER")]
    pub(crate) a: Option<String>,
    /// The second player
    #[arg(long, value_name = "PLAYER")]
    pub(crate) b: Option<String>,
    /// One more player; may be given again and again
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Vec<String>,
    /// Who plays whom where there are more than two
    #[arg(long, value_enum, value_name = "SCHEDULE", default_value_t)]
    pub(crate) schedule: Schedule,
    /// Games of each two players; each opening is played with both colours
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) games: usize,
    /// Time for each move, such as 500ms
    #[arg(long, value_name = "TIME")]
    pub(crate) move_time: Option<String>,
    /// Time for the whole game, and what each move adds, such as 1m or 1m+500ms
    #[arg(long, value_name = "TIME")]
    pub(crate) game_time: Option<String>,
    /// Nodes or playouts for each move
    #[arg(long, value_name = "COUNT")]
    pub(crate) nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<u32>,
    /// Memory of each engine in MiB
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<u64>,
    /// Threads of each engine; without it, one
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// How late an answer may be without loss
    #[arg(long, value_name = "TIME", default_value = "100ms")]
    pub(crate) grace: String,
    /// Openings: a list with one a line (moves, or Gomocup's offsets), or records
    #[arg(long, value_name = "FILE", conflicts_with = "balanced")]
    pub(crate) openings: Option<PathBuf>,
    /// Random openings of so many plies that a search finds near even
    #[arg(long, value_name = "PLIES")]
    pub(crate) balanced: Option<usize>,
    /// Seed for random openings
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// End when a sequential test of these two differences in Elo is decided, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", value_delimiter = ',', num_args = 1, allow_hyphen_values = true)]
    pub(crate) sprt: Vec<f64>,
    /// The test's chance of error, of either kind
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    pub(crate) error: f64,
    /// A game longer than this many plies is a draw
    #[arg(long, value_name = "PLIES")]
    pub(crate) max_plies: Option<usize>,
    /// Games at once; without it, one for every core but one
    #[arg(short, long, value_name = "COUNT")]
    pub(crate) concurrency: Option<usize>,
    /// Keep games, results and a report here; a folder with the same match is gone on with
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct SuiteArgs {
    /// Files of positions with known answers; their form is told from the text
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
    /// Only the first so many positions of each file
    #[arg(long, value_name = "COUNT")]
    pub(crate) first: Option<usize>,
    /// List the positions that were solved, too
    #[arg(short, long)]
    pub(crate) all: bool,
}

#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// A game or a rule set: gomoku, renju, go, japanese …
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

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
    /// Tell what was played from a position, and how those games ended
    Stats(FindArgs),
    /// Write games to a file of any format
    Export(ExportArgs),
    /// Check the file, its games and its index
    Check(CheckArgs),
    /// Copy the library to a new file, while it is in use
    Backup {
        /// The copy; there must be no such file yet
        #[arg(value_name = "FILE")]
        copy: PathBuf,
    },
}

#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// Files and folders
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub(crate) sources: Vec<PathBuf>,
    /// Format of the files: sgf, psq, renlib, rif, ggf, wthor, obf, moves; told from their bytes unless given
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Tag every game with this word; may be given several times
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Vec<String>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which games of the library.
#[derive(Args, Debug, Default)]
pub(crate) struct SelectArgs {
    /// The game: tic-tac-toe, connect-four, mnk, gomoku, renju, caro, othello, go
    #[arg(long, value_name = "GAME")]
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

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Ended {
    // Black won.
    Black,
    // White won.
    White,
    // Nobody won.
    Draw,
    // Nobody knows.
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
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) page: u32,
    /// Games a page, at most 1000
    #[arg(long, value_name = "COUNT", default_value_t = 30)]
    pub(crate) limit: u32,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// The page, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) page: u32,
    /// Games a page, at most 1000
    #[arg(long, value_name = "COUNT", default_value_t = 30)]
    pub(crate) limit: u32,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// Numbers of games; without any, those that the options choose
    #[arg(value_name = "NUMBER")]
    pub(crate) ids: Vec<i64>,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    /// File to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: String,
    /// Format of the output; told from the name of the file unless given
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Year of the games, for a format that wants one where they do not say (WTHOR)
    #[arg(long, value_name = "YEAR")]
    pub(crate) year: Option<u16>,
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

#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    /// What to make
    #[arg(value_enum, value_name = "WHAT")]
    pub(crate) what: Train,
    /// The games to learn from (weights, network)
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The rules: freestyle, standard, renju, caro or standard-caro
    #[arg(long, value_name = "RULES", default_value = "freestyle")]
    pub(crate) rules: String,
    /// The side of the board (games)
    #[arg(long, value_name = "SIDE", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    pub(crate) size: u8,
    /// How many games to play (games)
    #[arg(long, value_name = "GAMES", default_value_t = 1000)]
    pub(crate) count: u64,
    /// The number of the first game, to go on after an earlier run (games)
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) first: u64,
    /// Nodes searched for each move (games)
    #[arg(long, value_name = "NODES", default_value_t = 2000)]
    pub(crate) nodes: u64,
    /// Whose games: hand (the weights that learning starts from), standard (those of the engine) or a file of weights (games)
    #[arg(long, value_name = "WEIGHTS", default_value = "standard")]
    pub(crate) with: String,
    /// Passes over all positions (weights, network)
    #[arg(long, value_name = "PASSES", default_value_t = 20)]
    pub(crate) epochs: usize,
    /// Seed of everything drawn at random
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads; the result does not depend on their number
    #[arg(long, value_name = "THREADS", default_value_t = 1)]
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
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// What to measure
    #[arg(value_enum, value_name = "WHAT")]
    pub(crate) what: Bench,
    /// The games to import (library): a folder or a file
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Measure briefly: rougher figures, sooner
    #[arg(long)]
    pub(crate) quick: bool,
    /// Depth of the search (layouts: one or more, such as 4,6; gomoku) or of the count (perft)
    #[arg(long, value_name = "PLIES", value_delimiter = ',')]
    pub(crate) depth: Vec<u32>,
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
    // How soon every protocol's engine obeys.
    Protocol,
}
