//! `tengen library import`.

use super::change::tags;
use super::errors::{SHOWN, fail};
use super::progress::Shown;
use crate::Context;
use crate::cli::ImportArgs;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, Say as _, tr};
use crate::input;
use crate::output::say;
use serde_json::json;
use std::io::ErrorKind;
use tengen_library::{Import, ImportProblem, ImportSource, Library, ProblemKind};

/// What is wrong with a file or a game of an import.
fn problem_text(problem: &ImportProblem, lang: Lang) -> String {
    match &problem.kind {
        ProblemKind::NoRecord => tr!(lang, NoRecord),
        kind => kind.text(lang),
    }
}

pub(super) fn import(library: &Library, args: ImportArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let (found, missing): (Vec<_>, Vec<_>) = args.sources.iter().partition(|path| path.exists());
    let import = Import {
        sources: found.into_iter().map(ImportSource::path).collect(),
        format: args.from.as_deref().map(|word| input::format_named(word, lang)).transpose()?,
        spec: args.game.spec(lang)?,
        tags: tags("--tag", &args.tag, lang)?,
        ..Import::default()
    };
    let mut shown = Shown::new(context);
    let imported = library.import(&import, |progress| shown.tell(progress));
    shown.clear();
    let mut imported = imported.map_err(|e| fail(e, lang))?;
    imported.problems.splice(
        0..0,
        missing.iter().map(|path| ImportProblem {
            file: path.display().to_string(),
            number: None,
            at: None,
            kind: ProblemKind::File(ErrorKind::NotFound, String::new()),
            stored: false,
        }),
    );
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
        say(format_args!("{report:#}"))?;
    } else {
        for problem in imported.problems.iter().take(SHOWN) {
            let mut place = problem.file.clone();
            if let Some(number) = problem.number {
                place = place + lang.comma() + &tr!(lang, RecordNumber, number = number);
            }
            if let Some(at) = problem.at {
                place = tr!(lang, AtPlace, file = place, place = lang.place(at));
            }
            context.warn(place + lang.colon() + &problem_text(problem, lang));
        }
        let more = problems.saturating_sub(SHOWN as u64);
        if more > 0 {
            context.note(Msg::Note, tr!(lang, AndMore, count = more));
        }
        for duplicate in imported.duplicates.iter().take(SHOWN) {
            let record = tr!(lang, RecordNumber, number = duplicate.number);
            let place = format!("{}{}{record}", duplicate.file, lang.comma());
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
        say(tr!(
            lang,
            LibraryImported,
            games = imported.games.len(),
            files = imported.files,
            duplicates = duplicates,
            problems = problems
        ))?;
        if !imported.indexed {
            context.note(Msg::Note, tr!(lang, LibraryNotIndexed));
        }
    }
    Ok(if problems > 0 { code::NEGATIVE } else { code::OK })
}
