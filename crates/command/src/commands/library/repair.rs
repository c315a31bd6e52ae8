//! `tengen library check` and `recover`.

use super::errors::{SHOWN, fail};
use crate::cli::{CheckArgs, RecoverArgs};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, tr};
use crate::output::say;
use crate::{Context, input, interrupt, terminal};
use serde_json::{Value, json};
use std::fs::File;
use std::path::Path;
use tengen_library::{Damage, Error, Library, RecoveryLoss};

/// Refuses a damaged library that is not there, before a new one is made.
pub(super) fn check_damaged(damaged: &Path, lang: Lang) -> Result<(), Fail> {
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

pub(super) fn recover(library: &Library, args: &RecoverArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let (bar, stop) = (terminal::progress(0, tr!(lang, LibraryReading)), interrupt::stop());
    let found = library.recover(&args.damaged, |done, total| {
        bar.set_length(total);
        bar.set_position(done);
        !stop.is_raised()
    });
    bar.finish_and_clear();
    let found = found.map_err(|e| match e {
        // There is nothing to recover, and nothing that looks like a library.
        Error::Damaged { what: Damage::NoGames | Damage::NoDatabase, .. } => {
            Fail::input(tr!(lang, NotALibrary, file = args.damaged.display()))
                .help(tr!(lang, NotALibraryHelp))
        }
        other => fail(other, lang),
    })?;
    if args.json {
        let losses = |list: &[RecoveryLoss]| -> Value {
            list.iter().map(|loss| json!({"game": loss.game, "what": loss.what.to_string()})).collect()
        };
        let report = json!({
            "recovered": found.games.len(),
            "first": found.games.first(),
            "last": found.games.last(),
            "duplicates": found.duplicates,
            "incomplete": losses(&found.incomplete),
            "lost": losses(&found.lost),
        });
        say(format_args!("{report:#}"))?;
    } else {
        let losses = found.lost.iter().chain(&found.incomplete);
        for RecoveryLoss { game, what } in losses.clone().take(SHOWN) {
            context.warn(tr!(lang, LibraryLoss, game = game, what = what.text(lang)));
        }
        let more = losses.count().saturating_sub(SHOWN);
        if more > 0 {
            context.note(Msg::Note, tr!(lang, AndMore, count = more));
        }
        let (games, duplicates) = (found.games.len(), found.duplicates);
        let (incomplete, lost) = (found.incomplete.len(), found.lost.len());
        say(tr!(
            lang,
            LibraryRecovered,
            games = games,
            incomplete = incomplete,
            duplicates = duplicates,
            lost = lost
        ))?;
    }
    Ok(if found.lost.is_empty() && found.incomplete.is_empty() { code::OK } else { code::NEGATIVE })
}

pub(super) fn check(library: &Library, args: &CheckArgs, context: Context) -> Result<u8, Fail> {
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
        say(problem.text(lang))?;
    }
    say(tr!(
        lang,
        LibraryChecked,
        games = report.games,
        deleted = report.deleted,
        positions = report.positions,
        analyses = report.analyses,
        mib = report.bytes.div_ceil(1 << 20),
        problems = report.problems.len()
    ))?;
    Ok(if report.problems.is_empty() { code::OK } else { code::NEGATIVE })
}
