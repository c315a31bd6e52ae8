//! Light playouts: uniformly random games to the end, for rates, scores and ownership without a search.
//!
//! A move is drawn from the points that are empty, no own eye (see [`go::Board::is_eye`]), no suicide and not closed by
//! a simple ko, all with the same chance; a side without such a point passes. Two passes in a row end the playout, or
//! three moves for each point and 16 more, since superko is not checked. Then a point belongs to the side whose stone
//! it holds, or whose stones alone are beside it.
//!
//! - [`play_many`] plays eight games side by side with vector instructions: the fastest way to margins and ownership.
//! - [`LightBoard`] plays one game on a stripped board: neighbours counted in a word, pseudo-liberties, a list of the
//!   empty points.
//!
//! ```
//! use tengen_games::{Game, go};
//! use tengen_go::light;
//!
//! let rules = go::Rules::named("chinese", Some("9".parse()?))?;
//! let sums = light::play_many(&go::Position::new(&rules), 1000, 7);
//! assert_eq!(sums.margins.len(), 1000);
//! assert_eq!(sums.owners.len(), 81);
//! println!("black leads by {:.1} on average", sums.mean_margin());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod bulk;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod simd;
mod sums;
#[cfg(test)]
mod tests;

pub use board::LightBoard;
pub use sums::PlayoutSums;

use bulk::{Playouts, Start};
use lanes::{Lanes, Portable};
#[cfg(target_arch = "x86_64")]
use simd::{Avx2, Avx512};
use sums::Tally;
use tengen_board::Color;
use tengen_games::Game;
use tengen_games::go::{self, NO_VERTEX, Position};

/// The kinds of instructions for playouts in bulk, by name. All play the same games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Plain integer instructions, on any machine.
    Portable,
    /// x86-64 with AVX2, BMI1, BMI2 and POPCNT.
    Avx2,
    /// The same with AVX-512 F, DQ, VBMI2 and VPOPCNTDQ besides.
    Avx512,
}

impl Backend {
    /// Every kind, the fastest last.
    pub const ALL: [Backend; 3] = [Backend::Portable, Backend::Avx2, Backend::Avx512];

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            Backend::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest kind that this machine has.
    pub fn best() -> Backend {
        Backend::ALL.into_iter().rev().find(|backend| backend.is_available()).unwrap_or(Backend::Portable)
    }
}

/// Plays `games` playouts of the position, which may be over. The same seed gives the same playouts on every machine,
/// and more of them begin with the same ones.
pub fn play_many(position: &Position, games: u64, seed: u64) -> PlayoutSums {
    play_many_with(position, games, seed, Backend::best())
}

/// The same with this kind of instructions, or with the portable ones where the machine lacks them.
pub fn play_many_with(position: &Position, games: u64, seed: u64, backend: Backend) -> PlayoutSums {
    let board = position.board();
    let words = board.vertices().last().map_or(1, |last| usize::from(last) / 64 + 1);
    match words {
        0..=2 => play_words::<2>(position, games, seed, backend),
        3..=4 => play_words::<4>(position, games, seed, backend),
        5..=7 => play_words::<7>(position, games, seed, backend),
        _ => play_words::<11>(position, games, seed, backend),
    }
}

fn play_words<const W: usize>(position: &Position, games: u64, seed: u64, backend: Backend) -> PlayoutSums {
    let start = start::<W>(position);
    let bits: Vec<usize> = position.board().vertices().map(usize::from).collect();
    let mut tally = Tally::new(&start, &bits, games);
    play_games(&start, games, seed, backend, |ended| tally.add(ended));
    tally.sums()
}

/// Moves of a playout after which it ends, passes included.
fn longest(board: &go::Board) -> u64 {
    3 * board.size().area() as u64 + 16
}

fn start<const W: usize>(position: &Position) -> Start<W> {
    let board = position.board();
    let mut start = Start {
        board: [0; W],
        edge: [0; W],
        stones: [[0; W]; 2],
        ko: [0; W],
        white_to_move: position.to_move() == Color::White,
        passed: position.passes() > 0,
        stride: board.size().cols() as u64 + 1,
        longest: longest(board),
    };
    let set = |words: &mut [u64; W], at: go::Vertex| words[usize::from(at) / 64] |= 1 << (at % 64);
    for at in board.vertices() {
        set(&mut start.board, at);
        if board.neighbours(at).into_iter().any(|q| board.is_wall(q)) {
            set(&mut start.edge, at);
        }
        if let Some(color) = board.color(at) {
            set(&mut start.stones[color.index()], at);
        }
    }
    let ko = ko(position);
    if ko != NO_VERTEX {
        set(&mut start.ko, ko);
    }
    start
}

/// The point that a simple ko closes, `NO_VERTEX` for none; under superko too, whose rules name no such point.
fn ko(position: &Position) -> go::Vertex {
    let board = position.board();
    let last = position.last_played();
    let placed = last.as_ref().and_then(|played| Some((played.placed?.0, played.captured.as_slice())));
    match placed {
        Some((point, &[taken])) => {
            let (stone, taken) = (board.vertex(point), board.vertex(taken));
            let retaken = board.color(stone).is_some()
                && board.chain_len(stone) == 1
                && board.atari_liberty(stone) == Some(taken);
            if retaken { taken } else { NO_VERTEX }
        }
        _ => position.ko_point().map_or(NO_VERTEX, |point| board.vertex(point)),
    }
}

fn play_games<const W: usize>(
    start: &Start<W>,
    games: u64,
    seed: u64,
    backend: Backend,
    on_end: impl FnMut(&bulk::Ended<W>),
) {
    #[cfg(target_arch = "x86_64")]
    match backend {
        Backend::Avx512 => {
            if let Some(lanes) = Avx512::detect() {
                return lanes.run(Playouts { lanes, start, seed, games, on_end });
            }
        }
        Backend::Avx2 => {
            if let Some(lanes) = Avx2::detect() {
                return lanes.run(Playouts { lanes, start, seed, games, on_end });
            }
        }
        Backend::Portable => {}
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = backend;
    Portable.run(Playouts { lanes: Portable, start, seed, games, on_end });
}
