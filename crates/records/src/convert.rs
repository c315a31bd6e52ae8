//! Converts a file from one format to another.

use crate::{
    Format, ReadError, ReadOptions, ReadOutput, Record, WriteError, WriteOptions, WriteOutput, read,
};

/// Why a file could not be converted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConvertError {
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The records could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A file converted to another format.
#[derive(Clone, Debug, PartialEq)]
pub struct Converted {
    /// The records, and the warnings of the reader.
    pub read: ReadOutput,
    /// The output: one file, or one file a game where the format holds one game a file. Losses number the records as
    /// they were read.
    pub files: Vec<WriteOutput>,
}

/// Converts a file. If `from` is `None`, the format is detected from the bytes and the name.
///
/// ```
/// use tengen_records::{Format, ReadOptions, WriteOptions, convert};
/// let sgf = b"(;GM[4]SZ[15];B[hh]C[centre];W[ii])";
/// let converted =
///     convert(sgf, None, None, Format::Psq, &ReadOptions::default(), &WriteOptions::default())?;
/// let file = &converted.files[0];
/// assert_eq!(file.bytes, b"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n0\n");
/// assert_eq!(file.losses[0].to_string(), "record 1: comments (1)");
/// # Ok::<(), tengen_records::ConvertError>(())
/// ```
///
/// # Errors
/// [`ConvertError`] if the file cannot be read, or if the other format cannot hold its records.
pub fn convert(
    bytes: &[u8],
    file_name: Option<&str>,
    from: Option<Format>,
    to: Format,
    reading: &ReadOptions,
    writing: &WriteOptions,
) -> Result<Converted, ConvertError> {
    let read = match from {
        Some(format) => format.read(bytes, reading)?,
        None => read(bytes, file_name, reading)?,
    };
    let files = write_all(&read.records, to, writing)?;
    Ok(Converted { read, files })
}

/// Writes records as one file, or as one file each where the format holds one game a file.
///
/// # Errors
/// As [`Format::write`].
pub fn write_all(
    records: &[Record],
    to: Format,
    options: &WriteOptions,
) -> Result<Vec<WriteOutput>, WriteError> {
    if to.holds_many() || records.len() == 1 {
        return Ok(vec![to.write(records, options)?]);
    }
    let mut files = Vec::with_capacity(records.len());
    for (index, record) in records.iter().enumerate() {
        let mut file = to.write(std::slice::from_ref(record), options).map_err(|e| match e {
            WriteError::Record { format, why, .. } => WriteError::Record { format, record: index, why },
            e => e,
        })?;
        file.losses.iter_mut().for_each(|loss| loss.record = index);
        files.push(file);
    }
    Ok(files)
}
