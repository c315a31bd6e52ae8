//! `tengen perft`: how many sequences of legal moves of a length there are.

use crate::cli::PerftArgs;
use crate::fail::{Fail, code};
use crate::i18n::tr;
use crate::{Context, input, interrupt, terminal};
use std::io::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tengen_engine::Stop;
use tengen_games::{AnyPosition, Game, Move, othello, perft};

pub(crate) fn run(args: PerftArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let stop = interrupt::stop();
    let spec = args.rules.spec(&args.game, lang)?;
    let position = input::position_after(&spec, args.moves.as_deref(), lang)?;
    let threads = match args.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n.min(256),
    };
    let mut out = std::io::stdout().lock();
    if args.depth == 0 {
        writeln!(out, "1")?;
        return Ok(code::OK);
    }
    let work = SplitTree::split(&position, args.depth);
    let bar = terminal::progress(work.jobs.len() as u64, tr!(lang, Counting, depth = args.depth));
    let counts = work.count(threads, &stop, || bar.inc(1));
    bar.finish_and_clear();
    if args.divide {
        let width = work.first.iter().map(|&mv| position.format_move(mv).chars().count()).max().unwrap_or(0);
        // After Ctrl-C only the counts that are whole: a part of one looks like a count.
        for (mv, (count, _)) in work.first.iter().zip(&counts).filter(|(_, (_, is_whole))| *is_whole) {
            writeln!(out, "{:<width$} {count}", position.format_move(*mv))?;
        }
    }
    let total: u64 = counts.iter().map(|(count, _)| count).sum();
    if stop.is_raised() {
        return Err(Fail::interrupted(tr!(lang, PartialCount, count = total)));
    }
    writeln!(out, "{total}")?;
    Ok(code::OK)
}

/// The tree split into parts that are counted separately: one for each of the first one or two plies.
struct SplitTree {
    first: Vec<Move>,
    /// Number of the first move, the position, the plies left.
    jobs: Vec<(usize, AnyPosition, u32)>,
}

impl SplitTree {
    fn split(position: &AnyPosition, depth: u32) -> SplitTree {
        let legal = |position: &AnyPosition| {
            let mut moves = Vec::new();
            position.legal_moves_into(&mut moves);
            moves
        };
        let first = legal(position);
        // Enough pieces for every thread and for the bar to move, and no more than memory should hold.
        let is_wide = first.len() >= 64;
        let mut jobs = Vec::new();
        for (i, &mv) in first.iter().enumerate() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if depth <= 3 || is_wide {
                jobs.push((i, after, depth - 1));
                continue;
            }
            for reply in legal(&after) {
                let mut next = after.clone();
                next.play_unchecked(reply);
                jobs.push((i, next, depth - 2));
            }
        }
        SplitTree { first, jobs }
    }

    /// The count for each first move, and whether it is whole.
    fn count(&self, threads: usize, stop: &Stop, done: impl Fn() + Sync) -> Vec<(u64, bool)> {
        let counts: Vec<AtomicU64> = self.first.iter().map(|_| AtomicU64::new(0)).collect();
        let jobs_of = |i| self.jobs.iter().filter(|(first, ..)| *first == i).count();
        let left: Vec<AtomicUsize> = (0..self.first.len()).map(|i| AtomicUsize::new(jobs_of(i))).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while !stop.is_raised() {
                let Some((first, position, depth)) = self.jobs.get(next.fetch_add(1, Ordering::Relaxed))
                else {
                    break;
                };
                let count = leaves(&mut position.clone(), *depth, short(position), stop);
                counts[*first].fetch_add(count, Ordering::Relaxed);
                if !stop.is_raised() {
                    left[*first].fetch_sub(1, Ordering::Relaxed);
                }
                done();
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(self.jobs.len()) {
                scope.spawn(work);
            }
            work();
        });
        let left = left.into_iter().map(|left| left.into_inner() == 0);
        counts.into_iter().map(AtomicU64::into_inner).zip(left).collect()
    }
}

/// Plies that are counted without a check for Ctrl-C: about a million positions at most.
fn short(position: &AnyPosition) -> u32 {
    (1_000_000_f64.ln() / (position.size().area().max(2) as f64).ln()) as u32
}

fn leaves(position: &mut AnyPosition, depth: u32, short: u32, stop: &Stop) -> u64 {
    if stop.is_raised() {
        return 0;
    }
    if let AnyPosition::Othello(position) = position {
        // Othello's own counter is a hundred times as fast; longer counts are split so that Ctrl-C acts.
        if depth <= 9 {
            let by = othello::perft::Convention::PassIsPly;
            return othello::perft::count(position, depth, by, othello::Backend::best());
        }
    } else if depth <= short {
        return perft(position, depth);
    }
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    let mut count = 0;
    for mv in moves {
        position.play_unchecked(mv);
        count += leaves(position, depth - 1, short, stop);
        position.undo();
    }
    count
}
