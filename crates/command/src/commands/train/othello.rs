//! The pattern weights of the Othello engine, from WTHOR files and searches.

use crate::cli::TrainArgs;
use crate::fail::{Fail, code};
use crate::i18n::tr;
use crate::{Context, interrupt};
use std::fs;
use std::path::PathBuf;
use tengen_othello_train::{Partial, Training, TrainingGame, TrainingProgress};

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
    let mut games = Vec::new();
    for file in &args.files {
        let bytes = fs::read(file).map_err(|e| Fail::input(format!("{}: {e}", file.display())))?;
        let no_games = || Fail::input(tr!(context.lang, NoWthorFile, file = file.display()));
        games.extend(TrainingGame::read_wthor(&bytes).ok_or_else(no_games)?);
    }
    if games.is_empty() {
        return Err(Fail::usage(tr!(context.lang, NoWthorGames)));
    }
    println!("{} games, {} positions", games.len(), games.iter().map(|g| g.positions.len()).sum::<usize>());
    let training =
        Training { positions: args.positions, seed: args.seed, threads: args.threads, ..Training::default() };
    let partial_file = PathBuf::from(format!("{}.partial", args.output.display()));
    let output = |file: &PathBuf, e| Fail::output(format!("{}: {e}", file.display()));
    let resume = match fs::read(&partial_file) {
        Ok(bytes) => {
            let other = || Fail::input(tr!(context.lang, OtherPartial, file = partial_file.display()));
            Some(training.load(&bytes, &games).ok_or_else(other)?)
        }
        Err(_) => None,
    };
    let stop = interrupt::stop();
    let mut written = Ok(());
    let mut on_stage = |progress: TrainingProgress, partial: Option<&Partial>| {
        let TrainingProgress { first, stage, positions, errors } = progress;
        let round = if first { "results" } else { "searches" };
        println!(
            "{round}, stage {stage}: {positions} positions, error {:.3} discs, held back {:.3} (before {:.3})",
            errors.training, errors.validation, errors.before
        );
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
    written.map_err(|e| output(&partial_file, e))?;
    let weights = weights.ok_or_else(|| Fail::interrupted(tr!(context.lang, Interrupted)))?;
    fs::write(&args.output, weights.to_bytes()).map_err(|e| output(&args.output, e))?;
    if partial_file.exists() {
        fs::remove_file(&partial_file).map_err(|e| output(&partial_file, e))?;
    }
    Ok(code::OK)
}
