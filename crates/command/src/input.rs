//! Where a position comes from: a file, standard input, a list of moves, or the start of a game.

use crate::cli::{PositionArgs, SourceArgs};
use crate::fail::Fail;
use crate::i18n::{Lang, Say as _, tr};
use std::ffi::OsStr;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tengen_games::{AnyPosition, Feature, Game, GameSpec};
use tengen_records::movelist::has_tags;
use tengen_records::wthor::Names;
use tengen_records::{Format, NodeId, ReadError, ReadOptions, ReadOutput, Record, Tree, detect};

/// The bytes of an input and what to call it in messages.
pub(crate) struct Input {
    pub(crate) name: String,
    /// The file: its name need not be UTF-8.
    path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

/// A record of an input, played to the move asked for.
pub(crate) struct Loaded {
    pub(crate) record: Record,
    pub(crate) node: NodeId,
    pub(crate) position: AnyPosition,
    /// What the reader skipped, to be reported on standard error.
    pub(crate) warnings: Vec<String>,
}

/// An input larger than this is not read into memory.
const MOST_BYTES: u64 = 1 << 30;

impl Input {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: impl AsRef<Path>, lang: Lang) -> Result<Input, Fail> {
        let path = path.as_ref();
        let name = path.to_string_lossy();
        let fail = |e: std::io::Error| unread(path, &e, lang);
        let mut bytes = Vec::new();
        if name == "-" {
            std::io::stdin().lock().take(MOST_BYTES).read_to_end(&mut bytes).map_err(fail)?;
        } else {
            let file = std::fs::File::open(path).map_err(fail)?;
            file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(fail)?;
        }
        if bytes.trim_ascii().is_empty() {
            return Err(empty(path, lang).help(tr!(lang, InputEmptyHelp)));
        }
        Ok(Input { name: name.into(), path: path.into(), bytes })
    }

    /// What an argument names, and its format: a file, standard input, or moves and boards written out.
    pub(crate) fn source(
        source: &OsStr,
        from: Option<&str>,
        spec: Option<&GameSpec>,
        lang: Lang,
    ) -> Result<(Input, Format), Fail> {
        let (path, text) = (Path::new(source), source.to_string_lossy());
        let text = crate::board_argument::as_given(&text);
        let is_file = text == "-" || path.exists();
        if text.trim().is_empty() {
            return Err(Fail::usage(tr!(lang, InputEmpty, file = "''")).help(tr!(lang, InputEmptyHelp)));
        }
        let missing = || {
            let why = file_error(&std::io::ErrorKind::NotFound.into(), path, lang);
            Fail::input(tr!(lang, CannotRead, file = text, why = why)).help(tr!(lang, NotFoundHelp))
        };
        if !is_file && looks_like_a_file(text) {
            return Err(missing());
        }
        let input =
            if is_file { Input::read(path, lang)? } else { Input::text(text.to_owned(), text.as_bytes()) };
        let format = match (from, is_file) {
            (Some(word), _) => format_named(word, lang)?,
            (None, true) => input.format(None, lang)?,
            // A board of any number of cells is no list of moves: the error is about cells or the side to move.
            (None, false) if crate::board_argument::is_board(text) => Format::Obf,
            // Anything else is read as moves, so that the error is about moves.
            (None, false) => detect(&input.bytes, None).unwrap_or(Format::MoveList),
        };
        if format == Format::MoveList && spec.is_none() && !has_tags(&input.bytes) {
            if !is_file && from.is_none() && is_name(text) && detect(&input.bytes, None).is_none() {
                return Err(missing());
            }
            return Err(
                Fail::usage(tr!(lang, GameNeeded, source = short(text))).help(tr!(lang, GameNeededHelp))
            );
        }
        Ok((input, format))
    }

    /// Text of the command line, under a name for messages.
    fn text(name: String, bytes: &[u8]) -> Input {
        Input { name, path: PathBuf::new(), bytes: bytes.to_vec() }
    }

    /// The format named, or else detected from the bytes and the name.
    pub(crate) fn format(&self, named: Option<&str>, lang: Lang) -> Result<Format, Fail> {
        match named {
            Some(word) => format_named(word, lang),
            None => detect(&self.bytes, Some(&self.name)).ok_or_else(|| {
                Fail::input(tr!(lang, NoFormat, file = self.name)).help(tr!(
                    lang,
                    NoFormatHelp,
                    known = format!("--from {}", lang.formats())
                ))
            }),
        }
    }

    /// The same options, with the names of players and tournaments from the files beside this one (WTHOR).
    pub(crate) fn named(
        &self,
        format: Format,
        options: &ReadOptions,
        lang: Lang,
    ) -> Result<ReadOptions, Fail> {
        let mut options = options.clone();
        if format == Format::Wthor && self.name != "-" {
            let names = Names::beside(&self.path).map_err(|e| {
                let file = format!("{} (JOU, TRN)", self.name);
                Fail::input(tr!(lang, CannotRead, file = file, why = io_error(&e, lang)))
            })?;
            options.names = names.map(Arc::new);
        }
        Ok(options)
    }

    /// Every record.
    pub(crate) fn records(
        &self,
        format: Format,
        options: &ReadOptions,
        lang: Lang,
    ) -> Result<ReadOutput, Fail> {
        let options = &self.named(format, options, lang)?;
        format.read(&self.bytes, options).map_err(|e| self.read_error(&e, options, lang))
    }

    /// An error of a reader, with the line that it is about.
    pub(crate) fn read_error(&self, error: &ReadError, options: &ReadOptions, lang: Lang) -> Fail {
        let place = tr!(lang, AtPlace, file = self.name, place = lang.place(error.at));
        let what = lang.read_error(error);
        let read_as = lang.aside(tr!(lang, ReadAs, format = lang.format_name(error.format)));
        let fail = Fail::input(place + lang.colon() + &what + &read_as).show(self.line_at(error));
        if self.path.as_os_str().is_empty() && error.at.offset == 0 && is_name(&self.name) {
            return fail.help(tr!(lang, NoFileEither, file = self.name));
        }
        if options.lenient { fail } else { fail.help(tr!(lang, LenientHelp)) }
    }

    /// The line of an error with a caret under the place, cut to a width that a terminal has.
    fn line_at(&self, error: &ReadError) -> Option<String> {
        let (line, _) = error.at.line_column?;
        let at = usize::try_from(error.at.offset).ok()?.min(self.bytes.len());
        let is_end = |b: &u8| matches!(b, b'\n' | b'\r');
        let start = self.bytes[..at].iter().rposition(&is_end).map_or(0, |i| i + 1);
        let end = self.bytes[at..].iter().position(is_end).map_or(self.bytes.len(), |i| at + i);
        let from = start.max(at.saturating_sub(40));
        let to = end.min(at + 36);
        let show = |bytes: &[u8]| -> String {
            String::from_utf8_lossy(bytes).chars().map(|c| if c.is_control() { '·' } else { c }).collect()
        };
        let before = show(&self.bytes[from..at]);
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        let (cut_left, cut_right) = (if from > start { "…" } else { "" }, if to < end { "…" } else { "" });
        let width = unicode_width::UnicodeWidthStr::width(before.as_str()) + cut_left.chars().count();
        Some(format!(
            "{gutter} |\n{number} | {cut_left}{before}{}{cut_right}\n{gutter} | {}^",
            show(&self.bytes[at..to]),
            " ".repeat(width),
        ))
    }
}

/// What went wrong with a file, translated where it is a usual error.
pub(crate) fn io_error(error: &std::io::Error, lang: Lang) -> String {
    lang.file_error(error.kind(), &error.to_string())
}

/// A file that cannot be read.
pub(crate) fn unread(path: &Path, error: &std::io::Error, lang: Lang) -> Fail {
    Fail::input(tr!(lang, CannotRead, file = path.display(), why = file_error(error, path, lang)))
}

/// A named input with nothing in it.
pub(crate) fn empty(path: &Path, lang: Lang) -> Fail {
    let file = if path == Path::new("-") { tr!(lang, StandardInput) } else { path.display().to_string() };
    Fail::input(tr!(lang, InputEmpty, file = file))
}

/// True if both paths lead to one file, by whatever names and links.
pub(crate) fn same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if let (Ok(one), Ok(other)) = (one.metadata(), other.metadata()) {
            return one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino());
        }
    }
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// As [`io_error`], with a folder that is missing called a folder.
pub(crate) fn file_error(error: &std::io::Error, path: &Path, lang: Lang) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if error.kind() == std::io::ErrorKind::NotFound && !folder.is_dir() => {
            let folder = folder.display();
            lang.pick(
                format!("there is no folder {folder}"),
                format!("没有文件夹 {folder}"),
                format!("フォルダー{folder}がありません"),
            )
        }
        _ => io_error(error, lang),
    }
}

/// A format to read, by its name.
pub(crate) fn format_named(word: &str, lang: Lang) -> Result<Format, Fail> {
    word.parse().map_err(|_| {
        Fail::usage(tr!(lang, NoFormat, file = word)).help(tr!(lang, NoFormatHelp, known = lang.formats()))
    })
}

/// A format to write, by its name.
pub(crate) fn written_format_named(word: &str, lang: Lang) -> Result<Format, Fail> {
    format_named(word, lang)
        .map_err(|fail| fail.help(tr!(lang, NoFormatHelp, known = lang.written_formats())))
}

/// The format that a file's ending names.
pub(crate) fn format_of_name(path: &Path) -> Option<Format> {
    path.extension()?.to_str()?.parse().ok()
}

/// Whether a word is meant as a file although there is none: it has a folder or a known ending.
fn looks_like_a_file(word: &str) -> bool {
    word.contains(['/', '\\']) || format_of_name(Path::new(word)).is_some()
}

/// Whether a word could be the name of a file, and is no move such as `h8` or `zz99`.
fn is_name(word: &str) -> bool {
    let letters = word.chars().take_while(|c| c.is_alphabetic()).count();
    let is_move = letters <= 2 && word.chars().skip(letters).all(|c| c.is_ascii_digit());
    !word.contains(char::is_whitespace) && word.chars().any(char::is_alphabetic) && !is_move
}

/// The record and position that the arguments ask for.
pub(crate) fn load(args: &SourceArgs, lang: Lang) -> Result<Loaded, Fail> {
    let SourceArgs { position: args, from } = args;
    let spec = args.game.spec(lang)?;
    let Some(source) = &args.source else {
        let Some(spec) = spec else {
            return Err(Fail::usage(tr!(lang, GameNotNamed)).help(tr!(lang, GameNeededHelp)));
        };
        let record = Record::new(spec);
        return at_move(record, args, false, Vec::new(), lang);
    };
    let (input, format) = Input::source(source, from.as_deref(), spec.as_ref(), lang)?;
    let options = ReadOptions { lenient: args.lenient, spec, ..ReadOptions::default() };
    let (mut record, mut warnings) = nth_record(&input, format, &options, args.record, lang)?;
    warnings.extend(args.game.obey(&mut record, lang)?);
    // The moves of an OBF line are the choices in its position, with their values.
    let mut loaded = at_move(record, args, format == Format::Obf, warnings, lang)?;
    loaded.warnings.extend(counted_by(&loaded, lang));
    Ok(loaded)
}

/// Which rules count a finished game of Go whose file names none.
fn counted_by(loaded: &Loaded, lang: Lang) -> Option<String> {
    let Loaded { record, position, .. } = loaded;
    let is_counted = position.is_over() && record.spec.has(Feature::Territory);
    // The reader leaves a property without values where the file has none.
    let root = &record.tree.node(Tree::ROOT).extra;
    let unstated = root.iter().any(|property| property.ident == "RU" && property.values.is_empty());
    (is_counted && unstated).then(|| tr!(lang, RulesUnstated, rules = lang.rules_name(&record.spec)))
}

/// The record with this number, from 1, and what the reader skipped.
fn nth_record(
    input: &Input,
    format: Format,
    options: &ReadOptions,
    number: usize,
    lang: Lang,
) -> Result<(Record, Vec<String>), Fail> {
    let mut count = 0;
    let options = &input.named(format, options, lang)?;
    for item in tengen_records::games(format, input.bytes.as_slice(), options) {
        let item = item.map_err(|e| input.read_error(&e, options, lang))?;
        count += 1;
        if count == number {
            let name = |w: tengen_records::Warning| {
                let place = tr!(lang, AtPlace, file = input.name, place = lang.place(w.at));
                place + lang.colon() + &lang.warning(&w)
            };
            return Ok((item.record, item.warnings.into_iter().map(name).collect()));
        }
    }
    Err(match count {
        0 => Fail::input(tr!(lang, NoRecords, file = input.name)),
        _ => Fail::usage(tr!(lang, NoSuchRecord, file = input.name, count = count, wanted = number)),
    })
}

/// The position that `args` names; without a name the last of the main line, or the first if `at_start`.
fn at_move(
    record: Record,
    args: &PositionArgs,
    at_start: bool,
    mut warnings: Vec<String>,
    lang: Lang,
) -> Result<Loaded, Fail> {
    let node = match args.at {
        None if at_start => Tree::ROOT,
        None => record.tree.main_line().last().unwrap_or(Tree::ROOT),
        Some(wanted) => node_of_move(&record, wanted)
            .map_err(|count| Fail::usage(tr!(lang, NoSuchMove, count = count, wanted = wanted)))?,
    };
    let replay = match record.replay_to(node) {
        Ok(replay) => replay,
        Err(error) => {
            let text = lang.violation(&error.violation.kind);
            if !args.lenient {
                return Err(Fail::input(text).help(tr!(lang, LenientHelp)));
            }
            warnings.push(text);
            error.into_reached()
        }
    };
    Ok(Loaded { record, node: replay.node, position: replay.position, warnings })
}

/// The node of the main line after this many moves, or how many there are.
fn node_of_move(record: &Record, wanted: usize) -> Result<NodeId, usize> {
    let mut count = 0;
    let mut last = Tree::ROOT;
    for id in record.tree.main_line() {
        let is_move = record.tree.node(id).mv.is_some();
        if is_move && count == wanted {
            return Ok(last);
        }
        count += usize::from(is_move);
        last = id;
    }
    if count == wanted { Ok(last) } else { Err(count) }
}

/// A text as a message repeats it: at most 40 characters.
pub(crate) fn short(text: &str) -> String {
    if text.chars().count() <= 40 { text.into() } else { text.chars().take(39).chain(['…']).collect() }
}

/// The position after a list of moves from the start of a game.
pub(crate) fn position_after(spec: &GameSpec, moves: Option<&str>, lang: Lang) -> Result<AnyPosition, Fail> {
    let Some(moves) = moves else { return Ok(AnyPosition::new(spec)) };
    let input = Input::text(short(moves), moves.as_bytes());
    let options = ReadOptions { spec: Some(spec.clone()), ..ReadOptions::default() };
    // There is no --lenient for these moves.
    let read = nth_record(&input, Format::MoveList, &options, 1, lang);
    let (record, _) = read.map_err(Fail::without_help)?;
    let replay = record.replay();
    replay.map(|replay| replay.position).map_err(|e| Fail::input(lang.violation(&e.violation.kind)))
}
