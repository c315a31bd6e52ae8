//! `tengen train`: what the engines learn from games.

mod gomoku;
mod othello;

use crate::Context;
use crate::cli::{Train, TrainArgs};
use crate::fail::Fail;

pub(crate) fn run(args: TrainArgs, context: Context) -> Result<u8, Fail> {
    match args.what {
        Train::Othello => othello::run(&args, context),
        _ => gomoku::run(&args, context),
    }
}
