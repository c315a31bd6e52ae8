//! Rows as Parquet: the schema, a writer, and a reader of batches.

use crate::{PolicyMove, Row};
use arrow_array::builder::{
    Float32Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder, StructBuilder, UInt8Builder,
    UInt64Builder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{DataType, Field, Fields, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tengen_board::Color;

/// Rows in memory at a time, when they are written or read.
const BATCH: usize = 4096;
/// Rows of a row group, the piece of a file that a reader takes at once.
const GROUP: usize = 65_536;

fn policy_fields() -> Fields {
    Fields::from(vec![
        Field::new("move", DataType::Utf8, false),
        Field::new("share", DataType::Float32, true),
        Field::new("win", DataType::Float32, false),
    ])
}

/// The columns, in order. `docs/batch.md` describes them.
pub fn schema() -> Schema {
    let text = |name: &str| Field::new(name, DataType::Utf8, true);
    let real = |name: &str| Field::new(name, DataType::Float32, true);
    let policy = Field::new("item", DataType::Struct(policy_fields()), false);
    Schema::new(vec![
        Field::new("source", DataType::Utf8, false),
        Field::new("number", DataType::Int64, false),
        text("game"),
        text("rules"),
        text("size"),
        text("set_up"),
        text("moves"),
        Field::new("ply", DataType::Int32, true),
        Field::new("key", DataType::UInt64, true),
        text("to_move"),
        text("played"),
        text("black"),
        text("white"),
        text("date"),
        text("result"),
        real("outcome"),
        text("engine"),
        text("engine_version"),
        Field::new("level", DataType::UInt8, true),
        real("score"),
        real("win"),
        text("proof"),
        Field::new("proof_plies", DataType::Int32, true),
        text("best"),
        text("pv"),
        Field::new("depth", DataType::Int32, true),
        Field::new("nodes", DataType::Int64, true),
        Field::new("policy", DataType::List(Arc::new(policy)), false),
        text("error"),
    ])
}

fn batch(schema: &Arc<Schema>, rows: &[Row]) -> Result<RecordBatch, ParquetError> {
    let text = |get: &dyn Fn(&Row) -> Option<&str>| -> ArrayRef {
        let mut builder = StringBuilder::new();
        rows.iter().for_each(|row| builder.append_option(get(row)));
        Arc::new(builder.finish())
    };
    let real = |get: fn(&Row) -> Option<f32>| -> ArrayRef {
        let mut builder = Float32Builder::with_capacity(rows.len());
        rows.iter().for_each(|row| builder.append_option(get(row)));
        Arc::new(builder.finish())
    };
    let int = |get: fn(&Row) -> Option<u32>| -> ArrayRef {
        let mut builder = Int32Builder::with_capacity(rows.len());
        rows.iter().for_each(|row| builder.append_option(get(row).and_then(|n| i32::try_from(n).ok())));
        Arc::new(builder.finish())
    };
    let long = |get: fn(&Row) -> Option<u64>| -> ArrayRef {
        let mut builder = Int64Builder::with_capacity(rows.len());
        rows.iter().for_each(|row| builder.append_option(get(row).and_then(|n| i64::try_from(n).ok())));
        Arc::new(builder.finish())
    };
    let side = |color: Color| if color == Color::Black { "black" } else { "white" };
    let mut key = UInt64Builder::with_capacity(rows.len());
    let mut level = UInt8Builder::with_capacity(rows.len());
    let item = Field::new("item", DataType::Struct(policy_fields()), false);
    let mut policy =
        ListBuilder::new(StructBuilder::from_fields(policy_fields(), rows.len())).with_field(item);
    for row in rows {
        key.append_option(row.key);
        level.append_option(row.level);
        let moves = policy.values();
        for ranked in &row.policy {
            if let Some(builder) = moves.field_builder::<StringBuilder>(0) {
                builder.append_value(&ranked.mv);
            }
            if let Some(builder) = moves.field_builder::<Float32Builder>(1) {
                builder.append_option(ranked.share);
            }
            if let Some(builder) = moves.field_builder::<Float32Builder>(2) {
                builder.append_value(ranked.win);
            }
            moves.append(true);
        }
        policy.append(true);
    }
    let columns: Vec<ArrayRef> = vec![
        text(&|row| Some(&row.source)),
        long(|row| Some(row.number)),
        text(&|row| row.game.as_deref()),
        text(&|row| row.rules.as_deref()),
        text(&|row| row.size.as_deref()),
        text(&|row| row.set_up.as_deref()),
        text(&|row| row.moves.as_deref()),
        int(|row| row.ply),
        Arc::new(key.finish()),
        text(&|row| row.to_move.map(side)),
        text(&|row| row.played.as_deref()),
        text(&|row| row.black.as_deref()),
        text(&|row| row.white.as_deref()),
        text(&|row| row.date.as_deref()),
        text(&|row| row.result.as_deref()),
        real(|row| row.outcome),
        text(&|row| row.engine.as_deref()),
        text(&|row| row.engine_version.as_deref()),
        Arc::new(level.finish()),
        real(|row| row.score),
        real(|row| row.win),
        text(&|row| row.proof.as_deref()),
        int(|row| row.proof_plies),
        text(&|row| row.best.as_deref()),
        text(&|row| row.pv.as_deref()),
        int(|row| row.depth),
        long(|row| row.nodes),
        Arc::new(policy.finish()),
        text(&|row| row.error.as_deref()),
    ];
    Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
}

/// Writes rows as a Parquet file.
pub struct RowWriter<W: Write + Send> {
    schema: Arc<Schema>,
    writer: ArrowWriter<W>,
    waiting: Vec<Row>,
}

impl<W: Write + Send> RowWriter<W> {
    /// A writer of a file with these notes for readers in its footer.
    ///
    /// # Errors
    /// Of `out`.
    pub fn new(out: W, notes: &[(&str, String)]) -> Result<RowWriter<W>, ParquetError> {
        let schema = Arc::new(schema());
        let notes =
            notes.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone())).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(GROUP))
            .set_created_by(concat!("tengen ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(notes))
            .build();
        let writer = ArrowWriter::try_new(out, Arc::clone(&schema), Some(properties))?;
        Ok(RowWriter { schema, writer, waiting: Vec::new() })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Of the output.
    pub fn push(&mut self, row: Row) -> Result<(), ParquetError> {
        self.waiting.push(row);
        if self.waiting.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if !self.waiting.is_empty() {
            self.writer.write(&batch(&self.schema, &self.waiting)?)?;
            self.waiting.clear();
        }
        Ok(())
    }

    /// Writes the rest and the footer, and returns the output.
    ///
    /// # Errors
    /// Of the output.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        self.flush()?;
        self.writer.into_inner()
    }
}

/// The rows of a Parquet file, read in batches. Columns are found by name; those that a [`Row`] does not have are left
/// out ([`unknown_columns`] names them), and those that the file does not have are empty. A file that is damaged in the
/// middle gives its error as the last item.
///
/// # Errors
/// In words: the file is no Parquet file, or lacks `moves`.
pub fn rows(file: File) -> Result<impl Iterator<Item = Result<Row, String>>, String> {
    // Other writers have other types of text; the schema of Parquet itself has one.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let open = || {
        ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)
            .and_then(|builder| builder.with_batch_size(BATCH).build())
    };
    let reader = guarded(open)?.map_err(|e| e.to_string())?;
    if reader.schema().field_with_name("moves").is_err() {
        return Err("the file has no column 'moves'".into());
    }
    let mut reader = Some(reader);
    let batches = std::iter::from_fn(move || {
        let next = guarded(|| reader.as_mut()?.next());
        let next = next.map_or_else(|panic| Some(Err(panic)), |next| Some(next?.map_err(|e| e.to_string())));
        if !matches!(next, Some(Ok(_))) {
            reader = None;
        }
        next
    });
    Ok(batches.flat_map(|batch| -> Box<dyn Iterator<Item = Result<Row, String>>> {
        match batch {
            Err(e) => Box::new(std::iter::once(Err(e))),
            Ok(batch) => Box::new((0..batch.num_rows()).map(move |i| Ok(row(&batch, i)))),
        }
    }))
}

/// The reader of parquet 60 panics on some damaged files.
fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).map_err(|_| "the file is damaged".into())
}

/// The columns of a Parquet file that rows do not have.
///
/// # Errors
/// In words: the file is no Parquet file.
pub fn unknown_columns(path: &Path) -> Result<Vec<String>, String> {
    let reader = open(path)?;
    let known = schema();
    let fields = reader.metadata().file_metadata().schema().get_fields();
    let names = fields.iter().map(|field| field.name().to_owned());
    Ok(names.filter(|name| known.field_with_name(name).is_err()).collect())
}

/// The number of rows of a Parquet file, and a note in its footer.
///
/// # Errors
/// In words: the file is no whole Parquet file.
pub fn footer(path: &Path, note: &str) -> Result<(u64, Option<String>), String> {
    let reader = open(path)?;
    let meta = reader.metadata().file_metadata();
    let notes = meta.key_value_metadata().into_iter().flatten();
    let value = notes.filter(|pair| pair.key == note).find_map(|pair| pair.value.clone());
    Ok((u64::try_from(meta.num_rows()).unwrap_or(0), value))
}

fn open(path: &Path) -> Result<SerializedFileReader<File>, String> {
    let file = File::open(path).map_err(|e| e.to_string())?;
    guarded(|| SerializedFileReader::new(file))?.map_err(|e| e.to_string())
}

fn row(batch: &RecordBatch, i: usize) -> Row {
    let column = |name: &str| batch.column_by_name(name).filter(|column| column.is_valid(i));
    let text = |name: &str| column(name).and_then(|column| string(column, i));
    let whole = |name: &str| column(name).and_then(|column| integer(column, i));
    let small = |name: &str| whole(name).and_then(|n| u32::try_from(n).ok());
    let real = |name: &str| column(name).and_then(|column| float(column, i));
    Row {
        source: text("source").unwrap_or_default(),
        number: whole("number").and_then(|n| u64::try_from(n).ok()).unwrap_or_default(),
        game: text("game"),
        rules: text("rules"),
        size: text("size"),
        set_up: text("set_up"),
        moves: text("moves"),
        ply: small("ply"),
        key: whole("key").map(|n| n as u64),
        to_move: text("to_move").and_then(|word| match word.as_str() {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            _ => None,
        }),
        played: text("played"),
        black: text("black"),
        white: text("white"),
        date: text("date"),
        result: text("result"),
        outcome: real("outcome"),
        engine: text("engine"),
        engine_version: text("engine_version"),
        level: whole("level").and_then(|n| u8::try_from(n).ok()),
        score: real("score"),
        win: real("win"),
        proof: text("proof"),
        proof_plies: small("proof_plies"),
        best: text("best"),
        pv: text("pv"),
        depth: small("depth"),
        nodes: whole("nodes").and_then(|n| u64::try_from(n).ok()),
        policy: column("policy").map(|column| policy(column, i)).unwrap_or_default(),
        error: text("error"),
    }
}

fn string(column: &ArrayRef, i: usize) -> Option<String> {
    Some(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(i).to_owned(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(i).to_owned(),
        DataType::Utf8View => column.as_string_view().value(i).to_owned(),
        // A writer that marks no text as such.
        DataType::Binary => String::from_utf8(column.as_binary::<i32>().value(i).to_vec()).ok()?,
        _ => return None,
    })
}

fn integer(column: &ArrayRef, i: usize) -> Option<i64> {
    Some(match column.data_type() {
        DataType::Int8 => column.as_primitive::<Int8Type>().value(i).into(),
        DataType::Int16 => column.as_primitive::<Int16Type>().value(i).into(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(i).into(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(i),
        DataType::UInt8 => column.as_primitive::<UInt8Type>().value(i).into(),
        DataType::UInt16 => column.as_primitive::<UInt16Type>().value(i).into(),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(i).into(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(i) as i64,
        _ => return None,
    })
}

fn float(column: &ArrayRef, i: usize) -> Option<f32> {
    match column.data_type() {
        DataType::Float32 => Some(column.as_primitive::<Float32Type>().value(i)),
        DataType::Float64 => Some(column.as_primitive::<Float64Type>().value(i) as f32),
        _ => None,
    }
}

fn policy(column: &ArrayRef, i: usize) -> Vec<PolicyMove> {
    let DataType::List(_) = column.data_type() else { return Vec::new() };
    let moves = column.as_list::<i32>().value(i);
    let Some(moves) = moves.as_struct_opt() else { return Vec::new() };
    let field = |name: &str, at: usize| moves.column_by_name(name).filter(|column| column.is_valid(at));
    (0..moves.len())
        .filter_map(|at| {
            Some(PolicyMove {
                mv: string(field("move", at)?, at)?,
                share: field("share", at).and_then(|column| float(column, at)),
                win: float(field("win", at)?, at)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(n: u64) -> Row {
        Row {
            source: "a/b.sgf".into(),
            number: n,
            game: Some("go".into()),
            rules: Some("japanese".into()),
            size: Some("9x9".into()),
            set_up: Some("X".into()),
            moves: Some("E5 C5".into()),
            ply: Some(2),
            key: Some(u64::MAX - n),
            to_move: Some(Color::White),
            played: Some("pass".into()),
            black: Some("甲".into()),
            white: Some(String::new()),
            date: Some("1999".into()),
            result: Some("B+R".into()),
            outcome: Some(0.5),
            engine: Some("Tengen Go".into()),
            engine_version: Some("0.1.0".into()),
            level: Some(3),
            score: Some(-1.25),
            win: Some(0.25),
            proof: Some("win".into()),
            proof_plies: Some(7),
            best: Some("E4".into()),
            pv: Some("E4 E3".into()),
            depth: Some(4),
            nodes: Some(1 << 40),
            policy: vec![
                PolicyMove { mv: "E4".into(), share: Some(0.75), win: 0.25 },
                PolicyMove { mv: "E3".into(), share: None, win: 0.125 },
            ],
            error: Some("none".into()),
        }
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.parquet");
        let empty = Row { source: "s".into(), number: 1, ..Row::default() };
        let written: Vec<Row> =
            (0..BATCH as u64 + 10).map(|n| if n % 3 == 0 { empty.clone() } else { full(n) }).collect();
        let mut writer = RowWriter::new(File::create(&path).unwrap(), &[("tengen", "x".into())]).unwrap();
        written.iter().for_each(|row| writer.push(row.clone()).unwrap());
        writer.finish().unwrap();
        let read: Vec<Row> = rows(File::open(&path).unwrap()).unwrap().map(Result::unwrap).collect();
        assert_eq!(read, written);
        assert_eq!(footer(&path, "tengen").unwrap(), (written.len() as u64, Some("x".into())));
        assert_eq!(unknown_columns(&path).unwrap(), Vec::<String>::new());
    }

    /// Every length of a cut file, and bytes changed at random: an error, or rows, and never a panic.
    #[test]
    fn damaged_files_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.parquet");
        let mut writer = RowWriter::new(Vec::new(), &[]).unwrap();
        (0..20).for_each(|n| writer.push(full(n)).unwrap());
        let bytes = writer.finish().unwrap();
        let read = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            rows(File::open(&path).unwrap()).map_or(0, Iterator::count)
        };
        for length in (0..bytes.len()).step_by(97) {
            assert_eq!(read(&bytes[..length]), 0);
        }
        let mut random = tengen_board::random::SplitMix64(5);
        for _ in 0..300 {
            let mut damaged = bytes.clone();
            damaged[random.below(bytes.len())] ^= 1 << random.below(8);
            read(&damaged);
        }
        assert_eq!(read(&bytes), 20);
    }
}
