//! The controller's side of a protocol: how to ask an engine for moves and understand what it says.

use std::time::Duration;
use tengen_games::{AnyPosition, GameSpec, Move};

/// How long an engine may think, as a match is played.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TimeControl {
    /// For each move.
    pub per_move: Option<Duration>,
    /// For the whole game.
    pub game: Option<Duration>,
    /// Added to the game's time after each move.
    pub increment: Duration,
    /// Nodes for each move, where the protocol can say so.
    pub nodes: Option<u64>,
    /// Depth in plies, where the protocol can say so.
    pub depth: Option<u32>,
    /// Memory for the engine in bytes, where the protocol can say so.
    pub memory: Option<u64>,
    /// Threads for the engine, where the protocol can say so.
    pub threads: Option<usize>,
}

/// What is left on the clocks when an engine is asked to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TimeLeft {
    /// Its own, `None` where only moves are timed.
    pub own: Option<Duration>,
    /// The opponent's.
    pub opponent: Option<Duration>,
}

/// What a line from an engine means.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// It has taken the game and waits.
    Ready,
    /// Its move; more than one where an opening rule asks for several stones at once.
    Moves(Vec<Move>),
    /// It gives up.
    Resign,
    /// Its answer is a point that the board does not have.
    OffBoard(String),
    /// Its answer, where a move was asked for, is none; nothing more will come.
    NoMove(String),
    /// Something for people or a log: its name, thoughts, a message.
    Note(String),
    /// It cannot do what was asked; the text is its own.
    Refused(String),
    /// Nothing that the protocol knows; the answer may still come.
    Garbage(String),
}

/// The controller's side of a protocol, for one engine. What it says is appended to `out`, a line each.
pub trait Controller: Send {
    /// Starts a game. The engine is ready once it has said so ([`Report::Ready`]).
    ///
    /// # Errors
    /// Why the protocol cannot carry this game.
    fn begin(&mut self, game: &GameSpec, time: &TimeControl, out: &mut Vec<String>) -> Result<(), String>;

    /// Asks for a move in `position`, telling the engine whatever it has not seen yet.
    ///
    /// # Errors
    /// Why the protocol cannot carry this position.
    fn ask(&mut self, position: &AnyPosition, left: &TimeLeft, out: &mut Vec<String>) -> Result<(), String>;

    /// Understands a line of the engine.
    fn line(&mut self, line: &[u8]) -> Vec<Report>;

    /// Asks for the move at once, where the protocol can.
    fn stop(&mut self, _out: &mut Vec<String>) {}

    /// Says goodbye.
    fn quit(&mut self, out: &mut Vec<String>);
}
