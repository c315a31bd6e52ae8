//! Test support: facts from elsewhere that the tests check Tengen against.
//!
//! There are two kinds. [`fact`] names a small file of this crate: plain facts with their source, present in every
//! clone. [`file()`] names a file of the outside truth: whole archives and problem sets that are not ours to ship.
//!
//! The outside truth is the folder `TENGEN_TRUTH`, or `../shared/truth` beside the workspace. Where there is such a
//! folder, a missing file is a failure. Without one the test is skipped: it prints `skipped: TEST: why` and appends
//! the same line to the file `TENGEN_SKIPPED`, if that is set, because `cargo test` hides what a passing test prints.
//! An empty `TENGEN_TRUTH` asks for a run without the outside truth.
//!
//! [`Tool`] is a Python program of the folder `tools`, to compare with.
//!
//! ```
//! let counts = std::fs::read_to_string(tengen_truth::fact("go-perft.txt"))?;
//! assert!(counts.contains("3x3 POSITIONAL"));
//! if let Some(archive) = tengen_truth::file("othello/wthor") {
//!     assert!(archive.join("WTH.JOU").is_file());
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

mod tool;

use std::io::Write as _;
use std::path::{Path, PathBuf};

pub use tool::Tool;

/// Where the outside truth is.
#[derive(Debug, PartialEq, Eq)]
enum Root {
    /// In this folder: every file must be there.
    Folder(PathBuf),
    /// Nowhere, for this reason.
    Absent(&'static str),
}

impl Root {
    fn find(variable: Option<std::ffi::OsString>, beside: &Path) -> Root {
        match variable {
            Some(path) if path.is_empty() => Root::Absent("TENGEN_TRUTH is empty"),
            Some(path) => Root::Folder(path.into()),
            None if beside.is_dir() => Root::Folder(beside.into()),
            None => Root::Absent("TENGEN_TRUTH is not set"),
        }
    }

    /// The path of a file or folder; `Err` with the reason where there is no outside truth.
    ///
    /// # Panics
    /// If there is an outside truth, but not this part of it.
    fn path(&self, name: &str) -> Result<PathBuf, &'static str> {
        match self {
            Root::Absent(why) => Err(why),
            Root::Folder(root) => {
                let path = root.join(name);
                assert!(path.exists(), "the outside truth in {} has no {name}", root.display());
                Ok(path)
            }
        }
    }
}

/// A file or folder of the outside truth, by its path in it, such as `othello/wthor`. `None` where there is no outside
/// truth; the test is then reported as [`skipped`].
///
/// # Panics
/// If there is an outside truth, but not this part of it.
pub fn file(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/truth");
    match Root::find(std::env::var_os("TENGEN_TRUTH"), &beside).path(name) {
        Ok(path) => Some(path),
        Err(why) => {
            skipped(&format!("no {name}: {why}"));
            None
        }
    }
}

/// The text of a file of the outside truth, as [`file()`]; bytes that are not UTF-8 are replaced.
///
/// # Panics
/// As [`file()`], and if the file cannot be read.
pub fn text(name: &str) -> Option<String> {
    let path = file(name)?;
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A file of facts in this crate's folder `facts`. It is in every clone.
///
/// # Panics
/// If there is no such file.
pub fn fact(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("facts").join(name);
    assert!(path.is_file(), "there is no file of facts {}", path.display());
    path
}

/// The lines of a [`fact`] file that are neither empty nor comments, which begin with `#`.
///
/// # Panics
/// As [`fact`], and if the file cannot be read.
pub fn fact_lines(name: &str) -> Vec<String> {
    let path = fact(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// Reports that the present test, or a part of it, is skipped: on standard output, and in the file `TENGEN_SKIPPED`.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = format!("skipped: {}: {why}\n", thread.name().unwrap_or("a test"));
    print!("{line}");
    if let Some(path) = std::env::var_os("TENGEN_SKIPPED") {
        // Several test programs may append at the same time: one write a line.
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.unwrap_or_else(|e| panic!("TENGEN_SKIPPED={}: {e}", Path::new(&path).display()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_decides_before_the_folder() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let nowhere = here.join("no such folder");
        assert_eq!(Root::find(None, here), Root::Folder(here.into()));
        assert_eq!(Root::find(None, &nowhere), Root::Absent("TENGEN_TRUTH is not set"));
        assert_eq!(Root::find(Some("".into()), here), Root::Absent("TENGEN_TRUTH is empty"));
        assert_eq!(Root::find(Some("/elsewhere".into()), here), Root::Folder("/elsewhere".into()));
    }

    #[test]
    fn without_the_outside_truth_a_file_is_skipped() {
        assert_eq!(Root::Absent("why").path("go"), Err("why"));
    }

    #[test]
    #[should_panic(expected = "has no no/such/file")]
    fn a_missing_file_of_the_outside_truth_is_a_failure() {
        let _ = Root::Folder(env!("CARGO_MANIFEST_DIR").into()).path("no/such/file");
    }

    #[test]
    #[should_panic(expected = "no file of facts")]
    fn a_missing_fact_is_a_failure() {
        fact("unheard-of.txt");
    }
}
