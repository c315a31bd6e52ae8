//! A peer's own measurement, taken in the same run as ours: machines of today run faster and slower from minute to
//! minute.

use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The figures of Rapfi's own `bench`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// Nodes a second of its search.
    pub nodes_per_second: f64,
    /// Pairs of moves made and taken back a second.
    pub pairs_per_second: f64,
}

/// Why there are no figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// There is no such program.
    NotFound(PathBuf),
    /// It could not be run, or failed.
    Failed(PathBuf, String),
    /// It ran and wrote something else.
    Silent(PathBuf),
}

/// The figures of a peer, or why there are none.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum PeerReport {
    /// It wrote its figures.
    Figures(Figures),
    /// It did not; why.
    Missing {
        /// In words.
        skipped: String,
    },
}

impl PeerReport {
    /// Asks Rapfi's program, as [`measure`] does.
    pub fn of(program: &Path) -> PeerReport {
        match measure(program) {
            Ok(figures) => PeerReport::Figures(figures),
            Err(why) => PeerReport::Missing { skipped: why.to_string() },
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::NotFound(program) => write!(f, "there is no {}", program.display()),
            Missing::Failed(program, why) => {
                write!(f, "{} could not be run: {why}", program.display())
            }
            Missing::Silent(program) => {
                write!(f, "'{} bench' wrote no 'Nodes/s' and 'Moves/s'", program.display())
            }
        }
    }
}

/// Runs `bench` of Rapfi's program in the folder where it lies, in which it looks for its settings; half a minute.
///
/// # Errors
/// If it is missing, fails, or writes no figures.
pub fn measure(program: &Path) -> Result<Figures, Missing> {
    let failed = |why: std::io::Error| Missing::Failed(program.into(), why.to_string());
    if !program.is_file() {
        return Err(Missing::NotFound(program.into()));
    }
    let program = program.canonicalize().map_err(failed)?;
    let mut command = Command::new(&program);
    command.arg("bench").stdin(Stdio::null()).stderr(Stdio::null());
    if let Some(folder) = program.parent() {
        command.current_dir(folder);
    }
    let output = command.output().map_err(failed)?;
    if !output.status.success() {
        return Err(Missing::Failed(program, output.status.to_string()));
    }
    figures(&String::from_utf8_lossy(&output.stdout)).ok_or(Missing::Silent(program))
}

/// The figures in what it wrote, lines such as `MESSAGE Nodes/s: 1070000`.
fn figures(text: &str) -> Option<Figures> {
    let after = |what: &str| -> Option<f64> {
        text.lines().find_map(|line| line.split_once(what)?.1.trim().parse().ok())
    };
    Some(Figures { nodes_per_second: after("Nodes/s:")?, pairs_per_second: after("Moves/s:")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Rapfi 0.43 writes.
    const WRITTEN: &str = "MESSAGE Load config from config.toml\nMESSAGE ==========Move Bench==========\n\
        MESSAGE Total Time (ms): 1002\nMESSAGE Moves/s: 1995978\nMESSAGE =========Search Bench=========\n\
        MESSAGE Total Time (ms): 32006\nMESSAGE Nodes: 19245270\nMESSAGE Nodes/s: 601301\nMESSAGE Hash: 8e1c1111\n";

    #[test]
    fn the_figures_are_read() {
        let read = figures(WRITTEN);
        assert_eq!(read, Some(Figures { nodes_per_second: 601_301.0, pairs_per_second: 1_995_978.0 }));
        assert_eq!(figures("Nodes/s: 1\n"), None);
        assert_eq!(figures("Nodes/s: many\nMoves/s: 2\n"), None);
    }

    #[test]
    fn what_is_not_there_is_named() {
        let missing = measure(Path::new("no/such/rapfi")).unwrap_err();
        assert_eq!(missing.to_string(), "there is no no/such/rapfi");
    }
}
