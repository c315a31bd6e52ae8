//! Playing: the board in the browser and on the terminal.

use crate::level_argument::LevelArg;
use crate::numbers::whole;
use crate::options::RuleArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug, Default)]
pub(crate) struct ServeArgs {
    /// Port; without it, 7361 or the next that is free. 0 takes any
    #[arg(short, long, value_name = "PORT", value_parser = whole::<u16>(0..))]
    pub(crate) port: Option<u16>,
    /// Address or name to listen on; without it, this machine alone
    #[arg(long, value_name = "ADDR")]
    pub(crate) host: Option<String>,
    /// Folder of the library; without it, that of the user's data
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Do not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Token that clients must send, 16 letters and digits or more; one is made where others can reach the server
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
    #[arg(value_name = "GAME", help = crate::i18n::games_in_english())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Who has black: human, a level such as 2, ENGINE:LEVEL, or a registered program; without it, human
    #[arg(long, value_name = "PLAYER")]
    pub(crate) black: Option<String>,
    /// Who has white: human, a level such as 2, ENGINE:LEVEL, or a registered program
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<String>,
    /// The opponent: an engine of Tengen, or a registered program (tengen engines)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["white", "two"])]
    pub(crate) engine: Option<String>,
    /// Level of the opponent, 1 the weakest, or perfect: Black's proven win in freestyle and standard gomoku, as black
    #[arg(short, long, value_name = "LEVEL", conflicts_with = "white")]
    pub(crate) level: Option<LevelArg>,
    /// Take white; the engine has black
    #[arg(long, conflicts_with_all = ["black", "white"])]
    pub(crate) second: bool,
    /// Two people at one board
    #[arg(long, conflicts_with_all = ["black", "white", "level", "second"])]
    pub(crate) two: bool,
    /// Clock: 10m, 5m+3s (each move adds), 10m+5x30s (byo-yomi), 10m+25/5m (Canadian)
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<String>,
    /// Let the engine think on your time; for the strongest level of an engine that has no limit of its own
    #[arg(long)]
    pub(crate) ponder: bool,
    /// Save the game here after each move; the ending of the name is the format
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Continue from the end of this record, against the same engine if it was saved here
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Seed for engines that draw numbers; without it another each time
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..))]
    pub(crate) seed: Option<u64>,
    /// Read moves line by line even on a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// Draw the board with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

impl PlayArgs {
    /// A person, as `--black` and `--white` have it.
    pub(crate) const PERSON: &str = "human";
}
