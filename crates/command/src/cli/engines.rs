//! Engines: serving a protocol, matches, suites.

use super::ThinkArgs;
use crate::level_argument::LevelArg;
use crate::numbers::{decimal, mebibytes, whole};
use crate::options::GameArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The protocol that a GUI or a tournament speaks.
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

impl From<Protocol> for tengen_arena::Protocol {
    fn from(protocol: Protocol) -> tengen_arena::Protocol {
        match protocol {
            Protocol::Gomocup => tengen_arena::Protocol::Gomocup,
            Protocol::Gtp => tengen_arena::Protocol::Gtp,
            Protocol::Nboard => tengen_arena::Protocol::NBoard,
            Protocol::Json => tengen_arena::Protocol::Json,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// Protocol that the GUI or the tournament speaks
    #[arg(value_enum, value_name = "PROTOCOL")]
    pub(crate) protocol: Protocol,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Level of the engine, 1 the weakest, or perfect: Black's proven win in freestyle and standard gomoku; without it,
    /// the strongest
    #[arg(short, long, value_name = "LEVEL")]
    pub(crate) level: Option<LevelArg>,
    /// Threads, where the GUI does not say
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..))]
    pub(crate) threads: usize,
    /// Think on the opponent's time, where the GUI does not say (gomocup, gtp)
    #[arg(long)]
    pub(crate) ponder: bool,
    /// Seed of the engine's random numbers; without it each run draws another (gomocup, gtp)
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>(0..))]
    pub(crate) seed: Option<u64>,
    /// Learned games, shown with hints; what is learned is added (nboard)
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// Opening book for Othello, made with tengen book (gtp, nboard, json)
    #[arg(long, value_name = "FILE")]
    pub(crate) opening_book: Option<PathBuf>,
    /// Play moves of the opening book that are at most this much worse than the best, in discs; without it, best moves
    #[arg(long, value_name = "DISCS", value_parser = crate::book_file::read_discs, requires = "opening_book")]
    pub(crate) book_randomness: Option<u16>,
}

#[derive(Args, Debug)]
pub(crate) struct EnginesArgs {
    /// What to do; without it, list the programs
    #[command(subcommand)]
    pub(crate) what: Option<EnginesCommand>,
    /// Folder of the library, where the programs are registered too; without it, the user's data folder
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) data: Option<PathBuf>,
    /// List as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to do with the registered programs.
#[derive(Subcommand, Debug)]
pub(crate) enum EnginesCommand {
    /// List the programs
    List {
        /// List as JSON
        #[arg(long)]
        json: bool,
    },
    /// Register a program, after a test
    Add(AddEngineArgs),
    /// Remove a program from the list; the program itself stays
    Remove {
        /// Its name
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Start a program and ask it for a move of each of its games
    Test {
        /// Its name
        #[arg(value_name = "NAME")]
        name: String,
    },
}

#[derive(Args, Debug)]
pub(crate) struct AddEngineArgs {
    /// Its name in menus, results and records
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The program and its arguments, quoted as in a shell
    #[arg(long, value_name = "COMMAND")]
    pub(crate) cmd: String,
    /// Protocol that it speaks
    #[arg(long, value_enum, value_name = "PROTOCOL")]
    pub(crate) protocol: Protocol,
    /// A game that it plays; may be given several times; without it, gomoku (gomocup), Go (gtp), Othello (nboard)
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Vec<String>,
    /// Folder in which it is started
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// A line to send at its start; may be given several times
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub(crate) init: Vec<String>,
    /// Who plays the steps of an opening rule for it
    #[arg(long, value_enum, value_name = "WHO", default_value_t)]
    pub(crate) openings: Openings,
    /// Replace the program that has this name
    #[arg(long)]
    pub(crate) replace: bool,
    /// Register it without the test
    #[arg(long)]
    pub(crate) untested: bool,
}

/// Who plays the steps of an opening rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Openings {
    // The program, where its protocol can carry the rule.
    #[default]
    Own,
    // The program, with the owner of each stone named to it.
    Coloured,
    // Tengen.
    Tengen,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Schedule {
    // Each against each (round robin).
    #[default]
    RoundRobin,
    // The first against each of the others.
    Gauntlet,
}

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The first player: tengen, tengen:level=3, a registered program, or 'cmd=./engine protocol=gomocup dir=/path
    /// name=X'
    #[arg(long, value_name = "PLAYER")]
    pub(crate) a: Option<String>,
    /// The second player
    #[arg(long, value_name = "PLAYER")]
    pub(crate) b: Option<String>,
    /// One more player; may be given several times
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Vec<String>,
    /// Who plays whom where there are more than two
    #[arg(long, value_enum, value_name = "SCHEDULE", default_value_t)]
    pub(crate) schedule: Schedule,
    /// Games of each two players; each opening is played with both colours [default: 20, with --sprt 1000 at most]
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = whole::<usize>(0..))]
    pub(crate) games: Option<usize>,
    /// Time for each move, such as 500ms
    #[arg(long, value_name = "TIME")]
    pub(crate) move_time: Option<String>,
    /// Time for the whole game, and what each move adds, such as 1m or 1m+500ms
    #[arg(long, value_name = "TIME")]
    pub(crate) game_time: Option<String>,
    /// Nodes or playouts for each move
    #[arg(long, value_name = "COUNT", value_parser = whole::<u64>(1..))]
    pub(crate) nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..))]
    pub(crate) depth: Option<u32>,
    /// Memory of each engine in MiB
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    pub(crate) memory: Option<u64>,
    /// Threads of each engine; without it, one
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..))]
    pub(crate) threads: Option<usize>,
    /// Let all players think on the opponent's time
    #[arg(long)]
    pub(crate) ponder: bool,
    /// How late an answer may be without loss
    #[arg(long, value_name = "TIME", default_value = "100ms")]
    pub(crate) grace: String,
    /// Openings: a list with one a line (moves, or Gomocup's offsets), or records
    #[arg(long, value_name = "FILE", conflicts_with = "balanced")]
    pub(crate) openings: Option<PathBuf>,
    /// Random openings of this many plies that a search finds near even
    #[arg(long, value_name = "PLIES", value_parser = whole::<usize>(1..))]
    pub(crate) balanced: Option<usize>,
    /// Nodes after which the search must find them near even; more nodes leave fewer decided openings
    #[arg(
        long, value_name = "COUNT", requires = "balanced", default_value_t = 2000,
        value_parser = whole::<u64>(1..)
    )]
    pub(crate) balance_nodes: u64,
    /// Seed for random openings
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..))]
    pub(crate) seed: u64,
    /// End when a sequential test of these two differences in Elo is decided, such as 0,10
    #[arg(
        long, value_name = "ELO0,ELO1", value_delimiter = ',', num_args = 1, allow_hyphen_values = true,
        value_parser = decimal::<f64>("10")
    )]
    pub(crate) sprt: Vec<f64>,
    /// The test's chance of error, of either kind
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, value_parser = decimal::<f64>("0.05"))]
    pub(crate) error: f64,
    /// A game longer than this many plies is a draw
    #[arg(long, value_name = "PLIES", value_parser = whole::<usize>(1..))]
    pub(crate) max_plies: Option<usize>,
    /// Games at once; without it, one for every core but one
    #[arg(short, long, value_name = "COUNT", value_parser = whole::<usize>(1..))]
    pub(crate) concurrency: Option<usize>,
    /// Keep games, results and a report here; the same match in this folder is continued
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct SuiteArgs {
    /// Files of positions with known answers; the format is detected
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
    /// Only this many positions of each file, from the first
    #[arg(long, value_name = "COUNT", value_parser = whole::<usize>(1..))]
    pub(crate) first: Option<usize>,
    /// List the positions that were solved, too
    #[arg(short, long)]
    pub(crate) all: bool,
}
