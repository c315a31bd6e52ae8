//! How long an engine may think.

use std::time::Duration;
use tengen_board::Point;

/// Bounds on the work for one analysis; the first that is reached ends it. None at all means: until stopped or sure.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Limits {
    /// Wall-clock time. [`Limits::PONDER`] bounds nothing, and says that a game is being played by the clock.
    pub time: Option<Duration>,
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
    /// A move of a game by the clock is wanted and no more: within a limit of time it may be answered early, where more thought would hardly
    /// change it. Otherwise the time is there to be used, and only a proof ends the search before.
    pub playing: bool,
    /// Points at which no answer may begin, as long as there is another move. Gomoku's engines leave them out; other games' protocols have
    /// no words for this, and their engines ignore it.
    pub avoid: Vec<Point>,
}

impl Limits {
    /// The time of a search on the opponent's time: without end, until the [`Stop`](crate::Stop) is raised or told when to raise itself.
    /// Unlike no time at all, which asks for an answer that repeats, it lets an engine use what it kept from earlier moves.
    pub const PONDER: Duration = Duration::MAX;

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

    /// At most this deep.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}
