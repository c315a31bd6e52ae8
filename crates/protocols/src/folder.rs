//! Files that a controller names. They must be inside one folder.
//!
//! A name comes through a pipe, so it may be anything. A way up (`..`) and a link that leads out of the folder are
//! refused.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Component, Path, PathBuf};

/// A file that a controller named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// The folder that it must be in; the working directory if the controller names none.
    pub folder: PathBuf,
    /// Its name, as the controller wrote it.
    pub name: String,
}

impl NamedFile {
    /// Its path, if that is inside the folder.
    fn path(&self) -> Result<PathBuf, String> {
        let name = Path::new(&self.name);
        let outside = || format!("'{}' is not in {}", shown(&self.name), self.folder.display());
        if self.name.trim().is_empty() || self.name.contains('\0') {
            return Err("a file name is missing".into());
        }
        if name.components().any(|part| matches!(part, Component::ParentDir)) {
            return Err(outside());
        }
        let io = |e: io::Error| format!("{}: {e}", self.folder.display());
        let folder = self.folder.canonicalize().map_err(io)?;
        // An absolute path is accepted if it leads into the folder.
        let path = folder.join(name);
        let file = path.file_name().ok_or_else(outside)?;
        let parent = path.parent().ok_or_else(outside)?;
        let parent =
            parent.canonicalize().map_err(|e| format!("{}: {e}", shown(&parent.to_string_lossy())))?;
        if !parent.starts_with(&folder) {
            return Err(outside());
        }
        let path = parent.join(file);
        match path.canonicalize() {
            Ok(real) if !real.starts_with(&folder) => Err(outside()),
            Ok(real) if real.is_dir() => Err(format!("'{}' is a folder", shown(&self.name))),
            Ok(real) => Ok(real),
            // There is no such file yet. A dangling link would be followed on writing.
            Err(_) if path.symlink_metadata().is_ok() => Err(outside()),
            Err(_) => Ok(path),
        }
    }

    /// Opens it for reading.
    pub(crate) fn open(&self) -> Result<BufReader<File>, String> {
        let path = self.path()?;
        // A read from a pipe or a device may block for ever.
        let regular = fs::metadata(&path).map(|meta| meta.is_file());
        match regular {
            Ok(true) => {}
            Ok(false) => return Err(format!("'{}' is not a file", shown(&self.name))),
            Err(e) => return Err(format!("{}: {e}", path.display())),
        }
        File::open(&path).map(BufReader::new).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// Writes it whole or not at all: a draft first, which then replaces the file.
    pub(crate) fn write<T>(
        &self,
        write: impl FnOnce(&mut dyn Write) -> Result<T, String>,
    ) -> Result<T, String> {
        let path = self.path()?;
        if fs::metadata(&path).is_ok_and(|meta| !meta.is_file()) {
            return Err(format!("'{}' is not a file", shown(&self.name)));
        }
        let mut draft = path.clone().into_os_string();
        draft.push(format!(".{}.part", std::process::id()));
        let draft = PathBuf::from(draft);
        let io = |e: io::Error| format!("{}: {e}", path.display());
        let written = File::create_new(&draft).map_err(io).and_then(|file| {
            let mut out = BufWriter::new(file);
            let value = write(&mut out)?;
            let file = out.into_inner().map_err(|e| io(e.into_error()))?;
            file.sync_all().map_err(io)?;
            fs::rename(&draft, &path).map_err(io)?;
            Ok(value)
        });
        if written.is_err() {
            // There is no draft if it could not be created.
            let _ = fs::remove_file(&draft);
        }
        written
    }
}

fn shown(text: &str) -> String {
    text.chars().take(80).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(folder: &Path, name: impl Into<String>) -> NamedFile {
        NamedFile { folder: folder.into(), name: name.into() }
    }

    #[test]
    fn names_stay_in_the_folder() {
        let dir = std::env::temp_dir().join(format!("tengen-folder-{}", std::process::id()));
        let inner = dir.join("inner");
        fs::create_dir_all(inner.join("deep")).unwrap();
        fs::write(dir.join("secret"), "s").unwrap();
        for name in ["a.bin", "deep/a.bin", "./a.bin", "name with spaces", "星.bin"] {
            let file = named(&inner, name);
            file.write(|out| out.write_all(b"x").map_err(|e| e.to_string())).unwrap();
            assert!(file.open().is_ok(), "{name}");
        }
        let whole = inner.canonicalize().unwrap().join("a.bin");
        assert!(named(&inner, whole.to_str().unwrap()).open().is_ok());
        let beside = dir.join("secret");
        for name in [
            "../secret",
            "deep/../../secret",
            beside.to_str().unwrap(),
            "/etc/passwd",
            "",
            " ",
            "..",
            "deep",
            "a\0b",
        ] {
            let file = named(&inner, name);
            assert!(file.open().is_err(), "{name:?}");
            assert!(file.write(|_| Ok(())).is_err(), "{name:?}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(dir.join("secret"), inner.join("link")).unwrap();
            std::os::unix::fs::symlink(dir.join("new"), inner.join("dangling")).unwrap();
            std::os::unix::fs::symlink(&dir, inner.join("up")).unwrap();
            for name in ["link", "dangling", "up/secret", "up/new"] {
                assert!(named(&inner, name).open().is_err(), "{name}");
                assert!(named(&inner, name).write(|_| Ok(())).is_err(), "{name}");
            }
        }
        assert_eq!(fs::read(dir.join("secret")).unwrap(), b"s");
        // A write that fails leaves the old file.
        let kept = named(&inner, "a.bin");
        assert!(kept.write(|_| Err::<(), String>("broken".into())).is_err());
        assert_eq!(fs::read(inner.join("a.bin")).unwrap(), b"x");
        assert!(
            fs::read_dir(&inner).unwrap().all(|e| !e.unwrap().path().to_string_lossy().ends_with(".part"))
        );
        assert!(named(&dir.join("missing"), "a").write(|_| Ok(())).is_err());
        fs::remove_dir_all(&dir).unwrap();
    }
}
