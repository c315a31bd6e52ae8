//! How long an engine may think.

use std::time::Duration;
use tengen_board::{Point, Size};

/// Limits on the work for one analysis; the first that is reached ends it. Without any, until stopped or proven.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Limits {
    /// Wall-clock time. [`Limits::PONDER`] limits nothing, and means that a game is played by the clock.
    pub time: Option<Duration>,
    /// In a game by the clock, the longest that this move may take; [`Limits::time`] is its share then. An engine that
    /// plans its time may answer before the share is over, or later, and the others keep to the share.
    pub max_time: Option<Duration>,
    /// Positions visited, or playouts; by all threads together.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// How many best moves to rank (MultiPV); 0 and 1 both mean one.
    pub lines: usize,
    /// Seed for engines that draw numbers.
    pub seed: u64,
    /// Threads; 0 and 1 both mean one, and one is deterministic.
    pub threads: usize,
    /// The move of a game by the clock: the engine may answer before the time limit, when more search would rarely
    /// change the move. Otherwise it uses its time, and only a proof ends the search early.
    pub playing: bool,
    /// Points that the best move must avoid, as long as there is another move. Gomoku's protocol can ask for this, and
    /// so can GTP; a growing book of Othello does. The engines of gomoku, Othello and Go obey it, the others do not.
    pub avoid: Vec<Point>,
}

impl Limits {
    /// The time of a search on the opponent's time: unlimited, until the [`Stop`](crate::Stop) is raised or gets a
    /// time. Without any time limit an answer must be reproducible; with this one an engine may use its table of
    /// earlier moves.
    pub const PONDER: Duration = Duration::MAX;

    /// The search that settles which stones of a finished game of Go are dead: 4,000 nodes. Every front end asks for
    /// the same, so that they agree.
    pub fn settling() -> Limits {
        Limits::nodes(4_000)
    }

    /// At most this long.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// A move of a game, within this time or sooner.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tengen_engine::Limits;
    /// assert!(Limits::playing(Duration::from_secs(1)).playing && !Limits::time(Duration::from_secs(1)).playing);
    /// ```
    pub fn playing(time: Duration) -> Limits {
        Limits { playing: true, ..Limits::time(time) }
    }

    /// At most this many nodes or playouts.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// The same limits, with every point of the board but these to avoid.
    ///
    /// ```
    /// use tengen_board::{Point, Size};
    /// use tengen_engine::Limits;
    /// let center = Point::new(1, 1);
    /// let limits = Limits::nodes(100).only(Size::new(3, 3).unwrap(), &[center]);
    /// assert!(limits.avoid.len() == 8 && !limits.avoid.contains(&center));
    /// ```
    #[must_use]
    pub fn only(self, size: Size, points: &[Point]) -> Limits {
        Limits { avoid: size.points().filter(|point| !points.contains(point)).collect(), ..self }
    }

    /// At most this deep.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}
