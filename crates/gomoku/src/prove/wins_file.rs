//! The wins that were found again for a certificate, in a file: a run that is killed loses none of them.
//!
//! The first line says what the wins are about. Each win is a line `BYTES RECORD`, with its record without the cost,
//! and then so many bytes: its certificate in the binary form. A win is appended at once, and one that is cut off is
//! dropped at the next start. No win is trusted: the certificate made of them goes through the verifier.

use super::WorkError;
use super::work_file::cut;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tengen_gomoku_verify::Certificate;

/// A longer line is none of this file.
const MOST_BYTES_OF_A_LINE: u64 = 65_536;

/// The file, which is made at the first win.
#[derive(Debug)]
pub(super) struct WinsFile {
    path: PathBuf,
    /// The first line.
    question: String,
    file: Option<File>,
    /// Where the certificate of each record begins, and its bytes.
    places: HashMap<String, (u64, u64)>,
    len: u64,
}

impl WinsFile {
    /// The wins of a file, which need not be there.
    pub(super) fn open(path: &Path, question: String) -> Result<WinsFile, WorkError> {
        let mut wins =
            WinsFile { path: path.to_owned(), question, file: None, places: HashMap::new(), len: 0 };
        match OpenOptions::new().read(true).append(true).open(path) {
            Ok(file) => wins.take(file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        Ok(wins)
    }

    /// Reads where the wins are, and cuts off what is not whole.
    fn take(&mut self, file: File) -> Result<(), WorkError> {
        let whole = file.metadata()?.len();
        let mut reader = BufReader::new(&file);
        let first = line(&mut reader)?;
        if first.strip_suffix('\n') != Some(self.question.as_str()) {
            // A first line that was cut off is the whole file; anything else is not ours.
            if first.len() as u64 == whole && self.question.starts_with(&first) {
                cut(&self.path, 0)?;
                self.file = Some(file);
                return self.begin().map_err(WorkError::Io);
            }
            return Err(WorkError::OtherQuestion {
                found: first.trim_end().into(),
                wanted: self.question.clone(),
            });
        }
        self.len = first.len() as u64;
        loop {
            let line = line(&mut reader)?;
            let record = line.strip_suffix('\n').and_then(|line| line.split_once(' '));
            let Some((Ok(bytes), record)) = record.map(|(bytes, record)| (bytes.parse::<u64>(), record))
            else {
                break;
            };
            let begin = self.len + line.len() as u64;
            let Some(end) = begin.checked_add(bytes).filter(|&end| end <= whole) else { break };
            reader.seek_relative(bytes.cast_signed())?;
            self.places.insert(record.to_owned(), (begin, bytes));
            self.len = end;
        }
        if self.len != whole {
            cut(&self.path, self.len)?;
        }
        self.file = Some(file);
        Ok(())
    }

    fn begin(&mut self) -> io::Result<()> {
        let first = format!("{}\n", self.question);
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(first.as_bytes())?;
        self.len = first.len() as u64;
        Ok(())
    }

    /// The bytes of the win that has this record, as [`Certificate::read`] takes them.
    pub(super) fn bytes(&mut self, record: &str) -> io::Result<Option<Vec<u8>>> {
        let (Some(file), Some(&(begin, bytes))) = (&mut self.file, self.places.get(record)) else {
            return Ok(None);
        };
        file.seek(SeekFrom::Start(begin))?;
        let mut read = Vec::new();
        file.take(bytes).read_to_end(&mut read)?;
        Ok(Some(read))
    }

    pub(super) fn has(&self, record: &str) -> bool {
        self.places.contains_key(record)
    }

    /// Appends a win at once.
    pub(super) fn put(&mut self, record: &str, proof: &Certificate) -> io::Result<()> {
        let mut bytes = Vec::new();
        proof.write_binary(&mut bytes)?;
        if self.file.is_none() {
            let new = OpenOptions::new().read(true).append(true).create_new(true).open(&self.path)?;
            self.file = Some(new);
            self.begin()?;
        }
        let mut whole = format!("{} {record}\n", bytes.len()).into_bytes();
        let begin = self.len + whole.len() as u64;
        whole.extend_from_slice(&bytes);
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(&whole)?;
        self.places.insert(record.to_owned(), (begin, bytes.len() as u64));
        self.len += whole.len() as u64;
        Ok(())
    }
}

/// The next line with its line end, which is missing at the end of the file or of a line that is too long.
fn line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    reader.take(MOST_BYTES_OF_A_LINE).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}
