//! `tengen prove`: a whole winning strategy, position by position.

use super::analyze::{check_threads, ended, load};
use super::solve::time_text;
use super::verify;
use crate::cli::{PositionArgs, ProveArgs, Side, SourceArgs};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::options::GameArgs;
use crate::output;
use crate::{Context, input, interrupt, terminal};
use serde_json::json;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tengen_board::{Color, Coords, Size};
use tengen_engine::Stop;
use tengen_games::{AnyPosition, Game};
use tengen_gomoku::prove::{
    Branch, HardPosition, ProveError, ProveLimits, ProveProgress, Prover, WorkError, recorded_rules,
};
use tengen_gomoku_verify::{Certificate, VerifyReport};

/// Time between two lines of progress where standard error is no terminal.
const REPORT_INTERVAL: Duration = Duration::from_secs(20);

/// The part of the whole that must be done before the time left can be estimated from it.
const ENOUGH_TO_ESTIMATE: f64 = 0.001;

pub(crate) fn run(args: &ProveArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    if args.work.is_none() && args.from.is_none() {
        return Err(match args.sample {
            Some(_) => Fail::usage(tr!(lang, ProveSampleFile)).help(tr!(lang, ProveSampleFileHelp)),
            None => Fail::usage(tr!(lang, ProveFile)).help(tr!(lang, ProveFileHelp)),
        });
    }
    let mut position = args.source.clone();
    name_rules(&mut position, args, lang)?;
    let loaded = load(&SourceArgs { position, from: None }, context)?;
    let AnyPosition::Gomoku(game) = &loaded.position else {
        let game = loaded.position.spec().kind().name();
        return Err(Fail::usage(tr!(lang, ProveNeedsGomoku, game = game)));
    };
    if let Some(outcome) = game.outcome() {
        let outcome = lang.end_of(&loaded.position, outcome);
        return Err(Fail::input(tr!(lang, GameAlreadyOver, outcome = outcome)));
    }
    let side = match args.side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    let (limits, stop) = (limits(args, lang)?, interrupt::stop());
    let bar = terminal::progress(0, String::new());
    let (begun, shown) = (Instant::now(), Mutex::new(Instant::now()));
    let first_done = Mutex::new(None);
    let report = |progress: ProveProgress| {
        let mut shown = shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut first_done = first_done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let first = *first_done.get_or_insert(progress.done);
        let text = progress_text(&progress, first, begun.elapsed(), lang);
        if bar.is_hidden() && shown.elapsed() > REPORT_INTERVAL {
            *shown = Instant::now();
            eprintln!("{text}");
        }
        bar.set_message(text);
        bar.tick();
    };
    for file in args.work.iter().chain(&args.from) {
        output::refuse_dash(file, lang)?;
    }
    let mut prover = Prover::new(game, side, limits, &stop, &report);
    if let Some(from) = &args.from {
        prover.read_records(from).map_err(|e| match e {
            WorkError::Io(e) => input::unread(from, &e, lang),
            _ => not_records(&e, from, lang),
        })?;
    }
    if let Some(work) = &args.work {
        prover.keep_records(work).map_err(|e| not_kept(&e, work, lang))?;
    }
    // Hours of searching must not end at a file that cannot be written.
    for file in args.certificate.iter().chain(&args.skeleton) {
        output::check_writable(file, lang)?;
    }
    let wins = args.certificate.as_deref().and_then(wins_beside);
    if let Some(wins) = &wins {
        prover.keep_wins(wins).map_err(|e| not_kept(&e, wins, lang))?;
    }
    if let Some(count) = args.sample {
        return sample(&prover, game.size(), count, args, &stop, context);
    }
    let proof = match prover.run() {
        Ok(proof) => proof,
        Err(_) if stop.is_raised() => None,
        Err(ProveError::Work(e)) => {
            let file = match (&e, &wins) {
                // Without a work file only the wins are written.
                (WorkError::Io(_), Some(wins)) if args.work.is_none() => wins.as_path(),
                _ => records_file(args),
            };
            return Err(not_kept(&e, file, lang));
        }
        Err(ProveError::Refused(refusal)) => {
            return Err(Fail::input(tr!(lang, ProveRefused, why = verify::why(&refusal, lang))));
        }
    };
    bar.finish_and_clear();
    if let Some(file) = &args.skeleton {
        output::write_file(file, prover.skeleton().as_bytes(), lang)?;
    }
    let (progress, hardest) = (prover.progress(), prover.hardest(args.hardest));
    if let (Some(file), Some((proof, _))) = (&args.certificate, &proof) {
        output::write_file_with(file, lang, |out| proof.write_binary(out))?;
        if let Some(wins) = &wins {
            // It may not be there.
            let _ = std::fs::remove_file(wins);
        }
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", to_json(side, proof.as_ref(), &progress, &hardest))?;
    } else {
        write!(out, "{}", to_text(args, side, proof.as_ref(), &progress, &hardest, lang))?;
    }
    match proof {
        Some(_) => Ok(code::OK),
        None if stop.is_raised() => ended(context),
        None => Ok(code::NEGATIVE),
    }
}

/// Takes the rules from the file of records where no option and no file names the game.
fn name_rules(position: &mut PositionArgs, args: &ProveArgs, lang: Lang) -> Result<(), Fail> {
    let GameArgs { game, rules } = &mut position.game;
    let is_file = |source: &OsString| source == "-" || Path::new(source).exists();
    if game.is_some() || rules.rules.is_some() || position.source.as_ref().is_some_and(is_file) {
        return Ok(());
    }
    for file in args.from.iter().chain(args.work.as_ref().filter(|work| work.exists())) {
        let named = recorded_rules(file).map_err(|e| input::unread(file, &e, lang))?;
        if let Some(named) = named {
            rules.rules = Some(named.variant.name().into());
            rules.size.get_or_insert_with(|| named.size.to_string());
            return Ok(());
        }
    }
    Ok(())
}

/// The file of the wins found again, beside the certificate. `None` if that is a pipe or a device.
fn wins_beside(certificate: &Path) -> Option<PathBuf> {
    if std::fs::metadata(certificate).is_ok_and(|there| !there.is_file()) {
        return None;
    }
    let mut beside = certificate.as_os_str().to_owned();
    beside.push(".wins");
    Some(beside.into())
}

/// The file of the records.
fn records_file(args: &ProveArgs) -> &Path {
    args.work.as_ref().or(args.from.as_ref()).map_or(Path::new("-"), PathBuf::as_path)
}

/// Why the work file cannot be used.
fn not_kept(error: &WorkError, file: &Path, lang: Lang) -> Fail {
    match error {
        WorkError::Io(e) => {
            let why = input::file_error(e, file, lang);
            Fail::output(tr!(lang, CannotWrite, file = file.display(), why = why))
                .help(tr!(lang, ProveWorkHelp))
        }
        _ => not_records(error, file, lang),
    }
}

fn not_records(error: &WorkError, file: &Path, lang: Lang) -> Fail {
    let why = match error {
        WorkError::Io(e) => input::file_error(e, file, lang),
        WorkError::Line(line) => tr!(lang, ProveBadLine, line = line),
        WorkError::OtherQuestion { found, wanted } => tr!(lang, ProveOther, found = found, wanted = wanted),
        WorkError::Lost(board) => tr!(lang, ProveLost, board = board),
    };
    Fail::input(tr!(lang, ProveWorkFile, file = file.display(), why = why))
}

/// Follows random branches of the strategy that the records make.
fn sample(
    prover: &Prover<'_>,
    size: Size,
    count: usize,
    args: &ProveArgs,
    stop: &Stop,
    context: Context,
) -> Result<u8, Fail> {
    let (lang, mut out) = (context.lang, std::io::stdout().lock());
    let mut written = Ok(());
    let mut each = |branch: &Branch| {
        if !args.json && written.is_ok() {
            written = writeln!(out, "{}", branch_text(branch, size, lang));
        }
    };
    let branches = prover.sample(count, args.seed, &mut each);
    let branches = branches.map_err(|e| not_records(&e, records_file(args), lang))?;
    written?;
    let verified = branches.iter().filter(|branch| branch.plies.is_some()).count();
    if args.json {
        let branches: Vec<_> = branches
            .iter()
            .map(|branch| json!({ "moves": names(branch, size), "plies": branch.plies }))
            .collect();
        writeln!(
            out,
            "{:#}",
            json!({ "verified": verified, "sampled": branches.len(), "branches": branches })
        )?;
    } else {
        writeln!(out, "{}", tr!(lang, ProveSampled, verified = verified, count = branches.len()))?;
    }
    match verified {
        _ if stop.is_raised() => ended(context),
        verified if verified == count => Ok(code::OK),
        _ => Ok(code::NEGATIVE),
    }
}

fn names(branch: &Branch, size: Size) -> Vec<String> {
    branch.moves.iter().map(|&mv| Coords::Gomoku.format(mv, size)).collect()
}

fn branch_text(branch: &Branch, size: Size, lang: Lang) -> String {
    // The whole proof can be one search, which answers every reply.
    let moves = match names(branch, size).join(" ") {
        moves if moves.is_empty() => tr!(lang, RootLine),
        moves => moves,
    };
    match branch.plies {
        Some(plies) => tr!(lang, ProveBranch, moves = moves, plies = plies),
        None => tr!(lang, ProveBranchOpen, moves = moves),
    }
}

fn limits(args: &ProveArgs, lang: Lang) -> Result<ProveLimits, Fail> {
    let most = tengen_engine::MOST_THREADS;
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(most);
    check_threads(args.threads, lang)?;
    let mut nodes = vec![args.nodes.div_ceil(10), args.nodes];
    nodes.dedup();
    Ok(ProveLimits {
        // Where a search of all nodes finds no win, the engine needs as many to see the right move.
        candidate_nodes: args.nodes.saturating_mul(2),
        nodes,
        candidates: args.candidates,
        early_stones: args.early,
        max_stones: args.deepest,
        threads: if args.threads == 0 { cores } else { args.threads },
    })
}

/// The state of the proof. The time left is estimated from what was done since `first`, once that is enough to tell.
fn progress_text(progress: &ProveProgress, first: f64, elapsed: Duration, lang: Lang) -> String {
    if let Some((done, wins)) = progress.found_again {
        return tr!(lang, ProveFoundAgain, done = done, wins = wins);
    }
    let gained = progress.done - first;
    let left = if gained >= ENOUGH_TO_ESTIMATE {
        format!("{:.0} min", (1.0 - progress.done) / gained * elapsed.as_secs_f64() / 60.0)
    } else {
        "?".into()
    };
    let percent = format!("{:.1}", 100.0 * progress.done);
    tr!(lang, ProveProgress, proven = progress.proven, open = progress.open, percent = percent, left = left)
}

fn to_text(
    args: &ProveArgs,
    side: Color,
    proof: Option<&(Certificate, VerifyReport)>,
    progress: &ProveProgress,
    hardest: &[HardPosition],
    lang: Lang,
) -> String {
    let mut out = String::new();
    let (proven, nodes, open) = (progress.proven, progress.cost.nodes, progress.open);
    let time = time_text(Duration::from_millis(progress.cost.millis));
    if let Some((_, report)) = proof {
        let plies = report.plies;
        let _ = writeln!(out, "{}", tr!(lang, ProveHolds, side = lang.color(side), plies = plies));
        let count = report.nodes;
        let cost =
            tr!(lang, ProveCost, proven = progress.searched, nodes = nodes, time = time, count = count);
        let _ = writeln!(out, "{cost}");
    } else {
        let vain = progress.without_win;
        let found = tr!(
            lang,
            ProveOpen,
            proven = proven,
            nodes = nodes,
            time = time,
            open = open,
            vain = vain.nodes,
            vain_time = time_text(Duration::from_millis(vain.millis))
        );
        let _ = writeln!(out, "{found}");
    }
    if !hardest.is_empty() {
        let _ = writeln!(out, "{}", tr!(lang, ProveHardest));
    }
    for HardPosition { board, cost, limit, .. } in hardest {
        let line = match cost {
            Some(cost) => {
                let time = time_text(Duration::from_millis(cost.millis));
                tr!(lang, ProveHard, nodes = cost.nodes, time = time, board = board)
            }
            None => tr!(lang, ProveStillOpen, nodes = limit, board = board),
        };
        let _ = writeln!(out, "  {line}");
    }
    if let (Some(file), Some(_)) = (&args.certificate, proof) {
        let _ = writeln!(out, "{}", tr!(lang, CertificateWritten, file = file.display()));
    }
    if let Some(file) = &args.skeleton {
        let _ = writeln!(out, "{}", tr!(lang, SkeletonWritten, file = file.display()));
    }
    out
}

fn to_json(
    side: Color,
    proof: Option<&(Certificate, VerifyReport)>,
    progress: &ProveProgress,
    hardest: &[HardPosition],
) -> serde_json::Value {
    let hardest: Vec<_> = hardest
        .iter()
        .map(|hard| {
            json!({ "board": hard.board, "proven": hard.cost.is_some(), "limit": hard.limit,
                    "nodes": hard.cost.map(|cost| cost.nodes), "time_ms": hard.cost.map(|cost| cost.millis) })
        })
        .collect();
    json!({
        "side": side.to_string(), "proven": proof.is_some(), "plies": proof.map(|(_, report)| report.plies),
        "proof_nodes": proof.map(|(_, report)| report.nodes), "positions": progress.proven, "open": progress.open,
        "nodes": progress.cost.nodes, "time_ms": progress.cost.millis,
        "nodes_without_win": progress.without_win.nodes, "time_ms_without_win": progress.without_win.millis,
        "hardest": hardest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::gomoku::{Position, Rules};

    /// What is left is estimated from what this run has done; a part that was done before it is no speed.
    #[test]
    fn progress_estimates_what_is_left() {
        let (game, stop) = (Position::new(&Rules::STANDARD), Stop::new());
        let prover = Prover::new(&game, Color::Black, ProveLimits::default(), &stop, &|_| ());
        let mut progress = prover.progress();
        progress.done = 0.6;
        let text = |progress: &ProveProgress, first| {
            progress_text(progress, first, Duration::from_secs(600), Lang::English)
        };
        assert_eq!(text(&progress, 0.2), "0 proven, 0 open, 60.0% done, about 10 min left");
        assert_eq!(text(&progress, 0.6), "0 proven, 0 open, 60.0% done, about ? left");
        progress.found_again = Some((3, 118));
        assert_eq!(text(&progress, 0.6), "the certificate: 3 of 118 wins found again");
    }
}
