//! `tengen book`: opening books for Othello.

use crate::book_file::{edax_error, graph_error, input_book, journal_error, unusable};
use crate::cli::{BookArgs, BookCommand, BookGame, DeviateBookArgs, GrowArgs, MakeBookArgs, ShowBookArgs};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, tr};
use crate::input::{position_after, unread};
use crate::output::{unwritten, write_file};
use crate::{Context, interrupt, terminal};
use serde_json::json;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use tengen_games::othello::{Board, Rules};
use tengen_games::{AnyPosition, Game as _, GameSpec, Move};
use tengen_othello::book::{
    BookError, BookMove, Deviation, Discs, EngineSearch, Graph, GrowError, Growth, GrowthProgress, Journal,
    PASS, SelfPlay, Settings, edax,
};

/// While a book grows it is written this often; the searches since then are in its journal.
const WRITE_EVERY: Duration = Duration::from_secs(600);

pub(crate) fn run(args: BookArgs, context: Context) -> Result<u8, Fail> {
    let BookGame::Othello = args.of;
    match args.what {
        BookCommand::Make(args) => make(&args, context),
        BookCommand::Deviate(args) => deviate(&args, context),
        BookCommand::Show(args) => show(&args, context.lang),
        BookCommand::Check { file } => check(&file, context.lang),
        BookCommand::Import { file, output } => import(&file, &output, context.lang),
        BookCommand::Export { file, output } => export(&file, &output, context.lang),
    }
}

fn make(args: &MakeBookArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let usual = Settings::default();
    let settings = Settings {
        depth: args.depth.unwrap_or(usual.depth),
        solve: args.solve.unwrap_or(usual.solve),
        empties: args.empties.unwrap_or(usual.empties),
        ..usual
    };
    let graph = if args.grow.file.exists() {
        let graph = load(&args.grow.file, lang)?;
        let has = graph.settings();
        let options = [
            ("--depth", args.depth, has.depth),
            ("--solve", args.solve, has.solve),
            ("--empties", args.empties, has.empties),
        ];
        for (option, wanted, found) in options {
            if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
                return Err(Fail::usage(tr!(
                    lang,
                    BookSetting,
                    option = option,
                    found = found,
                    wanted = wanted
                )));
            }
        }
        graph
    } else {
        Graph::new(settings)
    };
    let from = begin(&args.grow, graph.settings(), lang)?;
    let options =
        SelfPlay { from, positions: args.grow.positions, randomness: args.randomness, seed: args.seed };
    grow(&args.grow, graph, context, &mut |growth| growth.self_play(&options))
}

fn deviate(args: &DeviateBookArgs, context: Context) -> Result<u8, Fail> {
    let graph = load(&args.grow.file, context.lang)?;
    let from = begin(&args.grow, graph.settings(), context.lang)?;
    let options = Deviation { from, positions: args.grow.positions, error: args.error, range: args.range };
    grow(&args.grow, graph, context, &mut |growth| growth.deviate(&options))
}

/// Loads a book and checks all of it.
fn load(file: &Path, lang: Lang) -> Result<Graph, Fail> {
    let book = input_book(file, lang)?;
    Graph::load(&book).map_err(|error| unusable(file, graph_error(&error, lang), lang))
}

/// The position after moves from the start.
fn position(moves: Option<&str>, lang: Lang) -> Result<(AnyPosition, Board<u64>), Fail> {
    let position = position_after(&GameSpec::Othello(Rules::STANDARD), moves, lang)?;
    let board = match &position {
        AnyPosition::Othello(position) => position.narrow(),
        _ => None,
    };
    let board = board.ok_or_else(|| Fail::input(tr!(lang, BookNotHere)))?;
    Ok((position, board))
}

/// The position in which a run begins. A book has positions with so many empties only.
fn begin(args: &GrowArgs, settings: Settings, lang: Lang) -> Result<Discs, Fail> {
    let (position, board) = position(args.moves.as_deref(), lang)?;
    let discs = Discs::from(&board);
    if position.is_over() {
        return Err(Fail::usage(tr!(lang, BookNotOver)));
    }
    if discs.empties() < u32::from(settings.empties) {
        return Err(Fail::usage(tr!(lang, BookTooLate, least = settings.empties, found = discs.empties())));
    }
    Ok(discs)
}

/// The journal of a growing book: the file beside it that has the searches since the book was last written.
struct JournalFile {
    path: PathBuf,
    file: File,
}

impl JournalFile {
    /// Opens or makes the journal, for this program alone, and reads the searches of a run that was cut off.
    fn open(book: &Path, settings: Settings, lang: Lang) -> Result<(JournalFile, Journal), Fail> {
        let mut path = book.as_os_str().to_owned();
        path.push(".journal");
        let path = PathBuf::from(path);
        let failed = |e: io::Error| unwritten(&path, &e, lang);
        let mut open = File::options();
        let open = open.read(true).write(true).create(true).truncate(false);
        let mut file = open.open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(Fail::output(tr!(lang, BookBusy, file = book.display())));
            }
            Err(std::fs::TryLockError::Error(e)) => return Err(failed(e)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (journal, whole) = Journal::read(&bytes, settings).map_err(|error| {
            let help = tr!(lang, BookJournalHelp, file = path.display());
            unusable(&path, journal_error(&error, lang), lang).help(help)
        })?;
        let mut opened = JournalFile { path: path.clone(), file };
        if whole == 0 {
            opened.restart(settings).map_err(failed)?;
        } else {
            opened.cut(whole as u64).map_err(failed)?;
        }
        Ok((opened, journal))
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(io::SeekFrom::Start(length)).map(drop)
    }

    /// Begins again without searches.
    fn restart(&mut self, settings: Settings) -> io::Result<()> {
        self.cut(0)?;
        self.file.write_all(&Journal::header(settings))
    }

    fn append(&mut self, record: &[u8]) -> io::Result<()> {
        self.file.write_all(record)?;
        self.file.sync_data()
    }
}

/// Writes a book, whole or not at all, and waits until it is on the disk.
fn write(graph: &Graph, file: &Path, lang: Lang) -> Result<(), Fail> {
    write_file(file, &graph.to_bytes(), lang)?;
    let synced = File::open(file).and_then(|file| file.sync_all());
    synced.map_err(|e| unwritten(file, &e, lang))
}

/// Runs what makes a book grow, with its journal, its progress and its end.
fn grow(
    args: &GrowArgs,
    graph: Graph,
    context: Context,
    run: &mut dyn FnMut(&mut Growth<'_>) -> Result<(), GrowError>,
) -> Result<u8, Fail> {
    let lang = context.lang;
    let settings = graph.settings();
    let (journal_file, journal) = JournalFile::open(&args.file, settings, lang)?;
    let journal_file = std::cell::RefCell::new(journal_file);
    if !journal.is_empty() {
        context.note(Msg::Note, tr!(lang, BookResumed, count = journal.len()));
    }
    let stop = interrupt::stop();
    let bar = terminal::progress(args.positions as u64, String::new());
    let mut written = Instant::now();
    let mut failed = None;
    let mut on_round = |graph: &Graph, progress: GrowthProgress| {
        bar.set_position(progress.positions as u64);
        bar.set_message(progress_text(progress, lang));
        if written.elapsed() >= WRITE_EVERY {
            if let Err(fail) = write(graph, &args.file, lang) {
                failed = Some(fail);
                return Err(io::Error::other("the book"));
            }
            journal_file.borrow_mut().restart(settings)?;
            written = Instant::now();
        }
        Ok(())
    };
    let mut keep = |record: &[u8]| journal_file.borrow_mut().append(record);
    let mut search = EngineSearch::new(settings, args.threads, &stop);
    let mut growth = Growth::new(graph, &mut search, journal, &mut keep, &mut on_round);
    let ended = run(&mut growth);
    let progress = growth.progress();
    let graph = growth.into_graph();
    bar.finish_and_clear();
    let stopped = match ended {
        Ok(()) => false,
        Err(GrowError::Stopped) => true,
        Err(GrowError::Io(error)) => {
            let path = journal_file.borrow().path.clone();
            return Err(failed.unwrap_or_else(|| unwritten(&path, &error, lang)));
        }
        Err(GrowError::NotInBook) => {
            let journal_file = journal_file.into_inner();
            let _ = std::fs::remove_file(&journal_file.path);
            return Err(Fail::usage(tr!(lang, BookNotHere)));
        }
        Err(other) => return Err(Fail::output(other)),
    };
    write(&graph, &args.file, lang)?;
    let journal_file = journal_file.into_inner();
    std::fs::remove_file(&journal_file.path).map_err(|e| unwritten(&journal_file.path, &e, lang))?;
    let (positions, links, searches) = (graph.len(), graph.links(), progress.searches);
    let line = tr!(lang, BookGrown, positions = positions, links = links, searches = searches);
    writeln!(io::stdout().lock(), "{line}")?;
    if stopped { Err(Fail::interrupted(tr!(lang, Interrupted))) } else { Ok(code::OK) }
}

fn progress_text(progress: GrowthProgress, lang: Lang) -> String {
    let missing = match progress.missing {
        Some(count) => tr!(lang, BookMissing, count = count),
        None => String::new(),
    };
    let (positions, searches) = (progress.positions, progress.searches);
    let text = tr!(lang, BookGrowing, positions = positions, searches = searches, missing = missing);
    text.trim_end_matches([' ', ',', '，']).to_owned()
}

/// A value in discs, with its sign.
fn discs(value: i16) -> String {
    format!("{:+.2}", f32::from(value) / 100.0)
}

fn show(args: &ShowBookArgs, lang: Lang) -> Result<u8, Fail> {
    let book = input_book(&args.file, lang)?;
    let spoilt = |error: BookError| unusable(&args.file, lang.book_error(&error), lang);
    let (position, board) = position(args.moves.as_deref(), lang)?;
    let moves = book.moves(&board).map_err(spoilt)?;
    let entry = book.find(Discs::from(&board)).map_err(spoilt)?;
    let Settings { depth, solve, empties, .. } = book.settings();
    let name = |mv: u8| {
        let mv = if mv == PASS { Move::Pass } else { Move::Place(Board::<u64>::point(mv.into())) };
        position.format_move(mv)
    };
    let mut out = io::stdout().lock();
    if args.json {
        let one = |found: &BookMove| {
            json!({
                "move": name(found.mv), "value": f64::from(found.value) / 100.0, "exact": found.exact,
                "in_book": found.is_link,
            })
        };
        let moves = moves.as_ref().map(|moves| moves.iter().map(one).collect::<Vec<_>>());
        let value = entry.map(|entry| f64::from(entry.value) / 100.0);
        let (positions, level) = (book.len(), entry.map(|entry| entry.level));
        let json = json!({
            "positions": positions, "depth": depth, "solve": solve, "empties": empties, "value": value,
            "level": level, "moves": moves,
        });
        writeln!(out, "{json:#}")?;
    } else {
        let positions = book.len();
        writeln!(
            out,
            "{}",
            tr!(lang, BookSummary, positions = positions, depth = depth, solve = solve, empties = empties)
        )?;
        match (&moves, entry) {
            (Some(moves), Some(entry)) => {
                writeln!(out, "{}", tr!(lang, BookValue, value = discs(entry.value)))?;
                for found in moves {
                    let kind = if found.is_link { tr!(lang, BookLink) } else { tr!(lang, BookLeaf) };
                    let exact =
                        if found.exact { format!(", {}", tr!(lang, BookExact)) } else { String::new() };
                    writeln!(out, "  {:<4} {:>7}  {kind}{exact}", name(found.mv), discs(found.value))?;
                }
            }
            _ => writeln!(out, "{}", tr!(lang, BookNotHere))?,
        }
    }
    Ok(if moves.is_some() { code::OK } else { code::NEGATIVE })
}

fn check(file: &Path, lang: Lang) -> Result<u8, Fail> {
    let graph = load(file, lang)?;
    writeln!(
        io::stdout().lock(),
        "{}",
        tr!(lang, BookSound, positions = graph.len(), links = graph.links())
    )?;
    Ok(code::OK)
}

/// Refuses an output that is the input.
fn check_other(file: &Path, output: &Path, lang: Lang) -> Result<(), Fail> {
    let same = match (file.canonicalize(), output.canonicalize()) {
        (Ok(file), Ok(output)) => file == output,
        _ => false,
    };
    if same {
        let fail = Fail::usage(tr!(lang, SameFile, file = output.display()));
        return Err(fail.help(tr!(lang, SameFileHelp)));
    }
    Ok(())
}

fn import(file: &Path, output: &Path, lang: Lang) -> Result<u8, Fail> {
    check_other(file, output, lang)?;
    let bytes = std::fs::read(file).map_err(|e| unread(file, &e, lang))?;
    let imported = edax::import(&bytes).map_err(|error| unusable(file, edax_error(&error, lang), lang))?;
    write(&imported.graph, output, lang)?;
    let edax::Imported { graph, links_added: added, links_dropped: dropped, values_changed: changed } =
        imported;
    let positions = graph.len();
    let line =
        tr!(lang, BookImported, positions = positions, added = added, dropped = dropped, changed = changed);
    writeln!(io::stdout().lock(), "{line}")?;
    Ok(code::OK)
}

fn export(file: &Path, output: &Path, lang: Lang) -> Result<u8, Fail> {
    check_other(file, output, lang)?;
    let graph = load(file, lang)?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |age| age.as_secs());
    write_file(output, &edax::export(&graph, now), lang)?;
    writeln!(io::stdout().lock(), "{}", tr!(lang, BookExported, positions = graph.len()))?;
    Ok(code::OK)
}
