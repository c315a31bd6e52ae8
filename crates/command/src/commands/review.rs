//! `tengen review`: the review of a whole game.

use super::analyze::{ended, engine_fail, limits, load};
use crate::cli::{Report, ReviewArgs};
use crate::fail::Fail;
use crate::i18n::{Lang, Msg, tr};
use crate::output::write_file;
use crate::own_engines;
use crate::{Context, interrupt, terminal};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use tengen_engine::AnyEngine;
use tengen_review::{Course, CourseError, Review, page, sweep};

/// Time for each position without any limit.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// Most engines at once: each has tables of its own.
pub(crate) const MOST_ENGINES: usize = 64;

pub(crate) fn run(args: &ReviewArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    if args.source.position.source.is_none() {
        return Err(Fail::usage(tr!(lang, ReviewNeedsGame)).help(tr!(lang, ReviewNeedsGameHelp)));
    }
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = if args.think.json { Some(Report::Json) } else { args.format };
    let format = match (format, output) {
        (Some(format), _) => format,
        (None, Some(path)) => {
            format_of(path).ok_or_else(|| Fail::usage(tr!(lang, ReviewFormat, file = path.display())))?
        }
        (None, None) => Report::Text,
    };
    let loaded = load(&args.source, context)?;
    let tree = &loaded.record.tree;
    let course = if args.source.position.lenient && args.source.position.at.is_none() {
        Course::readable(&loaded.record)
    } else if let Some(line) = args.line {
        let count = tree.ends().count();
        let missing = || Fail::usage(tr!(lang, ReviewNoLine, count = count, line = line));
        Course::to(&loaded.record, tree.ends().nth(line - 1).ok_or_else(missing)?)
    } else {
        Course::to(&loaded.record, loaded.node)
    };
    let course = course.map_err(|e| course_error(&e, lang))?;
    let lines = tree.ends().count();
    if lines > 1 && args.line.is_none() && args.source.position.at.is_none() {
        context.note(
            Msg::Note,
            match lines {
                2 => tr!(lang, ReviewOtherLine),
                _ => tr!(lang, ReviewMainLine, count = lines),
            },
        );
    }
    let mut limits = limits(&args.think, lang)?;
    if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
        limits.time = Some(USUAL_TIME);
    }
    // Each thread takes whole positions: no work is lost, and the result does not depend on their number.
    let count = args.think.threads.clamp(1, MOST_ENGINES);
    limits.threads = 1;
    let engine = || -> Result<Box<dyn AnyEngine>, Fail> {
        let (name, level) = args.think.engine_and_level(lang)?;
        Ok(own_engines::choose(course.spec(), name.as_deref(), level, lang)?.engine)
    };
    let mut engines = (0..count).map(|_| engine()).collect::<Result<Vec<_>, Fail>>()?;

    let of = course.moments().len() as u64;
    let bar = terminal::progress(of, tr!(lang, Reviewing, engine = engines[0].name()));
    let swept = sweep(&course, &mut engines, &limits, &interrupt::stop(), &mut |_, _| None, &mut |news| {
        bar.set_length(news.of as u64);
        bar.set_position(news.done as u64);
    });
    bar.finish_and_clear();
    let swept = swept.map_err(|e| engine_fail(&e, lang))?;
    let mut found = swept.found.iter().flatten().peekable();
    if found.peek().is_some() && found.all(|found| found.analysis.score().is_none()) {
        return Err(Fail::input(tr!(lang, NoValues, engine = swept.engine)).help(tr!(lang, NoValuesHelp)));
    }
    let review = Review::new(&course, &swept);

    let header = &loaded.record.header;
    let text = match format {
        Report::Text => review.to_text(&course, header, lang),
        Report::Html => page::page(&course, &review, header, lang),
        Report::Json => format!("{:#}\n", review.to_json(&course, header)),
    };
    match output {
        Some(path) => {
            write_file(path, text.as_bytes(), lang)?;
            context.note(Msg::Note, tr!(lang, ReportWritten, file = path.display()));
        }
        None => {
            // Text of a file must not reach the terminal as a command.
            let is_text = format == Report::Text;
            let clean: String = text.chars().filter(|&c| !is_text || c == '\n' || !c.is_control()).collect();
            std::io::stdout().lock().write_all(clean.as_bytes())?;
        }
    }
    if review.is_complete() { Ok(crate::fail::code::OK) } else { ended(context) }
}

/// The format that a file's name asks for.
fn format_of(path: &Path) -> Option<Report> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "html" | "htm" | "xhtml" => Some(Report::Html),
        "json" => Some(Report::Json),
        "txt" | "text" | "md" => Some(Report::Text),
        _ => None,
    }
}

pub(crate) fn course_error(error: &CourseError, lang: Lang) -> Fail {
    Fail::input(match error {
        CourseError::Illegal(violation) => lang.violation(&violation.kind),
        CourseError::TooLong { most } => tr!(lang, LineTooLong, most = most),
        other => other.to_string(),
    })
}
