//! `tengen completions`: a script that lets a shell complete the command line.

use crate::cli::Cli;
use crate::fail::{Fail, code};
use clap::CommandFactory;
use std::io::Write;

pub(crate) fn run(shell: clap_complete::Shell) -> Result<u8, Fail> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tengen", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(code::OK)
}
