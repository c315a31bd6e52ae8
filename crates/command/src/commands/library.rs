//! `tengen library`: games kept in one file, found again by name and by position.

use crate::cli::{
    CheckArgs, Ended, ExportArgs, FindArgs, ImportArgs, LibraryArgs, LibraryCommand, ListArgs, Order,
    RecoverArgs, SelectArgs,
};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, tr};
use crate::input;
use crate::{Context, interrupt, terminal};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tengen_engine::Stop;
use tengen_games::{AnyPosition, Game, Move};
use tengen_library::{
    Error, FILE_NAME, GameId, GameQuery, GameResult, Import, ImportProblem, ImportProgress, ImportSource,
    Library, NextMove, PositionSearch, ProblemKind, RecoveryLoss, Sort, Summary, default_folder,
};
use tengen_records::WriteOptions;

/// Most problems of an import that are shown; JSON has all.
const SHOWN: usize = 20;

pub(crate) fn run(args: LibraryArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    check_dates(&args.what, lang)?;
    let may_be_new = matches!(args.what, LibraryCommand::Import(_) | LibraryCommand::Recover(_));
    let library = match &args.what {
        LibraryCommand::Recover(RecoverArgs { damaged, into: Some(file), .. }) => {
            check_damaged(damaged, lang)?;
            Library::open(file).map_err(|e| fail(e, lang))?
        }
        LibraryCommand::Recover(args_of) => {
            check_damaged(&args_of.damaged, lang)?;
            open(args.data, may_be_new, context)?
        }
        LibraryCommand::Import(import) => {
            // No library is made for files that are not there.
            if let Some(missing) = import.sources.iter().find(|path| !path.exists()) {
                let missing = input::unread(missing, &std::io::ErrorKind::NotFound.into(), lang);
                return Err(missing.help(tr!(lang, ImportHelp)));
            }
            open(args.data, may_be_new, context)?
        }
        _ => open(args.data, may_be_new, context)?,
    };
    if let Some(why) = library.read_only() {
        context.warn(tr!(lang, LibraryReadOnly, why = fail(why.clone(), lang).what));
    }
    match args.what {
        LibraryCommand::Recover(args) => recover(&library, &args, context),
        LibraryCommand::Import(args) => import(&library, args, context),
        LibraryCommand::List(args) => list(&library, &args, lang),
        LibraryCommand::Find(args) => find(&library, &args, true, lang),
        LibraryCommand::Stats(args) => find(&library, &args, false, lang),
        LibraryCommand::Export(args) => export(&library, &args, context),
        LibraryCommand::Check(args) => check(&library, &args, context),
        LibraryCommand::Backup { copy } => {
            library.backup(&copy).map_err(|e| fail(e, lang))?;
            println!("{}", tr!(lang, LibraryCopied, file = copy.display()));
            Ok(code::OK)
        }
    }
}

/// The library in the folder named, or in the user's own.
fn open(folder: Option<PathBuf>, may_be_new: bool, context: Context) -> Result<Library, Fail> {
    let lang = context.lang;
    let folder = folder.or_else(default_folder).ok_or_else(|| Fail::usage(tr!(lang, NoDataFolder)))?;
    // Only an import makes a library: a folder that is misspelt would otherwise become an empty one.
    let file = folder.join(FILE_NAME);
    if !may_be_new && !file.exists() {
        return Err(
            Fail::input(tr!(lang, NoLibrary, folder = folder.display())).help(tr!(lang, NoLibraryHelp))
        );
    }
    Library::open(file).map_err(|e| fail(e, lang))
}

/// Refuses a damaged library that is not there, before a new one is made.
fn check_damaged(damaged: &Path, lang: Lang) -> Result<(), Fail> {
    match File::open(damaged) {
        Ok(_) => Ok(()),
        Err(e) => Err(Fail::input(tr!(
            lang,
            CannotRead,
            file = damaged.display(),
            why = input::file_error(&e, damaged, lang)
        ))),
    }
}

fn recover(library: &Library, args: &RecoverArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let (bar, stop) = (terminal::progress(0, tr!(lang, LibraryReading)), interrupt::stop());
    let found = library.recover(&args.damaged, |done, total| {
        bar.set_length(total);
        bar.set_position(done);
        !stop.is_raised()
    });
    bar.finish_and_clear();
    let found = found.map_err(|e| fail(e, lang))?;
    if args.json {
        let losses = |list: &[RecoveryLoss]| -> Value {
            list.iter().map(|loss| json!({"game": loss.game, "what": loss.what})).collect()
        };
        let report = json!({
            "recovered": found.games.len(),
            "first": found.games.first(),
            "last": found.games.last(),
            "duplicates": found.duplicates,
            "incomplete": losses(&found.incomplete),
            "lost": losses(&found.lost),
        });
        println!("{report:#}");
    } else {
        let losses = found.lost.iter().chain(&found.incomplete);
        for RecoveryLoss { game, what } in losses.clone().take(SHOWN) {
            context.warn(tr!(lang, LibraryLoss, game = game, what = what));
        }
        let more = losses.count().saturating_sub(SHOWN);
        if more > 0 {
            context.note(Msg::Note, tr!(lang, AndMore, count = more));
        }
        let (games, duplicates) = (found.games.len(), found.duplicates);
        let (incomplete, lost) = (found.incomplete.len(), found.lost.len());
        println!(
            "{}",
            tr!(
                lang,
                LibraryRecovered,
                games = games,
                incomplete = incomplete,
                duplicates = duplicates,
                lost = lost
            )
        );
    }
    Ok(if found.lost.is_empty() && found.incomplete.is_empty() { code::OK } else { code::NEGATIVE })
}

/// Refuses dates that are none, before anything is searched.
fn check_dates(what: &LibraryCommand, lang: Lang) -> Result<(), Fail> {
    let select = match what {
        LibraryCommand::List(args) => &args.select,
        LibraryCommand::Export(args) => &args.select,
        _ => return Ok(()),
    };
    match [&select.since, &select.until].into_iter().flatten().find(|text| !is_date(text)) {
        Some(text) => Err(Fail::usage(tr!(lang, BadDate, text = text))),
        None => Ok(()),
    }
}

/// An error of the library, translated where it is a usual one.
pub(crate) fn fail(error: Error, lang: Lang) -> Fail {
    match &error {
        Error::Cancelled => Fail::interrupted(tr!(lang, LibraryCancelled)),
        Error::NoGame(game) => Fail::usage(tr!(lang, NoStoredGame, game = game)),
        Error::Write(e) => Fail::input(lang.write_error(e)),
        Error::Full => Fail::output(tr!(lang, DiskFull)),
        Error::Busy => Fail::input(tr!(lang, LibraryBusy)),
        Error::Damaged { path, what } => {
            Fail::input(tr!(lang, LibraryDamaged, file = path.display(), what = what))
                .help(tr!(lang, LibraryDamagedHelp))
        }
        Error::Newer { path, .. } => Fail::input(tr!(lang, LibraryNewer, file = path.display())),
        Error::Foreign { path } => Fail::input(tr!(lang, LibraryForeign, file = path.display())),
        other => Fail::input(other.text(lang)),
    }
}

/// Progress of an import on the terminal.
pub(crate) struct Shown {
    bar: ProgressBar,
    stop: Stop,
    lang: Lang,
    stage: u8,
}

impl Shown {
    pub(crate) fn new(context: Context) -> Shown {
        let bar = terminal::progress(0, String::new());
        Shown { bar, stop: interrupt::stop(), lang: context.lang, stage: 0 }
    }

    /// Shows the progress; returns whether to continue.
    pub(crate) fn tell(&mut self, progress: ImportProgress) -> bool {
        let (stage, done, total) = match progress {
            ImportProgress::Reading { games, .. } => (1, games, 0),
            ImportProgress::Storing { done, total } => (2, done, total),
            ImportProgress::Indexing { done, total } => (3, done, total),
        };
        if stage != self.stage {
            self.stage = stage;
            let what = match stage {
                1 => tr!(self.lang, LibraryReading),
                2 => tr!(self.lang, LibraryStoring),
                _ => tr!(self.lang, LibraryIndexing),
            };
            self.bar.finish_and_clear();
            self.bar = terminal::progress(total, what);
        }
        self.bar.set_position(done);
        !self.stop.is_raised()
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// What is wrong with a file or a game of an import.
fn problem_text(problem: &ImportProblem, lang: Lang) -> String {
    match &problem.kind {
        ProblemKind::NoRecord => tr!(lang, NoRecord),
        kind => kind.text(lang),
    }
}

fn import(library: &Library, args: ImportArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let import = Import {
        sources: args.sources.iter().map(ImportSource::path).collect(),
        format: args.from.as_deref().map(|word| input::format_named(word, lang)).transpose()?,
        spec: args.game.spec(lang)?,
        tags: args.tag,
        ..Import::default()
    };
    let mut shown = Shown::new(context);
    let imported = library.import(&import, |progress| shown.tell(progress));
    shown.clear();
    let imported = imported.map_err(|e| fail(e, lang))?;
    let problems = imported.problems.len() as u64 + imported.more_problems;
    if args.json {
        let place = |p: &tengen_library::ImportProblem| {
            json!({
                "file": p.file, "game": p.number, "what": p.kind.to_string(), "stored": p.stored,
                "line": p.at.and_then(|at| at.line_column).map(|(line, _)| line),
                "column": p.at.and_then(|at| at.line_column).map(|(_, column)| column),
                "offset": p.at.map(|at| at.offset),
            })
        };
        let same = |d: &tengen_library::Duplicate| json!({"file": d.file, "game": d.number, "same_as": d.game, "stored_as": d.stored});
        let report = json!({
            "imported": imported.games.len(),
            "first": imported.games.first(),
            "last": imported.games.last(),
            "files": imported.files,
            "read": imported.read,
            "duplicates": imported.duplicates.iter().map(same).collect::<Vec<_>>(),
            "problems": imported.problems.iter().map(place).collect::<Vec<_>>(),
            "more_problems": imported.more_problems,
            "indexed": imported.indexed,
        });
        println!("{report:#}");
    } else {
        for problem in imported.problems.iter().take(SHOWN) {
            let mut place = problem.file.clone();
            if let Some(number) = problem.number {
                place = format!("{place}, {}", tr!(lang, RecordNumber, number = number));
            }
            if let Some(at) = problem.at {
                place = tr!(lang, AtPlace, file = place, place = lang.place(at));
            }
            context.warn(format_args!("{place}: {}", problem_text(problem, lang)));
        }
        let more = problems.saturating_sub(SHOWN as u64);
        if more > 0 {
            context.note(Msg::Note, tr!(lang, AndMore, count = more));
        }
        for duplicate in imported.duplicates.iter().take(SHOWN) {
            let record = tr!(lang, RecordNumber, number = duplicate.number);
            let place = format!("{}, {record}", duplicate.file);
            let text = match duplicate.stored {
                None => tr!(lang, LibraryDuplicate, place = place, game = duplicate.game),
                Some(id) => tr!(lang, LibraryDuplicateStored, place = place, game = duplicate.game, id = id),
            };
            context.note(Msg::Note, text);
        }
        let duplicates = imported.duplicates.len();
        let more = duplicates.saturating_sub(SHOWN);
        if more > 0 {
            context.note(Msg::Note, tr!(lang, AndMore, count = more));
        }
        println!(
            "{}",
            tr!(
                lang,
                LibraryImported,
                games = imported.games.len(),
                files = imported.files,
                duplicates = duplicates,
                problems = problems
            )
        );
        if !imported.indexed {
            context.note(Msg::Note, tr!(lang, LibraryNotIndexed));
        }
    }
    Ok(if problems > 0 { code::NEGATIVE } else { code::OK })
}

/// The query that the options of `list` and `export` ask for.
fn query(args: &SelectArgs, lang: Lang) -> Result<GameQuery, Fail> {
    let outcome = args.result.map(|ended| match ended {
        Ended::Black => GameResult::Black,
        Ended::White => GameResult::White,
        Ended::Draw => GameResult::Draw,
        Ended::Unknown => GameResult::Unknown,
    });
    let query = GameQuery {
        player: args.player.clone(),
        outcome,
        from: args.since.clone(),
        to: args.until.clone(),
        tag: args.with_tag.clone(),
        text: args.text.clone(),
        deleted: args.deleted,
        sort: match args.sort {
            Order::Changed => Sort::Changed,
            Order::Newest => Sort::Newest,
            Order::Oldest => Sort::Oldest,
            Order::Date => Sort::Date,
            Order::Black => Sort::Black,
            Order::White => Sort::White,
            Order::Longest => Sort::Longest,
        },
        ..GameQuery::default()
    };
    match &args.game {
        None => Ok(query),
        Some(word) => query.with_game(word).map_err(|e| Fail::usage(lang.spec_error(&e))),
    }
}

/// True for a year, a month or a day of ISO 8601.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize, most: u32| {
        let fits = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
        fits && part.parse().is_ok_and(|n: u32| (1..=most).contains(&n))
    };
    match parts[..] {
        [year] => number(year, 4, 9999),
        [year, month] => number(year, 4, 9999) && number(month, 2, 12),
        [year, month, day] => number(year, 4, 9999) && number(month, 2, 12) && number(day, 2, 31),
        _ => false,
    }
}

fn list(library: &Library, args: &ListArgs, lang: Lang) -> Result<u8, Fail> {
    let query = GameQuery { page: args.page, per_page: args.limit.max(1), ..query(&args.select, lang)? };
    let page = library.search(&query).map_err(|e| fail(e, lang))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        let games: Vec<Value> = page.games.iter().map(summary_json).collect();
        writeln!(out, "{:#}", json!({"total": page.total, "page": page.page, "games": games}))?;
    } else {
        for game in &page.games {
            writeln!(out, "{}", summary_line(game, lang))?;
        }
        writeln!(out, "{}", total(page.total, page.games.len(), page.page, lang))?;
    }
    Ok(if page.total == 0 { code::NEGATIVE } else { code::OK })
}

/// `2 games`, and which page of them if there are more.
fn total(total: u64, shown: usize, page: u32, lang: Lang) -> String {
    let all = tr!(lang, LibraryTotal, count = total);
    if total == shown as u64 { all } else { format!("{all}, {}", tr!(lang, LibraryPage, page = page)) }
}

/// A game on one line: number, date, players, result, game, moves.
fn summary_line(game: &Summary, lang: Lang) -> String {
    let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".into());
    // Names come from files: a line of them stays a line.
    let clean = |text: String| -> String {
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(80).collect()
    };
    let mut line = format!(
        "{:>7}  {:10}  {} - {}  {}  {}, {}",
        game.id,
        clean(said(&game.date)),
        clean(said(&game.black)),
        clean(said(&game.white)),
        clean(said(&game.result)),
        lang.spec(&game.spec),
        tr!(lang, GameMoves, count = game.plies),
    );
    for text in [&game.event, &game.name].into_iter().flatten() {
        line = format!("{line}  {}", clean(text.clone()));
    }
    if !game.tags.is_empty() {
        line = format!("{line}  [{}]", clean(game.tags.join(", ")));
    }
    line
}

fn summary_json(game: &Summary) -> Value {
    json!({
        "id": game.id, "revision": game.revision, "game": game.spec.kind().name(), "rules": game.spec.rules_text(),
        "size": game.spec.size().to_string(), "black": game.black, "white": game.white, "result": game.result,
        "date": game.date, "event": game.event, "name": game.name, "tags": game.tags, "plies": game.plies,
    })
}

fn find(library: &Library, args: &FindArgs, games: bool, lang: Lang) -> Result<u8, Fail> {
    let position = input::load(&args.source, lang)?.position;
    let (page, limit) = if games { (args.page, args.limit.max(1)) } else { (1, 1) };
    let found = library.find_position(&position, page, limit).map_err(|e| fail(e, lang))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", found_json(&found, &position, games))?;
    } else if games {
        for game in &found.games {
            let place = tr!(lang, FoundAfter, count = game.ply);
            writeln!(out, "{}; {place}", summary_line(&game.summary, lang))?;
        }
        let all = tr!(lang, GamesHere, count = found.total);
        match found.total == found.games.len() as u64 {
            true => writeln!(out, "{all}")?,
            false => writeln!(out, "{all}, {}", tr!(lang, LibraryPage, page = page))?,
        }
    } else {
        write!(out, "{}", table(&found, &position, lang))?;
    }
    Ok(if found.total == 0 { code::NEGATIVE } else { code::OK })
}

/// The next moves, one a line.
fn table(found: &PositionSearch, position: &AnyPosition, lang: Lang) -> String {
    // A Chinese character takes two columns of a terminal.
    let right = |text: &str, width: usize| {
        format!("{}{text}", " ".repeat(width.saturating_sub(unicode_width::UnicodeWidthStr::width(text))))
    };
    let titles = [
        (tr!(lang, StatsGames), 8),
        (tr!(lang, StatsShare), 9),
        (tr!(lang, StatsBlack), 12),
        (tr!(lang, StatsWhite), 12),
        (tr!(lang, StatsDraws), 8),
    ];
    let first = tr!(lang, StatsMove);
    let mut text =
        first.clone() + &" ".repeat(8_usize.saturating_sub(unicode_width::UnicodeWidthStr::width(&*first)));
    titles.iter().for_each(|(title, width)| text += &right(title, *width));
    text.push('\n');
    let all: u64 = found.statistics.iter().map(|next| next.games).sum();
    for next in &found.statistics {
        // Of games without a result nothing can be said.
        let part = |n: u64, of: u64| match of {
            0 => "-".to_owned(),
            _ => format!("{:.1}%", 100.0 * n as f64 / of as f64),
        };
        let NextMove { games, black, white, draws, .. } = *next;
        let ended = black + white + draws;
        text += &format!(
            "{:8}{games:>8}{:>9}{:>12}{:>12}{:>8}",
            position.format_move(next.mv),
            part(games, all),
            part(black, ended),
            part(white, ended),
            part(draws, ended),
        );
        // A symmetric position has the same move on several points, and the games may have any of them.
        let same = next.points.iter().filter(|&&p| next.mv.point() != Some(p));
        let same: Vec<String> = same.map(|&p| position.format_move(Move::Place(p))).collect();
        if !same.is_empty() {
            text += &format!("  = {}", same.join(" "));
        }
        text.push('\n');
    }
    text + &tr!(lang, GamesHere, count = found.total) + "\n"
}

fn found_json(found: &PositionSearch, position: &AnyPosition, games: bool) -> Value {
    let next = |next: &NextMove| {
        let points: Vec<[u8; 2]> = next.points.iter().map(|p| [p.row, p.col]).collect();
        json!({
            "move": position.format_move(next.mv), "points": points, "games": next.games,
            "black": next.black, "white": next.white, "draws": next.draws,
        })
    };
    let mut out = json!({
        "total": found.total,
        "statistics": found.statistics.iter().map(next).collect::<Vec<_>>(),
    });
    if games {
        let game = |g: &tengen_library::PositionMatch| {
            let mut summary = summary_json(&g.summary);
            summary["ply"] = g.ply.into();
            summary["node"] = g.node.into();
            summary["main"] = g.main.into();
            summary
        };
        out["games"] = found.games.iter().map(game).collect();
    }
    out
}

fn export(library: &Library, args: &ExportArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let path = Some(args.output.as_path()).filter(|path| *path != Path::new("-"));
    let to = match (&args.to, path) {
        (Some(word), _) => input::format_named(word, lang)?,
        (None, Some(path)) => input::format_of_name(path).ok_or_else(|| no_format(&args.output, lang))?,
        (None, None) => return Err(no_format(&args.output, lang)),
    };
    let games: Vec<GameId> = if args.ids.is_empty() {
        library.select(&query(&args.select, lang)?).map_err(|e| fail(e, lang))?
    } else {
        args.ids.clone()
    };
    if games.is_empty() {
        return Err(Fail::input(tr!(lang, NoGamesChosen)));
    }
    let options = WriteOptions { year: args.year, ..WriteOptions::default() };
    let written = match path {
        None => {
            let mut out = std::io::stdout().lock();
            let written = library.export_to(&games, to, &options, &mut out).map_err(|e| fail(e, lang))?;
            out.flush()?;
            written
        }
        Some(path) => {
            let written = to_file(library, &games, to, &options, path, lang)?;
            for file in &written.companions {
                input::write_file(&path.with_extension(file.extension), &file.bytes, lang)?;
            }
            written
        }
    };
    for loss in written.losses.iter().take(SHOWN) {
        context.note(Msg::Note, tr!(lang, Lost, record = loss.record + 1, what = lang.conversion_loss(loss)));
    }
    if written.losses.len() > SHOWN {
        context.note(Msg::Note, tr!(lang, AndMore, count = written.losses.len() - SHOWN));
    }
    if let Some(path) = path {
        context.note(Msg::Note, tr!(lang, WroteRecords, count = games.len(), file = path.display()));
    }
    Ok(code::OK)
}

/// Writes games to a file whole or not at all: to a name beside it first, then over it.
fn to_file(
    library: &Library,
    games: &[GameId],
    to: tengen_records::Format,
    options: &WriteOptions,
    path: &Path,
    lang: Lang,
) -> Result<tengen_records::WriteOutput, Fail> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let cannot = |e: std::io::Error| {
        Fail::output(tr!(lang, CannotWrite, file = path.display(), why = input::file_error(&e, path, lang)))
    };
    let mut out = BufWriter::new(File::create(&beside).map_err(cannot)?);
    let written = library
        .export_to(games, to, options, &mut out)
        .map_err(|e| fail(e, lang))
        .and_then(|written| out.flush().map(|()| written).map_err(cannot))
        .and_then(|written| std::fs::rename(&beside, path).map(|()| written).map_err(cannot));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

fn no_format(file: &Path, lang: Lang) -> Fail {
    let known = format!("--to {}", lang.formats());
    Fail::usage(tr!(lang, NoFormat, file = file.display())).help(tr!(lang, NoFormatHelp, known = known))
}

fn check(library: &Library, args: &CheckArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let stop = interrupt::stop();
    let bar = terminal::progress(1, tr!(lang, Checking));
    let told = |done, total| {
        bar.set_length(total);
        bar.set_position(done);
        !stop.is_raised()
    };
    let done = if args.rebuild { library.rebuild_indexes(told).map(|_| ()) } else { Ok(()) }
        // What an interrupted import has not done.
        .and_then(|()| library.index_pending(told).map(|_| ()))
        .and_then(|()| library.check(args.deep, told));
    bar.finish_and_clear();
    let report = done.map_err(|e| fail(e, lang))?;
    for problem in &report.problems {
        println!("{problem}");
    }
    println!(
        "{}",
        tr!(
            lang,
            LibraryChecked,
            games = report.games,
            deleted = report.deleted,
            positions = report.positions,
            analyses = report.analyses,
            mib = report.bytes.div_ceil(1 << 20),
            problems = report.problems.len()
        )
    );
    Ok(if report.problems.is_empty() { code::OK } else { code::NEGATIVE })
}
