//! Counts evaluation updates a second: for every move of the positions of an OBF file, the state after the move and its
//! score, and back to the position. The median of so many rounds. First by the tables of patterns alone, then with the
//! network. `cargo run --release -p tengen-othello --example eval_speed FILE [ROUNDS] [portable|avx2|avx512]`.

use std::time::Instant;
use tengen_board::Size;
use tengen_games::othello::backend::{Flips, Job, Work};
use tengen_games::othello::{Backend, Bits, Board};
use tengen_othello::eval::{Indices, PatternWeights};

/// A position with its moves: the square and the flips of each.
struct Node {
    board: Board<u64>,
    indices: Indices,
    moves: Vec<(usize, u64)>,
}

/// The sum of the scores after all moves.
#[derive(Clone, Copy)]
struct Scores<'a> {
    nodes: &'a [Node],
    weights: &'a PatternWeights,
    network: bool,
}

/// The same with the instructions of a backend.
struct ScoresWith<'a, F>(F, Scores<'a>);

impl Job for Scores<'_> {
    type Output = i64;

    fn run<F: Flips<Set = u64>>(self, f: F) -> i64 {
        f.run(ScoresWith(f, self))
    }
}

impl<F: Flips<Set = u64>> Work for ScoresWith<'_, F> {
    type Output = i64;

    #[inline(always)]
    fn work(self) -> i64 {
        let ScoresWith(f, Scores { nodes, weights, network }) = self;
        let mut sum = 0;
        for Node { board, indices, moves } in nodes {
            for &(square, flips) in moves {
                let after = indices.after(square, flips);
                let next = board.turn(square, flips);
                sum += i64::from(if network {
                    weights.value(f, &next, &after)
                } else {
                    weights.table_value(&after, next.empties().count())
                });
            }
        }
        sum
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("which OBF file?")?;
    let (mut rounds, mut backend) = (1000, Backend::best());
    for arg in args {
        match arg.as_str() {
            "portable" => backend = Backend::Portable,
            "avx2" => backend = Backend::Avx2,
            "avx512" => backend = Backend::Avx512,
            count => rounds = count.parse().map_err(|_| "ROUNDS, portable, avx2 or avx512")?,
        }
    }
    let mut nodes = Vec::new();
    for (number, text) in (1..).zip(std::fs::read_to_string(file)?.lines()) {
        let board = read(text).ok_or_else(|| format!("line {number} is no position of 8x8"))?;
        let moves = board.moves().squares().map(|square| (square, board.flips(square))).collect();
        nodes.push(Node { board, indices: Indices::new(board.own, board.opp), moves });
    }
    if rounds == 0 || nodes.is_empty() {
        return Err("nothing to measure".into());
    }
    let moves: usize = nodes.iter().map(|node| node.moves.len()).sum();
    let weights = PatternWeights::standard();
    for (name, network) in [("tables", false), ("tables and network", true)] {
        let (mut sum, mut times) = (0, Vec::new());
        for _ in 0..rounds {
            let clock = Instant::now();
            sum = backend.dispatch(Scores { nodes: &nodes, weights: &weights, network });
            times.push(clock.elapsed());
        }
        // Other work on the machine delays few rounds: each is short.
        times.sort();
        let nanoseconds = times[times.len() / 2].as_secs_f64() * 1e9 / moves as f64;
        println!(
            "{name}: {} positions, {moves} moves, {:.1} M updates a second, {nanoseconds:.1} ns each, sum {sum}",
            nodes.len(),
            1e3 / nanoseconds
        );
    }
    Ok(())
}

/// A line of 64 cells from a1 on, then the side to move.
fn read(text: &str) -> Option<Board<u64>> {
    let (cells, rest) = text.split_at_checked(64)?;
    let set = |disc| (0..).zip(cells.chars()).filter(|&(_, c)| c == disc).fold(0, |set, (i, _)| set | 1 << i);
    let (black, white) = (set('X'), set('O'));
    let (own, opp) = if rest.trim_start().starts_with('O') { (white, black) } else { (black, white) };
    Some(Board { own, opp, ..Board::empty(Size::of(8, 8)) })
}
