//! `tengen replay`: stepping through records, and checking them by the rules.

use crate::cli::ReplayArgs;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Say as _, tr};
use crate::input::{self, file_error};
use crate::options::GameArgs;
use crate::{Context, interrupt, play, terminal};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, StdoutLock, Write};
use std::path::{Path, PathBuf};
use tengen_batch::source::is_hidden;
use tengen_games::{AnyPosition, Feature, Game};
use tengen_records::movelist::has_tags;
use tengen_records::{
    Format, ReadError, ReadItem, ReadOptions, Record, WarningKind, detect, detect_strictly, games,
};

pub(crate) fn run(args: ReplayArgs, context: Context) -> Result<u8, Fail> {
    let spec = args.game.spec(context.lang)?;
    let from = args.from.as_deref().map(|word| input::format_named(word, context.lang)).transpose()?;
    if args.check {
        let checker = Checker {
            // A record that cannot be read does not end the file: it is an exception, and the next one follows.
            options: ReadOptions { spec, ..ReadOptions::lenient() },
            lenient: args.lenient,
            from,
            game: args.game,
            noted: false,
            context,
            several: args.paths.len() > 1,
            bar: terminal::progress(0, tr!(context.lang, Checking)),
            out: std::io::stdout().lock(),
            count: Count::default(),
        };
        return checker.run(&args.paths);
    }
    play::step::run(&args, spec, from, context)
}

#[derive(Default)]
struct Count {
    games: u64,
    moves: u64,
    exceptions: u64,
    skipped: u64,
}

struct Checker {
    options: ReadOptions,
    /// True to check what is readable of a damaged record too.
    lenient: bool,
    from: Option<Format>,
    /// The rules that the options name.
    game: GameArgs,
    /// True once it was noted that they differ from those of a record.
    noted: bool,
    context: Context,
    /// True if there are several: then one that cannot be read is reported, and the others follow.
    several: bool,
    bar: ProgressBar,
    out: StdoutLock<'static>,
    count: Count,
}

impl Checker {
    fn run(mut self, paths: &[PathBuf]) -> Result<u8, Fail> {
        let lang = self.context.lang;
        let stop = interrupt::stop();
        for path in paths {
            if path.is_dir() {
                self.folder(path)?;
            } else {
                self.file(path, true)?;
            }
            if stop.is_raised() {
                break;
            }
        }
        self.bar.finish_and_clear();
        if self.count.skipped > 0 {
            let folder = paths.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", ");
            self.context.note(
                crate::i18n::Msg::Note,
                tr!(lang, SkippedFiles, count = self.count.skipped, folder = folder),
            );
        }
        // The last line is for scripts and therefore the same in every language.
        let Count { games, moves, exceptions, .. } = self.count;
        let total =
            [("games", &games as &dyn std::fmt::Display), ("moves", &moves), ("exceptions", &exceptions)];
        writeln!(self.out, "{}", crate::i18n::Say::say(Lang::English, crate::i18n::Msg::CheckTotal, &total))?;
        self.out.flush()?;
        if stop.is_raised() {
            return Err(Fail::interrupted(tr!(lang, InterruptedKept)));
        }
        Ok(if exceptions > 0 { code::NEGATIVE } else { code::OK })
    }

    /// Every file below a folder, in the order of their names. Links are not followed, so that there is an end.
    fn folder(&mut self, folder: &Path) -> Result<(), Fail> {
        let mut waiting = vec![folder.to_path_buf()];
        while let Some(path) = waiting.pop() {
            if interrupt::stop().is_raised() {
                break;
            }
            let Ok(kind) = path.symlink_metadata().map(|m| m.file_type()) else { continue };
            if kind.is_dir() || path == folder {
                match std::fs::read_dir(&path) {
                    Ok(entries) => {
                        let mut inside: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
                        inside.sort_unstable_by(|a, b| b.cmp(a));
                        waiting.extend(inside);
                    }
                    Err(e) => self.exception(&path, None, &file_error(&e, &path, self.context.lang))?,
                }
            } else if kind.is_file() {
                self.file(&path, false)?;
            }
        }
        Ok(())
    }

    /// Every record of a file, or of standard input for `-`. A file that was `named` must be a record; one found in a
    /// folder may be something else.
    fn file(&mut self, path: &Path, named: bool) -> Result<(), Fail> {
        let lang = self.context.lang;
        let opened: std::io::Result<Box<dyn Read>> = if path == Path::new("-") {
            Ok(Box::new(std::io::stdin()))
        } else {
            File::open(path).map(|file| Box::new(file) as Box<dyn Read>)
        };
        let mut reader = match opened {
            Ok(source) => BufReader::with_capacity(1 << 16, source),
            Err(e) => {
                let why = file_error(&e, path, lang);
                if named && !self.several {
                    return Err(Fail::input(tr!(lang, CannotRead, file = path.display(), why = why)));
                }
                return self.exception(path, None, &why);
            }
        };
        let name = path.to_string_lossy();
        let head = reader.fill_buf().unwrap_or_default();
        let format = match (self.from, named) {
            (Some(format), _) => Some(format),
            (None, true) => detect(head, Some(&name)),
            (None, false) => detect_strictly(head, &name),
        };
        if named && head.trim_ascii().is_empty() {
            let fail = input::empty(path, lang).help(tr!(lang, InputEmptyHelp));
            return if self.several { self.exception(path, None, &fail.what) } else { Err(fail) };
        }
        let names_game = self.options.spec.is_some() || has_tags(head);
        if named && !self.several && format == Some(Format::MoveList) && !names_game {
            let fail = Fail::usage(tr!(lang, GameNeeded, source = path.display()));
            return Err(fail.help(tr!(lang, GameNeededHelp)));
        }
        let Some(format) = format.filter(|&f| f != Format::MoveList || names_game) else {
            if named && self.several {
                return self.exception(path, None, &tr!(lang, UnknownFormat));
            }
            if named {
                let known = tr!(lang, NoFormatHelp, known = format!("--from {}", lang.formats()));
                return Err(Fail::input(tr!(lang, NoFormat, file = path.display())).help(known));
            }
            self.count.skipped += u64::from(!is_hidden(path));
            return Ok(());
        };
        let options = self.options.clone();
        for (i, item) in games(format, reader, &options).enumerate() {
            match item {
                Ok(item) => self.item(path, i, format, &item)?,
                Err(e) => {
                    let what = lang.read_error(&e);
                    self.exception(path, Some(i), &(lang.place(e.at) + lang.colon() + &what))?;
                }
            }
            self.bar.set_position(self.count.games);
            if interrupt::stop().is_raised() {
                break;
            }
        }
        Ok(())
    }

    /// A record as it was read. What its reader left out is an exception, or only named when lenient.
    fn item(&mut self, path: &Path, index: usize, format: Format, item: &ReadItem) -> Result<(), Fail> {
        let lang = self.context.lang;
        let mut is_damaged = false;
        for warning in item.warnings.iter().filter(|warning| warning.refused) {
            let WarningKind::Fault { expected, found, .. } = &warning.kind else { continue };
            let error = ReadError::new(format, warning.at, expected.clone(), found.clone());
            let what = lang.place(warning.at) + lang.colon() + &lang.read_error(&error);
            if self.lenient {
                let what = self.named(path, Some(index), &what);
                self.bar.suspend(|| self.context.warn(what));
            } else {
                is_damaged = true;
                self.exception(path, Some(index), &what)?;
            }
        }
        if is_damaged { Ok(()) } else { self.record(path, index, &item.record) }
    }

    fn record(&mut self, path: &Path, index: usize, record: &Record) -> Result<(), Fail> {
        let lang = self.context.lang;
        self.count.games += 1;
        let mut asked = None;
        if !self.game.rules.is_empty() {
            let mut other = record.clone();
            // A record of another game is checked by its own rules: there may be several games.
            if let Ok(Some(note)) = self.game.obey(&mut other, lang) {
                if !std::mem::replace(&mut self.noted, true) {
                    self.bar.suspend(|| self.context.note(crate::i18n::Msg::Note, note));
                }
                asked = Some(other);
            }
        }
        let record = asked.as_ref().unwrap_or(record);
        let mut faults = Vec::new();
        let mut differs = None;
        let end = record.tree.main_line().last();
        let (_, moves) = record.walk(|node, at| match at {
            Err(violation) => {
                let (moves, fault) = (violation.number - 1, lang.violation(&violation.kind));
                faults.push(tr!(lang, FaultAt, moves = moves, fault = fault));
            }
            Ok(position) if Some(node) == end => differs = result_differs(record, position),
            Ok(_) => {}
        });
        self.count.moves += moves as u64;
        for fault in faults {
            self.exception(path, Some(index), &fault)?;
        }
        if let Some((said, found)) = differs {
            self.exception(path, Some(index), &tr!(lang, ResultDiffers, said = said, found = found))?;
        }
        Ok(())
    }

    fn exception(&mut self, path: &Path, index: Option<usize>, what: &str) -> Result<(), Fail> {
        self.count.exceptions += 1;
        let line = self.named(path, index, what) + "\n";
        let out = &mut self.out;
        self.bar.suspend(|| out.write_all(line.as_bytes()))?;
        Ok(())
    }

    /// `games.sgf: record 2: ` and what is wrong there.
    fn named(&self, path: &Path, index: Option<usize>, what: &str) -> String {
        let lang = self.context.lang;
        let colon = lang.colon();
        let record = index.map(|i| tr!(lang, RecordNumber, number = i + 1) + colon);
        format!("{}{colon}{}{what}", path.display(), record.unwrap_or_default())
    }
}

/// The record's result and the board's, where both are certain and differ: a line of five, a count of discs. Where
/// territory is counted the board does not show which stones are dead, so nothing is certain.
fn result_differs(record: &Record, end: &AnyPosition) -> Option<(String, String)> {
    let said = record.header.result.as_deref()?.trim();
    let outcome = end.outcome()?;
    if record.spec.has(Feature::Territory) {
        return None;
    }
    let found = outcome.sgf_text();
    let (winner, margin) = said.split_once('+').unwrap_or((said, ""));
    let number = |text: &str| text.trim().parse::<f32>().ok();
    let agrees = match (winner.trim(), found.split_once('+')) {
        ("0" | "Draw" | "draw", None) => true,
        ("0" | "Draw" | "draw", Some(_)) | ("B" | "W", None) => false,
        ("B" | "W", Some((who, by))) => {
            who == winner.trim()
                && match (number(margin), number(by)) {
                    (Some(said), Some(found)) => said == found,
                    // Resigned, on time, by five: only the winner can be compared.
                    _ => true,
                }
        }
        // Void, unknown, or words of another kind.
        _ => true,
    };
    (!agrees).then(|| (said.chars().take(40).collect(), found))
}
