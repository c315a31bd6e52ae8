//! The pattern weights of the Othello engine, from WTHOR files and searches.

use crate::cli::TrainArgs;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::input::unread;
use crate::output::{say, unwritten};
use crate::{Context, interrupt};
use std::fs;
use std::path::PathBuf;
use tengen_othello_train::{Partial, Round, Training, TrainingGame, TrainingProgress};

pub(super) fn run(args: &TrainArgs, context: Context) -> Result<u8, Fail> {
    // What only gomoku's training understands is refused.
    let given = [
        (args.rules != "freestyle", "--rules"),
        (args.size != 15, "--size"),
        (args.count != 1000, "--count"),
        (args.first != 0, "--first"),
        (args.nodes != 2000, "--nodes"),
        (args.with != "standard", "--with"),
        (args.smooth, "--smooth"),
        (args.epochs.is_some(), "--epochs"),
    ];
    if let Some((_, option)) = given.iter().find(|(given, _)| *given) {
        return Err(Fail::usage(tr!(context.lang, NotForTraining, option = option, what = "othello")));
    }
    let lang = context.lang;
    let mut games = Vec::new();
    for file in &args.files {
        let bytes = fs::read(file).map_err(|e| unread(file, &e, lang))?;
        let no_games = || Fail::input(tr!(lang, NoWthorFile, file = file.display()));
        games.extend(TrainingGame::read_wthor(&bytes).ok_or_else(no_games)?);
    }
    if games.is_empty() {
        return Err(Fail::usage(tr!(lang, NoWthorGames)));
    }
    let positions: usize = games.iter().map(|game| game.positions.len()).sum();
    say(tr!(lang, TrainCounts, games = games.len(), positions = positions))?;
    let usual = Training { seed: args.seed, threads: args.threads, ..Training::default() };
    let training = Training {
        positions: args.positions.unwrap_or(usual.positions),
        exact: args.exact.unwrap_or(usual.exact),
        depth: args.depth.unwrap_or(usual.depth),
        ..usual
    };
    let partial_file = PathBuf::from(format!("{}.partial", args.output.display()));
    let resume = match fs::read(&partial_file) {
        Ok(bytes) => {
            let other = || Fail::input(tr!(lang, OtherPartial, file = partial_file.display()));
            Some(training.load(&bytes, &games).ok_or_else(other)?)
        }
        Err(_) => None,
    };
    let stop = interrupt::stop();
    let mut written = Ok(());
    let mut on_stage = |progress: TrainingProgress, partial: Option<&Partial>| {
        let line = progress_line(progress, lang);
        let _ = say(line);
        if let Some(partial) = partial
            && written.is_ok()
        {
            written = fs::write(&partial_file, training.save(partial, &games));
            if written.is_err() {
                stop.raise();
            }
        }
    };
    let weights = training.run(&games, resume, &stop, &mut on_stage);
    written.map_err(|e| unwritten(&partial_file, &e, lang))?;
    let weights = weights.ok_or_else(|| Fail::interrupted(tr!(lang, Interrupted)))?;
    fs::write(&args.output, weights.to_bytes()).map_err(|e| unwritten(&args.output, &e, lang))?;
    if partial_file.exists() {
        fs::remove_file(&partial_file).map_err(|e| unwritten(&partial_file, &e, lang))?;
    }
    Ok(code::OK)
}

fn progress_line(progress: TrainingProgress, lang: Lang) -> String {
    let TrainingProgress { round, stage, positions, errors } = progress;
    let [error, held_back, before] =
        [errors.training, errors.validation, errors.before].map(|discs| format!("{discs:.3}"));
    let round = match round {
        Round::Results => tr!(lang, TrainResults),
        Round::Searches => tr!(lang, TrainSearches),
        Round::Networks(round) => {
            return tr!(
                lang,
                TrainNetwork,
                number = stage,
                round = round,
                positions = positions,
                error = error,
                held_back = held_back,
                before = before
            );
        }
    };
    tr!(
        lang,
        TrainStage,
        round = round,
        stage = stage,
        positions = positions,
        error = error,
        held_back = held_back,
        before = before
    )
}
