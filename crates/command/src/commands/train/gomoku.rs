//! Self-play games of the gomoku engine, and weights and a network learnt from them.

use crate::cli::{Train, TrainArgs};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::input::unread;
use crate::output::{say, unwritten};
use crate::{Context, interrupt, terminal};
use clap::ValueEnum;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use tengen_engine::Engine;
use tengen_games::gomoku::{Rules, Variant};
use tengen_gomoku::network::NetworkError;
use tengen_gomoku::{ClassWeights, Player, Values};
use tengen_gomoku_train::{self as train, Epoch, GameFault, SelfPlay, Training, TrainingGame, weights};

pub(super) fn run(args: &TrainArgs, context: Context) -> Result<u8, Fail> {
    // What only Othello's training understands is refused.
    let given = [
        (args.positions.is_some(), "--positions"),
        (args.exact.is_some(), "--exact"),
        (args.depth.is_some(), "--depth"),
    ];
    if let Some((_, option)) = given.iter().find(|(given, _)| *given) {
        let what =
            args.what.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
        return Err(Fail::usage(tr!(context.lang, NotForTraining, option = option, what = what)));
    }
    let variant =
        Rules::named(&args.rules, None).map_err(|e| Fail::usage(context.lang.spec_error(&e)))?.variant;
    match args.what {
        Train::Games => games(args, variant, context),
        _ => learn(args, variant, context),
    }
}

fn games(args: &TrainArgs, variant: Variant, context: Context) -> Result<u8, Fail> {
    let play = SelfPlay {
        variant,
        side: args.size,
        games: args.count,
        first: args.first,
        nodes: args.nodes,
        seed: args.seed,
        threads: args.threads,
    };
    let values = values(&args.with, variant, context.lang)?;
    let named = |e: std::io::Error| unwritten(&args.output, &e, context.lang);
    let mut out =
        BufWriter::new(File::options().create(true).append(true).open(&args.output).map_err(named)?);
    let stop = interrupt::stop();
    let bar = terminal::progress(args.count, variant.to_string());
    let mut written = Ok(());
    play.run(
        || small_engine(&values),
        &stop,
        |game| {
            written = written.as_ref().map_or_else(|_: &std::io::Error| Ok(()), |()| writeln!(out, "{game}"));
            if written.is_err() {
                stop.raise();
            }
            bar.inc(1);
        },
    );
    written.and_then(|()| out.flush()).map_err(named)?;
    bar.finish_and_clear();
    if stop.is_raised() {
        return Err(Fail::interrupted(tr!(context.lang, Interrupted)));
    }
    Ok(code::OK)
}

/// The evaluation that plays the games, or that a network adds to.
fn values(with: &str, variant: Variant, lang: Lang) -> Result<Arc<Values>, Fail> {
    let weights = match with {
        "hand" => ClassWeights::by_hand(variant),
        "standard" => return Ok(Values::standard(variant)),
        file => {
            let bytes = fs::read(file).map_err(|e| unread(Path::new(file), &e, lang))?;
            ClassWeights::from_bytes(&bytes)
                .map_err(|e| Fail::input(tr!(lang, WeightsFile, file = file, why = e)))?
        }
    };
    if weights.variant() != variant {
        let found = weights.variant();
        return Err(Fail::input(tr!(lang, WeightsOfOther, file = with, found = found, wanted = variant)));
    }
    Ok(Arc::new(Values::new(weights)))
}

/// The engine, with a small table that is fast to clear: games of few nodes need no more.
fn small_engine(values: &Arc<Values>) -> Player {
    let mut engine = Player::with_values(values.clone());
    engine.set_memory(8 << 20);
    engine
}

/// What is wrong with a line of games.
fn game_fault(fault: &GameFault, lang: Lang) -> String {
    match fault {
        GameFault::NoColon => tr!(lang, TrainNoColon),
        GameFault::NoBar => tr!(lang, TrainNoBar),
        GameFault::Head(text) => tr!(lang, TrainHead, text = text),
        GameFault::Rules(text) => {
            let names = Variant::ALL.map(Variant::name).join(lang.pick(", ", "、", "、"));
            tr!(lang, TrainRules, text = text, names = names)
        }
        GameFault::Side(text) => tr!(lang, TrainSide, text = text),
        GameFault::Winner(text) => tr!(lang, TrainWinner, text = text),
        GameFault::Point(error) => lang.coord_error(error),
        GameFault::NoScore(mv) => tr!(lang, TrainNoScore, mv = mv),
        GameFault::Score(mv) => tr!(lang, TrainScore, mv = mv),
    }
}

/// The games of all files.
fn read(args: &TrainArgs, lang: Lang) -> Result<Vec<TrainingGame>, Fail> {
    let mut games = Vec::new();
    for file in &args.files {
        let text = fs::read_to_string(file).map_err(|e| unread(file, &e, lang))?;
        games.extend(TrainingGame::read_all(&text).map_err(|e| {
            let why = game_fault(&e.what, lang);
            Fail::input(tr!(lang, FileLine, file = file.display(), line = e.line, why = why))
        })?);
    }
    Ok(games)
}

fn learn(args: &TrainArgs, variant: Variant, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let games = read(args, lang)?;
    let on_epoch = |epoch: Epoch| {
        let [learnt, held_back] = [epoch.learnt, epoch.held_back].map(|loss| format!("{loss:.5}"));
        let _ = say(tr!(lang, TrainPass, number = epoch.number, learnt = learnt, held_back = held_back));
    };
    let counts = |positions: usize| {
        let _ = say(tr!(lang, TrainCounts, games = games.len(), positions = positions));
    };
    let none = || Fail::input(tr!(lang, NoTrainingGames, rules = variant));
    let how = |how: Training| Training {
        epochs: args.epochs.unwrap_or(how.epochs),
        seed: args.seed,
        threads: args.threads,
        ..how
    };
    let bytes = if args.what == Train::Network {
        let values = values(&args.with, variant, lang)?;
        let boards = train::boards(&games, &values);
        if boards.is_empty() {
            return Err(none());
        }
        counts(boards.len());
        let unstored = |e: NetworkError| Fail::input(tr!(lang, LearntNetwork, why = e));
        let network = train::network(&boards, variant, &how(Training::NETWORK), on_epoch);
        let network = network.map_err(unstored)?;
        drop(boards);
        let values = Arc::new(Values::new(values.weights().clone()).with_network(Arc::new(network)));
        let policy = train::policy(&games, &values, &how(Training::POLICY), on_epoch);
        policy.map_err(unstored)?.to_bytes()
    } else {
        let examples = train::positions(&games, variant, args.smooth);
        if examples.is_empty() {
            return Err(none());
        }
        counts(examples.len());
        let how = how(Training::WEIGHTS);
        let mut learnt = weights::blank(variant);
        learnt.set_smooth(args.smooth);
        weights::worth(&mut learnt, &examples, &how, on_epoch);
        drop(examples);
        weights::order(&mut learnt, &train::choices(&games, variant), &how.for_order(), on_epoch);
        learnt.to_bytes()
    };
    fs::write(&args.output, bytes).map_err(|e| unwritten(&args.output, &e, lang))?;
    Ok(code::OK)
}
