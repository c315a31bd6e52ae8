//! The Python programs of the folder `tools`, such as the second verifiers.

use crate::skipped;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program of the folder `tools`, for Python 3.
#[derive(Clone, Debug)]
pub struct Tool {
    script: PathBuf,
}

impl Tool {
    /// The program of this name. `None` where it is not beside the crates, or there is no Python 3; the test is then
    /// reported as [`skipped`].
    pub fn find(name: &str) -> Option<Tool> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools").join(name);
        if !script.exists() {
            skipped(&format!("there is no tools/{name} beside the crates"));
            return None;
        }
        let python =
            Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !python.is_ok_and(|status| status.success()) {
            skipped("there is no python3");
            return None;
        }
        Some(Tool { script })
    }

    /// The file of the program.
    pub fn path(&self) -> &Path {
        &self.script
    }

    /// Runs it with `-` and these options on a file, which it reads from standard input. Returns its exit code and what
    /// it wrote.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn check(&self, file: &[u8], options: &[&str]) -> (Option<i32>, String) {
        let mut python = Command::new("python3")
            .arg(&self.script)
            .arg("-")
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 runs");
        // It may end before it has read everything.
        let _ = python.stdin.take().expect("it is a pipe").write_all(file);
        let output = python.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    }
}
